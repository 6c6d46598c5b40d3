/* Card objects: finding them in a file, one at a time. What they say is read in carddata_object.c.
 */
#include "compiler/carddata.h"

#include "compiler/carddata_object.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ct_carddata {
    FILE *file;
    char *path;
    struct ct_diags *diags;
    char input[64 * 1024];
    size_t input_at, input_len;
    char *object; /* the bytes of the object that is being read */
    size_t len, capacity;
    uint32_t line;       /* where the reader is */
    uint32_t first_line; /* where the object begins */
    bool outside;        /* the object says that it is no card of the game */
    bool skipping;       /* what stands here is no object: said once, up to the next one */
    uint32_t lists;      /* how many lists are open around the next object */
};

struct ct_carddata *ct_carddata_open(const char *path, struct ct_diags *diags)
{
    struct ct_carddata *data = calloc(1, sizeof *data);

    if (data) {
        data->diags = diags;
        data->line = 1;
        data->path = strdup(path);
        data->file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    }
    if (data && data->path && data->file) return data;
    ct_diag_add(diags, CT_ERR_CANNOT_READ, NULL, (struct ct_span){0, 0}, "cannot read %s: %s", path,
                strerror(errno));
    ct_carddata_close(data);
    return NULL;
}

void ct_carddata_close(struct ct_carddata *data)
{
    if (!data) return;
    if (data->file && data->file != stdin) fclose(data->file);
    free(data->path);
    free(data->object);
    free(data);
}

uint32_t ct_carddata_line(const struct ct_carddata *data)
{
    return data->first_line;
}

bool ct_carddata_outside(const struct ct_carddata *data)
{
    return data->outside;
}

static int next_byte(struct ct_carddata *data)
{
    if (data->input_at == data->input_len) {
        data->input_len = fread(data->input, 1, sizeof data->input, data->file);
        data->input_at = 0;
        if (data->input_len == 0) return EOF;
    }
    return (unsigned char)data->input[data->input_at++];
}

static bool keep_byte(struct ct_carddata *data, int byte)
{
    if (data->len == data->capacity) {
        size_t capacity = data->capacity ? data->capacity * 2 : 4096;
        char *grown = realloc(data->object, capacity);
        if (!grown) return false;
        data->object = grown;
        data->capacity = capacity;
    }
    data->object[data->len++] = (char)byte;
    return true;
}

/* A diagnostic about the file at a line, for what is no object. */
static void report_line(struct ct_carddata *data, struct ct_cardpool *pool, enum ct_code code,
                        const char *message)
{
    struct ct_source *source = ct_source_from(&pool->arena, data->path, "", 0, data->diags);

    if (source) source->first_line = data->first_line;
    ct_diag_add(data->diags, code, source, (struct ct_span){0, 0}, "%s", message);
}

/* Up to the brace that opens the next object. False at the end of the file; *BAD: something else
 * stood before it. */
static bool find_object(struct ct_carddata *data, bool *bad)
{
    int byte;

    while ((byte = next_byte(data)) != EOF) {
        if (byte == '{') {
            data->first_line = data->line;
            data->skipping = false;
            return true;
        }
        if (byte == '\n') data->line++;
        if (byte == '[') data->lists++;
        if (byte == ']' && data->lists) data->lists--;
        if (strchr(" \t\r\n,[]", byte) || data->skipping) continue;
        data->skipping = true;
        data->first_line = data->line;
        *bad = true;
        return true;
    }
    return false;
}

enum object_end { OBJECT_WHOLE, OBJECT_CUT, OBJECT_TOO_LONG, OBJECT_NO_MEMORY };

/* The rest of an object whose opening brace was read. One that is too long is read to its end all
 * the same, so that the next one is found. */
static enum object_end take_object(struct ct_carddata *data)
{
    enum object_end end = OBJECT_WHOLE;
    bool quoted = false, escaped = false;
    int depth = 1, byte;

    data->len = 0;
    if (!keep_byte(data, '{')) return OBJECT_NO_MEMORY;
    while (depth > 0) {
        byte = next_byte(data);
        if (byte == EOF) return OBJECT_CUT;
        if (byte == '\n') data->line++;
        if (data->len >= CT_OBJECT_MAX)
            end = OBJECT_TOO_LONG;
        else if (!keep_byte(data, byte))
            return OBJECT_NO_MEMORY;
        if (escaped)
            escaped = false;
        else if (quoted && byte == '\\')
            escaped = true;
        else if (byte == '"')
            quoted = !quoted;
        else if (!quoted && byte == '{')
            depth++;
        else if (!quoted && byte == '}')
            depth--;
    }
    return end;
}

/* Finds and takes the next object; anything but CARD was reported or is the end. */
static enum ct_carddata_result next_object(struct ct_carddata *data, struct ct_cardpool *pool)
{
    bool bad = false;

    if (!find_object(data, &bad)) {
        if (!data->lists) return CT_CARDDATA_END;
        data->lists = 0;
        data->first_line = data->line;
        report_line(data, pool, CT_ERR_BAD_JSON, "the file ends within a list");
        return CT_CARDDATA_BAD;
    }
    if (bad) {
        report_line(data, pool, CT_ERR_NO_CARD_OBJECT, "this is no card object");
        return CT_CARDDATA_BAD;
    }
    switch (take_object(data)) {
    case OBJECT_WHOLE:
        return CT_CARDDATA_CARD;
    case OBJECT_CUT:
        report_line(data, pool, CT_ERR_BAD_JSON, "the file ends within this object");
        return CT_CARDDATA_BAD;
    case OBJECT_TOO_LONG:
        report_line(data, pool, CT_ERR_LINE_TOO_LONG, "a card object has at most 1 MB");
        return CT_CARDDATA_BAD;
    case OBJECT_NO_MEMORY:
        break;
    }
    ct_diag_add(data->diags, CT_ERR_OUT_OF_MEMORY, NULL, (struct ct_span){0, 0},
                "memory is exhausted while reading %s", data->path);
    return CT_CARDDATA_END;
}

enum ct_carddata_result ct_carddata_next(struct ct_carddata *data, struct ct_cardpool *pool,
                                         struct ct_printed_card **card, const char **name)
{
    enum ct_carddata_result result = next_object(data, pool);
    struct ct_source *source;

    *card = NULL;
    data->outside = false;
    if (name) *name = NULL;
    if (result != CT_CARDDATA_CARD) return result;
    source = ct_source_from(&pool->arena, data->path, data->object, data->len, data->diags);
    if (!source) return CT_CARDDATA_BAD;
    source->first_line = data->first_line;
    *card = ct_carddata_object(pool, source, name, &data->outside);
    return *card ? CT_CARDDATA_CARD : CT_CARDDATA_BAD;
}

bool ct_carddata_load(struct ct_cardpool *pool, const char *path)
{
    uint32_t errors = pool->diags->errors;
    struct ct_carddata *data = ct_carddata_open(path, pool->diags);
    enum ct_carddata_result result;
    struct ct_printed_card *card;
    bool any = false;

    if (!data) return false;
    while ((result = ct_carddata_next(data, pool, &card, NULL)) != CT_CARDDATA_END) {
        if (card) ct_cardpool_add(pool, card);
        any = true;
    }
    if (!any && pool->diags->errors == errors) {
        data->first_line = 1;
        report_line(data, pool, CT_ERR_EMPTY_FILE, "the file has no card");
    }
    ct_carddata_close(data);
    return pool->diags->errors == errors;
}

bool ct_carddata_load_named(struct ct_cardpool *pool, const char *path,
                            bool (*wanted)(void *context, const char *name), void *context)
{
    uint32_t errors = pool->diags->errors;
    struct ct_carddata *data = ct_carddata_open(path, pool->diags);
    struct ct_printed_card *card;

    if (!data) return false;
    while (next_object(data, pool) != CT_CARDDATA_END) {
        struct ct_source *source;
        if (!ct_carddata_wanted(data->object, data->len, wanted, context)) continue;
        source = ct_source_from(&pool->arena, data->path, data->object, data->len, data->diags);
        if (!source) continue;
        source->first_line = data->first_line;
        card = ct_carddata_object(pool, source, NULL, NULL);
        if (card) ct_cardpool_add(pool, card);
    }
    ct_carddata_close(data);
    return pool->diags->errors == errors;
}
