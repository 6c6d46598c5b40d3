/* The driver: from printed cards to an image, pass by pass. */
#include "compiler/compile.h"

#include "compiler/check.h"
#include "compiler/codehash.h"
#include "compiler/define.h"
#include "compiler/lexicon.h"
#include "compiler/parse.h"
#include "compiler/render.h"
#include "compiler/resolve.h"
#include "compiler/roundtrip.h"
#include "runtime/codes.h"
#include "runtime/verify.h"

#include <stdlib.h>
#include <string.h>

static const struct ct_span nowhere = {0, 0};

bool ct_compiler_init(ct_compiler *compiler)
{
    *compiler = (ct_compiler){0};
    ct_diags_init(&compiler->diags);
    ct_cardpool_init(&compiler->pool, &compiler->diags, 0);
    compiler->next_definition = &compiler->pool.definitions;
    ct_arena_init(&compiler->arena, 0);
    ct_emit_init(&compiler->emit);
    /* The rules put counters that no text of the set may name: wither, poison, loyalty. */
#define KNOWN(name, text) ct_emit_symbol(&compiler->emit, text, sizeof(text) - 1);
#include "runtime/wellknown.def"
#undef KNOWN
    compiler->lexicon = ct_lexicon_new();
    return compiler->lexicon && ct_mechanics_init(compiler) && ct_cardpool_prelude(&compiler->pool);
}

void ct_compiler_fini(ct_compiler *compiler)
{
    if (compiler->lexicon) ct_lexicon_free(compiler->lexicon);
    ct_emit_free(&compiler->emit);
    ct_arena_free(&compiler->arena);
    ct_cardpool_free(&compiler->pool);
    ct_diags_free(&compiler->diags);
}

static bool out_of_memory(ct_compiler *compiler)
{
    ct_diag_add(&compiler->diags, CT_ERR_OUT_OF_MEMORY, NULL, nowhere, "memory is exhausted");
    return false;
}

/* ---- a text --------------------------------------------------------------------------------- */

static enum ct_text_of text_of(const struct ct_passage *passage)
{
    const uint32_t spell = CT_TYPE_INSTANT | CT_TYPE_SORCERY;

    if (passage->definition && passage->definition->kind == CT_DEF_ACTION) return CT_TEXT_ACTION;
    if (passage->definition && passage->definition->kind == CT_DEF_ABILITY) return CT_TEXT_ABILITY;
    return passage->face->types & spell ? CT_TEXT_SPELL : CT_TEXT_PERMANENT;
}

/* Reads the passage's text into its tree, which lives in ARENA. False after an error. */
static bool parse(ct_compiler *compiler, struct ct_arena *arena, struct ct_passage *passage)
{
    struct ct_parser parser = {
        .arena = arena,
        .lexicon = compiler->lexicon,
        .source = passage->face->text,
        .diags = &compiler->diags,
        .name = passage->face->name.text ? passage->face->name.text : "",
        .of = text_of(passage),
        .legendary = (passage->face->supers & CT_SUPER_LEGENDARY) != 0,
    };
    unsigned errors = 0;

    if (passage->face->text->len == 0)
        passage->tree = ct_node_new(arena, CT_TEXT, nowhere, 0);
    else
        passage->tree = ct_parse(&parser, &errors);
    return passage->tree && errors == 0;
}

static bool bind(ct_compiler *compiler, struct ct_arena *arena, const struct ct_passage *passage)
{
    const struct ct_resolve resolve = {
        .arena = arena,
        .diags = &compiler->diags,
        .source = passage->face->text,
        .parameter =
            passage->definition ? ct_define_subject(compiler, arena, passage->definition) : NULL,
    };

    return ct_resolve(&resolve, passage->tree);
}

/* Whether the tree reads as the text; reports where it doesn't. Every text must: what the tree does
 * not say, the code does not do. */
static bool check_roundtrip(ct_compiler *compiler, const struct ct_passage *passage)
{
    const char *name = passage->face->name.text ? passage->face->name.text : "";
    const char *comma = strstr(name, ", ");
    const struct ct_render_names names = {
        .self = name,
        .short_self =
            comma ? ct_arena_strndup(&compiler->arena, name, (size_t)(comma - name)) : NULL,
    };
    const char *rendered =
        ct_render(&compiler->arena, compiler->lexicon, &names, passage->tree, NULL);
    struct ct_diag *diag;
    uint32_t at;

    if (!rendered) return out_of_memory(compiler);
    if (ct_roundtrip_same(passage->face->text->text, rendered, name, &at)) return true;
    diag = ct_diag_add(&compiler->diags, CT_ERR_NO_ROUNDTRIP, passage->face->text,
                       (struct ct_span){at, at + 1}, "the text is read differently from here on");
    ct_diag_note(diag, NULL, nowhere, "it is read as: %s", rendered);
    return false;
}

/* ---- definitions ---------------------------------------------------------------------------- */

/* Reads and binds the text of a definition and enters its records, still without code. Its tree
 * stays: what uses it is lowered with it. */
static bool declare(ct_compiler *compiler, const struct ct_definition *definition,
                    struct ct_passage *passage)
{
    *passage = (struct ct_passage){.definition = definition, .face = &definition->face};
    return parse(compiler, &compiler->pool.arena, passage) &&
           bind(compiler, &compiler->pool.arena, passage) && ct_check(compiler, passage) &&
           check_roundtrip(compiler, passage) && ct_declare_definition(compiler, passage);
}

bool ct_compile_definitions(ct_compiler *compiler)
{
    const struct ct_definition *first = *compiler->next_definition;
    uint32_t errors = compiler->diags.errors;
    struct ct_passage *passages;
    uint32_t count = 0;
    bool good = true;

    /* All words first, then all names, then all bodies: a definition may use another that stands
     * behind it. */
    for (const struct ct_definition *definition = first; definition; definition = definition->next)
        good = ct_define_words(compiler, definition) && good;
    if (!good) return compiler->diags.errors > errors ? false : out_of_memory(compiler);
    for (const struct ct_definition *definition = first; definition; definition = definition->next)
        count++;
    passages = ct_arena_array(&compiler->pool.arena, count, sizeof *passages);
    if (!passages && count) return out_of_memory(compiler);
    count = 0;
    for (const struct ct_definition *definition = first; definition;
         definition = definition->next) {
        if (declare(compiler, definition, &passages[count]))
            count++;
        else
            good = false;
    }
    for (uint32_t i = 0; i < count; i++)
        good = ct_lower_definition(compiler, &passages[i]) && good;
    compiler->next_definition = compiler->pool.definitions_end;
    return good;
}

/* ---- cards ---------------------------------------------------------------------------------- */

/* A card that the game does not have; said once. */
static bool is_of_the_game(ct_compiler *compiler, const struct ct_printed_card *card)
{
    if (!card->outside_layout) return true;
    ct_diag_add(&compiler->diags, CT_ERR_OUTSIDE_LAYOUT, card->source, card->faces[0].name.span,
                "a card of the layout %s is no part of the game that is compiled",
                card->outside_layout);
    return false;
}

static bool parse_faces(ct_compiler *compiler, const struct ct_printed_card *card,
                        struct ct_passage *passages)
{
    bool good = true;

    for (uint32_t i = 0; i < card->face_count; i++) {
        passages[i] = (struct ct_passage){.card = card, .face = &card->faces[i]};
        if (!ct_define_subtypes(compiler, &card->faces[i])) return out_of_memory(compiler);
        good = parse(compiler, &compiler->arena, &passages[i]) && good;
    }
    return good;
}

/* Where the ability is printed on the card: its words, or the card's name for one that stands
 * inside another. */
static struct ct_diag *report_unverified(ct_compiler *compiler, const struct ct_printed_card *card,
                                         uint32_t record, const ct_verify_error *error)
{
    const struct ct_emit *emit = &compiler->emit;
    const ct_rec_card *rec = &emit->card[record];

    for (uint32_t i = 0; i < rec->nfaces && i < card->face_count; i++) {
        const ct_rec_face *face = &emit->face[rec->face0 + i];
        const ct_rec_ability *ability = &emit->ability[error->ability];
        if (error->ability < face->abil0 || error->ability >= face->abil0 + face->nabils) continue;
        return ct_diag_add(
            &compiler->diags, CT_ERR_NOT_VERIFIED, card->faces[i].text,
            (struct ct_span){ability->source_off, ability->source_off + ability->source_len},
            "the compiler has translated this into code that cannot be run");
    }
    return ct_diag_add(&compiler->diags, CT_ERR_NOT_VERIFIED, card->source,
                       card->faces[0].name.span,
                       "the compiler has translated this card into code that cannot be run");
}

/* Whether the verifier accepts the abilities that were added from FIRST on: what it refuses is the
 * compiler's own fault, and must not leave it. */
static bool verify(ct_compiler *compiler, const struct ct_printed_card *card, uint32_t first,
                   uint32_t record)
{
    const ct_set view = ct_emit_view(&compiler->emit);
    ct_verify_error error;
    char message[256];

    if (ct_verify_abilities(&view, first, &error)) return true;
    ct_diag_note(report_unverified(compiler, card, record, &error), NULL, nowhere, "%s",
                 ct_verify_message(&error, message, sizeof message));
    return false;
}

static bool compile_faces(ct_compiler *compiler, const struct ct_printed_card *card, unsigned flags,
                          struct ct_compiled *result)
{
    struct ct_passage passages[CT_FACES_MAX];
    const uint32_t first = compiler->emit.nability;
    bool good = true;

    if (!parse_faces(compiler, card, passages)) return false;
    result->parsed = true;
    for (uint32_t i = 0; i < card->face_count; i++)
        good = bind(compiler, &compiler->arena, &passages[i]) && ct_check(compiler, &passages[i]) &&
               good;
    result->roundtrip = good;
    for (uint32_t i = 0; i < card->face_count && good; i++)
        result->roundtrip = check_roundtrip(compiler, &passages[i]) && result->roundtrip;
    good = result->roundtrip;
    if (!good || !ct_lower_card(compiler, card, passages, &result->record)) return false;
    if (!verify(compiler, card, first, result->record)) return false;
    result->compiled = true;
    if (compiler->observe) compiler->observe(compiler->observe_context, passages, card->face_count);
    if (flags & CT_COMPILE_CODE) result->code = ct_emit_code_hash(&compiler->emit, result->record);
    return true;
}

bool ct_compile_card(ct_compiler *compiler, const struct ct_printed_card *card, unsigned flags,
                     struct ct_compiled *result)
{
    const struct ct_emit_mark mark = ct_emit_mark(&compiler->emit);
    uint32_t errors = compiler->diags.errors;
    bool good;

    *result = (struct ct_compiled){0};
    good = is_of_the_game(compiler, card) && compile_faces(compiler, card, flags, result);
    if (!result->compiled || flags & CT_COMPILE_FORGET) ct_emit_rollback(&compiler->emit, &mark);
    /* A pass that declines says why, but when memory was refused there may be no saying. */
    if (!good && compiler->diags.errors == errors) out_of_memory(compiler);
    ct_arena_reset(&compiler->arena);
    return good;
}

bool ct_compile_all(ct_compiler *compiler, unsigned flags)
{
    bool good = ct_compile_definitions(compiler);

    for (const struct ct_printed_card *card = compiler->pool.cards; card; card = card->next) {
        struct ct_compiled result;
        good = ct_compile_card(compiler, card, flags, &result) && good;
    }
    return good;
}

/* ---- from outside --------------------------------------------------------------------------- */

ct_compiler *ct_compiler_new(void)
{
    ct_compiler *compiler = malloc(sizeof *compiler);

    if (compiler && ct_compiler_init(compiler)) return compiler;
    ct_compiler_free(compiler);
    return NULL;
}

void ct_compiler_free(ct_compiler *compiler)
{
    if (!compiler) return;
    ct_compiler_fini(compiler);
    free(compiler);
}

bool ct_compiler_add_file(ct_compiler *compiler, const char *path)
{
    return ct_cardpool_load(&compiler->pool, path);
}

bool ct_compiler_add_text(ct_compiler *compiler, const char *name, const char *text, size_t len)
{
    struct ct_source *source =
        ct_source_from(&compiler->pool.arena, name, text, len, &compiler->diags);

    return source && ct_cardfile_read(&compiler->pool, source);
}

/* What the verifier refuses must not leave the compiler, though it is the compiler's own fault;
 * then the set is freed. */
static bool verified(ct_compiler *compiler, ct_set *set)
{
    ct_verify_error error;
    char message[256];

    if (ct_verify(set, &error)) return true;
    ct_diag_add(&compiler->diags, CT_ERR_NOT_VERIFIED, NULL, nowhere,
                "the compiler has made a set that cannot be run: %s",
                ct_verify_message(&error, message, sizeof message));
    ct_set_free(set);
    return false;
}

struct ct_set *ct_compiler_finish(ct_compiler *compiler)
{
    struct ct_set *set;

    if (!ct_compile_all(compiler, 0) || compiler->diags.errors) return NULL;
    set = ct_emit_finish(&compiler->emit);
    if (!set) out_of_memory(compiler);
    return set && verified(compiler, set) ? set : NULL;
}

size_t ct_compiler_errors(const ct_compiler *compiler)
{
    return compiler->diags.errors;
}

void ct_compiler_print(const ct_compiler *compiler, FILE *out, enum ct_print format)
{
    static const enum ct_diag_format formats[] = {
        [CT_PRINT_TEXT] = CT_DIAG_TEXT,
        [CT_PRINT_COLOR] = CT_DIAG_COLOUR,
        [CT_PRINT_JSON] = CT_DIAG_JSON,
    };

    ct_diags_print(out, &compiler->diags, formats[format]);
}
