/* The rules tree as English again. What is printed comes from the tree alone, so that a text that
 * reads back as it was written has every one of its words in the tree.
 *
 * Words come from the lexicon; agreement, case and articles are worked out; ct_node.form says which
 * of two wordings of the same thing was used. A use that was bound is printed by its own kind, so a
 * wrong edge shows in the words. */
#ifndef CT_RENDER_H
#define CT_RENDER_H

#include "compiler/arena.h"
#include "compiler/lexicon.h"
#include "compiler/tree.h"

#include <stddef.h>

/* What is printed for nodes that a lexicon does not know. */
struct ct_render_names {
    const char *self;       /* SELF_NAME: the face's name */
    const char *short_self; /* the name that a legendary is called by in its own text, or NULL */
};

/* Prints TEXT (a CT_TEXT: paragraphs separated by '\n') or any node in it. A NUL-terminated string
 * in ARENA; NULL when memory is refused. *LEN (may be NULL) is its length. */
char *ct_render(struct ct_arena *arena, const struct ct_lexicon *lexicon,
                const struct ct_render_names *names, const ct_node *node, size_t *len);

#endif
