/* From the bytes of a paragraph to its words: names of the card itself, symbols, numbers,
 * punctuation, and words with all that each can be (lexicon.h), longest units first ("until end of
 * turn", "mana value"). A word that the lexicon doesn't have ends it: nothing is skipped but
 * reminder text in parentheses [CR 207.2a]. Units live in the parser's arena. */
#ifndef CT_WORDS_H
#define CT_WORDS_H

#include "compiler/lexicon.h"
#include "compiler/parse.h"

enum ct_unit_kind {
    CT_U_END,
    CT_U_WORD,
    CT_U_NUMBER,  /* digits; num */
    CT_U_LETTER,  /* X, Y, Z; num */
    CT_U_SYMBOL,  /* num: symbols.def or CT_SYMBOL_GENERIC + n */
    CT_U_PARAM,   /* {cost}; num: parameter */
    CT_U_PT,      /* 2/2 and +1/+1 */
    CT_U_LOYALTY, /* +1 or −X at the start of a paragraph */
    CT_U_CHAPTER, /* I, II — with the dash; num: bits */
    CT_U_SELF,    /* the card's name; num: symbol of the name as written */
    CT_U_NAME,    /* what stands behind "named"; num: symbol */
    CT_U_LABEL,   /* ability word or flavour word with its dash; num: symbol */
    CT_U_APOS,    /* 's or the ' behind a plural */
    CT_U_COMMA,
    CT_U_STOP,
    CT_U_COLON,
    CT_U_SEMICOLON,
    CT_U_DASH,
    CT_U_BULLET,
    CT_U_OPEN, /* quotation marks */
    CT_U_CLOSE,
};

enum {
    CT_UF_CAPITAL = 1 << 0,
    CT_UF_NON = 1 << 1,    /* "nonland": the sense is that of "land" */
    CT_UF_START = 1 << 2,  /* first of a sentence */
    CT_UF_DELTA = 1 << 3,  /* PT with signs */
    CT_UF_VAR = 1 << 4,    /* LOYALTY: X */
    CT_UF_HYPHEN = 1 << 5, /* "non-Giant" */
    CT_UF_AN = 1 << 6,     /* the determiner is written "an" */
};

struct ct_unit {
    struct ct_span span;
    uint8_t kind;
    uint8_t flags;
    int32_t num;
    int16_t power, toughness; /* PT: absolute values; a letter: -'X' */
    uint8_t minus;            /* PT: bit 0 power, bit 1 toughness is negative */
    const struct ct_sense *sense;
};

/* Reads SPAN of the parser's source into P->units, ended by CT_U_END. False after an error, which
 * is reported. */
bool ct_words_read(struct ct_parser *p, struct ct_span span);

#endif
