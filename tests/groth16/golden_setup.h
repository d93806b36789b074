/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Digests of keys against those the official crates' keys have. */
#ifndef CUZK_TESTS_GROTH16_GOLDEN_SETUP_H
#define CUZK_TESTS_GROTH16_GOLDEN_SETUP_H

#include "groth16/parts.h"

/* name: "gadget-num-ops", "porep-2KiB". */
void same_as_golden_setup(const groth16_digests *d, const char *name);

#endif
