/* The constructors of scenario_parse.h. */
#include "compiler/scenario_parse.h"

#include <string.h>

static void *make(struct ct_sc_parser *p, size_t size)
{
    void *made = ct_arena_alloc(p->arena, size);

    if (!made) p->failed = true;
    return made;
}

/* Lists are short (a phrase has a bounded number of words), so the end is looked for. */
#define APPEND(list, more)                                                                         \
    do {                                                                                           \
        __typeof__(list) last_ = (list);                                                           \
        if (!last_) return (more);                                                                 \
        while (last_->next)                                                                        \
            last_ = last_->next;                                                                   \
        last_->next = (more);                                                                      \
        return (list);                                                                             \
    } while (0)

/* ---- words and zones ----------------------------------------------------------------------- */

enum { COUNT_SHIFT = 28, COUNT_MOST = 100000000 };

int ct_sc_count(enum ct_sc_compare compare, int number)
{
    if (number > COUNT_MOST) number = COUNT_MOST;
    return (int)compare << COUNT_SHIFT | number;
}

static enum ct_sc_compare compare_of(int count)
{
    return count < 0 ? CT_SC_AT_LEAST : (enum ct_sc_compare)(count >> COUNT_SHIFT);
}

static int number_of(int count)
{
    return count < 0 ? count : count & ((1 << COUNT_SHIFT) - 1);
}

static struct ct_sc_word *word(struct ct_sc_parser *p, enum ct_sc_word_kind kind, int value,
                               const char *text, struct ct_span span)
{
    struct ct_sc_word *made = make(p, sizeof *made);

    if (!made) return NULL;
    made->kind = kind;
    made->value = value;
    made->text = text;
    made->span = span;
    return made;
}

struct ct_sc_word *ct_sc_state(struct ct_sc_parser *p, enum ct_sc_state state, struct ct_span span)
{
    return word(p, CT_SC_W_STATE, state, NULL, span);
}

struct ct_sc_word *ct_sc_quoted(struct ct_sc_parser *p, const char *name, struct ct_span span)
{
    return word(p, CT_SC_W_NAME, 0, name, span);
}

struct ct_sc_word *ct_sc_subtype(struct ct_sc_parser *p, const char *name, struct ct_span span)
{
    return word(p, CT_SC_W_SUBTYPE, 0, name, span);
}

struct ct_sc_word *ct_sc_more_words(struct ct_sc_word *words, struct ct_sc_word *more)
{
    APPEND(words, more);
}

struct ct_sc_zone ct_sc_zone(enum ct_sc_zone_kind kind, ct_sc_player owner)
{
    return (struct ct_sc_zone){.kind = kind, .owner = owner};
}

struct ct_sc_zone ct_sc_place(enum ct_sc_place place, ct_sc_player owner, int nth)
{
    return (struct ct_sc_zone){.kind = CT_SC_LIBRARY, .owner = owner, .place = place, .nth = nth};
}

struct ct_sc_zone ct_sc_tapped(struct ct_sc_parser *p, const struct ct_sc_word *state,
                               struct ct_span span)
{
    struct ct_sc_zone zone = ct_sc_zone(CT_SC_BATTLEFIELD, 0);

    zone.tapped = true;
    if (state && !(state->kind == CT_SC_W_STATE && state->value == CT_SC_IS_TAPPED))
        ct_sc_syntax_error(p, span, "something can only be put onto the battlefield tapped");
    return zone;
}

struct ct_sc_text *ct_sc_text(struct ct_sc_parser *p, struct ct_sc_text *list, const char *text)
{
    struct ct_sc_text *made = make(p, sizeof *made);

    if (!made) return list;
    made->text = text;
    APPEND(list, made);
}

/* ---- things -------------------------------------------------------------------------------- */

struct ct_sc_thing *ct_sc_thing(struct ct_sc_parser *p, enum ct_sc_thing_kind kind, int value,
                                const char *text, struct ct_span span)
{
    struct ct_sc_thing *made = make(p, sizeof *made);

    if (!made) return NULL;
    made->kind = kind;
    made->value = value;
    made->text = text;
    made->span = span;
    if (kind == CT_SC_T_PLAYER) made->player = value;
    return made;
}

struct ct_sc_thing *ct_sc_object(struct ct_sc_parser *p, struct ct_sc_word *words, int ordinal,
                                 ct_sc_player owner, struct ct_span span)
{
    struct ct_sc_thing *made = ct_sc_thing(p, CT_SC_T_OBJECT, 0, NULL, span);

    if (!made) return NULL;
    made->words = words;
    made->ordinal = ordinal;
    made->player = owner;
    return made;
}

struct ct_sc_thing *ct_sc_object_in(struct ct_sc_thing *object, struct ct_sc_zone zone)
{
    if (object) object->zone = zone;
    return object;
}

struct ct_sc_thing *ct_sc_ability(struct ct_sc_parser *p, struct ct_sc_thing *object, int ordinal,
                                  struct ct_span span)
{
    struct ct_sc_thing *made = ct_sc_thing(p, CT_SC_T_ABILITY, 0, NULL, span);

    if (!made) return NULL;
    made->object = object;
    made->ordinal = ordinal;
    return made;
}

struct ct_sc_thing *ct_sc_loyalty(struct ct_sc_parser *p, struct ct_sc_thing *object, int loyalty,
                                  struct ct_span span)
{
    struct ct_sc_thing *made = ct_sc_ability(p, object, 0, span);

    if (!made) return NULL;
    made->has_loyalty = true;
    made->value = loyalty;
    return made;
}

struct ct_sc_thing *ct_sc_two_modes(struct ct_sc_parser *p, int first, int second,
                                    struct ct_span first_span, struct ct_span second_span)
{
    return ct_sc_more_things(ct_sc_thing(p, CT_SC_T_MODE, first, NULL, first_span),
                             ct_sc_thing(p, CT_SC_T_MODE, second, NULL, second_span));
}

struct ct_sc_thing *ct_sc_more_things(struct ct_sc_thing *things, struct ct_sc_thing *more)
{
    APPEND(things, more);
}

/* ---- parts of what is had ------------------------------------------------------------------ */

struct ct_sc_elem *ct_sc_elem(struct ct_sc_parser *p, enum ct_sc_elem_kind kind, int count,
                              const char *text, struct ct_span span)
{
    struct ct_sc_elem *made = make(p, sizeof *made);

    if (!made) return NULL;
    made->kind = kind;
    made->text = text;
    made->span = span;
    /* A life total may be below zero, and then compares exactly. */
    made->compare = kind == CT_SC_E_LIFE && count < 0 ? CT_SC_EXACTLY : compare_of(count);
    made->count = number_of(count);
    return made;
}

struct ct_sc_elem *ct_sc_items(struct ct_sc_parser *p, int count, struct ct_sc_word *words,
                               struct ct_span span)
{
    struct ct_sc_elem *made = ct_sc_elem(p, CT_SC_E_OBJECTS, count, NULL, span);

    if (made) made->words = words;
    return made;
}

struct ct_sc_elem *ct_sc_with(struct ct_sc_parser *p, struct ct_sc_elem *objects,
                              enum ct_sc_elem_kind kind, int count, const char *text,
                              struct ct_span span)
{
    struct ct_sc_elem *made = ct_sc_elem(p, kind, count, text, span);

    if (objects && made) objects->with = ct_sc_more_elems(objects->with, made);
    return objects;
}

struct ct_sc_elem *ct_sc_attached(struct ct_sc_parser *p, struct ct_sc_word *words,
                                  struct ct_span span)
{
    struct ct_sc_elem *made = ct_sc_elem(p, CT_SC_E_ATTACHED, -1, NULL, span);

    if (made) made->words = words;
    return made;
}

void ct_sc_set_count(struct ct_sc_elem *elem, int count)
{
    elem->compare = compare_of(count);
    elem->count = number_of(count);
}

/* A counter said after objects belongs to the last of them when they are already described so:
 * "Bear with a +1/+1 counter and a shield counter". */
struct ct_sc_elem *ct_sc_more_elems(struct ct_sc_elem *elems, struct ct_sc_elem *more)
{
    struct ct_sc_elem *last = elems;

    while (last && last->next)
        last = last->next;
    if (last && more && last->kind == CT_SC_E_OBJECTS && last->with &&
        last->zone.kind == CT_SC_ZONE_NONE && more->kind == CT_SC_E_COUNTERS) {
        struct ct_sc_elem *with = last->with;

        while (with->next)
            with = with->next;
        with->next = more;
        return elems;
    }
    APPEND(elems, more);
}

/* ---- clauses and pairs --------------------------------------------------------------------- */

struct ct_sc_clause *ct_sc_clause(struct ct_sc_parser *p, enum ct_sc_clause_kind kind,
                                  struct ct_sc_thing *things, int value, const char *text,
                                  struct ct_span span)
{
    struct ct_sc_clause *made = make(p, sizeof *made);

    if (!made) return NULL;
    made->kind = kind;
    made->things = things;
    made->value = value;
    made->text = text;
    made->span = span;
    return made;
}

struct ct_sc_clause *ct_sc_clause_from(struct ct_sc_parser *p, struct ct_sc_zone zone,
                                       struct ct_span span)
{
    struct ct_sc_clause *made = ct_sc_clause(p, CT_SC_C_FROM, NULL, 0, NULL, span);

    if (made) made->zone = zone;
    return made;
}

struct ct_sc_clause *ct_sc_more_clauses(struct ct_sc_clause *clauses, struct ct_sc_clause *more)
{
    APPEND(clauses, more);
}

struct ct_sc_pair *ct_sc_pair(struct ct_sc_parser *p, struct ct_sc_thing *first,
                              struct ct_sc_thing *second)
{
    struct ct_sc_pair *made = make(p, sizeof *made);

    if (!made) return NULL;
    made->first = first;
    made->second = second;
    return made;
}

struct ct_sc_pair *ct_sc_more_pairs(struct ct_sc_pair *pairs, struct ct_sc_pair *more)
{
    APPEND(pairs, more);
}

/* ---- phrases ------------------------------------------------------------------------------- */

static struct ct_sc_phrase *phrase(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                   ct_sc_player player, struct ct_span span)
{
    struct ct_sc_phrase *made = make(p, sizeof *made);

    if (!made) return NULL;
    made->kind = kind;
    made->player = player;
    made->span = span;
    made->number = -1;
    return made;
}

struct ct_sc_phrase *ct_sc_of_player(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                     ct_sc_player player, bool negated, struct ct_span span)
{
    struct ct_sc_phrase *made = phrase(p, kind, player, span);

    if (made) made->negated = negated;
    return made;
}

struct ct_sc_phrase *ct_sc_of_objects(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                      struct ct_sc_thing *subjects, bool negated,
                                      struct ct_span span)
{
    struct ct_sc_phrase *made = ct_sc_of_player(p, kind, 0, negated, span);

    if (made) made->subjects = subjects;
    return made;
}

struct ct_sc_phrase *ct_sc_possession(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                      ct_sc_player player, struct ct_sc_elem *elems, bool negated,
                                      struct ct_span span)
{
    struct ct_sc_phrase *made = ct_sc_of_player(p, kind, player, negated, span);

    if (made) made->elems = elems;
    return made;
}

struct ct_sc_phrase *ct_sc_step_phrase(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                       ct_sc_player player, int step, int turn, struct ct_span span)
{
    struct ct_sc_phrase *made = phrase(p, kind, player, span);

    if (!made) return NULL;
    made->step = (enum ct_sc_step)step;
    made->number = turn;
    return made;
}

struct ct_sc_phrase *ct_sc_moves(struct ct_sc_parser *p, ct_sc_player player, int step, bool next,
                                 struct ct_span span)
{
    struct ct_sc_phrase *made = ct_sc_step_phrase(p, CT_SC_MOVES_TO, player, step, -1, span);

    if (made) made->once_more = next;
    return made;
}

struct ct_sc_phrase *ct_sc_counted(struct ct_sc_parser *p, int count, struct ct_sc_word *words,
                                   struct ct_sc_zone zone, struct ct_span span)
{
    struct ct_sc_phrase *made = phrase(p, CT_SC_COUNT_IN, 0, span);

    if (!made) return NULL;
    made->compare = compare_of(count);
    made->number = number_of(count);
    made->words = words;
    made->zone = zone;
    return made;
}

struct ct_sc_phrase *ct_sc_contents(struct ct_sc_parser *p, struct ct_sc_zone zone,
                                    struct ct_sc_thing *things, struct ct_span span)
{
    struct ct_sc_phrase *made = phrase(p, CT_SC_ZONE_IS, 0, span);

    if (!made) return NULL;
    made->zone = zone;
    made->things = things;
    return made;
}

struct ct_sc_phrase *ct_sc_value(struct ct_sc_parser *p, struct ct_sc_thing *object,
                                 enum ct_sc_characteristic characteristic, int number,
                                 struct ct_span span)
{
    struct ct_sc_phrase *made = ct_sc_of_objects(p, CT_SC_CHARACTERISTIC, object, false, span);

    if (!made) return NULL;
    made->characteristic = characteristic;
    made->number = number;
    return made;
}

struct ct_sc_phrase *ct_sc_set_of(struct ct_sc_parser *p, struct ct_sc_word *words,
                                  struct ct_span span)
{
    struct ct_sc_phrase *made = phrase(p, CT_SC_CHARACTERISTIC, 0, span);

    if (made) made->words = words;
    return made;
}

void ct_sc_finish_set(struct ct_sc_parser *p, struct ct_sc_phrase *made, struct ct_sc_thing *object,
                      int characteristic, struct ct_span span)
{
    (void)p;
    if (!made) return;
    made->subjects = object;
    made->characteristic = (enum ct_sc_characteristic)characteristic;
    made->span = span;
}

struct ct_sc_phrase *ct_sc_asked(struct ct_sc_parser *p, ct_sc_player player,
                                 enum ct_sc_asked asked, struct ct_span span)
{
    struct ct_sc_phrase *made = phrase(p, CT_SC_IS_ASKED, player, span);

    if (made) made->asked = asked;
    return made;
}

struct ct_sc_phrase *ct_sc_log(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                               struct ct_sc_text *texts, struct ct_span span)
{
    struct ct_sc_phrase *made = phrase(p, kind, 0, span);

    if (made) made->texts = texts;
    return made;
}

struct ct_sc_phrase *ct_sc_may(struct ct_sc_parser *p, ct_sc_player player,
                               struct ct_sc_phrase *action, bool negated, struct ct_span span)
{
    struct ct_sc_phrase *made = ct_sc_of_player(p, CT_SC_MAY, player, negated, span);

    if (!made) return NULL;
    made->action = action;
    if (action) action->player = player;
    return made;
}

struct ct_sc_phrase *ct_sc_action(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                  ct_sc_player player, struct ct_sc_thing *things,
                                  struct ct_sc_clause *clauses, struct ct_span span)
{
    struct ct_sc_phrase *made = phrase(p, kind, player, span);

    if (!made) return NULL;
    made->things = things;
    made->clauses = clauses;
    return made;
}

struct ct_sc_phrase *ct_sc_combat(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                  ct_sc_player player, struct ct_sc_pair *pairs,
                                  struct ct_span span)
{
    struct ct_sc_phrase *made = phrase(p, kind, player, span);

    if (!made) return NULL;
    made->pairs = pairs;
    if (kind == CT_SC_BLOCKS && pairs && !pairs->first)
        ct_sc_syntax_error(p, span, "which attacker is blocked is missing: blocks … with …");
    for (struct ct_sc_pair *pair = pairs; pair && kind == CT_SC_BLOCKS; pair = pair->next)
        if (pair->next && !pair->next->first) pair->next->first = pair->first;
    return made;
}

struct ct_sc_phrase *ct_sc_answer(struct ct_sc_parser *p, enum ct_sc_phrase_kind kind,
                                  ct_sc_player player, struct ct_sc_thing *things,
                                  struct ct_span span)
{
    return ct_sc_action(p, kind, player, things, NULL, span);
}

struct ct_sc_phrase *ct_sc_picks(struct ct_sc_parser *p, ct_sc_player player, enum ct_sc_verb verb,
                                 struct ct_sc_thing *things, struct ct_span span)
{
    struct ct_sc_phrase *made = ct_sc_answer(p, CT_SC_PICKS, player, things, span);

    if (made) made->verb = verb;
    return made;
}

struct ct_sc_phrase *ct_sc_refused(struct ct_sc_parser *p, struct ct_sc_phrase *made,
                                   struct ct_span span)
{
    (void)p;
    if (!made) return NULL;
    made->refused = true;
    made->span = span;
    return made;
}

void ct_sc_set_words(struct ct_sc_phrase *made, struct ct_sc_word *words)
{
    if (made) made->words = words;
}

void ct_sc_set_elems(struct ct_sc_phrase *made, struct ct_sc_elem *elems)
{
    if (made) made->elems = elems;
}

void ct_sc_set_zone(struct ct_sc_phrase *made, struct ct_sc_zone zone)
{
    if (made) made->zone = zone;
}

void ct_sc_set_things(struct ct_sc_phrase *made, struct ct_sc_thing *things)
{
    if (made) made->things = things;
}

void ct_sc_set_number(struct ct_sc_phrase *made, int number)
{
    if (made) made->number = number;
}

void ct_sc_set_player(struct ct_sc_phrase *made, ct_sc_player player)
{
    if (made) made->player = player;
}

void ct_sc_set_mana(struct ct_sc_phrase *made, const char *mana)
{
    if (made) made->mana = mana;
}

void ct_sc_set_text(struct ct_sc_phrase *made, const char *text)
{
    if (made) made->text = text;
}
