#include "tool/scenarios.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEPTH_MOST = 32 };

static int wanted(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static bool is_scenario(const char *name)
{
    size_t len = strlen(name), ending = strlen(".scenario");

    return len > ending && strcmp(name + len - ending, ".scenario") == 0;
}

static bool walk(const char *path, bool named, int depth, void (*for_each)(void *, const char *),
                 void *context)
{
    struct dirent **entries;
    struct stat info;
    int count;

    if (stat(path, &info) != 0) return false;
    if (!S_ISDIR(info.st_mode)) {
        if (named || is_scenario(path)) for_each(context, path);
        return true;
    }
    count = depth < DEPTH_MOST ? scandir(path, &entries, wanted, alphasort) : -1;
    if (count < 0) return false;
    for (int i = 0; i < count; i++) {
        size_t size = strlen(path) + strlen(entries[i]->d_name) + 2;
        char *inner = malloc(size);

        if (inner) {
            size_t len = strlen(path);

            snprintf(inner, size, "%s%s%s", path, len && path[len - 1] == '/' ? "" : "/",
                     entries[i]->d_name);
            walk(inner, false, depth + 1, for_each, context);
        }
        free(inner);
        free(entries[i]);
    }
    free(entries);
    return true;
}

bool ct_each_scenario_file(const char *path, void (*for_each)(void *context, const char *file),
                           void *context)
{
    return walk(path, true, 0, for_each, context);
}
