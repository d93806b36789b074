/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/remote.h"
#include "apps/bench/remote_report.h"
#include "apps/cli/output.h"
#include "apps/cli/value.h"

#include <stdio.h>
#include <stdlib.h>

static const option options[] = { REMOTE_OPTIONS,
                                  SINGLE_OPTIONS,
                                  { "count", "N", false, "How many proofs. Default: 3." },
                                  { "concurrency", "N", false,
                                    "How many are asked for at once. Default: 1." },
                                  { NULL, NULL, false, NULL } };

typedef struct batch {
    remote r;
    proof_input input;
    uint64_t count, concurrency, started, done, completed;
    remote_job *job;
    double began;
    json_t *jobs;
    span wall, prove;
} batch;

static void batch_job_done(remote_job *job)
{
    batch *b = job->ctx;
    json_t *o = json_object();

    b->done++;
    remote_report_job(&b->r, job, o);
    json_array_append_new(b->jobs, o);
    if (job->completed) {
        b->completed++;
        span_add(&b->wall, job->wall_s);
        span_add(&b->prove, 1e-3 * (double)job->prove_ms);
    }
    remote_job_free(job);
}

static cuzk_status start_next(batch *b, cuzk_error *err)
{
    remote_job *job = &b->job[b->started];

    snprintf(job->id, sizeof job->id, "bench-%s-%llu", b->r.run_id,
             (unsigned long long)b->started + 1);
    job->on_done = batch_job_done;
    job->ctx = b;
    TRY(remote_start(job, &b->r, &b->input, err));
    b->started++;
    return CUZK_OK;
}

static cuzk_status run_jobs(batch *b, cuzk_error *err)
{
    while (b->done < b->count) {
        while (b->started < b->count && b->started - b->done < b->concurrency)
            TRY(start_next(b, err));
        remote_waiting(&b->r, "proofs", b->done, b->count);
        cuzk_status s = remote_step(&b->r, 1000, err);
        if (s != CUZK_OK && b->done < b->count)
            return s;
    }
    return CUZK_OK;
}

static void summarise(batch *b)
{
    const double total = remote_now() - b->began;
    invocation *in = b->r.in;

    out_real(in->out, "total_seconds", total);
    out_integer(in->out, "completed", b->completed);
    out_integer(in->out, "failed", b->done - b->completed);
    say(in, "\n=== Batch Summary ===");
    say(in, "total time:  %.3fs", total);
    say(in, "completed:   %llu", (unsigned long long)b->completed);
    say(in, "failed:      %llu", (unsigned long long)(b->done - b->completed));
    span_report(in, in->out, "wall", "wall time:", &b->wall);
    span_report(in, in->out, "prove", "prove time:", &b->prove);
    if (b->completed) {
        out_real(in->out, "proofs_per_minute", 60 * (double)b->completed / total);
        say(in, "throughput:  %.2f proofs a minute", 60 * (double)b->completed / total);
    }
}

static cuzk_status run_on(batch *b, invocation *in, cuzk_error *err)
{
    const char *count = invocation_value(in, "count"),
               *at_once = invocation_value(in, "concurrency");

    b->count = 3;
    b->concurrency = 1;
    if (count)
        TRY(value_integer(&b->count, "count", count, 1, 1000000, err));
    if (at_once)
        TRY(value_integer(&b->concurrency, "concurrency", at_once, 1, 4096, err));
    TRY(remote_read_input(&b->input, in, err));
    if (!(b->job = calloc(b->count, sizeof *b->job)))
        return memory_error(err);
    TRY(remote_open(&b->r, in, err));
    b->jobs = out_array(in->out, "proofs");
    say(in, "=== Batch Benchmark ===");
    say(in, "type:        %s\ncount:       %llu\nconcurrency: %llu\n", b->input.kind_name,
        (unsigned long long)b->count, (unsigned long long)b->concurrency);
    b->began = remote_now();
    cuzk_status s = run_jobs(b, err);
    remote_close(&b->r);
    summarise(b);
    if (s == CUZK_OK && b->completed < b->count)
        s = err_set(err, CUZK_NO, "not-proved", "%llu of %llu proofs were not made",
                    (unsigned long long)(b->count - b->completed), (unsigned long long)b->count);
    return s;
}

static cuzk_status run_batch(invocation *in, cuzk_error *err)
{
    batch *b = calloc(1, sizeof *b);

    if (!b)
        return memory_error(err);
    cuzk_status s = run_on(b, in, err);
    for (uint64_t i = 0; b->job && i < b->count; i++)
        remote_job_free(&b->job[i]);
    free(b->job);
    proof_input_free(&b->input);
    free(b);
    return s;
}

const command cmd_batch = {
    .name = "batch",
    .schema = "cuzk.bench-batch.v1",
    .options = options,
    .letters = REMOTE_LETTERS " t type c count j concurrency",
    .summary = "have a daemon make the same proof many times",
    .description = "Asks a daemon for --count proofs of one input, --concurrency of them at once, "
                   "each under an id of its own. Says how long each took, and of all the mean, "
                   "shortest and longest time and how many a minute.",
    .exit_no = "Some proof was not made, or does not verify.",
    .examples = "cuzk-bench batch -t porep --c1 c1.json -c 20 -j 8 --verify /data/zk/params",
    .run = run_batch,
};
