/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The sums of msm.h on the wide kernels: only where the variant in use has them (curve/wide.h).
 * Internal to msm. */
#ifndef CUZK_MSM_MSM_WIDE_H
#define CUZK_MSM_MSM_WIDE_H

#include "msm/msm.h"

cuzk_status msm_g1_wide(g1 *o, work *w, g1_source points, const fr_view *scalars, size_t k,
                        const bitmap *density, const msm_options *options, cuzk_error *err);
size_t msm_g1_wide_memory_min(size_t n, unsigned threads);
cuzk_status msm_g2_wide(g2 *o, work *w, g2_source points, const fr_view *scalars, size_t k,
                        const bitmap *density, const msm_options *options, cuzk_error *err);
size_t msm_g2_wide_memory_min(size_t n, unsigned threads);

#endif
