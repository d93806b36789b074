/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fp12 arithmetic. Included by field/fp12.h only. */
#ifndef CUZK_FIELD_FP12_INLINE_H
#define CUZK_FIELD_FP12_INLINE_H

static inline void fp12_set_one(fp12 *o)
{
    *o = (fp12) { .c0 = { .c0 = { .c0 = FP_ONE } } };
}

static inline bool fp12_eq(const fp12 *a, const fp12 *b)
{
    return fp6_eq(&a->c0, &b->c0) && fp6_eq(&a->c1, &b->c1);
}

static inline bool fp12_is_one(const fp12 *a)
{
    fp12 one;
    fp12_set_one(&one);
    return fp12_eq(a, &one);
}

/* a^(p^6): w^(p^6) = -w. The inverse, for elements whose norm to Fp6 is one. */
static inline void fp12_conj(fp12 *o, const fp12 *a)
{
    o->c0 = a->c0;
    fp6_neg(&o->c1, &a->c1);
}

/* (a0 b0 + v a1 b1) + ((a0 + a1)(b0 + b1) - a0 b0 - a1 b1) w */
static inline void fp12_mul(fp12 *o, const fp12 *a, const fp12 *b)
{
    fp6 p0, p1, s, t;
    fp6_mul(&p0, &a->c0, &b->c0);
    fp6_mul(&p1, &a->c1, &b->c1);
    fp6_add(&s, &a->c0, &a->c1);
    fp6_add(&t, &b->c0, &b->c1);
    fp6_mul(&s, &s, &t);
    fp6_sub(&s, &s, &p0);
    fp6_sub(&o->c1, &s, &p1);
    fp6_mul_v(&p1, &p1);
    fp6_add(&o->c0, &p0, &p1);
}

/* (a0 + a1)(a0 + v a1) - (1 + v) a0 a1 + 2 a0 a1 w */
static inline void fp12_sqr(fp12 *o, const fp12 *a)
{
    fp6 m, s, t;
    fp6_mul(&m, &a->c0, &a->c1);
    fp6_add(&s, &a->c0, &a->c1);
    fp6_mul_v(&t, &a->c1);
    fp6_add(&t, &t, &a->c0);
    fp6_mul(&s, &s, &t);
    fp6_sub(&s, &s, &m);
    fp6_add(&o->c1, &m, &m);
    fp6_mul_v(&t, &m);
    fp6_sub(&o->c0, &s, &t);
}

#ifdef CUZK_USE_ADX

#include "field/fp12_adx_inline.h"

#else

/* a (l0 + l1 v + l2 v w): the shape of the lines of the Miller loop */
static inline void fp12_mul_line(fp12 *o, const fp12 *a, const fp2 *l0, const fp2 *l1,
                                 const fp2 *l2)
{
    fp6 p0, p1, s;
    fp2 l12;
    fp6_mul_01(&p0, &a->c0, l0, l1);
    fp6_mul_1(&p1, &a->c1, l2);
    fp6_add(&s, &a->c0, &a->c1);
    fp2_add(&l12, l1, l2);
    fp6_mul_01(&s, &s, l0, &l12);
    fp6_sub(&s, &s, &p0);
    fp6_sub(&o->c1, &s, &p1);
    fp6_mul_v(&p1, &p1);
    fp6_add(&o->c0, &p0, &p1);
}

/* (a + b s)^2 = (a^2 + xi b^2) + 2 a b s in Fp4 = Fp2[s]/(s^2 - xi) */
static inline void fp4_sqr(fp2 *o0, fp2 *o1, const fp2 *a, const fp2 *b)
{
    fp2 aa, bb, s;
    fp2_sqr(&aa, a);
    fp2_sqr(&bb, b);
    fp2_add(&s, a, b);
    fp2_sqr(&s, &s);
    fp2_sub(&s, &s, &aa);
    fp2_sub(o1, &s, &bb);
    fp2_mul_xi(&bb, &bb);
    fp2_add(o0, &aa, &bb);
}

#endif

/* a^p: (a_i w^i)^p = conj(a_i) xi^(i (p-1)/6) w^i */
static inline void fp12_frobenius(fp12 *o, const fp12 *a)
{
    fp2_conj(&o->c0.c0, &a->c0.c0);
    fp2_conj(&o->c1.c0, &a->c1.c0);
    fp2_conj(&o->c0.c1, &a->c0.c1);
    fp2_conj(&o->c1.c1, &a->c1.c1);
    fp2_conj(&o->c0.c2, &a->c0.c2);
    fp2_conj(&o->c1.c2, &a->c1.c2);
    fp2_mul(&o->c1.c0, &o->c1.c0, &FP2_FROBENIUS_1);
    fp2_mul(&o->c0.c1, &o->c0.c1, &FP2_FROBENIUS_2);
    fp2_mul(&o->c1.c1, &o->c1.c1, &FP2_FROBENIUS_3);
    fp2_mul(&o->c0.c2, &o->c0.c2, &FP2_FROBENIUS_4);
    fp2_mul(&o->c1.c2, &o->c1.c2, &FP2_FROBENIUS_5);
}

/* o = 3 t - 2 a */
static inline void fp2_3t_minus_2a(fp2 *o, const fp2 *t, const fp2 *a)
{
    fp2 d;
    fp2_sub(&d, t, a);
    fp2_double(&d, &d);
    fp2_add(o, &d, t);
}

/* o = 3 t + 2 a */
static inline void fp2_3t_plus_2a(fp2 *o, const fp2 *t, const fp2 *a)
{
    fp2 s;
    fp2_add(&s, t, a);
    fp2_double(&s, &s);
    fp2_add(o, &s, t);
}

/* a^2 for a in the cyclotomic subgroup, a^(p^4 - p^2 + 1) = 1 (Granger-Scott, PKC 2010): over Fp4
 * with s = w^3 the element is A + B w + C w^2 with A = (a0, a3), B = (a1, a4), C = (a2, a5), and
 * its square is (3 A^2 - 2 conj A) + (3 s C^2 + 2 conj B) w + (3 B^2 - 2 conj C) w^2. */
static inline void fp12_sqr_cyclotomic(fp12 *o, const fp12 *a)
{
    fp2 t0, t1, b0, b1, c0, c1;
    fp4_sqr(&t0, &t1, &a->c0.c0, &a->c1.c1);
    fp4_sqr(&b0, &b1, &a->c1.c0, &a->c0.c2);
    fp4_sqr(&c0, &c1, &a->c0.c1, &a->c1.c2);
    fp2_3t_minus_2a(&o->c0.c0, &t0, &a->c0.c0);
    fp2_3t_plus_2a(&o->c1.c1, &t1, &a->c1.c1);
    fp2_3t_minus_2a(&o->c0.c1, &b0, &a->c0.c1);
    fp2_3t_plus_2a(&o->c1.c2, &b1, &a->c1.c2);
    fp2_mul_xi(&c1, &c1);
    fp2_3t_plus_2a(&o->c1.c0, &c1, &a->c1.c0);
    fp2_3t_minus_2a(&o->c0.c2, &c0, &a->c0.c2);
}

#endif
