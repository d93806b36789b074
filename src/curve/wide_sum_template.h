/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The running sum of curve/wide.h for one group. No include guard.
 *
 * Parameters as in curve/wide_add_template.h, which comes first, and
 *   WD_SUM, WD_SUM_LEN    the type of a sum, how many partial ones it has
 *
 * The sum stays in lane form, a vector of eight partial sums after the other: unlike an addition in
 * the pool of a batch, one here has no transposition but that of the point, which is read where it
 * lies. An addition that is not one of two finite points with different x is left to the caller. */

#define WD_SUM_AHEAD 48 /* points */

typedef struct PT_FN(partial) {
    WD_F8 x, y;
} PT_FN(partial);

_Static_assert(sizeof(PT_FN(partial)) == 8 * sizeof(WD_POINT), "eight sums become eight points");

static inline PT_FN(partial) * PT_FN(partials)(WD_SUM *sum)
{
    return (PT_FN(partial) *)sum->lanes;
}

/* Where points are read from: one of the two. */
typedef struct PT_FN(input) {
    const PT_AFFINE *affine;
    const uint8_t *encoded;
} PT_FN(input);

#define WD_INPUT_LEN(in) ((in)->affine ? sizeof(PT_AFFINE) : (size_t)(2 * WD_COORD_LEN))

static inline const uint8_t *PT_FN(input_at)(const PT_FN(input) * in, size_t at)
{
    const uint8_t *base = in->affine ? (const uint8_t *)in->affine : in->encoded;
    return base + at * WD_INPUT_LEN(in);
}

static inline void PT_FN(input_prefetch)(const PT_FN(input) * in, const size_t *at)
{
    for (int i = 0; i < 8; i++)
        for (size_t line = 0; line < WD_INPUT_LEN(in); line += 64)
            __builtin_prefetch(PT_FN(input_at)(in, at[i]) + line);
}

/* Coordinates are taken without a multiplication, as points (u^2 x, u^3 y) of y^2 = x^3 + b u^6, on
 * which additions are the same. The integer of an affine x is x 2^384 and read as x 2^-32: with
 * u = 2^-16 the integer for y is y 2^368. That of an encoded x is read as x 2^-416: with u = 2^-208
 * that for y is y 2^-208. */

/* x of eight points; the lanes where that is one of a finite point. Those at x = 0 count as
 * infinite: two points at most, outside the subgroup. */
static __mmask8 PT_FN(input_x)(WD_F8 *x, const PT_FN(input) * in, const size_t *at)
{
    const uint8_t *from[8];
    __mmask8 good = 0xff;
    for (int i = 0; i < 8; i++)
        from[i] = PT_FN(input_at)(in, at[i]);
    if (in->affine)
        WD_F(read_words)(x, (const void *const *)from, offsetof(PT_AFFINE, x));
    else
        good = WD_F(read_be)(x, from, 0);
    return good & (__mmask8)~WD_F(is_zero)(x, 0);
}

/* y, and the lanes where it is one. */
static __mmask8 PT_FN(input_y)(WD_F8 *y, const PT_FN(input) * in, const size_t *at)
{
    const uint8_t *from[8];
    for (int i = 0; i < 8; i++)
        from[i] = PT_FN(input_at)(in, at[i]);
    if (in->affine) {
        WD_F(read_words)(y, (const void *const *)from, offsetof(PT_AFFINE, y));
        WD_F(divide_2_16)(y);
        return 0xff;
    }
    const __mmask8 good = WD_F(read_be)(y, from, WD_COORD_LEN);
    WD_F(divide_2_208)(y);
    return good;
}

/* The first points become the partial sums: how many of them, a multiple of eight. What cannot be
 * one is left out, and the seven beside it. */
static size_t PT_FN(sum_begin)(WD_SUM *sum, const PT_FN(input) * in, const size_t *at, size_t n,
                               size_t *left, size_t *n_left)
{
    size_t i = 0;
    for (; i + 8 <= n && sum->begun < WD_SUM_LEN / 8; i += 8) {
        PT_FN(partial) *to = &PT_FN(partials)(sum)[sum->begun];
        if ((PT_FN(input_x)(&to->x, in, at + i) & PT_FN(input_y)(&to->y, in, at + i)) == 0xff) {
            sum->begun++;
            continue;
        }
        memcpy(left + *n_left, at + i, 8 * sizeof *at);
        *n_left += 8;
    }
    return i;
}

/* d = x2 - x1 + 2p, or one in the lanes that are left out. */
static inline void PT_FN(sum_denominator)(PT_FN(vector) * v, const PT_FN(partial) * sum,
                                          const PT_FN(input) * in, const size_t *at)
{
    WD_F8 x2;
    v->twice = 0;
    v->done = (__mmask8)~PT_FN(input_x)(&x2, in, at);
    WD_F(sub)(&v->by.d, &x2, &sum->x, 2);
    if (WD_F(may_be_zero)(&v->by.d))
        v->done |= WD_F(is_zero)(&v->by.d, 3);
    if (v->done) {
        WD_F(set_one)(&x2);
        WD_F(blend)(&v->by.d, v->done, &x2);
    }
    find_norm(&v->by);
}

/* As denominators of curve/wide_add_template.h, of n vectors. */
static void PT_FN(sum_denominators)(fp8 product[WD_CHAINS], const PT_FN(partial) * sum,
                                    const PT_FN(input) * in, const size_t *at, size_t n,
                                    PT_FN(vector) * v)
{
    for (int c = 0; c < WD_CHAINS; c++)
        fp8_set_one(&product[c]);
    for (size_t i = 0; i < WD_SUM_AHEAD / 8 && i < n; i++)
        PT_FN(input_prefetch)(in, at + 8 * i);
    PT_FN(sum_denominator)(v, sum, in, at);
    for (size_t i = 0; i < n; i++, v++) {
        if (i + WD_SUM_AHEAD / 8 < n)
            PT_FN(input_prefetch)(in, at + 8 * i + WD_SUM_AHEAD);
        if (i + 1 < n)
            PT_FN(sum_denominator)(v + 1, sum + i + 1, in, at + 8 * (i + 1));
        fp8 *p = &product[i % WD_CHAINS];
        v->before = *p;
        PT_FN(lanes_mul)(p, p, norm_of(&v->by));
    }
}

/* The sums of n <= 2 vectors, i and i - 1: as add_vectors of curve/wide_add_template.h. */
static inline void PT_FN(sum_vectors)(fp8 product[WD_CHAINS], PT_FN(partial) * sum,
                                      const PT_FN(input) * in, const size_t *at, size_t i,
                                      PT_FN(vector) * v, int n)
{
    fp8 one[WD_CHAINS];
    WD_F8 s[WD_CHAINS], c[WD_CHAINS], t[WD_CHAINS];
    for (int k = 0; k < n; k++)
        PT_FN(lanes_mul)(&one[k], &product[(i - (size_t)k) % WD_CHAINS], &v[-k].before);
    for (int k = 0; k < n; k++) {
        fp8 *inverse = &product[(i - (size_t)k) % WD_CHAINS];
        v[-k].done |= (__mmask8)~PT_FN(input_y)(&t[k], in, at - 8 * k);
        WD_F(sub)(&t[k], &t[k], &sum[-k].y, 2);
        WD_F(add_raw)(&c[k], &sum[-k].x, &sum[-k].x);
        WD_F(add_raw)(&c[k], &c[k], &v[-k].by.d);
        PT_FN(lanes_mul)(inverse, inverse, norm_of(&v[-k].by));
    }
    for (int k = 0; k < n; k++)
        quotient(&s[k], &t[k], &v[-k].by, &one[k]);
    for (int k = 0; k < n; k++)
        PT_FN(lanes_sqr_sub)(&t[k], &s[k], &c[k]); /* c = x1 + x2 + 2p < 7p */
    for (int k = 0; k < n; k++) {
        WD_F(sub)(&c[k], &sum[-k].x, &t[k], 2);
        WD_F(blend)(&sum[-k].x, (__mmask8)~v[-k].done, &t[k]);
    }
    for (int k = 0; k < n; k++) {
        PT_FN(lanes_mul_sub)(&t[k], &s[k], &c[k], &sum[-k].y);
        WD_F(blend)(&sum[-k].y, (__mmask8)~v[-k].done, &t[k]);
    }
}

/* n >= 1 vectors with one inversion */
static size_t PT_FN(sum_round)(PT_FN(partial) * sum, const PT_FN(input) * in, const size_t *at,
                               size_t n, size_t *left, PT_FN(vector) * v)
{
    fp8 product[WD_CHAINS];
    size_t n_left = 0;
    PT_FN(sum_denominators)(product, sum, in, at, n, v);
    PT_FN(invert_lanes)(&product[0], &product[1]);
    for (size_t i = n; i > 0;) {
        const int k = i % WD_CHAINS ? 1 : WD_CHAINS; /* an odd number: the last one alone */
        const size_t last = i - 1;
        PT_FN(sum_vectors)(product, sum + last, in, at + 8 * last, last, v + last, k);
        i -= (size_t)k;
    }
    for (size_t i = 0; i < n; i++)
        for (unsigned lanes = v[i].done; lanes; lanes &= lanes - 1)
            left[n_left++] = at[8 * i + (unsigned)__builtin_ctz(lanes)];
    return n_left;
}

static size_t PT_FN(sum_points)(WD_SUM *sum, const PT_FN(input) * in, const size_t *at, size_t n,
                                size_t *left, void *scratch)
{
    size_t n_left = 0;
    const size_t begun = PT_FN(sum_begin)(sum, in, at, n, left, &n_left);
    const size_t vectors = (n - begun) / 8;
    if (vectors)
        n_left +=
            PT_FN(sum_round)(PT_FN(partials)(sum), in, at + begun, vectors, left + n_left, scratch);
    for (size_t i = begun + 8 * vectors; i < n; i++)
        left[n_left++] = at[i];
    return n_left;
}

static size_t PT_FN(wide_sum_affine)(WD_SUM *sum, const PT_AFFINE *in, const size_t *at, size_t n,
                                     size_t *left, void *scratch)
{
    const PT_FN(input) input = { .affine = in };
    return PT_FN(sum_points)(sum, &input, at, n, left, scratch);
}

static size_t PT_FN(wide_sum_encoded)(WD_SUM *sum, const uint8_t *in, const size_t *at, size_t n,
                                      size_t *left, void *scratch)
{
    const PT_FN(input) input = { .encoded = in };
    return PT_FN(sum_points)(sum, &input, at, n, left, scratch);
}

static void PT_FN(wide_sum_end)(WD_POINT *o, WD_SUM *sum, bool encoded, batch_add_op *ops,
                                void *scratch)
{
    WD_POINT *points = (WD_POINT *)sum->lanes;
    fp8 to_x, to_y;
    fp8_set1(&to_x, encoded ? FP52_FROM_RAW : FP52_FROM_FP);
    fp8_set1(&to_y, encoded ? FP52_FROM_RAW_208 : FP52_FROM_FP_16);
    for (size_t i = 0; i < sum->begun; i++) {
        PT_FN(partial) v = PT_FN(partials)(sum)[i];
        WD_POINT *to[8];
        for (size_t k = 0; k < 8; k++)
            to[k] = &points[8 * i + k];
        WD_F(scale)(&v.x, &to_x);
        WD_F(scale)(&v.y, &to_y);
        WD_SCATTER(to, x, &v.x, 0xff);
        WD_SCATTER(to, y, &v.y, 0xff);
    }
    PT_FN(wide_batch_sum)(o, points, 8 * sum->begun, ops, scratch);
    sum->begun = 0;
}
