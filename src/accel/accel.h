/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One contract for the heavy steps of a proof, so that a back end (cpu today; cuda, opencl) can be
 * chosen by name. At this boundary Fr is 4 x 64 and Fp 6 x 64 limbs in Montgomery form
 * (R = 2^256, 2^384); whatever a back end uses inside stays inside. */
#ifndef CUZK_ACCEL_ACCEL_H
#define CUZK_ACCEL_ACCEL_H

#include "base/work.h"
#include "field/vec.h"
#include "msm/msm.h"

/* Each step advances the caller's phase and stops when the work is cancelled. */
typedef struct accel {
    const char *name;
    unsigned h_transforms; /* of 2^lg_n elements: what h does, and advances by */
    /* The 2^lg_n - 1 coefficients of H = (A B - C) / Z from the evaluations of a, b, c (their n is
     * at most 2^lg_n; zeros follow). h holds 2^lg_n elements; the top coefficient, which a
     * satisfied system makes zero, is stored too. Advances by h_transforms * 2^lg_n; needs at
     * most two more vectors of 2^lg_n elements from the work (cpu: one). */
    cuzk_status (*h)(const struct accel *a, work *w, unsigned lg_n, const fr_view *va,
                     const fr_view *vb, const fr_view *vc, fr *h, cuzk_error *err);
    /* As the sums of many of msm/msm.h. */
    cuzk_status (*msm_g1)(const struct accel *a, work *w, g1 *o, g1_source points,
                          const fr_view *scalars, size_t k, const bitmap *density,
                          const msm_options *options, cuzk_error *err);
    cuzk_status (*msm_g2)(const struct accel *a, work *w, g2 *o, g2_source points,
                          const fr_view *scalars, size_t k, const bitmap *density,
                          const msm_options *options, cuzk_error *err);
    /* Bytes from the work that those need at least: h, with the h it stores; one sum of n scalars,
     * however few of them meet points. */
    size_t (*h_memory)(const struct accel *a, const work *w, unsigned lg_n);
    size_t (*msm_memory)(const struct accel *a, const work *w, bool in_g2, size_t n);
} accel;

/* accel_cpu_textbook differs in how it comes to H only: by the seven transforms of the textbook,
 * the control of the six of accel_cpu. */
extern const accel accel_cpu, accel_cpu_textbook;

/* By name ("cpu", "cpu-textbook"); NULL if there is no such back end in this build. */
const accel *accel_find(const char *name);

#endif
