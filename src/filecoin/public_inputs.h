/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a PoRep proof states, and the public inputs of each partition (docs/spec/porep.md §7). */
#ifndef CUZK_FILECOIN_PUBLIC_INPUTS_H
#define CUZK_FILECOIN_PUBLIC_INPUTS_H

#include "field/fr.h"
#include "filecoin/c1.h"

typedef struct porep_statement {
    const registered_seal *seal;
    uint8_t porep_id[32];
    node32 replica_id, comm_d, comm_r;
    uint8_t seed[32];
} porep_statement;

/* The statement a C1 output is about. */
void porep_statement_from_c1(porep_statement *s, const c1 *c);

/* How many inputs a partition has, ONE not counted: 39 or 327. */
size_t porep_public_inputs_n(const sector_shape *shape);

/* out holds that many. False when replica_id, comm_d or comm_r is no canonical element. */
bool porep_public_inputs(fr *out, const porep_statement *s, unsigned partition);

#endif
