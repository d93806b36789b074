/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A connection of the gRPC server without its threads: what they would do is done here, one after
 * the other, so that the same bytes always do the same. Its methods answer with what they were
 * asked; it checks what holds whatever a client sends. */
#ifndef CUZK_TESTS_FUZZ_RPC_SESSION_H
#define CUZK_TESTS_FUZZ_RPC_SESSION_H

#include "rpc/inbound_impl.h"

#define SESSION_MAX_MESSAGE 1000
#define SESSION_SMALL       100  /* what /small takes */
#define SESSION_BUDGET      3000 /* bytes of requests at once */

typedef struct rpc_session {
    transport t;
    int fd; /* the client's end; does not block */
    uint64_t reserved;
    unsigned handled, begun, closed; /* messages; their calls; those whose method knows the end */
} rpc_session;

/* "/unary", "/slow", "/small", "/stream". */
void rpc_session_open(rpc_session *s);
/* Reads what the client has sent, and does all that follows from it. */
void rpc_session_run(rpc_session *s);
/* As if nothing came for longer than the server waits: only streams that wait are left. */
void rpc_session_wait(rpc_session *s);
/* The client is gone: nothing is left of it. */
void rpc_session_close(rpc_session *s);

#endif
