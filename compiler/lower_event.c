/* Events: what a trigger waits for, a replacement effect watches for, and a condition looks back on. Each
 * verb says which kind of event it is (events.def) and what its subject, object and adjuncts are of it. */
#include "compiler/lower_event.h"

/* ---- roles ------------------------------------------------------------------------------------------------ */

/* Goes on at NO unless the entity in SLOT is what NODE says; NODE becomes a definition. */
bool ct_event_role(struct ct_event_low *e, ct_node *node, uint16_t slot, int flags)
{
    struct ct_low *low = e->low;
    if (!node)
        return true;
    if (flags & CT_DEF_OUT)
        e->mover = node;
    if (node->kind == CT_AND)
        return ct_low_error(low, CT_ERR_INCOMPLETE, node, "one event is about the one \"or\" the other");
    ct_see(node);
    if (node->kind == CT_GAP) {
        if (low->gap_np)
            return ct_event_gap_np(e, low->gap_np, slot);
        uint16_t same = ct_low_num(low);
        ct_op3(e->fn, CT_OP_SAME, same, slot, low->gap.slot, 0);
        ct_low_unless(e->fn, same, false, e->no);
        return true;
    }
    uint32_t outer = low->ambient;
    low->ambient = 0;
    bool ok = ct_low_test_np(low, e->fn, node, slot, e->no);
    low->ambient = outer;
    ct_val val = {CT_T_ENT, slot == e->latest ? (uint16_t)CT_S_EVOBJ : slot};
    if (slot == e->latest)
        flags |= CT_DEF_IN;
    ct_low_define(node, val, flags);
    ct_low_define_players(node, val, flags);
    for (uint32_t i = 0; (node->kind == CT_OR || node->kind == CT_AND_OR) && i < node->nkids; i++)
        ct_low_define(node->kid[i], val, flags);
    if (e->history && ct_np_number(node)) {
        if (e->quantity)
            return ct_low_refuse(low, node, "two numbers in one event");
        e->quantity = node->kid[CT_NP_QUANTITY];
        ct_see(e->quantity);
    } else if (node->kind == CT_NP && ct_is(node->kid[CT_NP_QUANTITY], CT_AT_LEAST)) {
        int32_t n;
        if (!ct_low_plain_number(low, node->kid[CT_NP_QUANTITY]->kid[0], &n) || n != 1)
            return ct_low_refuse(low, node->kid[CT_NP_QUANTITY], "a number in an event");
        ct_see_all(node->kid[CT_NP_QUANTITY]); /* "one or more": once for all at the same time */
        e->batch = true;
    } else if (ct_np_number(node) && !ct_seen(node->kid[CT_NP_QUANTITY])) {
        return ct_low_refuse(low, node->kid[CT_NP_QUANTITY], "a number in an event");
    }
    return ok;
}

/* The words of the noun phrase that a relative clause belongs to, without that clause. */
bool ct_event_gap_np(struct ct_event_low *e, ct_node *np, uint16_t slot)
{
    struct ct_low *low = e->low;
    ct_see(np);
    low->gap_np = NULL;
    if (np->flags & CT_F_OTHER)
        ct_low_test_other(low, e->fn, slot, e->no);
    bool ok = ct_low_test_words(low, e->fn, np->kid[CT_NP_WORDS], slot, e->no);
    for (uint32_t i = CT_NP_REST; ok && i < np->nkids; i++)
        if (!ct_history_tail(np->kid[i]))
            ok = ct_low_test_tail(low, e->fn, np->kid[i], slot, e->no);
    low->gap_np = np;
    return ok;
}

/* A player who does it: the event's player. */
static bool player_role(struct ct_event_low *e, ct_node *node)
{
    if (!node)
        return true;
    if (node->kind == CT_GAP || !ct_low_is_reference(node))
        return ct_event_role(e, node, CT_S_EVPLAYER, 0);
    ct_see(node);
    return ct_low_test_player(e->low, e->fn, node, CT_S_EVPLAYER, e->no);
}

void ct_event_flag(struct ct_event_low *e, int32_t mask, bool negate)
{
    uint16_t flags = ct_low_num(e->low), bits = ct_low_const(e->low, e->fn, mask);
    ct_op2(e->fn, CT_OP_EVN, flags, CT_EVN_FLAGS, 0);
    ct_op3(e->fn, CT_OP_BAND, flags, flags, bits, 0);
    ct_low_unless(e->fn, flags, negate, e->no);
}

void ct_event_number(struct ct_event_low *e, ct_evn field, int32_t value)
{
    uint16_t is = ct_low_num(e->low), want = ct_low_const(e->low, e->fn, value);
    ct_op2(e->fn, CT_OP_EVN, is, field, 0);
    ct_op3(e->fn, CT_OP_EQ, is, is, want, 0);
    ct_low_unless(e->fn, is, false, e->no);
}

static void symbol_is(struct ct_event_low *e, uint32_t symbol)
{
    uint16_t is = ct_low_num(e->low), want = ct_low_symbol_const(e->low, e->fn, symbol);
    ct_op2(e->fn, CT_OP_EVN, is, CT_EVN_SYM, 0);
    ct_op3(e->fn, CT_OP_EQ, is, is, want, 0);
    ct_low_unless(e->fn, is, false, e->no);
}

/* The zone that a PP of PREPOSITION names: tested against FIELD, with its owner. */
static bool zone_pp(struct ct_event_low *e, ct_node *pp, ct_evn field)
{
    ct_node *np = pp->kid[CT_PP_OBJECT], *from = NULL;
    ct_see(pp);
    if (field == CT_EVN_TO && ct_is(np, CT_NP) && np->nkids == CT_NP_REST + 1 &&
        ct_is(np->kid[CT_NP_REST], CT_PP) && np->kid[CT_NP_REST]->num == CT_PREP_FROM)
        from = np->kid[CT_NP_REST]; /* "into a graveyard from the battlefield" */
    if (from && !zone_pp(e, from, CT_EVN_FROM))
        return false;
    if (ct_is(np, CT_PRONOUN) && np->num == CT_PRONOUN_ANYWHERE) {
        ct_see(np);
        return true;
    }
    uint32_t mask = ct_zone_of_np(np);
    if (!mask || (mask & (mask - 1)))
        return ct_low_refuse(e->low, pp, "this zone in an event");
    ct_event_number(e, field, __builtin_ctz(mask));
    if (np->kind == CT_NP)
        return ct_low_test_zone_owner(e->low, e->fn, np, CT_S_EVOBJ, e->no);
    ct_see_all(np);
    return true;
}

/* ---- adjuncts that any event can have ------------------------------------------------------------------------- */

static bool under_control(struct ct_event_low *e, ct_node *pp)
{
    ct_node *np = pp->kid[CT_PP_OBJECT];
    ct_node *whose = ct_is(np, CT_NP) ? np->kid[CT_NP_POSSESSOR] : NULL;
    if (!whose)
        return ct_low_refuse(e->low, pp, "this part of an event");
    ct_see(pp);
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    uint16_t of = e->latest ? e->latest : CT_S_EVOBJ;
    uint16_t controller = ct_low_gete(e->low, e->fn, of, CT_EP_CONTROLLER);
    return ct_low_test_player(e->low, e->fn, whose, controller, e->no);
}

static bool common_adjunct(struct ct_event_low *e, ct_node *node)
{
    ct_see(node);
    switch (node->kind) {
    case CT_DURATION:
        if (node->num == CT_DURATION_THIS_TURN && (e->history || e->this_turn_ok))
            return true;
        break;
    case CT_WHILE: return ct_low_test(e->low, e->fn, node->kid[0], e->no);
    case CT_PP:
        if (node->num == CT_PREP_UNDER)
            return under_control(e, node);
        if (node->num == CT_PREP_DURING && ct_low_during(e->low, e->fn, node, e->no))
            return true;
        if (!node->num && ct_each_turn(node->kid[CT_PP_OBJECT]) && e->ordinal) {
            ct_see_all(node);
            return true;
        }
        break;
    case CT_ADVERB:
        if (node->num == CT_ADV_ALONE && e->kind == CT_EV_ATTACK) {
            ct_event_number(e, CT_EVN_COUNT, 1);
            return true;
        }
        break;
    default: break;
    }
    return ct_low_refuse(e->low, node, "this part of an event");
}

bool ct_event_adjuncts(struct ct_event_low *e)
{
    for (uint32_t i = CT_CLAUSE_REST; i < e->clause->nkids; i++)
        if (!ct_seen(e->clause->kid[i]) && !common_adjunct(e, e->clause->kid[i]))
            return false;
    return true;
}

static ct_node *adjunct_pp(const struct ct_event_low *e, int32_t preposition)
{
    const ct_node *more = e->low->more;
    for (uint32_t i = CT_CLAUSE_REST; more && i < more->nkids; i++)
        if (ct_is(more->kid[i], CT_PP) && more->kid[i]->num == preposition && !ct_seen(more->kid[i]))
            return more->kid[i];
    for (uint32_t i = CT_CLAUSE_REST; i < e->clause->nkids; i++)
        if (ct_is(e->clause->kid[i], CT_PP) && e->clause->kid[i]->num == preposition &&
            !ct_seen(e->clause->kid[i]))
            return e->clause->kid[i];
    return NULL;
}

/* ---- zone changes --------------------------------------------------------------------------------------------------- */

static bool enters(struct ct_event_low *e)
{
    ct_node *clause = e->clause, *from = adjunct_pp(e, CT_PREP_FROM);
    if (clause->kid[CT_CLAUSE_OBJECT])
        ct_see_all(clause->kid[CT_CLAUSE_OBJECT]); /* "the battlefield" */
    ct_event_number(e, CT_EVN_TO, CT_ZONE_BATTLEFIELD);
    if (!e->would) {
        e->latest = ct_slot(e->low->ab->frame, CT_T_ENT);
        ct_op2(e->fn, CT_OP_LATEST, e->latest, CT_S_EVOBJ, 0);
    }
    uint16_t it = e->would ? (uint16_t)CT_S_EVOBJ : e->latest;
    if (!ct_event_role(e, clause->kid[CT_CLAUSE_SUBJECT], it, 0))
        return false;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_STATE)) {
            if (e->would)
                return ct_low_refuse(e->low, clause->kid[i], "how it would enter");
            ct_low_test_words(e->low, e->fn, clause->kid[i], it, e->no);
        }
    return !from || zone_pp(e, from, CT_EVN_FROM);
}

static bool dies(struct ct_event_low *e)
{
    ct_event_number(e, CT_EVN_FROM, CT_ZONE_BATTLEFIELD);
    ct_event_number(e, CT_EVN_TO, CT_ZONE_GRAVEYARD);
    e->moves = CT_DEF_OUT;
    return ct_event_role(e, e->clause->kid[CT_CLAUSE_SUBJECT], CT_S_EVOBJ, CT_DEF_OUT);
}

static bool leaves(struct ct_event_low *e)
{
    ct_node *zone = e->clause->kid[CT_CLAUSE_OBJECT];
    uint32_t mask = ct_zone_of_np(zone);
    if (!mask || (mask & (mask - 1)))
        return ct_low_refuse(e->low, zone ? zone : e->clause, "leaving this");
    ct_event_number(e, CT_EVN_FROM, __builtin_ctz(mask));
    e->moves = CT_DEF_OUT;
    if (zone->kind == CT_NP ? !ct_low_test_zone_owner(e->low, e->fn, zone, CT_S_EVOBJ, e->no) : false)
        return false;
    ct_see_all(zone);
    return ct_event_role(e, e->clause->kid[CT_CLAUSE_SUBJECT], CT_S_EVOBJ, CT_DEF_OUT);
}

/* "is put into a graveyard from the battlefield", "you put a card into exile": the moved thing is OBJECT */
static bool moved(struct ct_event_low *e, ct_node *object, ct_node *to, int32_t zone)
{
    ct_node *from = adjunct_pp(e, CT_PREP_FROM);
    e->kind = CT_EV_ZONE;
    e->moves = CT_DEF_OUT;
    if (to) {
        if (!zone_pp(e, to, CT_EVN_TO))
            return false;
    } else if (zone != CT_ZONE_NONE) {
        ct_event_number(e, CT_EVN_TO, zone);
    }
    if (from && !zone_pp(e, from, CT_EVN_FROM))
        return false;
    return ct_event_role(e, object, CT_S_EVOBJ, CT_DEF_OUT);
}

/* "one or more" is any number of them; other numbers are compared with the event's. */
static bool one_or_more(struct ct_event_low *e, ct_node *quantity)
{
    int32_t n;
    if (!quantity)
        return true;
    if (ct_is(quantity, CT_AT_LEAST) && ct_low_plain_number(e->low, quantity->kid[0], &n) && n == 1) {
        ct_see_all(quantity);
        return true;
    }
    return ct_low_test_number(e->low, e->fn, CT_S_EVNUM, quantity, e->no);
}

static bool counters_put(struct ct_event_low *e, ct_node *counters, ct_node *player)
{
    ct_node *on = adjunct_pp(e, CT_PREP_ON);
    uint32_t symbol;
    e->kind = CT_EV_COUNTERS;
    if (!on)
        return ct_low_refuse(e->low, e->clause, "counters that are put nowhere");
    ct_see(on);
    ct_see(counters);
    if (!ct_low_counter_words(e->low, counters->kid[CT_NP_WORDS], &symbol))
        return false;
    if (symbol)
        symbol_is(e, symbol);
    if (counters->kid[CT_NP_QUANTITY]) {
        if (!ct_is(counters->kid[CT_NP_QUANTITY], CT_AT_LEAST))
            return ct_low_refuse(e->low, counters->kid[CT_NP_QUANTITY], "a number in an event");
        if (!one_or_more(e, counters->kid[CT_NP_QUANTITY]))
            return false;
    } else {
        e->each_one = true;
    }
    ct_low_define(counters, (ct_val){CT_T_NUM, CT_S_EVNUM}, 0);
    if (player) {
        uint16_t causer = ct_slot(e->low->ab->frame, CT_T_ENT);
        ct_op2(e->fn, CT_OP_EVE, causer, CT_EVE_CAUSER, 0);
        if (!ct_is(player, CT_NP) || !ct_head_is(player, CT_N_EFFECT)) {
            if (!ct_low_test_player(e->low, e->fn, player, causer, e->no))
                return false;
        } else {
            ct_see_all(player);
            ct_event_flag(e, CT_EVF_EFFECT, false);
        }
    }
    return ct_event_role(e, on->kid[CT_PP_OBJECT], CT_S_EVOBJ, 0);
}

static bool is_put(struct ct_event_low *e)
{
    bool passive = e->clause->flags & CT_F_PASSIVE;
    ct_node *object = e->clause->kid[passive ? CT_CLAUSE_SUBJECT : CT_CLAUSE_OBJECT];
    ct_node *to = adjunct_pp(e, CT_PREP_INTO);
    if (object && ct_head_is(object, CT_N_COUNTER))
        return counters_put(e, object, passive ? NULL : e->clause->kid[CT_CLAUSE_SUBJECT]);
    if (!passive || !to)
        return ct_low_refuse(e->low, e->clause, "this event");
    return moved(e, object, to, CT_ZONE_NONE);
}

static bool exiles(struct ct_event_low *e)
{
    if (!(e->clause->flags & CT_F_PASSIVE))
        return ct_low_refuse(e->low, e->clause, "this event");
    return moved(e, e->clause->kid[CT_CLAUSE_SUBJECT], NULL, CT_ZONE_EXILE);
}

/* ---- spells and abilities ----------------------------------------------------------------------------------------------- */

/* "your second spell each turn", "your first instant or sorcery spell each turn": N of those that fit. */
static bool ordinal(struct ct_event_low *e, ct_node *np, ct_event_kind kind)
{
    int32_t n;
    ct_node *word = ct_ordinal_word(np), *whose = np->kid[CT_NP_POSSESSOR];
    if (!word || !whose || np->kid[CT_NP_QUANTITY])
        return ct_low_refuse(e->low, np, "this event");
    n = word->num;
    ct_see(np);
    ct_see(whose);
    e->ordinal = true;
    struct ct_fn *fits = ct_fn_open(e->low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(fits);
    e->low->ordinal = true;
    if (!ct_low_test_words(e->low, fits, np->kid[CT_NP_WORDS], CT_S_EVOBJ, no) ||
        !ct_low_test_player(e->low, fits, whose, CT_S_EVPLAYER, no))
        return false;
    ct_low_finish_test(e->low, fits, no);
    if (!ct_low_test_words(e->low, e->fn, np->kid[CT_NP_WORDS], CT_S_EVOBJ, e->no) ||
        !ct_low_test_player(e->low, e->fn, whose, CT_S_EVPLAYER, e->no))
        return false;
    e->low->ordinal = false;
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *pp = np->kid[i];
        if (!ct_is(pp, CT_PP) || pp->num || !ct_each_turn(pp->kid[CT_PP_OBJECT]))
            return ct_low_refuse(e->low, pp, "this event");
        ct_see_all(pp);
    }
    uint16_t count = ct_low_num(e->low), want = ct_low_const(e->low, e->fn, n);
    ct_op2(e->fn, CT_OP_HISTORY, count, fits->index, kind);
    ct_op3(e->fn, CT_OP_EQ, count, count, want, 0);
    ct_low_unless(e->fn, count, false, e->no);
    ct_low_define(np, (ct_val){CT_T_ENT, CT_S_EVOBJ}, 0);
    return true;
}

static bool casts(struct ct_event_low *e)
{
    bool passive = e->clause->flags & CT_F_PASSIVE;
    ct_node *spell = e->clause->kid[passive ? CT_CLAUSE_SUBJECT : CT_CLAUSE_OBJECT];
    ct_node *from = adjunct_pp(e, CT_PREP_FROM);
    if (from && !zone_pp(e, from, CT_EVN_FROM))
        return false;
    if (!passive && !player_role(e, e->clause->kid[CT_CLAUSE_SUBJECT]))
        return false;
    if (ct_is(spell, CT_NP) && ct_ordinal_word(spell))
        return ordinal(e, spell, CT_EV_CAST);
    return ct_event_role(e, spell, CT_S_EVOBJ, 0);
}

static bool activates(struct ct_event_low *e)
{
    if (e->clause->flags & CT_F_PASSIVE)
        return ct_low_refuse(e->low, e->clause, "this event");
    return player_role(e, e->clause->kid[CT_CLAUSE_SUBJECT]) &&
           ct_event_role(e, e->clause->kid[CT_CLAUSE_OBJECT], CT_S_EVOBJ, 0);
}

/* "becomes the target of a spell or ability an opponent controls" */
static bool becomes_target(struct ct_event_low *e, ct_node *target)
{
    ct_node *of = target->nkids == CT_NP_REST + 1 ? target->kid[CT_NP_REST] : NULL;
    e->kind = CT_EV_TARGET;
    if (!ct_is(of, CT_PP) || of->num != CT_PREP_OF)
        return ct_low_refuse(e->low, target, "this event");
    ct_see(target);
    ct_see_all(target->kid[CT_NP_WORDS]);
    ct_see(of);
    const ct_node *by = of->kid[CT_PP_OBJECT];
    if (by && (by->kind == CT_AND || (by->kind == CT_NP && ct_is(by->kid[CT_NP_WORDS], CT_AND))))
        return ct_low_error(e->low, CT_ERR_INCOMPLETE, by, "one object is the one \"or\" the other");
    ct_node *subject = e->clause->kid[CT_CLAUSE_SUBJECT];
    bool ok = ct_low_is_you(subject) ? player_role(e, subject)
                                     : ct_event_role(e, subject, CT_S_EVOBJ, 0);
    return ok && ct_event_role(e, of->kid[CT_PP_OBJECT], CT_S_EVSRC, 0);
}

static bool becomes(struct ct_event_low *e)
{
    ct_node *what = e->clause->kid[CT_CLAUSE_OBJECT];
    ct_node *subject = e->clause->kid[CT_CLAUSE_SUBJECT];
    if (ct_is(what, CT_NP) && ct_head_is(what, CT_N_TARGET))
        return becomes_target(e, what);
    if (ct_is(what, CT_NP) && !what->num && !what->flags && what->nkids == CT_NP_REST &&
        !what->kid[CT_NP_QUANTITY]) {
        ct_see(what);
        what = what->kid[CT_NP_WORDS];
    }
    if (ct_is(what, CT_GROUP) && what->nkids == 1) {
        ct_see(what);
        what = what->kid[0];
    }
    if (!ct_is(what, CT_STATE))
        return ct_low_refuse(e->low, e->clause, "this event");
    ct_see(what);
    switch (what->num) {
    case CT_WSTATE_TAPPED: e->kind = CT_EV_TAP; break;
    case CT_WSTATE_UNTAPPED: e->kind = CT_EV_UNTAP; break;
    case CT_WSTATE_BLOCKED: {
        ct_node *by = adjunct_pp(e, CT_PREP_BY);
        e->kind = by ? CT_EV_BLOCK : CT_EV_BLOCKED;
        if (!by)
            break;
        ct_see(by);
        return ct_event_role(e, subject, CT_S_EVSRC, 0) &&
               ct_event_role(e, by->kid[CT_PP_OBJECT], CT_S_EVOBJ, 0);
    }
    case CT_WSTATE_TRANSFORMED: e->kind = CT_EV_TRANSFORM; break;
    default: return ct_low_refuse(e->low, what, "becoming this, as an event");
    }
    return ct_event_role(e, subject, CT_S_EVOBJ, 0);
}

/* ---- damage, life, cards --------------------------------------------------------------------------------------------------- */

/* "damage", "combat damage", "life": nothing else. */
static bool amount_words(struct ct_low *low, ct_node *words)
{
    for (uint32_t i = 0; ct_is(words, CT_GROUP) && i < words->nkids; i++) {
        const ct_node *word = words->kid[i];
        if (word->kind != CT_NOUN || (word->num != CT_N_DAMAGE && word->num != CT_N_COMBAT && word->num != CT_N_LIFE))
            return ct_low_refuse(low, word, "this kind of amount in an event");
    }
    ct_see_all(words);
    return true;
}

/* Tests and defines the noun phrase of an amount: "combat damage", "life", "2 or more damage". */
static bool amount_role(struct ct_event_low *e, ct_node *np)
{
    if (!np)
        return true;
    ct_see(np);
    bool asked = np->kind == CT_GAP && e->low->gap_np; /* "the life you gained this turn" */
    if (asked)
        np = e->low->gap_np;
    ct_see(np);
    if (np->kind != CT_NP || np->nkids > CT_NP_REST + (asked ? 1u : 0u) ||
        (np->num && np->num != CT_DET_ALL && np->num != CT_DET_THE))
        return ct_low_refuse(e->low, np, "this amount in an event");
    if (!amount_words(e->low, np->kid[CT_NP_WORDS]))
        return false;
    if (ct_combat_word(np) > 0)
        ct_event_flag(e, CT_EVF_COMBAT, false);
    if (ct_combat_word(np) < 0)
        ct_event_flag(e, CT_EVF_COMBAT, true);
    ct_low_define(np, (ct_val){CT_T_NUM, CT_S_EVNUM}, 0);
    if (ct_is(np->kid[CT_NP_QUANTITY], CT_NUMBER) && e->kind == CT_EV_DAMAGE && !e->would)
        return ct_low_error(e->low, CT_ERR_INCOMPLETE, np, "how much: \"exactly\" so much, or so much \"or more\"");
    if (np->kid[CT_NP_QUANTITY] && !asked)
        return ct_low_test_number(e->low, e->fn, CT_S_EVNUM, np->kid[CT_NP_QUANTITY], e->no);
    return true;
}

/* A target, which can be an object or a player. */
static bool target_damaged(struct ct_event_low *e, ct_node *np)
{
    struct ct_low *low = e->low;
    int32_t yes = ct_label(e->fn);
    uint16_t same = ct_low_num(low), none = ct_low_num(low);
    ct_val whom;
    if (!ct_low_operand(low, e->fn, np, CT_USE_READ, &whom))
        return false;
    if (whom.type != CT_T_ENT)
        return ct_low_refuse(low, np, "damage to these");
    ct_op3(e->fn, CT_OP_SAME, same, CT_S_EVOBJ, whom.slot, 0);
    ct_op1(e->fn, CT_OP_JNZ, same, yes);
    ct_op2(e->fn, CT_OP_ISNONE, none, CT_S_EVOBJ, 0);
    ct_low_unless(e->fn, none, false, e->no);
    ct_op3(e->fn, CT_OP_SAME, same, CT_S_EVPLAYER, whom.slot, 0);
    ct_low_unless(e->fn, same, false, e->no);
    ct_place(e->fn, yes);
    return true;
}

/* "a permanent or player": whichever of the two the damage is dealt to. */
static bool either_damaged(struct ct_event_low *e, ct_node *np)
{
    int32_t object = ct_label(e->fn), yes = ct_label(e->fn);
    uint16_t none = ct_low_num(e->low);
    ct_op2(e->fn, CT_OP_ISNONE, none, CT_S_EVOBJ, 0);
    ct_op1(e->fn, CT_OP_JZ, none, object);
    if (!ct_event_role(e, np, CT_S_EVPLAYER, 0))
        return false;
    ct_op_imm(e->fn, CT_OP_JMP, yes);
    ct_place(e->fn, object);
    if (!ct_event_role(e, np, CT_S_EVOBJ, 0))
        return false;
    ct_place(e->fn, yes);
    return true;
}

/* The one who is dealt damage: an object or a player. */
static bool damaged(struct ct_event_low *e, ct_node *np)
{
    if (!np)
        return true;
    if (np->kind == CT_OR) {
        int32_t yes = ct_label(e->fn), outer = e->no;
        ct_see(np);
        for (uint32_t i = 0; i < np->nkids; i++) {
            bool last = i + 1 == np->nkids;
            e->no = last ? outer : ct_label(e->fn);
            if (!damaged(e, np->kid[i]))
                return false;
            if (!last) {
                ct_op_imm(e->fn, CT_OP_JMP, yes);
                ct_place(e->fn, e->no);
            }
        }
        e->no = outer;
        ct_place(e->fn, yes);
        return true;
    }
    if (ct_is_target(np))
        return target_damaged(e, np);
    if (np->kind == CT_NP && ct_is(np->kid[CT_NP_WORDS], CT_OR) && !ct_low_is_reference(np) &&
        (ct_low_classes(e->low, np) & CT_NC_PLAYER) &&
        (ct_low_classes(e->low, np) & (CT_NC_PERMANENT | CT_NC_OBJECT)))
        return either_damaged(e, np);
    bool player = ct_low_is_you(np) || (ct_low_classes(e->low, np) & CT_NC_PLAYER) ||
                  (np->kind == CT_GAP && e->low->gap_is_player);
    uint16_t none = ct_low_num(e->low);
    ct_op2(e->fn, CT_OP_ISNONE, none, CT_S_EVOBJ, 0);
    ct_low_unless(e->fn, none, !player, e->no);
    return player ? player_role(e, np) : ct_event_role(e, np, CT_S_EVOBJ, 0);
}

static bool deals(struct ct_event_low *e)
{
    if (e->clause->flags & CT_F_PASSIVE) {
        ct_node *by = adjunct_pp(e, CT_PREP_BY), *to = adjunct_pp(e, CT_PREP_TO);
        ct_node *subject = e->clause->kid[CT_CLAUSE_SUBJECT];
        ct_node *object = e->clause->kid[CT_CLAUSE_OBJECT];
        ct_see(by);
        ct_see(to);
        if (by && !ct_event_role(e, by->kid[CT_PP_OBJECT], CT_S_EVSRC, 0))
            return false;
        const ct_node *what = ct_is(subject, CT_GAP) ? e->low->gap_np : subject;
        if (what && ct_head_is(what, CT_N_DAMAGE)) /* "damage would be dealt to you" */
            return amount_role(e, subject) && (!to || damaged(e, to->kid[CT_PP_OBJECT]));
        if (!object && !e->history)
            return ct_low_error(e->low, CT_ERR_INCOMPLETE, e->clause, "what is dealt: \"damage\"?");
        return damaged(e, subject) && amount_role(e, object);
    }
    ct_node *to = adjunct_pp(e, CT_PREP_TO);
    ct_see(to);
    return ct_event_role(e, e->clause->kid[CT_CLAUSE_SUBJECT], CT_S_EVSRC, 0) &&
           amount_role(e, e->clause->kid[CT_CLAUSE_OBJECT]) &&
           (!to || damaged(e, to->kid[CT_PP_OBJECT]));
}

static bool life(struct ct_event_low *e)
{
    ct_node *object = e->clause->kid[CT_CLAUSE_OBJECT];
    if (object && ct_head_is(object, CT_N_GAME) && e->clause->num == CT_V_LOSE) {
        e->kind = CT_EV_LOSEGAME;
        ct_see_all(object);
        return player_role(e, e->clause->kid[CT_CLAUSE_SUBJECT]);
    }
    const ct_node *what = ct_is(object, CT_GAP) ? e->low->gap_np : object;
    if (!what || !ct_head_is(what, CT_N_LIFE))
        return ct_low_refuse(e->low, e->clause, "this event");
    return player_role(e, e->clause->kid[CT_CLAUSE_SUBJECT]) && amount_role(e, object);
}

static bool draws(struct ct_event_low *e)
{
    ct_node *card = e->clause->kid[CT_CLAUSE_OBJECT];
    if (!player_role(e, e->clause->kid[CT_CLAUSE_SUBJECT]))
        return false;
    if (ct_is(card, CT_NP) && ct_ordinal_word(card))
        return ordinal(e, card, CT_EV_DRAW);
    if (e->would && ct_is(card, CT_NP) && ct_one_word(card) && ct_head_is(card, CT_N_CARD)) {
        ct_see(card); /* a card that would be drawn is not known yet; there may be none */
        ct_see_all(card->kid[CT_NP_WORDS]);
        return true;
    }
    return ct_event_role(e, card, CT_S_EVOBJ, CT_DEF_OUT);
}

/* A player does something with an object; or, passive, it is done with it. */
static bool player_and_object(struct ct_event_low *e)
{
    bool passive = e->clause->flags & CT_F_PASSIVE;
    ct_node *object = e->clause->kid[passive ? CT_CLAUSE_SUBJECT : CT_CLAUSE_OBJECT];
    int flags = e->kind == CT_EV_DISCARD || e->kind == CT_EV_SACRIFICE ? CT_DEF_OUT : 0;
    e->moves = flags;
    if (!passive && !player_role(e, e->clause->kid[CT_CLAUSE_SUBJECT]))
        return false;
    return ct_event_role(e, object, CT_S_EVOBJ, flags);
}

static bool player_alone(struct ct_event_low *e)
{
    ct_node *object = e->clause->kid[CT_CLAUSE_OBJECT];
    ct_see_all(object); /* "searches their library": there is no other kind */
    return player_role(e, e->clause->kid[CT_CLAUSE_SUBJECT]);
}

/* "creates one or more tokens", "tokens would be created under your control" */
static bool creates(struct ct_event_low *e)
{
    bool passive = e->clause->flags & CT_F_PASSIVE;
    ct_node *tokens = e->clause->kid[passive ? CT_CLAUSE_SUBJECT : CT_CLAUSE_OBJECT];
    ct_node *creator = passive ? NULL : e->clause->kid[CT_CLAUSE_SUBJECT];
    ct_node *under = adjunct_pp(e, CT_PREP_UNDER);
    if (!ct_is(tokens, CT_NP))
        return ct_low_refuse(e->low, e->clause, "this event");
    if (creator && ct_head_is(creator, CT_N_EFFECT)) {
        ct_see_all(creator);
        ct_event_flag(e, CT_EVF_EFFECT, false);
    } else if (creator && !player_role(e, creator)) {
        return false;
    }
    if (under) {
        ct_node *np = under->kid[CT_PP_OBJECT];
        ct_node *whose = ct_is(np, CT_NP) ? np->kid[CT_NP_POSSESSOR] : NULL;
        if (!whose)
            return ct_low_refuse(e->low, under, "this event");
        ct_see(under);
        ct_see(np);
        ct_see_all(np->kid[CT_NP_WORDS]);
        if (!ct_low_test_player(e->low, e->fn, whose, CT_S_EVPLAYER, e->no))
            return false;
    }
    if (e->would) {
        /* before they exist there are only their number and kind */
        const ct_node *words = tokens->kid[CT_NP_WORDS];
        if (!ct_is(words, CT_GROUP) || words->nkids != 1 || tokens->nkids > CT_NP_REST)
            return ct_low_refuse(e->low, tokens, "a kind of token that would be created");
        ct_see(tokens);
        ct_see_all(tokens->kid[CT_NP_WORDS]);
        if (!one_or_more(e, tokens->kid[CT_NP_QUANTITY]))
            return false;
        ct_low_define(tokens, (ct_val){CT_T_NUM, CT_S_EVNUM}, 0);
        return true;
    }
    return ct_event_role(e, tokens, CT_S_EVOBJ, 0);
}

/* ---- combat ---------------------------------------------------------------------------------------------------------------- */

static bool attacks(struct ct_event_low *e)
{
    ct_node *subject = e->clause->kid[CT_CLAUSE_SUBJECT], *whom = e->clause->kid[CT_CLAUSE_OBJECT];
    if (e->clause->flags & CT_F_PASSIVE)
        return ct_low_refuse(e->low, e->clause, "what is attacked");
    if (subject && (ct_low_is_you(subject) || (ct_low_classes(e->low, subject) & CT_NC_PLAYER))) {
        uint16_t who = ct_low_gete(e->low, e->fn, CT_S_EVOBJ, CT_EP_CONTROLLER);
        e->batch = true; /* "whenever you attack": once [CR 508.3d] */
        ct_see(subject);
        if (!ct_low_test_player(e->low, e->fn, subject, who, e->no))
            return false;
    } else if (!ct_event_role(e, subject, CT_S_EVOBJ, 0)) {
        return false;
    }
    e->low->defending = CT_S_EVPLAYER;
    if (!whom)
        return true;
    if (ct_low_is_you(whom) || (ct_low_classes(e->low, whom) & CT_NC_PLAYER))
        return player_role(e, whom);
    return ct_event_role(e, whom, CT_S_EVSRC, 0);
}

static bool blocks(struct ct_event_low *e)
{
    ct_node *by = adjunct_pp(e, CT_PREP_BY);
    if (e->clause->flags & CT_F_PASSIVE) { /* "becomes blocked by a creature": for each that does [CR 509.3d] */
        if (!by)
            e->kind = CT_EV_BLOCKED;
        ct_see(by);
        return by ? ct_event_role(e, e->clause->kid[CT_CLAUSE_SUBJECT], CT_S_EVSRC, 0) &&
                        ct_event_role(e, by->kid[CT_PP_OBJECT], CT_S_EVOBJ, 0)
                  : ct_event_role(e, e->clause->kid[CT_CLAUSE_SUBJECT], CT_S_EVOBJ, 0);
    }
    return ct_event_role(e, e->clause->kid[CT_CLAUSE_SUBJECT], CT_S_EVOBJ, 0) &&
           ct_event_role(e, e->clause->kid[CT_CLAUSE_OBJECT], CT_S_EVSRC, 0);
}

/* "you tap a basic land for mana" */
static bool taps(struct ct_event_low *e)
{
    ct_node *mana = adjunct_pp(e, CT_PREP_FOR);
    if (mana) {
        if (!ct_head_is(mana->kid[CT_PP_OBJECT], CT_N_MANA))
            return ct_low_refuse(e->low, mana, "this event");
        ct_see_all(mana);
        if (e->would) {
            e->kind = CT_EV_MANA;
        } else {
            ct_event_flag(e, CT_EVF_FOR_MANA, false);
        }
    }
    return player_and_object(e);
}

/* ---- keyword actions -------------------------------------------------------------------------------------------------------- */

static bool action(struct ct_event_low *e, const struct ct_action_info *info)
{
    ct_node *subject = e->clause->kid[CT_CLAUSE_SUBJECT];
    symbol_is(e, info->name);
    if (e->clause->kid[CT_CLAUSE_OBJECT])
        return ct_low_refuse(e->low, e->clause->kid[CT_CLAUSE_OBJECT], "what it was done with");
    return info->by_object ? ct_event_role(e, subject, CT_S_EVOBJ, 0) : player_role(e, subject);
}

/* ---- the table ------------------------------------------------------------------------------------------------------------- */

static const struct {
    int32_t verb;
    ct_event_kind kind;
    bool (*lower)(struct ct_event_low *);
} verbs[] = {
    {CT_V_ENTER, CT_EV_ZONE, enters},
    {CT_V_DIE, CT_EV_ZONE, dies},
    {CT_V_LEAVE, CT_EV_ZONE, leaves},
    {CT_V_PUT, CT_EV_ZONE, is_put},
    {CT_V_EXILE, CT_EV_ZONE, exiles},
    {CT_V_CAST, CT_EV_CAST, casts},
    {CT_V_ACTIVATE, CT_EV_ACTIVATE, activates},
    {CT_V_BECOME, CT_EV_TAP, becomes},
    {CT_V_DEAL, CT_EV_DAMAGE, deals},
    {CT_V_GAIN, CT_EV_LIFEGAIN, life},
    {CT_V_LOSE, CT_EV_LIFELOSS, life},
    {CT_V_DRAW, CT_EV_DRAW, draws},
    {CT_V_DISCARD, CT_EV_DISCARD, player_and_object},
    {CT_V_SACRIFICE, CT_EV_SACRIFICE, player_and_object},
    {CT_V_DESTROY, CT_EV_DESTROY, player_and_object},
    {CT_V_PLAY, CT_EV_PLAYLAND, player_and_object},
    {CT_V_COUNTER, CT_EV_COUNTERED, player_and_object},
    {CT_V_TAP, CT_EV_TAP, taps},
    {CT_V_UNTAP, CT_EV_UNTAP, player_and_object},
    {CT_V_TRANSFORM, CT_EV_TRANSFORM, player_and_object},
    {CT_V_SEARCH, CT_EV_SEARCH, player_alone},
    {CT_V_SHUFFLE, CT_EV_SHUFFLE, player_alone},
    {CT_V_CREATE, CT_EV_CREATE, creates},
    {CT_V_ATTACK, CT_EV_ATTACK, attacks},
    {CT_V_BLOCK, CT_EV_BLOCK, blocks},
};

static bool lower_verb(struct ct_event_low *e)
{
    const struct ct_action_info *info = ct_action_of_verb(e->low->c, e->clause->num);
    if (info) {
        e->kind = CT_EV_ACTION;
        return action(e, info);
    }
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (verbs[i].verb == e->clause->num) {
            e->kind = verbs[i].kind;
            return verbs[i].lower(e);
        }
    return ct_low_refuse(e->low, e->clause, "this event");
}

/* The clause of MODAL "would": the subject stands with the modal. */
static ct_node *clause_of(struct ct_event_low *e, ct_node *event)
{
    if (event->kind == CT_CLAUSE) {
        ct_node *subject = event->kid[CT_CLAUSE_SUBJECT];
        if (ct_is(subject, CT_SAME) && subject->bind) { /* "enters or attacks" */
            ct_see(subject);
            e->same = subject;
            event->kid[CT_CLAUSE_SUBJECT] = subject->bind;
        }
        return event;
    }
    if (event->kind != CT_MODAL)
        return NULL;
    ct_node *body = event->kid[CT_MODAL_BODY];
    ct_see(event);
    if (!ct_is(body, CT_CLAUSE) || event->num != CT_MODAL_WOULD)
        return NULL;
    if (event->kid[CT_MODAL_SUBJECT]) {
        e->same = body->kid[CT_CLAUSE_SUBJECT];
        ct_see(e->same);
        body->kid[CT_CLAUSE_SUBJECT] = event->kid[CT_MODAL_SUBJECT];
    }
    return body;
}

bool ct_event_open(struct ct_event_low *e, struct ct_low *low, ct_node *event, bool would)
{
    *e = (struct ct_event_low){.low = low, .would = would};
    e->clause = clause_of(e, event);
    if (!ct_is(e->clause, CT_CLAUSE))
        return ct_low_refuse(low, event, "this event");
    e->fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    e->no = ct_label(e->fn);
    e->fn->span = event->span;
    ct_see(e->clause);
    return true;
}

bool ct_event_close(struct ct_event_low *e, bool ok)
{
    ok = ok && ct_event_adjuncts(e) && ct_low_no_more(e->low, e->clause);
    if (e->same)
        e->clause->kid[CT_CLAUSE_SUBJECT] = e->same;
    ct_low_finish_test(e->low, e->fn, e->no);
    ct_low_define(e->clause, (ct_val){CT_T_NUM, CT_S_EVNUM}, 0); /* "that many" */
    return ok;
}

bool ct_low_event_clause(struct ct_low *low, ct_node *clause, bool would, struct ct_event_low *e)
{
    if (!ct_event_open(e, low, clause, would))
        return false;
    e->this_turn_ok = low->this_turn_ok;
    if ((e->clause->flags & CT_F_NOT) || (e->clause->flags & CT_F_EACH))
        return ct_low_refuse(low, clause, "this event");
    return ct_event_close(e, lower_verb(e));
}

/* ---- what has happened this turn ----------------------------------------------------------------------------------------------- */

static bool history(struct ct_low *low, struct ct_fn *fn, ct_node *clause, ct_op op, uint16_t *out,
                    ct_node **quantity)
{
    struct ct_event_low e;
    if (!ct_event_open(&e, low, clause, false))
        return false;
    e.history = true;
    bool lasts = false;
    for (uint32_t i = CT_CLAUSE_REST; i < e.clause->nkids; i++)
        if (ct_is(e.clause->kid[i], CT_DURATION) && e.clause->kid[i]->num == CT_DURATION_THIS_TURN)
            lasts = true;
    if (!lasts)
        return ct_low_refuse(low, clause, "something that happened, without \"this turn\"");
    if (!ct_event_close(&e, lower_verb(&e)))
        return false;
    *out = ct_low_num(low);
    ct_op2(fn, op, *out, e.fn->index, e.kind);
    if (e.quantity && !quantity)
        return ct_low_refuse(low, e.quantity, "this number of events");
    if (quantity)
        *quantity = e.quantity;
    return true;
}

bool ct_low_history(struct ct_low *low, struct ct_fn *fn, ct_node *clause, uint16_t *count,
                    ct_node **quantity)
{
    ct_val gap = low->gap;
    if (low->gap.slot == CT_S_IT) { /* the event's functions have candidates of their own */
        uint16_t kept = ct_slot(low->ab->frame, CT_T_ENT);
        ct_op2(fn, CT_OP_MOVE, kept, CT_S_IT, 0);
        low->gap = (ct_val){CT_T_ENT, kept};
    }
    bool ok = history(low, fn, clause, CT_OP_HISTORY, count, quantity);
    low->gap = gap;
    return ok;
}

/* A tail that says what happened to the thing this turn: "that died this turn". */
bool ct_history_tail(const ct_node *tail)
{
    const ct_node *body = tail->kind == CT_RELATIVE || tail->kind == CT_PARTICIPLE ? tail->kid[0]
                                                                                   : NULL;
    if (!ct_is(body, CT_CLAUSE))
        return false;
    for (uint32_t i = CT_CLAUSE_REST; i < body->nkids; i++)
        if (ct_is(body->kid[i], CT_DURATION) && body->kid[i]->num == CT_DURATION_THIS_TURN)
            return true;
    return false;
}

static ct_node *history_body(const ct_node *np)
{
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        if (ct_history_tail(np->kid[i]))
            return np->kid[i];
    return NULL;
}

bool ct_low_history_np(const ct_node *np)
{
    ct_node *tail = history_body(np);
    return tail && !ct_head_is(np, CT_N_OPPONENT) && !ct_head_is(np, CT_N_PLAYER);
}

static bool history_of_np(struct ct_low *low, struct ct_fn *fn, ct_node *np, ct_op op,
                          uint16_t *out)
{
    ct_node *tail = history_body(np);
    if (!tail)
        return ct_low_refuse(low, np, "this amount");
    ct_node *outer = low->gap_np;
    low->gap_np = np;
    ct_see(tail);
    bool ok = history(low, fn, tail->kid[0], op, out, NULL);
    low->gap_np = outer;
    return ok;
}

bool ct_low_history_count(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out)
{
    return history_of_np(low, fn, np, CT_OP_HISTORY, out);
}

/* "the amount of life you gained this turn": NP is the life, damage ... */
bool ct_low_history_sum(struct ct_low *low, struct ct_fn *fn, ct_node *np, uint16_t *out)
{
    return history_of_np(low, fn, np, CT_OP_HISTSUM, out);
}
