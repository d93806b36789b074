/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The methods behind the transport, and what they share. */
#ifndef CUZK_RPC_SERVICE_H
#define CUZK_RPC_SERVICE_H

#include "engine/engine.h"
#include "rpc/transport.h"
#include "rpc/waiters.h"
#include <protobuf-c/protobuf-c.h>

typedef struct service {
    engine *e;
    bool cancel_abandoned;
    waiters waiters;
} service;

/* Every method there is. */
extern const method service_methods[];
extern const size_t service_n_methods;

/* Packs the message as the one answer of a call, or as one of several. */
void answer_with(inbound *call, const ProtobufCMessage *m);
void send_message(inbound *call, const ProtobufCMessage *m);
/* What a request is, or NULL: then the call has been answered. */
void *unpack(inbound *call, const ProtobufCMessageDescriptor *type, const request *r);
void unpacked_free(void *m);

/* -- jobs.c: ctx is the service -- */
void handle_submit(void *ctx, inbound *call, request *r);
void handle_prove(void *ctx, inbound *call, request *r);
void handle_await(void *ctx, inbound *call, request *r);
void handle_cancel(void *ctx, inbound *call, request *r);
void await_woken(void *ctx, inbound *call);
void wait_closed(void *ctx, inbound *call);
/* -- state.c -- */
void handle_status(void *ctx, inbound *call, request *r);
void handle_metrics(void *ctx, inbound *call, request *r);
/* -- parameters.c -- */
void handle_preload(void *ctx, inbound *call, request *r);
void preload_closed(void *ctx, inbound *call);
void handle_evict(void *ctx, inbound *call, request *r);
/* -- health.c -- */
void handle_health_check(void *ctx, inbound *call, request *r);
void handle_health_watch(void *ctx, inbound *call, request *r);
void health_drain(void *ctx, inbound *call);
/* -- reflection.c -- */
void handle_reflection(void *ctx, inbound *call, request *r);
void reflection_end(void *ctx, inbound *call);

#endif
