/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Affine points as the lanes of AVX-512 IFMA want them, and the kernels on them: what multi-scalar
 * multiplication and the making and checking of parameters run on where the CPU can. There is no
 * such thing in the other variants: callers have another path, on g1_affine and g2_affine. */
#ifndef CUZK_CURVE_WIDE_H
#define CUZK_CURVE_WIDE_H

#include "base/cpu.h"
#include "curve/batch_add.h"
#include "curve/wide_points.h"

/* Additions of one inversion; more are done in runs of so many. */
#define WIDE_BATCH 4096
/* Bytes of scratch for n additions, 64-byte aligned. */
#define G1_WIDE_SCRATCH(n) (((n) < WIDE_BATCH ? ((n) + 7) / 8 : WIDE_BATCH / 8) * 1088)
#define G2_WIDE_SCRATCH(n) (((n) < WIDE_BATCH ? ((n) + 7) / 8 : WIDE_BATCH / 8) * 2112)

typedef struct g1_wide_kernels {
    /* n points; o and in do not overlap */
    void (*from_affine)(g1_wide *o, const g1_affine *in, size_t n);
    void (*to_affine)(g1_affine *o, const g1_wide *in, size_t n);
    /* n uncompressed encodings; trusted leaves the curve equation out. The index of the first
     * one that curve/encoding.h would refuse, those before it being done, or n. */
    size_t (*from_uncompressed)(g1_wide *o, const uint8_t *in, size_t n, bool trusted);
    void (*to_uncompressed)(uint8_t *o, const g1_wide *in, size_t n);
    void (*neg)(g1_wide *o, const g1_wide *in, size_t n); /* o may be in */
    /* phi(x, y) = (beta x, y): -|x|^2 times a point of the subgroup. o and in do not overlap. */
    void (*endo)(g1_wide *o, const g1_wide *in, size_t n);
    /* As g1_batch_add and g1_batch_sum; scratch holds G1_WIDE_SCRATCH(n), for the sum of n / 2. */
    void (*batch_add)(g1_wide *acc, const g1_wide *points, const batch_add_op *ops, size_t n,
                      void *scratch);
    /* The same, while the points of the n_next operations that come next are fetched. */
    void (*batch_add_next)(g1_wide *acc, const g1_wide *points, const batch_add_op *ops, size_t n,
                           const batch_add_op *next, size_t n_next, void *scratch);
    void (*batch_sum)(g1_wide *o, g1_wide *points, size_t n, batch_add_op *ops, void *scratch);
    /* sum += in[at[i]], i < n <= G1_WIDE_SUM_LEN: affine points, or uncompressed encodings as if
     * trusted, never both in one sum. Some are left out: what is infinite, cannot be decoded or has
     * the x of the partial sum that it meets, the n % 8 last, and now and then one beside those.
     * Their places go to left, which has room for n; how many. scratch holds G1_WIDE_SCRATCH(n). */
    size_t (*sum_affine)(g1_wide_sum *sum, const g1_affine *in, const size_t *at, size_t n,
                         size_t *left, void *scratch);
    size_t (*sum_encoded)(g1_wide_sum *sum, const uint8_t *in, const size_t *at, size_t n,
                          size_t *left, void *scratch);
    /* The partial sums of affine or encoded points added up; the sum begins anew. ops has room for
     * G1_WIDE_SUM_LEN / 2, scratch for as many additions. */
    void (*sum_end)(g1_wide *o, g1_wide_sum *sum, bool encoded, batch_add_op *ops, void *scratch);
} g1_wide_kernels;

typedef struct g2_wide_kernels {
    void (*from_affine)(g2_wide *o, const g2_affine *in, size_t n);
    void (*to_affine)(g2_affine *o, const g2_wide *in, size_t n);
    size_t (*from_uncompressed)(g2_wide *o, const uint8_t *in, size_t n, bool trusted);
    void (*to_uncompressed)(uint8_t *o, const g2_wide *in, size_t n);
    void (*neg)(g2_wide *o, const g2_wide *in, size_t n);
    /* phi(x, y) = (beta^2 x, y), for the beta of G1: -|x|^2 times a point of the subgroup, as
     * psi^2 = x^2 there and psi^2(x, y) = (beta^2 x, -y). */
    void (*endo)(g2_wide *o, const g2_wide *in, size_t n);
    void (*batch_add)(g2_wide *acc, const g2_wide *points, const batch_add_op *ops, size_t n,
                      void *scratch);
    /* The same, while the points of the n_next operations that come next are fetched. */
    void (*batch_add_next)(g2_wide *acc, const g2_wide *points, const batch_add_op *ops, size_t n,
                           const batch_add_op *next, size_t n_next, void *scratch);
    void (*batch_sum)(g2_wide *o, g2_wide *points, size_t n, batch_add_op *ops, void *scratch);
    /* As those of G1. */
    size_t (*sum_affine)(g2_wide_sum *sum, const g2_affine *in, const size_t *at, size_t n,
                         size_t *left, void *scratch);
    size_t (*sum_encoded)(g2_wide_sum *sum, const uint8_t *in, const size_t *at, size_t n,
                          size_t *left, void *scratch);
    void (*sum_end)(g2_wide *o, g2_wide_sum *sum, bool encoded, batch_add_op *ops, void *scratch);
} g2_wide_kernels;

/* The tables where v is ifma and that is built, whether or not this CPU can run it; else NULL. */
const g1_wide_kernels *g1_wide_kernels_of(cpu_variant v);
const g2_wide_kernels *g2_wide_kernels_of(cpu_variant v);
/* Those of the variant in use now. */
const g1_wide_kernels *g1_wide_kernels_now(void);
const g2_wide_kernels *g2_wide_kernels_now(void);

extern const g1_wide_kernels g1_wide_kernels_ifma;
extern const g2_wide_kernels g2_wide_kernels_ifma;

#endif
