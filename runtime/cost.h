/* Costs [CR 118]: whether they can be paid, and paying them.
 *
 * A cost list is a run of cost records of one ability, read with a frame of that
 * ability: predicates and amounts are its functions, and "what the cost used up"
 * goes into its slots.  The frame is one of three: that of the spell or ability
 * on the stack (its capsule, `holder`), one that lies in another task's locals
 * (`frame_at`, an offset in pool task), or one of the payment's own.
 *
 * The source of a cost is CT_S_THIS of the frame: what {T} taps, what "sacrifice
 * this" sacrifices.
 */
#ifndef CT_COST_H
#define CT_COST_H

#include "runtime/mana.h"
#include "runtime/vm.h"

/* Can each cost of the list, mana excepted, be paid by the player [CR 118.3]?
 * The mana is added to the bill (may be NULL) instead. */
bool ct_costs_payable(ct_game *g, unsigned player, ct_frame *f, uint32_t cost0, uint32_t ncosts,
                      ct_bill *bill);
/* Adds the list's mana to a bill, times over. */
void ct_costs_bill(ct_game *g, ct_frame *f, uint32_t cost0, uint32_t ncosts, uint32_t times,
                   ct_bill *bill);
bool ct_costs_have_mana(const ct_game *g, uint32_t cost0, uint32_t ncosts);
/* Is {T} or {Q} in it? */
bool ct_costs_tap(const ct_game *g, uint32_t cost0, uint32_t ncosts);
/* Does a cost of the list depend on the value of X [CR 107.3]? */
bool ct_costs_use_x(const ct_game *g, uint32_t ability, uint32_t cost0, uint32_t ncosts);

enum {
    CT_PAYF_NO_MANA = 1, /* the mana was billed elsewhere */
    CT_PAYF_FOR_MANA = 2 /* the cost of a mana ability */
};
typedef struct ct_paycosts_locals {
    uint32_t player, ability, cost0, ncosts, flags;
    ct_ent holder, source;
    uint32_t frame_at, i, spent, skip;
    int32_t amount, weight;
    uint32_t npicked;
    ct_ent picked[64];
    ct_bill bill;
    ct_small_frame sf;
} ct_paycosts_locals;

/* Task: pays the list.  s->ret: 1, or 0 when it turned out to be impossible
 * (some of it may be paid then: whoever needs all or nothing marks before, see
 * undo.h); s->ret2: the mana spent, as ct_object.spent.  The frame: see above;
 * when it is the payment's own, the caller fills l->sf after the call. */
ct_paycosts_locals *ct_start_pay_costs(ct_game *g, unsigned player, uint32_t ability,
                                       uint32_t cost0, uint32_t ncosts, uint32_t flags);

/* Task: pays life, which is losing it [CR 119.4]. */
void ct_start_pay_life(ct_game *g, unsigned player, int32_t amount, ct_ent source);
bool ct_can_pay_life(ct_game *g, unsigned player, int32_t amount);

/* Types of mana (mask) that a player does not lose as steps end. */
uint32_t ct_kept_mana(ct_game *g, unsigned player);

/* A creature whose {T} and {Q} can't be used [CR 302.6]. */
bool ct_is_sick(ct_game *g, ct_ent e);
/* Is there a rule effect of that kind with that arg on e? */
bool ct_rule_applies_arg(ct_game *g, ct_rule kind, ct_ent e, uint32_t arg);

#endif
