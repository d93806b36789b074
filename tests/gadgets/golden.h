/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Comparing a circuit with the files in tests/data/golden. Fails the running cmocka test. */
#ifndef CUZK_TESTS_GOLDEN_H
#define CUZK_TESTS_GOLDEN_H

#include "r1cs/cs.h"
#include "r1cs/digest.h"

/* path is below tests/data/golden. blank: the report's "blank" part: counts, digests, densities,
 * statistics, every checkpoint. */
void golden_compare_blank(const char *path, const circuit *c);
/* The report of partition k, with the digests of the assignment and of its public inputs. */
void golden_compare_witnessed(const char *path, unsigned partition, const circuit *c);

/* A dump of rows and values: equal but for the names. */
void golden_compare_rows(const char *path, const circuit *c);

#endif
