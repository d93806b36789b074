/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What ntt.c and ntt_order.c share. */
#ifndef CUZK_POLY_NTT_INTERNAL_H
#define CUZK_POLY_NTT_INTERNAL_H

#include "poly/ntt.h"

/* The last pass works on 2^12 neighbours in place (128 KiB, and as much of twiddles); the others
 * on tiles of 2^13 elements (256 KiB): both fit the second-level cache of any current CPU. */
#define NTT_LG_LAST 12
#define NTT_LG_TILE 13
#define NTT_LG_PASS 10 /* rows of a tile: at least 8 columns = 256 neighbouring bytes */

enum { NTT_FORWARD, NTT_INVERSE };

typedef struct ntt_kernels ntt_kernels;
typedef struct ntt_wide ntt_wide;

struct ntt_domain {
    unsigned lg_n, threads;
    const ntt_kernels *kernels;
    ntt_wide *wide; /* where transforms run in lanes; else NULL */
    fr n_inv;
    fr root[2][NTT_MAX_LG_N + 1];  /* root[0][k] has order 2^k; root[1][k] is its inverse */
    fr shift[2][NTT_MAX_LG_N + 1]; /* shift[0][k] = g^(n / 2^k); shift[1][k] is its inverse */
    fr *table[2];                  /* root[.][12]^reverse(b, 11) for b < 2^11 */
    fr *scratch;                   /* NTT_SCRATCH elements a thread */
    size_t alloc_len;
};

#define NTT_TABLE    ((size_t)1 << (NTT_LG_LAST - 1))
#define NTT_TWIDDLES ((size_t)1 << NTT_LG_LAST)
#define NTT_SCRATCH  (NTT_TWIDDLES + ((size_t)1 << NTT_LG_TILE))

static inline fr *ntt_scratch(const ntt_domain *d, unsigned thread)
{
    return d->scratch + thread * NTT_SCRATCH;
}

/* The elements of v, then zeros, into a in bit-reversed order. */
void ntt_load_rev(const ntt_domain *d, work *w, fr *a, const fr_view *v);
/* Elements [i, i + len) of a view that zeros follow. */
void ntt_expand_padded(const fr_view *v, size_t i, size_t len, fr *out);

/* The low lg bits of x, mirrored. */
static inline size_t bit_reverse(size_t x, unsigned lg)
{
    uint64_t v = x;
    v = (v >> 1 & UINT64_C(0x5555555555555555)) | (v & UINT64_C(0x5555555555555555)) << 1;
    v = (v >> 2 & UINT64_C(0x3333333333333333)) | (v & UINT64_C(0x3333333333333333)) << 2;
    v = (v >> 4 & UINT64_C(0x0f0f0f0f0f0f0f0f)) | (v & UINT64_C(0x0f0f0f0f0f0f0f0f)) << 4;
    return lg ? (size_t)(__builtin_bswap64(v) >> (64 - lg)) : 0;
}

/* A pass over more elements than this is cut, so that whoever waits for the work to pause does not
 * wait for long. */
#define NTT_LG_RANGE 17

/* The tasks of a pass over d in ranges small enough to keep all threads busy to the end, large
 * enough to amortise their start. */
static inline size_t ntt_grain(const ntt_domain *d, const work *w, size_t tasks)
{
    const size_t most = d->lg_n > NTT_LG_RANGE ? tasks >> (d->lg_n - NTT_LG_RANGE) : tasks;
    size_t grain = tasks / (8 * (size_t)w->threads);
    if (grain > most)
        grain = most;
    return grain ? grain : 1;
}

#endif
