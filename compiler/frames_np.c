/* What a noun phrase has to have: a noun, words that go together and in their order, and around
 * certain nouns what they cannot be without. */
#include "compiler/frames_in.h"

static bool nominal(const ct_node *head);

/* ---- words of a noun phrase ----------------------------------------------------------------- */

/* Nouns that can stand before another noun: "permanent card", "combat damage", "mana ability". */
static bool modifier_noun(const ct_node *word, const ct_node *next)
{
    if (word->flags & CT_F_NON) return true;
    switch (word->num) {
    case CT_N_PERMANENT:
        return ct_is(next, CT_NOUN) &&
               (next->num == CT_N_CARD || next->num == CT_N_SPELL || next->num == CT_N_TOKEN);
    case CT_N_COMBAT:
    case CT_N_COIN:
    case CT_N_LOYALTY:
    case CT_N_MANA:
    case CT_N_COMMANDER:
    case CT_N_ADVENTURE:
        return true;
    case CT_N_TOKEN:
    case CT_N_LEVEL:
    case CT_N_COLOR:
    case CT_N_CARD:
        return next->kind != CT_NOUN || next->num == CT_N_TYPE || next->num == CT_N_NAME ||
               next->num == CT_N_COUNTER || next->num == CT_N_WORD || next->num == CT_N_COPY;
    default:
        return false;
    }
}

static bool spell_type(const ct_node *word)
{
    return ct_is(word, CT_TYPE) && !(word->flags & CT_F_NON) &&
           (word->num == CT_WTYPE_INSTANT || word->num == CT_WTYPE_SORCERY);
}

static bool never_both(const ct_node *word, const ct_node *next)
{
    if (!ct_is(next, CT_TYPE) || (word->flags | next->flags) & CT_F_NON) return false;
    return word->num == CT_WTYPE_PLANESWALKER || next->num == CT_WTYPE_PLANESWALKER ||
           word->num == CT_WTYPE_BATTLE || next->num == CT_WTYPE_BATTLE;
}

static bool word_before(struct ct_frame_ctx *c, const ct_node *word, const ct_node *next)
{
    if (ct_is(next, CT_OR) || ct_is(next, CT_AND) || ct_is(next, CT_AND_OR)) next = next->kid[0];
    if (ct_is(next, CT_GROUP)) next = next->kid[0];
    if (word->kind == CT_OR || word->kind == CT_AND || word->kind == CT_AND_OR ||
        word->kind == CT_GROUP) {
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
        return ct_frame_fail(c, CT_ERR_SYNTAX, next->span, "these nouns do not go together");
    case CT_COUNTER_KIND:
        if (ct_is(next, CT_NOUN) && next->num == CT_N_COUNTER) return true;
        return ct_frame_fail(c, CT_ERR_SYNTAX, word->span,
                             "this is a kind of counter; “counter” is missing");
    case CT_TOKEN_NAME:
        if (next->kind == CT_SUBTYPE) return true;
        return ct_frame_fail(c, CT_ERR_SYNTAX, word->span,
                             "a token is named before one of its subtypes");
    case CT_KEYWORD_NAME:
        if (ct_is(next, CT_NOUN)) return true;
        return ct_frame_fail(c, CT_ERR_SYNTAX, next->span, "a keyword does not stand before this");
    case CT_STATE:
        if (word->num == CT_WSTATE_DEFENDING && !(ct_is(next, CT_NOUN) && next->num == CT_N_PLAYER))
            return ct_frame_fail(c, CT_ERR_MISSING_PART, next->span,
                                 "“defending” is said of a player");
        return true;
    case CT_COLOR:
        if (next->kind == CT_COLOR)
            return ct_frame_fail(c, CT_ERR_SYNTAX, next->span,
                                 "“and” is missing between these colors");
        return true;
    case CT_PT:
        if (next->kind == CT_NOUN && word->flags & CT_F_DELTA && next->num != CT_N_COUNTER)
            return ct_frame_fail(c, CT_ERR_SYNTAX, next->span, "this is not what gets counted so");
        return true;
    case CT_TYPE:
        if (never_both(word, next))
            return ct_frame_fail(c, CT_ERR_SYNTAX, next->span, "nothing is both of these types");
        if (spell_type(word) && (ct_is(next, CT_TYPE) || ct_is(next, CT_SUBTYPE)) &&
            !(next->flags & CT_F_NON))
            return ct_frame_fail(c, CT_ERR_SYNTAX, next->span, "nothing is both of these types");
        if (spell_type(next) && next->kind == CT_TYPE && !(word->flags & CT_F_NON) &&
            word->num != CT_WTYPE_KINDRED)
            return ct_frame_fail(c, CT_ERR_SYNTAX, next->span, "nothing is both of these types");
        if (ct_is(next, CT_STATE) || ct_is(next, CT_COLOR) || ct_is(next, CT_SUPERTYPE) ||
            ct_is(next, CT_PT))
            return ct_frame_fail(c, CT_ERR_SYNTAX, next->span, "this word stands before the type");
        if (ct_is(next, CT_NOUN) && !(next->flags & CT_F_NON)) {
            uint32_t classes = ct_noun_classes(next->num);
            bool fits = (classes & (CT_NC_OBJECT | CT_NC_ABILITY | CT_NC_STACK)) ||
                        next->num == CT_N_TYPE || next->num == CT_N_SUBTYPE ||
                        next->num == CT_N_COUNTER;
            if (!fits)
                return ct_frame_fail(c, CT_ERR_SYNTAX, next->span,
                                     "these nouns do not go together");
        }
        return true;
    case CT_SUBTYPE:
        if (ct_is(next, CT_STATE) || ct_is(next, CT_COLOR) || ct_is(next, CT_SUPERTYPE) ||
            ct_is(next, CT_PT))
            return ct_frame_fail(c, CT_ERR_SYNTAX, next->span, "this word stands before the type");
        return true;
    default:
        return true;
    }
}

static bool check_words(struct ct_frame_ctx *c, const ct_node *words)
{
    if (!words || words->kind == CT_PT) return true;
    if (words->kind == CT_AND || words->kind == CT_OR || words->kind == CT_AND_OR) {
        unsigned nouns = 0;
        for (unsigned i = 0; i < words->nkids; i++)
            nouns += nominal(ct_frame_head(words->kid[i]));
        if (nouns && nouns != words->nkids && words->kid[0]->kind == CT_GROUP)
            return ct_frame_fail(c, CT_ERR_SYNTAX, words->span,
                                 "a noun and an adjective cannot be joined");
    }
    for (unsigned i = 0; i < words->nkids; i++) {
        if (words->kind == CT_GROUP && i + 1 < words->nkids &&
            !word_before(c, words->kid[i], words->kid[i + 1]))
            return false;
        if (!check_words(c, words->kid[i])) return false;
    }
    return true;
}

const ct_node *ct_frame_head(const ct_node *words)
{
    while (words && (words->kind == CT_GROUP || words->kind == CT_OR || words->kind == CT_AND ||
                     words->kind == CT_AND_OR))
        words = words->kid[words->nkids - 1];
    return words;
}

static bool nominal(const ct_node *head)
{
    if (!head) return false;
    if (head->flags & CT_F_NON) return false;
    return head->kind == CT_NOUN || head->kind == CT_TYPE || head->kind == CT_SUBTYPE;
}

/* ---- classes -------------------------------------------------------------------------------- */

/* What kinds of thing a noun phrase can be; ANY where that is open. */
uint32_t ct_frame_classes(const ct_node *np)
{
    if (!np) return (uint32_t)CT_NC_ANY;
    switch (np->kind) {
    case CT_AND:
    case CT_OR:
    case CT_AND_OR: {
        uint32_t all = 0;
        for (unsigned i = 0; i < np->nkids; i++)
            all |= ct_frame_classes(np->kid[i]);
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
        return ct_frame_classes(np->kid[0]) | ct_frame_classes(np->kid[1]);
    case CT_HALF:
        return ct_frame_classes(np->kid[CT_HALF_OF]);
    case CT_TIMES:
        return ct_frame_classes(np->kid[CT_TIMES_OF]) | CT_NC_AMOUNT;
    case CT_SELF_NAME:
        return CT_NC_OBJECT;
    case CT_NP:
        break;
    default:
        return (uint32_t)CT_NC_ANY;
    }
    const ct_node *words = np->kid[CT_NP_WORDS], *head = ct_frame_head(words);
    if (!head) return (uint32_t)CT_NC_ANY;
    if (head->kind == CT_TYPE || head->kind == CT_SUBTYPE) {
        /* "a card exiled with it" is a card; "creature" alone is one on the battlefield [CR 109.2].
         */
        bool spell = head->kind == CT_TYPE &&
                     (head->num == CT_WTYPE_INSTANT || head->num == CT_WTYPE_SORCERY);
        return spell ? CT_NC_SPELL : CT_NC_PERMANENT;
    }
    if (head->kind == CT_NOUN) {
        uint32_t classes = ct_noun_classes(head->num);
        if (classes == CT_NC_TOKEN) classes |= CT_NC_PERMANENT;
        if (classes == CT_NC_EMBLEM) classes |= CT_NC_OBJECT;
        bool amount = head->num == CT_N_NUMBER || head->num == CT_N_AMOUNT;
        for (unsigned i = CT_NP_REST; amount && i < np->nkids; i++)
            if (ct_is(np->kid[i], CT_PP) && np->kid[i]->num == CT_PREP_OF)
                classes |= ct_frame_classes(np->kid[i]->kid[0]);
        return classes;
    }
    return (uint32_t)CT_NC_ANY;
}

/* ---- noun phrases --------------------------------------------------------------------------- */

static bool has_tail(const ct_node *np, int kind, int num)
{
    for (unsigned i = CT_NP_REST; i < np->nkids; i++)
        if (np->kid[i]->kind == kind && (!num || np->kid[i]->num == num)) return true;
    return false;
}

/* "creature from your graveyard": a creature is on the battlefield; elsewhere it is a creature card
 * [CR 109.2]. */
static bool zone_fits(struct ct_frame_ctx *c, const ct_node *np)
{
    if (ct_frame_classes(np) != CT_NC_PERMANENT) return true;
    const ct_node *type = ct_frame_head(np->kid[CT_NP_WORDS]);
    if (ct_is(type, CT_TYPE) && type->num == CT_WTYPE_LAND)
        return true; /* lands are played from anywhere */
    for (unsigned i = CT_NP_REST; i < np->nkids; i++) {
        const ct_node *pp = np->kid[i];
        if (!ct_is(pp, CT_PP) || (pp->num != CT_PREP_FROM && pp->num != CT_PREP_IN)) continue;
        const ct_node *zone =
            ct_is(pp->kid[0], CT_NP) ? ct_frame_head(pp->kid[0]->kid[CT_NP_WORDS]) : NULL;
        if (ct_is(zone, CT_NOUN) &&
            (zone->num == CT_N_GRAVEYARD || zone->num == CT_N_HAND || zone->num == CT_N_LIBRARY)) {
            const ct_node *head = ct_frame_head(np->kid[CT_NP_WORDS]);
            return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, head->span,
                                 "off the battlefield this is a card: “card” is missing");
        }
    }
    return true;
}

bool ct_frame_head_is(const ct_node *np, int noun)
{
    const ct_node *head = ct_is(np, CT_NP) ? ct_frame_head(np->kid[CT_NP_WORDS]) : NULL;
    return ct_is(head, CT_NOUN) && head->num == noun;
}

const ct_node *ct_frame_of(const ct_node *np)
{
    for (unsigned i = CT_NP_REST; i < np->nkids; i++)
        if (ct_is(np->kid[i], CT_PP) && np->kid[i]->num == CT_PREP_OF) return np->kid[i]->kid[0];
    return NULL;
}

/* A tail that only cards have: "in your graveyard", "from your hand". */
static bool off_battlefield(const ct_node *np)
{
    for (unsigned i = CT_NP_REST; i < np->nkids; i++)
        if (ct_is(np->kid[i], CT_PP) &&
            (np->kid[i]->num == CT_PREP_IN || np->kid[i]->num == CT_PREP_FROM ||
             np->kid[i]->num == CT_PREP_ON))
            return true;
    return false;
}

/* What single nouns need around them. */
static bool check_noun(struct ct_frame_ctx *c, const ct_node *np, const ct_node *head)
{
    if (!ct_is(head, CT_NOUN)) return true;
    const ct_node *of = ct_frame_of(np), *words = np->kid[CT_NP_WORDS];
    bool alone = words->kind == CT_GROUP && words->nkids == 1;
    bool that_mass = np->num == CT_DET_THAT && (head->num == CT_N_LIFE) && np->nkids == CT_NP_REST;
    if (np->num == CT_DET_THIS && ct_noun_classes(head->num) == CT_NC_STAT)
        return ct_frame_fail(c, CT_ERR_MISSING_PART, head->span, "whose?");
    if (that_mass) return ct_frame_fail(c, CT_ERR_SYNTAX, np->span, "“that much life”?");
    switch (head->num) {
    case CT_N_OWNER:
    case CT_N_CONTROLLER:
        if (np->kid[CT_NP_POSSESSOR] || of || words->nkids > 1) return true;
        return ct_frame_fail(c, CT_ERR_DETERMINER, head->span, "whose?");
    case CT_N_CARD:
        if (of && ct_frame_head_is(of, CT_N_LIBRARY) && !(np->flags & (CT_F_TOP | CT_F_BOTTOM)))
            return ct_frame_fail(c, CT_ERR_SYNTAX, head->span,
                                 "which cards of a library: the top ones?");
        return true;
    case CT_N_END:
    case CT_N_BEGINNING:
    case CT_N_TOP:
    case CT_N_BOTTOM:
        if (of || (head->num != CT_N_END && head->num != CT_N_BEGINNING)) return true;
        return ct_frame_fail(c, CT_ERR_MISSING_PART, head->span, "of what?");
    case CT_N_STEP:
    case CT_N_PHASE:
        if (!alone || np->num == CT_DET_THIS || np->num == CT_DET_THAT || np->flags & CT_F_PLURAL)
            return true;
        return ct_frame_fail(c, CT_ERR_MISSING_PART, head->span, "which step or phase?");
    case CT_N_TYPE:
        if (!alone || !ct_is(np->kid[CT_NP_QUANTITY], CT_AT_LEAST)) return true;
        return ct_frame_fail(c, CT_ERR_MISSING_PART, head->span,
                             "types of what: card types, creature types?");
    case CT_N_CONTROL:
    case CT_N_HAND:
    case CT_N_LIBRARY:
    case CT_N_GRAVEYARD: {
        const ct_node *whose = np->kid[CT_NP_POSSESSOR];
        bool thing = ct_is(whose, CT_PRONOUN) && (whose->num == CT_PRONOUN_IT);
        if (whose && (thing || !(ct_frame_classes(whose) & CT_NC_PLAYER)))
            return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, np->span,
                                 "only a player has one: its owner's?");
        return true;
    }
    default:
        return true;
    }
}

/* "one of them": what follows "of" is known and more than one. */
static bool check_partitive(struct ct_frame_ctx *c, const ct_node *np)
{
    const ct_node *of = ct_frame_of(np);
    if (!of || of->kind != CT_NP) return true;
    bool known = of->num == CT_DET_THE || of->num == CT_DET_THAT || of->num == CT_DET_THIS ||
                 of->num == CT_DET_POSS || of->kid[CT_NP_QUANTITY] || of->flags & CT_F_TARGET ||
                 of->num == CT_DET_EACH;
    return known || ct_frame_fail(c, CT_ERR_DETERMINER, of->span, "of which ones?");
}

bool ct_frame_np(struct ct_frame_ctx *c, const ct_node *np, bool complement)
{
    const ct_node *words = np->kid[CT_NP_WORDS], *head = ct_frame_head(words);
    bool counted = np->kid[CT_NP_QUANTITY] != NULL;
    if (!words) {
        bool of = has_tail(np, CT_PP, CT_PREP_OF);
        bool alone = (counted && np->num != CT_DET_A && np->num != CT_DET_THE &&
                      np->num != CT_DET_THIS && !(np->flags & CT_F_TARGET)) ||
                     ((np->num == CT_DET_EACH || np->num == CT_DET_ALL || np->num == CT_DET_ANY ||
                       np->num == CT_DET_EITHER || np->num == CT_DET_BOTH) &&
                      of);
        bool both =
            (np->num == CT_DET_BOTH || np->num == CT_DET_EITHER) && !(np->flags & CT_F_TARGET);
        bool named = has_tail(np, CT_NAMED, 0);
        bool another =
            !named && np->num == CT_DET_A && np->flags & CT_F_OTHER && !(np->flags & CT_F_TARGET);
        bool the_other =
            np->num == CT_DET_THE && np->flags & CT_F_OTHER && !(np->flags & CT_F_TARGET);
        bool all = np->num == CT_DET_ALL && !np->flags && np->nkids > CT_NP_REST;
        if (of && !np->num && !counted && !np->flags)
            return check_partitive(c, np); /* "for each of them" */
        if (counted && off_battlefield(np))
            return ct_frame_fail(c, CT_ERR_MISSING_PART, np->span, "what is counted here: cards?");
        if (alone || both || another || the_other || all) return check_partitive(c, np);
        return ct_frame_fail(c, CT_ERR_SYNTAX, np->span, "a noun is missing here");
    }
    const ct_node *whose = np->kid[CT_NP_POSSESSOR];
    bool bare = ct_is(whose, CT_NP) && !whose->num && !whose->kid[CT_NP_QUANTITY] &&
                !(whose->flags & CT_F_TARGET);
    if (bare && whose->kid[CT_NP_WORDS]->nkids == 1 && ct_frame_head_is(whose, CT_N_OPPONENT))
        return ct_frame_fail(c, CT_ERR_DETERMINER, whose->span, "whose opponents?");
    if (!check_words(c, words)) return false;
    if (np->flags & CT_F_TARGET && np->num && !(np->num == CT_DET_A && np->flags & CT_F_OTHER) &&
        np->num != CT_DET_POSS)
        return ct_frame_fail(c, CT_ERR_SYNTAX, np->span, "“target” has no such word before it");
    uint32_t classes = ct_frame_classes(np);
    if (np->flags & CT_F_TARGET &&
        !(classes & (CT_NC_OBJECT | CT_NC_STACK | CT_NC_PLAYER | CT_NC_DOOR)))
        return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, head->span,
                             "this is nothing that can be a target");
    if (!check_noun(c, np, head)) return false;
    if (words->kind == CT_PRONOUN || words->kind == CT_MANA || words->kind == CT_COMPARISON ||
        words->kind == CT_SELF_NAME)
        return true;
    if (np->num == CT_DET_EACH && counted)
        return ct_frame_fail(c, CT_ERR_MISSING_PART, np->span, "“of” is missing after “each”");
    if (ct_is(head, CT_NOUN) && head->num == CT_N_TARGET && !np->num && !counted &&
        np->flags & CT_F_PLURAL && ct_frame_of(np))
        return ct_frame_fail(c, CT_ERR_DETERMINER, head->span, "“the” is missing");
    const ct_node *q = np->kid[CT_NP_QUANTITY];
    if (ct_is(q, CT_ANY_NUMBER) && q->form == CT_FORM_OTHER)
        return ct_frame_fail(c, CT_ERR_SYNTAX, words->span,
                             "“any number” needs “of” before a noun");
    if (!nominal(head) && !complement && head->kind != CT_ORDINAL &&
        !(head->kind == CT_STATE && head->num == CT_WSTATE_SAME))
        return ct_frame_fail(c, CT_ERR_NOUN_MISSING, words->span, "a noun is missing after this");
    if (ct_is(head, CT_NOUN) && head->num == CT_N_TARGET && np->num != CT_DET_ANY &&
        np->num != CT_DET_THE && np->num != CT_DET_A && !counted && np->num != CT_DET_POSS &&
        np->num != CT_DET_EACH && np->num != CT_DET_THAT && !(np->flags & CT_F_PLURAL) &&
        np->nkids == CT_NP_REST)
        return ct_frame_fail(c, CT_ERR_SYNTAX, head->span,
                             "“target” stands before a noun, or as “any target”");
    return zone_fits(c, np);
}
