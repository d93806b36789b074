/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What can be seen of an engine at one moment: for GetStatus, /status and /metrics. */
#ifndef CUZK_ENGINE_SNAPSHOT_H
#define CUZK_ENGINE_SNAPSHOT_H

#include "engine/engine.h"

#define KINDS 4 /* cuzk_kind - 1 is the index */

/* Upper bounds in seconds; one more bucket has no bound. */
#define DURATION_BOUNDS 14
extern const double engine_duration_bounds[DURATION_BOUNDS];

typedef struct histogram {
    uint64_t bucket[DURATION_BOUNDS + 1]; /* not cumulative */
    uint64_t count;
    double sum;
} histogram;
void histogram_add(histogram *h, double seconds);

typedef enum partition_state {
    PARTITION_PENDING,
    PARTITION_SYNTHESIZING,
    PARTITION_SYNTH_DONE,
    PARTITION_PROVING,
    PARTITION_DONE,
    PARTITION_FAILED,
} partition_state;

typedef struct partition_view {
    partition_state state;
    int64_t synth_ms, prove_ms; /* -1: not there yet */
} partition_view;

typedef struct job_view {
    char id[ENGINE_ID_MAX];
    cuzk_kind kind;
    engine_priority priority;
    engine_state state;
    double started_ago_s; /* since it was submitted */
    unsigned n_partitions, n_done;
    partition_view *partition;
} job_view;

typedef enum residency { PARAMS_HOT, PARAMS_WARM, PARAMS_COLD } residency;
static inline const char *residency_name(unsigned r)
{
    static const char *const names[] = {
        [PARAMS_HOT] = "hot", [PARAMS_WARM] = "warm", [PARAMS_COLD] = "cold"
    };
    return r <= PARAMS_COLD ? names[r] : "unknown";
}

typedef struct params_view {
    char circuit_id[32];
    residency state; /* resident and locked; mapped; on disk */
    uint64_t bytes;
    unsigned users;
    double idle_s;
    bool preloaded;            /* asked for, not just used */
    uint64_t loads, evictions; /* so far */
} params_view;

typedef struct worker_view {
    bool proving;
    char job_id[ENGINE_ID_MAX];
    cuzk_kind kind;
    unsigned partition;
    double busy_s;
} worker_view;

typedef struct kind_view {
    uint32_t queued, running;
    uint64_t completed, failed, cancelled;
    histogram duration, queue_wait, synthesis, prove;
} kind_view;

/* Finished jobs by the circuit they were planned for. */
typedef struct circuit_view {
    char circuit_id[32];
    uint64_t completed, failed;
    histogram duration; /* from submission to the end, of those completed */
} circuit_view;

#define CIRCUITS_MAX 32 /* there are fewer; further ones would share the last, "other" */

typedef struct engine_snapshot {
    double uptime_s;
    uint64_t memory_budget, memory_used; /* budget 0: no limit */
    unsigned max_synthesis, active_synthesis, waiting_for_prover;
    job_view *job; /* waiting, running, and those finished in the last 30 s */
    size_t n_jobs;
    worker_view *worker;
    size_t n_workers;
    params_view *params; /* those hot or warm, and the cold ones that are on disk */
    size_t n_params;
    kind_view kind[KINDS];
    circuit_view circuit[CIRCUITS_MAX]; /* in the order in which they were first finished */
    size_t n_circuits;
    uint64_t verified, verify_failed, verify_retried; /* proofs, before they are given out */
    uint64_t attached;                                /* submissions that met their job again */
    uint64_t params_loads, params_evictions;
    bool draining;
} engine_snapshot;

void engine_snapshot_free(engine_snapshot *s);

#endif
