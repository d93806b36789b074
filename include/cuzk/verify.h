/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Verify: what a proof claims, of each kind, and whether it holds. */
#ifndef CUZK_VERIFY_H
#define CUZK_VERIFY_H

#include <cuzk/context.h>
#include <cuzk/file.h>
#include <cuzk/proof.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a PoRep proof claims: either a C1, or the values it was made from. */
typedef struct cuzk_porep_claim {
    size_t size;   /* sizeof(cuzk_porep_claim) */
    cuzk_bytes c1; /* when data is not NULL, the rest but registered_proof is unused */
    const char *registered_proof; /* name or number */
    uint8_t prover_id[32];        /* see cuzk_prover_id_make */
    uint64_t sector;
    uint8_t ticket[32], seed[32], comm_d[32], comm_r[32];
} cuzk_porep_claim;

/* The 32 bytes that stand for a miner's actor number. */
CUZK_API void cuzk_prover_id_make(uint8_t prover_id[32], uint64_t miner);

/* All partitions of a proof at once, with batch verification. CUZK_NO when it does not verify. */
CUZK_API cuzk_status cuzk_porep_verify(cuzk_context *c, const cuzk_porep_claim *claim,
                                       const cuzk_bytes *vk, const cuzk_bytes *proof,
                                       cuzk_error *err);

typedef struct cuzk_sector_claim {
    uint64_t sector;
    uint8_t comm_r[32];
} cuzk_sector_claim;

/* What a proof of spacetime claims: that these sectors were held. Window: in the order of the
 * proof; they are cut into partitions of as many as its circuit takes. Winning: one. */
typedef struct cuzk_post_claim {
    size_t size; /* sizeof(cuzk_post_claim) */
    cuzk_kind kind;
    const char *registered_proof; /* name or number */
    uint8_t randomness[32];
    const cuzk_sector_claim *sectors;
    size_t n_sectors;
} cuzk_post_claim;
CUZK_API cuzk_status cuzk_post_verify(cuzk_context *c, const cuzk_post_claim *claim,
                                      const cuzk_bytes *vk, const cuzk_bytes *proof,
                                      cuzk_error *err);

/* What the proof of a sector update claims. */
typedef struct cuzk_update_claim {
    size_t size;                  /* sizeof(cuzk_update_claim) */
    const char *registered_proof; /* name or number */
    uint8_t comm_r_old[32], comm_r_new[32], comm_d_new[32];
} cuzk_update_claim;
CUZK_API cuzk_status cuzk_update_verify(cuzk_context *c, const cuzk_update_claim *claim,
                                        const cuzk_bytes *vk, const cuzk_bytes *proof,
                                        cuzk_error *err);

/* n_rows Groth16 proofs of any circuit, CUZK_PROOF_LEN bytes each; inputs are n_rows rows of
 * n_inputs values of 32 bytes, little-endian and canonical, without the leading one. CUZK_NO when
 * one does not verify; the error's index is its row. */
CUZK_API cuzk_status cuzk_raw_verify(cuzk_context *c, const cuzk_bytes *vk, const uint8_t *inputs,
                                     size_t n_inputs, size_t n_rows, const cuzk_bytes *proof,
                                     cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
