/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Back end `witness`, the generic one: every linear combination is built, stored and evaluated, as
 * the textbook prover does; any circuit works on it. 32 bytes a variable, 96 a row. */
#ifndef CUZK_R1CS_WITNESS_H
#define CUZK_R1CS_WITNESS_H

#include "base/work.h"
#include "r1cs/assignment.h"
#include "r1cs/cs.h"
#include "r1cs/density.h"

typedef struct witness_vec {
    fr *v;
    size_t n, cap;
} witness_vec;

typedef struct witness {
    cs cs;
    work *work; /* memory is counted against its budget */
    witness_vec a, b, c, inputs, aux;
    density_set density;
} witness;

/* Runs a circuit and appends the rows of cs_finish. expected (NULL: unknown) sizes the vectors at
 * once; a circuit that turns out bigger still works. Stops soon after the work is cancelled. On
 * failure there is nothing to free. The witness is not checked: see r1cs/check.h. */
cuzk_status witness_make(witness *w, work *wk, const circuit *c, const cs_counts *expected,
                         cuzk_error *err);
void witness_free(witness *w);

/* Views into w. */
void witness_assignment(const witness *w, assignment *out);

#endif
