/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "msm/fixed_base.h"
#include "base/random.h"
#include "curve/point_form.h"
#include "field/kernels.h"
#include "msm/scalars.h"
#include <stdlib.h>
#include <string.h>

#define FIXED_BASE_MAX_C       16
#define FIXED_BASE_MAX_WINDOWS 128 /* fixed_base_windows(2) */
/* From a digit to that of the next window: no power of two, which would have all digits of a
 * scalar in one set of the cache. */
#define DIGITS_STRIDE (FIXED_BASE_BATCH + 16)

struct fixed_base {
    const point_form *form;
    unsigned c, windows;
    size_t row_len; /* 2^(c-1) */
    void *points;   /* number w * row_len + j - 1 is j 2^(cw) G */
    uint8_t *scratch;
    size_t scratch_len, alloc_len; /* of one thread, of all there is */
};

/* One thread's. With the batch's part of a row it fits a second-level cache. */
typedef struct scratch {
    int32_t *digits; /* a row of DIGITS_STRIDE a window */
    batch_add_op *ops;
    void *sums, *add;
} scratch;

/* The folded scalars have 254 bits; one more for the sign. */
static unsigned fixed_base_windows(unsigned c)
{
    return (FR_BITS - 1 + c) / c;
}

/* The window with the fewest additions, those that make the table included. One of 17 bits would
 * save one addition in 16, and lose it again to the caches that its table misses. */
static unsigned fixed_base_window(size_t n)
{
    unsigned best = 2;
    size_t best_cost = SIZE_MAX;
    for (unsigned c = 2; c <= FIXED_BASE_MAX_C; c++) {
        size_t cost = fixed_base_windows(c) * (n + ((size_t)1 << (c - 1)));
        if (cost < best_cost) {
            best_cost = cost;
            best = c;
        }
    }
    return best;
}

static size_t aligned(size_t len)
{
    return (len + 63) & ~(size_t)63;
}

static size_t digits_len(const fixed_base *t)
{
    return aligned(t->windows * DIGITS_STRIDE * sizeof(int32_t));
}

static size_t scratch_size(const fixed_base *t)
{
    return digits_len(t) + FIXED_BASE_BATCH * (sizeof(batch_add_op) + t->form->len) +
           point_form_scratch(t->form, FIXED_BASE_BATCH);
}

static scratch scratch_of(const fixed_base *t, unsigned thread)
{
    uint8_t *at = t->scratch + thread * t->scratch_len;
    scratch s = { .digits = (int32_t *)(void *)at };
    at += digits_len(t);
    s.ops = (batch_add_op *)(void *)at;
    at += FIXED_BASE_BATCH * sizeof(batch_add_op);
    s.sums = at;
    s.add = at + FIXED_BASE_BATCH * t->form->len;
    return s;
}

/* -- the table -- */

/* The first point of a row is there. Point j - 1 is j times that, by doubling what is there:
 * (m + i) G = i G + m G for i <= m. */
static void fill_row(const fixed_base *t, void *row, const scratch *s)
{
    for (size_t m = 1; m < t->row_len; m *= 2) {
        memcpy(point_at(t->form, row, m), row, m * t->form->len);
        for (size_t i = 0; i < m;) {
            size_t batch = m - i < FIXED_BASE_BATCH ? m - i : FIXED_BASE_BATCH;
            for (size_t b = 0; b < batch; b++, i++)
                s->ops[b] = (batch_add_op) { (uint32_t)(m + i), (uint32_t)(m - 1) };
            t->form->batch_add(row, row, s->ops, batch, s->add);
        }
    }
}

static void fill_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const fixed_base *t = ctx;
    const scratch s = scratch_of(t, thread);
    for (size_t w = begin; w < end; w++)
        fill_row(t, point_at(t->form, t->points, w * t->row_len), &s);
}

/* first: 2^(cw) G for each window w. */
static void fill(fixed_base *t, work *w, const void *first)
{
    for (unsigned i = 0; i < t->windows; i++)
        t->form->from_affine(point_at(t->form, t->points, i * t->row_len),
                             (const uint8_t *)first + i * t->form->affine_len, 1);
    work_for(w, t->windows, 1, fill_range, t);
}

static cuzk_status table_new(fixed_base **out, work *w, const point_form *form, unsigned c,
                             const void *first, cuzk_error *err)
{
    fixed_base *t = calloc(1, sizeof *t);
    if (!t)
        return err_no_memory(err, "fixed base", sizeof *t);
    *t = (fixed_base) { .form = form, .c = c, .windows = fixed_base_windows(c) };
    t->row_len = (size_t)1 << (c - 1);
    t->scratch_len = scratch_size(t);
    const size_t points_len = aligned(t->windows * t->row_len * form->len);
    t->alloc_len = points_len + w->threads * t->scratch_len;
    uint8_t *mem = work_alloc(w, t->alloc_len, "fixed base table", err);
    if (!mem) {
        free(t);
        return CUZK_NO_RESOURCES;
    }
    t->points = mem;
    t->scratch = mem + points_len;
    fill(t, w, first);
    cuzk_status status = work_status(w, err);
    if (status == CUZK_OK)
        *out = t;
    else
        fixed_base_free(t, w);
    return status;
}

cuzk_status fixed_base_g1_new(fixed_base **t, work *w, const g1_affine *g, size_t n_hint,
                              cuzk_error *err)
{
    g1_affine first[FIXED_BASE_MAX_WINDOWS];
    const unsigned c = fixed_base_window(n_hint);
    g1 p;
    g1_from_affine(&p, g);
    for (unsigned i = 0; i < fixed_base_windows(c); i++) {
        g1_to_affine(&first[i], &p);
        for (unsigned b = 0; b < c; b++)
            g1_double(&p, &p);
    }
    *t = NULL;
    return table_new(t, w, g1_form_now(), c, first, err);
}

cuzk_status fixed_base_g2_new(fixed_base **t, work *w, const g2_affine *g, size_t n_hint,
                              cuzk_error *err)
{
    g2_affine first[FIXED_BASE_MAX_WINDOWS];
    const unsigned c = fixed_base_window(n_hint);
    g2 p;
    g2_from_affine(&p, g);
    for (unsigned i = 0; i < fixed_base_windows(c); i++) {
        g2_to_affine(&first[i], &p);
        for (unsigned b = 0; b < c; b++)
            g2_double(&p, &p);
    }
    *t = NULL;
    return table_new(t, w, g2_form_now(), c, first, err);
}

void fixed_base_free(fixed_base *t, work *w)
{
    if (!t)
        return;
    /* Scratch holds digits of the last scalars, and in a setup those are secret. */
    wipe(t->scratch, w->threads * t->scratch_len);
    work_dealloc(w, t->points, t->alloc_len);
    free(t);
}

/* -- multiples -- */

/* The sums of a batch take their point of window 0, then of window 1, ... */
static void sum_batch(const fixed_base *t, const scratch *s, const fr *k, size_t n)
{
    const field_kernels *kernels = field_kernels_now();
    for (size_t i = 0; i < n; i++) {
        fr_raw raw;
        kernels->fr_to_raw(&raw, &k[i]);
        bool neg = msm_fold(&raw);
        msm_digits(&s->digits[i], DIGITS_STRIDE, &raw, neg, t->c, t->windows);
    }
    memset(s->sums, t->form->infinity, n * t->form->len);
    for (unsigned w = 0; w < t->windows; w++) {
        size_t n_ops = 0;
        for (size_t i = 0; i < n; i++) {
            int32_t d = s->digits[w * DIGITS_STRIDE + i];
            uint32_t at = (uint32_t)(w * t->row_len) + (uint32_t)(d < 0 ? -d : d) - 1;
            s->ops[n_ops] = (batch_add_op) { (uint32_t)i, at | (d < 0 ? BATCH_ADD_NEG : 0) };
            n_ops += d != 0;
        }
        t->form->batch_add(s->sums, t->points, s->ops, n_ops, s->add);
    }
}

typedef struct job {
    const fixed_base *t;
    work *w;
    uint8_t *o;
    const fr *k;
} job;

static void mul_range(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const job *j = ctx;
    const scratch s = scratch_of(j->t, thread);
    sum_batch(j->t, &s, j->k + begin, end - begin);
    j->t->form->to_affine(j->o + begin * j->t->form->affine_len, s.sums, end - begin);
    work_advance(j->w, end - begin);
}

void fixed_base_mul(const fixed_base *t, work *w, void *o, const fr *k, size_t n)
{
    job j = { t, w, o, k };
    work_for(w, n, FIXED_BASE_BATCH, mul_range, &j);
}

void fixed_base_encode(const fixed_base *t, unsigned thread, uint8_t *o, const fr *k, size_t n)
{
    const scratch s = scratch_of(t, thread);
    sum_batch(t, &s, k, n);
    t->form->to_uncompressed(o, s.sums, n);
}
