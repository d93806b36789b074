/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "gadgets/sha256.h"
#include "gadgets/sha256_values.h"
#include "hash/hash_constants.h"

/* Rounds leave a and e unadded until they are needed: the sum of temp1 with d (for e) or with S0
 * and maj (for a) is then one addition of many operands. */
typedef struct deferred {
    bool done; /* value holds it */
    word value;
    word op[7];
    unsigned n;
} deferred;

static void add_ops(cs *s, multieq *m, word *out, const word *op, unsigned n, const word *last)
{
    const word *list[WORD_MAX_OPERANDS];
    for (unsigned i = 0; i < n; i++)
        list[i] = &op[i];
    if (last)
        list[n++] = last;
    word_add(s, m, out, list, n);
}

static void compute(cs *s, multieq *m, const char *name, word *out, const deferred *d)
{
    if (d->done) {
        *out = d->value;
        return;
    }
    cs_push(s, name, -1);
    add_ops(s, m, out, d->op, d->n, NULL);
    cs_pop(s);
}

/* (x >>> r1) ^ (x >>> r2) ^ (x >>> r3), or >> r3. */
static void sigma(cs *s, const char *name, word *out, const word *x, const unsigned r[3],
                  bool shift)
{
    word t, u;
    cs_push(s, name, -1);
    word_rotr(&t, x, r[0]);
    word_rotr(&u, x, r[1]);
    cs_push(s, "first", -1);
    word_xor(s, &t, &t, &u);
    cs_pop(s);
    (shift ? word_shr : word_rotr)(&u, x, r[2]);
    cs_push(s, "second", -1);
    word_xor(s, out, &t, &u);
    cs_pop(s);
    cs_pop(s);
}

static const unsigned small_sigma0[3] = { 7, 18, 3 }, small_sigma1[3] = { 17, 19, 10 };
static const unsigned big_sigma0[3] = { 2, 13, 22 }, big_sigma1[3] = { 6, 11, 25 };

/* w[i] = w[i-16] + s0(w[i-15]) + w[i-7] + s1(w[i-2]) */
static void schedule(cs *s, multieq *m, word w[64])
{
    for (unsigned i = 16; i < 64; i++) {
        word s0, s1;
        cs_push(s, "w", i);
        sigma(s, "s0", &s0, &w[i - 15], small_sigma0, true);
        sigma(s, "s1", &s1, &w[i - 2], small_sigma1, true);
        const word *op[] = { &w[i - 16], &s0, &w[i - 7], &s1 };
        word_add(s, m, &w[i], op, 4);
        cs_pop(s);
    }
}

typedef struct round_state {
    deferred a, e;
    word b, c, d, f, g, h;
} round_state;

static void round_gadget(cs *s, multieq *m, round_state *v, uint32_t k, const word *w)
{
    word e, a, s1, s0, ch, maj, kw;
    word_constant(&kw, k);

    compute(s, m, "e", &e, &v->e);
    sigma(s, "S1", &s1, &e, big_sigma1, false);
    word_ch(s, &ch, &e, &v->f, &v->g);
    const word temp1[5] = { v->h, s1, ch, kw, *w };

    compute(s, m, "a", &a, &v->a);
    sigma(s, "S0", &s0, &a, big_sigma0, false);
    word_maj(s, &maj, &a, &v->b, &v->c);

    v->e = (deferred) { .n = 6 }; /* e = temp1 + d */
    memcpy(v->e.op, temp1, sizeof temp1);
    v->e.op[5] = v->d;
    v->a = (deferred) { .n = 7 }; /* a = temp1 + S0 + maj */
    memcpy(v->a.op, temp1, sizeof temp1);
    v->a.op[5] = s0;
    v->a.op[6] = maj;
    v->h = v->g;
    v->g = v->f;
    v->f = e;
    v->d = v->c;
    v->c = v->b;
    v->b = a;
}

static void add_to_state(cs *s, multieq *m, word state[8], const round_state *v)
{
    const deferred *sum[8] = { [0] = &v->a, [4] = &v->e };
    const word *kept[8] = {
        [1] = &v->b, [2] = &v->c, [3] = &v->d, [5] = &v->f, [6] = &v->g, [7] = &v->h
    };
    for (unsigned i = 0; i < 8; i++) {
        cs_push(s, "h", i);
        if (sum[i])
            add_ops(s, m, &state[i], sum[i]->op, sum[i]->n, &state[i]);
        else
            add_ops(s, m, &state[i], &state[i], 1, kept[i]);
        cs_pop(s);
    }
}

void sha256_compress_gadget(cs *s, word state[8], const boolean block[SHA256_BLOCK_BITS])
{
    multieq m;
    word w[64]; /* the first 16: the block */
    for (unsigned i = 0; i < 16; i++)
        word_from_bits_be(&w[i], block + 32 * i);
    if (cs_values_of(s)) {
        sha256_compress_values(s->values, state, w);
        return;
    }
    multieq_init(&m, s);
    schedule(s, &m, w);
    round_state v = {
        .a = { .done = true, .value = state[0] },
        .b = state[1],
        .c = state[2],
        .d = state[3],
        .e = { .done = true, .value = state[4] },
        .f = state[5],
        .g = state[6],
        .h = state[7],
    };
    for (unsigned i = 0; i < 64; i++) {
        cs_push(s, "round", i);
        round_gadget(s, &m, &v, SHA256_K[i], &w[i]);
        cs_pop(s);
    }
    add_to_state(s, &m, state, &v);
    multieq_close(&m);
}

void sha256_iv_gadget(word state[8])
{
    for (unsigned i = 0; i < 8; i++)
        word_constant(&state[i], SHA256_IV[i]);
}

void sha256_state_bits(boolean out[SHA256_BITS], const word state[8])
{
    for (unsigned i = 0; i < 8; i++)
        word_to_bits_be(out + 32 * i, &state[i]);
}

/* Bit i of the padded message of n bits: the message, a one, zeros, n in the last 64 of total. */
static boolean padded_bit(const boolean *bits, size_t n, size_t total, size_t i)
{
    if (i < n)
        return bits[i];
    if (i >= total - 64)
        return boolean_constant((uint64_t)n >> (total - 1 - i) & 1);
    return boolean_constant(i == n);
}

void sha256_gadget(cs *s, boolean out[SHA256_BITS], const boolean *bits, size_t n)
{
    size_t total = (n + 1 + 64 + SHA256_BLOCK_BITS - 1) / SHA256_BLOCK_BITS * SHA256_BLOCK_BITS;
    word state[8];
    sha256_iv_gadget(state);
    for (size_t at = 0; at < total; at += SHA256_BLOCK_BITS) {
        boolean block[SHA256_BLOCK_BITS];
        for (size_t i = 0; i < SHA256_BLOCK_BITS; i++)
            block[i] = padded_bit(bits, n, total, at + i);
        cs_push(s, "block", (int64_t)(at / SHA256_BLOCK_BITS));
        sha256_compress_gadget(s, state, block);
        cs_pop(s);
    }
    sha256_state_bits(out, state);
}
