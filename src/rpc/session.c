/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* HTTP/2 as nghttp2 tells it: streams become calls. */
#include "base/timing.h"
#include "rpc/grpc.h"
#include "rpc/inbound_impl.h"

#include <string.h>

#define STREAM_WINDOW     (4 << 20)
#define CONNECTION_WINDOW (16 << 20)
#define MAX_FRAME         (1 << 20)
#define MAX_HEADERS       (16 << 10)
#define MAX_BLOCK         (2 * MAX_HEADERS) /* as they are sent: compressed, and padded */
/* Frames, and one a second more: each may change the windows of all calls. */
#define MAX_SETTINGS 100

static inbound *call_of(nghttp2_session *session, int32_t stream)
{
    return nghttp2_session_get_stream_user_data(session, stream);
}

/* A few bytes can name a header of kilobytes again and again. Whoever sends several times what was
 * announced is not listened to any further. */
static int hang_up(nghttp2_session *session)
{
    nghttp2_session_terminate_session(session, NGHTTP2_ENHANCE_YOUR_CALM);
    return NGHTTP2_ERR_CALLBACK_FAILURE;
}

static int on_begin_frame(nghttp2_session *session, const nghttp2_frame_hd *head, void *user)
{
    connection *c = user;

    if (head->type == NGHTTP2_SETTINGS && !(head->flags & NGHTTP2_FLAG_ACK) &&
        ++c->settings > MAX_SETTINGS + (time_wall_ns() - c->since_ns) / 1000000000)
        return hang_up(session);
    if (head->type == NGHTTP2_HEADERS)
        c->header_block = c->header_list = 0;
    else if (head->type != NGHTTP2_CONTINUATION)
        return 0;
    c->header_block += head->length;
    return c->header_block > MAX_BLOCK ? hang_up(session) : 0;
}

static int on_begin_headers(nghttp2_session *session, const nghttp2_frame *f, void *user)
{
    connection *c = user;
    if (f->hd.type != NGHTTP2_HEADERS || f->headers.cat != NGHTTP2_HCAT_REQUEST)
        return 0;
    if (atomic_load(&c->t->stats.calls) >= c->t->options.max_calls)
        return nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, f->hd.stream_id,
                                         NGHTTP2_REFUSED_STREAM);
    inbound *call = inbound_new(c, f->hd.stream_id);
    if (!call)
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    nghttp2_session_set_stream_user_data(session, f->hd.stream_id, call);
    return 0;
}

static bool is(const uint8_t *text, size_t len, const char *what)
{
    return len == strlen(what) && memcmp(text, what, len) == 0;
}

/* "application/grpc", "application/grpc+proto", "application/grpc; ..." */
static bool is_grpc(const uint8_t *v, size_t len)
{
    static const char type[] = "application/grpc";
    size_t n = sizeof type - 1;
    return len >= n && memcmp(v, type, n) == 0 &&
           (len == n || v[n] == ';' || (len == n + 6 && memcmp(v + n, "+proto", 6) == 0));
}

static int on_header(nghttp2_session *session, const nghttp2_frame *f, const uint8_t *name,
                     size_t name_len, const uint8_t *v, size_t len, uint8_t flags, void *user)
{
    inbound *call = call_of(session, f->hd.stream_id);
    connection *c = user;

    (void)flags;
    c->header_list += name_len + len + 32; /* as HTTP/2 counts them */
    if (c->header_list > (size_t)4 * MAX_HEADERS)
        return hang_up(session);
    if (call && c->header_list > MAX_HEADERS)
        call->too_many_headers = true;
    if (!call || f->headers.cat != NGHTTP2_HCAT_REQUEST)
        return 0;
    if (is(name, name_len, ":path")) {
        call->path_too_long = len >= sizeof call->path;
        if (!call->path_too_long)
            memcpy(call->path, v, len);
    } else if (is(name, name_len, ":method")) {
        call->post = is(v, len, "POST");
    } else if (is(name, name_len, "content-type")) {
        call->grpc = is_grpc(v, len);
    } else if (is(name, name_len, "grpc-timeout")) {
        uint64_t ns;
        call->bad_timeout = !grpc_timeout_parse(&ns, v, len);
        if (!call->bad_timeout)
            call->deadline_ns = time_wall_ns() + ns;
    }
    return 0;
}

static int on_frame(nghttp2_session *session, const nghttp2_frame *f, void *user)
{
    connection *c = user;

    if (f->hd.type == NGHTTP2_SETTINGS)
        c->greeted = true;
    if (f->hd.type != NGHTTP2_HEADERS && f->hd.type != NGHTTP2_DATA)
        return 0;
    inbound *call = call_of(session, f->hd.stream_id);
    if (!call)
        return 0;
    bool last = f->hd.flags & NGHTTP2_FLAG_END_STREAM;
    if (f->hd.type == NGHTTP2_HEADERS && f->headers.cat == NGHTTP2_HCAT_REQUEST) {
        call->uploaded = last;
        inbound_begin(call);
    }
    if (last) {
        call->uploaded = true;
        inbound_uploaded(call);
    }
    return 0;
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t stream, const uint8_t *data,
                   size_t len, void *user)
{
    inbound *call = call_of(session, stream);
    (void)flags;
    (void)user;
    if (call)
        inbound_data(call, data, len);
    return 0;
}

/* An answer before the request has ended: the client need not send the rest. Not earlier, because
 * the reset would overtake the answer. */
static int on_sent(nghttp2_session *session, const nghttp2_frame *f, void *user)
{
    (void)user;
    if (f->hd.type == NGHTTP2_HEADERS && (f->hd.flags & NGHTTP2_FLAG_END_STREAM)) {
        inbound *call = call_of(session, f->hd.stream_id);
        if (call && !call->uploaded)
            return nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, f->hd.stream_id,
                                             NGHTTP2_NO_ERROR);
    }
    return 0;
}

static int on_close(nghttp2_session *session, int32_t stream, uint32_t code, void *user)
{
    inbound *call = call_of(session, stream);
    (void)code;
    (void)user;
    if (call)
        inbound_gone(call);
    return 0;
}

bool session_setup(transport *t)
{
    if (nghttp2_session_callbacks_new(&t->callbacks) != 0 || nghttp2_option_new(&t->http) != 0)
        return false;
    nghttp2_session_callbacks_set_on_begin_frame_callback(t->callbacks, on_begin_frame);
    nghttp2_session_callbacks_set_on_begin_headers_callback(t->callbacks, on_begin_headers);
    nghttp2_session_callbacks_set_on_header_callback(t->callbacks, on_header);
    nghttp2_session_callbacks_set_on_frame_recv_callback(t->callbacks, on_frame);
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(t->callbacks, on_data);
    nghttp2_session_callbacks_set_on_frame_send_callback(t->callbacks, on_sent);
    nghttp2_session_callbacks_set_on_stream_close_callback(t->callbacks, on_close);
    /* No memory for streams that are over: priorities between them mean nothing here. */
    nghttp2_option_set_no_closed_streams(t->http, 1);
    return true;
}

bool session_new(connection *c)
{
    const nghttp2_settings_entry settings[] = {
        { NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, c->t->options.max_streams },
        { NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, STREAM_WINDOW },
        { NGHTTP2_SETTINGS_MAX_FRAME_SIZE, MAX_FRAME },
        { NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, MAX_HEADERS },
    };
    return nghttp2_session_server_new2(&c->session, c->t->callbacks, c, c->t->http) == 0 &&
           nghttp2_submit_settings(c->session, NGHTTP2_FLAG_NONE, settings,
                                   sizeof settings / sizeof settings[0]) == 0 &&
           nghttp2_session_set_local_window_size(c->session, NGHTTP2_FLAG_NONE, 0,
                                                 CONNECTION_WINDOW) == 0;
}
