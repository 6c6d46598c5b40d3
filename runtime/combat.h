/* What the combat files share: who attacks, who may block whom [CR 506-509].
 */
#ifndef CT_COMBAT_H
#define CT_COMBAT_H

#include "runtime/rules.h"
#include "runtime/turn.h"

bool ct_is_attacking(const ct_game *g, ct_ent e);
bool ct_is_blocking(const ct_game *g, ct_ent e);
/* The player defending against what attacks `attacked` [CR 508.5]: a player, or the
 * controller of a planeswalker or battle; CT_NOBODY when it is gone. */
ct_ent ct_defending_player(ct_game *g, ct_ent attacked);

/* May the creature be declared as an attacker of that player or permanent [CR 508.1a, c]? */
bool ct_can_attack(ct_game *g, ct_ent e, ct_ent attacked);
/* May blocker be declared as blocking attacker, by itself [CR 509.1a-b]? */
bool ct_can_block(ct_game *g, ct_ent blocker, ct_ent attacker);
/* How many creatures it can block at most [CR 509.1a]. */
uint32_t ct_most_blocked(ct_game *g, ct_ent blocker);
/* By how few and how many creatures it can be blocked. */
uint32_t ct_min_blockers(ct_game *g, ct_ent attacker);
uint32_t ct_max_blockers(ct_game *g, ct_ent attacker);

/* The k-th creature that blocks attacker, or that blocker blocks; nobody at the end. */
ct_ent ct_blocker_of(const ct_game *g, ct_ent attacker, uint32_t k);
ct_ent ct_blocked_by(const ct_game *g, ct_ent blocker, uint32_t k);

#endif
