/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a long-lived program says of its doings: an event with fields, handed to a sink the program
 * has set; without one nothing is said. Libraries emit here and print nowhere. Any thread may, at
 * any time; nothing is allocated; what comes too often is counted instead of said.
 *
 *     LOG(LEVEL_INFO, "job-done", F("id", id), F("ms", ms));
 */
#ifndef CUZK_BASE_LOG_H
#define CUZK_BASE_LOG_H

#include <cuzk/error.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum log_level {
    LEVEL_OFF,
    LEVEL_ERROR,
    LEVEL_WARN,
    LEVEL_INFO,
    LEVEL_DEBUG,
    LEVEL_TRACE,
} log_level;

/* "off", "error", "warn", "info", "debug", "trace"; parsed in any case, "warning" too. */
const char *log_level_name(log_level level);
bool log_level_parse(log_level *out, const char *text);

typedef struct log_field {
    const char *key; /* NULL: the end of the fields */
    enum { FIELD_TEXT, FIELD_UNSIGNED, FIELD_SIGNED, FIELD_REAL, FIELD_FLAG } type;
    union {
        const char *text; /* any bytes; NULL as "" */
        uint64_t u;
        int64_t i;
        double real;
        bool flag;
    } as;
} log_field;

/* What a sink is given, valid during the call. */
typedef struct log_record {
    log_level level;
    const char *event;       /* letters, digits, dashes */
    const log_field *fields; /* up to the one without a key */
    uint64_t unsaid;         /* times the same event was only counted before this one */
    int64_t wall_s, wall_us; /* of the clock, UTC */
} log_record;

typedef struct log_sink {
    void (*event)(void *ctx, const log_record *r);
    void (*line)(void *ctx, const char *line); /* verbatim, without a newline; may be NULL */
    void *ctx;
} log_sink;

/* The sink (NULL: none) and the most that is said. It stays in use until another is set and the
 * emitting threads have ended. */
void log_set(const log_sink *sink, log_level most);
/* Would anything be said at this level? */
bool log_enabled(log_level level);

/* -- emitting -- */

/* How often one site (a LOG in the source) speaks in a second. */
#define LOG_BURST 20

typedef struct log_site {
    const char *event;
    log_level level;
    _Atomic uint64_t second, unsaid;
    atomic_uint said;
} log_site;

void log_emit(log_site *site, const log_field *fields);

#define LOG(level, event, ...)                                                                     \
    do {                                                                                           \
        static log_site log_site_ = { event, level, 0, 0, 0 };                                     \
        if (log_enabled(level))                                                                    \
            log_emit(&log_site_, (const log_field[]) { __VA_ARGS__ __VA_OPT__(, ) { 0 } });        \
    } while (0)

log_field log_text(const char *key, const char *value);
log_field log_unsigned(const char *key, uint64_t value);
log_field log_signed(const char *key, int64_t value);
log_field log_real(const char *key, double value);
log_field log_flag(const char *key, bool value);
/* A field from a value of any such type. */
#define F(key, value)                                                                              \
    _Generic((value), char *: log_text, const char *: log_text, bool: log_flag, double: log_real,  \
             int: log_signed, long: log_signed, long long: log_signed, default: log_unsigned)(     \
        key, value)
/* An error's code and message. */
#define F_ERROR(err) log_text("error", (err)->code), log_text("message", (err)->message)

/* "TIMELINE,<ms since log_set>,<event>,<job>,<detail>", for the tools that draw it; what would
 * break the line up is replaced. Only when timelines are switched on, at any level. */
void log_timeline(const char *event, const char *job_id, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void log_timeline_enable(bool on);

#endif
