/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Many independent affine additions for one inversion (Montgomery's trick): 5 multiplications and
 * a squaring each. What buckets, tables and sums of long lists of points are made of.
 *
 *   for each op: acc[op.acc] += points[op.point]        or -= with BATCH_ADD_NEG set in op.point
 *
 * Complete: infinite, equal and opposite operands give the right sum. Within one call every
 * op.acc must be different and no op.point may refer to an element that is some op.acc (points
 * and acc may be the same array otherwise). Indices below 2^31. The inversion costs as much as
 * about 12 additions in G1 and 5 in G2: batches of 500 and more make it small. */
#ifndef CUZK_CURVE_BATCH_ADD_H
#define CUZK_CURVE_BATCH_ADD_H

#include "curve/g1.h"
#include "curve/g2.h"

typedef struct batch_add_op {
    uint32_t acc, point;
} batch_add_op;
#define BATCH_ADD_NEG UINT32_C(0x80000000)

/* scratch holds n field elements. On the variant in use now; a kernel of another layer may call
 * its own variant through curve/kernels.h. */
void g1_batch_add(g1_affine *acc, const g1_affine *points, const batch_add_op *ops, size_t n,
                  fp *scratch);
void g2_batch_add(g2_affine *acc, const g2_affine *points, const batch_add_op *ops, size_t n,
                  fp2 *scratch);

/* o = the sum of n points, by halving: points is overwritten. scratch holds n / 2 elements, ops
 * n / 2 as well. */
void g1_batch_sum(g1_affine *o, g1_affine *points, size_t n, batch_add_op *ops, fp *scratch);
void g2_batch_sum(g2_affine *o, g2_affine *points, size_t n, batch_add_op *ops, fp2 *scratch);

#endif
