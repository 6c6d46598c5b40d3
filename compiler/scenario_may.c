/* "Alice may cast Bear", "Bob can't block": whether something can be done is found out by doing it.
 */
#include "compiler/scenario_stage.h"

static bool reach(struct ct_stage *stage, const struct ct_sc_phrase *action)
{
    switch (action->kind) {
    case CT_SC_ATTACKS:
    case CT_SC_BLOCKS:
        return ct_stage_reach_combat(stage, action);
    case CT_SC_CHOOSES:
        return ct_stage_choice_open(stage) && ct_stage_answers(stage, action);
    default:
        return !ct_stage_choice_open(stage) &&
               ct_stage_give_way(stage, (unsigned)action->player - 1);
    }
}

bool ct_stage_check_may(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    struct ct_stage_mark mark;
    bool possible;

    if (!phrase->action || !ct_stage_mark(stage, &mark)) return false;
    stage->trying++;
    stage->reason = NULL;
    possible = reach(stage, phrase->action) && ct_stage_do(stage, phrase->action, true);
    stage->trying--;
    ct_stage_back(stage, &mark);
    ct_stage_forget(&mark);
    if (stage->failed) return false;
    if (possible != phrase->negated) return true;
    if (possible)
        return ct_stage_fail(stage, CT_ERR_SCENARIO_FALSE, phrase->span, "this can be done");
    return ct_stage_fail(stage, CT_ERR_SCENARIO_FALSE, phrase->span, "this can't be done: %s",
                         stage->reason ? stage->reason : "it is not among what can be done now");
}
