/* What bytecode asks of objects and players: the properties of props.def and the instructions that
 * look at the game (GETN ... LINKED). Objects that are gone answer with last-known information
 * (CR 608.2h); who has no such property gives 0 or nobody.
 */
#ifndef CT_VM_LOOK_H
#define CT_VM_LOOK_H

#include "runtime/vm.h"

int32_t ct_look_number(ct_game *g, ct_ent e, unsigned nprop); /* CT_NP_* */
ct_ent ct_look_entity(ct_game *g, ct_ent e, unsigned eprop);  /* CT_EP_* */

/* How often the additional cost of a keyword was paid for spell or permanent e (CR 601.2b, 702.33).
 */
int32_t ct_look_paid(ct_game *g, ct_ent e, uint32_t keyword);
/* Mana symbols of those colors among the mana costs of permanents the player controls (CR 700.5).
 */
int32_t ct_look_devotion(ct_game *g, ct_ent who, uint32_t colors);
/* Can e be chosen where a card says "any target" (CR 115.4)? */
bool ct_look_any_target(ct_game *g, ct_ent e);
/* Do a and b share a characteristic of a kind (CT_SH_*)? */
bool ct_look_shares(ct_game *g, ct_ent a, ct_ent b, unsigned kind);
/* Does e fit what was chosen for `self` (CT_CH_*; CR 607.2d)? */
bool ct_look_is_chosen(ct_game *g, ct_ent self, ct_ent e, unsigned kind);

/* Objects in zones in order: battlefield, stack and the like in order of arrival, private zones
 * player by player; with CT_ZM_PLAYERS the players in APNAP order (CR 101.4) at the end. What is
 * phased out is treated as though it does not exist (CR 702.26b). */
typedef struct ct_zones {
    uint32_t zones; /* still to come, the one at hand included */
    unsigned zone, player;
    ct_ent at;
} ct_zones;
ct_zones ct_zones_walk(uint32_t zone_mask);
ct_ent ct_zones_next(ct_game *g, ct_zones *w); /* nobody at the end */

#endif
