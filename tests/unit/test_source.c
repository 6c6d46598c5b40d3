#include "support.h"

#include "compiler/diag.h"
#include "compiler/source.h"

struct fixture {
    struct ct_arena arena;
    struct ct_diags diags;
};

static int setup(void **state)
{
    static struct fixture fixture;

    ct_arena_init(&fixture.arena, 0);
    ct_diags_init(&fixture.diags);
    *state = &fixture;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;

    ct_arena_free(&f->arena);
    ct_diags_free(&f->diags);
    return 0;
}

static struct ct_source *text(struct fixture *f, const char *bytes)
{
    return ct_source_from(&f->arena, "test", bytes, strlen(bytes), &f->diags);
}

static void assert_place(const struct ct_source *source, uint32_t offset, uint32_t line,
                         uint32_t column)
{
    struct ct_place place = ct_source_place(source, offset);

    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
}

static void places_count_code_points(void **state)
{
    const struct ct_source *source = text(*state, "Bär — x\ny\n");

    assert_place(source, 0, 1, 1);
    assert_place(source, 3, 1, 3); /* r, behind two bytes of ä */
    assert_place(source, 9, 1, 7); /* x, behind three bytes of the dash */
    assert_place(source, 11, 2, 1);
    assert_place(source, 99, 3, 1);
}

static void expect_code(struct fixture *f, const char *bytes, enum ct_code code, uint32_t at)
{
    ct_diags_clear(&f->diags);
    assert_null(text(f, bytes));
    assert_int_equal(f->diags.errors, 1);
    assert_int_equal(f->diags.first->code, code);
    assert_int_equal(f->diags.first->span.start, at);
}

static void what_is_not_utf8_is_refused_where_it_stands(void **state)
{
    struct fixture *f = *state;

    expect_code(f, "ab\xff", CT_ERR_NOT_UTF8, 2);
    expect_code(f, "ab\xc3", CT_ERR_NOT_UTF8, 2);
    expect_code(f, "\xc0\x80", CT_ERR_NOT_UTF8, 0);          /* overlong */
    expect_code(f, "a\xed\xa0\x80", CT_ERR_NOT_UTF8, 1);     /* a surrogate */
    expect_code(f, "a\xf4\x90\x80\x80", CT_ERR_NOT_UTF8, 1); /* above U+10FFFF */
    expect_code(f, "line\n\x1b[31m", CT_ERR_CONTROL_CHARACTER, 5);
    expect_code(f, "a\xc2\x85", CT_ERR_CONTROL_CHARACTER, 1);
    assert_null(ct_source_from(&f->arena, "nul", "a\0b", 3, &f->diags));
}

static void a_file_that_is_missing_is_reported(void **state)
{
    struct fixture *f = *state;

    assert_null(ct_source_load(&f->arena, "/nonexistent/file.cards", &f->diags));
    assert_int_equal(f->diags.first->code, CT_ERR_CANNOT_READ);
    ct_diags_clear(&f->diags);
    assert_null(ct_source_load(&f->arena, "/", &f->diags));
    assert_int_equal(f->diags.first->code, CT_ERR_CANNOT_READ);
}

/* "one -- two" with the dash replaced and a piece left out. */
static void a_derived_text_knows_where_it_came_from(void **state)
{
    struct fixture *f = *state;
    const struct ct_source *file = text(f, "# note\none -- two\nthree"), *origin;
    struct ct_source_builder builder;
    const struct ct_source *derived;
    struct ct_span span;

    ct_source_build(&builder, &f->arena, file);
    ct_source_copy(&builder, (struct ct_span){7, 11});
    ct_source_replace(&builder, (struct ct_span){11, 13}, "—", 3);
    ct_source_copy(&builder, (struct ct_span){13, 17});
    ct_source_replace(&builder, (struct ct_span){18, 18}, "\n", 1);
    ct_source_copy(&builder, (struct ct_span){18, 23});
    derived = ct_source_built(&builder, "text");
    assert_non_null(derived);
    assert_string_equal(derived->text, "one — two\nthree");

    span = ct_source_origin(derived, (struct ct_span){0, 3}, &origin);
    assert_ptr_equal(origin, file);
    assert_int_equal(span.start, 7);
    assert_int_equal(span.end, 10);
    span = ct_source_origin(derived, (struct ct_span){4, 7}, &origin); /* the dash */
    assert_int_equal(span.start, 11);
    assert_int_equal(span.end, 13);
    span = ct_source_origin(derived, (struct ct_span){8, 11}, &origin); /* two */
    assert_int_equal(span.start, 14);
    assert_int_equal(span.end, 17);
    span = ct_source_origin(derived, (struct ct_span){12, 17}, &origin); /* three */
    assert_int_equal(span.start, 18);
    assert_int_equal(span.end, 23);
    span = ct_source_origin(derived, (struct ct_span){17, 17}, &origin); /* the end */
    assert_int_equal(span.start, 23);
    assert_int_equal(span.end, 23);
    span = ct_source_origin(derived, (struct ct_span){900, 999},
                            &origin); /* nonsense stays in the file */
    assert_true(span.start <= file->len && span.end <= file->len);
}

static void shared_indentation_is_taken_off(void **state)
{
    struct fixture *f = *state;
    const struct ct_source *file = text(f, "card\n      deep\n\n    Bear {G}\n      x\nend\n");
    const struct ct_source *inner = ct_source_dedent(&f->arena, file, (struct ct_span){5, 38});
    const struct ct_source *origin;
    struct ct_span span;

    assert_string_equal(inner->text, "  deep\n\nBear {G}\n  x\n");
    span = ct_source_origin(inner, (struct ct_span){8, 12}, &origin);
    assert_memory_equal(origin->text + span.start, "Bear", 4);
    assert_int_equal(span.end - span.start, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(places_count_code_points, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_not_utf8_is_refused_where_it_stands, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(a_file_that_is_missing_is_reported, setup, teardown),
        cmocka_unit_test_setup_teardown(a_derived_text_knows_where_it_came_from, setup, teardown),
        cmocka_unit_test_setup_teardown(shared_indentation_is_taken_off, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
