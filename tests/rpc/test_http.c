/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The status page, asked by hand; and its JSON. */
#include "rpc/example_snapshot.h"
#include "rpc/http.h"
#include "rpc/status_json.h"
#include "test.h"

#include <jansson.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

static bool out_of_memory, draining;

static engine_snapshot *take(void *ctx)
{
    (void)ctx;
    if (out_of_memory)
        return NULL;
    engine_snapshot *s = example_snapshot();
    s->draining = draining;
    return s;
}

static http_server *start(unsigned max_connections)
{
    const http_options options = { .listen = "127.0.0.1:0",
                                   .snapshot = take,
                                   .max_connections = max_connections };
    cuzk_error err;
    http_server *s;

    assert_int_equal(http_server_new(&s, &options, &err), CUZK_OK);
    return s;
}

static int dial(const http_server *s)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    const struct timeval limit = { 5, 0 };
    unsigned port;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    assert_int_equal(sscanf(http_server_address(s), "127.0.0.1:%u", &port), 1);
    a.sin_port = htons((uint16_t)port);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    assert_int_equal(connect(fd, (struct sockaddr *)&a, sizeof a), 0);
    return fd;
}

/* The whole answer to one request; the caller frees it. */
static char *ask(const http_server *s, const char *request)
{
    char *out = calloc(1, 1 << 20);
    size_t len = 0;
    ssize_t n;
    int fd = dial(s);

    assert_non_null(out);
    assert_int_equal(send(fd, request, strlen(request), MSG_NOSIGNAL), strlen(request));
    while ((n = recv(fd, out + len, (1 << 20) - 1 - len, 0)) > 0)
        len += (size_t)n;
    close(fd);
    return out;
}

#define END " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

static void answers(void **state)
{
    (void)state;
    static const struct {
        const char *request, *begins, *has, *body;
    } cases[] = {
        { "GET /status" END, "HTTP/1.1 200", "Access-Control-Allow-Origin: *\r\n", "\"memory\":{" },
        { "GET /status?x=1" END, "HTTP/1.1 200", "Content-Type: application/json\r\n", "{" },
        { "GET /statuses" END, "HTTP/1.1 200", "Content-Length: ", "{" },
        { "GET /metrics" END, "HTTP/1.1 200", "Content-Type: text/plain; version=0.0.4\r\n",
          "# HELP cuzk_proofs_completed_total" },
        { "GET /healthz" END, "HTTP/1.1 200", "", "\r\n\r\nok\n" },
        { "HEAD /status" END, "HTTP/1.1 200", "Content-Length: ", "\r\n\r\n" },
        { "GET /" END, "HTTP/1.1 404", "Content-Type: text/plain\r\n", "\r\n\r\n404 Not Found\n" },
        { "GET /metrics/x" END, "HTTP/1.1 404", "", "404 Not Found\n" },
        { "GET /stat" END, "HTTP/1.1 404", "", "404 Not Found\n" },
        { "DELETE /status" END, "HTTP/1.1 405", "Allow: GET, HEAD\r\n", "405 Method" },
        { "POST /status HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nabcde",
          "HTTP/1.1 405", "Allow: GET, HEAD\r\n", "405 Method" },
        { "nonsense\r\n\r\n", "", "", "" }, /* nor does it do harm: */
        { "GET /healthz" END, "HTTP/1.1 200", "", "\r\n\r\nok\n" },
    };
    http_server *s = start(0);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *got = ask(s, cases[i].request);
        if (strncmp(got, cases[i].begins, strlen(cases[i].begins)) != 0 ||
            !strstr(got, cases[i].has) || !strstr(got, cases[i].body)) {
            print_error("%s:\n%s\n", cases[i].request, got);
            fail();
        }
        free(got);
    }
    http_server_free(s);
}

static void bad_times(void **state)
{
    (void)state;
    http_server *s = start(0);
    char *got;

    draining = true;
    got = ask(s, "GET /healthz" END);
    assert_int_equal(strncmp(got, "HTTP/1.1 503", 12), 0);
    assert_non_null(strstr(got, "\r\n\r\ndraining\n"));
    free(got);
    draining = false;
    out_of_memory = true;
    got = ask(s, "GET /status" END);
    assert_int_equal(strncmp(got, "HTTP/1.1 503", 12), 0);
    free(got);
    out_of_memory = false;
    http_server_free(s);
    http_server_free(NULL);
}

/* One too many is closed; when one of the others goes, the next is served. */
static void too_many_connections(void **state)
{
    (void)state;
    http_server *s = start(2);
    int a = dial(s), b = dial(s), c;
    char byte, *got = NULL;

    usleep(50000);
    c = dial(s);
    assert_true(recv(c, &byte, 1, 0) <= 0);
    close(a);
    close(b);
    close(c);
    for (int i = 0; i < 100 && (!got || !strstr(got, "ok")); i++) {
        free(got);
        usleep(10000);
        got = ask(s, "GET /healthz" END);
    }
    assert_non_null(strstr(got, "ok\n"));
    free(got);
    http_server_free(s);
}

static void addresses(void **state)
{
    (void)state;
    static const struct {
        const char *listen, *code;
    } bad[] = {
        { "0.0.0.0:0", "insecure-listen" },
        { "[::]:0", "insecure-listen" },
        { "", "bad-address" },
        { "127.0.0.1", "bad-address" },
        { "127.0.0.1:", "bad-address" },
        { "127.0.0.1:65536", "bad-address" },
        { "127.0.0.1:-1", "bad-address" },
        { "127.0.0.1:http", "bad-address" },
        { ":9821", "bad-address" },
        { "::1:9821", "bad-address" },
        { "[::1]", "bad-address" },
        { "[::1:9821", "bad-address" },
        { "no such host:1", "bad-address" },
    };
    http_options options = { .snapshot = take };
    cuzk_error err;
    http_server *s, *first = start(0);

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        options.listen = bad[i].listen;
        assert_int_equal(http_server_new(&s, &options, &err), CUZK_BAD_INPUT);
        assert_string_equal(err.code, bad[i].code);
        assert_null(s);
    }
    options.listen = http_server_address(first);
    assert_int_equal(http_server_new(&s, &options, &err), CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "in-use");
    options.listen = "0.0.0.0:0";
    options.insecure_listen = true;
    assert_int_equal(http_server_new(&s, &options, &err), CUZK_OK);
    assert_int_equal(strncmp(http_server_address(s), "0.0.0.0:", 8), 0);
    http_server_free(s);
    http_server_free(first);
}

static void pipeline_fields(json_t *pipelines)
{
    const char *id, *kind, *st, *job;
    double started;
    json_int_t index;

    assert_int_equal(json_array_size(pipelines), 2); /* the one that waits is not among them */
    assert_int_equal(json_unpack(pipelines,
                                 "[{s:s, s:s, s:F, s:i, s:i, s:[{s:i, s:s, s:i, s:i}, "
                                 "{s:I, s:s, s:i, s:n}]}, {s:s}]",
                                 "job_id", &id, "proof_kind", &kind, "started_secs_ago", &started,
                                 "total_partitions", &(int) { 0 }, "partitions_done", &(int) { 0 },
                                 "partitions", "index", &(int) { 0 }, "state", &st, "synth_ms",
                                 &(int) { 0 }, "gpu_ms", &(int) { 0 }, "index", &index, "state",
                                 &st, "synth_ms", &(int) { 0 }, "gpu_ms", "job_id", &job),
                     0);
    assert_string_equal(id, "porep-1000-7");
    assert_string_equal(kind, "porep-c2");
    assert_string_equal(st, "gpu");
    assert_int_equal(index, 1);
    assert_string_equal(job, "winpost-1000-?");
}

static void worker_fields(json_t *workers)
{
    const char *st, *job;
    double busy;

    assert_int_equal(json_unpack(workers, "[{s:i, s:i, s:s, s:n, s:n, s:n}, {s:s, s:s, s:i, s:F}]",
                                 "worker_id", &(int) { 0 }, "gpu_ordinal", &(int) { 0 }, "state",
                                 &st, "current_job", "current_partition", "busy_secs", "state", &st,
                                 "current_job", &job, "current_partition", &(int) { 0 },
                                 "busy_secs", &busy),
                     0);
    assert_string_equal(st, "proving");
    assert_string_equal(job, "porep-1000-7");
    assert_true(busy == 0.5);
}

static void parameter_fields(json_t *srs)
{
    const char *circuit;
    double idle;
    int evictable;

    assert_int_equal(json_array_size(srs), 2); /* nor the one that is only on disk */
    assert_int_equal(json_unpack(srs, "[{s:s, s:i, s:F, s:b}, {s:s, s:F, s:b}]", "circuit_id",
                                 &circuit, "bytes", &(int) { 0 }, "last_used_secs_ago", &idle,
                                 "evictable", &evictable, "circuit_id", &circuit,
                                 "last_used_secs_ago", &idle, "evictable", &evictable),
                     0);
    assert_string_equal(circuit, "winning-32g");
    assert_true(idle == 9.5 && evictable);
}

/* The fields of the original (docs/daemon.md), with what the example has in them. */
static void status_fields(void **state)
{
    (void)state;
    engine_snapshot *s = example_snapshot();
    char *text = status_json(s);
    json_t *o = json_loads(text, JSON_REJECT_DUPLICATES, NULL), *pipelines, *workers, *srs;
    double uptime;
    json_int_t total, used, available, limit, active, queue, completed, failed, porep;

    assert_non_null(o);
    assert_int_equal(
        json_unpack(o,
                    "{s:F, s:{s:I, s:I, s:I}, s:{s:I, s:I}, s:o, s:o, s:{s:o, s:[]}, s:{s:I, "
                    "s:I, s:{s:I}, s:{s:I}, s:I}, s:{s:i, s:i, s:i, s:i, s:i}}",
                    "uptime_secs", &uptime, "memory", "total_bytes", &total, "used_bytes", &used,
                    "available_bytes", &available, "synthesis", "max_concurrent", &limit, "active",
                    &active, "pipelines", &pipelines, "gpu_workers", &workers, "allocations", "srs",
                    &srs, "pce", "counters", "total_completed", &completed, "total_failed", &failed,
                    "completed_by_kind", "porep-c2", &porep, "failed_by_kind", "snap-update",
                    &queue, "queue_depth", &queue, "buffers", "synth_in_flight", &(int) { 0 },
                    "provers_in_flight", &(int) { 0 }, "aux_in_flight", &(int) { 0 },
                    "shells_in_flight", &(int) { 0 }, "pending_handles", &(int) { 0 }),
        0);
    assert_true(uptime == 12.25);
    assert_true(total == 1000 && used == 400 && available == 600);
    assert_true(limit == 4 && active == 1 && completed == 7 && failed == 1 && porep == 3);
    assert_int_equal(queue, 1);
    pipeline_fields(pipelines);
    worker_fields(workers);
    parameter_fields(srs);
    json_decref(o);
    free(text);
    engine_snapshot_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers),       cmocka_unit_test(bad_times),
        cmocka_unit_test(addresses),     cmocka_unit_test(too_many_connections),
        cmocka_unit_test(status_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
