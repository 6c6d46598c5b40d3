/* A keyword ability with a parameter is compiled where a card has it, with what the card gives.
 * Here each is given an example, so that its text is looked at even before a card uses it. */
#include "compiler/compile.h"

#include "runtime/codes.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 200 };

static const char *example_of(const char *parameter)
{
    static const struct {
        const char *parameter, *example;
    } examples[] = {{"cost", "{1}"}, {"number", "1"}, {"quality", "white"}};

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        if (!strcmp(examples[i].parameter, parameter)) return examples[i].example;
    return NULL;
}

/* The words of the head with its parameters given: "Crew 1". 0 if it has none, or does not fit. */
static size_t use_of(const struct ct_definition *definition, char *text)
{
    size_t len = 0;
    bool given = false;

    for (uint32_t i = 0; i < definition->part_count; i++) {
        const struct ct_head_part *part = &definition->parts[i];
        const char *words = part->parameter ? example_of(part->words.text) : part->words.text;
        size_t more = words ? strlen(words) : LONGEST;

        if (len + more + 2 > LONGEST) return 0;
        if (len) text[len++] = ' ';
        memcpy(text + len, words, more);
        len += more;
        given = given || part->parameter;
    }
    if (!len) return 0;
    text[0] = (char)toupper((unsigned char)text[0]);
    return given ? len : 0;
}

static bool compile_use(ct_compiler *compiler, const struct ct_definition *definition)
{
    char text[LONGEST] = "";
    size_t len = use_of(definition, text);
    struct ct_compiled result;

    if (!len) return true;
    struct ct_source *source =
        ct_source_from(&compiler->pool.arena, "an example", text, len, &compiler->diags);
    if (!source) return false;
    struct ct_printed_card card = {
        .source = source, .name = "An Example", .layout = CT_LAYOUT_NORMAL, .face_count = 1};
    card.faces[0] = (struct ct_printed_face){
        .name = {.text = "An Example"},
        .type_line = {.text = "Artifact Creature"},
        .text = source,
        .power = {.text = "1"},
        .toughness = {.text = "1"},
        .types = CT_TYPE_ARTIFACT | CT_TYPE_CREATURE,
    };
    return ct_compile_card(compiler, &card, CT_COMPILE_FORGET, &result);
}

bool ct_compile_examples(ct_compiler *compiler)
{
    bool good = true;

    for (const struct ct_definition *d = compiler->pool.definitions; d; d = d->next)
        if (d->kind == CT_DEF_ABILITY && !d->rule.text) good = compile_use(compiler, d) && good;
    return good;
}
