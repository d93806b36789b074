/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Back end `shape`: the rows of A, B and C, recorded compactly: what setup reads. 8 bytes a term
 * and 12 a row; values are not looked at. */
#ifndef CUZK_R1CS_SHAPE_H
#define CUZK_R1CS_SHAPE_H

#include "r1cs/coeff.h"
#include "r1cs/cs.h"
#include "r1cs/density.h"

typedef struct shape_term {
    cs_var var;
    uint32_t coeff; /* in the shape's table: COEFF_ONE, COEFF_MINUS_ONE or above */
} shape_term;

typedef struct shape_matrix {
    shape_term *term;    /* row after row, inputs before aux, each ascending */
    uint32_t *row_start; /* n_rows + 1 of them */
    uint32_t n_terms;
    size_t cap_terms, cap_rows;
} shape_matrix;

typedef struct shape {
    cs cs;
    shape_matrix a, b, c;
    coeff_table coeffs;
    density_set density;
    uint64_t max_terms; /* of the three together; 0 = 2^32 - 1 each */
} shape;

/* Records a circuit and the rows of cs_finish. max_terms bounds the memory (0: no bound); on
 * failure there is nothing to free. */
cuzk_status shape_make(shape *s, const circuit *c, uint64_t max_terms, cuzk_error *err);
void shape_free(shape *s);

cs_counts shape_counts(const shape *s);
/* The terms of row i of a matrix; n of them. */
static inline const shape_term *shape_row(const shape_matrix *m, uint64_t i, uint32_t *n)
{
    *n = m->row_start[i + 1] - m->row_start[i];
    return m->term + m->row_start[i];
}
static inline const fr *shape_coeff(const shape *s, shape_term t)
{
    return &s->coeffs.value[t.coeff];
}

#endif
