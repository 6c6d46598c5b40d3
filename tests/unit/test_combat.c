/* Combat: declarations and damage [CR 508-510, 702.2, 702.4, 702.7, 702.15, 702.19]. */
#include "play_set.h"
#include "position.h"

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

static ct_game *combat(void)
{
    ct_game *g = ct_game_bare(&set, 2, 1);
    assert_non_null(g);
    with_libraries(g, PS_FOREST);
    ct_setup_turn(g, 3, 0, CT_STEP_MAIN1);
    return g;
}

static void attack(ct_game *g, ct_ent attacker, ct_ent attacked)
{
    ct_setup_begin(g);
    assert_true(pass_to(g, CT_STEP_ATTACKERS));
    assert_true(take(g, CT_OPT_PAIR, attacker, attacked));
    while (asked(g, CT_DEC_ATTACKER))
        assert_true(take(g, CT_OPT_DONE, CT_NONE, CT_NONE));
}

static void to_blocks(ct_game *g)
{
    while (asked(g, CT_DEC_PRIORITY))
        assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
}

static void done_blocking(ct_game *g)
{
    if (asked(g, CT_DEC_BLOCKER)) assert_true(take(g, CT_OPT_DONE, CT_NONE, CT_NONE));
}

static void to_end_of_combat(ct_game *g)
{
    for (int i = 0; i < 50 && asked(g, CT_DEC_PRIORITY) && g->s->step < CT_STEP_END_COMBAT; i++)
        assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
}

static void an_unblocked_attacker_hits_the_player(void **state)
{
    (void)state;
    ct_game *g = combat();
    const ct_ent ogre = in_play(g, PS_OGRE, 0);
    attack(g, ogre, ct_player_ent(1));
    assert_true(ct_obj(g, ogre)->flags & CT_OF_TAPPED);
    to_end_of_combat(g);
    assert_int_equal(g->s->player[1].life, 17);
    ct_game_free(g);
}

/* Tapped and newly come creatures are no choice, those with haste are [CR 302.6, 508.1a]. */
static void who_may_attack(void **state)
{
    (void)state;
    ct_game *g = combat();
    const ct_ent bear = in_play(g, PS_BEAR, 0), ogre = in_play(g, PS_OGRE, 0),
                 scout = in_play(g, PS_SCOUT, 0);
    const ct_ent theirs = in_play(g, PS_BEAR, 1);
    ct_setup_tapped(g, bear, true);
    ct_setup_sick(g, ogre, true);
    ct_setup_sick(g, scout, true);
    ct_setup_begin(g);
    assert_true(pass_to(g, CT_STEP_ATTACKERS));
    assert_true(asked(g, CT_DEC_ATTACKER));
    assert_int_equal(find_option(g, CT_OPT_PAIR, bear, CT_NONE), CT_NONE);
    assert_int_equal(find_option(g, CT_OPT_PAIR, ogre, CT_NONE), CT_NONE);
    assert_int_equal(find_option(g, CT_OPT_PAIR, theirs, CT_NONE), CT_NONE);
    assert_int_not_equal(find_option(g, CT_OPT_PAIR, scout, ct_player_ent(1)), CT_NONE);
    ct_game_free(g);
}

static void creatures_trade_and_a_blocked_attacker_stays_blocked(void **state)
{
    (void)state;
    ct_game *g = combat();
    const ct_ent mine = in_play(g, PS_BEAR, 0), theirs = in_play(g, PS_BEAR, 1);
    attack(g, mine, ct_player_ent(1));
    to_blocks(g);
    assert_true(take(g, CT_OPT_PAIR, theirs, mine));
    done_blocking(g);
    to_end_of_combat(g);
    assert_int_equal(g->s->player[1].life, 20);
    assert_null(ct_live(g, mine));
    assert_null(ct_live(g, theirs));
    assert_int_equal(ct_zone_count(g, CT_ZONE_GRAVEYARD, 0), 1);
    assert_int_equal(ct_zone_count(g, CT_ZONE_GRAVEYARD, 1), 1);
    ct_game_free(g);
}

static void first_strike_kills_before_it_is_hit(void **state)
{
    (void)state;
    ct_game *g = combat();
    const ct_ent duelist = in_play(g, PS_DUELIST, 0), bear = in_play(g, PS_BEAR, 1);
    attack(g, duelist, ct_player_ent(1));
    to_blocks(g);
    assert_true(take(g, CT_OPT_PAIR, bear, duelist));
    done_blocking(g);
    to_end_of_combat(g);
    assert_non_null(ct_live(g, duelist));
    assert_null(ct_live(g, bear));
    ct_game_free(g);
}

static void double_strike_hits_twice(void **state)
{
    (void)state;
    ct_game *g = combat();
    const ct_ent champion = in_play(g, PS_CHAMPION, 0);
    attack(g, champion, ct_player_ent(1));
    to_end_of_combat(g);
    assert_int_equal(g->s->player[1].life, 16);
    ct_game_free(g);
}

/* Lethal damage to the blocker first, then the rest may go on [CR 702.19b]. */
static void trample_assigns_what_is_beyond_lethal(void **state)
{
    (void)state;
    ct_game *g = combat();
    const ct_ent wurm = in_play(g, PS_WURM, 0), bear = in_play(g, PS_BEAR, 1);
    attack(g, wurm, ct_player_ent(1));
    to_blocks(g);
    assert_true(take(g, CT_OPT_PAIR, bear, wurm));
    done_blocking(g);
    for (int i = 0; i < 4 && asked(g, CT_DEC_PRIORITY); i++)
        assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    assert_true(asked(g, CT_DEC_DAMAGE));
    assert_int_equal(g->s->decision.lo, 2);
    assert_int_equal(g->s->decision.hi, 6);
    assert_true(say(g, 2));
    to_end_of_combat(g);
    assert_int_equal(g->s->player[1].life, 16);
    assert_null(ct_live(g, bear));
    ct_game_free(g);
}

/* Two blockers: the damage is divided as its controller chooses [CR 510.1c]. */
static void damage_is_divided_among_blockers(void **state)
{
    (void)state;
    ct_game *g = combat();
    const ct_ent ogre = in_play(g, PS_OGRE, 0), a = in_play(g, PS_BEAR, 1),
                 b = in_play(g, PS_BEAR, 1);
    attack(g, ogre, ct_player_ent(1));
    to_blocks(g);
    assert_true(take(g, CT_OPT_PAIR, a, ogre));
    assert_true(take(g, CT_OPT_PAIR, b, ogre));
    done_blocking(g);
    for (int i = 0; i < 4 && asked(g, CT_DEC_PRIORITY); i++)
        assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    assert_true(asked(g, CT_DEC_DAMAGE));
    assert_true(say(g, 1));
    to_end_of_combat(g);
    assert_non_null(ct_live(g, a));
    assert_int_equal(ct_obj(g, a)->damage, 1);
    assert_null(ct_live(g, b));
    assert_null(ct_live(g, ogre)); /* four damage to toughness three */
    ct_game_free(g);
}

static void deathtouch_kills_and_lifelink_heals(void **state)
{
    (void)state;
    ct_game *g = combat();
    const ct_ent cleric = in_play(g, PS_CLERIC, 0), adder = in_play(g, PS_ADDER, 1);
    const ct_ent wurm = in_play(g, PS_WURM, 0);
    ct_setup_begin(g);
    assert_true(pass_to(g, CT_STEP_ATTACKERS));
    assert_true(take(g, CT_OPT_PAIR, cleric, ct_player_ent(1)));
    assert_true(take(g, CT_OPT_PAIR, wurm, ct_player_ent(1)));
    to_blocks(g);
    assert_true(take(g, CT_OPT_PAIR, adder, wurm));
    done_blocking(g);
    for (int i = 0; i < 4 && asked(g, CT_DEC_PRIORITY); i++)
        assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    assert_true(say(g, 1));
    to_end_of_combat(g);
    assert_null(ct_live(g, wurm));
    assert_int_equal(g->s->player[0].life, 22);
    assert_int_equal(g->s->player[1].life, 20 - 2 - 5);
    ct_game_free(g);
}

static void a_planeswalker_can_be_attacked(void **state)
{
    (void)state;
    ct_game *g = combat();
    const ct_ent ogre = in_play(g, PS_OGRE, 0), walker = in_play(g, PS_WALKER, 1);
    const uint32_t loyalty = CT_KNOWN(g, LOYALTY);
    assert_int_equal(ct_counters(g, walker, loyalty), 4);
    attack(g, ogre, walker);
    to_end_of_combat(g);
    assert_int_equal(ct_counters(g, walker, loyalty), 1);
    assert_int_equal(g->s->player[1].life, 20);
    ct_game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unblocked_attacker_hits_the_player),
        cmocka_unit_test(who_may_attack),
        cmocka_unit_test(creatures_trade_and_a_blocked_attacker_stays_blocked),
        cmocka_unit_test(first_strike_kills_before_it_is_hit),
        cmocka_unit_test(double_strike_hits_twice),
        cmocka_unit_test(trample_assigns_what_is_beyond_lethal),
        cmocka_unit_test(damage_is_divided_among_blockers),
        cmocka_unit_test(deathtouch_kills_and_lifelink_heals),
        cmocka_unit_test(a_planeswalker_can_be_attacked),
    };
    return cmocka_run_group_tests_name("combat", tests, load, unload);
}
