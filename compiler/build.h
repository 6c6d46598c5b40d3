/* The constructors that the actions of grammar/rules.y call: each makes one node, or puts joined
 * parts together, and refuses what does not agree (an error of the parser, after which everything
 * is NULL). */
#ifndef CT_BUILD_H
#define CT_BUILD_H

#include "compiler/parse.h"
#include "compiler/tag.h"

/* A list being built: parts, each with the token that joins it to the one before. */
struct ct_part {
    ct_node *node;
    const struct ct_token *join; /* NULL for the first, and where nothing joins */
};
struct ct_vec {
    struct ct_part *parts;
    size_t count, room;
};

typedef const struct ct_token ct_tok;

struct ct_vec *ct_b_none(struct ct_parser *p);
struct ct_vec *ct_b_one(struct ct_parser *p, ct_node *node);
struct ct_vec *ct_b_push(struct ct_parser *p, struct ct_vec *vec, ct_node *node);
struct ct_vec *ct_b_push_join(struct ct_parser *p, struct ct_vec *vec, ct_tok *join, ct_node *node);

/* Paragraphs and sentences. */
ct_node *ct_b_paragraph(struct ct_parser *p, ct_tok *label, struct ct_vec *costs,
                        struct ct_vec *sentences);
ct_node *ct_b_label(struct ct_parser *p, ct_tok *label, ct_node *ability);
ct_node *ct_b_keywords(struct ct_parser *p, struct ct_vec *keywords, ct_tok *stop);
ct_node *ct_b_sentence(struct ct_parser *p, struct ct_vec *chain);
ct_node *ct_b_chain(struct ct_parser *p, struct ct_vec *chain);
ct_node *ct_b_modes(struct ct_parser *p, ct_node *head, struct ct_vec *modes);
/* "Choose one. [more sentences]" and its modes behind them. */
struct ct_vec *ct_b_modes_behind(struct ct_parser *p, struct ct_vec *sentences,
                                 struct ct_vec *modes);
ct_node *ct_b_mode(struct ct_parser *p, ct_tok *bullet, struct ct_vec *costs, ct_tok *label,
                   struct ct_vec *sentences);
ct_node *ct_b_lead(struct ct_parser *p, ct_tok *opener, ct_node *what);
ct_node *ct_b_led(struct ct_parser *p, struct ct_vec *leads, ct_node *clause);
ct_node *ct_b_quoted(struct ct_parser *p, ct_tok *open, ct_node *ability, ct_tok *close);

/* Clauses. */
ct_node *ct_b_subject(struct ct_parser *p, ct_node *subject, ct_node *clause);
ct_node *ct_b_exists(struct ct_parser *p, ct_tok *there, ct_tok *be, ct_node *what,
                     struct ct_vec *adjuncts);
ct_node *ct_b_verb(struct ct_parser *p, ct_tok *verb, ct_node *object, struct ct_vec *adjuncts);
ct_node *ct_b_be(struct ct_parser *p, ct_tok *be, ct_node *clause);
ct_node *ct_b_copula(struct ct_parser *p, ct_node *complement, struct ct_vec *adjuncts);
ct_node *ct_b_passive(struct ct_parser *p, ct_tok *participle, ct_node *object,
                      struct ct_vec *adjuncts);
ct_node *ct_b_progressive(struct ct_parser *p, ct_tok *gerund, ct_node *object,
                          struct ct_vec *adjuncts);
ct_node *ct_b_perfect(struct ct_parser *p, ct_tok *have, ct_node *clause);
ct_node *ct_b_able(struct ct_parser *p, ct_tok *able, ct_node *infinitive);
ct_node *ct_b_causative(struct ct_parser *p, ct_tok *have, ct_node *whom, ct_node *clause);
ct_node *ct_b_modal(struct ct_parser *p, ct_tok *modal, ct_node *clause);
/* "put one into your hand and the rest into your graveyard": the verb is not repeated. */
ct_node *ct_b_verb_zero(struct ct_parser *p, ct_tok *verb, ct_node *object,
                        struct ct_vec *adjuncts);
ct_node *ct_b_able_tail(struct ct_parser *p, ct_node *clause);
ct_node *ct_b_while_state(struct ct_parser *p, ct_tok *opener, struct ct_vec *states);
ct_node *ct_b_rather(struct ct_parser *p, ct_tok *opener, ct_node *clause);
ct_node *ct_b_prep_clause(struct ct_parser *p, ct_tok *opener, ct_node *clause);
ct_node *ct_b_lead_time(struct ct_parser *p, ct_tok *adverb, ct_node *time);
ct_node *ct_b_adverb_pre(struct ct_parser *p, ct_tok *adverb, ct_node *clause);
ct_node *ct_b_infinitive(struct ct_parser *p, ct_tok *to, ct_node *clause);
ct_node *ct_b_gerund(struct ct_parser *p, ct_tok *gerund, ct_node *object, struct ct_vec *adjuncts);

/* Adjuncts. */
ct_node *ct_b_prep(struct ct_parser *p, ct_tok *prep, ct_node *object);
ct_node *ct_b_with(struct ct_parser *p, ct_tok *with, ct_node *of);
ct_node *ct_b_adverb(struct ct_parser *p, ct_tok *adverb);
ct_node *ct_b_states(struct ct_parser *p, struct ct_vec *states);
ct_node *ct_b_adjunct(struct ct_parser *p, ct_tok *opener, ct_node *what);
ct_node *ct_b_duration(struct ct_parser *p, ct_tok *words);
ct_node *ct_b_where(struct ct_parser *p, ct_tok *where, ct_tok *letter, ct_node *value);

/* Noun phrases. */
ct_node *ct_b_item(struct ct_parser *p, ct_tok *item);
ct_node *ct_b_word(struct ct_parser *p, ct_tok *word);
ct_node *ct_b_np(struct ct_parser *p, ct_node *possessor, struct ct_vec *items,
                 struct ct_vec *words);
ct_node *ct_b_possessor(struct ct_parser *p, ct_node *of, ct_tok *apostrophe);
ct_node *ct_b_list(struct ct_parser *p, struct ct_vec *terms);
ct_node *ct_b_tail(struct ct_parser *p, ct_node *np, ct_node *tail);
/* "for each | of them" */
ct_node *ct_b_of(struct ct_parser *p, ct_node *of);
ct_node *ct_b_tail_join(struct ct_parser *p, ct_node *np, ct_tok *join, ct_node *tail);
ct_node *ct_b_pronoun(struct ct_parser *p, ct_tok *pronoun);
ct_node *ct_b_self(struct ct_parser *p, ct_tok *name);
ct_node *ct_b_named(struct ct_parser *p, ct_tok *name);
ct_node *ct_b_half(struct ct_parser *p, ct_tok *half, ct_node *of);
ct_node *ct_b_times(struct ct_parser *p, ct_tok *times, ct_node *of);
ct_node *ct_b_plus(struct ct_parser *p, ct_node *left, ct_tok *plus, ct_node *right);
ct_node *ct_b_number_of(struct ct_parser *p, ct_tok *number_of, ct_node *of);
ct_node *ct_b_compare(struct ct_parser *p, ct_tok *how, ct_node *with);
ct_node *ct_b_amount(struct ct_parser *p, ct_tok *number, ct_tok *mark);
ct_node *ct_b_relative(struct ct_parser *p, ct_tok *opener, struct ct_vec *clauses);
ct_node *ct_b_relative0(struct ct_parser *p, ct_tok *opener, ct_node *subject,
                        struct ct_vec *clauses);
ct_node *ct_b_participle(struct ct_parser *p, ct_tok *verb, ct_node *object,
                         struct ct_vec *adjuncts);

/* Keywords, costs, symbols. */
ct_node *ct_b_pt(struct ct_parser *p, ct_tok *pt);
ct_node *ct_b_symbol(struct ct_parser *p, ct_tok *symbol);
ct_node *ct_b_mana(struct ct_parser *p, struct ct_vec *symbols);
ct_node *ct_b_keyword(struct ct_parser *p, ct_tok *keyword, ct_tok *dash, ct_node *argument);
ct_node *ct_b_keyword2(struct ct_parser *p, ct_tok *keyword, ct_node *number, ct_tok *dash,
                       ct_node *cost);
ct_node *ct_b_from(struct ct_parser *p, struct ct_vec *qualities);
ct_node *ct_b_cost(struct ct_parser *p, struct ct_vec *costs);
ct_node *ct_b_cost_action(struct ct_parser *p, ct_node *clause);
ct_node *ct_b_cost_or(struct ct_parser *p, ct_node *mana, ct_tok *join, ct_node *clause);
ct_node *ct_b_tap(struct ct_parser *p, ct_tok *symbol);
ct_node *ct_b_loyalty(struct ct_parser *p, ct_tok *loyalty);

/* The grammar did not expect the token at P->at: EXPECTED names COUNT that it did. */
void ct_syntax_error(struct ct_parser *p, const char *const *expected, unsigned count);

#endif
