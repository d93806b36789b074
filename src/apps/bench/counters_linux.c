/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *const counter_names[COUNTERS] = {
    "instructions",
    "cycles",
    "cache_misses",
    "branch_misses",
};

static const uint64_t configs[COUNTERS] = {
    PERF_COUNT_HW_INSTRUCTIONS,
    PERF_COUNT_HW_CPU_CYCLES,
    PERF_COUNT_HW_CACHE_MISSES,
    PERF_COUNT_HW_BRANCH_MISSES,
};

static void explain(counters *c, int errnum)
{
    const char *advice = "see perf_event_open(2)";

    if (errnum == EACCES || errnum == EPERM)
        advice = "set kernel.perf_event_paranoid to 2 or less";
    else if (errnum == ENOENT || errnum == EOPNOTSUPP || errnum == ENODEV)
        advice = "this processor, or virtual machine, has none: give the guest a virtual PMU";
    else if (errnum == ENOSYS)
        advice = "the kernel, or a container's seccomp filter, lacks perf_event_open";
    snprintf(c->why_not, sizeof c->why_not, "no hardware counters: %s; %s", strerror(errnum),
             advice);
}

void counters_open(counters *c)
{
    *c = (counters) { .offered = true };
    for (int i = 0; i < COUNTERS; i++) {
        struct perf_event_attr a = {
            .size = sizeof a,
            .type = PERF_TYPE_HARDWARE,
            .config = configs[i],
            .disabled = 1,
            .inherit = 1,
            .exclude_kernel = 1,
            .exclude_hv = 1,
            .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
        };
        c->fd[i] = (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
        if (c->fd[i] < 0 && c->offered) {
            c->offered = false;
            explain(c, errno);
        }
    }
}

void counters_start(counters *c)
{
    for (int i = 0; i < COUNTERS && c->offered; i++) {
        ioctl(c->fd[i], PERF_EVENT_IOC_RESET, 0);
        ioctl(c->fd[i], PERF_EVENT_IOC_ENABLE, 0);
    }
}

bool counters_stop(counters *c, uint64_t value[COUNTERS])
{
    bool all = c->offered;

    for (int i = 0; i < COUNTERS && c->offered; i++)
        ioctl(c->fd[i], PERF_EVENT_IOC_DISABLE, 0);
    for (int i = 0; i < COUNTERS && c->offered; i++) {
        uint64_t v[3]; /* the count, time enabled, time running */
        if (read(c->fd[i], v, sizeof v) != (ssize_t)sizeof v || v[2] == 0)
            all = false;
        else
            value[i] = (uint64_t)((double)v[0] * ((double)v[1] / (double)v[2]));
    }
    return all;
}

void counters_close(counters *c)
{
    for (int i = 0; i < COUNTERS; i++)
        if (c->fd[i] >= 0)
            close(c->fd[i]);
}
