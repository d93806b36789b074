/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Twelve-limb numbers for sums of products that are reduced once, with BMI2 and ADX. */
#ifndef CUZK_FIELD_WIDE_ADX_INLINE_H
#define CUZK_FIELD_WIDE_ADX_INLINE_H

#include "field/mont_adx_inline.h"

/* clang-format off */

#define ADX_LIMB(off, t, u)                                                                        \
    "mulx " off "(%[a]), %[lo], %[hi]\n\tadcx %[lo], %[" t "]\n\tadox %[hi], %[" u "]\n\t"
/* (t0..t5) += a[] * b[i]; the lowest limb is final, top is the new highest */
#define ADX_WIDE_ROW(i, t0, t1, t2, t3, t4, t5, top)                                               \
    "mov " i "(%[b]), %%rdx\n\txor %k[lo], %k[lo]\n\t"                                             \
    ADX_LIMB("0", t0, t1) "mov %[" t0 "], " i "(%[o])\n\t"                                         \
    ADX_LIMB("8", t1, t2) ADX_LIMB("16", t2, t3) ADX_LIMB("24", t3, t4) ADX_LIMB("32", t4, t5)     \
    "mulx 40(%[a]), %[lo], %[" top "]\n\tadcx %[lo], %[" t5 "]\n\tmov $0, %k[lo]\n\t"              \
    "adox %[lo], %[" top "]\n\tadcx %[lo], %[" top "]\n\t"
#define ADX_WIDE_FIRST(op, off, t, u)                                                              \
    "mulx " off "(%[a]), %[lo], %[" u "]\n\t" op " %[lo], %[" t "]\n\t"
/* o = a b, any six-limb a, b; o overlaps neither */
ADX_CALLED void adx_mul_wide_6(uint64_t *o, const uint64_t *a, const uint64_t *b)
{
    uint64_t t0, t1, t2, t3, t4, t5, t6, lo, hi;
    __asm__ volatile(
        "mov (%[b]), %%rdx\n\tmulx (%[a]), %[hi], %[t1]\n\tmov %[hi], (%[o])\n\t"
        ADX_WIDE_FIRST("add", "8", "t1", "t2")
        ADX_WIDE_FIRST("adc", "16", "t2", "t3")
        ADX_WIDE_FIRST("adc", "24", "t3", "t4")
        ADX_WIDE_FIRST("adc", "32", "t4", "t5")
        ADX_WIDE_FIRST("adc", "40", "t5", "t6")
        "adc $0, %[t6]\n\t"
        ADX_WIDE_ROW("8", "t1", "t2", "t3", "t4", "t5", "t6", "t0")
        ADX_WIDE_ROW("16", "t2", "t3", "t4", "t5", "t6", "t0", "t1")
        ADX_WIDE_ROW("24", "t3", "t4", "t5", "t6", "t0", "t1", "t2")
        ADX_WIDE_ROW("32", "t4", "t5", "t6", "t0", "t1", "t2", "t3")
        ADX_WIDE_ROW("40", "t5", "t6", "t0", "t1", "t2", "t3", "t4")
        "mov %[t6], 48(%[o])\n\tmov %[t0], 56(%[o])\n\tmov %[t1], 64(%[o])\n\t"
        "mov %[t2], 72(%[o])\n\tmov %[t3], 80(%[o])\n\tmov %[t4], 88(%[o])"
        : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4),
          [t5] "=&r"(t5), [t6] "=&r"(t6), [lo] "=&r"(lo), [hi] "=&r"(hi)
        : [a] "r"(a), [b] "r"(b), [o] "r"(o)
        : "rdx", "cc", "memory");
}

/* o = a + b, six limbs, no reduction: the sum must fit */
static inline void adx_sum_6(uint64_t *o, const uint64_t *a, const uint64_t *b)
{
    uint64_t t;
    __asm__ volatile("mov (%[a]), %[t]\n\tadd (%[b]), %[t]\n\tmov %[t], (%[o])\n\t"
                     "mov 8(%[a]), %[t]\n\tadc 8(%[b]), %[t]\n\tmov %[t], 8(%[o])\n\t"
                     "mov 16(%[a]), %[t]\n\tadc 16(%[b]), %[t]\n\tmov %[t], 16(%[o])\n\t"
                     "mov 24(%[a]), %[t]\n\tadc 24(%[b]), %[t]\n\tmov %[t], 24(%[o])\n\t"
                     "mov 32(%[a]), %[t]\n\tadc 32(%[b]), %[t]\n\tmov %[t], 32(%[o])\n\t"
                     "mov 40(%[a]), %[t]\n\tadc 40(%[b]), %[t]\n\tmov %[t], 40(%[o])"
                     : [t] "=&r"(t)
                     : [a] "r"(a), [b] "r"(b), [o] "r"(o)
                     : "cc", "memory");
}

#define ADX_WIDE_OP(op, off)                                                                       \
    "mov " off "(%[a]), %[t]\n\t" op " " off "(%[b]), %[t]\n\tmov %[t], " off "(%[a])\n\t"
#define ADX_WIDE_ALL(first, next)                                                                  \
    ADX_WIDE_OP(first, "0") ADX_WIDE_OP(next, "8") ADX_WIDE_OP(next, "16")                         \
    ADX_WIDE_OP(next, "24") ADX_WIDE_OP(next, "32") ADX_WIDE_OP(next, "40")                        \
    ADX_WIDE_OP(next, "48") ADX_WIDE_OP(next, "56") ADX_WIDE_OP(next, "64")                        \
    ADX_WIDE_OP(next, "72") ADX_WIDE_OP(next, "80") ADX_WIDE_OP(next, "88")
/* a += b modulo 2^768 */
static inline void adx_wide_add(uint64_t *a, const uint64_t *b)
{
    uint64_t t;
    __asm__ volatile(ADX_WIDE_ALL("add", "adc")
                     : [t] "=&r"(t) : [a] "r"(a), [b] "r"(b) : "cc", "memory");
}

/* a -= b modulo 2^768 */
static inline void adx_wide_sub(uint64_t *a, const uint64_t *b)
{
    uint64_t t;
    __asm__ volatile(ADX_WIDE_ALL("sub", "sbb")
                     : [t] "=&r"(t) : [a] "r"(a), [b] "r"(b) : "cc", "memory");
}

/* a -= b, and 2^384 m more if that was negative; a, b < 2^384 m */
static inline void adx_wide_sub_mod(uint64_t *a, const uint64_t *b, const uint64_t *m)
{
    uint64_t t, s0, s1, s2, s3, s4, s5;
    __asm__ volatile(
        ADX_WIDE_ALL("sub", "sbb")
        "sbb %[s0], %[s0]\n\tmov %[s0], %[s1]\n\tmov %[s0], %[s2]\n\tmov %[s0], %[s3]\n\t"
        "mov %[s0], %[s4]\n\tmov %[s0], %[s5]\n\t"
        "and (%[m]), %[s0]\n\tand 8(%[m]), %[s1]\n\tand 16(%[m]), %[s2]\n\t"
        "and 24(%[m]), %[s3]\n\tand 32(%[m]), %[s4]\n\tand 40(%[m]), %[s5]\n\t"
        "add 48(%[a]), %[s0]\n\tmov %[s0], 48(%[a])\n\tadc 56(%[a]), %[s1]\n\tmov %[s1], "
        "56(%[a])\n\t"
        "adc 64(%[a]), %[s2]\n\tmov %[s2], 64(%[a])\n\tadc 72(%[a]), %[s3]\n\tmov %[s3], "
        "72(%[a])\n\t"
        "adc 80(%[a]), %[s4]\n\tmov %[s4], 80(%[a])\n\tadc 88(%[a]), %[s5]\n\tmov %[s5], 88(%[a])"
        : [t] "=&r"(t), [s0] "=&r"(s0), [s1] "=&r"(s1), [s2] "=&r"(s2), [s3] "=&r"(s3),
          [s4] "=&r"(s4), [s5] "=&r"(s5)
        : [a] "r"(a), [b] "r"(b), [m] "r"(m)
        : "cc", "memory");
}

/* clang-format on */

#endif
