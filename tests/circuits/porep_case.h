/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A PoRep circuit on a C1 output of the test data. */
#ifndef CUZK_TESTS_POREP_CASE_H
#define CUZK_TESTS_POREP_CASE_H

#include "circuits/porep.h"
#include "filecoin/c1.h"

typedef struct porep_case {
    c1 c1;
    porep_circuit porep;
    circuit circuit; /* borrows porep: do not move */
} porep_case;

/* Partition 0 of a C1 in bytes. Fails the test if it cannot be made. */
void porep_case_init(porep_case *k, const uint8_t *data, size_t len);
/* tests/data/golden/<name>/c1.json */
void porep_case_golden(porep_case *k, const char *name);
/* Takes over what has been changed in k->c1. */
void porep_case_update(porep_case *k);
void porep_case_free(porep_case *k);

/* Every row holds, and the public inputs are the verifier's. */
void porep_case_satisfied(const porep_case *k);

#endif
