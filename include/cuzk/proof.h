/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Prove. Nothing unverified is ever returned. */
#ifndef CUZK_PROOF_H
#define CUZK_PROOF_H

#include <cuzk/context.h>
#include <cuzk/file.h>
#include <cuzk/params.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUZK_PROOF_LEN 192 /* of one partition */

/* What winning, window and update proofs are made from. */
typedef struct cuzk_vanilla {
    /* Vanilla proofs in bincode, one a file, or files of JSON arrays of them in base64. A winning
     * proof has one; window: one a sector, in order; update: one a partition, all of them. */
    const cuzk_bytes *file;
    size_t n_files;
    const uint8_t *randomness;                           /* 32 bytes: winning, window */
    const uint8_t *comm_r_old, *comm_r_new, *comm_d_new; /* 32 bytes each: update */
} cuzk_vanilla;

typedef struct cuzk_prove_request {
    size_t size; /* sizeof(cuzk_prove_request) */
    cuzk_kind kind;
    cuzk_bytes c1; /* porep: seal commit phase 1 output, in any of its three layouts */
    /* What a bare C1 or a vanilla proof is read as; NULL: what is usual for its size. */
    const char *registered_proof;
    const char *params_dir;
    const uint32_t *partition; /* one partition only; NULL: all */
    /* For tests only: partition k uses r + k and s + k. NULL: drawn from the kernel. */
    const char *insecure_r, *insecure_s;
    bool skip_vanilla_check; /* leave an inconsistent C1 to the circuit to refuse */
    /* Circuits that share a pass over the parameters, at most; 0: chosen to fit the memory. */
    uint32_t circuits_per_batch;
    const cuzk_vanilla *vanilla; /* the kinds other than porep */
} cuzk_prove_request;

/* Of a call; where it proves several sectors, read and vanilla are of the one. */
typedef struct cuzk_seconds {
    double read, vanilla, params, synthesis, prove, verify, total;
} cuzk_seconds;

typedef struct cuzk_proof {
    uint8_t *data; /* CUZK_PROOF_LEN a partition, in order */
    size_t len;
    uint32_t partitions; /* in data */
    uint32_t first_partition;
    const char *registered_proof, *sector_size;
    uint8_t comm_d[32], comm_r[32], replica_id[32]; /* porep */
    cuzk_verdict params_verdict;
    uint64_t constraints; /* of one partition */
    uint64_t memory_peak; /* of the heavy steps */
    cuzk_seconds seconds;
    /* What the system counted as the process's own: anonymous and shared pages. Mapped parameters
     * are not in it. 0: it does not say. */
    uint64_t memory_resident_peak;
    uint32_t circuits_per_batch; /* as many shared a pass over the parameters, at most */
    cuzk_kind kind;
} cuzk_proof;

/* CUZK_NO: what was given does not hold (the failing item or row is named). */
CUZK_API cuzk_status cuzk_proof_make(cuzk_context *c, const cuzk_prove_request *request,
                                     cuzk_proof **out, cuzk_error *err);
CUZK_API void cuzk_proof_free(cuzk_proof *p);

/* Several sectors of one size with the parameters of one directory, whose partitions are proved in
 * common batches; circuits_per_batch is the first request's. out has n places. All or none: an
 * error names the C1 it is about. */
CUZK_API cuzk_status cuzk_proofs_make(cuzk_context *c, const cuzk_prove_request *const *requests,
                                      size_t n, cuzk_proof **out, cuzk_error *err);

#ifdef __cplusplus
}
#endif
#endif
