/* Continuous effects made by resolving spells and abilities (CR 611.2), and when
 * they end.
 */
#ifndef CT_EFFECT_H
#define CT_EFFECT_H

#include "runtime/list.h"
#include "runtime/vm.h"

/* Starts effect record rec of the frame's ability for a duration.  affected: the
 * objects or players it is locked on (CR 611.2c), or CT_NO_LOCK for one that is
 * found by its own predicate.  False when the pool is full or the duration is
 * over before it begins (CR 611.2b). */
#define CT_NO_LOCK 0xffffffffu
bool ct_effect_start(ct_game *g, const ct_frame *f, uint32_t rec, uint32_t duration,
                     ct_list affected);

/* Starts an ENTERS record's parts on an object that has just entered, for as long as it stays.
 * capsule: the frame of the replacement effect; copied: copiable values locked in, or 0. */
bool ct_effect_enter(ct_game *g, uint32_t rec, uint32_t capsule, uint32_t copied, ct_ent id);
/* If the record has copy parts: the copiable values that they copy now, frozen (CR 707.2b); else 0.
 */
uint32_t ct_effect_lock_copy(ct_game *g, ct_frame *f, uint32_t rec, ct_ent it);
/* Takes an effect away (ordinal in pool effect). */
void ct_effect_remove(ct_game *g, uint32_t ordinal);

/* The moments at which durations end; the turn machine calls them. */
typedef enum ct_moment {
    CT_MOMENT_CLEANUP,     /* "until end of turn", "this turn" (CR 514.2) */
    CT_MOMENT_TURN_BEGINS, /* "until your next turn" of the new active player */
    CT_MOMENT_UPKEEP,      /* "until your next upkeep" */
    CT_MOMENT_END_STEP,    /* "until your next end step" */
    CT_MOMENT_COMBAT_ENDS, /* "until end of combat" (CR 511.3) */
    CT_MOMENT_UNTAPPED /* after the active player's untap step: "during its controller's next untap
                          step" */
} ct_moment;
void ct_effects_end(ct_game *g, ct_moment m);
/* Ends what is bound to conditions that no longer hold: objects gone, "for as long as". */
void ct_effects_check(ct_game *g);

#endif
