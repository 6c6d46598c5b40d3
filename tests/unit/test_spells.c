/* Casting, targets, costs and resolution [CR 601, 602, 605, 606, 608, 715]. */
#include "spell_set.h"

#include "cantrip/compiler.h"
#include "position.h"
#include "runtime/stack.h"
#include "runtime/undo.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static ct_set *set;

static int load(void **state)
{
    (void)state;
    set = ss_make();
    return set && set->ncard == SS_NCARDS ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    ct_set_free(set);
    return 0;
}

static ct_game *main_phase(void)
{
    ct_game *g = ct_game_bare(set, 2, 1);
    assert_non_null(g);
    with_libraries(g, SS_FOREST);
    ct_setup_turn(g, 3, 0, CT_STEP_MAIN1);
    ct_setup_unlimited_mana(g, 0, true);
    ct_setup_unlimited_mana(g, 1, true);
    return g;
}

static ct_ent top(const ct_game *g)
{
    return ct_zone_last(g, CT_ZONE_STACK, 0);
}

static ct_ent last_in(const ct_game *g, ct_zone zone, unsigned player)
{
    return ct_zone_last(g, zone, player);
}

static void a_target_is_chosen_and_hit(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent bolt = in_hand(g, SS_BOLT, 0), bear = in_play(g, SS_BEAR, 1),
                 land = in_play(g, SS_FOREST, 1);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, bolt, 0));
    assert_true(asked(g, CT_DEC_TARGET));
    assert_int_equal(find_option(g, CT_OPT_ENT, land, CT_NONE), CT_NONE);
    assert_int_not_equal(find_option(g, CT_OPT_ENT, ct_player_ent(1), CT_NONE), CT_NONE);
    assert_true(take(g, CT_OPT_ENT, bear, CT_NONE));
    assert_int_equal(ct_target_at(g, top(g), 0), bear);
    assert_int_equal(ct_target_at(g, top(g), 1), CT_NOBODY);
    assert_true(resolve_all(g));
    assert_null(ct_live(g, bear));
    assert_int_equal(ct_zone_count(g, CT_ZONE_GRAVEYARD, 0), 1);
    ct_game_free(g);
}

/* With no legal target it can't be begun [CR 601.2c]. */
static void without_targets_nothing_is_cast(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent deny = in_hand(g, SS_DENY, 0), charm = in_hand(g, SS_CHARM, 0),
                 coat = in_hand(g, SS_COAT, 0);
    ct_setup_begin(g);
    (void)ct_run(g);
    assert_int_equal(find_option(g, CT_OPT_CAST, deny, CT_NONE), CT_NONE);
    assert_int_equal(find_option(g, CT_OPT_CAST, coat, CT_NONE), CT_NONE);
    assert_true(take(g, CT_OPT_CAST, charm, 0)); /* its first mode needs none */
    assert_true(asked(g, CT_DEC_MODE));
    assert_int_equal(g->s->decision.noptions, 1);
    assert_true(take(g, CT_OPT_NUMBER, 0, CT_NONE));
    assert_true(resolve_all(g));
    assert_int_equal(g->s->player[0].life, 23);
    ct_game_free(g);
}

static void a_countered_spell_does_nothing(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent bolt = in_hand(g, SS_BOLT, 0), deny = in_hand(g, SS_DENY, 1);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, bolt, 0));
    assert_true(take(g, CT_OPT_ENT, ct_player_ent(1), CT_NONE));
    assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    const ct_ent spell = top(g);
    assert_true(take(g, CT_OPT_CAST, deny, 0));
    assert_int_equal(find_option(g, CT_OPT_ENT, top(g), CT_NONE),
                     CT_NONE); /* not itself [CR 115.5] */
    assert_true(take(g, CT_OPT_ENT, spell, CT_NONE));
    assert_true(resolve_all(g));
    assert_int_equal(g->s->player[1].life, 20);
    assert_int_equal(ct_zone_count(g, CT_ZONE_GRAVEYARD, 0), 1);
    assert_int_equal(ct_zone_count(g, CT_ZONE_GRAVEYARD, 1), 1);
    ct_game_free(g);
}

/* When its only target is gone it doesn't resolve [CR 608.2b]. */
static void an_illegal_target_is_rechecked(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent charm = in_hand(g, SS_CHARM, 0), bolt = in_hand(g, SS_BOLT, 1),
                 bear = in_play(g, SS_BEAR, 1);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, charm, 0));
    assert_true(take(g, CT_OPT_NUMBER, 1, CT_NONE));
    assert_true(take(g, CT_OPT_ENT, bear, CT_NONE));
    assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    assert_true(take(g, CT_OPT_CAST, bolt, 0));
    assert_true(take(g, CT_OPT_ENT, bear, CT_NONE));
    assert_true(resolve_all(g));
    assert_null(ct_live(g, bear));
    assert_int_equal(ct_obj(g, last_in(g, CT_ZONE_GRAVEYARD, 0))->card, SS_CHARM);
    ct_game_free(g);
}

static void x_is_what_can_be_paid(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent blaze = in_hand(g, SS_BLAZE, 0);
    ct_setup_unlimited_mana(g, 0, false);
    ct_setup_mana(g, 0, CT_PIP_R, 5);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, blaze, 0));
    assert_true(asked(g, CT_DEC_X));
    assert_int_equal(g->s->decision.hi, 4);
    assert_true(say(g, 4));
    assert_true(take(g, CT_OPT_ENT, ct_player_ent(1), CT_NONE));
    assert_int_equal(ct_obj(g, top(g))->x, 4);
    assert_int_equal(g->s->pool[CT_POOL_mana].used, 0);
    assert_true(resolve_all(g));
    assert_int_equal(g->s->player[1].life, 16);
    ct_game_free(g);
}

static void damage_is_divided_as_announced(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent spray = in_hand(g, SS_SPRAY, 0), bear = in_play(g, SS_BEAR, 1);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, spray, 0));
    assert_true(take(g, CT_OPT_ENT, ct_player_ent(1), CT_NONE));
    assert_int_equal(find_option(g, CT_OPT_ENT, ct_player_ent(0), CT_NONE),
                     CT_NONE); /* behind it in order */
    assert_true(take(g, CT_OPT_ENT, bear, CT_NONE));
    assert_true(asked(g, CT_DEC_DIVIDE));
    assert_int_equal(g->s->decision.lo, 1);
    assert_int_equal(g->s->decision.hi, 2);
    assert_true(say(g, 1));
    assert_true(resolve_all(g));
    assert_int_equal(g->s->player[1].life, 19);
    assert_null(ct_live(g, bear));
    ct_game_free(g);
}

static void a_kicked_spell_knows_it(void **state)
{
    (void)state;
    for (int kicked = 0; kicked < 2; kicked++) {
        ct_game *g = main_phase();
        const ct_ent study = in_hand(g, SS_STUDY, 0);
        ct_setup_begin(g);
        assert_true(take(g, CT_OPT_CAST, study, 0));
        assert_true(asked(g, CT_DEC_COST));
        assert_true(take(g, kicked ? CT_OPT_YES : CT_OPT_NO, CT_NONE, CT_NONE));
        assert_true(resolve_all(g));
        assert_int_equal(ct_zone_count(g, CT_ZONE_HAND, 0), 1 + kicked);
        ct_game_free(g);
    }
}

/* What can't be paid for is not offered [CR 601.2b]. */
static void a_kicker_needs_its_mana(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent study = in_hand(g, SS_STUDY, 0);
    ct_setup_unlimited_mana(g, 0, false);
    ct_setup_mana(g, 0, CT_PIP_U, 1);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, study, 0));
    assert_true(asked(g, CT_DEC_PRIORITY));
    assert_int_equal(ct_obj(g, top(g))->paid, 0);
    ct_game_free(g);
}

static void an_adventure_is_exiled_and_cast_from_there(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent rider = in_hand(g, SS_RIDER, 0);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, rider, 1));
    assert_true(ct_is_type(g, top(g), CT_TYPE_INSTANT)); /* [CR 715.3b] */
    assert_int_equal(ct_chars_of(g, top(g))->mana_value, 1);
    assert_true(resolve_all(g));
    assert_int_equal(g->s->player[0].life, 22);
    const ct_ent exiled = last_in(g, CT_ZONE_EXILE, 0);
    assert_true(ct_is_type(g, exiled, CT_TYPE_CREATURE));
    assert_int_equal(find_option(g, CT_OPT_CAST, exiled, 1),
                     CT_NONE); /* not as an Adventure [CR 715.3d] */
    assert_true(take(g, CT_OPT_CAST, exiled, 0));
    assert_true(resolve_all(g));
    assert_int_equal(ct_zone_count(g, CT_ZONE_BATTLEFIELD, 0), 1);
    assert_int_equal(ct_zone_count(g, CT_ZONE_EXILE, 0), 0);
    ct_game_free(g);
}

static void a_countered_adventure_is_not_exiled(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent rider = in_hand(g, SS_RIDER, 0), deny = in_hand(g, SS_DENY, 1);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, rider, 1));
    assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    const ct_ent spell = top(g);
    assert_true(take(g, CT_OPT_CAST, deny, 0));
    assert_true(take(g, CT_OPT_ENT, spell, CT_NONE));
    assert_true(resolve_all(g));
    assert_int_equal(ct_zone_count(g, CT_ZONE_EXILE, 0), 0);
    assert_int_equal(ct_obj(g, last_in(g, CT_ZONE_GRAVEYARD, 0))->card, SS_RIDER);
    ct_game_free(g);
}

static void an_aura_enters_attached_to_its_target(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent coat = in_hand(g, SS_COAT, 0), bear = in_play(g, SS_BEAR, 1),
                 forest = in_play(g, SS_FOREST, 0);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, coat, 0));
    assert_int_equal(find_option(g, CT_OPT_ENT, forest, CT_NONE), CT_NONE);
    assert_true(take(g, CT_OPT_ENT, bear, CT_NONE));
    assert_int_equal(ct_target_at(g, top(g), 0), bear);
    assert_true(resolve_all(g));
    const ct_ent aura = last_in(g, CT_ZONE_BATTLEFIELD, 0);
    assert_int_equal(ct_obj(g, aura)->card, SS_COAT);
    assert_int_equal(ct_obj(g, aura)->attached_to, bear);
    ct_game_free(g);
}

static void hexproof_stops_opponents_only(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent mine = in_hand(g, SS_BOLT, 0), theirs = in_hand(g, SS_BOLT, 1),
                 guard = in_play(g, SS_GUARD, 0);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, mine, 0));
    assert_int_not_equal(find_option(g, CT_OPT_ENT, guard, CT_NONE), CT_NONE);
    assert_true(take(g, CT_OPT_ENT, ct_player_ent(1), CT_NONE));
    assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    assert_true(take(g, CT_OPT_CAST, theirs, 0));
    assert_int_equal(find_option(g, CT_OPT_ENT, guard, CT_NONE), CT_NONE);
    ct_game_free(g);
}

static void one_loyalty_ability_a_turn(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent sage = in_play(g, SS_SAGE, 0), bolt = in_hand(g, SS_BOLT, 0);
    ct_setup_begin(g);
    (void)ct_run(g);
    assert_int_not_equal(find_option(g, CT_OPT_ACTIVATE, sage, 1), CT_NONE);
    assert_true(take(g, CT_OPT_ACTIVATE, sage, 0));
    assert_int_equal(ct_counters(g, sage, CT_KNOWN(g, LOYALTY)), 4); /* paid at once */
    assert_int_equal(g->s->player[0].life, 20);
    assert_true(resolve_all(g));
    assert_int_equal(g->s->player[0].life, 21);
    assert_int_equal(find_option(g, CT_OPT_ACTIVATE, sage, CT_NONE), CT_NONE); /* [CR 606.3] */
    assert_int_not_equal(find_option(g, CT_OPT_CAST, bolt, CT_NONE), CT_NONE);
    ct_game_free(g);
}

static void a_mana_ability_resolves_at_once_and_brings_what_is_needed(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent bloom = in_play(g, SS_BLOOM, 0), bolt = in_hand(g, SS_BOLT, 0);
    ct_setup_unlimited_mana(g, 0, false);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, bolt, 0));
    assert_true(take(g, CT_OPT_ENT, ct_player_ent(1), CT_NONE));
    assert_true(asked(g, CT_DEC_PRIORITY)); /* only red helps: no question of color */
    assert_true(ct_obj(g, bloom)->flags & CT_OF_TAPPED);
    assert_int_equal(ct_obj(g, top(g))->spent, 256 | CT_RED);
    ct_game_free(g);
}

/* The creature is sacrificed as a cost, and the spell remembers which [CR 601.2h, 608.2h]. */
static void what_a_cost_used_up_is_known(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent rite = in_hand(g, SS_RITE, 0);
    ct_setup_begin(g);
    (void)ct_run(g);
    assert_int_equal(find_option(g, CT_OPT_CAST, rite, CT_NONE), CT_NONE);
    ct_game_free(g);
    g = main_phase();
    const ct_ent again = in_hand(g, SS_RITE, 0), bear = in_play(g, SS_BEAR, 0),
                 theirs = in_play(g, SS_BEAR, 1);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, again, 0));
    assert_true(asked(g, CT_DEC_PICK));
    assert_int_equal(find_option(g, CT_OPT_ENT, theirs, CT_NONE), CT_NONE);
    assert_true(take(g, CT_OPT_ENT, bear, CT_NONE));
    assert_null(ct_live(g, bear));
    assert_true(resolve_all(g));
    assert_int_equal(g->s->player[0].life, 22);
    ct_game_free(g);
}

/* ---- combat and turns ------------------------------------------------------------------------ */

static void to_blocks(ct_game *g)
{
    while (asked(g, CT_DEC_PRIORITY) && g->s->step < CT_STEP_BLOCKERS)
        assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
}

static void pass_combat(ct_game *g)
{
    for (int i = 0; i < 50 && asked(g, CT_DEC_PRIORITY) && g->s->step < CT_STEP_END_COMBAT; i++)
        assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
}

/* Every creature that can block the goat has to, so none can block anything else [CR 509.1c]. */
static void all_that_are_able_block(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent bear = in_play(g, SS_BEAR, 0), goat = in_play(g, SS_GOAT, 0);
    const ct_ent a = in_play(g, SS_BEAR, 1), b = in_play(g, SS_BEAR, 1);
    ct_setup_begin(g);
    assert_true(pass_to(g, CT_STEP_ATTACKERS));
    assert_true(take(g, CT_OPT_PAIR, bear, ct_player_ent(1)));
    assert_true(take(g, CT_OPT_PAIR, goat, ct_player_ent(1)));
    to_blocks(g);
    assert_true(asked(g, CT_DEC_BLOCKER));
    assert_int_equal(find_option(g, CT_OPT_PAIR, CT_NONE, bear), CT_NONE);
    assert_int_equal(find_option(g, CT_OPT_DONE, CT_NONE, CT_NONE), CT_NONE);
    assert_int_equal(find_option(g, CT_OPT_PAIR, b, goat), CT_NONE); /* not past the first */
    assert_true(take(g, CT_OPT_PAIR, a, goat));
    assert_true(take(g, CT_OPT_PAIR, b, goat));
    assert_false(asked(g, CT_DEC_BLOCKER));
    ct_game_free(g);
}

static void damage_can_be_as_much_as_toughness(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent ox = in_play(g, SS_OX, 0);
    ct_setup_begin(g);
    assert_true(pass_to(g, CT_STEP_ATTACKERS));
    assert_true(take(g, CT_OPT_PAIR, ox, ct_player_ent(1)));
    pass_combat(g);
    assert_int_equal(g->s->player[1].life, 16);
    ct_game_free(g);
}

static void what_is_removed_from_combat_deals_no_damage(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent bear = in_play(g, SS_BEAR, 0), truce = in_hand(g, SS_TRUCE, 1);
    ct_setup_begin(g);
    assert_true(pass_to(g, CT_STEP_ATTACKERS));
    assert_true(take(g, CT_OPT_PAIR, bear, ct_player_ent(1)));
    assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    assert_true(take(g, CT_OPT_CAST, truce, 0));
    assert_true(take(g, CT_OPT_ENT, bear, CT_NONE));
    assert_true(resolve_all(g));
    assert_int_equal(ct_obj(g, bear)->attacking, CT_NOBODY);
    pass_combat(g);
    assert_int_equal(g->s->player[1].life, 20);
    ct_game_free(g);
}

/* The added phase comes behind the one that is under way, and the turn goes on after it [CR 500.8].
 */
static void a_combat_phase_is_added(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent drum = in_hand(g, SS_DRUM, 0);
    ct_setup_begin(g);
    assert_true(take(g, CT_OPT_CAST, drum, 0));
    assert_true(resolve_all(g));
    static const uint32_t steps[] = {CT_STEP_BEGIN_COMBAT, CT_STEP_ATTACKERS, CT_STEP_END_COMBAT,
                                     CT_STEP_BEGIN_COMBAT, CT_STEP_ATTACKERS, CT_STEP_END_COMBAT,
                                     CT_STEP_MAIN2,        CT_STEP_END};
    for (unsigned i = 0; i < sizeof steps / sizeof *steps; i++) {
        assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
        assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
        assert_int_equal(g->s->step, steps[i]);
    }
    ct_game_free(g);
}

static void a_step_can_be_skipped(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    (void)in_play(g, SS_NAP, 1);
    ct_setup_begin(g);
    assert_true(pass_to(g, CT_STEP_UPKEEP));
    assert_int_equal(g->s->active, 1);
    assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    assert_true(take(g, CT_OPT_PASS, CT_NONE, CT_NONE));
    assert_int_equal(g->s->step, CT_STEP_MAIN1);
    assert_int_equal(ct_zone_count(g, CT_ZONE_HAND, 1), 0);
    ct_game_free(g);
}

/* A mark in the middle of a payment: what was paid comes back [CR 733.1]. */
static void going_back_restores_the_game(void **state)
{
    (void)state;
    ct_game *g = main_phase();
    const ct_ent bear = in_play(g, SS_BEAR, 0);
    ct_setup_begin(g);
    (void)ct_run(g);
    const uint32_t chars = g->s->chars_version, soft = g->s->soft_version;
    const uint64_t before = ct_game_hash(g);
    const uint32_t mark = ct_undo_mark(g);
    ct_setup_life(g, 0, 3);
    ct_setup_tapped(g, bear, true);
    (void)in_play(g, SS_BEAR, 1);
    const uint32_t second = ct_undo_mark(g);
    ct_setup_life(g, 0, 1);
    ct_undo_back(g, second);
    assert_int_equal(g->s->player[0].life, 3);
    ct_undo_back(g, mark);
    assert_int_equal(g->s->player[0].life, 20);
    assert_int_equal(ct_zone_count(g, CT_ZONE_BATTLEFIELD, 0), 1);
    assert_true(g->s->chars_version > chars &&
                g->s->soft_version > soft); /* no cache may take the old for the new */
    g->s->chars_version = chars;
    g->s->soft_version = soft;
    assert_true(before == ct_game_hash(g));
    ct_game_free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_target_is_chosen_and_hit),
        cmocka_unit_test(without_targets_nothing_is_cast),
        cmocka_unit_test(a_countered_spell_does_nothing),
        cmocka_unit_test(an_illegal_target_is_rechecked),
        cmocka_unit_test(x_is_what_can_be_paid),
        cmocka_unit_test(damage_is_divided_as_announced),
        cmocka_unit_test(a_kicked_spell_knows_it),
        cmocka_unit_test(a_kicker_needs_its_mana),
        cmocka_unit_test(an_adventure_is_exiled_and_cast_from_there),
        cmocka_unit_test(a_countered_adventure_is_not_exiled),
        cmocka_unit_test(an_aura_enters_attached_to_its_target),
        cmocka_unit_test(hexproof_stops_opponents_only),
        cmocka_unit_test(one_loyalty_ability_a_turn),
        cmocka_unit_test(a_mana_ability_resolves_at_once_and_brings_what_is_needed),
        cmocka_unit_test(what_a_cost_used_up_is_known),
        cmocka_unit_test(all_that_are_able_block),
        cmocka_unit_test(damage_can_be_as_much_as_toughness),
        cmocka_unit_test(what_is_removed_from_combat_deals_no_damage),
        cmocka_unit_test(a_combat_phase_is_added),
        cmocka_unit_test(a_step_can_be_skipped),
        cmocka_unit_test(going_back_restores_the_game),
    };
    return cmocka_run_group_tests_name("spells", tests, load, unload);
}
