/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/remote.h"
#include "apps/bench/remote_report.h"
#include "apps/cli/output.h"
#include "apps/cli/value.h"

#include <stdio.h>

static const option options[] = { REMOTE_OPTIONS,
                                  SINGLE_OPTIONS,
                                  { "partition", "N", false,
                                    "window: which partition of its deadline it is. Default: 0." },
                                  { "out", "FILE", false, "Write the proof there." },
                                  { NULL, NULL, false, NULL } };

static cuzk_status prove_one(remote *r, const proof_input *input, cuzk_error *err)
{
    const char *out = invocation_value(r->in, "out");
    remote_job job = { .done = false };
    cuzk_status s;

    snprintf(job.id, sizeof job.id, "bench-%s", r->run_id);
    s = remote_start(&job, r, input, err);
    while (s == CUZK_OK && !job.done) {
        remote_waiting(r, "waiting for the proof", 0, 0);
        cuzk_status step = remote_step(r, 1000, err);
        s = job.done ? CUZK_OK : step;
    }
    remote_close(r); /* ends the call when it was interrupted */
    if (s == CUZK_OK) {
        remote_report_job(r, &job, r->in->out);
        if (!job.completed)
            s = remote_failed(err, &job);
        else if (out)
            s = cuzk_file_write(out, job.proof, job.proof_len, err);
    }
    remote_job_free(&job);
    return s;
}

static cuzk_status run_single(invocation *in, cuzk_error *err)
{
    const char *partition = invocation_value(in, "partition");
    proof_input input = { 0 };
    uint64_t n = 0;
    remote r;

    if (partition)
        TRY(value_integer(&n, "partition", partition, 0, UINT32_MAX, err));
    cuzk_status s = remote_read_input(&input, in, err);
    input.message.partition_index = (uint32_t)n;
    if (s == CUZK_OK)
        s = remote_open(&r, in, err);
    if (s == CUZK_OK) {
        say(in, "=== Single Proof ===");
        s = prove_one(&r, &input, err);
    }
    proof_input_free(&input);
    return s;
}

const command cmd_single = {
    .name = "single",
    .schema = "cuzk.bench-single.v1",
    .options = options,
    .letters = REMOTE_LETTERS " t type",
    .summary = "have a daemon make one proof",
    .description = "Sends one request to a daemon, waits for the proof, and says how long what "
                   "took: waiting in the queue, loading parameters, synthesis, proving. With "
                   "--verify the proof is checked here too.",
    .exit_no = "The proof was not made, or does not verify.",
    .examples = "cuzk-bench single -t porep --c1 c1.json\n"
                "cuzk-bench single -a unix:///run/curio/cuzk.sock -t winning \\\n"
                "    --vanilla winning-vanilla.json --randomness HEX --verify /data/zk/params",
    .run = run_single,
};
