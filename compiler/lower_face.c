/* Faces and cards: their printed values and abilities as records [CR 109.3, 200.1]. */
#include "compiler/lower.h"
#include "compiler/lower_static.h"

#include <stdlib.h>
#include <string.h>

/* ---- a new state of the lowering ------------------------------------------------------------------------------- */

static struct ct_low fresh(struct ct_compiler *c, const struct ct_source *text)
{
    struct ct_low low = {.c = c, .emit = &c->emit, .arena = &c->arena, .text = text};
    return low;
}

/* ---- the abilities of a face -------------------------------------------------------------------------------------- */

static bool add_record(struct ct_face_build *build, const ct_rec_ability *rec)
{
    ct_rec_ability *list = ct_arena_grow(build->low->arena, build->abilities, build->nabilities,
                                         &build->capabilities, sizeof *list);
    if (!list)
        return ct_low_out_of_memory(build->low);
    build->abilities = list;
    build->abilities[build->nabilities++] = *rec;
    return true;
}

bool ct_face_keyword(struct ct_low *low, struct ct_face_build *build, ct_node *node)
{
    ct_w *list = ct_arena_grow(low->arena, build->keywords, build->nkeywords, &build->capkeywords,
                               sizeof *list);
    if (!list)
        return ct_low_out_of_memory(low);
    build->keywords = list;
    uint32_t keyword = ct_low_keyword(low, node);
    build->keywords[build->nkeywords++] = keyword;
    return keyword != CT_NONE;
}

bool ct_face_ability(struct ct_low *low, struct ct_face_build *build, ct_node *node)
{
    struct ct_low saved = *low;
    ct_rec_ability rec;
    bool ok = true;
    if (node->kind == CT_KEYWORDS) {
        low->failed = false;
        ct_see(node);
        for (uint32_t i = CT_KEYWORDS_REST; ok && i < node->nkids; i++)
            ok = ct_face_keyword(low, build, node->kid[i]);
    } else {
        ok = ct_low_ability(low, node, &rec) && add_record(build, &rec);
    }
    if (ok)
        ct_see_all(node); /* it is a part of this text, and wholly lowered */
    *low = saved;
    low->failed = low->failed || !ok;
    return ok;
}

void ct_face_finish(struct ct_face_build *build, ct_rec_face *face)
{
    struct ct_emit *emit = build->low->emit;
    face->abil0 = ct_emit_ability(emit, build->abilities, (uint32_t)build->nabilities);
    face->nabils = (ct_w)build->nabilities;
    face->kw0 = ct_emit_word(emit, build->keywords, (uint32_t)build->nkeywords);
    face->nkw = (ct_w)build->nkeywords;
}

/* An ability in quotation marks, as records of its own. */
bool ct_low_nested(struct ct_low *low, ct_node *node, uint32_t *first, uint32_t *count)
{
    struct ct_low saved = *low;
    ct_rec_ability rec;
    if (node->kind == CT_KEYWORDS || node->kind == CT_SPELL)
        return ct_low_refuse(low, node, "this in quotation marks");
    bool ok = ct_low_ability(low, node, &rec);
    *low = saved;
    if (!ok) {
        low->failed = true;
        return false;
    }
    ct_see_all(node);
    *first = ct_emit_ability(low->emit, &rec, 1);
    *count = 1;
    return true;
}

/* ---- texts ---------------------------------------------------------------------------------------------------------- */

enum { MOST_PARAGRAPHS = 64 };

/* The additional cost of a spell, if it has instructions and one that is no choice. */
static ct_node *own_cost(const ct_node *tree)
{
    ct_node *cost = NULL;
    bool spell = false;
    for (uint32_t i = 0; i < tree->nkids; i++) {
        spell = spell || (tree->kid[i]->kind == CT_SPELL && !ct_low_is_alternative(tree->kid[i]));
        if (!cost && ct_low_is_own_cost(tree->kid[i]))
            cost = tree->kid[i];
    }
    return spell ? cost : NULL;
}

/* All abilities of a text. Each that has an error is reported; the others are lowered all the same. */
static bool text_abilities(struct ct_low *low, ct_node *tree, struct ct_face_build *build)
{
    ct_node *spell[MOST_PARAGRAPHS], *cost = own_cost(tree);
    uint32_t nspell = 0;
    bool ok = true;
    for (uint32_t i = 0; i < tree->nkids; i++) {
        ct_node *node = tree->kid[i];
        if (node == cost)
            continue;
        if (node->kind == CT_SPELL && !ct_low_is_alternative(node)) {
            if (nspell == MOST_PARAGRAPHS)
                return ct_low_refuse(low, node, "so long a text");
            if (!nspell && !add_record(build, &(ct_rec_ability){0})) /* its place is that of the first */
                return false;
            spell[nspell++] = node;
            continue;
        }
        low->failed = false;
        ct_low_forget(tree); /* what another ability has defined is in another frame */
        if (!ct_face_ability(low, build, node))
            ok = false;
    }
    if (!nspell)
        return ok;
    size_t at = 0;
    for (uint32_t i = 0; i < tree->nkids && tree->kid[i] != spell[0]; i++)
        at += tree->kid[i]->kind != CT_KEYWORDS && tree->kid[i] != cost;
    if (!ok)
        at = 0;
    ct_low_forget(tree);
    return ct_low_spell(low, cost, spell, nspell, &build->abilities[at]) && ok;
}

/* The abilities of a keyword's definition; ARGS are those of the use. */
bool ct_low_expand(struct ct_compiler *c, ct_node *tree, const struct ct_source *source,
                   const struct ct_args *args, uint32_t *first, uint32_t *count)
{
    struct ct_low low = fresh(c, source);
    struct ct_face_build build = {.low = &low};
    low.args = args;
    for (uint32_t i = 0; i < tree->nkids; i++)
        if (tree->kid[i]->kind == CT_KEYWORDS || tree->kid[i]->kind == CT_SPELL)
            return ct_low_refuse(&low, tree->kid[i], "this in the definition of a keyword ability");
    if (!text_abilities(&low, tree, &build))
        return false;
    *first = ct_emit_ability(low.emit, build.abilities, (uint32_t)build.nabilities);
    *count = (uint32_t)build.nabilities;
    return !low.failed;
}

bool ct_low_expand_with(struct ct_low *low, const struct ct_keyword_def *def,
                        const struct ct_args *args, const ct_node *use, uint32_t *first,
                        uint32_t *count)
{
    if (low->depth > 8)
        return ct_low_refuse(low, use, "keyword abilities that are made of each other");
    return ct_low_expand(low->c, def->tree, def->source, args, first, count) ||
           ct_low_refuse(low, use, "this keyword ability with this argument");
}

bool ct_low_action_body(struct ct_compiler *c, const struct ct_passage *passage,
                        const struct ct_action_info *info, uint32_t *ability)
{
    struct ct_low low = fresh(c, passage->face->text);
    ct_node *spell[MOST_PARAGRAPHS];
    ct_rec_ability rec;
    uint32_t count = 0;
    (void)info;
    low.in_action = true;
    for (uint32_t i = 0; i < passage->tree->nkids; i++) {
        if (passage->tree->kid[i]->kind != CT_SPELL || count == MOST_PARAGRAPHS)
            return ct_low_refuse(&low, passage->tree->kid[i], "this in the definition of a keyword action");
        spell[count++] = passage->tree->kid[i];
    }
    if (!count || !ct_low_spell(&low, NULL, spell, count, &rec))
        return false;
    *ability = ct_emit_ability(&c->emit, &rec, 1);
    return true;
}

/* "Enchant creature" [CR 702.5] */
uint32_t ct_low_enchant(struct ct_low *low, ct_node *node)
{
    struct ct_low saved = *low;
    struct ct_ab ab;
    ct_node *np = node->nkids == 1 ? node->kid[0] : NULL;
    ct_rec_effect rec = ct_effect_record(CT_EFF_RULE);
    if (!np) {
        ct_low_refuse(low, node, "what this can enchant");
        return CT_NONE;
    }
    ct_low_begin(low, &ab, CT_AB_STATIC);
    ab.rec.zones = CT_ZM_ANY; /* it says what the spell targets, too [CR 303.4a] */
    rec.sub = CT_RULE_ENCHANT;
    rec.arg = rec.zones = ct_low_zones(low, np);
    if (!rec.arg || (np->kind == CT_NP && np->kid[CT_NP_QUANTITY]))
        ct_low_refuse(low, np, "enchanting this");
    rec.fn_affects = ct_low_predicate(low, np, rec.zones);
    bool ok = !low->failed;
    ab.rec.eff0 = ct_emit_effect(low->emit, &rec, 1);
    ab.rec.neffs = 1;
    ct_low_finish_ability(low, node->span);
    ct_frame_finish(ab.frame, low->emit, &ab.rec);
    *low = saved;
    low->failed = low->failed || !ok;
    if (!ok)
        return CT_NONE;
    ct_rec_keyword kw = {.name = ct_low_word(low, "enchant"), .builtin = CT_NONE, .nabils = 1,
                         .text = ct_low_text(low, node->span), .base = low->emit->nkeyword};
    ab.rec.keyword = kw.name;
    kw.abil0 = ct_emit_ability(low->emit, &ab.rec, 1);
    return ct_emit_keyword(low->emit, &kw, 1);
}

/* ---- printed values ---------------------------------------------------------------------------------------------------- */

static bool number_of(const char *text, ct_w *out)
{
    char *end;
    long n = strtol(text, &end, 10);
    *out = (ct_w)n;
    return end != text && !*end && n > -100000 && n < 100000;
}

static ct_w starting(const struct ct_printed *printed)
{
    ct_w n;
    if (!printed->text)
        return CT_NONE;
    if (number_of(printed->text, &n))
        return n;
    return CT_X_VALUE;
}

/* The subtype as the lexicon writes it, NULL if it has none of that name. */
static const char *known_subtype(const struct ct_compiler *c, const char *text, size_t len)
{
    char lower[64];
    if (len >= sizeof lower)
        return NULL;
    for (size_t i = 0; i < len; i++)
        lower[i] = (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + ('a' - 'A') : text[i]);
    const struct ct_sense *sense = ct_lexicon_find(c->lexicon, lower, len, NULL);
    sense = ct_sense_of(c->lexicon, sense, CT_WC_SUBTYPE);
    return sense ? ct_lexicon_subtype(c->lexicon, sense->num, false) : NULL;
}

/* Words of the type line behind the dash; "Time Lord" is one [CR 205.3b]. */
static void subtypes(struct ct_compiler *c, const struct ct_printed_face *printed, ct_rec_face *face)
{
    uint32_t subs[16];
    const char *at = printed->type_line.text + printed->subtypes.start;
    const char *end = printed->type_line.text + printed->subtypes.end;
    uint32_t count = 0;
    while (at < end && count < 16) {
        while (at < end && *at == ' ')
            at++;
        const char *stop = at;
        uint32_t symbol = 0;
        for (int words = 2; words && !symbol; words--) {
            stop = at;
            for (int w = 0; w < words && stop < end; w++) {
                while (w && stop < end && *stop == ' ')
                    stop++;
                while (stop < end && *stop != ' ')
                    stop++;
            }
            const char *known = known_subtype(c, at, (size_t)(stop - at));
            if (known)
                symbol = ct_emit_symbol(&c->emit, known, strlen(known));
        }
        if (!symbol && stop > at)
            symbol = ct_emit_symbol(&c->emit, at, (size_t)(stop - at));
        if (stop > at)
            subs[count++] = symbol;
        at = stop;
    }
    face->sub0 = ct_emit_word(&c->emit, subs, count);
    face->nsubs = count;
}

static void size(const struct ct_printed_face *printed, ct_rec_face *face)
{
    if (!printed->power.text || !printed->toughness.text)
        return;
    bool fixed = number_of(printed->power.text, &face->power);
    fixed = number_of(printed->toughness.text, &face->toughness) && fixed;
    face->has_pt = fixed ? 1 : 2; /* an asterisk: a characteristic-defining ability says [CR 208.2a] */
}

static bool printed_values(struct ct_compiler *c, const struct ct_printed_face *printed,
                           ct_rec_face *face, const struct ct_source *where)
{
    uint32_t colors = 0;
    bool ok = true;
    *face = (ct_rec_face){.mana = CT_NONE, .card = CT_NONE};
    face->name = ct_emit_symbol(&c->emit, printed->name.text, strlen(printed->name.text));
    if (printed->mana_cost.text)
        face->mana = ct_mana_of_text(&c->emit, printed->mana_cost.text, &colors, &ok);
    if (!ok)
        return ct_low_report(c, CT_ERR_UNKNOWN_SYMBOL, where, printed->mana_cost.span,
                             "this is no mana cost");
    face->types = printed->types;
    face->supers = printed->supers;
    face->colors = printed->has_colors ? printed->colors : colors; /* [CR 202.2, 204] */
    subtypes(c, printed, face);
    size(printed, face);
    face->loyalty = starting(&printed->loyalty);
    face->defense = starting(&printed->defense);
    return true;
}

bool ct_low_printed(struct ct_compiler *c, const struct ct_passage *passage, ct_rec_face *face)
{
    const struct ct_source *where =
        passage->card ? passage->card->source : passage->definition->source;
    return printed_values(c, passage->face, face, where);
}

static bool face_record(struct ct_compiler *c, const struct ct_passage *passage, uint32_t card,
                        ct_rec_face *face)
{
    struct ct_low low = fresh(c, passage->face->text);
    struct ct_face_build build = {.low = &low};
    if (!ct_low_printed(c, passage, face))
        return false;
    face->card = card;
    bool ok = !passage->tree || text_abilities(&low, passage->tree, &build);
    if (ok)
        ct_face_finish(&build, face);
    return ok;
}

/* The abilities of a token whose face is there already. */
bool ct_low_face_abilities(struct ct_compiler *c, const struct ct_passage *passage, uint32_t index)
{
    struct ct_low low = fresh(c, passage->face->text);
    struct ct_face_build build = {.low = &low};
    if (passage->tree && !text_abilities(&low, passage->tree, &build))
        return false;
    ct_rec_face face = c->emit.face[index];
    ct_face_finish(&build, &face);
    if (!c->emit.failed)
        c->emit.face[index] = face;
    return true;
}

/* ---- cards --------------------------------------------------------------------------------------------------------------- */

static void other_name(struct ct_compiler *c, const struct ct_foreign_name *names, uint32_t card)
{
    for (; names; names = names->next) {
        ct_w pair[2] = {ct_emit_symbol(&c->emit, names->name.text, strlen(names->name.text)), card};
        ct_emit_altname(&c->emit, pair, 2);
    }
}

bool ct_lower_card(struct ct_compiler *c, const struct ct_printed_card *card,
                   const struct ct_passage *passages, uint32_t *record)
{
    ct_rec_face faces[CT_FACES_MAX];
    uint32_t index = c->emit.ncard;
    bool ok = true;
    for (uint32_t i = 0; i < card->face_count; i++)
        ok = face_record(c, &passages[i], index, &faces[i]) && ok;
    if (!ok || c->emit.failed)
        return false;
    const struct ct_source *origin;
    struct ct_span at = ct_source_origin(card->source, card->span, &origin);
    struct ct_place place = ct_source_place(origin, at.start);
    ct_rec_card rec = {
        .name = ct_emit_symbol(&c->emit, card->name, strlen(card->name)),
        .layout = card->layout,
        .face0 = ct_emit_face(&c->emit, faces, card->face_count),
        .nfaces = card->face_count,
        .file = ct_emit_symbol(&c->emit, origin->name, strlen(origin->name)),
        .line = place.line,
    };
    *record = ct_emit_card(&c->emit, &rec, 1);
    other_name(c, card->names, index);
    for (uint32_t i = 0; i < card->face_count; i++)
        other_name(c, card->faces[i].names, index);
    return !c->emit.failed;
}
