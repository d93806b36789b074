/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/cs.h"

void cs_init(cs *s, const cs_ops *ops)
{
    s->ops = ops;
    s->n_inputs = s->n_aux = 0;
    s->n_rows = 0;
    s->values = NULL;
    s->work = NULL;
    s->status = CUZK_OK;
    err_set(&s->error, CUZK_OK, "", "%s", "");
    lc_memory_init(&s->row_memory);
    lc_init_row(&s->a, &s->row_memory);
    lc_init_row(&s->b, &s->row_memory);
    lc_init_row(&s->c, &s->row_memory);
    cs_alloc_input(s, &FR_ONE);
}

void cs_free(cs *s)
{
    lc_free(&s->a);
    lc_free(&s->b);
    lc_free(&s->c);
    lc_memory_free(&s->row_memory);
}

void cs_finish(cs *s)
{
    uint32_t n = s->n_inputs;
    for (uint32_t i = 0; i < n; i++) {
        cs_push(s, "input constraint", i);
        cs_row r = cs_row_begin(s); /* input_i * 0 = 0 */
        lc_add_var(r.a, cs_input(i));
        cs_row_end(s);
        cs_pop(s);
    }
}

static cs_var alloc(cs *s, bool input, const fr *value)
{
    uint32_t *n = input ? &s->n_inputs : &s->n_aux;
    if (s->status != CUZK_OK)
        return CS_ONE;
    if (*n == CS_MAX_VARS) {
        cs_fail(s, CUZK_NO_RESOURCES, "too-many-variables", "the circuit has too many variables");
        return CS_ONE;
    }
    uint32_t index = (*n)++;
    s->ops->alloc(s, input, value);
    return input ? cs_input(index) : cs_aux(index);
}

cs_var cs_alloc(cs *s, const fr *value)
{
    return alloc(s, false, value);
}

cs_var cs_alloc_input(cs *s, const fr *value)
{
    return alloc(s, true, value);
}

cs_row cs_row_begin(cs *s)
{
    lc_clear(&s->a);
    lc_clear(&s->b);
    lc_clear(&s->c);
    lc_memory_reset(&s->row_memory);
    return (cs_row) { &s->a, &s->b, &s->c };
}

void cs_row_end(cs *s)
{
    cs_enforce(s, &s->a, &s->b, &s->c);
}

/* Some tens of milliseconds in the slowest back end. */
#define ROWS_PER_STEP 65536

static void step(cs *s)
{
    work_advance(s->work, ROWS_PER_STEP);
    s->status = work_status(s->work, &s->error);
}

void cs_enforce(cs *s, const lc *a, const lc *b, const lc *c)
{
    if (a->failed || b->failed || c->failed)
        cs_fail(s, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for a linear combination");
    if (s->status != CUZK_OK)
        return;
    s->n_rows++;
    if (s->work && s->n_rows % ROWS_PER_STEP == 0)
        step(s);
    s->ops->enforce(s, a, b, c);
}

void cs_fail(cs *s, cuzk_status status, const char *code, const char *message)
{
    if (s->status == CUZK_OK)
        s->status = err_set(&s->error, status, code, "%s", message);
}

cuzk_status cs_status(const cs *s, cuzk_error *err)
{
    if (s->status != CUZK_OK && err)
        *err = s->error;
    return s->status;
}
