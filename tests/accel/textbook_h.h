/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* H as docs/spec/groth16.md §4 has it, step by step, by seven transforms of the plainest kind: the
 * twin of accel's, which shares nothing with it but the field, with what the golden files have of
 * the way. */
#ifndef CUZK_TESTS_TEXTBOOK_H_H
#define CUZK_TESTS_TEXTBOOK_H_H

#include "field/vec.h"

typedef struct textbook_h {
    size_t m;
    /* m elements each; owned */
    fr *coeffs[3], *coset[3]; /* of a, b, c: coefficients, evaluations on g<w> */
    fr *h_coset;              /* evaluations of H there */
    fr *h;                    /* coefficients, the top one too */
} textbook_h;

/* Fails the test when there is no memory or the views are longer than 2^lg_m. */
void textbook_h_make(textbook_h *t, unsigned lg_m, const fr_view *a, const fr_view *b,
                     const fr_view *c);
void textbook_h_free(textbook_h *t);

#endif
