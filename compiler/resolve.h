/* Resolving references: each use (it, that creature, the exiled card, that many, this way, if you do) gets
 * an edge, ct_node.bind, to what it means. docs/references.md says by which rules.
 *
 * What an edge leads to:
 *   - an NP or a node of the source (SELF_NAME, "this creature"): the object or player that it stands for,
 *     never another pronoun;
 *   - a CLAUSE: of THAT_MANY, the one whose amount it is; of "this way", the one by whose doing it is; of DO
 *     ("if you do") the MODAL of the permission or the CLAUSE that was to be done; of "the chosen type" the one
 *     that chooses; of "the exiled card" the one in another ability that exiles (linked abilities, CR 607);
 *   - of SAME, the subject (NP, PRONOUN, SELF_NAME) that goes on, or the imperative clause that has none.
 * YOU, EACH_OTHER, ITSELF and their like follow the same way; "you" and "your" need no edge.
 *
 * Nodes belong to the arena of the compilation; nothing else is kept. */
#ifndef CT_RESOLVE_H
#define CT_RESOLVE_H

#include "compiler/arena.h"
#include "compiler/diag.h"
#include "compiler/tree.h"

struct ct_resolve {
    struct ct_arena *arena;
    struct ct_diags *diags;
    const struct ct_source *source;
    ct_node *parameter; /* the NP in the head of a definition ("{permanent} explores"), or NULL */
};

/* Binds every use in TEXT. False when one has no definition, or two that templating would keep apart: each
 * is reported once, and the rest is bound all the same. */
bool ct_resolve(const struct ct_resolve *in, ct_node *text);

#endif
