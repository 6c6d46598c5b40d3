/* Lowering: from the checked rules tree of one ability to bytecode and records. This header is shared by
 * the files lower*.c and belongs to them; compile.h is what others call.
 *
 * A ct_low is the state of lowering one text (a face, or the body of a definition). Nothing here is kept
 * after the text is done: functions and records go into the image (emit.h), trees and scratch live in
 * `arena`. Every node that was lowered is marked CT_SEEN; a node of an ability that is not marked at the
 * end is an error (lower.c), so no word can be passed over.
 *
 * Conventions
 *   - A function that tests something appends code that jumps to label `no` when it does not hold, and
 *     goes on otherwise.
 *   - A value is a slot of the frame and its type (ct_val).
 *   - A definition's slot is kept in its node (ct_low_define); a use finds it through ct_node.bind.
 *   - What the runtime cannot do is refused with ct_low_refuse(), once for an ability; code that is
 *     appended after that is thrown away. */
#ifndef CT_LOWER_H
#define CT_LOWER_H

#include "compiler/compile.h"
#include "compiler/emit.h"
#include "compiler/lexicon.h"
#include "compiler/mechanics.h"
#include "compiler/tree.h"
#include "runtime/codes.h"

enum { CT_SEEN = (int)0x80000000 }; /* in ct_node.flags; the lowering's */

typedef struct ct_val {
    uint8_t type; /* ct_slot_type */
    uint16_t slot;
} ct_val;

/* What happened to a definition since it was bound: its object is another one now [CR 400.7]. */
enum {
    CT_DEF_OUT = 1, /* moved; its characteristics are read as they last were [CR 608.2h] */
    CT_DEF_IN = 2,  /* moved to where they are read as they now are */
    CT_DEF_CONTROLLER = 4, /* the slot is an object: its controller is meant */
    CT_DEF_OWNER = 8,      /* its owner */
};

/* "where X is ..." around the clause at hand; the innermost first. */
struct ct_where {
    int32_t letter;
    ct_node *value;
    bool computed; /* slot holds the value */
    uint16_t slot;
    struct ct_where *outer;
};

/* What a use of a definition gives for the parameters in its head. */
struct ct_args {
    ct_node *cost;    /* COST, or NULL */
    ct_node *number;  /* a quantity, or NULL */
    ct_node *quality; /* what stands after "from", or NULL */
    const struct ct_args *outer;
};

/* Part of a group, taken from it: "the rest" is what is left. */
enum { CT_MOST_TAKEN = 8 };
struct ct_taken {
    const ct_node *group;
    uint16_t slot;
};

struct ct_low_target {
    ct_rec_target rec;
    struct ct_low_target *next;
};

struct ct_low {
    struct ct_compiler *c;
    struct ct_emit *emit;
    struct ct_arena *arena;
    const struct ct_source *text;
    const struct ct_args *args;
    struct ct_ab *ab; /* the ability being built */
    uint16_t you;     /* slot of "you": of a keyword action it is the actor */
    uint16_t actor;   /* who does what is being lowered: chooses, sacrifices, draws */
    ct_val gap;       /* what GAP stands for in a relative clause; slot 0xffff: none */
    ct_val subject;   /* what SAME stands for */
    ct_node *self_np; /* the ability's own trigger mentions its source by this node */
    uint32_t ambient; /* zones the candidate of the predicate is known to be in; 0: unknown */
    struct ct_where *where;
    ct_node *times;         /* "for each [np]" that multiplies the amount of the clause */
    bool times_used;
    bool lasting;           /* an effect of a resolving spell or ability, not of a static ability */
    int duration;           /* ct_duration_code of the clause, -1: none */
    ct_node *duration_while;/* condition of CT_DUR_WHILE */
    int self_moved;         /* CT_DEF_* of the source itself */
    uint32_t mode;          /* the mode being lowered, CT_NONE */
    struct ct_low_target *targets, *last_target;
    uint32_t ntargets;
    bool duration_used;     /* the clause had the duration */
    ct_node *event;         /* of the triggered ability at hand */
    ct_node *more;          /* a clause whose adjuncts belong to the event at hand, too */
    ct_node *gap_np;        /* the noun phrase that an event's GAP is described by */
    bool gap_is_player; /* what the gap stands for is a player: "opponents who were dealt damage" */
    uint16_t other;         /* what "other" excludes; 0: the source */
    uint16_t defending;     /* slot of the defending player in an attack trigger, 0: looked up */
    uint32_t self_zones;    /* zones that costs and effects show the source to be in */
    bool this_turn_ok;      /* "this turn" in an event says how long it is waited for */
    ct_node *rounding;      /* "rounded up" or "rounded down" of the clause, for "half" */
    bool next_untap;        /* "its controller's next untap step" */
    bool no_targets;        /* here nothing can be targeted */
    bool about_self;        /* the event can only be about the source */
    bool ordinal;           /* "your second spell each turn" is being described */
    bool both;              /* of one thing it is said that it is this and that */
    bool loses_others;      /* "loses all other abilities" was lowered */
    ct_node *either_way[2]; /* the other creature of "blocks or becomes blocked by a creature" */
    bool in_action;         /* the body of a keyword action */
    int parameter_moved;    /* CT_DEF_* of the object in its head */
    unsigned depth;
    struct ct_span span;    /* of the paragraph */
    struct ct_taken taken[CT_MOST_TAKEN];
    uint32_t ntaken;
    uint16_t gather;        /* list of what each player chose to sacrifice or discard; 0: none */
    bool failed;            /* this ability has an error */
};

/* The abilities of a face, as they are lowered. */
struct ct_face_build {
    struct ct_low *low;
    ct_rec_ability *abilities;
    size_t nabilities, capabilities;
    ct_w *keywords;
    size_t nkeywords, capkeywords;
};

/* ---- lower.c: the driver --------------------------------------------------------------------------- */

/* Reports that NODE is understood but cannot be run, unless the ability has an error already. Returns
 * false. */
bool ct_low_refuse(struct ct_low *low, const ct_node *node, const char *why);
/* The same with a code and words of its own. */
bool ct_low_error(struct ct_low *low, enum ct_code code, const ct_node *node, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Marks NODE alone, or with everything below it. NODE may be NULL. */
static inline void ct_see(ct_node *node)
{
    if (node)
        node->flags |= (uint32_t)CT_SEEN;
}
void ct_see_all(ct_node *node);
/* Takes marks and slots from NODE and all below it. */
void ct_low_forget(ct_node *node);

static inline bool ct_seen(const ct_node *node) { return node->flags & (uint32_t)CT_SEEN; }

/* ---- lower_val.c: slots and values -------------------------------------------------------------------- */

ct_val ct_low_new(struct ct_low *low, ct_slot_type type);
uint16_t ct_low_num(struct ct_low *low);
/* A number in a slot. */
uint16_t ct_low_const(struct ct_low *low, struct ct_fn *fn, int32_t value);
uint16_t ct_low_symbol_const(struct ct_low *low, struct ct_fn *fn, uint32_t symbol);
/* The value as one entity (the first of a list), as a list. */
uint16_t ct_low_entity(struct ct_low *low, struct ct_fn *fn, ct_val val);
uint16_t ct_low_list(struct ct_low *low, struct ct_fn *fn, ct_val val);
/* A numeric property, an entity property. */
uint16_t ct_low_getn(struct ct_low *low, struct ct_fn *fn, uint16_t of, ct_nprop prop);
uint16_t ct_low_gete(struct ct_low *low, struct ct_fn *fn, uint16_t of, ct_eprop prop);
/* Goes on at NO if SLOT is zero, or, with NEGATE, if it is not. */
void ct_low_unless(struct ct_fn *fn, uint16_t slot, bool negate, int32_t no);

void ct_low_define(ct_node *def, ct_val val, int flags);
bool ct_low_defined(const ct_node *def, ct_val *val, int *flags);
/* The players in relative clauses of NP ("a spell an opponent controls") become definitions with it. */
void ct_low_define_players(ct_node *np, ct_val val, int flags);
void ct_low_moved(struct ct_low *low, const ct_node *np, int flags);

/* A loop over LIST: the element's slot is returned, and the two labels for ct_low_loop_end. */
struct ct_loop {
    int32_t top, end;
    uint16_t element;
};
struct ct_loop ct_low_loop(struct ct_low *low, struct ct_fn *fn, uint16_t list);
void ct_low_loop_end(struct ct_fn *fn, struct ct_loop loop);

/* Words of the lexicon as symbols of the image. */
uint32_t ct_low_word(struct ct_low *low, const char *text);
uint32_t ct_low_subtype(struct ct_low *low, int32_t subtype);

/* ---- lower_np.c: noun phrases as predicates --------------------------------------------------------------- */

/* Code that goes on at NO unless IT is what the words and tails of NP say. */
bool ct_low_test_np(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t it, int32_t no);
/* One word, or a group or coordination of words. */
bool ct_low_test_words(struct ct_low *low, struct ct_fn *fn, ct_node *words, uint16_t it, int32_t no);
/* A tail: WITH, RELATIVE, PP ... */
bool ct_low_test_tail(struct ct_low *low, struct ct_fn *fn, ct_node *tail, uint16_t it, int32_t no);
/* A predicate function for NP over candidates in ZONES; CT_NO_FN if all of them satisfy it. */
uint32_t ct_low_predicate(struct ct_low *low, ct_node *np, uint32_t zones);
/* Where objects described by NP are looked for. */
uint32_t ct_low_zones(struct ct_low *low, const ct_node *np);
/* What the words of NP say it is: CT_NC_* classes. */
int ct_low_classes(const struct ct_low *low, const ct_node *np);

/* ---- lower_operand.c: noun phrases as what an instruction acts on ------------------------------------------ */

enum ct_use { CT_USE_READ, CT_USE_ACT };
/* The object(s) or player(s) that NP denotes, in a slot. Targets, choices of the actor and lookups are
 * appended to FN. */
bool ct_low_operand(struct ct_low *low, struct ct_fn *fn, ct_node *np, enum ct_use use, ct_val *out);
/* The player NP denotes, as one entity. */
bool ct_low_player(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out);
/* All that satisfy NP, as a list. */
bool ct_low_collect(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint32_t zones, uint16_t *out);
/* How many: the slots of the least and greatest number that NP's quantity allows. */
bool ct_low_how_many(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *least, uint16_t *most);
/* Whether NP means several players or objects, one after the other or at once. */
bool ct_low_is_plural(const ct_node *np);
bool ct_low_is_you(const ct_node *np);
bool ct_low_is_self(const ct_node *np);

/* ---- lower_quantity.c -------------------------------------------------------------------------------------- */

bool ct_low_quantity(struct ct_low *low, struct ct_fn *fn, ct_node *node, uint16_t *out);
/* The quantity of an NP ("two cards", "3 damage", "damage equal to its power"), 1 for "a"; multiplied by
 * "for each" around the clause. */
bool ct_low_amount(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out);
/* Code that goes on at NO unless VALUE compares as NODE says (AT_LEAST, AT_MOST, a number ...). */
bool ct_low_test_number(struct ct_low *low, struct ct_fn *fn, uint16_t value, ct_node *node, int32_t no);
/* Multiplies *AMOUNT by the "for each" around the clause, if there is one. */
bool ct_low_times(struct ct_low *low, struct ct_fn *fn, uint16_t *amount);
/* A NUMBER's value, if NODE is a plain number. */
bool ct_low_plain_number(const struct ct_low *low, const ct_node *node, int32_t *value);

/* ---- lower_cond.c ------------------------------------------------------------------------------------------- */

/* Code that goes on at NO unless NODE holds. */
bool ct_low_test(struct ct_low *low, struct ct_fn *fn, ct_node *node, int32_t no);
/* A function of its own; its index. */
bool ct_low_condition(struct ct_low *low, ct_node *node, uint32_t *fn);

/* ---- lower_event.c ------------------------------------------------------------------------------------------- */

/* The trigger records for EVENT: appended to the ability. */
bool ct_low_event(struct ct_low *low, ct_node *event, ct_rec_ability *rec);
/* Code that counts how often what CLAUSE says has happened this turn. */
bool ct_low_history(struct ct_low *low, struct ct_fn *fn, ct_node *clause, uint16_t *count,
                    ct_node **quantity);

/* ---- lower_cost.c --------------------------------------------------------------------------------------------- */

/* Cost records of COST; *FIRST and *COUNT say where. CHOOSER-side slots are made for what it uses up. */
bool ct_low_cost(struct ct_low *low, ct_node *cost, uint32_t *first, uint32_t *count);
/* The mana record of MANA or of the text of a mana cost. */
bool ct_low_mana(struct ct_low *low, ct_node *mana, uint32_t *record);
uint32_t ct_mana_of_text(struct ct_emit *emit, const char *text, uint32_t *colors, bool *ok);

/* ---- lower_effect.c: what a resolving spell or ability does ---------------------------------------------------- */

bool ct_low_body(struct ct_low *low, struct ct_fn *fn, ct_node *body);
/* lower_verb*.c: one clause. */
bool ct_low_clause(struct ct_low *low, struct ct_fn *fn, ct_node *clause);
/* A continuous effect on the clause's subject: get, gain, lose, have, become ... */
bool ct_low_continuous(struct ct_low *low, struct ct_fn *fn, ct_node *clause);
/* A statement that changes the rules ("can't be blocked this turn", "you may play those cards"). */
bool ct_low_rule(struct ct_low *low, struct ct_fn *fn, ct_node *statement);

/* ---- lower_static.c, lower_replace.c ----------------------------------------------------------------------------- */

/* The effect records of a static ability's body. */
bool ct_low_static(struct ct_low *low, ct_node *body);

/* ---- lower_modes.c, lower.c, lower_face.c --------------------------------------------------------------------------- */

bool ct_low_modes(struct ct_low *low, ct_node *modes);
bool ct_low_this_turn_within(const ct_node *node);
/* Registers the targets below NODE, in the order of the text. */
bool ct_low_targets(struct ct_low *low, ct_node *node);
bool ct_low_target(struct ct_low *low, ct_node *np, ct_val *out);
/* One target that an alternative of noun phrases describes. */
bool ct_low_is_one_target(const ct_node *or);
bool ct_low_one_target(struct ct_low *low, ct_node *or, ct_val *out);
bool ct_low_divide_target(struct ct_low *low, const ct_node *np, uint16_t parts, uint16_t amount,
                          ct_node *counted);
/* The effect function of the ability being lowered. */
bool ct_low_effect(struct ct_low *low, ct_node *body);
void ct_low_begin(struct ct_low *low, struct ct_ab *ab, ct_ability_kind kind);
void ct_low_finish_ability(struct ct_low *low, struct ct_span span);
/* One ability node as a record; its functions are in the image. */
bool ct_low_ability(struct ct_low *low, ct_node *node, ct_rec_ability *rec);
bool ct_low_spell(struct ct_low *low, ct_node *cost, ct_node **nodes, uint32_t count, ct_rec_ability *rec);
bool ct_low_nested(struct ct_low *low, ct_node *node, uint32_t *first, uint32_t *count);
bool ct_low_is_extra_cost(const ct_node *body);
bool ct_low_extra_cost(struct ct_low *low, ct_node *body);
bool ct_low_is_alternative(const ct_node *node);
bool ct_low_is_own_cost(const ct_node *node);
bool ct_low_own_cost(struct ct_low *low, ct_node *node);
bool ct_face_keyword(struct ct_low *low, struct ct_face_build *build, ct_node *node);
bool ct_face_ability(struct ct_low *low, struct ct_face_build *build, ct_node *node);
void ct_face_finish(struct ct_face_build *build, ct_rec_face *face);
bool ct_low_printed(struct ct_compiler *c, const struct ct_passage *passage, ct_rec_face *face);
bool ct_low_face_abilities(struct ct_compiler *c, const struct ct_passage *passage, uint32_t face);
bool ct_low_expand(struct ct_compiler *c, ct_node *tree, const struct ct_source *source,
                   const struct ct_args *args, uint32_t *first, uint32_t *count);
bool ct_low_expand_with(struct ct_low *low, const struct ct_keyword_def *def,
                        const struct ct_args *args, const ct_node *use, uint32_t *first,
                        uint32_t *count);
bool ct_low_action_body(struct ct_compiler *c, const struct ct_passage *passage,
                        const struct ct_action_info *info, uint32_t *ability);
uint32_t ct_low_enchant(struct ct_low *low, ct_node *node);
/* The keyword record of a KEYWORD with its argument; CT_NONE after an error. */
uint32_t ct_low_keyword(struct ct_low *low, ct_node *node);
bool ct_low_report(struct ct_compiler *c, enum ct_code code, const struct ct_source *source,
                   struct ct_span span, const char *message);
bool ct_low_out_of_memory(struct ct_low *low);
uint32_t ct_low_text(struct ct_low *low, struct ct_span span);

/* ---- lower_help.c, lower_tail.c: small questions about noun phrases ---------------------------------------------------- */

const ct_node *ct_head_word(const ct_node *np);
bool ct_head_is(const ct_node *np, int32_t noun);
bool ct_is_target(const ct_node *np);
ct_node *ct_word_of(const ct_node *np, int kind, int32_t num);
bool ct_low_has_state(const ct_node *np, int32_t state);
ct_node *ct_ordinal_word(const ct_node *np);
int ct_combat_word(const ct_node *np);
uint32_t ct_zone_of_noun(int32_t noun);
uint32_t ct_zone_of_np(const ct_node *np);
bool ct_stat_prop(const ct_node *np, ct_nprop *prop);
uint32_t ct_type_mask(int32_t word);
uint32_t ct_supertype_mask(int32_t word);
uint32_t ct_color_mask(int32_t word);
bool ct_one_word(const ct_node *np);
ct_node *ct_of_each(const ct_node *np);
bool ct_attached_np(const ct_node *np);
bool ct_time_np(const ct_node *np);
bool ct_each_turn(const ct_node *np);
bool ct_history_tail(const ct_node *tail);
bool ct_low_is_reference(const ct_node *np);
bool ct_low_is_reference_to_one(const ct_node *np);
bool ct_low_refers(const ct_node *np);
bool ct_low_is_player_np(const struct ct_low *low, const ct_node *np);
bool ct_low_is_any_card(const ct_node *np);
bool ct_low_is_any_creature(const ct_node *np);
bool ct_low_any_spell_or_ability(const ct_node *np);
bool ct_low_called_card(struct ct_low *low, const ct_node *np, uint32_t zones);
ct_node *ct_np_number(const ct_node *np);
bool ct_low_is_library(const ct_node *np);
bool ct_low_is_control_word(const ct_node *np);
bool ct_low_is_optional(const ct_node *np);
bool ct_low_zone_is_yours(const ct_node *np);
ct_node *ct_low_equal_tail(const ct_node *np);
uint32_t ct_low_name(struct ct_low *low, const ct_node *node);
bool ct_low_counter_words(struct ct_low *low, ct_node *words, uint32_t *symbol);
bool ct_low_choice_kind(struct ct_low *low, const ct_node *np, ct_choice_kind *kind);
void ct_low_finish_test(struct ct_low *low, struct ct_fn *fn, int32_t no);
void ct_low_test_other(struct ct_low *low, struct ct_fn *fn, uint16_t it, int32_t no);
bool ct_low_test_description(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t it,
                             int32_t no);
bool ct_low_test_tails(struct ct_low *low, struct ct_fn *fn, ct_node *list, uint16_t it, int32_t no);
bool ct_low_test_comparison(struct ct_low *low, struct ct_fn *fn, ct_node *node, uint16_t it, int32_t no);
bool ct_low_test_with(struct ct_low *low, struct ct_fn *fn, ct_node *of, uint16_t it, int32_t no);
bool ct_low_test_player(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t slot, int32_t no);
bool ct_low_test_zone_owner(struct ct_low *low, struct ct_fn *fn, ct_node *zone, uint16_t it, int32_t no);
bool ct_low_test_quality(struct ct_low *low, struct ct_fn *fn, ct_node *word, uint16_t it, int32_t no);
bool ct_low_test_of_candidate(struct ct_low *low, struct ct_fn *fn, ct_node *condition,
                              const ct_node *what, int32_t no);
bool ct_low_test_count(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t count, int32_t no);
bool ct_low_during(struct ct_low *low, struct ct_fn *fn, ct_node *pp, int32_t no);
bool ct_low_no_more(struct ct_low *low, ct_node *clause);
bool ct_low_count(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out);
bool ct_low_count_np(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *count);
bool ct_low_count_counters(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out);
bool ct_low_count_kinds(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out);
bool ct_low_devotion(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out);
bool ct_low_history_np(const ct_node *np);
bool ct_low_history_count(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out);
bool ct_low_history_sum(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out);
bool ct_low_source_list(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *list);
void ct_low_taken(struct ct_low *low, const ct_node *from, ct_val taken);
bool ct_low_rest(struct ct_low *low, struct ct_fn *fn, ct_node *node, ct_val *out);
bool ct_low_opponents(struct ct_low *low, struct ct_fn *fn, ct_val *out);
ct_node *ct_low_chosen_by(const ct_node *np);
/* lower_relate.c */
bool ct_low_test_share(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no);
bool ct_low_test_targets(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no);
bool ct_low_was_cast(const ct_node *clause);
bool ct_low_test_was_cast(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no);
bool ct_low_choose(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t list, ct_val *out);
bool ct_low_all_or_some(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t list, ct_val *out);
struct ct_loop ct_low_repeat(struct ct_low *low, struct ct_fn *fn, uint16_t times);

#endif
