/* What the compiler makes of every card that compiles: a set that the verifier accepts, that reads
 * the same after a walk through its text, and that plays. Over the project's cards, and over the
 * corpus where it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/asm.h"
#include "compiler/compile.h"
#include "runtime/disasm.h"
#include "runtime/verify.h"
#include "tests/fuzz/exercise.h"

/* Everything of PATH that compiles, as one set. */
static ct_set *compiled(const char *path)
{
    ct_compiler *compiler = ct_compiler_new();
    assert_non_null(compiler);
    ct_compiler_add_file(compiler, path);
    ct_compile_all(compiler, 0); /* what is declined leaves nothing */
    ct_set *set = ct_emit_finish(&compiler->emit);
    ct_compiler_free(compiler);
    assert_non_null(set);
    return set;
}

static void accepted(const ct_set *set)
{
    ct_verify_error error;
    char message[256];
    if (ct_verify(set, &error)) return;
    if (error.ability != CT_NONE) ct_disasm_ability(set, error.ability, stderr);
    fail_msg("%s", ct_verify_message(&error, message, sizeof message));
}

static char *text_of(const ct_set *set, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    assert_non_null(out);
    assert_true(ct_disasm_set(set, out));
    fclose(out);
    return text;
}

static void same_after_text(const ct_set *set)
{
    size_t size, again_size;
    struct ct_asm_error error;
    char *text = text_of(set, &size);
    ct_set *again = ct_asm(text, size, &error);
    if (!again) fail_msg("line %u: %s", error.line, error.message);
    char *second = text_of(again, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(text, second, size);
    accepted(again);
    ct_set_free(again);
    free(second);
    free(text);
}

static void test_own_cards(void **state)
{
    (void)state;
    ct_set *set = compiled(CT_SOURCE_DIR "/cards");
    assert_true(set->ncard > 80);
    accepted(set);
    same_after_text(set);
    for (uint64_t seed = 1; seed <= 40; seed++)
        exercise_set(set, seed * 2654435761u);
    ct_set_free(set);
}

static void test_corpus(void **state)
{
    (void)state;
    const char *path = getenv("CANTRIP_CORPUS");
    if (!path) path = CT_SOURCE_DIR "/../shared/corpus/cards.jsonl";
    if (access(path, R_OK) != 0) {
        print_message("skipped: there is no corpus here\n");
        skip();
    }
    ct_set *set = compiled(path);
    assert_true(set->ncard > 1000);
    accepted(set);
    same_after_text(set);
    for (uint64_t seed = 1; seed <= 60; seed++)
        exercise_set(set, seed * 2654435761u);
    ct_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_own_cards),
                                       cmocka_unit_test(test_corpus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
