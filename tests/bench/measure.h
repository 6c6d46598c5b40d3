/* Timing for the benchmarks: processor time and retired instructions of a piece of work, and the
 * machine's name. */
#ifndef CT_BENCH_MEASURE_H
#define CT_BENCH_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

struct measure {
    double seconds;        /* of this process's processor time */
    uint64_t instructions; /* 0 where the machine does not count them for us */
};

/* The processor's model, as the system names it. */
const char *measure_machine(void);
/* Whether instructions are counted; if not, why. */
bool measure_counts(const char **why_not);

void measure_begin(void);
struct measure measure_end(void);
/* The time since measure_begin, which goes on. */
struct measure measure_so_far(void);

#endif
