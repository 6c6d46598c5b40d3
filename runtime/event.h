/* Events: whatever happens is proposed, replaced or prevented (CR 614-616),
 * performed, remembered for the turn, and seen by triggers (CR 603).
 *
 * A batch of events happens at one time.  To make things happen from a task:
 *
 *     uint32_t base = ct_batch(g);
 *     ct_event *e = ct_propose(g, CT_EV_ZONE, cause);
 *     e->obj = card; e->to = CT_ZONE_EXILE;
 *     CT_AWAIT(t, 1, ct_start_events(g, base));
 *     ... s->ret: list, s->ret2: amount
 *
 * Between ct_batch and ct_start_events no other task may run.  The ct_start_*
 * functions below do this for the common cases; each pushes a task, and when it
 * has ended s->ret is the list of what came of it (for a zone change what the
 * objects became; tokens created; cards drawn; else the objects or players it
 * happened to) and s->ret2 the total amount (damage dealt, life gained).
 * An event that can't happen (tapping a tapped permanent, moving what is gone)
 * is dropped without a trace.
 *
 * `cause` is the spell or ability on the stack (or static source) whose effect
 * it is, nobody for costs, turn-based and state-based actions.
 */
#ifndef CT_EVENT_H
#define CT_EVENT_H

#include "runtime/list.h"
#include "runtime/task.h"

uint32_t ct_batch(ct_game *g);
/* A zeroed event of that kind at the end of the batch, its cause and, when there
 * is one, CT_EVF_EFFECT set.  Never null: when the pool is full the game is over
 * by limit and a spare record is returned. */
ct_event *ct_propose(ct_game *g, ct_event_kind kind, ct_ent cause);
/* Task: replaces, performs and remembers the events from base on; drops them. */
void ct_start_events(ct_game *g, uint32_t base);

/* An event that has just happened and can't be replaced (CAST, ACTIVATE, TARGET,
 * ATTACK, BLOCK, STEP, COUNTERED ...): remembers it and finds its triggers, at
 * once.  Several that happened at once: one batch number (ct_note_batch). */
void ct_note(ct_game *g, const ct_event *event);
void ct_note_batch(ct_game *g, const ct_event *events, uint32_t n);

/* ---- moving ------------------------------------------------------------------------------- */
/* One object to a zone; mv: CT_MV_*; put_under: player entity or nobody (owner);
 * flags: CT_EVF_* that tell why. Resolving permanent spells: CT_EVF_CAST and CT_EVF_RESOLVED. */
void ct_start_move(ct_game *g, ct_ent e, ct_zone to, uint32_t mv, ct_ent put_under, uint32_t flags,
                   ct_ent cause);
/* Several at once. */
void ct_start_move_list(ct_game *g, ct_list l, ct_zone to, uint32_t mv, ct_ent put_under,
                        uint32_t flags, ct_ent cause);
/* A player draws n cards, one after the other (CR 121.2). */
void ct_start_draw(ct_game *g, ct_ent player, uint32_t n, ct_ent cause);
void ct_start_mill(ct_game *g, ct_ent player, uint32_t n, ct_ent cause);
void ct_start_discard(ct_game *g, ct_ent player, ct_list cards, uint32_t flags, ct_ent cause);
void ct_start_sacrifice(ct_game *g, ct_ent player, ct_list permanents, uint32_t flags,
                        ct_ent cause);
/* flags: CT_EVF_NO_REGEN, CT_EVF_SBA */
void ct_start_destroy(ct_game *g, ct_list permanents, uint32_t flags, ct_ent cause);
/* A spell or ability is countered (CR 701.6): event COUNTERED, then off the stack. */
void ct_start_counter(ct_game *g, ct_list spells, ct_ent cause);

/* ---- damage, life, counters, tapping ----------------------------------------------------------
 */
/* Adds one damage event to a batch: several sources deal damage at once (combat). */
void ct_propose_damage(ct_game *g, ct_ent source, ct_ent to, int32_t amount, uint32_t flags,
                       ct_ent cause);
void ct_start_damage(ct_game *g, ct_ent source, ct_list to, int32_t amount, uint32_t flags,
                     ct_ent cause);
void ct_start_gain_life(ct_game *g, ct_ent player, int32_t amount, ct_ent cause);
void ct_start_lose_life(ct_game *g, ct_ent player, int32_t amount, uint32_t flags, ct_ent cause);
void ct_start_tap(ct_game *g, ct_list l, uint32_t flags, ct_ent cause);
void ct_start_untap(ct_game *g, ct_list l, ct_ent cause);
void ct_start_add_counters(ct_game *g, ct_ent to, uint32_t sym, int32_t n, uint32_t flags,
                           ct_ent cause);
void ct_start_remove_counters(ct_game *g, ct_ent from, uint32_t sym, int32_t n, uint32_t flags,
                              ct_ent cause);

/* ---- history ------------------------------------------------------------------------------------
 */
/* Events of this turn are in pool history in the order they happened; obj is what
 * the object became for arrivals on the battlefield, what it was for departures. */
void ct_history_new_turn(ct_game *g);

/* Sets the event slots of a frame (CT_S_EVOBJ ...) and f->event (an index of pool
 * event, or of pool history with CT_EVENT_PAST added) for trigger, replacement
 * and history functions. */
#define CT_EVENT_PAST 0x80000000u
struct ct_frame;
void ct_event_slots(ct_game *g, struct ct_frame *f, uint32_t event);
/* The event that f->event names; NULL when there is none. */
ct_event *ct_event_at(ct_game *g, uint32_t event);
/* Fields for EVN, EVE, EVSETN, EVSETE (codes.h). */
int32_t ct_event_get_n(ct_game *g, uint32_t event, unsigned field);
ct_ent ct_event_get_e(ct_game *g, uint32_t event, unsigned field);
void ct_event_set_n(ct_game *g, uint32_t event, unsigned field, int32_t value);
void ct_event_set_e(ct_game *g, uint32_t event, unsigned field, ct_ent value);

#endif
