/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Which variables stand in A and in B with a coefficient that is not zero: the bases a proof uses
 * (docs/spec/constraint-system.md §4). Inputs of A count as dense and are not kept. */
#ifndef CUZK_R1CS_DENSITY_H
#define CUZK_R1CS_DENSITY_H

#include "field/vec.h"
#include "r1cs/lc.h"

typedef struct density_set {
    bitmap a_aux, b_input, b_aux;
    size_t cap_input, cap_aux; /* words */
} density_set;

void density_init(density_set *d);
void density_free(density_set *d);
/* One more variable. False when memory ran out. */
bool density_alloc(density_set *d, bool input);
/* The row's A and B; their variables have been allocated. */
void density_mark(density_set *d, const lc *a, const lc *b);

#endif
