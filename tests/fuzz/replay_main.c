/* Runs a fuzz target once over each file and each folder's files named on the command line. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static unsigned replayed;

static int replay_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (!in) {
        perror(path);
        return 1;
    }
    uint8_t *data = NULL;
    size_t size = 0, capacity = 0, got = 1;
    while (got > 0) {
        if (size == capacity) {
            capacity = capacity ? capacity * 2 : 4096;
            data = realloc(data, capacity);
            if (!data) break;
        }
        got = fread(data + size, 1, capacity - size, in);
        size += got;
    }
    fclose(in);
    /* exactly as large as the input, so that a byte read behind it is noticed */
    uint8_t *exact = malloc(size ? size : 1);
    if (data && exact) {
        memcpy(exact, data, size);
        printf("%s\n", path);
        fflush(stdout);
        LLVMFuzzerTestOneInput(exact, size);
        replayed++;
    }
    free(exact);
    free(data);
    return 0;
}

static int replay(const char *path)
{
    struct stat st;
    if (stat(path, &st) != 0) return 0; /* nothing was found for this target so far */
    if (!S_ISDIR(st.st_mode)) return replay_file(path);
    int bad = 0;
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char child[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(child, sizeof child, "%s/%s", path, entry->d_name);
        bad |= replay_file(child);
    }
    if (dir) closedir(dir);
    return bad;
}

int main(int argc, char **argv)
{
    int bad = 0;
    for (int i = 1; i < argc; i++)
        bad |= replay(argv[i]);
    printf("%u inputs\n", replayed);
    return bad;
}
