/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/values.h"
#include "base/work_gate.h"
#include "r1cs/values_store.h"
#include <stdlib.h>
#include <string.h>

#define RANK_UNIT     (UINT64_C(1) << VALUE_RANK_LG)
#define MAX_REFERENCE (~VALUE_KIND) /* elements of a pool */

static void no_memory(cs_values *v)
{
    cs_fail(&v->cs, CUZK_NO_RESOURCES, "out-of-memory", "out of memory for the witness");
}

/* *p moves to a block of more bytes, zeros behind the old ones. */
static bool regrow(cs_values *v, void **p, size_t old_len, size_t len)
{
    void *grown = work_alloc(v->work, len, "the witness", &v->cs.error);
    if (!grown) {
        v->cs.status = CUZK_NO_RESOURCES;
        return false;
    }
    if (*p)
        memcpy(grown, *p, old_len);
    work_dealloc(v->work, *p, old_len);
    *p = grown;
    return true;
}

static size_t rank_len(uint64_t cap)
{
    return cap ? (cap / RANK_UNIT + 1) * sizeof(uint32_t) : 0;
}

bool values_reserve_rows(cs_values *v, uint64_t n)
{
    uint64_t cap = (n + 64 + RANK_UNIT - 1) / RANK_UNIT * RANK_UNIT;
    if (!regrow(v, (void **)&v->rows, v->cap_rows / 64 * sizeof *v->rows,
                cap / 64 * sizeof *v->rows) ||
        !regrow(v, (void **)&v->row_rank, rank_len(v->cap_rows), rank_len(cap)))
        return false;
    v->cap_rows = cap;
    return true;
}

bool values_reserve_vars(cs_values *v, uint64_t n)
{
    uint64_t cap = (n + 64 + RANK_UNIT - 1) / RANK_UNIT * RANK_UNIT;
    if (v->first.n_aux + cap > CS_MAX_VARS) {
        cs_fail(&v->cs, CUZK_NO_RESOURCES, "too-many-variables",
                "the circuit has too many variables");
        return false;
    }
    if (!regrow(v, (void **)&v->vars, v->cap_vars / 64 * sizeof *v->vars,
                cap / 64 * sizeof *v->vars) ||
        !regrow(v, (void **)&v->var_rank, rank_len(v->cap_vars), rank_len(cap)))
        return false;
    v->cap_vars = cap;
    return true;
}

bool values_grow_rows(cs_values *v)
{
    return v->cs.status == CUZK_OK && values_reserve_rows(v, 2 * v->cap_rows);
}

bool values_grow_vars(cs_values *v)
{
    return v->cs.status == CUZK_OK && values_reserve_vars(v, 2 * v->cap_vars);
}

void values_rank_rows(cs_values *v)
{
    v->row_rank[v->n_rows >> VALUE_RANK_LG] = v->n_wide_rows;
    work_pause_point(v->work);
    if (work_cancelled(v->work) && v->cs.status == CUZK_OK)
        v->cs.status = work_status(v->work, &v->cs.error);
}

void values_rank_vars(cs_values *v)
{
    v->var_rank[v->n_vars >> VALUE_RANK_LG] = v->n_wide_vars;
}

/* Room for element p->n of `size` bytes; NULL: the system has failed. */
static void *pool_next(cs_values *v, value_pool *p, size_t size)
{
    uint32_t k = p->n >> VALUE_CHUNK_LG;
    if (p->n == MAX_REFERENCE) {
        values_refuse(v, CUZK_NO_RESOURCES, "too-many-values",
                      "the compact witness cannot hold so many wide values", v->cs.n_rows);
        return NULL;
    }
    if (k == p->cap_chunks) {
        uint32_t cap = p->cap_chunks ? 2 * p->cap_chunks : 16;
        void **chunk = realloc(p->chunk, cap * sizeof *chunk);
        if (!chunk) {
            no_memory(v);
            return NULL;
        }
        p->chunk = chunk;
        p->cap_chunks = cap;
    }
    if (k == p->n_chunks) {
        p->chunk[k] = work_alloc_dirty(v->work, VALUE_CHUNK * size, "the witness", &v->cs.error);
        if (!p->chunk[k]) {
            v->cs.status = CUZK_NO_RESOURCES;
            return NULL;
        }
        p->n_chunks++;
    }
    return (char *)p->chunk[k] + (p->n++ % VALUE_CHUNK) * size;
}

static void pool_free(cs_values *v, value_pool *p, size_t size)
{
    for (uint32_t k = 0; k < p->n_chunks; k++)
        work_dealloc(v->work, p->chunk[k], VALUE_CHUNK * size);
    free(p->chunk);
}

void values_free(cs_values *v)
{
    work_dealloc(v->work, v->rows, v->cap_rows / 64 * sizeof *v->rows);
    work_dealloc(v->work, v->vars, v->cap_vars / 64 * sizeof *v->vars);
    work_dealloc(v->work, v->row_rank, rank_len(v->cap_rows));
    work_dealloc(v->work, v->var_rank, rank_len(v->cap_vars));
    pool_free(v, &v->wide_vars, sizeof(fr));
    pool_free(v, &v->extra, sizeof(fr));
    pool_free(v, &v->wide_rows, sizeof(value_refs));
    free(v->runs);
    free(v->inputs);
    cs_free(&v->cs);
}

value_ref values_var(cs_values *v, const fr *value, cs_var *var)
{
    cs_var at;
    value_ref ref;
    if (fr_is_zero(value) || fr_is_one(value)) {
        ref = fr_is_zero(value) ? VALUE_ZERO : VALUE_ONE;
        at = values_bits(v, 1, ref);
    } else {
        fr *wide = pool_next(v, &v->wide_vars, sizeof *wide);
        ref = VALUE_VAR | (v->wide_vars.n - 1);
        uint64_t i = v->n_vars;
        v->n_wide_vars++; /* its rank, if one is due, counts it */
        at = values_bits(v, 1, 0);
        if (!wide || v->n_vars == i) {
            ref = VALUE_ZERO;
        } else {
            *wide = *value;
            v->vars[i / 64].wide |= UINT64_C(1) << (i % 64);
        }
    }
    if (var)
        *var = at;
    return ref;
}

value_ref values_extra(cs_values *v, const fr *value)
{
    for (value_ref small = 0; small < 4; small++)
        if (fr_eq(value, &v->small[small]))
            return small;
    fr *extra = pool_next(v, &v->extra, sizeof *extra);
    if (!extra)
        return VALUE_ZERO;
    *extra = *value;
    return VALUE_EXTRA | (v->extra.n - 1);
}

/* n rows whose references are stored. */
static void wide_rows(cs_values *v, uint32_t n)
{
    while (n) { /* group by group: a rank that is due counts what is before it and no more */
        const uint64_t i = v->n_rows;
        const unsigned at = i % 64, len = 64 - at < n ? 64 - at : n;
        v->n_wide_rows += len;
        values_rows(v, len, 0, 0, 0);
        if (v->n_rows == i)
            return;
        v->rows[i / 64].wide |= (len < 64 ? (UINT64_C(1) << len) - 1 : UINT64_MAX) << at;
        n -= len;
    }
}

void values_row(cs_values *v, value_ref a, value_ref b, value_ref c)
{
    if (a <= VALUE_MINUS_ONE && b <= VALUE_ONE && c == (b ? a : VALUE_ZERO)) {
        values_rows(v, 1, a & 1, a >> 1, b);
        return;
    }
    value_refs *r = pool_next(v, &v->wide_rows, sizeof *r);
    if (!r)
        return;
    *r = (value_refs) { a, b, c };
    wide_rows(v, 1);
}

/* Room for n more in the pool, then n values copied. */
static bool pool_append(cs_values *v, value_pool *p, const fr *value, uint32_t n)
{
    while (n) {
        fr *to = pool_next(v, p, sizeof *to);
        if (!to)
            return false;
        uint32_t len = VALUE_CHUNK - (p->n - 1) % VALUE_CHUNK;
        len = len < n ? len : n;
        if (len > MAX_REFERENCE - p->n)
            len = 1; /* the next one is refused */
        memcpy(to, value, len * sizeof *to);
        p->n += len - 1;
        value += len;
        n -= len;
    }
    return true;
}

static bool grow_runs(cs_values *v)
{
    if (v->n_runs < v->cap_runs)
        return true;
    const uint32_t cap = v->cap_runs ? 2 * v->cap_runs : 64;
    value_run *grown = realloc(v->runs, cap * sizeof *grown);
    if (!grown) {
        no_memory(v);
        return false;
    }
    v->runs = grown;
    v->cap_runs = cap;
    return true;
}

/* n > 0 variables whose values are stored. The last of them. */
static cs_var wide_vars(cs_values *v, uint32_t n)
{
    while (n) { /* group by group, as in wide_rows */
        const uint64_t i = v->n_vars;
        const unsigned at = i % 64, len = 64 - at < n ? 64 - at : n;
        v->n_wide_vars += len;
        values_bits(v, len, 0);
        if (v->n_vars == i)
            return CS_ONE;
        v->vars[i / 64].wide |= (len < 64 ? (UINT64_C(1) << len) - 1 : UINT64_MAX) << at;
        n -= len;
    }
    return cs_aux(v->cs.n_aux - 1);
}

cs_var values_run(cs_values *v, const value_template *t, const fr *stored)
{
    const value_run run = {
        .t = t,
        .row = v->n_wide_rows,
        .rows_before = v->wide_rows.n,
        .var = v->n_wide_vars,
        .vars_before = v->wide_vars.n,
        .extra = v->extra.n,
    };
    if (!grow_runs(v) || !pool_append(v, &v->extra, stored, t->n_stored))
        return CS_ONE;
    v->runs[v->n_runs++] = run;
    wide_rows(v, t->n_rows);
    return wide_vars(v, t->n_vars);
}

void values_refuse(cs_values *v, cuzk_status status, const char *code, const char *message,
                   uint64_t row)
{
    if (v->cs.status != CUZK_OK)
        return;
    v->cs.status =
        err_set(&v->cs.error, status, code, "row %llu: %s", (unsigned long long)row, message);
    err_at(&v->cs.error, NULL, NULL, (int64_t)row);
}

void values_expect_far(cs_values *v, cs_var var, bool value)
{
    fr found;
    if (var == VALUES_UNCHECKED || !values_lookup(v, var, &found))
        return;
    if (!(value ? fr_is_one(&found) : fr_is_zero(&found)))
        values_refuse(v, CUZK_NO, "not-a-bit",
                      "a variable taken for a bit does not have the bit's value", v->cs.n_rows);
}
