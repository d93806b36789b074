/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the engine asks of whatever does the proving: one table of functions, so that the scheduling
 * is tested with a toy. open, synthesise and prove may be held at the gate of their work at any
 * time, for long: they hold no lock meanwhile; acquire and preload never are. The others are quick:
 * the engine calls them with its lock held, and they call nothing of it. A job is opened, its
 * partitions are synthesised in any order, each on one thread of the engine's, and proved, alone or
 * with those of other jobs of the same circuit. */
#ifndef CUZK_ENGINE_BACKEND_H
#define CUZK_ENGINE_BACKEND_H

#include "base/work.h"
#include "engine/snapshot.h"

typedef struct backend backend;
typedef struct backend_job backend_job;         /* a request, read and checked */
typedef struct backend_witness backend_witness; /* a partition, synthesised */

/* What a job will need, in bytes of the budget. */
typedef struct backend_plan {
    char circuit_id[32];
    unsigned partitions;
    uint64_t job_bytes;     /* held from open to close, the request's body not counted */
    uint64_t params_bytes;  /* what acquire adds to held, at most */
    uint64_t witness_bytes; /* held from a partition's synthesis until it is proved */
    uint64_t synth_bytes;   /* more, while it is synthesised */
    uint64_t prove_bytes;   /* more, while a batch is proved: the first circuit */
    uint64_t prove_more;    /* and each further one */
    bool may_batch;         /* with other jobs of its circuit */
} backend_plan;

typedef struct backend_ops {
    /* Quick, without memory worth counting: from the sizes and kinds a request names.
     * CUZK_BAD_INPUT as engine_submit. */
    cuzk_status (*plan)(backend *b, const engine_request *q, backend_plan *out, cuzk_error *err);
    /* Reads and checks all of it. The request and its body outlive the job. *plan may be
     * corrected: other partitions, fewer bytes. */
    cuzk_status (*open)(backend *b, work *w, const engine_request *q, backend_plan *plan,
                        backend_job **out, cuzk_error *err);
    /* The parameters of a job, loaded if need be: before the first synthesis. Counted until close.
     */
    cuzk_status (*acquire)(backend_job *j, work *w, cuzk_error *err);
    cuzk_status (*synthesise)(backend_job *j, work *w, unsigned partition, backend_witness **out,
                              cuzk_error *err);
    /* n witnesses of one circuit; a proof of CUZK_PROOF_LEN bytes each, every one verified. When
     * one does not verify: CUZK_FAULT, "self-check", and *failed is its index; when one does not
     * satisfy the circuit, CUZK_NO, likewise. Takes no ownership. */
    cuzk_status (*prove)(backend *b, work *w, backend_witness *const *witness, size_t n,
                         uint8_t *proofs, size_t *failed, cuzk_error *err);
    void (*free_witness)(backend_witness *witness);
    void (*close)(backend_job *j);

    /* -- parameters by circuit id -- */
    /* Whether there is such a circuit (CUZK_BAD_INPUT, "no-circuit", naming those there are), and
     * how much of the budget loading it would take now. */
    cuzk_status (*known)(backend *b, const char *circuit_id, uint64_t *bytes, cuzk_error *err);
    /* From now on those bytes are held, until preload, which follows, knows what is. */
    void (*promise)(backend *b, const char *circuit_id, uint64_t bytes);
    cuzk_status (*preload)(backend *b, work *w, const char *circuit_id, bool *already,
                           cuzk_error *err);
    cuzk_status (*evict)(backend *b, const char *circuit_id, bool *was_loaded, uint64_t *freed,
                         cuzk_error *err);
    /* Frees at least `bytes` of idle parameters if it can (idle for min_idle_ms); what it freed. */
    uint64_t (*shrink)(backend *b, uint64_t bytes, unsigned min_idle_ms);
    uint64_t (*held)(backend *b); /* bytes of the budget in parameters now */
    /* *out is the caller's to free. NULL with *n 0 when there are none. */
    params_view *(*params)(backend *b, size_t *n);
} backend_ops;

/* A backend begins with this. */
struct backend {
    const backend_ops *ops;
};

#endif
