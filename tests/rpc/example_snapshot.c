/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/example_snapshot.h"
#include "test.h"

static void add_jobs(engine_snapshot *s)
{
    static const job_view jobs[3] = {
        { .id = "porep-1000-7",
          .kind = CUZK_KIND_POREP,
          .state = JOB_RUNNING,
          .started_ago_s = 1.5,
          .n_partitions = 2,
          .n_done = 1 },
        { .id = "winpost-1000-\xff", .kind = CUZK_KIND_WINNING, .state = JOB_FAILED },
        { .id = "waiting", .kind = CUZK_KIND_POREP, .state = JOB_QUEUED },
    };

    s->n_jobs = 3;
    s->job = malloc(sizeof jobs);
    assert_non_null(s->job);
    memcpy(s->job, jobs, sizeof jobs);
    s->job[0].partition = calloc(2, sizeof *s->job[0].partition);
    assert_non_null(s->job[0].partition);
    s->job[0].partition[0] = (partition_view) { PARTITION_DONE, 20, 30 };
    s->job[0].partition[1] = (partition_view) { PARTITION_PROVING, 21, -1 };
}

static void add_params(engine_snapshot *s)
{
    static const params_view params[3] = {
        { .circuit_id = "porep-32g", .state = PARAMS_HOT, .bytes = 48, .users = 2, .idle_s = 0 },
        { .circuit_id = "winning-32g", .state = PARAMS_WARM, .bytes = 1, .idle_s = 9.5 },
        { .circuit_id = "snap-32g", .state = PARAMS_COLD },
    };

    s->n_params = 3;
    s->params = malloc(sizeof params);
    assert_non_null(s->params);
    memcpy(s->params, params, sizeof params);
}

engine_snapshot *example_snapshot(void)
{
    engine_snapshot *s = calloc(1, sizeof *s);

    assert_non_null(s);
    *s = (engine_snapshot) { .uptime_s = 12.25,
                             .memory_budget = 1000,
                             .memory_used = 400,
                             .max_synthesis = 4,
                             .active_synthesis = 1,
                             .waiting_for_prover = 2,
                             .verified = 11,
                             .verify_failed = 1,
                             .verify_retried = 1,
                             .attached = 3,
                             .params_loads = 5,
                             .params_evictions = 4 };
    add_jobs(s);
    add_params(s);
    s->n_workers = 2;
    s->worker = calloc(2, sizeof *s->worker);
    assert_non_null(s->worker);
    s->worker[1] = (worker_view) { true, "porep-1000-7", CUZK_KIND_POREP, 1, 0.5 };
    kind_view *porep = &s->kind[CUZK_KIND_POREP - 1];
    porep->completed = 3;
    porep->failed = 1;
    porep->cancelled = 2;
    porep->queued = 1;
    porep->running = 1;
    histogram_add(&porep->duration, engine_duration_bounds[0] / 2);
    histogram_add(&porep->duration, engine_duration_bounds[0] / 2);
    histogram_add(&porep->duration, 2 * engine_duration_bounds[DURATION_BOUNDS - 1]);
    s->kind[CUZK_KIND_WINNING - 1].completed = 4;
    s->circuit[0] = (circuit_view) { "porep-32g", 3, 1, porep->duration };
    s->circuit[1] = (circuit_view) { .circuit_id = "winning-32g", .completed = 4 };
    s->n_circuits = 2;
    return s;
}
