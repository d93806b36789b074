/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* G2 from the point templates. Included by curve/g2.h only. */
#ifndef CUZK_CURVE_G2_INLINE_H
#define CUZK_CURVE_G2_INLINE_H

#include "curve/g2_constants.h"

#define PT_FN(f)    g2_##f
#define PT_AFFINE   g2_affine
#define PT_JACOBIAN g2
#define PT_XYZZ     g2_xyzz
#define PT_FIELD    fp2
#define PT_F(f)     fp2_##f
#define PT_ZERO     FP2_ZERO
#define PT_ONE      FP2_ONE
#define PT_B        G2_B
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
