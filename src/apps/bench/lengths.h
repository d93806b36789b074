/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* How long a circuit's linear combinations are: why a storage that holds a few terms inside does,
 * or does not, spare the heap. */
#ifndef CUZK_APPS_BENCH_LENGTHS_H
#define CUZK_APPS_BENCH_LENGTHS_H

#include "r1cs/cs.h"

#define LENGTHS_MAX 8 /* longer ones are counted together */

typedef struct lengths {
    uint64_t rows;
    uint64_t vectors[LENGTHS_MAX + 1]; /* by terms: two a linear combination, inputs and aux */
    uint64_t terms;
} lengths;

cuzk_status lengths_count(lengths *out, const circuit *c, cuzk_error *err);
/* The share of vectors with more than n terms, n < LENGTHS_MAX. */
double lengths_above(const lengths *l, unsigned n);

#endif
