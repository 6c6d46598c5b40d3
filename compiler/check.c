/* One walk over the tree with what is around each node: is it an instruction or only described, whose text is it? */
#include "compiler/check.h"

#include "compiler/lexicon.h"
#include "compiler/lower.h"

#include <string.h>

struct checker {
    struct ct_compiler *compiler;
    const struct ct_passage *passage;
    const ct_node *enchant; /* what the text's enchant ability names, or NULL */
    int described; /* inside an event, a condition, a relative clause: nothing is told to be done */
    int quoted;
    int quality; /* inside a keyword: "protection from red" */
    int targets; /* in "target creature or planeswalker": the word goes on */
    bool playing; /* the object of "play": lands, wherever they are */
    bool delayed, triggered;
    bool losing; /* the object of "lose", "pay": life by the amount */
    const ct_node *counted; /* what "for each" counts */
    const ct_node *complement; /* "is a Mountain, Forest, and Plains" */
    bool ok;
};

static void visit(struct checker *c, const ct_node *node);

static void refuse(struct checker *c, enum ct_code code, const ct_node *at, const char *what)
{
    if (c->ok)
        ct_diag_add(&c->compiler->diags, code, c->passage->face->text, at->span, "%s", what);
    c->ok = false;
}

/* ---- words ------------------------------------------------------------------------------------------------- */

static bool is_list(const ct_node *node)
{
    return node->kind == CT_AND || node->kind == CT_OR || node->kind == CT_AND_OR;
}

/* The word that a noun phrase is about: the last of its words. */
static const ct_node *head_of(const ct_node *np)
{
    const ct_node *at = ct_is(np, CT_NP) ? np->kid[CT_NP_WORDS] : NULL;
    while (at && (at->kind == CT_GROUP || is_list(at)))
        at = at->nkids ? at->kid[at->nkids - 1] : NULL;
    return at;
}

static bool head_is(const ct_node *np, int32_t noun)
{
    const ct_node *head = head_of(np);
    return ct_is(head, CT_NOUN) && head->num == noun;
}

static bool has_word(const ct_node *words, int kind, int32_t num)
{
    if (!words)
        return false;
    if (words->kind == kind && (num < 0 || words->num == num))
        return true;
    if (words->kind == CT_GROUP || is_list(words))
        for (uint32_t i = 0; i < words->nkids; i++)
            if (has_word(words->kid[i], kind, num))
                return true;
    return false;
}

static bool same_leaf(const ct_node *a, const ct_node *b)
{
    if (a->kind == CT_GROUP && a->nkids == 1)
        a = a->kid[0];
    if (b->kind == CT_GROUP && b->nkids == 1)
        b = b->kid[0];
    return a->kind == b->kind && !a->nkids && !b->nkids && a->num == b->num &&
           (a->flags & CT_F_NON) == (b->flags & CT_F_NON) && a->kind != CT_PRONOUN &&
           a->kind != CT_SELF_NAME && a->kind != CT_SAME && a->kind != CT_SYMBOL;
}

/* "combat combat damage", "power and power": said twice, one of them means nothing. */
static const ct_node *last_leaf(const ct_node *node)
{
    while (node->kind == CT_GROUP && node->nkids)
        node = node->kid[node->nkids - 1];
    return node;
}

static void check_repetition(struct checker *c, const ct_node *list)
{
    for (uint32_t i = 1; list->kind == CT_AND && i < list->nkids; i++) /* "base power and power" */
        if (ct_is(last_leaf(list->kid[i]), CT_NOUN) &&
            same_leaf(last_leaf(list->kid[i - 1]), last_leaf(list->kid[i])) &&
            ct_noun_classes(last_leaf(list->kid[i])->num) == CT_NC_STAT)
            refuse(c, CT_ERR_SAID_TWICE, list->kid[i], "this has been said already");
    for (uint32_t i = 0; i < list->nkids; i++)
        for (uint32_t k = i + 1; k < list->nkids; k++)
            if (same_leaf(list->kid[i], list->kid[k]))
                refuse(c, CT_ERR_SAID_TWICE, list->kid[k], "this has been said already");
}

/* ---- noun phrases -------------------------------------------------------------------------------------------- */

/* The card types, and their subtypes, of the face whose text this is. */
static bool face_has(const struct checker *c, const ct_node *word)
{
    const struct ct_printed_face *face = c->passage->face;
    if (word->kind == CT_TYPE)
        return face->types & ct_type_mask(word->num);
    const char *name = ct_lexicon_subtype(c->compiler->lexicon, word->num, false);
    const char *line = face->type_line.text;
    return !name || !line || strstr(line, name) != NULL;
}

/* "this creature" on what is no creature: a card calls itself by what is printed on its type line. */
static void check_self(struct checker *c, const ct_node *np)
{
    const ct_node *head = head_of(np);
    if (np->num != CT_DET_THIS || c->quoted || !c->passage->card || !head)
        return;
    if ((head->kind == CT_TYPE || head->kind == CT_SUBTYPE) && !face_has(c, head))
        refuse(c, CT_ERR_WRONG_SELF, np, "its type line does not say that the card is one");
    if (head->kind == CT_NOUN && head->num == CT_N_PERMANENT)
        refuse(c, CT_ERR_WRONG_SELF, np, "a card calls itself by its type, not \"permanent\"");
    const ct_node *words = np->kid[CT_NP_WORDS];
    if (head->kind == CT_NOUN && ct_is(words, CT_GROUP) && words->nkids > 1 &&
        (head->num == CT_N_SPELL || head->num == CT_N_CARD))
        refuse(c, CT_ERR_WRONG_SELF, np, "a card calls itself \"this spell\" or \"this card\" alone");
}

/* The noun phrase of the enchant ability in the text, or NULL [CR 702.5]. */
static const ct_node *enchant_of(const ct_node *text)
{
    for (uint32_t i = 0; i < text->nkids; i++)
        for (uint32_t k = CT_KEYWORDS_REST; ct_is(text->kid[i], CT_KEYWORDS) && k < text->kid[i]->nkids; k++) {
            const ct_node *keyword = text->kid[i]->kid[k];
            if (ct_is(keyword, CT_KEYWORD) && keyword->num == CT_WKW_ENCHANT && keyword->nkids)
                return keyword->kid[0];
        }
    return NULL;
}

/* "enchanted artifact" of an Aura that enchants creatures; equipped are creatures only [CR 301.5]. */
static void check_host(struct checker *c, const ct_node *np)
{
    const ct_node *words = np->kid[CT_NP_WORDS], *head = head_of(np);
    if (np->num != CT_DET_NONE || (np->flags & (CT_F_PLURAL | CT_F_TARGET)) || !ct_is(words, CT_GROUP) ||
        words->nkids < 2 || !ct_is(words->kid[0], CT_STATE))
        return;
    int32_t state = words->kid[0]->num;
    if (state == CT_WSTATE_EQUIPPED && !(head->kind == CT_TYPE && head->num == CT_WTYPE_CREATURE))
        refuse(c, CT_ERR_WRONG_HOST, head, "what is equipped is a creature");
    if (state != CT_WSTATE_ENCHANTED || !c->enchant)
        return;
    const ct_node *host = ct_is(c->enchant, CT_NP) ? c->enchant : NULL;
    const ct_node *words_of_host = host ? host->kid[CT_NP_WORDS] : NULL;
    bool several = !host || (words_of_host && is_list(words_of_host));
    for (uint32_t i = 0; words_of_host && words_of_host->kind == CT_GROUP && i < words_of_host->nkids; i++)
        several |= is_list(words_of_host->kid[i]);
    bool right = several ? ct_is(head, CT_NOUN) && head->num == CT_N_PERMANENT
                         : head_of(host) && head->kind == head_of(host)->kind &&
                               head->num == head_of(host)->num;
    if (!right)
        refuse(c, CT_ERR_WRONG_HOST, head, "its enchant ability calls what it enchants something else");
}

/* "a creature and artifact": one thing is not two. Colors may be joined ("a white and blue creature"). */
static void check_singular_and(struct checker *c, const ct_node *np)
{
    if (np == c->complement)
        return;
    const ct_node *words = np->kid[CT_NP_WORDS];
    bool one = !(np->flags & CT_F_PLURAL) && (np->num == CT_DET_A || (np->flags & CT_F_TARGET));
    if (!one || !words)
        return;
    const ct_node *list = words->kind == CT_AND ? words : NULL;
    for (uint32_t i = 0; !list && words->kind == CT_GROUP && i < words->nkids; i++)
        if (words->kid[i]->kind == CT_AND)
            list = words->kid[i];
    for (uint32_t i = 0; list && i < list->nkids; i++) {
        const ct_node *kid = list->kid[i];
        if (kid->kind == CT_GROUP && kid->nkids) /* "1/1 white and black Pest" */
            kid = kid->kid[kid->nkids - 1];
        if (kid->kind != CT_COLOR && kid->kind != CT_PT && kid->kind != CT_SUPERTYPE &&
            !(kid->flags & CT_F_NON)) {
            refuse(c, CT_ERR_ONE_OR_TWO, list, "one object can't be described by \"and\"; say \"or\"");
            return;
        }
    }
}

/* "land from your graveyard": off the battlefield and the stack there are only cards [CR 109.2a]. */
static void check_card_zone(struct checker *c, const ct_node *np)
{
    const ct_node *head = head_of(np);
    if (c->playing || !head || (head->kind != CT_TYPE && head->kind != CT_SUBTYPE))
        return;
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        const ct_node *pp = np->kid[i];
        if (!ct_is(pp, CT_PP) || (pp->num != CT_PREP_FROM && pp->num != CT_PREP_IN))
            continue;
        const ct_node *zone = head_of(pp->kid[CT_PP_OBJECT]);
        if (ct_is(zone, CT_NOUN) && (zone->num == CT_N_GRAVEYARD || zone->num == CT_N_HAND ||
                                     zone->num == CT_N_LIBRARY))
            refuse(c, CT_ERR_CARD_MISSING, head, "in this zone it is a card: say \"card\"");
    }
}

/* "by colorless": the words end before the noun. */
static void check_head(struct checker *c, const ct_node *np)
{
    const ct_node *words = np->kid[CT_NP_WORDS], *head = head_of(np);
    if (!c->quality && ct_is(words, CT_GROUP) && head &&
        (head->kind == CT_COLOR || head->kind == CT_SUPERTYPE || head->kind == CT_PT))
        refuse(c, CT_ERR_NOUN_MISSING, head, "a noun is missing after this");
}

/* "this", "those", "that" alone: this what? "Seven or more" of what? */
static void check_alone(struct checker *c, const ct_node *np)
{
    const ct_node *tail = np->nkids > CT_NP_REST ? np->kid[CT_NP_REST] : NULL;
    bool other = np->num == CT_DET_A && (np->flags & CT_F_OTHER) && !np->kid[CT_NP_QUANTITY] && !tail &&
                 !(np->flags & CT_F_TARGET);
    bool choice = ct_is(tail, CT_PP) && tail->num == CT_PREP_OF && head_is(tail->kid[0], CT_N_CHOICE);
    if (!np->kid[CT_NP_WORDS] &&
        (np->num == CT_DET_THIS || np->num == CT_DET_THAT || other || choice))
        refuse(c, CT_ERR_NOUN_MISSING, np, "a noun is missing after this");
}

/* "Choose Dwarf you control": a noun that can be counted needs a word that says which. */
static void check_determiner(struct checker *c, const ct_node *np)
{
    const ct_node *head = head_of(np), *words = np->kid[CT_NP_WORDS];
    if (c->quality || c->targets || c->counted == np || c->complement == np || !head || np->num != CT_DET_NONE ||
        (np->flags & (CT_F_PLURAL | CT_F_TARGET | CT_F_TOP | CT_F_BOTTOM)) || np->kid[CT_NP_QUANTITY] ||
        np->kid[CT_NP_POSSESSOR] || !ct_is(words, CT_GROUP))
        return;
    int32_t state = ct_is(words->kid[0], CT_STATE) ? words->kid[0]->num : 0;
    if (state == CT_WSTATE_ENCHANTED || state == CT_WSTATE_EQUIPPED || state == CT_WSTATE_FORTIFIED ||
        state == CT_WSTATE_DEFENDING) /* there is only the one */
        return;
    bool counts = head->kind == CT_TYPE ||
                  (head->kind == CT_NOUN && (head->num == CT_N_PERMANENT || head->num == CT_N_CARD ||
                                             head->num == CT_N_SPELL || head->num == CT_N_ABILITY ||
                                             head->num == CT_N_TOKEN || head->num == CT_N_PLAYER ||
                                             head->num == CT_N_OPPONENT));
    if (head->kind == CT_SUBTYPE) {
        const char *one = ct_lexicon_subtype(c->compiler->lexicon, head->num, false);
        const char *more = ct_lexicon_subtype(c->compiler->lexicon, head->num, true);
        counts = one && more && strcmp(one, more) != 0;
    }
    if (counts)
        refuse(c, CT_ERR_DETERMINER, np, "which one? Say \"a\", \"target\" or the like");
}

static void check_target(struct checker *c, const ct_node *np)
{
    if ((np->flags & CT_F_TARGET) && (np->flags & CT_F_OTHER) && np->num == CT_DET_NONE &&
        !np->kid[CT_NP_QUANTITY] && !(np->flags & CT_F_PLURAL))
        refuse(c, CT_ERR_DETERMINER, np, "say \"another target\"");
    const ct_node *head = head_of(np);
    if ((np->flags & CT_F_TARGET) && ct_is(head, CT_NOUN) &&
        ct_noun_classes(head->num) == CT_NC_TIME)
        refuse(c, CT_ERR_WRONG_OBJECT, np, "only objects and players can be targets [CR 115.1]");
}

/* Descriptions that the lowering does not look at yet: what stands behind "the chosen type" or "your opponents". */
static void check_behind(struct checker *c, const ct_node *np)
{
    bool chosen = np->num == CT_DET_THE && has_word(np->kid[CT_NP_WORDS], CT_STATE, CT_WSTATE_CHOSEN) &&
                  ct_is(head_of(np), CT_NOUN);
    bool opponents = np->num == CT_DET_POSS && head_is(np, CT_N_OPPONENT);
    for (uint32_t i = CT_NP_REST; (chosen || opponents) && i < np->nkids; i++)
        if (np->kid[i]->kind == CT_WITH || (chosen && np->kid[i]->kind == CT_RELATIVE))
            refuse(c, CT_ERR_CANNOT_RUN, np->kid[i], "a description of this, behind it, cannot be run yet");
}

/* "equal to your life": the number is a life total [CR 119.1]; "half their life" is lost. */
static void check_life(struct checker *c, const ct_node *np)
{
    if (!c->losing && np->num == CT_DET_POSS && head_is(np, CT_N_LIFE))
        refuse(c, CT_ERR_INCOMPLETE, np, "the number is called a life total");
}

static void check_np(struct checker *c, const ct_node *np)
{
    check_behind(c, np);
    check_life(c, np);
    check_target(c, np);
    check_determiner(c, np);
    check_alone(c, np);
    check_self(c, np);
    check_host(c, np);
    check_singular_and(c, np);
    check_card_zone(c, np);
}

/* ---- clauses --------------------------------------------------------------------------------------------------- */

static bool has_tail(const ct_node *np, int kind)
{
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        if (np->kid[i]->kind == kind)
            return true;
    return false;
}

/* "gain life": how much? */
static void check_amount(struct checker *c, const ct_node *np)
{
    if (!ct_is(np, CT_NP) || np->num != CT_DET_NONE || np->kid[CT_NP_QUANTITY] ||
        np->kid[CT_NP_POSSESSOR] || has_tail(np, CT_EQUAL))
        return;
    if (head_is(np, CT_N_LIFE) || head_is(np, CT_N_DAMAGE) || head_is(np, CT_N_MANA))
        refuse(c, CT_ERR_HOW_MUCH, np, "how much is not said");
}

/* "Destroy artifacts": all of them, or how many? */
static void check_which(struct checker *c, const ct_node *clause)
{
    const ct_node *np = clause->kid[CT_CLAUSE_OBJECT];
    switch (clause->num) {
    case CT_V_DESTROY:
    case CT_V_EXILE:
    case CT_V_RETURN:
    case CT_V_TAP:
    case CT_V_UNTAP:
    case CT_V_SACRIFICE:
    case CT_V_COUNTER:
    case CT_V_DISCARD: break;
    default: return;
    }
    if (!(clause->flags & CT_F_IMPERATIVE) || !ct_is(np, CT_NP) || np->num != CT_DET_NONE ||
        !(np->flags & CT_F_PLURAL) || (np->flags & CT_F_TARGET) || np->kid[CT_NP_QUANTITY] ||
        np->kid[CT_NP_POSSESSOR])
        return;
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) /* "exile cards from the top of your library until ..." */
        if (ct_is(np->kid[i], CT_PP) && head_is(np->kid[i]->kid[CT_PP_OBJECT], CT_N_TOP))
            return;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_PP) && head_is(clause->kid[i]->kid[CT_PP_OBJECT], CT_N_TOP))
            return;
    refuse(c, CT_ERR_WHICH_ONES, np, "which of them? Say \"all\", \"each\" or how many");
}

/* The description of a creature token gives its colors, or says that it has none [CR 111.4]. */
static void check_token(struct checker *c, const ct_node *np)
{
    const ct_node *words = np->kid[CT_NP_WORDS];
    if (head_is(np, CT_N_TOKEN) && has_word(words, CT_PT, -1) && !has_word(words, CT_COLOR, -1))
        refuse(c, CT_ERR_TOKEN_COLOR, np, "the token's color is not said; one without is \"colorless\"");
}

static void check_tokens(struct checker *c, const ct_node *object)
{
    if (object && is_list(object))
        for (uint32_t i = 0; i < object->nkids; i++)
            check_tokens(c, object->kid[i]);
    else if (ct_is(object, CT_NP))
        check_token(c, object);
}

/* "Search your library for a land": the cards in it are cards. */
static void check_search(struct checker *c, const ct_node *clause)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        const ct_node *pp = clause->kid[i];
        if (!ct_is(pp, CT_PP) || pp->num != CT_PREP_FOR || !ct_is(pp->kid[CT_PP_OBJECT], CT_NP))
            continue;
        const ct_node *head = head_of(pp->kid[CT_PP_OBJECT]);
        if (head && (head->kind == CT_TYPE || head->kind == CT_SUBTYPE))
            refuse(c, CT_ERR_CARD_MISSING, head, "in a library it is a card: say \"card\"");
    }
}

/* A card goes to its owner's hand, library or graveyard only [CR 400.3], not to that of nobody in particular; and
 * "their hands" are the hands of players, not of permanents. */
static void check_destination(struct checker *c, const ct_node *clause)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        const ct_node *pp = clause->kid[i], *zone = pp->nkids ? pp->kid[0] : NULL;
        if (pp->kind != CT_PP || !ct_is(zone, CT_NP) ||
            (pp->num != CT_PREP_TO && pp->num != CT_PREP_INTO && pp->num != CT_PREP_ON))
            continue;
        if (!head_is(zone, CT_N_HAND) && !head_is(zone, CT_N_GRAVEYARD) && !head_is(zone, CT_N_LIBRARY))
            continue;
        const ct_node *whose = zone->kid[CT_NP_POSSESSOR];
        if (!whose && zone->num == CT_DET_A)
            refuse(c, CT_ERR_WHOSE_ZONE, zone, "whose? A card goes to a zone of its owner");
        bool players = !ct_is(whose, CT_PRONOUN) || whose->num != CT_PRONOUN_THEY || !whose->bind ||
                       !ct_is(whose->bind, CT_NP) ||
                       !(head_of(whose->bind) && (head_of(whose->bind)->kind == CT_TYPE ||
                                                  head_of(whose->bind)->kind == CT_SUBTYPE ||
                                                  head_is(whose->bind, CT_N_PERMANENT)));
        if (!players)
            refuse(c, CT_ERR_WHOSE_ZONE, zone, "permanents have owners: say \"their owners'\"");
    }
}

/* "Put two counters on it": of which kind [CR 122.1]? */
static void check_counters(struct checker *c, const ct_node *np)
{
    const ct_node *words = ct_is(np, CT_NP) ? np->kid[CT_NP_WORDS] : NULL;
    bool plain = words && head_is(np, CT_N_COUNTER) && (words->kind == CT_NOUN || words->nkids == 1);
    if (!plain || (np->num != CT_DET_NONE && np->num != CT_DET_A))
        return;
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        if (!ct_is(np->kid[i], CT_PP) || np->kid[i]->num != CT_PREP_ON)
            return; /* "of that kind" */
    if (!np->kid[CT_NP_QUANTITY] || np->kid[CT_NP_QUANTITY]->kind == CT_NUMBER)
        refuse(c, CT_ERR_INCOMPLETE, np, "counters of which kind?");
}

/* "Target opponent discards your hand." */
static void check_discard(struct checker *c, const ct_node *clause)
{
    const ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT], *object = clause->kid[CT_CLAUSE_OBJECT];
    const ct_node *whose = ct_is(object, CT_NP) ? object->kid[CT_NP_POSSESSOR] : NULL;
    if (ct_is(whose, CT_PRONOUN) && whose->num == CT_PRONOUN_YOU && ct_is(subject, CT_NP))
        refuse(c, CT_ERR_WHOSE_ZONE, object, "players discard their own cards [CR 701.9a]");
}

/* Adverbs and subjects that the lowering does not look at yet. */
static void check_details(struct checker *c, const ct_node *clause)
{
    const ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT];
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        const ct_node *adverb = ct_is(clause->kid[i], CT_ADVERB) ? clause->kid[i] : NULL;
        if (adverb && adverb->num == CT_ADV_ONLY && clause->num == CT_V_TARGET)
            refuse(c, CT_ERR_CANNOT_RUN, adverb, "that nothing else is targeted cannot be asked yet");
        if (adverb && adverb->num == CT_ADV_THIS_WAY && c->described && ct_is(subject, CT_PRONOUN) &&
            subject->num == CT_PRONOUN_THEY)
            refuse(c, CT_ERR_CANNOT_RUN, subject, "what each of them did this way cannot be told apart yet");
    }
}

static void check_clause(struct checker *c, const ct_node *clause)
{
    check_details(c, clause);
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    bool passive = clause->flags & CT_F_PASSIVE, amount = false;
    bool told = !c->described && !passive &&
                !(clause->flags & (CT_F_PAST | CT_F_PERFECT | CT_F_GERUND | CT_F_NOT));
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        amount |= ct_is(clause->kid[i], CT_EQUAL);
    if (told && !amount && (clause->num == CT_V_GAIN || clause->num == CT_V_LOSE ||
                 clause->num == CT_V_DEAL || clause->num == CT_V_ADD))
        check_amount(c, object);
    if (told)
        check_which(c, clause);
    const ct_node *there = clause->flags & CT_F_EXISTS ? clause->kid[CT_CLAUSE_SUBJECT] : NULL;
    if (there && (there->kind != CT_NP || !there->kid[CT_NP_WORDS]))
        refuse(c, CT_ERR_NOUN_MISSING, there, "a noun is missing after this");
    if (clause->num == CT_V_CREATE && !passive)
        check_tokens(c, object);
    if (clause->num == CT_V_SEARCH)
        check_search(c, clause);
    if (clause->num == CT_V_PUT && told)
        check_counters(c, object);
    for (uint32_t i = CT_CLAUSE_REST; clause->num == CT_V_ENTER && told && i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_WITH))
            check_counters(c, clause->kid[i]->kid[CT_WITH_OF]);
    if (clause->num == CT_V_DISCARD)
        check_discard(c, clause);
    if (clause->num == CT_V_CHOOSE && head_is(object, CT_N_TYPE) && !has_tail(object, CT_PP) &&
        (!ct_is(object->kid[CT_NP_WORDS], CT_GROUP) || object->kid[CT_NP_WORDS]->nkids == 1))
        refuse(c, CT_ERR_NOUN_MISSING, object, "a type of what: a creature type, a card type?");
    if ((clause->num == CT_V_RETURN || clause->num == CT_V_PUT) && !c->described)
        check_destination(c, clause);
    if (clause->num == CT_V_DEAL && passive && !object &&
        !head_is(clause->kid[CT_CLAUSE_SUBJECT], CT_N_DAMAGE) &&
        !ct_is(clause->kid[CT_CLAUSE_SUBJECT], CT_GAP) && !ct_is(clause->kid[CT_CLAUSE_SUBJECT], CT_SAME))
        refuse(c, CT_ERR_HOW_MUCH, clause, "what is dealt?");
    if (clause->num != CT_V_BE && clause->num != CT_V_BECOME && ct_is(object, CT_NP))
        check_head(c, object);
}

/* "at the beginning of the end step": of which turn? A delayed trigger waits for the next [CR 603.7b]. */
static bool says_next(const ct_node *node)
{
    if (!node)
        return false;
    if (node->kind == CT_STATE && node->num == CT_WSTATE_NEXT)
        return true;
    for (uint32_t i = 0; i < node->nkids; i++)
        if (says_next(node->kid[i]))
            return true;
    return false;
}

static void check_time(struct checker *c, const ct_node *at)
{
    if (!c->delayed)
        return;
    const ct_node *time = at->kid[CT_AT_TIME];
    if (!ct_is(time, CT_NP) || time->nkids <= CT_NP_REST || !ct_is(time->kid[CT_NP_REST], CT_PP))
        return;
    const ct_node *step = time->kid[CT_NP_REST]->kid[CT_PP_OBJECT];
    const ct_node *head = head_of(step);
    if (!ct_is(step, CT_NP) || !ct_is(head, CT_NOUN))
        return;
    if (step->num == CT_DET_NONE && !step->kid[CT_NP_POSSESSOR] &&
        has_word(step->kid[CT_NP_WORDS], CT_STATE, CT_WSTATE_NEXT))
        refuse(c, CT_ERR_WHICH_STEP, step, "which one? Say \"the next\"");
    if (step->num != CT_DET_THE && (c->triggered || step->num != CT_DET_POSS))
        return;
    const ct_node *whose = step->kid[CT_NP_POSSESSOR];
    if (ct_is(whose, CT_NP) && has_word(whose->kid[CT_NP_WORDS], CT_STATE, CT_WSTATE_NEXT))
        return; /* "the next turn's upkeep" */
    if ((head->num == CT_N_END_STEP || head->num == CT_N_UPKEEP) &&
        !has_word(step->kid[CT_NP_WORDS], CT_STATE, -1) && !says_next(step))
        refuse(c, CT_ERR_WHICH_STEP, step, "which one? Say \"the next\", \"your\" or \"each\"");
}

/* "At the beginning of the next end step, ..." as a paragraph of a spell: it is made as the spell resolves, and is no
 * ability of the card. */
static void check_spell_trigger(struct checker *c, const ct_node *trigger)
{
    const ct_node *event = trigger->kid[CT_TRIGGERED_EVENT];
    const ct_node *time = ct_is(event, CT_AT) ? event->kid[CT_AT_TIME] : NULL;
    if (!(c->passage->face->types & (CT_TYPE_INSTANT | CT_TYPE_SORCERY)) || !ct_is(time, CT_NP))
        return;
    for (uint32_t i = CT_NP_REST; i < time->nkids; i++) {
        const ct_node *step = ct_is(time->kid[i], CT_PP) ? time->kid[i]->kid[CT_PP_OBJECT] : NULL;
        if (ct_is(step, CT_NP) && has_word(step->kid[CT_NP_WORDS], CT_STATE, CT_WSTATE_NEXT))
            refuse(c, CT_ERR_CANNOT_RUN, event,
                   "a delayed trigger as a paragraph of its own cannot be run yet; put it behind what the spell does");
    }
}

/* "{T}, {T}:" [CR 118.3]: what is tapped can't be tapped again. */
static void check_cost(struct checker *c, const ct_node *cost)
{
    for (uint32_t i = 0, taps = 0; i < cost->nkids; i++)
        if ((cost->kid[i]->kind == CT_TAP || cost->kid[i]->kind == CT_UNTAP) && taps++)
            refuse(c, CT_ERR_SAID_TWICE, cost->kid[i], "this can be paid only once");
}

/* ---- the walk ---------------------------------------------------------------------------------------------------- */

static void described(struct checker *c, const ct_node *node)
{
    c->described++;
    visit(c, node);
    c->described--;
}

static void visit_kids(struct checker *c, const ct_node *node)
{
    for (uint32_t i = 0; i < node->nkids; i++)
        visit(c, node->kid[i]);
}

static void visit(struct checker *c, const ct_node *node)
{
    if (!node)
        return;
    switch (node->kind) {
    case CT_TRIGGERED:
        check_spell_trigger(c, node);
        c->delayed = c->passage->face->types & (CT_TYPE_INSTANT | CT_TYPE_SORCERY);
        c->triggered = true;
        described(c, node->kid[CT_TRIGGERED_EVENT]);
        c->delayed = c->triggered = false;
        described(c, node->kid[CT_TRIGGERED_CONDITION]);
        visit(c, node->kid[CT_TRIGGERED_BODY]);
        return;
    case CT_DELAYED:
        c->delayed = true;
        described(c, node->kid[CT_DELAYED_EVENT]);
        c->delayed = false;
        described(c, node->kid[CT_DELAYED_CONDITION]);
        visit(c, node->kid[CT_DELAYED_BODY]);
        return;
    case CT_REPLACE:
        described(c, node->kid[CT_REPLACE_EVENT]);
        described(c, node->kid[CT_REPLACE_CONDITION]);
        visit(c, node->kid[CT_REPLACE_BODY]);
        return;
    case CT_AS_EVENT:
        described(c, node->kid[CT_AS_EVENT_EVENT]);
        visit(c, node->kid[CT_AS_EVENT_BODY]);
        return;
    case CT_IF:
        described(c, node->kid[CT_IF_CONDITION]);
        visit(c, node->kid[CT_IF_BODY]);
        visit(c, node->kid[CT_IF_ELSE]);
        return;
    case CT_UNLESS:
    case CT_AS_LONG_AS:
        described(c, node->kid[0]); /* both: the condition, then the body */
        visit(c, node->kid[1]);
        return;
    case CT_MODAL:
        if (node->num == CT_MODAL_MAY)
            visit_kids(c, node);
        else
            for (uint32_t i = 0; i < node->nkids; i++)
                described(c, node->kid[i]);
        return;
    case CT_FOR_EACH:
        c->counted = node->kid[CT_FOR_EACH_OF];
        break;
    case CT_QUOTED:
        c->quoted++;
        visit_kids(c, node);
        c->quoted--;
        return;
    case CT_RELATIVE:
    case CT_PARTICIPLE:
    case CT_WHILE:
    case CT_AS_THOUGH:
    case CT_DURATION:
    case CT_COST:
        if (node->kind == CT_COST)
            check_cost(c, node);
        c->described++;
        visit_kids(c, node);
        c->described--;
        return;
    case CT_AT: check_time(c, node); break;

    case CT_NP: check_np(c, node); break;
    case CT_PRONOUN:
        if (node->num == CT_PRONOUN_THIS || node->num == CT_PRONOUN_THAT ||
            node->num == CT_PRONOUN_THOSE)
            refuse(c, CT_ERR_NOUN_MISSING, node, "a noun is missing after this");
        break;
    case CT_CLAUSE: {
        bool playing = c->playing;
        const ct_node *complement = c->complement;
        check_clause(c, node);
        c->playing = node->num == CT_V_PLAY;
        bool losing = c->losing;
        c->losing = node->num == CT_V_LOSE || node->num == CT_V_PAY || node->num == CT_V_GAIN;
        c->complement = node->num == CT_V_BE || node->num == CT_V_BECOME ? node->kid[CT_CLAUSE_OBJECT] : NULL;
        visit_kids(c, node);
        c->playing = playing;
        c->losing = losing;
        c->complement = complement;
        return;
    }
    case CT_KEYWORD:
        c->quality++;
        visit_kids(c, node);
        c->quality--;
        return;
    case CT_PP:
        if (node->num != CT_PREP_TO && ct_is(node->kid[CT_PP_OBJECT], CT_NP)) /* "devotion to black" */
            check_head(c, node->kid[CT_PP_OBJECT]);
        break;
    case CT_GROUP:
    case CT_AND:
    case CT_OR:
    case CT_AND_OR: {
        bool shared = node->nkids && ct_is(node->kid[0], CT_NP) && (node->kid[0]->flags & CT_F_TARGET);
        check_repetition(c, node);
        c->targets += shared;
        visit_kids(c, node);
        c->targets -= shared;
        return;
    }
    default: break;
    }
    visit_kids(c, node);
}

bool ct_check(struct ct_compiler *compiler, const struct ct_passage *passage)
{
    struct checker c = {.compiler = compiler, .passage = passage, .ok = true};
    const ct_node *tree = passage->tree;
    bool good = true;
    c.enchant = enchant_of(tree);
    for (uint32_t i = 0; tree && i < tree->nkids; i++) { /* one error an ability */
        c.ok = true;
        visit(&c, tree->kid[i]);
        good &= c.ok && ct_check_wording(compiler, passage->face->text, tree->kid[i]) &&
                ct_check_doers(compiler, passage->face->text, tree->kid[i]);
    }
    return good && ct_check_x(compiler, passage);
}
