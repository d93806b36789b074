/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The engine: takes requests, proves them in order of urgency within one memory budget, remembers
 * results. Every function may be called from any thread. */
#ifndef CUZK_ENGINE_ENGINE_H
#define CUZK_ENGINE_ENGINE_H

#include "engine/request.h"

#define ENGINE_ID_MAX 256 /* bytes of a job id, with its NUL */

typedef struct engine engine;
struct backend;
struct engine_snapshot;

typedef struct engine_options {
    unsigned threads;             /* of proving; 0: one per available CPU */
    uint64_t memory_budget;       /* bytes for everything; 0: no limit */
    uint64_t critical_reserve;    /* of them, kept free for CRITICAL jobs */
    unsigned synthesis_lookahead; /* witnesses that may wait for the prover; >= 1 */
    unsigned max_batch_size;      /* jobs of one circuit that are proved together; >= 1 */
    unsigned max_batch_wait_ms;   /* how long a batch is collected */
    unsigned max_queued;          /* jobs waiting; further ones are refused */
    unsigned evict_idle_ms;       /* parameters unused for so long make room for others */
    unsigned keep_results;        /* finished jobs that are remembered, at most */
    uint64_t keep_results_ms;     /* and how long; 0: as long as there is room */
    /* What happens when, as TIMELINE lines have it; any thread, with locks held. NULL: untold. */
    void (*timeline)(void *ctx, const char *event, const char *job_id, const char *detail);
    void *timeline_ctx;
} engine_options;

/* The prover is borrowed and outlives the engine. Starts its threads. */
cuzk_status engine_new(engine **out, const engine_options *options, struct backend *prover,
                       cuzk_error *err);
/* Cancels what is left, waits for it, answers every waiter; waits are ended before. */
void engine_free(engine *e);

/* -- jobs -- */

typedef enum engine_state {
    JOB_QUEUED,
    JOB_RUNNING,
    JOB_COMPLETED, /* from here on nothing changes */
    JOB_FAILED,
    JOB_CANCELLED,
} engine_state;

typedef struct engine_result {
    engine_state state;
    const char *id;
    const uint8_t *proof; /* JOB_COMPLETED: verified */
    size_t proof_len;
    const cuzk_error *error; /* JOB_FAILED, JOB_CANCELLED */
    uint64_t queue_wait_ms, srs_load_ms, synthesis_ms, prove_ms, total_ms;
} engine_result;

typedef struct engine_ticket {
    char id[ENGINE_ID_MAX];
    uint32_t queue_position; /* jobs that were waiting before it */
    bool attached;           /* to a job that was there, with the same id and digest */
} engine_ticket;

/* Consumes the body, in every case, and with it what was reserved for body.len (engine_reserve).
 * CUZK_BAD_INPUT: what is asked cannot be right; code "job-exists": another job of that id is not
 * finished. CUZK_NO_RESOURCES: the queue is full, or the job could not fit in the budget even
 * alone. CUZK_INTERRUPTED, "draining": see engine_drain.
 */
cuzk_status engine_submit(engine *e, const engine_request *q, engine_body body, engine_ticket *out,
                          cuzk_error *err);

/* Called once, from a thread of the engine or from engine_await itself, without locks held. What
 * the result points to is valid during the call. */
typedef void (*engine_done_fn)(void *ctx, const engine_result *result);
typedef struct engine_wait engine_wait;

/* CUZK_NO, "no-job", when the id is not known. A job that is done calls fn before this returns, and
 * *out is NULL. */
cuzk_status engine_await(engine *e, const char *id, engine_done_fn fn, void *ctx, engine_wait **out,
                         cuzk_error *err);
/* Ends and frees a wait, whether or not fn was called: each needs exactly one. True: fn was not
 * called and never will be; false: it has returned (one that runs is waited for, so not from fn,
 * nor under a lock that fn takes). */
bool engine_await_end(engine *e, engine_wait *wait);

/* was_running: it was queued or running, and now stops. CUZK_NO, "no-job". */
cuzk_status engine_cancel(engine *e, const char *id, bool *was_running, cuzk_error *err);
/* The same, but only of one that is still queued. */
void engine_withdraw(engine *e, const char *id);
void engine_cancel_all(engine *e); /* those there are: see engine_drain */

/* -- parameters -- */

typedef void (*engine_preload_fn)(void *ctx, cuzk_status s, const cuzk_error *err,
                                  bool already_loaded, uint64_t load_ms);
/* Loads, checks and locks the parameters of "porep-32g", ...: fn is called once, from a thread of
 * the engine. CUZK_BAD_INPUT, "no-circuit", naming those there are; CUZK_NO_RESOURCES,
 * "over-budget", when they could never fit; CUZK_INTERRUPTED, "draining", see engine_drain. */
cuzk_status engine_preload(engine *e, const char *circuit_id, engine_preload_fn fn, void *ctx,
                           cuzk_error *err);
/* Unloads what no job uses; while one does, it is only unlocked, and unloaded afterwards. */
cuzk_status engine_evict(engine *e, const char *circuit_id, bool *was_loaded, uint64_t *freed,
                         cuzk_error *err);

/* -- the budget -- */

/* For a request's bytes before they are there. CUZK_NO_RESOURCES when they do not fit now.
 * Unreserved when no submission came of them. */
cuzk_status engine_reserve(engine *e, uint64_t bytes, cuzk_error *err);
void engine_unreserve(engine *e, uint64_t bytes);

/* -- the whole -- */

/* No new jobs from now on. Returns when none is left and all who wait were answered, or after
 * timeout_ms: true when none is. Then what is being preloaded is given up ("draining"). */
bool engine_drain(engine *e, unsigned timeout_ms);
bool engine_draining(engine *e);

/* See engine/snapshot.h; engine_snapshot_free. NULL when out of memory. */
struct engine_snapshot *engine_snapshot_take(engine *e);

#endif
