/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Multi-scalar multiplication: sum of k_i P_i (Pippenger 1976; signed windows, batch-affine
 * buckets). Where the scalars that are not zero are few: by tables (Straus 1964), on the caller's
 * thread.
 *
 * Complete: any points on the curve (equal, opposite, infinite), any scalars; n may be 0.
 * Points need not be in the subgroup unless the source says that they are: k_i is the number of
 * least size that it stands for. Scalars are public: variable time. */
#ifndef CUZK_MSM_MSM_H
#define CUZK_MSM_MSM_H

#include "base/work.h"
#include "curve/g1.h"
#include "curve/g2.h"
#include "field/vec.h"

/* Points in memory, or read on the fly from a mapped parameter file (uncompressed encodings). */
typedef struct g1_source {
    const g1_affine *affine; /* one of the two */
    const uint8_t *encoded;  /* 96 bytes each, checked before (groth16/params_check.h) */
    size_t n;
    bool in_subgroup; /* all of them are known to be: that saves work */
} g1_source;
typedef struct g2_source {
    const g2_affine *affine;
    const uint8_t *encoded; /* 192 bytes each */
    size_t n;
    bool in_subgroup;
} g2_source;

/* Which scalars meet the points: all of them (density NULL), or those whose bit is set, in
 * order. points.n must equal their number (CUZK_FAULT otherwise). */
cuzk_status msm_g1(g1 *o, work *w, g1_source points, const fr_view *scalars, const bitmap *density,
                   cuzk_error *err);
cuzk_status msm_g2(g2 *o, work *w, g2_source points, const fr_view *scalars, const bitmap *density,
                   cuzk_error *err);

/* How; all zero is the default. */
typedef struct msm_options {
    /* Bytes to take at most, as far as windows and chunks can be chosen to do with so few; 0: what
     * the budget leaves. */
    size_t memory;
    /* Windows of so many bits, kept to what there is and what memory holds; 0: those that a model
     * of the costs chooses. */
    unsigned window;
    /* Many of the scalars that are neither bits nor bytes have equals, as in a witness: worth a
     * search. The sum is the same. */
    bool repeats;
    /* Called from the caller's thread now and then: points before the `at`-th are done with. */
    void (*reached)(void *ctx, size_t at);
    void *reached_ctx;
} msm_options;

/* k sums over the same points and density, o[j] with scalars[j], which have one length
 * (CUZK_FAULT otherwise). All go through the points together: whatever they are read from is read
 * once. options may be NULL; the work's phase advances by k times the scalars. */
#define MSM_MAX_MANY 32
cuzk_status msm_g1_many(g1 *o, work *w, g1_source points, const fr_view *scalars, size_t k,
                        const bitmap *density, const msm_options *options, cuzk_error *err);
cuzk_status msm_g2_many(g2 *o, work *w, g2_source points, const fr_view *scalars, size_t k,
                        const bitmap *density, const msm_options *options, cuzk_error *err);

/* Bytes that one sum of n scalars needs at least on so many threads, whatever they are. */
size_t msm_g1_memory_min(size_t n, unsigned threads);
size_t msm_g2_memory_min(size_t n, unsigned threads);

/* For benchmarks and tests: windows of c bits instead of those a model of the costs chooses; 0
 * gives the choice back. False, and nothing changes, if c is not in [MSM_MIN_WINDOW,
 * MSM_MAX_WINDOW] or 0. Not thread-safe. */
#define MSM_MIN_WINDOW 2
#define MSM_MAX_WINDOW 20
bool msm_force_window(unsigned c);

/* Slow twins: one multiplication a point. */
void msm_g1_ref(g1 *o, const g1_affine *points, const fr *scalars, size_t n);
void msm_g2_ref(g2 *o, const g2_affine *points, const fr *scalars, size_t n);

#endif
