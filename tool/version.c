#include "tool/command.h"

#include "cantrip/version.h"

#include <stdio.h>

int ct_cmd_version(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    printf("cantrip %s\n", ct_version());
    return CT_EXIT_FINE;
}
