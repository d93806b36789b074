/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "curve/point_form.h"
#include "curve/encoding.h"
#include "curve/wide.h"

#define PF_FN(f)    g1_##f
#define PF_PLAIN(f) g1_plain_##f
#define PF_WIDE(f)  g1_wide_##f
#define PF_AFFINE   g1_affine
#define PF_FIELD    fp
#define PF_LEN      G1_UNCOMPRESSED_LEN
#define PF_SCRATCH  G1_WIDE_SCRATCH
#include "curve/point_form_template.h"

#define PF_FN(f)    g2_##f
#define PF_PLAIN(f) g2_plain_##f
#define PF_WIDE(f)  g2_wide_##f
#define PF_AFFINE   g2_affine
#define PF_FIELD    fp2
#define PF_LEN      G2_UNCOMPRESSED_LEN
#define PF_SCRATCH  G2_WIDE_SCRATCH
#include "curve/point_form_template.h"
