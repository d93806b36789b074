/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The densities of a circuit, which do not depend on the witness. */
#ifndef CUZK_R1CS_DENSITY_MAKE_H
#define CUZK_R1CS_DENSITY_MAKE_H

#include "base/work.h"
#include "r1cs/density.h"
#include "r1cs/parts.h"

/* Runs the circuit; with parts (NULL: it has none) only the head and one part, whose densities the
 * others repeat. On failure there is nothing to free. */
cuzk_status density_make(density_set *d, work *wk, const circuit *c, const circuit_parts *parts,
                         cuzk_error *err);

#endif
