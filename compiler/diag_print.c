/* Rendering of diagnostics: the layout of rustc's, or JSON. */
#include "compiler/diag.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>

enum { WIDEST_LINE = 160 }; /* columns of a source line that are shown */

enum ct_diag_format ct_diag_format_for(FILE *file)
{
    const char *no_colour = getenv("NO_COLOR");

    return isatty(fileno(file)) && !(no_colour && *no_colour) ? CT_DIAG_COLOUR : CT_DIAG_TEXT;
}

static const char *const RED = "\033[1;31m", *const YELLOW = "\033[1;33m",
                         *const BLUE = "\033[1;34m", *const GREEN = "\033[1;32m",
                         *const BOLD = "\033[1m", *const PLAIN = "\033[0m";

struct painter {
    FILE *out;
    bool colour;
    int gutter; /* digits of the widest line number */
};

static const char *paint(const struct painter *painter, const char *code)
{
    return painter->colour ? code : "";
}

/* One code point, and the columns it takes on a terminal. */
struct glyph {
    uint32_t size;
    int width;
    utf8proc_int32_t point;
};

static struct glyph glyph_at(const char *text, uint32_t at, uint32_t end)
{
    struct glyph glyph = {1, 1, -1};
    utf8proc_ssize_t size =
        utf8proc_iterate((const uint8_t *)text + at, (utf8proc_ssize_t)(end - at), &glyph.point);

    if (size <= 0) return glyph;
    glyph.size = (uint32_t)size;
    glyph.width = utf8proc_charwidth(glyph.point);
    if (glyph.point == '\t') glyph.width = 4;
    return glyph;
}

static int columns(const char *text, uint32_t from, uint32_t to)
{
    int width = 0;

    while (from < to) {
        struct glyph glyph = glyph_at(text, from, to);
        width += glyph.width;
        from += glyph.size;
    }
    return width;
}

/* Part of the line around the span, if the whole is too wide for a terminal. */
static struct ct_span window(const struct ct_source *source, struct ct_span line,
                             struct ct_span span)
{
    uint32_t start = line.start, end = line.end;

    if (end - start <= WIDEST_LINE) return line;
    if (span.start > start + WIDEST_LINE / 2) start = span.start - WIDEST_LINE / 2;
    while (start > line.start && ((uint8_t)source->text[start] & 0xc0) == 0x80)
        start--;
    if (end > start + WIDEST_LINE) end = start + WIDEST_LINE;
    while (end < line.end && ((uint8_t)source->text[end] & 0xc0) == 0x80)
        end++;
    return (struct ct_span){start, end};
}

static void put_gutter(const struct painter *painter, const char *sign)
{
    fprintf(painter->out, "%s%*s %s%s", paint(painter, BLUE), painter->gutter, "", sign,
            paint(painter, PLAIN));
}

static void put_line_text(const struct painter *painter, const struct ct_source *source,
                          struct ct_span shown)
{
    for (uint32_t at = shown.start; at < shown.end;) {
        struct glyph glyph = glyph_at(source->text, at, shown.end);
        if (glyph.point == '\t')
            fputs("    ", painter->out);
        else if (glyph.point < 0x20 || (glyph.point >= 0x7f && glyph.point < 0xa0))
            fputs("\xef\xbf\xbd", painter->out); /* U+FFFD for what must not reach a terminal */
        else
            fwrite(source->text + at, 1, glyph.size, painter->out);
        at += glyph.size;
    }
}

/* The source line with the span marked under it. */
static void put_excerpt(const struct painter *painter, const struct ct_source *source,
                        struct ct_span span, const char *mark, const char *tint, const char *label)
{
    struct ct_place place = ct_source_place(source, span.start);
    struct ct_span line = ct_source_line(source, span.start);
    struct ct_span shown = window(source, line, span);
    uint32_t end = span.end < shown.end ? span.end : shown.end;
    int before =
        columns(source->text, shown.start, span.start < shown.end ? span.start : shown.end);
    int width = span.start < end ? columns(source->text, span.start, end) : 1;

    put_gutter(painter, "|\n");
    fprintf(painter->out, "%s%*u |%s ", paint(painter, BLUE), painter->gutter, place.line,
            paint(painter, PLAIN));
    if (shown.start > line.start) fputs("…", painter->out);
    put_line_text(painter, source, shown);
    fputs(shown.end < line.end ? "…\n" : "\n", painter->out);
    put_gutter(painter, "| ");
    fprintf(painter->out, "%*s%s", before + (shown.start > line.start), "", paint(painter, tint));
    for (int i = 0; i < (width > 0 ? width : 1); i++)
        fputs(mark, painter->out);
    if (label) fprintf(painter->out, " %s", label);
    fprintf(painter->out, "%s\n", paint(painter, PLAIN));
}

static int digits(uint32_t number)
{
    int count = 1;

    while (number >= 10) {
        number /= 10;
        count++;
    }
    return count;
}

static int gutter_of(const struct ct_diag *diag)
{
    int gutter = diag->source ? digits(ct_source_place(diag->source, diag->span.start).line) : 1;

    for (const struct ct_diag_note *note = diag->notes; note; note = note->next) {
        int own = note->source ? digits(ct_source_place(note->source, note->span.start).line) : 1;
        if (own > gutter) gutter = own;
    }
    return gutter;
}

static void put_help(const struct painter *painter, const struct ct_diag *diag)
{
    put_gutter(painter, "= ");
    fprintf(painter->out, "%shelp%s: %s", paint(painter, GREEN), paint(painter, PLAIN), diag->help);
    /* Words that quote the replacement say it well enough. */
    if (diag->replacement && (!*diag->replacement || !strstr(diag->help, diag->replacement))) {
        if (*diag->replacement)
            fprintf(painter->out, ": `%s`", diag->replacement);
        else
            fputs(": remove it", painter->out);
    }
    fputc('\n', painter->out);
}

static void print_text(FILE *out, const struct ct_diag *diag, bool colour)
{
    struct painter painter = {out, colour, gutter_of(diag)};
    bool warning = diag->severity == CT_SEVERITY_WARNING;
    const char *tint = warning ? YELLOW : RED;

    fprintf(out, "%s%s[E%04d]%s%s: %s%s\n", paint(&painter, tint), warning ? "warning" : "error",
            diag->code, paint(&painter, PLAIN), paint(&painter, BOLD), diag->message,
            paint(&painter, PLAIN));
    if (diag->source) {
        struct ct_place place = ct_source_place(diag->source, diag->span.start);
        fprintf(out, "%s%*s-->%s %s:%u:%u\n", paint(&painter, BLUE), painter.gutter, "",
                paint(&painter, PLAIN), diag->source->name, place.line, place.column);
        put_excerpt(&painter, diag->source, diag->span, "^", tint, diag->label);
    }
    for (const struct ct_diag_note *note = diag->notes; note; note = note->next) {
        if (note->source && note->source != diag->source)
            fprintf(out, "%s%*s:::%s %s\n", paint(&painter, BLUE), painter.gutter, "",
                    paint(&painter, PLAIN), note->source->name);
        if (note->source) {
            put_excerpt(&painter, note->source, note->span, "-", BLUE, note->text);
        } else {
            put_gutter(&painter, "= ");
            fprintf(out, "%snote%s: %s\n", paint(&painter, BOLD), paint(&painter, PLAIN),
                    note->text);
        }
    }
    if (diag->help) put_help(&painter, diag);
    fputc('\n', out);
}

/* Adds the place of a span as PREFIXline, PREFIXcolumn, … */
static void set_place(json_t *object, const struct ct_source *source, struct ct_span span)
{
    struct ct_place start = ct_source_place(source, span.start);
    struct ct_place end = ct_source_place(source, span.end);

    json_object_set_new(object, "file", json_string(source->name));
    json_object_set_new(object, "line", json_integer(start.line));
    json_object_set_new(object, "column", json_integer(start.column));
    json_object_set_new(object, "end_line", json_integer(end.line));
    json_object_set_new(object, "end_column", json_integer(end.column));
}

static void print_json(FILE *out, const struct ct_diag *diag)
{
    json_t *object = json_object();
    char code[16];

    snprintf(code, sizeof code, "E%04d", diag->code);
    json_object_set_new(object, "code", json_string(code));
    json_object_set_new(object, "severity",
                        json_string(diag->severity == CT_SEVERITY_ERROR ? "error" : "warning"));
    json_object_set_new(object, "message", json_string(diag->message));
    if (diag->source) set_place(object, diag->source, diag->span);
    if (diag->label) json_object_set_new(object, "label", json_string(diag->label));
    if (diag->notes) {
        json_t *notes = json_array();
        for (const struct ct_diag_note *note = diag->notes; note; note = note->next) {
            json_t *entry = json_object();
            json_object_set_new(entry, "message", json_string(note->text));
            if (note->source) set_place(entry, note->source, note->span);
            json_array_append_new(notes, entry);
        }
        json_object_set_new(object, "notes", notes);
    }
    if (diag->help) json_object_set_new(object, "help", json_string(diag->help));
    if (diag->replacement) {
        json_t *fix = json_object();
        json_object_set_new(fix, "text", json_string(diag->replacement));
        if (diag->help_source) set_place(fix, diag->help_source, diag->help_span);
        json_object_set_new(object, "replacement", fix);
    }
    json_dumpf(object, out, JSON_COMPACT);
    fputc('\n', out);
    json_decref(object);
}

void ct_diag_print(FILE *out, const struct ct_diag *diag, enum ct_diag_format format)
{
    if (format == CT_DIAG_JSON)
        print_json(out, diag);
    else
        print_text(out, diag, format == CT_DIAG_COLOUR);
}

void ct_diags_print(FILE *out, const struct ct_diags *diags, enum ct_diag_format format)
{
    uint32_t all = diags->errors + diags->warnings;

    for (const struct ct_diag *diag = diags->first; diag; diag = diag->next)
        ct_diag_print(out, diag, format);
    if (all > diags->kept && format != CT_DIAG_JSON)
        fprintf(out, "… and %u more\n", all - diags->kept);
}
