/* The cache of characteristics: its memory. */
#include "runtime/layers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Large arrays by slot and by face are reserved; pages never touched cost nothing. */
static void *reserve(size_t size)
{
    void *p = mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

static void unreserve(void *p, size_t size)
{
    if (p) munmap(p, size ? size : 1);
}

/* Mask of the layers in which the effects of a static ability work. */
static uint32_t layers_of(const ct_set *set, const ct_rec_ability *a)
{
    uint32_t mask = 0;
    if (a->kind != CT_AB_STATIC) return 0;
    for (uint32_t i = 0; i < a->neffs; i++) {
        const ct_rec_effect *e = &set->effect[a->eff0 + i];
        if (e->kind != CT_EFF_CONTINUOUS) continue;
        for (uint32_t p = 0; p < e->nparts; p++)
            mask |= 1u << set->part[e->part0 + p].layer;
    }
    return mask;
}

struct ct_layer_cache *ct_layers_new(const ct_set *set)
{
    struct ct_layer_cache *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->set = set;
    c->face = reserve(set->nface * sizeof *c->face);
    c->object = reserve(CT_MAX_OBJECTS * sizeof *c->object);
    c->face_known = calloc(set->nface + 1, sizeof *c->face_known);
    c->face_zones = calloc(set->nface + 1, sizeof *c->face_zones);
    c->ability_layers = calloc(set->nability + 1, sizeof *c->ability_layers);
    c->fn_info = calloc(set->nfn + 1, sizeof *c->fn_info);
    c->layered = calloc(CT_MAX_OBJECTS, sizeof *c->layered);
    c->list = calloc(CT_MAX_OBJECTS, sizeof *c->list);
    if (!c->face || !c->object || !c->face_known || !c->face_zones || !c->ability_layers ||
        !c->fn_info || !c->layered || !c->list || !ct_index_init(&c->rules, CT_NRULES) ||
        !ct_index_init(&c->triggers, CT_NEVENTS) || !ct_index_init(&c->replacements, CT_NEVENTS)) {
        ct_layers_free(c);
        return NULL;
    }
    for (uint32_t i = 0; i < set->nability; i++)
        c->ability_layers[i] = layers_of(set, &set->ability[i]);
    return c;
}

void ct_layers_free(struct ct_layer_cache *c)
{
    if (!c) return;
    unreserve(c->face, c->set->nface * sizeof *c->face);
    unreserve(c->object, CT_MAX_OBJECTS * sizeof *c->object);
    free(c->face_known);
    free(c->face_zones);
    free(c->ability_layers);
    free(c->fn_info);
    free(c->layered);
    free(c->list);
    free(c->inst);
    free(c->affected);
    free(c->saved);
    ct_index_free(&c->rules);
    ct_index_free(&c->triggers);
    ct_index_free(&c->replacements);
    free(c);
}

void ct_layers_forget(struct ct_layer_cache *c)
{
    c->valid = false;
    c->token.good = false;
    c->as_ent = CT_NOBODY;
    c->looked_from = CT_ZONE_NONE;
}
