/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/order.h"
#include "apps/bench/prove_bench.h"
#include "base/resident.h"
#include "base/timing.h"
#include "base/work_gate.h"

#include <string.h>

/* Hears when phases begin and end. */
typedef struct listener {
    prove_sample *sample;
    const char *now; /* of the phase that goes on; NULL: none */
    uint64_t wall, cpu;
} listener;

static prove_phase *phase_of(prove_sample *s, const char *name)
{
    for (unsigned i = 0; i < s->n_phases; i++)
        if (strcmp(s->phase[i].name, name) == 0)
            return &s->phase[i];
    if (s->n_phases == PROVE_MAX_PHASES)
        return NULL;
    s->phase[s->n_phases] = (prove_phase) { .name = name };
    return &s->phase[s->n_phases++];
}

/* What has passed since the last call belongs to the phase that went on. */
static void hear(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    listener *l = ctx;
    const uint64_t wall = time_wall_ns(), cpu = time_cpu_ns();
    prove_phase *p = l->now == phase ? phase_of(l->sample, phase) : NULL;

    (void)done, (void)total;
    if (p) {
        p->wall += 1e-9 * (double)(wall - l->wall);
        p->cpu += 1e-9 * (double)(cpu - l->cpu);
    }
    l->now = phase;
    l->wall = wall;
    l->cpu = cpu;
}

static cuzk_status measure_one(prove_bench *p, prove_series *s, prove_sample *out, cuzk_error *err)
{
    listener l = { .sample = out };
    work *w = &p->c->work;

    p->c->switches = s->switches;
    context_use_switches(p->c);
    w->progress = hear;
    w->progress_ctx = &l;
    resident_reset();
    const uint64_t wall = time_wall_ns(), cpu = time_cpu_ns();
    cuzk_status status = prove_subject_prove(&p->subject, p->c, &out->report, err);
    out->wall = 1e-9 * (double)(time_wall_ns() - wall);
    out->cpu = 1e-9 * (double)(time_cpu_ns() - cpu);
    out->peak_resident = resident_peak();
    w->progress = NULL;
    return status;
}

static void judge(prove_bench *p)
{
    double x[STATS_MAX_N], y[STATS_MAX_N];

    for (unsigned i = 0; i < p->rounds; i++)
        x[i] = prove_seconds(p, &p->series[0].sample[i]);
    for (unsigned k = 1; k < p->n_series; k++) {
        prove_series *s = &p->series[k];
        for (unsigned i = 0; i < p->rounds; i++)
            y[i] = prove_seconds(p, &s->sample[i]);
        s->ratio = stats_paired_ratio(y, x, p->rounds);
        s->verdict = stats_verdict(s->ratio, p->series[1].ratio);
    }
}

/* Once before, not counted: files are read, what is derived once is derived, and pause points are
 * timed, which takes time itself. */
static cuzk_status measure_first(prove_bench *p, cuzk_error *err)
{
    prove_sample first = { .wall = 0 };
    const char *in;
    work_gate gate;

    work_gate_init(&gate);
    work_gate_watch(&gate);
    p->c->work.gate = &gate;
    cuzk_status s = measure_one(p, &p->series[0], &first, err);
    p->c->work.gate = NULL;
    in = atomic_load(&gate.longest_in);
    p->longest_stretch = 1e-9 * (double)atomic_load(&gate.longest_ns);
    p->longest_in = in ? in : "between phases";
    work_gate_free(&gate);
    return s;
}

cuzk_status prove_bench_measure(prove_bench *p, cuzk_error *err)
{
    unsigned order[PROVE_MAX_SERIES];
    uint64_t state;

    TRY(order_seed(&state, err));
    TRY(measure_first(p, err));
    for (unsigned round = 0; round < p->rounds; round++) {
        order_shuffle(order, p->n_series, &state);
        for (unsigned i = 0; i < p->n_series; i++) {
            prove_series *s = &p->series[order[i]];
            TRY(measure_one(p, s, &s->sample[round], err));
        }
    }
    if (p->n_series > 1)
        judge(p);
    return CUZK_OK;
}
