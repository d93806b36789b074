/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/bench.h"
#include "apps/bench/points.h"
#include "apps/cli/value.h"
#include "base/error.h"
#include "msm/msm.h"

#include <stdio.h>

#define ALL SCALAR_KINDS

typedef enum group { GROUP_G1, GROUP_G2, GROUPS } group;
static const char *const group_choice[] = { "g1", "g2", "both" };
static const char *const kind_choice[] = { "random", "witness", "skewed", "all" };

typedef struct options_read {
    unsigned group, kind; /* GROUPS: both; ALL: all */
    bool fixed_base;
} options_read;

typedef struct job {
    work *w;
    points p;
    bool encoded;
    g1 sum1;
    g2 sum2;
    cuzk_error *err;
    cuzk_status status;
} job;

static void run_sum(void *ctx)
{
    job *j = ctx;
    fr_view v = fr_view_plain(j->p.k, j->p.n);
    g1_source s1 = { .affine = j->encoded ? NULL : j->p.p1,
                     .encoded = j->encoded ? j->p.encoded : NULL,
                     .n = j->p.n,
                     .in_subgroup = true };
    g2_source s2 = { .affine = j->encoded ? NULL : j->p.p2,
                     .encoded = j->encoded ? j->p.encoded : NULL,
                     .n = j->p.n,
                     .in_subgroup = true };
    cuzk_status s = j->p.p1 ? msm_g1(&j->sum1, j->w, s1, &v, NULL, j->err)
                            : msm_g2(&j->sum2, j->w, s2, &v, NULL, j->err);
    if (s != CUZK_OK)
        j->status = s;
}

static void run_multiples(void *ctx)
{
    job *j = ctx;
    cuzk_status s = points_multiply(&j->p, j->w, j->err);
    if (s != CUZK_OK)
        j->status = s;
}

static bool sum_right(const job *j)
{
    fr log = points_log_of_sum(&j->p);
    g1 want1;
    g2 want2;
    if (j->p.p1) {
        g1_mul_affine(&want1, &G1_GENERATOR, &log);
        return g1_eq(&want1, &j->sum1);
    }
    g2_mul_affine(&want2, &G2_GENERATOR, &log);
    return g2_eq(&want2, &j->sum2);
}

static cuzk_status run_kind(const bench *b, job *j, scalar_kind kind, unsigned lg_n,
                            cuzk_error *err)
{
    if (kind == SCALARS_SKEWED)
        points_skew(&j->p);
    points_scale(&j->p, kind);
    for (int encoded = 0; encoded < 2; encoded++) {
        char name[64];
        snprintf(name, sizeof name, "msm_%s 2^%u %s%s", group_choice[j->p.p1 ? GROUP_G1 : GROUP_G2],
                 lg_n, scalar_kind_name[kind], encoded ? " encoded" : "");
        j->encoded = encoded;
        bench_seconds took = bench_time(run_sum, j);
        if (j->status != CUZK_OK)
            return j->status;
        TRY(bench_check(sum_right(j), name, err));
        bench_row(b, name, took, (double)j->p.n, "point");
    }
    return CUZK_OK;
}

static cuzk_status run_kinds(const bench *b, job *j, const options_read *o, unsigned lg_n,
                             cuzk_error *err)
{
    if (o->fixed_base) {
        char name[64];
        snprintf(name, sizeof name, "fixed_base_%s 2^%u",
                 group_choice[j->p.p1 ? GROUP_G1 : GROUP_G2], lg_n);
        bench_seconds took = bench_time(run_multiples, j);
        if (j->status != CUZK_OK)
            return j->status;
        bench_row(b, name, took, (double)j->p.n, "multiple");
    }
    for (unsigned kind = 0; kind < SCALAR_KINDS; kind++)
        if (o->kind == ALL || o->kind == kind)
            TRY(run_kind(b, j, (scalar_kind)kind, lg_n, err));
    return CUZK_OK;
}

static cuzk_status run_size(const bench *b, const options_read *o, unsigned lg_n, cuzk_error *err)
{
    for (unsigned g = 0; g < GROUPS; g++) {
        if (o->group != GROUPS && o->group != g)
            continue;
        job j = { .w = b->w, .err = err };
        TRY(points_make(&j.p, b->w, g == GROUP_G2, (size_t)1 << lg_n, err));
        cuzk_status status = run_kinds(b, &j, o, lg_n, err);
        points_free(&j.p, b->w);
        if (status != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

static cuzk_status run_msm(invocation *in, cuzk_error *err)
{
    bench b;
    lg_range r;
    uint64_t window = 0;
    options_read o = { .fixed_base = invocation_value(in, "fixed-base") != NULL };
    TRY(bench_lg_n(&r, in, 14, 26, err));
    if (invocation_value(in, "window-bits"))
        TRY(value_integer(&window, "window-bits", invocation_value(in, "window-bits"),
                          MSM_MIN_WINDOW, MSM_MAX_WINDOW, err));
    (void)msm_force_window((unsigned)window);
    TRY(bench_choice(&o.group, in, "group", group_choice, GROUPS + 1, GROUPS, err));
    TRY(bench_choice(&o.kind, in, "scalars", kind_choice, ALL + 1, ALL, err));
    TRY(bench_begin(&b, in, err));
    for (unsigned lg_n = r.from; lg_n <= r.to; lg_n++)
        TRY(run_size(&b, &o, lg_n, err));
    return CUZK_OK;
}

static const option options[] = {
    { "lg-n", "K[..L]", false, "Sum 2^K points, or every size up to 2^L. Default: 14." },
    { "group", "GROUP", false, "g1, g2 or both. Default: both." },
    { "scalars", "KIND", false,
      "random: any below r. witness: half zeros, 45 % ones, 5 % any, at random places. skewed: "
      "four "
      "values and sixteen points, over and over. Or all, the default." },
    { "window-bits", "C", false, "Windows of C bits, instead of those that should be cheapest." },
    { "fixed-base", NULL, false, "Time the making of the points too: 2^K multiples of one." },
    { 0 },
};

const command cmd_msm = {
    .name = "msm",
    .schema = "cuzk.msm.v1",
    .options = options,
    .summary = "time multi-scalar multiplication and fixed-base multiples",
    .description = "Times sums of 2^K multiples of points, affine in memory and encoded as in a "
                   "parameter file. The points are known multiples of the generator, so that every "
                   "sum is checked.",
    .examples = "cuzk-bench msm --group g1 --scalars random --lg-n 14..20 --threads 1\n"
                "cuzk-bench msm --lg-n 18 --json",
    .run = run_msm,
};
