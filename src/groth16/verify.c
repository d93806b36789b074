/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/pairing.h"
#include "groth16/inputs.h"
#include "msm/msm.h"
#include <stdlib.h>
#include <string.h>

cuzk_status groth16_inputs_count(const groth16_vk *vk, size_t n_inputs, cuzk_error *err)
{
    if (vk->n_ic != 0 && n_inputs == vk->n_ic - 1)
        return CUZK_OK;
    err_set(err, CUZK_BAD_INPUT, "bad-count", "the key is for another number of public inputs");
    err_at(err, NULL, "public_inputs", -1);
    err_expected(err, "%zu inputs", vk->n_ic ? vk->n_ic - 1 : 0);
    err_found(err, "%zu inputs", n_inputs);
    return CUZK_BAD_INPUT;
}

cuzk_status groth16_inputs_sum(g1_affine *o, work *w, const groth16_vk *vk, const fr *k,
                               cuzk_error *err)
{
    g1 sum;
    fr_view scalars = fr_view_plain(k, vk->n_ic);
    /* groth16_vk_parse sees to the subgroup */
    const g1_source ic = { .affine = vk->ic, .n = vk->n_ic, .in_subgroup = true };
    TRY(msm_g1(&sum, w, ic, &scalars, NULL, err));
    g1_to_affine(o, &sum);
    return CUZK_OK;
}

/* ic_0 + sum x_i ic_(i+1) */
static cuzk_status one_proof_inputs_sum(g1_affine *o, const groth16_vk *vk, const fr *inputs,
                                        cuzk_error *err)
{
    work w;
    fr *k = malloc(vk->n_ic * sizeof *k);
    if (!k)
        return err_no_memory(err, "public inputs", vk->n_ic * sizeof *k);
    k[0] = FR_ONE;
    if (vk->n_ic > 1)
        memcpy(k + 1, inputs, (vk->n_ic - 1) * sizeof *k);
    cuzk_status status = work_init(&w, 1, 0, err);
    if (status == CUZK_OK) {
        status = groth16_inputs_sum(o, &w, vk, k, err);
        work_free(&w);
    }
    free(k);
    return status;
}

cuzk_status groth16_verify(const groth16_vk *vk, const groth16_proof *proof, const fr *inputs,
                           size_t n_inputs, cuzk_error *err)
{
    g1_affine p[4];
    g2_affine q[4];
    TRY(groth16_inputs_count(vk, n_inputs, err));

    /* e(A, B) e(-alpha, beta) e(-(ic_0 + sum x_i ic_(i+1)), gamma) e(-C, delta) = 1 */
    p[0] = proof->a;
    q[0] = proof->b;
    g1_affine_neg(&p[1], &vk->alpha_g1);
    q[1] = vk->beta_g2;
    TRY(one_proof_inputs_sum(&p[2], vk, inputs, err));
    g1_affine_neg(&p[2], &p[2]);
    q[2] = vk->gamma_g2;
    g1_affine_neg(&p[3], &proof->c);
    q[3] = vk->delta_g2;
    if (pairing_product_is_one(p, q, 4))
        return CUZK_OK;
    return err_set(err, CUZK_NO, "proof-invalid", "the proof does not verify");
}
