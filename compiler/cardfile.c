/* The card file: from lines to printed cards and definitions. */
#include "compiler/cardfile.h"

#include "compiler/cardfile_build.h"
#include "grammar/cardfile.tab.h"
#define YYSTYPE CT_CARDFILE_YYSTYPE
#define YYLTYPE struct ct_span
#include "grammar/cardfile.lex.h"

#include <string.h>

static const struct ct_span nowhere = {0, 0};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static struct ct_span trim(const struct ct_source *source, struct ct_span span)
{
    while (span.start < span.end && is_space(source->text[span.start]))
        span.start++;
    while (span.end > span.start && is_space(source->text[span.end - 1]))
        span.end--;
    return span;
}

/* Memory was refused: nothing more is added, and the file is reported as a whole. */
static void exhausted(struct ct_cardfile *file)
{
    file->exhausted = true;
    file->bad = true;
}

void ct_cardfile_note(struct ct_cardfile *file, enum ct_line_role role, struct ct_span span)
{
    struct ct_file_lines *lines = file->lines;
    struct ct_file_line *items;

    if (!lines) return;
    items = ct_arena_grow(&file->pool->arena, lines->items, lines->count, &lines->capacity,
                          sizeof *items);
    if (!items) {
        exhausted(file);
        return;
    }
    lines->items = items;
    items[lines->count++] = (struct ct_file_line){role, span};
}

int ct_cardfile_token(struct ct_cardfile *file, size_t size, struct ct_span *span, int kind)
{
    struct ct_span line = {file->at, file->at + (uint32_t)size};

    file->at = line.end;
    *span = trim(file->source, line);
    if (size > CT_LINE_MAX) {
        ct_diag_add(file->pool->diags, CT_ERR_LINE_TOO_LONG, file->source,
                    (struct ct_span){line.start, line.start + 1},
                    "this line has %zu bytes, and at most %d are read", size, CT_LINE_MAX);
        kind = TOO_LONG;
    }
    /* The parser is never more than a line behind, so blank lines and comments are in order. */
    if (kind == BLANK && line.end > line.start) ct_cardfile_note(file, CT_ROLE_BLANK, *span);
    return file->token = kind;
}

void ct_cardfile_comment(struct ct_cardfile *file, size_t size)
{
    struct ct_span line = {file->at, file->at + (uint32_t)size};

    file->at = line.end;
    ct_cardfile_note(file, CT_ROLE_COMMENT, trim(file->source, line));
}

/* ---- signs ---------------------------------------------------------------------------------- */

/* What a designer may type, and what is printed. A bullet only begins a paragraph. */
static const struct sign {
    const char *typed, *printed;
} signs[] = {
    {"--", "\u2014"}, {"\u2019", "'"},  {"\u2018", "'"},
    {"\u201c", "\""}, {"\u201d", "\""}, {"\u00a0", " "},
};

/* Appends bytes SPAN of the file with all signs as they are printed; NAME stands for "~". */
static void append_printed(struct ct_source_builder *text, struct ct_span span, const char *name)
{
    const char *bytes = text->origin->text;
    uint32_t from = span.start;

    for (uint32_t at = span.start; at < span.end;) {
        const struct sign *found = NULL;
        struct sign self = {"~", name};
        char c = bytes[at];

        if (c == '~' && name) {
            found = &self;
        } else if (c == '-' || (uint8_t)c >= 0xc2) {
            for (size_t i = 0; i < sizeof signs / sizeof signs[0] && !found; i++)
                if (strncmp(bytes + at, signs[i].typed, strlen(signs[i].typed)) == 0)
                    found = &signs[i];
        }
        if (!found) {
            at++;
            continue;
        }
        uint32_t end = at + (uint32_t)strlen(found->typed);
        ct_source_copy(text, (struct ct_span){from, at});
        ct_source_replace(text, (struct ct_span){at, end}, found->printed, strlen(found->printed));
        from = at = end;
    }
    ct_source_copy(text, (struct ct_span){from, span.end});
}

struct ct_printed ct_cardfile_words(struct ct_cardfile *file, struct ct_span span)
{
    struct ct_source_builder builder;
    struct ct_source *printed;

    ct_source_build(&builder, &file->pool->arena, file->source);
    append_printed(&builder, span, NULL);
    printed = ct_source_built(&builder, file->source->name);
    if (!printed) {
        exhausted(file);
        return (struct ct_printed){"", span};
    }
    return (struct ct_printed){printed->text, span};
}

/* ---- cards ---------------------------------------------------------------------------------- */

static struct ct_printed_card *new_card(struct ct_cardfile *file)
{
    struct ct_printed_card *card = ct_arena_alloc(&file->pool->arena, sizeof *card);

    file->any = true;
    file->layout = (struct ct_printed){0};
    if (!card) {
        exhausted(file);
        return NULL;
    }
    card->source = file->source;
    file->card_metadata_end = &card->metadata;
    return card;
}

static void begin_face(struct ct_cardfile *file, struct ct_printed_face *face)
{
    file->face = face;
    file->face_metadata_end = &face->metadata;
    file->held_kind = CT_LINE_TEXT;
    ct_source_build(&file->text, &file->pool->arena, file->source);
}

void ct_cardfile_name(struct ct_cardfile *file, struct ct_span line)
{
    const char *bytes = file->source->text;
    struct ct_span name = line, cost = nowhere;

    ct_cardfile_note(file, CT_ROLE_NAME, line);
    file->stage = CT_STAGE_TYPE;
    if (!file->card) file->card = new_card(file);
    if (!file->card) return;
    if (file->card->face_count == CT_FACES_MAX) {
        ct_diag_add(file->pool->diags, CT_ERR_STRAY_FACES, file->source, line,
                    "a card has at most two faces");
        file->bad = true;
        file->card->face_count--;
    }
    begin_face(file, &file->card->faces[file->card->face_count++]);
    for (uint32_t at = line.start; at < line.end; at++)
        if (bytes[at] == '{' || bytes[at] == '}') {
            name = trim(file->source, (struct ct_span){line.start, at});
            cost = (struct ct_span){at, line.end};
            break;
        }
    if (name.start == name.end) {
        ct_diag_add(file->pool->diags, CT_ERR_BAD_NAME_LINE, file->source, line,
                    "a card begins with its name, and this is a mana cost");
        file->bad = true;
    }
    file->face->name = ct_cardfile_words(file, name);
    if (cost.start < cost.end) file->face->mana_cost = ct_cardfile_words(file, cost);
}

void ct_cardfile_type(struct ct_cardfile *file, struct ct_span line)
{
    struct ct_span bad;

    ct_cardfile_note(file, CT_ROLE_TYPE, line);
    file->stage = CT_STAGE_BODY;
    if (!file->face) return;
    file->face->type_line = ct_cardfile_words(file, line);
    if (ct_type_line_read(file->face, &bad) || file->exhausted) return;
    /* The span is in the printed form; the words before the dash are the same in the file. */
    bad.start += line.start;
    bad.end += line.start;
    if (bad.end > line.end) bad = line;
    ct_diag_label(ct_diag_add(file->pool->diags, CT_ERR_NOT_A_TYPE_LINE, file->source, bad,
                              "this is not a type line"),
                  "%s",
                  bad.end > bad.start ? "neither a card type nor a supertype"
                                      : "a card type belongs here");
    file->bad = true;
}

/* Appends a line to the face's rules text as a paragraph. */
static void append_paragraph(struct ct_cardfile *file, struct ct_span line)
{
    const char *bytes = file->source->text;
    const char *name =
        file->face->name.text && *file->face->name.text ? file->face->name.text : NULL;

    if (file->text.len)
        ct_source_replace(&file->text, (struct ct_span){line.start, line.start}, "\n", 1);
    if (bytes[line.start] == '*') {
        uint32_t end = line.start + 1;
        while (end < line.end && is_space(bytes[end]))
            end++;
        ct_source_replace(&file->text, (struct ct_span){line.start, end}, "\u2022 ",
                          strlen("\u2022 "));
        line.start = end;
    }
    append_printed(&file->text, line, name);
}

void ct_cardfile_line(struct ct_cardfile *file, struct ct_span line, enum ct_line_kind kind)
{
    ct_cardfile_note(file, file->stage == CT_STAGE_DEFINITION ? CT_ROLE_BODY : CT_ROLE_TEXT, line);
    if (!file->face) return;
    if (file->held_kind != CT_LINE_TEXT) append_paragraph(file, file->held);
    file->held_kind = kind;
    file->held = line;
    if (kind == CT_LINE_TEXT) append_paragraph(file, line);
}

void ct_cardfile_slashes(struct ct_cardfile *file, struct ct_span line)
{
    ct_cardfile_note(file, CT_ROLE_SLASHES, line);
    file->stage = CT_STAGE_START;
}

/* The numbers at the end of the face: power and toughness, loyalty or defense, by its types. */
static void take_numbers(struct ct_cardfile *file)
{
    struct ct_printed_face *face = file->face;
    const char *bytes = file->source->text;
    struct ct_span held = file->held;

    if (file->held_kind == CT_LINE_STATS) {
        const char *slash = memchr(bytes + held.start, '/', held.end - held.start);
        uint32_t at = (uint32_t)(slash - bytes);
        face->power = ct_cardfile_words(file, (struct ct_span){held.start, at});
        face->toughness = ct_cardfile_words(file, (struct ct_span){at + 1, held.end});
    } else if (file->held_kind == CT_LINE_NUMBER) {
        /* On anything but a battle it is a loyalty, and ct_printed_check says if that cannot be. */
        struct ct_printed *number =
            strcasestr(face->type_line.text, "battle") ? &face->defense : &face->loyalty;
        *number = ct_cardfile_words(file, held);
    }
    file->held_kind = CT_LINE_TEXT;
}

void ct_cardfile_end_face(struct ct_cardfile *file)
{
    if (!file->face) return;
    if (file->face->type_line.text)
        take_numbers(file);
    else if (file->held_kind != CT_LINE_TEXT)
        append_paragraph(file, file->held);
    file->held_kind = CT_LINE_TEXT;
    file->face->text = ct_source_built(&file->text, file->source->name);
    if (!file->face->text) exhausted(file);
}

/* Ready for the next block. */
static void forget(struct ct_cardfile *file)
{
    file->card = NULL;
    file->definition = NULL;
    file->face = NULL;
    file->held_kind = CT_LINE_TEXT;
    file->stage = CT_STAGE_START;
    file->bad = false;
}

void ct_cardfile_end_card(struct ct_cardfile *file, struct ct_span span)
{
    if (file->card && !file->exhausted) {
        file->card->span = span;
        if (!file->bad &&
            ct_printed_check(file->pool, file->card, file->layout.text, file->layout.span))
            ct_cardpool_add(file->pool, file->card);
    }
    forget(file);
}

void ct_cardfile_drop(struct ct_cardfile *file)
{
    file->any = true;
    forget(file);
}

/* ---- definitions ---------------------------------------------------------------------------- */

/* Splits the head into words and parameters. False when its braces don't match. */
static bool split_head(struct ct_cardfile *file, struct ct_definition *definition)
{
    struct ct_span head = definition->head.span;
    const char *bytes = file->source->text;
    size_t capacity = 0;

    for (uint32_t at = head.start; at < head.end;) {
        bool parameter = bytes[at] == '{';
        const char *stop = memchr(bytes + at, parameter ? '}' : '{', head.end - at);
        struct ct_span words = {at + parameter, stop ? (uint32_t)(stop - bytes) : head.end};
        struct ct_head_part *parts;

        if ((parameter && !stop) ||
            memchr(bytes + words.start, parameter ? '{' : '}', words.end - words.start))
            return false;
        at = words.end + parameter;
        words = trim(file->source, words);
        if (words.start == words.end && !parameter) continue;
        parts = ct_arena_grow(&file->pool->arena, definition->parts, definition->part_count,
                              &capacity, sizeof *parts);
        if (!parts) {
            exhausted(file);
            return true;
        }
        definition->parts = parts;
        parts[definition->part_count++] =
            (struct ct_head_part){ct_cardfile_words(file, words), parameter};
    }
    return true;
}

void ct_cardfile_head(struct ct_cardfile *file, struct ct_span line, enum ct_definition_kind kind)
{
    struct ct_definition *definition = ct_arena_alloc(&file->pool->arena, sizeof *definition);
    const char *bytes = file->source->text;
    uint32_t at = line.start;

    ct_cardfile_note(file, CT_ROLE_HEAD, line);
    file->any = true;
    file->stage = kind == CT_DEF_TOKEN ? CT_STAGE_TYPE : CT_STAGE_DEFINITION;
    if (!definition) {
        exhausted(file);
        return;
    }
    for (int words = kind == CT_DEF_TOKEN ? 1 : 2; words > 0; words--) {
        while (at < line.end && !is_space(bytes[at]))
            at++;
        while (at < line.end && is_space(bytes[at]))
            at++;
    }
    file->definition = definition;
    definition->kind = kind;
    definition->source = file->source;
    definition->head = ct_cardfile_words(file, (struct ct_span){at, line.end});
    begin_face(file, &definition->face);
    file->card_metadata_end = &definition->face.metadata;
    if (kind == CT_DEF_TOKEN) {
        definition->face.name = definition->head;
    } else if (!split_head(file, definition)) {
        ct_diag_add(file->pool->diags, CT_ERR_UNCLOSED_BRACE, file->source, definition->head.span,
                    "a parameter stands in braces, and these are not closed");
        file->bad = true;
    }
}

/* A keyword has a name, and a body or a rule that implements it. */
static bool check_keyword(struct ct_cardfile *file, struct ct_definition *definition)
{
    bool named = false, empty = definition->face.text->len == 0;

    for (uint32_t i = 0; i < definition->part_count; i++)
        named |= !definition->parts[i].parameter;
    if (!named)
        ct_diag_add(file->pool->diags, CT_ERR_BAD_DEFINITION, file->source, definition->head.span,
                    "a keyword has a name beside its parameters");
    else if (empty && !definition->rule.text)
        ct_diag_add(file->pool->diags, CT_ERR_EMPTY_DEFINITION, file->source, definition->head.span,
                    "nothing says what this keyword means");
    else if (!empty && definition->rule.text)
        ct_diag_add(file->pool->diags, CT_ERR_BAD_METADATA, file->source, definition->rule.span,
                    "a keyword has a body or is implemented by a rule, not both");
    else
        return true;
    return false;
}

void ct_cardfile_end_definition(struct ct_cardfile *file, struct ct_span span)
{
    struct ct_definition *definition = file->definition;

    if (definition && !file->bad && !file->exhausted) {
        definition->span = span;
        if (definition->kind == CT_DEF_TOKEN) {
            struct ct_printed_card *token = new_card(file);
            if (token) {
                token->face_count = 1;
                token->faces[0] = definition->face;
                if (ct_printed_check(file->pool, token, "token", nowhere)) {
                    definition->face = token->faces[0];
                    ct_cardpool_define(file->pool, definition);
                }
            }
        } else if (check_keyword(file, definition) &&
                   ct_printed_text_check(file->pool, definition->face.text)) {
            ct_cardpool_define(file->pool, definition);
        }
    }
    forget(file);
}

/* ---- errors --------------------------------------------------------------------------------- */

static void unexpected(struct ct_cardfile *file, struct ct_span line, enum ct_code code,
                       const char *message, const char *label)
{
    struct ct_diag *diag = ct_diag_add(file->pool->diags, code, file->source, line, "%s", message);

    if (label) ct_diag_label(diag, "%s", label);
}

void ct_cardfile_unexpected(struct ct_cardfile *file, struct ct_span line)
{
    bool numbers = file->token == STATS || file->token == NUMBER;
    bool over = file->token == BLANK || file->token == SLASHES;

    if (file->token == TOO_LONG || file->exhausted) return;
    if (file->token == HEADLESS) {
        unexpected(file, line, CT_ERR_BAD_DEFINITION, "a definition needs a kind and a name",
                   "`keyword action …`, `keyword ability …` or `token …`");
    } else if (file->stage == CT_STAGE_TYPE && (over || numbers)) {
        struct ct_span name = file->face ? file->face->name.span : line;
        struct ct_diag *diag =
            ct_diag_add(file->pool->diags, CT_ERR_MISSING_TYPE_LINE, file->source,
                        over ? name : line, "the type line is missing");
        ct_diag_label(diag, over ? "a type line belongs below this" : "a type line belongs here");
    } else if (file->token == SLASHES) {
        unexpected(file, line, CT_ERR_STRAY_FACES, "`//` needs a face directly before it", NULL);
    } else if (file->token == BLANK) {
        unexpected(file, line, CT_ERR_STRAY_FACES, "`//` needs a face directly after it", NULL);
    } else if (file->stage == CT_STAGE_START) {
        unexpected(file, line, CT_ERR_STRAY_LINE, "a card begins with its name", "this is no name");
    } else if (file->token == INDENTED) {
        unexpected(file, line, CT_ERR_STRAY_LINE, "only the body of a definition is indented",
                   NULL);
    } else if (file->stage == CT_STAGE_DEFINITION && !numbers && file->token == TEXT) {
        unexpected(file, line, CT_ERR_STRAY_LINE, "the body of a definition is indented",
                   "indent this line, or leave a blank line before it");
    } else {
        unexpected(file, line, CT_ERR_STRAY_LINE, "this line cannot stand here",
                   "is a blank line missing before it?");
    }
}

/* ---- reading -------------------------------------------------------------------------------- */

/* flex wants two NULs behind the text and writes into it. */
static char *scanner_copy(struct ct_arena *arena, const struct ct_source *source)
{
    char *copy = ct_arena_alloc(arena, (size_t)source->len + 2);

    if (copy) memcpy(copy, source->text, source->len);
    return copy;
}

bool ct_cardfile_read(struct ct_cardpool *pool, const struct ct_source *source)
{
    return ct_cardfile_read_lines(pool, source, NULL);
}

bool ct_cardfile_read_lines(struct ct_cardpool *pool, const struct ct_source *source,
                            struct ct_file_lines *lines)
{
    /* A byte order mark is no part of the first name. */
    const uint32_t mark = strncmp(source->text, "\ufeff", 3) == 0 ? 3 : 0;
    struct ct_cardfile file = {.pool = pool, .source = source, .at = mark, .lines = lines};
    uint32_t errors = pool->diags->errors;
    char *copy = scanner_copy(&pool->arena, source);
    void *scanner = NULL;

    if (!copy || ct_cardfile_yylex_init_extra(&file, &scanner) != 0 ||
        !ct_cardfile_yy_scan_buffer(copy + mark, (size_t)source->len + 2 - mark, scanner))
        file.exhausted = true;
    else
        ct_cardfile_yyparse(&file, scanner);
    if (scanner) ct_cardfile_yylex_destroy(scanner);
    if (file.exhausted)
        ct_diag_add(pool->diags, CT_ERR_OUT_OF_MEMORY, NULL, nowhere,
                    "memory is exhausted while reading %s", source->name);
    else if (!file.any)
        ct_diag_add(pool->diags, CT_ERR_EMPTY_FILE, source, nowhere, "the file has no card");
    return pool->diags->errors == errors;
}
