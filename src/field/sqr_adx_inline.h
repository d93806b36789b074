/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Squaring and reduction of double-width numbers with BMI2 and ADX, six limbs: 21 products instead
 * of 36. Uses the reduction row of field/mont_adx_inline.h. */
#ifndef CUZK_FIELD_SQR_ADX_INLINE_H
#define CUZK_FIELD_SQR_ADX_INLINE_H

#include "field/mont_adx_inline.h"

/* clang-format off */

/* a[j] * rdx onto (t, u), and onto (t, v) where v is a limb not used before */
#define ADX_CROSS(off, t, u)                                                                       \
    "mulx " off "(%[a]), %[lo], %[hi]\n\tadcx %[lo], %[" t "]\n\tadox %[hi], %[" u "]\n\t"
#define ADX_CROSS_LAST(t, v)                                                                       \
    "mulx 40(%[a]), %[lo], %[" v "]\n\tadcx %[lo], %[" t "]\n\tmov $0, %k[lo]\n\t"                 \
    "adox %[lo], %[" v "]\n\tadcx %[lo], %[" v "]\n\t"
#define ADX_STORE2(off0, t0, off1, t1)                                                             \
    "mov %[" t0 "], " off0 "(%[o])\n\tmov %[" t1 "], " off1 "(%[o])\n\t"
/* o[2i], o[2i+1] doubled (adcx) plus a[i]^2 (adox) */
#define ADX_DIAGONAL(off, off0, off1)                                                              \
    "mov " off "(%[a]), %%rdx\n\tmulx %%rdx, %[lo], %[hi]\n\t"                                     \
    "mov " off0 "(%[o]), %[t0]\n\tadcx %[t0], %[t0]\n\tadox %[lo], %[t0]\n\tmov %[t0], " off0      \
    "(%[o])\n\tmov " off1 "(%[o]), %[t1]\n\tadcx %[t1], %[t1]\n\tadox %[hi], %[t1]\n\t"            \
    "mov %[t1], " off1 "(%[o])\n\t"

/* o = a^2, twelve limbs, not reduced */
ADX_CALLED void adx_sqr_wide_6(uint64_t *o, const uint64_t *a)
{
    uint64_t t0, t1, t2, t3, t4, t5, lo, hi;
    __asm__ volatile(
        /* the products a[i] a[j], i < j, at limb i + j; t0 holds limbs 1 and 7, t1 2 and 8, ... */
        "mov (%[a]), %%rdx\n\tmulx 8(%[a]), %[t0], %[t1]\n\t"
        ADX_NEXT("add", "16", "t1", "t2")
        ADX_NEXT("adc", "24", "t2", "t3")
        ADX_NEXT("adc", "32", "t3", "t4")
        ADX_NEXT("adc", "40", "t4", "t5")
        "adc $0, %[t5]\n\t"
        ADX_STORE2("8", "t0", "16", "t1")
        "mov 8(%[a]), %%rdx\n\txor %k[lo], %k[lo]\n\t"
        ADX_CROSS("16", "t2", "t3")
        ADX_CROSS("24", "t3", "t4")
        ADX_CROSS("32", "t4", "t5")
        ADX_CROSS_LAST("t5", "t0")
        ADX_STORE2("24", "t2", "32", "t3")
        "mov 16(%[a]), %%rdx\n\txor %k[lo], %k[lo]\n\t"
        ADX_CROSS("24", "t4", "t5")
        ADX_CROSS("32", "t5", "t0")
        ADX_CROSS_LAST("t0", "t1")
        ADX_STORE2("40", "t4", "48", "t5")
        "mov 24(%[a]), %%rdx\n\txor %k[lo], %k[lo]\n\t"
        ADX_CROSS("32", "t0", "t1")
        ADX_CROSS_LAST("t1", "t2")
        ADX_STORE2("56", "t0", "64", "t1")
        "mov 32(%[a]), %%rdx\n\txor %k[lo], %k[lo]\n\t"
        ADX_CROSS_LAST("t2", "t3")
        ADX_STORE2("72", "t2", "80", "t3")
        /* twice that, and the squares */
        "mov (%[a]), %%rdx\n\txor %k[lo], %k[lo]\n\tmulx %%rdx, %[lo], %[hi]\n\t"
        "mov %[lo], (%[o])\n\tmov 8(%[o]), %[t0]\n\tadcx %[t0], %[t0]\n\tadox %[hi], %[t0]\n\t"
        "mov %[t0], 8(%[o])\n\t"
        ADX_DIAGONAL("8", "16", "24")
        ADX_DIAGONAL("16", "32", "40")
        ADX_DIAGONAL("24", "48", "56")
        ADX_DIAGONAL("32", "64", "72")
        "mov 40(%[a]), %%rdx\n\tmulx %%rdx, %[lo], %[hi]\n\t"
        "mov 80(%[o]), %[t0]\n\tadcx %[t0], %[t0]\n\tadox %[lo], %[t0]\n\tmov %[t0], 80(%[o])\n\t"
        "mov $0, %k[t1]\n\tadcx %[t1], %[t1]\n\tadox %[hi], %[t1]\n\tmov %[t1], 88(%[o])"
        : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4),
          [t5] "=&r"(t5), [lo] "=&r"(lo), [hi] "=&r"(hi)
        : [a] "r"(a), [o] "r"(o)
        : "rdx", "cc", "memory");
}

#define ADX_REDC_ROW                                                                               \
    ADX_RED_FIRST("48")                                                                            \
    ADX_RED("8", "t0", "t1")                                                                       \
    ADX_RED("16", "t1", "t2")                                                                      \
    ADX_RED("24", "t2", "t3")                                                                      \
    ADX_RED("32", "t3", "t4")                                                                      \
    ADX_RED("40", "t4", "t5")                                                                      \
    "mov $0, %k[lo]\n\tadcx %[lo], %[t5]\n\tadox %[lo], %[t5]\n\t"

/* o = t / 2^384 mod m for twelve limbs t < 2^384 m. The low half leaves (low + k m) / 2^384 <= m,
 * the high half is below m: one subtraction. */
ADX_CALLED void adx_redc_6(uint64_t *o, const uint64_t *t, const uint64_t *m)
{
    uint64_t t0, t1, t2, t3, t4, t5, lo, hi, s0, s1;
    __asm__ volatile(
        "mov (%[t]), %[t0]\n\tmov 8(%[t]), %[t1]\n\tmov 16(%[t]), %[t2]\n\t"
        "mov 24(%[t]), %[t3]\n\tmov 32(%[t]), %[t4]\n\tmov 40(%[t]), %[t5]\n\t"
        ADX_REDC_ROW
        ADX_REDC_ROW
        ADX_REDC_ROW
        ADX_REDC_ROW
        ADX_REDC_ROW
        ADX_REDC_ROW
        "add 48(%[t]), %[t0]\n\tadc 56(%[t]), %[t1]\n\tadc 64(%[t]), %[t2]\n\t"
        "adc 72(%[t]), %[t3]\n\tadc 80(%[t]), %[t4]\n\tadc 88(%[t]), %[t5]\n\t"
        "mov %[t0], %[lo]\n\tsub (%[m]), %[lo]\n\tmov %[t1], %[hi]\n\tsbb 8(%[m]), %[hi]\n\t"
        "mov %[t2], %[s0]\n\tsbb 16(%[m]), %[s0]\n\tmov %[t3], %[s1]\n\tsbb 24(%[m]), %[s1]\n\t"
        "mov %[t4], %%rdx\n\tsbb 32(%[m]), %%rdx\n\tmov %[t5], %[t]\n\tsbb 40(%[m]), %[t]\n\t"
        "cmovnc %[lo], %[t0]\n\tcmovnc %[hi], %[t1]\n\tcmovnc %[s0], %[t2]\n\t"
        "cmovnc %[s1], %[t3]\n\tcmovnc %%rdx, %[t4]\n\tcmovnc %[t], %[t5]"
        : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4),
          [t5] "=&r"(t5), [lo] "=&r"(lo), [hi] "=&r"(hi), [s0] "=&r"(s0), [s1] "=&r"(s1),
          [t] "+&r"(t)
        : [m] "r"(m)
        : "rdx", "cc", "memory");
    o[0] = t0, o[1] = t1, o[2] = t2, o[3] = t3, o[4] = t4, o[5] = t5;
}

/* clang-format on */

#endif
