/* The game as a value.
 *
 * Everything that a game is lives in one reserved block without pointers: a
 * fixed part (ct_state) and pools of records that refer to each other by index.
 * The block is reserved once with room for the largest game the limits allow
 * (pages that are never touched cost nothing), so records never move and a
 * pointer to one stays good as long as the game; what is used of each pool is
 * what a snapshot copies.  Same set, same seed, same answers: same bytes.
 *
 * The handle ct_game is the host's: the block, the set it borrows, caches that
 * can be recomputed, and the log's sink.  Nothing in it changes what happens.
 *
 * Limits are bounds, not sizes: a game that outgrows one ends with
 * CT_OVER_LIMIT, never with a crash.
 */
#ifndef CT_STATE_H
#define CT_STATE_H

#include "runtime/codes.h"
#include "runtime/set.h"

#define CT_MAX_PLAYERS 6

/* ---- entities ----------------------------------------------------------- */
/* 0 is nobody, 1..6 are players, everything else an object: slot in the low
 * half, generation in the high half.  A zone change makes a new object with a
 * new id (CR 400.7); the old id keeps answering with last-known information
 * (CR 608.2h) for as long as anything refers to it. */
typedef uint32_t ct_ent;
#define CT_NOBODY 0u
#define CT_FIRST_SLOT 16u
static inline bool ct_is_player(ct_ent e) { return e >= 1 && e <= CT_MAX_PLAYERS; }
static inline bool ct_is_object(ct_ent e) { return (e & 0xffffu) >= CT_FIRST_SLOT; }
static inline ct_ent ct_player_ent(unsigned player) { return player + 1u; }
static inline unsigned ct_player_index(ct_ent e) { return e - 1u; }

/* The enums and codes that bytecode shares with the runtime (zones, steps, types,
 * events, rules, properties, durations, flags) are in codes.h. */

/* ---- records of the pools --------------------------------------------------- */
typedef enum ct_obj_kind { CT_OBJ_FREE, CT_OBJ_CARD, CT_OBJ_TOKEN, CT_OBJ_COPY /* of a spell */, CT_OBJ_ABILITY, CT_OBJ_EMBLEM } ct_obj_kind;
enum { /* object flags */
    CT_OF_TAPPED = 1, CT_OF_FACEDOWN = 2, CT_OF_FLIPPED = 4, CT_OF_PHASED_OUT = 8, CT_OF_SICK = 16 /* not under control since turn began */,
    CT_OF_GONE = 32 /* last-known information only */, CT_OF_WAS_CAST = 64, CT_OF_ATTACKED = 128 /* this turn */,
    CT_OF_BLOCKED_TURN = 256, CT_OF_DAMAGED_TURN = 512, CT_OF_DEATHTOUCHED = 1024 /* since last SBA check */, CT_OF_IS_BLOCKED = 2048,
    CT_OF_REVEALED = 4096, CT_OF_DRAWN_TURN = 8192, CT_OF_EXERTED = 1 << 14, CT_OF_DEALT_FIRST = 1 << 15 /* dealt damage in the first damage step */,
    CT_OF_FREE = 1 << 16 /* cast without paying */, CT_OF_RENOWNED = 1 << 17, CT_OF_ON_ADVENTURE = 1 << 18 /* exiled by its resolving Adventure: its owner may cast it, CR 715.3d */,
    CT_OF_ENTERED_TURN = 1 << 19, CT_OF_EXILE_INSTEAD = 1 << 20, CT_OF_USED_LOYALTY = 1 << 21
};
typedef struct ct_object {
    ct_ent id;              /* own id; 0: free slot */
    ct_ent became, was;     /* its successor and predecessor across a zone change */
    uint32_t card, face;    /* set records; face is the half that is up or being cast */
    uint32_t ability;       /* of an ability on the stack, else CT_NONE */
    uint16_t zprev, znext;  /* neighbours in its zone (slots), 0: end */
    uint8_t kind, zone, owner, controller; /* base controller (player index) before layer 2 */
    uint32_t flags, timestamp;
    ct_ent attached_to;
    ct_ent attacking;       /* player, planeswalker or battle it attacks */
    ct_ent source;          /* abilities: the object they come from; else creator */
    int32_t damage, x;
    uint32_t counters;      /* head in pool counter, 0: none */
    uint32_t memory;        /* head in pool memory: choices and links */
    uint32_t capsule;       /* stack: frame with targets, modes, X (0: none); tokens: copy exceptions */
    uint32_t paid;          /* additional costs paid: 4 bits for each extra-cost ability of the face, in order */
    uint32_t modes;         /* chosen modes, mask; order is printed order */
    uint32_t spent;         /* mana spent: colors in the low byte, amount above */
    uint32_t lki;           /* copiable values in pool lki (tokens and spells that are copies), 0: its face's */
    uint32_t frozen;        /* last known characteristics in pool lki, set when it leaves; 0: those of lki or the face */
    uint8_t cast_from, seen_controller /* who controlled it when last looked, layer 2 included */;
    uint16_t entered_turn;
    uint32_t used;          /* once-a-turn abilities used: bit per ability index */
} ct_object;

typedef struct ct_counter { uint32_t sym, n, next, timestamp /* CR 613.7c */; } ct_counter;
typedef struct ct_memory { uint32_t kind, value, next; } ct_memory; /* kind CT_CH_*; links: value is an entity */

/* a frame put away (targets of a spell, captures of an effect or trigger):
 * header word count, ability, then slots; list slots hold an offset inside the
 * capsule.  Made and opened by capsule.c only. */
typedef struct ct_capsule { uint32_t nwords, ability, nslots, affected /* offset of a list or 0 */; } ct_capsule;

typedef struct ct_effect { /* a continuous effect made by a resolving spell or ability (CR 611.2) */
    uint32_t rec, ability; ct_ent source; uint32_t controller, duration, timestamp, turn, capsule, used;
    uint32_t prevented;     /* damage prevented so far by "the next N damage" (CR 615.7) */
    uint32_t copied;        /* pool lki: the copiable values a copy effect has locked in (CR 707.2c), else 0 */
} ct_effect;
typedef struct ct_delayed { uint32_t ability; ct_ent source; uint32_t controller, duration, turn, capsule, timestamp, spent; } ct_delayed;
typedef struct ct_event {
    uint32_t kind, flags /* CT_EVF_* */; ct_ent player; ct_ent obj, src, other, cause; int32_t amount;
    uint32_t sym, face; uint8_t from, to, put_under /* player entity whose control, 0: owner */, stage /* of the event machine */; uint32_t mv; /* CT_MV_* */
    uint32_t list;   /* entered-with effect records etc., events.c */
    uint32_t batch;  /* events of one batch happen at the same time */
    uint32_t done;   /* replacement effects already applied (list of marks), CR 614.5 */
} ct_event;
typedef struct ct_pending { uint32_t ability; ct_ent source; uint32_t controller, capsule, order; } ct_pending; /* triggered, not yet on the stack */
typedef struct ct_blockpair { ct_ent attacker, blocker; uint32_t order; } ct_blockpair;
typedef struct ct_manaunit { uint8_t player, type /* bit 0..5 WUBRGC */, snow, helper /* no mana, but what was tapped instead (mana.h) */; ct_ent source; uint32_t restriction; } ct_manaunit;
typedef struct ct_option { uint32_t kind, a, b, c; } ct_option; /* one legal answer, see decision.h */
typedef struct ct_abilref { uint32_t ability, keyword; ct_ent grantor; uint32_t capsule_or_effect; uint32_t timestamp; } ct_abilref;

/* characteristics (CR 109.3) as the layers give them.  Not part of the value
 * (a cache), except in pool lki, where they are frozen. */
#define CT_MAX_SUBS 24
#define CT_MAX_ABILS 40
#define CT_MAX_KWS 32
typedef struct ct_chars {
    uint32_t name, mana, face;
    uint16_t types; uint8_t supers, colors;
    uint8_t controller, has_pt, all_creature_types, nsubs, nabils, nkws;
    int32_t power, toughness, base_power, base_toughness, loyalty, defense, mana_value;
    uint32_t builtin;             /* bit per CT_KW_* */
    uint32_t subs[CT_MAX_SUBS];   /* subtype symbols */
    uint32_t kws[CT_MAX_KWS];     /* keyword records, for "has flying" and the text */
    ct_abilref abils[CT_MAX_ABILS];
} ct_chars;

typedef struct ct_player {
    int32_t life; uint32_t counters; /* poison, energy ... in pool counter */
    uint8_t alive, lost, won, drew_from_empty;
    uint8_t unlimited_mana, conceded, left /* the game, with everything they owned (CR 800.4a) */, spare; /* scenarios: whatever mana is owed counts as paid */
    uint16_t lands_played, extra_lands, cards_drawn, spells_cast, attackers_declared;
    int32_t life_gained, life_lost;
    uint32_t turns_taken, hand_limit, skip_turns, skip_steps /* mask of next steps skipped */;
    uint32_t starting_life, mulligans, team;
} ct_player;
typedef struct ct_zonelist { uint16_t first, last; uint32_t count; } ct_zonelist;

#define CT_POOLS(P)                                                                              \
    P(object, ct_object, 1 << 14) P(counter, ct_counter, 1 << 14) P(memory, ct_memory, 1 << 14)   \
    P(capsule, uint32_t, 1 << 18) P(effect, ct_effect, 1 << 12) P(delayed, ct_delayed, 1 << 12)   \
    P(history, ct_event, 1 << 13) P(pending, ct_pending, 1 << 12) P(block, ct_blockpair, 1 << 12) \
    P(mana, ct_manaunit, 1 << 12) P(lki, ct_chars, 1 << 12) P(option, ct_option, 1 << 13)         \
    P(event, ct_event, 1 << 13) P(task, uint32_t, 1 << 18) P(temp, uint32_t, 1 << 18)             \
    P(undo, uint32_t, 1 << 22) /* undo.h */

typedef struct ct_pool { uint32_t used, free /* head of free list, pool-specific */; } ct_pool;

typedef enum ct_over { CT_NOT_OVER, CT_OVER_WIN, CT_OVER_DRAW, CT_OVER_LOOP /* mandatory loop, CR 104.4b */, CT_OVER_LIMIT, CT_OVER_STALL } ct_over;

typedef struct ct_decision_rec { uint16_t kind, player; ct_ent source; uint32_t noptions; int32_t lo, hi; uint32_t prompt, step; } ct_decision_rec;

typedef struct ct_state {
    uint32_t size;                   /* of the used part, kept by snapshot.c */
    uint64_t rng[2];                 /* the game's own random numbers */
    uint32_t nplayers, active, priority, turn, step, passes, combat_no;
    uint32_t next_timestamp, next_batch, next_event, spells_this_turn, over, winner, monarch;
    uint32_t task_top;               /* word offset of the top task, CT_NONE: none */
    uint32_t ret, ret2;              /* result of the task that just ended */
    uint32_t answer;                 /* index of the option chosen, for the task that asked */
    uint32_t ngone;                  /* records of objects that are gone, kept as last-known information */
    uint32_t vm_steps;               /* work of the bytecode machine since the last answer: its guard against stalls (vm.c) */
    uint32_t forced, ndecisions;     /* answers without a choice in a row; all answers (decision.c) */
    uint32_t chars_version;          /* changes whenever characteristics may have changed (chars.h) */
    uint32_t soft_version;           /* changes whenever anything else that an effect may look at has changed */
    uint32_t extra_turns[32], nextra_turns, extra_steps[32], nextra_steps;
    ct_decision_rec decision;        /* open decision; kind 0: none */
    ct_zonelist zone[CT_MAX_PLAYERS][CT_NZONES]; /* shared zones (battlefield, stack, exile, command) under player 0 */
    ct_player player[CT_MAX_PLAYERS];
    ct_ent casting;                  /* the card that is being considered or proposed as a spell (cast.c) */
    ct_ent probe;                    /* stands for an ability that might be activated (target.h); in no zone */
    uint32_t after_extra;            /* player index + 1 whose turn extra turns were added to, 0: none */
    uint32_t ending_turn;            /* an effect is ending the turn (CR 724) */
    uint32_t bound[16];              /* scratch of the turn machine that must survive a snapshot */
    ct_pool pool[32];                /* in the order of CT_POOLS */
} ct_state;

enum ct_pool_id {
#define P(name, type, max) CT_POOL_##name,
    CT_POOLS(P)
#undef P
    CT_NPOOLS
};

/* ---- the handle ---------------------------------------------------------- */
struct ct_layer_cache; /* layers.c */
struct ct_wellknown;   /* symbols the rules name: +1/+1, Aura, Role, loyalty ... (wellknown.def) */
typedef struct ct_log_entry ct_log_entry;
typedef struct ct_game {
    ct_state *s;
    const ct_set *set;
#define P(name, type, max) type *name; /* base of the pool, inside the block */
    CT_POOLS(P)
#undef P
    size_t reserved;
    struct ct_layer_cache *layers;
    const struct ct_wellknown *known;
    unsigned vm_depth;               /* evaluations under way inside each other (vm.c); 0 between calls */
    void (*log)(void *user, const struct ct_game *g, const ct_log_entry *entry);
    void *log_user;
} ct_game;

static inline unsigned ct_slot_of(ct_ent e) { return e & 0xffffu; }
/* the record of an object, live or last-known; NULL for players, nobody and ids no longer kept */
static inline ct_object *ct_obj(const ct_game *g, ct_ent e)
{
    unsigned slot = ct_slot_of(e);
    if (slot < CT_FIRST_SLOT || slot >= g->s->pool[CT_POOL_object].used || g->object[slot].id != e)
        return NULL;
    return &g->object[slot];
}
/* the same, but NULL when the object is gone */
static inline ct_object *ct_live(const ct_game *g, ct_ent e)
{
    ct_object *o = ct_obj(g, e);
    return o && !(o->flags & CT_OF_GONE) ? o : NULL;
}

#endif
