#include "compiler/build_in.h"

#include <string.h>

/* Until a clause has its subject, ct_node.slot holds the forms its first verb word can be (CT_VF_*)
 * and whether it is "are"/"were" (CT_VF_BASE) or "is"/"was" (CT_VF_THIRD). */

/* ---- adjuncts ------------------------------------------------------------------------------- */

static ct_node *clause_of(struct ct_parser *p, ct_tok *verb, ct_node *object)
{
    ct_node *clause = ct_b_new(p, CT_CLAUSE, verb->span, 0);
    if (!clause) return NULL;
    clause->num = verb->num;
    clause->slot = verb->form;
    clause->kid[CT_CLAUSE_OBJECT] = object;
    if (object) clause->span = ct_span_join(clause->span, object->span);
    if (verb->type == CT_T_VERB && verb->form == CT_VF_PAST) clause->flags |= CT_F_PAST;
    return clause;
}

/* "choose artifact or enchantment", "choose Elf or Goblin": the words themselves. */
static bool chosen_word(int verb, const ct_node *object)
{
    if (verb != CT_V_CHOOSE || (ct_is(object, CT_NP) && object->nkids > CT_NP_REST)) return false;
    const ct_node *words = ct_is(object, CT_NP) ? object->kid[CT_NP_WORDS] : object;
    while (words && (words->kind == CT_OR || words->kind == CT_AND || words->kind == CT_GROUP ||
                     words->kind == CT_NP))
        words = words->kind == CT_NP ? words->kid[CT_NP_WORDS] : words->kid[words->nkids - 1];
    return words && words->kind != CT_NOUN;
}

ct_node *ct_b_verb(struct ct_parser *p, ct_tok *verb, ct_node *object, struct ct_vec *adjuncts)
{
    if (object && !chosen_word(verb->num, object) && !ct_b_determined(p, object)) return NULL;
    return ct_b_complete(p, clause_of(p, verb, object), adjuncts);
}

ct_node *ct_b_verb_zero(struct ct_parser *p, ct_tok *verb, ct_node *object, struct ct_vec *adjuncts)
{
    ct_node *node = ct_b_verb(p, verb, object, adjuncts);
    ct_node *core = node ? *ct_b_core(&node, false) : NULL;
    if (core) core->form = CT_FORM_ZERO;
    return node;
}

ct_node *ct_b_able_tail(struct ct_parser *p, ct_node *clause)
{
    ct_node *node = clause ? ct_b_new(p, CT_PARTICIPLE, clause->span, 0) : NULL;
    if (!node) return NULL;
    clause->kid[CT_CLAUSE_SUBJECT] =
        ct_b_new(p, CT_GAP, (struct ct_span){clause->span.start, clause->span.start}, 0);
    clause->form = CT_FORM_ZERO;
    node->kid[CT_PARTICIPLE_BODY] = clause;
    return node;
}

ct_node *ct_b_while_state(struct ct_parser *p, ct_tok *opener, struct ct_vec *states)
{
    ct_node *of = ct_b_states(p, states);
    ct_node *node = of ? ct_b_new(p, CT_WHILE, ct_span_join(opener->span, of->span), 0) : NULL;
    if (node) node->kid[CT_WHILE_CONDITION] = of;
    return node;
}

ct_node *ct_b_copula(struct ct_parser *p, ct_node *complement, struct ct_vec *adjuncts)
{
    if (complement && !ct_b_determined(p, complement)) return NULL;
    ct_node *clause =
        ct_b_new(p, CT_CLAUSE, complement ? complement->span : (struct ct_span){0, 0}, 0);
    if (!clause) return NULL;
    clause->num = CT_V_BE;
    clause->kid[CT_CLAUSE_OBJECT] = complement;
    return ct_b_complete(p, clause, adjuncts);
}

ct_node *ct_b_passive(struct ct_parser *p, ct_tok *participle, ct_node *object,
                      struct ct_vec *adjuncts)
{
    ct_node *clause = clause_of(p, participle, object);
    if (clause) clause->flags |= CT_F_PASSIVE;
    return ct_b_complete(p, clause, adjuncts);
}

ct_node *ct_b_progressive(struct ct_parser *p, ct_tok *gerund, ct_node *object,
                          struct ct_vec *adjuncts)
{
    ct_node *clause = clause_of(p, gerund, object);
    if (clause) clause->flags |= CT_F_PROGRESSIVE;
    return ct_b_complete(p, clause, adjuncts);
}

ct_node *ct_b_able(struct ct_parser *p, ct_tok *able, ct_node *infinitive)
{
    ct_node *clause =
        infinitive ? ct_b_new(p, CT_CLAUSE, ct_span_join(able->span, infinitive->span), 0) : NULL;
    if (!clause) return NULL;
    clause->num = CT_V_BE;
    ct_node *adverb = ct_b_new(p, CT_ADVERB, able->span, 0);
    if (!adverb) return NULL;
    adverb->num = CT_ADV_ABLE;
    clause->kid[CT_CLAUSE_OBJECT] = adverb;
    clause->kid[CT_CLAUSE_OBJECT2] = infinitive;
    return clause;
}

/* "is" and what follows it: the form of the verb word goes to the clause inside. */
ct_node *ct_b_be(struct ct_parser *p, ct_tok *be, ct_node *clause)
{
    if (p->failed || !clause) return NULL;
    ct_node *core = *ct_b_core(&clause, false);
    core->slot = be->form;
    core->span = ct_span_join(be->span, core->span);
    if (be->flags & CT_TF_PAST) core->flags |= CT_F_PAST;
    if (be->flags & CT_TF_NOT) core->flags |= CT_F_NOT;
    if (be->flags & CT_TF_CONTRACTED) core->form = CT_FORM_CONTRACTED;
    if (be->num == CT_V_BECOME) core->form = CT_FORM_OTHER;
    if (be->flags & CT_TF_SUBJUNCTIVE) core->form = CT_FORM_WORD;
    return clause;
}

ct_node *ct_b_perfect(struct ct_parser *p, ct_tok *have, ct_node *clause)
{
    if (p->failed || !clause) return NULL;
    ct_node *core = *ct_b_core(&clause, false);
    core->flags |= CT_F_PERFECT;
    core->flags &= ~(uint32_t)CT_F_PAST;
    if (have->flags & CT_TF_PAST) core->flags |= CT_F_PAST;
    if (have->flags & CT_TF_NOT) core->flags |= CT_F_NOT;
    if (have->flags & CT_TF_CONTRACTED) core->form = CT_FORM_CONTRACTED;
    core->slot = have->form;
    core->span = ct_span_join(have->span, core->span);
    return clause;
}

/* The base form under a modal, "to" or "have". */
static bool make_bare(struct ct_parser *p, ct_node *clause, uint32_t flag)
{
    ct_node *core = *ct_b_core(&clause, false);
    if (ct_is(core, CT_MODAL)) return true;
    if (!ct_is(core, CT_CLAUSE)) return false;
    if (!(core->slot & (CT_VF_BASE | CT_VF_BARE))) {
        ct_parse_error(p, CT_ERR_AGREEMENT, core->span,
                       "the verb has to be in its plain form here");
        return false;
    }
    core->flags |= flag;
    core->flags &= ~(uint32_t)CT_F_PAST;
    return true;
}

static ct_node *same_as(struct ct_parser *p, ct_node *subject, struct ct_span span)
{
    ct_node *same = ct_b_new(p, CT_SAME, (struct ct_span){span.start, span.start}, 0);
    if (same) same->bind = ct_is(subject, CT_SAME) ? subject->bind : subject;
    return same;
}

/* Gives the clauses of a modal's body the modal's subject. */
static void share_subject(struct ct_parser *p, ct_node *body, ct_node *subject)
{
    if (!body) return;
    if (ct_is(body, CT_AND) || ct_is(body, CT_OR) || ct_is(body, CT_THEN)) {
        for (unsigned i = 0; i < body->nkids; i++)
            share_subject(p, body->kid[i], subject);
        return;
    }
    ct_node *core = *ct_b_core(&body, false);
    if (core != body && (ct_is(core, CT_AND) || ct_is(core, CT_OR))) {
        share_subject(p, core, subject);
        return;
    }
    ct_node **slot = ct_is(core, CT_CLAUSE)  ? &core->kid[CT_CLAUSE_SUBJECT]
                     : ct_is(core, CT_MODAL) ? &core->kid[CT_MODAL_SUBJECT]
                                             : NULL;
    if (!slot) return;
    if (!*slot)
        *slot = same_as(p, subject, core->span);
    else if (ct_is(*slot, CT_SAME) && !(*slot)->bind)
        (*slot)->bind = ct_is(subject, CT_SAME) ? subject->bind : subject;
    else
        return;
    if (ct_is(core, CT_MODAL)) share_subject(p, core->kid[CT_MODAL_BODY], subject);
}

ct_node *ct_b_modal(struct ct_parser *p, ct_tok *modal, ct_node *clause)
{
    if (p->failed) return NULL;
    if (clause && !make_bare(p, clause, CT_F_BARE)) {
        p->failed = true;
        return NULL;
    }
    ct_node *node =
        ct_b_new(p, CT_MODAL, clause ? ct_span_join(modal->span, clause->span) : modal->span, 0);
    if (!node) return NULL;
    node->num = modal->num;
    node->slot = modal->form;
    if (modal->flags & CT_TF_PAST) node->flags |= CT_F_PAST;
    /* What scopes over the clause scopes over the modal: "can't attack unless ...". */
    ct_node *outer = clause;
    ct_node **core = ct_b_core(&outer, false);
    node->kid[CT_MODAL_BODY] = *core;
    if (outer == clause && clause && core == &outer) return node;
    *core = node;
    return outer;
}

ct_node *ct_b_causative(struct ct_parser *p, ct_tok *have, ct_node *whom, ct_node *clause)
{
    bool infinitive = clause && clause->kind == CT_CLAUSE && clause->flags & CT_F_INFINITIVE;
    if (p->failed || !whom || !clause) return NULL;
    if (!infinitive && !make_bare(p, clause, CT_F_BARE)) {
        p->failed = true;
        return NULL;
    }
    ct_node *node = clause_of(p, have, whom);
    if (!node) return NULL;
    share_subject(p, clause, whom);
    ct_node *outer = clause;
    ct_node **core = ct_b_core(&outer, false);
    node->kid[CT_CLAUSE_OBJECT2] = *core;
    node->span = ct_span_join(have->span, clause->span);
    *core = node;
    return outer;
}

ct_node *ct_b_adverb_pre(struct ct_parser *p, ct_tok *adverb, ct_node *clause)
{
    if (p->failed || !clause) return NULL;
    ct_node **core = ct_b_core(&clause, false);
    if (adverb->num == CT_ADV_NOT) { /* "it's not", "is not" */
        (*core)->flags |= CT_F_NOT | CT_F_SEPARATE_NOT;
        return clause;
    }
    if (adverb->num == 0) { /* "each" */
        (*core)->flags |= CT_F_EACH;
        return clause;
    }
    ct_node *node = *core;
    if (!ct_is(node, CT_CLAUSE) && !ct_is(node, CT_MODAL)) return clause;
    ct_node *wrap = ct_b_new(p, CT_ADVERB, adverb->span, 0);
    if (!wrap) return NULL;
    wrap->num = adverb->num;
    wrap->form = CT_FORM_LEADING;
    if (ct_is(node, CT_MODAL)) {
        ct_parse_error(p, CT_ERR_SYNTAX, adverb->span, "an adverb stands behind “may” and “can”");
        return NULL;
    }
    ct_node *full = ct_b_new(p, CT_CLAUSE, ct_span_join(adverb->span, node->span), node->nkids + 1);
    if (!full) return NULL;
    full->form = node->form;
    full->flags = node->flags;
    full->num = node->num;
    full->slot = node->slot;
    memcpy(full->kid, node->kid, node->nkids * sizeof *node->kid);
    full->kid[node->nkids] = wrap;
    *core = full;
    return clause;
}

/* "rather than pay this spell's mana cost" */
ct_node *ct_b_rather(struct ct_parser *p, ct_tok *opener, ct_node *clause)
{
    if (p->failed || !clause || !make_bare(p, clause, CT_F_BARE)) {
        p->failed = true;
        return NULL;
    }
    return ct_b_prep_clause(p, opener, clause);
}

/* A clause behind a preposition: "before attackers are declared", "as you cast it". */
ct_node *ct_b_prep_clause(struct ct_parser *p, ct_tok *opener, ct_node *clause)
{
    ct_node *node = clause ? ct_b_new(p, CT_PP, ct_span_join(opener->span, clause->span), 0) : NULL;
    if (!node) return NULL;
    node->num = opener->num;
    if (opener->flags & CT_TF_COMMA) node->form = CT_FORM_OTHER;
    node->kid[CT_PP_OBJECT] = clause;
    return node;
}

ct_node *ct_b_infinitive(struct ct_parser *p, ct_tok *to, ct_node *clause)
{
    if (p->failed || !clause || !make_bare(p, clause, CT_F_INFINITIVE)) {
        p->failed = true;
        return NULL;
    }
    ct_node *core = *ct_b_core(&clause, false);
    core->span = ct_span_join(to->span, core->span);
    return clause;
}

ct_node *ct_b_gerund(struct ct_parser *p, ct_tok *gerund, ct_node *object, struct ct_vec *adjuncts)
{
    if (object && !ct_b_determined(p, object)) return NULL;
    ct_node *clause = clause_of(p, gerund, object);
    if (clause) clause->flags |= CT_F_GERUND;
    return ct_b_complete(p, clause, adjuncts);
}

ct_node *ct_b_cost_action(struct ct_parser *p, ct_node *clause)
{
    if (p->failed || !clause) return NULL;
    ct_node *core = *ct_b_core(&clause, false);
    if (!ct_is(core, CT_CLAUSE) || !(core->slot & CT_VF_BASE)) {
        ct_parse_error(p, CT_ERR_SYNTAX, clause->span, "this is no cost");
        return NULL;
    }
    core->flags |= CT_F_IMPERATIVE;
    return clause;
}

/* ---- subjects ------------------------------------------------------------------------------- */

bool ct_b_has_subject(const ct_node *clause)
{
    ct_node *copy = (ct_node *)(uintptr_t)clause;
    const ct_node *core = *ct_b_core(&copy, true);
    if (ct_is(core, CT_CLAUSE)) return core->kid[CT_CLAUSE_SUBJECT] != NULL;
    if (ct_is(core, CT_MODAL)) return core->kid[CT_MODAL_SUBJECT] != NULL;
    return true;
}

/* Whether a verb form goes with a subject: "draws" with one, "draw" with several or "you". */
static bool agrees(int number, int forms)
{
    const int finite = CT_VF_BASE | CT_VF_THIRD | CT_VF_PAST | CT_VF_ARE;
    if (forms && !(forms & finite)) return false; /* "be", "been" */
    if (number == 2 || !forms) return true;
    if (forms & CT_VF_PAST && !(forms & (CT_VF_BASE | CT_VF_THIRD))) return true;
    return forms & CT_VF_PAST ||
           (number == 0 ? (forms & CT_VF_THIRD) != 0 : (forms & (CT_VF_BASE | CT_VF_ARE)) != 0);
}

/* Of "was" and "were", which have a number too, VF_PAST is not among the forms. */
ct_node *ct_b_subject(struct ct_parser *p, ct_node *subject, ct_node *clause)
{
    if (p->failed || !subject || !clause || !ct_b_determined(p, subject)) return NULL;
    ct_node *core = *ct_b_core(&clause, false);
    struct ct_span verb = core->span;
    core->span = ct_span_join(subject->span, core->span);
    clause->span = ct_span_join(subject->span, clause->span);
    if (core->kid[0]) {
        ct_parse_error(p, CT_ERR_SYNTAX, subject->span, "the clause has two subjects");
        return NULL;
    }
    int forms = core->slot;
    if (!agrees(ct_b_number(p, subject), forms)) {
        ct_parse_error(p, CT_ERR_AGREEMENT, verb, "the verb and its subject differ in number");
        return NULL;
    }
    core->kid[0] = subject; /* CT_CLAUSE_SUBJECT, CT_MODAL_SUBJECT */
    /* "put" and "cast" are past only where the plain form doesn't fit. */
    if (ct_is(core, CT_CLAUSE) && forms & CT_VF_PAST && forms & CT_VF_BASE &&
        ct_b_number(p, subject) == 0)
        core->flags |= CT_F_PAST;
    if (ct_is(core, CT_MODAL)) share_subject(p, core->kid[CT_MODAL_BODY], subject);
    return clause;
}

ct_node *ct_b_exists(struct ct_parser *p, ct_tok *there, ct_tok *be, ct_node *what,
                     struct ct_vec *adjuncts)
{
    if (p->failed || !what || !ct_b_determined(p, what)) return NULL;
    ct_node *clause = ct_b_new(p, CT_CLAUSE, ct_span_join(there->span, what->span), 0);
    if (!clause) return NULL;
    clause->num = CT_V_BE;
    clause->flags = CT_F_EXISTS;
    clause->kid[CT_CLAUSE_SUBJECT] = what;
    if (!agrees(ct_b_number(p, what), be->form))
        ct_parse_error(p, CT_ERR_AGREEMENT, be->span,
                       "the verb and what there is differ in number");
    return ct_b_complete(p, ct_b_be(p, be, clause), adjuncts);
}

/* ---- relative clauses ----------------------------------------------------------------------- */

static ct_node *gap(struct ct_parser *p, struct ct_span at)
{
    return ct_b_new(p, CT_GAP, (struct ct_span){at.start, at.start}, 0);
}

static ct_node *relative(struct ct_parser *p, struct ct_span span, ct_node *body, int form)
{
    ct_node *node = body ? ct_b_new(p, CT_RELATIVE, ct_span_join(span, body->span), 0) : NULL;
    if (!node) return NULL;
    node->form = (uint16_t)form;
    node->kid[CT_RELATIVE_BODY] = body;
    return node;
}

/* "that attacked": the noun is the subject of every clause. */
ct_node *ct_b_relative(struct ct_parser *p, ct_tok *opener, struct ct_vec *clauses)
{
    if (p->failed || !clauses) return NULL;
    ct_node *first = NULL;
    for (size_t i = 0; i < clauses->count; i++) {
        ct_node *core = *ct_b_core(&clauses->parts[i].node, false);
        if (core->kid[0]) continue;
        if (!agrees(2, core->slot)) {
            ct_parse_error(p, CT_ERR_AGREEMENT, core->span,
                           "this verb form needs another before it");
            return NULL;
        }
        ct_node *subject = i ? same_as(p, first, core->span) : gap(p, core->span);
        if (!i) first = subject;
        core->kid[0] = subject;
        if (ct_is(core, CT_MODAL) && subject) share_subject(p, core->kid[CT_MODAL_BODY], subject);
    }
    return relative(p, opener->span, ct_b_coordinate(p, clauses),
                    opener->num == 1 ? CT_FORM_WHO : CT_FORM_THAT);
}

/* The clause at the bottom, under modals. */
static ct_node *bottom(ct_node *clause)
{
    ct_node *core = *ct_b_core(&clause, false);
    while (ct_is(core, CT_MODAL) && core->kid[CT_MODAL_BODY])
        core = *ct_b_core(&core->kid[CT_MODAL_BODY], false);
    return core;
}

static bool intransitive(const struct ct_parser *p, const ct_node *clause)
{
    const struct ct_verb_info *v = ct_lexicon_verb(p->lexicon, clause->num);
    return v && (v->frame == CT_FRAME_I || clause->num == CT_V_BE);
}

/* "you control": the noun is the object. */
ct_node *ct_b_relative0(struct ct_parser *p, ct_tok *opener, ct_node *subject,
                        struct ct_vec *clauses)
{
    if (p->failed || !clauses || !subject) return NULL;
    for (size_t i = 0; i < clauses->count; i++) {
        ct_node *clause = clauses->parts[i].node;
        ct_node *core = *ct_b_core(&clause, false);
        ct_node *low = bottom(clause);
        if (!ct_is(low, CT_CLAUSE)) return NULL;
        if (opener->num == 1 &&
            (low->kid[CT_CLAUSE_OBJECT] || low->flags & CT_F_PASSIVE || intransitive(p, low))) {
            /* "the first time this ability resolves": the noun is when it happens. */
            low->kid[CT_CLAUSE_OBJECT2] = gap(p, (struct ct_span){low->span.end, low->span.end});
        } else if (low->kid[CT_CLAUSE_OBJECT]) {
            ct_parse_error(p, CT_ERR_SYNTAX, low->kid[CT_CLAUSE_OBJECT]->span,
                           "this has no place in the relative clause");
            return NULL;
        } else {
            low->kid[CT_CLAUSE_OBJECT] = gap(p, (struct ct_span){low->span.end, low->span.end});
        }
        if (i) {
            core->kid[0] = same_as(p, subject, core->span);
        } else if (!ct_b_subject(p, subject, clause)) {
            return NULL;
        }
    }
    int form = opener->flags & CT_TF_VIRTUAL ? CT_FORM_ZERO : CT_FORM_THAT;
    return relative(p, opener->span, ct_b_coordinate(p, clauses), form);
}

ct_node *ct_b_participle(struct ct_parser *p, ct_tok *verb, ct_node *object,
                         struct ct_vec *adjuncts)
{
    ct_node *clause = clause_of(p, verb, object);
    if (!clause) return NULL;
    clause->flags |= verb->type == CT_T_GERUND ? CT_F_GERUND : CT_F_PASSIVE;
    clause->kid[CT_CLAUSE_SUBJECT] = gap(p, clause->span);
    clause = ct_b_complete(p, clause, adjuncts);
    ct_node *node = clause ? ct_b_new(p, CT_PARTICIPLE, clause->span, 0) : NULL;
    if (node) node->kid[CT_PARTICIPLE_BODY] = clause;
    return node;
}

/* ---- chains of clauses ---------------------------------------------------------------------- */

static ct_node *subject_of(ct_node *clause)
{
    ct_node *core = *ct_b_core(&clause, true);
    if (ct_is(core, CT_AND) || ct_is(core, CT_OR) || ct_is(core, CT_THEN))
        return subject_of(core->kid[core->nkids - 1]);
    return ct_is(core, CT_CLAUSE) || ct_is(core, CT_MODAL) ? core->kid[0] : NULL;
}

/* How many parts from I on go on under the modal of part I: plain forms without a subject of their
 * own. */
static size_t under_modal(struct ct_vec *chain, size_t i)
{
    size_t n = 1;
    for (; i + n < chain->count; n++) {
        ct_node *part = chain->parts[i + n].node;
        ct_node *core = *ct_b_core(&part, false);
        if (ct_b_wrapped(part, true) && !ct_b_wrapped(part, false)) break;
        if (!ct_is(core, CT_CLAUSE) || core->kid[CT_CLAUSE_SUBJECT] ||
            !(core->slot & (CT_VF_BASE | CT_VF_BARE)))
            break;
        if (chain->parts[i + n].join->type == CT_T_THEN && core->num != CT_V_SHUFFLE) break;
    }
    return n;
}

static ct_node *group(struct ct_parser *p, struct ct_vec *chain, size_t from, size_t to);

/* Puts parts I.. into the body of the modal at I. */
/* "tap or untap target creature": the object of the last verb is that of those before it. */
static void share_object(struct ct_parser *p, ct_node *list)
{
    ct_node *last = *ct_b_core(&list->kid[list->nkids - 1], false);
    if (!ct_is(last, CT_CLAUSE) || !last->kid[CT_CLAUSE_OBJECT] || last->num == CT_V_BE) return;
    for (unsigned i = 0; i + 1 < list->nkids; i++) {
        ct_node *clause = list->kid[i];
        const struct ct_verb_info *v =
            ct_is(clause, CT_CLAUSE) ? ct_lexicon_verb(p->lexicon, clause->num) : NULL;
        if (!v || clause->kid[CT_CLAUSE_OBJECT] || clause->nkids > CT_CLAUSE_REST ||
            v->frame != CT_FRAME_T || clause->flags & CT_F_PASSIVE)
            continue;
        clause->kid[CT_CLAUSE_OBJECT] = same_as(
            p, last->kid[CT_CLAUSE_OBJECT], (struct ct_span){clause->span.end, clause->span.end});
    }
}

static void gather_modal(struct ct_parser *p, struct ct_vec *chain, size_t i)
{
    ct_node **core = ct_b_core(&chain->parts[i].node, true);
    if (!ct_is(*core, CT_MODAL) || !(*core)->kid[CT_MODAL_BODY]) return;
    size_t n = under_modal(chain, i);
    if (n < 2) return;
    ct_node *modal = *core;
    if (core != &chain->parts[i].node && ct_b_wrapped(chain->parts[i].node, false)) return;
    struct ct_vec *inner = ct_b_none(p);
    ct_b_push(p, inner, modal->kid[CT_MODAL_BODY]);
    for (size_t k = 1; k < n; k++) {
        ct_node *part = chain->parts[i + k].node;
        (*ct_b_core(&part, false))->flags |= CT_F_BARE;
        ct_b_push_join(p, inner, chain->parts[i + k].join, part);
    }
    if (p->failed) return;
    ct_node *body = group(p, inner, 0, inner->count);
    if (!body) return;
    if (modal->kid[CT_MODAL_SUBJECT]) share_subject(p, body, modal->kid[CT_MODAL_SUBJECT]);
    /* What scopes over the last scopes over the modal. */
    ct_node *outer = body;
    ct_node **low = ct_b_core(&outer, false);
    modal->kid[CT_MODAL_BODY] = *low;
    modal->span = ct_span_join(modal->span, body->span);
    if (low != &outer) {
        *low = modal;
        *core = outer;
    }
    memmove(&chain->parts[i + 1], &chain->parts[i + n],
            (chain->count - i - n) * sizeof *chain->parts);
    chain->count -= n - 1;
}

/* A clause without a subject: it goes on with the one before it if the verb's form allows, or is an
 * instruction. */
static bool settle_subject(struct ct_parser *p, ct_node *clause, ct_node *before, bool instruction)
{
    if (ct_b_has_subject(clause)) return true;
    ct_node *core = *ct_b_core(&clause, true);
    int forms = core->slot;
    if (before && !(core->flags & CT_F_BARE)) {
        const ct_node *of = ct_is(before, CT_SAME) ? before->bind : before;
        if (agrees(of && of->kind != CT_GAP ? ct_b_number(p, of) : 2, forms)) {
            core->kid[0] = same_as(p, before, core->span);
            if (ct_is(core, CT_MODAL)) share_subject(p, core->kid[CT_MODAL_BODY], core->kid[0]);
            return !p->failed;
        }
    }
    if (core->flags & CT_F_BARE) return true;
    bool plain = ct_is(core, CT_CLAUSE)
                     ? (forms & CT_VF_BASE) && !(core->flags & (CT_F_PAST | CT_F_PERFECT))
                     : core->num == CT_MODAL_DONT;
    if (instruction && plain) {
        core->flags |= CT_F_IMPERATIVE;
        return true;
    }
    ct_parse_error(p, CT_ERR_AGREEMENT, core->span,
                   before ? "the verb and its subject differ in number"
                          : "this verb has no subject");
    return false;
}

static bool hoists(const ct_node *wrapper, const ct_node *last)
{
    const ct_node *subject = last ? last->kid[0] : NULL;
    bool shared = !subject || ct_is(subject, CT_SAME);
    switch (wrapper->kind) {
    case CT_WHERE:
    case CT_INSTEAD:
        return true;
    case CT_LASTING:
    case CT_UNLESS:
    case CT_AS_LONG_AS:
    case CT_IF:
    case CT_EXCEPT:
        return shared;
    default:
        return false;
    }
}

/* "You draw a card and each opponent discards a card if you control a Bear": of one clause or of
 * both? */
static void ambiguous_condition(struct ct_parser *p, const ct_node *list, const ct_node *last)
{
    struct ct_span span = last->kid[0] ? last->kid[0]->span : last->span;
    struct ct_diag *d =
        ct_parse_error(p, CT_ERR_AMBIGUOUS_TEXT, span, "this condition has two readings");
    if (!d) return;
    const char *text = p->source->text;
    const ct_node *first = list->kid[0];
    int len = (int)(first->span.end - first->span.start);
    ct_diag_note(d, NULL, span, "one: it is a condition of the last clause only");
    ct_diag_note(d, NULL, span, "the other: it is a condition of “%.*s” too", len > 60 ? 60 : len,
                 text + first->span.start);
    ct_diag_help(d, p->source, span, NULL, "put the condition first, or make two sentences");
}

/* "..., and you may cast it if it's a creature spell": a condition of the object of its own clause.
 */
static bool of_its_object(const ct_node *wrapper, const ct_node *core)
{
    const ct_node *object = core->kind == CT_MODAL ? core->kid[CT_MODAL_BODY] : core;
    const ct_node *condition = wrapper->kid[0];
    object = ct_is(object, CT_CLAUSE) ? object->kid[CT_CLAUSE_OBJECT] : NULL;
    const ct_node *subject = ct_is(condition, CT_CLAUSE) ? condition->kid[CT_CLAUSE_SUBJECT] : NULL;
    return ct_is(object, CT_PRONOUN) && ct_is(subject, CT_PRONOUN) && object->num == subject->num;
}

/* "gets +1/+1 and gains flying until end of turn": what trails the last of LIST goes around all of
 * it, unless an earlier one has its own of that kind. */
static ct_node *hoist(struct ct_parser *p, ct_node *list)
{
    ct_node *outer = list;
    ct_node **hole = &outer;
    for (;;) {
        ct_node *last = list->kid[list->nkids - 1];
        ct_node **inner = ct_b_wrapped(last, false);
        if (!inner) return outer;
        ct_node *core = *ct_b_core(&last, false);
        bool condition = last->kind == CT_IF || last->kind == CT_UNLESS;
        if (condition && !hoists(last, core) && !of_its_object(last, core)) {
            ambiguous_condition(p, list, last);
            return outer;
        }
        if (!hoists(last, core)) return outer;
        for (unsigned i = 0; i + 1 < list->nkids; i++)
            if (list->kid[i]->kind == last->kind) return outer;
        list->kid[list->nkids - 1] = *inner;
        last->span = ct_span_join(list->span, last->span);
        *hole = last;
        *inner = list;
        hole = inner;
    }
}

static ct_node *then_node(struct ct_parser *p, struct ct_vec *parts, int form)
{
    ct_node *node = ct_b_new(
        p, CT_THEN,
        ct_span_join(parts->parts[0].node->span, parts->parts[parts->count - 1].node->span),
        (unsigned)parts->count);
    if (!node) return NULL;
    node->form = (uint16_t)form;
    for (size_t i = 0; i < parts->count; i++)
        node->kid[i] = parts->parts[i].node;
    return node;
}

/* Commas without a conjunction between FROM and TO. */
static bool bare_commas(const struct ct_vec *chain, size_t from, size_t to)
{
    for (size_t i = from + 1; i < to; i++)
        if (chain->parts[i].join->type != CT_T_COMMA_S) return false;
    return to - from > 1;
}

/* Parts FROM to TO, by "then" first, then by "and" and "or". */
static ct_node *group(struct ct_parser *p, struct ct_vec *chain, size_t from, size_t to)
{
    struct ct_vec *outer = ct_b_none(p);
    size_t begin = from;
    bool flat = false, and_then = false;
    for (size_t i = from + 1; i <= to && !p->failed; i++) {
        bool then = i < to && chain->parts[i].join->type == CT_T_THEN;
        if (i < to && !then) continue;
        if (then && chain->parts[i].join->flags & CT_TF_AND) and_then = true;
        if (then && bare_commas(chain, begin, i) && begin == from) {
            for (size_t k = begin; k < i; k++)
                ct_b_push(p, outer, chain->parts[k].node);
            flat = true;
        } else {
            struct ct_vec part = {&chain->parts[begin], i - begin, i - begin};
            if (bare_commas(chain, begin, i)) {
                ct_parse_error(
                    p, CT_ERR_PUNCTUATION, chain->parts[begin + 1].join->span,
                    "a comma alone does not join clauses: “and”, “or” or “then” is missing");
                return NULL;
            }
            ct_node *node = ct_b_coordinate(p, &part);
            if (!node) return NULL;
            if (i - begin > 1 && (ct_is(node, CT_OR) || ct_is(node, CT_AND))) share_object(p, node);
            if (node->kind != CT_CLAUSE && i - begin > 1) node = hoist(p, node);
            ct_b_push(p, outer, node);
        }
        begin = i;
    }
    if (p->failed) return NULL;
    if (outer->count == 1) return outer->parts[0].node;
    ct_node *node = then_node(p, outer, flat ? CT_FORM_THEN_LAST : CT_FORM_THEN_EACH);
    if (node && and_then) node->flags |= CT_F_AND_THEN;
    ct_node *last = node ? node->kid[node->nkids - 1] : NULL;
    return node && last && (last->kind == CT_WHERE || last->kind == CT_INSTEAD) &&
                   last->form == CT_FORM_TRAILING
               ? hoist(p, node)
               : node;
}

/* Leads before part I scope over all that follows it. */
static bool led_part(struct ct_vec *chain, size_t i)
{
    ct_node *node = chain->parts[i].node;
    return ct_b_wrapped(node, true) && !ct_b_wrapped(node, false);
}

/* "put one into your hand and the other into your graveyard" is one part of the chain. */
static void merge_elided(struct ct_parser *p, struct ct_vec *chain, size_t from)
{
    for (size_t i = from + 1; i < chain->count && !p->failed; i++) {
        const ct_node *core = *ct_b_core(&chain->parts[i].node, false);
        if (!ct_is(core, CT_CLAUSE) || core->form != CT_FORM_ZERO ||
            core->kid[CT_CLAUSE_OBJECT] == NULL || core->num == CT_V_BE)
            continue;
        if (chain->parts[i].join->type != CT_T_AND_S) continue;
        struct ct_vec two = {&chain->parts[i - 1], 2, 2};
        ct_node *pair = ct_b_coordinate(p, &two);
        if (!pair) return;
        chain->parts[i - 1].node = pair;
        memmove(&chain->parts[i], &chain->parts[i + 1],
                (chain->count - i - 1) * sizeof *chain->parts);
        chain->count--;
        i--;
    }
}

static ct_node *join_from(struct ct_parser *p, struct ct_vec *chain, size_t from, ct_node *before,
                          bool instruction)
{
    if (led_part(chain, from)) {
        /* Down to the clause that the last lead stands before. */
        ct_node *outer = chain->parts[from].node;
        ct_node **hole = &outer;
        while (ct_b_wrapped(*hole, true) && !ct_b_wrapped(*hole, false)) {
            (*hole)->span.end = chain->parts[chain->count - 1].node->span.end;
            hole = ct_b_wrapped(*hole, true);
        }
        chain->parts[from].node = *hole;
        chain->parts[from].join = NULL;
        ct_node *body = join_from(p, chain, from, before, instruction);
        if (!body) return NULL;
        *hole = body;
        return outer;
    }
    for (size_t i = from; i < chain->count && !p->failed; i++) {
        if (i > from && led_part(chain, i)) {
            const struct ct_token *join = chain->parts[i].join;
            ct_node *rest = join_from(p, chain, i, before, instruction);
            if (!rest) return NULL;
            chain->parts[i] = (struct ct_part){rest, join};
            chain->count = i + 1;
            break;
        }
        gather_modal(p, chain, i);
        bool own = before != NULL && before->kind != CT_SAME;
        if (p->failed || !settle_subject(p, chain->parts[i].node, before, instruction)) return NULL;
        ct_node *part = chain->parts[i].node;
        const ct_node *core = *ct_b_core(&part, true);
        if (i > from && own && chain->parts[i].join->type == CT_T_COMMA_S &&
            ct_is(core, CT_CLAUSE) && core->flags & CT_F_IMPERATIVE) {
            ct_parse_error(p, CT_ERR_PUNCTUATION, chain->parts[i].join->span,
                           "a comma alone does not join these clauses");
            return NULL;
        }
        before = subject_of(chain->parts[i].node);
    }
    merge_elided(p, chain, from);
    return p->failed ? NULL : group(p, chain, from, chain->count);
}

ct_node *ct_b_join_clauses(struct ct_parser *p, struct ct_vec *chain, bool instruction)
{
    if (p->failed || !chain || !chain->count) return NULL;
    return join_from(p, chain, 0, NULL, instruction);
}
