/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A gRPC client: unary calls over HTTP/2 without TLS, many at once on one connection. It has no
 * thread: it works while its user is in rpc_client_step or rpc_client_call, one thread at a time.
 *
 * What a server answers is not trusted: whatever is malformed, too long or missing ends the call,
 * or all calls, with an error. */
#ifndef CUZK_RPC_CLIENT_H
#define CUZK_RPC_CLIENT_H

#include "rpc/status.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct rpc_client rpc_client;
typedef struct rpc_call rpc_call;

/* unix:///path, unix:path, http://host:port, dns:///host:port, host:port, [::1]:port. Waits for
 * the connection, not for the server to speak, at most timeout_ms. CUZK_BAD_INPUT: not an address;
 * CUZK_NO_RESOURCES: nobody there. */
cuzk_status rpc_client_open(rpc_client **out, const char *address, unsigned timeout_ms,
                            cuzk_error *err);
/* Over a connected stream socket, which is the client's from now on, also when this fails. */
cuzk_status rpc_client_open_fd(rpc_client **out, int fd, const char *authority, cuzk_error *err);
/* Calls in flight end with GRPC_CANCELLED first. NULL is fine. */
void rpc_client_close(rpc_client *c);

/* -- calls -- */

typedef struct rpc_piece {
    const void *data;
    size_t len;
} rpc_piece;

#define RPC_MAX_RESPONSE ((size_t)4 << 20)

typedef struct rpc_request {
    const char *path;       /* "/cuzk.v1.ProvingEngine/GetStatus" */
    const rpc_piece *piece; /* the message, in order; its bytes are borrowed until the call ends */
    size_t n_pieces;        /* together less than 4 GiB */
    unsigned timeout_ms;    /* the deadline, which the server is told; 0: none */
    size_t max_response;    /* bytes; 0: RPC_MAX_RESPONSE */
} rpc_request;

#define RPC_MESSAGE_MAX 512

typedef struct rpc_reply {
    grpc_status status;
    char message[RPC_MESSAGE_MAX]; /* plain text, cut; "" with GRPC_OK */
    uint8_t *data;                 /* the message; NULL unless GRPC_OK, and when it is empty */
    size_t len;
} rpc_reply;

/* Called once, from rpc_client_step, _call or _close. The reply is valid during the call; taking
 * its data (and setting it to NULL) is allowed: free() is its end. fn may start and cancel calls;
 * it must not step or close. */
typedef void (*rpc_done_fn)(void *ctx, rpc_reply *reply);

/* Starts a call. out may be NULL; the handle is good until fn is called. */
cuzk_status rpc_client_start(rpc_client *c, const rpc_request *q, rpc_done_fn fn, void *ctx,
                             rpc_call **out, cuzk_error *err);
/* It ends with GRPC_CANCELLED, at the next step; the request's bytes are no longer looked at. */
void rpc_call_cancel(rpc_call *call);

/* Sends and receives what can be, and calls the fn of calls that ended; waits at most timeout_ms
 * for there to be something, without limit when negative. CUZK_INTERRUPTED: a signal came;
 * CUZK_NO_RESOURCES, "disconnected": the connection is gone, and all calls have ended. */
cuzk_status rpc_client_step(rpc_client *c, int timeout_ms, cuzk_error *err);

size_t rpc_client_in_flight(const rpc_client *c);
int rpc_client_fd(const rpc_client *c); /* for polling */

/* One call from beginning to end; others go on meanwhile. Any status but GRPC_OK is an error as of
 * grpc_status_error, in the reply too. *stop, when it becomes true, cancels it: CUZK_INTERRUPTED.
 * stop may be NULL. reply->data is the caller's, to free(). */
cuzk_status rpc_client_call(rpc_client *c, const rpc_request *q, const atomic_bool *stop,
                            rpc_reply *reply, cuzk_error *err);

#endif
