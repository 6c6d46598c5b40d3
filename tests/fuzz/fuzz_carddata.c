/* Card data from a stranger, as a file of card objects: each becomes a card or diagnostics, and
 * what compiles is a set that the verifier accepts. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compiler/carddata.h"
#include "compiler/compile.h"
#include "runtime/verify.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    int fd = memfd_create("cards", MFD_CLOEXEC);
    if (fd < 0) return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ct_compiler *compiler = write(fd, data, size) == (ssize_t)size ? ct_compiler_new() : NULL;
    if (compiler) {
        bool read = ct_carddata_load(&compiler->pool, path);
        FUZZ_PROMISE(read || ct_compiler_errors(compiler) > 0);
        struct ct_set *set = ct_compiler_finish(compiler);
        FUZZ_PROMISE(set || ct_compiler_errors(compiler) > 0);
        FUZZ_PROMISE(!set || ct_verify(set, NULL));
        ct_set_free(set);
    }
    ct_compiler_free(compiler);
    close(fd);
    return 0;
}
