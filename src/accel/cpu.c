/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The cpu back end: H in cpu_h.c, the sums in msm/. */
#include "accel/accel.h"
#include "accel/cpu_h.h"

static cuzk_status cpu_msm_g1(const accel *a, work *w, g1 *o, g1_source points,
                              const fr_view *scalars, size_t k, const bitmap *density,
                              const msm_options *options, cuzk_error *err)
{
    (void)a;
    return msm_g1_many(o, w, points, scalars, k, density, options, err);
}

static cuzk_status cpu_msm_g2(const accel *a, work *w, g2 *o, g2_source points,
                              const fr_view *scalars, size_t k, const bitmap *density,
                              const msm_options *options, cuzk_error *err)
{
    (void)a;
    return msm_g2_many(o, w, points, scalars, k, density, options, err);
}

static size_t cpu_msm_memory(const accel *a, const work *w, bool in_g2, size_t n)
{
    (void)a;
    return in_g2 ? msm_g2_memory_min(n, w->threads) : msm_g1_memory_min(n, w->threads);
}

const accel accel_cpu = {
    .name = "cpu",
    .h_transforms = 6,
    .h = cpu_h,
    .msm_g1 = cpu_msm_g1,
    .msm_g2 = cpu_msm_g2,
    .h_memory = cpu_h_memory,
    .msm_memory = cpu_msm_memory,
};

const accel accel_cpu_textbook = {
    .name = "cpu-textbook",
    .h_transforms = 7,
    .h = cpu_h_textbook,
    .msm_g1 = cpu_msm_g1,
    .msm_g2 = cpu_msm_g2,
    .h_memory = cpu_h_memory,
    .msm_memory = cpu_msm_memory,
};
