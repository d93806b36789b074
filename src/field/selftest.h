/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Known-answer test of the field kernels of one CPU variant, well under a millisecond. */
#ifndef CUZK_FIELD_SELFTEST_H
#define CUZK_FIELD_SELFTEST_H

#include "base/cpu.h"
#include <stdbool.h>

/* The variant must be available (cpu_variant_available). On failure *what names the operation
 * ("fr_mul"); it is a constant string. */
bool field_selftest(cpu_variant v, const char **what);

#endif
