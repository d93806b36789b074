/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/raw.h"
#include "test.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void keep(char *out, size_t size, const uint8_t *value, size_t len)
{
    snprintf(out, size, "%.*s", (int)len, (const char *)value);
}

static int on_header(nghttp2_session *s, const nghttp2_frame *f, const uint8_t *name,
                     size_t name_len, const uint8_t *value, size_t len, uint8_t flags, void *ctx)
{
    raw_stream *st = nghttp2_session_get_stream_user_data(s, f->hd.stream_id);
    const char *n = (const char *)name;
    (void)name_len, (void)flags, (void)ctx;

    if (strcmp(n, ":status") == 0)
        keep(st->http_status, sizeof st->http_status, value, len);
    if (strcmp(n, "grpc-status") == 0)
        keep(st->grpc_status, sizeof st->grpc_status, value, len);
    if (strcmp(n, "grpc-message") == 0)
        keep(st->grpc_message, sizeof st->grpc_message, value, len);
    if (strcmp(n, "grpc-accept-encoding") == 0)
        keep(st->accepts, sizeof st->accepts, value, len);
    return 0;
}

static int on_data(nghttp2_session *s, uint8_t flags, int32_t id, const uint8_t *data, size_t len,
                   void *ctx)
{
    raw_stream *st = nghttp2_session_get_stream_user_data(s, id);
    size_t room = sizeof st->answer - st->answer_len, n = len < room ? len : room;
    (void)flags, (void)ctx;

    memcpy(st->answer + st->answer_len, data, n);
    st->answer_len += n;
    st->got += len;
    return 0;
}

static int on_frame(nghttp2_session *s, const nghttp2_frame *f, void *ctx)
{
    raw *r = ctx;
    (void)s;

    if (f->hd.type == NGHTTP2_GOAWAY) {
        r->goaways++;
        r->last_stream = f->goaway.last_stream_id;
    }
    return 0;
}

static int on_close(nghttp2_session *s, int32_t id, uint32_t error, void *ctx)
{
    raw_stream *st = nghttp2_session_get_stream_user_data(s, id);
    (void)ctx;

    st->closed = true;
    st->error = error;
    return 0;
}

static ssize_t read_body(nghttp2_session *s, int32_t id, uint8_t *out, size_t room, uint32_t *flags,
                         nghttp2_data_source *from, void *ctx)
{
    raw_stream *st = from->ptr;
    size_t n = st->len < room ? st->len : room;
    (void)s, (void)id, (void)ctx;

    if (n > 0)
        memcpy(out, st->body, n);
    st->body += n;
    st->len -= n;
    if (st->len == 0 && st->end)
        *flags |= NGHTTP2_DATA_FLAG_EOF;
    else if (n == 0)
        return NGHTTP2_ERR_DEFERRED;
    return (ssize_t)n;
}

void raw_open(raw *r, const char *socket_path, uint32_t window)
{
    const nghttp2_settings_entry settings = { NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, window };
    struct sockaddr_un a = { .sun_family = AF_UNIX };
    nghttp2_session_callbacks *callbacks;

    *r = (raw) { .fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) };
    snprintf(a.sun_path, sizeof a.sun_path, "%s", socket_path);
    assert_int_equal(connect(r->fd, (const struct sockaddr *)&a, sizeof a), 0);
    assert_int_equal(nghttp2_session_callbacks_new(&callbacks), 0);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    assert_int_equal(nghttp2_session_client_new(&r->session, callbacks, r), 0);
    nghttp2_session_callbacks_del(callbacks);
    assert_int_equal(nghttp2_submit_settings(r->session, 0, &settings, 1), 0);
}

void raw_close(raw *r)
{
    nghttp2_session_del(r->session);
    close(r->fd);
}

static nghttp2_nv header(const char *name, const char *value)
{
    return (nghttp2_nv) { (uint8_t *)(uintptr_t)name, (uint8_t *)(uintptr_t)value, strlen(name),
                          strlen(value), 0 };
}

void raw_ask(raw *r, raw_stream *st, raw_headers h)
{
    nghttp2_nv headers[7] = {
        header(":method", h.method ? h.method : "POST"),
        header(":scheme", "http"),
        header(":path", h.path),
        header(":authority", "test"),
        header("content-type", h.content_type ? h.content_type : "application/grpc"),
    };
    size_t n = 5;

    if (h.encoding)
        headers[n++] = header("grpc-encoding", h.encoding);
    if (h.more)
        headers[n++] = header("x-more", h.more);
    *st = (raw_stream) { 0 };
    st->provider = (nghttp2_data_provider) { .source.ptr = st, .read_callback = read_body };
    st->id = nghttp2_submit_request(r->session, NULL, headers, n, &st->provider, st);
    assert_true(st->id > 0);
}

void raw_say(raw *r, raw_stream *st, const void *body, size_t len, bool end)
{
    RAW_UNTIL(r, st->len == 0);
    st->body = body;
    st->len = len;
    st->end = end;
    nghttp2_session_resume_data(r->session, st->id); /* unless it is asked for the first time */
}

static void send_all(raw *r)
{
    const uint8_t *data;
    ssize_t n;

    while ((n = nghttp2_session_mem_send(r->session, &data)) > 0)
        while (n > 0 && !r->gone) {
            ssize_t some = send(r->fd, data, (size_t)n, MSG_NOSIGNAL);
            r->gone = some < 0;
            data += some;
            n -= some;
        }
}

void raw_step(raw *r, int ms)
{
    struct pollfd p = { .fd = r->fd, .events = POLLIN };
    uint8_t buffer[65536];

    send_all(r);
    if (r->gone || poll(&p, 1, ms) < 1)
        return;
    ssize_t n = recv(r->fd, buffer, sizeof buffer, 0);
    if (n <= 0)
        r->gone = true;
    else
        assert_int_equal(nghttp2_session_mem_recv(r->session, buffer, (size_t)n), n);
    send_all(r);
}
