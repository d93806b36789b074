/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One page that needs nothing else: plots as inline SVG, then the figures. */
#include "apps/bench/axis.h"
#include "apps/bench/storage.h"
#include "apps/bench/synth.h"
#include "base/error.h"
#include "prover/context.h"
#include <cuzk/file.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#define WIDTH 760.0
#define LEFT  110.0 /* of it for names */
#define ROW   26.0

typedef struct page {
    FILE *f;
    const synth_run *r;
    unsigned n; /* iterations */
} page;

static const char *const colors[] = {
    "#1b6ca8", "#8fb8d8", "#c8553d", "#588b8b", "#8d5a97",
    "#c99a2e", "#4a4e69", "#7a9e3a", "#b0413e",
};

static void text(page *p, const char *s)
{
    for (; *s; s++) {
        if (*s == '<' || *s == '>' || *s == '&' || *s == '"')
            fprintf(p->f, "&#%d;", *s);
        else
            fputc(*s, p->f);
    }
}

static double across(axis a, double x)
{
    return LEFT + (WIDTH - LEFT - 20) * axis_at(a, x);
}

static void svg_begin(page *p, const char *title, double height)
{
    fprintf(p->f, "<h2>%s</h2>\n<svg viewBox=\"0 0 %g %g\" width=\"%g\">\n", title, WIDTH, height,
            WIDTH);
}

static void svg_name(page *p, double y, const char *name)
{
    fprintf(p->f, "<text x=\"%g\" y=\"%g\" text-anchor=\"end\">", LEFT - 10, y + 4);
    text(p, name);
    fputs("</text>\n", p->f);
}

/* Below a plot of that height. */
static void svg_axis(page *p, axis a, double height, const char *unit)
{
    char label[32];

    for (long i = a.first; i <= a.last; i++) {
        double x = across(a, a.step * (double)i);
        axis_label(label, sizeof label, a, i);
        fprintf(p->f,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%.1f\" class=\"grid\"/>"
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" class=\"tick\">%s%s</text>\n",
                x, x, height, x, height + 14, label, unit);
    }
}

/* At the left of one. */
static void svg_ordinate(page *p, axis a, double height, const char *unit)
{
    char label[32];

    for (long i = a.first; i <= a.last; i++) {
        double y = height * (1 - axis_at(a, a.step * (double)i));
        axis_label(label, sizeof label, a, i);
        fprintf(p->f,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" class=\"grid\"/>"
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\" class=\"tick\">%s%s</text>\n",
                LEFT, WIDTH - 20, y, y, LEFT - 10, y + 4, label, unit);
    }
}

static void values(page *p, const synth_series *s, double *x)
{
    for (unsigned i = 0; i < p->n; i++)
        x[i] = sample_seconds(p->r, &s->sample[i]);
}

static double longest(const page *p)
{
    double top = 0;

    for (unsigned k = 0; k < p->r->n_series; k++)
        for (unsigned i = 0; i < p->n; i++)
            top = fmax(top, sample_seconds(p->r, &p->r->series[k].sample[i]));
    return top;
}

/* A dot a sample, a bar for the median. */
static void plot_times(page *p)
{
    const synth_run *r = p->r;
    axis a = axis_of(0, longest(p));
    double x[STATS_MAX_N] = { 0 }, height = ROW * r->n_series;

    svg_begin(p,
              r->options.by_cpu ? "CPU seconds of synthesis: every sample, and medians"
                                : "Seconds of synthesis: every sample, and medians",
              height + 20);
    svg_axis(p, a, height, " s");
    for (unsigned k = 0; k < r->n_series; k++) {
        double y = ROW * (k + 0.5), m;
        values(p, &r->series[k], x);
        m = across(a, stats_median(x, p->n));
        svg_name(p, y, series_name(&r->series[k]));
        for (unsigned i = 0; i < p->n; i++)
            fprintf(p->f,
                    "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\" fill-opacity=\".5\"/>\n",
                    across(a, x[i]), y, colors[k]);
        fprintf(p->f, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" class=\"median\"/>\n",
                m, m, y - 9, y + 9);
    }
    fputs("</svg>\n", p->f);
}

/* Intervals of the ratios; the control's as a band behind them. */
static void plot_ratios(page *p)
{
    const synth_run *r = p->r;
    double low = 1, high = 1, height = ROW * (r->n_series - 1);
    interval control = r->series[1].ratio;

    for (unsigned k = 1; k < r->n_series; k++) {
        low = fmin(low, r->series[k].ratio.low);
        high = fmax(high, r->series[k].ratio.high);
    }
    axis a = axis_of(low, high);
    svg_begin(p, "Time relative to the first, paired within rounds, 95 % intervals", height + 20);
    fprintf(p->f,
            "<rect x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"%.1f\" fill=\"#8fb8d8\" "
            "fill-opacity=\".35\"/>\n",
            across(a, control.low), across(a, control.high) - across(a, control.low), height);
    svg_axis(p, a, height, "");
    fprintf(p->f, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"%.1f\" class=\"one\"/>\n",
            across(a, 1), across(a, 1), height);
    for (unsigned k = 1; k < r->n_series; k++) {
        interval i = r->series[k].ratio;
        double y = ROW * (k - 0.5);
        svg_name(p, y, series_name(&r->series[k]));
        fprintf(p->f,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
                "stroke-width=\"3\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"%s\"/>\n",
                across(a, i.low), across(a, i.high), y, y, colors[k], across(a, i.median), y,
                colors[k]);
    }
    fputs("</svg>\n", p->f);
}

/* Everything in the order it ran: drift and disturbances show. */
static void plot_order(page *p)
{
    const synth_run *r = p->r;
    double height = 160;
    axis turns = axis_of_counts(p->n * r->n_series - 1), times = axis_of(0, longest(p));

    svg_begin(p, "In the order they ran", height + 20);
    svg_axis(p, turns, height, "");
    svg_ordinate(p, times, height, " s");
    for (unsigned k = 0; k < r->n_series; k++) {
        for (unsigned i = 0; i < p->n; i++) {
            const synth_sample *s = &r->series[k].sample[i];
            fprintf(p->f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n",
                    across(turns, s->turn), height * (1 - axis_at(times, sample_seconds(r, s))),
                    colors[k]);
        }
    }
    fputs("</svg>\n", p->f);
}

static void plot_memory(page *p)
{
    const synth_run *r = p->r;
    double top = 1, height = ROW * r->n_series;

    for (unsigned k = 0; k < r->n_series; k++)
        for (unsigned i = 0; i < p->n; i++)
            top = fmax(top, (double)r->series[k].sample[i].peak);
    axis a = axis_of(0, top / (1 << 20));
    svg_begin(p, "Peak memory, MiB", height + 20);
    svg_axis(p, a, height, "");
    for (unsigned k = 0; k < r->n_series; k++) {
        double peak = (double)r->series[k].sample[0].peak / (1 << 20), y = ROW * (k + 0.5);
        svg_name(p, y, series_name(&r->series[k]));
        fprintf(p->f, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"16\" fill=\"%s\"/>\n",
                LEFT, y - 8, across(a, peak) - LEFT, colors[k]);
    }
    fputs("</svg>\n", p->f);
}

static void figures(page *p)
{
    const synth_run *r = p->r;
    double x[STATS_MAX_N];

    fputs("<h2>Figures</h2>\n<table><tr><th>variant<th>what it is<th>median, s<th>quartiles, s"
          "<th>M rows/s<th>peak, MiB<th>bytes a combination<th>ratio<th>95 % interval<th>verdict\n",
          p->f);
    for (unsigned k = 0; k < r->n_series; k++) {
        static const char *const names[] = { "undecided", "faster", "slower", "no difference" };
        const synth_series *s = &r->series[k];
        values(p, s, x);
        interval q = stats_quartiles(x, p->n);
        fputs("<tr><td>", p->f);
        text(p, series_name(s));
        fprintf(p->f, "<td>%s<td>%.4f<td>%.4f to %.4f<td>%.2f<td>%.1f", s->variant->what, q.median,
                q.low, q.high, 1e-6 * (double)r->constraints * r->circuits / q.median,
                (double)s->sample[0].peak / (1 << 20));
        const storage *kept = storage_find(s->variant->name);
        if (kept)
            fprintf(p->f, "<td>%zu", kept->lc_len);
        else
            fputs("<td>", p->f);
        if (k > 0)
            fprintf(p->f, "<td>%.4f<td>%.4f to %.4f<td>%s\n", s->ratio.median, s->ratio.low,
                    s->ratio.high, s->control ? "control" : names[s->verdict]);
        else
            fputs("<td><td><td>\n", p->f);
    }
    fputs("</table>\n", p->f);
}

static void head(page *p)
{
    const synth_run *r = p->r;
    struct utsname u = { 0 };

    uname(&u);
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>cuzk synthesis</title>"
          "<style>body{font:15px/1.4 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}"
          "svg{max-width:100%;font-size:13px;overflow:visible}.grid{stroke:#ddd}.one{stroke:#333}"
          "table{display:block;overflow-x:auto;font-size:13px}"
          ".median{stroke:#111;stroke-width:2}.tick{fill:#666;font-size:11px}"
          "td,th{padding:.2em .7em;text-align:left;border-bottom:1px solid #ddd}</style>\n"
          "<h1>Synthesis alone</h1>\n<p>",
          p->f);
    text(p, r->options.input);
    fprintf(p->f, "%s, %s, %u circuit%s of %llu constraints, %u thread%s, %u %s. %s %s.</p>\n",
            r->synthetic ? " (a synthetic C1, of no sector)" : "", r->subject.shape->name,
            r->circuits, r->circuits == 1 ? "" : "s", (unsigned long long)r->constraints,
            r->in->ctx->work.threads, r->in->ctx->work.threads == 1 ? "" : "s", p->n,
            r->options.n_compared ? "rounds" : "iterations", u.sysname, u.machine);
    if (r->options.n_compared && !interval_holds(r->series[1].ratio, 1))
        fputs("<p><b>The control is not 1: no difference is called real.</b></p>\n", p->f);
}

static void write_page(page *p)
{
    const synth_run *r = p->r;

    head(p);
    plot_times(p);
    if (r->options.n_compared)
        plot_ratios(p);
    plot_order(p);
    plot_memory(p);
    figures(p);
    if (r->options.n_compared)
        fprintf(p->f,
                "<p>Of the circuit's vectors of terms, two a linear combination, %.1f %% are "
                "empty, %.1f %% have more than 1 term, %.1f %% more than 2, %.1f %% more than 4.\n",
                100 * (1 - lengths_above(&r->lengths, 0)), 100 * lengths_above(&r->lengths, 1),
                100 * lengths_above(&r->lengths, 2), 100 * lengths_above(&r->lengths, 4));
    if (!r->counters.offered) {
        fputs("<p>", p->f);
        text(p, r->counters.why_not);
    }
    fputs("</html>\n", p->f);
}

cuzk_status synth_report(const synth_run *r, const char *path, cuzk_error *err)
{
    char *data = NULL;
    size_t len = 0;
    page p = { .f = open_memstream(&data, &len), .r = r, .n = r->options.iterations };

    if (!p.f)
        return err_no_memory(err, "the report", 0);
    write_page(&p);
    bool failed = ferror(p.f) != 0;
    failed |= fclose(p.f) != 0;
    cuzk_status s =
        failed ? err_no_memory(err, "the report", len) : cuzk_file_write(path, data, len, err);
    free(data);
    return s;
}
