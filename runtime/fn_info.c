/* What the functions of a set look at: read from their code once and kept.
 * Decides when a cached characteristic is still good, which effects can depend on
 * each other (CR 613.8a), and which triggers look back (CR 603.10a). */
#include "runtime/layers.h"

static uint32_t of_property(unsigned p)
{
    switch (p) {
    case CT_NP_POWER:
    case CT_NP_TOUGHNESS:
    case CT_NP_BASE_POWER:
    case CT_NP_BASE_TOUGHNESS:
        return CT_READS_PT;
    case CT_NP_COLORS:
        return CT_READS_COLOR;
    case CT_NP_TYPES:
    case CT_NP_SUPERS:
    case CT_NP_IS_PERMANENT_CARD:
        return CT_READS_TYPE;
    case CT_NP_NAME:
        return CT_READS_TEXT;
    case CT_NP_ENCHANTED:
    case CT_NP_EQUIPPED:
        return CT_READS_TYPE;
    case CT_NP_MODIFIED:
        return CT_READS_TYPE | CT_READS_CONTROL;
    case CT_NP_MANA_VALUE:
    case CT_NP_IS_PLAYER:
    case CT_NP_IS_CARD:
    case CT_NP_IS_TOKEN:
    case CT_NP_IS_COPY:
    case CT_NP_IS_SPELL:
    case CT_NP_IS_ABILITY:
    case CT_NP_HAS_ADVENTURE:
    case CT_NP_CAST_AS_ADVENTURE:
    case CT_NP_WAS_CAST:
    case CT_NP_CAST_FROM:
    case CT_NP_X:
    case CT_NP_FACE_DOWN:
    case CT_NP_LOYALTY:
    case CT_NP_DEFENSE:
        return 0;
    default:
        return CT_READS_STATE;
    }
}

static uint32_t of_insn(ct_game *g, uint32_t ability, const ct_insn *i)
{
    const uint32_t here = CT_ZM_BATTLEFIELD | CT_ZM_STACK;
    switch (i->op) {
    case CT_OP_GETN:
        return of_property(i->c);
    case CT_OP_GETE:
        return i->c == CT_EP_CONTROLLER                           ? CT_READS_CONTROL
               : i->c == CT_EP_OWNER || i->c == CT_EP_ATTACHED_TO ? 0
                                                                  : CT_READS_STATE;
    case CT_OP_HASKW:
        return CT_READS_ABILITY;
    case CT_OP_HASSUB:
    case CT_OP_HASSUBV:
        return CT_READS_TYPE;
    case CT_OP_ISNAMED:
        return CT_READS_TEXT;
    case CT_OP_CANTARG:
        return CT_READS_TYPE;
    case CT_OP_SHARES:
        return CT_READS_TYPE | CT_READS_COLOR | CT_READS_TEXT;
    case CT_OP_COUNT:
    case CT_OP_COLLECT:
        return ct_fn_info(g, ability, i->c) | (i->b & ~here ? CT_READS_STATE : 0);
    case CT_OP_CALLN:
        return ct_fn_info(g, ability, i->b);
    case CT_OP_PLAYERS:
        return ct_fn_info(g, ability, i->b) | CT_READS_STATE;
    case CT_OP_FILTER:
    case CT_OP_SUM:
    case CT_OP_LARGEST:
    case CT_OP_SMALLEST:
    case CT_OP_UNIONOF:
        return ct_fn_info(g, ability, i->c);
    case CT_OP_HISTORY:
    case CT_OP_HISTSUM:
    case CT_OP_HISTOBJ:
    case CT_OP_TOPCARDS:
    case CT_OP_TARGETS:
        return CT_READS_STATE;
    case CT_OP_DEVOTION:
        return CT_READS_COLOR | CT_READS_CONTROL;
    case CT_OP_EVN:
        return i->b == CT_EVN_FROM ? CT_READS_FROM : 0;
    case CT_OP_L_LOSEALL:
    case CT_OP_L_DELKW:
    case CT_OP_L_CANTKW:
    case CT_OP_L_SETSUB:
    case CT_OP_L_COPY:
        return CT_REMOVES_ABILITIES;
    default:
        return 0;
    }
}

uint32_t ct_fn_info(ct_game *g, uint32_t ability, uint32_t fn)
{
    const ct_set *set = g->set;
    if (fn == CT_NONE || fn == CT_NO_FN || ability >= set->nability ||
        fn >= set->ability[ability].nfns)
        return 0;
    uint32_t index = set->ability[ability].fn0 + fn;
    uint32_t *info = &g->layers->fn_info[index];
    if (*info & CT_FN_KNOWN) return *info & ~CT_FN_KNOWN;
    *info = CT_FN_KNOWN; /* a function that calls itself adds nothing by that */
    uint32_t found = 0;
    const ct_rec_fn *f = &set->fn[index];
    for (uint32_t k = 0; k < f->ncode; k++)
        found |= of_insn(g, ability, &set->code[f->code0 + k]);
    *info = found | CT_FN_KNOWN;
    return found;
}
