/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "field/fp.h"
#include "base/bytes.h"
#include "field/kernels.h"

#define INV_LIMBS   6
#define INV_FN(f)   fp_##f
#define INV_MODULUS FP_MODULUS
#define INV_NEG_INV FP_NEG_INV
#include "field/inv_template.h"

bool fp_from_bytes_be(fp *o, const uint8_t in[48])
{
    return fp_load_be(o, in);
}

void fp_to_bytes_be(uint8_t out[48], const fp *a)
{
    fp_raw raw;
    fp_to_raw(&raw, a);
    for (int i = 0; i < 6; i++)
        store_be64(out + 8 * i, raw.l[5 - i]);
}

void fp_inv(fp *o, const fp *a)
{
    VERIFY_CHECK(fp_is_reduced(a->l));
    /* R^2 / (a R) = a^-1 R */
    fp_divide(o->l, FP_R.l, a->l);
}

void fp_inv_batch(fp *a, size_t n, fp *scratch)
{
    field_kernels_now()->fp_inv_batch(a, n, scratch);
}

void fp_pow(fp *o, const fp *a, const uint64_t *e, size_t e_limbs)
{
    field_kernels_now()->fp_pow(o, a, e, e_limbs);
}

bool fp_sqrt(fp *o, const fp *a)
{
    /* p = 3 mod 4: s = a^((p+1)/4) = a a^((p-3)/4) has s^2 = a or -a */
    fp s, t;
    fp_pow(&s, a, FP_SQRT_EXP.l, 6);
    fp_mul(&s, &s, a);
    fp_sqr(&t, &s);
    if (!fp_eq(&t, a))
        return false;
    *o = s;
    return true;
}

bool fp_is_large(const fp *a)
{
    fp_raw raw;
    fp_to_raw(&raw, a);
    for (int i = 5; i >= 0; i--)
        if (raw.l[i] != FP_HALF.l[i])
            return raw.l[i] > FP_HALF.l[i];
    return false;
}
