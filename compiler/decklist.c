/* One line at a time: a heading, a comment, or a number and a name. */
#include "compiler/decklist.h"

#include <ctype.h>
#include <string.h>

/* What is written before cards that are not in the main deck, or before those that are. */
static const struct {
    const char *words;
    bool main;
} headings[] = {
    {"deck", true},          {"main", true},       {"mainboard", true},  {"[main]", true},
    {"sideboard", false},    {"[sideboard]", false}, {"maybeboard", false}, {"about", false},
    {"[metadata]", false},   {"[avatar]", false},  {"companion", false}, {"[planes]", false},
    {"[schemes]", false},    {"commander", true},  {"[commander]", true},
};

static bool same(const char *text, size_t len, const char *words)
{
    if (strlen(words) != len)
        return false;
    for (size_t i = 0; i < len; i++)
        if (tolower((unsigned char)text[i]) != words[i])
            return false;
    return true;
}

static bool heading(const char *text, size_t len, bool *main)
{
    if (len && text[len - 1] == ':')
        len--;
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
        if (same(text, len, headings[i].words)) {
            *main = headings[i].main;
            return true;
        }
    return false;
}

/* The name without what may stand behind it: "(FDN) 12", "|FDN|1", "[FDN:12]", "*F*". */
static size_t name_length(const char *text, size_t len)
{
    for (size_t i = 1; i < len; i++)
        if (text[i] == '|' || (text[i - 1] == ' ' && (text[i] == '(' || text[i] == '[' || text[i] == '*'))) {
            len = i;
            break;
        }
    while (len && (text[len - 1] == ' ' || text[len - 1] == '\t'))
        len--;
    return len;
}

static bool add(struct ct_decklist *deck, struct ct_arena *arena, uint32_t count, uint32_t start, size_t len)
{
    struct ct_deck_line *lines =
        ct_arena_grow(arena, deck->lines, deck->nlines, &deck->room, sizeof *lines);
    const char *name = ct_arena_strndup(arena, deck->source->text + start, len);
    if (!lines || !name)
        return false;
    deck->lines = lines;
    deck->lines[deck->nlines++] = (struct ct_deck_line){
        .name = name, .count = count, .span = {start, start + (uint32_t)len}};
    deck->count += count;
    return true;
}

static bool wrong(const struct ct_decklist *deck, struct ct_diags *diags, struct ct_span span, const char *what)
{
    ct_diag_add(diags, CT_ERR_DECK_LINE, deck->source, span, "%s", what);
    return false;
}

static bool read_line(struct ct_decklist *deck, struct ct_arena *arena, struct ct_span line, bool *main,
                      struct ct_diags *diags)
{
    const char *text = deck->source->text;
    uint32_t at = line.start, end = line.end, count = 0, digits = 0;
    while (at < end && isspace((unsigned char)text[at]))
        at++;
    while (end > at && isspace((unsigned char)text[end - 1]))
        end--;
    if (at == end || text[at] == '#' || !strncmp(text + at, "//", 2) ||
        heading(text + at, end - at, main))
        return true;
    if (!strncmp(text + at, "SB:", 3) || !strncmp(text + at, "NAME:", 5) || !strncmp(text + at, "LAYOUT", 6) ||
        (!isdigit((unsigned char)text[at]) && !*main))
        return true; /* the sideboard, and what programs note in their files */
    for (; at < end && isdigit((unsigned char)text[at]) && digits < 6; at++, digits++)
        count = count * 10 + (uint32_t)(text[at] - '0');
    if (!digits)
        return wrong(deck, diags, (struct ct_span){at, end}, "a line of a deck is a number and a name");
    if (at < end && (text[at] == 'x' || text[at] == 'X'))
        at++;
    while (at < end && text[at] == ' ')
        at++;
    if (at < end && text[at] == '[') /* XMage: "4 [FDN:12] Name" */
        while (at < end && text[at++] != ']')
            ;
    while (at < end && text[at] == ' ')
        at++;
    size_t len = name_length(text + at, end - at);
    if (!len)
        return wrong(deck, diags, (struct ct_span){line.start, end}, "a card's name is missing");
    if (!*main)
        return true;
    if (!count || count > CT_DECK_MOST || deck->count + count > CT_DECK_MOST)
        return wrong(deck, diags, (struct ct_span){line.start, at}, "a deck has 1 to 1000 cards");
    return add(deck, arena, count, at, len);
}

bool ct_decklist_read(struct ct_decklist *deck, struct ct_arena *arena, const char *path,
                      struct ct_diags *diags)
{
    bool main = true, good = true;
    *deck = (struct ct_decklist){.source = ct_source_load(arena, path, diags)};
    if (!deck->source)
        return false;
    if (deck->source->len && deck->source->text[0] == '<')
        return wrong(deck, diags, (struct ct_span){0, 1},
                     "decks in XML (.dek, .cod) are not read; export the deck as text");
    const char *text = deck->source->text;
    for (uint32_t at = 0; at < deck->source->len;) {
        struct ct_span line = {at, at};
        while (line.end < deck->source->len && text[line.end] != '\r' && text[line.end] != '\n')
            line.end++;
        good = read_line(deck, arena, line, &main, diags) && good;
        at = line.end; /* what ends a line: one or both of these */
        at += at < deck->source->len && text[at] == '\r';
        at += at < deck->source->len && text[at] == '\n';
    }
    if (good && !deck->count)
        return wrong(deck, diags, (struct ct_span){0, 0}, "the deck has no cards");
    return good;
}
