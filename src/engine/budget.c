/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Who gets memory, so that nobody waits for what never comes. Whatever is granted, the bytes of a
 * request too, leaves room for the next step of the jobs that are open: one synthesis and one
 * proof. A job is only taken on (budget_admits) when the requests that wait leave room for it from
 * its opening to its end. So the jobs that are open can always finish, and then the next one can be
 * opened. What is kept free for CRITICAL jobs is not given for opening others, nor for getting
 * ahead with them; without it they still go on, a witness at a time. */
#include "engine/internal.h"

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t less(uint64_t a, uint64_t b)
{
    return a > b ? a - b : 0;
}

static uint64_t limit_of(const engine *e, bool critical)
{
    if (!e->o.memory_budget)
        return UINT64_MAX;
    return critical ? e->o.memory_budget : less(e->o.memory_budget, e->o.critical_reserve);
}

static uint64_t synthesis_bytes(const backend_plan *p)
{
    return p->witness_bytes + p->synth_bytes;
}

uint64_t plan_prove_bytes(const backend_plan *p, unsigned n)
{
    return n ? p->prove_bytes + (n - 1) * p->prove_more : 0;
}

static uint64_t plan_alone(const backend_plan *p)
{
    return p->job_bytes + p->params_bytes + synthesis_bytes(p) + p->prove_bytes;
}

/* What must stay free for the open jobs to go on: what runs frees its own share. */
static uint64_t room_to_synthesise(const engine *e, uint64_t at_least)
{
    for (const job *j = e->live; j; j = j->after)
        if (j->opened && j->n_started < j->plan.partitions)
            at_least = most(at_least, synthesis_bytes(&j->plan));
    return less(at_least, e->granted[STAGE_SYNTHESIS]);
}

static uint64_t room_to_prove(const engine *e, uint64_t at_least)
{
    for (const job *j = e->live; j; j = j->after)
        if (j->opened)
            at_least = most(at_least, j->plan.prove_bytes);
    return less(at_least, e->granted[STAGE_PROVE]);
}

/* Saturates. */
static uint64_t sum(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

static bool nothing_open(const engine *e)
{
    for (const job *j = e->live; j; j = j->after)
        if (j->opening || j->opened)
            return false;
    return true;
}

static bool fits(engine *e, uint64_t bytes, uint64_t limit)
{
    const backend_ops *ops = e->backend->ops;
    const uint64_t own = sum(e->used, bytes);
    uint64_t all;

    if (limit == UINT64_MAX)
        return true;
    all = sum(own, ops->held(e->backend));
    if (all > limit)
        ops->shrink(e->backend, all - limit, e->o.evict_idle_ms);
    all = sum(own, ops->held(e->backend));
    if (all > limit && nothing_open(e)) /* or it would never */
        ops->shrink(e->backend, all - limit, 0);
    return sum(own, ops->held(e->backend)) <= limit;
}

static bool is_critical(const job *j)
{
    return j->level == PRIORITY_CRITICAL - 1;
}

/* The most that a job which is not done needs by itself. */
static uint64_t largest_alone(const engine *e)
{
    uint64_t largest = 0;

    for (const job *j = e->live; j; j = j->after)
        largest = most(largest, plan_alone(&j->plan));
    return largest;
}

bool budget_can_hold(const engine *e, uint64_t bytes)
{
    return bytes <= limit_of(e, false);
}

bool budget_for_body(engine *e, uint64_t bytes)
{
    const uint64_t limit = limit_of(e, true);

    return sum(sum(bytes, e->bodies), largest_alone(e)) <= limit &&
           fits(e, sum(bytes, room_to_synthesise(e, 0) + room_to_prove(e, 0)), limit);
}

bool budget_for_params(engine *e, uint64_t bytes)
{
    return fits(e, sum(bytes, room_to_synthesise(e, 0) + room_to_prove(e, 0)), limit_of(e, false));
}

bool budget_for_open(engine *e, const job *j)
{
    const backend_plan *p = &j->plan;
    const uint64_t own = p->job_bytes + p->params_bytes;

    return fits(e,
                own + room_to_synthesise(e, synthesis_bytes(p)) + room_to_prove(e, p->prove_bytes),
                limit_of(e, is_critical(j)));
}

/* Nothing frees memory but a job that goes on. */
static bool nothing_made(const engine *e)
{
    for (const job *j = e->live; j; j = j->after)
        for (unsigned i = 0; j->opened && i < j->plan.partitions; i++)
            if (j->part[i].state != PARTITION_PENDING && j->part[i].state < PARTITION_DONE)
                return false;
    return true;
}

/* The reserve is for CRITICAL jobs; of the others, for those that are open and stand still. */
bool budget_for_synthesis(engine *e, const job *j)
{
    return fits(e, synthesis_bytes(&j->plan) + room_to_prove(e, j->plan.prove_bytes),
                limit_of(e, is_critical(j) || nothing_made(e)));
}

unsigned budget_for_prove(engine *e, const job *j, unsigned n)
{
    while (n > 1 && !fits(e, plan_prove_bytes(&j->plan, n), limit_of(e, is_critical(j))))
        n--;
    return n && fits(e, plan_prove_bytes(&j->plan, n), limit_of(e, true)) ? n : 0;
}

cuzk_status budget_admits(const engine *e, const job *j, cuzk_error *err)
{
    const uint64_t limit = limit_of(e, is_critical(j));
    const uint64_t alone = plan_alone(&j->plan);

    if (limit == UINT64_MAX)
        return CUZK_OK;
    if (sum(alone, j->body.len) > limit) {
        err_set(err, CUZK_NO_RESOURCES, "over-budget",
                "this job needs more memory than there is, even alone");
        err_expected(err, "at most %llu bytes", (unsigned long long)limit);
        err_found(err, "%llu bytes", (unsigned long long)sum(alone, j->body.len));
        return CUZK_NO_RESOURCES;
    }
    if (sum(most(alone, largest_alone(e)), e->bodies) <= limit)
        return CUZK_OK;
    return err_set(err, CUZK_NO_RESOURCES, "queue-full",
                   "the requests that wait take the memory this one would need: try again later");
}
