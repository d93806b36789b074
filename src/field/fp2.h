/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fp2 = Fp[u]/(u^2 + 1): c0 + c1 u. Inline, on the variant this file is compiled for. */
#ifndef CUZK_FIELD_FP2_H
#define CUZK_FIELD_FP2_H

#include "field/fp.h"

typedef struct fp2 {
    fp c0, c1;
} fp2;

#include "field/fp2_inline.h"      /* fp2_add sub neg double mul sqr eq is_zero mul_fp conj ... */
#include "field/tower_constants.h" /* generated */

/* 96 bytes, c1 then c0, each as fp_to_bytes_be gives it. */
void fp2_to_bytes_be(uint8_t out[96], const fp2 *a);

void fp2_inv(fp2 *o, const fp2 *a); /* zero gives zero */
void fp2_inv_batch(fp2 *a, size_t n, fp2 *scratch);
bool fp2_sqrt(fp2 *o, const fp2 *a);
bool fp2_is_large(const fp2 *a); /* lexicographic, c1 first */

#endif
