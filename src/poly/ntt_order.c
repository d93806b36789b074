/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bit reversal in tiles (Carter and Gatlin 1998): an index is (high, middle, low) with six bits at
 * either end, and the 64 x 64 elements of one middle go to those of the reversed middle,
 * transposed, so every access to memory is a run of 64 elements. */
#include "poly/ntt_internal.h"

#define LG_EDGE 6
#define EDGE    ((size_t)1 << LG_EDGE)

_Static_assert(2 * EDGE * EDGE <= NTT_SCRATCH, "two tiles fit a thread's scratch");

typedef struct order_ctx {
    const ntt_domain *d;
    fr *a;
    const fr_view *v;
} order_ctx;

/* Element (high, middle, low) of the array. */
static fr *run_at(const order_ctx *c, size_t high, size_t middle)
{
    return c->a + (high << (c->d->lg_n - LG_EDGE)) + (middle << LG_EDGE);
}

static void read_tile(const order_ctx *c, size_t middle, fr *tile)
{
    for (size_t i = 0; i < EDGE; i++)
        memcpy(tile + i * EDGE, run_at(c, i, middle), EDGE * sizeof(fr));
}

static void write_tile(const order_ctx *c, size_t middle, const fr *tile)
{
    for (size_t low = 0; low < EDGE; low++) {
        fr *run = run_at(c, bit_reverse(low, LG_EDGE), middle);
        for (size_t high = 0; high < EDGE; high++)
            run[bit_reverse(high, LG_EDGE)] = tile[high * EDGE + low];
    }
}

static void reverse_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const order_ctx *c = ctx;
    fr *tile = ntt_scratch(c->d, thread), *other = tile + EDGE * EDGE;
    for (size_t m = begin; m < end; m++) {
        size_t r = bit_reverse(m, c->d->lg_n - 2 * LG_EDGE);
        if (r < m)
            continue;
        read_tile(c, m, tile);
        if (r != m) {
            read_tile(c, r, other);
            write_tile(c, m, other);
        }
        write_tile(c, r, tile);
    }
}

static void reverse_small(fr *a, unsigned lg_n)
{
    for (size_t i = 0; i < (size_t)1 << lg_n; i++) {
        size_t j = bit_reverse(i, lg_n);
        if (i < j) {
            fr t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }
}

void ntt_reverse(const ntt_domain *d, work *w, fr *a)
{
    if (d->lg_n < 2 * LG_EDGE) {
        reverse_small(a, d->lg_n);
        return;
    }
    order_ctx c = { .d = d, .a = a };
    size_t tiles = (size_t)1 << (d->lg_n - 2 * LG_EDGE);
    work_for(w, tiles, ntt_grain(d, w, tiles), reverse_range, &c);
}

void ntt_expand_padded(const fr_view *v, size_t i, size_t len, fr *out)
{
    size_t have = i < v->n ? v->n - i : 0;
    if (have > len)
        have = len;
    if (have)
        fr_view_expand(v, i, have, out);
    memset(out + have, 0, (len - have) * sizeof *out);
}

static void load_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const order_ctx *c = ctx;
    fr *tile = ntt_scratch(c->d, thread);
    unsigned lg_n = c->d->lg_n;
    for (size_t m = begin; m < end; m++) {
        for (size_t i = 0; i < EDGE; i++)
            ntt_expand_padded(c->v, (i << (lg_n - LG_EDGE)) + (m << LG_EDGE), EDGE,
                              tile + i * EDGE);
        write_tile(c, bit_reverse(m, lg_n - 2 * LG_EDGE), tile);
    }
}

void ntt_load_rev(const ntt_domain *d, work *w, fr *a, const fr_view *v)
{
    if (d->lg_n < 2 * LG_EDGE) {
        ntt_expand_padded(v, 0, (size_t)1 << d->lg_n, a);
        reverse_small(a, d->lg_n);
        return;
    }
    order_ctx c = { .d = d, .a = a, .v = v };
    size_t tiles = (size_t)1 << (d->lg_n - 2 * LG_EDGE);
    work_for(w, tiles, ntt_grain(d, w, tiles), load_range, &c);
}
