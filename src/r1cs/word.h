/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 32 bits at a time. A word is 32 Booleans, least significant first; each is a constant, a variable
 * or a negated variable. Its operations are in gadgets/word.h. */
#ifndef CUZK_R1CS_WORD_H
#define CUZK_R1CS_WORD_H

#include "r1cs/cs.h"

typedef struct word {
    uint32_t value;    /* of the Booleans, negation applied; 0 without a witness */
    uint32_t constant; /* which bits are constants (then value is right in any case) */
    uint32_t negated;  /* which are negated variables; no bit is in both */
    cs_var var[32];    /* CS_ONE for constants */
} word;

#define WORD_MAX_OPERANDS 10

#endif
