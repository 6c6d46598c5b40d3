/* What effects do to the mana part of a cost [CR 601.2f, 118.7]. */
#ifndef CT_BILL_H
#define CT_BILL_H

#include "runtime/mana.h"

/* Increases, then reductions, then what sets it: of a spell (as it would be, or on
 * the stack) or, with ability, of an activated ability of e. */
void ct_bill_modify(ct_game *g, unsigned player, ct_ent e, bool ability, ct_bill *b);

#endif
