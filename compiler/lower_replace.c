/* Replacement and prevention effects [CR 614, 615]: "If ... would ..., ... instead", "enters ...", "As ...
 * enters, ...", "Prevent ...". */
#include "compiler/lower_event.h"
#include "compiler/lower_static.h"
#include "compiler/lower_verb.h"

/* ---- the event again, otherwise ------------------------------------------------------------------------------ */

/* What happens instead is being lowered: WOULD is the event. */
struct replacing {
    struct ct_low *low;
    struct ct_fn *fn;
    struct ct_event_low *would;
    bool cancelled; /* the event does not happen */
    bool changed;   /* it happens, otherwise */
};

static void cancel(struct replacing *r)
{
    if (!r->cancelled && !r->changed)
        ct_op_imm(r->fn, CT_OP_EVCANCEL, 0);
    r->cancelled = !r->changed;
}

/* The noun phrase that says how much: the object of the restated event. */
static ct_node *amount_np(const ct_node *clause)
{
    ct_node *np = clause->kid[CT_CLAUSE_OBJECT];
    if (ct_is(np, CT_TIMES) || ct_is(np, CT_PLUS) || ct_is(np, CT_HALF))
        return np;
    return ct_is(np, CT_NP) && (np->kid[CT_NP_QUANTITY] || ct_low_equal_tail(np)) ? np : NULL;
}

static void see_references(ct_node *node)
{
    ct_see(node);
    for (uint32_t i = 0; node && i < node->nkids; i++)
        if (node->kid[i])
            see_references(node->kid[i]);
}

/* "it creates twice that many of those tokens", "it deals that much damage plus 2": the event with another
 * amount. Everything else in it refers to the event. */
static bool other_amount(struct replacing *r, ct_node *clause)
{
    ct_node *np = amount_np(clause), *rounding = r->low->rounding;
    uint16_t amount;
    if (r->cancelled)
        return ct_low_refuse(r->low, clause, "this order of what happens instead");
    r->changed = true;
    for (uint32_t i = 0; i < clause->nkids; i++) {
        ct_node *kid = clause->kid[i];
        if (!kid || kid == np)
            continue;
        if (ct_is(kid, CT_ADVERB) &&
            (kid->num == CT_ADV_ROUNDED_UP || kid->num == CT_ADV_ROUNDED_DOWN)) {
            r->low->rounding = kid;
            ct_see(kid);
            continue;
        }
        bool refers = ct_low_refers(kid) || (ct_is(kid, CT_PP) && ct_low_refers(kid->kid[CT_PP_OBJECT]));
        if (!refers)
            return ct_low_refuse(r->low, kid, "this part of what happens instead");
        see_references(kid);
    }
    ct_see(clause);
    ct_see(np);
    if (np->kind != CT_NP) {
        bool ok = ct_low_quantity(r->low, r->fn, np, &amount);
        r->low->rounding = rounding;
        if (ok)
            ct_op2(r->fn, CT_OP_EVSETN, CT_EVN_AMOUNT, amount, 0);
        return ok;
    }
    ct_see_all(np->kid[CT_NP_WORDS]);
    if (!ct_low_amount(r->low, r->fn, np, &amount))
        return false;
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        if (!ct_seen(np->kid[i])) { /* "of those tokens" */
            if (!ct_is(np->kid[i], CT_PP) || !ct_low_refers(np->kid[i]->kid[CT_PP_OBJECT]))
                return ct_low_refuse(r->low, np->kid[i], "this part of what happens instead");
            see_references(np->kid[i]);
        }
    ct_op2(r->fn, CT_OP_EVSETN, CT_EVN_AMOUNT, amount, 0);
    return true;
}

/* "it explores, then it explores again" */
static bool again(struct replacing *r, ct_node *clause)
{
    ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT];
    if (subject && !ct_low_refers(subject))
        return ct_low_refuse(r->low, subject, "who does it instead");
    see_references(subject);
    ct_see(clause);
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        if (!ct_is(clause->kid[i], CT_ADVERB) || clause->kid[i]->num != CT_ADV_AGAIN)
            return ct_low_refuse(r->low, clause->kid[i], "this part of what happens instead");
        ct_see(clause->kid[i]);
    }
    cancel(r);
    ct_op_imm(r->fn, CT_OP_EVDOAGAIN, 0);
    return ct_low_no_more(r->low, clause);
}

/* "exile it instead" of its going somewhere else */
static ct_node *instead_of(const ct_node *clause);

static bool elsewhere(struct replacing *r, ct_node *clause)
{
    struct ct_cl c = {.low = r->low, .fn = r->fn, .node = clause,
                      .subject = {CT_T_ENT, r->low->actor}};
    struct ct_dest place = {.zone = CT_ZONE_EXILE};
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    if (!what || !ct_low_refers(what) || clause->kid[CT_CLAUSE_SUBJECT])
        return ct_low_refuse(r->low, clause, "what happens instead");
    if (r->cancelled)
        return ct_low_refuse(r->low, clause, "this order of what happens instead");
    r->changed = true;
    if (clause->num != CT_V_EXILE && !ct_low_place(&c, &place))
        return false;
    if (place.flags || place.either)
        return ct_low_refuse(r->low, clause, "this place instead");
    ct_see_all(instead_of(clause));
    see_references(what);
    ct_see(clause);
    uint16_t zone = ct_low_const(r->low, r->fn, (int32_t)place.zone);
    ct_op2(r->fn, CT_OP_EVSETN, CT_EVN_TO, zone, 0);
    return ct_low_no_more(r->low, clause);
}

static bool prevents(struct replacing *r, ct_node *clause)
{
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    uint16_t all = ct_low_const(r->low, r->fn, INT32_MAX), prevented = ct_low_num(r->low);
    if (r->would->kind != CT_EV_DAMAGE || !ct_is(what, CT_NP) || !ct_head_is(what, CT_N_DAMAGE) ||
        what->num != CT_DET_THAT || what->nkids > CT_NP_REST)
        return ct_low_refuse(r->low, clause, "preventing this");
    ct_see_all(what);
    ct_see(clause);
    ct_op2(r->fn, CT_OP_EVPREVENT, prevented, all, 0);
    ct_low_define(clause, (ct_val){CT_T_NUM, prevented}, 0);
    return ct_low_no_more(r->low, clause);
}

static bool one_instead(struct replacing *r, ct_node *clause)
{
    const ct_node *would = r->would->clause;
    if (clause->num == CT_V_PREVENT)
        return prevents(r, clause);
    if (clause->num == would->num || (r->would->kind == CT_EV_MANA && clause->num == CT_V_PRODUCE)) {
        if (amount_np(clause) && r->would->kind != CT_EV_DRAW)
            return other_amount(r, clause);
        if (r->would->kind == CT_EV_ACTION)
            return again(r, clause);
    }
    if (r->would->kind == CT_EV_ZONE && (clause->num == CT_V_EXILE || clause->num == CT_V_PUT ||
                                         clause->num == CT_V_RETURN))
        return elsewhere(r, clause);
    cancel(r);
    return ct_low_body(r->low, r->fn, clause);
}

static bool instead(struct replacing *r, ct_node *node)
{
    if (!node)
        return false;
    ct_see(node);
    switch (node->kind) {
    case CT_INSTEAD: return instead(r, node->kid[CT_INSTEAD_BODY]);
    case CT_SEQ:
    case CT_THEN:
    case CT_AND:
        for (uint32_t i = 0; i < node->nkids; i++)
            if (!instead(r, node->kid[i]))
                return false;
        return true;
    case CT_CLAUSE: return one_instead(r, node);
    default: cancel(r); return ct_low_body(r->low, r->fn, node);
    }
}

/* "instead of putting it anywhere else" */
static ct_node *instead_of(const ct_node *clause)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        const ct_node *put = ct_is(clause->kid[i], CT_PP) && clause->kid[i]->num == CT_PREP_INSTEAD_OF
                                 ? clause->kid[i]->kid[CT_PP_OBJECT]
                                 : NULL;
        const ct_node *pp = ct_is(put, CT_CLAUSE) && put->num == CT_V_PUT && put->nkids == CT_CLAUSE_REST + 1
                                ? put->kid[CT_CLAUSE_REST]
                                : NULL;
        if (ct_is(pp, CT_PP) && ct_is(pp->kid[CT_PP_OBJECT], CT_PRONOUN) &&
            pp->kid[CT_PP_OBJECT]->num == CT_PRONOUN_ANYWHERE_ELSE && ct_low_refers(put->kid[CT_CLAUSE_OBJECT]))
            return clause->kid[i];
    }
    return NULL;
}

static bool has_instead(const ct_node *node)
{
    if (!node)
        return false;
    if (node->kind == CT_INSTEAD || (node->kind == CT_CLAUSE && (node->num == CT_V_PREVENT || instead_of(node))))
        return true;
    if (node->kind != CT_SEQ && node->kind != CT_THEN && node->kind != CT_AND)
        return false;
    for (uint32_t i = 0; i < node->nkids; i++)
        if (has_instead(node->kid[i]))
            return true;
    return false;
}

/* ---- "If ... would ..., ... instead" ------------------------------------------------------------------------------ */

static bool replace(struct ct_statics *s, ct_node *node)
{
    struct ct_low *low = s->low;
    struct ct_event_low would;
    ct_rec_effect rec = ct_effect_record(CT_EFF_REPLACE);
    ct_node *body = node->kid[CT_REPLACE_BODY];
    low->this_turn_ok = s->settle != NULL;
    bool ok = ct_low_event_clause(low, node->kid[CT_REPLACE_EVENT], true, &would);
    low->this_turn_ok = false;
    if (!ok)
        return false;
    if (!has_instead(body))
        return ct_low_refuse(low, body, "this without \"instead\"");
    if (node->kid[CT_REPLACE_CONDITION] &&
        !ct_low_condition(low, node->kid[CT_REPLACE_CONDITION], &rec.fn_cond))
        return false;
    rec.sub = would.kind;
    rec.fn_affects = would.fn->index;
    struct ct_fn *apply = ct_fn_open(low->ab, CT_FN_EFFECT);
    struct replacing r = {.low = low, .fn = apply, .would = &would};
    rec.fn_apply = apply->index;
    int duration = low->duration;
    low->duration = -1;
    ok = instead(&r, body);
    low->duration = duration;
    ct_op_imm(apply, CT_OP_END, 0);
    if (would.kind == CT_EV_DAMAGE && ct_is(body, CT_CLAUSE) && body->num == CT_V_PREVENT)
        rec.flags |= CT_EFFF_PREVENTION;
    if (low->about_self || (would.mover && ct_low_is_self(would.mover))) {
        low->about_self = false;
        rec.flags |= CT_EFFF_SELF;
        s->zones = CT_ZM_ANY;
    }
    return ok && ct_static_add(s, rec);
}

/* In a resolving spell or ability: for the rest of the turn [CR 614.4]. */
bool ct_low_replace_this_turn(struct ct_low *low, struct ct_fn *fn, ct_node *node)
{
    struct ct_statics s = {.low = low, .settle = fn};
    const ct_node *event = node->kid[CT_REPLACE_EVENT];
    const ct_node *clause = ct_is(event, CT_MODAL) ? event->kid[CT_MODAL_BODY] : event;
    bool this_turn = low->duration == CT_DUR_END_OF_TURN;
    for (uint32_t i = CT_CLAUSE_REST; ct_is(clause, CT_CLAUSE) && i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_DURATION) && clause->kid[i]->num == CT_DURATION_THIS_TURN)
            this_turn = true;
    /* "If it would leave the battlefield, ...": for as long as there is that object [CR 611.2a] */
    const ct_node *subject = ct_is(event, CT_MODAL) ? event->kid[CT_MODAL_SUBJECT] : NULL;
    if (!this_turn && !(subject && ct_low_refers(subject)))
        return ct_low_refuse(low, node, "replacing an event in another turn");
    if (!replace(&s, node))
        return false;
    low->duration_used = true;
    uint32_t index = ct_emit_effect(low->emit, s.rec, 1);
    ct_op1(fn, CT_OP_APPLYALL, this_turn ? CT_DUR_END_OF_TURN : CT_DUR_FOREVER, (int32_t)index);
    return true;
}

/* ---- entering [CR 614.12] --------------------------------------------------------------------------------------------- */

/* An effect of kind REPLACE on the event that SUBJECT enters, with its code open in *APPLY. */
static bool entering(struct ct_statics *s, ct_node *subject, ct_rec_effect *rec, struct ct_fn **apply)
{
    struct ct_low *low = s->low;
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(fn);
    *rec = ct_effect_record(CT_EFF_REPLACE);
    rec->sub = CT_EV_ZONE;
    uint16_t to = ct_low_num(low), field = ct_low_const(low, fn, CT_ZONE_BATTLEFIELD);
    ct_op2(fn, CT_OP_EVN, to, CT_EVN_TO, 0);
    ct_op3(fn, CT_OP_EQ, to, to, field, 0);
    ct_low_unless(fn, to, false, no);
    uint32_t outer = low->ambient;
    low->ambient = 0;
    bool ok = ct_low_test_np(low, fn, subject, CT_S_EVOBJ, no);
    low->ambient = outer;
    ct_low_finish_test(low, fn, no);
    rec->fn_affects = fn->index;
    ct_low_define(subject, (ct_val){CT_T_ENT, CT_S_EVOBJ}, 0);
    if (ct_low_is_self(subject)) {
        rec->flags |= CT_EFFF_SELF;
        s->zones = CT_ZM_ANY; /* works before the object is on the battlefield [CR 614.12] */
    }
    *apply = ct_fn_open(low->ab, CT_FN_EFFECT);
    rec->fn_apply = (*apply)->index;
    return ok;
}

static void enters_record(struct ct_low *low, struct ct_fn *apply, ct_rec_effect rec)
{
    uint32_t index = ct_emit_effect(low->emit, &rec, 1);
    ct_op_imm(apply, CT_OP_EVENTERS, (int32_t)index);
}

/* "with two +1/+1 counters on it", "with a +1/+1 counter on it for each ..." */
static bool enters_with(struct ct_low *low, ct_node *with, struct ct_fn *apply)
{
    ct_node *np = with->kid[CT_WITH_OF];
    ct_rec_effect rec = ct_effect_record(CT_EFF_ENTERS);
    uint32_t symbol;
    uint16_t amount;
    if (!ct_is(np, CT_NP) || !ct_head_is(np, CT_N_COUNTER))
        return ct_low_refuse(low, with, "entering with this");
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *on = np->kid[i];
        if (!ct_is(on, CT_PP) || on->num != CT_PREP_ON || !ct_low_refers(on->kid[CT_PP_OBJECT]))
            return ct_low_refuse(low, on, "entering with this");
        see_references(on);
    }
    ct_see(with);
    ct_see(np);
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    if (!ct_low_counter_words(low, np->kid[CT_NP_WORDS], &symbol) ||
        !ct_low_amount(low, fn, np, &amount))
        return false;
    ct_op1(fn, CT_OP_RETN, amount, 0);
    rec.sub = CT_ENTERS_COUNTERS;
    rec.arg = symbol;
    rec.fn_amount = fn->index;
    enters_record(low, apply, rec);
    return true;
}

/* "Return it to the battlefield with a +1/+1 counter on it": how it enters is replaced for what OBJECT is now, which
 * is no object any more once it has moved [CR 122.6, 614.1c]. */
bool ct_low_move_with(struct ct_low *low, struct ct_fn *fn, ct_val object, ct_node *with)
{
    struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(is);
    uint16_t test = ct_low_num(low), zone = ct_low_const(low, is, CT_ZONE_BATTLEFIELD);
    ct_op2(is, CT_OP_EVN, test, CT_EVN_TO, 0);
    ct_op3(is, CT_OP_EQ, test, test, zone, 0);
    ct_low_unless(is, test, false, no);
    if (object.type == CT_T_LIST)
        ct_op3(is, CT_OP_HAS, test, object.slot, CT_S_EVOBJ, 0);
    else
        ct_op3(is, CT_OP_SAME, test, object.slot, CT_S_EVOBJ, 0);
    ct_low_unless(is, test, false, no);
    ct_low_finish_test(low, is, no);
    struct ct_fn *apply = ct_fn_open(low->ab, CT_FN_EFFECT);
    ct_rec_effect rec = ct_effect_record(CT_EFF_REPLACE);
    rec.sub = CT_EV_ZONE;
    rec.fn_affects = is->index;
    rec.fn_apply = apply->index;
    if (!enters_with(low, with, apply))
        return false;
    ct_op_imm(apply, CT_OP_END, 0);
    uint32_t index = ct_emit_effect(low->emit, &rec, 1);
    ct_op1(fn, CT_OP_APPLYALL, CT_DUR_END_OF_TURN, (int32_t)index);
    return true;
}

bool ct_static_enters(struct ct_statics *s, ct_node *clause)
{
    struct ct_low *low = s->low;
    ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT];
    struct ct_fn *apply;
    ct_rec_effect rec;
    bool any = false;
    if (!subject || s->settle)
        return ct_low_refuse(low, clause, "this statement");
    if (ct_zone_of_np(clause->kid[CT_CLAUSE_OBJECT]) == CT_ZM_BATTLEFIELD)
        ct_see_all(clause->kid[CT_CLAUSE_OBJECT]);
    if (!entering(s, subject, &rec, &apply))
        return false;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        ct_node *kid = clause->kid[i];
        if (ct_is(kid, CT_STATE) && kid->num == CT_WSTATE_TAPPED) {
            ct_rec_effect tapped = ct_effect_record(CT_EFF_ENTERS);
            tapped.sub = CT_ENTERS_TAPPED;
            ct_see(kid);
            enters_record(low, apply, tapped);
            any = true;
        } else if (ct_is(kid, CT_WITH) && !(kid->flags & CT_F_NON)) {
            if (!enters_with(low, kid, apply))
                return false;
            any = true;
        }
    }
    ct_op_imm(apply, CT_OP_END, 0);
    if (!any)
        return ct_low_refuse(low, clause, "this statement");
    return ct_static_add(s, rec) && ct_low_no_more(low, clause);
}

/* "You may have this creature enter as a copy of any creature on the battlefield." [CR 707.5, 614.12a] */
bool ct_static_enters_copy(struct ct_statics *s, ct_node *have)
{
    struct ct_low *low = s->low;
    ct_node *enter = have->kid[CT_CLAUSE_OBJECT2], *subject = have->kid[CT_CLAUSE_OBJECT];
    ct_node *as = ct_is(enter, CT_CLAUSE) && enter->nkids == CT_CLAUSE_REST + 1 ? enter->kid[CT_CLAUSE_REST] : NULL;
    ct_node *copy = ct_is(as, CT_PP) && as->num == CT_PREP_AS ? as->kid[CT_PP_OBJECT] : NULL;
    ct_node *of = ct_is(copy, CT_NP) && ct_head_is(copy, CT_N_COPY) && copy->nkids == CT_NP_REST + 1
                      ? copy->kid[CT_NP_REST]
                      : NULL;
    struct ct_fn *apply;
    ct_rec_effect rec, enters = ct_effect_record(CT_EFF_ENTERS);
    uint16_t list, chosen = ct_low_num(low), one;
    if (!ct_is(of, CT_PP) || enter->num != CT_V_ENTER || !subject || s->settle ||
        !ct_is(of->kid[CT_PP_OBJECT], CT_NP) || of->kid[CT_PP_OBJECT]->kid[CT_NP_QUANTITY])
        return ct_low_refuse(low, have, "entering like this");
    ct_see(have);
    ct_see(s->player); /* whoever controls it [CR 614.12a] */
    ct_see(have->kid[CT_CLAUSE_SUBJECT]);
    ct_see(enter);
    ct_see(enter->kid[CT_CLAUSE_SUBJECT]);
    ct_see(as);
    ct_see(copy);
    ct_see_all(copy->kid[CT_NP_WORDS]);
    ct_see(of);
    if (!entering(s, subject, &rec, &apply) ||
        !ct_low_collect(low, apply, of->kid[CT_PP_OBJECT], CT_ZM_BATTLEFIELD, &list))
        return false;
    int32_t no = ct_label(apply);
    ct_op2(apply, CT_OP_LEN, chosen, list, 0);
    ct_op1(apply, CT_OP_JZ, chosen, no);
    ct_op2(apply, CT_OP_MAY, chosen, low->you, (int32_t)ct_low_text(low, have->span));
    ct_op1(apply, CT_OP_JZ, chosen, no);
    one = ct_slot(low->ab->frame, CT_T_ENT);
    ct_op3(apply, CT_OP_CHOOSE1, one, low->you, list, 0);
    struct ct_fn *layer = ct_fn_open(low->ab, CT_FN_LAYER);
    ct_op2(layer, CT_OP_L_COPY, one, 0, 0);
    ct_op_imm(layer, CT_OP_END, 0);
    ct_rec_part part = {CT_LAYER_COPY, layer->index};
    enters.sub = CT_ENTERS_PARTS;
    enters.part0 = ct_emit_part(low->emit, &part, 1);
    enters.nparts = 1;
    enters_record(low, apply, enters);
    ct_place(apply, no);
    ct_op_imm(apply, CT_OP_END, 0);
    return ct_static_add(s, rec) && ct_low_no_more(low, have);
}

/* "As this enchantment enters, choose a creature type." */
static bool as_enters(struct ct_statics *s, ct_node *node)
{
    struct ct_low *low = s->low;
    ct_node *event = node->kid[CT_AS_EVENT_EVENT];
    struct ct_fn *apply;
    ct_rec_effect rec;
    if (!ct_is(event, CT_CLAUSE) || event->num != CT_V_ENTER || !event->kid[CT_CLAUSE_SUBJECT] ||
        event->nkids > CT_CLAUSE_REST || s->settle)
        return ct_low_refuse(low, event ? event : node, "this event after \"as\"");
    ct_see(event);
    ct_see_all(event->kid[CT_CLAUSE_OBJECT]);
    if (!entering(s, event->kid[CT_CLAUSE_SUBJECT], &rec, &apply))
        return false;
    bool ok = ct_low_body(low, apply, node->kid[CT_AS_EVENT_BODY]);
    ct_op_imm(apply, CT_OP_END, 0);
    return ok && ct_static_add(s, rec);
}

bool ct_static_replace(struct ct_statics *s, ct_node *node)
{
    ct_see(node);
    return node->kind == CT_AS_EVENT ? as_enters(s, node) : replace(s, node);
}

/* ---- prevention [CR 615] ------------------------------------------------------------------------------------------------ */

/* The event of "damage that would be dealt to you", which is NP in CLAUSE; MORE, if not NULL, is a clause with which
 * "to you" or "by red sources" may stand as well. */
static bool damage_that_would(struct ct_statics *s, ct_node *clause, ct_node *np, ct_node *more,
                              struct ct_event_low *would)
{
    struct ct_low *low = s->low;
    ct_node *relative = NULL;
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        if (relative || !ct_is(np->kid[i], CT_RELATIVE))
            return ct_low_refuse(low, np->kid[i], "preventing or redirecting this");
        relative = np->kid[i];
    }
    if (!relative)
        return ct_low_refuse(low, np, "preventing or redirecting this");
    ct_see(clause);
    ct_see(np);
    ct_see(relative);
    ct_node *outer = low->gap_np;
    low->gap_np = np;
    low->this_turn_ok = s->settle != NULL;
    low->more = more;
    bool ok = ct_low_event_clause(low, relative->kid[0], true, would);
    low->gap_np = outer;
    low->this_turn_ok = false;
    low->more = NULL;
    return ok;
}

/* "All damage that would be dealt to you is dealt to this creature instead." [CR 614.9] */
bool ct_static_redirect(struct ct_statics *s, ct_node *instead)
{
    struct ct_low *low = s->low;
    ct_node *clause = instead->kid[CT_INSTEAD_BODY];
    ct_node *np = clause->kid[CT_CLAUSE_SUBJECT];
    ct_node *to = clause->nkids == CT_CLAUSE_REST + 1 ? clause->kid[CT_CLAUSE_REST] : NULL;
    ct_rec_effect rec = ct_effect_record(CT_EFF_REPLACE);
    struct ct_event_low would;
    ct_val whom;
    if (!ct_is(np, CT_NP) || !ct_head_is(np, CT_N_DAMAGE) || np->num != CT_DET_ALL ||
        np->kid[CT_NP_QUANTITY] || !ct_is(to, CT_PP) || to->num != CT_PREP_TO)
        return ct_low_refuse(low, instead, "redirecting this");
    ct_see(instead);
    ct_see(to);
    if (!damage_that_would(s, clause, np, NULL, &would))
        return false;
    struct ct_fn *apply = ct_fn_open(low->ab, CT_FN_EFFECT);
    if (!ct_low_operand(low, apply, to->kid[CT_PP_OBJECT], CT_USE_ACT, &whom))
        return false;
    if (whom.type != CT_T_ENT)
        return ct_low_refuse(low, to, "redirecting to several");
    int32_t nobody = ct_label(apply);
    uint16_t none = ct_low_num(low);
    ct_op2(apply, CT_OP_ISNONE, none, whom.slot, 0);
    ct_op1(apply, CT_OP_JNZ, none, nobody);
    ct_op2(apply, CT_OP_EVSETE, CT_EVE_OBJECT, whom.slot, 0);
    ct_place(apply, nobody);
    ct_op_imm(apply, CT_OP_END, 0);
    rec.sub = CT_EV_DAMAGE;
    rec.fn_affects = would.fn->index;
    rec.fn_apply = apply->index;
    return ct_static_add(s, rec) && ct_low_no_more(low, clause);
}

/* "Prevent all combat damage that would be dealt to you": the clause about the damage is the event. */
bool ct_static_prevent(struct ct_statics *s, ct_node *clause)
{
    struct ct_low *low = s->low;
    ct_node *np = clause->kid[CT_CLAUSE_OBJECT];
    ct_rec_effect rec = ct_effect_record(CT_EFF_REPLACE);
    struct ct_event_low would;
    bool next = ct_is(np, CT_NP) && (np->flags & CT_F_NEXT);
    if (!ct_is(np, CT_NP) || !ct_head_is(np, CT_N_DAMAGE) || clause->kid[CT_CLAUSE_SUBJECT] ||
        (next ? !np->kid[CT_NP_QUANTITY] || !s->settle
              : np->num != CT_DET_ALL || np->kid[CT_NP_QUANTITY]))
        return ct_low_refuse(low, clause, "preventing this");
    if (!damage_that_would(s, clause, np, clause, &would))
        return false;
    struct ct_fn *apply = ct_fn_open(low->ab, CT_FN_EFFECT);
    uint16_t all = ct_low_const(low, apply, INT32_MAX), prevented = ct_low_num(low);
    ct_op2(apply, CT_OP_EVPREVENT, prevented, all, 0);
    ct_op_imm(apply, CT_OP_END, 0);
    rec.sub = CT_EV_DAMAGE;
    rec.flags |= CT_EFFF_PREVENTION;
    rec.fn_affects = would.fn->index;
    rec.fn_apply = apply->index;
    if (next) { /* a shield that is used up [CR 615.7] */
        struct ct_fn *amount = ct_fn_open(low->ab, CT_FN_NUMBER);
        uint16_t n;
        if (!ct_low_quantity(low, s->settle, np->kid[CT_NP_QUANTITY], &n))
            return false;
        ct_op1(amount, CT_OP_RETN, n, 0);
        rec.fn_amount = amount->index;
        rec.flags |= CT_EFFF_NEXT;
    }
    return ct_static_add(s, rec) && ct_low_no_more(low, clause);
}

bool ct_lower_prevent(struct ct_cl *c)
{
    /* "this turn" stands with the damage or with the verb */
    struct ct_low *low = c->low;
    struct ct_statics s = {.low = low, .settle = c->fn};
    int outer = low->duration;
    ct_node *np = ct_cl_object(c);
    if (low->duration < 0 && ct_low_this_turn_within(np))
        low->duration = CT_DUR_END_OF_TURN;
    if (low->duration < 0)
        return ct_low_refuse(low, c->node, "preventing this forever");
    low->duration_used = true;
    bool ok = ct_static_prevent(&s, c->node);
    if (ok) {
        int32_t duration;
        ok = ct_low_take_duration(low, &s.rec[0], &duration);
        uint32_t index = ct_emit_effect(low->emit, s.rec, 1);
        ct_op1(c->fn, CT_OP_APPLYALL, duration, (int32_t)index);
    }
    low->duration = outer;
    return ok;
}
