/* The position that `given` describes, put together. */
#include "compiler/scenario_stage.h"

#include "runtime/codes.h"
#include "runtime/counter.h"
#include "runtime/setup.h"

#include <string.h>

enum { OBJECTS_MOST = 1000 /* of one part of a line */ };

static bool refuse(struct ct_stage *stage, struct ct_span span, const char *why)
{
    return ct_stage_fail(stage, CT_ERR_SCENARIO_SETUP, span, "%s", why);
}

/* ---- which turn ---------------------------------------------------------------------------- */

static bool set_turn(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    const ct_state *s = stage->g->s;
    unsigned active = phrase->player ? (unsigned)phrase->player - 1 : s->active;
    uint32_t turn = phrase->number < 0 ? s->turn : (uint32_t)phrase->number;
    ct_step step = phrase->step == CT_SC_STEP_NONE ? (ct_step)s->step
                                                   : (ct_step)ct_stage_step_number(phrase->step);

    if (turn == 0) return refuse(stage, phrase->span, "turns are counted from 1");
    if (step >= CT_STEP_BLOCKERS && step <= CT_STEP_END_COMBAT)
        return refuse(stage, phrase->span,
                      "combat cannot be begun in the middle: begin before it and attack in a step");
    if (step == CT_STEP_CLEANUP)
        return refuse(stage, phrase->span, "nobody gets priority in the cleanup step");
    ct_setup_turn(stage->g, turn, active, step);
    return true;
}

/* ---- objects ------------------------------------------------------------------------------- */

/* A card, or a token, that is called so. */
struct source {
    uint32_t card, face;
    bool token;
};

static bool face_named(const struct ct_stage *stage, uint32_t face, const char *name)
{
    return ct_stage_symbol_is(stage, stage->set->face[face].name, name);
}

static bool find_source(struct ct_stage *stage, const char *name, struct source *source)
{
    const ct_set *set = stage->set;

    for (uint32_t i = 0; i < set->ncard; i++)
        if (ct_stage_card_is_called(stage, i, name)) {
            *source = (struct source){i, set->card[i].face0, false};
            return true;
        }
    for (uint32_t i = 0; i < set->nface; i++)
        if (set->face[i].card == CT_NONE && face_named(stage, i, name)) {
            *source = (struct source){CT_NONE, i, true};
            return true;
        }
    return false;
}

/* "tapped", "summoning sick", "face down" of an object that is set up. */
static bool set_state(struct ct_stage *stage, const struct ct_sc_word *word, ct_ent e)
{
    const ct_object *o = ct_obj(stage->g, e);
    bool field = o->zone == CT_ZONE_BATTLEFIELD;

    if (word->kind != CT_SC_W_STATE || word->negated) return false;
    switch (word->value) {
    case CT_SC_IS_TAPPED:
        return field && ct_setup_tapped(stage->g, e, true);
    case CT_SC_IS_UNTAPPED:
        return field && ct_setup_tapped(stage->g, e, false);
    case CT_SC_IS_SUMMONING_SICK:
        return field && ct_setup_sick(stage->g, e, true);
    case CT_SC_IS_FACE_DOWN:
        return o->zone == CT_ZONE_EXILE && ct_setup_facedown(stage->g, e, true);
    case CT_SC_IS_ON_ADVENTURE:
        return ct_setup_on_adventure(stage->g, e, o->owner);
    case CT_SC_IS_CARD:
        return o->kind == CT_OBJ_CARD;
    case CT_SC_IS_TOKEN:
        return o->kind == CT_OBJ_TOKEN;
    default:
        return false;
    }
}

static bool add_counters(struct ct_stage *stage, ct_ent e, const struct ct_sc_elem *elem)
{
    uint32_t symbol = ct_stage_symbol(stage, elem->text);

    if (elem->count < 0 || elem->compare != CT_SC_EXACTLY)
        return refuse(stage, elem->span, "say how many");
    if (!symbol || !ct_counters_add(stage->g, e, symbol, (uint32_t)elem->count))
        return refuse(stage, elem->span, "these counters can't be put there");
    return true;
}

static bool put_with(struct ct_stage *stage, const struct ct_sc_elem *with, ct_ent e)
{
    for (; with; with = with->next) {
        if (with->kind == CT_SC_E_DAMAGE)
            ct_setup_damage(stage->g, e, with->count);
        else if (!add_counters(stage, e, with))
            return false;
    }
    return true;
}

static bool attach(struct ct_stage *stage, ct_ent e, const struct ct_sc_thing *to)
{
    ct_ent target = ct_stage_find(stage, to);
    const ct_object *o = ct_obj(stage->g, target);

    if (!target) return false;
    if (o && o->zone != CT_ZONE_BATTLEFIELD)
        return refuse(stage, to->span, "only permanents and players have things attached to them");
    if (e == target || ct_obj(stage->g, e)->zone != CT_ZONE_BATTLEFIELD)
        return refuse(stage, to->span, "this can't be attached to it");
    ct_setup_attached(stage->g, e, target);
    return true;
}

/* The one name among the words; the others say what it is like. */
static const struct ct_sc_word *name_of(const struct ct_sc_word *words)
{
    for (; words; words = words->next)
        if (words->kind == CT_SC_W_NAME) return words;
    return NULL;
}

static bool says_token(const struct ct_sc_word *words)
{
    for (; words; words = words->next)
        if (words->kind == CT_SC_W_STATE && words->value == CT_SC_IS_TOKEN) return true;
    return false;
}

/* A number of loyalty counters that is said stands for the printed one, which is there already. */
static void drop_printed(struct ct_stage *stage, const struct ct_sc_elem *elem, ct_ent e)
{
    for (const struct ct_sc_elem *with = elem->with; with; with = with->next) {
        uint32_t symbol = with->kind == CT_SC_E_COUNTERS ? ct_stage_symbol(stage, with->text) : 0;

        if (symbol) ct_counters_remove(stage->g, e, symbol, ct_counters(stage->g, e, symbol));
    }
}

static bool put_one(struct ct_stage *stage, const struct ct_sc_elem *elem,
                    const struct source *source, unsigned player, ct_zone zone, uint32_t at)
{
    unsigned owner = elem->owner ? (unsigned)elem->owner - 1 : player;
    bool token = source->token || says_token(elem->words);
    const struct ct_sc_word *name = name_of(elem->words);
    struct source other;
    ct_ent e;

    if (token && zone != CT_ZONE_BATTLEFIELD)
        return refuse(stage, elem->span, "tokens are on the battlefield, or nowhere [CR 111.7]");
    e = token ? ct_setup_token(stage->g, source->face, owner)
              : ct_setup_card(stage->g, source->card, CT_NONE, owner, player, zone, at);
    if (!e) return refuse(stage, elem->span, "there is no room for it");
    if (token && owner != player)
        return refuse(stage, elem->span, "a token belongs to whoever controls it here");
    if (elem->copy_of) {
        if (zone != CT_ZONE_BATTLEFIELD || !find_source(stage, elem->copy_of, &other))
            return refuse(stage, elem->span, "it can't be a copy of that");
        ct_setup_copy_of(stage->g, e, other.face);
    }
    drop_printed(stage, elem, e);
    for (const struct ct_sc_word *word = elem->words; word; word = word->next)
        if (word != name && !set_state(stage, word, e) && !ct_stage_fits_word(stage, word, e))
            return refuse(stage, word->span, "it is not, and can't be set up to be");
    if (!put_with(stage, elem->with, e)) return false;
    return !elem->attached_to || attach(stage, e, elem->attached_to);
}

/* Where in its zone: cards on top of a library stand there in the order in which they are said. */
static uint32_t place_of(struct ct_stage *stage, const struct ct_sc_zone *zone)
{
    if (zone->place == CT_SC_ON_TOP) return stage->on_top++;
    return zone->place == CT_SC_NTH && zone->nth > 0 ? (uint32_t)zone->nth - 1 : CT_AT_END;
}

static bool put_objects(struct ct_stage *stage, const struct ct_sc_elem *elem, unsigned player,
                        const struct ct_sc_zone *zone)
{
    const struct ct_sc_word *name = name_of(elem->words);
    int count = elem->count < 0 ? 1 : elem->count;
    struct source source;

    if (zone->owner && zone->owner != (ct_sc_player)player + 1 && !elem->owner)
        return refuse(stage, elem->span,
                      "these are in another player's zone: say whose they are there");
    if (elem->count == 0 && !name) return true; /* "no cards in hand": nothing is to be done */
    if (!name)
        return refuse(stage, elem->span,
                      "which card? a position is made of cards and tokens by name");
    if (zone->kind == CT_SC_STACK) return refuse(stage, elem->span, "spells are cast, in a step");
    if (elem->compare != CT_SC_EXACTLY && elem->count >= 0)
        return refuse(stage, elem->span, "say exactly how many");
    if (count > OBJECTS_MOST) return refuse(stage, elem->span, "these are too many");
    if (!find_source(stage, name->text, &source))
        return refuse(stage, name->span,
                      "there is no such card or token among the cards of this scenario");
    for (int i = 0; i < count; i++)
        if (!put_one(stage, elem, &source, player,
                     zone->kind == CT_SC_ZONE_NONE ? CT_ZONE_BATTLEFIELD
                                                   : (ct_zone)ct_stage_zone_number(zone->kind),
                     place_of(stage, zone)))
            return false;
    return true;
}

/* ---- players ------------------------------------------------------------------------------- */

static bool put_mana(struct ct_stage *stage, const struct ct_sc_elem *elem, unsigned player)
{
    static const char types[] = "WUBRGC";

    for (const char *at = elem->text; *at; at++) {
        const char *type = strchr(types, *at);
        uint32_t number = 0;

        if (*at == '{' || *at == '}') continue;
        if (type) {
            ct_setup_mana(stage->g, player, 1u << (type - types), 1);
            continue;
        }
        for (; *at >= '0' && *at <= '9' && number < OBJECTS_MOST; at++)
            number = number * 10 + (uint32_t)(*at - '0');
        if (number == 0 || *at != '}' || number > OBJECTS_MOST)
            return refuse(
                stage, elem->span,
                "a mana pool holds {W}, {U}, {B}, {R}, {G}, {C} and colorless mana as a number");
        ct_setup_mana(stage->g, player, 1u << 5, number);
    }
    return true;
}

static bool give(struct ct_stage *stage, const struct ct_sc_phrase *phrase,
                 const struct ct_sc_elem *elem, const struct ct_sc_zone *zone)
{
    unsigned player = (unsigned)phrase->player - 1;

    switch (elem->kind) {
    case CT_SC_E_OBJECTS:
        if (phrase->kind == CT_SC_PLAYER_HAS && zone->kind == CT_SC_ZONE_NONE && elem->count != 0)
            return refuse(stage, elem->span,
                          "in which zone? (permanents are what a player controls)");
        return put_objects(stage, elem, player, zone);
    case CT_SC_E_LIFE:
        ct_setup_life(stage->g, player, elem->count);
        return true;
    case CT_SC_E_COUNTERS:
        return add_counters(stage, ct_player_ent(player), elem);
    case CT_SC_E_MANA:
        return put_mana(stage, elem, player);
    case CT_SC_E_NO_MANA:
        return true;
    case CT_SC_E_UNLIMITED_MANA:
        ct_setup_unlimited_mana(stage->g, player, true);
        return true;
    default:
        return refuse(stage, elem->span, "a player can't have this");
    }
}

static bool possessions(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    if (phrase->negated)
        return refuse(stage, phrase->span, "a position is what is there, not what is not");
    for (const struct ct_sc_elem *elem = phrase->elems; elem; elem = elem->next) {
        const struct ct_sc_elem *zoned = elem;

        while (zoned->zone.kind == CT_SC_ZONE_NONE && zoned->next &&
               zoned->next->kind == CT_SC_E_OBJECTS)
            zoned = zoned->next;
        if (!give(stage, phrase, elem, &zoned->zone)) return false;
    }
    return true;
}

/* ---- objects that are there already -------------------------------------------------------- */

static bool objects_are(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    if (phrase->negated)
        return refuse(stage, phrase->span, "a position is what is there, not what is not");
    for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
        ct_ent e = ct_stage_find(stage, thing);

        if (!e) return false;
        for (const struct ct_sc_word *word = phrase->words; word; word = word->next)
            if (!set_state(stage, word, e) && !ct_stage_fits_word(stage, word, e))
                return refuse(stage, word->span, "it is not, and can't be set up to be");
    }
    return true;
}

static bool objects_have(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    if (phrase->negated)
        return refuse(stage, phrase->span, "a position is what is there, not what is not");
    for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
        ct_ent e = ct_stage_find(stage, thing);

        if (!e) return false;
        for (const struct ct_sc_elem *elem = phrase->elems; elem; elem = elem->next)
            if (elem->kind != CT_SC_E_COUNTERS && elem->kind != CT_SC_E_DAMAGE)
                return refuse(stage, elem->span,
                              "only counters and damage can be put on something");
        if (!put_with(stage, phrase->elems, e)) return false;
    }
    return true;
}

static bool given(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    switch (phrase->kind) {
    case CT_SC_PLAYER_HAS:
    case CT_SC_PLAYER_CONTROLS:
        return possessions(stage, phrase);
    case CT_SC_STEP_IS:
        return set_turn(stage, phrase);
    case CT_SC_PLAYED_LAND:
        stage->g->s->player[phrase->player - 1].lands_played++;
        return true;
    case CT_SC_OBJECT_IS:
        return objects_are(stage, phrase);
    case CT_SC_OBJECT_HAS:
        return objects_have(stage, phrase);
    case CT_SC_OBJECT_ATTACHED:
        for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
            ct_ent e = ct_stage_find(stage, thing);

            if (!e || !attach(stage, e, phrase->things)) return false;
        }
        return !phrase->negated ||
               refuse(stage, phrase->span, "a position is what is there, not what is not");
    default:
        return refuse(stage, phrase->span,
                      "this follows from the rest of the position and can't be given");
    }
}

bool ct_stage_given(struct ct_stage *stage)
{
    const struct ct_sc_phrase *phrase = stage->scenario->phrases;

    for (; phrase && phrase->section == CT_SC_GIVEN; phrase = phrase->next) {
        stage->phrase = phrase;
        stage->on_top = 0;
        if (stage->options && stage->options->on_phrase)
            stage->options->on_phrase(stage->options->user, stage->scenario, phrase);
        if (!given(stage, phrase)) return false;
    }
    ct_setup_begin(stage->g);
    return true;
}
