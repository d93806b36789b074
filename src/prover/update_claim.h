/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What proving and verifying a sector update have in common. */
#ifndef CUZK_PROVER_UPDATE_CLAIM_H
#define CUZK_PROVER_UPDATE_CLAIM_H

#include "filecoin/update.h"

/* "StackedDrg2KiBV1" and so on, or their numbers, 0 to 4. */
cuzk_status update_find(const sector_shape **out, const char *name, cuzk_error *err);
const char *update_name(const sector_shape *shape);

/* 32 bytes each; CUZK_BAD_INPUT when one is NULL or no canonical element. */
cuzk_status update_statement_of(update_statement *out, const sector_shape *shape,
                                const uint8_t *comm_r_old, const uint8_t *comm_r_new,
                                const uint8_t *comm_d_new, cuzk_error *err);

#endif
