/* Is an event possible at all? What can't happen is not replaced and triggers
 * nothing [CR 101.3, 614.7]. */
#include "runtime/event_run.h"
#include "runtime/chars.h"
#include "runtime/counter.h"
#include "runtime/known.h"
#include "runtime/object.h"
#include "runtime/rules.h"

static bool alive(const ct_game *g, ct_ent player)
{
    return ct_is_player(player) && ct_player_index(player) < g->s->nplayers &&
           g->s->player[ct_player_index(player)].alive;
}

static ct_object *permanent(const ct_game *g, ct_ent e)
{
    ct_object *o = ct_live(g, e);
    return o && o->zone == CT_ZONE_BATTLEFIELD && !(o->flags & CT_OF_PHASED_OUT) ? o : NULL;
}

static void player_of(ct_game *g, ct_event *e)
{
    if (!e->player && e->obj) e->player = ct_player_ent(ct_controller(g, e->obj));
}

static bool may_enter(ct_game *g, const ct_event *e)
{
    for (ct_rule_hit h = CT_RULE_FIRST;
         ct_rule_next(g, CT_RULE_CANT_ENTER, e->obj, CT_NOBODY, &h);) {
        uint32_t zones = g->set->effect[h.rec].arg;
        if (zones == 0 || zones & 1u << e->from) return false;
    }
    if (e->mv & CT_MV_FACE_DOWN) return true;
    const ct_object *o = ct_obj(g, e->obj);
    uint32_t types =
        o->kind == CT_OBJ_CARD && !(e->flags & CT_EVF_CAST)
            ? ct_face_chars(g, e->face != CT_NONE ? e->face : ct_main_face(g, o))->types
            : ct_chars_of(g, e->obj)->types;
    return (types & CT_TYPES_PERMANENT) != 0; /* [CR 304.4, 307.4] */
}

static bool zone_possible(ct_game *g, ct_event *e)
{
    const ct_object *o = ct_live(g, e->obj);
    if (!o || e->to == CT_ZONE_NONE || e->to >= CT_ZONE_PLAYERS) return false;
    e->from = o->zone;
    player_of(g, e);
    bool elsewhere =
        e->from != CT_ZONE_BATTLEFIELD && e->from != CT_ZONE_NONE && e->from != CT_ZONE_STACK;
    if (o->kind == CT_OBJ_TOKEN && elsewhere) return false; /* [CR 111.8] */
    if (o->kind == CT_OBJ_ABILITY || o->kind == CT_OBJ_EMBLEM) return false;
    if (e->to != CT_ZONE_BATTLEFIELD) return true;
    if (!e->put_under) /* [CR 110.2a] */
        e->put_under = (uint8_t)(e->flags & CT_EVF_CAST ? ct_player_ent(o->controller)
                                 : e->cause             ? ct_player_ent(ct_controller(g, e->cause))
                                                        : ct_player_ent(o->owner));
    return e->from != CT_ZONE_BATTLEFIELD && may_enter(g, e);
}

static bool draw_possible(ct_game *g, const ct_event *e)
{
    if (!alive(g, e->player)) return false;
    for (ct_rule_hit h = CT_RULE_FIRST;
         ct_rule_next(g, CT_RULE_CANT_DRAW, e->player, CT_NOBODY, &h);)
        if (g->s->player[ct_player_index(e->player)].cards_drawn >=
            ct_rule_amount(g, &h, e->player, 0))
            return false;
    return true;
}

static bool damage_possible(ct_game *g, ct_event *e)
{
    if (e->amount <= 0) return false;
    if (!e->obj) return alive(g, e->player);
    player_of(g, e);
    return permanent(g, e->obj) &&
           ct_is_type(g, e->obj, CT_TYPE_CREATURE | CT_TYPE_PLANESWALKER | CT_TYPE_BATTLE);
}

static bool counters_possible(ct_game *g, ct_event *e)
{
    ct_ent to = e->obj ? e->obj : e->player;
    player_of(g, e);
    if (e->amount <= 0 || e->sym == 0 || e->sym == CT_NONE ||
        (e->obj ? !ct_live(g, e->obj) : !alive(g, e->player)))
        return false;
    for (ct_rule_hit h = CT_RULE_FIRST;
         ct_rule_next(g, CT_RULE_CANT_COUNTERS, to, CT_NOBODY, &h);) {
        uint32_t sym = g->set->effect[h.rec].arg;
        if (sym == 0 || sym == e->sym) return false;
    }
    return true;
}

static bool uncounters_possible(ct_game *g, ct_event *e)
{
    ct_ent from = e->obj ? e->obj : e->player;
    player_of(g, e);
    uint32_t have = ct_counters(g, from, e->sym);
    if ((uint32_t)e->amount > have) e->amount = (int32_t)have;
    return e->amount > 0 && (!e->obj || ct_live(g, e->obj));
}

static bool tap_possible(ct_game *g, ct_event *e, bool untap)
{
    const ct_object *o = permanent(g, e->obj);
    player_of(g, e);
    if (!o || !!(o->flags & CT_OF_TAPPED) != untap) return false;
    for (ct_rule_hit h = CT_RULE_FIRST;
         untap && ct_rule_next(g, CT_RULE_CANT_UNTAP, e->obj, CT_NOBODY, &h);)
        if (g->set->effect[h.rec].arg == 1) return false;
    return true;
}

/* A Role or other Aura token that can't be attached where it should be is not created [CR 303.4i].
 */
static bool create_possible(ct_game *g, ct_event *e)
{
    if (e->amount <= 0 || !alive(g, e->player) || e->face >= g->set->nface) return false;
    if (!e->other) return true;
    ct_ent probe = ct_object_new(g, CT_OBJ_TOKEN, CT_NONE, e->face, ct_player_index(e->player));
    ct_object *o = ct_obj(g, probe);
    if (!o) return false;
    o->lki = e->sym ? ct_lki_new(g, &g->lki[e->sym]) : 0;
    ct_as_entering(
        g, &(ct_event){
               .kind = CT_EV_ZONE, .obj = probe, .face = CT_NONE, .put_under = (uint8_t)e->player});
    bool legal = ct_can_attach(g, probe, e->other);
    ct_as_face_end(g);
    o->flags |= CT_OF_GONE;
    g->s->ngone++;
    return legal;
}

bool ct_event_possible(ct_game *g, ct_event *e)
{
    switch (e->kind) {
    case CT_EV_ZONE:
        return zone_possible(g, e);
    case CT_EV_DRAW:
        return draw_possible(g, e);
    case CT_EV_DISCARD: {
        const ct_object *o = ct_live(g, e->obj);
        if (o && !e->player) e->player = ct_player_ent(o->owner);
        return o && o->zone == CT_ZONE_HAND;
    }
    case CT_EV_SACRIFICE:
        player_of(g, e);
        return permanent(g, e->obj) && ct_player_ent(ct_controller(g, e->obj)) == e->player &&
               !ct_rule_applies(g, CT_RULE_CANT_SACRIFICE, e->obj, CT_NOBODY);
    case CT_EV_DESTROY:
        player_of(g, e);
        return permanent(g, e->obj) && !ct_indestructible(g, e->obj);
    case CT_EV_DAMAGE:
        return damage_possible(g, e);
    case CT_EV_LIFEGAIN:
        return e->amount > 0 && alive(g, e->player) &&
               !ct_rule_applies(g, CT_RULE_CANT_GAIN_LIFE, e->player, CT_NOBODY);
    case CT_EV_LIFELOSS:
        return e->amount > 0 && alive(g, e->player) &&
               !ct_rule_applies(g, CT_RULE_CANT_LOSE_LIFE, e->player, CT_NOBODY);
    case CT_EV_TAP:
        return tap_possible(g, e, false);
    case CT_EV_UNTAP:
        return tap_possible(g, e, true);
    case CT_EV_COUNTERS:
        return counters_possible(g, e);
    case CT_EV_UNCOUNTERS:
        return uncounters_possible(g, e);
    case CT_EV_CREATE:
        return create_possible(g, e);
    case CT_EV_ATTACH:
        player_of(g, e);
        return permanent(g, e->obj) && ct_can_attach(g, e->obj, e->src);
    case CT_EV_UNATTACH:
        player_of(g, e);
        if (!permanent(g, e->obj)) return false;
        e->src = ct_obj(g, e->obj)->attached_to;
        return e->src != CT_NOBODY;
    case CT_EV_TRANSFORM:
        player_of(g, e);
        return permanent(g, e->obj) != NULL;
    case CT_EV_COUNTERED: {
        const ct_object *o = ct_live(g, e->obj);
        player_of(g, e);
        return o && o->zone == CT_ZONE_STACK &&
               !ct_rule_applies(g, CT_RULE_CANT_COUNTER, e->obj, CT_NOBODY);
    }
    case CT_EV_LOSEGAME:
        return alive(g, e->player);
    case CT_EV_SHUFFLE:
    case CT_EV_SEARCH:
        return alive(g, e->player);
    default:
        player_of(g, e);
        return true;
    }
}
