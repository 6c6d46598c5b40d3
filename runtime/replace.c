/* Replacement and prevention effects [CR 614, 615, 616].
 *
 * Each effect gets one chance at an event [CR 614.5]; when several could apply, the
 * player affected chooses one, and then it is looked again at the event as it has
 * become [CR 616.1]. An effect's code changes the event with EVENT instructions. */
#include "runtime/block.h"
#include "runtime/capsule.h"
#include "runtime/counter.h"
#include "runtime/decision.h"
#include "runtime/effect.h"
#include "runtime/event_run.h"
#include "runtime/known.h"
#include "runtime/layers.h"
#include "runtime/log.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/turn.h"

#include <string.h>

enum { MAX_CANDIDATES = 32 };

typedef struct ct_replace_locals {
    uint32_t event, choice, ask;
} ct_replace_locals;

typedef struct candidates {
    ct_entry entry[MAX_CANDIDATES];
    uint32_t n;
} candidates;

static uint32_t id_of(const ct_game *g, const ct_entry *x)
{
    if (x->effect && !x->delayed) return g->effect[x->effect - 1].timestamp | 0x80000000u;
    return (x->source * 2654435761u ^ x->rec * 40503u ^ x->ref.timestamp) & 0x7fffffffu;
}

/* How an object will be on the battlefield is looked at before it is there [CR 614.12]. */
void ct_as_entering(ct_game *g, const ct_event *e)
{
    struct ct_layer_cache *c = g->layers;
    const ct_object *o = ct_obj(g, e->obj);
    ct_layers_update(g);
    if (e->from == CT_ZONE_STACK)
        ct_chars_copy(&c->as_chars, ct_chars_of(g, e->obj));
    else if (o->lki)
        ct_chars_copy(&c->as_chars, &g->lki[o->lki]);
    else
        ct_chars_copy(&c->as_chars, ct_face_chars(g, e->face != CT_NONE       ? e->face
                                                     : o->kind == CT_OBJ_CARD ? ct_main_face(g, o)
                                                                              : o->face));
    ct_layer_view outer = c->view;
    for (uint32_t i = 0; i + 3 < ct_list_len(g, e->list); i += 4) {
        uint32_t entry[4];
        memcpy(entry, &g->temp[e->list + 1 + i], sizeof entry);
        if (entry[0] != CT_ENT_EFFECT) continue;
        const ct_rec_effect *rec = &g->set->effect[entry[1]];
        ct_small_frame sf;
        uint32_t ability = ((const ct_capsule *)(const void *)&g->capsule[entry[2]])->ability;
        ct_frame_init(g, &sf, ability, e->obj, 0);
        ct_capsule_open(g, entry[2], sf.f.slot, sf.f.nslots);
        c->view = (ct_layer_view){.it = e->obj, .c = &c->as_chars, .copied = &entry[3]};
        for (uint32_t p = 0; p < rec->nparts; p++)
            ct_eval(g, &sf.f, g->set->part[rec->part0 + p].fn);
    }
    c->view = outer;
    c->as_chars.base_power = c->as_chars.power;
    c->as_chars.base_toughness = c->as_chars.toughness;
    bool plain = o->kind == CT_OBJ_TOKEN && !o->lki && !e->list;
    ct_layers_entering(g, e->obj, e->put_under ? ct_player_index(e->put_under) : o->owner, plain);
    c->as_ent = e->obj;
    c->looked_from = CT_ZONE_NONE;
}

static bool done_before(const ct_game *g, const ct_event *e, const ct_entry *x)
{
    return ct_list_has(g, e->done, id_of(g, x));
}

static bool used_up(const ct_game *g, const ct_entry *x)
{
    const ct_rec_effect *rec = &g->set->effect[x->rec];
    return x->effect && rec->flags & CT_EFFF_NEXT && g->effect[x->effect - 1].used;
}

static bool covers(ct_game *g, const ct_entry *x, const ct_event *e)
{
    uint32_t n;
    const ct_ent *locked = ct_capsule_affected(g, g->effect[x->effect - 1].capsule, &n);
    if (!locked) return true;
    ct_ent subject = e->obj ? e->obj : e->player;
    for (uint32_t i = 0; i < n; i++)
        if (locked[i] == subject) return true;
    return false;
}

static bool applies(ct_game *g, const ct_entry *x, uint32_t event)
{
    const ct_event *e = &g->event[event];
    const ct_rec_effect *rec = &g->set->effect[x->rec];
    if (done_before(g, e, x) || used_up(g, x) || (x->effect && !covers(g, x, e))) return false;
    uint32_t mark = g->s->pool[CT_POOL_temp].used;
    ct_small_frame sf;
    ct_entry_frame(g, x, &sf);
    ct_event_slots(g, &sf.f, event);
    bool ok = x->effect || ct_test(g, &sf.f, g->set->ability[x->ability].fn_cond, x->source);
    ok = ok && ct_test(g, &sf.f, rec->fn_cond, x->source) &&
         ct_test(g, &sf.f, rec->fn_affects, e->obj ? e->obj : e->player);
    g->s->pool[CT_POOL_temp].used = mark;
    return ok;
}

static void consider(ct_game *g, candidates *c, const ct_entry *x, uint32_t event)
{
    if (c->n < MAX_CANDIDATES && applies(g, x, event)) c->entry[c->n++] = *x;
}

static bool entering(const ct_game *g, const ct_event *e)
{
    return e->kind == CT_EV_ZONE && e->to == CT_ZONE_BATTLEFIELD && ct_live(g, e->obj);
}

/* The entering object's own "as this enters" and "enters with" abilities [CR 614.12]. */
static void consider_own(ct_game *g, candidates *c, uint32_t event)
{
    const ct_event *e = &g->event[event];
    const ct_chars *would = &g->layers->as_chars;
    for (unsigned i = 0; i < would->nabils; i++) {
        ct_abilref ref = would->abils[i];
        if (ref.ability >= g->set->nability || g->set->ability[ref.ability].kind != CT_AB_STATIC)
            continue;
        const ct_rec_ability *a = &g->set->ability[ref.ability];
        for (uint32_t k = 0; k < a->neffs; k++) {
            const ct_rec_effect *rec = &g->set->effect[a->eff0 + k];
            if (rec->kind == CT_EFF_REPLACE && rec->sub == CT_EV_ZONE)
                consider(g, c,
                         &(ct_entry){.rec = a->eff0 + k,
                                     .ability = ref.ability,
                                     .source = e->obj,
                                     .ref = ref,
                                     .controller = would->controller},
                         event);
        }
    }
}

/* Effects that must be chosen before others [CR 616.1a-d]: lower goes first. */
static int precedence(const ct_game *g, const ct_entry *x)
{
    const ct_rec_effect *rec = &g->set->effect[x->rec];
    const ct_rec_ability *a = &g->set->ability[x->ability];
    if (rec->flags & CT_EFFF_SELF && a->kind != CT_AB_STATIC) return 0;
    if (rec->fn_apply >= a->nfns) return 2;
    const ct_rec_fn *fn = &g->set->fn[a->fn0 + rec->fn_apply];
    for (uint32_t k = 0; k < fn->ncode; k++) {
        const ct_insn *i = &g->set->code[fn->code0 + k];
        if (i->op != CT_OP_EVENTERS || (uint32_t)i->imm >= g->set->neffect) continue;
        const ct_rec_effect *enters = &g->set->effect[i->imm];
        for (uint32_t p = 0; p < enters->nparts; p++)
            if (g->set->part[enters->part0 + p].layer == CT_LAYER_COPY) return 1;
    }
    return 2;
}

static void collect(ct_game *g, uint32_t event, candidates *c)
{
    const ct_event *e = &g->event[event];
    c->n = 0;
    uint32_t i = ct_index_first(g, &g->layers->replacements, e->kind);
    ct_object *enters = e->kind == CT_EV_COUNTERS && e->mv ? ct_obj(g, e->obj) : NULL;
    unsigned zone = enters ? enters->zone : 0;
    if (entering(g, e)) ct_as_entering(g, e);
    if (enters) { /* counters are put on it as on a permanent */
        ct_as_entering(g, &g->event[e->mv - 1]);
        enters->zone = CT_ZONE_BATTLEFIELD;
    }
    for (; i != CT_NONE; i = g->layers->replacements.entry[i].next) {
        ct_entry x = g->layers->replacements.entry[i];
        if (!entering(g, e) || x.source != e->obj || x.effect) consider(g, c, &x, event);
    }
    if (entering(g, e)) consider_own(g, c, event);
    if (enters) enters->zone = (uint8_t)zone;
    ct_as_face_end(g);
    int first = 2;
    for (uint32_t k = 0; k < c->n; k++)
        if (precedence(g, &c->entry[k]) < first) first = precedence(g, &c->entry[k]);
    uint32_t n = 0;
    for (uint32_t k = 0; k < c->n; k++)
        if (precedence(g, &c->entry[k]) == first) c->entry[n++] = c->entry[k];
    c->n = n;
}

bool ct_may_be_replaced(ct_game *g, uint32_t index)
{
    const ct_event *e = &g->event[index];
    return ct_index_first(g, &g->layers->replacements, e->kind) != CT_NONE || entering(g, e);
}

void ct_start_replace(ct_game *g, uint32_t index)
{
    ct_replace_locals *l = CT_PUSH(g, CT_TASK_REPLACE, ct_replace_locals);
    if (l) l->event = index;
}

/* The affected object's controller, or its owner, or the affected player [CR 616.1]. */
static unsigned chooser(ct_game *g, const ct_event *e)
{
    if (entering(g, e) && e->put_under) return ct_player_index(e->put_under);
    if (e->obj && ct_obj(g, e->obj)) return ct_controller(g, e->obj);
    return ct_is_player(e->player) ? ct_player_index(e->player) : g->s->active;
}

static void ask_which(ct_game *g, const candidates *c, uint32_t event)
{
    ct_ask(g, CT_DEC_REPLACEMENT, chooser(g, &g->event[event]), g->event[event].obj);
    for (uint32_t i = 0; i < c->n; i++)
        ct_option_add(g, CT_OPT_NUMBER, i, c->entry[i].source, c->entry[i].rec);
}

static void ask_whether(ct_game *g, const ct_entry *x)
{
    ct_ask(g, CT_DEC_YESNO, x->controller, x->source);
    ct_option_add(g, CT_OPT_YES, 0, 0, 0);
    ct_option_add(g, CT_OPT_NO, 0, 0, 0);
}

static void mark_done(ct_game *g, ct_event *e, const ct_entry *x)
{
    ct_list l = ct_list_begin(g);
    for (uint32_t i = 0; i < ct_list_len(g, e->done); i++)
        ct_list_push(g, l, ct_list_at(g, e->done, i));
    ct_list_push(g, l, id_of(g, x));
    e->done = ct_list_end(g, l);
}

/* "The next time" is over with this one; an amount of prevention is counted down by EVPREVENT. */
static void use_up(ct_game *g, const ct_entry *x)
{
    const ct_rec_effect *rec = &g->set->effect[x->rec];
    bool amount = rec->flags & CT_EFFF_PREVENTION && rec->fn_amount != CT_NONE;
    if (x->effect && rec->flags & CT_EFFF_NEXT && !amount) g->effect[x->effect - 1].used = 1;
}

static void start_apply(ct_game *g, const ct_entry *x, uint32_t event)
{
    const ct_rec_effect *rec = &g->set->effect[x->rec];
    mark_done(g, &g->event[event], x);
    use_up(g, x);
    CT_LOG(g, REPLACED, "614.1", .obj = g->event[event].obj, .other = x->source);
    if (rec->fn_apply >= g->set->ability[x->ability].nfns) return;
    ct_small_frame sf;
    ct_entry_frame(g, x, &sf);
    ct_event_slots(g, &sf.f, event);
    ct_frame *f = ct_start_vm(g, x->ability, rec->fn_apply, sf.f.slot, sf.f.nslots);
    if (f) {
        f->event = event;
        f->effect = x->effect ? g->effect[x->effect - 1].timestamp : 0;
    }
}

ct_status ct_task_REPLACE(ct_game *g, ct_task *t)
{
    ct_replace_locals *l = ct_locals(t);
    candidates c;
    CT_BEGIN(t);
    for (;;) {
        if (g->event[l->event].stage != CT_EVS_PROPOSED) return CT_DONE;
        collect(g, l->event, &c);
        if (c.n == 0) return CT_DONE;
        l->choice = 0;
        if (c.n > 1) {
            CT_ASK(t, 1, ask_which(g, &c, l->event));
            l->choice = (uint32_t)ct_picked_number(g);
            collect(g, l->event, &c);
        }
        l->ask = (g->set->effect[c.entry[l->choice].rec].flags & CT_EFFF_OPTIONAL) != 0;
        if (l->ask) {
            CT_ASK(t, 2, ask_whether(g, &c.entry[l->choice]));
            collect(g, l->event, &c);
            if (ct_picked(g).kind == CT_OPT_NO) {
                mark_done(g, &g->event[l->event], &c.entry[l->choice]);
                continue;
            }
        }
        CT_AWAIT(t, 3, start_apply(g, &c.entry[l->choice], l->event));
    }
    CT_FINISH(t);
}

/* ---- what the rules themselves replace
 * ------------------------------------------------------------- */
static bool take_shield(ct_game *g, ct_object *o)
{
    for (uint32_t *at = &o->memory; *at; at = &g->memory[*at].next)
        if (g->memory[*at].kind == CT_MEM_REGENERATE) {
            g->memory[*at].kind = CT_MEM_REGENERATE + 1; /* used */
            return true;
        }
    return false;
}

/* [CR 701.19a] */
static bool regenerates(ct_game *g, const ct_event *e)
{
    ct_object *o = ct_obj(g, e->obj);
    if (e->flags & CT_EVF_NO_REGEN ||
        ct_rule_applies(g, CT_RULE_CANT_REGENERATE, e->obj, CT_NOBODY) || !take_shield(g, o))
        return false;
    o->flags |= CT_OF_TAPPED;
    o->flags &= ~(uint32_t)CT_OF_DEATHTOUCHED;
    o->damage = 0;
    ct_remove_from_combat(g, e->obj);
    ct_touch_state(g);
    CT_LOG(g, REGENERATED, "701.19a", .obj = e->obj);
    return true;
}

static bool uses_counter(ct_game *g, ct_ent e, uint32_t symbol)
{
    return symbol != CT_NONE && ct_obj(g, e) && ct_counters_remove(g, e, symbol, 1) == 1;
}

bool ct_replaced_by_rules(ct_game *g, ct_event *e)
{
    switch (e->kind) {
    case CT_EV_DESTROY:
        return (e->flags & CT_EVF_EFFECT &&
                uses_counter(g, e->obj, CT_KNOWN(g, SHIELD))) || /* [CR 122.1c] */
               regenerates(g, e);
    case CT_EV_DAMAGE:
        return uses_counter(g, e->obj, CT_KNOWN(g, SHIELD));
    case CT_EV_UNTAP:
        return uses_counter(g, e->obj, CT_KNOWN(g, STUN)); /* [CR 122.1d] */
    case CT_EV_ZONE:                                       /* [CR 122.1h] */
        if (e->from == CT_ZONE_BATTLEFIELD && e->to == CT_ZONE_GRAVEYARD &&
            CT_KNOWN(g, FINALITY) != CT_NONE && ct_counters(g, e->obj, CT_KNOWN(g, FINALITY)))
            e->to = CT_ZONE_EXILE;
        /* a spell that is exiled instead of put anywhere else [CR 702.34a] */
        if (e->from == CT_ZONE_STACK && e->to != CT_ZONE_BATTLEFIELD && ct_obj(g, e->obj) &&
            ct_obj(g, e->obj)->flags & CT_OF_EXILE_INSTEAD)
            e->to = CT_ZONE_EXILE;
        return false;
    default:
        return false;
    }
}

/* ---- event instructions
 * -------------------------------------------------------------------------------- */
static bool cant_be_prevented(ct_game *g, const ct_event *e)
{
    ct_ent to = e->obj ? e->obj : e->player;
    for (ct_rule_hit h = CT_RULE_FIRST; ct_rule_next(g, CT_RULE_CANT_PREVENT, e->src, to, &h);)
        if (g->set->effect[h.rec].arg != 1 || e->flags & CT_EVF_COMBAT) return true;
    return false;
}

/* The effect whose code runs, by its timestamp: its ordinal may have changed meanwhile. */
static ct_effect *effect_of(ct_game *g, const ct_frame *f)
{
    for (uint32_t i = 0; f->effect && i < g->s->pool[CT_POOL_effect].used; i++)
        if (g->effect[i].timestamp == f->effect) return &g->effect[i];
    return NULL;
}

/* A shield of so much prevents no more than it has left [CR 615.7]. */
static int32_t left_of(ct_game *g, ct_frame *f, int32_t want)
{
    const ct_effect *e = effect_of(g, f);
    if (!e) return want;
    const ct_rec_effect *rec = &g->set->effect[e->rec];
    if (!(rec->flags & CT_EFFF_NEXT) || rec->fn_amount == CT_NONE) return want;
    int32_t left = (int32_t)ct_eval(g, f, rec->fn_amount) - (int32_t)e->prevented;
    return want < left ? want : left < 0 ? 0 : left;
}

static void count_down(ct_game *g, ct_frame *f, int32_t prevented)
{
    ct_effect *e = effect_of(g, f);
    if (!e) return;
    const ct_rec_effect *rec = &g->set->effect[e->rec];
    if (!(rec->flags & CT_EFFF_NEXT) || rec->fn_amount == CT_NONE) return;
    e->prevented += (uint32_t)prevented;
    if ((int32_t)ct_eval(g, f, rec->fn_amount) <= (int32_t)e->prevented) e->used = 1;
}

ct_status ct_do_EVPREVENT(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_event *e = ct_event_at(g, f->event);
    int32_t n = 0;
    if (e && e->kind == CT_EV_DAMAGE && !cant_be_prevented(g, e)) {
        n = left_of(g, f, ct_num(f, i->b));
        n = n > e->amount ? e->amount : n < 0 ? 0 : n;
        e->amount -= n;
        count_down(g, f, n);
        if (e->amount == 0) e->stage = CT_EVS_DROPPED;
        if (n) CT_LOG(g, PREVENTED, "615.1", .obj = e->obj ? e->obj : e->player, .amount = n);
    }
    f->slot[i->a] = (uint32_t)n;
    f->slot[CT_S_EVNUM] = e ? (uint32_t)e->amount : 0;
    return CT_DONE;
}

ct_status ct_do_EVCANCEL(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)i;
    ct_event *e = ct_event_at(g, f->event);
    if (e) e->stage = CT_EVS_DROPPED;
    return CT_DONE;
}

static void enter_with(ct_game *g, ct_event *e, const uint32_t entry[4])
{
    ct_list l = ct_list_begin(g);
    for (uint32_t i = 0; i < ct_list_len(g, e->list); i++)
        ct_list_push(g, l, ct_list_at(g, e->list, i));
    for (unsigned i = 0; i < 4; i++)
        ct_list_push(g, l, entry[i]);
    e->list = ct_list_end(g, l);
}

ct_status ct_do_EVENTERS(ct_game *g, ct_frame *f, const ct_insn *i)
{
    ct_event *e = ct_event_at(g, f->event);
    const ct_rec_effect *rec = &g->set->effect[i->imm];
    if (!e || e->kind != CT_EV_ZONE) return CT_DONE;
    switch (rec->sub) {
    case CT_ENTERS_TAPPED:
        enter_with(g, e, (uint32_t[4]){CT_ENT_TAPPED});
        break;
    case CT_ENTERS_COUNTERS: {
        int32_t n = rec->fn_amount == CT_NONE ? 1 : (int32_t)ct_eval(g, f, rec->fn_amount);
        if (n > 0) enter_with(g, e, (uint32_t[4]){CT_ENT_COUNTERS, rec->arg, (uint32_t)n});
        break;
    }
    case CT_ENTERS_PARTS: {
        uint32_t copied = ct_effect_lock_copy(g, f, (uint32_t)i->imm, e->obj);
        uint32_t capsule = ct_capsule_make(g, f->ability, f->slot, f->nslots, CT_EMPTY_LIST);
        if (capsule)
            enter_with(g, e, (uint32_t[4]){CT_ENT_EFFECT, (uint32_t)i->imm, capsule, copied});
        break;
    }
    case CT_ENTERS_FACE_DOWN:
        e->mv |= CT_MV_FACE_DOWN;
        break;
    case CT_ENTERS_TRANSFORMED:
        e->mv |= CT_MV_TRANSFORMED;
        break;
    default:
        break;
    }
    return CT_DONE;
}

/* The event as it now stands happens here; this effect and those before it have had their chance.
 */
ct_status ct_do_EVDOAGAIN(ct_game *g, ct_frame *f, const ct_insn *i)
{
    (void)i;
    const ct_event *e = ct_event_at(g, f->event);
    if (f->stage == 1 || !e) return CT_DONE;
    uint32_t base = ct_batch(g);
    ct_event *again = ct_event_new(g, e->kind);
    *again = *e;
    again->stage = CT_EVS_PROPOSED;
    f->stage = 1;
    ct_start_events(g, base);
    return CT_RUN;
}
