/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "drawn.h"
#include "field/oracle.h"
#include "test.h"

drawn drawn_any(uint64_t *seed, unsigned most)
{
    static const unsigned percent[] = { 0, 1, 5, 30, 100 };
    return (drawn) { .shape = rnd64(seed),
                     .n_inputs = (unsigned)(rnd64(seed) % 5),
                     .n_free = (unsigned)(rnd64(seed) % most),
                     .n_rows = 1 + (unsigned)(rnd64(seed) % most),
                     .in_a = percent[rnd64(seed) % 5],
                     .in_b = percent[rnd64(seed) % 5],
                     .wide = percent[rnd64(seed) % 5],
                     .cancel = rnd64(seed) % 2 ? 20 : 0 };
}

typedef struct writer {
    const drawn *d;
    cs *s;
    uint64_t shape, values;
    cs_var *var;
    fr *value;
    unsigned n, used, free_end; /* variables; free ones from `used` on are in no row yet */
} writer;

static bool chance(writer *w, unsigned percent)
{
    return rnd64(&w->shape) % 100 < percent;
}

static fr any_value(writer *w)
{
    const uint64_t r = rnd64(&w->values);
    fr x = fr_from_u64(r % 100 < w->d->wide + 5 ? r >> 50 : r >> 50 & 1);
    if (r % 100 < w->d->wide) {
        x = fr_from_u64(r);
        fr_sqr(&x, &x);
    }
    if (r >> 40 & 1)
        fr_neg(&x, &x);
    return x;
}

static void keep(writer *w, cs_var v, const fr *value)
{
    w->var[w->n] = v;
    w->value[w->n++] = *value;
}

static void term(const writer *w, lc *l, fr *sum, const fr *coeff, unsigned at)
{
    fr t;
    lc_add(l, coeff, w->var[at]);
    fr_mul(&t, coeff, &w->value[at]);
    fr_add(sum, sum, &t);
}

/* One to three terms of variables that are in use, some of which cancel. */
static void any_terms(writer *w, lc *l, fr *sum, unsigned percent)
{
    for (uint64_t left = 1 + rnd64(&w->shape) % 3; left; left--) {
        fr coeff = fr_from_u64(1 + rnd64(&w->shape) % 3);
        unsigned at = chance(w, percent) ? (unsigned)(rnd64(&w->shape) % w->n) : 0;
        at = at >= w->used && at < w->free_end ? 0 : at;
        term(w, l, sum, &coeff, at);
        if (!chance(w, w->d->cancel))
            continue;
        fr_neg(&coeff, &coeff);
        term(w, l, sum, &coeff, at);
    }
}

/* A * B = C + what makes it hold, which is a variable. Free variables come into use. */
static void any_row(writer *w)
{
    cs_row r = cs_row_begin(w->s);
    lc *side[3] = { r.a, r.b, r.c };
    fr sum[3] = { FR_ZERO, FR_ZERO, FR_ZERO };
    any_terms(w, r.a, &sum[0], w->d->in_a);
    any_terms(w, r.b, &sum[1], w->d->in_b);
    for (int i = 0; i < 2 && w->used < w->free_end; i++) {
        const int at = chance(w, w->d->in_a) ? 0 : chance(w, w->d->in_b) ? 1 : 2;
        term(w, side[at], &sum[at], &FR_ONE, w->used++);
    }
    fr_mul(&sum[0], &sum[0], &sum[1]);
    fr_sub(&sum[0], &sum[0], &sum[2]);
    const cs_var out = cs_alloc(w->s, &sum[0]);
    lc_add_var(r.c, out);
    keep(w, out, &sum[0]);
    cs_row_end(w->s);
}

void drawn_rows(const void *ctx, cs *s)
{
    const drawn *d = ctx;
    const size_t most = 1 + (size_t)d->n_inputs + 2 * (size_t)d->n_free + d->n_rows;
    writer w = { .d = d, .s = s, .shape = d->shape, .values = d->values };
    w.var = calloc(most, sizeof *w.var);
    w.value = calloc(most, sizeof *w.value);
    assert_true(w.var && w.value);
    keep(&w, CS_ONE, &FR_ONE);
    for (unsigned i = 0; i < d->n_inputs; i++) {
        const fr x = any_value(&w);
        keep(&w, cs_alloc_input(s, &x), &x);
    }
    w.used = w.n;
    for (unsigned i = 0; i < d->n_free; i++) {
        const fr x = any_value(&w);
        keep(&w, cs_alloc(s, &x), &x);
    }
    w.free_end = w.n;
    for (unsigned i = 0; i < d->n_rows || w.used < w.free_end; i++)
        any_row(&w);
    free(w.var);
    free(w.value);
}
