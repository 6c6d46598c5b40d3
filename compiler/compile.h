/* A compilation: what the passes share, and how they follow each other.
 *
 *     pool of printed cards ─► for each definition and face:
 *         parse (parse.h) ─► resolve (resolve.h) ─► check (check.h) ─► lower (lower.h) ─► image
 * (emit.h)
 *
 * A ct_compiler owns its pool, its lexicon, its image and its diagnostics. Trees and whatever else
 * a pass needs for one card live in `arena` and are gone when the next card is compiled; the bodies
 * of definitions, which cards are lowered with, live in pool.arena. A card with an error leaves
 * nothing in the image. */
#ifndef CT_COMPILE_H
#define CT_COMPILE_H

#include "cantrip/compiler.h"
#include "compiler/arena.h"
#include "compiler/cardfile.h"
#include "compiler/diag.h"
#include "compiler/emit.h"
#include "compiler/tree.h"

struct ct_mechanics;
struct ct_passage;

struct ct_compiler {
    struct ct_diags diags;
    struct ct_cardpool pool;
    struct ct_arena arena;
    struct ct_emit emit;
    struct ct_mechanics *mechanics;         /* what the definitions have become (mechanics.h) */
    struct ct_lexicon *lexicon;             /* words, with those of the definitions in the pool */
    struct ct_definition **next_definition; /* of the pool: the first that is not compiled yet */

    /* Called with the faces of each card that was compiled, before their trees are forgotten; may
     * be NULL. */
    void (*observe)(void *context, const struct ct_passage *passages, uint32_t count);
    void *observe_context;
};

/* What became of a card. */
struct ct_compiled {
    bool parsed;    /* its text has a tree */
    bool compiled;  /* it is in the image */
    bool roundtrip; /* its trees read as its texts; a card whose don't is not compiled */
    uint64_t code;  /* hash of its bytecode, independent of its name and of positions (only if asked
                       for) */
    uint32_t record; /* the card's index in the image */
};

enum ct_compile_flags {
    CT_COMPILE_CODE = 4,   /* the hash of the bytecode is wanted */
    CT_COMPILE_FORGET = 2, /* take the card out of the image again: only its result is wanted */
};

/* ---- what the passes offer to the driver (compile.c) ------------------------------------------
 */

/* A text with its tree: of a face of a card, or the body of a definition. */
struct ct_passage {
    const struct ct_printed_card *card;     /* NULL for a definition */
    const struct ct_definition *definition; /* NULL for a card's face */
    const struct ct_printed_face *face;     /* of either; its text is the passage's */
    ct_node *tree;                          /* CT_TEXT; of an empty text one without children */
};

/* mechanics.c: the empty tables of mechanics, in pool.arena. Call it before the first definition is
 * lowered. False when memory is refused. */
bool ct_mechanics_init(struct ct_compiler *compiler);

/* mechanics.c: enters the definition's record (keyword, action or token), so that others can refer
 * to it before its code is there. False after an error. */
bool ct_declare_definition(struct ct_compiler *compiler, const struct ct_passage *passage);

/* mechanics.c: the code of a definition that was declared. Its tree stays valid until the compiler
 * is freed, and is what its uses are lowered with. After an error nothing can use it. */
bool ct_lower_definition(struct ct_compiler *compiler, const struct ct_passage *passage);

/* lower_face.c: the card with its faces as records of the image; PASSAGES has one a face. *RECORD
 * becomes the card's index. False after an error; the driver then takes back what was added. */
bool ct_lower_card(struct ct_compiler *compiler, const struct ct_printed_card *card,
                   const struct ct_passage *passages, uint32_t *record);

/* ---- the driver -------------------------------------------------------------------------------
 */

/* Sets up a compiler in place, and takes it down. False when memory is refused or the mechanics
 * that come with it are wrong, which is reported. */
bool ct_compiler_init(ct_compiler *compiler);
void ct_compiler_fini(ct_compiler *compiler);

/* Compiles the definitions that were read since the last call, so that cards can use them. False
 * when something is wrong with them. */
bool ct_compile_definitions(ct_compiler *compiler);

/* Compiles one card of the pool. False when it is declined; the reason is the first new diagnostic.
 */
bool ct_compile_card(ct_compiler *compiler, const struct ct_printed_card *card, unsigned flags,
                     struct ct_compiled *result);

/* Compiles a use of every keyword ability that has a parameter, and forgets it again: what is wrong
 * with such a definition shows only in use. After ct_compile_definitions. (examples.c) */
bool ct_compile_examples(ct_compiler *compiler);

/* Compiles every card of the pool. False when any was declined. */
bool ct_compile_all(ct_compiler *compiler, unsigned flags);

#endif
