/* Which action "casts", "plays", "activates" and "taps for mana" mean, among those that the player
 * who has priority may begin. */
#include "compiler/scenario_stage.h"

#include "runtime/activate.h"
#include "runtime/codes.h"
#include "runtime/permission.h"

#include <stdlib.h>
#include <string.h>

/* Options that are looked at, by index. */
struct pool {
    struct ct_stage *stage;
    const struct ct_tape *tape;
    const struct ct_sc_phrase *phrase;
    uint32_t option[CT_WAYS_MOST];
    unsigned count;
};

static const ct_option *option(const struct pool *pool, unsigned i)
{
    return &pool->stage->g->option[pool->option[i]];
}

uint32_t ct_stage_half_name(const struct ct_stage *stage, const ct_option *o)
{
    const ct_object *card = ct_obj(stage->g, o->a);
    const ct_set *set = stage->set;

    if (!card || card->card >= set->ncard || o->b >= set->card[card->card].nfaces) return 0;
    return set->face[set->card[card->card].face0 + o->b].name;
}

bool ct_stage_half_meant(struct ct_stage *stage, const struct ct_sc_thing *thing,
                         const ct_option *o)
{
    const struct ct_sc_word *word = thing->words;
    const ct_object *card = ct_obj(stage->g, o->a);

    if (!card || (thing->player && card->owner + 1 != thing->player)) return false;
    if (thing->zone.kind != CT_SC_ZONE_NONE && !ct_stage_in_zone(stage, &thing->zone, 0, o->a))
        return false;
    if (!word || word->next || word->kind != CT_SC_W_NAME) return ct_stage_fits(stage, word, o->a);
    if (ct_stage_symbol_is(stage, ct_stage_half_name(stage, o), word->text)) return true;
    for (uint32_t i = 0; i + 1 < stage->set->naltname; i += 2)
        if (stage->set->altname[i + 1] == card->card &&
            ct_stage_alt_half(stage, stage->set->altname[i], word->text) == (int)o->b)
            return true;
    /* "A // B" is the whole card's name; its first half is meant. */
    return o->b == 0 && card->card < stage->set->ncard &&
           ct_stage_symbol_is(stage, stage->set->card[card->card].name, word->text);
}

static void collect_plays(struct pool *pool)
{
    const ct_game *g = pool->stage->g;
    bool land = pool->phrase->kind == CT_SC_PLAYS;

    for (uint32_t i = 0; i < g->s->decision.noptions && pool->count < CT_WAYS_MOST; i++) {
        const ct_option *o = &g->option[i];
        bool old = false;

        if (o->kind != (land ? CT_OPT_LAND : CT_OPT_CAST) ||
            !ct_stage_half_meant(pool->stage, pool->phrase->things, o))
            continue;
        for (unsigned k = 0; k < pool->count && !pool->phrase->things->ordinal; k++)
            old = old || (option(pool, k)->b == o->b && option(pool, k)->c == o->c &&
                          ct_stage_same(pool->stage, option(pool, k)->a, o->a));
        if (!old) pool->option[pool->count++] = i;
    }
}

/* Keeps the options whose card is in a zone. */
static void keep_in(struct pool *pool, const struct ct_sc_zone *zone)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < pool->count; i++)
        if (ct_stage_in_zone(pool->stage, zone, pool->phrase->player, option(pool, i)->a))
            pool->option[kept++] = pool->option[i];
    pool->count = kept;
}

/* Where the card is played from: as said, else the hand if it is there. */
static void choose_zone(struct pool *pool, int from)
{
    const struct ct_sc_zone hand = {.kind = CT_SC_HAND};

    if (from >= 0) {
        keep_in(pool, &pool->tape->clause[from]->zone);
        return;
    }
    for (unsigned i = 0; i < pool->count; i++)
        if (ct_stage_in_zone(pool->stage, &hand, pool->phrase->player, option(pool, i)->a)) {
            keep_in(pool, &hand);
            return;
        }
}

static bool keyword_is(const struct ct_stage *stage, uint32_t ability, const char *text)
{
    return ability < stage->set->nability &&
           ct_stage_symbol_is(stage, stage->set->ability[ability].keyword, text);
}

/* The words that the permission itself answers: whose it is, that it is free, its own cost. */
static void use_permission(struct ct_stage *stage, struct ct_tape *tape, const ct_option *o)
{
    unsigned player = (unsigned)tape->phrase->player - 1;
    int using = ct_tape_clause(tape, CT_SC_C_USING), free = ct_tape_clause(tape, CT_SC_C_FREE);
    int other = ct_tape_clause(tape, CT_SC_C_FOR_COST);
    ct_play play;

    if (!ct_find_play(stage->g, player, o->a, o->b, o->c, &play)) return;
    if (using >= 0 && play.has_hit &&
        ct_stage_can_mean(stage, tape->clause[using]->things, play.hit.source))
        tape->used[using] = 1;
    if (free >= 0 && play.flags & CT_PLAY_FREE) tape->used[free] = 1;
    if (other >= 0 && play.has_hit &&
        (keyword_is(stage, play.hit.ability, tape->clause[other]->text) ||
         (play.ncosts && keyword_is(stage, play.ability, tape->clause[other]->text))))
        tape->used[other] = 1;
}

static unsigned plays(struct pool *pool, struct ct_way *ways)
{
    int from = ct_tape_clause(pool->tape, CT_SC_C_FROM);
    int ordinal = pool->phrase->things->ordinal;

    collect_plays(pool);
    choose_zone(pool, from);
    if (ordinal) {
        unsigned count;
        ct_ent meant = ct_stage_look(pool->stage, pool->phrase->things, &count);
        unsigned kept = 0;

        for (unsigned i = 0; i < pool->count; i++)
            if (option(pool, i)->a == meant) pool->option[kept++] = pool->option[i];
        pool->count = kept;
    }
    for (unsigned i = 0; i < pool->count; i++) {
        ways[i].index = pool->option[i];
        ways[i].tape = *pool->tape;
        ways[i].tape.begun = true;
        if (from >= 0) ways[i].tape.used[from] = 1;
        use_permission(pool->stage, &ways[i].tape, option(pool, i));
    }
    return pool->count;
}

/* ---- abilities ----------------------------------------------------------------------------- */

static uint32_t ability_of(const struct ct_stage *stage, const ct_option *o)
{
    const ct_chars *c = ct_chars_of(stage->g, o->a);

    return o->b < c->nabils ? c->abils[o->b].ability : CT_NONE;
}

static const char *ability_text(const struct ct_stage *stage, uint32_t ability, size_t *len)
{
    const ct_set *set = stage->set;
    uint32_t sym = ability < set->nability ? set->ability[ability].text : 0;

    *len = sym < set->nsym ? set->sym[sym].len : 0;
    return *len ? (const char *)set->string + set->sym[sym].off : "";
}

/* "+1: …", "−2: …", "0: …": what activating it adds to loyalty. */
static bool loyalty_is(const struct ct_stage *stage, uint32_t ability, int wanted)
{
    size_t len, at = 0;
    const char *text = ability_text(stage, ability, &len);
    bool minus = false;
    int value = 0;

    if (ability >= stage->set->nability || !(stage->set->ability[ability].flags & CT_ABF_LOYALTY))
        return false;
    if (len > 3 && memcmp(text, "\xe2\x88\x92", 3) == 0)
        minus = true, at = 3;
    else if (len && (*text == '-' || *text == '+'))
        minus = *text == '-', at = 1;
    for (; at < len && text[at] >= '0' && text[at] <= '9'; at++)
        value = value * 10 + (text[at] - '0');
    return (minus ? -value : value) == wanted;
}

/* The place of option O's ability among the activated abilities of its object, from 1. */
static int ordinal_of(const struct ct_stage *stage, const ct_option *o)
{
    const ct_chars *c = ct_chars_of(stage->g, o->a);
    int nth = 0;

    for (uint32_t i = 0; i <= o->b && i < c->nabils; i++) {
        uint32_t ability = c->abils[i].ability;

        nth += ct_is_intrinsic(ability) || (ability < stage->set->nability &&
                                            stage->set->ability[ability].kind == CT_AB_ACTIVATED);
    }
    return nth;
}

/* Does it add this mana, as far as its text tells? */
static bool adds(const struct ct_stage *stage, uint32_t ability, const char *mana)
{
    static const char letters[] = "WUBRG";
    size_t len;
    const char *text = ability_text(stage, ability, &len);

    if (ct_is_intrinsic(ability)) return mana[1] == letters[ability - CT_INTRINSIC_MANA];
    return memmem(text, len, mana, strlen(mana)) != NULL || memmem(text, len, "color", 5) != NULL;
}

static bool ability_meant(struct ct_stage *stage, const struct ct_sc_phrase *phrase,
                          const ct_option *o)
{
    const struct ct_sc_thing *thing = phrase->things;
    uint32_t ability = ability_of(stage, o);
    bool named = thing->kind == CT_SC_T_ABILITY;
    const struct ct_sc_thing *object = named ? thing->object : thing;

    if (o->kind != CT_OPT_ACTIVATE || !ct_stage_can_mean(stage, object, o->a)) return false;
    if (phrase->kind == CT_SC_TAPS_FOR_MANA)
        return ct_is_mana_ability(stage->g, ability) &&
               (!phrase->mana || adds(stage, ability, phrase->mana));
    if (named && thing->has_loyalty) return loyalty_is(stage, ability, thing->value);
    return !named || !thing->ordinal || ordinal_of(stage, o) == thing->ordinal;
}

static bool is_mana(const struct pool *pool, unsigned i)
{
    return ct_is_mana_ability(pool->stage->g, ability_of(pool->stage, option(pool, i)));
}

/* Of an object's abilities those that are no mana abilities are meant, if it has any. */
static void drop_mana(struct pool *pool)
{
    unsigned kept = 0, others = 0;

    for (unsigned i = 0; i < pool->count; i++)
        others += !is_mana(pool, i);
    for (unsigned i = 0; others && i < pool->count; i++)
        if (!is_mana(pool, i)) pool->option[kept++] = pool->option[i];
    if (others) pool->count = kept;
}

static unsigned activations(struct pool *pool, struct ct_way *ways)
{
    const ct_game *g = pool->stage->g;
    const struct ct_sc_thing *thing = pool->phrase->things;
    const struct ct_sc_thing *object = thing->kind == CT_SC_T_ABILITY ? thing->object : thing;
    ct_ent meant = CT_NOBODY;
    unsigned count;

    if (object->ordinal) meant = ct_stage_look(pool->stage, object, &count);
    for (uint32_t i = 0; i < g->s->decision.noptions && pool->count < CT_WAYS_MOST; i++) {
        const ct_option *o = &g->option[i];

        if (!ability_meant(pool->stage, pool->phrase, o) || (meant && o->a != meant)) continue;
        if (pool->count && option(pool, 0)->a != o->a &&
            ct_stage_same(pool->stage, option(pool, 0)->a, o->a))
            continue;
        pool->option[pool->count++] = i;
    }
    if (pool->phrase->kind == CT_SC_ACTIVATES) drop_mana(pool);
    if (pool->count > 1 && pool->phrase->kind == CT_SC_ACTIVATES && !pool->tape->anything) {
        pool->stage->reason = "several of its abilities, or several objects, could be meant";
        return 0;
    }
    for (unsigned i = 0; i < pool->count; i++) {
        ways[i].index = pool->option[i];
        ways[i].tape = *pool->tape;
        ways[i].tape.begun = true;
        ways[i].tape.things_used = 1;
    }
    return pool->count;
}

unsigned ct_stage_actions(struct ct_stage *stage, const struct ct_tape *tape, struct ct_way *ways)
{
    struct pool pool = {.stage = stage, .tape = tape, .phrase = tape->phrase};

    if (stage->g->s->decision.player + 1 != tape->phrase->player) return 0;
    switch (tape->phrase->kind) {
    case CT_SC_CASTS:
    case CT_SC_PLAYS:
        return plays(&pool, ways);
    case CT_SC_ACTIVATES:
    case CT_SC_TAPS_FOR_MANA:
        return activations(&pool, ways);
    default:
        return 0;
    }
}
