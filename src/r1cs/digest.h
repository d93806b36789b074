/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Back end `digest`: the fingerprint of a circuit, streamed. Two circuits are the same when their
 * digests are (docs/spec/constraint-system.md §7). Of the rows only densities and statistics
 * are kept.
 *
 * SHA-256 over one record a row: LC(A) LC(B) LC(C), each u32 LE term count, then the terms: u8 kind
 * (0 input, 1 aux), u64 LE index, 32-byte LE coefficient; inputs before aux, ascending, zero
 * coefficients kept. */
#ifndef CUZK_R1CS_DIGEST_H
#define CUZK_R1CS_DIGEST_H

#include "hash/sha256.h"
#include "r1cs/cs.h"
#include "r1cs/density.h"
#include "r1cs/names.h"

typedef struct digest_matrix {
    uint64_t terms, zeros, ones, minus_ones; /* all terms; those with coefficient 0, 1, -1 */
    uint64_t empty;                          /* combinations without terms */
    uint64_t longest;                        /* terms of the longest */
} digest_matrix;

/* The state after the first n_rows rows. */
typedef struct digest_checkpoint {
    cs_counts at;
    uint8_t sha256[SHA256_LEN];
    char path[NAMES_PATH_LEN]; /* of row n_rows - 1 */
} digest_checkpoint;

typedef struct circuit_digest {
    cs_counts counts; /* rows with those of cs_finish */
    uint64_t n_circuit_rows;
    uint8_t circuit_sha256[SHA256_LEN];                       /* without the rows of cs_finish */
    uint8_t sha256[SHA256_LEN];                               /* with them */
    uint8_t aux_sha256[SHA256_LEN], input_sha256[SHA256_LEN]; /* the values, 32-byte LE each */
    digest_matrix a, b, c;
    density_set density;
    digest_checkpoint *checkpoints; /* one every 2^lg rows of the circuit */
    size_t n_checkpoints;
} circuit_digest;

#define DIGEST_NO_CHECKPOINTS 64

/* checkpoint_lg: a checkpoint every 2^checkpoint_lg rows. On failure there is nothing to free. */
cuzk_status digest_make(circuit_digest *d, const circuit *c, unsigned checkpoint_lg,
                        cuzk_error *err);
void digest_free(circuit_digest *d);

/* SHA-256 of a density: its bits, least significant first in each byte, zero padded. */
void digest_bitmap(uint8_t out[SHA256_LEN], const bitmap *b);
/* The smallest power of two that is at least n. */
uint64_t digest_domain_size(uint64_t n_rows);

#endif
