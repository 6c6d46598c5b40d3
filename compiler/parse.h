/* The parser of rules text: words, their tags in context, then the grammar (grammar/rules.y), one
 * paragraph at a time. Errors go to the diagnostics; a paragraph that has one yields no tree, the
 * others do. */
#ifndef CT_PARSE_H
#define CT_PARSE_H

#include "compiler/arena.h"
#include "compiler/diag.h"
#include "compiler/lexicon.h"
#include "compiler/source.h"
#include "compiler/tree.h"

#include <stdbool.h>

/* What the text is printed on, as far as it matters to the text. */
enum ct_text_of {
    CT_TEXT_PERMANENT,
    CT_TEXT_SPELL,  /* an instant or sorcery */
    CT_TEXT_ACTION, /* body of a keyword action */
    CT_TEXT_ABILITY /* body of a keyword ability */
};

struct ct_unit;
struct ct_token;
struct ct_vec;

/* One parse. The caller sets the first part; the rest is the parser's. */
struct ct_parser {
    struct ct_arena *arena; /* where the tree goes */
    struct ct_lexicon *lexicon;
    const struct ct_source *source; /* rules text of a face: paragraphs separated by '\n' */
    struct ct_diags *diags;
    const char *name; /* of the face, "" for a definition */
    enum ct_text_of of;
    bool legendary; /* it can be called by the short form of its name [CR 201.5c] */

    struct ct_unit *units;
    size_t unit_count, unit_room;
    struct ct_token *tokens;
    size_t token_count, token_room, at;
    ct_node *result;
    struct ct_vec *left; /* adjuncts that belong to the clause around the one being made */
    bool failed, reported;
};

/* The tree of the text: a TEXT node. NULL when nothing could be read or memory was refused. ERRORS,
 * if not NULL, becomes the number of paragraphs that have none. */
ct_node *ct_parse(struct ct_parser *p, unsigned *errors);

/* One paragraph; NULL after an error, or when there is nothing but reminder text (p->failed tells).
 */
ct_node *ct_parse_paragraph(struct ct_parser *p, struct ct_span span);

/* Reports an error once per paragraph. Returns the diagnostic, or NULL if there was one. */
struct ct_diag *ct_parse_error(struct ct_parser *p, enum ct_code code, struct ct_span span,
                               const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
