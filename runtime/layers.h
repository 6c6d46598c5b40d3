/* The cache of characteristics and of the abilities in force; how the layers work
 * on it.  Internal to chars.c, layers.c, layer_ops.c, layer_order.c, index.c and
 * the files that ask the index (rules.c, trigger.c, replace.c).
 *
 * Owned by the handle.  Everything here can be computed anew from the game's
 * value; nothing in the game depends on whether it was.
 */
#ifndef CT_LAYERS_H
#define CT_LAYERS_H

#include "runtime/chars.h"
#include "runtime/vm.h"

/* One continuous effect in force, while the layers are applied. */
typedef struct ct_inst {
    uint32_t rec, ability; /* rec CT_NONE: a keyword counter (CR 613.1f), symbol in ability */
    ct_ent source;         /* THIS */
    ct_abilref ref;        /* a static ability: as its source has it */
    uint32_t effect;       /* ordinal in pool effect + 1, 0: static ability */
    uint32_t capsule;
    uint32_t timestamp;
    uint32_t affected, naffected; /* slots of the objects it affects, once it has started */
    uint8_t controller, started, cda, applied; /* applied: in the layer at hand */
    uint8_t committed; /* another part of its ability has started to apply (CR 613.6) */
} ct_inst;

/* What layer instructions work on. */
typedef struct ct_layer_view {
    ct_ent it;
    ct_chars *c;
    const ct_inst *inst;
    uint32_t *copied; /* where a copy effect keeps what it has locked in; NULL: read it there */
    bool locking;
    uint64_t trace; /* of what was done, for dependencies (CR 613.8a) */
} ct_layer_view;

/* An ability or effect of the index. */
typedef struct ct_entry {
    uint32_t rec; /* effect record (rules, replacements) or trigger record */
    uint32_t ability;
    ct_ent source;
    ct_abilref ref;
    uint32_t effect;             /* ordinal in pool effect + 1, or in pool delayed + 1 (triggers) */
    uint32_t next;               /* in its list; CT_NONE: the last */
    uint8_t controller, delayed; /* delayed: effect is an ordinal of pool delayed */
} ct_entry;
typedef struct ct_index {
    ct_entry *entry;
    uint32_t n, room;
    uint32_t *first, *last; /* by kind */
    uint32_t nkinds;
} ct_index;

enum { /* what a function looks at (ct_fn_info) */
       CT_READS_CONTROL = 1 << CT_LAYER_CONTROL,
       CT_READS_TEXT = 1 << CT_LAYER_TEXT,
       CT_READS_TYPE = 1 << CT_LAYER_TYPE,
       CT_READS_COLOR = 1 << CT_LAYER_COLOR,
       CT_READS_ABILITY = 1 << CT_LAYER_ABILITY,
       CT_READS_PT = 1 << CT_LAYER_CDA_PT | 1 << CT_LAYER_SET_PT | 1 << CT_LAYER_MOD_PT |
                     1 << CT_LAYER_SWITCH_PT,
       CT_READS_STATE = 1 << 16, /* something that only ct_touch_state announces */
       CT_REMOVES_ABILITIES = 1 << 17,
       CT_READS_FROM = 1 << 18, /* the zone an event moves from */
       CT_FN_KNOWN = 1 << 31
};

enum { CT_MAX_OBJECTS = 1 << 14 };

struct ct_layer_cache {
    const ct_set *set;
    ct_chars *face; /* by face */
    uint8_t *face_known;
    uint32_t
        *face_zones; /* by face: zones where any of its abilities function, battlefield left out */
    uint32_t *ability_layers; /* by ability: mask of layers its effects work in */
    uint32_t *fn_info;        /* by function: CT_READS_* */
    ct_chars *object;         /* by slot, of layered objects */
    uint8_t *layered;         /* by slot */
    uint16_t *list;           /* slots of layered objects */
    uint32_t nlist;
    bool valid, computing, dynamic;
    bool overflow; /* an object has more abilities or subtypes than a record can say */
    uint32_t version, soft;
    ct_inst *inst;
    uint32_t ninst, room_inst;
    uint16_t *affected;
    uint32_t naffected, room_affected;
    struct {
        uint16_t slot;
        uint32_t keyword;
    } cant[64]; /* can't have keywords (L_CANTKW) */
    uint32_t ncant;
    ct_chars *saved; /* for trials of dependency */
    uint32_t room_saved;
    ct_layer_view view;
    ct_chars copy; /* scratch of copy effects */
    ct_ent entering;         /* computed as on the battlefield, with as_chars as its base; else nobody */
    struct { /* what a token of a face would be as it enters: the same for all of a creation */
        uint32_t face, version, soft, controller;
        bool good;
        ct_chars chars;
    } token;
    ct_ent as_ent;
    ct_zone looked_from; /* where as_ent really is while it is looked at as a spell; CT_ZONE_NONE:
                            it isn't */
    ct_chars as_chars;
    ct_index rules, triggers, replacements;
};

struct ct_layer_cache *ct_layers_new(const ct_set *set);
void ct_layers_free(struct ct_layer_cache *c);
void ct_layers_forget(struct ct_layer_cache *c);

/* Brings characteristics and index up to date. */
void ct_layers_update(ct_game *g);

/* Puts what would become of as_chars, the values of an object that enters the battlefield, under the effects
 * that would apply to it there, in its place (CR 614.12). */
void ct_layers_entering(ct_game *g, ct_ent e, unsigned controller, bool plain_token);

/* layers.c: base values of a live object before any effect; a copy of only what is used */
void ct_base_chars(ct_game *g, const ct_object *o, ct_chars *out);
void ct_chars_copy(ct_chars *to, const ct_chars *from);
/* chars.c */
void ct_chars_add_keyword(const ct_game *g, ct_chars *c, uint32_t keyword, ct_ent grantor,
                          uint32_t capsule, uint32_t timestamp);
void ct_chars_add_ability(const ct_game *g, ct_chars *c, const ct_abilref *ref);
void ct_chars_add_sub(const ct_game *g, ct_chars *c, uint32_t symbol);
void ct_chars_add_intrinsic(const ct_game *g, ct_chars *c, uint32_t timestamp);
uint32_t ct_fn_info(ct_game *g, uint32_t ability, uint32_t fn);
uint32_t ct_ability_zones(const ct_game *g, uint32_t ability);

/* layer_order.c: which of the instances that work in a layer is applied next (CR 613.7,
 * 613.8); CT_NONE when all are. */
uint32_t ct_layer_next(ct_game *g, ct_layer layer);
bool ct_inst_in_layer(ct_game *g, const ct_inst *inst, ct_layer layer);
/* layers.c, for trials */
void ct_layer_apply(ct_game *g, ct_inst *inst, ct_layer layer);
uint64_t ct_layer_signature(ct_game *g, ct_inst *inst, ct_layer layer);
bool ct_inst_exists(ct_game *g, const ct_inst *inst);
void ct_inst_frame(ct_game *g, const ct_inst *inst, ct_small_frame *sf);

/* index.c */
bool ct_index_init(ct_index *x, uint32_t nkinds);
void ct_index_free(ct_index *x);
void ct_index_build(ct_game *g);
/* first entry of a kind, CT_NONE if none; the index is up to date */
uint32_t ct_index_first(ct_game *g, const ct_index *x, uint32_t kind);
void ct_captured_frame(ct_game *g, ct_small_frame *sf, uint32_t ability, ct_ent source,
                       unsigned controller, ct_ent grantor, uint32_t capsule, bool whole);
void ct_entry_frame(ct_game *g, const ct_entry *e, ct_small_frame *sf);

#endif
