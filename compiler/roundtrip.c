#include "compiler/roundtrip.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

enum { END = -1, SELF = 0x7f }; /* a control character, which no text has */

/* Reads a text as it is compared. */
struct reader {
    const char *text;
    const char *name;
    size_t name_len, short_len; /* the whole name, and what stands before its comma */
    size_t at;
    bool started; /* something came that is no space */
};

static struct reader open_reader(const char *text, const char *name)
{
    const char *comma = strstr(name, ", ");

    return (struct reader){.text = text,
                           .name = name,
                           .name_len = strlen(name),
                           .short_len = comma ? (size_t)(comma - name) : 0};
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* Passes over spaces and reminder text; gives the space that stands for them: '\n' if paragraphs
 * end in it, ' ', or 0 if there is none. */
static int skip_space(struct reader *reader)
{
    int space = 0;
    bool reminder = false;

    for (;; reader->at++) {
        char c = reader->text[reader->at];
        if (c == '(') {
            const char *close = strchr(reader->text + reader->at, ')');
            if (!close) return space;
            reader->at = (size_t)(close - reader->text);
            reminder = true;
            if (!space) space = ' ';
        } else if (c == '\n') {
            space = '\n';
        } else if (c != ' ' && c != '\t') {
            /* "{E}{E} (two energy counters)." */
            return reminder && space == ' ' && c && strchr(".,;:", c) ? 0 : space;
        } else if (!space) {
            space = ' ';
        }
    }
}

static bool is_name(const struct reader *reader, size_t len)
{
    const char *at = reader->text + reader->at;

    return len && at[0] == reader->name[0] && (reader->at == 0 || !is_word(at[-1])) &&
           strncmp(at, reader->name, len) == 0 &&
           !(is_word(reader->name[len - 1]) && is_word(at[len]));
}

/* The next character, and in *AT where it stands. */
static int next(struct reader *reader, size_t *at)
{
    static const char minus[] = "\u2212";
    size_t from = reader->at;
    int space = skip_space(reader);
    char c = reader->text[reader->at];

    *at = reader->at;
    if (!c) return END;
    if (space && reader->started) {
        *at = from;
        reader->started = false; /* the next call goes on behind the space */
        return space;
    }
    reader->started = true;
    for (int i = 0; i < 2; i++) {
        size_t len = i ? reader->short_len : reader->name_len;
        if (is_name(reader, len)) {
            reader->at += len;
            return SELF;
        }
    }
    if (c == minus[0] && strncmp(reader->text + reader->at, minus, strlen(minus)) == 0) {
        reader->at += strlen(minus);
        return '-';
    }
    reader->at++;
    return tolower((unsigned char)c);
}

/* Goes on behind what both spell the same inside a word, where no name can begin. */
static void pass_letters(struct reader *left, struct reader *right)
{
    const char *a = left->text + left->at, *b = right->text + right->at;
    size_t n = 0;

    if (!left->started || !right->started || !left->at || !right->at) return;
    if (!is_word(a[-1]) || !is_word(b[-1])) return;
    while (a[n] == b[n] && is_word(a[n]))
        n++;
    left->at += n;
    right->at += n;
}

bool ct_roundtrip_same(const char *text, const char *rendered, const char *name, uint32_t *at)
{
    struct reader left = open_reader(text, name), right = open_reader(rendered, name);
    size_t left_at, right_at;
    int a, b;

    do {
        pass_letters(&left, &right);
        a = next(&left, &left_at);
        b = next(&right, &right_at);
    } while (a == b && a != END);
    if (at) *at = (uint32_t)left_at;
    return a == b;
}
