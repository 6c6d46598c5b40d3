/* cantrip explain: a card as the compiler reads it, or an error code at length. */
#include "tool/command.h"

#include "compiler/compile.h"
#include "compiler/explain.h"
#include "runtime/disasm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Where cards are looked for when no file is named. */
static const char default_folder[] = "cards";

/* The number of "E0123", or -1. */
static long code_number(const char *text)
{
    char *end;
    long number;

    if (toupper((unsigned char)text[0]) != 'E' || !isdigit((unsigned char)text[1])) return -1;
    number = strtol(text + 1, &end, 10);
    return *end ? -1 : number;
}

static int explain_code(long number)
{
    const struct ct_code_info *info = ct_code_info((unsigned)number);

    if (!info) {
        fprintf(stderr, "cantrip explain: there is no error code E%04ld\n", number);
        return CT_EXIT_INPUT;
    }
    ct_explain_code(stdout, info);
    return CT_EXIT_FINE;
}

static void show_trees(void *context, const struct ct_passage *passages, uint32_t count)
{
    const ct_compiler *compiler = context;

    ct_explain_trees(stdout, compiler->lexicon, passages, count);
}

static void show_bytecode(const ct_set *set, uint32_t record)
{
    const ct_rec_card *card = &set->card[record];

    for (ct_w i = 0; i < card->nfaces; i++) {
        const ct_rec_face *face = &set->face[card->face0 + i];
        for (ct_w j = 0; j < face->nabils; j++)
            ct_disasm_ability(set, face->abil0 + j, stdout);
    }
}

static int explain_card(ct_compiler *compiler, const char *name)
{
    const struct ct_printed_card *card =
        ct_cardpool_find(&compiler->pool, name, strlen(name), NULL);
    struct ct_compiled result;
    ct_set *set;

    if (!card) {
        ct_show_diags(&compiler->diags, false);
        fprintf(stderr, "cantrip explain: there is no card with the name '%s'\n", name);
        return CT_EXIT_INPUT;
    }
    compiler->observe = show_trees;
    compiler->observe_context = compiler;
    if (!ct_compile_definitions(compiler) || !ct_compile_card(compiler, card, 0, &result)) {
        ct_show_diags(&compiler->diags, false);
        return CT_EXIT_INPUT;
    }
    set = ct_emit_finish(&compiler->emit);
    if (!set) {
        fputs("cantrip explain: memory is exhausted\n", stderr);
        return CT_EXIT_USAGE;
    }
    show_bytecode(set, result.record);
    ct_set_free(set);
    return CT_EXIT_FINE;
}

int ct_cmd_explain(int argc, char **argv)
{
    const struct ct_flag options[] = {{0}};
    ct_compiler compiler;
    int status = CT_EXIT_USAGE;

    argc = ct_take_options(argc, argv, options);
    if (argc < 2) return ct_usage("explain");
    if (argc == 2 && code_number(argv[1]) >= 0) return explain_code(code_number(argv[1]));
    if (ct_compiler_init(&compiler)) {
        for (int i = 2; i < argc; i++)
            ct_compiler_add_file(&compiler, argv[i]);
        if (argc == 2) ct_compiler_add_file(&compiler, default_folder);
        status = explain_card(&compiler, argv[1]);
    } else {
        ct_show_diags(&compiler.diags, false);
    }
    ct_compiler_fini(&compiler);
    return status;
}
