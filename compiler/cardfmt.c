/* Formatting, line by line: the reader says what each line is, and each kind of line has one form.
 */
#include "compiler/cardfmt.h"

#include "compiler/cardfile_build.h"

#include <string.h>

struct formatter {
    struct ct_arena *arena;
    char *text;
    size_t len, capacity;
    bool failed;
};

static void put(struct formatter *out, const char *text, size_t len)
{
    if (out->failed) return;
    if (out->capacity - out->len <= len) {
        size_t capacity = out->capacity ? out->capacity : 4096;
        char *grown;
        while (capacity - out->len <= len)
            capacity *= 2;
        grown = ct_arena_alloc(out->arena, capacity);
        if (!grown) {
            out->failed = true;
            return;
        }
        memcpy(grown, out->text ? out->text : "", out->len);
        out->text = grown;
        out->capacity = capacity;
    }
    memcpy(out->text + out->len, text, len);
    out->len += len;
    out->text[out->len] = '\0';
}

static void puts_(struct formatter *out, const char *text)
{
    put(out, text, strlen(text));
}

/* The words with one space between two of them. */
static void put_words(struct formatter *out, const char *words)
{
    bool first = true;

    while (*words) {
        size_t space = strspn(words, " \t"), len = strcspn(words + space, " \t");
        if (len && !first) puts_(out, " ");
        put(out, words + space, len);
        first = first && len == 0;
        words += space + len;
    }
}

/* A name and its mana cost: one space before the cost and none in it. */
static void put_name(struct formatter *out, const char *line)
{
    size_t name = strcspn(line, "{");

    while (name && (line[name - 1] == ' ' || line[name - 1] == '\t'))
        name--;
    put(out, line, name);
    line += name;
    if (*line) puts_(out, " ");
    for (; *line; line++)
        if (*line != ' ' && *line != '\t') put(out, line, 1);
}

/* A paragraph; a bullet is followed by one space. */
static void put_text(struct formatter *out, const char *line)
{
    static const char bullet[] = "\u2022";
    size_t typed = *line == '*'                                 ? 1
                   : strncmp(line, bullet, strlen(bullet)) == 0 ? strlen(bullet)
                                                                : 0;

    if (typed) {
        puts_(out, bullet);
        puts_(out, " ");
        line += typed;
    }
    put_words(out, line);
}

/* "token  Wicked", "keyword ability  ward {cost}": two spaces before the name. */
static void put_head(struct formatter *out, const char *line, bool keyword)
{
    for (int words = keyword ? 2 : 1; words > 0; words--) {
        size_t len = strcspn(line, " \t");
        put(out, line, len);
        line += len;
        line += strspn(line, " \t");
        puts_(out, words > 1 ? " " : "  ");
    }
    put_words(out, line);
}

static bool is_numbers(const char *line)
{
    return strspn(line, "0123456789+-*/X") == strlen(line);
}

static void put_line(struct formatter *out, enum ct_line_role role, const char *line, bool keyword)
{
    if (role == CT_ROLE_BODY || (role == CT_ROLE_META && keyword)) puts_(out, "    ");
    switch (role) {
    case CT_ROLE_BLANK:
        break;
    case CT_ROLE_COMMENT:
    case CT_ROLE_SLASHES:
        puts_(out, line);
        break;
    case CT_ROLE_NAME:
        put_name(out, line);
        break;
    case CT_ROLE_TYPE:
    case CT_ROLE_META:
        put_words(out, line);
        break;
    case CT_ROLE_TEXT:
    case CT_ROLE_BODY:
        /* "*" alone is a power, not a bullet. */
        if (is_numbers(line))
            puts_(out, line);
        else
            put_text(out, line);
        break;
    case CT_ROLE_HEAD:
        put_head(out, line, keyword);
        break;
    }
    puts_(out, "\n");
}

/* The line with its signs as they are printed; a comment as it stands. */
static const char *line_text(struct ct_cardpool *pool, const struct ct_source *source,
                             const struct ct_file_line *line)
{
    struct ct_cardfile file = {.pool = pool, .source = source};

    if (line->role == CT_ROLE_COMMENT)
        return ct_arena_strndup(&pool->arena, source->text + line->span.start,
                                line->span.end - line->span.start);
    return ct_cardfile_words(&file, line->span).text;
}

const char *ct_cardfile_format(struct ct_cardpool *pool, const struct ct_source *source)
{
    struct formatter out = {.arena = &pool->arena};
    struct ct_file_lines lines = {0};
    bool keyword = false, blank = true;

    if (!ct_cardfile_read_lines(pool, source, &lines)) return NULL;
    for (size_t i = 0; i < lines.count && !out.failed; i++) {
        const struct ct_file_line *line = &lines.items[i];
        const char *text = line_text(pool, source, line);
        if (!text) return NULL;
        if (line->role == CT_ROLE_HEAD)
            keyword = strncmp(text, "keyword", 7) == 0;
        else if (line->role == CT_ROLE_NAME)
            keyword = false;
        /* One blank line, where there were any, and none at either end. */
        if (line->role == CT_ROLE_BLANK) {
            blank = true;
            continue;
        }
        if (blank && out.len) puts_(&out, "\n");
        blank = false;
        put_line(&out, line->role, text, keyword);
    }
    return out.failed ? NULL : out.text;
}
