/* The canonical form of a card file: the same cards, definitions, comments and metadata, each
 * written in the one way it is printed. Formatting what is formatted changes nothing. */
#ifndef CT_CARDFMT_H
#define CT_CARDFMT_H

#include "compiler/cardfile.h"

#include <stdio.h>

/* The canonical form of the card file SOURCE as a string in POOL's arena, or NULL when the file is
 * wrong (which is reported) or memory is refused. The cards of the file are in the pool afterwards.
 */
const char *ct_cardfile_format(struct ct_cardpool *pool, const struct ct_source *source);

#endif
