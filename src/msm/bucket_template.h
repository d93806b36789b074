/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Buckets of affine points for one group: bucket j holds the sum of the points with digit j + 1.
 *
 * The points of a chunk are sorted by digit, so that a bucket's new points are a list; its old
 * value joins the list, and lists are summed by halving, thousands of independent additions to
 * one inversion, whatever the digits: even if all points fall into one bucket.
 *
 * Parameters:
 *   MSM_FN(f)                          the name of function f (msm_g1_add for add, ...)
 *   MSM_G(f)                           function f of the group (g1_add for add, ...)
 *   MSM_AFFINE, MSM_POINT, MSM_XYZZ    its point types
 *   MSM_FIELD                          the type of a coordinate
 * No include guard: included once per group. */

/* Points summed at a time: with their scratch they stay in a second-level cache. */
#define GROUP 4096

/* The points are far away in memory: fetch them this many copies early. */
#define REFS_AHEAD 16

typedef struct MSM_FN(list) {
    uint32_t start, n; /* of the group's points */
    uint32_t bucket;
} MSM_FN(list);

typedef struct MSM_FN(group) {
    MSM_AFFINE points[GROUP];
    MSM_FIELD scratch[GROUP / 2];
    batch_add_op ops[GROUP / 2];
    MSM_FN(list) lists[GROUP];
    uint32_t n_points, n_lists;
} MSM_FN(group);

/* Sum every list of the group and store it in its bucket. */
static void MSM_FN(group_flush)(MSM_FN(group) * g, MSM_AFFINE *buckets)
{
    for (;;) {
        size_t n = 0;
        for (uint32_t k = 0; k < g->n_lists; k++) {
            MSM_FN(list) *l = &g->lists[k];
            uint32_t half = l->n / 2;
            for (uint32_t i = 0; i < half; i++)
                g->ops[n++] = (batch_add_op) { l->start + i, l->start + l->n - 1 - i };
            l->n -= half;
        }
        if (n == 0)
            break;
        MSM_G(batch_add)(g->points, g->points, g->ops, n, g->scratch);
    }
    for (uint32_t k = 0; k < g->n_lists; k++)
        buckets[g->lists[k].bucket] = g->points[g->lists[k].start];
    g->n_points = 0;
    g->n_lists = 0;
}

/* Begin a list for a bucket with what it already holds. */
static MSM_FN(list) * MSM_FN(group_begin)(MSM_FN(group) * g, MSM_AFFINE *buckets, uint32_t bucket)
{
    if (g->n_points + 2 > GROUP)
        MSM_FN(group_flush)(g, buckets);
    MSM_FN(list) *l = &g->lists[g->n_lists++];
    *l = (MSM_FN(list)) { .start = g->n_points, .bucket = bucket };
    if (!MSM_G(affine_is_infinity)(&buckets[bucket])) {
        g->points[g->n_points++] = buckets[bucket];
        l->n = 1;
    }
    return l;
}

/* Add n points to a bucket; a reference is an index into points, with BATCH_ADD_NEG if it is to be
 * subtracted. REFS_AHEAD more references, of points that are likely to be next, follow. */
static void MSM_FN(bucket_add)(MSM_FN(group) * g, MSM_AFFINE *buckets, uint32_t bucket,
                               const MSM_AFFINE *points, const uint32_t *refs, size_t n)
{
    while (n) {
        MSM_FN(list) *l = MSM_FN(group_begin)(g, buckets, bucket);
        size_t take = GROUP - g->n_points < n ? GROUP - g->n_points : n;
        for (size_t i = 0; i < take; i++) {
            const uint8_t *next = (const uint8_t *)&points[refs[i + REFS_AHEAD] & ~BATCH_ADD_NEG];
            for (size_t line = 0; line < sizeof *points; line += 64)
                __builtin_prefetch(next + line);
            const MSM_AFFINE *p = &points[refs[i] & ~BATCH_ADD_NEG];
            MSM_AFFINE *o = &g->points[g->n_points + i];
            if (refs[i] & BATCH_ADD_NEG)
                MSM_G(affine_neg)(o, p);
            else
                *o = *p;
        }
        g->n_points += (uint32_t)take;
        l->n += (uint32_t)take;
        refs += take;
        n -= take;
        if (n) /* the rest must meet this sum in the bucket */
            MSM_FN(group_flush)(g, buckets);
    }
}

/* o = sum (j + 1) buckets[j], j < n: the sum of all sums from j up. */
static void MSM_FN(weighted_sum_small)(MSM_POINT *o, const MSM_AFFINE *buckets, size_t n)
{
    MSM_XYZZ from, sum;
    MSM_G(xyzz_set_infinity)(&from);
    MSM_G(xyzz_set_infinity)(&sum);
    for (size_t j = n; j-- > 0;) {
        MSM_G(xyzz_add_affine)(&from, &buckets[j]);
        MSM_G(xyzz_add)(&sum, &from);
    }
    MSM_G(from_xyzz)(o, &sum);
}

/* Add buckets[to + k * stride + 1] onto the one before it for k < n, in batches. */
static void MSM_FN(fold_stride)(MSM_FN(group) * g, MSM_AFFINE *buckets, size_t to, size_t stride,
                                size_t n)
{
    for (size_t k = 0; k < n;) {
        size_t batch = n - k < GROUP / 2 ? n - k : GROUP / 2;
        for (size_t i = 0; i < batch; i++, k++) {
            uint32_t at = (uint32_t)(to + k * stride);
            g->ops[i] = (batch_add_op) { at, at + 1 };
        }
        MSM_G(batch_add)(buckets, buckets, g->ops, batch, g->scratch);
    }
}

/* o = the sum of n points, which are overwritten. */
static void MSM_FN(plain_sum)(MSM_POINT *o, MSM_FN(group) * g, MSM_AFFINE *points, size_t n)
{
    while (n > 1) {
        size_t half = n / 2;
        for (size_t k = 0; k < half;) {
            size_t batch = half - k < GROUP / 2 ? half - k : GROUP / 2;
            for (size_t i = 0; i < batch; i++, k++)
                g->ops[i] = (batch_add_op) { (uint32_t)k, (uint32_t)(n - 1 - k) };
            MSM_G(batch_add)(points, points, g->ops, batch, g->scratch);
        }
        n -= half;
    }
    MSM_G(from_affine)(o, &points[0]);
}

/* The same as weighted_sum_small with batched additions. With segments of length L, and T_j the
 * sum from j to the end of j's segment,
 *     sum (j + 1) B_j = sum T_j + L sum s T_(sL)
 * and the last sum is of the same kind, over the segments' heads but the first.
 * Overwrites the buckets up to the next multiple of L (a power of two) and, behind those, up to
 * n / 6 + 32 points of room for the heads. */
static void MSM_FN(weighted_sum)(MSM_POINT *o, MSM_FN(group) * g, MSM_AFFINE *buckets, size_t n)
{
    if (n <= 32) { /* inversions would cost more than they save */
        MSM_FN(weighted_sum_small)(o, buckets, n);
        return;
    }
    unsigned lg = 64 - (unsigned)__builtin_clzll(n - 1), lg_len = 3 * lg / 8;
    size_t len = (size_t)1 << lg_len, segments = (n + len - 1) >> lg_len;
    MSM_AFFINE *heads = buckets + segments * len;
    for (size_t j = len - 1; j-- > 0;)
        MSM_FN(fold_stride)(g, buckets, j, len, segments);
    for (size_t s = 1; s < segments; s++)
        heads[s - 1] = buckets[s * len];
    MSM_POINT by_segment;
    MSM_FN(plain_sum)(o, g, buckets, segments * len);
    MSM_FN(weighted_sum)(&by_segment, g, heads, segments - 1);
    for (unsigned i = 0; i < lg_len; i++)
        MSM_G(double)(&by_segment, &by_segment);
    MSM_G(add)(o, o, &by_segment);
}
