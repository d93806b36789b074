/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Listening sockets on TCP addresses as the configuration writes them. */
#ifndef CUZK_RPC_TCP_LISTEN_H
#define CUZK_RPC_TCP_LISTEN_H

#include "base/error.h"
#include <stdbool.h>

/* "127.0.0.1:9820", "[::1]:9820", "localhost:9820", "0.0.0.0:9820"; port 0: one that is free. The
 * socket blocks and is closed by exec. bound: the numeric address with its port. An address that
 * other machines reach is refused, "insecure-listen", unless anywhere. CUZK_NO_RESOURCES, "in-use":
 * somebody listens there. */
cuzk_status tcp_listen(int *fd, char bound[128], const char *address, bool anywhere,
                       cuzk_error *err);

#endif
