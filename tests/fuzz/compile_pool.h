/* Compiles the cards that a fuzz target has read. Cards alone go through one compiler that lives as
 * long as the run (making one, with the game's mechanics, takes a hundred times as long as a small
 * card); what brings definitions of its own gets a compiler of its own from the target. */
#ifndef CT_COMPILE_POOL_H
#define CT_COMPILE_POOL_H

#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#include "compiler/compile.h"
#include "runtime/verify.h"

/* The compiler of the run; never given back. */
static inline ct_compiler *pool_compiler(void)
{
    static ct_compiler *compiler;
    if (compiler) return compiler;
    compiler = ct_compiler_new();
    if (compiler) ct_compile_definitions(compiler);
    return compiler;
}

static inline void print_diagnostics(const ct_compiler *compiler)
{
    static FILE *nowhere;
    if (!nowhere) nowhere = fopen("/dev/null", "w");
    if (!nowhere) return;
    ct_compiler_print(compiler, nowhere, CT_PRINT_TEXT);
    ct_compiler_print(compiler, nowhere, CT_PRINT_JSON);
}

/* Every card compiles or is declined with a reason, and what compiles is a set that the verifier
 * accepts. Diagnostics are printed and dropped; the compiler is as before, but for words. */
static inline void compile_pool(ct_compiler *compiler, const struct ct_cardpool *pool)
{
    const struct ct_emit_mark mark = ct_emit_mark(&compiler->emit);
    for (const struct ct_printed_card *card = pool->cards; card; card = card->next) {
        struct ct_compiled result;
        uint32_t errors = compiler->diags.errors;
        bool good = ct_compile_card(compiler, card, CT_COMPILE_CODE, &result);
        FUZZ_PROMISE(good || compiler->diags.errors > errors);
    }
    ct_set *set = ct_emit_finish(&compiler->emit);
    FUZZ_PROMISE(!set || ct_verify(set, NULL));
    ct_set_free(set);
    ct_emit_rollback(&compiler->emit, &mark);
}

static inline void drop_diagnostics(ct_compiler *compiler)
{
    print_diagnostics(compiler);
    ct_diags_free(&compiler->diags);
    ct_diags_init(&compiler->diags);
}

#endif
