/* Triggered abilities (CR 603): found by event kind, remembered as pending, put
 * on the stack before a player gets priority.
 */
#ifndef CT_TRIGGER_H
#define CT_TRIGGER_H

#include "runtime/task.h"
#include "runtime/vm.h"

/* Finds triggers of a performed event.  event: as in ct_event_slots.  looks_back:
 * called before the event is performed, for abilities that look back in time (CR
 * 603.10); else for all others, after. */
void ct_find_triggers(ct_game *g, uint32_t event, bool looks_back);
bool ct_triggers_waiting(const ct_game *g);
/* Checks state triggers (CR 603.8); part of ct_start_settle. */
void ct_find_state_triggers(ct_game *g);

/* Task: what happens each time a player would get priority (CR 117.5): state-based
 * actions until there are none, then waiting triggers onto the stack in APNAP order,
 * each player ordering theirs; again until nothing is left to do. */
void ct_start_settle(ct_game *g);
/* Task: only the putting on the stack (CR 603.3b). */
void ct_start_put_triggers(ct_game *g);

/* Task: triggered mana abilities that wait resolve at once, without the stack (CR 605.4a); called when
 * a mana ability has resolved. */
void ct_start_mana_triggers(ct_game *g);

/* Each triggered ability becomes an object on the stack (kind CT_OBJ_ABILITY, with
 * ability, source, controller, and its event's frame in capsule), then the task that
 * stack.h declares chooses its modes and targets:
 *     void ct_start_announce(ct_game *g, ct_ent ability);
 * and removes it when it has no legal choice (CR 603.3c-d). */

/* Makes a delayed or reflexive triggered ability (DELAY, REFLEX). */
void ct_delay(ct_game *g, const ct_frame *f, uint32_t ability, uint32_t duration);
void ct_reflex(ct_game *g, const ct_frame *f, uint32_t ability);

#endif
