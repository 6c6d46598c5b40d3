/* Announcing modes, targets and divisions [CR 601.2b-d, 603.3c-d, 115.7]. */
#include "runtime/capsule.h"
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/log.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/stack.h"
#include "runtime/target.h"

enum { MAX_PICKS = 64 };

typedef struct ct_announce_locals {
    ct_ent e;
    uint32_t player, ability, is_new /* choosing new targets */, must;
    int32_t modes_min, modes_max;
    uint32_t next_mode, nmodes;
    uint32_t records[CT_MAX_TARGET_RECORDS], nrecords, i;
    int32_t min, max, left; /* targets of the record at hand; what is left to divide */
    uint32_t npicked, ipart;
    ct_ent picked[MAX_PICKS];
    uint32_t part[MAX_PICKS];
    ct_small_frame sf;
} ct_announce_locals;

static void open_frame(ct_game *g, ct_announce_locals *l)
{
    const ct_object *o = ct_obj(g, l->e);
    const ct_ent self = o->kind == CT_OBJ_ABILITY ? o->source : l->e;
    ct_frame_init(g, &l->sf, l->ability, self, l->player);
    if (o->capsule) ct_capsule_open(g, o->capsule, l->sf.f.slot, l->sf.f.nslots);
    l->sf.f.slot[CT_S_X] = (uint32_t)o->x;
    l->sf.f.self_object = l->e;
}

static void close_frame(ct_game *g, ct_announce_locals *l)
{
    ct_object *o = ct_obj(g, l->e);
    l->sf.f.slot[CT_S_IT] = CT_NOBODY;
    o->capsule = ct_capsule_make(g, l->ability, l->sf.f.slot, l->sf.f.nslots, CT_EMPTY_LIST);
    ct_touch_state(g);
}

/* ---- modes [CR 700.2] ------------------------------------------------------- */

static void begin_modes(ct_game *g, ct_announce_locals *l)
{
    const ct_rec_ability *a = &g->set->ability[l->ability];
    l->modes_min = a->fn_mode_min == CT_NONE ? 1 : (int32_t)ct_eval(g, &l->sf.f, a->fn_mode_min);
    l->modes_max =
        a->fn_mode_max == CT_NONE ? l->modes_min : (int32_t)ct_eval(g, &l->sf.f, a->fn_mode_max);
}

/* Offers the modes behind the last one chosen that leave enough others; returns
 * how many options there are. */
static uint32_t offer_modes(ct_game *g, ct_announce_locals *l)
{
    const ct_rec_ability *a = &g->set->ability[l->ability];
    uint32_t legal[32], n = 0;
    for (uint32_t m = l->next_mode; m < a->nmodes && m < 32; m++)
        if (ct_mode_legal(g, &l->sf.f, l->ability, m, l->e)) legal[n++] = m;
    const int32_t missing = l->modes_min - (int32_t)l->nmodes;
    const uint32_t spare = missing > 1 ? (uint32_t)missing - 1 : 0;
    ct_ask(g, CT_DEC_MODE, l->player, l->e);
    for (uint32_t i = 0; i + spare < n; i++)
        ct_option_add(g, CT_OPT_NUMBER, legal[i], g->set->mode[a->mode0 + legal[i]].text, 0);
    if (missing <= 0 && g->s->decision.noptions) ct_option_add(g, CT_OPT_DONE, 0, 0, 0);
    return g->s->decision.noptions;
}

/* ---- targets ------------------------------------------------------------------ */

static const ct_rec_target *record(const ct_game *g, const ct_announce_locals *l)
{
    return &g->set->target[l->records[l->i]];
}

static void begin_record(ct_game *g, ct_announce_locals *l)
{
    const ct_rec_target *r = record(g, l);
    l->npicked = 0;
    l->min = r->fn_min == CT_NONE ? 1 : (int32_t)ct_eval(g, &l->sf.f, r->fn_min);
    l->max = r->fn_max == CT_NONE ? 1 : (int32_t)ct_eval(g, &l->sf.f, r->fn_max);
    if ((r->flags & CT_TGF_ALL_MAX) || l->max > MAX_PICKS) l->max = MAX_PICKS;
    if (ct_target_is_single(g->set, l->ability, r) && l->max > 1) l->max = 1;
    if (r->divide_slot != CT_NONE) { /* each gets at least one [CR 601.2d] */
        l->left = (int32_t)ct_eval(g, &l->sf.f, r->fn_divide);
        if (l->max > l->left) l->max = l->left > 0 ? l->left : 0;
    }
    l->sf.f.slot[r->slot] = 0;
}

static void write_targets(ct_game *g, ct_announce_locals *l)
{
    const ct_rec_target *r = record(g, l);
    l->sf.f.slot[r->slot] = ct_target_is_single(g->set, l->ability, r)
                                ? (l->npicked ? l->picked[0] : CT_NOBODY)
                                : ct_list_make(g, l->picked, l->npicked);
}

static bool already_picked(const ct_announce_locals *l, ct_ent e)
{
    for (uint32_t i = 0; i < l->npicked; i++)
        if (l->picked[i] == e) return true;
    return false;
}

/* With this candidate as well, can the records behind be filled? */
static bool leaves_enough(ct_game *g, ct_announce_locals *l, ct_ent e)
{
    if (l->i + 1 == l->nrecords || l->npicked >= MAX_PICKS) return true;
    const uint32_t mark = g->s->pool[CT_POOL_temp].used;
    l->picked[l->npicked++] = e;
    write_targets(g, l);
    const bool ok = ct_targets_can_fill(g, &l->sf.f, l->records, l->nrecords, l->i + 1, l->e);
    l->npicked--;
    l->sf.f.slot[record(g, l)->slot] = 0;
    g->s->pool[CT_POOL_temp].used = mark;
    return ok;
}

/* Offers the candidates behind the last one picked; returns how many options
 * there are. */
static uint32_t offer_targets(ct_game *g, ct_announce_locals *l)
{
    const ct_rec_target *r = record(g, l);
    bool behind = l->npicked == 0;
    ct_ent e;
    ct_ask(g, CT_DEC_TARGET, l->player, l->e);
    g->s->decision.step = l->i;
    for (ct_seek w = ct_seek_begin(r->zones); (e = ct_seek_next(g, &w)) != CT_NOBODY;) {
        if (!behind) {
            behind = e == l->picked[l->npicked - 1];
            continue;
        }
        if (already_picked(l, e) ||
            ((r->flags & CT_TGF_OTHER) && ct_target_taken(g, &l->sf.f, l->records, l->i, e)))
            continue;
        if (ct_target_legal(g, &l->sf.f, r, e, l->e) && leaves_enough(g, l, e))
            ct_option_add(g, CT_OPT_ENT, e, 0, 0);
    }
    const int32_t missing = l->min - (int32_t)l->npicked;
    ct_state *s = g->s;
    if (missing > 1) { /* the last ones would leave too few */
        const uint32_t cut = (uint32_t)missing - 1;
        s->decision.noptions = s->decision.noptions > cut ? s->decision.noptions - cut : 0;
        s->pool[CT_POOL_option].used = s->decision.noptions;
    }
    if (missing <= 0 && s->decision.noptions) ct_option_add(g, CT_OPT_DONE, 0, 0, 0);
    return s->decision.noptions;
}

static uint32_t offer_enchanted(ct_game *g, const ct_announce_locals *l)
{
    ct_ent e;
    ct_ask(g, CT_DEC_TARGET, l->player, l->e);
    for (ct_seek w = ct_seek_begin(CT_ENCHANT_ZONES); (e = ct_seek_next(g, &w)) != CT_NOBODY;)
        if (e != l->e && ct_enchant_allows(g, l->e, e) && ct_can_be_target(g, e, l->e))
            ct_option_add(g, CT_OPT_ENT, e, 0, 0);
    return g->s->decision.noptions;
}

static void close_decision(ct_game *g)
{
    g->s->decision.kind = CT_DEC_NONE;
}

/* The division as a list in which each target stands once for each part. */
static void write_division(ct_game *g, ct_announce_locals *l)
{
    const ct_list list = ct_list_begin(g);
    for (uint32_t i = 0; i < l->npicked; i++)
        for (uint32_t n = 0; n < l->part[i]; n++)
            ct_list_push(g, list, l->picked[i]);
    l->sf.f.slot[record(g, l)->divide_slot] = ct_list_end(g, list);
}

static bool divides(const ct_game *g, const ct_announce_locals *l)
{
    return record(g, l)->divide_slot != CT_NONE && l->npicked > 0;
}

ct_status ct_task_ANNOUNCE(ct_game *g, ct_task *t)
{
    ct_announce_locals *l = ct_locals(t);
    ct_state *s = g->s;
    CT_BEGIN(t);
    if (l->ability == CT_NONE) {
        if (ct_is_aura(g, l->e)) { /* [CR 303.4a] */
            if (!offer_enchanted(g, l)) {
                close_decision(g);
                goto illegal;
            }
            CT_ASK(t, 1, (void)0);
            ct_obj(g, l->e)->attached_to = ct_picked(g).a;
        }
        s->ret = 1;
        return CT_DONE;
    }
    open_frame(g, l);
    if (l->is_new || g->set->ability[l->ability].nmodes == 0) goto targets;
    begin_modes(g, l);
    while ((int32_t)l->nmodes < l->modes_max) {
        if (!offer_modes(g, l)) {
            close_decision(g);
            break;
        }
        CT_ASK(t, 2, (void)0);
        if (ct_picked(g).kind == CT_OPT_DONE) break;
        ct_obj(g, l->e)->modes |= 1u << ct_picked(g).a;
        l->next_mode = ct_picked(g).a + 1;
        l->nmodes++;
    }
    if ((int32_t)l->nmodes < l->modes_min) goto illegal;
targets:
    l->nrecords = ct_target_records(g->set, l->ability, ct_obj(g, l->e)->modes, l->records);
    for (l->i = 0; l->i < l->nrecords; l->i++) {
        begin_record(g, l);
        while ((int32_t)l->npicked < l->max) {
            if (!offer_targets(g, l)) {
                close_decision(g);
                break;
            }
            CT_ASK(t, 3, (void)0);
            if (ct_picked(g).kind == CT_OPT_DONE) break;
            l->picked[l->npicked++] = ct_picked(g).a;
        }
        if ((int32_t)l->npicked < l->min) goto illegal;
        write_targets(g, l);
        if (!divides(g, l)) continue;
        for (l->ipart = 0; l->ipart + 1 < l->npicked; l->ipart++) {
            ct_ask(g, CT_DEC_DIVIDE, l->player, l->e);
            ct_ask_range(g, 1, l->left - (int32_t)(l->npicked - l->ipart - 1));
            ct_option_add(g, CT_OPT_ENT, l->picked[l->ipart], 0, 0);
            CT_ASK(t, 4, (void)0);
            l->part[l->ipart] = (uint32_t)ct_picked_number(g);
            l->left -= ct_picked_number(g);
        }
        l->part[l->ipart] = (uint32_t)l->left;
        write_division(g, l);
    }
    close_frame(g, l);
    s->ret = 1;
    return CT_DONE;
illegal:
    s->ret = 0;
    CT_FINISH(t);
}

static ct_announce_locals *start(ct_game *g, ct_ent e)
{
    const ct_object *o = ct_obj(g, e);
    if (!o) return NULL;
    ct_announce_locals *l = CT_PUSH(g, CT_TASK_ANNOUNCE, ct_announce_locals);
    if (!l) return NULL;
    l->e = e;
    l->player = ct_controller(g, e);
    l->ability = ct_stack_ability(g, o);
    return l;
}

void ct_start_announce(ct_game *g, ct_ent e)
{
    (void)start(g, e);
}

void ct_note_targets(ct_game *g, ct_ent e)
{
    ct_ent target[64];
    ct_event event[64] = {0};
    uint32_t n = 0, distinct = 0;
    for (; n < 64 && (target[n] = ct_target_at(g, e, n)) != CT_NOBODY; n++) {
        bool again = false;
        for (uint32_t j = 0; j < n && !again; j++)
            again = target[j] == target[n];
        if (again) /* once, however often it is targeted [CR 603.2] */
            continue;
        const ct_object *o = ct_obj(g, e);
        const bool player = ct_is_player(target[n]);
        event[distinct++] = (ct_event){
            .kind = CT_EV_TARGET,
            .flags = o && o->kind == CT_OBJ_ABILITY &&
                             g->set->ability[o->ability].kind != CT_AB_ACTIVATED
                         ? CT_EVF_TRIGGERED
                         : 0u,
            .obj = player ? CT_NOBODY : target[n],
            .player = player ? target[n] : ct_player_ent(ct_controller(g, target[n])),
            .src = e,
        };
        CT_LOG(g, TARGETS, "601.2c", .player = ct_player_ent(ct_controller(g, e)), .obj = e,
               .other = target[n]);
    }
    if (distinct) ct_note_batch(g, event, distinct);
}
