/* Lowering of events: shared by lower_event.c, lower_trigger.c and lower_replace.c, and theirs. */
#ifndef CT_LOWER_EVENT_H
#define CT_LOWER_EVENT_H

#include "compiler/lower.h"

/* One event pattern: a predicate over the event's slots under construction. */
struct ct_event_low {
    struct ct_low *low;
    struct ct_fn *fn;
    ct_node *clause;
    const ct_node *mover; /* what the event moves */
    ct_node *same;     /* what stood in the clause's subject before the modal's was put there */
    int32_t no;        /* label: it is not this event */
    ct_event_kind kind;
    bool would;        /* asked before it happens [CR 614.4] */
    bool history;      /* asked of what happened this turn */
    bool this_turn_ok; /* "this turn" only says how long a delayed trigger waits */
    ct_node *quantity; /* how often it has happened, asked of the history: "two or more spells" */
    bool batch;        /* one or more at the same time are one */
    bool ordinal;      /* "your second ... each turn" */
    bool each_one;     /* "a counter": once for each of the amount */
    uint16_t latest;   /* slot of what the event's object has become, 0: not looked up */
    int moves;         /* CT_DEF_* of what happens to the object */
};

bool ct_event_open(struct ct_event_low *e, struct ct_low *low, ct_node *event, bool would);
bool ct_event_close(struct ct_event_low *e, bool ok);
bool ct_event_role(struct ct_event_low *e, ct_node *node, uint16_t slot, int flags);
bool ct_event_gap_np(struct ct_event_low *e, ct_node *np, uint16_t slot);
void ct_event_flag(struct ct_event_low *e, int32_t mask, bool negate);
void ct_event_number(struct ct_event_low *e, ct_evn field, int32_t value);
bool ct_event_adjuncts(struct ct_event_low *e);

/* The event of CLAUSE (or of a MODAL "would"): *E has its kind and the index of its predicate in fn. */
bool ct_low_event_clause(struct ct_low *low, ct_node *clause, bool would, struct ct_event_low *e);

#endif
