/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "field/vec_kernels.h"
#include "base/variant.h"

static void mul(fr *o, const fr *a, const fr *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fr_mul(&o[i], &a[i], &b[i]);
}

static void scale(fr *o, const fr *a, const fr *k, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fr_mul(&o[i], &a[i], k);
}

static void combine(fr *o, const fr *a, const fr *k, const fr *b, const fr *m, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        fr s, t;
        fr_mul(&s, &a[i], k);
        fr_mul(&t, &b[i], m);
        fr_add(&o[i], &s, &t);
    }
}

static void to_raw(fr_raw *o, const fr *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fr_to_raw(&o[i], &a[i]);
}

const fr_vec_kernels VARIANT(fr_vec_kernels) = {
    .mul = mul,
    .scale = scale,
    .combine = combine,
    .to_raw = to_raw,
};
