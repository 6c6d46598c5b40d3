/* Many games between decks.
 *
 * Game k depends on the set, the decks, the agents, the seed and k alone: results are the same for any number of
 * threads, and any game can be played again by itself. Who begins alternates.
 */
#ifndef CT_SIM_H
#define CT_SIM_H

#include "runtime/agent.h"

typedef enum ct_sim_end { /* why a game ended */
#define END(name, word) CT_END_##name,
#define CT_SIM_ENDS(END)                                                                           \
    END(LIFE, "life") END(LIBRARY, "empty library") END(POISON, "poison") END(EFFECT, "an effect")   \
    END(DRAW, "draw") END(LOOP, "mandatory loop") END(LIMIT, "limit") END(STALL, "stall")
    CT_SIM_ENDS(END)
#undef END
    CT_SIM_NENDS
} ct_sim_end;

typedef struct ct_sim_result {
    int8_t winner; /* seat, -1: nobody */
    uint8_t end;   /* ct_sim_end */
    uint32_t turns, decisions;
    uint64_t hash; /* of the position at the end */
} ct_sim_result;

typedef struct ct_sim {
    const ct_set *set;
    ct_seat seat[2];
    ct_agent_kind agent[2];
    uint64_t seed;
    uint32_t most_turns;     /* a game that lasts longer has stalled; 0: 500 */
    uint32_t most_decisions; /* the same; 0: 200000 */
} ct_sim;

/* Plays game K. LOG may be NULL. False when memory is short. */
bool ct_sim_play(const ct_sim *sim, uint32_t k, ct_sim_result *result,
                 void (*log)(void *user, const ct_game *g, const ct_log_entry *entry), void *user);

/* Plays games 0 to N - 1 in so many threads into RESULTS; PROGRESS (may be NULL) hears how many are done, from
 * the thread that called. False when memory or threads are short. */
bool ct_sim_run(const ct_sim *sim, uint32_t n, unsigned threads, ct_sim_result *results,
                void (*progress)(void *user, uint32_t done), void *user);

const char *ct_sim_end_word(ct_sim_end end);

#endif
