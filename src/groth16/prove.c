/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/file_stream.h"
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

static bool same_bits(const bitmap *a, const bitmap *b)
{
    return a->n == b->n &&
           (a->words == b->words || memcmp(a->words, b->words, (a->n + 63) / 64 * 8) == 0);
}

/* Are they of one circuit? */
static cuzk_status check_alike(const assignment *a, const assignment *b, cuzk_error *err)
{
    if (a->a.n == b->a.n && a->inputs.n == b->inputs.n && same_bits(&a->a_aux, &b->a_aux) &&
        same_bits(&a->b_input, &b->b_input) && same_bits(&a->b_aux, &b->b_aux))
        return CUZK_OK;
    return err_set(err, CUZK_FAULT, "bad-assignment", "assignments of several circuits");
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
    const accel *acc;
    const groth16_params *params;
    const assignment *const *asg;
    size_t k;
    unsigned lg_m;
    bool read_ahead;
    unsigned window;   /* of the sums, as msm_options */
    size_t msm_memory; /* of each sum; 0: what there is */
    fr *h[GROTH16_MAX_CIRCUITS];
    groth16_sums *sums;
} prover;

/* -- the sums over one section -- */

typedef enum part { INPUTS, AUX } part;

static void scalars_of(fr_view *out, const prover *p, part which)
{
    for (size_t j = 0; j < p->k; j++)
        out[j] = which == INPUTS ? p->asg[j]->inputs : p->asg[j]->aux;
}

/* The points of a section from `first` on, as they are read. */
typedef struct reader {
    file_stream stream;
    size_t point_len;
    msm_options options;
} reader;

static void reached(void *ctx, size_t at)
{
    reader *r = ctx;
    file_stream_reached(&r->stream, at * r->point_len);
}

static const uint8_t *read_points(reader *r, const prover *p, groth16_section s, size_t first,
                                  size_t n)
{
    const size_t len = p->params->section[s].point_len;
    const uint8_t *points = p->params->section[s].points + first * len;

    *r = (reader) { .point_len = len,
                    .options = {
                        .memory = p->msm_memory, .window = p->window, .repeats = s != SECTION_H } };
    if (!p->read_ahead)
        return points;
    file_stream_begin(&r->stream, &p->params->map, points, n * len);
    r->options.reached = reached;
    r->options.reached_ctx = r;
    return points;
}

/* Sums over n points of a section from the first one on; each proof's goes to the member of its
 * sums that is so far in. Parameters' points are in the subgroup: params_check.h sees to it. In a
 * file that was not checked they may be others: then the sums may be others too, and whether the
 * proof verifies tells. */
static cuzk_status g1_sum(const prover *p, work *w, groth16_section section, size_t first, size_t n,
                          const fr_view *scalars, const bitmap *density, size_t member,
                          cuzk_error *err)
{
    reader r;
    const g1_source source = { .encoded = read_points(&r, p, section, first, n),
                               .n = n,
                               .in_subgroup = true };
    g1 o[GROTH16_MAX_CIRCUITS];

    TRY(p->acc->msm_g1(p->acc, w, o, source, scalars, p->k, density, &r.options, err));
    for (size_t j = 0; j < p->k; j++)
        memcpy((uint8_t *)&p->sums[j] + member, &o[j], sizeof o[j]);
    return CUZK_OK;
}

static cuzk_status g2_sum(const prover *p, work *w, size_t first, size_t n, const fr_view *scalars,
                          const bitmap *density, size_t member, cuzk_error *err)
{
    reader r;
    const g2_source source = { .encoded = read_points(&r, p, SECTION_B_G2, first, n),
                               .n = n,
                               .in_subgroup = true };
    g2 o[GROTH16_MAX_CIRCUITS];

    TRY(p->acc->msm_g2(p->acc, w, o, source, scalars, p->k, density, &r.options, err));
    for (size_t j = 0; j < p->k; j++)
        memcpy((uint8_t *)&p->sums[j] + member, &o[j], sizeof o[j]);
    return CUZK_OK;
}

/* -- section by section -- */

static void release_h(prover *p, work *w)
{
    for (size_t j = 0; j < p->k; j++) {
        work_dealloc(w, p->h[j], sizeof(fr) << p->lg_m);
        p->h[j] = NULL;
    }
}

static cuzk_status sum_h(prover *p, work *w, cuzk_error *err)
{
    size_t n = ((size_t)1 << p->lg_m) - 1;
    fr_view scalars[GROTH16_MAX_CIRCUITS];
    for (size_t j = 0; j < p->k; j++)
        scalars[j] = fr_view_plain(p->h[j], n);
    TRY(g1_sum(p, w, SECTION_H, 0, n, scalars, NULL, offsetof(groth16_sums, h), err));
    release_h(p, w);
    return CUZK_OK;
}

static cuzk_status sum_l(prover *p, work *w, cuzk_error *err)
{
    fr_view scalars[GROTH16_MAX_CIRCUITS];
    scalars_of(scalars, p, AUX);
    return g1_sum(p, w, SECTION_L, 0, scalars->n, scalars, NULL, offsetof(groth16_sums, l), err);
}

/* The inputs' points come first, then the aux variables'. */
static cuzk_status sum_a(prover *p, work *w, cuzk_error *err)
{
    const assignment *asg = p->asg[0];
    size_t n = asg->inputs.n, all = p->params->section[SECTION_A].n;
    fr_view scalars[GROTH16_MAX_CIRCUITS];
    scalars_of(scalars, p, INPUTS);
    TRY(g1_sum(p, w, SECTION_A, 0, n, scalars, NULL, offsetof(groth16_sums, a_inputs), err));
    scalars_of(scalars, p, AUX);
    return g1_sum(p, w, SECTION_A, n, all - n, scalars, &asg->a_aux, offsetof(groth16_sums, a_aux),
                  err);
}

static cuzk_status sum_b_g1(prover *p, work *w, cuzk_error *err)
{
    const assignment *asg = p->asg[0];
    size_t n = bitmap_count(&asg->b_input), all = p->params->section[SECTION_B_G1].n;
    fr_view scalars[GROTH16_MAX_CIRCUITS];
    scalars_of(scalars, p, INPUTS);
    TRY(g1_sum(p, w, SECTION_B_G1, 0, n, scalars, &asg->b_input,
               offsetof(groth16_sums, b_g1_inputs), err));
    scalars_of(scalars, p, AUX);
    return g1_sum(p, w, SECTION_B_G1, n, all - n, scalars, &asg->b_aux,
                  offsetof(groth16_sums, b_g1_aux), err);
}

static cuzk_status sum_b_g2(prover *p, work *w, cuzk_error *err)
{
    const assignment *asg = p->asg[0];
    size_t n = bitmap_count(&asg->b_input), all = p->params->section[SECTION_B_G2].n;
    fr_view scalars[GROTH16_MAX_CIRCUITS];
    scalars_of(scalars, p, INPUTS);
    TRY(g2_sum(p, w, 0, n, scalars, &asg->b_input, offsetof(groth16_sums, b_g2_inputs), err));
    scalars_of(scalars, p, AUX);
    return g2_sum(p, w, n, all - n, scalars, &asg->b_aux, offsetof(groth16_sums, b_g2_aux), err);
}

typedef cuzk_status (*sum_fn)(prover *p, work *w, cuzk_error *err);

/* As the file has them. */
static const struct {
    const char *phase;
    sum_fn sum;
} steps[SECTIONS] = {
    [SECTION_H] = { "prove: h", sum_h },          [SECTION_L] = { "prove: l", sum_l },
    [SECTION_A] = { "prove: a", sum_a },          [SECTION_B_G1] = { "prove: b_g1", sum_b_g1 },
    [SECTION_B_G2] = { "prove: b_g2", sum_b_g2 },
};

/* By how much its sums advance the phase. */
static uint64_t step_size(const prover *p, groth16_section s)
{
    const assignment *asg = p->asg[0];
    uint64_t n = s == SECTION_H   ? (UINT64_C(1) << p->lg_m) - 1
                 : s == SECTION_L ? asg->aux.n
                                  : asg->inputs.n + asg->aux.n;
    return n * p->k;
}

static cuzk_status one_after_another(prover *p, work *w, cuzk_error *err)
{
    for (groth16_section s = SECTION_H; s < SECTIONS; s++) {
        work_phase_begin(w, steps[s].phase, step_size(p, s));
        cuzk_status status = steps[s].sum(p, w, err);
        work_phase_end(w);
        if (status != CUZK_OK)
            return status;
    }
    return CUZK_OK;
}

/* -- two at once -- */

typedef struct side {
    prover *p;
    work w;
} side;

static cuzk_status side_g1(void *ctx, cuzk_error *err)
{
    side *s = ctx;
    for (groth16_section i = SECTION_H; i < SECTION_B_G2; i++)
        TRY(steps[i].sum(s->p, &s->w, err));
    return CUZK_OK;
}

static cuzk_status side_g2(void *ctx, cuzk_error *err)
{
    side *s = ctx;
    return sum_b_g2(s->p, &s->w, err);
}

static cuzk_status two_at_once(prover *p, work *w, unsigned for_g2, cuzk_error *err)
{
    side in_g1 = { .p = p }, in_g2 = { .p = p };
    uint64_t total = 0;
    for (groth16_section s = SECTION_H; s < SECTIONS; s++)
        total += step_size(p, s);
    size_t left = work_memory_left(w);
    p->msm_memory = left == SIZE_MAX ? 0 : left / 2;
    TRY(work_fork(&in_g1.w, w, w->threads - for_g2, err));
    cuzk_status status = work_fork(&in_g2.w, w, for_g2, err);
    if (status == CUZK_OK) {
        work_phase_begin(w, "prove: sums", total);
        status = work_both(side_g2, &in_g2, side_g1, &in_g1, err);
        work_phase_end(w);
        work_free(&in_g2.w);
    }
    work_free(&in_g1.w);
    return status;
}

/* -- all of it -- */

static cuzk_status h_coefficients(const prover *p, work *w, size_t j, cuzk_error *err)
{
    size_t m = (size_t)1 << p->lg_m;
    const assignment *asg = p->asg[j];
    work_phase_begin(w, "prove: H", (uint64_t)p->acc->h_transforms * m);
    work_touch(w, p->h[j], m * sizeof(fr));
    cuzk_status status = p->acc->h(p->acc, w, p->lg_m, &asg->a, &asg->b, &asg->c, p->h[j], err);
    work_phase_end(w);
    if (status != CUZK_OK || fr_is_zero(&p->h[j][m - 1]))
        return status;
    err_set(err, CUZK_NO, "unsatisfied", "the assignment does not satisfy the circuit");
    err_at(err, NULL, NULL, (int64_t)j);
    return CUZK_NO;
}

static cuzk_status prove_from_h(prover *p, work *w, const groth16_options *o, cuzk_error *err)
{
    unsigned for_g2 = groth16_beside_threads(p->asg[0], p->lg_m, w->threads, o->b_g2);
    for (size_t j = 0; j < p->k; j++)
        TRY(h_coefficients(p, w, j, err));
    if (for_g2 && work_memory_left(w) / 2 >= groth16_sums_memory(p->params, w, p->acc, p->k))
        return two_at_once(p, w, for_g2, err);
    return one_after_another(p, w, err);
}

cuzk_status groth16_prove_sums(groth16_sums *o, work *w, const accel *acc,
                               const groth16_params *params, const assignment *const *asg, size_t k,
                               const groth16_options *options, cuzk_error *err)
{
    static const groth16_options otherwise;
    options = options ? options : &otherwise;
    prover p = { .acc = acc,
                 .params = params,
                 .asg = asg,
                 .k = k,
                 .lg_m = qap_domain_lg(asg[0]->a.n),
                 .window = options->window,
                 .read_ahead = !options->no_read_ahead,
                 .sums = o };
    size_t len = sizeof(fr) << p.lg_m;
    cuzk_status status = CUZK_OK;

    if (k > GROTH16_MAX_CIRCUITS)
        return err_set(err, CUZK_FAULT, "too-many-circuits", "%zu circuits at once", k);
    for (size_t j = 0; j < k; j++) {
        TRY(check_assignment(asg[j], err));
        TRY(check_alike(asg[0], asg[j], err));
    }
    TRY(check_counts(params, asg[0], p.lg_m, err));
    for (size_t j = 0; j < k && status == CUZK_OK; j++)
        if (!(p.h[j] = work_alloc_dirty(w, len, "coefficients of H", err)))
            status = CUZK_NO_RESOURCES;
    if (status == CUZK_OK)
        status = prove_from_h(&p, w, options, err);
    release_h(&p, w);
    return status;
}
