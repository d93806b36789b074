/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The rows of sha256_compress_gadget for a back end that wants values, 32 bits at a time. */
#ifndef CUZK_GADGETS_SHA256_VALUES_H
#define CUZK_GADGETS_SHA256_VALUES_H

#include "gadgets/sha256.h"
#include "r1cs/values.h"

void sha256_compress_values(cs_values *v, word state[8], const word block[16]);

#endif
