/* Decisions: the one door for choices.
 *
 * The runtime runs until a player must choose and then holds one open decision
 * with the list of its legal answers; it goes on when it is given the index of
 * one.  Every choice is broken into single picks, so that the list is finite
 * and short and any of its elements is legal as far as can be told: two targets
 * are two picks, a set of attackers is one pick an attacker and then "done".
 * In a choice of an unordered set the options come in a fixed order and a pick
 * never lies before an earlier one, so that each set has one way to be chosen.
 */
#ifndef CT_DECISION_H
#define CT_DECISION_H

#include "runtime/task.h"

/* kinds.def-like table: DECISION(name, "what is chosen", "what the options hold") */
#define CT_DECISIONS(D)                                                                                    \
    D(PRIORITY, "an action or to pass", "PASS; CAST a=card b=half c=permission; LAND; ACTIVATE a=object b=ability index; SPECIAL") \
    D(TARGET, "a target", "ENT a=entity; DONE when enough are chosen")                                         \
    D(MODE, "a mode", "NUMBER a=mode; DONE")                                                                   \
    D(COST, "whether or how to pay an additional or alternative cost", "YES, NO (a=ability record) or a range: an additional cost; NUMBER a=n: alternative cost n, 0 the mana cost, b=effect record; NUMBER: one of several costs joined by or; LIFE, MANA: a Phyrexian or {2/W} symbol")                      \
    D(X, "the value of X", "a range lo..hi")                                                                   \
    D(PAY, "how to pay mana", "MANA a=types b=1 snow, 2 what was tapped instead; ACTIVATE a=object b=ability; ENT a=object that is tapped or (c) exiled instead")    \
    D(PICK, "an object or player of a list", "ENT; DONE; CAST, LAND a=card b=half when one is cast or played by an effect")                                                      \
    D(YESNO, "may", "YES, NO")                                                                                 \
    D(NUMBER, "a number", "a range lo..hi")                                                                    \
    D(COLOR, "a color", "NUMBER a=mask")                                                                       \
    D(SYMBOL, "a type or a name", "SYMBOL a=symbol")                                                           \
    D(ORDER, "the next in an order", "ENT (or NUMBER)")                                                        \
    D(REPLACEMENT, "the replacement effect that applies first (CR 616.1)", "NUMBER a=effect ordinal b=source entity") \
    D(TRIGGER_ORDER, "the triggered ability that goes on the stack next (CR 603.3b)", "ENT a=source b=ability") \
    D(ATTACKER, "an attacker and whom it attacks", "PAIR a=attacker b=attacked; DONE")                         \
    D(BLOCKER, "a blocker and what it blocks", "PAIR a=blocker b=attacker; DONE")                              \
    D(DAMAGE, "how much damage to assign to the next recipient", "a range lo..hi; source is the assigner, a recipient in option 0") \
    D(KEEP, "which of several permanents stays (legend rule, Roles)", "ENT")                                   \
    D(MULLIGAN, "keep or mulligan", "YES (keep), NO")                                                          \
    D(DISCARD, "a card to discard (cleanup, CR 514.1)", "ENT")                                                 \
    D(DIVIDE, "how much the next target gets", "a range lo..hi")

typedef enum ct_decision_kind {
    CT_DEC_NONE,
#define D(name, what, options) CT_DEC_##name,
    CT_DECISIONS(D)
#undef D
    CT_NDECISIONS
} ct_decision_kind;

typedef enum ct_option_kind { CT_OPT_PASS, CT_OPT_DONE, CT_OPT_YES, CT_OPT_NO, CT_OPT_ENT, CT_OPT_PAIR, CT_OPT_NUMBER,
    CT_OPT_SYMBOL, CT_OPT_CAST, CT_OPT_LAND, CT_OPT_ACTIVATE, CT_OPT_MANA, CT_OPT_LIFE, CT_OPT_SPECIAL } ct_option_kind;

/* Building a decision (inside the runtime): begin, add options or a range, then
 * return CT_WAIT through CT_ASK.  A decision with exactly one option is still
 * asked, except passing when nothing else is possible is asked too: whoever
 * answers may automate, the runtime does not. */
void ct_ask(ct_game *g, ct_decision_kind kind, unsigned player, ct_ent source);
void ct_option_add(ct_game *g, ct_option_kind kind, uint32_t a, uint32_t b, uint32_t c);
void ct_ask_range(ct_game *g, int32_t lo, int32_t hi);
bool ct_decision_is_range(const ct_game *g); /* options may then name what the number is for */
/* After the answer: the option that was picked; for a range, its value. */
ct_option ct_picked(const ct_game *g);
int32_t ct_picked_number(const ct_game *g);

/* From outside: answers the open decision with option index (0..noptions-1) or
 * for a range value lo + index.  False: no decision is open or the index is out
 * of range; nothing changes then. */
bool ct_answer(ct_game *g, uint32_t index);

#endif
