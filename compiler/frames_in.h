/* What the two halves of frames share: noun phrases (frames_np.c), clauses (frames.c). */
#ifndef CT_FRAMES_IN_H
#define CT_FRAMES_IN_H

#include "compiler/build_in.h"
#include "compiler/classes.h"

struct ct_frame_ctx {
    struct ct_parser *p;
    const ct_node *head; /* the noun phrase that a relative clause or a participle is about */
    bool instruction; /* inside what is carried out, not an event, a condition or a relative clause
                       */
};

/* The last word of the words of a noun phrase. */
const ct_node *ct_frame_head(const ct_node *words);
/* NP is a phrase whose last word is that noun. */
bool ct_frame_head_is(const ct_node *np, int noun);
/* What stands behind its "of", or NULL. */
const ct_node *ct_frame_of(const ct_node *np);
/* Checks a noun phrase; COMPLEMENT: of "is", where adjectives stand alone. */
bool ct_frame_np(struct ct_frame_ctx *c, const ct_node *np, bool complement);
/* Reports; always false. */
bool ct_frame_fail(struct ct_frame_ctx *c, enum ct_code code, struct ct_span span,
                   const char *message);

#endif
