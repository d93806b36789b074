/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The pool's points in the wide form of curve/wide.h, for a CPU that has its kernels.
 *
 * Parameters: those of msm_template.h, and
 *   MSM_W(f)    function or kernel f of the group's wide form
 *   MSM_WIDE_SCRATCH(n)
 * No include guard: included once per group. */

#define MSM_SCRATCH(n) MSM_WIDE_SCRATCH(n)

/* Points that are not side by side are gathered so many at a time. */
#define LOAD_BATCH 64

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

static void MSM_E(batch_add)(MSM_ELEM *pool, const batch_add_op *ops, size_t n, void *scratch)
{
    MSM_W(kernels_now)()->batch_add(pool, pool, ops, n, scratch);
}

static size_t MSM_E(load)(MSM_ELEM *o, const MSM_SOURCE *source, size_t first, const uint32_t *from,
                          size_t n)
{
    MSM_AFFINE batch[LOAD_BATCH];
    size_t bad = SIZE_MAX;
    if (n && source->affine && from[n - 1] - from[0] + 1 == n) {
        MSM_W(kernels_now)()->from_affine(o, source->affine + first + from[0], n);
        return bad;
    }
    for (size_t i = 0; i < n; i += LOAD_BATCH) {
        size_t len = n - i < LOAD_BATCH ? n - i : LOAD_BATCH;
        for (size_t k = 0; k < len; k++) {
            size_t at = first + from[i + k];
            if (source->affine)
                batch[k] = source->affine[at];
            else if (MSM_G(from_uncompressed_trusted)(
                         &batch[k], source->encoded + at * MSM_ENCODED_LEN) != POINT_OK)
                bad = at;
        }
        if (bad != SIZE_MAX)
            return bad;
        MSM_W(kernels_now)()->from_affine(o + i, batch, len);
    }
    return bad;
}
