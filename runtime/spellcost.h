/* What a spell costs [CR 601.2b, 601.2f]: alternative costs, additional costs, and
 * the parts of the total cost.
 */
#ifndef CT_SPELLCOST_H
#define CT_SPELLCOST_H

#include "runtime/permission.h"

#define CT_MAX_EXTRAS 8u

/* The extra-cost abilities of a face, in the order in which ct_object.paid counts
 * them: indices of its printed abilities (ct_face_chars(g, face)->abils). */
uint32_t ct_extra_costs(ct_game *g, uint32_t face, uint32_t out[CT_MAX_EXTRAS]);

/* The alternative cost number n (from 1) that effects offer for the spell; false when
 * there are not so many.  Number 0 is what the play itself says. */
bool ct_alternative_cost(ct_game *g, const ct_play *play, uint32_t n, ct_rule_hit *hit);

/* One run of costs of a spell and the ability whose frame it is read with. */
typedef struct ct_cost_part {
    uint32_t ability, cost0, ncosts, times;
    uint32_t own;     /* read with the spell's own frame (its capsule) */
    uint32_t has_hit; /* read with the frame of this rule effect */
    ct_rule_hit hit;
} ct_cost_part;
#define CT_MAX_PARTS 16u

/* All parts of the total cost of a spell e (the card as looked at, or on the
 * stack) that is played so, with alternative n, those extra costs (4 bits each)
 * and modes; what is mana and nothing else is in the bill.  x: the value of X.
 * False when there is no such cost to pay [CR 118.6]. */
bool ct_spell_cost(ct_game *g, const ct_play *play, ct_ent e, uint32_t alternative, uint32_t paid,
                   uint32_t modes, uint32_t x, ct_bill *bill, ct_cost_part part[CT_MAX_PARTS],
                   uint32_t *nparts);

/* Can the spell (looked at with ct_look_as) be paid for in some way? */
bool ct_spell_affordable(ct_game *g, const ct_play *play, const ct_supply *supply);
/* The same for one alternative and those extra costs. */
bool ct_spell_payable(ct_game *g, const ct_play *play, ct_ent e, uint32_t alternative,
                      uint32_t paid, uint32_t modes, uint32_t x, const ct_supply *supply);
/* Is there an {X} in what is paid, or a cost that names X? */
bool ct_spell_has_x(ct_game *g, const ct_play *play, ct_ent e, uint32_t alternative, uint32_t paid);

#endif
