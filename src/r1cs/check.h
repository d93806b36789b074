/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Back end `check`: does the witness satisfy every row, and if not, which row by name is the first
 * that fails? One wire may be given another value than the circuit computed for it, all others
 * kept: what a cheating prover would do. */
#ifndef CUZK_R1CS_CHECK_H
#define CUZK_R1CS_CHECK_H

#include "r1cs/cs.h"
#include "r1cs/names.h"

typedef struct check_options {
    bool mutate;
    cs_var wire; /* gets `value`, when mutate is set */
    fr value;
    bool stop; /* at the first unsatisfied row: counts and inputs end there */
} check_options;

typedef struct check_result {
    cs_counts counts; /* rows with those of cs_finish */
    uint64_t n_unsatisfied;
    uint64_t first_row; /* the first of them, and its path */
    char first_path[NAMES_PATH_LEN];
    char wire_path[NAMES_PATH_LEN]; /* where the mutated wire was allocated; "" = no such wire */
    fr *inputs; /* the public inputs as the circuit set them, ONE first: n_inputs of them, owned */
} check_result;

/* CUZK_OK when the check could be made, whatever it found. options may be NULL. */
cuzk_status check_make(check_result *r, const circuit *c, const check_options *options,
                       cuzk_error *err);
void check_free(check_result *r);

/* CUZK_NO with the row and its path in the error ("unsatisfied") unless every row holds. */
cuzk_status check_circuit(const circuit *c, cuzk_error *err);

#endif
