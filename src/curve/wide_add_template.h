/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The batch addition of curve/wide.h for one group. No include guard.
 *
 * Parameters as in curve/wide_points_template.h, which comes first, and
 *   divisor             { WD_F8 d; ... }, and of one:
 *   norm_of(v)          the element of Fp that is inverted in its place, once
 *   find_norm(v)        has been called
 *   quotient(o, a, v, inverse)   o = a / d, where inverse is that of its norm
 *
 * Eight additions are one vector. First pass: the denominators d = x2 - x1 of a vector, and the
 * products of the norms before it, in two chains as one multiplication's latency is longer than
 * what else there is to do. One inversion for both chains and all lanes. Second pass, backward:
 * from the inverses the sums, two vectors side by side for the same reason.
 *
 * An addition that is not one of two finite points with different x is found in the first pass
 * and marked in its vector's masks: `done` where the sum could be put in place at once, `twice`
 * where the points are equal and d = 2 y1. */

#define WD_NOINLINE    static __attribute__((noinline))
#define WD_CHAINS      2
#define PREFETCH_AHEAD 24 /* operations */

typedef struct PT_FN(vector) {
    divisor by;
    fp8 before; /* the product of all norms before this one in its chain */
    __mmask8 done, twice;
} PT_FN(vector);

typedef struct PT_FN(operands) {
    WD_POINT *acc[8];
    const WD_POINT *p[8];
    __mmask8 used, neg;
} PT_FN(operands);

/* Those of n <= 8 operations; the lanes above repeat the last one and are not used. */
static inline void PT_FN(operands_of)(PT_FN(operands) * o, WD_POINT *acc, const WD_POINT *points,
                                      const batch_add_op *ops, size_t n)
{
    o->used = (__mmask8)(0xff >> (8 - n));
    LANES_UNROLL
    for (size_t i = 0; i < 8; i++) {
        const batch_add_op op = ops[i < n ? i : n - 1];
        o->acc[i] = &acc[op.acc];
        o->p[i] = &points[op.point & ~BATCH_ADD_NEG];
    }
    /* the sign is bit 63 of an operation of eight bytes */
    o->neg = _mm512_movepi64_mask(_mm512_maskz_loadu_epi64(o->used, ops));
}

WD_NOINLINE void PT_FN(lanes_mul)(fp8 *o, const fp8 *a, const fp8 *b)
{
    fp8_mul(o, a, b);
}
WD_NOINLINE void PT_FN(lanes_mul_sub)(WD_F8 *o, const WD_F8 *a, const WD_F8 *b, const WD_F8 *c)
{
    WD_F(mul_sub)(o, a, b, c, 3);
}
WD_NOINLINE void PT_FN(lanes_sqr_sub)(WD_F8 *o, const WD_F8 *a, const WD_F8 *c)
{
    WD_F(sqr_sub)(o, a, c, 8);
}

/* ---- the first pass ---- */

/* acc +- p where one of them is infinite */
static void PT_FN(add_infinite)(WD_POINT *acc, const WD_POINT *p, bool neg)
{
    if (!PT_FN(wide_is_infinity)(acc) || PT_FN(wide_is_infinity)(p))
        return;
    if (neg)
        PT_FN(wide_neg)(acc, p);
    else
        *acc = *p;
}

/* d = x2 - x1 + 2p of vector v, in (p/2, 7p/2) as the coordinates are below 3p/2, where some lane
 * may have nothing to divide by: there it becomes 2 y1 or one. */
WD_NOINLINE void PT_FN(exceptions)(PT_FN(vector) * v, const PT_FN(operands) * o)
{
    const __mmask8 unused = (__mmask8)~o->used;
    __mmask8 infinite = 0;
    for (int i = 0; i < 8; i++)
        if (o->used >> i & 1 &&
            (PT_FN(wide_is_infinity)(o->acc[i]) || PT_FN(wide_is_infinity)(o->p[i])))
            infinite |= (__mmask8)(1 << i);
    WD_F8 y, t;
    WD_F(set_one)(&t);
    WD_F(blend)(&v->by.d, infinite | unused, &t);
    const __mmask8 same_x = WD_F(is_zero)(&v->by.d, 3) & (__mmask8) ~(infinite | unused);
    v->done = infinite | unused;
    for (int i = 0; i < 8; i++)
        if (infinite >> i & 1)
            PT_FN(add_infinite)(o->acc[i], o->p[i], o->neg >> i & 1);
    if (!same_x)
        return;
    /* y is at most 2p and not zero, nor is 2p - y */
    WD_GATHER(&y, o->p, y);
    WD_F(neg_raw)(&t, &y, o->neg, 2);
    WD_GATHER(&y, o->acc, y);
    WD_F(clear)(&t, (__mmask8)~same_x);
    WD_F(clear)(&y, (__mmask8)~same_x);
    WD_F(sub)(&t, &y, &t, 2);
    v->twice = WD_F(is_zero)(&t, 3) & same_x;
    const __mmask8 opposite = same_x & (__mmask8)~v->twice;
    v->done |= opposite;
    for (int i = 0; i < 8; i++)
        if (opposite >> i & 1)
            PT_FN(wide_set_infinity)(o->acc[i]);
    WD_F(add_raw)(&t, &y, &y);
    WD_F(carry)(&t);
    WD_F(blend)(&v->by.d, v->twice, &t);
    WD_F(set_one)(&t);
    WD_F(blend)(&v->by.d, opposite, &t);
}

static inline void PT_FN(prefetch)(const WD_POINT *points, uint32_t at)
{
    const char *p = (const char *)&points[at & ~BATCH_ADD_NEG];
    for (size_t i = 0; i < sizeof(WD_POINT); i += 64)
        __builtin_prefetch(p + i);
}

static inline void PT_FN(denominator)(PT_FN(vector) * v, WD_POINT *acc, const WD_POINT *points,
                                      const batch_add_op *ops, size_t n)
{
    PT_FN(operands) o;
    PT_FN(operands_of)(&o, acc, points, ops, n < 8 ? n : 8);
    for (size_t i = PREFETCH_AHEAD; i < PREFETCH_AHEAD + 8 && i < n; i++) {
        PT_FN(prefetch)(acc, ops[i].acc);
        PT_FN(prefetch)(points, ops[i].point);
    }
    const bool infinite = WD_GATHER_DIFFERENCE(&v->by.d, o.p, o.acc, x);
    WD_F(add_multiple)(&v->by.d, 2);
    v->done = v->twice = 0;
    if (infinite || WD_F(may_be_zero)(&v->by.d) || n < 8)
        PT_FN(exceptions)(v, &o);
    find_norm(&v->by);
}

/* product[c] = the product of all norms of the vectors c, c + 2, ... A vector's d is made ahead of
 * the multiplication before, so that the processor finds something to do beside either. */
static void PT_FN(denominators)(fp8 product[WD_CHAINS], WD_POINT *acc, const WD_POINT *points,
                                const batch_add_op *ops, size_t n, PT_FN(vector) * v)
{
    for (int c = 0; c < WD_CHAINS; c++)
        fp8_set_one(&product[c]);
    PT_FN(denominator)(v, acc, points, ops, n);
    for (size_t i = 0; i < n; i += 8, v++) {
        if (i + 8 < n)
            PT_FN(denominator)(v + 1, acc, points, ops + i + 8, n - i - 8);
        fp8 *p = &product[i / 8 % WD_CHAINS];
        v->before = *p;
        PT_FN(lanes_mul)(p, p, norm_of(&v->by));
    }
}

/* ---- between ---- */

/* Every lane of a and of b to its inverse, with one inversion. With p0 = a b, the products p1 of
 * two lanes four apart, p2 of four, p3 of all eight lanes are the same in each of those lanes;
 * and 1 / p2 = (1 / p3) p2', where p2' is p2 in the lane that was multiplied, and so on down. */
WD_NOINLINE void PT_FN(invert_lanes)(fp8 *a, fp8 *b)
{
    fp8 p[3], t;
    fp one;
    PT_FN(lanes_mul)(&p[0], a, b);
    fp8_rotate(&t, &p[0], 4);
    PT_FN(lanes_mul)(&p[1], &p[0], &t);
    fp8_rotate(&t, &p[1], 2);
    PT_FN(lanes_mul)(&p[2], &p[1], &t);
    fp8_rotate(&p[2], &p[2], 1);
    fp8_rotate(&p[1], &p[1], 2);
    fp8_rotate(&p[0], &p[0], 4);
    fp8_rotate(&t, &p[2], 1);
    PT_FN(lanes_mul)(&t, &t, &p[2]);
    void *const to[8] = { &one };
    const void *const from[8] = { &one, &one, &one, &one, &one, &one, &one, &one };
    fp8_to_scalar(to, 0, &t, 1);
    fp_inv(&one, &one);
    fp8_from_scalar(&t, from, 0);
    for (int i = 2; i >= 0; i--)
        PT_FN(lanes_mul)(&t, &t, &p[i]);
    PT_FN(lanes_mul)(&p[0], &t, b);
    PT_FN(lanes_mul)(b, &t, a);
    *a = p[0];
}

/* ---- the second pass ---- */

/* y2 - y1 and c = x1 + x2 + 2p, in general, with x1 and y1 as gathered */
static inline void PT_FN(numerator)(WD_F8 *o, WD_F8 *c, WD_F8 *x1, WD_F8 *y1,
                                    const PT_FN(vector) * v, const PT_FN(operands) * p)
{
    WD_F8 y2;
    WD_GATHER(x1, p->acc, x);
    WD_GATHER(y1, p->acc, y);
    WD_GATHER(&y2, p->p, y);
    WD_F(neg_raw)(&y2, &y2, p->neg, 2);
    WD_F(sub_raw)(o, &y2, y1, 2);
    WD_F(add_raw)(c, x1, x1);
    WD_F(add_raw)(c, c, &v->by.d);
}

/* The same in a vector with lanes done or twice: those have zeros, or 3 x1^2 and 2 x1 + 2p. */
WD_NOINLINE void PT_FN(numerator_marked)(WD_F8 *o, WD_F8 *c, WD_F8 *x1, WD_F8 *y1,
                                         const PT_FN(vector) * v, const PT_FN(operands) * p)
{
    WD_F8 t, u;
    PT_FN(numerator)(o, c, x1, y1, v, p);
    WD_F(clear)(o, v->done);
    WD_F(clear)(x1, v->done);
    WD_F(clear)(y1, v->done);
    WD_F(sqr)(&t, x1);
    WD_F(add_raw)(&u, &t, &t);
    WD_F(add_raw)(&u, &u, &t);
    WD_F(blend)(o, v->twice, &u);
    WD_F(set_zero)(&t);
    WD_F(add_raw)(&u, x1, x1);
    WD_F(sub_raw)(&u, &u, &t, 2);
    WD_F(blend)(c, v->done | v->twice, &u);
}

/* What the second pass asks for ahead of time: operations of its own that come later, which the
 * first pass left in the second level, and points of the next batch. A little after each
 * multiplication: many at once keep the few buffers for missed lines from what is needed now. */
typedef struct PT_FN(fetch) {
    const batch_add_op *behind; /* up to here; what comes later stands before */
    size_t n_behind;
    const batch_add_op *next;
    size_t n_next;
} PT_FN(fetch);

static inline void PT_FN(fetch_two)(PT_FN(fetch) * f, WD_POINT *acc, const WD_POINT *points)
{
    for (int i = 0; i < 2 && f->n_next; i++, f->n_next--)
        PT_FN(prefetch)(points, f->next++->point);
    for (int i = 0; i < 2 && f->n_behind; i++, f->n_behind--) {
        f->behind--;
        PT_FN(prefetch)(acc, f->behind->acc);
        PT_FN(prefetch)(points, f->behind->point);
    }
}

/* s = (y2 - y1) / d; x3 = s^2 - x1 - x2; y3 = s (x1 - x3) - y1, for the n <= 2 vectors v[0] and
 * v[1] = v[0] - 1, with the operations ops[0], of which there are `last`, and ops[1], eight.
 * inverse[i] is that of the product of all norms up to v[i] in its chain. Loads, transpositions and
 * stores stand next to multiplications that do not wait for them. */
static inline void PT_FN(add_vectors)(fp8 *const inverse[WD_CHAINS], WD_POINT *acc,
                                      const WD_POINT *points, const batch_add_op *const ops[],
                                      size_t last, PT_FN(vector) *const v[], int n,
                                      PT_FN(fetch) * f)
{
    PT_FN(operands) o[WD_CHAINS];
    fp8 one[WD_CHAINS]; /* of the norms of one vector */
    WD_F8 s[WD_CHAINS], x1[WD_CHAINS], y1[WD_CHAINS], x3[WD_CHAINS], c[WD_CHAINS], t[WD_CHAINS];
    for (int i = 0; i < n; i++) {
        PT_FN(operands_of)(&o[i], acc, points, ops[i], i ? 8 : last);
        PT_FN(lanes_mul)(&one[i], inverse[i], &v[i]->before);
        PT_FN(fetch_two)(f, acc, points);
    }
    for (int i = 0; i < n; i++) {
        if (v[i]->done | v[i]->twice)
            PT_FN(numerator_marked)(&t[i], &c[i], &x1[i], &y1[i], v[i], &o[i]);
        else
            PT_FN(numerator)(&t[i], &c[i], &x1[i], &y1[i], v[i], &o[i]);
        WD_F(carry)(&t[i]);
        PT_FN(lanes_mul)(inverse[i], inverse[i], norm_of(&v[i]->by));
        PT_FN(fetch_two)(f, acc, points);
    }
    for (int i = 0; i < n; i++) {
        quotient(&s[i], &t[i], &v[i]->by, &one[i]);
        PT_FN(fetch_two)(f, acc, points);
    }
    for (int i = 0; i < n; i++) {
        PT_FN(lanes_sqr_sub)(&x3[i], &s[i], &c[i]); /* c = x1 + x2 + 2p < 7p */
        PT_FN(fetch_two)(f, acc, points);
    }
    for (int i = 0; i < n; i++)
        WD_F(sub)(&x1[i], &x1[i], &x3[i], 2);
    for (int i = 0; i < n; i++) {
        PT_FN(lanes_mul_sub)(&t[i], &s[i], &x1[i], &y1[i]);
        WD_SCATTER(o[i].acc, x, &x3[i], (__mmask8)~v[i]->done);
    }
    for (int i = 0; i < n; i++)
        WD_SCATTER(o[i].acc, y, &t[i], (__mmask8)~v[i]->done);
}

/* n >= 1 additions with one inversion */
static void PT_FN(batch_add_run)(WD_POINT *acc, const WD_POINT *points, const batch_add_op *ops,
                                 size_t n, PT_FN(vector) * v, const batch_add_op *next,
                                 size_t n_next)
{
    fp8 product[WD_CHAINS];
    PT_FN(denominators)(product, acc, points, ops, n, v);
    PT_FN(invert_lanes)(&product[0], &product[1]);
    size_t i = (n - 1) / 8; /* the last vector */
    size_t last = n - 8 * i;
    const size_t ahead = n < PREFETCH_AHEAD ? n : PREFETCH_AHEAD;
    PT_FN(fetch) f = { ops + n - ahead, n - ahead, next, n_next };
    for (;;) {
        /* an odd number of vectors: the last one alone */
        const int k = i % WD_CHAINS ? WD_CHAINS : 1;
        fp8 *const inverse[WD_CHAINS] = { &product[i % WD_CHAINS], &product[0] };
        const batch_add_op *const at[WD_CHAINS] = { ops + 8 * i, ops + 8 * i - (k > 1 ? 8 : 0) };
        PT_FN(vector) *const which[WD_CHAINS] = { v + i, v + i - (k - 1) };
        PT_FN(add_vectors)(inverse, acc, points, at, last, which, k, &f);
        if (i + 1 == (size_t)k)
            break;
        i -= (size_t)k;
        last = 8;
    }
}

static void PT_FN(wide_batch_add_next)(WD_POINT *acc, const WD_POINT *points,
                                       const batch_add_op *ops, size_t n, const batch_add_op *next,
                                       size_t n_next, void *scratch)
{
    for (; n > WIDE_BATCH; n -= WIDE_BATCH, ops += WIDE_BATCH)
        PT_FN(batch_add_run)(acc, points, ops, WIDE_BATCH, scratch, NULL, 0);
    if (n)
        PT_FN(batch_add_run)(acc, points, ops, n, scratch, next, n_next);
}

static void PT_FN(wide_batch_add)(WD_POINT *acc, const WD_POINT *points, const batch_add_op *ops,
                                  size_t n, void *scratch)
{
    PT_FN(wide_batch_add_next)(acc, points, ops, n, NULL, 0, scratch);
}

static void PT_FN(wide_batch_sum)(WD_POINT *o, WD_POINT *points, size_t n, batch_add_op *ops,
                                  void *scratch)
{
    if (n == 0) {
        PT_FN(wide_set_infinity)(o);
        return;
    }
    while (n > 1) {
        const size_t half = n / 2, kept = n - half; /* the upper half onto the lower */
        for (size_t i = 0; i < half; i++)
            ops[i] = (batch_add_op) { (uint32_t)i, (uint32_t)(kept + i) };
        PT_FN(wide_batch_add)(points, points, ops, half, scratch);
        n = kept;
    }
    *o = points[0];
}
