/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The compact witness against the generic one. */
#ifndef CUZK_TESTS_SAME_WITNESS_H
#define CUZK_TESTS_SAME_WITNESS_H

#include "base/work.h"
#include "r1cs/assignment.h"
#include "r1cs/parts.h"

/* Element for element the same, read whole and in windows of all kinds. */
void same_view(const char *name, const fr_view *v, const fr_view *expected);
void same_assignment(const assignment *a, const assignment *expected);

/* Made by the compact back end (in parts unless that is NULL), a circuit's rows, variables, inputs
 * and densities are those of the generic back end; `compare` agrees; and the first row that does
 * not hold is the one `check` finds. Returns that row; the number of rows if all hold. */
uint64_t same_as_generic(work *wk, const circuit *c, const circuit_parts *parts);

#endif
