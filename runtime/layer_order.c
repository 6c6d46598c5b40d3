/* The order of effects within a layer: characteristic-defining abilities first
 * [CR 613.3], then by timestamp [CR 613.7], but an effect waits for those that it
 * depends on [CR 613.8]. */
#include "runtime/layers.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CANDIDATES = 64 }; /* more effects in one layer than that go by timestamp alone */

static uint32_t part_info(ct_game *g, const ct_inst *inst, ct_layer layer)
{
    if (inst->rec == CT_NONE) return 0;
    const ct_rec_effect *e = &g->set->effect[inst->rec];
    uint32_t info = 0;
    for (uint32_t p = 0; p < e->nparts; p++)
        if (g->set->part[e->part0 + p].layer == layer)
            info |= ct_fn_info(g, inst->ability, g->set->part[e->part0 + p].fn);
    return info;
}

/* What of an effect bears on dependence, read off its code once for each choice. */
typedef struct bearing {
    bool reads;   /* it looks at what this layer changes */
    bool rests;   /* on an ability that could be taken away before it starts to apply */
    bool removes; /* it takes abilities away */
    bool real;
} bearing;

static bearing bearing_of(ct_game *g, const ct_inst *a, ct_layer layer)
{
    if (a->rec == CT_NONE) return (bearing){0};
    const ct_rec_effect *e = &g->set->effect[a->rec];
    const bool open = !a->started && !a->effect;
    const uint32_t does = part_info(g, a, layer);
    uint32_t reads = does;
    if (open)
        reads |= ct_fn_info(g, a->ability, e->fn_affects) | ct_fn_info(g, a->ability, e->fn_cond) |
                 ct_fn_info(g, a->ability, g->set->ability[a->ability].fn_cond);
    const uint32_t minded =
        layer == CT_LAYER_COPY ? ~(uint32_t)(CT_READS_STATE | CT_REMOVES_ABILITIES) : 1u << layer;
    return (bearing){.reads = reads & minded,
                     .rests = open && !a->committed,
                     .removes = does & CT_REMOVES_ABILITIES,
                     .real = true};
}

/* Could a depend on b at all? Cheap; true asks for a trial. */
static bool may_depend(bearing a, bearing b)
{
    return a.real && b.real && (a.reads || (a.rests && b.removes));
}

static bool save(ct_game *g)
{
    struct ct_layer_cache *c = g->layers;
    if (c->nlist > c->room_saved) {
        ct_chars *p = realloc(c->saved, c->nlist * sizeof *p);
        if (!p) return false;
        c->saved = p;
        c->room_saved = c->nlist;
    }
    for (uint32_t k = 0; k < c->nlist; k++)
        memcpy(&c->saved[k], &c->object[c->list[k]], sizeof *c->saved);
    return true;
}

static void put_back(ct_game *g, uint32_t ncant)
{
    struct ct_layer_cache *c = g->layers;
    for (uint32_t k = 0; k < c->nlist; k++)
        memcpy(&c->object[c->list[k]], &c->saved[k], sizeof *c->saved);
    c->ncant = ncant;
}

/* Applying b would change whether a exists, what it affects or what it does [CR 613.8a]. */
static bool depends(ct_game *g, ct_inst *a, ct_inst *b, ct_layer layer)
{
    struct ct_layer_cache *c = g->layers;
    if (!save(g)) return false;
    uint32_t ncant = c->ncant, used = c->naffected;
    uint64_t without = ct_layer_signature(g, a, layer);
    put_back(g, ncant);
    if (ct_inst_exists(g, b)) {
        ct_inst trial = *b;
        ct_layer_apply(g, &trial, layer);
    }
    uint64_t with = ct_layer_signature(g, a, layer);
    put_back(g, ncant);
    c->naffected = used;
    return with != without;
}

static uint32_t earliest(const struct ct_layer_cache *c, const uint32_t *candidate, uint32_t n,
                         const uint64_t *waits)
{
    uint32_t best = CT_NONE;
    for (uint32_t i = 0; i < n; i++)
        if ((!waits || waits[i] == 0) &&
            (best == CT_NONE || c->inst[candidate[i]].timestamp < c->inst[best].timestamp))
            best = candidate[i];
    return best;
}

/* Effects that depend on each other in a circle don't wait for each other [CR 613.8b]. */
static void open_loops(uint64_t *waits, uint32_t n)
{
    uint64_t reach[MAX_CANDIDATES];
    memcpy(reach, waits, n * sizeof *reach);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < n; i++)
            if (reach[i] >> k & 1) reach[i] |= reach[k];
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (waits[i] >> k & 1 && reach[k] >> i & 1) waits[i] &= ~(UINT64_C(1) << k);
}

uint32_t ct_layer_next(ct_game *g, ct_layer layer)
{
    struct ct_layer_cache *c = g->layers;
    uint32_t candidate[MAX_CANDIDATES], n = 0, beyond = CT_NONE;
    for (int cda = 1; cda >= 0 && n == 0; cda--)
        for (uint32_t i = 0; i < c->ninst; i++) {
            const ct_inst *inst = &c->inst[i];
            if (inst->applied || inst->cda != cda || !ct_inst_in_layer(g, inst, layer)) continue;
            if (n < MAX_CANDIDATES)
                candidate[n++] = i;
            else if (beyond == CT_NONE || inst->timestamp < c->inst[beyond].timestamp)
                beyond = i;
        }
    if (n < 2) return n ? candidate[0] : CT_NONE;
    if (beyond != CT_NONE) {
        uint32_t first = earliest(c, candidate, n, NULL);
        return c->inst[beyond].timestamp < c->inst[first].timestamp ? beyond : first;
    }
    uint64_t waits[MAX_CANDIDATES] = {0};
    bearing bears[MAX_CANDIDATES];
    for (uint32_t a = 0; a < n; a++)
        bears[a] = bearing_of(g, &c->inst[candidate[a]], layer);
    bool any = false;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            if (a != b && may_depend(bears[a], bears[b]) &&
                depends(g, &c->inst[candidate[a]], &c->inst[candidate[b]], layer)) {
                waits[a] |= UINT64_C(1) << b;
                any = true;
            }
    if (any) open_loops(waits, n);
    return earliest(c, candidate, n, any ? waits : NULL);
}
