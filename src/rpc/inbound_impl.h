/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Inside the transport: a call. inbound.c has its life and its answers, request_in.c its request.
 * Everything here belongs to the first thread but where it says otherwise. */
#ifndef CUZK_RPC_INBOUND_IMPL_H
#define CUZK_RPC_INBOUND_IMPL_H

#include "rpc/transport_impl.h"

/* Of what a client is told of an error; more is cut. */
#define INBOUND_TEXT 512

typedef struct answer {
    post post;
    inbound *call;
    struct answer *next; /* in the call's output */
    uint8_t *data;       /* with its prefix; NULL: only the end */
    size_t len, at;
    bool is_end; /* part of its call */
} answer;

struct inbound {
    connection *c; /* NULL: the stream is gone */
    transport *t;
    inbound *prev, *next;
    int32_t stream;
    const method *method; /* NULL: none, or not known yet */
    void *state;
    char path[128];
    bool begun; /* the headers are whole, and say: */
    bool post, grpc, bad_timeout, path_too_long, too_many_headers;
    timer timer;
    uint64_t deadline_ns, wake_ns, moved_ns; /* UINT64_MAX: none; moved: bytes came or went */
    uint64_t whole_ns;                       /* when the message must be there; UINT64_MAX */

    uint8_t prefix[ANSWER_PREFIX];
    unsigned n_prefix;
    request request;
    uint64_t reserved; /* for it */
    size_t got;
    bool has_request; /* a message is whole */
    bool uploaded;    /* the client has said all */
    bool handling, closed;
    post handle, handled;

    answer *first, *last; /* output */
    bool responded, over; /* headers were submitted; the status is known */
    grpc_status status;
    char text[INBOUND_TEXT];

    atomic_bool finished; /* any thread: by the first inbound_finish */
    atomic_uint posts;    /* any thread: in a queue */
    answer end;           /* that finish's, with these: */
    grpc_status end_status;
    char end_text[INBOUND_TEXT];
};

inbound *inbound_new(connection *c, int32_t stream);
/* The headers are there; then pieces; then the end. */
void inbound_begin(inbound *call);
void inbound_data(inbound *call, const uint8_t *data, size_t len);
void inbound_uploaded(inbound *call);
void inbound_gone(inbound *call);
/* Output, from the first thread: at once. */
void inbound_end(inbound *call, grpc_status status, const char *text);
void inbound_arm(inbound *call);
void inbound_timer(void *owner, uint64_t now_ns);
void inbound_release_request(inbound *call);
ssize_t inbound_read(inbound *call, uint8_t *out, size_t room, uint32_t *flags);
/* Closes and frees what is over. */
void inbound_settle(inbound *call);
void inbound_handle(inbound *call);

#endif
