/* Steps: what players do and answer, and what is implied between one line and the next. */
#include "compiler/scenario_stage.h"

#include "runtime/codes.h"
#include "runtime/turn.h"

#include <stdlib.h>
#include <string.h>

enum {
    BUDGET = 4000,   /* answers tried for one step */
    DEPTH_MOST = 64, /* decisions with several ways, one inside the other */
    PASSES_MOST = 2000,
    TURNS_MOST = 4 /* that a step may be away */
};

bool ct_stage_choice_open(const struct ct_stage *stage)
{
    const ct_decision_rec *d = &stage->g->s->decision;

    return stage->g->s->over == CT_NOT_OVER && d->kind != CT_DEC_NONE && d->kind != CT_DEC_PRIORITY;
}

static bool has_priority(const struct ct_stage *stage, unsigned player)
{
    const ct_decision_rec *d = &stage->g->s->decision;

    return stage->g->s->over == CT_NOT_OVER && d->kind == CT_DEC_PRIORITY && d->player == player;
}

static bool answer(struct ct_stage *stage, int64_t index)
{
    if (index < 0 || !ct_answer(stage->g, (uint32_t)index)) return false;
    ct_run(stage->g);
    return true;
}

/* ---- kinds of steps ------------------------------------------------------------------------ */

static bool is_action(const struct ct_sc_phrase *phrase)
{
    return phrase->kind == CT_SC_CASTS || phrase->kind == CT_SC_PLAYS ||
           phrase->kind == CT_SC_ACTIVATES || phrase->kind == CT_SC_TAPS_FOR_MANA;
}

/* Is the spell that is named being cast, with a choice open that its words can answer? */
static bool being_cast(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    const ct_decision_rec *d = &stage->g->s->decision;
    const ct_object *o = ct_obj(stage->g, d->source);

    return phrase->kind == CT_SC_CASTS && ct_stage_choice_open(stage) && o &&
           o->zone == CT_ZONE_STACK && d->player + 1 == phrase->player &&
           ct_stage_can_mean(stage, phrase->things, d->source);
}

/* Is something cast or played while something else resolves [CR 608.2g]? */
static bool casts_on_resolution(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    const ct_decision_rec *d = &stage->g->s->decision;

    return being_cast(stage, phrase) ||
           ((phrase->kind == CT_SC_CASTS || phrase->kind == CT_SC_PLAYS) &&
            ct_stage_choice_open(stage) && d->kind == CT_DEC_PICK &&
            d->player + 1 == phrase->player);
}

/* ---- carrying out -------------------------------------------------------------------------- */

static const char *left_over(struct ct_stage *stage, const struct ct_tape *tape)
{
    for (unsigned i = 0; i < tape->count; i++) {
        const struct ct_sc_clause *c = tape->clause[i];
        unsigned bit = 0;

        if (!c->things && !tape->used[i])
            return ct_arena_printf(&stage->arena, "nobody asks for '%s'",
                                   ct_stage_words(stage, c->span));
        for (const struct ct_sc_thing *t = c->things; t; t = t->next, bit++)
            if (!(tape->used[i] & ((uint64_t)1 << bit)))
                return ct_arena_printf(&stage->arena, "'%s' can't be chosen or is not asked for",
                                       ct_stage_words(stage, t->span));
    }
    return "it can't be done now";
}

static const char *stuck(struct ct_stage *stage, const struct ct_tape *tape)
{
    const ct_decision_rec *d = &stage->g->s->decision;

    if (d->kind == CT_DEC_PRIORITY && (tape->begun || tape->answer)) return left_over(stage, tape);
    if (d->kind == CT_DEC_PRIORITY) return "it is not among what can be done now";
    return ct_arena_printf(&stage->arena, "these words answer nothing of: %s",
                           ct_stage_decision(stage));
}

static bool play_out(struct ct_stage *stage, struct ct_tape *tape, int *budget, int depth);

/* Tries each of several ways, and keeps the first that works out. */
static bool try_ways(struct ct_stage *stage, struct ct_tape *tape, struct ct_way *ways,
                     unsigned count, int *budget, int depth)
{
    struct ct_stage_mark mark;
    bool done = false;

    if (depth == DEPTH_MOST || !ct_stage_mark(stage, &mark)) return false;
    for (unsigned i = 0; i < count && !done && *budget > 0; i++) {
        if (i) ct_stage_back(stage, &mark);
        *tape = ways[i].tape;
        done = answer(stage, ways[i].index) && play_out(stage, tape, budget, depth + 1);
    }
    ct_stage_forget(&mark);
    return done;
}

/* All that was said is declared, but more would have to be. */
static bool unfinished_declaration(const struct ct_tape *tape, const ct_decision_rec *d)
{
    return ct_sc_is_declaration(tape->phrase) && !tape->closed &&
           (d->kind == CT_DEC_ATTACKER || d->kind == CT_DEC_BLOCKER);
}

/* ---- payment ------------------------------------------------------------------------------- */

static void count_pool(const struct ct_stage *stage, unsigned player, uint32_t count[6])
{
    const ct_game *g = stage->g;

    for (unsigned type = 0; type < 6; type++)
        count[type] = 0;
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_mana].used; i++)
        for (unsigned type = 0; type < 6; type++)
            count[type] += g->mana[i].player == player && g->mana[i].type & 1u << type;
}

/* Is what went from the pool what "paying with {R}{R}" says? */
static bool paid_so(const struct ct_stage *stage, const struct ct_tape *tape, const char *text)
{
    static const char types[] = "WUBRGC";
    uint32_t left[6], said[6] = {0};

    count_pool(stage, (unsigned)tape->phrase->player - 1, left);
    for (const char *at = text; *at; at++) {
        const char *type = strchr(types, *at);

        if (type)
            said[type - types]++;
        else if (*at >= '0' && *at <= '9')
            said[5] += (uint32_t)(*at - '0');
    }
    for (unsigned type = 0; type < 6; type++)
        if (left[type] + said[type] != tape->pool[type]) return false;
    return true;
}

/* A tapped permanent of the player that THING can mean. */
static bool was_tapped(struct ct_stage *stage, const struct ct_tape *tape,
                       const struct ct_sc_thing *thing)
{
    CT_EACH(stage->g, e, CT_ZONE_BATTLEFIELD, 0)
    if (ct_obj(stage->g, e)->flags & CT_OF_TAPPED &&
        ct_controller(stage->g, e) + 1 == (unsigned)tape->phrase->player &&
        ct_stage_can_mean(stage, thing, e))
        return true;
    return false;
}

/* Where there was only one way to pay nobody was asked; the words are true if it is that way. */
static void settle_payment(struct ct_stage *stage, struct ct_tape *tape)
{
    for (unsigned i = 0; i < tape->count; i++) {
        const struct ct_sc_clause *c = tape->clause[i];
        unsigned bit = 0;

        if (c->kind == CT_SC_C_PAYING_MANA) tape->used[i] = paid_so(stage, tape, c->text);
        if (c->kind != CT_SC_C_PAYING_WITH) continue;
        for (const struct ct_sc_thing *thing = c->things; thing; thing = thing->next, bit++)
            if (was_tapped(stage, tape, thing)) tape->used[i] |= (uint64_t)1 << bit;
    }
}

/* Answers decisions out of the words until the step is done, or until one comes that they leave to
 * further lines. */
static bool play_out(struct ct_stage *stage, struct ct_tape *tape, int *budget, int depth)
{
    struct ct_way *ways = malloc(CT_WAYS_MOST * sizeof *ways);
    bool done = false;

    while (ways && (*budget)-- > 0) {
        const ct_decision_rec *d = &stage->g->s->decision;
        unsigned count;
        int64_t implied;

        if (stage->g->s->over != CT_NOT_OVER || (tape->begun && d->kind == CT_DEC_PRIORITY)) {
            settle_payment(stage, tape);
            done = ct_tape_all_used(tape);
            if (!done) stage->reason = left_over(stage, tape);
            break;
        }
        count = ct_stage_ways(stage, tape, ways);
        if (count > 1) {
            done = try_ways(stage, tape, ways, count, budget, depth);
            break;
        }
        if (count == 1) {
            *tape = ways[0].tape;
            if (!answer(stage, ways[0].index)) break;
            continue;
        }
        if (unfinished_declaration(tape, d)) {
            stage->reason = "the declaration can't end with this [CR 508.1, 509.1]";
            break;
        }
        if (tape->answer && ct_tape_all_used(tape)) {
            done = !ct_sc_is_declaration(tape->phrase) || !ct_stage_asks_declaration(d);
            if (!done) stage->reason = "it is not enough: more must be declared";
            break;
        }
        implied = ct_stage_implied(stage, tape);
        if (implied >= 0 && answer(stage, implied)) continue;
        done = ct_tape_all_used(tape);
        if (!done && !stage->reason) stage->reason = stuck(stage, tape);
        break;
    }
    free(ways);
    return done;
}

bool ct_stage_do(struct ct_stage *stage, const struct ct_sc_phrase *phrase, bool anything)
{
    struct ct_tape tape;
    int budget = BUDGET;

    if (!ct_tape_of(stage, &tape, phrase)) return false;
    tape.anything = anything;
    tape.answer = !is_action(phrase);
    tape.begun = being_cast(stage, phrase);
    if (phrase->player) count_pool(stage, (unsigned)phrase->player - 1, tape.pool);
    stage->reason = NULL;
    return play_out(stage, &tape, &budget, 0);
}

/* ---- whose turn it is to act --------------------------------------------------------------- */

bool ct_stage_give_way(struct ct_stage *stage, unsigned player)
{
    const ct_state *s = stage->g->s;
    uint32_t turn = s->turn, step = s->step, stack = ct_zone_count(stage->g, CT_ZONE_STACK, 0);
    struct ct_stage_mark mark;
    bool there;

    if (has_priority(stage, player)) return true;
    if (stage->strict || s->over != CT_NOT_OVER || s->decision.kind != CT_DEC_PRIORITY ||
        !ct_stage_mark(stage, &mark))
        return false;
    there = answer(stage, ct_stage_option(stage, CT_OPT_PASS)) && has_priority(stage, player) &&
            s->turn == turn && s->step == step &&
            ct_zone_count(stage->g, CT_ZONE_STACK, 0) == stack;
    if (!there) ct_stage_back(stage, &mark);
    ct_stage_forget(&mark);
    return there;
}

bool ct_stage_reach_combat(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    ct_decision_kind kind = phrase->kind == CT_SC_ATTACKS ? CT_DEC_ATTACKER : CT_DEC_BLOCKER;
    const ct_state *s = stage->g->s;
    unsigned player = (unsigned)phrase->player - 1;
    uint32_t turn = s->turn;

    for (int i = 0; i < PASSES_MOST && s->over == CT_NOT_OVER && s->turn == turn; i++) {
        int64_t implied;

        if (s->decision.kind == kind) return s->decision.player == player;
        if (s->decision.kind == CT_DEC_PRIORITY) {
            if (s->step > (kind == CT_DEC_ATTACKER ? CT_STEP_ATTACKERS : CT_STEP_BLOCKERS))
                return false;
            if (!answer(stage, ct_stage_option(stage, CT_OPT_PASS))) return false;
            continue;
        }
        implied = ct_stage_implied(stage, NULL);
        if (implied < 0 || !answer(stage, implied)) return false;
    }
    return false;
}

/* ---- passing ------------------------------------------------------------------------------- */

static bool at_step(const struct ct_stage *stage)
{
    const struct ct_goal *goal = &stage->goal;
    const ct_state *s = stage->g->s;
    bool later = s->turn > goal->turn || (s->turn == goal->turn && s->step > goal->after);

    return later && s->turn >= goal->first_turn && s->step == goal->step &&
           (goal->player < 0 || s->active == (unsigned)goal->player);
}

static bool reached(struct ct_stage *stage)
{
    const struct ct_goal *goal = &stage->goal;
    const ct_state *s = stage->g->s;
    const ct_object *top;

    switch (goal->kind) {
    case CT_GOAL_NONE:
        return true;
    case CT_GOAL_STACK_EMPTY:
        return ct_zone_count(stage->g, CT_ZONE_STACK, 0) == 0;
    case CT_GOAL_TOP_GONE:
        top = ct_live(stage->g, goal->top);
        return !top || top->zone != CT_ZONE_STACK;
    case CT_GOAL_STEP:
        return at_step(stage);
    case CT_GOAL_COMBAT_OVER:
        return s->turn > goal->turn || s->step >= CT_STEP_END_COMBAT;
    }
    return true;
}

/* A declaration that is asked for where the game was to be moved to is the place itself. */
static bool reached_declaration(struct ct_stage *stage)
{
    const ct_decision_rec *d = &stage->g->s->decision;

    return stage->goal.kind == CT_GOAL_STEP && at_step(stage) &&
           (d->kind == CT_DEC_ATTACKER || d->kind == CT_DEC_BLOCKER);
}

/* Nobody attacks or blocks when the game is moved past it without a word. */
static int64_t implied_declaration(const struct ct_stage *stage)
{
    const ct_decision_rec *d = &stage->g->s->decision;

    if (d->kind != CT_DEC_ATTACKER && d->kind != CT_DEC_BLOCKER) return -1;
    if (stage->goal.kind != CT_GOAL_STEP && stage->goal.kind != CT_GOAL_COMBAT_OVER) return -1;
    return ct_stage_option(stage, CT_OPT_DONE);
}

static bool missed(const struct ct_stage *stage)
{
    return stage->goal.kind == CT_GOAL_STEP &&
           stage->g->s->turn > stage->goal.first_turn + TURNS_MOST;
}

bool ct_stage_advance(struct ct_stage *stage, const struct ct_sc_phrase *next)
{
    const ct_state *s = stage->g->s;

    for (int i = 0; i < PASSES_MOST; i++) {
        int64_t implied;

        ct_run(stage->g);
        if (s->over == CT_OVER_LIMIT || s->over == CT_OVER_STALL)
            return ct_stage_fail(stage, CT_ERR_SCENARIO_LIMIT, stage->phrase->span,
                                 "the game ran into a limit of the runtime");
        if (s->over != CT_NOT_OVER || missed(stage)) break;
        if (s->decision.kind == CT_DEC_PRIORITY) {
            if (reached(stage)) {
                stage->goal.kind = CT_GOAL_NONE;
                return true;
            }
            if (!answer(stage, ct_stage_option(stage, CT_OPT_PASS))) break;
            continue;
        }
        if (reached_declaration(stage)) {
            stage->goal.kind = CT_GOAL_NONE;
            return true;
        }
        if (next && !next->refused && ct_stage_answers(stage, next) &&
            (s->decision.noptions > 1 || next->kind != CT_SC_PICKS))
            return true;
        implied = ct_stage_implied(stage, NULL);
        if (implied < 0) implied = implied_declaration(stage);
        if (implied < 0) return true;
        if (!answer(stage, implied)) break;
    }
    if (s->over != CT_NOT_OVER) {
        stage->goal.kind = CT_GOAL_NONE;
        return true;
    }
    if (stage->goal.kind == CT_GOAL_NONE) return true;
    return ct_stage_fail(stage, CT_ERR_SCENARIO_STEP, stage->last_step->span,
                         "the game never comes to this");
}

/* ---- goals --------------------------------------------------------------------------------- */

static bool want_step(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    const ct_state *s = stage->g->s;
    bool turn = phrase->step == CT_SC_STEP_TURN;

    stage->goal = (struct ct_goal){.kind = CT_GOAL_STEP,
                                   .step = ct_stage_step_number(phrase->step),
                                   .player = phrase->player - 1,
                                   .turn = s->turn,
                                   .after = s->step,
                                   .first_turn = s->turn};
    if (turn || (phrase->once_more && phrase->player)) stage->goal.first_turn = s->turn + 1;
    if (phrase->step == CT_SC_STEP_END_COMBAT && !phrase->player && !phrase->once_more)
        stage->goal.kind = CT_GOAL_COMBAT_OVER;
    return true;
}

static bool want_top_gone(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    ct_ent top = ct_zone_last(stage->g, CT_ZONE_STACK, 0);

    if (!top) return ct_stage_fail(stage, CT_ERR_SCENARIO_STEP, phrase->span, "the stack is empty");
    if (phrase->kind == CT_SC_OBJECT_RESOLVES && !ct_stage_can_mean(stage, phrase->subjects, top))
        return ct_stage_fail(stage, CT_ERR_SCENARIO_STEP, phrase->span, "on top of the stack is %s",
                             ct_stage_name(stage, top));
    stage->goal = (struct ct_goal){.kind = CT_GOAL_TOP_GONE, .top = top};
    return true;
}

static bool want(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    if (ct_stage_choice_open(stage) &&
        !(phrase->kind == CT_SC_MOVES_TO && (stage->g->s->decision.kind == CT_DEC_ATTACKER ||
                                             stage->g->s->decision.kind == CT_DEC_BLOCKER)))
        return ct_stage_fail(stage, CT_ERR_SCENARIO_UNANSWERED, phrase->span,
                             "a choice is open, and this line does not answer it: %s",
                             ct_stage_decision(stage));
    if (stage->g->s->over != CT_NOT_OVER)
        return ct_stage_fail(stage, CT_ERR_SCENARIO_STEP, phrase->span, "the game is over");
    if (phrase->kind == CT_SC_MOVES_TO) return want_step(stage, phrase);
    if (phrase->kind != CT_SC_STACK_RESOLVES) return want_top_gone(stage, phrase);
    if (ct_zone_count(stage->g, CT_ZONE_STACK, 0) == 0)
        return ct_stage_fail(stage, CT_ERR_SCENARIO_STEP, phrase->span, "the stack is empty");
    stage->goal = (struct ct_goal){.kind = CT_GOAL_STACK_EMPTY};
    return true;
}

/* ---- steps --------------------------------------------------------------------------------- */

static bool pass(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    if (!has_priority(stage, (unsigned)phrase->player - 1)) {
        stage->reason = "this player does not have priority";
        return false;
    }
    return answer(stage, ct_stage_option(stage, CT_OPT_PASS));
}

/* Does the phrase; false with a reason when it can't be done. */
static bool carry_out(struct ct_stage *stage, const struct ct_sc_phrase *phrase, bool anything)
{
    unsigned player = (unsigned)phrase->player - 1;

    stage->reason = NULL;
    if (phrase->kind == CT_SC_PASSES) return pass(stage, phrase);
    if (phrase->kind == CT_SC_CONCEDES) {
        ct_concede(stage->g, player);
        ct_run(stage->g);
        return true;
    }
    if (ct_sc_is_declaration(phrase)) {
        if (!ct_stage_reach_combat(stage, phrase)) {
            /* Where nothing can be declared nobody is asked, and that is what the line says. */
            if (!phrase->pairs && stage->g->s->decision.kind == CT_DEC_PRIORITY) return true;
            stage->reason = "this player is not asked to declare anything";
            return false;
        }
    } else if (is_action(phrase) && !casts_on_resolution(stage, phrase)) {
        if (!ct_stage_give_way(stage, player)) {
            stage->reason = "this player can't act now";
            return false;
        }
    }
    return ct_stage_do(stage, phrase, anything);
}

static bool check_refused(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    struct ct_stage_mark mark;
    bool done;

    if (!ct_stage_all_there(stage, phrase) || !ct_stage_mark(stage, &mark)) return false;
    stage->trying++;
    done = carry_out(stage, phrase, true);
    stage->trying--;
    ct_stage_back(stage, &mark);
    ct_stage_forget(&mark);
    if (stage->failed) return false;
    return !done ||
           ct_stage_fail(stage, CT_ERR_SCENARIO_FALSE, phrase->span, "this is not refused");
}

/* Nothing that a line must answer is left open by the line before. */
static bool check_open(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    bool action = is_action(phrase) || ct_sc_is_declaration(phrase) || phrase->kind == CT_SC_PASSES;

    if (phrase->kind == CT_SC_CONCEDES || casts_on_resolution(stage, phrase)) return true;
    if (stage->g->s->over != CT_NOT_OVER)
        return ct_stage_fail(stage, CT_ERR_SCENARIO_STEP, phrase->span, "the game is over");
    if (action && ct_stage_choice_open(stage) && !ct_stage_answers(stage, phrase))
        return ct_stage_fail(stage, CT_ERR_SCENARIO_UNANSWERED, phrase->span,
                             "a choice is open, and this line does not answer it: %s",
                             ct_stage_decision(stage));
    if (!action && !ct_stage_choice_open(stage))
        return ct_stage_fail(stage, CT_ERR_SCENARIO_UNASKED, phrase->span,
                             "nobody is asked to choose anything");
    if (!action && !ct_stage_answers(stage, phrase))
        return ct_stage_fail(stage, CT_ERR_SCENARIO_UNASKED, phrase->span,
                             "this is not what is asked: %s", ct_stage_decision(stage));
    return true;
}

bool ct_stage_step(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    struct ct_stage_mark mark;
    bool done;

    if (phrase->kind >= CT_SC_STACK_RESOLVES) return want(stage, phrase);
    if (phrase->refused) return check_refused(stage, phrase);
    if (!check_open(stage, phrase) || !ct_stage_mark(stage, &mark)) return false;
    done = carry_out(stage, phrase, false);
    if (!done) ct_stage_back(stage, &mark);
    ct_stage_forget(&mark);
    if (done || stage->failed) return done;
    return ct_stage_fail(stage, CT_ERR_SCENARIO_STEP, phrase->span, "this can't be done: %s",
                         stage->reason ? stage->reason : "it is not among what can be done now");
}
