/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Affine points of either group in the form a CPU variant adds them fastest in, behind one table:
 * what code runs on that adds up long lists of points and needs none of their coordinates. The form
 * is g1_affine or g2_affine, or that of curve/wide.h where the variant has lanes. */
#ifndef CUZK_CURVE_POINT_FORM_H
#define CUZK_CURVE_POINT_FORM_H

#include "base/cpu.h"
#include "curve/batch_add.h"

typedef struct point_form {
    size_t len;         /* bytes of a point; 64 times a whole number of them is 64-byte aligned */
    size_t affine_len;  /* of a g1_affine or g2_affine */
    size_t encoded_len; /* uncompressed */
    size_t scratch_len; /* bytes of scratch for each eight additions begun */
    int infinity;       /* what memset makes points at infinity with */
    /* n points; o and in do not overlap. */
    void (*from_affine)(void *o, const void *in, size_t n);
    void (*to_affine)(void *o, const void *in, size_t n);
    void (*to_uncompressed)(uint8_t *o, const void *in, size_t n);
    /* The index of the first encoding that curve/encoding.h would refuse, those before it being
     * done, or n. */
    size_t (*from_uncompressed)(void *o, const uint8_t *in, size_t n);
    /* As g1_batch_add and g1_batch_sum; scratch is point_form_scratch(n) bytes, for the sum that
     * of n / 2. */
    void (*batch_add)(void *acc, const void *points, const batch_add_op *ops, size_t n,
                      void *scratch);
    void (*batch_sum)(void *o, void *points, size_t n, batch_add_op *ops, void *scratch);
    /* Infinity, or in the subgroup? For one point. */
    bool (*in_subgroup)(const void *p);
} point_form;

/* Points, and scratch, are in memory aligned to 64 bytes. */
static inline size_t point_form_scratch(const point_form *f, size_t n)
{
    return (n + 7) / 8 * f->scratch_len;
}
static inline void *point_at(const point_form *f, const void *points, size_t i)
{
    return (uint8_t *)(uintptr_t)points + i * f->len;
}

/* That of a variant, which this CPU has to have. */
const point_form *g1_form_of(cpu_variant v);
const point_form *g2_form_of(cpu_variant v);
/* That of the variant in use now. */
const point_form *g1_form_now(void);
const point_form *g2_form_now(void);

#endif
