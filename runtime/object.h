/* Objects and their records: making them, moving them between zones, what is
 * left of them, and giving slots back.
 *
 * These are the low-level changes: nothing here is replaced, triggers or is
 * remembered.  Rules code proposes events (event.h), which end in these.
 *
 * Every function takes live or last-known entities and does nothing (returns
 * nobody) for players, nobody and forgotten ids.
 */
#ifndef CT_OBJECT_H
#define CT_OBJECT_H

#include "runtime/list.h"
#include "runtime/zone.h"

/* A new object in no zone; card or face may be CT_NONE (an ability has neither).
 * Its controller is its owner.  Nobody when the pool is full (game over by limit). */
ct_ent ct_object_new(ct_game *g, ct_obj_kind kind, uint32_t card, uint32_t face, unsigned owner);

/* Where and how a moved object arrives. */
typedef struct ct_arrival {
    ct_zone zone;
    uint32_t mv;    /* CT_MV_* */
    int controller; /* player index for stack and battlefield; -1: its owner */
    uint32_t face;  /* face that is up there (a half being cast), CT_NONE: the card's first or, of
                       tokens, its own */
} ct_arrival;

/* Moves e to another zone (or to another place of the same): there it is a new
 * object (CR 400.7) with a new id and a new timestamp; the old record stays as
 * last-known information with its characteristics frozen.  The old object is
 * removed from combat, what was attached to it is unattached by state-based
 * actions.  From the stack to the battlefield X, paid costs, what was chosen for
 * the spell and mana spent stay known (CR 400.7a-d).
 * Returns the new object. */
ct_ent ct_object_move(ct_game *g, ct_ent e, const ct_arrival *a);

/* An object that leaves the game's zones without arriving anywhere: tokens and
 * copies that cease to exist (CR 704.5d, e), abilities that have resolved. */
void ct_object_cease(ct_game *g, ct_ent e);

/* Freezes the characteristics of e as they are now in its record, for use when
 * it is gone.  ct_object_move does it; a batch freezes all that will move first. */
void ct_object_freeze(ct_game *g, ct_ent e);

/* What e became in its last zone change, if the rules find it there: that
 * object is live and it is the direct successor, or came from the stack onto
 * the battlefield (CR 400.7). e itself when it is still there. */
ct_ent ct_latest(const ct_game *g, ct_ent e);
/* The same for a part of the effect of spell or ability `by`, which finds what other parts of it
 * moved (CR 400.7j). */
ct_ent ct_latest_by(const ct_game *g, ct_ent e, ct_ent by);

/* Player index of owner and (layer 2 included) controller.  Outside battlefield
 * and stack the controller is the owner (CR 108.4a). */
unsigned ct_owner(const ct_game *g, ct_ent e);
unsigned ct_controller(ct_game *g, ct_ent e);

/* The faces of the card that o comes from; CT_NONE when it has no such half. */
uint32_t ct_main_face(const ct_game *g, const ct_object *o);      /* printed first */
uint32_t ct_adventure_face(const ct_game *g, const ct_object *o); /* the inset half (CR 715.2) */

/* Has it the alternative characteristics of an Adventure, printed or copied (CR 715.2a, 715.2b)? */
bool ct_has_adventure(ct_game *g, ct_ent e);

/* Forgets every record that nothing refers to, resets temporary lists and packs
 * capsules.  Call it only where no task below holds a list offset or a capsule
 * (the priority loop does, between resolutions); entity ids that tasks hold are
 * respected. */
void ct_collect(ct_game *g);

#endif
