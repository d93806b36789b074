/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* libcuzk: Groth16 proofs for Filecoin over BLS12-381.
 *
 *   cuzk/error.h     what a call says when it fails
 *   cuzk/context.h   threads, memory, progress, cancelling
 *   cuzk/file.h      whole files in, whole files out
 *   cuzk/params.h    make, check and list parameters
 *   cuzk/proof.h     prove
 *   cuzk/verify.h    verify
 *   cuzk/seal.h      seal a small sector
 *   cuzk/circuit.h   circuits of your own
 *   cuzk/inspect.h   what a machine offers, what a file is, what a circuit is
 *
 * Request structs begin with their size: set every member to zero, `size` to sizeof, then what
 * you mean; a library that is newer or older than the header then does the right thing or
 * refuses. Strings and bytes in requests are only read during the call. Results belong to the
 * caller until the matching _free. A cuzk_error may be NULL where the details do not matter. */
#ifndef CUZK_CUZK_H
#define CUZK_CUZK_H

#include <cuzk/circuit.h>
#include <cuzk/context.h>
#include <cuzk/error.h>
#include <cuzk/file.h>
#include <cuzk/inspect.h>
#include <cuzk/params.h>
#include <cuzk/proof.h>
#include <cuzk/seal.h>
#include <cuzk/verify.h>

#endif
