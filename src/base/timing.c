/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/timing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

uint64_t time_wall_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

uint64_t time_cpu_ns(void)
{
    return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

uint64_t time_thread_ns(void)
{
    return clock_ns(CLOCK_THREAD_CPUTIME_ID);
}

void time_cond_init(pthread_cond_t *c)
{
    pthread_condattr_t attr;

    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(c, &attr);
    pthread_condattr_destroy(&attr);
}

struct timespec time_in_ms(uint64_t ms)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += (time_t)(ms / 1000);
    t.tv_nsec += (long)(ms % 1000) * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}

bool timing_enabled(void)
{
    const char *wish = getenv("CUZK_TIMING");
    return wish && *wish && strcmp(wish, "0") != 0;
}

void timing_print(const char *phase, uint64_t wall_ns, uint64_t cpu_ns)
{
    fprintf(stderr,
            "CUZK_TIMING: phase=%s ms=%" PRIu64 ".%03" PRIu64 " cpu_ms=%" PRIu64 ".%03" PRIu64 "\n",
            phase, wall_ns / 1000000, wall_ns / 1000 % 1000, cpu_ns / 1000000,
            cpu_ns / 1000 % 1000);
}
