/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Follows gadgets/sha256.c, word.c and multieq.c row by row; they say what the rows are. */
#include "gadgets/sha256_values.h"
#include "hash/hash_constants.h"

/* 32 Booleans without their variables. `var` is the value of the variable where there is one (the
 * Boolean itself is var ^ negated), or of the constant. */
typedef struct bits32 {
    uint32_t var, constant, negated;
} bits32;

typedef struct compressor {
    cs_values *v;
    unsigned bits_used; /* of the open row of equalities, as multieq */
    uint64_t sum[5];    /* its value; the last limb stays clear */
} compressor;

static uint32_t value(bits32 x)
{
    return x.var ^ x.negated;
}

static uint32_t rotr32(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static bits32 rotr(bits32 x, unsigned n)
{
    return (bits32) { rotr32(x.var, n), rotr32(x.constant, n), rotr32(x.negated, n) };
}

static bits32 shr(bits32 x, unsigned n)
{
    uint32_t top = ~(UINT32_MAX >> n);
    return (bits32) { x.var >> n, x.constant >> n | top, x.negated >> n };
}

/* The bits of x where mask is set, moved together. */
static uint32_t gather(uint32_t x, uint32_t mask)
{
    uint32_t out = 0;
    if (!(mask & (mask + 1))) /* they are the lowest */
        return x & mask;
    for (unsigned n = 0; mask; mask &= mask - 1, n++)
        out |= (x >> __builtin_ctz(mask) & 1) << n;
    return out;
}

/* Where both are variables: 2a * b = a + b - c with a the one that is not negated, if one is.
 * Elsewhere a constant leaves the other as it is, or negates it. */
static bits32 xor_bits(cs_values *v, bits32 x, bits32 y)
{
    uint32_t rows = ~(x.constant | y.constant);
    uint32_t swap = x.negated & ~y.negated;
    uint32_t a = (x.var & ~swap) | (y.var & swap), b = (y.var & ~swap) | (x.var & swap);
    bits32 out = {
        .var = ((x.var ^ y.var) & (rows | (x.constant & y.constant))) |
               (y.var & x.constant & ~y.constant) | (x.var & y.constant & ~x.constant),
        .constant = x.constant & y.constant,
        .negated = ((x.negated ^ y.negated) & rows) |
                   ((y.negated ^ x.var) & x.constant & ~y.constant) |
                   ((x.negated ^ y.var) & y.constant & ~x.constant),
    };
    if (rows != UINT32_MAX) {
        a = gather(a, rows);
        b = gather(b, rows);
    }
    unsigned n = (unsigned)__builtin_popcount(rows);
    values_bits(v, n, a ^ b);
    values_rows(v, n, 0, a, b);
    return out;
}

static bits32 sigma(cs_values *v, bits32 x, unsigned r1, unsigned r2, bits32 third)
{
    return xor_bits(v, xor_bits(v, rotr(x, r1), rotr(x, r2)), third);
}

static boolean bit_of(bits32 x, unsigned i)
{
    if (x.constant >> i & 1)
        return boolean_constant(x.var >> i & 1);
    return (boolean) { VALUES_UNCHECKED, x.negated >> i & 1 ? BOOLEAN_NOT : BOOLEAN_IS,
                       value(x) >> i & 1 };
}

static void set_bit(bits32 *x, unsigned i, boolean b)
{
    x->constant |= (uint32_t)(b.kind == BOOLEAN_CONSTANT) << i;
    x->negated |= (uint32_t)(b.kind == BOOLEAN_NOT) << i;
    x->var |= (uint32_t)(b.value ^ (b.kind == BOOLEAN_NOT)) << i;
}

/* With constants or negations among the operands: bit by bit. */
static bits32 each_bit(cs_values *v, boolean (*op)(cs *s, boolean x, boolean y, boolean z),
                       bits32 x, bits32 y, bits32 z)
{
    bits32 out = { 0 };
    for (unsigned i = 0; i < 32; i++)
        set_bit(&out, i, op(&v->cs, bit_of(x, i), bit_of(y, i), bit_of(z, i)));
    return out;
}

static bool plain(bits32 x, bits32 y, bits32 z)
{
    return !(x.constant | x.negated | y.constant | y.negated | z.constant | z.negated);
}

/* (y - z) * x = ch - z */
static bits32 ch_bits(cs_values *v, bits32 x, bits32 y, bits32 z)
{
    if (!plain(x, y, z))
        return each_bit(v, boolean_ch, x, y, z);
    bits32 out = { .var = (x.var & y.var) | (~x.var & z.var) };
    values_bits(v, 32, out.var);
    values_rows(v, 32, y.var ^ z.var, z.var & ~y.var, x.var);
    return out;
}

/* Bit i goes to bit 2 i. */
static uint64_t spread(uint32_t x)
{
    uint64_t w = x;
    w = (w | w << 16) & UINT64_C(0x0000ffff0000ffff);
    w = (w | w << 8) & UINT64_C(0x00ff00ff00ff00ff);
    w = (w | w << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    w = (w | w << 2) & UINT64_C(0x3333333333333333);
    return (w | w << 1) & UINT64_C(0x5555555555555555);
}

static uint64_t interleave(uint32_t even, uint32_t odd)
{
    return spread(even) | spread(odd) << 1;
}

/* A bit at a time: y * z = yz, (2 yz - y - z) * x = yz - maj. The variables: maj, yz. */
static bits32 maj_bits(cs_values *v, bits32 x, bits32 y, bits32 z)
{
    if (!plain(x, y, z))
        return each_bit(v, boolean_maj, x, y, z);
    uint32_t yz = y.var & z.var, differ = y.var ^ z.var;
    bits32 out = { .var = yz | (x.var & differ) };
    values_bits(v, 64, interleave(out.var, yz));
    values_rows(v, 64, interleave(y.var, differ), interleave(0, differ), interleave(z.var, x.var));
    return out;
}

/* sum * 1 = sum */
static void flush(compressor *c)
{
    fr_raw raw = { { c->sum[0], c->sum[1], c->sum[2], c->sum[3] } };
    fr x;
    fr_from_raw(&x, &raw);
    value_ref sum = values_extra(c->v, &x);
    values_row(c->v, sum, VALUE_ONE, sum);
    c->bits_used = 0;
    for (unsigned i = 0; i < 5; i++)
        c->sum[i] = 0;
}

/* The equality of an addition: its sum, n_bits long, behind those before it. */
static void equality(compressor *c, unsigned n_bits, uint64_t sum)
{
    if (c->bits_used + n_bits >= FR_CAPACITY)
        flush(c);
    unsigned limb = c->bits_used / 64, shift = c->bits_used % 64;
    c->sum[limb] |= sum << shift;
    if (shift + n_bits > 64)
        c->sum[limb + 1] |= sum >> (64 - shift);
    c->bits_used += n_bits;
}

/* The sum of n words; *first (NULL: not wanted) is its lowest bit's variable. */
static bits32 add(compressor *c, const bits32 *op, unsigned n, cs_var *first)
{
    uint32_t constant = UINT32_MAX;
    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++) {
        constant &= op[i].constant;
        sum += value(op[i]);
    }
    if (constant == UINT32_MAX)
        return (bits32) { .var = (uint32_t)sum, .constant = UINT32_MAX };
    unsigned n_bits = 64 - (unsigned)__builtin_clzll(n * (uint64_t)UINT32_MAX);
    cs_var var = values_alloc_bits(c->v, n_bits, sum);
    if (first)
        *first = var;
    equality(c, n_bits, sum);
    return (bits32) { .var = (uint32_t)sum };
}

static bits32 constant32(uint32_t x)
{
    return (bits32) { .var = x, .constant = UINT32_MAX };
}

static bits32 load(cs_values *v, const word *w)
{
    bits32 x = { w->value ^ w->negated, w->constant, w->negated };
    for (unsigned i = 0; i < 32; i++)
        if (!(w->constant >> i & 1))
            values_expect(v, w->var[i], x.var >> i & 1);
    return x;
}

static void schedule(compressor *c, bits32 w[64], const word block[16])
{
    cs_values *v = c->v;
    for (unsigned i = 0; i < 16; i++)
        w[i] = load(v, &block[i]);
    for (unsigned i = 16; i < 64; i++) {
        bits32 s0 = sigma(v, w[i - 15], 7, 18, shr(w[i - 15], 3));
        bits32 s1 = sigma(v, w[i - 2], 17, 19, shr(w[i - 2], 10));
        const bits32 op[] = { w[i - 16], s0, w[i - 7], s1 };
        w[i] = add(c, op, 4, NULL);
    }
}

/* What a and e are sums of, until they are needed. */
typedef struct deferred {
    unsigned n;
    bits32 op[8];
} deferred;

static bits32 settle(compressor *c, const deferred *d)
{
    return d->n == 1 ? d->op[0] : add(c, d->op, d->n, NULL);
}

typedef struct rounds {
    deferred a, e;
    bits32 b, c, d, f, g, h;
} rounds;

static void one_round(compressor *c, rounds *r, uint32_t k, bits32 w)
{
    bits32 e = settle(c, &r->e);
    bits32 s1 = sigma(c->v, e, 6, 11, rotr(e, 25));
    bits32 ch = ch_bits(c->v, e, r->f, r->g);
    bits32 a = settle(c, &r->a);
    bits32 s0 = sigma(c->v, a, 2, 13, rotr(a, 22));
    bits32 maj = maj_bits(c->v, a, r->b, r->c);
    r->e = (deferred) { 6, { r->h, s1, ch, constant32(k), w, r->d } };
    r->a = (deferred) { 7, { r->h, s1, ch, constant32(k), w, s0, maj } };
    r->h = r->g;
    r->g = r->f;
    r->f = e;
    r->d = r->c;
    r->c = r->b;
    r->b = a;
}

static void store(word *w, bits32 x, cs_var first)
{
    *w = (word) { .value = value(x), .constant = x.constant, .negated = x.negated };
    for (unsigned i = 0; i < 32; i++)
        w->var[i] = x.constant ? CS_ONE : first + i;
}

/* state[i] += what the rounds made of it */
static void add_to_state(compressor *c, word state[8], const bits32 start[8], rounds *r)
{
    const bits32 kept[8] = {
        [1] = r->b, [2] = r->c, [3] = r->d, [5] = r->f, [6] = r->g, [7] = r->h
    };
    for (unsigned i = 0; i < 8; i++) {
        cs_var first = CS_ONE;
        deferred sum = { 1, { start[i] } };
        if (i == 0 || i == 4) {
            sum = i ? r->e : r->a;
            sum.op[sum.n++] = start[i];
        } else {
            sum.op[sum.n++] = kept[i];
        }
        bits32 x = add(c, sum.op, sum.n, &first);
        store(&state[i], x, first);
    }
}

void sha256_compress_values(cs_values *v, word state[8], const word block[16])
{
    compressor c = { .v = v };
    bits32 w[64], start[8];
    for (unsigned i = 0; i < 8; i++)
        start[i] = load(v, &state[i]);
    schedule(&c, w, block);
    rounds r = {
        .a = { 1, { start[0] } },
        .b = start[1],
        .c = start[2],
        .d = start[3],
        .e = { 1, { start[4] } },
        .f = start[5],
        .g = start[6],
        .h = start[7],
    };
    for (unsigned i = 0; i < 64; i++)
        one_round(&c, &r, SHA256_K[i], w[i]);
    add_to_state(&c, state, start, &r);
    if (c.bits_used)
        flush(&c);
}
