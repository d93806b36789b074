/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/daemon/notify.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A path, or '@' and the name of an abstract socket. */
static int connect_to(const char *name)
{
    struct sockaddr_un a = { .sun_family = AF_UNIX };
    size_t len = strlen(name);
    int fd;

    if ((name[0] != '/' && name[0] != '@') || len < 2 || len >= sizeof a.sun_path)
        return -1;
    memcpy(a.sun_path, name, len);
    if (name[0] == '@')
        a.sun_path[0] = '\0';
    fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&a,
                           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len)) != 0) {
        close(fd);
        fd = -1;
    }
    return fd;
}

void notify_open(notify *n)
{
    const char *name = getenv("NOTIFY_SOCKET"), *usec = getenv("WATCHDOG_USEC");
    const char *pid = getenv("WATCHDOG_PID");

    n->fd = name ? connect_to(name) : -1;
    n->watchdog_ms = 0;
    if (n->fd >= 0 && usec && (!pid || strtol(pid, NULL, 10) == (long)getpid()))
        n->watchdog_ms = strtoull(usec, NULL, 10) / 1000;
}

void notify_send(const notify *n, const char *fmt, ...)
{
    char text[512];
    va_list ap;

    if (n->fd < 0)
        return;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    send(n->fd, text, strlen(text), MSG_NOSIGNAL);
}

void notify_close(notify *n)
{
    if (n->fd >= 0)
        close(n->fd);
    n->fd = -1;
}
