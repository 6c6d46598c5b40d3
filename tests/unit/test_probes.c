/* Nothing is read and forgotten: one word changed at a time, over the cards that come along and over a sample of
 * the card data. `./do probe` does the same with all of it. */
#include "corpus.h"

#include "compiler/carddata.h"
#include "compiler/compile.h"
#include "compiler/probe.h"

enum {
    ONE_OF = 40, /* of the card data, one card of so many */
    ALL_KINDS = (1u << CT_PROBE_KINDS) - 1,
};

static void show(void *user, const struct ct_probe_failure *failure)
{
    (void)user;
    print_error("%s: \"%s\" -> \"%s\"%s:\n%s\n", failure->card->name, failure->words,
                failure->instead, failure->caret ? " was refused elsewhere" : "", failure->text);
}

static void expect_clean(const struct ct_probe_report *report)
{
    assert_true(report->cards > 0);
    for (int kind = 0; kind < CT_PROBE_KINDS; kind++) {
        assert_true(report->tried[kind] > 0);
        assert_int_equal(report->failed[kind], 0);
    }
}

static void every_word_of_the_cards_counts(void **state)
{
    struct ct_probe_report report = {0};
    ct_compiler compiler;

    (void)state;
    assert_true(ct_compiler_init(&compiler));
    assert_true(ct_compiler_add_file(&compiler, CT_SOURCE_DIR "/cards/seeds"));
    assert_true(ct_compiler_add_file(&compiler, CT_SOURCE_DIR "/cards/sets"));
    assert_true(ct_compile_definitions(&compiler));
    for (const struct ct_printed_card *card = compiler.pool.cards; card; card = card->next)
        assert_true(ct_probe_card(&compiler, card, ALL_KINDS, &report, show, NULL));
    ct_compiler_fini(&compiler);
    expect_clean(&report);
}

static void every_word_of_a_sample_counts(void **state)
{
    const char *path = ct_test_corpus();
    struct ct_probe_report report = {0};
    struct ct_printed_card *card;
    struct ct_carddata *data;
    struct ct_cardpool pool;
    ct_compiler compiler;
    unsigned long seen = 0;

    (void)state;
    assert_true(ct_compiler_init(&compiler));
    assert_true(ct_compile_definitions(&compiler));
    ct_cardpool_init(&pool, &compiler.diags, 0);
    data = ct_carddata_open(path, &compiler.diags);
    assert_non_null(data);
    while (ct_carddata_next(data, &pool, &card, NULL) != CT_CARDDATA_END) {
        if (card && !card->funny && !card->rebalanced && !card->outside_layout && seen++ % ONE_OF == 0)
            assert_true(ct_probe_card(&compiler, card, ALL_KINDS, &report, show, NULL));
        ct_diags_clear(&compiler.diags);
        ct_cardpool_reset(&pool);
    }
    ct_carddata_close(data);
    ct_cardpool_free(&pool);
    ct_compiler_fini(&compiler);
    expect_clean(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_of_the_cards_counts),
        cmocka_unit_test(every_word_of_a_sample_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
