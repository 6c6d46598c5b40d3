/* Whether two texts say the same in the same words: what the renderer makes of a tree, and the text
 * that the tree was read from. Case, spaces, reminder text, the two ways of writing a minus sign
 * and the card's own name (whole or up to its comma) make no difference; everything else does. */
#ifndef CT_ROUNDTRIP_H
#define CT_ROUNDTRIP_H

#include <stdbool.h>
#include <stdint.h>

/* NAME is the face's name, "" if it has none. *AT (may be NULL) becomes where TEXT first differs
 * from RENDERED. */
bool ct_roundtrip_same(const char *text, const char *rendered, const char *name, uint32_t *at);

#endif
