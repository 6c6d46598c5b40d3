/* Zones as linked lists of objects, and the game's random numbers. */
#include "runtime/zone.h"

static void link_between(ct_game *g, ct_zonelist *z, unsigned slot, unsigned prev, unsigned next)
{
    ct_object *o = &g->object[slot];
    o->zprev = (uint16_t)prev;
    o->znext = (uint16_t)next;
    if (prev)
        g->object[prev].znext = (uint16_t)slot;
    else
        z->first = (uint16_t)slot;
    if (next)
        g->object[next].zprev = (uint16_t)slot;
    else
        z->last = (uint16_t)slot;
    z->count++;
}

void ct_zone_remove(ct_game *g, ct_ent e)
{
    ct_object *o = ct_obj(g, e);
    if (!o || o->zone == CT_ZONE_NONE || (o->flags & CT_OF_GONE)) return;
    ct_zonelist *z = ct_zone_of(g, o->zone, o->owner);
    if (o->zprev)
        g->object[o->zprev].znext = o->znext;
    else
        z->first = o->znext;
    if (o->znext)
        g->object[o->znext].zprev = o->zprev;
    else
        z->last = o->zprev;
    z->count--;
    o->zprev = o->znext = 0;
    o->zone = CT_ZONE_NONE;
}

void ct_zone_insert(ct_game *g, ct_ent e, ct_zone zone, unsigned player, uint32_t n)
{
    ct_object *o = ct_obj(g, e);
    if (!o || zone == CT_ZONE_NONE || zone >= CT_NZONES) return;
    ct_zone_remove(g, e);
    ct_zonelist *z = ct_zone_of(g, zone, player);
    o->zone = (uint8_t)zone;
    if (n >= z->count) {
        link_between(g, z, ct_slot_of(e), z->last, 0);
        return;
    }
    unsigned at = z->first;
    while (n-- > 0)
        at = g->object[at].znext;
    link_between(g, z, ct_slot_of(e), g->object[at].zprev, at);
}

/* xorshift128+ */
static uint64_t next_random(ct_game *g)
{
    uint64_t a = g->s->rng[0], b = g->s->rng[1];
    if (a == 0 && b == 0) b = 0x9e3779b97f4a7c15u;
    g->s->rng[0] = b;
    a ^= a << 23;
    a ^= a >> 17;
    a ^= b ^ (b >> 26);
    g->s->rng[1] = a;
    return a + b;
}

uint32_t ct_random(ct_game *g, uint32_t n)
{
    if (n < 2) return 0;
    uint64_t limit = UINT64_MAX - UINT64_MAX % n; /* no number below n more likely than another */
    uint64_t r;
    do
        r = next_random(g);
    while (r >= limit);
    return (uint32_t)(r % n);
}

void ct_zone_shuffle(ct_game *g, unsigned player)
{
    uint16_t slots[1 << 14];
    uint32_t n = 0;
    ct_zonelist *z = &g->s->zone[player][CT_ZONE_LIBRARY];
    for (unsigned at = z->first; at; at = g->object[at].znext)
        slots[n++] = (uint16_t)at;
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = ct_random(g, i);
        uint16_t t = slots[i - 1];
        slots[i - 1] = slots[j];
        slots[j] = t;
    }
    z->first = z->last = 0;
    z->count = 0;
    for (uint32_t i = 0; i < n; i++)
        link_between(g, z, slots[i], z->last, 0);
}
