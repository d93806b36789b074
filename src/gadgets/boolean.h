/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bits in a circuit (docs/spec/gadgets.md §1, §2): a constant, an allocated bit, or one negated.
 * Negation is free. Each function states the rows it writes, with x, y the operands. */
#ifndef CUZK_GADGETS_BOOLEAN_H
#define CUZK_GADGETS_BOOLEAN_H

#include "r1cs/cs.h"

typedef enum boolean_kind { BOOLEAN_CONSTANT, BOOLEAN_IS, BOOLEAN_NOT } boolean_kind;

typedef struct boolean {
    cs_var var;   /* CS_ONE for a constant */
    uint8_t kind; /* boolean_kind */
    bool value;   /* of this Boolean, negation applied; for a variable without a witness, false */
} boolean;

static inline boolean boolean_constant(bool value)
{
    return (boolean) { CS_ONE, BOOLEAN_CONSTANT, value };
}
static inline bool boolean_is_constant(boolean b)
{
    return b.kind == BOOLEAN_CONSTANT;
}
boolean boolean_not(boolean b);

/* A new bit: (1 - x) * x = 0. */
boolean boolean_alloc(cs *s, bool value);
/* A new bit that is false if `other`, an allocated bit, is true: (1 - other - x) * x = 0. */
boolean boolean_alloc_unless(cs *s, bool value, boolean other);
/* n new bits of a little-endian integer, least significant first; n <= 64. */
void boolean_alloc_u64(cs *s, boolean *out, unsigned n, uint64_t value);

/* No row when an operand is constant; else one allocation and one row, 2x * y = x + y - z. */
boolean boolean_xor(cs *s, boolean x, boolean y);
/* No row when an operand is constant; else one allocation and one row, x * y = z. */
boolean boolean_and(cs *s, boolean x, boolean y);
static inline boolean boolean_nor(cs *s, boolean x, boolean y)
{
    return boolean_and(s, boolean_not(x), boolean_not(y));
}
/* x ? y : z, and the majority, as SHA-256 has them: folded when an operand is constant as §2 says.
 */
boolean boolean_ch(cs *s, boolean x, boolean y, boolean z);
boolean boolean_maj(cs *s, boolean x, boolean y, boolean z);
/* 0 * 0 = x - y. Two different constants fail the system. */
void boolean_enforce_equal(cs *s, boolean x, boolean y);

/* l += k * b: nothing for false, k ONE for true, k v, or k ONE - k v when negated. */
void lc_add_boolean(lc *l, const fr *k, boolean b);
void lc_add_boolean_pow2(lc *l, unsigned i, boolean b); /* k = 2^i */

#endif
