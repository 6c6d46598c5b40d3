/* Events happen: each kind's change of the game, and its line in the log. */
#include "runtime/event_run.h"
#include "runtime/chars.h"
#include "runtime/counter.h"
#include "runtime/effect.h"
#include "runtime/known.h"
#include "runtime/log.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/number.h"

#include <string.h>

/* Something that happens as part of another event, for triggers and the history. */
static ct_event *also(ct_game *g, const ct_event *of, ct_event_kind kind)
{
    ct_event *e = ct_event_new(g, kind);
    e->cause = of->cause;
    e->batch = of->batch;
    e->flags = of->flags & CT_EVF_EFFECT;
    e->stage = CT_EVS_DONE;
    return e;
}

/* ---- entering
 * --------------------------------------------------------------------------------------- */
static void entered_with(ct_game *g, const ct_event *e, ct_ent id)
{
    for (uint32_t i = 0; i + 3 < ct_list_len(g, e->list); i += 4) {
        uint32_t entry[4];
        memcpy(entry, &g->temp[e->list + 1 + i], sizeof entry);
        if (entry[0] == CT_ENT_TAPPED)
            ct_obj(g, id)->flags |= CT_OF_TAPPED;
        else if (entry[0] == CT_ENT_EFFECT)
            ct_effect_enter(g, entry[1], entry[2], entry[3], id); /* [CR 614.12] */
    }
}

static void attached(ct_game *g, const ct_event *e, ct_ent attachment, ct_ent to,
                     uint32_t timestamp)
{
    ct_attach_now(g, attachment, to, timestamp);
    ct_event *a = also(g, e, CT_EV_ATTACH);
    a->obj = attachment;
    a->player = ct_player_ent(ct_controller(g, attachment));
    a->src = to;
    CT_LOG(g, ATTACHED, "303.4", .obj = attachment, .other = to);
}

/* It attacks what its creator attacks, else the next player [CR 508.4]. */
static ct_ent whom_to_attack(const ct_game *g, const ct_event *e)
{
    const ct_object *by = ct_live(g, e->src);
    if (g->s->step < CT_STEP_ATTACKERS || g->s->step > CT_STEP_END_COMBAT ||
        ct_player_index(e->put_under) != g->s->active)
        return CT_NOBODY;
    if (by && by->attacking) return by->attacking;
    for (unsigned k = 1; k < g->s->nplayers; k++) {
        unsigned p = (g->s->active + k) % g->s->nplayers;
        if (g->s->player[p].alive) return ct_player_ent(p);
    }
    return CT_NOBODY;
}

/* Each token that is there now was created: one event each. */
static void created(ct_game *g, const ct_event *e, ct_ent id)
{
    ct_event *c = also(g, e, CT_EV_CREATE);
    c->obj = id;
    c->player = e->put_under;
    c->src = e->src;
    c->amount = 1;
    c->face = ct_obj(g, id)->face;
    CT_LOG(g, CREATED, "111.1", .player = e->put_under, .obj = id);
}

static void entered(ct_game *g, const ct_event *e, ct_ent id, ct_ent enchants, uint32_t timestamp)
{
    ct_object *o = ct_obj(g, id);
    o->timestamp = timestamp; /* those that enter together have one [CR 613.7m] */
    ct_touch(g);
    entered_with(g, e, id);
    if (enchants) attached(g, e, id, enchants, timestamp);
    if (e->mv & CT_MV_ATTACKING) o->attacking = whom_to_attack(g, e);
    if (e->flags & CT_EVF_CREATED)
        created(g, e, id);
    else
        CT_LOG(g, ENTERED, "603.6a", .player = e->put_under, .obj = id);
}

/* ---- zone changes
 * -------------------------------------------------------------------------------------- */

/* The rule by which something moves that is neither drawn nor dies. */
static const char *move_rule(const ct_game *g, const ct_event *e, ct_ent old)
{
    const ct_object *o = ct_obj(g, old);
    if (!(e->flags & CT_EVF_RESOLVED) || !o) return "400.7";
    return e->to == CT_ZONE_EXILE && o->face == ct_adventure_face(g, o) ? "715.3d" : "608.2n";
}

static void log_move(ct_game *g, const ct_event *e, ct_ent old)
{
    if (e->from == CT_ZONE_BATTLEFIELD && e->to == CT_ZONE_GRAVEYARD) {
        CT_LOG(g, DIED, "700.4", .obj = old);
    } else if (e->flags & CT_EVF_DRAW) {
        CT_LOG(g, DREW, "121.1", .player = e->player, .obj = old);
    } else if (e->to != CT_ZONE_BATTLEFIELD && e->from != CT_ZONE_NONE) {
        CT_LOG(g, MOVED, move_rule(g, e, old), .obj = old, .from = e->from, .to = e->to);
    }
}

static void perform_zone(ct_game *g, ct_event *e, uint32_t timestamp)
{
    ct_ent old = e->obj;
    const ct_object *o = ct_obj(g, old);
    ct_ent enchants = e->other ? e->other : e->flags & CT_EVF_CAST ? o->attached_to : CT_NOBODY;
    ct_arrival a = {.zone = e->to, .mv = e->mv, .controller = -1, .face = e->face};
    if (e->put_under) a.controller = (int)ct_player_index(e->put_under);
    log_move(g, e, old);
    ct_ent id = ct_object_move(g, old, &a);
    if (!id) return;
    if (e->to == CT_ZONE_BATTLEFIELD) {
        entered(g, e, id, enchants, timestamp);
        e->player = e->put_under;
    }
    if (ct_obj(g, id)->kind == CT_OBJ_CARD)
        ct_obj(g, id)->source = e->cause; /* whose effect put it there: [CR 400.7j] */
    if (e->mv & CT_MV_LINK && e->src) ct_remember(g, e->src, CT_MEM_LINK + CT_LINK_EXILED, id);
    if (e->mv & CT_MV_RETURN_WHEN_LEAVES && e->src) /* [CR 610.3] */
        ct_remember(g, e->src, CT_MEM_RETURN + e->from, id);
    ct_effects_check(g);
}

/* ---- damage, life
 * ---------------------------------------------------------------------------------------- */
static void perform_damage(ct_game *g, const ct_event *e)
{
    ct_object *o = ct_obj(g, e->obj);
    const ct_chars *by = ct_chars_of(g, e->src);
    bool counters = by->builtin & (1u << CT_KW_INFECT | 1u << CT_KW_WITHER);
    if (o && ct_is_type(g, e->obj, CT_TYPE_CREATURE)) {
        int64_t damage = (int64_t)o->damage + (counters ? 0 : e->amount); /* [CR 120.3e] */
        o->damage = damage > INT32_MAX ? INT32_MAX : (int32_t)damage;
        o->flags |= CT_OF_DAMAGED_TURN;
        if (by->builtin >> CT_KW_DEATHTOUCH & 1) o->flags |= CT_OF_DEATHTOUCHED; /* [CR 704.5h] */
    } else if (o) {
        o->flags |= CT_OF_DAMAGED_TURN;
    }
    ct_touch_state(g);
    CT_LOG(g, DAMAGED, "120.3", .obj = e->obj ? e->obj : e->player, .other = e->src,
           .amount = e->amount);
}

static void perform_life(ct_game *g, const ct_event *e)
{
    ct_player *p = &g->s->player[ct_player_index(e->player)];
    bool gain = e->kind == CT_EV_LIFEGAIN;
    int64_t life = (int64_t)p->life + (gain ? e->amount : -(int64_t)e->amount);
    p->life = life > INT32_MAX ? INT32_MAX : life < INT32_MIN ? INT32_MIN : (int32_t)life;
    if (gain)
        p->life_gained = ct_saturated((int64_t)p->life_gained + e->amount);
    else
        p->life_lost = ct_saturated((int64_t)p->life_lost + e->amount);
    ct_touch_state(g);
    if (gain)
        CT_LOG(g, GAINED_LIFE, "119.3", .player = e->player, .amount = e->amount);
    else
        CT_LOG(g, LOST_LIFE, "119.3", .player = e->player, .amount = e->amount);
}

/* ---- the rest
 * ------------------------------------------------------------------------------------------------
 */
static void perform_counters(ct_game *g, ct_event *e)
{
    if (e->mv && ct_obj(g, e->obj)->flags & CT_OF_GONE) /* it has entered meanwhile */
        e->obj = ct_obj(g, e->obj)->became;
    ct_ent on = e->obj ? e->obj : e->player;
    if (e->kind == CT_EV_COUNTERS) {
        ct_counters_add(g, on, e->sym, (uint32_t)e->amount);
        CT_LOG(g, COUNTERS_PUT, "122.6", .obj = on, .amount = e->amount, .symbol = e->sym);
    } else {
        ct_counters_remove(g, on, e->sym, (uint32_t)e->amount);
        CT_LOG(g, COUNTERS_REMOVED, "122.1", .obj = on, .amount = e->amount, .symbol = e->sym);
    }
}

static void perform_tap(ct_game *g, const ct_event *e)
{
    ct_object *o = ct_obj(g, e->obj);
    if (e->kind == CT_EV_TAP) {
        o->flags |= CT_OF_TAPPED;
        CT_LOG(g, TAPPED, "701.26a", .obj = e->obj);
    } else {
        o->flags &= ~(uint32_t)CT_OF_TAPPED;
        CT_LOG(g, UNTAPPED, "701.26b", .obj = e->obj);
    }
    ct_touch_state(g);
    ct_effects_check(g);
}

static void perform_draw(ct_game *g, ct_event *e)
{
    ct_player *p = &g->s->player[ct_player_index(e->player)];
    if (p->cards_drawn < UINT16_MAX) p->cards_drawn++;
    e->amount = p->cards_drawn;
}

static void perform_transform(ct_game *g, ct_event *e)
{
    ct_object *o = ct_obj(g, e->obj);
    if (e->amount == CT_TURN_FACE_UP)
        o->flags &= ~(uint32_t)CT_OF_FACEDOWN;
    else if (e->amount == CT_TURN_FACE_DOWN)
        o->flags |= CT_OF_FACEDOWN;
    else if (o->card < g->set->ncard && g->set->card[o->card].nfaces > 1)
        o->face = g->set->card[o->card].face0 + (o->face == g->set->card[o->card].face0);
    ct_touch(g);
    CT_LOG(g, TRANSFORMED, "701.27a", .obj = e->obj);
}

static void perform_lose(ct_game *g, const ct_event *e)
{
    ct_player *p = &g->s->player[ct_player_index(e->player)];
    p->alive = 0;
    p->lost = 1;
    CT_LOG(g, LOSES, "104.3", .player = e->player);
}

void ct_event_perform(ct_game *g, ct_event *e, uint32_t timestamp)
{
    e->stage = CT_EVS_DONE;
    switch (e->kind) {
    case CT_EV_ZONE:
        perform_zone(g, e, timestamp);
        break;
    case CT_EV_DRAW:
        perform_draw(g, e);
        break;
    case CT_EV_DISCARD:
        CT_LOG(g, DISCARDED, "701.9a", .player = e->player, .obj = e->obj);
        break;
    case CT_EV_SACRIFICE:
        CT_LOG(g, SACRIFICED, "701.21a", .player = e->player, .obj = e->obj);
        break;
    case CT_EV_DESTROY:
        CT_LOG(g, DESTROYED, "701.8a", .obj = e->obj);
        break;
    case CT_EV_DAMAGE:
        perform_damage(g, e);
        break;
    case CT_EV_LIFEGAIN:
    case CT_EV_LIFELOSS:
        perform_life(g, e);
        break;
    case CT_EV_TAP:
    case CT_EV_UNTAP:
        perform_tap(g, e);
        break;
    case CT_EV_COUNTERS:
    case CT_EV_UNCOUNTERS:
        perform_counters(g, e);
        break;
    case CT_EV_ATTACH:
        ct_attach_now(g, e->obj, e->src, timestamp);
        CT_LOG(g, ATTACHED, "701.3a", .obj = e->obj, .other = e->src);
        break;
    case CT_EV_UNATTACH:
        e->src = ct_obj(g, e->obj)->attached_to;
        ct_detach_now(g, e->obj);
        CT_LOG(g, UNATTACHED, "701.3d", .obj = e->obj);
        break;
    case CT_EV_TRANSFORM:
        perform_transform(g, e);
        break;
    case CT_EV_COUNTERED:
        CT_LOG(g, COUNTERED, "701.6a", .obj = e->obj);
        if (ct_obj(g, e->obj)->kind == CT_OBJ_ABILITY) ct_object_cease(g, e->obj);
        break;
    case CT_EV_CREATE:
        e->stage = CT_EVS_DROPPED;
        break; /* its tokens are what happens */
    case CT_EV_LOSEGAME:
        perform_lose(g, e);
        break;
    case CT_EV_SHUFFLE:
        ct_zone_shuffle(g, ct_player_index(e->player));
        CT_LOG(g, SHUFFLED, "701.24a", .player = e->player);
        break;
    case CT_EV_REVEAL:
        CT_LOG(g, REVEALED, "701.20a", .player = e->player, .obj = e->obj);
        break;
    default:
        break;
    }
}
