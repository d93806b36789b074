/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The threads that do the work: one a stage and level, made when a job of that level first comes.
 * While one is busy, or could begin something, those of lower levels are held at their gates, so
 * that the most urgent job has the machine; what they hold of the budget stays granted. A runner
 * that loads parameters is never held: others may wait for them. */
#include "engine/internal.h"

#include "base/log.h"
#include "base/timing.h"

#include <stdlib.h>
#include <string.h>

void runners_set_gates(engine *e)
{
    bool urgent = false;

    for (unsigned level = LEVELS; level-- > 0;) {
        /* What it is closed for may have become possible by time alone. */
        if (urgent && !atomic_load(&e->gate[level].closed))
            pthread_cond_broadcast(&e->changed);
        work_gate_set(&e->gate[level], urgent);
        for (unsigned s = 0; s < STAGES; s++)
            urgent = urgent || schedule_has(&e->runner[s][level]);
    }
}

void runners_cancel_final(engine *e)
{
    for (unsigned s = 0; s < STAGES; s++)
        for (unsigned l = 0; l < LEVELS; l++) {
            runner *r = &e->runner[s][l];
            bool wanted = false;
            for (unsigned i = 0; i < r->n; i++)
                wanted = wanted || !job_is_final(r->job[i]);
            if (r->busy && !wanted)
                atomic_store(&r->w.cancelled, true);
        }
}

/* What was promised to the job is what the budget keeps room for. */
static cuzk_status check_plan(const backend_plan *was, const backend_plan *is, cuzk_error *err)
{
    if (is->partitions && is->job_bytes <= was->job_bytes &&
        is->witness_bytes <= was->witness_bytes && is->synth_bytes <= was->synth_bytes &&
        is->prove_bytes <= was->prove_bytes && is->prove_more <= was->prove_more)
        return CUZK_OK;
    return err_set(err, CUZK_FAULT, "plan", "opening a job took more than was planned");
}

/* -- the tasks: called with the lock held, which they drop -- */

static cuzk_status open_job(runner *r, job *j, cuzk_error *err)
{
    const backend_ops *ops = r->e->backend->ops;
    backend_plan plan = j->plan;
    backend_job *opened = NULL;
    uint64_t start, params_ms = 0;
    cuzk_status s;

    pthread_mutex_unlock(&r->e->lock);
    s = ops->open(r->e->backend, &r->w, &j->request, &plan, &opened, err);
    start = time_wall_ns();
    if (s == CUZK_OK)
        s = check_plan(&j->plan, &plan, err);
    r->w.gate = NULL;
    if (s == CUZK_OK)
        s = ops->acquire(opened, &r->w, err);
    params_ms = ms_since(start, time_wall_ns());
    part *parts = s == CUZK_OK ? calloc(plan.partitions, sizeof *parts) : NULL;
    uint8_t *proof = s == CUZK_OK ? calloc(plan.partitions, CUZK_PROOF_LEN) : NULL;
    if (s == CUZK_OK && (!parts || !proof))
        s = err_no_memory(err, "a job's proof", (size_t)plan.partitions * CUZK_PROOF_LEN);
    pthread_mutex_lock(&r->e->lock);
    j->opening = false;
    if (s != CUZK_OK) {
        free(parts);
        free(proof);
        if (opened)
            ops->close(opened);
        r->keeps = 0;
        return s;
    }
    r->keeps = plan.job_bytes; /* what it is, where the plan was a guess */
    for (unsigned i = 0; i < plan.partitions; i++)
        parts[i].synth_ms = parts[i].prove_ms = -1;
    j->plan = plan;
    j->part = parts;
    j->proof = proof;
    j->proof_len = (size_t)plan.partitions * CUZK_PROOF_LEN;
    j->backend = opened;
    j->params_ms = params_ms;
    j->opened = true;
    return CUZK_OK;
}

static cuzk_status synthesise(runner *r, job *j, cuzk_error *err)
{
    engine *e = r->e;
    const unsigned i = r->partition[0];
    backend_witness *witness = NULL;
    const uint64_t start = time_wall_ns();
    cuzk_status s;

    timeline(e, "SYNTH_START", j, "partition=%u", i);
    pthread_mutex_unlock(&e->lock);
    s = e->backend->ops->synthesise(j->backend, &r->w, i, &witness, err);
    pthread_mutex_lock(&e->lock);
    part *p = &j->part[i];
    p->synth_ms = (int64_t)ms_since(start, time_wall_ns());
    j->synth_ms += (uint64_t)p->synth_ms;
    p->state = s == CUZK_OK ? PARTITION_SYNTH_DONE : PARTITION_FAILED;
    p->witness = witness;
    if (s != CUZK_OK)
        r->keeps = 0;
    timeline(e, "SYNTH_END", j, "partition=%u,synth_ms=%lld", i, (long long)p->synth_ms);
    if (s == CUZK_OK)
        timeline(e, "GPU_QUEUE", j, "partition=%u", i);
    return s;
}

static void free_witness(engine *e, job *j, part *p)
{
    e->backend->ops->free_witness(p->witness);
    p->witness = NULL;
    e->used -= j->plan.witness_bytes;
}

/* Witness i of the batch was proved; the job may be done. */
static void partition_done(engine *e, job *j, unsigned i, const uint8_t *proof)
{
    part *p = &j->part[i];

    p->state = PARTITION_DONE;
    memcpy(j->proof + (size_t)i * CUZK_PROOF_LEN, proof, CUZK_PROOF_LEN);
    free_witness(e, j, p);
    j->n_done++;
    e->verified++;
    if (!job_is_final(j) && j->n_done == j->plan.partitions)
        job_finish(e, j, JOB_COMPLETED, NULL);
}

typedef enum blame { FAILS, TRIED_AGAIN } blame;

/* What becomes of witness i of a batch when that failed. One that is to blame is tried once more
 * if it was the proof that did not verify; where memory was missing each is, by itself. */
static blame judge(const part *p, bool named, bool unverified, bool no_memory)
{
    if (no_memory)
        return TRIED_AGAIN;
    return named && (!unverified || p->retried) ? FAILS : TRIED_AGAIN;
}

static void batch_failed(runner *r, cuzk_status s, size_t failed, const cuzk_error *err)
{
    engine *e = r->e;
    const bool unverified = s == CUZK_FAULT && strcmp(err->code, "self-check") == 0;
    const bool no_memory = s == CUZK_NO_RESOURCES && r->n > 1;
    const bool one = unverified || s == CUZK_NO; /* is to blame */

    e->verify_failed += unverified;
    if (no_memory)
        LOG(LEVEL_WARN, "batch-split", F("circuits", r->n), F_ERROR(err));
    for (unsigned i = 0; i < r->n; i++) {
        part *p = &r->job[i]->part[r->partition[i]];
        const bool named = !one || i == failed;
        if (judge(p, named, unverified, no_memory) == FAILS) {
            p->state = PARTITION_FAILED;
            job_finish(e, r->job[i], JOB_FAILED, err);
            continue;
        }
        e->verify_retried += unverified && named;
        p->retried = p->retried || (unverified && named);
        r->job[i]->alone = r->job[i]->alone || no_memory;
        p->state = PARTITION_SYNTH_DONE;
    }
}

static void prove(runner *r)
{
    engine *e = r->e;
    backend_witness *witness[BATCH_MAX];
    uint8_t proofs[BATCH_MAX * CUZK_PROOF_LEN];
    const uint64_t start = time_wall_ns();
    cuzk_error err = { 0 };
    size_t failed = 0;
    cuzk_status s;

    for (unsigned i = 0; i < r->n; i++) {
        witness[i] = r->job[i]->part[r->partition[i]].witness;
        timeline(e, "GPU_PICKUP", r->job[i], "worker=%u,partition=%u", r->level, r->partition[i]);
        timeline(e, "GPU_START", r->job[i], "worker=%u,partition=%u", r->level, r->partition[i]);
    }
    pthread_mutex_unlock(&e->lock);
    s = e->backend->ops->prove(e->backend, &r->w, witness, r->n, proofs, &failed, &err);
    pthread_mutex_lock(&e->lock);
    const uint64_t ms = ms_since(start, time_wall_ns());
    for (unsigned i = 0; i < r->n; i++) {
        r->job[i]->prove_ms += ms;
        r->job[i]->part[r->partition[i]].prove_ms = (int64_t)ms;
        timeline(e, "GPU_END", r->job[i], "worker=%u,partition=%u", r->level, r->partition[i]);
    }
    if (s != CUZK_OK)
        batch_failed(r, s, failed, &err);
    for (unsigned i = 0; i < r->n && s == CUZK_OK; i++)
        partition_done(e, r->job[i], r->partition[i], proofs + (size_t)i * CUZK_PROOF_LEN);
}

/* -- the threads -- */

static void run_task(runner *r)
{
    engine *e = r->e;
    job *j = r->job[0];
    cuzk_error err = { 0 };
    cuzk_status s = CUZK_OK;

    r->busy = true;
    r->since_ns = time_wall_ns();
    /* What it made before is still counted, until it is proved. */
    r->w.mem_limit = e->o.memory_budget ? r->granted + atomic_load(&r->w.mem_used) : 0;
    r->w.gate = &e->gate[r->level];
    runners_set_gates(e);
    if (r->stage == STAGE_PROVE)
        prove(r);
    else
        s = r->opens ? open_job(r, j, &err) : synthesise(r, j, &err);
    if (s != CUZK_OK)
        job_finish(e, j, JOB_FAILED, &err);
    e->used -= r->granted - r->keeps;
    if (!(r->stage == STAGE_SYNTHESIS && r->opens))
        e->granted[r->stage] -= r->granted;
    r->busy = false;
    atomic_store(&r->w.cancelled, false);
    runners_set_gates(e);
    for (unsigned i = 0, n = r->n; i < n; i++)
        job_task_end(e, r->job[i]);
    r->n = 0;
}

static void wait_for_change(engine *e, uint64_t wait_ms)
{
    if (wait_ms == UINT64_MAX) {
        pthread_cond_wait(&e->changed, &e->lock);
        return;
    }
    const struct timespec until = time_in_ms(wait_ms);
    pthread_cond_timedwait(&e->changed, &e->lock, &until);
}

static void *runner_main(void *arg)
{
    runner *r = arg;
    engine *e = r->e;

    pthread_mutex_lock(&e->lock);
    while (!e->stop) {
        uint64_t wait_ms = UINT64_MAX;
        if (r->stage == STAGE_PROVE ? schedule_prove(r) : schedule_synthesis(r, &wait_ms))
            run_task(r);
        else {
            runners_set_gates(e);
            wait_for_change(e, wait_ms);
        }
    }
    pthread_mutex_unlock(&e->lock);
    return NULL;
}

cuzk_status runners_make(engine *e, unsigned level, cuzk_error *err)
{
    for (unsigned s = 0; s < STAGES; s++) {
        runner *r = &e->runner[s][level];
        if (r->made)
            continue;
        TRY(work_init(&r->w, e->o.threads, 0, err));
        r->e = e;
        r->stage = (stage)s;
        r->level = level;
        if (pthread_create(&r->thread, NULL, runner_main, r) != 0) {
            work_free(&r->w);
            return err_set(err, CUZK_NO_RESOURCES, "no-threads", "the system gives no thread more");
        }
        r->made = true;
    }
    return CUZK_OK;
}

/* A witness is given back to the work it was made in, which therefore outlives every runner. */
void runners_end(engine *e)
{
    runner *r = &e->runner[0][0];

    for (unsigned i = 0; i < STAGES * LEVELS; i++)
        if (r[i].made)
            pthread_join(r[i].thread, NULL);
    for (unsigned i = 0; i < STAGES * LEVELS; i++)
        if (r[i].made)
            work_free(&r[i].w);
}
