#include "support.h"

#include "compiler/roundtrip.h"

static void same(const char *text, const char *rendered)
{
    uint32_t at;

    if (!ct_roundtrip_same(text, rendered, "Ellivere of the Wild Court", &at))
        fail_msg("'%s' is not '%s' from byte %u on", text, rendered, at);
}

static void differs(const char *text, const char *rendered, const char *where)
{
    uint32_t at = 0;

    assert_false(ct_roundtrip_same(text, rendered, "Johann, Apprentice Sorcerer", &at));
    assert_string_equal(text + at, where);
}

static void what_makes_no_difference(void **state)
{
    (void)state;
    same("", "");
    same("  Flying ", "flying");
    same("Flying (It can't be blocked.)\nHaste", "Flying\nHaste");
    same("(Reminder text alone.)\nHaste", "Haste");
    same("Haste\n(Reminder text alone.)", "Haste");
    same("Kicker {2} (You may pay.) and more", "Kicker {2} and more");
    same("−2: Draw a card.", "-2: draw a card.");
    same("When Ellivere of the Wild Court enters, draw a card.",
         "When Ellivere of the Wild Court enters, draw a card.");
}

static void what_makes_one(void **state)
{
    (void)state;
    differs("Draw two cards.", "Draw three cards.", "wo cards.");
    differs("Draw a card.", "Draw a card", ".");
    differs("Draw a card", "Draw a card.", "");
    differs("Flying\nHaste", "Flying, haste", "\nHaste");
    differs("Flying\nHaste", "Flying haste", "\nHaste");
    differs("It gains haste.", "Johann gains haste.", "It gains haste.");
    differs("", "Haste", "");
}

static void the_own_name_is_one_word(void **state)
{
    (void)state;
    assert_true(ct_roundtrip_same("Johann gains haste.", "Johann, Apprentice Sorcerer gains haste.",
                                  "Johann, Apprentice Sorcerer", NULL));
    assert_false(ct_roundtrip_same("Johannes gains haste.", "Johann gains haste.",
                                   "Johann, Apprentice Sorcerer", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_makes_no_difference),
        cmocka_unit_test(what_makes_one),
        cmocka_unit_test(the_own_name_is_one_word),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
