/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Inner products over Fr with one reduction at the end: half the work of reducing every product. */
#ifndef CUZK_HASH_DOT_H
#define CUZK_HASH_DOT_H

#include "field/fr.h"
#include <string.h>
#ifdef CUZK_USE_ADX
#include "hash/dot_adx.h"
#endif

/* A sum of at most DOT_MAX products of two elements < r: below DOT_MAX * 2^510. */
#define DOT_MAX 63
typedef struct dot_acc {
    uint64_t l[9];
} dot_acc;

/* The low word of a + b * c + *carry; its high word to *carry. */
static inline uint64_t dot_mac(uint64_t a, uint64_t b, uint64_t c, uint64_t *carry)
{
    unsigned __int128 v = (unsigned __int128)b * c + a + *carry;
    *carry = (uint64_t)(v >> 64);
    return (uint64_t)v;
}

static inline uint64_t dot_adc(uint64_t a, uint64_t b, uint64_t *carry)
{
    unsigned __int128 v = (unsigned __int128)a + b + *carry;
    *carry = (uint64_t)(v >> 64);
    return (uint64_t)v;
}

static inline uint64_t dot_sbb(uint64_t a, uint64_t b, uint64_t *borrow)
{
    unsigned __int128 v = (unsigned __int128)a - b - *borrow;
    *borrow = (uint64_t)(v >> 64) & 1;
    return (uint64_t)v;
}

/* acc += a * b, over the integers */
#ifdef CUZK_USE_ADX
static inline void dot_add(dot_acc *acc, const fr *a, const fr *b)
{
    dot_add_adx(acc->l, a->l, b->l);
}
#else
static inline void dot_add(dot_acc *acc, const fr *a, const fr *b)
{
    uint64_t p[8] = { 0 }, carry = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t c = 0;
        p[i] = dot_mac(p[i], a->l[i], b->l[0], &c);
        p[i + 1] = dot_mac(p[i + 1], a->l[i], b->l[1], &c);
        p[i + 2] = dot_mac(p[i + 2], a->l[i], b->l[2], &c);
        p[i + 3] = dot_mac(p[i + 3], a->l[i], b->l[3], &c);
        p[i + 4] = c;
    }
    for (unsigned i = 0; i < 8; i++)
        acc->l[i] = dot_adc(acc->l[i], p[i], &carry);
    acc->l[8] += carry;
}
#endif

/* Montgomery: out = acc / 2^256 mod r, reduced. */
static inline void dot_reduce(fr *out, const dot_acc *acc)
{
    uint64_t v[9], top = 0;
    const uint64_t *m = FR_MODULUS.l;
    for (unsigned i = 0; i < 9; i++)
        v[i] = acc->l[i];
    for (unsigned i = 0; i < 4; i++) {
        uint64_t q = v[i] * FR_NEG_INV, c = 0;
        dot_mac(v[i], q, m[0], &c);
        v[i + 1] = dot_mac(v[i + 1], q, m[1], &c);
        v[i + 2] = dot_mac(v[i + 2], q, m[2], &c);
        v[i + 3] = dot_mac(v[i + 3], q, m[3], &c);
        v[i + 4] = dot_adc(v[i + 4], top, &c);
        top = c;
    }
    v[8] += top;
    /* Now v[4..9) < DOT_MAX * 2^254 + r < 2^260. With r between 115 and 116 times 2^248, the
     * quotient by 116 of its bits from 248 on is at most 1.1 below v / r: one subtraction
     * remains. */
    uint64_t q = (v[8] << 8 | v[7] >> 56) / 116, borrow = 0, c = 0;
    for (unsigned i = 0; i < 4; i++)
        v[i] = dot_sbb(v[4 + i], dot_mac(0, q, m[i], &c), &borrow);
    borrow = 0;
    for (unsigned i = 0; i < 4; i++)
        v[4 + i] = dot_sbb(v[i], m[i], &borrow);
    memcpy(out->l, borrow ? v : v + 4, sizeof out->l);
}

#endif
