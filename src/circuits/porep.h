/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The PoRep statement of one partition (docs/spec/porep.md §8): "I hold a replica encoded from the
 * data under comm_d, layer by layer, and comm_r commits to it". */
#ifndef CUZK_CIRCUITS_POREP_H
#define CUZK_CIRCUITS_POREP_H

#include "filecoin/vanilla.h"
#include "r1cs/parts.h"

typedef struct porep_circuit {
    const sector_shape *shape;
    node32 replica_id, comm_d, comm_r;
    const porep_vanilla *proofs; /* shape->challenges of them, borrowed; NULL without a witness */
    char id[16];                 /* "porep-2k" */
} porep_circuit;

/* The circuit without a witness: for its shape, counts and digests. */
void porep_circuit_blank(porep_circuit *p, const sector_shape *shape);

/* With a witness: n proofs, the challenges of one partition in order. Refused ("wrong-shape")
 * unless there are shape->challenges of them and every path has the depth and arities of the shape.
 * That the openings are right is not checked: the rows do that. */
cuzk_status porep_circuit_init(porep_circuit *p, const sector_shape *shape,
                               const node32 *replica_id, const node32 *comm_d, const node32 *comm_r,
                               const porep_vanilla *proofs, size_t n, cuzk_error *err);

/* The size of the circuit, the rows of cs_finish included, computed without running it. */
cs_counts porep_circuit_counts(const sector_shape *shape);

/* Borrows p. A node that is no canonical element fails the system ("not-canonical"). */
circuit porep_circuit_of(const porep_circuit *p);
/* The same circuit, a part a challenge. Borrows p. */
circuit_parts porep_circuit_parts(const porep_circuit *p);

#endif
