/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The group of y^2 = x^3 + b over one field, inline. Included once per group.
 *
 * Parameters:
 *   PT_FN(f)      the name of function f of the group (g1_add for add, ...)
 *   PT_AFFINE, PT_JACOBIAN, PT_XYZZ   its point types
 *   PT_FIELD      the type of a coordinate
 *   PT_F(f)       the name of field function f
 *   PT_ZERO, PT_ONE, PT_B             coordinates
 * Formulas named as in the Explicit-Formulas Database (hyperelliptic.org/EFD), short Weierstrass
 * with a = 0. No include guard: the includer is guarded. */

/* ---- affine ---- */

static inline bool PT_FN(affine_is_infinity)(const PT_AFFINE *p)
{
    return PT_F(is_zero)(&p->x) && PT_F(is_zero)(&p->y);
}

static inline void PT_FN(affine_set_infinity)(PT_AFFINE *p)
{
    p->x = PT_ZERO;
    p->y = PT_ZERO;
}

static inline void PT_FN(affine_neg)(PT_AFFINE *o, const PT_AFFINE *p)
{
    o->x = p->x;
    PT_F(neg)(&o->y, &p->y);
}

static inline bool PT_FN(affine_eq)(const PT_AFFINE *a, const PT_AFFINE *b)
{
    return PT_F(eq)(&a->x, &b->x) && PT_F(eq)(&a->y, &b->y);
}

/* y^2 = x^3 + b, or infinity */
static inline bool PT_FN(affine_on_curve)(const PT_AFFINE *p)
{
    PT_FIELD l, r;
    PT_F(sqr)(&l, &p->y);
    PT_F(sqr)(&r, &p->x);
    PT_F(mul)(&r, &r, &p->x);
    PT_F(add)(&r, &r, &PT_B);
    return PT_F(eq)(&l, &r) || PT_FN(affine_is_infinity)(p);
}

/* ---- Jacobian ---- */

static inline void PT_FN(set_infinity)(PT_JACOBIAN *o)
{
    o->x = PT_ONE;
    o->y = PT_ONE;
    o->z = PT_ZERO;
}

static inline bool PT_FN(is_infinity)(const PT_JACOBIAN *p)
{
    return PT_F(is_zero)(&p->z);
}

static inline void PT_FN(from_affine)(PT_JACOBIAN *o, const PT_AFFINE *p)
{
    if (PT_FN(affine_is_infinity)(p)) {
        PT_FN(set_infinity)(o);
        return;
    }
    o->x = p->x;
    o->y = p->y;
    o->z = PT_ONE;
}

static inline void PT_FN(to_affine)(PT_AFFINE *o, const PT_JACOBIAN *p)
{
    PT_FIELD i, ii;
    PT_F(inv)(&i, &p->z); /* zero for infinity, and so are then x and y */
    PT_F(sqr)(&ii, &i);
    PT_F(mul)(&o->x, &p->x, &ii);
    PT_F(mul)(&ii, &ii, &i);
    PT_F(mul)(&o->y, &p->y, &ii);
}

static inline void PT_FN(neg)(PT_JACOBIAN *o, const PT_JACOBIAN *p)
{
    o->x = p->x;
    PT_F(neg)(&o->y, &p->y);
    o->z = p->z;
}

/* X1 Z2^2 = X2 Z1^2 and Y1 Z2^3 = Y2 Z1^3 */
static inline bool PT_FN(eq)(const PT_JACOBIAN *a, const PT_JACOBIAN *b)
{
    if (PT_FN(is_infinity)(a) || PT_FN(is_infinity)(b))
        return PT_FN(is_infinity)(a) && PT_FN(is_infinity)(b);
    PT_FIELD za, zb, l, r;
    PT_F(sqr)(&za, &a->z);
    PT_F(sqr)(&zb, &b->z);
    PT_F(mul)(&l, &a->x, &zb);
    PT_F(mul)(&r, &b->x, &za);
    if (!PT_F(eq)(&l, &r))
        return false;
    PT_F(mul)(&za, &za, &a->z);
    PT_F(mul)(&zb, &zb, &b->z);
    PT_F(mul)(&l, &a->y, &zb);
    PT_F(mul)(&r, &b->y, &za);
    return PT_F(eq)(&l, &r);
}

/* dbl-2009-l; infinity and points of order two give Z = 0 */
static inline void PT_FN(double)(PT_JACOBIAN *o, const PT_JACOBIAN *p)
{
    PT_FIELD a, b, c, d, e, f;
    PT_F(sqr)(&a, &p->x);
    PT_F(sqr)(&b, &p->y);
    PT_F(sqr)(&c, &b);
    PT_F(add)(&d, &p->x, &b);
    PT_F(sqr)(&d, &d);
    PT_F(sub)(&d, &d, &a);
    PT_F(sub)(&d, &d, &c);
    PT_F(double)(&d, &d); /* d = 2 ((X + Y^2)^2 - X^2 - Y^4) = 4 X Y^2 */
    PT_F(double)(&e, &a);
    PT_F(add)(&e, &e, &a);
    PT_F(sqr)(&f, &e);
    PT_F(mul)(&o->z, &p->y, &p->z);
    PT_F(double)(&o->z, &o->z);
    PT_F(sub)(&f, &f, &d);
    PT_F(sub)(&o->x, &f, &d);
    PT_F(double)(&c, &c);
    PT_F(double)(&c, &c);
    PT_F(double)(&c, &c);
    PT_F(sub)(&d, &d, &o->x);
    PT_F(mul)(&e, &e, &d);
    PT_F(sub)(&o->y, &e, &c);
}

/* The common end of the two additions: x2 - x1 = h, y2 - y1 = r over a common denominator,
 * (X1, Y1) = (u, s) there, Z = z h. u, s, z may be coordinates of o. */
static inline void PT_FN(add_tail)(PT_JACOBIAN *o, const PT_FIELD *h, const PT_FIELD *r,
                                   const PT_FIELD *u, const PT_FIELD *s, const PT_FIELD *z)
{
    PT_FIELD hh, hhh, v, x;
    PT_F(sqr)(&hh, h);
    PT_F(mul)(&hhh, &hh, h);
    PT_F(mul)(&v, u, &hh);
    PT_F(sqr)(&x, r);
    PT_F(sub)(&x, &x, &hhh);
    PT_F(sub)(&x, &x, &v);
    PT_F(sub)(&x, &x, &v); /* X3 = r^2 - h^3 - 2 u h^2 */
    PT_F(mul)(&hhh, &hhh, s);
    PT_F(mul)(&o->z, z, h);
    PT_F(sub)(&v, &v, &x);
    PT_F(mul)(&v, &v, r);
    PT_F(sub)(&o->y, &v, &hhh); /* Y3 = r (u h^2 - X3) - s h^3 */
    o->x = x;
}

/* add-1998-cmo-2 */
static inline void PT_FN(add)(PT_JACOBIAN *o, const PT_JACOBIAN *a, const PT_JACOBIAN *b)
{
    if (PT_FN(is_infinity)(a)) {
        *o = *b;
        return;
    }
    if (PT_FN(is_infinity)(b)) {
        *o = *a;
        return;
    }
    PT_FIELD za, zb, u1, u2, s1, s2;
    PT_F(sqr)(&za, &a->z);
    PT_F(sqr)(&zb, &b->z);
    PT_F(mul)(&u1, &a->x, &zb);
    PT_F(mul)(&u2, &b->x, &za);
    PT_F(mul)(&za, &za, &a->z);
    PT_F(mul)(&zb, &zb, &b->z);
    PT_F(mul)(&s1, &a->y, &zb);
    PT_F(mul)(&s2, &b->y, &za);
    PT_F(sub)(&u2, &u2, &u1);
    PT_F(sub)(&s2, &s2, &s1);
    if (PT_F(is_zero)(&u2)) {
        if (PT_F(is_zero)(&s2))
            PT_FN(double)(o, a);
        else
            PT_FN(set_infinity)(o);
        return;
    }
    PT_F(mul)(&za, &a->z, &b->z);
    PT_FN(add_tail)(o, &u2, &s2, &u1, &s1, &za);
}

/* The same with Z2 = 1 */
static inline void PT_FN(add_affine)(PT_JACOBIAN *o, const PT_JACOBIAN *a, const PT_AFFINE *b)
{
    if (PT_FN(affine_is_infinity)(b)) {
        *o = *a;
        return;
    }
    if (PT_FN(is_infinity)(a)) {
        PT_FN(from_affine)(o, b);
        return;
    }
    PT_FIELD zz, u2, s2;
    PT_F(sqr)(&zz, &a->z);
    PT_F(mul)(&u2, &b->x, &zz);
    PT_F(mul)(&zz, &zz, &a->z);
    PT_F(mul)(&s2, &b->y, &zz);
    PT_F(sub)(&u2, &u2, &a->x);
    PT_F(sub)(&s2, &s2, &a->y);
    if (PT_F(is_zero)(&u2)) {
        if (PT_F(is_zero)(&s2))
            PT_FN(double)(o, a);
        else
            PT_FN(set_infinity)(o);
        return;
    }
    PT_FN(add_tail)(o, &u2, &s2, &a->x, &a->y, &a->z);
}
