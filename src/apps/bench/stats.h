/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What repeated measurements say, without assuming how they are distributed: medians, and intervals
 * for them from order statistics. */
#ifndef CUZK_APPS_BENCH_STATS_H
#define CUZK_APPS_BENCH_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* The fewest samples whose smallest and largest enclose the median in 95 % of all cases:
 * 1 - 2 / 2^n >= 0.95. */
#define STATS_MIN_N 6

typedef struct interval {
    double median, low, high;
} interval;

double stats_median(const double *x, size_t n); /* n >= 1, n <= STATS_MAX_N; so for all */
/* Half the samples lie between the two. */
interval stats_quartiles(const double *x, size_t n);
/* The narrowest pair of order statistics, alike from both ends, that encloses the median of what
 * the samples come from with a probability of 95 % or more; n >= STATS_MIN_N. */
interval stats_median_interval(const double *x, size_t n);
/* The interval of y[i] / x[i]: pairs measured next to each other in time. */
interval stats_paired_ratio(const double *y, const double *x, size_t n);

static inline bool interval_holds(interval i, double x)
{
    return i.low <= x && x <= i.high;
}

#define STATS_MAX_N 1000

typedef enum verdict { VERDICT_NONE, VERDICT_FASTER, VERDICT_SLOWER, VERDICT_SAME } verdict;
/* Of a ratio of times. VERDICT_NONE when the control, of something against itself, is not 1: then
 * no difference can be told from whatever else was going on. */
verdict stats_verdict(interval ratio, interval control);

#endif
