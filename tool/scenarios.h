/* Files of scenarios in folders, for `test`. */
#ifndef CT_TOOL_SCENARIOS_H
#define CT_TOOL_SCENARIOS_H

#include <stdbool.h>

/* Calls FOR_EACH for PATH, or, when it is a folder, for each *.scenario in it and below, in order
 * of their names. False when there is no such path. */
bool ct_each_scenario_file(const char *path, void (*for_each)(void *context, const char *file),
                           void *context);

#endif
