/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The label of a node, as PoRep's graph labelling hashes it (docs/spec/porep.md §4, §8 d). */
#ifndef CUZK_GADGETS_CREATE_LABEL_H
#define CUZK_GADGETS_CREATE_LABEL_H

#include "gadgets/boolean.h"

#define LABEL_MAX_PARENTS 37

/* pack(sha256(replica_id || layer, 32 bits || node, 64 bits || zeros to 512 bits || parents)): the
 * first FR_CAPACITY bits of the digest in field order. All bits as SHA-256 takes them; replica_id
 * and each parent are 256 of them. Returns the number, and its value. */
cs_var create_label(cs *s, const boolean replica_id[256], const boolean *const parents[],
                    unsigned n_parents, uint32_t layer, const boolean node[64], fr *value);

#endif
