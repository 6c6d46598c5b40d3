/* Declaring attackers [CR 508]. */
#include "runtime/chars.h"
#include "runtime/combat.h"
#include "runtime/cost.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/log.h"
#include "runtime/object.h"

enum { MAX_ATTACKERS = 128 };

typedef struct ct_attackers_locals {
    uint32_t n, i, paid; /* prices paid for attacker i */
    ct_ent attacker[MAX_ATTACKERS], attacked[MAX_ATTACKERS];
    ct_rule_hit hit; /* the restriction that is being bought off */
} ct_attackers_locals;

void ct_start_attackers(ct_game *g)
{
    (void)CT_PUSH(g, CT_TASK_ATTACKERS, ct_attackers_locals);
}

/* Walks what can be attacked [CR 508.1b]: opponents, then their planeswalkers. */
static ct_ent next_attacked(ct_game *g, ct_ent after)
{
    const unsigned active = g->s->active;
    if (!after || ct_is_player(after)) {
        for (unsigned p = after ? ct_player_index(after) + 1 : 0; p < g->s->nplayers; p++)
            if (p != active && !g->s->player[p].lost) return ct_player_ent(p);
        after = CT_NOBODY;
    }
    for (ct_ent e = after ? ct_zone_next(g, after) : ct_zone_first(g, CT_ZONE_BATTLEFIELD, 0); e;
         e = ct_zone_next(g, e))
        if (ct_is_type(g, e, CT_TYPE_PLANESWALKER) && ct_controller(g, e) != active) return e;
    return CT_NOBODY;
}

/* Must this creature attack that player or permanent if able [CR 508.1d]? */
static bool required_to(ct_game *g, ct_ent e, ct_ent attacked)
{
    return ct_rule_any(g, CT_RULE_MUST_ATTACK) &&
           ct_rule_applies(g, CT_RULE_MUST_ATTACK, e, attacked);
}

static bool costs_something(ct_game *g, ct_ent e, ct_ent attacked)
{
    if (!ct_rule_any(g, CT_RULE_CANT_ATTACK)) return false;
    for (ct_rule_hit h = CT_RULE_FIRST; ct_rule_next(g, CT_RULE_CANT_ATTACK, e, attacked, &h);)
        if (g->set->effect[h.rec].ncosts) return true;
    return false;
}

/* Offers e's attacks; true when it must be declared (nothing behind it can be
 * before that). */
static bool offer_creature(ct_game *g, ct_ent e)
{
    bool must = false;
    for (ct_ent to = CT_NOBODY; (to = next_attacked(g, to)) != CT_NOBODY;)
        must = must ||
               (ct_can_attack(g, e, to) && required_to(g, e, to) && !costs_something(g, e, to));
    for (ct_ent to = CT_NOBODY; (to = next_attacked(g, to)) != CT_NOBODY;)
        if (ct_can_attack(g, e, to) && (!must || required_to(g, e, to)))
            ct_option_add(g, CT_OPT_PAIR, e, to, 0);
    return must;
}

static uint32_t offer(ct_game *g, const ct_attackers_locals *l)
{
    bool behind = l->n == 0, must = false;
    ct_ask(g, CT_DEC_ATTACKER, g->s->active, CT_NOBODY);
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    {
        if (!behind) {
            behind = e == l->attacker[l->n - 1];
            continue;
        }
        if (ct_controller(g, e) == g->s->active && (must = offer_creature(g, e))) break;
    }
    const uint32_t n = g->s->decision.noptions;
    if (n == 0 || l->n == MAX_ATTACKERS) {
        g->s->decision.kind = CT_DEC_NONE;
        return 0;
    }
    if (!must) ct_option_add(g, CT_OPT_DONE, 0, 0, 0);
    return n;
}

/* The next price of attacking with attacker i; false when all are paid. */
static bool next_price(ct_game *g, ct_attackers_locals *l)
{
    uint32_t k = 0;
    if (!ct_rule_any(g, CT_RULE_CANT_ATTACK)) return false;
    for (l->hit = CT_RULE_FIRST;
         ct_rule_next(g, CT_RULE_CANT_ATTACK, l->attacker[l->i], l->attacked[l->i], &l->hit);)
        if (g->set->effect[l->hit.rec].ncosts && k++ == l->paid) {
            l->paid++;
            return true;
        }
    return false;
}

static void start_price(ct_game *g, const ct_attackers_locals *l)
{
    const ct_rec_effect *rec = &g->set->effect[l->hit.rec];
    ct_paycosts_locals *p =
        ct_start_pay_costs(g, g->s->active, l->hit.ability, rec->cost0, rec->ncosts, 0);
    if (p) ct_rule_frame(g, &l->hit, &p->sf);
}

static void drop(ct_attackers_locals *l, uint32_t i)
{
    for (l->n--; i < l->n; i++) {
        l->attacker[i] = l->attacker[i + 1];
        l->attacked[i] = l->attacked[i + 1];
    }
}

/* [CR 508.1f] */
static void start_tapping(ct_game *g, const ct_attackers_locals *l)
{
    ct_ent tap[MAX_ATTACKERS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->n; i++)
        if (!ct_rule_applies(g, CT_RULE_NO_ATTACK_TAP, l->attacker[i], CT_NOBODY))
            tap[n++] = l->attacker[i];
    ct_start_tap(g, ct_list_make(g, tap, n), 0, CT_NOBODY);
}

/* [CR 508.1k, 508.1m] */
static void become_attackers(ct_game *g, const ct_attackers_locals *l)
{
    ct_event event[MAX_ATTACKERS] = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        ct_object *o = ct_live(g, l->attacker[i]);
        if (!o || ct_controller(g, o->id) != g->s->active) continue;
        o->attacking = l->attacked[i];
        o->flags |= CT_OF_ATTACKED;
        event[n++] = (ct_event){.kind = CT_EV_ATTACK,
                                .obj = o->id,
                                .player = ct_defending_player(g, l->attacked[i]),
                                .src = ct_is_player(l->attacked[i]) ? CT_NOBODY : l->attacked[i],
                                .amount = (int32_t)l->n};
        CT_LOG(g, ATTACKS, "508.1", .player = ct_player_ent(g->s->active), .obj = o->id,
               .other = l->attacked[i]);
    }
    g->s->player[g->s->active].attackers_declared += (uint16_t)n;
    ct_touch_state(g);
    if (n) ct_note_batch(g, event, n);
}

ct_status ct_task_ATTACKERS(ct_game *g, ct_task *t)
{
    ct_attackers_locals *l = ct_locals(t);
    CT_BEGIN(t);
    while (offer(g, l)) {
        CT_ASK(t, 1, (void)0);
        if (ct_picked(g).kind == CT_OPT_DONE) break;
        l->attacker[l->n] = ct_picked(g).a;
        l->attacked[l->n++] = ct_picked(g).b;
    }
    if (l->n == 0) return CT_DONE;
    for (l->i = 0; l->i < l->n; l->i++) { /* [CR 508.1h-j] */
        l->paid = 0;
        while (next_price(g, l)) {
            CT_AWAIT(t, 2, start_price(g, l));
            if (!g->s->ret) {
                drop(l, l->i--);
                break;
            }
        }
    }
    CT_AWAIT(t, 3, start_tapping(g, l));
    become_attackers(g, l);
    CT_FINISH(t);
}
