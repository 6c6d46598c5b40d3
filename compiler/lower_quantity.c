/* Quantities: numbers, X, "half", "the number of", "its power", "the greatest power among". */
#include "compiler/lower.h"

/* ---- X -------------------------------------------------------------------------------------------------- */

static bool variable(struct ct_low *low, struct ct_fn *fn, const ct_node *node, uint16_t *out)
{
    for (struct ct_where *w = low->where; w; w = w->outer) {
        if (w->letter != node->num)
            continue;
        if (w->computed) {
            *out = w->slot;
            return true;
        }
        struct ct_where *outer = low->where;
        low->where = w->outer;
        bool ok = ct_low_quantity(low, fn, w->value, out);
        low->where = outer;
        return ok;
    }
    if (node->num != 'X')
        return ct_low_refuse(low, node, "this variable");
    /* of a triggered or static ability it is that of the spell that the permanent was [CR 107.3m] */
    bool of_spell = low->ab->rec.kind == CT_AB_TRIGGERED || low->ab->rec.kind == CT_AB_STATIC;
    *out = of_spell ? ct_low_getn(low, fn, CT_S_THIS, CT_NP_X) : CT_S_X;
    return true;
}

bool ct_low_plain_number(const struct ct_low *low, const ct_node *node, int32_t *value)
{
    if (ct_is(node, CT_PARAMETER) && node->num == CT_PARAM_NUMBER && low->args)
        return ct_low_plain_number(low, low->args->number, value);
    if (!ct_is(node, CT_NUMBER))
        return false;
    *value = node->num;
    return true;
}

/* ---- numbers that a noun phrase is ------------------------------------------------------------------------ */

/* "the number of [np]", and "[np]" after "for each" */
static bool count(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out)
{
    uint16_t list;
    if (ct_head_is(np, CT_N_COUNTER))
        return ct_low_count_counters(low, fn, np, out);
    if (ct_head_is(np, CT_N_COLOR) || ct_head_is(np, CT_N_TYPE))
        return ct_low_count_kinds(low, fn, np, out);
    if (np->kind == CT_NP && ct_low_history_np(np))
        return ct_low_history_count(low, fn, np, out);
    if (!ct_low_source_list(low, fn, np, &list))
        return false;
    if (list == UINT16_MAX && !(ct_low_classes(low, np) & CT_NC_PLAYER)) {
        uint32_t zones = ct_low_zones(low, np);
        if (!zones)
            return ct_low_refuse(low, np, "counting this");
        uint32_t predicate = ct_low_predicate(low, np, zones);
        *out = ct_low_num(low);
        ct_op3(fn, CT_OP_COUNT, *out, zones, predicate, 0);
        return true;
    }
    if (!ct_low_collect(low, fn, np, 0, &list))
        return false;
    *out = ct_low_num(low);
    ct_op2(fn, CT_OP_LEN, *out, list, 0);
    return true;
}

bool ct_low_count(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out)
{
    int32_t det = np->num;
    if (np->kind == CT_NP && det == CT_DET_NONE)
        np->num = CT_DET_EACH; /* "for each enchanted creature" is not the one this enchants */
    bool ok = count(low, fn, np, out);
    np->num = det;
    return ok;
}

/* A function that gives PROP of its candidate. */
static uint32_t stat_function(struct ct_low *low, ct_nprop prop)
{
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    ct_op1(fn, CT_OP_RETN, ct_low_getn(low, fn, CT_S_IT, prop), 0);
    return fn->index;
}

/* "the greatest power among [np]", "the total power of [np]" */
static bool aggregate(struct ct_low *low, struct ct_fn *fn, ct_node *np, ct_nprop prop,
                      uint16_t *out)
{
    ct_op op = ct_low_has_state(np, CT_WSTATE_TOTAL) ? CT_OP_SUM
               : ct_low_has_state(np, CT_WSTATE_GREATEST) || ct_low_has_state(np, CT_WSTATE_HIGHEST)
                   ? CT_OP_LARGEST
                   : CT_OP_SMALLEST;
    ct_node *over = NULL;
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *pp = np->kid[i];
        if (over || !ct_is(pp, CT_PP) || (pp->num != CT_PREP_AMONG && pp->num != CT_PREP_OF))
            return ct_low_refuse(low, pp, "this part of a quantity");
        ct_see(pp);
        over = pp->kid[CT_PP_OBJECT];
    }
    uint16_t list;
    if (!over)
        return ct_low_refuse(low, np, "this quantity");
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    if (!ct_low_collect(low, fn, over, 0, &list))
        return false;
    *out = ct_low_num(low);
    ct_op3(fn, op, *out, list, stat_function(low, prop), 0);
    return true;
}

/* The object or player whose property NP is: "its power", "the power of target creature". */
static bool possessor(struct ct_low *low, struct ct_fn *fn, ct_node *np, ct_val *out)
{
    ct_node *whose = np->kid[CT_NP_POSSESSOR];
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *pp = np->kid[i];
        if (whose || !ct_is(pp, CT_PP) || pp->num != CT_PREP_OF)
            return ct_low_refuse(low, pp, "this part of a quantity");
        ct_see(pp);
        whose = pp->kid[CT_PP_OBJECT];
    }
    if (!whose)
        return ct_low_refuse(low, np, "whose this is");
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    return ct_low_operand(low, fn, whose, CT_USE_READ, out);
}

static bool aggregate_word(const ct_node *np)
{
    static const int32_t states[] = {CT_WSTATE_TOTAL, CT_WSTATE_GREATEST, CT_WSTATE_HIGHEST,
                                     CT_WSTATE_LEAST, CT_WSTATE_LOWEST};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (ct_low_has_state(np, states[i]))
            return true;
    return false;
}

static bool stat(struct ct_low *low, struct ct_fn *fn, ct_node *np, ct_nprop prop, uint16_t *out)
{
    ct_val whose;
    if (aggregate_word(np))
        return aggregate(low, fn, np, prop, out);
    if (!possessor(low, fn, np, &whose))
        return false;
    if (whose.type == CT_T_LIST && ct_low_is_plural(np->nkids > CT_NP_REST && ct_is(np->kid[CT_NP_REST], CT_PP) ? np->kid[CT_NP_REST]->kid[CT_PP_OBJECT] : NULL))
        return ct_low_error(low, CT_ERR_INCOMPLETE, np, "\"the total\" or \"the greatest\" of several");
    if (whose.type == CT_T_LIST) {
        *out = ct_low_num(low);
        ct_op3(fn, CT_OP_SUM, *out, whose.slot, stat_function(low, prop), 0);
        return true;
    }
    *out = ct_low_getn(low, fn, whose.slot, prop);
    return true;
}

/* "your library", "their hand" as an amount: the number of its cards */
static bool zone_size(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint32_t zone,
                      uint16_t *out)
{
    ct_nprop prop = zone == CT_ZM_HAND      ? CT_NP_HAND_SIZE
                    : zone == CT_ZM_LIBRARY ? CT_NP_LIBRARY_SIZE
                                            : CT_NP_GRAVEYARD_SIZE;
    ct_val whose;
    if (zone != CT_ZM_HAND && zone != CT_ZM_LIBRARY && zone != CT_ZM_GRAVEYARD)
        return ct_low_refuse(low, np, "this quantity");
    if (!possessor(low, fn, np, &whose))
        return false;
    *out = ct_low_getn(low, fn, ct_low_entity(low, fn, whose), prop);
    return true;
}

/* "the amount of life you gained this turn", "the damage dealt to it this turn" */
static bool amount_of(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out)
{
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *pp = np->kid[i];
        if (i == CT_NP_REST && np->nkids == CT_NP_REST + 1 && ct_is(pp, CT_PP) &&
            pp->num == CT_PREP_OF && ct_is(pp->kid[CT_PP_OBJECT], CT_NP)) {
            ct_see(np);
            ct_see(pp);
            ct_see_all(np->kid[CT_NP_WORDS]);
            return ct_low_history_sum(low, fn, pp->kid[CT_PP_OBJECT], out);
        }
    }
    return ct_low_refuse(low, np, "this amount");
}

static bool np_quantity(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out)
{
    ct_nprop prop;
    ct_val val;
    int flags;
    if (np->bind && ct_low_defined(np->bind, &val, &flags) && val.type == CT_T_NUM) {
        ct_see_all(np);
        *out = val.slot;
        return true;
    }
    if (ct_is(np->kid[CT_NP_QUANTITY], CT_THAT_MANY)) { /* "that much damage", "that many of those tokens" */
        ct_see(np);
        ct_see_all(np->kid[CT_NP_WORDS]);
        for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
            if (!ct_is(np->kid[i], CT_PP) || !ct_low_refers(np->kid[i]->kid[CT_PP_OBJECT]))
                return ct_low_refuse(low, np->kid[i], "this amount");
            ct_see_all(np->kid[i]);
        }
        return ct_low_quantity(low, fn, np->kid[CT_NP_QUANTITY], out);
    }
    if (ct_stat_prop(np, &prop))
        return stat(low, fn, np, prop, out);
    uint32_t zone = ct_zone_of_np(np);
    if (zone)
        return zone_size(low, fn, np, zone, out);
    if (ct_head_is(np, CT_N_AMOUNT))
        return amount_of(low, fn, np, out);
    if (ct_head_is(np, CT_N_DEVOTION))
        return ct_low_devotion(low, fn, np, out);
    if (ct_head_is(np, CT_N_NUMBER) && np->kind == CT_NP && ct_low_has_state(np, CT_WSTATE_CHOSEN)) {
        ct_see_all(np);
        *out = ct_low_num(low);
        ct_op2(fn, CT_OP_CHOSEN, *out, CT_CH_NUMBER, 0);
        return true;
    }
    return ct_low_refuse(low, np, "this quantity");
}

/* ---- the rest --------------------------------------------------------------------------------------------------- */

static bool binary(struct ct_low *low, struct ct_fn *fn, ct_node *node, ct_op op, uint16_t *out)
{
    uint16_t left, right;
    if (!ct_low_quantity(low, fn, node->kid[0], &left) ||
        !ct_low_quantity(low, fn, node->kid[1], &right))
        return false;
    *out = ct_low_num(low);
    ct_op3(fn, op, *out, left, right, 0);
    return true;
}

static bool scaled(struct ct_low *low, struct ct_fn *fn, ct_node *of, ct_op op, int32_t by,
                   uint16_t *out)
{
    uint16_t value;
    if (!ct_low_quantity(low, fn, of, &value))
        return false;
    *out = ct_low_num(low);
    ct_op3(fn, op, *out, value, ct_low_const(low, fn, by), 0);
    return true;
}

static bool that_many(struct ct_low *low, struct ct_fn *fn, const ct_node *node, uint16_t *out)
{
    ct_val val;
    int flags;
    if (!node->bind || !ct_low_defined(node->bind, &val, &flags))
        return ct_low_refuse(low, node, "the number this refers to");
    if (val.type == CT_T_LIST) {
        *out = ct_low_num(low);
        ct_op2(fn, CT_OP_LEN, *out, val.slot, 0);
        return true;
    }
    if (val.type != CT_T_NUM)
        return ct_low_refuse(low, node, "the number this refers to");
    *out = val.slot;
    return true;
}

bool ct_low_quantity(struct ct_low *low, struct ct_fn *fn, ct_node *node, uint16_t *out)
{
    int32_t value;
    if (!node)
        return false;
    ct_see(node);
    fn->span = node->span;
    if (ct_low_plain_number(low, node, &value)) {
        *out = ct_low_const(low, fn, value); /* a negative number is one already */
        return true;
    }
    switch (node->kind) {
    case CT_PARAMETER:
        if (node->num == CT_PARAM_NUMBER && low->in_action) {
            *out = CT_S_X;
            return true;
        }
        if (node->num == CT_PARAM_NUMBER && low->args && low->args->number)
            return ct_low_quantity(low, fn, low->args->number, out);
        return ct_low_refuse(low, node, "this parameter as a number");
    case CT_VARIABLE:
        if (!variable(low, fn, node, out))
            return false;
        if (node->flags & CT_F_NEGATIVE) {
            uint16_t negative = ct_low_num(low);
            ct_op2(fn, CT_OP_NEG, negative, *out, 0);
            *out = negative;
        }
        return true;
    case CT_THAT_MANY: return that_many(low, fn, node, out);
    case CT_HALF:
        if (!low->rounding)
            return ct_low_refuse(low, node, "half without saying how it is rounded");
        ct_see(low->rounding);
        return scaled(low, fn, node->kid[0],
                      low->rounding->num == CT_ADV_ROUNDED_UP ? CT_OP_DIVUP : CT_OP_DIVDOWN, 2, out);
    case CT_TIMES: return scaled(low, fn, node->kid[0], CT_OP_MUL, node->num, out);
    case CT_PLUS: return binary(low, fn, node, CT_OP_ADD, out);
    case CT_MINUS: return binary(low, fn, node, CT_OP_SUB, out);
    case CT_NUMBER_OF: return ct_low_count(low, fn, node->kid[0], out);
    case CT_EQUAL:
    case CT_EXACTLY: return ct_low_quantity(low, fn, node->kid[0], out);
    case CT_NP: return np_quantity(low, fn, node, out);
    default: return ct_low_refuse(low, node, "this quantity");
    }
}

bool ct_low_times(struct ct_low *low, struct ct_fn *fn, uint16_t *amount)
{
    if (!low->times)
        return true;
    uint16_t count;
    ct_node *times = low->times;
    low->times_used = true;
    low->times = NULL;
    bool ok = ct_low_count(low, fn, times, &count);
    low->times = times;
    if (!ok)
        return false;
    uint16_t product = ct_low_num(low);
    ct_op3(fn, CT_OP_MUL, product, *amount, count, 0);
    *amount = product;
    return true;
}

bool ct_low_amount(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out)
{
    ct_node *quantity = np->kid[CT_NP_QUANTITY];
    for (uint32_t i = CT_NP_REST; i < np->nkids && !quantity; i++)
        if (np->kid[i]->kind == CT_EQUAL)
            quantity = np->kid[i];
    if (quantity && (quantity->kind == CT_UP_TO || quantity->kind == CT_ANY_NUMBER))
        return ct_low_refuse(low, quantity, "a number that is chosen, here");
    if (quantity) {
        if (!ct_low_quantity(low, fn, quantity, out))
            return false;
    } else if (np->num == CT_DET_NO) {
        *out = ct_low_const(low, fn, 0);
    } else if (np->num == CT_DET_A || (!(np->flags & CT_F_PLURAL) && np->num == CT_DET_THE)) {
        *out = ct_low_const(low, fn, 1);
    } else {
        return ct_low_error(low, CT_ERR_INCOMPLETE, np, "how much or how many?");
    }
    return ct_low_times(low, fn, out);
}

/* ---- comparing -------------------------------------------------------------------------------------------------------- */

bool ct_low_test_number(struct ct_low *low, struct ct_fn *fn, uint16_t value, ct_node *node,
                        int32_t no)
{
    uint16_t right, is;
    ct_node *of = node;
    if (!node)
        return false;
    switch (node->kind) {
    case CT_AT_LEAST:
    case CT_AT_MOST:
    case CT_MORE_THAN:
    case CT_LESS_THAN:
    case CT_EQUAL:
    case CT_EXACTLY:
        ct_see(node);
        of = node->kid[0];
        break;
    case CT_OR: { /* "2 or 3" */
        int32_t yes = ct_label(fn);
        ct_see(node);
        for (uint32_t i = 0; i < node->nkids; i++) {
            bool last = i + 1 == node->nkids;
            int32_t next = last ? no : ct_label(fn);
            if (!ct_low_test_number(low, fn, value, node->kid[i], next))
                return false;
            if (!last) {
                ct_op_imm(fn, CT_OP_JMP, yes);
                ct_place(fn, next);
            }
        }
        ct_place(fn, yes);
        return true;
    }
    default: break;
    }
    if (!ct_low_quantity(low, fn, of, &right))
        return false;
    is = ct_low_num(low);
    switch (node->kind) {
    case CT_AT_LEAST: ct_op3(fn, CT_OP_LE, is, right, value, 0); break;
    case CT_AT_MOST: ct_op3(fn, CT_OP_LE, is, value, right, 0); break;
    case CT_MORE_THAN: ct_op3(fn, CT_OP_LT, is, right, value, 0); break;
    case CT_LESS_THAN: ct_op3(fn, CT_OP_LT, is, value, right, 0); break;
    default: ct_op3(fn, CT_OP_EQ, is, value, right, 0); break;
    }
    ct_low_unless(fn, is, false, no);
    return true;
}
