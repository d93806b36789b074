/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Field elements in a circuit (docs/spec/gadgets.md §7, §8): a variable and its value. In a run
 * without a witness the values are arbitrary. Each function states the rows it writes. */
#ifndef CUZK_GADGETS_NUM_H
#define CUZK_GADGETS_NUM_H

#include "gadgets/boolean.h"

typedef struct num {
    cs_var var;
    fr value;
} num;

/* A new variable, no row. */
num num_alloc(cs *s, const fr *value);
num num_alloc_input(cs *s, const fr *value);
/* A new public input i with the value of a: i * 1 = a. */
void num_inputize(cs *s, const num *a);

/* The product p, the square s: a * b = p, a * a = s. */
num num_mul(cs *s, const num *a, const num *b);
num num_square(cs *s, const num *a);
/* The inverse i is allocated: a * i = 1. */
void num_assert_nonzero(cs *s, const num *a);

/* FR_BITS new bits, least significant first, then 0 * 0 = sum of 2^i bit_i - a. A value below
 * 2^255 - r has two such decompositions; this does not forbid the one of a + r. */
void num_to_bits_le(cs *s, boolean out[FR_BITS], const num *a);
/* The same, and the bits are those of an integer < r. */
void num_to_bits_le_strict(cs *s, boolean out[FR_BITS], const num *a);

/* p = c ? a : b is allocated: (b - a) * c = b - p. */
num num_pick(cs *s, boolean c, const num *a, const num *b);
/* Swaps x and y when c is true: (x - y) * c = x - x', (y - x) * c = y - y'. */
void num_conditionally_reverse(cs *s, num *x, num *y, boolean c);

/* a * 1 = b */
void num_enforce_equal(cs *s, const num *a, const num *b);
/* (a + b) * 1 = sum */
void num_enforce_sum(cs *s, const num *a, const num *b, const num *sum);
/* (d + b) * 1 = a, that is d = a - b */
void num_enforce_difference(cs *s, const num *a, const num *b, const num *d);
/* The result is allocated, then the row of num_enforce_sum or num_enforce_difference. */
num num_add(cs *s, const num *a, const num *b);
num num_sub(cs *s, const num *a, const num *b);

/* A node encoded with a key, and back: node + key, node - key. */
num num_encode(cs *s, const num *key, const num *node);
num num_decode(cs *s, const num *key, const num *node);

#endif
