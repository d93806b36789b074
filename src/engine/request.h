/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a client asks to be proved, and who it is: the identity of a job. */
#ifndef CUZK_ENGINE_REQUEST_H
#define CUZK_ENGINE_REQUEST_H

#include <cuzk/params.h>
#include <cuzk/proof.h>
#include <stdbool.h>

/* In order of urgency. */
typedef enum engine_priority {
    PRIORITY_DEFAULT = 0, /* that of the kind: winning critical, window high, the others normal */
    PRIORITY_LOW,
    PRIORITY_NORMAL,
    PRIORITY_HIGH,
    PRIORITY_CRITICAL,
    PRIORITIES
} engine_priority;

/* The fields of a SubmitProofRequest. What it points to lies in its body, or is static. */
typedef struct engine_request {
    const char *id; /* the client's; "": one is drawn (UUID, version 4) */
    cuzk_kind kind;
    engine_priority priority;
    uint64_t sector_size; /* bytes; 0: not said */
    uint64_t registered_proof;
    uint64_t sector_number, miner_id;
    uint32_t partition_index;
    /* One file (porep: a C1 in any layout; others: one or a JSON array) or several in bincode. */
    const cuzk_bytes *vanilla;
    size_t n_vanilla;
    cuzk_bytes randomness, comm_r_old, comm_r_new, comm_d_new; /* 0 or 32 bytes */
} engine_request;

/* The memory a request's pointers lead to: owned by whoever holds it, freed once. */
typedef struct engine_body {
    void (*free)(void *data); /* NULL: nothing to free */
    void *data;
    size_t len; /* what it counts in the budget */
} engine_body;

/* SHA-256 over every field but id and priority, each framed by its length: two requests with the
 * same id are the same job when these are equal. */
void engine_request_digest(uint8_t digest[32], const engine_request *q);

/* PRIORITY_DEFAULT replaced by that of the kind. */
engine_priority engine_request_priority(const engine_request *q);

#endif
