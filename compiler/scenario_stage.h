/* One scenario being played: what the parts of the runner share. For scenario_*.c alone;
 * scenario_run.h is the interface.
 *
 *     scenario_given.c   puts the position together
 *     scenario_find.c    which objects words mean
 *     scenario_tape.c    the words of a step that are still to be used
 *     scenario_answer.c  which answers of a decision they mean; scenario_action.c: which action
 *     scenario_implied.c which answers need no words
 *     scenario_step.c    steps, and what is implied between them
 *     scenario_check.c   whether what then says is so; scenario_may.c: whether something may be
 * done scenario_show.c    the position in words scenario_run.c     from the first phrase to the
 * last
 *
 * Whether something can be done is found out by doing it and going back: the game is a value. */
#ifndef CT_SCENARIO_STAGE_H
#define CT_SCENARIO_STAGE_H

#include "compiler/scenario_load.h"
#include "compiler/scenario_run.h"
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/log.h"
#include "runtime/object.h"
#include "runtime/state.h"
#include "runtime/zone.h"

struct ct_stage_entry {
    const char *text; /* without a full stop */
    const char *rule;
    enum ct_log_kind kind;
    uint32_t name; /* symbol: the object's name when it happened */
    ct_ent obj;
};

enum ct_goal_kind {
    CT_GOAL_NONE,
    CT_GOAL_STACK_EMPTY,
    CT_GOAL_TOP_GONE,
    CT_GOAL_STEP,
    CT_GOAL_COMBAT_OVER
};

/* Until when all players pass. */
struct ct_goal {
    enum ct_goal_kind kind;
    ct_ent top;
    unsigned step;       /* CT_STEP_* */
    int player;          /* active player, -1: any */
    uint32_t turn;       /* it must be a later one than this place: */
    unsigned after;      /* step of that turn at which the wish was made */
    uint32_t first_turn; /* the earliest turn that will do */
};

struct ct_stage {
    struct ct_sc_session *session;
    const struct ct_scenario *scenario;
    const struct ct_sc_options *options;
    struct ct_arena arena;
    struct ct_diags *diags;
    const ct_set *set;
    ct_game *g;
    bool strict;
    bool failed;
    int trying; /* > 0: failures are reasons, not errors */
    const char *reason;

    const struct ct_sc_phrase *phrase;    /* at work on */
    const struct ct_sc_phrase *last_step; /* the step that led here */
    struct ct_goal goal;
    uint32_t on_top; /* given: cards put on top of a library by this phrase */

    struct ct_stage_entry *log;
    size_t log_count, log_capacity;
    size_t log_mark; /* where the last `when` began */
    size_t log_told;
};

/* ---- failing ------------------------------------------------------------------------------- */
/* Reports once, with the position; while trying only keeps the reason. Returns false. */
bool ct_stage_fail(struct ct_stage *stage, enum ct_code code, struct ct_span span,
                   const char *format, ...) __attribute__((format(printf, 4, 5)));

/* ---- going back ---------------------------------------------------------------------------- */
struct ct_stage_mark {
    void *bytes;
    size_t size;
    size_t log_count;
    struct ct_goal goal;
};
/* False when memory is refused (and the play has failed). */
bool ct_stage_mark(struct ct_stage *stage, struct ct_stage_mark *mark);
/* Back to the mark, which can be gone back to again. */
void ct_stage_back(struct ct_stage *stage, const struct ct_stage_mark *mark);
void ct_stage_forget(struct ct_stage_mark *mark);

/* ---- scenario_find.c ----------------------------------------------------------------------- */
/* True if E fits all WORDS, as it is now; a name fits outside battlefield and stack when either
 * half is called so. */
bool ct_stage_fits(struct ct_stage *stage, const struct ct_sc_word *words, ct_ent e);
bool ct_stage_fits_word(struct ct_stage *stage, const struct ct_sc_word *word, ct_ent e);
/* CT_ZONE_* and CT_STEP_* of a scenario's zone and step; the beginning of a turn is its upkeep. */
unsigned ct_stage_zone_number(enum ct_sc_zone_kind kind);
unsigned ct_stage_step_number(enum ct_sc_step step);
/* True if E is in ZONE (place and all); WHOSE is the player of whom it is said, 0: nobody. */
bool ct_stage_in_zone(struct ct_stage *stage, const struct ct_sc_zone *zone, ct_sc_player whose,
                      ct_ent e);
/* True if THING, an object, can mean E: words, owner and zone, not its ordinal. */
bool ct_stage_can_mean(struct ct_stage *stage, const struct ct_sc_thing *thing, ct_ent e);
/* The object, player or ability on the stack that THING means; nobody when there is none or it is
 * not clear, which is reported. */
ct_ent ct_stage_find(struct ct_stage *stage, const struct ct_sc_thing *thing);
/* The same, but silent: *COUNT becomes how many it could mean. */
ct_ent ct_stage_look(struct ct_stage *stage, const struct ct_sc_thing *thing, unsigned *count);
/* False, and reported, if PHRASE names an object that is nowhere: it would be refused for that
 * alone. */
bool ct_stage_all_there(struct ct_stage *stage, const struct ct_sc_phrase *phrase);
/* True if the two can be told apart by nothing that a scenario could say. */
bool ct_stage_same(struct ct_stage *stage, ct_ent a, ct_ent b);
/* How many objects in ZONE fit WORDS. */
int ct_stage_count(struct ct_stage *stage, const struct ct_sc_word *words,
                   const struct ct_sc_zone *zone, ct_sc_player whose);
/* True if a stack object is an ability and THING, an ability, can mean it. */
bool ct_stage_ability_fits(struct ct_stage *stage, const struct ct_sc_thing *thing, ct_ent e);
/* True if the symbol of the set is this text. */
bool ct_stage_symbol_is(const struct ct_stage *stage, uint32_t symbol, const char *text);
/* The symbol of a text, 0 when the set has none. */
uint32_t ct_stage_symbol(const struct ct_stage *stage, const char *text);
/* Which half NAME is of a card's name in another language ("A // B"): 0 for the first or the whole,
 * 1 for the second, -1 for neither. */
int ct_stage_alt_half(const struct ct_stage *stage, uint32_t symbol, const char *name);
/* True if a face of the card, or the whole of it, is called so in some language. */
bool ct_stage_card_is_called(const struct ct_stage *stage, uint32_t card, const char *name);

/* ---- scenario_answer.c --------------------------------------------------------------------- */
/* What words are still to be used for answers: a value, copied where there are several ways. */
enum { CT_TAPE_CLAUSES = 24, CT_TAPE_THINGS = 64 };
struct ct_tape {
    const struct ct_sc_phrase *phrase;
    const struct ct_sc_clause *clause[CT_TAPE_CLAUSES];
    uint64_t used[CT_TAPE_CLAUSES]; /* a bit for each thing of it; bit 0 when it has none */
    unsigned count;
    uint64_t things_used; /* likewise of an answer's things, of a declaration's pairs */
    uint64_t as_targets;  /* things of "dividing …" that were chosen as targets */
    unsigned things;
    uint32_t pool[6];      /* mana of each type that the player had before the step */
    int left;              /* to divide, after the last amount */
    bool begun;            /* the action itself has been chosen */
    bool anything;         /* where the words say nothing, any answer will do */
    bool answer;           /* it answers one choice, and ends with it */
    bool closed;           /* that choice has been made */
    ct_decision_rec first; /* of an answer: the first decision that it answered */
};
/* False when the phrase has more words than a tape holds, which is reported. */
bool ct_tape_of(struct ct_stage *stage, struct ct_tape *tape, const struct ct_sc_phrase *phrase);
bool ct_tape_all_used(const struct ct_tape *tape);
/* Is clause number I used up? */
bool ct_tape_used(const struct ct_tape *tape, unsigned i);
/* How many things a list has, and a bit for each of them (one for none). */
unsigned ct_tape_things(const struct ct_sc_thing *thing);
uint64_t ct_tape_bits(unsigned count);
/* The words name all that is picked or targeted: what is missing is not filled in. */
bool ct_tape_says_all(const struct ct_tape *tape, const ct_decision_rec *d);
/* Does the phrase declare attackers or blockers? */
bool ct_sc_is_declaration(const struct ct_sc_phrase *phrase);
/* The first clause of a kind that is not used up, -1: none. */
int ct_tape_clause(const struct ct_tape *tape, enum ct_sc_clause_kind kind);
/* Is there a clause of that kind at all? */
bool ct_tape_has(const struct ct_tape *tape, enum ct_sc_clause_kind kind);
/* An answer to the open decision, and what is left of the words with it. */
struct ct_way {
    uint32_t index;
    struct ct_tape tape;
};
enum { CT_WAYS_MOST = 16 };
/* The answers that the words give, best first; no more than CT_WAYS_MOST. */
unsigned ct_stage_ways(struct ct_stage *stage, const struct ct_tape *tape, struct ct_way *ways);
/* The option of a kind in the open decision, -1: none. The index that gives VALUE in a range, -1:
 * outside. */
int ct_stage_option(const struct ct_stage *stage, ct_option_kind kind);
int64_t ct_stage_in_range(const struct ct_stage *stage, int64_t value);
/* Is it a declaration of attackers or blockers that is asked for? */
bool ct_stage_asks_declaration(const ct_decision_rec *d);
/* What needs no words: index of the answer, -1 when words are needed. TAPE (or NULL) is the step
 * that led to the decision. */
int64_t ct_stage_implied(struct ct_stage *stage, const struct ct_tape *tape);
/* Name (a symbol) of the half that a CAST or LAND option is about. */
uint32_t ct_stage_half_name(const struct ct_stage *stage, const ct_option *option);
/* Is THING the half of a CAST or LAND option? */
bool ct_stage_half_meant(struct ct_stage *stage, const struct ct_sc_thing *thing,
                         const ct_option *option);
/* The ways to begin an action while a player has priority (scenario_action.c). */
unsigned ct_stage_actions(struct ct_stage *stage, const struct ct_tape *tape, struct ct_way *ways);
/* True if PHRASE is of a kind that answers the open decision, by its player. */
bool ct_stage_answers(const struct ct_stage *stage, const struct ct_sc_phrase *phrase);

/* ---- scenario_step.c ----------------------------------------------------------------------- */
/* Carries out one phrase of a `when`. False when it fails, which was reported. */
bool ct_stage_step(struct ct_stage *stage, const struct ct_sc_phrase *phrase);
/* Runs the game, passing and implying, until a line is needed; NEXT (or NULL) is the line that
 * follows. */
bool ct_stage_advance(struct ct_stage *stage, const struct ct_sc_phrase *next);
/* True if a choice is open that is no player's turn to act. */
bool ct_stage_choice_open(const struct ct_stage *stage);
/* Does what the phrase says and stops as soon as it is done. ANYTHING: what it leaves open may be
 * answered in any way. False: it can't be done. */
bool ct_stage_do(struct ct_stage *stage, const struct ct_sc_phrase *phrase, bool anything);
/* Hands priority to PLAYER (index) or reaches that player's declaration, if the rules of what is
 * implied allow; false: not. */
bool ct_stage_give_way(struct ct_stage *stage, unsigned player);
bool ct_stage_reach_combat(struct ct_stage *stage, const struct ct_sc_phrase *phrase);

/* ---- scenario_given.c, scenario_check.c, scenario_may.c ------------------------------------ */
/* Builds the position from all given phrases. */
bool ct_stage_given(struct ct_stage *stage);
bool ct_stage_check(struct ct_stage *stage, const struct ct_sc_phrase *phrase);
bool ct_stage_check_characteristic(struct ct_stage *stage, const struct ct_sc_phrase *phrase);
bool ct_stage_check_object_has(struct ct_stage *stage, const struct ct_sc_phrase *phrase);
bool ct_stage_check_may(struct ct_stage *stage, const struct ct_sc_phrase *phrase);

/* ---- scenario_show.c ----------------------------------------------------------------------- */
/* The position, a line each; in the play's arena. */
const char *ct_stage_position(struct ct_stage *stage);
/* An object or player in words: "Bear", "Alice", "an ability of Bear". */
const char *ct_stage_name(struct ct_stage *stage, ct_ent e);
/* The text of a symbol; "" for one that the set has not. */
const char *ct_stage_text(struct ct_stage *stage, uint32_t symbol);
/* The open decision with its answers. */
const char *ct_stage_decision(struct ct_stage *stage);
const char *ct_stage_player(unsigned index);
const char *ct_stage_zone_name(unsigned zone);
/* The words of a span of the scenario. */
const char *ct_stage_words(struct ct_stage *stage, struct ct_span span);

#endif
