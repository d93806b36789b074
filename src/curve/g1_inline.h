/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* G1 from the point templates. Included by curve/g1.h only. */
#ifndef CUZK_CURVE_G1_INLINE_H
#define CUZK_CURVE_G1_INLINE_H

#include "curve/g1_constants.h"

#define PT_FN(f)    g1_##f
#define PT_AFFINE   g1_affine
#define PT_JACOBIAN g1
#define PT_XYZZ     g1_xyzz
#define PT_FIELD    fp
#define PT_F(f)     fp_##f
#define PT_ZERO     FP_ZERO
#define PT_ONE      FP_ONE
#define PT_B        G1_B
#include "curve/point_template.h"
#include "curve/xyzz_template.h"
#undef PT_FN
#undef PT_AFFINE
#undef PT_JACOBIAN
#undef PT_XYZZ
#undef PT_FIELD
#undef PT_F
#undef PT_ZERO
#undef PT_ONE
#undef PT_B

#endif
