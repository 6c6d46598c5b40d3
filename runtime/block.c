/* The block of a game: one reservation, a fixed part and pools behind it. */
#include "runtime/block.h"
#include "runtime/known.h"
#include "runtime/layers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <xxhash.h>

static const struct {
    size_t size;
    uint32_t max;
} pools[CT_NPOOLS] = {
#define P(name, type, most) [CT_POOL_##name] = {.size = sizeof(type), .max = (most)},
    CT_POOLS(P)
#undef P
};

/* Index 0 of these pools means "none", so it is never handed out. */
static uint32_t first_index(unsigned pool)
{
    switch (pool) {
    case CT_POOL_object:
        return CT_FIRST_SLOT;
    case CT_POOL_counter:
    case CT_POOL_memory:
    case CT_POOL_capsule:
    case CT_POOL_lki:
    case CT_POOL_temp:
        return 1;
    default:
        return 0;
    }
}

static size_t align64(size_t n)
{
    return (n + 63) & ~(size_t)63;
}

static char *pool_base(const ct_game *g, unsigned pool)
{
    switch (pool) {
#define P(name, type, max)                                                                         \
    case CT_POOL_##name:                                                                           \
        return (char *)g->name;
        CT_POOLS(P)
#undef P
    }
    return NULL;
}

static size_t place_pools(ct_game *g, char *block)
{
    size_t at = align64(sizeof(ct_state));
#define P(name, type, max)                                                                         \
    if (block) g->name = (type *)(void *)(block + at);                                             \
    at += align64(sizeof(type) * (size_t)(max));
    CT_POOLS(P)
#undef P
    return at;
}

ct_game *ct_game_reserve(const ct_set *set)
{
    ct_game *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    g->set = set;
    g->reserved = place_pools(g, NULL);
    void *block = mmap(NULL, g->reserved, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) {
        free(g);
        return NULL;
    }
    g->s = block;
    place_pools(g, block);
    for (unsigned i = 0; i < CT_NPOOLS; i++)
        g->s->pool[i].used = first_index(i);
    g->s->task_top = CT_NONE;
    g->s->next_timestamp = 1;
    g->s->next_batch = 1;
    g->known = ct_known_new(set);
    g->layers = ct_layers_new(set);
    if (!g->known || !g->layers) {
        ct_game_free(g);
        return NULL;
    }
    return g;
}

void ct_game_free(ct_game *g)
{
    if (!g) return;
    ct_known_free(g->known);
    ct_layers_free(g->layers);
    munmap(g->s, g->reserved);
    free(g);
}

void ct_game_copy(ct_game *to, const ct_game *from)
{
    memcpy(to->s, from->s, sizeof(ct_state));
    for (unsigned i = 0; i < CT_NPOOLS; i++)
        memcpy(pool_base(to, i), pool_base(from, i), pools[i].size * from->s->pool[i].used);
    ct_layers_forget(to->layers);
}

size_t ct_snapshot_size(const ct_game *g)
{
    size_t size = sizeof(ct_state);
    for (unsigned i = 0; i < CT_NPOOLS; i++)
        size += pools[i].size * g->s->pool[i].used;
    return size;
}

void ct_snapshot(const ct_game *g, void *bytes)
{
    char *at = bytes;
    g->s->size = (uint32_t)ct_snapshot_size(g);
    memcpy(at, g->s, sizeof(ct_state));
    at += sizeof(ct_state);
    for (unsigned i = 0; i < CT_NPOOLS; i++) {
        size_t n = pools[i].size * g->s->pool[i].used;
        memcpy(at, pool_base(g, i), n);
        at += n;
    }
}

bool ct_restore(ct_game *g, const void *bytes, size_t size)
{
    ct_state head;
    if (size < sizeof head) return false;
    memcpy(&head, bytes, sizeof head);
    size_t total = sizeof head;
    for (unsigned i = 0; i < CT_NPOOLS; i++) {
        if (head.pool[i].used > pools[i].max || head.pool[i].used < first_index(i)) return false;
        total += pools[i].size * head.pool[i].used;
    }
    if (total != size || head.size != size) return false;
    memcpy(g->s, bytes, sizeof head);
    const char *at = (const char *)bytes + sizeof head;
    for (unsigned i = 0; i < CT_NPOOLS; i++) {
        size_t n = pools[i].size * head.pool[i].used;
        memcpy(pool_base(g, i), at, n);
        at += n;
    }
    ct_layers_forget(g->layers);
    return true;
}

uint64_t ct_game_hash(const ct_game *g)
{
    ct_state head;
    memcpy(&head, g->s, sizeof head);
    head.size = 0; /* only snapshots write it */
    uint64_t hash = XXH3_64bits(&head, sizeof head);
    for (unsigned i = 0; i < CT_NPOOLS; i++) {
        size_t n = pools[i].size * g->s->pool[i].used;
        if (n) hash = XXH3_64bits_withSeed(pool_base(g, i), n, hash);
    }
    return hash;
}

bool ct_pool_room(ct_game *g, enum ct_pool_id pool, uint32_t n)
{
    if (g->s->pool[pool].used + n <= pools[pool].max) return true;
    g->s->over = CT_OVER_LIMIT;
    return false;
}
