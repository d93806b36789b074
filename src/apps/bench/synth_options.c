/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/bench/synth.h"
#include "apps/cli/value.h"
#include "base/error.h"
#include <cuzk/file.h>

#include <string.h>

const option synth_option_table[] = {
    { "kind", "KIND", false, "The circuit: porep, winning, window or update. Default: porep." },
    { "c1", "FILE", false, "porep: the C1 output to synthesise." },
    VANILLA_FILE_OPTION,
    VANILLA_RANDOMNESS_OPTION,
    VANILLA_COMMITMENT_OPTIONS,
    { "partition", "K", false, "This partition only. Default: all of them." },
    { "iterations", "N", false,
      "How often, -i for short, 1 to 1000. Default: 1; with --compare 15 rounds, at least 6." },
    { "variant", "NAME", false,
      "compact, what proofs are made from, or the generic witness with the terms of its linear "
      "combinations in vec, small1, small2, small4, pool or arena. Default: compact." },
    { "compare", "A,B[,C...]", false,
      "Measure these variants in turn, in random order, every sample in a process of its own, and "
      "A "
      "twice: the control." },
    { "clock", "CLOCK", false,
      "wall or cpu: what --compare compares. cpu, the time the processors spent on it, is for "
      "machines that have something else to do. Default: wall." },
    { "sector-size", "SIZE", false, "Refuse an input of any other size." },
    { "unverified", NULL, false, "Do not verify the vanilla proofs first." },
    { "report", "FILE", false, "Write a page with plots (HTML)." },
    { "trace", "FILE", false, "Write what ran when, for Perfetto or chrome://tracing." },
    { NULL, NULL, false, NULL },
};

const char *series_name(const synth_series *s)
{
    static const char again[] = " again";
    static char name[32];

    if (!s->control)
        return s->variant->name;
    strcpy(name, s->variant->name);
    return strcat(name, again);
}

static cuzk_status read_compared(synth_options *o, const char *list, cuzk_error *err)
{
    char name[32];

    for (const char *p = list;; p++) {
        size_t len = strcspn(p, ",");
        if (len == 0 || len >= sizeof name)
            return usage_error(err, "--compare: \"%.80s\" is not a list of variants", list);
        if (o->n_compared == SYNTH_MAX_COMPARED)
            return usage_error(err, "--compare: more than %d variants", SYNTH_MAX_COMPARED);
        memcpy(name, p, len);
        name[len] = '\0';
        TRY(variant_find(&o->compared[o->n_compared], name, err));
        for (unsigned i = 0; i < o->n_compared; i++)
            if (o->compared[i] == o->compared[o->n_compared])
                return usage_error(err,
                                   "--compare: %s is given twice; the first is measured "
                                   "against itself in any case",
                                   name);
        o->n_compared++;
        p += len;
        if (!*p)
            break;
    }
    if (o->n_compared < 2)
        return usage_error(err, "--compare needs at least two variants");
    return CUZK_OK;
}

static cuzk_status read_clock(synth_options *o, const char *clock, cuzk_error *err)
{
    if (clock && !o->n_compared)
        return usage_error(err, "--clock goes with --compare");
    o->by_cpu = clock && strcmp(clock, "cpu") == 0;
    if (clock && !o->by_cpu && strcmp(clock, "wall") != 0)
        return usage_error(err, "--clock: \"%.40s\" is not wall or cpu", clock);
    return CUZK_OK;
}

static cuzk_status read_numbers(synth_options *o, const invocation *in, cuzk_error *err)
{
    const char *partition = invocation_value(in, "partition");
    const char *iterations = invocation_value(in, "iterations");
    uint64_t n = o->n_compared ? 15 : 1, k;

    if (iterations)
        TRY(value_integer(&n, "iterations", iterations, o->n_compared ? STATS_MIN_N : 1,
                          SYNTH_MAX_ITERATIONS, err));
    o->iterations = (unsigned)n;
    o->partition = -1;
    if (partition) {
        TRY(value_integer(&k, "partition", partition, 0, UINT16_MAX, err));
        o->partition = (int64_t)k;
    }
    return CUZK_OK;
}

static cuzk_status read_input(synth_options *o, const invocation *in, cuzk_error *err)
{
    const char *kind = invocation_value(in, "kind"), *file = invocation_value(in, "c1");

    if (kind)
        TRY(cuzk_kind_find(&o->kind, kind, err));
    o->input = o->kind == CUZK_KIND_POREP ? file : invocation_value(in, "vanilla");
    if (!o->input)
        return usage_error(err, "--%s is needed", o->kind == CUZK_KIND_POREP ? "c1" : "vanilla");
    if (file && o->kind != CUZK_KIND_POREP)
        return usage_error(err, "--c1 does not go with --kind %s", kind);
    return CUZK_OK;
}

cuzk_status synth_options_read(synth_options *o, const invocation *in, cuzk_error *err)
{
    const char *size = invocation_value(in, "sector-size"), *name = invocation_value(in, "variant");
    const char *list = invocation_value(in, "compare");

    *o = (synth_options) { .report = invocation_value(in, "report"),
                           .trace = invocation_value(in, "trace"),
                           .unverified = invocation_value(in, "unverified") != NULL,
                           .kind = CUZK_KIND_POREP,
                           .variant = &variants[0] };
    TRY(read_input(o, in, err));
    if (name && list)
        return usage_error(err, "--variant and --compare exclude each other");
    if (name)
        TRY(variant_find(&o->variant, name, err));
    if (list)
        TRY(read_compared(o, list, err));
    if (list && strcmp(o->input, "-") == 0)
        return usage_error(err,
                           "--compare reads the input again for every sample: it must be a file");
    if (size && !(o->shape = sector_shape_find(size)))
        return usage_error(err, "there are no sectors of \"%.40s\"", size);
    TRY(read_clock(o, invocation_value(in, "clock"), err));
    TRY(read_numbers(o, in, err));
    if (o->report)
        TRY(cuzk_file_check_writable(o->report, err));
    if (o->trace)
        TRY(cuzk_file_check_writable(o->trace, err));
    return CUZK_OK;
}
