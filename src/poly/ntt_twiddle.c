/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "poly/ntt_twiddle.h"
#include "field/fr_lanes_constants.h"

#define MASK52 ((UINT64_C(1) << 52) - 1)

static void split52(uint64_t o[5], const uint64_t a[4])
{
    o[0] = a[0] & MASK52;
    o[1] = (a[0] >> 52 | a[1] << 12) & MASK52;
    o[2] = (a[1] >> 40 | a[2] << 24) & MASK52;
    o[3] = (a[2] >> 28 | a[3] << 36) & MASK52;
    o[4] = a[3] >> 16;
}

void ntt_split52(uint64_t o[5], const fr *a)
{
    split52(o, a->l);
}

/* a b mod 2^260 */
static void mul_low(uint64_t o[5], const uint64_t a[5], const uint64_t b[5])
{
    unsigned __int128 t = 0;
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i <= k; i++)
            t += (unsigned __int128)a[i] * b[k - i];
        o[k] = (uint64_t)t & MASK52;
        t >>= 52;
    }
}

/* o = -a - n r mod 2^260 */
static void neg_minus(uint64_t o[5], const uint64_t a[5], uint64_t n)
{
    uint64_t borrow = 0;
    for (int i = 0; i < 5; i++) {
        /* n <= 5: the product and the sum stay below 2^55 */
        const uint64_t t = borrow + a[i] + n * FR52_MODULUS[i];
        const uint64_t limb = (0 - t) & MASK52;
        borrow = (t + limb) >> 52;
        o[i] = limb;
    }
}

/* With y = 2^260 z mod r, which is 16 times the Montgomery form: 2^260 z = q r + y, hence
 * q = -y / r mod 2^260; and 2^259 z = y / 2 mod r. */
void ntt_twiddle_make(ntt_twiddle *o, const fr *z)
{
    fr_raw raw;
    fr y, half;
    uint64_t t[5];
    fr_to_raw(&raw, z);
    split52(o->w, raw.l);
    fr_double(&y, z);
    fr_double(&y, &y);
    fr_double(&y, &y);
    half = y;
    fr_double(&y, &y);
    split52(t, y.l);
    mul_low(o->q, t, FR52_NEG_INV260);
    /* -y/2 lies in (-r, 0]; the multiple of r below it that comes nearest to -5 r */
    split52(t, half.l);
    neg_minus(o->k, t, 2 * t[4] < FR52_MODULUS[4] ? 5 : 4);
}
