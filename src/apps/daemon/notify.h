/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What the service manager is told (sd_notify(3), whose protocol is stable): a datagram each. */
#ifndef CUZK_APPS_DAEMON_NOTIFY_H
#define CUZK_APPS_DAEMON_NOTIFY_H

#include <stdint.h>

typedef struct notify {
    int fd;               /* -1: nobody asked to be told */
    uint64_t watchdog_ms; /* "WATCHDOG=1" is expected at least so often; 0: never */
} notify;

/* As NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID say. */
void notify_open(notify *n);
/* "READY=1\nSTATUS=...". What cannot be sent is not. */
void notify_send(const notify *n, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void notify_close(notify *n);

#endif
