/* Statements that change the rules: can't, must, doesn't (rules.def). */
#include "compiler/lower_static.h"
#include "compiler/lower_verb.h"

/* A statement about SUBJECT under its modal, with the clause that says what. */
struct rule {
    struct ct_statics *s;
    ct_node *subject, *clause;
    ct_rec_effect rec;
};

static ct_node *pp_of(const ct_node *clause, int32_t preposition)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_PP) && clause->kid[i]->num == preposition)
            return clause->kid[i];
    return NULL;
}

static bool adverb_of(const ct_node *clause, int32_t adverb)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_ADVERB) && clause->kid[i]->num == adverb) {
            ct_see(clause->kid[i]);
            return true;
        }
    return false;
}

static bool affects(struct rule *r, ct_node *np, uint32_t zones)
{
    bool self;
    if (!np)
        return ct_low_refuse(r->s->low, r->clause, "this statement without a subject");
    if (!ct_static_affects(r->s, np, zones, &r->rec.fn_affects, &self))
        return false;
    if (self)
        r->rec.flags |= CT_EFFF_SELF;
    r->rec.zones = zones;
    return true;
}

/* fn_object: a predicate for NP, or for everything else. */
static bool object(struct rule *r, ct_node *np, uint32_t zones, bool others)
{
    struct ct_low *low = r->s->low;
    if (np->kind == CT_AND || (np->kind == CT_NP && ct_is(np->kid[CT_NP_WORDS], CT_AND)))
        return ct_low_error(low, CT_ERR_INCOMPLETE, np, "what can't be done is joined by \"or\"");
    if (!others) {
        bool self;
        return ct_static_affects(r->s, np, zones, &r->rec.fn_object, &self);
    }
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t isnt = ct_label(fn);
    uint32_t outer = low->ambient;
    low->ambient = zones;
    bool ok = ct_low_test_np(low, fn, np, CT_S_IT, isnt);
    low->ambient = outer;
    ct_op1(fn, CT_OP_RETN, ct_low_const(low, fn, 0), 0);
    ct_place(fn, isnt);
    ct_op1(fn, CT_OP_RETN, ct_low_const(low, fn, 1), 0);
    r->rec.fn_object = fn->index;
    return ok;
}

static bool amount(struct rule *r, ct_node *quantity, int32_t plus)
{
    struct ct_low *low = r->s->low;
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    uint16_t value;
    if (quantity) {
        if (!ct_low_quantity(low, fn, quantity, &value))
            return false;
        if (plus)
            ct_op3(fn, CT_OP_ADD, value, value, ct_low_const(low, fn, plus), 0);
    } else {
        value = ct_low_const(low, fn, plus);
    }
    ct_op1(fn, CT_OP_RETN, value, 0);
    r->rec.fn_amount = fn->index;
    return true;
}

static bool add(struct rule *r, ct_rule kind)
{
    r->rec.kind = CT_EFF_RULE;
    r->rec.sub = kind;
    return ct_static_add(r->s, r->rec) && ct_low_no_more(r->s->low, r->clause);
}

static bool no(struct rule *r) { return ct_low_refuse(r->s->low, r->clause, "this statement"); }

/* ---- combat ------------------------------------------------------------------------------------------------ */

static bool cant_attack(struct rule *r)
{
    ct_node *whom = r->clause->kid[CT_CLAUSE_OBJECT];
    if (!affects(r, r->subject, CT_ZM_BATTLEFIELD))
        return false;
    if (whom && !object(r, whom, CT_ZM_PLAYERS | CT_ZM_BATTLEFIELD, false))
        return false;
    return add(r, CT_RULE_CANT_ATTACK);
}

static bool cant_block(struct rule *r)
{
    ct_node *what = r->clause->kid[CT_CLAUSE_OBJECT];
    if (!affects(r, r->subject, CT_ZM_BATTLEFIELD))
        return false;
    if (what && !object(r, what, CT_ZM_BATTLEFIELD, false))
        return false;
    return add(r, CT_RULE_CANT_BLOCK);
}

/* "can't be blocked except by two or more creatures", "... by more than one creature", "... by Walls" */
static bool cant_be_blocked(struct rule *r)
{
    ct_node *by = pp_of(r->clause, CT_PREP_BY), *except = pp_of(r->clause, CT_PREP_EXCEPT_BY);
    ct_node *np = by ? by->kid[CT_PP_OBJECT] : except ? except->kid[CT_PP_OBJECT] : NULL;
    if (!affects(r, r->subject, CT_ZM_BATTLEFIELD))
        return false;
    ct_see(by);
    ct_see(except);
    if (by && except)
        return no(r);
    ct_node *quantity = np ? ct_np_number(np) : NULL;
    if (quantity) {
        bool min = except && quantity->kind == CT_AT_LEAST;
        bool max = by && quantity->kind == CT_MORE_THAN;
        if ((!min && !max) || !ct_low_is_any_creature(np))
            return ct_low_refuse(r->s->low, np, "blocking by this many");
        ct_see_all(np->kid[CT_NP_WORDS]);
        ct_see(np);
        ct_see(quantity);
        if (!amount(r, quantity->kid[0], 0))
            return false;
        return add(r, min ? CT_RULE_MIN_BLOCKERS : CT_RULE_MAX_BLOCKERS);
    }
    if (np && !object(r, np, CT_ZM_BATTLEFIELD, except != NULL))
        return false;
    return add(r, CT_RULE_CANT_BE_BLOCKED);
}

/* "can block only creatures with flying" */
static bool can_block_only(struct rule *r)
{
    ct_node *what = r->clause->kid[CT_CLAUSE_OBJECT];
    if (!ct_is(what, CT_NP) || !(what->flags & CT_F_ONLY))
        return no(r);
    if (!affects(r, r->subject, CT_ZM_BATTLEFIELD) || !object(r, what, CT_ZM_BATTLEFIELD, true))
        return false;
    return add(r, CT_RULE_CANT_BLOCK);
}

/* "can block an additional creature each combat" */
static bool can_block_more(struct rule *r)
{
    ct_node *np = r->clause->kid[CT_CLAUSE_OBJECT];
    ct_node *each = pp_of(r->clause, 0);
    for (uint32_t i = CT_NP_REST; ct_is(np, CT_NP) && i < np->nkids && !each; i++)
        if (ct_is(np->kid[i], CT_PP) && !np->kid[i]->num)
            each = np->kid[i];
    if (!ct_is(np, CT_NP) || !ct_low_has_state(np, CT_WSTATE_ADDITIONAL) || !each ||
        !ct_head_is(each->kid[CT_PP_OBJECT], CT_N_COMBAT) || !ct_word_of(np, CT_TYPE, CT_WTYPE_CREATURE))
        return no(r);
    ct_see_all(np);
    ct_see_all(each);
    return affects(r, r->subject, CT_ZM_BATTLEFIELD) &&
           amount(r, np->kid[CT_NP_QUANTITY], np->kid[CT_NP_QUANTITY] ? 0 : 1) &&
           add(r, CT_RULE_CAN_BLOCK_MORE);
}

/* "attacks each combat if able", "must be blocked if able", "blocks each combat if able" */
static bool must(struct rule *r, ct_rule kind)
{
    ct_node *each = pp_of(r->clause, 0);
    if (!adverb_of(r->clause, CT_ADV_IF_ABLE) || r->clause->kid[CT_CLAUSE_OBJECT])
        return no(r);
    if (each) {
        const ct_node *np = each->kid[CT_PP_OBJECT];
        if (!ct_is(np, CT_NP) || np->num != CT_DET_EACH ||
            (!ct_head_is(np, CT_N_COMBAT) && !ct_head_is(np, CT_N_TURN)))
            return no(r);
        ct_see_all(each);
    }
    return affects(r, r->subject, CT_ZM_BATTLEFIELD) && add(r, kind);
}

bool ct_lower_attack_rule(struct ct_cl *c) { return ct_low_rule(c->low, c->fn, c->node); }

/* ---- targets, attachment --------------------------------------------------------------------------------------- */

/* "can't be the target of spells or abilities your opponents control" */
static bool cant_target(struct rule *r)
{
    ct_node *np = r->clause->kid[CT_CLAUSE_OBJECT];
    ct_node *of = ct_is(np, CT_NP) && np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    if (!ct_is(of, CT_PP) || of->num != CT_PREP_OF)
        return no(r);
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    ct_see(of);
    uint32_t zones = ct_low_is_player_np(r->s->low, r->subject) ? CT_ZM_PLAYERS : CT_ZM_BATTLEFIELD;
    if (!affects(r, r->subject, zones))
        return false;
    ct_node *by = of->kid[CT_PP_OBJECT];
    if (!ct_low_any_spell_or_ability(by)) {
        if (!object(r, by, 0, false))
            return false;
    } else {
        ct_see_all(by);
    }
    return add(r, CT_RULE_CANT_TARGET);
}

static bool cant_attach(struct rule *r)
{
    ct_node *by = pp_of(r->clause, CT_PREP_BY);
    if (!affects(r, r->subject, CT_ZM_BATTLEFIELD))
        return false;
    ct_see(by);
    if (by && !object(r, by->kid[CT_PP_OBJECT], CT_ZM_BATTLEFIELD, false))
        return false;
    if (!by) { /* "can't be enchanted": by Auras [CR 303.4] */
        struct ct_low *low = r->s->low;
        struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
        uint16_t has = ct_low_num(low);
        ct_op2(fn, CT_OP_HASSUB, has, CT_S_IT,
               (int32_t)ct_low_word(low, r->clause->num == CT_V_EQUIP ? "Equipment" : "Aura"));
        ct_op1(fn, CT_OP_RETN, has, 0);
        r->rec.fn_object = fn->index;
    }
    return add(r, CT_RULE_CANT_ATTACH);
}

/* ---- objects and players in general -------------------------------------------------------------------------------- */

static bool simple(struct rule *r, ct_rule kind, uint32_t zones)
{
    return affects(r, r->subject, zones) && add(r, kind);
}

/* "damage can't be prevented [this turn]", "combat damage that would be dealt by ... can't be prevented" */
static bool cant_prevent(struct rule *r)
{
    ct_node *np = r->subject;
    if (!ct_is(np, CT_NP) || !ct_head_is(np, CT_N_DAMAGE) || np->nkids > CT_NP_REST ||
        np->kid[CT_NP_QUANTITY])
        return no(r);
    int combat = ct_combat_word(np);
    if (combat < 0)
        return no(r);
    ct_see_all(np);
    r->rec.arg = combat ? 1 : 0;
    r->rec.zones = CT_ZM_ANY;
    return add(r, CT_RULE_CANT_PREVENT);
}

static bool player_object(struct rule *r, int32_t noun, ct_rule kind, uint32_t arg)
{
    ct_node *what = r->clause->kid[CT_CLAUSE_OBJECT];
    if (!what || !ct_head_is(what, noun) || !ct_one_word(what))
        return no(r);
    ct_see_all(what);
    r->rec.arg = arg;
    return simple(r, kind, CT_ZM_PLAYERS);
}

static bool cant_cast(struct rule *r, bool land)
{
    ct_node *what = r->clause->kid[CT_CLAUSE_OBJECT];
    if (!what)
        return no(r);
    if (!affects(r, r->subject, CT_ZM_PLAYERS))
        return false;
    /* "more than one spell each turn" */
    ct_node *quantity = ct_is(what, CT_NP) ? what->kid[CT_NP_QUANTITY] : NULL;
    if (quantity) {
        ct_node *each = pp_of(r->clause, 0);
        if (!ct_is(quantity, CT_MORE_THAN) || !each || !ct_each_turn(each->kid[CT_PP_OBJECT]))
            return no(r);
        ct_see_all(each);
        ct_see(quantity);
        if (!amount(r, quantity->kid[0], 0))
            return false;
    }
    if (!object(r, what, 0, false))
        return false;
    return add(r, land ? CT_RULE_CANT_PLAY_LAND : CT_RULE_CANT_CAST);
}

/* "doesn't untap during its controller's untap step" */
static bool doesnt_untap(struct rule *r)
{
    ct_node *during = pp_of(r->clause, CT_PREP_DURING);
    ct_node *step = during ? during->kid[CT_PP_OBJECT] : NULL;
    if (!ct_is(step, CT_NP) || !ct_head_is(step, CT_N_UNTAP_STEP) || r->clause->kid[CT_CLAUSE_OBJECT])
        return no(r);
    ct_node *whose = step->kid[CT_NP_POSSESSOR];
    if (!whose || !(ct_low_is_you(whose) || ct_head_is(whose, CT_N_CONTROLLER)))
        return no(r);
    if (ct_low_has_state(step, CT_WSTATE_NEXT)) {
        if (!r->s->settle)
            return no(r);
        r->s->low->next_untap = true;
    }
    ct_see_all(during);
    return simple(r, CT_RULE_CANT_UNTAP, CT_ZM_BATTLEFIELD);
}

/* "Attacking doesn't cause this creature to tap" (vigilance) */
static bool attack_without_tapping(struct rule *r)
{
    struct ct_low *low = r->s->low;
    ct_node *gerund = r->subject, *clause = r->clause, *to = NULL;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_CLAUSE))
            to = clause->kid[i];
    if (!to)
        to = clause->kid[CT_CLAUSE_OBJECT2];
    ct_node *whom = clause->kid[CT_CLAUSE_OBJECT];
    if (ct_is(whom, CT_CLAUSE)) {
        to = whom;
        whom = to->kid[CT_CLAUSE_SUBJECT];
    }
    if (!ct_is(gerund, CT_CLAUSE) || gerund->num != CT_V_ATTACK || !to || to->num != CT_V_TAP || !whom)
        return no(r);
    ct_see_all(gerund);
    ct_see(to);
    for (uint32_t i = 0; i < to->nkids; i++)
        if (to->kid[i] && to->kid[i] != whom) {
            if (to->kid[i]->kind != CT_SAME)
                return ct_low_refuse(low, to->kid[i], "this statement");
            ct_see(to->kid[i]);
        }
    return affects(r, whom, CT_ZM_BATTLEFIELD) && add(r, CT_RULE_NO_ATTACK_TAP);
}

static bool cant_activate(struct rule *r)
{
    struct ct_low *low = r->s->low;
    ct_node *np = r->subject;
    ct_node *of = ct_is(np, CT_NP) && np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    if (!ct_is(of, CT_PP) || of->num != CT_PREP_OF || !ct_low_has_state(np, CT_WSTATE_ACTIVATED))
        return no(r);
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    ct_see(of);
    (void)low;
    return affects(r, of->kid[CT_PP_OBJECT], CT_ZM_BATTLEFIELD) && add(r, CT_RULE_CANT_ACTIVATE);
}

/* ---- by modal ------------------------------------------------------------------------------------------------------------ */

/* "Spells with the chosen name can't be cast": by anyone */
static bool cant_be_cast(struct rule *r)
{
    struct ct_fn *anyone = ct_fn_open(r->s->low->ab, CT_FN_NUMBER);
    ct_op1(anyone, CT_OP_RETN, ct_low_const(r->s->low, anyone, 1), 0);
    r->rec.fn_affects = anyone->index;
    r->rec.zones = CT_ZM_PLAYERS;
    return object(r, r->subject, 0, false) && add(r, CT_RULE_CANT_CAST);
}

static bool cant_passive(struct rule *r)
{
    switch (r->clause->num) {
    case CT_V_BLOCK: return cant_be_blocked(r);
    case CT_V_COUNTER:
        if (!simple(r, CT_RULE_CANT_COUNTER, CT_ZM_STACK))
            return false;
        if (r->rec.flags & CT_EFFF_SELF) /* "this spell": works where it is one [CR 113.6] */
            r->s->zones = CT_ZM_STACK;
        return true;
    case CT_V_PREVENT: return cant_prevent(r);
    case CT_V_REGENERATE: return simple(r, CT_RULE_CANT_REGENERATE, CT_ZM_BATTLEFIELD);
    case CT_V_DESTROY: return simple(r, CT_RULE_INDESTRUCTIBLE, CT_ZM_BATTLEFIELD);
    case CT_V_SACRIFICE: return simple(r, CT_RULE_CANT_SACRIFICE, CT_ZM_BATTLEFIELD);
    case CT_V_ENCHANT:
    case CT_V_EQUIP: return cant_attach(r);
    case CT_V_ACTIVATE: return cant_activate(r);
    case CT_V_CAST: return cant_be_cast(r);
    default: return no(r);
    }
}

/* "be destroyed", "be countered": the participle is a word for a state. */
static int32_t verb_of_state(const ct_node *clause)
{
    static const struct {
        int32_t state, verb;
    } states[] = {
        {CT_WSTATE_DESTROYED, CT_V_DESTROY},   {CT_WSTATE_COUNTERED, CT_V_COUNTER},
        {CT_WSTATE_SACRIFICED, CT_V_SACRIFICE}, {CT_WSTATE_BLOCKED, CT_V_BLOCK},
        {CT_WSTATE_ENCHANTED, CT_V_ENCHANT},   {CT_WSTATE_EQUIPPED, CT_V_EQUIP},
        {CT_WSTATE_ACTIVATED, CT_V_ACTIVATE},
    };
    const ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    const ct_node *words = ct_is(what, CT_NP) && ct_one_word(what) ? ct_head_word(what) : what;
    if (!ct_is(words, CT_STATE) || clause->num != CT_V_BE)
        return 0;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (states[i].state == words->num)
            return states[i].verb;
    return 0;
}

static bool cant(struct rule *r)
{
    int32_t verb = verb_of_state(r->clause);
    if (verb) {
        int32_t be = r->clause->num;
        ct_see_all(r->clause->kid[CT_CLAUSE_OBJECT]);
        r->clause->num = verb;
        bool ok = cant_passive(r);
        r->clause->num = be;
        return ok;
    }
    if (r->clause->flags & CT_F_PASSIVE)
        return cant_passive(r);
    switch (r->clause->num) {
    case CT_V_ATTACK: return cant_attack(r);
    case CT_V_BLOCK: return cant_block(r);
    case CT_V_BE: return cant_target(r);
    case CT_V_GAIN: return player_object(r, CT_N_LIFE, CT_RULE_CANT_GAIN_LIFE, 0);
    case CT_V_LOSE:
        return ct_head_is(r->clause->kid[CT_CLAUSE_OBJECT], CT_N_GAME)
                   ? player_object(r, CT_N_GAME, CT_RULE_CANT_LOSE, 0)
                   : player_object(r, CT_N_LIFE, CT_RULE_CANT_LOSE_LIFE, 0);
    case CT_V_WIN: return player_object(r, CT_N_GAME, CT_RULE_CANT_LOSE, 1);
    case CT_V_CAST: return cant_cast(r, false);
    case CT_V_PLAY: return cant_cast(r, true);
    default: return no(r);
    }
}

static bool by_modal(struct rule *r, const ct_node *modal)
{
    switch (modal->num) {
    case CT_MODAL_CANT: return cant(r);
    case CT_MODAL_CAN:
        if (r->clause->num == CT_V_BLOCK && !(r->clause->flags & CT_F_PASSIVE))
            return ct_is(r->clause->kid[CT_CLAUSE_OBJECT], CT_NP) &&
                           ct_low_has_state(r->clause->kid[CT_CLAUSE_OBJECT], CT_WSTATE_ADDITIONAL)
                       ? can_block_more(r)
                       : can_block_only(r);
        return ct_low_as_though(r->s, r->subject, r->clause);
    case CT_MODAL_MUST:
        if (r->clause->num == CT_V_BLOCK && (r->clause->flags & CT_F_PASSIVE))
            return must(r, CT_RULE_MUST_BE_BLOCKED);
        return no(r);
    case CT_MODAL_DONT:
        if (r->clause->num == CT_V_UNTAP)
            return doesnt_untap(r);
        if (r->clause->num == CT_V_CAUSE)
            return attack_without_tapping(r);
        return no(r);
    default: return no(r);
    }
}

/* "can't attack or block", "can't be blocked or be the target of ...": one after the other. */
static bool each_clause(struct ct_statics *s, ct_node *subject, ct_node *body, const ct_node *modal)
{
    ct_see(body);
    if (body->kind == CT_AND && modal->num == CT_MODAL_CANT)
        return ct_low_error(s->low, CT_ERR_INCOMPLETE, body, "what can't be done is joined by \"or\"");
    if (body->kind == CT_OR || body->kind == CT_AND) {
        for (uint32_t i = 0; i < body->nkids; i++)
            if (!each_clause(s, subject, body->kid[i], modal))
                return false;
        return true;
    }
    if (body->kind == CT_UNLESS || body->kind == CT_AS_LONG_AS)
        return ct_low_refuse(s->low, body, "this statement");
    if (body->kind != CT_CLAUSE)
        return ct_low_refuse(s->low, body, "this statement");
    ct_see(body->kid[CT_CLAUSE_SUBJECT]);
    struct rule r = {.s = s, .subject = subject, .clause = body, .rec = ct_effect_record(CT_EFF_RULE)};
    return by_modal(&r, modal);
}

/* Statements of facts that are rules: "attacks each combat if able", "has no maximum hand size", "legend rule". */
static bool clause_rule(struct ct_statics *s, ct_node *clause, bool *known)
{
    struct rule r = {.s = s, .subject = clause->kid[CT_CLAUSE_SUBJECT], .clause = clause,
                     .rec = ct_effect_record(CT_EFF_RULE)};
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    *known = true;
    if (clause->num == CT_V_ATTACK && !(clause->flags & CT_F_PASSIVE))
        return must(&r, CT_RULE_MUST_ATTACK);
    if (clause->num == CT_V_BLOCK && !(clause->flags & CT_F_PASSIVE))
        return must(&r, CT_RULE_MUST_BLOCK);
    if (clause->num == CT_V_HAVE && ct_is(what, CT_NP) && what->num == CT_DET_NO &&
        ct_head_is(what, CT_N_HAND_SIZE) && ct_low_has_state(what, CT_WSTATE_MAXIMUM)) {
        ct_see_all(what);
        r.rec.arg = 3;
        return simple(&r, CT_RULE_HAND_SIZE, CT_ZM_PLAYERS);
    }
    *known = false;
    return true;
}

bool ct_static_rule(struct ct_statics *s, ct_node *node, bool *known)
{
    if (node->kind == CT_CLAUSE)
        return clause_rule(s, node, known);
    *known = node->num != CT_MODAL_MAY;
    if (!*known)
        return true;
    ct_node *subject = node->kid[CT_MODAL_SUBJECT], *body = node->kid[CT_MODAL_BODY];
    if (subject && subject->kind == CT_SAME && subject->bind) {
        ct_see(subject);
        subject = subject->bind;
    }
    return body ? each_clause(s, subject, body, node) : ct_low_refuse(s->low, node, "this statement");
}
