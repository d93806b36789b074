/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Seal a small sector: from plain data to a replica and the C1 that a proof is made from. */
#ifndef CUZK_SEAL_H
#define CUZK_SEAL_H

#include <cuzk/context.h>
#include <cuzk/file.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of data that a sector of this size, in bytes, holds: 127 of 128. */
CUZK_API uint64_t cuzk_seal_capacity(uint64_t sector_size);

/* How a sector's challenges come about. */
typedef enum cuzk_challenges {
    CUZK_CHALLENGES_INTERACTIVE,
    CUZK_CHALLENGES_SYNTHETIC,
    CUZK_CHALLENGES_NON_INTERACTIVE,
} cuzk_challenges;
/* "interactive", "synthetic" or "ni"; CUZK_BAD_INPUT names them. */
CUZK_API cuzk_status cuzk_challenges_find(cuzk_challenges *out, const char *name, cuzk_error *err);

typedef struct cuzk_seal_request {
    size_t size;             /* sizeof(cuzk_seal_request) */
    const char *sector_size; /* "2KiB", "8MiB" or "512MiB", or bytes */
    cuzk_challenges challenges;
    /* What is sealed, zeros behind it: a file, or bytes. */
    const char *data_path;
    cuzk_bytes data; /* when data_path is NULL */
    uint64_t miner, sector;
    uint8_t ticket[32];
    uint8_t seed[32]; /* not zero; a non-interactive proof makes no use of it */
    /* Where things go; "-" for c1_path: standard output. */
    const char *c1_path;      /* Curio's layout */
    const char *replica_path; /* NULL: not kept */
    const char *cache_dir;    /* labels, trees and roots as other tools keep them; NULL: not kept */
} cuzk_seal_request;

typedef struct cuzk_sealed {
    const char *registered_proof, *sector_size;
    uint8_t prover_id[32], replica_id[32];
    uint8_t comm_d[32], comm_c[32], comm_r_last[32], comm_r[32];
    uint64_t data_bytes, c1_bytes;
    uint32_t partitions, challenges; /* of the C1; challenges a partition */
    uint64_t memory_peak;
    double seconds;
} cuzk_sealed;

/* The files appear whole and at the end, or not at all; the C1 is checked first, as a prover does.
 * Holds 3.1 times the sector's size; data in a file is mapped, not copied. */
CUZK_API cuzk_status cuzk_seal(cuzk_context *c, const cuzk_seal_request *request, cuzk_sealed *out,
                               cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
