/* What the compiler makes of whole files: sets that the verifier accepts, cards that leave nothing
 * behind when they are declined, and the same result every time. */
#include "corpus.h"

#include "compiler/carddata.h"
#include "compiler/codehash.h"
#include "compiler/compile.h"
#include "runtime/verify.h"

#include <unistd.h>

static void expect_no_errors(const ct_compiler *compiler)
{
    if (compiler->diags.errors) ct_diags_print(stdout, &compiler->diags, CT_DIAG_TEXT);
    assert_int_equal(compiler->diags.errors, 0);
}

static void expect_verified(const ct_set *set)
{
    ct_verify_error error;
    char message[256];

    assert_non_null(set);
    if (!ct_verify(set, &error)) fail_msg("%s", ct_verify_message(&error, message, sizeof message));
}

/* A set of the text's cards; the caller frees it. */
static ct_set *compile(const char *text)
{
    ct_compiler *compiler = ct_compiler_new();
    ct_set *set;

    assert_non_null(compiler);
    ct_compiler_add_text(compiler, "test.cards", text, strlen(text));
    set = ct_compiler_finish(compiler);
    expect_no_errors(compiler);
    ct_compiler_free(compiler);
    return set;
}

static void the_cards_that_come_along_compile(void **state)
{
    ct_compiler *compiler = ct_compiler_new();
    ct_set *set;

    (void)state;
    assert_true(ct_compiler_add_file(compiler, CT_SOURCE_DIR "/cards"));
    set = ct_compiler_finish(compiler);
    expect_no_errors(compiler);
    expect_verified(set);
    assert_true(set->ncard >= 60);
    ct_set_free(set);
    ct_compiler_free(compiler);
}

static void a_declined_card_leaves_nothing(void **state)
{
    static const char good[] = "Plain Bear {1}{G}\nCreature — Bear\nTrample\n2/2\n\n";
    static const char bad[] = "Odd Bear {1}{G}\nCreature — Bear\nWhen this creature enters, draw a "
                              "card.\nGleeps.\n2/2\n\n";
    static const char last[] =
        "Last Bear {G}\nCreature — Bear\nWhen this creature enters, you gain 2 life.\n1/1\n";
    ct_compiler compiler;
    char text[512];
    ct_set *alone, *set;
    struct ct_compiled result;

    (void)state;
    snprintf(text, sizeof text, "%s%s", good, last);
    alone = compile(text);
    assert_true(ct_compiler_init(&compiler));
    snprintf(text, sizeof text, "%s%s%s", good, bad, last);
    ct_compiler_add_text(&compiler, "test.cards", text, strlen(text));
    assert_true(ct_compile_definitions(&compiler));
    for (const struct ct_printed_card *card = compiler.pool.cards; card; card = card->next)
        assert_int_equal(ct_compile_card(&compiler, card, 0, &result), card->name[0] != 'O');
    set = ct_emit_finish(&compiler.emit);
    expect_verified(set);
#define S(name, type) assert_int_equal(set->n##name, alone->n##name);
    CT_SECTIONS(S)
#undef S
    ct_set_free(set);
    ct_set_free(alone);
    ct_compiler_fini(&compiler);
}

static uint64_t code_of(const char *text)
{
    ct_set *set = compile(text);
    uint64_t code = ct_code_hash(set, set->ncard - 1);

    ct_set_free(set);
    return code;
}

static void code_depends_on_what_a_card_does_alone(void **state)
{
    (void)state;
    uint64_t code =
        code_of("Bear {1}{G}\nCreature — Bear\nWhen this creature enters, draw a card.\n2/2\n");

    assert_true(code == code_of("# elsewhere\n\nElk {1}{G}\nCreature — Elk\nTrample\n2/2\n\n"
                                "Another Bear {1}{G}\nCreature — Bear\nWhen this creature enters, "
                                "draw a card. (It does.)\n2/2\n"));
    assert_true(
        code !=
        code_of("Bear {1}{G}\nCreature — Bear\nWhen this creature enters, draw two cards.\n2/2\n"));
    assert_true(
        code !=
        code_of("Bear {1}{G}\nCreature — Bear\nWhen this creature dies, draw a card.\n2/2\n"));
    assert_true(
        code !=
        code_of("Bear {1}{R}\nCreature — Bear\nWhen this creature enters, draw a card.\n2/2\n"));
    assert_true(
        code !=
        code_of("Bear {1}{G}\nCreature — Bear\nWhen this creature enters, draw a card.\n2/3\n"));
}

/* Whatever of the corpus compiles is a set that the verifier accepts. */
static void what_compiles_is_verified(void **state)
{
    const char *path = ct_test_corpus();
    struct ct_carddata *data;
    struct ct_printed_card *card;
    ct_compiler compiler;
    ct_set *set;

    (void)state;
    assert_true(ct_compiler_init(&compiler));
    ct_compile_definitions(&compiler);
    data = ct_carddata_open(path, &compiler.diags);
    while (ct_carddata_next(data, &compiler.pool, &card, NULL) != CT_CARDDATA_END) {
        struct ct_compiled result;
        if (card && !card->outside_layout) ct_compile_card(&compiler, card, 0, &result);
        ct_diags_clear(&compiler.diags);
    }
    ct_carddata_close(data);
    set = ct_emit_finish(&compiler.emit);
    expect_verified(set);
    assert_true(set->ncard > 1000);
    ct_set_free(set);
    ct_compiler_fini(&compiler);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cards_that_come_along_compile),
        cmocka_unit_test(a_declined_card_leaves_nothing),
        cmocka_unit_test(code_depends_on_what_a_card_does_alone),
        cmocka_unit_test(what_compiles_is_verified),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
