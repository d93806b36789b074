/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What an engine keeps: its jobs, its runners, what is granted. One lock guards everything here;
 * the backend is called without it, from runners (runner.c), which are the only threads that do
 * long work.
 *
 * A job is queued until a runner opens it; then its partitions are synthesised one after the other,
 * wait as witnesses, and are proved in batches; it is done when all are, or when one fails. */
#ifndef CUZK_ENGINE_STATE_H
#define CUZK_ENGINE_STATE_H

#include "base/work_gate.h"
#include "engine/backend.h"

#include <pthread.h>

#define LEVELS      4 /* PRIORITY_LOW is 0 */
#define TABLE_LISTS 256
#define BATCH_MAX   16 /* witnesses in one call of prove */

typedef struct job job;
typedef struct runner runner;

typedef struct part {
    partition_state state;
    backend_witness *witness; /* PARTITION_SYNTH_DONE, PARTITION_PROVING */
    bool retried;             /* its proof did not verify once */
    int64_t synth_ms, prove_ms;
} part;

struct engine_wait {
    struct engine_wait *next;
    job *job;
    engine_done_fn fn;
    void *ctx;
    enum { WAIT_PENDING, WAIT_CALLING, WAIT_CALLED } state;
};

struct job {
    job *next;             /* of the same list of the table */
    job *after;            /* in `live` or in `finished` */
    unsigned users, tasks; /* it is freed, it is trimmed, when there are none; a task uses it too */
    char id[ENGINE_ID_MAX];
    uint8_t digest[32];
    engine_request request; /* its own, pointing into `text` and the body */
    cuzk_bytes *vanilla;
    engine_body body;
    unsigned level;
    uint64_t sequence; /* of submission */
    uint64_t group;    /* jobs collected to be proved together have one; else the sequence */
    engine_state state;
    bool opening, opened, forgotten;
    bool alone; /* its partitions are proved singly: there was no memory for more */
    backend_plan plan;
    backend_job *backend;
    part *part;
    unsigned n_started, n_done; /* partitions whose synthesis began; that are proved */
    uint8_t *proof;
    size_t proof_len;
    cuzk_error error;
    uint64_t submitted_ns, begun_ns, finished_ns;
    uint64_t params_ms, synth_ms, prove_ms;
    struct engine_wait *waits;
};

typedef enum stage { STAGE_SYNTHESIS, STAGE_PROVE, STAGES } stage;

struct runner {
    engine *e;
    stage stage;
    unsigned level;
    bool made, busy, opens; /* opens: what it does in STAGE_SYNTHESIS */
    pthread_t thread;
    work w;
    /* What it works on. */
    job *job[BATCH_MAX];
    unsigned partition[BATCH_MAX], n;
    uint64_t granted, keeps, since_ns; /* bytes; of them left behind when it succeeds */
};

typedef struct preload preload;

struct engine {
    pthread_mutex_t lock;
    pthread_cond_t changed; /* of anything a runner, a drain or an ending wait looks for */
    engine_options o;
    backend *backend;
    uint64_t started_ns, next_sequence;
    bool stop, draining;
    job *table[TABLE_LISTS];
    job *live, *finished;                            /* by submission; by end, the oldest first */
    unsigned n_live, n_queued, n_finished, n_ending; /* ending: waiters are being answered */
    /* Of the budget, without what the backend holds in parameters; the part of it that is bodies;
     * what runs of each stage. */
    uint64_t used, bodies, granted[STAGES];
    work_gate gate[LEVELS];
    runner runner[STAGES][LEVELS];
    preload *preloads; /* waiting, the first one being loaded */
    bool loader_made, no_preloads;
    pthread_t loader;
    work loader_work;
    kind_view kind[KINDS];
    circuit_view circuit[CIRCUITS_MAX];
    size_t n_circuits;
    uint64_t verified, verify_failed, verify_retried, attached;
};

static inline bool job_is_final(const job *j)
{
    return j->state >= JOB_COMPLETED;
}

#endif
