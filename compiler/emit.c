#include "compiler/emit.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* ---- sections -------------------------------------------------------------------------------------- */

static bool reserve(void **items, uint32_t count, uint32_t n, uint32_t *cap, size_t size)
{
    uint64_t need = (uint64_t)count + n;
    if (need <= *cap)
        return true;
    uint64_t most = *cap ? (uint64_t)*cap * 2 : 64;
    while (most < need)
        most *= 2;
    if (most > UINT32_MAX / size)
        return false;
    void *grown = realloc(*items, (size_t)most * size);
    if (!grown)
        return false;
    *items = grown;
    *cap = (uint32_t)most;
    return true;
}

#define S(name, type)                                                                              \
    uint32_t ct_emit_##name(struct ct_emit *emit, const type *records, uint32_t n)                 \
    {                                                                                              \
        uint32_t first = emit->n##name;                                                            \
        if (emit->failed)                                                                          \
            return 0;                                                                              \
        if (!reserve((void **)&emit->name, first, n, &emit->cap##name, sizeof(type))) {            \
            emit->failed = true;                                                                   \
            return 0;                                                                              \
        }                                                                                          \
        if (records && n)                                                                          \
            memcpy(emit->name + first, records, n * sizeof(type));                                 \
        else if (n)                                                                                \
            memset(emit->name + first, 0, n * sizeof(type));                                       \
        emit->n##name = first + n;                                                                 \
        return first;                                                                              \
    }
CT_SECTIONS(S)
#undef S

/* ---- hash indices ------------------------------------------------------------------------------------ */

/* Entries are put in the order of their record, also when the table grows: so the newest can be
 * taken out again without a trace. */
static void index_put(struct ct_emit_index *index, uint32_t hash, uint32_t record)
{
    uint32_t mask = index->size - 1, i = hash & mask;
    while (index->slots[i])
        i = (i + 1) & mask;
    index->slots[i] = record + 1;
}

static void index_remove(struct ct_emit_index *index, uint32_t hash, uint32_t record)
{
    uint32_t mask = index->size - 1, i = hash & mask;
    while (index->slots[i] != record + 1)
        i = (i + 1) & mask;
    index->slots[i] = 0;
}

static uint32_t sym_hash(const struct ct_emit *emit, uint32_t sym)
{
    return (uint32_t)XXH3_64bits(emit->string + emit->sym[sym].off, emit->sym[sym].len);
}

static uint32_t mana_hash(const struct ct_emit *emit, uint32_t mana)
{
    const ct_rec_mana *m = &emit->mana[mana];
    uint64_t seed = (uint64_t)m->generic << 32 | m->nx;
    return (uint32_t)XXH3_64bits_withSeed(emit->word + m->pip0, m->npips * sizeof(ct_w), seed);
}

typedef uint32_t hash_of(const struct ct_emit *, uint32_t);

/* Room for COUNT records and one more. */
static bool index_reserve(struct ct_emit *emit, struct ct_emit_index *index, uint32_t count,
                          hash_of *hash)
{
    if (index->size && (count + 1) * 2 <= index->size)
        return true;
    uint32_t size = index->size ? index->size * 2 : 1024;
    uint32_t *slots = calloc(size, sizeof *slots);
    if (!slots) {
        emit->failed = true;
        return false;
    }
    free(index->slots);
    index->slots = slots;
    index->size = size;
    for (uint32_t i = 0; i < count; i++)
        index_put(index, hash(emit, i), i);
    return true;
}

uint32_t ct_emit_symbol(struct ct_emit *emit, const char *text, size_t len)
{
    if (emit->failed || !index_reserve(emit, &emit->sym_index, emit->nsym, sym_hash))
        return 0;
    uint32_t mask = emit->sym_index.size - 1;
    uint32_t hash = (uint32_t)XXH3_64bits(text, len);
    for (uint32_t i = hash & mask; emit->sym_index.slots[i]; i = (i + 1) & mask) {
        uint32_t sym = emit->sym_index.slots[i] - 1;
        if (emit->sym[sym].len == len &&
            (!len || !memcmp(emit->string + emit->sym[sym].off, text, len)))
            return sym;
    }
    ct_rec_sym rec = {.off = emit->nstring, .len = (ct_w)len};
    ct_emit_string(emit, (const uint8_t *)text, (uint32_t)len);
    uint32_t sym = ct_emit_sym(emit, &rec, 1);
    if (!emit->failed)
        index_put(&emit->sym_index, hash, sym);
    return sym;
}

uint32_t ct_emit_mana_cost(struct ct_emit *emit, const ct_w *pips, uint32_t npips, uint32_t generic,
                           uint32_t nx)
{
    if (emit->failed || !index_reserve(emit, &emit->mana_index, emit->nmana, mana_hash))
        return 0;
    uint64_t seed = (uint64_t)generic << 32 | nx;
    uint32_t hash = (uint32_t)XXH3_64bits_withSeed(pips, npips * sizeof(ct_w), seed);
    uint32_t mask = emit->mana_index.size - 1;
    for (uint32_t i = hash & mask; emit->mana_index.slots[i]; i = (i + 1) & mask) {
        uint32_t mana = emit->mana_index.slots[i] - 1;
        const ct_rec_mana *m = &emit->mana[mana];
        if (m->generic == generic && m->nx == nx && m->npips == npips &&
            (!npips || !memcmp(emit->word + m->pip0, pips, npips * sizeof(ct_w))))
            return mana;
    }
    ct_rec_mana rec = {.npips = npips, .generic = generic, .nx = nx};
    rec.pip0 = ct_emit_word(emit, pips, npips);
    uint32_t mana = ct_emit_mana(emit, &rec, 1);
    if (!emit->failed)
        index_put(&emit->mana_index, hash, mana);
    return mana;
}

/* ---- life ----------------------------------------------------------------------------------------------- */

void ct_emit_init(struct ct_emit *emit)
{
    memset(emit, 0, sizeof *emit);
    ct_emit_symbol(emit, "", 0);
}

void ct_emit_free(struct ct_emit *emit)
{
#define S(name, type) free(emit->name);
    CT_SECTIONS(S)
#undef S
    free(emit->sym_index.slots);
    free(emit->mana_index.slots);
    memset(emit, 0, sizeof *emit);
}

struct ct_emit_mark ct_emit_mark(const struct ct_emit *emit)
{
    struct ct_emit_mark mark;
#define S(name, type) mark.n##name = emit->n##name;
    CT_SECTIONS(S)
#undef S
    return mark;
}

void ct_emit_rollback(struct ct_emit *emit, const struct ct_emit_mark *mark)
{
    if (emit->failed)
        return;
    while (emit->nsym > mark->nsym) {
        emit->nsym--;
        index_remove(&emit->sym_index, sym_hash(emit, emit->nsym), emit->nsym);
    }
    while (emit->nmana > mark->nmana) {
        emit->nmana--;
        index_remove(&emit->mana_index, mana_hash(emit, emit->nmana), emit->nmana);
    }
#define S(name, type) emit->n##name = mark->n##name;
    CT_SECTIONS(S)
#undef S
}

ct_set ct_emit_view(const struct ct_emit *emit)
{
    ct_set view = {0};
#define S(name, type)                                                                              \
    view.name = emit->name;                                                                        \
    view.n##name = emit->n##name;
    CT_SECTIONS(S)
#undef S
    return view;
}

ct_set *ct_emit_finish(struct ct_emit *emit)
{
    ct_set *set = emit->failed ? NULL : malloc(sizeof *set);
    if (!set)
        return NULL;
    ct_set parts = ct_emit_view(emit);
    if (ct_set_from_parts(set, &parts) != CT_SET_OK) {
        free(set);
        return NULL;
    }
    return set;
}
