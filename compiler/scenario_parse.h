/* What the grammar of scenarios builds its tree with: one constructor a production needs. For
 * grammar/scenario.y alone; scenario.h is the interface. Constructors give NULL, and mark the
 * parser as failed, when memory is refused; all of them take NULL for what was not built. */
#ifndef CT_SCENARIO_PARSE_H
#define CT_SCENARIO_PARSE_H

#include "compiler/scenario.h"
#include "compiler/scenario_words.h"

union ct_sc_value {
    int number;
    ct_sc_player player;
    const char *text;
    struct ct_sc_zone zone;
    struct ct_sc_word *word;
    struct ct_sc_thing *thing;
    struct ct_sc_elem *elem;
    struct ct_sc_clause *clause;
    struct ct_sc_pair *pair;
    struct ct_sc_text *text_list;
    struct ct_sc_phrase *phrase;
};

/* ---- the parser ---------------------------------------------------------------------------- */
int ct_sc_next(struct ct_sc_parser *p, union ct_sc_value *value, struct ct_span *span);
void ct_sc_syntax_error(struct ct_sc_parser *p, struct ct_span span, const char *message);
void ct_sc_unexpected(struct ct_sc_parser *p, struct ct_span span, const char *const *expected,
                      int count);
/* The line just read is of no use. */
void ct_sc_broken(struct ct_sc_parser *p);

/* ---- the file's own lines ------------------------------------------------------------------ */
void ct_sc_begin(struct ct_sc_parser *p, const char *name, struct ct_span span);
void ct_sc_ids(struct ct_sc_parser *p, struct ct_sc_text *ids, struct ct_span span);
void ct_sc_cards_path(struct ct_sc_parser *p, const char *path, struct ct_span span);
void ct_sc_cards_here(struct ct_sc_parser *p, struct ct_span span);
void ct_sc_seed(struct ct_sc_parser *p, int seed, struct ct_span span);
void ct_sc_strict(struct ct_sc_parser *p, struct ct_span span);
void ct_sc_open_section(struct ct_sc_parser *p, enum ct_sc_section section, struct ct_span span);
/* A phrase that may stand in sections FIRST and SECOND. */
void ct_sc_add_phrase(struct ct_sc_parser *p, struct ct_sc_phrase *phrase, enum ct_sc_section first,
                      enum ct_sc_section second);

/* ---- words and zones ----------------------------------------------------------------------- */
int ct_sc_count(enum ct_sc_compare compare, int number);
struct ct_sc_word *ct_sc_state(struct ct_sc_parser *p, enum ct_sc_state state, struct ct_span span);
struct ct_sc_word *ct_sc_quoted(struct ct_sc_parser *p, const char *name, struct ct_span span);
struct ct_sc_word *ct_sc_subtype(struct ct_sc_parser *p, const char *name, struct ct_span span);
struct ct_sc_word *ct_sc_more_words(struct ct_sc_word *words, struct ct_sc_word *more);
struct ct_sc_zone ct_sc_zone(enum ct_sc_zone_kind kind, ct_sc_player owner);
struct ct_sc_zone ct_sc_place(enum ct_sc_place place, ct_sc_player owner, int nth);
struct ct_sc_zone ct_sc_tapped(struct ct_sc_parser *p, const struct ct_sc_word *word,
                               struct ct_span span);
struct ct_sc_text *ct_sc_text(struct ct_sc_parser *p, struct ct_sc_text *list, const char *text);

/* ---- things -------------------------------------------------------------------------------- */
struct ct_sc_thing *ct_sc_thing(struct ct_sc_parser *p, enum ct_sc_thing_kind kind, int value,
                                const char *text, struct ct_span span);
struct ct_sc_thing *ct_sc_object(struct ct_sc_parser *p, struct ct_sc_word *words, int ordinal,
                                 ct_sc_player owner, struct ct_span span);
struct ct_sc_thing *ct_sc_object_in(struct ct_sc_thing *object, struct ct_sc_zone zone);
struct ct_sc_thing *ct_sc_ability(struct ct_sc_parser *p, struct ct_sc_thing *object, int ordinal,
                                  struct ct_span span);
struct ct_sc_thing *ct_sc_loyalty(struct ct_sc_parser *p, struct ct_sc_thing *object, int loyalty,
                                  struct ct_span span);
struct ct_sc_thing *ct_sc_two_modes(struct ct_sc_parser *p, int first, int second,
                                    struct ct_span first_span, struct ct_span second_span);
struct ct_sc_thing *ct_sc_more_things(struct ct_sc_thing *things, struct ct_sc_thing *more);

/* ---- parts of what is had ------------------------------------------------------------------ */
struct ct_sc_elem *ct_sc_elem(struct ct_sc_parser *p, enum ct_sc_elem_kind kind, int count,
                              const char *text, struct ct_span span);
struct ct_sc_elem *ct_sc_items(struct ct_sc_parser *p, int count, struct ct_sc_word *words,
                               struct ct_span span);
struct ct_sc_elem *ct_sc_with(struct ct_sc_parser *p, struct ct_sc_elem *objects,
                              enum ct_sc_elem_kind kind, int count, const char *text,
                              struct ct_span span);
struct ct_sc_elem *ct_sc_attached(struct ct_sc_parser *p, struct ct_sc_word *words,
                                  struct ct_span span);
void ct_sc_set_count(struct ct_sc_elem *elem, int count);
struct ct_sc_elem *ct_sc_more_elems(struct ct_sc_elem *elems, struct ct_sc_elem *more);

/* ---- clauses and pairs --------------------------------------------------------------------- */
struct ct_sc_clause *ct_sc_clause(struct ct_sc_parser *p, enum ct_sc_clause_kind kind,
                                  struct ct_sc_thing *things, int value, const char *text,
                                  struct ct_span span);
struct ct_sc_clause *ct_sc_clause_from(struct ct_sc_parser *p, struct ct_sc_zone zone,
                                       struct ct_span span);
struct ct_sc_clause *ct_sc_more_clauses(struct ct_sc_clause *clauses, struct ct_sc_clause *more);
struct ct_sc_pair *ct_sc_pair(struct ct_sc_parser *p, struct ct_sc_thing *first,
                              struct ct_sc_thing *second);
struct ct_sc_pair *ct_sc_more_pairs(struct ct_sc_pair *pairs, struct ct_sc_pair *more);

/* ---- phrases ------------------------------------------------------------------------------- */
struct ct_sc_phrase *ct_sc_of_player(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                     ct_sc_player player, bool negated, struct ct_span span);
struct ct_sc_phrase *ct_sc_of_objects(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                      struct ct_sc_thing *subjects, bool negated,
                                      struct ct_span span);
struct ct_sc_phrase *ct_sc_possession(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                      ct_sc_player player, struct ct_sc_elem *elems, bool negated,
                                      struct ct_span span);
struct ct_sc_phrase *ct_sc_step_phrase(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                       ct_sc_player player, int step, int turn,
                                       struct ct_span span);
struct ct_sc_phrase *ct_sc_moves(struct ct_sc_parser *p, ct_sc_player player, int step, bool next,
                                 struct ct_span span);
struct ct_sc_phrase *ct_sc_counted(struct ct_sc_parser *p, int count, struct ct_sc_word *words,
                                   struct ct_sc_zone zone, struct ct_span span);
struct ct_sc_phrase *ct_sc_contents(struct ct_sc_parser *p, struct ct_sc_zone zone,
                                    struct ct_sc_thing *things, struct ct_span span);
struct ct_sc_phrase *ct_sc_value(struct ct_sc_parser *p, struct ct_sc_thing *object,
                                 enum ct_sc_characteristic characteristic, int number,
                                 struct ct_span span);
struct ct_sc_phrase *ct_sc_set_of(struct ct_sc_parser *p, struct ct_sc_word *words,
                                  struct ct_span span);
void ct_sc_finish_set(struct ct_sc_parser *p, struct ct_sc_phrase *phrase,
                      struct ct_sc_thing *object, int characteristic, struct ct_span span);
struct ct_sc_phrase *ct_sc_asked(struct ct_sc_parser *p, ct_sc_player player,
                                 enum ct_sc_asked asked, struct ct_span span);
struct ct_sc_phrase *ct_sc_log(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                               struct ct_sc_text *texts, struct ct_span span);
struct ct_sc_phrase *ct_sc_may(struct ct_sc_parser *p, ct_sc_player player,
                               struct ct_sc_phrase *action, bool negated, struct ct_span span);
struct ct_sc_phrase *ct_sc_action(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                  ct_sc_player player, struct ct_sc_thing *things,
                                  struct ct_sc_clause *clauses, struct ct_span span);
struct ct_sc_phrase *ct_sc_combat(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                  ct_sc_player player, struct ct_sc_pair *pairs,
                                  struct ct_span span);
struct ct_sc_phrase *ct_sc_answer(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                  ct_sc_player player, struct ct_sc_thing *things,
                                  struct ct_span span);
struct ct_sc_phrase *ct_sc_picks(struct ct_sc_parser *p, ct_sc_player player, enum ct_sc_verb verb,
                                 struct ct_sc_thing *things, struct ct_span span);
struct ct_sc_phrase *ct_sc_refused(struct ct_sc_parser *p, struct ct_sc_phrase *phrase,
                                   struct ct_span span);

void ct_sc_set_words(struct ct_sc_phrase *phrase, struct ct_sc_word *words);
void ct_sc_set_elems(struct ct_sc_phrase *phrase, struct ct_sc_elem *elems);
void ct_sc_set_zone(struct ct_sc_phrase *phrase, struct ct_sc_zone zone);
void ct_sc_set_things(struct ct_sc_phrase *phrase, struct ct_sc_thing *things);
void ct_sc_set_number(struct ct_sc_phrase *phrase, int number);
void ct_sc_set_player(struct ct_sc_phrase *phrase, ct_sc_player player);
void ct_sc_set_mana(struct ct_sc_phrase *phrase, const char *mana);
void ct_sc_set_text(struct ct_sc_phrase *phrase, const char *text);

#endif
