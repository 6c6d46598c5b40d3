/* Static abilities: statements as effect records [CR 604, 611.3]. */
#include "compiler/lower_static.h"
#include "compiler/lower_verb.h"

#include <string.h>

/* ---- records ------------------------------------------------------------------------------------------------ */

ct_rec_effect *ct_static_add(struct ct_statics *s, ct_rec_effect rec)
{
    if (s->count == CT_MOST_EFFECTS) {
        ct_low_refuse(s->low, s->condition, "so long an ability");
        return NULL;
    }
    s->rec[s->count] = rec;
    return &s->rec[s->count++];
}

/* "X unless Y" holds while Y doesn't. */
static bool condition_function(struct ct_statics *s, ct_node *condition, bool negated, uint32_t *index)
{
    struct ct_low *low = s->low;
    if (!negated)
        return ct_low_condition(low, condition, index);
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(fn);
    if (!ct_low_test(low, fn, condition, no))
        return false;
    ct_op1(fn, CT_OP_RETN, ct_low_const(low, fn, 0), 0);
    ct_place(fn, no);
    ct_op1(fn, CT_OP_RETN, ct_low_const(low, fn, 1), 0);
    *index = fn->index;
    return true;
}

/* The condition of a statement goes into each record that the statement made. */
static bool conditioned(struct ct_statics *s, ct_node *condition, bool negated, ct_node *body)
{
    uint32_t before = s->count, fn;
    if (!ct_static_statement(s, body))
        return false;
    if (!condition_function(s, condition, negated, &fn))
        return false;
    for (uint32_t i = before; i < s->count; i++) {
        if (s->rec[i].fn_cond != CT_NONE)
            return ct_low_refuse(s->low, condition, "two conditions of one statement");
        s->rec[i].fn_cond = fn;
    }
    return true;
}

bool ct_static_affects(struct ct_statics *s, ct_node *np, uint32_t zones, uint32_t *fn, bool *self)
{
    struct ct_low *low = s->low;
    *self = ct_low_is_self(np);
    if (!np)
        return false;
    if (s->settle && ct_low_is_reference(np)) {
        /* a resolving effect is about what the reference means now */
        ct_val val;
        if (!ct_low_operand(low, s->settle, np, CT_USE_ACT, &val))
            return false;
        struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
        uint16_t same = ct_low_num(low);
        if (val.type == CT_T_LIST)
            ct_op3(is, CT_OP_HAS, same, val.slot, CT_S_IT, 0);
        else
            ct_op3(is, CT_OP_SAME, same, CT_S_IT, val.slot, 0);
        ct_op1(is, CT_OP_RETN, same, 0);
        *fn = is->index;
        return true;
    }
    if (ct_np_number(np))
        return ct_low_refuse(low, np->kid[CT_NP_QUANTITY], "a number of things, in a statement");
    *fn = ct_low_predicate(low, np, zones);
    return !low->failed;
}

/* ---- characteristics -------------------------------------------------------------------------------------------- */

/* The one whose power and toughness are defined: "[~]'s power and toughness are each equal to ..." */
static ct_node *defined_one(const ct_node *clause)
{
    ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT];
    if (ct_is(clause->kid[CT_CLAUSE_OBJECT], CT_EQUAL) && ct_is(subject, CT_NP))
        return subject->kid[CT_NP_POSSESSOR];
    return NULL;
}

static bool continuous(struct ct_statics *s, ct_node *clause)
{
    struct ct_parts parts = {.settle = s->settle};
    ct_rec_effect rec = ct_effect_record(CT_EFF_CONTINUOUS);
    ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT], *one = defined_one(clause);
    bool self;
    if (!subject)
        return ct_low_refuse(s->low, clause, "this statement without a subject");
    if (subject->kind == CT_SAME && subject->bind)
        ct_see(subject), subject = subject->bind;
    uint32_t zones = CT_ZM_BATTLEFIELD;
    if (!ct_low_is_reference(subject) && !one) {
        zones = ct_low_zones(s->low, subject);
        if (!zones || (zones & CT_ZM_PLAYERS))
            return ct_low_refuse(s->low, subject, "a continuous effect on this");
    }
    if (!ct_static_affects(s, one ? one : subject, zones, &rec.fn_affects, &self))
        return false;
    rec.zones = zones;
    if (self)
        rec.flags |= CT_EFFF_SELF;
    if (!ct_low_parts(s->low, clause, &parts))
        return false;
    if (parts.defining) {
        s->flags |= CT_ABF_CDA;
        s->zones = CT_ZM_ANY;
        rec.zones = CT_ZM_ANY;
    }
    rec.part0 = ct_emit_part(s->low->emit, parts.part, parts.count);
    rec.nparts = parts.count;
    return ct_static_add(s, rec) && ct_low_no_more(s->low, clause);
}

/* "You control enchanted creature." [CR 613.1b] */
static bool controls(struct ct_statics *s, ct_node *clause)
{
    ct_rec_effect rec = ct_effect_record(CT_EFF_CONTINUOUS);
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    bool self;
    if (!ct_low_is_you(clause->kid[CT_CLAUSE_SUBJECT]) || !ct_is(what, CT_NP) || s->settle)
        return ct_low_refuse(s->low, clause, "this statement");
    ct_see(clause->kid[CT_CLAUSE_SUBJECT]);
    if (!ct_static_affects(s, what, CT_ZM_BATTLEFIELD, &rec.fn_affects, &self))
        return false;
    rec.zones = CT_ZM_BATTLEFIELD;
    struct ct_fn *layer = ct_fn_open(s->low->ab, CT_FN_LAYER);
    ct_op1(layer, CT_OP_L_CONTROL, s->low->you, 0);
    ct_op_imm(layer, CT_OP_END, 0);
    ct_rec_part part = {CT_LAYER_CONTROL, layer->index};
    rec.part0 = ct_emit_part(s->low->emit, &part, 1);
    rec.nparts = 1;
    return ct_static_add(s, rec) && ct_low_no_more(s->low, clause);
}

/* ---- statements ---------------------------------------------------------------------------------------------------- */

/* "Cast this spell only if you control two or more Swamps", "... only during combat": [CR 601.3] */
static bool cast_only(struct ct_statics *s, ct_node *clause)
{
    ct_rec_effect rec = ct_effect_record(CT_EFF_RULE);
    ct_node *only = clause->nkids == CT_CLAUSE_REST + 1 ? clause->kid[CT_CLAUSE_REST] : NULL;
    ct_node *limit = ct_is(only, CT_ONLY) && only->nkids == 1 ? only->kid[0] : NULL;
    bool self;
    if (!limit || !ct_low_is_self(clause->kid[CT_CLAUSE_OBJECT]) || clause->kid[CT_CLAUSE_SUBJECT])
        return ct_low_refuse(s->low, clause, "this statement");
    rec.sub = CT_RULE_CAST_CONDITION;
    rec.flags = CT_EFFF_SELF;
    rec.zones = CT_ZM_ANY;
    s->zones = CT_ZM_ANY;
    if (!ct_static_affects(s, clause->kid[CT_CLAUSE_OBJECT], CT_ZM_ANY, &rec.fn_affects, &self))
        return false;
    ct_see(only);
    ct_see(limit);
    if (ct_is(limit, CT_IF) && !limit->kid[CT_IF_BODY]) {
        if (!ct_low_condition(s->low, limit->kid[CT_IF_CONDITION], &rec.fn_cond))
            return false;
    } else {
        struct ct_fn *fn = ct_fn_open(s->low->ab, CT_FN_NUMBER);
        int32_t no = ct_label(fn);
        if (!ct_is(limit, CT_PP) || limit->num != CT_PREP_DURING || !ct_low_during(s->low, fn, limit, no))
            return ct_low_refuse(s->low, limit, "casting only then");
        ct_low_finish_test(s->low, fn, no);
        rec.fn_cond = fn->index;
    }
    return ct_static_add(s, rec) && ct_low_no_more(s->low, clause);
}

static bool clause_statement(struct ct_statics *s, ct_node *clause)
{
    bool known;
    ct_see(clause);
    if ((clause->flags & (CT_F_PAST | CT_F_PERFECT)) ||
        ((clause->flags & CT_F_NOT) && clause->num != CT_V_BE))
        return ct_low_refuse(s->low, clause, "this statement");
    if (!ct_static_rule(s, clause, &known))
        return false;
    if (known)
        return true;
    switch (clause->num) {
    case CT_V_ENTER: return ct_static_enters(s, clause);
    case CT_V_CONTROL: return controls(s, clause);
    case CT_V_PREVENT: return ct_static_prevent(s, clause);
    case CT_V_COST: return ct_static_cost(s, clause);
    case CT_V_CAST: return cast_only(s, clause);
    case CT_V_GET:
    case CT_V_GAIN:
    case CT_V_HAVE:
    case CT_V_LOSE:
    case CT_V_BE: return continuous(s, clause);
    default: return ct_low_refuse(s->low, clause, "this statement");
    }
}

static bool modal_statement(struct ct_statics *s, ct_node *modal)
{
    bool known;
    ct_see(modal);
    if (!ct_static_rule(s, modal, &known))
        return false;
    if (!known && modal->num == CT_MODAL_MAY && !ct_static_permission(s, modal, &known))
        return false;
    return known || ct_low_refuse(s->low, modal, "this statement");
}

static bool with_where(struct ct_statics *s, ct_node *node)
{
    struct ct_where w = {.letter = node->num, .value = node->kid[CT_WHERE_VALUE],
                         .outer = s->low->where};
    if (s->settle) {
        w.computed = true;
        if (!ct_low_quantity(s->low, s->settle, w.value, &w.slot))
            return false;
    }
    s->low->where = &w;
    bool ok = ct_static_statement(s, node->kid[CT_WHERE_BODY]);
    s->low->where = w.outer;
    return ok;
}

static bool with_times(struct ct_statics *s, ct_node *node)
{
    struct ct_low *low = s->low;
    ct_node *outer = low->times;
    bool used = low->times_used;
    low->times = node->kid[CT_FOR_EACH_OF];
    low->times_used = false;
    bool ok = ct_static_statement(s, node->kid[CT_FOR_EACH_BODY]);
    if (ok && !low->times_used)
        ok = ct_low_refuse(low, low->times, "\"for each\" with this statement");
    low->times = outer;
    low->times_used = used;
    return ok;
}

/* "Once each turn, you may cast ..." */
static bool once_each_turn(struct ct_statics *s, ct_node *node)
{
    ct_node *how = node->kid[CT_WITHIN_HOW], *time = node->kid[CT_WITHIN_TIME];
    uint32_t before = s->count;
    if (how->num != CT_ADV_ONCE || !ct_is(time, CT_PP) || time->num || !ct_each_turn(time->kid[CT_PP_OBJECT]))
        return ct_low_refuse(s->low, time ? time : how, "this often");
    ct_see_all(how);
    ct_see_all(time);
    if (!ct_static_statement(s, node->kid[CT_WITHIN_BODY]))
        return false;
    for (uint32_t i = before; i < s->count; i++) {
        if (s->rec[i].sub != CT_RULE_MAY_PLAY && s->rec[i].sub != CT_RULE_MAY_PLAY_TOP)
            return ct_low_refuse(s->low, how, "once each turn, for this");
        s->rec[i].arg |= (uint32_t)CT_PLAY_ONCE_TURN << 16;
    }
    return true;
}

/* "During your turn, ..." [CR 611.3] */
static bool during(struct ct_statics *s, ct_node *node, ct_node *time, ct_node *body)
{
    struct ct_low *low = s->low;
    uint32_t before = s->count;
    if (node->kind == CT_WITHIN && ct_is(node->kid[CT_WITHIN_HOW], CT_ADVERB))
        return once_each_turn(s, node);
    if (!ct_static_statement(s, body))
        return false;
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(fn);
    if (!ct_low_during(low, fn, time, no))
        return ct_low_refuse(low, node, "this time");
    ct_low_finish_test(low, fn, no);
    for (uint32_t i = before; i < s->count; i++) {
        if (s->rec[i].fn_cond != CT_NONE)
            return ct_low_refuse(low, time, "two conditions of one statement");
        s->rec[i].fn_cond = fn->index;
    }
    return true;
}

/* "If [an object] entering causes a triggered ability of [a permanent] to trigger, that ability triggers an
 * additional time." [CR 603.2d] */
static bool triggers_again(struct ct_statics *s, ct_node *node)
{
    struct ct_low *low = s->low;
    ct_node *cause = node->kid[CT_IF_CONDITION], *again = node->kid[CT_IF_BODY];
    ct_node *object = cause->kid[CT_CLAUSE_SUBJECT], *ability = cause->kid[CT_CLAUSE_OBJECT];
    ct_node *to = cause->kid[CT_CLAUSE_OBJECT2];
    ct_node *enters = ct_is(object, CT_NP) && object->nkids > CT_NP_REST ? object->kid[object->nkids - 1] : NULL;
    ct_node *of = ct_is(ability, CT_NP) && ability->nkids == CT_NP_REST + 1 ? ability->kid[CT_NP_REST] : NULL;
    ct_node *time = ct_is(again, CT_CLAUSE) && again->nkids == CT_CLAUSE_REST + 1 ? again->kid[CT_CLAUSE_REST] : NULL;
    ct_rec_effect rec = ct_effect_record(CT_EFF_RULE);
    bool self;
    if (!ct_is(enters, CT_PARTICIPLE) || !ct_is(enters->kid[0], CT_CLAUSE) || enters->kid[0]->num != CT_V_ENTER ||
        !ct_is(of, CT_PP) || of->num != CT_PREP_OF || !ct_head_is(ability, CT_N_ABILITY) ||
        !ct_is(to, CT_CLAUSE) || to->num != CT_V_TRIGGER || again->num != CT_V_TRIGGER ||
        !ct_low_refers(again->kid[CT_CLAUSE_SUBJECT]) || !ct_is(time, CT_PP) || time->num ||
        !ct_head_is(time->kid[CT_PP_OBJECT], CT_N_TIME) ||
        !ct_low_has_state(time->kid[CT_PP_OBJECT], CT_WSTATE_ADDITIONAL))
        return ct_low_refuse(low, node, "this statement");
    ct_see(cause);
    ct_see_all(enters);
    ct_see(ability);
    ct_see_all(ability->kid[CT_NP_WORDS]);
    ct_see(of);
    ct_see_all(to);
    ct_see_all(again);
    object->nkids--; /* entering is what the record says */
    bool ok = ct_static_affects(s, of->kid[CT_PP_OBJECT], CT_ZM_BATTLEFIELD, &rec.fn_affects, &self) &&
              ct_static_affects(s, object, CT_ZM_BATTLEFIELD, &rec.fn_object, &self);
    object->nkids++;
    struct ct_fn *amount = ct_fn_open(low->ab, CT_FN_NUMBER);
    ct_op1(amount, CT_OP_RETN, ct_low_const(low, amount, 1), 0);
    rec.fn_amount = amount->index;
    rec.sub = CT_RULE_TRIGGER_AGAIN;
    rec.arg = CT_EV_ZONE;
    return ok && ct_static_add(s, rec) && ct_low_no_more(low, cause);
}

/* "has defender and loses all other abilities": losing them is the first effect. */
static bool statements(struct ct_statics *s, ct_node *list)
{
    uint32_t first = s->count;
    for (uint32_t i = 0; i < list->nkids; i++) {
        uint32_t before = s->count;
        s->low->loses_others = false;
        if (!ct_static_statement(s, list->kid[i]))
            return false;
        if (!s->low->loses_others || s->count != before + 1)
            continue;
        ct_rec_effect loses = s->rec[before];
        memmove(s->rec + first + 1, s->rec + first, (before - first) * sizeof loses);
        s->rec[first] = loses;
    }
    return true;
}

bool ct_static_statement(struct ct_statics *s, ct_node *node)
{
    if (!node || s->low->failed)
        return false;
    ct_see(node);
    switch (node->kind) {
    case CT_SEQ:
    case CT_AND:
    case CT_THEN:
        if (node->kind == CT_THEN)
            break;
        return statements(s, node);
    case CT_CLAUSE: return clause_statement(s, node);
    case CT_MODAL: return modal_statement(s, node);
    case CT_AS_LONG_AS:
        return conditioned(s, node->kid[CT_AS_LONG_AS_CONDITION], false,
                           node->kid[CT_AS_LONG_AS_BODY]);
    case CT_UNLESS:
        return conditioned(s, node->kid[CT_UNLESS_CONDITION], true, node->kid[CT_UNLESS_BODY]);
    case CT_IF:
        if (node->kid[CT_IF_ELSE])
            break;
        if (ct_is(node->kid[CT_IF_CONDITION], CT_CLAUSE) && node->kid[CT_IF_CONDITION]->num == CT_V_CAUSE)
            return triggers_again(s, node);
        if (s->settle && ct_low_is_permission(s->low, node->kid[CT_IF_BODY])) {
            ct_node *outer = s->condition; /* asked of each card that might be played */
            s->condition = node->kid[CT_IF_CONDITION];
            bool ok = ct_static_statement(s, node->kid[CT_IF_BODY]);
            s->condition = outer;
            return ok;
        }
        return conditioned(s, node->kid[CT_IF_CONDITION], false, node->kid[CT_IF_BODY]);
    case CT_WHERE: return with_where(s, node);
    case CT_FOR_EACH: return with_times(s, node);
    case CT_WITHIN:
        return during(s, node, node->kid[CT_WITHIN_TIME], node->kid[CT_WITHIN_BODY]);
    case CT_LASTING: {
        ct_node *duration = node->kid[CT_LASTING_DURATION];
        if (!ct_is(duration, CT_PP))
            break;
        return during(s, node, duration, node->kid[CT_LASTING_BODY]);
    }
    case CT_REPLACE: {
        bool known;
        if (!ct_static_cast_this_way(s, node, &known))
            return false;
        return known || ct_static_replace(s, node);
    }
    case CT_AS_EVENT: return ct_static_replace(s, node);
    case CT_INSTEAD: {
        const ct_node *clause = node->kid[CT_INSTEAD_BODY];
        if (!ct_is(clause, CT_CLAUSE) || clause->num != CT_V_DEAL || !(clause->flags & CT_F_PASSIVE))
            break;
        return ct_static_redirect(s, node);
    }
    default: break;
    }
    return ct_low_refuse(s->low, node, "this statement");
}

bool ct_low_static(struct ct_low *low, ct_node *body)
{
    struct ct_statics s = {.low = low};
    if (!ct_static_statement(&s, body))
        return false;
    low->ab->rec.eff0 = ct_emit_effect(low->emit, s.rec, s.count);
    low->ab->rec.neffs = s.count;
    low->ab->rec.flags |= s.flags;
    if (s.zones)
        low->ab->rec.zones = s.zones;
    return !low->failed;
}

/* ---- the same in a resolving spell or ability: until it ends [CR 611.2] -------------------------------------------- */

/* "Destroy [np]. It can't be regenerated.": the destruction before this is one of that kind [CR 701.19c]. */
static bool unregenerated(struct ct_fn *fn)
{
    for (size_t i = fn->ncode; i-- > 0;)
        if (fn->code[i].op == CT_OP_DESTROY) {
            fn->code[i].imm |= 1;
            return true;
        } else if (fn->code[i].op != CT_OP_LATEST && fn->code[i].op != CT_OP_LATESTL) {
            return false;
        }
    return false;
}

bool ct_low_rule(struct ct_low *low, struct ct_fn *fn, ct_node *statement)
{
    struct ct_statics s = {.low = low, .settle = fn};
    int32_t duration;
    if (!ct_static_statement(&s, statement))
        return false;
    for (uint32_t i = 0; i < s.count; i++) {
        ct_rec_effect *rec = &s.rec[i];
        if (rec->kind == CT_EFF_CONTINUOUS)
            return ct_low_refuse(low, statement, "this effect");
        if (rec->sub == CT_RULE_CANT_REGENERATE && unregenerated(fn))
            continue;
        if (rec->sub == CT_RULE_CANT_UNTAP && low->next_untap) {
            duration = CT_DUR_NEXT_UNTAP;
            low->next_untap = false;
        } else if (!ct_low_take_duration(low, rec, &duration)) {
            return false;
        }
        uint32_t index = ct_emit_effect(low->emit, rec, 1);
        ct_op1(fn, CT_OP_APPLYALL, duration, (int32_t)index);
    }
    return true;
}
