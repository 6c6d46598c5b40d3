/* Giving back what nothing refers to any more: records of objects that are gone,
 * frozen characteristics, capsules, temporary lists.  A mark phase from what is in
 * play, what is remembered of the turn and what tasks hold. */
#include "runtime/object.h"
#include "runtime/capsule.h"
#include "runtime/counter.h"
#include "runtime/layers.h"
#include "runtime/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_GONE = 64, MAX_CAPSULE_WORDS = 4096 };

typedef struct marks {
    uint8_t seen[CT_MAX_OBJECTS];
    uint16_t todo[CT_MAX_OBJECTS];
    uint32_t ntodo;
} marks;

static void mark(const ct_game *g, marks *m, ct_ent e)
{
    const ct_object *o = ct_obj(g, e);
    unsigned slot = ct_slot_of(e);
    if (o && !m->seen[slot]) {
        m->seen[slot] = 1;
        m->todo[m->ntodo++] = (uint16_t)slot;
    }
}

/* Every word that could be an entity is taken for one. */
static void mark_words(const ct_game *g, marks *m, const uint32_t *words, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        mark(g, m, words[i]);
}

static void mark_capsule(const ct_game *g, marks *m, uint32_t capsule)
{
    if (capsule) mark_words(g, m, &g->capsule[capsule], g->capsule[capsule]);
}

static void mark_event(const ct_game *g, marks *m, const ct_event *e)
{
    mark(g, m, e->obj);
    mark(g, m, e->src);
    mark(g, m, e->other);
    mark(g, m, e->cause);
}

static void mark_roots(const ct_game *g, marks *m)
{
    const ct_state *s = g->s;
    for (uint32_t i = CT_FIRST_SLOT; i < s->pool[CT_POOL_object].used; i++)
        if (g->object[i].id && !(g->object[i].flags & CT_OF_GONE)) mark(g, m, g->object[i].id);
    mark_words(g, m, g->task, s->pool[CT_POOL_task].used);
    mark_words(g, m, s->bound, sizeof s->bound / sizeof *s->bound);
    for (uint32_t i = 0; i < s->pool[CT_POOL_effect].used; i++) {
        mark(g, m, g->effect[i].source);
        mark_capsule(g, m, g->effect[i].capsule);
    }
    for (uint32_t i = 0; i < s->pool[CT_POOL_delayed].used; i++) {
        mark(g, m, g->delayed[i].source);
        mark_capsule(g, m, g->delayed[i].capsule);
    }
    for (uint32_t i = 0; i < s->pool[CT_POOL_pending].used; i++) {
        mark(g, m, g->pending[i].source);
        mark_capsule(g, m, g->pending[i].capsule);
    }
    for (uint32_t i = 0; i < s->pool[CT_POOL_history].used; i++)
        mark_event(g, m, &g->history[i]);
    for (uint32_t i = 0; i < s->pool[CT_POOL_event].used; i++)
        mark_event(g, m, &g->event[i]);
    for (uint32_t i = 0; i < s->pool[CT_POOL_block].used; i++) {
        mark(g, m, g->block[i].attacker);
        mark(g, m, g->block[i].blocker);
    }
    for (uint32_t i = 0; i < s->pool[CT_POOL_mana].used; i++)
        mark(g, m, g->mana[i].source);
}

static void mark_reached(const ct_game *g, marks *m)
{
    while (m->ntodo > 0) {
        const ct_object *o = &g->object[m->todo[--m->ntodo]];
        if (o->zone == CT_ZONE_STACK) /* the permanent that a spell became, and what became of that
                                         (ct_latest) */
            mark(g, m, o->became);
        mark(g, m, o->attached_to);
        mark(g, m, o->attacking);
        mark(g, m, o->source);
        if (!(o->flags & CT_OF_GONE)) mark_capsule(g, m, o->capsule);
        for (uint32_t i = o->memory; i; i = g->memory[i].next)
            mark(g, m, g->memory[i].value);
        const uint32_t chars[] = {o->lki, o->frozen};
        for (unsigned k = 0; k < 2; k++)
            for (unsigned i = 0; chars[k] && i < g->lki[chars[k]].nabils; i++)
                mark(g, m, g->lki[chars[k]].abils[i].grantor);
    }
}

static void free_object(ct_game *g, unsigned slot)
{
    ct_object *o = &g->object[slot];
    ct_pool *pool = &g->s->pool[CT_POOL_object];
    ct_counters_free(g, &o->counters);
    ct_memory_free(g, &o->memory);
    ct_lki_free(g, o->lki);
    ct_lki_free(g, o->frozen);
    uint32_t generation = ((o->id >> 16) + 1) & 0xffffu;
    memset(o, 0, sizeof *o);
    o->became = generation;
    o->znext = (uint16_t)pool->free;
    pool->free = slot;
    g->s->ngone--;
}

static void sweep(ct_game *g)
{
    marks m;
    memset(m.seen, 0, sizeof m.seen);
    m.ntodo = 0;
    mark_roots(g, &m);
    mark_reached(g, &m);
    for (uint32_t i = CT_FIRST_SLOT; i < g->s->pool[CT_POOL_object].used; i++)
        if (g->object[i].id && !m.seen[i]) free_object(g, i);
    for (uint32_t i = CT_FIRST_SLOT; i < g->s->pool[CT_POOL_object].used; i++)
        if (g->object[i].id && g->object[i].was && !ct_obj(g, g->object[i].was))
            g->object[i].was = CT_NOBODY;
}

/* ---- capsules ------------------------------------------------------------------------------- */
static int by_offset(const void *a, const void *b)
{
    uint32_t x = **(uint32_t *const *)a, y = **(uint32_t *const *)b;
    return x < y ? -1 : x > y;
}

/* Slides the capsules that are referred to down over the others, in their order. */
static void pack_capsules(ct_game *g)
{
    enum { MAX = CT_MAX_OBJECTS + 3 * (1 << 12) };
    uint32_t **ref = malloc(MAX * sizeof *ref);
    if (!ref) return; /* packing can wait */
    uint32_t n = 0;
    for (uint32_t i = CT_FIRST_SLOT; i < g->s->pool[CT_POOL_object].used; i++) {
        if (g->object[i].flags & CT_OF_GONE) g->object[i].capsule = 0;
        if (g->object[i].capsule) ref[n++] = &g->object[i].capsule;
    }
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_effect].used; i++)
        if (g->effect[i].capsule) ref[n++] = &g->effect[i].capsule;
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_delayed].used; i++)
        if (g->delayed[i].capsule) ref[n++] = &g->delayed[i].capsule;
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_pending].used; i++)
        if (g->pending[i].capsule) ref[n++] = &g->pending[i].capsule;
    qsort(ref, n, sizeof *ref, by_offset);
    uint32_t at = 1, last = 0, last_new = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t from = *ref[i];
        if (from != last) {
            uint32_t words = g->capsule[from];
            memmove(&g->capsule[at], &g->capsule[from], words * sizeof *g->capsule);
            last = from;
            last_new = at;
            at += words;
        }
        *ref[i] = last_new;
    }
    g->s->pool[CT_POOL_capsule].used = at;
    free(ref);
    ct_layers_forget(g->layers); /* abilities hold capsules */
}

void ct_collect(ct_game *g)
{
    g->s->pool[CT_POOL_temp].used = 1;
    if (g->s->ngone > MAX_GONE) sweep(g);
    if (g->s->pool[CT_POOL_capsule].used > MAX_CAPSULE_WORDS) pack_capsules(g);
}
