/* Deck lists in the ways people write them; games by the number that come out the same however they are played. */
#include "support.h"

#include "cantrip/compiler.h"
#include "compiler/decklist.h"
#include "runtime/sim.h"

#include <unistd.h>

/* ---- deck lists ------------------------------------------------------------------------------------ */

struct reading {
    struct ct_arena arena;
    struct ct_diags diags;
    struct ct_decklist deck;
};

static bool read_list(struct reading *r, const char *text)
{
    char *path = ct_test_file(".txt", text, strlen(text));
    ct_arena_init(&r->arena, 0);
    ct_diags_init(&r->diags);
    bool good = ct_decklist_read(&r->deck, &r->arena, path, &r->diags);
    unlink(path);
    free(path);
    return good;
}

static void close_list(struct reading *r)
{
    ct_diags_free(&r->diags);
    ct_arena_free(&r->arena);
}

static void lists_are_read(void **state)
{
    static const char *const texts[] = {
        "Deck\n2 Small Bear (HLM) 12\n3 Tidewell\n\nSideboard\n4 Other\n",         /* Arena */
        "2x Small Bear\n3x Tidewell\nSB: 1 Other\n// a comment\n",                   /* .dec */
        "[metadata]\nName=Bears\n[Main]\n2 Small Bear|HLM|1\n3 Tidewell|HLM\n[Sideboard]\n1 Other\n", /* Forge */
        "NAME:Bears\n2 [HLM:12] Small Bear\n3 [HLM:90] Tidewell\nSB: 1 [HLM:1] Other\n", /* XMage */
        "2 Small Bear *F*\r\n3 Tidewell\r\n",                                        /* Moxfield, foreign line ends */
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct reading r;
        assert_true(read_list(&r, texts[i]));
        assert_int_equal(r.deck.nlines, 2);
        assert_int_equal(r.deck.count, 5);
        assert_string_equal(r.deck.lines[0].name, "Small Bear");
        assert_string_equal(r.deck.lines[1].name, "Tidewell");
        assert_int_equal(r.deck.lines[1].count, 3);
        close_list(&r);
    }
}

static void what_is_no_list_is_refused(void **state)
{
    static const struct {
        const char *text;
        uint32_t line;
    } texts[] = {
        {"2 Small Bear\nSmall Bear\n", 2}, {"0 Small Bear\n", 1},   {"1001 Small Bear\n", 1},
        {"2\n", 1},                        {"<?xml version=\"1.0\"?>\n", 1}, {"\n\n", 1},
        {"999999999999 Bear\n", 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct reading r;
        assert_false(read_list(&r, texts[i].text));
        assert_int_equal(r.diags.errors, 1);
        assert_int_equal(r.diags.first->code, CT_ERR_DECK_LINE);
        assert_int_equal(ct_source_place(r.diags.first->source, r.diags.first->span.start).line, texts[i].line);
        close_list(&r);
    }
}

/* ---- games ------------------------------------------------------------------------------------------ */

enum { GAMES = 24, MOST = 60 };

static struct decks {
    ct_set *set;
    uint32_t cards[2][MOST];
    ct_sim sim;
} decks;

static int load(void **state)
{
    static const char *const paths[] = {CT_SOURCE_DIR "/cards/sets/decks/wardens.txt",
                                        CT_SOURCE_DIR "/cards/sets/decks/drowned.txt"};
    ct_compiler *compiler = ct_compiler_new();
    (void)state;
    if (!compiler || !ct_compiler_add_file(compiler, CT_SOURCE_DIR "/cards")) return -1;
    decks.set = ct_compiler_finish(compiler);
    ct_compiler_free(compiler);
    if (!decks.set) return -1;
    decks.sim = (ct_sim){.set = decks.set, .seed = 5};
    for (unsigned d = 0; d < 2; d++) {
        struct ct_arena arena;
        struct ct_diags diags;
        struct ct_decklist list;
        uint32_t n = 0;
        ct_arena_init(&arena, 0);
        ct_diags_init(&diags);
        if (!ct_decklist_read(&list, &arena, paths[d], &diags)) return -1;
        for (size_t i = 0; i < list.nlines; i++)
            for (uint32_t k = 0; k < list.lines[i].count && n < MOST; k++)
                decks.cards[d][n++] =
                    ct_set_find_card(decks.set, list.lines[i].name, strlen(list.lines[i].name), NULL);
        decks.sim.seat[d] = (ct_seat){.cards = decks.cards[d], .ncards = n};
        ct_diags_free(&diags);
        ct_arena_free(&arena);
    }
    return 0;
}

static int unload(void **state)
{
    (void)state;
    ct_set_free(decks.set);
    return 0;
}

static void threads_make_no_difference(void **state)
{
    ct_sim_result one[GAMES], three[GAMES], alone;
    (void)state;
    assert_true(ct_sim_run(&decks.sim, GAMES, 1, one, NULL, NULL));
    assert_true(ct_sim_run(&decks.sim, GAMES, 3, three, NULL, NULL));
    assert_memory_equal(one, three, sizeof one);
    for (unsigned k = 0; k < GAMES; k++)
        assert_true(one[k].end != CT_END_LIMIT && one[k].decisions > 0);
    assert_true(ct_sim_play(&decks.sim, 7, &alone, NULL, NULL));
    assert_memory_equal(&alone, &one[7], sizeof alone);
    ct_sim other = decks.sim;
    other.seed = 6;
    assert_true(ct_sim_play(&other, 7, &alone, NULL, NULL));
    assert_true(alone.hash != one[7].hash);
}

/* An agent that looks ahead is better than chance, with either deck. */
static void looking_ahead_helps(void **state)
{
    (void)state;
    for (unsigned clever = 0; clever < 2; clever++) {
        ct_sim sim = decks.sim;
        ct_sim_result results[GAMES];
        unsigned wins = 0;
        sim.agent[clever] = CT_AGENT_GREEDY;
        assert_true(ct_sim_run(&sim, GAMES, 2, results, NULL, NULL));
        for (unsigned k = 0; k < GAMES; k++) wins += results[k].winner == (int)clever;
        assert_true(wins > GAMES * 3 / 4);
    }
}

static void a_game_without_end_has_stalled(void **state)
{
    ct_sim sim = decks.sim;
    ct_sim_result result;
    (void)state;
    sim.most_turns = 2;
    assert_true(ct_sim_play(&sim, 0, &result, NULL, NULL));
    assert_int_equal(result.end, CT_END_STALL);
    assert_int_equal(result.winner, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_read),
        cmocka_unit_test(what_is_no_list_is_refused),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(looking_ahead_helps),
        cmocka_unit_test(a_game_without_end_has_stalled),
    };

    return cmocka_run_group_tests(tests, load, unload);
}
