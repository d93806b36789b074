/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Listening sockets by address. A unix socket has one owner: who holds the lock of "<path>.lock".
 */
#ifndef CUZK_RPC_SOCKET_H
#define CUZK_RPC_SOCKET_H

#include "base/error.h"
#include <stdbool.h>
#include <sys/types.h>

typedef struct bound_socket {
    int fd, lock_fd;   /* -1: none */
    char address[160]; /* what it became: "unix:///path", "127.0.0.1:9820" */
    char path[108];    /* of a unix socket; "" */
    dev_t device;      /* which file it is */
    ino_t inode;
} bound_socket;

/* As rpc_options says. The socket does not block. */
cuzk_status socket_listen(bound_socket *s, const char *address, unsigned mode, bool anywhere,
                          cuzk_error *err);
/* A unix socket is removed, unless it has been replaced. */
void socket_close(bound_socket *s);

#endif
