/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Circuits of drawn rows, which hold whatever the values are: a mixture of bits, bytes and wide
 * values, of variables that stand in A, in B, only in C, or in terms that cancel. */
#ifndef CUZK_TESTS_GROTH16_DRAWN_H
#define CUZK_TESTS_GROTH16_DRAWN_H

#include "r1cs/cs.h"

typedef struct drawn {
    uint64_t shape;  /* what the rows are drawn from: */
    uint64_t values; /* and the values of the free variables */
    unsigned n_inputs, n_free, n_rows;
    unsigned in_a, in_b;   /* of 100 terms of A and B, how many are of any variable, not of ONE */
    unsigned wide, cancel; /* of 100 values; of 100 terms */
} drawn;

/* Any such circuit of up to so many variables and rows; its values are to be set. */
drawn drawn_any(uint64_t *seed, unsigned most);
void drawn_rows(const void *ctx, cs *s);
#define DRAWN_CIRCUIT(d) ((circuit) { "drawn", drawn_rows, (d) })

#endif
