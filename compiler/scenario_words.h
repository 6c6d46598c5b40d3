/* From the text of a scenario to the tokens of its grammar: raw words (grammar/scenario.l) are
 * joined to names and phrases, lines to the phrases they make up. For scenario_parse.c and the
 * grammar alone. */
#ifndef CT_SCENARIO_WORDS_H
#define CT_SCENARIO_WORDS_H

#include "compiler/intern.h"
#include "compiler/scenario.h"

enum ct_raw_kind {
    CT_RAW_EOF,
    CT_RAW_NEWLINE,
    CT_RAW_SPACE, /* and comments */
    CT_RAW_STRING,
    CT_RAW_UNCLOSED, /* a string that the line's end cuts off */
    CT_RAW_POSSESSIVE,
    CT_RAW_WORD,
    CT_RAW_CAPITAL,
    CT_RAW_ID,
    CT_RAW_MANA,
    CT_RAW_SIGNED_PAIR,
    CT_RAW_PAIR,
    CT_RAW_SIGNED,
    CT_RAW_ORDINAL,
    CT_RAW_NUMBER,
    CT_RAW_COMMA,
    CT_RAW_EQUALS,
    CT_RAW_CARD, /* the line `card` */
    CT_RAW_CARD_LINE,
    CT_RAW_END,
    CT_RAW_UNENDED,
    CT_RAW_ODD
};

void *ct_sc_raw_open(const char *text, uint32_t len);
int ct_sc_raw_next(void *scanner);
uint32_t ct_sc_raw_offset(void *scanner);
void ct_sc_raw_close(void *scanner);

struct ct_raw {
    enum ct_raw_kind kind;
    struct ct_span span;
};

/* A token of the grammar; which value is set depends on its code. */
struct ct_sc_token {
    int code;
    struct ct_span span;
    struct ct_sc_word *word;
    const char *text;
    int number;
};

/* What the parser is at work on. */
struct ct_sc_parser {
    struct ct_arena *arena;
    const struct ct_source *source;
    const struct ct_sc_names *names;
    struct ct_diags *diags;
    struct ct_sc_token *tokens;
    size_t count, capacity, at;
    bool failed; /* memory was refused */

    struct ct_sc_file *file;
    struct ct_scenario *scenario; /* the one being read; NULL before the first */
    struct ct_intern taken;       /* names of scenarios */
    struct ct_scenario **scenario_end;
    struct ct_sc_phrase **phrase_end;
    enum ct_sc_section section;
    bool in_section;
    uint32_t error_line; /* start of the line of the last error: one is enough for a line */
};

/* Fills p->tokens; the last is the end of the file. What can't be a token is reported. */
void ct_sc_tokenize(struct ct_sc_parser *p);

/* The grammar's code of the words at RAW[0..COUNT): the longest phrase the grammar knows; *USED raw
 * tokens make it up (without those between). 0: none. Defined with the grammar. */
struct ct_sc_fixed {
    const char *text; /* "the stack resolves" */
    int code;
};
/* All fixed words and phrases of the grammar; *COUNT of them. Fills ROOM, which has space for MOST.
 */
size_t ct_sc_fixed_words(struct ct_sc_fixed *room, size_t most);

#endif
