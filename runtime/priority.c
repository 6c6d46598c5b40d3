/* Priority [CR 117]: state-based actions, triggers, then a player may act or pass. */
#include "runtime/activate.h"
#include "runtime/cast.h"
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/object.h"
#include "runtime/stack.h"
#include "runtime/trigger.h"
#include "runtime/turn.h"

typedef struct ct_priority_locals {
    ct_play play;
    ct_option picked;
} ct_priority_locals;

void ct_start_priority(ct_game *g)
{
    (void)CT_PUSH(g, CT_TASK_PRIORITY, ct_priority_locals);
}

static uint32_t players_left(const ct_game *g)
{
    uint32_t n = 0;
    for (unsigned p = 0; p < g->s->nplayers; p++)
        n += !g->s->player[p].lost;
    return n;
}

unsigned ct_next_player(const ct_game *g, unsigned p)
{
    for (unsigned i = 1; i <= g->s->nplayers; i++) {
        const unsigned q = (p + i) % g->s->nplayers;
        if (!g->s->player[q].lost) return q;
    }
    return p;
}

static void ask(ct_game *g)
{
    const unsigned p = g->s->priority;
    ct_ask(g, CT_DEC_PRIORITY, p, CT_NOBODY);
    ct_option_add(g, CT_OPT_PASS, 0, 0, 0);
    ct_offer_plays(g, p);
    ct_offer_activations(g, p);
}

/* Begins what was picked; false when it can't be done any more. */
static bool begin(ct_game *g, ct_priority_locals *l)
{
    const unsigned p = g->s->priority;
    switch (l->picked.kind) {
    case CT_OPT_CAST:
    case CT_OPT_LAND:
        if (!ct_find_play(g, p, l->picked.a, l->picked.b, l->picked.c, &l->play)) return false;
        if (l->picked.kind == CT_OPT_CAST)
            ct_start_cast(g, &l->play);
        else
            ct_start_play_land(g, &l->play);
        return true;
    case CT_OPT_ACTIVATE:
        ct_start_activate(g, p, l->picked.a, l->picked.b);
        return true;
    default:
        return false;
    }
}

static void active_gets_priority(ct_game *g)
{
    ct_state *s = g->s;
    s->passes = 0;
    s->priority = s->player[s->active].lost ? ct_next_player(g, s->active) : s->active;
}

ct_status ct_task_PRIORITY(ct_game *g, ct_task *t)
{
    ct_priority_locals *l = ct_locals(t);
    ct_state *s = g->s;
    CT_BEGIN(t);
    active_gets_priority(g); /* [CR 117.3a] */
    for (;;) {
        CT_AWAIT(t, 1, ct_start_settle(g)); /* [CR 117.5] */
        ct_check_over(g);
        if (s->ending_turn || s->over) return CT_DONE;
        if (s->player[s->priority].lost) s->priority = ct_next_player(g, s->priority);
        CT_ASK(t, 2, ask(g));
        l->picked = ct_picked(g);
        if (l->picked.kind != CT_OPT_PASS) {
            t->pc = 3;
            if (begin(g, l)) return CT_RUN;
            continue;
        }
        if (++s->passes < players_left(g)) {
            s->priority = ct_next_player(g, s->priority); /* [CR 117.3d] */
            continue;
        }
        if (ct_zone_count(g, CT_ZONE_STACK, 0) == 0) /* [CR 117.4] */
            return CT_DONE;
        CT_AWAIT(t, 4, ct_start_resolve(g));
        ct_collect(g);
        active_gets_priority(g); /* [CR 117.3b] */
        continue;
    case 3:
        if (s->ret) /* the player who acted gets priority [CR 117.3c] */
            s->passes = 0;
    }
    CT_FINISH(t);
}
