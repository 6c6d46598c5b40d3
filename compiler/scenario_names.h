/* The names that a scenario may use: of cards, their halves and tokens, of subtypes, of keyword
 * abilities. Names are found by longest match at a word's beginning. The table owns copies of them.
 */
#ifndef CT_SCENARIO_NAMES_H
#define CT_SCENARIO_NAMES_H

#include "compiler/intern.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ct_sc_name_kind { CT_SC_NAME_CARD = 1, CT_SC_NAME_SUBTYPE = 2, CT_SC_NAME_KEYWORD = 4 };

struct ct_sc_names {
    struct ct_intern texts;
    uint8_t *kinds; /* by symbol; enum ct_sc_name_kind, several may hold */
    uint32_t kinds_capacity;
    uint32_t most_words; /* in the longest name */
    bool failed;         /* memory was refused */
};

void ct_sc_names_init(struct ct_sc_names *names);
void ct_sc_names_free(struct ct_sc_names *names);

/* Adds a name of LEN bytes; a curly apostrophe is taken as a straight one. */
void ct_sc_names_add(struct ct_sc_names *names, enum ct_sc_name_kind kind, const char *text,
                     size_t len);

/* The longest name of any of KINDS with which TEXT begins and behind which no word goes on: its
 * length in TEXT, 0 if there is none. *NAME becomes the name as it was added (without the plural's
 * s), *FOUND the kinds that it is. With PLURAL, an s or es behind it is accepted. */
size_t ct_sc_names_match(const struct ct_sc_names *names, unsigned kinds, const char *text,
                         size_t len, bool plural, const char **name, unsigned *found);

/* The known name of any of KINDS that is most like TEXT, or NULL when none is near. */
const char *ct_sc_names_near(const struct ct_sc_names *names, unsigned kinds, const char *text,
                             size_t len);

#endif
