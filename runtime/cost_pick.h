/* What cost.c and pay.c share: the objects a cost can be paid with. */
#ifndef CT_COST_PICK_H
#define CT_COST_PICK_H

#include "runtime/vm.h"

/* How much of it there is to pay. */
int32_t ct_cost_amount(ct_game *g, ct_frame *f, const ct_rec_cost *c);
/* Is it paid with objects that the player picks? */
bool ct_cost_picks(const ct_rec_cost *c);
uint32_t ct_cost_zones(const ct_rec_cost *c);
bool ct_cost_candidate(ct_game *g, unsigned player, ct_frame *f, const ct_rec_cost *c, ct_ent e);
/* How much of the amount this object pays (one; its power for crew; its counters). */
int32_t ct_cost_weight(ct_game *g, ct_frame *f, const ct_rec_cost *c, ct_ent e);
/* The end of the cost, or of the alternatives joined by OR, that begin with cost i of the list. */
uint32_t ct_cost_run(const ct_game *g, uint32_t cost0, uint32_t ncosts, uint32_t i);
/* Can this one cost be paid, mana included? */
bool ct_cost_payable(ct_game *g, unsigned player, ct_frame *f, uint32_t cost);

#endif
