/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The statement of WinningPoSt and WindowPoSt (docs/spec/post-and-update.md §2): "I hold the
 * replicas under these comm_r, and these are leaves of them". */
#ifndef CUZK_CIRCUITS_POST_H
#define CUZK_CIRCUITS_POST_H

#include "filecoin/post_vanilla.h"
#include "filecoin/tree_shape.h"
#include "r1cs/parts.h"

typedef struct post_circuit {
    const registered_post *post;
    tree_shape tree;
    size_t n_sectors;
    const post_sector *sectors; /* borrowed; NULL without a witness */
    char id[16];                /* "wpost-2k" */
} post_circuit;

/* The circuit without a witness: for its shape, counts and digests. */
void post_circuit_blank(post_circuit *p, const registered_post *post);

/* With a witness: the one sector of a winning proof, 1 to `slots` of a window proof; the last
 * stands for those that are missing. Refused ("wrong-shape") when there are others, or a path has
 * another depth or arity. That the openings are right is not checked: the rows do that. */
cuzk_status post_circuit_init(post_circuit *p, const registered_post *post,
                              const post_sector *sectors, size_t n, cuzk_error *err);

/* The size of the circuit, the rows of cs_finish included, computed without running it. */
cs_counts post_circuit_counts(const registered_post *post);

/* Borrows p. A node that is no canonical element fails the system ("not-canonical"). */
circuit post_circuit_of(const post_circuit *p);
/* The same circuit, a part a slot. Borrows p. */
circuit_parts post_circuit_parts(const post_circuit *p);

#endif
