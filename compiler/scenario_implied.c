/* What needs no words: which answer a decision has when no line says it, and which lines answer
 * one. */
#include "compiler/scenario_stage.h"

#include "runtime/codes.h"

int ct_stage_option(const struct ct_stage *stage, ct_option_kind kind)
{
    if (ct_decision_is_range(stage->g)) return -1;
    for (uint32_t i = 0; i < stage->g->s->decision.noptions; i++)
        if (stage->g->option[i].kind == (uint32_t)kind) return (int)i;
    return -1;
}

int64_t ct_stage_in_range(const struct ct_stage *stage, int64_t value)
{
    const ct_decision_rec *d = &stage->g->s->decision;

    return value < d->lo || value > d->hi ? -1 : value - d->lo;
}

bool ct_stage_asks_declaration(const ct_decision_rec *d)
{
    return d->kind == CT_DEC_ATTACKER || d->kind == CT_DEC_BLOCKER;
}

/* The same effect of several objects: which of them applies first makes no difference. */
static int64_t implied_replacement(const struct ct_stage *stage)
{
    for (uint32_t i = 1; i < stage->g->s->decision.noptions; i++)
        if (stage->g->option[i].c != stage->g->option[0].c) return -1;
    return 0;
}

/* Mana from the pool first, then from lands. */
static int64_t implied_payment(struct ct_stage *stage)
{
    const ct_game *g = stage->g;
    int mana = ct_stage_option(stage, CT_OPT_MANA);

    if (mana >= 0) return mana;
    for (uint32_t i = 0; i < g->s->decision.noptions; i++)
        if (g->option[i].kind == CT_OPT_ACTIVATE &&
            ct_chars_of(stage->g, g->option[i].a)->types & CT_TYPE_LAND)
            return i;
    return ct_stage_option(stage, CT_OPT_DONE);
}

int64_t ct_stage_implied(struct ct_stage *stage, const struct ct_tape *tape)
{
    const ct_decision_rec *d = &stage->g->s->decision;

    if (d->kind == CT_DEC_PRIORITY || ct_stage_asks_declaration(d)) return -1;
    if (tape && ct_tape_says_all(tape, d)) return -1;
    if (d->noptions == 1) return 0;
    if (d->kind == CT_DEC_PAY) return implied_payment(stage);
    if (d->kind == CT_DEC_REPLACEMENT) return implied_replacement(stage);
    if (d->kind == CT_DEC_COST && tape && !tape->answer) {
        if (ct_decision_is_range(stage->g)) return ct_stage_in_range(stage, 0);
        for (uint32_t i = 0; i < d->noptions; i++)
            if (stage->g->option[i].kind == CT_OPT_NUMBER && stage->g->option[i].b == CT_NONE)
                return i;
        if (ct_stage_option(stage, CT_OPT_NO) >= 0) return ct_stage_option(stage, CT_OPT_NO);
        if (ct_stage_option(stage, CT_OPT_LIFE) >= 0) return ct_stage_option(stage, CT_OPT_MANA);
    }
    if (d->kind == CT_DEC_TRIGGER_ORDER && !stage->strict) return 0;
    return -1;
}

bool ct_stage_answers(const struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    const ct_decision_rec *d = &stage->g->s->decision;

    if (!phrase || phrase->section != CT_SC_WHEN || phrase->player != d->player + 1) return false;
    switch (phrase->kind) {
    case CT_SC_CHOOSES:
    case CT_SC_PICKS:
        return d->kind != CT_DEC_PRIORITY && d->kind != CT_DEC_PAY && d->kind != CT_DEC_ATTACKER &&
               d->kind != CT_DEC_BLOCKER && d->kind != CT_DEC_TRIGGER_ORDER;
    case CT_SC_DOES:
    case CT_SC_DOES_NOT:
    case CT_SC_PAYS:
    case CT_SC_PAYS_NOT:
        return d->kind == CT_DEC_YESNO || d->kind == CT_DEC_COST;
    case CT_SC_PUTS:
    case CT_SC_LEAVES:
        return d->kind == CT_DEC_YESNO || d->kind == CT_DEC_PICK || d->kind == CT_DEC_ORDER;
    case CT_SC_FINDS:
        return d->kind == CT_DEC_PICK || d->kind == CT_DEC_YESNO;
    case CT_SC_ORDERS:
        return d->kind == CT_DEC_ORDER || d->kind == CT_DEC_TRIGGER_ORDER;
    case CT_SC_APPLIES:
        return d->kind == CT_DEC_REPLACEMENT;
    case CT_SC_DIVIDES:
        return d->kind == CT_DEC_DIVIDE || d->kind == CT_DEC_DAMAGE;
    case CT_SC_KEEPS:
        return d->kind == CT_DEC_KEEP || d->kind == CT_DEC_PICK;
    case CT_SC_ATTACKS:
        return d->kind == CT_DEC_ATTACKER;
    case CT_SC_BLOCKS:
        return d->kind == CT_DEC_BLOCKER;
    default:
        return false;
    }
}
