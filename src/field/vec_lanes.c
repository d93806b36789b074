/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The loops of field/vec_ops.h in lanes. The product of an element loaded 16-fold and another is
 * the product as it is (field/fr_lanes_memory.h): below 16 r r / 2^260 + 1.001 r < 1.5 r. The
 * elements after the last eight go through a copy that zeros follow. */
#include "base/variant.h"
#include "field/fr_lanes_memory.h"
#include "field/vec_kernels.h"

static void mul8(fr *o, const fr *a, const fr *b)
{
    fr8 x, y;
    fr8_load_times16(&x, a);
    fr8_load(&y, b);
    fr8_mul(&x, &x, &y);
    fr8_canonical(&x);
    fr8_store(o, &x);
}

static void mul(fr *o, const fr *a, const fr *b, size_t n)
{
    fr x[8] = { 0 }, y[8] = { 0 };
    const size_t tail = n % 8, whole = n - tail;
    for (size_t i = 0; i < whole; i += 8)
        mul8(o + i, a + i, b + i);
    memcpy(x, a + whole, tail * sizeof *x);
    memcpy(y, b + whole, tail * sizeof *y);
    mul8(x, x, y);
    memcpy(o + whole, x, tail * sizeof *x);
}

/* All lanes 16 k. */
static void set_times16(fr8 *o, const fr *k)
{
    const fr all[8] = { *k, *k, *k, *k, *k, *k, *k, *k };
    fr8_load_times16(o, all);
}

LANES_INLINE void scale8(fr *o, const fr *a, const fr8 *k)
{
    fr8 x;
    fr8_load(&x, a);
    fr8_mul(&x, &x, k);
    fr8_canonical(&x);
    fr8_store(o, &x);
}

static void scale(fr *o, const fr *a, const fr *k, size_t n)
{
    fr x[8] = { 0 };
    fr8 k16;
    const size_t tail = n % 8, whole = n - tail;
    set_times16(&k16, k);
    for (size_t i = 0; i < whole; i += 8)
        scale8(o + i, a + i, &k16);
    memcpy(x, a + whole, tail * sizeof *x);
    scale8(x, x, &k16);
    memcpy(o + whole, x, tail * sizeof *x);
}

LANES_INLINE void combine8(fr *o, const fr *a, const fr8 *k, const fr *b, const fr8 *m)
{
    fr8 x, y;
    fr8_load(&x, a);
    fr8_mul(&x, &x, k);
    fr8_load(&y, b);
    fr8_mul(&y, &y, m);
    fr8_add(&x, &x, &y);
    fr8_reduce(&x);
    fr8_canonical(&x);
    fr8_store(o, &x);
}

static void combine(fr *o, const fr *a, const fr *k, const fr *b, const fr *m, size_t n)
{
    fr x[8] = { 0 }, y[8] = { 0 };
    fr8 k16, m16;
    const size_t tail = n % 8, whole = n - tail;
    set_times16(&k16, k);
    set_times16(&m16, m);
    for (size_t i = 0; i < whole; i += 8)
        combine8(o + i, a + i, &k16, b + i, &m16);
    memcpy(x, a + whole, tail * sizeof *x);
    memcpy(y, b + whole, tail * sizeof *y);
    combine8(x, x, &k16, y, &m16);
    memcpy(o + whole, x, tail * sizeof *x);
}

/* 16 a / 2^260: at most r, and r itself only for zero */
static void to_raw8(fr *o, const fr *a)
{
    fr8 x;
    fr8_load_times16(&x, a);
    fr8_redc(&x, &x);
    fr8_canonical(&x);
    fr8_store(o, &x);
}

static void to_raw(fr_raw *o, const fr *a, size_t n)
{
    fr x[8] = { 0 };
    const size_t tail = n % 8, whole = n - tail;
    for (size_t i = 0; i < whole; i += 8) {
        to_raw8(x, a + i);
        memcpy(o + i, x, sizeof x);
    }
    memset(x, 0, sizeof x);
    memcpy(x, a + whole, tail * sizeof *x);
    to_raw8(x, x);
    memcpy(o + whole, x, tail * sizeof *x);
}

const fr_vec_kernels VARIANT(fr_vec_kernels) = {
    .mul = mul,
    .scale = scale,
    .combine = combine,
    .to_raw = to_raw,
};
