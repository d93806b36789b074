/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* From a circuit to the assignment a proof is made from. */
#ifndef CUZK_PROVER_SYNTHESIS_H
#define CUZK_PROVER_SYNTHESIS_H

#include "r1cs/compact.h"
#include "r1cs/witness.h"

/* How: CUZK_WITNESS=compact|generic (default: compact for a circuit that comes in parts, which are
 * those whose gadgets hand over values) and CUZK_CHECK=rows, which compares the compact rows with
 * the generic ones. */
typedef struct synthesis_options {
    bool generic, check_rows;
} synthesis_options;

/* CUZK_BAD_INPUT when a variable has another value. */
cuzk_status synthesis_options_from_environment(synthesis_options *o, cuzk_error *err);

typedef struct synthesis {
    assignment asg;
    bool generic;
    witness witness; /* one of the two */
    compact compact;
} synthesis;

/* Bytes that a witness of a circuit in parts takes, about and not less. */
uint64_t synthesis_bytes(const synthesis_options *o, const circuit_parts *parts);

/* With parts, densities are the circuit's, and borrowed; without (NULL) the generic witness is
 * made, whatever the options. CUZK_NO when a row does not hold; the first one is named. On failure
 * there is nothing to free; s does not move. */
cuzk_status synthesis_make(synthesis *s, work *w, const circuit *c, const circuit_parts *parts,
                           const density_set *densities, const synthesis_options *o,
                           cuzk_error *err);
void synthesis_free(synthesis *s);

#endif
