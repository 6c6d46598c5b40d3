/* Diagnostics: what is wrong, where, and what would be right.
 *
 * Every pass pushes to one sink and goes on; whoever called the compiler renders the sink, as text
 * with a caret or as JSON. The sink owns the messages. Codes are listed in grammar/errors.def, and
 * stay what they are once released. */
#ifndef CT_DIAG_H
#define CT_DIAG_H

#include "compiler/arena.h"
#include "compiler/source.h"

#include <stdio.h>

enum ct_code {
    CT_ERR_NONE = 0,
#define ERR(number, name, title, explanation, example, fix) CT_ERR_##name = number,
#include "grammar/errors.def"
#undef ERR
};

enum ct_severity { CT_SEVERITY_ERROR, CT_SEVERITY_WARNING };

/* A further place that belongs to a diagnostic, with a few words about it; or, without a source, a
 * note by itself. */
struct ct_diag_note {
    const struct ct_source *source;
    struct ct_span span;
    const char *text;
    struct ct_diag_note *next;
};

struct ct_diag {
    enum ct_code code;
    enum ct_severity severity;
    const struct ct_source *source; /* a file, never a derived text; NULL: no place */
    struct ct_span span;
    struct ct_span derived_span;            /* in the text it was reported in, */
    const struct ct_source *derived_source; /* which may be derived from the file */
    const char *message;
    const char *label; /* words at the caret, or NULL */
    struct ct_diag_note *notes;
    const char *help; /* or NULL */
    const struct ct_source *help_source;
    struct ct_span help_span;
    const char *replacement; /* the text that belongs at help_span, or NULL */
    struct ct_diags *sink;
    struct ct_diag *next;
};

struct ct_diags {
    struct ct_arena arena;
    struct ct_diag *first, *last;
    struct ct_diag
        spare;       /* what ct_diag_add returns when memory is refused or there are too many */
    uint32_t errors; /* counted even when not kept */
    uint32_t warnings;
    uint32_t kept;
    uint32_t most; /* how many are kept; 0 is no limit */
};

void ct_diags_init(struct ct_diags *diags);
void ct_diags_free(struct ct_diags *diags);
/* Forgets all diagnostics. */
void ct_diags_clear(struct ct_diags *diags);

/* Reports an error at SPAN of SOURCE, which may be a derived text (NULL: it has no place). Never
 * NULL: what is returned takes a label, notes and a help. */
struct ct_diag *ct_diag_add(struct ct_diags *diags, enum ct_code code,
                            const struct ct_source *source, struct ct_span span, const char *format,
                            ...) __attribute__((format(printf, 5, 6)));

/* The same for what is allowed, but probably not meant. */
struct ct_diag *ct_diag_warn(struct ct_diags *diags, enum ct_code code,
                             const struct ct_source *source, struct ct_span span,
                             const char *format, ...) __attribute__((format(printf, 5, 6)));

/* A few words beside the caret. */
void ct_diag_label(struct ct_diag *diag, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A note; with a SOURCE it shows that place too. */
void ct_diag_note(struct ct_diag *diag, const struct ct_source *source, struct ct_span span,
                  const char *format, ...) __attribute__((format(printf, 4, 5)));

/* What to write instead of SPAN of SOURCE. REPLACEMENT may be NULL: the words alone. */
void ct_diag_help(struct ct_diag *diag, const struct ct_source *source, struct ct_span span,
                  const char *replacement, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

enum ct_diag_format { CT_DIAG_TEXT, CT_DIAG_COLOUR, CT_DIAG_JSON };

/* Colour if FILE is a terminal and NO_COLOR is unset or empty. */
enum ct_diag_format ct_diag_format_for(FILE *file);

/* Writes one diagnostic, or all of them followed by a count of what was not kept. JSON is one
 * object a line: code, severity, message, file, line, column, end_line, end_column, label, notes,
 * help, replacement. */
void ct_diag_print(FILE *out, const struct ct_diag *diag, enum ct_diag_format format);
void ct_diags_print(FILE *out, const struct ct_diags *diags, enum ct_diag_format format);

/* What errors.def says of a code. */
struct ct_code_info {
    enum ct_code code;
    const char *name; /* "NOT_UTF8" */
    const char *title;
    const char *explanation;
    const char
        *example;    /* a card file that fails with this code; "" where none can be written down */
    const char *fix; /* the same, right; or "" */
};

/* NULL for a number that is no code. */
const struct ct_code_info *ct_code_info(unsigned number);
/* All of them, in order of their numbers; *COUNT is how many. */
const struct ct_code_info *ct_code_table(size_t *count);

#endif
