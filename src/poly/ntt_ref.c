/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "poly/ntt.h"

/* o_j = sum a_i root^(ij), by Horner's rule at root^j. */
static void transform_ref(fr *o, const fr *a, unsigned lg_n, const fr *root)
{
    size_t n = (size_t)1 << lg_n;
    fr x = FR_ONE;
    for (size_t j = 0; j < n; j++) {
        fr sum = FR_ZERO;
        for (size_t i = n; i-- > 0;) {
            fr_mul(&sum, &sum, &x);
            fr_add(&sum, &sum, &a[i]);
        }
        o[j] = sum;
        fr_mul(&x, &x, root);
    }
}

void ntt_forward_ref(fr *o, const fr *a, unsigned lg_n)
{
    fr root;
    fr_root_of_unity(&root, lg_n);
    transform_ref(o, a, lg_n, &root);
}

void ntt_inverse_ref(fr *o, const fr *a, unsigned lg_n)
{
    fr root, n_inv = fr_from_u64(UINT64_C(1) << lg_n);
    fr_root_of_unity(&root, lg_n);
    fr_inv(&root, &root);
    fr_inv(&n_inv, &n_inv);
    transform_ref(o, a, lg_n, &root);
    for (size_t i = 0; i < (size_t)1 << lg_n; i++)
        fr_mul(&o[i], &o[i], &n_inv);
}
