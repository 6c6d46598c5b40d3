/* Counters on objects and players (CR 122): short lists in pool counter, in the
 * order in which each kind first came.  These change them at once; events do the
 * rest (ct_start_add_counters in event.h).
 */
#ifndef CT_COUNTER_H
#define CT_COUNTER_H

#include "runtime/state.h"

/* How many counters of a kind are on e; symbol 0: of any kind. Last-known for objects that are
 * gone. */
uint32_t ct_counters(const ct_game *g, ct_ent e, uint32_t symbol);
/* Adds n; false when the pool is full or e has no counters to have. */
bool ct_counters_add(ct_game *g, ct_ent e, uint32_t symbol, uint32_t n);
/* Removes up to n; returns how many there were to remove. */
uint32_t ct_counters_remove(ct_game *g, ct_ent e, uint32_t symbol, uint32_t n);
/* Gives a list of counters back. */
void ct_counters_free(ct_game *g, uint32_t *head);
/* The kinds on e: calls for index 0, 1 ...; 0 when there are no more. */
uint32_t ct_counters_kind(const ct_game *g, ct_ent e, uint32_t index);

#endif
