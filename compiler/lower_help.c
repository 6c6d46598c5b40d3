/* Small questions about noun phrases and words that several files of the lowering ask. */
#include "compiler/lower.h"
#include "compiler/lower_verb.h"

#include <string.h>

/* ---- words ---------------------------------------------------------------------------------------------------- */

uint32_t ct_low_subtype(struct ct_low *low, int32_t subtype)
{
    const char *word = ct_lexicon_subtype(low->c->lexicon, subtype, false);
    return word ? ct_emit_symbol(low->emit, word, strlen(word)) : 0;
}

/* A name as the text has it (NAMED, TOKEN_NAME). */
uint32_t ct_low_name(struct ct_low *low, const ct_node *node)
{
    const struct ct_intern *names = ct_lexicon_names(low->c->lexicon);
    return ct_emit_symbol(low->emit, ct_sym_text(names, (ct_sym)node->num),
                          ct_sym_len(names, (ct_sym)node->num));
}

/* "+1/+1" of a PT before "counter" */
static uint32_t pt_counter(struct ct_low *low, ct_node *pt)
{
    char text[32];
    int32_t value[2];
    for (int i = 0; i < 2; i++)
        if (!ct_low_plain_number(low, pt->kid[i], &value[i]))
            return 0;
    bool minus[2] = {pt->kid[0]->flags & CT_F_NEGATIVE, pt->kid[1]->flags & CT_F_NEGATIVE};
    snprintf(text, sizeof text, "%c%d/%c%d", minus[0] || value[0] < 0 ? '-' : '+',
             value[0] < 0 ? -value[0] : value[0], minus[1] || value[1] < 0 ? '-' : '+',
             value[1] < 0 ? -value[1] : value[1]);
    return ct_low_word(low, text);
}

/* The kind of counter that WORDS say; symbol 0: any kind. */
bool ct_low_counter_words(struct ct_low *low, ct_node *words, uint32_t *symbol)
{
    *symbol = 0;
    ct_see(words);
    if (ct_is(words, CT_NOUN))
        return words->num == CT_N_COUNTER || ct_low_refuse(low, words, "this as a counter");
    if (!ct_is(words, CT_GROUP))
        return ct_low_refuse(low, words, "this as a counter");
    for (uint32_t i = 0; i < words->nkids; i++) {
        ct_node *word = words->kid[i];
        ct_see_all(word);
        if (ct_is(word, CT_NOUN) && word->num == CT_N_COUNTER && i + 1 == words->nkids)
            continue;
        if (ct_is(word, CT_STATE) && word->num == CT_WSTATE_ADDITIONAL)
            continue; /* one more is one */
        if (*symbol)
            return ct_low_refuse(low, word, "this kind of counter");
        switch (word->kind) {
        case CT_PT: *symbol = pt_counter(low, word); break;
        case CT_COUNTER_KIND:
            *symbol = ct_low_word(low, ct_word_text(low->c->lexicon, CT_NUM_COUNTER, word->num, false));
            break;
        case CT_KEYWORD_NAME:
            *symbol = ct_low_word(low, ct_lexicon_keyword(low->c->lexicon, word->num));
            break;
        default: break;
        }
        if (!*symbol)
            return ct_low_refuse(low, word, "this kind of counter");
    }
    return true;
}

/* ---- what a noun phrase is -------------------------------------------------------------------------------------- */

/* Nothing but its head: "card", "creatures". */
bool ct_one_word(const ct_node *np)
{
    const ct_node *words = np->kind == CT_NP ? np->kid[CT_NP_WORDS] : np;
    if (!words || np->nkids > (np->kind == CT_NP ? (uint32_t)CT_NP_REST : words->nkids))
        return false;
    if (words->kind == CT_GROUP)
        words = words->nkids == 1 ? words->kid[0] : NULL;
    return words && !words->nkids;
}

bool ct_low_is_any_card(const ct_node *np)
{
    return np->kind == CT_NP && ct_head_is(np, CT_N_CARD) && ct_one_word(np);
}

bool ct_low_is_any_creature(const ct_node *np)
{
    return np->kind == CT_NP && ct_word_of(np, CT_TYPE, CT_WTYPE_CREATURE) && ct_one_word(np);
}

/* "spells or abilities", "a spell or ability" */
bool ct_low_any_spell_or_ability(const ct_node *np)
{
    const ct_node *words = ct_is(np, CT_NP) ? np->kid[CT_NP_WORDS] : np;
    if (!words || (np->kind == CT_NP && np->nkids > CT_NP_REST))
        return false;
    if (words->kind == CT_GROUP && words->nkids == 1)
        words = words->kid[0];
    if (words->kind != CT_OR || words->nkids != 2)
        return false;
    bool spell = false, ability = false;
    for (uint32_t i = 0; i < 2; i++) {
        spell = spell || (ct_head_is(words->kid[i], CT_N_SPELL) && ct_one_word(words->kid[i]));
        ability = ability || (ct_head_is(words->kid[i], CT_N_ABILITY) && ct_one_word(words->kid[i]));
    }
    return spell && ability;
}

/* "your library", "the top of your library" */
bool ct_low_is_library(const ct_node *np)
{
    if (ct_is(np, CT_NP) && ct_head_is(np, CT_N_TOP) && np->nkids == CT_NP_REST + 1 &&
        ct_is(np->kid[CT_NP_REST], CT_PP) && np->kid[CT_NP_REST]->num == CT_PREP_OF)
        np = np->kid[CT_NP_REST]->kid[CT_PP_OBJECT];
    return ct_zone_of_np(np) == CT_ZM_LIBRARY;
}

/* The quantity of NP, unless it is a parameter that describes ("{quality} creatures"). */
ct_node *ct_np_number(const ct_node *np)
{
    ct_node *quantity = np->kind == CT_NP ? np->kid[CT_NP_QUANTITY] : NULL;
    return ct_is(quantity, CT_PARAMETER) && quantity->num == CT_PARAM_QUALITY ? NULL : quantity;
}

/* "control" in "gain control of" */
bool ct_low_is_control_word(const ct_node *np) { return ct_head_is(np, CT_N_CONTROL); }

/* "your graveyard" (or a zone that is nobody's) */
bool ct_low_zone_is_yours(const ct_node *np)
{
    return ct_is(np, CT_NP) ? ct_low_is_you(np->kid[CT_NP_POSSESSOR]) && np->nkids == CT_NP_REST
                            : ct_zone_of_np(np) == CT_ZM_EXILE;
}

/* A pronoun, the source, "that ...", "those ...": no new description. */
bool ct_low_refers(const ct_node *np)
{
    if (!np)
        return false;
    if (ct_is(np, CT_PP))
        return ct_low_refers(np->kid[CT_PP_OBJECT]);
    if (np->kind == CT_NP && np->kid[CT_NP_POSSESSOR] && np->nkids == CT_NP_REST)
        return ct_low_refers(np->kid[CT_NP_POSSESSOR]);
    return np->kind == CT_PRONOUN || np->kind == CT_SAME || np->kind == CT_GAP || ct_low_is_self(np) ||
           (np->kind == CT_NP && np->num == CT_DET_THAT);
}

/* "that player" is one player though its noun could mean any. */
bool ct_low_is_reference_to_one(const ct_node *np)
{
    return np->kind == CT_NP && (np->num == CT_DET_THAT || np->num == CT_DET_THIS ||
                                 ct_is_target(np) || (np->bind && np->num == CT_DET_THE));
}

bool ct_low_is_optional(const ct_node *np)
{
    return ct_is(np, CT_NP) && ct_is(np->kid[CT_NP_QUANTITY], CT_UP_TO);
}

/* Whether NP, or what it refers to, is a player. */
bool ct_low_is_player_np(const struct ct_low *low, const ct_node *np)
{
    for (int steps = 0; np && steps < 8; steps++) {
        if (ct_low_is_you(np))
            return true;
        if (np->kind == CT_NP && ct_of_each(np)) {
            np = ct_of_each(np);
            continue;
        }
        if (np->kind == CT_NP && np->kid[CT_NP_WORDS])
            return ct_low_classes(low, np) & CT_NC_PLAYER;
        if (np->kind == CT_AND || np->kind == CT_OR)
            return np->nkids && ct_low_is_player_np(low, np->kid[0]);
        np = np->bind;
    }
    return false;
}

ct_node *ct_low_equal_tail(const ct_node *np)
{
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        if (np->kid[i]->kind == CT_EQUAL)
            return np->kid[i];
    return NULL;
}

/* ---- times ------------------------------------------------------------------------------------------------------------ */

bool ct_each_turn(const ct_node *np)
{
    return ct_is(np, CT_NP) && (np->num == CT_DET_EACH || np->num == CT_DET_EVERY) &&
           ct_head_is(np, CT_N_TURN) && ct_one_word(np);
}

/* "during your turn", "during combat" as a condition */
bool ct_low_during(struct ct_low *low, struct ct_fn *fn, ct_node *pp, int32_t no)
{
    ct_node *np = pp->kid[CT_PP_OBJECT];
    if (!ct_is(np, CT_NP) || !ct_head_is(np, CT_N_TURN) || !np->kid[CT_NP_POSSESSOR] ||
        !ct_one_word(np))
        return false;
    ct_see(pp);
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    uint16_t active = ct_low_gete(low, fn, CT_S_THIS, CT_EP_ACTIVE);
    return ct_low_test_player(low, fn, np->kid[CT_NP_POSSESSOR], active, no);
}

/* ---- clauses ------------------------------------------------------------------------------------------------------------ */

bool ct_low_is_cost_verb(int32_t verb)
{
    switch (verb) {
    case CT_V_PAY:
    case CT_V_SACRIFICE:
    case CT_V_DISCARD:
    case CT_V_RETURN:
    case CT_V_TAP:
    case CT_V_REVEAL: return true;
    default: return false;
    }
}

/* "twice", "X times": how often; *TIMES 0 when the clause does not say. */
bool ct_low_repetitions(struct ct_cl *c, uint16_t *times)
{
    if (ct_cl_adverb(c, CT_ADV_TWICE)) {
        *times = ct_low_const(c->low, c->fn, 2);
        return true;
    }
    for (uint32_t i = CT_CLAUSE_REST; i < c->node->nkids; i++) {
        ct_node *pp = c->node->kid[i];
        ct_node *np = ct_is(pp, CT_PP) && !pp->num ? pp->kid[CT_PP_OBJECT] : NULL;
        if (!ct_is(np, CT_NP) || !ct_head_is(np, CT_N_TIME) || !np->kid[CT_NP_QUANTITY] ||
            !ct_one_word(np))
            continue;
        ct_see(pp);
        ct_see(np);
        ct_see_all(np->kid[CT_NP_WORDS]);
        return ct_low_quantity(c->low, c->fn, np->kid[CT_NP_QUANTITY], times);
    }
    return true;
}

struct ct_loop ct_low_repeat(struct ct_low *low, struct ct_fn *fn, uint16_t times)
{
    uint16_t list = ct_slot(low->ab->frame, CT_T_LIST);
    ct_op3(fn, CT_OP_REPEAT, list, CT_S_YOU, times, 0);
    return ct_low_loop(low, fn, list);
}

/* ---- lists that the text speaks of: "cards milled this way" --------------------------------------------------------------- */

static ct_node *this_way_clause(const ct_node *np)
{
    for (uint32_t i = CT_NP_REST; np->kind == CT_NP && i < np->nkids; i++) {
        const ct_node *body = np->kid[i]->kind == CT_PARTICIPLE || np->kid[i]->kind == CT_RELATIVE
                                  ? np->kid[i]->kid[0]
                                  : NULL;
        for (uint32_t k = CT_CLAUSE_REST; ct_is(body, CT_CLAUSE) && k < body->nkids; k++)
            if (ct_is(body->kid[k], CT_ADVERB) && body->kid[k]->num == CT_ADV_THIS_WAY)
                return body->kid[k]->bind;
    }
    return NULL;
}

/* The list that the objects of NP are taken from, if its words say which; UINT16_MAX: no list, the zones. */
bool ct_low_source_list(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *list)
{
    ct_val val;
    int flags;
    ct_node *clause = this_way_clause(np);
    *list = UINT16_MAX;
    if (clause) {
        if (!ct_low_defined(clause, &val, &flags) || val.type == CT_T_NUM)
            return ct_low_refuse(low, np, "what happened this way");
        *list = ct_low_list(low, fn, val);
        return true;
    }
    for (uint32_t i = CT_NP_REST; np->kind == CT_NP && i < np->nkids; i++) {
        ct_node *tail = np->kid[i];
        ct_node *body = ct_is(tail, CT_PARTICIPLE) ? tail->kid[0] : NULL;
        if (ct_is(tail, CT_PP) && tail->num == CT_PREP_FROM_AMONG) {
            ct_see(tail);
            if (!ct_low_operand(low, fn, tail->kid[CT_PP_OBJECT], CT_USE_ACT, &val))
                return false;
            *list = ct_low_list(low, fn, val);
            return true;
        }
        if (ct_is(body, CT_CLAUSE) && body->num == CT_V_EXILE && body->nkids == CT_CLAUSE_REST + 1 &&
            ct_is(body->kid[CT_CLAUSE_REST], CT_PP) &&
            body->kid[CT_CLAUSE_REST]->num == CT_PREP_WITH) { /* "exiled with this creature" */
            *list = ct_slot(low->ab->frame, CT_T_LIST);
            ct_op2(fn, CT_OP_LINKED, *list, CT_LINK_EXILED, 0);
            return true;
        }
    }
    return true;
}

/* ---- what is left of a group ------------------------------------------------------------------------------------------------ */

/* Some of the group that FROM means were taken: "the rest" is without them. */
void ct_low_taken(struct ct_low *low, const ct_node *from, ct_val taken)
{
    const ct_node *group = from->bind ? from->bind : from;
    if (low->ntaken < CT_MOST_TAKEN)
        low->taken[low->ntaken++] = (struct ct_taken){group, taken.slot};
}

bool ct_low_rest(struct ct_low *low, struct ct_fn *fn, ct_node *node, ct_val *out)
{
    ct_val group;
    int flags;
    const ct_node *whole = node->bind;
    if (!whole || !ct_low_defined(whole, &group, &flags))
        return ct_low_refuse(low, node, "what is left");
    for (uint32_t i = low->ntaken; i-- > 0;) /* "any number of them ... the rest": of all of them */
        if (low->taken[i].slot == group.slot) {
            whole = low->taken[i].group;
            break;
        }
    if (!ct_low_defined(whole, &group, &flags))
        return ct_low_refuse(low, node, "what is left");
    *out = ct_low_new(low, CT_T_LIST);
    ct_op2(fn, CT_OP_MOVL, out->slot, ct_low_list(low, fn, group), 0);
    bool any = false;
    for (uint32_t i = 0; i < low->ntaken; i++)
        if (low->taken[i].group == whole) {
            ct_op3(fn, CT_OP_MINUS, out->slot, out->slot, low->taken[i].slot, 0);
            any = true;
        }
    return any || ct_low_refuse(low, node, "what is left of something nothing was taken from");
}

/* ---- counting what is no object ------------------------------------------------------------------------------------------------ */

/* "the number of +1/+1 counters on it", "on creatures you control" */
bool ct_low_count_counters(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out)
{
    ct_node *on = NULL;
    uint32_t symbol;
    ct_val of;
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        if (on || !ct_is(np->kid[i], CT_PP) || np->kid[i]->num != CT_PREP_ON)
            return ct_low_refuse(low, np->kid[i], "counting these counters");
        on = np->kid[i];
    }
    if (!on)
        return ct_low_refuse(low, np, "counters on what");
    ct_see(on);
    ct_see(np);
    if (!ct_low_counter_words(low, np->kid[CT_NP_WORDS], &symbol))
        return false;
    ct_node *what = on->kid[CT_PP_OBJECT];
    if (ct_low_is_reference(what)) {
        if (!ct_low_operand(low, fn, what, CT_USE_READ, &of))
            return false;
    } else {
        of.type = CT_T_LIST;
        if (!ct_low_collect(low, fn, what, 0, &of.slot))
            return false;
    }
    *out = ct_low_num(low);
    if (of.type == CT_T_ENT) {
        ct_op2(fn, CT_OP_CNTRS, *out, of.slot, (int32_t)symbol);
        return true;
    }
    struct ct_fn *each = ct_fn_open(low->ab, CT_FN_NUMBER);
    uint16_t n = ct_low_num(low);
    ct_op2(each, CT_OP_CNTRS, n, CT_S_IT, (int32_t)symbol);
    ct_op1(each, CT_OP_RETN, n, 0);
    ct_op3(fn, CT_OP_SUM, *out, of.slot, each->index, 0);
    return true;
}

enum kinds { KINDS_NONE, KINDS_COLORS, KINDS_TYPES, KINDS_LANDS };

/* "colors", "card types", "basic land types" */
static enum kinds kinds_of(const ct_node *words)
{
    const ct_node *last = words;
    uint32_t n = 1;
    if (ct_is(words, CT_GROUP)) {
        n = words->nkids;
        last = words->kid[n - 1];
    }
    if (!ct_is(last, CT_NOUN))
        return KINDS_NONE;
    if (last->num == CT_N_COLOR && n == 1)
        return KINDS_COLORS;
    if (last->num != CT_N_TYPE || n < 2)
        return KINDS_NONE;
    if (n == 2 && ct_is(words->kid[0], CT_NOUN) && words->kid[0]->num == CT_N_CARD)
        return KINDS_TYPES;
    if (n == 3 && ct_is(words->kid[0], CT_SUPERTYPE) && ct_is(words->kid[1], CT_TYPE) &&
        words->kid[1]->num == CT_WTYPE_LAND)
        return KINDS_LANDS;
    return KINDS_NONE;
}

/* Which basic land types IT has, as a mask. */
static uint16_t basic_types(struct ct_low *low, struct ct_fn *fn)
{
    static const char *const words[] = {"Plains", "Island", "Swamp", "Mountain", "Forest"};
    uint16_t mask = ct_low_const(low, fn, 0);
    for (int i = 0; i < 5; i++) {
        uint16_t has = ct_low_num(low), bit = ct_low_const(low, fn, 1 << i);
        ct_op2(fn, CT_OP_HASSUB, has, CT_S_IT, (int32_t)ct_low_word(low, words[i]));
        ct_op3(fn, CT_OP_MUL, has, has, bit, 0);
        ct_op3(fn, CT_OP_ADD, mask, mask, has, 0);
    }
    return mask;
}

/* "the number of colors among permanents you control", "for each color of mana spent to cast it" */
bool ct_low_count_kinds(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out)
{
    ct_node *pp = np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    uint16_t list;
    enum kinds kinds = kinds_of(np->kid[CT_NP_WORDS]);
    if (!ct_is(pp, CT_PP) || pp->num != CT_PREP_AMONG || kinds == KINDS_NONE)
        return ct_low_refuse(low, np, "counting these");
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    ct_see(pp);
    if (!ct_low_collect(low, fn, pp->kid[CT_PP_OBJECT], 0, &list))
        return false;
    struct ct_fn *has = ct_fn_open(low->ab, CT_FN_NUMBER);
    uint16_t mask = kinds == KINDS_LANDS ? basic_types(low, has)
                                         : ct_low_getn(low, has, CT_S_IT,
                                                       kinds == KINDS_COLORS ? CT_NP_COLORS : CT_NP_TYPES);
    ct_op1(has, CT_OP_RETN, mask, 0);
    *out = ct_low_num(low);
    ct_op3(fn, CT_OP_UNIONOF, *out, list, has->index, 0);
    ct_op2(fn, CT_OP_POPCNT, *out, *out, 0);
    return true;
}

/* "green", "white and black" */
static bool colors_of(const ct_node *words, uint32_t *mask)
{
    if (words->kind == CT_COLOR) {
        *mask |= ct_color_mask(words->num);
        return ct_color_mask(words->num) != 0;
    }
    if (words->kind != CT_AND && !(words->kind == CT_GROUP && words->nkids == 1))
        return false;
    for (uint32_t i = 0; i < words->nkids; i++)
        if (!colors_of(words->kid[i], mask))
            return false;
    return true;
}

/* "your devotion to green" [CR 700.5] */
bool ct_low_devotion(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out)
{
    ct_node *to = np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    const ct_node *words = ct_is(to, CT_PP) && ct_is(to->kid[CT_PP_OBJECT], CT_NP)
                               ? to->kid[CT_PP_OBJECT]->kid[CT_NP_WORDS]
                               : NULL;
    uint32_t mask = 0;
    if (!words || to->num != CT_PREP_TO || !ct_low_is_you(np->kid[CT_NP_POSSESSOR]) || !colors_of(words, &mask))
        return ct_low_refuse(low, np, "this devotion");
    ct_see_all(np);
    uint16_t colors = ct_low_const(low, fn, (int32_t)mask);
    *out = ct_low_num(low);
    ct_op3(fn, CT_OP_DEVOTION, *out, low->you, colors, 0);
    return true;
}

/* ---- parameters of definitions -------------------------------------------------------------------------------------------------- */

/* "{quality} creatures": what the use gave after "from": "red", "creatures", "red and from white". */
bool ct_low_test_quality(struct ct_low *low, struct ct_fn *fn, ct_node *word, uint16_t it, int32_t no)
{
    ct_node *quality = low->args ? low->args->quality : NULL;
    if (word->num != CT_PARAM_QUALITY || !quality)
        return ct_low_refuse(low, word, "this parameter as a description");
    if (quality->kind == CT_PP)
        quality = quality->kid[CT_PP_OBJECT];
    if (quality->kind == CT_AND) {
        int32_t yes = ct_label(fn);
        for (uint32_t i = 0; i < quality->nkids; i++) {
            ct_node *one = quality->kid[i];
            bool last = i + 1 == quality->nkids;
            int32_t next = last ? no : ct_label(fn);
            if (one->kind == CT_PP)
                one = one->kid[CT_PP_OBJECT];
            if (!ct_low_test_np(low, fn, one, it, next))
                return false;
            if (!last) {
                ct_op_imm(fn, CT_OP_JMP, yes);
                ct_place(fn, next);
            }
        }
        ct_place(fn, yes);
        return true;
    }
    return ct_low_test_np(low, fn, quality, it, no);
}

/* A condition about the card that a permission is about ("you may cast it if it's a creature spell"): asked
 * of each candidate. */
bool ct_low_test_of_candidate(struct ct_low *low, struct ct_fn *fn, ct_node *condition,
                              const ct_node *what, int32_t no)
{
    ct_node *def = what->bind ? what->bind : (ct_node *)what;
    int32_t slot = def->slot;
    ct_low_define(def, (ct_val){CT_T_ENT, CT_S_IT}, 0);
    bool ok = ct_low_test(low, fn, condition, no);
    def->slot = slot;
    return ok;
}
