/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Jobs by id, alive and finished. */
#include "engine/internal.h"

#include "base/bytes.h"
#include "base/random.h"
#include "base/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- by id -- */

static job **list_of(engine *e, const char *id)
{
    return &e->table[hash_text(id) % TABLE_LISTS];
}

job *job_find(engine *e, const char *id)
{
    job *j = *list_of(e, id);

    while (j && strcmp(j->id, id) != 0)
        j = j->next;
    return j;
}

/* Unlinks j from a list that is linked by `after`. */
static void take_out(job **list, const job *j)
{
    while (*list && *list != j)
        list = &(*list)->after;
    if (*list)
        *list = j->after;
}

static void append(job **list, job *j)
{
    while (*list)
        list = &(*list)->after;
    j->after = NULL;
    *list = j;
}

/* -- making -- */

static cuzk_status draw_id(char id[ENGINE_ID_MAX], cuzk_error *err)
{
    uint8_t b[16];
    char *at = id;

    TRY(random_bytes(b, sizeof b, err));
    b[6] = (uint8_t)((b[6] & 0x0f) | 0x40); /* RFC 4122: version 4 */
    b[8] = (uint8_t)((b[8] & 0x3f) | 0x80);
    for (int i = 0; i < 16; i++)
        at += sprintf(at, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", b[i]);
    return CUZK_OK;
}

static void free_body(engine *e, job *j)
{
    if (j->body.free)
        j->body.free(j->body.data);
    e->used -= j->body.len;
    e->bodies -= j->body.len;
    j->body = (engine_body) { 0 };
}

static void free_job(engine *e, job *j)
{
    free_body(e, j);
    free(j->vanilla);
    free(j->part);
    free(j->proof);
    free(j);
}

void job_discard(engine *e, job *j)
{
    free_job(e, j);
}

cuzk_status job_new(job **out, engine *e, const engine_request *q, engine_body body,
                    cuzk_error *err)
{
    job *j = calloc(1, sizeof *j);
    cuzk_status s = CUZK_OK;

    if (!j) {
        if (body.free)
            body.free(body.data);
        e->used -= body.len;
        e->bodies -= body.len;
        return err_no_memory(err, "a job", sizeof *j);
    }
    j->body = body;
    j->request = *q;
    j->vanilla = malloc((q->n_vanilla + 1) * sizeof *j->vanilla);
    if (!j->vanilla)
        s = err_no_memory(err, "a job", q->n_vanilla * sizeof *j->vanilla);
    else if (!q->id[0])
        s = draw_id(j->id, err);
    else
        snprintf(j->id, sizeof j->id, "%s", q->id);
    if (s != CUZK_OK) {
        free_job(e, j);
        return s;
    }
    if (q->n_vanilla)
        memcpy(j->vanilla, q->vanilla, q->n_vanilla * sizeof *j->vanilla);
    j->request.vanilla = j->vanilla;
    j->request.id = j->id;
    j->level = (unsigned)engine_request_priority(q) - 1;
    j->request.priority = (engine_priority)(j->level + 1);
    j->submitted_ns = time_wall_ns();
    *out = j;
    return CUZK_OK;
}

void job_insert(engine *e, job *j)
{
    job **list = list_of(e, j->id);

    j->sequence = j->group = e->next_sequence++;
    j->next = *list;
    *list = j;
    append(&e->live, j);
    e->n_live++;
    e->n_queued++;
    e->kind[j->request.kind - 1].queued++;
}

/* -- ending -- */

static circuit_view *circuit_of(engine *e, const char *id)
{
    size_t i = 0;

    while (i < e->n_circuits && strcmp(e->circuit[i].circuit_id, id) != 0)
        i++;
    if (i == CIRCUITS_MAX)
        return &e->circuit[CIRCUITS_MAX - 1];
    if (i == e->n_circuits) {
        const char *name = i == CIRCUITS_MAX - 1 ? "other" : id;
        snprintf(e->circuit[i].circuit_id, sizeof e->circuit[i].circuit_id, "%s", name);
        e->n_circuits++;
    }
    return &e->circuit[i];
}

static void count(engine *e, const job *j)
{
    kind_view *k = &e->kind[j->request.kind - 1];
    circuit_view *c = circuit_of(e, j->plan.circuit_id);
    const double duration = (double)(j->finished_ns - j->submitted_ns) * 1e-9;

    switch (j->state) {
    case JOB_COMPLETED:
        k->completed++;
        c->completed++;
        histogram_add(&k->duration, duration);
        histogram_add(&c->duration, duration);
        histogram_add(&k->synthesis, (double)j->synth_ms * 1e-3);
        histogram_add(&k->prove, (double)j->prove_ms * 1e-3);
        break;
    case JOB_FAILED:
        k->failed++;
        c->failed++;
        break;
    default:
        k->cancelled++;
        break;
    }
}

/* The witnesses, what the backend has, the body: once no task works on a finished job. */
static void trim(engine *e, job *j)
{
    const backend_ops *ops = e->backend->ops;

    if (!job_is_final(j) || j->tasks)
        return;
    for (unsigned i = 0; j->part && i < j->plan.partitions; i++) {
        if (!j->part[i].witness)
            continue;
        ops->free_witness(j->part[i].witness);
        j->part[i].witness = NULL;
        e->used -= j->plan.witness_bytes;
    }
    if (j->backend) {
        ops->close(j->backend);
        j->backend = NULL;
        e->used -= j->plan.job_bytes;
    }
    j->opened = false;
    free_body(e, j);
    free(j->vanilla);
    j->vanilla = NULL;
    j->request.vanilla = NULL;
    j->request.n_vanilla = 0;
}

void job_finish(engine *e, job *j, engine_state state, const cuzk_error *err)
{
    if (job_is_final(j))
        return;
    take_out(&e->live, j);
    e->n_live--;
    if (j->state == JOB_QUEUED) {
        e->n_queued--;
        e->kind[j->request.kind - 1].queued--;
    } else {
        e->kind[j->request.kind - 1].running--;
    }
    j->state = state;
    j->finished_ns = time_wall_ns();
    if (err)
        j->error = *err;
    count(e, j);
    append(&e->finished, j);
    e->n_finished++;
    j->users++;
    e->n_ending++;
    trim(e, j);
    waits_answer(e, j);
    e->n_ending--;
    job_release(e, j);
    jobs_expire(e);
    pthread_cond_broadcast(&e->changed);
}

void job_forget(engine *e, job *j)
{
    job **at = list_of(e, j->id);

    while (*at && *at != j)
        at = &(*at)->next;
    if (*at)
        *at = j->next;
    take_out(&e->finished, j);
    e->n_finished--;
    j->forgotten = true;
    j->users++;
    job_release(e, j);
}

void job_release(engine *e, job *j)
{
    if (--j->users == 0 && j->forgotten)
        free_job(e, j);
}

void job_task_begin(job *j)
{
    j->tasks++;
    j->users++;
}

void job_task_end(engine *e, job *j)
{
    j->tasks--;
    trim(e, j);
    job_release(e, j);
    pthread_cond_broadcast(&e->changed);
}

void jobs_expire(engine *e)
{
    const uint64_t now = time_wall_ns();
    job *j = e->finished;

    while (j) {
        job *after = j->after;
        const bool old =
            e->o.keep_results_ms && ms_since(j->finished_ns, now) >= e->o.keep_results_ms;
        if (!j->users && (old || e->n_finished > e->o.keep_results))
            job_forget(e, j);
        j = after;
    }
}

void job_result(const job *j, engine_result *out)
{
    const uint64_t begun = j->begun_ns ? j->begun_ns : j->finished_ns;

    *out = (engine_result) { .state = j->state,
                             .id = j->id,
                             .error = &j->error,
                             .queue_wait_ms = ms_since(j->submitted_ns, begun),
                             .srs_load_ms = j->params_ms,
                             .synthesis_ms = j->synth_ms,
                             .prove_ms = j->prove_ms,
                             .total_ms = ms_since(j->submitted_ns, j->finished_ns) };
    if (j->state == JOB_COMPLETED) {
        out->proof = j->proof;
        out->proof_len = j->proof_len;
    }
}
