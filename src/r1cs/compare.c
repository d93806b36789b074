/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/compare.h"
#include "r1cs/density.h"
#include "r1cs/names.h"
#include <inttypes.h>
#include <stdlib.h>

#define WINDOW 1024 /* elements of a view read at once */

/* Reads a view element by element, ascending. */
typedef struct reader {
    const fr_view *view;
    size_t begin, n; /* what `value` holds */
    fr value[WINDOW];
} reader;

static const fr *at(reader *r, size_t i)
{
    if (i < r->begin || i >= r->begin + r->n) {
        r->begin = i;
        r->n = r->view->n - i < WINDOW ? r->view->n - i : WINDOW;
        fr_view_expand(r->view, i, r->n, r->value);
    }
    return &r->value[i - r->begin];
}

/* Variables read before, 64 side by side: rows come back to those of their hash. */
#define CACHED 256
typedef struct cache {
    size_t block[CACHED]; /* which 64, counted from 1; 0: none */
    fr value[CACHED][64];
} cache;

typedef struct comparer {
    cs cs;
    work *work;
    const assignment *asg;
    density_set density;
    name_stack names;
    reader a, b, c, aux, inputs;
    cache cached; /* of aux */
} comparer;

static void refuse(comparer *k, const char *code, const char *what, uint64_t i)
{
    char path[NAMES_PATH_LEN];
    names_path(&k->names, path, sizeof path);
    k->cs.status = err_set(&k->cs.error, CUZK_FAULT, code,
                           "%s %" PRIu64 " is not what the circuit computes: %s", what, i, path);
    err_at(&k->cs.error, NULL, path, (int64_t)i);
}

static void compare_alloc(cs *s, bool input, const fr *value)
{
    comparer *k = (comparer *)s;
    uint32_t i = (input ? s->n_inputs : s->n_aux) - 1;
    reader *r = input ? &k->inputs : &k->aux;
    if (i >= r->view->n || !fr_eq(at(r, i), value))
        refuse(k, "wrong-variable", input ? "input" : "variable", i);
    else if (!density_alloc(&k->density, input))
        cs_fail(s, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for the densities");
}

static void add_term(fr *sum, const fr *coeff, const fr *value)
{
    fr x;
    fr_mul(&x, value, coeff);
    fr_add(sum, sum, &x);
}

/* i is below aux.n: it was allocated and compared. */
static const fr *aux_value(comparer *k, size_t i)
{
    const size_t block = i / 64, left = k->asg->aux.n - block * 64;
    const unsigned slot = block % CACHED;
    if (k->cached.block[slot] != block + 1) {
        fr_view_expand(&k->asg->aux, block * 64, left < 64 ? left : 64, k->cached.value[slot]);
        k->cached.block[slot] = block + 1;
    }
    return &k->cached.value[slot][i % 64];
}

static bool same(comparer *k, const lc *l, const fr *value)
{
    fr sum = FR_ZERO;
    const lc_term *term = lc_terms_data(&l->inputs);
    for (uint32_t i = 0; i < l->inputs.n; i++) {
        fr x;
        fr_view_expand(&k->asg->inputs, term[i].index, 1, &x);
        add_term(&sum, &term[i].coeff, &x);
    }
    term = lc_terms_data(&l->aux);
    for (uint32_t i = 0; i < l->aux.n; i++)
        add_term(&sum, &term[i].coeff, aux_value(k, (size_t)term[i].index));
    return fr_eq(&sum, value);
}

#define ROWS_PER_POLL 65536 /* some tens of milliseconds */

static void compare_enforce(cs *s, const lc *a, const lc *b, const lc *c)
{
    comparer *k = (comparer *)s;
    uint64_t i = s->n_rows - 1;
    if (i % ROWS_PER_POLL == 0)
        s->status = work_status(k->work, &s->error);
    if (s->status != CUZK_OK)
        return;
    if (i >= k->asg->a.n || !same(k, a, at(&k->a, i)) || !same(k, b, at(&k->b, i)) ||
        !same(k, c, at(&k->c, i)))
        refuse(k, "wrong-row", "row", i);
    density_mark(&k->density, a, b);
}

static void compare_push(cs *s, const char *name, int64_t index)
{
    names_push(&((comparer *)s)->names, name, index);
}

static void compare_pop(cs *s)
{
    names_pop(&((comparer *)s)->names);
}

static const cs_ops compare_ops = {
    .name = "compare",
    .alloc = compare_alloc,
    .enforce = compare_enforce,
    .push = compare_push,
    .pop = compare_pop,
};

static bool same_bits(const bitmap *a, const bitmap *b)
{
    return a->n == b->n &&
           (a->n == 0 || memcmp(a->words, b->words, (a->n + 63) / 64 * sizeof *a->words) == 0);
}

static cuzk_status compare_ends(const comparer *k, cuzk_error *err)
{
    const assignment *asg = k->asg;
    const density_set *d = &k->density;
    if (k->cs.n_rows != asg->a.n || asg->b.n != asg->a.n || asg->c.n != asg->a.n ||
        k->cs.n_aux != asg->aux.n || k->cs.n_inputs != asg->inputs.n)
        return err_set(err, CUZK_FAULT, "wrong-length", "the assignment has another length");
    if (!same_bits(&d->a_aux, &asg->a_aux) || !same_bits(&d->b_aux, &asg->b_aux) ||
        !same_bits(&d->b_input, &asg->b_input))
        return err_set(err, CUZK_FAULT, "wrong-density", "the assignment has other densities");
    return CUZK_OK;
}

cuzk_status compare_make(work *wk, const circuit *c, const assignment *asg, cuzk_error *err)
{
    comparer *k = calloc(1, sizeof *k);
    if (!k)
        return err_no_memory(err, "comparing rows", sizeof *k);
    k->work = wk;
    k->asg = asg;
    k->a.view = &asg->a;
    k->b.view = &asg->b;
    k->c.view = &asg->c;
    k->aux.view = &asg->aux;
    k->inputs.view = &asg->inputs;
    cs_init(&k->cs, &compare_ops);
    c->synthesize(c->ctx, &k->cs);
    cs_finish(&k->cs);
    cuzk_status status = cs_status(&k->cs, err);
    if (status == CUZK_OK)
        status = compare_ends(k, err);
    density_free(&k->density);
    cs_free(&k->cs);
    free(k);
    return status;
}
