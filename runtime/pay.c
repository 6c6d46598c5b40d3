/* Paying costs, as tasks [CR 118, 601.2g-h]. */
#include "runtime/activate.h"
#include "runtime/capsule.h"
#include "runtime/chars.h"
#include "runtime/cost.h"
#include "runtime/cost_pick.h"
#include "runtime/counter.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/known.h"
#include "runtime/object.h"
#include "runtime/target.h"
#include "runtime/undo.h"

enum { MAX_PICKS = 64 };

/* ---- life ------------------------------------------------------------------- */

typedef struct ct_paylife_locals {
    uint32_t player;
    int32_t amount;
    ct_ent source;
} ct_paylife_locals;

void ct_start_pay_life(ct_game *g, unsigned player, int32_t amount, ct_ent source)
{
    ct_paylife_locals *l = CT_PUSH(g, CT_TASK_PAYLIFE, ct_paylife_locals);
    if (l) *l = (ct_paylife_locals){.player = player, .amount = amount, .source = source};
}

ct_status ct_task_PAYLIFE(ct_game *g, ct_task *t)
{
    ct_paylife_locals *l = ct_locals(t);
    CT_BEGIN(t);
    if (!ct_can_pay_life(g, l->player, l->amount)) {
        g->s->ret = 0;
        return CT_DONE;
    }
    if (l->amount > 0)
        CT_AWAIT(
            t, 1,
            ct_start_lose_life(g, ct_player_ent(l->player), l->amount, CT_EVF_COST, CT_NOBODY));
    g->s->ret = 1;
    CT_FINISH(t);
}

/* ---- a list of costs ------------------------------------------------------------ */

ct_paycosts_locals *ct_start_pay_costs(ct_game *g, unsigned player, uint32_t ability,
                                       uint32_t cost0, uint32_t ncosts, uint32_t flags)
{
    ct_paycosts_locals *l = CT_PUSH(g, CT_TASK_PAYCOSTS, ct_paycosts_locals);
    if (!l) return NULL;
    l->player = player;
    l->ability = ability;
    l->cost0 = cost0;
    l->ncosts = ncosts;
    l->flags = flags;
    return l;
}

static ct_frame *frame(ct_game *g, ct_paycosts_locals *l)
{
    return l->frame_at ? (ct_frame *)(void *)(g->task + l->frame_at) : &l->sf.f;
}

static void open_holder(ct_game *g, ct_paycosts_locals *l)
{
    const ct_object *o = ct_obj(g, l->holder);
    if (!o) return;
    const ct_ent self = o->kind == CT_OBJ_ABILITY ? o->source : l->holder;
    ct_frame_init(g, &l->sf, l->ability, self, l->player);
    if (o->capsule) ct_capsule_open(g, o->capsule, l->sf.f.slot, l->sf.f.nslots);
    l->sf.f.slot[CT_S_X] = (uint32_t)o->x;
}

static void close_holder(ct_game *g, const ct_paycosts_locals *l)
{
    ct_object *o = ct_obj(g, l->holder);
    if (o) o->capsule = ct_capsule_make(g, l->ability, l->sf.f.slot, l->sf.f.nslots, CT_EMPTY_LIST);
}

static const ct_rec_cost *cost(const ct_game *g, const ct_paycosts_locals *l)
{
    return &g->set->cost[l->cost0 + l->i];
}

/* Asks which of the alternatives is paid; returns how many can be, the first in
 * *only (position in the list). */
static uint32_t offer_alternatives(ct_game *g, ct_paycosts_locals *l, uint32_t *only)
{
    const uint32_t end = ct_cost_run(g, l->cost0, l->ncosts, l->i);
    uint32_t n = 0;
    ct_ask(g, CT_DEC_COST, l->player, frame(g, l)->slot[CT_S_THIS]);
    for (uint32_t j = l->i; j < end; j++)
        if (g->set->cost[l->cost0 + j].kind != CT_COST_OR &&
            ct_cost_payable(g, l->player, frame(g, l), l->cost0 + j)) {
            if (n++ == 0) *only = j;
            ct_option_add(g, CT_OPT_NUMBER, j, l->cost0 + j, 0);
        }
    if (n <= 1) g->s->decision.kind = CT_DEC_NONE;
    return n;
}

static bool picked_before(const ct_paycosts_locals *l, ct_ent e)
{
    for (uint32_t i = 0; i < l->npicked; i++)
        if (l->picked[i] == e) return true;
    return false;
}

/* Offers the objects behind the last one picked from which the rest can still be
 * paid; returns how many there are, the first in *only. */
static uint32_t offer_picks(ct_game *g, ct_paycosts_locals *l, ct_ent *only)
{
    const ct_rec_cost *c = cost(g, l);
    ct_frame *f = frame(g, l);
    bool behind = l->npicked == 0;
    ct_ent e;
    const int64_t missing = (int64_t)l->amount - l->weight;
    ct_ask(g, CT_DEC_PICK, l->player, f->slot[CT_S_THIS]);
    g->s->decision.prompt = c->kind;
    for (ct_seek w = ct_seek_begin(ct_cost_zones(c)); (e = ct_seek_next(g, &w)) != CT_NOBODY;) {
        if (!behind) {
            behind = e == l->picked[l->npicked - 1];
            continue;
        }
        if (picked_before(l, e) || !ct_cost_candidate(g, l->player, f, c, e)) continue;
        ct_option_add(g, CT_OPT_ENT, e, (uint32_t)ct_cost_weight(g, f, c, e), 0);
    }
    /* from the last ones alone too little could be paid */
    ct_state *s = g->s;
    uint32_t n = s->decision.noptions;
    for (int64_t rest = 0; n > 1 && (rest += (int32_t)g->option[n - 1].b) < missing;)
        n--;
    s->decision.noptions = s->pool[CT_POOL_option].used = n;
    if (n) *only = g->option[0].a;
    return n;
}

static void pick(ct_game *g, ct_paycosts_locals *l, ct_ent e)
{
    if (l->npicked < MAX_PICKS) l->picked[l->npicked++] = e;
    l->weight += ct_cost_weight(g, frame(g, l), cost(g, l), e);
}

static void keep_picked(ct_game *g, ct_paycosts_locals *l)
{
    const uint32_t slot = cost(g, l)->slot;
    ct_frame *f = frame(g, l);
    if (slot >= f->nslots || l->npicked == 0) return;
    const bool single = g->set->word[g->set->ability[f->ability].slot0 + slot] == CT_T_ENT;
    f->slot[slot] = single ? l->picked[0] : ct_list_make(g, l->picked, l->npicked);
}

static void start_with_picked(ct_game *g, const ct_paycosts_locals *l, ct_list picked)
{
    const ct_ent me = ct_player_ent(l->player);
    switch (cost(g, l)->kind) {
    case CT_COST_SACRIFICE:
        ct_start_sacrifice(g, me, picked, CT_EVF_COST, CT_NOBODY);
        break;
    case CT_COST_DISCARD:
        ct_start_discard(g, me, picked, CT_EVF_COST, CT_NOBODY);
        break;
    case CT_COST_EXILE:
        ct_start_move_list(g, picked, CT_ZONE_EXILE, 0, CT_NOBODY, CT_EVF_COST, CT_NOBODY);
        break;
    case CT_COST_RETURN:
        ct_start_move_list(g, picked, CT_ZONE_HAND, 0, CT_NOBODY, CT_EVF_COST, CT_NOBODY);
        break;
    case CT_COST_PUT_BOTTOM:
        ct_start_move_list(g, picked, CT_ZONE_LIBRARY, CT_MV_BOTTOM, CT_NOBODY, CT_EVF_COST,
                           CT_NOBODY);
        break;
    case CT_COST_TAP_OTHERS:
        ct_start_tap(g, picked, CT_EVF_COST, CT_NOBODY);
        break;
    default:
        ct_start_untap(g, picked, CT_NOBODY);
        break;
    }
}

static void note_revealed(ct_game *g, const ct_paycosts_locals *l)
{
    ct_event e[MAX_PICKS] = {0};
    for (uint32_t i = 0; i < l->npicked; i++)
        e[i] = (ct_event){.kind = CT_EV_REVEAL,
                          .flags = CT_EVF_COST,
                          .obj = l->picked[i],
                          .player = ct_player_ent(l->player)};
    ct_note_batch(g, e, l->npicked);
}

static ct_ent random_card(ct_game *g, unsigned player)
{
    uint32_t n = ct_random(g, ct_zone_count(g, CT_ZONE_HAND, player));
    CT_EACH(g, e, CT_ZONE_HAND, player)
    if (n-- == 0) return e;
    return CT_NOBODY;
}

static void start_discard_random(ct_game *g, ct_paycosts_locals *l)
{
    l->npicked = 0;
    for (int tries = 0; tries < 1000 && (int32_t)l->npicked < l->amount && l->npicked < MAX_PICKS;
         tries++) {
        const ct_ent e = random_card(g, l->player);
        if (e && !picked_before(l, e)) l->picked[l->npicked++] = e;
    }
    ct_start_discard(g, ct_player_ent(l->player), ct_list_make(g, l->picked, l->npicked),
                     CT_EVF_COST, CT_NOBODY);
}

/* A keyword action as a cost is an event like any other [CR 118.1]. */
static void start_action(ct_game *g, ct_paycosts_locals *l)
{
    const uint32_t base = ct_batch(g);
    ct_event *e = ct_propose(g, CT_EV_ACTION, CT_NOBODY);
    e->flags |= CT_EVF_COST;
    e->obj = frame(g, l)->slot[CT_S_THIS];
    e->player = ct_player_ent(l->player);
    e->amount = l->amount;
    e->sym = cost(g, l)->symbol;
    ct_start_events(g, base);
}

/* Starts the payment of a cost that is not paid with picked objects. */
static void start_plain(ct_game *g, ct_paycosts_locals *l)
{
    const ct_rec_cost *c = cost(g, l);
    ct_frame *f = frame(g, l);
    const ct_ent self = f->slot[CT_S_THIS], me = ct_player_ent(l->player);
    switch (c->kind) {
    case CT_COST_TAP:
        ct_start_tap(g, ct_list_make(g, &self, 1),
                     CT_EVF_COST | (l->flags & CT_PAYF_FOR_MANA ? CT_EVF_FOR_MANA : 0u), CT_NOBODY);
        break;
    case CT_COST_UNTAP:
        ct_start_untap(g, ct_list_make(g, &self, 1), CT_NOBODY);
        break;
    case CT_COST_LIFE:
        ct_start_pay_life(g, l->player, l->amount, self);
        break;
    case CT_COST_DISCARD_RANDOM:
        start_discard_random(g, l);
        break;
    case CT_COST_MILL:
        ct_start_mill(g, me, (uint32_t)l->amount, CT_NOBODY);
        break;
    case CT_COST_ENERGY:
        ct_start_remove_counters(g, me, CT_KNOWN(g, ENERGY), l->amount, CT_EVF_COST, CT_NOBODY);
        break;
    case CT_COST_LOYALTY: /* [CR 606.4] */
        if (l->amount < 0)
            ct_start_remove_counters(g, self, CT_KNOWN(g, LOYALTY), -l->amount, CT_EVF_COST,
                                     CT_NOBODY);
        else
            ct_start_add_counters(g, self, CT_KNOWN(g, LOYALTY), l->amount, CT_EVF_COST, CT_NOBODY);
        break;
    case CT_COST_ADD_COUNTER:
        ct_start_add_counters(g, self, c->symbol, l->amount, CT_EVF_COST, CT_NOBODY);
        break;
    case CT_COST_REMOVE_COUNTER:
        ct_start_remove_counters(g, self, c->symbol, l->amount, CT_EVF_COST, CT_NOBODY);
        break;
    default: /* CT_COST_ACTION */
        start_action(g, l);
        break;
    }
}

/* Counters that are removed from among objects: from the i-th as many as are
 * there or still owed. */
static void start_remove_from(ct_game *g, ct_paycosts_locals *l, uint32_t i)
{
    const uint32_t sym = cost(g, l)->symbol;
    const int32_t have = (int32_t)ct_counters(g, l->picked[i], sym);
    const int32_t n = have < l->amount ? have : l->amount;
    l->amount -= n;
    ct_start_remove_counters(g, l->picked[i], sym, n, CT_EVF_COST, CT_NOBODY);
}

ct_status ct_task_PAYCOSTS(ct_game *g, ct_task *t)
{
    ct_paycosts_locals *l = ct_locals(t);
    ct_state *s = g->s;
    uint32_t n, only = 0;
    CT_BEGIN(t);
    if (l->holder) open_holder(g, l);
    if (!(l->flags & CT_PAYF_NO_MANA)) {
        ct_costs_bill(g, frame(g, l), l->cost0, l->ncosts, 1, &l->bill);
        if (ct_bill_size(&l->bill)) {
            CT_AWAIT(t, 1, ct_start_pay_mana(g, l->player, &l->bill, frame(g, l)->slot[CT_S_THIS]));
            if (!s->ret) goto failed;
            l->spent = s->ret2;
        }
    }
    for (l->i = 0; l->i < l->ncosts; l->i++) {
        l->skip = ct_cost_run(g, l->cost0, l->ncosts, l->i) - 1; /* the last of the alternatives */
        if (l->skip > l->i) {
            n = offer_alternatives(g, l, &only);
            if (n == 0) goto failed;
            if (n > 1) {
                CT_ASK(t, 2, (void)0);
                only = ct_picked(g).a;
            }
            l->i = only;
            if (cost(g, l)->kind == CT_COST_MANA) {
                l->bill = (ct_bill){0};
                ct_costs_bill(g, frame(g, l), l->cost0 + l->i, 1, 1, &l->bill);
                CT_AWAIT(t, 3,
                         ct_start_pay_mana(g, l->player, &l->bill, frame(g, l)->slot[CT_S_THIS]));
                if (!s->ret) goto failed;
            }
        }
        l->amount = ct_cost_amount(g, frame(g, l), cost(g, l));
        l->weight = 0;
        l->npicked = 0;
        if (cost(g, l)->kind == CT_COST_MANA) {
            l->i = l->skip;
            continue;
        }
        if (!ct_cost_picks(cost(g, l))) {
            if (!ct_cost_payable(g, l->player, frame(g, l), l->cost0 + l->i)) goto failed;
            CT_AWAIT(t, 4, start_plain(g, l));
            keep_picked(g, l);
            l->i = l->skip;
            continue;
        }
        while (l->weight < l->amount && l->npicked < MAX_PICKS) {
            n = offer_picks(g, l, &only);
            if (n == 0 || cost(g, l)->fn == CT_NONE) { /* this object itself: no choice */
                s->decision.kind = CT_DEC_NONE;
                if (n == 0) goto failed;
            } else {
                CT_ASK(t, 5, (void)0);
                only = ct_picked(g).a;
            }
            pick(g, l, only);
        }
        if (cost(g, l)->kind == CT_COST_REVEAL) {
            note_revealed(g, l);
        } else if (cost(g, l)->kind == CT_COST_REMOVE_COUNTER) {
            for (l->weight = 0; l->weight < (int32_t)l->npicked; l->weight++)
                CT_AWAIT(t, 6, start_remove_from(g, l, (uint32_t)l->weight));
        } else if (l->npicked) {
            CT_AWAIT(t, 7, start_with_picked(g, l, ct_list_make(g, l->picked, l->npicked)));
        }
        keep_picked(g, l);
        l->i = l->skip;
    }
    if (l->holder) close_holder(g, l);
    s->ret = 1;
    s->ret2 = l->spent;
    return CT_DONE;
failed:
    s->ret = 0;
    CT_FINISH(t);
}

/* ---- an offer to pay ---------------------------------------------------------------- */

typedef struct ct_payoffer_locals {
    uint32_t player, may, frame_at, ability, list, mark, went_back;
    ct_ent source;
} ct_payoffer_locals;

static void start_offered(ct_game *g, const ct_payoffer_locals *l)
{
    ct_paycosts_locals *p = ct_start_pay_costs(g, l->player, l->ability, CT_COSTLIST_FIRST(l->list),
                                               CT_COSTLIST_COUNT(l->list), 0);
    if (p) p->frame_at = l->frame_at;
}

static bool offer_payable(ct_game *g, const ct_payoffer_locals *l)
{
    ct_bill bill = {0};
    ct_supply supply;
    ct_frame *f = (ct_frame *)(void *)(g->task + l->frame_at);
    if (!ct_costs_payable(g, l->player, f, CT_COSTLIST_FIRST(l->list), CT_COSTLIST_COUNT(l->list),
                          &bill))
        return false;
    if (ct_bill_size(&bill) == 0) return true;
    ct_supply_potential(g, l->player, CT_NOBODY, &supply);
    return ct_supply_covers(&supply, &bill, g->s->player[l->player].life);
}

ct_status ct_task_PAYOFFER(ct_game *g, ct_task *t)
{
    ct_payoffer_locals *l = ct_locals(t);
    ct_state *s = g->s;
    CT_BEGIN(t);
    if (!offer_payable(g, l)) { /* [CR 118.12] */
        s->ret = 0;
        return CT_DONE;
    }
    if (l->may) {
        ct_ask(g, CT_DEC_YESNO, l->player, l->source);
        ct_option_add(g, CT_OPT_YES, l->list, 0, 0);
        ct_option_add(g, CT_OPT_NO, 0, 0, 0);
        CT_ASK(t, 1, (void)0);
        if (ct_picked(g).kind == CT_OPT_NO) {
            s->ret = 0;
            return CT_DONE;
        }
    }
    l->mark = ct_undo_mark(g);
    CT_AWAIT(t, 2, start_offered(g, l));
    if (s->ret) {
        ct_undo_drop(g, l->mark);
        s->ret = 1;
    } else { /* nothing of it was paid after all */
        ct_undo_back(g, l->mark);
        s->ret = 0;
    }
    CT_FINISH(t);
}

ct_status ct_do_PAY(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage == 0) {
        const ct_ent who = f->slot[i->b];
        if (!ct_is_player(who)) {
            f->slot[i->a] = 0;
            return CT_DONE;
        }
        ct_payoffer_locals *l = CT_PUSH(g, CT_TASK_PAYOFFER, ct_payoffer_locals);
        if (!l) return CT_ENDED;
        *l = (ct_payoffer_locals){.player = ct_player_index(who),
                                  .may = i->c,
                                  .frame_at = (uint32_t)((uint32_t *)(void *)f - g->task),
                                  .ability = f->ability,
                                  .list = (uint32_t)i->imm,
                                  .source = f->self_object ? f->self_object : f->slot[CT_S_THIS]};
        f->stage = 1;
        return CT_RUN;
    }
    f->slot[i->a] = g->s->ret;
    return CT_DONE;
}
