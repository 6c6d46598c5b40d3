/* cantrip coverage: how much of a card pool compiles and reads back. */
#include "tool/command.h"

#include "compiler/carddata.h"
#include "compiler/compile.h"
#include "compiler/coverage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
    ct_compiler compiler;
    struct ct_coverage coverage;
    bool per_card;
};

/* Compiles a card for its result alone. CARD is NULL when it could not be read; OUTSIDE of the game
 * it is not counted then either. */
static void take(struct run *run, const struct ct_printed_card *card, const char *name,
                 bool outside)
{
    struct ct_compiled result = {0};
    const struct ct_diag *why;

    if (card) ct_compile_card(&run->compiler, card, CT_COMPILE_CODE | CT_COMPILE_FORGET, &result);
    why = run->compiler.diags.first;
    if (card)
        ct_coverage_add(&run->coverage, card, &result, result.compiled ? NULL : why);
    else if (outside)
        run->coverage.outside++;
    else
        run->coverage.all.cards++;
    if (run->per_card) ct_coverage_card(stdout, name, card, &result, why);
    ct_diags_clear(&run->compiler.diags);
}

/* Card data, one card at a time. */
static bool cover_data(struct run *run, const char *path)
{
    struct ct_carddata *data = ct_carddata_open(path, &run->compiler.diags);
    enum ct_carddata_result result;
    struct ct_printed_card *card;
    struct ct_cardpool pool;
    const char *name;

    if (!data) return false;
    ct_cardpool_init(&pool, &run->compiler.diags, 0);
    while ((result = ct_carddata_next(data, &pool, &card, &name)) != CT_CARDDATA_END) {
        take(run, card, name, ct_carddata_outside(data));
        ct_cardpool_reset(&pool);
    }
    ct_cardpool_free(&pool);
    ct_carddata_close(data);
    return run->compiler.diags.errors == 0;
}

/* Card files; a file that is wrong is no basis for a count. */
static bool cover_files(struct run *run, const char *path)
{
    struct ct_printed_card **last = run->compiler.pool.cards_end;

    if (!ct_compiler_add_file(&run->compiler, path) || !ct_compile_definitions(&run->compiler))
        return false;
    for (const struct ct_printed_card *card = *last; card; card = card->next)
        take(run, card, card->name, false);
    return true;
}

static bool is_data(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".json") == 0 || strcmp(dot, ".jsonl") == 0);
}

int ct_cmd_coverage(int argc, char **argv)
{
    struct run run = {.per_card = false};
    bool json = false, good;
    const char *most = "30";
    const struct ct_flag options[] = {{"json", 0, &json, NULL},
                                        {"per-card", 0, &run.per_card, NULL},
                                        {"blockers", 0, NULL, &most},
                                        {0}};

    argc = ct_take_options(argc, argv, options);
    if (argc < 2) return ct_usage("coverage");
    ct_coverage_init(&run.coverage);
    good = ct_compiler_init(&run.compiler);
    /* A mechanic that does not compile costs the cards that use it; the others are counted. */
    if (good && !ct_compile_definitions(&run.compiler)) {
        ct_show_diags(&run.compiler.diags, false);
        ct_diags_clear(&run.compiler.diags);
    }
    for (int i = 1; i < argc && good; i++)
        good = is_data(argv[i]) ? cover_data(&run, argv[i]) : cover_files(&run, argv[i]);
    if (!good)
        ct_show_diags(&run.compiler.diags, false);
    else if (json)
        ct_coverage_json(stdout, &run.coverage, strtoul(most, NULL, 10));
    else if (!run.per_card)
        ct_coverage_print(stdout, &run.coverage, strtoul(most, NULL, 10));
    ct_coverage_free(&run.coverage);
    ct_compiler_fini(&run.compiler);
    return good ? CT_EXIT_FINE : CT_EXIT_INPUT;
}
