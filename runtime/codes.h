/* The numbers that bytecode and records carry, by name: what the tables (types.def, events.def, props.def,
 * rules.def, keywords_builtin.def) number by their order, and what the K operands and flags of ops.def
 * mean.  Written by the compiler, read by the runtime; part of the set format (CT_SET_VERSION).
 */
#ifndef CT_CODES_H
#define CT_CODES_H

#include <stdint.h>

/* ---- types.def ------------------------------------------------------------------------------- */
enum {
#define TYPE(name, word, plural, permanent) CT_TYPEI_##name,
#include "runtime/types.def"
#undef TYPE
    CT_NTYPES
};
enum { /* masks: CT_TYPE_CREATURE ... */
#define TYPE(name, word, plural, permanent) CT_TYPE_##name = 1 << CT_TYPEI_##name,
#include "runtime/types.def"
#undef TYPE
#define TYPE(name, word, plural, permanent) +((permanent) << CT_TYPEI_##name)
    CT_TYPES_PERMANENT = 0
#include "runtime/types.def"
#undef TYPE
};
enum {
#define SUPER(name, word) CT_SUPERI_##name,
#include "runtime/types.def"
#undef SUPER
    CT_NSUPERS
};
enum {
#define SUPER(name, word) CT_SUPER_##name = 1 << CT_SUPERI_##name,
#include "runtime/types.def"
#undef SUPER
};
typedef enum ct_zone {
#define ZONE(name, word, hidden) CT_ZONE_##name,
#include "runtime/types.def"
#undef ZONE
    CT_NZONES
} ct_zone;
enum { /* zone masks: CT_ZM_GRAVEYARD ... */
#define ZONE(name, word, hidden) CT_ZM_##name = 1 << CT_ZONE_##name,
#include "runtime/types.def"
#undef ZONE
};
typedef enum ct_step {
#define STEP(name, words, rule) CT_STEP_##name,
#include "runtime/types.def"
#undef STEP
    CT_NSTEPS
} ct_step;

/* ---- the other tables -------------------------------------------------------------------------- */
typedef enum ct_keyword {
#define KW(name, word, rule) CT_KW_##name,
#include "runtime/keywords_builtin.def"
#undef KW
    CT_NKEYWORDS
} ct_keyword;
typedef enum ct_event_kind {
#define EVENT(name, obj, player, source, amount, when) CT_EV_##name,
#include "runtime/events.def"
#undef EVENT
    CT_NEVENTS
} ct_event_kind;
typedef enum ct_rule {
#define RULE(name, affects, object, amount) CT_RULE_##name,
#include "runtime/rules.def"
#undef RULE
    CT_NRULES
} ct_rule;
typedef enum ct_nprop { /* P operand of GETN */
#define NPROP(name, text) CT_NP_##name,
#define EPROP(name, text)
#include "runtime/props.def"
#undef NPROP
#undef EPROP
    CT_NNPROPS
} ct_nprop;
typedef enum ct_eprop { /* P operand of GETE */
#define NPROP(name, text)
#define EPROP(name, text) CT_EP_##name,
#include "runtime/props.def"
#undef NPROP
#undef EPROP
    CT_NEPROPS
} ct_eprop;

/* ---- colors -------------------------------------------------------------------------------------- */
enum { CT_WHITE = 1, CT_BLUE = 2, CT_BLACK = 4, CT_RED = 8, CT_GREEN = 16, CT_ALL_COLORS = 31 };

/* ---- K of EVN and EVSETN, EVE and EVSETE ----------------------------------------------------------- */
typedef enum ct_evn {
    CT_EVN_AMOUNT, /* the event's amount */
    CT_EVN_FROM,   /* zone number a ZONE event moves from; the zone a spell was cast from */
    CT_EVN_TO,     /* zone number it moves to */
    CT_EVN_FLAGS,  /* CT_EVF_* */
    CT_EVN_SYM,    /* kind of counter, name of the keyword action, color mask of mana */
    CT_EVN_FACE,   /* face of the tokens of CREATE */
    CT_EVN_COUNT   /* how many events the batch has ("attacks alone": 1) */
} ct_evn;
typedef enum ct_eve { CT_EVE_OBJECT, CT_EVE_PLAYER, CT_EVE_SOURCE, CT_EVE_CAUSE /* spell or ability that does it */,
              CT_EVE_CAUSER /* controller of that */, CT_EVE_OTHER } ct_eve;
enum { /* flags of an event */
    CT_EVF_COMBAT = 1,   /* combat damage */
    CT_EVF_FOR_MANA = 2, /* TAP: for mana */
    CT_EVF_DESTROY = 4,  /* ZONE: by being destroyed */
    CT_EVF_SACRIFICE = 8,
    CT_EVF_DISCARD = 16,
    CT_EVF_MILL = 32,
    CT_EVF_CAST = 64,    /* ZONE: a resolving permanent spell enters */
    CT_EVF_DRAW = 128,
    CT_EVF_EFFECT = 256, /* an effect does it, not a cost or the turn's own action */
    CT_EVF_COST = 512,   /* a cost does it */
    CT_EVF_TRIGGERED = 1024, /* ACTIVATE, TARGET: the ability is a triggered one */
    CT_EVF_RESOLVED = 2048,  /* ZONE: off the stack by resolving */
    CT_EVF_COUNTERED = 4096, /* ZONE: off the stack by being countered */
    CT_EVF_SBA = 8192,       /* a state-based action does it */
    CT_EVF_PLAYED = 16384,   /* ZONE: a land that was played */
    CT_EVF_CREATED = 32768,  /* ZONE: a token that was created */
    CT_EVF_NO_REGEN = 65536  /* DESTROY: it can't be regenerated */
};

/* ---- K of APPLY, APPLYALL, DELAY: durations (CR 611.2a) --------------------------------------------- */
typedef enum ct_duration_code {
    CT_DUR_END_OF_TURN,         /* "until end of turn", "this turn" */
    CT_DUR_FOREVER,             /* no duration: until the game ends, or the object is another */
    CT_DUR_YOUR_NEXT_TURN,      /* "until your next turn" */
    CT_DUR_YOUR_NEXT_END_STEP,  /* "until your next end step" */
    CT_DUR_END_YOUR_NEXT_TURN,  /* "until the end of your next turn" */
    CT_DUR_END_OF_COMBAT,       /* "this combat", "until end of combat" */
    CT_DUR_WHILE,               /* "for as long as": while the record's fn_cond holds */
    CT_DUR_SOURCE_LEAVES,       /* "until this creature leaves the battlefield" (CR 611.2b) */
    CT_DUR_NEXT_UNTAP,          /* "during its controller's next untap step" */
    CT_DUR_YOUR_NEXT_UPKEEP,    /* "until your next upkeep" */
    CT_NDURATIONS
} ct_duration_code;

/* ---- imm of MOVETO ------------------------------------------------------------------------------------ */
enum {
    CT_MV_TOP = 1,            /* of the library (the default is the top too) */
    CT_MV_BOTTOM = 2,
    CT_MV_TAPPED = 4,
    CT_MV_FACE_DOWN = 8,
    CT_MV_ATTACKING = 16,
    CT_MV_TRANSFORMED = 32,
    CT_MV_RANDOM_ORDER = 64,  /* several to a library: in a random order */
    CT_MV_ANY_ORDER = 128,    /* several to a library: in an order its owner chooses */
    CT_MV_TOP_OR_BOTTOM = 256,/* the owner chooses */
    CT_MV_LINK = 512,         /* exiled with this object: linked by CT_LINK_EXILED (CR 607.2a) */
    CT_MV_RETURN_WHEN_LEAVES = 1024, /* "until this leaves the battlefield": and returned then (CR 610.3) */
    CT_MV_NTH_SHIFT = 16      /* the nth from the top: n << CT_MV_NTH_SHIFT */
};

/* ---- K of CREATE, COPYTOKEN --------------------------------------------------------------------------- */
enum {
    CT_CREATE_TOGETHER = 1,  /* at the same time as the next CREATE, with pure instructions only between them */
    CT_CREATE_TAPPED = 2,
    CT_CREATE_ATTACKING = 4, /* CR 508.4 */
    CT_CREATE_FLAGS = 8      /* the limit of the operand */
};

/* ---- sub of an effect record of kind ENTERS (EVENTERS): how an object enters --------------------------- */
typedef enum ct_enters {
    CT_ENTERS_TAPPED,
    CT_ENTERS_COUNTERS,   /* with fn_amount (none: 1) counters of the kind arg */
    CT_ENTERS_PARTS,      /* as its parts say (a copy, other types), for as long as it stays there */
    CT_ENTERS_FACE_DOWN,
    CT_ENTERS_TRANSFORMED /* with its other face up */
} ct_enters;

/* ---- kinds of choices and links (ISCHOSEN, CHOSEN, REMEMBER; LINK, LINKED), of types (PICKTYPE, L_SETSUB,
 * L_ALLSUB) and of what is shared (SHARES) ------------------------------------------------------------- */
typedef enum ct_choice_kind {
    CT_CH_COLOR, CT_CH_CREATURE_TYPE, CT_CH_LAND_TYPE, CT_CH_CARD_TYPE, CT_CH_NAME, CT_CH_NUMBER,
    CT_CH_PLAYER, CT_CH_OBJECT, CT_CH_WORD /* a named option: its symbol */, CT_NCHOICES
} ct_choice_kind;
typedef enum ct_link_kind { CT_LINK_EXILED, CT_LINK_CREATED, CT_LINK_CHOSEN, CT_LINK_PUT, CT_NLINKS } ct_link_kind;
typedef enum ct_family {
    CT_FAM_CREATURE, CT_FAM_LAND, CT_FAM_ARTIFACT, CT_FAM_ENCHANTMENT, CT_FAM_PLANESWALKER, CT_FAM_SPELL,
    CT_FAM_BATTLE, CT_FAM_BASIC_LAND, CT_FAM_CARD_TYPE, CT_NFAMILIES
} ct_family;
typedef enum ct_share { CT_SH_CARD_TYPE, CT_SH_CREATURE_TYPE, CT_SH_COLOR, CT_SH_NAME, CT_SH_LAND_TYPE, CT_SH_MANA_VALUE,
                CT_SH_CONTROLLER, CT_SH_PERMANENT_TYPE, CT_NSHARES } ct_share;

/* ---- rules.def: args and flags ------------------------------------------------------------------------- */
enum { /* flags (arg >> 16) of MAY_PLAY, MAY_PLAY_TOP, and d of CAST */
    CT_PLAY_FREE = 1,          /* without paying its mana cost */
    CT_PLAY_LANDS = 2,         /* fn_object may be a land card (play, not only cast) */
    CT_PLAY_AS_ADVENTURE = 4,  /* only the Adventure half */
    CT_PLAY_EXILE_AFTER = 8,   /* exiled instead of put anywhere else */
    CT_PLAY_ANY_MANA_TYPE = 16,/* mana of any type can be spent */
    CT_PLAY_ONCE_TURN = 32,    /* once each turn */
    CT_PLAY_SPELLS = 64        /* fn_object may be a spell */
};
#define CT_ZM_ANY ((1u << CT_NZONES) - 1u) /* every zone: where an ability functions that does so everywhere */
#define CT_PLAY_ARG(zones, flags) ((uint32_t)(zones) | (uint32_t)(flags) << 16)
typedef enum ct_costmod { CT_COSTMOD_LESS, CT_COSTMOD_MORE, CT_COSTMOD_SET,
                  CT_COSTMOD_ABILITY = 16 /* or'd: of activated abilities of fn_object */ } ct_costmod;

/* ---- K of TURNFACE, EXTRASTEP, SKIP -------------------------------------------------------------------- */
typedef enum ct_turnface { CT_TURN_TRANSFORM, CT_TURN_FACE_UP, CT_TURN_FACE_DOWN, CT_TURN_FLIP } ct_turnface;
enum { CT_SKIP_TURN = 64, CT_SKIP_COMBAT = 65 }; /* else CT_STEP_* */

/* ---- lists of costs (operand c): index of the first cost and how many, in one word ---------------------- */
#define CT_COSTLIST(first, count) ((int32_t)((uint32_t)(first) << 6 | (uint32_t)(count)))
#define CT_COSTLIST_FIRST(list) ((uint32_t)(list) >> 6)
#define CT_COSTLIST_COUNT(list) ((uint32_t)(list) & 63u)

#endif
