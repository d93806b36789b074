/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fp2 arithmetic on the Fp of this variant. Included by field/fp2.h only. */
#ifndef CUZK_FIELD_FP2_INLINE_H
#define CUZK_FIELD_FP2_INLINE_H

#ifdef CUZK_USE_ADX
#include "field/wide_adx_inline.h"
#endif

static inline void fp2_add(fp2 *o, const fp2 *a, const fp2 *b)
{
    fp_add(&o->c0, &a->c0, &b->c0);
    fp_add(&o->c1, &a->c1, &b->c1);
}

static inline void fp2_sub(fp2 *o, const fp2 *a, const fp2 *b)
{
    fp_sub(&o->c0, &a->c0, &b->c0);
    fp_sub(&o->c1, &a->c1, &b->c1);
}

/* From what fp2_to_bytes_be gives. False (o untouched) when a half is >= p. */
static inline bool fp2_load_be(fp2 *o, const uint8_t in[96])
{
    fp2 t;
    if (!fp_load_be(&t.c1, in) || !fp_load_be(&t.c0, in + 48))
        return false;
    *o = t;
    return true;
}

static inline void fp2_double(fp2 *o, const fp2 *a)
{
    fp2_add(o, a, a);
}

static inline void fp2_neg(fp2 *o, const fp2 *a)
{
    fp_neg(&o->c0, &a->c0);
    fp_neg(&o->c1, &a->c1);
}

/* a^p: u^p = -u */
static inline void fp2_conj(fp2 *o, const fp2 *a)
{
    o->c0 = a->c0;
    fp_neg(&o->c1, &a->c1);
}

static inline bool fp2_eq(const fp2 *a, const fp2 *b)
{
    return fp_eq(&a->c0, &b->c0) && fp_eq(&a->c1, &b->c1);
}

static inline bool fp2_is_zero(const fp2 *a)
{
    return fp_is_zero(&a->c0) && fp_is_zero(&a->c1);
}

static inline bool fp2_is_one(const fp2 *a)
{
    return fp_is_one(&a->c0) && fp_is_zero(&a->c1);
}

/* (a0 b0 - a1 b1) + ((a0 + a1)(b0 + b1) - a0 b0 - a1 b1) u */
#ifdef CUZK_USE_ADX

/* Twelve-limb products, one reduction for each coefficient. All fit: 4 p^2 < 2^384 p. */
static inline void fp2_mul(fp2 *o, const fp2 *a, const fp2 *b)
{
    uint64_t sa[6], sb[6], v0[12], v1[12], v2[12];
    VERIFY_CHECK(fp_is_reduced(a->c0.l) && fp_is_reduced(a->c1.l));
    VERIFY_CHECK(fp_is_reduced(b->c0.l) && fp_is_reduced(b->c1.l));
    adx_sum_6(sa, a->c0.l, a->c1.l);
    adx_sum_6(sb, b->c0.l, b->c1.l);
    adx_mul_wide_6(v0, a->c0.l, b->c0.l);
    adx_mul_wide_6(v1, a->c1.l, b->c1.l);
    adx_mul_wide_6(v2, sa, sb);
    adx_wide_sub(v2, v0);
    adx_wide_sub(v2, v1);
    adx_wide_sub_mod(v0, v1, FP_MODULUS_INV);
    adx_redc_6(o->c0.l, v0, FP_MODULUS_INV);
    adx_redc_6(o->c1.l, v2, FP_MODULUS_INV);
}

#else

static inline void fp2_mul(fp2 *o, const fp2 *a, const fp2 *b)
{
    fp sa, sb, v0, v1;
    fp_add(&sa, &a->c0, &a->c1);
    fp_add(&sb, &b->c0, &b->c1);
    fp_mul(&v0, &a->c0, &b->c0);
    fp_mul(&v1, &a->c1, &b->c1);
    fp_mul(&sa, &sa, &sb);
    fp_sub(&o->c0, &v0, &v1);
    fp_sub(&sa, &sa, &v0);
    fp_sub(&o->c1, &sa, &v1);
}

#endif

/* (a0 + a1)(a0 - a1) + 2 a0 a1 u */
static inline void fp2_sqr(fp2 *o, const fp2 *a)
{
    fp s, d, m;
    fp_add(&s, &a->c0, &a->c1);
    fp_sub(&d, &a->c0, &a->c1);
    fp_mul(&m, &a->c0, &a->c1);
    fp_mul(&o->c0, &s, &d);
    fp_double(&o->c1, &m);
}

static inline void fp2_mul_fp(fp2 *o, const fp2 *a, const fp *b)
{
    const fp k = *b;
    fp_mul(&o->c0, &a->c0, &k);
    fp_mul(&o->c1, &a->c1, &k);
}

/* xi a = (1 + u) a */
static inline void fp2_mul_xi(fp2 *o, const fp2 *a)
{
    fp t;
    fp_sub(&t, &a->c0, &a->c1);
    fp_add(&o->c1, &a->c0, &a->c1);
    o->c0 = t;
}

#endif
