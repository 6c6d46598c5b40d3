/* Which objects the words of a scenario mean. */
#include "compiler/scenario_stage.h"

#include "runtime/codes.h"
#include "runtime/counter.h"

#include <string.h>

/* ---- names --------------------------------------------------------------------------------- */

bool ct_stage_symbol_is(const struct ct_stage *stage, uint32_t symbol, const char *text)
{
    const ct_set *set = stage->set;
    size_t len = strlen(text);

    return symbol < set->nsym && set->sym[symbol].len == len &&
           memcmp(set->string + set->sym[symbol].off, text, len) == 0;
}

uint32_t ct_stage_symbol(const struct ct_stage *stage, const char *text)
{
    for (uint32_t i = 1; i < stage->set->nsym; i++)
        if (ct_stage_symbol_is(stage, i, text)) return i;
    return 0;
}

int ct_stage_alt_half(const struct ct_stage *stage, uint32_t symbol, const char *name)
{
    static const char between[] = " // ";
    const ct_set *set = stage->set;
    const char *text, *split;
    size_t len, wanted = strlen(name);

    if (symbol >= set->nsym) return -1;
    text = (const char *)set->string + set->sym[symbol].off;
    len = set->sym[symbol].len;
    if (len == wanted && memcmp(text, name, len) == 0) return 0;
    split = memmem(text, len, between, strlen(between));
    if (!split) return -1;
    if ((size_t)(split - text) == wanted && memcmp(text, name, wanted) == 0) return 0;
    split += strlen(between);
    return (size_t)(text + len - split) == wanted && memcmp(split, name, wanted) == 0 ? 1 : -1;
}

bool ct_stage_card_is_called(const struct ct_stage *stage, uint32_t card, const char *name)
{
    const ct_set *set = stage->set;

    if (card >= set->ncard) return false;
    if (ct_stage_symbol_is(stage, set->card[card].name, name)) return true;
    for (uint32_t i = 0; i < set->card[card].nfaces; i++)
        if (ct_stage_symbol_is(stage, set->face[set->card[card].face0 + i].name, name)) return true;
    for (uint32_t i = 0; i + 1 < set->naltname; i += 2)
        if (set->altname[i + 1] == card && ct_stage_alt_half(stage, set->altname[i], name) >= 0)
            return true;
    return false;
}

/* "A // B" is the card's name wherever the card is. */
static bool whole_name(const struct ct_stage *stage, const ct_object *o, const char *name)
{
    return o->card < stage->set->ncard && strstr(name, " // ") &&
           ct_stage_symbol_is(stage, stage->set->card[o->card].name, name);
}

static bool is_named(struct ct_stage *stage, const char *name, ct_ent e)
{
    const ct_object *o = ct_obj(stage->g, e);

    if (!o || o->kind == CT_OBJ_ABILITY) return false;
    if (ct_stage_symbol_is(stage, ct_chars_of(stage->g, e)->name, name)) return true;
    if (o->zone == CT_ZONE_STACK) return false;
    if (o->zone == CT_ZONE_BATTLEFIELD && !(o->flags & CT_OF_FACEDOWN))
        return whole_name(stage, o, name);
    return o->kind == CT_OBJ_CARD && ct_stage_card_is_called(stage, o->card, name);
}

static bool has_subtype(struct ct_stage *stage, const char *name, ct_ent e)
{
    const ct_chars *c = ct_chars_of(stage->g, e);

    for (unsigned i = 0; i < c->nsubs; i++)
        if (ct_stage_symbol_is(stage, c->subs[i], name)) return true;
    return false;
}

/* ---- words --------------------------------------------------------------------------------- */

static bool is_enchanted(struct ct_stage *stage, ct_ent e)
{
    CT_EACH(stage->g, other, CT_ZONE_BATTLEFIELD, 0)
    if (ct_obj(stage->g, other)->attached_to == e && has_subtype(stage, "Aura", other)) return true;
    return false;
}

static bool is_blocking(const struct ct_stage *stage, ct_ent e)
{
    for (uint32_t i = 0; i < stage->g->s->pool[CT_POOL_block].used; i++)
        if (stage->g->block[i].blocker == e) return true;
    return false;
}

static bool has_state(struct ct_stage *stage, enum ct_sc_state state, ct_ent e)
{
    const ct_object *o = ct_obj(stage->g, e);
    const ct_chars *c = ct_chars_of(stage->g, e);

    switch (state) {
    case CT_SC_IS_TAPPED:
        return o->flags & CT_OF_TAPPED;
    case CT_SC_IS_UNTAPPED:
        return !(o->flags & CT_OF_TAPPED);
    case CT_SC_IS_ATTACKING:
        return o->attacking != CT_NOBODY;
    case CT_SC_IS_BLOCKING:
        return is_blocking(stage, e);
    case CT_SC_IS_BLOCKED:
        return o->flags & CT_OF_IS_BLOCKED;
    case CT_SC_IS_UNBLOCKED:
        return o->attacking != CT_NOBODY && !(o->flags & CT_OF_IS_BLOCKED);
    case CT_SC_IS_SUMMONING_SICK:
        return o->flags & CT_OF_SICK;
    case CT_SC_IS_FACE_DOWN:
        return o->flags & CT_OF_FACEDOWN;
    case CT_SC_IS_PHASED_OUT:
        return o->flags & CT_OF_PHASED_OUT;
    case CT_SC_IS_ON_ADVENTURE:
        return o->flags & CT_OF_ON_ADVENTURE;
    case CT_SC_IS_TOKEN:
        return o->kind == CT_OBJ_TOKEN;
    case CT_SC_IS_COPY:
        return o->kind == CT_OBJ_COPY || o->lki ||
               (o->kind != CT_OBJ_ABILITY && c->face != o->face);
    case CT_SC_IS_CARD:
        return o->kind == CT_OBJ_CARD;
    case CT_SC_IS_SPELL:
        return o->zone == CT_ZONE_STACK && o->kind != CT_OBJ_ABILITY;
    case CT_SC_IS_PERMANENT:
        return o->zone == CT_ZONE_BATTLEFIELD;
    case CT_SC_IS_OBJECT:
        return true;
    case CT_SC_IS_COLORLESS:
        return c->colors == 0;
    case CT_SC_IS_MULTICOLORED:
        return (c->colors & (c->colors - 1)) != 0;
    case CT_SC_IS_MONOCOLORED:
        return c->colors && (c->colors & (c->colors - 1)) == 0;
    case CT_SC_IS_ENCHANTED:
        return is_enchanted(stage, e);
    case CT_SC_STATE_COUNT:
        break;
    }
    return false;
}

bool ct_stage_fits_word(struct ct_stage *stage, const struct ct_sc_word *word, ct_ent e)
{
    const ct_chars *c = ct_chars_of(stage->g, e);
    bool fits = false;

    if (!ct_obj(stage->g, e)) return false;
    switch (word->kind) {
    /* A basic land's name is its subtype too: "Forest" fits a land that has become one only as a
     * name. */
    case CT_SC_W_NAME:
        fits = is_named(stage, word->text, e);
        break;
    case CT_SC_W_SUBTYPE:
        fits = has_subtype(stage, word->text, e);
        break;
    case CT_SC_W_TYPE:
        fits = c->types & (1u << word->value);
        break;
    case CT_SC_W_SUPERTYPE:
        fits = c->supers & (1u << word->value);
        break;
    case CT_SC_W_COLOR:
        fits = c->colors & (1u << word->value);
        break;
    case CT_SC_W_POWER_TOUGHNESS:
        fits = c->has_pt && c->power == word->value && c->toughness == word->value2;
        break;
    case CT_SC_W_STATE:
        fits = has_state(stage, (enum ct_sc_state)word->value, e);
        break;
    }
    return fits != word->negated;
}

/* "Human Knight": a name that is a subtype too is one when other words of the same object are. */
static bool fits_name_as_subtype(struct ct_stage *stage, const struct ct_sc_word *words,
                                 const struct ct_sc_word *word, ct_ent e)
{
    return word->kind == CT_SC_W_NAME && (word->next || word != words) &&
           has_subtype(stage, word->text, e);
}

bool ct_stage_fits(struct ct_stage *stage, const struct ct_sc_word *words, ct_ent e)
{
    for (const struct ct_sc_word *word = words; word; word = word->next)
        if (!ct_stage_fits_word(stage, word, e) && !fits_name_as_subtype(stage, words, word, e))
            return false;
    return true;
}

/* ---- zones --------------------------------------------------------------------------------- */

unsigned ct_stage_zone_number(enum ct_sc_zone_kind kind)
{
    switch (kind) {
    case CT_SC_HAND:
        return CT_ZONE_HAND;
    case CT_SC_GRAVEYARD:
        return CT_ZONE_GRAVEYARD;
    case CT_SC_LIBRARY:
        return CT_ZONE_LIBRARY;
    case CT_SC_EXILE:
        return CT_ZONE_EXILE;
    case CT_SC_BATTLEFIELD:
        return CT_ZONE_BATTLEFIELD;
    case CT_SC_STACK:
        return CT_ZONE_STACK;
    case CT_SC_ZONE_NONE:
        break;
    }
    return CT_ZONE_NONE;
}

static int depth_in_library(const struct ct_stage *stage, ct_ent e)
{
    int depth = 1;

    for (ct_ent at = ct_zone_prev(stage->g, e); at; at = ct_zone_prev(stage->g, at))
        depth++;
    return depth;
}

bool ct_stage_in_zone(struct ct_stage *stage, const struct ct_sc_zone *zone, ct_sc_player whose,
                      ct_ent e)
{
    const ct_object *o = ct_live(stage->g, e);
    ct_sc_player owner = zone->owner ? zone->owner : whose;

    if (!o || o->zone != ct_stage_zone_number(zone->kind)) return false;
    if (owner && !ct_zone_shared(o->zone) && o->owner + 1 != owner) return false;
    switch (zone->place) {
    case CT_SC_ANYWHERE:
        return true;
    case CT_SC_ON_TOP:
        return ct_zone_prev(stage->g, e) == CT_NOBODY;
    case CT_SC_ON_BOTTOM:
        return ct_zone_next(stage->g, e) == CT_NOBODY;
    case CT_SC_NTH:
        return depth_in_library(stage, e) == zone->nth;
    }
    return false;
}

unsigned ct_stage_step_number(enum ct_sc_step step)
{
    static const uint8_t steps[] = {
        [CT_SC_STEP_NONE] = CT_STEP_UPKEEP,
        [CT_SC_STEP_TURN] = CT_STEP_UPKEEP,
        [CT_SC_STEP_UPKEEP] = CT_STEP_UPKEEP,
        [CT_SC_STEP_DRAW] = CT_STEP_DRAW,
        [CT_SC_STEP_MAIN1] = CT_STEP_MAIN1,
        [CT_SC_STEP_BEGIN_COMBAT] = CT_STEP_BEGIN_COMBAT,
        [CT_SC_STEP_ATTACKERS] = CT_STEP_ATTACKERS,
        [CT_SC_STEP_BLOCKERS] = CT_STEP_BLOCKERS,
        [CT_SC_STEP_FIRST_DAMAGE] = CT_STEP_FIRST_DAMAGE,
        [CT_SC_STEP_DAMAGE] = CT_STEP_DAMAGE,
        [CT_SC_STEP_END_COMBAT] = CT_STEP_END_COMBAT,
        [CT_SC_STEP_MAIN2] = CT_STEP_MAIN2,
        [CT_SC_STEP_END] = CT_STEP_END,
        [CT_SC_STEP_CLEANUP] = CT_STEP_CLEANUP,
    };

    return steps[step];
}

/* ---- things -------------------------------------------------------------------------------- */

static bool belongs(struct ct_stage *stage, ct_sc_player player, ct_ent e)
{
    const ct_object *o = ct_obj(stage->g, e);

    if (o->zone == CT_ZONE_BATTLEFIELD || o->zone == CT_ZONE_STACK)
        return ct_controller(stage->g, e) + 1 == (unsigned)player;
    return o->owner + 1 == player;
}

bool ct_stage_can_mean(struct ct_stage *stage, const struct ct_sc_thing *thing, ct_ent e)
{
    if (thing->kind == CT_SC_T_PLAYER) return e == ct_player_ent((unsigned)thing->player - 1);
    if (thing->kind == CT_SC_T_ABILITY) return ct_stage_ability_fits(stage, thing, e);
    if (thing->kind != CT_SC_T_OBJECT || !ct_obj(stage->g, e)) return false;
    if (thing->player && !belongs(stage, thing->player, e)) return false;
    if (thing->zone.kind != CT_SC_ZONE_NONE &&
        !ct_stage_in_zone(stage, &thing->zone, thing->player, e))
        return false;
    return ct_stage_fits(stage, thing->words, e);
}

bool ct_stage_ability_fits(struct ct_stage *stage, const struct ct_sc_thing *thing, ct_ent e)
{
    const ct_object *o = ct_obj(stage->g, e);

    return o && o->kind == CT_OBJ_ABILITY && thing->object->kind == CT_SC_T_OBJECT &&
           ct_obj(stage->g, o->source) && ct_stage_fits(stage, thing->object->words, o->source) &&
           (!thing->object->player ||
            ct_controller(stage->g, e) + 1 == (unsigned)thing->object->player);
}

bool ct_stage_same(struct ct_stage *stage, ct_ent a, ct_ent b)
{
    const ct_object *x = ct_obj(stage->g, a), *y = ct_obj(stage->g, b);
    const ct_chars *cx, *cy;
    enum { TELLING = CT_OF_TAPPED | CT_OF_FACEDOWN | CT_OF_SICK | CT_OF_PHASED_OUT };

    if (!x || !y || x->kind != y->kind || x->card != y->card || x->face != y->face ||
        x->zone != y->zone || x->owner != y->owner || x->controller != y->controller ||
        (x->flags & TELLING) != (y->flags & TELLING) || x->damage != y->damage ||
        x->attached_to != y->attached_to || x->attacking != y->attacking || x->counters ||
        y->counters || x->kind == CT_OBJ_ABILITY)
        return false;
    cx = ct_chars_of(stage->g, a);
    cy = ct_chars_of(stage->g, b);
    if (cx->power != cy->power || cx->toughness != cy->toughness || cx->types != cy->types)
        return false;
    CT_EACH(stage->g, e, CT_ZONE_BATTLEFIELD, 0)
    if (ct_obj(stage->g, e)->attached_to == a || ct_obj(stage->g, e)->attached_to == b)
        return false;
    return true;
}

/* What is looked at in one zone. */
struct search {
    struct ct_stage *stage;
    const struct ct_sc_thing *thing;
    ct_ent found;     /* the first, or the one that the ordinal asks for */
    unsigned count;   /* how many fit */
    bool interchange; /* all of them are the same to a scenario */
};

static void look_at(struct search *s, ct_ent e)
{
    if (!ct_stage_can_mean(s->stage, s->thing, e)) return;
    s->count++;
    if (s->thing->ordinal ? (int)s->count == s->thing->ordinal : s->count == 1) s->found = e;
    if (s->count > 1 && !ct_stage_same(s->stage, s->found, e)) s->interchange = false;
}

static void look_in(struct search *s, unsigned zone)
{
    unsigned players = ct_zone_shared(zone) ? 1 : s->stage->g->s->nplayers;

    for (unsigned p = 0; p < players; p++)
        CT_EACH(s->stage->g, e, zone, p)
    look_at(s, e);
}

ct_ent ct_stage_look(struct ct_stage *stage, const struct ct_sc_thing *thing, unsigned *count)
{
    static const uint8_t rest[] = {CT_ZONE_HAND, CT_ZONE_GRAVEYARD, CT_ZONE_LIBRARY, CT_ZONE_EXILE,
                                   CT_ZONE_COMMAND};
    struct search s = {.stage = stage, .thing = thing, .interchange = true};

    *count = 1;
    if (thing->kind == CT_SC_T_PLAYER) return ct_player_ent((unsigned)thing->player - 1);
    if (thing->kind != CT_SC_T_OBJECT && thing->kind != CT_SC_T_ABILITY) {
        *count = 0;
        return CT_NOBODY;
    }
    if (thing->kind == CT_SC_T_ABILITY) {
        look_in(&s, CT_ZONE_STACK);
    } else {
        look_in(&s, CT_ZONE_BATTLEFIELD);
        if (s.count == 0) look_in(&s, CT_ZONE_STACK);
        bool nowhere_yet = s.count == 0;
        for (size_t i = 0; nowhere_yet && i < sizeof rest; i++)
            look_in(&s, rest[i]);
    }
    *count = s.count;
    if (thing->ordinal) {
        *count = s.found ? 1 : s.count;
        return s.found;
    }
    if (s.count > 1 && s.interchange) *count = 1;
    return s.found;
}

/* Objects that are nowhere, in lists of things. */
static bool all_there(struct ct_stage *stage, const struct ct_sc_thing *things)
{
    for (const struct ct_sc_thing *thing = things; thing; thing = thing->next) {
        const struct ct_sc_thing *object = thing->kind == CT_SC_T_ABILITY ? thing->object : thing;
        unsigned count = 1;

        if (object && object->kind == CT_SC_T_OBJECT) ct_stage_look(stage, object, &count);
        if (count == 0)
            return ct_stage_fail(stage, CT_ERR_SCENARIO_AMBIGUOUS, thing->span,
                                 "there is no '%s' that this could be refused for",
                                 ct_stage_words(stage, thing->span));
    }
    return true;
}

bool ct_stage_all_there(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    bool value = phrase->kind == CT_SC_CHOOSES; /* words may stand for types and names there */

    if (!value && !all_there(stage, phrase->things)) return false;
    for (const struct ct_sc_clause *c = phrase->clauses; c; c = c->next)
        if (c->kind != CT_SC_C_CHOOSING && !all_there(stage, c->things)) return false;
    for (const struct ct_sc_pair *pair = phrase->pairs; pair; pair = pair->next) {
        unsigned first = 1, second = 1;

        if (pair->first) ct_stage_look(stage, pair->first, &first);
        if (pair->second) ct_stage_look(stage, pair->second, &second);
        if (first == 0 || second == 0)
            return ct_stage_fail(stage, CT_ERR_SCENARIO_AMBIGUOUS, phrase->span,
                                 "there is nothing called so that this could be refused for");
    }
    return true;
}

ct_ent ct_stage_find(struct ct_stage *stage, const struct ct_sc_thing *thing)
{
    unsigned count;
    ct_ent e = ct_stage_look(stage, thing, &count);

    if (e && count == 1) return e;
    if (count == 0 || !e)
        ct_stage_fail(stage, CT_ERR_SCENARIO_AMBIGUOUS, thing->span, "there is no '%s'",
                      ct_stage_words(stage, thing->span));
    else
        ct_stage_fail(
            stage, CT_ERR_SCENARIO_AMBIGUOUS, thing->span,
            "'%s' could be any of %u objects; say which: the first, the second, Alice's, …",
            ct_stage_words(stage, thing->span), count);
    return CT_NOBODY;
}

int ct_stage_count(struct ct_stage *stage, const struct ct_sc_word *words,
                   const struct ct_sc_zone *zone, ct_sc_player whose)
{
    unsigned z = ct_stage_zone_number(zone->kind);
    unsigned players = ct_zone_shared(z) ? 1 : stage->g->s->nplayers;
    int count = 0;

    for (unsigned p = 0; p < players; p++)
        CT_EACH(stage->g, e, z, p)
    if (ct_stage_in_zone(stage, zone, whose, e) && ct_stage_fits(stage, words, e)) count++;
    return count;
}
