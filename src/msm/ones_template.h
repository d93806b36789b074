/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The points whose scalar is one, which are half of a witness: they need neither buckets nor a
 * place in the pool. Each thread puts down where they are and has a running sum of its own that
 * takes them as they lie, as many at a time as it has partial sums.
 *
 * Parameters, beyond those of bucket_template.h:
 *   MSM_SUM, MSM_SUM_LEN   the type of a running sum, which begins with begun = 0, how many partial
 *                          ones it has: at most MSM_ROUND_OPS
 *   MSM_E(f)      sum_points(sum, source, at, n, left, ops, scratch): sum += points at[i] of the
 *                 source, i < n <= MSM_SUM_LEN, but for some whose places go to left: how many
 *                 sum_end(o, sum, source, ops, scratch): o = sum
 * No include guard: included once per instance. */
#include "msm/reduce_template.h"

_Static_assert(MSM_SUM_LEN <= ROUND_OPS, "a group's operations and scratch do for a sum");

typedef struct MSM_FN(ones) {
    MSM_SUM sum;
    MSM_XYZZ rest; /* of the points that the sum leaves out */
    size_t at[MSM_SUM_LEN + MSM_SLICE], left[MSM_SUM_LEN];
    size_t n;
} MSM_FN(ones);

static void MSM_FN(ones_init)(MSM_FN(ones) * o)
{
    o->sum.begun = o->n = 0;
    MSM_G(xyzz_set_infinity)(&o->rest);
}

/* rest += point `at`; false if it cannot be decoded */
static bool MSM_FN(ones_add_one)(MSM_FN(ones) * o, const MSM_SOURCE *source, size_t at)
{
    MSM_AFFINE p;
    if (source->affine)
        p = source->affine[at];
    else if (MSM_G(from_uncompressed_trusted)(&p, source->encoded + at * MSM_ENCODED_LEN) !=
             POINT_OK)
        return false;
    MSM_G(xyzz_add_affine)(&o->rest, &p);
    return true;
}

/* The first n of what was put down; SIZE_MAX, or the place of a point that cannot be decoded. */
static size_t MSM_FN(ones_run)(MSM_FN(ones) * o, MSM_FN(group) * g, const MSM_SOURCE *source,
                               size_t n)
{
    const size_t left = MSM_E(sum_points)(&o->sum, source, o->at, n, o->left, g->ops, g->scratch);
    o->n -= n;
    memmove(o->at, o->at + n, o->n * sizeof *o->at);
    for (size_t i = 0; i < left; i++)
        if (!MSM_FN(ones_add_one)(o, source, o->left[i]))
            return o->left[i];
    return SIZE_MAX;
}

/* rest becomes the whole, when nothing is put down any more. */
static void MSM_FN(ones_end)(MSM_FN(ones) * o, MSM_FN(group) * g, const MSM_SOURCE *source)
{
    MSM_ELEM sum;
    MSM_AFFINE p;
    MSM_E(sum_end)(&sum, &o->sum, source, g->ops, g->scratch);
    MSM_E(to_affine)(&p, &sum);
    MSM_G(xyzz_add_affine)(&o->rest, &p);
}
