/* Zones: each is a doubly linked list of objects in the block (CR 400).
 *
 * Libraries, hands and graveyards are a player's; battlefield, stack, exile and
 * command are shared and kept under player 0.  Order: a library from top to
 * bottom; the stack from bottom to top; everything else in order of arrival (a
 * graveyard's last card is on top).
 */
#ifndef CT_ZONE_H
#define CT_ZONE_H

#include "runtime/state.h"

static inline bool ct_zone_shared(unsigned z)
{
    return z == CT_ZONE_BATTLEFIELD || z == CT_ZONE_STACK || z == CT_ZONE_EXILE ||
           z == CT_ZONE_COMMAND;
}
static inline ct_zonelist *ct_zone_of(ct_game *g, unsigned z, unsigned player)
{
    return &g->s->zone[ct_zone_shared(z) ? 0 : player][z];
}
static inline uint32_t ct_zone_count(const ct_game *g, unsigned z, unsigned player)
{
    return g->s->zone[ct_zone_shared(z) ? 0 : player][z].count;
}
/* first and last object, nobody if empty; the neighbours of e in its zone */
static inline ct_ent ct_zone_first(const ct_game *g, unsigned z, unsigned player)
{
    unsigned slot = g->s->zone[ct_zone_shared(z) ? 0 : player][z].first;
    return slot ? g->object[slot].id : CT_NOBODY;
}
static inline ct_ent ct_zone_last(const ct_game *g, unsigned z, unsigned player)
{
    unsigned slot = g->s->zone[ct_zone_shared(z) ? 0 : player][z].last;
    return slot ? g->object[slot].id : CT_NOBODY;
}
static inline ct_ent ct_zone_next(const ct_game *g, ct_ent e)
{
    unsigned slot = g->object[ct_slot_of(e)].znext;
    return slot ? g->object[slot].id : CT_NOBODY;
}
static inline ct_ent ct_zone_prev(const ct_game *g, ct_ent e)
{
    unsigned slot = g->object[ct_slot_of(e)].zprev;
    return slot ? g->object[slot].id : CT_NOBODY;
}
/* for (ct_ent e = ...): every object of a zone; e may not be moved inside */
#define CT_EACH(g, e, z, player)                                                                   \
    for (ct_ent e = ct_zone_first(g, z, player); e; e = ct_zone_next(g, e))

/* Links e, which is in no zone, into zone z of player (its owner's for private
 * zones): at position n from the front (0 first), or at the end when n is
 * CT_AT_END.  Unlinks e from where it is. */
#define CT_AT_END 0xffffffffu
void ct_zone_insert(ct_game *g, ct_ent e, ct_zone z, unsigned player, uint32_t n);
void ct_zone_remove(ct_game *g, ct_ent e);
/* Shuffles a library with the game's random numbers (CR 701.24). */
void ct_zone_shuffle(ct_game *g, unsigned player);
/* A random number below n (n > 0), from the game's own generator. */
uint32_t ct_random(ct_game *g, uint32_t n);

#endif
