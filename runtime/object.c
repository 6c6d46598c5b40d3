/* Objects: making, moving, what is left of them. */
#include "runtime/object.h"
#include "runtime/block.h"
#include "runtime/counter.h"
#include "runtime/layers.h"
#include "runtime/memory.h"

#include <string.h>

/* A free slot keeps its next generation in `became` and the next free slot in `znext`. */
static unsigned new_slot(ct_game *g, unsigned *generation)
{
    ct_pool *pool = &g->s->pool[CT_POOL_object];
    unsigned slot = pool->free;
    *generation = 0;
    if (slot) {
        *generation = g->object[slot].became;
        pool->free = g->object[slot].znext;
    } else if (ct_pool_room(g, CT_POOL_object, 1)) {
        slot = pool->used++;
    }
    return slot;
}

ct_ent ct_object_new(ct_game *g, ct_obj_kind kind, uint32_t card, uint32_t face, unsigned owner)
{
    unsigned generation, slot = new_slot(g, &generation);
    if (!slot) return CT_NOBODY;
    ct_object *o = &g->object[slot];
    memset(o, 0, sizeof *o);
    o->id = generation << 16 | slot;
    o->kind = (uint8_t)kind;
    o->card = card;
    o->face = face;
    o->ability = CT_NONE;
    o->owner = o->controller = o->seen_controller = (uint8_t)owner;
    o->timestamp = g->s->next_timestamp++;
    return o->id;
}

unsigned ct_owner(const ct_game *g, ct_ent e)
{
    const ct_object *o = ct_obj(g, e);
    return ct_is_player(e) ? ct_player_index(e) : o ? o->owner : 0;
}

unsigned ct_controller(ct_game *g, ct_ent e)
{
    const ct_object *o = ct_obj(g, e);
    if (!o) return ct_is_player(e) ? ct_player_index(e) : 0;
    if (e == g->layers->as_ent) return g->layers->as_chars.controller;
    if (o->flags & CT_OF_GONE) return o->controller; /* as it last was */
    switch (o->zone) {
    case CT_ZONE_BATTLEFIELD:
        return ct_chars_of(g, e)->controller;
    case CT_ZONE_STACK:
    case CT_ZONE_COMMAND:
        return o->controller;
    default:
        return o->owner; /* [CR 108.4a] */
    }
}

uint32_t ct_main_face(const ct_game *g, const ct_object *o)
{
    return o->card < g->set->ncard ? g->set->card[o->card].face0 : o->face;
}

uint32_t ct_adventure_face(const ct_game *g, const ct_object *o)
{
    if (o->card >= g->set->ncard) return CT_NONE;
    const ct_rec_card *card = &g->set->card[o->card];
    bool inset = card->layout == CT_LAYOUT_ADVENTURE || card->layout == CT_LAYOUT_OMEN ||
                 card->layout == CT_LAYOUT_PREPARE;
    return inset && card->nfaces > 1 ? card->face0 + 1 : CT_NONE;
}

bool ct_has_adventure(ct_game *g, ct_ent e)
{
    uint32_t face = ct_chars_of(g, e)->face;
    uint32_t card = ct_obj(g, e) && face < g->set->nface ? g->set->face[face].card : CT_NONE;
    return card < g->set->ncard && g->set->card[card].layout == CT_LAYOUT_ADVENTURE;
}

void ct_object_freeze(ct_game *g, ct_ent e)
{
    ct_object *o = ct_live(g, e);
    if (!o || o->frozen || (o->zone != CT_ZONE_BATTLEFIELD && o->zone != CT_ZONE_STACK)) return;
    const ct_chars *now = ct_chars_of(g, e);
    o->frozen = ct_lki_new(g, now);
    for (unsigned i = 0; o->frozen && i < now->nabils; i++) /* capsules are not kept for the dead */
        g->lki[o->frozen].abils[i].capsule_or_effect = 0;
}

/* Does a move matter to effects that are in force or begin? */
static void touch_for(ct_game *g, const ct_object *o, unsigned from, unsigned to)
{
    uint32_t zones = 1u << from | 1u << to;
    bool matters = (zones & (CT_ZM_BATTLEFIELD | CT_ZM_STACK | CT_ZM_COMMAND)) != 0;
    if (!matters && o->face < g->set->nface) {
        ct_face_chars(g, o->face);
        matters = (g->layers->face_zones[o->face] & zones) != 0;
    }
    if (matters) ct_touch(g);
    ct_touch_state(g);
}

/* Its blocks are no more; what it was blocked by goes on blocking [CR 506.4]. */
static void leave_combat(ct_game *g, ct_ent e)
{
    ct_pool *pool = &g->s->pool[CT_POOL_block];
    uint32_t n = 0;
    for (uint32_t i = 0; i < pool->used; i++)
        if (g->block[i].blocker != e) g->block[n++] = g->block[i];
    if (n < pool->used) memset(&g->block[n], 0, (pool->used - n) * sizeof *g->block);
    pool->used = n;
}

static void become_gone(ct_game *g, ct_object *o, ct_ent successor)
{
    unsigned zone = o->zone;
    if (zone == CT_ZONE_BATTLEFIELD) {
        o->controller = (uint8_t)ct_controller(g, o->id);
        leave_combat(g, o->id);
    }
    ct_zone_remove(g, o->id);
    o->zone = (uint8_t)zone; /* where it was */
    o->flags |= CT_OF_GONE;
    o->became = successor;
    g->s->ngone++;
}

/* What a spell knows stays known of the permanent it becomes [CR 400.7d]. */
static void keep_from_stack(ct_game *g, ct_object *n, const ct_object *o)
{
    const uint32_t kept = CT_OF_WAS_CAST | CT_OF_FREE;
    n->x = o->x;
    n->paid = o->paid;
    n->modes = o->modes;
    n->spent = o->spent;
    n->cast_from = o->cast_from;
    n->flags |= o->flags & kept;
    n->lki = o->lki ? ct_lki_new(g, &g->lki[o->lki]) : 0;
    if (n->kind == CT_OBJ_COPY) n->kind = CT_OBJ_TOKEN; /* [CR 608.3f] */
}

static uint32_t place_in(ct_game *g, const ct_object *o, const ct_arrival *a)
{
    if (a->zone != CT_ZONE_LIBRARY) return CT_AT_END;
    uint32_t n = a->mv >> CT_MV_NTH_SHIFT;
    if (a->mv & CT_MV_BOTTOM)
        return n > 1 && n <= ct_zone_count(g, CT_ZONE_LIBRARY, o->owner)
                   ? ct_zone_count(g, CT_ZONE_LIBRARY, o->owner) - (n - 1)
                   : CT_AT_END;
    return n ? n - 1 : 0;
}

static uint32_t arriving_face(const ct_game *g, const ct_object *o, const ct_arrival *a)
{
    if (a->face != CT_NONE) return a->face;
    if (o->zone == CT_ZONE_STACK && a->zone == CT_ZONE_BATTLEFIELD)
        return o->face; /* it enters with the face that was cast up [CR 712.8f] */
    uint32_t face = o->kind == CT_OBJ_CARD ? ct_main_face(g, o) : o->face;
    bool other = a->mv & CT_MV_TRANSFORMED && o->kind == CT_OBJ_CARD && o->card < g->set->ncard &&
                 g->set->card[o->card].nfaces > 1;
    return other ? face + 1 : face;
}

ct_ent ct_object_move(ct_game *g, ct_ent e, const ct_arrival *a)
{
    ct_object *o = ct_live(g, e);
    if (!o || a->zone == CT_ZONE_NONE || a->zone >= CT_ZONE_PLAYERS) return CT_NOBODY;
    unsigned from = o->zone;
    ct_object_freeze(g, e);
    ct_ent id = ct_object_new(g, o->kind, o->card, arriving_face(g, o, a), o->owner);
    ct_object *n = ct_obj(g, id);
    if (!n) return CT_NOBODY;
    n->was = e;
    n->source = o->kind == CT_OBJ_TOKEN ? o->source : CT_NOBODY;
    if (from == CT_ZONE_STACK && a->zone == CT_ZONE_BATTLEFIELD)
        keep_from_stack(g, n, o);
    else if (o->kind == CT_OBJ_TOKEN || o->kind == CT_OBJ_COPY)
        n->lki = o->lki ? ct_lki_new(g, &g->lki[o->lki]) : 0;
    if (a->zone ==
        CT_ZONE_BATTLEFIELD) /* what was chosen as it enters was chosen before it is there */
        n->memory = ct_memory_copy(g, o->memory);
    if (a->controller >= 0) n->controller = n->seen_controller = (uint8_t)a->controller;
    if (a->mv & CT_MV_FACE_DOWN) n->flags |= CT_OF_FACEDOWN;
    if (a->zone == CT_ZONE_BATTLEFIELD) {
        n->flags |= CT_OF_SICK | CT_OF_ENTERED_TURN | (a->mv & CT_MV_TAPPED ? CT_OF_TAPPED : 0u);
        n->entered_turn = (uint16_t)g->s->turn;
    }
    uint32_t at = place_in(g, o, a);
    become_gone(g, o, id);
    ct_zone_insert(g, id, a->zone, n->owner, at);
    touch_for(g, n, from, a->zone);
    return id;
}

void ct_object_cease(ct_game *g, ct_ent e)
{
    ct_object *o = ct_live(g, e);
    if (!o) return;
    unsigned from = o->zone;
    ct_object_freeze(g, e);
    become_gone(g, o, CT_NOBODY);
    touch_for(g, o, from, from);
}

/* One zone change is followed [CR 400.7e], those that the effect `by` made besides [CR 400.7j]; a
 * spell and the permanent it became count as one. */
ct_ent ct_latest_by(const ct_game *g, ct_ent e, ct_ent by)
{
    unsigned changes = 0;
    for (const ct_object *o = ct_obj(g, e); o; o = ct_obj(g, o->became)) {
        if (!(o->flags & CT_OF_GONE)) {
            bool hidden = o->zone == CT_ZONE_HAND || o->zone == CT_ZONE_LIBRARY;
            return changes && hidden ? CT_NOBODY : o->id;
        }
        const ct_object *n = ct_obj(g, o->became);
        bool resolved = n && o->zone == CT_ZONE_STACK && n->zone == CT_ZONE_BATTLEFIELD;
        bool moved_by_it = n && by && n->source == by;
        if (!resolved && !(moved_by_it && changes) && ++changes > 1) return CT_NOBODY;
    }
    return ct_is_player(e) ? e : CT_NOBODY;
}

ct_ent ct_latest(const ct_game *g, ct_ent e)
{
    return ct_latest_by(g, e, CT_NOBODY);
}
