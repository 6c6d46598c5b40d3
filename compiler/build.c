#include "compiler/build_in.h"

#include <stdarg.h>
#include <string.h>

ct_node *ct_b_new(struct ct_parser *p, int kind, struct ct_span span, unsigned nkids)
{
    ct_node *node = p->failed ? NULL : ct_node_new(p->arena, kind, span, nkids);
    if (!node) p->failed = true;
    return node;
}

struct ct_span ct_span_join(struct ct_span a, struct ct_span b)
{
    if (a.start == a.end) return b;
    if (b.start == b.end) return a;
    return (struct ct_span){a.start < b.start ? a.start : b.start, a.end > b.end ? a.end : b.end};
}

/* ---- lists ---------------------------------------------------------------------------------- */

struct ct_vec *ct_b_none(struct ct_parser *p)
{
    struct ct_vec *vec = ct_arena_alloc(p->arena, sizeof *vec);
    if (!vec) p->failed = true;
    return vec;
}

struct ct_vec *ct_b_push_join(struct ct_parser *p, struct ct_vec *vec, ct_tok *join, ct_node *node)
{
    if (!vec || !node) {
        p->failed = true;
        return vec;
    }
    struct ct_part *parts =
        ct_arena_grow(p->arena, vec->parts, vec->count, &vec->room, sizeof *parts);
    if (!parts) {
        p->failed = true;
        return vec;
    }
    vec->parts = parts;
    parts[vec->count++] = (struct ct_part){node, join};
    return vec;
}

struct ct_vec *ct_b_push(struct ct_parser *p, struct ct_vec *vec, ct_node *node)
{
    return ct_b_push_join(p, vec, NULL, node);
}

struct ct_vec *ct_b_one(struct ct_parser *p, ct_node *node)
{
    return ct_b_push(p, ct_b_none(p), node);
}

/* A node whose further children are the parts. */
static ct_node *list_node(struct ct_parser *p, int kind, struct ct_vec *vec, size_t from, size_t to)
{
    if (p->failed || !vec || from >= to) return NULL;
    unsigned named = ct_slot_count(kind);
    struct ct_span span = ct_span_join(vec->parts[from].node->span, vec->parts[to - 1].node->span);
    ct_node *node = ct_b_new(p, kind, span, named + (unsigned)(to - from));
    for (size_t i = from; node && i < to; i++)
        node->kid[named + i - from] = vec->parts[i].node;
    return node;
}

static int joint(const struct ct_token *t)
{
    if (!t) return 0;
    switch (t->type) {
    case CT_T_AND_S:
    case CT_T_AND_R:
    case CT_T_AND_NP:
    case CT_T_AND_W:
    case CT_T_AND_P:
    case CT_T_AND_A:
    case CT_T_AND_ADJ:
    case CT_T_AND_T:
        return CT_AND;
    case CT_T_OR_S:
    case CT_T_OR_R:
    case CT_T_OR_NP:
    case CT_T_OR_W:
    case CT_T_OR_P:
    case CT_T_OR_COST:
    case CT_T_OR_ADJ:
    case CT_T_OR_T:
        return CT_OR;
    case CT_T_AND_OR_NP:
    case CT_T_AND_OR_W:
        return CT_AND_OR;
    default:
        return 0;
    }
}

static ct_node *coordinate(struct ct_parser *p, struct ct_vec *vec, size_t from, size_t to);

/* The kind of joint that binds loosest between FROM and TO: where "and" and "or" are mixed, the one
 * with a comma, or "and". *MIXED: there are two kinds. */
static int loosest(const struct ct_vec *vec, size_t from, size_t to, bool *mixed)
{
    int kind = 0, with_comma = 0;
    *mixed = false;
    for (size_t i = from + 1; i < to; i++) {
        int k = joint(vec->parts[i].join);
        if (!k) continue;
        if (kind && k != kind) *mixed = true;
        if (vec->parts[i].join->flags & CT_TF_COMMA) with_comma = k;
        if (!kind || k == CT_AND) kind = k;
    }
    return *mixed && with_comma ? with_comma : kind;
}

/* "A or B and C" without a comma has two readings; with one, the comma says which. */
static bool ambiguous(struct ct_parser *p, const struct ct_vec *vec, size_t from, size_t to)
{
    size_t first = 0, second = 0;
    for (size_t i = from + 1; i < to; i++) {
        const struct ct_token *join = vec->parts[i].join;
        if (!joint(join)) continue;
        if (join->flags & CT_TF_COMMA) return false;
        if (!first)
            first = i;
        else if (!second && joint(join) != joint(vec->parts[first].join))
            second = i;
    }
    if (!second) return false;
    const char *text = p->source->text;
    struct ct_span a = vec->parts[from].node->span, b = vec->parts[first].node->span,
                   c = vec->parts[second].node->span;
    const char *one = joint(vec->parts[first].join) == CT_OR ? "or" : "and";
    const char *two = joint(vec->parts[second].join) == CT_OR ? "or" : "and";
#define WORDS_OF(SPAN) (int)((SPAN).end - (SPAN).start), text + (SPAN).start
    struct ct_diag *d = ct_parse_error(p, CT_ERR_AMBIGUOUS_TEXT, ct_span_join(a, c),
                                       "“and” and “or” are mixed: this has two readings");
    if (d) {
        ct_diag_note(d, NULL, a, "one: (%.*s %s %.*s) %s %.*s", WORDS_OF(a), one, WORDS_OF(b), two,
                     WORDS_OF(c));
        ct_diag_note(d, NULL, a, "the other: %.*s %s (%.*s %s %.*s)", WORDS_OF(a), one, WORDS_OF(b),
                     two, WORDS_OF(c));
        ct_diag_help(d, p->source, ct_span_join(a, c), NULL,
                     "a comma before the last conjunction, or two sentences, tell them apart");
    }
#undef WORDS_OF
    return true;
}

static ct_node *coordinate_mixed(struct ct_parser *p, struct ct_vec *vec, size_t from, size_t to,
                                 int kind)
{
    struct ct_vec *outer = ct_b_none(p);
    size_t begin = from;
    for (size_t i = from + 1; i <= to; i++) {
        bool cut = i == to || joint(vec->parts[i].join) == kind;
        if (!cut) continue;
        ct_b_push_join(p, outer, vec->parts[begin].join, coordinate(p, vec, begin, i));
        begin = i;
    }
    return p->failed ? NULL : coordinate(p, outer, 0, outer->count);
}

static ct_node *coordinate(struct ct_parser *p, struct ct_vec *vec, size_t from, size_t to)
{
    if (p->failed || !vec || from >= to) return NULL;
    if (to - from == 1) return vec->parts[from].node;
    bool mixed;
    int kind = loosest(vec, from, to, &mixed);
    if (mixed && ambiguous(p, vec, from, to)) return NULL;
    if (mixed) return coordinate_mixed(p, vec, from, to, kind);
    ct_node *node = list_node(p, kind ? kind : CT_AND, vec, from, to);
    if (!node) return NULL;
    const struct ct_token *last = vec->parts[to - 1].join;
    bool or_if = last && last->flags & CT_TF_IF;
    node->form = or_if                               ? last->form
                 : !kind                             ? CT_FORM_LIST_ASYNDETIC
                 : last && last->flags & CT_TF_COMMA ? CT_FORM_LIST_SERIAL
                                                     : CT_FORM_LIST_NO_COMMA;
    /* "A, B and C" is not how a list of three is written. */
    bool comma = false;
    for (size_t i = from + 1; i + 1 < to; i++)
        comma = comma || !joint(vec->parts[i].join);
    if (kind && comma && node->form == CT_FORM_LIST_NO_COMMA)
        ct_parse_error(p, CT_ERR_PUNCTUATION, last ? last->span : node->span,
                       "a comma belongs before the last part of a list of three or more");
    return node;
}

ct_node *ct_b_coordinate(struct ct_parser *p, struct ct_vec *parts)
{
    return parts ? coordinate(p, parts, 0, parts->count) : NULL;
}

/* ---- sentences ------------------------------------------------------------------------------ */

ct_node **ct_b_wrapped(ct_node *node, bool leading)
{
    if (!node) return NULL;
    bool trailing = node->form == CT_FORM_TRAILING;
    if (!trailing && !leading) return NULL;
    switch (node->kind) {
    case CT_IF:
        return &node->kid[CT_IF_BODY];
    case CT_UNLESS:
        return &node->kid[CT_UNLESS_BODY];
    case CT_AS_LONG_AS:
        return &node->kid[CT_AS_LONG_AS_BODY];
    case CT_FOR_EACH:
        return &node->kid[CT_FOR_EACH_BODY];
    case CT_WHERE:
        return &node->kid[CT_WHERE_BODY];
    case CT_LASTING:
        return &node->kid[CT_LASTING_BODY];
    case CT_DELAYED:
        return &node->kid[CT_DELAYED_BODY];
    case CT_REPLACE:
        return leading ? &node->kid[CT_REPLACE_BODY] : NULL;
    case CT_AS_EVENT:
        return leading ? &node->kid[CT_AS_EVENT_BODY] : NULL;
    case CT_INSTEAD:
        return &node->kid[CT_INSTEAD_BODY];
    case CT_OTHERWISE:
        return leading ? &node->kid[CT_OTHERWISE_BODY] : NULL;
    case CT_EXCEPT:
        return &node->kid[CT_EXCEPT_BODY];
    case CT_WITHIN:
        return &node->kid[CT_WITHIN_BODY];
    case CT_THEN:
        return leading && node->nkids == 1 ? &node->kid[0] : NULL;
    default:
        return NULL;
    }
}

ct_node **ct_b_core(ct_node **node, bool leading)
{
    for (ct_node **inner; *node && (inner = ct_b_wrapped(*node, leading)); node = inner)
        ;
    return node;
}

static int lead_kind(int type)
{
    switch (type) {
    case CT_T_IF_L:
        return CT_IF;
    case CT_T_UNLESS_L:
        return CT_UNLESS;
    case CT_T_WHEN:
    case CT_T_AT_TIME:
        return CT_DELAYED;
    case CT_T_AS_EVENT:
        return CT_AS_EVENT;
    case CT_T_AS_LONG_L:
        return CT_AS_LONG_AS;
    case CT_T_FOR_EACH_L:
        return CT_FOR_EACH;
    case CT_T_DURING_L:
    case CT_T_TIME:
        return CT_WITHIN;
    case CT_T_OTHERWISE_L:
        return CT_OTHERWISE;
    case CT_T_THEN_L:
        return CT_THEN;
    case CT_T_INSTEAD_L:
        return CT_INSTEAD;
    default:
        return CT_LASTING;
    }
}

static bool would(const ct_node *clause)
{
    if (ct_is(clause, CT_OR) || ct_is(clause, CT_AND)) return would(clause->kid[0]);
    return ct_is(clause, CT_MODAL) && clause->num == CT_MODAL_WOULD;
}

/* What ends a duration: an NP, a condition or an event, by the opener. */
static ct_node *duration(struct ct_parser *p, ct_tok *opener, ct_node *what)
{
    struct ct_span span = what ? ct_span_join(opener->span, what->span) : opener->span;
    ct_node *d = ct_b_new(p, CT_DURATION, span, 0);
    if (!d) return NULL;
    d->kid[CT_DURATION_OF] = what;
    if (opener->type == CT_T_DURATION || opener->type == CT_T_DURATION_L)
        d->num = opener->num;
    else if (opener->type == CT_T_FOR_AS_LONG || opener->type == CT_T_FOR_AS_LONG_L)
        d->num = CT_DURATION_FOR_AS_LONG_AS;
    else
        d->num = ct_is(what, CT_NP) ? CT_DURATION_UNTIL : CT_DURATION_UNTIL_EVENT;
    return d;
}

ct_node *ct_b_duration(struct ct_parser *p, ct_tok *words)
{
    ct_node *d = ct_b_new(p, CT_DURATION, words->span, 0);
    if (d) d->num = words->num;
    return d;
}

static ct_node *time_pp(struct ct_parser *p, ct_tok *opener, ct_node *what)
{
    ct_node *pp =
        ct_b_new(p, CT_PP, what ? ct_span_join(opener->span, what->span) : opener->span, 0);
    if (!pp) return NULL;
    pp->kid[CT_PP_OBJECT] = what;
    pp->num = opener->type == CT_T_TIME ? 0 : opener->num;
    return pp;
}

/* The node around a clause that OPENER begins, its body still empty. */
static ct_node *around(struct ct_parser *p, ct_tok *opener, int kind, ct_node *what)
{
    struct ct_span span = what ? ct_span_join(opener->span, what->span) : opener->span;
    if (kind == CT_IF && would(what)) kind = CT_REPLACE;
    ct_node *node = ct_b_new(p, kind, span, kind == CT_THEN ? 1 : 0);
    if (!node) return NULL;
    if (kind == CT_REPLACE && opener->num == 1) node->flags |= CT_F_NEXT;
    if (kind == CT_IF && opener->type == CT_T_IF_L && opener->num == 1) {
        ct_parse_error(p, CT_ERR_SYNTAX, what->span, "“the next time” goes on with “would”");
        return NULL;
    }
    if (kind == CT_THEN && opener->flags & CT_TF_COMMA) node->form = CT_FORM_OTHER;
    if (kind == CT_LASTING)
        node->kid[CT_LASTING_DURATION] = duration(p, opener, what);
    else if (kind == CT_WITHIN)
        node->kid[CT_WITHIN_TIME] = time_pp(p, opener, what);
    else if (kind != CT_THEN && kind != CT_OTHERWISE && kind != CT_INSTEAD)
        node->kid[0] = what;
    return node;
}

ct_node *ct_b_lead(struct ct_parser *p, ct_tok *opener, ct_node *what)
{
    int kind = lead_kind(opener->type);
    if (!p->failed &&
        (opener->type == CT_T_AT_TIME || (opener->type == CT_T_UNTIL_L && ct_is(what, CT_NP)) ||
         opener->type == CT_T_DURING_L) &&
        !ct_b_determined(p, what))
        return NULL;
    if (p->failed) return NULL;
    if (kind == CT_DELAYED && opener->type == CT_T_AT_TIME) {
        ct_node *at = ct_b_new(p, CT_AT, what->span, 0);
        if (!at) return NULL;
        at->kid[CT_AT_TIME] = what;
        what = at;
    }
    ct_node *node = around(p, opener, kind, what);
    if (!node) return NULL;
    if (kind == CT_DELAYED)
        node->form = opener->type == CT_T_AT_TIME ? CT_FORM_AT
                     : opener->num                ? CT_FORM_WHENEVER
                                                  : CT_FORM_WHEN;
    else if (kind != CT_THEN)
        node->form = CT_FORM_LEADING;
    return node;
}

/* "Once each turn, ..." */
ct_node *ct_b_lead_time(struct ct_parser *p, ct_tok *adverb, ct_node *time)
{
    ct_node *how = ct_b_adverb(p, adverb);
    ct_node *node =
        how && time ? ct_b_new(p, CT_WITHIN, ct_span_join(adverb->span, time->span), 0) : NULL;
    if (!node) return NULL;
    how->form = 0;
    node->form = CT_FORM_LEADING;
    node->kid[CT_WITHIN_HOW] = how;
    node->kid[CT_WITHIN_TIME] = time;
    return node;
}

/* Leads before a clause, outermost first. "When ..., if ..., X": the condition belongs to the
 * trigger. */
ct_node *ct_b_led(struct ct_parser *p, struct ct_vec *leads, ct_node *clause)
{
    if (p->failed || !leads || !clause) return NULL;
    for (size_t i = leads->count; i-- > 0;) {
        ct_node *lead = leads->parts[i].node;
        ct_node *outer = i ? leads->parts[i - 1].node : NULL;
        if (ct_is(lead, CT_IF) && ct_is(outer, CT_DELAYED) && !outer->kid[CT_DELAYED_CONDITION]) {
            outer->kid[CT_DELAYED_CONDITION] = lead->kid[CT_IF_CONDITION];
            continue;
        }
        *ct_b_wrapped(lead, true) = clause;
        lead->span = ct_span_join(lead->span, clause->span);
        clause = lead;
    }
    return clause;
}

ct_node *ct_b_sentence(struct ct_parser *p, struct ct_vec *chain)
{
    return ct_b_join_clauses(p, chain, true);
}

ct_node *ct_b_chain(struct ct_parser *p, struct ct_vec *chain)
{
    return ct_b_join_clauses(p, chain, false);
}

/* Sentences as one body: "Otherwise, ..." goes to the "if" before it. */
ct_node *ct_b_text_of(struct ct_parser *p, struct ct_vec *sentences)
{
    if (p->failed || !sentences) return NULL;
    size_t n = 0;
    for (size_t i = 0; i < sentences->count; i++) {
        ct_node *s = sentences->parts[i].node, *before = n ? sentences->parts[n - 1].node : NULL;
        while (ct_is(before, CT_DELAYED) || (ct_is(before, CT_THEN) && before->nkids == 1))
            before = *ct_b_wrapped(before, true);
        bool leading_if =
            ct_is(before, CT_IF) && before->form == CT_FORM_LEADING && !before->kid[CT_IF_ELSE];
        if (ct_is(s, CT_OTHERWISE) && leading_if) {
            before->kid[CT_IF_ELSE] = s->kid[CT_OTHERWISE_BODY];
            before->span = ct_span_join(before->span, s->span);
            continue;
        }
        sentences->parts[n++].node = s;
    }
    sentences->count = n;
    return n == 1 ? sentences->parts[0].node : list_node(p, CT_SEQ, sentences, 0, n);
}

ct_node *ct_b_mode(struct ct_parser *p, ct_tok *bullet, struct ct_vec *costs, ct_tok *label,
                   struct ct_vec *sentences)
{
    ct_node *body = ct_b_text_of(p, sentences);
    ct_node *mode = body ? ct_b_new(p, CT_MODE, ct_span_join(bullet->span, body->span), 0) : NULL;
    if (!mode) return NULL;
    mode->kid[CT_MODE_COST] = costs ? ct_b_cost(p, costs) : NULL;
    if (label) {
        ct_node *l = ct_b_new(p, CT_LABEL, label->span, 0);
        if (l) l->num = label->num;
        mode->kid[CT_MODE_LABEL] = l;
    }
    mode->kid[CT_MODE_BODY] = body;
    return mode;
}

ct_node *ct_b_modes(struct ct_parser *p, ct_node *head, struct ct_vec *modes)
{
    ct_node *list = head ? list_node(p, CT_MODES, modes, 0, modes->count) : NULL;
    if (!list) return NULL;
    list->kid[CT_MODES_HEAD] = NULL;
    ct_node **slot = ct_b_core(&head, true);
    list->kid[CT_MODES_HEAD] = *slot;
    list->span = ct_span_join((*slot)->span, list->span);
    *slot = list;
    return head;
}

/* The clause of a sentence that chooses modes, or NULL. */
static ct_node **choosing(ct_node **sentence)
{
    ct_node **core = ct_b_core(sentence, true);
    const ct_node *clause = *core;
    if (ct_is(clause, CT_MODAL)) clause = clause->kid[CT_MODAL_BODY];
    if (!ct_is(clause, CT_CLAUSE) || clause->num != CT_V_CHOOSE) return NULL;
    const ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    bool bare = what && (what->kind != CT_NP || !what->kid[CT_NP_WORDS]);
    return bare ? core : NULL;
}

struct ct_vec *ct_b_modes_behind(struct ct_parser *p, struct ct_vec *sentences,
                                 struct ct_vec *modes)
{
    if (p->failed || !sentences || !modes) return NULL;
    for (size_t i = 0; i < sentences->count; i++) {
        ct_node **slot = choosing(&sentences->parts[i].node);
        if (!slot) continue;
        ct_node *list = list_node(p, CT_MODES, modes, 0, modes->count);
        if (!list) return NULL;
        list->kid[CT_MODES_HEAD] = *slot;
        list->form = CT_FORM_OTHER;
        *slot = list;
        return sentences;
    }
    ct_parse_error(p, CT_ERR_SYNTAX, modes->parts[0].node->span,
                   "nothing before these modes chooses among them");
    return NULL;
}

/* ---- paragraphs ----------------------------------------------------------------------------- */

static ct_node *label_node(struct ct_parser *p, ct_tok *label)
{
    bool keyword = label && label->wc == CT_WC_KEYWORD;
    ct_node *node =
        label ? ct_b_new(p, keyword ? CT_KEYWORD_NAME : CT_LABEL, label->span, 0) : NULL;
    if (node) node->num = label->num;
    return node;
}

/* Instants and sorceries have instructions, but for what speaks of the spell itself: what it costs,
 * how it is cast, that it can't be countered [CR 113.3a, 113.6]. */
static bool about_this_spell(const ct_node *body)
{
    ct_node *copy = (ct_node *)(uintptr_t)body;
    ct_node *core = *ct_b_core(&copy, true);
    if (ct_is(core, CT_AND) || ct_is(core, CT_OR) || ct_is(core, CT_SEQ)) core = core->kid[0];
    if (ct_is(copy, CT_AS_EVENT)) return true;
    if (ct_is(copy, CT_WITHIN)) {
        const ct_node *pp = copy->kid[CT_WITHIN_TIME];
        return pp && pp->num == CT_PREP_AS;
    }
    const ct_node *subject = NULL, *object = NULL;
    if (ct_is(core, CT_CLAUSE)) {
        subject = core->kid[CT_CLAUSE_SUBJECT];
        object = core->kid[CT_CLAUSE_OBJECT];
        if (core->num == CT_V_CAST && !subject) return true;
    } else if (ct_is(core, CT_MODAL)) {
        subject = core->kid[CT_MODAL_SUBJECT];
        const ct_node *body2 = core->kid[CT_MODAL_BODY];
        if (ct_is(body2, CT_CLAUSE) && body2->num == CT_V_CAST)
            object = body2->kid[CT_CLAUSE_OBJECT];
    }
    const ct_node *of[2] = {subject, object};
    for (int i = 0; i < 2; i++) {
        if (!ct_is(of[i], CT_NP) || of[i]->num != CT_DET_THIS) continue;
        const ct_node *words = of[i]->kid[CT_NP_WORDS];
        if (ct_is(words, CT_GROUP) && words->nkids == 1 && words->kid[0]->kind == CT_NOUN &&
            (words->kid[0]->num == CT_N_SPELL || (i == 1 && words->kid[0]->num == CT_N_CARD)) &&
            (i == 0 || ct_is(core, CT_MODAL)))
            return true;
    }
    return false;
}

static ct_node *ability(struct ct_parser *p, int kind, struct ct_span span, ct_tok *label,
                        ct_node *body)
{
    ct_node *node = ct_b_new(p, kind, span, 0);
    if (!node) return NULL;
    node->kid[0] = label_node(p, label);
    if (label) node->span = ct_span_join(label->span, node->span);
    node->kid[ct_slot_count(kind) - 1] = body;
    return node;
}

ct_node *ct_b_paragraph(struct ct_parser *p, ct_tok *label, struct ct_vec *costs,
                        struct ct_vec *sentences)
{
    if (p->failed || !sentences) return NULL;
    /* The first sentence's "when" is the trigger; the sentences after it belong to its body. */
    ct_node *first = sentences->parts[0].node;
    bool chapter = label && label->type == CT_T_CHAPTER;
    bool triggered =
        !costs && !chapter && ct_is(first, CT_DELAYED) && first->form != CT_FORM_TRAILING;
    if (triggered) sentences->parts[0].node = first->kid[CT_DELAYED_BODY];
    ct_node *body = ct_b_text_of(p, sentences);
    if (!body) return NULL;
    struct ct_span span = ct_span_join(first->span, body->span);
    if (chapter) {
        ct_node *node = ability(p, CT_CHAPTER, ct_span_join(label->span, span), NULL, body);
        if (node) node->num = label->num;
        return node;
    }
    if (costs) {
        ct_node *cost = ct_b_cost(p, costs);
        ct_node *node =
            cost ? ability(p, CT_ACTIVATED, ct_span_join(cost->span, span), label, body) : NULL;
        if (node) node->kid[CT_ACTIVATED_COST] = cost;
        return node;
    }
    if (triggered) {
        ct_node *node = ability(p, CT_TRIGGERED, span, label, body);
        if (!node) return NULL;
        node->form = first->form;
        node->kid[CT_TRIGGERED_EVENT] = first->kid[CT_DELAYED_EVENT];
        node->kid[CT_TRIGGERED_CONDITION] = first->kid[CT_DELAYED_CONDITION];
        return node;
    }
    bool instructions = p->of == CT_TEXT_SPELL ? !about_this_spell(body) : p->of == CT_TEXT_ACTION;
    return ability(p, instructions ? CT_SPELL : CT_STATIC, span, label, body);
}

ct_node *ct_b_label(struct ct_parser *p, ct_tok *label, ct_node *node)
{
    if (!node) return NULL;
    node->kid[0] = label_node(p, label);
    node->span = ct_span_join(label->span, node->span);
    return node;
}

ct_node *ct_b_keywords(struct ct_parser *p, struct ct_vec *keywords, ct_tok *stop)
{
    ct_node *node = keywords ? list_node(p, CT_KEYWORDS, keywords, 0, keywords->count) : NULL;
    if (node && keywords->count > 1 && keywords->parts[1].join->type == CT_T_SEMICOLON)
        node->form = CT_FORM_OTHER;
    if (node && stop && !(stop->flags & CT_TF_VIRTUAL)) node->form = CT_FORM_TRAILING;
    return node;
}

ct_node *ct_b_quoted(struct ct_parser *p, ct_tok *open, ct_node *inner, ct_tok *close)
{
    ct_node *node = inner ? ct_b_new(p, CT_QUOTED, ct_span_join(open->span, close->span), 1) : NULL;
    if (node) node->kid[0] = inner;
    if (node && close->flags & CT_TF_BARE)
        node->form = CT_FORM_ZERO; /* it ends without a stop of its own */
    return node;
}

/* ---- what stands after a clause and around it ----------------------------------------------- */

static int trailing_kind(int type)
{
    switch (type) {
    case CT_T_IF:
        return CT_IF;
    case CT_T_UNLESS:
        return CT_UNLESS;
    case CT_T_AS_LONG:
        return CT_AS_LONG_AS;
    case CT_T_FOR_EACH:
        return CT_FOR_EACH;
    case CT_T_INSTEAD:
        return CT_INSTEAD;
    case CT_T_WHILE:
        return CT_WHILE;
    case CT_T_AS_THOUGH:
        return CT_AS_THOUGH;
    case CT_T_EXCEPT:
        return CT_EXCEPT;
    case CT_T_AT_TIME:
        return CT_DELAYED;
    default:
        return CT_LASTING;
    }
}

ct_node *ct_b_adjunct(struct ct_parser *p, ct_tok *opener, ct_node *what)
{
    if (p->failed) return NULL;
    bool time = opener->type == CT_T_AT_TIME || opener->type == CT_T_UNTIL_NP;
    if (time && what && !ct_b_determined(p, what)) return NULL;
    int kind = trailing_kind(opener->type);
    if (kind == CT_DELAYED) {
        ct_node *at = what ? ct_b_new(p, CT_AT, what->span, 0) : NULL;
        if (!at) return NULL;
        at->kid[CT_AT_TIME] = what;
        what = at;
    }
    if (kind == CT_EXCEPT) {
        ct_node *node = ct_b_new(p, CT_EXCEPT, ct_span_join(opener->span, what->span), 0);
        if (!node) return NULL;
        node->kid[CT_EXCEPT_EXCEPTION] = what;
        node->form = CT_FORM_TRAILING;
        return node;
    }
    ct_node *node = around(p, opener, kind, what);
    if (!node) return NULL;
    if (kind != CT_WHILE && kind != CT_AS_THOUGH) node->form = CT_FORM_TRAILING;
    return node;
}

ct_node *ct_b_where(struct ct_parser *p, ct_tok *where, ct_tok *letter, ct_node *value)
{
    if (value && !ct_b_determined(p, value)) return NULL;
    ct_node *node = value ? ct_b_new(p, CT_WHERE, ct_span_join(where->span, value->span), 0) : NULL;
    if (!node) return NULL;
    if (!(letter->flags & CT_TF_VAR))
        ct_parse_error(p, CT_ERR_SYNTAX, letter->span, "“where” explains X, Y or Z");
    node->num = letter->num;
    node->form = CT_FORM_TRAILING;
    node->kid[CT_WHERE_VALUE] = value;
    return node;
}
