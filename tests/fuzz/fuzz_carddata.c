/* Card data from a stranger, as a file of card objects: each becomes a card or diagnostics, and
 * what compiles is a set that the verifier accepts. */
#include "compile_pool.h"

#include <sys/mman.h>
#include <unistd.h>

#include "compiler/carddata.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    struct ct_cardpool pool;
    ct_compiler *compiler = pool_compiler();
    int fd = memfd_create("cards", MFD_CLOEXEC);
    if (fd < 0 || !compiler) return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (write(fd, data, size) == (ssize_t)size) {
        ct_cardpool_init(&pool, &compiler->diags, 0);
        bool read = ct_carddata_load(&pool, path);
        FUZZ_PROMISE(read || compiler->diags.errors > 0);
        compile_pool(compiler, &pool);
        drop_diagnostics(compiler);
        ct_cardpool_free(&pool);
    }
    close(fd);
    return 0;
}
