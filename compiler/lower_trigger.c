/* What a triggered ability waits for [CR 603.2]: its trigger records. */
#include "compiler/lower_event.h"

/* ---- steps: "at the beginning of your upkeep" ------------------------------------------------------------ */

static bool step_of(const ct_node *np, int32_t *step)
{
    const ct_node *head = ct_head_word(np);
    if (!ct_is(head, CT_NOUN))
        return false;
    switch (head->num) {
    case CT_N_UPKEEP:
    case CT_N_UPKEEP_STEP: *step = CT_STEP_UPKEEP; return true;
    case CT_N_UNTAP_STEP: *step = CT_STEP_UNTAP; return true;
    case CT_N_DRAW_STEP: *step = CT_STEP_DRAW; return true;
    case CT_N_PRECOMBAT_MAIN_PHASE: *step = CT_STEP_MAIN1; return true;
    case CT_N_POSTCOMBAT_MAIN_PHASE: *step = CT_STEP_MAIN2; return true;
    case CT_N_COMBAT:
    case CT_N_COMBAT_PHASE: *step = CT_STEP_BEGIN_COMBAT; return true;
    case CT_N_END_OF_COMBAT: *step = CT_STEP_END_COMBAT; return true;
    case CT_N_END_STEP: *step = CT_STEP_END; return true;
    case CT_N_CLEANUP_STEP: *step = CT_STEP_CLEANUP; return true;
    case CT_N_DECLARE_ATTACKERS_STEP: *step = CT_STEP_ATTACKERS; return true;
    case CT_N_DECLARE_BLOCKERS_STEP: *step = CT_STEP_BLOCKERS; return true;
    default: return false;
    }
}

/* "on your turn" after "combat" */
static bool on_turn(struct ct_low *low, struct ct_fn *fn, ct_node *pp, int32_t no)
{
    ct_node *turn = ct_is(pp, CT_PP) ? pp->kid[CT_PP_OBJECT] : NULL;
    if (!turn || (pp->num != CT_PREP_ON && pp->num != CT_PREP_OF) ||
        !ct_head_is(turn, CT_N_TURN) || turn->kind != CT_NP)
        return ct_low_refuse(low, pp, "this time");
    ct_see(pp);
    ct_see(turn);
    ct_see_all(turn->kid[CT_NP_WORDS]);
    if (turn->kid[CT_NP_POSSESSOR])
        return ct_low_test_player(low, fn, turn->kid[CT_NP_POSSESSOR], CT_S_EVPLAYER, no);
    if (turn->num == CT_DET_EACH)
        return true;
    return ct_low_refuse(low, turn, "this time");
}

static bool step(struct ct_low *low, struct ct_fn *fn, ct_node *np, int32_t no)
{
    int32_t which;
    if (!ct_is(np, CT_NP) || !step_of(np, &which))
        return ct_low_refuse(low, np, "this time");
    if (np->kid[CT_NP_QUANTITY] || (np->flags & CT_F_TARGET))
        return ct_low_refuse(low, np, "this time");
    if (low->this_turn_ok && np->num == CT_DET_THE && np->nkids == CT_NP_REST && !ct_low_has_state(np, CT_WSTATE_NEXT))
        return ct_low_error(low, CT_ERR_INCOMPLETE, np, "which one: \"the next\"?");
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    uint16_t is = ct_low_num(low), want = ct_low_const(low, fn, which);
    ct_op3(fn, CT_OP_EQ, is, CT_S_EVNUM, want, 0);
    ct_low_unless(fn, is, false, no);
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        if (!on_turn(low, fn, np->kid[i], no))
            return false;
    ct_node *whose = np->kid[CT_NP_POSSESSOR];
    if (whose && !ct_low_test_player(low, fn, whose, CT_S_EVPLAYER, no))
        return false;
    if (whose && whose->kind == CT_NP && !ct_low_is_reference(whose))
        ct_low_define(whose, (ct_val){CT_T_ENT, CT_S_EVPLAYER}, 0);
    return true;
}

static bool at(struct ct_low *low, ct_node *time, ct_rec_trigger *out)
{
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(fn);
    ct_node *of = time;
    fn->span = time->span;
    if (ct_is(time, CT_NP) && ct_head_is(time, CT_N_BEGINNING)) {
        ct_node *pp = time->nkids == CT_NP_REST + 1 ? time->kid[CT_NP_REST] : NULL;
        if (!ct_is(pp, CT_PP) || pp->num != CT_PREP_OF)
            return ct_low_refuse(low, time, "this time");
        ct_see(time);
        ct_see_all(time->kid[CT_NP_WORDS]);
        ct_see(pp);
        of = pp->kid[CT_PP_OBJECT];
    } else if (!ct_head_is(time, CT_N_END_OF_COMBAT)) {
        return ct_low_refuse(low, time, "this time");
    }
    bool ok = step(low, fn, of, no);
    ct_low_finish_test(low, fn, no);
    *out = (ct_rec_trigger){.event = CT_EV_STEP, .fn = fn->index};
    return ok;
}

/* ---- state triggers [CR 603.8]: "when you control no Islands" ------------------------------------------------ */

static bool is_state(const ct_node *event)
{
    if (event->kind != CT_CLAUSE || (event->flags & (CT_F_PASSIVE | CT_F_PAST | CT_F_PERFECT)))
        return false;
    return event->num == CT_V_CONTROL || event->num == CT_V_HAVE || event->num == CT_V_BE ||
           event->num == CT_V_OWN;
}

/* "attacks and isn't blocked": the second clause */
static ct_node *isnt_blocked(const ct_node *event)
{
    if (event->kind != CT_AND || event->nkids != 2 || !ct_is(event->kid[0], CT_CLAUSE) || !ct_is(event->kid[1], CT_CLAUSE))
        return NULL;
    const ct_node *attack = event->kid[0];
    ct_node *be = event->kid[1];
    if (attack->num != CT_V_ATTACK || attack->kid[CT_CLAUSE_OBJECT] || attack->nkids > CT_CLAUSE_REST ||
        ct_low_is_you(attack->kid[CT_CLAUSE_SUBJECT]) || be->num != CT_V_BE || !(be->flags & CT_F_NOT) ||
        be->nkids > CT_CLAUSE_REST || !ct_is(be->kid[CT_CLAUSE_SUBJECT], CT_SAME) ||
        !ct_is(be->kid[CT_CLAUSE_OBJECT], CT_NP) || !ct_low_has_state(be->kid[CT_CLAUSE_OBJECT], CT_WSTATE_BLOCKED) ||
        !ct_one_word(be->kid[CT_CLAUSE_OBJECT]))
        return NULL;
    return be;
}

static bool one_event(struct ct_low *low, ct_node *event, ct_rec_trigger *out, ct_rec_ability *rec)
{
    if (event->kind == CT_AT) {
        ct_see(event);
        return at(low, event->kid[CT_AT_TIME], out);
    }
    if (is_state(event)) {
        *out = (ct_rec_trigger){.event = CT_EV_STATE};
        return ct_low_condition(low, event, &out->fn);
    }
    struct ct_event_low e;
    ct_node *unblocked = isnt_blocked(event);
    if (unblocked) {
        ct_see(event);
        event = event->kid[0];
    }
    if (!ct_low_event_clause(low, event, false, &e))
        return false;
    if (unblocked) {
        ct_see_all(unblocked);
        e.kind = CT_EV_UNBLOCKED;
        low->defending = 0;
    }
    *out = (ct_rec_trigger){.event = e.kind, .fn = e.fn->index};
    if (e.batch)
        rec->flags |= CT_ABF_BATCH;
    if (e.each_one)
        rec->flags |= CT_ABF_EACH_ONE;
    /* an Aura is found where it went after what it enchanted [CR 400.7f] */
    if (e.moves && (ct_low_is_self(e.mover) || (e.mover && ct_attached_np(e.mover))))
        low->self_moved = e.moves;
    return true;
}

/* "blocks or becomes blocked by a creature": each way the creature is another role of the event, and "that creature"
 * is the one that it is [CR 509.3]. */
static bool blocks_either_way(struct ct_low *low, ct_node *event, ct_rec_trigger *out, ct_rec_ability *rec)
{
    ct_node *active = event->kid[0], *passive = event->kid[1];
    ct_node **object = &active->kid[CT_CLAUSE_OBJECT], *own = *object;
    ct_node *by = passive->nkids > CT_CLAUSE_REST ? passive->kid[CT_CLAUSE_REST]->kid[CT_PP_OBJECT] : NULL;
    if (!ct_low_is_self(active->kid[CT_CLAUSE_SUBJECT]))
        return ct_low_refuse(low, event, "this event");
    if (!own)
        *object = by;
    bool ok = one_event(low, active, &out[0], rec) && one_event(low, passive, &out[1], rec);
    *object = own;
    low->either_way[0] = own ? own : by;
    low->either_way[1] = by;
    return ok;
}

static bool is_either_way(const ct_node *event)
{
    if (event->nkids != 2 || !ct_is(event->kid[0], CT_CLAUSE) || !ct_is(event->kid[1], CT_CLAUSE))
        return false;
    const ct_node *active = event->kid[0], *passive = event->kid[1];
    return active->num == CT_V_BLOCK && passive->num == CT_V_BLOCK && !(active->flags & CT_F_PASSIVE) &&
           (passive->flags & CT_F_PASSIVE) && passive->nkids == CT_CLAUSE_REST + 1 &&
           ct_is(passive->kid[CT_CLAUSE_REST], CT_PP);
}

enum { MOST_EVENTS = 16 };

bool ct_low_event(struct ct_low *low, ct_node *event, ct_rec_ability *rec)
{
    ct_rec_trigger triggers[MOST_EVENTS];
    uint32_t count = 0;
    if (!event)
        return false;
    if (event->kind == CT_OR && is_either_way(event)) {
        ct_see(event);
        count = 2;
        if (!blocks_either_way(low, event, triggers, rec))
            return false;
    } else if (event->kind == CT_OR) {
        ct_see(event);
        if (event->nkids > MOST_EVENTS)
            return ct_low_refuse(low, event, "so many events");
        for (uint32_t i = 0; i < event->nkids; i++)
            if (!one_event(low, event->kid[i], &triggers[count++], rec))
                return false;
    } else if (!one_event(low, event, &triggers[count++], rec)) {
        return false;
    }
    rec->trig0 = ct_emit_trigger(low->emit, triggers, count);
    rec->ntrigs = count;
    return true;
}
