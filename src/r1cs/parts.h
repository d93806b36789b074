/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A circuit said in pieces: a head, then equal parts that know the head and nothing of each other,
 * so that they can be written at once. The rows are those of head, part 0, part 1, ... in order. */
#ifndef CUZK_R1CS_PARTS_H
#define CUZK_R1CS_PARTS_H

#include "r1cs/cs.h"

typedef struct circuit_parts {
    unsigned n;
    cs_counts head_counts, part_counts; /* of the head (ONE included) and of each part */
    /* shared: shared_len bytes, filled by the head, read by the parts. */
    size_t shared_len;
    void (*head)(const void *ctx, cs *s, void *shared);
    void (*part)(const void *ctx, cs *s, const void *shared, unsigned i);
    const void *ctx;
} circuit_parts;

/* The counters of a system right before part i, i <= n. */
static inline cs_counts circuit_parts_before(const circuit_parts *p, unsigned i)
{
    return (cs_counts) {
        .n_rows = p->head_counts.n_rows + i * p->part_counts.n_rows,
        .n_inputs = p->head_counts.n_inputs + i * p->part_counts.n_inputs,
        .n_aux = p->head_counts.n_aux + i * p->part_counts.n_aux,
    };
}

#endif
