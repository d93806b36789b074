/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The daemon's gRPC server: cuzk.v1.ProvingEngine, health and reflection over HTTP/2 without TLS,
 * on unix sockets and TCP. docs/rpc.md says what each call does. */
#ifndef CUZK_RPC_SERVER_H
#define CUZK_RPC_SERVER_H

#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>

struct engine;
typedef struct rpc_server rpc_server;

#define RPC_MAX_MESSAGE (UINT64_C(257) << 20) /* what Curio may send, 256 MiB, and its framing */

/* A zero is what the comment says. */
typedef struct rpc_options {
    /* "unix:///run/cuzk.sock" or "unix:path"; "127.0.0.1:9820", "[::1]:9820", "localhost:9820";
     * port 0: one that is free. */
    const char *const *listen;
    size_t n_listen;          /* >= 1 */
    bool insecure_listen;     /* allow TCP addresses beyond this machine: nothing is encrypted */
    unsigned socket_mode;     /* of unix sockets; 0660 */
    uint64_t max_message;     /* bytes of a request; RPC_MAX_MESSAGE; at most 4 GiB - 1 */
    unsigned max_connections; /* 1024 */
    unsigned max_streams;     /* calls at once on one connection; 4096 */
    unsigned max_calls;       /* and on all together; 65536 */
    uint64_t max_unread;      /* bytes of answers one client leaves unread; 16 MiB; all: 4 times */
    unsigned idle_timeout_s;  /* of a connection without a call; never */
    unsigned stall_timeout_s; /* of a handshake, an upload, a reader that stand still; 60 */
    bool cancel_abandoned;    /* stop a running job when the Prove that asked for it goes */
} rpc_options;

/* Listens and starts to serve, on two threads of its own. The engine is borrowed and outlives the
 * server. CUZK_BAD_INPUT: an address that cannot be; CUZK_NO_RESOURCES, "in-use": another daemon
 * owns it. A stale socket is replaced; its directory is made. */
cuzk_status rpc_server_new(rpc_server **out, const rpc_options *options, struct engine *e,
                           cuzk_error *err);

/* No new connections from now on, sockets are removed, clients are told to go elsewhere (GOAWAY),
 * health says NOT_SERVING, streams of Watch and reflection end; calls in flight go on. Returns when
 * no connection is left, or after timeout_ms: true when none is. To stop a daemon:
 * rpc_server_drain(s, 0), engine_drain(e, grace), rpc_server_drain(s, 5000), rpc_server_free(s),
 * engine_free(e). */
bool rpc_server_drain(rpc_server *s, unsigned timeout_ms);

/* Drops what is left and waits for its threads. Jobs that Prove calls wait for are not cancelled.
 * NULL is fine. */
void rpc_server_free(rpc_server *s);

/* What listen[i] became: "unix:///...", or the address with its port. Valid as long as s. */
const char *rpc_server_address(const rpc_server *s, size_t i);

typedef struct rpc_stats {
    uint64_t connections, calls;           /* now */
    uint64_t accepted, started, cancelled; /* since the start; cancelled by clients or deadlines */
    uint64_t refused;                      /* connections beyond the maximum */
    uint64_t received_bytes, sent_bytes;
} rpc_stats;
/* From any thread. */
void rpc_server_stats(const rpc_server *s, rpc_stats *out);

#endif
