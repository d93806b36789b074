/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/bench.h"
#include "apps/bench/synth.h"
#include "apps/limits.h"
#include "base/error.h"
#include "base/timing.h"
#include "filecoin/c1_fabricate.h"
#include "prover/context.h"

#include <stdlib.h>
#include <string.h>

void synth_phase_begin(synth_run *r, const char *name)
{
    work *wk = &r->in->ctx->work;

    work_phase_begin(wk, name, 0);
    r->phase_ns = time_wall_ns();
}

void synth_phase_end(synth_run *r)
{
    work *wk = &r->in->ctx->work;

    trace_add(&r->trace, wk->phase, -1, 0, r->phase_ns, time_wall_ns());
    work_phase_end(wk);
}

static cuzk_status choose_circuits(synth_run *r, cuzk_error *err)
{
    const synth_options *o = &r->options;

    if (o->shape && o->shape != r->subject.shape) {
        err_set(err, CUZK_BAD_INPUT, "wrong-sector-size", "the input is of another sector size");
        err_at(err, o->input, NULL, -1);
        err_expected(err, "%s", o->shape->name);
        err_found(err, "%s", r->subject.shape->name);
        return CUZK_BAD_INPUT;
    }
    r->circuits = r->subject.partitions;
    if (o->partition < 0)
        return CUZK_OK;
    if (o->partition >= (int64_t)r->subject.partitions) {
        err_set(err, CUZK_BAD_INPUT, "no-partition", "there is no partition %lld",
                (long long)o->partition);
        err_at(err, o->input, NULL, -1);
        err_expected(err, "0 to %u", r->subject.partitions - 1);
        return CUZK_BAD_INPUT;
    }
    r->first = (unsigned)o->partition;
    r->circuits = 1;
    return CUZK_OK;
}

/* A fabricated C1 may have the first partitions only. */
static cuzk_status parse_c1(synth_run *r, const cuzk_bytes *file, cuzk_error *err)
{
    c1 c;

    TRY(c1_parse_some(&c, file->data, file->len, NULL, file->name, err));
    subject_of_c1(&r->subject, &c);
    r->synthetic = memcmp(c.ticket, c1_synthetic_ticket, sizeof c.ticket) == 0;
    return CUZK_OK;
}

static cuzk_status load_c1(synth_run *r, cuzk_error *err)
{
    cuzk_bytes file = { 0 };

    synth_phase_begin(r, "read");
    cuzk_status s = cuzk_file_read(&file, r->options.input, MAX_C1_LEN, err);
    synth_phase_end(r);
    if (s != CUZK_OK)
        return s;
    synth_phase_begin(r, "parse");
    s = parse_c1(r, &file, err);
    synth_phase_end(r);
    r->input_len = file.len;
    cuzk_file_free(&file);
    return s;
}

static cuzk_status load_vanilla(synth_run *r, cuzk_error *err)
{
    const cuzk_vanilla *v = &r->vanilla.vanilla;
    const subject_source source = { .kind = r->options.kind, .vanilla = v };

    synth_phase_begin(r, "read");
    cuzk_status s = vanilla_args_read(&r->vanilla, r->in, r->options.kind, err);
    synth_phase_end(r);
    if (s != CUZK_OK)
        return s;
    for (size_t i = 0; i < v->n_files; i++)
        r->input_len += v->file[i].len;
    synth_phase_begin(r, "parse");
    s = subject_read(&r->subject, &source, err);
    synth_phase_end(r);
    return s;
}

/* Read, parsed and verified: what is measured begins behind it. */
static cuzk_status load(synth_run *r, cuzk_error *err)
{
    TRY(r->options.kind == CUZK_KIND_POREP ? load_c1(r, err) : load_vanilla(r, err));
    TRY(choose_circuits(r, err));
    if (r->options.unverified)
        return CUZK_OK;
    uint64_t begin = time_wall_ns(); /* it is a phase by itself */
    cuzk_status s = subject_check(&r->subject, &r->in->ctx->work, err);
    trace_add(&r->trace, "check input", -1, 0, begin, time_wall_ns());
    if (s != CUZK_OK && err && !err->file[0])
        err_at(err, r->options.input, NULL, -1);
    return s;
}

static cuzk_status room_for_samples(synth_run *r, cuzk_error *err)
{
    unsigned n = r->options.iterations;

    for (unsigned k = 0; k <= r->options.n_compared; k++) {
        r->series[k].sample = calloc(n, sizeof *r->series[k].sample);
        if (!r->series[k].sample)
            return err_no_memory(err, "samples", n * sizeof *r->series[k].sample);
    }
    return CUZK_OK;
}

static cuzk_status measure_and_show(synth_run *r, cuzk_error *err)
{
    synth_show_begin(r);
    if (r->options.n_compared) {
        TRY(synth_compare(r, err));
        synth_show_compared(r);
    } else {
        TRY(synth_measure(r, err));
        synth_show_measured(r);
    }
    if (r->options.report)
        TRY(synth_report(r, r->options.report, err));
    if (r->options.trace)
        TRY(trace_write(&r->trace, r->options.trace, err));
    return CUZK_OK;
}

static cuzk_status run_synth_only(invocation *in, cuzk_error *err)
{
    synth_run r = { .in = in };
    cuzk_status s;

    TRY(synth_options_read(&r.options, in, err));
    trace_init(&r.trace);
    counters_open(&r.counters); /* before there are threads */
    if ((s = invocation_context(in, err)) == CUZK_OK && (s = load(&r, err)) == CUZK_OK &&
        (s = room_for_samples(&r, err)) == CUZK_OK)
        s = measure_and_show(&r, err);
    for (unsigned k = 0; k <= SYNTH_MAX_COMPARED; k++)
        free(r.series[k].sample);
    subject_free(&r.subject);
    vanilla_args_free(&r.vanilla);
    counters_close(&r.counters);
    trace_free(&r.trace);
    return s;
}

const command cmd_synth_only = {
    .name = "synth-only",
    .schema = "cuzk.synth-only.v1",
    .options = synth_option_table,
    .letters = "i iterations j threads",
    .many = "vanilla",
    .summary = "measure circuit synthesis alone",
    .description =
        "Synthesises the circuit of a C1 or of vanilla proofs and measures it: no parameters, no "
        "prover. A "
        "line an iteration: wall is the whole, synth the time until the witness, a, b, c and, "
        "but for compact, the densities are there; constraints are those of one circuit. With "
        "--compare every round runs each variant once, in random order, and the first one "
        "twice; the second time is the control: medians, the ratio to the first of each pair "
        "with an interval that holds the true median in 95 of 100 cases, and no difference is "
        "called real when the control does not come out at 1. -i and -j are short for "
        "--iterations and --threads; several partitions have a thread each.",
    .exit_no = "The vanilla proofs do not verify.",
    .examples = "cuzk-bench synth-only --c1 c1.json --partition 0 -i 5 -j 1\n"
                "cuzk-bench synth-only --c1 c1.json --compare vec,small1,small2,small4,pool,arena "
                "-j 1 --report layout.html",
    .run = run_synth_only,
};
