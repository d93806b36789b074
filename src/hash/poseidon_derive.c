/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "hash/poseidon_derive.h"
#include <assert.h>
#include <string.h>

#define MAX_WIDTH POSEIDON_MAX_WIDTH

/* The Grain LFSR in self-shrinking mode (§3): bit i of the register is bit[(at + i) % 80]. */
typedef struct grain {
    uint8_t bit[80];
    unsigned at;
} grain;

static unsigned grain_step(grain *g)
{
    static const uint8_t taps[] = { 62, 51, 38, 23, 13, 0 };
    unsigned b = 0;
    for (unsigned i = 0; i < sizeof taps; i++)
        b ^= g->bit[(g->at + taps[i]) % 80];
    g->bit[g->at] = (uint8_t)b;
    g->at = (g->at + 1) % 80;
    return b;
}

static unsigned grain_bit(grain *g)
{
    while (!grain_step(g))
        grain_step(g);
    return grain_step(g);
}

static void grain_init(grain *g, const poseidon_params *p)
{
    const struct {
        unsigned width;
        uint32_t value;
    } fields[] = {
        { 2, 1 }, /* a prime field */
        { 4, 1 }, /* S-box: a power */
        { 12, FR_BITS },
        { 12, p->width },
        { 10, POSEIDON_FULL_ROUNDS },
        { 10, p->partial_rounds },
        { 30, (UINT32_C(1) << 30) - 1 },
    };
    unsigned n = 0;
    for (unsigned i = 0; i < sizeof fields / sizeof *fields; i++)
        for (unsigned bit = fields[i].width; bit-- > 0;)
            g->bit[n++] = fields[i].value >> bit & 1;
    assert(n == sizeof g->bit);
    g->at = 0;
    for (unsigned i = 0; i < 160; i++)
        grain_step(g);
}

/* FR_BITS bits, the most significant first, until they are an integer below r. */
static void grain_fr(grain *g, fr *out)
{
    fr_raw v;
    do {
        memset(&v, 0, sizeof v);
        for (unsigned bit = FR_BITS; bit-- > 0;)
            v.l[bit / 64] |= (uint64_t)grain_bit(g) << bit % 64;
    } while (!fr_raw_is_canonical(&v));
    fr_from_raw(out, &v);
}

/* m[i][j] = 1 / (i + (t + j)), a Cauchy matrix (§4). */
static void derive_mds(fr *m, unsigned t)
{
    for (unsigned i = 0; i < t; i++) {
        for (unsigned j = 0; j < t; j++) {
            fr sum = fr_from_u64(i + t + j);
            fr_inv(&m[i * t + j], &sum);
        }
    }
}

/* Gauss-Jordan: turns the left n x n part of m, which has n rows of `cols` elements, into the
 * identity. That part is invertible: it is one of the fixed matrices of this file. */
static void eliminate(fr *m, unsigned n, unsigned cols)
{
    fr k, x;
    for (unsigned c = 0; c < n; c++) {
        unsigned pivot = c;
        while (fr_is_zero(&m[pivot * cols + c])) {
            pivot++;
            assert(pivot < n);
        }
        fr *pr = m + (size_t)c * cols;
        for (unsigned j = 0; pivot != c && j < cols; j++) {
            x = m[pivot * cols + j];
            m[pivot * cols + j] = pr[j];
            pr[j] = x;
        }
        fr_inv(&k, &pr[c]);
        for (unsigned j = c; j < cols; j++)
            fr_mul(&pr[j], &pr[j], &k);
        for (unsigned i = 0; i < n; i++) {
            fr *row = m + (size_t)i * cols;
            if (i == c || fr_is_zero(&row[c]))
                continue;
            k = row[c];
            for (unsigned j = c; j < cols; j++) {
                fr_mul(&x, &k, &pr[j]);
                fr_sub(&row[j], &row[j], &x);
            }
        }
    }
}

static void invert(fr *out, const fr *m, unsigned t)
{
    fr both[MAX_WIDTH * 2 * MAX_WIDTH];
    memset(both, 0, sizeof both);
    for (unsigned i = 0; i < t; i++) {
        memcpy(&both[i * 2 * t], &m[i * t], t * sizeof *m);
        both[i * 2 * t + t + i] = FR_ONE;
    }
    eliminate(both, t, 2 * t);
    for (unsigned i = 0; i < t; i++)
        memcpy(&out[i * t], &both[i * 2 * t + t], t * sizeof *m);
}

/* out = m * v, columns as columns; out is not v. */
static void mat_vec(fr *out, const fr *m, const fr *v, unsigned t)
{
    fr x;
    for (unsigned i = 0; i < t; i++) {
        out[i] = FR_ZERO;
        for (unsigned j = 0; j < t; j++) {
            fr_mul(&x, &m[i * t + j], &v[j]);
            fr_add(&out[i], &out[i], &x);
        }
    }
}

/* Moves every key behind the linear layer before it, so that it follows an S-box; in the partial
 * rounds what does not meet the S-box moves on to the round before (§5). */
static void derive_keys(fr *out, const poseidon_params *p)
{
    const unsigned t = p->width, rp = p->partial_rounds, half = POSEIDON_HALF_ROUNDS;
    const fr *rk = p->round_keys;
    fr inverse[MAX_WIDTH * MAX_WIDTH], acc[MAX_WIDTH], v[MAX_WIDTH];
    invert(inverse, p->mds, t);

    memcpy(out, rk, t * sizeof *out);
    for (unsigned r = 1; r < half; r++)
        mat_vec(out + r * t, inverse, rk + r * t, t);

    fr *middle = out + half * t, *singles = middle + t;
    memcpy(acc, rk + (half + rp) * t, t * sizeof *acc);
    for (unsigned r = rp; r-- > 0;) {
        mat_vec(v, inverse, acc, t);
        singles[r] = v[0];
        acc[0] = rk[(half + r) * t];
        for (unsigned i = 1; i < t; i++)
            fr_add(&acc[i], &rk[(half + r) * t + i], &v[i]);
    }
    mat_vec(middle, inverse, acc, t);

    for (unsigned r = 1; r < half; r++)
        mat_vec(singles + rp + (r - 1) * t, inverse, rk + (half + rp + r) * t, t);
}

/* cur = mds * diag(1, hat), hat being the lower right part of cur (§6). */
static void peel(fr *cur, const fr *mds, unsigned t)
{
    fr hat[MAX_WIDTH * MAX_WIDTH], x;
    memcpy(hat, cur, (size_t)t * t * sizeof *hat);
    for (unsigned i = 0; i < t; i++) {
        cur[i * t] = mds[i * t];
        for (unsigned j = 1; j < t; j++) {
            cur[i * t + j] = FR_ZERO;
            for (unsigned k = 1; k < t; k++) {
                fr_mul(&x, &mds[i * t + k], &hat[k * t + j]);
                fr_add(&cur[i * t + j], &cur[i * t + j], &x);
            }
        }
    }
}

/* Splits a dense matrix off into a sparse one a partial round, from the last round back; what is
 * left over is pre_sparse (§6). */
static void derive_sparse(fr *pre_sparse, fr *sparse, const poseidon_params *p)
{
    const unsigned t = p->width;
    fr system[MAX_WIDTH * MAX_WIDTH], *cur = pre_sparse;
    assert(t > 1);
    memcpy(cur, p->mds, (size_t)t * t * sizeof *cur);
    for (unsigned r = p->partial_rounds; r-- > 0;) {
        fr *column = sparse + (size_t)r * (2 * t - 1), *row = column + t;
        /* column[1..] = hat^-1 * (the first column of cur below its first element) */
        for (unsigned i = 1; i < t; i++) {
            memcpy(&system[(i - 1) * t], &cur[i * t + 1], (t - 1) * sizeof *cur);
            system[(i - 1) * t + t - 1] = cur[i * t];
        }
        eliminate(system, t - 1, t);
        column[0] = cur[0];
        for (unsigned i = 1; i < t; i++)
            column[i] = system[(i - 1) * t + t - 1];
        memcpy(row, cur + 1, (t - 1) * sizeof *cur);
        peel(cur, p->mds, t);
    }
}

/* sum over j >= 1 of column[j] * v[j - 1] */
static fr tail_dot(const fr *column, const fr *v, unsigned t)
{
    fr sum = FR_ZERO, x;
    for (unsigned j = 1; j < t; j++) {
        fr_mul(&x, &column[j], &v[j - 1]);
        fr_add(&sum, &sum, &x);
    }
    return sum;
}

/* With x_i from the fourth full round and y_l from partial round l, element j >= 1 before partial
 * round k is  sum of pre_sparse[i][j] x_i + sum over l < k of row_l[j - 1] y_l; element 0 is that
 * sum with pre_sparse[i][0] for k = 0, and otherwise column_(k-1)[0] y_(k-1) + sum over j >= 1 of
 * column_(k-1)[j] (element j before round k - 1). */
static void derive_heads(fr *out, const poseidon_params *p)
{
    const unsigned t = p->width;
    for (unsigned i = 0; i < t; i++)
        *out++ = p->pre_sparse[i * t];
    for (unsigned k = 1; k <= p->partial_rounds; k++) {
        const fr *column = poseidon_sparse(p, k - 1).column;
        for (unsigned i = 0; i < t; i++)
            *out++ = tail_dot(column, &p->pre_sparse[i * t + 1], t);
        for (unsigned l = 0; l < k - 1; l++)
            *out++ = tail_dot(column, poseidon_sparse(p, l).row, t);
        *out++ = column[0];
    }
}

void poseidon_derive(poseidon_params *p, fr *storage)
{
    const unsigned t = p->width, rp = p->partial_rounds;
    const unsigned n_round_keys = (POSEIDON_FULL_ROUNDS + rp) * t;
    fr *round_keys = storage;
    fr *mds = round_keys + n_round_keys;
    fr *keys = mds + t * t;
    fr *pre_sparse = keys + POSEIDON_FULL_ROUNDS * t + rp;
    fr *sparse = pre_sparse + t * t;
    fr *heads = sparse + rp * (2 * t - 1);
    p->round_keys = round_keys;
    p->mds = mds;
    p->keys = keys;
    p->pre_sparse = pre_sparse;
    p->sparse = sparse;
    p->heads = heads;

    grain g;
    grain_init(&g, p);
    for (unsigned i = 0; i < n_round_keys; i++)
        grain_fr(&g, &round_keys[i]);
    derive_mds(mds, t);
    derive_keys(keys, p);
    derive_sparse(pre_sparse, sparse, p);
    derive_heads(heads, p);
}
