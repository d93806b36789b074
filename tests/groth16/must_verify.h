/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Everything that must hold of proofs that verify: they do, singly and together, and no twin does.
 */
#ifndef CUZK_TESTS_GROTH16_MUST_VERIFY_H
#define CUZK_TESTS_GROTH16_MUST_VERIFY_H

#include "support.h"

void must_verify(const proof_set *s);

#endif
