/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/peer.h"

#include "test.h"

#include <sys/socket.h>
#include <unistd.h>

typedef struct stream {
    const answer *answer;
    uint8_t *body;
    size_t len, sent;
    uint32_t sum, total;
    char path[64];
} stream;

static nghttp2_nv header(const char *name, const char *value)
{
    return (nghttp2_nv) { (uint8_t *)(uintptr_t)name, (uint8_t *)(uintptr_t)value, strlen(name),
                          strlen(value), 0 };
}

static ssize_t read_body(nghttp2_session *s, int32_t id, uint8_t *buf, size_t len, uint32_t *flags,
                         nghttp2_data_source *source, void *ctx)
{
    stream *st = source->ptr;
    const answer *a = st->answer;
    size_t n = st->len - st->sent < len ? st->len - st->sent : len;
    (void)ctx;

    memcpy(buf, st->body + st->sent, n);
    st->sent += n;
    if (st->sent < st->len)
        return (ssize_t)n;
    *flags |= NGHTTP2_DATA_FLAG_EOF;
    if (a->grpc_status) {
        nghttp2_nv trailers[] = { header("grpc-status", a->grpc_status),
                                  header("grpc-message", a->grpc_message ? a->grpc_message : "") };
        *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
        nghttp2_submit_trailer(s, id, trailers, 2);
    } else if (a->reset) {
        *flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
        nghttp2_submit_rst_stream(s, 0, id, a->reset);
    }
    return (ssize_t)n;
}

static void respond(nghttp2_session *s, int32_t id, stream *st)
{
    const answer *a = st->answer;
    nghttp2_nv headers[] = { header(":status", a->http_status),
                             header("content-type", a->content_type ? a->content_type : "") };
    nghttp2_data_provider body = { .source.ptr = st, .read_callback = read_body };

    if (a->how == ANSWER_COUNT) {
        const uint8_t counted[] = { 0,
                                    0,
                                    0,
                                    0,
                                    8,
                                    (uint8_t)(st->total >> 24),
                                    (uint8_t)(st->total >> 16),
                                    (uint8_t)(st->total >> 8),
                                    (uint8_t)st->total,
                                    (uint8_t)(st->sum >> 24),
                                    (uint8_t)(st->sum >> 16),
                                    (uint8_t)(st->sum >> 8),
                                    (uint8_t)st->sum };
        st->body = realloc(st->body, sizeof counted);
        memcpy(st->body, counted, sizeof counted);
        st->len = sizeof counted;
    } else if (a->how != ANSWER_ECHO) {
        st->len = a->body_len;
        st->body = realloc(st->body, st->len + 1);
        if (st->len)
            memcpy(st->body, a->body, st->len);
    }
    nghttp2_submit_response(s, id, headers, a->content_type ? 2 : 1, &body);
}

static int on_begin(nghttp2_session *s, const nghttp2_frame *f, void *ctx)
{
    (void)ctx;
    nghttp2_session_set_stream_user_data(s, f->hd.stream_id, calloc(1, sizeof(stream)));
    return 0;
}

static int on_header(nghttp2_session *s, const nghttp2_frame *f, const uint8_t *name,
                     size_t name_len, const uint8_t *value, size_t len, uint8_t flags, void *ctx)
{
    stream *st = nghttp2_session_get_stream_user_data(s, f->hd.stream_id);
    peer *p = ctx;
    (void)name_len, (void)flags;

    if (strcmp((const char *)name, ":path") == 0)
        snprintf(st->path, sizeof st->path, "%.*s", (int)len, (const char *)value);
    if (strcmp((const char *)name, "grpc-timeout") == 0)
        snprintf(p->timeout, sizeof p->timeout, "%.*s", (int)len, (const char *)value);
    return 0;
}

static int on_data(nghttp2_session *s, uint8_t flags, int32_t id, const uint8_t *data, size_t len,
                   void *ctx)
{
    stream *st = nghttp2_session_get_stream_user_data(s, id);
    (void)flags, (void)ctx;

    if (st->answer && st->answer->how == ANSWER_AT_ONCE)
        return 0;
    for (size_t i = 0; i < len; i++)
        st->sum = 31 * st->sum + data[i];
    st->total += (uint32_t)len;
    if (st->answer && st->answer->how == ANSWER_ECHO) {
        st->body = realloc(st->body, st->len + len);
        memcpy(st->body + st->len, data, len);
        st->len += len;
    }
    return 0;
}

static int on_frame(nghttp2_session *s, const nghttp2_frame *f, void *ctx)
{
    peer *p = ctx;
    stream *st = f->hd.stream_id ? nghttp2_session_get_stream_user_data(s, f->hd.stream_id) : NULL;

    if (f->hd.type == NGHTTP2_RST_STREAM)
        p->resets++;
    if (!st)
        return 0;
    for (size_t i = 0; f->hd.type == NGHTTP2_HEADERS && i < p->n_answers; i++)
        if (strcmp(p->answers[i].path, st->path) == 0)
            st->answer = &p->answers[i];
    if (!st->answer)
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    if (f->hd.type == NGHTTP2_HEADERS) {
        p->seen++;
        if (st->answer->how == ANSWER_AT_ONCE)
            respond(s, f->hd.stream_id, st);
    }
    if (st->answer->how == ANSWER_HANG_UP)
        return NGHTTP2_ERR_CALLBACK_FAILURE;
    if (f->hd.flags & NGHTTP2_FLAG_END_STREAM && st->answer->how < ANSWER_NEVER)
        respond(s, f->hd.stream_id, st);
    return 0;
}

static int on_close(nghttp2_session *s, int32_t id, uint32_t code, void *ctx)
{
    stream *st = nghttp2_session_get_stream_user_data(s, id);
    (void)code, (void)ctx;

    if (st)
        free(st->body);
    free(st);
    nghttp2_session_set_stream_user_data(s, id, NULL);
    return 0;
}

static ssize_t send_some(nghttp2_session *s, const uint8_t *data, size_t len, int flags, void *ctx)
{
    const peer *p = ctx;
    ssize_t n = send(p->fd, data, len, MSG_NOSIGNAL);
    (void)s, (void)flags;

    return n < 0 ? NGHTTP2_ERR_CALLBACK_FAILURE : n;
}

static nghttp2_session *session_new(peer *p)
{
    static const nghttp2_settings_entry settings[] = {
        { NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 4096 },
        { NGHTTP2_SETTINGS_MAX_FRAME_SIZE, 1 << 20 },
        { NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 1 << 20 },
    };
    nghttp2_session_callbacks *callbacks;
    nghttp2_session *s;

    nghttp2_session_callbacks_new(&callbacks);
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, on_begin);
    nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
    nghttp2_session_callbacks_set_send_callback(callbacks, send_some);
    nghttp2_session_server_new(&s, callbacks, p);
    nghttp2_session_callbacks_del(callbacks);
    nghttp2_submit_settings(s, 0, settings, 3);
    return s;
}

static void *serve(void *ctx)
{
    peer *p = ctx;
    nghttp2_session *s = session_new(p);
    uint8_t buf[65536];
    ssize_t n;

    while (nghttp2_session_send(s) == 0 && (n = recv(p->fd, buf, sizeof buf, 0)) > 0)
        if (nghttp2_session_mem_recv(s, buf, (size_t)n) < 0)
            break;
    /* Deleting a session closes no stream: those that are left are walked by hand. */
    for (int32_t id = 1; id <= nghttp2_session_get_last_proc_stream_id(s); id += 2)
        on_close(s, id, 0, p);
    nghttp2_session_del(s);
    close(p->fd);
    return NULL;
}

void peer_start(peer *p, const answer *answers, size_t n)
{
    int fd[2];

    *p = (peer) { .answers = answers, .n_answers = n };
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd), 0);
    p->fd = fd[0];
    p->client_fd = fd[1];
    assert_int_equal(pthread_create(&p->thread, NULL, serve, p), 0);
}

void peer_stop(peer *p)
{
    pthread_join(p->thread, NULL);
}
