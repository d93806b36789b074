/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The scalars of a multi-scalar multiplication: folded to at most r/2 in size, surveyed for the
 * choice of the window, cut into signed digits. Internal to msm. */
#ifndef CUZK_MSM_SCALARS_H
#define CUZK_MSM_SCALARS_H

#include "base/work.h"
#include "field/vec.h"

/* Scalars are read in slices of this many (a multiple of 64: whole words of a density). */
#define MSM_SLICE 4096

/* Slices of a chunk: its points (25 MiB in G1, 50 in G2) are in no cache, so only its relation to
 * the number of buckets matters, which are read and written once a chunk. */
#define MSM_CHUNK_SLICES 64

#define MSM_MAX_WINDOW 20

typedef struct msm_plan {
    unsigned c;         /* bits of a window; digits are in [-2^(c-1), 2^(c-1)] */
    unsigned windows;   /* of a wide scalar: one that is not a single digit */
    size_t wide, small; /* how many scalars of either kind; the rest is zero */
} msm_plan;

/* k <- min(k, r - k); true if that is r - k. */
bool msm_fold(fr_raw *k);

/* The place of the highest bit, from 1; 0 for zero. */
unsigned msm_bits(const fr_raw *k);

/* Digit w of k (negated if neg) goes to digits[w * stride] for w < windows. */
void msm_digits(int32_t *digits, size_t stride, const fr_raw *k, bool neg, unsigned c,
                unsigned windows);

/* How many folded scalars have each number of bits: one per thread, then summed. */
typedef struct msm_survey {
    size_t bits[FR_BITS + 1];
} msm_survey;

/* scratch holds MSM_SLICE elements a thread, out one survey a thread; out[0] gets the sum. */
void msm_survey_scalars(msm_survey *out, work *w, const fr_view *scalars, const bitmap *density,
                        fr *scratch);

/* The cheapest window in additions of points; max_c bounds it. */
msm_plan msm_choose(const msm_survey *s, unsigned max_c);

#endif
