/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/remote_report.h"
#include "apps/cli/output.h"
#include "apps/cli/progress.h"
#include "apps/cli/value.h"
#include "base/error.h"
#include "hash/sha256.h"

#include <stdio.h>

cuzk_status remote_read_input(proof_input *p, const invocation *in, cuzk_error *err)
{
    const char *c1 = invocation_value(in, "c1"), *vanilla = invocation_value(in, "vanilla");
    cuzk_kind kind;

    TRY(cuzk_kind_find(&kind, invocation_value(in, "type"), err));
    const bool porep = kind == CUZK_KIND_POREP;
    if (porep ? vanilla != NULL : c1 != NULL)
        return usage_error(err, "--%s does not go with --type %s", porep ? "vanilla" : "c1",
                           cuzk_kind_name(kind));
    if (!(porep ? c1 : vanilla))
        return usage_error(err, "--%s is needed for --type %s", porep ? "c1" : "vanilla",
                           cuzk_kind_name(kind));
    return proof_input_read(p, in, kind, porep ? c1 : vanilla, err);
}

void span_add(span *s, double x)
{
    s->sum += x;
    if (s->n == 0 || x < s->min)
        s->min = x;
    if (s->n == 0 || x > s->max)
        s->max = x;
    s->n++;
}

void span_report(const invocation *in, json_t *o, const char *key, const char *what, const span *s)
{
    const double mean = s->n ? s->sum / s->n : 0;
    json_t *member = out_object(o, key);

    out_real(member, "avg_seconds", mean);
    out_real(member, "min_seconds", s->min);
    out_real(member, "max_seconds", s->max);
    if (s->n)
        say(in, "%-12s avg=%.3fs min=%.3fs max=%.3fs", what, mean, s->min, s->max);
}

void remote_report_job(const remote *r, const remote_job *job, json_t *o)
{
    const struct {
        const char *key;
        uint64_t ms;
    } parts[] = {
        { "queue_wait_ms", job->queue_ms },    { "srs_load_ms", job->params_ms },
        { "synthesis_ms", job->synthesis_ms }, { "prove_ms", job->prove_ms },
        { "total_ms", job->total_ms },
    };
    uint8_t digest[32];

    out_text(o, "job_id", job->id);
    out_text(o, "kind", job->input->kind_name);
    out_boolean(o, "completed", job->completed);
    out_real(o, "wall_seconds", job->wall_s);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        out_integer(o, parts[i].key, parts[i].ms);
    if (!job->completed) {
        out_text(o, "reason", job->error);
        say(r->in, "%s: %s after %.3fs", job->id, job->error, job->wall_s);
        return;
    }
    sha256(digest, job->proof, job->proof_len);
    out_integer(o, "proof_bytes", job->proof_len);
    out_hex(o, "proof_sha256", digest, sizeof digest);
    out_boolean(o, "verified", job->input->verify);
    say(r->in,
        "%s: COMPLETED in %.3fs (queue=%llums srs=%llums synth=%llums prove=%llums), %zu bytes%s",
        job->id, job->wall_s, (unsigned long long)job->queue_ms, (unsigned long long)job->params_ms,
        (unsigned long long)job->synthesis_ms, (unsigned long long)job->prove_ms, job->proof_len,
        job->input->verify ? ", verified" : "");
}

cuzk_status remote_failed(cuzk_error *err, const remote_job *job)
{
    return err_set(err, CUZK_NO, "not-proved", "%s: %s", job->id, job->error);
}

void remote_waiting(const remote *r, const char *what, uint64_t done, uint64_t total)
{
    if (!r->in->quiet && !r->in->json && progress_possible())
        progress_show(NULL, what, done, total);
}
