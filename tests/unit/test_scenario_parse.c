/* Scenarios as text: what is understood, and for what is not, the code and the exact place. */
#include "support.h"

#include "compiler/scenario_load.h"

static const char cards[] = "card\n"
                            "  Bear {1}{G}\n"
                            "  Creature — Bear\n"
                            "  2/2\n"
                            "\n"
                            "  Old Giant {2}{R}\n"
                            "  Creature — Giant\n"
                            "  4/3\n"
                            "  //\n"
                            "  Stamp {1}{R}\n"
                            "  Instant — Adventure\n"
                            "  Stamp deals 2 damage to any target.\n"
                            "end\n";

/* The cards, a scenario's head and these lines. */
static bool open_lines(struct ct_sc_session *session, const char *lines)
{
    char text[8192];

    snprintf(text, sizeof text, "%sscenario \"x\"\n%s", cards, lines);
    return ct_sc_open_text(session, "test", text, strlen(text));
}

static unsigned line_of(const char *prefix)
{
    unsigned lines = 1;

    for (; *prefix; prefix++)
        lines += *prefix == '\n';
    return lines;
}

/* LINES have one error: CODE, on line LINE of them (from 1), at COLUMN. */
static void expect_error(const char *lines, enum ct_code code, unsigned line, unsigned column)
{
    struct ct_sc_session session;
    struct ct_place place;

    open_lines(&session, lines);
    if (session.diags.errors != 1) ct_diags_print(stderr, &session.diags, CT_DIAG_TEXT);
    assert_int_equal(session.diags.errors, 1);
    assert_int_equal(session.diags.first->code, code);
    place = ct_source_place(session.diags.first->source, session.diags.first->span.start);
    assert_int_equal(place.line, line_of(cards) + line);
    assert_int_equal(place.column, column);
    ct_sc_close(&session);
}

/* One phrase in a section, and nothing is wrong. The session is the caller's to close. */
static const struct ct_sc_phrase *phrase_in(struct ct_sc_session *session, const char *section,
                                            const char *phrase)
{
    char lines[2048];

    snprintf(lines, sizeof lines, "%s\n  %s\nthen\n  the stack is empty\n", section, phrase);
    open_lines(session, lines);
    if (session->diags.errors) ct_diags_print(stderr, &session->diags, CT_DIAG_TEXT);
    assert_int_equal(session->diags.errors, 0);
    assert_non_null(session->file);
    assert_non_null(session->file->scenarios->phrases);
    return session->file->scenarios->phrases;
}

static void a_cast_has_its_clauses(void **state)
{
    struct ct_sc_session session;
    const struct ct_sc_phrase *phrase =
        phrase_in(&session, "when",
                  "Alice casts Stamp from exile targeting Bob and the second Bear, with X = 3, "
                  "sacrificing Bob's Bear, and without paying its mana cost");
    const struct ct_sc_clause *c = phrase->clauses;

    (void)state;
    assert_int_equal(phrase->kind, CT_SC_CASTS);
    assert_int_equal(phrase->player, 1);
    assert_string_equal(phrase->things->words->text, "Stamp");
    assert_int_equal(c->kind, CT_SC_C_FROM);
    assert_int_equal(c->zone.kind, CT_SC_EXILE);
    c = c->next;
    assert_int_equal(c->kind, CT_SC_C_TARGETING);
    assert_int_equal(c->things->kind, CT_SC_T_PLAYER);
    assert_int_equal(c->things->player, 2);
    assert_int_equal(c->things->next->ordinal, 2);
    assert_null(c->things->next->next);
    c = c->next;
    assert_int_equal(c->kind, CT_SC_C_X);
    assert_int_equal(c->value, 3);
    c = c->next;
    assert_int_equal(c->kind, CT_SC_C_PICKING);
    assert_int_equal(c->value, CT_SC_V_SACRIFICE);
    assert_int_equal(c->things->player, 2);
    c = c->next;
    assert_int_equal(c->kind, CT_SC_C_FREE);
    assert_null(c->next);
    ct_sc_close(&session);
}

static void possessions_keep_their_zones(void **state)
{
    struct ct_sc_session session;
    const struct ct_sc_phrase *phrase =
        phrase_in(&session, "given",
                  "Alice has two Bears and Old Giant in hand, 3 life and {R}{R} in her mana pool");
    const struct ct_sc_elem *e = phrase->elems;

    (void)state;
    assert_int_equal(e->kind, CT_SC_E_OBJECTS);
    assert_int_equal(e->count, 2);
    assert_string_equal(e->words->text, "Bear");
    assert_int_equal(e->zone.kind, CT_SC_ZONE_NONE);
    e = e->next;
    assert_int_equal(e->count, -1);
    assert_int_equal(e->zone.kind, CT_SC_HAND);
    e = e->next;
    assert_int_equal(e->kind, CT_SC_E_LIFE);
    assert_int_equal(e->count, 3);
    e = e->next;
    assert_int_equal(e->kind, CT_SC_E_MANA);
    assert_string_equal(e->text, "{R}{R}");
    assert_null(e->next);
    ct_sc_close(&session);
}

static void counters_belong_to_what_stands_before_them(void **state)
{
    struct ct_sc_session session;
    const struct ct_sc_phrase *phrase = phrase_in(
        &session, "given",
        "Bob controls a tapped Bear with two +1/+1 counters and a shield counter, and Old Giant");
    const struct ct_sc_elem *e = phrase->elems;

    (void)state;
    assert_string_equal(e->with->text, "+1/+1");
    assert_int_equal(e->with->count, 2);
    assert_string_equal(e->with->next->text, "shield");
    assert_int_equal(e->words->kind, CT_SC_W_STATE);
    assert_string_equal(e->next->words->text, "Old Giant");
    assert_null(e->next->next);
    ct_sc_close(&session);
}

static void a_deeper_line_goes_on(void **state)
{
    struct ct_sc_session session;
    const struct ct_sc_phrase *phrase =
        phrase_in(&session, "when", "Alice casts Stamp\n      targeting Bob # him");

    (void)state;
    assert_int_equal(phrase->clauses->kind, CT_SC_C_TARGETING);
    assert_int_equal(phrase->next->section, CT_SC_THEN);
    ct_sc_close(&session);
}

static void blockers_of_several_attackers(void **state)
{
    struct ct_sc_session session;
    const struct ct_sc_phrase *phrase = phrase_in(&session, "when",
                                                  "Bob blocks Bear with Old Giant and the second "
                                                  "Bear, and the third Bear with the fourth Bear");
    const struct ct_sc_pair *pair = phrase->pairs;

    (void)state;
    assert_null(pair->first->ordinal ? pair->first : NULL);
    assert_ptr_equal(pair->next->first, pair->first);
    assert_int_equal(pair->next->second->ordinal, 2);
    assert_int_equal(pair->next->next->first->ordinal, 3);
    assert_int_equal(pair->next->next->second->ordinal, 4);
    ct_sc_close(&session);
}

/* Every phrase of the reference that has a form of its own is read. */
static void phrases_are_read(void **state)
{
    static const struct {
        const char *section, *phrase;
        enum ct_sc_phrase_kind kind;
    } all[] = {
        {"given", "it is Bob's upkeep", CT_SC_STEP_IS},
        {"given", "it is turn 7", CT_SC_STEP_IS},
        {"given", "it is Bob's end step of turn 4", CT_SC_STEP_IS},
        {"given", "Alice has unlimited mana", CT_SC_PLAYER_HAS},
        {"given", "Alice has no cards in hand", CT_SC_PLAYER_HAS},
        {"given", "Bob controls Old Giant owned by Alice", CT_SC_PLAYER_CONTROLS},
        {"given", "Bob controls Bear as a copy of Old Giant", CT_SC_PLAYER_CONTROLS},
        {"given", "Wicked is attached to Bear", CT_SC_OBJECT_ATTACHED},
        {"given", "Bear is summoning sick", CT_SC_OBJECT_IS},
        {"given", "Alice has played a land this turn", CT_SC_PLAYED_LAND},
        {"when", "Alice plays \"Bear\" from the top of her library", CT_SC_PLAYS},
        {"when", "Alice activates Bear's +1 ability", CT_SC_ACTIVATES},
        {"when", "Alice activates Bear's −2 ability", CT_SC_ACTIVATES},
        {"when", "Alice activates the second ability of Bear", CT_SC_ACTIVATES},
        {"when", "Alice taps Bear for {G}", CT_SC_TAPS_FOR_MANA},
        {"when", "Alice taps Bear for mana", CT_SC_TAPS_FOR_MANA},
        {"when", "Alice taps Bear and Old Giant", CT_SC_PICKS},
        {"when", "Alice attacks with Bear attacking Bob and Old Giant", CT_SC_ATTACKS},
        {"when", "Alice doesn't attack", CT_SC_ATTACKS},
        {"when", "Bob doesn't block", CT_SC_BLOCKS},
        {"when", "Bob passes", CT_SC_PASSES},
        {"when", "Bob concedes", CT_SC_CONCEDES},
        {"when", "Alice chooses the name Stamp", CT_SC_CHOOSES},
        {"when", "Alice names \"Old Giant\"", CT_SC_CHOOSES},
        {"when", "Alice chooses modes 1 and 3", CT_SC_CHOOSES},
        {"when", "Alice chooses a +1/+1 counter", CT_SC_CHOOSES},
        {"when", "Alice chooses flying", CT_SC_CHOOSES},
        {"when", "Alice chooses nothing", CT_SC_CHOOSES},
        {"when", "Alice does", CT_SC_DOES},
        {"when", "Alice doesn't", CT_SC_DOES_NOT},
        {"when", "Bob pays {2}", CT_SC_PAYS},
        {"when", "Bob doesn't pay", CT_SC_PAYS_NOT},
        {"when", "Alice discards Bear", CT_SC_PICKS},
        {"when", "Alice puts Bear into her graveyard", CT_SC_PUTS},
        {"when", "Alice puts Bear on the bottom", CT_SC_PUTS},
        {"when", "Alice leaves Bear on top", CT_SC_LEAVES},
        {"when", "Alice orders Bear's ability and Old Giant's triggered ability", CT_SC_ORDERS},
        {"when", "Bob applies Bear", CT_SC_APPLIES},
        {"when", "Alice divides 2 to Bear and 1 to Bob", CT_SC_DIVIDES},
        {"when", "Alice keeps the second Monster", CT_SC_KEEPS},
        {"when", "Alice finds nothing", CT_SC_FINDS},
        {"when", "the stack resolves", CT_SC_STACK_RESOLVES},
        {"when", "the top of the stack resolves", CT_SC_TOP_RESOLVES},
        {"when", "Stamp resolves", CT_SC_OBJECT_RESOLVES},
        {"when", "Bear's ability resolves", CT_SC_OBJECT_RESOLVES},
        {"when", "the game moves to Alice's next precombat main phase", CT_SC_MOVES_TO},
        {"when", "the game moves to the next turn", CT_SC_MOVES_TO},
        {"when", "combat is over", CT_SC_MOVES_TO},
        {"then", "Bear and Old Giant are on the battlefield", CT_SC_OBJECT_IN},
        {"then", "Bear is second from the top of Alice's library", CT_SC_OBJECT_IN},
        {"then", "at least two Roles are on the battlefield", CT_SC_COUNT_IN},
        {"then", "no card is in exile", CT_SC_COUNT_IN},
        {"then", "Wicked is nowhere", CT_SC_OBJECT_NOWHERE},
        {"then", "Alice's library is Bear and Old Giant", CT_SC_ZONE_IS},
        {"then", "exile is empty", CT_SC_ZONE_IS},
        {"then", "Bob has won", CT_SC_HAS_WON},
        {"then", "Bob hasn't lost", CT_SC_HAS_LOST},
        {"then", "Alice has priority", CT_SC_HAS_PRIORITY},
        {"then", "the game is a draw", CT_SC_GAME_DRAWN},
        {"then", "the game is not over", CT_SC_GAME_OVER},
        {"then", "Bear's ability targets Alice and Bear", CT_SC_TARGETS},
        {"then", "Bear triggered twice", CT_SC_TRIGGERED},
        {"then", "Bear hasn't triggered", CT_SC_TRIGGERED},
        {"then", "Bear is attacking Bob", CT_SC_OBJECT_ATTACKS},
        {"then", "Bear is blocking Old Giant", CT_SC_OBJECT_BLOCKS},
        {"then", "Bear is controlled by Bob", CT_SC_CONTROLLED_BY},
        {"then", "Bear is owned by Alice", CT_SC_OWNED_BY},
        {"then", "Bear's mana cost is none", CT_SC_CHARACTERISTIC},
        {"then", "Bear's subtypes are Bear and \"Role\"", CT_SC_CHARACTERISTIC},
        {"then", "Stamp's subtypes are Adventure", CT_SC_CHARACTERISTIC},
        {"then", "Bear is a 3/3 white creature card", CT_SC_OBJECT_IS},
        {"then", "Bear isn't tapped", CT_SC_OBJECT_IS},
        {"then", "Bear has flying, protection from red and ward {2}", CT_SC_OBJECT_HAS},
        {"then", "Bear has an Adventure", CT_SC_OBJECT_HAS},
        {"then", "Bear doesn't have Wicked attached", CT_SC_OBJECT_HAS},
        {"then", "Alice may cast Stamp targeting Bob from exile", CT_SC_MAY},
        {"then", "Bob can't block Bear with Old Giant", CT_SC_MAY},
        {"then", "Alice is asked whether", CT_SC_IS_ASKED},
        {"then", "no decision is pending", CT_SC_NONE_ASKED},
        {"then", "the log ends with \"Bear dies.\", \"Alice draws a card.\"", CT_SC_LOG_ENDS},
        {"then", "the log says \"Bear dies.\" twice", CT_SC_LOG_SAYS},
        {"then", "the log says \"Bear dies.\" before \"Bear explores.\"", CT_SC_LOG_ORDER},
    };

    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        struct ct_sc_session session;
        const struct ct_sc_phrase *phrase = phrase_in(&session, all[i].section, all[i].phrase);

        if (phrase->kind != all[i].kind) print_error("%s\n", all[i].phrase);
        assert_int_equal(phrase->kind, all[i].kind);
        ct_sc_close(&session);
    }
}

static void what_is_wrong_has_its_place(void **state)
{
    (void)state;
    expect_error("when\n  Alice casts Stomp targeting Bob\nthen\n  Bob has 18 life\n",
                 CT_ERR_SCENARIO_NAME, 2, 15);
    expect_error("when\n  Alice casts Stamp aiming Bob\nthen\n  Bob has 18 life\n",
                 CT_ERR_SCENARIO_SYNTAX, 2, 21);
    expect_error("when\n  Alice flummoxes Bob\nthen\n  Bob has 18 life\n", CT_ERR_SCENARIO_SYNTAX,
                 2, 9);
    expect_error("then\n  Bob has 18 lifes\n", CT_ERR_SCENARIO_SYNTAX, 2, 14);
    expect_error("then\n  Bob has\n  Alice has 3 life\n", CT_ERR_SCENARIO_SYNTAX, 2, 9);
    expect_error("then\n  Bear is Bear's\n", CT_ERR_SCENARIO_SYNTAX, 2, 15);
    expect_error("then\n  the log says \"Bear dies\n", CT_ERR_SCENARIO_QUOTE, 2, 16);
    expect_error("then\n  Bob has 18 life; 3\n", CT_ERR_SCENARIO_SYNTAX, 2, 18);
    expect_error("given\n  Alice casts Stamp\nthen\n  Bob has 18 life\n", CT_ERR_SCENARIO_SYNTAX, 2,
                 3);
    expect_error("when\n  Bob has 18 life\nthen\n  Bob has 18 life\n", CT_ERR_SCENARIO_SYNTAX, 2,
                 3);
    expect_error("when\n  Bob passes\ngiven\n  Bob has 18 life\nthen\n  Bob has 18 life\n",
                 CT_ERR_SCENARIO_SYNTAX, 3, 1);
    expect_error("when\n  Bob passes\n", CT_ERR_SCENARIO_EMPTY, 0, 1);
    expect_error("then\n  Bob has 18 life\nstrict\n", CT_ERR_SCENARIO_SYNTAX, 3, 1);
    expect_error("then\n  Bob has 18 life\nscenario \"x\"\nthen\n  Bob has 18 life\n",
                 CT_ERR_SCENARIO_NAME_TAKEN, 3, 1);
    expect_error("cards \"no/such/file.cards\"\nthen\n  Bob has 18 life\n", CT_ERR_CANNOT_READ, 1,
                 7);
    expect_error("card\nBear {G}\nthen\n  Bob has 18 life\n", CT_ERR_SCENARIO_QUOTE, 1, 1);
}

/* A line that is wrong spoils its own scenario and no other. */
static void other_scenarios_stay_good(void **state)
{
    struct ct_sc_session session;

    (void)state;
    assert_true(open_lines(&session, "then\n  Bob is flummoxed\n  Bob has gone\n"
                                     "scenario \"y\"\nthen\n  Bob has 20 life\n"));
    assert_int_equal(session.diags.errors, 2);
    assert_true(session.file->scenarios->broken);
    assert_false(session.file->scenarios->next->broken);
    ct_sc_close(&session);
}

static void hostile_text_is_an_error_or_nothing(void **state)
{
    static const char *const texts[] = {
        "",
        "\n\n\n",
        "scenario",
        "scenario \"",
        "card",
        "card\n",
        "card\nend",
        "end",
        "given",
        "then then",
        "scenario \"x\"\ngiven\n  \"",
        "scenario \"x\"\nthen\n 's 's 's",
        "scenario \"x\"\nthen\n {}{}{}",
        "scenario \"x\"\nthen\n  Alice has 999999999999999999 life",
        "scenario \"x\"\nthen\n  the the the",
        "scenario \"x\"\nwhen\n  Bob blocks Alice with Bob",
        "scenario \"x\"\nwhen\n Alice casts X with X = X",
        "scenario \"\\",
        "cards \"",
        "cards \"/\"",
        "ruling A01",
        "seed 1",
        "strict",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct ct_sc_session session;

        ct_sc_open_text(&session, "test", texts[i], strlen(texts[i]));
        ct_sc_close(&session);
    }
}

static void a_long_phrase_is_refused(void **state)
{
    struct ct_sc_session session;
    char *text = malloc(400000);
    size_t used;

    (void)state;
    assert_non_null(text);
    used = (size_t)sprintf(text, "scenario \"x\"\nthen\n  exile is Alice");
    for (int i = 0; i < 30000; i++)
        used += (size_t)sprintf(text + used, ", Alice");
    ct_sc_open_text(&session, "test", text, used);
    assert_int_equal(session.diags.errors, 1);
    assert_int_equal(session.diags.first->code, CT_ERR_SCENARIO_SYNTAX);
    ct_sc_close(&session);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cast_has_its_clauses),
        cmocka_unit_test(possessions_keep_their_zones),
        cmocka_unit_test(counters_belong_to_what_stands_before_them),
        cmocka_unit_test(a_deeper_line_goes_on),
        cmocka_unit_test(blockers_of_several_attackers),
        cmocka_unit_test(phrases_are_read),
        cmocka_unit_test(what_is_wrong_has_its_place),
        cmocka_unit_test(other_scenarios_stay_good),
        cmocka_unit_test(hostile_text_is_an_error_or_nothing),
        cmocka_unit_test(a_long_phrase_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
