/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Taking connections. */
#include "base/log.h"
#include "base/timing.h"
#include "rpc/transport_impl.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#define ACCEPTS 64 /* in one round, so that calls go on */
/* Without descriptors, the connection that waits would be reported again at once, for ever. */
#define PAUSE_NS UINT64_C(100000000)

static void resume(void *owner, uint64_t now_ns)
{
    listener *l = owner;
    (void)now_ns;
    if (l->socket.fd >= 0)
        loop_watch(l->t, l->socket.fd, &l->source, EPOLLIN, false);
}

static void pause_listening(listener *l)
{
    loop_watch(l->t, l->socket.fd, &l->source, 0, false);
    timer_set(&l->t->timers, &l->pause, time_wall_ns() + PAUSE_NS);
}

static void on_connection(source *self, uint32_t events)
{
    listener *l = (listener *)self;
    transport *t = l->t;
    const int on = 1;

    (void)events;
    for (int i = 0; i < ACCEPTS; i++) {
        int fd = accept4(l->socket.fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
                LOG(LEVEL_WARN, "accept-failed", F("errno", errno));
                pause_listening(l);
            }
            return;
        }
        if (atomic_load(&t->stats.connections) >= t->options.max_connections &&
            !connection_make_room(t)) {
            t->stats.refused++;
            LOG(LEVEL_WARN, "connection-refused", F("connections", t->options.max_connections));
            close(fd);
            continue;
        }
        if (l->socket.path[0] == '\0')
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        connection_new(t, fd);
    }
}

cuzk_status listen_all(transport *t, cuzk_error *err)
{
    const rpc_options *o = &t->options;

    t->listener = calloc(o->n_listen, sizeof *t->listener);
    if (!t->listener)
        return err_no_memory(err, "listeners", o->n_listen * sizeof *t->listener);
    for (size_t i = 0; i < o->n_listen; i++) {
        listener *l = &t->listener[i];
        l->t = t;
        l->source.ready = on_connection;
        l->socket.fd = l->socket.lock_fd = -1;
        if (!timer_open(&t->timers, &l->pause, resume, l))
            return err_no_memory(err, "a timer", sizeof l->pause);
        t->n_listeners++;
        TRY(socket_listen(&l->socket, o->listen[i], o->socket_mode, o->insecure_listen, err));
    }
    t->listening = true;
    return CUZK_OK;
}

bool listen_start(transport *t)
{
    for (size_t i = 0; i < t->n_listeners; i++)
        if (!loop_watch(t, t->listener[i].socket.fd, &t->listener[i].source, EPOLLIN, true))
            return false;
    return true;
}

void listen_stop(transport *t)
{
    for (size_t i = 0; i < t->n_listeners; i++)
        socket_close(&t->listener[i].socket);
    pthread_mutex_lock(&t->lock);
    t->listening = false;
    pthread_cond_broadcast(&t->empty);
    pthread_mutex_unlock(&t->lock);
}

const char *transport_address(const transport *t, size_t i)
{
    return i < t->n_listeners ? t->listener[i].socket.address : NULL;
}
