/* Binding references: one walk over the tree in the order of the text. What is mentioned is remembered in a
 * scope (resolve_scope.h); what refers back is given its edge. docs/references.md states the rules. */
#include "compiler/resolve.h"

#include "compiler/lexicon.h"
#include "compiler/resolve_scope.h"

#include <string.h>

static void walk(struct ct_scope *scope, ct_node *node, const struct ct_want *as);
static void walk_apart(struct ct_scope *scope, ct_node *node, bool sees_outer);

/* What a place in a clause asks of a pronoun that stands there. */
static const struct ct_want anything = {.classes = (uint32_t)CT_NC_ANY};

enum { THINGS = CT_NC_OBJECT | CT_NC_STACK | CT_NC_EMBLEM };

static void walk_kids(struct ct_scope *scope, ct_node *node, uint32_t from,
                      const struct ct_want *as)
{
    for (uint32_t i = from; i < node->nkids; i++)
        walk(scope, node->kid[i], as);
}

/* ---- errors ---------------------------------------------------------------------------------------------- */

static void unbound(struct ct_scope *scope, const ct_node *use, const char *what)
{
    scope->ok = false;
    struct ct_diag *diag =
        ct_diag_add(scope->in->diags, CT_ERR_UNBOUND_REFERENCE, scope->in->source, use->span,
                    "nothing before this is %s that it could mean", what);
    for (uint32_t i = scope->nmentions, shown = 0; i-- > 0 && shown < 2; shown++)
        ct_diag_note(diag, scope->in->source, scope->mention[i].at->span,
                     "this was mentioned, but it is of another kind or number");
}

static void ambiguous(struct ct_scope *scope, const ct_node *use, const struct ct_mention *one,
                      const struct ct_mention *other)
{
    scope->ok = false;
    struct ct_diag *diag =
        ct_diag_add(scope->in->diags, CT_ERR_AMBIGUOUS_REFERENCE, scope->in->source, use->span,
                    "this could mean either of two things that were mentioned");
    ct_diag_note(diag, scope->in->source, one->at->span, "this one");
    ct_diag_note(diag, scope->in->source, other->at->span, "or this one");
    ct_diag_help(diag, scope->in->source, use->span, NULL,
                 "say which: with \"that\" and a word that only one of them is called by");
}

/* ---- nouns that refer --------------------------------------------------------------------------------------- */

/* The one noun of an NP's words, or CT_N_NONE. */
static int32_t head_noun(const ct_node *np)
{
    const ct_node *words = np->kid[CT_NP_WORDS];
    while (words && words->kind == CT_GROUP && words->nkids)
        words = words->kid[words->nkids - 1];
    return words && words->kind == CT_NOUN ? words->num : CT_N_NONE;
}

/* A word such as "exiled" before the noun, or 0. */
static int32_t participle(const ct_node *np)
{
    static const struct {
        int32_t state, verb;
    } table[] = {
        {CT_WSTATE_EXILED, CT_V_EXILE},       {CT_WSTATE_SACRIFICED, CT_V_SACRIFICE},
        {CT_WSTATE_DISCARDED, CT_V_DISCARD},  {CT_WSTATE_REVEALED, CT_V_REVEAL},
        {CT_WSTATE_MILLED, CT_V_MILL},        {CT_WSTATE_CHOSEN, CT_V_CHOOSE},
        {CT_WSTATE_DESTROYED, CT_V_DESTROY},  {CT_WSTATE_RETURNED, CT_V_RETURN},
        {CT_WSTATE_COUNTERED, CT_V_COUNTER},  {CT_WSTATE_COPIED, CT_V_COPY},
        {CT_WSTATE_NOTED, CT_V_NOTE},         {CT_WSTATE_NAMED, CT_V_NAME},
        {CT_WSTATE_BEHELD, CT_V_BEHOLD},      {CT_WSTATE_MANIFESTED, CT_V_MANIFEST},
    };
    const ct_node *words = np->kid[CT_NP_WORDS];
    if (!words || words->kind != CT_GROUP)
        return 0;
    for (uint32_t i = 0; i + 1 < words->nkids; i++)
        if (words->kid[i]->kind == CT_STATE)
            for (size_t k = 0; k < sizeof table / sizeof *table; k++)
                if (table[k].state == words->kid[i]->num)
                    return table[k].verb;
    return 0;
}

/* "this creature", "this card", but not "this turn". */
static bool is_source(const ct_node *np)
{
    if (np->kind == CT_SELF_NAME)
        return true;
    if (np->kind != CT_NP || np->num != CT_DET_THIS)
        return false;
    return ct_words_classes(np) & (THINGS | CT_NC_CARD) &&
           !(ct_words_classes(np) & (CT_NC_TIME | CT_NC_COST | CT_NC_QUALITY));
}

/* ---- finding ---------------------------------------------------------------------------------------------------- */

static struct ct_mention *find(struct ct_scope *scope, ct_node *use, const struct ct_want *want,
                               const char *what)
{
    struct ct_mention *rival, *found = ct_scope_find(scope, want, &rival);
    if (!found) {
        if (what)
            unbound(scope, use, what);
        return NULL;
    }
    if (rival)
        ambiguous(scope, use, found, rival);
    return found;
}

/* The latest clause of VERB: in this ability, or, LINKED, in an earlier or later one of the object. */
static ct_node *clause_of(const struct ct_scope *scope, int32_t verb, bool linked)
{
    for (uint32_t i = scope->nseen; i-- > 0;) {
        const struct ct_clause_seen *s = &scope->seen[i];
        if ((s->ability == scope->ability || linked) && s->clause->kind == CT_CLAUSE &&
            s->clause->num == verb && s->clause != scope->clause && !s->condition)
            return s->clause;
    }
    return NULL;
}

static bool has_amount(int32_t verb)
{
    switch (verb) {
    case CT_V_DRAW: case CT_V_DISCARD: case CT_V_MILL: case CT_V_GAIN: case CT_V_LOSE:
    case CT_V_DEAL: case CT_V_PUT: case CT_V_REMOVE: case CT_V_CREATE: case CT_V_SACRIFICE:
    case CT_V_EXILE: case CT_V_DESTROY: case CT_V_RETURN: case CT_V_TAP: case CT_V_UNTAP:
    case CT_V_PAY: case CT_V_ADD: case CT_V_PREVENT: case CT_V_REVEAL: case CT_V_CHOOSE:
    case CT_V_ROLL: case CT_V_GET: case CT_V_SPEND: case CT_V_PRODUCE: case CT_V_ENTER:
    case CT_V_ATTACK: case CT_V_SCRY: case CT_V_SURVEIL: case CT_V_DIE: case CT_V_MOVE:
        return true;
    default: return verb >= CT_USER;
    }
}

static void bind_amount(struct ct_scope *scope, ct_node *use)
{
    for (uint32_t i = scope->nseen; i-- > 0;) {
        const struct ct_clause_seen *s = &scope->seen[i];
        if (s->ability != scope->ability)
            break;
        if (s->clause->kind == CT_CLAUSE && has_amount(s->clause->num) &&
            s->clause != scope->clause) {
            use->bind = s->clause;
            return;
        }
    }
    for (uint32_t i = scope->nmentions; i-- > 0;) /* "one or more creatures ... that many" */
        if (scope->mention[i].plural && scope->mention[i].def->kind == CT_NP &&
            scope->mention[i].def->kid[CT_NP_QUANTITY]) {
            use->bind = scope->mention[i].def;
            return;
        }
    unbound(scope, use, "a number");
}

/* "this way": the doing of the clause with the verb at hand, or with one that does what it says (destroying is
 * how a creature dies, milling how a card is put into a graveyard). A passive ("is revealed this way") or a participle
 * ("discarded this way") names the verb itself. */
static void bind_this_way(struct ct_scope *scope, ct_node *use)
{
    static const int32_t same[][2] = {
        {CT_V_PUT, CT_V_MILL},      {CT_V_PUT, CT_V_SACRIFICE}, {CT_V_PUT, CT_V_DISCARD},
        {CT_V_PUT, CT_V_DESTROY},   {CT_V_DIE, CT_V_DESTROY},   {CT_V_DIE, CT_V_SACRIFICE},
        {CT_V_DIE, CT_V_DEAL},      {CT_V_REVEAL, CT_V_LOOK},   {CT_V_CAST, CT_V_PLAY},
        {CT_V_PLAY, CT_V_CAST},     {CT_V_RETURN, CT_V_PUT},    {CT_V_FIND, CT_V_SEARCH},
        {CT_V_SHUFFLE, CT_V_PUT},   {CT_V_DRAW, CT_V_PUT},
    };
    int32_t verb = scope->clause ? scope->clause->num : 0;
    for (int linked = 0; linked < 2 && !use->bind; linked++) { /* here, or in a linked ability [CR 607] */
        use->bind = clause_of(scope, verb, linked);
        for (size_t i = 0; i < sizeof same / sizeof *same && !use->bind; i++)
            if (same[i][0] == verb)
                use->bind = clause_of(scope, same[i][1], linked);
    }
    if (!use->bind && scope->in_event && scope->nseen)
        use->bind = scope->seen[scope->nseen - 1].clause;
    if (!use->bind)
        unbound(scope, use, "a doing of this kind");
}

/* "if you do": what was allowed or asked before. */
static void bind_do(struct ct_scope *scope, ct_node *use)
{
    ct_node *plain = NULL;
    for (uint32_t i = scope->nseen; i-- > 0;) {
        const struct ct_clause_seen *s = &scope->seen[i];
        if (s->ability != scope->ability)
            break;
        if (s->condition || s->event)
            continue;
        if (s->clause->kind == CT_MODAL) {
            use->bind = s->clause;
            return;
        }
        if (!plain && s->clause->num != CT_V_DO)
            plain = s->clause;
    }
    use->bind = plain;
    if (!plain)
        unbound(scope, use, "something that is done or not");
}

/* ---- pronouns --------------------------------------------------------------------------------------------------- */

static bool counts_one(const ct_node *quantity)
{
    while (quantity->kind == CT_UP_TO && quantity->nkids)
        quantity = quantity->kid[0];
    return quantity->kind == CT_NUMBER && quantity->num == 1;
}

/* The nearest plural mention of objects, of which "one", "the rest", "the other" are. */
static void bind_part(struct ct_scope *scope, ct_node *use)
{
    struct ct_want want = {.use = use, .classes = THINGS, .plural = true};
    struct ct_mention *rival, *found = ct_scope_find(scope, &want, &rival);
    if (!found) { /* "each of those creatures ... the other" */
        want.any_number = true;
        found = find(scope, use, &want, "several objects");
    }
    if (!found)
        return;
    use->bind = found->def;
    bool rest = use->kind == CT_PRONOUN && use->num != CT_PRONOUN_ONE && use->num != CT_PRONOUN_THE_OTHER;
    if (rest)
        return;
    ct_scope_again(scope, found, use); /* "Exile one face down": from here on "it" is that one */
    struct ct_mention *one = &scope->mention[scope->nmentions - 1];
    one->def = use;
    one->plural = use->kind != CT_PRONOUN && !counts_one(use);
}

/* "Exile one face down", "put two into your hand": a number that stands for objects [references: parts]; behind a
 * keyword action of a card file it is that action's number. */
static bool is_part(const struct ct_scope *scope, const ct_node *object, uint32_t classes)
{
    if (!object || !(classes & THINGS) || scope->in_head)
        return false;
    return object->kind == CT_NUMBER || object->kind == CT_UP_TO || object->kind == CT_ANY_NUMBER ||
           object->kind == CT_VARIABLE || object->kind == CT_AT_LEAST;
}

/* "..., except it's a Spirit": of what copies, not of what is copied [CR 707.9]. */
static struct ct_mention *copier(struct ct_scope *scope)
{
    for (uint32_t i = scope->nmentions; i-- > 0;) {
        struct ct_mention *m = &scope->mention[i];
        bool token = m->def->kind == CT_NP && head_noun(m->def) == CT_N_TOKEN;
        if (!m->weak && (m->self || token || (m->subject && (m->classes & THINGS))))
            return m;
    }
    return NULL;
}

static void bind_pronoun(struct ct_scope *scope, ct_node *use, const struct ct_want *as)
{
    struct ct_want want = *as;
    want.use = use;
    want.words = NULL;
    const char *what = "one object";
    switch (use->num) {
    case CT_PRONOUN_YOU:
    case CT_PRONOUN_YOURSELF:
    case CT_PRONOUN_ANYWHERE:
    case CT_PRONOUN_ANYWHERE_ELSE:
    case CT_PRONOUN_NO_ONE: return;
    case CT_PRONOUN_IT:
        want.classes &= ~(uint32_t)CT_NC_PLAYER;
        if (want.classes & THINGS)
            want.classes &= THINGS;
        break;
    case CT_PRONOUN_HE:
    case CT_PRONOUN_SHE: /* a legendary creature, in its own text */
        for (uint32_t i = scope->nmentions; i-- > 0;)
            if (scope->mention[i].self) {
                use->bind = scope->mention[i].def;
                return;
            }
        want.classes = CT_NC_PERMANENT;
        break;
    case CT_PRONOUN_THEY:
        want.singular_player = true;
        want.classes &= (uint32_t)(THINGS | CT_NC_PLAYER);
        if (!want.classes)
            want.classes = THINGS | CT_NC_PLAYER;
        what = "a player or several objects";
        break;
    case CT_PRONOUN_THOSE:
    case CT_PRONOUN_BOTH:
    case CT_PRONOUN_ALL:
        want.plural = true;
        want.classes = THINGS;
        what = "several objects";
        break;
    case CT_PRONOUN_ITSELF:
    case CT_PRONOUN_HIMSELF:
    case CT_PRONOUN_HERSELF:
    case CT_PRONOUN_THEMSELVES:
    case CT_PRONOUN_EACH_OTHER:
        use->bind = scope->subject;
        if (use->bind && use->bind->bind && use->bind->kind != CT_NP)
            use->bind = use->bind->bind;
        if (!use->bind)
            unbound(scope, use, "a subject");
        return;
    case CT_PRONOUN_ONE:
    case CT_PRONOUN_THE_OTHER:
    case CT_PRONOUN_THE_OTHERS:
    case CT_PRONOUN_THE_REST:
    case CT_PRONOUN_EACH:
    case CT_PRONOUN_NEITHER: bind_part(scope, use); return;
    case CT_PRONOUN_THIS_ONE: return; /* "after this one": the turn or phase at hand */
    default: break;
    }
    struct ct_mention *found =
        scope->in_exception && use->num == CT_PRONOUN_IT ? copier(scope) : NULL;
    if (!found)
        found = find(scope, use, &want, NULL);
    /* what the verb does can be done to some objects only: "Draw a card. Destroy it." */
    bool choosy = as->classes != (uint32_t)CT_NC_ANY && (as->classes & THINGS);
    if (!found && use->num == CT_PRONOUN_IT && !choosy) { /* a zone, an effect, damage */
        want.classes = (uint32_t)CT_NC_ANY & ~(uint32_t)(CT_NC_PLAYER | CT_NC_TIME);
        found = find(scope, use, &want, NULL);
    }
    if (!found && use->num == CT_PRONOUN_THEY) {
        want.classes = THINGS | CT_NC_PLAYER;
        found = find(scope, use, &want, NULL);
    }
    if (!found && scope->np && ct_words_classes(scope->np) & THINGS) { /* "spells with {X} in their costs" */
        use->bind = scope->np;
        return;
    }
    if (!found) { /* nothing nearer: the source [references: the source comes last] */
        bool spell = scope->in_spell && !(as->classes & (CT_NC_CARD | CT_NC_STACK)); /* it is no permanent */
        if (use->num == CT_PRONOUN_THEY || (as->classes & THINGS) == 0 || spell || !scope->in->source) {
            unbound(scope, use, what);
            return;
        }
        ct_node *self = ct_node_new(scope->in->arena, CT_SELF_NAME, use->span, 0);
        if (!self) {
            scope->ok = false;
            return;
        }
        use->bind = self;
        ct_scope_self(scope, self);
        return;
    }
    use->bind = found->def;
    ct_scope_again(scope, found, use);
}

/* ---- noun phrases ------------------------------------------------------------------------------------------------- */

static void bind_that(struct ct_scope *scope, ct_node *np)
{
    struct ct_want want = {
        .use = np,
        .classes = (uint32_t)CT_NC_ANY,
        .plural = np->flags & CT_F_PLURAL,
        .never_self = true,
        .words = np,
    };
    int32_t noun = head_noun(np);
    uint32_t classes = ct_words_classes(np);
    if (classes & CT_NC_AMOUNT && noun != CT_N_NONE) {
        bind_amount(scope, np);
        return;
    }
    struct ct_mention *found = find(scope, np, &want, NULL);
    if (!found && want.plural) { /* "those creatures" of "each creature", of one target or two */
        want.any_number = true;
        found = find(scope, np, &want, NULL);
    }
    if (!found && noun != CT_N_NONE) { /* what a clause is about without naming it as a thing */
        np->bind = classes & CT_NC_DAMAGE ? clause_of(scope, CT_V_DEAL, false)
                   : classes & CT_NC_MANA ? clause_of(scope, CT_V_ADD, false)
                   : noun == CT_N_COPY    ? clause_of(scope, CT_V_COPY, false)
                                          : NULL;
        if (np->bind)
            return;
    }
    if (!found && (classes & CT_NC_TIME)) /* "that turn", "that combat" */
        return;
    if (!found) {
        unbound(scope, np, "something of this name");
        return;
    }
    np->bind = found->def;
    ct_scope_again(scope, found, np);
}

/* "the exiled card", "the chosen type": what was exiled or chosen, here or in a linked ability [CR 607]. */
static void bind_participle(struct ct_scope *scope, ct_node *np, int32_t verb)
{
    uint32_t value = CT_NC_QUALITY | CT_NC_AMOUNT;
    uint32_t classes = ct_words_classes(np);
    ct_node *here = clause_of(scope, verb, false);
    if (here && !(classes & value && classes != (uint32_t)CT_NC_ANY)) {
        ct_node *object = here->kid[CT_CLAUSE_OBJECT];
        if (here->flags & CT_F_PASSIVE)
            object = here->kid[CT_CLAUSE_SUBJECT];
        if (object && object->bind)
            object = object->bind;
        if (object && (object->kind == CT_NP || object->kind == CT_SELF_NAME)) {
            np->bind = object;
            for (uint32_t i = scope->nmentions; i-- > 0;)
                if (scope->mention[i].def == object) {
                    ct_scope_again(scope, &scope->mention[i], np);
                    return;
                }
            return;
        }
    }
    np->bind = here ? here : clause_of(scope, verb, true);
    if (!np->bind)
        unbound(scope, np, "a thing that this was done to");
    else
        ct_scope_define(scope, np);
}

/* "the next end step", "the greatest power": a word that picks out one by itself. */
static bool is_singled_out(const ct_node *words)
{
    if (!words || words->kind != CT_GROUP)
        return false;
    for (uint32_t i = 0; i < words->nkids; i++)
        if (words->kid[i]->kind == CT_STATE)
            return true;
    return false;
}

/* "the token", "the player": a definite noun that was mentioned. Not "the top card", "the battlefield". */
static void bind_definite(struct ct_scope *scope, ct_node *np)
{
    uint32_t classes = ct_words_classes(np);
    bool plain = np->nkids == CT_NP_REST && !np->kid[CT_NP_QUANTITY] &&
                 !(np->flags & (CT_F_TOP | CT_F_BOTTOM)) && !is_singled_out(np->kid[CT_NP_WORDS]);
    if (plain && head_noun(np) == CT_N_COPY && clause_of(scope, CT_V_COPY, false)) {
        np->bind = clause_of(scope, CT_V_COPY, false);
        return;
    }
    if (plain && classes != (uint32_t)CT_NC_ANY && (classes & (THINGS | CT_NC_PLAYER))) {
        struct ct_want want = {.use = np,
                               .classes = (uint32_t)CT_NC_ANY,
                               .plural = np->flags & CT_F_PLURAL,
                               .words = np};
        struct ct_mention *rival, *found = ct_scope_find(scope, &want, &rival);
        if (found) {
            np->bind = found->def;
            ct_scope_again(scope, found, np);
            return;
        }
    }
    ct_scope_define(scope, np);
}

/* What the possessor of NP must be: a player owns zones and life, an object has power and a controller. */
static struct ct_want possessor_of(const ct_node *np)
{
    uint32_t classes = ct_words_classes(np);
    int32_t noun = head_noun(np);
    struct ct_want want = anything;
    if (noun == CT_N_CONTROLLER || noun == CT_N_OWNER ||
        (classes != (uint32_t)CT_NC_ANY && (classes & CT_NC_STAT)))
        want.classes = THINGS;
    else if (classes != (uint32_t)CT_NC_ANY && (classes & (CT_NC_ZONE | CT_NC_LIFE | CT_NC_TIME)))
        want.classes = CT_NC_PLAYER;
    else if (noun == CT_N_NONE && !np->kid[CT_NP_WORDS])
        want.classes = THINGS | CT_NC_PLAYER;
    return want;
}

/* "enchanted creature", "defending player": the same one every time it is said. The word that says so, or 0. */
static int32_t constant_word(const ct_node *np)
{
    const ct_node *words = np->kid[CT_NP_WORDS];
    if (np->num != CT_DET_NONE || (np->flags & (CT_F_PLURAL | CT_F_TARGET)) || !words ||
        words->kind != CT_GROUP || !words->nkids || words->kid[0]->kind != CT_STATE)
        return 0;
    int32_t state = words->kid[0]->num;
    return state == CT_WSTATE_ENCHANTED || state == CT_WSTATE_EQUIPPED ||
                   state == CT_WSTATE_FORTIFIED || state == CT_WSTATE_DEFENDING
               ? state
               : 0;
}

static void define(struct ct_scope *scope, ct_node *np)
{
    int32_t constant = constant_word(np);
    for (uint32_t i = scope->nmentions; constant && i-- > 0;)
        if (scope->mention[i].def->kind == CT_NP &&
            constant_word(scope->mention[i].def) == constant) {
            ct_scope_again(scope, &scope->mention[i], np);
            return;
        }
    ct_scope_define(scope, np);
}

/* "with two counters on it": on what is being described. */
static bool describes_counters(const ct_node *tail)
{
    const ct_node *of = tail->kind == CT_WITH ? tail->kid[CT_WITH_OF] : NULL;
    while (of && (of->kind == CT_AND || of->kind == CT_OR) && of->nkids)
        of = of->kid[0];
    return ct_is(of, CT_NP) && head_noun(of) == CT_N_COUNTER;
}

static void walk_tails(struct ct_scope *scope, ct_node *np)
{
    for (uint32_t i = CT_NP_REST; i < np->nkids; i++) {
        ct_node *tail = np->kid[i];
        if (tail->kind == CT_EQUAL && tail->span.start > scope->adjuncts && !scope->deferred) {
            scope->deferred = tail; /* "damage to that player equal to the number of cards they have" */
            continue;
        }
        if (!describes_counters(tail)) {
            walk(scope, tail, &anything);
            continue;
        }
        struct ct_mention *bearer;
        ct_scope_define(scope, np);
        bearer = &scope->mention[scope->nmentions - 1];
        uint32_t mark = scope->nmentions;
        bearer->weak = scope->in_relative;
        walk_apart(scope, tail, true);
        scope->nmentions = mark - 1;
    }
}

static void walk_np(struct ct_scope *scope, ct_node *np)
{
    struct ct_want possessor = possessor_of(np);
    ct_node *outer = scope->np;
    scope->np = np;
    walk(scope, np->kid[CT_NP_POSSESSOR], &possessor);
    walk(scope, np->kid[CT_NP_QUANTITY], &anything);
    walk(scope, np->kid[CT_NP_WORDS], &anything);
    walk_tails(scope, np);
    scope->np = outer;
    if (is_source(np)) {
        ct_scope_self(scope, np);
        return;
    }
    int32_t verb = participle(np);
    switch (np->num) {
    case CT_DET_THIS: return; /* "this turn" */
    case CT_DET_THAT:
        if (!np->bind)
            bind_that(scope, np);
        return;
    case CT_DET_THE:
        if (verb && np->nkids == CT_NP_REST)
            bind_participle(scope, np, verb);
        else
            bind_definite(scope, np);
        return;
    default: define(scope, np); return;
    }
}

/* ---- clauses -------------------------------------------------------------------------------------------------------- */

static void see_clause(struct ct_scope *scope, ct_node *clause)
{
    if (scope->nseen == CT_MAX_CLAUSES) {
        memmove(scope->seen, scope->seen + 1, sizeof *scope->seen * (CT_MAX_CLAUSES - 1));
        scope->nseen--;
    }
    scope->seen[scope->nseen++] = (struct ct_clause_seen){
        .clause = clause,
        .ability = scope->ability,
        .event = scope->in_event,
        .condition = scope->in_condition || scope->in_relative,
    };
}

static bool moves(int32_t verb)
{
    return verb == CT_V_EXILE || verb == CT_V_RETURN || verb == CT_V_PUT || verb == CT_V_DIE ||
           verb == CT_V_DESTROY || verb == CT_V_SACRIFICE || verb == CT_V_DISCARD ||
           verb == CT_V_LEAVE || verb == CT_V_COUNTER || verb == CT_V_ENTER || verb == CT_V_MILL;
}

/* What something is put on is not itself moved: "put a +1/+1 counter on that creature". */
static bool only_place(const ct_node *clause, const struct ct_mention *m)
{
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    return clause->num == CT_V_PUT && object &&
           (m->at->span.start < object->span.start || m->at->span.end > object->span.end);
}

/* Marks the mention that a subject made. */
static void mark_subject(struct ct_scope *scope, const ct_node *clause)
{
    const ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT];
    for (uint32_t i = scope->nmentions; i-- > 0;)
        if (scope->mention[i].at == subject && scope->mention[i].clause == clause) {
            scope->mention[i].subject = true;
            return;
        }
}

/* "If it's a creature card", "becomes an artifact creature": nothing new is mentioned; the subject is known to be
 * that from here on. */
static void walk_complement(struct ct_scope *scope, ct_node *clause, const ct_node *subject)
{
    ct_node *what = clause->kid[CT_CLAUSE_OBJECT];
    if (!ct_is(what, CT_NP) || (what->num != CT_DET_A && what->num != CT_DET_NONE) ||
        (what->flags & CT_F_TARGET) || constant_word(what)) {
        walk(scope, what, &anything);
        return;
    }
    walk_kids(scope, what, 0, &anything);
    if (ct_is(subject, CT_SAME))
        subject = subject->bind;
    if (!subject)
        return;
    struct ct_mention *m = ct_scope_mention(scope, subject->bind ? subject->bind : subject);
    if (m && !(clause->flags & CT_F_NOT)) {
        struct ct_mention copy = *m;
        ct_scope_again(scope, &copy, what);
        scope->mention[scope->nmentions - 1].subject = copy.subject;
        scope->mention[scope->nmentions - 1].at = copy.at;
    }
}

/* "put a +1/+1 counter on it": not on a spell. */
static void walk_adjuncts(struct ct_scope *scope, ct_node *clause)
{
    static const struct ct_want bearer = {.classes = (uint32_t)CT_NC_ANY & ~(uint32_t)(CT_NC_SPELL | CT_NC_ABILITY)};
    const ct_node *object = clause->kid[CT_CLAUSE_OBJECT];
    bool counters = clause->num == CT_V_PUT && ct_is(object, CT_NP) && head_noun(object) == CT_N_COUNTER;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        ct_node *pp = clause->kid[i];
        walk(scope, pp, counters && ct_is(pp, CT_PP) && pp->num == CT_PREP_ON ? &bearer : &anything);
    }
}

static void walk_clause(struct ct_scope *scope, ct_node *clause)
{
    ct_node *outer = scope->clause, *outer_subject = scope->subject;
    ct_node *outer_np = scope->np, *outer_deferred = scope->deferred;
    uint32_t outer_adjuncts = scope->adjuncts;
    scope->clause = clause;
    scope->deferred = NULL;
    scope->adjuncts = clause->nkids > CT_CLAUSE_REST ? clause->kid[CT_CLAUSE_REST]->span.start
                                                     : UINT32_MAX;
    bool passive = clause->flags & CT_F_PASSIVE;
    uint32_t subjects = ct_verb_subjects(clause->num), objects = ct_verb_objects(clause->num);
    struct ct_want subject = {.classes = passive ? objects : subjects, .subject = true};
    struct ct_want object = {.classes = passive ? (uint32_t)CT_NC_ANY : objects};
    ct_node *s = clause->kid[CT_CLAUSE_SUBJECT];
    if (ct_is(s, CT_SAME)) {
        s->bind = outer_subject;
    } else {
        walk(scope, s, &subject);
        mark_subject(scope, clause);
        if (s)
            scope->subject = s;
        else if (clause->flags & CT_F_IMPERATIVE)
            scope->subject = clause;
    }
    if (clause->num == CT_V_DO && !clause->bind)
        bind_do(scope, clause);
    if (clause->num == CT_V_BE || clause->num == CT_V_BECOME)
        walk_complement(scope, clause, s);
    else if (clause->num < CT_V_HOW_MANY && is_part(scope, clause->kid[CT_CLAUSE_OBJECT], objects))
        bind_part(scope, clause->kid[CT_CLAUSE_OBJECT]);
    else
        walk(scope, clause->kid[CT_CLAUSE_OBJECT], &object);
    walk(scope, clause->kid[CT_CLAUSE_OBJECT2], &anything);
    walk_adjuncts(scope, clause);
    walk(scope, scope->deferred, &anything);
    scope->adjuncts = outer_adjuncts;
    scope->deferred = outer_deferred;
    scope->np = outer_np;
    see_clause(scope, clause);
    bool cast = clause->num == CT_V_CAST || clause->num == CT_V_PLAY;
    for (uint32_t i = 0; i < scope->nmentions; i++)
        if (scope->mention[i].clause == clause) {
            scope->mention[i].moved |= moves(clause->num) && !only_place(clause, &scope->mention[i]);
            scope->mention[i].cast |= cast;
        }
    scope->clause = outer;
    /* the subject goes on into coordinated clauses (SAME); a relative clause's does not */
    if (scope->in_relative)
        scope->subject = outer_subject;
}

static void walk_modal(struct ct_scope *scope, ct_node *modal)
{
    ct_node *s = modal->kid[CT_MODAL_SUBJECT];
    ct_node *body = modal->kid[CT_MODAL_BODY];
    ct_node *verb = body;
    while (verb && verb->kind != CT_CLAUSE && verb->nkids)
        verb = verb->kid[0];
    struct ct_want subject = {.classes = ct_is(verb, CT_CLAUSE) ? ct_verb_subjects(verb->num)
                                                               : (uint32_t)CT_NC_ANY,
                              .subject = true};
    ct_node *outer = scope->clause;
    if (ct_is(s, CT_SAME)) {
        s->bind = scope->subject;
    } else if (s) {
        if (ct_is(verb, CT_CLAUSE))
            scope->clause = verb; /* its subject belongs to the clause of the verb */
        walk(scope, s, &subject);
        for (uint32_t i = scope->nmentions; i-- > 0;)
            if (scope->mention[i].at == s)
                scope->mention[i].subject = true;
        scope->clause = outer;
        scope->subject = s;
    }
    walk(scope, body, &anything);
    walk_kids(scope, modal, CT_MODAL_REST, &anything);
    bool negated = modal->num == CT_MODAL_DONT || modal->num == CT_MODAL_DIDNT ||
                   modal->num == CT_MODAL_CANT;
    if (!body && negated && !modal->bind) /* "if you don't", "if you can't" */
        bind_do(scope, modal);
    if (modal->num == CT_MODAL_MAY)
        see_clause(scope, modal);
}

/* ---- the walk --------------------------------------------------------------------------------------------------------- */

/* Two children whose order in the text is told by the form. */
static void walk_pair(struct ct_scope *scope, ct_node *node, unsigned first, unsigned second,
                      bool second_leads)
{
    walk(scope, node->kid[second_leads ? second : first], &anything);
    walk(scope, node->kid[second_leads ? first : second], &anything);
}

static void walk_condition(struct ct_scope *scope, ct_node *node)
{
    bool outer = scope->in_condition;
    ct_node *subject = scope->subject;
    scope->in_condition = true;
    walk(scope, node, &anything);
    scope->in_condition = outer;
    scope->subject = subject;
}

static void walk_event(struct ct_scope *scope, ct_node *node)
{
    bool outer = scope->in_event;
    scope->in_event = true;
    walk(scope, node, &anything);
    scope->in_event = outer;
}

/* Is DEF among what the mentions FROM .. TO define? */
static bool defined_between(const struct ct_scope *scope, const ct_node *def, uint32_t from,
                            uint32_t to)
{
    for (uint32_t i = from; i < to && i < scope->nmentions; i++)
        if (scope->mention[i].def == def && scope->mention[i].at == def)
            return true;
    return false;
}

/* Otherwise there is not what the condition asked for ("if a land card is revealed this way"), nor what
 * the other branch brought about: mentions from BEFORE on go, those of the condition (up to BEHIND) only
 * if they are indefinite. */
static void forget_branch(struct ct_scope *scope, uint32_t before, uint32_t behind)
{
    bool gone[CT_MAX_MENTIONS] = {false};
    uint32_t kept = before;
    for (uint32_t i = before; i < scope->nmentions; i++) {
        const ct_node *def = scope->mention[i].def;
        const bool indefinite = def->kind == CT_NP && !(def->flags & CT_F_TARGET) &&
                                (def->num == CT_DET_A || def->num == CT_DET_NONE);
        gone[i] = (indefinite && defined_between(scope, def, before, behind)) ||
                  (i >= behind && defined_between(scope, def, behind, scope->nmentions));
    }
    for (uint32_t i = before; i < scope->nmentions; i++)
        if (!gone[i])
            scope->mention[kept++] = scope->mention[i];
    scope->nmentions = kept;
}

static void walk_conditional(struct ct_scope *scope, ct_node *node, unsigned condition,
                             unsigned body)
{
    uint32_t before = scope->nmentions, behind;
    if (node->form == CT_FORM_TRAILING || node->kind == CT_UNLESS) {
        walk(scope, node->kid[body], &anything);
        behind = scope->nmentions;
        walk_condition(scope, node->kid[condition]);
    } else {
        walk_condition(scope, node->kid[condition]);
        behind = scope->nmentions;
        walk(scope, node->kid[body], &anything);
    }
    if (node->kind == CT_IF && node->kid[CT_IF_ELSE])
        forget_branch(scope, before, behind);
    walk_kids(scope, node, 2, &anything);
}

/* What is mentioned inside is not visible outside, and for a quoted ability not the other way either. */
static void walk_apart(struct ct_scope *scope, ct_node *node, bool sees_outer)
{
    struct ct_scope *inner = ct_arena_alloc(scope->in->arena, sizeof *inner);
    if (!inner) {
        scope->ok = false;
        return;
    }
    *inner = *scope;
    if (!sees_outer) {
        inner->nmentions = 0;
        inner->nseen = 0;
        inner->clause = inner->subject = NULL;
        inner->in_event = inner->in_relative = inner->in_condition = false;
        inner->in_exception = false;
        inner->np = inner->deferred = NULL;
        inner->adjuncts = UINT32_MAX;
    }
    for (uint32_t i = 0; i < node->nkids; i++) {
        if (!sees_outer)
            inner->ability = i, inner->nmentions = 0;
        walk(inner, node->kid[i], &anything);
    }
    scope->ok &= inner->ok;
}

static void walk_relative(struct ct_scope *scope, ct_node *node)
{
    bool outer = scope->in_relative;
    scope->in_relative = true;
    walk_kids(scope, node, 0, &anything);
    scope->in_relative = outer;
}

static void walk_modes(struct ct_scope *scope, ct_node *node)
{
    scope->in_head = true; /* "choose one": of the modes */
    walk(scope, node->kid[CT_MODES_HEAD], &anything);
    scope->in_head = false;
    for (uint32_t i = CT_MODES_REST; i < node->nkids; i++)
        walk_apart(scope, node->kid[i], true);
}

/* A list of noun phrases is mentioned as a whole too. */
static void walk_list(struct ct_scope *scope, ct_node *node, const struct ct_want *as)
{
    uint32_t from = scope->nmentions;
    walk_kids(scope, node, 0, as);
    for (uint32_t i = 0; i < node->nkids; i++)
        if (node->kid[i]->kind != CT_NP && node->kid[i]->kind != CT_SELF_NAME &&
            node->kid[i]->kind != CT_PRONOUN)
            return;
    ct_scope_group(scope, node, from);
}

static void walk(struct ct_scope *scope, ct_node *node, const struct ct_want *as)
{
    if (!node)
        return;
    switch ((enum ct_kind)node->kind) {
    case CT_NP: walk_np(scope, node); break;
    case CT_SELF_NAME: ct_scope_self(scope, node); break;
    case CT_PRONOUN:
        if (!node->bind)
            bind_pronoun(scope, node, as);
        break;
    case CT_THAT_MANY: bind_amount(scope, node); break;
    case CT_ADVERB:
        if (node->num == CT_ADV_THIS_WAY)
            bind_this_way(scope, node);
        break;
    case CT_CLAUSE: walk_clause(scope, node); break;
    case CT_MODAL: walk_modal(scope, node); break;
    case CT_SAME: node->bind = scope->subject; break;
    case CT_IF: walk_conditional(scope, node, CT_IF_CONDITION, CT_IF_BODY); break;
    case CT_UNLESS: walk_conditional(scope, node, CT_UNLESS_CONDITION, CT_UNLESS_BODY); break;
    case CT_AS_LONG_AS:
        walk_conditional(scope, node, CT_AS_LONG_AS_CONDITION, CT_AS_LONG_AS_BODY);
        break;
    case CT_FOR_EACH:
        walk_pair(scope, node, CT_FOR_EACH_OF, CT_FOR_EACH_BODY, node->form == CT_FORM_TRAILING);
        break;
    case CT_LASTING:
        walk_pair(scope, node, CT_LASTING_DURATION, CT_LASTING_BODY,
                  node->form == CT_FORM_TRAILING);
        break;
    case CT_WHERE: walk_pair(scope, node, CT_WHERE_VALUE, CT_WHERE_BODY, true); break;
    case CT_TRIGGERED:
        walk_event(scope, node->kid[CT_TRIGGERED_EVENT]);
        walk_condition(scope, node->kid[CT_TRIGGERED_CONDITION]);
        walk(scope, node->kid[CT_TRIGGERED_BODY], &anything);
        break;
    case CT_DELAYED:
        if (node->form == CT_FORM_TRAILING)
            walk(scope, node->kid[CT_DELAYED_BODY], &anything);
        walk_event(scope, node->kid[CT_DELAYED_EVENT]);
        walk_condition(scope, node->kid[CT_DELAYED_CONDITION]);
        if (node->form != CT_FORM_TRAILING)
            walk(scope, node->kid[CT_DELAYED_BODY], &anything);
        break;
    case CT_REPLACE:
        walk_event(scope, node->kid[CT_REPLACE_EVENT]);
        walk_condition(scope, node->kid[CT_REPLACE_CONDITION]);
        walk(scope, node->kid[CT_REPLACE_BODY], &anything);
        break;
    case CT_AS_EVENT:
        walk_event(scope, node->kid[CT_AS_EVENT_EVENT]);
        walk(scope, node->kid[CT_AS_EVENT_BODY], &anything);
        break;
    case CT_AND:
    case CT_OR:
    case CT_AND_OR: walk_list(scope, node, as); break;
    case CT_EXCEPT: {
        bool outer = scope->in_exception;
        walk(scope, node->kid[CT_EXCEPT_BODY], &anything);
        scope->in_exception = true;
        walk(scope, node->kid[CT_EXCEPT_EXCEPTION], &anything);
        scope->in_exception = outer;
        break;
    }
    case CT_QUOTED: walk_apart(scope, node, false); break;
    case CT_MODES: walk_modes(scope, node); break;
    case CT_RELATIVE:
    case CT_PARTICIPLE: walk_relative(scope, node); break;
    case CT_COMPARISON: walk_relative(scope, node); break;
    default: walk_kids(scope, node, 0, as); break;
    }
}

bool ct_resolve(const struct ct_resolve *in, ct_node *text)
{
    struct ct_scope *scope = ct_arena_alloc(in->arena, sizeof *scope);
    if (!scope)
        return false;
    memset(scope, 0, sizeof *scope);
    scope->in = in;
    scope->ok = true;
    scope->adjuncts = UINT32_MAX;
    uint32_t n = text->kind == CT_TEXT ? text->nkids : 1;
    for (uint32_t i = 0; i < n; i++) {
        ct_node *paragraph = text->kind == CT_TEXT ? text->kid[i] : text;
        bool goes_on = i > 0 && paragraph->kind == CT_SPELL && text->kid[i - 1]->kind == CT_SPELL;
        if (!goes_on) { /* the paragraphs of a spell are one ability [CR 113.3a] */
            scope->ability = i;
            scope->nmentions = 0;
        }
        scope->clause = scope->subject = NULL;
        scope->in_spell = paragraph->kind == CT_SPELL;
        if (in->parameter && !goes_on)
            ct_scope_define(scope, in->parameter);
        walk(scope, paragraph, &anything);
    }
    return scope->ok;
}
