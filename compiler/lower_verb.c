/* Instructions: one clause, by its verb. */
#include "compiler/lower_verb.h"
#include "compiler/lower_static.h"

/* ---- parts of a clause ----------------------------------------------------------------------------------- */

ct_node *ct_cl_pp(const struct ct_cl *c, int32_t preposition)
{
    for (uint32_t i = CT_CLAUSE_REST; i < c->node->nkids; i++)
        if (ct_is(c->node->kid[i], CT_PP) && c->node->kid[i]->num == preposition &&
            (c->again || !ct_seen(c->node->kid[i])))
            return c->node->kid[i];
    return NULL;
}

static bool take(const struct ct_cl *c, int kind, int32_t num)
{
    for (uint32_t i = CT_CLAUSE_REST; i < c->node->nkids; i++)
        if (ct_is(c->node->kid[i], kind) && c->node->kid[i]->num == num) {
            ct_see(c->node->kid[i]);
            return true;
        }
    return false;
}

bool ct_cl_adverb(const struct ct_cl *c, int32_t adverb) { return take(c, CT_ADVERB, adverb); }

/* Also in "tapped and attacking". */
bool ct_cl_state(const struct ct_cl *c, int32_t state)
{
    for (uint32_t i = CT_CLAUSE_REST; i < c->node->nkids; i++) {
        ct_node *and = c->node->kid[i];
        for (uint32_t k = 0; ct_is(and, CT_AND) && k < and->nkids; k++)
            if (ct_is(and->kid[k], CT_STATE) && and->kid[k]->num == state) {
                ct_see(and);
                ct_see(and->kid[k]);
                return true;
            }
    }
    return take(c, CT_STATE, state);
}

/* An instruction says how many it is about: "destroy all creatures", never "destroy creatures". */
bool ct_low_not_bare(struct ct_low *low, const ct_node *np)
{
    if (np->kind != CT_NP || np->num != CT_DET_NONE || np->kid[CT_NP_QUANTITY] || np->kid[CT_NP_POSSESSOR] ||
        !(np->flags & CT_F_PLURAL) || ct_is_target(np) || ct_low_is_reference(np) || !np->kid[CT_NP_WORDS])
        return true;
    return ct_low_error(low, CT_ERR_INCOMPLETE, np, "how many: \"all\" of them, or a number?");
}

bool ct_cl_act(struct ct_cl *c, ct_val *out)
{
    ct_node *object = ct_cl_object(c);
    if (!object)
        return ct_low_refuse(c->low, c->node, "this instruction without an object");
    return ct_low_not_bare(c->low, object) && ct_low_operand(c->low, c->fn, object, CT_USE_ACT, out);
}

uint16_t ct_cl_player(struct ct_cl *c) { return ct_low_entity(c->low, c->fn, c->subject); }

void ct_cl_result(struct ct_cl *c, ct_val val, int flags) { ct_low_define(c->node, val, flags); }

static ct_val new_list(struct ct_cl *c) { return ct_low_new(c->low, CT_T_LIST); }

/* ---- verbs that act on permanents and spells ---------------------------------------------------------------- */

static bool on_object(struct ct_cl *c, ct_op op, int32_t imm, int flags)
{
    ct_val object, result;
    if (!ct_cl_act(c, &object))
        return false;
    result = new_list(c);
    ct_op2(c->fn, op, result.slot, object.slot, imm);
    ct_low_moved(c->low, ct_cl_object(c), flags);
    ct_cl_result(c, result, flags);
    return true;
}

bool ct_lower_destroy(struct ct_cl *c) { return on_object(c, CT_OP_DESTROY, 0, CT_DEF_OUT); }
bool ct_lower_tap(struct ct_cl *c) { return on_object(c, CT_OP_TAP, 0, 0); }
bool ct_lower_untap(struct ct_cl *c) { return on_object(c, CT_OP_UNTAP, 0, 0); }
bool ct_lower_counter(struct ct_cl *c) { return on_object(c, CT_OP_COUNTERIT, 0, CT_DEF_OUT); }

bool ct_lower_regenerate(struct ct_cl *c)
{
    ct_val object;
    if (!ct_cl_act(c, &object))
        return false;
    ct_op1(c->fn, CT_OP_REGEN, object.slot, 0);
    return true;
}

bool ct_lower_unattach(struct ct_cl *c)
{
    ct_val object;
    if (!ct_cl_act(c, &object))
        return false;
    ct_op1(c->fn, CT_OP_UNATTACH, object.slot, 0);
    return true;
}

bool ct_lower_transform(struct ct_cl *c)
{
    ct_val object = c->subject;
    if (ct_cl_object(c) ? !ct_cl_act(c, &object) : !c->subject_np)
        return ct_low_refuse(c->low, c->node, "this instruction");
    ct_op2(c->fn, CT_OP_TURNFACE, object.slot, CT_TURN_TRANSFORM, 0);
    return true;
}

/* "Sacrifice a creature": of those the player controls [CR 701.21a]. */
bool ct_lower_sacrifice(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *np = ct_cl_object(c);
    ct_val object, result = new_list(c);
    uint16_t player = ct_cl_player(c), list;
    if (!np)
        return ct_low_refuse(low, c->node, "this instruction without an object");
    if (ct_low_is_reference(np)) {
        if (!ct_cl_act(c, &object))
            return false;
    } else if (np->kind == CT_NP || np->kind == CT_OR) {
        struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
        int32_t no = ct_label(is);
        uint32_t outer = low->ambient;
        low->ambient = CT_ZM_BATTLEFIELD;
        uint16_t whose = ct_low_gete(low, is, CT_S_IT, CT_EP_CONTROLLER), same = ct_low_num(low);
        ct_op3(is, CT_OP_SAME, same, whose, player, 0);
        ct_low_unless(is, same, false, no);
        bool ok = ct_low_test_np(low, is, np, CT_S_IT, no);
        low->ambient = outer;
        ct_low_finish_test(low, is, no);
        list = ct_slot(low->ab->frame, CT_T_LIST);
        ct_op3(c->fn, CT_OP_COLLECT, list, CT_ZM_BATTLEFIELD, is->index, 0);
        uint16_t actor = low->actor;
        low->actor = player;
        ok = ok && ct_low_all_or_some(low, c->fn, np, list, &object);
        low->actor = actor;
        if (!ok)
            return false;
    } else {
        return ct_low_refuse(low, np, "sacrificing this");
    }
    if (low->gather)
        ct_op3(c->fn, CT_OP_APPEND, low->gather, low->gather, object.slot, 0);
    else
        ct_op3(c->fn, CT_OP_SACRIFICE, result.slot, player, object.slot, 0);
    ct_low_moved(low, np, CT_DEF_OUT);
    ct_cl_result(c, result, CT_DEF_OUT);
    return true;
}

bool ct_lower_attach(struct ct_cl *c)
{
    ct_val what, to;
    ct_node *pp = ct_cl_pp(c, CT_PREP_TO);
    if (!pp)
        return ct_low_refuse(c->low, c->node, "attaching to nothing");
    ct_see(pp);
    if (!ct_cl_act(c, &what) ||
        !ct_low_operand(c->low, c->fn, pp->kid[CT_PP_OBJECT], CT_USE_ACT, &to))
        return false;
    uint16_t done = ct_low_num(c->low);
    ct_op3(c->fn, CT_OP_ATTACH, done, ct_low_entity(c->low, c->fn, what),
           ct_low_entity(c->low, c->fn, to), 0);
    ct_cl_result(c, (ct_val){CT_T_NUM, done}, 0);
    return true;
}

/* [CR 701.14] "A fights B", "A and B fight each other" */
bool ct_lower_fight(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_val other;
    uint16_t done = ct_low_num(low);
    ct_node *np = ct_cl_object(c);
    if (!c->subject_np || !np)
        return ct_low_refuse(low, c->node, "this fight");
    if (np->kind == CT_PRONOUN && np->num == CT_PRONOUN_EACH_OTHER) {
        ct_see(np);
        uint16_t list = ct_low_list(low, c->fn, c->subject), e[2];
        for (int i = 0; i < 2; i++) {
            e[i] = ct_slot(low->ab->frame, CT_T_ENT);
            ct_op3(c->fn, CT_OP_NTH, e[i], list, ct_low_const(low, c->fn, i), 0);
        }
        ct_op3(c->fn, CT_OP_FIGHT, done, e[0], e[1], 0);
        return true;
    }
    if (!ct_cl_act(c, &other))
        return false;
    ct_op3(c->fn, CT_OP_FIGHT, done, ct_low_entity(low, c->fn, c->subject),
           ct_low_entity(low, c->fn, other), 0);
    ct_cl_result(c, (ct_val){CT_T_NUM, done}, 0);
    return true;
}

/* ---- damage [CR 120] ------------------------------------------------------------------------------------------- */

/* "4 damage divided as you choose among any number of targets" [CR 601.2d] */
static bool divided(struct ct_cl *c, ct_node *participle, uint16_t amount)
{
    struct ct_low *low = c->low;
    ct_node *body = participle->kid[0], *among = NULL;
    for (uint32_t i = CT_CLAUSE_REST; i < body->nkids; i++) {
        ct_node *kid = body->kid[i];
        ct_see(kid);
        if (ct_is(kid, CT_PP) && kid->num == CT_PREP_AMONG)
            among = kid->kid[CT_PP_OBJECT];
        else if (!ct_is(kid, CT_ADVERB) || kid->num != CT_ADV_AS_YOU_CHOOSE)
            return ct_low_refuse(low, kid, "this way to divide");
    }
    if (!among || !ct_is_target(among))
        return ct_low_refuse(low, participle, "dividing damage among these");
    ct_see(participle);
    ct_see(body);
    ct_see_all(body->kid[CT_CLAUSE_SUBJECT]);
    ct_val targets, parts = ct_low_new(low, CT_T_LIST);
    if (!ct_low_operand(low, c->fn, among, CT_USE_ACT, &targets) ||
        !ct_low_divide_target(low, among, parts.slot, amount, ct_cl_object(c)))
        return false;
    uint16_t one = ct_low_const(low, c->fn, 1), dealt = ct_low_num(low);
    ct_op4(c->fn, CT_OP_DAMAGE, dealt, ct_cl_player(c), parts.slot, one, 0);
    ct_cl_result(c, (ct_val){CT_T_NUM, dealt}, 0);
    return true;
}

/* "deals damage to that player equal to ...": the amount stands behind whom it is dealt to. */
static ct_node *equal_behind(const ct_node *clause)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_EQUAL))
            return clause->kid[i];
    return NULL;
}

bool ct_lower_deal(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *damage = ct_cl_object(c), *to = ct_cl_pp(c, CT_PREP_TO);
    uint16_t amount;
    ct_val whom;
    if (!c->subject_np || !ct_is(damage, CT_NP) || !ct_head_is(damage, CT_N_DAMAGE) ||
        ct_combat_word(damage))
        return ct_low_refuse(low, c->node, "dealing this");
    ct_see(damage);
    ct_see_all(damage->kid[CT_NP_WORDS]);
    ct_node *equal = equal_behind(c->node);
    amount = ct_low_num(low);
    if (!equal && !ct_low_amount(low, c->fn, damage, &amount))
        return false;
    ct_low_define(damage, (ct_val){CT_T_NUM, amount}, 0);
    for (uint32_t i = CT_NP_REST; i < damage->nkids; i++)
        if (ct_is(damage->kid[i], CT_PARTICIPLE) && ct_is(damage->kid[i]->kid[0], CT_CLAUSE) &&
            damage->kid[i]->kid[0]->num == CT_V_DIVIDE)
            return divided(c, damage->kid[i], amount);
    if (!to)
        return ct_low_refuse(low, c->node, "damage to nothing");
    ct_see(to);
    if (!ct_low_operand(low, c->fn, to->kid[CT_PP_OBJECT], CT_USE_ACT, &whom))
        return false;
    if (equal) { /* it may speak of whom the damage is dealt to */
        uint16_t value;
        if (!ct_low_quantity(low, c->fn, equal, &value))
            return false;
        ct_op2(c->fn, CT_OP_MOVN, amount, value, 0);
        if (!ct_low_times(low, c->fn, &amount))
            return false;
    }
    uint16_t dealt = ct_low_num(low);
    ct_op4(c->fn, CT_OP_DAMAGE, dealt, ct_cl_player(c), whom.slot, amount, 0);
    ct_cl_result(c, (ct_val){CT_T_NUM, dealt}, 0);
    return true;
}

/* ---- counters ----------------------------------------------------------------------------------------------------- */

bool ct_lower_remove(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *counters = ct_cl_object(c), *from = ct_cl_pp(c, CT_PREP_FROM);
    uint32_t symbol;
    uint16_t amount, removed = ct_low_num(low);
    ct_val of;
    if (!ct_is(counters, CT_NP) || !ct_head_is(counters, CT_N_COUNTER) || !from ||
        counters->nkids > CT_NP_REST)
        return ct_low_refuse(low, c->node, "removing this");
    ct_see(from);
    ct_see(counters);
    if (!ct_low_counter_words(low, counters->kid[CT_NP_WORDS], &symbol))
        return false;
    if (counters->num == CT_DET_ALL)
        amount = ct_low_const(low, c->fn, INT32_MAX);
    else if (!ct_low_amount(low, c->fn, counters, &amount))
        return false;
    if (!ct_low_operand(low, c->fn, from->kid[CT_PP_OBJECT], CT_USE_ACT, &of))
        return false;
    ct_op3(c->fn, CT_OP_REMCNT, removed, of.slot, amount, (int32_t)symbol);
    ct_low_define(counters, (ct_val){CT_T_NUM, removed}, 0);
    ct_cl_result(c, (ct_val){CT_T_NUM, removed}, 0);
    return true;
}

/* "Distribute three +1/+1 counters among any number of target creatures" */
/* "Move a +1/+1 counter from this creature onto target creature" [CR 122.5] */
bool ct_lower_move(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *counters = ct_cl_object(c), *from = ct_cl_pp(c, CT_PREP_FROM);
    ct_node *onto = ct_cl_pp(c, CT_PREP_ONTO);
    uint32_t symbol;
    uint16_t amount, moved = ct_low_num(low);
    ct_val giver, taker;
    if (!ct_is(counters, CT_NP) || !ct_head_is(counters, CT_N_COUNTER) || !from || !onto ||
        counters->nkids > CT_NP_REST)
        return ct_low_refuse(low, c->node, "moving this");
    ct_see(counters);
    ct_see(from);
    ct_see(onto);
    if (!ct_low_counter_words(low, counters->kid[CT_NP_WORDS], &symbol))
        return false;
    if (counters->num == CT_DET_ALL)
        amount = ct_low_const(low, c->fn, INT32_MAX);
    else if (!ct_low_amount(low, c->fn, counters, &amount))
        return false;
    if (!ct_low_operand(low, c->fn, from->kid[CT_PP_OBJECT], CT_USE_ACT, &giver) ||
        !ct_low_operand(low, c->fn, onto->kid[CT_PP_OBJECT], CT_USE_ACT, &taker))
        return false;
    if (giver.type != CT_T_ENT || taker.type != CT_T_ENT)
        return ct_low_refuse(low, c->node, "moving counters of or to several");
    ct_op4(c->fn, CT_OP_MOVECNT, moved, giver.slot, amount, taker.slot, (int32_t)symbol);
    ct_low_define(counters, (ct_val){CT_T_NUM, moved}, 0);
    ct_cl_result(c, (ct_val){CT_T_NUM, moved}, 0);
    return true;
}

bool ct_lower_distribute(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *counters = ct_cl_object(c), *among = ct_cl_pp(c, CT_PREP_AMONG);
    ct_node *np = among ? among->kid[CT_PP_OBJECT] : NULL;
    uint32_t symbol;
    uint16_t amount, put = ct_low_num(low);
    ct_val targets, parts = ct_low_new(low, CT_T_LIST);
    if (!ct_is(counters, CT_NP) || !ct_head_is(counters, CT_N_COUNTER) || !ct_is(np, CT_NP) ||
        !ct_is_target(np) || counters->nkids > CT_NP_REST)
        return ct_low_refuse(low, c->node, "distributing this");
    ct_see(counters);
    ct_see(among);
    if (!ct_low_counter_words(low, counters->kid[CT_NP_WORDS], &symbol) ||
        !ct_low_amount(low, c->fn, counters, &amount) ||
        !ct_low_operand(low, c->fn, np, CT_USE_ACT, &targets) ||
        !ct_low_divide_target(low, np, parts.slot, amount, counters))
        return false;
    uint16_t list = ct_slot(low->ab->frame, CT_T_LIST), one = ct_low_const(low, c->fn, 1);
    ct_op2(c->fn, CT_OP_MOVL, list, parts.slot, 0);
    struct ct_loop loop = ct_low_loop(low, c->fn, list); /* once for each part */
    ct_op3(c->fn, CT_OP_ADDCNT, put, loop.element, one, (int32_t)symbol);
    ct_low_loop_end(c->fn, loop);
    return true;
}

/* "Double its power until end of turn" [CR 701.10a-701.10c]; "double the number of +1/+1 counters on it" */
bool ct_lower_double(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *np = ct_cl_object(c);
    ct_node *of = ct_is(np, CT_NUMBER_OF) ? np->kid[0] : NULL;
    if (of && ct_is(of, CT_NP) && ct_head_is(of, CT_N_COUNTER) && of->nkids == CT_NP_REST + 1 &&
        ct_is(of->kid[CT_NP_REST], CT_PP) && of->kid[CT_NP_REST]->num == CT_PREP_ON) {
        uint32_t symbol;
        ct_val on;
        uint16_t count, put = ct_low_num(low);
        ct_see(np);
        ct_see(of);
        ct_see(of->kid[CT_NP_REST]);
        if (!ct_low_counter_words(low, of->kid[CT_NP_WORDS], &symbol) ||
            !ct_low_operand(low, c->fn, of->kid[CT_NP_REST]->kid[CT_PP_OBJECT], CT_USE_ACT, &on))
            return false;
        count = ct_low_num(low);
        uint16_t it = ct_low_entity(low, c->fn, on);
        ct_op2(c->fn, CT_OP_CNTRS, count, it, (int32_t)symbol);
        ct_op3(c->fn, CT_OP_ADDCNT, put, it, count, (int32_t)symbol);
        return true;
    }
    return ct_low_double_stat(c);
}

/* "Exchange control of two target permanents" [CR 701.12b] */
bool ct_lower_exchange(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *np = ct_cl_object(c), *of = NULL;
    ct_val two;
    uint16_t e[2], done = ct_low_num(low);
    if (ct_is(np, CT_NP) && np->nkids == CT_NP_REST + 1 && ct_is(np->kid[CT_NP_REST], CT_PP) &&
        np->kid[CT_NP_REST]->num == CT_PREP_OF && ct_low_is_control_word(np))
        of = np->kid[CT_NP_REST]->kid[CT_PP_OBJECT];
    if (!of)
        return ct_low_refuse(low, c->node, "exchanging this");
    ct_see(np);
    ct_see(np->kid[CT_NP_REST]);
    ct_see_all(np->kid[CT_NP_WORDS]);
    if (!ct_low_operand(low, c->fn, of, CT_USE_ACT, &two))
        return false;
    uint16_t list = ct_low_list(low, c->fn, two);
    for (int i = 0; i < 2; i++) {
        e[i] = ct_slot(low->ab->frame, CT_T_ENT);
        ct_op3(c->fn, CT_OP_NTH, e[i], list, ct_low_const(low, c->fn, i), 0);
    }
    struct ct_fn *layer = ct_fn_open(low->ab, CT_FN_LAYER);
    ct_op1(layer, CT_OP_L_CONTROL, CT_S_EVPLAYER, 0); /* the other's controller, set by EXCHANGE */
    ct_op_imm(layer, CT_OP_END, 0);
    ct_rec_effect rec = ct_effect_record(CT_EFF_CONTINUOUS);
    ct_rec_part part = {CT_LAYER_CONTROL, layer->index};
    rec.part0 = ct_emit_part(low->emit, &part, 1);
    rec.nparts = 1;
    ct_op4(c->fn, CT_OP_EXCHANGE, done, e[0], e[1], 0, (int32_t)ct_emit_effect(low->emit, &rec, 1));
    return true;
}

/* ---- keyword actions [CR 701]: explores, scry 2 ------------------------------------------------------------------------ */

bool ct_lower_action(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    const struct ct_action_info *info = ct_action_of_verb(low->c, c->node->num);
    ct_node *quantity = NULL, *object = ct_cl_object(c);
    uint16_t number;
    ct_val result = new_list(c), objects;
    if (object && (object->kind == CT_NUMBER || object->kind == CT_VARIABLE ||
                   object->kind == CT_PARAMETER || object->kind == CT_THAT_MANY ||
                   object->kind == CT_NP))
        quantity = object;
    if (object && (!quantity || !info->number))
        return ct_low_refuse(low, object, "this with a keyword action");
    if (quantity ? !ct_low_quantity(low, c->fn, quantity, &number) : false)
        return false;
    if (!quantity)
        number = ct_low_const(low, c->fn, 0);
    if (info->number && !quantity)
        return ct_low_refuse(low, c->node, "this keyword action without a number");
    if (info->by_object != (c->subject_np && !(ct_low_is_you(c->subject_np)) &&
                            !ct_low_is_player_np(low, c->subject_np)))
        return ct_low_refuse(low, c->node, "this keyword action by this subject");
    uint16_t actor = low->actor;
    if (info->by_object) {
        objects = c->subject;
    } else {
        actor = ct_cl_player(c);
        objects = ct_low_new(low, CT_T_ENT); /* nobody: once, by the actor alone */
        ct_op1(c->fn, CT_OP_NONE, objects.slot, 0);
    }
    ct_cl_adverb(c, CT_ADV_AGAIN); /* "explores again": another time, as written */
    uint16_t times = 0;
    if (!ct_low_repetitions(c, &times))
        return false;
    if (!times) {
        ct_op4(c->fn, CT_OP_ACTION, result.slot, actor, objects.slot, number, (int32_t)info->index);
    } else {
        struct ct_loop loop = ct_low_repeat(low, c->fn, times);
        ct_op4(c->fn, CT_OP_ACTION, result.slot, actor, objects.slot, number, (int32_t)info->index);
        ct_low_loop_end(c->fn, loop);
    }
    return true;
}

/* ---- the table ------------------------------------------------------------------------------------------------------------ */

enum { EACH_PLAYER = 1 }; /* lower_verbs.def */

static const struct {
    int32_t verb;
    ct_lower_verb *lower;
    int flags;
} verbs[] = {
#define CT_LOWER(VERB, FUNCTION, FLAGS) {CT_V_##VERB, ct_lower_##FUNCTION, FLAGS},
#include "compiler/lower_verbs.def"
#undef CT_LOWER
};

static bool lower_one(struct ct_cl *c)
{
    if (ct_action_of_verb(c->low->c, c->node->num) && c->node->num != CT_V_FIGHT)
        return ct_lower_action(c);
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (verbs[i].verb == c->node->num)
            return verbs[i].lower(c);
    return ct_low_refuse(c->low, c->node, "this instruction");
}

static int verb_flags(int32_t verb)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (verbs[i].verb == verb)
            return verbs[i].flags;
    return 0;
}

/* Whether something in NODE refers to DEF. */
static bool mentions(const ct_node *node, const ct_node *def)
{
    if (!node)
        return false;
    if (node->bind == def)
        return true;
    for (uint32_t i = 0; i < node->nkids; i++)
        if (mentions(node->kid[i], def))
            return true;
    return false;
}

static bool mentions_behind(const ct_node *clause, const ct_node *def)
{
    for (uint32_t i = CT_CLAUSE_OBJECT; i < clause->nkids; i++)
        if (mentions(clause->kid[i], def))
            return true;
    return false;
}

static bool finish(struct ct_cl *c, bool ok) { return ok && ct_low_no_more(c->low, c->node); }

/* What all players have chosen in turn is sacrificed or discarded at the same time [CR 101.4]. */
static void gathered(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_op op = c->node->num == CT_V_SACRIFICE ? CT_OP_SACRIFICE : CT_OP_DISCARD;
    ct_val result = ct_low_new(low, CT_T_LIST);
    uint16_t nobody = ct_slot(low->ab->frame, CT_T_ENT);
    ct_op1(c->fn, CT_OP_NONE, nobody, 0);
    ct_op3(c->fn, op, result.slot, nobody, low->gather, 0);
    c->again = false;
    ct_cl_result(c, result, op == CT_OP_SACRIFICE ? CT_DEF_OUT : 0);
}

static bool each_in_turn(struct ct_cl *c, ct_node *def)
{
    struct ct_low *low = c->low;
    uint16_t outer = low->gather;
    low->gather = 0;
    if (c->node->num == CT_V_SACRIFICE || c->node->num == CT_V_DISCARD) {
        low->gather = ct_slot(low->ab->frame, CT_T_LIST);
        ct_op1(c->fn, CT_OP_EMPTY, low->gather, 0);
    }
    ct_val all = c->subject, kept;
    int flags;
    bool had = def && ct_low_defined(def, &kept, &flags);
    uint16_t actor = low->actor;
    struct ct_loop loop = ct_low_loop(low, c->fn, ct_low_list(low, c->fn, all));
    c->subject = (ct_val){CT_T_ENT, loop.element};
    c->again = true;
    if (def)
        ct_low_define(def, c->subject, 0);
    if (ct_low_is_player_np(low, c->subject_np))
        low->actor = loop.element;
    bool ok = lower_one(c);
    low->actor = actor;
    ct_low_loop_end(c->fn, loop);
    if (had)
        ct_low_define(def, kept, flags);
    c->subject = all;
    if (ok && low->gather)
        gathered(c);
    low->gather = outer;
    return ok;
}

bool ct_low_for_each_player(struct ct_low *low, struct ct_fn *fn, ct_node *np, ct_node *node,
                            bool (*one)(struct ct_low *, struct ct_fn *, ct_node *, uint16_t))
{
    ct_val all;
    if (!ct_low_operand(low, fn, np, CT_USE_READ, &all))
        return false;
    struct ct_loop loop = ct_low_loop(low, fn, ct_low_list(low, fn, all));
    ct_low_define(np, (ct_val){CT_T_ENT, loop.element}, 0);
    bool ok = one(low, fn, node, loop.element);
    ct_low_loop_end(fn, loop);
    return ok;
}

bool ct_low_clause(struct ct_low *low, struct ct_fn *fn, ct_node *node)
{
    struct ct_cl c = {.low = low, .fn = fn, .node = node};
    ct_node *np = node->kid[CT_CLAUSE_SUBJECT];
    ct_see(node);
    fn->span = node->span;
    if (node->flags & (CT_F_PASSIVE | CT_F_PAST | CT_F_PERFECT | CT_F_NOT))
        return ct_low_refuse(low, node, "this as an instruction");
    c.subject = (ct_val){CT_T_ENT, low->actor};
    low->rounding = NULL;
    for (uint32_t i = CT_CLAUSE_REST; i < node->nkids; i++)
        if (ct_is(node->kid[i], CT_ADVERB) && (node->kid[i]->num == CT_ADV_ROUNDED_UP ||
                                               node->kid[i]->num == CT_ADV_ROUNDED_DOWN))
            low->rounding = node->kid[i];
    if (np) {
        c.subject_np = np->kind == CT_SAME && np->bind ? np->bind : np;
        if (!ct_low_operand(low, fn, np, CT_USE_ACT, &c.subject))
            return false;
        low->subject = c.subject;
    }
    uint16_t actor = low->actor;
    ct_node *def = c.subject_np && c.subject_np->bind && ct_low_is_reference(c.subject_np)
                       ? c.subject_np->bind
                       : c.subject_np;
    bool player = !np || ct_low_is_player_np(low, c.subject_np);
    if (c.subject.type == CT_T_LIST &&
        ((player && (verb_flags(node->num) & EACH_PLAYER)) || mentions_behind(node, def)))
        return finish(&c, each_in_turn(&c, def));
    if (player && c.subject.type == CT_T_ENT)
        low->actor = c.subject.slot;
    bool ok = lower_one(&c);
    low->actor = actor;
    return finish(&c, ok);
}
