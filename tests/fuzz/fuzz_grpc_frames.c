/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The body of a call, its messages with their five bytes of prefix, in DATA frames of any length;
 * and a reader of the whole body at once as the slow twin, which must come to the same end.
 *
 * The first byte of the input: the method (two bits), whether the client says that it has ended,
 * the length of frames (five bits). */
#include "fuzz.h"
#include "rpc_session.h"

#include <sys/socket.h>

unsigned long fuzz_accepted;

static const char *const paths[] = { "/unary", "/slow", "/small", "/stream" };
enum { UNARY, SLOW, SMALL, STREAM };

/* -- what should come of it -- */

typedef struct outcome {
    grpc_status status;
    size_t messages, bytes; /* whole ones in the body before anything is wrong; with prefixes */
} outcome;

static outcome judge(unsigned how, const uint8_t *body, size_t len)
{
    const size_t most = how == SMALL ? SESSION_SMALL : SESSION_MAX_MESSAGE;
    outcome o = { .status = GRPC_INVALID_ARGUMENT };

    for (size_t at = 0; at < len; at = o.bytes) {
        if (len - at < ANSWER_PREFIX)
            return o;
        const uint8_t *p = body + at;
        const size_t n = (size_t)p[1] << 24 | (size_t)p[2] << 16 | (size_t)p[3] << 8 | p[4];
        if (p[0] != 0) {
            o.status = p[0] == 1 ? GRPC_UNIMPLEMENTED : GRPC_INVALID_ARGUMENT;
            return o;
        }
        if (o.messages > 0 && how != STREAM)
            return o;
        if (n > most) {
            o.status = GRPC_RESOURCE_EXHAUSTED;
            return o;
        }
        if (n > len - at - ANSWER_PREFIX)
            return o;
        o.messages++;
        o.bytes = at + ANSWER_PREFIX + n;
    }
    if (o.messages > 0 || how == STREAM)
        o.status = GRPC_OK;
    return o;
}

/* -- a client that asks so -- */

typedef struct asked {
    const uint8_t *body;
    size_t len, sent, frame;
    bool ends;
    uint8_t answer[32768];
    size_t answer_len;
    unsigned ended; /* times that a status came */
    int status;
} asked;

static ssize_t on_read(nghttp2_session *session, int32_t stream, uint8_t *out, size_t room,
                       uint32_t *flags, nghttp2_data_source *from, void *ctx)
{
    asked *q = ctx;
    size_t n = q->len - q->sent < q->frame ? q->len - q->sent : q->frame;
    (void)session, (void)stream, (void)from;

    if (n > room)
        n = room;
    if (n > 0)
        memcpy(out, q->body + q->sent, n);
    q->sent += n;
    if (q->sent == q->len && q->ends)
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    else if (n == 0)
        return NGHTTP2_ERR_DEFERRED;
    return (ssize_t)n;
}

static int on_header(nghttp2_session *session, const nghttp2_frame *f, const uint8_t *name,
                     size_t name_len, const uint8_t *value, size_t len, uint8_t flags, void *ctx)
{
    asked *q = ctx;
    (void)session, (void)f, (void)flags, (void)len;

    if (name_len == 11 && memcmp(name, "grpc-status", 11) == 0) {
        q->ended++;
        q->status = atoi((const char *)value);
    }
    return 0;
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t stream, const uint8_t *data,
                   size_t len, void *ctx)
{
    asked *q = ctx;
    (void)session, (void)flags, (void)stream;

    CHECK(q->ended == 0 && len <= sizeof q->answer - q->answer_len);
    memcpy(q->answer + q->answer_len, data, len);
    q->answer_len += len;
    return 0;
}

static nghttp2_session *client_new(asked *q, const char *path)
{
    const nghttp2_nv headers[] = {
        { (uint8_t *)(uintptr_t) ":method", (uint8_t *)(uintptr_t) "POST", 7, 4, 0 },
        { (uint8_t *)(uintptr_t) ":scheme", (uint8_t *)(uintptr_t) "http", 7, 4, 0 },
        { (uint8_t *)(uintptr_t) ":path", (uint8_t *)(uintptr_t)path, 5, strlen(path), 0 },
        { (uint8_t *)(uintptr_t) ":authority", (uint8_t *)(uintptr_t) "x", 10, 1, 0 },
        { (uint8_t *)(uintptr_t) "content-type", (uint8_t *)(uintptr_t) "application/grpc", 12, 16,
          0 },
    };
    const nghttp2_settings_entry window = { NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 1 << 20 };
    const nghttp2_data_provider body = { .read_callback = on_read };
    nghttp2_session_callbacks *callbacks;
    nghttp2_session *client;

    CHECK(nghttp2_session_callbacks_new(&callbacks) == 0);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
    CHECK(nghttp2_session_client_new(&client, callbacks, q) == 0);
    nghttp2_session_callbacks_del(callbacks);
    CHECK(nghttp2_submit_settings(client, 0, &window, 1) == 0);
    CHECK(nghttp2_session_set_local_window_size(client, 0, 0, 1 << 20) == 0);
    CHECK(nghttp2_submit_request(client, NULL, headers, 5, &body, NULL) == 1);
    return client;
}

/* One frame to the server at a time, and what it says to it. */
static void talk(nghttp2_session *client, rpc_session *s)
{
    uint8_t buffer[65536];
    const uint8_t *frame;
    ssize_t n, got;

    do {
        n = nghttp2_session_mem_send(client, &frame);
        CHECK(n >= 0);
        CHECK(n == 0 || send(s->fd, frame, (size_t)n, MSG_NOSIGNAL) == n);
        rpc_session_run(s);
        while ((got = recv(s->fd, buffer, sizeof buffer, 0)) > 0)
            CHECK(nghttp2_session_mem_recv(client, buffer, (size_t)got) == got);
    } while (n > 0 || nghttp2_session_want_write(client));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len)
{
    static rpc_session s;
    static asked q;

    if (len < 1 || len > 20000) /* what a socket takes at once */
        return 0;
    const unsigned how = data[0] & 3;
    q = (asked) { .body = data + 1,
                  .len = len - 1,
                  .frame = (data[0] >> 3) ? (size_t)1 << (data[0] >> 3) / 2 : len,
                  .ends = data[0] & 4 };
    const outcome o = judge(how, q.body, q.len);

    rpc_session_open(&s);
    nghttp2_session *client = client_new(&q, paths[how]);
    talk(client, &s);
    if (q.ended == 0) { /* it waits for more: only a client that has not ended may make it */
        CHECK(!q.ends);
        CHECK(s.handled == (how == STREAM ? o.messages : 0));
        rpc_session_wait(&s);
        talk(client, &s);
        CHECK(q.ended == (how == STREAM && o.bytes == q.len ? 0 : 1));
        CHECK(q.ended == 0 || q.status == GRPC_DEADLINE_EXCEEDED);
    } else {
        CHECK(q.ended == 1 && q.status == (int)o.status);
        CHECK(how == STREAM ? s.handled == o.messages : s.handled == (o.status == GRPC_OK));
        fuzz_accepted += o.status == GRPC_OK;
    }
    /* The answers are the messages; when something was wrong, the last may be missing. */
    CHECK(q.answer_len <= o.bytes && memcmp(q.answer, q.body, q.answer_len) == 0);
    CHECK(q.ended != 1 || q.status != GRPC_OK || q.answer_len == o.bytes);
    nghttp2_session_del(client);
    rpc_session_close(&s);
    return 0;
}
