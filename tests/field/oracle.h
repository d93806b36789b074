/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* GMP on the other side of the field tests, and a fixed sequence of test values. */
#ifndef CUZK_TESTS_FIELD_ORACLE_H
#define CUZK_TESTS_FIELD_ORACLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <gmp.h>

/* splitmix64: test values only */
static inline uint64_t rnd64(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

static inline void limbs_to_mpz(mpz_t o, const uint64_t *l, size_t n)
{
    mpz_import(o, n, -1, sizeof *l, 0, 0, l);
}

/* v must be in [0, 2^(64 n)) */
static inline void mpz_to_limbs(uint64_t *l, size_t n, const mpz_t v)
{
    for (size_t i = 0; i < n; i++)
        l[i] = 0;
    mpz_export(l, NULL, -1, sizeof *l, 0, 0, v);
}

/* Test value number i of modulus m (n limbs): first the edges, then random ones, some with long
 * runs of equal bits. */
#define EDGES 24
static inline void test_value(mpz_t o, size_t i, const mpz_t m, size_t n, uint64_t *state)
{
    static const long small[] = { 0, 1, 2, 3, 7, 8 };
    mpz_set_ui(o, 0);
    if (i < 6) {
        mpz_set_si(o, small[i]);
    } else if (i < 12) {
        mpz_set_si(o, -small[i - 6]); /* m - k */
    } else if (i < 18) {
        static const unsigned shifts[] = { 31, 63, 64, 128, 250, 254 };
        mpz_setbit(o, shifts[i - 12]);
    } else if (i < 20) {
        mpz_setbit(o, 64 * n); /* R, R - 1 */
        mpz_sub_ui(o, o, i - 18);
    } else if (i < 22) {
        mpz_setbit(o, 128 * n); /* R^2, R^2 - 1 */
        mpz_sub_ui(o, o, i - 20);
    } else if (i < EDGES) {
        mpz_sub_ui(o, m, 1); /* (m - 1) / 2 and one more */
        mpz_fdiv_q_2exp(o, o, 1);
        mpz_add_ui(o, o, i - 22);
    } else {
        uint64_t l[8];
        const uint64_t shape = rnd64(state);
        for (size_t k = 0; k < n; k++)
            l[k] = shape >> (2 * k) & 1 || shape >> 60 ? rnd64(state) : -(shape >> (2 * k + 1) & 1);
        limbs_to_mpz(o, l, n);
    }
    mpz_mod(o, o, m);
}

#endif
