/* Frames put away: header, slots, then the elements of the lists. */
#include "runtime/capsule.h"
#include "runtime/block.h"

#include <string.h>

enum { HEADER = sizeof(ct_capsule) / 4 };

static ct_capsule *head_of(const ct_game *g, uint32_t capsule)
{
    return (ct_capsule *)(void *)&g->capsule[capsule];
}

static bool is_list(const ct_game *g, uint32_t ability, uint32_t slot)
{
    const ct_rec_ability *a = ability < g->set->nability ? &g->set->ability[ability] : NULL;
    return a && slot < a->nslots && g->set->word[a->slot0 + slot] == CT_T_LIST;
}

/* Copies a temporary list behind the capsule being made: its offset inside, 0 if empty. */
static uint32_t keep_list(ct_game *g, uint32_t capsule, ct_list l)
{
    uint32_t n = ct_list_len(g, l);
    if (n == 0 || !ct_pool_room(g, CT_POOL_capsule, n + 1)) return 0;
    ct_pool *pool = &g->s->pool[CT_POOL_capsule];
    uint32_t at = pool->used;
    memcpy(&g->capsule[at], &g->temp[l], (size_t)(n + 1) * 4);
    pool->used += n + 1;
    return at - capsule;
}

uint32_t ct_capsule_make(ct_game *g, uint32_t ability, const uint32_t *slots, uint32_t nslots,
                         ct_list affected)
{
    if (!ct_pool_room(g, CT_POOL_capsule, HEADER + nslots)) return 0;
    ct_pool *pool = &g->s->pool[CT_POOL_capsule];
    uint32_t capsule = pool->used;
    pool->used += HEADER + nslots;
    ct_capsule *head = head_of(g, capsule);
    *head = (ct_capsule){.ability = ability, .nslots = nslots};
    for (uint32_t i = 0; i < nslots; i++)
        g->capsule[capsule + HEADER + i] =
            is_list(g, ability, i) ? keep_list(g, capsule, slots[i]) : slots[i];
    head->affected = keep_list(g, capsule, affected);
    head->nwords = pool->used - capsule;
    return capsule;
}

void ct_capsule_peek(const ct_game *g, uint32_t capsule, uint32_t *slots, uint32_t nslots)
{
    memset(slots, 0, (size_t)nslots * 4);
    if (!capsule) return;
    const ct_capsule *head = head_of(g, capsule);
    for (uint32_t i = 0; i < nslots && i < head->nslots; i++)
        if (!is_list(g, head->ability, i)) slots[i] = g->capsule[capsule + HEADER + i];
}

void ct_capsule_open(ct_game *g, uint32_t capsule, uint32_t *slots, uint32_t nslots)
{
    ct_capsule_peek(g, capsule, slots, nslots);
    if (!capsule) return;
    const ct_capsule *head = head_of(g, capsule);
    for (uint32_t i = 0; i < nslots && i < head->nslots; i++)
        if (is_list(g, head->ability, i)) {
            uint32_t n;
            const ct_ent *e = ct_capsule_list(g, capsule, i, &n);
            slots[i] = ct_list_make(g, e, n);
        }
}

const ct_ent *ct_capsule_list(const ct_game *g, uint32_t capsule, uint32_t slot, uint32_t *n)
{
    *n = 0;
    if (!capsule || slot >= head_of(g, capsule)->nslots) return NULL;
    uint32_t off = g->capsule[capsule + HEADER + slot];
    if (!off) return NULL;
    *n = g->capsule[capsule + off];
    return &g->capsule[capsule + off + 1];
}

const ct_ent *ct_capsule_affected(const ct_game *g, uint32_t capsule, uint32_t *n)
{
    *n = 0;
    uint32_t off = capsule ? head_of(g, capsule)->affected : 0;
    if (!off) return NULL;
    *n = g->capsule[capsule + off];
    return &g->capsule[capsule + off + 1];
}

uint32_t ct_capsule_slot(const ct_game *g, uint32_t capsule, uint32_t slot)
{
    if (!capsule || slot >= head_of(g, capsule)->nslots) return 0;
    return g->capsule[capsule + HEADER + slot];
}

void ct_capsule_set(ct_game *g, uint32_t capsule, uint32_t slot, uint32_t value)
{
    if (capsule && slot < head_of(g, capsule)->nslots) g->capsule[capsule + HEADER + slot] = value;
}
