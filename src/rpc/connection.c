/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A client's socket: bytes in, bytes out, and when it has stood still for too long. */
#include "base/timing.h"
#include "rpc/inbound_impl.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define ROUNDS 8 /* buffers read before others get their turn */
static void count_connection(transport *t, int by)
{
    pthread_mutex_lock(&t->lock);
    t->n_connections += (size_t)by;
    atomic_store(&t->stats.connections, t->n_connections);
    if (t->n_connections == 0)
        pthread_cond_broadcast(&t->empty);
    pthread_mutex_unlock(&t->lock);
}

void connection_queued(connection *c, int64_t bytes)
{
    c->queued += (uint64_t)bytes;
    c->t->queued += (uint64_t)bytes;
}

/* Answers a client has asked for and does not read. When all together leave too many unread, those
 * go that leave more than a little. Proofs take 3 KB, figures some 20. */
static bool leaves_too_much(const connection *c)
{
    const uint64_t most = c->t->options.max_unread;
    return c->queued > most || (c->t->queued > 4 * most && c->queued > most / 256);
}

static uint64_t seconds_ns(unsigned s)
{
    return (uint64_t)s * 1000000000;
}

/* When the first of what it waits for is overdue. */
static uint64_t due_at(const connection *c)
{
    const rpc_options *o = &c->t->options;
    uint64_t at = UINT64_MAX;

    if (!c->greeted)
        at = c->since_ns + seconds_ns(o->stall_timeout_s);
    if (c->out_len > 0 && c->written_ns + seconds_ns(o->stall_timeout_s) < at)
        at = c->written_ns + seconds_ns(o->stall_timeout_s);
    if (o->idle_timeout_s && c->n_calls == 0 && c->active_ns + seconds_ns(o->idle_timeout_s) < at)
        at = c->active_ns + seconds_ns(o->idle_timeout_s);
    return at;
}

void connection_arm(connection *c)
{
    if (!c->dead)
        timer_set(&c->t->timers, &c->timer, due_at(c));
}

static void on_timer(void *owner, uint64_t now_ns)
{
    connection *c = owner;
    if (c->dead)
        return;
    if (due_at(c) > now_ns) {
        connection_arm(c);
    } else {
        connection_goaway(c, true);
        connection_drop(c);
    }
}

void connection_goaway(connection *c, bool final)
{
    if (c->dead)
        return;
    if (final)
        nghttp2_submit_goaway(c->session, NGHTTP2_FLAG_NONE,
                              nghttp2_session_get_last_proc_stream_id(c->session), NGHTTP2_NO_ERROR,
                              NULL, 0);
    else
        nghttp2_submit_shutdown_notice(c->session);
    connection_pump(c);
}

/* False: the socket takes no more for now, or never. */
static bool send_some(connection *c)
{
    ssize_t n = send(c->fd, c->out, c->out_len, MSG_NOSIGNAL);
    if (n < 0) {
        if (errno != EAGAIN && errno != EINTR)
            connection_drop(c);
        return errno == EINTR;
    }
    c->out += n;
    c->out_len -= (size_t)n;
    c->written_ns = time_wall_ns();
    c->t->stats.sent += (uint64_t)n;
    return true;
}

void connection_pump(connection *c)
{
    while (!c->dead) {
        if (c->out_len == 0) {
            ssize_t n = nghttp2_session_mem_send(c->session, &c->out);
            if (n < 0) {
                connection_drop(c);
                return;
            }
            c->out_len = (size_t)n;
            if (n == 0)
                break;
            c->written_ns = time_wall_ns();
        }
        if (!send_some(c))
            break;
    }
    if (c->dead)
        return;
    if (leaves_too_much(c) || (c->out_len == 0 && !nghttp2_session_want_read(c->session) &&
                               !nghttp2_session_want_write(c->session))) {
        connection_drop(c);
        return;
    }
    uint32_t events = EPOLLIN | (c->out_len > 0 ? (uint32_t)EPOLLOUT : 0);
    if (events != c->events) {
        c->events = events;
        if (!loop_watch(c->t, c->fd, &c->source, events, false))
            connection_drop(c);
    }
    connection_arm(c);
}

static void on_ready(source *self, uint32_t events)
{
    connection *c = (connection *)self;
    transport *t = c->t;

    for (int i = 0; i < ROUNDS && !c->dead && (events & (EPOLLIN | EPOLLHUP | EPOLLERR)); i++) {
        ssize_t n = recv(c->fd, t->buffer, RECEIVE_BUFFER, 0);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (n <= 0) {
            connection_drop(c);
            return;
        }
        t->stats.received += (uint64_t)n;
        if (nghttp2_session_mem_recv(c->session, t->buffer, (size_t)n) < 0) {
            connection_pump(c); /* what it has to say about it */
            connection_drop(c);
            return;
        }
        if ((size_t)n < RECEIVE_BUFFER)
            break;
        connection_pump(c);
    }
    if (!c->dead)
        connection_pump(c);
}

void connection_new(transport *t, int fd)
{
    connection *c = calloc(1, sizeof *c);
    if (!c || !timer_open(&t->timers, &c->timer, on_timer, c)) {
        free(c);
        close(fd);
        return;
    }
    c->t = t;
    c->fd = fd;
    c->source.ready = on_ready;
    c->since_ns = c->active_ns = c->written_ns = time_wall_ns();
    c->events = EPOLLIN;
    if (!session_new(c) || !loop_watch(t, fd, &c->source, EPOLLIN, true)) {
        nghttp2_session_del(c->session);
        timer_close(&t->timers, &c->timer);
        close(fd);
        free(c);
        return;
    }
    c->next = t->connections;
    if (c->next)
        c->next->prev = c;
    t->connections = c;
    t->stats.accepted++;
    count_connection(t, 1);
    connection_pump(c);
}

void connection_drop(connection *c)
{
    if (c->dead)
        return;
    c->dead = true;
    timer_set(&c->t->timers, &c->timer, UINT64_MAX);
}

bool connection_make_room(transport *t)
{
    connection *oldest = NULL;

    for (connection *c = t->connections; c; c = c->next)
        if (!c->dead && c->n_calls == 0 && (!oldest || c->active_ns < oldest->active_ns))
            oldest = c;
    if (!oldest || oldest->active_ns + seconds_ns(t->options.stall_timeout_s) > time_wall_ns())
        return false;
    connection_goaway(oldest, true);
    connection_drop(oldest);
    return true;
}

static void free_connection(connection *c)
{
    transport *t = c->t;

    /* nghttp2 says nothing of the streams that end so. */
    while (c->calls)
        inbound_gone(c->calls);
    nghttp2_session_del(c->session);
    timer_close(&t->timers, &c->timer);
    close(c->fd);
    if (c->next)
        c->next->prev = c->prev;
    *(c->prev ? &c->prev->next : &t->connections) = c->next;
    free(c);
    count_connection(t, -1);
}

void connection_free_doomed(transport *t)
{
    for (connection *c = t->connections, *next; c; c = next) {
        next = c->next;
        if (c->dead)
            free_connection(c);
    }
}
