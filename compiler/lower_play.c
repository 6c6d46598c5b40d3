/* Permissions and costs: who may play what from where, look at it, cast it as though it had flash; what costs
 * less [CR 601.3, 601.2f, 305]. */
#include "compiler/lower_static.h"
#include "compiler/lower_verb.h"

static ct_node *pp_of(const ct_node *clause, int32_t preposition)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_PP) && clause->kid[i]->num == preposition)
            return clause->kid[i];
    return NULL;
}

/* ---- playing -------------------------------------------------------------------------------------------------- */

/* One permission under construction. */
struct play {
    struct ct_statics *s;
    ct_node *player, *clause, *from;
    ct_rec_effect rec;
    int32_t flags;
    bool top;
    bool from_tail; /* the place stands with the cards */
};

/* "the top of your library" */
static bool top_of_library(const ct_node *np)
{
    const ct_node *pp = ct_is(np, CT_NP) && np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    const ct_node *of = ct_is(pp, CT_PP) && pp->num == CT_PREP_OF ? pp->kid[CT_PP_OBJECT] : NULL;
    return ct_head_is(np, CT_N_TOP) && ct_is(of, CT_NP) && ct_zone_of_np(of) == CT_ZM_LIBRARY &&
           ct_low_is_you(of->kid[CT_NP_POSSESSOR]);
}

static bool source_zone(struct play *p, uint32_t *zones)
{
    struct ct_low *low = p->s->low;
    if (!p->from) {
        *zones = 0;
        return true;
    }
    ct_node *np = p->from->kid[CT_PP_OBJECT];
    if (top_of_library(np)) {
        p->top = true;
        *zones = CT_ZM_LIBRARY;
    } else {
        *zones = ct_zone_of_np(np);
        if (!*zones || !ct_low_zone_is_yours(np))
            return ct_low_refuse(low, p->from, "playing from there");
    }
    ct_see_all(p->from);
    return true;
}

/* The cards: those that a reference means, or all that the words describe. */
static bool which(struct play *p, ct_node *what, uint32_t *zones)
{
    struct ct_low *low = p->s->low;
    ct_val val;
    if (p->s->settle && ct_low_is_reference(what)) {
        if (!ct_low_operand(low, p->s->settle, what, CT_USE_ACT, &val))
            return false;
        struct ct_fn *is = ct_fn_open(low->ab, CT_FN_NUMBER);
        uint16_t same = ct_low_num(low);
        int32_t no = ct_label(is);
        ct_op3(is, val.type == CT_T_LIST ? CT_OP_HAS : CT_OP_SAME, same,
               val.type == CT_T_LIST ? val.slot : CT_S_IT,
               val.type == CT_T_LIST ? CT_S_IT : val.slot, 0);
        ct_low_unless(is, same, false, no);
        for (struct ct_node *c = p->s->condition; c; c = NULL)
            if (!ct_low_test_of_candidate(low, is, c, what, no))
                return false;
        ct_low_finish_test(low, is, no);
        p->rec.fn_object = is->index;
        if (!*zones)
            *zones = CT_ZM_EXILE; /* where the spell or ability has put them */
        return true;
    }
    if (!*zones)
        return ct_low_refuse(low, what, "playing this from where");
    bool self;
    uint32_t all = what->nkids;
    if (p->from_tail)
        what->nkids--; /* read as the place */
    bool ok = ct_static_affects(p->s, what, 0, &p->rec.fn_object, &self);
    what->nkids = all;
    return ok;
}

/* "without paying its mana cost" */
bool ct_low_without_paying(struct ct_low *low, ct_node *pp, int32_t *flags)
{
    ct_node *pay = pp->kid[CT_PP_OBJECT];
    ct_node *cost = ct_is(pay, CT_CLAUSE) && pay->num == CT_V_PAY ? pay->kid[CT_CLAUSE_OBJECT] : NULL;
    if (!ct_is(cost, CT_NP) || !ct_head_is(cost, CT_N_MANA_COST) || !cost->kid[CT_NP_POSSESSOR])
        return ct_low_refuse(low, pp, "playing without this");
    ct_see_all(pp);
    *flags |= CT_PLAY_FREE;
    return true;
}

/* "by paying {cost} rather than paying its mana cost" [CR 118.9] */
static bool by_paying(struct play *p)
{
    struct ct_low *low = p->s->low;
    ct_node *by = pp_of(p->clause, CT_PREP_BY);
    ct_node *pay = by ? by->kid[CT_PP_OBJECT] : NULL;
    ct_node *rather = pp_of(p->clause, CT_PREP_RATHER_THAN);
    if (!by)
        return true;
    if (!rather && ct_is(pay, CT_CLAUSE))
        rather = pp_of(pay, CT_PREP_RATHER_THAN);
    if (!ct_is(pay, CT_CLAUSE) || pay->num != CT_V_PAY || !rather)
        return ct_low_refuse(low, by, "playing by this");
    ct_see(by);
    ct_see(pay);
    const ct_node *instead = rather->kid[CT_PP_OBJECT];
    if (!ct_is(instead, CT_CLAUSE) || instead->num != CT_V_PAY || !ct_is(instead->kid[CT_CLAUSE_OBJECT], CT_NP) ||
        !ct_head_is(instead->kid[CT_CLAUSE_OBJECT], CT_N_MANA_COST))
        return ct_low_refuse(low, rather, "rather than this");
    ct_see_all(rather);
    ct_see(pay->kid[CT_CLAUSE_SUBJECT]);
    ct_node *cost = pay->kid[CT_CLAUSE_OBJECT];
    return ct_low_cost(low, cost, &p->rec.cost0, &p->rec.ncosts);
}

static bool adverbs(struct play *p)
{
    for (uint32_t i = CT_CLAUSE_REST; i < p->clause->nkids; i++) {
        ct_node *kid = p->clause->kid[i];
        ct_node *np = ct_is(kid, CT_PP) ? kid->kid[CT_PP_OBJECT] : NULL;
        if (ct_is(kid, CT_ADVERB) && kid->num == CT_ADV_ONCE) {
            p->flags |= CT_PLAY_ONCE_TURN;
            ct_see(kid);
        } else if (ct_is(kid, CT_PP) && kid->num == CT_PREP_AS && ct_head_is(np, CT_N_ADVENTURE)) {
            p->flags |= CT_PLAY_AS_ADVENTURE;
            ct_see_all(kid);
        } else if (ct_is(kid, CT_PP) && !kid->num && ct_each_turn(np) &&
                   (p->flags & CT_PLAY_ONCE_TURN)) {
            ct_see_all(kid);
        } else if (ct_is(kid, CT_PP) && kid->num == CT_PREP_WITHOUT) {
            if (!ct_low_without_paying(p->s->low, kid, &p->flags))
                return false;
        }
    }
    return true;
}

static bool play(struct play *p)
{
    struct ct_low *low = p->s->low;
    ct_node *what = p->clause->kid[CT_CLAUSE_OBJECT];
    uint32_t zones;
    bool self;
    ct_see(p->clause);
    ct_see(p->clause->kid[CT_CLAUSE_SUBJECT]);
    if (!p->from && ct_is(what, CT_NP) && what->nkids > CT_NP_REST) { /* "cast spells from ..." */
        ct_node *last = what->kid[what->nkids - 1];
        if (ct_is(last, CT_PP) && last->num == CT_PREP_FROM) {
            p->from = last;
            p->from_tail = true;
        }
    }
    if (p->from && ct_is(what, CT_NP) && what->nkids > CT_NP_REST && what->kid[what->nkids - 1] == p->from)
        p->from_tail = true;
    if (!what || !adverbs(p) || !by_paying(p) || !source_zone(p, &zones) || !which(p, what, &zones))
        return what ? false : ct_low_refuse(low, p->clause, "playing nothing");
    if (!ct_static_affects(p->s, p->player, CT_ZM_PLAYERS, &p->rec.fn_affects, &self))
        return false;
    p->flags |= p->clause->num == CT_V_PLAY ? CT_PLAY_LANDS | CT_PLAY_SPELLS : CT_PLAY_SPELLS;
    p->rec.sub = p->top ? CT_RULE_MAY_PLAY_TOP : CT_RULE_MAY_PLAY;
    p->rec.arg = CT_PLAY_ARG(zones, p->flags);
    if (!p->s->settle && ct_low_is_self(what))
        p->s->zones = zones; /* the ability of the card itself works there [CR 113.6] */
    return ct_static_add(p->s, p->rec) && ct_low_no_more(low, p->clause);
}

/* The clause that "this way" of NP means: "a spell cast this way". */
static const ct_node *way_of(const ct_node *np)
{
    const ct_node *part = ct_is(np, CT_NP) && np->nkids == CT_NP_REST + 1 ? np->kid[CT_NP_REST] : NULL;
    const ct_node *clause = ct_is(part, CT_PARTICIPLE) ? part->kid[CT_PARTICIPLE_BODY] : NULL;
    const ct_node *way = ct_is(clause, CT_CLAUSE) && clause->nkids == CT_CLAUSE_REST + 1 ? clause->kid[CT_CLAUSE_REST] : NULL;
    return ct_is(way, CT_ADVERB) && way->num == CT_ADV_THIS_WAY ? way->bind : NULL;
}

/* "exile it instead of putting it anywhere else" */
static bool exiles_always(const ct_node *body)
{
    const ct_node *instead = ct_is(body, CT_CLAUSE) && body->num == CT_V_EXILE ? pp_of(body, CT_PREP_INSTEAD_OF) : NULL;
    const ct_node *put = instead ? instead->kid[CT_PP_OBJECT] : NULL;
    const ct_node *where = ct_is(put, CT_CLAUSE) && put->num == CT_V_PUT && put->nkids == CT_CLAUSE_REST + 1
                               ? put->kid[CT_CLAUSE_REST]
                               : NULL;
    const ct_node *else_ = ct_is(where, CT_PP) ? where->kid[CT_PP_OBJECT] : NULL;
    return body->nkids == CT_CLAUSE_REST + 1 && ct_is(else_, CT_PRONOUN) && else_->num == CT_PRONOUN_ANYWHERE_ELSE;
}

bool ct_static_cast_this_way(struct ct_statics *s, ct_node *replace, bool *known)
{
    const ct_node *would = replace->kid[CT_REPLACE_EVENT];
    const ct_node *spell = ct_is(would, CT_MODAL) ? would->kid[CT_MODAL_SUBJECT] : NULL;
    const ct_node *leave = ct_is(would, CT_MODAL) ? would->kid[CT_MODAL_BODY] : NULL;
    const ct_node *way = way_of(spell);
    ct_rec_effect *last = s->count ? &s->rec[s->count - 1] : NULL;
    *known = way && last && (last->sub == CT_RULE_MAY_PLAY || last->sub == CT_RULE_MAY_PLAY_TOP) &&
             last->kind == CT_EFF_RULE && ct_is(way, CT_CLAUSE) && ct_is(leave, CT_CLAUSE) &&
             leave->num == CT_V_LEAVE && leave->nkids == CT_CLAUSE_REST &&
             ct_head_is(leave->kid[CT_CLAUSE_OBJECT], CT_N_STACK) && !replace->kid[CT_REPLACE_CONDITION] &&
             exiles_always(replace->kid[CT_REPLACE_BODY]);
    if (!*known)
        return true;
    last->arg |= (uint32_t)CT_PLAY_EXILE_AFTER << 16;
    ct_see_all(replace);
    return true;
}

/* ---- other permissions --------------------------------------------------------------------------------------------- */

/* "as though it had flash", "as though it didn't have defender" */
static ct_node *as_though(const ct_node *clause)
{
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++)
        if (ct_is(clause->kid[i], CT_AS_THOUGH))
            return clause->kid[i];
    return NULL;
}

static bool is_keyword(const ct_node *node, int32_t keyword)
{
    return ct_is(node, CT_KEYWORD) && node->num == keyword && !node->nkids;
}

/* The keyword of "it had flash"; *WITHOUT for "it didn't have". */
static ct_node *though_had(const ct_node *though, bool *without)
{
    const ct_node *condition = though->kid[0];
    *without = ct_is(condition, CT_MODAL);
    if (*without)
        condition = condition->kid[CT_MODAL_BODY];
    return ct_is(condition, CT_CLAUSE) && condition->num == CT_V_HAVE && condition->nkids == CT_CLAUSE_REST
               ? condition->kid[CT_CLAUSE_OBJECT]
               : NULL;
}

static bool flash(struct play *p, ct_node *though)
{
    bool without, self;
    ct_node *had = though_had(though, &without), *what = p->clause->kid[CT_CLAUSE_OBJECT];
    if (!is_keyword(had, CT_WKW_FLASH) || without || !what)
        return ct_low_refuse(p->s->low, though, "casting as though this were so");
    ct_see_all(though);
    ct_see(p->clause->kid[CT_CLAUSE_SUBJECT]);
    p->rec.sub = CT_RULE_AS_THOUGH_FLASH;
    return ct_static_affects(p->s, p->player, CT_ZM_PLAYERS, &p->rec.fn_affects, &self) &&
           ct_static_affects(p->s, what, 0, &p->rec.fn_object, &self) &&
           ct_static_add(p->s, p->rec) && ct_low_no_more(p->s->low, p->clause);
}

/* "can attack as though it didn't have defender" */
bool ct_low_as_though(struct ct_statics *s, ct_node *subject, ct_node *clause)
{
    ct_node *though = as_though(clause);
    bool without, self;
    ct_node *had = though ? though_had(though, &without) : NULL;
    ct_rec_effect rec = ct_effect_record(CT_EFF_RULE);
    if (!had || clause->num != CT_V_ATTACK || clause->kid[CT_CLAUSE_OBJECT] ||
        !(is_keyword(had, CT_WKW_DEFENDER) ? without : is_keyword(had, CT_WKW_HASTE) && !without))
        return ct_low_refuse(s->low, clause, "this statement");
    ct_see_all(though);
    rec.sub = CT_RULE_ATTACK_AS_THOUGH;
    rec.arg = without ? 0 : 1;
    return ct_static_affects(s, subject, CT_ZM_BATTLEFIELD, &rec.fn_affects, &self) &&
           ct_static_add(s, rec) && ct_low_no_more(s->low, clause);
}

/* "look at the top card of your library any time", "look at that card for as long as it remains exiled" */
static bool look(struct play *p)
{
    struct ct_low *low = p->s->low;
    ct_node *what = p->clause->kid[CT_CLAUSE_OBJECT], *at = pp_of(p->clause, CT_PREP_AT);
    bool self;
    if (!what && at) {
        ct_see(at);
        what = at->kid[CT_PP_OBJECT];
    }
    for (uint32_t i = CT_CLAUSE_REST; i < p->clause->nkids; i++)
        if (ct_is(p->clause->kid[i], CT_ADVERB) && p->clause->kid[i]->num == CT_ADV_ANY_TIME)
            ct_see(p->clause->kid[i]);
    if (!what)
        return ct_low_refuse(low, p->clause, "looking at nothing");
    ct_see(p->clause);
    ct_see(p->clause->kid[CT_CLAUSE_SUBJECT]);
    p->rec.sub = CT_RULE_LOOK_TOP;
    if (!ct_static_affects(p->s, p->player, CT_ZM_PLAYERS, &p->rec.fn_affects, &self))
        return false;
    if (ct_is(what, CT_NP) && (what->flags & CT_F_TOP)) {
        ct_node *pp = what->nkids == CT_NP_REST + 1 ? what->kid[CT_NP_REST] : NULL;
        ct_node *of = pp ? pp->kid[CT_PP_OBJECT] : NULL;
        if (what->kid[CT_NP_QUANTITY] || !ct_is(of, CT_NP) || ct_zone_of_np(of) != CT_ZM_LIBRARY ||
            !ct_low_is_you(of->kid[CT_NP_POSSESSOR]))
            return ct_low_refuse(low, what, "looking at this any time");
        ct_see_all(what);
        p->rec.zones = CT_ZM_LIBRARY;
    } else {
        uint32_t zones = CT_ZM_EXILE;
        ct_node *condition = p->s->condition;
        p->s->condition = NULL;
        bool ok = p->s->settle && which(p, what, &zones);
        p->s->condition = condition;
        if (!ok)
            return ct_low_refuse(low, what, "looking at this any time");
        p->rec.zones = CT_ZM_EXILE;
    }
    return ct_static_add(p->s, p->rec) && ct_low_no_more(low, p->clause);
}

/* "play an additional land on each of your turns", "... this turn" [CR 305.2] */
static bool extra_land(struct play *p)
{
    struct ct_low *low = p->s->low;
    ct_node *np = p->clause->kid[CT_CLAUSE_OBJECT], *on = pp_of(p->clause, CT_PREP_ON);
    bool self;
    uint16_t n;
    for (uint32_t i = CT_NP_REST; i < np->nkids && !on; i++)
        if (ct_is(np->kid[i], CT_PP) && np->kid[i]->num == CT_PREP_ON)
            on = np->kid[i];
    if (on) {
        ct_node *each = on->kid[CT_PP_OBJECT];
        if (p->s->settle || !ct_is(each, CT_NP) || each->num != CT_DET_EACH)
            return ct_low_refuse(low, on, "lands at this time");
        ct_see_all(on);
    }
    ct_see(np);
    ct_see_all(np->kid[CT_NP_WORDS]);
    ct_see(p->clause);
    ct_see(p->clause->kid[CT_CLAUSE_SUBJECT]);
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    if (!ct_low_amount(low, fn, np, &n))
        return false;
    ct_op1(fn, CT_OP_RETN, n, 0);
    p->rec.fn_amount = fn->index;
    p->rec.sub = CT_RULE_EXTRA_LAND;
    return ct_static_affects(p->s, p->player, CT_ZM_PLAYERS, &p->rec.fn_affects, &self) &&
           ct_static_add(p->s, p->rec) && ct_low_no_more(low, p->clause);
}

static bool is_extra_land(const ct_node *clause)
{
    const ct_node *np = clause->kid[CT_CLAUSE_OBJECT];
    return clause->num == CT_V_PLAY && ct_is(np, CT_NP) &&
           ct_low_has_state(np, CT_WSTATE_ADDITIONAL) && ct_word_of(np, CT_TYPE, CT_WTYPE_LAND);
}

/* A paragraph of an instant or sorcery that is no instruction, but says another cost [CR 118.9]. */
bool ct_low_is_alternative(const ct_node *node)
{
    const ct_node *body = node->kid[CT_SPELL_BODY];
    if (ct_is(body, CT_IF) && !body->kid[CT_IF_ELSE])
        body = body->kid[CT_IF_BODY];
    const ct_node *clause = ct_is(body, CT_MODAL) && body->num == CT_MODAL_MAY ? body->kid[CT_MODAL_BODY] : NULL;
    const ct_node *rather = ct_is(clause, CT_CLAUSE) && clause->nkids > CT_CLAUSE_REST ? clause->kid[clause->nkids - 1]
                                                                                       : NULL;
    const ct_node *pay = ct_is(rather, CT_PP) && rather->num == CT_PREP_RATHER_THAN ? rather->kid[CT_PP_OBJECT] : NULL;
    const ct_node *cost = ct_is(pay, CT_CLAUSE) && pay->num == CT_V_PAY ? pay->kid[CT_CLAUSE_OBJECT] : NULL;
    return ct_is(cost, CT_NP) && ct_head_is(cost, CT_N_MANA_COST) && ct_low_is_self(cost->kid[CT_NP_POSSESSOR]);
}

/* "pay {1} rather than pay the mana cost for spells you cast" [CR 118.9] */
static bool alternative_cost(struct play *p)
{
    struct ct_low *low = p->s->low;
    ct_node *rather = pp_of(p->clause, CT_PREP_RATHER_THAN);
    ct_node *pay = rather ? rather->kid[CT_PP_OBJECT] : NULL;
    ct_node *cost = ct_is(pay, CT_CLAUSE) && pay->num == CT_V_PAY ? pay->kid[CT_CLAUSE_OBJECT] : NULL;
    ct_node *of = cost ? pp_of(pay, CT_PREP_FOR) : NULL, *spells = of ? of->kid[CT_PP_OBJECT] : NULL;
    bool self;
    if (cost && ct_is(cost, CT_NP) && cost->kid[CT_NP_POSSESSOR])
        spells = cost->kid[CT_NP_POSSESSOR]; /* "this spell's mana cost" */
    if (!ct_is(cost, CT_NP) || !ct_head_is(cost, CT_N_MANA_COST) || !spells)
        return ct_low_refuse(low, p->clause, "paying this instead");
    ct_see(p->clause);
    ct_see(p->clause->kid[CT_CLAUSE_SUBJECT]);
    ct_see(rather);
    ct_see(pay);
    ct_see(of);
    ct_see(cost);
    ct_see_all(cost->kid[CT_NP_WORDS]);
    p->rec.sub = CT_RULE_ALT_COST;
    if (!ct_static_affects(p->s, p->player, CT_ZM_PLAYERS, &p->rec.fn_affects, &self) ||
        !ct_static_affects(p->s, spells, 0, &p->rec.fn_object, &self))
        return false;
    if (self)
        p->s->zones = CT_ZM_ANY;
    bool costs;
    if (p->clause->num == CT_V_PAY) {
        costs = ct_low_cost(low, p->clause->kid[CT_CLAUSE_OBJECT], &p->rec.cost0, &p->rec.ncosts);
    } else { /* "exile a red card from your hand rather than pay this spell's mana cost": rather than is the last word */
        p->clause->nkids--;
        costs = ct_low_cost(low, p->clause, &p->rec.cost0, &p->rec.ncosts);
        p->clause->nkids++;
    }
    return costs && ct_low_no_more(low, pay) && ct_static_add(p->s, p->rec) && ct_low_no_more(low, p->clause);
}

static bool permission(struct ct_statics *s, ct_node *player, ct_node *clause, ct_node *from)
{
    struct play p = {.s = s, .player = player, .clause = clause,
                     .from = from ? from : pp_of(clause, CT_PREP_FROM),
                     .rec = ct_effect_record(CT_EFF_RULE)};
    s->player = player;
    switch (clause->num) {
    case CT_V_PLAY:
        if (is_extra_land(clause))
            return extra_land(&p);
        return play(&p);
    case CT_V_CAST: {
        ct_node *though = as_though(clause);
        return though ? flash(&p, though) : play(&p);
    }
    case CT_V_LOOK: return look(&p);
    case CT_V_PAY: return alternative_cost(&p);
    case CT_V_HAVE: return ct_static_enters_copy(s, clause);
    case CT_V_EXILE:
    case CT_V_SACRIFICE:
    case CT_V_DISCARD:
    case CT_V_RETURN:
    case CT_V_TAP: return alternative_cost(&p);
    default: return ct_low_refuse(s->low, clause, "this permission");
    }
}

/* "play lands and cast Bird spells from the top of your library": the place belongs to both. */
static bool permissions(struct ct_statics *s, ct_node *player, ct_node *body)
{
    ct_see(body);
    if (body->kind == CT_IF && !body->kid[CT_IF_ELSE]) {
        ct_node *outer = s->condition;
        s->condition = body->kid[CT_IF_CONDITION];
        bool ok = permissions(s, player, body->kid[CT_IF_BODY]);
        s->condition = outer;
        return ok;
    }
    if (body->kind == CT_CLAUSE)
        return permission(s, player, body, NULL);
    if (body->kind != CT_AND)
        return ct_low_refuse(s->low, body, "this permission");
    ct_node *last = body->kid[body->nkids - 1];
    ct_node *from = ct_is(last, CT_CLAUSE) ? pp_of(last, CT_PREP_FROM) : NULL;
    ct_node *cards = ct_is(last, CT_CLAUSE) ? last->kid[CT_CLAUSE_OBJECT] : NULL;
    if (!from && ct_is(cards, CT_NP) && cards->nkids > CT_NP_REST && ct_is(cards->kid[cards->nkids - 1], CT_PP) &&
        cards->kid[cards->nkids - 1]->num == CT_PREP_FROM)
        from = cards->kid[cards->nkids - 1];
    for (uint32_t i = 0; i < body->nkids; i++) {
        if (!ct_is(body->kid[i], CT_CLAUSE))
            return ct_low_refuse(s->low, body->kid[i], "this permission");
        ct_node *object = body->kid[i]->kid[CT_CLAUSE_OBJECT];
        /* "look at and play those cards": what it is about belongs to both, too */
        if (!object || object->kind == CT_SAME)
            body->kid[i]->kid[CT_CLAUSE_OBJECT] = last->kid[CT_CLAUSE_OBJECT];
        if (!permission(s, player, body->kid[i], from))
            return false;
    }
    return true;
}

bool ct_static_permission(struct ct_statics *s, ct_node *modal, bool *known)
{
    ct_node *subject = modal->kid[CT_MODAL_SUBJECT];
    if (subject && subject->kind == CT_SAME && subject->bind) {
        ct_see(subject);
        subject = subject->bind;
    }
    *known = true;
    if (!subject || !modal->kid[CT_MODAL_BODY])
        return ct_low_refuse(s->low, modal, "this permission");
    return permissions(s, subject, modal->kid[CT_MODAL_BODY]);
}

static bool permits(const struct ct_low *low, const ct_node *body)
{
    if (!body)
        return false;
    if (body->kind == CT_AND || body->kind == CT_IF) {
        for (uint32_t i = 0; i < body->nkids; i++)
            if (ct_is(body->kid[i], CT_CLAUSE) && i == (body->kind == CT_IF ? CT_IF_BODY : i) &&
                permits(low, body->kid[i]))
                return true;
        return false;
    }
    if (body->kind != CT_CLAUSE)
        return false;
    return body->num == CT_V_PLAY ||
           ((body->num == CT_V_CAST || body->num == CT_V_LOOK) && low->duration >= 0);
}

bool ct_low_is_permission(struct ct_low *low, const ct_node *modal)
{
    if (!ct_is(modal, CT_MODAL) || modal->num != CT_MODAL_MAY)
        return false;
    return permits(low, modal->kid[CT_MODAL_BODY]);
}

/* ---- costs [CR 601.2f] ----------------------------------------------------------------------------------------------- */

/* The generic mana of "{2}" or "{X}". */
static bool generic(struct ct_statics *s, ct_node *mana, ct_rec_effect *rec)
{
    struct ct_low *low = s->low;
    const ct_node *symbol = ct_is(mana, CT_MANA) && mana->nkids == 1 ? mana->kid[0] : NULL;
    if (!symbol || (symbol->num < CT_SYMBOL_GENERIC && symbol->num != CT_SYMBOL_X))
        return ct_low_refuse(low, mana, "this change of a cost");
    struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
    uint16_t n;
    if (symbol->num == CT_SYMBOL_X) {
        ct_node x = {.kind = CT_VARIABLE, .num = 'X', .span = symbol->span};
        if (!ct_low_quantity(low, fn, &x, &n))
            return false;
    } else {
        n = ct_low_const(low, fn, symbol->num - CT_SYMBOL_GENERIC);
    }
    ct_see_all(mana);
    if (!ct_low_times(low, fn, &n))
        return false;
    ct_op1(fn, CT_OP_RETN, n, 0);
    rec->fn_amount = fn->index;
    return true;
}

/* "to cast", the only cost there is; "to cast during your turn" */
static bool to_cast(struct ct_low *low, ct_node *cast, ct_rec_effect *rec)
{
    ct_see(cast);
    for (uint32_t i = CT_CLAUSE_REST; i < cast->nkids; i++) {
        struct ct_fn *fn = ct_fn_open(low->ab, CT_FN_NUMBER);
        int32_t no = ct_label(fn);
        if (rec->fn_cond != CT_NONE || !ct_is(cast->kid[i], CT_PP) || cast->kid[i]->num != CT_PREP_DURING ||
            !ct_low_during(low, fn, cast->kid[i], no))
            return ct_low_refuse(low, cast->kid[i], "the cost to cast it so");
        ct_low_finish_test(low, fn, no);
        rec->fn_cond = fn->index;
    }
    return true;
}

/* "Spells you cast cost {1} less to cast" */
bool ct_static_cost(struct ct_statics *s, ct_node *clause)
{
    struct ct_low *low = s->low;
    ct_node *subject = clause->kid[CT_CLAUSE_SUBJECT];
    ct_rec_effect rec = ct_effect_record(CT_EFF_RULE);
    bool less = false, more = false, self;
    for (uint32_t i = CT_CLAUSE_REST; i < clause->nkids; i++) {
        ct_node *kid = clause->kid[i];
        if (ct_is(kid, CT_ADVERB) && kid->num == CT_ADV_LESS)
            less = true;
        else if (ct_is(kid, CT_ADVERB) && kid->num == CT_ADV_MORE)
            more = true;
        else if (ct_is(kid, CT_CLAUSE) && kid->num == CT_V_CAST) {
            if (!to_cast(low, kid, &rec))
                return false;
            continue;
        } else
            continue;
        ct_see(kid);
    }
    if (less == more || !subject || !clause->kid[CT_CLAUSE_OBJECT])
        return ct_low_refuse(low, clause, "this cost");
    rec.sub = CT_RULE_COST;
    rec.arg = less ? CT_COSTMOD_LESS : CT_COSTMOD_MORE;
    if (!ct_static_affects(s, subject, 0, &rec.fn_object, &self) ||
        !generic(s, clause->kid[CT_CLAUSE_OBJECT], &rec))
        return false;
    rec.zones = 0;
    if (self) {
        rec.flags |= CT_EFFF_SELF;
        s->zones = CT_ZM_ANY;
    }
    return ct_static_add(s, rec) && ct_low_no_more(low, clause);
}

bool ct_lower_cost_rule(struct ct_cl *c) { return ct_low_rule(c->low, c->fn, c->node); }
