/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/timing.h"
#include "rpc/client_impl.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define READ_LEN ((size_t)64 << 10)
#define LOOK_MS  50 /* how often a blocking call looks whether to stop */

/* -- lists of calls -- */

static void list_add(call_list *l, rpc_call *call)
{
    call->prev = l->last;
    call->next = NULL;
    *(l->last ? &l->last->next : &l->first) = call;
    l->last = call;
}

static void list_remove(call_list *l, rpc_call *call)
{
    *(call->prev ? &call->prev->next : &l->first) = call->next;
    *(call->next ? &call->next->prev : &l->last) = call->prev;
}

void call_end(rpc_call *call, grpc_status s, const char *fmt, ...)
{
    rpc_client *c = call->client;
    va_list ap;

    if (call->ended)
        return;
    call->ended = true;
    call->reply.status = s;
    va_start(ap, fmt);
    vsnprintf(call->reply.message, sizeof call->reply.message, fmt, ap);
    va_end(ap);
    if (s == GRPC_OK) {
        call->reply.data = call->data;
        call->reply.len = call->len;
        call->data = NULL;
    }
    if (call->stream >= 0) {
        nghttp2_session_set_stream_user_data(c->session, call->stream, NULL);
        nghttp2_submit_rst_stream(c->session, 0, call->stream, NGHTTP2_CANCEL);
    }
    list_remove(&c->in_flight, call);
    c->n_in_flight--;
    list_add(&c->ended, call);
}

static void call_free(rpc_call *call)
{
    free(call->piece);
    free(call->data);
    free(call->reply.data);
    free(call);
}

/* Calls the fn of what has ended; more may end meanwhile. */
static void deliver(rpc_client *c)
{
    rpc_call *call;
    while ((call = c->ended.first)) {
        list_remove(&c->ended, call);
        call->fn(call->ctx, &call->reply);
        call_free(call);
    }
}

/* -- the socket -- */

void client_lose(rpc_client *c, const char *fmt, ...)
{
    va_list ap;

    if (c->dead)
        return;
    c->dead = true;
    va_start(ap, fmt);
    vsnprintf(c->why, sizeof c->why, fmt, ap);
    va_end(ap);
    while (c->in_flight.first)
        call_end(c->in_flight.first, GRPC_UNAVAILABLE, "%s", c->why);
}

bool client_keep(rpc_client *c, const void *data, size_t len)
{
    if (len == 0)
        return true;
    if (len > c->out_room - c->out_len) {
        size_t room = c->out_len + len > READ_LEN ? 2 * (c->out_len + len) : READ_LEN;
        uint8_t *out = realloc(c->out, room);
        if (!out) {
            client_lose(c, "no memory for what is sent");
            return false;
        }
        c->out = out;
        c->out_room = room;
    }
    memcpy(c->out + c->out_len, data, len);
    c->out_len += len;
    return true;
}

/* True when nothing is kept any more. */
static bool send_kept(rpc_client *c)
{
    while (c->out_at < c->out_len) {
        ssize_t n = send(c->fd, c->out + c->out_at, c->out_len - c->out_at, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            if (errno != EAGAIN)
                client_lose(c, "cannot send: %s", strerror(errno));
            return false;
        }
        c->out_at += (size_t)n;
    }
    c->out_at = c->out_len = 0;
    return true;
}

static void send_all(rpc_client *c)
{
    while (!c->dead && send_kept(c)) {
        const uint8_t *data;
        ssize_t n = nghttp2_session_mem_send(c->session, &data);
        if (n < 0)
            client_lose(c, "HTTP/2: %s", nghttp2_strerror((int)n));
        else if (n > 0)
            client_keep(c, data, (size_t)n);
        else if (c->out_len == 0) /* data frames go round mem_send: some of one may be kept */
            break;
    }
    /* After a GOAWAY of the server's with the last call, after one of ours at once. */
    if (!nghttp2_session_want_read(c->session) && !nghttp2_session_want_write(c->session))
        client_lose(c, "the server ended the connection, or does not speak HTTP/2");
}

static void receive(rpc_client *c)
{
    uint8_t buf[READ_LEN];

    while (!c->dead) {
        ssize_t n = recv(c->fd, buf, sizeof buf, 0);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n < 0)
            client_lose(c, "cannot receive: %s", strerror(errno));
        else if (n == 0)
            client_lose(c, "the server closed the connection");
        if (n <= 0)
            return;
        ssize_t rv = nghttp2_session_mem_recv(c->session, buf, (size_t)n);
        if (rv < 0)
            client_lose(c, "the server does not speak HTTP/2: %s", nghttp2_strerror((int)rv));
        if ((size_t)n < sizeof buf)
            return;
    }
}

static void expire(rpc_client *c)
{
    const uint64_t now = time_wall_ns();

    if (now < c->next_deadline_ns)
        return;
    c->next_deadline_ns = UINT64_MAX;
    for (rpc_call *call = c->in_flight.first, *next; call; call = next) {
        next = call->next;
        if (call->deadline_ns && call->deadline_ns <= now)
            call_end(call, GRPC_DEADLINE_EXCEEDED, "no answer in time");
        else if (call->deadline_ns && call->deadline_ns < c->next_deadline_ns)
            c->next_deadline_ns = call->deadline_ns;
    }
}

/* As long as asked for, but not beyond the first deadline; rounded up. */
static int poll_timeout(const rpc_client *c, int timeout_ms)
{
    if (c->next_deadline_ns == UINT64_MAX)
        return timeout_ms;
    const uint64_t now = time_wall_ns();
    uint64_t left = c->next_deadline_ns > now ? c->next_deadline_ns - now + 999999 : 0;
    left /= 1000000;
    if (timeout_ms >= 0 && (uint64_t)timeout_ms < left)
        return timeout_ms;
    return left > INT_MAX ? INT_MAX : (int)left;
}

cuzk_status rpc_client_step(rpc_client *c, int timeout_ms, cuzk_error *err)
{
    bool signalled = false;

    send_all(c);
    if (!c->dead && !c->ended.first) {
        struct pollfd p = { c->fd, POLLIN, 0 };
        if (c->out_len > c->out_at)
            p.events |= POLLOUT;
        int n = poll(&p, 1, poll_timeout(c, timeout_ms));
        signalled = n < 0 && errno == EINTR;
        if (n > 0 && p.revents & ~POLLOUT)
            receive(c);
        expire(c);
        send_all(c);
    }
    deliver(c);
    if (c->dead)
        return err_set(err, CUZK_NO_RESOURCES, "disconnected", "%s: %s", c->authority, c->why);
    return signalled ? err_set(err, CUZK_INTERRUPTED, "interrupted", "interrupted") : CUZK_OK;
}

/* -- calls -- */

static cuzk_status call_new(rpc_call **out, rpc_client *c, const rpc_request *q, cuzk_error *err)
{
    uint64_t len = 0;
    rpc_call *call = calloc(1, sizeof *call);
    rpc_piece *piece = calloc(q->n_pieces + 1, sizeof *piece);

    if (!call || !piece) {
        free(call);
        free(piece);
        return err_no_memory(err, "a call", sizeof *call);
    }
    *call = (rpc_call) { .client = c, .stream = -1, .grpc_status = -1, .piece = piece };
    call->max_response = q->max_response ? q->max_response : RPC_MAX_RESPONSE;
    piece[0] = (rpc_piece) { call->prefix, GRPC_PREFIX };
    for (size_t i = 0; i < q->n_pieces; i++) {
        piece[i + 1] = q->piece[i];
        len += q->piece[i].len;
    }
    if (len > UINT32_MAX) {
        call_free(call);
        return err_set(err, CUZK_BAD_INPUT, "too-long",
                       "a message of %llu bytes: 4 GiB is too long", (unsigned long long)len);
    }
    for (int i = 1; i < GRPC_PREFIX; i++)
        call->prefix[i] = (uint8_t)(len >> (8 * (4 - i)));
    call->n_pieces = q->n_pieces + 1;
    call->left = GRPC_PREFIX + len;
    *out = call;
    return CUZK_OK;
}

cuzk_status rpc_client_start(rpc_client *c, const rpc_request *q, rpc_done_fn fn, void *ctx,
                             rpc_call **out, cuzk_error *err)
{
    rpc_call *call = NULL;

    TRY(call_new(&call, c, q, err));
    call->fn = fn;
    call->ctx = ctx;
    list_add(&c->in_flight, call);
    c->n_in_flight++;
    if (q->timeout_ms) {
        call->deadline_ns = time_wall_ns() + (uint64_t)q->timeout_ms * 1000000;
        if (call->deadline_ns < c->next_deadline_ns)
            c->next_deadline_ns = call->deadline_ns;
    }
    if (out)
        *out = call;
    if (c->dead) {
        call_end(call, GRPC_UNAVAILABLE, "%s", c->why);
        return CUZK_OK;
    }
    int32_t stream = client_submit(c, call, q);
    if (stream < 0)
        call_end(call, GRPC_UNAVAILABLE, "no call can be made: %s", nghttp2_strerror(stream));
    else
        call->stream = stream;
    return CUZK_OK;
}

void rpc_call_cancel(rpc_call *call)
{
    call_end(call, GRPC_CANCELLED, "cancelled");
}

typedef struct blocking {
    rpc_reply *reply;
    rpc_call *call;
} blocking;

static void blocking_done(void *ctx, rpc_reply *reply)
{
    blocking *b = ctx;
    *b->reply = *reply;
    reply->data = NULL;
    b->call = NULL;
}

cuzk_status rpc_client_call(rpc_client *c, const rpc_request *q, const atomic_bool *stop,
                            rpc_reply *reply, cuzk_error *err)
{
    blocking b = { reply, NULL };

    *reply = (rpc_reply) { .status = GRPC_UNAVAILABLE };
    TRY(rpc_client_start(c, q, blocking_done, &b, &b.call, err));
    while (b.call) {
        if (stop && atomic_load(stop))
            rpc_call_cancel(b.call);
        (void)rpc_client_step(c, stop ? LOOK_MS : -1, NULL); /* the reply says it all */
    }
    return reply->status == GRPC_OK ? CUZK_OK
                                    : grpc_status_error(err, reply->status, reply->message);
}

size_t rpc_client_in_flight(const rpc_client *c)
{
    return c->n_in_flight;
}

int rpc_client_fd(const rpc_client *c)
{
    return c->fd;
}

/* -- opening -- */

cuzk_status rpc_client_open_fd(rpc_client **out, int fd, const char *authority, cuzk_error *err)
{
    rpc_client *c = calloc(1, sizeof *c);

    *out = NULL;
    if (!c) {
        close(fd);
        return err_no_memory(err, "a client", sizeof *c);
    }
    c->fd = fd;
    c->next_deadline_ns = UINT64_MAX;
    snprintf(c->authority, sizeof c->authority, "%s", authority);
    cuzk_status s = client_session_new(c, err);
    if (s != CUZK_OK) {
        rpc_client_close(c);
        return s;
    }
    *out = c;
    return CUZK_OK;
}

cuzk_status rpc_client_open(rpc_client **out, const char *address, unsigned timeout_ms,
                            cuzk_error *err)
{
    char authority[300];
    int fd;

    *out = NULL;
    TRY(client_connect(&fd, authority, sizeof authority, address, timeout_ms, err));
    return rpc_client_open_fd(out, fd, authority, err);
}

void rpc_client_close(rpc_client *c)
{
    if (!c)
        return;
    while (c->in_flight.first || c->ended.first) {
        while (c->in_flight.first)
            call_end(c->in_flight.first, GRPC_CANCELLED, "the client is closed");
        deliver(c);
    }
    if (c->session) {
        if (!c->dead) /* a peer sees why, if there is room for it */
            nghttp2_session_terminate_session(c->session, NGHTTP2_NO_ERROR);
        send_all(c);
        nghttp2_session_del(c->session);
    }
    close(c->fd);
    free(c->out);
    free(c);
}
