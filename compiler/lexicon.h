/* The words of a compilation: every word of rules text with what it can be, closed but for what
 * card files define. A lexicon starts with the tables of grammar/ and grows by the mechanics,
 * subtypes and counters of the cards that are compiled with it. It owns its memory; there is no
 * other. */
#ifndef CT_LEXICON_H
#define CT_LEXICON_H

#include "compiler/arena.h"
#include "compiler/tree.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ct_word_class {
    CT_WC_NONE,
    CT_WC_FUNCTION, /* num: enum ct_function; form: the num of its row */
    CT_WC_VERB,     /* num: verb; form: CT_VF_* */
    CT_WC_TYPE,
    CT_WC_SUBTYPE,
    CT_WC_SUPERTYPE,
    CT_WC_COLOR,
    CT_WC_STATE,
    CT_WC_NOUN,
    CT_WC_COUNTER,
    CT_WC_KEYWORD,
    CT_WC_PREPOSITION,
    CT_WC_ADVERB,
    CT_WC_NUMBER,
    CT_WC_ORDINAL,
    CT_WC_PRONOUN,    /* form: 1 object case, 2 possessive, 3 both cases */
    CT_WC_DETERMINER, /* form: 1 plural ("these") */
    CT_WC_MODAL,
    CT_WC_DURATION,
    CT_WC_TOKEN_NAME, /* num: symbol of the name */
    CT_WC_LABEL,      /* an ability word */
    CT_WC_OLD,        /* num: row of oldwords.def */
};

enum ct_verb_form {
    CT_VF_BASE = 1,
    CT_VF_THIRD = 2,
    CT_VF_PAST = 4,
    CT_VF_PARTICIPLE = 8,
    CT_VF_ING = 16,
    CT_VF_ARE = 32,  /* are, were: finite, with a plural */
    CT_VF_BARE = 64, /* be */
};

enum ct_function {
    CT_FN_NONE,
    CT_FN_WHEN,
    CT_FN_WHENEVER,
    CT_FN_IF,
    CT_FN_UNLESS,
    CT_FN_AS_LONG_AS,
    CT_FN_WHILE,
    CT_FN_FOR_EACH,
    CT_FN_WHERE,
    CT_FN_OTHERWISE,
    CT_FN_THEN,
    CT_FN_INSTEAD,
    CT_FN_AS_THOUGH,
    CT_FN_AND,
    CT_FN_OR,
    CT_FN_AND_OR,
    CT_FN_WHO,
    CT_FN_WHOSE,
    CT_FN_WHICH,
    CT_FN_THAT,
    CT_FN_THOSE,
    CT_FN_THERE,
    CT_FN_NAMED,
    CT_FN_TARGET,
    CT_FN_OTHER,
    CT_FN_ANOTHER,
    CT_FN_UP_TO,
    CT_FN_ANY_NUMBER_OF,
    CT_FN_ANY_NUMBER,
    CT_FN_THAT_MANY,
    CT_FN_THAT_MUCH,
    CT_FN_HALF,
    CT_FN_TWICE,
    CT_FN_NUMBER_OF,
    CT_FN_EQUAL_TO,
    CT_FN_PLUS,
    CT_FN_MINUS,
    CT_FN_OR_MORE,
    CT_FN_OR_LESS,
    CT_FN_AT_LEAST,
    CT_FN_AT_MOST,
    CT_FN_EXACTLY,
    CT_FN_MORE_THAN,
    CT_FN_LESS_THAN,
    CT_FN_LESS_EQUAL,
    CT_FN_GREATER_EQUAL,
    CT_FN_BE,
    CT_FN_HASNT,
    CT_FN_DONT,
    CT_FN_ITS_BE,
    CT_FN_THATS_BE,
    CT_FN_THERES_BE,
    CT_FN_THEYRE_BE,
    CT_FN_YOURE_BE,
    CT_FN_YOUVE_HAVE,
    CT_FN_THEYVE_HAVE,
    CT_FN_WHOVE_HAVE,
    CT_FN_THATVE_HAVE,
    CT_FN_WHOS_BE,
    CT_FN_NEXT_TIME,
    CT_FN_MORE,
    CT_FN_HES_BE,
    CT_FN_SHES_BE,
};

enum ct_frame_of {
    CT_FRAME_I,
    CT_FRAME_T,
    CT_FRAME_T0,
    CT_FRAME_NUM,
    CT_FRAME_I0N,
    CT_FRAME_PUT,
    CT_FRAME_DEAL,
    CT_FRAME_GAIN,
    CT_FRAME_GET,
    CT_FRAME_HAVE,
    CT_FRAME_BE,
    CT_FRAME_BECOME,
    CT_FRAME_DO,
    CT_FRAME_COST,
    CT_FRAME_CAUSE,
    CT_FRAME_AT,
    CT_FRAME_AMASS,
};

/* What follows the name of a keyword ability. */
enum ct_keyword_frame {
    CT_KF_NONE,
    CT_KF_COST,
    CT_KF_NUMBER,
    CT_KF_FROM,
    CT_KF_FOR,
    CT_KF_NP,
    CT_KF_NUM_DASH,
    CT_KF_NP_COST,
};

/* One thing that a word can be. */
struct ct_sense {
    uint8_t wc;
    uint8_t form;
    uint8_t plural;  /* nouns: the plural form is this */
    uint8_t capital; /* must be capitalized: subtypes, token names */
    int32_t num;
    uint32_t next; /* index of the next sense of the same word, 0 is none */
};

/* A verb, of verbs.def or defined in a card file. */
struct ct_verb_info {
    const char *base, *third, *past, *participle, *ing;
    uint8_t frame;
    uint32_t subject, object; /* CT_NC_* */
};

struct ct_lexicon;

/* A lexicon of the tables of grammar/. NULL when memory is refused. */
struct ct_lexicon *ct_lexicon_new(void);
void ct_lexicon_free(struct ct_lexicon *lex);

/* Strings that nodes hold as CT_NUM_NAME. */
struct ct_intern *ct_lexicon_names(struct ct_lexicon *lex);

/* The first sense of LEN bytes in lower case, or NULL; *WORDS (may be NULL) becomes the number of
 * words of the longest entry that begins with this one. */
const struct ct_sense *ct_lexicon_find(const struct ct_lexicon *lex, const char *lower, size_t len,
                                       unsigned *words);
/* Whether an entry begins with these words. */
bool ct_lexicon_begins(const struct ct_lexicon *lex, const char *lower, size_t len);
const struct ct_sense *ct_sense_next(const struct ct_lexicon *lex, const struct ct_sense *sense);
/* The sense of that class among SENSE and those after it, or NULL. */
const struct ct_sense *ct_sense_of(const struct ct_lexicon *lex, const struct ct_sense *sense,
                                   enum ct_word_class wc);

/* Adds a keyword action whose base or third-person form is WORDS ("venture inland": the first word
 * is inflected); returns its verb, the one that is there if it has that name, 0 when memory is
 * refused. */
int ct_lexicon_add_verb(struct ct_lexicon *lex, const char *words, size_t len, bool third,
                        enum ct_frame_of frame, uint32_t subject, uint32_t object);
int ct_lexicon_add_keyword(struct ct_lexicon *lex, const char *words, size_t len,
                           enum ct_keyword_frame frame);
int ct_lexicon_add_subtype(struct ct_lexicon *lex, const char *word, size_t len);
int ct_lexicon_add_token(struct ct_lexicon *lex, const char *name, size_t len);

/* The words of a number, for the renderer and the lowering. NULL for a number that is none. */
const struct ct_verb_info *ct_lexicon_verb(const struct ct_lexicon *lex, int verb);
const char *ct_lexicon_keyword(const struct ct_lexicon *lex, int keyword);
enum ct_keyword_frame ct_lexicon_keyword_frame(const struct ct_lexicon *lex, int keyword);
const char *ct_lexicon_subtype(const struct ct_lexicon *lex, int subtype, bool plural);
/* The word of a node with one of the closed sets in num (TYPE, COLOR, STATE, NOUN, ADVERB, ...). */
const char *ct_word_text(const struct ct_lexicon *lex, enum ct_num_class of, int num, bool plural);
/* Whether a pronoun takes the verb of a plural: 0, 1. */
int ct_pronoun_plural(int pronoun);
/* In the subject case (0), the object case (1), as possessive (2). */
const char *ct_pronoun_text(int pronoun, int which);
/* CT_NC_* of a noun, CT_NC_ANY for a number that is none. */
uint32_t ct_noun_classes(int noun);
/* CT_NC_* of what can be subject and object of a verb of verbs.def, CT_NC_ANY for another number. */
uint32_t ct_verb_subjects(int verb);
uint32_t ct_verb_objects(int verb);

/* Whether "an" stands before what begins with TEXT. */
bool ct_takes_an(const char *text);

/* The known word that is nearest to LEN bytes at TEXT, if near enough to be meant; NULL otherwise.
 */
const char *ct_lexicon_nearest(const struct ct_lexicon *lex, const char *text, size_t len);

#endif
