/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A check in every variant of the kernels that this CPU has. */
#ifndef CUZK_TESTS_EACH_VARIANT_H
#define CUZK_TESTS_EACH_VARIANT_H

#include "base/cpu.h"
#include "test.h"

/* Under the thread sanitizer in one: to threads they are the same. */
static inline void each_variant(void (*check)(void))
{
    const cpu_variant before = cpu_variant_get();
    if (TEST_THREAD_SANITIZED) {
        check();
        return;
    }
    for (cpu_variant v = 0; v < CPU_VARIANTS; v++)
        if (cpu_variant_force(v))
            check();
    assert_true(cpu_variant_force(before));
}

#endif
