/* Text that was read, and where in it something is.
 *
 * A source is a file, or a text derived from one: the rules text of a face, with its comment lines
 * taken out and "--" made a dash, is a source of its own with a map back to the file. Everything
 * after the card reader works on such a text and knows only byte offsets in it; a diagnostic finds
 * its way back through the map. Sources and their texts live in the arena that made them. */
#ifndef CT_SOURCE_H
#define CT_SOURCE_H

#include "compiler/arena.h"

#include <stdint.h>

enum {
    CT_SOURCE_MAX = 256 * 1024 * 1024, /* bytes in a file */
    CT_LINE_MAX = 64 * 1024,           /* bytes in a line of a card file or a scenario */
};

/* Bytes [start, end) of a source's text. */
struct ct_span {
    uint32_t start;
    uint32_t end;
};

/* A piece of a derived text and the bytes of the origin it came from. Equal lengths: byte for byte;
 * otherwise the piece stands for the whole of them. */
struct ct_source_piece {
    uint32_t start, len;
    uint32_t origin_start, origin_len;
};

struct ct_source {
    const char *name; /* of the file, or of the card for card data */
    const char *text; /* UTF-8, a NUL behind it */
    uint32_t len;
    uint32_t
        first_line; /* the number of its first line, 1 unless it was cut out of a larger file */

    const struct ct_source *origin; /* NULL: it stands for itself */
    const struct ct_source_piece *pieces;
    uint32_t piece_count;
};

struct ct_diags;

/* Reads a file; "-" is standard input. Reports what is wrong (cannot be read, too large, not UTF-8,
 * control characters) to DIAGS and returns NULL then, or when memory is refused. */
struct ct_source *ct_source_load(struct ct_arena *arena, const char *path, struct ct_diags *diags);

/* A source from LEN bytes, which are copied. Checked as a file is. */
struct ct_source *ct_source_from(struct ct_arena *arena, const char *name, const char *text,
                                 size_t len, struct ct_diags *diags);

/* Bytes SPAN of ORIGIN without the indentation that all its lines share: what another language
 * carries inside itself, such as the cards in a scenario. SPAN begins at the start of a line. NULL
 * when memory is refused. */
struct ct_source *ct_source_dedent(struct ct_arena *arena, const struct ct_source *origin,
                                   struct ct_span span);

/* The same place in the file that SOURCE was derived from; *ORIGIN becomes that file. */
struct ct_span ct_source_origin(const struct ct_source *source, struct ct_span span,
                                const struct ct_source **origin);

/* Line and column of a byte, both from 1; the column counts code points. Of SOURCE itself. */
struct ct_place {
    uint32_t line;
    uint32_t column;
};
struct ct_place ct_source_place(const struct ct_source *source, uint32_t offset);

/* The bytes of the line that OFFSET is in, without its end. */
struct ct_span ct_source_line(const struct ct_source *source, uint32_t offset);

/* Builds a derived source piece by piece. */
struct ct_source_builder {
    struct ct_arena *arena;
    const struct ct_source *origin;
    char *text;
    size_t len, capacity;
    struct ct_source_piece *pieces;
    size_t piece_count, piece_capacity;
    bool failed;
};

void ct_source_build(struct ct_source_builder *builder, struct ct_arena *arena,
                     const struct ct_source *origin);
/* Appends bytes SPAN of the origin as they are. */
void ct_source_copy(struct ct_source_builder *builder, struct ct_span span);
/* Appends TEXT in the place of bytes SPAN of the origin. */
void ct_source_replace(struct ct_source_builder *builder, struct ct_span span, const char *text,
                       size_t len);
/* The finished source, or NULL when memory was refused on the way. */
struct ct_source *ct_source_built(struct ct_source_builder *builder, const char *name);

#endif
