/* The words of a step as a tape: what of them has been used for answers. */
#include "compiler/scenario_stage.h"

unsigned ct_tape_things(const struct ct_sc_thing *thing)
{
    unsigned count = 0;

    for (; thing; thing = thing->next)
        count++;
    return count;
}

uint64_t ct_tape_bits(unsigned count)
{
    return count == 0 ? 1 : count >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << count) - 1;
}

bool ct_sc_is_declaration(const struct ct_sc_phrase *phrase)
{
    return phrase->kind == CT_SC_ATTACKS || phrase->kind == CT_SC_BLOCKS;
}

bool ct_tape_of(struct ct_stage *stage, struct ct_tape *tape, const struct ct_sc_phrase *phrase)
{
    *tape = (struct ct_tape){.phrase = phrase};
    for (const struct ct_sc_clause *c = phrase->clauses; c; c = c->next) {
        if (tape->count == CT_TAPE_CLAUSES || ct_tape_things(c->things) > CT_TAPE_THINGS)
            return ct_stage_fail(stage, CT_ERR_SCENARIO_SYNTAX, c->span,
                                 "there is too much of this in one step");
        tape->clause[tape->count++] = c;
    }
    if (ct_sc_is_declaration(phrase)) {
        for (const struct ct_sc_pair *pair = phrase->pairs; pair; pair = pair->next)
            tape->things++;
    } else {
        tape->things = ct_tape_things(phrase->things);
    }
    if (tape->things > CT_TAPE_THINGS)
        return ct_stage_fail(stage, CT_ERR_SCENARIO_SYNTAX, phrase->span,
                             "there is too much of this in one step");
    return true;
}

/* Of a division the last amount is what is left, and nobody asks for it. */
static bool divided(const struct ct_tape *tape, const struct ct_sc_thing *things, uint64_t used)
{
    const struct ct_sc_thing *last = NULL;
    unsigned bit = 0, left = 0;

    for (const struct ct_sc_thing *thing = things; thing; thing = thing->next, bit++)
        if (!(used & ((uint64_t)1 << bit))) last = thing, left++;
    return left == 0 || (left == 1 && used && last->amount == tape->left);
}

bool ct_tape_used(const struct ct_tape *tape, unsigned i)
{
    const struct ct_sc_clause *c = tape->clause[i];

    if (c->kind == CT_SC_C_DIVIDING && divided(tape, c->things, tape->used[i])) return true;
    return tape->used[i] == ct_tape_bits(ct_tape_things(c->things));
}

bool ct_tape_all_used(const struct ct_tape *tape)
{
    for (unsigned i = 0; i < tape->count; i++)
        if (!ct_tape_used(tape, i)) return false;
    if (!tape->answer) return tape->begun;
    if (tape->phrase->kind == CT_SC_DIVIDES &&
        divided(tape, tape->phrase->things, tape->things_used))
        return true;
    return tape->things ? tape->things_used == ct_tape_bits(tape->things) : tape->closed;
}

int ct_tape_clause(const struct ct_tape *tape, enum ct_sc_clause_kind kind)
{
    for (unsigned i = 0; i < tape->count; i++)
        if (tape->clause[i]->kind == kind && !ct_tape_used(tape, i)) return (int)i;
    return -1;
}

bool ct_tape_has(const struct ct_tape *tape, enum ct_sc_clause_kind kind)
{
    for (unsigned i = 0; i < tape->count; i++)
        if (tape->clause[i]->kind == kind) return true;
    return false;
}

bool ct_tape_says_all(const struct ct_tape *tape, const ct_decision_rec *d)
{
    if (tape->answer) return false;
    return (d->kind == CT_DEC_PICK && ct_tape_has(tape, CT_SC_C_PICKING)) ||
           (d->kind == CT_DEC_TARGET && ct_tape_has(tape, CT_SC_C_TARGETING));
}
