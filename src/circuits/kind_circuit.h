/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The circuit of any kind of proof. */
#ifndef CUZK_CIRCUITS_KIND_CIRCUIT_H
#define CUZK_CIRCUITS_KIND_CIRCUIT_H

#include "circuits/porep.h"
#include "circuits/post.h"
#include "circuits/update.h"

typedef struct kind_circuit {
    proof_kind kind;
    union {
        porep_circuit porep;
        post_circuit post; /* winning, window */
        update_circuit update;
    } of;
} kind_circuit;

/* Without a witness. */
void kind_circuit_blank(kind_circuit *k, proof_kind kind, const sector_shape *shape);

/* As those of each kind; both borrow k. */
circuit kind_circuit_of(const kind_circuit *k);
circuit_parts kind_circuit_parts(const kind_circuit *k);
cs_counts kind_circuit_counts(const kind_circuit *k);

#endif
