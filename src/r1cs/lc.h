/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A linear combination: terms sorted by variable, inputs and aux apart, each variable once. A term
 * whose coefficient cancels to zero stays (docs/spec/constraint-system.md §2).
 *
 * Where its terms stand is chosen when this is compiled, by the header CUZK_TERMS: the experiment
 * of docs/layout-experiment.md compiles everything that builds linear combinations once for each
 * (cmake/storages.cmake). Back ends and gadgets read terms through lc_terms_data only. */
#ifndef CUZK_R1CS_LC_H
#define CUZK_R1CS_LC_H

#include "field/fr.h"
#include "r1cs/var.h"

typedef struct lc_term {
    uint64_t index;
    fr coeff;
} lc_term;

/* A storage defines its TERMS_NAME and
 *   lc_terms   with n terms of room for cap; last: where the last insertion went, which the next
 *              usually follows
 *   lc_memory  what the linear combinations of one row share: lc_memory_init, _reset, _free
 *   terms_init(t, m)     empty; m NULL: it outlives rows
 *   terms_at(t)          the terms
 *   terms_grow(t, cap)   room for cap > t->cap; false when memory ran out
 *   terms_clear, terms_free */
#ifndef CUZK_TERMS
#define CUZK_TERMS "r1cs/terms_pool.h"
#endif
#include CUZK_TERMS

typedef struct lc {
    lc_terms inputs, aux;
    bool failed; /* memory ran out since it was last cleared: cs_enforce refuses it */
} lc;

void lc_init(lc *l);
void lc_init_row(lc *l, lc_memory *m); /* to be cleared before m is reset or freed */
void lc_free(lc *l);
void lc_clear(lc *l); /* empties it */

/* l += coeff * v. False when memory ran out (also kept in l->failed); so for all below. */
bool lc_add(lc *l, const fr *coeff, cs_var v);
bool lc_add_var(lc *l, cs_var v);                /* coefficient 1 */
bool lc_sub_var(lc *l, cs_var v);                /* coefficient -1 */
bool lc_add_pow2(lc *l, unsigned i, cs_var v);   /* coefficient 2^i, i < FR_BITS */
bool lc_add_lc(lc *l, const fr *k, const lc *m); /* l += k * m, term by term; l may be m */
bool lc_copy(lc *l, const lc *m);

/* The value of l when inputs[i] and aux[i] are the values of the variables. */
void lc_eval(fr *value, const lc *l, const fr *inputs, const fr *aux);

/* 2^i, i < FR_BITS. */
const fr *fr_pow2(unsigned i);

static inline const lc_term *lc_terms_data(const lc_terms *t)
{
    return terms_at((lc_terms *)t);
}
static inline uint32_t lc_n_terms(const lc *l)
{
    return l->inputs.n + l->aux.n;
}

#endif
