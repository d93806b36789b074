/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A circuit that can be watched and given up while a back end runs it. */
#ifndef CUZK_R1CS_CIRCUIT_RUN_H
#define CUZK_R1CS_CIRCUIT_RUN_H

#include "base/work.h"
#include "r1cs/cs.h"

typedef struct circuit_run {
    const circuit *circuit;
    work *work; /* in a phase, which the rows advance */
} circuit_run;

/* The same circuit; soon after the work is cancelled its run fails with CUZK_INTERRUPTED. */
circuit circuit_on(const circuit_run *run);

#endif
