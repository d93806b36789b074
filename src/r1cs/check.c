/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/check.h"
#include <stdlib.h>
#include <string.h>

typedef struct checker {
    cs cs;
    const check_options *options;
    check_result *out;
    fr *inputs, *aux;
    size_t cap_inputs, cap_aux;
    name_stack names;
    bool stopped; /* on purpose: the system's failure is none */
} checker;

static void check_alloc(cs *s, bool input, const fr *value)
{
    checker *k = (checker *)s;
    uint32_t i = (input ? s->n_inputs : s->n_aux) - 1;
    fr **values = input ? &k->inputs : &k->aux;
    size_t *cap = input ? &k->cap_inputs : &k->cap_aux;
    if (i == *cap) {
        size_t more = *cap ? *cap + *cap / 2 : 1024;
        fr *grown = realloc(*values, more * sizeof *grown);
        if (!grown) {
            cs_fail(s, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for the witness");
            return;
        }
        *values = grown;
        *cap = more;
    }
    (*values)[i] = *value;
    if (k->options->mutate && k->options->wire == (input ? cs_input(i) : cs_aux(i))) {
        (*values)[i] = k->options->value;
        names_path(&k->names, k->out->wire_path, sizeof k->out->wire_path);
    }
}

static void check_enforce(cs *s, const lc *a, const lc *b, const lc *c)
{
    checker *k = (checker *)s;
    check_result *out = k->out;
    fr x, y, z;
    lc_eval(&x, a, k->inputs, k->aux);
    lc_eval(&y, b, k->inputs, k->aux);
    lc_eval(&z, c, k->inputs, k->aux);
    fr_mul(&x, &x, &y);
    if (fr_eq(&x, &z))
        return;
    if (out->n_unsatisfied++ == 0) {
        out->first_row = s->n_rows - 1;
        names_path(&k->names, out->first_path, sizeof out->first_path);
    }
    if (k->options->stop) { /* gadgets do nothing to a system that has failed */
        k->stopped = true;
        cs_fail(s, CUZK_NO, "unsatisfied", "a constraint does not hold");
    }
}

static void check_push(cs *s, const char *name, int64_t index)
{
    names_push(&((checker *)s)->names, name, index);
}

static void check_pop(cs *s)
{
    names_pop(&((checker *)s)->names);
}

static const cs_ops check_ops = {
    .name = "check",
    .alloc = check_alloc,
    .enforce = check_enforce,
    .push = check_push,
    .pop = check_pop,
};

cuzk_status check_make(check_result *r, const circuit *c, const check_options *options,
                       cuzk_error *err)
{
    const check_options none = { 0 };
    checker k = { .options = options ? options : &none, .out = r };
    memset(r, 0, sizeof *r);
    cs_init(&k.cs, &check_ops);
    c->synthesize(c->ctx, &k.cs);
    cs_finish(&k.cs);
    cuzk_status status = k.stopped ? CUZK_OK : cs_status(&k.cs, err);
    r->counts = (cs_counts) { k.cs.n_rows, k.cs.n_inputs, k.cs.n_aux };
    r->inputs = k.inputs;
    free(k.aux);
    cs_free(&k.cs);
    if (status != CUZK_OK)
        check_free(r);
    return status;
}

void check_free(check_result *r)
{
    free(r->inputs);
    r->inputs = NULL;
}

cuzk_status check_circuit(const circuit *c, cuzk_error *err)
{
    check_result r;
    const check_options first = { .stop = true };
    TRY(check_make(&r, c, &first, err));
    check_free(&r);
    if (r.n_unsatisfied == 0)
        return CUZK_OK;
    err_set(err, CUZK_NO, "unsatisfied", "constraint %llu of %s does not hold: %s",
            (unsigned long long)r.first_row, c->id, r.first_path);
    err_at(err, NULL, r.first_path, (int64_t)r.first_row);
    return CUZK_NO;
}
