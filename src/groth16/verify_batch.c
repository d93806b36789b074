/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/bytes.h"
#include "base/random.h"
#include "curve/pairing.h"
#include "groth16/inputs.h"
#include "msm/msm.h"
#include <stdlib.h>

#define FIXED      3  /* pairs whose points of G2 are the key's: delta, gamma, beta */
#define MAX_SHARED 32 /* pairs that share one chain of squarings */

struct groth16_verifier {
    const groth16_vk *vk;
    pairing_prepared fixed[FIXED];
};

/* With z_j random: prod_j e(z_j A_j, B_j) e(-sum z_j C_j, delta) e(-(sum_i k_i ic_i), gamma)
 * e(-(sum z_j) alpha, beta) = 1, where k_0 = sum z_j and k_(i+1) = sum z_j x_(j,i). One proof has
 * the weight 1. */
typedef struct batch {
    const groth16_verifier *v;
    const groth16_proof *proofs;
    const fr *inputs;
    size_t n_inputs, n;
    fr *z;         /* n */
    fr *k;         /* n_ic */
    g1_affine *p;  /* n + FIXED: first the C_j, then as above */
    g2_affine *q;  /* n */
    size_t shared; /* pairs of one chain */
    fp12 *miller;  /* one a chain */
} batch;

static size_t n_chains(const batch *b)
{
    return (b->n + FIXED + b->shared - 1) / b->shared;
}

static void batch_free(batch *b)
{
    free(b->z);
    free(b->k);
    free(b->p);
    free(b->q);
    free(b->miller);
}

static cuzk_status batch_alloc(batch *b, cuzk_error *err)
{
    b->z = calloc(b->n, sizeof *b->z);
    b->k = calloc(b->v->vk->n_ic, sizeof *b->k);
    b->p = calloc(b->n + FIXED, sizeof *b->p);
    b->q = calloc(b->n, sizeof *b->q);
    b->miller = calloc(n_chains(b), sizeof *b->miller);
    if (b->z && b->k && b->p && b->q && b->miller)
        return CUZK_OK;
    return err_no_memory(err, "batch verification", b->n * sizeof *b->q);
}

static cuzk_status draw_weights(batch *b, cuzk_error *err)
{
    for (size_t j = 0; j < b->n; j++) {
        uint8_t bytes[16] = { 1 };
        if (b->n > 1)
            TRY(random_bytes(bytes, sizeof bytes, err));
        fr_raw z = { { load_le64(bytes), load_le64(bytes + 8) } };
        fr_from_raw(&b->z[j], &z);
        fr_add(&b->k[0], &b->k[0], &b->z[j]);
    }
    return CUZK_OK;
}

static void weigh_proofs(void *ctx, size_t begin, size_t end, unsigned thread)
{
    batch *b = ctx;
    (void)thread;
    for (size_t j = begin; j < end; j++) {
        g1 za;
        g1_mul_affine(&za, &b->proofs[j].a, &b->z[j]);
        g1_to_affine(&b->p[j], &za);
        b->q[j] = b->proofs[j].b;
    }
}

static void weigh_inputs(void *ctx, size_t begin, size_t end, unsigned thread)
{
    batch *b = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++)
        for (size_t j = 0; j < b->n; j++) {
            fr t;
            fr_mul(&t, &b->z[j], &b->inputs[j * b->n_inputs + i]);
            fr_add(&b->k[i + 1], &b->k[i + 1], &t);
        }
}

/* The points of the fixed pairs. */
static cuzk_status fixed_points(batch *b, work *w, cuzk_error *err)
{
    g1 c_sum, alpha;
    g1_affine *p = b->p + b->n;
    fr_view z = fr_view_plain(b->z, b->n);
    for (size_t j = 0; j < b->n; j++)
        b->p[j] = b->proofs[j].c;
    TRY(msm_g1(&c_sum, w, (g1_source) { .affine = b->p, .n = b->n }, &z, NULL, err));
    g1_to_affine(&p[0], &c_sum);
    TRY(groth16_inputs_sum(&p[1], w, b->v->vk, b->k, err));
    g1_mul_affine(&alpha, &b->v->vk->alpha_g1, &b->k[0]);
    g1_to_affine(&p[2], &alpha);
    for (int i = 0; i < FIXED; i++)
        g1_affine_neg(&p[i], &p[i]);
    return CUZK_OK;
}

static void miller_chains(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const batch *b = ctx;
    const pairing_prepared *lines[FIXED];
    (void)thread;
    for (size_t i = 0; i < FIXED; i++)
        lines[i] = &b->v->fixed[i];
    for (size_t i = begin; i < end; i++) {
        size_t from = i * b->shared, to = from + b->shared;
        if (to > b->n + FIXED)
            to = b->n + FIXED;
        size_t live_to = to < b->n ? to : b->n, live_from = from < b->n ? from : b->n;
        size_t fixed_from = from > b->n ? from : b->n, fixed_to = to > b->n ? to : b->n;
        pairing_miller_prepared(&b->miller[i], b->p + live_from, b->q + live_from,
                                live_to - live_from, b->p + fixed_from, lines + (fixed_from - b->n),
                                fixed_to - fixed_from);
    }
}

static cuzk_status equation(batch *b, work *w, bool *holds, cuzk_error *err)
{
    fp12 product;
    TRY(batch_alloc(b, err));
    TRY(draw_weights(b, err));
    TRY(work_status(w, err));
    work_for(w, b->n_inputs, 1024, weigh_inputs, b);
    TRY(work_status(w, err));
    TRY(fixed_points(b, w, err));
    work_for(w, b->n, 1, weigh_proofs, b);
    work_for(w, n_chains(b), 1, miller_chains, b);
    TRY(work_status(w, err));
    product = b->miller[0];
    for (size_t i = 1; i < n_chains(b); i++)
        fp12_mul(&product, &product, &b->miller[i]);
    pairing_final_exp(&product, &product);
    *holds = fp12_is_one(&product);
    return CUZK_OK;
}

/* *holds: does the weighted equation hold for the n proofs from `first` on? */
static cuzk_status batch_holds(const batch *all, size_t first, size_t n, work *w, bool *holds,
                               cuzk_error *err)
{
    batch b = { .v = all->v,
                .proofs = all->proofs + first,
                .inputs = all->inputs + first * all->n_inputs,
                .n_inputs = all->n_inputs,
                .n = n };
    b.shared = (n + FIXED + w->threads - 1) / w->threads;
    if (b.shared > MAX_SHARED)
        b.shared = MAX_SHARED;
    cuzk_status status = equation(&b, w, holds, err);
    batch_free(&b);
    return status;
}

/* Halves a batch that does not hold down to its first false proof. */
static cuzk_status name_culprit(const batch *all, work *w, cuzk_error *err)
{
    size_t first = 0, n = all->n;
    bool holds = false;
    while (n > 1) {
        TRY(batch_holds(all, first, n / 2, w, &holds, err));
        first += holds ? n / 2 : 0;
        n = holds ? n - n / 2 : n / 2;
    }
    if (all->n > 1)
        TRY(batch_holds(all, first, 1, w, &holds, err));
    if (holds)
        return err_set(err, CUZK_FAULT, "batch-disagrees",
                       "the batch does not verify but each of its proofs does");
    err_set(err, CUZK_NO, "proof-invalid", "the proof does not verify");
    err_at(err, NULL, "proof", (int64_t)first);
    return CUZK_NO;
}

cuzk_status groth16_verifier_new(groth16_verifier **out, const groth16_vk *vk, cuzk_error *err)
{
    groth16_verifier *v = malloc(sizeof *v);
    *out = v;
    if (!v)
        return err_no_memory(err, "verifier", sizeof *v);
    v->vk = vk;
    pairing_prepare(&v->fixed[0], &vk->delta_g2);
    pairing_prepare(&v->fixed[1], &vk->gamma_g2);
    pairing_prepare(&v->fixed[2], &vk->beta_g2);
    return CUZK_OK;
}

void groth16_verifier_free(groth16_verifier *v)
{
    free(v);
}

cuzk_status groth16_verifier_check(const groth16_verifier *v, const groth16_proof *proofs,
                                   const fr *inputs, size_t n_inputs, size_t n, work *w,
                                   cuzk_error *err)
{
    const batch all = { .v = v, .proofs = proofs, .inputs = inputs, .n_inputs = n_inputs, .n = n };
    bool holds = false;
    TRY(groth16_inputs_count(v->vk, n_inputs, err));
    if (n == 0)
        return err_set(err, CUZK_BAD_INPUT, "no-proof", "there is no proof to verify");
    TRY(batch_holds(&all, 0, n, w, &holds, err));
    return holds ? CUZK_OK : name_culprit(&all, w, err);
}

cuzk_status groth16_verify_batch(const groth16_vk *vk, const groth16_proof *proofs,
                                 const fr *inputs, size_t n_inputs, size_t n, work *w,
                                 cuzk_error *err)
{
    groth16_verifier *v;
    TRY(groth16_verifier_new(&v, vk, err));
    cuzk_status status = groth16_verifier_check(v, proofs, inputs, n_inputs, n, w, err);
    groth16_verifier_free(v);
    return status;
}
