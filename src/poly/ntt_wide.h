/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The transforms of poly/ntt.h where they run in lanes. Internal to poly. */
#ifndef CUZK_POLY_NTT_WIDE_H
#define CUZK_POLY_NTT_WIDE_H

#include "poly/ntt_internal.h"
#include "poly/ntt_lanes.h"

#define NTT_WIDE_MIN_LG_N    6                 /* eight blocks of eight columns */
#define NTT_WIDE_CHUNK       ((size_t)1 << 15) /* elements of a view expanded at once, at most */
#define NTT_WIDE_STREAM_LG_N 16 /* 2 MiB: where streaming stores were measured to win */

struct ntt_wide {
    const ntt_lanes *lanes;
    unsigned n_passes, lg_rows[3];
    ntt_twiddle *unit[2];  /* of block b, for all stages of a pass */
    ntt_twiddle *first[2]; /* of the first pass on the coset: at [2^t + b] */
    ntt_twiddle *middle;   /* of one block of the middle pass, a thread */
    uint64_t *rows;        /* a column set, a thread */
    fr *chunk;             /* NTT_WIDE_CHUNK elements, a thread */
    size_t rows_len;       /* words of a thread */
    void *mem;
    size_t mem_len;
};

/* For a domain whose roots, shifts and tables are filled in. NULL, and CUZK_OK, where this size or
 * this CPU does without. */
cuzk_status ntt_wide_new(ntt_wide **o, const ntt_domain *d, work *w, cuzk_error *err);
size_t ntt_wide_memory(unsigned lg_n, unsigned threads);
void ntt_wide_free(ntt_wide *x, work *w);

/* Natural order in; bit-reversed out, in place, or by way of tmp natural out. */
void ntt_wide_forward(const ntt_domain *d, work *w, fr *a, fr *tmp, bool coset);
/* k n times the inverse, natural order out: of a, in place from bit-reversed order, or by way of
 * tmp from natural order; of the elements of v, then zeros, into o. */
void ntt_wide_inverse(const ntt_domain *d, work *w, fr *a, fr *tmp, bool coset, const fr *k);
void ntt_wide_inverse_view(const ntt_domain *d, work *w, fr *o, const fr_view *v, const fr *k);

/* One pass over memory. */
typedef struct ntt_wide_pass {
    const ntt_domain *d;
    const ntt_wide *x;
    int dir;
    bool coset;
    bool final;          /* of a pass of columns: what it writes is reduced */
    bool natural;        /* of the last pass: the other side is in natural order */
    const fr_view *view; /* of the last pass: in place of from, natural order */
    const fr *from;
    fr *to;
    const fr *k; /* of the last pass of an inverse */
    unsigned s0, lg_rows;
} ntt_wide_pass;

void ntt_wide_last(const ntt_wide_pass *p, work *w);

static inline uint64_t *ntt_wide_rows(const ntt_wide_pass *p, unsigned thread)
{
    return p->x->rows + thread * p->x->rows_len;
}

static inline void ntt_wide_transform(const ntt_wide_pass *p, uint64_t *rows, const ntt_twiddle *tw,
                                      bool unit)
{
    const ntt_lanes *k = p->x->lanes;
    (p->dir == NTT_FORWARD ? k->forward : k->inverse)(rows, p->lg_rows, tw, unit);
}

/* How the pass stores: past the caches when the vector is larger than they are, and where its
 * stores would not be of whole lines, through them. */
static inline unsigned ntt_wide_stream(const ntt_wide_pass *p)
{
    const bool lines = (uintptr_t)p->to % 64 == 0;
    return lines && p->d->lg_n >= NTT_WIDE_STREAM_LG_N ? NTT_STORE_STREAM : 0;
}

#endif
