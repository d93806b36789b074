/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Clients that speak no HTTP/2, or half of it, or nothing: the server outlives them, forgets them,
 * and answers the others meanwhile. */
#include "engine/asking.h"
#include "rpc/proving_client.h"
#include "rpc/server.h"
#include "test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define PREFACE "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

typedef struct stage {
    asking asking;
    rpc_server *server;
    rpc_client *client;
} stage;

static void begin(stage *s, rpc_options o)
{
    static const char *listen[] = { "127.0.0.1:0" };
    const engine_options e = { .threads = 1,
                               .synthesis_lookahead = 1,
                               .max_batch_size = 1,
                               .max_queued = 8,
                               .keep_results = 8,
                               .keep_results_ms = 60000 };
    cuzk_error err;

    o.listen = listen;
    o.n_listen = 1;
    asking_begin(&s->asking, 1, 1, 1000, &e);
    assert_int_equal(rpc_server_new(&s->server, &o, s->asking.e, &err), CUZK_OK);
    assert_int_equal(rpc_client_open(&s->client, rpc_server_address(s->server, 0), 5000, &err),
                     CUZK_OK);
}

static void end(stage *s)
{
    rpc_client_close(s->client);
    rpc_server_free(s->server);
    asking_end(&s->asking);
}

static int dial(const stage *s)
{
    const char *colon = strrchr(rpc_server_address(s->server, 0), ':');
    const struct sockaddr_in a = { .sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)atoi(colon + 1)),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    assert_int_equal(connect(fd, (const struct sockaddr *)&a, sizeof a), 0);
    return fd;
}

/* Preface and settings. */
static int greet(const stage *s)
{
    static const char hello[] = PREFACE "\0\0\0\4\0\0\0\0\0";
    int fd = dial(s);
    assert_int_equal(send(fd, hello, sizeof hello - 1, MSG_NOSIGNAL), sizeof hello - 1);
    return fd;
}

static void still_answers(stage *s)
{
    const rpc_request q = { .path = PROVING_PATH("GetStatus"), .timeout_ms = 5000 };
    rpc_reply r = { 0 };
    cuzk_error err;
    assert_int_equal(rpc_client_call(s->client, &q, NULL, &r, &err), CUZK_OK);
    free(r.data);
}

static void until_connections(const stage *s, uint64_t n)
{
    rpc_stats stats;
    rpc_server_stats(s->server, &stats);
    for (int i = 0; i < 5000 && stats.connections != n; i++) {
        nanosleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
        rpc_server_stats(s->server, &stats);
    }
    assert_int_equal(stats.connections, n);
}

static uint64_t random_state = 1;
static uint8_t random_byte(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint8_t)random_state;
}

/* A frame with a plausible head, or any bytes at all. */
static size_t make_frame(uint8_t out[64])
{
    size_t len = random_byte() % 48;
    for (size_t i = 0; i < 9 + len; i++)
        out[i] = random_byte();
    if (random_byte() % 4) {
        out[0] = out[1] = 0;
        out[2] = (uint8_t)len;
        out[3] %= 10;
        out[5] = out[6] = out[7] = 0;
        out[8] = (uint8_t)(2 * (out[8] % 4) + 1);
    }
    return 9 + len;
}

static void test_malformed_frames(void **state)
{
    stage s;
    (void)state;

    begin(&s, (rpc_options) { 0 });
    for (int round = 0; round < 300; round++) {
        int fd = dial(&s);
        uint8_t frame[64];
        if (round % 4)
            (void)!send(fd, PREFACE "\0\0\0\4\0\0\0\0\0", sizeof PREFACE - 1 + 9, MSG_NOSIGNAL);
        for (int i = 0; i < 8; i++)
            (void)!send(fd, frame, make_frame(frame), MSG_NOSIGNAL);
        close(fd);
        if (round % 32 == 0)
            still_answers(&s);
    }
    until_connections(&s, 1);
    still_answers(&s);
    end(&s);
}

/* One that says nothing, one that begins a call's headers and leaves it at that, and one that asks
 * and asks and does not read. */
static void test_standing_still(void **state)
{
    stage s;
    static const uint8_t ping[] = { 0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8 };
    static const uint8_t half[] = { 0, 0, 1, 1, 0, 0, 0, 0, 1, 0x83 };
    (void)state;

    begin(&s, (rpc_options) { .stall_timeout_s = 1 });
    int silent = dial(&s), slow = greet(&s), deaf = greet(&s);
    until_connections(&s, 4);
    assert_int_equal(send(slow, half, sizeof half, MSG_NOSIGNAL), sizeof half);
    while (send(deaf, ping, sizeof ping, MSG_NOSIGNAL) == (ssize_t)sizeof ping)
        continue;
    still_answers(&s);
    until_connections(&s, 1);
    close(silent);
    close(slow);
    close(deaf);
    end(&s);
}

static void test_too_many(void **state)
{
    stage s;
    rpc_stats stats;
    (void)state;

    begin(&s, (rpc_options) { .max_connections = 3 });
    still_answers(&s);
    int fd[6];
    for (int i = 0; i < 6; i++)
        fd[i] = dial(&s);
    do {
        rpc_server_stats(s.server, &stats);
    } while (stats.accepted + stats.refused < 7);
    assert_int_equal(stats.refused, 4);
    still_answers(&s);
    for (int i = 0; i < 6; i++)
        close(fd[i]);
    until_connections(&s, 1);
    end(&s);
}

/* Without descriptors nobody is let in; with some again, those who waited are. */
static void test_no_descriptors(void **state)
{
    stage s;
    struct rlimit old, few;
    cuzk_error err;
    (void)state;

    begin(&s, (rpc_options) { 0 });
    still_answers(&s); /* it has been let in */
    int fd[3];
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
    for (int i = 0; i < 3; i++)
        fd[i] = socket(AF_INET, SOCK_STREAM, 0);
    few = old;
    few.rlim_cur = (rlim_t)fd[2] + 1;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    const char *colon = strrchr(rpc_server_address(s.server, 0), ':');
    const struct sockaddr_in a = { .sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)atoi(colon + 1)),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    for (int i = 0; i < 3; i++)
        assert_int_equal(connect(fd[i], (const struct sockaddr *)&a, sizeof a), 0);
    nanosleep(&(struct timespec) { .tv_nsec = 50000000 }, NULL);
    still_answers(&s);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
    until_connections(&s, 4);
    for (int i = 0; i < 3; i++)
        close(fd[i]);
    rpc_client *c;
    assert_int_equal(rpc_client_open(&c, rpc_server_address(s.server, 0), 5000, &err), CUZK_OK);
    rpc_client_close(c);
    until_connections(&s, 1);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_malformed_frames),
        cmocka_unit_test(test_standing_still),
        cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_no_descriptors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
