/* The two passes of tagging: what kind of word each unit is (tag_pos.c), then what it does in its
 * sentence (tag.c). */
#ifndef CT_TAG_IN_H
#define CT_TAG_IN_H

#include "compiler/tag.h"
#include "grammar/rules.tab.h"

enum ct_pos {
    CT_O_NONE,
    CT_O_DET,
    CT_O_TARGET,
    CT_O_OTHER,
    CT_O_TOP,
    CT_O_POSS,
    CT_O_NUM,
    CT_O_QMARK,
    CT_O_PRON,
    CT_O_SELF,
    CT_O_WORD,
    CT_O_APOS,
    CT_O_NUMBER_OF,
    CT_O_HALF,
    CT_O_TWICE,
    CT_O_COMPARE,
    CT_O_PLUS,
    CT_O_SYMBOL,
    CT_O_NAMED,
    CT_O_NAME,
    CT_O_PREP,
    CT_O_VERB,
    CT_O_GERUND,
    CT_O_BE,
    CT_O_HAVE_AUX,
    CT_O_CAUSATIVE,
    CT_O_MODAL,
    CT_O_THERE,
    CT_O_TO,
    CT_O_PT,
    CT_O_KEYWORD,
    CT_O_ADVERB,
    CT_O_ADVERB_PRE,
    CT_O_STATE, /* an adjective that stands alone: "enters tapped" */
    CT_O_DURATION,
    CT_O_REL,
    CT_O_OPENER, /* when, if, as long as, ...; num is the function */
    CT_O_AND,
    CT_O_OR,
    CT_O_AND_OR,
    CT_O_THEN,
    CT_O_INSTEAD,
    CT_O_EACH_PRE,
    CT_O_COMMA,
    CT_O_STOP,
    CT_O_COLON,
    CT_O_DASH,
    CT_O_SEMICOLON,
    CT_O_BULLET,
    CT_O_OPEN,
    CT_O_CLOSE,
    CT_O_LABEL,
    CT_O_CHAPTER,
    CT_O_LOYALTY,
    CT_O_PARAM,
    CT_O_END,
};

/* What a unit was found to be. */
struct ct_pick {
    uint8_t pos;
    uint8_t form;    /* verbs: forms it can have */
    bool rel0;       /* a relative clause without "that" begins here */
    bool contracted; /* the verb that is part of this word: CT_O_BE or CT_O_HAVE_AUX follows */
    int32_t num;
    const struct ct_sense *sense;
};

struct ct_tagger {
    struct ct_parser *p;
    const struct ct_unit *u;
    struct ct_pick *pick;
    size_t n; /* units, with the end */
};

/* Fills in T->pick. False after an error. */
bool ct_tag_positions(struct ct_tagger *t);

bool ct_pos_np_start(const struct ct_tagger *t, size_t i);
bool ct_pos_np_end(const struct ct_tagger *t, size_t i);
/* A verb that can be the first word of a verb phrase. */
bool ct_pos_verb(const struct ct_tagger *t, size_t i);
/* The noun class of a WORD, 0 if it is none. */
uint32_t ct_pos_classes(const struct ct_tagger *t, size_t i);

/* A clause that is open at the moment. */
enum ct_clause_kind {
    F_MAIN,
    F_LEAD, /* "When ..., if ...," before the clause they belong to */
    F_COND, /* "... if ..." behind it */
    F_REL,
    F_PART,
    F_GERUND,
};

struct ct_open_clause {
    enum ct_clause_kind kind;
    bool verb;       /* it has its finite verb */
    bool imperative; /* that is an instruction's */
    bool zero;       /* a relative clause without an opener: takes no more than its verb */
    int num;         /* the verb */
    int form;
    bool placed; /* put, remove, ... have their place */
    bool fresh;  /* nothing but the subject so far */
};

enum { DEEPEST = 24 };

struct ct_tagging {
    struct ct_tagger t;
    struct ct_parser *p;
    struct ct_open_clause stack[DEEPEST];
    size_t depth;
    size_t end;            /* of the paragraph or quotation that is tagged */
    size_t costs_end;      /* the colon behind the costs, or 0 */
    struct ct_token spare; /* what is given out when memory is refused */
    bool kwline;
    bool protection;                 /* "protection from red and from blue" */
    bool have;                       /* "have [np] [verb]" waits for its verb */
    bool cause;                      /* "cause [np] to [verb]" waits for its "to" */
    bool as_though;                  /* "as though it were": the form of "was" that is no plural */
    int last_prep[CT_PREP_HOW_MANY]; /* the token a preposition was last in this sentence */
};

#define PICK(G, I) ((G)->t.pick[(ptrdiff_t)(I)])
#define POS(G, I) ((G)->t.pick[(ptrdiff_t)(I)].pos) /* the two places before the first are none */

/* ---- tag.c ---------------------------------------------------------------------------------- */

struct ct_token *ct_tag_emit(struct ct_tagging *g, int type, size_t unit);
struct ct_token *ct_tag_emit_virtual(struct ct_tagging *g, int type, size_t unit);
void ct_tag_with_comma(struct ct_token *t);
struct ct_token *ct_tag_emit_word(struct ct_tagging *g, size_t i);
struct ct_open_clause *ct_tag_top(struct ct_tagging *g);
void ct_tag_open_clause(struct ct_tagging *g, enum ct_clause_kind kind);
bool ct_tag_inner(const struct ct_open_clause *f);
void ct_tag_close_inner(struct ct_tagging *g);
void ct_tag_close_to_main(struct ct_tagging *g);
struct ct_open_clause *ct_tag_clause_frame(struct ct_tagging *g);
/* The lead that is open, or NULL. */
struct ct_open_clause *ct_tag_open_lead(struct ct_tagging *g);
bool ct_tag_boundary(const struct ct_tagging *g, size_t i);
bool ct_tag_finite(const struct ct_tagging *g, size_t i);
bool ct_tag_past_or_participle(const struct ct_tagging *g, size_t i);
/* Behind a relative's beginning at I, the unit after its verb. */
size_t ct_tag_skip_relative(const struct ct_tagging *g, size_t i);
/* Whether a finite verb follows from I on before the clause ends. */
bool ct_tag_verb_ahead(const struct ct_tagging *g, size_t i);
/* The verb that follows the noun phrase beginning at I, if it is a subject; 0 otherwise. */
size_t ct_tag_subject_then_verb(const struct ct_tagging *g, size_t i);

/* ---- tag_joint.c ---------------------------------------------------------------------------- */

void ct_tag_new_clause(struct ct_tagging *g);
size_t ct_tag_conjunction(struct ct_tagging *g, size_t i, bool comma);
size_t ct_tag_comma(struct ct_tagging *g, size_t i);

/* ---- tag_verb.c ----------------------------------------------------------------------------- */

void ct_tag_finite_verb(struct ct_tagging *g, int num, int form, bool imperative);
/* "becomes tapped", "is tapped", "enters tapped": an adjective by itself. */
bool ct_tag_lone_state(struct ct_tagging *g, size_t i);
bool ct_tag_copula_before(const struct ct_tagging *g, size_t i);
size_t ct_tag_state_word(struct ct_tagging *g, size_t i);
size_t ct_tag_verb(struct ct_tagging *g, size_t i);
size_t ct_tag_be(struct ct_tagging *g, size_t i);
size_t ct_tag_have_aux(struct ct_tagging *g, size_t i);
/* The verb inside "it's" and "you've". */
void ct_tag_contraction(struct ct_tagging *g, size_t i);
size_t ct_tag_modal(struct ct_tagging *g, size_t i);
/* "have it deal": have, a noun phrase, a plain verb. */
bool ct_tag_causative(const struct ct_tagging *g, size_t i);
size_t ct_tag_gerund(struct ct_tagging *g, size_t i);

/* ---- tag_phrase.c --------------------------------------------------------------------------- */

bool ct_tag_start(const struct ct_tagging *g, size_t i);
/* At the start of a sentence: whether the phrase at I ends with a comma before any verb. */
bool ct_tag_leads_with(const struct ct_tagging *g, size_t i);
size_t ct_tag_preposition(struct ct_tagging *g, size_t i);
size_t ct_tag_opener(struct ct_tagging *g, size_t i);
size_t ct_tag_duration(struct ct_tagging *g, size_t i);
/* A noun phrase of time that stands alone as an adverb: "each turn", "X times", "an additional
 * time". */
bool ct_tag_time_phrase(struct ct_tagging *g, size_t i);
bool ct_tag_stat_before(const struct ct_tagging *g, size_t i);
size_t ct_tag_number(struct ct_tagging *g, size_t i);
size_t ct_tag_power_toughness(struct ct_tagging *g, size_t i);
size_t ct_tag_quantity_mark(struct ct_tagging *g, size_t i);
size_t ct_tag_rel(struct ct_tagging *g, size_t i);
bool ct_tag_from_or_for(const struct ct_tagging *g, size_t i);
size_t ct_tag_keyword(struct ct_tagging *g, size_t i);

#endif
