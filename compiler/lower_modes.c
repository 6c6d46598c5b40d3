/* Modes [CR 700.2], delayed and reflexive triggered abilities [CR 603.7, 603.12]. */
#include "compiler/lower_event.h"
#include "compiler/lower_verb.h"

/* ---- modes ---------------------------------------------------------------------------------------------------- */

static uint32_t constant(struct ct_low *low, int32_t value)
{
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    ct_op1(fn, CT_OP_RETN, ct_low_const(low, fn, value), 0);
    return fn->index;
}

/* "one", "two", "one or both", "one or more", "up to one": least and most. */
static bool range(struct ct_low *low, const ct_node *quantity, int32_t nmodes, int32_t *least,
                  int32_t *most)
{
    const ct_node *of = quantity;
    switch (quantity->kind) {
    case CT_UP_TO:
        *least = 0;
        return ct_low_plain_number(low, quantity->kid[0], most);
    case CT_AT_LEAST:
        *most = nmodes;
        return ct_low_plain_number(low, quantity->kid[0], least);
    case CT_OR:
        if (quantity->nkids != 2 || !ct_low_plain_number(low, quantity->kid[0], least))
            return false;
        of = quantity->kid[1];
        if (ct_is(of, CT_PRONOUN) && of->num == CT_PRONOUN_BOTH) {
            *most = 2;
            return nmodes == 2;
        }
        if (ct_is(of, CT_NP) && of->num == CT_DET_BOTH) {
            *most = 2;
            return nmodes == 2;
        }
        return ct_low_plain_number(low, of, most);
    default:
        *least = 0;
        if (!ct_low_plain_number(low, quantity, most))
            return false;
        *least = *most;
        return true;
    }
}

/* What is chosen in the head: the quantity of "choose two". */
static ct_node *chosen_quantity(ct_node *what)
{
    if (ct_is(what, CT_NP) && what->kid[CT_NP_QUANTITY] && !what->kid[CT_NP_WORDS] &&
        what->nkids == CT_NP_REST)
        return what->kid[CT_NP_QUANTITY];
    if (ct_is(what, CT_OR) && what->nkids == 2 && ct_is(what->kid[0], CT_NP) &&
        what->kid[0]->kid[CT_NP_QUANTITY])
        return what;
    return what;
}

static bool or_of_nps(struct ct_low *low, const ct_node *what, int32_t nmodes, int32_t *least,
                      int32_t *most)
{
    const ct_node *first = what->kid[0], *second = what->kid[1];
    if (!ct_is(first, CT_NP) || !first->kid[CT_NP_QUANTITY] ||
        !ct_low_plain_number(low, first->kid[CT_NP_QUANTITY], least))
        return false;
    if ((ct_is(second, CT_PRONOUN) && second->num == CT_PRONOUN_BOTH) ||
        (ct_is(second, CT_NP) && second->num == CT_DET_BOTH)) {
        *most = 2;
        return nmodes == 2;
    }
    return ct_is(second, CT_NP) && second->kid[CT_NP_QUANTITY] &&
           ct_low_plain_number(low, second->kid[CT_NP_QUANTITY], most);
}

static bool head(struct ct_low *low, ct_node *clause, int32_t nmodes)
{
    ct_node *what = ct_is(clause, CT_CLAUSE) ? clause->kid[CT_CLAUSE_OBJECT] : NULL;
    int32_t least, most;
    if (!what || clause->num != CT_V_CHOOSE || clause->kid[CT_CLAUSE_SUBJECT] ||
        clause->nkids > CT_CLAUSE_REST)
        return ct_low_refuse(low, clause, "choosing modes this way");
    bool ok = ct_is(what, CT_OR) && what->nkids == 2 && ct_is(what->kid[0], CT_NP)
                  ? or_of_nps(low, what, nmodes, &least, &most)
                  : range(low, chosen_quantity(what), nmodes, &least, &most);
    if (!ok || least < 0 || most < least || most > nmodes)
        return ct_low_refuse(low, what, "this many modes");
    ct_see_all(clause);
    low->ab->rec.fn_mode_min = constant(low, least);
    low->ab->rec.fn_mode_max = constant(low, most);
    return true;
}

enum { MOST_MODES = 16 };

bool ct_low_modes(struct ct_low *low, ct_node *modes)
{
    ct_rec_mode recs[MOST_MODES];
    uint32_t count = modes->nkids - CT_MODES_REST;
    ct_see(modes);
    if (count > MOST_MODES)
        return ct_low_refuse(low, modes, "so many modes");
    if (!head(low, modes->kid[CT_MODES_HEAD], (int32_t)count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        ct_node *mode = modes->kid[CT_MODES_REST + i];
        ct_see(mode);
        ct_see(mode->kid[CT_MODE_LABEL]);
        recs[i] = (ct_rec_mode){.fn_effect = CT_NONE, .fn_cond = CT_NONE};
        recs[i].text = ct_low_text(low, mode->span);
        if (mode->kid[CT_MODE_COST] &&
            !ct_low_cost(low, mode->kid[CT_MODE_COST], &recs[i].cost0, &recs[i].ncosts))
            return false;
        low->mode = i;
        int moved = low->self_moved;
        if (!ct_low_targets(low, mode->kid[CT_MODE_BODY]))
            return false;
        struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_EFFECT);
        recs[i].fn_effect = fn->index;
        if (!ct_low_body(low, fn, mode->kid[CT_MODE_BODY]))
            return false;
        ct_op_imm(fn, CT_OP_END, 0);
        low->self_moved = moved;
        low->mode = CT_NONE;
    }
    low->ab->rec.mode0 = ct_emit_mode(low->emit, recs, count);
    low->ab->rec.nmodes = count;
    return true;
}

/* Modes that are chosen as the ability resolves. */
bool ct_low_modes_now(struct ct_low *low, struct ct_fn *fn, ct_node *modes)
{
    (void)fn;
    return ct_low_refuse(low, modes, "modes that are chosen on resolution");
}

/* ---- delayed ----------------------------------------------------------------------------------------------------- */

/* A new ability on the frame of the one being lowered: what must be put aside meanwhile. */
struct inner {
    struct ct_ab *ab;
    struct ct_low_target *targets, *last_target;
    uint32_t ntargets, mode;
    int duration, self_moved;
    ct_node *duration_while;
};

static void enter(struct ct_low *low, struct inner *saved, struct ct_ab *ab)
{
    *saved = (struct inner){low->ab,   low->targets,  low->last_target, low->ntargets,
                            low->mode, low->duration, low->self_moved,  low->duration_while};
    low->ab = ab;
    low->targets = low->last_target = NULL;
    low->ntargets = 0;
    low->mode = CT_NONE;
    low->duration = -1;
}

static void leave(struct ct_low *low, const struct inner *saved)
{
    low->ab = saved->ab;
    low->targets = saved->targets;
    low->last_target = saved->last_target;
    low->ntargets = saved->ntargets;
    low->mode = saved->mode;
    low->duration = saved->duration;
    low->self_moved = saved->self_moved;
    low->duration_while = saved->duration_while;
}

static bool delayed_parts(struct ct_low *low, ct_node *node, bool reflexive)
{
    ct_node *event = node->kid[CT_DELAYED_EVENT], *body = node->kid[CT_DELAYED_BODY];
    ct_node *condition = node->kid[CT_DELAYED_CONDITION];
    low->this_turn_ok = true;
    bool ok = reflexive || ct_low_event(low, event, &low->ab->rec);
    low->this_turn_ok = false;
    if (!ok)
        return false;
    if (condition && !ct_low_condition(low, condition, &low->ab->rec.fn_cond))
        return false;
    return ct_low_effect(low, body);
}

static bool says_this_turn(const ct_node *node)
{
    if (!node)
        return false;
    if (node->kind == CT_DURATION && node->num == CT_DURATION_THIS_TURN)
        return true;
    for (uint32_t i = 0; i < node->nkids; i++)
        if (says_this_turn(node->kid[i]))
            return true;
    return false;
}

bool ct_low_this_turn_within(const ct_node *node) { return says_this_turn(node); }

/* "When you do, ...": the ability triggers now, if that was done. */
static bool is_reflexive(const ct_node *event)
{
    return ct_is(event, CT_CLAUSE) && event->num == CT_V_DO;
}

bool ct_low_delayed(struct ct_low *low, struct ct_fn *fn, ct_node *node)
{
    ct_node *event = node->kid[CT_DELAYED_EVENT];
    bool reflexive = is_reflexive(event);
    int32_t no = ct_label(fn), duration = CT_DUR_FOREVER;
    struct ct_ab ab;
    struct inner saved;
    if (!event)
        return ct_low_refuse(low, node, "this delayed ability");
    if (reflexive && !ct_low_test(low, fn, event, no))
        return false;
    if (says_this_turn(event) || low->duration == CT_DUR_END_OF_TURN) {
        duration = CT_DUR_END_OF_TURN;
        low->duration_used = true;
    }
    ct_ab_open(&ab, low->emit, low->arena, low->ab->frame, CT_AB_DELAYED);
    if (node->form != CT_FORM_WHENEVER)
        ab.rec.flags |= CT_ABF_ONE_SHOT_DELAYED;
    enter(low, &saved, &ab);
    bool ok = delayed_parts(low, node, reflexive);
    ct_low_finish_ability(low, node->span);
    leave(low, &saved);
    low->ab->impure = low->ab->impure || ab.impure;
    uint32_t index = ct_emit_ability(low->emit, &ab.rec, 1);
    ct_frame_share(low->ab->frame, low->arena, index);
    if (reflexive)
        ct_op_imm(fn, CT_OP_REFLEX, (int32_t)index);
    else
        ct_op1(fn, CT_OP_DELAY, duration, (int32_t)index);
    ct_place(fn, no);
    return ok;
}
