/* A parser over one text, for the tests of reading and printing. */
#ifndef CT_TEST_READING_H
#define CT_TEST_READING_H

#include "support.h"

#include "compiler/parse.h"
#include "compiler/render.h"
#include "compiler/words.h"

struct reading {
    struct ct_arena arena;
    struct ct_lexicon *lexicon;
    struct ct_diags diags;
    struct ct_parser parser;
    ct_node *tree;
    unsigned errors;
};

static inline void reading_open(struct reading *r, const char *name, enum ct_text_of of,
                                const char *text)
{
    static const char *const roles[] = {"Monster", "Young Hero"};

    memset(r, 0, sizeof *r);
    ct_arena_init(&r->arena, 0);
    ct_diags_init(&r->diags);
    r->lexicon = ct_lexicon_new();
    assert_non_null(r->lexicon);
    for (size_t i = 0; i < 2; i++)
        assert_int_not_equal(ct_lexicon_add_token(r->lexicon, roles[i], strlen(roles[i])), 0);
    r->parser.arena = &r->arena;
    r->parser.lexicon = r->lexicon;
    r->parser.diags = &r->diags;
    r->parser.name = name;
    r->parser.of = of;
    r->parser.legendary = true;
    r->parser.source = ct_source_from(&r->arena, "test", text, strlen(text), &r->diags);
    assert_non_null(r->parser.source);
}

static inline void reading_parse(struct reading *r)
{
    r->tree = ct_parse(&r->parser, &r->errors);
}

static inline void reading_close(struct reading *r)
{
    ct_lexicon_free(r->lexicon);
    ct_diags_free(&r->diags);
    ct_arena_free(&r->arena);
}

/* The words of the first error, in the text. */
static inline const char *reading_caret(const struct reading *r, char *out, size_t size)
{
    const struct ct_diag *d = r->diags.first;

    out[0] = 0;
    if (d)
        snprintf(out, size, "%.*s", (int)(d->derived_span.end - d->derived_span.start),
                 r->parser.source->text + d->derived_span.start);
    return out;
}

#endif
