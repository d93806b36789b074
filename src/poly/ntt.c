/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Decimation by block twiddles (ntt_kernels.c), cut into passes over memory.
 *
 * Stage s splits 2^s blocks. A pass does the stages [s0, s0 + lg_rows): block r of the 2^s0 blocks
 * is a matrix of 2^lg_rows rows, transformed column by column in tiles that are copied to scratch.
 * The twiddle of sub-block b at the pass's stage t is
 *     root_(s0+t+1)^(reverse(r 2^t + b)) = root_(t+1)^reverse(b) * root_(s0+t+1)^reverse(r)
 * and the second factor is the square of the next stage's, so a table of 2^11 roots and one power
 * a block are enough for any size. A coset g<w> multiplies it by g^(n / 2^(s0+t+1)), which is
 * the square of the next stage's too: cosets are free. */
#include "base/cpu.h"
#include "poly/ntt_internal.h"
#include "poly/ntt_kernels.h"
#include "poly/ntt_wide.h"
#include <stdlib.h>

/* The multiplicative generator of Fr that the cosets are shifted by. */
#define NTT_SHIFT 7

static const ntt_kernels *kernels_now(void)
{
    static const ntt_kernels *const by_variant[CPU_VARIANTS] = {
        [CPU_PORTABLE] = &ntt_kernels_portable,
#ifdef CUZK_HAVE_ADX
        [CPU_ADX] = &ntt_kernels_adx,
        [CPU_IFMA] = &ntt_kernels_adx,
#endif
    };
    return by_variant[cpu_variant_get()];
}

static void fill_table(fr *table, const fr *root)
{
    fr x = FR_ONE;
    for (size_t j = 0; j < NTT_TABLE; j++) {
        table[bit_reverse(j, NTT_LG_LAST - 1)] = x;
        fr_mul(&x, &x, root);
    }
}

static void fill_constants(ntt_domain *d)
{
    fr n = fr_from_u64(UINT64_C(1) << d->lg_n), table_root[2];
    fr_inv(&d->n_inv, &n);
    fr_root_of_unity(&table_root[NTT_FORWARD], NTT_LG_LAST);
    fr_inv(&table_root[NTT_INVERSE], &table_root[NTT_FORWARD]);
    fr_root_of_unity(&d->root[NTT_FORWARD][d->lg_n], d->lg_n);
    fr_inv(&d->root[NTT_INVERSE][d->lg_n], &d->root[NTT_FORWARD][d->lg_n]);
    d->shift[NTT_FORWARD][d->lg_n] = fr_from_u64(NTT_SHIFT);
    fr_inv(&d->shift[NTT_INVERSE][d->lg_n], &d->shift[NTT_FORWARD][d->lg_n]);
    for (int dir = NTT_FORWARD; dir <= NTT_INVERSE; dir++) {
        fill_table(d->table[dir], &table_root[dir]);
        for (unsigned k = d->lg_n; k > 0; k--) {
            fr_sqr(&d->root[dir][k - 1], &d->root[dir][k]);
            fr_sqr(&d->shift[dir][k - 1], &d->shift[dir][k]);
        }
    }
}

static size_t tables_len(unsigned threads)
{
    return (2 * NTT_TABLE + threads * NTT_SCRATCH) * sizeof(fr);
}

size_t ntt_domain_memory(unsigned lg_n, unsigned threads)
{
    return tables_len(threads) + ntt_wide_memory(lg_n, threads);
}

cuzk_status ntt_domain_new(ntt_domain **out, work *w, unsigned lg_n, cuzk_error *err)
{
    *out = NULL;
    if (lg_n > NTT_MAX_LG_N)
        return err_set(err, CUZK_BAD_INPUT, "domain-too-large", "no domain of 2^%u elements", lg_n);
    size_t len = tables_len(w->threads);
    ntt_domain *d = calloc(1, sizeof *d);
    if (!d)
        return err_no_memory(err, "NTT domain", sizeof *d);
    fr *mem = work_alloc(w, len, "NTT tables and scratch", err);
    if (!mem) {
        free(d);
        return CUZK_NO_RESOURCES;
    }
    d->lg_n = lg_n;
    d->threads = w->threads;
    d->table[NTT_FORWARD] = mem;
    d->table[NTT_INVERSE] = mem + NTT_TABLE;
    d->scratch = mem + 2 * NTT_TABLE;
    d->alloc_len = len;
    d->kernels = kernels_now();
    fill_constants(d);
    cuzk_status status = ntt_wide_new(&d->wide, d, w, err);
    if (status == CUZK_OK)
        *out = d;
    else
        ntt_domain_free(d, w);
    return status;
}

void ntt_domain_free(ntt_domain *d, work *w)
{
    if (!d)
        return;
    ntt_wide_free(d->wide, w);
    work_dealloc(w, d->table[NTT_FORWARD], d->alloc_len);
    free(d);
}

unsigned ntt_domain_lg_n(const ntt_domain *d)
{
    return d->lg_n;
}

typedef struct pass {
    const ntt_domain *d;
    const ntt_kernels *kernels;
    fr *a;
    int dir;
    bool coset;
    unsigned s0, lg_rows;
    size_t cols;  /* of a block */
    size_t width; /* columns of a tile */
    size_t tiles; /* of a block */
} pass;

static void block_twiddles(const pass *p, size_t r, fr *tw)
{
    const ntt_domain *d = p->d;
    unsigned s1 = p->s0 + p->lg_rows;
    fr s;
    fr_pow_u64(&s, &d->root[p->dir][s1], bit_reverse(r, p->s0));
    if (p->coset)
        fr_mul(&s, &s, &d->shift[p->dir][s1]);
    p->kernels->twiddles(tw, d->table[p->dir], p->lg_rows, &s);
}

static void transform_tile(const pass *p, size_t r, size_t t, const fr *tw, fr *tile)
{
    ntt_columns_fn columns = p->dir == NTT_FORWARD ? p->kernels->forward : p->kernels->inverse;
    bool unit = r == 0 && !p->coset;
    fr *block = p->a + ((r * p->cols) << p->lg_rows);
    if (p->cols == 1) {
        columns(block, p->lg_rows, 1, tw, unit);
        return;
    }
    fr *first = block + t * p->width;
    size_t rows = (size_t)1 << p->lg_rows, len = p->width * sizeof(fr);
    for (size_t i = 0; i < rows; i++)
        memcpy(tile + i * p->width, first + i * p->cols, len);
    columns(tile, p->lg_rows, p->width, tw, unit);
    for (size_t i = 0; i < rows; i++)
        memcpy(first + i * p->cols, tile + i * p->width, len);
}

static void pass_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const pass *p = ctx;
    fr *tw = ntt_scratch(p->d, thread), *tile = tw + NTT_TWIDDLES;
    size_t have = SIZE_MAX; /* the block whose twiddles tw holds */
    for (size_t i = begin; i < end; i++) {
        size_t r = i / p->tiles;
        if (r != have)
            block_twiddles(p, r, tw);
        have = r;
        transform_tile(p, r, i % p->tiles, tw, tile);
    }
}

static void run_pass(pass *p, work *w, unsigned s0, unsigned lg_rows)
{
    VERIFY_CHECK(w->threads <= p->d->threads); /* each has its scratch */
    p->s0 = s0;
    p->lg_rows = lg_rows;
    p->cols = (size_t)1 << (p->d->lg_n - s0 - lg_rows);
    p->width = (size_t)1 << (NTT_LG_TILE - lg_rows);
    if (p->width > p->cols)
        p->width = p->cols;
    p->tiles = p->cols / p->width;
    size_t tasks = p->tiles << s0;
    work_for(w, tasks, ntt_grain(p->d, w, tasks), pass_range, p);
}

/* The stages of each pass, in forward order. Returns how many passes. */
static unsigned split_stages(unsigned lg_n, unsigned lg_rows[4])
{
    unsigned last = lg_n < NTT_LG_LAST ? lg_n : NTT_LG_LAST, rest = lg_n - last;
    unsigned n = (rest + NTT_LG_PASS - 1) / NTT_LG_PASS;
    for (unsigned i = 0; i < n; i++)
        lg_rows[i] = rest / n + (i < rest % n);
    lg_rows[n] = last;
    return n + 1;
}

void ntt_forward_rev(const ntt_domain *d, work *w, fr *a, bool coset)
{
    if (d->wide) {
        ntt_wide_forward(d, w, a, NULL, coset);
        return;
    }
    unsigned lg_rows[4], n = split_stages(d->lg_n, lg_rows), s = 0;
    pass p = { .d = d, .kernels = d->kernels, .a = a, .dir = NTT_FORWARD, .coset = coset };
    for (unsigned i = 0; i < n; i++) {
        run_pass(&p, w, s, lg_rows[i]);
        s += lg_rows[i];
    }
}

void ntt_inverse_rev(const ntt_domain *d, work *w, fr *a, bool coset)
{
    if (d->wide) {
        ntt_wide_inverse(d, w, a, NULL, coset, &FR_ONE);
        return;
    }
    unsigned lg_rows[4], n = split_stages(d->lg_n, lg_rows), s = d->lg_n;
    pass p = { .d = d, .kernels = d->kernels, .a = a, .dir = NTT_INVERSE, .coset = coset };
    for (unsigned i = n; i-- > 0;) {
        s -= lg_rows[i];
        run_pass(&p, w, s, lg_rows[i]);
    }
}

void ntt_inverse_view(const ntt_domain *d, work *w, fr *o, const fr_view *v)
{
    if (d->wide) {
        ntt_wide_inverse_view(d, w, o, v, &FR_ONE);
        return;
    }
    ntt_load_rev(d, w, o, v);
    ntt_inverse_rev(d, w, o, false);
}

typedef struct scale_ctx {
    const ntt_kernels *kernels;
    fr *a;
    const fr *k;
} scale_ctx;

static void scale_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const scale_ctx *c = ctx;
    (void)thread;
    c->kernels->scale(c->a + begin, end - begin, c->k);
}

static void natural_forward(const ntt_domain *d, work *w, fr *a, fr *tmp, bool coset)
{
    if (d->wide) {
        ntt_wide_forward(d, w, a, tmp, coset);
        return;
    }
    ntt_forward_rev(d, w, a, coset);
    ntt_reverse(d, w, a);
}

static void natural_inverse(const ntt_domain *d, work *w, fr *a, fr *tmp, bool coset)
{
    if (d->wide) {
        ntt_wide_inverse(d, w, a, tmp, coset, &d->n_inv);
        return;
    }
    ntt_reverse(d, w, a);
    ntt_inverse_rev(d, w, a, coset);
    scale_ctx c = { .kernels = d->kernels, .a = a, .k = &d->n_inv };
    work_for(w, (size_t)1 << d->lg_n, (size_t)1 << NTT_LG_LAST, scale_range, &c);
}

void ntt_forward(const ntt_domain *d, work *w, fr *a, fr *tmp)
{
    natural_forward(d, w, a, tmp, false);
}

void ntt_inverse(const ntt_domain *d, work *w, fr *a, fr *tmp)
{
    natural_inverse(d, w, a, tmp, false);
}

void ntt_coset_forward(const ntt_domain *d, work *w, fr *a, fr *tmp)
{
    natural_forward(d, w, a, tmp, true);
}

void ntt_coset_inverse(const ntt_domain *d, work *w, fr *a, fr *tmp)
{
    natural_inverse(d, w, a, tmp, true);
}
