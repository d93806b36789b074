/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Montgomery multiplication, addition and subtraction with BMI2 and ADX: mulx leaves the flags
 * alone, so that the carries of the low halves (adox) and of the high halves (adcx) run as two
 * chains. m points to the modulus limbs and, behind them, -m^-1 mod 2^64. The method is that of
 * mul in mont_template.h, which is the twin the tests compare with. */
#ifndef CUZK_FIELD_MONT_ADX_INLINE_H
#define CUZK_FIELD_MONT_ADX_INLINE_H

#include <stdint.h>

/* A product of six limbs takes far longer than the call. Copied wherever one is needed, as clang
 * would, the products of a Miller loop do not fit in the cache of decoded instructions: a fifth
 * slower. */
#define ADX_CALLED static __attribute__((noinline, unused))

/* clang-format off */

/* The first row, t = a[] * rdx: one carry chain; op is add, then adc. */
#define ADX_FIRST(lo, hi) "mulx (%[a]), %[" lo "], %[" hi "]\n\t"
#define ADX_NEXT(op, off, lo, hi)                                                                  \
    "mulx " off "(%[a]), %[lo], %[" hi "]\n\t" op " %[lo], %[" lo "]\n\t"

/* t[j] += low half of a[j] * rdx and the high half of the limb before, which is in top. */
#define ADX_MAC_FIRST "mulx (%[a]), %[lo], %[top]\n\tadox %[lo], %[t0]\n\t"
#define ADX_MAC(off, t)                                                                            \
    "adcx %[top], %[" t "]\n\tmulx " off "(%[a]), %[lo], %[top]\n\tadox %[lo], %[" t "]\n\t"
#define ADX_MAC_LAST "mov $0, %k[lo]\n\tadcx %[lo], %[top]\n\tadox %[lo], %[top]\n\t"

/* rdx = -t0 / m mod 2^64; t = (t + rdx m) / 2^64, one limb down; the row's top enters last. */
#define ADX_RED_FIRST(inv)                                                                         \
    "mov %[t0], %%rdx\n\timulq " inv "(%[m]), %%rdx\n\txor %k[lo], %k[lo]\n\t"                     \
    "mulx (%[m]), %[lo], %[hi]\n\tadcx %[t0], %[lo]\n\tmov %[hi], %[t0]\n\t"
#define ADX_RED(off, t, u)                                                                         \
    "adcx %[" u "], %[" t "]\n\tmulx " off "(%[m]), %[lo], %[" u "]\n\tadox %[lo], %[" t "]\n\t"
#define ADX_RED_LAST(t) "mov $0, %k[lo]\n\tadcx %[lo], %[" t "]\n\tadox %[top], %[" t "]\n\t"

#define ADX_RED_6                                                                                  \
    ADX_RED_FIRST("48")                                                                            \
    ADX_RED("8", "t0", "t1")                                                                       \
    ADX_RED("16", "t1", "t2")                                                                      \
    ADX_RED("24", "t2", "t3")                                                                      \
    ADX_RED("32", "t3", "t4")                                                                      \
    ADX_RED("40", "t4", "t5")                                                                      \
    ADX_RED_LAST("t5")
#define ADX_ROW_6(off)                                                                             \
    "mov " off "(%[b]), %%rdx\n\txor %k[lo], %k[lo]\n\t"                                           \
    ADX_MAC_FIRST                                                                                  \
    ADX_MAC("8", "t1")                                                                             \
    ADX_MAC("16", "t2")                                                                            \
    ADX_MAC("24", "t3")                                                                            \
    ADX_MAC("32", "t4")                                                                            \
    ADX_MAC("40", "t5")                                                                            \
    ADX_MAC_LAST                                                                                   \
    ADX_RED_6

ADX_CALLED void adx_mul_6(uint64_t *o, const uint64_t *a, const uint64_t *b, const uint64_t *m)
{
    uint64_t t0, t1, t2, t3, t4, t5, top, lo, hi;
    __asm__ volatile(
        "mov (%[b]), %%rdx\n\t"
        ADX_FIRST("t0", "t1")
        ADX_NEXT("add", "8", "t1", "t2")
        ADX_NEXT("adc", "16", "t2", "t3")
        ADX_NEXT("adc", "24", "t3", "t4")
        ADX_NEXT("adc", "32", "t4", "t5")
        ADX_NEXT("adc", "40", "t5", "top")
        "adc $0, %[top]\n\t"
        ADX_RED_6
        ADX_ROW_6("8")
        ADX_ROW_6("16")
        ADX_ROW_6("24")
        ADX_ROW_6("32")
        ADX_ROW_6("40")
        /* t - m unless that borrows */
        "mov %[t0], %[lo]\n\tsub (%[m]), %[lo]\n\t"
        "mov %[t1], %[hi]\n\tsbb 8(%[m]), %[hi]\n\t"
        "mov %[t2], %[top]\n\tsbb 16(%[m]), %[top]\n\t"
        "mov %[t3], %%rdx\n\tsbb 24(%[m]), %%rdx\n\t"
        "mov %[t4], %[a]\n\tsbb 32(%[m]), %[a]\n\t"
        "mov %[t5], %[b]\n\tsbb 40(%[m]), %[b]\n\t"
        "cmovnc %[lo], %[t0]\n\tcmovnc %[hi], %[t1]\n\tcmovnc %[top], %[t2]\n\t"
        "cmovnc %%rdx, %[t3]\n\tcmovnc %[a], %[t4]\n\tcmovnc %[b], %[t5]"
        : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4),
          [t5] "=&r"(t5), [top] "=&r"(top), [lo] "=&r"(lo), [hi] "=&r"(hi), [a] "+&r"(a),
          [b] "+&r"(b)
        : [m] "r"(m)
        : "rdx", "cc", "memory");
    o[0] = t0, o[1] = t1, o[2] = t2, o[3] = t3, o[4] = t4, o[5] = t5;
}

#define ADX_RED_4                                                                                  \
    ADX_RED_FIRST("32")                                                                            \
    ADX_RED("8", "t0", "t1")                                                                       \
    ADX_RED("16", "t1", "t2")                                                                      \
    ADX_RED("24", "t2", "t3")                                                                      \
    ADX_RED_LAST("t3")
#define ADX_ROW_4(off)                                                                             \
    "mov " off "(%[b]), %%rdx\n\txor %k[lo], %k[lo]\n\t"                                           \
    ADX_MAC_FIRST                                                                                  \
    ADX_MAC("8", "t1")                                                                             \
    ADX_MAC("16", "t2")                                                                            \
    ADX_MAC("24", "t3")                                                                            \
    ADX_MAC_LAST                                                                                   \
    ADX_RED_4

static inline void adx_mul_4(uint64_t *o, const uint64_t *a, const uint64_t *b, const uint64_t *m)
{
    uint64_t t0, t1, t2, t3, top, lo, hi;
    __asm__ volatile(
        "mov (%[b]), %%rdx\n\t"
        ADX_FIRST("t0", "t1")
        ADX_NEXT("add", "8", "t1", "t2")
        ADX_NEXT("adc", "16", "t2", "t3")
        ADX_NEXT("adc", "24", "t3", "top")
        "adc $0, %[top]\n\t"
        ADX_RED_4
        ADX_ROW_4("8")
        ADX_ROW_4("16")
        ADX_ROW_4("24")
        /* t - m unless that borrows */
        "mov %[t0], %[lo]\n\tsub (%[m]), %[lo]\n\t"
        "mov %[t1], %[hi]\n\tsbb 8(%[m]), %[hi]\n\t"
        "mov %[t2], %[top]\n\tsbb 16(%[m]), %[top]\n\t"
        "mov %[t3], %%rdx\n\tsbb 24(%[m]), %%rdx\n\t"
        "cmovnc %[lo], %[t0]\n\tcmovnc %[hi], %[t1]\n\tcmovnc %[top], %[t2]\n\t"
        "cmovnc %%rdx, %[t3]"
        : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3),
          [top] "=&r"(top), [lo] "=&r"(lo), [hi] "=&r"(hi)
        : [a] "r"(a), [b] "r"(b), [m] "r"(m)
        : "rdx", "cc", "memory");
    o[0] = t0, o[1] = t1, o[2] = t2, o[3] = t3;
}

/* clang-format on */

#endif
