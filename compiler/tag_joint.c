/* Commas and conjunctions: what each of them joins. */
#include "compiler/tag_in.h"

/* ---- commas and conjunctions ---------------------------------------------------------------- */

static int joint_token(int pos, int and_type, int or_type, int and_or_type)
{
    return pos == CT_O_AND ? and_type : pos == CT_O_OR ? or_type : and_or_type;
}

/* Whether a list goes on behind the comma at I with bare words up to a conjunction: "instant,
 * sorcery, or". */
static bool word_list(const struct ct_tagging *g, size_t i)
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
static bool adjective_list(const struct ct_tagging *g, size_t i)
{
    if (POS(g, i - 1) != CT_O_WORD || POS(g, i + 1) != CT_O_WORD) return false;
    return g->t.u[i - 1].flags & CT_UF_NON && g->t.u[i + 1].flags & CT_UF_NON;
}

/* Words joined inside one noun phrase: "artifact or creature". */
static bool joins_words(struct ct_tagging *g, size_t i, size_t next)
{
    int before = POS(g, i - 1);
    if ((before != CT_O_WORD && before != CT_O_PT) ||
        (POS(g, next) != CT_O_WORD && POS(g, next) != CT_O_PT))
        return false;
    struct ct_open_clause *f = ct_tag_clause_frame(g);
    size_t verb = ct_tag_subject_then_verb(g, next);
    if (verb && f->verb && !ct_tag_inner(ct_tag_top(g))) return false;
    if (ct_pos_classes(&g->t, i - 1) != CT_NC_ZONE) return true;
    /* "from your graveyard or exiled card": a zone and a thing are no words of one noun phrase */
    size_t head = next;
    while (head + 1 < g->end && (POS(g, head + 1) == CT_O_WORD || POS(g, head + 1) == CT_O_PT))
        head++;
    return ct_pos_classes(&g->t, head) == CT_NC_ZONE || ct_pos_classes(&g->t, head) == 0;
}

/* The verb forms two coordinated verbs of one clause have in common. */
static bool same_form(const struct ct_tagging *g, const struct ct_open_clause *f, size_t i)
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
static int verb_joint(struct ct_tagging *g, size_t next, bool comma_alone, int pos)
{
    struct ct_open_clause *f = ct_tag_top(g);
    if (f->kind == F_REL && f->verb) {
        int form = PICK(g, next).form;
        bool fits = POS(g, next) == CT_O_VERB
                        ? same_form(g, f, next)
                        : POS(g, next) == CT_O_BE && form & (CT_VF_THIRD | CT_VF_ARE);
        struct ct_open_clause *outer = NULL;
        for (size_t d = g->depth - 1; d-- > 0 && !outer;)
            if (!ct_tag_inner(&g->stack[d])) outer = &g->stack[d];
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
    ct_tag_close_inner(g);
    return comma_alone ? CT_T_COMMA_S : joint_token(pos, CT_T_AND_S, CT_T_OR_S, CT_T_OR_S);
}

static bool opener_of_lead(const struct ct_tagging *g, size_t i)
{
    int pos = POS(g, i);
    return pos == CT_O_OPENER || pos == CT_O_DURATION ||
           (pos == CT_O_PREP && (PICK(g, i).num == CT_PREP_AT || PICK(g, i).num == CT_PREP_DURING ||
                                 PICK(g, i).num == CT_PREP_UNTIL));
}

void ct_tag_new_clause(struct ct_tagging *g)
{
    struct ct_open_clause *f = ct_tag_top(g);
    f->verb = false;
    f->placed = false;
    f->fresh = true;
    f->num = 0;
}

/* In a chain of a condition behind the clause, what follows "and" may be the main clause again:
 * then the condition ends. A plain verb form is an instruction, which no condition has. */
static void leave_condition(struct ct_tagging *g, size_t next)
{
    struct ct_open_clause *f = ct_tag_top(g);
    if (f->kind != F_COND || POS(g, next) != CT_O_VERB) return;
    if (same_form(g, f, next)) return;
    g->depth--;
}

/* "put one into your hand and the rest into your graveyard": a noun phrase and a place, the verb
 * understood. */
static bool elided_verb(struct ct_tagging *g, size_t next)
{
    const struct ct_open_clause *f = ct_tag_clause_frame(g);
    bool takes = f->num == CT_V_PUT || f->num == CT_V_DEAL || f->num == CT_V_RETURN;
    if (!f->verb || !f->placed || !takes || !ct_pos_np_start(&g->t, next)) return false;
    for (size_t j = next; j < g->end; j++) {
        if (PICK(g, j).rel0) {
            j = ct_tag_skip_relative(g, j) - 1;
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
static bool conditional(struct ct_tagging *g)
{
    const struct ct_open_clause *f = ct_tag_clause_frame(g);
    return f->kind == F_LEAD || f->kind == F_COND;
}

static void comma_before(struct ct_tagging *g, size_t i, struct ct_token *t)
{
    t->span.start = g->t.u[i - 1].span.start;
    t->flags |= CT_TF_COMMA;
}

/* Another verb of the clause that is open. */
static void another_verb(struct ct_tagging *g)
{
    ct_tag_top(g)->verb = false;
    ct_tag_top(g)->placed = false;
    ct_tag_top(g)->fresh = true;
}

/* Begins another clause; returns the joint of clauses for that conjunction. */
static int clause_joint(struct ct_tagging *g, int pos)
{
    ct_tag_close_inner(g);
    ct_tag_new_clause(g);
    return joint_token(pos, CT_T_AND_S, CT_T_OR_S, CT_T_OR_S);
}

/* "and the rest into your graveyard": the joint, and a verb that is not written. */
static size_t elided_joint(struct ct_tagging *g, size_t i, bool comma)
{
    int verb = ct_tag_clause_frame(g)->num;
    struct ct_token *joint = ct_tag_emit(g, clause_joint(g, POS(g, i)), i);
    if (comma) comma_before(g, i, joint);
    struct ct_token *zero = ct_tag_emit_virtual(g, CT_T_VERB_ZERO, i + 1);
    zero->num = verb;
    zero->form = CT_VF_BASE | CT_VF_THIRD;
    struct ct_open_clause *f = ct_tag_clause_frame(g);
    f->verb = true;
    f->num = verb;
    f->fresh = false;
    return i + 1;
}

/* "or if", "and whenever": the second opener becomes part of the joint. */
static size_t opener_joint(struct ct_tagging *g, size_t i, int opener)
{
    struct ct_token *joint = ct_tag_emit(g, clause_joint(g, POS(g, i)), i);
    joint->flags |= CT_TF_IF;
    joint->form = opener == CT_FN_WHENEVER ? CT_FORM_WHENEVER
                  : opener == CT_FN_WHEN   ? CT_FORM_WHEN
                                           : CT_FORM_OTHER;
    return i + 2;
}

/* The joint of adjectives and of what completes a verb or a noun, or 0. */
static int adjunct_joint(struct ct_tagging *g, size_t before, size_t next, int pos, bool comma)
{
    const struct ct_pick *k = &PICK(g, next), *b = &PICK(g, before - 1);
    bool state = ct_tag_lone_state(g, next);
    if (k->pos == CT_O_PREP && k->num == CT_PREP_FROM && g->protection)
        return pos == CT_O_OR ? CT_T_OR_P : CT_T_AND_P;
    if (b->pos == CT_O_STATE && (k->pos == CT_O_STATE || k->pos == CT_O_WORD || state))
        return CT_T_AND_A;
    if (k->pos == CT_O_GERUND && state && b->pos == CT_O_WORD && b->sense &&
        b->sense->wc == CT_WC_STATE && ct_tag_boundary(g, next + 1))
        return joint_token(pos, CT_T_AND_W, CT_T_OR_W, CT_T_AND_OR_W);
    int adjuncts = joint_token(pos, CT_T_AND_ADJ, CT_T_OR_ADJ, CT_T_OR_ADJ);
    if (k->pos == CT_O_ADVERB && k->num == CT_ADV_ONLY && !comma) {
        ct_tag_close_to_main(g);
        return adjuncts;
    }
    if (k->pos == CT_O_TO) {
        ct_tag_close_inner(g);
        return adjuncts;
    }
    if (k->pos != CT_O_PREP || !g->last_prep[k->num]) return 0;
    if (g->last_prep[k->num] == CT_T_PREP && k->num != CT_PREP_AT)
        return joint_token(pos, CT_T_AND_T, CT_T_OR_T, CT_T_OR_T);
    if (opener_of_lead(g, next)) return 0;
    ct_tag_close_inner(g);
    ct_tag_top(g)->placed = false;
    return adjuncts;
}

/* What the conjunction at I joins, by what stands before it and behind it. */
static int joint_of(struct ct_tagging *g, size_t i, bool comma)
{
    int pos = POS(g, i), type;
    size_t next = i + 1, before = comma ? i - 1 : i;
    type = adjunct_joint(g, before, next, pos, comma);
    if (type) return type;
    if (opener_of_lead(g, next) || POS(g, next) == CT_O_INSTEAD) return clause_joint(g, pos);
    if (ct_pos_verb(&g->t, next)) {
        leave_condition(g, next);
        type = verb_joint(g, next, false, pos);
        if (type == CT_T_AND_S || type == CT_T_OR_S) another_verb(g);
        return type;
    }
    if (joins_words(g, before, next)) return joint_token(pos, CT_T_AND_W, CT_T_OR_W, CT_T_AND_OR_W);
    if (ct_tag_clause_frame(g)->verb && ct_tag_subject_then_verb(g, next))
        return clause_joint(g, pos);
    return joint_token(pos, CT_T_AND_NP, CT_T_OR_NP, CT_T_AND_OR_NP);
}

size_t ct_tag_conjunction(struct ct_tagging *g, size_t i, bool comma)
{
    size_t next = i + 1;
    if (next >= g->end) {
        ct_tag_emit(g, CT_T_AND_S, i);
        return i + 1;
    }
    if (POS(g, next) == CT_O_THEN) { /* "and then" */
        ct_tag_close_to_main(g);
        ct_tag_new_clause(g);
        struct ct_token *t = ct_tag_emit(g, CT_T_THEN, next);
        t->flags |= CT_TF_AND;
        if (comma) ct_tag_with_comma(t);
        return next + 1;
    }
    if (elided_verb(g, next)) return elided_joint(g, i, comma);
    int opener = POS(g, next) == CT_O_OPENER ? PICK(g, next).num : 0;
    bool again = opener == CT_FN_IF || opener == CT_FN_WHENEVER || opener == CT_FN_WHEN;
    if (again && conditional(g)) return opener_joint(g, i, opener);
    int type = joint_of(g, i, comma);
    struct ct_token *t = ct_tag_emit(g, type, i);
    if (comma) comma_before(g, i, t);
    return i + 1;
}

/* The last word was the verb of "an artifact you control", the place, or a duration of a relative
 * clause. */
static bool behind_relative(const struct ct_tagging *g, size_t i)
{
    const struct ct_open_clause *f = &g->stack[g->depth - 1];
    return ct_tag_inner(f) || POS(g, i - 1) == CT_O_DURATION;
}

/* Whether what stands behind the comma at I is one more noun phrase of a list that a conjunction
 * ends. */
static bool np_list(const struct ct_tagging *g, size_t i)
{
    if (!i || !(ct_pos_np_end(&g->t, i - 1) || behind_relative(g, i))) return false;
    if (!ct_pos_np_start(&g->t, i + 1) && POS(g, i + 1) != CT_O_KEYWORD &&
        POS(g, i + 1) != CT_O_OPEN)
        return false;
    for (size_t j = i + 1; j < g->end; j++) {
        int pos = POS(g, j);
        if (PICK(g, j).rel0) {
            j = ct_tag_skip_relative(g, j) - 1;
            continue;
        }
        if (pos == CT_O_STOP || pos == CT_O_COLON || pos == CT_O_OPENER || pos == CT_O_THEN)
            return false;
        if (pos == CT_O_OPEN) {
            while (j < g->end && POS(g, j) != CT_O_CLOSE)
                j++;
            continue;
        }
        if (ct_tag_finite(g, j)) return false;
        if (pos == CT_O_COMMA &&
            (POS(g, j + 1) == CT_O_AND || POS(g, j + 1) == CT_O_OR || POS(g, j + 1) == CT_O_AND_OR))
            return !ct_pos_verb(&g->t, j + 2);
    }
    return false;
}

/* In a lead: whether the comma at I stands inside a list of verbs ("enters, attacks, or dies"). */
static bool verb_list(const struct ct_tagging *g, size_t i)
{
    if (!ct_pos_verb(&g->t, i + 1) || POS(g, i + 1) == CT_O_EACH_PRE) return false;
    if (POS(g, i + 1) == CT_O_VERB && PICK(g, i + 1).form & CT_VF_THIRD) return true;
    if (POS(g, i + 1) == CT_O_VERB && PICK(g, i + 1).form == (CT_VF_PAST | CT_VF_PARTICIPLE))
        return true;
    return false;
}

/* The comma between costs or keywords; 0 if it is neither. */
static size_t list_comma(struct ct_tagging *g, size_t i, int pos)
{
    size_t next = i + 1;
    if (g->costs_end && i < g->costs_end) {
        bool item =
            pos == CT_O_SYMBOL || pos == CT_O_VERB || pos == CT_O_PARAM || pos == CT_O_KEYWORD;
        if (item && !word_list(g, i)) {
            ct_tag_close_to_main(g);
            ct_tag_new_clause(g);
            ct_tag_emit(g, CT_T_COMMA_COST, i);
            return next;
        }
    }
    if (!g->kwline) return 0;
    bool from = pos == CT_O_PREP && PICK(g, next).num == CT_PREP_FROM && g->protection;
    if (pos == CT_O_AND && POS(g, next + 1) == CT_O_PREP) return ct_tag_conjunction(g, next, true);
    if (!from && pos != CT_O_KEYWORD) return 0;
    ct_tag_emit(g, from ? CT_T_COMMA_P : CT_T_COMMA_K, i);
    return next;
}

static size_t number_comma(struct ct_tagging *g, size_t unit, size_t next, int form)
{
    struct ct_token *t = ct_tag_emit(g, CT_T_QMARK, unit); /* "one, two, or three" */
    t->num = CT_FN_OR;
    t->form = (uint8_t)form;
    return next;
}

/* A comma that becomes part of the token behind it: ", and", ", then", ", where", ", rounded up".
 * 0: it does not. */
static size_t absorbed_comma(struct ct_tagging *g, size_t i, int pos)
{
    size_t next = i + 1;
    int num = next < g->end ? PICK(g, next).num : 0;
    if (pos == CT_O_AND || pos == CT_O_OR || pos == CT_O_AND_OR) {
        bool numbers =
            pos == CT_O_OR && i && POS(g, i - 1) == CT_O_NUM && POS(g, next + 1) == CT_O_NUM;
        if (numbers) return number_comma(g, next, next + 1, 2);
        /* A lead ends at ", and" only where no list does; Magic writes no such thing. */
        return ct_tag_conjunction(g, next, true);
    }
    if (pos == CT_O_THEN) {
        if (ct_tag_open_lead(g) && !ct_tag_open_lead(g)->verb) return next;
        ct_tag_close_to_main(g);
        ct_tag_new_clause(g);
        ct_tag_with_comma(ct_tag_emit(g, CT_T_THEN, next));
        return next + 1;
    }
    bool where = pos == CT_O_OPENER && num == CT_FN_WHERE;
    bool rounded = pos == CT_O_ADVERB && (num == CT_ADV_ROUNDED_UP || num == CT_ADV_ROUNDED_DOWN);
    bool before = pos == CT_O_PREP && num == CT_PREP_BEFORE && !ct_tag_open_lead(g);
    bool except = pos == CT_O_PREP && (num == CT_PREP_EXCEPT || num == CT_PREP_RATHER_THAN);
    return where || rounded || before || except ? next : 0;
}

/* The comma in or behind a clause that leads. */
static void lead_comma(struct ct_tagging *g, size_t i)
{
    if (verb_list(g, i)) {
        ct_tag_emit(g, verb_joint(g, i + 1, true, 0), i);
        if (ct_tag_top(g)->kind != F_REL) {
            ct_tag_top(g)->verb = false;
            ct_tag_top(g)->fresh = true;
        }
        return;
    }
    while (g->depth > 1 && ct_tag_top(g)->kind != F_LEAD)
        g->depth--;
    if (g->depth > 1) g->depth--;
    ct_tag_new_clause(g);
    ct_tag_emit(g, CT_T_COMMA_SUB, i);
}

/* The comma between clauses, or 0. */
static bool clause_comma(struct ct_tagging *g, size_t i)
{
    size_t next = i + 1;
    bool verb = ct_pos_verb(&g->t, next);
    if (!opener_of_lead(g, next) && verb) {
        leave_condition(g, next);
        ct_tag_emit(g, verb_joint(g, next, true, 0), i);
        another_verb(g);
        return true;
    }
    if (!opener_of_lead(g, next) && !ct_tag_subject_then_verb(g, next)) return false;
    ct_tag_close_to_main(g);
    ct_tag_new_clause(g);
    ct_tag_emit(g, CT_T_COMMA_S, i);
    return true;
}

size_t ct_tag_comma(struct ct_tagging *g, size_t i)
{
    size_t next = i + 1;
    int pos = next < g->end ? POS(g, next) : CT_O_END;
    size_t done = list_comma(g, i, pos);
    if (!done) done = absorbed_comma(g, i, pos);
    if (done) return done;
    int after = next + 1 < g->end ? POS(g, next + 1) : CT_O_END;
    bool more = after == CT_O_COMMA || after == CT_O_OR || after == CT_O_QMARK;
    if (i && POS(g, i - 1) == CT_O_NUM && pos == CT_O_NUM && more)
        return number_comma(g, i, next, 1);
    if (word_list(g, i) || adjective_list(g, i))
        ct_tag_emit(g, CT_T_COMMA_W, i);
    else if (np_list(g, i))
        ct_tag_emit(g, CT_T_COMMA_NP, i);
    else if (ct_tag_open_lead(g))
        lead_comma(g, i);
    else if (!clause_comma(g, i))
        ct_tag_emit(g, CT_T_COMMA_NP, i);
    return next;
}
