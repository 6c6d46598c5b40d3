/* What a text has spoken of so far: the mentions that a use can mean, newest last. Belongs to resolve*.c. */
#ifndef CT_RESOLVE_SCOPE_H
#define CT_RESOLVE_SCOPE_H

#include "compiler/resolve.h"

enum { CT_MAX_MENTIONS = 64, CT_MAX_WORDS = 8, CT_MAX_CLAUSES = 48 };

/* A word that says what something is: a type, a subtype or a noun. */
struct ct_word_of {
    uint16_t kind; /* CT_TYPE, CT_SUBTYPE, CT_NOUN, CT_TOKEN_NAME */
    int32_t num;
};

struct ct_mention {
    ct_node *def;    /* what an edge leads to */
    ct_node *clause; /* the clause in which it is mentioned */
    ct_node *at;     /* the words of this mention, for messages */
    uint32_t classes;
    bool plural, self, weak /* in a relative clause */, event, subject;
    bool moved, cast; /* a clause moved it between zones, cast it */
    bool each;        /* "each creature": one after the other, or all of them */
    bool nested;      /* in another noun phrase: no rival of that */
    uint8_t nwords;
    struct ct_word_of words[CT_MAX_WORDS];
};

struct ct_clause_seen {
    ct_node *clause;  /* CLAUSE, or the MODAL MAY around one */
    uint32_t ability; /* which paragraph */
    bool event, condition;
};

struct ct_scope {
    const struct ct_resolve *in;
    struct ct_mention mention[CT_MAX_MENTIONS];
    uint32_t nmentions;
    struct ct_clause_seen seen[CT_MAX_CLAUSES];
    uint32_t nseen, ability;
    ct_node *clause; /* the clause at hand */
    ct_node *subject; /* of the clause at hand or the nearest one that has one; see SAME */
    ct_node *np;      /* the noun phrase at hand, innermost; what is in it is nested */
    ct_node *deferred; /* a part of the object that stands behind the clause's adjuncts */
    uint32_t adjuncts; /* where the first of them begins */
    bool in_event, in_relative, in_condition, in_exception, in_head, in_spell;
    bool ok;
};

/* What a use asks for. */
struct ct_want {
    const ct_node *use;
    uint32_t classes; /* CT_NC_* of which one must fit */
    bool plural, singular_player; /* "they": one player, or several things */
    bool subject;     /* the use is the subject of its clause */
    bool never_self;  /* "that creature" is not "this creature" */
    bool any_number;
    const ct_node *words; /* "that [words]": NP, or NULL */
};

/* The classes of thing that the words of NP (CT_NP) say it is; CT_NC_ANY if they say nothing. */
uint32_t ct_words_classes(const ct_node *np);
/* The nearest mention that fits, or NULL. *RIVAL is another that fits as well and that the wording does not
 * keep apart, or NULL. */
struct ct_mention *ct_scope_find(struct ct_scope *scope, const struct ct_want *want,
                                 struct ct_mention **rival);
/* Adds a mention of NP, itself the definition. */
void ct_scope_define(struct ct_scope *scope, ct_node *np);
/* Adds a mention of all of LIST's members together ("A and B"), or of whichever it is ("A or B"). FROM: the
 * number of mentions before the first of them. */
void ct_scope_group(struct ct_scope *scope, ct_node *list, uint32_t from);
/* The latest mention of DEF, or NULL. */
struct ct_mention *ct_scope_mention(struct ct_scope *scope, const ct_node *def);
/* Adds a mention of the source. */
void ct_scope_self(struct ct_scope *scope, ct_node *node);
/* Adds a mention of what MENTION means, by the words AT. */
void ct_scope_again(struct ct_scope *scope, const struct ct_mention *mention, ct_node *at);

#endif
