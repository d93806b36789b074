/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The lane arithmetic of Fp and Fp2 (field/fp_lanes.h) over arrays, as a table: for tests, the
 * self-test and benchmarks. Code that computes in lanes includes the inline functions. */
#ifndef CUZK_FIELD_FP_LANES_KERNELS_H
#define CUZK_FIELD_FP_LANES_KERNELS_H

#include "base/cpu.h"
#include "field/fp2.h"

/* Eight elements, limb by limb: limb j of element i is l[j][i]. */
typedef struct fp_block {
    _Alignas(64) uint64_t l[8][8];
} fp_block;
typedef struct fp2_block {
    fp_block c0, c1;
} fp2_block;

/* n counts blocks; o may be an operand. */
typedef struct fp_lanes_kernels {
    void (*fp_load)(fp_block *o, const fp *in, size_t n); /* 8 n elements */
    void (*fp_store)(fp *o, const fp_block *in, size_t n);
    void (*fp_mul)(fp_block *o, const fp_block *a, const fp_block *b, size_t n);
    void (*fp_sqr)(fp_block *o, const fp_block *a, size_t n);
    /* a b - c + 8p, a^2 - c + 8p, reduced; c <= 7p */
    void (*fp_mul_sub)(fp_block *o, const fp_block *a, const fp_block *b, const fp_block *c,
                       size_t n);
    void (*fp_sqr_sub)(fp_block *o, const fp_block *a, const fp_block *c, size_t n);
    void (*fp_sub)(fp_block *o, const fp_block *a, const fp_block *b, size_t n); /* a - b + 8p */
    void (*fp_reduce)(fp_block *o, const fp_block *a, size_t n);
    /* a / 2^16 for a < p, a / 2^208 for a < 2^384 */
    void (*fp_divide_2_16)(fp_block *o, const fp_block *a, size_t n);
    void (*fp_divide_2_208)(fp_block *o, const fp_block *a, size_t n);
    /* bit i: element i of the block, at most 8p, is zero mod p */
    uint8_t (*fp_is_zero)(const fp_block *a);

    void (*fp2_load)(fp2_block *o, const fp2 *in, size_t n);
    void (*fp2_store)(fp2 *o, const fp2_block *in, size_t n);
    void (*fp2_mul)(fp2_block *o, const fp2_block *a, const fp2_block *b, size_t n);
    void (*fp2_sqr)(fp2_block *o, const fp2_block *a, size_t n);
    /* a times the conjugate of b; a0^2 + a1^2 */
    void (*fp2_mul_conj)(fp2_block *o, const fp2_block *a, const fp2_block *b, size_t n);
    void (*fp2_norm)(fp_block *o, const fp2_block *a, size_t n);
    void (*fp2_mul_sub)(fp2_block *o, const fp2_block *a, const fp2_block *b, const fp2_block *c,
                        size_t n);
    void (*fp2_sqr_sub)(fp2_block *o, const fp2_block *a, const fp2_block *c, size_t n);
} fp_lanes_kernels;

/* The table where v is ifma and that is built, whether or not this CPU can run it; else NULL. */
const fp_lanes_kernels *fp_lanes_kernels_of(cpu_variant v);

extern const fp_lanes_kernels fp_lanes_kernels_ifma;

#endif
