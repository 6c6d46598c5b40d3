/* From words to the tokens of the grammar: what each word does in its sentence. English leaves that
 * to the context; the grammar doesn't have to. Tags are made in passes over the units of a
 * paragraph (parse.h), which only look and never drop a word: each unit becomes one token, but for
 * the comma before a conjunction, which becomes part of it, and contractions, which become two. */
#ifndef CT_TAG_H
#define CT_TAG_H

#include "compiler/words.h"

enum {
    CT_TF_COMMA = 1 << 0,      /* a comma stands before the conjunction: ", and", ", then" */
    CT_TF_CONTRACTED = 1 << 1, /* 's, 're, 've */
    CT_TF_NOT = 1 << 2,        /* isn't, don't */
    CT_TF_PAST = 1 << 3,
    CT_TF_START = 1 << 4, /* first of a sentence, capitalized */
    CT_TF_NON = 1 << 5,
    CT_TF_DELTA = 1 << 6,
    CT_TF_PLURAL = 1 << 7,
    CT_TF_BOTH = 1 << 8, /* a noun whose plural is the same word */
    CT_TF_HYPHEN = 1 << 9,
    CT_TF_AN = 1 << 10,
    CT_TF_BARE = 1 << 11,    /* "be", base forms */
    CT_TF_THIRD = 1 << 12,   /* is, has, does, draws */
    CT_TF_VIRTUAL = 1 << 13, /* nothing in the text stands for it */
    CT_TF_AND = 1 << 14,     /* THEN: "and then" */
    CT_TF_VAR = 1 << 15,
    CT_TF_SUBJUNCTIVE = 1 << 17, /* "as though it were" */
    CT_TF_ENCLOSED = 1 << 25,    /* a comma stands behind the adverb as well */
    CT_TF_IF = 1 << 16,          /* a conjunction: "or if" */
};

struct ct_token {
    int type; /* CT_T_* of grammar/rules.tab.h */
    struct ct_span span;
    uint8_t wc;   /* WORD: class of the word */
    uint8_t form; /* verbs: CT_VF_*; else what the row of function.def says */
    uint32_t flags;
    int32_t num;
    int16_t power, toughness;
    uint8_t minus;
    uint32_t unit;
};

/* Tags P->units into P->tokens, ended by a token of type 0. False after an error. */
bool ct_tag(struct ct_parser *p);

#endif
