/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/service.h"

#include <stdlib.h>

#define ENGINE              "/cuzk.v1.ProvingEngine/"
#define HEALTH              "/grpc.health.v1.Health/"
#define REFLECTION(version) "/grpc.reflection." version ".ServerReflection/ServerReflectionInfo"
#define SMALL               65536

const method service_methods[] = {
    { ENGINE "SubmitProof", .slow = true, .handle = handle_submit },
    { ENGINE "Prove", .slow = true, .handle = handle_prove, .closed = wait_closed },
    { ENGINE "AwaitProof", .max_request = SMALL, .handle = handle_await, .woken = await_woken,
      .closed = wait_closed },
    { ENGINE "CancelProof", .max_request = SMALL, .handle = handle_cancel },
    { ENGINE "GetStatus", .max_request = SMALL, .handle = handle_status },
    { ENGINE "GetMetrics", .max_request = SMALL, .handle = handle_metrics },
    { ENGINE "PreloadSRS", .slow = true, .max_request = SMALL, .handle = handle_preload,
      .closed = preload_closed },
    { ENGINE "EvictSRS", .slow = true, .max_request = SMALL, .handle = handle_evict },
    { HEALTH "Check", .max_request = SMALL, .handle = handle_health_check },
    { HEALTH "Watch", .max_request = SMALL, .handle = handle_health_watch, .drain = health_drain },
    { REFLECTION("v1"), .stream = true, .max_request = SMALL, .handle = handle_reflection,
      .ended = reflection_end, .drain = reflection_end },
    { REFLECTION("v1alpha"), .stream = true, .max_request = SMALL, .handle = handle_reflection,
      .ended = reflection_end, .drain = reflection_end },
};
const size_t service_n_methods = sizeof service_methods / sizeof service_methods[0];

static uint8_t *pack(const ProtobufCMessage *m, size_t *len)
{
    *len = protobuf_c_message_get_packed_size(m);
    uint8_t *out = malloc(ANSWER_PREFIX + *len);
    if (out)
        protobuf_c_message_pack(m, out + ANSWER_PREFIX);
    return out;
}

void answer_with(inbound *call, const ProtobufCMessage *m)
{
    size_t len;
    uint8_t *message = pack(m, &len);
    inbound_answer(call, message, len);
}

void send_message(inbound *call, const ProtobufCMessage *m)
{
    size_t len;
    uint8_t *message = pack(m, &len);
    inbound_send(call, message, len);
}

void *unpack(inbound *call, const ProtobufCMessageDescriptor *type, const request *r)
{
    ProtobufCMessage *m = protobuf_c_message_unpack(type, NULL, r->len, r->data);
    if (!m)
        inbound_finish(call, GRPC_INVALID_ARGUMENT, "the request is not a well-formed message");
    return m;
}

void unpacked_free(void *m)
{
    protobuf_c_message_free_unpacked(m, NULL);
}
