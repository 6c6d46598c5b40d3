/* Memory that is given back all at once: the trees, texts and diagnostics of one compilation live
 * in an arena. The arena owns every block it hands out; nothing is freed singly. A limit bounds
 * what hostile input can make us allocate. */
#ifndef CT_ARENA_H
#define CT_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct ct_arena_chunk;

struct ct_arena {
    struct ct_arena_chunk *chunk; /* the newest; older ones behind it */
    size_t total;                 /* bytes taken from the system */
    size_t limit;                 /* most bytes to take; 0 is no limit */
    bool failed;                  /* some allocation was refused since the last reset */
};

/* Takes nothing from the system yet. LIMIT 0 means none. */
void ct_arena_init(struct ct_arena *arena, size_t limit);

/* Gives everything back to the system; the arena can be used again. */
void ct_arena_free(struct ct_arena *arena);

/* Forgets all blocks but keeps one chunk for the next use. */
void ct_arena_reset(struct ct_arena *arena);

/* SIZE bytes, zeroed, aligned for any object. NULL when the system or the limit refuses. */
void *ct_arena_alloc(struct ct_arena *arena, size_t size);

/* COUNT elements of SIZE bytes, zeroed; NULL also when the product overflows. */
void *ct_arena_array(struct ct_arena *arena, size_t count, size_t size);

/* A copy of LEN bytes with a NUL behind them; NULL when refused. */
char *ct_arena_strndup(struct ct_arena *arena, const char *text, size_t len);

/* A formatted string; NULL when refused. */
char *ct_arena_printf(struct ct_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Room for one more element in a growing array: ITEMS holds COUNT elements and has room for
 * *CAPACITY. Returns the array (moved if it grew) or NULL when refused; the old one stays valid. */
void *ct_arena_grow(struct ct_arena *arena, void *items, size_t count, size_t *capacity,
                    size_t size);

#endif
