/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Addition and subtraction modulo m on x86-64: carry chains that compilers do not find in C. */
#ifndef CUZK_FIELD_ADDSUB_X64_INLINE_H
#define CUZK_FIELD_ADDSUB_X64_INLINE_H

#include <stdint.h>

/* o = a + b, less m if that does not borrow; a, b < m and m's top bit is clear */
static inline void adx_add_6(uint64_t *o, const uint64_t *a, const uint64_t *b, const uint64_t *m)
{
    uint64_t t0, t1, t2, t3, t4, t5, s0, s1, s2, s3;
    __asm__ volatile(
        "mov (%[a]), %[t0]\n\tmov 8(%[a]), %[t1]\n\tmov 16(%[a]), %[t2]\n\t"
        "mov 24(%[a]), %[t3]\n\tmov 32(%[a]), %[t4]\n\tmov 40(%[a]), %[t5]\n\t"
        "add (%[b]), %[t0]\n\tadc 8(%[b]), %[t1]\n\tadc 16(%[b]), %[t2]\n\t"
        "adc 24(%[b]), %[t3]\n\tadc 32(%[b]), %[t4]\n\tadc 40(%[b]), %[t5]\n\t"
        "mov %[t0], %[s0]\n\tsub (%[m]), %[s0]\n\tmov %[t1], %[s1]\n\tsbb 8(%[m]), %[s1]\n\t"
        "mov %[t2], %[s2]\n\tsbb 16(%[m]), %[s2]\n\tmov %[t3], %[s3]\n\tsbb 24(%[m]), %[s3]\n\t"
        "mov %[t4], %[a]\n\tsbb 32(%[m]), %[a]\n\tmov %[t5], %[b]\n\tsbb 40(%[m]), %[b]\n\t"
        "cmovnc %[s0], %[t0]\n\tcmovnc %[s1], %[t1]\n\tcmovnc %[s2], %[t2]\n\t"
        "cmovnc %[s3], %[t3]\n\tcmovnc %[a], %[t4]\n\tcmovnc %[b], %[t5]"
        : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4),
          [t5] "=&r"(t5), [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3),
          [a] "+&r"(a), [b] "+&r"(b)
        : [m] "r"(m)
        : "cc", "memory");
    o[0] = t0, o[1] = t1, o[2] = t2, o[3] = t3, o[4] = t4, o[5] = t5;
}

/* o = a - b, plus m if that borrowed */
static inline void adx_sub_6(uint64_t *o, const uint64_t *a, const uint64_t *b, const uint64_t *m)
{
    uint64_t t0, t1, t2, t3, t4, t5, s0, s1, s2, s3;
    __asm__ volatile(
        "mov (%[a]), %[t0]\n\tmov 8(%[a]), %[t1]\n\tmov 16(%[a]), %[t2]\n\t"
        "mov 24(%[a]), %[t3]\n\tmov 32(%[a]), %[t4]\n\tmov 40(%[a]), %[t5]\n\t"
        "sub (%[b]), %[t0]\n\tsbb 8(%[b]), %[t1]\n\tsbb 16(%[b]), %[t2]\n\t"
        "sbb 24(%[b]), %[t3]\n\tsbb 32(%[b]), %[t4]\n\tsbb 40(%[b]), %[t5]\n\t"
        "sbb %[s0], %[s0]\n\tmov %[s0], %[s1]\n\tmov %[s0], %[s2]\n\tmov %[s0], %[s3]\n\t"
        "mov %[s0], %[a]\n\tmov %[s0], %[b]\n\t"
        "and (%[m]), %[s0]\n\tand 8(%[m]), %[s1]\n\tand 16(%[m]), %[s2]\n\t"
        "and 24(%[m]), %[s3]\n\tand 32(%[m]), %[a]\n\tand 40(%[m]), %[b]\n\t"
        "add %[s0], %[t0]\n\tadc %[s1], %[t1]\n\tadc %[s2], %[t2]\n\t"
        "adc %[s3], %[t3]\n\tadc %[a], %[t4]\n\tadc %[b], %[t5]"
        : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4),
          [t5] "=&r"(t5), [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3),
          [a] "+&r"(a), [b] "+&r"(b)
        : [m] "r"(m)
        : "cc", "memory");
    o[0] = t0, o[1] = t1, o[2] = t2, o[3] = t3, o[4] = t4, o[5] = t5;
}

static inline void adx_add_4(uint64_t *o, const uint64_t *a, const uint64_t *b, const uint64_t *m)
{
    uint64_t t0, t1, t2, t3, s0, s1, s2, s3;
    __asm__ volatile(
        "mov (%[a]), %[t0]\n\tmov 8(%[a]), %[t1]\n\tmov 16(%[a]), %[t2]\n\t"
        "mov 24(%[a]), %[t3]\n\t"
        "add (%[b]), %[t0]\n\tadc 8(%[b]), %[t1]\n\tadc 16(%[b]), %[t2]\n\t"
        "adc 24(%[b]), %[t3]\n\t"
        "mov %[t0], %[s0]\n\tsub (%[m]), %[s0]\n\tmov %[t1], %[s1]\n\tsbb 8(%[m]), %[s1]\n\t"
        "mov %[t2], %[s2]\n\tsbb 16(%[m]), %[s2]\n\tmov %[t3], %[s3]\n\tsbb 24(%[m]), %[s3]\n\t"
        "cmovnc %[s0], %[t0]\n\tcmovnc %[s1], %[t1]\n\tcmovnc %[s2], %[t2]\n\t"
        "cmovnc %[s3], %[t3]"
        : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [s0] "=&r"(s0),
          [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3)
        : [a] "r"(a), [b] "r"(b), [m] "r"(m)
        : "cc", "memory");
    o[0] = t0, o[1] = t1, o[2] = t2, o[3] = t3;
}

static inline void adx_sub_4(uint64_t *o, const uint64_t *a, const uint64_t *b, const uint64_t *m)
{
    uint64_t t0, t1, t2, t3, s0, s1, s2, s3;
    __asm__ volatile(
        "mov (%[a]), %[t0]\n\tmov 8(%[a]), %[t1]\n\tmov 16(%[a]), %[t2]\n\t"
        "mov 24(%[a]), %[t3]\n\t"
        "sub (%[b]), %[t0]\n\tsbb 8(%[b]), %[t1]\n\tsbb 16(%[b]), %[t2]\n\t"
        "sbb 24(%[b]), %[t3]\n\t"
        "sbb %[s0], %[s0]\n\tmov %[s0], %[s1]\n\tmov %[s0], %[s2]\n\tmov %[s0], %[s3]\n\t"
        "and (%[m]), %[s0]\n\tand 8(%[m]), %[s1]\n\tand 16(%[m]), %[s2]\n\t"
        "and 24(%[m]), %[s3]\n\t"
        "add %[s0], %[t0]\n\tadc %[s1], %[t1]\n\tadc %[s2], %[t2]\n\tadc %[s3], %[t3]"
        : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [s0] "=&r"(s0),
          [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3)
        : [a] "r"(a), [b] "r"(b), [m] "r"(m)
        : "cc", "memory");
    o[0] = t0, o[1] = t1, o[2] = t2, o[3] = t3;
}

#endif
