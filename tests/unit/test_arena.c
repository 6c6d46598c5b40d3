#include "support.h"

#include "compiler/arena.h"
#include "compiler/intern.h"

static void blocks_are_aligned_zeroed_and_apart(void **state)
{
    struct ct_arena arena;
    unsigned char *last = NULL;

    (void)state;
    ct_arena_init(&arena, 0);
    for (size_t size = 0; size < 3000; size += 7) {
        unsigned char *block = ct_arena_alloc(&arena, size);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(block[i], 0);
        memset(block, 0xff, size);
        assert_ptr_not_equal(block, last);
        last = block;
    }
    ct_arena_free(&arena);
    assert_int_equal(arena.total, 0);
}

static void the_limit_refuses_and_is_remembered(void **state)
{
    struct ct_arena arena;
    size_t got = 0;

    (void)state;
    ct_arena_init(&arena, 100000);
    while (ct_arena_alloc(&arena, 1000))
        got += 1000;
    assert_true(arena.failed);
    assert_true(got > 50000 && got < 100000);
    assert_true(arena.total <= 100000);
    assert_null(ct_arena_array(&arena, SIZE_MAX / 2, 3));
    ct_arena_reset(&arena);
    assert_false(arena.failed);
    assert_non_null(ct_arena_alloc(&arena, 1000));
    ct_arena_free(&arena);
}

static void arrays_grow_and_keep_what_they_hold(void **state)
{
    struct ct_arena arena;
    size_t capacity = 0;
    int *items = NULL;

    (void)state;
    ct_arena_init(&arena, 0);
    for (int i = 0; i < 1000; i++) {
        items = ct_arena_grow(&arena, items, (size_t)i, &capacity, sizeof *items);
        assert_non_null(items);
        items[i] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    assert_string_equal(ct_arena_printf(&arena, "%d %s", 3, "cards"), "3 cards");
    assert_string_equal(ct_arena_strndup(&arena, "Stomp away", 5), "Stomp");
    ct_arena_free(&arena);
}

static void equal_words_have_one_symbol(void **state)
{
    struct ct_intern table;
    char word[16];

    (void)state;
    ct_intern_init(&table);
    assert_int_equal(ct_intern_find(&table, "explore", 7), 0);
    assert_int_equal(ct_intern(&table, "explore", 7), 1);
    for (int i = 0; i < 5000; i++) {
        size_t len = (size_t)snprintf(word, sizeof word, "word %d", i);
        assert_int_equal(ct_intern(&table, word, len), i + 2);
    }
    for (int i = 0; i < 5000; i++) {
        size_t len = (size_t)snprintf(word, sizeof word, "word %d", i);
        assert_int_equal(ct_intern_find(&table, word, len), i + 2);
        assert_string_equal(ct_sym_text(&table, (ct_sym)i + 2), word);
        assert_int_equal(ct_sym_len(&table, (ct_sym)i + 2), len);
    }
    assert_int_equal(ct_intern(&table, "explorer", 7), 1);
    assert_int_not_equal(ct_intern(&table, "explorer", 8), 1);
    assert_int_not_equal(ct_intern(&table, "", 0), 0);
    assert_string_equal(ct_sym_text(&table, 0), "");
    assert_string_equal(ct_sym_text(&table, 99999), "");
    ct_intern_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_aligned_zeroed_and_apart),
        cmocka_unit_test(the_limit_refuses_and_is_remembered),
        cmocka_unit_test(arrays_grow_and_keep_what_they_hold),
        cmocka_unit_test(equal_words_have_one_symbol),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
