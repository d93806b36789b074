/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/log_text.h"
#include "base/bytes.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A line being written: what would pass its end makes it full and is not there at all. */
typedef struct line {
    char *text;
    size_t at, end;
    bool full;
} line;

static void put(line *l, const char *s, size_t len)
{
    if (l->full || len > l->end - l->at) {
        l->full = true;
        return;
    }
    memcpy(l->text + l->at, s, len);
    l->at += len;
}

static void put_text(line *l, const char *s)
{
    put(l, s, strlen(s));
}

static void putf(line *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void putf(line *l, const char *fmt, ...)
{
    char piece[128];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(piece, sizeof piece, fmt, ap);
    va_end(ap);
    put_text(l, piece);
}

/* One character or stray byte of a text, escaped; how many bytes of the text it is. */
static size_t put_character(line *l, const char *s, bool json)
{
    unsigned char c = (unsigned char)*s;
    size_t len = utf8_len(s, SIZE_MAX);

    if (c == '"' || c == '\\')
        putf(l, "\\%c", c);
    else if (c == '\n')
        put_text(l, "\\n");
    else if (c == '\t')
        put_text(l, "\\t");
    else if (c < ' ' || c == 0x7f)
        putf(l, json ? "\\u%04x" : "\\x%02x", c);
    else if (len == 0 && json)
        put_text(l, "\\ufffd");
    else if (len == 0)
        putf(l, "\\x%02x", c);
    else
        put(l, s, len);
    return len ? len : 1;
}

static void put_quoted(line *l, const char *s, bool json)
{
    size_t at = 0;

    put_text(l, "\"");
    while (at < LOG_TEXT_MAX && s[at])
        at += put_character(l, s + at, json);
    put_text(l, s[at] ? "...\"" : "\"");
}

/* Texts that need no quotes beside key=. */
static bool is_bare(const char *s)
{
    size_t len = strnlen(s, LOG_TEXT_MAX + 1);

    for (size_t i = 0; i < len; i++) {
        if (!isalnum((unsigned char)s[i]) && !strchr("-_.:/+@%~", s[i]))
            return false;
    }
    return len > 0 && len <= LOG_TEXT_MAX;
}

static void put_value(line *l, const log_field *f, bool json)
{
    switch (f->type) {
    case FIELD_TEXT:
        if (f->as.text && !json && is_bare(f->as.text))
            put_text(l, f->as.text);
        else
            put_quoted(l, f->as.text ? f->as.text : "", json);
        break;
    case FIELD_UNSIGNED:
        putf(l, "%" PRIu64, f->as.u);
        break;
    case FIELD_SIGNED:
        putf(l, "%" PRId64, f->as.i);
        break;
    case FIELD_REAL:
        if (isfinite(f->as.real))
            putf(l, "%.6g", f->as.real);
        else
            put_text(l, json ? "null" : "nan");
        break;
    case FIELD_FLAG:
        put_text(l, f->as.flag ? "true" : "false");
        break;
    }
}

static void put_field(line *l, const log_field *f, bool json)
{
    size_t before = l->at;

    putf(l, json ? ",\"%.60s\":" : " %.60s=", f->key);
    put_value(l, f, json);
    if (l->full)
        l->at = before;
}

/* <N> of sd-daemon(3). */
static const int journal_priority[] = { 7, 3, 4, 6, 7, 7 };

static void put_head(line *l, const log_record *r, log_format format)
{
    char when[40], name[8];
    time_t s = (time_t)r->wall_s;
    struct tm t;

    if (format == LOG_JOURNAL) {
        putf(l, "<%d>%.60s", journal_priority[r->level], r->event);
        return;
    }
    gmtime_r(&s, &t);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &t);
    if (format == LOG_JSON) {
        putf(l, "{\"time\":\"%s.%06dZ\",\"level\":\"%s\",\"event\":", when, (int)r->wall_us,
             log_level_name(r->level));
        put_quoted(l, r->event, true);
        return;
    }
    snprintf(name, sizeof name, "%s", log_level_name(r->level));
    for (char *c = name; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    putf(l, "%s.%06dZ %-5s %.60s", when, (int)r->wall_us, name, r->event);
}

size_t log_render(char out[LOG_LINE_MAX], const log_record *r, log_format format)
{
    static const char tail[] = ",\"cut\":true}\n"; /* the longest there is */
    line l = { .text = out, .end = LOG_LINE_MAX - sizeof tail };
    const bool json = format == LOG_JSON;

    put_head(&l, r, format);
    if (r->unsaid > 0)
        put_field(&l, &(log_field) { "unsaid", FIELD_UNSIGNED, { .u = r->unsaid } }, json);
    for (const log_field *f = r->fields; f->key && !l.full; f++)
        put_field(&l, f, json);
    bool cut = l.full;
    l.full = false;
    l.end = LOG_LINE_MAX - 1;
    if (cut)
        put_text(&l, json ? ",\"cut\":true" : " cut=true");
    put_text(&l, json ? "}\n" : "\n");
    out[l.at] = '\0';
    return l.at;
}

static void write_line(int fd, const char *s, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, s, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        s += n;
        len -= (size_t)n;
    }
}

static void on_event(void *ctx, const log_record *r)
{
    const log_fd *to = ctx;
    char out[LOG_LINE_MAX];

    write_line(to->fd, out, log_render(out, r, to->format));
}

static void on_line(void *ctx, const char *text)
{
    const log_fd *to = ctx;
    char out[LOG_LINE_MAX];
    int len = snprintf(out, sizeof out, "%.*s\n", LOG_LINE_MAX - 2, text);

    write_line(to->fd, out, (size_t)len);
}

void log_fd_init(log_fd *out, int fd, log_format format)
{
    *out = (log_fd) { fd, format, { on_event, on_line, out } };
}

bool log_is_journal(int fd)
{
    const char *where = getenv("JOURNAL_STREAM");
    unsigned long long device, inode;
    struct stat st;
    char rest;

    return where && sscanf(where, "%llu:%llu%c", &device, &inode, &rest) == 2 &&
           fstat(fd, &st) == 0 && st.st_dev == device && st.st_ino == inode;
}
