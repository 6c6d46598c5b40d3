/* The `cantrip` command: finds the subcommand and hands over. */
#include "tool/command.h"

#include <stdio.h>
#include <string.h>

static const struct command {
    const char *name;
    const char *arguments;
    const char *summary;
    int (*run)(int argc, char **argv);
} commands[] = {
#define COMMAND(name, arguments, summary) {#name, arguments, summary, ct_cmd_##name},
#include "tool/commands.def"
#undef COMMAND
};

static void usage(FILE *out)
{
    fputs("usage: cantrip COMMAND …\n\n", out);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        fprintf(out, "  %-9s %-28s %s\n", commands[i].name, commands[i].arguments,
                commands[i].summary);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return CT_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return CT_EXIT_FINE;
    }
    if (strcmp(argv[1], "--version") == 0) return ct_cmd_version(argc - 1, argv + 1);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(argv[1], commands[i].name) == 0) return commands[i].run(argc - 1, argv + 1);
    fprintf(stderr, "cantrip: there is no command '%s'\n\n", argv[1]);
    usage(stderr);
    return CT_EXIT_USAGE;
}
