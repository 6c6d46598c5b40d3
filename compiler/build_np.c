#include "compiler/build_in.h"

#include <string.h>

/* ---- words of a noun phrase ----------------------------------------------------------------- */

static int word_kind(int wc)
{
    switch (wc) {
    case CT_WC_TYPE:
        return CT_TYPE;
    case CT_WC_SUBTYPE:
        return CT_SUBTYPE;
    case CT_WC_SUPERTYPE:
        return CT_SUPERTYPE;
    case CT_WC_COLOR:
        return CT_COLOR;
    case CT_WC_STATE:
        return CT_STATE;
    case CT_WC_NOUN:
        return CT_NOUN;
    case CT_WC_COUNTER:
        return CT_COUNTER_KIND;
    case CT_WC_KEYWORD:
        return CT_KEYWORD_NAME;
    case CT_WC_ORDINAL:
        return CT_ORDINAL;
    default:
        return CT_TOKEN_NAME;
    }
}

enum { SLOT_PLURAL = 1, SLOT_BOTH = 2 };

/* Until the noun phrase is made, ct_node.slot says whether the word is a plural. */
ct_node *ct_b_word(struct ct_parser *p, ct_tok *word)
{
    if (word->wc == CT_WC_NONE) return ct_b_pt(p, word);
    ct_node *node = ct_b_new(p, word_kind(word->wc), word->span, 0);
    if (!node) return NULL;
    node->num = word->num;
    if (word->flags & CT_TF_NON) node->flags |= CT_F_NON;
    if (word->flags & CT_TF_HYPHEN) node->form = CT_FORM_DASH;
    node->slot = word->flags & CT_TF_PLURAL ? SLOT_PLURAL
                 : word->flags & CT_TF_BOTH ? SLOT_BOTH
                                            : 0;
    return node;
}

static bool is_noun(const ct_node *word)
{
    return word->kind == CT_NOUN ||
           ((word->kind == CT_TYPE || word->kind == CT_SUBTYPE) && !(word->flags & CT_F_NON));
}

/* Nouns that stand behind types: "creature card", "Goblin spell". */
static bool is_head(const ct_node *word)
{
    if (word->kind != CT_NOUN || word->flags & CT_F_NON) return false;
    uint32_t classes = ct_noun_classes(word->num);
    return (classes & (CT_NC_OBJECT | CT_NC_ABILITY | CT_NC_COUNTER | CT_NC_PLAYER | CT_NC_ZONE)) !=
               0 ||
           word->num == CT_N_TYPE || word->num == CT_N_COST || word->num == CT_N_MANA ||
           word->num == CT_N_DAMAGE;
}

static ct_node *group_of(struct ct_parser *p, ct_node *const *words, size_t count)
{
    if (!count) {
        p->failed = true;
        return NULL;
    }
    ct_node *group = ct_b_new(p, CT_GROUP, ct_span_join(words[0]->span, words[count - 1]->span),
                              (unsigned)count);
    for (size_t i = 0; group && i < count; i++)
        group->kid[i] = words[i];
    return group;
}

static ct_node *one_or_group(struct ct_parser *p, ct_node *const *words, size_t count)
{
    return count == 1 ? words[0] : group_of(p, words, count);
}

enum { WORDS_MOST = 48 };

struct segments {
    ct_node *words[WORDS_MOST];
    size_t start[WORDS_MOST + 1]; /* of each segment in words; [count] is the end */
    const struct ct_token *join[WORDS_MOST];
    size_t count;
};

static bool cut(struct ct_parser *p, const struct ct_vec *vec, struct segments *s)
{
    s->count = 0;
    if (vec->count >= WORDS_MOST) {
        ct_parse_error(p, CT_ERR_SYNTAX, vec->parts[0].node->span,
                       "too many words in one noun phrase");
        return false;
    }
    for (size_t i = 0; i < vec->count; i++) {
        s->words[i] = vec->parts[i].node;
        if (i && !vec->parts[i].join) continue;
        s->join[s->count] = vec->parts[i].join;
        s->start[s->count++] = i;
    }
    s->start[s->count] = vec->count;
    return true;
}

static bool any_noun(const struct segments *s, size_t i)
{
    for (size_t k = s->start[i]; k < s->start[i + 1]; k++)
        if (is_noun(s->words[k])) return true;
    return false;
}

/* How many words at the end of the last segment all segments share: the heads ("instant or sorcery
 * card"), or the nouns where the others have only adjectives ("attacking or blocking creature"). */
static size_t shared_tail(const struct segments *s)
{
    size_t last = s->count - 1, end = s->start[last + 1], begin = s->start[last];
    if (end - begin < 2) return 0;
    bool adjectives = true, heads = false;
    for (size_t i = 0; i < last; i++) {
        adjectives = adjectives && !any_noun(s, i);
        heads = heads || is_head(s->words[s->start[i + 1] - 1]);
    }
    size_t n = 0;
    if (adjectives) {
        while (n < end - begin - 1 && is_noun(s->words[end - 1 - n]))
            n++;
        return n;
    }
    if (heads) return 0;
    while (n < end - begin - 1 && is_head(s->words[end - 1 - n]))
        n++;
    return n;
}

static ct_node *structure(struct ct_parser *p, const struct ct_vec *vec)
{
    struct segments s;
    if (!cut(p, vec, &s)) return NULL;
    if (s.count == 1) return group_of(p, s.words, vec->count);
    size_t shared = shared_tail(&s), last = s.count - 1;
    struct ct_vec *parts = ct_b_none(p);
    for (size_t i = 0; i < s.count; i++) {
        size_t n = s.start[i + 1] - s.start[i] - (i == last ? shared : 0);
        ct_node *part = shared ? one_or_group(p, &s.words[s.start[i]], n)
                               : group_of(p, &s.words[s.start[i]], n);
        ct_b_push_join(p, parts, s.join[i], part);
    }
    ct_node *list = p->failed ? NULL : ct_b_coordinate(p, parts);
    if (!list || !shared) return list;
    ct_node *words[WORDS_MOST];
    words[0] = list;
    for (size_t i = 0; i < shared; i++)
        words[i + 1] = s.words[vec->count - shared + i];
    return group_of(p, words, shared + 1);
}

/* The word that carries the number: the last of a group that is a noun; NULL for adjectives. */
static bool mass_noun(const ct_node *head);

const ct_node *ct_b_head(const ct_node *words)
{
    if (!words) return NULL;
    if (ct_is(words, CT_OR) || ct_is(words, CT_AND) || ct_is(words, CT_AND_OR))
        return ct_b_head(words->kid[words->nkids - 1]);
    if (ct_is(words, CT_GROUP)) return ct_b_head(words->kid[words->nkids - 1]);
    return is_noun(words) ? words : NULL;
}

/* All alternatives are singular or all plural. */
static bool even(struct ct_parser *p, const ct_node *words, int *plural)
{
    if (ct_is(words, CT_OR) || ct_is(words, CT_AND) || ct_is(words, CT_AND_OR)) {
        for (unsigned i = 0; i < words->nkids; i++)
            if (!even(p, words->kid[i], plural)) return false;
        return true;
    }
    const ct_node *head = ct_b_head(words);
    if (!head || head->slot == SLOT_BOTH) return true;
    if (*plural >= 0 && *plural != (head->slot == SLOT_PLURAL)) {
        ct_parse_error(p, CT_ERR_AGREEMENT, head->span,
                       "this noun and the one before it differ in number");
        return false;
    }
    *plural = head->slot == SLOT_PLURAL;
    return true;
}

/* Before the head stand singulars: "creature cards", never "creatures cards". */
static bool modifiers_singular(struct ct_parser *p, const ct_node *words, bool is_last)
{
    if (words->kind == CT_GROUP || words->kind == CT_OR || words->kind == CT_AND ||
        words->kind == CT_AND_OR) {
        for (unsigned i = 0; i < words->nkids; i++) {
            bool head = is_last && (words->kind != CT_GROUP || i + 1 == words->nkids);
            if (!modifiers_singular(p, words->kid[i], head)) return false;
        }
        return true;
    }
    if (is_last || words->slot != SLOT_PLURAL) return true;
    ct_parse_error(p, CT_ERR_AGREEMENT, words->span, "a noun before another is singular");
    return false;
}

/* ---- determiners and quantities ------------------------------------------------------------- */

/* Items are nodes of small kinds until the noun phrase takes them apart: the type of their token is
 * in slot. */
ct_node *ct_b_item(struct ct_parser *p, ct_tok *item)
{
    int kind = item->type == CT_T_PARAM  ? CT_PARAMETER
               : item->flags & CT_TF_VAR ? CT_VARIABLE
                                         : CT_NUMBER;
    ct_node *node = ct_b_new(p, kind, item->span, 0);
    if (!node) return NULL;
    node->num = item->num;
    node->slot = item->type;
    node->form = item->form;
    node->flags = item->flags;
    return node;
}

/* The quantity words of grammar/function.def that QMARK tokens carry. */
int ct_b_quantity_kind(int function)
{
    switch (function) {
    case CT_FN_UP_TO:
        return CT_UP_TO;
    case CT_FN_OR_MORE:
    case CT_FN_AT_LEAST:
        return CT_AT_LEAST;
    case CT_FN_OR_LESS:
    case CT_FN_AT_MOST:
        return CT_AT_MOST;
    case CT_FN_EXACTLY:
        return CT_EXACTLY;
    case CT_FN_MORE_THAN:
        return CT_MORE_THAN;
    case CT_FN_MORE:
        return CT_MORE;
    case CT_FN_THAT_MANY:
    case CT_FN_THAT_MUCH:
        return CT_THAT_MANY;
    case CT_FN_ANY_NUMBER_OF:
    case CT_FN_ANY_NUMBER:
        return CT_ANY_NUMBER;
    default:
        return 0;
    }
}

struct phrase {
    ct_node *np;
    const ct_node *det; /* the item that is the determiner */
    ct_node *quantity;
    ct_node *open; /* UP_TO, EXACTLY waiting for a number */
    bool or_quantity;
    int last; /* rank of the last item, to keep their order */
};

static bool misplaced(struct ct_parser *p, const ct_node *item)
{
    ct_parse_error(p, CT_ERR_SYNTAX, item->span, "this word cannot stand here");
    return false;
}

/* A number or a letter as a quantity of its own. */
static ct_node *amount_node(struct ct_parser *p, const ct_node *item)
{
    ct_node *n = ct_b_new(p, item->kind, item->span, 0);
    if (!n) return NULL;
    n->num = item->num;
    n->form = item->form ? CT_FORM_DIGITS : CT_FORM_WORD;
    return n;
}

static bool take_number(struct ct_parser *p, struct phrase *ph, const ct_node *item)
{
    ct_node *n = amount_node(p, item);
    if (!n) return false;
    if (ph->open) {
        ph->open->kid[0] = n;
        ph->open->span = ct_span_join(ph->open->span, n->span);
        ph->open = NULL;
    } else if (ph->or_quantity && ct_is(ph->quantity, CT_OR)) {
        ph->quantity->kid[ph->quantity->nkids - 1] = n;
        ph->quantity->span = ct_span_join(ph->quantity->span, n->span);
        ph->or_quantity = false;
    } else if (ph->quantity) {
        return misplaced(p, item);
    } else {
        ph->quantity = n;
    }
    return true;
}

/* "one or two": an alternative of two numbers. */
static bool take_or(struct ct_parser *p, struct phrase *ph, const ct_node *item)
{
    if (!ph->quantity || ph->open || ph->or_quantity) return misplaced(p, item);
    unsigned old = ct_is(ph->quantity, CT_OR) ? ph->quantity->nkids : 1;
    ct_node *or = ct_b_new(p, CT_OR, ct_span_join(ph->quantity->span, item->span), old + 1);
    if (!or) return false;
    or->form = item->form ? CT_FORM_LIST_SERIAL : CT_FORM_LIST_NO_COMMA;
    for (unsigned i = 0; i < old; i++)
        or->kid[i] = ct_is(ph->quantity, CT_OR) ? ph->quantity->kid[i] : ph->quantity;
    ph->quantity = or ;
    ph->or_quantity = true;
    return true;
}

static bool take_mark(struct ct_parser *p, struct phrase *ph, const ct_node *item)
{
    int function = item->num, kind = ct_b_quantity_kind(function);
    if (function == CT_FN_OR) return take_or(p, ph, item);
    if (ph->open && (function == CT_FN_THAT_MANY)) { /* "up to that many" */
        ct_node *many = ct_b_new(p, CT_THAT_MANY, item->span, 0);
        if (!many) return false;
        ph->open->kid[0] = many;
        ph->open = NULL;
        return true;
    }
    if (function == CT_FN_MORE && !ph->open) {
        ct_node *more = ct_b_new(p, CT_MORE, item->span, 0);
        if (!more) return false;
        more->num = item->form ? -1 : 1;
        more->kid[CT_MORE_OF] = ph->quantity;
        ph->quantity = more;
        return true;
    }
    bool after = function == CT_FN_OR_MORE || function == CT_FN_OR_LESS;
    if (after != (ph->quantity != NULL) || ph->open || !kind) return misplaced(p, item);
    ct_node *q = ct_b_new(p, kind, item->span, 0);
    if (!q) return false;
    if (kind == CT_THAT_MANY) {
        q->form = function == CT_FN_THAT_MUCH ? CT_FORM_OTHER : CT_FORM_PLAIN;
    } else if (kind == CT_ANY_NUMBER) {
        q->form = function == CT_FN_ANY_NUMBER ? CT_FORM_OTHER : CT_FORM_PLAIN;
    } else if (after) {
        q->kid[0] = ph->quantity;
        q->span = ct_span_join(ph->quantity->span, q->span);
        q->form = item->form ? CT_FORM_OTHER : CT_FORM_PLAIN; /* or greater, or fewer */
    } else {
        ph->open = q;
        if (function == CT_FN_MORE_THAN) q->form = CT_FORM_OTHER;
        if (function == CT_FN_AT_LEAST || function == CT_FN_AT_MOST)
            q->form = item->form ? CT_FORM_WORD : CT_FORM_LEADING;
    }
    ph->quantity = q;
    return true;
}

static bool take_item(struct ct_parser *p, struct phrase *ph, const ct_node *item)
{
    int rank = 0;
    ct_node *np = ph->np;
    switch (item->slot) {
    case CT_T_DET:
        rank = 1;
        if (np->num == CT_DET_ALL && item->num == CT_DET_THE && np->form == CT_FORM_PLAIN) {
            np->form = CT_FORM_WORD; /* "all the cards" */
            break;
        }
        if (np->num) return misplaced(p, item);
        np->num = item->num;
        ph->det = item;
        break;
    case CT_T_POSS: {
        rank = 1;
        if (np->num) return misplaced(p, item);
        ct_node *whose = ct_b_new(p, CT_PRONOUN, item->span, 0);
        if (!whose) return false;
        whose->num = item->num;
        np->num = CT_DET_POSS;
        np->kid[CT_NP_POSSESSOR] = whose;
        break;
    }
    case CT_T_TOP:
        if (item->num == 3) { /* only */
            rank = 0;
            np->flags |= CT_F_ONLY;
            break;
        }
        rank = 2;
        np->flags |= item->num == 2 ? CT_F_NEXT : item->num ? CT_F_BOTTOM : CT_F_TOP;
        if (np->num != CT_DET_THE && np->num != CT_DET_POSS && !np->kid[CT_NP_POSSESSOR])
            return misplaced(p, item);
        break;
    case CT_T_NUM:
    case CT_T_PARAM:
        rank = 3;
        if (!take_number(p, ph, item)) return false;
        break;
    case CT_T_QMARK:
        rank = 3;
        if (!take_mark(p, ph, item)) return false;
        break;
    case CT_T_OTHER:
        rank = 4;
        if (np->flags & CT_F_OTHER) return misplaced(p, item);
        np->flags |= CT_F_OTHER;
        if (item->num) { /* another */
            if (np->num || ph->quantity) return misplaced(p, item);
            np->num = CT_DET_A;
        }
        break;
    case CT_T_TARGET:
        rank = 5;
        if (np->flags & CT_F_TARGET) return misplaced(p, item);
        np->flags |= CT_F_TARGET;
        break;
    default:
        return misplaced(p, item);
    }
    if (rank < ph->last) {
        /* "all other creatures", "the other two": "other" may come before a number. */
        if (rank == 3 && ph->last == 4 && (np->num || np->flags & CT_F_OTHER)) {
            np->form = CT_FORM_OTHER;
            ph->last = 4;
            return true;
        }
        return misplaced(p, item);
    }
    ph->last = rank;
    return true;
}

/* What the determiner and the quantity ask of the noun: 0 singular, 1 plural, -1 nothing. */
static int wanted_number(const struct phrase *ph)
{
    const ct_node *q = ph->quantity, *np = ph->np;
    if (np->num == CT_DET_THIS || np->num == CT_DET_THAT) {
        if (!ph->det) return -1;
        return ph->det->form ? 1 : 0;
    }
    if (q) {
        const ct_node *n = q;
        if (ct_is(n, CT_OR) || ct_is(n, CT_MORE)) return 1;
        if ((ct_is(n, CT_AT_LEAST) && n->form != CT_FORM_LEADING) ||
            (ct_is(n, CT_AT_MOST) && n->form != CT_FORM_LEADING && n->form != CT_FORM_WORD))
            return 1;
        while (n && (n->kind == CT_UP_TO || n->kind == CT_MORE_THAN || n->kind == CT_AT_LEAST ||
                     n->kind == CT_AT_MOST || n->kind == CT_EXACTLY))
            n = n->kid[0];
        if (!n) return -1;
        if (n->kind == CT_NUMBER) return n->num == 1 ? 0 : 1;
        if (n->kind == CT_VARIABLE || n->kind == CT_ANY_NUMBER || n->kind == CT_PARAMETER) return 1;
        if (n->kind == CT_THAT_MANY) return n->form == CT_FORM_OTHER ? -1 : 1;
    }
    switch (np->num) {
    case CT_DET_A:
    case CT_DET_EACH:
    case CT_DET_EVERY:
        return 0;
    case CT_DET_BOTH:
        return 1;
    case CT_DET_ALL:
        return 1;
    case CT_DET_ANY:
        return -1;
    default:
        return np->flags & CT_F_TARGET ? 0 : -1;
    }
}

/* The heads take the number of the phrase: what the renderer prints. */
static void mark_plural(ct_node *words)
{
    if (words->kind == CT_GROUP) {
        mark_plural(words->kid[words->nkids - 1]);
    } else if (words->kind == CT_OR || words->kind == CT_AND || words->kind == CT_AND_OR) {
        for (unsigned i = 0; i < words->nkids; i++)
            mark_plural(words->kid[i]);
    } else if (is_noun(words)) {
        words->flags |= CT_F_PLURAL;
    }
}

void ct_b_clear_slots(ct_node *node)
{
    node->slot = 0;
    for (unsigned i = 0; i < node->nkids; i++)
        if (node->kid[i]) ct_b_clear_slots(node->kid[i]);
}

static bool agree_number(struct ct_parser *p, const struct phrase *ph, ct_node *words)
{
    int plural = -1, wanted = wanted_number(ph);
    if (!even(p, words, &plural) || !modifiers_singular(p, words, true)) return false;
    const ct_node *head = ct_b_head(words);
    bool alone = head && head->kind == CT_SUBTYPE && wanted < 0 && !ph->np->num && !ph->quantity;
    if (plural < 0 && head) plural = wanted == 1 || alone;
    bool mass = head && head->slot == SLOT_BOTH;
    if (head && wanted >= 0 && plural >= 0 && plural != wanted && !mass) {
        ct_parse_error(p, CT_ERR_AGREEMENT, head->span,
                       wanted ? "the noun has to be plural here"
                              : "the noun has to be singular here");
        return false;
    }
    if (plural > 0 && !(mass && mass_noun(head))) {
        ph->np->flags |= CT_F_PLURAL;
        mark_plural(words);
    }
    ct_b_clear_slots(words);
    return true;
}

/* A quantity without a noun is that quantity: "X", "4 or greater". */
static ct_node *bare_quantity(const struct phrase *ph)
{
    bool alone = !ph->np->num && !(ph->np->flags & ~(uint32_t)CT_F_PLURAL) && ph->quantity;
    return alone ? ph->quantity : NULL;
}

ct_node *ct_b_np(struct ct_parser *p, ct_node *possessor, struct ct_vec *items,
                 struct ct_vec *words)
{
    if (p->failed) return NULL;
    struct ct_span span = words ? words->parts[0].node->span : items->parts[0].node->span;
    struct phrase ph = {.np = ct_b_new(p, CT_NP, span, 0)};
    if (!ph.np) return NULL;
    if (possessor) {
        ph.np->num = CT_DET_POSS;
        ph.np->kid[CT_NP_POSSESSOR] = possessor;
    }
    for (size_t i = 0; items && i < items->count; i++) {
        if (!take_item(p, &ph, items->parts[i].node)) return NULL;
        ph.np->span = ct_span_join(ph.np->span, items->parts[i].node->span);
    }
    if (ph.open || ph.or_quantity) {
        misplaced(p, ph.quantity);
        return NULL;
    }
    if (!words) {
        ct_node *quantity = bare_quantity(&ph);
        if (quantity) return quantity;
        ph.np->kid[CT_NP_QUANTITY] = ph.quantity;
        int number = wanted_number(&ph);
        if (number == 1) ph.np->flags |= CT_F_PLURAL;
        return ph.np;
    }
    ct_node *group = structure(p, words);
    if (!group || !agree_number(p, &ph, group)) return NULL;
    ph.np->kid[CT_NP_QUANTITY] = ph.quantity;
    ph.np->kid[CT_NP_WORDS] = group;
    ph.np->span = ct_span_join(ph.np->span, group->span);
    if (possessor) ph.np->span = ct_span_join(possessor->span, ph.np->span);
    return ph.np;
}

ct_node *ct_b_possessor(struct ct_parser *p, ct_node *of, ct_tok *apostrophe)
{
    if (p->failed || !of) return NULL;
    if (!ct_b_determined(p, of)) return NULL;
    bool bare = apostrophe->span.end - apostrophe->span.start == 1;
    if (bare && ct_b_number(p, of) == 0 && of->kind != CT_SELF_NAME) {
        ct_parse_error(p, CT_ERR_AGREEMENT, apostrophe->span, "the possessive of one is “'s”");
        return NULL;
    }
    if (bare) of->form = of->kind == CT_SELF_NAME ? CT_FORM_OTHER : of->form;
    return of;
}

static bool mass_noun(const ct_node *head);

static bool mass_noun_word(const ct_node *words)
{
    const ct_node *head = ct_b_head(words);
    return head && mass_noun(head);
}

/* ---- number of a noun phrase ---------------------------------------------------------------- */

int ct_b_number(const struct ct_parser *p, const ct_node *np)
{
    if (!np) return 2;
    switch (np->kind) {
    case CT_PRONOUN:
        return ct_pronoun_plural(np->num);
    case CT_SELF_NAME:
        return 0;
    case CT_AND:
    case CT_AND_OR:
        return 1;
    case CT_OR:
        return ct_b_number(p, np->kid[np->nkids - 1]);
    case CT_NP: {
        if (np->num == CT_DET_EACH || np->num == CT_DET_EVERY) return 0;
        const ct_node *words = np->kid[CT_NP_WORDS];
        if (np->kid[CT_NP_QUANTITY] && words && mass_noun_word(words)) return 2;
        if (np->flags & CT_F_PLURAL) return 1;
        if (!words) return np->kid[CT_NP_QUANTITY] || np->num == CT_DET_ANY ? 2 : 0;
        if (np->num == CT_DET_NO) return 2;
        if (np->kid[CT_NP_QUANTITY] && mass_noun_word(words)) return 2;
        if (ct_is(words, CT_AND) && np->num != CT_DET_A) return 2; /* "power and toughness" */
        return 0;
    }
    case CT_KEYWORD:
    case CT_QUOTED:
        return 0;
    default:
        return 2;
    }
}

/* Nouns that stand without a determiner in the singular. */
static bool mass_noun(const ct_node *head)
{
    if (head->kind != CT_NOUN) return false;
    switch (head->num) {
    case CT_N_EXILE:
    case CT_N_TOP:
    case CT_N_COMBAT:
    case CT_N_END_OF_COMBAT:
    case CT_N_CONTROL:
    case CT_N_EVIDENCE:
    case CT_N_DAY:
    case CT_N_NIGHT:
    case CT_N_TRIBUTE:
    case CT_N_PRIORITY:
    case CT_N_RULES_TEXT:
    case CT_N_ADDITION:
        return true;
    default:
        return (ct_noun_classes(head->num) & (CT_NC_DAMAGE | CT_NC_LIFE | CT_NC_MANA)) &&
               ct_noun_classes(head->num) != (uint32_t)CT_NC_ANY && head->num != CT_N_LIFE_TOTAL;
    }
}

static bool stands_for_determiner(const ct_node *words)
{
    if (!ct_is(words, CT_GROUP)) return false;
    const ct_node *first = words->kid[0];
    if (ct_is(first, CT_OR)) first = first->kid[0];
    if (first->kind != CT_STATE) return false;
    return first->num == CT_WSTATE_ENCHANTED || first->num == CT_WSTATE_EQUIPPED ||
           first->num == CT_WSTATE_FORTIFIED || first->num == CT_WSTATE_DEFENDING ||
           first->num == CT_WSTATE_ACTIVE;
}

bool ct_b_determined(struct ct_parser *p, const ct_node *np)
{
    if (p->failed) return false;
    if (ct_is(np, CT_AND) || ct_is(np, CT_OR) || ct_is(np, CT_AND_OR)) {
        /* "target instant card from your graveyard or exiled card you own": one target, of either
         * kind */
        bool shared =
            np->kind == CT_OR && ct_is(np->kid[0], CT_NP) && np->kid[0]->flags & CT_F_TARGET;
        for (unsigned i = 0; i < np->nkids; i++)
            if (!(shared && i) && !ct_b_determined(p, np->kid[i])) return false;
        return true;
    }
    if (!ct_is(np, CT_NP) || np->num || np->kid[CT_NP_QUANTITY]) return true;
    if (np->flags & (CT_F_TARGET | CT_F_PLURAL)) return true;
    const ct_node *words = np->kid[CT_NP_WORDS], *head = ct_b_head(words);
    if (ct_is(words, CT_GROUP) && ct_is(words->kid[0], CT_STATE) &&
        words->kid[0]->num == CT_WSTATE_NEXT) {
        ct_parse_error(p, CT_ERR_DETERMINER, words->span, "the next, or whose next?");
        return false;
    }
    bool base = ct_is(words, CT_GROUP) && ct_is(words->kid[0], CT_STATE) &&
                words->kid[0]->num == CT_WSTATE_BASE;
    if (base || ct_is(words, CT_AND)) {
        /* "base power and toughness each equal to ..." says what they are. */
        for (unsigned i = CT_NP_REST; i < np->nkids; i++)
            if (ct_is(np->kid[i], CT_EQUAL)) return true;
    }
    if (!head || mass_noun(head) || stands_for_determiner(words)) return true;
    ct_parse_error(p, CT_ERR_DETERMINER, head->span,
                   "which one? “a”, “target”, “this” or the like is missing");
    return false;
}
