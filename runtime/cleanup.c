/* The cleanup step [CR 514]. */
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/effect.h"
#include "runtime/event.h"
#include "runtime/known.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/sba.h"
#include "runtime/trigger.h"
#include "runtime/turn.h"

enum { MAX_DISCARDS = 64 };

typedef struct ct_cleanup_locals {
    uint32_t n, npicked, acted;
    ct_ent picked[MAX_DISCARDS];
} ct_cleanup_locals;

void ct_start_cleanup(ct_game *g)
{
    (void)CT_PUSH(g, CT_TASK_CLEANUP, ct_cleanup_locals);
}

/* Effects apply in timestamp order, which is the order they are found in [CR 402.2]. */
int32_t ct_maximum_hand_size(ct_game *g, unsigned player)
{
    int32_t size = 7;
    bool none = false;
    if (!ct_rule_any(g, CT_RULE_HAND_SIZE)) return size;
    for (ct_rule_hit h = CT_RULE_FIRST;
         ct_rule_next(g, CT_RULE_HAND_SIZE, ct_player_ent(player), CT_NOBODY, &h);) {
        const uint32_t how = g->set->effect[h.rec].arg;
        const int32_t n = ct_rule_amount(g, &h, ct_player_ent(player), 0);
        if (how == 3)
            none = true;
        else
            size = how == 0 ? n : how == 1 ? size + n : size - n;
    }
    return none ? INT32_MAX : size < 0 ? 0 : size;
}

static void offer_discards(ct_game *g, const ct_cleanup_locals *l)
{
    const unsigned p = g->s->active;
    bool behind = l->npicked == 0;
    ct_ask(g, CT_DEC_DISCARD, p, CT_NOBODY);
    CT_EACH(g, e, CT_ZONE_HAND, p)
    {
        if (behind)
            ct_option_add(g, CT_OPT_ENT, e, 0, 0);
        else
            behind = e == l->picked[l->npicked - 1];
    }
    /* the last ones would leave too few */
    const uint32_t cut = l->n - l->npicked - 1;
    g->s->decision.noptions -= cut < g->s->decision.noptions ? cut : 0;
    g->s->pool[CT_POOL_option].used = g->s->decision.noptions;
}

static uint32_t excess(ct_game *g)
{
    const int64_t over = (int64_t)ct_zone_count(g, CT_ZONE_HAND, g->s->active) -
                         ct_maximum_hand_size(g, g->s->active);
    return over <= 0 ? 0 : over < MAX_DISCARDS ? (uint32_t)over : MAX_DISCARDS;
}

/* Damage and "until end of turn" end at one time [CR 514.2]. */
static void wear_off(ct_game *g)
{
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    {
        ct_object *o = ct_obj(g, e);
        o->damage = 0;
        o->flags &= ~(uint32_t)CT_OF_DEATHTOUCHED;
    }
    ct_effects_end(g, CT_MOMENT_CLEANUP);
    ct_touch(g);
    ct_touch_state(g);
}

ct_status ct_task_CLEANUP(ct_game *g, ct_task *t)
{
    ct_cleanup_locals *l = ct_locals(t);
    ct_state *s = g->s;
    CT_BEGIN(t);
    s->ending_turn = 0; /* the turn has come to its end [CR 724.1d] */
    for (;;) {
        l->npicked = 0;
        for (l->n = excess(g); l->npicked < l->n;) { /* [CR 514.1] */
            CT_ASK(t, 1, offer_discards(g, l));
            l->picked[l->npicked++] = ct_picked(g).a;
        }
        if (l->npicked)
            CT_AWAIT(t, 2,
                     ct_start_discard(g, ct_player_ent(s->active),
                                      ct_list_make(g, l->picked, l->npicked), 0, CT_NOBODY));
        wear_off(g);
        /* [CR 514.3a] */
        CT_AWAIT(t, 3, ct_start_sba(g));
        l->acted = s->ret;
        if (!l->acted && !ct_triggers_waiting(g)) break;
        CT_AWAIT(t, 4, ct_start_priority(g));
        if (s->over) break;
    }
    CT_FINISH(t);
}
