/* A set: the compiled form of cards and mechanics, immutable, shared by any
 * number of games.
 *
 * In memory and on disk (.cset) it is one image: a header and sections, every
 * section an array of records made only of 32-bit words (the string section is
 * bytes), so that a file is mapped and used in place on a little-endian host
 * and swapped word by word on another.  Records refer to each other by index;
 * CT_NONE is "no record".  Nothing in an image is trusted before ct_verify()
 * has accepted it (verify.h).
 *
 * Who owns what: a ct_set owns its image (malloc or mmap); games borrow the
 * ct_set and must not outlive it.
 */
#ifndef CT_SET_H
#define CT_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CT_NONE 0xffffffffu
#define CT_SET_MAGIC 0x54455343u /* "CSET" */
#define CT_SET_VERSION 1u

/* ---- instructions ------------------------------------------------------- */
typedef enum ct_op {
#define OP(name, operands, flags, text) CT_OP_##name,
#include "runtime/ops.def"
#undef OP
    CT_OP_COUNT_
} ct_op;

enum { PURE = 1, ASKS = 2, LAYER = 4, EVENT = 8, TERM = 16 }; /* flags of ops.def */

typedef struct ct_insn {
    uint16_t op, a, b, c, d, e; /* packed in three words, low half first */
    int32_t imm;
} ct_insn; /* 16 bytes, 4 words */

/* An ability's functions share one frame.  The runtime sets the first slots;
 * the lowering allocates the rest.  A slot has one type (number, entity, list)
 * in the whole ability, recorded in the image and checked by the verifier. */
enum {
    CT_S_THIS = 0,    /* E  the source of the ability: the object that has it (or had it: last-known) */
    CT_S_YOU = 1,     /* E  its controller */
    CT_S_IT = 2,      /* E  the candidate of a predicate; the object of a layer function */
    CT_S_X = 3,       /* N  the value of X of the spell or ability */
    CT_S_EVOBJ = 4,   /* E  the event's object (moved card, damaged entity, exploring creature ...) */
    CT_S_EVPLAYER = 5,/* E  the event's player (who draws, gains life, casts, whose step it is) */
    CT_S_EVSRC = 6,   /* E  the event's source or other object (damage source, blocker, targeting spell) */
    CT_S_EVNUM = 7,   /* N  the event's amount */
    CT_S_BEARER = 8,  /* E  for effects of an attachment: see lowering; else same as THIS */
    CT_S_FIRST = 9    /* first slot that is the lowering's; for a keyword action its
                         parameters are EVOBJ (the object), EVPLAYER (the actor), X (the number) */
};
typedef enum ct_slot_type { CT_T_NUM = 0, CT_T_ENT = 1, CT_T_LIST = 2 } ct_slot_type;
#define CT_MAX_SLOTS 240u
#define CT_NO_FN 0xffffu /* function operand: none */

/* ---- records (all members are u32 words) --------------------------------- */
typedef uint32_t ct_w;

typedef struct ct_rec_sym { ct_w off, len; } ct_rec_sym; /* in the string section; symbol 0 is "" */

/* a card: its faces in printed order; what the layout means is CT_LAYOUT_* */
typedef struct ct_rec_card { ct_w name, layout, face0, nfaces, flags, file, line; } ct_rec_card;
typedef enum ct_layout {
#define LAYOUT(name, word) CT_LAYOUT_##name,
#include "runtime/kinds.def"
#undef LAYOUT
    CT_NLAYOUTS
} ct_layout;

/* a face: base characteristics (CR 109.3) and abilities.  Tokens are faces too. */
typedef struct ct_rec_face {
    ct_w name;               /* symbol */
    ct_w mana;               /* mana record, CT_NONE: no mana cost */
    ct_w types, supers;      /* masks of CT_TYPE_*, CT_SUPER_* (types.def) */
    ct_w sub0, nsubs;        /* subtype symbols in the word section */
    ct_w colors;             /* mask WUBRG = 1 2 4 8 16, from cost or indicator (CR 105.2, 202.2) */
    ct_w power, toughness;   /* i32; meaningful if has_pt */
    ct_w has_pt;             /* 1: power and toughness; 2: with '*', a CDA gives them (CR 604.3) */
    ct_w loyalty, defense;   /* starting values, CT_NONE: none, CT_X_VALUE: X */
    ct_w abil0, nabils;      /* abilities in printed order */
    ct_w card;               /* card it belongs to, CT_NONE for tokens */
    ct_w kw0, nkw;           /* printed bare keywords (keyword indices, word section) */
} ct_rec_face;
#define CT_X_VALUE 0xfffffffeu

typedef enum ct_ability_kind {
#define ABILITY(name, word) CT_AB_##name,
#include "runtime/kinds.def"
#undef ABILITY
    CT_NABILITY_KINDS
} ct_ability_kind;
enum { /* ability flags */
    CT_ABF_MANA = 1, CT_ABF_LOYALTY = 2, CT_ABF_SORCERY_SPEED = 4, CT_ABF_ONCE_TURN = 8,
    CT_ABF_CDA = 16, CT_ABF_OPTIONAL = 32 /* extra cost: may be paid */, CT_ABF_REPEAT = 64 /* any number of times */,
    CT_ABF_INSTANT_SPEED = 128, CT_ABF_ONCE_GAME = 256, CT_ABF_ANY_PLAYER = 512, CT_ABF_BATCH = 1024 /* "one or more": once an event batch */,
    CT_ABF_CHAPTER = 2048, CT_ABF_YOUR_TURN = 4096, CT_ABF_ONE_SHOT_DELAYED = 8192 /* triggers once, then is gone */,
    CT_ABF_EACH_ONE = 16384 /* triggers once for each counter of the event */
};
typedef struct ct_rec_ability {
    ct_w kind, flags;
    ct_w keyword;          /* symbol of the keyword it comes from, or 0 */
    ct_w zones;            /* mask of CT_ZM_*: where it functions or can be activated (CR 113.6) */
    ct_w slot0, nslots;    /* slot types, one word each, in the word section */
    ct_w fn0, nfns;        /* functions; operand F is relative to fn0 */
    ct_w fn_effect;        /* the following fn_* are relative too, CT_NONE: none */
    ct_w fn_cond;          /* intervening if (CR 603.4), activation or casting condition, "as long as" */
    ct_w cost0, ncosts;    /* activation or additional cost, in order */
    ct_w target0, ntargets;/* targets that do not depend on a mode */
    ct_w mode0, nmodes;    /* modes (CR 700.2) */
    ct_w fn_mode_min, fn_mode_max;
    ct_w trig0, ntrigs;    /* trigger events, any of them */
    ct_w eff0, neffs;      /* static: effect records */
    ct_w source_off, source_len; /* span of its text in the card's rules text */
    ct_w line;             /* line in file; file of the card or face */
    ct_w text;             /* symbol: the ability's text as rendered, for logs */
} ct_rec_ability;

typedef struct ct_rec_fn { ct_w code0, ncode, result /* ct_result */; } ct_rec_fn;
typedef enum ct_result { CT_RES_EFFECT, CT_RES_NUM, CT_RES_ENT, CT_RES_LIST, CT_RES_LAYER, CT_NRESULTS } ct_result;

typedef struct ct_rec_target { /* CR 115, 601.2c */
    ct_w slot;             /* written: entity if max is 1, else list */
    ct_w zones;            /* where: CT_ZM_*, players are CT_ZM_PLAYERS */
    ct_w fn;               /* predicate on CT_S_IT, relative */
    ct_w fn_min, fn_max;   /* numbers of targets, relative functions; CT_NONE: 1 */
    ct_w flags;            /* CT_TGF_* */
    ct_w divide_slot;      /* list written with the division (entity once a part), CT_NONE */
    ct_w fn_divide;        /* the amount to divide */
    ct_w mode;             /* mode it belongs to, CT_NONE */
} ct_rec_target;
enum { CT_TGF_OTHER = 1 /* different from all earlier targets of this ability */, CT_TGF_ALL_MAX = 2 /* any number */ };

typedef struct ct_rec_mode { ct_w fn_effect, target0, ntargets, cost0, ncosts, fn_cond, text; } ct_rec_mode;

/* event kind; predicate over the event slots; flags: of a chapter ability its greatest chapter number, else 0 */
typedef struct ct_rec_trigger { ct_w event, fn, flags; } ct_rec_trigger;

typedef enum ct_effect_kind {
#define EFFECT(name, word) CT_EFF_##name,
#include "runtime/kinds.def"
#undef EFFECT
    CT_NEFFECT_KINDS
} ct_effect_kind;
typedef struct ct_rec_effect {
    ct_w kind, sub, flags;
    ct_w fn_affects;       /* predicate on CT_S_IT (continuous, rule: the object or player restricted; replace: on the event) */
    ct_w fn_object;        /* second predicate of a rule on CT_S_IT (what it can't block, what may be cast) */
    ct_w fn_amount;        /* number: cost change, minimum blockers, additional lands */
    ct_w fn_apply;         /* replacement: effect code with EVENT instructions */
    ct_w fn_cond;          /* "as long as" of this effect */
    ct_w part0, nparts;    /* continuous: {layer, fn} */
    ct_w cost0, ncosts;    /* cost of a permission ("by paying") or of an "unless pays" restriction, or extra cost */
    ct_w zones;            /* zones in which fn_affects looks (default battlefield) */
    ct_w arg;              /* rule argument (zone a permission casts from, type of cost change ...) see rules.def */
} ct_rec_effect;
enum { CT_EFFF_SELF = 1 /* self-replacement, or affects only this object */, CT_EFFF_OPTIONAL = 2 /* "may" */,
       CT_EFFF_ONCE_TURN = 4, CT_EFFF_PREVENTION = 8, CT_EFFF_NEXT = 16 /* the next time only */ };
typedef struct ct_rec_part { ct_w layer, fn; } ct_rec_part; /* layer: CT_LAYER_* */
typedef enum ct_layer {
#define LAYER_ROW(name, word) CT_LAYER_##name,
#include "runtime/kinds.def"
#undef LAYER_ROW
    CT_NLAYERS
} ct_layer;

typedef enum ct_cost_kind {
#define COST(name, word) CT_COST_##name,
#include "runtime/kinds.def"
#undef COST
    CT_NCOST_KINDS
} ct_cost_kind;
typedef struct ct_rec_cost {
    ct_w kind, mana, fn, fn_amount, fn_weight, slot, symbol, zones, flags;
} ct_rec_cost;

/* mana cost: pips in the word section */
typedef struct ct_rec_mana { ct_w pip0, npips; ct_w generic; ct_w nx; } ct_rec_mana; /* pips other than generic and X */
enum { CT_PIP_W = 1, CT_PIP_U = 2, CT_PIP_B = 4, CT_PIP_R = 8, CT_PIP_G = 16, CT_PIP_C = 32,
       CT_PIP_PHYREXIAN = 0x100, CT_PIP_SNOW = 0x200, CT_PIP_TWO = 0x400 /* {2/W}: or two generic */ };

/* keyword abilities: builtin (runtime) or abilities with the keyword's text.
 * One record for each keyword with each argument that the set uses, so that
 * {ward 2} and {ward 3} are two records of one name. */
typedef struct ct_rec_keyword {
    ct_w name;             /* symbol "ward" */
    ct_w builtin;          /* CT_KW_* of keywords_builtin.def, or CT_NONE */
    ct_w abil0, nabils;    /* expansion */
    ct_w text;             /* symbol: "ward {2}" */
    ct_w base;             /* keyword record that stands for the name alone (for "has ward"); itself if no argument */
} ct_rec_keyword;
typedef struct ct_rec_action { ct_w name, ability; } ct_rec_action; /* keyword action: its body is a CT_AB_ACTION */

/* ---- sections ------------------------------------------------------------- */
#define CT_SECTIONS(S)                                                                            \
    S(string, uint8_t) S(sym, ct_rec_sym) S(word, ct_w) S(card, ct_rec_card) S(face, ct_rec_face)  \
    S(ability, ct_rec_ability) S(fn, ct_rec_fn) S(code, ct_insn) S(target, ct_rec_target)          \
    S(mode, ct_rec_mode) S(trigger, ct_rec_trigger) S(effect, ct_rec_effect) S(part, ct_rec_part)  \
    S(cost, ct_rec_cost) S(mana, ct_rec_mana) S(keyword, ct_rec_keyword) S(action, ct_rec_action)  \
    S(span, ct_w) /* one word an instruction: offset << 8 | length (capped), in the card's text */ \
    S(token, ct_w) /* faces of predefined tokens */ S(altname, ct_w) /* pairs: symbol, card */

typedef enum ct_section {
#define S(name, type) CT_SEC_##name,
    CT_SECTIONS(S)
#undef S
    CT_NSECTIONS
} ct_section;

struct ct_set {
#define S(name, type) const type *name; uint32_t n##name;
    CT_SECTIONS(S)
#undef S
    void *image; size_t image_size; bool mapped; /* owner's business (set.c) */
    uint32_t *sym_hash; uint32_t sym_hash_size;  /* built on load: text -> symbol */
};
typedef struct ct_set ct_set;

/* ---- reading and writing (set.c) ------------------------------------------------------------ */
typedef enum ct_set_status {
    CT_SET_OK,
    CT_SET_IO,        /* the system refused to open, read or map; errno says why */
    CT_SET_NOMEM,
    CT_SET_TRUNCATED, /* shorter than its header says */
    CT_SET_NOT_A_SET, /* no magic number */
    CT_SET_OTHER_VERSION, /* another CT_SET_VERSION, or other tables of instructions and kinds */
    CT_SET_ALTERED,   /* the checksum does not fit */
    CT_SET_BAD_TABLE  /* the section table points outside the image */
} ct_set_status;
const char *ct_set_status_text(ct_set_status status);

/* Takes bytes in order; returns 0, or anything else to stop (then ct_set_write returns that). */
typedef int ct_set_writer(void *user, const void *bytes, size_t size);

/* Writes the sections of PARTS (only the section pointers and counts are read) as one image. The
 * same sections give the same bytes on every host. Returns 0, what the writer returned, or -1
 * when the image would be larger than 1 GB. */
int ct_set_write(const ct_set *parts, ct_set_writer *writer, void *user);

/* Makes *SET out of an image. ct_set_load copies SIZE bytes; ct_set_open maps or reads the file
 * PATH; ct_set_from_parts copies sections that were built in memory. On any status but CT_SET_OK
 * *SET is zeroed. What was loaded is still untrusted: ct_verify (verify.h) it before use. */
ct_set_status ct_set_load(ct_set *set, const void *image, size_t size);
ct_set_status ct_set_open(ct_set *set, const char *path);
ct_set_status ct_set_from_parts(ct_set *set, const ct_set *parts);
/* Gives back what the set owns and zeroes it; fine on a zeroed set. */
void ct_set_close(ct_set *set);
/* The same, and the set itself too, which must have come from malloc; NULL is fine. */
void ct_set_free(ct_set *set);

/* Puts the checksum that belongs to the bytes of IMAGE into its header (for tools and tests that
 * alter images); false when IMAGE is too small to have one. */
bool ct_set_seal(void *image, size_t size);

/* The text of a symbol, not terminated; a symbol out of range is the empty text. */
const char *ct_set_text(const ct_set *set, ct_w symbol, size_t *len);
/* The symbol of a text, CT_NONE when the set does not have it. */
ct_w ct_set_symbol(const ct_set *set, const char *text, size_t len);

/* The card of that name, CT_NONE when there is none. The name can be the card's, that of one of
 * its faces, or one printed in another language (all of it or one half), in any case (CR 201).
 * *FACE (may be NULL) is the face whose own name it is, CT_NONE when it names the whole card. A
 * card's own name is preferred to a half's, and a half's to another language's. */
ct_w ct_set_find_card(const ct_set *set, const char *name, size_t len, ct_w *face);

#endif
