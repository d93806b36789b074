/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* grpc.health.v1.Health: serving until the server or its engine drains. */
#include "rpc/service.h"
#include <grpc/health/v1/health.pb-c.h>

#include <string.h>

#define STATUS(name) GRPC__HEALTH__V1__HEALTH_CHECK_RESPONSE__SERVING_STATUS__##name

static bool is_known(const char *name)
{
    return *name == '\0' || strcmp(name, "cuzk.v1.ProvingEngine") == 0;
}

static bool is_draining(const service *s, const inbound *call)
{
    return transport_draining(inbound_transport(call)) || engine_draining(s->e);
}

void handle_health_check(void *ctx, inbound *call, request *r)
{
    Grpc__Health__V1__HealthCheckRequest *q =
        unpack(call, &grpc__health__v1__health_check_request__descriptor, r);
    Grpc__Health__V1__HealthCheckResponse a = GRPC__HEALTH__V1__HEALTH_CHECK_RESPONSE__INIT;

    if (!q)
        return;
    if (is_known(q->service)) {
        a.status = is_draining(ctx, call) ? STATUS(NOT_SERVING) : STATUS(SERVING);
        answer_with(call, &a.base);
    } else {
        inbound_finish(call, GRPC_NOT_FOUND, "there is no such service");
    }
    unpacked_free(q);
}

void handle_health_watch(void *ctx, inbound *call, request *r)
{
    Grpc__Health__V1__HealthCheckRequest *q =
        unpack(call, &grpc__health__v1__health_check_request__descriptor, r);
    Grpc__Health__V1__HealthCheckResponse a = GRPC__HEALTH__V1__HEALTH_CHECK_RESPONSE__INIT;

    if (!q)
        return;
    a.status = !is_known(q->service)    ? STATUS(SERVICE_UNKNOWN)
               : is_draining(ctx, call) ? STATUS(NOT_SERVING)
                                        : STATUS(SERVING);
    send_message(call, &a.base);
    if (transport_draining(inbound_transport(call)))
        inbound_finish(call, GRPC_UNAVAILABLE, "the server is stopping");
    unpacked_free(q);
}

void health_drain(void *ctx, inbound *call)
{
    Grpc__Health__V1__HealthCheckResponse a = GRPC__HEALTH__V1__HEALTH_CHECK_RESPONSE__INIT;

    (void)ctx;
    a.status = STATUS(NOT_SERVING);
    send_message(call, &a.base);
    inbound_finish(call, GRPC_UNAVAILABLE, "the server is stopping");
}
