/* What a sentence has to have beside being grammatical: each verb the objects and places it needs and only
 * things it can act on (grammar/verbs.def), each noun phrase a noun and words in their order. This is what
 * makes a dropped or a wrong word an error. Runs over the finished tree of a paragraph. */
#include "compiler/build_in.h"

#include <string.h>

struct ctx {
    struct ct_parser *p;
    const ct_node *head; /* the noun phrase that a relative clause or a participle is about */
    bool instruction; /* inside what is carried out, not an event, a condition or a relative clause */
};

static bool walk(struct ctx *c, const ct_node *node);
static const ct_node *head_of(const ct_node *words);
static bool nominal(const ct_node *head);

static bool fail(struct ctx *c, enum ct_code code, struct ct_span span, const char *message)
{
    ct_parse_error(c->p, code, span, "%s", message);
    return false;
}

/* ---- words of a noun phrase -------------------------------------------------------------------------- */

/* Nouns that can stand before another noun: "permanent card", "combat damage", "mana ability". */
static bool modifier_noun(const ct_node *word, const ct_node *next)
{
    if (word->flags & CT_F_NON) return true;
    switch (word->num) {
    case CT_N_PERMANENT:
        return ct_is(next, CT_NOUN) && (next->num == CT_N_CARD || next->num == CT_N_SPELL || next->num == CT_N_TOKEN);
    case CT_N_COMBAT:
    case CT_N_COIN:
    case CT_N_LOYALTY:
    case CT_N_MANA:
    case CT_N_COMMANDER:
    case CT_N_SPELL:
    case CT_N_ADVENTURE:
        return true;
    case CT_N_TOKEN:
    case CT_N_LEVEL:
    case CT_N_COLOR:
    case CT_N_CARD:
        return next->kind != CT_NOUN || next->num == CT_N_TYPE || next->num == CT_N_NAME || next->num == CT_N_COUNTER ||
               next->num == CT_N_WORD || next->num == CT_N_COPY;
    default:
        return false;
    }
}

static bool spell_type(const ct_node *word)
{
    return ct_is(word, CT_TYPE) && !(word->flags & CT_F_NON) && (word->num == CT_WTYPE_INSTANT || word->num == CT_WTYPE_SORCERY);
}

static bool word_before(struct ctx *c, const ct_node *word, const ct_node *next)
{
    if (ct_is(next, CT_OR) || ct_is(next, CT_AND) || ct_is(next, CT_AND_OR)) next = next->kid[0];
    if (ct_is(next, CT_GROUP)) next = next->kid[0];
    if (word->kind == CT_OR || word->kind == CT_AND || word->kind == CT_AND_OR || word->kind == CT_GROUP) {
        for (unsigned i = 0; i < word->nkids; i++) {
            const ct_node *last = word->kid[i];
            if (ct_is(last, CT_GROUP)) last = last->kid[last->nkids - 1];
            if (!word_before(c, last, next)) return false;
        }
        return true;
    }
    switch (word->kind) {
    case CT_NOUN:
        if (modifier_noun(word, next)) return true;
        return fail(c, CT_ERR_SYNTAX, next->span, "these nouns do not go together");
    case CT_COUNTER_KIND:
        if (ct_is(next, CT_NOUN) && next->num == CT_N_COUNTER) return true;
        return fail(c, CT_ERR_SYNTAX, word->span, "this is a kind of counter; “counter” is missing");
    case CT_TOKEN_NAME:
        if (next->kind == CT_SUBTYPE) return true;
        return fail(c, CT_ERR_SYNTAX, word->span, "a token is named before one of its subtypes");
    case CT_KEYWORD_NAME:
        if (ct_is(next, CT_NOUN)) return true;
        return fail(c, CT_ERR_SYNTAX, next->span, "a keyword does not stand before this");
    case CT_COLOR:
        if (next->kind == CT_COLOR) return fail(c, CT_ERR_SYNTAX, next->span, "“and” is missing between these colors");
        return true;
    case CT_PT:
        if (next->kind == CT_NOUN && word->flags & CT_F_DELTA && next->num != CT_N_COUNTER)
            return fail(c, CT_ERR_SYNTAX, next->span, "this is not what gets counted so");
        return true;
    case CT_TYPE:
        if (spell_type(word) && (ct_is(next, CT_TYPE) || ct_is(next, CT_SUBTYPE)) && !(next->flags & CT_F_NON))
            return fail(c, CT_ERR_SYNTAX, next->span, "nothing is both of these types");
        if (spell_type(next) && next->kind == CT_TYPE && !(word->flags & CT_F_NON) && word->num != CT_WTYPE_KINDRED)
            return fail(c, CT_ERR_SYNTAX, next->span, "nothing is both of these types");
        if (ct_is(next, CT_STATE) || ct_is(next, CT_COLOR) || ct_is(next, CT_SUPERTYPE) || ct_is(next, CT_PT))
            return fail(c, CT_ERR_SYNTAX, next->span, "this word stands before the type");
        if (ct_is(next, CT_NOUN) && !(next->flags & CT_F_NON)) {
            uint32_t classes = ct_noun_classes(next->num);
            bool fits = (classes & (CT_NC_OBJECT | CT_NC_ABILITY | CT_NC_STACK)) || next->num == CT_N_TYPE || next->num == CT_N_SUBTYPE || next->num == CT_N_COUNTER;
            if (!fits) return fail(c, CT_ERR_SYNTAX, next->span, "these nouns do not go together");
        }
        return true;
    case CT_SUBTYPE:
        if (ct_is(next, CT_STATE) || ct_is(next, CT_COLOR) || ct_is(next, CT_SUPERTYPE) || ct_is(next, CT_PT))
            return fail(c, CT_ERR_SYNTAX, next->span, "this word stands before the type");
        return true;
    default:
        return true;
    }
}

static bool check_words(struct ctx *c, const ct_node *words)
{
    if (!words || words->kind == CT_PT) return true;
    if (words->kind == CT_AND || words->kind == CT_OR || words->kind == CT_AND_OR) {
        unsigned nouns = 0;
        for (unsigned i = 0; i < words->nkids; i++)
            nouns += nominal(head_of(words->kid[i]));
        if (nouns && nouns != words->nkids && words->kid[0]->kind == CT_GROUP)
            return fail(c, CT_ERR_SYNTAX, words->span, "a noun and an adjective cannot be joined");
    }
    for (unsigned i = 0; i < words->nkids; i++) {
        if (words->kind == CT_GROUP && i + 1 < words->nkids && !word_before(c, words->kid[i], words->kid[i + 1]))
            return false;
        if (!check_words(c, words->kid[i])) return false;
    }
    return true;
}

static const ct_node *head_of(const ct_node *words)
{
    while (words && (words->kind == CT_GROUP || words->kind == CT_OR || words->kind == CT_AND || words->kind == CT_AND_OR))
        words = words->kid[words->nkids - 1];
    return words;
}

static bool nominal(const ct_node *head)
{
    if (!head) return false;
    if (head->flags & CT_F_NON) return false;
    return head->kind == CT_NOUN || head->kind == CT_TYPE || head->kind == CT_SUBTYPE;
}

/* ---- classes -------------------------------------------------------------------------------------------- */

/* What kinds of thing a noun phrase can be; ANY where that is open. */
static uint32_t classes_of(const ct_node *np)
{
    if (!np) return (uint32_t)CT_NC_ANY;
    switch (np->kind) {
    case CT_AND:
    case CT_OR:
    case CT_AND_OR: {
        uint32_t all = 0;
        for (unsigned i = 0; i < np->nkids; i++)
            all |= classes_of(np->kid[i]);
        return all;
    }
    case CT_MANA:
        return CT_NC_MANA | CT_NC_COST | CT_NC_SYMBOL;
    case CT_PRONOUN:
        return np->num == CT_PRONOUN_YOU    ? CT_NC_PLAYER
               : np->num == CT_PRONOUN_THIS ? CT_NC_PROCESS | CT_NC_TIME
                                            : (uint32_t)CT_NC_ANY;
    case CT_KEYWORD:
    case CT_QUOTED:
        return CT_NC_ABILITY;
    case CT_PT:
        return CT_NC_PT;
    case CT_NUMBER:
    case CT_VARIABLE:
    case CT_THAT_MANY:
    case CT_UP_TO:
    case CT_AT_LEAST:
    case CT_AT_MOST:
    case CT_ANY_NUMBER:
    case CT_NUMBER_OF:
        return CT_NC_AMOUNT;
    case CT_PLUS:
    case CT_MINUS:
        return classes_of(np->kid[0]) | classes_of(np->kid[1]);
    case CT_HALF:
        return classes_of(np->kid[CT_HALF_OF]);
    case CT_TIMES:
        return classes_of(np->kid[CT_TIMES_OF]) | CT_NC_AMOUNT;
    case CT_SELF_NAME:
        return CT_NC_OBJECT;
    case CT_NP:
        break;
    default:
        return (uint32_t)CT_NC_ANY;
    }
    const ct_node *words = np->kid[CT_NP_WORDS], *head = head_of(words);
    if (!head) return (uint32_t)CT_NC_ANY;
    if (head->kind == CT_TYPE || head->kind == CT_SUBTYPE) {
        /* "a card exiled with it" is a card; "creature" alone is one on the battlefield [CR 109.2]. */
        bool spell = head->kind == CT_TYPE && (head->num == CT_WTYPE_INSTANT || head->num == CT_WTYPE_SORCERY);
        return spell ? CT_NC_SPELL : CT_NC_PERMANENT;
    }
    if (head->kind == CT_NOUN) {
        uint32_t classes = ct_noun_classes(head->num);
        if (classes == CT_NC_TOKEN) classes |= CT_NC_PERMANENT;
        if (classes == CT_NC_EMBLEM) classes |= CT_NC_OBJECT;
        bool amount = head->num == CT_N_NUMBER || head->num == CT_N_AMOUNT;
        for (unsigned i = CT_NP_REST; amount && i < np->nkids; i++)
            if (ct_is(np->kid[i], CT_PP) && np->kid[i]->num == CT_PREP_OF) classes |= classes_of(np->kid[i]->kid[0]);
        return classes;
    }
    return (uint32_t)CT_NC_ANY;
}

/* ---- noun phrases ------------------------------------------------------------------------------------------- */

static bool has_tail(const ct_node *np, int kind, int num)
{
    for (unsigned i = CT_NP_REST; i < np->nkids; i++)
        if (np->kid[i]->kind == kind && (!num || np->kid[i]->num == num)) return true;
    return false;
}

/* "creature from your graveyard": a creature is on the battlefield; elsewhere it is a creature card
 * [CR 109.2]. */
static bool zone_fits(struct ctx *c, const ct_node *np)
{
    if (classes_of(np) != CT_NC_PERMANENT) return true;
    const ct_node *type = head_of(np->kid[CT_NP_WORDS]);
    if (ct_is(type, CT_TYPE) && type->num == CT_WTYPE_LAND) return true; /* lands are played from anywhere */
    for (unsigned i = CT_NP_REST; i < np->nkids; i++) {
        const ct_node *pp = np->kid[i];
        if (!ct_is(pp, CT_PP) || (pp->num != CT_PREP_FROM && pp->num != CT_PREP_IN)) continue;
        const ct_node *zone = ct_is(pp->kid[0], CT_NP) ? head_of(pp->kid[0]->kid[CT_NP_WORDS]) : NULL;
        if (ct_is(zone, CT_NOUN) && (zone->num == CT_N_GRAVEYARD || zone->num == CT_N_HAND || zone->num == CT_N_LIBRARY)) {
            const ct_node *head = head_of(np->kid[CT_NP_WORDS]);
            return fail(c, CT_ERR_WRONG_OBJECT, head->span, "off the battlefield this is a card: “card” is missing");
        }
    }
    return true;
}

static bool head_is(const ct_node *np, int noun)
{
    const ct_node *head = ct_is(np, CT_NP) ? head_of(np->kid[CT_NP_WORDS]) : NULL;
    return ct_is(head, CT_NOUN) && head->num == noun;
}

static const ct_node *of_tail(const ct_node *np)
{
    for (unsigned i = CT_NP_REST; i < np->nkids; i++)
        if (ct_is(np->kid[i], CT_PP) && np->kid[i]->num == CT_PREP_OF) return np->kid[i]->kid[0];
    return NULL;
}

/* A tail that only cards have: "in your graveyard", "from your hand". */
static bool off_battlefield(const ct_node *np)
{
    for (unsigned i = CT_NP_REST; i < np->nkids; i++)
        if (ct_is(np->kid[i], CT_PP) && (np->kid[i]->num == CT_PREP_IN || np->kid[i]->num == CT_PREP_FROM || np->kid[i]->num == CT_PREP_ON)) return true;
    return false;
}

/* What single nouns need around them. */
static bool check_noun(struct ctx *c, const ct_node *np, const ct_node *head)
{
    if (!ct_is(head, CT_NOUN)) return true;
    const ct_node *of = of_tail(np), *words = np->kid[CT_NP_WORDS];
    bool alone = words->kind == CT_GROUP && words->nkids == 1;
    bool that_mass = np->num == CT_DET_THAT && (head->num == CT_N_LIFE) && np->nkids == CT_NP_REST;
    if (np->num == CT_DET_THIS && ct_noun_classes(head->num) == CT_NC_STAT)
        return fail(c, CT_ERR_MISSING_PART, head->span, "whose?");
    if (that_mass) return fail(c, CT_ERR_SYNTAX, np->span, "“that much life”?");
    switch (head->num) {
    case CT_N_OWNER:
    case CT_N_CONTROLLER:
        if (np->kid[CT_NP_POSSESSOR] || of || np->num == CT_DET_THAT || words->nkids > 1) return true;
        return fail(c, CT_ERR_DETERMINER, head->span, "whose?");
    case CT_N_CARD:
        if (of && head_is(of, CT_N_LIBRARY) && !(np->flags & (CT_F_TOP | CT_F_BOTTOM)))
            return fail(c, CT_ERR_SYNTAX, head->span, "which cards of a library: the top ones?");
        return true;
    case CT_N_END:
    case CT_N_BEGINNING:
    case CT_N_TOP:
    case CT_N_BOTTOM:
        if (of || (head->num != CT_N_END && head->num != CT_N_BEGINNING)) return true;
        return fail(c, CT_ERR_MISSING_PART, head->span, "of what?");
    case CT_N_STEP:
    case CT_N_PHASE:
        if (!alone || np->num == CT_DET_THIS || np->num == CT_DET_THAT || np->flags & CT_F_PLURAL) return true;
        return fail(c, CT_ERR_MISSING_PART, head->span, "which step or phase?");
    case CT_N_TYPE:
        if (!alone || !ct_is(np->kid[CT_NP_QUANTITY], CT_AT_LEAST)) return true;
        return fail(c, CT_ERR_MISSING_PART, head->span, "types of what: card types, creature types?");
    case CT_N_CONTROL:
    case CT_N_HAND:
    case CT_N_LIBRARY:
    case CT_N_GRAVEYARD: {
        const ct_node *whose = np->kid[CT_NP_POSSESSOR];
        bool thing = ct_is(whose, CT_PRONOUN) && (whose->num == CT_PRONOUN_IT);
        if (whose && (thing || !(classes_of(whose) & CT_NC_PLAYER)))
            return fail(c, CT_ERR_WRONG_OBJECT, np->span, "only a player has one: its owner's?");
        return true;
    }
    default:
        return true;
    }
}

/* "one of them": what follows "of" is known and more than one. */
static bool check_partitive(struct ctx *c, const ct_node *np)
{
    const ct_node *of = of_tail(np);
    if (!of || of->kind != CT_NP) return true;
    bool known = of->num == CT_DET_THE || of->num == CT_DET_THAT || of->num == CT_DET_THIS || of->num == CT_DET_POSS || of->kid[CT_NP_QUANTITY] ||
                 of->flags & CT_F_TARGET || of->num == CT_DET_EACH;
    return known || fail(c, CT_ERR_DETERMINER, of->span, "of which ones?");
}

static bool check_np(struct ctx *c, const ct_node *np, bool complement)
{
    const ct_node *words = np->kid[CT_NP_WORDS], *head = head_of(words);
    bool counted = np->kid[CT_NP_QUANTITY] != NULL;
    if (!words) {
        bool of = has_tail(np, CT_PP, CT_PREP_OF);
        bool alone = (counted && np->num != CT_DET_A && np->num != CT_DET_THE && np->num != CT_DET_THIS && !(np->flags & CT_F_TARGET)) ||
                     ((np->num == CT_DET_EACH || np->num == CT_DET_ALL || np->num == CT_DET_ANY || np->num == CT_DET_EITHER || np->num == CT_DET_BOTH) && of);
        bool both = (np->num == CT_DET_BOTH || np->num == CT_DET_EITHER) && !(np->flags & CT_F_TARGET);
        bool another = np->num == CT_DET_A && np->flags & CT_F_OTHER && !(np->flags & CT_F_TARGET);
        bool the_other = np->num == CT_DET_THE && np->flags & CT_F_OTHER && !(np->flags & CT_F_TARGET);
        bool all = np->num == CT_DET_ALL && !np->flags && np->nkids > CT_NP_REST;
        if (of && !np->num && !counted && !np->flags) return check_partitive(c, np); /* "for each of them" */
        if (counted && off_battlefield(np)) return fail(c, CT_ERR_MISSING_PART, np->span, "what is counted here: cards?");
        if (alone || both || another || the_other || all) return check_partitive(c, np);
        return fail(c, CT_ERR_SYNTAX, np->span, "a noun is missing here");
    }
    if (!check_words(c, words)) return false;
    if (np->flags & CT_F_TARGET && np->num && !(np->num == CT_DET_A && np->flags & CT_F_OTHER) && np->num != CT_DET_POSS)
        return fail(c, CT_ERR_SYNTAX, np->span, "“target” has no such word before it");
    uint32_t classes = classes_of(np);
    if (np->flags & CT_F_TARGET && !(classes & (CT_NC_OBJECT | CT_NC_STACK | CT_NC_PLAYER | CT_NC_DOOR)))
        return fail(c, CT_ERR_WRONG_OBJECT, head->span, "this is nothing that can be a target");
    if (!check_noun(c, np, head)) return false;
    if (words->kind == CT_PRONOUN || words->kind == CT_MANA || words->kind == CT_COMPARISON || words->kind == CT_SELF_NAME) return true;
    if (np->num == CT_DET_EACH && counted) return fail(c, CT_ERR_MISSING_PART, np->span, "“of” is missing after “each”");
    if (ct_is(head, CT_NOUN) && head->num == CT_N_TARGET && !np->num && !counted && np->flags & CT_F_PLURAL && of_tail(np))
        return fail(c, CT_ERR_DETERMINER, head->span, "“the” is missing");
    const ct_node *q = np->kid[CT_NP_QUANTITY];
    if (ct_is(q, CT_ANY_NUMBER) && q->form == CT_FORM_OTHER) return fail(c, CT_ERR_SYNTAX, words->span, "“any number” needs “of” before a noun");
    if (!nominal(head) && !complement && head->kind != CT_ORDINAL && !(head->kind == CT_STATE && head->num == CT_WSTATE_SAME))
        return fail(c, CT_ERR_NOUN_MISSING, words->span, "a noun is missing after this");
    if (ct_is(head, CT_NOUN) && head->num == CT_N_TARGET && np->num != CT_DET_ANY && np->num != CT_DET_THE && np->num != CT_DET_A &&
        !counted && np->num != CT_DET_POSS && np->num != CT_DET_EACH && np->num != CT_DET_THAT && !(np->flags & CT_F_PLURAL) && np->nkids == CT_NP_REST)
        return fail(c, CT_ERR_SYNTAX, head->span, "“target” stands before a noun, or as “any target”");
    return zone_fits(c, np);
}

/* ---- verbs ---------------------------------------------------------------------------------------------------- */

static bool has_pp(const ct_node *clause, int prep)
{
    for (unsigned i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_PP) && clause->kid[i]->num == prep) return true;
    return false;
}

static bool gap(const ct_node *node)
{
    return node && (node->kind == CT_GAP || node->kind == CT_SAME);
}

static bool has_adverb(const ct_node *clause, int adverb)
{
    for (unsigned i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_ADVERB) && (!adverb || clause->kid[i]->num == adverb)) return true;
    return false;
}

static bool elsewhere(const ct_node *clause)
{
    for (unsigned i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_PP) && ct_is(clause->kid[i]->kid[0], CT_PRONOUN) && clause->kid[i]->kid[0]->num == CT_PRONOUN_ANYWHERE_ELSE)
            return true;
    return false;
}

static bool has_place(const ct_node *clause)
{
    return has_pp(clause, CT_PREP_INTO) || has_pp(clause, CT_PREP_ONTO) || has_pp(clause, CT_PREP_ON) || has_pp(clause, CT_PREP_IN) ||
           has_pp(clause, CT_PREP_TO) || has_adverb(clause, CT_ADV_BACK) || has_adverb(clause, CT_ADV_THERE) || elsewhere(clause);
}

static const ct_node *acted_on(const ct_node *clause)
{
    bool passive = clause->flags & CT_F_PASSIVE;
    return passive ? clause->kid[CT_CLAUSE_SUBJECT] : clause->kid[CT_CLAUSE_OBJECT];
}

/* "creature attacked this turn": players and planeswalkers are attacked, creatures attack. */
static bool attacker(const struct ctx *c, const ct_node *clause)
{
    if (!ct_is(clause->kid[CT_CLAUSE_SUBJECT], CT_GAP) || !ct_is(c->head, CT_NP)) return false;
    const ct_node *head = head_of(c->head->kid[CT_NP_WORDS]);
    return ct_is(head, CT_TYPE) && head->num == CT_WTYPE_CREATURE;
}

static bool check_object(struct ctx *c, const ct_node *clause, const struct ct_verb_info *v)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    struct ct_span span = {clause->span.end > 0 ? clause->span.end - 1 : 0, clause->span.end};
    bool passive = clause->flags & CT_F_PASSIVE;
    if (passive) {
        if (v->frame == CT_FRAME_I || clause->num == CT_V_ENTER || (clause->num == CT_V_ATTACK && attacker(c, clause)))
            return fail(c, CT_ERR_MISSING_PART, clause->span, "“that” is missing before this verb");
        if (!object || gap(object) || clause->num == CT_V_DEAL || clause->num == CT_V_PUT || clause->num == CT_V_NAME || clause->num == CT_V_PAY || clause->num == CT_V_TURN) return true;
        return fail(c, CT_ERR_SYNTAX, object->span, "a preposition is missing before this");
    }
    switch (v->frame) {
    case CT_FRAME_I:
        if (object && !gap(object)) return fail(c, CT_ERR_WRONG_OBJECT, object->span, "this verb has no object");
        return true;
    case CT_FRAME_T:
        /* "cause this creature to tap" */
        if (clause->num == CT_V_TAP && clause->flags & CT_F_INFINITIVE) return true;
        for (unsigned i = CT_CLAUSE_REST; i < clause->nkids; i++)
            if (ct_is(clause->kid[i], CT_CLAUSE)) return true; /* "choose not to untap it" */
        /* fall through */
    case CT_FRAME_DEAL:
    case CT_FRAME_GAIN:
    case CT_FRAME_GET:
    case CT_FRAME_PUT:
        if (!object && !clause->kid[CT_CLAUSE_OBJECT2]) return fail(c, CT_ERR_MISSING_PART, clause->span.end ? span : clause->span, "this verb needs an object");
        return true;
    case CT_FRAME_BE:
    case CT_FRAME_BECOME:
    case CT_FRAME_HAVE:
        if (!object && clause->nkids == CT_CLAUSE_REST && !(clause->flags & CT_F_EXISTS))
            return fail(c, CT_ERR_MISSING_PART, clause->span, "something is missing after this verb");
        return true;
    default:
        return true;
    }
}

/* The verbs whose place or recipient can't be left out. */
static bool check_place(struct ctx *c, const ct_node *clause)
{
    bool passive = clause->flags & CT_F_PASSIVE, gerund = clause->flags & CT_F_GERUND;
    switch (clause->num) {
    case CT_V_PUT:
        if (has_place(clause) || (passive && has_adverb(clause, 0)) || (!c->instruction && has_adverb(clause, CT_ADV_THIS_WAY))) return true;
        break;
    case CT_V_RETURN:
        if (has_place(clause) || (passive && !c->instruction) || !clause->kid[CT_CLAUSE_OBJECT]) return true;
        break;
    case CT_V_ATTACH:
        if (has_pp(clause, CT_PREP_TO)) return true;
        break;
    case CT_V_REMOVE:
        if (has_pp(clause, CT_PREP_FROM) || passive || has_adverb(clause, CT_ADV_THIS_WAY) || !c->instruction) return true;
        break;
    case CT_V_DEAL:
        if (!c->instruction || passive || gerund || has_pp(clause, CT_PREP_TO)) return true;
        for (unsigned i = CT_NP_REST; ct_is(clause->kid[CT_CLAUSE_OBJECT], CT_NP) && i < clause->kid[CT_CLAUSE_OBJECT]->nkids; i++)
            if (ct_is(clause->kid[CT_CLAUSE_OBJECT]->kid[i], CT_PARTICIPLE)) return true;
        if (clause->flags & CT_F_BARE) return true;
        break;
    case CT_V_LOOK:
        if (has_pp(clause, CT_PREP_AT)) return true;
        break;
    case CT_V_SEARCH:
        if (!c->instruction || has_pp(clause, CT_PREP_FOR) || clause->flags & (CT_F_BARE | CT_F_INFINITIVE)) return true;
        break;
    default:
        return true;
    }
    return fail(c, CT_ERR_MISSING_PART, clause->span, "this verb needs to be told where or what to");
}

static bool check_classes(struct ctx *c, const ct_node *clause, const struct ct_verb_info *v)
{
    bool passive = clause->flags & CT_F_PASSIVE;
    const ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT], *object = acted_on(clause);
    if (passive && clause->num == CT_V_DEAL) {
        const ct_node *damage = clause->kid[CT_CLAUSE_OBJECT];
        const ct_node *dealt = subject;
        if (ct_is(dealt, CT_SAME)) dealt = dealt->bind;
        if (ct_is(dealt, CT_GAP)) dealt = c->head;
        if (!damage && dealt && !(classes_of(dealt) & CT_NC_DAMAGE))
            return fail(c, CT_ERR_MISSING_PART, clause->span, "dealt what? “damage” is missing");
        if (damage && !gap(damage) && !(classes_of(damage) & CT_NC_DAMAGE)) return fail(c, CT_ERR_WRONG_OBJECT, damage->span, "only damage is dealt");
        return true;
    }
    if (object && !passive && (head_is(object, CT_N_TOP) || head_is(object, CT_N_BOTTOM)))
        return fail(c, CT_ERR_WRONG_OBJECT, object->span, "a card is missing: the top card?");
    if (object && !gap(object) && v->object && !(classes_of(object) & v->object))
        return fail(c, CT_ERR_WRONG_OBJECT, object->span, "this verb does not act on that");
    if (subject && !passive && !gap(subject) && v->subject && !(classes_of(subject) & v->subject))
        return fail(c, CT_ERR_WRONG_OBJECT, subject->span, "this does not do what the verb says");
    return true;
}

/* "draw cards", "put +1/+1 counters on": how many is missing where something is to be done. */
static bool check_counted(struct ctx *c, const ct_node *clause)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    if (!c->instruction || clause->flags & (CT_F_PASSIVE | CT_F_GERUND | CT_F_PAST | CT_F_PERFECT) || !ct_is(object, CT_NP)) return true;
    switch (clause->num) {
    case CT_V_DRAW:
    case CT_V_PUT:
    case CT_V_DISCARD:
    case CT_V_MILL:
    case CT_V_CREATE:
    case CT_V_DESTROY:
    case CT_V_EXILE:
    case CT_V_SACRIFICE:
    case CT_V_TAP:
    case CT_V_UNTAP:
    case CT_V_RETURN:
    case CT_V_REMOVE:
    case CT_V_DISTRIBUTE:
        break;
    default:
        return true;
    }
    bool bare = !object->num && !object->kid[CT_NP_QUANTITY] && object->flags & CT_F_PLURAL && object->nkids == CT_NP_REST && !(object->flags & CT_F_TARGET);
    if (!bare || clause->flags & CT_F_BARE) return true;
    return fail(c, CT_ERR_WHICH_ONES, object->span, "how many?");
}

/* "you control Equipment": a word that is its own plural needs "an" or a number as an object. */
static bool check_article(struct ctx *c, const ct_node *clause)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    if (!ct_is(object, CT_NP) || object->num || object->kid[CT_NP_QUANTITY] || object->nkids > CT_NP_REST || object->flags & (CT_F_TARGET | CT_F_OTHER)) return true;
    if (clause->num == CT_V_BE || clause->num == CT_V_BECOME || clause->num == CT_V_CHOOSE) return true;
    const ct_node *head = head_of(object->kid[CT_NP_WORDS]);
    if (!ct_is(head, CT_SUBTYPE) || head->flags & CT_F_NON) return true;
    const char *one = ct_lexicon_subtype(c->p->lexicon, head->num, false), *several = ct_lexicon_subtype(c->p->lexicon, head->num, true);
    if (!one || !several || strcmp(one, several)) return true;
    return fail(c, CT_ERR_DETERMINER, head->span, "“a” or a number is missing");
}

/* "Draw two": a number is no card. */
static bool check_amount(struct ctx *c, const ct_node *clause, const struct ct_verb_info *v)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    if (clause->flags & CT_F_PASSIVE || (!object && v->frame != CT_FRAME_NUM)) return true;
    bool amount = classes_of(object) == CT_NC_AMOUNT;
    if (v->frame == CT_FRAME_NUM) {
        if (!object && !c->instruction) return true;
        if (!object) return fail(c, CT_ERR_MISSING_PART, clause->span, "a number is missing after this verb");
        if (amount || object->kind == CT_PARAMETER || object->kind == CT_NP) return true;
        return fail(c, CT_ERR_WRONG_OBJECT, object->span, "a number stands here");
    }
    return true;
}

static bool check_create(struct ctx *c, const ct_node *clause)
{
    if (clause->num != CT_V_CREATE || clause->flags & CT_F_PASSIVE) return true;
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    if (!object || gap(object)) return true;
    uint32_t classes = classes_of(object);
    bool all = (classes & CT_NC_TOKEN) != 0 && !(ct_is(object, CT_NP) && !object->kid[CT_NP_WORDS] && object->num != CT_DET_A && !of_tail(object));
    for (unsigned i = 0; ct_is(object, CT_AND) && i < object->nkids; i++)
        all = all && classes_of(object->kid[i]) & CT_NC_TOKEN;
    if (all) return true;
    return fail(c, CT_ERR_WRONG_OBJECT, object->span, "only tokens are created: “token” is missing");
}

static bool limited(const ct_node *clause)
{
    if (ct_is(clause->kid[CT_CLAUSE_OBJECT], CT_NP) && clause->kid[CT_CLAUSE_OBJECT]->flags & CT_F_ONLY) return true;
    for (unsigned i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_ONLY) || ct_is(clause->kid[i], CT_AND)) return true;
    return false;
}

/* "Activate only ...", "Spend this mana only ...", "Do this only ...": a limit, not an instruction. */
static bool check_limit(struct ctx *c, const ct_node *clause)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT], *subject = clause->kid[CT_CLAUSE_SUBJECT];
    bool plain = clause->flags & CT_F_IMPERATIVE;
    bool limit = (clause->num == CT_V_ACTIVATE && plain && !object) || (clause->num == CT_V_SPEND && plain) ||
                 (clause->num == CT_V_DO && plain && ct_is(object, CT_PRONOUN)) ||
                 (clause->num == CT_V_CAST && plain && ct_is(object, CT_NP) && object->num == CT_DET_THIS) ||
                 (clause->num == CT_V_TRIGGER && c->instruction && ct_is(subject, CT_NP) && subject->num == CT_DET_THIS);
    if (!limit || limited(clause)) return true;
    return fail(c, CT_ERR_MISSING_PART, clause->span, "“only” is missing");
}

/* "Gain 3 life": what happens to a player is said of the player. */
static bool check_of_player(struct ctx *c, const ct_node *clause)
{
    if (!(clause->flags & CT_F_IMPERATIVE)) return true;
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    bool control = object && head_is(object, CT_N_CONTROL);
    bool passive_kind = (clause->num == CT_V_GAIN && !control) || clause->num == CT_V_LOSE || clause->num == CT_V_WIN || clause->num == CT_V_GET;
    if (passive_kind && clause->kid[CT_CLAUSE_OBJECT]) return fail(c, CT_ERR_INCOMPLETE, clause->span, "“you” is missing before this verb");
    return true;
}

/* Whose hand something returns to. */
static bool check_returned(struct ctx *c, const ct_node *clause, const ct_node *pp)
{
    const ct_node *zone = pp->kid[0];
    bool moves = clause->num == CT_V_RETURN || clause->num == CT_V_PUT;
    if (head_is(zone, CT_N_TOP) || head_is(zone, CT_N_BOTTOM)) zone = of_tail(zone);
    bool owned = head_is(zone, CT_N_HAND) || head_is(zone, CT_N_LIBRARY);
    if (!moves || !(clause->flags & CT_F_IMPERATIVE) || !owned) return true;
    const ct_node *whose = zone->kid[CT_NP_POSSESSOR];
    if (!ct_is(whose, CT_PRONOUN) || whose->num != CT_PRONOUN_THEY) return true;
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    bool target = ct_is(object, CT_NP) ? (object->flags & CT_F_TARGET) != 0 : ct_is(object, CT_AND);
    if (ct_is(object, CT_NP) ? object->nkids > CT_NP_REST || !target : !target) return true; /* "target card from an opponent's graveyard" */
    return fail(c, CT_ERR_WRONG_OBJECT, zone->span, "whose? their owners'?");
}

/* Whom "to" can name. */
static bool check_recipient(struct ctx *c, const ct_node *clause)
{
    for (unsigned i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        const ct_node *pp = clause->kid[i];
        if (!ct_is(pp, CT_PP)) continue;
        bool into = pp->num == CT_PREP_INTO || pp->num == CT_PREP_ONTO;
        if (clause->num == CT_V_BE && !(clause->flags & CT_F_PASSIVE) && (into || pp->num == CT_PREP_TO))
            return fail(c, CT_ERR_SYNTAX, pp->span, "a verb is missing before this");
        if (pp->num == CT_PREP_AT && clause->num == CT_V_LOOK && (head_is(pp->kid[0], CT_N_TOP) || head_is(pp->kid[0], CT_N_BOTTOM)))
            return fail(c, CT_ERR_WRONG_OBJECT, pp->kid[0]->span, "a card is missing: the top card?");
        if (pp->num == CT_PREP_IN_ADDITION_TO && (head_is(pp->kid[0], CT_N_TYPE) || head_is(pp->kid[0], CT_N_COLOR)) && !(pp->kid[0]->flags & CT_F_OTHER))
            return fail(c, CT_ERR_MISSING_PART, pp->kid[0]->span, "“other” is missing");
        if (pp->num == CT_PREP_ON || pp->num == CT_PREP_INTO) {
            if (!check_returned(c, clause, pp)) return false;
        }
        if (pp->num == CT_PREP_FOR && clause->num == CT_V_SEARCH && !(classes_of(pp->kid[0]) & CT_NC_CARD))
            return fail(c, CT_ERR_WRONG_OBJECT, pp->kid[0]->span, "what is searched for is a card: “card” is missing");
        if (pp->num != CT_PREP_TO) continue;
        if (!check_returned(c, clause, pp)) return false;
        switch (clause->num) {
        case CT_V_LOSE:
        case CT_V_GAIN:
        case CT_V_DRAW:
        case CT_V_DISCARD:
        case CT_V_DESTROY:
        case CT_V_MILL:
        case CT_V_CREATE:
        case CT_V_SACRIFICE:
        case CT_V_EXILE:
            return fail(c, CT_ERR_SYNTAX, pp->span, "this does not go with the verb");
        case CT_V_DEAL:
            if (!(classes_of(pp->kid[0]) & (CT_NC_PERMANENT | CT_NC_PLAYER | CT_NC_TOKEN | CT_NC_OBJECT)))
                return fail(c, CT_ERR_WRONG_OBJECT, pp->kid[0]->span, "damage is not dealt to that");
            break;
        default:
            break;
        }
    }
    return true;
}

static bool check_adverbs(struct ctx *c, const ct_node *clause)
{
    for (unsigned i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        const ct_node *a = clause->kid[i];
        if (!ct_is(a, CT_ADVERB)) continue;
        bool amount = a->num == CT_ADV_LESS || a->num == CT_ADV_MORE;
        if (amount && clause->num != CT_V_COST && clause->num != CT_V_PAY && clause->num != CT_V_BE)
            return fail(c, CT_ERR_SYNTAX, a->span, "this word does not go with the verb");
    }
    return true;
}

static bool check_clause(struct ctx *c, const ct_node *clause)
{
    const struct ct_verb_info *v = ct_lexicon_verb(c->p->lexicon, clause->num);
    if (!v) return true;
    return check_object(c, clause, v) && check_place(c, clause) && check_classes(c, clause, v) && check_amount(c, clause, v) &&
           check_counted(c, clause) && check_article(c, clause) && check_create(c, clause) && check_adverbs(c, clause) && check_limit(c, clause) && check_recipient(c, clause) && check_of_player(c, clause);
}

/* ---- the walk ------------------------------------------------------------------------------------------------------- */

static bool walk_kids(struct ctx *c, const ct_node *node)
{
    for (unsigned i = 0; i < node->nkids; i++)
        if (node->kid[i] && !walk(c, node->kid[i])) return false;
    return true;
}

static bool walk_mode(struct ctx *c, const ct_node *node, bool instruction)
{
    bool before = c->instruction;
    c->instruction = instruction;
    bool ok = !node || walk(c, node);
    c->instruction = before;
    return ok;
}

/* "this", "that", "those" alone stand for something only where Magic lets them: "Do this only once each turn", "this
 * is the first time", "those that attacked". */
static bool check_pronoun(struct ctx *c, const ct_node *pronoun, const ct_node *clause)
{
    if (pronoun->num != CT_PRONOUN_THIS && pronoun->num != CT_PRONOUN_THAT && pronoun->num != CT_PRONOUN_THOSE) return true;
    bool does = clause && (clause->num == CT_V_DO || clause->num == CT_V_HAPPEN);
    const ct_node *what = clause ? clause->kid[CT_CLAUSE_OBJECT] : NULL;
    bool is = clause && clause->num == CT_V_BE && pronoun->num == CT_PRONOUN_THIS && ct_is(what, CT_NP) && classes_of(what) == CT_NC_TIME;
    if (does || is) return true;
    return fail(c, CT_ERR_MISSING_PART, pronoun->span, "a noun is missing after this");
}

static bool walk_np(struct ctx *c, const ct_node *np)
{
    const ct_node *before = c->head;
    bool ok = true;
    c->head = np;
    for (unsigned i = 0; ok && i < np->nkids; i++) {
        const ct_node *kid = np->kid[i];
        if (!kid) continue;
        bool those = i == CT_NP_WORDS && ct_is(kid, CT_PRONOUN) && np->nkids > CT_NP_REST;
        ok = those || walk(c, kid);
    }
    c->head = before;
    return ok;
}

static bool complement_of(const ct_node *clause)
{
    return clause->num == CT_V_BE || clause->num == CT_V_BECOME || clause->num == CT_V_REMAIN;
}

/* "7 or life": a number is joined to numbers only. */
static bool check_list(struct ctx *c, const ct_node *list)
{
    unsigned numbers = 0;
    for (unsigned i = 0; i < list->nkids; i++)
        numbers += !list->kid[i] || (ct_is(list->kid[i], CT_NP) && list->kid[i]->num == CT_DET_BOTH && !list->kid[i]->kid[CT_NP_WORDS]) || list->kid[i]->kind == CT_NUMBER || list->kid[i]->kind == CT_VARIABLE;
    if (!numbers || numbers == list->nkids) return true;
    return fail(c, CT_ERR_SYNTAX, list->span, "a number is joined to something that is none");
}

static bool walk_clause(struct ctx *c, const ct_node *node)
{
    if (!check_clause(c, node)) return false;
    for (unsigned i = 0; i < node->nkids; i++) {
        const ct_node *kid = node->kid[i];
        if (!kid) continue;
        if (i == CT_CLAUSE_OBJECT && complement_of(node) && ct_is(kid, CT_NP)) {
            if (!check_np(c, kid, true) || !walk_np(c, kid)) return false;
            continue;
        }
        if (ct_is(kid, CT_PRONOUN) ? !check_pronoun(c, kid, node) : !walk(c, kid)) return false;
    }
    return true;
}

static bool walk(struct ctx *c, const ct_node *node)
{
    switch (node->kind) {
    case CT_CLAUSE:
        return walk_clause(c, node);
    case CT_NP:
        return check_np(c, node, false) && walk_np(c, node);
    case CT_PRONOUN:
        return check_pronoun(c, node, NULL);
    case CT_RELATIVE:
    case CT_PARTICIPLE:
        return walk_mode(c, node->kid[0], false);
    case CT_IF:
        return walk_mode(c, node->kid[CT_IF_CONDITION], false) && walk_mode(c, node->kid[CT_IF_BODY], c->instruction) &&
               walk_mode(c, node->kid[CT_IF_ELSE], c->instruction);
    case CT_UNLESS:
    case CT_AS_LONG_AS:
    case CT_DELAYED:
    case CT_REPLACE:
    case CT_AS_EVENT:
    case CT_TRIGGERED: {
        unsigned last = ct_slot_count(node->kind) - 1;
        for (unsigned i = 0; i < last; i++)
            if (!walk_mode(c, node->kid[i], false)) return false;
        return walk_mode(c, node->kid[last], c->instruction);
    }
    case CT_WHILE:
    case CT_AS_THOUGH:
    case CT_DURATION:
        return walk_mode(c, node->kid[0], false);
    case CT_STATIC:
        return walk_mode(c, node->kid[CT_STATIC_BODY], c->p->of != CT_TEXT_PERMANENT);
    case CT_PP:
        if (ct_is(node->kid[0], CT_NP) && ct_is(head_of(node->kid[0]->kid[CT_NP_WORDS]), CT_COLOR))
            return check_np(c, node->kid[0], true) && walk_np(c, node->kid[0]);
        if (node->num == CT_PREP_OF && ct_is(node->kid[0], CT_PRONOUN) && node->kid[0]->num == CT_PRONOUN_THOSE) return true; /* "of those" */
        return walk_kids(c, node);
    case CT_GROUP:
        return true;
    case CT_KEYWORD:
        return true;
    case CT_PLUS:
    case CT_MINUS:
        if (ct_is(node->kid[0], CT_NP) && node->kid[0]->num == CT_DET_THAT && head_is(node->kid[0], CT_N_DAMAGE))
            return fail(c, CT_ERR_MISSING_PART, node->kid[0]->span, "“much” is missing: that much damage");
        return walk_kids(c, node);
    case CT_OR:
    case CT_AND:
        return check_list(c, node) && walk_kids(c, node);
    default:
        return walk_kids(c, node);
    }
}

bool ct_check_frames(struct ct_parser *p, const ct_node *ability)
{
    struct ctx c = {.p = p, .instruction = true};
    return walk(&c, ability);
}
