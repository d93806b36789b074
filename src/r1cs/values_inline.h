/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The hot half of r1cs/values.h. Included there only. */
#ifndef CUZK_R1CS_VALUES_INLINE_H
#define CUZK_R1CS_VALUES_INLINE_H

/* Room for 64 more; false: the system has failed. */
bool values_grow_rows(cs_values *v);
bool values_grow_vars(cs_values *v);
/* Rows or variables have crossed a multiple of 2^VALUE_RANK_LG. */
void values_rank_rows(cs_values *v);
void values_rank_vars(cs_values *v);
/* values_expect of a variable that is not an own bit. */
void values_expect_far(cs_values *v, cs_var var, bool value);

static inline void values_advance_rows(cs_values *v, unsigned n)
{
    uint64_t before = v->n_rows;
    v->n_rows += n;
    v->cs.n_rows += n;
    if (__builtin_expect((before ^ v->n_rows) >> VALUE_RANK_LG != 0, 0))
        values_rank_rows(v);
}

static inline void values_advance_vars(cs_values *v, unsigned n)
{
    uint64_t before = v->n_vars;
    v->n_vars += n;
    v->cs.n_aux += n;
    if (__builtin_expect((before ^ v->n_vars) >> VALUE_RANK_LG != 0, 0))
        values_rank_vars(v);
}

static inline cs_var values_bits(cs_values *v, unsigned n, uint64_t bits)
{
    if (__builtin_expect(v->n_vars + 64 > v->cap_vars, 0) && !values_grow_vars(v))
        return CS_ONE;
    unsigned at = v->n_vars % 64;
    value_vars *g = &v->vars[v->n_vars / 64];
    g->bit |= bits << at;
    if (at + n > 64)
        g[1].bit = bits >> (64 - at);
    cs_var first = cs_aux(v->cs.n_aux);
    values_advance_vars(v, n);
    return first;
}

static inline void values_rows(cs_values *v, unsigned n, uint64_t a_low, uint64_t a_high,
                               uint64_t b)
{
    if (__builtin_expect(v->n_rows + 64 > v->cap_rows, 0) && !values_grow_rows(v))
        return;
    unsigned at = v->n_rows % 64;
    value_rows *g = &v->rows[v->n_rows / 64];
    g->a_low |= a_low << at;
    g->a_high |= a_high << at;
    g->b |= b << at;
    if (at + n > 64) {
        g[1].a_low = a_low >> (64 - at);
        g[1].a_high = a_high >> (64 - at);
        g[1].b = b >> (64 - at);
    }
    values_advance_rows(v, n);
}

static inline void values_expect(cs_values *v, cs_var var, bool value)
{
    uint32_t i = cs_var_index(var) - v->first.n_aux; /* wraps for a variable of the head */
    if (__builtin_expect(cs_var_is_aux(var) && i < v->n_vars, 1)) {
        const value_vars *g = &v->vars[i / 64];
        if (__builtin_expect((g->bit >> i % 64 & 1) == value && !(g->wide >> i % 64 & 1), 1))
            return;
    }
    values_expect_far(v, var, value);
}

static inline const fr *value_pool_fr(const value_pool *p, uint32_t i)
{
    return (const fr *)p->chunk[i >> VALUE_CHUNK_LG] + i % VALUE_CHUNK;
}
static inline const value_refs *value_pool_refs(const value_pool *p, uint32_t i)
{
    return (const value_refs *)p->chunk[i >> VALUE_CHUNK_LG] + i % VALUE_CHUNK;
}

#endif
