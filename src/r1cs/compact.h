/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Back end `compact`: the witness that proofs are made from. Values only, packed (r1cs/values.h);
 * equal parts of a circuit are written in parallel. Row for row what the generic witness
 * (r1cs/witness.h) gives; circuits that hand over no values work too, at its speed. */
#ifndef CUZK_R1CS_COMPACT_H
#define CUZK_R1CS_COMPACT_H

#include "r1cs/assignment.h"
#include "r1cs/density.h"
#include "r1cs/parts.h"
#include "r1cs/values.h"

/* What a view of a compact witness reads. */
typedef struct compact_view {
    const struct compact *w;
    unsigned column;
} compact_view;

typedef struct compact {
    work *work;
    cs_counts counts;
    unsigned n_segments; /* the head, the parts, the rows of cs_finish */
    cs_values *segment;
    fr *inputs;
    compact_view a, b, c, aux;
} compact;

/* Runs a circuit and appends the rows of cs_finish. parts (NULL: it has none) says how to write it
 * in pieces; expected (NULL: unknown, ignored with parts) sizes the storage at once. A row that
 * cannot be held is named in the error. On failure there is nothing to free; w does not move. */
cuzk_status compact_make(compact *w, work *wk, const circuit *c, const circuit_parts *parts,
                         const cs_counts *expected, cuzk_error *err);
void compact_free(compact *w);

/* Views into w and d, the densities of the circuit (r1cs/density_make.h). */
void compact_assignment(const compact *w, const density_set *d, assignment *out);

/* Bytes held. */
size_t compact_bytes(const compact *w);

/* The first row with a * b != c; counts.n_rows if all hold, or if the work that it was made in is
 * cancelled. Packed rows hold as they are made. */
uint64_t compact_first_unsatisfied(const compact *w);

#endif
