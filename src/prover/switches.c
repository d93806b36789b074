/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "prover/switches.h"

#include "groth16/prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const switch_row switch_table[SWITCHES] = {
    [SWITCH_HUGE_PAGES] = { "huge-pages",
                            NULL,
                            { "on", "off" },
                            0,
                            "Ask the system for pages of 2 MiB under large buffers." },
    [SWITCH_PRESIZE] = { "presize",
                         "A2",
                         { "off", "on" },
                         0,
                         "Keep large buffers for the next step and the next proof instead of "
                         "giving them back." },
    [SWITCH_B_G2] = { "b-g2-beside",
                      "A4",
                      { "auto", "off", "on" },
                      0,
                      "Sum in G2 on a part of the threads while the others sum in G1; auto: when "
                      "its share of the work is a thread or more." },
    [SWITCH_CIRCUITS] = { "circuits-per-batch",
                          NULL,
                          { "auto" },
                          GROTH16_MAX_CIRCUITS,
                          "Circuits that share a pass over the parameters; auto: one where the "
                          "parameters fit the memory, else as many as fit beside each other." },
    [SWITCH_READ_AHEAD] = { "read-ahead",
                            NULL,
                            { "on", "off" },
                            0,
                            "Ask for the parameters ahead of their use, and let go of what cannot "
                            "stay in memory until the next proof." },
    [SWITCH_WINDOW] = { "msm-window",
                        "D4",
                        { "auto" },
                        MSM_MAX_WINDOW,
                        "Bits of the windows of all sums; auto: what a model of the costs finds "
                        "cheapest for the length and the scalars of each." },
};

/* By name, which ends at the equals sign. */
static const switch_row *find_row(const char *name, size_t len)
{
    for (size_t i = 0; i < SWITCHES; i++) {
        const switch_row *r = &switch_table[i];
        if (strlen(r->name) == len && memcmp(r->name, name, len) == 0)
            return r;
    }
    return NULL;
}

static cuzk_status unknown_switch(const char *setting, cuzk_error *err)
{
    char names[256] = "";

    for (size_t i = 0; i < SWITCHES; i++) {
        strcat(names, i ? ", " : "");
        strcat(names, switch_table[i].name);
    }
    return err_set(err, CUZK_BAD_INPUT, "unknown-switch", "\"%.40s\" sets none of %s", setting,
                   names);
}

static cuzk_status unknown_value(const switch_row *r, const char *value, cuzk_error *err)
{
    char values[64] = "";

    err_set(err, CUZK_BAD_INPUT, "bad-switch", "%s has a value it cannot have", r->name);
    for (size_t i = 0; r->value[i]; i++) {
        strcat(values, i ? " or " : "");
        strcat(values, r->value[i]);
    }
    if (r->max)
        err_expected(err, "%s, or 1 to %u", values, r->max);
    else
        err_expected(err, "%s", values);
    err_found(err, "%.40s", value);
    return CUZK_BAD_INPUT;
}

cuzk_status switches_set(switches *s, const char *setting, cuzk_error *err)
{
    const char *value = strchr(setting, '=');
    const switch_row *r = value ? find_row(setting, (size_t)(value - setting)) : NULL;
    unsigned long n;
    char *end;

    if (!r)
        return unknown_switch(setting, err);
    value++;
    for (unsigned i = 0; r->value[i]; i++) {
        if (strcmp(r->value[i], value) == 0) {
            s->value[r - switch_table] = i;
            return CUZK_OK;
        }
    }
    n = *value >= '1' && *value <= '9' ? strtoul(value, &end, 10) : 0;
    if (n == 0 || *end || n > r->max)
        return unknown_value(r, value, err);
    s->value[r - switch_table] = (unsigned)n;
    return CUZK_OK;
}

cuzk_status switches_set_all(switches *s, const char *settings, cuzk_error *err)
{
    char one[64];

    while (*settings) {
        size_t len = strcspn(settings, ",");
        snprintf(one, sizeof one, "%.*s", (int)(len < sizeof one ? len : sizeof one - 1), settings);
        TRY(switches_set(s, one, err));
        settings += len + (settings[len] == ',');
    }
    return CUZK_OK;
}

const char *switches_value(char buf[16], const switches *s, switch_id id)
{
    const switch_row *r = &switch_table[id];
    const unsigned v = s->value[id];

    if (v && r->max)
        snprintf(buf, 16, "%u", v);
    else
        snprintf(buf, 16, "%s", r->value[v]);
    return buf;
}
