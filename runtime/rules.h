/* Effects that change what the rules allow (CR 604.3, 613.11; rules.def): is
 * there one of kind K that applies to (a, b)?
 *
 * Effects in force are kept in lists by kind, made when the characteristics
 * are: a kind that no effect has costs one comparison.
 */
#ifndef CT_RULES_H
#define CT_RULES_H

#include "runtime/vm.h"

typedef struct ct_rule_hit {
    uint32_t rec; /* effect record of the set: amount, arg, cost, flags are there */
    uint32_t ability;
    ct_ent source; /* whose effect it is */
    unsigned controller;
    uint32_t index;  /* of the list; ct_rule_next goes on behind it */
    uint32_t effect; /* ordinal in pool effect + 1 if a resolution made it, else 0 */
    uint32_t id;     /* same effect, same number, as long as it lasts (for "once each turn") */
    /* what its frame is made of; good until the next ct_collect, even if the effect is over by then
     */
    ct_ent grantor;
    uint32_t capsule, whole;
} ct_rule_hit;

/* Does a rule effect of that kind apply to a (fn_affects) and b (fn_object)?
 * b nobody: only effects without an object predicate, or with one that nobody
 * satisfies, are left out: for kinds whose object is optional pass what there is. */
bool ct_rule_applies(ct_game *g, ct_rule kind, ct_ent a, ct_ent b);

/* All that apply: for (ct_rule_hit h = CT_RULE_FIRST; ct_rule_next(g, kind, a, b, &h);) */
#define CT_RULE_FIRST ((ct_rule_hit){.index = 0xffffffffu})
bool ct_rule_next(ct_game *g, ct_rule kind, ct_ent a, ct_ent b, ct_rule_hit *h);
/* Is there any effect of that kind at all? */
bool ct_rule_any(ct_game *g, ct_rule kind);
/* The amount of a hit (fn_amount), with it in CT_S_IT; dflt if it has none. */
int32_t ct_rule_amount(ct_game *g, const ct_rule_hit *h, ct_ent it, int32_t dflt);
/* A frame for other functions of the hit's record (costs). The effect may have ended meanwhile. */
void ct_rule_frame(ct_game *g, const ct_rule_hit *h, ct_small_frame *sf);

/* Kinds asked in several places. */
bool ct_can_be_target(ct_game *g, ct_ent e,
                      ct_ent by); /* hexproof, shroud, protection; by: the spell or ability */
bool ct_can_attach(ct_game *g, ct_ent attachment, ct_ent to); /* CR 301.5, 303.4, 702.16 */
bool ct_indestructible(ct_game *g, ct_ent e);

#endif
