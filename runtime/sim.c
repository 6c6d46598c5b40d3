/* Playing games by the number: each has its own seed, so none depends on the others. */
#include "runtime/sim.h"

#include "runtime/counter.h"
#include "runtime/log.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { TURNS = 500, DECISIONS = 200000, THREADS_MOST = 256 };

const char *ct_sim_end_word(ct_sim_end end)
{
    static const char *const words[] = {
#define END(name, word) word,
        CT_SIM_ENDS(END)
#undef END
    };
    return end < CT_SIM_NENDS ? words[end] : "";
}

static uint64_t stream(const ct_sim *sim, uint32_t k, uint32_t which)
{
    const uint32_t of[2] = {k, which};
    return XXH3_64bits_withSeed(of, sizeof of, sim->seed);
}

static ct_sim_end why(const ct_game *g)
{
    switch ((ct_over)g->s->over) {
    case CT_OVER_WIN: break;
    case CT_OVER_DRAW: return CT_END_DRAW;
    case CT_OVER_LOOP: return CT_END_LOOP;
    case CT_OVER_LIMIT: return CT_END_LIMIT;
    default: return CT_END_STALL;
    }
    const ct_player *loser = &g->s->player[1 - ct_player_index(g->s->winner)];
    return loser->life <= 0           ? CT_END_LIFE
           : loser->drew_from_empty   ? CT_END_LIBRARY
                                      : CT_END_EFFECT;
}

/* Plays on until the game is over or has stalled. */
static void play(const ct_sim *sim, ct_game *g, ct_agent agent[2], bool swapped, ct_sim_result *result)
{
    const uint32_t turns = sim->most_turns ? sim->most_turns : TURNS;
    const uint32_t decisions = sim->most_decisions ? sim->most_decisions : DECISIONS;
    ct_status status = ct_run(g);
    while (status == CT_WAIT && g->s->turn <= turns && result->decisions < decisions) {
        const unsigned seat = g->s->decision.player ^ (swapped ? 1u : 0u);
        ct_answer(g, ct_agent_choose(&agent[seat], g));
        result->decisions++;
        status = ct_run(g);
    }
    result->turns = g->s->turn;
    result->end = (uint8_t)(status == CT_WAIT ? CT_END_STALL : why(g));
    result->winner = -1;
    if (status != CT_WAIT && g->s->over == CT_OVER_WIN)
        result->winner = (int8_t)(ct_player_index(g->s->winner) ^ (swapped ? 1u : 0u));
    result->hash = ct_game_hash(g);
}

bool ct_sim_play(const ct_sim *sim, uint32_t k, ct_sim_result *result,
                 void (*log)(void *user, const ct_game *g, const ct_log_entry *entry), void *user)
{
    const bool swapped = k & 1; /* player 0 begins: each seat in every second game */
    ct_new_game how = {.nplayers = 2, .seed = stream(sim, k, 0)};
    how.seat[0] = sim->seat[swapped];
    how.seat[1] = sim->seat[!swapped];
    *result = (ct_sim_result){.winner = -1};
    ct_game *g = ct_game_new(sim->set, &how);
    ct_agent agent[2] = {0};
    bool good = g != NULL;
    for (unsigned seat = 0; seat < 2 && good; seat++)
        good = ct_agent_init(&agent[seat], sim->agent[seat], sim->set, stream(sim, k, 1 + seat));
    if (good) {
        g->log = log;
        g->log_user = user;
        play(sim, g, agent, swapped, result);
    }
    for (unsigned seat = 0; seat < 2; seat++)
        ct_agent_fini(&agent[seat]);
    if (g)
        ct_game_free(g);
    return good;
}

/* ---- threads ------------------------------------------------------------------------------------ */

struct work {
    const ct_sim *sim;
    ct_sim_result *results;
    uint32_t n;
    atomic_uint next, done;
    atomic_bool failed;
};

static void *worker(void *data)
{
    struct work *work = data;
    for (uint32_t k; (k = atomic_fetch_add(&work->next, 1)) < work->n && !work->failed;) {
        if (!ct_sim_play(work->sim, k, &work->results[k], NULL, NULL))
            work->failed = true;
        atomic_fetch_add(&work->done, 1);
    }
    return NULL;
}

bool ct_sim_run(const ct_sim *sim, uint32_t n, unsigned threads, ct_sim_result *results,
                void (*progress)(void *user, uint32_t done), void *user)
{
    struct work work = {.sim = sim, .results = results, .n = n};
    pthread_t thread[THREADS_MOST];
    unsigned started = 0;
    if (threads > THREADS_MOST)
        threads = THREADS_MOST;
    if (threads > n)
        threads = n;
    while (started < threads && !pthread_create(&thread[started], NULL, worker, &work))
        started++;
    if (!started)
        worker(&work);
    while (progress && started && work.done < n && !work.failed) {
        const struct timespec pause = {.tv_nsec = 200000000};
        nanosleep(&pause, NULL);
        progress(user, work.done);
    }
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    return !work.failed;
}
