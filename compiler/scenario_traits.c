/* What `then` says of an object itself: its characteristics, counters, damage, abilities. */
#include "compiler/scenario_stage.h"

#include "runtime/codes.h"
#include "runtime/counter.h"

#include <stdio.h>
#include <string.h>

#define EXPECT(so, ...)                                                                            \
    do {                                                                                           \
        if ((so) == phrase->negated)                                                               \
            return ct_stage_fail(stage, CT_ERR_SCENARIO_FALSE, phrase->span, __VA_ARGS__);         \
    } while (0)

/* ---- characteristics in words -------------------------------------------------------------- */

static const char *const color_names[] = {"white", "blue", "black", "red", "green"};
static const char *const type_names[] = {
#define TYPE(name, word, plural, permanent) word,
#include "runtime/types.def"
#undef TYPE
};
static const char *const super_names[] = {
#define SUPER(name, word) word,
#include "runtime/types.def"
#undef SUPER
};

static const char *join(struct ct_stage *stage, const char *list, const char *more)
{
    const char *text = ct_arena_printf(&stage->arena, "%s%s%s", list, *list ? " " : "", more);

    return text ? text : "";
}

static const char *mask_words(struct ct_stage *stage, uint32_t mask, const char *const *names,
                              unsigned count)
{
    const char *text = "";

    for (unsigned i = 0; i < count; i++)
        if (mask & (1u << i)) text = join(stage, text, names[i]);
    return text;
}

static const char *described(struct ct_stage *stage, ct_ent e)
{
    const ct_chars *c = ct_chars_of(stage->g, e);
    char pt[32] = "";
    const char *text = mask_words(stage, c->colors, color_names, 5);

    if (!c->colors) text = "colorless";
    text = join(stage, text, mask_words(stage, c->supers, super_names, CT_NSUPERS));
    text = join(stage, text, mask_words(stage, c->types, type_names, CT_NTYPES));
    for (unsigned i = 0; i < c->nsubs; i++)
        text = join(stage, text, ct_stage_text(stage, c->subs[i]));
    if (c->has_pt) snprintf(pt, sizeof pt, "%d/%d", c->power, c->toughness);
    return join(stage, text, pt);
}

/* "{2}{R}{R}" of a mana record; "none" when there is none. */
static const char *mana_words(struct ct_stage *stage, uint32_t record)
{
    static const char letters[] = "WUBRGC";
    const ct_rec_mana *m = record < stage->set->nmana ? &stage->set->mana[record] : NULL;
    const char *text = "";

    if (!m) return "none";
    for (uint32_t i = 0; i < m->nx; i++)
        text = ct_arena_printf(&stage->arena, "%s{X}", text ? text : "");
    if (m->generic || (m->npips == 0 && m->nx == 0))
        text = ct_arena_printf(&stage->arena, "%s{%u}", text ? text : "", m->generic);
    for (uint32_t i = 0; i < m->npips; i++) {
        ct_w pip = stage->set->word[m->pip0 + i];
        char inner[24] = "";
        size_t used = 0;

        if (pip & CT_PIP_TWO) used += (size_t)snprintf(inner, sizeof inner, "2");
        for (unsigned k = 0; k < 6; k++)
            if (pip & (1u << k))
                used += (size_t)snprintf(inner + used, sizeof inner - used, "%s%c", used ? "/" : "",
                                         letters[k]);
        if (pip & CT_PIP_SNOW)
            used += (size_t)snprintf(inner + used, sizeof inner - used, "%sS", used ? "/" : "");
        if (pip & CT_PIP_PHYREXIAN)
            snprintf(inner + used, sizeof inner - used, "%sP", used ? "/" : "");
        text = ct_arena_printf(&stage->arena, "%s{%s}", text ? text : "", inner);
    }
    return text ? text : "";
}

/* The same symbols, in any order. */
static bool same_mana(const char *a, const char *b)
{
    int count[256] = {0};

    if (!a || strcmp(b, "none") == 0) return !a && strcmp(b, "none") == 0;
    for (; *a; a++)
        count[(unsigned char)*a]++;
    for (; *b; b++)
        count[(unsigned char)*b]--;
    for (int i = 0; i < 256; i++)
        if (count[i]) return false;
    return true;
}

/* ---- sets of words ------------------------------------------------------------------------- */

static bool check_mask(struct ct_stage *stage, const struct ct_sc_phrase *phrase, uint32_t found,
                       enum ct_sc_word_kind kind, const char *const *names, unsigned count)
{
    uint32_t wanted = 0;

    for (const struct ct_sc_word *word = phrase->words; word; word = word->next) {
        if (word->kind != kind || word->negated)
            return ct_stage_fail(stage, CT_ERR_SCENARIO_SYNTAX, word->span,
                                 "this word is of another kind");
        wanted |= 1u << word->value;
    }
    EXPECT(found == wanted, "found: %s", found ? mask_words(stage, found, names, count) : "none");
    return true;
}

static bool check_subtypes(struct ct_stage *stage, const struct ct_sc_phrase *phrase,
                           const ct_chars *c)
{
    unsigned wanted = 0;
    const char *found = "";
    bool all = true;

    for (unsigned i = 0; i < c->nsubs; i++)
        found = join(stage, found, ct_stage_text(stage, c->subs[i]));
    for (const struct ct_sc_word *word = phrase->words; word; word = word->next, wanted++) {
        bool has = false;

        if (!word->text)
            return ct_stage_fail(stage, CT_ERR_SCENARIO_SYNTAX, word->span,
                                 "this word is no subtype");
        for (unsigned i = 0; i < c->nsubs; i++)
            has = has || ct_stage_symbol_is(stage, c->subs[i], word->text);
        all = all && has;
    }
    EXPECT(all && wanted == c->nsubs, "found: %s", *found ? found : "none");
    return true;
}

static bool check_number(struct ct_stage *stage, const struct ct_sc_phrase *phrase, int found)
{
    EXPECT(found == phrase->number, "it is %d", found);
    return true;
}

static bool check_value(struct ct_stage *stage, const struct ct_sc_phrase *phrase, ct_ent e)
{
    const ct_chars *c = ct_chars_of(stage->g, e);
    uint32_t loyalty = ct_stage_symbol(stage, "loyalty");

    switch (phrase->characteristic) {
    case CT_SC_POWER:
        return check_number(stage, phrase, c->power);
    case CT_SC_TOUGHNESS:
        return check_number(stage, phrase, c->toughness);
    case CT_SC_LOYALTY:
        return check_number(stage, phrase,
                            ct_obj(stage->g, e)->zone == CT_ZONE_BATTLEFIELD && loyalty
                                ? (int)ct_counters(stage->g, e, loyalty)
                                : c->loyalty);
    case CT_SC_MANA_VALUE:
        return check_number(stage, phrase, c->mana_value);
    case CT_SC_MANA_COST:
        EXPECT(same_mana(phrase->mana, mana_words(stage, c->mana)), "it is %s",
               mana_words(stage, c->mana));
        return true;
    case CT_SC_NAME:
        EXPECT(ct_stage_symbol_is(stage, c->name, phrase->text), "it is %s",
               ct_stage_text(stage, c->name));
        return true;
    case CT_SC_COLORS:
        return check_mask(stage, phrase, c->colors, CT_SC_W_COLOR, color_names, 5);
    case CT_SC_TYPES:
        return check_mask(stage, phrase, c->types, CT_SC_W_TYPE, type_names, CT_NTYPES);
    case CT_SC_SUPERTYPES:
        return check_mask(stage, phrase, c->supers, CT_SC_W_SUPERTYPE, super_names, CT_NSUPERS);
    case CT_SC_SUBTYPES:
        return check_subtypes(stage, phrase, c);
    }
    return false;
}

bool ct_stage_check_characteristic(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
        ct_ent e = ct_stage_find(stage, thing);

        if (!e) return false;
        if (phrase->kind == CT_SC_CHARACTERISTIC) {
            if (!check_value(stage, phrase, e)) return false;
            continue;
        }
        EXPECT(ct_stage_fits(stage, phrase->words, e), "%s is %s", ct_stage_name(stage, e),
               described(stage, e));
    }
    return true;
}

/* ---- abilities ----------------------------------------------------------------------------- */

/* The words of a keyword's parameter, as they stand in the scenario: "red", "{2}". */
static bool parameter_is(struct ct_stage *stage, const struct ct_sc_elem *elem, const char *text)
{
    char number[16];
    const char *words = elem->mana;

    if (elem->count >= 0) {
        snprintf(number, sizeof number, "%d", elem->count);
        words = number;
    }
    if (elem->words) {
        struct ct_span span = elem->words->span;

        for (const struct ct_sc_word *w = elem->words; w; w = w->next)
            span.end = w->span.end;
        words = ct_stage_words(stage, span);
    }
    if (!words) return true;
    size_t len = strlen(words), all = strlen(text);
    return all >= len && strcmp(text + all - len, words) == 0;
}

static bool has_keyword(struct ct_stage *stage, const struct ct_sc_elem *elem, ct_ent e)
{
    const ct_set *set = stage->set;
    const ct_chars *c = ct_chars_of(stage->g, e);

    for (unsigned i = 0; i < c->nkws; i++) {
        const ct_rec_keyword *kw = c->kws[i] < set->nkeyword ? &set->keyword[c->kws[i]] : NULL;
        const char *name = kw ? ct_stage_text(stage, kw->name) : "";
        size_t len = strlen(elem->text);

        if (strncmp(name, elem->text, len) != 0 || (name[len] && strcmp(name + len, " from") != 0))
            continue;
        if (parameter_is(stage, elem, ct_stage_text(stage, kw->text))) return true;
    }
    for (unsigned i = 0; i < set->nkeyword; i++) {
        const ct_rec_keyword *kw = &set->keyword[i];

        if (kw->builtin < CT_NKEYWORDS && (c->builtin & (1u << kw->builtin)) &&
            ct_stage_symbol_is(stage, kw->name, elem->text) &&
            parameter_is(stage, elem, ct_stage_text(stage, kw->text)))
            return true;
    }
    return false;
}

/* An ability in its own words, with its full stop or without. */
static bool has_ability(struct ct_stage *stage, const char *text, ct_ent e)
{
    const ct_chars *c = ct_chars_of(stage->g, e);
    size_t len = strlen(text);

    if (len && text[len - 1] == '.') len--;
    for (unsigned i = 0; i < c->nabils; i++) {
        uint32_t ability = c->abils[i].ability;
        const char *found = ability < stage->set->nability
                                ? ct_stage_text(stage, stage->set->ability[ability].text)
                                : "";
        size_t all = strlen(found);

        if (all && found[all - 1] == '.') all--;
        if (all && all == len && memcmp(found, text, len) == 0) return true;
    }
    return false;
}

static const char *ability_words(struct ct_stage *stage, ct_ent e)
{
    const ct_chars *c = ct_chars_of(stage->g, e);
    const char *text = "it has";

    for (unsigned i = 0; i < c->nkws; i++)
        if (c->kws[i] < stage->set->nkeyword)
            text = join(stage, text, ct_stage_text(stage, stage->set->keyword[c->kws[i]].text));
    for (unsigned i = 0; i < c->nabils; i++)
        if (c->abils[i].ability < stage->set->nability &&
            !stage->set->ability[c->abils[i].ability].keyword)
            text = join(stage, text,
                        ct_arena_printf(
                            &stage->arena, "\"%s\"",
                            ct_stage_text(stage, stage->set->ability[c->abils[i].ability].text)));
    return text;
}

static bool check_counters(struct ct_stage *stage, const struct ct_sc_phrase *phrase,
                           const struct ct_sc_elem *elem, ct_ent e)
{
    uint32_t sym = elem->text ? ct_stage_symbol(stage, elem->text) : 0;
    int found = elem->text && !sym ? 0 : (int)ct_counters(stage->g, e, sym);
    bool so = elem->compare == CT_SC_AT_LEAST  ? found >= elem->count
              : elem->compare == CT_SC_AT_MOST ? found <= elem->count
                                               : found == elem->count;

    EXPECT(so, "%s has %d%s%s counters", ct_stage_name(stage, e), found, elem->text ? " " : "",
           elem->text ? elem->text : "");
    return true;
}

static bool check_attached(struct ct_stage *stage, const struct ct_sc_phrase *phrase,
                           const struct ct_sc_elem *elem, ct_ent e)
{
    int found = 0;

    CT_EACH(stage->g, other, CT_ZONE_BATTLEFIELD, 0)
    found += ct_obj(stage->g, other)->attached_to == e && ct_stage_fits(stage, elem->words, other);
    EXPECT(elem->count < 0 ? found > 0 : found == elem->count, "%d of these are attached to it",
           found);
    return true;
}

static bool has_adventure(const struct ct_stage *stage, ct_ent e)
{
    const ct_object *o = ct_obj(stage->g, e);

    return ct_has_adventure(stage->g, e) &&
           !(o->zone == CT_ZONE_STACK && o->face == ct_adventure_face(stage->g, o));
}

static bool check_one(struct ct_stage *stage, const struct ct_sc_phrase *phrase,
                      const struct ct_sc_elem *elem, ct_ent e)
{
    const ct_chars *c = ct_chars_of(stage->g, e);
    int damage = ct_obj(stage->g, e)->damage;

    switch (elem->kind) {
    case CT_SC_E_KEYWORD:
        EXPECT(has_keyword(stage, elem, e), "%s", ability_words(stage, e));
        return true;
    case CT_SC_E_ABILITY:
        EXPECT(has_ability(stage, elem->text, e), "%s", ability_words(stage, e));
        return true;
    case CT_SC_E_NO_ABILITIES:
        EXPECT(c->nabils == 0 && c->nkws == 0, "%s", ability_words(stage, e));
        return true;
    case CT_SC_E_COUNTERS:
        return check_counters(stage, phrase, elem, e);
    case CT_SC_E_DAMAGE:
        EXPECT(damage == elem->count, "it has %d damage", damage);
        return true;
    case CT_SC_E_ADVENTURE:
        EXPECT(has_adventure(stage, e), "it has %s Adventure",
               has_adventure(stage, e) ? "an" : "no");
        return true;
    case CT_SC_E_ATTACHED:
        return check_attached(stage, phrase, elem, e);
    default:
        return ct_stage_fail(stage, CT_ERR_SCENARIO_SYNTAX, elem->span, "no object has this");
    }
}

bool ct_stage_check_object_has(struct ct_stage *stage, const struct ct_sc_phrase *phrase)
{
    for (const struct ct_sc_thing *thing = phrase->subjects; thing; thing = thing->next) {
        ct_ent e = ct_stage_find(stage, thing);

        if (!e) return false;
        for (const struct ct_sc_elem *elem = phrase->elems; elem; elem = elem->next)
            if (!check_one(stage, phrase, elem, e)) return false;
    }
    return true;
}
