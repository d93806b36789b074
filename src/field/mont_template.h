/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Arithmetic modulo a prime m in Montgomery form, R = 2^(64 MONT_LIMBS): included once per field.
 *
 * Parameters:
 *   MONT_TYPE      the element, struct { uint64_t l[MONT_LIMBS]; }, always < m
 *   MONT_RAW       a canonical integer < m of the same shape
 *   MONT_FN(f)     the name of function f (fr_mul for mul, ...)
 *   MONT_LIMBS     4 or 6
 *   MONT_MODULUS   m as a MONT_RAW; its top bit is clear, as mul needs
 *   MONT_NEG_INV   -m^-1 mod 2^64
 *   MONT_MODULUS_INV  uint64_t[]: the limbs of m, then MONT_NEG_INV
 *   MONT_R2        2^(2 * 64 MONT_LIMBS) mod m, limbs of a MONT_TYPE
 * No include guard: the includer is guarded. */

#define MONT_NOINLINE   __attribute__((noinline, unused))
#define MONT_CAT2(a, b) a##b
#define MONT_CAT(a, b)  MONT_CAT2(a, b)

/* a < m */
static inline bool MONT_FN(is_reduced)(const uint64_t *a)
{
    for (int i = MONT_LIMBS - 1; i >= 0; i--)
        if (a[i] != MONT_MODULUS.l[i])
            return a[i] < MONT_MODULUS.l[i];
    return false;
}

/* Both look at one limb first: it nearly always decides, and the branch is then predicted. */
static inline bool MONT_FN(eq)(const MONT_TYPE *a, const MONT_TYPE *b)
{
    if (a->l[0] != b->l[0])
        return false;
    uint64_t d = 0;
    for (int i = 1; i < MONT_LIMBS; i++)
        d |= a->l[i] ^ b->l[i];
    return d == 0;
}

static inline bool MONT_FN(is_zero)(const MONT_TYPE *a)
{
    if (a->l[0])
        return false;
    uint64_t d = 0;
    for (int i = 1; i < MONT_LIMBS; i++)
        d |= a->l[i];
    return d == 0;
}

#ifdef CUZK_USE_ADX

static inline void MONT_FN(add)(MONT_TYPE *o, const MONT_TYPE *a, const MONT_TYPE *b)
{
    VERIFY_CHECK(MONT_FN(is_reduced)(a->l) && MONT_FN(is_reduced)(b->l));
    MONT_CAT(adx_add_, MONT_LIMBS)(o->l, a->l, b->l, MONT_MODULUS_INV);
}

static inline void MONT_FN(sub)(MONT_TYPE *o, const MONT_TYPE *a, const MONT_TYPE *b)
{
    VERIFY_CHECK(MONT_FN(is_reduced)(a->l) && MONT_FN(is_reduced)(b->l));
    MONT_CAT(adx_sub_, MONT_LIMBS)(o->l, a->l, b->l, MONT_MODULUS_INV);
}

/* o = a b / R */
static inline void MONT_FN(mul)(MONT_TYPE *o, const MONT_TYPE *a, const MONT_TYPE *b)
{
    VERIFY_CHECK(MONT_FN(is_reduced)(a->l) && MONT_FN(is_reduced)(b->l));
    MONT_CAT(adx_mul_, MONT_LIMBS)(o->l, a->l, b->l, MONT_MODULUS_INV);
}

static inline void MONT_FN(sqr)(MONT_TYPE *o, const MONT_TYPE *a)
{
#if MONT_LIMBS == 6
    VERIFY_CHECK(MONT_FN(is_reduced)(a->l));
    uint64_t wide[12];
    adx_sqr_wide_6(wide, a->l);
    adx_redc_6(o->l, wide, MONT_MODULUS_INV);
#else
    MONT_FN(mul)(o, a, a); /* four limbs: a squaring of its own gains nothing */
#endif
}

#else

/* o = t - m if that is not negative, else t; t < 2m */
static inline void MONT_FN(reduce_once)(MONT_TYPE *o, const uint64_t *t)
{
    uint64_t s[MONT_LIMBS], borrow = 0;
    for (int i = 0; i < MONT_LIMBS; i++) {
        unsigned __int128 d = (unsigned __int128)t[i] - MONT_MODULUS.l[i] - borrow;
        s[i] = (uint64_t)d;
        borrow = (uint64_t)(d >> 64) & 1;
    }
    for (int i = 0; i < MONT_LIMBS; i++)
        o->l[i] = (t[i] & -borrow) | (s[i] & (borrow - 1));
}

static inline void MONT_FN(add)(MONT_TYPE *o, const MONT_TYPE *a, const MONT_TYPE *b)
{
    VERIFY_CHECK(MONT_FN(is_reduced)(a->l) && MONT_FN(is_reduced)(b->l));
    uint64_t t[MONT_LIMBS];
    unsigned __int128 c = 0;
    for (int i = 0; i < MONT_LIMBS; i++) {
        c += (unsigned __int128)a->l[i] + b->l[i];
        t[i] = (uint64_t)c;
        c >>= 64;
    }
    MONT_FN(reduce_once)(o, t);
}

static inline void MONT_FN(sub)(MONT_TYPE *o, const MONT_TYPE *a, const MONT_TYPE *b)
{
    VERIFY_CHECK(MONT_FN(is_reduced)(a->l) && MONT_FN(is_reduced)(b->l));
    uint64_t t[MONT_LIMBS], borrow = 0;
    for (int i = 0; i < MONT_LIMBS; i++) {
        unsigned __int128 d = (unsigned __int128)a->l[i] - b->l[i] - borrow;
        t[i] = (uint64_t)d;
        borrow = (uint64_t)(d >> 64) & 1;
    }
    unsigned __int128 c = 0;
    for (int i = 0; i < MONT_LIMBS; i++) {
        c += (unsigned __int128)t[i] + (MONT_MODULUS.l[i] & -borrow);
        o->l[i] = (uint64_t)c;
        c >>= 64;
    }
}

/* o = a b / R: Montgomery 1985, one limb of b at a time (Koc-Acar-Kaliski 1996, CIOS). As the top
 * bit of m is clear the running sum stays below 2m < R, so no carry leaves the top limb. Kept out
 * of line: a point addition holds a dozen of them, and inlining costs a minute of compiling. */
static MONT_NOINLINE void MONT_FN(mul)(MONT_TYPE *o, const MONT_TYPE *a, const MONT_TYPE *b)
{
    VERIFY_CHECK(MONT_FN(is_reduced)(a->l) && MONT_FN(is_reduced)(b->l));
    uint64_t t[MONT_LIMBS] = { 0 };
#pragma GCC unroll 6
    for (int i = 0; i < MONT_LIMBS; i++) {
        unsigned __int128 u = (unsigned __int128)a->l[0] * b->l[i] + t[0];
        const uint64_t k = (uint64_t)u * MONT_NEG_INV;
        unsigned __int128 v = (unsigned __int128)k * MONT_MODULUS.l[0] + (uint64_t)u;
#pragma GCC unroll 6
        for (int j = 1; j < MONT_LIMBS; j++) {
            u = (unsigned __int128)a->l[j] * b->l[i] + t[j] + (uint64_t)(u >> 64);
            v = (unsigned __int128)k * MONT_MODULUS.l[j] + (uint64_t)u + (uint64_t)(v >> 64);
            t[j - 1] = (uint64_t)v;
        }
        t[MONT_LIMBS - 1] = (uint64_t)(u >> 64) + (uint64_t)(v >> 64);
    }
    MONT_FN(reduce_once)(o, t);
}

static inline void MONT_FN(sqr)(MONT_TYPE *o, const MONT_TYPE *a)
{
    MONT_FN(mul)(o, a, a);
}

#endif

static inline void MONT_FN(double)(MONT_TYPE *o, const MONT_TYPE *a)
{
    MONT_FN(add)(o, a, a);
}

static inline void MONT_FN(neg)(MONT_TYPE *o, const MONT_TYPE *a)
{
    const MONT_TYPE zero = { { 0 } };
    MONT_FN(sub)(o, &zero, a);
}

/* Montgomery -> canonical: a * 1 / R */
static inline void MONT_FN(to_raw)(MONT_RAW *o, const MONT_TYPE *a)
{
    const MONT_TYPE one = { { 1 } };
    MONT_TYPE t;
    MONT_FN(mul)(&t, a, &one);
    memcpy(o->l, t.l, sizeof t.l);
}

/* canonical -> Montgomery: a * R^2 / R */
static inline void MONT_FN(from_raw)(MONT_TYPE *o, const MONT_RAW *a)
{
    MONT_TYPE t;
    memcpy(t.l, a->l, sizeof t.l);
    MONT_FN(mul)(o, &t, &MONT_R2);
}

#undef MONT_NOINLINE
#undef MONT_CAT
#undef MONT_CAT2
