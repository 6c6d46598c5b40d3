/* Lowering of effects that last: shared by lower_continuous.c, lower_static.c, lower_rule.c, lower_play.c and
 * lower_replace.c. */
#ifndef CT_LOWER_STATIC_H
#define CT_LOWER_STATIC_H

#include "compiler/lower.h"

enum { CT_MOST_PARTS = 24, CT_MOST_EFFECTS = 24 };

/* Layer parts of one continuous effect. */
struct ct_parts {
    struct ct_fn *settle; /* the resolving function, where amounts are settled; NULL: a static ability */
    struct ct_span span;
    ct_rec_part part[CT_MOST_PARTS];
    uint32_t count;
    bool overflow;
    bool defining; /* a characteristic-defining ability [CR 604.3] */
};

/* The effects of a static ability, or of a statement in a resolving one. */
struct ct_statics {
    struct ct_low *low;
    struct ct_fn *settle; /* as above */
    ct_rec_effect rec[CT_MOST_EFFECTS];
    uint32_t count;
    ct_node *player;     /* who has the permission at hand */
    ct_node *condition;  /* "as long as" around the statement */
    bool negated;        /* "unless" */
    uint32_t zones;      /* where the ability functions, 0: the default */
    uint32_t flags;      /* CT_ABF_* */
};

bool ct_low_parts(struct ct_low *low, ct_node *clause, struct ct_parts *parts);
ct_rec_effect ct_effect_record(ct_effect_kind kind);
bool ct_low_take_duration(struct ct_low *low, ct_rec_effect *rec, int32_t *duration);

/* Adds a record (with the condition of the statement); NULL when there are too many. */
ct_rec_effect *ct_static_add(struct ct_statics *s, ct_rec_effect rec);

/* A statement, whatever it is. */
bool ct_static_statement(struct ct_statics *s, ct_node *node);
/* lower_rule.c: a MODAL or CLAUSE that changes the rules. *KNOWN says whether it is one. */
bool ct_static_rule(struct ct_statics *s, ct_node *node, bool *known);
/* lower_play.c: permissions to play, look, cast as though; costs. */
bool ct_static_permission(struct ct_statics *s, ct_node *modal, bool *known);
bool ct_static_cost(struct ct_statics *s, ct_node *clause);
/* "If a spell cast this way would leave the stack, exile it instead of putting it anywhere else": part of the
 * permission before it. *KNOWN says whether it is that. */
bool ct_static_cast_this_way(struct ct_statics *s, ct_node *replace, bool *known);
/* lower_replace.c: REPLACE, AS_EVENT, "enters ..." and "prevent ...". */
bool ct_static_replace(struct ct_statics *s, ct_node *node);
bool ct_static_enters(struct ct_statics *s, ct_node *clause);
/* OBJECT is about to be put onto the battlefield "with two +1/+1 counters on it", which is WITH. */
bool ct_low_move_with(struct ct_low *low, struct ct_fn *fn, ct_val object, ct_node *with);
/* "have this creature enter as a copy of [np]", which the controller may. */
bool ct_static_enters_copy(struct ct_statics *s, ct_node *have);
bool ct_static_prevent(struct ct_statics *s, ct_node *clause);
/* INSTEAD around a passive CLAUSE of DEAL. */
bool ct_static_redirect(struct ct_statics *s, ct_node *instead);

bool ct_low_as_though(struct ct_statics *s, ct_node *subject, ct_node *clause);

/* A predicate for whom or what a statement is about. */
bool ct_static_affects(struct ct_statics *s, ct_node *np, uint32_t zones, uint32_t *fn, bool *self);

#endif
