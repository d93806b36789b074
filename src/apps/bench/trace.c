/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/trace.h"
#include "base/error.h"
#include "base/timing.h"
#include <cuzk/file.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void trace_init(trace *t)
{
    *t = (trace) { .start_ns = time_wall_ns() };
    pthread_mutex_init(&t->lock, NULL);
}

void trace_free(trace *t)
{
    free(t->span);
    pthread_mutex_destroy(&t->lock);
}

void trace_add(trace *t, const char *name, int64_t index, unsigned lane, uint64_t begin_ns,
               uint64_t end_ns)
{
    pthread_mutex_lock(&t->lock);
    if (t->n == t->cap) {
        size_t cap = t->cap ? 2 * t->cap : 64;
        trace_span *span = realloc(t->span, cap * sizeof *span);
        if (span) {
            t->span = span;
            t->cap = cap;
        }
    }
    if (t->n < t->cap)
        t->span[t->n++] = (trace_span) { name, lane, index, begin_ns, end_ns };
    pthread_mutex_unlock(&t->lock);
}

/* A complete event: microseconds. */
static json_t *event(const trace *t, const trace_span *s)
{
    double begin = 1e-3 * (double)(s->begin_ns - t->start_ns);
    double length = 1e-3 * (double)(s->end_ns - s->begin_ns);
    json_t *e = json_pack("{s:s, s:s, s:s, s:i, s:i, s:f, s:f}", "name", s->name, "cat", "cuzk",
                          "ph", "X", "pid", 1, "tid", (int)s->lane, "ts", begin, "dur", length);

    if (e && s->index >= 0)
        json_object_set_new(e, "args", json_pack("{s:I}", "index", (json_int_t)s->index));
    return e;
}

cuzk_status trace_write(const trace *t, const char *path, cuzk_error *err)
{
    json_t *events = json_array(), *root = json_pack("{s:s}", "displayTimeUnit", "ms");
    char *text;
    cuzk_status s;

    for (size_t i = 0; i < t->n; i++)
        json_array_append_new(events, event(t, &t->span[i]));
    json_object_set_new(root, "traceEvents", events);
    text = json_dumps(root, JSON_INDENT(1));
    s = text ? cuzk_file_write(path, text, strlen(text), err) : err_no_memory(err, "a trace", 0);
    free(text);
    json_decref(root);
    return s;
}
