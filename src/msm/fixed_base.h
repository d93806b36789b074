/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Many multiples k_i G of one point: a table of windows, then batched affine additions. */
#ifndef CUZK_MSM_FIXED_BASE_H
#define CUZK_MSM_FIXED_BASE_H

#include "base/work.h"
#include "curve/g1.h"
#include "curve/g2.h"

/* Holds scratch for every thread of the work it is made with: one call at a time, on that work. */
typedef struct fixed_base_g1 fixed_base_g1;
typedef struct fixed_base_g2 fixed_base_g2;

/* g: any point on the curve. n_hint: about how many multiples will be asked for; picks the window
 * and with it the size of the table, at most 94 MiB in G1 and 188 in G2. */
cuzk_status fixed_base_g1_new(fixed_base_g1 **t, work *w, const g1_affine *g, size_t n_hint,
                              cuzk_error *err);
void fixed_base_g1_free(fixed_base_g1 *t, work *w);
cuzk_status fixed_base_g2_new(fixed_base_g2 **t, work *w, const g2_affine *g, size_t n_hint,
                              cuzk_error *err);
void fixed_base_g2_free(fixed_base_g2 *t, work *w);

/* o[i] = k[i] * G for i < n; on the work's threads; advances the work's phase by n. Cancelling
 * leaves o unspecified: ask work_status. */
void fixed_base_g1_mul(const fixed_base_g1 *t, work *w, g1_affine *o, const fr *k, size_t n);
void fixed_base_g2_mul(const fixed_base_g2 *t, work *w, g2_affine *o, const fr *k, size_t n);

#endif
