/* Agents: what answers decisions when nobody does.
 *
 * An agent sees the open decision and its legal answers and names one; it holds nothing but its random numbers,
 * so the same game, agent and number give the same answer.
 */
#ifndef CT_AGENT_H
#define CT_AGENT_H

#include "runtime/game.h"

typedef enum ct_agent_kind {
#define AGENT(name, word, text) CT_AGENT_##name,
#include "runtime/agents.def"
#undef AGENT
    CT_NAGENTS
} ct_agent_kind;

/* The agent called WORD, CT_NAGENTS when there is none. */
ct_agent_kind ct_agent_find(const char *word);

typedef struct ct_agent {
    ct_agent_kind kind;
    uint64_t rng;    /* its own random numbers */
    ct_game *ahead;  /* a game to try answers in; its own */
} ct_agent;

/* Sets up an agent for games of SET. False when memory is short. */
bool ct_agent_init(ct_agent *agent, ct_agent_kind kind, const ct_set *set, uint64_t seed);
void ct_agent_fini(ct_agent *agent);

/* An answer to the open decision: an index below noptions. */
uint32_t ct_agent_choose(ct_agent *agent, const ct_game *g);

#endif
