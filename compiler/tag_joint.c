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
static bool elided_verb(struct ct_tagging *g, size_t i, size_t next)
{
    (void)i;
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

size_t ct_tag_conjunction(struct ct_tagging *g, size_t i, bool comma)
{
    int pos = POS(g, i);
    size_t next = i + 1;
    size_t before = comma ? i - 1 : i;
    int type;
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
    if (elided_verb(g, i, next)) {
        int verb = ct_tag_clause_frame(g)->num;
        ct_tag_close_inner(g);
        ct_tag_new_clause(g);
        struct ct_token *joint =
            ct_tag_emit(g, joint_token(pos, CT_T_AND_S, CT_T_OR_S, CT_T_OR_S), i);
        if (comma) {
            joint->span.start = g->t.u[i - 1].span.start;
            joint->flags |= CT_TF_COMMA;
        }
        struct ct_token *zero = ct_tag_emit_virtual(g, CT_T_VERB_ZERO, next);
        zero->num = verb;
        zero->form = CT_VF_BASE | CT_VF_THIRD;
        struct ct_open_clause *f = ct_tag_clause_frame(g);
        f->verb = true;
        f->num = verb;
        f->fresh = false;
        return i + 1;
    }
    int opener = POS(g, next) == CT_O_OPENER ? PICK(g, next).num : 0;
    if ((opener == CT_FN_IF || opener == CT_FN_WHENEVER || opener == CT_FN_WHEN) &&
        conditional(g)) {
        ct_tag_close_inner(g);
        ct_tag_new_clause(g);
        struct ct_token *joint =
            ct_tag_emit(g, joint_token(pos, CT_T_AND_S, CT_T_OR_S, CT_T_OR_S), i);
        joint->flags |= CT_TF_IF;
        joint->form = opener == CT_FN_WHENEVER ? CT_FORM_WHENEVER
                      : opener == CT_FN_WHEN   ? CT_FORM_WHEN
                                               : CT_FORM_OTHER;
        return next + 1;
    }
    bool from = POS(g, next) == CT_O_PREP && PICK(g, next).num == CT_PREP_FROM && g->protection;
    if (from) {
        type = pos == CT_O_OR ? CT_T_OR_P : CT_T_AND_P;
    } else if (POS(g, before - 1) == CT_O_STATE &&
               (POS(g, next) == CT_O_STATE || POS(g, next) == CT_O_WORD ||
                ct_tag_lone_state(g, next))) {
        type = CT_T_AND_A;
    } else if (POS(g, next) == CT_O_GERUND && ct_tag_lone_state(g, next) &&
               POS(g, before - 1) == CT_O_WORD && PICK(g, before - 1).sense &&
               PICK(g, before - 1).sense->wc == CT_WC_STATE && ct_tag_boundary(g, next + 1)) {
        type = joint_token(pos, CT_T_AND_W, CT_T_OR_W, CT_T_AND_OR_W);
    } else if (POS(g, next) == CT_O_ADVERB && PICK(g, next).num == CT_ADV_ONLY && !comma) {
        ct_tag_close_to_main(g);
        type = joint_token(pos, CT_T_AND_ADJ, CT_T_OR_ADJ, CT_T_OR_ADJ);
    } else if (POS(g, next) == CT_O_TO) {
        ct_tag_close_inner(g);
        type = joint_token(pos, CT_T_AND_ADJ, CT_T_OR_ADJ, CT_T_OR_ADJ);
    } else if (POS(g, next) == CT_O_PREP && g->last_prep[PICK(g, next).num] == CT_T_PREP &&
               PICK(g, next).num != CT_PREP_AT) {
        type = joint_token(pos, CT_T_AND_T, CT_T_OR_T, CT_T_OR_T);
    } else if (POS(g, next) == CT_O_PREP && g->last_prep[PICK(g, next).num] &&
               !opener_of_lead(g, next)) {
        ct_tag_close_inner(g);
        ct_tag_top(g)->placed = false;
        type = joint_token(pos, CT_T_AND_ADJ, CT_T_OR_ADJ, CT_T_OR_ADJ);
    } else if (opener_of_lead(g, next) || POS(g, next) == CT_O_INSTEAD) {
        ct_tag_close_inner(g);
        ct_tag_new_clause(g);
        type = joint_token(pos, CT_T_AND_S, CT_T_OR_S, CT_T_OR_S);
    } else if (ct_pos_verb(&g->t, next)) {
        leave_condition(g, next);
        type = verb_joint(g, next, false, pos);
        if (type == CT_T_AND_S || type == CT_T_OR_S)
            ct_tag_top(g)->verb = false, ct_tag_top(g)->placed = false, ct_tag_top(g)->fresh = true;
    } else if (joins_words(g, before, next)) {
        type = joint_token(pos, CT_T_AND_W, CT_T_OR_W, CT_T_AND_OR_W);
    } else if (ct_tag_clause_frame(g)->verb && ct_tag_subject_then_verb(g, next)) {
        ct_tag_close_inner(g);
        ct_tag_new_clause(g);
        type = joint_token(pos, CT_T_AND_S, CT_T_OR_S, CT_T_OR_S);
    } else {
        type = joint_token(pos, CT_T_AND_NP, CT_T_OR_NP, CT_T_AND_OR_NP);
    }
    struct ct_token *t = ct_tag_emit(g, type, i);
    if (comma) {
        t->span.start = g->t.u[i - 1].span.start;
        t->flags |= CT_TF_COMMA;
    }
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

size_t ct_tag_comma(struct ct_tagging *g, size_t i)
{
    size_t next = i + 1;
    int pos = next < g->end ? POS(g, next) : CT_O_END;
    if (g->costs_end && i < g->costs_end) {
        bool item =
            pos == CT_O_SYMBOL || pos == CT_O_VERB || pos == CT_O_PARAM || (pos == CT_O_KEYWORD);
        if (item && !word_list(g, i)) {
            ct_tag_close_to_main(g);
            ct_tag_new_clause(g);
            ct_tag_emit(g, CT_T_COMMA_COST, i);
            return next;
        }
    }
    if (g->kwline) {
        bool from = pos == CT_O_PREP && PICK(g, next).num == CT_PREP_FROM && g->protection;
        bool and_from = (pos == CT_O_AND) && POS(g, next + 1) == CT_O_PREP;
        if (and_from) return ct_tag_conjunction(g, next, true);
        if (from || pos == CT_O_KEYWORD) {
            ct_tag_emit(g, from ? CT_T_COMMA_P : CT_T_COMMA_K, i);
            return next;
        }
    }
    if (pos == CT_O_AND || pos == CT_O_OR || pos == CT_O_AND_OR) {
        bool numbers =
            pos == CT_O_OR && i && POS(g, i - 1) == CT_O_NUM && POS(g, next + 1) == CT_O_NUM;
        if (numbers) {
            struct ct_token *t = ct_tag_emit(g, CT_T_QMARK, next);
            t->num = CT_FN_OR;
            t->form = 2;
            return next + 1;
        }
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
    bool opener = pos == CT_O_OPENER;
    if (opener && PICK(g, next).num == CT_FN_WHERE) return next; /* taken with it */
    if (pos == CT_O_ADVERB &&
        (PICK(g, next).num == CT_ADV_ROUNDED_UP || PICK(g, next).num == CT_ADV_ROUNDED_DOWN))
        return next;
    if (pos == CT_O_PREP && PICK(g, next).num == CT_PREP_BEFORE && !ct_tag_open_lead(g))
        return next;
    if (pos == CT_O_PREP &&
        (PICK(g, next).num == CT_PREP_EXCEPT || PICK(g, next).num == CT_PREP_RATHER_THAN))
        return next;
    if (i && POS(g, i - 1) == CT_O_NUM && pos == CT_O_NUM &&
        (POS(g, next + 1) == CT_O_COMMA || POS(g, next + 1) == CT_O_OR ||
         POS(g, next + 1) == CT_O_QMARK)) {
        struct ct_token *t = ct_tag_emit(g, CT_T_QMARK, i); /* "one, two, or three" */
        t->num = CT_FN_OR;
        t->form = 1;
        return next;
    }
    bool lead = ct_tag_open_lead(g) != NULL;
    if (word_list(g, i) || adjective_list(g, i)) {
        ct_tag_emit(g, CT_T_COMMA_W, i);
        return next;
    }
    if (np_list(g, i) && !(lead && ct_tag_open_lead(g)->verb && ct_tag_subject_then_verb(g, next) &&
                           !np_list(g, i))) {
        ct_tag_emit(g, CT_T_COMMA_NP, i);
        return next;
    }
    if (lead) {
        if (verb_list(g, i)) {
            ct_tag_emit(g, verb_joint(g, next, true, 0), i);
            if (ct_tag_top(g)->kind != F_REL)
                ct_tag_top(g)->verb = false, ct_tag_top(g)->fresh = true;
            return next;
        }
        while (g->depth > 1 && ct_tag_top(g)->kind != F_LEAD)
            g->depth--;
        if (g->depth > 1) g->depth--;
        ct_tag_new_clause(g);
        ct_tag_emit(g, CT_T_COMMA_SUB, i);
        return next;
    }
    if (opener_of_lead(g, next)) {
        bool trailing = opener && PICK(g, next).num == CT_FN_UNLESS;
        (void)trailing;
        ct_tag_close_to_main(g);
        ct_tag_new_clause(g);
        ct_tag_emit(g, CT_T_COMMA_S, i);
        return next;
    }
    if (ct_pos_verb(&g->t, next)) {
        leave_condition(g, next);
        ct_tag_emit(g, verb_joint(g, next, true, 0), i);
        ct_tag_top(g)->verb = false;
        ct_tag_top(g)->fresh = true;
        ct_tag_top(g)->placed = false;
        return next;
    }
    if (ct_tag_subject_then_verb(g, next)) {
        ct_tag_close_to_main(g);
        ct_tag_new_clause(g);
        ct_tag_emit(g, CT_T_COMMA_S, i);
        return next;
    }
    ct_tag_emit(g, CT_T_COMMA_NP, i);
    return next;
}
