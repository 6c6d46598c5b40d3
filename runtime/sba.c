/* State-based actions [CR 704.5]: one check finds everything that applies, asks what
 * must be asked, and then does it all as one event [CR 704.3]. */
#include "runtime/sba.h"
#include "runtime/chars.h"
#include "runtime/counter.h"
#include "runtime/decision.h"
#include "runtime/effect.h"
#include "runtime/event_run.h"
#include "runtime/known.h"
#include "runtime/log.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/turn.h"

enum { MOST_ROUNDS = 5000 };

typedef struct ct_sba_locals {
    uint32_t base;     /* of the events found */
    uint32_t did, any; /* something in this check, in all */
    uint32_t stage, rounds, history;
    ct_ent group; /* of which one stays: the first of the legends or Roles asked about */
    ct_list done; /* groups that have been dealt with in this check: what goes */
} ct_sba_locals;

void ct_start_sba(ct_game *g)
{
    CT_PUSH(g, CT_TASK_SBA, ct_sba_locals);
}

/* ---- players [CR 704.5a-c]
 * --------------------------------------------------------------------------- */
static void lose(ct_game *g, unsigned p)
{
    if (ct_rule_applies(g, CT_RULE_CANT_LOSE, ct_player_ent(p), CT_NOBODY)) return;
    ct_event *e = ct_event_new(g, CT_EV_LOSEGAME);
    e->player = ct_player_ent(p);
    e->flags = CT_EVF_SBA;
}

static void check_players(ct_game *g)
{
    for (unsigned p = 0; p < g->s->nplayers; p++) {
        ct_player *pl = &g->s->player[p];
        bool empty = pl->drew_from_empty;
        pl->drew_from_empty = 0;
        if (!pl->alive) continue;
        if (pl->life <= 0 || empty ||
            (CT_KNOWN(g, POISON) != CT_NONE &&
             ct_counters(g, ct_player_ent(p), CT_KNOWN(g, POISON)) >= 10))
            lose(g, p);
    }
}

/* ---- permanents
 * --------------------------------------------------------------------------------------------- */
static bool going(const ct_game *g, uint32_t base, ct_ent e)
{
    for (uint32_t i = base; i < g->s->pool[CT_POOL_event].used; i++)
        if (g->event[i].obj == e &&
            (g->event[i].kind == CT_EV_ZONE || g->event[i].kind == CT_EV_DESTROY))
            return true;
    return false;
}

static void to_graveyard(ct_game *g, ct_ent e)
{
    ct_event *v = ct_event_new(g, CT_EV_ZONE);
    v->obj = e;
    v->to = CT_ZONE_GRAVEYARD;
    v->flags = CT_EVF_SBA;
}

static void destroy(ct_game *g, ct_ent e)
{
    ct_event *v = ct_event_new(g, CT_EV_DESTROY);
    v->obj = e;
    v->flags = CT_EVF_SBA;
}

static void unattach(ct_game *g, ct_ent e)
{
    ct_event *v = ct_event_new(g, CT_EV_UNATTACH);
    v->obj = e;
    v->flags = CT_EVF_SBA;
}

static void check_creature(ct_game *g, ct_object *o, ct_ent e, const ct_chars *c)
{
    bool touched = o->flags & CT_OF_DEATHTOUCHED;
    o->flags &= ~(uint32_t)CT_OF_DEATHTOUCHED;
    if (c->toughness <= 0)
        to_graveyard(g, e); /* [CR 704.5f] */
    else if ((o->damage >= c->toughness || (touched && o->damage > 0)) && !ct_indestructible(g, e))
        destroy(g, e); /* [CR 704.5g-h] */
}

/* [CR 704.5m, 704.5n, 704.5p] */
static void check_attachment(ct_game *g, const ct_object *o, ct_ent e, const ct_chars *c)
{
    bool aura = ct_has_subtype(g, e, CT_KNOWN(g, AURA)), legal;
    if (!aura && !o->attached_to) return;
    legal = o->attached_to && ct_can_attach(g, e, o->attached_to);
    if (legal) return;
    if (aura && !(c->types & CT_TYPE_CREATURE)) {
        CT_LOG(g, UNATTACHED_AURA, "704.5m", .obj = e);
        to_graveyard(g, e);
    } else if (aura) {
        to_graveyard(g, e); /* an Aura creature enchants nothing [CR 303.4d] */
    } else {
        unattach(g, e);
    }
}

/* +1/+1 and -1/-1 counters leave in pairs [CR 704.5q]. */
static void check_counters(ct_game *g, ct_ent e)
{
    uint32_t plus = CT_KNOWN(g, PLUS1), minus = CT_KNOWN(g, MINUS1);
    uint32_t a = plus == CT_NONE ? 0 : ct_counters(g, e, plus);
    uint32_t b = minus == CT_NONE ? 0 : ct_counters(g, e, minus);
    uint32_t n = a < b ? a : b;
    for (int k = 0; n && k < 2; k++) {
        ct_event *v = ct_event_new(g, CT_EV_UNCOUNTERS);
        v->obj = e;
        v->sym = k ? minus : plus;
        v->amount = (int32_t)n;
        v->flags = CT_EVF_SBA;
    }
}

/* The greatest number of its chapter abilities [CR 714.2d]. */
static uint32_t last_chapter(const ct_game *g, const ct_chars *c)
{
    uint32_t last = 0;
    for (unsigned i = 0; i < c->nabils; i++) {
        if (c->abils[i].ability >= g->set->nability) continue;
        const ct_rec_ability *rec = &g->set->ability[c->abils[i].ability];
        if (!(rec->flags & CT_ABF_CHAPTER)) continue;
        for (uint32_t t = rec->trig0; t < rec->trig0 + rec->ntrigs; t++)
            if (g->set->trigger[t].flags > last) last = g->set->trigger[t].flags;
    }
    return last;
}

static bool on_stack_from(ct_game *g, ct_ent source)
{
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_pending].used; i++)
        if (g->pending[i].source == source) return true;
    CT_EACH(g, e, CT_ZONE_STACK, 0)
    if (ct_obj(g, e)->kind == CT_OBJ_ABILITY && ct_obj(g, e)->source == source) return true;
    return false;
}

/* [CR 704.5s] */
static void check_saga(ct_game *g, ct_ent e, const ct_chars *c)
{
    uint32_t last = last_chapter(g, c);
    if (last && ct_has_subtype(g, e, CT_KNOWN(g, SAGA)) && CT_KNOWN(g, LORE) != CT_NONE &&
        ct_counters(g, e, CT_KNOWN(g, LORE)) >= last && !on_stack_from(g, e)) {
        ct_event *v = ct_event_new(g, CT_EV_SACRIFICE);
        v->obj = e;
        v->player = ct_player_ent(c->controller);
        v->flags = CT_EVF_SBA;
    }
}

static void check_permanents(ct_game *g)
{
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    {
        ct_object *o = ct_obj(g, e);
        if (o->flags & CT_OF_PHASED_OUT) continue;
        const ct_chars *c = ct_chars_of(g, e);
        uint32_t found = g->s->pool[CT_POOL_event].used;
        if (c->types & CT_TYPE_CREATURE) check_creature(g, o, e, c);
        if (c->types & CT_TYPE_PLANESWALKER && !ct_counters(g, e, CT_KNOWN(g, LOYALTY)))
            to_graveyard(g, e); /* [CR 704.5i] */
        else if (c->types & CT_TYPE_BATTLE && !ct_counters(g, e, CT_KNOWN(g, DEFENSE)) &&
                 !on_stack_from(g, e))
            to_graveyard(g, e); /* [CR 704.5v] */
        if (g->s->pool[CT_POOL_event].used == found) check_attachment(g, o, e, c);
        if (g->s->pool[CT_POOL_event].used == found) check_saga(g, e, c);
        if (o->counters) check_counters(g, e);
    }
}

/* Of world permanents only the newest stays, and none if several are the newest [CR 704.5k]. */
static void check_world(ct_game *g)
{
    uint32_t newest = 0, several = 0, worlds = 0;
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    if (ct_is_super(g, e, CT_SUPER_WORLD)) {
        uint32_t timestamp = ct_obj(g, e)->timestamp;
        several = timestamp == newest ? 1 : timestamp > newest ? 0 : several;
        newest = timestamp > newest ? timestamp : newest;
        worlds++;
    }
    if (worlds < 2) return;
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    if (ct_is_super(g, e, CT_SUPER_WORLD) && (several || ct_obj(g, e)->timestamp < newest))
        to_graveyard(g, e);
}

/* ---- what ceases to exist [CR 704.5d, 704.5e]
 * -------------------------------------------------------------- */
static bool cease_in(ct_game *g, unsigned zone, unsigned player)
{
    bool any = false;
    for (ct_ent e = ct_zone_first(g, zone, player), next; e; e = next) {
        const ct_object *o = ct_obj(g, e);
        next = ct_zone_next(g, e);
        bool token = o->kind == CT_OBJ_TOKEN && zone != CT_ZONE_BATTLEFIELD;
        bool copy = o->kind == CT_OBJ_COPY && zone != CT_ZONE_STACK && zone != CT_ZONE_BATTLEFIELD;
        if (!token && !copy) continue;
        CT_LOG(g, CEASES, token ? "704.5d" : "704.5e", .obj = e);
        ct_object_cease(g, e);
        any = true;
    }
    return any;
}

static bool check_ceasing(ct_game *g)
{
    static const ct_zone zones[] = {CT_ZONE_STACK, CT_ZONE_EXILE,   CT_ZONE_COMMAND,
                                    CT_ZONE_HAND,  CT_ZONE_LIBRARY, CT_ZONE_GRAVEYARD};
    bool any = false;
    for (unsigned z = 0; z < sizeof zones / sizeof *zones; z++)
        for (unsigned p = 0; p < (ct_zone_shared(zones[z]) ? 1 : g->s->nplayers); p++)
            any |= cease_in(g, zones[z], p);
    return any;
}

/* ---- groups of which one stays: legends [CR 704.5j], Roles [CR 704.5y]
 * ------------------------------------- */
static bool is_legend(ct_game *g, ct_ent e)
{
    return ct_is_super(g, e, CT_SUPER_LEGENDARY) && !(ct_obj(g, e)->flags & CT_OF_PHASED_OUT) &&
           !ct_rule_applies(g, CT_RULE_LEGEND_OFF, e, CT_NOBODY);
}

static bool same_legend(ct_game *g, ct_ent a, ct_ent b)
{
    return ct_chars_of(g, a)->name && ct_chars_of(g, a)->name == ct_chars_of(g, b)->name &&
           ct_controller(g, a) == ct_controller(g, b);
}

static bool is_role(ct_game *g, ct_ent e)
{
    return ct_obj(g, e)->attached_to && ct_has_subtype(g, e, CT_KNOWN(g, ROLE));
}

static bool same_role_place(ct_game *g, ct_ent a, ct_ent b)
{
    return ct_obj(g, a)->attached_to == ct_obj(g, b)->attached_to &&
           ct_controller(g, a) == ct_controller(g, b);
}

typedef bool (*is_fn)(ct_game *g, ct_ent e);
typedef bool (*same_fn)(ct_game *g, ct_ent a, ct_ent b);

/* The members of e's group that could be the one that stays; of Roles, those with the newest
 * timestamp. */
static uint32_t candidates(ct_game *g, ct_ent e, bool roles, ct_ent *out, uint32_t most)
{
    is_fn is = roles ? is_role : is_legend;
    same_fn same = roles ? same_role_place : same_legend;
    uint32_t n = 0, newest = 0;
    CT_EACH(g, x, CT_ZONE_BATTLEFIELD, 0)
    if (is(g, x) && same(g, x, e)) {
        uint32_t timestamp = ct_obj(g, x)->timestamp;
        if (roles && timestamp > newest) n = 0;
        if (timestamp > newest) newest = timestamp;
        if ((!roles || timestamp == newest) && n < most) out[n++] = x;
    }
    return n;
}

static uint32_t group_size(ct_game *g, ct_ent e, bool roles)
{
    uint32_t n = 0;
    CT_EACH(g, x, CT_ZONE_BATTLEFIELD, 0)
    n +=
        roles ? is_role(g, x) && same_role_place(g, x, e) : is_legend(g, x) && same_legend(g, x, e);
    return n;
}

/* The next group with more than one member that has not been dealt with in this check. */
static ct_ent next_group(ct_game *g, const ct_sba_locals *l, bool roles)
{
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    if ((roles ? is_role(g, e) : is_legend(g, e)) && !ct_list_has(g, l->done, e) &&
        group_size(g, e, roles) > 1)
        return e;
    return CT_NOBODY;
}

static void ask_stays(ct_game *g, ct_ent e, bool roles)
{
    ct_ent out[256];
    uint32_t n = candidates(g, e, roles, out, 256);
    ct_ask(g, CT_DEC_KEEP, ct_controller(g, e), e);
    for (uint32_t i = 0; i < n; i++)
        ct_option_add(g, CT_OPT_ENT, out[i], 0, 0);
}

/* All of the group but the one that stays go to their owners' graveyards. */
static void one_stays(ct_game *g, ct_sba_locals *l, ct_ent stays, bool roles)
{
    ct_list done = ct_list_begin(g);
    for (uint32_t i = 0; i < ct_list_len(g, l->done); i++)
        ct_list_push(g, done, ct_list_at(g, l->done, i));
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    if (roles ? is_role(g, e) && same_role_place(g, e, l->group)
              : is_legend(g, e) && same_legend(g, e, l->group)) {
        ct_list_push(g, done, e);
        if (e == stays || going(g, l->base, e)) continue;
        if (roles)
            CT_LOG(g, ROLE, "704.5y", .obj = e);
        else
            CT_LOG(g, LEGEND, "704.5j", .obj = e);
        to_graveyard(g, e);
    }
    l->done = ct_list_end(g, done);
}

/* ---- the end of the game [CR 104.2a, 104.4a]
 * ---------------------------------------------------------------- */
static void check_end(ct_game *g)
{
    uint32_t left = 0, last = 0;
    for (unsigned p = 0; p < g->s->nplayers; p++)
        if (g->s->player[p].alive) {
            left++;
            last = p;
        }
    if (g->s->over != CT_NOT_OVER || left > 1 || g->s->nplayers < 2) return;
    g->s->over = left ? CT_OVER_WIN : CT_OVER_DRAW;
    g->s->winner = left ? ct_player_ent(last) : CT_NOBODY;
    if (left) {
        g->s->player[last].won = 1;
        CT_LOG(g, WINS, "104.2a", .player = ct_player_ent(last));
    }
}

/* A permanent that has come under another player's control: it can't attack yet [CR 302.6], it is
 * removed from combat [CR 506.4], and control has changed. */
static void check_control(ct_game *g)
{
    for (ct_ent e = ct_zone_first(g, CT_ZONE_BATTLEFIELD, 0); e; e = ct_zone_next(g, e)) {
        ct_object *o = ct_obj(g, e);
        unsigned controller = ct_controller(g, e);
        if (controller == o->seen_controller) continue;
        o->seen_controller = (uint8_t)controller;
        o->flags |= CT_OF_SICK;
        ct_remove_from_combat(g, e);
        CT_LOG(g, CONTROL, "613.1b", .player = ct_player_ent(controller), .obj = e);
        ct_event v = {
            .kind = CT_EV_CONTROL, .obj = e, .player = ct_player_ent(controller), .face = CT_NONE};
        ct_note(g, &v);
    }
}

static void find(ct_game *g, ct_sba_locals *l)
{
    ct_effects_check(g);
    check_control(g);
    l->did = check_ceasing(g);
    l->done = CT_EMPTY_LIST;
    l->base = ct_batch(g);
    check_players(g);
    check_permanents(g);
    check_world(g);
}

ct_status ct_task_SBA(ct_game *g, ct_task *t)
{
    ct_sba_locals *l = ct_locals(t);
    ct_ent newest[2];
    CT_BEGIN(t);
    do {
        find(g, l);
        for (l->stage = 0; l->stage < 2; l->stage++) {
            while ((l->group = next_group(g, l, l->stage)) != CT_NOBODY) {
                if (candidates(g, l->group, l->stage, newest, 2) == 1) {
                    one_stays(g, l, newest[0], l->stage);
                    continue;
                }
                CT_ASK(t, 1, ask_stays(g, l->group, l->stage));
                one_stays(g, l, ct_picked(g).a, l->stage);
            }
        }
        l->history = g->s->pool[CT_POOL_history].used;
        if (ct_batch(g) > l->base) CT_AWAIT(t, 2, ct_start_events(g, l->base));
        l->did |= g->s->pool[CT_POOL_history].used != l->history;
        check_end(g);
        l->any |= l->did;
        if (++l->rounds > MOST_ROUNDS && g->s->over == CT_NOT_OVER)
            g->s->over = CT_OVER_LOOP; /* [CR 104.4b] */
    } while (l->did && g->s->over == CT_NOT_OVER);
    g->s->ret = l->any;
    CT_FINISH(t);
}
