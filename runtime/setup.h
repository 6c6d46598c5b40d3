/* Positions: a game put together as a scenario describes it, then begun in the
 * middle of a step.
 *
 *     ct_game *g = ct_game_bare(set, 2, seed);
 *     ct_setup_turn(g, 1, 0, CT_STEP_MAIN1);
 *     ct_ent bear = ct_setup_card(g, card, CT_NONE, 0, 0, CT_ZONE_BATTLEFIELD, CT_AT_END);
 *     ct_setup_begin(g);
 *     ct_run(g);     // the active player has priority
 *
 * Nothing here is an event: nothing triggers, is replaced or is remembered of the
 * turn.  Everything returns false or nobody when it makes no sense (a card that is
 * not in the set, a counter on nothing) or the limits are reached.
 */
#ifndef CT_SETUP_H
#define CT_SETUP_H

#include "runtime/game.h"
#include "runtime/object.h"

/* A card in a zone: face CT_NONE is the first; at: place from the front of its
 * zone (a library's top is 0), or CT_AT_END.  On the battlefield it is untapped,
 * under that controller since before this turn, a planeswalker with its printed
 * loyalty. */
ct_ent ct_setup_card(ct_game *g, uint32_t card, uint32_t face, unsigned owner, unsigned controller,
                     ct_zone zone, uint32_t at);
/* A token of that face on the battlefield. */
ct_ent ct_setup_token(ct_game *g, uint32_t face, unsigned controller);
bool ct_setup_tapped(ct_game *g, ct_ent e, bool tapped);
/* Has it come under its controller's control this turn [CR 302.6]? */
bool ct_setup_sick(ct_game *g, ct_ent e, bool sick);
bool ct_setup_counters(ct_game *g, ct_ent e, uint32_t symbol, uint32_t n); /* players too */
bool ct_setup_damage(ct_game *g, ct_ent e, int32_t damage);
bool ct_setup_attached(ct_game *g, ct_ent attachment, ct_ent to);
bool ct_setup_facedown(ct_game *g, ct_ent e, bool facedown);
/* It is a copy of that face's object [CR 707]. */
bool ct_setup_copy_of(ct_game *g, ct_ent e, uint32_t face);
/* An exiled card whose owner's (that player's) Adventure has resolved [CR 715.3d]. */
bool ct_setup_on_adventure(ct_game *g, ct_ent e, unsigned player);

void ct_setup_life(ct_game *g, unsigned player, int32_t life);
/* n mana of one type (bit 0..5 WUBRGC) in the pool. */
void ct_setup_mana(ct_game *g, unsigned player, uint32_t type, uint32_t n);
void ct_setup_unlimited_mana(ct_game *g, unsigned player, bool unlimited);
void ct_setup_lands_played(ct_game *g, unsigned player, uint32_t n);

/* It is that turn of the game (from 1), that player's, in that step, whose turn-based
 * actions are done. */
void ct_setup_turn(ct_game *g, uint32_t turn, unsigned active, ct_step step);
/* The creature attacks that player or permanent; blocker blocks attacker. */
bool ct_setup_attacking(ct_game *g, ct_ent e, ct_ent attacked);
bool ct_setup_blocking(ct_game *g, ct_ent blocker, ct_ent attacker);

/* The position is complete: the active player will receive priority. */
void ct_setup_begin(ct_game *g);

#endif
