/* Frames put away in the block: targets and choices of a spell, what a trigger's
 * event held, what an effect captured.
 *
 * A capsule is an offset in pool capsule; 0 is none.  Capsules are values: made
 * once, never changed but by ct_capsule_set.  ct_collect drops those that no
 * object, effect, delayed or pending trigger refers to, and packs the others.
 */
#ifndef CT_CAPSULE_H
#define CT_CAPSULE_H

#include "runtime/list.h"
#include "runtime/vm.h"

/* Keeps the slots of an ability's frame, and with them the elements of its list
 * slots; affected: one more list (CT_EMPTY_LIST: none).  0 when the pool is full. */
uint32_t ct_capsule_make(ct_game *g, uint32_t ability, const uint32_t *slots, uint32_t nslots,
                         ct_list affected);
/* Copies the slots out, at most nslots (the rest is zeroed); lists become
 * temporary lists again. */
void ct_capsule_open(ct_game *g, uint32_t capsule, uint32_t *slots, uint32_t nslots);
/* The same without touching the pool of lists: list slots are 0. */
void ct_capsule_peek(const ct_game *g, uint32_t capsule, uint32_t *slots, uint32_t nslots);
/* Length and elements of the affected list, in place. */
const ct_ent *ct_capsule_affected(const ct_game *g, uint32_t capsule, uint32_t *n);
/* A number or entity slot. */
uint32_t ct_capsule_slot(const ct_game *g, uint32_t capsule, uint32_t slot);
void ct_capsule_set(ct_game *g, uint32_t capsule, uint32_t slot, uint32_t value);
/* All entities of a list slot, in place. */
const ct_ent *ct_capsule_list(const ct_game *g, uint32_t capsule, uint32_t slot, uint32_t *n);

#endif
