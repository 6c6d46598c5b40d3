/* The driver of the lowering: abilities into records. */
#include "compiler/lower.h"
#include "compiler/lower_static.h"
#include "compiler/lower_verb.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- errors -------------------------------------------------------------------------------------------------- */

bool ct_low_report(struct ct_compiler *c, enum ct_code code, const struct ct_source *source,
                   struct ct_span span, const char *message)
{
    ct_diag_add(&c->diags, code, source, span, "%s", message);
    return false;
}

bool ct_low_error(struct ct_low *low, enum ct_code code, const ct_node *node, const char *format, ...)
{
    char message[256];
    va_list args;
    if (low->failed)
        return false;
    low->failed = true;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    struct ct_span span = node ? node->span : low->span;
    ct_diag_add(&low->c->diags, code, low->text, span, "%s", message);
    return false;
}

bool ct_low_refuse(struct ct_low *low, const ct_node *node, const char *why)
{
    return ct_low_error(low, CT_ERR_CANNOT_RUN, node,
                        "this is understood but cannot be run yet: %s", why);
}

bool ct_low_out_of_memory(struct ct_low *low)
{
    low->emit->failed = true;
    return ct_low_error(low, CT_ERR_OUT_OF_MEMORY, NULL, "memory is exhausted");
}

void ct_see_all(ct_node *node)
{
    if (!node)
        return;
    ct_see(node);
    for (uint32_t i = 0; i < node->nkids; i++)
        ct_see_all(node->kid[i]);
}

void ct_low_forget(ct_node *node)
{
    if (!node)
        return;
    node->flags &= ~(uint32_t)CT_SEEN;
    node->slot = 0;
    for (uint32_t i = 0; i < node->nkids; i++)
        ct_low_forget(node->kid[i]);
}

static const ct_node *unseen(const ct_node *node)
{
    if (!node)
        return NULL;
    if (!ct_seen(node))
        return node;
    for (uint32_t i = 0; i < node->nkids; i++) {
        const ct_node *found = unseen(node->kid[i]);
        if (found)
            return found;
    }
    return NULL;
}

/* The text of SPAN as a symbol, for prompts and logs. */
uint32_t ct_low_text(struct ct_low *low, struct ct_span span)
{
    if (span.end > low->text->len || span.start > span.end)
        return 0;
    return ct_emit_symbol(low->emit, low->text->text + span.start, span.end - span.start);
}

/* ---- targets in the order of the text [CR 601.2c] ---------------------------------------------------------------- */

bool ct_low_targets(struct ct_low *low, ct_node *node)
{
    ct_val val;
    if (!node || low->failed)
        return !low->failed;
    switch (node->kind) {
    case CT_QUOTED:
    case CT_DELAYED:
    case CT_MODES: return true; /* they choose their own */
    case CT_WHERE: {
        struct ct_where w = {.letter = node->num, .value = node->kid[CT_WHERE_VALUE],
                             .outer = low->where};
        low->where = &w;
        bool ok = ct_low_targets(low, node->kid[CT_WHERE_BODY]) &&
                  ct_low_targets(low, node->kid[CT_WHERE_VALUE]);
        low->where = w.outer;
        return ok;
    }
    case CT_OR:
        if (!ct_low_is_one_target(node))
            break;
        return ct_low_one_target(low, node, &val);
    default: break;
    }
    if (ct_is_target(node)) {
        int flags;
        if (!ct_low_defined(node, &val, &flags) && !ct_low_target(low, node, &val))
            return false;
    }
    for (uint32_t i = 0; i < node->nkids; i++)
        if (!ct_low_targets(low, node->kid[i]))
            return false;
    return true;
}

static void emit_targets(struct ct_low *low)
{
    ct_rec_ability *rec = &low->ab->rec;
    rec->target0 = low->emit->ntarget;
    for (struct ct_low_target *t = low->targets; t; t = t->next)
        if (t->rec.mode == CT_NONE) {
            ct_emit_target(low->emit, &t->rec, 1);
            rec->ntargets++;
        }
    for (uint32_t m = 0; m < rec->nmodes; m++) {
        ct_rec_mode *mode = &low->emit->mode[rec->mode0 + m];
        mode->target0 = low->emit->ntarget;
        for (struct ct_low_target *t = low->targets; t; t = t->next)
            if (t->rec.mode == m) {
                ct_emit_target(low->emit, &t->rec, 1);
                low->emit->mode[rec->mode0 + m].ntargets++;
            }
    }
}

/* The division of what was chosen for target NP: AMOUNT (of a quantity) among it [CR 601.2d]. */
bool ct_low_divide_target(struct ct_low *low, const ct_node *np, uint16_t parts, uint16_t amount,
                          ct_node *counted)
{
    ct_val val;
    int flags;
    (void)amount;
    if (!ct_low_defined(np, &val, &flags))
        return ct_low_refuse(low, np, "dividing among these");
    for (struct ct_low_target *t = low->targets; t; t = t->next) {
        if (t->rec.slot != val.slot)
            continue;
        struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
        uint16_t n;
        if (!ct_low_amount(low, fn, counted, &n))
            return false;
        ct_op1(fn, CT_OP_RETN, n, 0);
        t->rec.divide_slot = parts;
        t->rec.fn_divide = fn->index;
        return true;
    }
    return ct_low_refuse(low, np, "dividing among these");
}

/* ---- restrictions: "Activate only as a sorcery." -------------------------------------------------------------------- */

static ct_node *only_of(const ct_node *node)
{
    if (!ct_is(node, CT_CLAUSE) || (node->num != CT_V_ACTIVATE && node->num != CT_V_TRIGGER))
        return NULL;
    for (uint32_t i = CT_CLAUSE_REST; i < node->nkids; i++)
        if (ct_is(node->kid[i], CT_ONLY))
            return node->kid[i];
    return NULL;
}

/* "during your turn", "once each turn", "if you control a Swamp" */
static bool limit(struct ct_low *low, ct_node *node, bool *once)
{
    ct_rec_ability *rec = &low->ab->rec;
    ct_node *np = ct_is(node, CT_PP) ? node->kid[CT_PP_OBJECT] : NULL;
    ct_see(node);
    if (ct_is(node, CT_ADVERB) && node->num == CT_ADV_AS_A_SORCERY) {
        rec->flags |= CT_ABF_SORCERY_SPEED;
    } else if (ct_is(node, CT_ADVERB) && node->num == CT_ADV_ONCE) {
        *once = true;
    } else if (ct_is(node, CT_PP) && !node->num && *once && ct_each_turn(np)) {
        rec->flags |= CT_ABF_ONCE_TURN;
        *once = false;
        ct_see_all(np);
    } else if (ct_is(node, CT_PP) && node->num == CT_PREP_DURING && ct_is(np, CT_NP) &&
               ct_head_is(np, CT_N_TURN) && ct_low_is_you(np->kid[CT_NP_POSSESSOR]) &&
               ct_one_word(np)) {
        rec->flags |= CT_ABF_YOUR_TURN;
        ct_see_all(np);
    } else if (ct_is(node, CT_IF) && !node->kid[CT_IF_BODY] && rec->fn_cond == CT_NONE) {
        return ct_low_condition(low, node->kid[CT_IF_CONDITION], &rec->fn_cond);
    } else {
        return ct_low_refuse(low, node, "this restriction");
    }
    return true;
}

static bool restriction(struct ct_low *low, ct_node *clause)
{
    ct_node *only = only_of(clause);
    ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT];
    bool once = false;
    ct_see(clause);
    ct_see(only);
    if (subject && (!ct_is(subject, CT_NP) || subject->num != CT_DET_THIS ||
                    !ct_head_is(subject, CT_N_ABILITY)))
        return ct_low_refuse(low, subject, "a restriction of this");
    ct_see_all(subject); /* "this ability triggers only once each turn" */
    for (uint32_t i = 0; i < only->nkids; i++)
        if (!limit(low, only->kid[i], &once))
            return false;
    if (once)
        low->ab->rec.flags |= CT_ABF_ONCE_GAME;
    return ct_low_no_more(low, clause);
}

/* ---- effects ------------------------------------------------------------------------------------------------------------ */

/* Takes restrictions out of BODY; what is left is lowered as the effect function. */
static bool effect_of(struct ct_low *low, struct ct_fn *fn, ct_node *body)
{
    if (!body)
        return false;
    if (body->kind == CT_MODES)
        return ct_low_modes(low, body);
    if (body->kind != CT_SEQ)
        return ct_low_body(low, fn, body);
    uint32_t kept = 0, all = body->nkids;
    ct_node *out[8];
    uint32_t nout = 0;
    ct_see(body);
    for (uint32_t i = 0; i < all; i++) {
        if (only_of(body->kid[i]) && nout < 8)
            out[nout++] = body->kid[i];
        else
            body->kid[kept++] = body->kid[i];
    }
    for (uint32_t i = 0; i < nout; i++)
        body->kid[kept + i] = out[i]; /* at the end, where they stand anyway */
    body->nkids = kept;
    bool ok = kept == 1 && body->kid[0]->kind == CT_MODES ? ct_low_modes(low, body->kid[0])
                                                          : ct_low_body(low, fn, body);
    body->nkids = all;
    for (uint32_t i = 0; ok && i < nout; i++)
        ok = restriction(low, out[i]);
    return ok;
}

static bool has_kind(const ct_node *node, int kind)
{
    if (!node)
        return false;
    if (node->kind == kind)
        return true;
    for (uint32_t i = 0; i < node->nkids; i++)
        if (has_kind(node->kid[i], kind))
            return true;
    return false;
}

/* A delayed ability has events of its own: what the outer one's mentions is put aside for it. */
static void keep_event(struct ct_low *low, struct ct_fn *fn, ct_node *node, uint16_t *kept)
{
    ct_val val;
    int flags;
    if (!node)
        return;
    if (ct_low_defined(node, &val, &flags) && val.slot >= CT_S_EVOBJ && val.slot <= CT_S_EVNUM) {
        uint16_t *slot = &kept[val.slot - CT_S_EVOBJ];
        if (!*slot) {
            *slot = ct_slot(low->ab->frame, (ct_slot_type)val.type);
            ct_op2(fn, val.type == CT_T_NUM ? CT_OP_MOVN : CT_OP_MOVE, *slot, val.slot, 0);
        }
        ct_low_define(node, (ct_val){val.type, *slot}, flags);
    }
    for (uint32_t i = 0; i < node->nkids; i++)
        keep_event(low, fn, node->kid[i], kept);
}

/* The creature that this blocks or that blocks it. */
static void the_other(struct ct_low *low, struct ct_fn *fn)
{
    uint16_t other = ct_slot(low->ab->frame, CT_T_ENT), same = ct_low_num(low);
    int32_t known = ct_label(fn);
    ct_op2(fn, CT_OP_MOVE, other, CT_S_EVOBJ, 0);
    ct_op3(fn, CT_OP_SAME, same, CT_S_EVOBJ, CT_S_THIS, 0);
    ct_op1(fn, CT_OP_JZ, same, known);
    ct_op2(fn, CT_OP_MOVE, other, CT_S_EVSRC, 0);
    ct_place(fn, known);
    for (int i = 0; i < 2; i++)
        ct_low_define(low->either_way[i], (ct_val){CT_T_ENT, other}, 0);
}

/* The effect function of the ability being lowered; targets first, in the order of the text. */
bool ct_low_effect(struct ct_low *low, ct_node *body)
{
    if (!ct_low_targets(low, body))
        return false;
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_EFFECT);
    uint16_t kept[4] = {0};
    if (low->either_way[1])
        the_other(low, fn);
    low->either_way[1] = NULL;
    if (low->event && has_kind(body, CT_DELAYED))
        keep_event(low, fn, low->event, kept);
    if (!effect_of(low, fn, body))
        return false;
    ct_op_imm(fn, CT_OP_END, 0);
    low->ab->rec.fn_effect = fn->index;
    return !low->failed;
}

/* ---- one ability ---------------------------------------------------------------------------------------------------------- */

void ct_low_finish_ability(struct ct_low *low, struct ct_span span)
{
    ct_rec_ability *rec = &low->ab->rec;
    emit_targets(low);
    ct_ab_finish(low->ab);
    rec->source_off = span.start;
    rec->source_len = span.end - span.start;
    struct ct_place at;
    const struct ct_source *origin;
    struct ct_span place = ct_source_origin(low->text, span, &origin);
    at = ct_source_place(origin, place.start);
    rec->line = at.line;
    rec->text = ct_low_text(low, span);
}

static bool can_add_mana(const ct_node *node)
{
    return node && ((node->kind == CT_CLAUSE && node->num == CT_V_ADD) ||
                    (node->kind != CT_QUOTED && node->kind != CT_DELAYED &&
                     ({
                         bool any = false;
                         for (uint32_t i = 0; i < node->nkids; i++)
                             any = any || can_add_mana(node->kid[i]);
                         any;
                     })));
}

static bool activated(struct ct_low *low, ct_node *node)
{
    ct_rec_ability *rec = &low->ab->rec;
    ct_node *cost = node->kid[CT_ACTIVATED_COST], *body = node->kid[CT_ACTIVATED_BODY];
    rec->zones = CT_ZM_BATTLEFIELD;
    if (!ct_low_cost(low, cost, &rec->cost0, &rec->ncosts) || !ct_low_effect(low, body))
        return false;
    if (low->self_zones)
        rec->zones = low->self_zones;
    for (uint32_t i = 0; i < rec->ncosts; i++)
        if (low->emit->cost[rec->cost0 + i].kind == CT_COST_LOYALTY)
            rec->flags |= CT_ABF_LOYALTY;
    /* [CR 605.1a] */
    if (!low->ntargets && !(rec->flags & CT_ABF_LOYALTY) && can_add_mana(body))
        rec->flags |= CT_ABF_MANA;
    return true;
}

/* "Whenever [you] tap [np] for mana" */
static bool waits_for_mana(const ct_node *event)
{
    if (!ct_is(event, CT_CLAUSE) || event->num != CT_V_TAP)
        return false;
    for (uint32_t i = CT_CLAUSE_REST; i < event->nkids; i++) {
        const ct_node *pp = event->kid[i];
        if (ct_is(pp, CT_PP) && pp->num == CT_PREP_FOR && ct_head_is(pp->kid[CT_PP_OBJECT], CT_N_MANA))
            return true;
    }
    return false;
}

static bool triggered(struct ct_low *low, ct_node *node)
{
    ct_rec_ability *rec = &low->ab->rec;
    ct_node *condition = node->kid[CT_TRIGGERED_CONDITION];
    rec->zones = CT_ZM_BATTLEFIELD;
    low->event = node->kid[CT_TRIGGERED_EVENT];
    if (!ct_low_event(low, low->event, rec))
        return false;
    if (condition && !ct_low_condition(low, condition, &rec->fn_cond))
        return false;
    if (!ct_low_effect(low, node->kid[CT_TRIGGERED_BODY]))
        return false;
    if (low->self_zones)
        rec->zones = low->self_zones;
    /* [CR 605.1b] */
    if (!low->ntargets && waits_for_mana(low->event) && can_add_mana(node->kid[CT_TRIGGERED_BODY]))
        rec->flags |= CT_ABF_MANA;
    return true;
}

/* [CR 714.2b]: chapter N triggers when the number of lore counters becomes N or more. */
static bool chapter(struct ct_low *low, ct_node *node)
{
    ct_rec_ability *rec = &low->ab->rec;
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    int32_t no = ct_label(fn), yes = ct_label(fn);
    uint16_t same = ct_low_num(low), lore, sym, now = ct_low_num(low), before = ct_low_num(low);
    uint32_t word = ct_low_word(low, "lore");
    rec->zones = CT_ZM_BATTLEFIELD;
    rec->flags |= CT_ABF_CHAPTER;
    ct_op3(fn, CT_OP_SAME, same, CT_S_EVOBJ, CT_S_THIS, 0);
    ct_low_unless(fn, same, false, no);
    lore = ct_low_symbol_const(low, fn, word);
    sym = ct_low_num(low);
    ct_op2(fn, CT_OP_EVN, sym, CT_EVN_SYM, 0);
    ct_op3(fn, CT_OP_EQ, sym, sym, lore, 0);
    ct_low_unless(fn, sym, false, no);
    ct_op2(fn, CT_OP_CNTRS, now, CT_S_THIS, (int32_t)word);
    ct_op3(fn, CT_OP_SUB, before, now, CT_S_EVNUM, 0);
    uint32_t last = 0;
    for (int32_t n = 1; n < 31; n++) {
        if (!(node->num & 1 << (n - 1)))
            continue;
        last = (uint32_t)n;
        uint16_t is = ct_low_const(low, fn, n), less = ct_low_num(low);
        int32_t next = ct_label(fn);
        ct_op3(fn, CT_OP_LT, less, before, is, 0);
        ct_op1(fn, CT_OP_JZ, less, next);
        ct_op3(fn, CT_OP_LE, less, is, now, 0);
        ct_op1(fn, CT_OP_JNZ, less, yes);
        ct_place(fn, next);
    }
    ct_op_imm(fn, CT_OP_JMP, no);
    ct_place(fn, yes);
    ct_low_finish_test(low, fn, no);
    ct_rec_trigger trigger = {.event = CT_EV_COUNTERS, .fn = fn->index, .flags = last};
    rec->trig0 = ct_emit_trigger(low->emit, &trigger, 1);
    rec->ntrigs = 1;
    return ct_low_effect(low, node->kid[CT_CHAPTER_BODY]);
}

static ct_ability_kind kind_of(const ct_node *node)
{
    switch (node->kind) {
    case CT_ACTIVATED: return CT_AB_ACTIVATED;
    case CT_TRIGGERED:
    case CT_CHAPTER: return CT_AB_TRIGGERED;
    case CT_STATIC: return CT_AB_STATIC;
    default: return ct_low_is_alternative(node) ? CT_AB_STATIC : CT_AB_SPELL;
    }
}

static bool lower_kind(struct ct_low *low, ct_node *node)
{
    ct_see(node);
    ct_see(node->kid[0]); /* LABEL: no meaning [CR 207.2c] */
    switch (node->kind) {
    case CT_ACTIVATED: return activated(low, node);
    case CT_TRIGGERED: return triggered(low, node);
    case CT_CHAPTER: return chapter(low, node);
    case CT_STATIC:
        if (ct_low_is_extra_cost(node->kid[CT_STATIC_BODY]))
            return ct_low_extra_cost(low, node->kid[CT_STATIC_BODY]);
        low->ab->rec.zones = CT_ZM_BATTLEFIELD;
        return ct_low_static(low, node->kid[CT_STATIC_BODY]);
    case CT_SPELL:
        if (ct_low_is_alternative(node)) {
            low->ab->rec.zones = CT_ZM_ANY;
            return ct_low_static(low, node->kid[CT_SPELL_BODY]);
        }
        return ct_low_refuse(low, node, "this kind of ability");
    default: return ct_low_refuse(low, node, "this kind of ability");
    }
}

/* What every ability begins with. */
void ct_low_begin(struct ct_low *low, struct ct_ab *ab, ct_ability_kind kind)
{
    ct_ab_open(ab, low->emit, low->arena, ct_frame_new(low->arena), kind);
    low->ab = ab;
    low->you = low->actor = CT_S_YOU;
    low->gap = (ct_val){CT_T_ENT, UINT16_MAX};
    low->subject = (ct_val){CT_T_ENT, CT_S_YOU};
    low->ambient = 0;
    low->where = NULL;
    low->times = low->gap_np = low->duration_while = low->event = NULL;
    low->duration = -1;
    low->self_moved = 0;
    low->self_zones = 0;
    low->either_way[0] = low->either_way[1] = NULL;
    low->defending = 0;
    low->mode = CT_NONE;
    low->targets = low->last_target = NULL;
    low->ntargets = 0;
    low->ntaken = 0;
    low->failed = false;
}

static bool cover(struct ct_low *low, const ct_node *node)
{
    const ct_node *left = unseen(node);
    return !left || ct_low_error(low, CT_ERR_UNREAD_WORDS, left,
                                 "these words were parsed but have no part in the code");
}

bool ct_low_ability(struct ct_low *low, ct_node *node, ct_rec_ability *rec)
{
    struct ct_ab ab;
    ct_low_forget(node);
    ct_low_begin(low, &ab, kind_of(node));
    if (!ab.frame)
        return ct_low_out_of_memory(low);
    low->span = node->span;
    bool ok = lower_kind(low, node) && cover(low, node);
    if (ok && ab.impure)
        ok = ct_low_refuse(low, node, "a choice inside a condition or a quantity");
    if (ok && ab.frame->overflow)
        ok = ct_low_error(low, CT_ERR_TOO_COMPLEX, node, "this ability needs too many values at once");
    if (!ok)
        return false;
    ct_low_finish_ability(low, node->span);
    ct_frame_finish(ab.frame, low->emit, &ab.rec);
    *rec = ab.rec;
    return true;
}

/* All the paragraphs of an instant or sorcery are one ability [CR 113.3a]; COST: its additional cost, or NULL. */
bool ct_low_spell(struct ct_low *low, ct_node *cost, ct_node **nodes, uint32_t count, ct_rec_ability *rec)
{
    struct ct_ab ab;
    bool ok = true;
    ct_low_begin(low, &ab, low->in_action ? CT_AB_ACTION : CT_AB_SPELL);
    if (!ab.frame)
        return ct_low_out_of_memory(low);
    ab.rec.zones = low->in_action ? CT_ZM_ANY : CT_ZM_STACK;
    if (low->in_action)
        low->you = low->actor = CT_S_EVPLAYER;
    struct ct_fn *fn = ct_fn_open(&ab, CT_FN_EFFECT);
    ab.rec.fn_effect = fn->index;
    if (cost) {
        ct_low_forget(cost);
        low->span = cost->span;
        ok = ct_low_own_cost(low, cost) && cover(low, cost);
    }
    for (uint32_t i = 0; ok && i < count; i++) {
        ct_low_forget(nodes[i]);
        ct_see(nodes[i]);
        ct_see(nodes[i]->kid[CT_SPELL_LABEL]);
        low->span = nodes[i]->span;
        ok = ct_low_targets(low, nodes[i]->kid[CT_SPELL_BODY]);
    }
    for (uint32_t i = 0; ok && i < count; i++) {
        low->span = nodes[i]->span;
        ok = effect_of(low, fn, nodes[i]->kid[CT_SPELL_BODY]) && cover(low, nodes[i]);
    }
    ct_op_imm(fn, CT_OP_END, 0);
    if (ok && ab.impure)
        ok = ct_low_refuse(low, nodes[0], "a choice inside a condition or a quantity");
    if (ok && ab.frame->overflow)
        ok = ct_low_error(low, CT_ERR_TOO_COMPLEX, nodes[0], "this spell needs too many values at once");
    if (!ok)
        return false;
    struct ct_span span = {nodes[0]->span.start, nodes[count - 1]->span.end};
    ct_low_finish_ability(low, span);
    ct_frame_finish(ab.frame, low->emit, &ab.rec);
    *rec = ab.rec;
    return true;
}
