/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/prove_bench.h"
#include "apps/bench/show_stats.h"

#include <string.h>

/* Into x[rounds]; phase NULL: the whole. */
static void column(double *x, const prove_bench *p, const prove_series *s, const char *phase,
                   bool cpu)
{
    for (unsigned i = 0; i < p->rounds; i++) {
        const prove_sample *a = &s->sample[i];
        x[i] = cpu ? a->cpu : a->wall;
        if (!phase)
            continue;
        x[i] = 0;
        for (unsigned k = 0; k < a->n_phases; k++)
            if (strcmp(a->phase[k].name, phase) == 0)
                x[i] = cpu ? a->phase[k].cpu : a->phase[k].wall;
    }
}

static uint64_t most_resident(const prove_bench *p, const prove_series *s)
{
    uint64_t most = 0;

    for (unsigned i = 0; i < p->rounds; i++)
        if (s->sample[i].peak_resident > most)
            most = s->sample[i].peak_resident;
    return most;
}

static void show_phases(const prove_bench *p, const prove_series *s, json_t *o)
{
    const prove_sample *any = &s->sample[0];
    json_t *phases = out_array(o, "phases");
    double wall[STATS_MAX_N], cpu[STATS_MAX_N];

    for (unsigned k = 0; k < any->n_phases; k++) {
        json_t *row = json_object();
        const char *name = any->phase[k].name;
        column(wall, p, s, name, false);
        column(cpu, p, s, name, true);
        out_text(row, "name", name);
        out_real(row, "wall_seconds", stats_median(wall, p->rounds));
        out_real(row, "cpu_seconds", stats_median(cpu, p->rounds));
        json_array_append_new(phases, row);
        if (p->n_series == 1)
            say(p->b.in, "    %-24s %9.3f s %9.3f s CPU", name, stats_median(wall, p->rounds),
                stats_median(cpu, p->rounds));
    }
}

static void show_series(const prove_bench *p, const prove_series *s, json_t *list)
{
    double wall[STATS_MAX_N], cpu[STATS_MAX_N];
    json_t *o = json_object(), *set = out_object(o, "switches");
    const char *name = s->control ? "the first again" : *s->name ? s->name : "as set";
    char size[32], buf[16];

    column(wall, p, s, NULL, false);
    column(cpu, p, s, NULL, true);
    interval q = stats_quartiles(p->by_cpu ? cpu : wall, p->rounds);
    out_text(o, "setting", s->name);
    out_boolean(o, "control", s->control);
    for (switch_id id = 0; id < SWITCHES; id++)
        out_text(set, switch_table[id].name, switches_value(buf, &s->switches, id));
    out_column(o, "wall_seconds", wall, p->rounds);
    out_column(o, "cpu_seconds", cpu, p->rounds);
    out_interval(o, "quartiles", q);
    out_integer(o, "circuits_per_batch", s->sample[0].report.batch);
    out_integer(o, "peak_resident_bytes", most_resident(p, s));
    if (s == p->series) {
        say(p->b.in, "  %-26s %9.4fs %9.4fs %10s", name, q.median, q.high - q.low,
            show_bytes(size, most_resident(p, s)));
    } else {
        out_interval(o, "ratio", s->ratio);
        out_text(o, "verdict", s->control ? "control" : verdict_name(s->verdict));
        say(p->b.in, "  %-26s %9.4fs %9.4fs %10s  %.4f [%.4f, %.4f]  %s", name, q.median,
            q.high - q.low, show_bytes(size, most_resident(p, s)), s->ratio.median, s->ratio.low,
            s->ratio.high, s->control ? "(control)" : verdict_name(s->verdict));
    }
    show_phases(p, s, o);
    json_array_append_new(list, o);
}

void prove_bench_show(const prove_bench *p)
{
    json_t *o = p->b.in->out, *list;

    out_text(o, "subject", p->subject.name);
    out_integer(o, "circuits", p->subject.n);
    out_integer(o, "constraints", p->series[0].sample[0].report.constraints);
    out_integer(o, "threads", p->c->work.threads);
    out_integer(o, "rounds", p->rounds);
    out_boolean(o, "verified", true);
    out_text(o, "clock", p->by_cpu ? "cpu" : "wall");
    if (p->n_series > 1)
        out_boolean(o, "control_holds", interval_holds(p->series[1].ratio, 1));
    out_real(o, "longest_stretch_seconds", p->longest_stretch);
    out_text(o, "longest_stretch_in", p->longest_in);
    list = out_array(o, "series");
    say(p->b.in, "%s, %zu circuit%s, %u round%s, %u thread%s; every proof verified",
        p->subject.name, p->subject.n, p->subject.n == 1 ? "" : "s", p->rounds,
        p->rounds == 1 ? "" : "s", p->c->work.threads, p->c->work.threads == 1 ? "" : "s");
    say(p->b.in, "  %-26s %10s %10s %10s  %s", "setting", p->by_cpu ? "median CPU" : "median",
        "quartiles", "peak", p->n_series > 1 ? "ratio to the first" : "");
    for (unsigned k = 0; k < p->n_series; k++)
        show_series(p, &p->series[k], list);
    say(p->b.in, "Longest stretch between two pause points: %.1f ms, in %s.",
        1e3 * p->longest_stretch, p->longest_in);
    if (p->n_series > 1 && !interval_holds(p->series[1].ratio, 1))
        say(p->b.in, "The control is not 1: the machine was not quiet, and no difference is called "
                     "real.");
}
