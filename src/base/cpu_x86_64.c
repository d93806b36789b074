/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* CPUID (Intel SDM vol. 2A, "CPUID"; vol. 1, 13.3 for XGETBV). */
#include "base/cpu_detect.h"

#include <cpuid.h>
#include <stdint.h>

/* Leaf 1, ECX. */
#define OSXSAVE (UINT32_C(1) << 27)
/* Leaf 7.0, EBX. */
#define AVX2        (UINT32_C(1) << 5)
#define BMI2        (UINT32_C(1) << 8)
#define AVX512F     (UINT32_C(1) << 16)
#define AVX512DQ    (UINT32_C(1) << 17)
#define ADX         (UINT32_C(1) << 19)
#define AVX512_IFMA (UINT32_C(1) << 21)
#define SHA         (UINT32_C(1) << 29)
#define AVX512BW    (UINT32_C(1) << 30)
#define AVX512VL    (UINT32_C(1) << 31)
/* Leaf 1, ECX: what the SHA code uses beside SHA itself. */
#define SSSE3  (UINT32_C(1) << 9)
#define SSE4_1 (UINT32_C(1) << 19)
/* XCR0: the system saves these registers. */
#define XCR0_AVX    UINT32_C(0x06) /* XMM, YMM */
#define XCR0_AVX512 UINT32_C(0xe6) /* and opmask, ZMM 0-15 upper halves, ZMM 16-31 */

static uint32_t xcr0(void)
{
    uint32_t lo, hi;
    __asm__("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
    return lo;
}

cpu_features cpu_detect_platform(void)
{
    cpu_features f = { 0 };
    uint32_t a, b1, c1, d, b7, c7;
    if (!__get_cpuid(1, &a, &b1, &c1, &d) || !__get_cpuid_count(7, 0, &a, &b7, &c7, &d))
        return f;
    uint32_t saved = c1 & OSXSAVE ? xcr0() : 0;
    const uint32_t ifma = AVX512F | AVX512DQ | AVX512BW | AVX512VL | AVX512_IFMA;

    f.bmi2 = b7 & BMI2;
    f.adx = b7 & ADX;
    f.sha_ni = (b7 & SHA) && (c1 & SSSE3) && (c1 & SSE4_1);
    f.avx2 = (b7 & AVX2) && (saved & XCR0_AVX) == XCR0_AVX;
    f.avx512_ifma = (b7 & ifma) == ifma && (saved & XCR0_AVX512) == XCR0_AVX512;
    return f;
}
