/* The index of abilities in force: rule effects by kind, replacement effects and
 * triggers by kind of event, in zone and timestamp order. */
#include "runtime/layers.h"
#include "runtime/capsule.h"
#include "runtime/object.h"

#include <stdlib.h>
#include <string.h>

bool ct_index_init(ct_index *x, uint32_t nkinds)
{
    x->nkinds = nkinds;
    x->first = calloc(nkinds, sizeof *x->first);
    x->last = calloc(nkinds, sizeof *x->last);
    return x->first && x->last;
}

void ct_index_free(ct_index *x)
{
    free(x->entry);
    free(x->first);
    free(x->last);
}

static void clear(ct_index *x)
{
    x->n = 0;
    for (uint32_t k = 0; k < x->nkinds; k++)
        x->first[k] = x->last[k] = CT_NONE;
}

static void add(ct_game *g, ct_index *x, uint32_t kind, const ct_entry *entry)
{
    if (kind >= x->nkinds) return;
    if (x->n == x->room) {
        uint32_t room = x->room ? x->room * 2 : 64;
        ct_entry *p = realloc(x->entry, room * sizeof *p);
        if (!p) {
            g->s->over = CT_OVER_LIMIT;
            return;
        }
        x->entry = p;
        x->room = room;
    }
    uint32_t i = x->n++;
    x->entry[i] = *entry;
    x->entry[i].next = CT_NONE;
    if (x->last[kind] == CT_NONE)
        x->first[kind] = i;
    else
        x->entry[x->last[kind]].next = i;
    x->last[kind] = i;
}

static void add_effect(ct_game *g, uint32_t rec, const ct_entry *entry)
{
    const ct_rec_effect *e = &g->set->effect[rec];
    ct_entry copy = *entry;
    copy.rec = rec;
    if (e->kind == CT_EFF_RULE)
        add(g, &g->layers->rules, e->sub, &copy);
    else if (e->kind == CT_EFF_REPLACE)
        add(g, &g->layers->replacements, e->sub, &copy);
}

static void add_triggers(ct_game *g, const ct_entry *entry)
{
    const ct_rec_ability *a = &g->set->ability[entry->ability];
    for (uint32_t i = 0; i < a->ntrigs; i++) {
        ct_entry copy = *entry;
        copy.rec = a->trig0 + i;
        add(g, &g->layers->triggers, g->set->trigger[a->trig0 + i].event, &copy);
    }
}

static void add_ability(ct_game *g, const ct_object *o, const ct_abilref *ref, unsigned controller)
{
    if (ref->ability >= g->set->nability || !(ct_ability_zones(g, ref->ability) & 1u << o->zone))
        return;
    const ct_rec_ability *a = &g->set->ability[ref->ability];
    ct_entry entry = {
        .ability = ref->ability, .source = o->id, .ref = *ref, .controller = (uint8_t)controller};
    if (a->kind == CT_AB_TRIGGERED)
        add_triggers(g, &entry);
    else if (a->kind == CT_AB_STATIC)
        for (uint32_t i = 0; i < a->neffs; i++)
            add_effect(g, a->eff0 + i, &entry);
}

static void add_objects(ct_game *g)
{
    const struct ct_layer_cache *c = g->layers;
    for (uint32_t k = 0; k < c->nlist; k++) {
        const ct_object *o = &g->object[c->list[k]];
        const ct_chars *ch = &c->object[c->list[k]];
        bool held = o->zone == CT_ZONE_BATTLEFIELD || o->zone == CT_ZONE_STACK ||
                    o->zone == CT_ZONE_COMMAND;
        for (unsigned i = 0; i < ch->nabils; i++)
            add_ability(g, o, &ch->abils[i], held ? ch->controller : o->owner);
    }
}

void ct_index_build(ct_game *g)
{
    struct ct_layer_cache *c = g->layers;
    clear(&c->rules);
    clear(&c->triggers);
    clear(&c->replacements);
    add_objects(g);
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_effect].used; i++) {
        const ct_effect *e = &g->effect[i];
        add_effect(g, e->rec,
                   &(ct_entry){.ability = e->ability,
                               .source = e->source,
                               .effect = i + 1,
                               .controller = (uint8_t)e->controller});
    }
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_delayed].used; i++) {
        const ct_delayed *d = &g->delayed[i];
        add_triggers(g, &(ct_entry){.ability = d->ability,
                                    .source = d->source,
                                    .effect = i + 1,
                                    .delayed = 1,
                                    .controller = (uint8_t)d->controller});
    }
}

uint32_t ct_index_first(ct_game *g, const ct_index *x, uint32_t kind)
{
    ct_layers_update(g);
    return kind < x->nkinds ? x->first[kind] : CT_NONE;
}

/* Functions of an entry see what its ability sees: captured slots for effects and delayed triggers.
 */
void ct_captured_frame(ct_game *g, ct_small_frame *sf, uint32_t ability, ct_ent source,
                       unsigned controller, ct_ent grantor, uint32_t capsule, bool whole)
{
    ct_frame_init(g, sf, ability, source, controller);
    if (capsule) {
        uint32_t keep[CT_S_FIRST];
        memcpy(keep, sf->f.slot, sizeof keep);
        ct_capsule_open(g, capsule, sf->f.slot, sf->f.nslots);
        if (!whole) memcpy(sf->f.slot, keep, sizeof keep);
    }
    const ct_object *o = ct_obj(g, source);
    if (!whole)
        sf->f.slot[CT_S_BEARER] = grantor ? grantor : o && o->attached_to ? o->attached_to : source;
}

void ct_entry_frame(ct_game *g, const ct_entry *e, ct_small_frame *sf)
{
    uint32_t capsule = e->ref.capsule_or_effect;
    if (e->effect)
        capsule = e->delayed ? g->delayed[e->effect - 1].capsule : g->effect[e->effect - 1].capsule;
    ct_captured_frame(g, sf, e->ability, e->source, e->controller, e->ref.grantor, capsule,
                      e->effect != 0);
}
