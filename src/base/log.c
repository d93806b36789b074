/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/log.h"
#include "base/timing.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <strings.h>
#include <time.h>

static _Atomic(const log_sink *) current_sink;
static atomic_int most_said = LEVEL_OFF;
static atomic_bool timelines;
static _Atomic uint64_t began_ns;

static const char *const level_names[] = { "off", "error", "warn", "info", "debug", "trace" };

const char *log_level_name(log_level level)
{
    return level_names[level];
}

bool log_level_parse(log_level *out, const char *text)
{
    for (unsigned i = 0; i < sizeof level_names / sizeof *level_names; i++) {
        if (strcasecmp(text, level_names[i]) == 0 ||
            (i == LEVEL_WARN && strcasecmp(text, "warning") == 0)) {
            *out = (log_level)i;
            return true;
        }
    }
    return false;
}

void log_set(const log_sink *sink, log_level most)
{
    atomic_store(&began_ns, time_wall_ns());
    atomic_store(&current_sink, sink);
    atomic_store(&most_said, sink ? (int)most : (int)LEVEL_OFF);
}

bool log_enabled(log_level level)
{
    return (int)level <= atomic_load_explicit(&most_said, memory_order_relaxed);
}

/* Whether the site may speak now. What it may not is counted, none is lost; about a second's edge
 * two threads may let through a little more than a burst. */
static bool may_speak(log_site *site, uint64_t second)
{
    uint64_t seen = atomic_load(&site->second);

    if (seen != second && atomic_compare_exchange_strong(&site->second, &seen, second))
        atomic_store(&site->said, 0);
    if (atomic_fetch_add(&site->said, 1) < LOG_BURST)
        return true;
    atomic_fetch_add(&site->unsaid, 1);
    return false;
}

void log_emit(log_site *site, const log_field *fields)
{
    const log_sink *sink = atomic_load(&current_sink);
    struct timespec t;

    /* From 1 on: a site that has not spoken is in second 0. */
    if (!sink || !may_speak(site, time_wall_ns() / UINT64_C(1000000000) + 1))
        return;
    clock_gettime(CLOCK_REALTIME, &t);
    const log_record r = {
        .level = site->level,
        .event = site->event,
        .fields = fields,
        .unsaid = atomic_exchange(&site->unsaid, 0),
        .wall_s = t.tv_sec,
        .wall_us = t.tv_nsec / 1000,
    };
    sink->event(sink->ctx, &r);
}

log_field log_text(const char *key, const char *value)
{
    return (log_field) { key, FIELD_TEXT, { .text = value } };
}

log_field log_unsigned(const char *key, uint64_t value)
{
    return (log_field) { key, FIELD_UNSIGNED, { .u = value } };
}

log_field log_signed(const char *key, int64_t value)
{
    return (log_field) { key, FIELD_SIGNED, { .i = value } };
}

log_field log_real(const char *key, double value)
{
    return (log_field) { key, FIELD_REAL, { .real = value } };
}

log_field log_flag(const char *key, bool value)
{
    return (log_field) { key, FIELD_FLAG, { .flag = value } };
}

void log_timeline_enable(bool on)
{
    atomic_store(&timelines, on);
}

void log_timeline(const char *event, const char *job_id, const char *fmt, ...)
{
    const log_sink *sink = atomic_load(&current_sink);
    char line[1024], id[512];
    va_list ap;

    if (!sink || !sink->line || !atomic_load_explicit(&timelines, memory_order_relaxed))
        return;
    snprintf(id, sizeof id, "%s", job_id);
    for (char *c = id; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f || *c == ',')
            *c = '?';
    }
    int at = snprintf(line, sizeof line, "TIMELINE,%" PRIu64 ",%.100s,%s,",
                      (time_wall_ns() - atomic_load(&began_ns)) / 1000000, event, id);
    va_start(ap, fmt);
    vsnprintf(line + at, sizeof line - (size_t)at, fmt, ap);
    va_end(ap);
    sink->line(sink->ctx, line);
}
