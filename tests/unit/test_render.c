#include "reading.h"

/* Read and printed again, it is the same text. */
static void comes_back(enum ct_text_of of, const char *text)
{
    struct reading r;
    struct ct_render_names names = {"Tessa, Lamp Keeper", "Tessa"};
    char *printed;

    reading_open(&r, names.self, of, text);
    reading_parse(&r);
    if (r.errors)
        fail_msg("'%s': %s", text, r.diags.first->message);
    printed = ct_render(&r.arena, r.lexicon, &names, r.tree, NULL);
    assert_non_null(printed);
    assert_string_equal(printed, text);
    reading_close(&r);
}

static void permanent(const char *text)
{
    comes_back(CT_TEXT_PERMANENT, text);
}

static void instant(const char *text)
{
    comes_back(CT_TEXT_SPELL, text);
}

static void instructions(void **state)
{
    (void)state;
    instant("Destroy target creature.");
    instant("Destroy all artifacts and enchantments.");
    instant("Target player draws a card, then discards a card at random.");
    instant("Exile target attacking or blocking creature.");
    instant("Return up to two target creature cards from your graveyard to your hand.");
    instant("Search your library for a basic land card, put it onto the battlefield tapped, then shuffle.");
    instant("Tap or untap target permanent.");
    instant("You may sacrifice a creature. If you do, draw three cards. Otherwise, you lose 2 life.");
    instant("Put one into your hand and the other into your graveyard.");
    instant("Choose one \xe2\x80\x94\n\xe2\x80\xa2 Draw a card.\n\xe2\x80\xa2 You gain 4 life.");
}

static void quantities(void **state)
{
    (void)state;
    instant("Draw X cards, where X is the number of creatures you control.");
    instant("You gain life equal to twice its power.");
    instant("Target opponent loses half their life, rounded up.");
    instant("Create a number of Food tokens equal to the damage dealt this way.");
    instant("Tessa deals 4 damage divided as you choose among one, two, or three target creatures.");
    instant("Draw a card for each Aura attached to it.");
}

static void statements(void **state)
{
    (void)state;
    permanent("An opponent's creatures can't attack you or block this turn.");
    permanent("Other noncreature, nontoken artifacts you control have hexproof and indestructible.");
    permanent("This creature gets +1/+0 as long as you've cast an instant or sorcery spell this turn.");
    permanent("Creature spells you cast with mana value 6 or greater cost {2} less to cast.");
    permanent("If damage would be dealt to Tessa, prevent that damage and put that many +1/+1 counters on her.");
    permanent("It's a 3/3 Elemental creature that's still a land.");
}

static void triggers_and_costs(void **state)
{
    (void)state;
    permanent("When Tessa enters, if she was kicked, exile target permanent until Tessa leaves the battlefield.");
    permanent("Whenever you cast your second spell each turn, draw a card. This ability triggers only once each turn.");
    permanent("{1}{G/U}, Discard a card: This creature fights another target creature. Activate only once each turn.");
    permanent("\xe2\x88\x92" "2: Until your next turn, up to one target creature gains \"This creature can't block.\"");
    permanent("Ward\xe2\x80\x94Sacrifice a land.");
    permanent("Lamplight \xe2\x80\x94 At the beginning of combat on your turn, another target creature you control explores.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions),
        cmocka_unit_test(quantities),
        cmocka_unit_test(statements),
        cmocka_unit_test(triggers_and_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
