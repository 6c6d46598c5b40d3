/* What a resolving spell or ability does: how its clauses are put together [CR 608.2c]. */
#include "compiler/lower_verb.h"

/* ---- if, unless, may --------------------------------------------------------------------------------------- */

static bool if_else(struct ct_low *low, struct ct_fn *fn, ct_node *condition, ct_node *body,
                    ct_node *otherwise)
{
    int32_t no = ct_label(fn), end = ct_label(fn);
    if (!ct_low_test(low, fn, condition, no) || !ct_low_body(low, fn, body))
        return false;
    if (otherwise)
        ct_op_imm(fn, CT_OP_JMP, end);
    ct_place(fn, no);
    if (otherwise && !ct_low_body(low, fn, otherwise))
        return false;
    ct_place(fn, end);
    return true;
}

/* "Draw a card. If ..., draw two cards instead": the condition is looked at first [CR 614.15]. */
static bool replaced_step(struct ct_low *low, struct ct_fn *fn, ct_node *first, ct_node *node)
{
    int32_t no = ct_label(fn), end = ct_label(fn), yes = ct_label(fn);
    ct_node *instead = node->kid[CT_IF_BODY];
    ct_see(node);
    ct_see(instead);
    if (node->kid[CT_IF_ELSE])
        return ct_low_refuse(low, node->kid[CT_IF_ELSE], "\"otherwise\" after \"instead\"");
    if (!ct_low_test(low, fn, node->kid[CT_IF_CONDITION], no))
        return false;
    ct_op_imm(fn, CT_OP_JMP, yes);
    ct_place(fn, no);
    if (!ct_low_body(low, fn, first))
        return false;
    ct_op_imm(fn, CT_OP_JMP, end);
    ct_place(fn, yes);
    bool ok = ct_low_body(low, fn, instead->kid[CT_INSTEAD_BODY]);
    ct_place(fn, end);
    return ok;
}

/* The player does what stands in the condition, or else the body happens: "unless its controller pays {2}". */
static bool unless(struct ct_low *low, struct ct_fn *fn, ct_node *node)
{
    ct_node *condition = node->kid[CT_UNLESS_CONDITION], *body = node->kid[CT_UNLESS_BODY];
    int32_t done = ct_label(fn), no = ct_label(fn);
    uint32_t first, count;
    if (ct_is(condition, CT_CLAUSE) && ct_low_is_cost_verb(condition->num) &&
        !(condition->flags & (CT_F_PASSIVE | CT_F_PAST | CT_F_PERFECT))) {
        uint16_t player, paid = ct_low_num(low), actor = low->actor;
        ct_node *subject = condition->kid[CT_CLAUSE_SUBJECT];
        if (!subject || !ct_low_player(low, fn, subject, &player))
            return subject ? false : ct_low_refuse(low, condition, "who pays");
        low->actor = player;
        bool ok = ct_low_cost(low, condition, &first, &count);
        low->actor = actor;
        if (!ok)
            return false;
        ct_op3(fn, CT_OP_PAY, paid, player, 1, CT_COSTLIST(first, count));
        ct_op1(fn, CT_OP_JNZ, paid, done);
        ok = ct_low_body(low, fn, body);
        ct_place(fn, done);
        return ok;
    }
    if (!ct_low_test(low, fn, condition, no))
        return false;
    ct_op_imm(fn, CT_OP_JMP, done);
    ct_place(fn, no);
    bool ok = ct_low_body(low, fn, body);
    ct_place(fn, done);
    return ok;
}

/* Whether what BODY did counts for "if you do": that it was chosen, and that there was something to do. */
static void done_slot(struct ct_low *low, struct ct_fn *fn, ct_node *modal, ct_node *body,
                      uint16_t chosen)
{
    ct_val val;
    int flags;
    if (ct_is(body, CT_CLAUSE) && ct_low_defined(body, &val, &flags) && val.type == CT_T_LIST) {
        uint16_t some = ct_low_num(low);
        ct_op2(fn, CT_OP_LEN, some, val.slot, 0);
        ct_op3(fn, CT_OP_AND, chosen, chosen, some, 0);
    }
    ct_low_define(modal, (ct_val){CT_T_NUM, chosen}, 0);
}

static bool may_pay(struct ct_low *low, struct ct_fn *fn, ct_node *modal, ct_node *clause,
                    uint16_t player)
{
    uint32_t first, count;
    uint16_t paid = ct_low_num(low), actor = low->actor;
    ct_see(clause->kid[CT_CLAUSE_SUBJECT]);
    low->actor = player;
    bool ok = ct_low_cost(low, clause, &first, &count);
    low->actor = actor;
    if (!ok)
        return false;
    ct_op3(fn, CT_OP_PAY, paid, player, 1, CT_COSTLIST(first, count));
    ct_low_define(modal, (ct_val){CT_T_NUM, paid}, 0);
    return true;
}

/* "You may ..." as an instruction. */
static bool may(struct ct_low *low, struct ct_fn *fn, ct_node *modal)
{
    ct_node *subject = modal->kid[CT_MODAL_SUBJECT], *body = modal->kid[CT_MODAL_BODY];
    uint16_t player = low->actor;
    if (ct_low_is_permission(low, modal))
        return ct_low_rule(low, fn, modal);
    ct_see(modal);
    if (ct_low_is_plural(subject) && !ct_low_is_you(subject))
        return ct_low_for_each_player(low, fn, subject, modal, ct_low_may_one);
    if (subject && !ct_low_player(low, fn, subject, &player))
        return false;
    return ct_low_may_of(low, fn, modal, body, player);
}

/* Nobody is offered to do something with what there is not: "that card" when no card was revealed [CR 608.2d].
 * Goes on at NO then. */
static bool skip_nothing(struct ct_low *low, struct ct_fn *fn, ct_node *body, int32_t no)
{
    ct_node *object = ct_is(body, CT_CLAUSE) ? body->kid[CT_CLAUSE_OBJECT] : NULL;
    ct_val val;
    if (!object || !object->bind || !ct_low_is_reference(object))
        return true;
    if (!ct_low_operand(low, fn, object, CT_USE_READ, &val))
        return false;
    if (val.type == CT_T_LIST) {
        uint16_t some = ct_low_num(low);
        ct_op2(fn, CT_OP_LEN, some, val.slot, 0);
        ct_op1(fn, CT_OP_JZ, some, no);
    }
    return true;
}

bool ct_low_may_of(struct ct_low *low, struct ct_fn *fn, ct_node *modal, ct_node *body,
                   uint16_t player)
{
    if (!body) /* "you may" of something that is said elsewhere */
        return ct_low_refuse(low, modal, "a permission to do what is not said");
    if (ct_is(body, CT_CLAUSE) && body->num == CT_V_PAY)
        return may_pay(low, fn, modal, body, player);
    int32_t no = ct_label(fn);
    uint16_t chosen = ct_low_num(low), actor = low->actor;
    ct_val outer = low->subject;
    ct_op1(fn, CT_OP_LDI, chosen, 0);
    if (!skip_nothing(low, fn, body, no))
        return false;
    ct_op2(fn, CT_OP_MAY, chosen, player, (int32_t)ct_low_text(low, body->span));
    ct_op1(fn, CT_OP_JZ, chosen, no);
    low->actor = player;
    low->subject = (ct_val){CT_T_ENT, player};
    bool ok = ct_low_body(low, fn, body);
    low->actor = actor;
    low->subject = outer;
    if (ok)
        done_slot(low, fn, modal, body, chosen);
    ct_place(fn, no);
    return ok;
}

bool ct_low_may_one(struct ct_low *low, struct ct_fn *fn, ct_node *modal, uint16_t player)
{
    return ct_low_may_of(low, fn, modal, modal->kid[CT_MODAL_BODY], player);
}

static bool modal_body(struct ct_low *low, struct ct_fn *fn, ct_node *modal)
{
    switch (modal->num) {
    case CT_MODAL_MAY: return may(low, fn, modal);
    case CT_MODAL_CANT:
    case CT_MODAL_MUST:
    case CT_MODAL_CAN:
    case CT_MODAL_DONT: return ct_low_rule(low, fn, modal);
    default: return ct_low_refuse(low, modal, "this instruction");
    }
}

/* ---- for each, where, lasting --------------------------------------------------------------------------------- */

/* "For each [np], [body]" */
static bool for_each(struct ct_low *low, struct ct_fn *fn, ct_node *node)
{
    ct_node *of = node->kid[CT_FOR_EACH_OF], *body = node->kid[CT_FOR_EACH_BODY];
    if (node->form == CT_FORM_TRAILING) {
        ct_node *outer = low->times;
        bool used = low->times_used;
        low->times = of;
        low->times_used = false;
        bool ok = ct_low_body(low, fn, body);
        if (ok && !low->times_used)
            ok = ct_low_refuse(low, of, "\"for each\" with this instruction");
        low->times = outer;
        low->times_used = used;
        return ok;
    }
    uint16_t list;
    if (!ct_low_collect(low, fn, of, 0, &list))
        return false;
    struct ct_loop loop = ct_low_loop(low, fn, list);
    ct_low_define(of, (ct_val){CT_T_ENT, loop.element}, 0);
    bool ok = ct_low_body(low, fn, body);
    ct_low_loop_end(fn, loop);
    return ok;
}

static bool where(struct ct_low *low, struct ct_fn *fn, ct_node *node)
{
    struct ct_where w = {.letter = node->num, .value = node->kid[CT_WHERE_VALUE],
                         .computed = true, .outer = low->where};
    if (!ct_low_quantity(low, fn, w.value, &w.slot))
        return false;
    low->where = &w;
    bool ok = ct_low_body(low, fn, node->kid[CT_WHERE_BODY]);
    low->where = w.outer;
    return ok;
}

static bool lasting(struct ct_low *low, struct ct_fn *fn, ct_node *node)
{
    int outer = low->duration;
    ct_node *outer_while = low->duration_while;
    if (ct_low_is_until_found(node))
        return ct_low_until_found(low, fn, node);
    if (!ct_low_duration(low, node->kid[CT_LASTING_DURATION]))
        return false;
    bool used = low->duration_used;
    low->duration_used = false;
    bool ok = ct_low_body(low, fn, node->kid[CT_LASTING_BODY]);
    if (ok && !low->duration_used)
        ok = ct_low_refuse(low, node->kid[CT_LASTING_DURATION], "a duration of this");
    low->duration = outer;
    low->duration_while = outer_while;
    low->duration_used = used;
    return ok;
}

/* ---- sequences ---------------------------------------------------------------------------------------------------- */

static bool is_replacing_if(const ct_node *node)
{
    return ct_is(node, CT_IF) && ct_is(node->kid[CT_IF_BODY], CT_INSTEAD);
}

static bool sequence(struct ct_low *low, struct ct_fn *fn, ct_node *seq)
{
    ct_val subject = low->subject;
    for (uint32_t i = 0; i < seq->nkids; i++) {
        ct_node *node = seq->kid[i], *next = i + 1 < seq->nkids ? seq->kid[i + 1] : NULL;
        bool ok;
        if (is_replacing_if(next)) {
            ok = replaced_step(low, fn, node, next);
            i++;
        } else if (ct_is(node, CT_IF) && ct_is(next, CT_OTHERWISE) && !node->kid[CT_IF_ELSE]) {
            ct_see(node);
            ct_see(next);
            ok = if_else(low, fn, node->kid[CT_IF_CONDITION], node->kid[CT_IF_BODY],
                         next->kid[CT_OTHERWISE_BODY]);
            i++;
        } else {
            ok = ct_low_body(low, fn, node);
        }
        if (!ok)
            return false;
        if (seq->kind == CT_SEQ)
            low->subject = subject;
    }
    low->subject = subject;
    return true;
}

bool ct_low_body(struct ct_low *low, struct ct_fn *fn, ct_node *body)
{
    if (!body)
        return false;
    if (low->failed)
        return false;
    ct_see(body);
    fn->span = body->span;
    switch (body->kind) {
    case CT_SEQ:
    case CT_THEN:
    case CT_AND: return sequence(low, fn, body);
    case CT_CLAUSE: return ct_low_clause(low, fn, body);
    case CT_MODAL: return modal_body(low, fn, body);
    case CT_IF:
        if (low->duration >= 0 && !body->kid[CT_IF_ELSE] && ct_is(body->kid[CT_IF_BODY], CT_MODAL) &&
            ct_low_is_permission(low, body->kid[CT_IF_BODY]))
            return ct_low_rule(low, fn, body);
        if (is_replacing_if(body))
            return ct_low_refuse(low, body->kid[CT_IF_BODY], "what is done instead of this");
        return if_else(low, fn, body->kid[CT_IF_CONDITION], body->kid[CT_IF_BODY],
                       body->kid[CT_IF_ELSE]);
    case CT_UNLESS: return unless(low, fn, body);
    case CT_FOR_EACH: return for_each(low, fn, body);
    case CT_WHERE: return where(low, fn, body);
    case CT_LASTING: return lasting(low, fn, body);
    case CT_DELAYED: return ct_low_delayed(low, fn, body);
    case CT_REPLACE: return ct_low_replace_this_turn(low, fn, body);
    case CT_EXCEPT: return ct_low_except(low, fn, body);
    case CT_MODES: return ct_low_modes_now(low, fn, body);
    default: return ct_low_refuse(low, body, "this instruction");
    }
}

/* ---- durations [CR 611.2] -------------------------------------------------------------------------------------------- */

static bool until(struct ct_low *low, ct_node *np)
{
    const ct_node *head = ct_head_word(np);
    ct_node *whose = ct_is(np, CT_NP) ? np->kid[CT_NP_POSSESSOR] : NULL;
    if (ct_is(np, CT_NP) && ct_head_is(np, CT_N_END) && np->nkids == CT_NP_REST + 1 &&
        ct_is(np->kid[CT_NP_REST], CT_PP)) { /* "the end of your next turn" */
        ct_node *turn = np->kid[CT_NP_REST]->kid[CT_PP_OBJECT];
        if (ct_is(turn, CT_NP) && ct_low_is_you(turn->kid[CT_NP_POSSESSOR]) &&
            ct_low_has_state(turn, CT_WSTATE_NEXT) && ct_head_is(turn, CT_N_TURN)) {
            low->duration = CT_DUR_END_YOUR_NEXT_TURN;
            ct_see_all(np);
            return true;
        }
    }
    if (ct_low_is_you(whose) && ct_low_has_state(np, CT_WSTATE_NEXT) && ct_is(head, CT_NOUN) &&
        np->nkids == CT_NP_REST) {
        switch (head->num) {
        case CT_N_TURN: low->duration = CT_DUR_YOUR_NEXT_TURN; break;
        case CT_N_END_STEP: low->duration = CT_DUR_YOUR_NEXT_END_STEP; break;
        case CT_N_UPKEEP: low->duration = CT_DUR_YOUR_NEXT_UPKEEP; break;
        default: return ct_low_refuse(low, np, "this duration");
        }
        ct_see_all(np);
        return true;
    }
    return ct_low_refuse(low, np, "this duration");
}

bool ct_low_duration(struct ct_low *low, ct_node *node)
{
    ct_node *of = node->kid[CT_DURATION_OF];
    ct_see(node);
    low->duration_while = NULL;
    switch (node->num) {
    case CT_DURATION_END_OF_TURN:
    case CT_DURATION_THIS_TURN:
    case CT_DURATION_REST_OF_TURN: low->duration = CT_DUR_END_OF_TURN; return true;
    case CT_DURATION_END_OF_COMBAT:
    case CT_DURATION_THIS_COMBAT: low->duration = CT_DUR_END_OF_COMBAT; return true;
    case CT_DURATION_REST_OF_GAME: low->duration = CT_DUR_FOREVER; return true;
    case CT_DURATION_UNTIL: return of ? until(low, of) : ct_low_refuse(low, node, "this duration");
    case CT_DURATION_FOR_AS_LONG_AS:
        low->duration = CT_DUR_WHILE;
        low->duration_while = of;
        return of || ct_low_refuse(low, node, "this duration");
    case CT_DURATION_UNTIL_EVENT:
        if (ct_is(of, CT_CLAUSE) && of->num == CT_V_LEAVE &&
            ct_low_is_self(of->kid[CT_CLAUSE_SUBJECT]) &&
            ct_zone_of_np(of->kid[CT_CLAUSE_OBJECT]) == CT_ZM_BATTLEFIELD) {
            low->duration = CT_DUR_SOURCE_LEAVES;
            ct_see_all(of);
            return true;
        }
        return ct_low_refuse(low, of ? of : node, "this duration");
    default: return ct_low_refuse(low, node, "this duration");
    }
}
