/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* From buckets to sums: S = sum (j + 1) B_j of each of several rows of buckets, side by side so
 * that there are thousands of additions to an inversion. With segments of length L, and T_j the sum
 * from j to the end of j's segment,
 *     S = sum T_j + L sum s T_(sL)
 * and the last sum is of the same kind, over the segments' heads but the first.
 *
 * Parameters, beyond those of bucket_template.h:
 *   MSM_G(f)                function f of the group (g1_add for add, ...)
 *   MSM_POINT, MSM_XYZZ     its point types
 *   MSM_AFFINE              an affine point
 *   MSM_E(f)                to_affine(o, p)
 * No include guard: included once per instance. */
#include "base/work_gate.h"
#include "msm/bucket_template.h"

/* Each level leaves less than half of the buckets, and the last few are summed at once. */
#define REDUCE_LEVELS 12
#define REDUCE_BLOCK  (ROUND_OPS / 2) /* segments at a time: two additions each in a batch */

typedef struct MSM_FN(row) {
    uint32_t first, n; /* buckets in the pool */
    uint32_t spare;    /* room for reduce_spare(n) more points */
    MSM_POINT level[REDUCE_LEVELS];
} MSM_FN(row);

typedef struct MSM_FN(segment) {
    uint32_t start, end; /* in the pool */
    uint32_t head;       /* where its head goes */
} MSM_FN(segment);

typedef struct MSM_FN(reduce) {
    const work *w; /* may be held between two blocks */
    MSM_ELEM *pool;
    MSM_FN(group) * g; /* its operations, scratch and slots */
    MSM_FN(row) * rows;
    size_t n_rows;
    uint32_t n_ops, n_segments;
    MSM_FN(segment) segments[REDUCE_BLOCK];
} MSM_FN(reduce);

/* log2 of the length of n buckets' segments. */
static unsigned MSM_FN(segment_lg)(size_t n)
{
    unsigned lg = n > 1 ? 64 - (unsigned)__builtin_clzll(n - 1) : 0;
    return 3 * lg / 8 > 1 ? 3 * lg / 8 : 1;
}

/* How many heads there will be on all levels. */
static size_t MSM_FN(reduce_spare)(size_t n)
{
    size_t all = 1; /* that of a row's first segment is put aside and forgotten */
    while (n > 1) {
        n = (n - 1) >> MSM_FN(segment_lg)(n);
        all += n;
    }
    return all;
}

static void MSM_FN(reduce_run)(MSM_FN(reduce) * r)
{
    MSM_E(batch_add)(r->pool, r->g->ops, r->n_ops, r->g->scratch);
    r->n_ops = 0;
}

static inline void MSM_FN(reduce_add)(MSM_FN(reduce) * r, uint32_t acc, uint32_t point)
{
    r->g->ops[r->n_ops++] = (batch_add_op) { acc, point };
    if (r->n_ops == ROUND_OPS)
        MSM_FN(reduce_run)(r);
}

/* B_j <- T_j in the segments of the block; then the head goes aside and the sum of the T_j takes
 * its place. The sums grow in slots, one step behind the T_j. */
static void MSM_FN(sum_block)(MSM_FN(reduce) * r, uint32_t len)
{
    const uint32_t slot = r->g->first_slot;
    work_pause_point(r->w);
    for (uint32_t s = 0; s < r->n_segments; s++)
        MSM_E(copy)(&r->pool[slot + s], &r->pool[r->segments[s].end - 1], false);
    for (uint32_t j = len; j-- > 0;) {
        for (uint32_t s = 0; s < r->n_segments; s++) {
            const uint32_t i = r->segments[s].start + j, end = r->segments[s].end;
            if (j && i < end)
                MSM_FN(reduce_add)(r, i - 1, i);
            if (i + 1 < end)
                MSM_FN(reduce_add)(r, slot + s, i);
        }
        MSM_FN(reduce_run)(r);
    }
    for (uint32_t s = 0; s < r->n_segments; s++) {
        const MSM_FN(segment) *seg = &r->segments[s];
        r->pool[seg->head] = r->pool[seg->start];
        r->pool[seg->start] = r->pool[slot + s];
    }
    r->n_segments = 0;
}

static void MSM_FN(sum_segments)(MSM_FN(reduce) * r, unsigned lg)
{
    const uint32_t len = UINT32_C(1) << lg;
    for (size_t k = 0; k < r->n_rows; k++) {
        const MSM_FN(row) *row = &r->rows[k];
        const uint32_t end = row->first + row->n;
        for (uint32_t start = row->first; start < end; start += len) {
            uint32_t s = (start - row->first) >> lg;
            if (r->n_segments == REDUCE_BLOCK)
                MSM_FN(sum_block)(r, len);
            r->segments[r->n_segments++] = (MSM_FN(segment)) {
                .start = start,
                .end = end - start < len ? end : start + len,
                .head = row->spare + (s ? s - 1 : (row->n - 1) >> lg),
            };
        }
    }
    MSM_FN(sum_block)(r, len);
}

/* The first of each row <- the sum of the segments' sums. */
static void MSM_FN(sum_rows)(MSM_FN(reduce) * r, uint32_t n_max, unsigned lg)
{
    for (uint32_t n = ((n_max - 1) >> lg) + 1; n > 1; n -= n / 2) {
        const uint32_t kept = n - n / 2; /* the upper half onto the lower */
        for (size_t k = 0; k < r->n_rows; k++) {
            const MSM_FN(row) *row = &r->rows[k];
            for (uint32_t s = kept; s < n && s << lg < row->n; s++)
                MSM_FN(reduce_add)(r, row->first + ((s - kept) << lg), row->first + (s << lg));
        }
        MSM_FN(reduce_run)(r);
    }
}

/* Few buckets: inversions would cost more than they save. S = the sum of all sums from j up. */
static void MSM_FN(reduce_few)(const MSM_ELEM *buckets, size_t n, MSM_POINT *o)
{
    MSM_XYZZ from, sum;
    MSM_G(xyzz_set_infinity)(&from);
    MSM_G(xyzz_set_infinity)(&sum);
    for (size_t j = n; j-- > 0;) {
        MSM_AFFINE p;
        MSM_E(to_affine)(&p, &buckets[j]);
        MSM_G(xyzz_add_affine)(&from, &p);
        MSM_G(xyzz_add)(&sum, &from);
    }
    MSM_G(from_xyzz)(o, &sum);
}

static uint32_t MSM_FN(longest_row)(const MSM_FN(reduce) * r)
{
    uint32_t n = 0;
    for (size_t k = 0; k < r->n_rows; k++)
        n = r->rows[k].n > n ? r->rows[k].n : n;
    return n;
}

/* One level: the rows' sums of T_j go to `level`, their heads become the rows. */
static void MSM_FN(reduce_level)(MSM_FN(reduce) * r, uint32_t n, unsigned lg, unsigned level)
{
    MSM_FN(sum_segments)(r, lg);
    MSM_FN(sum_rows)(r, n, lg);
    for (size_t k = 0; k < r->n_rows; k++) {
        MSM_FN(row) *row = &r->rows[k];
        MSM_AFFINE p = { 0 }; /* infinity */
        if (row->n)
            MSM_E(to_affine)(&p, &r->pool[row->first]);
        MSM_G(from_affine)(&row->level[level], &p);
        row->n = row->n ? (row->n - 1) >> lg : 0;
        row->first = row->spare;
        row->spare += row->n;
    }
}

/* sums[k] = S of row k; rows and their buckets are overwritten. r comes with w, pool, g, rows
 * and n_rows set. */
static void MSM_FN(reduce_rows)(MSM_FN(reduce) * r, MSM_POINT *sums)
{
    unsigned shift[REDUCE_LEVELS], levels = 0;
    uint32_t n;
    r->n_ops = r->n_segments = 0;
    while ((n = MSM_FN(longest_row)(r)) > 1 && n * r->n_rows > 32) {
        shift[levels] = MSM_FN(segment_lg)(n);
        MSM_FN(reduce_level)(r, n, shift[levels], levels);
        levels++;
    }
    for (size_t k = 0; k < r->n_rows; k++) {
        MSM_POINT *o = &sums[k];
        MSM_FN(reduce_few)(&r->pool[r->rows[k].first], r->rows[k].n, o);
        for (unsigned l = levels; l-- > 0;) {
            for (unsigned i = 0; i < shift[l]; i++)
                MSM_G(double)(o, o);
            MSM_G(add)(o, o, &r->rows[k].level[l]);
        }
    }
}
