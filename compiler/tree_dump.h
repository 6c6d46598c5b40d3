/* A rules tree in lines, one a node, children indented: for golden files and for a look at it. What
 * belongs to the wording alone (ct_node.form) is left out, so that two texts that mean the same
 * look alike. */
#ifndef CT_TREE_DUMP_H
#define CT_TREE_DUMP_H

#include "compiler/lexicon.h"
#include "compiler/tree.h"

#include <stdio.h>

void ct_tree_dump(FILE *out, const struct ct_lexicon *lexicon, const ct_node *node);

#endif
