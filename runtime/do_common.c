/* Operands of handlers. */
#include "runtime/do_common.h"

ct_list ct_operand_list(ct_game *g, const ct_frame *f, const ct_insn *i, unsigned n)
{
    const uint16_t operands[] = {i->a, i->b, i->c, i->d, i->e};
    uint16_t slot = operands[n];
    const ct_rec_ability *a = &g->set->ability[f->ability];
    if (slot < a->nslots && g->set->word[a->slot0 + slot] == CT_T_LIST) return f->slot[slot];
    ct_ent e = f->slot[slot];
    return e ? ct_list_make(g, &e, 1) : CT_EMPTY_LIST;
}

ct_list ct_lists_joined(ct_game *g, ct_list a, ct_list b)
{
    if (!b) return a;
    ct_list l = ct_list_begin(g);
    for (uint32_t i = 0; i < ct_list_len(g, a); i++)
        ct_list_push(g, l, ct_list_at(g, a, i));
    for (uint32_t i = 0; i < ct_list_len(g, b); i++)
        ct_list_push(g, l, ct_list_at(g, b, i));
    return ct_list_end(g, l);
}
