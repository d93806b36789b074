/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/show_stats.h"
#include "apps/bench/storage.h"
#include "apps/bench/synth.h"
#include "prover/context.h"

#include <stdio.h>
#include <string.h>

void synth_show_begin(const synth_run *r)
{
    const synth_options *o = &r->options;

    const char *what = o->kind == CUZK_KIND_POREP ? "c1" : "vanilla";

    say(r->in, "=== Synthesis Microbenchmark ===");
    say(r->in, "%s:%*s%s%s", what, 11 - (int)strlen(what), "", o->input,
        r->synthetic ? " (SYNTHETIC: of no sector)" : "");
    say(r->in, "sector:     %s", r->subject.shape->name);
    if (o->partition >= 0)
        say(r->in, "partition:  %u", r->first);
    else
        say(r->in, "partition:  all %u", r->circuits);
    if (o->n_compared)
        say(r->in, "rounds:     %u", o->iterations);
    else
        say(r->in, "iterations: %u\nvariant:    %s", o->iterations, o->variant->name);
    say(r->in, "threads:    %u", r->in->ctx->work.threads);
    say(r->in, "%s loaded:  %zu bytes", what, r->input_len);
}

void synth_show_sample(const synth_run *r, unsigned i, const synth_sample *s)
{
    say(r->in, "  [%u] wall=%.3fs  synth=%.3fs  circuits=%u  constraints=%llu", i + 1, s->wall,
        s->synth, r->circuits, (unsigned long long)r->constraints);
}

typedef enum what { WALL, SYNTH, CPU, COMPARED } what;

/* Into x[iterations]. */
static void column(double *x, const synth_run *r, const synth_series *s, what w)
{
    for (unsigned i = 0; i < r->options.iterations; i++) {
        const synth_sample *a = &s->sample[i];
        x[i] = w == WALL    ? a->wall
               : w == SYNTH ? a->synth
               : w == CPU   ? a->cpu
                            : sample_seconds(r, a);
    }
}

/* An array a counter; null and the reason when some sample has none. */
static bool out_counters(json_t *o, const synth_run *r, const synth_series *s)
{
    for (unsigned i = 0; i < r->options.iterations; i++) {
        if (s->sample[i].counted)
            continue;
        json_object_set_new(o, "counters", json_null());
        return false;
    }
    json_t *all = out_object(o, "counters");
    for (int k = 0; k < COUNTERS; k++) {
        json_t *a = out_array(all, counter_names[k]);
        for (unsigned i = 0; i < r->options.iterations; i++)
            json_array_append_new(a, json_integer((json_int_t)s->sample[i].counter[k]));
    }
    return true;
}

static uint64_t peak_of(const synth_run *r, const synth_series *s)
{
    uint64_t peak = 0;

    for (unsigned i = 0; i < r->options.iterations; i++)
        if (s->sample[i].peak > peak)
            peak = s->sample[i].peak;
    return peak;
}

static double rows_per_second(const synth_run *r, double seconds)
{
    return (double)r->constraints * r->circuits / seconds;
}

/* The members that one variant has. */
static void out_series(json_t *o, const synth_run *r, const synth_series *s)
{
    double x[STATS_MAX_N];
    unsigned n = r->options.iterations;

    column(x, r, s, SYNTH);
    out_column(o, "synth_seconds", x, n);
    out_real(o, "rows_per_second", rows_per_second(r, stats_median(x, n)));
    column(x, r, s, WALL);
    out_column(o, "wall_seconds", x, n);
    column(x, r, s, CPU);
    out_column(o, "cpu_seconds", x, n);
    out_integer(o, "peak_bytes", peak_of(r, s));
    if (!out_counters(o, r, s))
        out_text(o, "counters_missing", r->counters.why_not);
}

static void out_common(const synth_run *r)
{
    json_t *o = r->in->out;

    out_text(o, "kind", cuzk_kind_name(r->options.kind));
    out_text(o, r->options.kind == CUZK_KIND_POREP ? "c1" : "vanilla", r->options.input);
    out_integer(o, r->options.kind == CUZK_KIND_POREP ? "c1_bytes" : "vanilla_bytes", r->input_len);
    out_boolean(o, "synthetic", r->synthetic);
    out_text(o, "sector_size", r->subject.shape->name);
    out_integer(o, "first_partition", r->first);
    out_integer(o, "circuits", r->circuits);
    out_integer(o, "constraints", r->constraints);
    out_integer(o, "threads", r->in->ctx->work.threads);
    out_integer(o, "iterations", r->options.iterations);
}

static void say_counters(const synth_run *r, const synth_series *s)
{
    double x[STATS_MAX_N];

    if (!r->counters.offered) {
        say(r->in, "  %s", r->counters.why_not);
        return;
    }
    for (int k = 0; k < COUNTERS; k++) {
        for (unsigned i = 0; i < r->options.iterations; i++)
            x[i] = (double)s->sample[i].counter[k];
        say(r->in, "  %-14s %.2f a row", counter_names[k],
            stats_median(x, r->options.iterations) / ((double)r->constraints * r->circuits));
    }
}

void synth_show_measured(const synth_run *r)
{
    const synth_series *s = &r->series[0];
    unsigned n = r->options.iterations;
    double synth[STATS_MAX_N], wall[STATS_MAX_N], cpu[STATS_MAX_N], sum[2] = { 0 }, least[2];
    char size[32];

    out_common(r);
    out_text(r->in->out, "variant", s->variant->name);
    out_series(r->in->out, r, s);
    column(synth, r, s, SYNTH);
    column(wall, r, s, WALL);
    column(cpu, r, s, CPU);
    least[0] = wall[0];
    least[1] = synth[0];
    for (unsigned i = 0; i < n; i++) {
        sum[0] += wall[i];
        sum[1] += synth[i];
        least[0] = wall[i] < least[0] ? wall[i] : least[0];
        least[1] = synth[i] < least[1] ? synth[i] : least[1];
    }
    say(r->in, "Summary:");
    say(r->in, "  wall   avg=%.3fs  min=%.3fs", sum[0] / n, least[0]);
    say(r->in, "  synth  avg=%.3fs  min=%.3fs  median=%.3fs", sum[1] / n, least[1],
        stats_median(synth, n));
    say(r->in, "  rows   %.2f M/s  peak memory %s",
        1e-6 * rows_per_second(r, stats_median(synth, n)), show_bytes(size, peak_of(r, s)));
    say(r->in, "  cpu    median=%.3fs (%.2f M rows/s a core)", stats_median(cpu, n),
        1e-6 * rows_per_second(r, stats_median(cpu, n)));
    say_counters(r, s);
}

/* --- a comparison --- */

static void out_lengths(const synth_run *r)
{
    static const unsigned inside[] = { 1, 2, 4 };
    json_t *o = out_object(r->in->out, "terms"), *counts = out_array(o, "vectors_by_terms");
    char key[16];

    for (unsigned i = 0; i <= LENGTHS_MAX; i++)
        json_array_append_new(counts, json_integer((json_int_t)r->lengths.vectors[i]));
    out_integer(o, "terms", r->lengths.terms);
    for (unsigned i = 0; i < 3; i++) {
        snprintf(key, sizeof key, "above_%u", inside[i]);
        out_real(o, key, lengths_above(&r->lengths, inside[i]));
    }
}

static void show_series(const synth_run *r, const synth_series *s, json_t *list)
{
    double x[STATS_MAX_N];
    unsigned n = r->options.iterations;
    json_t *o = json_object();
    char size[32];

    column(x, r, s, COMPARED);
    interval q = stats_quartiles(x, n);
    out_text(o, "variant", s->variant->name);
    out_boolean(o, "control", s->control);
    const storage *kept = storage_find(s->variant->name);
    if (kept)
        out_integer(o, "lc_bytes", kept->lc_len);
    out_series(o, r, s);
    out_interval(o, "quartiles", q);
    if (s == r->series) {
        say(r->in, "  %-13s %8.4fs %8.4fs %9s                          %7.2f M/s", series_name(s),
            q.median, q.high - q.low, show_bytes(size, peak_of(r, s)),
            1e-6 * rows_per_second(r, q.median));
    } else {
        out_interval(o, "ratio", s->ratio);
        out_text(o, "verdict", s->control ? "control" : verdict_name(s->verdict));
        say(r->in, "  %-13s %8.4fs %8.4fs %9s  %.4f [%.4f, %.4f] %7.2f M/s  %s", series_name(s),
            q.median, q.high - q.low, show_bytes(size, peak_of(r, s)), s->ratio.median,
            s->ratio.low, s->ratio.high, 1e-6 * rows_per_second(r, q.median),
            s->control ? "(control)" : verdict_name(s->verdict));
    }
    json_array_append_new(list, o);
}

void synth_show_compared(const synth_run *r)
{
    bool holds = interval_holds(r->series[1].ratio, 1);
    json_t *list;

    out_common(r);
    out_boolean(r->in->out, "control_holds", holds);
    out_text(r->in->out, "clock", r->options.by_cpu ? "cpu" : "wall");
    out_lengths(r);
    list = out_array(r->in->out, "variants");
    say(r->in, "  %-13s %9s %9s %9s  %-24s %9s", "variant", "median", "quartiles", "peak",
        "ratio to the first", "rows");
    for (unsigned k = 0; k < r->n_series; k++)
        show_series(r, &r->series[k], list);
    say(r->in, "  vectors of more than 1, 2, 4 terms: %.1f %%, %.1f %%, %.1f %%; empty: %.1f %%",
        100 * lengths_above(&r->lengths, 1), 100 * lengths_above(&r->lengths, 2),
        100 * lengths_above(&r->lengths, 4), 100 * (1 - lengths_above(&r->lengths, 0)));
    if (!holds)
        say(r->in, "The control is not 1: the machine was not quiet, and no difference is called "
                   "real. Run more rounds, or when less else is running.");
    for (unsigned k = 0; k < r->n_series && r->counters.offered; k++) {
        say(r->in, "%s:", series_name(&r->series[k]));
        say_counters(r, &r->series[k]);
    }
    if (!r->counters.offered)
        say(r->in, "%s", r->counters.why_not);
}
