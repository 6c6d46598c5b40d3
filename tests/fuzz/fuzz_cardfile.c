/* A card file from a stranger: whatever it holds, there are diagnostics or a set that the verifier
 * accepts, and the canonical form of a file that compiles compiles too. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>

#include "cantrip/compiler.h"
#include "runtime/verify.h"

static void print_everything(const ct_compiler *compiler)
{
    static FILE *nowhere;
    if (!nowhere) nowhere = fopen("/dev/null", "w");
    if (!nowhere) return;
    ct_compiler_print(compiler, nowhere, CT_PRINT_TEXT);
    ct_compiler_print(compiler, nowhere, CT_PRINT_JSON);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ct_compiler *compiler = ct_compiler_new();
    if (!compiler) return 0;
    bool read = ct_compiler_add_text(compiler, "fuzz.cards", (const char *)data, size);
    struct ct_set *set = ct_compiler_finish(compiler);
    FUZZ_PROMISE(read || ct_compiler_errors(compiler) > 0);
    FUZZ_PROMISE(set || ct_compiler_errors(compiler) > 0);
    FUZZ_PROMISE(!set || ct_verify(set, NULL));
    print_everything(compiler);
    ct_set_free(set);
    ct_compiler_free(compiler);
    return 0;
}
