/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The gRPC client against a server that answers as it is told: rightly, wrongly, late, never. */
#include "rpc/client.h"
#include "rpc/peer.h"
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define GRPC       "application/grpc"
#define BODY(text) .body = text, .body_len = sizeof(text) - 1

/* A row: what the server does, and what the client must make of it. */
static const struct {
    answer answer;
    grpc_status status;
    const char *message; /* a part of it */
} rows[] = {
    { { "/ok", "200", GRPC, BODY("\0\0\0\0\2hi"), "0" }, GRPC_OK, "" },
    { { "/proto", "200", GRPC "+proto", BODY("\0\0\0\0\0"), "0" }, GRPC_OK, "" },
    { { "/count", "200", GRPC, .grpc_status = "0", .how = ANSWER_COUNT }, GRPC_OK, "" },
    { { "/echo", "200", GRPC, .grpc_status = "0", .how = ANSWER_ECHO }, GRPC_OK, "" },
    { { "/not-found", "200", GRPC, .grpc_status = "5", .grpc_message = "job%20not found%0a%zz" },
      GRPC_NOT_FOUND,
      "job not found?%zz" },
    { { "/odd-status", "200", GRPC, .grpc_status = "99" }, GRPC_UNKNOWN, "" },
    { { "/bad-status", "200", GRPC, .grpc_status = "5x" }, GRPC_UNKNOWN, "" },
    { { "/no-status", "200", GRPC, BODY("\0\0\0\0\0") }, GRPC_UNKNOWN, "no status" },
    { { "/no-message", "200", GRPC, .grpc_status = "0" }, GRPC_INTERNAL, "cut short" },
    { { "/cut-prefix", "200", GRPC, BODY("\0\0\0"), "0" }, GRPC_INTERNAL, "cut short" },
    { { "/cut-message", "200", GRPC, BODY("\0\0\0\0\3hi"), "0" }, GRPC_INTERNAL, "cut short" },
    { { "/two-messages", "200", GRPC, BODY("\0\0\0\0\2hi\0\0\0\0\2ho"), "0" },
      GRPC_INTERNAL,
      "more than one" },
    { { "/compressed", "200", GRPC, BODY("\1\0\0\0\2hi"), "0" }, GRPC_INTERNAL, "compressed" },
    { { "/huge", "200", GRPC, BODY("\0\xff\xff\xff\xffhi"), "0" },
      GRPC_RESOURCE_EXHAUSTED,
      "4294967295" },
    { { "/html", "200", "text/html", BODY("<p>"), .how = ANSWER_PLAIN }, GRPC_UNKNOWN, "not of" },
    { { "/untyped", "200", NULL, BODY("\0\0\0\0\0"), "0" }, GRPC_UNKNOWN, "not of gRPC" },
    { { "/404", "404", "text/html", BODY("no") }, GRPC_UNIMPLEMENTED, "404" },
    { { "/503", "503", NULL, BODY("no") }, GRPC_UNAVAILABLE, "503" },
    { { "/reset", "200", GRPC, BODY("\0\0\0\0\2hi"), .reset = NGHTTP2_INTERNAL_ERROR },
      GRPC_INTERNAL,
      "ended the stream" },
    { { "/refused", "200", GRPC, .reset = NGHTTP2_REFUSED_STREAM }, GRPC_UNAVAILABLE, "" },
    { { "/calm", "200", GRPC, .reset = NGHTTP2_ENHANCE_YOUR_CALM }, GRPC_RESOURCE_EXHAUSTED, "" },
    { { "/early", "200", GRPC, .grpc_status = "8", .grpc_message = "full", .how = ANSWER_AT_ONCE },
      GRPC_RESOURCE_EXHAUSTED,
      "full" },
    { { "/never", .how = ANSWER_NEVER }, GRPC_DEADLINE_EXCEEDED, "in time" },
    { { "/hang-up", .how = ANSWER_HANG_UP }, GRPC_UNAVAILABLE, "" },
};
#define ROWS (sizeof rows / sizeof *rows)

typedef struct pair {
    peer peer;
    answer answers[ROWS];
    rpc_client *client;
} pair;

static int set_up(void **state)
{
    pair *p = calloc(1, sizeof *p);
    cuzk_error err;

    for (size_t i = 0; i < ROWS; i++)
        p->answers[i] = rows[i].answer;
    peer_start(&p->peer, p->answers, ROWS);
    fcntl(p->peer.client_fd, F_SETFL, O_NONBLOCK);
    assert_int_equal(rpc_client_open_fd(&p->client, p->peer.client_fd, "test", &err), CUZK_OK);
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    pair *p = *state;

    rpc_client_close(p->client);
    peer_stop(&p->peer);
    free(p);
    return 0;
}

static cuzk_status call(pair *p, const char *path, const rpc_piece *piece, size_t n,
                        unsigned timeout_ms, rpc_reply *reply)
{
    cuzk_error err = { 0 };
    rpc_request q = { path, piece, n, timeout_ms, 0 };
    cuzk_status s = rpc_client_call(p->client, &q, NULL, reply, &err);

    if (s != CUZK_OK)
        assert_int_equal(err.status, s);
    return s;
}

/* The row that hangs up is the last: no other call can follow it. */
static void test_every_answer(void **state)
{
    const rpc_piece piece = { "hello", 5 };
    pair *p = *state;

    for (size_t i = 0; i < ROWS; i++) {
        rpc_reply r;
        cuzk_status s = call(p, rows[i].answer.path, &piece, 1, 200, &r);
        if (r.status != rows[i].status || !strstr(r.message, rows[i].message))
            fail_msg("%s: %s %s", rows[i].answer.path, grpc_status_name(r.status), r.message);
        assert_int_equal(s == CUZK_OK, r.status == GRPC_OK);
        if (strcmp(rows[i].answer.path, "/ok") == 0) {
            assert_int_equal(r.len, 2);
            assert_memory_equal(r.data, "hi", 2);
        }
        if (s != CUZK_OK)
            assert_null(r.data);
        free(r.data);
    }
    rpc_reply r;
    assert_int_equal(call(p, "/ok", NULL, 0, 0, &r), CUZK_NO_RESOURCES);
    assert_int_equal(r.status, GRPC_UNAVAILABLE);
}

/* 40 MB in uneven pieces, an empty one among them, arrive whole and in order. */
static void test_large_request(void **state)
{
    enum { N = 200, MANY = 40 * 1000 * 1000 };
    pair *p = *state;
    uint8_t *data = malloc(MANY);
    rpc_piece piece[N];
    uint32_t sum = 0;
    size_t at = 0;

    assert_non_null(data);
    for (size_t i = 0; i < MANY; i++)
        data[i] = (uint8_t)(i * 7 + (i >> 11));
    for (size_t i = 0; i < N; i++) {
        size_t len = i == 3 ? 0 : i + 1 == N ? MANY - at : 1 + i * i * 4;
        piece[i] = (rpc_piece) { data + at, len };
        at += len;
    }
    const uint8_t prefix[] = { 0, MANY >> 24, MANY >> 16 & 255, MANY >> 8 & 255, MANY & 255 };
    for (size_t i = 0; i < 5; i++)
        sum = 31 * sum + prefix[i];
    for (size_t i = 0; i < MANY; i++)
        sum = 31 * sum + data[i];
    rpc_reply r;
    assert_int_equal(call(p, "/count", piece, N, 0, &r), CUZK_OK);
    assert_int_equal(r.len, 8);
    assert_int_equal(r.data[0] << 24 | r.data[1] << 16 | r.data[2] << 8 | r.data[3], MANY + 5);
    assert_int_equal((uint32_t)r.data[4] << 24 | r.data[5] << 16 | r.data[6] << 8 | r.data[7], sum);
    free(r.data);
    free(data);
}

static void count_done(void *ctx, rpc_reply *reply)
{
    unsigned *n = ctx;
    n[reply->status]++;
}

static void step_until(pair *p, unsigned *n, unsigned want)
{
    cuzk_error err;
    while (*n < want)
        assert_int_equal(rpc_client_step(p->client, 1000, &err), CUZK_OK);
}

/* A thousand that wait, others that go by them, then all are cancelled. */
static void test_many_in_flight(void **state)
{
    enum { MANY = 1000 };
    static rpc_call *waiting[MANY];
    const rpc_piece piece = { "hello", 5 };
    const rpc_request never = { "/never", &piece, 1, 0, 0 };
    const rpc_request echo = { "/echo", &piece, 1, 0, 0 };
    unsigned n[GRPC_STATUSES] = { 0 };
    pair *p = *state;
    cuzk_error err;

    for (int i = 0; i < MANY; i++)
        assert_int_equal(rpc_client_start(p->client, &never, count_done, n, &waiting[i], &err), 0);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(rpc_client_start(p->client, &echo, count_done, n, NULL, &err), 0);
    step_until(p, &n[GRPC_OK], MANY);
    assert_int_equal(rpc_client_in_flight(p->client), MANY);
    for (int i = 0; i < MANY; i++)
        rpc_call_cancel(waiting[i]);
    assert_int_equal(rpc_client_in_flight(p->client), 0);
    assert_int_equal(n[GRPC_CANCELLED], 0); /* not before the next step */
    assert_int_equal(rpc_client_step(p->client, 0, &err), CUZK_OK);
    assert_int_equal(n[GRPC_CANCELLED], MANY);
    rpc_reply r;
    assert_int_equal(call(p, "/ok", &piece, 1, 0, &r), CUZK_OK);
    free(r.data);
    assert_int_equal(p->peer.resets, MANY);
}

/* The bytes of a request that was cancelled are not touched any more, wherever its sending stood.
 */
static void test_cancel_while_sending(void **state)
{
    enum { MANY = 30 << 20 };
    pair *p = *state;
    unsigned n[GRPC_STATUSES] = { 0 };
    cuzk_error err;

    for (int rounds = 0; rounds < 4; rounds++) {
        uint8_t *data = malloc(MANY);
        rpc_call *c;
        assert_non_null(data);
        memset(data, rounds, MANY);
        const rpc_piece piece = { data, MANY };
        const rpc_request q = { "/count", &piece, 1, 0, 0 };
        assert_int_equal(rpc_client_start(p->client, &q, count_done, n, &c, &err), CUZK_OK);
        for (int i = 0; i < rounds * 2; i++)
            assert_int_equal(rpc_client_step(p->client, 0, &err), CUZK_OK);
        rpc_call_cancel(c);
        memset(data, 0xff, MANY);
        free(data);
        assert_int_equal(rpc_client_step(p->client, 0, &err), CUZK_OK);
        assert_int_equal(n[GRPC_CANCELLED], rounds + 1);
        rpc_reply r;
        assert_int_equal(call(p, "/ok", NULL, 0, 0, &r), CUZK_OK);
        free(r.data);
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void test_deadline(void **state)
{
    pair *p = *state;
    rpc_reply r;
    double begin = now();

    assert_int_equal(call(p, "/never", NULL, 0, 100, &r), CUZK_NO_RESOURCES);
    assert_int_equal(r.status, GRPC_DEADLINE_EXCEEDED);
    assert_true(now() - begin >= 0.1 && now() - begin < 5);
    assert_int_equal(call(p, "/ok", NULL, 0, 4000000000U, &r), CUZK_OK);
    free(r.data);
    rpc_client_close(p->client);
    peer_stop(&p->peer);
    assert_string_equal(p->peer.timeout, "4000000S");
    peer_start(&p->peer, p->answers, ROWS);
    assert_int_equal(rpc_client_open_fd(&p->client, p->peer.client_fd, "test", NULL), CUZK_OK);
}

static void test_stop(void **state)
{
    pair *p = *state;
    atomic_bool stop = true;
    const rpc_request q = { "/never", NULL, 0, 0, 0 };
    cuzk_error err;
    rpc_reply r;

    assert_int_equal(rpc_client_call(p->client, &q, &stop, &r, &err), CUZK_INTERRUPTED);
    assert_int_equal(r.status, GRPC_CANCELLED);
}

static void test_response_bound(void **state)
{
    pair *p = *state;
    uint8_t *data = calloc(1, 100000);
    const rpc_piece piece = { data, 100000 };
    /* The echo answers the prefix too: of as many bytes as the request had. */
    rpc_request q = { "/echo", &piece, 1, 0, 100000 };
    cuzk_error err;
    rpc_reply r;

    assert_int_equal(rpc_client_call(p->client, &q, NULL, &r, &err), CUZK_OK);
    assert_int_equal(r.len, 100000);
    free(r.data);
    q.max_response--;
    assert_int_equal(rpc_client_call(p->client, &q, NULL, &r, &err), CUZK_NO_RESOURCES);
    assert_int_equal(r.status, GRPC_RESOURCE_EXHAUSTED);
    free(data);
}

static void test_addresses(void **state)
{
    static const char *const bad[] = { "",
                                       "nothing",
                                       "unix://",
                                       "unix:",
                                       "https://localhost:1",
                                       "http://localhost",
                                       "localhost:",
                                       ":1",
                                       "localhost:123456",
                                       "localhost:1x",
                                       "::1:80",
                                       "[]:80" };
    rpc_client *c;
    cuzk_error err;
    (void)state;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(rpc_client_open(&c, bad[i], 100, &err), CUZK_BAD_INPUT);
        assert_null(c);
    }
    assert_int_equal(rpc_client_open(&c, "unix:///nonexistent/cuzk.sock", 100, &err),
                     CUZK_NO_RESOURCES);
    assert_non_null(strstr(err.message, "is the daemon running?"));
    assert_int_equal(rpc_client_open(&c, "http://127.0.0.1:1", 1000, &err), CUZK_NO_RESOURCES);
    assert_int_equal(rpc_client_open(&c, "[::1]:1/", 1000, &err), CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "unreachable");
}

/* A peer that speaks something else, and one that is gone. */
static void test_not_http(void **state)
{
    cuzk_error err;
    rpc_client *c;
    rpc_reply r;
    int fd[2];
    (void)state;

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fd), 0);
    assert_int_equal(rpc_client_open_fd(&c, fd[0], "test", &err), CUZK_OK);
    static const char text[] = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n";
    assert_int_equal(write(fd[1], text, sizeof text - 1), sizeof text - 1);
    const rpc_request q = { "/ok", NULL, 0, 0, 0 };
    assert_int_equal(rpc_client_call(c, &q, NULL, &r, &err), CUZK_NO_RESOURCES);
    assert_int_equal(r.status, GRPC_UNAVAILABLE);
    assert_int_equal(rpc_client_step(c, 0, &err), CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "disconnected");
    rpc_client_close(c);
    close(fd[1]);

    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fd), 0);
    assert_int_equal(rpc_client_open_fd(&c, fd[0], "test", &err), CUZK_OK);
    close(fd[1]);
    assert_int_equal(rpc_client_call(c, &q, NULL, &r, &err), CUZK_NO_RESOURCES);
    rpc_client_close(c);
    rpc_client_close(NULL);
}

/* Calls that are in flight when it is closed end once. */
static void test_close_with_calls(void **state)
{
    pair *p = *state;
    const rpc_request q = { "/never", NULL, 0, 0, 0 };
    unsigned n[GRPC_STATUSES] = { 0 };
    cuzk_error err;

    for (int i = 0; i < 3; i++)
        assert_int_equal(rpc_client_start(p->client, &q, count_done, n, NULL, &err), CUZK_OK);
    assert_int_equal(rpc_client_step(p->client, 0, &err), CUZK_OK);
    rpc_client_close(p->client);
    p->client = NULL;
    assert_int_equal(n[GRPC_CANCELLED], 3);
}

#define WITH_PEER(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_PEER(test_every_answer),    WITH_PEER(test_large_request),
        WITH_PEER(test_many_in_flight),  WITH_PEER(test_cancel_while_sending),
        WITH_PEER(test_deadline),        WITH_PEER(test_stop),
        WITH_PEER(test_response_bound),  cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_not_http), WITH_PEER(test_close_with_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
