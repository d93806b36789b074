/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Throwing many points into few buckets and keeping each bucket's sum. Points and sums are of one
 * form (curve/point_form.h). */
#ifndef CUZK_GROTH16_BUCKET_H
#define CUZK_GROTH16_BUCKET_H

#include "curve/point_form.h"

#define BUCKET_MAX_LG 13
#define BUCKET_CHUNK  4096 /* points a call */
#define BUCKET_BATCH  2048 /* additions an inversion, each to another bucket */

/* Scratch of one caller. */
typedef struct bucket_scratch {
    const point_form *form;
    uint8_t busy[1u << BUCKET_MAX_LG]; /* zeros between calls */
    uint16_t later[BUCKET_CHUNK];
    batch_add_op op[BUCKET_BATCH];
    void *partial, *add; /* BUCKET_BATCH points, and what adding so many needs */
} bucket_scratch;

/* mem: bucket_memory bytes aligned to 64, the caller's, kept for as long as s. */
size_t bucket_memory(const point_form *f);
void bucket_init(bucket_scratch *s, const point_form *f, void *mem);

/* sum[bucket[i]] += p[i] for i < n <= BUCKET_CHUNK; bucket[i] < 2^BUCKET_MAX_LG. Complete. */
void bucket_add(void *sum, const uint16_t *bucket, const void *p, size_t n, bucket_scratch *s);

/* Slow twin: one addition a point. */
void bucket_add_ref(void *sum, const uint16_t *bucket, const void *p, size_t n, bucket_scratch *s);

/* sum[i] += other[i] for i < n: two callers' buckets become one's. */
void bucket_merge(void *sum, const void *other, size_t n, bucket_scratch *s);

/* o = the sum over all buckets b < 2^lg with (b & mask) == value. */
void bucket_where(void *o, const void *sum, unsigned lg, unsigned mask, unsigned value,
                  bucket_scratch *s);

#endif
