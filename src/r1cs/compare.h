/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Back end `compare`: does an assignment hold what its circuit computes, row for row? The linear
 * combinations are built and evaluated on the variables of the assignment. */
#ifndef CUZK_R1CS_COMPARE_H
#define CUZK_R1CS_COMPARE_H

#include "base/work.h"
#include "r1cs/assignment.h"
#include "r1cs/cs.h"

/* CUZK_FAULT names the first variable or row that differs ("wrong-variable", "wrong-row", with its
 * path), or a length ("wrong-length") or density ("wrong-density"). */
cuzk_status compare_make(work *wk, const circuit *c, const assignment *a, cuzk_error *err);

#endif
