/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/shape.h"
#include <stdlib.h>

static bool grow(void **p, size_t *cap, uint64_t n, size_t size)
{
    if (n <= *cap)
        return true;
    size_t more = *cap ? *cap + *cap / 2 : 1024;
    if (more < n)
        more = n;
    void *q = realloc(*p, more * size);
    if (!q)
        return false;
    *p = q;
    *cap = more;
    return true;
}

static bool record_terms(shape *s, shape_matrix *m, const lc_terms *t, bool aux)
{
    const lc_term *term = lc_terms_data(t);
    for (uint32_t i = 0; i < t->n; i++) {
        shape_term *out = &m->term[m->n_terms++];
        out->var = aux ? cs_aux((uint32_t)term[i].index) : cs_input((uint32_t)term[i].index);
        if (!coeff_number(&s->coeffs, &term[i].coeff, &out->coeff))
            return false;
    }
    return true;
}

static bool record(shape *s, shape_matrix *m, const lc *l)
{
    uint64_t row = s->cs.n_rows - 1;
    uint64_t n_terms = (uint64_t)m->n_terms + lc_n_terms(l);
    void *row_start = m->row_start, *term = m->term;
    bool ok = n_terms <= UINT32_MAX && grow(&row_start, &m->cap_rows, row + 2, sizeof(uint32_t));
    m->row_start = row_start;
    ok = ok && grow(&term, &m->cap_terms, n_terms, sizeof(shape_term));
    m->term = term;
    if (!ok)
        return false;
    m->row_start[row] = m->n_terms;
    ok = record_terms(s, m, &l->inputs, false) && record_terms(s, m, &l->aux, true);
    m->row_start[row + 1] = m->n_terms;
    return ok;
}

static void shape_alloc(cs *sys, bool input, const fr *value)
{
    shape *s = (shape *)sys;
    (void)value;
    if (!density_alloc(&s->density, input))
        cs_fail(sys, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for the circuit's shape");
}

static void shape_enforce(cs *sys, const lc *a, const lc *b, const lc *c)
{
    shape *s = (shape *)sys;
    uint64_t n_terms = (uint64_t)s->a.n_terms + s->b.n_terms + s->c.n_terms + lc_n_terms(a) +
                       lc_n_terms(b) + lc_n_terms(c);
    if (s->max_terms && n_terms > s->max_terms) {
        cs_fail(sys, CUZK_NO_RESOURCES, "over-memory-limit",
                "the circuit has more terms than the memory limit has room for");
        return;
    }
    if (!record(s, &s->a, a) || !record(s, &s->b, b) || !record(s, &s->c, c)) {
        cs_fail(sys, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for the circuit's shape");
        return;
    }
    density_mark(&s->density, a, b);
}

static const cs_ops shape_ops = { .name = "shape", .alloc = shape_alloc, .enforce = shape_enforce };

cuzk_status shape_make(shape *s, const circuit *c, uint64_t max_terms, cuzk_error *err)
{
    *s = (shape) { .max_terms = max_terms };
    bool ok = coeff_init(&s->coeffs);
    cs_init(&s->cs, &shape_ops);
    if (!ok)
        cs_fail(&s->cs, CUZK_NO_RESOURCES, "out-of-memory",
                "out of memory for the circuit's shape");
    c->synthesize(c->ctx, &s->cs);
    cs_finish(&s->cs); /* at least the row of ONE, so row_start is there */
    cuzk_status status = cs_status(&s->cs, err);
    if (status != CUZK_OK)
        shape_free(s);
    return status;
}

static void matrix_free(shape_matrix *m)
{
    free(m->term);
    free(m->row_start);
    *m = (shape_matrix) { 0 };
}

void shape_free(shape *s)
{
    matrix_free(&s->a);
    matrix_free(&s->b);
    matrix_free(&s->c);
    coeff_free(&s->coeffs);
    density_free(&s->density);
    cs_free(&s->cs);
}

cs_counts shape_counts(const shape *s)
{
    return (cs_counts) { s->cs.n_rows, s->cs.n_inputs, s->cs.n_aux };
}
