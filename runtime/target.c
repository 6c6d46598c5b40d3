/* What may be targeted [CR 115]. */
#include "runtime/target.h"

#include "runtime/capsule.h"
#include "runtime/chars.h"
#include "runtime/object.h"
#include "runtime/rules.h"

#include <string.h>

enum { FILL_BUDGET = 4000 /* candidates tried before the answer is taken to be yes */ };

static bool in_walk(const ct_seek *w, unsigned zone)
{
    return w->zones >> zone & 1u;
}

/* The zones of the walk after players, in the order of types.def. */
static ct_ent next_zone(const ct_game *g, ct_seek *w)
{
    while (w->zone < CT_NZONES) {
        const unsigned zone = w->zone, player = w->player;
        const bool last =
            zone == CT_ZONE_PLAYERS || ct_zone_shared(zone) || player + 1 >= g->s->nplayers;
        w->player = last ? 0 : player + 1;
        w->zone += last;
        if (zone == CT_ZONE_NONE || zone == CT_ZONE_PLAYERS || !in_walk(w, zone)) continue;
        const ct_ent first = ct_zone_first(g, zone, player);
        if (first) return first;
    }
    return CT_NOBODY;
}

ct_ent ct_seek_next(const ct_game *g, ct_seek *w)
{
    if (in_walk(w, CT_ZONE_PLAYERS)) {
        for (unsigned p = w->at ? ct_player_index(w->at) + 1 : 0; p < g->s->nplayers; p++)
            if (!g->s->player[p].lost) return w->at = ct_player_ent(p);
        w->zones &= ~(1u << CT_ZONE_PLAYERS);
        w->at = CT_NOBODY;
    }
    do {
        w->at = w->at ? ct_zone_next(g, w->at) : CT_NOBODY;
        if (!w->at) w->at = next_zone(g, w);
    } while (w->at && (g->object[ct_slot_of(w->at)].flags & CT_OF_PHASED_OUT));
    return w->at;
}

uint32_t ct_face_spell_ability(const ct_set *set, uint32_t face)
{
    if (face >= set->nface) return CT_NONE;
    const ct_rec_face *f = &set->face[face];
    for (uint32_t i = 0; i < f->nabils; i++)
        if (set->ability[f->abil0 + i].kind == CT_AB_SPELL) return f->abil0 + i;
    return CT_NONE;
}

uint32_t ct_stack_ability(const ct_game *g, const ct_object *o)
{
    return o->kind == CT_OBJ_ABILITY ? o->ability : ct_face_spell_ability(g->set, o->face);
}

static void add_records(uint32_t first, uint32_t count, uint32_t *out, uint32_t *n)
{
    for (uint32_t i = 0; i < count && *n < CT_MAX_TARGET_RECORDS; i++)
        out[(*n)++] = first + i;
}

uint32_t ct_target_records(const ct_set *set, uint32_t ability, uint32_t modes, uint32_t *out)
{
    uint32_t n = 0;
    if (ability >= set->nability) return 0;
    const ct_rec_ability *a = &set->ability[ability];
    add_records(a->target0, a->ntargets, out, &n);
    for (uint32_t m = 0; m < a->nmodes && m < 32; m++)
        if (modes >> m & 1u)
            add_records(set->mode[a->mode0 + m].target0, set->mode[a->mode0 + m].ntargets, out, &n);
    return n;
}

bool ct_target_is_single(const ct_set *set, uint32_t ability, const ct_rec_target *r)
{
    return set->word[set->ability[ability].slot0 + r->slot] == CT_T_ENT;
}

static unsigned zone_of(const ct_game *g, ct_ent e)
{
    if (ct_is_player(e)) return CT_ZONE_PLAYERS;
    const ct_object *o = ct_live(g, e);
    return o ? o->zone : CT_ZONE_NONE;
}

bool ct_target_legal(ct_game *g, ct_frame *f, const ct_rec_target *r, ct_ent candidate, ct_ent by)
{
    if (candidate == by) /* [CR 115.5] */
        return false;
    if (ct_is_player(candidate) && g->s->player[ct_player_index(candidate)].lost) return false;
    const ct_object *o = ct_live(g, candidate);
    if (o && (o->flags & CT_OF_PHASED_OUT)) /* [CR 702.26b] */
        return false;
    if (!(r->zones >> zone_of(g, candidate) & 1u)) return false;
    return ct_test(g, f, r->fn, candidate) && ct_can_be_target(g, candidate, by);
}

static bool slot_has(const ct_game *g, const ct_frame *f, const ct_rec_target *r, ct_ent e)
{
    const uint32_t v = f->slot[r->slot];
    if (ct_target_is_single(g->set, f->ability, r)) return v == e;
    return ct_list_has(g, v, e);
}

bool ct_target_taken(const ct_game *g, const ct_frame *f, const uint32_t *records, uint32_t i,
                     ct_ent candidate)
{
    for (uint32_t j = 0; j < i; j++)
        if (slot_has(g, f, &g->set->target[records[j]], candidate)) return true;
    return false;
}

static int32_t minimum(ct_game *g, ct_frame *f, const ct_rec_target *r)
{
    return r->fn_min == CT_NONE ? 1 : (int32_t)ct_eval(g, f, r->fn_min);
}

static bool can_fill(ct_game *g, ct_frame *f, const uint32_t *records, uint32_t n, uint32_t i,
                     ct_ent by, int *budget)
{
    if (i == n) return true;
    const ct_rec_target *r = &g->set->target[records[i]];
    const int32_t min = minimum(g, f, r);
    if (r->slot >= f->nslots) return false;
    f->slot[r->slot] = 0;
    if (min <= 0) return can_fill(g, f, records, n, i + 1, by, budget);
    const bool single = ct_target_is_single(g->set, f->ability, r);
    ct_ent found[16];
    int32_t nfound = 0;
    ct_ent e;
    for (ct_seek w = ct_seek_begin(r->zones); (e = ct_seek_next(g, &w)) != CT_NOBODY;) {
        if (--*budget < 0) return true;
        if (((r->flags & CT_TGF_OTHER) && ct_target_taken(g, f, records, i, e)) ||
            !ct_target_legal(g, f, r, e, by))
            continue;
        if (single) {
            f->slot[r->slot] = e;
            if (can_fill(g, f, records, n, i + 1, by, budget)) return true;
            f->slot[r->slot] = 0;
            continue;
        }
        if (nfound < 16) found[nfound] = e;
        if (++nfound == min) {
            f->slot[r->slot] = ct_list_make(g, found, (uint32_t)(min < 16 ? min : 16));
            return can_fill(g, f, records, n, i + 1, by, budget);
        }
    }
    return false;
}

bool ct_targets_can_fill(ct_game *g, const ct_frame *f, const uint32_t *records, uint32_t n,
                         uint32_t i, ct_ent by)
{
    int budget = FILL_BUDGET;
    const uint32_t mark = g->s->pool[CT_POOL_temp].used;
    ct_small_frame trial; /* its slots are filled by way of trial */
    const uint32_t nslots = f->nslots < CT_MAX_SLOTS ? f->nslots : CT_MAX_SLOTS;
    trial.f = *f;
    memcpy(trial.f.slot, f->slot, nslots * sizeof *f->slot);
    const bool ok = can_fill(g, &trial.f, records, n, i, by, &budget);
    g->s->pool[CT_POOL_temp].used = mark;
    return ok;
}

/* The enchant effect records of an object, one after the other; NULL at the end. */
static const ct_rec_effect *enchant_effect(ct_game *g, const ct_chars *c, uint32_t *a, uint32_t *e,
                                           const ct_abilref **ref)
{
    for (; *a < c->nabils; ++*a, *e = 0) {
        if (c->abils[*a].ability >= g->set->nability) /* intrinsic */
            continue;
        const ct_rec_ability *ab = &g->set->ability[c->abils[*a].ability];
        if (ab->kind != CT_AB_STATIC) continue;
        while (*e < ab->neffs) {
            const ct_rec_effect *eff = &g->set->effect[ab->eff0 + (*e)++];
            if (eff->kind == CT_EFF_RULE && eff->sub == CT_RULE_ENCHANT) {
                *ref = &c->abils[*a];
                return eff;
            }
        }
    }
    return NULL;
}

bool ct_is_aura(ct_game *g, ct_ent e)
{
    uint32_t a = 0, i = 0;
    const ct_abilref *ref;
    return enchant_effect(g, ct_chars_of(g, e), &a, &i, &ref) != NULL;
}

bool ct_enchant_allows(ct_game *g, ct_ent aura, ct_ent candidate)
{
    uint32_t a = 0, i = 0;
    bool any = false;
    const ct_abilref *ref;
    const ct_rec_effect *eff;
    ct_chars c = *ct_chars_of(g, aura); /* testing may compute others anew */
    while ((eff = enchant_effect(g, &c, &a, &i, &ref)) != NULL) {
        ct_small_frame sf;
        const uint32_t zones =
            eff->arg && eff->arg != CT_NONE ? eff->arg : (CT_ZM_BATTLEFIELD | CT_ZM_PLAYERS);
        ct_abil_frame(g, &sf, ref, aura);
        if (!(zones >> zone_of(g, candidate) & 1u) ||
            !ct_test(g, &sf.f, eff->fn_affects, candidate))
            return false;
        any = true;
    }
    return any;
}

static bool aura_target_exists(ct_game *g, ct_ent aura)
{
    ct_ent e;
    for (ct_seek w = ct_seek_begin(CT_ENCHANT_ZONES); (e = ct_seek_next(g, &w)) != CT_NOBODY;)
        if (ct_enchant_allows(g, aura, e) && ct_can_be_target(g, e, aura)) return true;
    return false;
}

bool ct_mode_legal(ct_game *g, ct_frame *f, uint32_t ability, uint32_t m, ct_ent by)
{
    const ct_rec_mode *mode = &g->set->mode[g->set->ability[ability].mode0 + m];
    uint32_t records[CT_MAX_TARGET_RECORDS], n = 0;
    if (mode->fn_cond != CT_NONE && !ct_eval(g, f, mode->fn_cond)) return false;
    add_records(mode->target0, mode->ntargets, records, &n);
    return ct_targets_can_fill(g, f, records, n, 0, by);
}

bool ct_targets_exist(ct_game *g, ct_frame *f, uint32_t ability, ct_ent by)
{
    if (ability == CT_NONE) return !ct_is_aura(g, by) || aura_target_exists(g, by);
    const ct_rec_ability *a = &g->set->ability[ability];
    uint32_t records[CT_MAX_TARGET_RECORDS];
    const uint32_t n = ct_target_records(g->set, ability, 0, records);
    if (n > 0 && !ct_targets_can_fill(g, f, records, n, 0, by)) return false;
    if (a->nmodes == 0) return true;
    int32_t needed = a->fn_mode_min == CT_NONE ? 1 : (int32_t)ct_eval(g, f, a->fn_mode_min);
    for (uint32_t m = 0; m < a->nmodes && needed > 0; m++)
        needed -= ct_mode_legal(g, f, ability, m, by);
    return needed <= 0;
}

ct_ent ct_target_at(const ct_game *g, ct_ent spell, uint32_t n)
{
    const ct_object *o = ct_obj(g, spell);
    if (!o || o->zone != CT_ZONE_STACK) return CT_NOBODY;
    const uint32_t ability = ct_stack_ability(g, o);
    if (ability == CT_NONE) return n == 0 ? o->attached_to : CT_NOBODY;
    if (!o->capsule) return CT_NOBODY;
    uint32_t records[CT_MAX_TARGET_RECORDS];
    const uint32_t nrecords = ct_target_records(g->set, ability, o->modes, records);
    for (uint32_t i = 0; i < nrecords; i++) {
        const ct_rec_target *r = &g->set->target[records[i]];
        if (ct_target_is_single(g->set, ability, r)) {
            const ct_ent e = ct_capsule_slot(g, o->capsule, r->slot);
            if (e && n-- == 0) return e;
            continue;
        }
        uint32_t len;
        const ct_ent *list = ct_capsule_list(g, o->capsule, r->slot, &len);
        if (n < len) return list[n];
        n -= len;
    }
    return CT_NOBODY;
}

ct_ent ct_probe(ct_game *g, ct_ent source, uint32_t ability, unsigned controller)
{
    ct_object *o = ct_obj(g, g->s->probe);
    if (!o) return CT_NOBODY;
    o->source = source;
    o->ability = ability;
    o->controller = o->owner = (uint8_t)controller;
    o->zone = CT_ZONE_STACK;
    return o->id;
}
