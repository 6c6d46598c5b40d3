/* Conditions: what stands after "if", "unless", "as long as" and "that" is tested. */
#include "compiler/lower.h"

/* ---- negation ------------------------------------------------------------------------------------------ */

static bool test_clause(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no);

static bool test_not(struct ct_low *low, struct ct_fn *fn, ct_node *node, int32_t no,
                     bool (*test)(struct ct_low *, struct ct_fn *, ct_node *, int32_t))
{
    int32_t holds_not = ct_label(fn);
    if (!test(low, fn, node, holds_not))
        return false;
    ct_op_imm(fn, CT_OP_JMP, no);
    ct_place(fn, holds_not);
    return true;
}

/* Refuses what stands behind a clause and was not read. */
bool ct_low_no_more(struct ct_low *low, ct_node *clause)
{
    for (uint32_t i = 0; i < clause->nkids; i++)
        if (clause->kid[i] && !ct_seen(clause->kid[i]))
            return ct_low_refuse(low, clause->kid[i], "this part of the clause");
    return true;
}

/* ---- be ----------------------------------------------------------------------------------------------------- */

/* "it's your turn", "it's not your turn", "it's that player's turn" */
static bool test_turn(struct ct_low *low, struct ct_fn *fn, ct_node *np, int32_t no)
{
    ct_node *whose = np->kind == CT_NP ? np->kid[CT_NP_POSSESSOR] : NULL;
    if (!whose)
        return ct_low_refuse(low, np, "this condition");
    uint16_t active = ct_low_gete(low, fn, CT_S_THIS, CT_EP_ACTIVE);
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    return ct_low_test_player(low, fn, whose, active, no);
}

/* The zone of a PP "on the battlefield" beside "is". */
static bool test_place(struct ct_low *low, struct ct_fn *fn, ct_node *clause, uint16_t it,
                       int32_t no)
{
    uint32_t outer = low->ambient;
    low->ambient = 0;
    bool ok = true;
    for (uint32_t i = CT_CLAUSE_REST; ok && i < clause->nkids; i++) {
        ct_node *pp = clause->kid[i];
        if (ct_is(pp, CT_PP) && pp->num == CT_PREP_ON && ct_zone_of_np(pp->kid[CT_PP_OBJECT])) {
            ct_see_all(pp);
            uint16_t where = ct_low_getn(low, fn, it, CT_NP_ZONE);
            uint16_t want = ct_low_const(low, fn, CT_ZONE_BATTLEFIELD);
            ct_op3(fn, CT_OP_EQ, want, want, where, 0);
            ct_low_unless(fn, want, false, no);
        } else if (ct_is(pp, CT_PP)) {
            ok = ct_low_test_tail(low, fn, pp, it, no);
        } else if (ct_is(pp, CT_STATE)) {
            ok = ct_low_test_words(low, fn, pp, it, no);
        } else {
            ok = ct_low_refuse(low, pp, "this part of a condition");
        }
    }
    low->ambient = outer;
    return ok;
}

/* Complements of "is": words for what it is, numbers for what it amounts to. */
static bool is_number(const ct_node *node)
{
    switch (node->kind) {
    case CT_AT_LEAST:
    case CT_AT_MOST:
    case CT_MORE_THAN:
    case CT_LESS_THAN:
    case CT_EQUAL:
    case CT_EXACTLY:
    case CT_NUMBER:
    case CT_VARIABLE: return true;
    default: return false;
    }
}

static bool test_exists(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    ct_node *np = clause->kid[CT_CLAUSE_SUBJECT];
    uint16_t count;
    if (!ct_is(np, CT_NP))
        return ct_low_refuse(low, np ? np : clause, "this condition");
    if (!ct_low_count_np(low, fn, np, &count))
        return false;
    return ct_low_test_count(low, fn, np, count, no) && ct_low_no_more(low, clause);
}

static bool test_complement(struct ct_low *low, struct ct_fn *fn, ct_node *what, uint16_t it,
                            int32_t no)
{
    uint32_t outer = low->ambient;
    bool list = low->both;
    low->ambient = 0;
    low->both = !ct_is(what, CT_NP) || !(what->flags & CT_F_PLURAL);
    bool ok = ct_low_test_words(low, fn, what, it, no);
    low->ambient = outer;
    low->both = list;
    return ok;
}

static bool test_be(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT];
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    if (clause->flags & CT_F_EXISTS)
        return test_exists(low, fn, clause, no);
    if (what && ct_head_is(what, CT_N_TURN)) {
        ct_see(subject);
        return test_turn(low, fn, what, no) && ct_low_no_more(low, clause);
    }
    if (what && is_number(what)) {
        uint16_t value;
        if (!ct_low_quantity(low, fn, subject, &value))
            return false;
        return ct_low_test_number(low, fn, value, what, no) && ct_low_no_more(low, clause);
    }
    ct_val it;
    if (!ct_low_operand(low, fn, subject, CT_USE_READ, &it))
        return false;
    uint16_t slot = ct_low_entity(low, fn, it);
    if (what && ct_head_is(what, CT_N_MONARCH)) {
        ct_see_all(what);
        ct_low_unless(fn, ct_low_getn(low, fn, slot, CT_NP_MONARCH), false, no);
        return ct_low_no_more(low, clause);
    }
    if (what && !test_complement(low, fn, what, slot, no))
        return false;
    return test_place(low, fn, clause, slot, no);
}

/* ---- have ------------------------------------------------------------------------------------------------------- */

/* "two or fewer cards in hand", "10 or more life", "no cards in hand" */
static bool test_have_number(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t player,
                             int32_t no)
{
    ct_nprop prop = CT_NP_LIFE;
    uint32_t zone = 0;
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *pp = np->kid[i];
        if (zone || !ct_is(pp, CT_PP) || pp->num != CT_PREP_IN)
            return ct_low_refuse(low, pp, "this part of a condition");
        zone = ct_zone_of_np(pp->kid[CT_PP_OBJECT]);
    }
    if (zone == CT_ZM_HAND)
        prop = CT_NP_HAND_SIZE;
    else if (zone == CT_ZM_LIBRARY)
        prop = CT_NP_LIBRARY_SIZE;
    else if (zone == CT_ZM_GRAVEYARD)
        prop = CT_NP_GRAVEYARD_SIZE;
    else if (zone || !ct_head_is(np, CT_N_LIFE))
        return ct_low_refuse(low, np, "this condition");
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        ct_see_all(np->kid[i]);
    const ct_node *words = np->kid[CT_NP_WORDS];
    if (ct_is(words, CT_GROUP) && words->nkids > 1)
        return ct_low_refuse(low, words, "this kind of card");
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    return ct_low_test_count(low, fn, np, ct_low_getn(low, fn, player, prop), no);
}

static bool test_have(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    ct_val subject;
    if (!what || !ct_low_operand(low, fn, clause->kid[CT_CLAUSE_SUBJECT], CT_USE_READ, &subject))
        return what ? false : ct_low_refuse(low, clause, "this condition");
    uint16_t it = ct_low_entity(low, fn, subject);
    bool ok;
    if (what->kind == CT_NP && (ct_head_is(what, CT_N_CARD) || ct_head_is(what, CT_N_LIFE)))
        ok = test_have_number(low, fn, what, it, no);
    else
        ok = ct_low_test_with(low, fn, what, it, no);
    return ok && ct_low_no_more(low, clause);
}

/* ---- control, own ----------------------------------------------------------------------------------------------------- */

/* Goes on at NO unless COUNT is what the determiner and quantity of NP ask for: at least one, none ... */
bool ct_low_test_count(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t count,
                       int32_t no)
{
    ct_node *quantity = np->kid[CT_NP_QUANTITY];
    if (np->num == CT_DET_NO && !quantity) {
        ct_low_unless(fn, count, true, no);
        return true;
    }
    if (!quantity) {
        ct_low_unless(fn, count, false, no);
        return true;
    }
    if (quantity->kind == CT_NUMBER || quantity->kind == CT_VARIABLE) {
        /* "you control two creatures": that many at least */
        uint16_t n, is = ct_low_num(low);
        if (!ct_low_quantity(low, fn, quantity, &n))
            return false;
        ct_op3(fn, CT_OP_LE, is, n, count, 0);
        ct_low_unless(fn, is, false, no);
        return true;
    }
    return ct_low_test_number(low, fn, count, quantity, no);
}

/* The number of what NP describes without its quantity. */
bool ct_low_count_np(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *count)
{
    return ct_low_count(low, fn, np, count);
}

/* A candidate of an outer predicate must outlive the inner one. */
static void keep_gap(struct ct_low *low, struct ct_fn *fn)
{
    if (low->gap.slot != CT_S_IT)
        return;
    uint16_t kept = ct_slot(low->ab->frame, CT_T_ENT);
    ct_op2(fn, CT_OP_MOVE, kept, CT_S_IT, 0);
    low->gap = (ct_val){CT_T_ENT, kept};
}

static bool owner_predicate(struct ct_low *low, struct ct_fn *outer, ct_node *np, ct_node *subject,
                            ct_eprop prop, uint32_t zones, uint32_t *index)
{
    uint16_t player = UINT16_MAX;
    bool indefinite = subject->kind == CT_NP && !ct_low_is_reference(subject);
    if (!indefinite && !ct_low_player(low, outer, subject, &player))
        return false;
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(fn);
    uint32_t ambient = low->ambient;
    low->ambient = zones;
    bool ok = ct_low_test_np(low, fn, np, CT_S_IT, no);
    uint16_t whose = ct_low_gete(low, fn, CT_S_IT, prop);
    if (indefinite) {
        ok = ok && ct_low_test_player(low, fn, subject, whose, no);
    } else {
        uint16_t same = ct_low_num(low);
        ct_op3(fn, CT_OP_SAME, same, whose, player, 0);
        ct_low_unless(fn, same, false, no);
    }
    low->ambient = ambient;
    ct_low_finish_test(low, fn, no);
    *index = fn->index;
    return ok;
}

/* "you control two or more Islands", "an opponent controls a creature"; with a gap as object it is about
 * the candidate: "[a creature] you control". */
static bool test_control(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT];
    ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    ct_eprop prop = clause->num == CT_V_OWN ? CT_EP_OWNER : CT_EP_CONTROLLER;
    if (!subject || !object)
        return ct_low_refuse(low, clause, "this condition");
    if (object->kind == CT_GAP || ct_low_is_reference(object)) {
        ct_val it;
        if (!ct_low_operand(low, fn, object, CT_USE_READ, &it))
            return false;
        uint16_t one = ct_low_entity(low, fn, it);
        if (!ct_low_test_player(low, fn, subject, ct_low_gete(low, fn, one, prop), no))
            return false;
        for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) /* "you control with flying" */
            if ((ct_is(clause->kid[i], CT_WITH) || ct_is(clause->kid[i], CT_PP)) &&
                !ct_low_test_tail(low, fn, clause->kid[i], one, no))
                return false;
        return ct_low_no_more(low, clause);
    }
    struct ct_node *np = object;
    uint32_t zones = ct_low_zones(low, np), predicate;
    if (np->kind != CT_NP || !zones)
        return ct_low_refuse(low, object, "this condition");
    ct_val gap = low->gap;
    keep_gap(low, fn);
    bool ok = owner_predicate(low, fn, np, subject, prop, zones, &predicate);
    low->gap = gap;
    if (!ok)
        return false;
    uint16_t count = ct_low_num(low);
    ct_op3(fn, CT_OP_COUNT, count, zones, predicate, 0);
    return ct_low_test_count(low, fn, np, count, no) && ct_low_no_more(low, clause);
}

/* ---- what an instruction did --------------------------------------------------------------------------------------------- */

/* "if you do", "if they don't", "if it does": whether the instruction it stands for was carried out. */
static bool test_what_was_done(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    ct_val val;
    int flags;
    ct_node *did = clause->bind;
    if (!did || !ct_low_defined(did, &val, &flags))
        return ct_low_refuse(low, clause, "what was or was not done");
    uint16_t slot = val.slot;
    if (val.type == CT_T_LIST) {
        slot = ct_low_num(low);
        ct_op2(fn, CT_OP_LEN, slot, val.slot, 0);
    } else if (val.type == CT_T_ENT) {
        slot = ct_low_num(low);
        ct_op2(fn, CT_OP_ISNONE, slot, val.slot, 0);
        ct_op2(fn, CT_OP_NOT, slot, slot, 0);
    }
    ct_low_unless(fn, slot, false, no);
    return true;
}

static bool test_done(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    ct_see(clause->kid[CT_CLAUSE_SUBJECT]);
    return test_what_was_done(low, fn, clause, no) && ct_low_no_more(low, clause);
}

static ct_node *this_way(const ct_node *clause)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_ADVERB) && clause->kid[i]->num == CT_ADV_THIS_WAY)
            return clause->kid[i];
    return NULL;
}

/* "if this spell was cast this way": from the zone that the permission to cast it is about */
static bool test_cast_from(struct ct_low *low, struct ct_fn *fn, ct_node *clause, const ct_node *permission,
                           int32_t no)
{
    uint32_t zone = 0;
    ct_val it;
    const ct_node *object = permission->kid[CT_CLAUSE_OBJECT];
    for (uint32_t i = CT_CLAUSE_REST; i < permission->nkids; i++)
        if (ct_is(permission->kid[i], CT_PP) && permission->kid[i]->num == CT_PREP_FROM)
            zone = ct_zone_of_np(permission->kid[i]->kid[CT_PP_OBJECT]);
    if (!zone && ct_is(object, CT_NP) && object->nkids == CT_NP_REST + 1 && ct_is(object->kid[CT_NP_REST], CT_PP) &&
        object->kid[CT_NP_REST]->num == CT_PREP_FROM)
        zone = ct_zone_of_np(object->kid[CT_NP_REST]->kid[CT_PP_OBJECT]);
    if (!zone || (zone & (zone - 1)))
        return ct_low_refuse(low, clause, "how it was cast");
    if (!ct_low_operand(low, fn, clause->kid[CT_CLAUSE_SUBJECT], CT_USE_READ, &it))
        return false;
    if (ct_low_is_self(object) || (ct_is(object, CT_NP) && object->num == CT_DET_THIS)) {
        uint16_t same = ct_low_num(low);
        ct_op3(fn, CT_OP_SAME, same, ct_low_entity(low, fn, it), CT_S_THIS, 0);
        ct_low_unless(fn, same, false, no);
        low->about_self = true;
    }
    uint16_t from = ct_low_getn(low, fn, ct_low_entity(low, fn, it), CT_NP_CAST_FROM);
    uint16_t is = ct_low_const(low, fn, __builtin_ctz(zone));
    ct_op3(fn, CT_OP_EQ, is, is, from, 0);
    ct_low_unless(fn, is, false, no);
    return ct_low_no_more(low, clause);
}

/* "if a land card is revealed this way", "[cards] milled this way" */
static bool test_this_way(struct ct_low *low, struct ct_fn *fn, ct_node *clause, ct_node *adverb,
                          int32_t no)
{
    ct_val val;
    int flags;
    ct_node *np = clause->flags & CT_F_PASSIVE ? clause->kid[CT_CLAUSE_SUBJECT]
                                               : clause->kid[CT_CLAUSE_OBJECT];
    ct_node *did = adverb->bind;
    ct_see(adverb);
    if (clause->num == CT_V_CAST && ct_is(did, CT_CLAUSE) && did->num == CT_V_CAST && np)
        return test_cast_from(low, fn, clause, did, no);
    if (!np || !did || !ct_low_defined(did, &val, &flags) || val.type == CT_T_NUM)
        return ct_low_refuse(low, clause, "what happened this way");
    uint16_t list = ct_low_list(low, fn, val);
    if (!(clause->flags & CT_F_PASSIVE))
        ct_see_all(clause->kid[CT_CLAUSE_SUBJECT]);
    uint16_t is = ct_low_num(low);
    if (np->kind == CT_GAP) {
        ct_see(np);
        ct_op3(fn, CT_OP_HAS, is, list, low->gap.slot, 0);
        ct_low_unless(fn, is, false, no);
        return ct_low_no_more(low, clause);
    }
    ct_val some = ct_low_new(low, CT_T_LIST);
    ct_op3(fn, CT_OP_FILTER, some.slot, list, ct_low_predicate(low, np, 0), 0);
    ct_op2(fn, CT_OP_LEN, is, some.slot, 0);
    ct_low_define(np, some, flags);
    return ct_low_test_count(low, fn, np, is, no) && ct_low_no_more(low, clause);
}

/* ---- all of them ------------------------------------------------------------------------------------------------------------- */

/* "attached to this creature", "exiled with it", "enchanted by an Aura" */
static bool test_participle(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no,
                            bool *known)
{
    uint16_t it = low->gap.slot;
    *known = true;
    if (clause->num == CT_V_ATTACH && clause->nkids == CT_CLAUSE_REST + 1 &&
        ct_is(clause->kid[CT_CLAUSE_REST], CT_PP) &&
        clause->kid[CT_CLAUSE_REST]->num == CT_PREP_TO) {
        ct_see(clause->kid[CT_CLAUSE_REST]);
        uint16_t to = ct_low_gete(low, fn, it, CT_EP_ATTACHED_TO);
        return ct_low_test_np(low, fn, clause->kid[CT_CLAUSE_REST]->kid[CT_PP_OBJECT], to, no);
    }
    if (clause->num == CT_V_EXILE && clause->nkids == CT_CLAUSE_REST + 1 &&
        ct_is(clause->kid[CT_CLAUSE_REST], CT_PP) &&
        clause->kid[CT_CLAUSE_REST]->num == CT_PREP_WITH) {
        ct_node *with = clause->kid[CT_CLAUSE_REST]->kid[CT_PP_OBJECT];
        if (!with || (!ct_low_is_self(with) && !(with->bind && ct_low_is_self(with->bind))))
            return ct_low_refuse(low, clause, "exiled with another object");
        ct_see_all(clause->kid[CT_CLAUSE_REST]);
        uint16_t list = ct_slot(low->ab->frame, CT_T_LIST), has = ct_low_num(low);
        ct_op2(fn, CT_OP_LINKED, list, CT_LINK_EXILED, 0);
        ct_op3(fn, CT_OP_HAS, has, list, it, 0);
        ct_low_unless(fn, has, false, no);
        return true;
    }
    *known = false;
    return true;
}

/* "it was kicked", "this spell was bargained" [CR 702.33d, 702.166b] */
static bool test_paid(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    uint32_t keyword = ct_keyword_base(low->c, clause->num == CT_V_KICK ? "kicker" : "bargain");
    uint16_t paid = ct_low_num(low);
    ct_val it;
    if (keyword == CT_NONE)
        return ct_low_refuse(low, clause, "no keyword ability of this name is defined");
    if (!ct_low_operand(low, fn, clause->kid[CT_CLAUSE_SUBJECT], CT_USE_READ, &it))
        return false;
    ct_op2(fn, CT_OP_PAID, paid, ct_low_entity(low, fn, it), (int32_t)keyword);
    ct_low_unless(fn, paid, false, no);
    return ct_low_no_more(low, clause);
}

/* "spells you cast": who casts a spell controls it [CR 601.2a] */
static bool test_caster(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    ct_see(clause->kid[CT_CLAUSE_OBJECT]);
    uint16_t who = ct_low_gete(low, fn, low->gap.slot, CT_EP_CONTROLLER);
    return ct_low_test_player(low, fn, clause->kid[CT_CLAUSE_SUBJECT], who, no);
}

/* "for as long as it remains exiled", "... remains on the battlefield", "... remains tapped" */
static bool test_remain(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    ct_node *state = clause->kid[CT_CLAUSE_OBJECT];
    ct_val it;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids && !state; i++)
        state = clause->kid[i];
    if (!state || !ct_low_operand(low, fn, clause->kid[CT_CLAUSE_SUBJECT], CT_USE_ACT, &it))
        return state ? false : ct_low_refuse(low, clause, "this condition");
    const ct_node *head = ct_head_word(state);
    if (it.type == CT_T_LIST && ct_is(head, CT_STATE) && head->num == CT_WSTATE_EXILED) {
        uint16_t some = ct_low_num(low); /* any of them: the others are not found any more */
        ct_see_all(state);
        ct_op2(fn, CT_OP_LEN, some, it.slot, 0);
        ct_low_unless(fn, some, false, no);
        return ct_low_no_more(low, clause);
    }
    uint16_t one = ct_low_entity(low, fn, it);
    uint32_t outer = low->ambient;
    low->ambient = 0;
    bool ok = state->kind == CT_PP ? ct_low_test_tail(low, fn, state, one, no)
                                   : ct_low_test_words(low, fn, state, one, no);
    low->ambient = outer;
    return ok && ct_low_no_more(low, clause);
}

/* "a player has 13 or less life", "an opponent has no cards in hand": whether there is one */
static bool indefinite(const ct_node *np)
{
    return ct_is(np, CT_NP) && (np->num == CT_DET_A || np->num == CT_DET_NO) && !np->kid[CT_NP_QUANTITY] &&
           !np->kid[CT_NP_POSSESSOR] && !ct_is_target(np) && !ct_low_is_reference(np);
}

static bool test_some(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    ct_node *np = clause->kid[CT_CLAUSE_SUBJECT], gap = {.kind = CT_GAP, .span = np->span};
    uint16_t list, some = ct_slot(low->ab->frame, CT_T_LIST), count = ct_low_num(low);
    if (!ct_low_collect(low, fn, np, 0, &list))
        return false;
    struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t isnt = ct_label(is);
    ct_val outer = low->gap;
    uint32_t ambient = low->ambient;
    low->gap = (ct_val){CT_T_ENT, CT_S_IT};
    low->ambient = 0;
    clause->kid[CT_CLAUSE_SUBJECT] = &gap;
    ct_see(&gap);
    bool ok = test_clause(low, is, clause, isnt);
    clause->kid[CT_CLAUSE_SUBJECT] = np;
    low->gap = outer;
    low->ambient = ambient;
    ct_low_finish_test(low, is, isnt);
    ct_op3(fn, CT_OP_FILTER, some, list, is->index, 0);
    ct_op2(fn, CT_OP_LEN, count, some, 0);
    ct_low_unless(fn, count, np->num == CT_DET_NO, no);
    ct_low_define(np, (ct_val){CT_T_LIST, some}, 0);
    return ok;
}

static bool test_clause(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    bool known = false;
    ct_see(clause);
    fn->span = clause->span;
    if (clause->flags & CT_F_NOT) {
        clause->flags &= ~(uint32_t)CT_F_NOT;
        bool ok = test_not(low, fn, clause, no, test_clause);
        clause->flags |= CT_F_NOT;
        return ok;
    }
    ct_node *adverb = this_way(clause);
    if (adverb && adverb->bind)
        return test_this_way(low, fn, clause, adverb, no);
    if ((clause->flags & CT_F_PASSIVE) && ct_is(clause->kid[CT_CLAUSE_SUBJECT], CT_GAP)) {
        ct_see(clause->kid[CT_CLAUSE_SUBJECT]);
        if (!test_participle(low, fn, clause, no, &known) || known)
            return known && !low->failed;
    }
    if ((clause->flags & CT_F_PASSIVE) && (clause->num == CT_V_BARGAIN || clause->num == CT_V_KICK) &&
        clause->nkids == CT_CLAUSE_REST)
        return test_paid(low, fn, clause, no);
    if ((clause->num == CT_V_BE || clause->num == CT_V_HAVE) && !(clause->flags & CT_F_EXISTS) &&
        indefinite(clause->kid[CT_CLAUSE_SUBJECT]))
        return test_some(low, fn, clause, no);
    switch (clause->num) {
    case CT_V_BE: return test_be(low, fn, clause, no);
    case CT_V_HAVE: return test_have(low, fn, clause, no);
    case CT_V_REMAIN: return test_remain(low, fn, clause, no);
    case CT_V_CONTROL:
    case CT_V_OWN:
        /* "if you controlled that permanent": as it last was [CR 608.2h] */
        if (!(clause->flags & CT_F_PAST) || ct_low_refers(clause->kid[CT_CLAUSE_OBJECT]))
            return test_control(low, fn, clause, no);
        return ct_low_refuse(low, clause, "what was controlled earlier");
    case CT_V_DO: return test_done(low, fn, clause, no);
    case CT_V_CAST:
        if (ct_is(clause->kid[CT_CLAUSE_OBJECT], CT_GAP) && clause->nkids == CT_CLAUSE_REST &&
            !(clause->flags & (CT_F_PAST | CT_F_PERFECT | CT_F_PASSIVE)))
            return test_caster(low, fn, clause, no);
        if (ct_low_was_cast(clause))
            return ct_low_test_was_cast(low, fn, clause, no);
        break;
    case CT_V_SHARE: return ct_low_test_share(low, fn, clause, no);
    case CT_V_TARGET: return ct_low_test_targets(low, fn, clause, no);
    default: break;
    }
    uint16_t count;
    ct_node *quantity = NULL;
    if (!ct_low_history(low, fn, clause, &count, &quantity))
        return false;
    if (quantity)
        return ct_low_test_number(low, fn, count, quantity, no);
    ct_low_unless(fn, count, false, no);
    return true;
}

static bool test_modal(struct ct_low *low, struct ct_fn *fn, ct_node *modal, int32_t no)
{
    ct_node *body = modal->kid[CT_MODAL_BODY];
    ct_see(modal);
    switch (modal->num) {
    case CT_MODAL_DONT:
    case CT_MODAL_DIDNT:
    case CT_MODAL_HAVENT: break;
    case CT_MODAL_CANT:
        if (!body)
            break;
        /* fall through */
    default: return ct_low_refuse(low, modal, "this condition");
    }
    if (!body && modal->bind) { /* "if you don't" */
        int32_t yes = ct_label(fn);
        ct_see_all(modal->kid[CT_MODAL_SUBJECT]);
        if (!test_what_was_done(low, fn, modal, yes))
            return false;
        ct_op_imm(fn, CT_OP_JMP, no);
        ct_place(fn, yes);
        return true;
    }
    if (!ct_is(body, CT_CLAUSE))
        return ct_low_refuse(low, modal, "this condition");
    /* the subject stands with the modal: give it back to the clause while it is tested */
    ct_node *same = body->kid[CT_CLAUSE_SUBJECT];
    uint32_t flags = body->flags;
    if (modal->kid[CT_MODAL_SUBJECT]) {
        ct_see(same);
        body->kid[CT_CLAUSE_SUBJECT] = modal->kid[CT_MODAL_SUBJECT];
    }
    if (modal->num == CT_MODAL_HAVENT)
        body->flags |= CT_F_PERFECT;
    if (modal->num == CT_MODAL_DIDNT)
        body->flags |= CT_F_PAST;
    bool ok = test_not(low, fn, body, no, test_clause);
    body->flags = flags | (body->flags & (uint32_t)CT_SEEN);
    body->kid[CT_CLAUSE_SUBJECT] = same;
    return ok;
}

bool ct_low_test(struct ct_low *low, struct ct_fn *fn, ct_node *node, int32_t no)
{
    if (!node)
        return false;
    switch (node->kind) {
    case CT_CLAUSE: return test_clause(low, fn, node, no);
    case CT_MODAL: return test_modal(low, fn, node, no);
    case CT_AND:
        ct_see(node);
        for (uint32_t i = 0; i < node->nkids; i++)
            if (!ct_low_test(low, fn, node->kid[i], no))
                return false;
        return true;
    case CT_OR: {
        int32_t yes = ct_label(fn);
        ct_see(node);
        for (uint32_t i = 0; i < node->nkids; i++) {
            bool last = i + 1 == node->nkids;
            int32_t next = last ? no : ct_label(fn);
            if (!ct_low_test(low, fn, node->kid[i], next))
                return false;
            if (!last) {
                ct_op_imm(fn, CT_OP_JMP, yes);
                ct_place(fn, next);
            }
        }
        ct_place(fn, yes);
        return true;
    }
    default: return ct_low_refuse(low, node, "this condition");
    }
}

bool ct_low_condition(struct ct_low *low, ct_node *node, uint32_t *index)
{
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(fn);
    uint32_t outer = low->ambient;
    low->ambient = 0;
    bool ok = ct_low_test(low, fn, node, no);
    low->ambient = outer;
    ct_low_finish_test(low, fn, no);
    *index = fn->index;
    return ok;
}
