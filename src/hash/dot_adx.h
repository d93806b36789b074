/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* dot_add with BMI2 and ADX: the carries of the low halves (adox) and of the high halves (adcx) run
 * as two chains. Its twin is the portable one in dot.h. */
#ifndef CUZK_HASH_DOT_ADX_H
#define CUZK_HASH_DOT_ADX_H

#include <stdint.h>

/* t[] += b[i] * a[], where u is a new top limb */
#define DOT_ROW(b_off, t0, t1, t2, t3, u)                                                          \
    "mov " b_off "(%[b]), %%rdx\n\txor %k[lo], %k[lo]\n\t"                                         \
    "mulx (%[a]), %[lo], %[hi]\n\tadox %[lo], %[" t0 "]\n\tadcx %[hi], %[" t1 "]\n\t"              \
    "mulx 8(%[a]), %[lo], %[hi]\n\tadox %[lo], %[" t1 "]\n\tadcx %[hi], %[" t2 "]\n\t"             \
    "mulx 16(%[a]), %[lo], %[hi]\n\tadox %[lo], %[" t2 "]\n\tadcx %[hi], %[" t3 "]\n\t"            \
    "mulx 24(%[a]), %[lo], %[" u "]\n\tadox %[lo], %[" t3 "]\n\t"                                  \
    "mov $0, %k[lo]\n\tadcx %[lo], %[" u "]\n\tadox %[lo], %[" u "]\n\t"

/* acc (9 limbs) += a * b (4 limbs each) */
static inline void dot_add_adx(uint64_t *acc, const uint64_t *a, const uint64_t *b)
{
    uint64_t t0, t1, t2, t3, t4, t5, t6, t7, lo, hi;
    __asm__("mov (%[b]), %%rdx\n\t"
            "mulx (%[a]), %[t0], %[t1]\n\t"
            "mulx 8(%[a]), %[lo], %[t2]\n\tadd %[lo], %[t1]\n\t"
            "mulx 16(%[a]), %[lo], %[t3]\n\tadc %[lo], %[t2]\n\t"
            "mulx 24(%[a]), %[lo], %[t4]\n\tadc %[lo], %[t3]\n\tadc $0, %[t4]\n\t" DOT_ROW(
                "8", "t1", "t2", "t3", "t4", "t5") DOT_ROW("16", "t2", "t3", "t4", "t5", "t6")
                DOT_ROW("24", "t3", "t4", "t5", "t6", "t7")
            : [t0] "=&r"(t0), [t1] "=&r"(t1), [t2] "=&r"(t2), [t3] "=&r"(t3), [t4] "=&r"(t4),
              [t5] "=&r"(t5), [t6] "=&r"(t6), [t7] "=&r"(t7), [lo] "=&r"(lo), [hi] "=&r"(hi)
            : [a] "r"(a), [b] "r"(b) /* operands of type "m" would take two registers too many */
            : "rdx", "cc", "memory");
    __asm__("add %[t0], (%[acc])\n\tadc %[t1], 8(%[acc])\n\tadc %[t2], 16(%[acc])\n\t"
            "adc %[t3], 24(%[acc])\n\tadc %[t4], 32(%[acc])\n\tadc %[t5], 40(%[acc])\n\t"
            "adc %[t6], 48(%[acc])\n\tadc %[t7], 56(%[acc])\n\tadcq $0, 64(%[acc])"
            : "+m"(*(uint64_t(*)[9])acc)
            : [acc] "r"(acc), [t0] "r"(t0), [t1] "r"(t1), [t2] "r"(t2), [t3] "r"(t3), [t4] "r"(t4),
              [t5] "r"(t5), [t6] "r"(t6), [t7] "r"(t7)
            : "cc");
}

#endif
