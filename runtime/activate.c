/* Activating an ability [CR 602.2], mana abilities included [CR 605.3]. */
#include "runtime/activate.h"

#include "runtime/bill.h"
#include "runtime/capsule.h"
#include "runtime/chars.h"
#include "runtime/cost.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/log.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/stack.h"
#include "runtime/trigger.h"
#include "runtime/undo.h"

#include <string.h>

typedef struct ct_activate_locals {
    uint32_t player, index, ability, marked, mark, mana_before;
    ct_ent e, on_stack;
    int32_t x;
    ct_bill bill;
    ct_small_frame sf;
} ct_activate_locals;

void ct_start_activate(ct_game *g, unsigned player, ct_ent e, uint32_t index)
{
    ct_activate_locals *l = CT_PUSH(g, CT_TASK_ACTIVATE, ct_activate_locals);
    if (!l) return;
    l->player = player;
    l->e = e;
    l->index = index;
}

static const ct_rec_ability *ability(const ct_game *g, const ct_activate_locals *l)
{
    return &g->set->ability[l->ability];
}

static void open_frame(ct_game *g, ct_activate_locals *l)
{
    const ct_abilref ref = ct_chars_of(g, l->e)->abils[l->index];
    ct_abil_frame(g, &l->sf, &ref, l->e);
    l->sf.f.slot[CT_S_YOU] = ct_player_ent(l->player);
}

/* [CR 602.2a] */
static void put_on_stack(ct_game *g, ct_activate_locals *l)
{
    l->on_stack = ct_object_new(g, CT_OBJ_ABILITY, CT_NONE, CT_NONE, l->player);
    ct_object *o = ct_obj(g, l->on_stack);
    if (!o) return;
    o->ability = l->ability;
    o->source = l->e;
    o->controller = (uint8_t)l->player;
    o->capsule = ct_capsule_make(g, l->ability, l->sf.f.slot, l->sf.f.nslots, CT_EMPTY_LIST);
    ct_zone_insert(g, l->on_stack, CT_ZONE_STACK, 0, CT_AT_END);
    ct_touch(g);
}

/* The largest X that can be paid [CR 602.2b, 601.2b]. */
static int32_t largest_x(ct_game *g, ct_activate_locals *l)
{
    const ct_rec_ability *a = ability(g, l);
    ct_supply s;
    ct_supply_potential(g, l->player, ct_costs_tap(g, a->cost0, a->ncosts) ? l->e : CT_NOBODY, &s);
    ct_small_frame sf = l->sf;
    int32_t best = 0;
    for (int32_t x = 1; x <= 100; x++) {
        ct_bill bill = {0};
        sf.f.slot[CT_S_X] = (uint32_t)x;
        if (!ct_costs_payable(g, l->player, &sf.f, a->cost0, a->ncosts, &bill)) break;
        ct_bill_modify(g, l->player, l->e, true, &bill);
        if (!ct_supply_covers(&s, &bill, g->s->player[l->player].life)) break;
        best = x;
    }
    return best;
}

static void start_costs(ct_game *g, ct_activate_locals *l)
{
    const ct_rec_ability *a = ability(g, l);
    const bool mana = a->flags & CT_ABF_MANA;
    ct_paycosts_locals *p =
        ct_start_pay_costs(g, l->player, l->ability, a->cost0, a->ncosts,
                           CT_PAYF_NO_MANA | (mana ? (uint32_t)CT_PAYF_FOR_MANA : 0u));
    if (!p) return;
    if (mana)
        p->frame_at = (uint32_t)((uint32_t *)(void *)&l->sf.f - g->task);
    else
        p->holder = l->on_stack;
}

static void remember_use(ct_game *g, const ct_activate_locals *l)
{
    ct_object *o = ct_obj(g, l->e);
    if (!o || l->ability >= g->set->nability) return;
    o->used |= 1u << (l->index & 31);
    if (ability(g, l)->flags & CT_ABF_LOYALTY) o->flags |= CT_OF_USED_LOYALTY;
    if (ability(g, l)->flags & CT_ABF_ONCE_GAME)
        (void)ct_remember(g, l->e, CT_MEM_ACTIVATED + (l->index & 31), 1);
}

static void note_activated(ct_game *g, const ct_activate_locals *l, bool mana)
{
    const ct_event e = {.kind = CT_EV_ACTIVATE,
                        .obj = mana ? l->e : l->on_stack,
                        .player = ct_player_ent(l->player),
                        .src = l->e,
                        .amount = mana};
    ct_note(g, &e);
    CT_LOG(g, ACTIVATED, mana ? "605.3" : "602.2", .player = ct_player_ent(l->player), .obj = l->e,
           .amount = mana);
}

static void note_mana(ct_game *g, const ct_activate_locals *l)
{
    uint32_t mask = 0, n = 0, seen = 0;
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_mana].used; i++)
        if (g->mana[i].player == l->player && seen++ >= l->mana_before) {
            mask |= g->mana[i].type;
            n++;
        }
    if (n == 0) return;
    const ct_event e = {.kind = CT_EV_MANA,
                        .obj = l->e,
                        .player = ct_player_ent(l->player),
                        .src = l->e,
                        .amount = (int32_t)n,
                        .sym = mask};
    ct_note(g, &e);
    CT_LOG(g, MANA, "106.4", .player = ct_player_ent(l->player), .obj = l->e, .amount = (int32_t)n,
           .symbol = 0);
}

static void start_intrinsic_tap(ct_game *g, const ct_activate_locals *l)
{
    ct_start_tap(g, ct_list_make(g, &l->e, 1), CT_EVF_COST | CT_EVF_FOR_MANA, CT_NOBODY);
}

static void start_mana_effect(ct_game *g, ct_activate_locals *l)
{
    (void)ct_start_vm(g, l->ability, ability(g, l)->fn_effect, l->sf.f.slot, l->sf.f.nslots);
}

/* A mana ability that only taps or sacrifices its source can't turn out to be
 * impossible on the way. */
static bool can_fail(const ct_game *g, const ct_rec_ability *a)
{
    if (!(a->flags & CT_ABF_MANA)) return true;
    for (uint32_t i = 0; i < a->ncosts; i++) {
        const ct_rec_cost *c = &g->set->cost[a->cost0 + i];
        if (c->kind != CT_COST_TAP && !(c->kind == CT_COST_SACRIFICE && c->fn == CT_NONE))
            return true;
    }
    return false;
}

ct_status ct_task_ACTIVATE(ct_game *g, ct_task *t)
{
    ct_activate_locals *l = ct_locals(t);
    ct_state *s = g->s;
    CT_BEGIN(t);
    if (!ct_can_activate(g, l->player, l->e, l->index)) {
        s->ret = 0;
        return CT_DONE;
    }
    l->ability = ct_chars_of(g, l->e)->abils[l->index].ability;
    if (ct_is_intrinsic(l->ability)) { /* [CR 305.6] */
        CT_AWAIT(t, 1, start_intrinsic_tap(g, l));
        note_activated(g, l, true);
        l->mana_before = ct_mana_count(g, l->player);
        ct_mana_add(g, l->player, 1u << (l->ability - CT_INTRINSIC_MANA),
                    ct_is_super(g, l->e, CT_SUPER_SNOW), 1, l->e);
        note_mana(g, l);
        CT_AWAIT(t, 7, ct_start_mana_triggers(g));
        s->ret = 1;
        return CT_DONE;
    }
    open_frame(g, l);
    l->marked = can_fail(g, ability(g, l));
    if (l->marked) l->mark = ct_undo_mark(g);
    if (!(ability(g, l)->flags & CT_ABF_MANA)) put_on_stack(g, l);
    if (ct_costs_use_x(g, l->ability, ability(g, l)->cost0, ability(g, l)->ncosts)) {
        ct_ask(g, CT_DEC_X, l->player, l->on_stack ? l->on_stack : l->e);
        ct_ask_range(g, 0, largest_x(g, l));
        CT_ASK(t, 2, (void)0);
        l->x = ct_picked_number(g);
        l->sf.f.slot[CT_S_X] = (uint32_t)l->x;
        if (l->on_stack) ct_obj(g, l->on_stack)->x = l->x;
    }
    if (l->on_stack) {
        CT_AWAIT(t, 3, ct_start_announce(g, l->on_stack));
        if (!s->ret) goto failed;
    }
    ct_costs_bill(g, &l->sf.f, ability(g, l)->cost0, ability(g, l)->ncosts, 1, &l->bill);
    ct_bill_modify(g, l->player, l->e, true, &l->bill);
    if (ct_bill_size(&l->bill)) {
        CT_AWAIT(t, 4, ct_start_pay_mana(g, l->player, &l->bill, l->on_stack ? l->on_stack : l->e));
        if (!s->ret) goto failed;
    }
    CT_AWAIT(t, 5, start_costs(g, l));
    if (!s->ret) goto failed;
    if (l->marked) ct_undo_drop(g, l->mark);
    remember_use(g, l);
    note_activated(g, l, !l->on_stack);
    if (l->on_stack) {
        ct_note_targets(g, l->on_stack);
        s->ret = 1;
        return CT_DONE;
    }
    l->mana_before = ct_mana_count(g, l->player);
    if (ability(g, l)->fn_effect != CT_NONE)
        CT_AWAIT(t, 6, start_mana_effect(g, l)); /* [CR 605.3b] */
    note_mana(g, l);
    CT_AWAIT(t, 8, ct_start_mana_triggers(g));
    s->ret = 1;
    return CT_DONE;
failed:
    if (l->marked) ct_undo_back(g, l->mark);
    s->ret = 0;
    CT_FINISH(t);
}

/* ---- mana from effects ------------------------------------------------------------------- */

typedef struct ct_addmana_locals {
    uint32_t player, mana, mask, i, n;
    int32_t times;
    ct_ent source;
} ct_addmana_locals;

static void add(ct_game *g, const ct_addmana_locals *l, uint32_t type, uint32_t n)
{
    ct_mana_add(g, l->player, type, ct_is_super(g, l->source, CT_SUPER_SNOW), n, l->source);
}

static bool one_type(uint32_t mask)
{
    return mask && (mask & (mask - 1)) == 0;
}

static void ask_type(ct_game *g, const ct_addmana_locals *l, uint32_t mask)
{
    ct_ask(g, CT_DEC_COLOR, l->player, l->source);
    for (uint32_t type = 1; type < 64; type <<= 1)
        if (mask & type) ct_option_add(g, CT_OPT_NUMBER, type, 0, 0);
}

static uint32_t symbol(const ct_game *g, const ct_addmana_locals *l)
{
    const ct_rec_mana *m = &g->set->mana[l->mana];
    return g->set->word[m->pip0 + l->i % m->npips] & 63;
}

ct_status ct_task_ADDMANA(ct_game *g, ct_task *t)
{
    ct_addmana_locals *l = ct_locals(t);
    uint32_t mask;
    CT_BEGIN(t);
    if (l->times <= 0) return CT_DONE;
    if (l->mana == CT_NONE) { /* so much of one color of the mask */
        mask = ct_mana_useful_types(g, l->player, l->mask);
        if (!one_type(mask)) {
            ask_type(g, l, mask);
            if (g->s->decision.noptions == 0) {
                g->s->decision.kind = CT_DEC_NONE;
                return CT_DONE;
            }
            CT_ASK(t, 1, (void)0);
            mask = ct_picked(g).a;
        }
        add(g, l, mask, (uint32_t)l->times);
        return CT_DONE;
    }
    l->n = g->set->mana[l->mana].npips * (uint32_t)l->times;
    for (l->i = 0; l->i < l->n; l->i++) {
        mask = symbol(g, l);
        if (!one_type(mask)) { /* [CR 106.8] */
            ask_type(g, l, mask);
            CT_ASK(t, 2, (void)0);
            mask = ct_picked(g).a;
        }
        add(g, l, mask, 1);
    }
    add(g, l, CT_PIP_C, g->set->mana[l->mana].generic * (uint32_t)l->times); /* [CR 106.10] */
    CT_FINISH(t);
}

static ct_status do_add(ct_game *g, ct_frame *f, ct_ent who, uint32_t mana, uint32_t mask,
                        int32_t times)
{
    if (f->stage != 0 || !ct_is_player(who)) return CT_DONE;
    ct_addmana_locals *l = CT_PUSH(g, CT_TASK_ADDMANA, ct_addmana_locals);
    if (!l) return CT_ENDED;
    *l = (ct_addmana_locals){.player = ct_player_index(who),
                             .mana = mana,
                             .mask = mask,
                             .times = times < 1000 ? times : 1000,
                             .source = f->slot[CT_S_THIS]};
    f->stage = 1;
    return CT_RUN;
}

ct_status ct_do_ADDMANA(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return do_add(g, f, f->slot[i->a], (uint32_t)i->imm, 0, ct_num(f, i->b));
}

ct_status ct_do_ADDMANAC(ct_game *g, ct_frame *f, const ct_insn *i)
{
    return do_add(g, f, f->slot[i->a], CT_NONE, f->slot[i->c] & 63, ct_num(f, i->b));
}
