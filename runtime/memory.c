/* Choices and links of objects. */
#include "runtime/memory.h"
#include "runtime/block.h"
#include "runtime/chars.h"

static uint32_t memory_new(ct_game *g)
{
    ct_pool *pool = &g->s->pool[CT_POOL_memory];
    uint32_t i = pool->free;
    if (i)
        pool->free = g->memory[i].next;
    else if (ct_pool_room(g, CT_POOL_memory, 1))
        i = pool->used++;
    return i;
}

bool ct_remember(ct_game *g, ct_ent e, uint32_t kind, uint32_t value)
{
    ct_object *o = ct_obj(g, e);
    uint32_t i = o ? memory_new(g) : 0;
    if (!i) return false;
    g->memory[i] = (ct_memory){.kind = kind, .value = value, .next = o->memory};
    o->memory = i;
    ct_touch(g);
    return true;
}

bool ct_recall(const ct_game *g, ct_ent e, uint32_t kind, uint32_t *value)
{
    const ct_object *o = ct_obj(g, e);
    for (uint32_t i = o ? o->memory : 0; i; i = g->memory[i].next)
        if (g->memory[i].kind == kind) {
            *value = g->memory[i].value;
            return true;
        }
    return false;
}

ct_list ct_recall_all(ct_game *g, ct_ent e, uint32_t kind)
{
    const ct_object *o = ct_obj(g, e);
    ct_list l = ct_list_begin(g);
    for (uint32_t i = o ? o->memory : 0; i; i = g->memory[i].next) {
        ct_ent v = g->memory[i].value;
        if (g->memory[i].kind == kind && (ct_is_player(v) || ct_live(g, v))) ct_list_push(g, l, v);
    }
    for (uint32_t i = 0, n = ct_list_len(g, l); i < n / 2; i++) { /* oldest first */
        uint32_t *a = &g->temp[l + 1 + i], *b = &g->temp[l + n - i], t = *a;
        *a = *b;
        *b = t;
    }
    return ct_list_end(g, l);
}

void ct_memory_free(ct_game *g, uint32_t *head)
{
    ct_pool *pool = &g->s->pool[CT_POOL_memory];
    while (*head) {
        uint32_t i = *head;
        *head = g->memory[i].next;
        g->memory[i] = (ct_memory){.next = pool->free};
        pool->free = i;
    }
}

uint32_t ct_memory_copy(ct_game *g, uint32_t head)
{
    uint32_t copy = 0, *at = &copy;
    for (uint32_t i = head; i; i = g->memory[i].next) {
        uint32_t k = memory_new(g);
        if (!k) break;
        g->memory[k] = (ct_memory){.kind = g->memory[i].kind, .value = g->memory[i].value};
        *at = k;
        at = &g->memory[k].next;
    }
    return copy;
}
