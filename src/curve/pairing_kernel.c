/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The optimal ate pairing for one CPU variant.
 *
 * E' is the sextic twist of M type: (x, y) on E' is (x / w^2, y / w^3) on E, w^6 = xi. A line
 * through points of E' with slope s and through (x, y), at P, times w^3, is
 *     (s x - y) - s xP w^2 + yP w^3,
 * that is c0 + c1 xP v + c2 yP v w. Factors from Fp4 (w^3 among them) and from Fp2 (the
 * denominators we multiply away) disappear in the final exponentiation, as p^4 - 1 divides (p^6 -
 * 1)(p^2 + 1). */
#include "base/variant.h"
#include "curve/cyclotomic_inline.h"
#include "curve/pairing_kernels.h"

/* The running point T = (X : Y : Z), x = X / Z, y = Y / Z */
typedef struct twist_point {
    fp2 x, y, z;
} twist_point;

/* o = 12 (1 + u) a = 3 b' a */
static void mul_3b(fp2 *o, const fp2 *a)
{
    fp2 t;
    fp2_double(&t, a);
    fp2_add(&t, &t, a);
    fp2_double(&t, &t);
    fp2_double(&t, &t);
    fp2_mul_xi(o, &t);
}

/* T = 2T and the tangent at T, times 2 Y Z: s = 3 X^2 / (2 Y Z), and as X^3 = Y^2 Z - b' Z^3
 *     c0 = Y^2 - 3 b' Z^2, c1 = -3 X^2, c2 = 2 Y Z.
 * With E = 3 b' Z^2 (Costello, Lange, Naehrig, PKC 2010, coordinates times 4):
 *     2T = (2 X Y (Y^2 - 3 E) : (Y^2 + 3 E)^2 - 12 E^2 : 8 Y^3 Z). */
static void double_step(pairing_line *l, twist_point *t)
{
    fp2 xy, yy, zz, e, f, g;
    fp2_mul(&xy, &t->x, &t->y);
    fp2_sqr(&yy, &t->y);
    fp2_sqr(&zz, &t->z);
    mul_3b(&e, &zz);
    fp2_sub(&l->c0, &yy, &e);
    fp2_sqr(&l->c1, &t->x);
    fp2_double(&f, &l->c1);
    fp2_add(&f, &f, &l->c1);
    fp2_neg(&l->c1, &f);
    fp2_add(&g, &t->y, &t->z);
    fp2_sqr(&g, &g);
    fp2_sub(&g, &g, &yy);
    fp2_sub(&l->c2, &g, &zz);

    fp2_double(&f, &e);
    fp2_add(&f, &f, &e);
    fp2_sub(&g, &yy, &f);
    fp2_double(&xy, &xy);
    fp2_mul(&t->x, &xy, &g);
    fp2_add(&g, &yy, &f);
    fp2_sqr(&g, &g);
    fp2_double(&e, &e);
    fp2_sqr(&e, &e); /* 4 E^2 */
    fp2_double(&f, &e);
    fp2_add(&f, &f, &e);
    fp2_sub(&t->y, &g, &f);
    fp2_mul(&g, &yy, &l->c2);
    fp2_double(&g, &g);
    fp2_double(&t->z, &g);
}

/* T = T + Q and the chord, times L = X - xQ Z, with H = Y - yQ Z: s = H / L, so
 *     c0 = H xQ - L yQ, c1 = -H, c2 = L,
 *     T + Q = (L M : H (X L^2 - M) - Y L^3 : Z L^3), M = L^3 + Z H^2 - 2 X L^2.
 * T is never Q or -Q: it is k Q, 1 < k < r - 1. */
static void add_step(pairing_line *l, twist_point *t, const g2_affine *q)
{
    fp2 h, ll, lll, m, k;
    fp2_mul(&h, &q->y, &t->z);
    fp2_sub(&h, &t->y, &h);
    fp2_mul(&m, &q->x, &t->z);
    fp2_sub(&l->c2, &t->x, &m);
    fp2_neg(&l->c1, &h);
    fp2_mul(&l->c0, &h, &q->x);
    fp2_mul(&m, &l->c2, &q->y);
    fp2_sub(&l->c0, &l->c0, &m);

    fp2_sqr(&ll, &l->c2);
    fp2_mul(&lll, &ll, &l->c2);
    fp2_mul(&k, &t->x, &ll);
    fp2_sqr(&m, &h);
    fp2_mul(&m, &m, &t->z);
    fp2_add(&m, &m, &lll);
    fp2_sub(&m, &m, &k);
    fp2_sub(&m, &m, &k);
    fp2_mul(&t->x, &l->c2, &m);
    fp2_sub(&k, &k, &m);
    fp2_mul(&k, &k, &h);
    fp2_mul(&m, &t->y, &lll);
    fp2_sub(&t->y, &k, &m);
    fp2_mul(&t->z, &t->z, &lll);
}

static void twist_from_affine(twist_point *t, const g2_affine *q)
{
    *t = (twist_point) { q->x, q->y, FP2_ONE };
}

static void prepare(pairing_prepared *o, const g2_affine *q)
{
    pairing_line *l = o->line;
    twist_point t;
    o->infinity = g2_affine_is_infinity(q);
    twist_from_affine(&t, q);
    for (int bit = 62; bit >= 0; bit--) {
        double_step(l++, &t);
        if (BLS_X_ABS >> bit & 1)
            add_step(l++, &t, q);
    }
}

/* One factor of the product: P with Q, or with the lines of a Q */
typedef struct pair {
    const g1_affine *p;
    const g2_affine *q; /* NULL: lines */
    const pairing_line *lines;
    twist_point t;
} pair;

/* f *= line number k of the pair, at P */
static void step(fp12 *f, pair *m, unsigned k, bool add)
{
    pairing_line own;
    const pairing_line *l = &own;
    fp2 l1, l2;
    if (!m->q)
        l = &m->lines[k];
    else if (add)
        add_step(&own, &m->t, m->q);
    else
        double_step(&own, &m->t);
    fp2_mul_fp(&l1, &l->c1, &m->p->x);
    fp2_mul_fp(&l2, &l->c2, &m->p->y);
    fp12_mul_line(f, f, &l->c0, &l1, &l2);
}

/* How many pairs share one chain of squarings; their running points are on the stack. */
#define CHUNK 32

/* The product of f_{|x|, Q}(P) over at most CHUNK pairs without infinities */
static void miller_chunk(fp12 *f, pair *pairs, size_t n)
{
    unsigned k = 0;
    fp12_set_one(f);
    for (int bit = 62; bit >= 0; bit--) {
        if (bit < 62)
            fp12_sqr(f, f);
        for (size_t i = 0; i < n; i++)
            step(f, &pairs[i], k, false);
        k++;
        if (!(BLS_X_ABS >> bit & 1))
            continue;
        for (size_t i = 0; i < n; i++)
            step(f, &pairs[i], k, true);
        k++;
    }
}

static void miller(fp12 *o, const g1_affine *p, const g2_affine *q, size_t n,
                   const g1_affine *p_of_lines, const pairing_prepared *const *lines, size_t m)
{
    fp12 product, f;
    pair pairs[CHUNK];
    fp12_set_one(&product);
    for (size_t i = 0; i < n + m;) {
        size_t used = 0;
        for (; i < n + m && used < CHUNK; i++) {
            pair *to = &pairs[used];
            to->p = i < n ? &p[i] : &p_of_lines[i - n];
            to->q = i < n ? &q[i] : NULL;
            if (g1_affine_is_infinity(to->p) ||
                (to->q ? g2_affine_is_infinity(to->q) : lines[i - n]->infinity))
                continue;
            if (to->q)
                twist_from_affine(&to->t, to->q);
            else
                to->lines = lines[i - n]->line;
            used++;
        }
        if (used == 0)
            break;
        miller_chunk(&f, pairs, used);
        fp12_mul(&product, &product, &f);
    }
    fp12_conj(o, &product); /* x is negative: f_{x,Q} = 1 / f_{|x|,Q} up to killed factors */
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
    .prepare = prepare,
    .final_exp = final_exp,
};
