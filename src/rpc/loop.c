/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The transport's two threads, and what others say to them. */
#include "base/timing.h"
#include "rpc/inbound_impl.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#define EVENTS 64
/* Between "go elsewhere" and "nothing after this call": as long as a client may need to hear. */
#define GOAWAY_GAP_NS UINT64_C(200000000)

bool loop_watch(transport *t, int fd, source *s, uint32_t events, bool is_new)
{
    struct epoll_event e = { .events = events, .data.ptr = s };
    return epoll_ctl(t->epoll, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, fd, &e) == 0;
}

static void wake(transport *t)
{
    const uint64_t one = 1;
    ssize_t ignored = write(t->wake, &one, sizeof one);
    (void)ignored; /* full: it wakes up anyway */
}

void loop_post(transport *t, post *p)
{
    if (queue_put(&t->answers, p))
        wake(t);
}

void transport_defer(transport *t, post *p)
{
    queue_put(&t->work, p);
}

static void on_wake(source *self, uint32_t events)
{
    transport *t = (transport *)((char *)self - offsetof(transport, wake_source));
    uint64_t n;
    ssize_t ignored = read(t->wake, &n, sizeof n);
    (void)ignored;
    (void)events;
}

static void run_all(post *p)
{
    while (p) {
        post *next = p->next; /* p may be gone afterwards */
        p->run(p);
        p = next;
    }
}

/* -- draining and stopping -- */

static void final_goaway(void *owner, uint64_t now_ns)
{
    transport *t = owner;
    (void)now_ns;
    for (connection *c = t->connections; c; c = c->next)
        connection_goaway(c, true);
}

static void begin_drain(transport *t)
{
    t->drained = true;
    listen_stop(t);
    for (connection *c = t->connections; c; c = c->next) {
        connection_goaway(c, false);
        for (inbound *call = c->calls; call; call = call->next)
            if (call->method && call->method->drain && call->handle.run)
                call->method->drain(t->service.ctx, call);
    }
    timer_set(&t->timers, &t->final_goaway, time_wall_ns() + GOAWAY_GAP_NS);
}

static bool all_gone(transport *t)
{
    for (connection *c = t->connections; c; c = c->next)
        connection_drop(c);
    connection_free_doomed(t);
    return atomic_load(&t->stats.calls) == 0;
}

static void *io_thread(void *arg)
{
    transport *t = arg;
    struct epoll_event ev[EVENTS];

    for (;;) {
        int n = epoll_wait(t->epoll, ev, EVENTS, timers_wait_ms(&t->timers, time_wall_ns()));
        for (int i = 0; i < n; i++) {
            source *s = ev[i].data.ptr;
            s->ready(s, ev[i].events);
        }
        if (n < 0 && errno != EINTR)
            break;
        timers_run(&t->timers, time_wall_ns());
        run_all(queue_take_all(&t->answers));
        if (atomic_load(&t->draining) && !t->drained)
            begin_drain(t);
        connection_free_doomed(t);
        if (atomic_load(&t->stopping) && all_gone(t))
            break;
    }
    return NULL;
}

static void *worker_thread(void *arg)
{
    transport *t = arg;
    post *p;

    while ((p = queue_wait(&t->work)) != NULL)
        p->run(p);
    return NULL;
}

bool transport_drain(transport *t, unsigned timeout_ms)
{
    const struct timespec until = time_in_ms(timeout_ms);

    atomic_store(&t->draining, true);
    wake(t);
    pthread_mutex_lock(&t->lock);
    int late = 0;
    while (!(t->n_connections == 0 && !t->listening) && late == 0)
        late = pthread_cond_timedwait(&t->empty, &t->lock, &until);
    bool none = t->n_connections == 0 && !t->listening;
    pthread_mutex_unlock(&t->lock);
    return none;
}

bool transport_draining(const transport *t)
{
    return atomic_load(&t->draining);
}

bool transport_stopping(const transport *t)
{
    return atomic_load(&t->stopping);
}

void transport_stats(const transport *t, rpc_stats *out)
{
    *out = (rpc_stats) {
        .connections = t->stats.connections,
        .calls = t->stats.calls,
        .accepted = t->stats.accepted,
        .started = t->stats.started,
        .cancelled = t->stats.cancelled,
        .refused = t->stats.refused,
        .received_bytes = t->stats.received,
        .sent_bytes = t->stats.sent,
    };
}

/* -- beginning and end -- */

static cuzk_status open_loop(transport *t, cuzk_error *err)
{
    t->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (t->epoll < 0)
        return err_system(err, errno, "epoll_create", NULL);
    t->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (t->wake < 0)
        return err_system(err, errno, "eventfd", NULL);
    t->wake_source.ready = on_wake;
    if (!loop_watch(t, t->wake, &t->wake_source, EPOLLIN, true))
        return err_system(err, errno, "epoll_ctl", NULL);
    t->buffer = malloc(RECEIVE_BUFFER);
    if (!t->buffer || !session_setup(t) ||
        !timer_open(&t->timers, &t->final_goaway, final_goaway, t))
        return err_no_memory(err, "a server", RECEIVE_BUFFER);
    return CUZK_OK;
}

static cuzk_status start_threads(transport *t, cuzk_error *err)
{
    int why = pthread_create(&t->worker_thread, NULL, worker_thread, t);
    if (why != 0)
        return err_system(err, why, "start a thread", NULL);
    t->worker_running = true;
    if (!listen_start(t))
        return err_system(err, errno, "epoll_ctl", NULL);
    why = pthread_create(&t->io, NULL, io_thread, t);
    if (why != 0)
        return err_system(err, why, "start a thread", NULL);
    t->io_running = true;
    return CUZK_OK;
}

cuzk_status transport_new(transport **out, const rpc_options *options,
                          const transport_service *service, cuzk_error *err)
{
    transport *t = calloc(1, sizeof *t);
    if (!t)
        return err_no_memory(err, "a server", sizeof *t);
    t->options = *options;
    t->service = *service;
    t->epoll = t->wake = -1;
    queue_init(&t->answers);
    queue_init(&t->work);
    pthread_mutex_init(&t->lock, NULL);
    time_cond_init(&t->empty);
    *out = t; /* a method may be called before this returns */

    cuzk_status status = open_loop(t, err);
    if (status == CUZK_OK)
        status = listen_all(t, err);
    if (status == CUZK_OK)
        status = start_threads(t, err);
    if (status != CUZK_OK) {
        transport_free(t);
        *out = NULL;
    }
    return status;
}

void transport_free(transport *t)
{
    if (!t)
        return;
    atomic_store(&t->stopping, true);
    if (t->io_running) {
        wake(t);
        pthread_join(t->io, NULL);
    }
    if (t->worker_running) {
        queue_close(&t->work);
        pthread_join(t->worker_thread, NULL);
    }
    if (t->listener)
        listen_stop(t);
    for (size_t i = 0; i < t->n_listeners; i++)
        timer_close(&t->timers, &t->listener[i].pause);
    free(t->listener);
    timers_free(&t->timers);
    nghttp2_session_callbacks_del(t->callbacks);
    nghttp2_option_del(t->http);
    free(t->buffer);
    if (t->wake >= 0)
        close(t->wake);
    if (t->epoll >= 0)
        close(t->epoll);
    queue_free(&t->answers);
    queue_free(&t->work);
    pthread_cond_destroy(&t->empty);
    pthread_mutex_destroy(&t->lock);
    free(t);
}
