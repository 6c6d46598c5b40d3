/* Counters as lists in pool counter. */
#include "runtime/counter.h"
#include "runtime/block.h"
#include "runtime/chars.h"

static uint32_t *head_of(const ct_game *g, ct_ent e)
{
    if (ct_is_player(e)) return &g->s->player[ct_player_index(e)].counters;
    ct_object *o = ct_obj(g, e);
    return o ? &o->counters : NULL;
}

uint32_t ct_counters(const ct_game *g, ct_ent e, uint32_t symbol)
{
    const uint32_t *head = head_of(g, e);
    uint32_t n = 0;
    for (uint32_t i = head ? *head : 0; i; i = g->counter[i].next)
        if (symbol == 0 || g->counter[i].sym == symbol) n += g->counter[i].n;
    return n;
}

uint32_t ct_counters_kind(const ct_game *g, ct_ent e, uint32_t index)
{
    const uint32_t *head = head_of(g, e);
    for (uint32_t i = head ? *head : 0; i; i = g->counter[i].next)
        if (index-- == 0) return g->counter[i].sym;
    return 0;
}

static uint32_t counter_new(ct_game *g)
{
    ct_pool *pool = &g->s->pool[CT_POOL_counter];
    uint32_t i = pool->free;
    if (i)
        pool->free = g->counter[i].next;
    else if (ct_pool_room(g, CT_POOL_counter, 1))
        i = pool->used++;
    return i;
}

static void counter_free(ct_game *g, uint32_t i)
{
    ct_pool *pool = &g->s->pool[CT_POOL_counter];
    g->counter[i] = (ct_counter){.next = pool->free};
    pool->free = i;
}

static void changed(ct_game *g, ct_ent e)
{
    if (ct_is_player(e))
        ct_touch_state(g);
    else
        ct_touch(g);
}

bool ct_counters_add(ct_game *g, ct_ent e, uint32_t symbol, uint32_t n)
{
    uint32_t *at = head_of(g, e);
    if (!at || symbol == 0) return false;
    if (n == 0) return true;
    while (*at && g->counter[*at].sym != symbol)
        at = &g->counter[*at].next;
    if (*at == 0) {
        uint32_t i = counter_new(g);
        if (!i) return false;
        g->counter[i] = (ct_counter){.sym = symbol};
        *at = i;
    }
    uint32_t have = g->counter[*at].n;
    g->counter[*at].n = n > INT32_MAX - have ? INT32_MAX : have + n;
    g->counter[*at].timestamp = g->s->next_timestamp++; /* all of that kind [CR 613.7c] */
    changed(g, e);
    return true;
}

uint32_t ct_counters_remove(ct_game *g, ct_ent e, uint32_t symbol, uint32_t n)
{
    uint32_t *at = head_of(g, e), removed = 0;
    while (at && *at && n > 0) {
        uint32_t i = *at;
        if (symbol != 0 && g->counter[i].sym != symbol) {
            at = &g->counter[i].next;
            continue;
        }
        uint32_t k = g->counter[i].n < n ? g->counter[i].n : n;
        g->counter[i].n -= k;
        n -= k;
        removed += k;
        if (g->counter[i].n == 0) {
            *at = g->counter[i].next;
            counter_free(g, i);
        }
    }
    if (removed) changed(g, e);
    return removed;
}

void ct_counters_free(ct_game *g, uint32_t *head)
{
    while (*head) {
        uint32_t next = g->counter[*head].next;
        counter_free(g, *head);
        *head = next;
    }
}
