/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/compact.h"
#include "r1cs/values_store.h"
#include <stdlib.h>
#include <string.h>

static void push_input(cs_values *v, const fr *value)
{
    if (v->n_inputs == v->cap_inputs) {
        uint32_t cap = v->cap_inputs ? 2 * v->cap_inputs : 64;
        fr *grown = realloc(v->inputs, cap * sizeof *grown);
        if (!grown) {
            cs_fail(&v->cs, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for the inputs");
            return;
        }
        v->inputs = grown;
        v->cap_inputs = cap;
    }
    v->inputs[v->n_inputs++] = *value;
}

static void compact_alloc(cs *s, bool input, const fr *value)
{
    cs_values *v = (cs_values *)s;
    if (input) {
        push_input(v, value);
        return;
    }
    s->n_aux--; /* values_var counts it */
    values_var(v, value, NULL);
}

static void eval_terms(cs_values *v, fr *sum, const lc_terms *t, bool aux)
{
    const lc_term *term = lc_terms_data(t);
    for (uint32_t i = 0; i < t->n; i++) {
        fr x;
        uint32_t index = (uint32_t)term[i].index;
        if (!values_lookup(v, aux ? cs_aux(index) : cs_input(index), &x))
            return;
        fr_mul(&x, &x, &term[i].coeff);
        fr_add(sum, sum, &x);
    }
}

static fr eval(cs_values *v, const lc *l)
{
    fr sum = FR_ZERO;
    eval_terms(v, &sum, &l->inputs, false);
    eval_terms(v, &sum, &l->aux, true);
    return sum;
}

static void compact_enforce(cs *s, const lc *a, const lc *b, const lc *c)
{
    cs_values *v = (cs_values *)s;
    s->n_rows--; /* values_row counts it */
    fr va = eval(v, a), vb = eval(v, b), vc = eval(v, c);
    value_ref ra = values_extra(v, &va), rb = ra, rc = ra;
    if (!fr_eq(&vb, &va))
        rb = values_extra(v, &vb);
    if (fr_eq(&vc, &vb))
        rc = rb;
    else if (!fr_eq(&vc, &va))
        rc = values_extra(v, &vc);
    values_row(v, ra, rb, rc);
}

static const cs_ops compact_ops = {
    .name = "compact",
    .alloc = compact_alloc,
    .enforce = compact_enforce,
};

/* A segment whose first row and variables come behind those counted. */
static void segment_init(compact *w, cs_values *v, cs_counts first, const cs_counts *expected)
{
    v->work = w->work;
    values_small_init(v->small);
    cs_init(&v->cs, &compact_ops);
    if (first.n_inputs) { /* another has ONE */
        v->n_inputs = 0;
        v->cs.n_inputs = first.n_inputs;
    }
    v->first = first;
    v->cs.n_aux = first.n_aux;
    v->cs.n_rows = first.n_rows;
    v->cs.values = v;
    if (values_reserve_rows(v, expected ? expected->n_rows : 4096))
        values_reserve_vars(v, expected ? expected->n_aux : 4096);
}

typedef struct parts_job {
    compact *w;
    const circuit_parts *parts;
    const void *shared;
} parts_job;

static void run_parts(void *ctx, size_t begin, size_t end, unsigned thread)
{
    const parts_job *j = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        cs_values *v = &j->w->segment[1 + i];
        segment_init(j->w, v, circuit_parts_before(j->parts, (unsigned)i), &j->parts->part_counts);
        v->head = j->w->segment;
        if (v->cs.status == CUZK_OK)
            j->parts->part(j->parts->ctx, &v->cs, j->shared, (unsigned)i);
    }
}

/* The first failure in the order of rows; else whether each made what it was said to. */
static cuzk_status check_parts(const compact *w, const circuit_parts *parts, cuzk_error *err)
{
    for (unsigned i = 0; i <= parts->n; i++)
        TRY(cs_status(&w->segment[i].cs, err));
    for (unsigned i = 0; i <= parts->n; i++) {
        const cs *s = &w->segment[i].cs;
        cs_counts n = circuit_parts_before(parts, i);
        if (s->n_rows == n.n_rows && s->n_aux == n.n_aux && s->n_inputs == n.n_inputs)
            continue;
        return err_set(err, CUZK_FAULT, "uneven-parts",
                       "piece %u of the circuit ends at row %llu, not %llu", i,
                       (unsigned long long)s->n_rows, (unsigned long long)n.n_rows);
    }
    return CUZK_OK;
}

static cuzk_status make_parts(compact *w, const circuit_parts *parts, cuzk_error *err)
{
    void *shared = calloc(1, parts->shared_len ? parts->shared_len : 1);
    if (!shared)
        return err_no_memory(err, "what parts of a circuit share", parts->shared_len);
    segment_init(w, w->segment, (cs_counts) { 0 }, &parts->head_counts);
    if (w->segment->cs.status == CUZK_OK)
        parts->head(parts->ctx, &w->segment->cs, shared);
    parts_job j = { w, parts, shared };
    if (w->segment->cs.status == CUZK_OK)
        work_for(w->work, parts->n, 1, run_parts, &j);
    free(shared);
    TRY(cs_status(&w->segment->cs, err));
    TRY(work_status(w->work, err));
    return check_parts(w, parts, err);
}

static cuzk_status make_whole(compact *w, const circuit *c, const cs_counts *expected,
                              cuzk_error *err)
{
    cs_values *v = w->segment;
    segment_init(w, v, (cs_counts) { 0 }, expected);
    if (v->cs.status == CUZK_OK)
        c->synthesize(c->ctx, &v->cs);
    return cs_status(&v->cs, err);
}

static cuzk_status gather_inputs(compact *w, cuzk_error *err)
{
    size_t n = 0;
    for (unsigned i = 0; i + 1 < w->n_segments; i++)
        n += w->segment[i].n_inputs; /* of the first ONE at least */
    w->inputs = calloc(n, sizeof *w->inputs);
    if (!w->inputs)
        return err_no_memory(err, "the inputs", n * sizeof *w->inputs);
    n = 0;
    for (unsigned i = 0; i + 1 < w->n_segments; i++) {
        const cs_values *v = &w->segment[i];
        memcpy(w->inputs + n, v->inputs, v->n_inputs * sizeof *w->inputs);
        n += v->n_inputs;
    }
    return CUZK_OK;
}

/* The rows of cs_finish, whose variables are the inputs of all. */
static cuzk_status finish(compact *w, cuzk_error *err)
{
    const cs *last = &w->segment[w->n_segments - 2].cs;
    cs_values *v = &w->segment[w->n_segments - 1];
    cs_values all = { .inputs = w->inputs, .n_inputs = last->n_inputs };
    const cs_counts first = { last->n_rows, last->n_inputs, last->n_aux };
    const cs_counts n = { .n_rows = last->n_inputs };
    segment_init(w, v, first, &n);
    v->head = &all;
    cs_finish(&v->cs);
    v->head = NULL;
    w->counts = (cs_counts) { v->cs.n_rows, v->cs.n_inputs, v->cs.n_aux };
    return cs_status(&v->cs, err);
}

cuzk_status compact_make(compact *w, work *wk, const circuit *c, const circuit_parts *parts,
                         const cs_counts *expected, cuzk_error *err)
{
    unsigned n = parts ? parts->n + 2 : 2;
    *w = (compact) { .work = wk, .n_segments = n, .segment = calloc(n, sizeof *w->segment) };
    if (!w->segment)
        return err_no_memory(err, "the witness", n * sizeof *w->segment);
    cuzk_status status = parts ? make_parts(w, parts, err) : make_whole(w, c, expected, err);
    if (status == CUZK_OK)
        status = gather_inputs(w, err);
    if (status == CUZK_OK)
        status = finish(w, err);
    if (status != CUZK_OK)
        compact_free(w);
    w->a = (compact_view) { w, VALUE_A };
    w->b = (compact_view) { w, VALUE_B };
    w->c = (compact_view) { w, VALUE_C };
    w->aux = (compact_view) { .w = w };
    return status;
}

void compact_free(compact *w)
{
    for (unsigned i = 0; i < w->n_segments; i++)
        if (w->segment[i].work) /* begun */
            values_free(&w->segment[i]);
    free(w->segment);
    free(w->inputs);
    w->segment = NULL;
    w->n_segments = 0;
    w->inputs = NULL;
}
