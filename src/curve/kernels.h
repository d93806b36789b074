/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The heavier functions of each group for one CPU variant, as tables: what the functions of
 * g1.h, g2.h, encoding.h and batch_add.h call, and how tests reach every variant. */
#ifndef CUZK_CURVE_KERNELS_H
#define CUZK_CURVE_KERNELS_H

#include "base/cpu.h"
#include "curve/batch_add.h"
#include "curve/encoding.h"

typedef struct g1_kernels {
    void (*mul)(g1 *o, const g1 *p, const fr *k);
    void (*to_affine_batch)(g1_affine *o, const g1 *p, size_t n, fp *scratch);
    bool (*in_subgroup)(const g1_affine *p);
    point_status (*read_uncompressed)(g1_affine *o, const uint8_t *in, bool trusted);
    point_status (*read_compressed)(g1_affine *o, const uint8_t *in);
    void (*batch_add)(g1_affine *acc, const g1_affine *points, const batch_add_op *ops, size_t n,
                      fp *scratch);
    void (*batch_sum)(g1_affine *o, g1_affine *points, size_t n, batch_add_op *ops, fp *scratch);
    void (*add)(g1 *o, const g1 *a, const g1 *b);
    void (*add_affine)(g1 *o, const g1 *a, const g1_affine *b);
    void (*dbl)(g1 *o, const g1 *a);
    void (*xyzz_add)(g1_xyzz *acc, const g1_xyzz *b);
    void (*xyzz_add_affine)(g1_xyzz *acc, const g1_affine *b);
} g1_kernels;

typedef struct g2_kernels {
    void (*mul)(g2 *o, const g2 *p, const fr *k);
    void (*to_affine_batch)(g2_affine *o, const g2 *p, size_t n, fp2 *scratch);
    bool (*in_subgroup)(const g2_affine *p);
    point_status (*read_uncompressed)(g2_affine *o, const uint8_t *in, bool trusted);
    point_status (*read_compressed)(g2_affine *o, const uint8_t *in);
    void (*batch_add)(g2_affine *acc, const g2_affine *points, const batch_add_op *ops, size_t n,
                      fp2 *scratch);
    void (*batch_sum)(g2_affine *o, g2_affine *points, size_t n, batch_add_op *ops, fp2 *scratch);
    void (*add)(g2 *o, const g2 *a, const g2 *b);
    void (*add_affine)(g2 *o, const g2 *a, const g2_affine *b);
    void (*dbl)(g2 *o, const g2 *a);
    void (*xyzz_add)(g2_xyzz *acc, const g2_xyzz *b);
    void (*xyzz_add_affine)(g2_xyzz *acc, const g2_affine *b);
} g2_kernels;

/* The table of a variant, whether or not this CPU can run it; portable where not built. */
const g1_kernels *g1_kernels_of(cpu_variant v);
const g2_kernels *g2_kernels_of(cpu_variant v);

extern const g1_kernels g1_kernels_portable, g1_kernels_adx;
extern const g2_kernels g2_kernels_portable, g2_kernels_adx;

#endif
