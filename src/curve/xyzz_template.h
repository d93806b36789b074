/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* XYZZ coordinates: no inversion and the cheapest additions of an affine point into a sum.
 * Parameters as in curve/point_template.h, which comes first. No include guard. */

static inline void PT_FN(xyzz_set_infinity)(PT_XYZZ *o)
{
    o->x = PT_ONE;
    o->y = PT_ONE;
    o->zz = PT_ZERO;
    o->zzz = PT_ZERO;
}

static inline bool PT_FN(xyzz_is_infinity)(const PT_XYZZ *p)
{
    return PT_F(is_zero)(&p->zz);
}

/* dbl-2008-s-1 */
static inline void PT_FN(xyzz_double)(PT_XYZZ *o, const PT_XYZZ *p)
{
    PT_FIELD u, v, w, s, m, x;
    PT_F(double)(&u, &p->y);
    PT_F(sqr)(&v, &u);
    PT_F(mul)(&w, &u, &v);
    PT_F(mul)(&s, &p->x, &v);
    PT_F(sqr)(&m, &p->x);
    PT_F(double)(&x, &m);
    PT_F(add)(&m, &m, &x);
    PT_F(sqr)(&x, &m);
    PT_F(sub)(&x, &x, &s);
    PT_F(sub)(&x, &x, &s);
    PT_F(sub)(&s, &s, &x);
    PT_F(mul)(&s, &s, &m);
    PT_F(mul)(&u, &w, &p->y);
    PT_F(sub)(&o->y, &s, &u);
    o->x = x;
    PT_F(mul)(&o->zz, &p->zz, &v);
    PT_F(mul)(&o->zzz, &p->zzz, &w);
}

/* acc = (u1 + p, s1 + r) + (u1, s1) over acc's denominators, times those of the other summand
 * where they are not one: the common end of add-2008-s and madd-2008-s. u1, s1 may be in acc. */
static inline void PT_FN(xyzz_add_tail)(PT_XYZZ *acc, const PT_FIELD *p, const PT_FIELD *r,
                                        const PT_FIELD *u1, const PT_FIELD *s1)
{
    PT_FIELD pp, ppp, q, x, t;
    PT_F(sqr)(&pp, p);
    PT_F(mul)(&ppp, &pp, p);
    PT_F(mul)(&q, u1, &pp);
    PT_F(sqr)(&x, r);
    PT_F(sub)(&x, &x, &ppp);
    PT_F(sub)(&x, &x, &q);
    PT_F(sub)(&x, &x, &q);
    PT_F(sub)(&q, &q, &x);
    PT_F(mul)(&q, &q, r);
    PT_F(mul)(&t, s1, &ppp);
    PT_F(sub)(&acc->y, &q, &t);
    acc->x = x;
    PT_F(mul)(&acc->zz, &acc->zz, &pp);
    PT_F(mul)(&acc->zzz, &acc->zzz, &ppp);
}

/* acc += p */
static inline void PT_FN(xyzz_add_affine)(PT_XYZZ *acc, const PT_AFFINE *b)
{
    if (PT_FN(affine_is_infinity)(b))
        return;
    if (PT_FN(xyzz_is_infinity)(acc)) {
        *acc = (PT_XYZZ) { b->x, b->y, PT_ONE, PT_ONE };
        return;
    }
    PT_FIELD p, r;
    PT_F(mul)(&p, &b->x, &acc->zz);
    PT_F(mul)(&r, &b->y, &acc->zzz);
    PT_F(sub)(&p, &p, &acc->x);
    PT_F(sub)(&r, &r, &acc->y);
    if (PT_F(is_zero)(&p)) {
        if (PT_F(is_zero)(&r))
            PT_FN(xyzz_double)(acc, acc);
        else
            PT_FN(xyzz_set_infinity)(acc);
        return;
    }
    PT_FN(xyzz_add_tail)(acc, &p, &r, &acc->x, &acc->y);
}

/* acc += b */
static inline void PT_FN(xyzz_add)(PT_XYZZ *acc, const PT_XYZZ *b)
{
    if (PT_FN(xyzz_is_infinity)(b))
        return;
    if (PT_FN(xyzz_is_infinity)(acc)) {
        *acc = *b;
        return;
    }
    PT_FIELD u1, s1, p, r;
    PT_F(mul)(&u1, &acc->x, &b->zz);
    PT_F(mul)(&p, &b->x, &acc->zz);
    PT_F(mul)(&s1, &acc->y, &b->zzz);
    PT_F(mul)(&r, &b->y, &acc->zzz);
    PT_F(sub)(&p, &p, &u1);
    PT_F(sub)(&r, &r, &s1);
    if (PT_F(is_zero)(&p)) {
        if (PT_F(is_zero)(&r))
            PT_FN(xyzz_double)(acc, acc);
        else
            PT_FN(xyzz_set_infinity)(acc);
        return;
    }
    PT_FN(xyzz_add_tail)(acc, &p, &r, &u1, &s1); /* b is not acc: that was a doubling */
    PT_F(mul)(&acc->zz, &acc->zz, &b->zz);
    PT_F(mul)(&acc->zzz, &acc->zzz, &b->zzz);
}

/* Z = ZZ: X ZZ / ZZ^2 = X / ZZ and Y ZZZ / ZZ^3 = Y / ZZZ */
static inline void PT_FN(from_xyzz)(PT_JACOBIAN *o, const PT_XYZZ *a)
{
    PT_F(mul)(&o->x, &a->x, &a->zz);
    PT_F(mul)(&o->y, &a->y, &a->zzz);
    o->z = a->zz;
}
