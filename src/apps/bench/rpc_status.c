/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The verbs that look at a daemon: status, preload, metrics. */
#include "apps/bench/remote.h"
#include "apps/cli/output.h"
#include "engine/snapshot.h"

#include <stdio.h>

#define PRELOAD_MS 3600000 /* checking 64 GiB parameters takes minutes */

static const option status_options[] = { REMOTE_OPTIONS, { NULL, NULL, false, NULL } };
static const option preload_options[] = { REMOTE_OPTIONS,
                                          { "circuit-id", "ID", true,
                                            "porep-32g, wpost-32g, winning-32g, snap-32g, ..." },
                                          { NULL, NULL, false, NULL } };

static void show_queues(invocation *in, const Cuzk__V1__GetStatusResponse *s)
{
    json_t *list = out_array(in->out, "queues");

    for (size_t i = 0; i < s->n_queues; i++) {
        json_t *o = json_object();
        out_text(o, "proof_kind", s->queues[i]->proof_kind);
        out_integer(o, "pending", s->queues[i]->pending);
        out_integer(o, "in_progress", s->queues[i]->in_progress);
        json_array_append_new(list, o);
        say(in, "queue %-14s %u waiting, %u running", s->queues[i]->proof_kind,
            s->queues[i]->pending, s->queues[i]->in_progress);
    }
}

static void show_workers(invocation *in, const Cuzk__V1__GetStatusResponse *s)
{
    json_t *list = out_array(in->out, "workers");
    char total[32], left[32];

    for (size_t i = 0; i < s->n_gpus; i++) {
        const Cuzk__V1__GPUStatus *g = s->gpus[i];
        json_t *o = json_object();
        out_integer(o, "ordinal", g->ordinal);
        out_text(o, "name", g->name);
        out_integer(o, "memory_total_bytes", g->vram_total_bytes);
        out_integer(o, "memory_free_bytes", g->vram_free_bytes);
        out_text(o, "current_job_id", *g->current_job_id ? g->current_job_id : NULL);
        out_text(o, "current_proof_kind", *g->current_proof_kind ? g->current_proof_kind : NULL);
        json_array_append_new(list, o);
        say(in, "worker %u %s: %s of %s free, %s %s", g->ordinal, g->name,
            show_bytes(left, g->vram_free_bytes), show_bytes(total, g->vram_total_bytes),
            *g->current_job_id ? g->current_job_id : "idle", g->current_proof_kind);
    }
}

static void show_params(invocation *in, const Cuzk__V1__GetStatusResponse *s)
{
    json_t *list = out_array(in->out, "parameters");
    char bytes[32];

    for (size_t i = 0; i < s->n_loaded_srs; i++) {
        const Cuzk__V1__SRSStatus *p = s->loaded_srs[i];
        const char *tier = residency_name(p->tier);
        json_t *o = json_object();
        out_text(o, "circuit_id", p->circuit_id);
        out_text(o, "tier", tier);
        out_integer(o, "size_bytes", p->size_bytes);
        out_integer(o, "users", p->ref_count);
        json_array_append_new(list, o);
        say(in, "parameters %-14s %-5s %s, %u users", p->circuit_id, tier,
            show_bytes(bytes, p->size_bytes), p->ref_count);
    }
}

static void show_status(invocation *in, const Cuzk__V1__GetStatusResponse *s)
{
    char used[32], limit[32];

    out_integer(in->out, "uptime_seconds", s->uptime_seconds);
    out_integer(in->out, "completed", s->total_proofs_completed);
    out_integer(in->out, "failed", s->total_proofs_failed);
    out_integer(in->out, "memory_bytes", s->pinned_memory_bytes);
    out_integer(in->out, "memory_limit_bytes", s->pinned_memory_limit_bytes);
    say(in, "=== Daemon Status ===");
    say(in, "up %llu s; %llu proofs completed, %llu failed", (unsigned long long)s->uptime_seconds,
        (unsigned long long)s->total_proofs_completed, (unsigned long long)s->total_proofs_failed);
    show_bytes(used, s->pinned_memory_bytes);
    if (s->pinned_memory_limit_bytes)
        say(in, "memory: %s of %s", used, show_bytes(limit, s->pinned_memory_limit_bytes));
    else
        say(in, "memory: %s, no limit", used);
    show_queues(in, s);
    show_workers(in, s);
    show_params(in, s);
}

static cuzk_status run_status(invocation *in, cuzk_error *err)
{
    Cuzk__V1__GetStatusResponse *status = NULL;
    remote r;
    cuzk_status s = remote_open(&r, in, err);

    if (s == CUZK_OK)
        s = remote_status(&r, &status, err);
    if (s == CUZK_OK) {
        show_status(in, status);
        cuzk__v1__get_status_response__free_unpacked(status, NULL);
    }
    remote_close(&r);
    return s;
}

static cuzk_status run_preload(invocation *in, cuzk_error *err)
{
    Cuzk__V1__PreloadSRSRequest q = CUZK__V1__PRELOAD_SRSREQUEST__INIT;
    Cuzk__V1__PreloadSRSResponse *a = NULL;
    char *id = (char *)(uintptr_t)invocation_value(in, "circuit-id");
    remote r;
    cuzk_status s = remote_open(&r, in, err);

    q.circuit_id = id;
    if (s == CUZK_OK)
        s = remote_call(&r, PROVING_PATH("PreloadSRS"), &q.base,
                        &cuzk__v1__preload_srsresponse__descriptor, PRELOAD_MS,
                        (ProtobufCMessage **)&a, err);
    if (s == CUZK_OK) {
        out_text(in->out, "circuit_id", id);
        out_boolean(in->out, "already_loaded", a->already_loaded);
        out_integer(in->out, "load_time_ms", a->load_time_ms);
        if (a->already_loaded)
            say(in, "%s was loaded already", id);
        else
            say(in, "%s loaded in %llu ms", id, (unsigned long long)a->load_time_ms);
        cuzk__v1__preload_srsresponse__free_unpacked(a, NULL);
    }
    remote_close(&r);
    return s;
}

static cuzk_status run_metrics(invocation *in, cuzk_error *err)
{
    const Cuzk__V1__GetMetricsRequest q = CUZK__V1__GET_METRICS_REQUEST__INIT;
    Cuzk__V1__GetMetricsResponse *a = NULL;
    remote r;
    cuzk_status s = remote_open(&r, in, err);

    if (s == CUZK_OK)
        s = remote_call(&r, PROVING_PATH("GetMetrics"), &q.base,
                        &cuzk__v1__get_metrics_response__descriptor, 5000, (ProtobufCMessage **)&a,
                        err);
    if (s == CUZK_OK) {
        out_text(in->out, "prometheus_text", a->prometheus_text);
        say(in, "%s", a->prometheus_text);
        cuzk__v1__get_metrics_response__free_unpacked(a, NULL);
    }
    remote_close(&r);
    return s;
}

const command cmd_status = {
    .name = "status",
    .schema = "cuzk.bench-status.v1",
    .options = status_options,
    .letters = REMOTE_LETTERS,
    .summary = "show what a daemon is doing",
    .description = "Shows a daemon's queues, workers, parameters and memory, and how many proofs "
                   "it has made.",
    .examples = "cuzk-bench status -a unix:///run/curio/cuzk.sock",
    .run = run_status,
};

const command cmd_preload = {
    .name = "preload",
    .schema = "cuzk.bench-preload.v1",
    .options = preload_options,
    .letters = REMOTE_LETTERS " c circuit-id",
    .summary = "have a daemon load parameters",
    .description = "Has a daemon load and check the parameters of a circuit, so that the first "
                   "proof does not wait for them; waits until they are there.",
    .examples = "cuzk-bench preload -c porep-32g",
    .run = run_preload,
};

const command cmd_metrics = {
    .name = "metrics",
    .schema = "cuzk.bench-metrics.v1",
    .options = status_options,
    .letters = REMOTE_LETTERS,
    .summary = "show a daemon's metrics, as Prometheus reads them",
    .description = "Shows the metrics of a daemon in Prometheus' text format.",
    .examples = "cuzk-bench metrics",
    .run = run_metrics,
};
