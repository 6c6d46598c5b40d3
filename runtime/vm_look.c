#include "runtime/vm_look.h"

#include <string.h>

#include "runtime/capsule.h"
#include "runtime/chars.h"
#include "runtime/counter.h"
#include "runtime/known.h"
#include "runtime/layers.h"
#include "runtime/memory.h"
#include "runtime/object.h"
#include "runtime/spellcost.h"

/* ---- walking through zones ----------------------------------------------------------------- */
ct_zones ct_zones_walk(uint32_t zone_mask)
{
    return (ct_zones){.zones = zone_mask & ~(uint32_t)CT_ZM_NONE, .zone = CT_ZONE_NONE};
}

/* The next place to look: another player's zone of the same kind, or the next kind. */
static bool next_place(const ct_game *g, ct_zones *w)
{
    bool private = w->zone != CT_ZONE_NONE && !ct_zone_shared(w->zone);
    if (private && w->player + 1 < g->s->nplayers) {
        w->player++;
        return true;
    }
    for (w->zone++; w->zone < CT_NZONES; w->zone++) {
        w->player = 0;
        if (w->zones >> w->zone & 1) return true;
    }
    return false;
}

static ct_ent next_player_at(const ct_game *g, ct_zones *w)
{
    while (w->player < g->s->nplayers) {
        unsigned p = (g->s->active + w->player++) % g->s->nplayers;
        if (g->s->player[p].alive) return ct_player_ent(p);
    }
    return CT_NOBODY;
}

ct_ent ct_zones_next(ct_game *g, ct_zones *w)
{
    for (;;) {
        if (w->zone == CT_ZONE_PLAYERS) return next_player_at(g, w);
        if (w->at) {
            w->at = ct_zone_next(g, w->at);
        } else {
            if (!next_place(g, w)) return CT_NOBODY;
            if (w->zone == CT_ZONE_PLAYERS) continue;
            w->at = ct_zone_first(g, w->zone, w->player);
        }
        if (w->at && !(g->object[ct_slot_of(w->at)].flags & CT_OF_PHASED_OUT)) return w->at;
    }
}

/* ---- numbers of objects -------------------------------------------------------------------- */
static bool is_blocking(const ct_game *g, ct_ent e)
{
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_block].used; i++)
        if (g->block[i].blocker == e) return true;
    return false;
}

static bool has_attached(ct_game *g, ct_ent e, uint32_t subtype, bool own)
{
    CT_EACH(g, a, CT_ZONE_BATTLEFIELD, 0)
    {
        if (g->object[ct_slot_of(a)].attached_to != e || !ct_has_subtype(g, a, subtype)) continue;
        if (!own || ct_controller(g, a) == ct_controller(g, e)) return true;
    }
    return false;
}

/* [CR 700.9] */
static bool is_modified(ct_game *g, ct_ent e)
{
    return ct_counters(g, e, 0) > 0 || has_attached(g, e, CT_KNOWN(g, EQUIPMENT), false) ||
           has_attached(g, e, CT_KNOWN(g, AURA), true);
}

/* [CR 306.5c, 310.4c] On the battlefield loyalty and defense are counters. */
static int32_t counters_or_printed(ct_game *g, const ct_object *o, uint32_t kind, int32_t printed)
{
    if (o->zone != CT_ZONE_BATTLEFIELD) return printed;
    return kind == CT_NONE ? 0 : (int32_t)ct_counters(g, o->id, kind);
}

/* A card that is looked at as the spell it would be is one (permission.h). */
static bool is_spell(const ct_game *g, const ct_object *o)
{
    return (o->zone == CT_ZONE_STACK && o->kind != CT_OBJ_ABILITY) || o->id == g->s->casting;
}

/* [CR 715.2] The inset half is there whether or not it was used; a spell cast as the Adventure has
 * the Adventure's characteristics only [CR 715.3b]. */
static bool cast_as_adventure(const ct_game *g, const ct_object *o)
{
    uint32_t half = ct_adventure_face(g, o);
    return half != CT_NONE && o->face == half && is_spell(g, o);
}

static int32_t kind_of_ability(const ct_game *g, const ct_object *o)
{
    if (o->kind != CT_OBJ_ABILITY || o->ability >= g->set->nability) return 0;
    uint32_t kind = g->set->ability[o->ability].kind;
    return kind == CT_AB_TRIGGERED || kind == CT_AB_DELAYED ? 2 : 1;
}

/* What the record says; the characteristics are in characteristic(). */
static int32_t record_number(ct_game *g, const ct_object *o, unsigned nprop)
{
    uint32_t flags = o->flags;
    bool gone = flags & CT_OF_GONE;
    switch (nprop) {
    case CT_NP_ZONE:
        /* "for as long as it remains exiled" holds while it is looked at as the spell it would be
         */
        if (o->id == g->layers->as_ent && g->layers->looked_from != CT_ZONE_NONE)
            return g->layers->looked_from;
        return gone ? CT_ZONE_NONE : o->zone;
    case CT_NP_IS_CARD:
        return o->kind == CT_OBJ_CARD;
    case CT_NP_IS_TOKEN:
        return o->kind == CT_OBJ_TOKEN;
    case CT_NP_IS_COPY:
        return o->kind == CT_OBJ_COPY || (o->kind == CT_OBJ_TOKEN && o->lki);
    case CT_NP_IS_SPELL:
        return is_spell(g, o);
    case CT_NP_IS_ABILITY:
        return kind_of_ability(g, o);
    case CT_NP_HAS_ADVENTURE:
        return ct_has_adventure(g, o->id) && !cast_as_adventure(g, o);
    case CT_NP_CAST_AS_ADVENTURE:
        return cast_as_adventure(g, o);
    case CT_NP_TAPPED:
        return (flags & CT_OF_TAPPED) != 0;
    case CT_NP_FACE_DOWN:
        return (flags & CT_OF_FACEDOWN) != 0;
    case CT_NP_TRANSFORMED:
        return o->face != CT_NONE && o->card != CT_NONE && o->face != ct_main_face(g, o);
    case CT_NP_ATTACKING:
        return o->attacking != CT_NOBODY;
    case CT_NP_BLOCKING:
        return is_blocking(g, o->id);
    case CT_NP_BLOCKED:
        return o->attacking && (flags & CT_OF_IS_BLOCKED);
    case CT_NP_UNBLOCKED:
        return o->attacking && !(flags & CT_OF_IS_BLOCKED) && g->s->step >= CT_STEP_BLOCKERS;
    case CT_NP_ATTACKED_THIS_TURN:
        return (flags & CT_OF_ATTACKED) != 0;
    case CT_NP_BLOCKED_THIS_TURN:
        return (flags & CT_OF_BLOCKED_TURN) != 0;
    case CT_NP_DAMAGE:
        return o->damage;
    case CT_NP_DAMAGED_THIS_TURN:
        return (flags & CT_OF_DAMAGED_TURN) != 0;
    case CT_NP_ENTERED_THIS_TURN:
        return (flags & CT_OF_ENTERED_TURN) != 0;
    case CT_NP_WAS_CAST:
        return (flags & CT_OF_WAS_CAST) != 0;
    case CT_NP_CAST_FROM:
        return flags & CT_OF_WAS_CAST ? o->cast_from : CT_ZONE_NONE;
    case CT_NP_X:
        return o->x;
    case CT_NP_COLORS_SPENT:
        return (int32_t)(o->spent & CT_ALL_COLORS);
    case CT_NP_MANA_SPENT:
        return (int32_t)(o->spent >> 8);
    case CT_NP_ENCHANTED:
        return has_attached(g, o->id, CT_KNOWN(g, AURA), false);
    case CT_NP_EQUIPPED:
        return has_attached(g, o->id, CT_KNOWN(g, EQUIPMENT), false);
    case CT_NP_MODIFIED:
        return is_modified(g, o->id);
    case CT_NP_RENOWNED:
        return (flags & CT_OF_RENOWNED) != 0;
    default:
        return 0;
    }
}

static int32_t characteristic(ct_game *g, const ct_object *o, unsigned nprop)
{
    const ct_chars *c = ct_chars_of(g, o->id);
    switch (nprop) {
    case CT_NP_POWER:
        return c->power;
    case CT_NP_TOUGHNESS:
        return c->toughness;
    case CT_NP_BASE_POWER:
        return c->base_power;
    case CT_NP_BASE_TOUGHNESS:
        return c->base_toughness;
    case CT_NP_MANA_VALUE:
        return c->mana_value;
    case CT_NP_LOYALTY:
        return counters_or_printed(g, o, CT_KNOWN(g, LOYALTY), c->loyalty);
    case CT_NP_DEFENSE:
        return counters_or_printed(g, o, CT_KNOWN(g, DEFENSE), c->defense);
    case CT_NP_COLORS:
        return c->colors;
    case CT_NP_TYPES:
        return c->types;
    case CT_NP_SUPERS:
        return c->supers;
    case CT_NP_NAME:
        return (int32_t)c->name;
    case CT_NP_IS_PERMANENT_CARD:
        return o->kind == CT_OBJ_CARD && (c->types & CT_TYPES_PERMANENT);
    default:
        return record_number(g, o, nprop);
    }
}

/* ---- numbers of players -------------------------------------------------------------------- */
int32_t ct_look_devotion(ct_game *g, ct_ent who, uint32_t colors)
{
    int32_t n = 0;
    if (!ct_is_player(who)) return 0;
    unsigned player = ct_player_index(who);
    CT_EACH(g, e, CT_ZONE_BATTLEFIELD, 0)
    {
        if (ct_controller(g, e) != player) continue;
        uint32_t mana = ct_chars_of(g, e)->mana;
        if (mana >= g->set->nmana) continue;
        const ct_rec_mana *m = &g->set->mana[mana];
        for (uint32_t i = 0; i < m->npips; i++)
            n += (g->set->word[m->pip0 + i] & colors) != 0;
    }
    return n;
}

static int32_t poison(ct_game *g, ct_ent player)
{
    uint32_t symbol = CT_KNOWN(g, POISON);
    return symbol == CT_NONE ? 0 : (int32_t)ct_counters(g, player, symbol);
}

static int32_t player_number(ct_game *g, ct_ent e, unsigned nprop)
{
    unsigned p = ct_player_index(e);
    if (p >= g->s->nplayers) return 0;
    const ct_player *player = &g->s->player[p];
    switch (nprop) {
    case CT_NP_ZONE:
        return CT_ZONE_PLAYERS;
    case CT_NP_IS_PLAYER:
        return 1;
    case CT_NP_LIFE:
        return player->life;
    case CT_NP_HAND_SIZE:
        return (int32_t)ct_zone_count(g, CT_ZONE_HAND, p);
    case CT_NP_LIBRARY_SIZE:
        return (int32_t)ct_zone_count(g, CT_ZONE_LIBRARY, p);
    case CT_NP_GRAVEYARD_SIZE:
        return (int32_t)ct_zone_count(g, CT_ZONE_GRAVEYARD, p);
    case CT_NP_POISON:
        return poison(g, e);
    case CT_NP_LIFE_GAINED:
        return player->life_gained;
    case CT_NP_LIFE_LOST:
        return player->life_lost;
    case CT_NP_CARDS_DRAWN:
        return player->cards_drawn;
    case CT_NP_SPELLS_CAST:
        return player->spells_cast;
    case CT_NP_LANDS_PLAYED:
        return player->lands_played;
    case CT_NP_ATTACKERS_DECLARED:
        return player->attackers_declared;
    case CT_NP_IS_ACTIVE:
        return g->s->active == p;
    case CT_NP_TURNS_TAKEN:
        return (int32_t)player->turns_taken;
    case CT_NP_STARTING_LIFE:
        return (int32_t)player->starting_life;
    case CT_NP_MONARCH:
        return g->s->monarch == e;
    default:
        return 0;
    }
}

int32_t ct_look_number(ct_game *g, ct_ent e, unsigned nprop)
{
    if (nprop == CT_NP_STEP) return (int32_t)g->s->step;
    if (ct_is_player(e)) return player_number(g, e, nprop);
    const ct_object *o = ct_obj(g, e);
    return o ? characteristic(g, o, nprop) : 0;
}

/* ---- entities ------------------------------------------------------------------------------ */
/* The first thing chosen for a target of the ability whose frame is in the capsule. */
static ct_ent first_target(const ct_game *g, const ct_object *o)
{
    if (!o->capsule) return CT_NOBODY;
    const ct_capsule *c = (const ct_capsule *)(const void *)&g->capsule[o->capsule];
    if (c->ability >= g->set->nability) return CT_NOBODY;
    const ct_rec_ability *ab = &g->set->ability[c->ability];
    const ct_rec_target *target = NULL;
    if (ab->ntargets) target = &g->set->target[ab->target0];
    for (uint32_t m = 0; !target && m < ab->nmodes && m < 32; m++) {
        const ct_rec_mode *mode = &g->set->mode[ab->mode0 + m];
        if (mode->ntargets && o->modes >> m & 1) target = &g->set->target[mode->target0];
    }
    if (!target) return CT_NOBODY;
    if (g->set->word[ab->slot0 + target->slot] != CT_T_LIST)
        return ct_capsule_slot(g, o->capsule, target->slot);
    uint32_t n;
    const ct_ent *list = ct_capsule_list(g, o->capsule, target->slot, &n);
    return n ? list[0] : CT_NOBODY;
}

static ct_ent blocked_by(const ct_game *g, ct_ent e)
{
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_block].used; i++)
        if (g->block[i].blocker == e) return g->block[i].attacker;
    return CT_NOBODY;
}

static ct_ent object_entity(ct_game *g, const ct_object *o, unsigned eprop)
{
    uint32_t value;
    switch (eprop) {
    case CT_EP_CONTROLLER:
        return ct_player_ent(ct_controller(g, o->id));
    case CT_EP_OWNER:
        return ct_player_ent(o->owner);
    case CT_EP_ATTACHED_TO:
        return o->attached_to;
    case CT_EP_SOURCE:
        return o->kind == CT_OBJ_ABILITY ? o->source : o->id;
    case CT_EP_TARGET:
        return first_target(g, o);
    case CT_EP_DEFENDING:
        if (!o->attacking || ct_is_player(o->attacking)) return o->attacking;
        return ct_player_ent(ct_controller(g, o->attacking));
    case CT_EP_ATTACKED:
        return o->attacking;
    case CT_EP_BLOCKER_OF:
        return blocked_by(g, o->id);
    case CT_EP_CREATOR:
        return o->source;
    case CT_EP_CHOSEN_PLAYER:
        return ct_recall(g, o->id, CT_CH_PLAYER, &value) ? (ct_ent)value : CT_NOBODY;
    default:
        return CT_NOBODY;
    }
}

/* [CR 101.4] */
static ct_ent next_player(const ct_game *g, ct_ent e)
{
    unsigned n = g->s->nplayers;
    for (unsigned i = 1; i < n; i++) {
        unsigned p = (ct_player_index(e) + i) % n;
        if (g->s->player[p].alive) return ct_player_ent(p);
    }
    return e;
}

ct_ent ct_look_entity(ct_game *g, ct_ent e, unsigned eprop)
{
    if (eprop == CT_EP_ACTIVE) return ct_player_ent(g->s->active);
    if (ct_is_player(e) && ct_player_index(e) < g->s->nplayers) {
        if (eprop == CT_EP_NEXT_PLAYER) return next_player(g, e);
        return eprop == CT_EP_CONTROLLER || eprop == CT_EP_OWNER ? e : CT_NOBODY;
    }
    const ct_object *o = ct_obj(g, e);
    if (o && eprop == CT_EP_NEXT_PLAYER) return next_player(g, ct_player_ent(ct_controller(g, e)));
    return o ? object_entity(g, o, eprop) : CT_NOBODY;
}

/* ---- relations ----------------------------------------------------------------------------- */
int32_t ct_look_paid(ct_game *g, ct_ent e, uint32_t keyword)
{
    const ct_object *o = ct_obj(g, e);
    if (!o || o->face >= g->set->nface) return 0;
    uint32_t extra[CT_MAX_EXTRAS], name = g->set->keyword[keyword].name;
    uint32_t n = ct_extra_costs(g, o->face, extra);
    const ct_chars *printed = ct_face_chars(g, o->face);
    int32_t times = 0;
    for (uint32_t i = 0; i < n && i < 8; i++)
        if (g->set->ability[printed->abils[extra[i]].ability].keyword == name)
            times += (int32_t)(o->paid >> 4 * i & 15u);
    return times;
}

bool ct_look_any_target(ct_game *g, ct_ent e)
{
    if (ct_is_player(e)) return ct_player_index(e) < g->s->nplayers;
    const ct_object *o = ct_obj(g, e);
    return o && o->zone == CT_ZONE_BATTLEFIELD &&
           ct_is_type(g, e, CT_TYPE_CREATURE | CT_TYPE_PLANESWALKER | CT_TYPE_BATTLE);
}

static bool has_subtype_of(const ct_game *g, const ct_chars *c, unsigned family)
{
    for (unsigned i = 0; i < c->nsubs; i++)
        if (ct_families(g, c->subs[i]) >> family & 1) return true;
    return false;
}

static bool share_subtype(ct_game *g, ct_ent a, ct_ent b, unsigned family)
{
    const ct_chars *x = ct_chars_of(g, a), *y = ct_chars_of(g, b);
    bool all_x = family == CT_FAM_CREATURE && x->all_creature_types;
    bool all_y = family == CT_FAM_CREATURE && y->all_creature_types;
    if (all_x || all_y)
        return (all_x || has_subtype_of(g, x, family)) && (all_y || has_subtype_of(g, y, family));
    for (unsigned i = 0; i < x->nsubs; i++)
        for (unsigned j = 0; j < y->nsubs; j++)
            if (x->subs[i] == y->subs[j] && ct_families(g, x->subs[i]) >> family & 1) return true;
    return false;
}

bool ct_look_shares(ct_game *g, ct_ent a, ct_ent b, unsigned kind)
{
    const ct_chars *x = ct_chars_of(g, a), *y = ct_chars_of(g, b);
    switch (kind) {
    case CT_SH_CARD_TYPE:
        return (x->types & y->types) != 0;
    case CT_SH_PERMANENT_TYPE:
        return (x->types & y->types & CT_TYPES_PERMANENT) != 0;
    case CT_SH_COLOR:
        return (x->colors & y->colors) != 0;
    case CT_SH_NAME:
        return x->name != 0 && x->name == y->name;
    case CT_SH_MANA_VALUE:
        return ct_look_number(g, a, CT_NP_MANA_VALUE) == ct_look_number(g, b, CT_NP_MANA_VALUE);
    case CT_SH_CONTROLLER:
        return ct_look_entity(g, a, CT_EP_CONTROLLER) == ct_look_entity(g, b, CT_EP_CONTROLLER);
    case CT_SH_CREATURE_TYPE:
        return share_subtype(g, a, b, CT_FAM_CREATURE);
    case CT_SH_LAND_TYPE:
        return share_subtype(g, a, b, CT_FAM_LAND);
    default:
        return false;
    }
}

static uint32_t type_named(const ct_game *g, uint32_t symbol)
{
    static const char *const word[] = {
#define TYPE(name, word, plural, permanent) word,
#include "runtime/types.def"
#undef TYPE
    };
    size_t len;
    const char *text = ct_set_text(g->set, symbol, &len);
    for (unsigned i = 0; i < CT_NTYPES; i++)
        if (strlen(word[i]) == len && memcmp(word[i], text, len) == 0) return 1u << i;
    return 0;
}

bool ct_look_is_chosen(ct_game *g, ct_ent self, ct_ent e, unsigned kind)
{
    uint32_t value;
    if (!ct_recall(g, self, kind, &value)) return false;
    switch (kind) {
    case CT_CH_COLOR:
        return (ct_chars_of(g, e)->colors & value) != 0;
    case CT_CH_CREATURE_TYPE:
    case CT_CH_LAND_TYPE:
        return ct_has_subtype(g, e, value);
    case CT_CH_CARD_TYPE:
        return ct_is_type(g, e, type_named(g, value));
    case CT_CH_NAME:
        return value != 0 && ct_chars_of(g, e)->name == value;
    case CT_CH_NUMBER:
        return ct_look_number(g, e, CT_NP_MANA_VALUE) == (int32_t)value;
    case CT_CH_PLAYER:
    case CT_CH_OBJECT:
        return e != CT_NOBODY && e == (ct_ent)value;
    default:
        return false;
    }
}
