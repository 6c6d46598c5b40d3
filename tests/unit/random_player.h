/* Answers decisions by chance and checks after each that the game is whole. */
#ifndef CT_TEST_RANDOM_PLAYER_H
#define CT_TEST_RANDOM_PLAYER_H

#include "runtime/game.h"
#include "runtime/object.h"

#include <stdio.h>

static uint64_t rp_next(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return *x;
}

/* Prefers doing something to passing, and doesn't tap lands for nothing. */
static uint32_t rp_choose(const ct_game *g, uint64_t *rng)
{
    const ct_decision_rec *d = &g->s->decision;
    if (ct_decision_is_range(g)) {
        const uint32_t most = d->noptions < 20 ? d->noptions : 20;
        return (uint32_t)(rp_next(rng) % most);
    }
    if (d->kind == CT_DEC_MULLIGAN) return rp_next(rng) % 4 == 0;
    if (d->kind != CT_DEC_PRIORITY) return (uint32_t)(rp_next(rng) % d->noptions);
    uint32_t useful[256], n = 0;
    for (uint32_t i = 1; i < d->noptions && n < 256; i++)
        if (g->option[i].kind != CT_OPT_ACTIVATE || g->option[i].c == 0 || rp_next(rng) % 16 == 0)
            useful[n++] = i;
    if (n == 0 || rp_next(rng) % 5 == 0) return 0;
    return useful[rp_next(rng) % n];
}

/* NULL when every object is in exactly one zone, every list is linked well and no
 * card has been lost; else what is wrong. */
static const char *rp_wrong(const ct_game *g, const uint32_t ncards[CT_MAX_PLAYERS])
{
    static uint8_t seen[1 << 16];
    uint32_t cards[CT_MAX_PLAYERS] = {0};
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_object].used; i++)
        seen[i] = 0;
    for (unsigned z = CT_ZONE_NONE + 1; z < CT_ZONE_PLAYERS; z++)
        for (unsigned p = 0; p < (ct_zone_shared(z) ? 1 : g->s->nplayers); p++) {
            uint32_t n = 0;
            ct_ent before = CT_NOBODY;
            CT_EACH(g, e, z, p)
            {
                const ct_object *o = ct_live(g, e);
                if (!o || o->zone != z) return "an object is listed in a zone where it is not";
                if (seen[ct_slot_of(e)]++) return "an object is listed twice";
                if (ct_zone_prev(g, e) != before) return "a zone is linked badly";
                before = e;
                cards[o->owner] += o->kind == CT_OBJ_CARD;
                n++;
            }
            if (n != ct_zone_count(g, z, p)) return "a zone's count is wrong";
        }
    for (uint32_t i = CT_FIRST_SLOT; i < g->s->pool[CT_POOL_object].used; i++) {
        const ct_object *o = &g->object[i];
        /* a token is made before it enters; nobody has priority then */
        const bool entering = o->kind == CT_OBJ_TOKEN && o->zone == CT_ZONE_NONE &&
                              g->s->decision.kind != CT_DEC_PRIORITY;
        if (o->id && !(o->flags & CT_OF_GONE) && o->id != g->s->probe && !entering && !seen[i])
            return "a live object is nowhere";
    }
    for (unsigned p = 0; p < g->s->nplayers; p++)
        if (cards[p] != (g->s->player[p].left ? 0 : ncards[p])) /* [CR 800.4a] */
            return "a card was lost or made";
    return NULL;
}

/* Plays to the end or for so many decisions; the message of what went wrong, or NULL. */
static const char *rp_play(ct_game *g, uint64_t seed, uint32_t decisions,
                           const uint32_t ncards[CT_MAX_PLAYERS])
{
    uint64_t rng = seed * 2 + 1;
    for (uint32_t i = 0; i < decisions; i++) {
        const ct_status status = ct_run(g);
        const char *wrong = rp_wrong(g, ncards);
        if (wrong) return wrong;
        if (status == CT_ENDED) return g->s->over ? NULL : "the game stopped without an end";
        if (g->s->decision.noptions == 0) return "a decision without options";
        if (!ct_answer(g, rp_choose(g, &rng))) return "an answer was refused";
    }
    return NULL;
}

#endif
