/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/density_make.h"
#include <stdlib.h>

typedef struct density_cs {
    cs cs;
    work *work;
    density_set *d;
} density_cs;

static void density_cs_alloc(cs *s, bool input, const fr *value)
{
    density_cs *k = (density_cs *)s;
    (void)value;
    if (!density_alloc(k->d, input))
        cs_fail(s, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for the densities");
}

#define ROWS_PER_POLL 65536 /* some tens of milliseconds */

static void density_cs_enforce(cs *s, const lc *a, const lc *b, const lc *c)
{
    density_cs *k = (density_cs *)s;
    (void)c;
    if (s->n_rows % ROWS_PER_POLL == 0)
        s->status = work_status(k->work, &s->error);
    density_mark(k->d, a, b);
}

static const cs_ops density_ops = {
    .name = "density",
    .alloc = density_cs_alloc,
    .enforce = density_cs_enforce,
};

/* to[at + i] |= from[first + i] for i < n */
static void repeat(bitmap *to, size_t at, size_t first, size_t n)
{
    for (size_t i = 0; i < n;) {
        size_t f = first + i, t = at + i, step = 64 - (f % 64 > t % 64 ? f % 64 : t % 64);
        step = step < n - i ? step : n - i;
        uint64_t bits = to->words[f / 64] >> f % 64;
        bits &= step < 64 ? (UINT64_C(1) << step) - 1 : UINT64_MAX;
        to->words[t / 64] |= bits << t % 64;
        i += step;
    }
}

static bool grow(density_set *d, size_t n_inputs, size_t n_aux)
{
    while (d->b_input.n < n_inputs)
        if (!density_alloc(d, true))
            return false;
    while (d->b_aux.n < n_aux)
        if (!density_alloc(d, false))
            return false;
    return true;
}

/* Part 0 has been run; the other parts use their own variables as it does its own, and mark
 * nothing in the head that it has not marked. */
static bool repeat_parts(density_set *d, const circuit_parts *p)
{
    cs_counts head = p->head_counts, all = circuit_parts_before(p, p->n);
    if (!grow(d, all.n_inputs, all.n_aux))
        return false;
    for (unsigned i = 1; i < p->n; i++) {
        cs_counts at = circuit_parts_before(p, i);
        repeat(&d->a_aux, at.n_aux, head.n_aux, p->part_counts.n_aux);
        repeat(&d->b_aux, at.n_aux, head.n_aux, p->part_counts.n_aux);
        repeat(&d->b_input, at.n_inputs, head.n_inputs, p->part_counts.n_inputs);
    }
    return true;
}

static void run_parts(density_cs *k, const circuit_parts *p)
{
    void *shared = calloc(1, p->shared_len ? p->shared_len : 1);
    if (!shared) {
        cs_fail(&k->cs, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for the densities");
        return;
    }
    p->head(p->ctx, &k->cs, shared);
    if (p->n)
        p->part(p->ctx, &k->cs, shared, 0);
    free(shared);
    cs_counts n = circuit_parts_before(p, p->n ? 1 : 0);
    if (k->cs.status != CUZK_OK)
        return;
    if (k->cs.n_inputs != n.n_inputs || k->cs.n_aux != n.n_aux || k->cs.n_rows != n.n_rows)
        cs_fail(&k->cs, CUZK_FAULT, "uneven-parts", "a part of the circuit has another size");
    else if (!repeat_parts(k->d, p))
        cs_fail(&k->cs, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for the densities");
}

cuzk_status density_make(density_set *d, work *wk, const circuit *c, const circuit_parts *parts,
                         cuzk_error *err)
{
    density_cs k = { .work = wk, .d = d };
    density_init(d);
    cs_init(&k.cs, &density_ops);
    if (parts)
        run_parts(&k, parts);
    else
        c->synthesize(c->ctx, &k.cs);
    cs_finish(&k.cs); /* marks inputs in A only, which are dense as it is */
    cuzk_status status = cs_status(&k.cs, err);
    cs_free(&k.cs);
    if (status != CUZK_OK)
        density_free(d);
    return status;
}
