/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/random.h"
#include "curve/encoding.h"
#include "groth16/prove_sums.h"
#include "groth16/qap.h"

static cuzk_status count_differs(cuzk_error *err, const groth16_params *p, const char *section,
                                 uint64_t expected, uint64_t found)
{
    err_set(err, CUZK_BAD_INPUT, "wrong-parameters", "the parameters are of another circuit");
    err_at(err, p->map.path, section, -1);
    err_expected(err, "%llu points", (unsigned long long)expected);
    err_found(err, "%llu points", (unsigned long long)found);
    return CUZK_BAD_INPUT;
}

/* Does the assignment fit itself? A back end's fault if not. */
static cuzk_status check_assignment(const assignment *asg, cuzk_error *err)
{
    bool fits = asg->a.n == asg->b.n && asg->a.n == asg->c.n && asg->inputs.n > 0 &&
                asg->a_aux.n == asg->aux.n && asg->b_aux.n == asg->aux.n &&
                asg->b_input.n == asg->inputs.n;
    if (fits)
        return CUZK_OK;
    return err_set(err, CUZK_FAULT, "bad-assignment", "the lengths of an assignment disagree");
}

static cuzk_status check_counts(const groth16_params *p, const assignment *asg, unsigned lg_m,
                                cuzk_error *err)
{
    uint64_t n_b = bitmap_count(&asg->b_input) + bitmap_count(&asg->b_aux);
    const uint64_t expected[SECTIONS] = {
        [SECTION_H] = (UINT64_C(1) << lg_m) - 1,
        [SECTION_L] = asg->aux.n,
        [SECTION_A] = asg->inputs.n + bitmap_count(&asg->a_aux),
        [SECTION_B_G1] = n_b,
        [SECTION_B_G2] = n_b,
    };
    if (p->vk.n_ic != asg->inputs.n)
        return count_differs(err, p, "vk.ic", asg->inputs.n, p->vk.n_ic);
    for (groth16_section s = SECTION_H; s < SECTIONS; s++)
        if (p->section[s].n != expected[s])
            return count_differs(err, p, groth16_section_name[s], expected[s], p->section[s].n);
    return CUZK_OK;
}

typedef struct prover {
    work *w;
    const accel *acc;
    const groth16_params *params;
    const assignment *asg;
    unsigned lg_m;
    groth16_sums *sums;
} prover;

/* n points of a section from the first one on. */
static g1_source g1_points(const prover *p, groth16_section s, size_t first, size_t n)
{
    const uint8_t *points = p->params->section[s].points;
    return (g1_source) { .encoded = points + first * p->params->section[s].point_len, .n = n };
}

static g2_source g2_points(const prover *p, size_t first, size_t n)
{
    const uint8_t *points = p->params->section[SECTION_B_G2].points;
    return (g2_source) { .encoded = points + first * G2_UNCOMPRESSED_LEN, .n = n };
}

/* Sums over the inputs' points, which come first, and over the aux variables'. */
static cuzk_status g1_sums(const prover *p, groth16_section s, g1 *inputs, const bitmap *b_inputs,
                           g1 *aux, const bitmap *b_aux, cuzk_error *err)
{
    const assignment *asg = p->asg;
    size_t n = b_inputs ? bitmap_count(b_inputs) : asg->inputs.n, all = p->params->section[s].n;
    TRY(p->acc->msm_g1(p->acc, p->w, inputs, g1_points(p, s, 0, n), &asg->inputs, b_inputs, err));
    return p->acc->msm_g1(p->acc, p->w, aux, g1_points(p, s, n, all - n), &asg->aux, b_aux, err);
}

static cuzk_status h_coefficients(const prover *p, fr *h, cuzk_error *err)
{
    size_t m = (size_t)1 << p->lg_m;
    const assignment *asg = p->asg;
    work_phase_begin(p->w, "prove: H", (uint64_t)ACCEL_H_TRANSFORMS * m);
    cuzk_status status = p->acc->h(p->acc, p->w, p->lg_m, &asg->a, &asg->b, &asg->c, h, err);
    work_phase_end(p->w);
    if (status == CUZK_OK && !fr_is_zero(&h[m - 1]))
        status =
            err_set(err, CUZK_NO, "unsatisfied", "the assignment does not satisfy the circuit");
    return status;
}

static cuzk_status sum_h(const prover *p, cuzk_error *err)
{
    size_t m = (size_t)1 << p->lg_m;
    fr *h = work_alloc(p->w, m * sizeof *h, "coefficients of H", err);
    if (!h)
        return CUZK_NO_RESOURCES;
    cuzk_status status = h_coefficients(p, h, err);
    if (status == CUZK_OK) {
        fr_view scalars = fr_view_plain(h, m - 1);
        work_phase_begin(p->w, "prove: h", m - 1);
        status = p->acc->msm_g1(p->acc, p->w, &p->sums->h, g1_points(p, SECTION_H, 0, m - 1),
                                &scalars, NULL, err);
        work_phase_end(p->w);
    }
    work_dealloc(p->w, h, m * sizeof *h);
    return status;
}

static cuzk_status sum_l(const prover *p, cuzk_error *err)
{
    const fr_view *aux = &p->asg->aux;
    work_phase_begin(p->w, "prove: l", aux->n);
    cuzk_status status = p->acc->msm_g1(p->acc, p->w, &p->sums->l,
                                        g1_points(p, SECTION_L, 0, aux->n), aux, NULL, err);
    work_phase_end(p->w);
    return status;
}

static cuzk_status sum_a(const prover *p, cuzk_error *err)
{
    work_phase_begin(p->w, "prove: a", p->asg->inputs.n + p->asg->aux.n);
    cuzk_status status =
        g1_sums(p, SECTION_A, &p->sums->a_inputs, NULL, &p->sums->a_aux, &p->asg->a_aux, err);
    work_phase_end(p->w);
    return status;
}

static cuzk_status sum_b_g1(const prover *p, cuzk_error *err)
{
    work_phase_begin(p->w, "prove: b_g1", p->asg->inputs.n + p->asg->aux.n);
    cuzk_status status = g1_sums(p, SECTION_B_G1, &p->sums->b_g1_inputs, &p->asg->b_input,
                                 &p->sums->b_g1_aux, &p->asg->b_aux, err);
    work_phase_end(p->w);
    return status;
}

static cuzk_status sum_b_g2(const prover *p, cuzk_error *err)
{
    const assignment *asg = p->asg;
    size_t n = bitmap_count(&asg->b_input), all = p->params->section[SECTION_B_G2].n;
    work_phase_begin(p->w, "prove: b_g2", asg->inputs.n + asg->aux.n);
    cuzk_status status = p->acc->msm_g2(p->acc, p->w, &p->sums->b_g2_inputs, g2_points(p, 0, n),
                                        &asg->inputs, &asg->b_input, err);
    if (status == CUZK_OK)
        status = p->acc->msm_g2(p->acc, p->w, &p->sums->b_g2_aux, g2_points(p, n, all - n),
                                &asg->aux, &asg->b_aux, err);
    work_phase_end(p->w);
    return status;
}

cuzk_status groth16_prove_sums(groth16_sums *o, work *w, const accel *acc,
                               const groth16_params *params, const assignment *asg, cuzk_error *err)
{
    const prover p = { w, acc, params, asg, qap_domain_lg(asg->a.n), o };
    TRY(check_assignment(asg, err));
    TRY(check_counts(params, asg, p.lg_m, err));
    TRY(sum_h(&p, err));
    TRY(sum_l(&p, err));
    TRY(sum_a(&p, err));
    TRY(sum_b_g1(&p, err));
    return sum_b_g2(&p, err);
}

/* o += k P */
static void g1_add_multiple(g1 *o, const g1_affine *p, const fr *k)
{
    g1 t;
    g1_mul_affine(&t, p, k);
    g1_add(o, o, &t);
}

void groth16_prove_finish(groth16_proof *o, const groth16_vk *vk, const groth16_sums *sums,
                          const fr *r, const fr *s)
{
    g1 an, a, b1, c, t;
    g2 b, t2;
    fr rs;

    /* A = alpha + r delta + An */
    g1_add(&an, &sums->a_inputs, &sums->a_aux);
    g1_add_affine(&a, &an, &vk->alpha_g1);
    g1_add_multiple(&a, &vk->delta_g1, r);

    /* B = beta + s delta + B2 */
    g2_add(&b, &sums->b_g2_inputs, &sums->b_g2_aux);
    g2_add_affine(&b, &b, &vk->beta_g2);
    g2_mul_affine(&t2, &vk->delta_g2, s);
    g2_add(&b, &b, &t2);

    /* C = s An + r B1 + (r s) delta + s alpha + r beta + H + L */
    g1_add(&b1, &sums->b_g1_inputs, &sums->b_g1_aux);
    fr_mul(&rs, r, s);
    g1_add(&c, &sums->h, &sums->l);
    g1_mul(&t, &an, s);
    g1_add(&c, &c, &t);
    g1_mul(&t, &b1, r);
    g1_add(&c, &c, &t);
    g1_add_multiple(&c, &vk->delta_g1, &rs);
    g1_add_multiple(&c, &vk->alpha_g1, s);
    g1_add_multiple(&c, &vk->beta_g1, r);

    g1_to_affine(&o->a, &a);
    g2_to_affine(&o->b, &b);
    g1_to_affine(&o->c, &c);
    wipe(&rs, sizeof rs);
}

cuzk_status groth16_prove(groth16_proof *out, work *w, const accel *acc,
                          const groth16_params *params, const assignment *asg, const fr *r,
                          const fr *s, cuzk_error *err)
{
    groth16_sums sums;
    TRY(groth16_prove_sums(&sums, w, acc, params, asg, err));
    groth16_prove_finish(out, &params->vk, &sums, r, s);
    return CUZK_OK;
}
