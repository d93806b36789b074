/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What shows only frame by frame: streams of answers, HTTP's own refusals, a server that stops,
 * clients that do not read. */
#include "rpc/raw.h"
#include "rpc/stage.h"
#include "test.h"

#include <stdlib.h>

#define EMPTY "\0\0\0\0\0"
#define ID    "\0\0\0\0\6\x0a\4long"

static void begin_with_long(stage *s, rpc_options o)
{
    stage_begin(s, 1, o, 0);
    s->asking.toy.pause_step = true;
    assert_int_equal(submit(s, "long", "bytes"), GRPC_OK);
    wait_until(&s->asking.toy.pausing, 1);
    until_calls(s, 0);
}

/* -- streams -- */

static void test_watch(void **state)
{
    stage s;
    raw r;
    raw_stream known, unknown;
    (void)state;

    stage_begin(&s, 1, (rpc_options) { 0 }, 0);
    raw_open(&r, s.socket, 65535);
    raw_ask(&r, &known, (raw_headers) { .path = HEALTH "Watch" });
    raw_say(&r, &known, EMPTY, 5, true);
    raw_ask(&r, &unknown, (raw_headers) { .path = HEALTH "Watch" });
    raw_say(&r, &unknown, "\0\0\0\0\3\x0a\1x", 8, true);
    RAW_UNTIL(&r, known.got == 7 && unknown.got == 7);
    assert_memory_equal(known.answer, "\0\0\0\0\2\x08\1", 7);   /* SERVING */
    assert_memory_equal(unknown.answer, "\0\0\0\0\2\x08\3", 7); /* SERVICE_UNKNOWN */
    raw_step(&r, 20);
    assert_false(known.closed || unknown.closed);

    rpc_server_drain(s.server, 0);
    RAW_UNTIL(&r, known.closed && unknown.closed);
    assert_int_equal(known.got, 14);
    assert_memory_equal(known.answer + 7, "\0\0\0\0\2\x08\2", 7); /* NOT_SERVING */
    assert_string_equal(known.grpc_status, "14");
    RAW_UNTIL(&r, r.gone);
    raw_close(&r);
    stage_end(&s);
}

/* Messages in the answer; whole ones. */
static unsigned messages(const raw_stream *st)
{
    unsigned n = 0;
    size_t at = 0;

    while (at + 5 <= st->answer_len) {
        const uint8_t *p = st->answer + at;
        at += 5 + ((size_t)p[2] << 16 | (size_t)p[3] << 8 | p[4]);
        n += at <= st->answer_len;
    }
    return n;
}

static void test_reflection(void **state)
{
    static const char *const paths[] = {
        "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", REFLECTION
    };
    stage s;
    raw r;
    raw_stream st;
    (void)state;

    stage_begin(&s, 1, (rpc_options) { 0 }, 0);
    raw_open(&r, s.socket, 65535);
    for (int i = 0; i < 2; i++) {
        raw_ask(&r, &st, (raw_headers) { .path = paths[i] });
        raw_say(&r, &st, "\0\0\0\0\2\x3a\0", 7, false); /* which services there are */
        RAW_UNTIL(&r, messages(&st) == 1);
        assert_non_null(memmem(st.answer, st.answer_len, "cuzk.v1.ProvingEngine", 21));
        /* Two at once, of which the second is none of ours. */
        raw_say(&r, &st,
                "\0\0\0\0\x17\x22\x15"
                "cuzk.v1.ProvingEngine"
                "\0\0\0\0\3\x22\1x",
                5 + 23 + 5 + 3, false);
        RAW_UNTIL(&r, messages(&st) == 3);
        assert_non_null(memmem(st.answer, st.answer_len, "not found", 9));
        assert_false(st.closed);
        raw_say(&r, &st, "", 0, true);
        RAW_UNTIL(&r, st.closed);
        assert_string_equal(st.grpc_status, "0");
    }
    raw_close(&r);
    stage_end(&s);
}

/* -- what is refused before it is a call -- */

static void test_refused(void **state)
{
    static const struct {
        raw_headers headers;
        const char *body, *http, *grpc;
    } rows[] = {
        { { .method = "GET" }, EMPTY, "405", "" },
        { { .content_type = "text/plain" }, EMPTY, "415", "" },
        { { .content_type = "application/grpc+json" }, EMPTY, "415", "" },
        { { .content_type = "application/grpc-web" }, EMPTY, "415", "" },
        { { .content_type = "application/grpc+proto" }, EMPTY, "200", "0" },
        { { .content_type = "application/grpc;x=y" }, EMPTY, "200", "0" },
        { { .encoding = "gzip" }, EMPTY, "200", "0" }, /* it may compress, and does not */
        { { .encoding = "gzip" }, "\1\0\0\0\0", "200", "12" },
        { { .encoding = "of-my-own" }, "\1\0\0\0\0", "200", "12" },
        { { 0 }, "\2\0\0\0\0", "200", "3" },
        { { .path = "/cuzk.v1.ProvingEngine/getstatus" }, EMPTY, "200", "12" },
    };
    stage s;
    raw r;
    raw_stream st;
    (void)state;

    stage_begin(&s, 1, (rpc_options) { 0 }, 0);
    raw_open(&r, s.socket, 65535);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        raw_headers h = rows[i].headers;
        h.path = h.path ? h.path : PROVING_PATH("GetStatus");
        raw_ask(&r, &st, h);
        raw_say(&r, &st, rows[i].body, 5, true);
        RAW_UNTIL(&r, st.closed);
        assert_string_equal(st.http_status, rows[i].http);
        assert_string_equal(st.grpc_status, rows[i].grpc);
        assert_string_equal(st.accepts, rows[i].http[0] == '2' ? "identity" : "");
    }
    assert_false(r.gone);
    raw_close(&r);
    stage_end(&s);
}

/* -- the end of a connection -- */

/* Told twice to go elsewhere, a client may wait for what it has asked. */
static void test_drain(void **state)
{
    stage s;
    raw r;
    raw_stream st;
    (void)state;

    for (int stays = 0; stays < 2; stays++) {
        begin_with_long(&s, (rpc_options) { 0 });
        rpc_client_close(s.client);
        s.client = NULL;
        raw_open(&r, s.socket, 65535);
        raw_ask(&r, &st, (raw_headers) { .path = PROVING_PATH("AwaitProof") });
        raw_say(&r, &st, ID, sizeof ID - 1, true);
        RAW_UNTIL(&r, calls_now(&s) == 1);
        assert_false(rpc_server_drain(s.server, 0));
        RAW_UNTIL(&r, r.goaways == 1);
        assert_int_equal(r.last_stream, INT32_MAX);
        RAW_UNTIL(&r, r.goaways == 2);
        assert_int_equal(r.last_stream, st.id);
        assert_false(rpc_server_drain(s.server, 20));
        assert_false(r.gone || st.closed);
        if (!stays) {
            s.asking.toy.pause_step = false;
            RAW_UNTIL(&r, st.closed);
            assert_string_equal(st.grpc_status, "0");
            assert_true(rpc_server_drain(s.server, 5000));
        }
        stage_end(&s); /* also with what does not end by itself */
        RAW_UNTIL(&r, r.gone);
        raw_close(&r);
    }
}

static void test_idle(void **state)
{
    stage s;
    raw idle, busy;
    raw_stream st;
    (void)state;

    begin_with_long(&s, (rpc_options) { .idle_timeout_s = 1 });
    raw_open(&idle, s.socket, 65535);
    raw_open(&busy, s.socket, 65535);
    raw_ask(&busy, &st, (raw_headers) { .path = PROVING_PATH("AwaitProof") });
    raw_say(&busy, &st, ID, sizeof ID - 1, true);
    RAW_UNTIL(&busy, calls_now(&s) == 1);
    RAW_UNTIL(&idle, idle.gone);
    assert_int_equal(idle.goaways, 1);
    raw_step(&busy, 20);
    assert_false(busy.gone || st.closed);
    s.asking.toy.pause_step = false;
    RAW_UNTIL(&busy, st.closed);
    assert_string_equal(st.grpc_status, "0");
    raw_close(&idle);
    raw_close(&busy);
    stage_end(&s);
}

/* -- clients that do not read -- */

static void open_window(raw *r)
{
    const nghttp2_settings_entry window = { NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 1 << 20 };
    assert_int_equal(nghttp2_submit_settings(r->session, 0, &window, 1), 0);
}

static void test_closed_window(void **state)
{
    stage s;
    raw late, never;
    raw_stream a, b;
    rpc_reply reply;
    (void)state;

    stage_begin(&s, 1, (rpc_options) { .stall_timeout_s = 1 }, 0);
    raw_open(&late, s.socket, 0);
    raw_open(&never, s.socket, 0);
    raw_ask(&late, &a, (raw_headers) { .path = PROVING_PATH("GetMetrics") });
    raw_say(&late, &a, EMPTY, 5, true);
    raw_ask(&never, &b, (raw_headers) { .path = PROVING_PATH("GetMetrics") });
    raw_say(&never, &b, EMPTY, 5, true);
    RAW_UNTIL(&late, a.http_status[0]);
    RAW_UNTIL(&never, b.http_status[0]);
    assert_true(a.got == 0 && b.got == 0);
    assert_int_equal(call_bytes(s.client, HEALTH "Check", "", 0, 5000, &reply), GRPC_OK);
    free(reply.data);
    open_window(&late);
    RAW_UNTIL(&late, a.closed);
    assert_string_equal(a.grpc_status, "0");
    RAW_UNTIL(&never, b.closed);
    assert_int_equal(b.error, NGHTTP2_CANCEL);
    assert_int_equal(b.got, 0);
    assert_false(never.gone);
    raw_close(&late);
    raw_close(&never);
    stage_end(&s);
}

/* What is not read is kept, up to a limit; others do not notice. */
static void test_unread(void **state)
{
    stage s;
    raw r;
    rpc_stats stats;
    rpc_reply reply;
    const size_t n = 2000;
    raw_stream *st = calloc(n, sizeof *st);
    size_t asked = 0;
    (void)state;

    assert_non_null(st);
    stage_begin(&s, 1, (rpc_options) { 0 }, 0);
    raw_open(&r, s.socket, 0);
    for (; asked < n && !r.gone; asked++) {
        raw_ask(&r, &st[asked], (raw_headers) { .path = PROVING_PATH("GetMetrics") });
        raw_say(&r, &st[asked], EMPTY, 5, true);
        if (asked % 50 > 0)
            continue;
        raw_step(&r, 0);
        if (asked % 200 == 0) {
            assert_int_equal(call_bytes(s.client, HEALTH "Check", "", 0, 5000, &reply), GRPC_OK);
            free(reply.data);
        }
    }
    RAW_UNTIL(&r, r.gone);
    assert_true(asked > 100);
    rpc_server_stats(s.server, &stats);
    assert_true(stats.sent_bytes < 1 << 20);
    raw_close(&r);
    until_calls(&s, 0);
    stage_end(&s);
    free(st);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_watch),   cmocka_unit_test(test_reflection),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_drain),
        cmocka_unit_test(test_idle),    cmocka_unit_test(test_closed_window),
        cmocka_unit_test(test_unread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
