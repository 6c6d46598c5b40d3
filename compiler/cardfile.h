/* Cards as they are printed: what a card file or a card object says, before any rules text is read.
 *
 * A ct_cardpool collects the cards and definitions of any number of files (cardfile.c) and of card
 * data (carddata.c, with the same result) and finds them by every name they have. It owns them:
 * cards, texts and sources live in the pool's arena until the pool is freed. The rules text of a
 * face is a source of its own (source.h): paragraphs separated by '\n', comment lines and metadata
 * taken out,
 * "--" made an em dash, a leading "*" a bullet, "~" the face's name, curly quotes straight. What
 * parses it reports spans in it, and diagnostics find the file. */
#ifndef CT_CARDFILE_H
#define CT_CARDFILE_H

#include "compiler/arena.h"
#include "compiler/diag.h"
#include "compiler/source.h"
#include "runtime/set.h" /* enum ct_layout */

#include <stdint.h>

/* A few words of the file: a NUL-terminated string in the pool's arena and where it stands. Absent
 * parts have a text of NULL. */
struct ct_printed {
    const char *text;
    struct ct_span span; /* in the card's source */
};

/* @key value */
struct ct_metadata {
    struct ct_printed key;   /* without the @ */
    struct ct_printed value; /* "" when there is none */
    struct ct_metadata *next;
};

/* The name that a card or a face has in another language. */
struct ct_foreign_name {
    const char *lang; /* "de" */
    struct ct_printed name;
    struct ct_foreign_name *next;
};

struct ct_printed_face {
    struct ct_printed name;
    struct ct_printed mana_cost;        /* "{1}{G}"; text NULL: none */
    struct ct_printed type_line;        /* with an em dash before the subtypes */
    const struct ct_source *text;       /* rules text, never NULL; length 0 when there is none */
    struct ct_printed power, toughness; /* "2", "*", "1+*" */
    struct ct_printed loyalty, defense; /* "4", "X" */
    uint32_t colors;         /* of a colour indicator or @color: W U B R G = 1 2 4 8 16 */
    bool has_colors;         /* a colour indicator or @color is there (it may say colourless) */
    uint32_t types, supers;  /* masks of CT_TYPE_*, CT_SUPER_* bits, in the order of types.def */
    struct ct_span subtypes; /* of type_line.text: what stands behind the dash */
    struct ct_foreign_name *names;
    struct ct_metadata *metadata; /* of this face alone */
};

enum { CT_FACES_MAX = 2 };

struct ct_printed_card {
    const struct ct_source *source; /* the file, or the text of the card object */
    struct ct_span span;
    const char *name; /* "Fenlight Keeper // Kindle the Path" */
    enum ct_layout layout;
    struct ct_printed_face faces[CT_FACES_MAX];
    uint32_t face_count;
    struct ct_foreign_name
        *names; /* of the whole card: "Dreister Langfinger // Gemeiner Diebstahl" */
    struct ct_metadata *metadata;
    const char *set;         /* @set; or the first of the card object's sets; NULL: none */
    const char *const *sets; /* all of them, ended by NULL; NULL for card files */
    const char *text_status; /* of card data; NULL elsewhere */
    bool funny, rebalanced;  /* of card data */
    const char
        *outside_layout; /* card data: a layout that is no card of a two-player game; else NULL */
    struct ct_printed_card *next;
};

enum ct_definition_kind { CT_DEF_ACTION, CT_DEF_ABILITY, CT_DEF_TOKEN };

/* A part of a definition's head: words, or a parameter in braces ("cost" of "{cost}"). */
struct ct_head_part {
    struct ct_printed words;
    bool parameter;
};

/* `keyword action`, `keyword ability`, `token`. */
struct ct_definition {
    enum ct_definition_kind kind;
    const struct ct_source *source;
    struct ct_span span;
    struct ct_printed head; /* "ward {cost}", "{permanent} explores", "Wicked" */
    struct ct_head_part *parts;
    uint32_t part_count;
    struct ct_printed
        rule; /* of "@rule 702.19": the rules of the game implement it; else text NULL */
    struct ct_printed_face face; /* body in face.text; a token has all of a face */
    struct ct_definition *next;
};

struct ct_cardpool {
    struct ct_arena arena;
    struct ct_diags *diags; /* borrowed */
    struct ct_printed_card *cards, **cards_end;
    struct ct_definition *definitions, **definitions_end;
    uint32_t card_count, definition_count;
    struct ct_name_slot *slots; /* of names; cardpool.c */
    uint32_t slot_count, name_count;
};

/* LIMIT: most bytes of memory, 0 for none. DIAGS must outlive the pool. */
void ct_cardpool_init(struct ct_cardpool *pool, struct ct_diags *diags, size_t limit);
void ct_cardpool_free(struct ct_cardpool *pool);
/* Empties the pool for other cards, and keeps some of its memory. Diagnostics that were made keep
 * pointing at sources of the pool: print them first. */
void ct_cardpool_reset(struct ct_cardpool *pool);

/* Reads the card file SOURCE, which must live as long as the pool (load it into pool->arena). What
 * is wrong is reported, and the other cards of the file are read all the same. Returns false when
 * anything was reported. */
bool ct_cardfile_read(struct ct_cardpool *pool, const struct ct_source *source);

/* Loads and reads PATH by its ending: .cards is a card file, .json and .jsonl are card data, a
 * folder is every such file in it and below it, in order of their names. Returns false when
 * anything was reported. */
bool ct_cardpool_load(struct ct_cardpool *pool, const char *path);

/* Reads the mechanics that come with the compiler (prelude.h). */
bool ct_cardpool_prelude(struct ct_cardpool *pool);

/* The card that is called so: by its whole name ("A // B"), by the name of either face, or by
 * either in any other language it has; case, accents' encoding and surrounding spaces don't matter.
 * A whole English name goes before a face's, and that before another language. *FACE (may be NULL)
 * becomes the face named, 0 for the whole. NULL when there is none. */
struct ct_printed_card *ct_cardpool_find(const struct ct_cardpool *pool, const char *name,
                                         size_t len, uint32_t *face);

/* The definition with this head's first words ("explores", "ward", "Wicked"), or NULL. */
struct ct_definition *ct_cardpool_definition(const struct ct_cardpool *pool,
                                             enum ct_definition_kind kind, const char *name,
                                             size_t len);

/* For readers: adds a finished card or definition, and reports a name that is taken. A definition
 * that repeats another word for word is that one, and adds nothing. */
void ct_cardpool_add(struct ct_cardpool *pool, struct ct_printed_card *card);
void ct_cardpool_define(struct ct_cardpool *pool, struct ct_definition *definition);

/* For readers: sets types, supers and subtypes from face->type_line. False when it is no type line:
 * a word before the dash is neither a card type nor a supertype (*BAD is where), or there is no
 * type. */
bool ct_type_line_read(struct ct_printed_face *face, struct ct_span *bad);

/* For readers: reports what cannot be together on a face and a card (a creature without power and
 * toughness, an Adventure that is no instant or sorcery, a mana cost that is none) and settles
 * card->layout and card->name. False when it reported. */
bool ct_printed_check(struct ct_cardpool *pool, struct ct_printed_card *card, const char *layout,
                      struct ct_span layout_span);

/* Whether the layout is one of what is no card of a two-player game (grammar/layouts.def). */
bool ct_layout_is_outside(const char *word);

/* For readers: reports braces, quotes and parentheses that are not closed within a paragraph. */
bool ct_printed_text_check(struct ct_cardpool *pool, const struct ct_source *text);

#endif
