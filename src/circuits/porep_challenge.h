/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One challenge of the PoRep statement (docs/spec/porep.md §8 a..f). */
#ifndef CUZK_CIRCUITS_POREP_CHALLENGE_H
#define CUZK_CIRCUITS_POREP_CHALLENGE_H

#include "filecoin/vanilla.h"
#include "gadgets/num.h"

/* What the challenges of a partition share. */
typedef struct porep_head {
    boolean replica_id[256]; /* as SHA-256 reads it */
    num comm_d, comm_r_last, comm_c;
} porep_head;

/* v is NULL in a circuit without a witness; else its paths have the shape's depths and arities. */
void porep_challenge(cs *s, const sector_shape *shape, const porep_head *head,
                     const porep_vanilla *v);

/* The size of what comes before the challenges, and of a challenge; without cs_finish. */
cs_counts porep_head_counts(void);
cs_counts porep_challenge_counts(const sector_shape *shape);

#endif
