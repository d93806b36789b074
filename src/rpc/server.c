/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/service.h"

#include <stdlib.h>

struct rpc_server {
    service service;
    transport *transport;
};

static cuzk_status reserve(void *ctx, uint64_t bytes, cuzk_error *err)
{
    return engine_reserve(((service *)ctx)->e, bytes, err);
}

static void unreserve(void *ctx, uint64_t bytes)
{
    engine_unreserve(((service *)ctx)->e, bytes);
}

static rpc_options with_defaults(const rpc_options *given)
{
    rpc_options o = *given;
    if (!o.socket_mode)
        o.socket_mode = 0660;
    if (!o.max_message)
        o.max_message = RPC_MAX_MESSAGE;
    if (!o.max_connections)
        o.max_connections = 1024;
    if (!o.max_streams)
        o.max_streams = 4096;
    if (!o.max_calls)
        o.max_calls = 65536;
    if (!o.max_unread)
        o.max_unread = 16 << 20;
    if (!o.stall_timeout_s)
        o.stall_timeout_s = 60;
    return o;
}

cuzk_status rpc_server_new(rpc_server **out, const rpc_options *options, engine *e, cuzk_error *err)
{
    const rpc_options o = with_defaults(options);
    *out = NULL;
    if (o.n_listen == 0)
        return err_set(err, CUZK_BAD_INPUT, "no-address", "there is no address to listen on");
    if (o.max_message > UINT32_MAX)
        return err_set(err, CUZK_BAD_INPUT, "too-large", "a message has at most 4 GiB - 1");
    rpc_server *s = calloc(1, sizeof *s);
    if (!s)
        return err_no_memory(err, "a server", sizeof *s);
    s->service.e = e;
    s->service.cancel_abandoned = o.cancel_abandoned;
    waiters_init(&s->service.waiters);
    const transport_service methods = { .ctx = &s->service,
                                        .methods = service_methods,
                                        .n_methods = service_n_methods,
                                        .reserve = reserve,
                                        .unreserve = unreserve };
    cuzk_status status = transport_new(&s->transport, &o, &methods, err);
    if (status != CUZK_OK) {
        rpc_server_free(s);
        return status;
    }
    *out = s;
    return CUZK_OK;
}

bool rpc_server_drain(rpc_server *s, unsigned timeout_ms)
{
    return transport_drain(s->transport, timeout_ms);
}

void rpc_server_free(rpc_server *s)
{
    if (!s)
        return;
    transport_free(s->transport);
    waiters_free(&s->service.waiters);
    free(s);
}

const char *rpc_server_address(const rpc_server *s, size_t i)
{
    return transport_address(s->transport, i);
}

void rpc_server_stats(const rpc_server *s, rpc_stats *out)
{
    transport_stats(s->transport, out);
}
