/* The rules tree: what the parser builds from rules text, the resolver binds, the checker types,
 * the lowering reads and the renderer turns back into English. Every kind of node is a row of
 * grammar/nodes.def, which says what its children are.
 *
 * Nodes live in the arena of the compilation and are never freed singly. After parsing only
 * ct_node.bind and ct_node.slot change. */
#ifndef CT_TREE_H
#define CT_TREE_H

#include "compiler/arena.h"
#include "compiler/intern.h"
#include "compiler/source.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum ct_kind {
    CT_KIND_NONE,
#define CT_NODE(K, NUM) CT_##K,
#define CT_SLOT(K, S)
#define CT_LIST(K)
#define CT_END(K)
#include "grammar/nodes.def"
#undef CT_NODE
#undef CT_SLOT
#undef CT_LIST
#undef CT_END
    CT_KIND_COUNT
};

/* The index of each named child: CT_CLAUSE_SUBJECT, CT_NP_WORDS, ... and CT_CLAUSE_REST, the index
 * of the first further child (of a kind without list: the number of children). */
#define CT_NODE(K, NUM)                                                                            \
    enum ct_slots_of_##K                                                                           \
    {
#define CT_SLOT(K, S) CT_##K##_##S,
#define CT_LIST(K)
#define CT_END(K)                                                                                  \
    CT_##K##_REST                                                                                  \
    }                                                                                              \
    ;
#include "grammar/nodes.def"
#undef CT_NODE
#undef CT_SLOT
#undef CT_LIST
#undef CT_END

/* What ct_node.num holds. */
enum ct_num_class {
    CT_NUM_NONE,
    CT_NUM_INT,
    CT_NUM_BITS,
    CT_NUM_CHAR,
    CT_NUM_NAME, /* a ct_sym */
    CT_NUM_VERB,
    CT_NUM_MODAL,
    CT_NUM_DET,
    CT_NUM_PRONOUN,
    CT_NUM_TYPE,
    CT_NUM_SUBTYPE,
    CT_NUM_SUPERTYPE,
    CT_NUM_COLOR,
    CT_NUM_STATE,
    CT_NUM_NOUN,
    CT_NUM_COUNTER,
    CT_NUM_KEYWORD,
    CT_NUM_PREPOSITION,
    CT_NUM_ADVERB,
    CT_NUM_DURATION,
    CT_NUM_SYMBOL,
    CT_NUM_PARAMETER,
};

/* Meaning that is more than the kind: ct_node.flags. */
enum {
    CT_F_TARGET = 1 << 0,        /* NP: "target" [CR 115] */
    CT_F_OTHER = 1 << 1,         /* NP: "other", "another" */
    CT_F_PLURAL = 1 << 2,        /* NP, PRONOUN, words: the plural form */
    CT_F_NON = 1 << 3,           /* words: "nonland"; WITH: "without" */
    CT_F_TOP = 1 << 4,           /* NP: "the top two cards" */
    CT_F_BOTTOM = 1 << 5,        /* NP: "the bottom card" */
    CT_F_IMPERATIVE = 1 << 7,    /* CLAUSE */
    CT_F_PAST = 1 << 8,          /* CLAUSE: "died"; MODAL: "didn't" */
    CT_F_PERFECT = 1 << 9,       /* CLAUSE: "has attacked" */
    CT_F_PASSIVE = 1 << 10,      /* CLAUSE: "is dealt damage" */
    CT_F_GERUND = 1 << 11,       /* CLAUSE: "attacking" */
    CT_F_INFINITIVE = 1 << 12,   /* CLAUSE: "to attack" */
    CT_F_BARE = 1 << 13,         /* CLAUSE: under a modal, "have", "may" */
    CT_F_DELTA = 1 << 14,        /* PT: "+1/+1" */
    CT_F_NEGATIVE = 1 << 15,     /* NUMBER of a PT: "-0"; VARIABLE: "-X" */
    CT_F_VARIABLE = 1 << 16,     /* LOYALTY: X */
    CT_F_EXISTS = 1 << 17,       /* CLAUSE of BE: "there are ..."; SUBJECT is what exists */
    CT_F_PROGRESSIVE = 1 << 19,  /* CLAUSE: "is attacking you" */
    CT_F_AND_THEN = 1 << 20,     /* THEN: "A, and then B" */
    CT_F_SEPARATE_NOT = 1 << 21, /* CLAUSE: worded "is not", never "isn't" (no meaning) */
    CT_F_NEXT = 1 << 23,         /* NP: "the next 1 damage" */
    CT_F_ONLY = 1 << 24,         /* NP: "block only creatures with flying" */
    CT_F_NOT = 1 << 18,          /* CLAUSE: "isn't", "not"; PRONOUN, NP: negated coordination */
    CT_F_EACH = 1 << 22, /* CLAUSE: "each" before the verb: "target creatures each get +1/+1" */
};

/* How the same thing was worded: ct_node.form. Never read by anything but the renderer, but for
 * WHEN, WHENEVER, AT and LEADING/TRAILING of FOR_EACH, as nodes.def says. */
enum ct_form {
    CT_FORM_PLAIN,
    CT_FORM_LEADING,
    CT_FORM_TRAILING,
    CT_FORM_WHEN,
    CT_FORM_WHENEVER,
    CT_FORM_AT,
    CT_FORM_WORD,
    CT_FORM_DIGITS,
    CT_FORM_THEN_LAST,
    CT_FORM_THEN_EACH,
    CT_FORM_LIST_NO_COMMA,
    CT_FORM_LIST_SERIAL,
    CT_FORM_LIST_ASYNDETIC,
    CT_FORM_ZERO,
    CT_FORM_THAT,
    CT_FORM_THATS,
    CT_FORM_WHO,
    CT_FORM_CONTRACTED, /* "it's", "you've", "they're" */
    CT_FORM_DASH,
    CT_FORM_OTHER,
};

/* Kinds of noun, for what a verb can do with it: nouns.def, verbs.def. */
enum ct_noun_class {
    CT_NC_NONE = 0,
    CT_NC_PERMANENT = 1 << 0,
    CT_NC_CARD = 1 << 1,
    CT_NC_SPELL = 1 << 2,
    CT_NC_TOKEN = 1 << 3,
    CT_NC_ABILITY = 1 << 4,
    CT_NC_PLAYER = 1 << 5,
    CT_NC_COUNTER = 1 << 6,
    CT_NC_DAMAGE = 1 << 7,
    CT_NC_LIFE = 1 << 8,
    CT_NC_MANA = 1 << 9,
    CT_NC_ZONE = 1 << 10,
    CT_NC_STAT = 1 << 11,    /* power, toughness, mana value */
    CT_NC_QUALITY = 1 << 12, /* color, name, type */
    CT_NC_TIME = 1 << 13,    /* turn, step, phase, combat */
    CT_NC_COST = 1 << 14,
    CT_NC_GAME = 1 << 15,
    CT_NC_FLIP = 1 << 16, /* coin, die */
    CT_NC_PT = 1 << 17,
    CT_NC_EMBLEM = 1 << 18,
    CT_NC_AMOUNT = 1 << 19,
    CT_NC_SYMBOL = 1 << 20,
    CT_NC_DESIGNATION = 1 << 21, /* the initiative, the monarch, the city's blessing */
    CT_NC_STICKER = 1 << 22,
    CT_NC_PROCESS = 1 << 23,
    CT_NC_DOOR = 1 << 24,
    CT_NC_EVIDENCE = 1 << 25,
    CT_NC_OBJECT = CT_NC_PERMANENT | CT_NC_CARD | CT_NC_SPELL | CT_NC_TOKEN,
    CT_NC_STACK = CT_NC_SPELL | CT_NC_ABILITY,
    CT_NC_ANY = -1
};

/* The closed sets that ct_node.num holds. Each id is a row of the table of the same name under
 * grammar/: the words of the text, not the numbers of the runtime (CT_WTYPE_LAND is not
 * CT_TYPE_LAND). A compilation's own words (new verbs, keywords, subtypes, counters) are numbered
 * from CT_USER on; the lexicon knows their names. */
enum { CT_USER = 4096, CT_SYMBOL_GENERIC = 1000 };

enum ct_w_verb {
    CT_V_NONE,
#define CT_VERB(ID, BASE, THIRD, PAST, PP, ING, FRAME, SUBJ, OBJ) CT_V_##ID,
#include "grammar/verbs.def"
#undef CT_VERB
    CT_V_HOW_MANY
};

enum ct_w_card_type {
    CT_WTYPE_NONE,
#define CT_TYPE(ID, ...) CT_WTYPE_##ID,
#include "grammar/types.def"
#undef CT_TYPE
    CT_WTYPE_HOW_MANY
};

enum ct_w_supertype {
    CT_WSUPER_NONE,
#define CT_SUPERTYPE(ID, ...) CT_WSUPER_##ID,
#include "grammar/supertypes.def"
#undef CT_SUPERTYPE
    CT_WSUPER_HOW_MANY
};

enum ct_w_subtype {
    CT_WSUB_NONE,
#define CT_SUBTYPE(ID, ...) CT_WSUB_##ID,
#include "grammar/subtypes.def"
#undef CT_SUBTYPE
    CT_WSUB_HOW_MANY
};

enum ct_w_color {
    CT_WCOLOR_NONE,
#define CT_COLOR(ID, ...) CT_WCOLOR_##ID,
#include "grammar/colors.def"
#undef CT_COLOR
    CT_WCOLOR_HOW_MANY
};

enum ct_w_state {
    CT_WSTATE_NONE,
#define CT_STATE(ID, ...) CT_WSTATE_##ID,
#include "grammar/states.def"
#undef CT_STATE
    CT_WSTATE_HOW_MANY
};

enum ct_w_noun {
    CT_N_NONE,
#define CT_NOUN(ID, ...) CT_N_##ID,
#include "grammar/nouns.def"
#undef CT_NOUN
    CT_N_HOW_MANY
};

enum ct_w_counter {
    CT_WCOUNTER_NONE,
#define CT_COUNTER(ID, ...) CT_WCOUNTER_##ID,
#include "grammar/counters.def"
#undef CT_COUNTER
    CT_WCOUNTER_HOW_MANY
};

enum ct_w_keyword {
    CT_WKW_NONE,
#define CT_KEYWORD(ID, ...) CT_WKW_##ID,
#include "grammar/keywords.def"
#undef CT_KEYWORD
    CT_WKW_HOW_MANY
};

enum ct_w_preposition {
    CT_PREP_NONE,
#define CT_PREPOSITION(ID, ...) CT_PREP_##ID,
#include "grammar/prepositions.def"
#undef CT_PREPOSITION
    CT_PREP_HOW_MANY
};

enum ct_w_adverb {
    CT_ADV_NONE,
#define CT_ADVERB(ID, ...) CT_ADV_##ID,
#include "grammar/adverbs.def"
#undef CT_ADVERB
    CT_ADV_HOW_MANY
};

enum ct_w_symbol {
    CT_SYMBOL_NONE,
#define CT_MANA_SYMBOL(ID, ...) CT_SYMBOL_##ID,
#include "grammar/symbols.def"
#undef CT_MANA_SYMBOL
    CT_SYMBOL_HOW_MANY
};

enum ct_w_det {
    CT_DET_NONE,
#define CT_DET(ID, ...) CT_DET_##ID,
#include "grammar/closed.def"
#undef CT_DET
    CT_DET_HOW_MANY
};

enum ct_w_pronoun {
    CT_PRONOUN_NONE,
#define CT_PRONOUN(ID, ...) CT_PRONOUN_##ID,
#include "grammar/closed.def"
#undef CT_PRONOUN
    CT_PRONOUN_HOW_MANY
};

enum ct_w_modal {
    CT_MODAL_NONE,
#define CT_MODAL_VERB(ID, ...) CT_MODAL_##ID,
#include "grammar/closed.def"
#undef CT_MODAL_VERB
    CT_MODAL_HOW_MANY
};

enum ct_w_duration {
    CT_DURATION_NONE,
#define CT_DURATION_WORDS(ID, ...) CT_DURATION_##ID,
#include "grammar/closed.def"
#undef CT_DURATION_WORDS
    CT_DURATION_HOW_MANY
};

enum ct_w_parameter {
    CT_PARAM_NONE,
#define CT_PARAMETER_WORD(ID, ...) CT_PARAM_##ID,
#include "grammar/closed.def"
#undef CT_PARAMETER_WORD
    CT_PARAM_HOW_MANY
};

typedef struct ct_node ct_node;
struct ct_node {
    uint16_t kind;
    uint16_t form;
    uint32_t flags;
    int32_t num;
    int32_t slot;        /* the lowering's */
    struct ct_span span; /* in the text of the face */
    ct_node *bind;       /* from a use to its definition */
    uint32_t nkids;
    ct_node *kid[];
};

/* A tree's kind as words: "clause". */
const char *ct_kind_name(int kind);
/* The name of child INDEX of a kind, or NULL for the further ones. */
const char *ct_slot_name(int kind, unsigned index);
/* How many named children a kind has. */
unsigned ct_slot_count(int kind);
enum ct_num_class ct_kind_num(int kind);

/* A node with room for NKIDS children (at least the named ones), all absent. NULL when memory is
 * refused. */
ct_node *ct_node_new(struct ct_arena *arena, int kind, struct ct_span span, unsigned nkids);

static inline bool ct_is(const ct_node *node, int kind)
{
    return node && node->kind == kind;
}

#endif
