/* Games for hosts: making one, running it, asking and answering, copying.
 *
 *     ct_new_game how = {.nplayers = 2, .seed = 7};
 *     how.seat[0] = (ct_seat){cards, ncards}; ...
 *     ct_game *g = ct_game_new(set, &how);
 *     while (ct_run(g) == CT_WAIT)
 *         ct_answer(g, choose(g));      // g->s->decision, g->option
 *     ct_game_free(g);
 *
 * The set must be verified and outlive the game.  Copies and snapshots are in
 * block.h, decisions in decision.h, the log in log.h, positions for scenarios in
 * setup.h.
 */
#ifndef CT_GAME_H
#define CT_GAME_H

#include "runtime/block.h"
#include "runtime/decision.h"
#include "runtime/task.h"

typedef struct ct_seat {
    const uint32_t *cards; /* card records of the set: the deck */
    uint32_t ncards;
    int32_t life; /* 0: 20 */
} ct_seat;

typedef struct ct_new_game {
    uint32_t nplayers; /* 2 to 6 */
    uint64_t seed;
    ct_seat seat[CT_MAX_PLAYERS];
    uint32_t starting; /* index of the player who takes the first turn */
    uint32_t hand;     /* opening hand, 0: seven */
    bool no_mulligans;
    bool unshuffled; /* libraries in the order of the decks, first card on top */
} ct_new_game;

/* A game about to begin; NULL when memory is short, a card is not in the set or
 * the number of players is not 2 to 6. */
ct_game *ct_game_new(const ct_set *set, const ct_new_game *how);

/* An empty game without tasks: players with life, nobody has anything.  For
 * ct_game_new and setup.h. */
ct_game *ct_game_bare(const ct_set *set, uint32_t nplayers, uint64_t seed);

#endif
