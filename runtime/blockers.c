/* Declaring blockers [CR 509].
 *
 * The pairs (attacker, blocker) are picked in one order, attacker by attacker, so
 * that each declaration has one way to be made.  A pair that some requirement
 * still needs can't be passed over, so whoever says "done" has obeyed them. */
#include "runtime/chars.h"
#include "runtime/combat.h"
#include "runtime/cost.h"
#include "runtime/decision.h"
#include "runtime/event.h"
#include "runtime/log.h"
#include "runtime/object.h"

#include <string.h>

enum { MAX_SIDE = 128, MAX_PAIRS = 256, NO_PLACE = 1 << 20 };

typedef struct ct_blockers_locals {
    uint32_t player, nasked, first, npairs; /* pairs of this player begin at first */
    ct_blockpair pair[MAX_PAIRS];
} ct_blockers_locals;

void ct_start_blockers(ct_game *g)
{
    (void)CT_PUSH(g, CT_TASK_BLOCKERS, ct_blockers_locals);
}

/* What one player can still do, computed for each question. */
typedef struct board {
    uint32_t na, nb, last; /* place of the last pair picked, + 1 */
    ct_ent a[MAX_SIDE], b[MAX_SIDE];
    bool can[MAX_SIDE][MAX_SIDE]; /* attacker, blocker: by themselves */
    bool picked[MAX_SIDE][MAX_SIDE];
    uint32_t on[MAX_SIDE],
        by[MAX_SIDE]; /* blockers on an attacker; attackers blocked by a blocker */
    uint32_t most[MAX_SIDE];
} board;

static uint32_t place(uint32_t a, uint32_t b)
{
    return a * MAX_SIDE + b;
}

static void look(ct_game *g, const ct_blockers_locals *l, board *w)
{
    memset(w, 0, sizeof *w);
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    {
        const ct_object *o = ct_obj(g, e);
        if (ct_is_attacking(g, e) &&
            ct_defending_player(g, o->attacking) == ct_player_ent(l->player)) {
            if (w->na < MAX_SIDE)
                w->a[w->na++] = e;
            else
                g->s->over = CT_OVER_LIMIT;
        } else if (!(o->flags & CT_OF_TAPPED) && ct_is_type(g, e, CT_TYPE_CREATURE) &&
                   ct_controller(g, e) == l->player && w->nb < MAX_SIDE) {
            w->most[w->nb] = ct_most_blocked(g, e);
            w->b[w->nb++] = e;
        }
    }
    for (uint32_t i = 0; i < w->na; i++)
        for (uint32_t j = 0; j < w->nb; j++)
            w->can[i][j] = ct_can_block(g, w->b[j], w->a[i]);
    for (uint32_t k = l->first; k < l->npairs; k++)
        for (uint32_t i = 0; i < w->na; i++)
            for (uint32_t j = 0; j < w->nb; j++)
                if (l->pair[k].attacker == w->a[i] && l->pair[k].blocker == w->b[j]) {
                    w->picked[i][j] = true;
                    w->on[i]++;
                    w->by[j]++;
                    w->last = place(i, j) + 1;
                }
}

static bool is_free(const board *w, uint32_t i, uint32_t j)
{
    return w->can[i][j] && !w->picked[i][j] && w->by[j] < w->most[j] && place(i, j) >= w->last;
}

static uint32_t count_free(const board *w, uint32_t i, uint32_t from)
{
    uint32_t n = 0;
    for (uint32_t j = from; j < w->nb; j++)
        n += is_free(w, i, j);
    return n;
}

/* Can attacker i get as many blockers as it takes? */
static bool can_be_blocked(ct_game *g, const board *w, uint32_t i)
{
    return w->on[i] + count_free(w, i, 0) >= ct_min_blockers(g, w->a[i]) &&
           ct_max_blockers(g, w->a[i]) > 0;
}

/* ---- requirements [CR 509.1c]: the last place at which each can still be obeyed -------------- */

static uint32_t last_free(const board *w, uint32_t i)
{
    for (uint32_t j = w->nb; j-- > 0;)
        if (is_free(w, i, j)) return j;
    return MAX_SIDE;
}

static uint32_t bound_of_attacker(ct_game *g, const board *w, uint32_t i)
{
    uint32_t bound = NO_PLACE;
    if (!ct_rule_any(g, CT_RULE_MUST_BE_BLOCKED) || !can_be_blocked(g, w, i)) return bound;
    for (uint32_t j = 0; j < w->nb; j++) {
        if (!is_free(w, i, j)) continue;
        for (ct_rule_hit h = CT_RULE_FIRST;
             ct_rule_next(g, CT_RULE_MUST_BE_BLOCKED, w->a[i], w->b[j], &h);)
            if (g->set->effect[h.rec].arg == 1 && place(i, j) < bound)
                bound = place(i, j); /* by all that are able */
    }
    const uint32_t j = last_free(w, i);
    if (w->on[i] == 0 && j < MAX_SIDE && place(i, j) < bound &&
        ct_rule_applies(g, CT_RULE_MUST_BE_BLOCKED, w->a[i], w->b[j]))
        bound = place(i, j);
    return bound;
}

static uint32_t bound_of_blocker(ct_game *g, const board *w, uint32_t j)
{
    if (!ct_rule_any(g, CT_RULE_MUST_BLOCK)) return NO_PLACE;
    uint32_t last = NO_PLACE;
    for (uint32_t i = 0; i < w->na; i++) {
        if (!ct_rule_applies(g, CT_RULE_MUST_BLOCK, w->b[j], w->a[i])) continue;
        if (w->picked[i][j]) return NO_PLACE;
        if (is_free(w, i, j) && can_be_blocked(g, w, i)) last = place(i, j);
    }
    return last;
}

static uint32_t bound(ct_game *g, const board *w)
{
    uint32_t least = NO_PLACE;
    for (uint32_t i = 0; i < w->na; i++) {
        const uint32_t at = bound_of_attacker(g, w, i);
        least = at < least ? at : least;
    }
    for (uint32_t j = 0; j < w->nb; j++) {
        const uint32_t at = bound_of_blocker(g, w, j);
        least = at < least ? at : least;
    }
    return least;
}

/* Would this blocker be missed by an attacker that all able creatures must block? */
static bool spoken_for(ct_game *g, const board *w, uint32_t i, uint32_t j)
{
    if (!ct_rule_any(g, CT_RULE_MUST_BE_BLOCKED) || w->by[j] + 1 < w->most[j]) return false;
    for (uint32_t k = 0; k < w->na; k++)
        if (k != i && is_free(w, k, j))
            for (ct_rule_hit h = CT_RULE_FIRST;
                 ct_rule_next(g, CT_RULE_MUST_BE_BLOCKED, w->a[k], w->b[j], &h);)
                if (g->set->effect[h.rec].arg == 1) return true;
    return false;
}

/* ---- asking ------------------------------------------------------------------------------------
 */

static uint32_t offer(ct_game *g, const ct_blockers_locals *l)
{
    board w;
    look(g, l, &w);
    const uint32_t limit = bound(g, &w);
    const uint32_t current = w.last ? (w.last - 1) / MAX_SIDE : MAX_SIDE;
    const bool unfinished = current < w.na && w.on[current] < ct_min_blockers(g, w.a[current]);
    ct_ask(g, CT_DEC_BLOCKER, l->player, CT_NOBODY);
    for (uint32_t i = 0; i < w.na; i++) {
        const uint32_t min = ct_min_blockers(g, w.a[i]);
        if ((unfinished && i != current) || w.on[i] >= ct_max_blockers(g, w.a[i])) continue;
        for (uint32_t j = 0; j < w.nb; j++)
            if (is_free(&w, i, j) && place(i, j) <= limit &&
                w.on[i] + count_free(&w, i, j) >= min && !spoken_for(g, &w, i, j))
                ct_option_add(g, CT_OPT_PAIR, w.b[j], w.a[i], 0);
    }
    const uint32_t n = g->s->decision.noptions;
    if (n == 0 || l->npairs == MAX_PAIRS) {
        g->s->decision.kind = CT_DEC_NONE;
        return 0;
    }
    if (limit == NO_PLACE && !unfinished) ct_option_add(g, CT_OPT_DONE, 0, 0, 0);
    return n;
}

/* [CR 509.1g-i] */
static void become_blockers(ct_game *g, const ct_blockers_locals *l)
{
    ct_event event[MAX_PAIRS + 2 * MAX_SIDE] = {0};
    uint32_t n = 0;
    for (uint32_t k = 0; k < l->npairs; k++) {
        const ct_blockpair *p = &l->pair[k];
        ct_object *b = ct_obj(g, p->blocker), *a = ct_obj(g, p->attacker);
        b->flags |= CT_OF_BLOCKED_TURN;
        a->flags |= CT_OF_IS_BLOCKED;
        g->block[g->s->pool[CT_POOL_block].used++] = *p;
        event[n++] = (ct_event){.kind = CT_EV_BLOCK,
                                .obj = p->blocker,
                                .player = ct_player_ent(ct_controller(g, p->blocker)),
                                .src = p->attacker};
        CT_LOG(g, BLOCKS, "509.1", .obj = p->blocker, .other = p->attacker);
    }
    ct_touch_state(g);
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    {
        if (!ct_is_attacking(g, e) || n >= MAX_PAIRS + 2 * MAX_SIDE) continue;
        int32_t blockers = 0;
        while (ct_blocker_of(g, e, (uint32_t)blockers))
            blockers++;
        event[n++] = (ct_event){.kind = blockers ? CT_EV_BLOCKED : CT_EV_UNBLOCKED,
                                .obj = e,
                                .player = ct_player_ent(ct_controller(g, e)),
                                .src = ct_blocker_of(g, e, 0),
                                .amount = blockers};
    }
    if (n) ct_note_batch(g, event, n);
}

ct_status ct_task_BLOCKERS(ct_game *g, ct_task *t)
{
    ct_blockers_locals *l = ct_locals(t);
    CT_BEGIN(t);
    l->player = g->s->active;
    for (l->nasked = 1; l->nasked < g->s->nplayers; l->nasked++) { /* [CR 802.4] */
        l->player = (l->player + 1) % g->s->nplayers;
        l->first = l->npairs;
        if (g->s->player[l->player].lost) continue;
        while (offer(g, l)) {
            CT_ASK(t, 1, (void)0);
            if (ct_picked(g).kind == CT_OPT_DONE) break;
            l->pair[l->npairs++] = (ct_blockpair){
                .attacker = ct_picked(g).b, .blocker = ct_picked(g).a, .order = l->npairs};
        }
    }
    become_blockers(g, l);
    CT_FINISH(t);
}
