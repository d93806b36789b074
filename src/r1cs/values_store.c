/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/values_store.h"
#include "field/vec_ops.h"

void values_small_init(fr small[4])
{
    small[VALUE_ZERO] = FR_ZERO;
    small[VALUE_ONE] = FR_ONE;
    fr_double(&small[VALUE_TWO], &FR_ONE);
    fr_neg(&small[VALUE_MINUS_ONE], &FR_ONE);
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

/* -- wide values -- */

/* base^power + plus */
typedef struct formula {
    const fr *base, *plus; /* plus NULL: nothing */
    value_power power;
} formula;

static void evaluate_one(const formula *f, fr *out)
{
    const fr x = *f->base;
    *out = x;
    if (f->power >= VALUE_X2)
        fr_sqr(out, out);
    if (f->power >= VALUE_X4)
        fr_sqr(out, out);
    if (f->power >= VALUE_X5)
        fr_mul(out, out, &x);
    if (f->plus)
        fr_add(out, out, f->plus);
}

/* 0 < n <= 64 of them; those of one base are best side by side. */
static void evaluate(const formula *f, unsigned n, fr *out)
{
    fr x[VALUE_X5 + 1][64]; /* by power */
    unsigned at[64], bases = 0, most = VALUE_X;

    for (unsigned k = 0; k < n; k++) {
        if (!k || f[k].base != f[k - 1].base)
            x[VALUE_X][bases++] = *f[k].base;
        at[k] = bases - 1;
        most = f[k].power > most ? f[k].power : most;
    }
    for (unsigned p = VALUE_X2; p <= most; p++)
        fr_vec_mul(x[p], x[p - 1], p == VALUE_X5 ? x[VALUE_X] : x[p - 1], bases);
    for (unsigned k = 0; k < n; k++) {
        out[k] = x[f[k].power][at[k]];
        if (f[k].plus)
            fr_add(&out[k], &out[k], f[k].plus);
    }
}

static formula run_var(const cs_values *v, const value_run *run, uint32_t i)
{
    const value_var *var = &run->t->vars[i];
    return (formula) { value_pool_fr(&v->extra, run->extra + var->stored), var->plus, var->power };
}

/* run: the reference is one of its template; NULL: of no run. */
static formula formula_of(const cs_values *v, const value_run *run, value_ref r)
{
    const uint32_t i = r & ~VALUE_KIND;
    switch (r & VALUE_KIND) {
    case VALUE_VAR:
        if (run)
            return run_var(v, run, i);
        return (formula) { .base = value_pool_fr(&v->wide_vars, i) };
    case VALUE_EXTRA:
        return (formula) { .base = value_pool_fr(&v->extra, (run ? run->extra : 0) + i) };
    default:
        return (formula) { .base = &v->small[r] };
    }
}

/* How many runs begin at or before a rank of rows, or of variables. */
static uint32_t runs_begun(const cs_values *v, bool vars, uint32_t rank)
{
    uint32_t low = 0, high = v->n_runs;
    while (low < high) {
        const uint32_t mid = low + (high - low) / 2;
        if ((vars ? v->runs[mid].var : v->runs[mid].row) <= rank)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* Walks the wide rows, or the wide variables, in order. */
typedef struct wide_cursor {
    const cs_values *v;
    uint32_t rank;  /* of the next */
    uint32_t begun; /* runs that begin at or before the last one given */
} wide_cursor;

static wide_cursor wide_rows_at(const cs_values *v, uint32_t rank)
{
    return (wide_cursor) { v, rank, runs_begun(v, false, rank) };
}

/* The next row, and the run it belongs to or NULL. */
static const value_refs *next_row(wide_cursor *c, const value_run **run)
{
    const cs_values *v = c->v;
    const uint32_t rank = c->rank++;
    *run = NULL;
    if (c->begun < v->n_runs && v->runs[c->begun].row == rank)
        c->begun++;
    if (!c->begun)
        return value_pool_refs(&v->wide_rows, rank);
    const value_run *last = &v->runs[c->begun - 1];
    const uint32_t i = rank - last->row;
    if (i >= last->t->n_rows)
        return value_pool_refs(&v->wide_rows, last->rows_before + i - last->t->n_rows);
    *run = last;
    return &last->t->rows[i];
}

static formula next_var(wide_cursor *c)
{
    const cs_values *v = c->v;
    const uint32_t rank = c->rank++;
    if (c->begun < v->n_runs && v->runs[c->begun].var == rank)
        c->begun++;
    if (!c->begun)
        return formula_of(v, NULL, VALUE_VAR | rank);
    const value_run *last = &v->runs[c->begun - 1];
    const uint32_t i = rank - last->var;
    if (i >= last->t->n_vars)
        return formula_of(v, NULL, VALUE_VAR | (last->vars_before + i - last->t->n_vars));
    return run_var(v, last, i);
}

/* Those of rows whose c is whatever a * b is. */
static void put_products(const formula *a, const formula *b, const unsigned *at, unsigned n,
                         fr *out)
{
    fr x[64], y[64];
    evaluate(a, n, x);
    evaluate(b, n, y);
    fr_vec_mul(x, x, y, n);
    for (unsigned k = 0; k < n; k++)
        out[at[k]] = x[k];
}

/* A column of the next n <= 64 wide rows. */
static void wide_rows_next(wide_cursor *c, value_column column, unsigned n, fr *out)
{
    formula f[64], a[64], b[64];
    unsigned at[64], products = 0;
    for (unsigned k = 0; k < n; k++) {
        const value_run *run;
        const value_refs *r = next_row(c, &run);
        if (column == VALUE_C && r->c == VALUE_PRODUCT) {
            a[products] = formula_of(c->v, run, r->a);
            b[products] = formula_of(c->v, run, r->b);
            at[products++] = k;
            f[k] = (formula) { .base = &c->v->small[VALUE_ZERO] };
        } else {
            f[k] = formula_of(c->v, run,
                              column == VALUE_A   ? r->a
                              : column == VALUE_B ? r->b
                                                  : r->c);
        }
    }
    if (n)
        evaluate(f, n, out);
    if (products)
        put_products(a, b, at, products, out);
}

/* out[k] = the next of value where bit k is set. */
static void put_wide(uint64_t wide, const fr *value, fr *out)
{
    for (; wide; wide &= wide - 1)
        out[__builtin_ctzll(wide)] = *value++;
}

/* -- any values -- */

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
    fr value[64];
    wide_cursor c = wide_rows_at(v, rank_row(v, i));
    wide_rows_next(&c, column, (unsigned)__builtin_popcountll(wide), value);
    put_wide(wide, value, out);
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

static wide_cursor wide_vars_at(const cs_values *v, uint32_t rank)
{
    return (wide_cursor) { v, rank, runs_begun(v, true, rank) };
}

static void expand_var_group(const cs_values *v, uint64_t i, unsigned n, fr *out)
{
    const value_vars *g = &v->vars[i / 64];
    unsigned from = i % 64;
    uint64_t wide = g->wide >> from & low_bits(n);
    expand_small(v, g->bit >> from, 0, n, out);
    if (!wide)
        return;
    fr value[64];
    formula f[64];
    const unsigned n_wide = (unsigned)__builtin_popcountll(wide);
    wide_cursor c = wide_vars_at(v, rank_var(v, i));
    for (unsigned k = 0; k < n_wide; k++)
        f[k] = next_var(&c);
    evaluate(f, n_wide, value);
    put_wide(wide, value, out);
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

/* The first of n rows with a * b != c; n if all hold. */
static unsigned first_unequal(const formula *a, const formula *b, const formula *c, unsigned n)
{
    fr x[64], y[64], z[64];
    evaluate(a, n, x);
    evaluate(b, n, y);
    evaluate(c, n, z);
    fr_vec_mul(x, x, y, n);
    unsigned k = 0;
    while (k < n && fr_eq(&x[k], &z[k]))
        k++;
    return k;
}

/* Does a row hold whatever the values are: powers of one and their product. */
static bool holds_by_form(const formula *a, const formula *b, const formula *c)
{
    static const unsigned exponent[] = {
        [VALUE_X] = 1, [VALUE_X2] = 2, [VALUE_X4] = 4, [VALUE_X5] = 5
    };
    return !a->plus && !b->plus && !c->plus && a->base == b->base && a->base == c->base &&
           exponent[a->power] + exponent[b->power] == exponent[c->power];
}

uint64_t values_first_unsatisfied(const cs_values *v)
{
    wide_cursor cursor = wide_rows_at(v, 0);
    for (uint64_t g = 0; g * 64 < v->n_rows; g++) {
        formula a[64], b[64], c[64];
        unsigned at[64], n = 0;
        for (uint64_t wide = v->rows[g].wide; wide; wide &= wide - 1) {
            const value_run *run;
            const value_refs *r = next_row(&cursor, &run);
            if (r->c == VALUE_PRODUCT || (r->b == VALUE_ONE && r->c == r->a))
                continue;
            a[n] = formula_of(v, run, r->a);
            b[n] = formula_of(v, run, r->b);
            c[n] = formula_of(v, run, r->c);
            at[n] = (unsigned)__builtin_ctzll(wide);
            n += !holds_by_form(&a[n], &b[n], &c[n]);
        }
        const unsigned bad = n ? first_unequal(a, b, c, n) : n;
        if (bad < n)
            return g * 64 + at[bad];
    }
    return v->n_rows;
}

static void expand_var(const cs_values *v, uint64_t i, fr *out)
{
    const value_vars *g = &v->vars[i / 64];
    if (!(g->wide >> i % 64 & 1)) {
        *out = v->small[g->bit >> i % 64 & 1];
        return;
    }
    wide_cursor c = wide_vars_at(v, rank_var(v, i));
    const formula f = next_var(&c);
    evaluate_one(&f, out);
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
    expand_var(v, i - v->first.n_aux, value);
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
