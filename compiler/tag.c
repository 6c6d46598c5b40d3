#include "compiler/tag_in.h"

#include <string.h>

/* A clause that is open at the moment. */
enum frame_kind {
    F_MAIN,
    F_LEAD, /* "When ..., if ...," before the clause they belong to */
    F_COND, /* "... if ..." behind it */
    F_REL,
    F_PART,
    F_GERUND,
};

struct frame {
    enum frame_kind kind;
    bool verb;       /* it has its finite verb */
    bool imperative; /* that is an instruction's */
    bool zero;       /* a relative clause without an opener: takes no more than its verb */
    int num;         /* the verb */
    int form;
    bool placed; /* put, remove, ... have their place */
    bool fresh;  /* nothing but the subject so far */
};

enum { DEEPEST = 24 };

struct tag {
    struct ct_tagger t;
    struct ct_parser *p;
    struct frame stack[DEEPEST];
    size_t depth;
    size_t end;       /* of the paragraph or quotation that is tagged */
    size_t costs_end; /* the colon behind the costs, or 0 */
    bool kwline;
    bool protection;  /* "protection from red and from blue" */
    bool have;        /* "have [np] [verb]" waits for its verb */
    bool cause;       /* "cause [np] to [verb]" waits for its "to" */
    bool as_though;   /* "as though it were": the form of "was" that is no plural */
    int last_prep[CT_PREP_HOW_MANY]; /* the token a preposition was last in this sentence */
};

#define PICK(G, I) ((G)->t.pick[(ptrdiff_t)(I)])
#define POS(G, I) ((G)->t.pick[(ptrdiff_t)(I)].pos) /* the two places before the first are none */

static bool tag_range(struct tag *g, size_t from, size_t to);
static bool time_phrase(struct tag *g, size_t i);

/* ---- tokens
 * --------------------------------------------------------------------------------------- */

static struct ct_token *emit(struct tag *g, int type, size_t unit)
{
    struct ct_parser *p = g->p;
    struct ct_token *tokens =
        ct_arena_grow(p->arena, p->tokens, p->token_count, &p->token_room, sizeof *tokens);
    static struct ct_token spare;
    if (!tokens) {
        p->failed = true;
        return &spare;
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

static struct ct_token *emit_virtual(struct tag *g, int type, size_t unit)
{
    struct ct_token *t = emit(g, type, unit);
    t->span.end = t->span.start;
    t->flags |= CT_TF_VIRTUAL;
    t->num = 0;
    t->form = 0;
    return t;
}

static void with_comma(struct ct_token *t)
{
    t->flags |= CT_TF_COMMA;
    if (t->span.start) t->span.start--;
}

static struct ct_token *emit_word(struct tag *g, size_t i)
{
    const struct ct_sense *s = PICK(g, i).sense;
    struct ct_token *t = emit(g, CT_T_WORD, i);
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

/* ---- open clauses
 * ------------------------------------------------------------------------------------ */

static struct frame *top(struct tag *g)
{
    return &g->stack[g->depth - 1];
}

static void open_clause(struct tag *g, enum frame_kind kind)
{
    if (g->depth == DEEPEST) {
        g->p->failed = true;
        return;
    }
    g->stack[g->depth++] = (struct frame){.kind = kind, .fresh = true};
}

static bool inner(const struct frame *f)
{
    return f->kind == F_REL || f->kind == F_PART || f->kind == F_GERUND;
}

static void close_inner(struct tag *g)
{
    while (g->depth > 1 && inner(top(g)))
        g->depth--;
}

static void close_to_main(struct tag *g)
{
    g->depth = 1;
}

static struct frame *clause_frame(struct tag *g)
{
    size_t d = g->depth;
    while (d > 1 && inner(&g->stack[d - 1]))
        d--;
    return &g->stack[d - 1];
}

/* The lead that is open, or NULL. */
static struct frame *open_lead(struct tag *g)
{
    for (size_t d = g->depth; d-- > 0;)
        if (g->stack[d].kind == F_LEAD) return &g->stack[d];
    return NULL;
}

/* ---- looking ahead
 * -------------------------------------------------------------------------------------- */

static bool boundary(const struct tag *g, size_t i)
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

static bool is_finite(const struct tag *g, size_t i)
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

static bool past_or_participle(const struct tag *g, size_t i)
{
    return POS(g, i) == CT_O_VERB && PICK(g, i).form & (CT_VF_PAST | CT_VF_PARTICIPLE);
}

/* Behind a relative's beginning at I, the unit after its verb. */
static size_t skip_relative(const struct tag *g, size_t i)
{
    size_t j = i;
    if (PICK(g, i).contracted) return j + 1;
    while (j < g->end && !ct_pos_verb(&g->t, j) && !boundary(g, j))
        j++;
    while (j < g->end && (POS(g, j) == CT_O_MODAL || POS(g, j) == CT_O_HAVE_AUX ||
                          POS(g, j) == CT_O_BE || POS(g, j) == CT_O_ADVERB_PRE))
        j++;
    return j < g->end && (POS(g, j) == CT_O_VERB || POS(g, j) == CT_O_GERUND) ? j + 1 : j;
}

/* Whether a finite verb follows from I on before the clause ends. */
static bool noun_list_joint(const struct tag *g, size_t i);

static bool verb_ahead(const struct tag *g, size_t i)
{
    for (size_t j = i; j < g->end && !boundary(g, j); j++) {
        if (PICK(g, j).rel0 || POS(g, j) == CT_O_REL) {
            j = skip_relative(g, j) - 1;
            continue;
        }
                if (POS(g, j) == CT_O_TO) { /* an infinitive is not finite */
            j++;
            continue;
        }
        if ((POS(g, j) == CT_O_AND || POS(g, j) == CT_O_OR) && !noun_list_joint(g, j)) return false;
        if (is_finite(g, j)) return !(PICK(g, j).form & CT_VF_PAST && POS(g, j) == CT_O_VERB && j > i &&
                     POS(g, j - 1) == CT_O_WORD);
        if (PICK(g, j).contracted) return true;
    }
    return false;
}

static bool noun_list_joint(const struct tag *g, size_t i)
{
    return i > 0 && i + 1 < g->end && (POS(g, i - 1) == CT_O_WORD || POS(g, i - 1) == CT_O_PT) &&
           POS(g, i + 1) == CT_O_WORD;
}

/* A past form that is hardly a participle: "died", "entered", "drew". */
static bool finite_alone(const struct tag *g, size_t i)
{
    const struct ct_pick *k = &PICK(g, i);
    if (!(k->form & CT_VF_PARTICIPLE)) return true;
    const struct ct_verb_info *v = ct_lexicon_verb(g->p->lexicon, k->num);
    return v && (v->frame == CT_FRAME_I || k->num == CT_V_ENTER || k->num == CT_V_LEAVE || k->num == CT_V_ATTACK || k->num == CT_V_LOSE ||
                 k->num == CT_V_GAIN || k->num == CT_V_CONTROL || k->num == CT_V_HAVE || POS(g, i - 1) == CT_O_PRON);
}

/* The verb that follows the noun phrase beginning at I, if it is a subject; 0 otherwise. */
static size_t subject_then_verb(const struct tag *g, size_t i)
{
    if (PICK(g, i).pos == CT_O_PRON && PICK(g, i).contracted) return i + 1;
    if (POS(g, i) == CT_O_THERE) return i + 1;
    if (!ct_pos_np_start(&g->t, i)) return 0;
    for (size_t j = i; j < g->end; j++) {
        if (j > i && PICK(g, j).rel0) {
            j = skip_relative(g, j) - 1;
            continue;
        }
        switch (POS(g, j)) {
        case CT_O_REL:
            j = skip_relative(g, j) - 1;
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
                if (j + 1 < g->end && !past_or_participle(g, j - 1)) return 0;
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
            if (is_finite(g, j)) return j;
            if (past_or_participle(g, j)) {
                if (verb_ahead(g, j + 1)) continue;
                return finite_alone(g, j) ? j : 0;
            }
            return 0;
        default:
            if (ct_pos_np_start(&g->t, j)) continue;
            return ct_pos_verb(&g->t, j) ? j : 0;
        }
    }
    return 0;
}

/* ---- commas and conjunctions
 * ------------------------------------------------------------------------------- */

static int joint_token(int pos, int and_type, int or_type, int and_or_type)
{
    return pos == CT_O_AND ? and_type : pos == CT_O_OR ? or_type : and_or_type;
}

/* Whether a list goes on behind the comma at I with bare words up to a conjunction: "instant,
 * sorcery, or". */
static bool word_list(const struct tag *g, size_t i)
{
    if (!(POS(g, i - 1) == CT_O_WORD || POS(g, i - 1) == CT_O_PT) || POS(g, i + 1) != CT_O_WORD)
        return false;
    size_t j = i + 1;
    while (j < g->end && (POS(g, j) == CT_O_WORD || POS(g, j) == CT_O_PT))
        j++;
    if (POS(g, j) == CT_O_COMMA) {
        int next = POS(g, j + 1);
        return next == CT_O_AND || next == CT_O_OR || next == CT_O_AND_OR || word_list(g, j);
    }
    /* "A, B or C": the comma that is missing is reported later. */
    return (POS(g, j) == CT_O_OR || POS(g, j) == CT_O_AND_OR) && POS(g, j + 1) == CT_O_WORD;
}

/* "noncreature, nonland permanent": adjectives with nothing but a comma. */
static bool adjective_list(const struct tag *g, size_t i)
{
    if (POS(g, i - 1) != CT_O_WORD || POS(g, i + 1) != CT_O_WORD) return false;
    return g->t.u[i - 1].flags & CT_UF_NON && g->t.u[i + 1].flags & CT_UF_NON;
}

/* Words joined inside one noun phrase: "artifact or creature". */
static bool joins_words(struct tag *g, size_t i, size_t next)
{
    int before = POS(g, i - 1);
    if ((before != CT_O_WORD && before != CT_O_PT) ||
        (POS(g, next) != CT_O_WORD && POS(g, next) != CT_O_PT))
        return false;
    struct frame *f = clause_frame(g);
    size_t verb = subject_then_verb(g, next);
    if (verb && f->verb && !inner(top(g))) return false;
    if (ct_pos_classes(&g->t, i - 1) != CT_NC_ZONE) return true;
    /* "from your graveyard or exiled card": a zone and a thing are no words of one noun phrase */
    size_t head = next;
    while (head + 1 < g->end && (POS(g, head + 1) == CT_O_WORD || POS(g, head + 1) == CT_O_PT))
        head++;
    return ct_pos_classes(&g->t, head) == CT_NC_ZONE || ct_pos_classes(&g->t, head) == 0;
}

/* The verb forms two coordinated verbs of one clause have in common. */
static bool same_form(const struct tag *g, const struct frame *f, size_t i)
{
    int pos = POS(g, i), form = PICK(g, i).form;
    if (pos == CT_O_MODAL) return true;
    if (pos == CT_O_BE) return form != CT_VF_BARE || f->form & CT_VF_BASE;
    if (pos == CT_O_HAVE_AUX) return true;
    if (f->form == CT_VF_BARE) return (form & CT_VF_BASE) != 0;
    return (f->form & form) != 0;
}

/* The conjunction or comma at I (the comma before a conjunction is at I - 1) with the next unit
 * NEXT joins verbs: of a relative clause, or of a clause. */
static int verb_joint(struct tag *g, size_t next, bool comma_alone, int pos)
{
    struct frame *f = top(g);
    if (f->kind == F_REL && f->verb) {
        int form = PICK(g, next).form;
        bool fits = POS(g, next) == CT_O_VERB
                        ? same_form(g, f, next)
                        : POS(g, next) == CT_O_BE && form & (CT_VF_THIRD | CT_VF_ARE);
        struct frame *outer = NULL;
        for (size_t d = g->depth - 1; d-- > 0 && !outer;)
            if (!inner(&g->stack[d])) outer = &g->stack[d];
        bool outer_fits = outer && outer->verb && same_form(g, outer, next);
        bool stays = f->zero ? fits && !outer_fits && !ct_pos_np_start(&g->t, next + 1)
                             : fits && (!outer_fits || !outer->verb);
        if (f->zero && POS(g, next) == CT_O_VERB &&
            (PICK(g, next).num == CT_V_CONTROL || PICK(g, next).num == CT_V_OWN))
            stays = true;
        if (stays) {
            f->verb = false;
            return comma_alone ? CT_T_COMMA_R : joint_token(pos, CT_T_AND_R, CT_T_OR_R, CT_T_OR_R);
        }
    }
    close_inner(g);
    return comma_alone ? CT_T_COMMA_S : joint_token(pos, CT_T_AND_S, CT_T_OR_S, CT_T_OR_S);
}

static bool opener_of_lead(const struct tag *g, size_t i)
{
    int pos = POS(g, i);
    return pos == CT_O_OPENER || pos == CT_O_DURATION ||
           (pos == CT_O_PREP && (PICK(g, i).num == CT_PREP_AT || PICK(g, i).num == CT_PREP_DURING ||
                                 PICK(g, i).num == CT_PREP_UNTIL));
}

static void new_clause(struct tag *g)
{
    struct frame *f = top(g);
    f->verb = false;
    f->placed = false;
    f->fresh = true;
    f->num = 0;
}

/* In a chain of a condition behind the clause, what follows "and" may be the main clause again:
 * then the condition ends. A plain verb form is an instruction, which no condition has. */
static void leave_condition(struct tag *g, size_t next)
{
    struct frame *f = top(g);
    if (f->kind != F_COND || POS(g, next) != CT_O_VERB) return;
    if (same_form(g, f, next)) return;
    g->depth--;
}

/* "put one into your hand and the rest into your graveyard": a noun phrase and a place, the verb understood. */
static bool elided_verb(struct tag *g, size_t i, size_t next)
{
    (void)i;
    const struct frame *f = clause_frame(g);
    bool takes = f->num == CT_V_PUT || f->num == CT_V_DEAL || f->num == CT_V_RETURN;
    if (!f->verb || !f->placed || !takes || !ct_pos_np_start(&g->t, next)) return false;
    for (size_t j = next; j < g->end; j++) {
        if (PICK(g, j).rel0) {
            j = skip_relative(g, j) - 1;
            continue;
        }
        if (POS(g, j) == CT_O_PREP) {
            int prep = PICK(g, j).num;
            if (prep == CT_PREP_INTO || prep == CT_PREP_ONTO || prep == CT_PREP_TO) return true;
            if (prep == CT_PREP_ON) return f->num == CT_V_PUT;
            continue;
        }
        if (!ct_pos_np_start(&g->t, j) && POS(g, j) != CT_O_APOS) return false;
    }
    return false;
}

/* Inside a clause that "if" opened. */
static bool conditional(struct tag *g)
{
    const struct frame *f = clause_frame(g);
    return f->kind == F_LEAD || f->kind == F_COND;
}

static bool lone_state(struct tag *g, size_t i);

static size_t conjunction(struct tag *g, size_t i, bool comma)
{
    int pos = POS(g, i);
    size_t next = i + 1;
    size_t before = comma ? i - 1 : i;
    int type;
    if (next >= g->end) {
        emit(g, CT_T_AND_S, i);
        return i + 1;
    }
    if (POS(g, next) == CT_O_THEN) { /* "and then" */
        close_to_main(g);
        new_clause(g);
        struct ct_token *t = emit(g, CT_T_THEN, next);
        t->flags |= CT_TF_AND;
        if (comma) with_comma(t);
        return next + 1;
    }
    if (elided_verb(g, i, next)) {
        int verb = clause_frame(g)->num;
        close_inner(g);
        new_clause(g);
        struct ct_token *joint = emit(g, joint_token(pos, CT_T_AND_S, CT_T_OR_S, CT_T_OR_S), i);
        if (comma) {
            joint->span.start = g->t.u[i - 1].span.start;
            joint->flags |= CT_TF_COMMA;
        }
        struct ct_token *zero = emit_virtual(g, CT_T_VERB_ZERO, next);
        zero->num = verb;
        zero->form = CT_VF_BASE | CT_VF_THIRD;
        struct frame *f = clause_frame(g);
        f->verb = true;
        f->num = verb;
        f->fresh = false;
        return i + 1;
    }
    int opener = POS(g, next) == CT_O_OPENER ? PICK(g, next).num : 0;
    if ((opener == CT_FN_IF || opener == CT_FN_WHENEVER || opener == CT_FN_WHEN) && conditional(g)) {
        close_inner(g);
        new_clause(g);
        struct ct_token *joint = emit(g, joint_token(pos, CT_T_AND_S, CT_T_OR_S, CT_T_OR_S), i);
        joint->flags |= CT_TF_IF;
        joint->form = opener == CT_FN_WHENEVER ? CT_FORM_WHENEVER : opener == CT_FN_WHEN ? CT_FORM_WHEN : CT_FORM_OTHER;
        return next + 1;
    }
    bool from = POS(g, next) == CT_O_PREP && PICK(g, next).num == CT_PREP_FROM && g->protection;
    if (from) {
        type = pos == CT_O_OR ? CT_T_OR_P : CT_T_AND_P;
        } else if (POS(g, before - 1) == CT_O_STATE && (POS(g, next) == CT_O_STATE || POS(g, next) == CT_O_WORD || lone_state(g, next))) {
        type = CT_T_AND_A;
    } else if (POS(g, next) == CT_O_GERUND && lone_state(g, next) && POS(g, before - 1) == CT_O_WORD && PICK(g, before - 1).sense &&
               PICK(g, before - 1).sense->wc == CT_WC_STATE && boundary(g, next + 1)) {
        type = joint_token(pos, CT_T_AND_W, CT_T_OR_W, CT_T_AND_OR_W);
    } else if (POS(g, next) == CT_O_ADVERB && PICK(g, next).num == CT_ADV_ONLY && !comma) {
        close_to_main(g);
        type = joint_token(pos, CT_T_AND_ADJ, CT_T_OR_ADJ, CT_T_OR_ADJ);
    } else if (POS(g, next) == CT_O_TO) {
        close_inner(g);
        type = joint_token(pos, CT_T_AND_ADJ, CT_T_OR_ADJ, CT_T_OR_ADJ);
    } else if (POS(g, next) == CT_O_PREP && g->last_prep[PICK(g, next).num] == CT_T_PREP && PICK(g, next).num != CT_PREP_AT) {
        type = joint_token(pos, CT_T_AND_T, CT_T_OR_T, CT_T_OR_T);
    } else if (POS(g, next) == CT_O_PREP && g->last_prep[PICK(g, next).num] && !opener_of_lead(g, next)) {
        close_inner(g);
        top(g)->placed = false;
        type = joint_token(pos, CT_T_AND_ADJ, CT_T_OR_ADJ, CT_T_OR_ADJ);
    } else if (opener_of_lead(g, next) || POS(g, next) == CT_O_INSTEAD) {
        close_inner(g);
        new_clause(g);
        type = joint_token(pos, CT_T_AND_S, CT_T_OR_S, CT_T_OR_S);
    } else if (ct_pos_verb(&g->t, next)) {
        leave_condition(g, next);
        type = verb_joint(g, next, false, pos);
        if (type == CT_T_AND_S || type == CT_T_OR_S)
            top(g)->verb = false, top(g)->placed = false, top(g)->fresh = true;
    } else if (joins_words(g, before, next)) {
        type = joint_token(pos, CT_T_AND_W, CT_T_OR_W, CT_T_AND_OR_W);
    } else if (clause_frame(g)->verb && subject_then_verb(g, next)) {
        close_inner(g);
        new_clause(g);
        type = joint_token(pos, CT_T_AND_S, CT_T_OR_S, CT_T_OR_S);
    } else {
        type = joint_token(pos, CT_T_AND_NP, CT_T_OR_NP, CT_T_AND_OR_NP);
    }
    struct ct_token *t = emit(g, type, i);
    if (comma) {
        t->span.start = g->t.u[i - 1].span.start;
        t->flags |= CT_TF_COMMA;
    }
    return i + 1;
}

/* The last word was the verb of "an artifact you control", the place, or a duration of a relative clause. */
static bool behind_relative(const struct tag *g, size_t i)
{
    const struct frame *f = &g->stack[g->depth - 1];
    return inner(f) || POS(g, i - 1) == CT_O_DURATION;
}

/* Whether what stands behind the comma at I is one more noun phrase of a list that a conjunction
 * ends. */
static bool np_list(const struct tag *g, size_t i)
{
    if (!i || !(ct_pos_np_end(&g->t, i - 1) || behind_relative(g, i))) return false;
    if (!ct_pos_np_start(&g->t, i + 1) && POS(g, i + 1) != CT_O_KEYWORD &&
        POS(g, i + 1) != CT_O_OPEN)
        return false;
    for (size_t j = i + 1; j < g->end; j++) {
        int pos = POS(g, j);
        if (PICK(g, j).rel0) {
            j = skip_relative(g, j) - 1;
            continue;
        }
        if (pos == CT_O_STOP || pos == CT_O_COLON || pos == CT_O_OPENER || pos == CT_O_THEN)
            return false;
        if (pos == CT_O_OPEN) {
            while (j < g->end && POS(g, j) != CT_O_CLOSE)
                j++;
            continue;
        }
        if (is_finite(g, j)) return false;
        if (pos == CT_O_COMMA &&
            (POS(g, j + 1) == CT_O_AND || POS(g, j + 1) == CT_O_OR || POS(g, j + 1) == CT_O_AND_OR))
            return !ct_pos_verb(&g->t, j + 2);
    }
    return false;
}

/* In a lead: whether the comma at I stands inside a list of verbs ("enters, attacks, or dies"). */
static bool verb_list(const struct tag *g, size_t i)
{
    if (!ct_pos_verb(&g->t, i + 1) || POS(g, i + 1) == CT_O_EACH_PRE) return false;
    if (POS(g, i + 1) == CT_O_VERB && PICK(g, i + 1).form & CT_VF_THIRD) return true;
    if (POS(g, i + 1) == CT_O_VERB && PICK(g, i + 1).form == (CT_VF_PAST | CT_VF_PARTICIPLE))
        return true;
    return false;
}

static size_t comma(struct tag *g, size_t i)
{
    size_t next = i + 1;
    int pos = next < g->end ? POS(g, next) : CT_O_END;
    if (g->costs_end && i < g->costs_end) {
        bool item =
            pos == CT_O_SYMBOL || pos == CT_O_VERB || pos == CT_O_PARAM || (pos == CT_O_KEYWORD);
        if (item && !word_list(g, i)) {
            close_to_main(g);
            new_clause(g);
            emit(g, CT_T_COMMA_COST, i);
            return next;
        }
    }
    if (g->kwline) {
        bool from = pos == CT_O_PREP && PICK(g, next).num == CT_PREP_FROM && g->protection;
        bool and_from = (pos == CT_O_AND) && POS(g, next + 1) == CT_O_PREP;
        if (and_from) return conjunction(g, next, true);
        if (from || pos == CT_O_KEYWORD) {
            emit(g, from ? CT_T_COMMA_P : CT_T_COMMA_K, i);
            return next;
        }
    }
    if (pos == CT_O_AND || pos == CT_O_OR || pos == CT_O_AND_OR) {
        bool numbers = pos == CT_O_OR && i && POS(g, i - 1) == CT_O_NUM && POS(g, next + 1) == CT_O_NUM;
        if (numbers) {
            struct ct_token *t = emit(g, CT_T_QMARK, next);
            t->num = CT_FN_OR;
            t->form = 2;
            return next + 1;
        }
        /* A lead ends at ", and" only where no list does; Magic writes no such thing. */
        return conjunction(g, next, true);
    }
    if (pos == CT_O_THEN) {
        if (open_lead(g) && !open_lead(g)->verb) return next;
        close_to_main(g);
        new_clause(g);
        with_comma(emit(g, CT_T_THEN, next));
        return next + 1;
    }
    bool opener = pos == CT_O_OPENER;
    if (opener && PICK(g, next).num == CT_FN_WHERE) return next; /* taken with it */
    if (pos == CT_O_ADVERB &&
        (PICK(g, next).num == CT_ADV_ROUNDED_UP || PICK(g, next).num == CT_ADV_ROUNDED_DOWN))
        return next;
        if (pos == CT_O_PREP && PICK(g, next).num == CT_PREP_BEFORE && !open_lead(g)) return next;
    if (pos == CT_O_PREP && (PICK(g, next).num == CT_PREP_EXCEPT || PICK(g, next).num == CT_PREP_RATHER_THAN))
        return next;
    if (i && POS(g, i - 1) == CT_O_NUM && pos == CT_O_NUM && (POS(g, next + 1) == CT_O_COMMA || POS(g, next + 1) == CT_O_OR || POS(g, next + 1) == CT_O_QMARK)) {
        struct ct_token *t = emit(g, CT_T_QMARK, i); /* "one, two, or three" */
        t->num = CT_FN_OR;
        t->form = 1;
        return next;
    }
    bool lead = open_lead(g) != NULL;
    if (word_list(g, i) || adjective_list(g, i)) {
        emit(g, CT_T_COMMA_W, i);
        return next;
    }
    if (np_list(g, i) &&
        !(lead && open_lead(g)->verb && subject_then_verb(g, next) && !np_list(g, i))) {
        emit(g, CT_T_COMMA_NP, i);
        return next;
    }
    if (lead) {
        if (verb_list(g, i)) {
            emit(g, verb_joint(g, next, true, 0), i);
            if (top(g)->kind != F_REL) top(g)->verb = false, top(g)->fresh = true;
            return next;
        }
        while (g->depth > 1 && top(g)->kind != F_LEAD)
            g->depth--;
        if (g->depth > 1) g->depth--;
        new_clause(g);
        emit(g, CT_T_COMMA_SUB, i);
        return next;
    }
    if (opener_of_lead(g, next)) {
        bool trailing = opener && PICK(g, next).num == CT_FN_UNLESS;
        (void)trailing;
        close_to_main(g);
        new_clause(g);
        emit(g, CT_T_COMMA_S, i);
        return next;
    }
    if (ct_pos_verb(&g->t, next)) {
        leave_condition(g, next);
        emit(g, verb_joint(g, next, true, 0), i);
        top(g)->verb = false;
        top(g)->fresh = true;
        top(g)->placed = false;
        return next;
    }
    if (subject_then_verb(g, next)) {
        close_to_main(g);
        new_clause(g);
        emit(g, CT_T_COMMA_S, i);
        return next;
    }
    emit(g, CT_T_COMMA_NP, i);
    return next;
}

/* ---- verbs
 * ------------------------------------------------------------------------------------------------------
 */

static void finite_verb(struct tag *g, size_t i, int num, int form, bool imperative)
{
    (void)i;
    while (g->depth > 1 && inner(top(g)) && top(g)->verb && top(g)->kind != F_GERUND)
        g->depth--;
    if (top(g)->kind == F_GERUND) close_inner(g);
    struct frame *f = top(g);
    f->verb = true;
    f->num = num;
    f->form = form;
    f->imperative = imperative;
    f->placed = false;
    f->fresh = false;
}

/* The units before I, over adverbs. */
static int pos_before(const struct tag *g, size_t i)
{
    while (i-- > 0) {
        int pos = POS(g, i);
        if (pos == CT_O_ADVERB || pos == CT_O_ADVERB_PRE || pos == CT_O_EACH_PRE) continue;
        return pos;
    }
    return CT_O_NONE;
}

static bool after_be(const struct tag *g, size_t i)
{
    if (!i) return false;
    size_t j = i - 1;
    while (j > 0 && (POS(g, j) == CT_O_ADVERB || POS(g, j) == CT_O_ADVERB_PRE))
        j--;
    if (POS(g, j) == CT_O_BE || POS(g, j) == CT_O_HAVE_AUX) return true;
    return PICK(g, j).contracted;
}

/* "becomes tapped", "is tapped", "enters tapped": an adjective by itself. */
static bool lone_state(struct tag *g, size_t i)
{
    const struct ct_sense *s = ct_sense_of(
        g->p->lexicon, g->t.u[i].kind == CT_U_WORD ? g->t.u[i].sense : NULL, CT_WC_STATE);
    if (!s) return false;
    bool noun_next = POS(g, i + 1) == CT_O_WORD;
    return !noun_next;
}

static bool copula_before(const struct tag *g, size_t i)
{
    if (!i) return false;
    if (PICK(g, i - 1).contracted) return true;
    return POS(g, i - 1) == CT_O_BE ||
           (POS(g, i - 1) == CT_O_VERB &&
            (PICK(g, i - 1).num == CT_V_BECOME || PICK(g, i - 1).num == CT_V_REMAIN ||
             PICK(g, i - 1).num == CT_V_STAY));
}

static bool complement_ahead(const struct tag *g, size_t i)
{
    if (i >= g->end) return false;
    if (ct_pos_np_start(&g->t, i) && !PICK(g, i).rel0) return true;
    if (POS(g, i) == CT_O_PREP || POS(g, i) == CT_O_TO) return true;
    return POS(g, i) == CT_O_ADVERB && PICK(g, i).num == CT_ADV_THIS_WAY;
}

static size_t state_word(struct tag *g, size_t i)
{
    const struct ct_sense *s = ct_sense_of(g->p->lexicon, g->t.u[i].sense, CT_WC_STATE);
    PICK(g, i).sense = s;
    if (copula_before(g, i) ||
        (i &&
         (POS(g, i - 1) == CT_O_AND || POS(g, i - 1) == CT_O_OR || POS(g, i - 1) == CT_O_COMMA) &&
         POS(g, i - 2) == CT_O_WORD)) {
        PICK(g, i).pos = CT_O_WORD;
        emit_word(g, i);
        return i + 1;
    }
    PICK(g, i).pos = CT_O_STATE;
    struct ct_token *t = emit_word(g, i);
    t->type = CT_T_STATE_A;
    return i + 1;
}

static size_t participle(struct tag *g, size_t i)
{
    emit(g, CT_T_PARTICIPLE, i)->form = CT_VF_PARTICIPLE;
    return i + 1;
}

static bool start(const struct tag *g, size_t i);

static size_t participle_tail(struct tag *g, size_t i)
{
    open_clause(g, F_PART);
    struct frame *f = top(g);
    f->verb = true;
    f->num = PICK(g, i).num;
    f->form = CT_VF_PARTICIPLE;
    return participle(g, i);
}

/* Whether the clause that is open still waits for its finite verb. */
static struct frame *waiting(struct tag *g)
{
    for (size_t d = g->depth; d-- > 0;) {
        struct frame *f = &g->stack[d];
        if (!f->verb) return f;
        if (!inner(f)) return NULL;
    }
    return NULL;
}

static size_t verb(struct tag *g, size_t i)
{
    struct ct_pick *k = &PICK(g, i);
    if (k->num == CT_V_BECOME && past_or_participle(g, i + 1) && !(PICK(g, i + 1).form & CT_VF_BASE) &&
        (complement_ahead(g, i + 2) || !lone_state(g, i + 1))) {
        struct ct_token *t = emit(g, CT_T_BE, i);
        t->num = CT_V_BECOME;
        if (k->form == CT_VF_PAST) t->flags |= CT_TF_PAST;
        finite_verb(g, i, CT_V_BE, k->form, false);
        top(g)->num = PICK(g, i + 1).num;
        return participle(g, i + 1);
    }
    int before = pos_before(g, i);
    if (g->have && k->form & CT_VF_BASE) {
        g->have = false;
        close_inner(g);
        emit(g, CT_T_VERB, i)->form = CT_VF_BASE;
        finite_verb(g, i, k->num, CT_VF_BARE, false);
        return i + 1;
    }
    if (i && POS(g, i - 1) == CT_O_OPENER && PICK(g, i - 1).num == CT_FN_WHILE && lone_state(g, i)) return state_word(g, i);
    bool past = (k->form & (CT_VF_PAST | CT_VF_PARTICIPLE)) != 0;
    bool state_place = past && !(k->form & CT_VF_BASE) && lone_state(g, i);
    if (after_be(g, i) && past) {
        bool be = copula_before(g, i) && !(i && POS(g, i - 1) == CT_O_HAVE_AUX);
        bool perfect = i > 1 && POS(g, i - 1) == CT_O_BE && PICK(g, i - 1).form == CT_VF_PARTICIPLE;
        bool was =
            POS(g, i - 1) == CT_O_BE && (PICK(g, i - 1).num == 7 || PICK(g, i - 1).num == 8 ||
                                         PICK(g, i - 1).num == 3 || PICK(g, i - 1).num == 4);
        if (be && state_place && !complement_ahead(g, i + 1) && !perfect && !was)
            return state_word(g, i);
        top(g)->num = k->num;
        return participle(g, i);
    }
    if (copula_before(g, i) && state_place) return state_word(g, i);
    if (before == CT_O_AND && i > 1 && POS(g, i - 2) == CT_O_STATE && state_place) return state_word(g, i);
    bool conj = before == CT_O_AND || before == CT_O_OR || before == CT_O_COMMA;
    bool after_np = i && (ct_pos_np_end(&g->t, i - 1) || POS(g, i - 1) == CT_O_DURATION);
    if (past && state_place && !conj && i && !after_np && POS(g, i - 1) != CT_O_REL &&
        POS(g, i - 1) != CT_O_MODAL && before != CT_O_STOP && before != CT_O_OPENER)
        return state_word(
            g, i); /* "put it onto the battlefield tapped" ends with a noun; "enters tapped" */
    struct frame *f = waiting(g);
    if (past && after_np && !conj) {
        bool subject_pronoun = POS(g, i - 1) == CT_O_PRON && PICK(g, i - 1).num != CT_PRONOUN_THOSE;
        
        if (!f || (top(g)->kind == F_REL && top(g)->verb && !f)) {
            bool zone = ct_pos_classes(&g->t, i - 1) == CT_NC_ZONE || POS(g, i - 1) == CT_O_PRON;
            if (state_place && zone && !complement_ahead(g, i + 1)) return state_word(g, i);
            if (state_place && !complement_ahead(g, i + 1) &&
                (clause_frame(g)->num == CT_V_PUT || clause_frame(g)->num == CT_V_RETURN ||
                 clause_frame(g)->num == CT_V_ENTER))
                return state_word(g, i);
            return participle_tail(g, i);
        }
        bool later = verb_ahead(g, i + 1);
        if (f->kind == F_REL && f->fresh) {
            /* the verb of the relative clause */
        } else if (later && !subject_pronoun) {
            return participle_tail(g, i);
                }
    }
    bool imperative = !after_np && k->form & CT_VF_BASE;
    int form = k->form;
    if (before == CT_O_MODAL || before == CT_O_TO || before == CT_O_CAUSATIVE) form = CT_VF_BASE;
    if (imperative) form = CT_VF_BASE;
    struct ct_token *t = emit(g, CT_T_VERB, i);
    bool past_only = past && !(form & (CT_VF_BASE | CT_VF_THIRD));
    t->form = (uint8_t)(past_only ? CT_VF_PAST : form & ~CT_VF_PARTICIPLE);
    finite_verb(g, i, k->num, before == CT_O_MODAL && top(g)->form ? CT_VF_BARE : t->form,
                imperative);
    return i + 1;
}

static void be_token(struct tag *g, struct ct_token *t, int row, bool contracted)
{
    t->type = CT_T_BE;
    t->num = CT_V_BE;
    if (contracted) t->flags |= CT_TF_CONTRACTED;
    if (row >= 1 && row <= 4) t->flags |= CT_TF_NOT;
    if (row == 3 || row == 4 || row == 7 || row == 8) t->flags |= CT_TF_PAST;
    (void)g;
}

static size_t be(struct tag *g, size_t i)
{
    struct ct_token *t = emit(g, CT_T_BE, i);
    be_token(g, t, PICK(g, i).num, false);
    if (g->as_though && (PICK(g, i).num == 8 || PICK(g, i).num == 4)) {
        t->form |= CT_VF_THIRD;
        t->flags |= CT_TF_SUBJUNCTIVE;
    }
    if (PICK(g, i).form == CT_VF_BARE && pos_before(g, i) == CT_O_MODAL)
        top(g)->num = CT_V_BE; /* "would be" is one verb */
    else if (PICK(g, i).form != CT_VF_PARTICIPLE)
        finite_verb(g, i, CT_V_BE, PICK(g, i).form, false);
    return i + 1;
}

static size_t have_aux(struct tag *g, size_t i)
{
    struct ct_token *t = emit(g, CT_T_HAVE_AUX, i);
    const struct ct_pick *k = &PICK(g, i);
    const struct ct_sense *fn = ct_sense_of(g->p->lexicon, g->t.u[i].sense, CT_WC_FUNCTION);
    if (fn) { /* hasn't, haven't, hadn't */
        t->flags |= CT_TF_NOT;
        t->form = fn->form == 0   ? CT_VF_THIRD
                  : fn->form == 1 ? CT_VF_BASE
                                  : CT_VF_THIRD | CT_VF_BASE;
        if (fn->form == 2) t->flags |= CT_TF_PAST;
    } else {
        t->form = k->form & CT_VF_PAST ? CT_VF_THIRD | CT_VF_BASE : k->form;
        if (k->form & CT_VF_PAST) t->flags |= CT_TF_PAST;
    }
    finite_verb(g, i, CT_V_HAVE, CT_VF_PAST | CT_VF_THIRD, false);
    return i + 1;
}

/* The verb inside "it's" and "you've". */
static void contraction(struct tag *g, size_t i)
{
    const struct ct_pick *k = &PICK(g, i);
    struct ct_token *t = emit_virtual(g, k->form ? CT_T_HAVE_AUX : CT_T_BE, i);
    t->span = g->t.u[i].span;
    t->flags = CT_TF_CONTRACTED;
    bool plural = k->pos == CT_O_PRON && (k->num == CT_PRONOUN_THEY || k->num == CT_PRONOUN_YOU);
    /* "it's been", "that's been dealt": has, before a participle. */
    bool been = !k->form && POS(g, i + 1) == CT_O_BE && PICK(g, i + 1).form == CT_VF_PARTICIPLE;
    if (been) t->type = CT_T_HAVE_AUX;
    if (t->type == CT_T_HAVE_AUX) {
        t->form = plural ? CT_VF_BASE : k->form ? CT_VF_BASE | CT_VF_THIRD : CT_VF_THIRD;
        t->num = CT_V_HAVE;
    } else {
        t->form = plural ? CT_VF_ARE : CT_VF_THIRD;
        t->num = CT_V_BE;
        if (k->pos == CT_O_REL) t->form = CT_VF_THIRD | CT_VF_ARE;
    }
    finite_verb(g, i, t->num, t->form, false);
}

static size_t modal(struct tag *g, size_t i)
{
    struct ct_token *t = emit(g, CT_T_MODAL, i);
    const struct ct_sense *fn = ct_sense_of(g->p->lexicon, g->t.u[i].sense, CT_WC_FUNCTION);
    bool alone =
        !(i + 1 < g->end && (POS(g, i + 1) == CT_O_VERB || POS(g, i + 1) == CT_O_BE ||
                             POS(g, i + 1) == CT_O_ADVERB_PRE || POS(g, i + 1) == CT_O_CAUSATIVE ||
                             POS(g, i + 1) == CT_O_HAVE_AUX || POS(g, i + 1) == CT_O_EACH_PRE));
    if (!alone && POS(g, i + 1) == CT_O_VERB && !(PICK(g, i + 1).form & CT_VF_BASE)) alone = true;
    if (alone) t->type = CT_T_MODAL_ALONE;
    t->form = CT_VF_BASE | CT_VF_THIRD;
    if (fn) {
        t->form = fn->form == 1   ? CT_VF_THIRD
                  : fn->form == 2 ? CT_VF_BASE | CT_VF_THIRD
                                  : CT_VF_BASE;
        if (fn->form == 2) t->flags |= CT_TF_PAST;
    }
    finite_verb(g, i, 0, CT_VF_BARE, false);
    return i + 1;
}

/* "have it deal": have, a noun phrase, a plain verb. */
static bool causative(const struct tag *g, size_t i)
{
    if (PICK(g, i).num != CT_V_HAVE && PICK(g, i).num != CT_V_CAUSE) return false;
    if (PICK(g, i).num == CT_V_HAVE && !(PICK(g, i).form & CT_VF_BASE)) return false;
    for (size_t j = i + 1; j < g->end; j++) {
        if (PICK(g, j).rel0) {
            j = skip_relative(g, j) - 1;
            continue;
        }
        if (j > i + 1 && POS(g, j) == CT_O_TO) return PICK(g, i).num == CT_V_CAUSE;
        if (POS(g, j) == CT_O_VERB)
            return j > i + 1 && (PICK(g, j).form & CT_VF_BASE) && PICK(g, i).num == CT_V_HAVE;
        if (POS(g, j) == CT_O_BE) return PICK(g, j).form == CT_VF_BARE;
        if (!ct_pos_np_start(&g->t, j) && POS(g, j) != CT_O_APOS && POS(g, j) != CT_O_PREP &&
            POS(g, j) != CT_O_OR && POS(g, j) != CT_O_AND)
            return false;
    }
    return false;
}

static size_t gerund(struct tag *g, size_t i)
{
    if (after_be(g, i)) {
        bool zero = top(g)->kind == F_REL && top(g)->zero;
        if (!zero && lone_state(g, i) && (!complement_ahead(g, i + 1) || POS(g, i + 1) == CT_O_PREP))
            return state_word(g, i);
        emit(g, CT_T_GERUND, i)->form = CT_VF_ING;
        top(g)->num = PICK(g, i).num;
        return i + 1;
    }
    if (!i || start(g, i) || POS(g, i - 1) == CT_O_OPENER) {
        emit(g, CT_T_GERUND_S, i)->form = CT_VF_ING;
        open_clause(g, F_GERUND);
        top(g)->verb = true;
        top(g)->num = PICK(g, i).num;
        return i + 1;
    }
    bool state = lone_state(g, i);
    int before = i ? POS(g, i - 1) : CT_O_NONE;
        if (i > 1 && (before == CT_O_AND || before == CT_O_OR) && POS(g, i - 2) == CT_O_WORD && state && boundary(g, i + 1)) {
        PICK(g, i).sense = ct_sense_of(g->p->lexicon, g->t.u[i].sense, CT_WC_STATE);
        PICK(g, i).pos = CT_O_WORD;
        emit_word(g, i);
        return i + 1;
    }
    bool joined_state = i > 1 && (before == CT_O_AND || before == CT_O_OR) && POS(g, i - 2) == CT_O_STATE;
    if (state &&
        (joined_state || (before == CT_O_WORD && ct_pos_classes(&g->t, i - 1) == CT_NC_ZONE))) {
        PICK(g, i).sense = ct_sense_of(g->p->lexicon, g->t.u[i].sense, CT_WC_STATE);
        PICK(g, i).pos = CT_O_STATE;
        struct ct_token *t = emit_word(g, i);
        t->type = CT_T_STATE_A;
        return i + 1;
    }
    open_clause(g, before == CT_O_PREP ? F_GERUND : F_PART);
    top(g)->verb = true;
    top(g)->num = PICK(g, i).num;
    emit(g, CT_T_GERUND, i)->form = CT_VF_ING;
    return i + 1;
}

/* ---- prepositions
 * --------------------------------------------------------------------------------------------------
 */

static bool wants(int verb, int prep)
{
    switch (prep) {
    case CT_PREP_ON:
    case CT_PREP_IN:
        return verb == CT_V_PUT;
    case CT_PREP_FROM:
        return verb == CT_V_REMOVE || verb == CT_V_MOVE || verb == CT_V_PREVENT;
    case CT_PREP_AMONG:
        return verb == CT_V_DISTRIBUTE || verb == CT_V_DIVIDE;
    case CT_PREP_TO:
    case CT_PREP_INTO:
    case CT_PREP_ONTO:
        return verb == CT_V_ATTACH || verb == CT_V_DEAL || verb == CT_V_PUT ||
               verb == CT_V_RETURN || verb == CT_V_ADD || verb == CT_V_MOVE;
    default:
        return false;
    }
}

static bool noun_prep(int prep)
{
    switch (prep) {
    case CT_PREP_OF:
    case CT_PREP_FROM:
    case CT_PREP_FROM_AMONG:
    case CT_PREP_FROM_OUTSIDE:
    case CT_PREP_IN:
    case CT_PREP_ON:
    case CT_PREP_AMONG:
    case CT_PREP_BETWEEN:
    case CT_PREP_OTHER_THAN:
    case CT_PREP_OUTSIDE:
    case CT_PREP_BEYOND:
        return true;
    default:
        return false;
    }
}

static size_t with(struct tag *g, size_t i)
{
    const struct ct_token *last = g->p->token_count ? &g->p->tokens[g->p->token_count - 1] : NULL;
    if (last && (last->type == CT_T_AND_ADJ || last->type == CT_T_OR_ADJ)) {
        emit(g, CT_T_WITH_V, i);
        return i + 1;
    }
    bool zone = i && ct_pos_classes(&g->t, i - 1) == CT_NC_ZONE;
    bool tail = i && ct_pos_np_end(&g->t, i - 1) && !zone && !(POS(g, i - 1) == CT_O_PRON);
    g->last_prep[PICK(g, i).num] = tail ? CT_T_PREP : CT_T_PREP_V;
    emit(g, tail ? CT_T_WITH : CT_T_WITH_V, i);
    return i + 1;
}

static bool sentence_start(const struct tag *g, size_t i)
{
    if (!i || g->stack[g->depth - 1].kind != F_MAIN || !g->stack[g->depth - 1].fresh) return false;
    const struct ct_token *last = g->p->token_count ? &g->p->tokens[g->p->token_count - 1] : NULL;
    if (!last) return true;
    switch (last->type) {
    case CT_T_STOP:
    case CT_T_COMMA_SUB:
    case CT_T_THEN:
    case CT_T_THEN_L:
    case CT_T_LABEL:
    case CT_T_CHAPTER:
    case CT_T_COLON:
    case CT_T_BULLET:
    case CT_T_OPEN:
    case CT_T_AND_S:
    case CT_T_OR_S:
    case CT_T_COMMA_S:
    case CT_T_DASH:
        return true;
    default:
        return false;
    }
}

static bool start(const struct tag *g, size_t i)
{
    if (i == 0) return true;
    return sentence_start(g, i) || !g->p->token_count;
}

/* At the start of a sentence: whether the phrase at I ends with a comma before any verb. */
static bool leads_with(const struct tag *g, size_t i)
{
    for (size_t j = i + 1; j < g->end; j++) {
        if (POS(g, j) == CT_O_COMMA) return true;
        if (POS(g, j) == CT_O_STOP || POS(g, j) == CT_O_COLON) return false;
    }
    return false;
}

/* A whole clause, no noun phrase with a relative clause. */
static bool clause_behind(const struct tag *g, size_t i)
{
    size_t v = subject_then_verb(g, i);
    if (!v || PICK(g, i).contracted) return v != 0;
    for (size_t j = i; j < v; j++)
        if (POS(g, j) == CT_O_TO || POS(g, j) == CT_O_REL) return false;
    return true;
}

static size_t preposition(struct tag *g, size_t i)
{
    int prep = PICK(g, i).num;
    if (prep == CT_PREP_WITH || prep == CT_PREP_WITHOUT) {
        if (POS(g, i + 1) == CT_O_GERUND) {
            emit(g, inner(top(g)) ? CT_T_PREP_I : CT_T_PREP_V, i);
            return i + 1;
        }
        return with(g, i);
    }
    const struct ct_token *last = g->p->token_count ? &g->p->tokens[g->p->token_count - 1] : NULL;
    if (last && (last->type == CT_T_AND_P || last->type == CT_T_OR_P || last->type == CT_T_COMMA_P)) {
        emit(g, CT_T_FROM_K, i);
        return i + 1;
    }
    bool at_start = start(g, i);
    if (prep == CT_PREP_RATHER_THAN && POS(g, i + 1) == CT_O_VERB) {
        close_inner(g);
        struct ct_token *t = emit(g, CT_T_RATHER, i);
        if (i && POS(g, i - 1) == CT_O_COMMA) with_comma(t);
        return i + 1;
    }
    if ((prep == CT_PREP_BEFORE || prep == CT_PREP_AS || prep == CT_PREP_AFTER || prep == CT_PREP_SINCE) && !at_start && clause_behind(g, i + 1)) {
        close_inner(g);
        struct ct_token *t = emit(g, CT_T_PREP_C, i);
        if (i && POS(g, i - 1) == CT_O_COMMA) with_comma(t);
        open_clause(g, F_COND);
        return i + 1;
    }
    if (prep == CT_PREP_AT) {
        bool time = false;
        for (size_t j = i + 1; j < g->end && j < i + 4; j++)
            time = time || (ct_pos_classes(&g->t, j) == CT_NC_TIME);
        if (time) {
            if (!at_start) close_inner(g);
            emit(g, CT_T_AT_TIME, i);
            if (at_start) {
                open_clause(g, F_LEAD);
                top(g)->verb = true;
            }
            return i + 1;
        }
    }
    if (at_start && leads_with(g, i)) {
        const struct ct_sense *as_event = NULL;
        (void)as_event;
        if (prep == CT_PREP_AS && subject_then_verb(g, i + 1) && POS(g, i + 1) != CT_O_NONE) {
            size_t v = subject_then_verb(g, i + 1);
            bool infinitive = false;
            for (size_t j = i + 1; j < v; j++)
                infinitive = infinitive || POS(g, j) == CT_O_TO;
            if (!infinitive) {
                emit(g, CT_T_AS_EVENT, i);
                open_clause(g, F_LEAD);
                return i + 1;
            }
        }
        emit(g, prep == CT_PREP_UNTIL ? CT_T_UNTIL_L : CT_T_DURING_L, i);
        open_clause(g, F_LEAD);
        top(g)->verb = true;
        return i + 1;
    }
    if (prep == CT_PREP_UNTIL) {
        close_inner(g);
        bool event = subject_then_verb(g, i + 1) != 0;
        emit(g, event ? CT_T_UNTIL : CT_T_UNTIL_NP, i);
        if (event) open_clause(g, F_COND);
        return i + 1;
    }
    if (prep == CT_PREP_EXCEPT && subject_then_verb(g, i + 1)) {
        close_to_main(g);
        struct ct_token *t = emit(g, CT_T_EXCEPT, i);
        if (i && POS(g, i - 1) == CT_O_COMMA) with_comma(t);
        open_clause(g, F_COND);
        return i + 1;
    }
    struct frame *f = top(g);
    bool after_np = i && ct_pos_np_end(&g->t, i - 1);
    int type;
    bool devotion = prep == CT_PREP_TO && i && POS(g, i - 1) == CT_O_WORD && PICK(g, i - 1).sense && PICK(g, i - 1).sense->wc == CT_WC_NOUN &&
                    PICK(g, i - 1).sense->num == CT_N_DEVOTION;
    if (prep == CT_PREP_OF || devotion) {
        type = CT_T_PREP;
    } else if (inner(f)) {
        bool own = wants(f->num, prep) && !f->placed;
        if (noun_prep(prep) && !own) {
            type = CT_T_PREP;
            if (wants(clause_frame(g)->num, prep) && !clause_frame(g)->placed && f->kind == F_REL &&
                f->zero) {
                close_inner(g);
                top(g)->placed = true;
                type = CT_T_PREP_V;
            }
        } else if (prep == CT_PREP_TO || prep == CT_PREP_INTO || prep == CT_PREP_ONTO) {
            /* "all damage that would be dealt to you is ...": there is no other verb yet */
            own = own || (f->verb && !clause_frame(g)->verb);
            if (!own) close_inner(g);
            top(g)->placed = true;
            type = own ? CT_T_PREP_I : CT_T_PREP_V;
        } else if (f->kind == F_REL && f->zero && prep != CT_PREP_DURING) {
            close_inner(g);
            type = CT_T_PREP_V;
        } else {
            type = CT_T_PREP_I;
        }
    } else if (wants(f->num, prep) && !f->placed) {
        f->placed = true;
        type = CT_T_PREP_V;
    } else if (noun_prep(prep)) {
        type = after_np ? CT_T_PREP : CT_T_PREP_V;
    } else {
        type = CT_T_PREP_V;
    }
    if (prep == CT_PREP_EXCEPT_BY) type = CT_T_PREP_V;
    if (g->p->token_count && (g->p->tokens[g->p->token_count - 1].type == CT_T_AND_ADJ || g->p->tokens[g->p->token_count - 1].type == CT_T_OR_ADJ)) type = CT_T_PREP_V;
    if (g->p->token_count && (g->p->tokens[g->p->token_count - 1].type == CT_T_AND_T || g->p->tokens[g->p->token_count - 1].type == CT_T_OR_T)) type = CT_T_PREP;
    const struct ct_sense *noun_before = i && POS(g, i - 1) == CT_O_WORD ? PICK(g, i - 1).sense : NULL;
    bool choice = prep == CT_PREP_OF && noun_before && noun_before->wc == CT_WC_NOUN && (noun_before->num == CT_N_CHOICE || noun_before->num == CT_N_COMBINATION);
    if (type == CT_T_PREP && (choice || prep == CT_PREP_BETWEEN)) type = CT_T_PREP_L;
    g->last_prep[prep] = type;
    struct ct_token *t = emit(g, type, i);
    if (i && POS(g, i - 1) == CT_O_COMMA && (prep == CT_PREP_RATHER_THAN || prep == CT_PREP_EXCEPT))
        with_comma(t);
    return i + 1;
}

/* ---- openers
 * ------------------------------------------------------------------------------------------------------------
 */

static size_t opener(struct tag *g, size_t i)
{
    static const struct {
        int function, lead, trailing;
    } TABLE[] = {
        {CT_FN_WHEN, CT_T_WHEN, CT_T_WHEN},
        {CT_FN_WHENEVER, CT_T_WHEN, CT_T_WHEN},
        {CT_FN_IF, CT_T_IF_L, CT_T_IF},
        {CT_FN_NEXT_TIME, CT_T_IF_L, CT_T_IF},
        {CT_FN_UNLESS, CT_T_UNLESS_L, CT_T_UNLESS},
        {CT_FN_AS_LONG_AS, CT_T_AS_LONG_L, CT_T_AS_LONG},
        {CT_FN_WHILE, CT_T_WHILE, CT_T_WHILE},
        {CT_FN_FOR_EACH, CT_T_FOR_EACH_L, CT_T_FOR_EACH},
        {CT_FN_AS_THOUGH, CT_T_AS_THOUGH, CT_T_AS_THOUGH},
        {CT_FN_OTHERWISE, CT_T_OTHERWISE_L, CT_T_OTHERWISE_L},
        {-CT_DURATION_FOR_AS_LONG_AS, CT_T_FOR_AS_LONG_L, CT_T_FOR_AS_LONG},
    };
    int function = PICK(g, i).num;
    bool at_start = start(g, i);
    if (function == CT_FN_WHERE) {
        close_to_main(g);
        struct ct_token *t = emit(g, CT_T_WHERE, i);
        if (i && POS(g, i - 1) == CT_O_COMMA) with_comma(t);
        top(g)->verb = false;
        return i + 1;
    }
    for (size_t k = 0; k < sizeof TABLE / sizeof *TABLE; k++) {
        if (TABLE[k].function != function) continue;
        bool keep = function == CT_FN_WHILE || function == CT_FN_AS_THOUGH;
        if (!at_start && !keep) close_inner(g);
        struct ct_token *t = emit(g, at_start ? TABLE[k].lead : TABLE[k].trailing, i);
        t->num = function == CT_FN_WHENEVER || function == CT_FN_NEXT_TIME;
        if (function == CT_FN_AS_THOUGH) g->as_though = true;
        open_clause(g, at_start && function != CT_FN_WHILE ? F_LEAD : F_COND);
        if (function == CT_FN_FOR_EACH || function == CT_FN_OTHERWISE) top(g)->verb = true;
        return i + 1;
    }
    emit(g, CT_T_IF, i);
    return i + 1;
}

static size_t duration(struct tag *g, size_t i)
{
    if (start(g, i) && POS(g, i + 1) == CT_O_COMMA) {
        emit(g, CT_T_DURATION_L, i);
        open_clause(g, F_LEAD);
        top(g)->verb = true;
        return i + 1;
    }
    bool whole =
        PICK(g, i).num == CT_DURATION_THIS_TURN || PICK(g, i).num == CT_DURATION_THIS_COMBAT;
    if (whole && top(g)->kind == F_REL && top(g)->zero) {
        /* "the spells you cast this turn" speaks of the past; "creatures you control ... this turn"
         * doesn't. */
        if (top(g)->num == CT_V_CONTROL || top(g)->num == CT_V_OWN) close_inner(g);
    }
    if (!whole) close_inner(g);
    bool within = whole && (inner(top(g)) || top(g)->kind == F_COND || top(g)->kind == F_LEAD);
    emit(g, within ? CT_T_DURATION_I : CT_T_DURATION, i);
    return i + 1;
}

/* ---- noun phrases
 * ---------------------------------------------------------------------------------------------------------
 */

/* A noun phrase of time that stands alone as an adverb: "each turn", "X times", "an additional
 * time". */
static bool time_phrase(struct tag *g, size_t i)
{
    int pos = POS(g, i);
    if (pos == CT_O_WORD) {
        const struct ct_sense *s = PICK(g, i).sense;
        bool last = s && s->wc == CT_WC_STATE && (s->num == CT_WSTATE_LAST || s->num == CT_WSTATE_NEXT);
        return last && i && ct_pos_classes(&g->t, i + 1) == CT_NC_TIME && (POS(g, i - 1) == CT_O_WORD || POS(g, i - 1) == CT_O_VERB || POS(g, i - 1) == CT_O_PRON);
    }
    if (pos != CT_O_DET && pos != CT_O_NUM && pos != CT_O_QMARK && pos != CT_O_POSS &&
        pos != CT_O_PARAM)
        return false;
    if (pos == CT_O_POSS) return false;
    if (!i) return false;
    int before = POS(g, i - 1);
    if (before == CT_O_PREP || before == CT_O_APOS || before == CT_O_OPENER || before == CT_O_AND ||
        before == CT_O_OR || before == CT_O_COMMA)
        return false;
    if (before == CT_O_VERB &&
        (PICK(g, i - 1).num == CT_V_TAKE || PICK(g, i - 1).num == CT_V_SKIP ||
         PICK(g, i - 1).num == CT_V_END || PICK(g, i - 1).num == CT_V_GET))
        return false;
    if (before == CT_O_DET || before == CT_O_BE || before == CT_O_COMPARE || before == CT_O_NUM)
        return false;
    size_t j = i + 1;
    while (j < g->end && POS(g, j) == CT_O_WORD && ct_pos_classes(&g->t, j) != CT_NC_TIME)
        j++;
    if (POS(g, j) == CT_O_PREP && PICK(g, j).num == CT_PREP_OF && pos == CT_O_DET &&
        PICK(g, i).num == CT_DET_EACH && POS(g, j + 1) == CT_O_POSS)
        return ct_pos_classes(&g->t, j + 2) == CT_NC_TIME;
    uint32_t classes = ct_pos_classes(&g->t, j);
    bool game = classes == CT_NC_GAME && pos == CT_O_DET && PICK(g, i).num == CT_DET_THIS && before != CT_O_VERB;
    return (classes == CT_NC_TIME || game) && POS(g, j + 1) != CT_O_WORD;
}

static bool stat_before(const struct tag *g, size_t i)
{
    if (!i || POS(g, i - 1) != CT_O_WORD) return false;
    if (i > 1 && POS(g, i - 2) == CT_O_VERB && PICK(g, i - 2).num == CT_V_AMASS) return true;
    const struct ct_sense *s = PICK(g, i - 1).sense;
    return s && s->wc == CT_WC_NOUN && ct_noun_classes(s->num) == CT_NC_STAT;
}

static size_t number(struct tag *g, size_t i)
{
    bool alone = stat_before(g, i);
    struct ct_token *t = emit(g, alone ? CT_T_NUM_C : CT_T_NUM, i);
    if (g->t.u[i].kind == CT_U_LETTER) t->flags |= CT_TF_VAR;
    t->form = g->t.u[i].kind != CT_U_WORD;
    return i + 1;
}

static size_t power_toughness(struct tag *g, size_t i)
{
    const struct ct_unit *u = &g->t.u[i];
    bool word =
        POS(g, i + 1) == CT_O_WORD ||
        ((POS(g, i + 1) == CT_O_COMMA || POS(g, i + 1) == CT_O_OR || POS(g, i + 1) == CT_O_AND) &&
         POS(g, i + 2) == CT_O_PT);
    struct ct_token *t = emit_word(g, i);
    if (!word && u->flags & CT_UF_DELTA)
        t->type = CT_T_DELTA;
    else if (!word && stat_before(g, i))
        t->type = CT_T_PT_C;
    return i + 1;
}

static size_t quantity_mark(struct tag *g, size_t i)
{
    struct ct_token *t = emit(g, CT_T_QMARK, i);
    t->num = PICK(g, i).num;
    if (PICK(g, i).num == CT_FN_OR) return i + 1;
    /* "power 4 or greater": the mark belongs to the number behind the noun. */
    if (g->p->token_count > 1 && g->p->tokens[g->p->token_count - 2].type == CT_T_NUM_C)
        t->type = CT_T_QMARK_C;
    if ((PICK(g, i).num == CT_FN_EXACTLY || PICK(g, i).num == CT_FN_AT_LEAST ||
         PICK(g, i).num == CT_FN_AT_MOST) &&
        stat_before(g, i))
        t->type = CT_T_QMARK_C;
    return i + 1;
}

static size_t rel(struct tag *g, size_t i)
{
    struct ct_pick *k = &PICK(g, i);
    struct ct_token *t = emit(g, CT_T_REL, i);
    if (k->num == 2) t->type = CT_T_REL0;
    open_clause(g, F_REL);
    if (k->contracted) contraction(g, i);
    return i + 1;
}

/* ---- keywords
 * ----------------------------------------------------------------------------------------------------------------
 */

static bool from_or_for(const struct tag *g, size_t i)
{
    return POS(g, i) == CT_O_PREP &&
           (PICK(g, i).num == CT_PREP_FROM || PICK(g, i).num == CT_PREP_FOR);
}

static size_t keyword(struct tag *g, size_t i)
{
    int num = PICK(g, i).num, type = CT_T_KW;
    int next = i + 1 < g->end ? POS(g, i + 1) : CT_O_END;
    switch (ct_lexicon_keyword_frame(g->p->lexicon, num)) {
    case CT_KF_COST:
        type = next == CT_O_SYMBOL || next == CT_O_PARAM ? CT_T_KW_C
               : next == CT_O_DASH                       ? CT_T_KW_D
                                                         : CT_T_KW;
        break;
    case CT_KF_NUMBER:
        type = next == CT_O_NUM || next == CT_O_PARAM ? CT_T_KW_N : CT_T_KW;
        break;
    case CT_KF_NUM_DASH:
        type = next == CT_O_NUM ? POS(g, i + 2) == CT_O_DASH ? CT_T_KW_ND : CT_T_KW_N : CT_T_KW;
        break;
    case CT_KF_NP:
        type = (g->kwline || num == CT_WKW_ENCHANT) && ct_pos_np_start(&g->t, i + 1) ? CT_T_KW_NP : CT_T_KW;
        break;
    case CT_KF_NP_COST:
        type = ct_pos_np_start(&g->t, i + 1) ? CT_T_KW_NPC : CT_T_KW;
        break;
    case CT_KF_FROM:
    case CT_KF_FOR:
    case CT_KF_NONE:
        type = from_or_for(g, i + 1) &&
                       (g->kwline || num == CT_WKW_PROTECTION || num == CT_WKW_HEXPROOF)
                   ? CT_T_KW_F
                   : CT_T_KW;
        break;
    }
    emit(g, type, i);
    i++;
    g->protection = type == CT_T_KW_F;
    if (type == CT_T_KW_F) {
        emit(g, CT_T_FROM_K, i);
        i++;
    } else if (type == CT_T_KW_D || type == CT_T_KW_ND) {
        if (type == CT_T_KW_ND) i = number(g, i);
        emit(g, CT_T_DASH, i);
        g->costs_end = g->end;
        g->depth = 1;
        new_clause(g);
        i++;
    }
    return i;
}

/* ---- one unit
 * -------------------------------------------------------------------------------------------------------------------
 */

static size_t stop(struct tag *g, size_t i)
{
    emit(g, CT_T_STOP, i);
    memset(g->last_prep, 0, sizeof g->last_prep);
    g->have = g->as_though = g->cause = g->protection = false;
    close_to_main(g);
    new_clause(g);
    top(g)->kind = F_MAIN;
    return i + 1;
}

static bool new_sentence(const struct tag *g, size_t i)
{
    if (i >= g->end || POS(g, i) == CT_O_END || POS(g, i) == CT_O_BULLET) return true;
    if (POS(g, i) == CT_O_SELF) return true;
    return g->t.u[i].kind == CT_U_WORD && g->t.u[i].flags & CT_UF_CAPITAL &&
           !(PICK(g, i).sense && PICK(g, i).sense->capital);
}

static size_t quotation(struct tag *g, size_t i)
{
    size_t close = i + 1;
    while (close < g->end && POS(g, close) != CT_O_CLOSE)
        close++;
    emit(g, CT_T_OPEN, i);
    struct tag saved = *g;
    bool ok = tag_range(g, i + 1, close);
    bool stopped = close > i + 1 && POS(g, close - 1) == CT_O_STOP;
    saved.p = g->p;
    *g = saved;
    if (!ok || close >= g->end) return g->end;
    if (!stopped) {
        /* A quotation inside a sentence has its own stop or none before a comma. */
        const struct ct_token *last = &g->p->tokens[g->p->token_count - 1];
        bool kw = last->type == CT_T_KW || last->type == CT_T_SYMBOL || last->type == CT_T_NUM ||
                  last->type == CT_T_WORD;
        (void)kw;
        emit_virtual(g, CT_T_STOP, close);
    }
    struct ct_token *end = emit(g, CT_T_CLOSE, close);
    if (!stopped) end->flags |= CT_TF_BARE;
    if (stopped && new_sentence(g, close + 1)) {
        emit_virtual(g, CT_T_STOP, close);
        close_to_main(g);
        new_clause(g);
    }
    return close + 1;
}

static size_t symbol(struct tag *g, size_t i)
{
    int num = PICK(g, i).num;
    int type = num == CT_SYMBOL_T ? CT_T_TAP : num == CT_SYMBOL_Q ? CT_T_UNTAP : CT_T_SYMBOL;
    emit(g, type, i);
    return i + 1;
}

static size_t adverb(struct tag *g, size_t i)
{
    int num = PICK(g, i).num;
    if (start(g, i) && leads_with(g, i) && (num == CT_ADV_ONCE || num == CT_ADV_TWICE) && (time_phrase(g, i + 1) || (POS(g, i + 1) == CT_O_PREP && PICK(g, i + 1).num == CT_PREP_DURING))) {
        emit(g, CT_T_ADVERB_L, i);
        open_clause(g, F_LEAD);
        top(g)->verb = true;
        return i + 1;
    }
    if (num == CT_ADV_ONLY && ct_pos_np_start(&g->t, i + 1) && i && POS(g, i - 1) == CT_O_VERB && !time_phrase(g, i + 1)) {
        emit(g, CT_T_TOP, i)->num = 3;
        return i + 1;
    }
    bool rounded = num == CT_ADV_ROUNDED_UP || num == CT_ADV_ROUNDED_DOWN;
    struct ct_token *t = emit(g, rounded ? CT_T_ROUNDED : CT_T_ADVERB, i);
    if (rounded && i && POS(g, i - 1) == CT_O_COMMA) with_comma(t);
    if (rounded && t->flags & CT_TF_COMMA && i + 2 < g->end && POS(g, i + 1) == CT_O_COMMA &&
        POS(g, i + 2) == CT_O_PREP) { /* "half that damage, rounded down, to that player" */
        t->flags |= CT_TF_ENCLOSED;
        return i + 2;
    }
    if (num == CT_ADV_ABLE) t->type = CT_T_ABLE;
    return i + 1;
}

static size_t infinitive(struct tag *g, size_t i)
{
    const struct ct_sense *s = i && POS(g, i - 1) == CT_O_WORD ? PICK(g, i - 1).sense : NULL;
    bool cost = s && s->wc == CT_WC_NOUN && ct_noun_classes(s->num) == CT_NC_COST;
    if (g->cause) {
        g->cause = false;
        close_inner(g);
        emit(g, CT_T_TO_CAUSE, i);
        return i + 1;
    }
    emit(g, cost ? CT_T_TO_N : CT_T_TO_INF, i);
    return i + 1;
}

static size_t noun_part(struct tag *g, size_t i)
{
    static const int TYPES[CT_O_END + 1] = {
        [CT_O_DET] = CT_T_DET,   [CT_O_TARGET] = CT_T_TARGET, [CT_O_OTHER] = CT_T_OTHER,
        [CT_O_TOP] = CT_T_TOP,   [CT_O_POSS] = CT_T_POSS,     [CT_O_NUMBER_OF] = CT_T_NUMBER_OF,
        [CT_O_HALF] = CT_T_HALF, [CT_O_TWICE] = CT_T_TWICE,   [CT_O_SELF] = CT_T_SELF,
        [CT_O_APOS] = CT_T_APOS, [CT_O_PARAM] = CT_T_PARAM,
    };
    if (PICK(g, i).rel0) {
        emit_virtual(g, CT_T_REL0, i)->num = i && ct_pos_classes(&g->t, i - 1) == CT_NC_TIME;
        open_clause(g, F_REL);
        top(g)->zero = true;
    } else if (POS(g, i) != CT_O_APOS && time_phrase(g, i)) {
        emit_virtual(g, CT_T_TIME, i);
    }
    switch (POS(g, i)) {
    case CT_O_PARAM:
        if (!stat_before(g, i)) break;
        emit(g, CT_T_NUM_C, i)->wc = CT_WC_STATE; /* a parameter, no number */
        return i + 1;
    case CT_O_NUM:
        return number(g, i);
    case CT_O_PT:
        return power_toughness(g, i);
    case CT_O_QMARK:
        return quantity_mark(g, i);
    case CT_O_WORD:
        if (PICK(g, i).sense && PICK(g, i).sense->wc == CT_WC_STATE && PICK(g, i).sense->num == CT_WSTATE_NEXT && POS(g, i + 1) == CT_O_NUM) {
            emit(g, CT_T_TOP, i)->num = 2;
            return i + 1;
        }
        if (PICK(g, i).sense && PICK(g, i).sense->wc == CT_WC_STATE && lone_state(g, i) &&
            !copula_before(g, i) && i &&
            (POS(g, i - 1) == CT_O_VERB || POS(g, i - 1) == CT_O_STATE ||
             ((POS(g, i - 1) == CT_O_AND) && POS(g, i - 2) == CT_O_STATE)))
            return state_word(g, i);
        emit_word(g, i);
        return i + 1;
    case CT_O_PRON:
        if (PICK(g, i).num == CT_PRONOUN_ANYWHERE_ELSE && i && ct_pos_np_end(&g->t, i - 1)) emit_virtual(g, CT_T_TIME, i);
        emit(g, CT_T_PRON, i);
        if (PICK(g, i).contracted) contraction(g, i);
        return i + 1;
    default:
        break;
    }
    bool article = POS(g, i) == CT_O_DET && PICK(g, i).num == CT_DET_A && i + 1 < g->end;
    if (article && ct_takes_an(g->p->source->text + g->t.u[i + 1].span.start) != ((g->t.u[i].flags & CT_UF_AN) != 0))
        ct_parse_error(g->p, CT_ERR_AGREEMENT, g->t.u[i].span, g->t.u[i].flags & CT_UF_AN ? "“a” stands before this word" : "“an” stands before this word");
    struct ct_token *t = emit(g, TYPES[POS(g, i)], i);
    if (POS(g, i) == CT_O_TWICE && PICK(g, i).contracted) t->flags |= CT_TF_VIRTUAL;
    return i + 1;
}

static size_t named(struct tag *g, size_t i)
{
    if (i + 1 < g->end && (POS(g, i + 1) == CT_O_NAME || POS(g, i + 1) == CT_O_SELF)) {
        struct ct_token *t = emit(g, CT_T_NAMED, i + 1);
        t->form = POS(g, i + 1) == CT_O_SELF;
        t->span.start = g->t.u[i].span.start;
        return i + 2;
    }
    emit(g, CT_T_NAMED, i);
    return i + 1;
}

static size_t then(struct tag *g, size_t i)
{
    bool at_start = start(g, i);
    close_to_main(g);
    new_clause(g);
    emit(g, at_start ? CT_T_THEN_L : CT_T_THEN, i);
    if (at_start && POS(g, i + 1) == CT_O_COMMA) {
        g->p->tokens[g->p->token_count - 1].flags |= CT_TF_COMMA;
        return i + 2;
    }
    return i + 1;
}

static size_t instead(struct tag *g, size_t i)
{
    bool at_start = start(g, i);
    if (!at_start) close_inner(g);
    emit(g, at_start ? CT_T_INSTEAD_L : CT_T_INSTEAD, i);
    return i + 1;
}

static size_t one(struct tag *g, size_t i)
{
    struct ct_token *t;
    switch (POS(g, i)) {
    case CT_O_NAMED:
        return named(g, i);
    case CT_O_COMPARE:
    {
        bool complement = i && (POS(g, i - 1) == CT_O_BE || POS(g, i - 1) == CT_O_EACH_PRE || PICK(g, i - 1).contracted || POS(g, i - 1) == CT_O_ADVERB_PRE);
        bool counts = PICK(g, i).num == CT_FN_MORE_THAN && i && (POS(g, i - 1) == CT_O_PREP || POS(g, i - 1) == CT_O_VERB) && POS(g, i + 1) == CT_O_NUM && POS(g, i + 2) == CT_O_WORD;
        if (counts) {
            emit(g, CT_T_QMARK, i);
            return i + 1;
        }
        bool equal = PICK(g, i).num == CT_FN_EQUAL_TO;
        emit(g, equal ? complement ? CT_T_EQUAL_C : CT_T_EQUAL_TO : complement ? CT_T_MORE_THAN_C : CT_T_MORE_THAN, i);
        return i + 1;
    }
    case CT_O_PLUS:
        emit(g, CT_T_PLUS, i);
        return i + 1;
    case CT_O_SYMBOL:
        return symbol(g, i);
    case CT_O_PREP:
        return preposition(g, i);
    case CT_O_VERB:
        if (causative(g, i)) {
            t = emit(g, CT_T_CAUSATIVE, i);
            g->cause = PICK(g, i).num == CT_V_CAUSE;
            g->have = !g->cause;
            finite_verb(g, i, PICK(g, i).num, t->form, false);
            return i + 1;
        }
        return verb(g, i);
    case CT_O_GERUND:
        return gerund(g, i);
    case CT_O_BE:
        return be(g, i);
    case CT_O_HAVE_AUX:
        return have_aux(g, i);
    case CT_O_MODAL:
        return modal(g, i);
    case CT_O_THERE:
        emit(g, CT_T_THERE, i);
        if (PICK(g, i).contracted) contraction(g, i);
        return i + 1;
    case CT_O_TO:
        return infinitive(g, i);
    case CT_O_KEYWORD:
        return keyword(g, i);
    case CT_O_ADVERB:
        return adverb(g, i);
    case CT_O_ADVERB_PRE:
        emit(g, CT_T_ADVERB_PRE, i);
        return i + 1;
    case CT_O_EACH_PRE:
        emit(g, CT_T_ADVERB_PRE, i)->num = 0;
        return i + 1;
    case CT_O_DURATION:
        return duration(g, i);
    case CT_O_REL:
        return rel(g, i);
    case CT_O_OPENER:
        return opener(g, i);
    case CT_O_AND:
    case CT_O_OR:
    case CT_O_AND_OR:
        return conjunction(g, i, false);
    case CT_O_THEN:
        return then(g, i);
    case CT_O_INSTEAD:
        return instead(g, i);
    case CT_O_COMMA:
        return comma(g, i);
    case CT_O_STOP:
        return stop(g, i);
    case CT_O_COLON:
        emit(g, CT_T_COLON, i);
        close_to_main(g);
        new_clause(g);
        g->costs_end = 0;
        return i + 1;
    case CT_O_DASH:
        emit(g, CT_T_DASH, i);
        return i + 1;
    case CT_O_SEMICOLON:
        emit(g, CT_T_SEMICOLON, i);
        return i + 1;
    case CT_O_BULLET:
        close_to_main(g);
        new_clause(g);
        emit(g, CT_T_BULLET, i);
        return i + 1;
    case CT_O_OPEN:
        return quotation(g, i);
    case CT_O_CLOSE:
        emit(g, CT_T_CLOSE, i);
        return i + 1;
    case CT_O_LABEL:
        t = emit(g, CT_T_LABEL, i);
        if (g->t.u[i].sense) t->wc = CT_WC_KEYWORD;
        return i + 1;
    case CT_O_CHAPTER:
        emit(g, CT_T_CHAPTER, i);
        return i + 1;
    case CT_O_LOYALTY:
        t = emit(g, CT_T_LOYALTY, i);
        if (g->t.u[i].flags & CT_UF_VAR) t->flags |= CT_TF_VAR;
        return i + 1;
    case CT_O_NONE:
    case CT_O_NAME:
        emit(g, CT_T_NAMED, i)->type = CT_T_BULLET_COST; /* nothing the grammar takes here */
        return i + 1;
    default:
        return noun_part(g, i);
    }
}

/* ---- paragraphs
 * --------------------------------------------------------------------------------------------------------------------
 */

/* Behind a keyword at I its arguments, or I itself if none can follow. */
static size_t keyword_end(struct tag *g, size_t i, size_t to)
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
        if (j < to && from_or_for(g, j)) {
            while (
                j < to && POS(g, j) != CT_O_STOP &&
                !(POS(g, j) == CT_O_COMMA && !from_or_for(g, j + 1) && POS(g, j + 1) != CT_O_AND))
                j++;
        }
        return j;
    }
}

/* Whether the whole paragraph is keywords with their arguments. */
static bool keyword_line(struct tag *g, size_t from, size_t to)
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
static size_t colon(const struct tag *g, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        if (POS(g, i) == CT_O_COLON) return i;
        if (POS(g, i) == CT_O_STOP || POS(g, i) == CT_O_OPEN) return 0;
    }
    return 0;
}

static bool tag_range(struct tag *g, size_t from, size_t to)
{
    g->depth = 0;
    g->end = to;
    open_clause(g, F_MAIN);
    g->kwline = keyword_line(g, from, to);
    g->costs_end = g->kwline ? 0 : colon(g, from, to);
    size_t i = from;
    while (i < to && !g->p->failed)
        i = one(g, i);
    return !g->p->failed;
}

bool ct_tag(struct ct_parser *p)
{
    struct tag g = {.p = p};
    g.t = (struct ct_tagger){.p = p, .u = p->units, .n = p->unit_count};
    p->token_count = 0;
    p->at = 0;
    if (!ct_tag_positions(&g.t)) return false;
    if (!tag_range(&g, 0, p->unit_count - 1)) return false;
    emit(&g, 0, p->unit_count - 1)->type = 0;
    return !p->failed;
}
