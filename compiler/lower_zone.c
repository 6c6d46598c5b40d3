/* Instructions that move cards between zones: exile, return, put, shuffle into. */
#include "compiler/lower_static.h"
#include "compiler/lower_verb.h"

/* ---- places ------------------------------------------------------------------------------------------------ */

/* "the top", "the bottom" of a library: CT_MV_*; 0 if NP is no such place. */
static int32_t end_of_library(const ct_node *np)
{
    const ct_node *of = NULL;
    if (!ct_is(np, CT_NP))
        return 0;
    bool top = ct_head_is(np, CT_N_TOP), bottom = ct_head_is(np, CT_N_BOTTOM);
    if (np->nkids == CT_NP_REST + 1 && ct_is(np->kid[CT_NP_REST], CT_PP) &&
        np->kid[CT_NP_REST]->num == CT_PREP_OF)
        of = np->kid[CT_NP_REST]->kid[CT_PP_OBJECT];
    if ((!top && !bottom) || (bottom && np->num != CT_DET_THE) || ct_zone_of_np(of) != CT_ZM_LIBRARY)
        return 0;
    return top ? CT_MV_TOP : CT_MV_BOTTOM;
}

/* Whose zone it is makes no difference: a card goes to its owner's [CR 400.3]. But what it refers to must be
 * bound, which resolve.c has seen to. */
static bool zone_place(const ct_node *np, struct ct_dest *place)
{
    uint32_t mask = ct_zone_of_np(np);
    int32_t end = end_of_library(np);
    if (end) {
        *place = (struct ct_dest){.zone = CT_ZONE_LIBRARY, .flags = end};
        const ct_node *words = np->kid[CT_NP_WORDS];
        place->either = ct_is(words, CT_OR) && words->nkids == 2 && ct_head_is(words->kid[0], CT_N_TOP) &&
                        ct_head_is(words->kid[1], CT_N_BOTTOM);
        return place->either || (words && ct_one_word(words));
    }
    if (!mask || (mask & (mask - 1)))
        return false;
    *place = (struct ct_dest){.zone = (uint32_t)__builtin_ctz(mask)};
    return true;
}

static void read_manner(struct ct_cl *c, struct ct_dest *place)
{
    if (ct_cl_state(c, CT_WSTATE_TAPPED))
        place->flags |= CT_MV_TAPPED;
    if (ct_cl_state(c, CT_WSTATE_ATTACKING))
        place->flags |= CT_MV_ATTACKING;
    if (ct_cl_state(c, CT_WSTATE_TRANSFORMED))
        place->flags |= CT_MV_TRANSFORMED;
    if (ct_cl_adverb(c, CT_ADV_FACE_DOWN))
        place->flags |= CT_MV_FACE_DOWN;
    if (ct_cl_adverb(c, CT_ADV_IN_ANY_ORDER))
        place->flags |= CT_MV_ANY_ORDER;
    if (ct_cl_adverb(c, CT_ADV_IN_A_RANDOM_ORDER))
        place->flags |= CT_MV_RANDOM_ORDER;
}

/* "the battlefield tapped under your control": how it is put there, as the parser has it with the place */
static bool place_tails(struct ct_cl *c, ct_node *pp, struct ct_dest *place)
{
    ct_node *np = pp->kid[CT_PP_OBJECT];
    if (!ct_is(np, CT_NP) || place->zone != CT_ZONE_BATTLEFIELD) {
        ct_see_all(pp);
        return true;
    }
    ct_see(pp);
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *tail = np->kid[i];
        ct_node *manner = ct_is(tail, CT_PARTICIPLE) ? tail->kid[0] : NULL;
        ct_see(tail);
        if (ct_is(tail, CT_PP) && tail->num == CT_PREP_UNDER) {
            c->under = tail;
            continue;
        }
        if (!ct_is(manner, CT_CLAUSE) || (manner->num != CT_V_TAP && manner->num != CT_V_TRANSFORM))
            return ct_low_refuse(c->low, tail, "how this is put there");
        place->flags |= manner->num == CT_V_TAP ? CT_MV_TAPPED : CT_MV_TRANSFORMED;
        ct_see(manner);
        ct_see_all(manner->kid[CT_CLAUSE_SUBJECT]);
        for (uint32_t k = CT_CLAUSE_REST; k < manner->nkids; k++) {
            if (!ct_is(manner->kid[k], CT_PP) || manner->kid[k]->num != CT_PREP_UNDER)
                return ct_low_refuse(c->low, manner->kid[k], "how this is put there");
            c->under = manner->kid[k];
        }
    }
    return true;
}

bool ct_low_place(struct ct_cl *c, struct ct_dest *place)
{
    static const int32_t prepositions[] = {CT_PREP_ONTO, CT_PREP_INTO, CT_PREP_TO, CT_PREP_ON};
    for (size_t i = 0; i < sizeof prepositions / sizeof *prepositions; i++) {
        ct_node *pp = ct_cl_pp(c, prepositions[i]);
        if (!pp || !zone_place(pp->kid[CT_PP_OBJECT], place))
            continue;
        read_manner(c, place);
        return place_tails(c, pp, place);
    }
    return ct_low_refuse(c->low, c->node, "where this is put");
}

/* "under your control", "under its owner's control" (the default for what a card's owner puts) */
static bool under(struct ct_cl *c, uint16_t *player, bool *owner)
{
    ct_node *pp = c->under ? c->under : ct_cl_pp(c, CT_PREP_UNDER);
    ct_node *np = pp ? pp->kid[CT_PP_OBJECT] : NULL;
    *owner = false;
    if (!pp)
        return true;
    ct_node *whose = ct_is(np, CT_NP) ? np->kid[CT_NP_POSSESSOR] : NULL;
    if (!whose)
        return ct_low_refuse(c->low, pp, "under whose control");
    ct_see(pp);
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    if (ct_head_is(whose, CT_N_OWNER)) {
        ct_see_all(whose);
        *owner = true;
        return true;
    }
    return ct_low_player(c->low, c->fn, whose, player);
}

/* "with two +1/+1 counters on it" */
static ct_node *with_counters(const ct_node *clause)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        ct_node *with = clause->kid[i];
        if (ct_is(with, CT_WITH) && !(with->flags & CT_F_NON) &&
            ct_head_is(with->kid[CT_WITH_OF], CT_N_COUNTER))
            return with;
    }
    return NULL;
}

/* MOVETO of OBJECT to PLACE; WHAT is its noun phrase. */
static bool move(struct ct_cl *c, ct_node *what, ct_val object, struct ct_dest place)
{
    struct ct_low *low = c->low;
    uint16_t player = UINT16_MAX;
    bool owner;
    ct_val result = ct_low_new(low, CT_T_LIST);
    if (!under(c, &player, &owner))
        return false;
    if (player == UINT16_MAX) {
        if (place.zone == CT_ZONE_BATTLEFIELD && !owner) {
            player = low->actor; /* whoever puts it there controls it [CR 110.2a] */
        } else {
            player = ct_slot(low->ab->frame, CT_T_ENT);
            ct_op1(c->fn, CT_OP_NONE, player, 0);
        }
    }
    ct_node *with = place.zone == CT_ZONE_BATTLEFIELD ? with_counters(c->node) : NULL;
    if (with && !ct_low_move_with(low, c->fn, object, with))
        return false;
    if (place.either) {
        uint16_t top = ct_low_num(low);
        int32_t bottom = ct_label(c->fn), done = ct_label(c->fn);
        ct_op2(c->fn, CT_OP_MAY, top, low->actor, (int32_t)ct_emit_symbol(low->emit, "top", 3));
        ct_op1(c->fn, CT_OP_JZ, top, bottom);
        ct_op4(c->fn, CT_OP_MOVETO, result.slot, object.slot, place.zone, player, CT_MV_TOP);
        ct_op_imm(c->fn, CT_OP_JMP, done);
        ct_place(c->fn, bottom);
        ct_op4(c->fn, CT_OP_MOVETO, result.slot, object.slot, place.zone, player, CT_MV_BOTTOM);
        ct_place(c->fn, done);
    } else {
        ct_op4(c->fn, CT_OP_MOVETO, result.slot, object.slot, place.zone, player, place.flags);
    }
    int flags = place.zone == CT_ZONE_BATTLEFIELD || place.zone == CT_ZONE_STACK ? CT_DEF_IN
                                                                                : CT_DEF_OUT;
    ct_low_moved(low, what, flags);
    ct_cl_result(c, result, 0);
    return true;
}

/* ---- from where ------------------------------------------------------------------------------------------------ */

/* An object that is no reference and no target is chosen from the zone that stands with the verb ("put a land
 * card from your hand onto the battlefield"): the zone describes it. */
/* "return this card from your graveyard": only if it is there */
static bool still_there(struct ct_cl *c, ct_node *np, ct_node *zone, uint32_t mask, ct_val *out)
{
    struct ct_low *low = c->low;
    ct_val what;
    if (!ct_low_operand(low, c->fn, np, CT_USE_ACT, &what))
        return false;
    if (ct_low_is_self(np) && !low->self_moved)
        low->self_zones = mask;
    struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(is), yes = ct_label(is);
    uint16_t where = ct_low_getn(low, is, CT_S_IT, CT_NP_ZONE);
    for (int32_t z = 0; z < CT_NZONES; z++)
        if (mask & 1u << z) {
            uint16_t want = ct_low_const(low, is, z);
            ct_op3(is, CT_OP_EQ, want, want, where, 0);
            ct_op1(is, CT_OP_JNZ, want, yes);
        }
    ct_op_imm(is, CT_OP_JMP, no);
    ct_place(is, yes);
    uint32_t outer = low->ambient;
    low->ambient = mask;
    bool ok = ct_low_test_zone_owner(low, is, zone, CT_S_IT, no);
    low->ambient = outer;
    ct_low_finish_test(low, is, no);
    *out = ct_low_new(low, CT_T_LIST);
    ct_op3(c->fn, CT_OP_FILTER, out->slot, ct_low_list(low, c->fn, what), is->index, 0);
    return ok;
}

static bool chosen_from(struct ct_cl *c, ct_node *np, ct_node *from, ct_val *out)
{
    struct ct_low *low = c->low;
    ct_node *zone = from->kid[CT_PP_OBJECT];
    uint32_t mask = ct_zone_of_np(zone);
    if (!mask)
        return ct_low_refuse(low, from, "where this comes from");
    ct_see(from);
    if (ct_low_is_reference(np))
        return still_there(c, np, zone, mask, out);
    struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(is);
    uint32_t outer = low->ambient;
    low->ambient = mask;
    bool ok = ct_low_test_zone_owner(low, is, zone, CT_S_IT, no) &&
              ct_low_test_np(low, is, np, CT_S_IT, no);
    low->ambient = outer;
    ct_low_finish_test(low, is, no);
    uint16_t list = ct_slot(low->ab->frame, CT_T_LIST);
    ct_op3(c->fn, CT_OP_COLLECT, list, mask, is->index, 0);
    return ok && ct_low_all_or_some(low, c->fn, np, list, out);
}

/* "put a creature card from among them into your hand" */
static bool chosen_among(struct ct_cl *c, ct_node *np, ct_node *among, ct_val *out)
{
    struct ct_low *low = c->low;
    ct_val from;
    ct_see(among);
    if (!ct_low_operand(low, c->fn, among->kid[CT_PP_OBJECT], CT_USE_ACT, &from))
        return false;
    uint16_t list = ct_slot(low->ab->frame, CT_T_LIST);
    ct_op3(c->fn, CT_OP_FILTER, list, ct_low_list(low, c->fn, from), ct_low_predicate(low, np, 0), 0);
    if (!ct_low_all_or_some(low, c->fn, np, list, out))
        return false;
    ct_low_taken(low, among->kid[CT_PP_OBJECT], *out);
    return true;
}

static bool moved_object(struct ct_cl *c, ct_val *out)
{
    ct_node *np = ct_cl_object(c);
    ct_node *among = ct_cl_pp(c, CT_PREP_FROM_AMONG), *from = ct_cl_pp(c, CT_PREP_FROM);
    if (!np)
        return ct_low_refuse(c->low, c->node, "this instruction without an object");
    if (!ct_low_not_bare(c->low, np))
        return false;
    if (among)
        return chosen_among(c, np, among, out);
    if (from)
        return chosen_from(c, np, from, out);
    return ct_low_operand(c->low, c->fn, np, CT_USE_ACT, out);
}

/* ---- verbs ------------------------------------------------------------------------------------------------------- */

bool ct_lower_exile(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    struct ct_dest place = {.zone = CT_ZONE_EXILE, .flags = CT_MV_LINK}; /* linked by [CR 607.2a] */
    ct_val object;
    if (!moved_object(c, &object))
        return false;
    read_manner(c, &place);
    if (low->duration == CT_DUR_SOURCE_LEAVES) {
        place.flags |= CT_MV_RETURN_WHEN_LEAVES;
        low->duration_used = true;
    }
    return move(c, ct_cl_object(c), object, place);
}

bool ct_lower_return(struct ct_cl *c)
{
    struct ct_dest place;
    ct_val object;
    if (!ct_cl_object(c))
        return ct_low_refuse(c->low, c->node, "this instruction without an object");
    return moved_object(c, &object) && ct_low_place(c, &place) &&
           move(c, ct_cl_object(c), object, place);
}

static bool put_counters(struct ct_cl *c, ct_node *counters)
{
    struct ct_low *low = c->low;
    ct_node *on = ct_cl_pp(c, CT_PREP_ON);
    uint32_t symbol;
    uint16_t amount, put = ct_low_num(low);
    ct_val object;
    if (!on || counters->nkids > CT_NP_REST)
        return ct_low_refuse(low, c->node, "putting counters");
    ct_see(on);
    ct_see(counters);
    if (!ct_low_counter_words(low, counters->kid[CT_NP_WORDS], &symbol) ||
        !ct_low_amount(low, c->fn, counters, &amount) ||
        !ct_low_operand(low, c->fn, on->kid[CT_PP_OBJECT], CT_USE_ACT, &object))
        return false;
    ct_op3(c->fn, CT_OP_ADDCNT, put, object.slot, amount, (int32_t)symbol);
    ct_low_define(counters, (ct_val){CT_T_NUM, put}, 0);
    ct_cl_result(c, (ct_val){CT_T_NUM, put}, 0);
    return true;
}

bool ct_lower_put(struct ct_cl *c)
{
    struct ct_dest place;
    ct_val object;
    ct_node *np = ct_cl_object(c);
    if (!np)
        return ct_low_refuse(c->low, c->node, "this instruction without an object");
    if (ct_head_is(np, CT_N_COUNTER))
        return put_counters(c, np);
    return moved_object(c, &object) && ct_low_place(c, &place) && move(c, np, object, place);
}

/* "shuffle", "shuffle your library", "shuffle it into its owner's library" */
bool ct_lower_shuffle(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *np = ct_cl_object(c), *into = ct_cl_pp(c, CT_PREP_INTO);
    ct_val who = c->subject;
    if (into) {
        struct ct_dest place;
        ct_val object, owner;
        if (!moved_object(c, &object) || !ct_low_place(c, &place) || place.zone != CT_ZONE_LIBRARY)
            return ct_low_refuse(low, c->node, "shuffling into this");
        owner = (ct_val){CT_T_ENT,
                         ct_low_gete(low, c->fn, ct_low_entity(low, c->fn, object), CT_EP_OWNER)};
        if (!move(c, np, object, place))
            return false;
        ct_op1(c->fn, CT_OP_SHUFFLE, owner.slot, 0);
        return true;
    }
    if (np) {
        ct_node *whose = ct_is(np, CT_NP) ? np->kid[CT_NP_POSSESSOR] : NULL;
        if (!whose || ct_zone_of_np(np) != CT_ZM_LIBRARY || np->nkids > CT_NP_REST)
            return ct_low_refuse(low, np, "shuffling this");
        ct_see(np);
        ct_see_all(np->kid[CT_NP_WORDS]);
        if (!ct_low_operand(low, c->fn, whose, CT_USE_READ, &who))
            return false;
    }
    ct_op1(c->fn, CT_OP_SHUFFLE, who.slot, 0);
    return true;
}
