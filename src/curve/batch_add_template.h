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

/* A multiplication takes longer than the processor needs to start the next one, so independent
 * ones are kept side by side: LANES additions go through the formulas together, and the running
 * products are CHAINS. */
#define LANES          4
#define CHAINS         2
#define PREFETCH_AHEAD 8 /* ops: a few hundred nanoseconds of additions */

typedef struct PT_FN(add_lane) {
    PT_AFFINE *acc;
    const PT_AFFINE *p;
    bool neg;
    PT_FIELD s; /* first the inverse of the denominator, then the slope */
    PT_FIELD x;
} PT_FN(add_lane);

/* y2 - y1, or 3 x1^2 when doubling */
static void PT_FN(add_numerator)(PT_FIELD *o, const PT_FN(add_lane) * l)
{
    if (PT_F(eq)(&l->acc->x, &l->p->x)) {
        PT_FIELD t;
        PT_F(sqr)(&t, &l->acc->x);
        PT_F(double)(o, &t);
        PT_F(add)(o, o, &t);
    } else if (l->neg) {
        PT_F(add)(o, &l->p->y, &l->acc->y);
        PT_F(neg)(o, o);
    } else {
        PT_F(sub)(o, &l->p->y, &l->acc->y);
    }
}

/* slope s = numerator / denominator; x3 = s^2 - x1 - x2; y3 = s (x1 - x3) - y1 */
static void PT_FN(add_lanes)(PT_FN(add_lane) * l, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        PT_FN(add_numerator)(&l[i].x, &l[i]);
        PT_F(mul)(&l[i].s, &l[i].s, &l[i].x);
    }
    for (size_t i = 0; i < n; i++)
        PT_F(sqr)(&l[i].x, &l[i].s);
    for (size_t i = 0; i < n; i++) {
        PT_AFFINE *a = l[i].acc;
        PT_F(sub)(&l[i].x, &l[i].x, &a->x);
        PT_F(sub)(&l[i].x, &l[i].x, &l[i].p->x);
        PT_F(sub)(&a->x, &a->x, &l[i].x);
        PT_F(mul)(&l[i].s, &l[i].s, &a->x);
        a->x = l[i].x;
    }
    for (size_t i = 0; i < n; i++)
        PT_F(sub)(&l[i].acc->y, &l[i].s, &l[i].acc->y);
}

static inline void PT_FN(add_prefetch)(const PT_AFFINE *acc, const PT_AFFINE *points,
                                       batch_add_op op)
{
    __builtin_prefetch(&acc[op.acc], 1);
    __builtin_prefetch(&points[op.point & ~BATCH_ADD_NEG]);
}

/* scratch[k] = the product of the denominators before k in its chain (k mod CHAINS); on return
 * inverse[c] is the inverse of the whole of chain c. */
static void PT_FN(add_products)(PT_FIELD inverse[CHAINS], const PT_AFFINE *acc,
                                const PT_AFFINE *points, const batch_add_op *ops, size_t n,
                                PT_FIELD *scratch)
{
    PT_FIELD product[CHAINS] = { PT_ONE, PT_ONE }, d;
    for (size_t k = 0; k < n; k++) {
        if (k + PREFETCH_AHEAD < n)
            PT_FN(add_prefetch)(acc, points, ops[k + PREFETCH_AHEAD]);
        scratch[k] = product[k % CHAINS];
        if (PT_FN(add_denominator)(&d, &acc[ops[k].acc], &points[ops[k].point & ~BATCH_ADD_NEG],
                                   ops[k].point & BATCH_ADD_NEG))
            PT_F(mul)(&product[k % CHAINS], &product[k % CHAINS], &d);
    }
    PT_F(mul)(&d, &product[0], &product[1]);
    PT_F(inv)(&d, &d);
    PT_F(mul)(&inverse[0], &d, &product[1]);
    PT_F(mul)(&inverse[1], &d, &product[0]);
}

static void PT_FN(batch_add_all)(PT_AFFINE *acc, const PT_AFFINE *points, const batch_add_op *ops,
                                 size_t n, PT_FIELD *scratch)
{
    PT_FIELD inverse[CHAINS], d;
    PT_FN(add_lane) lanes[LANES];
    size_t filled = 0;
    PT_FN(add_products)(inverse, acc, points, ops, n, scratch);
    for (size_t k = n; k-- > 0;) {
        PT_AFFINE *a = &acc[ops[k].acc];
        const PT_AFFINE *p = &points[ops[k].point & ~BATCH_ADD_NEG];
        const bool neg = ops[k].point & BATCH_ADD_NEG;
        if (k >= PREFETCH_AHEAD)
            PT_FN(add_prefetch)(acc, points, ops[k - PREFETCH_AHEAD]);
        if (!PT_FN(add_denominator)(&d, a, p, neg)) {
            PT_FN(add_trivial)(a, p, neg);
            continue;
        }
        PT_FN(add_lane) *l = &lanes[filled++];
        l->acc = a;
        l->p = p;
        l->neg = neg;
        PT_F(mul)(&l->s, &inverse[k % CHAINS], &scratch[k]);
        PT_F(mul)(&inverse[k % CHAINS], &inverse[k % CHAINS], &d);
        if (filled == LANES) {
            PT_FN(add_lanes)(lanes, LANES);
            filled = 0;
        }
    }
    PT_FN(add_lanes)(lanes, filled);
}

#undef LANES
#undef CHAINS
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
