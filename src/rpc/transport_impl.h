/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Inside the transport: loop.c has its threads, listen.c takes connections, connection.c their
 * sockets, session.c what HTTP/2 says; a call is in inbound_impl.h. Everything here belongs to the
 * first thread but where it says otherwise. */
#ifndef CUZK_RPC_TRANSPORT_IMPL_H
#define CUZK_RPC_TRANSPORT_IMPL_H

#include "rpc/queue.h"
#include "rpc/socket.h"
#include "rpc/timer.h"
#include "rpc/transport.h"
#include <nghttp2/nghttp2.h>
#include <pthread.h>
#include <stdatomic.h>

#define RECEIVE_BUFFER ((size_t)256 << 10)

typedef struct connection connection;

/* What epoll hands back. */
typedef struct source {
    void (*ready)(struct source *self, uint32_t events);
} source;

typedef struct listener {
    source source;
    struct transport *t;
    bound_socket socket;
    timer pause; /* while there are no descriptors */
} listener;

struct transport {
    rpc_options options;
    transport_service service;
    int epoll, wake; /* wake: an eventfd */
    source wake_source;
    timers timers;
    listener *listener;
    size_t n_listeners;
    nghttp2_session_callbacks *callbacks;
    nghttp2_option *http;
    uint8_t *buffer; /* RECEIVE_BUFFER bytes: what was just received */
    connection *connections;
    uint64_t queued; /* by all of them */
    timer final_goaway;
    bool io_running, worker_running, listening;
    pthread_t io, worker_thread;
    queue answers; /* of posts: for the first thread */
    queue work;    /* of posts: for the second; woken by its condition */

    pthread_mutex_t lock; /* of the two below */
    pthread_cond_t empty;
    size_t n_connections;
    bool drained;

    atomic_bool draining, stopping;
    struct {
        _Atomic uint64_t connections, calls, accepted, started, cancelled, refused, received, sent;
    } stats;
};

struct connection {
    source source;
    transport *t;
    connection *prev, *next;
    int fd;
    nghttp2_session *session;
    inbound *calls;
    size_t n_calls;
    timer timer;
    const uint8_t *out; /* nghttp2's, until it is asked for more */
    size_t out_len;
    uint64_t queued;                  /* bytes of answers that nghttp2 has not taken */
    uint64_t settings;                /* frames of them */
    size_t header_block, header_list; /* bytes of the headers that come in, as sent; as meant */
    uint32_t events;
    uint64_t since_ns, written_ns, active_ns; /* opened; last written; last had a call */
    bool greeted, dead;
};

/* -- loop.c -- */
bool loop_watch(transport *t, int fd, source *s, uint32_t events, bool is_new);
void loop_post(transport *t, post *p); /* any thread */

/* -- listen.c -- */
cuzk_status listen_all(transport *t, cuzk_error *err);
bool listen_start(transport *t);
void listen_stop(transport *t);

/* -- connection.c -- */
void connection_new(transport *t, int fd);
/* Sends what can be sent, sets what is waited for. */
void connection_pump(connection *c);
/* It is of no use any more: freed at the end of the round. */
void connection_drop(connection *c);
void connection_free_doomed(transport *t);
/* Ends one that nobody has used for long; false: there is none. */
bool connection_make_room(transport *t);
/* So many bytes of answers more wait in it; or fewer. */
void connection_queued(connection *c, int64_t bytes);
void connection_arm(connection *c);
void connection_goaway(connection *c, bool final);

/* -- session.c -- */
bool session_setup(transport *t);
bool session_new(connection *c);

#endif
