/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/bench.h"
#include "base/error.h"
#include "poly/ntt.h"

#include <stdio.h>
#include <string.h>

typedef struct job {
    ntt_domain *d;
    work *w;
    fr *a, *tmp;
    size_t n;
} job;

static void forward(void *ctx)
{
    job *j = ctx;
    ntt_forward(j->d, j->w, j->a, j->tmp);
}

static void inverse(void *ctx)
{
    job *j = ctx;
    ntt_inverse(j->d, j->w, j->a, j->tmp);
}

static void coset_forward(void *ctx)
{
    job *j = ctx;
    ntt_coset_forward(j->d, j->w, j->a, j->tmp);
}

static void reverse(void *ctx)
{
    job *j = ctx;
    ntt_reverse(j->d, j->w, j->a);
}

/* sum a_i w^(ik) by Horner's rule: one element of the slow twin. */
static fr element_ref(const fr *a, size_t n, unsigned lg_n, size_t k)
{
    fr root, sum = FR_ZERO;
    fr_root_of_unity(&root, lg_n);
    fr_pow_u64(&root, &root, k);
    for (size_t i = n; i-- > 0;) {
        fr_mul(&sum, &sum, &root);
        fr_add(&sum, &sum, &a[i]);
    }
    return sum;
}

static cuzk_status check(job *j, unsigned lg_n, cuzk_error *err)
{
    const size_t places[] = { 0, 1, j->n / 3, j->n - 1 };
    fr want[4], first = j->a[0], last = j->a[j->n - 1];
    for (int i = 0; i < 4; i++)
        want[i] = element_ref(j->a, j->n, lg_n, places[i]);
    forward(j);
    for (int i = 0; i < 4; i++)
        TRY(bench_check(fr_eq(&j->a[places[i]], &want[i]), "ntt_forward", err));
    inverse(j);
    return bench_check(fr_eq(&j->a[0], &first) && fr_eq(&j->a[j->n - 1], &last), "ntt_inverse",
                       err);
}

static cuzk_status run_size(const bench *b, unsigned lg_n, cuzk_error *err)
{
    static const struct {
        const char *name;
        bench_fn fn;
    } rows[] = { { "ntt_forward", forward },
                 { "ntt_inverse", inverse },
                 { "ntt_coset_forward", coset_forward },
                 { "ntt_reverse", reverse } };
    job j = { .w = b->w, .n = (size_t)1 << lg_n };
    TRY(ntt_domain_new(&j.d, b->w, lg_n, err));
    cuzk_status status = CUZK_NO_RESOURCES;
    j.a = work_alloc(b->w, 2 * j.n * sizeof *j.a, "vectors", err);
    if (j.a) {
        j.tmp = j.a + j.n;
        bench_scalars(j.a, j.n, 0x9e3779b97f4a7c15);
        status = check(&j, lg_n, err);
        for (size_t i = 0; status == CUZK_OK && i < sizeof rows / sizeof rows[0]; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s 2^%u", rows[i].name, lg_n);
            bench_seconds took = bench_time(rows[i].fn, &j);
            bench_row(b, name, took, 0.5 * (double)j.n * lg_n, "butterfly");
            status = work_status(b->w, err);
        }
        work_dealloc(b->w, j.a, 2 * j.n * sizeof *j.a);
    }
    ntt_domain_free(j.d, b->w);
    return status;
}

static cuzk_status run_ntt(invocation *in, cuzk_error *err)
{
    bench b;
    lg_range r;
    TRY(bench_lg_n(&r, in, 18, NTT_MAX_LG_N, err));
    TRY(bench_begin(&b, in, err));
    for (unsigned lg_n = r.from; lg_n <= r.to; lg_n++)
        TRY(run_size(&b, lg_n, err));
    return CUZK_OK;
}

static const option options[] = {
    { "lg-n", "K[..L]", false, "Transform 2^K elements, or every size up to 2^L. Default: 18." },
    { 0 },
};

const command cmd_ntt = {
    .name = "ntt",
    .schema = "cuzk.ntt.v1",
    .options = options,
    .summary = "time the transforms of vectors of scalars",
    .description = "Times number-theoretic transforms of 2^K scalars, in place, natural order in "
                   "and out. A butterfly is one of the K 2^(K-1) multiplications with an addition "
                   "and a subtraction.",
    .examples = "cuzk-bench ntt --lg-n 16..22 --threads 1",
    .run = run_ntt,
};
