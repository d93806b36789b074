/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/synth.h"
#include "base/resident.h"
#include "base/timing.h"
#include "prover/context.h"

#include <stdlib.h>

/* The circuits of one iteration; each is one range of work_for. */
typedef struct batch {
    synth_run *run;
    work *work;
    pthread_mutex_t lock;
    cuzk_status status; /* under lock, as all below */
    cuzk_error *err;
    uint64_t *thread_ns; /* synthesis alone, of each thread */
    uint64_t constraints;
} batch;

static void one_circuit(batch *b, size_t k, unsigned thread)
{
    const variant *v = b->run->options.variant;
    subject_circuit c;
    variant_run out = { 0 };
    cuzk_error err;
    uint64_t begin = time_wall_ns();
    unsigned partition = b->run->first + (unsigned)k;
    cuzk_status s = subject_circuit_init(&c, &b->run->subject, partition, &err);

    if (s == CUZK_OK)
        s = v->run(v, b->work, &c, &out, &err);
    trace_add(&b->run->trace, v->name, partition, 1 + thread, begin, time_wall_ns());
    pthread_mutex_lock(&b->lock);
    b->thread_ns[thread] += out.synth_ns;
    b->constraints = out.counts.n_rows;
    if (s != CUZK_OK && b->status == CUZK_OK) {
        b->status = s;
        *b->err = err;
    }
    pthread_mutex_unlock(&b->lock);
}

static void some_circuits(void *ctx, size_t begin, size_t end, unsigned thread)
{
    for (size_t k = begin; k < end; k++)
        one_circuit(ctx, k, thread);
}

/* One circuit has all threads to itself; several have one each. */
static cuzk_status all_circuits(batch *b)
{
    if (b->run->circuits == 1) {
        one_circuit(b, 0, 0);
    } else {
        work_for(b->work, b->run->circuits, 1, some_circuits, b);
        if (b->status == CUZK_OK)
            b->status = work_status(b->work, b->err);
    }
    return b->status;
}

/* The time of the thread that had most to do. */
static double slowest(const batch *b)
{
    uint64_t most = 0;

    for (unsigned i = 0; i < b->work->threads; i++)
        if (b->thread_ns[i] > most)
            most = b->thread_ns[i];
    return 1e-9 * (double)most;
}

static cuzk_status iterate(synth_run *r, synth_sample *out, cuzk_error *err)
{
    work *wk = &r->in->ctx->work;
    batch b = { .run = r, .work = wk, .lock = PTHREAD_MUTEX_INITIALIZER, .err = err };

    b.thread_ns = calloc(wk->threads, sizeof *b.thread_ns);
    if (!b.thread_ns)
        return err_no_memory(err, "thread times", wk->threads * sizeof *b.thread_ns);
    synth_phase_begin(r, "synthesis");
    counters_start(&r->counters);
    uint64_t begin = time_wall_ns(), cpu = time_cpu_ns();
    cuzk_status s = all_circuits(&b);
    out->cpu = 1e-9 * (double)(time_cpu_ns() - cpu);
    out->wall = 1e-9 * (double)(time_wall_ns() - begin);
    out->counted = counters_stop(&r->counters, out->counter);
    synth_phase_end(r);
    out->synth = slowest(&b);
    out->peak = resident_greatest();
    r->constraints = b.constraints;
    free(b.thread_ns);
    return s;
}

cuzk_status synth_measure(synth_run *r, cuzk_error *err)
{
    r->series[0].variant = r->options.variant;
    r->n_series = 1;
    for (unsigned i = 0; i < r->options.iterations; i++) {
        synth_sample *s = &r->series[0].sample[i];
        TRY(iterate(r, s, err));
        s->turn = i;
        synth_show_sample(r, i, s);
    }
    return CUZK_OK;
}
