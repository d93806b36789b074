/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For tests of the wide kernels: the table, or the test ends as skipped. */
#ifndef CUZK_TESTS_CURVE_WIDE_TEST_H
#define CUZK_TESTS_CURVE_WIDE_TEST_H

#include "curve/g1.h"
#include "curve/g1_constants.h"
#include "curve/kernels.h"
#include "curve/wide.h"
#include "field/fp_lanes_constants.h"
#include "field/oracle.h"
#include "test.h"

static inline bool have_wide(void)
{
    if (cpu_variant_available(CPU_IFMA))
        return true;
    puts("skipped: no IFMA");
    return false;
}
/* a = b + sign p, as 416-bit integers */
static inline void wide_add_p(fp_wide *a, const fp_wide *b, int sign)
{
    int64_t c = 0;
    for (int j = 0; j < 8; j++) {
        c += (int64_t)b->l[j] + sign * (int64_t)FP52_MULTIPLE[1][j];
        a->l[j] = (uint64_t)c & ((UINT64_C(1) << 52) - 1);
        c >>= 52;
    }
}

/* Below p; both are less than 2p + 1. */
static inline void wide_canonical(fp_wide *a)
{
    for (int i = 0; i < 2; i++) {
        fp_wide t;
        wide_add_p(&t, a, -1);
        if (!(t.l[7] >> 51)) /* not negative */
            *a = t;
    }
}

/* x and x + p, if that is below 3p/2; y and y + p */
static inline void respell_x(fp_wide *x, uint64_t coin)
{
    wide_canonical(x);
    if (coin & 1 && x->l[7] < FP52_MULTIPLE[1][7] / 2)
        wide_add_p(x, x, 1);
}
static inline void respell_y(fp_wide *y, uint64_t coin)
{
    wide_canonical(y);
    if (coin & 1)
        wide_add_p(y, y, 1);
}

#define wide_or_skip(of) (have_wide() ? of(CPU_IFMA) : (skip(), NULL))

#endif
