/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What single, batch and stress say of jobs. */
#ifndef CUZK_APPS_BENCH_REMOTE_REPORT_H
#define CUZK_APPS_BENCH_REMOTE_REPORT_H

#include "apps/bench/remote.h"

/* What single and batch share. */
#define SINGLE_OPTIONS                                                                             \
    { "type", "KIND", true,                                                                        \
      "porep (porep-c2, seal-commit), snap (snap-deals, update), wpost (window-post) or winning "  \
      "(winning-post)." },                                                                         \
        { "c1", "FILE", false,                                                                     \
          "porep: the seal commit phase 1 output; wrapped as Curio does, if it is not." },         \
        { "vanilla", "FILE", false,                                                                \
          "The other kinds: a JSON array of vanilla proofs in base64, or one as it is." },         \
        INPUT_OPTIONS

/* --type, and --c1 or --vanilla as it needs. To be freed in any case. */
cuzk_status remote_read_input(proof_input *p, const invocation *in, cuzk_error *err);

/* Seconds, of those that completed. */
typedef struct span {
    double sum, min, max;
    unsigned n;
} span;
void span_add(span *s, double x);
void span_report(const invocation *in, json_t *o, const char *key, const char *what, const span *s);

/* A job as members of an object (with --json) or as lines. */
void remote_report_job(const remote *r, const remote_job *job, json_t *o);
/* CUZK_NO, "not-proved", with what the daemon said. */
cuzk_status remote_failed(cuzk_error *err, const remote_job *job);

/* On a terminal: how far it is, and how long it still takes. what is a literal; total 0: not known.
 */
void remote_waiting(const remote *r, const char *what, uint64_t done, uint64_t total);

#endif
