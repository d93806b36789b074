/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Block twiddles: block b of stage t holds a polynomial modulo x^2m - z^2 and splits it into its
 * residues modulo x^m - z and x^m + z, so one z serves the whole block and all columns:
 *   forward   (f0, f1) -> (f0 + z f1, f0 - z f1)
 *   inverse   (u, v)   -> (u + v, (u - v) / z)
 * Two stages are done at once to halve the loads and stores. */
#include "poly/ntt_kernels.h"

typedef struct twiddles3 {
    const fr *z1;      /* of this stage */
    const fr *z2, *z3; /* of the two halves, at the next stage; z3 = i z2 */
} twiddles3;

static twiddles3 twiddles_at(const fr *tw, unsigned t, size_t b)
{
    const fr *next = tw + ((size_t)2 << t) + 2 * b;
    return (twiddles3) { .z1 = tw + ((size_t)1 << t) + b, .z2 = next, .z3 = next + 1 };
}

/* Four quarters of q elements each. */
static void forward4(fr *x, size_t q, twiddles3 z)
{
    for (size_t j = 0; j < q; j++) {
        fr *a0 = x + j, *a1 = a0 + q, *a2 = a1 + q, *a3 = a2 + q;
        fr s, t, u0, u1, u2, u3;
        fr_mul(&s, a2, z.z1);
        fr_mul(&t, a3, z.z1);
        fr_add(&u0, a0, &s);
        fr_sub(&u2, a0, &s);
        fr_add(&u1, a1, &t);
        fr_sub(&u3, a1, &t);
        fr_mul(&s, &u1, z.z2);
        fr_mul(&t, &u3, z.z3);
        fr_add(a0, &u0, &s);
        fr_sub(a1, &u0, &s);
        fr_add(a2, &u2, &t);
        fr_sub(a3, &u2, &t);
    }
}

/* The same with z1 = z2 = 1. */
static void forward4_unit(fr *x, size_t q, const fr *z3)
{
    for (size_t j = 0; j < q; j++) {
        fr *a0 = x + j, *a1 = a0 + q, *a2 = a1 + q, *a3 = a2 + q;
        fr u0, u1, u2, u3;
        fr_add(&u0, a0, a2);
        fr_sub(&u2, a0, a2);
        fr_add(&u1, a1, a3);
        fr_sub(&u3, a1, a3);
        fr_mul(&u3, &u3, z3);
        fr_add(a0, &u0, &u1);
        fr_sub(a1, &u0, &u1);
        fr_add(a2, &u2, &u3);
        fr_sub(a3, &u2, &u3);
    }
}

static void inverse4(fr *x, size_t q, twiddles3 z)
{
    for (size_t j = 0; j < q; j++) {
        fr *a0 = x + j, *a1 = a0 + q, *a2 = a1 + q, *a3 = a2 + q;
        fr u0, u1, u2, u3;
        fr_add(&u0, a0, a1);
        fr_sub(&u1, a0, a1);
        fr_add(&u2, a2, a3);
        fr_sub(&u3, a2, a3);
        fr_mul(&u1, &u1, z.z2);
        fr_mul(&u3, &u3, z.z3);
        fr_add(a0, &u0, &u2);
        fr_sub(&u0, &u0, &u2);
        fr_add(a1, &u1, &u3);
        fr_sub(&u1, &u1, &u3);
        fr_mul(a2, &u0, z.z1);
        fr_mul(a3, &u1, z.z1);
    }
}

static void inverse4_unit(fr *x, size_t q, const fr *z3)
{
    for (size_t j = 0; j < q; j++) {
        fr *a0 = x + j, *a1 = a0 + q, *a2 = a1 + q, *a3 = a2 + q;
        fr u0, u1, u2, u3;
        fr_add(&u0, a0, a1);
        fr_sub(&u1, a0, a1);
        fr_add(&u2, a2, a3);
        fr_sub(&u3, a2, a3);
        fr_mul(&u3, &u3, z3);
        fr_add(a0, &u0, &u2);
        fr_sub(a2, &u0, &u2);
        fr_add(a1, &u1, &u3);
        fr_sub(a3, &u1, &u3);
    }
}

/* One stage alone, where their number is odd: the first of a forward transform. */
static void forward2(fr *x, size_t h, const fr *z)
{
    for (size_t j = 0; j < h; j++) {
        fr s;
        fr_mul(&s, x + h + j, z);
        fr_sub(x + h + j, x + j, &s);
        fr_add(x + j, x + j, &s);
    }
}

static void inverse2(fr *x, size_t h, const fr *z)
{
    for (size_t j = 0; j < h; j++) {
        fr s;
        fr_sub(&s, x + j, x + h + j);
        fr_add(x + j, x + j, x + h + j);
        fr_mul(x + h + j, &s, z);
    }
}

static void forward(fr *x, unsigned lg_rows, size_t cols, const fr *tw, bool unit)
{
    unsigned t = lg_rows & 1;
    if (t)
        forward2(x, cols << (lg_rows - 1), &tw[1]);
    for (; t < lg_rows; t += 2) {
        size_t q = cols << (lg_rows - t - 2);
        size_t b = 0;
        if (unit)
            forward4_unit(x, q, twiddles_at(tw, t, b++).z3);
        for (; b < (size_t)1 << t; b++)
            forward4(x + 4 * q * b, q, twiddles_at(tw, t, b));
    }
}

static void inverse(fr *x, unsigned lg_rows, size_t cols, const fr *tw, bool unit)
{
    for (unsigned t = lg_rows; t >= 2;) {
        t -= 2;
        size_t q = cols << (lg_rows - t - 2);
        size_t b = 0;
        if (unit)
            inverse4_unit(x, q, twiddles_at(tw, t, b++).z3);
        for (; b < (size_t)1 << t; b++)
            inverse4(x + 4 * q * b, q, twiddles_at(tw, t, b));
    }
    if (lg_rows & 1)
        inverse2(x, cols << (lg_rows - 1), &tw[1]);
}

static void twiddles(fr *tw, const fr *table, unsigned lg_rows, const fr *s)
{
    fr k = *s;
    for (unsigned t = lg_rows; t-- > 0;) {
        for (size_t b = 0; b < (size_t)1 << t; b++)
            fr_mul(&tw[((size_t)1 << t) + b], &table[b], &k);
        fr_sqr(&k, &k);
    }
}

static void scale(fr *a, size_t n, const fr *k)
{
    for (size_t i = 0; i < n; i++)
        fr_mul(&a[i], &a[i], k);
}

const ntt_kernels VARIANT(ntt_kernels) = {
    .forward = forward,
    .inverse = inverse,
    .twiddles = twiddles,
    .scale = scale,
};
