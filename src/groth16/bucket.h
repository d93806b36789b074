/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Throwing many points into few buckets and keeping each bucket's sum. */
#ifndef CUZK_GROTH16_BUCKET_H
#define CUZK_GROTH16_BUCKET_H

#include "curve/batch_add.h"

#define BUCKET_LG    13
#define BUCKETS      (1u << BUCKET_LG)
#define BUCKET_CHUNK 4096 /* points a call */
#define BUCKET_BATCH 1024 /* additions an inversion, each to another bucket */

/* Scratch of one caller, all zeros at first. */
typedef struct bucket_scratch {
    uint8_t busy[BUCKETS]; /* zeros between calls */
    uint16_t later[BUCKET_CHUNK];
    batch_add_op op[BUCKET_BATCH];
    union {
        fp g1[BUCKET_BATCH];
        fp2 g2[BUCKET_BATCH];
    } field;
} bucket_scratch;

/* sum[bucket[i]] += p[i] for i < n <= BUCKET_CHUNK; bucket[i] < BUCKETS. Complete. */
void bucket_add_g1(g1_affine *sum, const uint16_t *bucket, const g1_affine *p, size_t n,
                   bucket_scratch *s);
void bucket_add_g2(g2_affine *sum, const uint16_t *bucket, const g2_affine *p, size_t n,
                   bucket_scratch *s);

/* Slow twins: one addition a point. */
void bucket_add_g1_ref(g1_affine *sum, const uint16_t *bucket, const g1_affine *p, size_t n);
void bucket_add_g2_ref(g2_affine *sum, const uint16_t *bucket, const g2_affine *p, size_t n);

#endif
