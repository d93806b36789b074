/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "engine/snapshot.h"

#include "base/timing.h"
#include "engine/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOW_FINISHED_S 30

void engine_snapshot_free(engine_snapshot *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n_jobs; i++)
        free(s->job[i].partition);
    free(s->job);
    free(s->worker);
    free(s->params);
    free(s);
}

static bool is_shown(const job *j, uint64_t now)
{
    return !job_is_final(j) || ms_since(j->finished_ns, now) < SHOW_FINISHED_S * 1000;
}

static bool show_job(job_view *v, const job *j, uint64_t now)
{
    *v = (job_view) { .kind = j->request.kind,
                      .priority = (engine_priority)(j->level + 1),
                      .state = j->state,
                      .started_ago_s = (double)(now - j->submitted_ns) * 1e-9,
                      .n_partitions = j->plan.partitions,
                      .n_done = j->n_done };
    memcpy(v->id, j->id, sizeof v->id);
    v->partition = calloc(v->n_partitions ? v->n_partitions : 1, sizeof *v->partition);
    if (!v->partition)
        return false;
    for (unsigned i = 0; i < v->n_partitions; i++)
        v->partition[i] = j->part ? (partition_view) { j->part[i].state, j->part[i].synth_ms,
                                                       j->part[i].prove_ms }
                                  : (partition_view) { PARTITION_PENDING, -1, -1 };
    return true;
}

static bool show_jobs(engine_snapshot *s, const engine *e, uint64_t now)
{
    const job *const lists[] = { e->live, e->finished };

    s->job = calloc((size_t)e->n_live + e->n_finished + 1, sizeof *s->job);
    if (!s->job)
        return false;
    for (int l = 0; l < 2; l++)
        for (const job *j = lists[l]; j; j = j->after)
            if (is_shown(j, now)) {
                if (!show_job(&s->job[s->n_jobs], j, now))
                    return false;
                s->n_jobs++;
            }
    return true;
}

/* A worker is what proves: one a level that has been needed, at least one. */
static bool show_workers(engine_snapshot *s, const engine *e, uint64_t now)
{
    s->worker = calloc(LEVELS, sizeof *s->worker);
    if (!s->worker)
        return false;
    for (unsigned l = 0; l < LEVELS; l++) {
        const runner *r = &e->runner[STAGE_PROVE][l];
        worker_view *v = &s->worker[s->n_workers];
        if (!r->made)
            continue;
        s->n_workers++;
        v->proving = r->busy;
        if (!r->busy)
            continue;
        memcpy(v->job_id, r->job[0]->id, sizeof v->job_id);
        v->kind = r->job[0]->request.kind;
        v->partition = r->partition[0];
        v->busy_s = (double)(now - r->since_ns) * 1e-9;
    }
    if (!s->n_workers)
        s->n_workers = 1;
    return true;
}

static void show_synthesis(engine_snapshot *s, const engine *e)
{
    s->max_synthesis = 1;
    for (unsigned l = 0; l < LEVELS; l++) {
        const runner *r = &e->runner[STAGE_SYNTHESIS][l];
        s->active_synthesis += r->busy && !r->opens;
    }
    for (const job *j = e->live; j; j = j->after)
        for (unsigned i = 0; j->part && i < j->plan.partitions; i++)
            s->waiting_for_prover += j->part[i].state == PARTITION_SYNTH_DONE;
}

engine_snapshot *engine_snapshot_take(engine *e)
{
    engine_snapshot *s = calloc(1, sizeof *s);
    const uint64_t now = time_wall_ns();
    bool whole;

    if (!s)
        return NULL;
    pthread_mutex_lock(&e->lock);
    s->uptime_s = (double)(now - e->started_ns) * 1e-9;
    s->memory_budget = e->o.memory_budget;
    s->memory_used = e->used + e->backend->ops->held(e->backend);
    memcpy(s->kind, e->kind, sizeof s->kind);
    memcpy(s->circuit, e->circuit, sizeof s->circuit);
    s->n_circuits = e->n_circuits;
    s->verified = e->verified;
    s->verify_failed = e->verify_failed;
    s->verify_retried = e->verify_retried;
    s->attached = e->attached;
    s->draining = e->draining;
    show_synthesis(s, e);
    whole = show_jobs(s, e, now) && show_workers(s, e, now);
    pthread_mutex_unlock(&e->lock);
    if (!whole) {
        engine_snapshot_free(s);
        return NULL;
    }
    s->params = e->backend->ops->params(e->backend, &s->n_params);
    for (size_t i = 0; i < s->n_params; i++) {
        s->params_loads += s->params[i].loads;
        s->params_evictions += s->params[i].evictions;
    }
    return s;
}
