/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Log records as lines, and the sink that writes them to a descriptor. */
#ifndef CUZK_BASE_LOG_TEXT_H
#define CUZK_BASE_LOG_TEXT_H

#include "base/log.h"

/* A line with its newline and NUL. One write of it to a pipe is not torn (PIPE_BUF). A text of more
 * than LOG_TEXT_MAX bytes is cut, which "..." at its end shows; fields that do not fit are left
 * out, which a last field "cut" shows. */
#define LOG_LINE_MAX 4096
#define LOG_TEXT_MAX 1024

typedef enum log_format {
    LOG_PLAIN,   /* 2026-01-31T23:59:59.123456Z INFO job-done id=porep-1000-1 ms=12 */
    LOG_JOURNAL, /* <6>job-done id=porep-1000-1 ms=12: time and level are the journal's */
    LOG_JSON,    /* {"time":"...","level":"info","event":"job-done","id":"porep-1000-1","ms":12} */
} log_format;

/* Returns the length, NUL not counted. Values are escaped: a line is a line, JSON is UTF-8. */
size_t log_render(char out[LOG_LINE_MAX], const log_record *r, log_format format);

/* A sink on a descriptor, from any number of threads: a write a line, no lock. What cannot be
 * written (a full pipe that does not block) is dropped. */
typedef struct log_fd {
    int fd;
    log_format format;
    log_sink sink; /* for log_set; points into this */
} log_fd;

void log_fd_init(log_fd *out, int fd, log_format format);

/* Is this descriptor the journal's stream? (JOURNAL_STREAM, systemd.exec(5)) */
bool log_is_journal(int fd);

#endif
