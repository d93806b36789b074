/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/tcp_listen.h"
#include "rpc/host_port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_loopback(const struct sockaddr *a)
{
    if (a->sa_family == AF_INET) {
        const struct sockaddr_in *in = (const void *)a;
        return ntohl(in->sin_addr.s_addr) >> 24 == 127;
    }
    const struct sockaddr_in6 *in6 = (const void *)a;
    return IN6_IS_ADDR_LOOPBACK(&in6->sin6_addr);
}

static void show(char out[128], int fd)
{
    struct sockaddr_storage a;
    socklen_t len = sizeof a;
    char host[INET6_ADDRSTRLEN] = "?";

    out[0] = '\0';
    if (getsockname(fd, (struct sockaddr *)&a, &len) != 0)
        return;
    if (a.ss_family == AF_INET) {
        const struct sockaddr_in *in = (const void *)&a;
        inet_ntop(AF_INET, &in->sin_addr, host, sizeof host);
        snprintf(out, 128, "%s:%u", host, ntohs(in->sin_port));
    } else {
        const struct sockaddr_in6 *in6 = (const void *)&a;
        inet_ntop(AF_INET6, &in6->sin6_addr, host, sizeof host);
        snprintf(out, 128, "[%s]:%u", host, ntohs(in6->sin6_port));
    }
}

/* errno is set when it fails. */
static int open_listener(const struct addrinfo *a)
{
    const int on = 1;
    int fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (bind(fd, a->ai_addr, a->ai_addrlen) != 0 || listen(fd, 128) != 0) {
        int why = errno;
        close(fd);
        errno = why;
        return -1;
    }
    return fd;
}

cuzk_status tcp_listen(int *fd, char bound[128], const char *address, bool anywhere,
                       cuzk_error *err)
{
    const struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
                                    .ai_flags = AI_PASSIVE | AI_NUMERICSERV };
    struct addrinfo *found = NULL;
    char host[HOST_MAX], port[PORT_MAX];
    cuzk_status s = CUZK_OK;
    int why;

    if (!host_port_split(host, port, address, strlen(address)))
        return err_set(err, CUZK_BAD_INPUT, "bad-address",
                       "\"%.100s\" is not an address such as 127.0.0.1:9820 or [::1]:9820",
                       address);
    why = atoi(port) <= 65535 ? getaddrinfo(host, port, &hints, &found) : EAI_SERVICE;
    if (why != 0)
        return err_set(err, CUZK_BAD_INPUT, "bad-address", "\"%.100s\": %s", address,
                       gai_strerror(why));
    if (!anywhere && !is_loopback(found->ai_addr)) {
        s = err_set(err, CUZK_BAD_INPUT, "insecure-listen",
                    "%.100s can be reached from other machines, and nothing is encrypted: allow it "
                    "with daemon.insecure_listen = true",
                    address);
    } else if ((*fd = open_listener(found)) < 0) {
        s = errno == EADDRINUSE ? err_set(err, CUZK_NO_RESOURCES, "in-use",
                                          "somebody else listens on %.100s", address)
                                : err_system(err, errno, "listen", address);
    } else {
        show(bound, *fd);
    }
    freeaddrinfo(found);
    return s;
}
