/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fp from the Montgomery template. Included by field/fp.h only. */
#ifndef CUZK_FIELD_FP_INLINE_H
#define CUZK_FIELD_FP_INLINE_H

#include "base/bytes.h"
#include "field/verify.h"
#include <string.h>
#ifdef CUZK_USE_ADX
#include "field/addsub_x64_inline.h"
#include "field/mont_adx_inline.h"
#include "field/sqr_adx_inline.h"
#endif

#define MONT_TYPE        fp
#define MONT_RAW         fp_raw
#define MONT_FN(f)       fp_##f
#define MONT_LIMBS       6
#define MONT_MODULUS     FP_MODULUS
#define MONT_MODULUS_INV FP_MODULUS_INV
#define MONT_NEG_INV     FP_NEG_INV
#define MONT_R2          FP_R
#include "field/mont_template.h"
#undef MONT_TYPE
#undef MONT_RAW
#undef MONT_FN
#undef MONT_LIMBS
#undef MONT_MODULUS
#undef MONT_MODULUS_INV
#undef MONT_NEG_INV
#undef MONT_R2

/* As fp_from_bytes_be, on this variant. */
static inline bool fp_load_be(fp *o, const uint8_t in[48])
{
    fp_raw raw;
    for (int i = 0; i < 6; i++)
        raw.l[5 - i] = load_be64(in + 8 * i);
    if (!fp_is_reduced(raw.l))
        return false;
    fp_from_raw(o, &raw);
    return true;
}

static inline bool fp_is_one(const fp *a)
{
    return fp_eq(a, &FP_ONE);
}

#endif
