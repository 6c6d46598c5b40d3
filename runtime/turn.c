/* Turns, phases and steps [CR 500-505, 511-513]. */
#include "runtime/turn.h"

#include "runtime/chars.h"
#include "runtime/cost.h"
#include "runtime/effect.h"
#include "runtime/event.h"
#include "runtime/known.h"
#include "runtime/log.h"
#include "runtime/mana.h"
#include "runtime/object.h"
#include "runtime/rules.h"
#include "runtime/trigger.h"

/* ---- beginning and end of the game ------------------------------------------------------ */

/* Everything the player owns leaves the game, what they control on the stack that
 * is no card ceases to exist, and what they still control is exiled [CR 800.4a]. */
static void leave(ct_game *g, unsigned player)
{
    const ct_arrival exile = {.zone = CT_ZONE_EXILE, .controller = -1, .face = CT_NONE};
    g->s->player[player].left = 1;
    for (uint32_t slot = CT_FIRST_SLOT; slot < g->s->pool[CT_POOL_object].used; slot++) {
        const ct_object *o = &g->object[slot];
        if (!o->id || (o->flags & CT_OF_GONE) || o->id == g->s->probe) continue;
        const bool held = o->zone == CT_ZONE_BATTLEFIELD || o->zone == CT_ZONE_STACK;
        if (o->owner == player || (o->kind == CT_OBJ_ABILITY && o->controller == player))
            ct_object_cease(g, o->id);
        else if (held && ct_controller(g, o->id) == player)
            (void)ct_object_move(g, o->id, &exile);
    }
    ct_touch(g);
}

void ct_check_over(ct_game *g)
{
    ct_state *s = g->s;
    uint32_t left = 0, last = 0;
    if (s->over) return;
    for (unsigned p = 0; p < s->nplayers; p++)
        if (!s->player[p].lost) {
            left++;
            last = p;
        }
    if (left > 1 && !s->winner) {
        for (unsigned p = 0; p < s->nplayers; p++)
            if (s->player[p].lost && !s->player[p].left) leave(g, p);
        return;
    }
    if (s->winner || left == 1) {
        s->over = CT_OVER_WIN; /* [CR 104.2a-b] */
        if (!s->winner) s->winner = ct_player_ent(last);
        CT_LOG(g, WINS, "104.2", .player = s->winner);
    } else {
        s->over = CT_OVER_DRAW; /* [CR 104.4a] */
    }
}

void ct_concede(ct_game *g, unsigned player)
{
    ct_player *p = &g->s->player[player];
    if (p->lost) return;
    p->lost = p->conceded = 1;
    p->alive = 0;
    CT_LOG(g, LOSES, "104.3a", .player = ct_player_ent(player));
    ct_check_over(g);
}

/* ---- steps ---------------------------------------------------------------------------------- */

typedef struct ct_step_locals {
    uint32_t step, done, at_step;
} ct_step_locals;

static void start_step(ct_game *g, uint32_t step, bool at_step)
{
    ct_step_locals *l = CT_PUSH(g, CT_TASK_STEP, ct_step_locals);
    if (l) {
        l->step = step;
        l->at_step = at_step;
    }
}

/* [CR 500.11] */
static bool skipped(ct_game *g, uint32_t step)
{
    ct_player *p = &g->s->player[g->s->active];
    if (p->skip_steps >> step & 1u) {
        p->skip_steps &= ~(1u << step);
        return true;
    }
    return ct_rule_applies_arg(g, CT_RULE_SKIP_STEP, ct_player_ent(g->s->active), step);
}

static void note_step(ct_game *g, ct_event_kind kind)
{
    const ct_event e = {
        .kind = kind, .player = ct_player_ent(g->s->active), .amount = (int32_t)g->s->step};
    ct_note(g, &e);
}

static void begin_step(ct_game *g, uint32_t step)
{
    ct_state *s = g->s;
    s->step = step;
    ct_touch_state(g);
    if (step == CT_STEP_UPKEEP) ct_effects_end(g, CT_MOMENT_UPKEEP);
    if (step == CT_STEP_END) ct_effects_end(g, CT_MOMENT_END_STEP);
    CT_LOG(g, STEP, "500.1", .player = ct_player_ent(s->active), .amount = (int32_t)step);
    note_step(g, CT_EV_STEP);
}

static void end_step(ct_game *g)
{
    note_step(g, CT_EV_STEPEND);
    ct_mana_empty(g); /* [CR 500.5] */
    ct_touch_state(g);
}

/* [CR 502.3]: permanents of the active player untap, but those that don't */
static void start_untapping(ct_game *g)
{
    const unsigned active = g->s->active;
    const ct_list l = ct_list_begin(g);
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    {
        ct_object *o = ct_obj(g, e);
        if (ct_controller(g, e) != active || (o->flags & CT_OF_PHASED_OUT)) continue;
        o->flags &= ~(uint32_t)CT_OF_SICK; /* [CR 302.6] */
        if ((o->flags & CT_OF_TAPPED) && !ct_rule_applies(g, CT_RULE_CANT_UNTAP, e, CT_NOBODY))
            ct_list_push(g, l, e);
    }
    ct_start_untap(g, ct_list_end(g, l), CT_NOBODY);
}

/* Phased-out permanents of the active player phase in [CR 502.1]. */
static void phase_in(ct_game *g)
{
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    {
        ct_object *o = ct_obj(g, e);
        if ((o->flags & CT_OF_PHASED_OUT) && o->controller == g->s->active)
            o->flags &= ~(uint32_t)CT_OF_PHASED_OUT;
    }
    ct_touch(g);
}

static bool draws(const ct_game *g)
{
    return !(g->s->turn == 1 && g->s->nplayers == 2); /* [CR 103.8a] */
}

static void start_saga_lore(ct_game *g);

ct_status ct_task_STEP(ct_game *g, ct_task *t)
{
    ct_step_locals *l = ct_locals(t);
    ct_state *s = g->s;
    CT_BEGIN(t);
    if (l->at_step) goto priority;
    if (skipped(g, l->step)) return CT_DONE;
    ct_collect(g);
    begin_step(g, l->step);
    switch (l->step) {
    case CT_STEP_UNTAP:
        phase_in(g);
        goto untap;
    case CT_STEP_DRAW:
        goto draw;
    case CT_STEP_MAIN1:
        goto lore;
    case CT_STEP_ATTACKERS:
        goto attackers;
    case CT_STEP_BLOCKERS:
        goto blockers;
    case CT_STEP_FIRST_DAMAGE:
    case CT_STEP_DAMAGE:
        goto damage;
    case CT_STEP_CLEANUP:
        goto cleanup;
    default:
        goto priority;
    }
untap:
    CT_AWAIT(t, 1, start_untapping(g));
    ct_effects_end(g, CT_MOMENT_UNTAPPED);
    goto finish; /* no player receives priority [CR 502.4] */
draw:
    if (draws(g)) CT_AWAIT(t, 2, ct_start_draw(g, ct_player_ent(s->active), 1, CT_NOBODY));
    goto priority;
lore:
    CT_AWAIT(t, 8, start_saga_lore(g)); /* [CR 505.4, 714.3c] */
    goto priority;
attackers:
    CT_AWAIT(t, 3, ct_start_attackers(g));
    goto priority;
blockers:
    CT_AWAIT(t, 4, ct_start_blockers(g));
    goto priority;
damage:
    CT_AWAIT(t, 5, ct_start_combat_damage(g, s->step == CT_STEP_FIRST_DAMAGE));
    goto priority;
cleanup:
    CT_AWAIT(t, 6, ct_start_cleanup(g));
    goto finish;
priority:
    CT_AWAIT(t, 7, ct_start_priority(g));
finish:
    if (s->step == CT_STEP_END_COMBAT) { /* [CR 511.2-511.3] */
        end_step(g);
        ct_end_combat(g);
        ct_effects_end(g, CT_MOMENT_COMBAT_ENDS);
        return CT_DONE;
    }
    end_step(g);
    CT_FINISH(t);
}

/* A lore counter on each Saga of the active player as the precombat main phase
 * begins [CR 714.3c]: one batch. */
static void start_saga_lore(ct_game *g)
{
    const uint32_t base = ct_batch(g);
    const uint32_t saga = CT_KNOWN(g, SAGA);
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    if (saga != CT_NONE && ct_controller(g, e) == g->s->active && ct_has_subtype(g, e, saga)) {
        ct_event *c = ct_propose(g, CT_EV_COUNTERS, CT_NOBODY);
        c->obj = e;
        c->player = ct_player_ent(g->s->active);
        c->sym = CT_KNOWN(g, LORE);
        c->amount = 1;
    }
    ct_start_events(g, base);
}

/* ---- turns
 * --------------------------------------------------------------------------------------- */

typedef struct ct_turn_locals {
    uint32_t step, at_step, normal;
} ct_turn_locals;

static void begin_turn(ct_game *g)
{
    ct_state *s = g->s;
    s->turn++;
    s->ending_turn = 0;
    s->spells_this_turn = 0;
    ct_history_new_turn(g);
    for (unsigned p = 0; p < s->nplayers; p++) {
        ct_player *pl = &s->player[p];
        pl->lands_played = pl->extra_lands = pl->cards_drawn = pl->spells_cast =
            pl->attackers_declared = 0;
        pl->life_gained = pl->life_lost = 0;
    }
    s->player[s->active].turns_taken++;
    for (uint32_t i = CT_FIRST_SLOT; i < s->pool[CT_POOL_object].used; i++) {
        ct_object *o = &g->object[i];
        o->used = 0;
        o->flags &= ~(uint32_t)(CT_OF_ATTACKED | CT_OF_BLOCKED_TURN | CT_OF_DAMAGED_TURN |
                                CT_OF_DRAWN_TURN | CT_OF_ENTERED_TURN | CT_OF_USED_LOYALTY);
    }
    ct_effects_end(g, CT_MOMENT_TURN_BEGINS);
    ct_touch(g);
    ct_touch_state(g);
    CT_LOG(g, TURN, "500.1", .player = ct_player_ent(s->active), .amount = (int32_t)s->turn);
}

/* An additional phase or step that was added after this one, first come, first
 * served [CR 500.8]; CT_NONE: none. */
static uint32_t take_extra(ct_game *g)
{
    ct_state *s = g->s;
    if (s->nextra_steps == 0) return CT_NONE;
    const uint32_t step = s->extra_steps[0];
    for (uint32_t i = 1; i < s->nextra_steps; i++)
        s->extra_steps[i - 1] = s->extra_steps[i];
    s->nextra_steps--;
    return step;
}

static bool combat_skipped(ct_game *g)
{
    ct_player *p = &g->s->player[g->s->active];
    if (!(p->skip_steps & CT_SKIP_COMBAT_BIT))
        return ct_rule_applies_arg(g, CT_RULE_SKIP_STEP, ct_player_ent(g->s->active),
                                   CT_SKIP_COMBAT);
    p->skip_steps &= ~CT_SKIP_COMBAT_BIT;
    return true;
}

/* Does a phase end with this step?  Of an added step, that step alone was added. */
static bool phase_ends(uint32_t step, bool added)
{
    switch (step) {
    case CT_STEP_DRAW:
    case CT_STEP_MAIN1:
    case CT_STEP_END_COMBAT:
    case CT_STEP_MAIN2:
        return true;
    default:
        return added && (step < CT_STEP_BEGIN_COMBAT || step > CT_STEP_END_COMBAT);
    }
}

/* The step after this one in the same turn; CT_NSTEPS: the turn is over.  What was
 * added to the turn comes between phases; l->normal is where the turn goes on
 * after that. */
static uint32_t step_after(ct_game *g, ct_turn_locals *l)
{
    const uint32_t step = l->step;
    if (step == CT_STEP_CLEANUP) return CT_NSTEPS;
    if (g->s->ending_turn) return CT_STEP_CLEANUP; /* [CR 724.1d] */
    if (step == CT_STEP_ATTACKERS)
        return ct_any_attackers(g) ? CT_STEP_BLOCKERS : CT_STEP_END_COMBAT; /* [CR 508.8] */
    if (step == CT_STEP_BLOCKERS)
        return ct_first_strike_in_combat(g) ? CT_STEP_FIRST_DAMAGE
                                            : CT_STEP_DAMAGE; /* [CR 510.4] */
    uint32_t next = step + 1;
    if (phase_ends(step, l->normal != 0)) {
        if (!l->normal) l->normal = next;
        next = take_extra(g);
        if (next == CT_NONE) {
            next = l->normal;
            l->normal = 0;
        }
    }
    if (next == CT_STEP_BEGIN_COMBAT && combat_skipped(g)) {
        l->step = CT_STEP_END_COMBAT;
        return step_after(g, l);
    }
    return next;
}

ct_status ct_task_TURN(ct_game *g, ct_task *t)
{
    ct_turn_locals *l = ct_locals(t);
    CT_BEGIN(t);
    if (!l->at_step) begin_turn(g);
    l->step = l->at_step ? g->s->step : CT_STEP_UNTAP;
    while (l->step < CT_NSTEPS) {
        CT_AWAIT(t, 1, start_step(g, l->step, l->at_step));
        l->at_step = 0;
        if (g->s->over) return CT_DONE;
        if (g->s->player[g->s->active]
                .lost) /* the turn goes on without an active player [CR 800.4k]; here it ends */
            g->s->ending_turn = 1;
        l->step = step_after(g, l);
    }
    CT_FINISH(t);
}

typedef struct ct_gamerun_locals {
    uint32_t at_step;
} ct_gamerun_locals;

void ct_start_game(ct_game *g, bool at_step)
{
    ct_gamerun_locals *l = CT_PUSH(g, CT_TASK_GAME, ct_gamerun_locals);
    if (l) l->at_step = at_step;
}

static void start_turn(ct_game *g, const ct_gamerun_locals *l)
{
    ct_turn_locals *turn = CT_PUSH(g, CT_TASK_TURN, ct_turn_locals);
    if (turn) turn->at_step = l->at_step;
}

/* Whose turn is next: the newest extra turn, else the next player's; skipped turns
 * are left out [CR 500.7, 500.11]. */
static void next_active(ct_game *g)
{
    ct_state *s = g->s;
    for (int guard = 0; guard < 1000; guard++) {
        bool extra = false;
        while (s->nextra_turns > 0 && !extra) {
            const uint32_t p = s->extra_turns[--s->nextra_turns];
            if (!s->player[p].lost) {
                s->after_extra = s->after_extra ? s->after_extra : s->active + 1;
                s->active = p;
                extra = true;
            }
        }
        if (!extra) {
            s->active = ct_next_player(g, s->after_extra ? s->after_extra - 1 : s->active);
            s->after_extra = 0;
        }
        if (s->player[s->active].skip_turns == 0) return;
        s->player[s->active].skip_turns--;
    }
}

ct_status ct_task_GAME(ct_game *g, ct_task *t)
{
    ct_gamerun_locals *l = ct_locals(t);
    CT_BEGIN(t);
    for (;;) {
        CT_AWAIT(t, 1, start_turn(g, l));
        l->at_step = 0;
        ct_check_over(g);
        if (g->s->over) return CT_DONE;
        next_active(g);
    }
    CT_FINISH(t);
}
