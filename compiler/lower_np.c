/* Noun phrases as predicates: what an object or a player must be to be meant by their words. */
#include "compiler/lower.h"

/* ---- words ------------------------------------------------------------------------------------------- */

/* Goes on at NO unless property PROP of IT has one of the bits of MASK. */
static void test_mask(struct ct_low *low, struct ct_fn *fn, uint16_t it, ct_nprop prop,
                      int32_t mask, bool negate, int32_t no)
{
    uint16_t value = ct_low_getn(low, fn, it, prop);
    uint16_t bits = ct_low_const(low, fn, mask);
    ct_op3(fn, CT_OP_BAND, value, value, bits, 0);
    ct_low_unless(fn, value, negate, no);
}

static void test_prop(struct ct_low *low, struct ct_fn *fn, uint16_t it, ct_nprop prop,
                      bool negate, int32_t no)
{
    ct_low_unless(fn, ct_low_getn(low, fn, it, prop), negate, no);
}

uint32_t ct_type_mask(int32_t word)
{
    switch (word) {
    case CT_WTYPE_ARTIFACT: return CT_TYPE_ARTIFACT;
    case CT_WTYPE_BATTLE: return CT_TYPE_BATTLE;
    case CT_WTYPE_CREATURE: return CT_TYPE_CREATURE;
    case CT_WTYPE_ENCHANTMENT: return CT_TYPE_ENCHANTMENT;
    case CT_WTYPE_INSTANT: return CT_TYPE_INSTANT;
    case CT_WTYPE_KINDRED: return CT_TYPE_KINDRED;
    case CT_WTYPE_LAND: return CT_TYPE_LAND;
    case CT_WTYPE_PLANESWALKER: return CT_TYPE_PLANESWALKER;
    case CT_WTYPE_SORCERY: return CT_TYPE_SORCERY;
    default: return 0;
    }
}

uint32_t ct_supertype_mask(int32_t word)
{
    switch (word) {
    case CT_WSUPER_BASIC: return CT_SUPER_BASIC;
    case CT_WSUPER_LEGENDARY: return CT_SUPER_LEGENDARY;
    case CT_WSUPER_SNOW: return CT_SUPER_SNOW;
    case CT_WSUPER_WORLD: return CT_SUPER_WORLD;
    default: return 0;
    }
}

uint32_t ct_color_mask(int32_t word)
{
    switch (word) {
    case CT_WCOLOR_WHITE: return CT_WHITE;
    case CT_WCOLOR_BLUE: return CT_BLUE;
    case CT_WCOLOR_BLACK: return CT_BLACK;
    case CT_WCOLOR_RED: return CT_RED;
    case CT_WCOLOR_GREEN: return CT_GREEN;
    default: return 0;
    }
}

static bool test_color(struct ct_low *low, struct ct_fn *fn, const ct_node *word, uint16_t it,
                       bool negate, int32_t no)
{
    uint32_t mask = ct_color_mask(word->num);
    if (mask) {
        test_mask(low, fn, it, CT_NP_COLORS, (int32_t)mask, negate, no);
        return true;
    }
    uint16_t count = ct_low_getn(low, fn, it, CT_NP_COLORS);
    ct_op2(fn, CT_OP_POPCNT, count, count, 0);
    uint16_t one = ct_low_const(low, fn, 1);
    uint16_t is = ct_low_num(low);
    switch (word->num) {
    case CT_WCOLOR_COLORLESS: ct_op2(fn, CT_OP_NOT, is, count, 0); break;
    case CT_WCOLOR_COLORED: ct_op3(fn, CT_OP_LE, is, one, count, 0); break;
    case CT_WCOLOR_MONOCOLORED: ct_op3(fn, CT_OP_EQ, is, one, count, 0); break;
    case CT_WCOLOR_MULTICOLORED: ct_op3(fn, CT_OP_LT, is, one, count, 0); break;
    default: return ct_low_refuse(low, word, "this color word");
    }
    ct_low_unless(fn, is, negate, no);
    return true;
}

static const struct {
    int32_t state;
    ct_nprop prop;
    bool negate;
} state_props[] = {
    {CT_WSTATE_TAPPED, CT_NP_TAPPED, false},
    {CT_WSTATE_UNTAPPED, CT_NP_TAPPED, true},
    {CT_WSTATE_ATTACKING, CT_NP_ATTACKING, false},
    {CT_WSTATE_BLOCKING, CT_NP_BLOCKING, false},
    {CT_WSTATE_BLOCKED, CT_NP_BLOCKED, false},
    {CT_WSTATE_UNBLOCKED, CT_NP_UNBLOCKED, false},
    {CT_WSTATE_ENCHANTED, CT_NP_ENCHANTED, false},
    {CT_WSTATE_EQUIPPED, CT_NP_EQUIPPED, false},
    {CT_WSTATE_MODIFIED, CT_NP_MODIFIED, false},
    {CT_WSTATE_FACE_DOWN, CT_NP_FACE_DOWN, false},
    {CT_WSTATE_FACE_UP, CT_NP_FACE_DOWN, true},
    {CT_WSTATE_TRANSFORMED, CT_NP_TRANSFORMED, false},
    {CT_WSTATE_RENOWNED, CT_NP_RENOWNED, false},
};

static bool test_paid(struct ct_low *low, struct ct_fn *fn, const char *keyword, uint16_t it,
                      bool negate, int32_t no, const ct_node *word)
{
    uint32_t index = ct_keyword_base(low->c, keyword);
    if (index == CT_NONE)
        return ct_low_refuse(low, word, "no keyword ability of this name is defined");
    uint16_t paid = ct_low_num(low);
    ct_op2(fn, CT_OP_PAID, paid, it, (int32_t)index);
    ct_low_unless(fn, paid, negate, no);
    return true;
}

/* "historic": legendary, artifact or Saga [CR 700.6]; "outlaw" [CR 700.12]. */
static bool test_family(struct ct_low *low, struct ct_fn *fn, const ct_node *word, uint16_t it,
                        bool negate, int32_t no)
{
    static const char *const outlaws[] = {"Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"};
    int32_t yes = ct_label(fn), end = ct_label(fn);
    int32_t hit = negate ? no : yes;
    if (word->num == CT_WSTATE_HISTORIC) {
        test_mask(low, fn, it, CT_NP_SUPERS, CT_SUPER_LEGENDARY, true, hit);
        test_mask(low, fn, it, CT_NP_TYPES, CT_TYPE_ARTIFACT, true, hit);
        uint16_t saga = ct_low_num(low);
        ct_op2(fn, CT_OP_HASSUB, saga, it, (int32_t)ct_low_word(low, "Saga"));
        ct_low_unless(fn, saga, true, hit);
    } else {
        for (size_t i = 0; i < sizeof outlaws / sizeof *outlaws; i++) {
            uint16_t has = ct_low_num(low);
            ct_op2(fn, CT_OP_HASSUB, has, it, (int32_t)ct_low_word(low, outlaws[i]));
            ct_low_unless(fn, has, true, hit);
        }
    }
    ct_op_imm(fn, CT_OP_JMP, negate ? end : no);
    ct_place(fn, yes);
    ct_place(fn, end);
    return true;
}

static bool test_state(struct ct_low *low, struct ct_fn *fn, const ct_node *word, uint16_t it,
                       bool negate, int32_t no)
{
    for (size_t i = 0; i < sizeof state_props / sizeof *state_props; i++)
        if (state_props[i].state == word->num) {
            test_prop(low, fn, it, state_props[i].prop, negate != state_props[i].negate, no);
            return true;
        }
    switch (word->num) {
    case CT_WSTATE_HISTORIC:
    case CT_WSTATE_OUTLAW: return test_family(low, fn, word, it, negate, no);
    case CT_WSTATE_KICKED: return test_paid(low, fn, "kicker", it, negate, no, word);
    case CT_WSTATE_BARGAINED: return test_paid(low, fn, "bargain", it, negate, no, word);
    case CT_WSTATE_ACTIVATED:
    case CT_WSTATE_TRIGGERED: {
        uint16_t kind = ct_low_getn(low, fn, it, CT_NP_IS_ABILITY);
        uint16_t want = ct_low_const(low, fn, word->num == CT_WSTATE_ACTIVATED ? 1 : 2);
        uint16_t is = ct_low_num(low);
        ct_op3(fn, CT_OP_EQ, is, kind, want, 0);
        ct_low_unless(fn, is, negate, no);
        return true;
    }
    case CT_WSTATE_EXILED: {
        if (low->ambient == CT_ZM_EXILE && !negate)
            return true;
        uint16_t zone = ct_low_getn(low, fn, it, CT_NP_ZONE);
        uint16_t is = ct_low_const(low, fn, CT_ZONE_EXILE);
        ct_op3(fn, CT_OP_EQ, is, is, zone, 0);
        ct_low_unless(fn, is, negate, no);
        return true;
    }
    default: break;
    }
    return ct_low_refuse(low, word, "this state");
}

/* Objects outside these zones can be something else than cards, or are no permanents. */
enum { CARD_ZONES = CT_ZM_LIBRARY | CT_ZM_HAND | CT_ZM_GRAVEYARD };

static bool test_noun(struct ct_low *low, struct ct_fn *fn, const ct_node *word, uint16_t it,
                      bool negate, int32_t no)
{
    switch (word->num) {
    case CT_N_CARD:
        if (negate || !low->ambient || (low->ambient & ~(uint32_t)CARD_ZONES))
            test_prop(low, fn, it, CT_NP_IS_CARD, negate, no);
        return true;
    case CT_N_PERMANENT:
        if (low->ambient == CT_ZM_BATTLEFIELD && !negate)
            return true;
        test_mask(low, fn, it, CT_NP_TYPES, CT_TYPES_PERMANENT, negate, no);
        return true;
    case CT_N_SPELL: /* "a spell from your hand" is a card there */
        test_prop(low, fn, it,
                  low->ambient && !(low->ambient & CT_ZM_STACK) ? CT_NP_IS_CARD : CT_NP_IS_SPELL,
                  negate, no);
        return true;
    case CT_N_TOKEN: test_prop(low, fn, it, CT_NP_IS_TOKEN, negate, no); return true;
    case CT_N_COPY: test_prop(low, fn, it, CT_NP_IS_COPY, negate, no); return true;
    case CT_N_ABILITY: test_prop(low, fn, it, CT_NP_IS_ABILITY, negate, no); return true;
    case CT_N_ATTACKER: test_prop(low, fn, it, CT_NP_ATTACKING, negate, no); return true;
    case CT_N_BLOCKER: test_prop(low, fn, it, CT_NP_BLOCKING, negate, no); return true;
    case CT_N_PLAYER:
        if (low->ambient != CT_ZM_PLAYERS || negate)
            test_prop(low, fn, it, CT_NP_IS_PLAYER, negate, no);
        return true;
    case CT_N_OPPONENT: {
        if (negate)
            break;
        test_prop(low, fn, it, CT_NP_IS_PLAYER, false, no);
        uint16_t same = ct_low_num(low);
        ct_op3(fn, CT_OP_SAME, same, it, low->you, 0);
        ct_low_unless(fn, same, true, no);
        return true;
    }
    case CT_N_SOURCE:
    case CT_N_OBJECT: return !negate || ct_low_refuse(low, word, "this word");
    default: break;
    }
    return ct_low_refuse(low, word, "this noun as a description");
}

static bool test_word(struct ct_low *low, struct ct_fn *fn, ct_node *word, uint16_t it, int32_t no)
{
    bool negate = word->flags & CT_F_NON;
    ct_see(word);
    fn->span = word->span;
    switch (word->kind) {
    case CT_TYPE: {
        uint32_t mask = ct_type_mask(word->num);
        if (!mask)
            return ct_low_refuse(low, word, "this card type");
        test_mask(low, fn, it, CT_NP_TYPES, (int32_t)mask, negate, no);
        return true;
    }
    case CT_SUPERTYPE: {
        uint32_t mask = ct_supertype_mask(word->num);
        if (!mask)
            return ct_low_refuse(low, word, "this supertype");
        test_mask(low, fn, it, CT_NP_SUPERS, (int32_t)mask, negate, no);
        return true;
    }
    case CT_SUBTYPE: {
        uint16_t has = ct_low_num(low);
        ct_op2(fn, CT_OP_HASSUB, has, it, (int32_t)ct_low_subtype(low, word->num));
        ct_low_unless(fn, has, negate, no);
        return true;
    }
    case CT_COLOR: return test_color(low, fn, word, it, negate, no);
    case CT_STATE: return test_state(low, fn, word, it, negate, no);
    case CT_NOUN: return test_noun(low, fn, word, it, negate, no);
    case CT_KEYWORD_NAME: {
        uint32_t keyword = ct_keyword_base_of(low->c, word->num);
        if (keyword == CT_NONE)
            return ct_low_refuse(low, word, "this keyword ability");
        uint16_t has = ct_low_num(low);
        ct_op2(fn, CT_OP_HASKW, has, it, (int32_t)keyword);
        ct_low_unless(fn, has, negate, no);
        return true;
    }
    case CT_PT: {
        /* "a 1/1 creature": its power and toughness are these numbers */
        uint16_t power = ct_low_getn(low, fn, it, CT_NP_POWER);
        uint16_t toughness = ct_low_getn(low, fn, it, CT_NP_TOUGHNESS);
        return ct_low_test_number(low, fn, power, word->kid[CT_PT_POWER], no) &&
               ct_low_test_number(low, fn, toughness, word->kid[CT_PT_TOUGHNESS], no);
    }
    case CT_ORDINAL: /* counted by lower_event.c */
        return low->ordinal || ct_low_refuse(low, word, "which one of several");
    case CT_PARAMETER: return ct_low_test_quality(low, fn, word, it, no);
    default: return ct_low_refuse(low, word, "this word");
    }
}

/* "white and blue", "noncreature, nonland": all of them; "creatures and planeswalkers": any; "is an artifact and a
 * creature": both. */
static bool all_of(const struct ct_low *low, const ct_node *list)
{
    if (list->kind != CT_AND || low->both)
        return list->kind == CT_AND;
    for (uint32_t i = 0; i < list->nkids; i++) {
        const ct_node *kid = list->kid[i];
        if (kid->kind == CT_GROUP && kid->nkids == 1)
            kid = kid->kid[0];
        if (kid->kind != CT_COLOR && !(kid->flags & CT_F_NON))
            return false;
    }
    return true;
}

static bool test_any(struct ct_low *low, struct ct_fn *fn, ct_node *list, uint16_t it, int32_t no,
                     bool (*test)(struct ct_low *, struct ct_fn *, ct_node *, uint16_t, int32_t))
{
    int32_t yes = ct_label(fn);
    for (uint32_t i = 0; i < list->nkids; i++) {
        bool last = i + 1 == list->nkids;
        int32_t next = last ? no : ct_label(fn);
        if (!test(low, fn, list->kid[i], it, next))
            return false;
        if (!last) {
            ct_op_imm(fn, CT_OP_JMP, yes);
            ct_place(fn, next);
        }
    }
    ct_place(fn, yes);
    return true;
}

bool ct_low_test_words(struct ct_low *low, struct ct_fn *fn, ct_node *words, uint16_t it,
                       int32_t no)
{
    if (!words)
        return true;
    ct_see(words);
    switch (words->kind) {
    case CT_GROUP:
        for (uint32_t i = 0; i < words->nkids; i++)
            if (!ct_low_test_words(low, fn, words->kid[i], it, no))
                return false;
        return true;
    case CT_AND:
    case CT_OR:
    case CT_AND_OR:
        if (!all_of(low, words))
            return test_any(low, fn, words, it, no, ct_low_test_words);
        for (uint32_t i = 0; i < words->nkids; i++)
            if (!ct_low_test_words(low, fn, words->kid[i], it, no))
                return false;
        return true;
    case CT_NP: return ct_low_test_np(low, fn, words, it, no);
    default: return test_word(low, fn, words, it, no);
    }
}

/* ---- the whole noun phrase ------------------------------------------------------------------------------- */

/* Goes on at NO if IT is the source (of "other") or one of the earlier mentions of its clause. */
void ct_low_test_other(struct ct_low *low, struct ct_fn *fn, uint16_t it, int32_t no)
{
    uint16_t same = ct_low_num(low);
    ct_op3(fn, CT_OP_SAME, same, it, low->other ? low->other : CT_S_THIS, 0);
    ct_low_unless(fn, same, true, no);
    if (low->other || !low->self_moved)
        return;
    /* "When this creature dies, ... another": nor the card that it has become [CR 400.7] */
    uint16_t now = ct_slot(low->ab->frame, CT_T_ENT);
    ct_op2(fn, CT_OP_LATEST, now, CT_S_THIS, 0);
    ct_op3(fn, CT_OP_SAME, same, it, now, 0);
    ct_low_unless(fn, same, true, no);
}

bool ct_low_test_np(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t it, int32_t no)
{
    if (np->kind == CT_AND || np->kind == CT_OR || np->kind == CT_AND_OR) {
        ct_see(np);
        if (np->kind != CT_AND || !low->both)
            return test_any(low, fn, np, it, no, ct_low_test_np);
        for (uint32_t i = 0; i < np->nkids; i++)
            if (!ct_low_test_np(low, fn, np->kid[i], it, no))
                return false;
        return true;
    }
    if (ct_low_is_reference(np)) {
        ct_val val;
        if (!ct_low_operand(low, fn, np, CT_USE_READ, &val))
            return false;
        uint16_t same = ct_low_num(low);
        if (val.type == CT_T_LIST)
            ct_op3(fn, CT_OP_HAS, same, val.slot, it, 0);
        else
            ct_op3(fn, CT_OP_SAME, same, it, val.slot, 0);
        ct_low_unless(fn, same, false, no);
        return true;
    }
    if (np->kind != CT_NP)
        return ct_low_test_words(low, fn, np, it, no);
    return ct_low_test_description(low, fn, np, it, no);
}

/* "{quality} creatures"; "{quality} spells or abilities": the quality is that of the spells. */
static bool test_quality_words(struct ct_low *low, struct ct_fn *fn, ct_node *quality, ct_node *words,
                               uint16_t it, int32_t no)
{
    ct_see(quality);
    if (!ct_is(words, CT_OR) || !words->nkids)
        return ct_low_test_quality(low, fn, quality, it, no) && ct_low_test_words(low, fn, words, it, no);
    int32_t yes = ct_label(fn);
    ct_see(words);
    for (uint32_t i = 0; i < words->nkids; i++) {
        bool last = i + 1 == words->nkids;
        int32_t next = last ? no : ct_label(fn);
        if ((!i && !ct_low_test_quality(low, fn, quality, it, next)) ||
            !ct_low_test_words(low, fn, words->kid[i], it, next))
            return false;
        if (!last) {
            ct_op_imm(fn, CT_OP_JMP, yes);
            ct_place(fn, next);
        }
    }
    ct_place(fn, yes);
    return true;
}

/* Other, words and tails, whatever the noun phrase refers to. */
bool ct_low_test_description(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t it,
                             int32_t no)
{
    ct_node *words = np->kid[CT_NP_WORDS], *quantity = np->kid[CT_NP_QUANTITY];
    ct_see(np);
    if (np->flags & CT_F_OTHER)
        ct_low_test_other(low, fn, it, no);
    if (ct_is(quantity, CT_PARAMETER) && quantity->num == CT_PARAM_QUALITY) {
        if (!test_quality_words(low, fn, quantity, words, it, no))
            return false;
    } else if (words && !ct_low_test_words(low, fn, np->kid[CT_NP_WORDS], it, no))
        return false;
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        if (!ct_low_test_tail(low, fn, np->kid[i], it, no))
            return false;
    return true;
}

/* Off the battlefield and the stack there are cards only, and they are called so [CR 109.2a]. */
bool ct_low_called_card(struct ct_low *low, const ct_node *np, uint32_t zones)
{
    const uint32_t cards = CT_ZM_LIBRARY | CT_ZM_HAND | CT_ZM_GRAVEYARD | CT_ZM_EXILE;
    const ct_node *head = ct_head_word(np);
    if (!zones || (zones & ~cards) || np->kind != CT_NP || ct_low_is_reference(np) ||
        !(ct_is(head, CT_TYPE) || ct_is(head, CT_SUBTYPE) ||
          (ct_is(head, CT_NOUN) && head->num == CT_N_PERMANENT)))
        return true;
    return ct_low_error(low, CT_ERR_INCOMPLETE, np, "what is there is called a card");
}

uint32_t ct_low_predicate(struct ct_low *low, ct_node *np, uint32_t zones)
{
    if (!ct_low_called_card(low, np, zones))
        return CT_NO_FN;
    uint32_t outer = low->ambient;
    low->ambient = zones;
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    fn->span = np->span;
    int32_t no = ct_label(fn);
    ct_low_test_np(low, fn, np, CT_S_IT, no);
    low->ambient = outer;
    ct_low_finish_test(low, fn, no);
    return fn->index;
}

void ct_low_finish_test(struct ct_low *low, struct ct_fn *fn, int32_t no)
{
    uint16_t one = ct_low_const(low, fn, 1);
    ct_op1(fn, CT_OP_RETN, one, 0);
    ct_place(fn, no);
    uint16_t zero = ct_low_const(low, fn, 0);
    ct_op1(fn, CT_OP_RETN, zero, 0);
}
