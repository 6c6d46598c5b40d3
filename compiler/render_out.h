/* Putting words together: what render*.c share. */
#ifndef CT_RENDER_OUT_H
#define CT_RENDER_OUT_H

#include "compiler/render.h"

struct ct_out {
    struct ct_arena *arena;
    const struct ct_lexicon *lexicon;
    const struct ct_render_names *names;
    char *text;
    size_t len, capacity;
    bool failed;
    bool glue;              /* the next word follows without a space */
    bool capital;           /* the next word begins a sentence */
    const ct_node *subject; /* the last subject that was printed: SAME agrees with it */
    const ct_node *modes;   /* to be printed at the end of the paragraph */
    const ct_node *held;    /* a duration that stands before the last HELD_BEHIND adjuncts */
    int held_behind;
    const ct_node *head; /* the noun phrase that a GAP stands for */
    int depth;
};

enum ct_case { CT_CASE_SUBJECT, CT_CASE_OBJECT, CT_CASE_POSSESSIVE };

/* A word with a space before it; punctuation and other text without one. */
void ct_put(struct ct_out *out, const char *word);
void ct_put_glued(struct ct_out *out, const char *text);
void ct_put_number(struct ct_out *out, int32_t value, bool as_word);
/* "a" or "an" before what is printed next; settled by ct_put. */
void ct_put_article(struct ct_out *out);

void ct_render_node(struct ct_out *out, const ct_node *node, enum ct_case as);
void ct_render_body(struct ct_out *out, const ct_node *node);
void ct_render_sentence(struct ct_out *out, const ct_node *node);
void ct_render_ability(struct ct_out *out, const ct_node *node);
void ct_render_clause(struct ct_out *out, const ct_node *node);
void ct_render_modal(struct ct_out *out, const ct_node *node);
void ct_render_np(struct ct_out *out, const ct_node *node, enum ct_case as);
void ct_render_pronoun(struct ct_out *out, const ct_node *node, enum ct_case as);
bool ct_render_quantity(struct ct_out *out, const ct_node *node, bool counts_plural);
/* Children from FROM on as a list: "A, B, and C" by NODE's form. WORD joins the last. */
void ct_render_list(struct ct_out *out, const ct_node *node, const char *word, enum ct_case as);

/* Whether a verb with this subject is in the plural form ("they draw"). */
bool ct_agrees_plural(const struct ct_out *out, const ct_node *subject);

#endif
