/* Whole games between decks of a hand-made set: they end, nothing gets lost, and the
 * same seeds give the same game, copied in the middle or not. */
#include "play_set.h"
#include "random_player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static int load(void **state)
{
    static play_set made;
    static ct_set set;
    ps_make(&made);
    if (ct_set_from_parts(&set, &made.set) != CT_SET_OK) return -1;
    *state = &set;
    return 0;
}

static int unload(void **state)
{
    ct_set_close(*state);
    return 0;
}

enum { DECK = 40 };

static void fill(uint32_t deck[DECK])
{
    static const uint32_t spells[] = {PS_BEAR, PS_OGRE, PS_SCOUT, PS_WURM, PS_DUELIST};
    for (uint32_t i = 0; i < DECK; i++)
        deck[i] = i < 17 ? (i % 2 ? PS_FOREST : PS_MOUNTAIN) : spells[i % 5];
}

static ct_game *begin(const ct_set *set, uint32_t nplayers, uint64_t seed, uint32_t deck[DECK])
{
    ct_new_game how = {.nplayers = nplayers, .seed = seed};
    fill(deck);
    for (uint32_t p = 0; p < nplayers; p++)
        how.seat[p] = (ct_seat){deck, DECK, 0};
    return ct_game_new(set, &how);
}

static const uint32_t forty[CT_MAX_PLAYERS] = {DECK, DECK, DECK, DECK, DECK, DECK};

static void games_end_and_lose_no_card(void **state)
{
    uint32_t deck[DECK], wins = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        ct_game *g = begin(*state, 2, seed, deck);
        assert_non_null(g);
        const char *wrong = rp_play(g, seed, 20000, forty);
        if (wrong) fail_msg("seed %u: %s", (unsigned)seed, wrong);
        assert_int_not_equal(g->s->over, CT_NOT_OVER);
        assert_int_not_equal(g->s->over, CT_OVER_LIMIT);
        wins += g->s->over == CT_OVER_WIN;
        ct_game_free(g);
    }
    assert_true(wins > 15);
}

static void up_to_six_can_play(void **state)
{
    uint32_t deck[DECK];
    for (uint32_t n = 3; n <= CT_MAX_PLAYERS; n++) {
        ct_game *g = begin(*state, n, n, deck);
        assert_non_null(g);
        const char *wrong = rp_play(g, n, 60000, forty);
        if (wrong) fail_msg("%u players: %s", (unsigned)n, wrong);
        assert_int_equal(g->s->over, CT_OVER_WIN);
        ct_game_free(g);
    }
}

static void the_same_answers_give_the_same_game(void **state)
{
    uint32_t deck[DECK];
    ct_game *a = begin(*state, 2, 5, deck), *b = begin(*state, 2, 5, deck);
    assert_non_null(a);
    assert_non_null(b);
    uint64_t rng = 99;
    for (int i = 0; i < 3000 && ct_run(a) == CT_WAIT; i++) {
        assert_int_equal(ct_run(b), CT_WAIT);
        assert_true(ct_game_hash(a) == ct_game_hash(b));
        const uint32_t answer = rp_choose(a, &rng);
        assert_true(ct_answer(a, answer));
        if (i % 7 == 3) /* go on with a copy */
            ct_game_copy(b, a);
        else
            assert_true(ct_answer(b, answer));
    }
    (void)ct_run(b);
    assert_int_equal(a->s->over, b->s->over);
    ct_game_free(a);
    ct_game_free(b);
}

static void a_wrong_answer_changes_nothing(void **state)
{
    uint32_t deck[DECK];
    ct_game *g = begin(*state, 2, 3, deck);
    assert_non_null(g);
    assert_int_equal(ct_run(g), CT_WAIT);
    const uint64_t before = ct_game_hash(g);
    assert_false(ct_answer(g, g->s->decision.noptions));
    assert_false(ct_answer(g, 0xffffffffu));
    assert_true(before == ct_game_hash(g));
    assert_true(ct_answer(g, 0));
    assert_false(ct_answer(g, 0)); /* nothing is asked until it runs */
    ct_game_free(g);
}

static void bad_games_are_refused(void **state)
{
    uint32_t deck[DECK];
    assert_null(begin(*state, 1, 1, deck));
    ct_new_game how = {.nplayers = 2, .seed = 1};
    const uint32_t none = 1000;
    how.seat[0] = (ct_seat){&none, 1, 0};
    assert_null(ct_game_new(*state, &how));
    how = (ct_new_game){.nplayers = 2, .starting = 2};
    assert_null(ct_game_new(*state, &how));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_end_and_lose_no_card),
        cmocka_unit_test(up_to_six_can_play),
        cmocka_unit_test(the_same_answers_give_the_same_game),
        cmocka_unit_test(a_wrong_answer_changes_nothing),
        cmocka_unit_test(bad_games_are_refused),
    };
    return cmocka_run_group_tests_name("play", tests, load, unload);
}
