/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a runner does next. Runners of one level take its jobs in order of submission and never let
 * a later one pass because it needs less: what waits for memory is not starved. */
#include "engine/internal.h"

#include "base/timing.h"

#include <string.h>

/* -- groups: jobs of one circuit that come within a short time are proved together -- */

static bool same_circuit(const job *a, const job *b)
{
    return strcmp(a->plan.circuit_id, b->plan.circuit_id) == 0;
}

static unsigned group_size(const engine *e, uint64_t group)
{
    unsigned n = 0;

    for (const job *j = e->live; j; j = j->after)
        n += j->group == group;
    return n;
}

static const job *first_of(const engine *e, uint64_t group)
{
    const job *j = e->live;

    while (j && j->group != group)
        j = j->after;
    return j;
}

/* A group is collected until its time is over or one of its jobs is begun. */
static bool collecting(const engine *e, uint64_t group, uint64_t *wait_ms)
{
    const job *first = first_of(e, group);
    uint64_t age;

    if (!first || first->state != JOB_QUEUED || e->draining)
        return false;
    age = ms_since(first->submitted_ns, time_wall_ns());
    if (age >= e->o.max_batch_wait_ms)
        return false;
    if (e->o.max_batch_wait_ms - age < *wait_ms)
        *wait_ms = e->o.max_batch_wait_ms - age;
    return true;
}

static bool wait_for_group(const engine *e, const job *j, uint64_t *wait_ms)
{
    if (!j->plan.may_batch || group_size(e, j->group) >= e->o.max_batch_size)
        return false;
    for (const job *i = e->live; i; i = i->after)
        if (i->level == j->level && i->group > j->group) /* something else came after it */
            return false;
    return collecting(e, j->group, wait_ms);
}

void schedule_group(engine *e, job *j)
{
    const job *last = NULL;
    uint64_t wait_ms = UINT64_MAX;

    for (const job *i = e->live; i; i = i->after)
        if (i != j && i->level == j->level)
            last = i;
    if (last && j->plan.may_batch && last->plan.may_batch && same_circuit(last, j) &&
        group_size(e, last->group) < e->o.max_batch_size && collecting(e, last->group, &wait_ms))
        j->group = last->group;
}

/* -- synthesis -- */

static unsigned waiting_witnesses(const engine *e, unsigned level)
{
    unsigned n = 0;

    for (const job *j = e->live; j; j = j->after)
        for (unsigned i = 0; j->level == level && j->opened && i < j->plan.partitions; i++)
            n += j->part[i].state == PARTITION_SYNTH_DONE;
    return n;
}

static bool before(const job *a, const job *b)
{
    if (a->group != b->group)
        return a->group < b->group;
    return a->n_started != b->n_started ? a->n_started < b->n_started : a->sequence < b->sequence;
}

/* The job whose next partition should be synthesised, NULL if none. */
static job *next_to_synthesise(const engine *e, unsigned level)
{
    job *best = NULL;

    for (job *j = e->live; j; j = j->after)
        if (j->level == level && j->opened && j->n_started < j->plan.partitions &&
            (!best || before(j, best)))
            best = j;
    return best;
}

static job *next_to_open(const engine *e, unsigned level, uint64_t *wait_ms)
{
    for (job *j = e->live; j; j = j->after)
        if (j->level == level && j->state == JOB_QUEUED)
            return wait_for_group(e, j, wait_ms) ? NULL : j;
    return NULL;
}

/* A more urgent job waits to be opened, perhaps for memory: nothing less urgent is begun. */
static bool urgent_waits(const engine *e, unsigned level)
{
    uint64_t wait_ms = UINT64_MAX;

    for (unsigned l = level + 1; l < LEVELS; l++)
        if (next_to_open(e, l, &wait_ms))
            return true;
    return false;
}

/* Something more urgent runs: what is begun now would be held at its gate, with its memory. */
static bool would_be_held(const engine *e, unsigned level)
{
    for (unsigned l = level + 1; l < LEVELS; l++)
        for (unsigned s = 0; s < STAGES; s++)
            if (e->runner[s][l].busy)
                return true;
    return false;
}

static unsigned n_open(const engine *e, unsigned level)
{
    unsigned n = 0;

    for (const job *j = e->live; j; j = j->after)
        n += j->level == level && (j->opened || j->opening);
    return n;
}

/* The next task of the level, and whether it is to open the job. */
static job *choose(engine *e, unsigned level, bool *open, uint64_t *wait_ms)
{
    const unsigned batch = e->o.max_batch_size;
    const unsigned ahead = e->o.synthesis_lookahead > batch ? e->o.synthesis_lookahead : batch;
    job *to_open = next_to_open(e, level, wait_ms), *to_make = next_to_synthesise(e, level);
    const bool together = to_open && to_make && to_open->group == to_make->group;

    *open = true;
    if (together && budget_for_open(e, to_open))
        return to_open;
    *open = false;
    if (to_make && waiting_witnesses(e, level) < ahead)
        return budget_for_synthesis(e, to_make) ? to_make : NULL;
    *open = true;
    if (!to_open || together || n_open(e, level) > batch || urgent_waits(e, level))
        return NULL;
    return budget_for_open(e, to_open) ? to_open : NULL;
}

static void grant(runner *r, job *j, unsigned partition, uint64_t bytes, uint64_t keeps)
{
    r->job[0] = j;
    r->partition[0] = partition;
    r->n = 1;
    r->granted = bytes;
    r->keeps = keeps;
    r->e->used += bytes;
    job_task_begin(j);
}

bool schedule_synthesis(runner *r, uint64_t *wait_ms)
{
    engine *e = r->e;
    bool open;
    job *j = would_be_held(e, r->level) ? NULL : choose(e, r->level, &open, wait_ms);

    if (!j)
        return false;
    r->opens = open;
    if (open) {
        j->state = JOB_RUNNING;
        j->opening = true;
        j->begun_ns = time_wall_ns();
        histogram_add(&e->kind[j->request.kind - 1].queue_wait,
                      (double)(j->begun_ns - j->submitted_ns) * 1e-9);
        e->n_queued--;
        e->kind[j->request.kind - 1].queued--;
        e->kind[j->request.kind - 1].running++;
        grant(r, j, 0, j->plan.job_bytes + j->plan.params_bytes, j->plan.job_bytes);
        return true;
    }
    j->part[j->n_started].state = PARTITION_SYNTHESIZING;
    grant(r, j, j->n_started++, j->plan.witness_bytes + j->plan.synth_bytes, j->plan.witness_bytes);
    e->granted[STAGE_SYNTHESIS] += r->granted;
    return true;
}

/* -- proving -- */

/* The first partition of j that waits for the prover. */
static bool first_waiting(const job *j, unsigned *partition)
{
    for (unsigned i = 0; j->opened && i < j->plan.partitions; i++)
        if (j->part[i].state == PARTITION_SYNTH_DONE) {
            *partition = i;
            return true;
        }
    return false;
}

static bool next_to_prove(const engine *e, unsigned level, job **of, unsigned *partition)
{
    unsigned p;

    *of = NULL;
    for (job *j = e->live; j; j = j->after) {
        if (j->level != level || !first_waiting(j, &p))
            continue;
        if (*of && (j->group > (*of)->group || (j->group == (*of)->group && p >= *partition)))
            continue;
        *of = j;
        *partition = p;
    }
    return *of != NULL;
}

/* The same partition of another job of the group is being synthesised, or will be at once. */
static bool others_come(engine *e, const job *j, unsigned partition)
{
    const runner *r = &e->runner[STAGE_SYNTHESIS][j->level];
    uint64_t wait_ms = UINT64_MAX;
    const job *next;
    bool open, missing = false;

    for (const job *i = e->live; i; i = i->after)
        if (i->group == j->group && i->n_done <= partition &&
            (!i->opened || i->part[partition].state < PARTITION_SYNTH_DONE))
            missing = true;
    if (!missing)
        return false;
    next = r->busy ? r->job[0] : choose(e, j->level, &open, &wait_ms);
    return next && next->group == j->group;
}

static bool can_join(const job *j, const job *first)
{
    return j->group == first->group && j->opened && !j->alone;
}

/* How many witnesses the prover would take now: the first one's, others of its group with it. */
static unsigned choose_to_prove(const runner *r, job **of, unsigned *partition)
{
    engine *e = r->e;
    unsigned n = 0, first_partition;
    job *first;

    if (!next_to_prove(e, r->level, &first, &first_partition))
        return 0;
    if (first->alone) {
        *of = first;
        *partition = first_partition;
        return budget_for_prove(e, first, 1);
    }
    if (others_come(e, first, first_partition))
        return 0;
    for (job *j = e->live; j; j = j->after)
        for (unsigned i = 0; can_join(j, first) && i < j->plan.partitions; i++)
            if (j->part[i].state == PARTITION_SYNTH_DONE && n < BATCH_MAX) {
                of[n] = j;
                partition[n++] = i;
            }
    return budget_for_prove(e, first, n);
}

bool schedule_prove(runner *r)
{
    engine *e = r->e;

    r->n = would_be_held(e, r->level) ? 0 : choose_to_prove(r, r->job, r->partition);
    if (!r->n)
        return false;
    for (unsigned i = 0; i < r->n; i++) {
        r->job[i]->part[r->partition[i]].state = PARTITION_PROVING;
        job_task_begin(r->job[i]);
    }
    r->granted = plan_prove_bytes(&r->job[0]->plan, r->n);
    r->keeps = 0;
    e->used += r->granted;
    e->granted[STAGE_PROVE] += r->granted;
    pthread_cond_broadcast(&e->changed); /* fewer witnesses wait: synthesis may go on */
    return true;
}

bool schedule_has(const runner *r)
{
    uint64_t wait_ms = UINT64_MAX;
    job *of[BATCH_MAX];
    unsigned partition[BATCH_MAX];
    bool open;

    if (!r->made || r->busy)
        return r->busy;
    if (r->stage == STAGE_PROVE)
        return choose_to_prove(r, of, partition) != 0;
    return choose(r->e, r->level, &open, &wait_ms) != NULL;
}
