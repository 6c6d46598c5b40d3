/* Positions and answers by what they mean, for tests of the rules. */
#ifndef CT_TEST_POSITION_H
#define CT_TEST_POSITION_H

#include "runtime/chars.h"
#include "runtime/counter.h"
#include "runtime/known.h"
#include "runtime/setup.h"

static inline ct_ent in_play(ct_game *g, uint32_t card, unsigned player)
{
    return ct_setup_card(g, card, CT_NONE, player, player, CT_ZONE_BATTLEFIELD, CT_AT_END);
}

static inline ct_ent in_hand(ct_game *g, uint32_t card, unsigned player)
{
    return ct_setup_card(g, card, CT_NONE, player, player, CT_ZONE_HAND, CT_AT_END);
}

/* A library, so that nobody loses by drawing. */
static inline void with_libraries(ct_game *g, uint32_t card)
{
    for (unsigned p = 0; p < g->s->nplayers; p++)
        for (int i = 0; i < 10; i++)
            (void)ct_setup_card(g, card, CT_NONE, p, p, CT_ZONE_LIBRARY, CT_AT_END);
}

/* The option with these operands, or CT_NONE. */
static inline uint32_t find_option(const ct_game *g, ct_option_kind kind, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; !ct_decision_is_range(g) && i < g->s->decision.noptions; i++)
        if (g->option[i].kind == kind && (a == CT_NONE || g->option[i].a == a) &&
            (b == CT_NONE || g->option[i].b == b))
            return i;
    return CT_NONE;
}

static inline bool take(ct_game *g, ct_option_kind kind, uint32_t a, uint32_t b)
{
    if (ct_run(g) != CT_WAIT) return false;
    const uint32_t i = find_option(g, kind, a, b);
    return i != CT_NONE && ct_answer(g, i) && ct_run(g) != CT_RUN;
}

static inline bool say(ct_game *g, int32_t number)
{
    return ct_run(g) == CT_WAIT && ct_decision_is_range(g) && number >= g->s->decision.lo &&
           ct_answer(g, (uint32_t)(number - g->s->decision.lo)) && ct_run(g) != CT_RUN;
}

static inline bool asked(ct_game *g, ct_decision_kind kind)
{
    return ct_run(g) == CT_WAIT && g->s->decision.kind == kind;
}

/* Everybody passes until it is that step, or something else than priority is asked. */
static inline bool pass_to(ct_game *g, ct_step step)
{
    for (int i = 0; i < 200 && ct_run(g) == CT_WAIT; i++) {
        if (g->s->step == (uint32_t)step || g->s->decision.kind != CT_DEC_PRIORITY)
            return g->s->step == (uint32_t)step;
        if (!ct_answer(g, 0)) return false;
    }
    return false;
}

static inline bool in_zone(const ct_game *g, ct_ent e, ct_zone zone)
{
    const ct_object *o = ct_live(g, e);
    return o && o->zone == zone;
}

/* Everybody passes until the stack is empty. */
static inline bool resolve_all(ct_game *g)
{
    for (int i = 0; i < 200 && ct_run(g) == CT_WAIT; i++) {
        if (g->s->decision.kind != CT_DEC_PRIORITY) return false;
        if (ct_zone_count(g, CT_ZONE_STACK, 0) == 0) return true;
        if (!ct_answer(g, 0)) return false;
    }
    return false;
}

#endif
