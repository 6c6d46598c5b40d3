#include "compiler/tree.h"

#include <string.h>

static const struct {
    const char *name;
    enum ct_num_class num;
} KINDS[] = {
    {"none", CT_NUM_NONE},
#define CT_NODE(K, NUM) {#K, CT_NUM_##NUM},
#define CT_SLOT(K, S)
#define CT_LIST(K)
#define CT_END(K)
#include "grammar/nodes.def"
#undef CT_NODE
#undef CT_SLOT
#undef CT_LIST
#undef CT_END
};

/* All slots of all kinds one after the other: a row for each, and where a kind's begin by counting.
 */
static const struct {
    int kind;
    const char *name;
} SLOTS[] = {
#define CT_NODE(K, NUM)
#define CT_SLOT(K, S) {CT_##K, #S},
#define CT_LIST(K)
#define CT_END(K)
#include "grammar/nodes.def"
#undef CT_NODE
#undef CT_SLOT
#undef CT_LIST
#undef CT_END
};

static const unsigned char SLOT_COUNTS[] = {
    0,
#define CT_NODE(K, NUM)
#define CT_SLOT(K, S)
#define CT_LIST(K)
#define CT_END(K) CT_##K##_REST,
#include "grammar/nodes.def"
#undef CT_NODE
#undef CT_SLOT
#undef CT_LIST
#undef CT_END
};

const char *ct_kind_name(int kind)
{
    return kind >= 0 && kind < CT_KIND_COUNT ? KINDS[kind].name : "?";
}

enum ct_num_class ct_kind_num(int kind)
{
    return kind >= 0 && kind < CT_KIND_COUNT ? KINDS[kind].num : CT_NUM_NONE;
}

unsigned ct_slot_count(int kind)
{
    return kind >= 0 && kind < CT_KIND_COUNT ? SLOT_COUNTS[kind] : 0;
}

const char *ct_slot_name(int kind, unsigned index)
{
    if (index >= ct_slot_count(kind)) return NULL;
    for (size_t i = 0; i < sizeof SLOTS / sizeof *SLOTS; i++)
        if (SLOTS[i].kind == kind) return SLOTS[i + index].name;
    return NULL;
}

ct_node *ct_node_new(struct ct_arena *arena, int kind, struct ct_span span, unsigned nkids)
{
    unsigned named = ct_slot_count(kind);
    if (nkids < named) nkids = named;
    ct_node *node = ct_arena_alloc(arena, sizeof *node + nkids * sizeof *node->kid);
    if (!node) return NULL;
    node->kind = (uint16_t)kind;
    node->span = span;
    node->nkids = nkids;
    return node;
}
