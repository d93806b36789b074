/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The rows of Poseidon where values are wanted (r1cs/values.h). Internal to gadgets. */
#ifndef CUZK_GADGETS_POSEIDON_VALUES_H
#define CUZK_GADGETS_POSEIDON_VALUES_H

#include "hash/poseidon.h"
#include "r1cs/values.h"

/* The rows and variables of one hash, from its trace. The digest's variable. */
cs_var poseidon_values(cs_values *v, const poseidon_params *p, const fr *trace, const fr *digest);

#endif
