/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Throwing many points into few buckets and keeping each bucket's sum. */
#ifndef CUZK_GROTH16_BUCKET_H
#define CUZK_GROTH16_BUCKET_H

#include "curve/batch_add.h"

#define BUCKET_MAX_LG 13
#define BUCKET_CHUNK  4096 /* points a call */
#define BUCKET_BATCH  1024 /* additions an inversion, each to another bucket */

/* Scratch of one caller, all zeros at first. */
typedef struct bucket_scratch {
    uint8_t busy[1u << BUCKET_MAX_LG]; /* zeros between calls */
    uint16_t later[BUCKET_CHUNK];
    batch_add_op op[BUCKET_BATCH];
    union {
        g1_affine g1[BUCKET_BATCH];
        g2_affine g2[BUCKET_BATCH];
    } sum;
    union {
        fp g1[BUCKET_BATCH];
        fp2 g2[BUCKET_BATCH];
    } field;
} bucket_scratch;

/* sum[bucket[i]] += p[i] for i < n <= BUCKET_CHUNK; bucket[i] < 2^BUCKET_MAX_LG. Complete. */
void bucket_add_g1(g1_affine *sum, const uint16_t *bucket, const g1_affine *p, size_t n,
                   bucket_scratch *s);
void bucket_add_g2(g2_affine *sum, const uint16_t *bucket, const g2_affine *p, size_t n,
                   bucket_scratch *s);

/* Slow twins: one addition a point. */
void bucket_add_g1_ref(g1_affine *sum, const uint16_t *bucket, const g1_affine *p, size_t n);
void bucket_add_g2_ref(g2_affine *sum, const uint16_t *bucket, const g2_affine *p, size_t n);

/* sum[i] += other[i] for i < n: two callers' buckets become one's. */
void bucket_merge_g1(g1_affine *sum, const g1_affine *other, size_t n, bucket_scratch *s);
void bucket_merge_g2(g2_affine *sum, const g2_affine *other, size_t n, bucket_scratch *s);

/* o = the sum over all buckets b < 2^lg with (b & mask) == value. */
void bucket_where_g1(g1_affine *o, const g1_affine *sum, unsigned lg, unsigned mask, unsigned value,
                     bucket_scratch *s);
void bucket_where_g2(g2_affine *o, const g2_affine *sum, unsigned lg, unsigned mask, unsigned value,
                     bucket_scratch *s);

#endif
