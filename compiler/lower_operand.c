/* Noun phrases as what an instruction acts on: references, targets, lookups, choices. */
#include "compiler/lower.h"

/* ---- what a noun phrase is -------------------------------------------------------------------------- */

bool ct_low_is_you(const ct_node *np)
{
    return ct_is(np, CT_PRONOUN) &&
           (np->num == CT_PRONOUN_YOU || np->num == CT_PRONOUN_YOURSELF);
}

bool ct_low_is_self(const ct_node *np)
{
    if (!np)
        return false;
    return np->kind == CT_SELF_NAME ||
           (np->kind == CT_NP && np->num == CT_DET_THIS && !np->bind && !ct_time_np(np));
}

bool ct_low_is_reference(const ct_node *np)
{
    switch (np->kind) {
    case CT_PRONOUN:
    case CT_SELF_NAME:
    case CT_SAME:
    case CT_GAP: return true;
    case CT_NP:
        if (ct_is(np->kid[CT_NP_WORDS], CT_PRONOUN))
            return true;
        return np->num == CT_DET_THIS || np->num == CT_DET_THAT ||
               (np->bind && np->num == CT_DET_THE) || ct_is_target(np) || ct_low_has_state(np, CT_WSTATE_DEFENDING) ||
               np->num == CT_DET_POSS || ct_attached_np(np);
    default: return false;
    }
}

/* "this turn", "this combat" */
bool ct_time_np(const ct_node *np)
{
    const ct_node *head = ct_head_word(np);
    if (!ct_is(head, CT_NOUN))
        return false;
    switch (head->num) {
    case CT_N_TURN:
    case CT_N_STEP:
    case CT_N_PHASE:
    case CT_N_UPKEEP:
    case CT_N_COMBAT:
    case CT_N_GAME:
    case CT_N_END_STEP:
    case CT_N_WAY: return true;
    default: return false;
    }
}

/* "enchanted creature", "equipped creature": what the source is attached to [CR 303.4, 301.5] */
bool ct_attached_np(const ct_node *np)
{
    const ct_node *words = np->kind == CT_NP ? np->kid[CT_NP_WORDS] : NULL;
    if (!words || np->num != CT_DET_NONE || (np->flags & (CT_F_PLURAL | CT_F_TARGET)) ||
        np->kid[CT_NP_QUANTITY] || words->kind != CT_GROUP || words->nkids < 2)
        return false;
    const ct_node *state = words->kid[0];
    return state->kind == CT_STATE &&
           (state->num == CT_WSTATE_ENCHANTED || state->num == CT_WSTATE_EQUIPPED ||
            state->num == CT_WSTATE_FORTIFIED);
}

bool ct_low_is_plural(const ct_node *np)
{
    if (!np)
        return false;
    if (np->kind == CT_AND || np->kind == CT_AND_OR)
        return true;
    return np->kind == CT_NP && ((np->flags & CT_F_PLURAL) || np->num == CT_DET_EACH ||
                                 np->num == CT_DET_EVERY || np->num == CT_DET_ALL);
}

/* ---- references -------------------------------------------------------------------------------------------- */

/* The object as it is now, if it has moved and the use asks for that [CR 400.7, 608.2h]. */
static ct_val as_moved(struct ct_low *low, struct ct_fn *fn, ct_val val, int flags, enum ct_use use)
{
    if (!(flags & CT_DEF_IN) && !(use == CT_USE_ACT && (flags & CT_DEF_OUT)))
        return val;
    ct_val now = ct_low_new(low, val.type);
    ct_op2(fn, val.type == CT_T_LIST ? CT_OP_LATESTL : CT_OP_LATEST, now.slot, val.slot, 0);
    return now;
}

static ct_val self(struct ct_low *low, struct ct_fn *fn, enum ct_use use)
{
    return as_moved(low, fn, (ct_val){CT_T_ENT, CT_S_THIS}, low->self_moved, use);
}

/* "an opponent" of "a spell an opponent controls": the controller of that spell. */
static bool its_player(struct ct_low *low, struct ct_fn *fn, ct_val of, int flags, ct_val *out)
{
    of = as_moved(low, fn, of, flags, CT_USE_READ);
    ct_eprop prop = flags & CT_DEF_OWNER ? CT_EP_OWNER : CT_EP_CONTROLLER;
    *out = (ct_val){CT_T_ENT, ct_low_gete(low, fn, ct_low_entity(low, fn, of), prop)};
    return true;
}

static bool bound(struct ct_low *low, struct ct_fn *fn, ct_node *use_node, enum ct_use use,
                  ct_val *out)
{
    ct_node *def = use_node->bind;
    int flags;
    if (ct_low_is_you(def)) {
        *out = (ct_val){CT_T_ENT, low->you};
        return true;
    }
    if (ct_low_is_self(def)) {
        *out = self(low, fn, use);
        return true;
    }
    if (ct_low_defined(def, out, &flags)) {
        if (out->type == CT_T_NUM)
            return ct_low_refuse(low, use_node, "what this refers to");
        if (flags & (CT_DEF_CONTROLLER | CT_DEF_OWNER))
            return its_player(low, fn, *out, flags, out);
        *out = as_moved(low, fn, *out, flags, use);
        return true;
    }
    if (def->kind == CT_NP && (def->num == CT_DET_POSS || ct_attached_np(def) ||
                               ct_low_has_state(def, CT_WSTATE_DEFENDING)) && def != use_node)
        return ct_low_operand(low, fn, def, use, out);
    if (def->kind == CT_CLAUSE && def->num == CT_V_EXILE) { /* by another ability of the object [CR 607.2a] */
        *out = ct_low_new(low, CT_T_LIST);
        ct_op2(fn, CT_OP_LINKED, out->slot, CT_LINK_EXILED, 0);
        return true;
    }
    if (low->in_action && def->kind == CT_NP) { /* the parameter of the definition's head */
        *out = as_moved(low, fn, (ct_val){CT_T_ENT, CT_S_EVOBJ}, low->parameter_moved, use);
        return true;
    }
    return ct_low_refuse(low, use_node, "what this refers to");
}

/* ---- players by relation ------------------------------------------------------------------------------------- */

static bool possessed_player(struct ct_low *low, struct ct_fn *fn, ct_node *np, ct_eprop prop,
                             ct_val *out)
{
    ct_val of;
    if (!ct_low_operand(low, fn, np->kid[CT_NP_POSSESSOR], CT_USE_READ, &of))
        return false;
    ct_see_all(np->kid[CT_NP_WORDS]);
    if (of.type == CT_T_ENT) {
        *out = (ct_val){CT_T_ENT, ct_low_gete(low, fn, of.slot, prop)};
        return true;
    }
    /* "their owners": the players who own any of them */
    struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
    struct ct_fn *mine = ct_fn_open(low->ab, CT_FN_NUMBER);
    uint16_t player = ct_slot(low->ab->frame, CT_T_ENT);
    ct_op2(is, CT_OP_MOVE, player, CT_S_IT, 0);
    uint16_t some = ct_slot(low->ab->frame, CT_T_LIST), count = ct_low_num(low);
    ct_op3(is, CT_OP_FILTER, some, of.slot, mine->index, 0);
    ct_op2(is, CT_OP_LEN, count, some, 0);
    ct_op1(is, CT_OP_RETN, count, 0);
    uint16_t whose = ct_low_gete(low, mine, CT_S_IT, prop);
    uint16_t same = ct_low_num(low);
    ct_op3(mine, CT_OP_SAME, same, whose, player, 0);
    ct_op1(mine, CT_OP_RETN, same, 0);
    *out = ct_low_new(low, CT_T_LIST);
    ct_op2(fn, CT_OP_PLAYERS, out->slot, is->index, 0);
    return true;
}

/* ---- targets [CR 115, 601.2c] ------------------------------------------------------------------------------------ */

/* A function that gives the number QUANTITY. */
static bool number_function(struct ct_low *low, ct_node *quantity, uint32_t *index)
{
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    uint16_t value;
    if (!ct_low_quantity(low, fn, quantity, &value))
        return false;
    ct_op1(fn, CT_OP_RETN, value, 0);
    *index = fn->index;
    return true;
}

static uint32_t constant_function(struct ct_low *low, int32_t value)
{
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    ct_op1(fn, CT_OP_RETN, ct_low_const(low, fn, value), 0);
    return fn->index;
}

static bool target_count(struct ct_low *low, ct_node *quantity, ct_rec_target *rec, bool *one)
{
    int32_t n;
    *one = false;
    ct_see(quantity);
    switch (quantity->kind) {
    case CT_UP_TO:
        *one = ct_low_plain_number(low, quantity->kid[0], &n) && n == 1;
        rec->fn_min = constant_function(low, 0);
        return number_function(low, quantity->kid[0], &rec->fn_max);
    case CT_ANY_NUMBER:
        rec->flags |= CT_TGF_ALL_MAX;
        rec->fn_min = constant_function(low, 0);
        return true;
    case CT_AT_LEAST: /* "one or more" */
        rec->flags |= CT_TGF_ALL_MAX;
        return number_function(low, quantity->kid[0], &rec->fn_min);
    case CT_OR: /* "one or two" */
        if (quantity->nkids < 2)
            break;
        for (uint32_t i = 1; i + 1 < quantity->nkids; i++)
            ct_see_all(quantity->kid[i]);
        return number_function(low, quantity->kid[0], &rec->fn_min) &&
               number_function(low, quantity->kid[quantity->nkids - 1], &rec->fn_max);
    case CT_NUMBER: *one = quantity->num == 1; break;
    default: break;
    }
    if (!number_function(low, quantity, &rec->fn_max))
        return false;
    rec->fn_min = rec->fn_max;
    return true;
}

/* "any target", "two targets" [CR 115.4] */
static bool any_target(const ct_node *np)
{
    return !np->kid[CT_NP_WORDS] || ct_head_is(np, CT_N_TARGET);
}

static uint32_t target_zones(struct ct_low *low, const ct_node *np)
{
    return any_target(np) ? CT_ZM_BATTLEFIELD | CT_ZM_PLAYERS : ct_low_zones(low, np);
}

static uint32_t target_predicate(struct ct_low *low, ct_node *np, uint32_t zones)
{
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(fn);
    uint32_t outer = low->ambient;
    low->ambient = zones;
    fn->span = np->span;
    if (!any_target(np) && !ct_low_called_card(low, np, zones))
        return fn->index;
    if (any_target(np)) {
        uint16_t legal = ct_low_num(low);
        ct_op2(fn, CT_OP_CANTARG, legal, CT_S_IT, 0);
        ct_low_unless(fn, legal, false, no);
    }
    if (!any_target(np)) {
        ct_low_test_description(low, fn, np, CT_S_IT, no);
    } else {
        ct_see_all(np->kid[CT_NP_WORDS]);
        ct_see(np);
        if (np->flags & CT_F_OTHER)
            ct_low_test_other(low, fn, CT_S_IT, no);
    }
    low->ambient = outer;
    ct_low_finish_test(low, fn, no);
    return fn->index;
}

static struct ct_low_target *new_target(struct ct_low *low, ct_node *np)
{
    struct ct_low_target *target = ct_arena_alloc(low->arena, sizeof *target);
    if (!target) {
        ct_low_out_of_memory(low);
        return NULL;
    }
    target->rec = (ct_rec_target){.fn_min = CT_NONE, .fn_max = CT_NONE, .divide_slot = CT_NONE,
                                  .fn_divide = CT_NONE, .mode = low->mode};
    if (np->kind == CT_NP && (np->num == CT_DET_EACH || np->num == CT_DET_ALL || np->num == CT_DET_EVERY)) {
        ct_low_error(low, CT_ERR_INCOMPLETE, np, "\"each of\" some targets");
        return NULL;
    }
    if (low->no_targets) {
        ct_low_refuse(low, np, "a target here");
        return NULL;
    }
    return target;
}

static void add_target(struct ct_low *low, struct ct_low_target *target, ct_node *np, bool one, ct_val *out)
{
    *out = ct_low_new(low, one ? CT_T_ENT : CT_T_LIST);
    target->rec.slot = out->slot;
    if (low->last_target)
        low->last_target->next = target;
    else
        low->targets = target;
    low->last_target = target;
    low->ntargets++;
    ct_low_define(np, *out, 0);
}

/* "target instant card from your graveyard or exiled card you own" */
bool ct_low_is_one_target(const ct_node *or)
{
    if (!ct_is(or, CT_OR) || !or->nkids || !ct_is_target(or->kid[0]))
        return false;
    for (uint32_t i = 1; i < or->nkids; i++)
        if (!ct_is(or->kid[i], CT_NP) || or->kid[i]->num || (or->kid[i]->flags & (CT_F_TARGET | CT_F_PLURAL)))
            return false;
    return true;
}

bool ct_low_one_target(struct ct_low *low, ct_node *or, ct_val *out)
{
    struct ct_low_target *target = new_target(low, or);
    if (!target)
        return false;
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(fn), yes = ct_label(fn);
    uint32_t outer = low->ambient;
    ct_see(or);
    for (uint32_t i = 0; i < or->nkids; i++) {
        bool last = i + 1 == or->nkids;
        int32_t next = last ? no : ct_label(fn);
        uint32_t zones = ct_low_zones(low, or->kid[i]);
        if (!zones || or->kid[i]->kid[CT_NP_QUANTITY])
            return ct_low_refuse(low, or->kid[i], "a target of this kind");
        target->rec.zones |= zones;
        low->ambient = 0; /* each says where it is */
        if (!ct_low_test_description(low, fn, or->kid[i], CT_S_IT, next))
            return false;
        if (last)
            break;
        ct_op_imm(fn, CT_OP_JMP, yes);
        ct_place(fn, next);
    }
    low->ambient = outer;
    ct_place(fn, yes);
    ct_low_finish_test(low, fn, no);
    target->rec.fn = fn->index;
    add_target(low, target, or, true, out);
    return !low->failed;
}

bool ct_low_target(struct ct_low *low, ct_node *np, ct_val *out)
{
    ct_node *quantity = np->kid[CT_NP_QUANTITY];
    bool one = true;
    struct ct_low_target *target = new_target(low, np);
    if (!target)
        return false;
    uint32_t flags = np->flags;
    if (ct_low_chosen_by(np))
        return ct_low_refuse(low, np, "targets that another chooses");
    if ((np->flags & CT_F_OTHER) && low->ntargets) {
        target->rec.flags |= CT_TGF_OTHER;
        np->flags &= ~(uint32_t)CT_F_OTHER; /* other than the earlier targets, not than the source */
    }
    target->rec.zones = target_zones(low, np);
    target->rec.fn = target_predicate(low, np, target->rec.zones);
    np->flags = flags | (np->flags & (uint32_t)CT_SEEN);
    if (!target->rec.zones)
        return ct_low_refuse(low, np, "a target of this kind");
    if (quantity && !target_count(low, quantity, &target->rec, &one))
        return false;
    add_target(low, target, np, one, out);
    ct_low_define_players(np, *out, 0);
    return !low->failed;
}

/* ---- lookups and choices ----------------------------------------------------------------------------------------------- */

bool ct_low_collect(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint32_t zones,
                    uint16_t *out)
{
    uint16_t from;
    if (ct_low_is_reference(np) || (np->kind == CT_NP && ct_of_each(np))) {
        ct_val val;
        if (!ct_low_operand(low, fn, np, CT_USE_READ, &val))
            return false;
        *out = ct_low_list(low, fn, val);
        return true;
    }
    if (!ct_low_source_list(low, fn, np, &from))
        return false;
    uint16_t list = ct_slot(low->ab->frame, CT_T_LIST);
    if (from != UINT16_MAX) {
        ct_op3(fn, CT_OP_FILTER, list, from, ct_low_predicate(low, np, 0), 0);
        *out = list;
        return !low->failed;
    }
    if (!zones)
        zones = ct_low_zones(low, np);
    if (zones == CT_ZM_PLAYERS)
        ct_op2(fn, CT_OP_PLAYERS, list, ct_low_predicate(low, np, zones), 0);
    else if (!zones)
        return ct_low_refuse(low, np, "where these are looked for");
    else
        ct_op3(fn, CT_OP_COLLECT, list, zones, ct_low_predicate(low, np, zones), 0);
    *out = list;
    return !low->failed;
}

/* A number that stands for objects of a group, as the resolver found: "put one into your hand". */
static bool is_some_of(const ct_node *np)
{
    return np->bind && (np->kind == CT_NUMBER || np->kind == CT_VARIABLE || np->kind == CT_UP_TO ||
                        np->kind == CT_ANY_NUMBER || np->kind == CT_AT_LEAST);
}

bool ct_low_how_many(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *least,
                     uint16_t *most)
{
    ct_node *quantity = np->kind == CT_NP ? np->kid[CT_NP_QUANTITY] : is_some_of(np) ? np : NULL;
    ct_see(quantity);
    if (ct_is(quantity, CT_UP_TO)) {
        *least = ct_low_const(low, fn, 0);
        return ct_low_quantity(low, fn, quantity->kid[0], most);
    }
    if (ct_is(quantity, CT_ANY_NUMBER)) {
        *least = ct_low_const(low, fn, 0);
        *most = ct_low_const(low, fn, INT32_MAX);
        return true;
    }
    if (ct_is(quantity, CT_AT_LEAST)) {
        *most = ct_low_const(low, fn, INT32_MAX);
        return ct_low_quantity(low, fn, quantity->kid[0], least);
    }
    if (ct_is(quantity, CT_OR) && quantity->nkids == 2)
        return ct_low_quantity(low, fn, quantity->kid[0], least) &&
               ct_low_quantity(low, fn, quantity->kid[1], most);
    if (quantity) {
        if (!ct_low_quantity(low, fn, quantity, least))
            return false;
    } else {
        *least = ct_low_const(low, fn, 1);
    }
    *most = *least;
    return true;
}

/* "a land card from among them": what was chosen is no part of the rest. */
static void note_taken(struct ct_low *low, const ct_node *np, ct_val taken)
{
    for (uint32_t i = CT_NP_REST; np->kind == CT_NP && i < np->nkids; i++)
        if (ct_is(np->kid[i], CT_PP) && np->kid[i]->num == CT_PREP_FROM_AMONG)
            ct_low_taken(low, np->kid[i]->kid[CT_PP_OBJECT], taken);
}

/* Who chooses, when NP says so: "a card of target opponent's choice", "a creature of your choice". "Their choice" is
 * that of who acts. */
ct_node *ct_low_chosen_by(const ct_node *np)
{
    for (uint32_t i = CT_NP_REST; np->kind == CT_NP && i < np->nkids; i++) {
        const ct_node *of = ct_is(np->kid[i], CT_PP) && np->kid[i]->num == CT_PREP_OF ? np->kid[i]->kid[CT_PP_OBJECT] : NULL;
        ct_node *whose = ct_is(of, CT_NP) && ct_head_is(of, CT_N_CHOICE) ? of->kid[CT_NP_POSSESSOR] : NULL;
        if (whose && (!ct_is(whose, CT_PRONOUN) || ct_low_is_you(whose)))
            return whose;
    }
    return NULL;
}

/* From LIST, as many as NP says, chosen by the actor. One is an entity. */
bool ct_low_choose(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t list, ct_val *out)
{
    uint16_t least, most, chooser = low->actor;
    ct_node *quantity = np->kind == CT_NP ? np->kid[CT_NP_QUANTITY] : NULL, *by = ct_low_chosen_by(np);
    if (fn->result != CT_FN_EFFECT)
        return ct_low_refuse(low, np, "a choice inside a condition or a quantity");
    if (by && !ct_low_player(low, fn, by, &chooser))
        return false;
    if (!quantity || (ct_is(quantity, CT_NUMBER) && quantity->num == 1)) {
        ct_see(quantity);
        *out = ct_low_new(low, CT_T_ENT);
        ct_op3(fn, CT_OP_CHOOSE1, out->slot, chooser, list, 0);
    } else {
        if (!ct_low_how_many(low, fn, np, &least, &most))
            return false;
        *out = ct_low_new(low, CT_T_LIST);
        ct_op5(fn, CT_OP_CHOOSE, out->slot, chooser, list, least, most, 0);
    }
    note_taken(low, np, *out);
    ct_low_define(np, *out, 0);
    return true;
}

/* "that many cards from the top of your library" */
static bool from_top(const ct_node *np)
{
    const ct_node *pp = np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    return ct_is(pp, CT_PP) && pp->num == CT_PREP_FROM && ct_head_is(pp->kid[CT_PP_OBJECT], CT_N_TOP);
}

/* "the top two cards of your library" */
static bool top_cards(struct ct_low *low, struct ct_fn *fn, ct_node *np, ct_val *out)
{
    ct_node *of = NULL;
    uint16_t player, count;
    if (np->flags & CT_F_BOTTOM)
        return ct_low_refuse(low, np, "the bottom cards of a library");
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *pp = np->kid[i];
        if (of || !ct_is(pp, CT_PP) ||
            (pp->num != CT_PREP_OF && pp->num != CT_PREP_FROM) ||
            !ct_low_is_library(pp->kid[CT_PP_OBJECT]))
            return ct_low_refuse(low, pp, "this description of the top cards");
        ct_see(pp);
        of = pp->kid[CT_PP_OBJECT];
    }
    if (of && ct_head_is(of, CT_N_TOP)) {
        ct_see(of);
        ct_see_all(of->kid[CT_NP_WORDS]);
        ct_see(of->kid[CT_NP_REST]);
        of = of->kid[CT_NP_REST]->kid[CT_PP_OBJECT];
    }
    if (!of || of->kind != CT_NP || !of->kid[CT_NP_POSSESSOR] || !ct_head_is(np, CT_N_CARD))
        return ct_low_refuse(low, np, "the top of this");
    ct_see(np);
    ct_see(of);
    ct_see_all(of->kid[CT_NP_WORDS]);
    ct_see_all(np->kid[CT_NP_WORDS]);
    ct_val whose;
    if (!ct_low_operand(low, fn, of->kid[CT_NP_POSSESSOR], CT_USE_READ, &whose))
        return false;
    player = ct_low_entity(low, fn, whose);
    ct_node *quantity = np->kid[CT_NP_QUANTITY];
    if (!quantity)
        count = ct_low_const(low, fn, 1);
    else if (!ct_low_quantity(low, fn, quantity, &count))
        return false;
    *out = ct_low_new(low, CT_T_LIST);
    ct_op3(fn, CT_OP_TOPCARDS, out->slot, player, count, 0);
    ct_low_define(np, *out, 0);
    return true;
}

/* "your hand", "target player's graveyard": the cards in it */
static bool zone_cards(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint32_t zone,
                       ct_val *out)
{
    struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(is);
    uint32_t outer = low->ambient;
    low->ambient = zone;
    bool ok = ct_low_test_zone_owner(low, is, np, CT_S_IT, no);
    low->ambient = outer;
    ct_low_finish_test(low, is, no);
    *out = ct_low_new(low, CT_T_LIST);
    ct_op3(fn, CT_OP_COLLECT, out->slot, zone, is->index, 0);
    return ok;
}

/* "each of [np]", "one of [np]", "any number of them": chosen from, or all of, what follows "of" */
ct_node *ct_of_each(const ct_node *np)
{
    if (np->kid[CT_NP_WORDS] || np->nkids != CT_NP_REST + 1)
        return NULL;
    ct_node *pp = np->kid[CT_NP_REST];
    return ct_is(pp, CT_PP) && pp->num == CT_PREP_OF ? pp->kid[CT_PP_OBJECT] : NULL;
}

bool ct_low_all_or_some(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t list,
                        ct_val *out)
{
    bool all = !np->kid[CT_NP_QUANTITY] &&
               (np->num == CT_DET_EACH || np->num == CT_DET_ALL || np->num == CT_DET_EVERY ||
                np->num == CT_DET_BOTH || ((np->flags & CT_F_PLURAL) && np->num == CT_DET_NONE));
    if (all) {
        *out = (ct_val){CT_T_LIST, list};
        ct_low_define(np, *out, 0);
        return true;
    }
    if (np->num == CT_DET_NO || np->num == CT_DET_ANY || np->num == CT_DET_EITHER ||
        np->num == CT_DET_WHICH || np->num == CT_DET_SUCH)
        return ct_low_refuse(low, np, "this determiner here");
    if (np->num == CT_DET_THE)
        return ct_low_refuse(low, np, "what this refers to");
    return ct_low_choose(low, fn, np, list, out);
}

/* "it from your graveyard": the thing, which is there. */
static bool placed_pronoun(struct ct_low *low, struct ct_fn *fn, ct_node *np, enum ct_use use,
                           ct_val *out)
{
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *pp = np->kid[i];
        if (!ct_is(pp, CT_PP) || pp->num != CT_PREP_FROM || !ct_zone_of_np(pp->kid[CT_PP_OBJECT]))
            return ct_low_refuse(low, pp, "this behind a pronoun");
        ct_see_all(pp);
    }
    return ct_low_operand(low, fn, np->kid[CT_NP_WORDS], use, out);
}

/* "this card from your graveyard": it must be there. Other descriptions of a reference are those of what it
 * means ("the creature card milled this way"), and must hold as well. */
static bool reference_tails(struct ct_low *low, struct ct_fn *fn, ct_node *np, ct_val *out)
{
    if (np->nkids == CT_NP_REST)
        return true;
    struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(is);
    uint32_t outer = low->ambient;
    bool ok = true;
    low->ambient = 0;
    for (uint32_t i = CT_NP_REST; ok && i < np->nkids; i++) {
        ct_node *tail = np->kid[i];
        uint32_t zone = ct_is(tail, CT_PP) ? ct_zone_of_np(tail->kid[CT_PP_OBJECT]) : 0;
        if (zone && ct_low_is_self(np) && !low->self_moved)
            low->self_zones = zone;
        ok = ct_low_test_tail(low, is, tail, CT_S_IT, no);
    }
    low->ambient = outer;
    ct_low_finish_test(low, is, no);
    uint16_t list = ct_low_list(low, fn, *out);
    *out = ct_low_new(low, CT_T_LIST);
    ct_op3(fn, CT_OP_FILTER, out->slot, list, is->index, 0);
    return ok;
}

static bool np_operand(struct ct_low *low, struct ct_fn *fn, ct_node *np, enum ct_use use,
                       ct_val *out)
{
    const ct_node *head = ct_head_word(np);
    ct_node *of = ct_of_each(np);
    uint16_t list;
    ct_see(np);
    if (ct_is(np->kid[CT_NP_WORDS], CT_PRONOUN) && !np->kid[CT_NP_POSSESSOR] && !np->kid[CT_NP_QUANTITY])
        return placed_pronoun(low, fn, np, use, out);
    if (ct_is_target(np))
        return ct_low_defined(np, out, &(int){0}) || ct_low_target(low, np, out);
    if (ct_low_has_state(np, CT_WSTATE_DEFENDING)) {
        ct_see_all(np->kid[CT_NP_WORDS]);
        *out = (ct_val){CT_T_ENT, ct_low_gete(low, fn, CT_S_THIS, CT_EP_DEFENDING)};
        return true;
    }
    if (np->kid[CT_NP_POSSESSOR] && ct_is(head, CT_NOUN) &&
        (head->num == CT_N_CONTROLLER || head->num == CT_N_OWNER))
        return possessed_player(low, fn, np,
                                head->num == CT_N_OWNER ? CT_EP_OWNER : CT_EP_CONTROLLER, out);
    if (np->bind && ct_low_is_reference(np)) {
        ct_see_all(np->kid[CT_NP_WORDS]);
        ct_see_all(np->kid[CT_NP_QUANTITY]);
        ct_see_all(np->kid[CT_NP_POSSESSOR]);
        return bound(low, fn, np, use, out) && reference_tails(low, fn, np, out);
    }
    if (ct_low_is_self(np)) {
        ct_see_all(np->kid[CT_NP_WORDS]);
        *out = self(low, fn, use);
        return reference_tails(low, fn, np, out);
    }
    if (ct_attached_np(np)) {
        ct_see_all(np);
        *out = (ct_val){CT_T_ENT, ct_low_gete(low, fn, CT_S_THIS, CT_EP_ATTACHED_TO)};
        return true;
    }
    if ((np->flags & (CT_F_TOP | CT_F_BOTTOM)) || from_top(np))
        return top_cards(low, fn, np, out);
    if (np->num == CT_DET_POSS && ct_is(head, CT_NOUN) && head->num == CT_N_OPPONENT) {
        ct_see_all(np);
        return ct_low_opponents(low, fn, out);
    }
    if (ct_zone_of_np(np))
        return zone_cards(low, fn, np, ct_zone_of_np(np), out);
    if (of) {
        ct_see(np->kid[CT_NP_REST]);
        ct_val from;
        if (!ct_low_operand(low, fn, of, use, &from) ||
            !ct_low_all_or_some(low, fn, np, ct_low_list(low, fn, from), out))
            return false;
        ct_low_taken(low, of, *out);
        return true;
    }
    if (np->num == CT_DET_THAT || np->num == CT_DET_POSS || ct_low_is_reference(np) || ct_of_each(np))
        return ct_low_refuse(low, np, "what this refers to");
    if (ct_low_is_reference(np)) /* to something that none of the above finds */
        return ct_low_refuse(low, np, "what this refers to");
    if (!ct_low_collect(low, fn, np, 0, &list))
        return false;
    return ct_low_all_or_some(low, fn, np, list, out);
}

static bool several(struct ct_low *low, struct ct_fn *fn, ct_node *list, enum ct_use use,
                    ct_val *out)
{
    *out = ct_low_new(low, CT_T_LIST);
    ct_op1(fn, CT_OP_EMPTY, out->slot, 0);
    ct_see(list);
    for (uint32_t i = 0; i < list->nkids; i++) {
        ct_val one;
        if (!ct_low_operand(low, fn, list->kid[i], use, &one))
            return false;
        ct_op3(fn, CT_OP_APPEND, out->slot, out->slot, one.slot, 0);
    }
    ct_low_define(list, *out, 0);
    return true;
}

/* "Exile one face down", "put up to two into your hand": of a group that was mentioned, chosen by who does it. */
static bool some_of(struct ct_low *low, struct ct_fn *fn, ct_node *np, ct_val *out)
{
    ct_val group;
    int flags;
    if (ct_low_defined(np, out, &flags))
        return true;
    if (!ct_low_defined(np->bind, &group, &flags))
        return ct_low_refuse(low, np, "one of this");
    uint16_t list = ct_low_list(low, fn, group);
    if (np->kind == CT_PRONOUN || (np->kind == CT_NUMBER && np->num == 1)) {
        *out = ct_low_new(low, CT_T_ENT);
        ct_op3(fn, CT_OP_CHOOSE1, out->slot, low->actor, list, 0);
    } else {
        uint16_t least, most;
        if (!ct_low_how_many(low, fn, np, &least, &most))
            return false;
        *out = ct_low_new(low, CT_T_LIST);
        ct_op5(fn, CT_OP_CHOOSE, out->slot, low->actor, list, least, most, 0);
    }
    ct_low_taken(low, np->bind, *out);
    ct_low_define(np, *out, 0);
    return true;
}

static bool the_other(struct ct_low *low, struct ct_fn *fn, ct_node *np, ct_val *out)
{
    ct_val rest;
    if (!ct_low_rest(low, fn, np, &rest))
        return false;
    *out = ct_low_new(low, CT_T_ENT);
    ct_op3(fn, CT_OP_NTH, out->slot, rest.slot, ct_low_const(low, fn, 0), 0);
    return true;
}

bool ct_low_operand(struct ct_low *low, struct ct_fn *fn, ct_node *np, enum ct_use use, ct_val *out)
{
    if (!np)
        return false;
    ct_see(np);
    fn->span = np->span;
    switch (np->kind) {
    case CT_SAME: *out = low->subject; return true;
    case CT_GAP: *out = low->gap; return low->gap.slot != UINT16_MAX || ct_low_refuse(low, np, "this gap");
    case CT_SELF_NAME: *out = self(low, fn, use); return true;
    case CT_PRONOUN:
        if (ct_low_is_you(np)) {
            *out = (ct_val){CT_T_ENT, low->you};
            return true;
        }
        if (!np->bind)
            return ct_low_refuse(low, np, "what this refers to");
        switch (np->num) {
        case CT_PRONOUN_ONE: return some_of(low, fn, np, out);
        case CT_PRONOUN_THE_REST:
        case CT_PRONOUN_THE_OTHERS: return ct_low_rest(low, fn, np, out);
        case CT_PRONOUN_THE_OTHER: return the_other(low, fn, np, out);
        default: return bound(low, fn, np, use, out);
        }
    case CT_NUMBER:
    case CT_VARIABLE:
    case CT_UP_TO:
    case CT_ANY_NUMBER:
    case CT_AT_LEAST:
        return is_some_of(np) ? some_of(low, fn, np, out)
                              : ct_low_refuse(low, np, "a number without what it counts");
    case CT_NP: return np_operand(low, fn, np, use, out);
    case CT_OR:
        return ct_low_defined(np, out, &(int){0}) || ct_low_refuse(low, np, "one of these here");
    case CT_AND:
    case CT_AND_OR: return several(low, fn, np, use, out);
    default: return ct_low_refuse(low, np, "this noun phrase here");
    }
}

bool ct_low_opponents(struct ct_low *low, struct ct_fn *fn, ct_val *out)
{
    struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
    uint16_t same = ct_low_num(low);
    ct_op3(is, CT_OP_SAME, same, CT_S_IT, low->you, 0);
    ct_op2(is, CT_OP_NOT, same, same, 0);
    ct_op1(is, CT_OP_RETN, same, 0);
    *out = ct_low_new(low, CT_T_LIST);
    ct_op2(fn, CT_OP_PLAYERS, out->slot, is->index, 0);
    return true;
}

bool ct_low_player(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out)
{
    ct_val val;
    if (!ct_low_operand(low, fn, np, CT_USE_READ, &val))
        return false;
    *out = ct_low_entity(low, fn, val);
    return true;
}

/* Goes on at NO unless the player in SLOT is one that NP means. */
bool ct_low_test_player(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t slot,
                        int32_t no)
{
    uint16_t same = ct_low_num(low);
    if (ct_head_is(np, CT_N_OPPONENT) && !ct_low_is_reference_to_one(np)) {
        ct_see_all(np);
        ct_op3(fn, CT_OP_SAME, same, slot, low->you, 0);
        ct_low_unless(fn, same, true, no);
        return true;
    }
    if (np->kind == CT_NP && !ct_low_is_reference(np)) {
        uint32_t outer = low->ambient;
        low->ambient = CT_ZM_PLAYERS;
        bool ok = ct_low_test_np(low, fn, np, slot, no);
        low->ambient = outer;
        return ok;
    }
    ct_val val;
    if (!ct_low_operand(low, fn, np, CT_USE_READ, &val))
        return false;
    if (val.type == CT_T_LIST)
        ct_op3(fn, CT_OP_HAS, same, val.slot, slot, 0);
    else
        ct_op3(fn, CT_OP_SAME, same, slot, val.slot, 0);
    ct_low_unless(fn, same, false, no);
    return true;
}
