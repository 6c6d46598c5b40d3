/* Between the grammar of card files (grammar/cardfile.y) and the pool: one function an action of
 * the grammar. Nobody else includes it. A ct_cardfile lives on the stack of ct_cardfile_read; what
 * it builds is in the pool's arena. */
#ifndef CT_CARDFILE_BUILD_H
#define CT_CARDFILE_BUILD_H

#include "compiler/cardfile.h"

/* What flex allocates for a scanner, from a block that was reserved beforehand: so that it never
 * runs into its own way of failing, which is to end the process. */
struct ct_lex_memory {
    max_align_t block[1024 / sizeof(max_align_t)];
    size_t used;
};

static inline void *ct_lex_memory_take(struct ct_lex_memory *memory, size_t size)
{
    void *taken = (char *)memory->block + memory->used;

    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    if (size > sizeof memory->block - memory->used) return NULL;
    memory->used += size;
    return taken;
}

enum ct_line_kind { CT_LINE_TEXT, CT_LINE_STATS, CT_LINE_NUMBER };

/* What a line of the file is, for the formatter (cardfmt.c). */
enum ct_line_role {
    CT_ROLE_BLANK,
    CT_ROLE_COMMENT,
    CT_ROLE_NAME,
    CT_ROLE_TYPE,
    CT_ROLE_TEXT,
    CT_ROLE_BODY, /* of a keyword's definition */
    CT_ROLE_META,
    CT_ROLE_SLASHES,
    CT_ROLE_HEAD,
};

struct ct_file_line {
    enum ct_line_role role;
    struct ct_span span;
};

struct ct_file_lines {
    struct ct_file_line *items; /* in the pool's arena */
    size_t count, capacity;
};

/* What the block that is being read still needs. */
enum ct_cardfile_stage { CT_STAGE_START, CT_STAGE_TYPE, CT_STAGE_BODY, CT_STAGE_DEFINITION };

struct ct_cardfile {
    struct ct_cardpool *pool;
    const struct ct_source *source;
    struct ct_lex_memory memory;
    uint32_t at; /* where the scanner is */
    int token;   /* the last one it gave */
    bool ended, exhausted;
    enum ct_cardfile_stage stage;
    bool bad; /* the block has an error: it is not added */
    bool any; /* a card or definition, right or wrong, was seen */

    struct ct_printed_card *card;     /* that is being built, */
    struct ct_definition *definition; /* or the definition */
    struct ct_printed_face *face;     /* of either */
    struct ct_source_builder text;    /* of the face */
    struct ct_span held;              /* a line of numbers: the last of the face is no rules text */
    enum ct_line_kind held_kind;      /* CT_LINE_TEXT: none is held */
    struct ct_printed layout;         /* of @layout */
    struct ct_metadata **card_metadata_end, **face_metadata_end;
    struct ct_file_lines *lines; /* kept if not NULL */
};

/* Reads SOURCE, and keeps what each line is in LINES (may be NULL). */
bool ct_cardfile_read_lines(struct ct_cardpool *pool, const struct ct_source *source,
                            struct ct_file_lines *lines);

/* For the scanner: the token of the next SIZE bytes; *SPAN becomes the line without surrounding
 * spaces. A line that is too long is reported here. */
int ct_cardfile_token(struct ct_cardfile *file, size_t size, struct ct_span *span, int kind);

/* Keeps what the line is, if that is wanted. */
void ct_cardfile_note(struct ct_cardfile *file, enum ct_line_role role, struct ct_span span);
void ct_cardfile_comment(struct ct_cardfile *file, size_t size);

void ct_cardfile_name(struct ct_cardfile *file, struct ct_span line);
void ct_cardfile_type(struct ct_cardfile *file, struct ct_span line);
void ct_cardfile_line(struct ct_cardfile *file, struct ct_span line, enum ct_line_kind kind);
void ct_cardfile_meta(struct ct_cardfile *file, struct ct_span line);
void ct_cardfile_slashes(struct ct_cardfile *file, struct ct_span line);
void ct_cardfile_head(struct ct_cardfile *file, struct ct_span line, enum ct_definition_kind kind);
void ct_cardfile_end_face(struct ct_cardfile *file);
void ct_cardfile_end_card(struct ct_cardfile *file, struct ct_span span);
void ct_cardfile_end_definition(struct ct_cardfile *file, struct ct_span span);

/* A block with a line where it cannot stand: says so, and forgets the block. */
void ct_cardfile_unexpected(struct ct_cardfile *file, struct ct_span line);
void ct_cardfile_drop(struct ct_cardfile *file);

/* For other files of the reader: a string of the pool from bytes of the file, typographic signs
 * made plain.
 */
struct ct_printed ct_cardfile_words(struct ct_cardfile *file, struct ct_span span);

#endif
