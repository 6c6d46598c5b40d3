/* The compiler: card files and card data in, a set out, which the runtime plays.
 *
 *     ct_compiler *c = ct_compiler_new();
 *     ct_compiler_add_file(c, "cards");
 *     ct_set *set = ct_compiler_finish(c);
 *     if (!set) ct_compiler_print(c, stderr, CT_PRINT_TEXT);
 *     ct_compiler_free(c);
 *
 * A compiler owns everything that was read into it and its diagnostics; the set that it makes is
 * the caller's (ct_set_free) and outlives it. Nothing here is global, so compilers in different
 * threads do not meet. Sources are untrusted: whatever they hold, the result is a set or
 * diagnostics. */
#ifndef CANTRIP_COMPILER_H
#define CANTRIP_COMPILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ct_compiler ct_compiler;
struct ct_set;

/* A compiler that knows the game's own mechanics (keywords, explore, Roles, ...); NULL when memory
 * is refused. */
ct_compiler *ct_compiler_new(void);
void ct_compiler_free(ct_compiler *compiler);

/* Reads a card file (.cards), card data (.json, .jsonl) or every such file in a folder. False when
 * something in it is wrong; what is right is read all the same. */
bool ct_compiler_add_file(ct_compiler *compiler, const char *path);

/* The same for a card file in memory. NAME is what diagnostics call it. */
bool ct_compiler_add_text(ct_compiler *compiler, const char *name, const char *text, size_t len);

/* Compiles all that was read. NULL when there is any error, also an earlier one. */
struct ct_set *ct_compiler_finish(ct_compiler *compiler);

/* Gives a set back; fine on NULL. */
void ct_set_free(struct ct_set *set);

/* How many errors there are so far. */
size_t ct_compiler_errors(const ct_compiler *compiler);

enum ct_print { CT_PRINT_TEXT, CT_PRINT_COLOR, CT_PRINT_JSON };

/* Writes the diagnostics in the order in which they came up. */
void ct_compiler_print(const ct_compiler *compiler, FILE *out, enum ct_print format);

#ifdef __cplusplus
}
#endif
#endif
