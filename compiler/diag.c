#include "compiler/diag.h"

#include <stdarg.h>
#include <string.h>

enum { MOST_KEPT = 10000 };

void ct_diags_init(struct ct_diags *diags)
{
    *diags = (struct ct_diags){.most = MOST_KEPT};
    ct_arena_init(&diags->arena, 0);
}

void ct_diags_free(struct ct_diags *diags)
{
    ct_arena_free(&diags->arena);
    ct_diags_init(diags);
}

void ct_diags_clear(struct ct_diags *diags)
{
    ct_arena_reset(&diags->arena);
    diags->first = diags->last = NULL;
    diags->errors = diags->warnings = diags->kept = 0;
}

static const char *format_text(struct ct_diags *diags, const char *format, va_list args)
{
    va_list again;
    char *text;
    int len;

    va_copy(again, args);
    len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    text = len < 0 ? NULL : ct_arena_alloc(&diags->arena, (size_t)len + 1);
    if (text) vsnprintf(text, (size_t)len + 1, format, args);
    return text;
}

static struct ct_diag *add(struct ct_diags *diags, enum ct_severity severity, enum ct_code code,
                           const struct ct_source *source, struct ct_span span, const char *format,
                           va_list args)
{
    struct ct_diag *diag = NULL;

    if (severity == CT_SEVERITY_ERROR)
        diags->errors++;
    else
        diags->warnings++;
    if (!diags->most || diags->kept < diags->most)
        diag = ct_arena_alloc(&diags->arena, sizeof *diag);
    if (!diag) {
        diags->spare = (struct ct_diag){.code = code, .message = ""};
        return &diags->spare;
    }
    diag->code = code;
    diag->severity = severity;
    diag->sink = diags;
    diag->derived_source = source;
    diag->derived_span = span;
    if (source) diag->span = ct_source_origin(source, span, &diag->source);
    diag->message = format_text(diags, format, args);
    if (!diag->message) diag->message = "";
    if (diags->last)
        diags->last->next = diag;
    else
        diags->first = diag;
    diags->last = diag;
    diags->kept++;
    return diag;
}

struct ct_diag *ct_diag_add(struct ct_diags *diags, enum ct_code code,
                            const struct ct_source *source, struct ct_span span, const char *format,
                            ...)
{
    va_list args;
    struct ct_diag *diag;

    va_start(args, format);
    diag = add(diags, CT_SEVERITY_ERROR, code, source, span, format, args);
    va_end(args);
    return diag;
}

struct ct_diag *ct_diag_warn(struct ct_diags *diags, enum ct_code code,
                             const struct ct_source *source, struct ct_span span,
                             const char *format, ...)
{
    va_list args;
    struct ct_diag *diag;

    va_start(args, format);
    diag = add(diags, CT_SEVERITY_WARNING, code, source, span, format, args);
    va_end(args);
    return diag;
}

void ct_diag_label(struct ct_diag *diag, const char *format, ...)
{
    va_list args;

    if (!diag->sink) return;
    va_start(args, format);
    diag->label = format_text(diag->sink, format, args);
    va_end(args);
}

void ct_diag_note(struct ct_diag *diag, const struct ct_source *source, struct ct_span span,
                  const char *format, ...)
{
    struct ct_diag_note *note, **end;
    va_list args;

    if (!diag->sink) return;
    note = ct_arena_alloc(&diag->sink->arena, sizeof *note);
    if (!note) return;
    va_start(args, format);
    note->text = format_text(diag->sink, format, args);
    va_end(args);
    if (!note->text) return;
    if (source) note->span = ct_source_origin(source, span, &note->source);
    for (end = &diag->notes; *end; end = &(*end)->next)
        ;
    *end = note;
}

void ct_diag_help(struct ct_diag *diag, const struct ct_source *source, struct ct_span span,
                  const char *replacement, const char *format, ...)
{
    va_list args;

    if (!diag->sink) return;
    va_start(args, format);
    diag->help = format_text(diag->sink, format, args);
    va_end(args);
    if (source) diag->help_span = ct_source_origin(source, span, &diag->help_source);
    if (replacement)
        diag->replacement = ct_arena_strndup(&diag->sink->arena, replacement, strlen(replacement));
}

static const struct ct_code_info code_table[] = {
#define ERR(number, name, title, explanation, example, fix)                                        \
    {CT_ERR_##name, #name, title, explanation, example, fix},
#include "grammar/errors.def"
#undef ERR
};

const struct ct_code_info *ct_code_info(unsigned number)
{
    for (size_t i = 0; i < sizeof code_table / sizeof code_table[0]; i++)
        if ((unsigned)code_table[i].code == number) return &code_table[i];
    return NULL;
}

const struct ct_code_info *ct_code_table(size_t *count)
{
    *count = sizeof code_table / sizeof code_table[0];
    return code_table;
}
