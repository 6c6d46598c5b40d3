/* Lists of entities: values, never changed once made.
 *
 * A list is an offset into pool temp: a length word, then the elements; 0 is
 * the empty list.  Temporary lists live until the stack of tasks is back at its
 * base (no ability is resolving, no event under way), then all go at once.
 * What must live longer is copied into a capsule (capsule.h).
 */
#ifndef CT_LIST_H
#define CT_LIST_H

#include "runtime/state.h"

typedef uint32_t ct_list;
#define CT_EMPTY_LIST 0u

static inline uint32_t ct_list_len(const ct_game *g, ct_list l)
{
    return l ? g->temp[l] : 0;
}
static inline ct_ent ct_list_at(const ct_game *g, ct_list l, uint32_t i)
{
    return i < ct_list_len(g, l) ? g->temp[l + 1 + i] : CT_NOBODY;
}

/* Builds a list of n elements; room for n more words must be there, else the
 * game is over with CT_OVER_LIMIT and the empty list is returned. */
ct_list ct_list_make(ct_game *g, const ct_ent *elements, uint32_t n);
/* Growing a list that is the newest thing in the pool: begin, push, push, end. */
ct_list ct_list_begin(ct_game *g);
void ct_list_push(ct_game *g, ct_list l, ct_ent e);
ct_list ct_list_end(ct_game *g, ct_list l); /* the list, or the empty list if nothing was pushed */
bool ct_list_has(const ct_game *g, ct_list l, ct_ent e);

#endif
