/* Symbols that the rules know by name. */
#include "runtime/known.h"

#include <stdlib.h>
#include <string.h>

static const char *const texts[CT_NKNOWN] = {
#define KNOWN(name, text) [CT_KNOWN_##name] = (text),
#include "runtime/wellknown.def"
#undef KNOWN
};

/* Columns of the list of subtypes, as masks of families. */
enum {
    OF_ARTIFACT = 1 << CT_FAM_ARTIFACT,
    OF_BATTLE = 1 << CT_FAM_BATTLE,
    OF_CREATURE = 1 << CT_FAM_CREATURE,
    OF_DUNGEON = 0,
    OF_ENCHANTMENT = 1 << CT_FAM_ENCHANTMENT,
    OF_INSTANT = 1 << CT_FAM_SPELL,
    OF_LAND = 1 << CT_FAM_LAND,
    OF_PLANESWALKER = 1 << CT_FAM_PLANESWALKER
};

static const struct {
    const char *word;
    uint16_t family;
} subtypes[] = {
#define CT_SUBTYPE(id, word, plural, of) {word, OF_##of},
#include "grammar/subtypes.def"
#undef CT_SUBTYPE
};
enum { NSUBTYPES = sizeof subtypes / sizeof *subtypes };

static void know_subtypes(struct ct_wellknown *k, const ct_set *set)
{
    for (unsigned i = 0; i < NSUBTYPES; i++) {
        uint32_t symbol = ct_set_symbol(set, subtypes[i].word, strlen(subtypes[i].word));
        if (symbol >= k->nsym) continue;
        k->family[symbol] |= subtypes[i].family;
        k->subtype[k->nsubtype++] = symbol;
    }
    for (unsigned i = CT_KNOWN_PLAINS; i <= CT_KNOWN_FOREST; i++)
        if (k->symbol[i] < k->nsym) k->family[k->symbol[i]] |= 1 << CT_FAM_BASIC_LAND;
}

struct ct_wellknown *ct_known_new(const ct_set *set)
{
    struct ct_wellknown *k = calloc(1, sizeof *k);
    if (!k) return NULL;
    k->nsym = set->nsym;
    k->family = calloc(set->nsym + 1, sizeof *k->family);
    k->keyword = calloc(set->nsym + 1, sizeof *k->keyword);
    k->subtype = calloc(NSUBTYPES, sizeof *k->subtype);
    if (!k->family || !k->keyword || !k->subtype) {
        ct_known_free(k);
        return NULL;
    }
    for (unsigned i = 0; i < CT_NKNOWN; i++)
        k->symbol[i] = ct_set_symbol(set, texts[i], strlen(texts[i]));
    know_subtypes(k, set);
    for (uint32_t i = 0; i < set->nsym; i++)
        k->keyword[i] = CT_NONE;
    for (uint32_t i = 0; i < set->nkeyword; i++) {
        const ct_rec_keyword *kw = &set->keyword[i];
        if (kw->name < set->nsym && k->keyword[kw->name] == CT_NONE)
            k->keyword[kw->name] = kw->base < set->nkeyword ? kw->base : i;
    }
    return k;
}

void ct_known_free(const struct ct_wellknown *k)
{
    if (!k) return;
    free(k->family);
    free(k->keyword);
    free(k->subtype);
    free((void *)(uintptr_t)k);
}

uint32_t ct_family_types(unsigned families)
{
    uint32_t types = 0;
    if (families & (1 << CT_FAM_CREATURE)) types |= CT_TYPE_CREATURE | CT_TYPE_KINDRED;
    if (families & (1 << CT_FAM_LAND | 1 << CT_FAM_BASIC_LAND)) types |= CT_TYPE_LAND;
    if (families & (1 << CT_FAM_ARTIFACT)) types |= CT_TYPE_ARTIFACT;
    if (families & (1 << CT_FAM_ENCHANTMENT)) types |= CT_TYPE_ENCHANTMENT;
    if (families & (1 << CT_FAM_PLANESWALKER)) types |= CT_TYPE_PLANESWALKER;
    if (families & (1 << CT_FAM_SPELL)) types |= CT_TYPE_INSTANT | CT_TYPE_SORCERY;
    if (families & (1 << CT_FAM_BATTLE)) types |= CT_TYPE_BATTLE;
    return types;
}
