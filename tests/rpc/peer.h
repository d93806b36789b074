/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A server for testing clients, on one end of a socket pair: it answers as its table says, right or
 * wrong. */
#ifndef CUZK_TESTS_RPC_PEER_H
#define CUZK_TESTS_RPC_PEER_H

#include <nghttp2/nghttp2.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

typedef struct answer {
    const char *path;
    const char *http_status;  /* "200" */
    const char *content_type; /* NULL: none */
    /* The body, prefix included; NULL: none. */
    const char *body;
    size_t body_len;
    const char *grpc_status; /* in the trailers; NULL: none */
    const char *grpc_message;
    uint32_t reset; /* an error code: the stream is reset after the body */
    enum {
        ANSWER_PLAIN,
        ANSWER_ECHO,  /* the request's body is the answer's */
        ANSWER_COUNT, /* four bytes of its length, four of a sum over its bytes */
        ANSWER_NEVER,
        ANSWER_AT_ONCE, /* before the request's body is there, of which it takes nothing */
        ANSWER_HANG_UP,
    } how;
} answer;

typedef struct peer {
    pthread_t thread;
    int fd, client_fd; /* client_fd is the client's to close */
    const answer *answers;
    size_t n_answers;
    atomic_uint resets, seen; /* streams the client reset; requests */
    char timeout[32];         /* the last grpc-timeout */
} peer;

void peer_start(peer *p, const answer *answers, size_t n);
/* Waits for the client's end to be closed. */
void peer_stop(peer *p);

#endif
