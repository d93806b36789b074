/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a request is about, found out and checked before any work is done. */
#ifndef CUZK_PROVER_STATEMENT_H
#define CUZK_PROVER_STATEMENT_H

#include "filecoin/public_inputs.h"
#include <cuzk/verify.h>

/* A C1 this version works on: its proof is not a non-interactive one. */
cuzk_status statement_read_c1(c1 *out, const cuzk_bytes *bytes, const char *registered_proof,
                              cuzk_error *err);

/* From a C1, or from the values of the claim. */
cuzk_status statement_of_claim(porep_statement *s, const cuzk_porep_claim *claim, cuzk_error *err);

/* The public inputs of partitions [first, first + n), a row each; *out is the caller's to free. */
cuzk_status statement_inputs(fr **out, const porep_statement *s, unsigned first, unsigned n,
                             cuzk_error *err);

#endif
