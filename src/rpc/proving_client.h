/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Calls of cuzk.v1.ProvingEngine, for whoever is a client of it. */
#ifndef CUZK_RPC_PROVING_CLIENT_H
#define CUZK_RPC_PROVING_CLIENT_H

#include "rpc/client.h"
#include <cuzk/v1/proving.pb-c.h>

#define PROVING_PATH(method) "/cuzk.v1.ProvingEngine/" method

/* A SubmitProofRequest, or the ProveRequest around it, as pieces of a message: vanilla proofs are
 * not copied, and borrowed from the request. */
typedef struct submit_pieces {
    rpc_piece *piece;
    size_t n;
    uint8_t *bytes; /* those between the vanilla proofs */
} submit_pieces;

cuzk_status submit_pieces_make(submit_pieces *out, const Cuzk__V1__SubmitProofRequest *q,
                               bool prove, cuzk_error *err);
void submit_pieces_free(submit_pieces *p); /* zeros are fine */

/* The message of a reply, for protobuf_c_message_free_unpacked(.., NULL). CUZK_FAULT, "malformed".
 */
cuzk_status proving_unpack(ProtobufCMessage **out, const ProtobufCMessageDescriptor *type,
                           const rpc_reply *reply, cuzk_error *err);

/* One small call from beginning to end: see rpc_client_call. *out is of the type asked for. */
cuzk_status proving_call(rpc_client *c, const char *path, const ProtobufCMessage *q,
                         const ProtobufCMessageDescriptor *type, unsigned timeout_ms,
                         const atomic_bool *stop, ProtobufCMessage **out, cuzk_error *err);

#endif
