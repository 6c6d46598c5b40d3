/* What may be together on a printed card, whatever file it came from. */
#include "compiler/cardfile.h"

#include <string.h>
#include <strings.h>

/* ---- the type line -------------------------------------------------------------------------- */

static const char *const types[] = {
#define TYPE(name, word, plural, permanent) word,
#include "runtime/types.def"
#undef TYPE
};

static const char *const supers[] = {
#define SUPER(name, word) word,
#include "runtime/types.def"
#undef SUPER
};

enum type_index {
#define TYPE(name, word, plural, permanent) TYPE_##name,
#include "runtime/types.def"
#undef TYPE
};

static bool has_type(const struct ct_printed_face *face, enum type_index type)
{
    return face->types >> type & 1;
}

/* The bit of the word in the list, or 0. */
static uint32_t bit_of(const char *const *list, size_t count, const char *word, size_t len)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(list[i]) == len && strncasecmp(list[i], word, len) == 0) return 1u << i;
    return 0;
}

bool ct_type_line_read(struct ct_printed_face *face, struct ct_span *bad)
{
    static const char dash[] = "\u2014";
    const char *line = face->type_line.text;
    const char *split = strstr(line, dash);
    uint32_t len = (uint32_t)strlen(line);
    uint32_t end = split ? (uint32_t)(split - line) : len;

    face->types = face->supers = 0;
    face->subtypes = (struct ct_span){len, len};
    *bad = (struct ct_span){0, 0};
    for (uint32_t at = 0; at < end;) {
        uint32_t from = at, type, super;
        while (at < end && line[at] != ' ')
            at++;
        if (at > from) {
            type = bit_of(types, sizeof types / sizeof types[0], line + from, at - from);
            super = bit_of(supers, sizeof supers / sizeof supers[0], line + from, at - from);
            if (!type && !super) {
                *bad = (struct ct_span){from, at};
                return false;
            }
            face->types |= type;
            face->supers |= super;
        }
        at++;
    }
    if (split) {
        face->subtypes.start = end + (uint32_t)strlen(dash);
        while (line[face->subtypes.start] == ' ')
            face->subtypes.start++;
    }
    return face->types != 0;
}

static bool has_subtype(const struct ct_printed_face *face, const char *subtype)
{
    const char *at = face->type_line.text + face->subtypes.start;
    size_t len = strlen(subtype);

    while (*at) {
        size_t word = strcspn(at, " ");
        if (word == len && strncasecmp(at, subtype, len) == 0) return true;
        at += word + (at[word] == ' ');
    }
    return false;
}

/* ---- a face --------------------------------------------------------------------------------- */

static struct ct_diag *report(struct ct_cardpool *pool, const struct ct_printed_card *card,
                              enum ct_code code, struct ct_span span, const char *message)
{
    return ct_diag_add(pool->diags, code, card->source, span, "%s", message);
}

/* One symbol of a mana cost without its braces [CR 107.4]. */
static bool is_mana_symbol(const char *symbol, size_t len)
{
    static const char *const plain[] = {"W", "U", "B", "R", "G", "C", "S", "X", "Y", "Z"};
    size_t digits = strspn(symbol, "0123456789");
    const char *slash = memchr(symbol, '/', len);

    if (!slash) {
        if (digits == len) return len > 0 && len <= 7;
        for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
            if (len == 1 && symbol[0] == plain[i][0]) return true;
        return false;
    }
    if (slash == symbol || slash == symbol + len - 1) return false;
    /* Hybrid, monocolored hybrid, Phyrexian, hybrid Phyrexian. */
    if (len == 3)
        return strchr("WUBRGC2", symbol[0]) && strchr("WUBRGP", symbol[2]) &&
               !(symbol[0] == '2' && symbol[2] == 'P');
    return len == 5 && symbol[3] == '/' && symbol[4] == 'P' && strchr("WUBRG", symbol[0]) &&
           strchr("WUBRG", symbol[2]);
}

static bool check_mana_cost(struct ct_cardpool *pool, const struct ct_printed_card *card,
                            const struct ct_printed_face *face)
{
    const char *cost = face->mana_cost.text;
    const struct ct_span whole = face->mana_cost.span;

    for (size_t at = 0; cost && cost[at];) {
        size_t len = strcspn(cost + at + 1, "{}") + 1;
        /* The cost has no sign that is typed differently, so its bytes are those of the file. */
        struct ct_span span = {whole.start + (uint32_t)at, whole.start + (uint32_t)(at + len + 1)};
        if (span.start >= whole.end) span = whole;
        if (span.end > whole.end) span.end = whole.end;
        if (cost[at] == ' ') {
            at++;
            continue;
        }
        if (cost[at] == '}' || (cost[at] == '{' && cost[at + len] != '}')) {
            report(pool, card, CT_ERR_UNCLOSED_BRACE, span,
                   cost[at] == '}' ? "this brace was never opened" : "this brace is not closed");
            return false;
        }
        if (cost[at] != '{') {
            report(pool, card, CT_ERR_BAD_NAME_LINE, whole,
                   "nothing but mana symbols follows a name");
            return false;
        }
        if (!is_mana_symbol(cost + at + 1, len - 1)) {
            report(pool, card, CT_ERR_UNKNOWN_SYMBOL, span, "this is no mana symbol");
            return false;
        }
        at += len + 1;
    }
    return true;
}

/* Power and toughness, loyalty and defense: there where the types need them, and nowhere else. */
static bool check_numbers(struct ct_cardpool *pool, const struct ct_printed_card *card,
                          const struct ct_printed_face *face)
{
    struct ct_span type = face->type_line.span;
    bool stats = face->power.text && face->toughness.text;

    if (has_type(face, TYPE_CREATURE) && !stats)
        ct_diag_label(report(pool, card, CT_ERR_MISSING_POWER_TOUGHNESS, type,
                             "a creature without power and toughness"),
                      "the last line of its face says them, as in 2/2");
    else if (face->power.text && !has_type(face, TYPE_CREATURE) && !has_subtype(face, "Vehicle") &&
             !has_subtype(face, "Spacecraft"))
        report(pool, card, CT_ERR_UNEXPECTED_POWER_TOUGHNESS, face->power.span,
               "power and toughness on what is neither a creature, a Vehicle nor a Spacecraft");
    else if (has_type(face, TYPE_PLANESWALKER) && !face->loyalty.text)
        ct_diag_label(
            report(pool, card, CT_ERR_MISSING_LOYALTY, type, "a planeswalker without loyalty"),
            "the last line of its face is its loyalty");
    else if (has_type(face, TYPE_BATTLE) && !face->defense.text)
        ct_diag_label(report(pool, card, CT_ERR_MISSING_DEFENSE, type, "a battle without defense"),
                      "the last line of its face is its defense");
    else if (face->loyalty.text && !has_type(face, TYPE_PLANESWALKER))
        report(pool, card, CT_ERR_UNEXPECTED_NUMBER, face->loyalty.span,
               "only a planeswalker has a loyalty and only a battle a defense");
    else if (face->defense.text && !has_type(face, TYPE_BATTLE))
        report(pool, card, CT_ERR_UNEXPECTED_NUMBER, face->defense.span,
               "only a battle has a defense");
    else
        return true;
    return false;
}

bool ct_printed_text_check(struct ct_cardpool *pool, const struct ct_source *text)
{
    enum { BRACE, QUOTE, PARENTHESIS, KINDS };
    static const struct {
        enum ct_code code;
        const char *open, *unopened;
    } words[KINDS] = {
        {CT_ERR_UNCLOSED_BRACE, "this brace is not closed", "this brace was never opened"},
        {CT_ERR_UNCLOSED_QUOTE, "this quotation is not closed", ""},
        {CT_ERR_UNCLOSED_PARENTHESIS, "this parenthesis is not closed",
         "this parenthesis was never opened"},
    };
    uint32_t open[KINDS] = {0}; /* where it was opened, plus one */

    for (uint32_t at = 0; at <= text->len; at++) {
        char c = at < text->len ? text->text[at] : '\n';
        struct ct_span here = {at, at + 1};
        int kind = c == '{' || c == '}' ? BRACE : c == '(' || c == ')' ? PARENTHESIS : QUOTE;

        if (c == '\n') {
            for (kind = 0; kind < KINDS; kind++)
                if (open[kind]) {
                    ct_diag_add(pool->diags, words[kind].code, text,
                                (struct ct_span){open[kind] - 1, open[kind]}, "%s",
                                words[kind].open);
                    return false;
                }
        } else if (c == '"') {
            open[QUOTE] = open[QUOTE] ? 0 : at + 1;
        } else if (c == '{' || c == '(') {
            if (open[kind]) {
                ct_diag_add(pool->diags, words[kind].code, text,
                            (struct ct_span){open[kind] - 1, open[kind]}, "%s", words[kind].open);
                return false;
            }
            open[kind] = at + 1;
        } else if (c == '}' || c == ')') {
            if (!open[kind]) {
                ct_diag_add(pool->diags, words[kind].code, text, here, "%s", words[kind].unopened);
                return false;
            }
            open[kind] = 0;
        }
    }
    return true;
}

/* ---- a card --------------------------------------------------------------------------------- */

static const struct layout {
    const char *word;
    enum ct_layout layout;
    uint32_t faces;
    bool played;
} layouts[] = {
#define LAYOUT(word, layout, faces, played) {word, CT_LAYOUT_##layout, faces, played},
#include "grammar/layouts.def"
#undef LAYOUT
};

static const struct layout *find_layout(const char *word)
{
    for (size_t i = 0; i < sizeof layouts / sizeof layouts[0]; i++)
        if (strcmp(layouts[i].word, word) == 0) return &layouts[i];
    return NULL;
}

bool ct_layout_is_outside(const char *word)
{
    const struct layout *layout = find_layout(word);

    return layout && !layout->played;
}

static bool is_spell(const struct ct_printed_face *face)
{
    return has_type(face, TYPE_INSTANT) || has_type(face, TYPE_SORCERY);
}

/* The layout that the type lines show, or NULL. */
static const char *evident_layout(const struct ct_printed_card *card)
{
    const struct ct_printed_face *first = &card->faces[0], *second = &card->faces[1];

    if (card->face_count == 1) return "normal";
    if (has_subtype(second, "Adventure")) return "adventure";
    if (has_subtype(second, "Omen")) return "omen";
    if (is_spell(first) && is_spell(second)) return "split";
    if (has_subtype(first, "Room") && has_subtype(second, "Room")) return "split";
    return NULL;
}

static bool settle_layout(struct ct_cardpool *pool, struct ct_printed_card *card, const char *word,
                          struct ct_span span)
{
    const char *evident = evident_layout(card);
    const struct layout *layout;

    if (!word) word = evident;
    if (!word) {
        struct ct_diag *diag = report(pool, card, CT_ERR_UNCLEAR_LAYOUT, card->faces[1].name.span,
                                      "how these faces belong together is not clear");
        ct_diag_help(
            diag, NULL, span, NULL,
            "say it below the card's name: `@layout transform`, `modal_dfc`, `flip` or `prepare`");
        return false;
    }
    layout = find_layout(word);
    if (!layout) {
        report(pool, card, CT_ERR_UNCLEAR_LAYOUT, span, "there is no such layout");
        return false;
    }
    if (layout->faces != card->face_count) {
        ct_diag_add(pool->diags, CT_ERR_UNCLEAR_LAYOUT, card->source, span,
                    "a card of the layout %s has %u face%s, and this one has %u", word,
                    layout->faces, layout->faces == 1 ? "" : "s", card->face_count);
        return false;
    }
    card->layout = layout->layout;
    if (!layout->played) card->outside_layout = layout->word;
    return true;
}

/* [CR 205.3k]: Adventure and Omen are spell types. */
static bool check_spell_subtype(struct ct_cardpool *pool, const struct ct_printed_card *card,
                                const struct ct_printed_face *face)
{
    bool second = face != &card->faces[0];
    bool inset =
        has_subtype(face, "Adventure") || has_subtype(face, "Omen") ||
        (second && (card->layout == CT_LAYOUT_ADVENTURE || card->layout == CT_LAYOUT_OMEN));

    if (!inset || is_spell(face)) return true;
    ct_diag_label(report(pool, card, CT_ERR_ADVENTURE_NOT_SPELL, face->type_line.span,
                         "an Adventure that is neither an instant nor a sorcery"),
                  "Instant or Sorcery belongs here");
    return false;
}

bool ct_printed_check(struct ct_cardpool *pool, struct ct_printed_card *card, const char *layout,
                      struct ct_span layout_span)
{
    bool good = settle_layout(pool, card, layout, layout_span);

    for (uint32_t i = 0; i < card->face_count; i++) {
        const struct ct_printed_face *face = &card->faces[i];
        good = check_mana_cost(pool, card, face) && good;
        /* What is no card of the game has types and numbers of its own kinds. */
        if (!card->outside_layout)
            good = check_spell_subtype(pool, card, face) && check_numbers(pool, card, face) && good;
        good = ct_printed_text_check(pool, face->text) && good;
    }
    if (card->face_count == 2)
        card->name = ct_arena_printf(&pool->arena, "%s // %s", card->faces[0].name.text,
                                     card->faces[1].name.text);
    else
        card->name = card->faces[0].name.text;
    return good && card->name;
}
