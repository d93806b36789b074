/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "engine/engine.h"

#include "base/timing.h"
#include "engine/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void timeline(engine *e, const char *event, const job *j, const char *fmt, ...)
{
    char detail[96];
    va_list args;

    if (!e->o.timeline)
        return;
    va_start(args, fmt);
    vsnprintf(detail, sizeof detail, fmt, args);
    va_end(args);
    e->o.timeline(e->o.timeline_ctx, event, j->id, detail);
}

/* -- beginning and end -- */

static unsigned at_least_one(unsigned v)
{
    return v ? v : 1;
}

cuzk_status engine_new(engine **out, const engine_options *options, struct backend *prover,
                       cuzk_error *err)
{
    engine *e = calloc(1, sizeof *e);

    if (!e)
        return err_no_memory(err, "the engine", sizeof *e);
    e->o = *options;
    e->o.synthesis_lookahead = at_least_one(e->o.synthesis_lookahead);
    e->o.max_batch_size = at_least_one(e->o.max_batch_size);
    if (e->o.max_batch_size > BATCH_MAX)
        e->o.max_batch_size = BATCH_MAX;
    e->backend = prover;
    e->started_ns = time_wall_ns();
    pthread_mutex_init(&e->lock, NULL);
    time_cond_init(&e->changed);
    for (unsigned i = 0; i < LEVELS; i++)
        work_gate_init(&e->gate[i]);
    *out = e;
    return CUZK_OK;
}

static void cancel_job(engine *e, job *j, const char *why)
{
    cuzk_error cancelled;

    err_set(&cancelled, CUZK_INTERRUPTED, "cancelled", "%s", why);
    job_finish(e, j, JOB_CANCELLED, &cancelled);
    runners_cancel_final(e);
}

static void cancel_live(engine *e)
{
    while (e->live)
        cancel_job(e, e->live, "the engine stops");
}

void engine_free(engine *e)
{
    if (!e)
        return;
    pthread_mutex_lock(&e->lock);
    e->stop = e->draining = true;
    cancel_live(e);
    preloads_cancel(e);
    pthread_mutex_unlock(&e->lock);
    runners_end(e);
    preloads_end(e);
    pthread_mutex_lock(&e->lock);
    while (e->finished)
        job_forget(e, e->finished);
    pthread_mutex_unlock(&e->lock);
    for (unsigned i = 0; i < LEVELS; i++)
        work_gate_free(&e->gate[i]);
    pthread_cond_destroy(&e->changed);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

bool engine_drain(engine *e, unsigned timeout_ms)
{
    const struct timespec until = time_in_ms(timeout_ms);
    bool none;

    pthread_mutex_lock(&e->lock);
    e->draining = true;
    pthread_cond_broadcast(&e->changed);
    while ((e->n_live || e->n_ending) && pthread_cond_timedwait(&e->changed, &e->lock, &until) == 0)
        ;
    none = e->n_live == 0 && e->n_ending == 0;
    if (none)
        preloads_cancel(e);
    pthread_mutex_unlock(&e->lock);
    return none;
}

bool engine_draining(engine *e)
{
    bool draining;

    pthread_mutex_lock(&e->lock);
    draining = e->draining;
    pthread_mutex_unlock(&e->lock);
    return draining;
}

/* -- the budget -- */

cuzk_status engine_reserve(engine *e, uint64_t bytes, cuzk_error *err)
{
    bool fits;

    pthread_mutex_lock(&e->lock);
    fits = budget_for_body(e, bytes);
    if (fits) {
        e->used += bytes;
        e->bodies += bytes;
    }
    pthread_mutex_unlock(&e->lock);
    if (fits)
        return CUZK_OK;
    return err_set(err, CUZK_NO_RESOURCES, "over-budget",
                   "%llu bytes do not fit in the memory budget now: try again later",
                   (unsigned long long)bytes);
}

void engine_unreserve(engine *e, uint64_t bytes)
{
    pthread_mutex_lock(&e->lock);
    e->used -= bytes;
    e->bodies -= bytes;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

/* -- jobs -- */

/* Is j the job that has its id (*other, may be NULL)? CUZK_OK with *attached, or when j may take
 * the id over. */
static cuzk_status meet(const job *other, const job *j, bool *attached, cuzk_error *err)
{
    *attached = false;
    if (!other)
        return CUZK_OK;
    if (memcmp(other->digest, j->digest, sizeof j->digest) == 0 &&
        (!job_is_final(other) || other->state == JOB_COMPLETED)) {
        *attached = true;
        return CUZK_OK;
    }
    if (!job_is_final(other))
        return err_set(err, CUZK_BAD_INPUT, "job-exists",
                       "job %.100s is not finished and was asked for with other inputs", j->id);
    return CUZK_OK;
}

static cuzk_status take(engine *e, job *j, engine_ticket *out, cuzk_error *err)
{
    job *other;

    jobs_expire(e);
    other = job_find(e, j->id);
    TRY(meet(other, j, &out->attached, err));
    if (out->attached)
        return CUZK_OK;
    if (e->draining)
        return err_set(err, CUZK_INTERRUPTED, "draining", "the engine is stopping");
    if (e->o.max_queued && e->n_queued >= e->o.max_queued)
        return err_set(err, CUZK_NO_RESOURCES, "queue-full",
                       "%u jobs wait already: try again later", e->n_queued);
    TRY(budget_admits(e, j, err));
    TRY(runners_make(e, j->level, err));
    if (other)
        job_forget(e, other);
    out->queue_position = e->n_queued;
    job_insert(e, j);
    schedule_group(e, j);
    runners_set_gates(e);
    return CUZK_OK;
}

cuzk_status engine_submit(engine *e, const engine_request *q, engine_body body, engine_ticket *out,
                          cuzk_error *err)
{
    job *j = NULL;
    cuzk_status s = CUZK_OK;

    memset(out, 0, sizeof *out);
    if (strlen(q->id) >= ENGINE_ID_MAX)
        s = err_set(err, CUZK_BAD_INPUT, "bad-id", "a request id has at most %d bytes",
                    ENGINE_ID_MAX - 1);
    else if (q->kind < CUZK_KIND_POREP || q->kind > CUZK_KIND_UPDATE)
        s = err_set(err, CUZK_BAD_INPUT, "no-kind", "there is no kind of proof %d", (int)q->kind);
    if (s != CUZK_OK) {
        if (body.free)
            body.free(body.data);
        engine_unreserve(e, body.len);
        return s;
    }
    pthread_mutex_lock(&e->lock);
    s = job_new(&j, e, q, body, err);
    pthread_mutex_unlock(&e->lock);
    if (s != CUZK_OK)
        return s;
    engine_request_digest(j->digest, &j->request); /* of megabytes: without the lock */
    s = e->backend->ops->plan(e->backend, &j->request, &j->plan, err);
    pthread_mutex_lock(&e->lock);
    if (s == CUZK_OK)
        s = take(e, j, out, err);
    snprintf(out->id, sizeof out->id, "%s", j->id);
    if (s != CUZK_OK || out->attached) {
        e->attached += out->attached;
        job_discard(e, j);
    }
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    return s;
}

cuzk_status engine_cancel(engine *e, const char *id, bool *was_running, cuzk_error *err)
{
    job *j;

    *was_running = false;
    pthread_mutex_lock(&e->lock);
    j = job_find(e, id);
    if (j && !job_is_final(j)) {
        *was_running = true;
        cancel_job(e, j, "cancelled on request");
    }
    pthread_mutex_unlock(&e->lock);
    if (!j)
        return err_set(err, CUZK_NO, "no-job", "job not found: %s", id);
    return CUZK_OK;
}

void engine_withdraw(engine *e, const char *id)
{
    job *j;

    pthread_mutex_lock(&e->lock);
    j = job_find(e, id);
    if (j && j->state == JOB_QUEUED)
        cancel_job(e, j, "nobody waits for it");
    pthread_mutex_unlock(&e->lock);
}

void engine_cancel_all(engine *e)
{
    pthread_mutex_lock(&e->lock);
    cancel_live(e);
    if (e->draining)
        preloads_cancel(e);
    pthread_mutex_unlock(&e->lock);
}
