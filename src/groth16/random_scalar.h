/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The scalars nobody may know: randomisers of a proof, toxic values of a setup. */
#ifndef CUZK_GROTH16_RANDOM_SCALAR_H
#define CUZK_GROTH16_RANDOM_SCALAR_H

#include "base/error.h"
#include "field/fr.h"

/* Uniform in [1, r), from the kernel. The caller wipes it. */
cuzk_status groth16_random_scalar(fr *o, cuzk_error *err);

#endif
