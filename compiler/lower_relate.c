/* What objects have to do with each other and with their own past: what they share, what they target, how they were
 * cast. */
#include "compiler/lower.h"

/* ---- with one of several ---------------------------------------------------------------------------------------- */

typedef bool relation(struct ct_low *low, struct ct_fn *fn, uint16_t it, int32_t with, int32_t no);

/* Goes on at NO unless one of what NP says (or all of what it refers to, taken one by one) has to do with IT. */
static bool some_related(struct ct_low *low, struct ct_fn *fn, uint16_t it, ct_node *np, int32_t what, relation *test,
                         int32_t no)
{
    uint16_t kept = ct_slot(low->ab->frame, CT_T_ENT), count = ct_low_num(low);
    ct_op2(fn, CT_OP_MOVE, kept, it, 0);
    struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t not_it = ct_label(is);
    ct_val group;
    if (np->kind != CT_NP || ct_low_is_reference(np)) {
        if (!ct_low_operand(low, fn, np, CT_USE_READ, &group) || !test(low, is, kept, what, not_it))
            return false;
        ct_low_finish_test(low, is, not_it);
        uint16_t related = ct_slot(low->ab->frame, CT_T_LIST);
        ct_op3(fn, CT_OP_FILTER, related, ct_low_list(low, fn, group), is->index, 0);
        ct_op2(fn, CT_OP_LEN, count, related, 0);
    } else {
        uint32_t zones = ct_low_zones(low, np), outer = low->ambient;
        if (!zones || np->kid[CT_NP_QUANTITY] || np->num != CT_DET_A)
            return ct_low_refuse(low, np, "what this is compared with");
        ct_val gap = low->gap;
        low->ambient = zones;
        low->gap = (ct_val){CT_T_ENT, kept};
        bool ok = ct_low_test_np(low, is, np, CT_S_IT, not_it) && test(low, is, kept, what, not_it);
        low->gap = gap;
        low->ambient = outer;
        if (!ok)
            return false;
        ct_low_finish_test(low, is, not_it);
        ct_op3(fn, CT_OP_COUNT, count, zones, is->index, 0);
    }
    ct_low_unless(fn, count, false, no);
    return true;
}

/* ---- sharing ------------------------------------------------------------------------------------------------------ */

/* "a color", "a creature type", "at least one card type": CT_SH_*, -1 */
static int32_t shared(const ct_node *np)
{
    const ct_node *words = np->kid[CT_NP_WORDS];
    if (!ct_is(words, CT_GROUP) || words->nkids > 2)
        return -1;
    const ct_node *first = words->kid[0], *last = words->kid[words->nkids - 1];
    if (last->kind != CT_NOUN)
        return -1;
    if (words->nkids == 1)
        switch (last->num) {
        case CT_N_COLOR: return CT_SH_COLOR;
        case CT_N_NAME: return CT_SH_NAME;
        case CT_N_MANA_VALUE: return CT_SH_MANA_VALUE;
        default: return -1;
        }
    if (last->num != CT_N_TYPE)
        return -1;
    if (first->kind == CT_TYPE)
        return first->num == CT_WTYPE_CREATURE ? CT_SH_CREATURE_TYPE : first->num == CT_WTYPE_LAND ? CT_SH_LAND_TYPE : -1;
    if (first->kind != CT_NOUN)
        return -1;
    return first->num == CT_N_CARD ? CT_SH_CARD_TYPE : first->num == CT_N_PERMANENT ? CT_SH_PERMANENT_TYPE : -1;
}

static bool shares(struct ct_low *low, struct ct_fn *fn, uint16_t it, int32_t with, int32_t no)
{
    uint16_t same = ct_low_num(low);
    ct_op4(fn, CT_OP_SHARES, same, it, CT_S_IT, (uint16_t)with, 0);
    ct_low_unless(fn, same, false, no);
    return true;
}

/* "shares a color with it" */
bool ct_low_test_share(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    ct_node *with = ct_is(what, CT_NP) && what->nkids == CT_NP_REST + 1 ? what->kid[CT_NP_REST] : NULL;
    int32_t n, kind = ct_is(what, CT_NP) ? shared(what) : -1;
    ct_val it;
    if (kind < 0 || !ct_is(with, CT_WITH) || (with->flags & CT_F_NON) || !with->kid[CT_WITH_OF])
        return ct_low_refuse(low, clause, "sharing this");
    ct_node *quantity = what->kid[CT_NP_QUANTITY];
    if (quantity ? !ct_is(quantity, CT_AT_LEAST) || !ct_low_plain_number(low, quantity->kid[0], &n) || n != 1
                 : what->num != CT_DET_A)
        return ct_low_refuse(low, what, "how many they share");
    ct_see_all(quantity);
    ct_see(what);
    ct_see_all(what->kid[CT_NP_WORDS]);
    ct_see(with);
    return ct_low_operand(low, fn, clause->kid[CT_CLAUSE_SUBJECT], CT_USE_READ, &it) &&
           some_related(low, fn, ct_low_entity(low, fn, it), with->kid[CT_WITH_OF], kind, shares, no) &&
           ct_low_no_more(low, clause);
}

/* ---- targets -------------------------------------------------------------------------------------------------------- */

/* "a spell that targets this creature", "if it targets a tapped creature" */
bool ct_low_test_targets(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    uint16_t targets = ct_slot(low->ab->frame, CT_T_LIST), count = ct_low_num(low);
    int32_t n;
    ct_val it, one;
    if (!what || !ct_low_operand(low, fn, clause->kid[CT_CLAUSE_SUBJECT], CT_USE_READ, &it))
        return ct_low_refuse(low, clause, "what this targets");
    ct_op2(fn, CT_OP_TARGETS, targets, ct_low_entity(low, fn, it), 0);
    if (what->kind != CT_NP || ct_low_is_reference(what)) {
        if (!ct_low_operand(low, fn, what, CT_USE_READ, &one))
            return false;
        ct_op3(fn, CT_OP_HAS, count, targets, ct_low_entity(low, fn, one), 0);
    } else {
        ct_node *quantity = what->kid[CT_NP_QUANTITY];
        if (quantity ? !ct_is(quantity, CT_AT_LEAST) || !ct_low_plain_number(low, quantity->kid[0], &n) || n != 1
                     : what->num != CT_DET_A)
            return ct_low_refuse(low, what, "so many targets");
        ct_see_all(quantity);
        uint32_t is = ct_low_predicate(low, what, ct_low_zones(low, what));
        uint16_t such = ct_slot(low->ab->frame, CT_T_LIST);
        ct_op3(fn, CT_OP_FILTER, such, targets, (int32_t)is, 0);
        ct_op2(fn, CT_OP_LEN, count, such, 0);
    }
    ct_low_unless(fn, count, false, no);
    return !low->failed && ct_low_no_more(low, clause);
}

/* ---- having been cast ------------------------------------------------------------------------------------------------- */

static bool cast_from(struct ct_low *low, struct ct_fn *fn, ct_node *from, uint16_t it, int32_t no)
{
    ct_node *zone = from->kid[CT_PP_OBJECT];
    uint32_t mask = ct_zone_of_np(zone);
    if (from->num != CT_PREP_FROM || !ct_is(zone, CT_NP) || !mask || (mask & (mask - 1)) || zone->nkids > CT_NP_REST)
        return ct_low_refuse(low, from, "where it was cast from");
    ct_node *whose = zone->kid[CT_NP_POSSESSOR];
    uint16_t is = ct_low_const(low, fn, __builtin_ctz(mask));
    ct_op3(fn, CT_OP_EQ, is, is, ct_low_getn(low, fn, it, CT_NP_CAST_FROM), 0);
    ct_low_unless(fn, is, false, no);
    ct_see(from);
    ct_see(zone);
    ct_see_all(zone->kid[CT_NP_WORDS]);
    return !whose || ct_low_test_player(low, fn, whose, ct_low_gete(low, fn, it, CT_EP_OWNER), no);
}

/* A clause about how one object was cast, not about what happened this turn. */
bool ct_low_was_cast(const ct_node *clause)
{
    const ct_node *object = clause->kid[clause->flags & CT_F_PASSIVE ? CT_CLAUSE_SUBJECT : CT_CLAUSE_OBJECT];
    if (!object || !(object->kind == CT_PRONOUN || object->kind == CT_SELF_NAME || ct_low_refers(object)))
        return false;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (!ct_is(clause->kid[i], CT_PP))
            return false;
    return true;
}

/* "if you cast it from your hand", "if it was cast": whoever casts a spell controls it as it enters */
bool ct_low_test_was_cast(struct ct_low *low, struct ct_fn *fn, ct_node *clause, int32_t no)
{
    bool passive = clause->flags & CT_F_PASSIVE;
    ct_node *who = passive ? NULL : clause->kid[CT_CLAUSE_SUBJECT];
    ct_node *object = clause->kid[passive ? CT_CLAUSE_SUBJECT : CT_CLAUSE_OBJECT];
    ct_val it;
    if (who && ct_is(who, CT_SAME) && who->bind) {
        ct_see(who);
        who = who->bind;
    }
    if (!object || (!passive && !who) || !ct_low_operand(low, fn, object, CT_USE_READ, &it))
        return ct_low_refuse(low, clause, "how it was cast");
    uint16_t one = ct_low_entity(low, fn, it);
    ct_low_unless(fn, ct_low_getn(low, fn, one, CT_NP_WAS_CAST), false, no);
    if (who && !ct_low_test_player(low, fn, who, ct_low_gete(low, fn, one, CT_EP_CONTROLLER), no))
        return false;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_PP) && !ct_seen(clause->kid[i]) && !cast_from(low, fn, clause->kid[i], one, no))
            return false;
    return ct_low_no_more(low, clause);
}
