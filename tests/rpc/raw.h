/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A client that may say over HTTP/2 what ours never would, and reads only what it is told to. */
#ifndef CUZK_TESTS_RPC_RAW_H
#define CUZK_TESTS_RPC_RAW_H

#include <nghttp2/nghttp2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RAW_BODY 8192

typedef struct raw_stream {
    int32_t id;
    const uint8_t *body; /* what is still to be said */
    size_t len;
    bool end; /* then it is over */
    char http_status[8], grpc_status[8], grpc_message[128], accepts[64];
    uint8_t answer[RAW_BODY]; /* its beginning */
    size_t answer_len, got;   /* got: of the whole */
    bool closed;
    uint32_t error; /* what it was closed with */
    nghttp2_data_provider provider;
} raw_stream;

typedef struct raw {
    int fd;
    nghttp2_session *session;
    unsigned goaways;
    int32_t last_stream; /* of the last of them */
    bool gone;           /* the server has hung up */
} raw;

typedef struct raw_headers {
    const char *method, *path, *content_type; /* POST, -, application/grpc */
    const char *encoding;                     /* NULL: none */
    const char *more;                         /* one more; NULL: none */
} raw_headers;

/* window: how much of each answer is taken before it is read. */
void raw_open(raw *r, const char *socket_path, uint32_t window);
void raw_close(raw *r);
/* Begins a call; the stream must stay where it is. */
void raw_ask(raw *r, raw_stream *st, raw_headers h);
/* A body, or a part of it; the bytes are borrowed. */
void raw_say(raw *r, raw_stream *st, const void *body, size_t len, bool end);
/* Sends what there is; receives what comes within some milliseconds. */
void raw_step(raw *r, int ms);

#define RAW_UNTIL(r, condition)                                                                    \
    do {                                                                                           \
        for (int i_ = 0; !(condition) && i_ < 5000; i_++)                                          \
            raw_step((r), 1);                                                                      \
        assert_true(condition);                                                                    \
    } while (0)

#endif
