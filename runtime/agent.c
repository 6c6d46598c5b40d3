/* Answering by chance, and by looking one step ahead. */
#include "runtime/agent.h"

#include "runtime/chars.h"
#include "runtime/zone.h"

#include <string.h>

ct_agent_kind ct_agent_find(const char *word)
{
    static const char *const words[] = {
#define AGENT(name, word, text) word,
#include "runtime/agents.def"
#undef AGENT
    };
    for (unsigned i = 0; i < CT_NAGENTS; i++)
        if (!strcmp(words[i], word))
            return (ct_agent_kind)i;
    return CT_NAGENTS;
}

/* xorshift64*: fast, and the state is the caller's. */
static uint64_t next(uint64_t *x)
{
    *x ^= *x >> 12;
    *x ^= *x << 25;
    *x ^= *x >> 27;
    return *x * 0x2545f4914f6cdd1dull;
}

static uint32_t below(uint64_t *rng, uint32_t n)
{
    return (uint32_t)((next(rng) >> 32) * n >> 32);
}

/* ---- what a position is worth ------------------------------------------------------------------ */

enum { WON = 1000000, LIFE = 3, CARD = 4, LAND = 7, POWER = 4, TOUGHNESS = 2, OTHER = 5 };

static int32_t permanent_worth(ct_game *g, ct_ent e)
{
    const ct_chars *c = ct_chars_of(g, e);
    if (c->types & CT_TYPE_LAND)
        return LAND;
    if (c->types & CT_TYPE_CREATURE)
        return OTHER + POWER * (c->power > 0 ? c->power : 0) + TOUGHNESS * (c->toughness > 0 ? c->toughness : 0);
    return OTHER;
}

/* Of the player's own things and, taken off, of everybody else's. */
static int32_t worth(ct_game *g, unsigned player)
{
    int32_t sum = 0;
    if (g->s->over == CT_OVER_WIN)
        return g->s->winner == ct_player_ent(player) ? WON : -WON;
    for (unsigned p = 0; p < g->s->nplayers; p++) {
        int32_t sign = p == player ? 1 : -1;
        int32_t life = g->s->player[p].life;
        sum += sign * (LIFE * (life < 40 ? life : 40) + CARD * (int32_t)ct_zone_count(g, CT_ZONE_HAND, p));
        if (life <= 0 || g->s->player[p].lost)
            sum -= sign * WON / 2;
    }
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0) {
        const ct_chars *c = ct_chars_of(g, e);
        sum += (c->controller == player ? 1 : -1) * permanent_worth(g, e);
    }
    return sum;
}

/* A decision of this many answers is looked through; of more, as many are tried. */
enum { MOST_TRIED = 24, MOST_STEPS = 40 };

/* Between its beginning and its end a combat is looked through: what attackers are worth shows in the damage. */
static bool in_combat(const ct_game *g)
{
    return g->s->step >= CT_STEP_ATTACKERS && g->s->step <= CT_STEP_DAMAGE;
}

/* The worth after answer INDEX, when everything that follows without a choice of this player's is done. */
static int32_t look(ct_game *ahead, const ct_game *g, uint32_t index, unsigned player, uint64_t rng)
{
    ct_game_copy(ahead, g);
    if (!ct_answer(ahead, index))
        return -WON;
    for (unsigned i = 0; i < MOST_STEPS && ct_run(ahead) == CT_WAIT; i++) {
        const ct_decision_rec *d = &ahead->s->decision;
        /* the stack resolves: both pass; anything else is answered by chance */
        if (d->kind == CT_DEC_PRIORITY && ct_zone_count(ahead, CT_ZONE_STACK, 0) == 0 && !in_combat(ahead))
            break;
        ct_answer(ahead, d->kind == CT_DEC_PRIORITY ? 0 : below(&rng, d->noptions));
    }
    return worth(ahead, player);
}

static uint32_t greedy(ct_agent *agent, const ct_game *g)
{
    const uint32_t n = g->s->decision.noptions, tried = n < MOST_TRIED ? n : MOST_TRIED;
    uint32_t best = below(&agent->rng, n);
    if (n < 2)
        return best;
    int32_t most = INT32_MIN;
    const uint64_t chance = next(&agent->rng) | 1;
    for (uint32_t i = 0; i < tried; i++) {
        const uint32_t index = n <= MOST_TRIED ? i : below(&agent->rng, n);
        const int32_t value = look(agent->ahead, g, index, g->s->decision.player, chance);
        if (value > most) {
            most = value;
            best = index;
        }
    }
    return best;
}

bool ct_agent_init(ct_agent *agent, ct_agent_kind kind, const ct_set *set, uint64_t seed)
{
    *agent = (ct_agent){.kind = kind, .rng = seed ? seed : 1};
    if (kind == CT_AGENT_GREEDY)
        agent->ahead = ct_game_reserve(set);
    return kind != CT_AGENT_GREEDY || agent->ahead;
}

void ct_agent_fini(ct_agent *agent)
{
    if (agent->ahead)
        ct_game_free(agent->ahead);
    agent->ahead = NULL;
}

uint32_t ct_agent_choose(ct_agent *agent, const ct_game *g)
{
    return agent->kind == CT_AGENT_GREEDY ? greedy(agent, g) : below(&agent->rng, g->s->decision.noptions);
}
