/* The command line of a subcommand. */
#include "tool/command.h"

#include <stdio.h>
#include <string.h>

/* Whether ARG is this option; *VALUE becomes what follows a "=", or NULL. */
static bool matches(const struct ct_flag *option, const char *arg, const char **value)
{
    size_t len = strlen(option->name);

    *value = NULL;
    if (arg[0] == '-' && option->letter && arg[1] == option->letter && arg[2] == '\0') return true;
    if (strncmp(arg, "--", 2) != 0 || strncmp(arg + 2, option->name, len) != 0) return false;
    if (arg[2 + len] == '=' && option->value) *value = arg + 2 + len + 1;
    return *value || arg[2 + len] == '\0';
}

int ct_take_options(int argc, char **argv, const struct ct_flag *options)
{
    bool only_names = false;
    int left = 1;

    for (int i = 1; i < argc; i++) {
        const struct ct_flag *option = options;
        const char *value = NULL;

        if (only_names || argv[i][0] != '-' || strcmp(argv[i], "-") == 0) {
            argv[left++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            only_names = true;
            continue;
        }
        while (option->name && !matches(option, argv[i], &value))
            option++;
        if (!option->name) {
            fprintf(stderr, "cantrip %s: there is no option '%s'\n", argv[0], argv[i]);
            return -1;
        }
        if (!option->value) {
            *option->flag = true;
        } else if (value) {
            *option->value = value;
        } else if (i + 1 < argc) {
            *option->value = argv[++i];
        } else {
            fprintf(stderr, "cantrip %s: '%s' needs a value\n", argv[0], argv[i]);
            return -1;
        }
    }
    return left;
}

int ct_usage(const char *name)
{
    static const char *const lines[][2] = {
#define COMMAND(name, arguments, summary) {#name, arguments},
#include "tool/commands.def"
#undef COMMAND
    };

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(lines[i][0], name) == 0)
            fprintf(stderr, "usage: cantrip %s %s\n", name, lines[i][1]);
    return CT_EXIT_USAGE;
}

void ct_show_diags(const struct ct_diags *diags, bool json)
{
    FILE *out = json ? stdout : stderr;

    ct_diags_print(out, diags, json ? CT_DIAG_JSON : ct_diag_format_for(out));
}
