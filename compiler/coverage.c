#include "compiler/coverage.h"

#include <ctype.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { LONGEST_PHRASE = 60, SHOWN_MECHANICS = 40 };

void ct_coverage_init(struct ct_coverage *coverage)
{
    *coverage = (struct ct_coverage){0};
    ct_arena_init(&coverage->arena, 0);
}

void ct_coverage_free(struct ct_coverage *coverage)
{
    free(coverage->sets.slots);
    free(coverage->mechanics.slots);
    free(coverage->blockers.slots);
    ct_arena_free(&coverage->arena);
    ct_coverage_init(coverage);
}

/* ---- tables --------------------------------------------------------------------------------- */

static uint32_t *find_slot(const struct ct_coverage_table *table, const char *name, size_t len)
{
    uint32_t mask = table->slot_count - 1;
    uint32_t i = (uint32_t)XXH3_64bits(name, len) & mask;

    for (;; i = (i + 1) & mask) {
        uint32_t row = table->slots[i];
        if (!row) break;
        if (strncmp(table->rows[row - 1].name, name, len) == 0 && !table->rows[row - 1].name[len])
            break;
    }
    return &table->slots[i];
}

static bool grow_slots(struct ct_coverage_table *table)
{
    uint32_t count = table->slot_count ? table->slot_count * 2 : 64;
    uint32_t *slots = calloc(count, sizeof *slots);

    if (!slots) return false;
    free(table->slots);
    table->slots = slots;
    table->slot_count = count;
    for (size_t i = 0; i < table->count; i++)
        *find_slot(table, table->rows[i].name, strlen(table->rows[i].name)) = (uint32_t)i + 1;
    return true;
}

/* The row of that name, new or there; NULL when memory is refused. */
static struct ct_coverage_row *row_of(struct ct_coverage *coverage, struct ct_coverage_table *table,
                                      const char *name, size_t len)
{
    struct ct_coverage_row *rows;
    uint32_t *slot;

    if ((table->count + 1) * 2 > table->slot_count && !grow_slots(table)) return NULL;
    slot = find_slot(table, name, len);
    if (*slot) return &table->rows[*slot - 1];
    rows =
        ct_arena_grow(&coverage->arena, table->rows, table->count, &table->capacity, sizeof *rows);
    name = ct_arena_strndup(&coverage->arena, name, len);
    if (!rows || !name) return NULL;
    table->rows = rows;
    rows[table->count] = (struct ct_coverage_row){.name = name};
    *slot = (uint32_t)++table->count;
    return &rows[table->count - 1];
}

/* ---- mechanics ------------------------------------------------------------------------------ */

/* What is looked for in a face's rules text: keywords, and verbs that are keyword actions. */
static const char *const mechanics[] = {
#define CT_KEYWORD(id, name, frame) name,
#include "grammar/keywords.def"
#undef CT_KEYWORD
    "explore",     "role token",     "scry",       "surveil",    "fight",
    "investigate", "treasure token", "food token", "clue token", "proliferate",
    "amass",       "connive",        "discover",   "mill",
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '\'';
}

enum { MECHANICS = sizeof mechanics / sizeof mechanics[0] };

/* Whether AT begins with WORDS, also inflected ("explores"), and then a word ends. */
static bool begins_with(const char *at, const char *words)
{
    size_t len = strlen(words);

    if (strncasecmp(at, words, len) != 0) return false;
    at += len;
    return !is_word(*at) || ((*at == 's' || *at == 'd') && !is_word(at[1]));
}

/* Marks the mechanics that the text says outside of reminder text. */
static void find_mechanics(const char *text, bool found[MECHANICS])
{
    int depth = 0;

    for (const char *at = text; *at; at++) {
        if (*at == '(')
            depth++;
        else if (*at == ')')
            depth--;
        if (depth > 0 || !is_word(*at) || (at > text && is_word(at[-1]))) continue;
        for (size_t i = 0; i < MECHANICS; i++)
            if (mechanics[i][0] == tolower((unsigned char)*at) && begins_with(at, mechanics[i]))
                found[i] = true;
    }
}

static const char *const layout_names[] = {
    [CT_LAYOUT_ADVENTURE] = "adventure", [CT_LAYOUT_OMEN] = "omen",   [CT_LAYOUT_SPLIT] = "split",
    [CT_LAYOUT_TRANSFORM] = "transform", [CT_LAYOUT_MODAL] = "modal", [CT_LAYOUT_FLIP] = "flip",
    [CT_LAYOUT_PREPARE] = "prepare",     [CT_LAYOUT_MELD] = "meld",
};

/* ---- counting ------------------------------------------------------------------------------- */

static void count(struct ct_coverage_count *counts, const struct ct_compiled *result)
{
    counts->cards++;
    counts->parsed += result->parsed;
    counts->compiled += result->compiled;
    counts->roundtrip += result->compiled && result->roundtrip;
}

static void count_row(struct ct_coverage *coverage, struct ct_coverage_table *table,
                      const char *name, const struct ct_compiled *result)
{
    struct ct_coverage_row *row = row_of(coverage, table, name, strlen(name));

    if (row) count(&row->count, result);
}

bool ct_coverage_is_outside(const struct ct_printed_card *card)
{
    return card->outside_layout || card->funny || card->rebalanced;
}

size_t ct_coverage_phrase(const struct ct_diag *why, const char **phrase)
{
    const struct ct_source *source = why ? why->derived_source : NULL;
    struct ct_span span;
    size_t len = 0;

    *phrase = "";
    if (!source || why->derived_span.start >= source->len) return 0;
    span = why->derived_span;
    *phrase = source->text + span.start;
    while (span.start + len < span.end && span.start + len < source->len && (*phrase)[len] != '\n')
        len++;
    if (len > LONGEST_PHRASE) len = LONGEST_PHRASE;
    while (len && ((unsigned char)(*phrase)[len] & 0xc0) == 0x80)
        len--;
    return len;
}

/* The two words before the phrase, so that a short one can be placed: their first byte. */
static const char *before_phrase(const struct ct_diag *why, const char *phrase)
{
    const char *start = why->derived_source ? why->derived_source->text : phrase;
    const char *at = phrase;

    for (int words = 0; words < 2 && at > start && at[-1] != '\n'; words++) {
        while (at > start && at[-1] == ' ')
            at--;
        while (at > start && at[-1] != ' ' && at[-1] != '\n')
            at--;
    }
    return at;
}

static void count_blocker(struct ct_coverage *coverage, const struct ct_diag *why)
{
    char name[4 * LONGEST_PHRASE];
    struct ct_coverage_row *row;
    const char *phrase, *before;
    size_t len = ct_coverage_phrase(why, &phrase), wide;

    before = len ? before_phrase(why, phrase) : phrase;
    wide = (size_t)(phrase - before);
    if (wide > LONGEST_PHRASE) wide = 0;
    snprintf(name, sizeof name, "E%04d %.*s[%.*s]", (int)why->code, (int)wide, phrase - wide,
             (int)len, phrase);
    for (char *c = name + strlen("E0000"); *c; c++)
        *c = (char)tolower((unsigned char)*c);
    row = row_of(coverage, &coverage->blockers, name, strlen(name));
    if (row) row->blocked++;
}

void ct_coverage_add(struct ct_coverage *coverage, const struct ct_printed_card *card,
                     const struct ct_compiled *result, const struct ct_diag *why)
{
    const char *status = card->text_status;
    bool found[MECHANICS] = {false};

    if (ct_coverage_is_outside(card)) {
        coverage->outside++;
        return;
    }
    count(&coverage->all, result);
    if (status && strncmp(status, "current", 7) == 0) count(&coverage->current, result);
    for (const char *const *set = card->sets; set && *set; set++)
        count_row(coverage, &coverage->sets, *set, result);
    if (!card->sets && card->set) count_row(coverage, &coverage->sets, card->set, result);
    if (layout_names[card->layout])
        count_row(coverage, &coverage->mechanics, layout_names[card->layout], result);
    for (uint32_t i = 0; i < card->face_count; i++)
        find_mechanics(card->faces[i].text->text, found);
    for (size_t i = 0; i < MECHANICS; i++)
        if (found[i]) count_row(coverage, &coverage->mechanics, mechanics[i], result);
    if (why) count_blocker(coverage, why);
}

/* ---- reports -------------------------------------------------------------------------------- */

static int by_blocked(const void *a, const void *b)
{
    const struct ct_coverage_row *left = a, *right = b;

    if (left->blocked != right->blocked) return left->blocked < right->blocked ? 1 : -1;
    return strcmp(left->name, right->name);
}

static int by_cards(const void *a, const void *b)
{
    const struct ct_coverage_row *left = a, *right = b;

    if (left->count.cards != right->count.cards)
        return left->count.cards < right->count.cards ? 1 : -1;
    return strcmp(left->name, right->name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct ct_coverage_row *)a)->name,
                  ((const struct ct_coverage_row *)b)->name);
}

/* Sorted rows are no longer where the slots say: a report is the end of counting. */
static void sort(struct ct_coverage_table *table, int (*compare)(const void *, const void *))
{
    if (table->count) qsort(table->rows, table->count, sizeof *table->rows, compare);
    free(table->slots);
    table->slots = NULL;
    table->slot_count = 0;
}

static double percent(uint32_t part, uint32_t whole)
{
    return whole ? 100.0 * part / whole : 0;
}

static void print_counts(FILE *out, const char *name, const struct ct_coverage_count *counts)
{
    fprintf(out,
            "%-24s %6u cards  %6u parsed %5.1f %%  %6u compiled %5.1f %%  %6u read back %5.1f %%\n",
            name, counts->cards, counts->parsed, percent(counts->parsed, counts->cards),
            counts->compiled, percent(counts->compiled, counts->cards), counts->roundtrip,
            percent(counts->roundtrip, counts->cards));
}

void ct_coverage_print(FILE *out, struct ct_coverage *coverage, size_t most)
{
    sort(&coverage->mechanics, by_cards);
    sort(&coverage->blockers, by_blocked);
    print_counts(out, "all", &coverage->all);
    if (coverage->current.cards) print_counts(out, "  in current wording", &coverage->current);
    if (coverage->outside)
        fprintf(out, "%u more are no cards of the game, joke cards or digital-only\n",
                coverage->outside);
    fputs("\nby mechanic\n", out);
    for (size_t i = 0; i < coverage->mechanics.count && i < SHOWN_MECHANICS; i++)
        print_counts(out, coverage->mechanics.rows[i].name, &coverage->mechanics.rows[i].count);
    if (coverage->blockers.count) fputs("\nwhat blocks the most cards\n", out);
    for (size_t i = 0; i < coverage->blockers.count && i < most; i++)
        fprintf(out, "%6u  %s\n", coverage->blockers.rows[i].blocked,
                coverage->blockers.rows[i].name);
}

static void set_counts(json_t *object, const struct ct_coverage_count *counts)
{
    json_object_set_new(object, "cards", json_integer(counts->cards));
    json_object_set_new(object, "parsed", json_integer(counts->parsed));
    json_object_set_new(object, "compiled", json_integer(counts->compiled));
    json_object_set_new(object, "roundtrip", json_integer(counts->roundtrip));
}

static json_t *table_json(struct ct_coverage_table *table)
{
    json_t *object = json_object();

    sort(table, by_name);
    for (size_t i = 0; i < table->count; i++) {
        json_t *row = json_object();
        set_counts(row, &table->rows[i].count);
        json_object_set_new(object, table->rows[i].name, row);
    }
    return object;
}

static json_t *blockers_json(struct ct_coverage_table *table, size_t most)
{
    json_t *array = json_array();

    sort(table, by_blocked);
    for (size_t i = 0; i < table->count && i < most; i++) {
        const char *name = table->rows[i].name;
        json_t *row = json_object();
        json_object_set_new(row, "reason", json_stringn(name, 5));
        json_object_set_new(row, "phrase", json_string(name + 6));
        json_object_set_new(row, "cards", json_integer(table->rows[i].blocked));
        json_array_append_new(array, row);
    }
    return array;
}

void ct_coverage_json(FILE *out, struct ct_coverage *coverage, size_t most)
{
    json_t *object = json_object(), *current = json_object();

    set_counts(object, &coverage->all);
    set_counts(current, &coverage->current);
    json_object_set_new(object, "current", current);
    json_object_set_new(object, "outside", json_integer(coverage->outside));
    json_object_set_new(object, "by_set", table_json(&coverage->sets));
    json_object_set_new(object, "by_mechanic", table_json(&coverage->mechanics));
    json_object_set_new(object, "blockers", blockers_json(&coverage->blockers, most));
    json_dumpf(object, out, JSON_INDENT(2));
    fputc('\n', out);
    json_decref(object);
}

void ct_coverage_card(FILE *out, const char *name, const struct ct_printed_card *card,
                      const struct ct_compiled *result, const struct ct_diag *why)
{
    json_t *object = json_object();
    char code[17];

    if (card) name = card->name;
    json_object_set_new(object, "name", json_string(name ? name : ""));
    json_object_set_new(object, "compiled", json_boolean(result->compiled));
    json_object_set_new(object, "roundtrip", json_boolean(result->compiled && result->roundtrip));
    snprintf(code, sizeof code, "%016llx", (unsigned long long)result->code);
    json_object_set_new(object, "code", result->compiled ? json_string(code) : json_null());
    if (card && ct_coverage_is_outside(card)) json_object_set_new(object, "outside", json_true());
    if (why) {
        const char *phrase;
        size_t len = ct_coverage_phrase(why, &phrase);
        char reason[16];
        snprintf(reason, sizeof reason, "E%04d", (int)why->code);
        json_object_set_new(object, "reason", json_sprintf("%s %s", reason, why->message));
        if (why->source) {
            struct ct_place place = ct_source_place(why->source, why->span.start);
            json_object_set_new(object, "line", json_integer(place.line));
            json_object_set_new(object, "column", json_integer(place.column));
        }
        json_object_set_new(object, "phrase", json_stringn(phrase, len));
    }
    json_dumpf(object, out, JSON_COMPACT);
    fputc('\n', out);
    json_decref(object);
}
