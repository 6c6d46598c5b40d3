/* The inside of the event machine: event.c, event_check.c, event_expand.c,
 * event_perform.c, replace.c, trigger.c.
 */
#ifndef CT_EVENT_RUN_H
#define CT_EVENT_RUN_H

#include "runtime/event.h"

enum { /* ct_event.stage */
       CT_EVS_PROPOSED,
       CT_EVS_READY,  /* replacements have been applied */
       CT_EVS_DONE,   /* performed */
       CT_EVS_DROPPED /* does not happen */
};

/* How an object enters, four words an entry of a list (ct_event.list): */
enum {
    CT_ENT_TAPPED,
    CT_ENT_COUNTERS /* symbol, number */,
    CT_ENT_EFFECT /* record, capsule, locked copy */
};

/* An event record at the end of the pool, zeroed. */
ct_event *ct_event_new(ct_game *g, ct_event_kind kind);
/* Fills in what follows from the rest (zone it is in, player), and says whether the
 * event is possible at all. */
bool ct_event_possible(ct_game *g, ct_event *e);
/* Adds the events that an event is made of (the move of a draw, what damage does). */
void ct_event_expand(ct_game *g, uint32_t base, uint32_t index);
/* Does it. Sets the stage. */
void ct_event_perform(ct_game *g, ct_event *e, uint32_t timestamp);

/* Is there a replacement effect that could apply to the event? Then ct_start_replace. */
bool ct_may_be_replaced(ct_game *g, uint32_t index);
void ct_start_replace(ct_game *g, uint32_t index);
/* Regeneration, shield and stun counters: replacements that are the rules' own. True: it is dealt
 * with. */
bool ct_replaced_by_rules(ct_game *g, ct_event *e);

/* enter_aura.c: an Aura that enters other than by resolving as a spell needs something to enchant,
 * chosen by who puts it there (CR 303.4f). Without anything legal it stays where it is (303.4g). */
bool ct_needs_host(ct_game *g, const ct_event *e);
void ct_ask_host(ct_game *g, const ct_event *e);
bool ct_has_host(ct_game *g, const ct_event *e);

/* attach.c: at once, without an event */
void ct_attach_now(ct_game *g, ct_ent attachment, ct_ent to, uint32_t timestamp);
void ct_detach_now(ct_game *g, ct_ent attachment);
/* The characteristics a card or token would have on the battlefield, for "enters" (CR 614.12). */
void ct_as_entering(ct_game *g, const ct_event *e);

#endif
