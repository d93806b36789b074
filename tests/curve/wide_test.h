/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* For tests of the wide kernels: the table, or the test ends as skipped. */
#ifndef CUZK_TESTS_CURVE_WIDE_TEST_H
#define CUZK_TESTS_CURVE_WIDE_TEST_H

#include "curve/kernels.h"
#include "curve/wide.h"
#include "field/oracle.h"
#include "test.h"

static inline bool have_wide(void)
{
    if (cpu_variant_available(CPU_IFMA))
        return true;
    puts("skipped: no IFMA");
    return false;
}
#define wide_or_skip(of) (have_wide() ? of(CPU_IFMA) : (skip(), NULL))

#endif
