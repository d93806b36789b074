/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk-bench synth-only`: what is asked, what is measured. */
#ifndef CUZK_APPS_BENCH_SYNTH_H
#define CUZK_APPS_BENCH_SYNTH_H

#include "apps/bench/counters.h"
#include "apps/bench/lengths.h"
#include "apps/bench/stats.h"
#include "apps/bench/trace.h"
#include "apps/bench/variant.h"
#include "apps/cli/program.h"
#include "apps/vanilla_args.h"

#define SYNTH_MAX_ITERATIONS STATS_MAX_N
#define SYNTH_MAX_COMPARED   8

typedef struct synth_options {
    const char *input;          /* path of the C1, or of the (first) vanilla proofs */
    const char *report, *trace; /* paths; NULL: not asked for */
    cuzk_kind kind;
    const sector_shape *shape; /* that the input must have; NULL: any */
    int64_t partition;         /* -1: all */
    unsigned iterations;
    bool unverified;
    bool by_cpu; /* a comparison is of cpu, not of synth */
    const variant *variant;
    const variant *compared[SYNTH_MAX_COMPARED];
    unsigned n_compared; /* 0: measure `variant` in this process */
} synth_options;

/* One iteration. */
typedef struct synth_sample {
    double wall, synth; /* seconds */
    double cpu;         /* of all threads, in seconds: what other load cannot lengthen much */
    uint64_t peak;      /* bytes: see peak.h */
    bool counted;
    uint64_t counter[COUNTERS];
    unsigned turn; /* in which place it ran, from 0 */
} synth_sample;

typedef struct synth_series {
    const variant *variant;
    bool control; /* the first variant once more */
    synth_sample *sample;
    interval ratio; /* to the first series, of a comparison */
    verdict verdict;
} synth_series;

typedef struct synth_run {
    invocation *in;
    synth_options options;
    trace trace;
    counters counters;
    vanilla_args vanilla; /* what subject points into */
    subject subject;
    size_t input_len;
    bool synthetic; /* the C1 says so of itself */
    unsigned first, circuits;
    uint64_t phase_ns;    /* when the phase began */
    uint64_t constraints; /* of one circuit, the rows of the inputs included */
    synth_series series[SYNTH_MAX_COMPARED + 1];
    unsigned n_series;
    lengths lengths; /* of a comparison */
} synth_run;

/* synth_options.c; owned by in. Paths are checked for being writable. */
extern const option synth_option_table[];
cuzk_status synth_options_read(synth_options *o, const invocation *in, cuzk_error *err);
const char *series_name(const synth_series *s); /* "vec", or "vec again" for the control */
/* What a comparison is of. */
static inline double sample_seconds(const synth_run *r, const synth_sample *s)
{
    return r->options.by_cpu ? s->cpu : s->synth;
}

/* A phase: CUZK_TIMING's line and the trace's span. */
void synth_phase_begin(synth_run *r, const char *name);
void synth_phase_end(synth_run *r);

/* measure.c: the iterations of one variant, in this process. */
cuzk_status synth_measure(synth_run *r, cuzk_error *err);
/* compare.c: every sample in a process of its own, rounds in random order. */
cuzk_status synth_compare(synth_run *r, cuzk_error *err);
/* sample_process.c: one sample, by a process that runs this program. */
cuzk_status synth_sample_process(synth_run *r, const variant *v, synth_sample *out,
                                 cuzk_error *err);
/* synth_show.c: words and JSON. */
void synth_show_begin(const synth_run *r);
void synth_show_sample(const synth_run *r, unsigned i, const synth_sample *s);
void synth_show_measured(const synth_run *r);
void synth_show_compared(const synth_run *r);
/* report.c: the page. */
cuzk_status synth_report(const synth_run *r, const char *path, cuzk_error *err);

#endif
