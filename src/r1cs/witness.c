/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/witness.h"
#include <string.h>

static cuzk_status reserve(witness *w, witness_vec *v, size_t cap)
{
    fr *grown = work_alloc(w->work, cap * sizeof(fr), "the witness", &w->cs.error);
    if (!grown)
        return w->cs.status = CUZK_NO_RESOURCES;
    if (v->n)
        memcpy(grown, v->v, v->n * sizeof(fr));
    if (v->v)
        work_dealloc(w->work, v->v, v->cap * sizeof(fr));
    v->v = grown;
    v->cap = cap;
    return CUZK_OK;
}

/* Room for one more, or the system has failed. */
static inline fr *push(witness *w, witness_vec *v)
{
    if (__builtin_expect(v->n == v->cap, 0) &&
        reserve(w, v, v->cap < 4096 ? 4096 : v->cap + v->cap / 2) != CUZK_OK)
        return NULL;
    return &v->v[v->n++];
}

static void witness_alloc(cs *s, bool input, const fr *value)
{
    witness *w = (witness *)s;
    fr *out = push(w, input ? &w->inputs : &w->aux);
    if (!out)
        return;
    *out = *value;
    if (!density_alloc(&w->density, input))
        cs_fail(s, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for the densities");
}

/* How often the cancel flag is looked at: some tens of milliseconds. */
#define ROWS_PER_POLL 65536

static void witness_enforce(cs *s, const lc *a, const lc *b, const lc *c)
{
    witness *w = (witness *)s;
    if (s->n_rows % ROWS_PER_POLL == 0)
        s->status = work_status(w->work, &s->error);
    fr *va = push(w, &w->a), *vb = push(w, &w->b), *vc = push(w, &w->c);
    if (!va || !vb || !vc)
        return;
    lc_eval(va, a, w->inputs.v, w->aux.v);
    lc_eval(vb, b, w->inputs.v, w->aux.v);
    lc_eval(vc, c, w->inputs.v, w->aux.v);
    density_mark(&w->density, a, b);
}

static const cs_ops witness_ops = {
    .name = "witness",
    .alloc = witness_alloc,
    .enforce = witness_enforce,
};

static void presize(witness *w, const cs_counts *n)
{
    const struct {
        witness_vec *v;
        uint64_t n;
    } part[] = {
        { &w->a, n->n_rows },        { &w->b, n->n_rows },  { &w->c, n->n_rows },
        { &w->inputs, n->n_inputs }, { &w->aux, n->n_aux },
    };
    for (size_t i = 0; i < sizeof part / sizeof part[0] && w->cs.status == CUZK_OK; i++)
        if (part[i].n > part[i].v->cap)
            reserve(w, part[i].v, part[i].n);
}

cuzk_status witness_make(witness *w, work *wk, const circuit *c, const cs_counts *expected,
                         cuzk_error *err)
{
    *w = (witness) { .work = wk };
    cs_init(&w->cs, &witness_ops);
    if (expected)
        presize(w, expected);
    c->synthesize(c->ctx, &w->cs);
    cs_finish(&w->cs);
    cuzk_status status = cs_status(&w->cs, err);
    if (status != CUZK_OK)
        witness_free(w);
    return status;
}

static void vec_free(work *wk, witness_vec *v)
{
    if (v->v)
        work_dealloc(wk, v->v, v->cap * sizeof(fr));
    *v = (witness_vec) { 0 };
}

void witness_free(witness *w)
{
    vec_free(w->work, &w->a);
    vec_free(w->work, &w->b);
    vec_free(w->work, &w->c);
    vec_free(w->work, &w->inputs);
    vec_free(w->work, &w->aux);
    density_free(&w->density);
    cs_free(&w->cs);
}

void witness_assignment(const witness *w, assignment *out)
{
    *out = (assignment) {
        .a = fr_view_plain(w->a.v, w->a.n),
        .b = fr_view_plain(w->b.v, w->b.n),
        .c = fr_view_plain(w->c.v, w->c.n),
        .inputs = fr_view_plain(w->inputs.v, w->inputs.n),
        .aux = fr_view_plain(w->aux.v, w->aux.n),
        .a_aux = w->density.a_aux,
        .b_input = w->density.b_input,
        .b_aux = w->density.b_aux,
    };
}
