/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "accel/cpu_kernels.h"

static void product(fr *a, const fr *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fr_mul(&a[i], &a[i], &b[i]);
}

static void quotient(fr *a, const fr *c, size_t n, const fr *s, const fr *k)
{
    for (size_t i = 0; i < n; i++) {
        fr t;
        fr_mul(&t, &c[i], s);
        fr_sub(&t, &a[i], &t);
        fr_mul(&a[i], &t, k);
    }
}

const accel_cpu_kernels VARIANT(accel_cpu_kernels) = { .product = product, .quotient = quotient };
