/* Whether what `then` says is so: everything but characteristics (scenario_traits.c) and what may
 * be done (scenario_may.c). */
#include "compiler/scenario_stage.h"

#include "runtime/codes.h"
#include "runtime/counter.h"
#include "runtime/target.h"

#include <string.h>

/* Reports what was found when SO is not what the phrase says. */
#define EXPECT(so, ...)                                                                            \
    do {                                                                                           \
        if ((so) == phrase->negated)                                                               \
            return ct_stage_fail(stage, CT_ERR_SCENARIO_FALSE, phrase->span, __VA_ARGS__);         \
    } while (0)

static const char *no(bool is)
{
    return is ? "" : " not";
}

static bool compares(enum ct_sc_compare compare, int found, int wanted)
{
    return compare == CT_SC_AT_LEAST  ? found >= wanted
           : compare == CT_SC_AT_MOST ? found <= wanted
                                      : found == wanted;
}

/* ---- what players have --------------------------------------------------------------------- */

static bool fits_with(struct ct_stage *stage, const struct ct_sc_elem *elem, ct_ent e)
{
    const ct_object *o = ct_obj(stage->g, e);

    if (elem->attached_to && !ct_stage_can_mean(stage, elem->attached_to, o->attached_to))
        return false;
    if (elem->owner && o->owner + 1 != elem->owner) return false;
    if (elem->copy_of && !ct_stage_symbol_is(stage, ct_chars_of(stage->g, e)->name, elem->copy_of))
        return false;
    for (const struct ct_sc_elem *with = elem->with; with; with = with->next) {
        int found = with->kind == CT_SC_E_DAMAGE
                        ? o->damage
                        : (int)ct_counters(stage->g, e, ct_stage_symbol(stage, with->text));

        if (found != with->count) return false;
    }
    return ct_stage_fits(stage, elem->words, e);
}

/* How many objects are as ELEM says, in its zone or among what the player controls or owns. */
static int count_objects(struct ct_stage *stage, const struct ct_sc_phrase *phrase,
                         const struct ct_sc_elem *elem, const struct ct_sc_zone *zone)
{
    int count = 0;

    for (unsigned z = CT_ZONE_LIBRARY; z <= CT_ZONE_COMMAND; z++) {
        unsigned players = ct_zone_shared(z) ? 1 : stage->g->s->nplayers;

        for (unsigned p = 0; p < players; p++)
            CT_EACH(stage->g, e, z, p)
            {
                unsigned whose = phrase->kind == CT_SC_PLAYER_CONTROLS ? ct_controller(stage->g, e)
                                                                       : ct_owner(stage->g, e);
                if (whose + 1 != (unsigned)phrase->player) continue;
                if (phrase->kind == CT_SC_PLAYER_CONTROLS && z != CT_ZONE_BATTLEFIELD) continue;
                if (zone->kind && !ct_stage_in_zone(stage, zone, phrase->player, e)) continue;
                if (fits_with(stage, elem, e)) count++;
            }
    }
    return count;
}

static bool check_objects(struct ct_stage *stage, const struct ct_sc_phrase *phrase,
                          const struct ct_sc_elem *elem, const struct ct_sc_zone *zone)
{
    bool counted = elem->count >= 0;
    int found = count_objects(stage, phrase, elem, zone);

    if (phrase->kind == CT_SC_PLAYER_HAS && zone->kind == CT_SC_ZONE_NONE)
        return ct_stage_fail(
            stage, CT_ERR_SCENARIO_SYNTAX, elem->span,
            "in which zone? (a player controls permanents, and has cards in zones)");
    EXPECT(counted ? compares(elem->compare, found, elem->count) : found > 0, "%s %s %d of these",
           ct_stage_player((unsigned)phrase->player - 1),
           phrase->kind == CT_SC_PLAYER_CONTROLS ? "controls" : "has", found);
    return true;
}

/* Mana symbols against the pool: as many of each type. */
static bool check_mana(struct ct_stage *stage, const struct ct_sc_phrase *phrase,
                       const struct ct_sc_elem *elem)
{
    int wanted[6] = {0}, found[6] = {0};
    const ct_game *g = stage->g;
    bool same = true;

    for (const char *at = elem->text; elem->kind == CT_SC_E_MANA && *at; at++) {
        static const char types[] = "WUBRGC";
        const char *type = strchr(types, *at);

        if (*at == '{' || *at == '}') continue;
        if (*at >= '0' && *at <= '9')
            wanted[5] += *at - '0';
        else if (type)
            wanted[type - types]++;
        else
            return ct_stage_fail(
                stage, CT_ERR_SCENARIO_SYNTAX, elem->span,
                "a mana pool holds {W}, {U}, {B}, {R}, {G}, {C} and colorless mana as a number");
    }
    for (uint32_t i = 0; i < g->s->pool[CT_POOL_mana].used; i++)
        for (int type = 0; type < 6; type++)
            found[type] += g->mana[i].player + 1 == phrase->player && g->mana[i].type & 1u << type;
    for (int i = 0; i < 6; i++)
        same = same && wanted[i] == found[i];
    EXPECT(same, "there is other mana in the pool");
    return true;
}

static bool check_elem(struct ct_stage *stage, const struct ct_sc_phrase *phrase,
                       const struct ct_sc_elem *elem, const struct ct_sc_zone *zone)
{
    unsigned player = (unsigned)phrase->player - 1;
    int found;

    switch (elem->kind) {
    case CT_SC_E_OBJECTS:
        return check_objects(stage, phrase, elem, zone);
    case CT_SC_E_LIFE:
        found = stage->g->s->player[player].life;
        EXPECT(compares(elem->compare, found, elem->count), "%s has %d life",
               ct_stage_player(player), found);
        return true;
    case CT_SC_E_COUNTERS:
        found =
            (int)ct_counters(stage->g, ct_player_ent(player), ct_stage_symbol(stage, elem->text));
        EXPECT(compares(elem->compare, found, elem->count), "%s has %d %s counters",
               ct_stage_player(player), found, elem->text);
        return true;
    case CT_SC_E_MANA:
    case CT_SC_E_NO_MANA:
        return check_mana(stage, phrase, elem);
    case CT_SC_E_UNLIMITED_MANA:
        EXPECT(stage->g->s->player[player].unlimited_mana, "the mana is%s unlimited",
               no(stage->g->s->player[player].unlimited_mana));
        return true;
    default:
        return ct_stage_fail(stage, CT_ERR_SCENARIO_SYNTAX, elem->span, "no player has this");
    }
}

/* Parts without a zone of their own belong to the next zone said. */
static bool check_possessions(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    for (const struct ct_sc_elem *elem = phrase->elems; elem; elem = elem->next) {
        const struct ct_sc_elem *zoned = elem;

        while (zoned->zone.kind == CT_SC_ZONE_NONE && zoned->next &&
               zoned->next->kind == CT_SC_E_OBJECTS)
            zoned = zoned->next;
        if (!check_elem(stage, phrase, elem, &zoned->zone)) return false;
    }
    return true;
}

/* ---- where objects are --------------------------------------------------------------------- */

enum { SEEN_MOST = 64 };

/* An object of the zone that THING can mean and that is none of SEEN. */
static ct_ent find_in(struct ct_stage *stage, const struct ct_sc_thing *thing,
                      const struct ct_sc_zone *zone, const ct_ent *seen, unsigned nseen)
{
    ct_ent first = thing->ordinal ? ct_stage_find(stage, thing) : CT_NOBODY;

    if (first) return ct_stage_in_zone(stage, zone, 0, first) ? first : CT_NOBODY;
    if (thing->ordinal) return CT_NOBODY;
    for (unsigned z = CT_ZONE_LIBRARY; z <= CT_ZONE_COMMAND; z++) {
        unsigned players = ct_zone_shared(z) ? 1 : stage->g->s->nplayers;

        for (unsigned p = 0; p < players; p++)
            CT_EACH(stage->g, e, z, p)
            {
                bool old = false;

                for (unsigned i = 0; i < nseen; i++)
                    old = old || seen[i] == e;
                if (!old && ct_stage_in_zone(stage, zone, 0, e) &&
                    ct_stage_can_mean(stage, thing, e))
                    return e;
            }
    }
    return CT_NOBODY;
}

static const char *where(struct ct_stage *stage, const struct ct_sc_thing *thing)
{
    unsigned count;
    ct_ent e = ct_stage_look(stage, thing, &count);
    const ct_object *o = ct_obj(stage->g, e);

    if (!o) return "it is nowhere";
    return ct_arena_printf(&stage->arena, "it is in %s%s%s",
                           ct_zone_shared(o->zone) ? "" : ct_stage_player(o->owner),
                           ct_zone_shared(o->zone) ? "" : "'s ", ct_stage_zone_name(o->zone));
}

static bool check_in(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    ct_ent seen[SEEN_MOST];
    unsigned nseen = 0;

    for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
        ct_ent e = find_in(stage, thing, &phrase->zone, seen, nseen);

        EXPECT(e != CT_NOBODY, "%s", e ? "it is there" : where(stage, thing));
        if (e && nseen < SEEN_MOST) seen[nseen++] = e;
    }
    return true;
}

static bool check_nowhere(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
        unsigned count;
        ct_ent e = ct_stage_look(stage, thing, &count);

        EXPECT(e == CT_NOBODY, "%s", where(stage, thing));
    }
    return true;
}

static bool check_count(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    int found = ct_stage_count(stage, phrase->words, &phrase->zone, phrase->zone.owner);

    EXPECT(compares(phrase->compare, found, phrase->number), "there are %d", found);
    return true;
}

/* A list of things against the objects of a zone: a library from the top, the stack from the top,
 * anything else in no order. */
static bool check_contents(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    ct_ent there[256];
    unsigned count = 0, wanted = 0;
    bool ordered = phrase->zone.kind == CT_SC_LIBRARY || phrase->zone.kind == CT_SC_STACK;

    for (unsigned z = CT_ZONE_LIBRARY; z <= CT_ZONE_COMMAND; z++)
        for (unsigned p = 0; p < (ct_zone_shared(z) ? 1 : stage->g->s->nplayers); p++)
            CT_EACH(stage->g, e, z, p)
    if (count < 256 && ct_stage_in_zone(stage, &phrase->zone, 0, e)) there[count++] = e;
    if (phrase->zone.kind == CT_SC_STACK)
        for (unsigned i = 0; i < count / 2; i++) {
            ct_ent e = there[i];

            there[i] = there[count - 1 - i];
            there[count - 1 - i] = e;
        }
    for (const struct ct_sc_thing *thing = phrase->things; thing; thing = thing->next, wanted++) {
        unsigned i = ordered ? wanted : 0;

        while (!ordered && i < count && (!there[i] || !ct_stage_can_mean(stage, thing, there[i])))
            i++;
        if (i >= count || !ct_stage_can_mean(stage, thing, there[i]))
            return ct_stage_fail(stage, CT_ERR_SCENARIO_FALSE, thing->span,
                                 ordered && i < count ? "in this place is %s" : "%s",
                                 ordered && i < count ? ct_stage_name(stage, there[i])
                                                      : "it is not there");
        if (!ordered) there[i] = CT_NOBODY;
    }
    EXPECT(wanted == count, "%u objects are there, and %u were named", count, wanted);
    return true;
}

/* ---- relations ----------------------------------------------------------------------------- */

static bool check_attached(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
        ct_ent e = ct_stage_find(stage, thing),
               to = e ? ct_stage_find(stage, phrase->things) : CT_NOBODY;

        if (!to) return false;
        EXPECT(ct_obj(stage->g, e)->attached_to == to, "it is attached to %s",
               ct_stage_name(stage, ct_obj(stage->g, e)->attached_to));
    }
    return true;
}

static bool check_attacks(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
        ct_ent e = ct_stage_find(stage, thing);
        ct_ent target = e && phrase->things ? ct_stage_find(stage, phrase->things) : CT_NOBODY;
        ct_ent attacked;

        if (!e || (phrase->things && !target)) return false;
        attacked = ct_obj(stage->g, e)->attacking;
        EXPECT(target ? attacked == target : attacked != CT_NOBODY, "it is attacking %s",
               ct_stage_name(stage, attacked));
    }
    return true;
}

static bool check_blocks(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
        ct_ent e = ct_stage_find(stage, thing);
        ct_ent target = e && phrase->things ? ct_stage_find(stage, phrase->things) : CT_NOBODY;
        bool blocks = false;

        if (!e || (phrase->things && !target)) return false;
        for (uint32_t i = 0; i < stage->g->s->pool[CT_POOL_block].used; i++)
            blocks = blocks || (stage->g->block[i].blocker == e &&
                                (!target || stage->g->block[i].attacker == target));
        EXPECT(blocks, "it is%s blocking", no(blocks));
    }
    return true;
}

static bool check_whose(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
        ct_ent e = ct_stage_find(stage, thing);
        unsigned whose;

        if (!e) return false;
        whose = phrase->kind == CT_SC_OWNED_BY ? ct_owner(stage->g, e) : ct_controller(stage->g, e);
        EXPECT(whose + 1 == (unsigned)phrase->player, "it is %s's", ct_stage_player(whose));
    }
    return true;
}

static bool check_targets(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    ct_ent e = ct_stage_find(stage, phrase->subjects);
    uint32_t n = 0;

    if (!e) return false;
    for (const struct ct_sc_thing *thing = phrase->things; thing; thing = thing->next, n++) {
        bool found = false;

        for (uint32_t i = 0; ct_target_at(stage->g, e, i); i++)
            found = found || ct_stage_can_mean(stage, thing, ct_target_at(stage->g, e, i));
        EXPECT(found, "its first target is %s", ct_stage_name(stage, ct_target_at(stage->g, e, 0)));
    }
    if (!phrase->negated && ct_target_at(stage->g, e, n))
        return ct_stage_fail(stage, CT_ERR_SCENARIO_FALSE, phrase->span, "it targets %s too",
                             ct_stage_name(stage, ct_target_at(stage->g, e, n)));
    return true;
}

/* ---- the course of the game ---------------------------------------------------------------- */

static bool has_name(const struct ct_sc_thing *thing)
{
    for (const struct ct_sc_word *word = thing->words; word; word = word->next)
        if (word->kind == CT_SC_W_NAME) return true;
    return false;
}

static bool named_by(struct ct_stage *stage, const struct ct_sc_thing *thing, uint32_t name)
{
    for (const struct ct_sc_word *word = thing->words; word; word = word->next)
        if (word->kind == CT_SC_W_NAME && ct_stage_symbol_is(stage, name, word->text)) return true;
    return false;
}

static bool check_triggered(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
        int times = 0;

        if (!has_name(thing))
            return ct_stage_fail(stage, CT_ERR_SCENARIO_SYNTAX, thing->span,
                                 "what triggered is known by its name alone");
        for (size_t i = stage->log_mark; i < stage->log_count; i++) {
            const struct ct_stage_entry *entry = &stage->log[i];

            if (entry->kind != CT_LOG_TRIGGERED || !named_by(stage, thing, entry->name)) continue;
            if (thing->player && ct_obj(stage->g, entry->obj) &&
                ct_controller(stage->g, entry->obj) + 1 != (unsigned)thing->player)
                continue;
            times++;
        }
        EXPECT(times == phrase->number, "it triggered %d times", times);
    }
    return true;
}

static bool same_text(const char *wanted, const char *found)
{
    size_t len = strlen(wanted);

    if (len && wanted[len - 1] == '.') len--;
    return strlen(found) == len && memcmp(wanted, found, len) == 0;
}

static const char *log_tail(struct ct_stage *stage)
{
    enum { SHOWN = 12 };
    const char *text = "the log ends with";
    size_t from = stage->log_count > SHOWN ? stage->log_count - SHOWN : 0;

    for (size_t i = from > stage->log_mark ? from : stage->log_mark; text && i < stage->log_count;
         i++)
        text = ct_arena_printf(&stage->arena, "%s\n    %s.", text, stage->log[i].text);
    return text ? text : "";
}

static bool check_log_ends(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    size_t count = 0;

    for (const struct ct_sc_text *t = phrase->texts; t; t = t->next)
        count++;
    if (stage->log_count - stage->log_mark < count)
        return ct_stage_fail(stage, CT_ERR_SCENARIO_FALSE, phrase->span, "%s", log_tail(stage));
    for (const struct ct_sc_text *t = phrase->texts; t; t = t->next, count--)
        EXPECT(same_text(t->text, stage->log[stage->log_count - count].text), "%s",
               log_tail(stage));
    return true;
}

static bool check_log_says(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    int times = 0;

    for (size_t i = stage->log_mark; i < stage->log_count; i++)
        times += same_text(phrase->texts->text, stage->log[i].text);
    EXPECT(phrase->number < 0 ? times > 0 : times == phrase->number, "it says so %d times; %s",
           times, log_tail(stage));
    return true;
}

static bool check_log_order(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    size_t first = stage->log_count, last = 0;

    for (size_t i = stage->log_mark; i < stage->log_count; i++) {
        if (same_text(phrase->texts->text, stage->log[i].text) && first == stage->log_count)
            first = i;
        if (same_text(phrase->texts->next->text, stage->log[i].text)) last = i;
    }
    EXPECT(first < last && first < stage->log_count, "%s", log_tail(stage));
    return true;
}

static bool is_asked(const struct ct_stage *stage, enum ct_sc_asked asked)
{
    const ct_decision_rec *d = &stage->g->s->decision;

    switch (asked) {
    case CT_SC_ASKED_CHOOSE:
        return d->kind != CT_DEC_PRIORITY && d->kind != CT_DEC_YESNO && d->kind != CT_DEC_PAY &&
               d->kind != CT_DEC_ATTACKER && d->kind != CT_DEC_BLOCKER && d->kind != CT_DEC_COST;
    case CT_SC_ASKED_ORDER:
        return d->kind == CT_DEC_ORDER || d->kind == CT_DEC_TRIGGER_ORDER;
    case CT_SC_ASKED_PAY:
        return d->kind == CT_DEC_PAY || d->kind == CT_DEC_COST;
    case CT_SC_ASKED_WHETHER:
        return d->kind == CT_DEC_YESNO || d->kind == CT_DEC_COST;
    case CT_SC_ASKED_ATTACK:
        return d->kind == CT_DEC_ATTACKER;
    case CT_SC_ASKED_BLOCK:
        return d->kind == CT_DEC_BLOCKER;
    }
    return false;
}

static bool check_step(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    const ct_state *s = stage->g->s;
    bool so = (!phrase->player || s->active + 1 == (unsigned)phrase->player) &&
              (phrase->step == CT_SC_STEP_NONE || s->step == ct_stage_step_number(phrase->step)) &&
              (phrase->number < 0 || s->turn == (unsigned)phrase->number);

    EXPECT(so, "it is another step or turn");
    return true;
}

static bool check_over(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    const ct_state *s = stage->g->s;
    bool mine = s->winner == ct_player_ent((unsigned)(phrase->player ? phrase->player : 1) - 1);
    bool won = s->over == CT_OVER_WIN;
    bool so = phrase->kind == CT_SC_HAS_WON    ? won && mine
              : phrase->kind == CT_SC_HAS_LOST ? won && !mine
              : phrase->kind == CT_SC_GAME_OVER
                  ? s->over != CT_NOT_OVER
                  : s->over == CT_OVER_DRAW || s->over == CT_OVER_LOOP;

    EXPECT(so, "%s",
           s->over == CT_NOT_OVER ? "the game is not over"
           : won                  ? "the game is over, and somebody has won"
                                  : "the game is over, and nobody has won");
    return true;
}

static bool check_priority(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    const ct_decision_rec *d = &stage->g->s->decision;
    bool open = stage->g->s->over == CT_NOT_OVER && d->kind == CT_DEC_PRIORITY;

    EXPECT(open && d->player + 1 == phrase->player, "%s has priority",
           open ? ct_stage_player(d->player) : "nobody");
    return true;
}

bool ct_stage_check(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    const ct_state *s = stage->g->s;
    bool so;

    switch (phrase->kind) {
    case CT_SC_PLAYER_HAS:
    case CT_SC_PLAYER_CONTROLS:
    case CT_SC_PLAYER_OWNS:
        return check_possessions(stage, phrase);
    case CT_SC_PLAYED_LAND:
        so = s->player[phrase->player - 1].lands_played > 0;
        EXPECT(so, "no land was played");
        return true;
    case CT_SC_STEP_IS:
        return check_step(stage, phrase);
    case CT_SC_OBJECT_IS:
    case CT_SC_CHARACTERISTIC:
        return ct_stage_check_characteristic(stage, phrase);
    case CT_SC_OBJECT_HAS:
        return ct_stage_check_object_has(stage, phrase);
    case CT_SC_OBJECT_IN:
        return check_in(stage, phrase);
    case CT_SC_OBJECT_NOWHERE:
        return check_nowhere(stage, phrase);
    case CT_SC_OBJECT_ATTACHED:
        return check_attached(stage, phrase);
    case CT_SC_COUNT_IN:
        return check_count(stage, phrase);
    case CT_SC_ZONE_IS:
        return check_contents(stage, phrase);
    case CT_SC_HAS_WON:
    case CT_SC_HAS_LOST:
    case CT_SC_GAME_DRAWN:
    case CT_SC_GAME_OVER:
        return check_over(stage, phrase);
    case CT_SC_HAS_PRIORITY:
        return check_priority(stage, phrase);
    case CT_SC_TARGETS:
        return check_targets(stage, phrase);
    case CT_SC_TRIGGERED:
        return check_triggered(stage, phrase);
    case CT_SC_OBJECT_ATTACKS:
        return check_attacks(stage, phrase);
    case CT_SC_OBJECT_BLOCKS:
        return check_blocks(stage, phrase);
    case CT_SC_CONTROLLED_BY:
    case CT_SC_OWNED_BY:
        return check_whose(stage, phrase);
    case CT_SC_MAY:
        return ct_stage_check_may(stage, phrase);
    case CT_SC_IS_ASKED:
        so = s->decision.player + 1 == phrase->player && is_asked(stage, phrase->asked);
        EXPECT(so, "%s", ct_stage_decision(stage));
        return true;
    case CT_SC_NONE_ASKED:
        EXPECT(!ct_stage_choice_open(stage), "%s", ct_stage_decision(stage));
        return true;
    case CT_SC_LOG_ENDS:
        return check_log_ends(stage, phrase);
    case CT_SC_LOG_SAYS:
        return check_log_says(stage, phrase);
    case CT_SC_LOG_ORDER:
        return check_log_order(stage, phrase);
    default:
        return ct_stage_fail(stage, CT_ERR_SCENARIO_SYNTAX, phrase->span,
                             "%s is not something that can be so", ct_sc_phrase_text(phrase->kind));
    }
}
