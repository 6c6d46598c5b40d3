/* What the subcommands share. Each is one file with one function
 *     int ct_cmd_NAME(int argc, char **argv)
 * listed in commands.def; argv[0] is the subcommand's name. It returns the process's exit status.
 */
#ifndef CT_COMMAND_H
#define CT_COMMAND_H

enum ct_exit {
    CT_EXIT_FINE = 0,
    CT_EXIT_INPUT = 1, /* the input is at fault */
    CT_EXIT_USAGE = 2, /* called wrongly, or the system failed us */
};

#define COMMAND(name, arguments, summary) int ct_cmd_##name(int argc, char **argv);
#include "tool/commands.def"
#undef COMMAND

#endif
