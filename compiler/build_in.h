/* What the constructors share among themselves. */
#ifndef CT_BUILD_IN_H
#define CT_BUILD_IN_H

#include "compiler/build.h"
#include "grammar/rules.tab.h"

/* A node of that kind over the span, or NULL (P->failed is set). */
ct_node *ct_b_new(struct ct_parser *p, int kind, struct ct_span span, unsigned nkids);
struct ct_span ct_span_join(struct ct_span a, struct ct_span b);

/* What stands around a clause after its verb and scopes over it (IF, LASTING, ...): the slot of its
 * body, or NULL for a node that is none. LEADING: also those that stand before it. */
ct_node **ct_b_wrapped(ct_node *node, bool leading);
/* The slot of the clause inside all of those around NODE. */
ct_node **ct_b_core(ct_node **node, bool leading);

/* Clauses joined as the tokens say. CONDITION: the first must have a subject. */
ct_node *ct_b_join_clauses(struct ct_parser *p, struct ct_vec *chain, bool instruction);

/* 0: singular, 1: plural, 2: either. */
int ct_b_number(const struct ct_parser *p, const ct_node *np);
/* Refuses "destroy creature": a noun that can be counted needs a determiner or a number. */
bool ct_b_determined(struct ct_parser *p, const ct_node *np);
/* AND, OR or AND_OR of parts by their joints, of the given class; one part is itself. */
ct_node *ct_b_coordinate(struct ct_parser *p, struct ct_vec *parts);
bool ct_b_has_subject(const ct_node *clause);
ct_node *ct_b_text_of(struct ct_parser *p, struct ct_vec *sentences);

/* frames.c: what a finished paragraph lacks. False after an error. */
bool ct_check_frames(struct ct_parser *p, const ct_node *ability);

/* Moves the tails of a phrase around a pronoun, a comparison or mana to OUT and leaves what they
 * hung on. */
void ct_b_split_tails(struct ct_parser *p, ct_node **np, struct ct_vec *out);

/* Appends the adjuncts to CLAUSE; returns it, or what goes around it. */
ct_node *ct_b_complete(struct ct_parser *p, ct_node *clause, struct ct_vec *adjuncts);

/* ---- build_np.c: of the words of a noun phrase */

/* The noun that carries the number, or NULL for adjectives. */
const ct_node *ct_b_head(const ct_node *words);
/* A noun that stands without a determiner in the singular. */
bool ct_b_mass_noun(const ct_node *head);
/* ct_node.slot is the parser's until a phrase is made; then it is the lowering's. */
void ct_b_clear_slots(ct_node *node);
/* The kind of node for a quantity word of function.def, 0 if it is none. */
int ct_b_quantity_kind(int function);

#endif
