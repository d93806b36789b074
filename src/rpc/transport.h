/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* gRPC calls, whatever carries them: a table of methods on one side, answers from any thread on the
 * other. One thread does the input and output, another runs the methods that take time. */
#ifndef CUZK_RPC_TRANSPORT_H
#define CUZK_RPC_TRANSPORT_H

#include "rpc/queue.h"
#include "rpc/request.h"
#include "rpc/server.h"
#include "rpc/status.h"

typedef struct transport transport;
/* A call that has come in. It is the transport's; a method may use it until its `closed`. */
typedef struct inbound inbound;

#define ANSWER_PREFIX 5 /* bytes kept free before each message for gRPC's own */

typedef struct method {
    const char *path;     /* "/package.Service/Name" */
    bool stream;          /* of requests: handle is called for each, in order */
    bool slow;            /* handled on the second thread, in order of arrival */
    uint64_t max_request; /* bytes; 0: what the options say */
    /* The request may be taken (*r = empty), its reservation with it. */
    void (*handle)(void *ctx, inbound *call, request *r);
    /* The rest may be NULL, and runs on the first thread. */
    void (*woken)(void *ctx, inbound *call); /* see inbound_wake */
    void (*ended)(void *ctx, inbound *call); /* the client has sent its last message (stream) */
    void (*drain)(void *ctx, inbound *call); /* it would keep the server from stopping */
    /* Once, when the call is over, answered or not, and handle has returned. */
    void (*closed)(void *ctx, inbound *call);
} method;

typedef struct transport_service {
    void *ctx;
    const method *methods; /* outlive the transport */
    size_t n_methods;
    /* A request's bytes, before there is memory for them; given back when it is freed. */
    cuzk_status (*reserve)(void *ctx, uint64_t bytes, cuzk_error *err);
    void (*unreserve)(void *ctx, uint64_t bytes);
} transport_service;

/* As rpc_server_new and so on. The options have no zeroes left. */
cuzk_status transport_new(transport **out, const rpc_options *options,
                          const transport_service *service, cuzk_error *err);
bool transport_drain(transport *t, unsigned timeout_ms);
void transport_free(transport *t);
const char *transport_address(const transport *t, size_t i);
void transport_stats(const transport *t, rpc_stats *out);
bool transport_draining(const transport *t);
bool transport_stopping(const transport *t);

/* Something for the second thread, after what it has to do already. It is run even while the
 * transport is being freed. */
void transport_defer(transport *t, post *p);

/* -- a call; functions without a word on threads may be called from any -- */

/* What a method keeps with it. First thread or handle. */
void inbound_set_state(inbound *call, void *state);
void *inbound_state(const inbound *call);
transport *inbound_transport(const inbound *call);

/* A message: malloc'ed, ANSWER_PREFIX bytes that are free, then len. Taken. NULL: no memory, which
 * ends the call. */
void inbound_send(inbound *call, uint8_t *message, size_t len);
/* The end; only the first counts. text is sent when the status is not GRPC_OK. */
void inbound_finish(inbound *call, grpc_status status, const char *text);
/* Both. */
void inbound_answer(inbound *call, uint8_t *message, size_t len);
/* As an error says. */
void inbound_fail(inbound *call, const cuzk_error *err);
/* woken is called after as long. First thread, or handle. */
void inbound_wake(inbound *call, uint64_t ms);

#endif
