/* Operands of instructions that are an entity or a list. */
#ifndef CT_OPERAND_H
#define CT_OPERAND_H

#include "runtime/vm.h"

/* The slot as a list: an entity is a list of one, nobody the empty list. */
static inline ct_list ct_operand_list(ct_game *g, const ct_frame *f, uint16_t slot)
{
    const ct_rec_ability *a = &g->set->ability[f->ability];
    const uint32_t v = f->slot[slot];
    if (slot < a->nslots && g->set->word[a->slot0 + slot] == CT_T_LIST) return v;
    return v ? ct_list_make(g, &v, 1) : CT_EMPTY_LIST;
}

/* What an instruction's events name as their cause: the spell or ability that is
 * resolving, else the source. */
static inline ct_ent ct_operand_cause(const ct_frame *f)
{
    return f->self_object ? f->self_object : f->slot[CT_S_THIS];
}

#endif
