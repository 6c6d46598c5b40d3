#include "reading.h"

/* Read and printed again, it is the same text. */
static void comes_back(enum ct_text_of of, const char *text)
{
    struct reading r;
    struct ct_render_names names = {"Tessa, Lamp Keeper", "Tessa"};
    char *printed;

    reading_open(&r, names.self, of, text);
    reading_parse(&r);
    if (r.errors) fail_msg("'%s': %s", text, r.diags.first->message);
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
    instant("Search your library for a basic land card, put it onto the battlefield tapped, then "
            "shuffle.");
    instant("Tap or untap target permanent.");
    instant(
        "You may sacrifice a creature. If you do, draw three cards. Otherwise, you lose 2 life.");
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
    instant(
        "Tessa deals 4 damage divided as you choose among one, two, or three target creatures.");
    instant("Draw a card for each Aura attached to it.");
}

static void statements(void **state)
{
    (void)state;
    permanent("An opponent's creatures can't attack you or block this turn.");
    permanent(
        "Other noncreature, nontoken artifacts you control have hexproof and indestructible.");
    permanent(
        "This creature gets +1/+0 as long as you've cast an instant or sorcery spell this turn.");
    permanent("Creature spells you cast with mana value 6 or greater cost {2} less to cast.");
    permanent("If damage would be dealt to Tessa, prevent that damage and put that many +1/+1 "
              "counters on her.");
    permanent("It's a 3/3 Elemental creature that's still a land.");
}

static void ways_of_saying_it(void **state)
{
    (void)state;
    permanent("Other Bears you control enter tapped and attacking.");
    permanent("Whenever a Bear you control becomes blocked by a creature, that creature loses "
              "flying until end of turn.");
    permanent("If an opponent controls more lands than you, this creature gets +2/+2.");
    permanent("You may spend mana as though it were mana of any color.");
    permanent("Protection from black and from the color of your choice");
    permanent("This creature can block only creatures with flying.");
    permanent("Enchanted creature has base power and toughness each equal to the number of cards "
              "in your hand.");
    permanent("Once each turn, you may cast a spell from the top of your library without paying "
              "its mana cost.");
    permanent("The next time a red source of your choice would deal damage to you this turn, "
              "prevent that damage.");
    permanent("This creature attacks each combat if able.");
    permanent("Attacking doesn't cause this creature to tap.");
    instant("Each player discards all the cards in their hand, then draws that many cards.");
    instant("Target creature blocks this creature this turn if able.");
    instant("For each of those creatures, its controller may pay {2}.");
    instant("Choose up to one. You can't choose that mode again.\n\xe2\x80\xa2 Draw a "
            "card.\n\xe2\x80\xa2 You gain 4 life.");
}

static void triggers_and_costs(void **state)
{
    (void)state;
    permanent("When Tessa enters, if she was kicked, exile target permanent until Tessa leaves the "
              "battlefield.");
    permanent("Whenever you cast your second spell each turn, draw a card. This ability triggers "
              "only once each turn.");
    permanent("{1}{G/U}, Discard a card: This creature fights another target creature. Activate "
              "only once each turn.");
    permanent(
        "\xe2\x88\x92"
        "2: Until your next turn, up to one target creature gains \"This creature can't block.\"");
    permanent("Ward\xe2\x80\x94Sacrifice a land.");
    permanent("Lamplight \xe2\x80\x94 At the beginning of combat on your turn, another target "
              "creature you control explores.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions),       cmocka_unit_test(quantities),
        cmocka_unit_test(statements),         cmocka_unit_test(ways_of_saying_it),
        cmocka_unit_test(triggers_and_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
