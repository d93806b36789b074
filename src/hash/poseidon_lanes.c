/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Elements are in lanes what they are in memory, v = x 2^256 mod r and a few r more;
 * field/fr_lanes.h has the bounds. fr8_mul divides by 2^260: of two such operands one is taken
 * times 2^4 first; the constants of the mixes are so in their tables. With a bound of b r on all
 * elements of a sum of t products by constants, it is below (b t / 35.3 + 1.001) r, as 2^260 is
 * above 35.3 r:
 *
 *     S-box           takes up to 12.9 r, gives up to 3.5 r
 *     dense mix       takes up to 3.5 r, gives up to 2.2 r (t = 12)
 *     partial round   adds up to 1.1 r to what the S-box does not feed; reduced to 1.3 r every
 * ninth round, these stay below 2.2 r + 9 * 1.1 r = 12.1 r, and element 0 below 5.2 r
 */
#include "hash/poseidon_lanes.h"
#include "base/variant.h"
#include "field/fr_lanes_memory.h"
#include <string.h>

#define MAX_WIDTH    (POSEIDON_LANES_MAX_ARITY + 1)
#define REDUCE_EVERY 9

/* Where the traces of the eight go, two S-boxes at a time; row[0] NULL: nowhere. */
typedef struct tracer {
    fr *row[8];
    fr8 held; /* of the first of two */
    bool holds;
} tracer;

static void put_trace(tracer *t, const fr8 *x)
{
    const fr8 both[2] = { t->held, *x };

    t->holds = !t->holds;
    if (t->holds) {
        t->held = *x;
        return;
    }
    fr8_scatter2(t->row, both);
    for (int i = 0; i < 8; i++)
        t->row[i] += 2;
}

/* Lane i to *to[i]. */
static void scatter1(fr *const to[8], const fr8 *x)
{
    const fr8 both[2] = { *x, *x };
    fr pairs[8][2];
    fr *rows[8];

    for (int i = 0; i < 8; i++)
        rows[i] = pairs[i];
    fr8_scatter2(rows, both);
    for (int i = 0; i < 8; i++)
        *to[i] = pairs[i][0];
}

/* a < 2^256 */
LANES_INLINE void times16(fr8 *o, const fr8 *a)
{
    const __m512i mask = lanes_set1(LANES_LIMB_MASK);
    o->l[0] = _mm512_and_si512(_mm512_slli_epi64(a->l[0], 4), mask);
    LANES_UNROLL
    for (int j = 1; j < 5; j++)
        o->l[j] = _mm512_and_si512(
            _mm512_or_si512(_mm512_slli_epi64(a->l[j], 4), _mm512_srli_epi64(a->l[j - 1], 48)),
            mask);
}

/* x = x^5 + key, of anything loose within 12.9 r. */
LANES_INLINE void sbox(fr8 *x, const uint64_t key[5], tracer *trace)
{
    fr8 x16, x2, x4, out, k;

    fr8_reduce(x);
    if (trace->row[0]) {
        fr8_canonical(x);
        put_trace(trace, x);
    }
    times16(&x16, x);
    fr8_mul(&x2, &x16, x);
    times16(&out, &x2);
    fr8_mul(&x4, &out, &x2);
    fr8_mul(&out, &x16, &x4);
    fr8_set1(&k, key);
    fr8_add(&out, &out, &k);
    lanes_carry(out.l, 5);
    *x = out;
}

/* o = the sum of s[i] m[i * stride], normalised. */
LANES_INLINE void dot(fr8 *o, const fr8 *s, const uint64_t (*m)[5], size_t stride, unsigned n)
{
    __m512i t[11];

    LANES_UNROLL
    for (int j = 0; j < 11; j++)
        t[j] = _mm512_setzero_si512();
    for (unsigned i = 0; i < n; i++) {
        fr8 c;
        fr8_set1(&c, m[i * stride]);
        LANES_UNROLL
        for (int j = 0; j < 5; j++)
            fr8_row(t + j, s[i].l[j], c.l);
    }
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        fr8_fold(t + j, 4 - j);
    LANES_UNROLL
    for (int j = 0; j < 5; j++)
        o->l[j] = t[5 + j];
    lanes_carry(o->l, 5);
}

static void mix(fr8 *s, const uint64_t (*m)[5], unsigned t)
{
    fr8 out[MAX_WIDTH];

    for (unsigned j = 0; j < t; j++)
        dot(&out[j], s, m + j, t, t);
    memcpy(s, out, t * sizeof *s);
}

static void full_round(fr8 *s, const uint64_t (*keys)[5], unsigned t, tracer *trace)
{
    for (unsigned i = 0; i < t; i++)
        sbox(&s[i], keys[i], trace);
}

/* m: column (t of them), then row (t - 1). */
static void partial_round(fr8 *s, const uint64_t key[5], const uint64_t (*m)[5], unsigned t,
                          bool reduce, tracer *trace)
{
    fr8 s0, x, c;

    sbox(&s[0], key, trace);
    dot(&s0, s, m, 1, t);
    for (unsigned j = 1; j < t; j++) {
        fr8_set1(&c, m[t + j - 1]);
        fr8_mul_raw(&x, &s[0], &c);
        fr8_add(&s[j], &s[j], &x);
        lanes_carry(s[j].l, 5);
        if (reduce)
            fr8_reduce(&s[j]);
    }
    s[0] = s0;
}

static void permute(const poseidon_limbs *c, fr8 *s, tracer *trace)
{
    static const uint64_t zeros[MAX_WIDTH][5];
    const unsigned t = c->p->width, rounds = c->p->partial_rounds;
    const uint64_t(*key)[5] = c->keys;

    for (unsigned i = 0; i < t; i++) {
        fr8 k;
        fr8_set1(&k, *key++);
        fr8_add(&s[i], &s[i], &k);
    }
    for (unsigned r = 0; r < POSEIDON_HALF_ROUNDS; r++, key += t) {
        full_round(s, key, t, trace);
        mix(s, r == POSEIDON_HALF_ROUNDS - 1 ? c->pre_sparse : c->mds, t);
    }
    for (unsigned r = 0; r < rounds; r++)
        partial_round(s, *key++, c->sparse + (size_t)r * (2 * t - 1), t,
                      r % REDUCE_EVERY == REDUCE_EVERY - 1, trace);
    for (unsigned r = 0; r < POSEIDON_HALF_ROUNDS - 1; r++, key += t) {
        full_round(s, key, t, trace);
        mix(s, c->mds, t);
    }
    full_round(s, zeros, t, trace);
}

/* Element i of the preimages to s[i + 1]; two at a time. */
static void load(fr8 *s, const fr *const in[8], unsigned arity)
{
    fr pairs[8][2];
    const fr *rows[8];

    for (unsigned e = 0; e < arity; e += 2) {
        fr8 both[2];
        for (unsigned i = 0; i < 8; i++) {
            pairs[i][0] = in[i][e];
            pairs[i][1] = e + 1 < arity ? in[i][e + 1] : FR_ZERO;
            rows[i] = pairs[i];
        }
        fr8_gather2(both, rows);
        s[e + 1] = both[0];
        if (e + 1 < arity)
            s[e + 2] = both[1];
    }
}

void VARIANT(poseidon_hash8)(const poseidon_limbs *c, fr out[8], fr *const trace[8], const fr *tag,
                             const fr *const in[8])
{
    fr8 s[MAX_WIDTH], digest;
    fr tags[8];
    fr *to[8];
    tracer t = { .holds = false };

    for (unsigned i = 0; i < 8; i++) {
        t.row[i] = trace ? trace[i] : NULL;
        tags[i] = *tag;
        to[i] = &out[i];
    }
    fr8_load(&s[0], tags);
    load(s, in, c->p->arity);
    permute(c, s, &t);
    if (t.holds)
        scatter1(t.row, &t.held);
    /* Of the last mix only the digest is wanted. */
    dot(&digest, s, c->mds + 1, c->p->width, c->p->width);
    fr8_reduce(&digest);
    fr8_canonical(&digest);
    scatter1(to, &digest);
}
