/* The report of coverage: what is counted, and the JSON that others build on. */
#include "support.h"

#include "compiler/carddata.h"
#include "compiler/coverage.h"

#include <jansson.h>
#include <unistd.h>

#define CARD(name, set, status, text, more)                                                        \
    "{\"name\":\"" name                                                                            \
    "\",\"layout\":\"normal\",\"mana_cost\":\"{G}\",\"type_line\":\"Sorcery\","                    \
    "\"oracle_text\":\"" text "\",\"sets\":[\"" set "\"],\"text_status\":\"" status "\"" more      \
    "}\n"

static const char data[] = CARD("Good", "AAA", "current", "Draw two cards.", "")
    CARD("Scout", "AAA", "current-transcribed",
         "Target creature you control explores. (It may have flying.)",
         "") CARD("Bad", "BBB", "modernized-2022", "Draw two cards.\\nDestroy target creture.", "")
        CARD("Worse", "BBB", "modernized-2022", "Destroy target creture.", "")
            CARD("Joke", "BBB", "current", "Destroy target joke.",
                 ",\"funny\":true") "{\"name\":\"Plan\",\"layout\":\"scheme\",\"mana_cost\":\"\","
                                    "\"type_line\":\"Scheme\",\"oracle_text\":\"\"}\n";

/* Compiles the data and writes either report into a string, which the caller frees. */
static char *report(bool per_card)
{
    ct_compiler *compiler = ct_compiler_new();
    struct ct_coverage coverage;
    char *path = ct_test_file(".jsonl", data, strlen(data)), *text;
    struct ct_carddata *reader;
    struct ct_printed_card *card;
    FILE *out = tmpfile();
    const char *name;

    assert_non_null(compiler);
    assert_true(ct_compile_definitions(compiler));
    ct_coverage_init(&coverage);
    reader = ct_carddata_open(path, &compiler->diags);
    while (ct_carddata_next(reader, &compiler->pool, &card, &name) == CT_CARDDATA_CARD) {
        struct ct_compiled result;
        const struct ct_diag *why;
        ct_compile_card(compiler, card, CT_COMPILE_CODE | CT_COMPILE_FORGET, &result);
        why = compiler->diags.first;
        ct_coverage_add(&coverage, card, &result, why);
        if (per_card) ct_coverage_card(out, name, card, &result, why);
        ct_diags_clear(&compiler->diags);
    }
    if (!per_card) ct_coverage_json(out, &coverage, 10);
    text = ct_test_contents(out);
    fclose(out);
    ct_carddata_close(reader);
    ct_coverage_free(&coverage);
    ct_compiler_free(compiler);
    unlink(path);
    free(path);
    return text;
}

static void expect_counts(const json_t *object, int cards, int parsed, int compiled)
{
    assert_non_null(object);
    assert_int_equal(json_integer_value(json_object_get(object, "cards")), cards);
    assert_int_equal(json_integer_value(json_object_get(object, "parsed")), parsed);
    assert_int_equal(json_integer_value(json_object_get(object, "compiled")), compiled);
    assert_int_equal(json_integer_value(json_object_get(object, "roundtrip")), compiled);
}

static void cards_are_counted_where_they_belong(void **state)
{
    char *text = report(false);
    json_t *object = json_loads(text, 0, NULL);
    const json_t *sets = json_object_get(object, "by_set"), *blocker;

    (void)state;
    expect_counts(object, 4, 2, 2);
    expect_counts(json_object_get(object, "current"), 2, 2, 2);
    assert_int_equal(json_integer_value(json_object_get(object, "outside")), 2);
    assert_int_equal(json_object_size(sets), 2);
    expect_counts(json_object_get(sets, "AAA"), 2, 2, 2);
    expect_counts(json_object_get(sets, "BBB"), 2, 0, 0);
    expect_counts(json_object_get(json_object_get(object, "by_mechanic"), "explore"), 1, 1, 1);
    /* Reminder text is no mechanic. */
    assert_null(json_object_get(json_object_get(object, "by_mechanic"), "flying"));
    assert_int_equal(json_array_size(json_object_get(object, "blockers")), 1);
    blocker = json_array_get(json_object_get(object, "blockers"), 0);
    assert_string_equal(json_string_value(json_object_get(blocker, "reason")), "E0301");
    assert_string_equal(json_string_value(json_object_get(blocker, "phrase")),
                        "destroy target [creture]");
    assert_int_equal(json_integer_value(json_object_get(blocker, "cards")), 2);
    json_decref(object);
    free(text);
}

static void each_card_has_a_line(void **state)
{
    char *text = report(true), *line = text;
    json_t *good, *bad = NULL;

    (void)state;
    line[strcspn(line, "\n")] = '\0';
    good = json_loads(line, 0, NULL);
    assert_string_equal(json_string_value(json_object_get(good, "name")), "Good");
    assert_true(json_is_true(json_object_get(good, "compiled")));
    assert_true(json_is_true(json_object_get(good, "roundtrip")));
    assert_int_equal(strlen(json_string_value(json_object_get(good, "code"))), 16);
    assert_null(json_object_get(good, "reason"));
    for (int i = 0; i < 2; i++) {
        line += strlen(line) + 1;
        line[strcspn(line, "\n")] = '\0';
        json_decref(bad);
        bad = json_loads(line, 0, NULL);
    }
    assert_string_equal(json_string_value(json_object_get(bad, "name")), "Bad");
    assert_true(json_is_false(json_object_get(bad, "compiled")));
    assert_true(json_is_null(json_object_get(bad, "code")));
    assert_int_equal(strncmp(json_string_value(json_object_get(bad, "reason")), "E0301", 5), 0);
    assert_int_equal(json_integer_value(json_object_get(bad, "line")), 2);
    assert_int_equal(json_integer_value(json_object_get(bad, "column")), 16);
    assert_string_equal(json_string_value(json_object_get(bad, "phrase")), "creture");
    json_decref(good);
    json_decref(bad);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_counted_where_they_belong),
        cmocka_unit_test(each_card_has_a_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
