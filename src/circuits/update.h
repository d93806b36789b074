/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The statement of one partition of an EmptySectorUpdate (docs/spec/post-and-update.md §9): "the
 * sector under comm_r_old, encoded anew with the data under comm_d_new, is the one under
 * comm_r_new". */
#ifndef CUZK_CIRCUITS_UPDATE_H
#define CUZK_CIRCUITS_UPDATE_H

#include "filecoin/update_vanilla.h"
#include "r1cs/parts.h"

typedef struct update_circuit {
    const update_shape *shape;
    update_statement statement;
    unsigned partition;
    const update_partition *proof; /* borrowed; NULL without a witness */
    char id[16];                   /* "snap-2k" */
} update_circuit;

/* The circuit without a witness: for its shape, counts and digests. */
void update_circuit_blank(update_circuit *u, const update_shape *shape);

/* With a witness. Refused ("wrong-shape") unless every path has the depth and arities of its tree.
 * That the openings are right is not checked: the rows do that. */
cuzk_status update_circuit_init(update_circuit *u, const update_statement *statement,
                                unsigned partition, const update_partition *proof, cuzk_error *err);

/* The size of the circuit, the rows of cs_finish included, computed without running it. */
cs_counts update_circuit_counts(const update_shape *shape);

/* Borrows u. A node that is no canonical element fails the system ("not-canonical"). */
circuit update_circuit_of(const update_circuit *u);
/* The same circuit, a part a challenge. Borrows u. */
circuit_parts update_circuit_parts(const update_circuit *u);

#endif
