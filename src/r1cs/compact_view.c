/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/compact.h"
#include "r1cs/values_store.h"

/* The last segment that begins at or before row i (variable i); empty ones come before it. */
static const cs_values *segment_of(const compact *w, bool var, uint64_t i)
{
    unsigned low = 0, high = w->n_segments;
    while (high - low > 1) {
        unsigned mid = low + (high - low) / 2;
        uint64_t first = var ? w->segment[mid].first.n_aux : w->segment[mid].first.n_rows;
        if (first <= i)
            low = mid;
        else
            high = mid;
    }
    return &w->segment[low];
}

static void expand_rows(const void *ctx, size_t i, size_t len, fr *out)
{
    const compact_view *view = ctx;
    for (const cs_values *v = segment_of(view->w, false, i); len; v++) {
        uint64_t at = i - v->first.n_rows, n = v->n_rows - at;
        n = n < len ? n : len;
        values_expand_rows(v, (value_column)view->column, at, n, out);
        i += n;
        len -= n;
        out += n;
    }
}

static void expand_aux(const void *ctx, size_t i, size_t len, fr *out)
{
    const compact_view *view = ctx;
    for (const cs_values *v = segment_of(view->w, true, i); len; v++) {
        uint64_t at = i - v->first.n_aux, n = v->n_vars - at;
        n = n < len ? n : len;
        values_expand_vars(v, at, n, out);
        i += n;
        len -= n;
        out += n;
    }
}

static fr_view rows_view(const compact *w, const compact_view *ctx)
{
    return (fr_view) { .n = w->counts.n_rows, .expand = expand_rows, .ctx = ctx };
}

void compact_assignment(const compact *w, const density_set *d, assignment *out)
{
    *out = (assignment) {
        .a = rows_view(w, &w->a),
        .b = rows_view(w, &w->b),
        .c = rows_view(w, &w->c),
        .inputs = fr_view_plain(w->inputs, w->counts.n_inputs),
        .aux = { .n = w->counts.n_aux, .expand = expand_aux, .ctx = &w->aux },
        .a_aux = d->a_aux,
        .b_input = d->b_input,
        .b_aux = d->b_aux,
    };
}

static size_t pool_bytes(const value_pool *p, size_t size)
{
    return p->n_chunks * (size_t)VALUE_CHUNK * size + p->cap_chunks * sizeof *p->chunk;
}

size_t compact_bytes(const compact *w)
{
    size_t bytes = w->counts.n_inputs * sizeof(fr);
    for (unsigned i = 0; i < w->n_segments; i++) {
        const cs_values *v = &w->segment[i];
        bytes += sizeof *v + v->cap_inputs * sizeof(fr);
        bytes += v->cap_rows / 64 * sizeof *v->rows + v->cap_vars / 64 * sizeof *v->vars;
        bytes += (v->cap_rows + v->cap_vars) / (1U << VALUE_RANK_LG) * sizeof(uint32_t);
        bytes += pool_bytes(&v->wide_vars, sizeof(fr)) + pool_bytes(&v->extra, sizeof(fr)) +
                 pool_bytes(&v->wide_rows, sizeof(value_refs)) + v->cap_runs * sizeof *v->runs;
    }
    return bytes;
}

typedef struct rows_check {
    const compact *w;
    _Atomic uint64_t first_bad;
} rows_check;

static void check_segments(void *ctx, size_t begin, size_t end, unsigned thread)
{
    rows_check *c = ctx;
    (void)thread;
    for (size_t i = begin; i < end; i++) {
        const cs_values *v = &c->w->segment[i];
        const uint64_t at = values_first_unsatisfied(v), bad = v->first.n_rows + at;
        if (at < v->n_rows)
            work_found(&c->first_bad, bad);
    }
}

uint64_t compact_first_unsatisfied(const compact *w)
{
    rows_check c = { w, w->counts.n_rows };
    work_for(w->work, w->n_segments, 1, check_segments, &c);
    return atomic_load(&c.first_bad);
}
