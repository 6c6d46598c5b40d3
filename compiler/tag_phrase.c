/* Prepositions, openers of clauses, noun phrases and keywords. */
#include "compiler/tag_in.h"

#include <string.h>

/* ---- prepositions --------------------------------------------------------------------------- */

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

static size_t with(struct ct_tagging *g, size_t i)
{
    const struct ct_token *last = g->p->token_count ? &g->p->tokens[g->p->token_count - 1] : NULL;
    if (last && (last->type == CT_T_AND_ADJ || last->type == CT_T_OR_ADJ)) {
        ct_tag_emit(g, CT_T_WITH_V, i);
        return i + 1;
    }
    bool zone = i && ct_pos_classes(&g->t, i - 1) == CT_NC_ZONE;
    bool tail = i && ct_pos_np_end(&g->t, i - 1) && !zone && !(POS(g, i - 1) == CT_O_PRON);
    g->last_prep[PICK(g, i).num] = tail ? CT_T_PREP : CT_T_PREP_V;
    ct_tag_emit(g, tail ? CT_T_WITH : CT_T_WITH_V, i);
    return i + 1;
}

static bool sentence_start(const struct ct_tagging *g, size_t i)
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

bool ct_tag_start(const struct ct_tagging *g, size_t i)
{
    if (i == 0) return true;
    return sentence_start(g, i) || !g->p->token_count;
}

/* At the start of a sentence: whether the phrase at I ends with a comma before any verb. */
bool ct_tag_leads_with(const struct ct_tagging *g, size_t i)
{
    for (size_t j = i + 1; j < g->end; j++) {
        if (POS(g, j) == CT_O_COMMA) return true;
        if (POS(g, j) == CT_O_STOP || POS(g, j) == CT_O_COLON) return false;
    }
    return false;
}

/* A whole clause, no noun phrase with a relative clause. */
static bool clause_behind(const struct ct_tagging *g, size_t i)
{
    size_t v = ct_tag_subject_then_verb(g, i);
    if (!v || PICK(g, i).contracted) return v != 0;
    for (size_t j = i; j < v; j++)
        if (POS(g, j) == CT_O_TO || POS(g, j) == CT_O_REL) return false;
    return true;
}

static int last_type(const struct ct_tagging *g)
{
    return g->p->token_count ? g->p->tokens[g->p->token_count - 1].type : 0;
}

static struct ct_token *emit_behind_comma(struct ct_tagging *g, int type, size_t i)
{
    struct ct_token *t = ct_tag_emit(g, type, i);
    if (i && POS(g, i - 1) == CT_O_COMMA) ct_tag_with_comma(t);
    return t;
}

/* "at the beginning of", "at end of combat": when. */
static bool at_time(struct ct_tagging *g, size_t i, bool at_start)
{
    bool time = false;
    for (size_t j = i + 1; j < g->end && j < i + 4; j++)
        time = time || ct_pos_classes(&g->t, j) == CT_NC_TIME;
    if (!time) return false;
    if (!at_start) ct_tag_close_inner(g);
    ct_tag_emit(g, CT_T_AT_TIME, i);
    if (at_start) {
        ct_tag_open_clause(g, F_LEAD);
        ct_tag_top(g)->verb = true;
    }
    return true;
}

/* "As this creature enters, ...", not "As an additional cost to cast this spell, ...". */
static bool as_event(const struct ct_tagging *g, size_t i)
{
    size_t v = ct_tag_subject_then_verb(g, i + 1);
    if (PICK(g, i).num != CT_PREP_AS || !v || POS(g, i + 1) == CT_O_NONE) return false;
    for (size_t j = i + 1; j < v; j++)
        if (POS(g, j) == CT_O_TO) return false;
    return true;
}

/* A preposition that leads the sentence: "During your turn, ...". */
static void leading_preposition(struct ct_tagging *g, size_t i)
{
    bool event = as_event(g, i);
    ct_tag_emit(g,
                event                             ? CT_T_AS_EVENT
                : PICK(g, i).num == CT_PREP_UNTIL ? CT_T_UNTIL_L
                                                  : CT_T_DURING_L,
                i);
    ct_tag_open_clause(g, F_LEAD);
    ct_tag_top(g)->verb = !event;
}

/* Prepositions that open a clause behind the main one, or begin a bare verb phrase. */
static bool clause_preposition(struct ct_tagging *g, size_t i)
{
    int prep = PICK(g, i).num;
    bool event = ct_tag_subject_then_verb(g, i + 1) != 0;
    if (prep == CT_PREP_RATHER_THAN && POS(g, i + 1) == CT_O_VERB) {
        ct_tag_close_inner(g);
        emit_behind_comma(g, CT_T_RATHER, i);
        return true;
    }
    bool opens = prep == CT_PREP_BEFORE || prep == CT_PREP_AS || prep == CT_PREP_AFTER ||
                 prep == CT_PREP_SINCE;
    if (opens && clause_behind(g, i + 1)) {
        ct_tag_close_inner(g);
        emit_behind_comma(g, CT_T_PREP_C, i);
        ct_tag_open_clause(g, F_COND);
        return true;
    }
    if (prep == CT_PREP_UNTIL) {
        ct_tag_close_inner(g);
        ct_tag_emit(g, event ? CT_T_UNTIL : CT_T_UNTIL_NP, i);
        if (event) ct_tag_open_clause(g, F_COND);
        return true;
    }
    if (prep != CT_PREP_EXCEPT || !event) return false;
    ct_tag_close_to_main(g);
    emit_behind_comma(g, CT_T_EXCEPT, i);
    ct_tag_open_clause(g, F_COND);
    return true;
}

static bool noun_is(const struct ct_tagging *g, size_t i, int noun)
{
    const struct ct_sense *s = POS(g, i) == CT_O_WORD ? PICK(g, i).sense : NULL;
    return s && s->wc == CT_WC_NOUN && s->num == noun;
}

/* In a relative clause: the noun's, the relative verb's or the main verb's. */
static int inner_preposition(struct ct_tagging *g, int prep)
{
    struct ct_open_clause *f = ct_tag_top(g), *main = ct_tag_clause_frame(g);
    bool own = wants(f->num, prep) && !f->placed, zero = f->kind == F_REL && f->zero;
    if (noun_prep(prep) && !own) {
        if (!wants(main->num, prep) || main->placed || !zero) return CT_T_PREP;
        ct_tag_close_inner(g);
        ct_tag_top(g)->placed = true;
        return CT_T_PREP_V;
    }
    if (prep == CT_PREP_TO || prep == CT_PREP_INTO || prep == CT_PREP_ONTO) {
        /* "all damage that would be dealt to you is ...": there is no other verb yet */
        own = own || (f->verb && !main->verb);
        if (!own) ct_tag_close_inner(g);
        ct_tag_top(g)->placed = true;
        return own ? CT_T_PREP_I : CT_T_PREP_V;
    }
    if (!zero || prep == CT_PREP_DURING) return CT_T_PREP_I;
    ct_tag_close_inner(g);
    return CT_T_PREP_V;
}

/* Which of noun and verb a preposition belongs to. */
static int owner_of(struct ct_tagging *g, size_t i, int prep)
{
    struct ct_open_clause *f = ct_tag_top(g);
    bool devotion = prep == CT_PREP_TO && i && noun_is(g, i - 1, CT_N_DEVOTION);
    int type = CT_T_PREP_V;
    if (prep == CT_PREP_OF || devotion) {
        type = CT_T_PREP;
    } else if (ct_tag_inner(f)) {
        type = inner_preposition(g, prep);
    } else if (wants(f->num, prep) && !f->placed) {
        f->placed = true;
    } else if (noun_prep(prep) && i && ct_pos_np_end(&g->t, i - 1)) {
        type = CT_T_PREP;
    }
    int last = last_type(g);
    if (prep == CT_PREP_EXCEPT_BY || last == CT_T_AND_ADJ || last == CT_T_OR_ADJ)
        type = CT_T_PREP_V;
    if (last == CT_T_AND_T || last == CT_T_OR_T) type = CT_T_PREP;
    bool choice = prep == CT_PREP_OF && i &&
                  (noun_is(g, i - 1, CT_N_CHOICE) || noun_is(g, i - 1, CT_N_COMBINATION));
    return type == CT_T_PREP && (choice || prep == CT_PREP_BETWEEN) ? CT_T_PREP_L : type;
}

size_t ct_tag_preposition(struct ct_tagging *g, size_t i)
{
    int prep = PICK(g, i).num, last = last_type(g);
    if (prep == CT_PREP_WITH || prep == CT_PREP_WITHOUT) {
        if (POS(g, i + 1) != CT_O_GERUND) return with(g, i);
        ct_tag_emit(g, ct_tag_inner(ct_tag_top(g)) ? CT_T_PREP_I : CT_T_PREP_V, i);
        return i + 1;
    }
    if (last == CT_T_AND_P || last == CT_T_OR_P || last == CT_T_COMMA_P) {
        ct_tag_emit(g, CT_T_FROM_K, i);
        return i + 1;
    }
    bool at_start = ct_tag_start(g, i);
    if (prep == CT_PREP_AT && at_time(g, i, at_start)) return i + 1;
    if (at_start && ct_tag_leads_with(g, i)) {
        leading_preposition(g, i);
        return i + 1;
    }
    if ((!at_start || prep == CT_PREP_UNTIL || prep == CT_PREP_EXCEPT ||
         prep == CT_PREP_RATHER_THAN) &&
        clause_preposition(g, i))
        return i + 1;
    int type = owner_of(g, i, prep);
    g->last_prep[prep] = type;
    struct ct_token *t = ct_tag_emit(g, type, i);
    if (i && POS(g, i - 1) == CT_O_COMMA && (prep == CT_PREP_RATHER_THAN || prep == CT_PREP_EXCEPT))
        ct_tag_with_comma(t);
    return i + 1;
}

/* ---- openers -------------------------------------------------------------------------------- */

size_t ct_tag_opener(struct ct_tagging *g, size_t i)
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
    bool at_start = ct_tag_start(g, i);
    if (function == CT_FN_WHERE) {
        ct_tag_close_to_main(g);
        struct ct_token *t = ct_tag_emit(g, CT_T_WHERE, i);
        if (i && POS(g, i - 1) == CT_O_COMMA) ct_tag_with_comma(t);
        ct_tag_top(g)->verb = false;
        return i + 1;
    }
    for (size_t k = 0; k < sizeof TABLE / sizeof *TABLE; k++) {
        if (TABLE[k].function != function) continue;
        bool keep = function == CT_FN_WHILE || function == CT_FN_AS_THOUGH;
        if (!at_start && !keep) ct_tag_close_inner(g);
        struct ct_token *t = ct_tag_emit(g, at_start ? TABLE[k].lead : TABLE[k].trailing, i);
        t->num = function == CT_FN_WHENEVER || function == CT_FN_NEXT_TIME;
        if (function == CT_FN_AS_THOUGH) g->as_though = true;
        ct_tag_open_clause(g, at_start && function != CT_FN_WHILE ? F_LEAD : F_COND);
        if (function == CT_FN_FOR_EACH || function == CT_FN_OTHERWISE) ct_tag_top(g)->verb = true;
        return i + 1;
    }
    ct_tag_emit(g, CT_T_IF, i);
    return i + 1;
}

size_t ct_tag_duration(struct ct_tagging *g, size_t i)
{
    if (ct_tag_start(g, i) && POS(g, i + 1) == CT_O_COMMA) {
        ct_tag_emit(g, CT_T_DURATION_L, i);
        ct_tag_open_clause(g, F_LEAD);
        ct_tag_top(g)->verb = true;
        return i + 1;
    }
    bool whole =
        PICK(g, i).num == CT_DURATION_THIS_TURN || PICK(g, i).num == CT_DURATION_THIS_COMBAT;
    if (whole && ct_tag_top(g)->kind == F_REL && ct_tag_top(g)->zero) {
        /* "the spells you cast this turn" speaks of the past; "creatures you control ... this turn"
         * doesn't. */
        if (ct_tag_top(g)->num == CT_V_CONTROL || ct_tag_top(g)->num == CT_V_OWN)
            ct_tag_close_inner(g);
    }
    if (!whole) ct_tag_close_inner(g);
    bool within = whole && (ct_tag_inner(ct_tag_top(g)) || ct_tag_top(g)->kind == F_COND ||
                            ct_tag_top(g)->kind == F_LEAD);
    ct_tag_emit(g, within ? CT_T_DURATION_I : CT_T_DURATION, i);
    return i + 1;
}

/* ---- noun phrases --------------------------------------------------------------------------- */

/* A noun phrase of time that stands alone as an adverb: "each turn", "X times", "an additional
 * time". */
bool ct_tag_time_phrase(struct ct_tagging *g, size_t i)
{
    int pos = POS(g, i);
    if (pos == CT_O_WORD) {
        const struct ct_sense *s = PICK(g, i).sense;
        bool last =
            s && s->wc == CT_WC_STATE && (s->num == CT_WSTATE_LAST || s->num == CT_WSTATE_NEXT);
        return last && i && ct_pos_classes(&g->t, i + 1) == CT_NC_TIME &&
               (POS(g, i - 1) == CT_O_WORD || POS(g, i - 1) == CT_O_VERB ||
                POS(g, i - 1) == CT_O_PRON);
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
    while (j < g->end && POS(g, j) == CT_O_WORD && ct_pos_classes(&g->t, j) != CT_NC_TIME &&
           ct_pos_classes(&g->t, j) != CT_NC_GAME)
        j++;
    if (POS(g, j) == CT_O_PREP && PICK(g, j).num == CT_PREP_OF && pos == CT_O_DET &&
        PICK(g, i).num == CT_DET_EACH && POS(g, j + 1) == CT_O_POSS)
        return ct_pos_classes(&g->t, j + 2) == CT_NC_TIME;
    uint32_t classes = ct_pos_classes(&g->t, j);
    bool game = classes == CT_NC_GAME && pos == CT_O_DET && PICK(g, i).num == CT_DET_THIS &&
                before != CT_O_VERB;
    return (classes == CT_NC_TIME || game) && POS(g, j + 1) != CT_O_WORD;
}

bool ct_tag_stat_before(const struct ct_tagging *g, size_t i)
{
    if (!i || POS(g, i - 1) != CT_O_WORD) return false;
    if (i > 1 && POS(g, i - 2) == CT_O_VERB && PICK(g, i - 2).num == CT_V_AMASS) return true;
    const struct ct_sense *s = PICK(g, i - 1).sense;
    return s && s->wc == CT_WC_NOUN && ct_noun_classes(s->num) == CT_NC_STAT;
}

size_t ct_tag_number(struct ct_tagging *g, size_t i)
{
    bool alone = ct_tag_stat_before(g, i);
    struct ct_token *t = ct_tag_emit(g, alone ? CT_T_NUM_C : CT_T_NUM, i);
    if (g->t.u[i].kind == CT_U_LETTER) t->flags |= CT_TF_VAR;
    t->form = g->t.u[i].kind != CT_U_WORD;
    return i + 1;
}

size_t ct_tag_power_toughness(struct ct_tagging *g, size_t i)
{
    const struct ct_unit *u = &g->t.u[i];
    bool word =
        POS(g, i + 1) == CT_O_WORD ||
        ((POS(g, i + 1) == CT_O_COMMA || POS(g, i + 1) == CT_O_OR || POS(g, i + 1) == CT_O_AND) &&
         POS(g, i + 2) == CT_O_PT);
    struct ct_token *t = ct_tag_emit_word(g, i);
    if (!word && u->flags & CT_UF_DELTA)
        t->type = CT_T_DELTA;
    else if (!word && ct_tag_stat_before(g, i))
        t->type = CT_T_PT_C;
    return i + 1;
}

size_t ct_tag_quantity_mark(struct ct_tagging *g, size_t i)
{
    struct ct_token *t = ct_tag_emit(g, CT_T_QMARK, i);
    t->num = PICK(g, i).num;
    if (PICK(g, i).num == CT_FN_OR) return i + 1;
    /* "power 4 or greater": the mark belongs to the number behind the noun. */
    if (g->p->token_count > 1 && g->p->tokens[g->p->token_count - 2].type == CT_T_NUM_C)
        t->type = CT_T_QMARK_C;
    if ((PICK(g, i).num == CT_FN_EXACTLY || PICK(g, i).num == CT_FN_AT_LEAST ||
         PICK(g, i).num == CT_FN_AT_MOST) &&
        ct_tag_stat_before(g, i))
        t->type = CT_T_QMARK_C;
    return i + 1;
}

size_t ct_tag_rel(struct ct_tagging *g, size_t i)
{
    struct ct_pick *k = &PICK(g, i);
    struct ct_token *t = ct_tag_emit(g, CT_T_REL, i);
    if (k->num == 2) t->type = CT_T_REL0;
    ct_tag_open_clause(g, F_REL);
    if (k->contracted) ct_tag_contraction(g, i);
    return i + 1;
}

/* ---- keywords ------------------------------------------------------------------------------- */

bool ct_tag_from_or_for(const struct ct_tagging *g, size_t i)
{
    return POS(g, i) == CT_O_PREP &&
           (PICK(g, i).num == CT_PREP_FROM || PICK(g, i).num == CT_PREP_FOR);
}

size_t ct_tag_keyword(struct ct_tagging *g, size_t i)
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
        type = (g->kwline || num == CT_WKW_ENCHANT) && ct_pos_np_start(&g->t, i + 1) ? CT_T_KW_NP
                                                                                     : CT_T_KW;
        break;
    case CT_KF_NP_COST:
        type = ct_pos_np_start(&g->t, i + 1) ? CT_T_KW_NPC : CT_T_KW;
        break;
    case CT_KF_FROM:
    case CT_KF_FOR:
    case CT_KF_NONE:
        type = ct_tag_from_or_for(g, i + 1) &&
                       (g->kwline || num == CT_WKW_PROTECTION || num == CT_WKW_HEXPROOF)
                   ? CT_T_KW_F
                   : CT_T_KW;
        break;
    }
    ct_tag_emit(g, type, i);
    i++;
    g->protection = type == CT_T_KW_F;
    if (type == CT_T_KW_F) {
        ct_tag_emit(g, CT_T_FROM_K, i);
        i++;
    } else if (type == CT_T_KW_D || type == CT_T_KW_ND) {
        if (type == CT_T_KW_ND) i = ct_tag_number(g, i);
        ct_tag_emit(g, CT_T_DASH, i);
        g->costs_end = g->end;
        g->depth = 1;
        ct_tag_new_clause(g);
        i++;
    }
    return i;
}
