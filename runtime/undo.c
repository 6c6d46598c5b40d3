/* Marks inside the block: see undo.h. */
#include "runtime/undo.h"

#include "runtime/block.h"
#include "runtime/chars.h"

#include <string.h>

typedef struct pool_bytes {
    void *base;
    size_t record;
} pool_bytes;

static pool_bytes pool_of(ct_game *g, unsigned pool)
{
    switch (pool) {
#define P(name, type, max)                                                                         \
    case CT_POOL_##name:                                                                           \
        return (pool_bytes){g->name, sizeof(type)};
        CT_POOLS(P)
#undef P
    default:
        return (pool_bytes){NULL, 0};
    }
}

static uint32_t words(size_t bytes)
{
    return (uint32_t)((bytes + 3) / 4);
}

uint32_t ct_undo_mark(ct_game *g)
{
    ct_state *s = g->s;
    const uint32_t mark = s->pool[CT_POOL_undo].used;
    uint32_t need = words(sizeof *s);
    for (unsigned i = 0; i < CT_NPOOLS; i++)
        if (i != CT_POOL_undo) need += words(s->pool[i].used * pool_of(g, i).record);
    if (!ct_pool_room(g, CT_POOL_undo, need)) return mark;
    uint32_t *to = g->undo + mark;
    memcpy(to, s, sizeof *s);
    to += words(sizeof *s);
    for (unsigned i = 0; i < CT_NPOOLS; i++) {
        if (i == CT_POOL_undo) continue;
        const size_t bytes = s->pool[i].used * pool_of(g, i).record;
        memcpy(to, pool_of(g, i).base, bytes);
        to += words(bytes);
    }
    s->pool[CT_POOL_undo].used = mark + need;
    return mark;
}

void ct_undo_drop(ct_game *g, uint32_t mark)
{
    if (mark <= g->s->pool[CT_POOL_undo].used) g->s->pool[CT_POOL_undo].used = mark;
}

void ct_undo_back(ct_game *g, uint32_t mark)
{
    ct_state *s = g->s;
    if (mark >= s->pool[CT_POOL_undo].used || s->over == CT_OVER_LIMIT) return;
    /* versions go on, so that no cache takes the old for the new */
    const uint32_t version = s->chars_version, soft = s->soft_version;
    const uint32_t *from = g->undo + mark;
    memcpy(s, from, sizeof *s);
    from += words(sizeof *s);
    for (unsigned i = 0; i < CT_NPOOLS; i++) {
        if (i == CT_POOL_undo) continue;
        const size_t bytes = s->pool[i].used * pool_of(g, i).record;
        memcpy(pool_of(g, i).base, from, bytes);
        from += words(bytes);
    }
    s->chars_version = version;
    s->soft_version = soft;
    ct_touch(g);
    ct_touch_state(g);
}
