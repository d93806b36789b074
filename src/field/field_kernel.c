/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of field/kernels.h for one CPU variant. */
#include "base/variant.h"
#include "field/kernels.h"
#include "field/kernels_impl.h"

/* a^e with windows of 4 bits from the top */
#define POW_TYPE  fr
#define POW_FN(f) fr_##f
#define POW_ONE   FR_ONE
#include "field/pow_template.h"
#undef POW_TYPE
#undef POW_FN
#undef POW_ONE

#define POW_TYPE  fp
#define POW_FN(f) fp_##f
#define POW_ONE   FP_ONE
#include "field/pow_template.h"
#undef POW_TYPE
#undef POW_FN
#undef POW_ONE

#define INV_TYPE  fr
#define INV_FN(f) fr_##f
#include "field/inv_batch_template.h"
#undef INV_TYPE
#undef INV_FN

#define INV_TYPE  fp
#define INV_FN(f) fp_##f
#include "field/inv_batch_template.h"
#undef INV_TYPE
#undef INV_FN

#define INV_TYPE  fp2
#define INV_FN(f) fp2_##f
#include "field/inv_batch_template.h"
#undef INV_TYPE
#undef INV_FN

const field_kernels VARIANT(field_kernels) = {
    .fr_add = fr_add,
    .fr_sub = fr_sub,
    .fr_neg = fr_neg,
    .fr_mul = fr_mul,
    .fr_sqr = fr_sqr,
    .fr_to_raw = fr_to_raw,
    .fr_from_raw = fr_from_raw,
    .fr_pow = fr_pow_windows,
    .fr_inv_batch = fr_invert_all,
    .fp_add = fp_add,
    .fp_sub = fp_sub,
    .fp_neg = fp_neg,
    .fp_mul = fp_mul,
    .fp_sqr = fp_sqr,
    .fp_to_raw = fp_to_raw,
    .fp_from_raw = fp_from_raw,
    .fp_pow = fp_pow_windows,
    .fp_inv_batch = fp_invert_all,
    .fp2_add = fp2_add,
    .fp2_sub = fp2_sub,
    .fp2_mul = fp2_mul,
    .fp2_sqr = fp2_sqr,
    .fp2_inv_batch = fp2_invert_all,
};
