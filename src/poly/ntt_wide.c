/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Passes in lanes. Stage s splits 2^s blocks (ntt.c); a pass does the stages [s0, s0 + lg_rows) on
 * eight columns at a time, which share their twiddles as long as a block has so many columns: the
 * last pass, where a block is a single column, is in ntt_wide_last.c. */
#include "poly/ntt_wide.h"
#include "base/cpu.h"
#include <stdlib.h>

#define LG_PASS_MAX 12 /* a column set of 1.25 MiB: the second-level cache */

/* Those of cpu_variant_get(); NULL if it has none. */
static const ntt_lanes *lanes_now(void)
{
    static const ntt_lanes *const by_variant[CPU_VARIANTS] = {
#ifdef CUZK_HAVE_IFMA
        [CPU_IFMA] = &ntt_lanes_ifma,
#endif
    };
    return by_variant[cpu_variant_get()];
}

/* Evenly; more than two passes only where the column sets would not fit. The first has the least
 * rows, the last the most. */
static void split_passes(ntt_wide *x, unsigned lg_n)
{
    x->n_passes = lg_n <= 2 * LG_PASS_MAX ? 2 : 3;
    for (unsigned i = 0; i < x->n_passes; i++)
        x->lg_rows[i] = (lg_n + i) / x->n_passes;
}

static unsigned last_rows(const ntt_wide *x)
{
    return x->lg_rows[x->n_passes - 1];
}

static size_t round64(size_t len)
{
    return (len + 63) & ~(size_t)63;
}

static void *place(uint8_t *mem, size_t at)
{
    return mem ? mem + at : NULL;
}

/* Tables first, then what each thread has. Called with mem NULL to measure. */
static size_t lay_out(ntt_wide *x, unsigned threads, uint8_t *mem)
{
    const size_t tw = sizeof(ntt_twiddle), rows = (size_t)1 << last_rows(x);
    size_t at = 0;
    for (int dir = 0; dir < 2; dir++) {
        x->unit[dir] = place(mem, at);
        at = round64(at + rows / 2 * tw);
        x->first[dir] = place(mem, at);
        at = round64(at + (tw << x->lg_rows[0]));
    }
    x->middle = place(mem, at);
    if (x->n_passes > 2)
        at = round64(at + threads * (tw << x->lg_rows[1]));
    x->rows_len = rows * NTT_LANES_ROW;
    x->rows = place(mem, at);
    at += threads * x->rows_len * sizeof(uint64_t);
    x->chunk = place(mem, at);
    return at + threads * NTT_WIDE_CHUNK * sizeof(fr);
}

/* Of block r of the 2^s0: root_(s0+t+1)^reverse(r 2^t + b) times the shift, at [2^t + b]. */
static void block_twiddles(const ntt_domain *d, ntt_twiddle *tw, int dir, bool coset, unsigned s0,
                           unsigned lg_rows, size_t r)
{
    fr s, z;
    const unsigned s1 = s0 + lg_rows;
    fr_pow_u64(&s, &d->root[dir][s1], bit_reverse(r, s0));
    if (coset)
        fr_mul(&s, &s, &d->shift[dir][s1]);
    for (unsigned t = lg_rows; t-- > 0;) {
        for (size_t b = 0; b < (size_t)1 << t; b++) {
            fr_mul(&z, &d->table[dir][b], &s);
            ntt_twiddle_make(&tw[((size_t)1 << t) + b], &z);
        }
        fr_sqr(&s, &s);
    }
}

cuzk_status ntt_wide_new(ntt_wide **o, const ntt_domain *d, work *w, cuzk_error *err)
{
    const ntt_lanes *lanes = lanes_now();
    *o = NULL;
    if (!lanes || d->lg_n < NTT_WIDE_MIN_LG_N)
        return CUZK_OK;
    ntt_wide *x = calloc(1, sizeof *x);
    if (!x)
        return err_no_memory(err, "NTT tables", sizeof *x);
    x->lanes = lanes;
    split_passes(x, d->lg_n);
    x->mem_len = lay_out(x, d->threads, NULL);
    x->mem = work_alloc(w, x->mem_len, "NTT tables and scratch", err);
    if (!x->mem) {
        free(x);
        return CUZK_NO_RESOURCES;
    }
    lay_out(x, d->threads, x->mem);
    for (int dir = NTT_FORWARD; dir <= NTT_INVERSE; dir++) {
        for (size_t b = 0; b < (size_t)1 << (last_rows(x) - 1); b++)
            ntt_twiddle_make(&x->unit[dir][b], &d->table[dir][b]);
        block_twiddles(d, x->first[dir], dir, true, 0, x->lg_rows[0], 0);
    }
    *o = x;
    return CUZK_OK;
}

size_t ntt_wide_memory(unsigned lg_n, unsigned threads)
{
    ntt_wide x = { 0 };
    if (!lanes_now() || lg_n < NTT_WIDE_MIN_LG_N)
        return 0;
    split_passes(&x, lg_n);
    return lay_out(&x, threads, NULL);
}

void ntt_wide_free(ntt_wide *x, work *w)
{
    if (!x)
        return;
    work_dealloc(w, x->mem, x->mem_len);
    free(x);
}

/* ---- passes of many columns a block ---- */

static unsigned lg_columns(const ntt_wide_pass *p)
{
    return p->d->lg_n - p->s0 - p->lg_rows;
}

/* Block r of tile i, and where the tile begins. */
static size_t tile_block(const ntt_wide_pass *p, size_t i)
{
    return i / (((size_t)1 << lg_columns(p)) / NTT_LANES);
}

static size_t tile_at(const ntt_wide_pass *p, size_t i)
{
    const size_t r = tile_block(p, i), c = i * NTT_LANES - (r << lg_columns(p));
    return (r << (lg_columns(p) + p->lg_rows)) + c;
}

static const ntt_twiddle *tile_twiddles(const ntt_wide_pass *p, size_t r, unsigned thread)
{
    const ntt_wide *x = p->x;
    if (r == 0 && !p->coset)
        return x->unit[p->dir];
    if (p->s0 == 0)
        return x->first[p->dir];
    ntt_twiddle *own = x->middle + ((size_t)thread << x->lg_rows[1]);
    block_twiddles(p->d, own, p->dir, p->coset, p->s0, p->lg_rows, r);
    return own;
}

static void columns_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const ntt_wide_pass *p = ctx;
    const ntt_wide *x = p->x;
    const size_t stride = (size_t)1 << lg_columns(p);
    const unsigned how = ntt_wide_stream(p) | (p->final ? NTT_STORE_FINAL : 0);
    uint64_t *rows = ntt_wide_rows(p, thread);
    const ntt_twiddle *tw = NULL;
    size_t have = SIZE_MAX; /* the block that tw is for */
    for (size_t i = begin; i < end; i++) {
        const size_t r = tile_block(p, i), at = tile_at(p, i);
        const bool unit = r == 0 && !p->coset;
        if (r != have)
            tw = tile_twiddles(p, r, thread);
        have = r;
        x->lanes->load_columns(rows, p->lg_rows, p->from + at, stride, false);
        ntt_wide_transform(p, rows, tw, unit);
        x->lanes->store_columns(rows, p->lg_rows, p->to + at, stride, how);
    }
}

static void columns_pass(ntt_wide_pass *p, work *w, unsigned i)
{
    p->s0 = 0;
    for (unsigned j = 0; j < i; j++)
        p->s0 += p->x->lg_rows[j];
    p->lg_rows = p->x->lg_rows[i];
    const size_t tiles = ((size_t)1 << (p->d->lg_n - p->lg_rows)) / NTT_LANES;
    work_for(w, tiles, ntt_grain(p->d, w, tiles), columns_range, p);
}

/* The last pass ends the way to bit-reversed order, and begins the way back. */
static void last_pass(ntt_wide_pass *p, work *w)
{
    p->lg_rows = last_rows(p->x);
    p->s0 = p->d->lg_n - p->lg_rows;
    ntt_wide_last(p, w);
}

void ntt_wide_forward(const ntt_domain *d, work *w, fr *a, fr *tmp, bool coset)
{
    ntt_wide_pass p = { .d = d, .x = d->wide, .dir = NTT_FORWARD, .coset = coset, .from = a };
    p.to = tmp ? tmp : a;
    for (unsigned i = 0; i + 1 < p.x->n_passes; i++) {
        columns_pass(&p, w, i);
        p.from = p.to;
    }
    p.to = a;
    p.natural = tmp;
    last_pass(&p, w);
}

/* The passes after the one that ntt_wide_last is in an inverse transform: in `a`, to o. */
static void inverse_rest(ntt_wide_pass *p, work *w, fr *a, fr *o)
{
    p->from = p->to = a;
    for (unsigned i = p->x->n_passes - 1; i-- > 0;) {
        p->final = i == 0;
        if (p->final)
            p->to = o;
        columns_pass(p, w, i);
    }
}

void ntt_wide_inverse(const ntt_domain *d, work *w, fr *a, fr *tmp, bool coset, const fr *k)
{
    ntt_wide_pass p = { .d = d, .x = d->wide, .dir = NTT_INVERSE, .coset = coset, .k = k };
    p.from = a;
    p.to = tmp ? tmp : a;
    p.natural = tmp;
    last_pass(&p, w);
    inverse_rest(&p, w, p.to, a);
}

void ntt_wide_inverse_view(const ntt_domain *d, work *w, fr *o, const fr_view *v, const fr *k)
{
    ntt_wide_pass p = { .d = d, .x = d->wide, .dir = NTT_INVERSE, .view = v, .k = k, .to = o };
    last_pass(&p, w);
    inverse_rest(&p, w, o, o);
}
