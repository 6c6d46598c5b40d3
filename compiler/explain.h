/* A card as the compiler reads it: each ability's kind and parts, and what each reference is bound
 * to. */
#ifndef CT_EXPLAIN_H
#define CT_EXPLAIN_H

#include "compiler/compile.h"

#include <stdio.h>

/* Writes the trees of a card's faces. */
void ct_explain_trees(FILE *out, const struct ct_lexicon *lexicon,
                      const struct ct_passage *passages, uint32_t count);

/* Writes what errors.def says of a code, with its example and the fix. */
void ct_explain_code(FILE *out, const struct ct_code_info *info);

#endif
