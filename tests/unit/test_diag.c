#include "support.h"

#include "compiler/diag.h"

#include <jansson.h>

struct fixture {
    struct ct_arena arena;
    struct ct_diags diags;
    struct ct_source *source;
};

static int setup(void **state)
{
    static struct fixture f;
    static const char text[] = "Bear {1}{G}\nCreature — Bear\nDestroy target creture.\n2/2\n";

    ct_arena_init(&f.arena, 0);
    ct_diags_init(&f.diags);
    f.source = ct_source_from(&f.arena, "bear.cards", text, strlen(text), &f.diags);
    *state = &f;
    return f.source ? 0 : -1;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    ct_arena_free(&f->arena);
    ct_diags_free(&f->diags);
    return 0;
}

static char *rendered(const struct ct_diags *diags, enum ct_diag_format format)
{
    FILE *file = tmpfile();
    char *text;

    assert_non_null(file);
    ct_diags_print(file, diags, format);
    text = ct_test_contents(file);
    fclose(file);
    return text;
}

static void add_typo(struct fixture *f)
{
    const char *typo = strstr(f->source->text, "creture");
    uint32_t at = (uint32_t)(typo - f->source->text);
    struct ct_diag *diag = ct_diag_add(&f->diags, CT_ERR_STRAY_LINE, f->source,
                                       (struct ct_span){at, at + 7}, "unknown word %s", "creture");

    ct_diag_label(diag, "no word of the language");
    ct_diag_note(diag, f->source, (struct ct_span){0, 4}, "on this card");
    ct_diag_note(diag, NULL, (struct ct_span){0, 0}, "the rules know creatures");
    ct_diag_help(diag, f->source, (struct ct_span){at, at + 7}, "creature", "did you mean");
}

static void text_shows_the_place_with_a_caret(void **state)
{
    struct fixture *f = *state;
    char *text;

    add_typo(f);
    text = rendered(&f->diags, CT_DIAG_TEXT);
    assert_string_equal(text, "error[E0123]: unknown word creture\n"
                              " --> bear.cards:3:16\n"
                              "  |\n"
                              "3 | Destroy target creture.\n"
                              "  |                ^^^^^^^ no word of the language\n"
                              "  |\n"
                              "1 | Bear {1}{G}\n"
                              "  | ---- on this card\n"
                              "  = note: the rules know creatures\n"
                              "  = help: did you mean: `creature`\n"
                              "\n");
    free(text);
}

static void json_is_one_object_a_line(void **state)
{
    struct fixture *f = *state;
    json_t *object, *fix;
    char *text;

    add_typo(f);
    ct_diag_warn(&f->diags, CT_ERR_STRAY_LINE, NULL, (struct ct_span){0, 0}, "by the way");
    text = rendered(&f->diags, CT_DIAG_JSON);
    *strchr(text, '\n') = '\0';
    object = json_loads(text, 0, NULL);
    assert_non_null(object);
    assert_string_equal(json_string_value(json_object_get(object, "code")), "E0123");
    assert_string_equal(json_string_value(json_object_get(object, "severity")), "error");
    assert_string_equal(json_string_value(json_object_get(object, "file")), "bear.cards");
    assert_int_equal(json_integer_value(json_object_get(object, "line")), 3);
    assert_int_equal(json_integer_value(json_object_get(object, "column")), 16);
    assert_int_equal(json_integer_value(json_object_get(object, "end_column")), 23);
    assert_int_equal(json_array_size(json_object_get(object, "notes")), 2);
    fix = json_object_get(object, "replacement");
    assert_string_equal(json_string_value(json_object_get(fix, "text")), "creature");
    json_decref(object);
    object = json_loads(text + strlen(text) + 1, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(object, "severity")), "warning");
    assert_null(json_object_get(object, "line"));
    json_decref(object);
    free(text);
    assert_int_equal(f->diags.errors, 1);
    assert_int_equal(f->diags.warnings, 1);
}

static void columns_are_those_of_a_terminal(void **state)
{
    struct fixture *f = *state;
    struct ct_source *source =
        ct_source_from(&f->arena, "wide", "火—\tx", strlen("火—\tx"), &f->diags);
    char *text;

    ct_diag_add(&f->diags, CT_ERR_STRAY_LINE, source, (struct ct_span){7, 8}, "here");
    text = rendered(&f->diags, CT_DIAG_TEXT);
    assert_non_null(strstr(text, "wide:1:4\n"));
    /* Two columns for the first, one for the dash, four for the tab. */
    assert_non_null(strstr(text, "  |        ^\n"));
    free(text);
}

static void a_line_of_any_length_is_cut(void **state)
{
    struct fixture *f = *state;
    size_t len = 10 * 1000 * 1000;
    char *long_line = malloc(len), *text;
    struct ct_source *source;

    memset(long_line, 'x', len);
    source = ct_source_from(&f->arena, "long", long_line, len, &f->diags);
    ct_diag_add(&f->diags, CT_ERR_STRAY_LINE, source, (struct ct_span){5000000, 5000001}, "here");
    text = rendered(&f->diags, CT_DIAG_TEXT);
    assert_true(strlen(text) < 1000);
    assert_non_null(strstr(text, "long:1:5000001"));
    free(text);
    free(long_line);
}

static void more_than_is_kept_is_counted(void **state)
{
    struct fixture *f = *state;
    char *text;

    f->diags.most = 3;
    for (int i = 0; i < 10; i++)
        ct_diag_help(
            ct_diag_add(&f->diags, CT_ERR_STRAY_LINE, NULL, (struct ct_span){0, 0}, "%d", i), NULL,
            (struct ct_span){0, 0}, NULL, "help");
    assert_int_equal(f->diags.errors, 10);
    assert_int_equal(f->diags.kept, 3);
    text = rendered(&f->diags, CT_DIAG_TEXT);
    assert_non_null(strstr(text, "and 7 more"));
    free(text);
}

static void codes_are_in_order_and_explained(void **state)
{
    size_t count;
    const struct ct_code_info *table = ct_code_table(&count);

    (void)state;
    for (size_t i = 0; i < count; i++) {
        assert_true(i == 0 || table[i].code > table[i - 1].code);
        assert_ptr_equal(ct_code_info(table[i].code), &table[i]);
        assert_true(strlen(table[i].title) > 0 && strlen(table[i].explanation) > 20);
    }
    assert_null(ct_code_info(0));
    assert_null(ct_code_info(9999));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(text_shows_the_place_with_a_caret, setup, teardown),
        cmocka_unit_test_setup_teardown(json_is_one_object_a_line, setup, teardown),
        cmocka_unit_test_setup_teardown(columns_are_those_of_a_terminal, setup, teardown),
        cmocka_unit_test_setup_teardown(a_line_of_any_length_is_cut, setup, teardown),
        cmocka_unit_test_setup_teardown(more_than_is_kept_is_counted, setup, teardown),
        cmocka_unit_test(codes_are_in_order_and_explained),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
