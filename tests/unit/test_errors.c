/* What `cantrip explain` says of an error is true: each example fails with that code, each fix
 * compiles. */
#include "support.h"

#include "compiler/compile.h"

/* The first code that compiling the text gives, 0 if it compiles. */
static enum ct_code first_code(const char *text)
{
    ct_compiler compiler;
    enum ct_code code;

    assert_true(ct_compiler_init(&compiler));
    ct_compiler_add_text(&compiler, "example.cards", text, strlen(text));
    if (!compiler.diags.errors) ct_compile_all(&compiler, 0);
    code = compiler.diags.first ? compiler.diags.first->code : CT_ERR_NONE;
    if (compiler.diags.errors && !compiler.diags.first) fail_msg("an error without a diagnostic");
    ct_compiler_fini(&compiler);
    return code;
}

static void every_example_fails_with_its_code(void **state)
{
    size_t count;
    const struct ct_code_info *table = ct_code_table(&count);
    int wrong = 0;

    (void)state;
    for (size_t i = 0; i < count; i++) {
        enum ct_code code;
        if (!*table[i].example) continue;
        code = first_code(table[i].example);
        if (code == table[i].code) continue;
        print_message("the example of E%04d gives E%04d\n", (int)table[i].code, (int)code);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void every_fix_compiles(void **state)
{
    size_t count;
    const struct ct_code_info *table = ct_code_table(&count);
    int wrong = 0;

    (void)state;
    for (size_t i = 0; i < count; i++) {
        enum ct_code code;
        if (!*table[i].fix) continue;
        code = first_code(table[i].fix);
        if (code == CT_ERR_NONE) continue;
        print_message("the fix of E%04d gives E%04d\n", (int)table[i].code, (int)code);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_example_fails_with_its_code),
        cmocka_unit_test(every_fix_compiles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
