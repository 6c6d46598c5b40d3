/* cantrip fmt: the canonical form of card files. */
#include "tool/command.h"

#include "compiler/cardfmt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fmt {
    bool write, check;
};

/* Writes the text beside the file and then in its place, unless it is like that already: the file is whole
 * whatever happens. */
static int write_back(const char *path, const struct ct_source *source, const char *text)
{
    char *beside = NULL;
    FILE *file = NULL;
    bool good;

    if (strcmp(source->text, text) == 0) return CT_EXIT_FINE;
    good = asprintf(&beside, "%s.part", path) > 0 && (file = fopen(beside, "wb"));
    good = good && fputs(text, file) >= 0;
    if (file) good = fclose(file) == 0 && good;
    good = good && rename(beside, path) == 0;
    if (!good) {
        perror(path);
        if (file) remove(beside);
    }
    free(beside);
    return good ? CT_EXIT_FINE : CT_EXIT_USAGE;
}

static int format_file(const char *path, const struct fmt *fmt)
{
    struct ct_diags diags;
    struct ct_cardpool pool;
    struct ct_source *source;
    const char *text = NULL;
    int status = CT_EXIT_INPUT;

    ct_diags_init(&diags);
    ct_cardpool_init(&pool, &diags, 0);
    source = ct_source_load(&pool.arena, path, &diags);
    if (source) text = ct_cardfile_format(&pool, source);
    if (!text) {
        ct_show_diags(&diags, false);
    } else if (fmt->check) {
        status = strcmp(source->text, text) == 0 ? CT_EXIT_FINE : CT_EXIT_INPUT;
        if (status != CT_EXIT_FINE) printf("%s is not in its canonical form\n", path);
    } else if (fmt->write) {
        status = write_back(path, source, text);
    } else {
        status = fputs(text, stdout) >= 0 ? CT_EXIT_FINE : CT_EXIT_USAGE;
    }
    ct_cardpool_free(&pool);
    ct_diags_free(&diags);
    return status;
}

int ct_cmd_fmt(int argc, char **argv)
{
    struct fmt fmt = {0};
    const struct ct_flag options[] = {
        {"write", 'w', &fmt.write, NULL}, {"check", 0, &fmt.check, NULL}, {0}};
    int status = CT_EXIT_FINE;

    argc = ct_take_options(argc, argv, options);
    if (argc < 2) return ct_usage("fmt");
    for (int i = 1; i < argc; i++) {
        int own = format_file(argv[i], &fmt);
        if (own > status) status = own;
    }
    return status;
}
