/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/proving_client.h"

#include <stdlib.h>

/* Keys of length-delimited fields: number << 3 | 2. */
#define KEY_SUBMIT  (1 << 3 | 2)
#define KEY_VANILLA (10 << 3 | 2)
#define KEY_ITEM    (11 << 3 | 2)
#define MAX_KEY     11 /* a key of one byte and a length */

static size_t put_key(uint8_t *out, uint8_t key, uint64_t len)
{
    size_t n = 0;
    out[n++] = key;
    for (; len > 0x7f; len >>= 7)
        out[n++] = (uint8_t)(len | 0x80);
    out[n++] = (uint8_t)len;
    return n;
}

/* A field: its key among our own bytes, its content where it lies. */
static void add_field(submit_pieces *p, uint8_t **at, uint8_t key, const ProtobufCBinaryData *d)
{
    const size_t n = put_key(*at, key, d->len);
    p->piece[p->n++] = (rpc_piece) { *at, n };
    p->piece[p->n++] = (rpc_piece) { d->data, d->len };
    *at += n;
}

cuzk_status submit_pieces_make(submit_pieces *out, const Cuzk__V1__SubmitProofRequest *q,
                               bool prove, cuzk_error *err)
{
    Cuzk__V1__SubmitProofRequest small = *q;
    small.vanilla_proof = (ProtobufCBinaryData) { 0, NULL };
    small.n_vanilla_proofs = 0;
    small.vanilla_proofs = NULL;
    const size_t len = protobuf_c_message_get_packed_size(&small.base);
    const size_t fields = q->n_vanilla_proofs + 2;
    uint64_t total = len;

    *out = (submit_pieces) { 0 };
    out->bytes = malloc(len + fields * MAX_KEY);
    out->piece = calloc(2 * fields + 1, sizeof *out->piece);
    if (!out->bytes || !out->piece) {
        submit_pieces_free(out);
        return err_no_memory(err, "a request", len);
    }
    uint8_t *at = out->bytes + protobuf_c_message_pack(&small.base, out->bytes);
    size_t first = out->n++; /* the ProveRequest's key, once the rest is known */
    out->piece[out->n++] = (rpc_piece) { out->bytes, len };
    if (q->vanilla_proof.len)
        add_field(out, &at, KEY_VANILLA, &q->vanilla_proof);
    for (size_t i = 0; i < q->n_vanilla_proofs; i++)
        add_field(out, &at, KEY_ITEM, &q->vanilla_proofs[i]);
    for (size_t i = first + 2; i < out->n; i++)
        total += out->piece[i].len;
    if (prove)
        out->piece[first] = (rpc_piece) { at, put_key(at, KEY_SUBMIT, total) };
    return CUZK_OK;
}

void submit_pieces_free(submit_pieces *p)
{
    free(p->bytes);
    free(p->piece);
    *p = (submit_pieces) { 0 };
}

cuzk_status proving_unpack(ProtobufCMessage **out, const ProtobufCMessageDescriptor *type,
                           const rpc_reply *reply, cuzk_error *err)
{
    static const uint8_t empty[1];

    *out = protobuf_c_message_unpack(type, NULL, reply->len, reply->data ? reply->data : empty);
    if (*out)
        return CUZK_OK;
    return err_set(err, CUZK_FAULT, "malformed", "the server's %s cannot be read (%zu bytes)",
                   type->short_name, reply->len);
}

cuzk_status proving_call(rpc_client *c, const char *path, const ProtobufCMessage *q,
                         const ProtobufCMessageDescriptor *type, unsigned timeout_ms,
                         const atomic_bool *stop, ProtobufCMessage **out, cuzk_error *err)
{
    const size_t len = protobuf_c_message_get_packed_size(q);
    uint8_t *bytes = malloc(len + 1);
    rpc_reply reply;

    *out = NULL;
    if (!bytes)
        return err_no_memory(err, "a request", len);
    const rpc_piece piece = { bytes, protobuf_c_message_pack(q, bytes) };
    const rpc_request request = { path, &piece, 1, timeout_ms, 0 };
    cuzk_status s = rpc_client_call(c, &request, stop, &reply, err);
    free(bytes);
    if (s != CUZK_OK)
        return s;
    s = proving_unpack(out, type, &reply, err);
    free(reply.data);
    return s;
}
