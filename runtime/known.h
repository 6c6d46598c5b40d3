/* What the rules know by name: symbols of wellknown.def, the families of subtypes
 * (CR 205.3) and the keywords' bare names, looked up once for each set.
 *
 * Owned by the game handle; made by ct_game_reserve.
 */
#ifndef CT_KNOWN_H
#define CT_KNOWN_H

#include "runtime/state.h"

typedef enum ct_known_symbol {
#define KNOWN(name, text) CT_KNOWN_##name,
#include "runtime/wellknown.def"
#undef KNOWN
    CT_NKNOWN
} ct_known_symbol;

struct ct_wellknown {
    uint32_t symbol[CT_NKNOWN]; /* CT_NONE when the set has no such text */
    uint16_t *family;           /* by symbol: mask of 1 << CT_FAM_* */
    uint32_t *keyword;          /* by symbol: the keyword record of that bare name, CT_NONE */
    uint32_t *subtype;          /* all symbols that are subtypes, in the order of the list */
    uint32_t nsubtype, nsym;
};

struct ct_wellknown *ct_known_new(const ct_set *set);
void ct_known_free(const struct ct_wellknown *known);

#define CT_KNOWN(g, name) ((g)->known->symbol[CT_KNOWN_##name])
/* Mask of 1 << CT_FAM_* of a subtype; 0 for symbols that are none. */
static inline unsigned ct_families(const ct_game *g, uint32_t symbol)
{
    return symbol < g->known->nsym ? g->known->family[symbol] : 0;
}
/* Card types (CT_TYPE_* mask) that subtypes of these families belong to. */
uint32_t ct_family_types(unsigned families);

#endif
