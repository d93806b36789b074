/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The pool's points as the group's own affine ones: where there are no lanes.
 *
 * Parameters: those of msm_template.h, and MSM_FIELD, the type of a coordinate.
 * No include guard: included once per group. */

#define MSM_SCRATCH(n) ((n) * sizeof(MSM_FIELD))

static inline bool MSM_E(is_infinity)(const MSM_ELEM *p)
{
    return MSM_G(affine_is_infinity)(p);
}

static void MSM_E(set_infinity)(MSM_ELEM *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        MSM_G(affine_set_infinity)(&p[i]);
}

static inline void MSM_E(copy)(MSM_ELEM *o, const MSM_ELEM *p, bool neg)
{
    if (neg)
        MSM_G(affine_neg)(o, p);
    else
        *o = *p;
}

static inline void MSM_E(to_affine)(MSM_AFFINE *o, const MSM_ELEM *p)
{
    *o = *p;
}

static void MSM_E(batch_add)(MSM_ELEM *pool, const batch_add_op *ops, size_t n, void *scratch)
{
    MSM_G(batch_add)(pool, pool, ops, n, scratch);
}

static void MSM_E(batch_add_next)(MSM_ELEM *pool, const batch_add_op *ops, size_t n,
                                  const batch_add_op *next, size_t n_next, void *scratch)
{
    (void)next; /* slow enough to wait for nothing */
    (void)n_next;
    MSM_G(batch_add)(pool, pool, ops, n, scratch);
}

static size_t MSM_E(load)(MSM_ELEM *o, const MSM_SOURCE *source, size_t first, const uint32_t *from,
                          size_t n)
{
    size_t bad = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        size_t at = first + from[i];
        if (source->affine)
            o[i] = source->affine[at];
        else if (MSM_G(from_uncompressed_trusted)(&o[i], source->encoded + at * MSM_ENCODED_LEN) !=
                 POINT_OK)
            bad = at;
    }
    return bad;
}

/* A running sum: `in` is room for what is added. */
#define MSM_SUM     MSM_E(sum)
#define MSM_SUM_LEN MSM_ROUND_OPS
typedef struct MSM_E(sum) {
    MSM_AFFINE partial[MSM_SUM_LEN], in[MSM_SUM_LEN];
    size_t begun;
} MSM_E(sum);

static size_t MSM_E(sum_points)(MSM_SUM *sum, const MSM_SOURCE *source, const size_t *at, size_t n,
                                size_t *left, batch_add_op *ops, void *scratch)
{
    const uint32_t here = 0;
    size_t n_left = 0, n_ops = 0;
    for (size_t i = 0; i < n; i++) {
        MSM_AFFINE *to = sum->begun < MSM_SUM_LEN ? &sum->partial[sum->begun] : &sum->in[n_ops];
        if (MSM_E(load)(to, source, at[i], &here, 1) != SIZE_MAX)
            left[n_left++] = at[i];
        else if (sum->begun < MSM_SUM_LEN)
            sum->begun++;
        else
            n_ops++;
    }
    for (uint32_t i = 0; i < n_ops; i++)
        ops[i] = (batch_add_op) { i, i };
    MSM_G(batch_add)(sum->partial, sum->in, ops, n_ops, scratch);
    return n_left;
}

static void MSM_E(sum_end)(MSM_ELEM *o, MSM_SUM *sum, const MSM_SOURCE *source, batch_add_op *ops,
                           void *scratch)
{
    (void)source;
    MSM_G(batch_sum)(o, sum->partial, sum->begun, ops, scratch);
}
