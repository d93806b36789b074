/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The pairing of one CPU variant as a table. */
#ifndef CUZK_CURVE_PAIRING_KERNELS_H
#define CUZK_CURVE_PAIRING_KERNELS_H

#include "base/cpu.h"
#include "curve/pairing.h"

typedef struct pairing_kernels {
    void (*miller)(fp12 *o, const g1_affine *p, const g2_affine *q, size_t n,
                   const g1_affine *p_of_lines, const pairing_prepared *const *lines, size_t m);
    void (*prepare)(pairing_prepared *o, const g2_affine *q);
    void (*final_exp)(fp12 *o, const fp12 *f);
} pairing_kernels;

/* The table of a variant, whether or not this CPU can run it; portable where not built. */
const pairing_kernels *pairing_kernels_of(cpu_variant v);

extern const pairing_kernels pairing_kernels_portable, pairing_kernels_adx;

#endif
