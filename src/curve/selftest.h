/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Known-answer test of the curve kernels of one CPU variant, a few milliseconds. */
#ifndef CUZK_CURVE_SELFTEST_H
#define CUZK_CURVE_SELFTEST_H

#include "base/cpu.h"
#include <stdbool.h>

/* As field_selftest, which comes first. */
bool curve_selftest(cpu_variant v, const char **what);

#endif
