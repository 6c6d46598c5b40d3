/* Which half of which card may be cast or played now, and under which permission. */
#include "runtime/permission.h"

#include "runtime/activate.h"
#include "runtime/chars.h"
#include "runtime/decision.h"
#include "runtime/layers.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/spellcost.h"
#include "runtime/target.h"

#define MEM_USED 0x10000u /* memory kind, + effect record: turn << 8 | uses in that turn */

ct_look ct_look_as(ct_game *g, ct_ent card, uint32_t face, unsigned player)
{
    ct_object *o = ct_obj(g, card);
    const ct_look look = {.card = card, .face = o->face};
    ct_as_face(g, card, face, player);
    g->layers->looked_from = (ct_zone)o->zone;
    o->face = face;
    g->s->casting = card;
    return look;
}

void ct_look_end(ct_game *g, const ct_look *look)
{
    ct_obj(g, look->card)->face = look->face;
    g->s->casting = CT_NOBODY;
    ct_as_face_end(g);
}

uint32_t ct_halves(const ct_game *g, const ct_object *o, uint32_t face[2])
{
    if (o->card >= g->set->ncard) return 0;
    const ct_rec_card *c = &g->set->card[o->card];
    face[0] = c->face0;
    face[1] = c->face0 + 1;
    switch (c->layout) {
    case CT_LAYOUT_ADVENTURE:
    case CT_LAYOUT_OMEN:
    case CT_LAYOUT_SPLIT:
    case CT_LAYOUT_MODAL:
        return c->nfaces >= 2 ? 2 : 1;
    default:
        return c->nfaces ? 1 : 0;
    }
}

static bool is_land(const ct_game *g, uint32_t face)
{
    return g->set->face[face].types & CT_TYPE_LAND;
}

static bool is_inset(const ct_game *g, const ct_object *o, uint32_t face)
{
    const ct_rec_card *c = &g->set->card[o->card];
    return (c->layout == CT_LAYOUT_ADVENTURE || c->layout == CT_LAYOUT_OMEN) &&
           face == c->face0 + 1;
}

int32_t ct_land_plays_left(ct_game *g, unsigned player)
{
    int32_t n = 1 + g->s->player[player].extra_lands - (int32_t)g->s->player[player].lands_played;
    if (ct_rule_any(g, CT_RULE_EXTRA_LAND))
        for (ct_rule_hit h = CT_RULE_FIRST;
             ct_rule_next(g, CT_RULE_EXTRA_LAND, ct_player_ent(player), CT_NOBODY, &h);)
            n += ct_rule_amount(g, &h, ct_player_ent(player), 1);
    return n;
}

/* ---- a permission's uses ------------------------------------------------------------------ */

/* Where an effect of a resolution keeps its uses; its ordinal may have changed. */
static uint32_t *effect_uses(ct_game *g, const ct_rule_hit *h)
{
    for (uint32_t i = 0; h->effect && i < g->s->pool[CT_POOL_effect].used; i++)
        if ((g->effect[i].timestamp | 0x80000000u) == h->id && g->effect[i].rec == h->rec)
            return &g->effect[i].used;
    return NULL;
}

static uint32_t uses(ct_game *g, const ct_rule_hit *h)
{
    uint32_t value = 0;
    const uint32_t *kept = effect_uses(g, h);
    if (kept)
        value = *kept;
    else if (h->effect || !ct_recall(g, h->source, MEM_USED + h->rec, &value))
        return 0;
    return value >> 8 == g->s->turn ? value & 255 : 0;
}

void ct_permission_used(ct_game *g, const ct_play *play)
{
    if (!play->has_hit) return;
    const ct_rec_effect *rec = &g->set->effect[play->hit.rec];
    if (!(play->flags & CT_PLAY_ONCE_TURN) && rec->fn_amount == CT_NONE) return;
    const uint32_t value = g->s->turn << 8 | (uses(g, &play->hit) + 1);
    uint32_t *kept = effect_uses(g, &play->hit);
    if (kept)
        *kept = value;
    else if (!play->hit.effect)
        (void)ct_remember(g, play->hit.source, MEM_USED + play->hit.rec, value);
}

static bool used_up(ct_game *g, const ct_rule_hit *h, uint32_t flags)
{
    const ct_rec_effect *rec = &g->set->effect[h->rec];
    if (flags & CT_PLAY_ONCE_TURN) return uses(g, h) >= 1;
    return rec->fn_amount != CT_NONE && (int32_t)uses(g, h) >= ct_rule_amount(g, h, CT_NOBODY, 1);
}

/* ---- restrictions ------------------------------------------------------------------------------
 */

/* [CR 307.1, 117.1a, 702.8a] */
static bool timing_allows(ct_game *g, const ct_play *p)
{
    if (p->permission == CT_PERM_EFFECT || ct_sorcery_timing(g, p->player)) return true;
    if (ct_is_type(g, p->card, CT_TYPE_INSTANT) || ct_has_builtin(g, p->card, CT_KW_FLASH))
        return true;
    return ct_rule_applies(g, CT_RULE_AS_THOUGH_FLASH, ct_player_ent(p->player), p->card);
}

/* Without looking at the card as a spell: can it be anything but the wrong time? */
static bool timing_hopeless(ct_game *g, const ct_play *p)
{
    if (p->permission == CT_PERM_EFFECT || ct_sorcery_timing(g, p->player)) return false;
    if (p->land) return true;
    const ct_chars *c = ct_face_chars(g, p->face);
    return !(c->types & CT_TYPE_INSTANT) && !(c->builtin >> CT_KW_FLASH & 1u) &&
           !ct_rule_any(g, CT_RULE_AS_THOUGH_FLASH);
}

static bool forbidden(ct_game *g, const ct_play *p)
{
    const ct_ent me = ct_player_ent(p->player);
    if (p->land) return ct_rule_applies(g, CT_RULE_CANT_PLAY_LAND, me, p->card);
    if (!ct_rule_any(g, CT_RULE_CANT_CAST)) return false;
    for (ct_rule_hit h = CT_RULE_FIRST; ct_rule_next(g, CT_RULE_CANT_CAST, me, p->card, &h);)
        if ((int32_t)g->s->player[p->player].spells_cast >= ct_rule_amount(g, &h, me, 0))
            return true;
    return false;
}

/* "Cast this spell only if/during ..." */
static bool own_conditions_hold(ct_game *g, const ct_play *p)
{
    const ct_chars *c = ct_face_chars(g, p->face);
    for (uint32_t i = 0; i < c->nabils; i++) {
        if (c->abils[i].ability >= g->set->nability) continue;
        const ct_rec_ability *a = &g->set->ability[c->abils[i].ability];
        for (uint32_t k = 0; a->kind == CT_AB_STATIC && k < a->neffs; k++) {
            const ct_rec_effect *e = &g->set->effect[a->eff0 + k];
            if (e->kind != CT_EFF_RULE || e->sub != CT_RULE_CAST_CONDITION || e->fn_cond == CT_NONE)
                continue;
            ct_small_frame sf;
            ct_frame_init(g, &sf, c->abils[i].ability, p->card, p->player);
            if (!ct_eval(g, &sf.f, e->fn_cond)) return false;
        }
    }
    return true;
}

static bool has_targets(ct_game *g, const ct_play *p)
{
    const uint32_t ability = ct_face_spell_ability(g->set, p->face);
    ct_small_frame sf;
    if (ability != CT_NONE) ct_frame_init(g, &sf, ability, p->card, p->player);
    return ct_targets_exist(g, &sf.f, ability, p->card);
}

/* The rest, the card being looked at as that half. */
static bool possible(ct_game *g, const ct_play *p, const ct_supply *supply)
{
    if (!timing_allows(g, p) || forbidden(g, p)) return false;
    if (p->land) /* [CR 305.2, 305.3] */
        return g->s->active == p->player && ct_land_plays_left(g, p->player) > 0;
    return own_conditions_hold(g, p) && ct_spell_affordable(g, p, supply) && has_targets(g, p);
}

/* ---- permissions
 * ------------------------------------------------------------------------------------ */

typedef struct search {
    unsigned player;
    const ct_supply *supply;
    /* one play is looked for, not all */
    ct_play *found;
    uint32_t permission, half;
    bool success;
} search;

static void take(ct_game *g, search *s, const ct_play *p, unsigned half)
{
    if (s->found) {
        if (p->permission != s->permission || half != s->half) return;
        *s->found = *p;
        s->success = true;
        return;
    }
    ct_option_add(g, p->land ? CT_OPT_LAND : CT_OPT_CAST, p->card, half, p->permission);
}

static bool kind_allowed(uint32_t flags, bool land)
{
    if (land) return flags & CT_PLAY_LANDS;
    return (flags & CT_PLAY_SPELLS) || !(flags & CT_PLAY_LANDS);
}

/* Plays of that half that rule effects of a kind permit; zone: where the card is. */
static void by_rules(ct_game *g, search *s, ct_play p, ct_rule kind, unsigned zone, bool inset,
                     unsigned half)
{
    if (!ct_rule_any(g, kind)) return;
    for (ct_rule_hit h = CT_RULE_FIRST;
         ct_rule_next(g, kind, ct_player_ent(s->player), p.card, &h);) {
        const ct_rec_effect *rec = &g->set->effect[h.rec];
        const uint32_t zones = rec->arg & 0xffffu;
        p.flags = rec->arg >> 16;
        if (kind == CT_RULE_MAY_PLAY && zones && !(zones >> zone & 1u)) continue;
        if (!kind_allowed(p.flags, p.land) || ((p.flags & CT_PLAY_AS_ADVENTURE) && !inset) ||
            used_up(g, &h, p.flags))
            continue;
        p.permission = CT_PERM_RULE + h.id;
        p.has_hit = 1;
        p.hit = h;
        p.ability = h.ability;
        p.cost0 = rec->cost0;
        p.ncosts = rec->ncosts;
        if (possible(g, &p, s->supply)) take(g, s, &p, half);
    }
}

static void consider_half(ct_game *g, search *s, ct_ent card, uint32_t face, unsigned half)
{
    const ct_object *o = ct_obj(g, card);
    const unsigned zone = o->zone;
    const bool inset = is_inset(g, o, face);
    const bool own_hand = zone == CT_ZONE_HAND && o->owner == s->player;
    const bool on_adventure = zone == CT_ZONE_EXILE && (o->flags & CT_OF_ON_ADVENTURE) &&
                              o->controller == s->player && !inset;
    const bool on_top = zone == CT_ZONE_LIBRARY && o->owner == s->player &&
                        ct_zone_first(g, zone, s->player) == card;
    ct_play p = {.card = card, .face = face, .player = s->player, .land = is_land(g, face)};
    if (timing_hopeless(g, &p)) return;
    const ct_look look = ct_look_as(g, card, face, s->player);
    if (own_hand && possible(g, &p, s->supply)) take(g, s, &p, half);
    if (on_adventure) { /* [CR 715.3d] */
        p.permission = CT_PERM_ADVENTURE;
        if (possible(g, &p, s->supply)) take(g, s, &p, half);
    }
    if (on_top) by_rules(g, s, p, CT_RULE_MAY_PLAY_TOP, zone, inset, half);
    by_rules(g, s, p, CT_RULE_MAY_PLAY, zone, inset, half);
    ct_look_end(g, &look);
}

static void consider(ct_game *g, search *s, ct_ent card)
{
    const ct_object *o = ct_obj(g, card);
    uint32_t face[2];
    if (o->kind != CT_OBJ_CARD) return;
    const uint32_t n = ct_halves(g, o, face);
    for (uint32_t i = 0; i < n; i++)
        consider_half(g, s, card, face[i], i);
}

static void consider_zone(ct_game *g, search *s, ct_zone zone, unsigned player,
                          bool adventures_only)
{
    CT_EACH(g, e, zone, player)
    if (!adventures_only || (ct_obj(g, e)->flags & CT_OF_ON_ADVENTURE)) consider(g, s, e);
}

void ct_offer_plays(ct_game *g, unsigned player)
{
    const uint32_t mark = g->s->pool[CT_POOL_temp].used;
    ct_supply supply;
    ct_supply_potential(g, player, CT_NOBODY, &supply);
    search s = {.player = player, .supply = &supply};
    consider_zone(g, &s, CT_ZONE_HAND, player, false);
    const bool elsewhere = ct_rule_any(g, CT_RULE_MAY_PLAY);
    consider_zone(g, &s, CT_ZONE_EXILE, 0, !elsewhere);
    for (unsigned p = 0; elsewhere && p < g->s->nplayers; p++)
        consider_zone(g, &s, CT_ZONE_GRAVEYARD, p, false);
    const ct_ent top = ct_zone_first(g, CT_ZONE_LIBRARY, player);
    if (top && (elsewhere || ct_rule_any(g, CT_RULE_MAY_PLAY_TOP))) consider(g, &s, top);
    g->s->pool[CT_POOL_temp].used = mark;
}

bool ct_find_play(ct_game *g, unsigned player, ct_ent card, unsigned half, uint32_t permission,
                  ct_play *play)
{
    const ct_object *o = ct_live(g, card);
    uint32_t face[2];
    if (!o || half >= ct_halves(g, o, face)) return false;
    const uint32_t mark = g->s->pool[CT_POOL_temp].used;
    ct_supply supply;
    ct_supply_potential(g, player, CT_NOBODY, &supply);
    search s = {
        .player = player, .supply = &supply, .found = play, .permission = permission, .half = half};
    consider_half(g, &s, card, face[half], half);
    g->s->pool[CT_POOL_temp].used = mark;
    return s.success;
}

uint32_t ct_plays_by_effect(ct_game *g, unsigned player, ct_ent card, uint32_t flags,
                            ct_play play[2])
{
    const ct_object *o = ct_live(g, card);
    uint32_t face[2], n = 0;
    if (!o) return 0;
    const uint32_t halves = ct_halves(g, o, face);
    const uint32_t mark = g->s->pool[CT_POOL_temp].used;
    ct_supply supply;
    ct_supply_potential(g, player, CT_NOBODY, &supply);
    for (uint32_t i = 0; i < halves; i++) {
        ct_play p = {.card = card,
                     .face = face[i],
                     .player = player,
                     .permission = CT_PERM_EFFECT,
                     .flags = flags,
                     .land = is_land(g, face[i])};
        if (!kind_allowed(flags, p.land) ||
            ((flags & CT_PLAY_AS_ADVENTURE) && !is_inset(g, o, face[i])))
            continue;
        const ct_look look = ct_look_as(g, card, face[i], player);
        if (possible(g, &p, &supply)) play[n++] = p;
        ct_look_end(g, &look);
    }
    g->s->pool[CT_POOL_temp].used = mark;
    return n;
}
