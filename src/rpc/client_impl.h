/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Inside the client: client.c has its calls and its socket, client_http.c what HTTP/2 says of a
 * call, client_connect.c addresses. */
#ifndef CUZK_RPC_CLIENT_IMPL_H
#define CUZK_RPC_CLIENT_IMPL_H

#include "rpc/client.h"
#include <nghttp2/nghttp2.h>

#define GRPC_PREFIX 5 /* bytes before a message: compressed or not, length */

struct rpc_call {
    rpc_client *client;
    rpc_call *prev, *next; /* in flight or ended */
    int32_t stream;
    rpc_done_fn fn;
    void *ctx;
    uint64_t deadline_ns; /* 0: none */
    bool ended;
    rpc_reply reply; /* when ended */

    rpc_piece *piece; /* owned, their bytes are not; the first is the prefix */
    size_t n_pieces, at_piece, at_byte;
    uint64_t left; /* bytes not sent */
    uint8_t prefix[GRPC_PREFIX];

    unsigned http_status; /* 0: not seen */
    bool is_grpc;         /* by its content type */
    int grpc_status;      /* -1: not seen */
    char message[RPC_MESSAGE_MAX];
    uint8_t head[GRPC_PREFIX];
    size_t head_len, len, want, room, max_response;
    uint8_t *data;
};

typedef struct call_list {
    rpc_call *first, *last;
} call_list;

struct rpc_client {
    int fd;
    nghttp2_session *session;
    char authority[300];
    bool dead;
    char why[RPC_MESSAGE_MAX];
    call_list in_flight, ended;
    size_t n_in_flight;
    uint64_t next_deadline_ns; /* not after the first deadline; UINT64_MAX: none */
    uint8_t *out;              /* what the socket did not take */
    size_t out_at, out_len, out_room;
};

/* Moves a call to those that ended; its stream is reset unless it is closed. */
void call_end(rpc_call *call, grpc_status s, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The connection is of no use any more. */
void client_lose(rpc_client *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Keeps bytes until the socket takes them; false: no memory. */
bool client_keep(rpc_client *c, const void *data, size_t len);

/* -- client_http.c -- */

cuzk_status client_session_new(rpc_client *c, cuzk_error *err);
/* Submits the headers and the body; the stream's number, or nghttp2's error. */
int32_t client_submit(rpc_client *c, rpc_call *call, const rpc_request *q);

/* -- client_connect.c -- */

cuzk_status client_connect(int *fd, char *authority, size_t size, const char *address,
                           unsigned timeout_ms, cuzk_error *err);

#endif
