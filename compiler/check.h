/* Checks of a bound tree that an editor would make: what is good grammar, but not said by a card that means
 * something. Each refuses a wording that would otherwise be read as if a word of it were not there, or were
 * another. */
#ifndef CT_CHECK_H
#define CT_CHECK_H

#include "compiler/compile.h"

/* Checks the tree of PASSAGE. False after an error, which is reported. */
bool ct_check(struct ct_compiler *compiler, const struct ct_passage *passage);

/* check_wording.c: of one ability, whether Magic would say it so. False after an error, which is reported once. */
bool ct_check_wording(struct ct_compiler *compiler, const struct ct_source *text, const ct_node *ability);

/* check_doer.c: of one ability, whether what does something can do it. False after an error, which is reported once. */
bool ct_check_doers(struct ct_compiler *compiler, const struct ct_source *text, const ct_node *ability);
/* Whether a cost or a "where" says what X is, if the text of a card has one. False after an error, which is reported. */
bool ct_check_x(struct ct_compiler *compiler, const struct ct_passage *passage);

#endif
