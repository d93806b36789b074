/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* GetStatus and GetMetrics: one look at the engine. */
#include "engine/snapshot.h"
#include "rpc/grpc.h"
#include "rpc/kind_names.h"
#include "rpc/metrics.h"
#include "rpc/service.h"
#include <cuzk/v1/proving.pb-c.h>

#include <stdio.h>
#include <stdlib.h>

#define WORKER_NAME 32

/* An answer's parts, and what they point to. */
typedef struct status_parts {
    Cuzk__V1__GPUStatus *gpu, **gpus;
    Cuzk__V1__SRSStatus *srs, **srss;
    Cuzk__V1__QueueStatus queue[KINDS], *queues[KINDS];
    char (*name)[WORKER_NAME];
} status_parts;

static bool parts_new(status_parts *p, const engine_snapshot *now)
{
    *p = (status_parts) {
        .gpu = calloc(now->n_workers + 1, sizeof *p->gpu),
        .gpus = calloc(now->n_workers + 1, sizeof *p->gpus),
        .srs = calloc(now->n_params + 1, sizeof *p->srs),
        .srss = calloc(now->n_params + 1, sizeof *p->srss),
        .name = calloc(now->n_workers + 1, sizeof *p->name),
    };
    return p->gpu && p->gpus && p->srs && p->srss && p->name;
}

static void parts_free(status_parts *p)
{
    free(p->gpu);
    free(p->gpus);
    free(p->srs);
    free(p->srss);
    free(p->name);
}

static void fill_workers(Cuzk__V1__GetStatusResponse *a, status_parts *p, engine_snapshot *now)
{
    for (size_t i = 0; i < now->n_workers; i++) {
        Cuzk__V1__GPUStatus *g = p->gpus[i] = &p->gpu[i];
        *g = (Cuzk__V1__GPUStatus)CUZK__V1__GPUSTATUS__INIT;
        snprintf(p->name[i], sizeof p->name[i], "CPU %zu", i);
        g->ordinal = (uint32_t)i;
        g->name = p->name[i];
        if (now->worker[i].proving) {
            text_make_clean(now->worker[i].job_id, false);
            g->current_job_id = now->worker[i].job_id;
            g->current_proof_kind = (char *)(uintptr_t)kind_status_name(now->worker[i].kind);
        }
    }
    a->n_gpus = now->n_workers;
    a->gpus = p->gpus;
}

static void fill_params(Cuzk__V1__GetStatusResponse *a, status_parts *p, engine_snapshot *now)
{
    static const Cuzk__V1__SRSStatus__Tier tiers[] = {
        [PARAMS_HOT] = CUZK__V1__SRSSTATUS__TIER__HOT,
        [PARAMS_WARM] = CUZK__V1__SRSSTATUS__TIER__WARM,
        [PARAMS_COLD] = CUZK__V1__SRSSTATUS__TIER__COLD,
    };
    for (size_t i = 0; i < now->n_params; i++) {
        Cuzk__V1__SRSStatus *x = p->srss[i] = &p->srs[i];
        *x = (Cuzk__V1__SRSStatus)CUZK__V1__SRSSTATUS__INIT;
        x->circuit_id = now->params[i].circuit_id;
        x->tier = tiers[now->params[i].state];
        x->size_bytes = now->params[i].bytes;
        x->ref_count = now->params[i].users;
    }
    a->n_loaded_srs = now->n_params;
    a->loaded_srs = p->srss;
}

static void fill_kinds(Cuzk__V1__GetStatusResponse *a, status_parts *p, const engine_snapshot *now)
{
    a->queues = p->queues;
    for (int i = 0; i < KINDS; i++) {
        const kind_view *k = &now->kind[i];
        a->total_proofs_completed += k->completed;
        a->total_proofs_failed += k->failed;
        if (k->queued + k->running == 0)
            continue;
        Cuzk__V1__QueueStatus *x = p->queues[a->n_queues] = &p->queue[a->n_queues];
        *x = (Cuzk__V1__QueueStatus)CUZK__V1__QUEUE_STATUS__INIT;
        x->proof_kind = (char *)(uintptr_t)kind_status_name((cuzk_kind)(i + 1));
        x->pending = k->queued;
        x->in_progress = k->running;
        a->n_queues++;
    }
}

void handle_status(void *ctx, inbound *call, request *r)
{
    service *s = ctx;
    Cuzk__V1__GetStatusResponse a = CUZK__V1__GET_STATUS_RESPONSE__INIT;
    engine_snapshot *now = engine_snapshot_take(s->e);
    status_parts p = { 0 };

    (void)r;
    if (!now || !parts_new(&p, now)) {
        inbound_finish(call, GRPC_RESOURCE_EXHAUSTED, "out of memory");
    } else {
        fill_workers(&a, &p, now);
        fill_params(&a, &p, now);
        fill_kinds(&a, &p, now);
        a.uptime_seconds = (uint64_t)now->uptime_s;
        a.pinned_memory_bytes = now->memory_used;
        a.pinned_memory_limit_bytes = now->memory_budget;
        answer_with(call, &a.base);
    }
    parts_free(&p);
    if (now)
        engine_snapshot_free(now);
}

void handle_metrics(void *ctx, inbound *call, request *r)
{
    service *s = ctx;
    Cuzk__V1__GetMetricsResponse a = CUZK__V1__GET_METRICS_RESPONSE__INIT;
    engine_snapshot *now = engine_snapshot_take(s->e);
    char *text = now ? metrics_text(now) : NULL;

    (void)r;
    if (text) {
        text_make_clean(text, true);
        a.prometheus_text = text;
        answer_with(call, &a.base);
    } else {
        inbound_finish(call, GRPC_RESOURCE_EXHAUSTED, "out of memory");
    }
    free(text);
    if (now)
        engine_snapshot_free(now);
}
