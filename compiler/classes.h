/* What kinds of thing a noun phrase can be: asked by the parser's frames and, once references are
 * bound, by the checks. */
#ifndef CT_CLASSES_H
#define CT_CLASSES_H

#include "compiler/tree.h"

/* CT_NC_*; ANY where that is open. NP may be NULL. frames_np.c. */
uint32_t ct_frame_classes(const ct_node *np);

#endif
