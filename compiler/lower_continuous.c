/* Continuous effects on characteristics: gets, gains, has, loses, becomes, is [CR 611, 613]. The same code
 * makes those of resolving spells, whose amounts are settled as they resolve [CR 608.2h], and those of static
 * abilities, whose amounts are looked up in the layers. */
#include "compiler/lower_static.h"
#include "compiler/lower_verb.h"
#include "runtime/known.h"

#include <string.h>

/* ---- parts ------------------------------------------------------------------------------------------------- */

static struct ct_fn *open_part(struct ct_low *low, struct ct_parts *parts, ct_layer layer)
{
    if (parts->count == CT_MOST_PARTS) {
        parts->overflow = true;
        parts->count--;
    }
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_LAYER);
    fn->span = parts->span;
    parts->part[parts->count++] = (ct_rec_part){layer, fn->index};
    return fn;
}

static void close_part(struct ct_fn *fn) { ct_op_imm(fn, CT_OP_END, 0); }

/* A number for a layer function: settled beforehand in the resolving function, or looked up in the layer. */
static bool layer_number(struct ct_low *low, struct ct_parts *parts, struct ct_fn *layer,
                         ct_node *node, uint16_t *out)
{
    int32_t plain;
    if (ct_low_plain_number(low, node, &plain) || !parts->settle)
        return ct_low_quantity(low, layer, node, out);
    return ct_low_quantity(low, parts->settle, node, out);
}

static bool layer_times(struct ct_low *low, struct ct_parts *parts, struct ct_fn *layer,
                        uint16_t *count)
{
    ct_node *times = low->times;
    low->times_used = true;
    low->times = NULL;
    bool ok = ct_low_count(low, parts->settle ? parts->settle : layer, times, count);
    low->times = times;
    return ok;
}

/* "+1/+1", "+X/+0", "-2/-2", with "for each" */
static bool add_delta(struct ct_low *low, struct ct_parts *parts, ct_node *pt)
{
    struct ct_fn *fn = open_part(low, parts, CT_LAYER_MOD_PT);
    uint16_t value[2], count;
    for (int i = 0; i < 2; i++)
        if (!layer_number(low, parts, fn, pt->kid[i], &value[i]))
            return false;
    if (low->times) {
        if (!layer_times(low, parts, fn, &count))
            return false;
        for (int i = 0; i < 2; i++) {
            uint16_t product = ct_low_num(low);
            ct_op3(fn, CT_OP_MUL, product, value[i], count, 0);
            value[i] = product;
        }
    }
    ct_op2(fn, CT_OP_L_ADDPT, value[0], value[1], 0);
    close_part(fn);
    return true;
}

/* "has base power and toughness 1/1", "becomes a 4/4": [CR 613.4b] */
static bool set_pt(struct ct_low *low, struct ct_parts *parts, ct_node *pt)
{
    struct ct_fn *fn = open_part(low, parts, CT_LAYER_SET_PT);
    uint16_t value[2];
    ct_see(pt);
    for (int i = 0; i < 2; i++)
        if (!layer_number(low, parts, fn, pt->kid[i], &value[i]))
            return false;
    ct_op3(fn, CT_OP_L_SETPT, value[0], value[1], 3, 0);
    close_part(fn);
    return true;
}

/* ---- abilities: gain, have, lose --------------------------------------------------------------------------------- */

static bool add_keyword(struct ct_low *low, struct ct_parts *parts, ct_node *node)
{
    struct ct_fn *fn = open_part(low, parts, CT_LAYER_ABILITY);
    uint32_t keyword = ct_low_keyword(low, node);
    ct_op_imm(fn, CT_OP_L_ADDKW, (int32_t)keyword);
    close_part(fn);
    return keyword != CT_NONE;
}

static bool add_quoted(struct ct_low *low, struct ct_parts *parts, ct_node *quoted)
{
    ct_see(quoted);
    for (uint32_t i = 0; i < quoted->nkids; i++) {
        uint32_t first, count;
        if (!ct_low_nested(low, quoted->kid[i], &first, &count))
            return false;
        for (uint32_t k = 0; k < count; k++) {
            struct ct_fn *fn = open_part(low, parts, CT_LAYER_ABILITY);
            ct_op_imm(fn, CT_OP_L_ADDABIL, (int32_t)(first + k));
            close_part(fn);
        }
    }
    return true;
}

/* "base power and toughness 1/1", "base power 4" */
static bool has_stat(struct ct_low *low, struct ct_parts *parts, ct_node *what)
{
    ct_node *left = what->kid[CT_COMPARISON_LEFT], *right = what->kid[CT_COMPARISON_RIGHT];
    const ct_node *words = ct_is(left, CT_NP) ? left->kid[CT_NP_WORDS] : NULL;
    if (!words || !ct_low_has_state(ct_is(words, CT_AND) ? words->kid[0] : left, CT_WSTATE_BASE))
        return ct_low_refuse(low, what, "having this");
    if (ct_is(words, CT_AND) && (words->nkids != 2 || !ct_head_is(words->kid[0], CT_N_POWER) ||
                                 !ct_head_is(words->kid[1], CT_N_TOUGHNESS)))
        return ct_low_error(low, CT_ERR_INCOMPLETE, words, "\"power and toughness\", in this order");
    ct_see(what);
    ct_see_all(left);
    if (ct_is(right, CT_PT) && !(right->flags & CT_F_DELTA))
        return set_pt(low, parts, right);
    ct_nprop prop;
    if (!ct_stat_prop(left, &prop) || (prop != CT_NP_BASE_POWER && prop != CT_NP_BASE_TOUGHNESS) ||
        ct_is(left->kid[CT_NP_WORDS], CT_AND))
        return ct_low_refuse(low, what, "having this");
    struct ct_fn *fn = open_part(low, parts, CT_LAYER_SET_PT);
    uint16_t value;
    if (!layer_number(low, parts, fn, right, &value))
        return false;
    ct_op3(fn, CT_OP_L_SETPT, value, value, prop == CT_NP_BASE_POWER ? 1 : 2, 0);
    close_part(fn);
    return true;
}

static bool add_ability(struct ct_low *low, struct ct_parts *parts, ct_node *what)
{
    switch (what->kind) {
    case CT_KEYWORD: return add_keyword(low, parts, what);
    case CT_QUOTED: return add_quoted(low, parts, what);
    case CT_COMPARISON: return has_stat(low, parts, what);
    case CT_AND:
        ct_see(what);
        for (uint32_t i = 0; i < what->nkids; i++)
            if (!add_ability(low, parts, what->kid[i]))
                return false;
        return true;
    default: return ct_low_refuse(low, what, "having this");
    }
}

static bool lose_ability(struct ct_low *low, struct ct_parts *parts, ct_node *what)
{
    ct_see(what);
    if (what->kind == CT_AND) {
        for (uint32_t i = 0; i < what->nkids; i++)
            if (!lose_ability(low, parts, what->kid[i]))
                return false;
        return true;
    }
    if (what->kind == CT_KEYWORD) {
        uint32_t keyword = ct_low_keyword(low, what);
        struct ct_fn *fn = open_part(low, parts, CT_LAYER_ABILITY);
        ct_op_imm(fn, CT_OP_L_DELKW, (int32_t)keyword);
        close_part(fn);
        return keyword != CT_NONE;
    }
    if (what->kind == CT_NP && what->num == CT_DET_ALL && ct_head_is(what, CT_N_ABILITY) &&
        what->nkids == CT_NP_REST && ct_one_word(what)) {
        struct ct_fn *fn = open_part(low, parts, CT_LAYER_ABILITY);
        ct_see_all(what);
        ct_op_imm(fn, CT_OP_L_LOSEALL, 0);
        close_part(fn);
        if (what->flags & CT_F_OTHER) { /* other than those it has by this effect: it loses them first */
            ct_rec_part last = parts->part[parts->count - 1];
            memmove(parts->part + 1, parts->part, (parts->count - 1) * sizeof last);
            parts->part[0] = last;
            low->loses_others = true;
        }
        return true;
    }
    return ct_low_refuse(low, what, "losing this");
}

/* ---- types and colors: become, be ---------------------------------------------------------------------------------- */

struct kind {
    uint32_t types, supers, colors;
    uint32_t subs[8];
    int32_t sub_words[8];
    uint32_t nsubs;
    ct_node *pt;
    bool has_color, in_addition;
};

static bool kind_word(struct ct_low *low, ct_node *word, struct kind *kind)
{
    ct_see(word);
    if (word->flags & CT_F_NON)
        return ct_low_refuse(low, word, "becoming this");
    switch (word->kind) {
    case CT_TYPE: kind->types |= ct_type_mask(word->num); return ct_type_mask(word->num) != 0;
    case CT_SUPERTYPE: kind->supers |= ct_supertype_mask(word->num); return true;
    case CT_COLOR:
        if (!ct_color_mask(word->num) && word->num != CT_WCOLOR_COLORLESS)
            return ct_low_refuse(low, word, "becoming this");
        kind->colors |= ct_color_mask(word->num);
        kind->has_color = true;
        return true;
    case CT_SUBTYPE:
        if (kind->nsubs == 8)
            return ct_low_refuse(low, word, "so many subtypes");
        kind->sub_words[kind->nsubs] = word->num;
        kind->subs[kind->nsubs++] = ct_low_subtype(low, word->num);
        return true;
    case CT_PT: kind->pt = word; return true;
    case CT_NOUN:
        if (word->num == CT_N_PERMANENT)
            return true;
        break;
    case CT_GROUP:
    case CT_AND:
        for (uint32_t i = 0; i < word->nkids; i++)
            if (!kind_word(low, word->kid[i], kind))
                return false;
        return true;
    default: break;
    }
    return ct_low_refuse(low, word, "becoming this");
}

static ct_family family_of(const struct ct_low *low, int32_t subtype)
{
    return ct_subtype_family(low->c, subtype);
}

/* "its other creature types": what it becomes has to be such a type. */
static bool of_family(const struct ct_low *low, const ct_node *words, const struct kind *kind)
{
    if (!ct_is(words, CT_GROUP) || words->nkids == 1)
        return true;
    if (words->nkids != 2 || words->kid[0]->kind != CT_TYPE || kind->types || !kind->nsubs)
        return false;
    for (uint32_t i = 0; i < kind->nsubs; i++)
        if (!(ct_family_types(1u << family_of(low, kind->sub_words[i])) & ct_type_mask(words->kid[0]->num)))
            return false;
    return true;
}

/* "that's still a land" [CR 205.1b] */
static bool is_still(const ct_node *tail)
{
    const ct_node *be = ct_is(tail, CT_RELATIVE) ? tail->kid[0] : NULL;
    if (!ct_is(be, CT_CLAUSE) || be->num != CT_V_BE || be->flags & CT_F_NOT || be->nkids != CT_CLAUSE_REST + 1 ||
        !ct_is(be->kid[CT_CLAUSE_SUBJECT], CT_GAP) || !ct_is(be->kid[CT_CLAUSE_OBJECT], CT_NP))
        return false;
    const ct_node *adverb = be->kid[CT_CLAUSE_REST], *what = be->kid[CT_CLAUSE_OBJECT];
    return adverb->kind == CT_ADVERB && adverb->num == CT_ADV_STILL && ct_is(ct_head_word(what), CT_TYPE) &&
           ct_one_word(what) && (what->num == CT_DET_A) != !!(what->flags & CT_F_PLURAL);
}

/* What is still a land must have been called one, or a Forest. */
static bool was_of_type(const struct ct_low *low, const ct_node *was, int32_t type)
{
    if (was && was->bind)
        return ct_word_of(was, CT_TYPE, type) || was_of_type(low, was->bind, type);
    if (ct_is(was, CT_SELF_NAME))
        return type == CT_WTYPE_PLANESWALKER;
    const ct_node *sub = ct_word_of(was, CT_SUBTYPE, -1);
    return ct_word_of(was, CT_TYPE, type) ||
           (sub && ct_family_types(1u << family_of(low, sub->num)) & ct_type_mask(type));
}

/* "in addition to its other types" */
static bool in_addition(struct ct_low *low, ct_node *clause, ct_node *np, struct kind *kind)
{
    for (int where = 0; where < 2; where++) {
        ct_node *of = where ? np : clause;
        for (uint32_t i = where ? CT_NP_REST : CT_CLAUSE_REST; of && i < of->nkids; i++) {
            ct_node *pp = of->kid[i];
            if (where && is_still(pp)) {
                const ct_node *was = clause->kid[CT_CLAUSE_SUBJECT];
                int32_t type = ct_head_word(pp->kid[0]->kid[CT_CLAUSE_OBJECT])->num;
                if (!was_of_type(low, was, type) || (kind->types & ct_type_mask(type)))
                    return ct_low_refuse(low, pp, "what is still so");
                ct_see_all(pp);
                kind->in_addition = true;
            }
            if (!ct_is(pp, CT_PP) || pp->num != CT_PREP_IN_ADDITION_TO)
                continue;
            const ct_node *types = pp->kid[CT_PP_OBJECT], *head = ct_head_word(types);
            if (!ct_is(types, CT_NP) || !types->kid[CT_NP_POSSESSOR] || !(types->flags & CT_F_OTHER))
                return ct_low_error(low, CT_ERR_INCOMPLETE, pp, "\"in addition to its other types\"");
            if (!ct_is(head, CT_NOUN) || (head->num != CT_N_TYPE && head->num != CT_N_COLOR) ||
                !of_family(low, types->kid[CT_NP_WORDS], kind))
                return ct_low_refuse(low, pp, "in addition to this");
            ct_see_all(pp);
            kind->in_addition = true;
        }
    }
    return true;
}

static void type_part(struct ct_low *low, struct ct_parts *parts, const struct kind *kind)
{
    struct ct_fn *fn = open_part(low, parts, CT_LAYER_TYPE);
    if (kind->supers)
        ct_op1(fn, CT_OP_L_ADDSUPER, kind->supers, 0);
    if (kind->types)
        ct_op1(fn, kind->in_addition ? CT_OP_L_ADDTYPE : CT_OP_L_SETTYPE, kind->types, 0);
    for (uint32_t i = 0; i < kind->nsubs; i++) {
        bool first = true; /* [CR 205.1a] the new subtypes replace those of the same family */
        for (uint32_t k = 0; k < i; k++)
            first = first && family_of(low, kind->sub_words[k]) != family_of(low, kind->sub_words[i]);
        if (!kind->in_addition && first)
            ct_op1(fn, CT_OP_L_SETSUB, family_of(low, kind->sub_words[i]), 0);
        ct_op_imm(fn, CT_OP_L_ADDSUB, (int32_t)kind->subs[i]);
    }
    close_part(fn);
}

/* "a 4/4 red Dragon artifact creature with flying": [CR 205.1b] creatures that were something else stay it */
static bool become_np(struct ct_low *low, struct ct_parts *parts, ct_node *clause, ct_node *np)
{
    struct kind kind = {0};
    ct_see(np);
    if (np->kind == CT_NP ? !np->kid[CT_NP_WORDS] || !kind_word(low, np->kid[CT_NP_WORDS], &kind)
                          : !kind_word(low, np, &kind))
        return ct_low_refuse(low, np, "becoming this");
    if (!in_addition(low, clause, np->kind == CT_NP ? np : NULL, &kind))
        return false;
    /* an artifact creature keeps its other types [CR 205.1b] */
    if ((kind.types & (CT_TYPE_CREATURE | CT_TYPE_ARTIFACT)) ==
        (CT_TYPE_CREATURE | CT_TYPE_ARTIFACT))
        kind.in_addition = true;
    if (kind.types || kind.supers || kind.nsubs)
        type_part(low, parts, &kind);
    if (kind.has_color) {
        struct ct_fn *fn = open_part(low, parts, CT_LAYER_COLOR);
        uint16_t mask = ct_low_const(low, fn, (int32_t)kind.colors);
        ct_op1(fn, kind.in_addition && !kind.types ? CT_OP_L_ADDCOLOR : CT_OP_L_SETCOLOR, mask, 0);
        close_part(fn);
    }
    if (kind.pt && !set_pt(low, parts, kind.pt))
        return false;
    for (uint32_t i = CT_NP_REST; np->kind == CT_NP && i < np->nkids; i++) {
        ct_node *tail = np->kid[i];
        if (ct_seen(tail))
            continue;
        if (!ct_is(tail, CT_WITH) || (tail->flags & CT_F_NON))
            return ct_low_refuse(low, tail, "becoming this");
        ct_see(tail);
        ct_node *of = tail->kid[CT_WITH_OF];
        if (ct_is(of, CT_NP) || !of ? true : false)
            return ct_low_refuse(low, tail, "becoming this");
        if (!add_ability(low, parts, of))
            return false;
    }
    return true;
}

/* "a copy of [np]" [CR 707] */
static bool become_copy(struct ct_low *low, struct ct_parts *parts, ct_node *np)
{
    ct_node *pp = np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    ct_val of;
    if (!ct_is(pp, CT_PP) || pp->num != CT_PREP_OF || !parts->settle)
        return ct_low_refuse(low, np, "a copy of this");
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    ct_see(pp);
    if (!ct_low_operand(low, parts->settle, pp->kid[CT_PP_OBJECT], CT_USE_READ, &of))
        return false;
    uint16_t one = ct_low_entity(low, parts->settle, of);
    struct ct_fn *fn = open_part(low, parts, CT_LAYER_COPY);
    ct_op2(fn, CT_OP_L_COPY, one, 0, 0);
    close_part(fn);
    return true;
}

/* "isn't a creature" */
static bool is_not(struct ct_low *low, struct ct_parts *parts, ct_node *what)
{
    struct kind kind = {0};
    ct_node *words = ct_is(what, CT_NP) ? what->kid[CT_NP_WORDS] : what;
    if (what->nkids > CT_NP_REST || !words || !kind_word(low, words, &kind))
        return ct_low_refuse(low, what, "not being this");
    if (!kind.types || kind.nsubs || kind.has_color || kind.pt || kind.supers)
        return ct_low_refuse(low, what, "not being this");
    struct ct_fn *fn = open_part(low, parts, CT_LAYER_TYPE);
    ct_see(what);
    ct_op1(fn, CT_OP_L_DELTYPE, kind.types, 0);
    close_part(fn);
    return true;
}

static bool is_or_becomes(struct ct_low *low, struct ct_parts *parts, ct_node *clause)
{
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    if (!what)
        return ct_low_refuse(low, clause, "this effect");
    if (ct_is(what, CT_NP) && ct_head_is(what, CT_N_COPY))
        return become_copy(low, parts, what);
    if (what->kind == CT_QUOTED)
        return ct_low_refuse(low, what, "becoming this");
    if (clause->flags & CT_F_NOT)
        return is_not(low, parts, what);
    return become_np(low, parts, clause, what);
}

/* "[its] power and toughness are each equal to [quantity]": characteristic-defining [CR 604.3, 613.4a] */
static bool defines_pt(struct ct_low *low, struct ct_parts *parts, ct_node *clause)
{
    ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT], *what = clause->kid[CT_CLAUSE_OBJECT];
    ct_node *words = ct_is(subject, CT_NP) ? subject->kid[CT_NP_WORDS] : NULL;
    int mask = 0;
    uint16_t value;
    for (uint32_t i = 0; ct_is(words, CT_AND) && i < words->nkids; i++)
        mask |= ct_head_is(words->kid[i], CT_N_POWER)       ? 1
                : ct_head_is(words->kid[i], CT_N_TOUGHNESS) ? 2
                                                            : 4;
    if (!mask && words)
        mask = ct_head_is(words, CT_N_POWER) ? 1 : ct_head_is(words, CT_N_TOUGHNESS) ? 2 : 4;
    if (mask > 3 || !mask || !ct_is(what, CT_EQUAL))
        return ct_low_refuse(low, clause, "this statement");
    struct ct_fn *fn = open_part(low, parts, CT_LAYER_CDA_PT);
    ct_see_all(words);
    ct_see(subject);
    if (!ct_low_quantity(low, fn, what, &value))
        return false;
    ct_op3(fn, CT_OP_L_CDAPT, value, value, mask, 0);
    close_part(fn);
    parts->defining = true;
    return true;
}

bool ct_low_parts(struct ct_low *low, ct_node *clause, struct ct_parts *parts)
{
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    bool ok;
    parts->span = clause->span;
    switch (clause->num) {
    case CT_V_GET:
        if (!ct_is(what, CT_PT) || !(what->flags & CT_F_DELTA))
            return ct_low_refuse(low, what ? what : clause, "getting this");
        ct_see(what);
        ok = add_delta(low, parts, what);
        break;
    case CT_V_GAIN:
    case CT_V_HAVE:
        if (!what)
            return ct_low_refuse(low, clause, "this effect");
        ok = add_ability(low, parts, what);
        break;
    case CT_V_LOSE: ok = what && lose_ability(low, parts, what); break;
    case CT_V_BE:
        ok = ct_is(what, CT_EQUAL) ? defines_pt(low, parts, clause)
                                   : is_or_becomes(low, parts, clause);
        break;
    case CT_V_BECOME: ok = is_or_becomes(low, parts, clause); break;
    default: return ct_low_refuse(low, clause, "this effect");
    }
    if (ok && parts->overflow)
        return ct_low_refuse(low, clause, "so long an effect");
    return ok;
}

/* ---- resolving: APPLY -------------------------------------------------------------------------------------------------- */

ct_rec_effect ct_effect_record(ct_effect_kind kind)
{
    return (ct_rec_effect){.kind = kind, .fn_affects = CT_NONE, .fn_object = CT_NONE,
                           .fn_amount = CT_NONE, .fn_apply = CT_NONE, .fn_cond = CT_NONE,
                           .zones = CT_ZM_BATTLEFIELD};
}

/* The duration of the clause at hand; "for as long as" puts its condition into REC. */
bool ct_low_take_duration(struct ct_low *low, ct_rec_effect *rec, int32_t *duration)
{
    low->duration_used = true;
    *duration = low->duration < 0 ? CT_DUR_FOREVER : low->duration;
    if (*duration != CT_DUR_WHILE)
        return true;
    return ct_low_condition(low, low->duration_while, &rec->fn_cond);
}

static bool apply_parts(struct ct_low *low, struct ct_fn *fn, ct_val to, const struct ct_parts *parts)
{
    ct_rec_effect rec = ct_effect_record(CT_EFF_CONTINUOUS);
    int32_t duration;
    if (!ct_low_take_duration(low, &rec, &duration))
        return false;
    rec.part0 = ct_emit_part(low->emit, parts->part, parts->count);
    rec.nparts = parts->count;
    uint32_t index = ct_emit_effect(low->emit, &rec, 1);
    ct_op2(fn, CT_OP_APPLY, to.slot, duration, (int32_t)index);
    return true;
}

bool ct_low_apply(struct ct_low *low, struct ct_fn *fn, ct_val to, ct_rec_part part)
{
    struct ct_parts parts = {.count = 1, .part = {part}};
    return apply_parts(low, fn, to, &parts);
}

bool ct_low_continuous(struct ct_low *low, struct ct_fn *fn, ct_node *clause)
{
    struct ct_parts parts = {.settle = fn};
    if (!clause->kid[CT_CLAUSE_SUBJECT])
        return ct_low_refuse(low, clause, "this effect without a subject");
    ct_val to = low->subject;
    if (clause->flags & CT_F_NOT)
        return ct_low_refuse(low, clause, "this effect");
    return ct_low_parts(low, clause, &parts) && apply_parts(low, fn, to, &parts);
}

bool ct_lower_get(struct ct_cl *c)
{
    ct_node *what = ct_cl_object(c);
    if (ct_is(what, CT_NP) && ct_head_is(what, CT_N_COUNTER) && c->subject_np) {
        /* "you get a poison counter" */
        uint32_t symbol;
        uint16_t amount, put = ct_low_num(c->low);
        ct_see(what);
        if (what->nkids > CT_NP_REST ||
            !ct_low_counter_words(c->low, what->kid[CT_NP_WORDS], &symbol) ||
            !ct_low_amount(c->low, c->fn, what, &amount))
            return ct_low_refuse(c->low, what, "getting this");
        ct_op3(c->fn, CT_OP_ADDCNT, put, c->subject.slot, amount, (int32_t)symbol);
        return true;
    }
    return ct_low_continuous(c->low, c->fn, c->node);
}

/* "have it fight", "have it become a copy": the player has something else do it */
bool ct_lower_have(struct ct_cl *c)
{
    ct_node *clause = c->node->kid[CT_CLAUSE_OBJECT2];
    ct_val who, outer = c->low->subject;
    if (!ct_is(clause, CT_CLAUSE))
        return ct_low_continuous(c->low, c->fn, c->node);
    if (!ct_low_operand(c->low, c->fn, ct_cl_object(c), CT_USE_ACT, &who))
        return false;
    c->low->subject = who;
    bool ok = ct_low_clause(c->low, c->fn, clause);
    c->low->subject = outer;
    return ok;
}

bool ct_lower_become(struct ct_cl *c) { return ct_low_continuous(c->low, c->fn, c->node); }
/* "It's still a land.": what it has become it is in addition to its other types [CR 205.1b]. The effect was
 * lowered as the only types; that is mended. */
static bool still_is(struct ct_cl *c)
{
    ct_node *np = c->node->kid[CT_CLAUSE_OBJECT];
    const ct_node *head = ct_head_word(np);
    ct_insn *set = NULL;
    for (struct ct_fn *fn = c->low->ab->first; fn; fn = fn->next)
        for (size_t i = 0; i < fn->ncode; i++)
            if (fn->code[i].op == CT_OP_L_SETTYPE)
                set = &fn->code[i];
    /* what it was before must have been said */
    const ct_node *it = c->node->kid[CT_CLAUSE_SUBJECT], *was = it ? it->bind : NULL;
    if (!ct_is(head, CT_TYPE) || !ct_one_word(np) || !set || set->a & ct_type_mask(head->num) ||
        !ct_is(was, CT_NP) || !ct_word_of(was, CT_TYPE, head->num))
        return ct_low_refuse(c->low, c->node, "what is still so");
    ct_see_all(c->node);
    set->op = CT_OP_L_ADDTYPE;
    return true;
}

bool ct_lower_be(struct ct_cl *c)
{
    return ct_cl_adverb(c, CT_ADV_STILL) ? still_is(c) : ct_low_continuous(c->low, c->fn, c->node);
}

/* "Double target creature's power until end of turn" [CR 701.10a] */
bool ct_low_double_stat(struct ct_cl *c)
{
    struct ct_low *low = c->low;
    ct_node *np = ct_cl_object(c), *words = ct_is(np, CT_NP) ? np->kid[CT_NP_WORDS] : NULL;
    ct_val of;
    bool power = ct_is(words, CT_AND) || ct_head_is(np, CT_N_POWER);
    bool toughness = ct_is(words, CT_AND) || ct_head_is(np, CT_N_TOUGHNESS);
    if ((!power && !toughness) || !np->kid[CT_NP_POSSESSOR] || np->nkids > CT_NP_REST)
        return ct_low_refuse(low, c->node, "doubling this");
    if (ct_is(words, CT_AND) && (words->nkids != 2 || !ct_head_is(words->kid[0], CT_N_POWER) ||
                                 !ct_head_is(words->kid[1], CT_N_TOUGHNESS)))
        return ct_low_refuse(low, words, "doubling this");
    ct_see(np);
    ct_see_all(words);
    if (!ct_low_operand(low, c->fn, np->kid[CT_NP_POSSESSOR], CT_USE_ACT, &of))
        return false;
    struct ct_loop loop = ct_low_loop(low, c->fn, ct_low_list(low, c->fn, of));
    uint16_t zero = ct_low_const(low, c->fn, 0);
    uint16_t p = power ? ct_low_getn(low, c->fn, loop.element, CT_NP_POWER) : zero;
    uint16_t t = toughness ? ct_low_getn(low, c->fn, loop.element, CT_NP_TOUGHNESS) : zero;
    struct ct_fn *layer = ct_fn_open(low->ab, CT_FN_LAYER);
    ct_op2(layer, CT_OP_L_ADDPT, p, t, 0);
    ct_op_imm(layer, CT_OP_END, 0);
    bool ok = ct_low_apply(low, c->fn, (ct_val){CT_T_ENT, loop.element},
                           (ct_rec_part){CT_LAYER_MOD_PT, layer->index});
    ct_low_loop_end(c->fn, loop);
    return ok;
}
