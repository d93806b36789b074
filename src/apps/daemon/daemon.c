/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "apps/daemon/daemon.h"

#include "apps/daemon/memory_limit.h"
#include "apps/daemon/notify.h"
#include "base/timing.h"
#include "engine/snapshot.h"
#include "rpc/http.h"
#include "rpc/server.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MAX_LISTEN 16
#define STATUS_MS  10000 /* how often the service manager is told the state */
#define DRAIN_STEP 200   /* ms between two looks for a second signal */
#define GOODBYE_MS 5000  /* for answers to reach their clients */

typedef struct parts {
    const config *c;
    notify notify;
    engine *engine;
    rpc_server *rpc;
    http_server *http; /* NULL: none */
} parts;

/* -- signals -- */

static void stop_signals(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGTERM);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGHUP);
}

void daemon_take_signals(void)
{
    sigset_t set;

    stop_signals(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* Waits for SIGTERM or SIGINT for so long; false when none came. */
static bool stop_asked(uint64_t ms)
{
    const struct timespec wait = { (time_t)(ms / 1000), (long)(ms % 1000) * 1000000 };
    sigset_t set;
    int sig;

    stop_signals(&set);
    sig = sigtimedwait(&set, NULL, &wait);
    if (sig == SIGHUP)
        LOG(LEVEL_INFO, "hangup", F("message", "nothing is read again: restart to configure"));
    return sig == SIGTERM || sig == SIGINT;
}

/* -- the parts -- */

static void raise_file_limit(void)
{
    struct rlimit r;

    if (getrlimit(RLIMIT_NOFILE, &r) != 0 || r.rlim_cur == r.rlim_max)
        return;
    r.rlim_cur = r.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &r) != 0)
        LOG(LEVEL_WARN, "file-limit", F("message", strerror(errno)));
}

static void on_timeline(void *ctx, const char *event, const char *job_id, const char *detail)
{
    (void)ctx;
    log_timeline(event, job_id, "%s", detail);
}

static cuzk_status start_engine(parts *p, struct backend *prover, cuzk_error *err)
{
    const config *c = p->c;
    const uint64_t budget =
        c->total_budget ? c->total_budget : memory_auto_budget(memory_limit(""), c->safety_margin);
    const uint64_t reserve = c->critical_reserve < budget / 8 ? c->critical_reserve : budget / 8;
    const engine_options o = {
        .threads = (unsigned)c->threads,
        .memory_budget = budget,
        .critical_reserve = reserve,
        .synthesis_lookahead = (unsigned)c->synthesis_lookahead,
        .max_batch_size = (unsigned)c->max_batch_size,
        .max_batch_wait_ms = (unsigned)c->max_batch_wait_ms,
        .max_queued = (unsigned)c->max_queued,
        .evict_idle_ms = (unsigned)c->eviction_min_idle * 1000,
        .keep_results = (unsigned)c->keep_results,
        .keep_results_ms = c->keep_results_for * 1000,
        .timeline = on_timeline,
    };

    LOG(LEVEL_INFO, "memory", F("budget", budget), F("critical_reserve", reserve));
    return engine_new(&p->engine, &o, prover, err);
}

static engine_snapshot *snapshot(void *ctx)
{
    return engine_snapshot_take(ctx);
}

/* The elements of a list, in place; at most max. */
static size_t split(char *list, const char **out, size_t max)
{
    size_t n = 0;

    for (char *s; n < max && (s = strsep(&list, ","));)
        out[n++] = s;
    return n;
}

static cuzk_status start_servers(parts *p, cuzk_error *err)
{
    const config *c = p->c;
    const char *listen[MAX_LISTEN];
    char addresses[CONFIG_TEXT_MAX];
    const http_options http = { .listen = c->status_listen,
                                .insecure_listen = c->insecure_listen,
                                .snapshot = snapshot,
                                .ctx = p->engine };

    strcpy(addresses, c->listen);
    const rpc_options rpc = { .listen = listen,
                              .n_listen = split(addresses, listen, MAX_LISTEN),
                              .insecure_listen = c->insecure_listen,
                              .socket_mode = (unsigned)c->socket_mode,
                              .max_message = c->max_message_size,
                              .max_connections = (unsigned)c->max_connections,
                              .cancel_abandoned = c->cancel_abandoned };
    if (c->status_listen[0]) {
        TRY(http_server_new(&p->http, &http, err));
        LOG(LEVEL_INFO, "listening", F("http", http_server_address(p->http)));
    }
    TRY(rpc_server_new(&p->rpc, &rpc, p->engine, err));
    for (size_t i = 0; i < rpc.n_listen; i++)
        LOG(LEVEL_INFO, "listening", F("grpc", rpc_server_address(p->rpc, i)));
    return CUZK_OK;
}

static void on_preload(void *ctx, cuzk_status s, const cuzk_error *err, bool already,
                       uint64_t load_ms)
{
    (void)ctx;
    (void)already;
    if (s == CUZK_OK)
        LOG(LEVEL_INFO, "preloaded", F("ms", load_ms));
    else if (s == CUZK_INTERRUPTED)
        LOG(LEVEL_INFO, "preload-given-up", F("message", "the daemon stops"));
    else
        LOG(LEVEL_ERROR, "preload-failed", F_ERROR(err), F("file", err->file));
}

/* In the background; an id that is none is an error of the configuration. */
static cuzk_status start_preloads(parts *p, cuzk_error *err)
{
    char list[CONFIG_TEXT_MAX], *rest = list;

    strcpy(list, p->c->preload);
    for (char *id = strsep(&rest, ","); id && *id; id = strsep(&rest, ",")) {
        TRY(engine_preload(p->engine, id, on_preload, NULL, err));
        LOG(LEVEL_INFO, "preload", F("circuit_id", id));
    }
    return CUZK_OK;
}

/* -- serving -- */

/* The state in a line, for `systemctl status`. Taking it also shows that the engine answers. */
static void tell_state(const parts *p)
{
    engine_snapshot *s = engine_snapshot_take(p->engine);
    unsigned queued = 0, running = 0;
    uint64_t done = 0;

    if (!s)
        return;
    for (unsigned i = 0; i < KINDS; i++) {
        queued += s->kind[i].queued;
        running += s->kind[i].running;
        done += s->kind[i].completed;
    }
    notify_send(&p->notify,
                "WATCHDOG=1\nSTATUS=%s: %u running, %u waiting, %" PRIu64 " proofs made",
                s->draining ? "stopping" : "serving", running, queued, done);
    engine_snapshot_free(s);
}

static void serve(parts *p)
{
    const uint64_t watchdog = p->notify.watchdog_ms / 2;
    const uint64_t step = watchdog && watchdog < STATUS_MS ? watchdog : STATUS_MS;

    /* With nobody to tell, it sleeps an hour at a time. */
    while (!stop_asked(p->notify.fd >= 0 ? step : 3600000))
        tell_state(p);
}

/* The way out: no new connections, the jobs that were accepted, their answers. */
static cuzk_status drain(parts *p, cuzk_error *err)
{
    const uint64_t until = time_wall_ns() + p->c->drain_timeout * UINT64_C(1000000000);
    const char *why = NULL;

    notify_send(&p->notify, "STOPPING=1");
    LOG(LEVEL_INFO, "stopping", F("drain_timeout", p->c->drain_timeout));
    rpc_server_drain(p->rpc, 0);
    while (!engine_drain(p->engine, DRAIN_STEP) && !why) {
        notify_send(&p->notify, "EXTEND_TIMEOUT_USEC=%d", 30000000);
        tell_state(p);
        if (stop_asked(0))
            why = "a second signal came";
        else if (time_wall_ns() >= until)
            why = "the drain timeout is over";
    }
    if (why) {
        LOG(LEVEL_WARN, "cancelling", F("message", why));
        engine_cancel_all(p->engine);
        engine_drain(p->engine, GOODBYE_MS);
    }
    rpc_server_drain(p->rpc, GOODBYE_MS);
    return why ? err_set(err, CUZK_INTERRUPTED, "cancelled", "%s: jobs were cancelled", why)
               : CUZK_OK;
}

cuzk_status daemon_run(const config *c, struct backend *prover, uint64_t start_ns, cuzk_error *err)
{
    parts p = { .c = c };
    cuzk_status s;

    notify_open(&p.notify);
    raise_file_limit();
    s = start_engine(&p, prover, err);
    if (s == CUZK_OK)
        s = start_servers(&p, err);
    if (s == CUZK_OK)
        s = start_preloads(&p, err);
    if (s == CUZK_OK) {
        LOG(LEVEL_INFO, "serving", F("start_ms", (time_wall_ns() - start_ns) / 1000000));
        notify_send(&p.notify, "READY=1\nSTATUS=serving");
        serve(&p);
        s = drain(&p, err);
    }
    http_server_free(p.http);
    rpc_server_free(p.rpc);
    if (p.engine)
        engine_free(p.engine);
    LOG(LEVEL_INFO, "stopped", F("served_s", (time_wall_ns() - start_ns) / 1000000000));
    notify_close(&p.notify);
    return s;
}
