/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/bytes.h"
#include "rpc/client_impl.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define MAX_FRAME   ((size_t)256 << 10) /* of what we send, where the server allows it */
#define MAX_VECTORS 64
#define WINDOW      (1 << 20)

static rpc_call *call_of(nghttp2_session *session, int32_t stream)
{
    return nghttp2_session_get_stream_user_data(session, stream);
}

/* -- headers -- */

/* The percent-encoding of grpc-message; what is not text becomes '?'. */
static void decode_message(char *out, const uint8_t *s, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len && n + 1 < RPC_MESSAGE_MAX; i++) {
        uint8_t c = s[i];
        if (c == '%' && len - i > 2 && hex_decode(&c, 1, (const char *)s + i + 1, 2))
            i += 2;
        out[n++] = c < ' ' || c == 0x7f ? '?' : (char)c;
    }
    out[n] = '\0';
}

/* A number of at most three digits, or -1. */
static int small_number(const uint8_t *s, size_t len)
{
    int v = 0;
    if (len == 0 || len > 3)
        return -1;
    for (size_t i = 0; i < len; i++) {
        if (s[i] < '0' || s[i] > '9')
            return -1;
        v = 10 * v + s[i] - '0';
    }
    return v;
}

static bool is(const char *want, const uint8_t *s, size_t len)
{
    return strlen(want) == len && memcmp(want, s, len) == 0;
}

static int on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name,
                     size_t name_len, const uint8_t *value, size_t len, uint8_t flags, void *ctx)
{
    static const char type[] = "application/grpc";
    rpc_call *call = call_of(session, frame->hd.stream_id);
    (void)flags, (void)ctx;

    if (!call)
        return 0;
    if (is(":status", name, name_len)) {
        call->http_status = (unsigned)small_number(value, len);
    } else if (is("content-type", name, name_len)) {
        call->is_grpc = len >= sizeof type - 1 && memcmp(value, type, sizeof type - 1) == 0;
    } else if (is("grpc-status", name, name_len)) {
        int s = small_number(value, len);
        call->grpc_status = s >= 0 && s < GRPC_STATUSES ? s : GRPC_UNKNOWN;
    } else if (is("grpc-message", name, name_len)) {
        decode_message(call->message, value, len);
    }
    return 0;
}

/* -- the message -- */

/* The prefix is there: what it says is believed only as far as bytes follow. */
static bool begin_message(rpc_call *call)
{
    call->want = (size_t)call->head[1] << 24 | (size_t)call->head[2] << 16 |
                 (size_t)call->head[3] << 8 | call->head[4];
    if (call->head[0] != 0)
        call_end(call, GRPC_INTERNAL, "the response is compressed, which was not asked for");
    else if (call->want > call->max_response)
        call_end(call, GRPC_RESOURCE_EXHAUSTED, "a response of %zu bytes; at most %zu are taken",
                 call->want, call->max_response);
    return !call->ended;
}

static bool make_room(rpc_call *call, size_t len)
{
    size_t room = call->room ? call->room : 4096;
    while (room < len)
        room *= 2;
    if (room > call->want)
        room = call->want;
    if (room <= call->room)
        return true;
    uint8_t *data = realloc(call->data, room);
    if (!data) {
        call_end(call, GRPC_RESOURCE_EXHAUSTED, "no memory for a response of %zu bytes",
                 call->want);
        return false;
    }
    call->data = data;
    call->room = room;
    return true;
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t stream, const uint8_t *data,
                   size_t len, void *ctx)
{
    rpc_call *call = call_of(session, stream);
    (void)flags, (void)ctx;

    for (; call && len > 0 && call->head_len < GRPC_PREFIX; data++, len--) {
        call->head[call->head_len++] = *data;
        if (call->head_len == GRPC_PREFIX && !begin_message(call))
            return 0;
    }
    if (!call || len == 0)
        return 0;
    if (len > call->want - call->len) {
        call_end(call, GRPC_INTERNAL, "more than one message in the response to a unary call");
        return 0;
    }
    if (!make_room(call, call->len + len))
        return 0;
    memcpy(call->data + call->len, data, len);
    call->len += len;
    return 0;
}

/* -- the end -- */

static grpc_status status_of_http(unsigned http)
{
    switch (http) {
    case 400:
        return GRPC_INTERNAL;
    case 401:
        return GRPC_UNAUTHENTICATED;
    case 403:
        return GRPC_PERMISSION_DENIED;
    case 404:
        return GRPC_UNIMPLEMENTED;
    case 429:
    case 502:
    case 503:
    case 504:
        return GRPC_UNAVAILABLE;
    default:
        return GRPC_UNKNOWN;
    }
}

static grpc_status status_of_reset(uint32_t code)
{
    switch (code) {
    case NGHTTP2_REFUSED_STREAM:
        return GRPC_UNAVAILABLE;
    case NGHTTP2_CANCEL:
        return GRPC_CANCELLED;
    case NGHTTP2_ENHANCE_YOUR_CALM:
        return GRPC_RESOURCE_EXHAUSTED;
    case NGHTTP2_INADEQUATE_SECURITY:
        return GRPC_PERMISSION_DENIED;
    default:
        return GRPC_INTERNAL;
    }
}

static void finish(rpc_call *call, uint32_t code)
{
    if (call->grpc_status > GRPC_OK)
        call_end(call, (grpc_status)call->grpc_status, "%s", call->message);
    else if (code != NGHTTP2_NO_ERROR)
        call_end(call, status_of_reset(code), "the server ended the stream: %s",
                 nghttp2_http2_strerror(code));
    else if (call->http_status != 200)
        call_end(call, status_of_http(call->http_status), "HTTP status %u", call->http_status);
    else if (!call->is_grpc)
        call_end(call, GRPC_UNKNOWN, "the answer is not of gRPC");
    else if (call->grpc_status < 0)
        call_end(call, GRPC_UNKNOWN, "the answer has no status");
    else if (call->head_len < GRPC_PREFIX || call->len < call->want)
        call_end(call, GRPC_INTERNAL, "the response is cut short");
    else
        call_end(call, GRPC_OK, "%s", "");
}

static int on_close(nghttp2_session *session, int32_t stream, uint32_t code, void *ctx)
{
    rpc_call *call = call_of(session, stream);
    (void)ctx;

    if (call) {
        call->stream = -1;
        finish(call, code);
    }
    return 0;
}

/* A server may answer before it has the whole request, and need not close the stream then. */
static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *ctx)
{
    rpc_call *call = call_of(session, frame->hd.stream_id);
    const bool ends = (frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA) &&
                      frame->hd.flags & NGHTTP2_FLAG_END_STREAM;
    (void)ctx;

    if (call && ends && call->left > 0)
        finish(call, NGHTTP2_NO_ERROR);
    return 0;
}

/* -- the request -- */

/* Nothing is copied: send_data writes from the pieces themselves. */
static ssize_t read_request(nghttp2_session *session, int32_t stream, uint8_t *buf, size_t len,
                            uint32_t *flags, nghttp2_data_source *source, void *ctx)
{
    const rpc_call *call = call_of(session, stream);
    (void)buf, (void)source, (void)ctx;

    if (!call)
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    *flags |= NGHTTP2_DATA_FLAG_NO_COPY;
    if (len >= call->left) {
        len = (size_t)call->left;
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    }
    return (ssize_t)len;
}

/* Up to MAX_VECTORS of the next len bytes; how many there are in them. */
static size_t next_vectors(rpc_call *call, struct iovec *v, size_t *n, size_t len)
{
    size_t total = 0;
    while (total < len && *n < MAX_VECTORS) {
        const rpc_piece *p = &call->piece[call->at_piece];
        size_t take = p->len - call->at_byte;
        if (take > len - total)
            take = len - total;
        if (take > 0)
            v[(*n)++] = (struct iovec) { (uint8_t *)(uintptr_t)p->data + call->at_byte, take };
        total += take;
        call->at_byte += take;
        if (call->at_byte == p->len) {
            call->at_piece++;
            call->at_byte = 0;
        }
    }
    call->left -= total;
    return total;
}

/* Writes the vectors, or keeps what the socket does not take now. */
static bool write_vectors(rpc_client *c, const struct iovec *v, size_t n)
{
    const struct msghdr m = { .msg_iov = (struct iovec *)(uintptr_t)v, .msg_iovlen = n };
    ssize_t wrote = c->out_len == c->out_at ? sendmsg(c->fd, &m, MSG_NOSIGNAL) : 0;
    size_t done = wrote > 0 ? (size_t)wrote : 0;

    if (wrote < 0 && errno != EAGAIN && errno != EINTR) {
        client_lose(c, "cannot send: %s", strerror(errno));
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        size_t skip = done < v[i].iov_len ? done : v[i].iov_len;
        done -= skip;
        if (!client_keep(c, (const uint8_t *)v[i].iov_base + skip, v[i].iov_len - skip))
            return false;
    }
    return true;
}

static int send_data(nghttp2_session *session, nghttp2_frame *frame, const uint8_t *head,
                     size_t len, nghttp2_data_source *source, void *ctx)
{
    rpc_client *c = ctx;
    rpc_call *call = call_of(session, frame->hd.stream_id);
    struct iovec v[MAX_VECTORS] = { { (uint8_t *)(uintptr_t)head, 9 } };
    (void)source;

    if (!call)
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    if (c->out_len > c->out_at)
        return NGHTTP2_ERR_WOULDBLOCK;
    for (size_t n = 1; len > 0 || n > 0; n = 0) {
        len -= next_vectors(call, v, &n, len);
        if (!write_vectors(c, v, n))
            return NGHTTP2_ERR_CALLBACK_FAILURE;
    }
    return 0;
}

static ssize_t frame_length(nghttp2_session *session, uint8_t type, int32_t stream,
                            int32_t session_window, int32_t stream_window, uint32_t max_frame,
                            void *ctx)
{
    size_t len = max_frame < MAX_FRAME ? max_frame : MAX_FRAME;
    (void)session, (void)type, (void)stream, (void)ctx;

    if (len > (size_t)session_window)
        len = (size_t)session_window;
    return (ssize_t)(len > (size_t)stream_window ? (size_t)stream_window : len);
}

#define HEADER(k, v)                                                                               \
    {                                                                                              \
        (uint8_t *)(uintptr_t)(k), (uint8_t *)(uintptr_t)(v), strlen(k), strlen(v), 0              \
    }

int32_t client_submit(rpc_client *c, rpc_call *call, const rpc_request *q)
{
    const nghttp2_data_provider body = { .read_callback = read_request };
    char timeout[16] = ""; /* at most eight digits and a unit */

    if (q->timeout_ms < 100000000)
        snprintf(timeout, sizeof timeout, "%um", q->timeout_ms);
    else
        snprintf(timeout, sizeof timeout, "%uS", q->timeout_ms / 1000);
    const nghttp2_nv headers[] = {
        HEADER(":method", "POST"),      HEADER(":scheme", "http"),
        HEADER(":path", q->path),       HEADER(":authority", c->authority),
        HEADER("te", "trailers"),       HEADER("content-type", "application/grpc"),
        HEADER("user-agent", "cuzk/1"), HEADER("grpc-timeout", timeout),
    };
    const size_t n = sizeof headers / sizeof *headers - (q->timeout_ms == 0);
    return nghttp2_submit_request(c->session, NULL, headers, n, &body, call);
}

cuzk_status client_session_new(rpc_client *c, cuzk_error *err)
{
    static const nghttp2_settings_entry settings[] = {
        { NGHTTP2_SETTINGS_ENABLE_PUSH, 0 },
        { NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, WINDOW },
    };
    nghttp2_session_callbacks *callbacks;

    if (nghttp2_session_callbacks_new(&callbacks) != 0)
        return err_no_memory(err, "a connection", 0);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    nghttp2_session_callbacks_set_send_data_callback(callbacks, send_data);
    nghttp2_session_callbacks_set_data_source_read_length_callback(callbacks, frame_length);
    int rv = nghttp2_session_client_new(&c->session, callbacks, c);
    nghttp2_session_callbacks_del(callbacks);
    if (rv != 0 ||
        nghttp2_submit_settings(c->session, 0, settings, sizeof settings / sizeof *settings) != 0 ||
        nghttp2_session_set_local_window_size(c->session, 0, 0, 16 * WINDOW) != 0)
        return err_no_memory(err, "a connection", 0);
    return CUZK_OK;
}
