#include "compiler/tag_in.h"

#include <string.h>

static bool noun_list_joint(const struct ct_tagging *g, size_t i);
static bool tag_range(struct ct_tagging *g, size_t from, size_t to);

/* ---- tokens --------------------------------------------------------------------------------- */

struct ct_token *ct_tag_emit(struct ct_tagging *g, int type, size_t unit)
{
    struct ct_parser *p = g->p;
    struct ct_token *tokens =
        ct_arena_grow(p->arena, p->tokens, p->token_count, &p->token_room, sizeof *tokens);
    if (!tokens) {
        p->failed = true;
        return &g->spare;
    }
    p->tokens = tokens;
    const struct ct_unit *u = &g->t.u[unit];
    struct ct_token *t = &tokens[p->token_count++];
    *t = (struct ct_token){.type = type,
                           .span = u->span,
                           .num = g->t.pick[unit].num,
                           .form = g->t.pick[unit].form,
                           .unit = (uint32_t)unit};
    if (u->flags & CT_UF_START) t->flags |= CT_TF_START;
    if (u->flags & CT_UF_NON) t->flags |= CT_TF_NON;
    if (u->flags & CT_UF_HYPHEN) t->flags |= CT_TF_HYPHEN;
    return t;
}

struct ct_token *ct_tag_emit_virtual(struct ct_tagging *g, int type, size_t unit)
{
    struct ct_token *t = ct_tag_emit(g, type, unit);
    t->span.end = t->span.start;
    t->flags |= CT_TF_VIRTUAL;
    t->num = 0;
    t->form = 0;
    return t;
}

void ct_tag_with_comma(struct ct_token *t)
{
    t->flags |= CT_TF_COMMA;
    if (t->span.start) t->span.start--;
}

struct ct_token *ct_tag_emit_word(struct ct_tagging *g, size_t i)
{
    const struct ct_sense *s = PICK(g, i).sense;
    struct ct_token *t = ct_tag_emit(g, CT_T_WORD, i);
    if (POS(g, i) == CT_O_PT) {
        const struct ct_unit *u = &g->t.u[i];
        t->wc = CT_WC_NONE;
        t->power = u->power;
        t->toughness = u->toughness;
        t->minus = u->minus;
        if (u->flags & CT_UF_DELTA) t->flags |= CT_TF_DELTA;
        return t;
    }
    if (!s) return t;
    t->wc = s->wc;
    t->num = s->num;
    if (s->plural == 1) t->flags |= CT_TF_PLURAL;
    if (s->plural == 2) t->flags |= CT_TF_BOTH;
    return t;
}

/* ---- open clauses --------------------------------------------------------------------------- */

struct ct_open_clause *ct_tag_top(struct ct_tagging *g)
{
    return &g->stack[g->depth - 1];
}

void ct_tag_open_clause(struct ct_tagging *g, enum ct_clause_kind kind)
{
    if (g->depth == DEEPEST) {
        g->p->failed = true;
        return;
    }
    g->stack[g->depth++] = (struct ct_open_clause){.kind = kind, .fresh = true};
}

bool ct_tag_inner(const struct ct_open_clause *f)
{
    return f->kind == F_REL || f->kind == F_PART || f->kind == F_GERUND;
}

void ct_tag_close_inner(struct ct_tagging *g)
{
    while (g->depth > 1 && ct_tag_inner(ct_tag_top(g)))
        g->depth--;
}

void ct_tag_close_to_main(struct ct_tagging *g)
{
    g->depth = 1;
}

struct ct_open_clause *ct_tag_clause_frame(struct ct_tagging *g)
{
    size_t d = g->depth;
    while (d > 1 && ct_tag_inner(&g->stack[d - 1]))
        d--;
    return &g->stack[d - 1];
}

/* The lead that is open, or NULL. */
struct ct_open_clause *ct_tag_open_lead(struct ct_tagging *g)
{
    for (size_t d = g->depth; d-- > 0;)
        if (g->stack[d].kind == F_LEAD) return &g->stack[d];
    return NULL;
}

/* ---- looking ahead -------------------------------------------------------------------------- */

bool ct_tag_boundary(const struct ct_tagging *g, size_t i)
{
    if (i >= g->end) return true;
    switch (POS(g, i)) {
    case CT_O_STOP:
    case CT_O_COMMA:
    case CT_O_COLON:
    case CT_O_DASH:
    case CT_O_THEN:
    case CT_O_OPENER:
    case CT_O_CLOSE:
    case CT_O_OPEN:
    case CT_O_END:
        return true;
    default:
        return false;
    }
}

bool ct_tag_finite(const struct ct_tagging *g, size_t i)
{
    switch (POS(g, i)) {
    case CT_O_BE:
        return PICK(g, i).form != CT_VF_PARTICIPLE && PICK(g, i).form != CT_VF_ING;
    case CT_O_MODAL:
    case CT_O_HAVE_AUX:
    case CT_O_EACH_PRE:
        return true;
    case CT_O_VERB:
        return (PICK(g, i).form & (CT_VF_BASE | CT_VF_THIRD)) != 0;
    default:
        return false;
    }
}

bool ct_tag_past_or_participle(const struct ct_tagging *g, size_t i)
{
    return POS(g, i) == CT_O_VERB && PICK(g, i).form & (CT_VF_PAST | CT_VF_PARTICIPLE);
}

/* Behind a relative's beginning at I, the unit after its verb. */
size_t ct_tag_skip_relative(const struct ct_tagging *g, size_t i)
{
    size_t j = i;
    if (PICK(g, i).contracted) return j + 1;
    while (j < g->end && !ct_pos_verb(&g->t, j) && !ct_tag_boundary(g, j))
        j++;
    while (j < g->end && (POS(g, j) == CT_O_MODAL || POS(g, j) == CT_O_HAVE_AUX ||
                          POS(g, j) == CT_O_BE || POS(g, j) == CT_O_ADVERB_PRE))
        j++;
    return j < g->end && (POS(g, j) == CT_O_VERB || POS(g, j) == CT_O_GERUND) ? j + 1 : j;
}

/* Whether a finite verb follows from I on before the clause ends. */
bool ct_tag_verb_ahead(const struct ct_tagging *g, size_t i)
{
    for (size_t j = i; j < g->end && !ct_tag_boundary(g, j); j++) {
        if (PICK(g, j).rel0 || POS(g, j) == CT_O_REL) {
            j = ct_tag_skip_relative(g, j) - 1;
            continue;
        }
        if (POS(g, j) == CT_O_TO) { /* an infinitive is not finite */
            j++;
            continue;
        }
        if ((POS(g, j) == CT_O_AND || POS(g, j) == CT_O_OR) && !noun_list_joint(g, j)) return false;
        if (ct_tag_finite(g, j))
            return !(PICK(g, j).form & CT_VF_PAST && POS(g, j) == CT_O_VERB && j > i &&
                     POS(g, j - 1) == CT_O_WORD);
        if (PICK(g, j).contracted) return true;
    }
    return false;
}

static bool noun_list_joint(const struct ct_tagging *g, size_t i)
{
    return i > 0 && i + 1 < g->end && (POS(g, i - 1) == CT_O_WORD || POS(g, i - 1) == CT_O_PT) &&
           POS(g, i + 1) == CT_O_WORD;
}

/* A past form that is hardly a participle: "died", "entered", "drew". */
static bool finite_alone(const struct ct_tagging *g, size_t i)
{
    const struct ct_pick *k = &PICK(g, i);
    if (!(k->form & CT_VF_PARTICIPLE)) return true;
    const struct ct_verb_info *v = ct_lexicon_verb(g->p->lexicon, k->num);
    return v && (v->frame == CT_FRAME_I || k->num == CT_V_ENTER || k->num == CT_V_LEAVE ||
                 k->num == CT_V_ATTACK || k->num == CT_V_LOSE || k->num == CT_V_GAIN ||
                 k->num == CT_V_CONTROL || k->num == CT_V_HAVE || POS(g, i - 1) == CT_O_PRON);
}

/* The verb that follows the noun phrase beginning at I, if it is a subject; 0 otherwise. */
size_t ct_tag_subject_then_verb(const struct ct_tagging *g, size_t i)
{
    if (PICK(g, i).pos == CT_O_PRON && PICK(g, i).contracted) return i + 1;
    if (POS(g, i) == CT_O_THERE) return i + 1;
    if (!ct_pos_np_start(&g->t, i)) return 0;
    for (size_t j = i; j < g->end; j++) {
        if (j > i && PICK(g, j).rel0) {
            j = ct_tag_skip_relative(g, j) - 1;
            continue;
        }
        switch (POS(g, j)) {
        case CT_O_REL:
            j = ct_tag_skip_relative(g, j) - 1;
            continue;
        case CT_O_AND:
        case CT_O_OR:
        case CT_O_AND_OR:
            if (noun_list_joint(g, j)) continue;
            return 0;
        case CT_O_PREP:
            if (PICK(g, j).num == CT_PREP_UNTIL || PICK(g, j).num == CT_PREP_AT) return 0;
            if (PICK(g, j).num == CT_PREP_TO || PICK(g, j).num == CT_PREP_INTO ||
                PICK(g, j).num == CT_PREP_ONTO || PICK(g, j).num == CT_PREP_FOR) {
                if (j + 1 < g->end && !ct_tag_past_or_participle(g, j - 1)) return 0;
            }
            continue;
        case CT_O_APOS:
        case CT_O_KEYWORD:
        case CT_O_DURATION:
        case CT_O_ADVERB:
        case CT_O_NAMED:
        case CT_O_NAME:
        case CT_O_COMPARE:
            continue;
        case CT_O_VERB:
            if (ct_tag_finite(g, j)) return j;
            if (ct_tag_past_or_participle(g, j)) {
                if (ct_tag_verb_ahead(g, j + 1)) continue;
                return finite_alone(g, j) ? j : 0;
            }
            return 0;
        default:
            if (ct_pos_np_start(&g->t, j)) continue;
            if (POS(g, j) == CT_O_EACH_PRE && POS(g, j + 1) == CT_O_COMPARE) continue;
            return ct_pos_verb(&g->t, j) ? j : 0;
        }
    }
    return 0;
}

/* ---- one unit ------------------------------------------------------------------------------- */

static size_t stop(struct ct_tagging *g, size_t i)
{
    ct_tag_emit(g, CT_T_STOP, i);
    memset(g->last_prep, 0, sizeof g->last_prep);
    g->have = g->as_though = g->cause = g->protection = false;
    ct_tag_close_to_main(g);
    ct_tag_new_clause(g);
    ct_tag_top(g)->kind = F_MAIN;
    return i + 1;
}

static bool new_sentence(const struct ct_tagging *g, size_t i)
{
    if (i >= g->end || POS(g, i) == CT_O_END || POS(g, i) == CT_O_BULLET) return true;
    if (POS(g, i) == CT_O_SELF) return true;
    return g->t.u[i].kind == CT_U_WORD && g->t.u[i].flags & CT_UF_CAPITAL &&
           !(PICK(g, i).sense && PICK(g, i).sense->capital);
}

static size_t quotation(struct ct_tagging *g, size_t i)
{
    size_t close = i + 1;
    while (close < g->end && POS(g, close) != CT_O_CLOSE)
        close++;
    ct_tag_emit(g, CT_T_OPEN, i);
    struct ct_tagging saved = *g;
    bool ok = tag_range(g, i + 1, close);
    bool stopped = close > i + 1 && POS(g, close - 1) == CT_O_STOP;
    saved.p = g->p;
    *g = saved;
    if (!ok || close >= g->end) return g->end;
    if (!stopped) {
        /* A quotation inside a sentence can end without a stop of its own. */
        ct_tag_emit_virtual(g, CT_T_STOP, close);
    }
    struct ct_token *end = ct_tag_emit(g, CT_T_CLOSE, close);
    if (!stopped) end->flags |= CT_TF_BARE;
    if (stopped && new_sentence(g, close + 1)) {
        ct_tag_emit_virtual(g, CT_T_STOP, close);
        ct_tag_close_to_main(g);
        ct_tag_new_clause(g);
    }
    return close + 1;
}

static size_t symbol(struct ct_tagging *g, size_t i)
{
    int num = PICK(g, i).num;
    int type = num == CT_SYMBOL_T ? CT_T_TAP : num == CT_SYMBOL_Q ? CT_T_UNTAP : CT_T_SYMBOL;
    ct_tag_emit(g, type, i);
    return i + 1;
}

static size_t adverb(struct ct_tagging *g, size_t i)
{
    int num = PICK(g, i).num;
    if (ct_tag_start(g, i) && ct_tag_leads_with(g, i) &&
        (num == CT_ADV_ONCE || num == CT_ADV_TWICE) &&
        (ct_tag_time_phrase(g, i + 1) ||
         (POS(g, i + 1) == CT_O_PREP && PICK(g, i + 1).num == CT_PREP_DURING))) {
        ct_tag_emit(g, CT_T_ADVERB_L, i);
        ct_tag_open_clause(g, F_LEAD);
        ct_tag_top(g)->verb = true;
        return i + 1;
    }
    if (num == CT_ADV_ONLY && ct_pos_np_start(&g->t, i + 1) && i && POS(g, i - 1) == CT_O_VERB &&
        !ct_tag_time_phrase(g, i + 1)) {
        ct_tag_emit(g, CT_T_TOP, i)->num = 3;
        return i + 1;
    }
    bool rounded = num == CT_ADV_ROUNDED_UP || num == CT_ADV_ROUNDED_DOWN;
    struct ct_token *t = ct_tag_emit(g, rounded ? CT_T_ROUNDED : CT_T_ADVERB, i);
    if (rounded && i && POS(g, i - 1) == CT_O_COMMA) ct_tag_with_comma(t);
    if (rounded && t->flags & CT_TF_COMMA && i + 2 < g->end && POS(g, i + 1) == CT_O_COMMA &&
        POS(g, i + 2) == CT_O_PREP) { /* "half that damage, rounded down, to that player" */
        t->flags |= CT_TF_ENCLOSED;
        return i + 2;
    }
    if (num == CT_ADV_ABLE) t->type = CT_T_ABLE;
    return i + 1;
}

static size_t infinitive(struct ct_tagging *g, size_t i)
{
    const struct ct_sense *s = i && POS(g, i - 1) == CT_O_WORD ? PICK(g, i - 1).sense : NULL;
    bool cost = s && s->wc == CT_WC_NOUN && ct_noun_classes(s->num) == CT_NC_COST;
    if (g->cause) {
        g->cause = false;
        ct_tag_close_inner(g);
        ct_tag_emit(g, CT_T_TO_CAUSE, i);
        return i + 1;
    }
    ct_tag_emit(g, cost ? CT_T_TO_N : CT_T_TO_INF, i);
    return i + 1;
}

static size_t noun_part(struct ct_tagging *g, size_t i)
{
    static const int TYPES[CT_O_END + 1] = {
        [CT_O_DET] = CT_T_DET,   [CT_O_TARGET] = CT_T_TARGET, [CT_O_OTHER] = CT_T_OTHER,
        [CT_O_TOP] = CT_T_TOP,   [CT_O_POSS] = CT_T_POSS,     [CT_O_NUMBER_OF] = CT_T_NUMBER_OF,
        [CT_O_HALF] = CT_T_HALF, [CT_O_TWICE] = CT_T_TWICE,   [CT_O_SELF] = CT_T_SELF,
        [CT_O_APOS] = CT_T_APOS, [CT_O_PARAM] = CT_T_PARAM,
    };
    if (PICK(g, i).rel0) {
        ct_tag_emit_virtual(g, CT_T_REL0, i)->num = i && ct_pos_classes(&g->t, i - 1) == CT_NC_TIME;
        ct_tag_open_clause(g, F_REL);
        ct_tag_top(g)->zero = true;
    } else if (POS(g, i) != CT_O_APOS && ct_tag_time_phrase(g, i)) {
        ct_tag_emit_virtual(g, CT_T_TIME, i);
    }
    switch (POS(g, i)) {
    case CT_O_PARAM:
        if (!ct_tag_stat_before(g, i)) break;
        ct_tag_emit(g, CT_T_NUM_C, i)->wc = CT_WC_STATE; /* a parameter, no number */
        return i + 1;
    case CT_O_NUM:
        return ct_tag_number(g, i);
    case CT_O_PT:
        return ct_tag_power_toughness(g, i);
    case CT_O_QMARK:
        return ct_tag_quantity_mark(g, i);
    case CT_O_WORD:
        if (PICK(g, i).sense && PICK(g, i).sense->wc == CT_WC_STATE &&
            PICK(g, i).sense->num == CT_WSTATE_NEXT && POS(g, i + 1) == CT_O_NUM) {
            ct_tag_emit(g, CT_T_TOP, i)->num = 2;
            return i + 1;
        }
        if (PICK(g, i).sense && PICK(g, i).sense->wc == CT_WC_STATE && ct_tag_lone_state(g, i) &&
            !ct_tag_copula_before(g, i) && i &&
            (POS(g, i - 1) == CT_O_VERB || POS(g, i - 1) == CT_O_STATE ||
             ((POS(g, i - 1) == CT_O_AND) && POS(g, i - 2) == CT_O_STATE)))
            return ct_tag_state_word(g, i);
        ct_tag_emit_word(g, i);
        return i + 1;
    case CT_O_PRON:
        if (PICK(g, i).num == CT_PRONOUN_ANYWHERE_ELSE && i && ct_pos_np_end(&g->t, i - 1))
            ct_tag_emit_virtual(g, CT_T_TIME, i);
        ct_tag_emit(g, CT_T_PRON, i);
        if (PICK(g, i).contracted) ct_tag_contraction(g, i);
        return i + 1;
    default:
        break;
    }
    bool article = POS(g, i) == CT_O_DET && PICK(g, i).num == CT_DET_A && i + 1 < g->end;
    if (article && ct_takes_an(g->p->source->text + g->t.u[i + 1].span.start) !=
                       ((g->t.u[i].flags & CT_UF_AN) != 0))
        ct_parse_error(g->p, CT_ERR_AGREEMENT, g->t.u[i].span,
                       g->t.u[i].flags & CT_UF_AN ? "“a” stands before this word"
                                                  : "“an” stands before this word");
    struct ct_token *t = ct_tag_emit(g, TYPES[POS(g, i)], i);
    if (POS(g, i) == CT_O_TWICE && PICK(g, i).contracted) t->flags |= CT_TF_VIRTUAL;
    return i + 1;
}

static size_t named(struct ct_tagging *g, size_t i)
{
    if (i + 1 < g->end && (POS(g, i + 1) == CT_O_NAME || POS(g, i + 1) == CT_O_SELF)) {
        struct ct_token *t = ct_tag_emit(g, CT_T_NAMED, i + 1);
        t->form = POS(g, i + 1) == CT_O_SELF;
        t->span.start = g->t.u[i].span.start;
        return i + 2;
    }
    ct_tag_emit(g, CT_T_NAMED, i);
    return i + 1;
}

static size_t then(struct ct_tagging *g, size_t i)
{
    bool at_start = ct_tag_start(g, i);
    ct_tag_close_to_main(g);
    ct_tag_new_clause(g);
    ct_tag_emit(g, at_start ? CT_T_THEN_L : CT_T_THEN, i);
    if (at_start && POS(g, i + 1) == CT_O_COMMA) {
        g->p->tokens[g->p->token_count - 1].flags |= CT_TF_COMMA;
        return i + 2;
    }
    return i + 1;
}

static size_t instead(struct ct_tagging *g, size_t i)
{
    bool at_start = ct_tag_start(g, i);
    if (!at_start) ct_tag_close_inner(g);
    ct_tag_emit(g, at_start ? CT_T_INSTEAD_L : CT_T_INSTEAD, i);
    return i + 1;
}

/* "equal to", "greater than": behind "is" or behind a noun. */
static size_t compare(struct ct_tagging *g, size_t i)
{
    int before = i ? POS(g, i - 1) : CT_O_NONE;
    bool complement = before == CT_O_BE || before == CT_O_EACH_PRE || before == CT_O_ADVERB_PRE ||
                      (i && PICK(g, i - 1).contracted);
    bool counts = PICK(g, i).num == CT_FN_MORE_THAN &&
                  (before == CT_O_PREP || before == CT_O_VERB) && POS(g, i + 1) == CT_O_NUM &&
                  POS(g, i + 2) == CT_O_WORD;
    bool equal = PICK(g, i).num == CT_FN_EQUAL_TO;
    int type = counts ? CT_T_QMARK : equal ? CT_T_EQUAL_TO : CT_T_MORE_THAN;
    if (complement && !counts) type = equal ? CT_T_EQUAL_C : CT_T_MORE_THAN_C;
    ct_tag_emit(g, type, i);
    return i + 1;
}

static size_t verb_or_causative(struct ct_tagging *g, size_t i)
{
    if (!ct_tag_causative(g, i)) return ct_tag_verb(g, i);
    struct ct_token *t = ct_tag_emit(g, CT_T_CAUSATIVE, i);
    g->cause = PICK(g, i).num == CT_V_CAUSE;
    g->have = !g->cause;
    ct_tag_finite_verb(g, PICK(g, i).num, t->form, false);
    return i + 1;
}

static size_t there(struct ct_tagging *g, size_t i)
{
    ct_tag_emit(g, CT_T_THERE, i);
    if (PICK(g, i).contracted) ct_tag_contraction(g, i);
    return i + 1;
}

static size_t joint(struct ct_tagging *g, size_t i)
{
    return ct_tag_conjunction(g, i, false);
}

/* The colon behind costs and the bullet of a mode begin anew. */
static size_t begin_again(struct ct_tagging *g, size_t i)
{
    bool colon = POS(g, i) == CT_O_COLON;
    ct_tag_close_to_main(g);
    ct_tag_new_clause(g);
    ct_tag_emit(g, colon ? CT_T_COLON : CT_T_BULLET, i);
    if (colon) g->costs_end = 0;
    return i + 1;
}

static size_t label(struct ct_tagging *g, size_t i)
{
    struct ct_token *t = ct_tag_emit(g, CT_T_LABEL, i);
    if (g->t.u[i].sense) t->wc = CT_WC_KEYWORD;
    return i + 1;
}

static size_t loyalty(struct ct_tagging *g, size_t i)
{
    struct ct_token *t = ct_tag_emit(g, CT_T_LOYALTY, i);
    if (g->t.u[i].flags & CT_UF_VAR) t->flags |= CT_TF_VAR;
    return i + 1;
}

/* Tags one unit, or two; returns the unit behind. */
static size_t one(struct ct_tagging *g, size_t i)
{
    static size_t (*const HANDLERS[CT_O_END + 1])(struct ct_tagging *, size_t) = {
        [CT_O_NAMED] = named,
        [CT_O_COMPARE] = compare,
        [CT_O_SYMBOL] = symbol,
        [CT_O_PREP] = ct_tag_preposition,
        [CT_O_VERB] = verb_or_causative,
        [CT_O_GERUND] = ct_tag_gerund,
        [CT_O_BE] = ct_tag_be,
        [CT_O_HAVE_AUX] = ct_tag_have_aux,
        [CT_O_MODAL] = ct_tag_modal,
        [CT_O_THERE] = there,
        [CT_O_TO] = infinitive,
        [CT_O_KEYWORD] = ct_tag_keyword,
        [CT_O_ADVERB] = adverb,
        [CT_O_DURATION] = ct_tag_duration,
        [CT_O_REL] = ct_tag_rel,
        [CT_O_OPENER] = ct_tag_opener,
        [CT_O_AND] = joint,
        [CT_O_OR] = joint,
        [CT_O_AND_OR] = joint,
        [CT_O_THEN] = then,
        [CT_O_INSTEAD] = instead,
        [CT_O_COMMA] = ct_tag_comma,
        [CT_O_STOP] = stop,
        [CT_O_COLON] = begin_again,
        [CT_O_BULLET] = begin_again,
        [CT_O_OPEN] = quotation,
        [CT_O_LABEL] = label,
        [CT_O_LOYALTY] = loyalty,
    };
    /* What becomes one token whatever stands around it; a word that fits nowhere becomes one that
     * the grammar takes nowhere. */
    static const int PLAIN[CT_O_END + 1] = {
        [CT_O_PLUS] = CT_T_PLUS,           [CT_O_ADVERB_PRE] = CT_T_ADVERB_PRE,
        [CT_O_EACH_PRE] = CT_T_ADVERB_PRE, [CT_O_DASH] = CT_T_DASH,
        [CT_O_SEMICOLON] = CT_T_SEMICOLON, [CT_O_CLOSE] = CT_T_CLOSE,
        [CT_O_CHAPTER] = CT_T_CHAPTER,     [CT_O_NONE] = CT_T_BULLET_COST,
        [CT_O_NAME] = CT_T_BULLET_COST,
    };
    int pos = POS(g, i);
    if (pos == CT_O_EACH_PRE && i && POS(g, i - 1) == CT_O_WORD && POS(g, i + 1) == CT_O_COMPARE &&
        PICK(g, i + 1).num == CT_FN_EQUAL_TO) {
        ct_tag_emit(g, CT_T_EQUAL_TO, i + 1)->flags |=
            CT_TF_AND; /* "power and toughness each equal to" */
        return i + 2;
    }
    if (HANDLERS[pos]) return HANDLERS[pos](g, i);
    if (!PLAIN[pos]) return noun_part(g, i);
    struct ct_token *t = ct_tag_emit(g, PLAIN[pos], i);
    if (pos == CT_O_EACH_PRE) t->num = 0;
    return i + 1;
}

/* ---- paragraphs ----------------------------------------------------------------------------- */

/* Behind a keyword at I its arguments, or I itself if none can follow. */
static size_t keyword_end(struct ct_tagging *g, size_t i, size_t to)
{
    const struct ct_sense *s = ct_sense_of(
        g->p->lexicon, g->t.u[i].kind == CT_U_WORD ? g->t.u[i].sense : NULL, CT_WC_KEYWORD);
    if (!s) return i;
    size_t j = i + 1;
    switch (ct_lexicon_keyword_frame(g->p->lexicon, s->num)) {
    case CT_KF_COST:
        if (j < to && POS(g, j) == CT_O_DASH) return to;
        while (j < to && (POS(g, j) == CT_O_SYMBOL || POS(g, j) == CT_O_PARAM))
            j++;
        return j;
    case CT_KF_NUMBER:
        return j < to && (POS(g, j) == CT_O_NUM || POS(g, j) == CT_O_PARAM) ? j + 1 : j;
    case CT_KF_NUM_DASH:
        return j < to && POS(g, j) == CT_O_NUM
                   ? (j + 1 < to && POS(g, j + 1) == CT_O_DASH ? to : j + 1)
                   : j;
    case CT_KF_NP:
    case CT_KF_NP_COST:
        return to;
    default:
        if (j < to && ct_tag_from_or_for(g, j)) {
            while (j < to && POS(g, j) != CT_O_STOP &&
                   !(POS(g, j) == CT_O_COMMA && !ct_tag_from_or_for(g, j + 1) &&
                     POS(g, j + 1) != CT_O_AND))
                j++;
        }
        return j;
    }
}

/* Whether the whole paragraph is keywords with their arguments. */
static bool keyword_line(struct ct_tagging *g, size_t from, size_t to)
{
    size_t i = from;
    if (i < to && POS(g, i) == CT_O_LABEL) i++;
    size_t first = i;
    while (i < to) {
        size_t j = keyword_end(g, i, to);
        if (j == i) return false;
        i = j;
        if (i >= to || POS(g, i) == CT_O_STOP) break;
        if (POS(g, i) != CT_O_COMMA && POS(g, i) != CT_O_SEMICOLON) return false;
        i++;
    }
    if (i == first || (i < to && !(POS(g, i) == CT_O_STOP && i + 1 >= to))) return false;
    for (i = first; i < to; i++) {
        const struct ct_sense *s = ct_sense_of(
            g->p->lexicon, g->t.u[i].kind == CT_U_WORD ? g->t.u[i].sense : NULL, CT_WC_KEYWORD);
        bool place = i == first || POS(g, i - 1) == CT_O_COMMA || POS(g, i - 1) == CT_O_SEMICOLON;
        if (!s || !place) continue;
        PICK(g, i).pos = CT_O_KEYWORD;
        PICK(g, i).num = s->num;
        PICK(g, i).sense = s;
    }
    return true;
}

/* The colon that ends the costs of an activated ability, or 0. */
static size_t colon(const struct ct_tagging *g, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (POS(g, i) == CT_O_COLON) return i;
        if (POS(g, i) == CT_O_STOP || POS(g, i) == CT_O_OPEN) return 0;
    }
    return 0;
}

static bool tag_range(struct ct_tagging *g, size_t from, size_t to)
{
    g->depth = 0;
    g->end = to;
    ct_tag_open_clause(g, F_MAIN);
    g->kwline = keyword_line(g, from, to);
    g->costs_end = g->kwline ? 0 : colon(g, from, to);
    size_t i = from;
    while (i < to && !g->p->failed)
        i = one(g, i);
    return !g->p->failed;
}

bool ct_tag(struct ct_parser *p)
{
    struct ct_tagging g = {.p = p};
    g.t = (struct ct_tagger){.p = p, .u = p->units, .n = p->unit_count};
    p->token_count = 0;
    p->at = 0;
    if (!ct_tag_positions(&g.t)) return false;
    if (!tag_range(&g, 0, p->unit_count - 1)) return false;
    ct_tag_emit(&g, 0, p->unit_count - 1)->type = 0;
    return !p->failed;
}
