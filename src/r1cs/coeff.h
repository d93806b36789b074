/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Distinct coefficients, numbered in order of appearance: real circuits use few. */
#ifndef CUZK_R1CS_COEFF_H
#define CUZK_R1CS_COEFF_H

#include "field/fr.h"

#define COEFF_ONE       0 /* the number of 1 in every table */
#define COEFF_MINUS_ONE 1 /* and of -1 */

typedef struct coeff_table {
    fr *value; /* n of them, owned */
    uint32_t n;
    uint32_t *slot; /* open addressing: number + 1, 0 = free; lg_slots log2 */
    unsigned lg_slots;
} coeff_table;

bool coeff_init(coeff_table *t);
void coeff_free(coeff_table *t);
/* The number of c, given now if it is new. False when memory ran out. */
bool coeff_number(coeff_table *t, const fr *c, uint32_t *number);
/* Spreads the bits of an element over a word: the top bits are the best ones. */
static inline uint64_t coeff_hash(const fr *c)
{
    uint64_t h = c->l[0] ^ c->l[1] * UINT64_C(3) ^ c->l[2] * UINT64_C(5) ^ c->l[3] * UINT64_C(7);
    return h * UINT64_C(0x9e3779b97f4a7c15); /* 2^64 over the golden ratio */
}

#endif
