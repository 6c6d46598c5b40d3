/* Costs: what is before the colon, after "pay" and behind a keyword [CR 118, 601.2f-601.2h]. */
#include "compiler/lower.h"

#include <string.h>

/* ---- mana [CR 107.4] ---------------------------------------------------------------------------------------- */

/* Pips of symbols.def; 0: not a pip. */
static ct_w pip_of(int32_t symbol)
{
    switch (symbol) {
    case CT_SYMBOL_W: return CT_PIP_W;
    case CT_SYMBOL_U: return CT_PIP_U;
    case CT_SYMBOL_B: return CT_PIP_B;
    case CT_SYMBOL_R: return CT_PIP_R;
    case CT_SYMBOL_G: return CT_PIP_G;
    case CT_SYMBOL_C: return CT_PIP_C;
    case CT_SYMBOL_S: return CT_PIP_SNOW;
    case CT_SYMBOL_WU: return CT_PIP_W | CT_PIP_U;
    case CT_SYMBOL_WB: return CT_PIP_W | CT_PIP_B;
    case CT_SYMBOL_UB: return CT_PIP_U | CT_PIP_B;
    case CT_SYMBOL_UR: return CT_PIP_U | CT_PIP_R;
    case CT_SYMBOL_BR: return CT_PIP_B | CT_PIP_R;
    case CT_SYMBOL_BG: return CT_PIP_B | CT_PIP_G;
    case CT_SYMBOL_RG: return CT_PIP_R | CT_PIP_G;
    case CT_SYMBOL_RW: return CT_PIP_R | CT_PIP_W;
    case CT_SYMBOL_GW: return CT_PIP_G | CT_PIP_W;
    case CT_SYMBOL_GU: return CT_PIP_G | CT_PIP_U;
    case CT_SYMBOL_TWO_W: return CT_PIP_TWO | CT_PIP_W;
    case CT_SYMBOL_TWO_U: return CT_PIP_TWO | CT_PIP_U;
    case CT_SYMBOL_TWO_B: return CT_PIP_TWO | CT_PIP_B;
    case CT_SYMBOL_TWO_R: return CT_PIP_TWO | CT_PIP_R;
    case CT_SYMBOL_TWO_G: return CT_PIP_TWO | CT_PIP_G;
    case CT_SYMBOL_C_W: return CT_PIP_C | CT_PIP_W;
    case CT_SYMBOL_C_U: return CT_PIP_C | CT_PIP_U;
    case CT_SYMBOL_C_B: return CT_PIP_C | CT_PIP_B;
    case CT_SYMBOL_C_R: return CT_PIP_C | CT_PIP_R;
    case CT_SYMBOL_C_G: return CT_PIP_C | CT_PIP_G;
    case CT_SYMBOL_WP: return CT_PIP_PHYREXIAN | CT_PIP_W;
    case CT_SYMBOL_UP: return CT_PIP_PHYREXIAN | CT_PIP_U;
    case CT_SYMBOL_BP: return CT_PIP_PHYREXIAN | CT_PIP_B;
    case CT_SYMBOL_RP: return CT_PIP_PHYREXIAN | CT_PIP_R;
    case CT_SYMBOL_GP: return CT_PIP_PHYREXIAN | CT_PIP_G;
    default: return 0;
    }
}

enum { MOST_PIPS = 64 };

struct pips {
    ct_w pip[MOST_PIPS];
    uint32_t npips, generic, nx;
};

static bool add_symbol(struct pips *pips, int32_t symbol)
{
    if (symbol >= CT_SYMBOL_GENERIC) {
        uint32_t n = (uint32_t)(symbol - CT_SYMBOL_GENERIC);
        if (n > 1000000 || pips->generic > 1000000)
            return false;
        pips->generic += n;
        return true;
    }
    if (symbol == CT_SYMBOL_X) {
        pips->nx++;
        return true;
    }
    ct_w pip = pip_of(symbol);
    if (!pip || pips->npips == MOST_PIPS)
        return false;
    pips->pip[pips->npips++] = pip;
    return true;
}

bool ct_low_mana(struct ct_low *low, ct_node *mana, uint32_t *record)
{
    struct pips pips = {0};
    ct_see_all(mana);
    for (uint32_t i = 0; i < mana->nkids; i++)
        if (!ct_is(mana->kid[i], CT_SYMBOL) || !add_symbol(&pips, mana->kid[i]->num))
            return ct_low_refuse(low, mana->kid[i], "this mana symbol");
    *record = ct_emit_mana_cost(low->emit, pips.pip, pips.npips, pips.generic, pips.nx);
    return true;
}

static int32_t symbol_of_text(const char *text, size_t len)
{
    static const struct {
        const char *text;
        int32_t symbol;
    } symbols[] = {
#define CT_MANA_SYMBOL(ID, TEXT) {TEXT, CT_SYMBOL_##ID},
#include "grammar/symbols.def"
#undef CT_MANA_SYMBOL
    };
    int32_t number = 0;
    size_t i = 0;
    for (; i < len && text[i] >= '0' && text[i] <= '9' && i < 7; i++)
        number = number * 10 + (text[i] - '0');
    if (len && i == len)
        return CT_SYMBOL_GENERIC + number;
    for (i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strlen(symbols[i].text) == len && !memcmp(symbols[i].text, text, len))
            return symbols[i].symbol;
    return CT_SYMBOL_NONE;
}

/* The mana cost in the corner of a card, and the colors it makes [CR 202.2]. */
uint32_t ct_mana_of_text(struct ct_emit *emit, const char *text, uint32_t *colors, bool *ok)
{
    struct pips pips = {0};
    *colors = 0;
    *ok = true;
    while (*text) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (!end) {
            *ok = *text == ' ';
            text++;
            if (!*ok)
                return CT_NONE;
            continue;
        }
        int32_t symbol = symbol_of_text(text + 1, (size_t)(end - text - 1));
        if (!symbol || !add_symbol(&pips, symbol)) {
            *ok = false;
            return CT_NONE;
        }
        *colors |= pip_of(symbol) & CT_ALL_COLORS;
        text = end + 1;
    }
    return ct_emit_mana_cost(emit, pips.pip, pips.npips, pips.generic, pips.nx);
}

/* ---- what is done as a cost ---------------------------------------------------------------------------------------- */

static ct_rec_cost record(ct_cost_kind kind)
{
    return (ct_rec_cost){.kind = kind, .mana = CT_NONE, .fn = CT_NONE, .fn_amount = CT_NONE,
                         .fn_weight = CT_NONE, .slot = CT_NONE};
}

static bool amount_function(struct ct_low *low, ct_node *quantity, uint32_t *index)
{
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    uint16_t value;
    if (!ct_low_quantity(low, fn, quantity, &value))
        return false;
    ct_op1(fn, CT_OP_RETN, value, 0);
    *index = fn->index;
    return true;
}

/* Tapping "any number of creatures with total power N or greater" (crew): the weight of each and the sum. *TOTAL
 * becomes the child of NP that says so. */
static bool total_of(struct ct_low *low, ct_node *np, ct_rec_cost *rec, uint32_t *total)
{
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *with = np->kid[i];
        ct_node *of = ct_is(with, CT_WITH) ? with->kid[CT_WITH_OF] : NULL;
        ct_node *left = ct_is(of, CT_COMPARISON) ? of->kid[CT_COMPARISON_LEFT] : NULL;
        ct_nprop prop;
        if (!ct_is(left, CT_NP) || !ct_low_has_state(left, CT_WSTATE_TOTAL) || !ct_stat_prop(left, &prop))
            continue;
        ct_node *right = of->kid[CT_COMPARISON_RIGHT];
        if (!ct_is(right, CT_AT_LEAST))
            return ct_low_refuse(low, of, "this total");
        struct ct_fn *weight = ct_fn_open(low->ab, CT_FN_NUMBER);
        ct_op1(weight, CT_OP_RETN, ct_low_getn(low, weight, CT_S_IT, prop), 0);
        rec->fn_weight = weight->index;
        ct_see_all(left);
        ct_see(with);
        ct_see(of);
        ct_see(right);
        *total = i;
        return amount_function(low, right->kid[0], &rec->fn_amount);
    }
    return true;
}

/* The predicate of NP without its child I, which describes not each of them but all together. */
static uint32_t predicate_without(struct ct_low *low, ct_node *np, uint32_t i, uint32_t zones)
{
    ct_node *without = ct_node_new(low->arena, np->kind, np->span, np->nkids - 1);
    if (!without)
        return CT_NONE;
    without->num = np->num;
    without->flags = np->flags;
    without->form = np->form;
    without->bind = np->bind;
    for (uint32_t from = 0, to = 0; from < np->nkids; from++)
        if (from != i)
            without->kid[to++] = np->kid[from];
    ct_see(np);
    return ct_low_predicate(low, without, zones);
}

/* The predicate of what is used up, without the quantity, which is the amount. */
static bool used_up(struct ct_low *low, ct_node *np, uint32_t zones, ct_rec_cost *rec)
{
    if (!np)
        return false;
    ct_node *quantity = np->kind == CT_NP ? np->kid[CT_NP_QUANTITY] : NULL;
    uint32_t total = 0;
    rec->zones = zones;
    if (np->kind == CT_AND)
        return ct_low_refuse(low, np, "two things at one cost");
    if (np->kind == CT_NP && !total_of(low, np, rec, &total))
        return false;
    if (quantity && rec->fn_weight != CT_NONE) {
        if (!ct_is(quantity, CT_ANY_NUMBER))
            return ct_low_refuse(low, quantity, "this number in a cost");
        ct_see(quantity);
    } else if (quantity) {
        if (ct_is(quantity, CT_UP_TO) || ct_is(quantity, CT_ANY_NUMBER) ||
            ct_is(quantity, CT_AT_LEAST))
            return ct_low_refuse(low, quantity, "a number that is chosen, in a cost");
        if (!amount_function(low, quantity, &rec->fn_amount))
            return false;
    }
    if (ct_low_chosen_by(np))
        return ct_low_refuse(low, np, "a cost that another chooses");
    if (np->kind == CT_NP && np->num == CT_DET_NONE && !quantity && !ct_low_is_self(np) && !ct_attached_np(np))
        return ct_low_error(low, CT_ERR_INCOMPLETE, np, "how many: \"a\", \"an\" or a number?");
    if (np->kind == CT_NP && np->num != CT_DET_A && np->num != CT_DET_NONE &&
        np->num != CT_DET_THIS)
        return ct_low_refuse(low, np, "this in a cost");
    if (ct_low_is_self(np)) { /* no predicate: the source itself */
        ct_see_all(np);
        low->self_moved |= CT_DEF_OUT;
        low->self_zones = zones;
        return true;
    }
    rec->fn = total ? predicate_without(low, np, total, zones) : ct_low_predicate(low, np, zones);
    ct_val used = ct_low_new(low, CT_T_LIST);
    rec->slot = used.slot;
    ct_low_define(np, used, CT_DEF_OUT);
    return !low->failed;
}

static bool only(struct ct_low *low, ct_node *clause, ct_node *allowed)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (clause->kid[i] != allowed && !ct_seen(clause->kid[i]))
            return ct_low_refuse(low, clause->kid[i], "this part of a cost");
    return true;
}

static ct_node *first_pp(const ct_node *clause, int32_t preposition)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_PP) && clause->kid[i]->num == preposition)
            return clause->kid[i];
    return NULL;
}

/* "Exile a card from your graveyard": the place stands with the verb, and describes the card. */
static bool exile_cost(struct ct_low *low, ct_node *clause, ct_rec_cost *rec)
{
    ct_node *np = clause->kid[CT_CLAUSE_OBJECT], *from = first_pp(clause, CT_PREP_FROM);
    uint32_t zones = from ? ct_zone_of_np(from->kid[CT_PP_OBJECT]) : ct_low_zones(low, np);
    *rec = record(CT_COST_EXILE);
    if (ct_low_is_self(np) && !zones)
        zones = CT_ZM_BATTLEFIELD;
    for (uint32_t i = CT_NP_REST; !from && ct_is(np, CT_NP) && ct_low_is_self(np) && i < np->nkids; i++)
        if (ct_is(np->kid[i], CT_PP) && ct_zone_of_np(np->kid[i]->kid[CT_PP_OBJECT]))
            from = np->kid[i];
    if (!zones || (from && !ct_low_zone_is_yours(from->kid[CT_PP_OBJECT])))
        return ct_low_refuse(low, clause, "this cost");
    ct_see_all(from);
    return used_up(low, np, zones, rec) && only(low, clause, from);
}

static bool counter_cost(struct ct_low *low, ct_node *clause, ct_cost_kind kind, int32_t preposition,
                         ct_rec_cost *rec)
{
    ct_node *np = clause->kid[CT_CLAUSE_OBJECT], *from = first_pp(clause, preposition);
    *rec = record(kind);
    if (!from || !ct_is(np, CT_NP) || !ct_head_is(np, CT_N_COUNTER) || np->nkids > CT_NP_REST)
        return ct_low_refuse(low, clause, "this cost");
    ct_see(from);
    ct_see(np);
    if (!ct_low_counter_words(low, np->kid[CT_NP_WORDS], &rec->symbol))
        return false;
    if (np->kid[CT_NP_QUANTITY] && !amount_function(low, np->kid[CT_NP_QUANTITY], &rec->fn_amount))
        return false;
    ct_node *of = from->kid[CT_PP_OBJECT];
    if (ct_low_is_self(of) || (of->bind && ct_low_is_self(of->bind)))
        ct_see_all(of);
    else
        rec->fn = ct_low_predicate(low, of, CT_ZM_BATTLEFIELD);
    rec->zones = CT_ZM_BATTLEFIELD;
    return only(low, clause, from);
}

static bool clause_cost(struct ct_low *low, ct_node *clause, ct_rec_cost *rec);

static bool pay_cost(struct ct_low *low, ct_node *clause, ct_rec_cost *rec)
{
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    if (ct_is(what, CT_COST) && what->nkids == 1) {
        ct_see(what);
        what = what->kid[0];
    }
    if (ct_is(what, CT_PARAMETER) && what->num == CT_PARAM_COST && low->args && low->args->cost) {
        ct_see(what);
        what = low->args->cost;
        if (what->kind == CT_COST && what->nkids == 1) {
            ct_see(what);
            what = what->kid[0];
        }
        if (ct_is(what, CT_CLAUSE)) { /* "ward—Pay 3 life" */
            ct_see(clause);
            return only(low, clause, NULL) && clause_cost(low, what, rec);
        }
    }
    if (ct_is(what, CT_MANA)) {
        *rec = record(CT_COST_MANA);
        return ct_low_mana(low, what, &rec->mana) && only(low, clause, NULL);
    }
    if (ct_is(what, CT_NP) && ct_head_is(what, CT_N_LIFE) && what->nkids == CT_NP_REST) {
        *rec = record(CT_COST_LIFE);
        ct_see(what);
        ct_see_all(what->kid[CT_NP_WORDS]);
        if (!what->kid[CT_NP_QUANTITY])
            return ct_low_refuse(low, what, "this amount of life");
        return amount_function(low, what->kid[CT_NP_QUANTITY], &rec->fn_amount) &&
               only(low, clause, NULL);
    }
    return ct_low_refuse(low, what ? what : clause, "paying this");
}

static bool clause_cost(struct ct_low *low, ct_node *clause, ct_rec_cost *rec)
{
    ct_node *np = clause->kid[CT_CLAUSE_OBJECT];
    ct_see(clause);
    switch (clause->num) {
    case CT_V_SACRIFICE:
        *rec = record(CT_COST_SACRIFICE);
        return used_up(low, np, CT_ZM_BATTLEFIELD, rec) && only(low, clause, NULL);
    case CT_V_DISCARD: {
        bool random = false;
        for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
            if (ct_is(clause->kid[i], CT_ADVERB) && clause->kid[i]->num == CT_ADV_AT_RANDOM) {
                ct_see(clause->kid[i]);
                random = true;
            }
        *rec = record(random ? CT_COST_DISCARD_RANDOM : CT_COST_DISCARD);
        return used_up(low, np, CT_ZM_HAND, rec) && only(low, clause, NULL);
    }
    case CT_V_TAP:
        *rec = record(CT_COST_TAP_OTHERS);
        return used_up(low, np, CT_ZM_BATTLEFIELD, rec) && only(low, clause, NULL);
    case CT_V_UNTAP:
        *rec = record(CT_COST_UNTAP_OTHERS);
        return used_up(low, np, CT_ZM_BATTLEFIELD, rec) && only(low, clause, NULL);
    case CT_V_REVEAL: {
        ct_node *from = first_pp(clause, CT_PREP_FROM);
        if (!from && ct_is(np, CT_NP) && np->nkids == CT_NP_REST + 1 && ct_is(np->kid[CT_NP_REST], CT_PP) &&
            np->kid[CT_NP_REST]->num == CT_PREP_FROM)
            from = np->kid[CT_NP_REST];
        *rec = record(CT_COST_REVEAL);
        if (from && (ct_zone_of_np(from->kid[CT_PP_OBJECT]) != CT_ZM_HAND ||
                     !ct_low_zone_is_yours(from->kid[CT_PP_OBJECT])))
            return ct_low_refuse(low, from, "this cost");
        ct_see_all(from);
        return used_up(low, np, CT_ZM_HAND, rec) && only(low, clause, from);
    }
    case CT_V_RETURN: {
        ct_node *to = first_pp(clause, CT_PREP_TO);
        *rec = record(CT_COST_RETURN);
        if (!to || ct_zone_of_np(to->kid[CT_PP_OBJECT]) != CT_ZM_HAND)
            return ct_low_refuse(low, clause, "this cost");
        ct_see_all(to);
        return used_up(low, np, CT_ZM_BATTLEFIELD, rec) && only(low, clause, to);
    }
    case CT_V_EXILE: return exile_cost(low, clause, rec);
    case CT_V_REMOVE: return counter_cost(low, clause, CT_COST_REMOVE_COUNTER, CT_PREP_FROM, rec);
    case CT_V_PUT: return counter_cost(low, clause, CT_COST_ADD_COUNTER, CT_PREP_ON, rec);
    case CT_V_PAY: return pay_cost(low, clause, rec);
    case CT_V_MILL:
        *rec = record(CT_COST_MILL);
        if (!ct_is(np, CT_NP) || !ct_head_is(np, CT_N_CARD) || np->nkids > CT_NP_REST)
            break;
        ct_see(np);
        ct_see_all(np->kid[CT_NP_WORDS]);
        return (!np->kid[CT_NP_QUANTITY] ||
                amount_function(low, np->kid[CT_NP_QUANTITY], &rec->fn_amount)) &&
               only(low, clause, NULL);
    default: break;
    }
    return ct_low_refuse(low, clause, "this cost");
}

/* ---- the list ---------------------------------------------------------------------------------------------------------- */

enum { MOST_COSTS = 24 };

struct costs {
    ct_rec_cost rec[MOST_COSTS];
    uint32_t count;
};

static bool add_part(struct ct_low *low, ct_node *part, struct costs *costs);

static bool add_all(struct ct_low *low, ct_node *cost, struct costs *costs)
{
    ct_see(cost);
    for (uint32_t i = 0; i < cost->nkids; i++)
        if (!add_part(low, cost->kid[i], costs))
            return false;
    return true;
}

static bool loyalty(struct ct_low *low, const ct_node *part, ct_rec_cost *rec)
{
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    uint16_t value = ct_low_const(low, fn, part->num);
    *rec = record(CT_COST_LOYALTY);
    if (part->flags & CT_F_VARIABLE)
        ct_op3(fn, CT_OP_MUL, value, value, CT_S_X, 0);
    ct_op1(fn, CT_OP_RETN, value, 0);
    rec->fn_amount = fn->index;
    return true;
}

static bool add_or(struct ct_low *low, ct_node *list, struct costs *costs)
{
    ct_see(list);
    for (uint32_t i = 0; i < list->nkids; i++) {
        if (i) {
            if (costs->count == MOST_COSTS)
                return ct_low_refuse(low, list, "so long a cost");
            costs->rec[costs->count++] = record(CT_COST_OR);
        }
        uint32_t before = costs->count;
        if (!add_part(low, list->kid[i], costs))
            return false;
        if (costs->count != before + 1)
            return ct_low_refuse(low, list->kid[i], "several costs as one of two");
    }
    return true;
}

/* "the sacrificed creature" is what the clause used up. */
static bool clause_used(ct_node *clause)
{
    ct_val val;
    int flags;
    if (ct_low_defined(clause->kid[CT_CLAUSE_OBJECT], &val, &flags))
        ct_low_define(clause, val, flags);
    return true;
}

static bool add_part(struct ct_low *low, ct_node *part, struct costs *costs)
{
    if (!part)
        return true;
    if (costs->count == MOST_COSTS)
        return ct_low_refuse(low, part, "so long a cost");
    ct_see(part);
    switch (part->kind) {
    case CT_COST:
    case CT_AND: return add_all(low, part, costs);
    case CT_OR: return add_or(low, part, costs);
    case CT_PARAMETER:
        if (part->num != CT_PARAM_COST || !low->args || !low->args->cost)
            return ct_low_refuse(low, part, "this parameter as a cost");
        return add_part(low, low->args->cost, costs);
    default: break;
    }
    ct_rec_cost *rec = &costs->rec[costs->count++];
    switch (part->kind) {
    case CT_MANA: *rec = record(CT_COST_MANA); return ct_low_mana(low, part, &rec->mana);
    case CT_TAP: *rec = record(CT_COST_TAP); return true;
    case CT_UNTAP: *rec = record(CT_COST_UNTAP); return true;
    case CT_LOYALTY: return loyalty(low, part, rec);
    case CT_CLAUSE: return clause_cost(low, part, rec) && clause_used(part);
    default: return ct_low_refuse(low, part, "this cost");
    }
}

bool ct_low_cost(struct ct_low *low, ct_node *cost, uint32_t *first, uint32_t *count)
{
    struct costs costs = {.count = 0};
    bool ok = add_part(low, cost, &costs);
    *first = ct_emit_cost(low->emit, costs.rec, costs.count);
    *count = costs.count;
    return ok;
}

/* ---- additional costs [CR 601.2b, 601.2f] ------------------------------------------------------------------------------- */

/* "As an additional cost to cast this spell, ..." */
bool ct_low_is_extra_cost(const ct_node *body)
{
    const ct_node *time = ct_is(body, CT_WITHIN) ? body->kid[CT_WITHIN_TIME] : NULL;
    const ct_node *np = ct_is(time, CT_PP) && time->num == CT_PREP_AS ? time->kid[CT_PP_OBJECT] : NULL;
    return ct_is(np, CT_NP) && ct_head_is(np, CT_N_COST) && ct_low_has_state(np, CT_WSTATE_ADDITIONAL);
}

static bool to_cast_this(const ct_node *np)
{
    const ct_node *cast = np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    return ct_is(cast, CT_CLAUSE) && cast->num == CT_V_CAST && ct_low_is_self(cast->kid[CT_CLAUSE_OBJECT]) &&
           cast->nkids == CT_CLAUSE_REST;
}

/* "As an additional cost to cast this spell, sacrifice a creature.": not a choice. It is of the spell's own
 * ability, which may say what was sacrificed. */
bool ct_low_is_own_cost(const ct_node *node)
{
    const ct_node *body = node->kind == CT_STATIC ? node->kid[CT_STATIC_BODY] : NULL;
    return body && ct_low_is_extra_cost(body) && !ct_is(body->kid[CT_WITHIN_BODY], CT_MODAL);
}

bool ct_low_own_cost(struct ct_low *low, ct_node *node)
{
    ct_node *body = node->kid[CT_STATIC_BODY], *time = body->kid[CT_WITHIN_TIME];
    if (!to_cast_this(time->kid[CT_PP_OBJECT]))
        return ct_low_refuse(low, time, "an additional cost of this");
    ct_see(node);
    ct_see(node->kid[CT_STATIC_LABEL]);
    ct_see(body);
    ct_see_all(time);
    return ct_low_cost(low, body->kid[CT_WITHIN_BODY], &low->ab->rec.cost0, &low->ab->rec.ncosts);
}

bool ct_low_extra_cost(struct ct_low *low, ct_node *body)
{
    ct_rec_ability *rec = &low->ab->rec;
    ct_node *time = body->kid[CT_WITHIN_TIME], *what = body->kid[CT_WITHIN_BODY];
    if (!to_cast_this(time->kid[CT_PP_OBJECT]))
        return ct_low_refuse(low, time, "an additional cost of this");
    ct_see(body);
    ct_see_all(time);
    rec->kind = CT_AB_EXTRACOST;
    rec->zones = CT_ZM_STACK;
    if (ct_is(what, CT_MODAL) && what->num == CT_MODAL_MAY && ct_low_is_you(what->kid[CT_MODAL_SUBJECT])) {
        rec->flags |= CT_ABF_OPTIONAL;
        ct_see(what);
        ct_see(what->kid[CT_MODAL_SUBJECT]);
        what = what->kid[CT_MODAL_BODY];
        if (ct_is(what, CT_CLAUSE))
            ct_see(what->kid[CT_CLAUSE_SUBJECT]);
    }
    return ct_low_cost(low, what, &rec->cost0, &rec->ncosts);
}
