/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* curve/batch_add.h for one group. Parameters as in curve/point_template.h. No include guard. */

/* The denominator of acc +- p: x2 - x1, or 2 y1 when doubling. False if there is nothing to
 * divide by, because the sum is trivial. */
static bool PT_FN(add_denominator)(PT_FIELD *d, const PT_AFFINE *acc, const PT_AFFINE *p, bool neg)
{
    if (PT_FN(affine_is_infinity)(acc) || PT_FN(affine_is_infinity)(p))
        return false;
    PT_F(sub)(d, &p->x, &acc->x);
    if (!PT_F(is_zero)(d))
        return true;
    PT_F(double)(d, &acc->y);
    /* equal up to sign: a doubling iff they are equal (no point here has y = 0) */
    return PT_F(eq)(&acc->y, &p->y) != neg;
}

/* acc +- p where add_denominator said false */
static void PT_FN(add_trivial)(PT_AFFINE *acc, const PT_AFFINE *p, bool neg)
{
    if (PT_FN(affine_is_infinity)(p))
        return;
    if (!PT_FN(affine_is_infinity)(acc))
        PT_FN(affine_set_infinity)(acc); /* opposite points */
    else if (neg)
        PT_FN(affine_neg)(acc, p);
    else
        *acc = *p;
}

/* acc +- p, i the inverse of the denominator:
 * s = (y2 - y1) i, or 3 x1^2 i when doubling; x3 = s^2 - x1 - x2; y3 = s (x1 - x3) - y1 */
static void PT_FN(add_with_inverse)(PT_AFFINE *acc, const PT_AFFINE *p, bool neg, const PT_FIELD *i)
{
    PT_FIELD s, x;
    if (PT_F(eq)(&acc->x, &p->x)) {
        PT_F(sqr)(&x, &acc->x);
        PT_F(double)(&s, &x);
        PT_F(add)(&s, &s, &x);
    } else if (neg) {
        PT_F(add)(&s, &p->y, &acc->y);
        PT_F(neg)(&s, &s);
    } else {
        PT_F(sub)(&s, &p->y, &acc->y);
    }
    PT_F(mul)(&s, &s, i);
    PT_F(sqr)(&x, &s);
    PT_F(sub)(&x, &x, &acc->x);
    PT_F(sub)(&x, &x, &p->x);
    PT_F(sub)(&acc->x, &acc->x, &x);
    PT_F(mul)(&s, &s, &acc->x);
    PT_F(sub)(&acc->y, &s, &acc->y);
    acc->x = x;
}

#define PREFETCH_AHEAD 8 /* ops: a few hundred nanoseconds of additions */

static void PT_FN(batch_add_all)(PT_AFFINE *acc, const PT_AFFINE *points, const batch_add_op *ops,
                                 size_t n, PT_FIELD *scratch)
{
    PT_FIELD product = PT_ONE, d, inverse;
    for (size_t k = 0; k < n; k++) {
        if (k + PREFETCH_AHEAD < n) {
            const batch_add_op next = ops[k + PREFETCH_AHEAD];
            __builtin_prefetch(&acc[next.acc], 1);
            __builtin_prefetch(&points[next.point & ~BATCH_ADD_NEG]);
        }
        scratch[k] = product;
        if (PT_FN(add_denominator)(&d, &acc[ops[k].acc], &points[ops[k].point & ~BATCH_ADD_NEG],
                                   ops[k].point & BATCH_ADD_NEG))
            PT_F(mul)(&product, &product, &d);
    }
    PT_F(inv)(&inverse, &product);
    for (size_t k = n; k-- > 0;) {
        PT_AFFINE *a = &acc[ops[k].acc];
        const PT_AFFINE *p = &points[ops[k].point & ~BATCH_ADD_NEG];
        const bool neg = ops[k].point & BATCH_ADD_NEG;
        if (k >= PREFETCH_AHEAD) {
            const batch_add_op next = ops[k - PREFETCH_AHEAD];
            __builtin_prefetch(&acc[next.acc], 1);
            __builtin_prefetch(&points[next.point & ~BATCH_ADD_NEG]);
        }
        if (!PT_FN(add_denominator)(&d, a, p, neg)) {
            PT_FN(add_trivial)(a, p, neg);
            continue;
        }
        PT_FIELD i;
        PT_F(mul)(&i, &inverse, &scratch[k]);
        PT_F(mul)(&inverse, &inverse, &d);
        PT_FN(add_with_inverse)(a, p, neg, &i);
    }
}

#undef PREFETCH_AHEAD

static void PT_FN(batch_sum_all)(PT_AFFINE *o, PT_AFFINE *points, size_t n, batch_add_op *ops,
                                 PT_FIELD *scratch)
{
    if (n == 0) {
        PT_FN(affine_set_infinity)(o);
        return;
    }
    while (n > 1) {
        const size_t half = n / 2, kept = n - half; /* the upper half onto the lower */
        for (size_t i = 0; i < half; i++)
            ops[i] = (batch_add_op) { (uint32_t)i, (uint32_t)(kept + i) };
        PT_FN(batch_add_all)(points, points, ops, half, scratch);
        n = kept;
    }
    *o = points[0];
}
