#include "compiler/source.h"

#include "compiler/diag.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

/* Checks that the text is UTF-8 and has no control characters but tabs and line ends. */
static bool check_text(const struct ct_source *source, struct ct_diags *diags)
{
    const uint8_t *text = (const uint8_t *)source->text;

    for (uint32_t at = 0; at < source->len;) {
        utf8proc_int32_t point;
        utf8proc_ssize_t size;

        if (text[at] >= 0x20 && text[at] < 0x7f) {
            at++;
            continue;
        }
        size = utf8proc_iterate(text + at, (utf8proc_ssize_t)(source->len - at), &point);
        if (size <= 0) {
            ct_diag_add(diags, CT_ERR_NOT_UTF8, source, (struct ct_span){at, at + 1},
                        "byte 0x%02X is not UTF-8", text[at]);
            return false;
        }
        if ((point < 0x20 && point != '\n' && point != '\t' && point != '\r') ||
            (point >= 0x7f && point < 0xa0)) {
            ct_diag_add(diags, CT_ERR_CONTROL_CHARACTER, source,
                        (struct ct_span){at, at + (uint32_t)size}, "control character U+%04X",
                        (unsigned)point);
            return false;
        }
        at += (uint32_t)size;
    }
    return true;
}

static struct ct_source *new_source(struct ct_arena *arena, const char *name, const char *text,
                                    size_t len)
{
    struct ct_source *source = ct_arena_alloc(arena, sizeof *source);

    if (!source) return NULL;
    source->name = name;
    source->text = text;
    source->len = (uint32_t)len;
    source->first_line = 1;
    return source;
}

/* Reads all of FILE into the arena; NULL when it is too large, unreadable or memory is refused. */
static char *read_all(struct ct_arena *arena, FILE *file, size_t *len, const char **why)
{
    size_t capacity = 0;
    char *text = NULL;

    *len = 0;
    do {
        size_t got;
        if (*len == capacity) {
            size_t more = capacity ? capacity * 2 : 64 * 1024;
            char *grown = more <= CT_SOURCE_MAX * 2UL ? realloc(text, more) : NULL;
            if (!grown) {
                *why = more > CT_SOURCE_MAX ? "it is too large" : "memory is exhausted";
                free(text);
                return NULL;
            }
            text = grown;
            capacity = more;
        }
        got = fread(text + *len, 1, capacity - *len, file);
        *len += got;
        if (got == 0) break;
    } while (*len <= CT_SOURCE_MAX);

    char *copy = NULL;
    if (ferror(file))
        *why = strerror(errno);
    else if (*len > CT_SOURCE_MAX)
        *why = "it is too large";
    else if (!(copy = ct_arena_strndup(arena, text, *len)))
        *why = "memory is exhausted";
    free(text);
    return copy;
}

struct ct_source *ct_source_load(struct ct_arena *arena, const char *path, struct ct_diags *diags)
{
    const char *why = NULL;
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    struct ct_source *source = NULL;
    char *name = ct_arena_strndup(arena, path, strlen(path));
    char *text = NULL;
    size_t len = 0;

    if (!file)
        why = strerror(errno);
    else
        text = read_all(arena, file, &len, &why);
    if (file && file != stdin) fclose(file);
    if (name && text) source = new_source(arena, name, text, len);
    if (why)
        ct_diag_add(diags, CT_ERR_CANNOT_READ, NULL, (struct ct_span){0, 0}, "cannot read %s: %s",
                    path, why);
    if (source && !check_text(source, diags)) return NULL;
    return source;
}

struct ct_source *ct_source_from(struct ct_arena *arena, const char *name, const char *text,
                                 size_t len, struct ct_diags *diags)
{
    char *own_name = ct_arena_strndup(arena, name, strlen(name));
    char *copy = len <= CT_SOURCE_MAX ? ct_arena_strndup(arena, text, len) : NULL;
    struct ct_source *source;

    if (len > CT_SOURCE_MAX)
        ct_diag_add(diags, CT_ERR_CANNOT_READ, NULL, (struct ct_span){0, 0},
                    "cannot read %s: it is too large", name);
    if (!own_name || !copy) return NULL;
    source = new_source(arena, own_name, copy, len);
    if (source && !check_text(source, diags)) return NULL;
    return source;
}

/* The end of the line at AT, with its newline. */
static uint32_t line_end(const char *text, uint32_t at, uint32_t end)
{
    const char *newline = memchr(text + at, '\n', end - at);

    return newline ? (uint32_t)(newline - text) + 1 : end;
}

/* How many spaces and tabs the line at AT begins with. */
static uint32_t line_indent(const char *text, uint32_t at, uint32_t end)
{
    uint32_t indent = 0;

    while (at + indent < end && (text[at + indent] == ' ' || text[at + indent] == '\t'))
        indent++;
    return indent;
}

struct ct_source *ct_source_dedent(struct ct_arena *arena, const struct ct_source *origin,
                                   struct ct_span span)
{
    struct ct_source_builder builder;
    const char *text = origin->text;
    uint32_t common = UINT32_MAX, end;

    for (uint32_t at = span.start; at < span.end; at = end) {
        uint32_t indent;
        end = line_end(text, at, span.end);
        indent = line_indent(text, at, end);
        /* Blank lines share any indentation. */
        if (at + indent < end && !strchr("\r\n", text[at + indent]) && indent < common)
            common = indent;
    }
    ct_source_build(&builder, arena, origin);
    for (uint32_t at = span.start; at < span.end; at = end) {
        uint32_t indent;
        end = line_end(text, at, span.end);
        indent = line_indent(text, at, end);
        ct_source_copy(&builder, (struct ct_span){at + (indent < common ? indent : common), end});
    }
    return ct_source_built(&builder, origin->name);
}

/* The index of the piece that holds byte OFFSET, or of the one before it. */
static uint32_t find_piece(const struct ct_source *source, uint32_t offset)
{
    uint32_t low = 0, high = source->piece_count;

    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (source->pieces[middle].start <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t map_start(const struct ct_source *source, uint32_t offset)
{
    const struct ct_source_piece *piece = &source->pieces[find_piece(source, offset)];
    uint32_t within = offset > piece->start ? offset - piece->start : 0;

    if (within >= piece->len) return piece->origin_start + piece->origin_len;
    return piece->len == piece->origin_len ? piece->origin_start + within : piece->origin_start;
}

static uint32_t map_end(const struct ct_source *source, uint32_t offset)
{
    const struct ct_source_piece *piece =
        &source->pieces[find_piece(source, offset ? offset - 1 : 0)];
    uint32_t within = offset > piece->start ? offset - piece->start : 0;

    if (within >= piece->len || piece->len != piece->origin_len)
        return piece->origin_start + piece->origin_len;
    return piece->origin_start + within;
}

struct ct_span ct_source_origin(const struct ct_source *source, struct ct_span span,
                                const struct ct_source **origin)
{
    while (source->origin) {
        struct ct_span mapped = {0, 0};
        if (source->piece_count) {
            mapped.start = map_start(source, span.start);
            mapped.end = span.end > span.start ? map_end(source, span.end) : mapped.start;
            if (mapped.end < mapped.start) mapped.end = mapped.start;
        }
        span = mapped;
        source = source->origin;
    }
    *origin = source;
    return span;
}

struct ct_place ct_source_place(const struct ct_source *source, uint32_t offset)
{
    struct ct_place place = {source->first_line, 1};
    uint32_t line_start = 0;

    if (offset > source->len) offset = source->len;
    for (const char *at = source->text, *end = at + offset;
         (at = memchr(at, '\n', (size_t)(end - at)));) {
        line_start = (uint32_t)(++at - source->text);
        place.line++;
    }
    for (uint32_t i = line_start; i < offset; i++)
        if (((uint8_t)source->text[i] & 0xc0) != 0x80) place.column++;
    return place;
}

struct ct_span ct_source_line(const struct ct_source *source, uint32_t offset)
{
    struct ct_span line;

    if (offset > source->len) offset = source->len;
    line.start = line.end = offset;
    while (line.start > 0 && source->text[line.start - 1] != '\n')
        line.start--;
    while (line.end < source->len && source->text[line.end] != '\n')
        line.end++;
    if (line.end > line.start && source->text[line.end - 1] == '\r') line.end--;
    return line;
}

void ct_source_build(struct ct_source_builder *builder, struct ct_arena *arena,
                     const struct ct_source *origin)
{
    *builder = (struct ct_source_builder){.arena = arena, .origin = origin};
}

static void append(struct ct_source_builder *builder, const char *text, size_t len,
                   struct ct_span from)
{
    struct ct_source_piece *last,
        piece = {(uint32_t)builder->len, (uint32_t)len, from.start, from.end - from.start};

    if (builder->failed || len == 0) return;
    while (builder->capacity - builder->len <= len) {
        size_t capacity = builder->capacity ? builder->capacity : 128;
        while (capacity - builder->len <= len)
            capacity *= 2;
        char *grown = ct_arena_alloc(builder->arena, capacity);
        if (!grown) {
            builder->failed = true;
            return;
        }
        if (builder->len) memcpy(grown, builder->text, builder->len);
        builder->text = grown;
        builder->capacity = capacity;
    }
    memcpy(builder->text + builder->len, text, len);
    builder->len += len;

    last = builder->piece_count ? &builder->pieces[builder->piece_count - 1] : NULL;
    if (last && last->len == last->origin_len && piece.len == piece.origin_len &&
        last->origin_start + last->origin_len == piece.origin_start) {
        last->len += piece.len;
        last->origin_len += piece.len;
        return;
    }
    struct ct_source_piece *pieces =
        ct_arena_grow(builder->arena, builder->pieces, builder->piece_count,
                      &builder->piece_capacity, sizeof piece);
    if (!pieces) {
        builder->failed = true;
        return;
    }
    builder->pieces = pieces;
    pieces[builder->piece_count++] = piece;
}

void ct_source_copy(struct ct_source_builder *builder, struct ct_span span)
{
    append(builder, builder->origin->text + span.start, span.end - span.start, span);
}

void ct_source_replace(struct ct_source_builder *builder, struct ct_span span, const char *text,
                       size_t len)
{
    append(builder, text, len, span);
}

struct ct_source *ct_source_built(struct ct_source_builder *builder, const char *name)
{
    struct ct_source *source;

    if (builder->failed || builder->len > CT_SOURCE_MAX) return NULL;
    source = new_source(builder->arena, name, builder->text ? builder->text : "", builder->len);
    if (!source) return NULL;
    source->origin = builder->origin;
    source->pieces = builder->pieces;
    source->piece_count = (uint32_t)builder->piece_count;
    return source;
}
