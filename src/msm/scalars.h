/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The scalars of a multi-scalar multiplication: folded to at most r/2 in size, surveyed for the
 * choice of the window, cut into signed digits. Internal to msm. */
#ifndef CUZK_MSM_SCALARS_H
#define CUZK_MSM_SCALARS_H

#include "field/vec.h"
#include "msm/msm.h"

/* Scalars are read in slices of this many (a multiple of 64: whole words of a density). */
#define MSM_SLICE 1024

/* Whether k is zero, is one: without a branch, where nobody can foresee the answer. */
static inline bool msm_is_zero(const fr *k)
{
    return (k->l[0] | k->l[1] | k->l[2] | k->l[3]) == 0;
}
static inline bool msm_is_one(const fr *k)
{
    return ((k->l[0] ^ FR_ONE.l[0]) | (k->l[1] ^ FR_ONE.l[1]) | (k->l[2] ^ FR_ONE.l[2]) |
            (k->l[3] ^ FR_ONE.l[3])) == 0;
}

/* k <- min(k, r - k); true if that is r - k. */
bool msm_fold(fr_raw *k);

/* The place of the highest bit, from 1; 0 for zero. */
unsigned msm_bits(const fr_raw *k);

/* Digit w of k (negated if neg) goes to digits[w * stride] for w < windows; c windows <= 320. */
void msm_digits(int32_t *digits, size_t stride, const fr_raw *k, bool neg, unsigned c,
                unsigned windows);

/* How many digits in [-2^(c-1), 2^(c-1)] hold a number of so many bits: one bit more for the
 * sign. */
unsigned msm_windows(unsigned bits, unsigned c);

/* o[i] = the number k[i], i < n. */
void msm_raw(fr_raw *o, const fr *k, size_t n);

/* Folded scalars side by side, with 2^(c-1) added in each window so that no digit carries. */
#define MSM_WIDE_LIMBS 5
typedef struct msm_wide {
    uint64_t l[MSM_WIDE_LIMBS];
} msm_wide;
typedef struct msm_block {
    uint64_t limb[MSM_WIDE_LIMBS][MSM_SLICE];
    int32_t neg[MSM_SLICE]; /* 0 or -1 */
} msm_block;

/* The sum of 2^(c-1) 2^(cw), w < windows. */
void msm_middle(msm_wide *middle, unsigned c, unsigned windows);
void msm_block_set(msm_block *b, size_t i, const fr_raw *k, bool neg, const msm_wide *middle);
/* digits[i] = digit w of scalar i of the block, i < n. */
void msm_block_digits(int32_t *digits, const msm_block *b, size_t n, unsigned w, unsigned c,
                      unsigned windows);

/* Halving of scalars for points P of the subgroup, where phi(P) = -x^2 P costs nothing:
 *     k P = low P + high (-phi(P)),  k = low + high x^2
 * with |low| <= x^2 / 2 and 0 <= high < 2^127 for folded k. */
#define MSM_HALF_BITS 127
typedef struct msm_halver {
    unsigned __int128 x2;       /* x^2 */
    unsigned __int128 quotient; /* floor(2^254 / x^2) */
} msm_halver;
void msm_halver_init(msm_halver *h);
/* True if low is to be negated. */
bool msm_halve(const msm_halver *h, fr_raw *low, fr_raw *high, const fr_raw *k);

/* How many folded scalars have each number of bits. */
typedef struct msm_survey {
    size_t bits[FR_BITS + 1];
} msm_survey;

typedef struct msm_survey_scratch {
    fr k[MSM_SLICE];
    fr_raw raw[MSM_SLICE];
    uint32_t place[MSM_SLICE];
    msm_survey survey;
} msm_survey_scratch;

/* scratch holds one element a thread; scratch[0].survey gets the sum. */
void msm_survey_scalars(msm_survey_scratch *scratch, work *w, const fr_view *scalars,
                        const bitmap *density);

/* What things cost, in one unit: a digit's addition into its bucket, a bucket (it is summed up, but
 * gets its first point for nothing), a window. */
typedef struct msm_costs {
    uint64_t add, bucket, window;
    uint64_t endo;   /* phi of a point; 0 if there is none here */
    unsigned widest; /* window, in bits, that these hold for */
    unsigned few[2]; /* up to so many multiples buckets cost more than few_template.h; where points
                      * are in the subgroup. MSM_MAX_FEW at most */
} msm_costs;
#define MSM_MAX_FEW 400

typedef struct msm_plan {
    unsigned c;         /* bits of a window; digits are in [-2^(c-1), 2^(c-1)] */
    bool halved;        /* wide scalars, as msm_halve does */
    unsigned windows;   /* of a wide scalar: one that is not a single digit */
    size_t wide, small; /* how many scalars of either kind; the rest is zero */
    uint64_t cost;
} msm_plan;

/* Whether msm_force_window is in effect. */
bool msm_window_forced(void);

/* With windows of c bits, MSM_MIN_WINDOW <= c <= MSM_MAX_WINDOW. */
msm_plan msm_plan_at(const msm_survey *s, const msm_costs *costs, unsigned c, bool halved);

/* The cheapest of at most max_c bits, or that of the forced window. window, unless it is 0: of that
 * many bits if they are in [MSM_MIN_WINDOW, max_c], else of the nearest. In the subgroup scalars
 * may be halved. */
msm_plan msm_choose(const msm_survey *s, const msm_costs *costs, unsigned window, unsigned max_c,
                    bool in_subgroup);

#endif
