/* The runtime: loads a set and plays games with its cards.
 *
 *     ct_set *set = ct_set_read("cards.cset", message, sizeof message);
 *     ct_game *game = ct_game_start(set, &setup);
 *     while (ct_game_advance(game) == CT_GAME_ASKS) {
 *         struct ct_choice choice;
 *         ct_game_choice(game, &choice);
 *         ct_game_answer(game, decide(&choice));
 *     }
 *     ct_game_free(game);
 *     ct_set_free(set);
 *
 * A game runs until a player must choose, says who and among how many legal answers, and goes on
 * with the one it is given. The same set, seed and answers give the same game. A game borrows its
 * set, which must outlive it; sets are not written to, so games in several threads can share one.
 */
#ifndef CANTRIP_GAME_H
#define CANTRIP_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ct_set ct_set;
typedef struct ct_game ct_game;

/* ---- sets ----------------------------------------------------------------------------------- */

/* Loads a set file and verifies it: whatever the file holds, a set that is returned can be played.
 * NULL when it cannot; MESSAGE (may be NULL) then says why. */
ct_set *ct_set_read(const char *path, char *message, size_t size);
void ct_set_free(ct_set *set);

/* How many cards there are; the number of the one called NAME, or -1; the name of card number
 * INDEX, NUL- terminated and cut to SIZE, and its length. */
uint32_t ct_set_count(const ct_set *set);
int64_t ct_set_find(const ct_set *set, const char *name);
size_t ct_set_name(const ct_set *set, uint32_t index, char *name, size_t size);

/* ---- games ---------------------------------------------------------------------------------- */

struct ct_deck {
    const uint32_t *cards; /* numbers of cards in the set */
    uint32_t count;
};

/* A game of two players; the first takes the first turn. */
struct ct_game_setup {
    struct ct_deck decks[2];
    uint64_t seed; /* of everything random */
    bool no_mulligans;
};

/* A game about to begin, NULL when memory is short or a deck has a card that is not in the set. The
 * set comes from the compiler or from ct_set_read. */
ct_game *ct_game_start(const ct_set *set, const struct ct_game_setup *setup);
void ct_game_free(ct_game *game);

enum ct_progress {
    CT_GAME_ASKS, /* a player must choose */
    CT_GAME_WON,
    CT_GAME_DRAWN,
    CT_GAME_STOPPED /* it outgrew what a game may be: too many objects, or no end in sight */
};

/* Runs until a player must choose or the game is over. */
enum ct_progress ct_game_advance(ct_game *game);

/* What is asked. */
struct ct_choice {
    const char *what; /* "a target" */
    uint32_t player;  /* 0 or 1 */
    uint32_t options; /* answers are 0 to options - 1 */
    bool is_number;   /* then answer i means the number least + i */
    int32_t least;
};
/* False when nothing is asked. */
bool ct_game_choice(const ct_game *game, struct ct_choice *choice);
/* Answer INDEX in words, NUL-terminated and cut to SIZE; returns its length. */
size_t ct_game_option(const ct_game *game, uint32_t index, char *text, size_t size);
/* Answers. False, and nothing changes, when nothing is asked or there is no such option. */
bool ct_game_answer(ct_game *game, uint32_t index);

/* What everybody can see. */
int32_t ct_game_life(const ct_game *game, uint32_t player);
uint32_t ct_game_turn(const ct_game *game);
int ct_game_winner(const ct_game *game); /* 0, 1, or -1 */

/* ---- copies --------------------------------------------------------------------------------- */

/* Another game in the same position, NULL when memory is short. */
ct_game *ct_game_fork(const ct_game *game);
/* A number that depends on the position alone. */
uint64_t ct_game_hash(const ct_game *game);

#ifdef __cplusplus
}
#endif
#endif
