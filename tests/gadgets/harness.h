/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The gadget circuits of tests/data/golden/gadgets, by name, on their fixed inputs. */
#ifndef CUZK_TESTS_HARNESS_H
#define CUZK_TESTS_HARNESS_H

#include "gadgets/por.h"
#include "r1cs/cs.h"

/* "sha256-1block" and so on; NULL if there is no such harness. */
const circuit *harness_find(const char *name);
/* All of them, one after the other; NULL behind the last. */
const circuit *harness_at(size_t i);

/* The node over so many children, as the trees of sectors have it. */
void node_hash(fr *out, node_hasher h, const fr *children, unsigned n);

/* The table, one part a file, each ended by a NULL id. The id is "gadget-" and the name. */
extern const circuit harness_words[], harness_nums[], harness_paths[];

#endif
