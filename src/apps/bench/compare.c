/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/order.h"
#include "apps/bench/synth.h"
#include "apps/cli/output.h"
#include "base/timing.h"
#include "prover/context.h"

#include <stdlib.h>

/* The variants in the order given, the control second. */
static void set_up(synth_run *r)
{
    const synth_options *o = &r->options;

    r->series[0].variant = o->compared[0];
    r->series[1].variant = o->compared[0];
    r->series[1].control = true;
    for (unsigned i = 1; i < o->n_compared; i++)
        r->series[i + 1].variant = o->compared[i];
    r->n_series = o->n_compared + 1;
}

static cuzk_status one_round(synth_run *r, unsigned round, const unsigned *order, cuzk_error *err)
{
    work *wk = &r->in->ctx->work;

    for (unsigned i = 0; i < r->n_series; i++) {
        synth_series *s = &r->series[order[i]];
        synth_sample *sample = &s->sample[round];
        uint64_t begin = time_wall_ns();
        TRY(work_status(wk, err));
        TRY(synth_sample_process(r, s->variant, sample, err));
        sample->turn = round * r->n_series + i;
        trace_add(&r->trace, s->variant->name, round, 1, begin, time_wall_ns());
        work_advance(wk, 1);
    }
    return CUZK_OK;
}

static void judge(synth_run *r)
{
    double x[STATS_MAX_N], y[STATS_MAX_N];
    unsigned n = r->options.iterations;

    for (unsigned i = 0; i < n; i++)
        x[i] = sample_seconds(r, &r->series[0].sample[i]);
    for (unsigned k = 1; k < r->n_series; k++) {
        synth_series *s = &r->series[k];
        for (unsigned i = 0; i < n; i++)
            y[i] = sample_seconds(r, &s->sample[i]);
        s->ratio = stats_paired_ratio(y, x, n);
        s->verdict = stats_verdict(s->ratio, r->series[1].ratio);
    }
}

cuzk_status synth_compare(synth_run *r, cuzk_error *err)
{
    work *wk = &r->in->ctx->work;
    unsigned order[SYNTH_MAX_COMPARED + 1];
    uint64_t state;
    subject_circuit c;

    set_up(r);
    TRY(subject_circuit_init(&c, &r->subject, r->first, err));
    TRY(lengths_count(&r->lengths, &c.circuit, err));
    TRY(order_seed(&state, err));
    work_phase_begin(wk, "comparing", (uint64_t)r->options.iterations * r->n_series);
    cuzk_status s = CUZK_OK;
    for (unsigned round = 0; round < r->options.iterations && s == CUZK_OK; round++) {
        order_shuffle(order, r->n_series, &state);
        s = one_round(r, round, order, err);
    }
    work_phase_end(wk);
    if (s == CUZK_OK)
        judge(r);
    return s;
}
