/* The mechanics that a compilation knows: keyword abilities and keyword actions by their word in the lexicon,
 * tokens by name. A keyword with an argument ("ward {2}") is lowered from its definition once for each
 * argument that is used; the tables find it again as long as its records are in the image. Owned by the
 * compiler; trees live in pool.arena. */
#ifndef CT_MECHANICS_H
#define CT_MECHANICS_H

#include "compiler/compile.h"

/* A keyword action [CR 701]. */
struct ct_action_info {
    int32_t verb;
    uint32_t index, name; /* record; symbol */
    bool by_object;       /* what does it is an object ("[permanent] explores"), else a player */
    bool number;          /* "scry [number]" */
    const struct ct_source *source;
};

struct ct_token_def {
    uint32_t face;
    const struct ct_source *source; /* NULL: it could not be lowered */
};

struct ct_keyword_def {
    int32_t word;       /* of the lexicon */
    const char *name;
    uint32_t base;      /* record of the name alone */
    uint32_t builtin;   /* CT_KW_*, or CT_NONE */
    bool argument;
    ct_node *tree;      /* CT_TEXT, NULL if builtin */
    const struct ct_source *source;
    uint32_t *used;     /* records with arguments */
    size_t nused, capused;
};

struct ct_mechanics {
    struct ct_keyword_def *keywords;
    size_t nkeywords, capkeywords;
    struct ct_action_info *actions;
    size_t nactions, capactions;
    struct ct_token_def *tokens;
    size_t ntokens, captokens;
};

/* NULL if the verb is no keyword action of the compilation. */
const struct ct_action_info *ct_action_of_verb(const struct ct_compiler *c, int32_t verb);
/* The keyword record of a name, of a word of the lexicon; CT_NONE if it has no definition. */
uint32_t ct_keyword_base(const struct ct_compiler *c, const char *name);
uint32_t ct_keyword_base_of(const struct ct_compiler *c, int32_t word);
struct ct_keyword_def *ct_keyword_def_of(const struct ct_compiler *c, int32_t word);
/* The face of the predefined token whose name is SYMBOL; CT_NONE. */
uint32_t ct_token_face_named(const struct ct_compiler *c, uint32_t symbol);
/* The family of a subtype [CR 205.3]. */
int ct_subtype_family(const struct ct_compiler *c, int32_t subtype);

#endif
