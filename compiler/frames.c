/* What a sentence has to have beside being grammatical: each verb the objects and places it needs
 * and only things it can act on (grammar/verbs.def), each noun phrase a noun and words in their
 * order. This is what makes a dropped or a wrong word an error. Runs over the finished tree of a
 * paragraph. */
#include "compiler/frames_in.h"

#include <string.h>

static bool walk(struct ct_frame_ctx *c, const ct_node *node);

bool ct_frame_fail(struct ct_frame_ctx *c, enum ct_code code, struct ct_span span,
                   const char *message)
{
    ct_parse_error(c->p, code, span, "%s", message);
    return false;
}

/* ---- verbs ---------------------------------------------------------------------------------- */

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
        if (ct_is(clause->kid[i], CT_ADVERB) && (!adverb || clause->kid[i]->num == adverb))
            return true;
    return false;
}

static bool elsewhere(const ct_node *clause)
{
    for (unsigned i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_PP) && ct_is(clause->kid[i]->kid[0], CT_PRONOUN) &&
            clause->kid[i]->kid[0]->num == CT_PRONOUN_ANYWHERE_ELSE)
            return true;
    return false;
}

static bool has_place(const ct_node *clause)
{
    return has_pp(clause, CT_PREP_INTO) || has_pp(clause, CT_PREP_ONTO) ||
           has_pp(clause, CT_PREP_ON) || has_pp(clause, CT_PREP_IN) || has_pp(clause, CT_PREP_TO) ||
           has_adverb(clause, CT_ADV_BACK) || has_adverb(clause, CT_ADV_THERE) || elsewhere(clause);
}

static const ct_node *acted_on(const ct_node *clause)
{
    bool passive = clause->flags & CT_F_PASSIVE;
    return passive ? clause->kid[CT_CLAUSE_SUBJECT] : clause->kid[CT_CLAUSE_OBJECT];
}

/* "creature attacked this turn": players and planeswalkers are attacked, creatures attack. */
static bool attacker(const struct ct_frame_ctx *c, const ct_node *clause)
{
    if (!ct_is(clause->kid[CT_CLAUSE_SUBJECT], CT_GAP) || !ct_is(c->head, CT_NP)) return false;
    const ct_node *head = ct_frame_head(c->head->kid[CT_NP_WORDS]);
    return ct_is(head, CT_TYPE) && head->num == CT_WTYPE_CREATURE;
}

static bool check_object(struct ct_frame_ctx *c, const ct_node *clause,
                         const struct ct_verb_info *v)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    struct ct_span span = {clause->span.end > 0 ? clause->span.end - 1 : 0, clause->span.end};
    bool passive = clause->flags & CT_F_PASSIVE;
    if (passive) {
        if (v->frame == CT_FRAME_I || clause->num == CT_V_ENTER ||
            (clause->num == CT_V_ATTACK && attacker(c, clause)))
            return ct_frame_fail(c, CT_ERR_MISSING_PART, clause->span,
                                 "“that” is missing before this verb");
        if (!object || gap(object) || clause->num == CT_V_DEAL || clause->num == CT_V_PUT ||
            clause->num == CT_V_NAME || clause->num == CT_V_PAY || clause->num == CT_V_TURN)
            return true;
        return ct_frame_fail(c, CT_ERR_SYNTAX, object->span,
                             "a preposition is missing before this");
    }
    switch (v->frame) {
    case CT_FRAME_I:
        if (object && !gap(object))
            return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, object->span, "this verb has no object");
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
        if (!object && !clause->kid[CT_CLAUSE_OBJECT2])
            return ct_frame_fail(c, CT_ERR_MISSING_PART, clause->span.end ? span : clause->span,
                                 "this verb needs an object");
        return true;
    case CT_FRAME_BE:
    case CT_FRAME_BECOME:
    case CT_FRAME_HAVE:
        if (!object && clause->nkids == CT_CLAUSE_REST && !(clause->flags & CT_F_EXISTS))
            return ct_frame_fail(c, CT_ERR_MISSING_PART, clause->span,
                                 "something is missing after this verb");
        return true;
    default:
        return true;
    }
}

/* The verbs whose place or recipient can't be left out. */
static bool check_place(struct ct_frame_ctx *c, const ct_node *clause)
{
    bool passive = clause->flags & CT_F_PASSIVE, gerund = clause->flags & CT_F_GERUND;
    switch (clause->num) {
    case CT_V_PUT:
        if (has_place(clause) || (passive && has_adverb(clause, 0)) ||
            (!c->instruction && has_adverb(clause, CT_ADV_THIS_WAY)))
            return true;
        break;
    case CT_V_RETURN:
        if (has_place(clause) || (passive && !c->instruction) || !clause->kid[CT_CLAUSE_OBJECT])
            return true;
        break;
    case CT_V_ATTACH:
        if (has_pp(clause, CT_PREP_TO)) return true;
        break;
    case CT_V_REMOVE:
        if (has_pp(clause, CT_PREP_FROM) || passive || has_adverb(clause, CT_ADV_THIS_WAY) ||
            !c->instruction)
            return true;
        break;
    case CT_V_DEAL:
        if (!c->instruction || passive || gerund || has_pp(clause, CT_PREP_TO)) return true;
        for (unsigned i = CT_NP_REST; ct_is(clause->kid[CT_CLAUSE_OBJECT], CT_NP) &&
                                      i < clause->kid[CT_CLAUSE_OBJECT]->nkids;
             i++)
            if (ct_is(clause->kid[CT_CLAUSE_OBJECT]->kid[i], CT_PARTICIPLE)) return true;
        if (clause->flags & CT_F_BARE) return true;
        break;
    case CT_V_LOOK:
        if (has_pp(clause, CT_PREP_AT)) return true;
        break;
    case CT_V_SEARCH:
        if (!c->instruction || has_pp(clause, CT_PREP_FOR) ||
            clause->flags & (CT_F_BARE | CT_F_INFINITIVE))
            return true;
        break;
    default:
        return true;
    }
    return ct_frame_fail(c, CT_ERR_MISSING_PART, clause->span,
                         "this verb needs to be told where or what to");
}

/* "an instant would deal damage": instants are cards and spells, and have to be said to be the one
 * or the other. */
static bool bare_spell(const ct_node *np)
{
    const ct_node *head = ct_is(np, CT_NP) ? ct_frame_head(np->kid[CT_NP_WORDS]) : NULL;
    return ct_is(head, CT_TYPE) && (head->num == CT_WTYPE_INSTANT || head->num == CT_WTYPE_SORCERY);
}

/* Says what the verb acts on. */
static bool wrong_object(struct ct_frame_ctx *c, const ct_node *object,
                         const struct ct_verb_info *v)
{
    static const struct {
        uint32_t class;
        const char *word;
    } KINDS[] = {
        {CT_NC_CARD, "cards"},     {CT_NC_PERMANENT, "permanents"},
        {CT_NC_SPELL, "spells"},   {CT_NC_ABILITY, "abilities"},
        {CT_NC_PLAYER, "players"}, {CT_NC_COUNTER, "counters"},
        {CT_NC_DAMAGE, "damage"},  {CT_NC_LIFE, "life"},
        {CT_NC_MANA, "mana"},      {CT_NC_TIME, "turns and steps"},
        {CT_NC_COST, "costs"},     {CT_NC_TOKEN, "tokens"},
    };
    char list[128] = "";
    unsigned n = 0;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS && n < 3; i++) {
        if (!(v->object & KINDS[i].class)) continue;
        size_t len = strlen(list);
        snprintf(list + len, sizeof list - len, "%s%s", n++ ? ", " : "", KINDS[i].word);
    }
    struct ct_diag *d = ct_parse_error(c->p, CT_ERR_WRONG_OBJECT, object->span,
                                       "“%s” does not go with this", v->base);
    if (d && n) ct_diag_label(d, "“%s” is said of %s", v->base, list);
    return false;
}

static bool check_classes(struct ct_frame_ctx *c, const ct_node *clause,
                          const struct ct_verb_info *v)
{
    bool passive = clause->flags & CT_F_PASSIVE;
    const ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT], *object = acted_on(clause);
    if (passive && clause->num == CT_V_DEAL) {
        const ct_node *damage = clause->kid[CT_CLAUSE_OBJECT];
        const ct_node *dealt = subject;
        if (ct_is(dealt, CT_SAME)) dealt = dealt->bind;
        if (ct_is(dealt, CT_GAP)) dealt = c->head;
        if (!damage && dealt && !(ct_frame_classes(dealt) & CT_NC_DAMAGE))
            return ct_frame_fail(c, CT_ERR_MISSING_PART, clause->span,
                                 "dealt what? “damage” is missing");
        if (damage && !gap(damage) && !(ct_frame_classes(damage) & CT_NC_DAMAGE))
            return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, damage->span, "only damage is dealt");
        return true;
    }
    if (object && !passive &&
        (ct_frame_head_is(object, CT_N_TOP) || ct_frame_head_is(object, CT_N_BOTTOM)))
        return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, object->span,
                             "a card is missing: the top card?");
    if (clause->num == CT_V_DEAL && subject && !passive && bare_spell(subject))
        return ct_frame_fail(c, CT_ERR_MISSING_PART, subject->span, "an instant or sorcery what?");
    if (object && !gap(object) && v->object && !(ct_frame_classes(object) & v->object))
        return wrong_object(c, object, v);
    if (subject && !passive && !gap(subject) && v->subject &&
        !(ct_frame_classes(subject) & v->subject))
        return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, subject->span,
                             "this does not do what the verb says");
    return true;
}

/* "draw cards", "put +1/+1 counters on": how many is missing where something is to be done. */
static bool check_counted(struct ct_frame_ctx *c, const ct_node *clause)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    if (!c->instruction ||
        clause->flags & (CT_F_PASSIVE | CT_F_GERUND | CT_F_PAST | CT_F_PERFECT) ||
        !ct_is(object, CT_NP))
        return true;
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
    bool bare = !object->num && !object->kid[CT_NP_QUANTITY] && object->flags & CT_F_PLURAL &&
                object->nkids == CT_NP_REST && !(object->flags & CT_F_TARGET);
    if (!bare || clause->flags & CT_F_BARE) return true;
    return ct_frame_fail(c, CT_ERR_WHICH_ONES, object->span, "how many?");
}

/* "you control Equipment": a word that is its own plural needs "an" or a number as an object. */
static bool check_article(struct ct_frame_ctx *c, const ct_node *clause)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    if (!ct_is(object, CT_NP) || object->num || object->kid[CT_NP_QUANTITY] ||
        object->nkids > CT_NP_REST || object->flags & (CT_F_TARGET | CT_F_OTHER))
        return true;
    if (clause->num == CT_V_BE || clause->num == CT_V_BECOME || clause->num == CT_V_CHOOSE)
        return true;
    const ct_node *head = ct_frame_head(object->kid[CT_NP_WORDS]);
    if (!ct_is(head, CT_SUBTYPE) || head->flags & CT_F_NON) return true;
    const char *one = ct_lexicon_subtype(c->p->lexicon, head->num, false),
               *several = ct_lexicon_subtype(c->p->lexicon, head->num, true);
    if (!one || !several || strcmp(one, several)) return true;
    return ct_frame_fail(c, CT_ERR_DETERMINER, head->span, "“a” or a number is missing");
}

/* "Draw two": a number is no card. */
static bool check_amount(struct ct_frame_ctx *c, const ct_node *clause,
                         const struct ct_verb_info *v)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    if (clause->flags & CT_F_PASSIVE || (!object && v->frame != CT_FRAME_NUM)) return true;
    bool amount = ct_frame_classes(object) == CT_NC_AMOUNT;
    if (v->frame == CT_FRAME_NUM) {
        if (!object && !c->instruction) return true;
        if (!object)
            return ct_frame_fail(c, CT_ERR_MISSING_PART, clause->span,
                                 "a number is missing after this verb");
        if (amount || object->kind == CT_PARAMETER || object->kind == CT_NP) return true;
        return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, object->span, "a number stands here");
    }
    return true;
}

static bool check_create(struct ct_frame_ctx *c, const ct_node *clause)
{
    if (clause->num != CT_V_CREATE || clause->flags & CT_F_PASSIVE) return true;
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    if (!object || gap(object)) return true;
    uint32_t classes = ct_frame_classes(object);
    bool all =
        (classes & CT_NC_TOKEN) != 0 && !(ct_is(object, CT_NP) && !object->kid[CT_NP_WORDS] &&
                                          object->num != CT_DET_A && !ct_frame_of(object));
    for (unsigned i = 0; ct_is(object, CT_AND) && i < object->nkids; i++)
        all = all && ct_frame_classes(object->kid[i]) & CT_NC_TOKEN;
    if (all) return true;
    return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, object->span,
                         "only tokens are created: “token” is missing");
}

static bool limited(const ct_node *clause)
{
    if (ct_is(clause->kid[CT_CLAUSE_OBJECT], CT_NP) &&
        clause->kid[CT_CLAUSE_OBJECT]->flags & CT_F_ONLY)
        return true;
    for (unsigned i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_ONLY) || ct_is(clause->kid[i], CT_AND)) return true;
    return false;
}

/* "Activate only ...", "Spend this mana only ...", "Do this only ...": a limit, not an instruction.
 */
static bool check_limit(struct ct_frame_ctx *c, const ct_node *clause)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT],
                  *subject = clause->kid[CT_CLAUSE_SUBJECT];
    bool plain = clause->flags & CT_F_IMPERATIVE;
    bool limit =
        (clause->num == CT_V_ACTIVATE && plain && !object) ||
        (clause->num == CT_V_SPEND && plain) ||
        (clause->num == CT_V_DO && plain && ct_is(object, CT_PRONOUN)) ||
        (clause->num == CT_V_CAST && plain && ct_is(object, CT_NP) && object->num == CT_DET_THIS) ||
        (clause->num == CT_V_TRIGGER && c->instruction && ct_is(subject, CT_NP) &&
         subject->num == CT_DET_THIS);
    if (!limit || limited(clause)) return true;
    return ct_frame_fail(c, CT_ERR_MISSING_PART, clause->span, "“only” is missing");
}

/* "Gain 3 life": what happens to a player is said of the player. */
static bool check_of_player(struct ct_frame_ctx *c, const ct_node *clause)
{
    if (!(clause->flags & CT_F_IMPERATIVE)) return true;
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    bool control = object && ct_frame_head_is(object, CT_N_CONTROL);
    bool passive_kind = (clause->num == CT_V_GAIN && !control) || clause->num == CT_V_LOSE ||
                        clause->num == CT_V_WIN || clause->num == CT_V_GET;
    if (passive_kind && clause->kid[CT_CLAUSE_OBJECT])
        return ct_frame_fail(c, CT_ERR_INCOMPLETE, clause->span,
                             "“you” is missing before this verb");
    return true;
}

/* Each of what is searched for is said to be a card. */
static bool all_cards(const ct_node *what)
{
    if (!ct_is(what, CT_OR) && !ct_is(what, CT_AND) && !ct_is(what, CT_AND_OR))
        return (ct_frame_classes(what) & CT_NC_CARD) != 0;
    for (unsigned i = 0; i < what->nkids; i++)
        if (!all_cards(what->kid[i])) return false;
    return true;
}

/* Whose hand something returns to. */
/* A phrase that names a player: "from an opponent's graveyard", "target player owns". */
static bool says_whose(const ct_node *object)
{
    for (unsigned i = CT_NP_REST; ct_is(object, CT_NP) && i < object->nkids; i++) {
        const ct_node *tail = object->kid[i];
        if (ct_is(tail, CT_PP) && tail->num == CT_PREP_FROM) return true;
        const ct_node *clause = ct_is(tail, CT_RELATIVE) ? tail->kid[CT_RELATIVE_BODY] : NULL;
        if (ct_is(clause, CT_CLAUSE) && clause->num == CT_V_OWN) return true;
    }
    return false;
}

static bool check_returned(struct ct_frame_ctx *c, const ct_node *clause, const ct_node *pp)
{
    const ct_node *zone = pp->kid[0];
    bool moves =
        clause->num == CT_V_RETURN || clause->num == CT_V_PUT || clause->num == CT_V_SHUFFLE;
    if (ct_frame_head_is(zone, CT_N_TOP) || ct_frame_head_is(zone, CT_N_BOTTOM))
        zone = ct_frame_of(zone);
    bool owned = ct_frame_head_is(zone, CT_N_HAND) || ct_frame_head_is(zone, CT_N_LIBRARY);
    if (!moves || !(clause->flags & CT_F_IMPERATIVE) || !owned) return true;
    const ct_node *whose = zone->kid[CT_NP_POSSESSOR];
    if (!ct_is(whose, CT_PRONOUN) || whose->num != CT_PRONOUN_THEY) return true;
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    if (clause->num == CT_V_SHUFFLE)
        return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, zone->span, "whose? its owner's?");
    bool target = ct_is(object, CT_NP) ? (object->flags & CT_F_TARGET) != 0 : ct_is(object, CT_AND);
    if (!target || says_whose(object)) return true; /* "target card from an opponent's graveyard" */
    return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, zone->span, "whose? their owners'?");
}

/* Whom "to" can name. */
static bool check_recipient(struct ct_frame_ctx *c, const ct_node *clause)
{
    for (unsigned i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        const ct_node *pp = clause->kid[i];
        if (!ct_is(pp, CT_PP)) continue;
        bool into = pp->num == CT_PREP_INTO || pp->num == CT_PREP_ONTO;
        if (clause->num == CT_V_BE && !(clause->flags & CT_F_PASSIVE) &&
            (into || pp->num == CT_PREP_TO))
            return ct_frame_fail(c, CT_ERR_SYNTAX, pp->span, "a verb is missing before this");
        if (pp->num == CT_PREP_AT && clause->num == CT_V_LOOK &&
            (ct_frame_head_is(pp->kid[0], CT_N_TOP) || ct_frame_head_is(pp->kid[0], CT_N_BOTTOM)))
            return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, pp->kid[0]->span,
                                 "a card is missing: the top card?");
        if (pp->num == CT_PREP_IN_ADDITION_TO &&
            (ct_frame_head_is(pp->kid[0], CT_N_TYPE) || ct_frame_head_is(pp->kid[0], CT_N_COLOR)) &&
            !(pp->kid[0]->flags & CT_F_OTHER))
            return ct_frame_fail(c, CT_ERR_MISSING_PART, pp->kid[0]->span, "“other” is missing");
        if (pp->num == CT_PREP_ON || pp->num == CT_PREP_INTO) {
            if (!check_returned(c, clause, pp)) return false;
        }
        if (pp->num == CT_PREP_FOR && clause->num == CT_V_SEARCH && !all_cards(pp->kid[0]))
            return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, pp->kid[0]->span,
                                 "what is searched for is a card: “card” is missing");
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
            return ct_frame_fail(c, CT_ERR_SYNTAX, pp->span, "this does not go with the verb");
        case CT_V_DEAL:
            if (!(ct_frame_classes(pp->kid[0]) &
                  (CT_NC_PERMANENT | CT_NC_PLAYER | CT_NC_TOKEN | CT_NC_OBJECT)))
                return ct_frame_fail(c, CT_ERR_WRONG_OBJECT, pp->kid[0]->span,
                                     "damage is not dealt to that");
            break;
        default:
            break;
        }
    }
    return true;
}

/* "more lands" than whom? */
static bool check_compared(struct ct_frame_ctx *c, const ct_node *clause)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    const ct_node *more = ct_is(object, CT_NP) ? object->kid[CT_NP_QUANTITY] : NULL;
    bool than = has_pp(clause, CT_PREP_THAN);
    if (ct_is(more, CT_MORE) == than || clause->num == CT_V_BE || clause->num == CT_V_COST)
        return true;
    return ct_frame_fail(c, CT_ERR_MISSING_PART, clause->span,
                         than ? "more or fewer of what?" : "than whom?");
}

static bool check_adverbs(struct ct_frame_ctx *c, const ct_node *clause)
{
    for (unsigned i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        const ct_node *a = clause->kid[i];
        if (!ct_is(a, CT_ADVERB)) continue;
        bool amount = a->num == CT_ADV_LESS || a->num == CT_ADV_MORE;
        if (amount && clause->num != CT_V_COST && clause->num != CT_V_PAY && clause->num != CT_V_BE)
            return ct_frame_fail(c, CT_ERR_SYNTAX, a->span, "this word does not go with the verb");
    }
    return true;
}

static bool check_clause(struct ct_frame_ctx *c, const ct_node *clause)
{
    const struct ct_verb_info *v = ct_lexicon_verb(c->p->lexicon, clause->num);
    if (!v) return true;
    return check_object(c, clause, v) && check_place(c, clause) && check_classes(c, clause, v) &&
           check_amount(c, clause, v) && check_counted(c, clause) && check_article(c, clause) &&
           check_create(c, clause) && check_adverbs(c, clause) && check_limit(c, clause) &&
           check_recipient(c, clause) && check_compared(c, clause) && check_of_player(c, clause);
}

/* ---- the walk ------------------------------------------------------------------------------- */

static bool walk_kids(struct ct_frame_ctx *c, const ct_node *node)
{
    for (unsigned i = 0; i < node->nkids; i++)
        if (node->kid[i] && !walk(c, node->kid[i])) return false;
    return true;
}

static bool walk_mode(struct ct_frame_ctx *c, const ct_node *node, bool instruction)
{
    bool before = c->instruction;
    c->instruction = instruction;
    bool ok = !node || walk(c, node);
    c->instruction = before;
    return ok;
}

/* "this", "that", "those" alone stand for something only where Magic lets them: "Do this only once
 * each turn", "this is the first time", "those that attacked". */
static bool check_pronoun(struct ct_frame_ctx *c, const ct_node *pronoun, const ct_node *clause)
{
    if (pronoun->num != CT_PRONOUN_THIS && pronoun->num != CT_PRONOUN_THAT &&
        pronoun->num != CT_PRONOUN_THOSE)
        return true;
    bool does = clause && (clause->num == CT_V_DO || clause->num == CT_V_HAPPEN);
    const ct_node *what = clause ? clause->kid[CT_CLAUSE_OBJECT] : NULL;
    bool is = clause && clause->num == CT_V_BE && pronoun->num == CT_PRONOUN_THIS &&
              ct_is(what, CT_NP) && ct_frame_classes(what) == CT_NC_TIME;
    if (does || is) return true;
    return ct_frame_fail(c, CT_ERR_MISSING_PART, pronoun->span, "a noun is missing after this");
}

static bool walk_np(struct ct_frame_ctx *c, const ct_node *np)
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
static bool check_list(struct ct_frame_ctx *c, const ct_node *list)
{
    unsigned numbers = 0;
    for (unsigned i = 0; i < list->nkids; i++)
        numbers += !list->kid[i] ||
                   (ct_is(list->kid[i], CT_NP) && list->kid[i]->num == CT_DET_BOTH &&
                    !list->kid[i]->kid[CT_NP_WORDS]) ||
                   list->kid[i]->kind == CT_NUMBER || list->kid[i]->kind == CT_VARIABLE;
    if (!numbers || numbers == list->nkids) return true;
    return ct_frame_fail(c, CT_ERR_SYNTAX, list->span,
                         "a number is joined to something that is none");
}

static bool walk_clause(struct ct_frame_ctx *c, const ct_node *node)
{
    if (!check_clause(c, node)) return false;
    for (unsigned i = 0; i < node->nkids; i++) {
        const ct_node *kid = node->kid[i];
        if (!kid) continue;
        if (i == CT_CLAUSE_OBJECT && complement_of(node) && ct_is(kid, CT_NP)) {
            if (!ct_frame_np(c, kid, true) || !walk_np(c, kid)) return false;
            continue;
        }
        if (ct_is(kid, CT_PRONOUN) ? !check_pronoun(c, kid, node) : !walk(c, kid)) return false;
    }
    return true;
}

static bool walk(struct ct_frame_ctx *c, const ct_node *node)
{
    switch (node->kind) {
    case CT_CLAUSE:
        return walk_clause(c, node);
    case CT_NP:
        return ct_frame_np(c, node, false) && walk_np(c, node);
    case CT_PRONOUN:
        return check_pronoun(c, node, NULL);
    case CT_RELATIVE:
    case CT_PARTICIPLE:
        return walk_mode(c, node->kid[0], false);
    case CT_IF:
        return walk_mode(c, node->kid[CT_IF_CONDITION], false) &&
               walk_mode(c, node->kid[CT_IF_BODY], c->instruction) &&
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
        if (ct_is(node->kid[0], CT_NP) &&
            ct_is(ct_frame_head(node->kid[0]->kid[CT_NP_WORDS]), CT_COLOR))
            return ct_frame_np(c, node->kid[0], true) && walk_np(c, node->kid[0]);
        if (node->num == CT_PREP_OF && ct_is(node->kid[0], CT_PRONOUN) &&
            node->kid[0]->num == CT_PRONOUN_THOSE)
            return true; /* "of those" */
        return walk_kids(c, node);
    case CT_GROUP:
        return true;
    case CT_KEYWORD:
        return true;
    case CT_PLUS:
    case CT_MINUS:
        if (ct_is(node->kid[0], CT_NP) && node->kid[0]->num == CT_DET_THAT &&
            ct_frame_head_is(node->kid[0], CT_N_DAMAGE))
            return ct_frame_fail(c, CT_ERR_MISSING_PART, node->kid[0]->span,
                                 "“much” is missing: that much damage");
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
    struct ct_frame_ctx c = {.p = p, .instruction = true};
    return walk(&c, ability);
}
