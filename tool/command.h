/* What the subcommands share. Each is one file with one function
 *     int ct_cmd_NAME(int argc, char **argv)
 * listed in commands.def; argv[0] is the subcommand's name. It returns the process's exit status.
 */
#ifndef CT_COMMAND_H
#define CT_COMMAND_H

#include "compiler/diag.h"

enum ct_exit {
    CT_EXIT_FINE = 0,
    CT_EXIT_INPUT = 1, /* the input is at fault */
    CT_EXIT_USAGE = 2, /* called wrongly, or the system failed us */
};

#define COMMAND(name, arguments, summary) int ct_cmd_##name(int argc, char **argv);
#include "tool/commands.def"
#undef COMMAND

/* An option of a subcommand: "--NAME", or "--NAME VALUE" / "--NAME=VALUE" if VALUE is not NULL;
 * LETTER is its short form, 0 for none. */
struct ct_flag {
    const char *name;
    char letter;
    bool *flag;
    const char **value;
};

/* Takes the options out of ARGV and leaves what is not one, in order, behind argv[0]; OPTIONS ends
 * with a NULL name. Returns how many arguments are left (argv[0] counted), or -1 after saying what
 * is wrong. */
int ct_take_options(int argc, char **argv, const struct ct_flag *options);

/* Says how the subcommand is called; returns CT_EXIT_USAGE. */
int ct_usage(const char *name);

/* Prints the diagnostics to standard error (text) or, as JSON, to standard output. */
void ct_show_diags(const struct ct_diags *diags, bool json);

#endif
