/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The ways of synthesis that are compared. */
#ifndef CUZK_APPS_BENCH_VARIANT_H
#define CUZK_APPS_BENCH_VARIANT_H

#include "base/work.h"
#include "prover/subject.h"

typedef struct variant_run {
    /* Until the witness, a, b, c and the densities are there; compact has the densities from the
     * circuit, once for all its witnesses. */
    uint64_t synth_ns;
    cs_counts counts;
} variant_run;

typedef struct variant {
    const char *name; /* "small2" */
    const char *what; /* one line for a legend */
    /* Makes the witness of one partition and frees it. From several threads at once. */
    cuzk_status (*run)(const struct variant *v, work *wk, const subject_circuit *c,
                       variant_run *out, cuzk_error *err);
} variant;

extern const variant variants[]; /* ends with a NULL name; the first is the default */

/* CUZK_BAD_INPUT ("unknown-variant") names the nearest. */
cuzk_status variant_find(const variant **out, const char *name, cuzk_error *err);

#endif
