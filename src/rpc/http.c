/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "rpc/http.h"

#include "base/log.h"
#include "engine/snapshot.h"
#include "rpc/metrics.h"
#include "rpc/status_json.h"
#include "rpc/tcp_listen.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct http_server {
    http_options options;
    struct MHD_Daemon *daemon;
    char address[128];
};

/* -- answers -- */

typedef struct answer {
    unsigned code;
    const char *type;
    char *body; /* allocated, or NULL: the text */
    const char *text;
    const char *header, *header_value; /* one more, or NULL */
} answer;

static answer answer_status(const engine_snapshot *s)
{
    return (answer) { MHD_HTTP_OK,
                      "application/json",
                      status_json(s),
                      NULL,
                      MHD_HTTP_HEADER_ACCESS_CONTROL_ALLOW_ORIGIN,
                      "*" };
}

static answer answer_metrics(const engine_snapshot *s)
{
    return (answer) { MHD_HTTP_OK, "text/plain; version=0.0.4", metrics_text(s), NULL, NULL, NULL };
}

static answer answer_health(const engine_snapshot *s)
{
    if (s->draining)
        return (answer) { MHD_HTTP_SERVICE_UNAVAILABLE, "text/plain", NULL, "draining\n", 0, 0 };
    return (answer) { MHD_HTTP_OK, "text/plain", NULL, "ok\n", NULL, NULL };
}

static const struct page {
    const char *path;
    bool prefix; /* whatever begins so, as in the original */
    answer (*make)(const engine_snapshot *s);
} pages[] = {
    { "/status", true, answer_status },
    { "/metrics", false, answer_metrics },
    { "/healthz", false, answer_health },
};

static answer answer_path(const http_server *h, const char *path)
{
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        const struct page *p = &pages[i];
        if (p->prefix ? strncmp(path, p->path, strlen(p->path)) : strcmp(path, p->path))
            continue;
        engine_snapshot *s = h->options.snapshot(h->options.ctx);
        answer a = { 0 };
        if (s)
            a = p->make(s);
        engine_snapshot_free(s);
        if (a.body || a.text)
            return a;
        return (
            answer) { MHD_HTTP_SERVICE_UNAVAILABLE, "text/plain", NULL, "out of memory\n", 0, 0 };
    }
    return (answer) { MHD_HTTP_NOT_FOUND, "text/plain", NULL, "404 Not Found\n", NULL, NULL };
}

static enum MHD_Result queue(struct MHD_Connection *c, const answer *a)
{
    const char *bytes = a->body ? a->body : a->text;
    struct MHD_Response *r;
    enum MHD_Result queued;

    r = MHD_create_response_from_buffer(strlen(bytes), a->body ? a->body : (char *)(uintptr_t)bytes,
                                        a->body ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
    if (!r) {
        free(a->body);
        return MHD_NO;
    }
    MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, a->type);
    if (a->header)
        MHD_add_response_header(r, a->header, a->header_value);
    queued = MHD_queue_response(c, a->code, r);
    MHD_destroy_response(r);
    return queued;
}

/* Called once with the headers, then with each piece of a body, then to answer. */
static enum MHD_Result on_request(void *ctx, struct MHD_Connection *c, const char *path,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_len, void **state)
{
    static int seen;

    (void)version;
    (void)upload;
    if (!*state) {
        *state = &seen;
        return MHD_YES;
    }
    if (*upload_len > 0) { /* nobody wants it */
        *upload_len = 0;
        return MHD_YES;
    }
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
        const answer no = { MHD_HTTP_METHOD_NOT_ALLOWED, "text/plain",          NULL,
                            "405 Method Not Allowed\n",  MHD_HTTP_HEADER_ALLOW, "GET, HEAD" };
        return queue(c, &no);
    }
    const answer a = answer_path(ctx, path);
    return queue(c, &a);
}

/* -- the server -- */

static void on_complaint(void *ctx, const char *fmt, va_list ap)
{
    char text[256];

    (void)ctx;
    vsnprintf(text, sizeof text, fmt, ap);
    text[strcspn(text, "\n")] = '\0';
    LOG(LEVEL_DEBUG, "http", F("message", text));
}

cuzk_status http_server_new(http_server **out, const http_options *options, cuzk_error *err)
{
    http_server *s = calloc(1, sizeof *s);
    int fd = -1;
    cuzk_status status;

    *out = NULL;
    if (!s)
        return err_no_memory(err, "the HTTP server", sizeof *s);
    s->options = *options;
    s->options.listen = NULL;
    status = tcp_listen(&fd, s->address, options->listen, options->insecure_listen, err);
    if (status != CUZK_OK)
        goto end;
    s->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ERROR_LOG, 0, NULL, NULL, on_request, s,
        MHD_OPTION_EXTERNAL_LOGGER, on_complaint, NULL, MHD_OPTION_LISTEN_SOCKET, fd,
        MHD_OPTION_CONNECTION_LIMIT, options->max_connections ? options->max_connections : 64u,
        MHD_OPTION_CONNECTION_TIMEOUT, options->timeout_s ? options->timeout_s : 10u,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384, MHD_OPTION_END);
    if (!s->daemon) {
        close(fd);
        status = err_set(err, CUZK_NO_RESOURCES, "http", "cannot start the HTTP server: %s",
                         strerror(errno));
    }
end:
    if (status != CUZK_OK) {
        free(s);
        return status;
    }
    *out = s;
    return CUZK_OK;
}

void http_server_free(http_server *s)
{
    if (!s)
        return;
    MHD_stop_daemon(s->daemon);
    free(s);
}

const char *http_server_address(const http_server *s)
{
    return s->address;
}
