/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The pointwise steps of H, once per CPU variant. Internal to accel. */
#ifndef CUZK_ACCEL_CPU_KERNELS_H
#define CUZK_ACCEL_CPU_KERNELS_H

#include "base/variant.h"
#include "field/fr.h"

typedef struct accel_cpu_kernels {
    void (*product)(fr *a, const fr *b, size_t n);                            /* a_i *= b_i */
    void (*quotient)(fr *a, const fr *c, size_t n, const fr *s, const fr *k); /* (a_i - s c_i) k */
} accel_cpu_kernels;

extern const accel_cpu_kernels accel_cpu_kernels_portable, accel_cpu_kernels_adx;

#endif
