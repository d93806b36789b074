/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/metrics.h"

#include "engine/snapshot.h"
#include "rpc/kind_names.h"

#include <cuzk/cuzk.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The order in which the original lists them. */
static const cuzk_kind kinds[KINDS] = { CUZK_KIND_POREP, CUZK_KIND_UPDATE, CUZK_KIND_WINDOW,
                                        CUZK_KIND_WINNING };

static void head(FILE *f, const char *name, const char *type, const char *help)
{
    fprintf(f, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

static void value(FILE *f, const char *name, const char *type, const char *help, uint64_t v)
{
    head(f, name, type, help);
    fprintf(f, "%s %" PRIu64 "\n", name, v);
}

/* One series a kind. */
static void by_kind(FILE *f, const char *name, const char *type, const char *help,
                    const engine_snapshot *s, uint64_t (*of)(const kind_view *k))
{
    head(f, name, type, help);
    for (unsigned i = 0; i < KINDS; i++)
        fprintf(f, "%s{proof_kind=\"%s\"} %" PRIu64 "\n", name, kind_label(kinds[i]),
                of(&s->kind[kinds[i] - 1]));
}

static uint64_t completed(const kind_view *k)
{
    return k->completed;
}
static uint64_t failed(const kind_view *k)
{
    return k->failed;
}
static uint64_t cancelled(const kind_view *k)
{
    return k->cancelled;
}
static uint64_t queued(const kind_view *k)
{
    return k->queued;
}
static uint64_t running(const kind_view *k)
{
    return k->running;
}

static uint64_t sum(const engine_snapshot *s, uint64_t (*of)(const kind_view *k))
{
    uint64_t n = 0;

    for (unsigned i = 0; i < KINDS; i++)
        n += of(&s->kind[i]);
    return n;
}

static void duration_summary(FILE *f, const engine_snapshot *s)
{
    const char *name = "cuzk_proof_duration_seconds";
    bool any = false;

    for (unsigned i = 0; i < KINDS; i++) {
        const histogram *h = &s->kind[kinds[i] - 1].duration;
        if (h->count == 0)
            continue;
        if (!any)
            head(f, name, "summary", "Proof duration");
        any = true;
        fprintf(f, "%s_count{proof_kind=\"%s\"} %" PRIu64 "\n", name, kind_label(kinds[i]),
                h->count);
        fprintf(f, "%s_sum{proof_kind=\"%s\"} %.3f\n", name, kind_label(kinds[i]), h->sum);
    }
}

/* What the original has, in its order. */
static void series_of_the_original(FILE *f, const engine_snapshot *s)
{
    value(f, "cuzk_proofs_completed_total", "counter", "Total proofs completed", sum(s, completed));
    value(f, "cuzk_proofs_failed_total", "counter", "Total proofs failed", sum(s, failed));
    value(f, "cuzk_uptime_seconds", "gauge", "Daemon uptime", (uint64_t)s->uptime_s);
    value(f, "cuzk_queue_depth", "gauge", "Current queue depth", sum(s, queued));
    by_kind(f, "cuzk_proofs_completed", "counter", "Per proof-kind completions", s, completed);
    by_kind(f, "cuzk_proofs_failed", "counter", "Per proof-kind failures", s, failed);
    duration_summary(f, s);
    value(f, "cuzk_running_jobs", "gauge", "Currently running proofs", sum(s, running));
    value(f, "cuzk_gpu_workers", "gauge", "Number of GPU workers", s->n_workers);
}

/* Its lines, each with the label. */
static void histogram_lines(FILE *f, const char *name, const char *label, const char *of,
                            const histogram *h)
{
    uint64_t up_to = 0;

    for (unsigned b = 0; b < DURATION_BOUNDS; b++) {
        up_to += h->bucket[b];
        fprintf(f, "%s_bucket{%s=\"%s\",le=\"%g\"} %" PRIu64 "\n", name, label, of,
                engine_duration_bounds[b], up_to);
    }
    up_to += h->bucket[DURATION_BOUNDS];
    fprintf(f, "%s_bucket{%s=\"%s\",le=\"+Inf\"} %" PRIu64 "\n", name, label, of, up_to);
    fprintf(f, "%s_sum{%s=\"%s\"} %.3f\n", name, label, of, h->sum);
    fprintf(f, "%s_count{%s=\"%s\"} %" PRIu64 "\n", name, label, of, up_to);
}

static void histograms(FILE *f, const char *name, const char *help, const engine_snapshot *s,
                       const histogram *(*of)(const kind_view *k))
{
    head(f, name, "histogram", help);
    for (unsigned i = 0; i < KINDS; i++)
        histogram_lines(f, name, "proof_kind", kind_label(kinds[i]), of(&s->kind[kinds[i] - 1]));
}

static const histogram *duration(const kind_view *k)
{
    return &k->duration;
}
static const histogram *queue_wait(const kind_view *k)
{
    return &k->queue_wait;
}
static const histogram *synthesis(const kind_view *k)
{
    return &k->synthesis;
}
static const histogram *prove(const kind_view *k)
{
    return &k->prove;
}

static void jobs(FILE *f, const engine_snapshot *s)
{
    by_kind(f, "cuzk_proofs_cancelled", "counter", "Jobs cancelled", s, cancelled);
    by_kind(f, "cuzk_jobs_queued", "gauge", "Jobs waiting", s, queued);
    by_kind(f, "cuzk_jobs_running", "gauge", "Jobs running", s, running);
    value(f, "cuzk_submissions_attached_total", "counter",
          "Submissions that met the same job again", s->attached);
    histograms(f, "cuzk_job_duration_seconds", "From submission to the end", s, duration);
    histograms(f, "cuzk_job_queue_wait_seconds", "From submission to the start", s, queue_wait);
    histograms(f, "cuzk_job_synthesis_seconds", "Synthesis of all partitions", s, synthesis);
    histograms(f, "cuzk_job_prove_seconds", "Proving of all partitions", s, prove);
    value(f, "cuzk_synthesis_active", "gauge", "Partitions being synthesised", s->active_synthesis);
    value(f, "cuzk_synthesis_limit", "gauge", "Partitions that may be synthesised at once",
          s->max_synthesis);
    value(f, "cuzk_synthesised_waiting", "gauge", "Synthesised partitions waiting to be proved",
          s->waiting_for_prover);
}

/* Only of circuits that were asked for. */
static void circuits(FILE *f, const engine_snapshot *s)
{
    if (s->n_circuits == 0)
        return;
    head(f, "cuzk_circuit_proofs_completed", "counter", "Per circuit completions");
    for (size_t i = 0; i < s->n_circuits; i++)
        fprintf(f, "cuzk_circuit_proofs_completed{circuit_id=\"%s\"} %" PRIu64 "\n",
                s->circuit[i].circuit_id, s->circuit[i].completed);
    head(f, "cuzk_circuit_proofs_failed", "counter", "Per circuit failures");
    for (size_t i = 0; i < s->n_circuits; i++)
        fprintf(f, "cuzk_circuit_proofs_failed{circuit_id=\"%s\"} %" PRIu64 "\n",
                s->circuit[i].circuit_id, s->circuit[i].failed);
    head(f, "cuzk_circuit_duration_seconds", "histogram",
         "From submission to the end, per circuit");
    for (size_t i = 0; i < s->n_circuits; i++)
        histogram_lines(f, "cuzk_circuit_duration_seconds", "circuit_id", s->circuit[i].circuit_id,
                        &s->circuit[i].duration);
}

static void memory(FILE *f, const engine_snapshot *s)
{
    value(f, "cuzk_memory_budget_bytes", "gauge", "The budget; 0: no limit", s->memory_budget);
    value(f, "cuzk_memory_used_bytes", "gauge", "Of it in use", s->memory_used);
}

static void parameters(FILE *f, const engine_snapshot *s)
{
    head(f, "cuzk_params_bytes", "gauge", "Parameters: hot is locked, warm mapped, cold on disk");
    for (size_t i = 0; i < s->n_params; i++)
        fprintf(f, "cuzk_params_bytes{circuit_id=\"%s\",tier=\"%s\"} %" PRIu64 "\n",
                s->params[i].circuit_id, residency_name(s->params[i].state), s->params[i].bytes);
    head(f, "cuzk_params_users", "gauge", "Jobs that use them now");
    for (size_t i = 0; i < s->n_params; i++)
        fprintf(f, "cuzk_params_users{circuit_id=\"%s\"} %u\n", s->params[i].circuit_id,
                s->params[i].users);
    value(f, "cuzk_params_loads_total", "counter", "Parameters loaded", s->params_loads);
    value(f, "cuzk_params_evictions_total", "counter", "Parameters unloaded", s->params_evictions);
}

static void verification(FILE *f, const engine_snapshot *s)
{
    value(f, "cuzk_verified_total", "counter", "Proofs verified before they were given out",
          s->verified);
    value(f, "cuzk_verify_failed_total", "counter", "Proofs that did not verify", s->verify_failed);
    value(f, "cuzk_verify_retried_total", "counter", "Proofs made again because one did not",
          s->verify_retried);
}

char *metrics_text(const engine_snapshot *s)
{
    char *out = NULL;
    size_t len = 0;
    FILE *f = open_memstream(&out, &len);

    if (!f)
        return NULL;
    series_of_the_original(f, s);
    jobs(f, s);
    circuits(f, s);
    memory(f, s);
    parameters(f, s);
    verification(f, s);
    value(f, "cuzk_draining", "gauge", "1: no new jobs are taken", s->draining);
    head(f, "cuzk_build_info", "gauge", "The version");
    fprintf(f, "cuzk_build_info{version=\"%s\"} 1\n", cuzk_version_string());
    bool whole = !ferror(f);
    if (fclose(f) != 0 || !whole) {
        free(out);
        return NULL;
    }
    return out;
}
