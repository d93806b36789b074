/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the files of the engine call of each other, with the lock held where it does not say
 * otherwise. */
#ifndef CUZK_ENGINE_INTERNAL_H
#define CUZK_ENGINE_INTERNAL_H

#include "engine/state.h"

/* -- jobs.c -- */
job *job_find(engine *e, const char *id);
/* A copy of the request, which keeps pointing into the body. The body is the job's from here on,
 * also when this fails. */
cuzk_status job_new(job **out, engine *e, const engine_request *q, engine_body body,
                    cuzk_error *err);
void job_insert(engine *e, job *j); /* as queued */
/* Its state is final: waiters are answered, the lock being dropped for each; it is kept for a while
 * as a result. */
void job_finish(engine *e, job *j, engine_state state, const cuzk_error *err);
/* One that was never inserted. */
void job_discard(engine *e, job *j);
/* No longer found; freed when nobody uses it. */
void job_forget(engine *e, job *j);
void job_release(engine *e, job *j); /* one user less */
/* A task works on it. When the last one ends, what a finished job no longer needs is freed. */
void job_task_begin(job *j);
void job_task_end(engine *e, job *j);
void jobs_expire(engine *e); /* results too old or too many */
void job_result(const job *j, engine_result *out);

/* -- waits.c -- */
void waits_answer(engine *e, job *j); /* drops the lock */

/* -- budget.c -- does it fit, now? Idle parameters are unloaded for it. -- */
bool budget_for_body(engine *e, uint64_t bytes);
bool budget_for_params(engine *e, uint64_t bytes);
bool budget_for_open(engine *e, const job *j);
bool budget_for_synthesis(engine *e, const job *j);
/* How many of n witnesses of j's circuit; at most. 0: not even one. */
unsigned budget_for_prove(engine *e, const job *j, unsigned n);
uint64_t plan_prove_bytes(const backend_plan *p, unsigned n);
/* Could j come to its end, all that is unfinished being proved one after the other? */
cuzk_status budget_admits(const engine *e, const job *j, cuzk_error *err);
/* Could these bytes of parameters ever be loaded? */
bool budget_can_hold(const engine *e, uint64_t bytes);

/* -- schedule.c -- what a runner does next; grants are made -- */
/* False when there is nothing now; *wait_ms is lowered to when there may be without a change. */
bool schedule_synthesis(runner *r, uint64_t *wait_ms);
bool schedule_prove(runner *r);
bool schedule_has(const runner *r);     /* it is busy, or could begin something now */
void schedule_group(engine *e, job *j); /* which jobs a new one is proved with */

/* -- runner.c -- */
cuzk_status runners_make(engine *e, unsigned level, cuzk_error *err);
void runners_end(engine *e);          /* without the lock: waits for their threads */
void runners_set_gates(engine *e);    /* after any change of what runs or could */
void runners_cancel_final(engine *e); /* those that work for finished jobs only */

/* -- preload.c -- */
void preloads_cancel(engine *e); /* there are none from now on */
void preloads_end(engine *e);    /* without the lock: waits for them, cancelled before */

/* -- */
static inline uint64_t ms_since(uint64_t then_ns, uint64_t now_ns)
{
    return now_ns > then_ns ? (now_ns - then_ns) / 1000000 : 0;
}
void timeline(engine *e, const char *event, const job *j, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

#endif
