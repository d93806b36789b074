/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/random.h"
#include "groth16/prove_sums.h"

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

cuzk_status groth16_prove_many(groth16_proof *out, work *w, const accel *acc,
                               const groth16_params *params, const assignment *const *asg,
                               const fr *r, const fr *s, size_t k, const groth16_options *options,
                               cuzk_error *err)
{
    groth16_sums sums[GROTH16_MAX_CIRCUITS];
    TRY(groth16_prove_sums(sums, w, acc, params, asg, k, options, err));
    for (size_t j = 0; j < k; j++)
        groth16_prove_finish(&out[j], &params->vk, &sums[j], &r[j], &s[j]);
    return CUZK_OK;
}

cuzk_status groth16_prove(groth16_proof *out, work *w, const accel *acc,
                          const groth16_params *params, const assignment *asg, const fr *r,
                          const fr *s, cuzk_error *err)
{
    return groth16_prove_many(out, w, acc, params, &asg, r, s, 1, NULL, err);
}
