/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The inner loops of the NTT, once per CPU variant. Internal to poly. */
#ifndef CUZK_POLY_NTT_KERNELS_H
#define CUZK_POLY_NTT_KERNELS_H

#include "base/variant.h"
#include "field/fr.h"

/* A column transform: x is a matrix of 2^lg_rows rows of cols elements, each column transformed.
 * tw[2^t + b] is the twiddle of block b at stage t < lg_rows; unit says that those of block 0 are
 * one. */
typedef void (*ntt_columns_fn)(fr *x, unsigned lg_rows, size_t cols, const fr *tw, bool unit);

typedef struct ntt_kernels {
    ntt_columns_fn forward; /* natural rows in, bit-reversed rows out */
    ntt_columns_fn inverse; /* the other way, scaled by 2^lg_rows; tw holds inverses */
    /* tw[2^t + b] = table[b] * s^(2^(lg_rows - 1 - t)) for t < lg_rows, b < 2^t */
    void (*twiddles)(fr *tw, const fr *table, unsigned lg_rows, const fr *s);
    void (*scale)(fr *a, size_t n, const fr *k);
} ntt_kernels;

extern const ntt_kernels ntt_kernels_portable, ntt_kernels_adx;

#endif
