/* Who does what a verb says, once it is known what "it" is: an object draws no card and gains no
 * life, a player has no flying, a card goes to no controller's hand. */
#include "compiler/check.h"

#include "compiler/classes.h"
#include "compiler/lexicon.h"
#include "compiler/lower.h"

#include <string.h>

struct doers {
    struct ct_compiler *c;
    const struct ct_source *text;
};

static bool wrong(const struct doers *d, enum ct_code code, const ct_node *node, const char *what)
{
    ct_diag_add(&d->c->diags, code, d->text, node->span, "%s", what);
    return false;
}

/* The classes of what the subject means; all of them if that is not known. */
static uint32_t doer_classes(const ct_node *subject)
{
    const uint32_t any = (uint32_t)CT_NC_ANY;
    for (int steps = 0; subject && steps < 8; steps++) {
        bool it = subject->kind == CT_PRONOUN &&
                  (subject->num == CT_PRONOUN_IT || subject->num == CT_PRONOUN_HE ||
                   subject->num == CT_PRONOUN_SHE);
        if (subject->kind != CT_SAME && !it) break;
        if (!subject->bind) return any;
        subject = subject->bind;
    }
    return ct_is(subject, CT_NP) || ct_is(subject, CT_SELF_NAME) || ct_is(subject, CT_PRONOUN)
               ? ct_frame_classes(subject)
               : any;
}

/* What players have of abilities [CR 702.11, 702.16, 702.18]. */
static bool players_have(const struct doers *d, const ct_node *keyword)
{
    static const char *const names[] = {"hexproof", "hexproof from", "protection", "shroud"};
    const char *name = ct_lexicon_keyword(d->c->lexicon, keyword->num);
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}

static bool doer(const struct doers *d, const ct_node *clause)
{
    const ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT],
                  *object = clause->kid[CT_CLAUSE_OBJECT];
    const struct ct_verb_info *verb = ct_lexicon_verb(d->c->lexicon, (int)clause->num);
    if (!subject || !verb || clause->flags & CT_F_PASSIVE) return true;
    uint32_t classes = doer_classes(subject);
    bool life =
        (clause->num == CT_V_GAIN || clause->num == CT_V_LOSE) && ct_head_is(object, CT_N_LIFE);
    if ((verb->subject == CT_NC_PLAYER || life) && !(classes & CT_NC_PLAYER))
        return wrong(d, CT_ERR_WRONG_OBJECT, subject,
                     "only a player does this, and this is an object");
    if ((clause->num == CT_V_GAIN || clause->num == CT_V_HAVE) && classes == CT_NC_PLAYER &&
        subject->kind != CT_SAME && /* of "you may have it gain" */
        ct_is(object, CT_KEYWORD) && !players_have(d, object))
        return wrong(d, CT_ERR_WRONG_OBJECT, object, "a player can't have this ability");
    return true;
}

/* "to its controller's hand": zones have owners [CR 400.3]. */
static bool destination(const struct doers *d, const ct_node *clause)
{
    if (clause->num != CT_V_RETURN && clause->num != CT_V_PUT && clause->num != CT_V_SHUFFLE)
        return true;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        const ct_node *pp = clause->kid[i], *zone = ct_is(pp, CT_PP) ? pp->kid[CT_PP_OBJECT] : NULL;
        if (!ct_is(zone, CT_NP) || (pp->num != CT_PREP_TO && pp->num != CT_PREP_INTO) ||
            !(ct_zone_of_np(zone) & (CT_ZM_HAND | CT_ZM_LIBRARY | CT_ZM_GRAVEYARD)))
            continue;
        if (ct_head_is(zone->kid[CT_NP_POSSESSOR], CT_N_CONTROLLER))
            return wrong(d, CT_ERR_WHOSE_ZONE, zone,
                         "a card goes to its owner's hand, library or graveyard");
    }
    return true;
}

/* "Put a counter on it": of which kind? */
static bool counter_kind(const struct doers *d, const ct_node *clause)
{
    const ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    const ct_node *words = ct_is(what, CT_NP) ? what->kid[CT_NP_WORDS] : NULL;
    if (clause->num != CT_V_PUT || clause->flags & CT_F_PASSIVE || clause->kid[CT_CLAUSE_SUBJECT] ||
        !words || what->bind || what->num != CT_DET_A || what->nkids > CT_NP_REST ||
        what->kid[CT_NP_POSSESSOR] || !ct_head_is(what, CT_N_COUNTER) ||
        (words->kind == CT_GROUP && words->nkids > 1))
        return true;
    return wrong(d, CT_ERR_INCOMPLETE, what, "a counter of which kind?");
}

/* "look at target player": at a hand, at cards. */
static bool looked_at(const struct doers *d, const ct_node *clause)
{
    for (uint32_t i = CT_CLAUSE_REST; clause->num == CT_V_LOOK && i < clause->nkids; i++) {
        const ct_node *pp = clause->kid[i];
        if (ct_is(pp, CT_PP) && pp->num == CT_PREP_AT && ct_is(pp->kid[CT_PP_OBJECT], CT_NP) &&
            ct_frame_classes(pp->kid[CT_PP_OBJECT]) == CT_NC_PLAYER)
            return wrong(d, CT_ERR_WRONG_OBJECT, pp->kid[CT_PP_OBJECT],
                         "cards are looked at, not players");
    }
    return true;
}

static bool walk(const struct doers *d, const ct_node *node)
{
    if (!node) return true;
    if (node->kind == CT_CLAUSE &&
        !(doer(d, node) && destination(d, node) && counter_kind(d, node) && looked_at(d, node)))
        return false;
    for (uint32_t i = 0; i < node->nkids; i++)
        if (!walk(d, node->kid[i])) return false;
    return true;
}

/* ---- X [CR 107.3]
 * -------------------------------------------------------------------------------------------------
 */

/* What is paid as a cost in words, "discard X cards": whoever pays says what X is. */
static bool is_payment(const ct_node *node)
{
    if (node->kind != CT_CLAUSE) return node->kind == CT_COST || node->kind == CT_KEYWORD;
    return node->num == CT_V_PAY || node->num == CT_V_DISCARD || node->num == CT_V_EXILE ||
           node->num == CT_V_SACRIFICE || node->num == CT_V_REMOVE || node->num == CT_V_TAP ||
           node->num == CT_V_REVEAL || node->num == CT_V_RETURN;
}

/* Whether a cost or a "where" of the text says what X is. */
static bool tells_x(const ct_node *node, bool cost)
{
    if (!node) return false;
    if ((node->kind == CT_SYMBOL && node->num == CT_SYMBOL_X) || node->kind == CT_WHERE ||
        node->kind == CT_LOYALTY || (cost && node->kind == CT_VARIABLE && node->num == 'X'))
        return true;
    cost = cost || is_payment(node);
    for (uint32_t i = 0; i < node->nkids; i++)
        if (tells_x(node->kid[i], cost)) return true;
    return false;
}

static const ct_node *first_x(const ct_node *node)
{
    if (!node || (node->kind == CT_VARIABLE && node->num == 'X')) return node;
    for (uint32_t i = 0; i < node->nkids; i++) {
        const ct_node *found = first_x(node->kid[i]);
        if (found) return found;
    }
    return NULL;
}

bool ct_check_x(struct ct_compiler *compiler, const struct ct_passage *passage)
{
    const struct ct_printed_face *face = passage->face;
    if (!passage->card || (face->mana_cost.text && strchr(face->mana_cost.text, 'X'))) return true;
    const ct_node *x = tells_x(passage->tree, false) ? NULL : first_x(passage->tree);
    struct doers d = {.c = compiler, .text = face->text};
    return !x || wrong(&d, CT_ERR_UNBOUND_REFERENCE, x, "nothing says what X is");
}

bool ct_check_doers(struct ct_compiler *compiler, const struct ct_source *text,
                    const ct_node *ability)
{
    struct doers d = {.c = compiler, .text = text};
    return walk(&d, ability);
}
