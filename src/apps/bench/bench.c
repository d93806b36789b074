/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/bench.h"
#include "apps/bench/stats.h"
#include "apps/cli/facts.h"
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "base/error.h"
#include "prover/context.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

cuzk_status bench_begin(bench *b, invocation *in, cuzk_error *err)
{
    cuzk_facts *facts = NULL;
    TRY(invocation_context(in, err));
    cuzk_status status = cuzk_machine_report(in->ctx, &facts, err);
    show_facts(in, facts);
    cuzk_facts_free(facts);
    *b = (bench) { .in = in, .w = &in->ctx->work };
    if (in->json)
        b->rows = out_array(in->out, "results");
    return status;
}

bench_seconds bench_time(bench_fn fn, void *ctx)
{
    bench_seconds took = { 0 };
    double wall[STATS_MAX_N], cpu[STATS_MAX_N], spent = 0;
    while (took.runs < STATS_MAX_N && (took.runs < 5 || spent < 0.3)) {
        double wall_begin = now(CLOCK_MONOTONIC), cpu_begin = now(CLOCK_PROCESS_CPUTIME_ID);
        fn(ctx);
        wall[took.runs] = now(CLOCK_MONOTONIC) - wall_begin;
        cpu[took.runs] = now(CLOCK_PROCESS_CPUTIME_ID) - cpu_begin;
        spent += wall[took.runs];
        if (took.runs == 0 || wall[took.runs] < took.wall)
            took.wall = wall[took.runs];
        if (took.runs == 0 || cpu[took.runs] < took.cpu)
            took.cpu = cpu[took.runs];
        took.runs++;
    }
    took.wall_median = stats_median(wall, took.runs);
    took.cpu_median = stats_median(cpu, took.runs);
    return took;
}

void bench_row(const bench *b, const char *name, bench_seconds took, double count, const char *unit)
{
    double ns = 1e9 * took.cpu / count;
    if (b->rows) {
        json_t *row = json_object();
        out_text(row, "name", name);
        out_real(row, "wall_seconds", took.wall);
        out_real(row, "wall_seconds_median", took.wall_median);
        out_real(row, "cpu_seconds", took.cpu);
        out_real(row, "cpu_seconds_median", took.cpu_median);
        out_integer(row, "runs", took.runs);
        out_text(row, "unit", unit);
        out_real(row, "cpu_ns_per_unit", ns);
        json_array_append_new(b->rows, row);
    }
    say(b->in, "%-30s %10.3f ms %10.3f ms CPU (median %10.3f) %10.2f ns CPU per %s", name,
        1e3 * took.wall, 1e3 * took.cpu, 1e3 * took.cpu_median, ns, unit);
}

cuzk_status bench_check(bool right, const char *name, cuzk_error *err)
{
    if (right)
        return CUZK_OK;
    return err_set(err, CUZK_FAULT, "wrong-result", "%s differs from its slow twin", name);
}

cuzk_status bench_lg_n(lg_range *r, const invocation *in, unsigned otherwise, unsigned max,
                       cuzk_error *err)
{
    static const char to[] = "..";
    const char *text = invocation_value(in, "lg-n"), *dots;
    char first[32];
    uint64_t from = otherwise, last = otherwise;
    *r = (lg_range) { otherwise, otherwise };
    if (!text)
        return CUZK_OK;
    dots = strstr(text, to);
    snprintf(first, sizeof first, "%.*s", dots ? (int)(dots - text) : 31, text);
    TRY(value_integer(&from, "lg-n", first, 1, max, err));
    last = from;
    if (dots)
        TRY(value_integer(&last, "lg-n", dots + strlen(to), from, max, err));
    *r = (lg_range) { (unsigned)from, (unsigned)last };
    return CUZK_OK;
}

cuzk_status bench_choice(unsigned *choice, const invocation *in, const char *name,
                         const char *const *values, unsigned n, unsigned otherwise, cuzk_error *err)
{
    const char *text = invocation_value(in, name);
    *choice = otherwise;
    if (!text)
        return CUZK_OK;
    for (*choice = 0; *choice < n; ++*choice)
        if (strcmp(text, values[*choice]) == 0)
            return CUZK_OK;
    const char *near = parse_nearest(text, values, n);
    return usage_error(err, "--%s: \"%.40s\" is not known%s%s%s", name, text,
                       near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

void bench_scalars(fr *o, size_t n, uint64_t seed)
{
    fr x = fr_from_u64(seed), step;
    fr_inv(&step, &x);
    x = step;
    for (size_t i = 0; i < n; i++) {
        o[i] = x;
        fr_mul(&x, &x, &step);
    }
}
