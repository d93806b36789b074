/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 32 bits at a time. A word is 32 Booleans, least significant first; each is a constant, a variable
 * or a negated variable.
 *
 * A word operation is defined by its expansion into single allocations and rows (gadgets/word.c,
 * gadgets/boolean.c). A back end that can do better sets cs_ops.words and must then have the effect
 * of that expansion: the same variables, the same rows, in the same order. */
#ifndef CUZK_R1CS_WORD_H
#define CUZK_R1CS_WORD_H

#include "r1cs/cs.h"

typedef struct word {
    uint32_t value;    /* of the Booleans, negation applied; 0 without a witness */
    uint32_t constant; /* which bits are constants (then value is right in any case) */
    uint32_t negated;  /* which are negated variables; no bit is in both */
    cs_var var[32];    /* CS_ONE for constants */
} word;

struct multieq; /* gadgets/multieq.h */

#define WORD_MAX_OPERANDS 10

typedef struct cs_word_ops {
    void (*alloc)(cs *s, word *out, uint32_t value);
    void (*xor)(cs *s, word *out, const word *a, const word *b);
    void (*and)(cs *s, word *out, const word *a, const word *b);
    void (*ch)(cs *s, word *out, const word *a, const word *b, const word *c);
    void (*maj)(cs *s, word *out, const word *a, const word *b, const word *c);
    /* The sum of 2..WORD_MAX_OPERANDS words mod 2^32, its row in m. */
    void (*add)(cs *s, struct multieq *m, word *out, const word *const op[], unsigned n);
} cs_word_ops;

#endif
