/* Lowering of instructions: shared by lower_effect.c, lower_verb.c and the files of single verbs. */
#ifndef CT_LOWER_VERB_H
#define CT_LOWER_VERB_H

#include "compiler/lower.h"

/* A clause being lowered as an instruction. */
struct ct_cl {
    struct ct_low *low;
    struct ct_fn *fn;
    ct_node *node;
    ct_val subject;      /* who or what does it; the actor of an imperative */
    ct_node *subject_np; /* NULL: imperative */
    ct_node *under;      /* "under your control" that stands with the place */
    bool again;          /* within a loop over the subject */
};

typedef bool ct_lower_verb(struct ct_cl *c);

static inline ct_node *ct_cl_object(const struct ct_cl *c) { return c->node->kid[CT_CLAUSE_OBJECT]; }
/* The first adjunct that is a PP of PREPOSITION and was not read. */
ct_node *ct_cl_pp(const struct ct_cl *c, int32_t preposition);
/* Reads the adverb if it is there. */
bool ct_cl_adverb(const struct ct_cl *c, int32_t adverb);
/* Reads the state word if it is among the adjuncts. */
bool ct_cl_state(const struct ct_cl *c, int32_t state);
/* The object as a value. */
bool ct_low_not_bare(struct ct_low *low, const ct_node *np);
bool ct_cl_act(struct ct_cl *c, ct_val *out);
/* The subject as one player. */
uint16_t ct_cl_player(struct ct_cl *c);
/* The result of the clause, for "this way", "those cards", "if you do". */
void ct_cl_result(struct ct_cl *c, ct_val val, int flags);

/* verbs, by file */
ct_lower_verb ct_lower_destroy, ct_lower_tap, ct_lower_untap, ct_lower_counter, ct_lower_regenerate,
    ct_lower_transform, ct_lower_fight, ct_lower_deal, ct_lower_sacrifice, ct_lower_attach,
    ct_lower_unattach, ct_lower_remove, ct_lower_move, ct_lower_double, ct_lower_distribute, ct_lower_exchange;
ct_lower_verb ct_lower_exile, ct_lower_return, ct_lower_put, ct_lower_shuffle, ct_lower_move;
ct_lower_verb ct_lower_draw, ct_lower_discard, ct_lower_mill, ct_lower_gain, ct_lower_lose,
    ct_lower_look, ct_lower_reveal, ct_lower_search, ct_lower_add, ct_lower_take, ct_lower_skip,
    ct_lower_win, ct_lower_pay, ct_lower_flip, ct_lower_cast, ct_lower_choose, ct_lower_end;
ct_lower_verb ct_lower_create, ct_lower_copy;
ct_lower_verb ct_lower_get, ct_lower_have, ct_lower_become, ct_lower_be;
ct_lower_verb ct_lower_attack_rule, ct_lower_cost_rule, ct_lower_prevent;
ct_lower_verb ct_lower_action;

/* Does one thing for each player that NP means, in turn order. */
bool ct_low_for_each_player(struct ct_low *low, struct ct_fn *fn, ct_node *np, ct_node *node,
                            bool (*one)(struct ct_low *, struct ct_fn *, ct_node *, uint16_t));
bool ct_low_may_of(struct ct_low *low, struct ct_fn *fn, ct_node *modal, ct_node *body,
                   uint16_t player);
bool ct_low_may_one(struct ct_low *low, struct ct_fn *fn, ct_node *modal, uint16_t player);
bool ct_low_is_cost_verb(int32_t verb);
bool ct_low_duration(struct ct_low *low, ct_node *duration);
bool ct_low_delayed(struct ct_low *low, struct ct_fn *fn, ct_node *delayed);
bool ct_low_replace_this_turn(struct ct_low *low, struct ct_fn *fn, ct_node *replace);
bool ct_low_except(struct ct_low *low, struct ct_fn *fn, ct_node *except);
bool ct_low_modes_now(struct ct_low *low, struct ct_fn *fn, ct_node *modes);
/* Whether MODAL "may" gives leave for later ("you may play those cards this turn"). */
bool ct_low_is_permission(struct ct_low *low, const ct_node *modal);

/* The place of "onto the battlefield", "on top of your library": zone, CT_MV_* flags. */
struct ct_dest {
    uint32_t zone; /* CT_ZONE_* */
    int32_t flags;
    bool either; /* the top or the bottom of the library, which its player chooses */
};
bool ct_low_place(struct ct_cl *c, struct ct_dest *place);

bool ct_low_is_until_found(const ct_node *lasting);
bool ct_low_until_found(struct ct_low *low, struct ct_fn *fn, ct_node *lasting);
bool ct_low_apply(struct ct_low *low, struct ct_fn *fn, ct_val to, ct_rec_part part);
bool ct_low_double_stat(struct ct_cl *c);
bool ct_low_repetitions(struct ct_cl *c, uint16_t *times);
bool ct_low_pick_name(struct ct_cl *c, ct_node *np, uint16_t value, uint16_t player);
bool ct_low_without_paying(struct ct_low *low, ct_node *pp, int32_t *flags);

/* A token's face for an NP, with what follows from the words; CT_NONE after an error. */
uint32_t ct_low_token_face(struct ct_low *low, ct_node *np);

#endif
