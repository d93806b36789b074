/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The cpu back end: H in cpu_h.c, the sums in msm/. */
#include "accel/accel.h"
#include "accel/cpu_h.h"

static cuzk_status cpu_msm_g1(const accel *a, work *w, g1 *o, g1_source points,
                              const fr_view *scalars, size_t k, const bitmap *density,
                              cuzk_error *err)
{
    (void)a;
    for (size_t j = 0; j < k; j++)
        TRY(msm_g1(&o[j], w, points, &scalars[j], density, err));
    return CUZK_OK;
}

static cuzk_status cpu_msm_g2(const accel *a, work *w, g2 *o, g2_source points,
                              const fr_view *scalars, size_t k, const bitmap *density,
                              cuzk_error *err)
{
    (void)a;
    for (size_t j = 0; j < k; j++)
        TRY(msm_g2(&o[j], w, points, &scalars[j], density, err));
    return CUZK_OK;
}

const accel accel_cpu = {
    .name = "cpu",
    .h_transforms = 6,
    .h = cpu_h,
    .msm_g1 = cpu_msm_g1,
    .msm_g2 = cpu_msm_g2,
};

const accel accel_cpu_textbook = {
    .name = "cpu-textbook",
    .h_transforms = 7,
    .h = cpu_h_textbook,
    .msm_g1 = cpu_msm_g1,
    .msm_g2 = cpu_msm_g2,
};
