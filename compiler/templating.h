/* Templating: whether Magic would say it so, where another wording would be read as the same. Runs over the tree
 * of one ability before it is lowered (lower_face.c). */
#ifndef CT_TEMPLATING_H
#define CT_TEMPLATING_H

#include "compiler/compile.h"

/* False after an error in ABILITY, which is reported once. */
bool ct_templating(struct ct_compiler *compiler, const struct ct_source *text, const ct_node *ability);

#endif
