/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The axis of a plot: round numbers at even steps, from the first at or below the smallest value to
 * the last at or above the largest. */
#ifndef CUZK_APPS_BENCH_AXIS_H
#define CUZK_APPS_BENCH_AXIS_H

#include <stddef.h>

typedef struct axis {
    double step;      /* 1, 2 or 5 times a power of ten */
    long first, last; /* of the ticks, in steps; first < last */
} axis;

/* For finite values low <= high; every value may be the same. */
axis axis_of(double low, double high);
/* For counts 0 to high: steps are whole. */
axis axis_of_counts(double high);

/* Where x is: 0 at the first tick, 1 at the last. */
double axis_at(axis a, double x);
/* A tick's number, with as many digits behind the point as the step has. */
void axis_label(char *out, size_t len, axis a, long tick);

#endif
