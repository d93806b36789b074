/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Signed digits of a scalar. */
#ifndef CUZK_CURVE_WNAF_H
#define CUZK_CURVE_WNAF_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* k = sum digits[i] 2^i with digits zero or odd in [-15, 15], of any five in a row at most one not
 * zero. n <= 4 limbs; digits holds 64 n + 1. Returns how many digits count. */
static inline size_t wnaf5(int8_t *digits, const uint64_t *k, size_t n)
{
    uint64_t l[5] = { 0 };
    memcpy(l, k, n * sizeof *k);
    size_t len = 0;
    unsigned carry = 0;
    for (size_t i = 0; i < 64 * n + 1;) {
        /* five bits from i, with the carry of the digit below */
        const uint64_t high = i % 64 ? l[i / 64 + 1] << (64 - i % 64) : 0;
        const unsigned window = (unsigned)((l[i / 64] >> i % 64 | high) & 31);
        if ((window & 1) == carry) {
            digits[i++] = 0;
            continue;
        }
        const int value = (int)(window + carry);
        carry = value > 16;
        digits[i] = (int8_t)(carry ? value - 32 : value);
        len = i + 1;
        for (size_t j = 1; j < 5 && i + j < 64 * n + 1; j++)
            digits[i + j] = 0;
        i += 5;
    }
    return len;
}

#endif
