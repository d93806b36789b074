/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/word.h"

void word_constant(word *out, uint32_t value)
{
    *out = (word) { .value = value, .constant = UINT32_MAX };
}

boolean word_bit(const word *w, unsigned i)
{
    bool value = w->value >> i & 1;
    if (w->constant >> i & 1)
        return boolean_constant(value);
    return (boolean) { w->var[i], w->negated >> i & 1 ? BOOLEAN_NOT : BOOLEAN_IS, value };
}

void word_set_bit(word *w, unsigned i, boolean b)
{
    uint32_t bit = UINT32_C(1) << i;
    w->value = b.value ? w->value | bit : w->value & ~bit;
    w->constant = b.kind == BOOLEAN_CONSTANT ? w->constant | bit : w->constant & ~bit;
    w->negated = b.kind == BOOLEAN_NOT ? w->negated | bit : w->negated & ~bit;
    w->var[i] = b.var;
}

void word_alloc(cs *s, word *out, uint32_t value)
{
    boolean bit[32];
    boolean_alloc_u64(s, bit, 32, value);
    *out = (word) { 0 };
    for (unsigned i = 0; i < 32; i++)
        word_set_bit(out, i, bit[i]);
}

void word_from_bits_be(word *out, const boolean bits[32])
{
    *out = (word) { 0 };
    for (unsigned i = 0; i < 32; i++)
        word_set_bit(out, 31 - i, bits[i]);
}

void word_to_bits_be(boolean bits[32], const word *w)
{
    for (unsigned i = 0; i < 32; i++)
        bits[i] = word_bit(w, 31 - i);
}

static uint32_t rotr32(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

void word_rotr(word *out, const word *a, unsigned n)
{
    word w;
    w.value = rotr32(a->value, n);
    w.constant = rotr32(a->constant, n);
    w.negated = rotr32(a->negated, n);
    for (unsigned i = 0; i < 32; i++)
        w.var[i] = a->var[(i + n) % 32];
    *out = w;
}

void word_shr(word *out, const word *a, unsigned n)
{
    word_rotr(out, a, n);
    for (unsigned i = 32 - n; i < 32; i++)
        word_set_bit(out, i, boolean_constant(false));
}

typedef boolean (*bit_op2)(cs *s, boolean x, boolean y);
typedef boolean (*bit_op3)(cs *s, boolean x, boolean y, boolean z);

static void each_bit2(cs *s, const char *name, bit_op2 op, word *out, const word *a, const word *b)
{
    word w = { 0 };
    for (unsigned i = 0; i < 32; i++) {
        cs_push(s, name, i);
        word_set_bit(&w, i, op(s, word_bit(a, i), word_bit(b, i)));
        cs_pop(s);
    }
    *out = w;
}

static void each_bit3(cs *s, const char *name, bit_op3 op, word *out, const word *a, const word *b,
                      const word *c)
{
    word w = { 0 };
    for (unsigned i = 0; i < 32; i++) {
        cs_push(s, name, i);
        word_set_bit(&w, i, op(s, word_bit(a, i), word_bit(b, i), word_bit(c, i)));
        cs_pop(s);
    }
    *out = w;
}

void word_xor(cs *s, word *out, const word *a, const word *b)
{
    each_bit2(s, "xor", boolean_xor, out, a, b);
}

void word_and(cs *s, word *out, const word *a, const word *b)
{
    each_bit2(s, "and", boolean_and, out, a, b);
}

void word_ch(cs *s, word *out, const word *a, const word *b, const word *c)
{
    each_bit3(s, "ch", boolean_ch, out, a, b, c);
}

void word_maj(cs *s, word *out, const word *a, const word *b, const word *c)
{
    each_bit3(s, "maj", boolean_maj, out, a, b, c);
}

/* l += 2^shift times the variables of w; returns what its constants and negations add to ONE. */
static uint32_t add_operand(lc *l, const word *w, unsigned shift)
{
    for (unsigned i = 0; i < 32; i++) {
        fr minus;
        if (w->constant >> i & 1)
            continue;
        if (w->negated >> i & 1) { /* 2^i (1 - v) */
            fr_neg(&minus, fr_pow2(shift + i));
            lc_add(l, &minus, w->var[i]);
        } else {
            lc_add_pow2(l, shift + i, w->var[i]);
        }
    }
    return (w->constant & w->value) | w->negated;
}

/* m->l = 2^shift times the sum of the operands. */
static void add_operands(multieq *m, const word *const op[], unsigned n, unsigned shift)
{
    uint64_t constants = 0;
    for (unsigned k = 0; k < n; k++) {
        constants += add_operand(&m->op, op[k], shift);
        lc_add_lc(&m->l, &FR_ONE, &m->op);
        lc_clear(&m->op);
    }
    if (constants) {
        fr k = fr_from_u64(constants);
        fr_mul(&k, &k, fr_pow2(shift));
        lc_add(&m->l, &k, CS_ONE);
    }
}

static unsigned bit_length(uint64_t x)
{
    return x ? 64 - (unsigned)__builtin_clzll(x) : 0;
}

static void add_expanded(cs *s, multieq *m, word *out, const word *const op[], unsigned n)
{
    uint64_t sum = 0;
    for (unsigned k = 0; k < n; k++)
        sum += op[k]->value;
    unsigned n_bits = bit_length(n * (uint64_t)UINT32_MAX);
    unsigned shift = multieq_shift(m, n_bits);
    add_operands(m, op, n, shift);
    boolean result[64];
    cs_push(s, "sum", -1);
    boolean_alloc_u64(s, result, n_bits, sum);
    cs_pop(s);
    for (unsigned i = 0; i < n_bits; i++)
        lc_add_pow2(&m->r, shift + i, result[i].var);
    multieq_enforce(m, n_bits, &m->l, &m->r); /* sum of operands = sum of 2^i result_i */
    lc_clear(&m->l);
    lc_clear(&m->r);
    *out = (word) { 0 };
    for (unsigned i = 0; i < 32; i++)
        word_set_bit(out, i, result[i]);
}

void word_add(cs *s, multieq *m, word *out, const word *const op[], unsigned n)
{
    uint32_t constant = UINT32_MAX, value = 0;
    for (unsigned k = 0; k < n; k++) {
        constant &= op[k]->constant;
        value += op[k]->value;
    }
    if (constant == UINT32_MAX)
        word_constant(out, value);
    else
        add_expanded(s, m, out, op, n);
}
