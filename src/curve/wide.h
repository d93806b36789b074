/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Affine points as the lanes of AVX-512 IFMA want them, and the kernels on them: what multi-scalar
 * multiplication and the making and checking of parameters run on where the CPU can. There is no
 * such thing in the other variants: callers have another path, on g1_affine and g2_affine.
 *
 * A coordinate is eight limbs of 52 bits in Montgomery form with R = 2^416, not fully reduced:
 * limbs below 2^52, x below 3p/2, y at most 2p. So a point has many spellings: compare them with
 * to_affine. Infinity has bit 63 of its first coordinate's top limb set and nothing else to say;
 * g1_wide_set_infinity sets all bits, so memset to 0xff makes an array of infinities. */
#ifndef CUZK_CURVE_WIDE_H
#define CUZK_CURVE_WIDE_H

#include "base/cpu.h"
#include "curve/batch_add.h"
#include "field/fp_wide.h"
#include <string.h>

typedef struct g1_wide {
    fp_wide x, y;
} g1_wide;
typedef struct g2_wide {
    fp2_wide x, y;
} g2_wide;

static inline bool g1_wide_is_infinity(const g1_wide *p)
{
    return p->x.l[7] >> 63;
}
static inline bool g2_wide_is_infinity(const g2_wide *p)
{
    return p->x.c0.l[7] >> 63;
}
static inline void g1_wide_set_infinity(g1_wide *p)
{
    memset(p, 0xff, sizeof *p);
}
static inline void g2_wide_set_infinity(g2_wide *p)
{
    memset(p, 0xff, sizeof *p);
}

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
