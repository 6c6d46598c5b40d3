#include "runtime/records.h"

#include <string.h>

static const ct_field field_table[] = {
#define FIELD(section, member, kind, arg)                                                          \
    {#member, CT_SEC_##section, CT_F_##kind, offsetof(ct_rec_##section, member) / 4, arg},
#include "runtime/records.def"
#undef FIELD
};
#define NFIELDS (sizeof field_table / sizeof field_table[0])

/* Every word of every record is a field: the sizes agree. */
_Static_assert(NFIELDS * 4 == sizeof(ct_rec_sym) + sizeof(ct_rec_card) + sizeof(ct_rec_face) +
                                  sizeof(ct_rec_ability) + sizeof(ct_rec_fn) +
                                  sizeof(ct_rec_target) + sizeof(ct_rec_mode) +
                                  sizeof(ct_rec_trigger) + sizeof(ct_rec_effect) +
                                  sizeof(ct_rec_part) + sizeof(ct_rec_cost) + sizeof(ct_rec_mana) +
                                  sizeof(ct_rec_keyword) + sizeof(ct_rec_action),
               "records.def misses a member of a record");

const ct_field *ct_fields(ct_section section, unsigned *n)
{
    /* the rows of a section stand together, one a word of its record */
    unsigned first = 0;
    while (first < NFIELDS && field_table[first].section != section)
        first += ct_record_words(field_table[first].section);
    *n = first < NFIELDS ? ct_record_words(section) : 0;
    return field_table + (*n ? first : 0);
}

const char *ct_section_name(ct_section section)
{
    static const char *const name[] = {
#define S(name, type) #name,
        CT_SECTIONS(S)
#undef S
    };
    return name[section];
}

const ct_w *ct_section_words(const ct_set *set, ct_section section)
{
    switch (section) {
#define S(name, type)                                                                              \
    case CT_SEC_##name:                                                                            \
        return (const ct_w *)(const void *)set->name;
        CT_SECTIONS(S)
#undef S
    case CT_NSECTIONS:
        break;
    }
    return NULL;
}

uint32_t ct_section_count(const ct_set *set, ct_section section)
{
    switch (section) {
#define S(name, type)                                                                              \
    case CT_SEC_##name:                                                                            \
        return set->n##name;
        CT_SECTIONS(S)
#undef S
    case CT_NSECTIONS:
        break;
    }
    return 0;
}

unsigned ct_record_words(ct_section section)
{
    static const unsigned words[] = {
#define S(name, type) sizeof(type) / 4,
        CT_SECTIONS(S)
#undef S
    };
    return words[section];
}

/* ---- instructions -------------------------------------------------------------------------- */
/* An operand string is letters, a slash and the letter of imm. */
const ct_op_info ct_ops[CT_OP_COUNT_] = {
#define OP(name, operands, flags, text)                                                            \
    {#name, operands, operands[sizeof operands - 2], flags, sizeof operands - 3, text},
#include "runtime/ops.def"
#undef OP
};

/* No instruction has more operands than fit into it. */
#define OP(name, operands, flags, text)                                                            \
    _Static_assert(sizeof operands - 3 <= 5, #name " has too many operands");
#include "runtime/ops.def"
#undef OP

static const ct_op_limit constant_limits[] = {
    {CT_OP_SHARES, 3, CT_NSHARES},
    {CT_OP_ISCHOSEN, 2, CT_NCHOICES},
    {CT_OP_CHOSEN, 1, CT_NCHOICES},
    {CT_OP_REMEMBER, 0, CT_NCHOICES},
    {CT_OP_LINKED, 1, CT_NLINKS},
    {CT_OP_LINK, 0, CT_NLINKS},
    {CT_OP_EVN, 1, CT_EVN_COUNT + 1},
    {CT_OP_EVSETN, 0, CT_EVN_COUNT}, /* the size of the batch is not an event's to change */
    {CT_OP_EVE, 1, CT_EVE_OTHER + 1},
    {CT_OP_EVSETE, 0, CT_EVE_OTHER + 1},
    {CT_OP_PAY, 2, 2},
    {CT_OP_PICKTYPE, 2, CT_NFAMILIES},
    {CT_OP_MOVETO, 2, CT_NZONES},
    {CT_OP_CREATE, 4, CT_CREATE_FLAGS},
    {CT_OP_COPYTOKEN, 4, CT_CREATE_FLAGS},
    {CT_OP_APPLY, 1, CT_NDURATIONS},
    {CT_OP_APPLYALL, 0, CT_NDURATIONS},
    {CT_OP_DELAY, 0, CT_NDURATIONS},
    {CT_OP_EXTRASTEP, 0, CT_SKIP_COMBAT + 1},
    {CT_OP_SKIP, 1, CT_SKIP_COMBAT + 1},
    {CT_OP_TURNFACE, 1, CT_TURN_FLIP + 1},
    {CT_OP_EXCHANGE, 3, 2},
    {CT_OP_L_SETPT, 2, 4},
    {CT_OP_L_CDAPT, 2, 4},
    {CT_OP_L_ADDTYPE, 0, 1u << CT_NTYPES},
    {CT_OP_L_SETTYPE, 0, 1u << CT_NTYPES},
    {CT_OP_L_DELTYPE, 0, 1u << CT_NTYPES},
    {CT_OP_L_ADDSUPER, 0, 1u << CT_NSUPERS},
    {CT_OP_L_DELSUPER, 0, 1u << CT_NSUPERS},
    {CT_OP_L_SETSUB, 0, CT_NFAMILIES},
    {CT_OP_L_ALLSUB, 0, CT_NFAMILIES},
};

uint32_t ct_constant_limit(ct_op op, unsigned operand)
{
    for (size_t i = 0; i < sizeof constant_limits / sizeof constant_limits[0]; i++)
        if (constant_limits[i].op == op && constant_limits[i].operand == operand)
            return constant_limits[i].limit;
    return 0x10000;
}

ct_layer ct_op_layer(ct_op op)
{
    switch (op) {
    case CT_OP_L_COPY:
        return CT_LAYER_COPY;
    case CT_OP_L_CONTROL:
        return CT_LAYER_CONTROL;
    case CT_OP_L_NAME:
        return CT_LAYER_TEXT;
    case CT_OP_L_SETCOLOR:
    case CT_OP_L_ADDCOLOR:
        return CT_LAYER_COLOR;
    case CT_OP_L_ADDKW:
    case CT_OP_L_DELKW:
    case CT_OP_L_CANTKW:
    case CT_OP_L_ADDABIL:
    case CT_OP_L_LOSEALL:
        return CT_LAYER_ABILITY;
    case CT_OP_L_CDAPT:
        return CT_LAYER_CDA_PT;
    case CT_OP_L_SETPT:
        return CT_LAYER_SET_PT;
    case CT_OP_L_ADDPT:
        return CT_LAYER_MOD_PT;
    case CT_OP_L_SWITCH:
        return CT_LAYER_SWITCH_PT;
    default:
        return CT_LAYER_TYPE;
    }
}

/* ---- words --------------------------------------------------------------------------------- */
#define WORDS(array) ((ct_words){array, sizeof array / sizeof array[0]})

ct_words ct_kind_words(ct_field_kind kind)
{
    static const char *const layouts[] = {
#define LAYOUT(name, word) word,
#include "runtime/kinds.def"
#undef LAYOUT
    };
    static const char *const abilities[] = {
#define ABILITY(name, word) word,
#include "runtime/kinds.def"
#undef ABILITY
    };
    static const char *const effects[] = {
#define EFFECT(name, word) word,
#include "runtime/kinds.def"
#undef EFFECT
    };
    static const char *const layers[] = {
#define LAYER_ROW(name, word) word,
#include "runtime/kinds.def"
#undef LAYER_ROW
    };
    static const char *const costs[] = {
#define COST(name, word) word,
#include "runtime/kinds.def"
#undef COST
    };
    static const char *const events[] = {
#define EVENT(name, obj, player, source, amount, when) #name,
#include "runtime/events.def"
#undef EVENT
    };
    static const char *const keywords[] = {
#define KW(name, word, rule) word,
#include "runtime/keywords_builtin.def"
#undef KW
    };
    switch (kind) {
    case CT_F_LAYOUT:
        return WORDS(layouts);
    case CT_F_ABILITY:
        return WORDS(abilities);
    case CT_F_EFFECT:
        return WORDS(effects);
    case CT_F_LAYER_ROW:
        return WORDS(layers);
    case CT_F_COST:
        return WORDS(costs);
    case CT_F_EVENT:
        return WORDS(events);
    case CT_F_KW:
        return WORDS(keywords);
    default:
        return (ct_words){NULL, 0};
    }
}

ct_words ct_zone_words(void)
{
    static const char *const words[] = {
#define ZONE(name, word, hidden) word,
#include "runtime/types.def"
#undef ZONE
    };
    return WORDS(words);
}

ct_words ct_type_words(void)
{
    static const char *const words[] = {
#define TYPE(name, word, plural, permanent) word,
#include "runtime/types.def"
#undef TYPE
    };
    return WORDS(words);
}

ct_words ct_super_words(void)
{
    static const char *const words[] = {
#define SUPER(name, word) word,
#include "runtime/types.def"
#undef SUPER
    };
    return WORDS(words);
}

ct_words ct_rule_words(void)
{
    static const char *const words[] = {
#define RULE(name, affects, object, amount) #name,
#include "runtime/rules.def"
#undef RULE
    };
    return WORDS(words);
}

ct_words ct_nprop_words(void)
{
    static const char *const words[] = {
#define NPROP(name, text) #name,
#define EPROP(name, text)
#include "runtime/props.def"
#undef NPROP
#undef EPROP
    };
    return WORDS(words);
}

ct_words ct_eprop_words(void)
{
    static const char *const words[] = {
#define NPROP(name, text)
#define EPROP(name, text) #name,
#include "runtime/props.def"
#undef NPROP
#undef EPROP
    };
    return WORDS(words);
}

ct_words ct_result_words(void)
{
    static const char *const words[CT_NRESULTS] = {"effect", "number", "entity", "list", "layer"};
    return WORDS(words);
}

ct_words ct_fixed_slot_words(void)
{
    static const char *const words[CT_S_FIRST] = {"this",     "you",   "it",    "x",     "evobj",
                                                  "evplayer", "evsrc", "evnum", "bearer"};
    return WORDS(words);
}

uint32_t ct_find_word(ct_words words, const char *text, size_t len)
{
    for (uint32_t i = 0; i < words.count; i++)
        if (strlen(words.word[i]) == len && memcmp(words.word[i], text, len) == 0) return i;
    return CT_NONE;
}
