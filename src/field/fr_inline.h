/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fr from the Montgomery template. Included by field/fr.h only. */
#ifndef CUZK_FIELD_FR_INLINE_H
#define CUZK_FIELD_FR_INLINE_H

#include "field/verify.h"
#include <string.h>
#ifdef CUZK_USE_ADX
#include "field/addsub_x64_inline.h"
#include "field/mont_adx_inline.h"
#endif

#define MONT_TYPE        fr
#define MONT_RAW         fr_raw
#define MONT_FN(f)       fr_##f
#define MONT_LIMBS       4
#define MONT_MODULUS     FR_MODULUS
#define MONT_MODULUS_INV FR_MODULUS_INV
#define MONT_NEG_INV     FR_NEG_INV
#define MONT_R2          FR_R
#include "field/mont_template.h"
#undef MONT_TYPE
#undef MONT_RAW
#undef MONT_FN
#undef MONT_LIMBS
#undef MONT_MODULUS
#undef MONT_MODULUS_INV
#undef MONT_NEG_INV
#undef MONT_R2

static inline bool fr_is_one(const fr *a)
{
    return fr_eq(a, &FR_ONE);
}

static inline fr fr_from_u64(uint64_t v)
{
    const fr_raw raw = { { v } };
    fr o;
    fr_from_raw(&o, &raw);
    return o;
}

#endif
