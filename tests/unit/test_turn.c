/* The turn, priority and casting, without abilities [CR 117, 305, 500-514, 601]. */
#include "play_set.h"
#include "position.h"

#include "runtime/turn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static ct_set set;

static int load(void **state)
{
    static play_set made;
    (void)state;
    ps_make(&made);
    return ct_set_from_parts(&set, &made.set) == CT_SET_OK ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    ct_set_close(&set);
    return 0;
}

static ct_game *main_phase(void)
{
    ct_game *g = ct_game_bare(&set, 2, 1);
    assert_non_null(g);
    with_libraries(g, PS_FOREST);
    ct_setup_turn(g, 3, 0, CT_STEP_MAIN1);
    return g;
}

static void one_land_a_turn(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent a = in_hand(g, PS_FOREST, 0), b = in_hand(g, PS_MOUNTAIN, 0);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_LAND, a, CT_NONE));
    assert_int_equal(ct_zone_count(g, CT_ZONE_BATTLEFIELD, 0), 1);
    assert_true(asked(g, CT_DEC_PRIORITY));
    assert_int_equal(g->s->priority, 0);
    assert_int_equal(find_option(g, CT_OPT_LAND, b, CT_NONE), CT_NONE);
    ct_game_free(g);
}

static void lands_are_tapped_for_what_a_spell_needs(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent bear = in_hand(g, PS_BEAR, 0), ogre = in_hand(g, PS_OGRE, 0);
    const ct_ent forest = in_play(g, PS_FOREST, 0), mountain = in_play(g, PS_MOUNTAIN, 0);
    ct_setup_begin(g);
    (void)ct_run(g);
    assert_int_equal(find_option(g, CT_OPT_CAST, ogre, CT_NONE), CT_NONE);
    assert_true(take(g, CT_OPT_CAST, bear, 0));
    while (asked(g, CT_DEC_PAY))
        assert_true(ct_answer(g, 0));
    assert_int_equal(ct_zone_count(g, CT_ZONE_STACK, 0), 1);
    assert_true(ct_obj(g, forest)->flags & CT_OF_TAPPED);
    assert_true(ct_obj(g, mountain)->flags & CT_OF_TAPPED);
    assert_int_equal(g->s->pool[CT_POOL_mana].used, 0);
    assert_true(resolve_all(g));
    const ct_ent arrived = ct_zone_last(g, CT_ZONE_BATTLEFIELD, 0);
    assert_int_equal(ct_obj(g, arrived)->card, PS_BEAR);
    assert_int_equal(ct_obj(g, arrived)->spent >> 8, 2);
    assert_true(ct_obj(g, arrived)->flags & CT_OF_SICK);
    ct_game_free(g);
}

/* What floats is used before lands are tapped; which of several kinds is asked. */
static void payment_is_asked_only_where_it_differs(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent bear = in_hand(g, PS_BEAR, 0);
    ct_setup_mana(g, 0, CT_PIP_G, 1);
    ct_setup_mana(g, 0, CT_PIP_R, 1);
    ct_setup_mana(g, 0, CT_PIP_W, 1);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, bear, 0));
    assert_true(asked(g, CT_DEC_PAY));
    assert_true(take(g, CT_OPT_MANA, CT_PIP_W, CT_NONE));
    assert_true(asked(g, CT_DEC_PRIORITY)); /* the green one has to be the other */
    assert_int_equal(g->s->pool[CT_POOL_mana].used, 1);
    assert_int_equal(g->mana[0].type, CT_PIP_R);
    ct_game_free(g);
}

static void creatures_are_cast_at_sorcery_speed(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent mine = in_hand(g, PS_SCOUT, 0), theirs = in_hand(g, PS_SCOUT, 1),
                 second = in_hand(g, PS_SCOUT, 0);
    ct_setup_unlimited_mana(g, 0, true);
    ct_setup_unlimited_mana(g, 1, true);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, mine, 0));
    assert_int_equal(find_option(g, CT_OPT_CAST, second, CT_NONE),
                     CT_NONE); /* the stack is not empty */
    assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    assert_int_equal(g->s->decision.player, 1);
    assert_int_equal(find_option(g, CT_OPT_CAST, theirs, CT_NONE), CT_NONE);
    assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    assert_int_not_equal(find_option(g, CT_OPT_CAST, second, CT_NONE), CT_NONE);
    ct_game_free(g);
}

static void a_turn_goes_through_its_steps(void **state)
{
    (void)state;
    static const uint32_t with_priority[] = {
        CT_STEP_MAIN1, CT_STEP_BEGIN_COMBAT, CT_STEP_ATTACKERS, CT_STEP_END_COMBAT, CT_STEP_MAIN2,
        CT_STEP_END,   CT_STEP_UPKEEP,       CT_STEP_DRAW,      CT_STEP_MAIN1};
    ct_game *g = main_phase();
    ct_setup_begin(g);
    for (unsigned i = 0; i < sizeof with_priority / sizeof *with_priority; i++) {
        assert_true(asked(g, CT_DEC_PRIORITY));
        assert_int_equal(g->s->step, with_priority[i]);
        assert_int_equal(g->s->decision.player, g->s->active);
        assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
        assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    }
    assert_int_equal(g->s->active, 1);
    assert_int_equal(g->s->turn, 4);
    assert_int_equal(ct_zone_count(g, CT_ZONE_HAND, 1), 1);
    ct_game_free(g);
}

static void the_hand_is_seven_at_the_end(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    for (int i = 0; i < 9; i++)
        (void)in_hand(g, PS_OGRE, 0);
    ct_setup_begin(g);
    (void)pass_to(g, CT_STEP_CLEANUP);
    assert_true(asked(g, CT_DEC_DISCARD));
    assert_int_equal(g->s->decision.noptions, 8); /* the ninth would leave no second */
    assert_true(ct_answer(g, 0));
    assert_true(asked(g, CT_DEC_DISCARD));
    assert_true(ct_answer(g, 0));
    assert_true(asked(g, CT_DEC_PRIORITY));
    assert_int_equal(ct_zone_count(g, CT_ZONE_HAND, 0), 7);
    assert_int_equal(ct_zone_count(g, CT_ZONE_GRAVEYARD, 0), 2);
    ct_game_free(g);
}

static void permanents_untap_and_mana_empties(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent mine = in_play(g, PS_FOREST, 0), theirs = in_play(g, PS_FOREST, 1);
    ct_setup_tapped(g, mine, true);
    ct_setup_tapped(g, theirs, true);
    ct_setup_mana(g, 0, CT_PIP_G, 2);
    ct_setup_begin(g);
    assert_true(pass_to(g, CT_STEP_BEGIN_COMBAT));
    assert_int_equal(g->s->pool[CT_POOL_mana].used, 0);
    assert_true(pass_to(g, CT_STEP_UPKEEP));
    assert_true(ct_obj(g, mine)->flags & CT_OF_TAPPED);
    assert_false(ct_obj(g, theirs)->flags & CT_OF_TAPPED);
    ct_game_free(g);
}

static void who_is_left_wins(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    ct_setup_begin(g);
    assert_int_equal(ct_run(g), CT_WAIT);
    ct_concede(g, 1);
    assert_int_equal(ct_run(g), CT_ENDED);
    assert_int_equal(g->s->over, CT_OVER_WIN);
    assert_int_equal(g->s->winner, ct_player_ent(0));
    ct_game_free(g);
    g = main_phase();
    ct_setup_life(g, 0, 0);
    ct_setup_life(g, 1, -1);
    ct_setup_begin(g);
    assert_int_equal(ct_run(g), CT_ENDED);
    assert_int_equal(g->s->over, CT_OVER_DRAW); /* both at once [CR 104.4a] */
    ct_game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_land_a_turn),
        cmocka_unit_test(lands_are_tapped_for_what_a_spell_needs),
        cmocka_unit_test(payment_is_asked_only_where_it_differs),
        cmocka_unit_test(creatures_are_cast_at_sorcery_speed),
        cmocka_unit_test(a_turn_goes_through_its_steps),
        cmocka_unit_test(the_hand_is_seven_at_the_end),
        cmocka_unit_test(permanents_untap_and_mana_empties),
        cmocka_unit_test(who_is_left_wins),
    };
    return cmocka_run_group_tests_name("turn", tests, load, unload);
}
