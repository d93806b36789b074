/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How the benchmarks say their statistics as JSON, alike. */
#ifndef CUZK_APPS_BENCH_SHOW_STATS_H
#define CUZK_APPS_BENCH_SHOW_STATS_H

#include "apps/bench/stats.h"
#include "apps/cli/output.h"

const char *verdict_name(verdict v);
/* A member {median, low, high}. */
void out_interval(json_t *o, const char *key, interval i);
/* A member that is an array of n numbers. */
void out_column(json_t *o, const char *key, const double *x, unsigned n);

#endif
