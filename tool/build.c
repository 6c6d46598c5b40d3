/* cantrip build: compiles card files into a set file. */
#include "tool/command.h"

#include "compiler/compile.h"
#include "runtime/set.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int write_bytes(void *user, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) == size ? 0 : 1;
}

/* Writes the set beside PATH and then in its place, so that a file is whole or not there. */
static bool write_set(const ct_set *set, const char *path)
{
    char *beside = NULL;
    FILE *file = NULL;
    bool good = asprintf(&beside, "%s.part", path) > 0 && (file = fopen(beside, "wb"));

    good = good && ct_set_write(set, write_bytes, file) == 0;
    if (file) good = fclose(file) == 0 && good;
    good = good && rename(beside, path) == 0;
    if (!good) {
        fprintf(stderr, "cantrip build: cannot write %s: %s\n", path, strerror(errno));
        if (file) remove(beside);
    }
    free(beside);
    return good;
}

static int build(ct_compiler *compiler, int argc, char **argv, const char *out)
{
    bool good = true;
    ct_set *set;
    int status;

    for (int i = 1; i < argc; i++)
        good = ct_compiler_add_file(compiler, argv[i]) && good;
    set = ct_compiler_finish(compiler);
    ct_show_diags(&compiler->diags, false);
    if (!good || !set) {
        fprintf(stderr, "%u error%s, nothing is written\n", compiler->diags.errors,
                compiler->diags.errors == 1 ? "" : "s");
        if (set) ct_set_free(set);
        return CT_EXIT_INPUT;
    }
    status = write_set(set, out) ? CT_EXIT_FINE : CT_EXIT_USAGE;
    if (status == CT_EXIT_FINE)
        printf("%s: %u cards, %u abilities, %u instructions\n", out, set->ncard, set->nability,
               set->ncode);
    ct_set_free(set);
    return status;
}

int ct_cmd_build(int argc, char **argv)
{
    const char *out = NULL, *emit = "bytecode";
    const struct ct_flag options[] = {{"output", 'o', NULL, &out}, {"emit", 0, NULL, &emit}, {0}};
    ct_compiler compiler;
    int status = CT_EXIT_USAGE;

    argc = ct_take_options(argc, argv, options);
    if (argc < 2 || !out) return ct_usage("build");
    if (strcmp(emit, "bytecode") != 0) {
        fprintf(stderr, "cantrip build: this build emits bytecode only, not '%s'\n", emit);
        return CT_EXIT_USAGE;
    }
    if (ct_compiler_init(&compiler))
        status = build(&compiler, argc, argv, out);
    else
        ct_show_diags(&compiler.diags, false);
    ct_compiler_fini(&compiler);
    return status;
}
