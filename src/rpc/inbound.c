/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A call's answers, and its life: it is freed when its stream is gone, its method has returned and
 * been told, and nothing about it is in a queue. */
#include "base/timing.h"
#include "rpc/grpc.h"
#include "rpc/inbound_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -- life -- */

static void run_end(post *self);
static void run_send(post *self);

inbound *inbound_new(connection *c, int32_t stream)
{
    transport *t = c->t;
    inbound *call = calloc(1, sizeof *call);

    if (!call || !timer_open(&t->timers, &call->timer, inbound_timer, call)) {
        free(call);
        return NULL;
    }
    call->c = c;
    call->t = t;
    call->stream = stream;
    call->deadline_ns = call->wake_ns = call->whole_ns = UINT64_MAX;
    call->moved_ns = time_wall_ns();
    call->end.call = call;
    call->end.is_end = true;
    call->end.post.run = run_end;
    call->next = c->calls;
    if (call->next)
        call->next->prev = call;
    c->calls = call;
    c->n_calls++;
    t->stats.calls++;
    t->stats.started++;
    inbound_arm(call);
    return call;
}

static void free_answer(answer *a)
{
    free(a->data);
    a->data = NULL;
    if (!a->is_end)
        free(a);
}

void inbound_settle(inbound *call)
{
    transport *t = call->t;

    if (call->c || call->handling)
        return;
    if (!call->closed) {
        call->closed = true;
        inbound_release_request(call);
        if (call->method && call->method->closed && call->handle.run)
            call->method->closed(t->service.ctx, call);
    }
    if (atomic_load(&call->posts) > 0)
        return;
    timer_close(&t->timers, &call->timer);
    t->stats.calls--;
    free(call);
}

void inbound_gone(inbound *call)
{
    connection *c = call->c;

    while (call->first) {
        answer *a = call->first;
        call->first = a->next;
        connection_queued(c, -(int64_t)(a->len - a->at));
        free_answer(a);
    }
    if (!call->over)
        call->t->stats.cancelled++;
    call->over = true;
    timer_set(&call->t->timers, &call->timer, UINT64_MAX);
    if (call->next)
        call->next->prev = call->prev;
    *(call->prev ? &call->prev->next : &c->calls) = call->next;
    c->n_calls--;
    c->active_ns = time_wall_ns();
    call->c = NULL;
    inbound_settle(call);
}

/* -- output -- */

#define NV(name, value)                                                                            \
    {                                                                                              \
        (uint8_t *)(uintptr_t)(name), (uint8_t *)(uintptr_t)(value), sizeof(name) - 1,             \
            strlen(value), NGHTTP2_NV_FLAG_NONE                                                    \
    }

static ssize_t read_output(nghttp2_session *session, int32_t stream, uint8_t *out, size_t room,
                           uint32_t *flags, nghttp2_data_source *data, void *user)
{
    (void)session;
    (void)stream;
    (void)user;
    return inbound_read(data->ptr, out, room, flags);
}

/* Every byte may take three. */
#define TRAILER_TEXT (3 * INBOUND_TEXT)

/* grpc-status and, for an error, grpc-message. */
static size_t trailers(const inbound *call, nghttp2_nv nv[2], char number[8],
                       char text[TRAILER_TEXT])
{
    snprintf(number, 8, "%d", (int)call->status);
    nv[0] = (nghttp2_nv)NV("grpc-status", number);
    if (call->status == GRPC_OK)
        return 1;
    grpc_message_encode(text, TRAILER_TEXT, call->text);
    nv[1] = (nghttp2_nv)NV("grpc-message", text);
    return 2;
}

/* With a body that follows, or nothing but the end. */
static void respond(inbound *call, bool body)
{
    nghttp2_data_provider provider = { .source.ptr = call, .read_callback = read_output };
    char number[8], text[TRAILER_TEXT];
    nghttp2_nv nv[5] = { NV(":status", "200"), NV("content-type", "application/grpc"),
                         NV("grpc-accept-encoding", "identity") };
    size_t n = 3 + (body ? 0 : trailers(call, nv + 3, number, text));

    call->responded = true;
    if (nghttp2_submit_response(call->c->session, call->stream, nv, n, body ? &provider : NULL) !=
        0)
        connection_drop(call->c);
}

ssize_t inbound_read(inbound *call, uint8_t *out, size_t room, uint32_t *flags)
{
    size_t n = 0;

    while (call->first && n < room) {
        answer *a = call->first;
        size_t some = a->len - a->at < room - n ? a->len - a->at : room - n;
        memcpy(out + n, a->data + a->at, some);
        a->at += some;
        n += some;
        if (a->at < a->len)
            break;
        call->first = a->next;
        free_answer(a);
    }
    connection_queued(call->c, -(int64_t)n);
    if (n > 0)
        call->moved_ns = time_wall_ns();
    if (!call->first && call->over) {
        char number[8], text[TRAILER_TEXT];
        nghttp2_nv nv[2];
        size_t n_nv = trailers(call, nv, number, text);
        *flags |= NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM;
        if (nghttp2_submit_trailer(call->c->session, call->stream, nv, n_nv) != 0)
            return NGHTTP2_ERR_CALLBACK_FAILURE;
    } else if (n == 0) {
        return NGHTTP2_ERR_DEFERRED;
    }
    return (ssize_t)n;
}

static void queue_answer(inbound *call, answer *a)
{
    a->next = NULL;
    *(call->first ? &call->last->next : &call->first) = a;
    call->last = a;
    connection_queued(call->c, (int64_t)a->len);
    call->moved_ns = time_wall_ns();
    if (call->responded)
        nghttp2_session_resume_data(call->c->session, call->stream);
    else
        respond(call, true);
    inbound_arm(call);
}

static void set_end(inbound *call, grpc_status status, const char *text)
{
    call->over = true;
    call->status = status;
    call->deadline_ns = call->wake_ns = UINT64_MAX;
    snprintf(call->text, sizeof call->text, "%s", text ? text : "");
    text_make_clean(call->text, false);
}

void inbound_end(inbound *call, grpc_status status, const char *text)
{
    if (call->over)
        return;
    set_end(call, status, text);
    if (!call->handling)
        inbound_release_request(call); /* the rest of it is not kept */
    call->moved_ns = time_wall_ns();
    if (call->responded)
        nghttp2_session_resume_data(call->c->session, call->stream);
    else
        respond(call, false);
    inbound_arm(call);
}

/* -- from any thread -- */

static inbound *arrived(post *self)
{
    answer *a = (answer *)((char *)self - offsetof(answer, post));
    atomic_fetch_sub(&a->call->posts, 1);
    return a->call;
}

static void run_end(post *self)
{
    inbound *call = arrived(self);
    connection *c = call->c;

    if (call->over) {
        free(call->end.data);
        call->end.data = NULL;
    } else if (call->end.data) {
        set_end(call, GRPC_OK, NULL);
        queue_answer(call, &call->end);
    } else {
        inbound_end(call, call->end_status, call->end_text);
    }
    if (c)
        connection_pump(c);
    else
        inbound_settle(call);
}

static void run_send(post *self)
{
    inbound *call = arrived(self);
    connection *c = call->c;
    answer *a = (answer *)((char *)self - offsetof(answer, post));

    if (call->over)
        free_answer(a);
    else
        queue_answer(call, a);
    if (c)
        connection_pump(c);
    else
        inbound_settle(call);
}

static void post_answer(answer *a)
{
    atomic_fetch_add(&a->call->posts, 1);
    loop_post(a->call->t, &a->post);
}

static void set_message(answer *a, uint8_t *message, size_t len)
{
    a->data = message;
    a->len = ANSWER_PREFIX + len;
    message[0] = 0;
    for (int i = 0; i < 4; i++)
        message[1 + i] = (uint8_t)(len >> (24 - 8 * i));
}

void inbound_send(inbound *call, uint8_t *message, size_t len)
{
    answer *a = message ? calloc(1, sizeof *a) : NULL;
    if (!a) {
        free(message);
        inbound_finish(call, GRPC_RESOURCE_EXHAUSTED, "out of memory");
        return;
    }
    a->call = call;
    a->post.run = run_send;
    set_message(a, message, len);
    post_answer(a);
}

void inbound_finish(inbound *call, grpc_status status, const char *text)
{
    if (atomic_exchange(&call->finished, true))
        return;
    call->end_status = status;
    snprintf(call->end_text, sizeof call->end_text, "%s", text ? text : "");
    post_answer(&call->end);
}

void inbound_answer(inbound *call, uint8_t *message, size_t len)
{
    if (!message) {
        inbound_finish(call, GRPC_RESOURCE_EXHAUSTED, "out of memory");
        return;
    }
    if (atomic_exchange(&call->finished, true)) {
        free(message);
        return;
    }
    set_message(&call->end, message, len);
    post_answer(&call->end);
}

/* What a cuzk_error is to a client: by its code where that says more than the status. */
void inbound_fail(inbound *call, const cuzk_error *err)
{
    static const struct {
        const char *code;
        grpc_status status;
    } by_code[] = {
        { "job-exists", GRPC_ALREADY_EXISTS },
        { "no-job", GRPC_NOT_FOUND },
        { "no-circuit", GRPC_NOT_FOUND },
        { "draining", GRPC_UNAVAILABLE },
    };
    grpc_status s = err->status == CUZK_BAD_INPUT      ? GRPC_INVALID_ARGUMENT
                    : err->status == CUZK_NO           ? GRPC_FAILED_PRECONDITION
                    : err->status == CUZK_NO_RESOURCES ? GRPC_RESOURCE_EXHAUSTED
                    : err->status == CUZK_INTERRUPTED  ? GRPC_CANCELLED
                                                       : GRPC_INTERNAL;
    for (size_t i = 0; i < sizeof by_code / sizeof by_code[0]; i++)
        if (strcmp(err->code, by_code[i].code) == 0)
            s = by_code[i].status;
    char line[CUZK_ERROR_LINE_MAX];
    cuzk_error_line(line, err);
    inbound_finish(call, s, line);
}

void inbound_set_state(inbound *call, void *state)
{
    call->state = state;
}

void *inbound_state(const inbound *call)
{
    return call->state;
}

transport *inbound_transport(const inbound *call)
{
    return call->t;
}
