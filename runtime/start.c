/* The common ways to make things happen: each proposes events and starts them. */
#include "runtime/event_run.h"
#include "runtime/chars.h"
#include "runtime/do_common.h"
#include "runtime/object.h"
#include "runtime/zone.h"

/* ---- moves
 * --------------------------------------------------------------------------------------------- */
static void propose_move(ct_game *g, ct_ent e, ct_zone to, uint32_t mv, ct_ent put_under,
                         uint32_t flags, ct_ent cause)
{
    ct_event *v = ct_propose(g, CT_EV_ZONE, cause);
    v->obj = e;
    v->to = (uint8_t)to;
    v->mv = mv;
    v->put_under = (uint8_t)put_under;
    v->flags |= flags;
    v->src = cause;
}

void ct_start_move(ct_game *g, ct_ent e, ct_zone to, uint32_t mv, ct_ent put_under, uint32_t flags,
                   ct_ent cause)
{
    uint32_t base = ct_batch(g);
    propose_move(g, e, to, mv, put_under, flags, cause);
    ct_start_events(g, base);
}

void ct_start_move_list(ct_game *g, ct_list l, ct_zone to, uint32_t mv, ct_ent put_under,
                        uint32_t flags, ct_ent cause)
{
    uint32_t base = ct_batch(g);
    for (uint32_t i = 0; i < ct_list_len(g, l); i++)
        propose_move(g, ct_list_at(g, l, i), to, mv, put_under, flags, cause);
    ct_start_events(g, base);
}

/* ---- draws [CR 121.2]
 * ------------------------------------------------------------------------------------- */
enum { MOST_DRAWS = 1 << 14 }; /* more cards than a game can have */

typedef struct ct_draws_locals {
    ct_ent player, cause;
    uint32_t left, base;
    ct_list drawn;
} ct_draws_locals;

void ct_start_draw(ct_game *g, ct_ent player, uint32_t n, ct_ent cause)
{
    ct_draws_locals *l = CT_PUSH(g, CT_TASK_DRAWS, ct_draws_locals);
    if (l)
        *l = (ct_draws_locals){
            .player = player, .cause = cause, .left = n < MOST_DRAWS ? n : MOST_DRAWS};
}

static void draw_one(ct_game *g, const ct_draws_locals *l)
{
    uint32_t base = ct_batch(g);
    ct_event *e = ct_propose(g, CT_EV_DRAW, l->cause);
    e->player = l->player;
    e->src = l->cause;
    ct_start_events(g, base);
}

ct_status ct_task_DRAWS(ct_game *g, ct_task *t)
{
    ct_draws_locals *l = ct_locals(t);
    CT_BEGIN(t);
    for (; l->left > 0 && g->s->over == CT_NOT_OVER; l->left--) {
        CT_AWAIT(t, 1, draw_one(g, l));
        l->drawn = ct_lists_joined(g, l->drawn, g->s->ret);
        if (g->s->player[ct_player_index(l->player)].drew_from_empty)
            break; /* no more cards to draw [CR 121.4] */
    }
    g->s->ret = l->drawn;
    g->s->ret2 = ct_list_len(g, l->drawn);
    CT_FINISH(t);
}

/* [CR 701.17a] */
void ct_start_mill(ct_game *g, ct_ent player, uint32_t n, ct_ent cause)
{
    uint32_t base = ct_batch(g);
    unsigned p = ct_is_player(player) ? ct_player_index(player) : 0;
    ct_ent e = ct_is_player(player) ? ct_zone_first(g, CT_ZONE_LIBRARY, p) : CT_NOBODY;
    for (; e && n > 0; n--, e = ct_zone_next(g, e))
        propose_move(g, e, CT_ZONE_GRAVEYARD, 0, CT_NOBODY, CT_EVF_MILL, cause);
    ct_start_events(g, base);
}

/* ---- one event an object
 * ----------------------------------------------------------------------------------- */
static void start_each(ct_game *g, ct_event_kind kind, ct_ent player, ct_list l, uint32_t flags,
                       ct_ent cause)
{
    uint32_t base = ct_batch(g);
    for (uint32_t i = 0; i < ct_list_len(g, l); i++) {
        ct_event *e = ct_propose(g, kind, cause);
        e->obj = ct_list_at(g, l, i);
        e->player = player;
        e->src = cause;
        e->flags |= flags;
    }
    ct_start_events(g, base);
}

void ct_start_discard(ct_game *g, ct_ent player, ct_list cards, uint32_t flags, ct_ent cause)
{
    start_each(g, CT_EV_DISCARD, player, cards, flags, cause);
}

void ct_start_sacrifice(ct_game *g, ct_ent player, ct_list permanents, uint32_t flags, ct_ent cause)
{
    start_each(g, CT_EV_SACRIFICE, player, permanents, flags, cause);
}

void ct_start_destroy(ct_game *g, ct_list permanents, uint32_t flags, ct_ent cause)
{
    start_each(g, CT_EV_DESTROY, CT_NOBODY, permanents, flags, cause);
}

void ct_start_counter(ct_game *g, ct_list spells, ct_ent cause)
{
    start_each(g, CT_EV_COUNTERED, CT_NOBODY, spells, 0, cause);
}

void ct_start_tap(ct_game *g, ct_list l, uint32_t flags, ct_ent cause)
{
    start_each(g, CT_EV_TAP, CT_NOBODY, l, flags, cause);
}

void ct_start_untap(ct_game *g, ct_list l, ct_ent cause)
{
    start_each(g, CT_EV_UNTAP, CT_NOBODY, l, 0, cause);
}

/* ---- damage, life, counters
 * ----------------------------------------------------------------------------------- */
void ct_propose_damage(ct_game *g, ct_ent source, ct_ent to, int32_t amount, uint32_t flags,
                       ct_ent cause)
{
    ct_event *e = ct_propose(g, CT_EV_DAMAGE, cause);
    e->src = source;
    e->obj = ct_is_player(to) ? CT_NOBODY : to;
    e->player = ct_is_player(to) ? to : CT_NOBODY;
    e->amount = amount;
    e->flags |= flags;
}

void ct_start_damage(ct_game *g, ct_ent source, ct_list to, int32_t amount, uint32_t flags,
                     ct_ent cause)
{
    uint32_t base = ct_batch(g);
    for (uint32_t i = 0; i < ct_list_len(g, to); i++)
        ct_propose_damage(g, source, ct_list_at(g, to, i), amount, flags, cause);
    ct_start_events(g, base);
}

static void start_life(ct_game *g, ct_event_kind kind, ct_ent player, int32_t amount,
                       uint32_t flags, ct_ent cause)
{
    uint32_t base = ct_batch(g);
    ct_event *e = ct_propose(g, kind, cause);
    e->player = player;
    e->src = cause;
    e->amount = amount;
    e->flags |= flags;
    ct_start_events(g, base);
}

void ct_start_gain_life(ct_game *g, ct_ent player, int32_t amount, ct_ent cause)
{
    start_life(g, CT_EV_LIFEGAIN, player, amount, 0, cause);
}

void ct_start_lose_life(ct_game *g, ct_ent player, int32_t amount, uint32_t flags, ct_ent cause)
{
    start_life(g, CT_EV_LIFELOSS, player, amount, flags, cause);
}

static void start_counters(ct_game *g, ct_event_kind kind, ct_ent e, uint32_t sym, int32_t n,
                           uint32_t flags, ct_ent cause)
{
    uint32_t base = ct_batch(g);
    ct_event *v = ct_propose(g, kind, cause);
    v->obj = ct_is_player(e) ? CT_NOBODY : e;
    v->player = ct_is_player(e) ? e : CT_NOBODY;
    v->src = cause;
    v->sym = sym;
    v->amount = n;
    v->flags |= flags;
    ct_start_events(g, base);
}

void ct_start_add_counters(ct_game *g, ct_ent to, uint32_t sym, int32_t n, uint32_t flags,
                           ct_ent cause)
{
    start_counters(g, CT_EV_COUNTERS, to, sym, n, flags, cause);
}

void ct_start_remove_counters(ct_game *g, ct_ent from, uint32_t sym, int32_t n, uint32_t flags,
                              ct_ent cause)
{
    start_counters(g, CT_EV_UNCOUNTERS, from, sym, n, flags, cause);
}
