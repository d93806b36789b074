/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sums of products in Fp2 that are reduced once, with BMI2 and ADX.
 *
 * A reduction costs nearly twice a product of six limbs, so a coordinate of Fp6 or Fp12 is put
 * together in twelve limbs first. These are integers modulo 2^768 and may be negative meanwhile:
 * what counts is the value at the end. Let a coordinate be the sum of `plain` products of two
 * reduced elements of Fp2 and of `xi` such products times xi = 1 + u. In units of p^2
 *     (a0 + a1 u)(b0 + b1 u)      has a real part in (-1, 1) and an imaginary one in [0, 2),
 *     that times xi               a real part in (-2, 1), an imaginary one in (-1, 2),
 * as these are linear in each of a0, a1, b0, b1 and so greatest at 0 and p. Adding plain + 2 xi,
 * and xi, makes both halves positive; both stay below 2 plain + 3 xi. The reduction takes anything
 * below 2^384 p, which is more than 9 p^2. */
#ifndef CUZK_FIELD_FP_PRODUCT_INLINE_H
#define CUZK_FIELD_FP_PRODUCT_INLINE_H

#define FP_PRODUCT_MAX 9 /* p^2 */

typedef struct fp_product {
    uint64_t l[12];
} fp_product;
typedef struct fp2_product {
    fp_product c0, c1;
} fp2_product;

static inline void fp_product_add(fp_product *a, const fp_product *b)
{
    adx_wide_add(a->l, b->l);
}

static inline void fp_product_sub(fp_product *a, const fp_product *b)
{
    adx_wide_sub(a->l, b->l);
}

/* o = a b without reduction; a, b below 2^384 */
static inline void fp_product_mul(fp_product *o, const fp *a, const fp *b)
{
    adx_mul_wide_6(o->l, a->l, b->l);
}

/* o = (a + k p^2) / 2^384 mod p; 0 <= a + k p^2 < FP_PRODUCT_MAX p^2. a is overwritten. */
static inline void fp_product_reduce(fp *o, fp_product *a, unsigned k)
{
    if (k)
        adx_wide_add(a->l, FP_SQUARE_MULTIPLE[k]);
    adx_redc_6(o->l, a->l, FP_MODULUS_INV);
}

/* o = a + b without reduction */
static inline void fp2_sum(fp2 *o, const fp2 *a, const fp2 *b)
{
    adx_sum_6(o->c0.l, a->c0.l, b->c0.l);
    adx_sum_6(o->c1.l, a->c1.l, b->c1.l);
}

static inline void fp2_product_add(fp2_product *a, const fp2_product *b)
{
    fp_product_add(&a->c0, &b->c0);
    fp_product_add(&a->c1, &b->c1);
}

static inline void fp2_product_sub(fp2_product *a, const fp2_product *b)
{
    fp_product_sub(&a->c0, &b->c0);
    fp_product_sub(&a->c1, &b->c1);
}

/* (a0 b0 - a1 b1) + ((a0 + a1)(b0 + b1) - a0 b0 - a1 b1) u; coordinates below 4 p, as
 * 8 p < 2^384 */
static inline void fp2_product_mul(fp2_product *o, const fp2 *a, const fp2 *b)
{
    fp sa, sb;
    fp_product v1;
    adx_sum_6(sa.l, a->c0.l, a->c1.l);
    adx_sum_6(sb.l, b->c0.l, b->c1.l);
    fp_product_mul(&o->c1, &sa, &sb);
    fp_product_mul(&o->c0, &a->c0, &b->c0);
    fp_product_mul(&v1, &a->c1, &b->c1);
    fp_product_sub(&o->c1, &o->c0);
    fp_product_sub(&o->c1, &v1);
    fp_product_sub(&o->c0, &v1);
}

/* (a0 + a1)(a0 - a1) + 2 a0 a1 u modulo p, both below 2 p^2; a reduced */
static inline void fp2_product_sqr(fp2_product *o, const fp2 *a)
{
    fp s, d;
    adx_sum_6(s.l, a->c0.l, a->c1.l);
    fp_sub(&d, &a->c0, &a->c1);
    fp_product_mul(&o->c0, &s, &d);
    adx_sum_6(s.l, a->c0.l, a->c0.l);
    fp_product_mul(&o->c1, &s, &a->c1);
}

/* a *= xi */
static inline void fp2_product_mul_xi(fp2_product *a)
{
    const fp_product c0 = a->c0;
    fp_product_sub(&a->c0, &a->c1);
    fp_product_add(&a->c1, &c0);
}

static inline void fp2_product_reduce(fp2 *o, fp2_product *a, unsigned plain, unsigned xi)
{
    VERIFY_CHECK(2 * plain + 3 * xi <= FP_PRODUCT_MAX);
    fp_product_reduce(&o->c0, &a->c0, plain + 2 * xi);
    fp_product_reduce(&o->c1, &a->c1, xi);
}

/* o = (x0 + x1)(y0 + y1) - p0 - p1 */
static inline void fp2_product_cross(fp2_product *o, const fp2 *x0, const fp2 *x1, const fp2 *y0,
                                     const fp2 *y1, const fp2_product *p0, const fp2_product *p1)
{
    fp2 x, y;
    fp2_sum(&x, x0, x1);
    fp2_sum(&y, y0, y1);
    fp2_product_mul(o, &x, &y);
    fp2_product_sub(o, p0);
    fp2_product_sub(o, p1);
}

#endif
