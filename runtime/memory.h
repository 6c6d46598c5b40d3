/* What an object remembers: choices made for it (CR 607.2d) and objects linked to
 * it (CR 607.2a), in pool memory, newest first.
 *
 * Choices have the kinds CT_CH_*; links CT_MEM_LINK + CT_LINK_*.  An object's
 * memory goes with its record: what was linked to it can still be asked of the
 * old object (exiled "until this leaves" comes back then).
 */
#ifndef CT_MEMORY_H
#define CT_MEMORY_H

#include "runtime/list.h"

#define CT_MEM_LINK 64u
enum {
    CT_MEM_RETURN =
        40, /* + zone: an object that goes back there when this leaves the battlefield (CR 610.3) */
    CT_MEM_REGENERATE = 60 /* a regeneration shield, until end of turn (CR 701.19) */
};

bool ct_remember(ct_game *g, ct_ent e, uint32_t kind, uint32_t value);
/* The newest value of a kind; false when there is none. */
bool ct_recall(const ct_game *g, ct_ent e, uint32_t kind, uint32_t *value);
/* All entities of a kind, oldest first, those that are where they were put (not gone). */
ct_list ct_recall_all(ct_game *g, ct_ent e, uint32_t kind);
void ct_memory_free(ct_game *g, uint32_t *head);
/* A copy of a memory list for another object (what was chosen for a spell stays
 * chosen for the permanent it becomes, CR 400.7d). */
uint32_t ct_memory_copy(ct_game *g, uint32_t head);

#endif
