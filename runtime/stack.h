/* Spells and abilities on the stack: their choices, and their resolution.
 */
#ifndef CT_STACK_H
#define CT_STACK_H

#include "runtime/task.h"

/* Task: chooses modes, targets and divisions of a spell or ability that has just
 * been put on the stack [CR 601.2b-d, 603.3c-d] and keeps them in its capsule and
 * its modes.  s->ret: 1, or 0 when it has no legal choice; it is still there then. */
void ct_start_announce(ct_game *g, ct_ent e);
/* It has become what it will be: its targets "become the target" of it, each
 * once [CR 603.2]. */
void ct_note_targets(ct_game *g, ct_ent e);

/* The n-th target of a spell or ability on the stack, nobody when there are not
 * so many; the same entity can be there more than once. */
ct_ent ct_target_at(const ct_game *g, ct_ent spell, uint32_t n);

/* Task: resolves the topmost object of the stack [CR 608]. */
void ct_start_resolve(ct_game *g);

/* Task: player may (must) choose new targets for a spell or ability
 * [CR 115.7]. */
void ct_start_new_targets(ct_game *g, unsigned player, ct_ent e, bool must);

#endif
