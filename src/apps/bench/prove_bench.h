/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk-bench prove`: whole proofs, each verified, by phases and by switches. */
#ifndef CUZK_APPS_BENCH_PROVE_BENCH_H
#define CUZK_APPS_BENCH_PROVE_BENCH_H

#include "apps/bench/bench.h"
#include "apps/bench/prove_subject.h"
#include "apps/bench/stats.h"
#include "apps/vanilla_args.h"

#define PROVE_MAX_PHASES 24
#define PROVE_MAX_SERIES 9 /* eight settings and the control */

typedef struct prove_phase {
    const char *name; /* lives as long as the program */
    double wall, cpu; /* seconds; of all its times in a sample together */
} prove_phase;

typedef struct prove_sample {
    double wall, cpu;
    uint64_t peak_resident; /* bytes */
    prove_report report;
    prove_phase phase[PROVE_MAX_PHASES];
    unsigned n_phases;
} prove_sample;

/* One setting of the switches, measured once a round. */
typedef struct prove_series {
    char name[48]; /* "presize=off" */
    switches switches;
    bool control; /* the first once more */
    prove_sample *sample;
    interval ratio; /* to the first */
    verdict verdict;
} prove_series;

typedef struct prove_bench {
    bench b;
    cuzk_context *c;
    vanilla_args vanilla;
    cuzk_bytes c1; /* owned */
    prove_subject subject;
    unsigned rounds;
    bool by_cpu; /* compare cpu, not wall */
    prove_series series[PROVE_MAX_SERIES];
    unsigned n_series;
    /* What a more urgent proof would wait for at most: seconds a thread computes between two pause
     * points (base/work_gate.h), and the phase that was in. */
    double longest_stretch;
    const char *longest_in;
} prove_bench;

/* Runs all rounds; with several series, each in random order. */
cuzk_status prove_bench_measure(prove_bench *p, cuzk_error *err);
void prove_bench_show(const prove_bench *p);

static inline double prove_seconds(const prove_bench *p, const prove_sample *s)
{
    return p->by_cpu ? s->cpu : s->wall;
}

#endif
