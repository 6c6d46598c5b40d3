/* Words as numbers: each distinct string gets one symbol, so that names and words are compared as
 * integers. The table owns the strings. Symbols are dense, start at 1 and follow first use, so
 * equal input gives equal numbers. */
#ifndef CT_INTERN_H
#define CT_INTERN_H

#include "compiler/arena.h"

#include <stdint.h>

typedef uint32_t ct_sym; /* 0 is no symbol */

struct ct_intern {
    struct ct_arena strings;
    struct ct_intern_entry *entries; /* indexed by symbol; [0] unused */
    uint32_t count;                  /* entries in use, with [0] */
    uint32_t capacity;
    uint32_t *slots; /* open addressing; symbol or 0 */
    uint32_t slot_count;
};

void ct_intern_init(struct ct_intern *table);
void ct_intern_free(struct ct_intern *table);

/* The symbol of LEN bytes at TEXT, new or known; 0 when memory is refused. */
ct_sym ct_intern(struct ct_intern *table, const char *text, size_t len);

/* The same, but 0 when the string is not in the table. */
ct_sym ct_intern_find(const struct ct_intern *table, const char *text, size_t len);

/* The string of a symbol, NUL-terminated; "" for 0 or a number that is no symbol. */
const char *ct_sym_text(const struct ct_intern *table, ct_sym sym);
size_t ct_sym_len(const struct ct_intern *table, ct_sym sym);

#endif
