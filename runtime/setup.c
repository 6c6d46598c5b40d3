/* Putting a position together: see setup.h. */
#include "runtime/setup.h"

#include "runtime/chars.h"
#include "runtime/counter.h"
#include "runtime/known.h"
#include "runtime/mana.h"
#include "runtime/turn.h"

/* What a permanent is given as it enters [CR 306.5b, 310.4b]. */
static void printed_counters(ct_game *g, ct_ent e)
{
    const ct_chars *c = ct_chars_of(g, e);
    const int32_t loyalty = c->types & CT_TYPE_PLANESWALKER ? c->loyalty : 0;
    const int32_t defense = c->types & CT_TYPE_BATTLE ? c->defense : 0;
    if (loyalty > 0) (void)ct_counters_add(g, e, CT_KNOWN(g, LOYALTY), (uint32_t)loyalty);
    if (defense > 0) (void)ct_counters_add(g, e, CT_KNOWN(g, DEFENSE), (uint32_t)defense);
}

static ct_ent place(ct_game *g, ct_ent e, unsigned owner, unsigned controller, ct_zone zone,
                    uint32_t at)
{
    ct_object *o = ct_obj(g, e);
    if (!o) return CT_NOBODY;
    o->controller = (uint8_t)controller;
    o->timestamp = ++g->s->next_timestamp;
    ct_zone_insert(g, e, zone, owner, at);
    ct_touch(g);
    ct_touch_state(g);
    if (zone == CT_ZONE_BATTLEFIELD) printed_counters(g, e);
    return e;
}

ct_ent ct_setup_card(ct_game *g, uint32_t card, uint32_t face, unsigned owner, unsigned controller,
                     ct_zone zone, uint32_t at)
{
    if (card >= g->set->ncard || owner >= g->s->nplayers || controller >= g->s->nplayers)
        return CT_NOBODY;
    const ct_rec_card *c = &g->set->card[card];
    if (face == CT_NONE) face = c->face0;
    if (face < c->face0 || face >= c->face0 + c->nfaces) return CT_NOBODY;
    const bool held = zone == CT_ZONE_BATTLEFIELD || zone == CT_ZONE_STACK;
    return place(g, ct_object_new(g, CT_OBJ_CARD, card, face, owner), owner,
                 held ? controller : owner, zone, at);
}

ct_ent ct_setup_token(ct_game *g, uint32_t face, unsigned controller)
{
    if (face >= g->set->nface || controller >= g->s->nplayers) return CT_NOBODY;
    return place(g, ct_object_new(g, CT_OBJ_TOKEN, CT_NONE, face, controller), controller,
                 controller, CT_ZONE_BATTLEFIELD, CT_AT_END);
}

static bool set_flag(ct_game *g, ct_ent e, uint32_t flag, bool on)
{
    ct_object *o = ct_live(g, e);
    if (!o) return false;
    o->flags = on ? o->flags | flag : o->flags & ~flag;
    ct_touch(g);
    ct_touch_state(g);
    return true;
}

bool ct_setup_tapped(ct_game *g, ct_ent e, bool tapped)
{
    return set_flag(g, e, CT_OF_TAPPED, tapped);
}

bool ct_setup_sick(ct_game *g, ct_ent e, bool sick)
{
    return set_flag(g, e, CT_OF_SICK, sick);
}

bool ct_setup_facedown(ct_game *g, ct_ent e, bool facedown)
{
    return set_flag(g, e, CT_OF_FACEDOWN, facedown);
}

bool ct_setup_counters(ct_game *g, ct_ent e, uint32_t symbol, uint32_t n)
{
    return symbol != CT_NONE && ct_counters_add(g, e, symbol, n);
}

bool ct_setup_damage(ct_game *g, ct_ent e, int32_t damage)
{
    ct_object *o = ct_live(g, e);
    if (!o || damage < 0) return false;
    o->damage = damage;
    ct_touch_state(g);
    return true;
}

bool ct_setup_attached(ct_game *g, ct_ent attachment, ct_ent to)
{
    ct_object *o = ct_live(g, attachment);
    if (!o || o->zone != CT_ZONE_BATTLEFIELD || (!ct_is_player(to) && !ct_live(g, to)))
        return false;
    o->attached_to = to;
    o->timestamp = ++g->s->next_timestamp; /* [CR 613.7e] */
    ct_touch(g);
    return true;
}

bool ct_setup_copy_of(ct_game *g, ct_ent e, uint32_t face)
{
    ct_object *o = ct_live(g, e);
    if (!o || face >= g->set->nface) return false;
    o->lki = ct_lki_new(g, ct_face_chars(g, face));
    ct_touch(g);
    return o->lki != 0;
}

bool ct_setup_on_adventure(ct_game *g, ct_ent e, unsigned player)
{
    ct_object *o = ct_live(g, e);
    if (!o || o->zone != CT_ZONE_EXILE || player >= g->s->nplayers) return false;
    o->controller = (uint8_t)player;
    return set_flag(g, e, CT_OF_ON_ADVENTURE, true);
}

void ct_setup_life(ct_game *g, unsigned player, int32_t life)
{
    g->s->player[player].life = life;
    ct_touch_state(g);
}

void ct_setup_mana(ct_game *g, unsigned player, uint32_t type, uint32_t n)
{
    ct_mana_add(g, player, type, false, n, CT_NOBODY);
}

void ct_setup_unlimited_mana(ct_game *g, unsigned player, bool unlimited)
{
    g->s->player[player].unlimited_mana = unlimited;
}

void ct_setup_lands_played(ct_game *g, unsigned player, uint32_t n)
{
    g->s->player[player].lands_played = (uint16_t)n;
}

void ct_setup_turn(ct_game *g, uint32_t turn, unsigned active, ct_step step)
{
    ct_state *s = g->s;
    s->turn = turn;
    s->active = s->priority = active;
    s->step = step;
    for (uint32_t p = 0; p < s->nplayers;
         p++) /* turns have been taken in order, the active player's last */
        s->player[p].turns_taken = turn / s->nplayers;
    if (s->player[active].turns_taken == 0) s->player[active].turns_taken = 1;
    ct_touch_state(g);
}

bool ct_setup_attacking(ct_game *g, ct_ent e, ct_ent attacked)
{
    ct_object *o = ct_live(g, e);
    if (!o || o->zone != CT_ZONE_BATTLEFIELD) return false;
    o->attacking = attacked;
    o->flags |= CT_OF_ATTACKED;
    ct_touch_state(g);
    return true;
}

bool ct_setup_blocking(ct_game *g, ct_ent blocker, ct_ent attacker)
{
    ct_object *b = ct_live(g, blocker), *a = ct_live(g, attacker);
    if (!a || !b || !a->attacking || !ct_pool_room(g, CT_POOL_block, 1)) return false;
    g->block[g->s->pool[CT_POOL_block].used++] =
        (ct_blockpair){.attacker = attacker, .blocker = blocker};
    a->flags |= CT_OF_IS_BLOCKED;
    b->flags |= CT_OF_BLOCKED_TURN;
    ct_touch_state(g);
    return true;
}

void ct_setup_begin(ct_game *g)
{
    ct_start_game(g, true);
}
