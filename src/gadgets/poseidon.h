/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Poseidon in a circuit, with the rows of neptune's legacy circuit (docs/spec/gadgets.md §14). */
#ifndef CUZK_GADGETS_POSEIDON_H
#define CUZK_GADGETS_POSEIDON_H

#include "gadgets/num.h"
#include "hash/poseidon.h"

/* The hash of `arity` numbers under the Merkle tag; arity one of hash/poseidon.h (asserted). As
 * many allocations as rows: arity 2: 311, 4: 377, 8: 505, 11: 598. */
num poseidon_gadget(cs *s, const num *in, unsigned arity);
/* Under any tag, which is a constant of the circuit. */
num poseidon_gadget_tagged(cs *s, const fr *tag, const num *in, unsigned arity);
/* With the values at hand: trace and digest are those of the hash of in. */
num poseidon_gadget_traced(cs *s, const num *in, unsigned arity, const fr *trace, const fr *digest);

#endif
