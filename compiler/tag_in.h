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

#endif
