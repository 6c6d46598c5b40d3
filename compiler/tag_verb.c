/* Verbs: finite or not, an adjective or a participle, of which of the open clauses. */
#include "compiler/tag_in.h"

/* ---- verbs ---------------------------------------------------------------------------------- */

void ct_tag_finite_verb(struct ct_tagging *g, int num, int form, bool imperative)
{
    while (g->depth > 1 && ct_tag_inner(ct_tag_top(g)) && ct_tag_top(g)->verb &&
           ct_tag_top(g)->kind != F_GERUND)
        g->depth--;
    if (ct_tag_top(g)->kind == F_GERUND) ct_tag_close_inner(g);
    struct ct_open_clause *f = ct_tag_top(g);
    f->verb = true;
    f->num = num;
    f->form = form;
    f->imperative = imperative;
    f->placed = false;
    f->fresh = false;
}

/* The units before I, over adverbs. */
static int pos_before(const struct ct_tagging *g, size_t i)
{
    while (i-- > 0) {
        int pos = POS(g, i);
        if (pos == CT_O_ADVERB || pos == CT_O_ADVERB_PRE || pos == CT_O_EACH_PRE) continue;
        return pos;
    }
    return CT_O_NONE;
}

static bool after_be(const struct ct_tagging *g, size_t i)
{
    if (!i) return false;
    size_t j = i - 1;
    while (j > 0 && (POS(g, j) == CT_O_ADVERB || POS(g, j) == CT_O_ADVERB_PRE))
        j--;
    if (POS(g, j) == CT_O_BE || POS(g, j) == CT_O_HAVE_AUX) return true;
    return PICK(g, j).contracted;
}

/* "becomes tapped", "is tapped", "enters tapped": an adjective by itself. */
bool ct_tag_lone_state(struct ct_tagging *g, size_t i)
{
    const struct ct_sense *s = ct_sense_of(
        g->p->lexicon, g->t.u[i].kind == CT_U_WORD ? g->t.u[i].sense : NULL, CT_WC_STATE);
    if (!s) return false;
    bool noun_next = POS(g, i + 1) == CT_O_WORD;
    return !noun_next;
}

bool ct_tag_copula_before(const struct ct_tagging *g, size_t i)
{
    if (!i) return false;
    if (PICK(g, i - 1).contracted) return true;
    return POS(g, i - 1) == CT_O_BE ||
           (POS(g, i - 1) == CT_O_VERB &&
            (PICK(g, i - 1).num == CT_V_BECOME || PICK(g, i - 1).num == CT_V_REMAIN ||
             PICK(g, i - 1).num == CT_V_STAY));
}

static bool complement_ahead(const struct ct_tagging *g, size_t i)
{
    if (i >= g->end) return false;
    if (ct_pos_np_start(&g->t, i) && !PICK(g, i).rel0) return true;
    if (POS(g, i) == CT_O_PREP || POS(g, i) == CT_O_TO) return true;
    return POS(g, i) == CT_O_ADVERB && PICK(g, i).num == CT_ADV_THIS_WAY;
}

size_t ct_tag_state_word(struct ct_tagging *g, size_t i)
{
    const struct ct_sense *s = ct_sense_of(g->p->lexicon, g->t.u[i].sense, CT_WC_STATE);
    PICK(g, i).sense = s;
    if (ct_tag_copula_before(g, i) ||
        (i &&
         (POS(g, i - 1) == CT_O_AND || POS(g, i - 1) == CT_O_OR || POS(g, i - 1) == CT_O_COMMA) &&
         POS(g, i - 2) == CT_O_WORD)) {
        PICK(g, i).pos = CT_O_WORD;
        ct_tag_emit_word(g, i);
        return i + 1;
    }
    PICK(g, i).pos = CT_O_STATE;
    struct ct_token *t = ct_tag_emit_word(g, i);
    t->type = CT_T_STATE_A;
    return i + 1;
}

static size_t participle(struct ct_tagging *g, size_t i)
{
    ct_tag_emit(g, CT_T_PARTICIPLE, i)->form = CT_VF_PARTICIPLE;
    return i + 1;
}

static size_t participle_tail(struct ct_tagging *g, size_t i)
{
    ct_tag_open_clause(g, F_PART);
    struct ct_open_clause *f = ct_tag_top(g);
    f->verb = true;
    f->num = PICK(g, i).num;
    f->form = CT_VF_PARTICIPLE;
    return participle(g, i);
}

/* Whether the clause that is open still waits for its finite verb. */
static struct ct_open_clause *waiting(struct ct_tagging *g)
{
    for (size_t d = g->depth; d-- > 0;) {
        struct ct_open_clause *f = &g->stack[d];
        if (!f->verb) return f;
        if (!ct_tag_inner(f)) return NULL;
    }
    return NULL;
}

/* "becomes attached": as "is attached", with another word. */
static bool becomes(struct ct_tagging *g, size_t i)
{
    const struct ct_pick *k = &PICK(g, i);
    if (k->num != CT_V_BECOME || !ct_tag_past_or_participle(g, i + 1) ||
        PICK(g, i + 1).form & CT_VF_BASE)
        return false;
    if (!complement_ahead(g, i + 2) && ct_tag_lone_state(g, i + 1)) return false;
    struct ct_token *t = ct_tag_emit(g, CT_T_BE, i);
    t->num = CT_V_BECOME;
    if (k->form == CT_VF_PAST) t->flags |= CT_TF_PAST;
    ct_tag_finite_verb(g, CT_V_BE, k->form, false);
    ct_tag_top(g)->num = PICK(g, i + 1).num;
    participle(g, i + 1);
    return true;
}

/* Behind "is" or "has": a participle, or an adjective ("is tapped"). */
static size_t behind_be(struct ct_tagging *g, size_t i, bool state_place)
{
    bool be = ct_tag_copula_before(g, i) && !(i && POS(g, i - 1) == CT_O_HAVE_AUX);
    int row = POS(g, i - 1) == CT_O_BE ? PICK(g, i - 1).num : 0;
    bool perfect = i > 1 && POS(g, i - 1) == CT_O_BE && PICK(g, i - 1).form == CT_VF_PARTICIPLE;
    bool was = row == 3 || row == 4 || row == 7 || row == 8;
    if (be && state_place && !complement_ahead(g, i + 1) && !perfect && !was)
        return ct_tag_state_word(g, i);
    ct_tag_top(g)->num = PICK(g, i).num;
    return participle(g, i);
}

/* An adjective by itself: "enters tapped", "while saddled", "tapped and transformed". */
static bool state_alone(struct ct_tagging *g, size_t i, int before)
{
    bool after_np = i && (ct_pos_np_end(&g->t, i - 1) || POS(g, i - 1) == CT_O_DURATION);
    bool conj = before == CT_O_AND || before == CT_O_OR || before == CT_O_COMMA;
    if (ct_tag_copula_before(g, i)) return true;
    if (before == CT_O_AND && i > 1 && POS(g, i - 2) == CT_O_STATE) return true;
    return !conj && i && !after_np && POS(g, i - 1) != CT_O_REL && POS(g, i - 1) != CT_O_MODAL &&
           before != CT_O_STOP && before != CT_O_OPENER;
}

/* Behind a noun phrase: the participle that completes it, an adjective of what was put somewhere,
 * or (0) the verb. */
static size_t behind_np(struct ct_tagging *g, size_t i, bool state_place)
{
    const struct ct_open_clause *f = waiting(g);
    if (f) {
        bool pronoun = POS(g, i - 1) == CT_O_PRON && PICK(g, i - 1).num != CT_PRONOUN_THOSE;
        bool relative = f->kind == F_REL && f->fresh;
        return !relative && !pronoun && ct_tag_verb_ahead(g, i + 1) ? participle_tail(g, i) : 0;
    }
    int main = ct_tag_clause_frame(g)->num;
    bool moved = main == CT_V_PUT || main == CT_V_RETURN || main == CT_V_ENTER;
    bool zone = ct_pos_classes(&g->t, i - 1) == CT_NC_ZONE || POS(g, i - 1) == CT_O_PRON;
    if (state_place && (zone || moved) && !complement_ahead(g, i + 1))
        return ct_tag_state_word(g, i);
    return participle_tail(g, i);
}

static size_t emit_verb(struct ct_tagging *g, size_t i, int before, bool imperative)
{
    const struct ct_pick *k = &PICK(g, i);
    bool base = imperative || before == CT_O_MODAL || before == CT_O_TO || before == CT_O_CAUSATIVE;
    int form = base ? CT_VF_BASE : k->form;
    struct ct_token *t = ct_tag_emit(g, CT_T_VERB, i);
    bool past_only = !(form & (CT_VF_BASE | CT_VF_THIRD)) && form & (CT_VF_PAST | CT_VF_PARTICIPLE);
    t->form = (uint8_t)(past_only ? CT_VF_PAST : form & ~CT_VF_PARTICIPLE);
    bool bare = before == CT_O_MODAL && ct_tag_top(g)->form;
    ct_tag_finite_verb(g, k->num, bare ? CT_VF_BARE : t->form, imperative);
    return i + 1;
}

size_t ct_tag_verb(struct ct_tagging *g, size_t i)
{
    const struct ct_pick *k = &PICK(g, i);
    if (becomes(g, i)) return i + 2;
    int before = pos_before(g, i);
    if (g->have && k->form & CT_VF_BASE) {
        g->have = false;
        ct_tag_close_inner(g);
        ct_tag_emit(g, CT_T_VERB, i)->form = CT_VF_BASE;
        ct_tag_finite_verb(g, k->num, CT_VF_BARE, false);
        return i + 1;
    }
    bool while_before = i && POS(g, i - 1) == CT_O_OPENER && PICK(g, i - 1).num == CT_FN_WHILE;
    if (while_before && ct_tag_lone_state(g, i)) return ct_tag_state_word(g, i);
    bool past = (k->form & (CT_VF_PAST | CT_VF_PARTICIPLE)) != 0;
    bool state_place = past && !(k->form & CT_VF_BASE) && ct_tag_lone_state(g, i);
    if (past && after_be(g, i)) return behind_be(g, i, state_place);
    if (state_place && state_alone(g, i, before)) return ct_tag_state_word(g, i);
    bool conj = before == CT_O_AND || before == CT_O_OR || before == CT_O_COMMA;
    bool after_np = i && (ct_pos_np_end(&g->t, i - 1) || POS(g, i - 1) == CT_O_DURATION);
    size_t done = past && after_np && !conj ? behind_np(g, i, state_place) : 0;
    return done ? done : emit_verb(g, i, before, !after_np && k->form & CT_VF_BASE);
}

static void be_token(struct ct_token *t, int row, bool contracted)
{
    t->type = CT_T_BE;
    t->num = CT_V_BE;
    if (contracted) t->flags |= CT_TF_CONTRACTED;
    if (row >= 1 && row <= 4) t->flags |= CT_TF_NOT;
    if (row == 3 || row == 4 || row == 7 || row == 8) t->flags |= CT_TF_PAST;
}

size_t ct_tag_be(struct ct_tagging *g, size_t i)
{
    struct ct_token *t = ct_tag_emit(g, CT_T_BE, i);
    be_token(t, PICK(g, i).num, false);
    if (g->as_though && (PICK(g, i).num == 8 || PICK(g, i).num == 4)) {
        t->form |= CT_VF_THIRD;
        t->flags |= CT_TF_SUBJUNCTIVE;
    }
    if (PICK(g, i).form == CT_VF_BARE && pos_before(g, i) == CT_O_MODAL)
        ct_tag_top(g)->num = CT_V_BE; /* "would be" is one verb */
    else if (PICK(g, i).form != CT_VF_PARTICIPLE)
        ct_tag_finite_verb(g, CT_V_BE, PICK(g, i).form, false);
    return i + 1;
}

size_t ct_tag_have_aux(struct ct_tagging *g, size_t i)
{
    struct ct_token *t = ct_tag_emit(g, CT_T_HAVE_AUX, i);
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
    ct_tag_finite_verb(g, CT_V_HAVE, CT_VF_PAST | CT_VF_THIRD, false);
    return i + 1;
}

/* The verb inside "it's" and "you've". */
void ct_tag_contraction(struct ct_tagging *g, size_t i)
{
    const struct ct_pick *k = &PICK(g, i);
    struct ct_token *t = ct_tag_emit_virtual(g, k->form ? CT_T_HAVE_AUX : CT_T_BE, i);
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
    ct_tag_finite_verb(g, t->num, t->form, false);
}

size_t ct_tag_modal(struct ct_tagging *g, size_t i)
{
    struct ct_token *t = ct_tag_emit(g, CT_T_MODAL, i);
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
    ct_tag_finite_verb(g, 0, CT_VF_BARE, false);
    return i + 1;
}

/* "have it deal": have, a noun phrase, a plain verb. */
bool ct_tag_causative(const struct ct_tagging *g, size_t i)
{
    if (PICK(g, i).num != CT_V_HAVE && PICK(g, i).num != CT_V_CAUSE) return false;
    if (PICK(g, i).num == CT_V_HAVE && !(PICK(g, i).form & CT_VF_BASE)) return false;
    for (size_t j = i + 1; j < g->end; j++) {
        if (PICK(g, j).rel0) {
            j = ct_tag_skip_relative(g, j) - 1;
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

size_t ct_tag_gerund(struct ct_tagging *g, size_t i)
{
    if (after_be(g, i)) {
        bool zero = ct_tag_top(g)->kind == F_REL && ct_tag_top(g)->zero;
        if (!zero && ct_tag_lone_state(g, i) &&
            (!complement_ahead(g, i + 1) || POS(g, i + 1) == CT_O_PREP))
            return ct_tag_state_word(g, i);
        ct_tag_emit(g, CT_T_GERUND, i)->form = CT_VF_ING;
        ct_tag_top(g)->num = PICK(g, i).num;
        return i + 1;
    }
    if (!i || ct_tag_start(g, i) || POS(g, i - 1) == CT_O_OPENER) {
        ct_tag_emit(g, CT_T_GERUND_S, i)->form = CT_VF_ING;
        ct_tag_open_clause(g, F_GERUND);
        ct_tag_top(g)->verb = true;
        ct_tag_top(g)->num = PICK(g, i).num;
        return i + 1;
    }
    bool state = ct_tag_lone_state(g, i);
    int before = i ? POS(g, i - 1) : CT_O_NONE;
    if (i > 1 && (before == CT_O_AND || before == CT_O_OR) && POS(g, i - 2) == CT_O_WORD && state &&
        ct_tag_boundary(g, i + 1)) {
        PICK(g, i).sense = ct_sense_of(g->p->lexicon, g->t.u[i].sense, CT_WC_STATE);
        PICK(g, i).pos = CT_O_WORD;
        ct_tag_emit_word(g, i);
        return i + 1;
    }
    bool joined_state =
        i > 1 && (before == CT_O_AND || before == CT_O_OR) && POS(g, i - 2) == CT_O_STATE;
    if (state &&
        (joined_state || (before == CT_O_WORD && ct_pos_classes(&g->t, i - 1) == CT_NC_ZONE))) {
        PICK(g, i).sense = ct_sense_of(g->p->lexicon, g->t.u[i].sense, CT_WC_STATE);
        PICK(g, i).pos = CT_O_STATE;
        struct ct_token *t = ct_tag_emit_word(g, i);
        t->type = CT_T_STATE_A;
        return i + 1;
    }
    ct_tag_open_clause(g, before == CT_O_PREP ? F_GERUND : F_PART);
    ct_tag_top(g)->verb = true;
    ct_tag_top(g)->num = PICK(g, i).num;
    ct_tag_emit(g, CT_T_GERUND, i)->form = CT_VF_ING;
    return i + 1;
}
