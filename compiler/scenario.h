/* Scenarios as they are written: the tree that grammar/scenario.y builds, and nothing of what it
 * means in a game (that is scenario_run.h).
 *
 * Everything in a tree lives in the arena it was parsed into, strings included; spans are byte
 * offsets in the scenario's source. The names of cards, subtypes and keywords come from a table
 * that the caller fills (scenario_names.h), because "Young Hero" is one name only if a card is
 * called so. */
#ifndef CT_SCENARIO_H
#define CT_SCENARIO_H

#include "compiler/arena.h"
#include "compiler/diag.h"
#include "compiler/scenario_names.h"
#include "compiler/source.h"

#include <stdbool.h>
#include <stdint.h>

enum ct_sc_phrase_kind {
#define PHRASE(name, text) CT_SC_##name,
#include "compiler/scenario_phrases.def"
#undef PHRASE
    CT_SC_PHRASE_COUNT
};

/* 0 is nobody; Alice is 1, Bob is 2. */
typedef int ct_sc_player;

enum ct_sc_section { CT_SC_GIVEN, CT_SC_WHEN, CT_SC_THEN };

enum ct_sc_zone_kind {
    CT_SC_ZONE_NONE,
    CT_SC_HAND,
    CT_SC_GRAVEYARD,
    CT_SC_LIBRARY,
    CT_SC_EXILE,
    CT_SC_BATTLEFIELD,
    CT_SC_STACK
};
enum ct_sc_place { CT_SC_ANYWHERE, CT_SC_ON_TOP, CT_SC_ON_BOTTOM, CT_SC_NTH };

struct ct_sc_zone {
    enum ct_sc_zone_kind kind;
    ct_sc_player owner; /* 0: of whom it is said, or shared */
    enum ct_sc_place place;
    int nth; /* CT_SC_NTH: from the top, 1 is the top */
    bool tapped;
};

enum ct_sc_word_kind {
    CT_SC_W_NAME,
    CT_SC_W_SUBTYPE,
    CT_SC_W_TYPE,            /* value: index in runtime/types.def */
    CT_SC_W_SUPERTYPE,       /* value: likewise */
    CT_SC_W_COLOR,           /* value: W 0, U 1, B 2, R 3, G 4 */
    CT_SC_W_POWER_TOUGHNESS, /* value, value2 */
    CT_SC_W_STATE            /* value: enum ct_sc_state */
};
enum ct_sc_state {
#define STATE(name, text) CT_SC_IS_##name,
#include "compiler/scenario_states.def"
#undef STATE
    CT_SC_STATE_COUNT
};

/* One word that an object must fit. */
struct ct_sc_word {
    enum ct_sc_word_kind kind;
    bool negated; /* "nonland" */
    int value, value2;
    const char *text; /* names and subtypes */
    struct ct_span span;
    struct ct_sc_word *next;
};

enum ct_sc_thing_kind {
    CT_SC_T_OBJECT, /* words, narrowed by ordinal, owner, zone */
    CT_SC_T_PLAYER,
    CT_SC_T_ABILITY, /* of object: ordinal, loyalty; on the stack or printed */
    CT_SC_T_NUMBER,  /* value */
    CT_SC_T_COLOR,   /* value */
    CT_SC_T_CARD_NAME,
    CT_SC_T_MODE,    /* value, from 1 */
    CT_SC_T_COUNTER, /* text */
    CT_SC_T_KEYWORD  /* text */
};

/* Whatever can be pointed at or chosen. */
struct ct_sc_thing {
    enum ct_sc_thing_kind kind;
    struct ct_span span;
    struct ct_sc_thing *next;
    int ordinal; /* 0: not said */
    int value;
    int amount;             /* DIVIDES: what it gets */
    ct_sc_player player;    /* the player; of an object: whose, or 0 */
    struct ct_sc_zone zone; /* CT_SC_ZONE_NONE: not said */
    struct ct_sc_word *words;
    const char *text;
    bool has_loyalty;           /* abilities: value is the loyalty cost */
    struct ct_sc_thing *object; /* abilities: whose */
};

enum ct_sc_elem_kind {
    CT_SC_E_OBJECTS,  /* count (-1: not said), words, zone, and what is said of them */
    CT_SC_E_COUNTERS, /* count, text */
    CT_SC_E_DAMAGE,   /* count */
    CT_SC_E_LIFE,     /* count */
    CT_SC_E_MANA,     /* text */
    CT_SC_E_NO_MANA,
    CT_SC_E_UNLIMITED_MANA,
    CT_SC_E_KEYWORD, /* text; mana, count or words: its parameter */
    CT_SC_E_ABILITY, /* text: in its own words */
    CT_SC_E_NO_ABILITIES,
    CT_SC_E_ADVENTURE,
    CT_SC_E_ATTACHED /* words: what is attached to it */
};

/* One part of what somebody or something has. */
struct ct_sc_elem {
    enum ct_sc_elem_kind kind;
    struct ct_span span;
    struct ct_sc_elem *next;
    int count;
    enum ct_sc_compare { CT_SC_EXACTLY, CT_SC_AT_LEAST, CT_SC_AT_MOST } compare;
    struct ct_sc_word *words;
    struct ct_sc_zone zone;
    const char *text;
    const char *mana;
    struct ct_sc_elem *with;         /* objects: counters and damage */
    struct ct_sc_thing *attached_to; /* objects */
    ct_sc_player owner;              /* objects: "owned by" */
    const char *copy_of;             /* objects: name */
};

enum ct_sc_clause_kind {
    CT_SC_C_TARGETING,       /* things; none: nothing */
    CT_SC_C_CHOOSING,        /* things */
    CT_SC_C_X,               /* value */
    CT_SC_C_FROM,            /* zone */
    CT_SC_C_FREE,            /* without paying its mana cost */
    CT_SC_C_FOR_COST,        /* text: an alternative cost */
    CT_SC_C_USING,           /* things (one): whose permission */
    CT_SC_C_PAYING_COST,     /* text: an additional cost; value: how often */
    CT_SC_C_NOT_PAYING_COST, /* text */
    CT_SC_C_PICKING,         /* value: enum ct_sc_verb; things */
    CT_SC_C_PAYING_LIFE,     /* value */
    CT_SC_C_PAYING_WITH,     /* things: sources */
    CT_SC_C_PAYING_MANA,     /* text: mana in the pool */
    CT_SC_C_DIVIDING         /* things with amounts */
};
struct ct_sc_clause {
    enum ct_sc_clause_kind kind;
    struct ct_span span;
    struct ct_sc_clause *next;
    struct ct_sc_thing *things;
    struct ct_sc_zone zone;
    const char *text;
    int value;
    bool used; /* the runner's: it answered a choice */
};

enum ct_sc_verb {
    CT_SC_V_SACRIFICE,
    CT_SC_V_DISCARD,
    CT_SC_V_EXILE,
    CT_SC_V_DESTROY,
    CT_SC_V_RETURN,
    CT_SC_V_REVEAL,
    CT_SC_V_TAP,
    CT_SC_V_UNTAP,
    CT_SC_V_REMOVE
};

enum ct_sc_step {
    CT_SC_STEP_NONE,
    CT_SC_STEP_TURN, /* the beginning of a turn */
    CT_SC_STEP_UPKEEP,
    CT_SC_STEP_DRAW,
    CT_SC_STEP_MAIN1,
    CT_SC_STEP_BEGIN_COMBAT,
    CT_SC_STEP_ATTACKERS,
    CT_SC_STEP_BLOCKERS,
    CT_SC_STEP_FIRST_DAMAGE,
    CT_SC_STEP_DAMAGE,
    CT_SC_STEP_END_COMBAT,
    CT_SC_STEP_MAIN2,
    CT_SC_STEP_END,
    CT_SC_STEP_CLEANUP
};

enum ct_sc_characteristic {
    CT_SC_POWER,
    CT_SC_TOUGHNESS,
    CT_SC_LOYALTY,
    CT_SC_MANA_VALUE,
    CT_SC_MANA_COST, /* mana; NULL: none */
    CT_SC_NAME,      /* text */
    CT_SC_COLORS,    /* words; none: none */
    CT_SC_TYPES,
    CT_SC_SUBTYPES,
    CT_SC_SUPERTYPES
};

enum ct_sc_asked {
    CT_SC_ASKED_CHOOSE,
    CT_SC_ASKED_ORDER,
    CT_SC_ASKED_PAY,
    CT_SC_ASKED_WHETHER,
    CT_SC_ASKED_ATTACK,
    CT_SC_ASKED_BLOCK
};

/* Two objects of which one attacks or blocks the other. */
struct ct_sc_pair {
    struct ct_sc_thing *first;  /* attacker */
    struct ct_sc_thing *second; /* what it attacks, or the blocker; NULL: not said */
    struct ct_sc_pair *next;
};

struct ct_sc_text {
    const char *text;
    struct ct_sc_text *next;
};

struct ct_sc_phrase {
    enum ct_sc_phrase_kind kind;
    enum ct_sc_section section;
    struct ct_span span;
    struct ct_sc_phrase *next;
    bool negated;
    bool refused;   /* "… is refused" */
    bool once_more; /* MOVES_TO: the next one, not this turn's */
    ct_sc_player player;
    struct ct_sc_thing *subjects;
    struct ct_sc_thing *things;
    struct ct_sc_elem *elems;
    struct ct_sc_word *words;
    struct ct_sc_clause *clauses;
    struct ct_sc_pair *pairs;
    struct ct_sc_text *texts;
    struct ct_sc_zone zone;
    struct ct_sc_phrase *action; /* MAY */
    const char *text;
    const char *mana;
    int number; /* -1: not said */
    enum ct_sc_compare compare;
    enum ct_sc_step step;
    enum ct_sc_verb verb;
    enum ct_sc_asked asked;
    enum ct_sc_characteristic characteristic;
};

/* A `cards "…"` line or a `card … end` block. */
struct ct_sc_cards {
    struct ct_span span;
    const char *path;    /* NULL: written here */
    struct ct_span body; /* the lines between `card` and `end` */
    struct ct_sc_cards *next;
};

struct ct_sc_header {
    struct ct_sc_cards *cards;
    int seed; /* -1: not said */
    bool strict;
};

struct ct_scenario {
    const char *name;
    struct ct_span span; /* of its first line */
    struct ct_sc_text *ids;
    struct ct_sc_header header;
    struct ct_sc_phrase *phrases; /* in order, sections by their field */
    struct ct_sc_text *names;     /* every card name in it, in no order, some more than once */
    struct ct_sc_text *symbols;   /* likewise every kind of counter and every subtype */
    bool broken;                  /* something in it was not understood */
    struct ct_scenario *next;
};

struct ct_sc_file {
    const struct ct_source *source;
    struct ct_sc_header header; /* what holds for all */
    struct ct_scenario *scenarios;
};

/* Parses SOURCE. What is wrong goes to DIAGS, one error a line at most, and the scenario it stands
 * in is marked broken; the others can still be used. Takes names from NAMES. Returns NULL only when
 * memory is refused. */
struct ct_sc_file *ct_sc_parse(struct ct_arena *arena, const struct ct_source *source,
                               const struct ct_sc_names *names, struct ct_diags *diags);

/* The same lines read only as far as the cards they bring: what must be loaded before NAMES is
 * known. Nothing is reported. NULL: none, or memory was refused. */
struct ct_sc_cards *ct_sc_scan_cards(struct ct_arena *arena, const struct ct_source *source);

/* "casting" for CT_SC_CASTS, and so on. */
const char *ct_sc_phrase_text(enum ct_sc_phrase_kind kind);

#endif
