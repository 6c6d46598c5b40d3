/* What the handlers of instructions share.
 */
#ifndef CT_DO_COMMON_H
#define CT_DO_COMMON_H

#include "runtime/vm.h"

/* The spell or ability whose effect it is: what resolves, else the source. */
static inline ct_ent ct_cause_of(const ct_frame *f)
{
    return f->self_object ? f->self_object : f->slot[CT_S_THIS];
}

/* Operand n (0: a ... 4: e) of kind X, an entity or a list, as a list; nobody is empty. */
ct_list ct_operand_list(ct_game *g, const ct_frame *f, const ct_insn *i, unsigned n);
/* a with the elements of b behind. */
ct_list ct_lists_joined(ct_game *g, ct_list a, ct_list b);

/* Exchanges control of two permanents; rec: the effect record of EXCHANGE, whose
 * L_CONTROL reads the new controller from EVPLAYER.  True if it happened. */
bool ct_exchange_control(ct_game *g, ct_frame *f, ct_ent a, ct_ent b, int32_t rec);

#endif
