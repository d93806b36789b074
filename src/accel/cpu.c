/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The cpu back end. H is docs/spec/groth16.md §4: each of a, b, c goes from its evaluations on the
 * domain to those on the coset g<w>, where Z is the constant g^n - 1 and can be divided by, and
 * the quotient comes back as coefficients. Pointwise steps care neither for order nor for scale,
 * so the transforms leave out both and the last step makes up for the scale. */
#include "base/cpu.h"
#include "accel/accel.h"
#include "accel/cpu_kernels.h"
#include "poly/ntt.h"

#define POINTWISE_GRAIN 4096

static const accel_cpu_kernels *kernels_now(void)
{
    static const accel_cpu_kernels *const by_variant[CPU_VARIANTS] = {
        [CPU_PORTABLE] = &accel_cpu_kernels_portable,
#ifdef CUZK_HAVE_ADX
        [CPU_ADX] = &accel_cpu_kernels_adx,
        [CPU_IFMA] = &accel_cpu_kernels_adx,
#endif
    };
    return by_variant[cpu_variant_get()];
}

typedef struct h_job {
    const accel_cpu_kernels *kernels;
    ntt_domain *d;
    size_t n;
    fr *h, *t;
    fr scale, factor; /* of quotient */
} h_job;

static void product_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const h_job *j = ctx;
    (void)thread;
    j->kernels->product(j->h + begin, j->t + begin, end - begin);
}

static void quotient_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const h_job *j = ctx;
    (void)thread;
    j->kernels->quotient(j->h + begin, j->t + begin, end - begin, &j->scale, &j->factor);
}

/* n times the evaluations on the coset, in bit-reversed order. */
static void to_coset(const h_job *j, work *w, fr *o, const fr_view *v)
{
    ntt_load_rev(j->d, w, o, v);
    ntt_inverse_rev(j->d, w, o, false);
    work_advance(w, j->n);
    ntt_forward_rev(j->d, w, o, true);
    work_advance(w, j->n);
}

/* With n a, n b, n c at hand and a factor n to come from the inverse transform:
 *     (a b - c) / Z / n = (n a n b - n (n c)) / (n^3 Z),  Z = g^n - 1, g = 7 */
static void set_factors(h_job *j, unsigned lg_n)
{
    fr z = fr_from_u64(7), cube;
    for (unsigned i = 0; i < lg_n; i++)
        fr_sqr(&z, &z);
    fr_sub(&z, &z, &FR_ONE);
    j->scale = fr_from_u64((uint64_t)j->n);
    fr_sqr(&cube, &j->scale);
    fr_mul(&cube, &cube, &j->scale);
    fr_mul(&z, &z, &cube);
    fr_inv(&j->factor, &z);
}

static cuzk_status run_h(h_job *j, work *w, const fr_view *va, const fr_view *vb, const fr_view *vc,
                         cuzk_error *err)
{
    to_coset(j, w, j->h, va);
    to_coset(j, w, j->t, vb);
    work_for(w, j->n, POINTWISE_GRAIN, product_range, j);
    to_coset(j, w, j->t, vc);
    work_for(w, j->n, POINTWISE_GRAIN, quotient_range, j);
    ntt_inverse_rev(j->d, w, j->h, true);
    work_advance(w, j->n);
    return work_status(w, err);
}

static cuzk_status cpu_h(const accel *a, work *w, unsigned lg_n, const fr_view *va,
                         const fr_view *vb, const fr_view *vc, fr *h, cuzk_error *err)
{
    (void)a;
    h_job j = { .kernels = kernels_now(), .h = h };
    TRY(ntt_domain_new(&j.d, w, lg_n, err));
    j.n = (size_t)1 << lg_n;
    cuzk_status status = CUZK_OK;
    if (va->n > j.n || vb->n > j.n || vc->n > j.n)
        status = err_set(err, CUZK_FAULT, "length-mismatch", "more evaluations than 2^%u", lg_n);
    if (status == CUZK_OK && !(j.t = work_alloc(w, j.n * sizeof *j.t, "evaluations", err)))
        status = CUZK_NO_RESOURCES;
    if (status == CUZK_OK) {
        set_factors(&j, lg_n);
        status = run_h(&j, w, va, vb, vc, err);
        work_dealloc(w, j.t, j.n * sizeof *j.t);
    }
    ntt_domain_free(j.d, w);
    return status;
}

static cuzk_status cpu_msm_g1(const accel *a, work *w, g1 *o, g1_source points,
                              const fr_view *scalars, size_t k, const bitmap *density,
                              cuzk_error *err)
{
    (void)a;
    for (size_t j = 0; j < k; j++)
        TRY(msm_g1(&o[j], w, points, &scalars[j], density, err));
    return CUZK_OK;
}

static cuzk_status cpu_msm_g2(const accel *a, work *w, g2 *o, g2_source points,
                              const fr_view *scalars, size_t k, const bitmap *density,
                              cuzk_error *err)
{
    (void)a;
    for (size_t j = 0; j < k; j++)
        TRY(msm_g2(&o[j], w, points, &scalars[j], density, err));
    return CUZK_OK;
}

const accel accel_cpu = {
    .name = "cpu",
    .h = cpu_h,
    .msm_g1 = cpu_msm_g1,
    .msm_g2 = cpu_msm_g2,
};
