/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/status_json.h"

#include "engine/snapshot.h"
#include "rpc/kind_names.h"

#include <cuzk/cuzk.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* jansson takes no more than this, and so many bytes there are not. */
static json_t *count(uint64_t n)
{
    return json_integer(n > INT64_MAX ? INT64_MAX : (json_int_t)n);
}

static json_t *text(const char *s)
{
    json_t *v = json_string(s);
    char plain[ENGINE_ID_MAX];

    if (v)
        return v;
    snprintf(plain, sizeof plain, "%s", s);
    for (char *c = plain; *c; c++)
        *c = *c & 0x80 ? '?' : *c;
    return json_string(plain);
}

static json_t *millis(int64_t ms)
{
    return ms < 0 ? json_null() : json_integer(ms);
}

static const char *const partition_states[] = {
    [PARTITION_PENDING] = "pending",
    [PARTITION_SYNTHESIZING] = "synthesizing",
    [PARTITION_SYNTH_DONE] = "synth_done",
    [PARTITION_PROVING] = "gpu",
    [PARTITION_DONE] = "done",
    [PARTITION_FAILED] = "failed",
};

static const char *const job_states[] = {
    [JOB_QUEUED] = "queued", [JOB_RUNNING] = "running",     [JOB_COMPLETED] = "completed",
    [JOB_FAILED] = "failed", [JOB_CANCELLED] = "cancelled",
};

static json_t *pipeline(const job_view *j)
{
    json_t *partitions = json_array();

    for (unsigned i = 0; j->partition && i < j->n_partitions; i++) {
        const partition_view *p = &j->partition[i];
        json_array_append_new(partitions,
                              json_pack("{s:i, s:s, s:o, s:o}", "index", (int)i, "state",
                                        partition_states[p->state], "synth_ms", millis(p->synth_ms),
                                        "gpu_ms", millis(p->prove_ms)));
    }
    return json_pack("{s:o, s:s, s:f, s:i, s:i, s:o, s:s}", "job_id", text(j->id), "proof_kind",
                     kind_status_name(j->kind), "started_secs_ago", j->started_ago_s,
                     "total_partitions", (int)j->n_partitions, "partitions_done", (int)j->n_done,
                     "partitions", partitions, "state", job_states[j->state]);
}

/* As in the original, jobs that wait are not among them: counters.queue_depth has their number. */
static json_t *pipelines(const engine_snapshot *s)
{
    json_t *out = json_array();

    for (size_t i = 0; i < s->n_jobs; i++) {
        if (s->job[i].state != JOB_QUEUED)
            json_array_append_new(out, pipeline(&s->job[i]));
    }
    return out;
}

static json_t *workers(const engine_snapshot *s)
{
    json_t *out = json_array();

    for (size_t i = 0; i < s->n_workers; i++) {
        const worker_view *w = &s->worker[i];
        json_array_append_new(
            out, json_pack("{s:i, s:i, s:s, s:o, s:o, s:o}", "worker_id", (int)i, "gpu_ordinal", 0,
                           "state", w->proving ? "proving" : "idle", "current_job",
                           w->proving ? text(w->job_id) : json_null(), "current_partition",
                           w->proving ? json_integer(w->partition) : json_null(), "busy_secs",
                           w->proving ? json_real(w->busy_s) : json_null()));
    }
    return out;
}

static json_t *srs(const engine_snapshot *s)
{
    json_t *out = json_array();

    for (size_t i = 0; i < s->n_params; i++) {
        const params_view *p = &s->params[i];
        if (p->state == PARAMS_COLD)
            continue;
        json_array_append_new(out, json_pack("{s:s, s:o, s:f, s:b, s:s}", "circuit_id",
                                             p->circuit_id, "bytes", count(p->bytes),
                                             "last_used_secs_ago", p->idle_s, "evictable",
                                             p->users == 0, "tier", residency_name(p->state)));
    }
    return out;
}

static json_t *counters(const engine_snapshot *s)
{
    json_t *completed_by = json_object(), *failed_by = json_object();
    uint64_t completed = 0, failed = 0, cancelled = 0, queued = 0;

    for (unsigned i = 0; i < KINDS; i++) {
        const kind_view *k = &s->kind[i];
        const char *name = kind_status_name((cuzk_kind)(i + 1));
        completed += k->completed;
        failed += k->failed;
        cancelled += k->cancelled;
        queued += k->queued;
        json_object_set_new(completed_by, name, count(k->completed));
        json_object_set_new(failed_by, name, count(k->failed));
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "total_completed", count(completed),
                     "total_failed", count(failed), "completed_by_kind", completed_by,
                     "failed_by_kind", failed_by, "queue_depth", count(queued), "total_cancelled",
                     count(cancelled));
}

static json_t *memory(const engine_snapshot *s)
{
    uint64_t left = s->memory_budget > s->memory_used ? s->memory_budget - s->memory_used : 0;

    return json_pack("{s:o, s:o, s:o}", "total_bytes", count(s->memory_budget), "used_bytes",
                     count(s->memory_used), "available_bytes", count(left));
}

/* The original counts what its GPU holds; what has no meaning here is 0. */
static json_t *buffers(const engine_snapshot *s)
{
    unsigned proving = 0;

    for (size_t i = 0; i < s->n_workers; i++)
        proving += s->worker[i].proving;
    return json_pack("{s:i, s:i, s:i, s:i, s:i}", "synth_in_flight", (int)s->active_synthesis,
                     "provers_in_flight", (int)proving, "aux_in_flight", 0, "shells_in_flight",
                     (int)s->waiting_for_prover, "pending_handles", 0);
}

char *status_json(const engine_snapshot *s)
{
    json_t *synthesis = json_pack("{s:i, s:i}", "max_concurrent", (int)s->max_synthesis, "active",
                                  (int)s->active_synthesis);
    json_t *allocations = json_pack("{s:o, s:[]}", "srs", srs(s), "pce");
    json_t *o =
        json_pack("{s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:b}", "uptime_secs", s->uptime_s,
                  "memory", memory(s), "synthesis", synthesis, "pipelines", pipelines(s),
                  "gpu_workers", workers(s), "allocations", allocations, "counters", counters(s),
                  "buffers", buffers(s), "version", cuzk_version_string(), "draining", s->draining);
    char *out = o ? json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;

    json_decref(o);
    return out;
}
