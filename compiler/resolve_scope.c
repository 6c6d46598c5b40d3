/* Mentions: what a text has spoken of, and which of it a use can mean. */
#include "compiler/resolve_scope.h"

#include "compiler/lexicon.h"

#include <string.h>

/* ---- the words of a noun phrase ----------------------------------------------------------------------------- */

/* A state that only creatures are in (attacking, blocking) says what it is, too. */
static bool is_word(const ct_node *node)
{
    if (node->kind == CT_STATE)
        return node->num == CT_WSTATE_ATTACKING || node->num == CT_WSTATE_BLOCKING ||
               node->num == CT_WSTATE_BLOCKED || node->num == CT_WSTATE_UNBLOCKED;
    return node->kind == CT_TYPE || node->kind == CT_SUBTYPE || node->kind == CT_NOUN ||
           node->kind == CT_TOKEN_NAME;
}

static void gather(const ct_node *node, struct ct_mention *into)
{
    if (!node)
        return;
    if (is_word(node)) {
        if (!(node->flags & CT_F_NON) && into->nwords < CT_MAX_WORDS)
            into->words[into->nwords++] =
                (struct ct_word_of){(uint16_t)node->kind, node->num};
        return;
    }
    if (node->kind == CT_GROUP || node->kind == CT_AND || node->kind == CT_OR ||
        node->kind == CT_AND_OR)
        for (uint32_t i = 0; i < node->nkids; i++)
            gather(node->kid[i], into);
}

/* The head of a group is its last word; of "A or B" each last word counts. */
static uint32_t head_classes(const ct_node *words)
{
    if (!words)
        return 0;
    switch (words->kind) {
    case CT_GROUP: return words->nkids ? head_classes(words->kid[words->nkids - 1]) : 0;
    case CT_AND:
    case CT_OR:
    case CT_AND_OR: {
        uint32_t classes = 0;
        for (uint32_t i = 0; i < words->nkids; i++)
            classes |= head_classes(words->kid[i]);
        return classes;
    }
    case CT_TYPE: return CT_NC_PERMANENT | CT_NC_TOKEN;
    case CT_SUBTYPE: return CT_NC_PERMANENT | CT_NC_TOKEN;
    case CT_NOUN:
        return ct_noun_classes(words->num);
    case CT_STATE:
    case CT_SUPERTYPE:
    case CT_COLOR: return 0;
    default: return (uint32_t)CT_NC_ANY;
    }
}

uint32_t ct_words_classes(const ct_node *np)
{
    uint32_t classes = head_classes(np->kid[CT_NP_WORDS]);
    return classes ? classes : (uint32_t)CT_NC_ANY;
}

static bool has_word(const struct ct_mention *m, int kind, int32_t num)
{
    for (unsigned i = 0; i < m->nwords; i++)
        if (m->words[i].kind == kind && m->words[i].num == num)
            return true;
    return false;
}

/* ---- mentions ------------------------------------------------------------------------------------------------ */

static struct ct_mention *push(struct ct_scope *scope)
{
    if (scope->nmentions == CT_MAX_MENTIONS) { /* the oldest is the furthest away */
        memmove(scope->mention, scope->mention + 1,
                sizeof *scope->mention * (CT_MAX_MENTIONS - 1));
        scope->nmentions--;
    }
    struct ct_mention *m = &scope->mention[scope->nmentions++];
    memset(m, 0, sizeof *m);
    m->clause = scope->clause;
    m->event = scope->in_event;
    m->weak = scope->in_relative;
    m->nested = scope->np != NULL;
    return m;
}

static bool means_several(const ct_node *np)
{
    if (np->num == CT_DET_EACH || np->num == CT_DET_EVERY)
        return false;
    return np->flags & CT_F_PLURAL;
}

void ct_scope_define(struct ct_scope *scope, ct_node *np)
{
    struct ct_mention *m = push(scope);
    m->def = m->at = np;
    m->plural = means_several(np);
    m->each = np->num == CT_DET_EACH || np->num == CT_DET_EVERY;
    m->classes = ct_words_classes(np);
    if (m->classes == (uint32_t)CT_NC_ANY) /* a choice, an order: no thing */
        m->classes = 0;
    gather(np->kid[CT_NP_WORDS], m);
    if (has_word(m, CT_NOUN, CT_N_EFFECT))
        m->classes = CT_NC_ABILITY;
    if (!np->kid[CT_NP_WORDS]) /* "any target", "two", "up to one" */
        m->classes = CT_NC_OBJECT | CT_NC_PLAYER;
    if (np->num == CT_DET_ANY && has_word(m, CT_NOUN, CT_N_TARGET)) {
        m->classes = CT_NC_OBJECT | CT_NC_PLAYER;
        m->weak = true; /* it need not be an object, nor a player */
    }
}

void ct_scope_group(struct ct_scope *scope, ct_node *list, uint32_t from)
{
    if (from >= scope->nmentions)
        return;
    bool together = list->kind == CT_AND;
    struct ct_mention *m = push(scope);
    uint32_t last = scope->nmentions - 1;
    if (from > 0 && from == last)
        from--; /* the oldest mention fell out */
    m->def = m->at = list;
    m->plural = together;
    for (uint32_t i = from; i < last; i++) {
        struct ct_mention *one = &scope->mention[i];
        bool member = false;
        for (uint32_t k = 0; k < list->nkids; k++)
            member |= one->at == list->kid[k];
        if (!member)
            continue;
        m->classes |= one->classes;
        m->plural |= one->plural;
        for (unsigned w = 0; w < one->nwords && m->nwords < CT_MAX_WORDS; w++)
            m->words[m->nwords++] = one->words[w];
        if (!together)
            one->weak = true;
    }
}

struct ct_mention *ct_scope_mention(struct ct_scope *scope, const ct_node *def)
{
    for (uint32_t i = scope->nmentions; i-- > 0;)
        if (scope->mention[i].def == def)
            return &scope->mention[i];
    return NULL;
}

void ct_scope_self(struct ct_scope *scope, ct_node *node)
{
    struct ct_mention *m = push(scope);
    m->def = m->at = node;
    m->self = true;
    m->classes = CT_NC_OBJECT;
    if (node->kind == CT_NP)
        gather(node->kid[CT_NP_WORDS], m);
}

void ct_scope_again(struct ct_scope *scope, const struct ct_mention *mention, ct_node *at)
{
    struct ct_mention copy = *mention;
    struct ct_mention *m = push(scope);
    bool weak = m->weak, event = m->event;
    ct_node *clause = m->clause;
    *m = copy;
    m->at = at;
    m->clause = clause;
    m->weak = weak && copy.weak;
    m->event = event;
    m->subject = false;
    m->nested = scope->np != NULL;
    if (at->kind == CT_NP) /* "that creature": from here on it is known to be one */
        gather(at->kid[CT_NP_WORDS], m);
}

/* ---- what fits -------------------------------------------------------------------------------------------------- */

static bool permanent_type(int32_t word)
{
    return word != CT_WTYPE_INSTANT && word != CT_WTYPE_SORCERY && word != CT_WTYPE_KINDRED;
}

/* The card type that a subtype belongs to [CR 205.3]; CT_WTYPE_NONE for one that a card brought along. */
static int32_t type_of_subtype(int32_t subtype)
{
    static const uint8_t types[] = {
        CT_WTYPE_NONE,
#define CT_SUBTYPE(ID, WORD, PLURAL, OF) CT_WTYPE_##OF,
#include "grammar/subtypes.def"
#undef CT_SUBTYPE
    };
    return subtype > 0 && subtype < CT_WSUB_HOW_MANY ? types[subtype] : CT_WTYPE_NONE;
}

/* It was called by the type, or by a word that only things of that type are called by. */
static bool type_fits(const struct ct_mention *m, int32_t type)
{
    if (has_word(m, CT_TYPE, type) || (m->self && !m->nwords) /* the source by its name */)
        return true;
    for (unsigned i = 0; i < m->nwords; i++) {
        int32_t num = m->words[i].num;
        if (m->words[i].kind == CT_SUBTYPE &&
            (num >= CT_USER || type_of_subtype(num) == type))
            return true;
        if (m->words[i].kind == CT_STATE && type == CT_WTYPE_CREATURE)
            return true;
        if (m->words[i].kind == CT_NOUN && type == CT_WTYPE_CREATURE &&
            (num == CT_N_ATTACKER || num == CT_N_BLOCKER))
            return true;
    }
    return false;
}

/* "that card" is said of anything that is, or went where it is, a card; "that permanent" of anything on the
 * battlefield. A type or subtype must have been said before: "that creature" is not said of a target
 * permanent. */
static bool noun_fits(const struct ct_mention *m, int32_t noun)
{
    if (has_word(m, CT_NOUN, noun))
        return true;
    switch (noun) {
    case CT_N_CARD:
        return (m->classes & (CT_NC_CARD | CT_NC_PERMANENT | CT_NC_SPELL)) &&
               !(m->classes & CT_NC_PLAYER) && (m->moved || (m->classes & CT_NC_CARD));
    case CT_N_PERMANENT:
        if (m->classes & CT_NC_PERMANENT)
            return true;
        if ((m->classes & CT_NC_CARD) && !m->moved)
            return false; /* "a land card" is none */
        for (unsigned i = 0; i < m->nwords; i++)
            if (m->words[i].kind == CT_SUBTYPE ||
                (m->words[i].kind == CT_TYPE && permanent_type(m->words[i].num)))
                return true;
        return false;
    case CT_N_PLAYER: return m->classes & (CT_NC_PLAYER | CT_NC_DESIGNATION);
    case CT_N_SPELL: return m->cast;
    case CT_N_SOURCE:
    case CT_N_OBJECT: return m->classes & (CT_NC_OBJECT | CT_NC_STACK);
    case CT_N_TOKEN: return m->classes == CT_NC_TOKEN || has_word(m, CT_NOUN, CT_N_TOKEN);
    default: return false;
    }
}

static bool words_fit(const struct ct_mention *m, const ct_node *words)
{
    if (!words)
        return true;
    switch (words->kind) {
    case CT_GROUP:
        for (uint32_t i = 0; i < words->nkids; i++)
            if (!words_fit(m, words->kid[i]))
                return false;
        return true;
    case CT_OR:
    case CT_AND:
    case CT_AND_OR:
        for (uint32_t i = 0; i < words->nkids; i++)
            if (words_fit(m, words->kid[i]))
                return true;
        return false;
    case CT_TYPE: return type_fits(m, words->num);
    case CT_SUBTYPE: return has_word(m, CT_SUBTYPE, words->num) || (m->self && !m->nwords);
    case CT_NOUN: return noun_fits(m, words->num);
    default: return true; /* states and colors do not tell candidates apart */
    }
}

static bool fits(const struct ct_mention *m, const struct ct_want *want)
{
    /* a card that was moved may be a permanent now, and the other way round */
    uint32_t classes = m->classes;
    if (m->moved && (classes & (CT_NC_OBJECT | CT_NC_STACK)))
        classes |= CT_NC_PERMANENT | CT_NC_CARD;
    if (!(classes & want->classes))
        return false;
    if (m->self && want->never_self)
        return false;
    if (want->words)
        return (want->any_number || m->plural == want->plural) &&
               words_fit(m, want->words->kid[CT_NP_WORDS]);
    if (want->any_number)
        return true;
    if (want->singular_player)
        return m->plural || m->each || (m->classes & CT_NC_PLAYER);
    return m->plural == want->plural;
}

/* Two mentions of an earlier clause that are on the same footing: nothing but their order tells them
 * apart, and order is no rule of templating. */
static bool rivals(const struct ct_scope *scope, const struct ct_mention *best,
                   const struct ct_mention *other, const struct ct_want *want)
{
    if (other->def == best->def || other->self || best->self || other->weak != best->weak)
        return false;
    if (other->clause != best->clause || best->clause == scope->clause || other->nested != best->nested)
        return false;
    /* "they" of an object and a player: the verb or the noun it goes with decides */
    if (!want->words && (other->classes & CT_NC_PLAYER) != (best->classes & CT_NC_PLAYER))
        return false;
    return other->classes & best->classes & (CT_NC_OBJECT | CT_NC_PLAYER | CT_NC_STACK);
}

static bool same_words(const ct_node *a, const ct_node *b)
{
    if (!a || !b || a->kind != b->kind || a->num != b->num || a->nkids != b->nkids)
        return false;
    for (uint32_t i = 0; i < a->nkids; i++)
        if (!same_words(a->kid[i], b->kid[i]))
            return false;
    return true;
}

/* "a permanent or player ... that permanent or player": of an alternative, the one in the same words. */
static struct ct_mention *same_alternative(struct ct_scope *scope, const struct ct_want *want)
{
    const ct_node *words = want->words && want->words->kind == CT_NP ? want->words->kid[CT_NP_WORDS] : NULL;
    for (uint32_t i = scope->nmentions; ct_is(words, CT_OR) && i-- > 0;) {
        struct ct_mention *m = &scope->mention[i];
        if (m->def->kind == CT_NP && same_words(m->def->kid[CT_NP_WORDS], words) && fits(m, want))
            return m;
    }
    return NULL;
}

struct ct_mention *ct_scope_find(struct ct_scope *scope, const struct ct_want *want,
                                 struct ct_mention **rival)
{
    struct ct_mention *best = same_alternative(scope, want);
    *rival = NULL;
    if (best)
        return best;
    for (int weak = 0; weak < 2 && !best; weak++)
        for (uint32_t i = scope->nmentions; i-- > 0 && !best;)
            if (scope->mention[i].weak == (weak != 0) && fits(&scope->mention[i], want))
                best = &scope->mention[i];
    if (!best)
        return NULL;
    /* Of one event, "it" is what the event is about before what it happens to. */
    if (best->event && !best->subject && !want->words)
        for (uint32_t i = 0; i < scope->nmentions; i++) {
            struct ct_mention *m = &scope->mention[i];
            if (m->clause == best->clause && m->subject && !m->weak && fits(m, want) &&
                (m->self || want->subject))
                return m;
        }
    for (uint32_t i = 0; i < scope->nmentions; i++)
        if (fits(&scope->mention[i], want) && rivals(scope, best, &scope->mention[i], want))
            *rival = &scope->mention[i];
    return best;
}
