/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Clients that would have it all: what each may have, and that the others do not notice. */
#include "rpc/raw.h"
#include "rpc/stage.h"
#include "test.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>

#define EMPTY "\0\0\0\0\0"
#define ID    "\0\0\0\0\6\x0a\4long"

static void still_answers(stage *s)
{
    rpc_reply r;
    assert_int_equal(call_bytes(s->client, HEALTH "Check", "", 0, 5000, &r), GRPC_OK);
    free(r.data);
}

static void test_calls(void **state)
{
    stage s;
    raw r;
    raw_stream st[3];
    (void)state;

    stage_begin(&s, 1, (rpc_options) { .max_calls = 2 }, 0);
    s.asking.toy.pause_step = true;
    assert_int_equal(submit(&s, "long", "bytes"), GRPC_OK);
    until_calls(&s, 0);
    raw_open(&r, s.socket, 65535);
    for (int i = 0; i < 3; i++) {
        raw_ask(&r, &st[i], (raw_headers) { .path = PROVING_PATH("AwaitProof") });
        raw_say(&r, &st[i], ID, sizeof ID - 1, true);
    }
    RAW_UNTIL(&r, st[2].closed);
    assert_int_equal(st[2].error, NGHTTP2_REFUSED_STREAM);
    assert_int_equal(calls_now(&s), 2);
    s.asking.toy.pause_step = false;
    RAW_UNTIL(&r, st[0].closed && st[1].closed);
    assert_string_equal(st[0].grpc_status, "0");
    assert_string_equal(st[1].grpc_status, "0");
    still_answers(&s);
    raw_close(&r);
    stage_end(&s);
}

/* Each leaves less unread than one may, all together more than all may. */
static void test_unread_by_all(void **state)
{
    enum { CLIENTS = 8, EACH = 10 };
    stage s;
    raw r[CLIENTS];
    raw_stream(*st)[EACH] = calloc(CLIENTS, sizeof *st);
    unsigned gone = 0;
    rpc_reply metrics;
    (void)state;

    assert_non_null(st);
    stage_begin(&s, 1, (rpc_options) { 0 }, 0);
    assert_int_equal(call_bytes(s.client, PROVING_PATH("GetMetrics"), "", 0, 5000, &metrics),
                     GRPC_OK);
    free(metrics.data);
    stage_end(&s);

    const rpc_options o = { .max_unread = (EACH + 1) * metrics.len };
    stage_begin(&s, 1, o, 0);
    for (int i = 0; i < CLIENTS; i++) {
        raw_open(&r[i], s.socket, 0);
        for (int k = 0; k < EACH; k++) {
            raw_ask(&r[i], &st[i][k], (raw_headers) { .path = PROVING_PATH("GetMetrics") });
            raw_say(&r[i], &st[i][k], EMPTY, 5, true);
        }
        RAW_UNTIL(&r[i], r[i].gone || st[i][EACH - 1].http_status[0]);
        gone += r[i].gone;
        assert_true(i > 2 || gone == 0);
    }
    assert_true(gone >= CLIENTS - 5);
    /* Who reads may ask. */
    assert_int_equal(call_bytes(s.client, PROVING_PATH("GetMetrics"), "", 0, 5000, &metrics),
                     GRPC_OK);
    free(metrics.data);
    for (int i = 0; i < CLIENTS; i++)
        raw_close(&r[i]);
    stage_end(&s);
    free(st);
}

/* A byte now and then does not keep a call, nor does having called once keep a connection. */
static void test_slow(void **state)
{
    static const char prefix[] = { 0, 0, 0, (char)0x80, 0 };
    stage s;
    raw slow, idle, next;
    raw_stream st;
    (void)state;

    stage_begin(&s, 1, (rpc_options) { .max_connections = 3, .stall_timeout_s = 1 }, 0);
    raw_open(&idle, s.socket, 65535);
    raw_step(&idle, 20);
    raw_open(&slow, s.socket, 65535);
    raw_ask(&slow, &st, (raw_headers) { .path = PROVING_PATH("SubmitProof") });
    raw_say(&slow, &st, prefix, sizeof prefix, false);
    RAW_UNTIL(&slow, calls_now(&s) == 1);
    raw_open(&next, s.socket, 65535);
    RAW_UNTIL(&next, next.gone);
    raw_close(&next);

    for (int i = 0; !st.closed && i < 100; i++) {
        raw_say(&slow, &st, "x", 1, false);
        raw_step(&slow, 25);
        still_answers(&s);
    }
    assert_true(st.closed);
    assert_string_equal(st.grpc_status, "4");
    assert_non_null(strstr(st.grpc_message, "too slowly"));
    raw_open(&next, s.socket, 65535);
    RAW_UNTIL(&idle, idle.gone);
    assert_int_equal(idle.goaways, 1);
    raw_step(&next, 20);
    assert_false(next.gone);
    still_answers(&s);
    raw_close(&next);
    raw_close(&idle);
    raw_close(&slow);
    stage_end(&s);
}

/* -- floods: the server hangs up -- */

static void test_headers(void **state)
{
    stage s;
    raw r;
    raw_stream st;
    char more[20000];
    (void)state;

    memset(more, 'v', sizeof more);
    more[sizeof more - 1] = '\0';
    stage_begin(&s, 1, (rpc_options) { 0 }, 0);
    raw_open(&r, s.socket, 65535);
    raw_ask(&r, &st, (raw_headers) { .path = HEALTH "Check", .more = more });
    raw_say(&r, &st, EMPTY, 5, true);
    RAW_UNTIL(&r, st.closed);
    assert_string_equal(st.grpc_status, "8");
    raw_ask(&r, &st, (raw_headers) { .path = HEALTH "Check", .more = more + 10000 });
    raw_say(&r, &st, EMPTY, 5, true);
    RAW_UNTIL(&r, st.closed);
    assert_string_equal(st.grpc_status, "0");
    raw_close(&r);
    stage_end(&s);
}

typedef struct bytes {
    uint8_t data[300000];
    size_t len;
} bytes;

static void add(bytes *b, unsigned type, unsigned flags, unsigned stream, const void *payload,
                size_t len)
{
    const uint8_t head[] = {
        (uint8_t)(len >> 16),    (uint8_t)(len >> 8),    (uint8_t)len,
        (uint8_t)type,           (uint8_t)flags,         (uint8_t)(stream >> 24),
        (uint8_t)(stream >> 16), (uint8_t)(stream >> 8), (uint8_t)stream
    };
    assert_true(b->len + sizeof head + len <= sizeof b->data);
    memcpy(b->data + b->len, head, sizeof head);
    if (len)
        memcpy(b->data + b->len + sizeof head, payload, len);
    b->len += sizeof head + len;
}

/* :method, :scheme, :authority, :path of a health check, its content-type; literals. */
#define HEADERS                                                                                    \
    "\x83\x86\x01\x01x\x04\x1c/grpc.health.v1.Health/Check\x0f\x10\x10"                            \
    "application/grpc"
#define N_HEADERS (sizeof HEADERS - 1)

/* So many frames of each kind are too many, and so many are not. */
static void make_settings(bytes *b, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        add(b, NGHTTP2_SETTINGS, 0, 0, "\0\4\0\1\0\0", 6);
}

static void make_resets(bytes *b, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        add(b, NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS, 2 * i + 1, HEADERS, N_HEADERS);
        add(b, NGHTTP2_RST_STREAM, 0, 2 * i + 1, "\0\0\0\x08", 4);
    }
}

static void make_continuations(bytes *b, unsigned n)
{
    add(b, NGHTTP2_HEADERS, 0, 1, HEADERS, N_HEADERS);
    for (unsigned i = 0; i < n; i++)
        add(b, NGHTTP2_CONTINUATION, i + 1 == n ? NGHTTP2_FLAG_END_HEADERS : 0, 1, "", 0);
    add(b, NGHTTP2_RST_STREAM, 0, 1, "\0\0\0\x08", 4);
}

/* A header of 4000 bytes in the table, named again by one byte each. */
static void make_bomb(bytes *b, unsigned n)
{
    static const uint8_t entry[] = { 0x40, 1, 'a', 0x7f, 0xa1, 0x1e };
    uint8_t block[20000] = HEADERS;
    size_t len = N_HEADERS;

    memcpy(block + len, entry, sizeof entry);
    memset(block + len + sizeof entry, 'v', 4000);
    len += sizeof entry + 4000;
    memset(block + len, 0xbe, n);
    add(b, NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS, 1, block, len + n);
    add(b, NGHTTP2_RST_STREAM, 0, 1, "\0\0\0\x08", 4);
}

/* One block; on a stream that is over nobody would look at its headers. */
static void make_block(bytes *b, unsigned n)
{
    static uint8_t block[40000] = HEADERS;

    memset(block + N_HEADERS, 0x83, n); /* ":method: POST", which is an error of the stream only */
    add(b, NGHTTP2_HEADERS, NGHTTP2_FLAG_END_HEADERS, 1, block, N_HEADERS + n);
}

/* Reads what the server says, and leaves it at that. */
static void forget(raw *r, int ms)
{
    struct pollfd p = { .fd = r->fd, .events = POLLIN };
    uint8_t buffer[65536];

    if (!r->gone && poll(&p, 1, ms) > 0)
        r->gone = recv(r->fd, buffer, sizeof buffer, 0) <= 0;
}

static void test_floods(void **state)
{
    static const struct {
        const char *name;
        void (*make)(bytes *b, unsigned n);
        unsigned too_many, fine;
    } rows[] = {
        { "settings", make_settings, 300, 50 },
        { "resets", make_resets, 3000, 300 },
        { "continuations", make_continuations, 20, 4 },
        { "bomb", make_bomb, 10000, 3 },
        { "block", make_block, 33000, 100 },
    };
    static bytes b;
    stage s;
    raw r;
    (void)state;

    stage_begin(&s, 1, (rpc_options) { 0 }, 0);
    for (size_t i = 0; i < 2 * (sizeof rows / sizeof *rows); i++) {
        const bool flood = i % 2;

        raw_open(&r, s.socket, 65535);
        RAW_UNTIL(&r, nghttp2_session_get_remote_settings(r.session,
                                                          NGHTTP2_SETTINGS_MAX_FRAME_SIZE) > 16384);
        raw_step(&r, 0); /* the settings are acknowledged: longer frames may be sent */
        b.len = 0;
        rows[i / 2].make(&b, flood ? rows[i / 2].too_many : rows[i / 2].fine);
        for (size_t at = 0; at < b.len && !r.gone;) {
            ssize_t n = send(r.fd, b.data + at, b.len - at, MSG_NOSIGNAL | MSG_DONTWAIT);
            at += n > 0 ? (size_t)n : 0;
            forget(&r, 0);
        }
        if (flood) {
            for (int k = 0; !r.gone && k < 5000; k++)
                forget(&r, 1);
            if (!r.gone)
                fail_msg("%s: still there", rows[i / 2].name);
        } else {
            for (int k = 0; k < 10; k++)
                forget(&r, 3);
            if (r.gone)
                fail_msg("%s: gone", rows[i / 2].name);
        }
        raw_close(&r);
        still_answers(&s);
    }
    stage_end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_calls),  cmocka_unit_test(test_unread_by_all),
        cmocka_unit_test(test_slow),   cmocka_unit_test(test_headers),
        cmocka_unit_test(test_floods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
