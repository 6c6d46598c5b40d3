/* Temporary lists of entities in pool temp. */
#include "runtime/list.h"
#include "runtime/block.h"

#include <string.h>

ct_list ct_list_make(ct_game *g, const ct_ent *elements, uint32_t n)
{
    if (n == 0 || !ct_pool_room(g, CT_POOL_temp, n + 1)) return CT_EMPTY_LIST;
    ct_pool *pool = &g->s->pool[CT_POOL_temp];
    ct_list l = pool->used;
    g->temp[l] = n;
    memmove(&g->temp[l + 1], elements, (size_t)n * sizeof *elements);
    pool->used += n + 1;
    return l;
}

ct_list ct_list_begin(ct_game *g)
{
    if (!ct_pool_room(g, CT_POOL_temp, 1)) return CT_EMPTY_LIST;
    ct_list l = g->s->pool[CT_POOL_temp].used++;
    g->temp[l] = 0;
    return l;
}

void ct_list_push(ct_game *g, ct_list l, ct_ent e)
{
    if (!l || !ct_pool_room(g, CT_POOL_temp, 1)) return;
    g->temp[g->s->pool[CT_POOL_temp].used++] = e;
    g->temp[l]++;
}

ct_list ct_list_end(ct_game *g, ct_list l)
{
    if (!l || g->temp[l] != 0) return l;
    g->s->pool[CT_POOL_temp].used = l;
    return CT_EMPTY_LIST;
}

bool ct_list_has(const ct_game *g, ct_list l, ct_ent e)
{
    for (uint32_t i = 0, n = ct_list_len(g, l); i < n; i++)
        if (g->temp[l + 1 + i] == e) return true;
    return false;
}
