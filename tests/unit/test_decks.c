/* The two decks of the original set play whole games: every card they hold compiles,
 * games end with a winner, nothing gets lost, and a copy made in the middle of
 * anything goes on as the game it was copied from. */
#include "cantrip/compiler.h"
#include "random_player.h"
#include "runtime/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 60, GAMES = 40 };

static struct decks {
    ct_set *set;
    uint32_t card[2][MOST], n[2];
} decks;

static bool read_deck(const char *path, unsigned which)
{
    char line[200], name[150];
    int copies;
    FILE *file = fopen(path, "r");
    if (!file) return false;
    bool good = true;
    while (good && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%d %149[^\n]", &copies, name) != 2) continue;
        const uint32_t card = ct_set_find_card(decks.set, name, strlen(name), NULL);
        good = card != CT_NONE;
        if (!good) fprintf(stderr, "not in the set: %s\n", name);
        for (; good && copies > 0 && decks.n[which] < MOST; copies--)
            decks.card[which][decks.n[which]++] = card;
    }
    fclose(file);
    return good;
}

static int load(void **state)
{
    (void)state;
    ct_compiler *compiler = ct_compiler_new();
    if (!compiler || !ct_compiler_add_file(compiler, CT_SOURCE_DIR "/cards")) return -1;
    decks.set = ct_compiler_finish(compiler);
    if (!decks.set) ct_compiler_print(compiler, stderr, CT_PRINT_TEXT);
    ct_compiler_free(compiler);
    ct_verify_error error;
    return decks.set && ct_verify(decks.set, &error) &&
                   read_deck(CT_SOURCE_DIR "/cards/sets/decks/drowned.txt", 0) &&
                   read_deck(CT_SOURCE_DIR "/cards/sets/decks/wardens.txt", 1)
               ? 0
               : -1;
}

static int unload(void **state)
{
    (void)state;
    ct_set_free(decks.set);
    return 0;
}

static ct_game *begin(uint64_t seed)
{
    ct_new_game how = {.nplayers = 2, .seed = seed, .starting = (uint32_t)(seed % 2)};
    for (unsigned p = 0; p < 2; p++)
        how.seat[p] = (ct_seat){decks.card[p], decks.n[p], 0};
    return ct_game_new(decks.set, &how);
}

static void the_decks_have_forty_cards(void **state)
{
    (void)state;
    assert_int_equal(decks.n[0], 40);
    assert_int_equal(decks.n[1], 40);
}

static void games_have_a_winner(void **state)
{
    (void)state;
    const uint32_t ncards[CT_MAX_PLAYERS] = {decks.n[0], decks.n[1]};
    uint32_t wins[2] = {0};
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        ct_game *g = begin(seed);
        assert_non_null(g);
        const char *wrong = rp_play(g, seed, 20000, ncards);
        if (wrong) fail_msg("seed %u: %s", (unsigned)seed, wrong);
        assert_int_equal(g->s->over, CT_OVER_WIN);
        wins[g->s->winner == 2]++;
        ct_game_free(g);
    }
    assert_true(wins[0] > 0 && wins[1] > 0);
}

/* At every decision: the same options, the same value. */
static void copies_go_on_as_the_game(void **state)
{
    (void)state;
    for (uint64_t seed = 100; seed < 105; seed++) {
        ct_game *a = begin(seed), *b = ct_game_reserve(decks.set);
        assert_non_null(a);
        assert_non_null(b);
        uint64_t rng = seed;
        for (int i = 0; i < 2500 && ct_run(a) == CT_WAIT; i++) {
            if (i % 5 == 0)
                ct_game_copy(b, a);
            else
                (void)ct_run(b);
            assert_int_equal(a->s->decision.kind, b->s->decision.kind);
            assert_int_equal(a->s->decision.noptions, b->s->decision.noptions);
            assert_true(ct_game_hash(a) == ct_game_hash(b));
            const uint32_t answer = rp_choose(a, &rng);
            assert_true(ct_answer(a, answer));
            assert_true(ct_answer(b, answer));
        }
        ct_game_free(a);
        ct_game_free(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_decks_have_forty_cards),
        cmocka_unit_test(games_have_a_winner),
        cmocka_unit_test(copies_go_on_as_the_game),
    };
    return cmocka_run_group_tests_name("decks", tests, load, unload);
}
