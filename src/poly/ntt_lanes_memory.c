/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The table of kernels in lanes; column sets from and to memory, where rows are far apart and asked
 * for some rows ahead. */
#include "base/variant.h"
#include "field/fr_lanes_memory.h"
#include "poly/ntt_internal.h"
#include "poly/ntt_lanes_transform.h"

#define ROWS_AHEAD 8

static void prefetch_row(const fr *p)
{
    for (int i = 0; i < 4; i++)
        __builtin_prefetch(p + 2 * i, 0, 2);
}

static void load_columns(uint64_t *rows, unsigned lg_rows, const fr *a, size_t stride, bool rev)
{
    fr8 *x = (fr8 *)rows;
    const size_t n = (size_t)1 << lg_rows;
    for (size_t i = 0; i < n; i++) {
        const size_t ahead = (i + ROWS_AHEAD) & (n - 1);
        prefetch_row(a + (rev ? bit_reverse(ahead, lg_rows) : ahead) * stride);
        fr8_load(&x[i], a + (rev ? bit_reverse(i, lg_rows) : i) * stride);
    }
}

LANES_INLINE void store_rows(const fr8 *x, unsigned lg_rows, fr *a, size_t stride, unsigned how,
                             bool stream)
{
    for (size_t i = 0; i < (size_t)1 << lg_rows; i++) {
        fr8 t = x[i];
        fr8_reduce(&t);
        if (how & NTT_STORE_FINAL)
            fr8_canonical(&t);
        fr8_store_as(a + (how & NTT_STORE_REV ? bit_reverse(i, lg_rows) : i) * stride, &t, stream);
    }
    if (stream)
        _mm_sfence();
}

static void store_columns(const uint64_t *x, unsigned lg_rows, fr *a, size_t stride, unsigned how)
{
    if (how & NTT_STORE_STREAM)
        store_rows((const fr8 *)x, lg_rows, a, stride, how, true);
    else
        store_rows((const fr8 *)x, lg_rows, a, stride, how, false);
}

/* Two runs of powers, of even and of odd rows: either product waits for its own last only. */
typedef struct power_runs {
    fr8 now[2], step;
} power_runs;

static void powers_begin(power_runs *r, const ntt_powers *p)
{
    fr8 step;
    fr8_read(&step, p->step);
    fr8_read(&r->now[0], p->start);
    fr8_mul(&r->now[1], &r->now[0], &step);
    fr8_mul(&r->step, &step, &step);
}

/* a, normalised and below 27 r, times the powers of rows 2 i and 2 i + 1: below 1.9 r */
LANES_INLINE void powers_apply(power_runs *r, fr8 a[2])
{
    LANES_UNROLL
    for (int e = 0; e < 2; e++) {
        fr8_mul(&a[e], &a[e], &r->now[e]);
        fr8_mul(&r->now[e], &r->now[e], &r->step);
    }
}

static void load_blocks(uint64_t *rows, unsigned lg_rows, const fr *const block[NTT_LANES],
                        const ntt_powers *powers)
{
    fr8 *x = (fr8 *)rows;
    power_runs runs;
    if (powers)
        powers_begin(&runs, powers);
    for (size_t i = 0; i < (size_t)1 << lg_rows; i += 2) {
        const fr *row[NTT_LANES];
        fr8 t[2];
        for (int l = 0; l < NTT_LANES; l++)
            row[l] = block[l] + i;
        fr8_gather2(t, row);
        if (powers)
            powers_apply(&runs, t);
        x[i] = t[0];
        x[i + 1] = t[1];
    }
}

/* Loose within 12.9 r to normalised below 28 r. */
LANES_INLINE void lift(fr8 *a)
{
    fr8 c;
    fr8_set1(&c, FR52_15R);
    fr8_add(a, a, &c);
    lanes_carry_signed(a->l, 5);
    a->l[4] = _mm512_and_si512(a->l[4], lanes_set1(LANES_LIMB_MASK));
}

LANES_INLINE void store_pairs(const fr8 *x, unsigned lg_rows, fr *const block[NTT_LANES],
                              const ntt_powers *powers, bool stream)
{
    power_runs runs;
    if (powers)
        powers_begin(&runs, powers);
    for (size_t i = 0; i < (size_t)1 << lg_rows; i += 2) {
        fr *row[NTT_LANES];
        fr8 t[2] = { x[i], x[i + 1] };
        for (int e = 0; e < 2; e++) {
            if (powers) {
                lift(&t[e]);
            } else {
                fr8_reduce(&t[e]);
                fr8_canonical(&t[e]);
            }
        }
        if (powers)
            powers_apply(&runs, t);
        for (int l = 0; l < NTT_LANES; l++)
            row[l] = block[l] + i;
        fr8_scatter2_as(row, t, stream);
    }
    if (stream)
        _mm_sfence();
}

static void store_blocks(const uint64_t *x, unsigned lg_rows, fr *const block[NTT_LANES],
                         const ntt_powers *powers, unsigned how)
{
    if (how & NTT_STORE_STREAM)
        store_pairs((const fr8 *)x, lg_rows, block, powers, true);
    else
        store_pairs((const fr8 *)x, lg_rows, block, powers, false);
}

const ntt_lanes VARIANT(ntt_lanes) = {
    .forward = ntt_lanes_forward,
    .inverse = ntt_lanes_inverse,
    .load_columns = load_columns,
    .store_columns = store_columns,
    .load_blocks = load_blocks,
    .store_blocks = store_blocks,
};
