/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/prove_bench.h"
#include "apps/cli/output.h"
#include "apps/cli/value.h"
#include "apps/limits.h"
#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COPIES   32
#define MAX_SETTINGS 16

static const option options[] = {
    { "kind", "KIND", false, "What is proved: porep, winning, window or update. Default: porep." },
    { "c1", "FILE", false,
      "Prove the partitions of this C1, with --params. Default without --kind: a toy circuit, with "
      "keys made for it." },
    VANILLA_FILE_OPTION,
    VANILLA_RANDOMNESS_OPTION,
    VANILLA_COMMITMENT_OPTIONS,
    { "params", "DIR", false, "The directory of the parameters of the kind and sector size." },
    { "rows", "N", false, "About so many rows has the toy circuit, 2 to 1000000. Default: 8192." },
    { "copies", "N", false, "Prove it N times in each sample, 1 to 32. Default: 1." },
    { "rounds", "N", false,
      "Samples of each setting, 1 to 1000. Default: 5; with --compare 7, at least 6." },
    { "switch", "NAME=VALUE", false, "Set a switch for all samples. May be given again." },
    { "compare", "NAME=A,B[,C...]", false,
      "Measure these values of one switch in turn, in random order, and the first twice: the "
      "control." },
    { "clock", "CLOCK", false,
      "wall or cpu: what --compare compares. cpu is for machines that have something else to do. "
      "Default: wall." },
    { NULL, NULL, false, NULL },
};

/* The table, for the page. */
static const char *switch_notes(void)
{
    static char text[4096];
    size_t at = 0;

    for (switch_id id = 0; id < SWITCHES && at < sizeof text; id++) {
        const switch_row *r = &switch_table[id];
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%s%s%s=", r->name,
                               r->code ? " (" : "", r->code ? r->code : "", r->code ? ") " : " ");
        for (unsigned v = 0; r->value[v] && at < sizeof text; v++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%s", v ? "|" : "", r->value[v]);
        if (r->max && at < sizeof text)
            at += (size_t)snprintf(text + at, sizeof text - at, "|1..%u", r->max);
        if (at < sizeof text)
            at += (size_t)snprintf(text + at, sizeof text - at, "\n    %s\n", r->what);
    }
    return text;
}

static cuzk_status read_switches(switches *s, const invocation *in, cuzk_error *err)
{
    const char *setting[MAX_SETTINGS];
    size_t n;

    *s = in->ctx->switches;
    TRY(invocation_all(in, "switch", setting, MAX_SETTINGS, &n, err));
    for (size_t i = 0; i < n; i++)
        TRY(switches_set(s, setting[i], err));
    return CUZK_OK;
}

static cuzk_status add_series(prove_bench *p, const switches *base, const char *setting,
                              bool control, cuzk_error *err)
{
    if (p->n_series == PROVE_MAX_SERIES)
        return usage_error(err, "--compare: more than %d values", PROVE_MAX_SERIES - 1);
    prove_series *s = &p->series[p->n_series++];
    *s = (prove_series) { .switches = *base, .control = control };
    snprintf(s->name, sizeof s->name, "%s", setting);
    return *setting ? switches_set(&s->switches, setting, err) : CUZK_OK;
}

/* "NAME=A,B": the settings NAME=A, the control, NAME=B. */
static cuzk_status read_compared(prove_bench *p, const switches *base, const char *list,
                                 cuzk_error *err)
{
    const size_t name = strcspn(list, "=");
    char setting[48];

    if (!list[name])
        return usage_error(err, "--compare: \"%.40s\" is not NAME=A,B", list);
    for (const char *v = list + name + 1;; v++) {
        const size_t len = strcspn(v, ",");
        if (len == 0 || name + len + 2 > sizeof setting)
            return usage_error(err, "--compare: \"%.40s\" is not NAME=A,B", list);
        snprintf(setting, sizeof setting, "%.*s=%.*s", (int)name, list, (int)len, v);
        TRY(add_series(p, base, setting, false, err));
        if (p->n_series == 1)
            TRY(add_series(p, base, setting, true, err));
        v += len;
        if (!*v)
            break;
    }
    return p->n_series > 2 ? CUZK_OK : usage_error(err, "--compare needs at least two values");
}

static cuzk_status number(uint64_t *out, const invocation *in, const char *name, uint64_t otherwise,
                          uint64_t min, uint64_t max, cuzk_error *err)
{
    const char *text = invocation_value(in, name);

    *out = otherwise;
    return text ? value_integer(out, name, text, min, max, err) : CUZK_OK;
}

static cuzk_status read_settings(prove_bench *p, const invocation *in, cuzk_error *err)
{
    const char *list = invocation_value(in, "compare"), *clock = invocation_value(in, "clock");
    switches base;
    uint64_t rounds;

    TRY(read_switches(&base, in, err));
    TRY(list ? read_compared(p, &base, list, err) : add_series(p, &base, "", false, err));
    p->by_cpu = clock && strcmp(clock, "cpu") == 0;
    if (clock && !p->by_cpu && strcmp(clock, "wall") != 0)
        return usage_error(err, "--clock: \"%.40s\" is not wall or cpu", clock);
    TRY(number(&rounds, in, "rounds", list ? 7 : 5, list ? STATS_MIN_N : 1, STATS_MAX_N, err));
    p->rounds = (unsigned)rounds;
    for (unsigned k = 0; k < p->n_series; k++)
        if (!(p->series[k].sample = calloc(rounds, sizeof *p->series[k].sample)))
            return err_no_memory(err, "samples", rounds * sizeof *p->series[k].sample);
    return CUZK_OK;
}

static cuzk_status open_subject(prove_bench *p, const invocation *in, cuzk_error *err)
{
    const char *path = invocation_value(in, "c1"), *params = invocation_value(in, "params");
    const char *kind = invocation_value(in, "kind");
    subject_source source = { .kind = CUZK_KIND_POREP, .vanilla = &p->vanilla.vanilla };
    uint64_t rows, copies;

    if (kind)
        TRY(cuzk_kind_find(&source.kind, kind, err));
    TRY(vanilla_args_read(&p->vanilla, in, source.kind, err));
    if (path && source.kind != CUZK_KIND_POREP)
        return usage_error(err, "--c1 does not go with --kind %s: it has a --vanilla", kind);
    if ((path || p->vanilla.vanilla.n_files) != (params != NULL))
        return usage_error(err, "--params goes together with --c1 or --vanilla");
    TRY(number(&rows, in, "rows", 8192, 2, 1000000, err));
    TRY(number(&copies, in, "copies", 1, 1, MAX_COPIES, err));
    if (!params && kind)
        return usage_error(err, "--kind wants a --c1 or a --vanilla");
    if (!params)
        return prove_subject_toy(&p->subject, p->c, (unsigned)(rows / 2), (unsigned)copies, err);
    if (path)
        TRY(cuzk_file_read(&p->c1, path, MAX_C1_LEN, err));
    source.c1 = p->c1;
    return prove_subject_open(&p->subject, p->c, &source, params, (unsigned)copies, err);
}

static cuzk_status run_all(prove_bench *p, invocation *in, cuzk_error *err)
{
    TRY(bench_begin(&p->b, in, err));
    p->c = in->ctx;
    TRY(read_settings(p, in, err));
    TRY(open_subject(p, in, err));
    cuzk_status s = prove_bench_measure(p, err);
    if (s == CUZK_OK)
        prove_bench_show(p);
    prove_subject_free(&p->subject);
    return s;
}

static cuzk_status run_prove(invocation *in, cuzk_error *err)
{
    prove_bench *p = calloc(1, sizeof *p);

    if (!p)
        return err_no_memory(err, "a benchmark", sizeof *p);
    cuzk_status s = run_all(p, in, err);
    for (unsigned k = 0; k < p->n_series; k++)
        free(p->series[k].sample);
    cuzk_file_free(&p->c1);
    vanilla_args_free(&p->vanilla);
    free(p);
    return s;
}

const command cmd_prove = {
    .name = "prove",
    .schema = "cuzk.bench-prove.v1",
    .options = options,
    .many = "switch vanilla",
    .summary = "time whole proofs, and what each switch does for them",
    .description =
        "Proves the partitions of a C1 or of vanilla proofs, or a toy circuit, again and again: "
        "the "
        "time of each phase and the memory, as medians over the rounds. A round begins with the "
        "check of the input's openings; every proof is verified, and has the same bytes whatever "
        "the switches. With --compare every round measures each value of a switch "
        "once, in random order: medians, the ratio to the first of each pair with an interval that "
        "holds the true median in 95 of 100 cases, and no difference is called real when the "
        "control does not come out at 1.",
    .notes_title = "SWITCHES",
    .notes = switch_notes,
    .examples = "cuzk-bench prove --rows 100000\n"
                "cuzk-bench prove --c1 c1.json --params DIR --compare huge-pages=on,off\n"
                "cuzk-bench prove --c1 c1.json --params DIR --copies 3 \\\n"
                "    --compare circuits-per-batch=1,3 --switch presize=on\n"
                "cuzk-bench prove --kind winning --vanilla winning-vanilla.json \\\n"
                "    --randomness HEX --params DIR --rounds 10",
    .run = run_prove,
};
