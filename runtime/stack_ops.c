/* Instructions about spells and abilities on the stack, and casting while something
 * resolves. */
#include "runtime/activate.h"
#include "runtime/capsule.h"
#include "runtime/cast.h"
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/log.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/operand.h"
#include "runtime/rules.h"
#include "runtime/stack.h"
#include "runtime/target.h"

/* ---- countering [CR 701.6] ---------------------------------------------------------------- */

ct_status ct_do_COUNTERIT(ct_game *g, ct_frame *f, const ct_insn *i)
{
    if (f->stage != 0) {
        f->slot[i->a] = g->s->ret;
        return CT_DONE;
    }
    const ct_list what = ct_operand_list(g, f, i->b);
    const uint32_t n = ct_list_len(g, what);
    ct_ent some[256];
    uint32_t nsome = 0;
    for (uint32_t k = 0; k < n; k++) {
        const ct_ent e = ct_list_at(g, what, k);
        const ct_object *o = ct_live(g, e);
        if (o && o->zone == CT_ZONE_STACK && nsome < 256 &&
            !ct_rule_applies(g, CT_RULE_CANT_COUNTER, e, CT_NOBODY))
            some[nsome++] = e;
    }
    f->stage = 1;
    ct_start_counter(g, ct_list_make(g, some, nsome), ct_operand_cause(f));
    return CT_RUN;
}

/* ---- new targets [CR 115.7] ------------------------------------------------------------------ */

typedef struct ct_newtargets_locals {
    ct_ent e;
    uint32_t player, must, ability, nrecords, i, k;
    uint32_t records[CT_MAX_TARGET_RECORDS];
    ct_small_frame sf;
} ct_newtargets_locals;

void ct_start_new_targets(ct_game *g, unsigned player, ct_ent e, bool must)
{
    ct_newtargets_locals *l = CT_PUSH(g, CT_TASK_NEWTARGETS, ct_newtargets_locals);
    if (!l) return;
    l->e = e;
    l->player = player;
    l->must = must;
}

static void open_targets(ct_game *g, ct_newtargets_locals *l)
{
    const ct_object *o = ct_obj(g, l->e);
    const ct_ent self = o->kind == CT_OBJ_ABILITY ? o->source : l->e;
    ct_frame_init(g, &l->sf, l->ability, self, ct_controller(g, l->e));
    if (o->capsule) ct_capsule_open(g, o->capsule, l->sf.f.slot, l->sf.f.nslots);
    l->nrecords = ct_target_records(g->set, l->ability, o->modes, l->records);
}

static const ct_rec_target *record(const ct_game *g, const ct_newtargets_locals *l)
{
    return &g->set->target[l->records[l->i]];
}

static uint32_t ntargets(const ct_game *g, const ct_newtargets_locals *l)
{
    const ct_rec_target *r = record(g, l);
    const uint32_t v = l->sf.f.slot[r->slot];
    return ct_target_is_single(g->set, l->ability, r) ? v != CT_NOBODY : ct_list_len(g, v);
}

static ct_ent current(const ct_game *g, const ct_newtargets_locals *l)
{
    const ct_rec_target *r = record(g, l);
    const uint32_t v = l->sf.f.slot[r->slot];
    return ct_target_is_single(g->set, l->ability, r) ? v : ct_list_at(g, v, l->k);
}

static uint32_t offer_new_target(ct_game *g, ct_newtargets_locals *l)
{
    const ct_rec_target *r = record(g, l);
    ct_ent e;
    ct_ask(g, CT_DEC_TARGET, l->player, l->e);
    for (ct_seek w = ct_seek_begin(r->zones); (e = ct_seek_next(g, &w)) != CT_NOBODY;)
        if (!ct_target_taken(g, &l->sf.f, l->records + l->i, 1, e) &&
            !((r->flags & CT_TGF_OTHER) &&
              ct_target_taken(g, &l->sf.f, l->records, l->nrecords, e)) &&
            ct_target_legal(g, &l->sf.f, r, e, l->e))
            ct_option_add(g, CT_OPT_ENT, e, 0, 0);
    const uint32_t n = g->s->decision.noptions;
    if (n && !l->must)
        ct_option_add(g, CT_OPT_DONE, current(g, l), 0,
                      0); /* unchanged, legal or not [CR 115.7d] */
    if (!n) g->s->decision.kind = CT_DEC_NONE;
    return n;
}

/* The k-th element of a list replaced by e, however often the old one is there. */
static ct_list with_replaced(ct_game *g, ct_list list, ct_ent old, ct_ent e)
{
    ct_ent copy[256];
    const uint32_t n = ct_list_len(g, list);
    for (uint32_t i = 0; i < n && i < 256; i++)
        copy[i] = ct_list_at(g, list, i) == old ? e : ct_list_at(g, list, i);
    return ct_list_make(g, copy, n < 256 ? n : 256);
}

static void change_target(ct_game *g, ct_newtargets_locals *l, ct_ent e)
{
    const ct_rec_target *r = record(g, l);
    const ct_ent old = current(g, l);
    uint32_t *slot = &l->sf.f.slot[r->slot];
    *slot = ct_target_is_single(g->set, l->ability, r) ? e : with_replaced(g, *slot, old, e);
    if (r->divide_slot != CT_NONE) /* the division stays [CR 115.7c] */
        l->sf.f.slot[r->divide_slot] = with_replaced(g, l->sf.f.slot[r->divide_slot], old, e);
}

static void close_targets(ct_game *g, ct_newtargets_locals *l)
{
    l->sf.f.slot[CT_S_IT] = CT_NOBODY;
    ct_obj(g, l->e)->capsule =
        ct_capsule_make(g, l->ability, l->sf.f.slot, l->sf.f.nslots, CT_EMPTY_LIST);
    ct_touch_state(g);
}

ct_status ct_task_NEWTARGETS(ct_game *g, ct_task *t)
{
    ct_newtargets_locals *l = ct_locals(t);
    CT_BEGIN(t);
    if (!ct_live(g, l->e)) return CT_DONE;
    l->ability = ct_stack_ability(g, ct_obj(g, l->e));
    if (l->ability == CT_NONE) return CT_DONE;
    open_targets(g, l);
    for (l->i = 0; l->i < l->nrecords; l->i++)
        for (l->k = 0; l->k < ntargets(g, l); l->k++) {
            if (!offer_new_target(g, l)) continue;
            CT_ASK(t, 1, (void)0);
            if (ct_picked(g).kind == CT_OPT_ENT) change_target(g, l, ct_picked(g).a);
        }
    close_targets(g, l);
    ct_note_targets(g, l->e);
    CT_FINISH(t);
}

ct_status ct_do_NEWTARGETS(ct_game *g, ct_frame *f, const ct_insn *i)
{
    const ct_object *o = ct_live(g, f->slot[i->b]);
    if (f->stage != 0 || !ct_is_player(f->slot[i->a]) || !o || o->zone != CT_ZONE_STACK)
        return CT_DONE;
    f->stage = 1;
    ct_start_new_targets(g, ct_player_index(f->slot[i->a]), o->id, i->imm == 1);
    return CT_RUN;
}

/* ---- copies of spells and abilities [CR 707.10]
 * --------------------------------------------------- */

/* Everything chosen for it is copied, targets too; whose it is and which object it is are not. */
static uint32_t copy_capsule(ct_game *g, const ct_object *from, const ct_object *to)
{
    if (!from->capsule) return 0;
    const uint32_t ability = ct_stack_ability(g, from);
    if (ability == CT_NONE) return 0;
    ct_small_frame sf;
    ct_frame_init(g, &sf, ability, to->id, to->controller);
    const uint32_t n = sf.f.nslots;
    ct_capsule_open(g, from->capsule, sf.f.slot, n);
    sf.f.slot[CT_S_YOU] = ct_player_ent(to->controller);
    if (from->kind != CT_OBJ_ABILITY) sf.f.slot[CT_S_THIS] = to->id;
    return ct_capsule_make(g, ability, sf.f.slot, n, CT_EMPTY_LIST);
}

static ct_ent copy_on_stack(ct_game *g, ct_ent original, unsigned player)
{
    const ct_object *o = ct_obj(g, original);
    const bool is_ability = o->kind == CT_OBJ_ABILITY;
    const ct_ent e =
        ct_object_new(g, is_ability ? CT_OBJ_ABILITY : CT_OBJ_COPY, o->card, o->face, player);
    ct_object *c = ct_obj(g, e);
    if (!c) return CT_NOBODY;
    c->controller = (uint8_t)player;
    c->ability = o->ability;
    c->source = is_ability ? o->source : original;
    c->x = o->x;
    c->paid = o->paid;
    c->modes = o->modes;
    c->attached_to = o->attached_to;
    c->memory = ct_memory_copy(g, o->memory);
    if (!is_ability) {
        ct_chars copiable;
        ct_copiable(g, original, &copiable);
        c->lki = ct_lki_new(g, &copiable);
    }
    c->capsule = copy_capsule(g, o, c);
    ct_zone_insert(g, e, CT_ZONE_STACK, 0, CT_AT_END);
    ct_touch(g);
    return e;
}

/* scratch: 0 the copies made so far (list), 1 how many are left */
ct_status ct_do_COPYSPELL(ct_game *g, ct_frame *f, const ct_insn *i)
{
    const ct_ent original = f->slot[i->c];
    const ct_object *o = ct_obj(g, original);
    if (f->stage == 0) {
        f->scratch[0] = CT_EMPTY_LIST;
        f->scratch[1] =
            !ct_is_player(f->slot[i->b]) || !o || ct_num(f, i->d) < 0 ? 0 : f->slot[i->d];
        if (f->scratch[1] > 100) f->scratch[1] = 100;
    }
    if (f->scratch[1] == 0) {
        f->slot[i->a] = f->scratch[0];
        return CT_DONE;
    }
    const unsigned player = ct_player_index(f->slot[i->b]);
    const ct_ent copy = copy_on_stack(g, original, player);
    ct_ent all[101];
    uint32_t n = ct_list_len(g, f->scratch[0]);
    for (uint32_t k = 0; k < n; k++)
        all[k] = ct_list_at(g, f->scratch[0], k);
    all[n++] = copy;
    f->scratch[0] = ct_list_make(g, all, n);
    f->scratch[1]--;
    f->stage = 1;
    if (i->imm == 1 && copy)
        ct_start_new_targets(g, player, copy, false);
    else if (copy)
        ct_note_targets(g, copy);
    return CT_RUN;
}
