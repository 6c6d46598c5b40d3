/* Events: proposing them, their fields, and the batch that happens at one time. */
#include "runtime/event_run.h"
#include "runtime/block.h"
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/log.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/trigger.h"
#include "runtime/vm.h"

#include <string.h>

uint32_t ct_batch(ct_game *g)
{
    return g->s->pool[CT_POOL_event].used;
}

ct_event *ct_event_new(ct_game *g, ct_event_kind kind)
{
    ct_pool *pool = &g->s->pool[CT_POOL_event];
    uint32_t i = ct_pool_room(g, CT_POOL_event, 1) ? pool->used++ : pool->used - 1;
    ct_event *e = &g->event[i];
    memset(e, 0, sizeof *e);
    e->kind = kind;
    e->face = CT_NONE;
    return e;
}

ct_event *ct_propose(ct_game *g, ct_event_kind kind, ct_ent cause)
{
    ct_event *e = ct_event_new(g, kind);
    e->cause = cause;
    if (cause) e->flags = CT_EVF_EFFECT;
    return e;
}

/* ---- fields -------------------------------------------------------------------------------------
 */
ct_event *ct_event_at(ct_game *g, uint32_t event)
{
    uint32_t i = event & ~CT_EVENT_PAST;
    if (event == CT_NONE) return NULL;
    if (event & CT_EVENT_PAST) return i < g->s->pool[CT_POOL_history].used ? &g->history[i] : NULL;
    return i < g->s->pool[CT_POOL_event].used ? &g->event[i] : NULL;
}

void ct_event_slots(ct_game *g, ct_frame *f, uint32_t event)
{
    const ct_event *e = ct_event_at(g, event);
    f->event = event;
    if (!e) return;
    f->slot[CT_S_EVOBJ] = e->obj;
    f->slot[CT_S_EVPLAYER] = e->player;
    f->slot[CT_S_EVSRC] = e->src;
    f->slot[CT_S_EVNUM] = (uint32_t)e->amount;
}

static int32_t batch_count(ct_game *g, const ct_event *e, bool past)
{
    const ct_event *all = past ? g->history : g->event;
    uint32_t end = g->s->pool[past ? CT_POOL_history : CT_POOL_event].used;
    int32_t n = 0;
    for (uint32_t i = 0; i < end; i++)
        n += all[i].batch == e->batch && all[i].kind == e->kind && all[i].stage != CT_EVS_DROPPED;
    return n;
}

int32_t ct_event_get_n(ct_game *g, uint32_t event, unsigned field)
{
    const ct_event *e = ct_event_at(g, event);
    if (!e) return 0;
    switch (field) {
    case CT_EVN_AMOUNT:
        return e->amount;
    case CT_EVN_FROM:
        return e->from;
    case CT_EVN_TO:
        return e->to;
    case CT_EVN_FLAGS:
        return (int32_t)e->flags;
    case CT_EVN_SYM:
        return (int32_t)e->sym;
    case CT_EVN_FACE:
        return (int32_t)e->face;
    case CT_EVN_COUNT:
        return batch_count(g, e, event & CT_EVENT_PAST);
    default:
        return 0;
    }
}

ct_ent ct_event_get_e(ct_game *g, uint32_t event, unsigned field)
{
    const ct_event *e = ct_event_at(g, event);
    if (!e) return CT_NOBODY;
    switch (field) {
    case CT_EVE_OBJECT:
        return e->obj;
    case CT_EVE_PLAYER:
        return e->player;
    case CT_EVE_SOURCE:
        return e->src;
    case CT_EVE_CAUSE:
        return e->cause;
    case CT_EVE_CAUSER:
        return e->cause ? ct_player_ent(ct_controller(g, e->cause)) : CT_NOBODY;
    case CT_EVE_OTHER:
        return e->other;
    default:
        return CT_NOBODY;
    }
}

enum { ARRIVAL = CT_MV_TOP | CT_MV_BOTTOM | CT_MV_TAPPED | CT_MV_FACE_DOWN | CT_MV_TRANSFORMED };

void ct_event_set_n(ct_game *g, uint32_t event, unsigned field, int32_t value)
{
    ct_event *e = ct_event_at(g, event);
    if (!e || event & CT_EVENT_PAST) return;
    switch (field) {
    case CT_EVN_AMOUNT:
        e->amount = value < 0 ? 0 : value;
        break;
    case CT_EVN_TO:
        if (value > CT_ZONE_NONE && value < CT_ZONE_PLAYERS) {
            e->to = (uint8_t)value;
            e->mv &= (1u << CT_MV_NTH_SHIFT) - 1;
        }
        break;
    case CT_EVN_FLAGS: /* how it arrives; other kinds keep other things there */
        if (e->kind == CT_EV_ZONE || e->kind == CT_EV_CREATE) e->mv |= (uint32_t)value & ARRIVAL;
        break;
    case CT_EVN_SYM:
        if (e->kind != CT_EV_CREATE) e->sym = (uint32_t)value;
        break;
    case CT_EVN_FACE:
        if ((uint32_t)value < g->set->nface) e->face = (uint32_t)value;
        break;
    default:
        break;
    }
}

void ct_event_set_e(ct_game *g, uint32_t event, unsigned field, ct_ent value)
{
    ct_event *e = ct_event_at(g, event);
    if (!e || event & CT_EVENT_PAST) return;
    switch (field) {
    case CT_EVE_OBJECT: /* damage redirected to a player has no object, and the other way round */
        if (e->kind == CT_EV_DAMAGE) {
            e->obj = ct_is_player(value) ? CT_NOBODY : value;
            e->player = ct_is_player(value) ? value : ct_player_ent(ct_controller(g, value));
        } else {
            e->obj = value;
        }
        break;
    case CT_EVE_PLAYER:
        if (!ct_is_player(value) || ct_player_index(value) >= g->s->nplayers) break;
        e->player = value;
        if (e->kind == CT_EV_ZONE) e->put_under = (uint8_t)value;
        if (e->kind == CT_EV_DAMAGE) e->obj = CT_NOBODY;
        break;
    case CT_EVE_SOURCE:
        e->src = value;
        break;
    case CT_EVE_OTHER:
        e->other = value;
        break;
    default:
        break;
    }
}

/* ---- remembering
 * ---------------------------------------------------------------------------------- */
void ct_history_new_turn(ct_game *g)
{
    g->s->pool[CT_POOL_history].used = 0;
    ct_touch_state(g);
}

static uint32_t remember(ct_game *g, const ct_event *e)
{
    if (!ct_pool_room(g, CT_POOL_history, 1)) return CT_NONE;
    uint32_t i = g->s->pool[CT_POOL_history].used++;
    g->history[i] = *e;
    g->history[i].list = g->history[i].done = 0;
    return i | CT_EVENT_PAST;
}

void ct_note_batch(ct_game *g, const ct_event *events, uint32_t n)
{
    uint32_t batch = g->s->next_batch++;
    uint32_t first = g->s->pool[CT_POOL_history].used;
    for (uint32_t i = 0; i < n; i++) {
        ct_event e = events[i];
        e.batch = batch;
        e.stage = CT_EVS_DONE;
        if (remember(g, &e) == CT_NONE) return;
    }
    ct_touch_state(g);
    for (uint32_t i = 0; i < n; i++) {
        ct_find_triggers(g, (first + i) | CT_EVENT_PAST, true);
        ct_find_triggers(g, (first + i) | CT_EVENT_PAST, false);
    }
}

void ct_note(ct_game *g, const ct_event *event)
{
    ct_note_batch(g, event, 1);
}

/* ---- the batch
 * -------------------------------------------------------------------------------------- */
typedef struct ct_events_locals {
    uint32_t base, at, end, primary, timestamp, expanded;
    uint32_t ret, ret2, zone,
        returns /* list: permanents that left and hold something until they do */;
} ct_events_locals;

/* What a replacement effect makes happen instead may not be replaced by it again, nor by those
 * before it [CR 614.5]: if replacement code is what runs, its event's marks go to the new events.
 */
static void inherit_marks(ct_game *g, uint32_t base)
{
    uint32_t at = g->s->task_top;
    while (at != CT_NONE) {
        const ct_task *t = (const ct_task *)(const void *)&g->task[at];
        if (t->kind == CT_TASK_VM) break;
        if (t->kind != CT_TASK_DRAWS && t->kind != CT_TASK_ARRANGE) return;
        at = t->below;
    }
    if (at == CT_NONE) return;
    const ct_task *vm = (const ct_task *)(const void *)&g->task[at];
    const ct_event *of = ct_event_at(g, ((const ct_frame *)(const void *)vm->locals)->event);
    for (uint32_t i = base; of && of->done && i < g->s->pool[CT_POOL_event].used; i++)
        if (!g->event[i].done) g->event[i].done = of->done;
}

void ct_start_events(ct_game *g, uint32_t base)
{
    inherit_marks(g, base);
    ct_events_locals *l = CT_PUSH(g, CT_TASK_EVENTS, ct_events_locals);
    if (l) l->base = l->at = l->expanded = base;
}

/* [CR 603.2g] An event that is replaced or can't happen triggers nothing. */
static void check(ct_game *g, ct_event *e)
{
    if (e->stage != CT_EVS_DROPPED && !ct_event_possible(g, e)) e->stage = CT_EVS_DROPPED;
}

static void expand_all(ct_game *g, uint32_t base, uint32_t from, uint32_t end)
{
    for (uint32_t i = from; i < end; i++) /* each once */
        if (g->event[i].stage == CT_EVS_READY) ct_event_expand(g, base, i);
}

/* Leaves-the-battlefield abilities and their like see the game as it is now [CR 603.10]. */
static void look_back(ct_game *g, uint32_t base)
{
    uint32_t end = g->s->pool[CT_POOL_event].used;
    for (uint32_t i = base; i < end; i++)
        if (g->event[i].stage == CT_EVS_READY) ct_find_triggers(g, i, true);
    for (uint32_t i = base; i < end; i++)
        if (g->event[i].stage == CT_EVS_READY && g->event[i].kind == CT_EV_ZONE)
            ct_object_freeze(g, g->event[i].obj);
}

/* The object that an event is remembered with: what it became, unless it left the battlefield. */
static void settle_object(ct_game *g, ct_event *e)
{
    const ct_object *o = ct_obj(g, e->obj);
    if (!o || !(o->flags & CT_OF_GONE) || !o->became) return;
    bool as_it_was = e->kind == CT_EV_DESTROY || e->kind == CT_EV_SACRIFICE ||
                     e->kind == CT_EV_COUNTERED ||
                     (e->kind == CT_EV_ZONE && e->from == CT_ZONE_BATTLEFIELD);
    bool moved = e->kind == CT_EV_ZONE || e->kind == CT_EV_DRAW || e->kind == CT_EV_DISCARD;
    if (moved && !as_it_was) e->obj = o->became;
}

static ct_ent outcome(ct_game *g, const ct_event *e)
{
    const ct_object *o = ct_obj(g, e->obj);
    bool became = e->kind == CT_EV_ZONE || e->kind == CT_EV_SACRIFICE;
    if (became && o && o->flags & CT_OF_GONE) return o->became;
    return e->obj ? e->obj : e->player;
}

static void report(ct_game *g, const ct_events_locals *l)
{
    ct_list list = ct_list_begin(g);
    int64_t amount = 0;
    uint32_t end = g->s->pool[CT_POOL_event].used;
    for (uint32_t i = l->base; i < end; i++) {
        const ct_event *e = &g->event[i];
        bool token = e->kind == CT_EV_ZONE && e->flags & CT_EVF_CREATED && i >= l->primary;
        if (e->stage != CT_EVS_DONE || (i >= l->primary && !token)) continue;
        amount += token ? 1 : e->amount;
        ct_list_push(g, list, outcome(g, e));
    }
    g->s->ret = ct_list_end(g, list);
    g->s->ret2 = (uint32_t)(amount > INT32_MAX ? INT32_MAX : amount);
}

static void see_triggers(ct_game *g, uint32_t base, uint32_t batch)
{
    uint32_t first = g->s->pool[CT_POOL_history].used;
    for (uint32_t i = base; i < g->s->pool[CT_POOL_event].used; i++)
        if (g->event[i].stage == CT_EVS_DONE) {
            g->event[i].batch = batch;
            settle_object(g, &g->event[i]);
            remember(g, &g->event[i]);
        }
    uint32_t end = g->s->pool[CT_POOL_history].used;
    for (uint32_t i = first; i < end; i++)
        ct_find_triggers(g, i | CT_EVENT_PAST, false);
}

/* A token that did not enter after all was never there. */
static void drop_tokens(ct_game *g, uint32_t base)
{
    for (uint32_t i = base; i < g->s->pool[CT_POOL_event].used; i++) {
        const ct_event *e = &g->event[i];
        const ct_object *o =
            e->flags & CT_EVF_CREATED && e->kind == CT_EV_ZONE ? ct_live(g, e->obj) : NULL;
        if (o && o->zone == CT_ZONE_NONE) ct_object_cease(g, e->obj);
    }
}

static void find_returns(ct_game *g, ct_events_locals *l);

static void happen(ct_game *g, ct_events_locals *l)
{
    uint32_t batch = g->s->next_batch++;
    for (uint32_t i = l->base; i < g->s->pool[CT_POOL_event].used; i++)
        g->event[i].batch = batch;
    look_back(g, l->base);
    l->timestamp = g->s->next_timestamp++;
    for (uint32_t i = l->base; i < g->s->pool[CT_POOL_event].used; i++)
        if (g->event[i].stage == CT_EVS_READY) ct_event_perform(g, &g->event[i], l->timestamp);
    drop_tokens(g, l->base);
    report(g, l);
    see_triggers(g, l->base, batch);
    find_returns(g, l);
    g->s->pool[CT_POOL_event].used = l->base;
}

/* ---- what was put away until something left the battlefield comes back [CR 610.3]
 * ------------------ */
static bool returning(ct_game *g, const ct_events_locals *l)
{
    for (uint32_t i = 0; i < ct_list_len(g, l->returns); i++)
        if (ct_recall_all(g, ct_list_at(g, l->returns, i), CT_MEM_RETURN + l->zone)) return true;
    return false;
}

static void return_all(ct_game *g, const ct_events_locals *l)
{
    uint32_t base = ct_batch(g);
    for (uint32_t i = 0; i < ct_list_len(g, l->returns); i++) {
        ct_ent left = ct_list_at(g, l->returns, i);
        ct_list back = ct_recall_all(g, left, CT_MEM_RETURN + l->zone);
        for (uint32_t k = 0; k < ct_list_len(g, back); k++) {
            ct_event *e = ct_propose(g, CT_EV_ZONE, CT_NOBODY);
            e->obj = ct_list_at(g, back, k);
            e->to = (uint8_t)l->zone;
        }
    }
    ct_start_events(g, base);
}

static bool holds_something(const ct_game *g, ct_ent e)
{
    uint32_t value;
    for (unsigned zone = CT_ZONE_LIBRARY; zone < CT_ZONE_PLAYERS; zone++)
        if (ct_recall(g, e, CT_MEM_RETURN + zone, &value)) return true;
    return false;
}

/* ---- keyword actions
 * ------------------------------------------------------------------------------- */
static uint32_t action_ability(const ct_game *g, uint32_t name)
{
    for (uint32_t i = 0; i < g->set->naction; i++)
        if (g->set->action[i].name == name) return g->set->action[i].ability;
    return CT_NONE;
}

static bool is_action(const ct_game *g, uint32_t event)
{
    const ct_event *e = &g->event[event];
    return e->kind == CT_EV_ACTION && e->stage == CT_EVS_READY &&
           action_ability(g, e->sym) != CT_NONE;
}

/* The body's "you" is who does it; the object and the number are its parameters. */
static void start_action(ct_game *g, uint32_t event)
{
    const ct_event *e = &g->event[event];
    uint32_t ability = action_ability(g, e->sym);
    CT_LOG(g, KEYWORD_ACTION, "701.1", .obj = e->obj ? e->obj : e->player, .symbol = e->sym);
    const ct_rec_ability *a = &g->set->ability[ability];
    ct_small_frame sf;
    ct_frame_init(g, &sf, ability, e->src,
                  ct_is_player(e->player) ? ct_player_index(e->player) : 0);
    sf.f.slot[CT_S_EVOBJ] = e->obj;
    sf.f.slot[CT_S_EVPLAYER] = e->player;
    sf.f.slot[CT_S_X] = (uint32_t)e->amount;
    ct_frame *f = ct_start_vm(g, ability, a->fn_effect, sf.f.slot, sf.f.nslots);
    if (f) f->self_object = e->cause;
}

static void find_returns(ct_game *g, ct_events_locals *l)
{
    ct_list list = ct_list_begin(g);
    for (uint32_t i = l->base; i < g->s->pool[CT_POOL_event].used; i++) {
        const ct_event *e = &g->event[i];
        if (e->kind == CT_EV_ZONE && e->stage == CT_EVS_DONE && e->from == CT_ZONE_BATTLEFIELD &&
            holds_something(g, e->obj))
            ct_list_push(g, list, e->obj);
    }
    l->returns = ct_list_end(g, list);
}

ct_status ct_task_EVENTS(ct_game *g, ct_task *t)
{
    ct_events_locals *l = ct_locals(t);
    CT_BEGIN(t);
    l->primary = g->s->pool[CT_POOL_event].used;
    while (l->at < g->s->pool[CT_POOL_event].used) {
        for (l->end = g->s->pool[CT_POOL_event].used; l->at < l->end; l->at++) {
            check(g, &g->event[l->at]);
            if (g->event[l->at].stage == CT_EVS_PROPOSED && ct_may_be_replaced(g, l->at)) {
                CT_AWAIT(t, 1, ct_start_replace(g, l->at));
                check(g, &g->event[l->at]);
            }
            if (ct_needs_host(g, &g->event[l->at])) {
                if (ct_has_host(g, &g->event[l->at])) {
                    CT_ASK(t, 4, ct_ask_host(g, &g->event[l->at]));
                    g->event[l->at].other = ct_picked(g).a;
                } else {
                    g->event[l->at].stage = CT_EVS_DROPPED;
                }
            }
            if (g->event[l->at].stage == CT_EVS_PROPOSED)
                g->event[l->at].stage =
                    ct_replaced_by_rules(g, &g->event[l->at]) ? CT_EVS_DROPPED : CT_EVS_READY;
        }
        expand_all(g, l->base, l->expanded, l->end);
        l->expanded = l->end;
    }
    if (l->primary == l->base + 1 && is_action(g, l->base))
        CT_AWAIT(t, 3, start_action(g, l->base)); /* its triggers wait until it is finished */
    happen(g, l);
    l->ret = g->s->ret;
    l->ret2 = g->s->ret2;
    for (l->zone = CT_ZONE_LIBRARY; l->returns && l->zone < CT_ZONE_PLAYERS; l->zone++)
        if (returning(g, l)) CT_AWAIT(t, 2, return_all(g, l));
    g->s->ret = l->ret;
    g->s->ret2 = l->ret2;
    CT_FINISH(t);
}
