/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Hardware counters of this process, from perf events where the kernel offers them. */
#ifndef CUZK_APPS_BENCH_COUNTERS_H
#define CUZK_APPS_BENCH_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#define COUNTERS 4
extern const char *const counter_names[COUNTERS]; /* "instructions", ... as in JSON */

typedef struct counters {
    int fd[COUNTERS];
    bool offered;
    char why_not[192]; /* one line, and what to set; empty when offered */
} counters;

/* Counts this thread and all it starts from here on: before any other. Never fails. */
void counters_open(counters *c);
void counters_start(counters *c);
/* False unless every counter ran; times shared with others are scaled up. */
bool counters_stop(counters *c, uint64_t value[COUNTERS]);
void counters_close(counters *c);

#endif
