/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* TCP addresses as they are written, for servers and clients alike. */
#ifndef CUZK_RPC_HOST_PORT_H
#define CUZK_RPC_HOST_PORT_H

#include <stdbool.h>
#include <stddef.h>

#define HOST_MAX 256 /* with its NUL */
#define PORT_MAX 6

/* "host:port" or "[v6]:port", of len bytes, in two; the port is one to five digits. False when it
 * is neither; an IPv6 address needs its brackets. */
bool host_port_split(char host[HOST_MAX], char port[PORT_MAX], const char *text, size_t len);

#endif
