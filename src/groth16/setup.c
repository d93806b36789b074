/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "groth16/setup.h"
#include "base/random.h"
#include "groth16/params_writer.h"
#include "groth16/qap.h"
#include <stdlib.h>

#define COMBINE_GRAIN 2048

typedef struct setup {
    work *w;
    const groth16_toxic *toxic;
    qap qap;
    fr gamma_inv, delta_inv;
    size_t n_a, n_b; /* columns that do not vanish at tau: the first ones of qap.u and qap.v */
    fixed_base *g1, *g2;
    groth16_vk vk;
} setup;

static cuzk_status toxic_check(const groth16_toxic *t, cuzk_error *err)
{
    const struct {
        const char *name;
        const fr *value;
    } row[] = { { "alpha", &t->alpha },
                { "beta", &t->beta },
                { "gamma", &t->gamma },
                { "delta", &t->delta },
                { "tau", &t->tau } };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        if (fr_is_zero(row[i].value))
            return err_set(err, CUZK_BAD_INPUT, "bad-toxic", "%s is zero", row[i].name);
    return CUZK_OK;
}

/* w_j = (beta u_j + alpha v_j + w_j) / (gamma for inputs, delta for aux) */
static void combine_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const setup *s = ctx;
    fr bu, av;
    (void)thread;
    for (size_t j = begin; j < end; j++) {
        fr *o = &s->qap.w[j];
        fr_mul(&bu, &s->toxic->beta, &s->qap.u[j]);
        fr_mul(&av, &s->toxic->alpha, &s->qap.v[j]);
        fr_add(o, o, &bu);
        fr_add(o, o, &av);
        fr_mul(o, o, j < s->qap.n_inputs ? &s->gamma_inv : &s->delta_inv);
    }
    wipe(&bu, sizeof bu);
    wipe(&av, sizeof av);
}

static cuzk_status check_constrained(const qap *q, cuzk_error *err)
{
    for (size_t j = 0; j < q->n_vars; j++) {
        if (!fr_is_zero(&q->w[j]))
            continue;
        bool aux = j >= q->n_inputs;
        err_set(err, CUZK_BAD_INPUT, "unconstrained-variable", "no row constrains %s variable %zu",
                aux ? "aux" : "input", aux ? j - q->n_inputs : j);
        err_at(err, NULL, aux ? "aux" : "inputs", (int64_t)(aux ? j - q->n_inputs : j));
        return CUZK_BAD_INPUT;
    }
    return CUZK_OK;
}

/* Zeros out, order kept: a zero scalar is the identity, which the queries leave out. */
static size_t drop_zeros(fr *a, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (!fr_is_zero(&a[i]))
            a[kept++] = a[i];
    return kept;
}

static cuzk_status scalars(setup *s, const shape *rows, cuzk_error *err)
{
    qap *q = &s->qap;
    work_phase_begin(s->w, "setup: polynomials", 0);
    cuzk_status status = qap_at(q, s->w, rows, &s->toxic->tau, err);
    if (status == CUZK_OK) {
        fr_inv(&s->gamma_inv, &s->toxic->gamma);
        fr_inv(&s->delta_inv, &s->toxic->delta);
        work_for(s->w, q->n_vars, COMBINE_GRAIN, combine_range, s);
        status = work_status(s->w, err);
    }
    if (status == CUZK_OK)
        status = check_constrained(q, err);
    if (status == CUZK_OK) {
        s->n_a = drop_zeros(q->u, q->n_vars);
        s->n_b = drop_zeros(q->v, q->n_vars);
    }
    work_phase_end(s->w);
    return status;
}

static void g1_multiple(g1_affine *o, const fr *k)
{
    g1 p;
    g1_mul_affine(&p, &G1_GENERATOR, k);
    g1_to_affine(o, &p);
}

static void g2_multiple(g2_affine *o, const fr *k)
{
    g2 p;
    g2_mul_affine(&p, &G2_GENERATOR, k);
    g2_to_affine(o, &p);
}

static cuzk_status make_vk(setup *s, cuzk_error *err)
{
    groth16_vk *vk = &s->vk;
    const groth16_toxic *t = s->toxic;
    g1_multiple(&vk->alpha_g1, &t->alpha);
    g1_multiple(&vk->beta_g1, &t->beta);
    g2_multiple(&vk->beta_g2, &t->beta);
    g2_multiple(&vk->gamma_g2, &t->gamma);
    g1_multiple(&vk->delta_g1, &t->delta);
    g2_multiple(&vk->delta_g2, &t->delta);
    vk->n_ic = s->qap.n_inputs;
    vk->ic = malloc(vk->n_ic * sizeof *vk->ic);
    if (!vk->ic)
        return err_no_memory(err, "verifying key", vk->n_ic * sizeof *vk->ic);
    fixed_base_mul(s->g1, s->w, vk->ic, s->qap.w, vk->n_ic);
    return work_status(s->w, err);
}

/* h_i = tau^i (tau^m - 1)/delta */
typedef struct tau_powers {
    fr tau, scale;
} tau_powers;

static void tau_powers_expand(const void *ctx, size_t i, size_t len, fr *out)
{
    const tau_powers *p = ctx;
    fr t;
    fr_pow_u64(&t, &p->tau, i);
    fr_mul(&t, &t, &p->scale);
    for (size_t k = 0; k < len; k++) {
        out[k] = t;
        fr_mul(&t, &t, &p->tau);
    }
    wipe(&t, sizeof t);
}

static cuzk_status write_sections(setup *s, params_writer *pw, const uint64_t n[SECTIONS],
                                  cuzk_error *err)
{
    const qap *q = &s->qap;
    tau_powers powers = { .tau = q->tau };
    fr_mul(&powers.scale, &q->zt, &s->delta_inv);
    fr_view h = { .n = n[SECTION_H], .expand = tau_powers_expand, .ctx = &powers };
    fr_view l = fr_view_plain(q->w + q->n_inputs, n[SECTION_L]);
    fr_view a = fr_view_plain(q->u, n[SECTION_A]);
    fr_view b = fr_view_plain(q->v, n[SECTION_B_G1]);
    cuzk_status status = params_writer_section(pw, SECTION_H, s->g1, &h, err);
    if (status == CUZK_OK)
        status = params_writer_section(pw, SECTION_L, s->g1, &l, err);
    if (status == CUZK_OK)
        status = params_writer_section(pw, SECTION_A, s->g1, &a, err);
    if (status == CUZK_OK)
        status = params_writer_section(pw, SECTION_B_G1, s->g1, &b, err);
    if (status == CUZK_OK)
        status = params_writer_section(pw, SECTION_B_G2, s->g2, &b, err);
    wipe(&powers, sizeof powers);
    return status;
}

/* The key file waits, written, until the parameters are in place. */
static cuzk_status write_files(setup *s, groth16_digests *d, const uint64_t n[SECTIONS],
                               const char *params_path, const char *vk_path, cuzk_error *err)
{
    params_writer pw;
    file_out vk_file = { .fd = -1 };
    size_t vk_len = (size_t)GROTH16_VK_LEN(s->vk.n_ic);
    uint8_t *vk_bytes = malloc(vk_len);
    if (!vk_bytes)
        return err_no_memory(err, "verifying key", vk_len);
    groth16_vk_write(vk_bytes, &s->vk);
    cuzk_status status = params_writer_open(&pw, s->w, d, params_path, err);
    if (status == CUZK_OK) {
        status = params_writer_vk(&pw, vk_bytes, vk_len, err);
        if (status == CUZK_OK)
            status = write_sections(s, &pw, n, err);
        if (status == CUZK_OK)
            status = file_out_open(&vk_file, vk_path, vk_len, 0644, err);
        if (status == CUZK_OK)
            status = file_out_write(&vk_file, vk_bytes, vk_len, err);
        if (status == CUZK_OK)
            status = params_writer_commit(&pw, err);
        if (status == CUZK_OK)
            status = file_out_commit(&vk_file, err);
        if (vk_file.fd >= 0)
            file_out_abort(&vk_file);
        params_writer_close(&pw);
    }
    free(vk_bytes);
    return status;
}

static cuzk_status points(setup *s, groth16_digests *d, const char *params_path,
                          const char *vk_path, cuzk_error *err)
{
    const qap *q = &s->qap;
    uint64_t n[SECTIONS] = {
        [SECTION_H] = (UINT64_C(1) << q->lg_m) - 1,
        [SECTION_L] = q->n_vars - q->n_inputs,
        [SECTION_A] = s->n_a,
        [SECTION_B_G1] = s->n_b,
        [SECTION_B_G2] = s->n_b,
    };
    uint64_t n_g1 = n[SECTION_H] + n[SECTION_L] + s->n_a + s->n_b + q->n_inputs;
    groth16_parts(d->part, q->n_inputs, n);
    work_phase_begin(s->w, "setup: points", n_g1 + s->n_b);
    cuzk_status status = fixed_base_g1_new(&s->g1, s->w, &G1_GENERATOR, n_g1, err);
    if (status == CUZK_OK)
        status = fixed_base_g2_new(&s->g2, s->w, &G2_GENERATOR, s->n_b, err);
    if (status == CUZK_OK)
        status = make_vk(s, err);
    if (status == CUZK_OK)
        status = write_files(s, d, n, params_path, vk_path, err);
    work_phase_end(s->w);
    return status;
}

cuzk_status groth16_setup(groth16_digests *digests, work *w, const shape *rows,
                          const groth16_toxic *toxic, const char *params_path, const char *vk_path,
                          cuzk_error *err)
{
    setup s = { .w = w, .toxic = toxic };
    TRY(toxic_check(toxic, err));
    cuzk_status status = scalars(&s, rows, err);
    if (status == CUZK_OK)
        status = points(&s, digests, params_path, vk_path, err);
    fixed_base_free(s.g1, w);
    fixed_base_free(s.g2, w);
    groth16_vk_free(&s.vk);
    qap_free(&s.qap, w);
    wipe(&s, sizeof s);
    return status;
}
