/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the files of the engine share. One lock guards everything here; the backend is called
 * without it, from runners (runner.c), which are the only threads that do long work.
 *
 * A job is queued until a runner opens it; then its partitions are synthesised one after the other,
 * wait as witnesses, and are proved in batches; it is done when all are, or when one fails. */
#ifndef CUZK_ENGINE_INTERNAL_H
#define CUZK_ENGINE_INTERNAL_H

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

/* -- jobs.c -- */
job *job_find(engine *e, const char *id);
/* A copy of the request, which keeps pointing into the body. The body is the job's from here on,
 * also when this fails. */
cuzk_status job_new(job **out, engine *e, const engine_request *q, engine_body body,
                    cuzk_error *err);
void job_insert(engine *e, job *j); /* as queued */
/* Its state is final: waiters are answered, the lock being dropped for each; it is kept for a while
 * as a result. */
void job_finish(engine *e, job *j, engine_state state, const cuzk_error *err);
/* One that was never inserted. */
void job_discard(engine *e, job *j);
/* No longer found; freed when nobody uses it. */
void job_forget(engine *e, job *j);
void job_release(engine *e, job *j); /* one user less */
/* A task works on it. When the last one ends, what a finished job no longer needs is freed. */
void job_task_begin(job *j);
void job_task_end(engine *e, job *j);
void jobs_expire(engine *e); /* results too old or too many */
void job_result(const job *j, engine_result *out);
static inline bool job_is_final(const job *j)
{
    return j->state >= JOB_COMPLETED;
}

/* -- waits.c -- */
void waits_answer(engine *e, job *j); /* drops the lock */

/* -- budget.c -- does it fit, now? Idle parameters are unloaded for it. -- */
bool budget_for_body(engine *e, uint64_t bytes);
bool budget_for_params(engine *e, uint64_t bytes);
bool budget_for_open(engine *e, const job *j);
bool budget_for_synthesis(engine *e, const job *j);
/* How many of n witnesses of j's circuit; at most. 0: not even one. */
unsigned budget_for_prove(engine *e, const job *j, unsigned n);
uint64_t plan_prove_bytes(const backend_plan *p, unsigned n);
/* Could j come to its end, all that is unfinished being proved one after the other? */
cuzk_status budget_admits(const engine *e, const job *j, cuzk_error *err);
/* Could these bytes of parameters ever be loaded? */
bool budget_can_hold(const engine *e, uint64_t bytes);

/* -- schedule.c -- what a runner does next; the lock is held, grants are made -- */
/* False when there is nothing now; *wait_ms is lowered to when there may be without a change. */
bool schedule_synthesis(runner *r, uint64_t *wait_ms);
bool schedule_prove(runner *r);
bool schedule_has(const runner *r);     /* it is busy, or could begin something now */
void schedule_group(engine *e, job *j); /* which jobs a new one is proved with */

/* -- runner.c -- */
cuzk_status runners_make(engine *e, unsigned level, cuzk_error *err);
void runners_end(engine *e);
void runners_set_gates(engine *e);    /* after any change of what runs or could */
void runners_cancel_final(engine *e); /* those that work for finished jobs only */

/* -- preload.c -- */
void preloads_cancel(engine *e); /* there are none from now on; the lock is held */
void preloads_end(engine *e);    /* waits for them, cancelled before */

/* -- */
static inline uint64_t ms_since(uint64_t then_ns, uint64_t now_ns)
{
    return now_ns > then_ns ? (now_ns - then_ns) / 1000000 : 0;
}
void timeline(engine *e, const char *event, const job *j, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

#endif
