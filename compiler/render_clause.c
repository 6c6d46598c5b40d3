/* Clauses and modals: verbs in the right form, what belongs to them in the order of the text. */
#include "compiler/render_out.h"

/* ---- agreement ------------------------------------------------------------------------------ */

static bool quantity_is_one(const ct_node *quantity)
{
    while (quantity && (quantity->kind == CT_UP_TO || quantity->kind == CT_EXACTLY) &&
           quantity->nkids)
        quantity = quantity->kid[0];
    return ct_is(quantity, CT_NUMBER) && quantity->num == 1;
}

bool ct_agrees_plural(const struct ct_out *out, const ct_node *subject)
{
    if (!subject) return true; /* an imperative: the base form */
    switch (subject->kind) {
    case CT_PRONOUN:
        return subject->num == CT_PRONOUN_YOU || subject->num == CT_PRONOUN_THEY ||
               subject->num == CT_PRONOUN_THOSE || subject->num == CT_PRONOUN_BOTH ||
               subject->num == CT_PRONOUN_ALL || subject->num == CT_PRONOUN_THE_OTHERS ||
               (subject->flags & CT_F_PLURAL);
    case CT_AND:
        return true;
    case CT_OR:
    case CT_AND_OR:
        return subject->nkids && ct_agrees_plural(out, subject->kid[subject->nkids - 1]);
    case CT_SAME:
        return subject->bind && subject->bind->kind != CT_CLAUSE
                   ? ct_agrees_plural(out, subject->bind)
                   : ct_agrees_plural(out, out->subject);
    case CT_GAP:
        return out->head ? ct_agrees_plural(out, out->head) : false;
    case CT_TIMES:
    case CT_HALF:
        return ct_agrees_plural(out, subject->kid[0]);
    case CT_PLUS:
        return ct_agrees_plural(out, subject->kid[1]);
    case CT_THAT_MANY:
        return subject->form != CT_FORM_OTHER;
    case CT_NP:
        if (subject->num == CT_DET_EACH || subject->num == CT_DET_EVERY) return false;
        if (subject->kid[CT_NP_QUANTITY] && !quantity_is_one(subject->kid[CT_NP_QUANTITY]) &&
            !subject->kid[CT_NP_WORDS])
            return true;
        if (subject->num != CT_DET_A && ct_is(subject->kid[CT_NP_WORDS], CT_AND))
            return true; /* "its power and toughness are" */
        return subject->flags & CT_F_PLURAL;
    default:
        return false;
    }
}

/* ---- forms ---------------------------------------------------------------------------------- */

static const char *be_form(const struct ct_out *out, const ct_node *clause, const ct_node *subject)
{
    bool plural = ct_agrees_plural(out, subject);
    bool negative = clause->flags & CT_F_NOT;
    if (clause->flags & (CT_F_BARE | CT_F_INFINITIVE | CT_F_IMPERATIVE))
        return negative ? "not be" : "be";
    if (clause->flags & CT_F_GERUND) return "being";
    if (clause->form == CT_FORM_WORD) plural = true; /* "as though it were" */
    if (clause->flags & CT_F_PAST)
        return negative ? (plural ? "weren't" : "wasn't") : (plural ? "were" : "was");
    return negative ? (plural ? "aren't" : "isn't") : (plural ? "are" : "is");
}

/* "it's", "they're", "that's": the verb is glued to its subject. */
static const char *contraction(const struct ct_out *out, const ct_node *subject)
{
    return ct_agrees_plural(out, subject) ? "'re" : "'s";
}

static void put_be(struct ct_out *out, const ct_node *clause, const ct_node *subject)
{
    if (clause->form == CT_FORM_OTHER) { /* "becomes attached", "become blocked" */
        const struct ct_verb_info *become = ct_lexicon_verb(out->lexicon, CT_V_BECOME);
        bool base = clause->flags & (CT_F_BARE | CT_F_INFINITIVE) || ct_agrees_plural(out, subject);
        ct_put(out, clause->flags & CT_F_PAST ? become->past : base ? become->base : become->third);
        return;
    }
    if (clause->flags & CT_F_SEPARATE_NOT) {
        if (clause->form == CT_FORM_CONTRACTED)
            ct_put_glued(out, contraction(out, subject));
        else
            ct_put(out, clause->flags & CT_F_PAST
                            ? (ct_agrees_plural(out, subject) ? "were" : "was")
                            : (ct_agrees_plural(out, subject) ? "are" : "is"));
        ct_put(out, "not");
        return;
    }
    if (clause->form == CT_FORM_CONTRACTED && !(clause->flags & CT_F_NOT))
        ct_put_glued(out, contraction(out, subject));
    else
        ct_put(out, be_form(out, clause, subject));
}

static void adverbs_before(struct ct_out *out, const ct_node *clause)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_ADVERB) && clause->kid[i]->form == CT_FORM_LEADING)
            ct_render_node(out, clause->kid[i], CT_CASE_OBJECT);
}

/* The verb alone, before its object. */
static void put_verb(struct ct_out *out, const ct_node *clause, const ct_node *subject)
{
    const struct ct_verb_info *verb = ct_lexicon_verb(out->lexicon, clause->num);
    uint32_t flags = clause->flags;
    if (clause->form == CT_FORM_ZERO && !(flags & CT_F_SEPARATE_NOT))
        return; /* "and the rest into your hand" */
    bool plural = ct_agrees_plural(out, subject);
    if (!verb) {
        out->failed = true;
        return;
    }
    if (flags & CT_F_PERFECT) {
        bool negative = flags & CT_F_NOT;
        if (clause->form == CT_FORM_CONTRACTED && !negative)
            ct_put_glued(out, plural ? "'ve" : "'s");
        else if (flags & CT_F_PAST)
            ct_put(out, negative ? "hadn't" : "had");
        else if (flags & (CT_F_BARE | CT_F_INFINITIVE))
            ct_put(out, "have");
        else
            ct_put(out, negative ? (plural ? "haven't" : "hasn't") : (plural ? "have" : "has"));
        if (clause->num == CT_V_BE || (flags & (CT_F_PASSIVE | CT_F_PROGRESSIVE)))
            ct_put(out, "been");
        if (clause->num != CT_V_BE)
            ct_put(out, flags & CT_F_PROGRESSIVE ? verb->ing : verb->participle);
        return;
    }
    if (flags & CT_F_INFINITIVE) ct_put(out, "to");
    if (flags & CT_F_PASSIVE) {
        put_be(out, clause, subject);
        adverbs_before(out, clause);
        ct_put(out, verb->participle);
        return;
    }
    if (flags & CT_F_PROGRESSIVE) {
        put_be(out, clause, subject);
        adverbs_before(out, clause);
        ct_put(out, verb->ing);
        return;
    }
    if (clause->num == CT_V_BE) {
        put_be(out, clause, subject);
        if (flags & CT_F_EACH) ct_put(out, "each");
        adverbs_before(out, clause);
        return;
    }
    if (flags & CT_F_EACH) ct_put(out, "each");
    adverbs_before(out, clause);
    if (flags & CT_F_GERUND)
        ct_put(out, verb->ing);
    else if (flags & CT_F_PAST)
        ct_put(out, verb->past);
    else if (flags & (CT_F_BARE | CT_F_IMPERATIVE | CT_F_INFINITIVE))
        ct_put(out, verb->base);
    else
        ct_put(out, plural ? verb->base : verb->third);
}

/* ---- clauses -------------------------------------------------------------------------------- */

static void adjuncts(struct ct_out *out, const ct_node *clause)
{
    const ct_node *held = out->held;
    uint32_t before = held ? clause->nkids - (uint32_t)out->held_behind : 0;
    out->held = NULL;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        if (held && i == before) ct_render_node(out, held, CT_CASE_OBJECT);
        if (!(clause->kid[i] && clause->kid[i]->kind == CT_ADVERB &&
              clause->kid[i]->form == CT_FORM_LEADING))
            ct_render_node(out, clause->kid[i], CT_CASE_OBJECT);
    }
}

static void complements(struct ct_out *out, const ct_node *clause)
{
    ct_render_node(out, clause->kid[CT_CLAUSE_OBJECT], CT_CASE_OBJECT);
    ct_render_node(out, clause->kid[CT_CLAUSE_OBJECT2], CT_CASE_OBJECT);
    adjuncts(out, clause);
}

void ct_render_clause(struct ct_out *out, const ct_node *clause)
{
    const ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT];
    if (clause->flags & CT_F_EXISTS) {
        ct_put(out, "there");
        out->subject = subject;
        put_be(out, clause, subject);
        ct_render_node(out, subject, CT_CASE_OBJECT);
        complements(out, clause);
        return;
    }
    if (subject && subject->kind != CT_SAME && subject->kind != CT_GAP) {
        ct_render_node(out, subject, CT_CASE_SUBJECT);
        out->subject = subject;
    } else if (subject && subject->kind == CT_GAP) {
        out->subject = subject;
    }
    put_verb(out, clause, subject);
    complements(out, clause);
}

void ct_render_modal(struct ct_out *out, const ct_node *modal)
{
    const ct_node *subject = modal->kid[CT_MODAL_SUBJECT];
    if (subject && subject->kind != CT_SAME && subject->kind != CT_GAP)
        ct_render_node(out, subject, CT_CASE_SUBJECT);
    if (subject && subject->kind != CT_SAME) out->subject = subject;
    bool plural = ct_agrees_plural(out, subject);
    switch (modal->num) {
    case CT_MODAL_DONT:
        ct_put(out, plural ? "don't" : "doesn't");
        break;
    case CT_MODAL_HAVENT:
        ct_put(out, plural ? "haven't" : "hasn't");
        break;
    default:
        ct_put(out, ct_word_text(out->lexicon, CT_NUM_MODAL, modal->num, plural));
        break;
    }
    ct_render_body(out, modal->kid[CT_MODAL_BODY]);
    for (uint32_t i = CT_MODAL_REST; i < modal->nkids; i++)
        ct_render_node(out, modal->kid[i], CT_CASE_OBJECT);
}
