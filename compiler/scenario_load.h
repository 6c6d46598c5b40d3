/* A file of scenarios with the cards it needs: finds and reads the cards that it names, parses it,
 * and compiles one set of cards for each scenario.
 *
 * A ct_sc_session owns all of it, the source included, until it is closed; sets of scenarios are
 * the caller's. */
#ifndef CT_SCENARIO_LOAD_H
#define CT_SCENARIO_LOAD_H

#include "compiler/scenario.h"

struct ct_set;

struct ct_sc_session {
    struct ct_arena arena;
    struct ct_diags diags; /* of the scenarios' own text and of card files that cannot be read */
    struct ct_sc_names names;
    const struct ct_source *source;
    struct ct_sc_file *file; /* NULL when there was nothing to parse */
    const char *folder;      /* where the file is, "" for the current one; NULL: it is no file */
};

/* Reads and parses PATH. False when something is wrong with the file as a whole; single scenarios
 * that are wrong are marked broken and their errors are in session->diags. */
bool ct_sc_open(struct ct_sc_session *session, const char *path);
/* The same for LEN bytes of text, which can bring cards but name no files; NAME is what messages
 * call it. */
bool ct_sc_open_text(struct ct_sc_session *session, const char *name, const char *text, size_t len);
void ct_sc_close(struct ct_sc_session *session);

/* The cards that SCENARIO names, with all mechanics, as a set of their own. NULL when one of them
 * does not compile or memory is refused; what is wrong is then in DIAGS, whose texts stay valid
 * until COMPILER is freed (ct_compiler_free), which the caller does. *COMPILER is set in any case.
 */
struct ct_compiler;
struct ct_set *ct_sc_compile(struct ct_sc_session *session, const struct ct_scenario *scenario,
                             struct ct_compiler **compiler);

#endif
