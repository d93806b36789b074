/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The pool's points in the wide form of curve/wide.h, for a CPU that has its kernels.
 *
 * Parameters: those of msm_template.h, and
 *   MSM_W(f)    function or kernel f of the group's wide form
 *   MSM_WIDE_SCRATCH(n)
 * No include guard: included once per group. */

#define MSM_SCRATCH(n) MSM_WIDE_SCRATCH(n)

/* Points that are not side by side are gathered so many at a time, and asked for a batch ahead: the
 * processor does not see where they are. */
#define LOAD_BATCH 64

static void MSM_E(fetch)(const void *points, size_t len, const uint32_t *from, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t line = 0; line < len; line += 64)
            __builtin_prefetch((const uint8_t *)points + from[i] * len + line);
}

/* Whether points stand side by side, in this order. */
static bool MSM_E(together)(const uint32_t *from, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (from[i] != from[0] + i)
            return false;
    return true;
}

static inline size_t MSM_E(batch_len)(size_t left)
{
    return left < LOAD_BATCH ? left : LOAD_BATCH;
}

static inline bool MSM_E(is_infinity)(const MSM_ELEM *p)
{
    return MSM_W(is_infinity)(p);
}

static void MSM_E(set_infinity)(MSM_ELEM *p, size_t n)
{
    memset(p, 0xff, n * sizeof *p);
}

static inline void MSM_E(copy)(MSM_ELEM *o, const MSM_ELEM *p, bool neg)
{
    if (neg)
        MSM_W(kernels_now)()->neg(o, p, 1);
    else
        *o = *p;
}

static inline void MSM_E(to_affine)(MSM_AFFINE *o, const MSM_ELEM *p)
{
    MSM_W(kernels_now)()->to_affine(o, p, 1);
}

static void MSM_E(endo)(MSM_ELEM *o, const MSM_ELEM *p, size_t n)
{
    MSM_W(kernels_now)()->endo(o, p, n);
}

static void MSM_E(batch_add)(MSM_ELEM *pool, const batch_add_op *ops, size_t n, void *scratch)
{
    MSM_W(kernels_now)()->batch_add(pool, pool, ops, n, scratch);
}

static void MSM_E(batch_add_next)(MSM_ELEM *pool, const batch_add_op *ops, size_t n,
                                  const batch_add_op *next, size_t n_next, void *scratch)
{
    MSM_W(kernels_now)()->batch_add_next(pool, pool, ops, n, next, n_next, scratch);
}

static size_t MSM_E(load_affine)(MSM_ELEM *o, const MSM_AFFINE *points, const uint32_t *from,
                                 size_t n)
{
    MSM_AFFINE batch[LOAD_BATCH];
    if (MSM_E(together)(from, n)) {
        MSM_W(kernels_now)()->from_affine(o, points + from[0], n);
        return SIZE_MAX;
    }
    MSM_E(fetch)(points, sizeof *points, from, MSM_E(batch_len)(n));
    for (size_t i = 0, len; i < n; i += len) {
        len = MSM_E(batch_len)(n - i);
        MSM_E(fetch)(points, sizeof *points, from + i + len, MSM_E(batch_len)(n - i - len));
        for (size_t k = 0; k < len; k++)
            batch[k] = points[from[i + k]];
        MSM_W(kernels_now)()->from_affine(o + i, batch, len);
    }
    return SIZE_MAX;
}

static size_t MSM_E(load_encoded)(MSM_ELEM *o, const uint8_t *points, const uint32_t *from,
                                  size_t n)
{
    uint8_t batch[LOAD_BATCH * MSM_ENCODED_LEN];
    const bool together = MSM_E(together)(from, n);
    if (!together)
        MSM_E(fetch)(points, MSM_ENCODED_LEN, from, MSM_E(batch_len)(n));
    for (size_t i = 0, len; i < n; i += len) {
        const uint8_t *in = batch;
        if (together) {
            len = n;
            in = points + (size_t)from[0] * MSM_ENCODED_LEN;
        } else {
            len = MSM_E(batch_len)(n - i);
            MSM_E(fetch)(points, MSM_ENCODED_LEN, from + i + len, MSM_E(batch_len)(n - i - len));
            for (size_t k = 0; k < len; k++)
                memcpy(batch + k * MSM_ENCODED_LEN, points + (size_t)from[i + k] * MSM_ENCODED_LEN,
                       MSM_ENCODED_LEN);
        }
        size_t good = MSM_W(kernels_now)()->from_uncompressed(o + i, in, len, true);
        if (good < len)
            return from[i + good];
    }
    return SIZE_MAX;
}

static size_t MSM_E(load)(MSM_ELEM *o, const MSM_SOURCE *source, size_t first, const uint32_t *from,
                          size_t n)
{
    if (n == 0)
        return SIZE_MAX;
    if (source->affine)
        return MSM_E(load_affine)(o, source->affine + first, from, n);
    size_t bad = MSM_E(load_encoded)(o, source->encoded + first * MSM_ENCODED_LEN, from, n);
    return bad == SIZE_MAX ? bad : first + bad;
}

static size_t MSM_E(sum_points)(MSM_SUM *sum, const MSM_SOURCE *source, const size_t *at, size_t n,
                                size_t *left, batch_add_op *ops, void *scratch)
{
    (void)ops;
    if (source->affine)
        return MSM_W(kernels_now)()->sum_affine(sum, source->affine, at, n, left, scratch);
    return MSM_W(kernels_now)()->sum_encoded(sum, source->encoded, at, n, left, scratch);
}

static void MSM_E(sum_end)(MSM_ELEM *o, MSM_SUM *sum, const MSM_SOURCE *source, batch_add_op *ops,
                           void *scratch)
{
    MSM_W(kernels_now)()->sum_end(o, sum, !source->affine, ops, scratch);
}
