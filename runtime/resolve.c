/* Resolving the topmost object of the stack [CR 608]. */
#include "runtime/capsule.h"
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/log.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/stack.h"
#include "runtime/target.h"

typedef struct ct_resolve_locals {
    ct_ent e, arrived;
    uint32_t ability, player, mode, layout, aside;
    ct_small_frame sf;
} ct_resolve_locals;

void ct_start_resolve(ct_game *g)
{
    const ct_ent e = ct_zone_last(g, CT_ZONE_STACK, 0);
    ct_resolve_locals *l = e ? CT_PUSH(g, CT_TASK_RESOLVE, ct_resolve_locals) : NULL;
    if (l) l->e = e;
}

static void open_frame(ct_game *g, ct_resolve_locals *l)
{
    const ct_object *o = ct_obj(g, l->e);
    const ct_ent self = o->kind == CT_OBJ_ABILITY ? o->source : l->e;
    ct_frame_init(g, &l->sf, l->ability, self, l->player);
    if (o->capsule) ct_capsule_open(g, o->capsule, l->sf.f.slot, l->sf.f.nslots);
    l->sf.f.slot[CT_S_YOU] = ct_player_ent(l->player);
    if (o->kind != CT_OBJ_ABILITY) l->sf.f.slot[CT_S_THIS] = l->e;
    if (o->kind != CT_OBJ_ABILITY || o->x) l->sf.f.slot[CT_S_X] = (uint32_t)o->x;
    l->sf.f.self_object = l->e;
}

/* ---- targets, once more [CR 608.2b] ------------------------------------------------------- */

static ct_list keep_legal(ct_game *g, ct_resolve_locals *l, const ct_rec_target *r, ct_list list,
                          uint32_t *chosen, uint32_t *legal)
{
    const uint32_t n = ct_list_len(g, list);
    ct_ent kept[256];
    uint32_t nkept = 0;
    for (uint32_t i = 0; i < n; i++) {
        const ct_ent e = ct_list_at(g, list, i);
        const bool ok = ct_target_legal(g, &l->sf.f, r, e, l->e);
        ++*chosen;
        *legal += ok;
        if (ok && nkept < 256) kept[nkept++] = e;
    }
    return ct_list_make(g, kept, nkept);
}

/* Takes illegal targets out of the frame.  False when there were targets and all
 * of them are illegal now. */
static bool recheck_targets(ct_game *g, ct_resolve_locals *l)
{
    ct_object *o = ct_obj(g, l->e);
    uint32_t records[CT_MAX_TARGET_RECORDS], chosen = 0, legal = 0;
    const uint32_t n = ct_target_records(g->set, l->ability, o->modes, records);
    for (uint32_t i = 0; i < n; i++) {
        const ct_rec_target *r = &g->set->target[records[i]];
        uint32_t *slot = &l->sf.f.slot[r->slot];
        if (ct_target_is_single(g->set, l->ability, r)) {
            if (!*slot) continue;
            chosen++;
            if (ct_target_legal(g, &l->sf.f, r, *slot, l->e))
                legal++;
            else
                *slot = CT_NOBODY;
        } else {
            *slot = keep_legal(g, l, r, *slot, &chosen, &legal);
        }
        if (r->divide_slot != CT_NONE) {
            uint32_t ignored = 0;
            uint32_t *parts = &l->sf.f.slot[r->divide_slot];
            *parts = keep_legal(g, l, r, *parts, &ignored, &ignored);
        }
    }
    if (chosen && legal < chosen) {
        l->sf.f.slot[CT_S_IT] = CT_NOBODY;
        o->capsule = ct_capsule_make(g, l->ability, l->sf.f.slot, l->sf.f.nslots, CT_EMPTY_LIST);
    }
    return chosen == 0 || legal > 0;
}

/* An Aura's target [CR 303.4a, 608.3b]. */
static bool aura_target_legal(ct_game *g, const ct_object *o)
{
    return ct_enchant_allows(g, o->id, o->attached_to) &&
           ct_can_be_target(g, o->attached_to, o->id);
}

static bool condition_holds(ct_game *g, ct_resolve_locals *l)
{
    const ct_rec_ability *a = &g->set->ability[l->ability];
    if ((a->kind != CT_AB_TRIGGERED && a->kind != CT_AB_DELAYED) || a->fn_cond == CT_NONE)
        return true;                              /* others are checked when they are activated */
    return ct_eval(g, &l->sf.f, a->fn_cond) != 0; /* intervening "if" [CR 603.4, 608.2a] */
}

/* ---- effects --------------------------------------------------------------------------------- */

static void start_effect(ct_game *g, ct_resolve_locals *l, uint32_t fn)
{
    ct_frame *f = ct_start_vm(g, l->ability, fn, l->sf.f.slot, l->sf.f.nslots);
    if (f) f->self_object = l->e;
}

static uint32_t next_mode(const ct_game *g, const ct_resolve_locals *l)
{
    const ct_object *o = ct_obj(g, l->e);
    const ct_rec_ability *a = &g->set->ability[l->ability];
    for (uint32_t m = l->mode; m < a->nmodes && m < 32; m++)
        if ((o->modes >> m & 1u) && g->set->mode[a->mode0 + m].fn_effect != CT_NONE) return m;
    return CT_NONE;
}

/* ---- where it goes -----------------------------------------------------------------------------
 */

static bool on_stack(const ct_game *g, ct_ent e)
{
    const ct_object *o = ct_live(g, e);
    return o && o->zone == CT_ZONE_STACK;
}

static bool is_inset(const ct_game *g, const ct_object *o)
{
    return o->card < g->set->ncard && o->face == g->set->card[o->card].face0 + 1 &&
           g->set->card[o->card].nfaces > 1;
}

/* 1: exiled by its controller [CR 715.3d], 2: shuffled into the library [CR 720.3d] */
enum { ASIDE_ADVENTURE = 1, ASIDE_OMEN };

static uint32_t put_aside(const ct_game *g, const ct_object *o)
{
    if (!is_inset(g, o)) return 0;
    switch (g->set->card[o->card].layout) {
    case CT_LAYOUT_ADVENTURE:
        return ASIDE_ADVENTURE;
    case CT_LAYOUT_OMEN:
        return ASIDE_OMEN;
    default:
        return 0;
    }
}

static void start_leaving(ct_game *g, const ct_resolve_locals *l)
{
    const ct_zone to = l->aside == ASIDE_ADVENTURE ? CT_ZONE_EXILE
                       : l->aside == ASIDE_OMEN    ? CT_ZONE_LIBRARY
                                                   : CT_ZONE_GRAVEYARD;
    ct_start_move(g, l->e, to, 0, CT_NOBODY, CT_EVF_RESOLVED, CT_NOBODY); /* [CR 608.2n] */
}

/* For as long as that card remains exiled, that player may play it [CR 715.3d]. */
static void after_aside(ct_game *g, const ct_resolve_locals *l)
{
    ct_object *o = ct_live(g, l->arrived);
    if (!o) return;
    if (l->aside == ASIDE_ADVENTURE && o->zone == CT_ZONE_EXILE) {
        o->flags |= CT_OF_ON_ADVENTURE;
        o->controller = (uint8_t)l->player;
        ct_touch_state(g);
    }
    if (l->aside == ASIDE_OMEN && o->zone == CT_ZONE_LIBRARY) {
        const ct_event e = {.kind = CT_EV_SHUFFLE, .player = ct_player_ent(o->owner)};
        ct_zone_shuffle(g, o->owner);
        ct_note(g, &e);
    }
}

static void start_entering(ct_game *g, const ct_resolve_locals *l)
{
    const ct_object *o = ct_obj(g, l->e);
    const uint32_t base = ct_batch(g);
    ct_event *e = ct_propose(g, CT_EV_ZONE, CT_NOBODY);
    e->obj = l->e;
    e->player = ct_player_ent(l->player);
    e->from = CT_ZONE_STACK;
    e->to = CT_ZONE_BATTLEFIELD;
    e->put_under = (uint8_t)ct_player_ent(l->player);
    e->other = o->attached_to; /* an Aura enters attached to its target [CR 608.3c] */
    e->flags |= CT_EVF_CAST | CT_EVF_RESOLVED;
    ct_start_events(g, base);
}

static void start_fizzling(ct_game *g, const ct_resolve_locals *l)
{
    ct_start_move(g, l->e, CT_ZONE_GRAVEYARD, 0, CT_NOBODY, 0, CT_NOBODY);
}

ct_status ct_task_RESOLVE(ct_game *g, ct_task *t)
{
    ct_resolve_locals *l = ct_locals(t);
    const ct_object *o;
    CT_BEGIN(t);
    o = ct_live(g, l->e);
    if (!o) return CT_DONE;
    l->ability = ct_stack_ability(g, o);
    l->player = ct_controller(g, l->e);
    if (l->ability == CT_NONE) {
        if (o->attached_to && !aura_target_legal(g, o)) goto fizzle;
        CT_LOG(g, RESOLVES, "608.3", .player = ct_player_ent(l->player), .obj = l->e);
        goto place;
    }
    open_frame(g, l);
    if (!condition_holds(g, l)) goto gone;
    if (!recheck_targets(g, l)) goto fizzle;
    CT_LOG(g, RESOLVES, "608.2", .player = ct_player_ent(l->player), .obj = l->e);
    if (g->set->ability[l->ability].fn_effect != CT_NONE)
        CT_AWAIT(t, 1, start_effect(g, l, g->set->ability[l->ability].fn_effect));
    for (l->mode = 0; ct_obj(g, l->e) && (l->mode = next_mode(g, l)) != CT_NONE; l->mode++)
        CT_AWAIT(t, 2,
                 start_effect(g, l,
                              g->set->mode[g->set->ability[l->ability].mode0 + l->mode].fn_effect));
    if (!on_stack(g, l->e)) return CT_DONE; /* it moved itself, or the turn has ended */
    if (ct_obj(g, l->e)->kind == CT_OBJ_ABILITY) goto gone;
place:
    if (ct_chars_of(g, l->e)->types & CT_TYPES_PERMANENT) {
        CT_AWAIT(t, 3, start_entering(g, l));
        if (on_stack(g, l->e)) /* it can't enter [CR 608.3e] */
            CT_AWAIT(t, 4, start_fizzling(g, l));
        return CT_DONE;
    }
    l->aside = put_aside(g, ct_obj(g, l->e));
    CT_AWAIT(t, 5, start_leaving(g, l));
    l->arrived = ct_list_at(g, g->s->ret, 0);
    if (l->aside) after_aside(g, l);
    return CT_DONE;
fizzle:
    CT_LOG(g, FIZZLES, "608.2b", .player = ct_player_ent(l->player), .obj = l->e);
    if (ct_obj(g, l->e)->kind != CT_OBJ_ABILITY) {
        CT_AWAIT(t, 6, start_fizzling(g, l));
        return CT_DONE;
    }
gone:
    ct_object_cease(g, l->e);
    CT_FINISH(t);
}
