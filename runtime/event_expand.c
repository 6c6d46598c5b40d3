/* The events that an event is made of: the move of a draw, a discard, a sacrifice
 * or a destruction; the results of damage [CR 120.3]; the tokens of a creation.
 * They are proposed in the same batch, so that each can be replaced [CR 616.1g]. */
#include "runtime/event_run.h"
#include "runtime/chars.h"
#include "runtime/known.h"
#include "runtime/log.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/number.h"

static ct_event *follow(ct_game *g, const ct_event *of, ct_event_kind kind)
{
    ct_event *e = ct_event_new(g, kind);
    e->cause = of->cause;
    e->flags = of->flags & (CT_EVF_EFFECT | CT_EVF_COST | CT_EVF_SBA | CT_EVF_COMBAT);
    return e;
}

static void move(ct_game *g, const ct_event *of, ct_zone to, uint32_t why)
{
    ct_event *e = follow(g, of, CT_EV_ZONE);
    e->obj = of->obj;
    e->src = of->src;
    e->to = (uint8_t)to;
    e->flags |= why;
}

static void expand_draw(ct_game *g, ct_event *e)
{
    unsigned p = ct_player_index(e->player);
    e->obj = ct_zone_first(g, CT_ZONE_LIBRARY, p);
    if (!e->obj) { /* [CR 121.4, 704.5b] */
        g->s->player[p].drew_from_empty = 1;
        e->stage = CT_EVS_DROPPED;
        return;
    }
    move(g, e, CT_ZONE_HAND, CT_EVF_DRAW);
}

/* ---- damage
 * ----------------------------------------------------------------------------------------- */
static bool damage_as(ct_game *g, const ct_event *e, ct_keyword kw)
{
    return e->src && ct_has_builtin(g, e->src, kw);
}

static void lose_life(ct_game *g, const ct_event *e)
{
    ct_event *n = follow(g, e, CT_EV_LIFELOSS); /* [CR 120.3a] */
    n->player = e->player;
    n->src = e->src;
    n->amount = e->amount;
}

static void put_counters(ct_game *g, const ct_event *e, ct_ent on, uint32_t symbol)
{
    ct_event *n = follow(g, e, CT_EV_COUNTERS);
    n->obj = ct_is_player(on) ? CT_NOBODY : on;
    n->player = ct_is_player(on) ? on : CT_NOBODY;
    n->src = e->src;
    n->sym = symbol;
    n->amount = e->amount;
}

static void remove_counters(ct_game *g, const ct_event *e, uint32_t symbol)
{
    ct_event *n = follow(g, e, CT_EV_UNCOUNTERS);
    n->obj = e->obj;
    n->src = e->src;
    n->sym = symbol;
    n->amount = e->amount;
}

/* One gain for each source with lifelink, however many it damages at once [CR 702.15e]. */
static void lifelink(ct_game *g, const ct_event *e, uint32_t first)
{
    ct_ent gainer = ct_player_ent(ct_controller(g, e->src));
    for (uint32_t i = first; i < g->s->pool[CT_POOL_event].used; i++) {
        ct_event *n = &g->event[i];
        if (n->kind == CT_EV_LIFEGAIN && n->src == e->src && n->player == gainer) {
            n->amount = ct_saturated((int64_t)n->amount + e->amount);
            return;
        }
    }
    ct_event *n = follow(g, e, CT_EV_LIFEGAIN);
    n->player = gainer;
    n->src = e->src;
    n->amount = e->amount;
}

static uint32_t primary_end(const ct_game *g, uint32_t base)
{
    uint32_t i = base;
    while (i < g->s->pool[CT_POOL_event].used && g->event[i].kind == CT_EV_DAMAGE)
        i++;
    return i;
}

static void expand_damage(ct_game *g, uint32_t base, const ct_event *e)
{
    bool infect = damage_as(g, e, CT_KW_INFECT);
    if (!e->obj) {
        if (infect)
            put_counters(g, e, e->player, CT_KNOWN(g, POISON)); /* [CR 120.3b] */
        else
            lose_life(g, e);
    } else {
        uint32_t types = ct_chars_of(g, e->obj)->types;
        if (types & CT_TYPE_CREATURE && (infect || damage_as(g, e, CT_KW_WITHER)))
            put_counters(g, e, e->obj, CT_KNOWN(g, MINUS1)); /* [CR 120.3d] */
        if (types & CT_TYPE_PLANESWALKER)
            remove_counters(g, e, CT_KNOWN(g, LOYALTY));                         /* [CR 120.3c] */
        if (types & CT_TYPE_BATTLE) remove_counters(g, e, CT_KNOWN(g, DEFENSE)); /* [CR 120.3h] */
    }
    if (damage_as(g, e, CT_KW_LIFELINK)) lifelink(g, e, primary_end(g, base)); /* [CR 120.3f] */
}

/* ---- tokens
 * -------------------------------------------------------------------------------------------- */
static void expand_create(ct_game *g, const ct_event *e)
{
    for (int32_t i = 0; i < e->amount && g->s->over == CT_NOT_OVER; i++) {
        ct_ent token = ct_object_new(g, CT_OBJ_TOKEN, CT_NONE, e->face, ct_player_index(e->player));
        ct_object *o = ct_obj(g, token);
        if (!o) return;
        o->source = e->cause;
        o->lki = e->sym ? ct_lki_new(g, &g->lki[e->sym]) : 0; /* a copy, with its exceptions */
        ct_event *n = follow(g, e, CT_EV_ZONE);
        n->obj = token;
        n->other = e->other;
        n->to = CT_ZONE_BATTLEFIELD;
        n->put_under = (uint8_t)e->player;
        n->mv = e->mv;
        n->flags |= CT_EVF_CREATED;
        n->src = e->src;
    }
}

/* ---- entering with counters: they are put on it, and that can be replaced [CR 122.6, 614.16]
 * ----------- */
static void enter_with_counters(ct_game *g, const ct_event *e, uint32_t index, uint32_t symbol,
                                int32_t n)
{
    if (n <= 0 || symbol == CT_NONE) return;
    ct_event *c = follow(g, e, CT_EV_COUNTERS);
    c->obj = e->obj;
    c->player = e->put_under;
    c->sym = symbol;
    c->amount = n;
    c->flags |= CT_EVF_EFFECT; /* whatever says so is a replacement effect [CR 306.5b, 614.1c] */
    c->mv = index + 1;
    c->flags |=
        CT_EVF_EFFECT; /* a replacement effect does it, also if it is the rules' own [CR 614.16] */
}

static bool is_saga(ct_game *g, const ct_chars *c)
{
    for (unsigned i = 0; CT_KNOWN(g, SAGA) != CT_NONE && i < c->nsubs; i++)
        if (c->subs[i] == CT_KNOWN(g, SAGA))
            return true;
    return false;
}

static void expand_entering(ct_game *g, const ct_event *e, uint32_t index)
{
    ct_as_entering(g, e);
    const ct_chars *would = ct_chars_of(g, e->obj);
    if (would->types & CT_TYPE_PLANESWALKER) /* [CR 306.5b] */
        enter_with_counters(g, e, index, CT_KNOWN(g, LOYALTY), would->loyalty);
    if (is_saga(g, would)) /* [CR 714.3a] */
        enter_with_counters(g, e, index, CT_KNOWN(g, LORE), 1);
    if (would->types & CT_TYPE_BATTLE) /* [CR 310.4b] */
        enter_with_counters(g, e, index, CT_KNOWN(g, DEFENSE), would->defense);
    ct_as_face_end(g);
    for (uint32_t i = 0; i + 3 < ct_list_len(g, e->list); i += 4) {
        const uint32_t *entry = &g->temp[e->list + 1 + i];
        if (entry[0] == CT_ENT_COUNTERS)
            enter_with_counters(g, e, index, entry[1], (int32_t)entry[2]);
    }
}

void ct_event_expand(ct_game *g, uint32_t base, uint32_t index)
{
    ct_event *e = &g->event[index];
    switch (e->kind) {
    case CT_EV_DRAW:
        expand_draw(g, e);
        break;
    case CT_EV_ZONE:
        if (e->to == CT_ZONE_BATTLEFIELD) expand_entering(g, e, index);
        break;
    case CT_EV_DISCARD:
        move(g, e, CT_ZONE_GRAVEYARD, CT_EVF_DISCARD);
        break;
    case CT_EV_SACRIFICE:
        move(g, e, CT_ZONE_GRAVEYARD, CT_EVF_SACRIFICE);
        break;
    case CT_EV_DESTROY:
        move(g, e, CT_ZONE_GRAVEYARD, CT_EVF_DESTROY);
        break;
    case CT_EV_COUNTERED:
        if (ct_obj(g, e->obj)->kind != CT_OBJ_ABILITY)
            move(g, e, CT_ZONE_GRAVEYARD, CT_EVF_COUNTERED); /* [CR 701.6a] */
        break;
    case CT_EV_DAMAGE:
        expand_damage(g, base, e);
        break;
    case CT_EV_CREATE:
        expand_create(g, e);
        break;
    default:
        break;
    }
}
