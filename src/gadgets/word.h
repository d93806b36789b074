/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* 32-bit words of Booleans (docs/spec/gadgets.md §4): what SHA-256 is made of. The type is in
 * r1cs/word.h. Outputs may be operands. */
#ifndef CUZK_GADGETS_WORD_H
#define CUZK_GADGETS_WORD_H

#include "gadgets/boolean.h"
#include "gadgets/multieq.h"
#include "r1cs/word.h"

void word_constant(word *out, uint32_t value);
/* 32 new bits, least significant first. */
void word_alloc(cs *s, word *out, uint32_t value);
/* From and to 32 Booleans, most significant first. */
void word_from_bits_be(word *out, const boolean bits[32]);
void word_to_bits_be(boolean bits[32], const word *w);
boolean word_bit(const word *w, unsigned i); /* bit 0 is the least significant */
void word_set_bit(word *w, unsigned i, boolean b);

void word_rotr(word *out, const word *a, unsigned n); /* n in 1..31; so for shr */
void word_shr(word *out, const word *a, unsigned n);

/* Bit by bit, least significant first, as gadgets/boolean.h. */
void word_xor(cs *s, word *out, const word *a, const word *b);
void word_and(cs *s, word *out, const word *a, const word *b);
void word_ch(cs *s, word *out, const word *a, const word *b, const word *c);
void word_maj(cs *s, word *out, const word *a, const word *b, const word *c);

/* The sum mod 2^32 of n words, 2 <= n <= WORD_MAX_OPERANDS. Constants only: no rows. Otherwise the
 * bits of the whole sum are allocated (as many as the greatest sum has) and their equality with
 * the operands' goes into m. */
void word_add(cs *s, multieq *m, word *out, const word *const op[], unsigned n);

#endif
