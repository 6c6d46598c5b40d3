/* The block that a game lives in: reserving, copying, snapshots, hashing.
 */
#ifndef CT_BLOCK_H
#define CT_BLOCK_H

#include "runtime/state.h"

/* A game handle with an empty block: no players, no objects, no tasks.  The set is
 * borrowed and must be verified and outlive the game.  NULL when memory is short. */
ct_game *ct_game_reserve(const ct_set *set);
void ct_game_free(ct_game *g);

/* Makes to (reserved with the same set) the same game as from: copies what is used. */
void ct_game_copy(ct_game *to, const ct_game *from);

/* A snapshot is the used part as bytes.  ct_snapshot_size, then ct_snapshot into a
 * buffer of that size; ct_restore into a handle of the same set: false when the
 * bytes can't be a snapshot of this build (nothing is changed then). */
size_t ct_snapshot_size(const ct_game *g);
void ct_snapshot(const ct_game *g, void *bytes);
bool ct_restore(ct_game *g, const void *bytes, size_t size);

/* A number that depends on the game's value alone. */
uint64_t ct_game_hash(const ct_game *g);

/* Room for n more records of a pool; false, and the game is over by limit, when
 * there is none. */
bool ct_pool_room(ct_game *g, enum ct_pool_id pool, uint32_t n);

#endif
