/* The turn [CR 500-514], priority [CR 117], and how a game begins and ends [CR 103, 104].
 *
 * The task GAME is the base of a game's stack of tasks: it plays turns until the
 * game is over.  Turn, step and active player are in ct_state; what has been
 * added to or is left out of a turn is there too.
 */
#ifndef CT_TURN_H
#define CT_TURN_H

#include "runtime/task.h"

#define CT_SKIP_COMBAT_BIT (1u << 16) /* of ct_player.skip_steps */

/* Task: turns until the game is over.  With at_step the turn that is under way
 * goes on from the step in ct_state, whose turn-based actions are taken to have
 * happened, with the active player receiving priority. */
void ct_start_game(ct_game *g, bool at_step);
/* Task: players receive priority in turn until all pass in succession on an empty
 * stack [CR 117.4]. */
void ct_start_priority(ct_game *g);
/* Task: combat damage of the current step [CR 510]; declarations [CR 508, 509]. */
void ct_start_combat_damage(ct_game *g, bool first);
void ct_start_attackers(ct_game *g);
void ct_start_blockers(ct_game *g);
/* Does anything in combat have first strike or double strike [CR 510.4]? */
bool ct_first_strike_in_combat(ct_game *g);
bool ct_any_attackers(ct_game *g);
/* Removes an object from combat [CR 506.4]; all of them. */
void ct_remove_from_combat(ct_game *g, ct_ent e);
void ct_end_combat(ct_game *g);
/* Task: discards to hand size, ends damage and effects [CR 514]. */
void ct_start_cleanup(ct_game *g);
int32_t ct_maximum_hand_size(ct_game *g, unsigned player);

/* The next player in turn order who is in the game, after p. */
unsigned ct_next_player(const ct_game *g, unsigned p);
/* Ends the game if at most one player is left [CR 104.2a, 104.4a]. */
void ct_check_over(ct_game *g);
/* The player leaves the game [CR 104.3a]; not a thing that can be replaced. */
void ct_concede(ct_game *g, unsigned player);

#endif
