/* Characteristics (CR 109.3) as they are now: what is printed, changed by copy
 * effects and everything else in the layers (CR 613).
 *
 * Results are cached in the handle (never part of the value) and computed anew
 * only after something that they can depend on has changed: ct_touch() says that
 * objects, effects, counters or control on the battlefield or the stack have
 * changed, ct_touch_state() that anything else has (life, step, tapped, hands):
 * the latter costs nothing unless an effect in force looks at such things.
 */
#ifndef CT_CHARS_H
#define CT_CHARS_H

#include "runtime/state.h"

/* The characteristics of an object: current if it is live, else as it last was
 * (CR 608.2h).  Never null: players, nobody and forgotten ids have none at all
 * (a record of zeroes).  Good until the game changes. */
const ct_chars *ct_chars_of(ct_game *g, ct_ent e);

static inline void ct_touch(ct_game *g)
{
    g->s->chars_version++;
}
static inline void ct_touch_state(ct_game *g)
{
    g->s->soft_version++;
}

/* Shorthands */
bool ct_is_type(ct_game *g, ct_ent e, uint32_t type_mask); /* CT_TYPE_*, any of them */
bool ct_is_super(ct_game *g, ct_ent e, uint32_t super_mask);
bool ct_has_builtin(ct_game *g, ct_ent e, ct_keyword kw); /* CT_KW_* */
bool ct_has_subtype(ct_game *g, ct_ent e, uint32_t symbol);
bool ct_has_keyword(
    ct_game *g, ct_ent e,
    uint32_t keyword); /* keyword record of the set; bare name matches any argument */
int32_t ct_power(ct_game *g, ct_ent e);
int32_t ct_toughness(ct_game *g, ct_ent e);

/* Looks at card e as it would be as a spell or permanent of that face, under that
 * controller: until ct_as_face_end every question about e is answered so.  Which
 * half of a card may be cast is judged by that half alone (CR 715.3a).  One level. */
void ct_as_face(ct_game *g, ct_ent e, uint32_t face, unsigned controller);
void ct_as_face_end(ct_game *g);

/* Characteristics of a face as printed (copiable values of a card that nothing
 * affects), cached for the set. */
const ct_chars *ct_face_chars(ct_game *g, uint32_t face);

/* The copiable values of e (CR 707.2): base values and layer 1. */
void ct_copiable(ct_game *g, ct_ent e, ct_chars *out);
/* Freezes chars in pool lki: an index for ct_object.lki, 0 when the pool is full. */
uint32_t ct_lki_new(ct_game *g, const ct_chars *c);
void ct_lki_free(ct_game *g, uint32_t index); /* 0 is fine */

/* The mana ability that a basic land type gives (CR 305.6), "{T}: Add {W}" and so on:
 * in no set, so it is named by a number that no record has.  It stands in abils
 * like any other; look before indexing the set with ct_abilref.ability. */
#define CT_INTRINSIC_MANA 0xffffff00u /* + 0..4: W U B R G */
static inline bool ct_is_intrinsic(uint32_t ability)
{
    return ability >= CT_INTRINSIC_MANA && ability < CT_INTRINSIC_MANA + 5;
}

/* The abilities an object has that can be activated or that cost it something
 * are in ct_chars_of(g, e)->abils (ct_abilref).  Fills a frame for functions of
 * such an ability: THIS, YOU, BEARER, and what was captured by the effect that
 * granted it. */
struct ct_small_frame;
void ct_abil_frame(ct_game *g, struct ct_small_frame *sf, const ct_abilref *a, ct_ent self);

#endif
