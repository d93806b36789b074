/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/bench.h"
#include "apps/cli/facts.h"
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "base/error.h"
#include "prover/context.h"

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
    bench_seconds best = { 0 };
    double spent = 0;
    for (int runs = 0; runs < 5 || spent < 0.3; runs++) {
        double wall = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
        fn(ctx);
        wall = now(CLOCK_MONOTONIC) - wall;
        cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        spent += wall;
        if (runs == 0 || wall < best.wall)
            best.wall = wall;
        if (runs == 0 || cpu < best.cpu)
            best.cpu = cpu;
    }
    return best;
}

void bench_row(const bench *b, const char *name, bench_seconds took, double count, const char *unit)
{
    double ns = 1e9 * took.cpu / count;
    if (b->rows) {
        json_t *row = json_object();
        out_text(row, "name", name);
        out_real(row, "wall_seconds", took.wall);
        out_real(row, "cpu_seconds", took.cpu);
        out_text(row, "unit", unit);
        out_real(row, "cpu_ns_per_unit", ns);
        json_array_append_new(b->rows, row);
    }
    say(b->in, "%-28s %11.3f ms %11.3f ms CPU %10.2f ns CPU per %s", name, 1e3 * took.wall,
        1e3 * took.cpu, ns, unit);
}

cuzk_status bench_check(bool right, const char *name, cuzk_error *err)
{
    if (right)
        return CUZK_OK;
    return err_set(err, CUZK_FAULT, "wrong-result", "%s differs from its slow twin", name);
}

cuzk_status bench_lg_n(unsigned *lg_n, const bench *b, unsigned otherwise, unsigned max,
                       cuzk_error *err)
{
    const char *text = invocation_value(b->in, "lg-n");
    uint64_t value = otherwise;
    if (text)
        TRY(value_integer(&value, "lg-n", text, 1, max, err));
    *lg_n = (unsigned)value;
    return CUZK_OK;
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
