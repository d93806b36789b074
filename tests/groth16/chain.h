/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The smallest circuit of any number of rows: x, x^2, x^4, ... with the last one public or not. */
#ifndef CUZK_TESTS_GROTH16_CHAIN_H
#define CUZK_TESTS_GROTH16_CHAIN_H

#include "r1cs/cs.h"

typedef struct chain {
    unsigned squarings; /* a row each */
    uint64_t x;
    bool public; /* the end becomes an input: one row and one input row more */
    bool wrong;  /* the end is off by one */
    bool loose;  /* one more variable, in no row */
} chain;

void chain_rows(const void *ctx, cs *s);
#define CHAIN_CIRCUIT(c) ((circuit) { "chain", chain_rows, (c) })

#endif
