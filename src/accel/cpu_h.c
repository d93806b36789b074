/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* H of docs/spec/groth16.md §4, H = (A B - C) / Z with Z = X^n - 1.
 *
 * On the coset g<w> X^n is the constant k = g^n, and Z the constant k - 1. The textbook takes each
 * of a, b, c from its evaluations on the domain to those on the coset, divides, and interpolates:
 * seven transforms of n. But C is a polynomial of degree below n already: interpolating is linear,
 *     H = (coset interpolation of A B - C) / (k - 1),
 * and C never goes to the coset: six. In either way the result is (A B mod (X^n - k) - C) / (k -
 * 1), which is H if Z divides A B - C and the same well-defined nonsense if it does not.
 *
 * Pointwise steps care neither for order nor for scale: transforms leave out both, and the last
 * step makes up for the scale. */
#include "accel/cpu_h.h"
#include "field/vec_ops.h"
#include "poly/ntt.h"

#define POINTWISE_GRAIN 4096

typedef struct h_job {
    work *w;
    ntt_domain *d;
    size_t n;
    fr *h, *t;
    const fr_view *a, *b, *c;
    fr of_h, of_t; /* factors of the last step */
} h_job;

static void product_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const h_job *j = ctx;
    (void)thread;
    fr_vec_mul(j->h + begin, j->h + begin, j->t + begin, end - begin);
}

static void combine_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const h_job *j = ctx;
    (void)thread;
    fr_vec_combine(j->h + begin, j->h + begin, &j->of_h, j->t + begin, &j->of_t, end - begin);
}

/* n times the coefficients. */
static void to_coefficients(const h_job *j, fr *o, const fr_view *v)
{
    ntt_inverse_view(j->d, j->w, o, v);
    work_advance(j->w, j->n);
}

/* n times the evaluations on the coset, in bit-reversed order. */
static void to_coset(const h_job *j, fr *o, const fr_view *v)
{
    to_coefficients(j, o, v);
    ntt_forward_rev(j->d, j->w, o, true);
    work_advance(j->w, j->n);
}

static void from_coset(const h_job *j)
{
    ntt_inverse_rev(j->d, j->w, j->h, true);
    work_advance(j->w, j->n);
}

/* n^2 A B on the coset. */
static void product(const h_job *j)
{
    to_coset(j, j->h, j->a);
    to_coset(j, j->t, j->b);
    work_for(j->w, j->n, POINTWISE_GRAIN, product_range, (void *)j);
}

static void combine(const h_job *j)
{
    work_for(j->w, j->n, POINTWISE_GRAIN, combine_range, (void *)j);
}

static void run_six(const h_job *j)
{
    product(j);
    from_coset(j);
    to_coefficients(j, j->t, j->c);
    combine(j);
}

static void run_seven(const h_job *j)
{
    product(j);
    to_coset(j, j->t, j->c);
    combine(j);
    from_coset(j);
}

/* Either way h brings n^3 A B, now or with the n to come, and t brings n C: now, or n^2 C with the
 * n to come. So h / (n^3 (k - 1)) and -t / (n (k - 1)), or -t / (n^2 (k - 1)), add up to H. */
static void set_factors(h_job *j, unsigned lg_n, bool six)
{
    fr k = FR_GENERATOR, n = fr_from_u64((uint64_t)j->n), n_inv;
    for (unsigned i = 0; i < lg_n; i++)
        fr_sqr(&k, &k);
    fr_sub(&k, &k, &FR_ONE);
    fr_inv(&k, &k);
    fr_inv(&n_inv, &n);
    fr_mul(&j->of_t, &k, &n_inv);
    fr_mul(&j->of_h, &j->of_t, &n_inv);
    if (!six)
        j->of_t = j->of_h;
    fr_mul(&j->of_h, &j->of_h, &n_inv);
    fr_neg(&j->of_t, &j->of_t);
}

static cuzk_status run(h_job *j, unsigned lg_n, bool six, cuzk_error *err)
{
    j->n = (size_t)1 << lg_n;
    if (j->a->n > j->n || j->b->n > j->n || j->c->n > j->n)
        return err_set(err, CUZK_FAULT, "length-mismatch", "more evaluations than 2^%u", lg_n);
    TRY(ntt_domain_new(&j->d, j->w, lg_n, err));
    cuzk_status status = CUZK_NO_RESOURCES;
    j->t = work_alloc_dirty(j->w, j->n * sizeof *j->t, "evaluations", err);
    if (j->t) {
        work_touch(j->w, j->t, j->n * sizeof *j->t);
        set_factors(j, lg_n, six);
        (six ? run_six : run_seven)(j);
        status = work_status(j->w, err);
        work_dealloc(j->w, j->t, j->n * sizeof *j->t);
    }
    ntt_domain_free(j->d, j->w);
    return status;
}

cuzk_status cpu_h(const accel *a, work *w, unsigned lg_n, const fr_view *va, const fr_view *vb,
                  const fr_view *vc, fr *h, cuzk_error *err)
{
    h_job j = { .w = w, .h = h, .a = va, .b = vb, .c = vc };
    (void)a;
    return run(&j, lg_n, true, err);
}

cuzk_status cpu_h_textbook(const accel *a, work *w, unsigned lg_n, const fr_view *va,
                           const fr_view *vb, const fr_view *vc, fr *h, cuzk_error *err)
{
    h_job j = { .w = w, .h = h, .a = va, .b = vb, .c = vc };
    (void)a;
    return run(&j, lg_n, false, err);
}

/* h, t and the domain. */
size_t cpu_h_memory(const accel *a, const work *w, unsigned lg_n)
{
    (void)a;
    return (2 * sizeof(fr) << lg_n) + ntt_domain_memory(lg_n, w->threads);
}
