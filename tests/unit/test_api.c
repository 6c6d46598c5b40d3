/* Games through the public interface alone. */
#include "support.h"

#include "cantrip/game.h"
#include "play_set.h"

#include <unistd.h>

enum { DECK = 40, MOST_ANSWERS = 20000 };

struct table {
    play_set made;
    ct_set set;
    uint32_t deck[DECK];
    struct ct_game_setup setup;
};

static int setup_table(void **state)
{
    static struct table table;

    ps_make(&table.made);
    assert_int_equal(ct_set_from_parts(&table.set, &table.made.set), CT_SET_OK);
    for (uint32_t i = 0; i < DECK; i++)
        table.deck[i] = i % 2 ? PS_FOREST : PS_BEAR;
    table.setup =
        (struct ct_game_setup){.decks = {{table.deck, DECK}, {table.deck, DECK}}, .seed = 7};
    *state = &table;
    return 0;
}

static int teardown_table(void **state)
{
    struct table *table = *state;

    ct_set_close(&table->set);
    return 0;
}

/* Answers by a rule that depends on the question alone, so that a game is the same every time. */
static uint32_t answer(const struct ct_choice *choice, uint32_t count)
{
    return choice->options > 1 ? (count * 7 + choice->options) % choice->options : 0;
}

static uint64_t play(ct_game *game, uint32_t *answers)
{
    struct ct_choice choice;
    char text[64];

    while (ct_game_advance(game) == CT_GAME_ASKS && *answers < MOST_ANSWERS) {
        assert_true(ct_game_choice(game, &choice));
        assert_true(choice.options > 0 && choice.player < 2 && *choice.what);
        for (uint32_t i = 0; i < choice.options && i < 8; i++)
            assert_true(ct_game_option(game, i, text, sizeof text) > 0);
        assert_false(ct_game_answer(game, choice.options));
        assert_true(ct_game_answer(game, answer(&choice, *answers)));
        ++*answers;
    }
    return ct_game_hash(game);
}

static void a_game_is_played_to_its_end(void **state)
{
    struct table *table = *state;
    ct_game *game = ct_game_start(&table->set, &table->setup);
    uint32_t answers = 0;
    struct ct_choice choice;

    assert_non_null(game);
    play(game, &answers);
    assert_int_equal(ct_game_advance(game), CT_GAME_WON);
    assert_in_range(ct_game_winner(game), 0, 1);
    assert_true(ct_game_turn(game) > 5);
    assert_false(ct_game_choice(game, &choice));
    assert_false(ct_game_answer(game, 0));
    ct_game_free(game);
}

static void the_same_answers_give_the_same_game(void **state)
{
    struct table *table = *state;
    ct_game *one = ct_game_start(&table->set, &table->setup), *two;
    uint32_t first = 0, second = 0;
    uint64_t hash = play(one, &first);

    two = ct_game_start(&table->set, &table->setup);
    assert_true(play(two, &second) == hash);
    assert_int_equal(first, second);
    assert_int_equal(ct_game_life(one, 0), ct_game_life(two, 0));
    ct_game_free(one);
    ct_game_free(two);
}

static void a_fork_goes_its_own_way(void **state)
{
    struct table *table = *state;
    ct_game *game = ct_game_start(&table->set, &table->setup), *fork;
    uint32_t answers = 0;
    uint64_t hash;

    for (int i = 0; i < 30; i++) {
        struct ct_choice choice;
        assert_int_equal(ct_game_advance(game), CT_GAME_ASKS);
        ct_game_choice(game, &choice);
        ct_game_answer(game, answer(&choice, (uint32_t)i));
    }
    ct_game_advance(game);
    hash = ct_game_hash(game);
    fork = ct_game_fork(game);
    assert_true(ct_game_hash(fork) == hash);
    play(fork, &answers);
    assert_true(ct_game_hash(fork) != hash);
    assert_true(ct_game_hash(game) == hash);
    ct_game_free(fork);
    ct_game_free(game);
}

static void what_cannot_be_played_is_refused(void **state)
{
    struct table *table = *state;
    uint32_t strange[] = {99999};
    struct ct_game_setup setup = table->setup;
    char message[128] = "", *path;

    setup.decks[1] = (struct ct_deck){strange, 1};
    assert_null(ct_game_start(&table->set, &setup));
    assert_null(ct_set_read("/nonexistent.cset", message, sizeof message));
    assert_true(*message);
    path = ct_test_file(".cset", "CSETnonsense", 12);
    *message = '\0';
    assert_null(ct_set_read(path, message, sizeof message));
    assert_true(*message);
    assert_null(ct_set_read(path, NULL, 0));
    unlink(path);
    free(path);
}

static int write_bytes(void *user, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) == size ? 0 : 1;
}

static void a_set_file_is_read_and_looked_through(void **state)
{
    struct table *table = *state;
    char *path = ct_test_file(".cset", "", 0), name[8];
    FILE *file = fopen(path, "wb");
    int64_t bear;
    ct_set *set;

    assert_int_equal(ct_set_write(&table->set, write_bytes, file), 0);
    fclose(file);
    set = ct_set_read(path, NULL, 0);
    assert_non_null(set);
    assert_int_equal(ct_set_count(set), PS_NCARDS);
    bear = ct_set_find(set, "bear");
    assert_int_equal(bear, PS_BEAR);
    assert_int_equal(ct_set_name(set, (uint32_t)bear, name, sizeof name), 4);
    assert_string_equal(name, "Bear");
    assert_int_equal(ct_set_find(set, "No Such Card"), -1);
    assert_int_equal(ct_set_name(set, 9999, name, sizeof name), 0);
    assert_string_equal(name, "");
    ct_set_free(set);
    unlink(path);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played_to_its_end),
        cmocka_unit_test(the_same_answers_give_the_same_game),
        cmocka_unit_test(a_fork_goes_its_own_way),
        cmocka_unit_test(what_cannot_be_played_is_refused),
        cmocka_unit_test(a_set_file_is_read_and_looked_through),
    };

    return cmocka_run_group_tests(tests, setup_table, teardown_table);
}
