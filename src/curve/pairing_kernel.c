/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The optimal ate pairing for one CPU variant.
 *
 * E' is the sextic twist of M type: (x, y) on E' is (x / w^2, y / w^3) on E, w^6 = xi. A line
 * through points of E' with slope s and through (x, y), at P, times w^3, is
 *     (s x - y) - s xP w^2 + yP w^3,
 * that is l0 + l1 v + l2 v w. Factors from Fp4 (w^3 among them) and from Fp2 (the denominators we
 * multiply away) disappear in the final exponentiation, as p^4 - 1 divides (p^6 - 1)(p^2 + 1). */
#include "base/variant.h"
#include "curve/pairing_kernels.h"

typedef struct line {
    fp2 l0, l1, l2;
} line;

/* T = 2T and the tangent at T, times 2 Y Z^3: s = 3 X^2 / (2 Y Z), so
 *     l0 = 3 X^3 - 2 Y^2, l1 = -3 X^2 Z^2 xP, l2 = 2 Y Z^3 yP; the doubling is dbl-2009-l. */
static void double_step(line *l, g2 *t, const g1_affine *p)
{
    fp2 a, b, c, d, e, zz;
    fp2_sqr(&a, &t->x);
    fp2_sqr(&b, &t->y);
    fp2_sqr(&c, &b);
    fp2_sqr(&zz, &t->z);
    fp2_add(&d, &t->x, &b);
    fp2_sqr(&d, &d);
    fp2_sub(&d, &d, &a);
    fp2_sub(&d, &d, &c);
    fp2_double(&d, &d); /* 4 X Y^2 */
    fp2_double(&e, &a);
    fp2_add(&e, &e, &a); /* 3 X^2 */

    fp2_mul(&l->l0, &e, &t->x);
    fp2_double(&b, &b);
    fp2_sub(&l->l0, &l->l0, &b);
    fp2_mul(&l->l1, &e, &zz);
    fp2_neg(&l->l1, &l->l1);
    fp2_mul_fp(&l->l1, &l->l1, &p->x);
    fp2_mul(&t->z, &t->y, &t->z);
    fp2_double(&t->z, &t->z);
    fp2_mul(&l->l2, &t->z, &zz);
    fp2_mul_fp(&l->l2, &l->l2, &p->y);

    fp2_sqr(&t->x, &e);
    fp2_sub(&t->x, &t->x, &d);
    fp2_sub(&t->x, &t->x, &d);
    fp2_sub(&d, &d, &t->x);
    fp2_mul(&t->y, &e, &d);
    fp2_double(&c, &c);
    fp2_double(&c, &c);
    fp2_double(&c, &c);
    fp2_sub(&t->y, &t->y, &c);
}

/* T = T + Q and the chord, times Z H with H = xQ Z^2 - X, R = yQ Z^3 - Y: s = R / (Z H), so
 *     l0 = R xQ - Z H yQ, l1 = -R xP, l2 = Z H yP. T is never Q or -Q: it is k Q, 1 < k < r - 1. */
static void add_step(line *l, g2 *t, const g2_affine *q, const g1_affine *p)
{
    fp2 h, r, hh, hhh, v, m;
    fp2_sqr(&m, &t->z);
    fp2_mul(&h, &q->x, &m);
    fp2_mul(&m, &m, &t->z);
    fp2_mul(&r, &q->y, &m);
    fp2_sub(&h, &h, &t->x);
    fp2_sub(&r, &r, &t->y);
    fp2_mul(&t->z, &t->z, &h);

    fp2_mul(&l->l0, &r, &q->x);
    fp2_mul(&m, &t->z, &q->y);
    fp2_sub(&l->l0, &l->l0, &m);
    fp2_neg(&m, &r);
    fp2_mul_fp(&l->l1, &m, &p->x);
    fp2_mul_fp(&l->l2, &t->z, &p->y);

    fp2_sqr(&hh, &h);
    fp2_mul(&hhh, &hh, &h);
    fp2_mul(&v, &t->x, &hh);
    fp2_sqr(&t->x, &r);
    fp2_sub(&t->x, &t->x, &hhh);
    fp2_sub(&t->x, &t->x, &v);
    fp2_sub(&t->x, &t->x, &v);
    fp2_sub(&v, &v, &t->x);
    fp2_mul(&v, &v, &r);
    fp2_mul(&hhh, &hhh, &t->y);
    fp2_sub(&t->y, &v, &hhh);
}

/* How many pairs share one chain of squarings; their running points are on the stack. */
#define CHUNK 32

/* The product of f_{|x|, Q}(P) over at most CHUNK pairs without infinities */
static void miller_chunk(fp12 *f, const g1_affine *const *p, const g2_affine *const *q, size_t n)
{
    g2 t[CHUNK];
    line l;
    for (size_t i = 0; i < n; i++)
        g2_from_affine(&t[i], q[i]);
    fp12_set_one(f);
    for (int bit = 62; bit >= 0; bit--) {
        if (bit < 62)
            fp12_sqr(f, f);
        for (size_t i = 0; i < n; i++) {
            double_step(&l, &t[i], p[i]);
            fp12_mul_line(f, f, &l.l0, &l.l1, &l.l2);
            if (BLS_X_ABS >> bit & 1) {
                add_step(&l, &t[i], q[i], p[i]);
                fp12_mul_line(f, f, &l.l0, &l.l1, &l.l2);
            }
        }
    }
}

static void miller(fp12 *o, const g1_affine *p, const g2_affine *q, size_t n)
{
    fp12 product, f;
    fp12_set_one(&product);
    for (size_t i = 0; i < n;) {
        const g1_affine *ps[CHUNK];
        const g2_affine *qs[CHUNK];
        size_t m = 0;
        for (; i < n && m < CHUNK; i++) {
            if (g1_affine_is_infinity(&p[i]) || g2_affine_is_infinity(&q[i]))
                continue;
            ps[m] = &p[i];
            qs[m++] = &q[i];
        }
        if (m == 0)
            break;
        miller_chunk(&f, ps, qs, m);
        fp12_mul(&product, &product, &f);
    }
    fp12_conj(o, &product); /* x is negative: f_{x,Q} = 1 / f_{|x|,Q} up to killed factors */
}

/* a^x in the cyclotomic subgroup, where the conjugate is the inverse */
static void pow_x(fp12 *o, const fp12 *a)
{
    fp12 acc = *a;
    for (int bit = 62; bit >= 0; bit--) {
        fp12_sqr_cyclotomic(&acc, &acc);
        if (BLS_X_ABS >> bit & 1)
            fp12_mul(&acc, &acc, a);
    }
    fp12_conj(o, &acc);
}

/* a^(x - 1) */
static void pow_x_minus_1(fp12 *o, const fp12 *a)
{
    fp12 inverse;
    fp12_conj(&inverse, a);
    pow_x(o, a);
    fp12_mul(o, o, &inverse);
}

/* (p^12 - 1)/r = (p^6 - 1)(p^2 + 1) (p^4 - p^2 + 1)/r, and three times the last factor is
 * (x - 1)^2 (x + p)(x^2 + p^2 - 1) + 3 (Hayashida-Hayasaka-Teruya, ePrint 2020/875): c = 3. */
static void final_exp(fp12 *o, const fp12 *f)
{
    fp12 m, a, b, t;
    fp12_inv(&t, f);
    fp12_conj(&m, f);
    fp12_mul(&m, &m, &t); /* f^(p^6 - 1) */
    fp12_frobenius(&t, &m);
    fp12_frobenius(&t, &t);
    fp12_mul(&m, &m, &t); /* ^(p^2 + 1): from here on in the cyclotomic subgroup */

    pow_x_minus_1(&t, &m);
    pow_x_minus_1(&a, &t); /* m^((x-1)^2) */
    pow_x(&b, &a);
    fp12_frobenius(&t, &a);
    fp12_mul(&b, &b, &t); /* ^(x + p) */
    pow_x(&a, &b);
    pow_x(&a, &a);
    fp12_frobenius(&t, &b);
    fp12_frobenius(&t, &t);
    fp12_mul(&a, &a, &t);
    fp12_conj(&t, &b);
    fp12_mul(&a, &a, &t); /* ^(x^2 + p^2 - 1) */
    fp12_sqr_cyclotomic(&t, &m);
    fp12_mul(&t, &t, &m);
    fp12_mul(o, &a, &t);
}

const pairing_kernels VARIANT(pairing_kernels) = {
    .miller = miller,
    .final_exp = final_exp,
};
