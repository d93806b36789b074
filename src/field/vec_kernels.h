/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The loops of field/vec_ops.h, once per CPU variant. Internal to field. */
#ifndef CUZK_FIELD_VEC_KERNELS_H
#define CUZK_FIELD_VEC_KERNELS_H

#include "field/fr.h"

typedef struct fr_vec_kernels {
    void (*mul)(fr *o, const fr *a, const fr *b, size_t n);
    void (*scale)(fr *o, const fr *a, const fr *k, size_t n);
    void (*combine)(fr *o, const fr *a, const fr *k, const fr *b, const fr *m, size_t n);
    void (*to_raw)(fr_raw *o, const fr *a, size_t n);
} fr_vec_kernels;

extern const fr_vec_kernels fr_vec_kernels_portable, fr_vec_kernels_adx, fr_vec_kernels_ifma;

#endif
