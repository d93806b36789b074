/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call's request: its headers, its messages as they arrive, the time it may take. A message is
 * judged when its five bytes of prefix are there, before there is memory for it. */
#include "base/timing.h"
#include "rpc/inbound_impl.h"

#include <stdio.h>
#include <string.h>

/* -- time -- */

/* Bytes a second of a message. What has been promised memory holds it, so that a byte now and then
 * is not enough. */
#define SLOWEST ((uint64_t)256 << 10)

/* Whether the client has something to do without which nothing goes on. */
static bool may_stall(const inbound *call)
{
    bool uploading = !call->over && !call->uploaded &&
                     (!call->method || !call->method->stream || call->n_prefix > 0);
    return uploading || call->first || (call->over && call->c);
}

static uint64_t stall_ns(const inbound *call)
{
    return (uint64_t)call->t->options.stall_timeout_s * 1000000000;
}

static uint64_t stalled_at(const inbound *call)
{
    if (!may_stall(call))
        return UINT64_MAX;
    const uint64_t at = call->moved_ns + stall_ns(call);
    return !call->over && call->whole_ns < at ? call->whole_ns : at;
}

void inbound_arm(inbound *call)
{
    uint64_t at = stalled_at(call);

    if (!call->c)
        return;
    if (call->deadline_ns < at)
        at = call->deadline_ns;
    if (call->wake_ns < at)
        at = call->wake_ns;
    timer_set(&call->t->timers, &call->timer, at);
}

void inbound_timer(void *owner, uint64_t now_ns)
{
    inbound *call = owner;
    connection *c = call->c;

    if (!c)
        return;
    if (!call->begun) { /* nothing else can come before the rest of its headers */
        connection_drop(c);
        return;
    }
    if (call->deadline_ns <= now_ns) {
        call->t->stats.cancelled++;
        inbound_end(call, GRPC_DEADLINE_EXCEEDED, "the deadline is over");
    }
    if (call->wake_ns <= now_ns) {
        call->wake_ns = UINT64_MAX;
        if (call->method->woken)
            call->method->woken(call->t->service.ctx, call);
    }
    if (stalled_at(call) <= now_ns) {
        if (!call->over)
            inbound_end(call, GRPC_DEADLINE_EXCEEDED, "the request comes too slowly");
        else
            nghttp2_submit_rst_stream(c->session, NGHTTP2_FLAG_NONE, call->stream, NGHTTP2_CANCEL);
        call->moved_ns = now_ns;
    }
    inbound_arm(call);
    connection_pump(c);
}

void inbound_wake(inbound *call, uint64_t ms)
{
    uint64_t ns;
    if (__builtin_mul_overflow(ms, (uint64_t)1000000, &ns) ||
        __builtin_add_overflow(ns, time_wall_ns(), &ns))
        ns = UINT64_MAX;
    call->wake_ns = ns;
    inbound_arm(call);
}

/* -- headers -- */

/* What is not gRPC gets an answer of HTTP's. */
static void refuse_http(inbound *call, const char *status)
{
    nghttp2_nv nv = { (uint8_t *)(uintptr_t) ":status", (uint8_t *)(uintptr_t)status, 7, 3,
                      NGHTTP2_NV_FLAG_NONE };
    call->over = call->responded = true;
    call->deadline_ns = UINT64_MAX;
    if (nghttp2_submit_response(call->c->session, call->stream, &nv, 1, NULL) != 0)
        connection_drop(call->c);
}

void inbound_begin(inbound *call)
{
    const transport_service *s = &call->t->service;

    call->begun = true;
    if (!call->post) {
        refuse_http(call, "405");
    } else if (!call->grpc) {
        refuse_http(call, "415");
    } else if (call->too_many_headers) {
        inbound_end(call, GRPC_RESOURCE_EXHAUSTED, "there are too many headers");
    } else if (call->bad_timeout) {
        inbound_end(call, GRPC_INVALID_ARGUMENT, "malformed grpc-timeout");
    } else {
        for (size_t i = 0; i < s->n_methods && !call->method; i++)
            if (!call->path_too_long && strcmp(call->path, s->methods[i].path) == 0)
                call->method = &s->methods[i];
        if (!call->method) {
            char text[sizeof call->path + 32];
            snprintf(text, sizeof text, "unknown method %s", call->path);
            inbound_end(call, GRPC_UNIMPLEMENTED, text);
        }
    }
    inbound_arm(call);
}

/* -- messages -- */

void inbound_release_request(inbound *call)
{
    if (call->request.data && call->reserved > 0)
        call->t->service.unreserve(call->t->service.ctx, call->reserved);
    request_free(&call->request);
    call->reserved = 0;
}

static void handled(post *self)
{
    inbound *call = (inbound *)((char *)self - offsetof(inbound, handled));

    atomic_fetch_sub(&call->posts, 1);
    call->handling = false;
    inbound_release_request(call);
    inbound_settle(call);
}

static void handle(post *self)
{
    inbound *call = (inbound *)((char *)self - offsetof(inbound, handle));

    call->method->handle(call->t->service.ctx, call, &call->request);
    atomic_fetch_add(&call->posts, 1);
    loop_post(call->t, &call->handled);
}

void inbound_handle(inbound *call)
{
    call->handling = true;
    call->handle.run = handle;
    call->handled.run = handled;
    if (call->method->slow) {
        transport_defer(call->t, &call->handle);
        return;
    }
    call->method->handle(call->t->service.ctx, call, &call->request);
    call->handling = false;
    inbound_release_request(call);
}

static uint64_t max_request(const inbound *call)
{
    uint64_t all = call->t->options.max_message, own = call->method->max_request;
    return own && own < all ? own : all;
}

static void begin_message(inbound *call)
{
    const uint8_t *p = call->prefix;
    uint64_t len = (uint64_t)p[1] << 24 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 8 | p[4];
    cuzk_error err;
    char text[128];

    if (p[0] == 1) {
        inbound_end(call, GRPC_UNIMPLEMENTED, "messages must not be compressed");
    } else if (p[0] != 0) {
        inbound_end(call, GRPC_INVALID_ARGUMENT, "malformed message prefix");
    } else if (call->has_request) {
        inbound_end(call, GRPC_INVALID_ARGUMENT, "more than one message in a unary call");
    } else if (len > max_request(call)) {
        snprintf(text, sizeof text, "a request of %llu bytes; at most %llu are taken",
                 (unsigned long long)len, (unsigned long long)max_request(call));
        inbound_end(call, GRPC_RESOURCE_EXHAUSTED, text);
    } else if (len > 0 && call->t->service.reserve(call->t->service.ctx, len, &err) != CUZK_OK) {
        inbound_end(call, GRPC_RESOURCE_EXHAUSTED, err.message);
    } else if (!request_new(&call->request, len)) {
        call->t->service.unreserve(call->t->service.ctx, len);
        inbound_end(call, GRPC_RESOURCE_EXHAUSTED, "no memory for the request");
    } else {
        call->reserved = len;
        call->got = 0;
        call->whole_ns = time_wall_ns() + stall_ns(call) + len * 1000000000 / SLOWEST;
    }
}

static void end_message(inbound *call)
{
    call->n_prefix = 0;
    call->whole_ns = UINT64_MAX;
    if (call->method->stream)
        inbound_handle(call);
    else
        call->has_request = true;
}

void inbound_data(inbound *call, const uint8_t *data, size_t len)
{
    const uint8_t *end = data + len;

    if (call->over)
        return;
    call->moved_ns = time_wall_ns();
    while (!call->over && data < end) {
        if (call->n_prefix < ANSWER_PREFIX) {
            call->prefix[call->n_prefix++] = *data++;
            if (call->n_prefix == ANSWER_PREFIX)
                begin_message(call);
        } else {
            size_t n = call->request.len - call->got;
            if (n > (size_t)(end - data))
                n = (size_t)(end - data);
            memcpy(call->request.data + call->got, data, n);
            call->got += n;
            data += n;
        }
        if (!call->over && call->n_prefix == ANSWER_PREFIX && call->got == call->request.len)
            end_message(call);
    }
    if (!call->over && call->method->stream)
        inbound_arm(call); /* between messages it may take its time, within one not */
}

void inbound_uploaded(inbound *call)
{
    if (call->over)
        return;
    if (call->n_prefix > 0)
        inbound_end(call, GRPC_INVALID_ARGUMENT, "the message is incomplete");
    else if (call->method->stream)
        call->method->ended(call->t->service.ctx, call);
    else if (!call->has_request)
        inbound_end(call, GRPC_INVALID_ARGUMENT, "there is no message");
    else
        inbound_handle(call);
    inbound_arm(call);
}
