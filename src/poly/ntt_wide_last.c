/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The last pass in lanes: a block is a single column, and eight blocks go together. Block r holds a
 * polynomial modulo x^rows - y^rows, y = shift root^reverse(r), so with element i scaled by y^i it
 * has the twiddles of block 0, of which those of the first stages are mostly 1. The eight blocks
 * are those whose reversed numbers follow each other: with their rows reversed, too, they are eight
 * neighbours of the natural order, and to reverse costs nothing on that side of the pass. */
#include "poly/ntt_wide.h"

#define VIEW_COLUMNS ((size_t)64) /* neighbours asked of a view at once, at most */

/* The step of lane 0 is y; a Montgomery form, R = 2^260, goes into lane l of a row. */
static void set_lane(uint64_t *row, unsigned l, const fr *z)
{
    uint64_t limbs[5];
    fr t = *z;
    for (int i = 0; i < 4; i++)
        fr_double(&t, &t);
    ntt_split52(limbs, &t);
    for (unsigned j = 0; j < 5; j++)
        row[j * NTT_LANES + l] = limbs[j];
}

static void set_steps(const ntt_wide_pass *p, ntt_powers *powers, const fr *y)
{
    fr step[NTT_LANES] = { *y };
    for (unsigned i = 1; i < NTT_LANES; i++)
        fr_mul(&step[i], &step[i - 1], &p->d->root[p->dir][p->d->lg_n]);
    for (unsigned l = 0; l < NTT_LANES; l++)
        set_lane(powers->step, l, &step[NTT_LANES_ELEMENT[l]]);
}

/* The blocks whose reversed numbers are `first` and on. */
static void blocks_at(const ntt_wide_pass *p, const fr *a, size_t first, const fr *block[NTT_LANES])
{
    for (unsigned l = 0; l < NTT_LANES; l++)
        block[l] = a + (bit_reverse(first + NTT_LANES_ELEMENT[l], p->s0) << p->lg_rows);
}

static void store_blocks(const ntt_wide_pass *p, const uint64_t *rows, size_t first,
                         const ntt_powers *powers)
{
    fr *block[NTT_LANES];
    blocks_at(p, p->to, first, (const fr **)block);
    p->x->lanes->store_blocks(rows, p->lg_rows, block, powers, ntt_wide_stream(p));
}

static void forward_tile(const ntt_wide_pass *p, uint64_t *rows, size_t first,
                         const ntt_powers *powers)
{
    const fr *block[NTT_LANES];
    blocks_at(p, p->from, first, block);
    p->x->lanes->load_blocks(rows, p->lg_rows, block, powers);
    ntt_wide_transform(p, rows, p->x->unit[p->dir], true);
    if (p->natural)
        p->x->lanes->store_columns(rows, p->lg_rows, p->to + first, (size_t)1 << p->s0,
                                   NTT_STORE_REV | NTT_STORE_FINAL | ntt_wide_stream(p));
    else
        store_blocks(p, rows, first, NULL);
}

/* chunk: of a view, rows of `width` elements in the order of the transform, from lane 0 on. */
static void inverse_tile(const ntt_wide_pass *p, uint64_t *rows, size_t first,
                         const ntt_powers *powers, const fr *chunk, size_t width)
{
    const fr *block[NTT_LANES];
    if (chunk) {
        p->x->lanes->load_columns(rows, p->lg_rows, chunk, width, false);
    } else if (p->natural) {
        p->x->lanes->load_columns(rows, p->lg_rows, p->from + first, (size_t)1 << p->s0, true);
    } else {
        blocks_at(p, p->from, first, block);
        p->x->lanes->load_blocks(rows, p->lg_rows, block, NULL);
    }
    ntt_wide_transform(p, rows, p->x->unit[p->dir], true);
    store_blocks(p, rows, first, powers);
}

static void expand_rows(const ntt_wide_pass *p, size_t first, size_t width, fr *chunk)
{
    for (size_t j = 0; j < (size_t)1 << p->lg_rows; j++)
        ntt_expand_padded(p->view, first + (bit_reverse(j, p->lg_rows) << p->s0), width,
                          chunk + j * width);
}

/* How many neighbours of each row of a view are expanded at once. */
static size_t view_width(const ntt_wide_pass *p)
{
    size_t width = NTT_WIDE_CHUNK >> p->lg_rows;
    width = width < VIEW_COLUMNS ? width : VIEW_COLUMNS;
    return width < (size_t)1 << p->s0 ? width : (size_t)1 << p->s0;
}

static void last_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const ntt_wide_pass *p = ctx;
    const ntt_domain *d = p->d;
    const size_t width = p->view ? view_width(p) : NTT_LANES;
    uint64_t *rows = ntt_wide_rows(p, thread);
    fr *chunk = p->view ? p->x->chunk + thread * NTT_WIDE_CHUNK : NULL;
    fr y, next; /* y of the first block, and from those of one tile to those of the next */
    ntt_powers powers;
    fr_pow_u64(&y, &d->root[p->dir][d->lg_n], begin * width);
    if (p->coset)
        fr_mul(&y, &y, &d->shift[p->dir][d->lg_n]);
    fr_pow_u64(&next, &d->root[p->dir][d->lg_n], NTT_LANES);
    for (unsigned l = 0; l < NTT_LANES; l++)
        set_lane(powers.start, l, p->k ? p->k : &FR_ONE);
    for (size_t i = begin; i < end; i++) {
        if (p->view)
            expand_rows(p, i * width, width, chunk);
        for (size_t c = 0; c < width; c += NTT_LANES) {
            const size_t first = i * width + c;
            set_steps(p, &powers, &y);
            fr_mul(&y, &y, &next);
            if (p->dir == NTT_FORWARD)
                forward_tile(p, rows, first, &powers);
            else
                inverse_tile(p, rows, first, &powers, chunk ? chunk + c : NULL, width);
        }
    }
}

void ntt_wide_last(const ntt_wide_pass *p, work *w)
{
    const size_t width = p->view ? view_width(p) : NTT_LANES;
    const size_t tasks = ((size_t)1 << p->s0) / width;
    work_for(w, tasks, ntt_grain(p->d, w, tasks), last_range, (void *)p);
}
