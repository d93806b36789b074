/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/values_store.h"

void values_small_init(fr small[4])
{
    small[VALUE_ZERO] = FR_ZERO;
    small[VALUE_ONE] = FR_ONE;
    fr_double(&small[VALUE_TWO], &FR_ONE);
    fr_neg(&small[VALUE_MINUS_ONE], &FR_ONE);
}

const fr *values_resolve(const cs_values *v, value_ref r)
{
    switch (r & VALUE_KIND) {
    case VALUE_VAR:
        return value_pool_fr(&v->wide_vars, r & ~VALUE_KIND);
    case VALUE_EXTRA:
        return value_pool_fr(&v->extra, r & ~VALUE_KIND);
    default:
        return &v->small[r];
    }
}

static uint64_t low_bits(unsigned n)
{
    return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
}

/* How many wide rows there are before row i. */
static uint32_t rank_row(const cs_values *v, uint64_t i)
{
    uint32_t n = v->row_rank[i >> VALUE_RANK_LG];
    for (uint64_t g = (i >> VALUE_RANK_LG << VALUE_RANK_LG) / 64; g < i / 64; g++)
        n += (uint32_t)__builtin_popcountll(v->rows[g].wide);
    if (i % 64)
        n += (uint32_t)__builtin_popcountll(v->rows[i / 64].wide & low_bits(i % 64));
    return n;
}

static uint32_t rank_var(const cs_values *v, uint64_t i)
{
    uint32_t n = v->var_rank[i >> VALUE_RANK_LG];
    for (uint64_t g = (i >> VALUE_RANK_LG << VALUE_RANK_LG) / 64; g < i / 64; g++)
        n += (uint32_t)__builtin_popcountll(v->vars[g].wide);
    if (i % 64)
        n += (uint32_t)__builtin_popcountll(v->vars[i / 64].wide & low_bits(i % 64));
    return n;
}

static void expand_small(const cs_values *v, uint64_t low, uint64_t high, unsigned n, fr *out)
{
    for (unsigned k = 0; k < n; k++)
        out[k] = v->small[(low >> k & 1) | (high >> k & 1) << 1];
}

wide_cursor wide_cursor_at(const cs_values *v, uint32_t rank)
{
    uint32_t low = 0, high = v->n_runs; /* how many begin at or before rank */
    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if (v->runs[mid].first <= rank)
            low = mid + 1;
        else
            high = mid;
    }
    return (wide_cursor) { v, rank, low };
}

static value_ref moved(const value_run *run, value_ref r)
{
    const value_ref kind = r & VALUE_KIND;
    return r + (kind == VALUE_VAR ? run->var : kind == VALUE_EXTRA ? run->extra : 0);
}

value_refs wide_cursor_next(wide_cursor *c)
{
    const cs_values *v = c->v;
    const uint32_t rank = c->rank++;
    if (c->begun < v->n_runs && v->runs[c->begun].first == rank)
        c->begun++;
    if (!c->begun)
        return *value_pool_refs(&v->wide_rows, rank);
    const value_run *run = &v->runs[c->begun - 1];
    const uint32_t i = rank - run->first;
    if (i >= run->t->n_rows)
        return *value_pool_refs(&v->wide_rows, run->before + i - run->t->n_rows);
    const value_refs *r = &run->t->rows[i];
    return (value_refs) { moved(run, r->a), moved(run, r->b), moved(run, r->c) };
}

/* The value of a column of a wide row. */
static void resolve_column(const cs_values *v, const value_refs *r, value_column column, fr *out)
{
    if (column == VALUE_C && r->c == VALUE_PRODUCT)
        fr_mul(out, values_resolve(v, r->a), values_resolve(v, r->b));
    else
        *out = *values_resolve(v, column == VALUE_A ? r->a : column == VALUE_B ? r->b : r->c);
}

/* Rows of one group, from `from` in it. */
static void expand_group(const cs_values *v, value_column column, uint64_t i, unsigned n, fr *out)
{
    const value_rows *g = &v->rows[i / 64];
    unsigned from = i % 64;
    uint64_t low = column == VALUE_A ? g->a_low : column == VALUE_B ? g->b : g->a_low & g->b;
    uint64_t high = column == VALUE_A ? g->a_high : column == VALUE_B ? 0 : g->a_high & g->b;
    uint64_t wide = g->wide >> from & low_bits(n);
    expand_small(v, low >> from, high >> from, n, out);
    if (!wide)
        return;
    for (wide_cursor c = wide_cursor_at(v, rank_row(v, i)); wide; wide &= wide - 1) {
        const value_refs r = wide_cursor_next(&c);
        resolve_column(v, &r, column, &out[__builtin_ctzll(wide)]);
    }
}

void values_expand_rows(const cs_values *v, value_column column, uint64_t i, uint64_t n, fr *out)
{
    while (n) {
        unsigned len = 64 - i % 64 < n ? (unsigned)(64 - i % 64) : (unsigned)n;
        expand_group(v, column, i, len, out);
        i += len;
        n -= len;
        out += len;
    }
}

static void expand_var_group(const cs_values *v, uint64_t i, unsigned n, fr *out)
{
    const value_vars *g = &v->vars[i / 64];
    unsigned from = i % 64;
    uint64_t wide = g->wide >> from & low_bits(n);
    expand_small(v, g->bit >> from, 0, n, out);
    if (!wide)
        return;
    for (uint32_t rank = rank_var(v, i); wide; wide &= wide - 1, rank++)
        out[__builtin_ctzll(wide)] = *value_pool_fr(&v->wide_vars, rank);
}

void values_expand_vars(const cs_values *v, uint64_t i, uint64_t n, fr *out)
{
    while (n) {
        unsigned len = 64 - i % 64 < n ? (unsigned)(64 - i % 64) : (unsigned)n;
        expand_var_group(v, i, len, out);
        i += len;
        n -= len;
        out += len;
    }
}

/* Does v have this variable, and then its value. */
static bool own(const cs_values *v, cs_var var, fr *value)
{
    uint32_t i = cs_var_index(var);
    if (!cs_var_is_aux(var)) {
        if (i < v->first.n_inputs || i - v->first.n_inputs >= v->n_inputs)
            return false;
        *value = v->inputs[i - v->first.n_inputs];
        return true;
    }
    if (i < v->first.n_aux || i - v->first.n_aux >= v->n_vars)
        return false;
    values_expand_vars(v, i - v->first.n_aux, 1, value);
    return true;
}

bool values_lookup(cs_values *v, cs_var var, fr *value)
{
    if (own(v, var, value) || (v->head && own(v->head, var, value)))
        return true;
    values_refuse(v, CUZK_FAULT, "foreign-variable",
                  "a variable of another part of the circuit is used", v->cs.n_rows);
    return false;
}
