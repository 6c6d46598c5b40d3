/* The tails of noun phrases: "with flying", "you control", "from your graveyard", "named Plains". */
#include "compiler/lower.h"

/* ---- zones --------------------------------------------------------------------------------------------- */

uint32_t ct_zone_of_noun(int32_t noun)
{
    switch (noun) {
    case CT_N_LIBRARY: return CT_ZM_LIBRARY;
    case CT_N_HAND: return CT_ZM_HAND;
    case CT_N_GRAVEYARD: return CT_ZM_GRAVEYARD;
    case CT_N_BATTLEFIELD: return CT_ZM_BATTLEFIELD;
    case CT_N_EXILE: return CT_ZM_EXILE;
    case CT_N_STACK: return CT_ZM_STACK;
    case CT_N_COMMAND_ZONE: return CT_ZM_COMMAND;
    default: return 0;
    }
}

/* The last word: what a noun phrase is about. */
const ct_node *ct_head_word(const ct_node *np)
{
    const ct_node *at = np;
    while (at) {
        switch (at->kind) {
        case CT_NP: at = at->kid[CT_NP_WORDS]; break;
        case CT_GROUP:
        case CT_AND:
        case CT_OR:
        case CT_AND_OR: at = at->nkids ? at->kid[at->nkids - 1] : NULL; break;
        default: return at;
        }
    }
    return NULL;
}

/* "target creature", "any target", "up to two targets" [CR 115.1, 115.4] */
bool ct_is_target(const ct_node *np)
{
    return ct_is(np, CT_NP) && ((np->flags & CT_F_TARGET) ||
                                (np->num != CT_DET_THE && ct_head_is(np, CT_N_TARGET) && ct_one_word(np)));
}

bool ct_head_is(const ct_node *np, int32_t noun)
{
    const ct_node *head = ct_head_word(np);
    return ct_is(head, CT_NOUN) && head->num == noun && !(head->flags & CT_F_NON);
}

/* A zone as a noun phrase ("your hand", "all graveyards", "hands and graveyards"): its mask, 0 if NP is none. */
uint32_t ct_zone_of_np(const ct_node *np)
{
    if (!np)
        return 0;
    if (np->kind == CT_PRONOUN && np->num == CT_PRONOUN_IT && ct_is(np->bind, CT_NP))
        return ct_zone_of_np(np->bind); /* "reveals their hand. You choose a card from it" */
    if (np->kind == CT_AND || np->kind == CT_OR || np->kind == CT_AND_OR) {
        uint32_t mask = 0;
        for (uint32_t i = 0; i < np->nkids; i++) {
            uint32_t one = ct_zone_of_np(np->kid[i]);
            if (!one)
                return 0;
            mask |= one;
        }
        return mask;
    }
    if (np->kind == CT_GROUP)
        return np->nkids == 1 ? ct_zone_of_np(np->kid[0]) : 0;
    if (np->kind == CT_NP)
        return ct_zone_of_np(np->kid[CT_NP_WORDS]);
    return np->kind == CT_NOUN ? ct_zone_of_noun(np->num) : 0;
}

static uint32_t explicit_zones(const ct_node *np);

/* "you own in exile", "that has an Adventure from your graveyard": the place is the thing's */
static uint32_t clause_zones(const ct_node *clause)
{
    uint32_t mask = 0;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_PP) &&
            (clause->kid[i]->num == CT_PREP_IN || clause->kid[i]->num == CT_PREP_FROM))
            mask |= ct_zone_of_np(clause->kid[i]->kid[CT_PP_OBJECT]);
    if (clause->num == CT_V_HAVE)
        mask |= explicit_zones(clause->kid[CT_CLAUSE_OBJECT]);
    return mask;
}

/* The mask that a tail "in/from [zone]" or the words themselves give; 0: none. */
static uint32_t explicit_zones(const ct_node *np)
{
    if (!ct_is(np, CT_NP))
        return 0;
    uint32_t mask = 0;
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        const ct_node *tail = np->kid[i];
        if (tail->kind == CT_WITH && ct_is(tail->kid[CT_WITH_OF], CT_NP) &&
            ct_is(tail->kid[CT_WITH_OF]->kid[CT_NP_WORDS], CT_COMPARISON))
            mask |= explicit_zones(tail->kid[CT_WITH_OF]);
        if (tail->kind == CT_RELATIVE && ct_is(tail->kid[0], CT_CLAUSE))
            mask |= clause_zones(tail->kid[0]);
        if (tail->kind == CT_PP && (tail->num == CT_PREP_IN || tail->num == CT_PREP_ON || tail->num == CT_PREP_FROM ||
                                    tail->num == CT_PREP_OF))
            mask |= ct_zone_of_np(tail->kid[CT_PP_OBJECT]);
    }
    return mask;
}

static uint32_t zones_of_classes(int classes)
{
    uint32_t zones = 0;
    if (classes & (CT_NC_PERMANENT | CT_NC_TOKEN))
        zones |= CT_ZM_BATTLEFIELD;
    if (classes & (CT_NC_SPELL | CT_NC_ABILITY))
        zones |= CT_ZM_STACK;
    if (classes & CT_NC_PLAYER)
        zones |= CT_ZM_PLAYERS;
    return zones;
}

/* The word of that kind and number among the words of NP, or NULL. */
ct_node *ct_word_of(const ct_node *np, int kind, int32_t num)
{
    const ct_node *words = np && np->kind == CT_NP ? np->kid[CT_NP_WORDS] : np;
    if (!words)
        return NULL;
    if (words->kind == kind && (words->num == num || num < 0))
        return (ct_node *)words;
    for (uint32_t i = 0; words->kind == CT_GROUP && i < words->nkids; i++)
        if (ct_is(words->kid[i], kind) && (words->kid[i]->num == num || num < 0))
            return words->kid[i];
    return NULL;
}

bool ct_low_has_state(const ct_node *np, int32_t state)
{
    const ct_node *word = ct_word_of(np, CT_STATE, state);
    return word && !(word->flags & CT_F_NON);
}

/* Also in "first instant or sorcery spell", where it stands with the first of two. */
ct_node *ct_ordinal_word(const ct_node *np)
{
    ct_node *words = np->kind == CT_NP ? np->kid[CT_NP_WORDS] : (ct_node *)np;
    for (int depth = 0; words && depth < 4; depth++) {
        if (words->kind == CT_ORDINAL)
            return words;
        if (words->kind != CT_GROUP && words->kind != CT_OR && words->kind != CT_AND)
            return NULL;
        words = words->nkids ? words->kid[0] : NULL;
    }
    return NULL;
}

/* "combat damage": 1; "noncombat damage": -1; "damage": 0 */
int ct_combat_word(const ct_node *np)
{
    const ct_node *word = ct_word_of(np, CT_NOUN, CT_N_COMBAT);
    return !word ? 0 : word->flags & CT_F_NON ? -1 : 1;
}

uint32_t ct_low_zones(struct ct_low *low, const ct_node *np)
{
    if (!np)
        return 0;
    if (np->kind == CT_AND || np->kind == CT_OR || np->kind == CT_AND_OR) {
        uint32_t mask = 0;
        for (uint32_t i = 0; i < np->nkids; i++)
            mask |= ct_low_zones(low, np->kid[i]);
        return mask;
    }
    uint32_t mask = explicit_zones(np);
    if (mask)
        return mask;
    if (np->kind == CT_NP && ct_low_has_state(np, CT_WSTATE_EXILED))
        return CT_ZM_EXILE;
    return zones_of_classes(ct_low_classes(low, np));
}

/* ---- classes -------------------------------------------------------------------------------------------- */

static const int noun_classes[] = {
    [CT_N_NONE] = 0,
#define ANY 0
#define CT_NOUN(ID, WORD, PLURAL, CLASSES) [CT_N_##ID] = CT_NC_##CLASSES,
#include "grammar/nouns.def"
#undef CT_NOUN
#undef ANY
};

static int word_classes(const ct_node *word)
{
    switch (word->kind) {
    case CT_NOUN:
        if (word->flags & CT_F_NON)
            return CT_NC_NONE;
        return noun_classes[word->num];
    case CT_TYPE:
        if (word->num == CT_WTYPE_INSTANT || word->num == CT_WTYPE_SORCERY)
            return CT_NC_CARD | CT_NC_SPELL;
        return CT_NC_PERMANENT;
    case CT_SUBTYPE: return CT_NC_PERMANENT;
    default: return CT_NC_NONE;
    }
}

/* The head decides: a "creature card" is a card, a "creature token" a token, a "creature" a permanent. */
int ct_low_classes(const struct ct_low *low, const ct_node *np)
{
    if (!np)
        return CT_NC_NONE;
    switch (np->kind) {
    case CT_AND:
    case CT_OR:
    case CT_AND_OR: {
        int classes = 0;
        for (uint32_t i = 0; i < np->nkids; i++)
            classes |= ct_low_classes(low, np->kid[i]);
        return classes;
    }
    case CT_NP: return ct_low_classes(low, np->kid[CT_NP_WORDS]);
    case CT_GROUP: return np->nkids ? ct_low_classes(low, np->kid[np->nkids - 1]) : 0;
    case CT_PRONOUN: return np->num == CT_PRONOUN_YOU ? CT_NC_PLAYER : CT_NC_NONE;
    case CT_SELF_NAME: return CT_NC_PERMANENT | CT_NC_CARD | CT_NC_SPELL;
    default: return word_classes(np);
    }
}

/* ---- with -------------------------------------------------------------------------------------------------- */

static bool test_keyword(struct ct_low *low, struct ct_fn *fn, ct_node *node, uint16_t it,
                         bool negate, int32_t no)
{
    ct_see(node);
    uint32_t keyword = node->nkids ? ct_low_keyword(low, node) : ct_keyword_base_of(low->c, node->num);
    if (keyword == CT_NONE)
        return ct_low_refuse(low, node, "no definition of this keyword ability is known");
    uint16_t has = ct_low_num(low);
    ct_op2(fn, CT_OP_HASKW, has, it, (int32_t)keyword);
    ct_low_unless(fn, has, negate, no);
    return true;
}

/* "a +1/+1 counter on it", "three or more lore counters on it", "no counters on it" */
static bool test_counters(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t it,
                          bool negate, int32_t no)
{
    ct_node *words = np->kid[CT_NP_WORDS];
    ct_node *quantity = np->kid[CT_NP_QUANTITY];
    ct_see(np);
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        if (!ct_is(np->kid[i], CT_PP) || np->kid[i]->num != CT_PREP_ON)
            return ct_low_refuse(low, np->kid[i], "this description of counters");
        ct_see_all(np->kid[i]); /* "on it": the candidate itself, as resolve.c has checked */
    }
    uint16_t count = ct_low_num(low);
    uint32_t symbol;
    if (!ct_low_counter_words(low, words, &symbol))
        return false;
    ct_op2(fn, CT_OP_CNTRS, count, it, (int32_t)symbol);
    if (quantity && !negate)
        return ct_low_test_number(low, fn, count, quantity, no);
    if (quantity)
        return ct_low_refuse(low, quantity, "this number of counters");
    ct_low_unless(fn, count, negate != (np->num == CT_DET_NO), no);
    return true;
}

static bool test_with(struct ct_low *low, struct ct_fn *fn, ct_node *of, uint16_t it, bool negate,
                      int32_t no);

static bool test_with_list(struct ct_low *low, struct ct_fn *fn, ct_node *of, uint16_t it,
                           bool negate, int32_t no)
{
    bool all = (of->kind == CT_AND) != negate; /* not (a or b): neither */
    int32_t yes = ct_label(fn);
    ct_see(of);
    for (uint32_t i = 0; i < of->nkids; i++) {
        bool last = i + 1 == of->nkids;
        int32_t next = all || last ? no : ct_label(fn);
        if (!test_with(low, fn, of->kid[i], it, negate, next))
            return false;
        if (!all && !last) {
            ct_op_imm(fn, CT_OP_JMP, yes);
            ct_place(fn, next);
        }
    }
    ct_place(fn, yes);
    return true;
}

static bool test_with_np(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t it,
                         bool negate, int32_t no)
{
    if (ct_is(np->kid[CT_NP_WORDS], CT_COMPARISON) && np->num == CT_DET_NONE && !negate) {
        /* "with mana value 3 or less from your graveyard": the place belongs to the card */
        ct_see(np);
        if (!ct_low_test_comparison(low, fn, np->kid[CT_NP_WORDS], it, no))
            return false;
        for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
            if (!ct_low_test_tail(low, fn, np->kid[i], it, no))
                return false;
        return true;
    }
    if (ct_head_is(np, CT_N_COUNTER))
        return test_counters(low, fn, np, it, negate, no);
    if (ct_head_is(np, CT_N_ADVENTURE)) {
        ct_see(np);
        ct_see_all(np->kid[CT_NP_WORDS]);
        ct_low_unless(fn, ct_low_getn(low, fn, it, CT_NP_HAS_ADVENTURE), negate, no);
        for (uint32_t i = CT_NP_REST; i < np->nkids; i++) /* "from your graveyard" */
            if (negate || !ct_low_test_tail(low, fn, np->kid[i], it, no))
                return negate ? ct_low_refuse(low, np->kid[i], "this description") : false;
        return true;
    }
    if (np->num == CT_DET_THE && ct_low_has_state(np, CT_WSTATE_CHOSEN) && ct_head_is(np, CT_N_NAME) &&
        np->nkids == CT_NP_REST) {
        uint16_t fits = ct_low_num(low);
        ct_see_all(np);
        ct_op3(fn, CT_OP_ISCHOSEN, fits, it, CT_CH_NAME, 0);
        ct_low_unless(fn, fits, negate, no);
        return true;
    }
    return ct_low_refuse(low, np, "this description");
}

static bool test_with(struct ct_low *low, struct ct_fn *fn, ct_node *of, uint16_t it, bool negate,
                      int32_t no)
{
    switch (of ? of->kind : CT_KIND_NONE) {
    case CT_KEYWORD:
    case CT_KEYWORD_NAME: return test_keyword(low, fn, of, it, negate, no);
    case CT_COMPARISON:
        return negate ? ct_low_refuse(low, of, "this description")
                      : ct_low_test_comparison(low, fn, of, it, no);
    case CT_AND:
    case CT_OR:
    case CT_AND_OR: return test_with_list(low, fn, of, it, negate, no);
    case CT_NP: return test_with_np(low, fn, of, it, negate, no);
    default: return ct_low_refuse(low, of, "this description");
    }
}

bool ct_low_test_with(struct ct_low *low, struct ct_fn *fn, ct_node *of, uint16_t it, int32_t no)
{
    return test_with(low, fn, of, it, false, no);
}

/* ---- comparisons: "power 4 or greater", "mana value X" --------------------------------------------------------- */

bool ct_stat_prop(const ct_node *np, ct_nprop *prop)
{
    const ct_node *head = ct_head_word(np);
    bool base = np->kind == CT_NP && ct_low_has_state(np, CT_WSTATE_BASE);
    if (!ct_is(head, CT_NOUN))
        return false;
    switch (head->num) {
    case CT_N_POWER: *prop = base ? CT_NP_BASE_POWER : CT_NP_POWER; return true;
    case CT_N_TOUGHNESS: *prop = base ? CT_NP_BASE_TOUGHNESS : CT_NP_TOUGHNESS; return true;
    case CT_N_MANA_VALUE: *prop = CT_NP_MANA_VALUE; return true;
    case CT_N_LOYALTY: *prop = CT_NP_LOYALTY; return true;
    case CT_N_DEFENSE: *prop = CT_NP_DEFENSE; return true;
    case CT_N_LIFE:
    case CT_N_LIFE_TOTAL: *prop = CT_NP_LIFE; return true;
    case CT_N_STARTING_LIFE_TOTAL: *prop = CT_NP_STARTING_LIFE; return true;
    case CT_N_LEVEL: *prop = CT_NP_LEVEL; return true;
    default: return false;
    }
}

/* "power and toughness ..." tests both, "power or toughness ..." either. */
/* "total power and toughness 5 or less" */
static bool test_sum(struct ct_low *low, struct ct_fn *fn, ct_node *left, ct_node *right, uint16_t it, int32_t no)
{
    ct_node *words = left->kid[CT_NP_WORDS];
    uint16_t sum = ct_low_const(low, fn, 0);
    ct_nprop prop;
    for (uint32_t i = 0; i < words->nkids; i++) {
        if (words->kind != CT_AND || !ct_stat_prop(words->kid[i], &prop) ||
            !(ct_one_word(words->kid[i]) || (!i && words->kid[i]->nkids == 2)))
            return ct_low_refuse(low, words, "this comparison");
        ct_op3(fn, CT_OP_ADD, sum, sum, ct_low_getn(low, fn, it, prop), 0);
    }
    ct_see_all(left);
    return ct_low_test_number(low, fn, sum, right, no);
}

bool ct_low_test_comparison(struct ct_low *low, struct ct_fn *fn, ct_node *node, uint16_t it,
                            int32_t no)
{
    ct_node *left = node->kid[CT_COMPARISON_LEFT];
    ct_node *right = node->kid[CT_COMPARISON_RIGHT];
    ct_nprop prop;
    ct_see(node);
    if (!left)
        return ct_low_refuse(low, node, "this comparison");
    if (left->kind == CT_NP && (ct_is(left->kid[CT_NP_WORDS], CT_OR) ||
                                ct_is(left->kid[CT_NP_WORDS], CT_AND))) {
        ct_node *words = left->kid[CT_NP_WORDS];
        bool any = words->kind == CT_OR;
        if (ct_word_of(words->kid[0], CT_STATE, CT_WSTATE_TOTAL))
            return test_sum(low, fn, left, right, it, no);
        int32_t yes = ct_label(fn);
        for (uint32_t i = 0; i < words->nkids; i++) {
            bool last = i + 1 == words->nkids;
            int32_t next = !any || last ? no : ct_label(fn);
            if (!ct_stat_prop(words->kid[i], &prop))
                return ct_low_refuse(low, words->kid[i], "this comparison");
            if (!ct_low_test_number(low, fn, ct_low_getn(low, fn, it, prop), right, next))
                return false;
            if (any && !last) {
                ct_op_imm(fn, CT_OP_JMP, yes);
                ct_place(fn, next);
            }
        }
        ct_place(fn, yes);
        ct_see_all(left);
        return true;
    }
    if (!ct_stat_prop(left, &prop))
        return ct_low_refuse(low, left, "this comparison");
    if (left->kind == CT_NP && (left->kid[CT_NP_POSSESSOR] || ct_low_has_state(left, CT_WSTATE_TOTAL)))
        return ct_low_refuse(low, left, "this comparison");
    ct_see_all(left);
    return ct_low_test_number(low, fn, ct_low_getn(low, fn, it, prop), right, no);
}

/* ---- prepositions ---------------------------------------------------------------------------------------------------- */

/* "in your hand", "from an opponent's graveyard", "in all graveyards": whose it is. */
bool ct_low_test_zone_owner(struct ct_low *low, struct ct_fn *fn, ct_node *zone, uint16_t it,
                            int32_t no)
{
    ct_see(zone);
    if (zone->kind != CT_NP) {
        ct_see_all(zone);
        return true;
    }
    ct_see_all(zone->kid[CT_NP_WORDS]);
    if (zone->kid[CT_NP_QUANTITY] || (zone->flags & CT_F_OTHER))
        return ct_low_refuse(low, zone, "this zone");
    /* what stands behind a zone is about what is in it: "in your hand that has an Adventure" */
    for (uint32_t i = CT_NP_REST; i < zone->nkids; i++)
        if (!ct_seen(zone->kid[i]) && !ct_low_test_tail(low, fn, zone->kid[i], it, no))
            return false;
    ct_node *whose = zone->kid[CT_NP_POSSESSOR];
    if (!whose)
        return true;
    uint16_t owner = ct_low_gete(low, fn, it, CT_EP_OWNER);
    return ct_low_test_player(low, fn, whose, owner, no);
}

static bool test_zone(struct ct_low *low, struct ct_fn *fn, ct_node *zone, uint16_t it, int32_t no)
{
    uint32_t mask = ct_zone_of_np(zone);
    if (low->ambient != mask) {
        int32_t yes = ct_label(fn);
        uint16_t where = ct_low_getn(low, fn, it, CT_NP_ZONE);
        for (int32_t z = 0; z < CT_NZONES; z++) {
            if (!(mask & 1u << z))
                continue;
            uint16_t is = ct_low_const(low, fn, z);
            ct_op3(fn, CT_OP_EQ, is, is, where, 0);
            ct_op1(fn, CT_OP_JNZ, is, yes);
        }
        ct_op_imm(fn, CT_OP_JMP, no);
        ct_place(fn, yes);
    }
    if (zone->kind == CT_PRONOUN) {
        ct_see(zone);
        zone = zone->bind;
    }
    if (ct_is(zone, CT_NP))
        return ct_low_test_zone_owner(low, fn, zone, it, no);
    ct_see_all(zone);
    return true;
}

/* "of the chosen type", "of that color" */
static bool test_of(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t it, int32_t no)
{
    if (ct_head_is(np, CT_N_CHOICE)) { /* "of their choice": who chooses is asked so */
        ct_see(np);
        ct_see_all(np->kid[CT_NP_POSSESSOR]);
        ct_see_all(np->kid[CT_NP_WORDS]);
        for (uint32_t i = CT_NP_REST; i < np->nkids; i++) /* "of their choice with flying" */
            if (!ct_low_test_tail(low, fn, np->kid[i], it, no))
                return false;
        return true;
    }
    const ct_node *head = ct_head_word(np);
    if (ct_is(head, CT_NOUN) && np->kind == CT_NP && ct_low_has_state(np, CT_WSTATE_CHOSEN)) {
        ct_choice_kind kind;
        const ct_node *of = np->bind; /* what was chosen says of which kind it is */
        if (of && of->kind == CT_CLAUSE)
            of = of->kid[CT_CLAUSE_OBJECT];
        if (!ct_low_choice_kind(low, of && of->kind == CT_NP ? of : np, &kind))
            return false;
        ct_see_all(np);
        uint16_t fits = ct_low_num(low);
        ct_op3(fn, CT_OP_ISCHOSEN, fits, it, kind, 0);
        ct_low_unless(fn, fits, false, no);
        return true;
    }
    return ct_low_refuse(low, np, "this description");
}

static bool test_pp(struct ct_low *low, struct ct_fn *fn, ct_node *pp, uint16_t it, int32_t no)
{
    ct_node *object = pp->kid[CT_PP_OBJECT];
    ct_see(pp);
    if (!object)
        return ct_low_refuse(low, pp, "this description");
    switch (pp->num) {
    case CT_PREP_IN:
    case CT_PREP_ON:
    case CT_PREP_FROM:
        if (ct_zone_of_np(object))
            return test_zone(low, fn, object, it, no);
        if (pp->num == CT_PREP_FROM && (ct_low_classes(low, object) & CT_NC_OBJECT)) {
            /* "abilities from red sources" */
            uint16_t source = ct_low_gete(low, fn, it, CT_EP_SOURCE);
            return ct_low_test_np(low, fn, object, source, no);
        }
        break;
    case CT_PREP_OF:
        if (ct_zone_of_np(object))
            return test_zone(low, fn, object, it, no);
        return test_of(low, fn, object, it, no);
    case CT_PREP_FROM_AMONG:
    case CT_PREP_AMONG: {
        ct_val val;
        if (!ct_low_operand(low, fn, object, CT_USE_READ, &val))
            return false;
        uint16_t has = ct_low_num(low);
        ct_op3(fn, CT_OP_HAS, has, ct_low_list(low, fn, val), it, 0);
        ct_low_unless(fn, has, false, no);
        return true;
    }
    case CT_PREP_OTHER_THAN: {
        int32_t isnt = ct_label(fn);
        if (!ct_low_test_np(low, fn, object, it, isnt))
            return false;
        ct_op_imm(fn, CT_OP_JMP, no);
        ct_place(fn, isnt);
        return true;
    }
    default: break;
    }
    return ct_low_refuse(low, pp, "this description");
}

bool ct_low_test_tail(struct ct_low *low, struct ct_fn *fn, ct_node *tail, uint16_t it, int32_t no)
{
    ct_see(tail);
    fn->span = tail->span;
    switch (tail->kind) {
    case CT_WITH:
        if (tail->slot == 1) /* a total, which the cost is paid up to */
            return true;
        return test_with(low, fn, tail->kid[CT_WITH_OF], it, tail->flags & CT_F_NON, no);
    case CT_COMPARISON: return ct_low_test_comparison(low, fn, tail, it, no);
    case CT_NAMED: {
        uint16_t named = ct_low_symbol_const(low, fn, ct_low_name(low, tail));
        ct_op3(fn, CT_OP_ISNAMED, named, it, named, 0);
        ct_low_unless(fn, named, tail->flags & CT_F_NON, no);
        return true;
    }
    case CT_RELATIVE:
    case CT_PARTICIPLE: {
        ct_val outer = low->gap;
        bool player = low->gap_is_player;
        low->gap = (ct_val){CT_T_ENT, it};
        low->gap_is_player = low->ambient == CT_ZM_PLAYERS;
        bool ok = ct_low_test(low, fn, tail->kid[0], no);
        low->gap_is_player = player;
        low->gap = outer;
        return ok;
    }
    case CT_PP: return test_pp(low, fn, tail, it, no);
    case CT_AND:
    case CT_OR: return ct_low_test_tails(low, fn, tail, it, no);
    default: return ct_low_refuse(low, tail, "this description");
    }
}

/* Coordinated tails: "with flying or reach", "on the battlefield and in your hand". */
bool ct_low_test_tails(struct ct_low *low, struct ct_fn *fn, ct_node *list, uint16_t it, int32_t no)
{
    int32_t yes = ct_label(fn);
    for (uint32_t i = 0; i < list->nkids; i++) {
        bool last = i + 1 == list->nkids, all = list->kind == CT_AND;
        int32_t next = all || last ? no : ct_label(fn);
        if (!ct_low_test_tail(low, fn, list->kid[i], it, next))
            return false;
        if (!all && !last) {
            ct_op_imm(fn, CT_OP_JMP, yes);
            ct_place(fn, next);
        }
    }
    ct_place(fn, yes);
    return true;
}
