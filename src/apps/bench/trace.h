/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What ran when, as the trace-event JSON that Perfetto and chrome://tracing open. */
#ifndef CUZK_APPS_BENCH_TRACE_H
#define CUZK_APPS_BENCH_TRACE_H

#include <cuzk/error.h>
#include <pthread.h>

typedef struct trace_span {
    const char *name; /* outlives the trace */
    unsigned lane;    /* a thread, or a process of its own */
    int64_t index;    /* of the iteration, partition or round; -1: none */
    uint64_t begin_ns, end_ns;
} trace_span;

typedef struct trace {
    trace_span *span;
    size_t n, cap;
    uint64_t start_ns;
    pthread_mutex_t lock;
} trace;

void trace_init(trace *t);
void trace_free(trace *t);
/* Any thread. Spans for which there is no memory are lost. */
void trace_add(trace *t, const char *name, int64_t index, unsigned lane, uint64_t begin_ns,
               uint64_t end_ns);
cuzk_status trace_write(const trace *t, const char *path, cuzk_error *err);

#endif
