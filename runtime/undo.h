/* Going back: when what a player began (casting, activating, paying) turns out to
 * be impossible, the game returns to the moment before it [CR 733.1].
 *
 * A mark is a copy of the game's used part in the block itself (pool undo), so
 * that a game copied in the middle of a payment can go back too.  Marks nest like
 * the tasks that make them; each must be dropped or gone back to.
 */
#ifndef CT_UNDO_H
#define CT_UNDO_H

#include "runtime/state.h"

/* Makes a mark; returns its offset.  When there is no room the game is over by limit. */
uint32_t ct_undo_mark(ct_game *g);
/* Forgets the mark and all later ones. */
void ct_undo_drop(ct_game *g, uint32_t mark);
/* Makes the game what it was when the mark was made, locals of tasks included. */
void ct_undo_back(ct_game *g, uint32_t mark);

#endif
