/* cantrip probe: is any word of the texts that compile read and forgotten? */
#include "tool/command.h"

#include "compiler/carddata.h"
#include "compiler/compile.h"
#include "compiler/probe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
    ct_compiler compiler;
    struct ct_probe_report report;
    unsigned kinds;
    unsigned long every, seen; /* one card of so many */
};

static const char *const kind_names[CT_PROBE_KINDS] = {"nonsense", "deletion", "swap"};

static void show(void *user, const struct ct_probe_failure *failure)
{
    (void)user;
    printf("%s: %s: \"%s\"", failure->card->faces[failure->face].name.text,
           kind_names[failure->kind], failure->words);
    if (*failure->instead) printf(" -> \"%s\"", failure->instead);
    printf("%s\n    %s\n",
           failure->caret                     ? ", refused elsewhere"
           : failure->kind == CT_PROBE_GLEEPS ? ", accepted"
                                              : ", same code",
           failure->text);
}

static bool take(struct run *run, const struct ct_printed_card *card)
{
    if (run->seen++ % run->every) return true;
    return ct_probe_card(&run->compiler, card, run->kinds, &run->report, show, NULL);
}

static bool probe_data(struct run *run, const char *path)
{
    struct ct_carddata *data = ct_carddata_open(path, &run->compiler.diags);
    enum ct_carddata_result result;
    struct ct_printed_card *card;
    struct ct_cardpool pool;
    const char *name;
    bool good = true;

    if (!data) return false;
    ct_cardpool_init(&pool, &run->compiler.diags, 0);
    while (good && (result = ct_carddata_next(data, &pool, &card, &name)) != CT_CARDDATA_END) {
        if (card && !card->funny && !card->rebalanced && !card->outside_layout)
            good = take(run, card);
        ct_diags_clear(&run->compiler.diags);
        ct_cardpool_reset(&pool);
    }
    ct_cardpool_free(&pool);
    ct_carddata_close(data);
    return good;
}

static bool probe_files(struct run *run, const char *path)
{
    struct ct_printed_card **last = run->compiler.pool.cards_end;

    if (!ct_compiler_add_file(&run->compiler, path) || !ct_compile_definitions(&run->compiler))
        return false;
    for (const struct ct_printed_card *card = *last; card; card = card->next)
        if (!take(run, card)) return false;
    return true;
}

static bool is_data(const char *path)
{
    const char *dot = strrchr(path, '.');

    return dot && (strcmp(dot, ".json") == 0 || strcmp(dot, ".jsonl") == 0);
}

static void print_report(const struct ct_probe_report *report)
{
    printf("%u cards that compile\n", report->cards);
    for (int k = 0; k < CT_PROBE_KINDS; k++)
        printf("%-9s %8u tried  %8u compiled  %6u failed\n", kind_names[k], report->tried[k],
               report->compiled[k], report->failed[k]);
    printf("%u deletions of words that may be absent\n", report->excused);
}

int ct_cmd_probe(int argc, char **argv)
{
    struct run run = {.kinds = 0, .every = 1};
    const char *every = "1", *kind = NULL;
    const struct ct_flag options[] = {{"every", 0, NULL, &every}, {"kind", 0, NULL, &kind}, {0}};
    uint32_t failed = 0;
    bool good;

    argc = ct_take_options(argc, argv, options);
    run.every = strtoul(every, NULL, 10);
    for (int k = 0; k < CT_PROBE_KINDS; k++)
        if (!kind || strcmp(kind, kind_names[k]) == 0) run.kinds |= 1u << k;
    if (argc < 2 || !run.every || !run.kinds) return ct_usage("probe");
    good = ct_compiler_init(&run.compiler) && ct_compile_definitions(&run.compiler);
    for (int i = 1; i < argc && good; i++)
        good = is_data(argv[i]) ? probe_data(&run, argv[i]) : probe_files(&run, argv[i]);
    if (!good) ct_show_diags(&run.compiler.diags, false);
    print_report(&run.report);
    for (int k = 0; k < CT_PROBE_KINDS; k++)
        failed += run.report.failed[k];
    ct_compiler_fini(&run.compiler);
    return good && !failed ? CT_EXIT_FINE : CT_EXIT_INPUT;
}
