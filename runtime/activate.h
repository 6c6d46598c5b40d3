/* Activating abilities [CR 602, 605, 606]: which can be, doing it, and what mana
 * they could bring.
 *
 * An ability is named by its object and its index among the abilities that the
 * object has now (ct_chars.abils).
 */
#ifndef CT_ACTIVATE_H
#define CT_ACTIVATE_H

#include "runtime/mana.h"

/* A mana ability that a player could activate now without paying mana. */
typedef struct ct_mana_source {
    ct_ent object;
    uint32_t index;
    uint32_t mask, n; /* n units, each of a type of mask */
    bool snow;
    bool special; /* activating it costs more than tapping or sacrificing it */
} ct_mana_source;
#define CT_MAX_SOURCES 64u

#define CT_MEM_ACTIVATED 96u /* memory kind, + index: a once-a-game ability was activated */

/* Fills source with at most CT_MAX_SOURCES; returns how many.  Not those of `exclude`. */
uint32_t ct_mana_sources(ct_game *g, unsigned player, ct_ent exclude, ct_mana_source *source);
/* The pool and what those sources could add to it. */
void ct_supply_potential(ct_game *g, unsigned player, ct_ent exclude, ct_supply *s);

/* Is it an activated ability that the player may begin to activate now [CR 602.5,
 * 606.3], with costs that can be paid and targets that exist? */
bool ct_can_activate(ct_game *g, unsigned player, ct_ent e, uint32_t index);
/* Adds an option for each ability that the player may activate now. */
void ct_offer_activations(ct_game *g, unsigned player);
/* Task: activates it; s->ret: 1, or 0 and everything is as before. */
void ct_start_activate(ct_game *g, unsigned player, ct_ent e, uint32_t index);

/* Is the ability (set record or intrinsic) a mana ability [CR 605.1a]? */
bool ct_is_mana_ability(const ct_game *g, uint32_t ability);

/* May the player do now what is done at sorcery speed: their main phase, empty
 * stack [CR 117.1a, 307.1]? */
bool ct_sorcery_timing(const ct_game *g, unsigned player);

#endif
