/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A server on an engine whose proofs are toys, behind a unix socket, and our own client of it.
 * Everything asserts. */
#ifndef CUZK_TESTS_RPC_STAGE_H
#define CUZK_TESTS_RPC_STAGE_H

#include "engine/asking.h"
#include "rpc/proving_client.h"
#include "rpc/server.h"

#define HEALTH     "/grpc.health.v1.Health/"
#define REFLECTION "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"

typedef struct stage {
    asking asking;
    rpc_server *server;
    rpc_client *client;
    char dir[64], socket[96], address[128];
} stage;

/* chunks: of a toy's synthesis and of its proof, a millisecond each. budget 0: none. */
void stage_begin(stage *s, unsigned chunks, rpc_options o, uint64_t budget);
void stage_end(stage *s);
rpc_client *stage_dial(const stage *s);

/* -- calls -- */

grpc_status call_bytes(rpc_client *c, const char *path, const void *data, size_t len,
                       unsigned timeout_ms, rpc_reply *reply);
grpc_status call_message(rpc_client *c, const char *path, const ProtobufCMessage *m,
                         const ProtobufCMessageDescriptor *type, ProtobufCMessage **out);
#define CALL(s, name, q, type, out)                                                                \
    call_message((s)->client, PROVING_PATH(name), &(q).base, &cuzk__v1__##type##__descriptor,      \
                 (ProtobufCMessage **)(out))

/* A request of one small vanilla proof. Strings are borrowed. */
Cuzk__V1__SubmitProofRequest porep(const char *id, const char *bytes);
grpc_status submit(stage *s, const char *id, const char *bytes);
grpc_status prove(stage *s, const char *id, const char *bytes, Cuzk__V1__ProveResponse **out);
grpc_status await_id(stage *s, const char *id, uint64_t timeout_ms,
                     Cuzk__V1__AwaitProofResponse **out);
/* How the job ended, or that it has not within a time. */
int status_of(stage *s, const char *id, uint64_t timeout_ms);

/* -- what is seen -- */

uint64_t calls_now(const stage *s);
uint64_t connections_now(const stage *s);
void until_calls(const stage *s, uint64_t n);
uint64_t cancelled_jobs(const stage *s);
void nap(void); /* two milliseconds */

#endif
