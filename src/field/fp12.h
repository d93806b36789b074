/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Fp12 = Fp6[w]/(w^2 - v): c0 + c1 w. Inline, on the variant this file is compiled for; aliasing
 * allowed. */
#ifndef CUZK_FIELD_FP12_H
#define CUZK_FIELD_FP12_H

#include "field/fp6.h"

typedef struct fp12 {
    fp6 c0, c1;
} fp12;

#include "field/fp12_inline.h" /* fp12_mul sqr conj eq is_one set_one mul_line ... */

void fp12_inv(fp12 *o, const fp12 *a); /* zero gives zero */

#endif
