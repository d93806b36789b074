/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/client_impl.h"
#include "rpc/host_port.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Connects, or says by errno why not. */
static bool connect_within(int fd, const struct sockaddr *to, socklen_t len, unsigned timeout_ms)
{
    struct pollfd p = { fd, POLLOUT, 0 };
    int error = 0;
    socklen_t size = sizeof error;

    if (connect(fd, to, len) == 0)
        return true;
    if (errno != EINPROGRESS)
        return false;
    int n = poll(&p, 1, (int)timeout_ms);
    if (n == 0)
        errno = ETIMEDOUT;
    if (n <= 0)
        return false;
    if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0)
        errno = error;
    return error == 0;
}

static cuzk_status unreachable(const char *address, int errnum, cuzk_error *err)
{
    if (errnum == EINTR)
        return err_set(err, CUZK_INTERRUPTED, "interrupted", "interrupted");
    const char *hint = errnum == ECONNREFUSED || errnum == ENOENT ? "; is the daemon running?" : "";
    return err_set(err, CUZK_NO_RESOURCES, "unreachable", "cannot connect to %s: %s%s", address,
                   strerror(errnum), hint);
}

static cuzk_status connect_unix(int *fd, const char *path, const char *address, unsigned timeout_ms,
                                cuzk_error *err)
{
    struct sockaddr_un to = { .sun_family = AF_UNIX };

    if (!*path || strlen(path) >= sizeof to.sun_path)
        return err_set(err, CUZK_BAD_INPUT, "bad-address",
                       "%s: the path of a socket has 1 to %zu bytes", address,
                       sizeof to.sun_path - 1);
    strcpy(to.sun_path, path);
    *fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (*fd < 0 || !connect_within(*fd, (struct sockaddr *)&to, sizeof to, timeout_ms)) {
        int errnum = errno;
        if (*fd >= 0)
            close(*fd);
        return unreachable(address, errnum, err);
    }
    return CUZK_OK;
}

static cuzk_status connect_tcp(int *fd, const char *host, const char *port, const char *address,
                               unsigned timeout_ms, cuzk_error *err)
{
    const struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICSERV };
    struct addrinfo *list = NULL;
    int errnum = EADDRNOTAVAIL, one = 1, rv = getaddrinfo(host, port, &hints, &list);

    if (rv != 0)
        return err_set(err, CUZK_NO_RESOURCES, "unreachable", "%s: %s", address, gai_strerror(rv));
    *fd = -1;
    for (const struct addrinfo *a = list; a && *fd < 0; a = a->ai_next) {
        *fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (*fd >= 0 && connect_within(*fd, a->ai_addr, a->ai_addrlen, timeout_ms))
            break;
        errnum = errno;
        if (*fd >= 0)
            close(*fd);
        *fd = -1;
    }
    freeaddrinfo(list);
    if (*fd < 0)
        return unreachable(address, errnum, err);
    setsockopt(*fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return CUZK_OK;
}

/* What may stand before an address. */
static const struct {
    const char *prefix;
    enum { ADDRESS_UNIX, ADDRESS_TCP, ADDRESS_TLS } type;
} schemes[] = {
    { "unix://", ADDRESS_UNIX }, { "unix:", ADDRESS_UNIX },   { "http://", ADDRESS_TCP },
    { "dns:///", ADDRESS_TCP },  { "https://", ADDRESS_TLS }, { "", ADDRESS_TCP },
};

cuzk_status client_connect(int *fd, char *authority, size_t size, const char *address,
                           unsigned timeout_ms, cuzk_error *err)
{
    char host[HOST_MAX], port[PORT_MAX];
    size_t s = 0;

    while (strncmp(address, schemes[s].prefix, strlen(schemes[s].prefix)) != 0)
        s++;
    const char *rest = address + strlen(schemes[s].prefix);
    if (schemes[s].type == ADDRESS_TLS)
        return err_set(err, CUZK_BAD_INPUT, "bad-address",
                       "%s: encrypted connections are not supported", address);
    if (schemes[s].type == ADDRESS_UNIX) {
        snprintf(authority, size, "localhost");
        return connect_unix(fd, rest, address, timeout_ms, err);
    }
    size_t len = strlen(rest);
    if (len > 0 && rest[len - 1] == '/') /* of a URL */
        len--;
    if (!host_port_split(host, port, rest, len))
        return err_set(err, CUZK_BAD_INPUT, "bad-address",
                       "\"%s\" is not unix:///PATH, http://HOST:PORT or HOST:PORT", address);
    snprintf(authority, size, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
    return connect_tcp(fd, host, port, address, timeout_ms, err);
}
