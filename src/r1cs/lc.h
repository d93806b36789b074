/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A linear combination: terms sorted by variable, inputs and aux apart, each variable once. A term
 * whose coefficient cancels to zero stays (docs/spec/constraint-system.md §2).
 *
 * Term storage `vec`: a heap vector per index space, as the original prover has it. Back ends and
 * gadgets read terms through lc_terms_data only, so that the storage is this header's and lc.c's
 * business alone. */
#ifndef CUZK_R1CS_LC_H
#define CUZK_R1CS_LC_H

#include "field/fr.h"
#include "r1cs/var.h"

typedef struct lc_term {
    uint64_t index;
    fr coeff;
} lc_term;

typedef struct lc_terms {
    lc_term *term;
    uint32_t n, cap;
    uint32_t last; /* where the last insertion went: the next usually follows it */
} lc_terms;

typedef struct lc {
    lc_terms inputs, aux;
    bool failed; /* memory ran out since it was last cleared: cs_enforce refuses it */
} lc;

void lc_init(lc *l);
void lc_free(lc *l);
void lc_clear(lc *l); /* empties it, keeps the memory */

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
    return t->term;
}
static inline uint32_t lc_n_terms(const lc *l)
{
    return l->inputs.n + l->aux.n;
}

#endif
