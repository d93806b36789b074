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
    unsigned bytes_8_rows; /* see circuit_parts_bytes */
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

/* What the compact witness takes at most, and not much less: so much for eight rows, and what a
 * piece has room for beyond its own. tests/circuits/test_witness_bytes.c measures it. */
#define CIRCUIT_PIECE_BYTES ((uint64_t)40 << 10)
static inline uint64_t circuit_parts_bytes(const circuit_parts *p)
{
    return circuit_parts_before(p, p->n).n_rows * p->bytes_8_rows / 8 +
           (p->n + 2) * CIRCUIT_PIECE_BYTES;
}

#endif
