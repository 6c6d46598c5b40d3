/* Who may cast or play what, now: the one place that answers it [CR 601.3, 305,
 * 715.3, 117.1a, 307.1].
 *
 * A play is one half of one card under one permission.  Each half is judged by
 * its own characteristics alone, as the spell or land it would be [CR 601.3e,
 * 715.3a], and so is what a permission or a restriction says about it.
 */
#ifndef CT_PERMISSION_H
#define CT_PERMISSION_H

#include "runtime/mana.h"
#include "runtime/rules.h"

enum {
    CT_PERM_HAND,      /* the rules: from the player's hand */
    CT_PERM_ADVENTURE, /* exiled by its resolving Adventure [CR 715.3d] */
    CT_PERM_EFFECT,    /* an instruction that is being followed (CAST, PLAYLAND) */
    CT_PERM_RULE = 16  /* + id of the rule effect that permits it */
};

typedef struct ct_play {
    ct_ent card;
    uint32_t face; /* face record: the half */
    uint32_t player;
    uint32_t permission;
    uint32_t flags;   /* CT_PLAY_* of the permission */
    uint32_t land;    /* it is played, not cast */
    uint32_t has_hit; /* hit is the rule effect that permits it */
    ct_rule_hit hit;
    uint32_t ability, cost0, ncosts; /* what is paid instead of the mana cost; ncosts 0: nothing */
} ct_play;

/* Looks at card as the spell or land that this half of it would be, under that
 * player's control, until the end: its characteristics are the half's and it is a
 * spell; it is still where it is.  One at a time. */
typedef struct ct_look {
    ct_ent card;
    uint32_t face;
} ct_look;
ct_look ct_look_as(ct_game *g, ct_ent card, uint32_t face, unsigned player);
void ct_look_end(ct_game *g, const ct_look *look);

/* The halves of a card that could be cast or played: faces, at most two. */
uint32_t ct_halves(const ct_game *g, const ct_object *o, uint32_t face[2]);

/* Adds an option for every play that the player could begin and, as far as can
 * be told, complete. */
void ct_offer_plays(ct_game *g, unsigned player);
/* Is there one of these (options CAST and LAND: card, half, permission)?  Fills
 * *play. half: 0 the first face of the card, 1 the second. */
bool ct_find_play(ct_game *g, unsigned player, ct_ent card, unsigned half, uint32_t permission,
                  ct_play *play);

/* Plays that an instruction makes possible: no timing.  Fills play[2] with the halves of the card
 * that can be cast or played; returns how many. */
uint32_t ct_plays_by_effect(ct_game *g, unsigned player, ct_ent card, uint32_t flags,
                            ct_play play[2]);

/* The permission was used: counts for "once each turn". */
void ct_permission_used(ct_game *g, const ct_play *play);

/* How many lands the player may still play this turn [CR 305.2]. */
int32_t ct_land_plays_left(ct_game *g, unsigned player);

#endif
