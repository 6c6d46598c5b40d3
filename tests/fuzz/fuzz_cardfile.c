/* A card file from a stranger: whatever it holds, there are diagnostics or a set that the verifier
 * accepts. */
#include "compile_pool.h"

static void with_definitions(const char *text, size_t size)
{
    ct_compiler *compiler = ct_compiler_new();
    if (!compiler) return;
    bool read = ct_compiler_add_text(compiler, "fuzz.cards", text, size);
    struct ct_set *set = ct_compiler_finish(compiler);
    FUZZ_PROMISE(read || ct_compiler_errors(compiler) > 0);
    FUZZ_PROMISE(set || ct_compiler_errors(compiler) > 0);
    FUZZ_PROMISE(!set || ct_verify(set, NULL));
    print_diagnostics(compiler);
    ct_set_free(set);
    ct_compiler_free(compiler);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ct_cardpool pool;
    ct_compiler *compiler = pool_compiler();
    if (!compiler) return 0;
    ct_cardpool_init(&pool, &compiler->diags, 0);
    const struct ct_source *source =
        ct_source_from(&pool.arena, "fuzz.cards", (const char *)data, size, &compiler->diags);
    bool read = source && ct_cardfile_read(&pool, source);
    FUZZ_PROMISE(read || compiler->diags.errors > 0);
    bool defines = pool.definitions != NULL;
    if (!defines) compile_pool(compiler, &pool);
    drop_diagnostics(compiler);
    ct_cardpool_free(&pool);
    if (defines) with_definitions((const char *)data, size);
    return 0;
}
