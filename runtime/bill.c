/* Cost changes: increases first, then reductions, then what sets the total [CR 601.2f]. */
#include "runtime/bill.h"

#include "runtime/rules.h"

void ct_bill_modify(ct_game *g, unsigned player, ct_ent e, bool ability, ct_bill *b)
{
    const ct_ent me = ct_player_ent(player);
    if (!ct_rule_any(g, CT_RULE_COST) && !ct_rule_any(g, CT_RULE_SPEND_ANY)) return;
    static const ct_costmod order[] = {CT_COSTMOD_MORE, CT_COSTMOD_LESS, CT_COSTMOD_SET};
    for (unsigned i = 0; i < 3; i++)
        for (ct_rule_hit h = CT_RULE_FIRST; ct_rule_next(g, CT_RULE_COST, me, e, &h);) {
            const ct_rec_effect *rec = &g->set->effect[h.rec];
            if ((rec->arg & 15u) != order[i] || ((rec->arg & CT_COSTMOD_ABILITY) != 0) != ability ||
                rec->fn_amount == CT_NONE)
                continue;
            const int32_t n = ct_rule_amount(g, &h, e, 0);
            if (n <= 0 && order[i] != CT_COSTMOD_SET) continue;
            if (order[i] == CT_COSTMOD_MORE)
                b->generic += (uint32_t)n;
            else if (order[i] == CT_COSTMOD_LESS)
                ct_bill_reduce(b, (uint32_t)n);
            else
                *b = (ct_bill){.generic = n > 0 ? (uint32_t)n : 0};
        }
    for (ct_rule_hit h = CT_RULE_FIRST; ct_rule_next(g, CT_RULE_SPEND_ANY, me, e, &h);)
        b->spend_any |= g->set->effect[h.rec].arg == 1 ? CT_SPEND_TYPE : CT_SPEND_COLOR;
}
