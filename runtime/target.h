/* Targets [CR 115, 601.2c, 608.2b]: what may be chosen, whether enough can be
 * chosen, what has been chosen.
 *
 * Targets stand in the slots of the frame of a spell or ability; while it is on
 * the stack that frame is its capsule.  The target of an Aura spell, which no
 * instruction names, is the spell's attached_to [CR 303.4a].
 *
 * `by` is the spell or ability that targets: the object on the stack, a card
 * looked at with ct_as_face, or the probe (ct_probe) of an ability that might be
 * activated.
 */
#ifndef CT_TARGET_H
#define CT_TARGET_H

#include "runtime/stack.h"
#include "runtime/vm.h"

#define CT_MAX_TARGET_RECORDS 16u

/* Walks the entities of some zones in a fixed order: players, then zone by zone.
 * for (ct_seek w = ct_seek_begin(zones); (e = ct_seek_next(g, &w)) != CT_NOBODY;) */
typedef struct ct_seek {
    uint32_t zones, zone, player;
    ct_ent at;
} ct_seek;
static inline ct_seek ct_seek_begin(uint32_t zones)
{
    return (ct_seek){.zones = zones};
}
ct_ent ct_seek_next(const ct_game *g, ct_seek *w);

/* The instructions of a spell (its face's spell ability) or the ability an
 * object on the stack is; CT_NONE for permanent spells. */
uint32_t ct_stack_ability(const ct_game *g, const ct_object *o);
uint32_t ct_face_spell_ability(const ct_set *set, uint32_t face);

/* The target records of an ability with those modes, in printed order: their
 * indices in out, at most CT_MAX_TARGET_RECORDS; returns how many. */
uint32_t ct_target_records(const ct_set *set, uint32_t ability, uint32_t modes, uint32_t *out);
/* True if the slot of that record holds one entity, not a list. */
bool ct_target_is_single(const ct_set *set, uint32_t ability, const ct_rec_target *r);

/* May candidate be a target of record r (frame f)? */
bool ct_target_legal(ct_game *g, ct_frame *f, const ct_rec_target *r, ct_ent candidate, ct_ent by);
/* Can records i.. be given targets, the earlier ones being in the frame? */
bool ct_targets_can_fill(ct_game *g, const ct_frame *f, const uint32_t *records, uint32_t n,
                         uint32_t i, ct_ent by);
/* Is candidate a target of records 0..i-1 already? */
bool ct_target_taken(const ct_game *g, const ct_frame *f, const uint32_t *records, uint32_t i,
                     ct_ent candidate);

/* Has the object an enchant ability, and if candidate is given, does that allow
 * it to be enchanted [CR 702.5, 303.4a]? */
bool ct_is_aura(ct_game *g, ct_ent e);
bool ct_enchant_allows(ct_game *g, ct_ent aura, ct_ent candidate);
#define CT_ENCHANT_ZONES (CT_ZM_BATTLEFIELD | CT_ZM_PLAYERS | CT_ZM_GRAVEYARD)

/* Does the spell (a card seen with ct_as_face) or ability have the targets and
 * modes it needs to be put on the stack?  f is a frame for it. */
bool ct_targets_exist(ct_game *g, ct_frame *f, uint32_t ability, ct_ent by);
/* Is mode m of the ability a choice: its condition holds and its targets exist? */
bool ct_mode_legal(ct_game *g, ct_frame *f, uint32_t ability, uint32_t m, ct_ent by);

/* The object that stands for an ability of source that is not on the stack, for
 * questions about what it could target.  One at a time. */
ct_ent ct_probe(ct_game *g, ct_ent source, uint32_t ability, unsigned controller);

#endif
