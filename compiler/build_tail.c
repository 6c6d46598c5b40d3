/* What stands behind a noun and beside it: tails, pronouns, amounts, prepositions, symbols,
 * keywords, costs. */
#include "compiler/build_in.h"

#include <string.h>

/* ---- tails ---------------------------------------------------------------------------------- */

static bool fixed_phrase(int prep, const ct_node *object)
{
    const ct_node *head = ct_is(object, CT_NP) ? ct_b_head(object->kid[CT_NP_WORDS]) : NULL;
    if (!ct_is(head, CT_NOUN)) return false;
    return (prep == CT_PREP_IN && head->num == CT_N_HAND) ||
           (prep == CT_PREP_OF && head->num == CT_N_TURN && object->kid[CT_NP_WORDS]->nkids == 1);
}

/* "damage to that player equal to its power": no player is equal to a number. */
static bool has_no_amount(const ct_node *np)
{
    const ct_node *head = ct_is(np, CT_NP) ? ct_b_head(np->kid[CT_NP_WORDS]) : NULL;
    if (ct_is(head, CT_TYPE) || ct_is(head, CT_SUBTYPE)) return true;
    return ct_is(head, CT_NOUN) && ct_noun_classes(head->num) != (uint32_t)CT_NC_ANY &&
           (ct_noun_classes(head->num) & (CT_NC_PLAYER | CT_NC_PERMANENT));
}

/* All its tails are "from your hand" and the like. */
static bool from_zone(const ct_node *np)
{
    for (unsigned i = CT_NP_REST; i < np->nkids; i++)
        if (!ct_is(np->kid[i], CT_PP) ||
            (np->kid[i]->num != CT_PREP_FROM && np->kid[i]->num != CT_PREP_IN))
            return false;
    return np->nkids > CT_NP_REST;
}

void ct_b_split_tails(struct ct_parser *p, ct_node **np, struct ct_vec *out)
{
    ct_node *outer = *np;
    const ct_node *last = ct_is(outer, CT_NP) ? ct_b_head(outer->kid[CT_NP_WORDS]) : NULL;
    if (ct_is(last, CT_NOUN) &&
        last->num == CT_N_CONTROL) { /* "under its owner's control with a counter on it" */
        unsigned keep = CT_NP_REST;
        for (unsigned i = CT_NP_REST; i < outer->nkids; i++)
            if (ct_is(outer->kid[i], CT_WITH))
                ct_b_push(p, out, outer->kid[i]);
            else
                outer->kid[keep++] = outer->kid[i];
        outer->nkids = keep;
        return;
    }
    if (has_no_amount(outer) && outer->nkids > CT_NP_REST &&
        ct_is(outer->kid[outer->nkids - 1], CT_EQUAL)) {
        ct_node *equal = outer->kid[--outer->nkids];
        outer->span.end = equal->span.start;
        ct_b_push(p, out, equal);
    }
    if (ct_is(outer, CT_OR) && outer->nkids) { /* "mana value 1 or 2 from your hand" */
        ct_b_split_tails(p, &outer->kid[outer->nkids - 1], out);
        return;
    }
    if (!ct_is(outer, CT_NP) || outer->num || outer->flags & ~(uint32_t)CT_F_PLURAL) return;
    bool number = outer->kid[CT_NP_QUANTITY] && !outer->kid[CT_NP_WORDS] && from_zone(outer);
    if (!number && (outer->kid[CT_NP_QUANTITY] || !outer->kid[CT_NP_WORDS])) return;
    ct_node *inner = outer->kid[number ? CT_NP_QUANTITY : CT_NP_WORDS];
    if (number && inner->kind != CT_NUMBER && inner->kind != CT_VARIABLE) return;
    if (inner->kind == CT_GROUP || inner->kind == CT_OR || inner->kind == CT_AND ||
        inner->kind == CT_AND_OR)
        return;
    bool place = inner->kind == CT_PRONOUN &&
                 (inner->num == CT_PRONOUN_ANYWHERE || inner->num == CT_PRONOUN_THOSE ||
                  inner->num == CT_PRONOUN_THAT);
    if (place) return;
    for (unsigned i = CT_NP_REST; i < outer->nkids; i++)
        if (outer->kid[i]->kind == CT_RELATIVE || outer->kid[i]->kind == CT_PARTICIPLE) return;
    for (unsigned i = CT_NP_REST; i < outer->nkids; i++)
        ct_b_push(p, out, outer->kid[i]);
    *np = inner;
}

/* A noun phrase with the tails in MORE behind its own. */
static ct_node *with_tails(struct ct_parser *p, ct_node *np, const struct ct_vec *more)
{
    for (size_t i = 0; i < more->count && !p->failed; i++)
        np = ct_b_tail(p, np, more->parts[i].node);
    return p->failed ? NULL : np;
}

/* "creatures you control with flying", "... of the chosen type": who controls or owns it is said,
 * and what follows describes the creatures again, not the controlling. Takes that off RELATIVE;
 * returns how many parts. */
static unsigned after_owner(ct_node *relative, ct_node **parts, unsigned room)
{
    ct_node *clause = ct_is(relative, CT_RELATIVE) ? relative->kid[CT_RELATIVE_BODY] : NULL;
    while (ct_is(clause, CT_MODAL))
        clause = clause->kid[CT_MODAL_BODY];
    if (!ct_is(clause, CT_CLAUSE) || (clause->num != CT_V_CONTROL && clause->num != CT_V_OWN))
        return 0;
    uint32_t keep = CT_CLAUSE_REST;
    while (keep < clause->nkids && clause->kid[keep]->kind != CT_WITH &&
           clause->kid[keep]->kind != CT_PP && clause->kid[keep]->kind != CT_NAMED)
        keep++;
    unsigned n = 0;
    for (uint32_t i = keep; i < clause->nkids && n < room; i++)
        parts[n++] = clause->kid[i];
    if (!n || keep + n < clause->nkids) return 0;
    clause->nkids = keep;
    clause->span.end = relative->span.end = parts[0]->span.start;
    return n;
}

ct_node *ct_b_tail(struct ct_parser *p, ct_node *np, ct_node *tail)
{
    if (p->failed || !np || !tail) return NULL;
    ct_node *parts[4];
    unsigned moved = after_owner(tail, parts, sizeof parts / sizeof *parts);
    if (moved) {
        np = ct_b_tail(p, np, tail);
        for (unsigned i = 0; i < moved; i++)
            np = ct_b_tail(p, np, parts[i]);
        return np;
    }
    struct ct_span span = ct_span_join(np->span, tail->span);
    if (tail->kind == CT_ADVERB) return np;
    /* "each kind of counter" takes a bare noun; "the top of library" doesn't. */
    if (ct_is(tail, CT_PP) && tail->num == CT_PREP_OF && !fixed_phrase(CT_PREP_OF, tail->kid[0])) {
        const ct_node *head = ct_is(np, CT_NP) ? ct_b_head(np->kid[CT_NP_WORDS]) : NULL;
        bool kind = ct_is(head, CT_NOUN) && (head->num == CT_N_KIND || head->num == CT_N_TYPE ||
                                             head->num == CT_N_INSTANCE);
        if (!kind && !ct_b_determined(p, tail->kid[0])) return NULL;
    }
    bool quantity = tail->kind == CT_NUMBER || tail->kind == CT_VARIABLE ||
                    tail->kind == CT_AT_LEAST || tail->kind == CT_AT_MOST ||
                    tail->kind == CT_EXACTLY || tail->kind == CT_PT || tail->kind == CT_PARAMETER;
    bool comparison = quantity || tail->kind == CT_MORE_THAN || tail->kind == CT_LESS_THAN;
    if (comparison) {
        ct_node *node = ct_b_new(p, CT_COMPARISON, span, 0);
        if (!node) return NULL;
        node->kid[CT_COMPARISON_LEFT] = np;
        node->kid[CT_COMPARISON_RIGHT] = tail;
        return node;
    }
    if (np->kind != CT_NP) {
        /* "one of them", "each creature and each player with ...": a quantity becomes a phrase with
         * a tail. */
        ct_node *phrase = ct_b_new(p, CT_NP, span, CT_NP_REST + 1);
        if (!phrase) return NULL;
        bool is_quantity = np->kind == CT_NUMBER || np->kind == CT_VARIABLE ||
                           np->kind == CT_UP_TO || np->kind == CT_AT_LEAST ||
                           np->kind == CT_AT_MOST || np->kind == CT_ANY_NUMBER ||
                           np->kind == CT_THAT_MANY || np->kind == CT_OR || np->kind == CT_EXACTLY;
        if (is_quantity) {
            phrase->kid[CT_NP_QUANTITY] = np;
            if (!(np->kind == CT_NUMBER && np->num == 1)) phrase->flags |= CT_F_PLURAL;
        } else {
            phrase->kid[CT_NP_WORDS] = np;
        }
        phrase->kid[CT_NP_REST] = tail;
        return phrase;
    }
    ct_node *full = ct_b_new(p, CT_NP, span, np->nkids + 1);
    if (!full) return NULL;
    full->form = np->form;
    full->flags = np->flags;
    full->num = np->num;
    memcpy(full->kid, np->kid, np->nkids * sizeof *np->kid);
    full->kid[np->nkids] = tail;
    /* "a card with mana value 3 or less from your hand": what hangs on the comparison belongs to
     * the card. */
    struct ct_vec *more = ct_b_none(p);
    if (!more) return NULL;
    if (ct_is(tail, CT_WITH)) ct_b_split_tails(p, &tail->kid[CT_WITH_OF], more);
    if (ct_is(tail, CT_PP)) ct_b_split_tails(p, &tail->kid[CT_PP_OBJECT], more);
    return more->count ? with_tails(p, full, more) : full;
}

ct_node *ct_b_of(struct ct_parser *p, ct_node *of)
{
    ct_node *np = of ? ct_b_new(p, CT_NP, of->span, CT_NP_REST + 1) : NULL;
    if (np) np->kid[CT_NP_REST] = of;
    return np;
}

/* "from your graveyard or from exile": joined to the tail before it, wherever that went. */
ct_node *ct_b_tail_join(struct ct_parser *p, ct_node *np, ct_tok *join, ct_node *tail)
{
    if (p->failed || !np || !tail) return NULL;
    ct_node *at = np;
    while (ct_is(at, CT_NP) && at->nkids > CT_NP_REST) {
        ct_node *last = at->kid[at->nkids - 1];
        if (last->kind == tail->kind && last->num == tail->num) {
            struct ct_vec *two = ct_b_one(p, last);
            ct_b_push_join(p, two, join, tail);
            at->kid[at->nkids - 1] = p->failed ? NULL : ct_b_coordinate(p, two);
            np->span = ct_span_join(np->span, tail->span);
            return p->failed ? NULL : np;
        }
        at = last->nkids ? last->kid[0] : NULL;
    }
    ct_parse_error(p, CT_ERR_SYNTAX, tail->span,
                   "there is nothing before the conjunction that this goes with");
    return NULL;
}

ct_node *ct_b_compare(struct ct_parser *p, ct_tok *how, ct_node *with)
{
    if (p->failed || !with) return NULL;
    int kind = how->type == CT_T_EQUAL_TO || how->type == CT_T_EQUAL_C ? CT_EQUAL
               : how->num == CT_FN_LESS_THAN                           ? CT_LESS_THAN
               : how->num == CT_FN_LESS_EQUAL                          ? CT_AT_MOST
               : how->num == CT_FN_GREATER_EQUAL                       ? CT_AT_LEAST
                                                                       : CT_MORE_THAN;
    if (!ct_b_determined(p, with)) return NULL;
    ct_node *node = ct_b_new(p, kind, ct_span_join(how->span, with->span), 0);
    if (!node) return NULL;
    node->kid[0] = with;
    if (how->flags & CT_TF_AND) node->flags |= CT_F_EACH; /* "each equal to" */
    if (kind == CT_AT_MOST || kind == CT_AT_LEAST)
        node->form = CT_FORM_THAT; /* "less than or equal to" */
    else
        node->form = how->form ? CT_FORM_OTHER : CT_FORM_PLAIN; /* more than, fewer than */
    return node;
}

/* The number behind a noun: "power 4", "power 4 or greater", "power exactly 4". */
ct_node *ct_b_amount(struct ct_parser *p, ct_tok *number, ct_tok *mark)
{
    int kind = number->wc == CT_WC_STATE   ? CT_PARAMETER
               : number->flags & CT_TF_VAR ? CT_VARIABLE
                                           : CT_NUMBER;
    ct_node *n = ct_b_new(p, kind, number->span, 0);
    if (!n) return NULL;
    n->num = number->num;
    n->form = number->form ? CT_FORM_DIGITS : CT_FORM_WORD;
    if (!mark) return n;
    ct_node *q =
        ct_b_new(p, ct_b_quantity_kind(mark->num), ct_span_join(number->span, mark->span), 0);
    if (!q) return NULL;
    q->kid[0] = n;
    bool after = mark->span.start > number->span.start;
    q->form = !after ? CT_FORM_LEADING : mark->form ? CT_FORM_OTHER : CT_FORM_PLAIN;
    return q;
}

ct_node *ct_b_named(struct ct_parser *p, ct_tok *name)
{
    ct_node *node = ct_b_new(p, CT_NAMED, name->span, 0);
    if (node) node->num = name->num;
    if (node && name->form) node->form = CT_FORM_OTHER;
    return node;
}

/* ---- other noun phrases --------------------------------------------------------------------- */

ct_node *ct_b_list(struct ct_parser *p, struct ct_vec *terms)
{
    ct_node *list = ct_b_coordinate(p, terms);
    if (list && terms->count > 1 && list->form == CT_FORM_LIST_ASYNDETIC) {
        ct_parse_error(p, CT_ERR_PUNCTUATION, terms->parts[1].join->span,
                       "a comma alone does not join these");
        return NULL;
    }
    return list;
}

ct_node *ct_b_pronoun(struct ct_parser *p, ct_tok *pronoun)
{
    ct_node *node = ct_b_new(p, CT_PRONOUN, pronoun->span, 0);
    if (!node) return NULL;
    node->num = pronoun->num;
    if (ct_pronoun_plural(node->num) == 1) node->flags |= CT_F_PLURAL;
    return node;
}

ct_node *ct_b_self(struct ct_parser *p, ct_tok *name)
{
    ct_node *node = ct_b_new(p, CT_SELF_NAME, name->span, 0);
    if (node) node->num = name->num;
    return node;
}

ct_node *ct_b_half(struct ct_parser *p, ct_tok *half, ct_node *of)
{
    ct_node *node = of ? ct_b_new(p, CT_HALF, ct_span_join(half->span, of->span), 0) : NULL;
    if (node) node->kid[CT_HALF_OF] = of;
    return node;
}

ct_node *ct_b_times(struct ct_parser *p, ct_tok *times, ct_node *of)
{
    ct_node *node = of ? ct_b_new(p, CT_TIMES, ct_span_join(times->span, of->span), 0) : NULL;
    if (!node) return NULL;
    node->num = times->form;
    node->form =
        times->flags & CT_TF_VIRTUAL ? CT_FORM_OTHER : CT_FORM_PLAIN; /* "double that damage" */
    node->kid[CT_TIMES_OF] = of;
    return node;
}

ct_node *ct_b_plus(struct ct_parser *p, ct_node *left, ct_tok *plus, ct_node *right)
{
    if (p->failed || !left || !right || !ct_b_determined(p, right)) return NULL;
    ct_node *node = ct_b_new(p, plus->num == CT_FN_MINUS ? CT_MINUS : CT_PLUS,
                             ct_span_join(left->span, right->span), 0);
    if (!node) return NULL;
    node->kid[0] = left;
    node->kid[1] = right;
    return node;
}

ct_node *ct_b_number_of(struct ct_parser *p, ct_tok *number_of, ct_node *of)
{
    ct_node *node =
        of ? ct_b_new(p, CT_NUMBER_OF, ct_span_join(number_of->span, of->span), 0) : NULL;
    if (!node) return NULL;
    node->form = number_of->form ? CT_FORM_OTHER : CT_FORM_PLAIN;
    node->kid[CT_NUMBER_OF_OF] = of;
    return node;
}

ct_node *ct_b_prep(struct ct_parser *p, ct_tok *prep, ct_node *object)
{
    if (p->failed || !object) return NULL;
    /* "protection from white": qualities stand alone; "cards in hand" and "end of turn" are fixed
     * phrases. */
    const ct_node *noun = ct_is(object, CT_NP) ? ct_b_head(object->kid[CT_NP_WORDS]) : NULL;
    if (ct_is(noun, CT_NOUN) && noun->num == CT_N_TOP && prep->num != CT_PREP_ON && !object->num) {
        ct_parse_error(p, CT_ERR_DETERMINER, noun->span, "“the” is missing");
        return NULL;
    }
    if (ct_is(noun, CT_NOUN) && noun->num == CT_N_CONTROL && object->num != CT_DET_POSS &&
        object->num != CT_DET_THE) {
        ct_parse_error(p, CT_ERR_DETERMINER, noun->span, "whose control?");
        return NULL;
    }
    if (prep->num == CT_PREP_IN_ADDITION_TO && ct_is(object, CT_NP) && object->num != CT_DET_POSS) {
        ct_parse_error(p, CT_ERR_DETERMINER, object->span, "whose?");
        return NULL;
    }
    bool free = prep->type == CT_T_FROM_K || fixed_phrase(prep->num, object) ||
                prep->num == CT_PREP_OF || prep->num == CT_PREP_OTHER_THAN ||
                prep->type == CT_T_TIME;
    if (!free && !ct_b_determined(p, object)) return NULL;
    ct_node *node = ct_b_new(p, CT_PP, ct_span_join(prep->span, object->span), 0);
    if (!node) return NULL;
    node->num = prep->type == CT_T_TIME ? 0 : prep->num;
    if (prep->flags & CT_TF_COMMA) node->form = CT_FORM_OTHER; /* ", rather than ..." */
    node->kid[CT_PP_OBJECT] = object;
    return node;
}

static bool superlative(int state)
{
    return state == CT_WSTATE_GREATEST || state == CT_WSTATE_LEAST || state == CT_WSTATE_HIGHEST ||
           state == CT_WSTATE_LOWEST || state == CT_WSTATE_MOST;
}

ct_node *ct_b_with(struct ct_parser *p, ct_tok *with, ct_node *of)
{
    const ct_node *noun = ct_is(of, CT_NP) ? ct_b_head(of->kid[CT_NP_WORDS]) : NULL;
    bool stat =
        ct_is(noun, CT_NOUN) && ct_noun_classes(noun->num) == CT_NC_STAT &&
        !(of->kid[CT_NP_WORDS]->nkids > 1 && ct_is(of->kid[CT_NP_WORDS]->kid[0], CT_STATE) &&
          superlative(of->kid[CT_NP_WORDS]->kid[0]->num));
    if (of && !stat && !ct_b_determined(p, of)) return NULL;
    ct_node *node = of ? ct_b_new(p, CT_WITH, ct_span_join(with->span, of->span), 0) : NULL;
    if (!node) return NULL;
    if (with->num == CT_PREP_WITHOUT) node->flags |= CT_F_NON;
    node->kid[CT_WITH_OF] = of;
    return node;
}

ct_node *ct_b_adverb(struct ct_parser *p, ct_tok *adverb)
{
    ct_node *node = ct_b_new(p, CT_ADVERB, adverb->span, 0);
    if (!node) return NULL;
    node->num = adverb->num;
    if (adverb->flags & CT_TF_COMMA) node->form = CT_FORM_OTHER;          /* ", rounded down" */
    if (adverb->flags & CT_TF_ENCLOSED) node->form = CT_FORM_LIST_SERIAL; /* ", rounded down," */
    return node;
}

ct_node *ct_b_states(struct ct_parser *p, struct ct_vec *states)
{
    ct_node *node = ct_b_coordinate(p, states);
    if (node) ct_b_clear_slots(node);
    return node;
}

/* ---- symbols, keywords, costs --------------------------------------------------------------- */

static ct_node *pt_side(struct ct_parser *p, ct_tok *pt, int value, bool negative)
{
    ct_node *n = ct_b_new(p, value < 0 ? CT_VARIABLE : CT_NUMBER, pt->span, 0);
    if (!n) return NULL;
    n->num = value < 0 ? -value : value;
    if (negative) {
        n->flags |= CT_F_NEGATIVE;
        if (n->kind == CT_NUMBER) n->num = -n->num;
    }
    return n;
}

ct_node *ct_b_pt(struct ct_parser *p, ct_tok *pt)
{
    ct_node *node = ct_b_new(p, CT_PT, pt->span, 0);
    if (!node) return NULL;
    if (pt->flags & CT_TF_DELTA) node->flags |= CT_F_DELTA;
    node->kid[CT_PT_POWER] = pt_side(p, pt, pt->power, pt->minus & 1);
    node->kid[CT_PT_TOUGHNESS] = pt_side(p, pt, pt->toughness, pt->minus & 2);
    return p->failed ? NULL : node;
}

ct_node *ct_b_symbol(struct ct_parser *p, ct_tok *symbol)
{
    ct_node *node = ct_b_new(p, CT_SYMBOL, symbol->span, 0);
    if (node) node->num = symbol->num;
    return node;
}

ct_node *ct_b_mana(struct ct_parser *p, struct ct_vec *symbols)
{
    if (p->failed || !symbols) return NULL;
    ct_node *node = ct_b_new(
        p, CT_MANA,
        ct_span_join(symbols->parts[0].node->span, symbols->parts[symbols->count - 1].node->span),
        (unsigned)symbols->count);
    for (size_t i = 0; node && i < symbols->count; i++)
        node->kid[i] = symbols->parts[i].node;
    return node;
}

static ct_node *keyword(struct ct_parser *p, ct_tok *kw, unsigned n)
{
    ct_node *node = ct_b_new(p, CT_KEYWORD, kw->span, n);
    if (node) node->num = kw->num;
    return node;
}

ct_node *ct_b_keyword(struct ct_parser *p, ct_tok *kw, ct_tok *dash, ct_node *argument)
{
    ct_node *node = keyword(p, kw, argument != NULL);
    if (!node || !argument) return node;
    bool number = argument->kind == CT_NUMBER || argument->kind == CT_VARIABLE;
    if (number) {
        argument->form = CT_FORM_DIGITS;
        argument->flags = 0;
        argument->slot = 0;
    }
    if (argument->kind == CT_MANA) {
        ct_node *cost = ct_b_new(p, CT_COST, argument->span, 1);
        if (!cost) return NULL;
        cost->kid[0] = argument;
        argument = cost;
    }
    if (dash) node->form = CT_FORM_DASH;
    node->kid[0] = argument;
    node->span = ct_span_join(kw->span, argument->span);
    return node;
}

ct_node *ct_b_keyword2(struct ct_parser *p, ct_tok *kw, ct_node *number, ct_tok *dash,
                       ct_node *cost)
{
    ct_node *node = cost ? keyword(p, kw, 2) : NULL;
    if (!node || !number) return NULL;
    if (cost->kind == CT_MANA) cost = ct_b_cost(p, ct_b_one(p, cost));
    if (!cost) return NULL;
    if (number->kind == CT_NUMBER || number->kind == CT_VARIABLE) {
        number->form = CT_FORM_DIGITS;
        number->flags = 0;
        number->slot = 0;
    }
    node->kid[0] = number;
    node->kid[1] = cost;
    if (dash) node->form = CT_FORM_DASH;
    node->span = ct_span_join(kw->span, cost->span);
    return node;
}

ct_node *ct_b_from(struct ct_parser *p, struct ct_vec *qualities)
{
    return ct_b_coordinate(p, qualities);
}

ct_node *ct_b_cost(struct ct_parser *p, struct ct_vec *costs)
{
    if (p->failed || !costs) return NULL;
    ct_node *node = ct_b_new(
        p, CT_COST,
        ct_span_join(costs->parts[0].node->span, costs->parts[costs->count - 1].node->span),
        (unsigned)costs->count);
    for (size_t i = 0; node && i < costs->count; i++)
        node->kid[i] = costs->parts[i].node;
    return node;
}

ct_node *ct_b_cost_or(struct ct_parser *p, ct_node *mana, ct_tok *join, ct_node *clause)
{
    struct ct_vec *parts = ct_b_one(p, mana);
    ct_b_push_join(p, parts, join, ct_b_cost_action(p, clause));
    return p->failed ? NULL : ct_b_coordinate(p, parts);
}

ct_node *ct_b_tap(struct ct_parser *p, ct_tok *symbol)
{
    return ct_b_new(p, symbol->type == CT_T_TAP ? CT_TAP : CT_UNTAP, symbol->span, 0);
}

ct_node *ct_b_loyalty(struct ct_parser *p, ct_tok *loyalty)
{
    ct_node *node = ct_b_new(p, CT_LOYALTY, loyalty->span, 0);
    if (!node) return NULL;
    node->num = loyalty->num;
    if (loyalty->flags & CT_TF_VAR) node->flags |= CT_F_VARIABLE;
    return node;
}
