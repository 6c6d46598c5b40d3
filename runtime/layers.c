/* Continuous effects in layers [CR 613].
 *
 * All objects that effects can reach are computed together, layer by layer.  An
 * effect becomes an instance when its ability is first found in a layer in which
 * it works; the objects that it affects are determined then, and it goes on to
 * apply to these in later layers whatever happens to its ability [CR 613.6]. */
#include "runtime/layers.h"
#include "runtime/block.h"
#include "runtime/capsule.h"
#include "runtime/known.h"
#include "runtime/object.h"
#include "runtime/number.h"

#include <stdlib.h>
#include <string.h>

enum { HERE = CT_ZM_BATTLEFIELD | CT_ZM_STACK | CT_ZM_COMMAND };

static bool grow(void **array, uint32_t *room, uint32_t need, size_t size)
{
    if (need <= *room) return true;
    uint32_t n = *room ? *room * 2 : 64;
    while (n < need)
        n *= 2;
    void *p = realloc(*array, n * size);
    if (!p) return false;
    *array = p;
    *room = n;
    return true;
}

/* ---- which objects ------------------------------------------------------------------------- */
static void add_object(ct_game *g, ct_object *o)
{
    struct ct_layer_cache *c = g->layers;
    unsigned slot = ct_slot_of(o->id);
    if (c->layered[slot] || (o->flags & CT_OF_PHASED_OUT)) return;
    c->layered[slot] = 1;
    c->list[c->nlist++] = (uint16_t)slot;
    if (o->id != c->entering) {
        ct_base_chars(g, o, &c->object[slot]);
        return;
    }
    ct_chars *ch = &c->object[slot];
    ct_chars_copy(ch, &c->as_chars);
    ch->controller = o->controller;
    for (unsigned i = 0; i < ch->nabils; i++)
        ch->abils[i].timestamp = o->timestamp;
}

static void add_zone(ct_game *g, unsigned zone)
{
    for (unsigned p = 0; p < (ct_zone_shared(zone) ? 1 : g->s->nplayers); p++)
        CT_EACH(g, e, zone, p)
    add_object(g, ct_obj(g, e));
}

static void add_zones(ct_game *g, uint32_t zones)
{
    for (unsigned z = CT_ZONE_NONE + 1; z < CT_ZONE_PLAYERS; z++)
        if (zones & 1u << z) add_zone(g, z);
}

/* Cards elsewhere whose own abilities work there, characteristic-defining ones among them. */
static void add_active_cards(ct_game *g)
{
    static const ct_zone zones[] = {CT_ZONE_EXILE, CT_ZONE_GRAVEYARD, CT_ZONE_HAND,
                                    CT_ZONE_LIBRARY};
    for (unsigned i = 0; i < sizeof zones / sizeof *zones; i++)
        for (unsigned p = 0; p < (ct_zone_shared(zones[i]) ? 1 : g->s->nplayers); p++)
            CT_EACH(g, e, zones[i], p)
            {
                ct_object *o = ct_obj(g, e);
                ct_face_chars(g, o->face);
                if (o->face < g->set->nface && g->layers->face_zones[o->face] & 1u << zones[i])
                    add_object(g, o);
            }
}

static void add_affected(ct_game *g)
{
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_effect].used; i++) {
        uint32_t n;
        const ct_ent *e = ct_capsule_affected(g, g->effect[i].capsule, &n);
        for (uint32_t k = 0; k < n; k++) {
            ct_object *o = ct_live(g, e[k]);
            if (o && o->zone != CT_ZONE_NONE) add_object(g, o);
        }
    }
}

/* ---- instances ------------------------------------------------------------------------------- */
static ct_inst *new_inst(ct_game *g)
{
    struct ct_layer_cache *c = g->layers;
    if (!grow((void **)&c->inst, &c->room_inst, c->ninst + 1, sizeof *c->inst)) {
        g->s->over = CT_OVER_LIMIT;
        return NULL;
    }
    ct_inst *inst = &c->inst[c->ninst++];
    memset(inst, 0, sizeof *inst);
    return inst;
}

static uint32_t inst_info(ct_game *g, const ct_inst *inst)
{
    if (inst->rec == CT_NONE) return 0;
    const ct_rec_effect *e = &g->set->effect[inst->rec];
    uint32_t info =
        ct_fn_info(g, inst->ability, e->fn_affects) | ct_fn_info(g, inst->ability, e->fn_cond);
    info |= ct_fn_info(g, inst->ability, g->set->ability[inst->ability].fn_cond);
    for (uint32_t p = 0; p < e->nparts; p++)
        info |= ct_fn_info(g, inst->ability, g->set->part[e->part0 + p].fn);
    return info;
}

static void inst_made(ct_game *g, const ct_inst *inst)
{
    uint32_t zones = inst->rec == CT_NONE ? 0 : g->set->effect[inst->rec].zones & ~(uint32_t)HERE;
    if (inst_info(g, inst) & CT_READS_STATE || zones) g->layers->dynamic = true;
    if (zones) add_zones(g, zones);
}

static void add_resolution_effects(ct_game *g)
{
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_effect].used; i++) {
        const ct_effect *e = &g->effect[i];
        uint32_t kind = g->set->effect[e->rec].kind;
        if (kind == CT_EFF_CONTINUOUS || kind == CT_EFF_ENTERS) {
            ct_inst *inst = new_inst(g);
            if (!inst) return;
            *inst = (ct_inst){.rec = e->rec,
                              .ability = e->ability,
                              .source = e->source,
                              .effect = i + 1,
                              .capsule = e->capsule,
                              .timestamp = e->timestamp,
                              .controller = (uint8_t)e->controller};
            inst_made(g, inst);
        }
    }
}

/* Counters that give a keyword [CR 122.1b]. */
static void add_counter_effects(ct_game *g)
{
    for (uint32_t k = 0; k < g->layers->nlist; k++) {
        const ct_object *o = &g->object[g->layers->list[k]];
        for (uint32_t i = o->counters; i; i = g->counter[i].next) {
            uint32_t sym = g->counter[i].sym;
            uint32_t kw = sym < g->known->nsym ? g->known->keyword[sym] : CT_NONE;
            ct_inst *inst = kw == CT_NONE ? NULL : new_inst(g);
            if (inst)
                *inst = (ct_inst){.rec = CT_NONE,
                                  .ability = kw,
                                  .source = o->id,
                                  .timestamp = g->counter[i].timestamp,
                                  .controller = o->controller};
        }
    }
}

static ct_inst *find_inst(const struct ct_layer_cache *c, uint32_t rec, ct_ent source,
                          const ct_abilref *ref)
{
    for (uint32_t i = 0; i < c->ninst; i++)
        if (c->inst[i].rec == rec && c->inst[i].source == source && !c->inst[i].effect &&
            c->inst[i].ref.timestamp == ref->timestamp && c->inst[i].ref.grantor == ref->grantor)
            return &c->inst[i];
    return NULL;
}

static ct_inst *static_inst(ct_game *g, const ct_abilref *ref, uint32_t rec, ct_ent source)
{
    ct_inst *inst = find_inst(g->layers, rec, source, ref);
    if (inst || !(inst = new_inst(g))) return inst;
    *inst = (ct_inst){.rec = rec,
                      .ability = ref->ability,
                      .source = source,
                      .ref = *ref,
                      .capsule = ref->capsule_or_effect,
                      .timestamp = ref->timestamp,
                      .cda = (g->set->ability[ref->ability].flags & CT_ABF_CDA) != 0};
    inst_made(g, inst);
    return inst;
}

static void add_static(ct_game *g, const ct_object *o, const ct_abilref *ref, ct_layer layer)
{
    const ct_rec_ability *a = &g->set->ability[ref->ability];
    for (uint32_t i = 0; i < a->neffs; i++) {
        const ct_rec_effect *e = &g->set->effect[a->eff0 + i];
        bool here = false;
        for (uint32_t p = 0; p < e->nparts; p++)
            here |= g->set->part[e->part0 + p].layer == layer;
        if (e->kind == CT_EFF_CONTINUOUS && here) static_inst(g, ref, a->eff0 + i, o->id);
    }
}

/* What a static ability does is one effect: when a part of it has started to apply the others will,
 * too, even if the ability is lost meanwhile [CR 613.6]. */
static void commit_ability(ct_game *g, const ct_inst *started)
{
    const ct_abilref ref = started->ref;
    const ct_ent source = started->source;
    const ct_rec_ability *a = &g->set->ability[started->ability];
    for (uint32_t i = 0; i < a->neffs; i++) {
        if (g->set->effect[a->eff0 + i].kind != CT_EFF_CONTINUOUS) continue;
        ct_inst *inst = static_inst(g, &ref, a->eff0 + i, source);
        if (inst) inst->committed = 1;
    }
}

/* Finds the static abilities that objects have by now and that work in a layer. */
static void find_statics(ct_game *g, ct_layer layer)
{
    struct ct_layer_cache *c = g->layers;
    for (uint32_t k = 0; k < c->nlist; k++) {
        unsigned slot = c->list[k];
        const ct_object *o = &g->object[slot];
        const ct_chars *ch = &c->object[slot];
        for (unsigned i = 0; i < ch->nabils; i++) {
            ct_abilref ref = ch->abils[i];
            if (ref.ability < g->set->nability && c->ability_layers[ref.ability] & 1u << layer &&
                ct_ability_zones(g, ref.ability) & 1u << o->zone)
                add_static(g, o, &ref, layer);
        }
    }
}

bool ct_inst_exists(ct_game *g, const ct_inst *inst)
{
    if (inst->started || inst->committed || inst->effect || inst->rec == CT_NONE) return true;
    const ct_chars *ch = &g->layers->object[ct_slot_of(inst->source)];
    for (unsigned i = 0; i < ch->nabils; i++)
        if (ch->abils[i].ability == inst->ability &&
            ch->abils[i].timestamp == inst->ref.timestamp &&
            ch->abils[i].grantor == inst->ref.grantor)
            return true;
    return false;
}

bool ct_inst_in_layer(ct_game *g, const ct_inst *inst, ct_layer layer)
{
    if (inst->rec == CT_NONE) return layer == CT_LAYER_ABILITY;
    const ct_rec_effect *e = &g->set->effect[inst->rec];
    for (uint32_t p = 0; p < e->nparts; p++)
        if (g->set->part[e->part0 + p].layer == layer) return true;
    return false;
}

void ct_inst_frame(ct_game *g, const ct_inst *inst, ct_small_frame *sf)
{
    struct ct_layer_cache *c = g->layers;
    unsigned controller = inst->controller;
    if (!inst->effect && c->layered[ct_slot_of(inst->source)])
        controller = c->object[ct_slot_of(inst->source)].controller;
    ct_frame_init(g, sf, inst->ability, inst->source, controller);
    if (inst->effect) {
        ct_capsule_open(g, inst->capsule, sf->f.slot, sf->f.nslots);
        return;
    }
    if (inst->capsule) {
        uint32_t keep[CT_S_FIRST];
        memcpy(keep, sf->f.slot, sizeof keep);
        ct_capsule_open(g, inst->capsule, sf->f.slot, sf->f.nslots);
        memcpy(sf->f.slot, keep, sizeof keep);
    }
    const ct_object *o = ct_obj(g, inst->source);
    sf->f.slot[CT_S_BEARER] = inst->ref.grantor     ? inst->ref.grantor
                              : o && o->attached_to ? o->attached_to
                                                    : inst->source;
}

/* ---- applying ----------------------------------------------------------------------------------
 */
static bool push_affected(ct_game *g, unsigned slot)
{
    struct ct_layer_cache *c = g->layers;
    if (!grow((void **)&c->affected, &c->room_affected, c->naffected + 1, sizeof *c->affected))
        return false;
    c->affected[c->naffected++] = (uint16_t)slot;
    return true;
}

/* The objects that an effect affects as it starts to apply [CR 611.2c, 611.3a]. */
static void find_affected(ct_game *g, ct_inst *inst, ct_small_frame *sf)
{
    struct ct_layer_cache *c = g->layers;
    const ct_rec_effect *e = &g->set->effect[inst->rec];
    inst->affected = c->naffected;
    uint32_t n;
    const ct_ent *locked = ct_capsule_affected(g, inst->effect ? inst->capsule : 0, &n);
    if (inst->effect) {
        for (uint32_t i = 0; i < n; i++)
            if (ct_live(g, locked[i]) && c->layered[ct_slot_of(locked[i])] &&
                ct_test(g, &sf->f, e->fn_cond, locked[i]))
                push_affected(g, ct_slot_of(locked[i]));
    } else if (ct_test(g, &sf->f, g->set->ability[inst->ability].fn_cond, inst->source) &&
               ct_test(g, &sf->f, e->fn_cond, inst->source)) {
        uint32_t zones = e->zones ? e->zones : CT_ZM_BATTLEFIELD;
        for (uint32_t k = 0; k < c->nlist; k++) {
            ct_ent it = g->object[c->list[k]].id;
            bool self = it == inst->source && (inst->cda || e->flags & CT_EFFF_SELF);
            if (self || (zones & 1u << g->object[c->list[k]].zone && !inst->cda &&
                         ct_test(g, &sf->f, e->fn_affects, it)))
                push_affected(g, c->list[k]);
        }
    }
    inst->naffected = c->naffected - inst->affected;
}

static bool cant_have(const struct ct_layer_cache *c, const ct_set *set, unsigned slot, uint32_t kw)
{
    for (uint32_t i = 0; i < c->ncant; i++)
        if (c->cant[i].slot == slot &&
            set->keyword[kw].base == set->keyword[c->cant[i].keyword].base)
            return true;
    return false;
}

static void apply_keyword_counter(ct_game *g, const ct_inst *inst)
{
    unsigned slot = ct_slot_of(inst->source);
    if (!cant_have(g->layers, g->set, slot, inst->ability))
        ct_chars_add_keyword(g, &g->layers->object[slot], inst->ability, CT_NOBODY, 0,
                             inst->timestamp);
}

static void apply_parts(ct_game *g, ct_inst *inst, ct_layer layer, ct_small_frame *sf)
{
    struct ct_layer_cache *c = g->layers;
    const ct_rec_effect *e = &g->set->effect[inst->rec];
    ct_layer_view outer = c->view;
    for (uint32_t k = 0; k < inst->naffected; k++) {
        unsigned slot = c->affected[inst->affected + k];
        c->view = (ct_layer_view){
            .it = g->object[slot].id, .c = &c->object[slot], .inst = inst, .trace = c->view.trace};
        sf->f.slot[CT_S_IT] = c->view.it;
        for (uint32_t p = 0; p < e->nparts; p++)
            if (g->set->part[e->part0 + p].layer == layer)
                ct_eval(g, &sf->f, g->set->part[e->part0 + p].fn);
    }
    outer.trace = c->view.trace;
    c->view = outer;
}

void ct_layer_apply(ct_game *g, ct_inst *inst, ct_layer layer)
{
    if (inst->rec == CT_NONE) {
        apply_keyword_counter(g, inst);
        return;
    }
    ct_small_frame sf;
    uint32_t mark = g->s->pool[CT_POOL_temp].used;
    ct_inst_frame(g, inst, &sf);
    if (!inst->started) find_affected(g, inst, &sf);
    inst->started = 1;
    apply_parts(g, inst, layer, &sf);
    g->s->pool[CT_POOL_temp].used = mark;
}

/* What an effect would do now: does it exist, what does it affect, what does it do to it [CR
 * 613.8a]. Changes the working characteristics: the caller saves them. */
uint64_t ct_layer_signature(ct_game *g, ct_inst *inst, ct_layer layer)
{
    struct ct_layer_cache *c = g->layers;
    if (!ct_inst_exists(g, inst)) return 0;
    ct_inst trial = *inst;
    uint32_t used = c->naffected;
    uint64_t before = c->view.trace;
    c->view.trace = 1;
    ct_layer_apply(g, &trial, layer);
    uint64_t signature = c->view.trace;
    for (uint32_t k = 0; k < trial.naffected; k++)
        signature = signature * 1099511628211u + c->affected[trial.affected + k] + 1;
    c->view.trace = before;
    c->naffected = used;
    return signature;
}

static void parse_pt_counter(const ct_game *g, uint32_t sym, int *power, int *toughness)
{
    size_t len;
    const char *t = ct_set_text(g->set, sym, &len);
    *power = *toughness = 0;
    if (len == 5 && (t[0] == '+' || t[0] == '-') && t[2] == '/' && (t[3] == '+' || t[3] == '-')) {
        *power = (t[0] == '-' ? -1 : 1) * (t[1] - '0');
        *toughness = (t[3] == '-' ? -1 : 1) * (t[4] - '0');
    }
}

/* Counters that change power and toughness [CR 613.4c]. */
static void apply_pt_counters(ct_game *g)
{
    struct ct_layer_cache *c = g->layers;
    for (uint32_t k = 0; k < c->nlist; k++) {
        const ct_object *o = &g->object[c->list[k]];
        for (uint32_t i = o->counters; i; i = g->counter[i].next) {
            int power, toughness;
            parse_pt_counter(g, g->counter[i].sym, &power, &toughness);
            ct_chars *chars = &c->object[c->list[k]];
            chars->power = ct_saturated(chars->power + (int64_t)power * g->counter[i].n);
            chars->toughness =
                ct_saturated(chars->toughness + (int64_t)toughness * g->counter[i].n);
        }
    }
}

/* Basic land types give their mana ability [CR 305.6, 305.7]. */
static void renew_intrinsics(ct_game *g)
{
    struct ct_layer_cache *c = g->layers;
    for (uint32_t k = 0; k < c->nlist; k++) {
        ct_chars *ch = &c->object[c->list[k]];
        unsigned n = 0;
        for (unsigned i = 0; i < ch->nabils; i++)
            if (!ct_is_intrinsic(ch->abils[i].ability)) ch->abils[n++] = ch->abils[i];
        memset(&ch->abils[n], 0, (ch->nabils - n) * sizeof *ch->abils);
        ch->nabils = (uint8_t)n;
        ct_chars_add_intrinsic(g, ch, g->object[c->list[k]].timestamp);
    }
}

static void apply_layer(ct_game *g, ct_layer layer)
{
    struct ct_layer_cache *c = g->layers;
    for (uint32_t i = 0; i < c->ninst; i++)
        c->inst[i].applied = 0;
    find_statics(g, layer);
    for (;;) {
        uint32_t i = ct_layer_next(g, layer);
        if (i == CT_NONE) break;
        c->inst[i].applied = 1;
        if (!ct_inst_exists(g, &c->inst[i])) continue;
        ct_inst inst = c->inst[i]; /* applying may grow the array */
        ct_layer_apply(g, &inst, layer);
        c->inst[i] = inst;
        if (!inst.effect && inst.rec != CT_NONE && inst.naffected) commit_ability(g, &inst);
        if (layer == CT_LAYER_COPY || layer == CT_LAYER_TYPE || layer == CT_LAYER_ABILITY)
            find_statics(g, layer);
    }
}

static void after_layer(ct_game *g, ct_layer layer)
{
    struct ct_layer_cache *c = g->layers;
    if (layer == CT_LAYER_TYPE) renew_intrinsics(g);
    if (layer == CT_LAYER_SET_PT)
        for (uint32_t k = 0; k < c->nlist; k++) {
            ct_chars *ch = &c->object[c->list[k]];
            ch->base_power = ch->power;
            ch->base_toughness = ch->toughness;
        }
    if (layer == CT_LAYER_MOD_PT) apply_pt_counters(g);
}

static void compute(ct_game *g, ct_layer upto)
{
    struct ct_layer_cache *c = g->layers;
    for (uint32_t k = 0; k < c->nlist; k++)
        c->layered[c->list[k]] = 0;
    c->nlist = c->ninst = c->naffected = c->ncant = 0;
    c->dynamic = false;
    uint32_t mark = g->s->pool[CT_POOL_temp].used;
    ct_ent as = c->as_ent;
    c->as_ent = CT_NOBODY;
    c->computing = true;
    add_zones(g, HERE);
    if (c->entering) add_object(g, ct_obj(g, c->entering));
    add_active_cards(g);
    add_affected(g);
    add_resolution_effects(g);
    add_counter_effects(g);
    for (ct_layer layer = 0; layer <= upto; layer++) {
        apply_layer(g, layer);
        after_layer(g, layer);
    }
    c->computing = false;
    c->as_ent = as;
    g->s->pool[CT_POOL_temp].used = mark;
}

void ct_layers_update(ct_game *g)
{
    struct ct_layer_cache *c = g->layers;
    const ct_state *s = g->s;
    if (c->computing) return;
    if (c->valid && c->version == s->chars_version && (c->soft == s->soft_version || !c->dynamic))
        return;
    c->overflow = false;
    compute(g, CT_NLAYERS - 1);
    if (c->overflow && s->over == CT_NOT_OVER) g->s->over = CT_OVER_LIMIT;
    c->version = s->chars_version;
    c->soft = s->soft_version;
    c->valid = true;
    ct_index_build(g);
}

/* Would any static ability in force do more to the object than change its power and toughness? */
static bool reached(ct_game *g, ct_ent e)
{
    struct ct_layer_cache *c = g->layers;
    const uint32_t pt = 1u << CT_LAYER_SET_PT | 1u << CT_LAYER_MOD_PT | 1u << CT_LAYER_SWITCH_PT;
    bool any = false;
    c->as_ent = e;
    for (uint32_t i = 0; i < c->ninst && !any; i++) {
        const ct_inst *inst = &c->inst[i];
        if (inst->effect || inst->rec == CT_NONE || inst->cda ||
            !(c->ability_layers[inst->ability] & ~pt))
            continue;
        const ct_rec_effect *rec = &g->set->effect[inst->rec];
        ct_small_frame sf;
        uint32_t mark = g->s->pool[CT_POOL_temp].used;
        ct_inst_frame(g, inst, &sf);
        any = (!rec->zones || rec->zones & CT_ZM_BATTLEFIELD) &&
              ct_test(g, &sf.f, rec->fn_affects, e);
        g->s->pool[CT_POOL_temp].used = mark;
    }
    c->as_ent = CT_NOBODY;
    return any;
}

/* Many tokens of one kind that enter at the same time are looked at once. */
static bool same_token(const ct_game *g, const ct_object *o, unsigned controller)
{
    const struct ct_layer_cache *c = g->layers;
    return c->token.good && c->token.face == o->face && c->token.controller == controller &&
           c->token.version == g->s->chars_version && c->token.soft == g->s->soft_version;
}

static void keep_token(ct_game *g, const ct_object *o, unsigned controller)
{
    struct ct_layer_cache *c = g->layers;
    c->token.face = o->face;
    c->token.controller = controller;
    c->token.version = g->s->chars_version;
    c->token.soft = g->s->soft_version;
    c->token.good = true;
    ct_chars_copy(&c->token.chars, &c->as_chars);
}

void ct_layers_entering(ct_game *g, ct_ent e, unsigned controller, bool plain_token)
{
    struct ct_layer_cache *c = g->layers;
    ct_object *o = ct_obj(g, e);
    if (plain_token && same_token(g, o, controller)) {
        ct_chars_copy(&c->as_chars, &c->token.chars);
        return;
    }
    const uint8_t zone = o->zone, by = o->controller;
    const uint32_t timestamp = o->timestamp;
    o->zone = CT_ZONE_BATTLEFIELD;
    o->controller = (uint8_t)controller;
    c->as_chars.controller = (uint8_t)controller;
    if (reached(g, e)) {
        o->timestamp = g->s->next_timestamp;
        c->entering = e;
        compute(g, CT_NLAYERS - 1);
        c->entering = CT_NOBODY;
        ct_chars_copy(&c->as_chars, &c->object[ct_slot_of(e)]);
        for (unsigned i = 0; i < c->as_chars.nabils;
             i++) /* its own: it has no timestamp there yet */
            if (c->as_chars.abils[i].timestamp == o->timestamp) c->as_chars.abils[i].timestamp = 0;
        c->valid = false;
    }
    o->zone = zone;
    o->controller = by;
    o->timestamp = timestamp;
    ct_layers_update(g);
    if (plain_token) keep_token(g, o, controller);
}

/* Copiable values: what layer 1 leaves of the base values [CR 707.2]. Within the layers, what is
 * there so far. */
void ct_copiable(ct_game *g, ct_ent e, ct_chars *out)
{
    struct ct_layer_cache *c = g->layers;
    const ct_object *o = ct_obj(g, e);
    memset(out, 0, sizeof *out);
    if (!o) return;
    if (o->flags & CT_OF_GONE) {
        ct_base_chars(g, o, out);
    } else if (c->computing) {
        if (c->layered[ct_slot_of(e)])
            ct_chars_copy(out, &c->object[ct_slot_of(e)]);
        else
            ct_base_chars(g, o, out);
    } else {
        compute(g, CT_LAYER_COPY);
        if (c->layered[ct_slot_of(e)])
            ct_chars_copy(out, &c->object[ct_slot_of(e)]);
        else
            ct_base_chars(g, o, out);
        ct_layers_forget(c);
    }
    for (unsigned i = 0; i < out->nabils; i++)
        out->abils[i].timestamp = 0; /* the copy's own */
}
