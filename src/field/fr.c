/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "field/fr.h"
#include "base/bytes.h"
#include "field/kernels.h"
#include "field/vec.h"

#define INV_LIMBS   4
#define INV_FN(f)   fr_##f
#define INV_MODULUS FR_MODULUS
#define INV_NEG_INV FR_NEG_INV
#include "field/inv_template.h"

bool fr_raw_is_canonical(const fr_raw *a)
{
    return fr_is_reduced(a->l);
}

bool fr_from_bytes_le(fr *o, const uint8_t in[32])
{
    fr_raw raw;
    for (int i = 0; i < 4; i++)
        raw.l[i] = load_le64(in + 8 * i);
    if (!fr_raw_is_canonical(&raw))
        return false;
    fr_from_raw(o, &raw);
    return true;
}

void fr_to_bytes_le(uint8_t out[32], const fr *a)
{
    fr_raw raw;
    fr_to_raw(&raw, a);
    for (int i = 0; i < 4; i++)
        store_le64(out + 8 * i, raw.l[i]);
}

void fr_inv(fr *o, const fr *a)
{
    VERIFY_CHECK(fr_is_reduced(a->l));
    /* R^2 / (a R) = a^-1 R */
    fr_divide(o->l, FR_R.l, a->l);
}

void fr_inv_batch(fr *a, size_t n, fr *scratch)
{
    field_kernels_now()->fr_inv_batch(a, n, scratch);
}

void fr_pow(fr *o, const fr *a, const uint64_t *e, size_t e_limbs)
{
    field_kernels_now()->fr_pow(o, a, e, e_limbs);
}

void fr_pow_u64(fr *o, const fr *a, uint64_t e)
{
    fr_pow(o, a, &e, 1);
}

void fr_root_of_unity(fr *o, unsigned lg_n)
{
    VERIFY_CHECK(lg_n <= FR_TWO_ADICITY);
    *o = FR_ROOT_OF_UNITY;
    for (unsigned i = lg_n; i < FR_TWO_ADICITY; i++)
        fr_sqr(o, o);
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return 16;
}

bool fr_from_string(fr *o, const char *s)
{
    unsigned base = 10;
    if (s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) {
        base = 16;
        s += 2;
    }
    if (!*s)
        return false;
    fr_raw raw = { { 0 } };
    for (; *s; s++) {
        const unsigned d = (unsigned)digit_value(*s);
        if (d >= base)
            return false;
        /* raw = raw * base + d, which stays below 16 r + 16 < 2^260: the carry shows it */
        unsigned __int128 c = d;
        for (int i = 0; i < 4; i++) {
            c += (unsigned __int128)raw.l[i] * base;
            raw.l[i] = (uint64_t)c;
            c >>= 64;
        }
        if (c || !fr_raw_is_canonical(&raw))
            return false;
    }
    fr_from_raw(o, &raw);
    return true;
}

size_t bitmap_count(const bitmap *b)
{
    size_t count = 0;
    for (size_t i = 0; i < (b->n + 63) / 64; i++)
        count += (size_t)__builtin_popcountll(b->words[i]);
    return count;
}
