/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "groth16/qap.h"
#include "base/random.h"
#include "poly/ntt.h"

#define LAGRANGE_GRAIN 1024 /* elements that share an inversion; 32 KiB of stack */

unsigned qap_domain_lg(uint64_t n_rows)
{
    unsigned lg = 0;
    while ((UINT64_C(1) << lg) < n_rows)
        lg++;
    return lg;
}

typedef struct lagrange {
    fr *out;
    fr tau, omega, scale; /* scale = (tau^m - 1)/m */
} lagrange;

static void lagrange_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const lagrange *l = ctx;
    fr scratch[LAGRANGE_GRAIN], t, start;
    fr *out = l->out + begin;
    (void)thread;

    /* out_k = tau - omega^k, inverted together */
    fr_pow_u64(&start, &l->omega, begin);
    t = start;
    for (size_t k = 0; k < end - begin; k++) {
        fr_sub(&out[k], &l->tau, &t);
        fr_mul(&t, &t, &l->omega);
    }
    fr_inv_batch(out, end - begin, scratch);

    /* out_k = (tau^m - 1)/m * omega^k / (tau - omega^k) */
    fr_mul(&t, &start, &l->scale);
    for (size_t k = 0; k < end - begin; k++) {
        fr_mul(&out[k], &out[k], &t);
        fr_mul(&t, &t, &l->omega);
    }
    wipe(scratch, sizeof scratch);
    wipe(&t, sizeof t);
}

static void lagrange_init(lagrange *l, unsigned lg_m, const fr *tau)
{
    fr m_inv = fr_from_u64(UINT64_C(1) << lg_m), zt;
    l->tau = *tau;
    fr_root_of_unity(&l->omega, lg_m);
    fr_pow_u64(&zt, tau, UINT64_C(1) << lg_m);
    fr_sub(&zt, &zt, &FR_ONE);
    fr_inv(&m_inv, &m_inv);
    fr_mul(&l->scale, &zt, &m_inv);
}

void qap_lagrange_ref(fr *o, size_t n, unsigned lg_m, const fr *tau)
{
    lagrange l;
    lagrange_init(&l, lg_m, tau);
    for (size_t k = 0; k < n; k++) {
        fr power, d;
        fr_pow_u64(&power, &l.omega, k);
        fr_sub(&d, tau, &power);
        fr_inv(&d, &d);
        fr_mul(&o[k], &l.scale, &power);
        fr_mul(&o[k], &o[k], &d);
    }
}

typedef struct sums {
    const shape *rows;
    const fr *lagrange;
    qap *q;
} sums;

static void matrix_sum(const sums *s, const shape_matrix *m, fr *out)
{
    uint64_t n_rows = shape_counts(s->rows).n_rows;
    for (uint64_t row = 0; row < n_rows; row++) {
        uint32_t n;
        const shape_term *term = shape_row(m, row, &n);
        for (uint32_t i = 0; i < n; i++) {
            cs_var var = term[i].var;
            fr *o = out + cs_var_index(var) + (cs_var_is_aux(var) ? s->q->n_inputs : 0);
            fr t;
            if (term[i].coeff == COEFF_ONE) {
                fr_add(o, o, &s->lagrange[row]);
            } else {
                fr_mul(&t, shape_coeff(s->rows, term[i]), &s->lagrange[row]);
                fr_add(o, o, &t);
            }
        }
    }
}

/* One matrix an element of the range: their sums go to different places. */
static void matrices(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const sums *s = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++)
        if (i == 0)
            matrix_sum(s, &s->rows->a, s->q->u);
        else if (i == 1)
            matrix_sum(s, &s->rows->b, s->q->v);
        else
            matrix_sum(s, &s->rows->c, s->q->w);
}

static cuzk_status qap_sums(qap *q, work *w, const shape *s, cuzk_error *err)
{
    uint64_t n_rows = shape_counts(s).n_rows;
    fr *coeffs = work_alloc(w, n_rows * sizeof *coeffs, "Lagrange coefficients", err);
    if (!coeffs)
        return CUZK_NO_RESOURCES;
    lagrange l = { .out = coeffs };
    lagrange_init(&l, q->lg_m, &q->tau);
    work_for(w, n_rows, LAGRANGE_GRAIN, lagrange_range, &l);
    cuzk_status status = work_status(w, err);
    if (status == CUZK_OK) {
        sums m = { .rows = s, .lagrange = coeffs, .q = q };
        work_for(w, 3, 1, matrices, &m);
        status = work_status(w, err);
    }
    wipe(coeffs, n_rows * sizeof *coeffs);
    wipe(&l, sizeof l);
    work_dealloc(w, coeffs, n_rows * sizeof *coeffs);
    return status;
}

static cuzk_status qap_domain(qap *q, uint64_t n_rows, const fr *tau, cuzk_error *err)
{
    q->lg_m = qap_domain_lg(n_rows);
    if (q->lg_m > NTT_MAX_LG_N) {
        err_set(err, CUZK_BAD_INPUT, "too-many-rows", "no domain is large enough for this circuit");
        err_expected(err, "at most 2^%d rows", NTT_MAX_LG_N);
        err_found(err, "%llu rows", (unsigned long long)n_rows);
        return CUZK_BAD_INPUT;
    }
    q->tau = *tau;
    fr_pow_u64(&q->zt, tau, UINT64_C(1) << q->lg_m);
    fr_sub(&q->zt, &q->zt, &FR_ONE);
    if (fr_is_zero(&q->zt))
        return err_set(err, CUZK_BAD_INPUT, "bad-toxic", "tau is a root of unity of the domain");
    return CUZK_OK;
}

cuzk_status qap_at(qap *q, work *w, const shape *s, const fr *tau, cuzk_error *err)
{
    cs_counts n = shape_counts(s);
    *q = (qap) { .n_inputs = n.n_inputs, .n_vars = (size_t)n.n_inputs + n.n_aux };
    TRY(qap_domain(q, n.n_rows, tau, err));
    size_t len = q->n_vars * sizeof(fr);
    cuzk_status status = CUZK_NO_RESOURCES;
    if ((q->u = work_alloc(w, len, "A at tau", err)) &&
        (q->v = work_alloc(w, len, "B at tau", err)) &&
        (q->w = work_alloc(w, len, "C at tau", err)))
        status = qap_sums(q, w, s, err);
    if (status != CUZK_OK)
        qap_free(q, w);
    return status;
}

void qap_free(qap *q, work *w)
{
    size_t len = q->n_vars * sizeof(fr);
    fr *vector[] = { q->u, q->v, q->w };
    for (size_t i = 0; i < 3; i++)
        if (vector[i]) {
            wipe(vector[i], len);
            work_dealloc(w, vector[i], len);
        }
    wipe(q, sizeof *q);
}
