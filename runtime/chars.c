/* Characteristics as printed, what is asked of them, and their frozen copies. */
#include "runtime/chars.h"
#include "runtime/block.h"
#include "runtime/capsule.h"
#include "runtime/known.h"
#include "runtime/layers.h"
#include "runtime/object.h"

#include <string.h>

static const ct_chars nothing;

void ct_chars_copy(ct_chars *to, const ct_chars *from)
{
    memcpy(to, from, offsetof(ct_chars, subs)); /* the arrays as far as they are used */
    memcpy(to->subs, from->subs, from->nsubs * sizeof *to->subs);
    memcpy(to->kws, from->kws, from->nkws * sizeof *to->kws);
    memcpy(to->abils, from->abils, from->nabils * sizeof *to->abils);
}

void ct_chars_add_ability(const ct_game *g, ct_chars *c, const ct_abilref *ref)
{
    if (c->nabils < CT_MAX_ABILS)
        c->abils[c->nabils++] = *ref;
    else
        g->layers->overflow = true;
}

/* A restriction or permission that an object has already is not doubled by having it twice
 * [CR 702.9c, 702.18b, 702.111c ...]; what adds up is. */
static bool redundant(const ct_set *set, uint32_t ability)
{
    const ct_rec_ability *a = &set->ability[ability];
    for (uint32_t i = 0; i < a->neffs; i++)
        if (set->effect[a->eff0 + i].kind != CT_EFF_RULE ||
            set->effect[a->eff0 + i].sub == CT_RULE_COST)
            return false;
    return a->kind == CT_AB_STATIC;
}

void ct_chars_add_keyword(const ct_game *g, ct_chars *c, uint32_t keyword, ct_ent grantor,
                          uint32_t capsule, uint32_t timestamp)
{
    if (keyword >= g->set->nkeyword) return;
    const ct_rec_keyword *kw = &g->set->keyword[keyword];
    bool has = false; /* a second time it is one for the question who has it */
    for (unsigned i = 0; i < c->nkws; i++)
        has |= c->kws[i] == keyword;
    if (!has && c->nkws == CT_MAX_KWS)
        g->layers->overflow = true;
    else if (!has)
        c->kws[c->nkws++] = keyword;
    if (kw->builtin < CT_NKEYWORDS) c->builtin |= 1u << kw->builtin;
    if (kw->builtin == CT_KW_CHANGELING) c->all_creature_types = 1; /* [CR 702.73a] */
    for (uint32_t i = 0; i < kw->nabils; i++)
        if (!has || !redundant(g->set, kw->abil0 + i))
            ct_chars_add_ability(g, c,
                                 &(ct_abilref){.ability = kw->abil0 + i,
                                               .keyword = keyword,
                                               .grantor = grantor,
                                               .capsule_or_effect = capsule,
                                               .timestamp = timestamp});
}

void ct_chars_add_sub(const ct_game *g, ct_chars *c, uint32_t symbol)
{
    for (unsigned i = 0; i < c->nsubs; i++)
        if (c->subs[i] == symbol) return;
    if (c->nsubs < CT_MAX_SUBS)
        c->subs[c->nsubs++] = symbol;
    else
        g->layers->overflow = true;
}

/* [CR 305.6] */
void ct_chars_add_intrinsic(const ct_game *g, ct_chars *c, uint32_t timestamp)
{
    if (!(c->types & CT_TYPE_LAND)) return;
    for (unsigned k = 0; k < 5; k++)
        for (unsigned i = 0; i < c->nsubs; i++)
            if (c->subs[i] == g->known->symbol[CT_KNOWN_PLAINS + k])
                ct_chars_add_ability(g, c,
                                     &(ct_abilref){.ability = CT_INTRINSIC_MANA + k,
                                                   .keyword = CT_NONE,
                                                   .timestamp = timestamp});
}

static int32_t mana_value(const ct_set *set, uint32_t mana)
{
    if (mana >= set->nmana) return 0;
    const ct_rec_mana *m = &set->mana[mana];
    int32_t value = (int32_t)m->generic;
    for (uint32_t i = 0; i < m->npips; i++) /* {2/W} counts as 2 [CR 202.3f] */
        value += set->word[m->pip0 + i] & CT_PIP_TWO ? 2 : 1;
    return value;
}

static void print_face(ct_game *g, uint32_t face, ct_chars *c)
{
    const ct_set *set = g->set;
    const ct_rec_face *f = &set->face[face];
    memset(c, 0, sizeof *c);
    c->name = f->name;
    c->mana = f->mana;
    c->face = face;
    c->types = (uint16_t)f->types;
    c->supers = (uint8_t)f->supers;
    c->colors = (uint8_t)f->colors;
    c->has_pt = f->has_pt != 0;
    if (c->has_pt) {
        c->base_power = c->power = (int32_t)f->power;
        c->base_toughness = c->toughness = (int32_t)f->toughness;
    }
    c->loyalty = f->loyalty < CT_X_VALUE ? (int32_t)f->loyalty : 0;
    c->defense = f->defense < CT_X_VALUE ? (int32_t)f->defense : 0;
    c->mana_value = mana_value(set, f->mana);
    for (uint32_t i = 0; i < f->nsubs; i++)
        ct_chars_add_sub(g, c, set->word[f->sub0 + i]);
    for (uint32_t i = 0; i < f->nabils; i++)
        ct_chars_add_ability(g, c, &(ct_abilref){.ability = f->abil0 + i, .keyword = CT_NONE});
    for (uint32_t i = 0; i < f->nkw; i++)
        ct_chars_add_keyword(g, c, set->word[f->kw0 + i], CT_NOBODY, 0, 0);
    ct_chars_add_intrinsic(g, c, 0);
}

uint32_t ct_ability_zones(const ct_game *g, uint32_t ability)
{
    if (ability >= g->set->nability) return CT_ZM_BATTLEFIELD;
    const ct_rec_ability *a = &g->set->ability[ability];
    if (a->flags & CT_ABF_CDA)
        return ~0u; /* characteristic-defining abilities function everywhere [CR 604.3] */
    return a->zones ? a->zones : CT_ZM_BATTLEFIELD;
}

const ct_chars *ct_face_chars(ct_game *g, uint32_t face)
{
    struct ct_layer_cache *cache = g->layers;
    if (face >= g->set->nface) return &nothing;
    ct_chars *c = &cache->face[face];
    if (!cache->face_known[face]) {
        print_face(g, face, c);
        uint32_t zones = 0;
        for (unsigned i = 0; i < c->nabils; i++)
            if (c->abils[i].ability < g->set->nability)
                zones |= ct_ability_zones(g, c->abils[i].ability);
        cache->face_zones[face] = zones & ~(uint32_t)(CT_ZM_BATTLEFIELD | CT_ZM_STACK);
        cache->face_known[face] = 1;
    }
    return c;
}

/* A face-down object is a 2/2 creature without anything else [CR 708.2]. */
static void face_down_chars(ct_chars *c)
{
    memset(c, 0, sizeof *c);
    c->mana = CT_NONE;
    c->face = CT_NONE;
    c->types = CT_TYPE_CREATURE;
    c->has_pt = 1;
    c->power = c->toughness = c->base_power = c->base_toughness = 2;
}

void ct_base_chars(ct_game *g, const ct_object *o, ct_chars *out)
{
    if ((o->flags & CT_OF_FACEDOWN) && (o->zone == CT_ZONE_BATTLEFIELD || o->zone == CT_ZONE_STACK))
        face_down_chars(out);
    else if (o->lki)
        ct_chars_copy(out, &g->lki[o->lki]);
    else
        ct_chars_copy(out, ct_face_chars(g, o->face));
    out->controller = o->controller;
    if (o->zone == CT_ZONE_STACK &&
        out->mana < g->set->nmana) /* X is what was chosen [CR 202.3e] */
        out->mana_value =
            mana_value(g->set, out->mana) + (int32_t)g->set->mana[out->mana].nx * o->x;
    for (unsigned i = 0; i < out->nabils; i++)
        if (!out->abils[i].timestamp) out->abils[i].timestamp = o->timestamp;
}

const ct_chars *ct_chars_of(ct_game *g, ct_ent e)
{
    const ct_object *o = ct_obj(g, e);
    struct ct_layer_cache *cache = g->layers;
    if (!o) return &nothing;
    if (e == cache->as_ent) return &cache->as_chars;
    if (o->flags & CT_OF_GONE) {
        if (o->frozen) return &g->lki[o->frozen];
        return o->lki ? &g->lki[o->lki] : ct_face_chars(g, o->face);
    }
    if (!cache->computing) ct_layers_update(g);
    unsigned slot = ct_slot_of(e);
    if (cache->layered[slot]) return &cache->object[slot];
    return o->lki ? &g->lki[o->lki] : ct_face_chars(g, o->face);
}

bool ct_is_type(ct_game *g, ct_ent e, uint32_t mask)
{
    return (ct_chars_of(g, e)->types & mask) != 0;
}

bool ct_is_super(ct_game *g, ct_ent e, uint32_t mask)
{
    return (ct_chars_of(g, e)->supers & mask) != 0;
}

bool ct_has_builtin(ct_game *g, ct_ent e, ct_keyword kw)
{
    return ct_chars_of(g, e)->builtin >> kw & 1;
}

bool ct_has_subtype(ct_game *g, ct_ent e, uint32_t symbol)
{
    const ct_chars *c = ct_chars_of(g, e);
    for (unsigned i = 0; i < c->nsubs; i++)
        if (c->subs[i] == symbol) return true;
    return c->all_creature_types && ct_families(g, symbol) & 1 << CT_FAM_CREATURE;
}

bool ct_has_keyword(ct_game *g, ct_ent e, uint32_t keyword)
{
    const ct_chars *c = ct_chars_of(g, e);
    if (keyword >= g->set->nkeyword) return false;
    bool bare = g->set->keyword[keyword].base == keyword;
    for (unsigned i = 0; i < c->nkws; i++)
        if (c->kws[i] == keyword || (bare && g->set->keyword[c->kws[i]].base == keyword))
            return true;
    return false;
}

int32_t ct_power(ct_game *g, ct_ent e)
{
    return ct_chars_of(g, e)->power;
}

int32_t ct_toughness(ct_game *g, ct_ent e)
{
    return ct_chars_of(g, e)->toughness;
}

void ct_as_face(ct_game *g, ct_ent e, uint32_t face, unsigned controller)
{
    ct_layers_update(g);
    struct ct_layer_cache *cache = g->layers;
    ct_chars_copy(&cache->as_chars, ct_face_chars(g, face));
    cache->as_chars.controller = (uint8_t)controller;
    cache->as_ent = e;
    cache->looked_from = CT_ZONE_NONE;
}

void ct_as_face_end(ct_game *g)
{
    g->layers->as_ent = CT_NOBODY;
    g->layers->looked_from = CT_ZONE_NONE;
}

uint32_t ct_lki_new(ct_game *g, const ct_chars *c)
{
    ct_pool *pool = &g->s->pool[CT_POOL_lki];
    uint32_t i = pool->free;
    if (i)
        pool->free = g->lki[i].name;
    else if (ct_pool_room(g, CT_POOL_lki, 1))
        i = pool->used++;
    else
        return 0;
    memset(&g->lki[i], 0, sizeof g->lki[i]); /* part of the value: no byte by chance */
    ct_chars_copy(&g->lki[i], c);
    return i;
}

void ct_lki_free(ct_game *g, uint32_t i)
{
    if (!i) return;
    memset(&g->lki[i], 0, sizeof g->lki[i]);
    g->lki[i].name = g->s->pool[CT_POOL_lki].free;
    g->s->pool[CT_POOL_lki].free = i;
}

void ct_abil_frame(ct_game *g, ct_small_frame *sf, const ct_abilref *a, ct_ent self)
{
    ct_frame_init(g, sf, a->ability, self, ct_controller(g, self));
    if (a->capsule_or_effect) {
        uint32_t n = sf->f.nslots;
        uint32_t keep[CT_S_FIRST];
        memcpy(keep, sf->f.slot, sizeof keep);
        ct_capsule_open(g, a->capsule_or_effect, sf->f.slot, n);
        memcpy(sf->f.slot, keep, sizeof keep);
    }
    const ct_object *o = ct_obj(g, self);
    sf->f.slot[CT_S_BEARER] = a->grantor ? a->grantor : o && o->attached_to ? o->attached_to : self;
}
