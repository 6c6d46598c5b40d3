/* Scenarios that are played: what holds, and each way in which one fails, with its line. */
#include "support.h"

#include "compiler/scenario_run.h"

static const char cards[] = "card\n"
                            "  Bear {1}{G}\n"
                            "  Creature — Bear\n"
                            "  2/2\n"
                            "\n"
                            "  Nurse {W}\n"
                            "  Creature — Human Cleric\n"
                            "  When this creature enters, you may gain 3 life.\n"
                            "  1/1\n"
                            "\n"
                            "  Flame {R}\n"
                            "  Instant\n"
                            "  Flame deals 2 damage to any target.\n"
                            "\n"
                            "  Forest\n"
                            "  Basic Land — Forest\n"
                            "end\n";

static unsigned line_of(const char *prefix)
{
    unsigned lines = 1;

    for (; *prefix; prefix++)
        lines += *prefix == '\n';
    return lines;
}

struct outcome {
    bool passed;
    enum ct_code code;
    unsigned line; /* of the lines that were given */
    bool has_position;
};

static struct outcome play_text(const char *text)
{
    struct ct_sc_session session;
    struct ct_diags diags;
    struct outcome outcome = {0};

    ct_diags_init(&diags);
    if (!ct_sc_open_text(&session, "test", text, strlen(text)) || session.diags.errors)
        ct_diags_print(stderr, &session.diags, CT_DIAG_TEXT);
    assert_non_null(session.file);
    assert_int_equal(session.diags.errors, 0);
    outcome.passed = ct_sc_play(&session, session.file->scenarios, NULL, &diags);
    if (diags.first) {
        outcome.code = diags.first->code;
        outcome.line =
            ct_source_place(session.source, diags.first->span.start).line - line_of(cards);
        outcome.has_position = diags.first->notes && strstr(diags.first->notes->text, "Alice: ");
    }
    assert_int_equal(diags.errors, outcome.passed ? 0 : 1);
    ct_diags_free(&diags);
    ct_sc_close(&session);
    return outcome;
}

static struct outcome play_lines(const char *lines)
{
    char text[8192];

    snprintf(text, sizeof text, "%sscenario \"x\"\n%s", cards, lines);
    return play_text(text);
}

static void expect_pass(const char *lines)
{
    struct outcome outcome = play_lines(lines);

    if (!outcome.passed) print_error("line %u: E%04d\n", outcome.line, (int)outcome.code);
    assert_true(outcome.passed);
}

static void expect_failure(const char *lines, enum ct_code code, unsigned line)
{
    struct outcome outcome = play_lines(lines);

    if (outcome.code != code || outcome.line != line)
        print_error("%sline %u: E%04d\n", lines, outcome.line, (int)outcome.code);
    assert_false(outcome.passed);
    assert_int_equal(outcome.code, code);
    assert_int_equal(outcome.line, line);
    assert_true(outcome.has_position);
}

static void what_is_so_passes(void **state)
{
    (void)state;
    expect_pass("given\n  Alice has Flame in hand and unlimited mana\nwhen\n  Alice casts Flame "
                "targeting Bob\n"
                "  the stack resolves\nthen\n  Bob has 18 life\n");
    expect_pass("given\n  Alice has Nurse in hand and unlimited mana\nwhen\n  Alice casts Nurse\n"
                "  the stack resolves\nthen\n  Alice is asked whether\nwhen\n  Alice does\nthen\n"
                "  Alice has 23 life\n");
}

/* The same assertions the other way round. */
static void what_is_not_so_fails(void **state)
{
    (void)state;
    expect_failure("then\n  Bob has 19 life\n", CT_ERR_SCENARIO_FALSE, 2);
    expect_failure("then\n  Bob doesn't have 20 life\n", CT_ERR_SCENARIO_FALSE, 2);
    expect_failure("given\n  Bob controls Bear\nthen\n  Bear is 2/2\n  Bear is 3/3\n",
                   CT_ERR_SCENARIO_FALSE, 5);
    expect_failure("given\n  Bob controls Bear\nthen\n  Bear is in Bob's graveyard\n",
                   CT_ERR_SCENARIO_FALSE, 4);
    expect_failure("given\n  Bob controls Bear\nthen\n  Bear isn't a creature\n",
                   CT_ERR_SCENARIO_FALSE, 4);
    expect_failure("given\n  Bob controls Bear\nthen\n  Bear's colors are green and blue\n",
                   CT_ERR_SCENARIO_FALSE, 4);
    expect_failure("given\n  Bob controls Bear\nthen\n  Bear's types are none\n",
                   CT_ERR_SCENARIO_FALSE, 4);
    expect_failure("given\n  Bob controls Bear\nthen\n  Bear has flying\n", CT_ERR_SCENARIO_FALSE,
                   4);
    expect_failure("given\n  Bob controls Bear\nthen\n  Bear has a +1/+1 counter\n",
                   CT_ERR_SCENARIO_FALSE, 4);
    expect_failure("given\n  Bob controls Bear\nthen\n  Bear is nowhere\n", CT_ERR_SCENARIO_FALSE,
                   4);
    expect_failure("given\n  Bob controls Bear\nthen\n  no creature is on the battlefield\n",
                   CT_ERR_SCENARIO_FALSE, 4);
    expect_failure("given\n  Bob controls two Bears\nthen\n  Bob controls one Bear\n",
                   CT_ERR_SCENARIO_FALSE, 4);
    expect_failure("given\n  Bob has Bear and Forest in his library\nthen\n  Bob's library is "
                   "Forest and Bear\n",
                   CT_ERR_SCENARIO_FALSE, 4);
    expect_failure("given\n  Bob has Bear in hand\nthen\n  Bob's hand is empty\n",
                   CT_ERR_SCENARIO_FALSE, 4);
    expect_failure(
        "given\n  Alice has Bear in hand and unlimited mana\nthen\n  Alice can't cast Bear\n",
        CT_ERR_SCENARIO_FALSE, 4);
    expect_failure("given\n  Alice has Bear in hand\nthen\n  Alice may cast Bear\n",
                   CT_ERR_SCENARIO_FALSE, 4);
    expect_failure("then\n  it is Bob's upkeep\n", CT_ERR_SCENARIO_FALSE, 2);
    expect_failure("then\n  Bob has priority\n", CT_ERR_SCENARIO_FALSE, 2);
    expect_failure("then\n  the game is over\n", CT_ERR_SCENARIO_FALSE, 2);
    expect_failure("then\n  Alice is asked whether\n", CT_ERR_SCENARIO_FALSE, 2);
    expect_failure("then\n  the log says \"Bear dies.\"\n", CT_ERR_SCENARIO_FALSE, 2);
    expect_failure("given\n  Alice controls Nurse\nthen\n  Nurse triggered once\n",
                   CT_ERR_SCENARIO_FALSE, 4);
    expect_failure(
        "given\n  Alice has Bear in hand and unlimited mana\nwhen\n  Alice casts Bear is refused\n",
        CT_ERR_SCENARIO_FALSE, 4);
}

static void an_illegal_step_fails(void **state)
{
    (void)state;
    expect_failure(
        "given\n  Alice has Bear in hand\nwhen\n  Alice casts Bear\nthen\n  Bob has 20 life\n",
        CT_ERR_SCENARIO_STEP, 4);
    expect_failure("given\n  Bob has Bear in hand and unlimited mana\nwhen\n  Bob casts "
                   "Bear\nthen\n  Bob has 20 life\n",
                   CT_ERR_SCENARIO_STEP, 4);
    expect_failure("given\n  Alice has Flame in hand and unlimited mana\n  Bob has Forest in his "
                   "graveyard\nwhen\n"
                   "  Alice casts Flame targeting Forest\nthen\n  Bob has 20 life\n",
                   CT_ERR_SCENARIO_STEP, 5);
    expect_failure("given\n  Alice has Flame in hand and unlimited mana\nwhen\n  Alice casts Flame "
                   "targeting Bob, with X = 3\n"
                   "then\n  Bob has 20 life\n",
                   CT_ERR_SCENARIO_STEP, 4);
    expect_failure("given\n  Alice controls a summoning sick Bear\nwhen\n  Alice attacks with "
                   "Bear\nthen\n  Bob has 20 life\n",
                   CT_ERR_SCENARIO_STEP, 4);
    expect_failure("when\n  the stack resolves\nthen\n  Bob has 20 life\n", CT_ERR_SCENARIO_STEP,
                   2);
    expect_failure("when\n  Bob passes\nthen\n  Bob has 20 life\n", CT_ERR_SCENARIO_STEP, 2);
    expect_failure("when\n  Bob concedes\n  Alice passes\nthen\n  Bob has lost\n",
                   CT_ERR_SCENARIO_STEP, 3);
}

static void choices_are_forced(void **state)
{
    (void)state;
    /* left open by the last step, by the step before another, before then */
    expect_failure(
        "given\n  Alice has Nurse in hand and unlimited mana\nwhen\n  Alice casts Nurse\n"
        "  the stack resolves\nthen\n  Alice has 20 life\n",
        CT_ERR_SCENARIO_UNANSWERED, 5);
    expect_failure(
        "given\n  Alice has Nurse in hand and unlimited mana\nwhen\n  Alice casts Nurse\n"
        "  the stack resolves\n  Alice passes\nthen\n  Alice has 20 life\n",
        CT_ERR_SCENARIO_UNANSWERED, 6);
    expect_failure("given\n  Alice has Flame in hand and unlimited mana\nwhen\n  Alice casts "
                   "Flame\nthen\n  Bob has 20 life\n",
                   CT_ERR_SCENARIO_UNANSWERED, 4);
    /* nobody asked, or something else was asked, or somebody else */
    expect_failure("when\n  Alice does\nthen\n  Bob has 20 life\n", CT_ERR_SCENARIO_UNASKED, 2);
    expect_failure(
        "given\n  Alice has Nurse in hand and unlimited mana\nwhen\n  Alice casts Nurse\n"
        "  the stack resolves\n  Bob does\nthen\n  Alice has 20 life\n",
        CT_ERR_SCENARIO_UNASKED, 6);
    expect_failure(
        "given\n  Alice has Nurse in hand and unlimited mana\nwhen\n  Alice casts Nurse\n"
        "  the stack resolves\n  Alice divides 2 to Bob\nthen\n  Alice has 20 life\n",
        CT_ERR_SCENARIO_UNASKED, 6);
}

static void a_position_must_be_one(void **state)
{
    (void)state;
    expect_failure("given\n  Alice has Bear\nthen\n  Bob has 20 life\n", CT_ERR_SCENARIO_SETUP, 2);
    expect_failure("given\n  Alice has Bear on the stack\nthen\n  Bob has 20 life\n",
                   CT_ERR_SCENARIO_SETUP, 2);
    expect_failure("given\n  Alice has a tapped Bear in hand\nthen\n  Bob has 20 life\n",
                   CT_ERR_SCENARIO_SETUP, 2);
    expect_failure("given\n  Alice has Bear token in hand\nthen\n  Bob has 20 life\n",
                   CT_ERR_SCENARIO_SETUP, 2);
    expect_failure("given\n  Alice has {Q} in her mana pool\nthen\n  Bob has 20 life\n",
                   CT_ERR_SCENARIO_SETUP, 2);
    expect_failure("given\n  Alice doesn't control Bear\nthen\n  Bob has 20 life\n",
                   CT_ERR_SCENARIO_SETUP, 2);
    expect_failure("given\n  it is Alice's declare blockers step\nthen\n  Bob has 20 life\n",
                   CT_ERR_SCENARIO_SETUP, 2);
    expect_failure("given\n  Bear is in exile\nthen\n  Bob has 20 life\n", CT_ERR_SCENARIO_SETUP,
                   2);
    expect_failure("given\n  Bear is tapped\nthen\n  Bob has 20 life\n", CT_ERR_SCENARIO_AMBIGUOUS,
                   2);
}

static void which_one_must_be_clear(void **state)
{
    (void)state;
    expect_failure("given\n  Alice controls Bear\n  Bob controls Bear\nthen\n  Bear is tapped\n",
                   CT_ERR_SCENARIO_AMBIGUOUS, 5);
    expect_failure("then\n  Bear is tapped\n", CT_ERR_SCENARIO_AMBIGUOUS, 2);
    expect_pass(
        "given\n  Alice controls Bear\n  Bob controls a tapped Bear\nthen\n  Bob's Bear is tapped\n"
        "  the first Bear is untapped\n");
}

/* A step is refused for what the rules say, not for a name that nothing has. */
static void a_refusal_needs_what_it_names(void **state)
{
    (void)state;
    expect_failure("given\n  Alice has Flame in hand and unlimited mana\nwhen\n"
                   "  Alice casts Flame targeting Bear is refused\n",
                   CT_ERR_SCENARIO_AMBIGUOUS, 4);
    expect_failure("when\n  Alice casts Bear is refused\n", CT_ERR_SCENARIO_AMBIGUOUS, 2);
    expect_pass(
        "given\n  Alice has Flame in hand and unlimited mana\n  Bob has Bear in hand\nwhen\n"
        "  Alice casts Flame targeting Bear is refused\n");
}

static void what_is_implied_can_be_switched_off(void **state)
{
    static const char body[] = "given\n  Alice has Flame in hand and unlimited mana\n"
                               "  it is Bob's upkeep\nwhen\n  Alice casts Flame targeting Bob\n"
                               "then\n  Flame is on the stack\n";
    char text[1024];

    (void)state;
    expect_pass(body);
    snprintf(text, sizeof text, "strict\n%s", body);
    expect_failure(text, CT_ERR_SCENARIO_STEP, 6);
}

static void a_card_that_does_not_compile_is_reported(void **state)
{
    struct outcome outcome =
        play_text("card\nOdd Egg {G}\nCreature — Egg\nGleeps the moon.\n0/1\nend\nscenario \"x\"\n"
                  "given\n  Alice has Odd Egg in hand\nthen\n  Alice's hand is Odd Egg\n");

    (void)state;
    assert_false(outcome.passed);
    assert_int_equal(outcome.code, CT_ERR_SCENARIO_SETUP);
    /* but nobody minds a card that is not named */
    outcome =
        play_text("card\nOdd Egg {G}\nCreature — Egg\nGleeps the moon.\n0/1\nend\nscenario \"x\"\n"
                  "then\n  Alice's hand is empty\n");
    assert_true(outcome.passed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_so_passes),
        cmocka_unit_test(what_is_not_so_fails),
        cmocka_unit_test(an_illegal_step_fails),
        cmocka_unit_test(choices_are_forced),
        cmocka_unit_test(a_position_must_be_one),
        cmocka_unit_test(which_one_must_be_clear),
        cmocka_unit_test(a_refusal_needs_what_it_names),
        cmocka_unit_test(what_is_implied_can_be_switched_off),
        cmocka_unit_test(a_card_that_does_not_compile_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
