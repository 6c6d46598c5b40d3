/* Whether costs can be paid, and what they are paid with [CR 118]. */
#include "runtime/cost.h"

#include "runtime/activate.h"
#include "runtime/cost_pick.h"

#include "runtime/chars.h"
#include "runtime/counter.h"
#include "runtime/known.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/target.h"

bool ct_is_sick(ct_game *g, ct_ent e)
{
    const ct_object *o = ct_live(g, e);
    return o && (o->flags & CT_OF_SICK) && ct_is_type(g, e, CT_TYPE_CREATURE) &&
           !ct_has_builtin(g, e, CT_KW_HASTE);
}

uint32_t ct_kept_mana(ct_game *g, unsigned player)
{
    uint32_t kept = 0;
    for (ct_rule_hit h = CT_RULE_FIRST;
         ct_rule_next(g, CT_RULE_KEEP_MANA, ct_player_ent(player), CT_NOBODY, &h);)
        kept |= g->set->effect[h.rec].arg;
    return kept;
}

bool ct_rule_applies_arg(ct_game *g, ct_rule kind, ct_ent e, uint32_t arg)
{
    if (!ct_rule_any(g, kind)) return false;
    for (ct_rule_hit h = CT_RULE_FIRST; ct_rule_next(g, kind, e, CT_NOBODY, &h);)
        if (g->set->effect[h.rec].arg == arg) return true;
    return false;
}

bool ct_can_pay_life(ct_game *g, unsigned player, int32_t amount)
{
    if (amount <= 0) return true; /* [CR 119.4b] */
    return g->s->player[player].life >= amount &&
           !ct_rule_applies(g, CT_RULE_CANT_LOSE_LIFE, ct_player_ent(player), CT_NOBODY);
}

int32_t ct_cost_amount(ct_game *g, ct_frame *f, const ct_rec_cost *c)
{
    const int32_t n = c->fn_amount == CT_NONE ? 1 : (int32_t)ct_eval(g, f, c->fn_amount);
    return n < 0 && c->kind != CT_COST_LOYALTY ? 0 : n;
}

uint32_t ct_cost_zones(const ct_rec_cost *c)
{
    switch (c->kind) {
    case CT_COST_DISCARD:
    case CT_COST_DISCARD_RANDOM:
    case CT_COST_REVEAL:
        return CT_ZM_HAND;
    case CT_COST_EXILE:
    case CT_COST_PUT_BOTTOM:
        return c->zones ? c->zones : CT_ZM_HAND;
    default:
        return CT_ZM_BATTLEFIELD;
    }
}

bool ct_cost_picks(const ct_rec_cost *c)
{
    switch (c->kind) {
    case CT_COST_SACRIFICE:
    case CT_COST_DISCARD:
    case CT_COST_EXILE:
    case CT_COST_RETURN:
    case CT_COST_TAP_OTHERS:
    case CT_COST_UNTAP_OTHERS:
    case CT_COST_REVEAL:
    case CT_COST_PUT_BOTTOM:
        return true;
    case CT_COST_REMOVE_COUNTER:
        return c->fn != CT_NONE;
    default:
        return false;
    }
}

/* Whose an object must be to pay with it: what is on the battlefield by control,
 * everything else by ownership. */
static bool is_theirs(ct_game *g, unsigned player, const ct_object *o)
{
    return o->zone == CT_ZONE_BATTLEFIELD ? ct_controller(g, o->id) == player : o->owner == player;
}

bool ct_cost_candidate(ct_game *g, unsigned player, ct_frame *f, const ct_rec_cost *c, ct_ent e)
{
    const ct_object *o = ct_live(g, e);
    if (!o || !(ct_cost_zones(c) >> o->zone & 1u) || !is_theirs(g, player, o)) return false;
    /* the card that is being cast can't pay for itself: it is on the stack by then [CR 601.2a] */
    if (o->zone != CT_ZONE_BATTLEFIELD && e == g->s->casting) return false;
    switch (c->kind) {
    case CT_COST_SACRIFICE:
        if (ct_rule_applies(g, CT_RULE_CANT_SACRIFICE, e, CT_NOBODY)) return false;
        break;
    case CT_COST_TAP_OTHERS:
        if (o->flags & CT_OF_TAPPED) return false;
        break;
    case CT_COST_UNTAP_OTHERS:
        if (!(o->flags & CT_OF_TAPPED)) return false;
        break;
    case CT_COST_REMOVE_COUNTER:
        if (ct_counters(g, e, c->symbol) == 0) return false;
        break;
    default:
        break;
    }
    return c->fn == CT_NONE ? e == f->slot[CT_S_THIS] : ct_test(g, f, c->fn, e);
}

int32_t ct_cost_weight(ct_game *g, ct_frame *f, const ct_rec_cost *c, ct_ent e)
{
    if (c->kind == CT_COST_REMOVE_COUNTER) return (int32_t)ct_counters(g, e, c->symbol);
    if (c->fn_weight == CT_NONE) return 1;
    const uint32_t it = f->slot[CT_S_IT];
    f->slot[CT_S_IT] = e;
    const int32_t w = (int32_t)ct_eval(g, f, c->fn_weight);
    f->slot[CT_S_IT] = it;
    return w > 0 ? w : 0;
}

static bool enough_candidates(ct_game *g, unsigned player, ct_frame *f, const ct_rec_cost *c)
{
    int64_t have = 0;
    const int32_t need = ct_cost_amount(g, f, c);
    ct_ent e;
    if (need <= 0) return true;
    for (ct_seek w = ct_seek_begin(ct_cost_zones(c)); (e = ct_seek_next(g, &w)) != CT_NOBODY;)
        if (ct_cost_candidate(g, player, f, c, e) && (have += ct_cost_weight(g, f, c, e)) >= need)
            return true;
    return false;
}

static bool can_tap(ct_game *g, unsigned player, const ct_frame *f, bool tap)
{
    const ct_object *o = ct_live(g, f->slot[CT_S_THIS]);
    return o && o->zone == CT_ZONE_BATTLEFIELD && ct_controller(g, o->id) == player &&
           !(o->flags & CT_OF_TAPPED) == tap && !ct_is_sick(g, o->id);
}

static bool can_change_loyalty(ct_game *g, const ct_frame *f, int32_t amount)
{
    const ct_ent self = f->slot[CT_S_THIS];
    return amount >= 0 ||
           (int64_t)ct_counters(g, self, CT_KNOWN(g, LOYALTY)) >= -(int64_t)amount; /* [CR 606.6] */
}

static bool payable(ct_game *g, unsigned player, ct_frame *f, const ct_rec_cost *c)
{
    const ct_ent self = f->slot[CT_S_THIS], me = ct_player_ent(player);
    if (ct_cost_picks(c)) return enough_candidates(g, player, f, c);
    const int32_t n = ct_cost_amount(g, f, c);
    switch (c->kind) {
    case CT_COST_TAP:
    case CT_COST_UNTAP:
        return can_tap(g, player, f, c->kind == CT_COST_TAP);
    case CT_COST_LIFE:
        return ct_can_pay_life(g, player, n);
    case CT_COST_LOYALTY:
        return can_change_loyalty(g, f, n);
    case CT_COST_DISCARD_RANDOM:
        return (int32_t)ct_zone_count(g, CT_ZONE_HAND, player) >= n;
    case CT_COST_MILL:
        return (int32_t)ct_zone_count(g, CT_ZONE_LIBRARY, player) >= n;
    case CT_COST_ENERGY:
        return (int32_t)ct_counters(g, me, CT_KNOWN(g, ENERGY)) >= n;
    case CT_COST_REMOVE_COUNTER:
        return (int32_t)ct_counters(g, self, c->symbol) >= n;
    case CT_COST_ADD_COUNTER:
        return ct_live(g, self) &&
               !ct_rule_applies_arg(g, CT_RULE_CANT_COUNTERS, self, c->symbol) &&
               !ct_rule_applies_arg(g, CT_RULE_CANT_COUNTERS, self, 0);
    default:
        return true; /* mana is billed; a keyword action can always be tried */
    }
}

/* Costs joined by "or": OR stands before every alternative but the last, as in OR a
 * OR b c.  Where the run that begins at i ends; a cost alone is a run of one. */
uint32_t ct_cost_run(const ct_game *g, uint32_t cost0, uint32_t ncosts, uint32_t i)
{
    while (i + 1 < ncosts && g->set->cost[cost0 + i].kind == CT_COST_OR)
        i += 2;
    return i + 1 < ncosts ? i + 1 : ncosts;
}

bool ct_cost_payable(ct_game *g, unsigned player, ct_frame *f, uint32_t cost)
{
    const ct_rec_cost *c = &g->set->cost[cost];
    if (c->kind != CT_COST_MANA) return payable(g, player, f, c);
    ct_supply s;
    ct_bill b = {0};
    ct_costs_bill(g, f, cost, 1, 1, &b);
    ct_supply_potential(g, player, CT_NOBODY, &s);
    return ct_supply_covers(&s, &b, g->s->player[player].life);
}

bool ct_costs_payable(ct_game *g, unsigned player, ct_frame *f, uint32_t cost0, uint32_t ncosts,
                      ct_bill *bill)
{
    for (uint32_t i = 0, end; i < ncosts; i = end) {
        end = ct_cost_run(g, cost0, ncosts, i);
        const ct_rec_cost *c = &g->set->cost[cost0 + i];
        bool any = c->kind == CT_COST_MANA || (c->kind != CT_COST_OR && payable(g, player, f, c));
        for (uint32_t j = i; c->kind == CT_COST_OR && j < end && !any; j++)
            any = g->set->cost[cost0 + j].kind != CT_COST_OR &&
                  ct_cost_payable(g, player, f, cost0 + j);
        if (!any) return false;
    }
    if (bill) ct_costs_bill(g, f, cost0, ncosts, 1, bill);
    return true;
}

void ct_costs_bill(ct_game *g, ct_frame *f, uint32_t cost0, uint32_t ncosts, uint32_t times,
                   ct_bill *bill)
{
    for (uint32_t i = 0, end; i < ncosts; i = end) {
        end = ct_cost_run(g, cost0, ncosts, i); /* alternatives are billed when one is chosen */
        const ct_rec_cost *c = &g->set->cost[cost0 + i];
        if (c->kind != CT_COST_MANA) continue;
        const int32_t n = c->fn_amount == CT_NONE ? 1 : (int32_t)ct_eval(g, f, c->fn_amount);
        if (n > 0) ct_bill_add(g, bill, c->mana, (uint32_t)n * times, f->slot[CT_S_X]);
    }
}

bool ct_costs_have_mana(const ct_game *g, uint32_t cost0, uint32_t ncosts)
{
    for (uint32_t i = 0; i < ncosts; i++)
        if (g->set->cost[cost0 + i].kind == CT_COST_MANA) return true;
    return false;
}

bool ct_costs_tap(const ct_game *g, uint32_t cost0, uint32_t ncosts)
{
    for (uint32_t i = 0; i < ncosts; i++)
        if (g->set->cost[cost0 + i].kind == CT_COST_TAP ||
            g->set->cost[cost0 + i].kind == CT_COST_UNTAP)
            return true;
    return false;
}

bool ct_costs_use_x(const ct_game *g, uint32_t ability, uint32_t cost0, uint32_t ncosts)
{
    const ct_set *set = g->set;
    for (uint32_t i = 0; i < ncosts; i++) {
        const ct_rec_cost *c = &set->cost[cost0 + i];
        if (c->kind == CT_COST_MANA && c->mana < set->nmana && set->mana[c->mana].nx) return true;
        if (c->fn_amount == CT_NONE) continue;
        const ct_rec_fn *fn = &set->fn[set->ability[ability].fn0 + c->fn_amount];
        for (uint32_t k = 0; k < fn->ncode; k++) {
            const ct_insn *in = &set->code[fn->code0 + k];
            if ((in->op == CT_OP_RETN && in->a == CT_S_X) ||
                (in->op == CT_OP_MOVN && in->b == CT_S_X) ||
                (in->op >= CT_OP_ADD && in->op <= CT_OP_MAX &&
                 (in->b == CT_S_X || in->c == CT_S_X)))
                return true;
        }
    }
    return false;
}
