/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "hash/poseidon_kernel.h"
#include "base/variant.h"
#include "hash/dot.h"
#include <string.h>

/* x = x^5 + key; the x it takes goes to *trace, one further. */
static inline void sbox(fr *x, const fr *key, fr **trace)
{
    fr x2, x4;
    if (*trace)
        *(*trace)++ = *x;
    fr_sqr(&x2, x);
    fr_sqr(&x4, &x2);
    fr_mul(x, &x4, x);
    fr_add(x, x, key);
}

/* s = s * m, s a row vector, m given by columns m[j], m[j + t], ... */
static void mix(fr *s, const fr *m, unsigned t)
{
    fr out[POSEIDON_MAX_WIDTH];
    for (unsigned j = 0; j < t; j++) {
        dot_acc acc = { 0 };
        for (unsigned i = 0; i < t; i++)
            dot_add(&acc, &s[i], &m[i * t + j]);
        dot_reduce(&out[j], &acc);
    }
    memcpy(s, out, t * sizeof *s);
}

/* s[0] = s[0]^5 + key, then the sparse mix. In an order that keeps what the S-box does not feed
 * away from it: s[0] is the critical path of the partial rounds. */
static void partial_round(fr *s, const fr *key, poseidon_sparse_round m, unsigned t, fr **trace)
{
    dot_acc acc = { 0 };
    fr x, s0 = s[0];
    for (unsigned i = 1; i < t; i++)
        dot_add(&acc, &s[i], &m.column[i]);
    sbox(&s0, key, trace);
    dot_add(&acc, &s0, &m.column[0]);
    dot_reduce(&s[0], &acc);
    for (unsigned j = 1; j < t; j++) {
        fr_mul(&x, &s0, &m.row[j - 1]);
        fr_add(&s[j], &s[j], &x);
    }
}

void VARIANT(poseidon_permute)(const poseidon_params *p, fr *s, fr *trace)
{
    const unsigned t = p->width;
    const fr *key = p->keys;
    for (unsigned i = 0; i < t; i++)
        fr_add(&s[i], &s[i], key++);
    for (unsigned r = 0; r < POSEIDON_HALF_ROUNDS; r++) {
        for (unsigned i = 0; i < t; i++)
            sbox(&s[i], key++, &trace);
        mix(s, r == POSEIDON_HALF_ROUNDS - 1 ? p->pre_sparse : p->mds, t);
    }
    for (unsigned r = 0; r < p->partial_rounds; r++)
        partial_round(s, key++, poseidon_sparse(p, r), t, &trace);
    for (unsigned r = 0; r < POSEIDON_HALF_ROUNDS; r++) {
        for (unsigned i = 0; i < t; i++)
            sbox(&s[i], r == POSEIDON_HALF_ROUNDS - 1 ? &FR_ZERO : key++, &trace);
        mix(s, p->mds, t);
    }
}
