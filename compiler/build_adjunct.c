/* A clause and what completes it: adjuncts in the order of the text, what "only" and conjunctions
 * join among them, and what scopes over the clause (IF, LASTING, ...), which goes around it. */
#include "compiler/build_in.h"

static bool only_word(const ct_node *node)
{
    return ct_is(node, CT_ADVERB) && node->num == CT_ADV_ONLY;
}

/* Joins NODE to the last part of VEC. */
static void join_last(struct ct_parser *p, struct ct_vec *vec, const struct ct_token *join,
                      ct_node *node)
{
    struct ct_part *last = &vec->parts[vec->count - 1];
    struct ct_vec *two = ct_b_one(p, last->node);
    ct_b_push_join(p, two, join, node);
    if (!p->failed) last->node = ct_b_coordinate(p, two);
}

/* "only" and the adjuncts it limits, from part *I on; *I becomes the part behind them. */
static ct_node *only_group(struct ct_parser *p, const struct ct_vec *adjuncts, size_t *i)
{
    size_t from = *i + 1, to = from;
    struct ct_vec *inside = ct_b_none(p);
    for (; to < adjuncts->count && !p->failed; to++) {
        const struct ct_part *part = &adjuncts->parts[to];
        if (ct_is(part->node, CT_INSTEAD) || ct_is(part->node, CT_WHERE) || only_word(part->node))
            break;
        if (part->join && inside->count)
            join_last(p, inside, part->join, part->node);
        else
            ct_b_push(p, inside, part->node);
    }
    *i = to;
    struct ct_span span = adjuncts->parts[from - 1].node->span;
    if (p->failed) return NULL;
    if (!inside->count) {
        ct_parse_error(p, CT_ERR_MISSING_PART, span, "“only” when, or only what?");
        return NULL;
    }
    ct_node *only = ct_b_new(p, CT_ONLY, ct_span_join(span, adjuncts->parts[to - 1].node->span),
                             (unsigned)inside->count);
    for (size_t k = 0; only && k < inside->count; k++)
        only->kid[k] = inside->parts[k].node;
    return only;
}

/* Puts together what "only" and conjunctions join. A conjunction with nothing before it in this
 * clause goes on with the clause around it: what follows is left for that. */
static struct ct_vec *settle(struct ct_parser *p, struct ct_vec *adjuncts)
{
    struct ct_vec *out = ct_b_none(p);
    struct ct_vec *left = p->left;
    p->left = NULL;
    for (size_t i = 0; left && i < left->count; i++)
        ct_b_push_join(p, adjuncts, left->parts[i].join, left->parts[i].node);
    for (size_t i = 0; i < adjuncts->count && !p->failed;) {
        const struct ct_token *join = adjuncts->parts[i].join;
        ct_node *node = adjuncts->parts[i].node;
        bool goes_on =
            join &&
            (!out->count || (only_word(node) && !ct_is(out->parts[out->count - 1].node, CT_ONLY)));
        if (goes_on) {
            p->left = ct_b_none(p);
            for (; i < adjuncts->count; i++)
                ct_b_push_join(p, p->left, adjuncts->parts[i].join, adjuncts->parts[i].node);
            break;
        }
        if (only_word(node))
            node = only_group(p, adjuncts, &i);
        else
            i++;
        if (p->failed) return out;
        if (join)
            join_last(p, out, join, node);
        else
            ct_b_push(p, out, node);
    }
    return out;
}

/* "cast it from your hand", "deals damage to you equal to ...": what the grammar hung on a pronoun
 * belongs to the clause. */
static struct ct_vec *loosen(struct ct_parser *p, ct_node *clause, struct ct_vec *adjuncts)
{
    struct ct_vec *out = ct_b_none(p);
    ct_b_split_tails(p, &clause->kid[CT_CLAUSE_OBJECT], out);
    for (size_t i = 0; i < adjuncts->count && !p->failed; i++) {
        ct_b_push_join(p, out, adjuncts->parts[i].join, adjuncts->parts[i].node);
        ct_node *a = adjuncts->parts[i].node;
        if (ct_is(a, CT_PP)) ct_b_split_tails(p, &a->kid[CT_PP_OBJECT], out);
        if (ct_is(a, CT_WITH)) ct_b_split_tails(p, &a->kid[CT_WITH_OF], out);
    }
    return out;
}

/* "attack this turn if able": the duration goes around the clause, and remembers how many adjuncts
 * of the clause stand behind it. */
static void count_behind(ct_node *outer, const ct_node *clause, unsigned behind)
{
    for (ct_node *n = outer; n && n != clause;) {
        if (n->kind == CT_LASTING && n->form == CT_FORM_TRAILING) n->num += (int32_t)behind;
        ct_node **inner = ct_b_wrapped(n, false);
        n = inner ? *inner : NULL;
    }
}

ct_node *ct_b_complete(struct ct_parser *p, ct_node *clause, struct ct_vec *adjuncts)
{
    if (p->failed || !clause || !adjuncts) return NULL;
    adjuncts = loosen(p, clause, adjuncts);
    if (p->failed) return NULL;
    adjuncts = settle(p, adjuncts);
    if (p->failed) return NULL;
    ct_node *full =
        ct_b_new(p, CT_CLAUSE, clause->span, CT_CLAUSE_REST + (unsigned)adjuncts->count);
    if (!full) return NULL;
    full->form = clause->form;
    full->flags = clause->flags;
    full->num = clause->num;
    full->slot = clause->slot;
    for (unsigned i = 0; i < CT_CLAUSE_REST; i++)
        full->kid[i] = clause->kid[i];
    ct_node *outer = full;
    unsigned n = CT_CLAUSE_REST;
    for (size_t i = 0; i < adjuncts->count; i++) {
        ct_node *a = adjuncts->parts[i].node;
        full->span = ct_span_join(full->span, a->span);
        if (!ct_b_wrapped(a, false)) {
            count_behind(outer, full, 1);
            full->kid[n++] = a;
            continue;
        }
        /* What scopes over an infinitive ("less to cast for each ...") scopes over the clause. */
        ct_node **hole = ct_b_core(&a, false);
        if (*hole) full->kid[n++] = *hole;
        a->span = ct_span_join(outer->span, a->span);
        *hole = outer;
        outer = a;
    }
    full->nkids = n;
    return outer;
}
