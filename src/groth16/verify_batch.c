/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/bytes.h"
#include "base/random.h"
#include "curve/pairing.h"
#include "groth16/inputs.h"
#include <stdlib.h>
#include <string.h>

#define MILLER_GRAIN 4 /* pairs that share one chain of squarings */

/* With z_j random: prod_j e(z_j A_j, B_j) e(-sum z_j C_j, delta) e(-(sum_i k_i ic_i), gamma)
 * e(-(sum z_j) alpha, beta) = 1, where k_0 = sum z_j and k_(i+1) = sum z_j x_(j,i). */
typedef struct batch {
    const groth16_vk *vk;
    const groth16_proof *proofs;
    const fr *inputs;
    size_t n_inputs, n;
    fr *z;        /* n */
    fr *k;        /* n_ic */
    g1 *zc;       /* n: z_j C_j */
    size_t pairs; /* n + 3 */
    g1_affine *p;
    g2_affine *q;
    fp12 *miller; /* one a chunk of MILLER_GRAIN pairs */
} batch;

static size_t n_chunks(const batch *b)
{
    return (b->pairs + MILLER_GRAIN - 1) / MILLER_GRAIN;
}

static void batch_free(batch *b)
{
    free(b->z);
    free(b->k);
    free(b->zc);
    free(b->p);
    free(b->q);
    free(b->miller);
}

static cuzk_status batch_alloc(batch *b, cuzk_error *err)
{
    b->pairs = b->n + 3;
    b->z = calloc(b->n, sizeof *b->z);
    b->k = calloc(b->vk->n_ic, sizeof *b->k);
    b->zc = calloc(b->n, sizeof *b->zc);
    b->p = calloc(b->pairs, sizeof *b->p);
    b->q = calloc(b->pairs, sizeof *b->q);
    b->miller = calloc(n_chunks(b), sizeof *b->miller);
    if (b->z && b->k && b->zc && b->p && b->q && b->miller)
        return CUZK_OK;
    return err_no_memory(err, "batch verification", b->pairs * sizeof *b->q);
}

static cuzk_status draw_weights(batch *b, cuzk_error *err)
{
    for (size_t j = 0; j < b->n; j++) {
        uint8_t bytes[16];
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
        g1_mul_affine(&b->zc[j], &b->proofs[j].c, &b->z[j]);
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

static void miller_chunks(void *ctx, size_t begin, size_t end, unsigned thread)
{
    batch *b = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        size_t at = i * MILLER_GRAIN;
        size_t n = b->pairs - at < MILLER_GRAIN ? b->pairs - at : MILLER_GRAIN;
        pairing_miller(&b->miller[i], b->p + at, b->q + at, n);
    }
}

/* The three pairs behind the proofs' own. */
static cuzk_status common_pairs(batch *b, work *w, cuzk_error *err)
{
    g1 c_sum, alpha;
    g1_affine *p = b->p + b->n;
    g2_affine *q = b->q + b->n;
    g1_set_infinity(&c_sum);
    for (size_t j = 0; j < b->n; j++)
        g1_add(&c_sum, &c_sum, &b->zc[j]);
    g1_to_affine(&p[0], &c_sum);
    q[0] = b->vk->delta_g2;
    TRY(groth16_inputs_sum(&p[1], w, b->vk, b->k, err));
    q[1] = b->vk->gamma_g2;
    g1_mul_affine(&alpha, &b->vk->alpha_g1, &b->k[0]);
    g1_to_affine(&p[2], &alpha);
    q[2] = b->vk->beta_g2;
    for (int i = 0; i < 3; i++)
        g1_affine_neg(&p[i], &p[i]);
    return CUZK_OK;
}

/* *holds: does the weighted equation hold? */
static cuzk_status batch_check(batch *b, work *w, bool *holds, cuzk_error *err)
{
    fp12 product;
    TRY(batch_alloc(b, err));
    TRY(draw_weights(b, err));
    work_for(w, b->n, 1, weigh_proofs, b);
    work_for(w, b->n_inputs, 1024, weigh_inputs, b);
    TRY(work_status(w, err));
    TRY(common_pairs(b, w, err));
    work_for(w, n_chunks(b), 1, miller_chunks, b);
    TRY(work_status(w, err));
    product = b->miller[0];
    for (size_t i = 1; i < n_chunks(b); i++)
        fp12_mul(&product, &product, &b->miller[i]);
    pairing_final_exp(&product, &product);
    *holds = fp12_is_one(&product);
    return CUZK_OK;
}

static cuzk_status name_culprit(const batch *b, const work *w, cuzk_error *err)
{
    for (size_t j = 0; j < b->n; j++) {
        TRY(work_status(w, err));
        cuzk_status status =
            groth16_verify(b->vk, &b->proofs[j], b->inputs + j * b->n_inputs, b->n_inputs, err);
        if (status != CUZK_OK) {
            err_at(err, NULL, "proof", (int64_t)j);
            return status;
        }
    }
    return err_set(err, CUZK_FAULT, "batch-disagrees",
                   "the batch does not verify but each of its proofs does");
}

cuzk_status groth16_verify_batch(const groth16_vk *vk, const groth16_proof *proofs,
                                 const fr *inputs, size_t n_inputs, size_t n, work *w,
                                 cuzk_error *err)
{
    batch b = { .vk = vk, .proofs = proofs, .inputs = inputs, .n_inputs = n_inputs, .n = n };
    bool holds = false;
    TRY(groth16_inputs_count(vk, n_inputs, err));
    if (n == 0)
        return err_set(err, CUZK_BAD_INPUT, "no-proof", "there is no proof to verify");
    cuzk_status status = batch_check(&b, w, &holds, err);
    if (status == CUZK_OK && !holds)
        status = name_culprit(&b, w, err);
    batch_free(&b);
    return status;
}
