/* Wordings that would be read as the same as another, which Magic uses: which word is missing, when or whenever, whose
 * zone. */
#include "compiler/check.h"

#include "compiler/lower.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct check {
    struct ct_compiler *c;
    const struct ct_source *text;
};

static bool wrong(const struct check *k, enum ct_code code, const ct_node *node, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static bool wrong(const struct check *k, enum ct_code code, const ct_node *node, const char *format, ...)
{
    char message[200];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    ct_diag_add(&k->c->diags, code, k->text, node->span, "%s", message);
    return false;
}

/* ---- noun phrases -------------------------------------------------------------------------------------------- */

/* "black green Pest": two colors are joined by "and". */
static bool one_color(const struct check *k, const ct_node *group)
{
    const ct_node *color = NULL;
    for (uint32_t i = 0; i < group->nkids; i++) {
        if (group->kid[i]->kind != CT_COLOR)
            continue;
        if (color)
            return wrong(k, CT_ERR_INCOMPLETE, group->kid[i], "\"and\" is missing between two colors");
        color = group->kid[i];
    }
    return true;
}

/* "first instant and sorcery spell", "attacking and blocking creatures": one creature or spell is not both. */
static bool not_or(const struct check *k, const ct_node *list)
{
    for (uint32_t i = 0; i < list->nkids; i++) {
        const ct_node *kid = list->kid[i];
        if (ct_is(kid, CT_GROUP) && kid->nkids)
            kid = kid->kid[0];
        if (kid->kind == CT_ORDINAL || (i && kid->kind == CT_STATE && kid->num == CT_WSTATE_BLOCKING && !(kid->flags & CT_F_NON)))
            return wrong(k, CT_ERR_INCOMPLETE, list, "it is one of them: \"or\"");
    }
    return true;
}

static bool of_tail(const ct_node *np)
{
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        if (ct_is(np->kid[i], CT_PP) && np->kid[i]->num == CT_PREP_OF)
            return true;
    return false;
}

/* "that many of their choice" */
static bool of_choice(const ct_node *np)
{
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++)
        if (ct_is(np->kid[i], CT_PP) && np->kid[i]->num == CT_PREP_OF &&
            ct_head_is(np->kid[i]->kid[CT_PP_OBJECT], CT_N_CHOICE))
            return true;
    return false;
}

static bool noun_phrase(const struct check *k, const ct_node *np)
{
    const ct_node *words = np->kid[CT_NP_WORDS], *quantity = np->kid[CT_NP_QUANTITY];
    if (!words && !quantity && (np->num == CT_DET_THIS || np->num == CT_DET_THAT))
        return wrong(k, CT_ERR_INCOMPLETE, np, "a noun is missing behind \"%s\"",
                     np->num == CT_DET_THIS ? "this" : "that");
    if (!words && !quantity && np->num == CT_DET_A && !np->bind && np->nkids == CT_NP_REST)
        return wrong(k, CT_ERR_INCOMPLETE, np, "another what?");
    if (!words && quantity && of_choice(np))
        return wrong(k, CT_ERR_INCOMPLETE, np, "a noun is missing behind the number");
    if (!words && quantity && np->num == CT_DET_NONE && !(np->flags & CT_F_TARGET) &&
        np->nkids > CT_NP_REST && !of_tail(np))
        return wrong(k, CT_ERR_INCOMPLETE, np, "a noun is missing behind the number");
    if (np->num == CT_DET_THE && np->bind && ct_head_is(np, CT_N_CARD) && ct_one_word(np))
        return wrong(k, CT_ERR_INCOMPLETE, np, "which card is meant is said by \"that card\"");
    if (np->num == CT_DET_NONE && (np->flags & CT_F_PLURAL) && !np->kid[CT_NP_POSSESSOR] && words &&
        !quantity && ct_head_is(np, CT_N_GRAVEYARD))
        return wrong(k, CT_ERR_INCOMPLETE, np, "whose graveyards: \"all graveyards\"");
    if (np->num == CT_DET_THAT && (ct_head_is(np, CT_N_CONTROLLER) || ct_head_is(np, CT_N_OWNER)))
        return wrong(k, CT_ERR_INCOMPLETE, np, "the controller or owner of what?");
    if (np->num == CT_DET_THAT && !(np->flags & CT_F_PLURAL) && ct_is(words, CT_AND))
        return wrong(k, CT_ERR_INCOMPLETE, words, "it is one of them: \"or\"");
    if (ct_is(np->kid[CT_NP_POSSESSOR], CT_PRONOUN) && (ct_zone_of_np(np) || ct_head_is(np, CT_N_OPPONENT)) &&
        (np->kid[CT_NP_POSSESSOR]->num == CT_PRONOUN_IT || np->kid[CT_NP_POSSESSOR]->num == CT_PRONOUN_HE ||
         np->kid[CT_NP_POSSESSOR]->num == CT_PRONOUN_SHE))
        return wrong(k, CT_ERR_INCOMPLETE, np, "this is of a player: \"its owner's\", \"its controller's\"");
    return true;
}

/* ---- clauses ------------------------------------------------------------------------------------------------------ */

/* "Gain 3 life" is said as "You gain 3 life". */
static bool needs_you(const struct check *k, const ct_node *clause)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    if (!(clause->flags & CT_F_IMPERATIVE) || clause->kid[CT_CLAUSE_SUBJECT] ||
        (clause->num != CT_V_GAIN && clause->num != CT_V_LOSE) || !ct_head_is(object, CT_N_LIFE))
        return true;
    return wrong(k, CT_ERR_INCOMPLETE, clause, "who does: \"you %s\"",
                 clause->num == CT_V_GAIN ? "gain" : "lose");
}

/* "creature died this turn": a clause about its own subject begins with "that". */
static bool relative(const struct check *k, const ct_node *node)
{
    const ct_node *body = node->kid[0];
    const ct_node *subject = ct_is(body, CT_CLAUSE)  ? body->kid[CT_CLAUSE_SUBJECT]
                             : ct_is(body, CT_MODAL) ? body->kid[CT_MODAL_SUBJECT]
                                                     : NULL;
    if (node->form == CT_FORM_ZERO && ct_is(subject, CT_GAP))
        return wrong(k, CT_ERR_INCOMPLETE, node, "\"that\" or \"who\" is missing");
    return true;
}

/* A card goes to its owner's hand, library and graveyard [CR 400.3]; "your" is said when it is yours for sure. */
static bool owned_for_sure(const ct_node *np)
{
    const ct_node *def = np && np->bind && !(np->flags & CT_F_TARGET) ? np->bind : np;
    if (def && ct_low_is_self(def)) /* it may be another's, unless it comes from a zone of yours */
        return ct_is(np, CT_NP) && np->nkids > CT_NP_REST && ct_is(np->kid[CT_NP_REST], CT_PP);
    if (!np || np->kind != CT_NP)
        return !ct_is(def, CT_NP) || def == np || owned_for_sure(def);
    if (np->bind && !(np->flags & CT_F_TARGET))
        return !ct_is(def, CT_NP) || owned_for_sure(def);
    bool card = ct_head_is(np, CT_N_CARD);
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        const ct_node *tail = np->kid[i], *from = ct_is(tail, CT_PP) ? tail->kid[CT_PP_OBJECT] : NULL;
        const ct_node *body = ct_is(tail, CT_RELATIVE) ? tail->kid[0] : NULL;
        if (ct_is(body, CT_CLAUSE) && (body->num == CT_V_OWN || body->num == CT_V_HAVE))
            return true;
        if (from && (tail->num == CT_PREP_FROM || tail->num == CT_PREP_IN) && ct_zone_of_np(from)) {
            const ct_node *whose = ct_is(from, CT_NP) ? from->kid[CT_NP_POSSESSOR] : NULL;
            return ct_low_is_you(whose) || (!whose && ct_zone_of_np(from) == CT_ZM_EXILE);
        }
        card = card || (from && !(tail->num == CT_PREP_ON)); /* "of them": what they are says it */
    }
    return card;
}

/* "return creatures your opponents control to their hands": of those that are mentioned with what is moved */
static bool is_within(const ct_node *pronoun, const ct_node *what)
{
    if (!ct_is(pronoun, CT_PRONOUN) || pronoun->num != CT_PRONOUN_THEY || !pronoun->bind || !what)
        return false;
    if (pronoun->bind == what)
        return true;
    if (what->kind == CT_PP && (ct_zone_of_np(what->kid[CT_PP_OBJECT]) || what->kid[CT_PP_OBJECT]->bind))
        return false; /* "one of them", "from an opponent's graveyard": its cards are theirs */
    if (what->kind == CT_CLAUSE && what->num == CT_V_OWN)
        return false;
    for (uint32_t i = 0; i < what->nkids; i++)
        if (is_within(pronoun, what->kid[i]))
            return true;
    return false;
}

static bool whose(const struct check *k, const ct_node *clause)
{
    const ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    if (clause->num != CT_V_RETURN && clause->num != CT_V_PUT && clause->num != CT_V_SHUFFLE)
        return true;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        const ct_node *pp = clause->kid[i];
        const ct_node *place = ct_is(pp, CT_PP) ? pp->kid[CT_PP_OBJECT] : NULL;
        if (ct_is(pp, CT_PP) && (pp->num == CT_PREP_FROM || pp->num == CT_PREP_FROM_AMONG))
            return true; /* from where it is: that says whose it is */
        if (ct_is(place, CT_NP) && place->nkids > CT_NP_REST && ct_is(place->kid[CT_NP_REST], CT_PP) &&
            (ct_head_is(place, CT_N_TOP) || ct_head_is(place, CT_N_BOTTOM)))
            place = place->kid[CT_NP_REST]->kid[CT_PP_OBJECT]; /* "on the bottom of your library" */
        if (ct_is(place, CT_NP) && ct_zone_of_np(place) &&
            (is_within(place->kid[CT_NP_POSSESSOR], what) ||
             (what && what->bind && !ct_head_is(what->bind, CT_N_CARD) &&
              is_within(place->kid[CT_NP_POSSESSOR], what->bind))))
            return wrong(k, CT_ERR_WHOSE_ZONE, place, "whose? \"its owner's\", \"their owners'\"");
        if (!ct_is(place, CT_NP) || !ct_low_is_you(place->kid[CT_NP_POSSESSOR]) ||
            !(ct_zone_of_np(place) & (CT_ZM_HAND | CT_ZM_LIBRARY | CT_ZM_GRAVEYARD)))
            continue;
        if (!owned_for_sure(what))
            return wrong(k, CT_ERR_WHOSE_ZONE, place,
                         "a card goes to its owner's hand, library or graveyard");
    }
    return true;
}

/* ---- when and whenever --------------------------------------------------------------------------------------------- */

static bool ends_itself(const ct_node *node)
{
    if (!node)
        return false;
    if (node->kind == CT_CLAUSE)
        switch (node->num) {
        case CT_V_SACRIFICE:
        case CT_V_DESTROY:
        case CT_V_EXILE:
        case CT_V_RETURN:
        case CT_V_TRANSFORM:
        case CT_V_CONVERT:
        case CT_V_FLIP:
        case CT_V_UNATTACH:
        case CT_V_LOSE:
        case CT_V_WIN:
        case CT_V_SHUFFLE:
        case CT_V_PUT:
        case CT_V_BE:
        case CT_V_BECOME: return true;
        default: break;
        }
    for (uint32_t i = 0; i < node->nkids; i++)
        if (ends_itself(node->kid[i]))
            return true;
    return false;
}

/* What can happen to an object again and again. */
static bool repeats(const ct_node *event)
{
    if (event->kind == CT_OR) {
        for (uint32_t i = 0; i < event->nkids; i++)
            if (!repeats(event->kid[i]))
                return false;
        return event->nkids > 0;
    }
    if (event->kind != CT_CLAUSE || (event->flags & CT_F_NOT))
        return false;
    switch (event->num) {
    case CT_V_ATTACK:
    case CT_V_BLOCK:
    case CT_V_DEAL:
    case CT_V_EXPLORE:
    case CT_V_TAP: return true;
    case CT_V_CAST: return !ct_low_is_self(event->kid[CT_CLAUSE_OBJECT]);
    case CT_V_ENTER:
    case CT_V_DIE: {
        const ct_node *subject = event->kid[CT_CLAUSE_SUBJECT];
        return ct_is(subject, CT_NP) && subject->num == CT_DET_A && !(subject->flags & CT_F_NEXT);
    }
    case CT_V_DRAW:
    case CT_V_GAIN:
    case CT_V_SACRIFICE:
    case CT_V_DISCARD: return true;
    default: return false;
    }
}

static bool when(const struct check *k, const ct_node *trigger)
{
    const ct_node *event = trigger->kid[CT_TRIGGERED_EVENT];
    if (trigger->form != CT_FORM_WHEN || !event || !repeats(event) ||
        ends_itself(trigger->kid[CT_TRIGGERED_BODY]))
        return true;
    return wrong(k, CT_ERR_WHEN, event, "what can happen again begins with \"whenever\"");
}

/* ---- the walk --------------------------------------------------------------------------------------------------------- */

static bool walk(const struct check *k, const ct_node *node)
{
    bool ok = true;
    if (!node)
        return true;
    switch (node->kind) {
    case CT_NP: ok = noun_phrase(k, node); break;
    case CT_PRONOUN:
        if (node->num == CT_PRONOUN_THIS)
            ok = wrong(k, CT_ERR_INCOMPLETE, node, "a noun is missing behind \"this\"");
        break;
    case CT_GROUP: ok = one_color(k, node); break;
    case CT_AND: ok = not_or(k, node); break;
    case CT_CLAUSE: ok = needs_you(k, node) && whose(k, node); break;
    case CT_RELATIVE: ok = relative(k, node); break;
    case CT_PARTICIPLE:
        if (ct_is(node->kid[0], CT_CLAUSE) && !(node->kid[0]->flags & (CT_F_PASSIVE | CT_F_GERUND)))
            ok = wrong(k, CT_ERR_INCOMPLETE, node, "\"that\" or \"who\" is missing");
        break;
    case CT_TRIGGERED: ok = when(k, node); break;
    default: break;
    }
    for (uint32_t i = 0; ok && i < node->nkids; i++)
        ok = walk(k, node->kid[i]);
    return ok;
}

bool ct_check_wording(struct ct_compiler *compiler, const struct ct_source *text, const ct_node *ability)
{
    struct check k = {.c = compiler, .text = text};
    return walk(&k, ability);
}
