#include "measure.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int counter = -1;
static const char *reason;
static double began;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void open_counter(void)
{
    struct perf_event_attr attr = {.type = PERF_TYPE_HARDWARE,
                                   .size = sizeof attr,
                                   .config = PERF_COUNT_HW_INSTRUCTIONS,
                                   .disabled = 1,
                                   .exclude_kernel = 1,
                                   .exclude_hv = 1};
    counter = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
    if (counter < 0) reason = strerror(errno);
}

const char *measure_machine(void)
{
    static char name[256] = "unknown processor";
    char line[512];
    FILE *in = fopen("/proc/cpuinfo", "r");
    while (in && fgets(line, sizeof line, in)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        snprintf(name, sizeof name, "%s", colon + 2);
        name[strcspn(name, "\n")] = '\0';
        break;
    }
    if (in) fclose(in);
    return name;
}

bool measure_counts(const char **why_not)
{
    if (counter < 0 && !reason) open_counter();
    *why_not = reason;
    return counter >= 0;
}

void measure_begin(void)
{
    if (counter >= 0) {
        ioctl(counter, PERF_EVENT_IOC_RESET, 0);
        ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
    }
    began = now();
}

struct measure measure_end(void)
{
    struct measure m = {now() - began, 0};
    if (counter >= 0) {
        ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
        if (read(counter, &m.instructions, sizeof m.instructions) != (ssize_t)sizeof m.instructions)
            m.instructions = 0;
    }
    return m;
}

struct measure measure_so_far(void)
{
    return (struct measure){now() - began, 0};
}
