/* How much of a card pool compiles, and what stands in the way. Cards are counted as they are
 * compiled, one at a time; a report of any size of pool needs memory only for its rows.
 *
 * A ct_coverage owns its rows and their texts. */
#ifndef CT_COVERAGE_H
#define CT_COVERAGE_H

#include "compiler/compile.h"

#include <stdio.h>

struct ct_coverage_count {
    uint32_t cards, parsed, compiled, roundtrip;
};

/* A set, a mechanic or a blocking phrase. */
struct ct_coverage_row {
    const char *name;
    struct ct_coverage_count count;
    uint32_t blocked; /* blockers: cards whose first error is here */
};

struct ct_coverage_table {
    struct ct_coverage_row *rows;
    size_t count, capacity;
    uint32_t *slots; /* open addressing; index + 1 or 0 */
    uint32_t slot_count;
};

struct ct_coverage {
    struct ct_arena arena;
    struct ct_coverage_count all;
    struct ct_coverage_count current; /* of these, card data whose text is this year's wording */
    uint32_t outside; /* not counted: no cards of the game, joke and digital-only cards */
    struct ct_coverage_table sets, mechanics, blockers;
};

void ct_coverage_init(struct ct_coverage *coverage);
void ct_coverage_free(struct ct_coverage *coverage);

/* Whether a card is outside of what is counted. */
bool ct_coverage_is_outside(const struct ct_printed_card *card);

/* Counts a card that was compiled to RESULT; WHY (may be NULL) is why it was declined. */
void ct_coverage_add(struct ct_coverage *coverage, const struct ct_printed_card *card,
                     const struct ct_compiled *result, const struct ct_diag *why);

/* The words at fault: the bytes of a diagnostic's span, cut to a line and 60 bytes. Returns their
 * length. */
size_t ct_coverage_phrase(const struct ct_diag *why, const char **phrase);

/* Writes the report: for people, or one JSON object with cards, parsed, compiled, roundtrip,
 * by_set, by_mechanic and blockers. MOST: how many blockers. */
void ct_coverage_print(FILE *out, struct ct_coverage *coverage, size_t most);
void ct_coverage_json(FILE *out, struct ct_coverage *coverage, size_t most);

/* One line of JSON about a card: name, compiled, roundtrip, code, and for a decline reason, line,
 * column, phrase. CARD may be NULL when it could not even be read; NAME says what it is called
 * then. */
void ct_coverage_card(FILE *out, const char *name, const struct ct_printed_card *card,
                      const struct ct_compiled *result, const struct ct_diag *why);

#endif
