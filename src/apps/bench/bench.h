/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the commands of cuzk-bench share: the machine said first, times as the shortest of several
 * runs, a row a measurement, and a result that is checked before it is reported. */
#ifndef CUZK_APPS_BENCH_BENCH_H
#define CUZK_APPS_BENCH_BENCH_H

#include "apps/cli/program.h"
#include "base/work.h"
#include "field/fr.h"

extern const command cmd_field, cmd_ntt, cmd_msm, cmd_pairing, cmd_gen_c1, cmd_prove, cmd_densities,
    cmd_synth_only;
extern const command cmd_gen_winning, cmd_gen_window, cmd_gen_snap;

typedef struct bench {
    invocation *in;
    work *w; /* with the threads asked for */
    json_t *rows;
} bench;

/* Says what machine, compiler and kernels the figures are for. */
cuzk_status bench_begin(bench *b, invocation *in, cuzk_error *err);

/* At least five runs, for at least 0.3 s: wall time, and CPU time of all threads together, which
 * other programs on the machine disturb less. */
typedef struct bench_seconds {
    double wall, cpu; /* the shortest */
    double wall_median, cpu_median;
    unsigned runs;
} bench_seconds;
typedef void (*bench_fn)(void *ctx);
bench_seconds bench_time(bench_fn fn, void *ctx);

/* One measurement of `count` operations called `unit`. */
void bench_row(const bench *b, const char *name, bench_seconds took, double count,
               const char *unit);

/* CUZK_FAULT if the result of `name` differs from its slow twin's. */
cuzk_status bench_check(bool right, const char *name, cuzk_error *err);

/* --lg-n K or K..L of this command, or `otherwise` alone. */
typedef struct lg_range {
    unsigned from, to;
} lg_range;
cuzk_status bench_lg_n(lg_range *r, const invocation *in, unsigned otherwise, unsigned max,
                       cuzk_error *err);

/* The index in `values` of what --name says, `otherwise` when it is not given. */
cuzk_status bench_choice(unsigned *choice, const invocation *in, const char *name,
                         const char *const *values, unsigned n, unsigned otherwise,
                         cuzk_error *err);

/* field_each.c: part of cmd_field */
cuzk_status field_each_run(const bench *b, cuzk_error *err);

/* n scalars that look random: powers of a fixed element. */
void bench_scalars(fr *o, size_t n, uint64_t seed);

#endif
