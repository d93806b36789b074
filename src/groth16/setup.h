/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Keys for a circuit (docs/spec/groth16.md §1), on the fixed generators of G1 and G2. Whoever knows
 * the toxic values can forge proofs: these are keys for development, never for a network. */
#ifndef CUZK_GROTH16_SETUP_H
#define CUZK_GROTH16_SETUP_H

#include "base/work.h"
#include "groth16/parts.h"
#include "r1cs/shape.h"

typedef struct groth16_toxic {
    fr alpha, beta, gamma, delta, tau;
} groth16_toxic;

/* Five fresh non-zero values from the kernel. Wipe them as soon as the keys are made. */
cuzk_status groth16_toxic_random(groth16_toxic *t, cuzk_error *err);
void groth16_toxic_wipe(groth16_toxic *t);

/* Writes both files, each whole or not at all, params first. Everything derived from the toxic
 * values is wiped. CUZK_BAD_INPUT: a toxic value is zero or tau is a root of unity of the domain
 * ("bad-toxic"), or a variable no row uses ("unconstrained-variable", section "aux", its index). */
cuzk_status groth16_setup(groth16_digests *digests, work *w, const shape *rows,
                          const groth16_toxic *toxic, const char *params_path, const char *vk_path,
                          cuzk_error *err);

#endif
