/* New games: decks, opening hands, mulligans [CR 103]. */
#include "runtime/game.h"

#include "runtime/event.h"
#include "runtime/log.h"
#include "runtime/object.h"
#include "runtime/turn.h"

static uint64_t mix(uint64_t *x)
{
    uint64_t z = (*x += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

ct_game *ct_game_bare(const ct_set *set, uint32_t nplayers, uint64_t seed)
{
    if (nplayers < 2 || nplayers > CT_MAX_PLAYERS) return NULL;
    ct_game *g = ct_game_reserve(set);
    if (!g) return NULL;
    ct_state *s = g->s;
    s->nplayers = nplayers;
    s->task_top = CT_NONE;
    s->rng[0] = mix(&seed);
    s->rng[1] = mix(&seed) | 1;
    for (uint32_t p = 0; p < nplayers; p++)
        s->player[p] =
            (ct_player){.life = 20, .starting_life = 20, .alive = 1, .hand_limit = 7, .team = p};
    s->probe = ct_object_new(g, CT_OBJ_ABILITY, CT_NONE, CT_NONE, 0);
    return g;
}

/* ---- opening hands [CR 103.5] -------------------------------------------------------------- */

typedef struct ct_opening_locals {
    uint32_t p, hand, starting, round, no_mulligans, mulligans[CT_MAX_PLAYERS],
        kept[CT_MAX_PLAYERS], again[CT_MAX_PLAYERS];
    uint32_t left;
} ct_opening_locals;

static unsigned in_order(const ct_game *g, const ct_opening_locals *l)
{
    return (l->starting + l->p) % g->s->nplayers;
}

static void hand_to_library(ct_game *g, unsigned player)
{
    ct_ent e;
    const ct_arrival to = {.zone = CT_ZONE_LIBRARY, .controller = -1, .face = CT_NONE};
    while ((e = ct_zone_first(g, CT_ZONE_HAND, player)) != CT_NOBODY)
        (void)ct_object_move(g, e, &to);
    ct_zone_shuffle(g, player);
}

/* In games of more than two players the first one is free [CR 103.5c]. */
static uint32_t to_bottom(const ct_game *g, const ct_opening_locals *l, unsigned player)
{
    const uint32_t n = l->mulligans[player];
    return g->s->nplayers > 2 && n ? n - 1 : n;
}

static void ask_keep(ct_game *g, const ct_opening_locals *l)
{
    ct_ask(g, CT_DEC_MULLIGAN, in_order(g, l), CT_NOBODY);
    ct_option_add(g, CT_OPT_YES, 0, 0, 0);
    ct_option_add(g, CT_OPT_NO, 0, 0, 0);
}

static void ask_bottom(ct_game *g, const ct_opening_locals *l)
{
    const unsigned p = in_order(g, l);
    ct_ask(g, CT_DEC_ORDER, p, CT_NOBODY);
    CT_EACH(g, e, CT_ZONE_HAND, p)
    ct_option_add(g, CT_OPT_ENT, e, 0, 0);
}

static void put_on_bottom(ct_game *g, ct_ent e)
{
    const ct_arrival to = {
        .zone = CT_ZONE_LIBRARY, .mv = CT_MV_BOTTOM, .controller = -1, .face = CT_NONE};
    (void)ct_object_move(g, e, &to);
}

static void start_hand(ct_game *g, const ct_opening_locals *l)
{
    ct_start_draw(g, ct_player_ent(in_order(g, l)), l->hand, CT_NOBODY);
}

static bool may_mulligan(const ct_game *g, const ct_opening_locals *l)
{
    const unsigned p = in_order(g, l);
    return !l->kept[p] && to_bottom(g, l, p) < l->hand;
}

ct_status ct_task_OPENING(ct_game *g, ct_task *t)
{
    ct_opening_locals *l = ct_locals(t);
    ct_state *s = g->s;
    CT_BEGIN(t);
    for (l->p = 0; l->p < s->nplayers; l->p++)
        CT_AWAIT(t, 1, start_hand(g, l));
    if (l->no_mulligans) goto begin;
    do {
        l->left = 0;
        for (l->p = 0; l->p < s->nplayers; l->p++) {
            l->again[in_order(g, l)] = 0;
            if (!may_mulligan(g, l)) continue;
            CT_ASK(t, 2, ask_keep(g, l));
            if (ct_picked(g).kind == CT_OPT_YES) {
                l->kept[in_order(g, l)] = 1;
            } else {
                l->again[in_order(g, l)] = 1;
                l->left++;
            }
        }
        for (l->p = 0; l->p < s->nplayers; l->p++) {
            if (!l->again[in_order(g, l)]) continue;
            CT_LOG(g, MULLIGAN, "103.5", .player = ct_player_ent(in_order(g, l)));
            l->mulligans[in_order(g, l)]++;
            hand_to_library(g, in_order(g, l));
            CT_AWAIT(t, 3, start_hand(g, l));
            for (l->round = to_bottom(g, l, in_order(g, l)); l->round > 0; l->round--) {
                CT_ASK(t, 4, ask_bottom(g, l));
                put_on_bottom(g, ct_picked(g).a);
            }
        }
    } while (l->left > 0);
begin:
    for (l->p = 0; l->p < s->nplayers; l->p++) {
        s->player[l->p].mulligans = l->mulligans[l->p];
        s->player[l->p].cards_drawn = 0;
    }
    s->active = l->starting;
    ct_collect(g);
    CT_FINISH(t);
}

static bool deal(ct_game *g, const ct_new_game *how)
{
    for (uint32_t p = 0; p < how->nplayers; p++) {
        const ct_seat *seat = &how->seat[p];
        if (seat->life) g->s->player[p].life = g->s->player[p].starting_life = seat->life;
        for (uint32_t i = 0; i < seat->ncards; i++) {
            if (seat->cards[i] >= g->set->ncard) return false;
            const ct_ent e = ct_object_new(g, CT_OBJ_CARD, seat->cards[i],
                                           g->set->card[seat->cards[i]].face0, p);
            if (!e) return false;
            ct_zone_insert(g, e, CT_ZONE_LIBRARY, p, CT_AT_END);
        }
        if (!how->unshuffled) ct_zone_shuffle(g, p); /* [CR 103.3] */
    }
    return true;
}

ct_game *ct_game_new(const ct_set *set, const ct_new_game *how)
{
    if (how->starting >= how->nplayers) return NULL;
    ct_game *g = ct_game_bare(set, how->nplayers, how->seed);
    if (!g) return NULL;
    if (!deal(g, how)) {
        ct_game_free(g);
        return NULL;
    }
    g->s->active = how->starting;
    ct_start_game(g, false);
    ct_opening_locals *l = CT_PUSH(g, CT_TASK_OPENING, ct_opening_locals);
    if (l) {
        l->hand = how->hand ? how->hand : 7;
        l->starting = how->starting;
        l->no_mulligans = how->no_mulligans;
    }
    return g;
}
