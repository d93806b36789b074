/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc_session.h"
#include "base/timing.h"
#include "fuzz.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define STALL_S    60
#define MAX_UNREAD 100000

static cuzk_status reserve(void *ctx, uint64_t bytes, cuzk_error *err)
{
    rpc_session *s = ctx;
    CHECK(bytes > 0 && bytes <= SESSION_MAX_MESSAGE);
    if (s->reserved + bytes > SESSION_BUDGET)
        return err_set(err, CUZK_NO_RESOURCES, "memory", "no room for %u bytes", (unsigned)bytes);
    s->reserved += bytes;
    return CUZK_OK;
}

static void unreserve(void *ctx, uint64_t bytes)
{
    rpc_session *s = ctx;
    CHECK(bytes <= s->reserved);
    s->reserved -= bytes;
}

static uint8_t *copy(const request *r)
{
    uint8_t *message = malloc(ANSWER_PREFIX + r->len);
    CHECK(message);
    if (r->len)
        memcpy(message + ANSWER_PREFIX, r->data, r->len);
    return message;
}

/* A method is called for each message, and told once that the call is over. */
static void count(rpc_session *s, inbound *call, const request *r, size_t most)
{
    CHECK(r->len <= most);
    s->handled++;
    if (!inbound_state(call))
        s->begun++;
    inbound_set_state(call, s);
}

static void echo(void *ctx, inbound *call, request *r)
{
    CHECK(!inbound_state(call));
    count(ctx, call, r, SESSION_MAX_MESSAGE);
    inbound_answer(call, copy(r), r->len);
}

static void echo_small(void *ctx, inbound *call, request *r)
{
    CHECK(!inbound_state(call));
    count(ctx, call, r, SESSION_SMALL);
    inbound_answer(call, copy(r), r->len);
}

static void echo_each(void *ctx, inbound *call, request *r)
{
    count(ctx, call, r, SESSION_MAX_MESSAGE);
    inbound_send(call, copy(r), r->len);
}

static void finish(void *ctx, inbound *call)
{
    (void)ctx;
    inbound_finish(call, GRPC_OK, NULL);
}

static void closed(void *ctx, inbound *call)
{
    rpc_session *s = ctx;
    CHECK(inbound_state(call) == s);
    inbound_set_state(call, call); /* not again */
    s->closed++;
}

static const method methods[] = {
    { "/unary", .handle = echo, .closed = closed },
    { "/slow", .slow = true, .handle = echo, .closed = closed },
    { "/small", .max_request = SESSION_SMALL, .handle = echo_small, .closed = closed },
    { "/stream", .stream = true, .handle = echo_each, .ended = finish, .closed = closed },
};

void rpc_session_open(rpc_session *s)
{
    int fd[2];

    *s = (rpc_session) { .t.options = { .max_message = SESSION_MAX_MESSAGE,
                                        .max_streams = 100,
                                        .max_calls = 50,
                                        .max_unread = MAX_UNREAD,
                                        .stall_timeout_s = STALL_S } };
    s->t.service = (transport_service) {
        s, methods, sizeof methods / sizeof methods[0], reserve, unreserve,
    };
    queue_init(&s->t.answers);
    queue_init(&s->t.work);
    pthread_mutex_init(&s->t.lock, NULL);
    pthread_cond_init(&s->t.empty, NULL);
    s->t.epoll = epoll_create1(EPOLL_CLOEXEC);
    s->t.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    s->t.buffer = malloc(RECEIVE_BUFFER);
    CHECK(s->t.epoll >= 0 && s->t.wake >= 0 && s->t.buffer && session_setup(&s->t));
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fd) == 0);
    s->fd = fd[1];
    connection_new(&s->t, fd[0]);
    CHECK(s->t.connections);
}

static bool run_posts(queue *q)
{
    post *p = queue_take_all(q);
    bool any = p != NULL;

    for (post *next; p; p = next) {
        next = p->next;
        p->run(p);
    }
    return any;
}

/* What the second thread does, then the first. */
static void settle(rpc_session *s)
{
    bool any;
    do {
        any = run_posts(&s->t.work);
        any = run_posts(&s->t.answers) || any;
    } while (any);
    connection_free_doomed(&s->t);
}

void rpc_session_run(rpc_session *s)
{
    connection *c = s->t.connections;

    if (!c)
        return;
    /* EPOLLIN alone: with nothing there it is told so, and waits. */
    c->source.ready(&c->source, EPOLLIN);
    settle(s);
    CHECK(!s->t.connections || s->t.connections->queued <= MAX_UNREAD);
}

void rpc_session_wait(rpc_session *s)
{
    const uint64_t now = time_wall_ns(), stall = UINT64_C(1000000000) * STALL_S;

    /* Once to end what stands still, once more for those that do not read that it has ended. */
    for (unsigned i = 1; i <= 2; i++) {
        timers_run(&s->t.timers, now + 2 * i * stall);
        settle(s);
    }
    for (const connection *c = s->t.connections; c; c = c->next)
        for (const inbound *call = c->calls; call; call = call->next)
            CHECK(call->method && call->method->stream && !call->first && !call->over);
}

void rpc_session_close(rpc_session *s)
{
    close(s->fd);
    for (int i = 0; s->t.connections && i < 1000; i++)
        rpc_session_run(s);
    settle(s);
    CHECK(!s->t.connections);
    CHECK(atomic_load(&s->t.stats.calls) == 0 && atomic_load(&s->t.stats.connections) == 0);
    CHECK(s->t.queued == 0 && s->reserved == 0 && s->closed == s->begun);
    timers_free(&s->t.timers);
    nghttp2_session_callbacks_del(s->t.callbacks);
    nghttp2_option_del(s->t.http);
    free(s->t.buffer);
    close(s->t.epoll);
    close(s->t.wake);
    queue_free(&s->t.answers);
    queue_free(&s->t.work);
    pthread_cond_destroy(&s->t.empty);
    pthread_mutex_destroy(&s->t.lock);
}
