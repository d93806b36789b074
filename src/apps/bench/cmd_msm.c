/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The points are known multiples of the generator, so that the slow twin is one multiplication. */
#include "apps/bench/bench.h"
#include "base/error.h"
#include "curve/encoding.h"
#include "msm/fixed_base.h"
#include "msm/msm.h"

#include <stdio.h>

typedef struct job {
    work *w;
    size_t n;
    fr *log, *k;
    g1_affine *p1;
    g2_affine *p2;
    uint8_t *encoded;
    fixed_base_g1 *t1;
    fixed_base_g2 *t2;
    g1 sum1;
    g2 sum2;
} job;

static void run_msm_g1(void *ctx)
{
    job *j = ctx;
    fr_view v = fr_view_plain(j->k, j->n);
    (void)msm_g1(&j->sum1, j->w, (g1_source) { .affine = j->p1, .n = j->n }, &v, NULL, NULL);
}

static void run_msm_g1_encoded(void *ctx)
{
    job *j = ctx;
    fr_view v = fr_view_plain(j->k, j->n);
    (void)msm_g1(&j->sum1, j->w, (g1_source) { .encoded = j->encoded, .n = j->n }, &v, NULL, NULL);
}

static void run_msm_g2(void *ctx)
{
    job *j = ctx;
    fr_view v = fr_view_plain(j->k, j->n);
    (void)msm_g2(&j->sum2, j->w, (g2_source) { .affine = j->p2, .n = j->n }, &v, NULL, NULL);
}

static void run_fixed_g1(void *ctx)
{
    job *j = ctx;
    fixed_base_g1_mul(j->t1, j->w, j->p1, j->log, j->n);
}

static void run_fixed_g2(void *ctx)
{
    job *j = ctx;
    fixed_base_g2_mul(j->t2, j->w, j->p2, j->log, j->n);
}

static bool sums_right(const job *j, bool first, bool second)
{
    fr log = FR_ZERO, t;
    g1 want1;
    g2 want2;
    for (size_t i = 0; i < j->n; i++) {
        fr_mul(&t, &j->log[i], &j->k[i]);
        fr_add(&log, &log, &t);
    }
    g1_mul_affine(&want1, &G1_GENERATOR, &log);
    g2_mul_affine(&want2, &G2_GENERATOR, &log);
    return (!first || g1_eq(&want1, &j->sum1)) && (!second || g2_eq(&want2, &j->sum2));
}

static const struct {
    const char *name, *unit;
    bench_fn fn;
    bool witness; /* scalars as a witness has them: 99 of 100 are bits */
    bool g1, g2;  /* which sum to look at */
} rows[] = {
    { "fixed_base_g1", "multiple", run_fixed_g1, false, false, false },
    { "fixed_base_g2", "multiple", run_fixed_g2, false, false, false },
    { "msm_g1", "point", run_msm_g1, false, true, false },
    { "msm_g1 encoded", "point", run_msm_g1_encoded, false, true, false },
    { "msm_g1 witness", "point", run_msm_g1, true, true, false },
    { "msm_g2", "point", run_msm_g2, false, false, true },
    { "msm_g2 witness", "point", run_msm_g2, true, false, true },
};

static void make_scalars(job *j, bool witness)
{
    bench_scalars(j->k, j->n, 0xbf58476d1ce4e5b9);
    for (size_t i = 0; witness && i < j->n; i++)
        if (i % 100)
            j->k[i] = fr_from_u64(j->k[i].l[0] >> 32 & 1);
}

static cuzk_status run_rows(const bench *b, job *j, unsigned lg_n, cuzk_error *err)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s 2^%u", rows[i].name, lg_n);
        make_scalars(j, rows[i].witness);
        bench_seconds took = bench_time(rows[i].fn, j);
        TRY(work_status(b->w, err));
        TRY(bench_check(sums_right(j, rows[i].g1, rows[i].g2), name, err));
        bench_row(b, name, took, (double)j->n, rows[i].unit);
        for (size_t p = 0; i == 0 && p < j->n; p++)
            g1_to_uncompressed(j->encoded + p * G1_UNCOMPRESSED_LEN, &j->p1[p]);
    }
    return CUZK_OK;
}

/* One allocation for all: scalars, points, encodings. */
static cuzk_status run_size(const bench *b, unsigned lg_n, cuzk_error *err)
{
    job j = { .w = b->w, .n = (size_t)1 << lg_n };
    size_t each = 2 * sizeof(fr) + sizeof(g1_affine) + sizeof(g2_affine) + G1_UNCOMPRESSED_LEN;
    j.log = work_alloc(b->w, j.n * each, "points", err);
    if (!j.log)
        return CUZK_NO_RESOURCES;
    j.k = j.log + j.n;
    j.p1 = (g1_affine *)(void *)(j.k + j.n);
    j.p2 = (g2_affine *)(void *)(j.p1 + j.n);
    j.encoded = (uint8_t *)(void *)(j.p2 + j.n);
    bench_scalars(j.log, j.n, 0x94d049bb133111eb);
    cuzk_status status = fixed_base_g1_new(&j.t1, b->w, &G1_GENERATOR, j.n, err);
    if (status == CUZK_OK)
        status = fixed_base_g2_new(&j.t2, b->w, &G2_GENERATOR, j.n, err);
    if (status == CUZK_OK)
        status = run_rows(b, &j, lg_n, err);
    fixed_base_g1_free(j.t1, b->w);
    fixed_base_g2_free(j.t2, b->w);
    work_dealloc(b->w, j.log, j.n * each);
    return status;
}

static cuzk_status run_msm(invocation *in, cuzk_error *err)
{
    bench b;
    unsigned lg_n;
    TRY(bench_begin(&b, in, err));
    TRY(bench_lg_n(&lg_n, &b, 14, 26, err));
    return run_size(&b, lg_n, err);
}

static const option options[] = {
    { "lg-n", "K", false, "Sum 2^K points (default 14)." },
    { 0 },
};

const command cmd_msm = {
    .name = "msm",
    .schema = "cuzk.msm.v1",
    .options = options,
    .summary = "time multi-scalar multiplication and fixed-base multiples",
    .description = "Times sums of 2^K multiples of points in both groups, with scalars of any size "
                   "and with those of a witness (99 of 100 are bits), and as many multiples of one "
                   "point.",
    .examples = "cuzk-bench msm --lg-n 18 --json",
    .run = run_msm,
};
