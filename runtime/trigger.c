/* Triggered abilities: found when their event happens [CR 603.2], put on the stack
 * before a player gets priority [CR 603.3]. */
#include "runtime/trigger.h"
#include "runtime/block.h"
#include "runtime/capsule.h"
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/event_run.h"
#include "runtime/layers.h"
#include "runtime/log.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/sba.h"
#include "runtime/stack.h"

#include <string.h>

/* ---- which triggers look back [CR 603.10]
 * ----------------------------------------------------------- */
static bool zone_looks_back(ct_game *g, const ct_entry *x, const ct_event *e)
{
    if (e->to == CT_ZONE_BATTLEFIELD) return false;
    bool left = e->from == CT_ZONE_BATTLEFIELD || e->from == CT_ZONE_GRAVEYARD ||
                ((e->from == CT_ZONE_STACK || e->from == CT_ZONE_EXILE) &&
                 (e->to == CT_ZONE_HAND || e->to == CT_ZONE_LIBRARY));
    uint32_t fn = g->set->trigger[x->rec].fn; /* "from anywhere" never looks back [CR 603.6c] */
    return left && ct_fn_info(g, x->ability, fn) & CT_READS_FROM;
}

static bool looks_back_for(ct_game *g, const ct_entry *x, const ct_event *e)
{
    switch (e->kind) {
    case CT_EV_ZONE:
        return zone_looks_back(g, x, e);
    case CT_EV_SACRIFICE:
    case CT_EV_UNATTACH:
    case CT_EV_COUNTERED:
    case CT_EV_LOSEGAME:
        return true;
    default:
        return false;
    }
}

/* ---- finding
 * ------------------------------------------------------------------------------------------ */
static uint32_t once_bit(const ct_game *g, const ct_object *o, uint32_t ability)
{
    uint32_t first = o->face < g->set->nface ? g->set->face[o->face].abil0 : 0;
    uint32_t n = ability - first;
    return 1u << (n < 31 ? n : 31);
}

static bool used_this_turn(const ct_game *g, const ct_entry *x)
{
    const ct_object *o = ct_obj(g, x->source);
    return g->set->ability[x->ability].flags & CT_ABF_ONCE_TURN && o &&
           o->used & once_bit(g, o, x->ability);
}

static bool batch_seen(const ct_game *g, const ct_entry *x, uint32_t batch)
{
    if (!(g->set->ability[x->ability].flags & CT_ABF_BATCH)) return false;
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_pending].used; i++)
        if (g->pending[i].ability == x->ability && g->pending[i].source == x->source &&
            g->pending[i].order == batch)
            return true;
    return false;
}

/* [CR 603.8] It doesn't trigger again until it has left the stack. */
static bool state_waiting(ct_game *g, const ct_entry *x)
{
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_pending].used; i++)
        if (g->pending[i].ability == x->ability && g->pending[i].source == x->source) return true;
    CT_EACH(g, e, CT_ZONE_STACK, 0)
    if (ct_obj(g, e)->ability == x->ability && ct_obj(g, e)->source == x->source) return true;
    return false;
}

static void add_pending(ct_game *g, const ct_entry *x, const ct_frame *f, uint32_t batch)
{
    if (!ct_pool_room(g, CT_POOL_pending, 1)) return;
    uint32_t n = g->set->ability[x->ability]
                     .nslots; /* a reflexive ability runs on a copy of its maker's frame */
    uint32_t capsule =
        ct_capsule_make(g, x->ability, f->slot, n < f->nslots ? n : f->nslots, CT_EMPTY_LIST);
    if (!capsule) return;
    g->pending[g->s->pool[CT_POOL_pending].used++] = (ct_pending){.ability = x->ability,
                                                                  .source = x->source,
                                                                  .controller = x->controller,
                                                                  .capsule = capsule,
                                                                  .order = batch};
    CT_LOG(g, TRIGGERED, "603.2", .obj = x->source);
}

/* How often it triggers: once, once for each counter, and again for effects that say so [CR
 * 603.2d]. */
static int32_t times(ct_game *g, const ct_entry *x, const ct_event *e)
{
    int32_t n =
        g->set->ability[x->ability].flags & CT_ABF_EACH_ONE && e->amount > 0 ? e->amount : 1;
    int32_t again = 0;
    for (ct_rule_hit h = CT_RULE_FIRST;
         ct_rule_next(g, CT_RULE_TRIGGER_AGAIN, x->source, e->obj, &h);)
        if (g->set->effect[h.rec].arg == e->kind) again += ct_rule_amount(g, &h, x->source, 1);
    n += n * again;
    return n > 1000 ? 1000 : n;
}

static bool fires(ct_game *g, const ct_entry *x, ct_small_frame *sf, uint32_t event,
                  const ct_event *e)
{
    const ct_rec_ability *a = &g->set->ability[x->ability];
    ct_entry_frame(g, x, sf);
    ct_event_slots(g, &sf->f, event);
    ct_ent it = e->obj ? e->obj : e->player;
    return ct_test(g, &sf->f, g->set->trigger[x->rec].fn, it) &&
           ct_test(g, &sf->f, a->fn_cond, x->source); /* intervening if [CR 603.4] */
}

static bool try_entry(ct_game *g, const ct_entry *x, uint32_t event, bool looks_back)
{
    const ct_event *e = ct_event_at(g, event);
    if (looks_back_for(g, x, e) != looks_back || used_this_turn(g, x) || batch_seen(g, x, e->batch))
        return false;
    if (e->kind == CT_EV_ZONE && e->to == CT_ZONE_BATTLEFIELD &&
        ct_rule_applies(g, CT_RULE_CANT_TRIGGER, e->obj, x->source))
        return false;
    if (e->kind == CT_EV_STATE && state_waiting(g, x)) return false;
    ct_small_frame sf;
    uint32_t mark = g->s->pool[CT_POOL_temp].used;
    bool ok = fires(g, x, &sf, event, e);
    for (int32_t n = ok ? times(g, x, e) : 0; n > 0; n--)
        add_pending(g, x, &sf.f, e->batch);
    g->s->pool[CT_POOL_temp].used = mark;
    ct_object *o = ct_obj(g, x->source);
    if (ok && o && g->set->ability[x->ability].flags & CT_ABF_ONCE_TURN)
        o->used |= once_bit(g, o, x->ability);
    return ok;
}

/* Delayed abilities that trigger once and have done so [CR 603.7b] are marked as spent while the
 * index that names them is in use, and taken away after that. */
static void spend(ct_game *g, const ct_entry *x)
{
    if (x->delayed && g->set->ability[x->ability].flags & CT_ABF_ONE_SHOT_DELAYED)
        g->delayed[x->effect - 1].spent = 1;
}

static bool is_spent(const ct_game *g, const ct_entry *x)
{
    return x->delayed && g->delayed[x->effect - 1].spent;
}

static void remove_spent(ct_game *g)
{
    ct_pool *pool = &g->s->pool[CT_POOL_delayed];
    uint32_t n = 0;
    for (uint32_t i = 0; i < pool->used; i++)
        if (!g->delayed[i].spent) g->delayed[n++] = g->delayed[i];
    if (n == pool->used) return;
    pool->used = n;
    ct_touch(g);
}

void ct_find_triggers(ct_game *g, uint32_t event, bool looks_back)
{
    const ct_event *e = ct_event_at(g, event);
    bool any = false;
    if (!e) return;
    uint32_t i = ct_index_first(g, &g->layers->triggers, e->kind);
    while (i != CT_NONE) {
        ct_entry x = g->layers->triggers.entry[i];
        i = x.next;
        if (is_spent(g, &x) || !try_entry(g, &x, event, looks_back)) continue;
        spend(g, &x);
        any = true;
    }
    if (any) remove_spent(g);
}

bool ct_triggers_waiting(const ct_game *g)
{
    return g->s->pool[CT_POOL_pending].used > 0;
}

void ct_find_state_triggers(ct_game *g)
{
    if (ct_index_first(g, &g->layers->triggers, CT_EV_STATE) == CT_NONE) return;
    ct_event *e = ct_event_new(g, CT_EV_STATE);
    e->batch = g->s->next_batch++;
    ct_find_triggers(g, g->s->pool[CT_POOL_event].used - 1, false);
    g->s->pool[CT_POOL_event].used--;
}

/* ---- delayed and reflexive [CR 603.7, 603.12]
 * ------------------------------------------------------------ */
void ct_delay(ct_game *g, const ct_frame *f, uint32_t ability, uint32_t duration)
{
    if (!ct_pool_room(g, CT_POOL_delayed, 1)) return;
    uint32_t n =
        g->set->ability[ability].nslots < f->nslots ? g->set->ability[ability].nslots : f->nslots;
    uint32_t capsule = ct_capsule_make(g, ability, f->slot, n, CT_EMPTY_LIST);
    ct_ent you = f->slot[CT_S_YOU];
    g->delayed[g->s->pool[CT_POOL_delayed].used++] =
        (ct_delayed){.ability = ability,
                     .source = f->slot[CT_S_THIS],
                     .duration = duration,
                     .turn = g->s->turn,
                     .controller = ct_is_player(you) ? ct_player_index(you) : 0,
                     .capsule = capsule,
                     .timestamp = g->s->next_timestamp++};
    ct_touch(g);
}

void ct_reflex(ct_game *g, const ct_frame *f, uint32_t ability)
{
    ct_ent you = f->slot[CT_S_YOU];
    add_pending(g,
                &(ct_entry){.ability = ability,
                            .source = f->slot[CT_S_THIS],
                            .controller = (uint8_t)(ct_is_player(you) ? ct_player_index(you) : 0)},
                f, 0);
}

/* ---- putting on the stack [CR 603.3b]
 * --------------------------------------------------------------------- */
typedef struct ct_triggers_locals {
    uint32_t seat, pick;
    ct_ent ability;
} ct_triggers_locals;

void ct_start_put_triggers(ct_game *g)
{
    CT_PUSH(g, CT_TASK_TRIGGERS, ct_triggers_locals);
}

static unsigned player_at(const ct_game *g, uint32_t seat)
{
    return (g->s->active + seat) % g->s->nplayers;
}

static uint32_t waiting_of(const ct_game *g, unsigned player, uint32_t nth, uint32_t *index)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_pending].used; i++)
        if (g->pending[i].controller == player) {
            if (n == nth) *index = i;
            n++;
        }
    return n;
}

static void ask_order(ct_game *g, unsigned player)
{
    ct_ask(g, CT_DEC_TRIGGER_ORDER, player, CT_NOBODY);
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_pending].used; i++)
        if (g->pending[i].controller == player)
            ct_option_add(g, CT_OPT_ENT, g->pending[i].source, g->pending[i].ability, i);
}

/* The pending ability becomes an object on the stack. Abilities of players who have left are gone.
 */
static ct_ent put_one(ct_game *g, uint32_t index)
{
    ct_pending p = g->pending[index];
    ct_pool *pool = &g->s->pool[CT_POOL_pending];
    memmove(&g->pending[index], &g->pending[index + 1], (pool->used - index - 1) * sizeof p);
    pool->used--;
    if (!g->s->player[p.controller].alive) return CT_NOBODY;
    ct_ent e = ct_object_new(g, CT_OBJ_ABILITY, CT_NONE, CT_NONE, p.controller);
    ct_object *o = ct_obj(g, e);
    if (!o) return CT_NOBODY;
    o->ability = p.ability;
    o->source = p.source;
    o->capsule = p.capsule;
    o->x = (int32_t)ct_capsule_slot(g, p.capsule, CT_S_X);
    ct_zone_insert(g, e, CT_ZONE_STACK, 0, CT_AT_END);
    ct_touch(g);
    CT_LOG(g, PUT_ON_STACK, "603.3", .obj = p.source, .player = ct_player_ent(p.controller));
    return e;
}

ct_status ct_task_TRIGGERS(ct_game *g, ct_task *t)
{
    ct_triggers_locals *l = ct_locals(t);
    uint32_t index = 0;
    CT_BEGIN(t);
    for (l->seat = 0; l->seat < g->s->nplayers; l->seat++) {
        while (waiting_of(g, player_at(g, l->seat), 0, &index) > 0) {
            l->pick = 0;
            if (waiting_of(g, player_at(g, l->seat), 0, &index) > 1) {
                CT_ASK(t, 1, ask_order(g, player_at(g, l->seat)));
                l->pick = g->s->answer;
            }
            waiting_of(g, player_at(g, l->seat), l->pick, &index);
            l->ability = put_one(g, index);
            if (!l->ability) continue;
            CT_AWAIT(t, 2, ct_start_announce(g, l->ability));
            if (g->s->ret)
                ct_note_targets(g, l->ability);
            else
                ct_object_cease(g, l->ability); /* [CR 603.3c-d] */
        }
    }
    CT_FINISH(t);
}

/* ---- triggered mana abilities [CR 605.4a] --------------------------------------------------- */
typedef struct ct_manatriggers_locals {
    uint32_t done;
} ct_manatriggers_locals;

void ct_start_mana_triggers(ct_game *g)
{
    CT_PUSH(g, CT_TASK_MANATRIGGERS, ct_manatriggers_locals);
}

static bool next_mana_trigger(const ct_game *g, uint32_t *index)
{
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_pending].used; i++)
        if (g->set->ability[g->pending[i].ability].flags & CT_ABF_MANA) {
            *index = i;
            return true;
        }
    return false;
}

static void resolve_mana_trigger(ct_game *g, uint32_t index)
{
    const ct_pending p = g->pending[index];
    const ct_rec_ability *a = &g->set->ability[p.ability];
    ct_pool *pool = &g->s->pool[CT_POOL_pending];
    memmove(&g->pending[index], &g->pending[index + 1], (pool->used - index - 1) * sizeof p);
    pool->used--;
    ct_small_frame sf;
    ct_frame_init(g, &sf, p.ability, p.source, p.controller);
    ct_capsule_open(g, p.capsule, sf.f.slot, sf.f.nslots);
    if (a->fn_effect != CT_NONE && ct_test(g, &sf.f, a->fn_cond, p.source))
        ct_start_vm(g, p.ability, a->fn_effect, sf.f.slot, sf.f.nslots);
}

ct_status ct_task_MANATRIGGERS(ct_game *g, ct_task *t)
{
    uint32_t index = 0;
    CT_BEGIN(t);
    while (next_mana_trigger(g, &index))
        CT_AWAIT(t, 1, resolve_mana_trigger(g, index));
    CT_FINISH(t);
}

/* ---- each time a player would get priority [CR 117.5]
 * ------------------------------------------------------- */
typedef struct ct_settle_locals {
    uint32_t rounds;
} ct_settle_locals;

void ct_start_settle(ct_game *g)
{
    CT_PUSH(g, CT_TASK_SETTLE, ct_settle_locals);
}

ct_status ct_task_SETTLE(ct_game *g, ct_task *t)
{
    CT_BEGIN(t);
    for (;;) {
        CT_AWAIT(t, 1, ct_start_sba(g));
        ct_find_state_triggers(g);
        if (!ct_triggers_waiting(g)) return CT_DONE;
        CT_AWAIT(t, 2, ct_start_put_triggers(g));
    }
    CT_FINISH(t);
}
