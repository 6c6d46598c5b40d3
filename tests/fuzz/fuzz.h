/* What the fuzz targets share. Each target is one file with LLVMFuzzerTestOneInput; under the fuzz
 * preset libFuzzer drives it, in every other build replay_main.c replays the inputs that once
 * failed (tests/fuzz/regressions/TARGET). */
#ifndef CT_FUZZ_H
#define CT_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Stops the run: a promise of the libraries is broken. */
#define FUZZ_PROMISE(condition)                                                                    \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #condition);        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

#endif
