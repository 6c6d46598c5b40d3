#include "compiler/scenario_names.h"

#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_BYTES = 200 };

void ct_sc_names_init(struct ct_sc_names *names)
{
    *names = (struct ct_sc_names){0};
    ct_intern_init(&names->texts);
}

void ct_sc_names_free(struct ct_sc_names *names)
{
    ct_intern_free(&names->texts);
    free(names->kinds);
    *names = (struct ct_sc_names){0};
}

/* Copies LEN bytes to TO, which has room for NAME_MAX_BYTES and a NUL, with curly apostrophes
 * straight. Returns the length, or 0 when there is no room. */
static size_t plain(char *to, const char *text, size_t len)
{
    size_t used = 0;

    for (size_t i = 0; i < len; i++) {
        if (used >= NAME_MAX_BYTES) return 0;
        if (len - i >= 3 && memcmp(text + i, "\xe2\x80\x99", 3) == 0) {
            to[used++] = '\'';
            i += 2;
        } else {
            to[used++] = text[i];
        }
    }
    to[used] = '\0';
    return used;
}

static uint32_t words_in(const char *text, size_t len)
{
    uint32_t words = len > 0;

    for (size_t i = 0; i < len; i++)
        if (text[i] == ' ') words++;
    return words;
}

void ct_sc_names_add(struct ct_sc_names *names, enum ct_sc_name_kind kind, const char *text,
                     size_t len)
{
    char buffer[NAME_MAX_BYTES + 1];
    size_t used = plain(buffer, text, len);
    uint32_t words = words_in(buffer, used);
    ct_sym sym;

    if (used == 0) return;
    sym = ct_intern(&names->texts, buffer, used);
    if (sym == 0) {
        names->failed = true;
        return;
    }
    if (sym >= names->kinds_capacity) {
        uint32_t capacity = names->kinds_capacity ? names->kinds_capacity * 2 : 256;
        uint8_t *kinds;

        while (capacity <= sym)
            capacity *= 2;
        kinds = realloc(names->kinds, capacity);
        if (!kinds) {
            names->failed = true;
            return;
        }
        memset(kinds + names->kinds_capacity, 0, capacity - names->kinds_capacity);
        names->kinds = kinds;
        names->kinds_capacity = capacity;
    }
    names->kinds[sym] |= (uint8_t)kind;
    if (words > names->most_words) names->most_words = words;
}

static unsigned known(const struct ct_sc_names *names, unsigned kinds, const char *text, size_t len,
                      const char **name)
{
    ct_sym sym = len ? ct_intern_find(&names->texts, text, len) : 0;
    unsigned found = sym && sym < names->kinds_capacity ? names->kinds[sym] & kinds : 0;

    if (found) *name = ct_sym_text(&names->texts, sym);
    return found;
}

/* A word goes on with letters and digits; an apostrophe or a hyphen goes on only before a letter
 * that is not a possessive's. */
static bool goes_on(const char *text, size_t len, size_t at)
{
    unsigned char c;

    if (at >= len) return false;
    c = (unsigned char)text[at];
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c >= 0xc3 && c <= 0xc9);
}

/* How long the plural's s or es at AT is, 0 when there is none or the word goes on. */
static size_t plural_ending(const char *text, size_t len, size_t at)
{
    if (text[at] == 's' && !goes_on(text, len, at + 1)) return 1;
    if (len - at >= 2 && text[at] == 'e' && text[at + 1] == 's' && !goes_on(text, len, at + 2))
        return 2;
    return 0;
}

size_t ct_sc_names_match(const struct ct_sc_names *names, unsigned kinds, const char *text,
                         size_t len, bool plural, const char **name, unsigned *found)
{
    char buffer[NAME_MAX_BYTES + 1];
    size_t best = 0, used = 0;
    uint32_t words = 0;

    for (size_t at = 0; at < len && used < NAME_MAX_BYTES && text[at] != '\n';) {
        unsigned is;
        size_t step = 1;

        if (len - at >= 3 && memcmp(text + at, "\xe2\x80\x99", 3) == 0) {
            buffer[used++] = '\'';
            step = 3;
        } else {
            buffer[used++] = text[at];
        }
        at += step;
        if (goes_on(text, len, at)) {
            size_t ending = plural ? plural_ending(text, len, at) : 0;

            is = ending ? known(names, kinds, buffer, used, name) : 0;
            if (is) best = at + ending, *found = is;
            continue;
        }
        if (at < len && text[at] == ' ' && ++words > names->most_words) break;
        is = known(names, kinds, buffer, used, name);
        if (is) best = at, *found = is;
    }
    return best;
}

/* How many letters must change to make A of B, no more than LIMIT. */
static size_t distance(const char *a, size_t a_len, const char *b, size_t b_len, size_t limit)
{
    size_t row[NAME_MAX_BYTES + 1];

    if (b_len > NAME_MAX_BYTES || (a_len > b_len ? a_len - b_len : b_len - a_len) > limit)
        return limit + 1;
    for (size_t j = 0; j <= b_len; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_len; i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= b_len; j++) {
            size_t above = row[j];
            size_t value = diagonal + (a[i - 1] != b[j - 1]);

            if (row[j - 1] + 1 < value) value = row[j - 1] + 1;
            if (above + 1 < value) value = above + 1;
            diagonal = above;
            row[j] = value;
        }
    }
    return row[b_len];
}

const char *ct_sc_names_near(const struct ct_sc_names *names, unsigned kinds, const char *text,
                             size_t len)
{
    size_t limit = len > 9 ? 3 : len > 4 ? 2 : 1;
    const char *best = NULL;

    if (len > NAME_MAX_BYTES) return NULL;
    for (uint32_t sym = 1; sym < names->texts.count && sym < names->kinds_capacity; sym++) {
        size_t off;

        if (!(names->kinds[sym] & kinds)) continue;
        off = distance(text, len, ct_sym_text(&names->texts, sym), ct_sym_len(&names->texts, sym),
                       limit);
        if (off > limit) continue;
        best = ct_sym_text(&names->texts, sym);
        if (off == 0) break;
        limit = off - 1;
    }
    return best;
}
