/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What people and monitoring ask over HTTP/1.1, unencrypted, GET and HEAD only:
 *     /status...  the state as JSON (rpc/status_json.h); the same paths as the original's
 *     /metrics    for Prometheus (rpc/metrics.h)
 *     /healthz    200 "ok", or 503 "draining" */
#ifndef CUZK_RPC_HTTP_H
#define CUZK_RPC_HTTP_H

#include "base/error.h"
#include <stdbool.h>

struct engine_snapshot;
typedef struct http_server http_server;

typedef struct http_options {
    const char *listen;       /* "127.0.0.1:9821", "[::1]:9821"; port 0: one that is free */
    bool insecure_listen;     /* allow addresses that other machines reach */
    unsigned max_connections; /* 64 when 0; further ones are closed */
    unsigned timeout_s;       /* of a connection that stands still; 10 when 0 */
    /* Called from the server's thread, for each request; NULL is answered with 503. */
    struct engine_snapshot *(*snapshot)(void *ctx);
    void *ctx;
} http_options;

/* Listens, on a thread of its own. CUZK_BAD_INPUT: an address that cannot be; CUZK_NO_RESOURCES,
 * "in-use". */
cuzk_status http_server_new(http_server **out, const http_options *options, cuzk_error *err);
void http_server_free(http_server *s); /* NULL is fine */

/* With its port. Valid as long as s. */
const char *http_server_address(const http_server *s);

#endif
