/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Many multiples k_i G of one point: a table of windows, then batched affine additions. */
#ifndef CUZK_MSM_FIXED_BASE_H
#define CUZK_MSM_FIXED_BASE_H

#include "base/work.h"
#include "curve/g1.h"
#include "curve/g2.h"

/* Of a point of G1 or of G2. Holds scratch for every thread of the work it is made with: one call
 * of fixed_base_mul at a time, or one of fixed_base_encode a thread, on that work. */
typedef struct fixed_base fixed_base;

#define FIXED_BASE_BATCH 2048 /* multiples that share their inversions */

/* g: any point on the curve. n_hint: about how many multiples will be asked for; picks the window
 * and with it the size of the table, at most 64 MiB in G1 and twice that in G2. In the form of
 * the CPU variant in use now, whatever is in use later. */
cuzk_status fixed_base_g1_new(fixed_base **t, work *w, const g1_affine *g, size_t n_hint,
                              cuzk_error *err);
cuzk_status fixed_base_g2_new(fixed_base **t, work *w, const g2_affine *g, size_t n_hint,
                              cuzk_error *err);
void fixed_base_free(fixed_base *t, work *w);

/* o[i] = k[i] * G for i < n, an array of g1_affine or g2_affine as the table is; on the work's
 * threads; advances the work's phase by n. Cancelling leaves o unspecified: ask work_status. */
void fixed_base_mul(const fixed_base *t, work *w, void *o, const fr *k, size_t n);

/* The same as uncompressed encodings, for n <= FIXED_BASE_BATCH, on the calling thread, which is
 * number `thread` of the work. */
void fixed_base_encode(const fixed_base *t, unsigned thread, uint8_t *o, const fr *k, size_t n);

#endif
