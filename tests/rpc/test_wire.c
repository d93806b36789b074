/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What is read from bytes before anything else: submissions, deadlines, text; and timers. */
#include "base/bytes.h"
#include "engine/engine.h"
#include "rpc/grpc.h"
#include "rpc/timer.h"
#include "rpc/wire.h"
#include "test.h"

static void test_submit(void **state)
{
    /* id "a", sector 7, proof "xy", proofs "p" and "", an unknown field, sector 8 */
    static const uint8_t m[] = "\x0a\x01"
                               "a\xa0\x01\x07\x52\x02xy\x5a\x01p\x5a\x00\xfa\x07\x01z\xa0\x01\x08";
    wire_submit s;
    cuzk_error err;
    (void)state;

    assert_int_equal(wire_read_submit(&s, m, sizeof m - 1, false, &err), CUZK_OK);
    assert_string_equal(s.fields->request_id, "a");
    assert_int_equal(s.fields->sector_number, 8);
    assert_ptr_equal(s.vanilla_proof.data, m + 8);
    assert_int_equal(s.vanilla_proof.len, 2);
    assert_int_equal(s.n_vanilla_proofs, 2);
    assert_int_equal(s.vanilla_proofs[1].len, 0);
    wire_submit_free(&s);
    /* Every truncation is refused, or ends between two fields. */
    for (size_t len = 0; len < sizeof m - 1; len++)
        if (wire_read_submit(&s, m, len, false, &err) == CUZK_OK)
            wire_submit_free(&s);
        else
            assert_string_equal(err.code, "malformed");
}

static void test_prove_merges(void **state)
{
    static const uint8_t m[] = "\x0a\x06\x0a\x01"
                               "a\x5a\x01p\x0a\x06\x10\x03\x5a\x02qr";
    wire_submit s;
    cuzk_error err;
    (void)state;

    assert_int_equal(wire_read_submit(&s, m, sizeof m - 1, true, &err), CUZK_OK);
    assert_string_equal(s.fields->request_id, "a");
    assert_int_equal(s.fields->proof_kind, 3);
    assert_int_equal(s.n_vanilla_proofs, 2);
    assert_memory_equal(s.vanilla_proofs[1].data, "qr", 2);
    wire_submit_free(&s);
    assert_int_equal(wire_read_submit(&s, m, 0, true, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.message, "missing submit field");
}

static void test_malformed(void **state)
{
    static const struct {
        const char *bytes;
        size_t len;
        const char *code;
    } rows[] = {
        { "\x13", 1, "malformed" },                                          /* a group */
        { "\x00\x01", 2, "malformed" },                                      /* field 0 */
        { "\x10\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02", 11, "malformed" }, /* 65 bits */
        { "\x10\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", 12, "malformed" },
        { "\x52\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11, "malformed" }, /* 2^64 - 1 bytes */
        { "\x0a\x02"
          "a\n",
          4, "bad-request-id" },
        { "\x0a\x01\xff", 3, "bad-request-id" },
        { "\x0a\x02"
          "a\0",
          4, "bad-request-id" },
    };
    wire_submit s;
    cuzk_error err;
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(
            wire_read_submit(&s, (const uint8_t *)rows[i].bytes, rows[i].len, false, &err),
            CUZK_BAD_INPUT);
        assert_string_equal(err.code, rows[i].code);
    }
}

/* So many of one field, at the bound and beyond it. */
static void test_bounds(void **state)
{
    const size_t n = 2 * (WIRE_MAX_PROOFS + 1);
    uint8_t *m = malloc(n);
    wire_submit s;
    cuzk_error err;
    (void)state;

    assert_non_null(m);
    for (size_t i = 0; i < n; i += 2)
        memcpy(m + i, "\x5a", 2);
    assert_int_equal(wire_read_submit(&s, m, n - 2, false, &err), CUZK_OK);
    assert_int_equal(s.n_vanilla_proofs, WIRE_MAX_PROOFS);
    wire_submit_free(&s);
    assert_int_equal(wire_read_submit(&s, m, n, false, &err), CUZK_BAD_INPUT);
    free(m);
    m = malloc(WIRE_MAX_REST + 2);
    assert_non_null(m);
    for (size_t i = 0; i < WIRE_MAX_REST + 2; i += 2)
        memcpy(m + i, "\x18\x01", 2);
    assert_int_equal(wire_read_submit(&s, m, WIRE_MAX_REST, false, &err), CUZK_OK);
    wire_submit_free(&s);
    assert_int_equal(wire_read_submit(&s, m, WIRE_MAX_REST + 2, false, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "too-long");
    free(m);
    uint8_t id[3 + ENGINE_ID_MAX];
    memset(id, 'x', sizeof id);
    memcpy(id, "\x0a\xff\x01", 3);
    assert_int_equal(wire_read_submit(&s, id, 3 + ENGINE_ID_MAX - 1, false, &err), CUZK_OK);
    wire_submit_free(&s);
    memcpy(id, "\x0a\x80\x02", 3);
    assert_int_equal(wire_read_submit(&s, id, 3 + ENGINE_ID_MAX, false, &err), CUZK_BAD_INPUT);
}

static void test_text(void **state)
{
    static const struct {
        const char *text;
        bool good;
        uint64_t ns;
    } rows[] = {
        { "1n", true, 1 },
        { "250m", true, 250000000 },
        { "00000001S", true, 1000000000 },
        { "99999999H", true, INT64_MAX },
        { "0u", true, 0 },
        { "", false, 0 },
        { "S", false, 0 },
        { "1", false, 0 },
        { "1x", false, 0 },
        { "-1S", false, 0 },
        { "123456789S", false, 0 },
    };
    uint64_t ns;
    char out[64], bad[] = "a\xff\xc3\xa4\n\xed\xa0\x80";
    (void)state;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(
            grpc_timeout_parse(&ns, (const uint8_t *)rows[i].text, strlen(rows[i].text)),
            rows[i].good);
        if (rows[i].good)
            assert_int_equal(ns, rows[i].ns);
    }
    grpc_message_encode(out, sizeof out, "50% \xc3\xa4\n");
    assert_string_equal(out, "50%25 %C3%A4%0A");
    assert_int_equal(grpc_message_encode(out, 6, "abc\xc3\xa4"), 3); /* not cut inside */
    text_make_clean(bad, false);
    assert_string_equal(bad, "a?\xc3\xa4????");
    assert_true(text_is_clean(bad, strlen(bad)));
    assert_false(text_is_clean("a\0b", 3));
    assert_false(text_is_clean("\xc0\x80", 2));
    assert_false(text_is_clean("\xf4\x90\x80\x80", 4));
}

#define TIMERS 200
static uint64_t fired[TIMERS];
static size_t n_fired;
static void fire(void *owner, uint64_t now_ns)
{
    (void)now_ns;
    fired[n_fired++] = *(const uint64_t *)owner;
}

static void test_timers(void **state)
{
    static timer t[TIMERS];
    static uint64_t at[TIMERS];
    timers all = { 0 };
    (void)state;

    assert_int_equal(timers_wait_ms(&all, 0), -1);
    for (uint64_t i = 0; i < TIMERS; i++) {
        assert_true(timer_open(&all, &t[i], fire, &at[i]));
        at[i] = i * 7919 % 1009; /* in no order */
        timer_set(&all, &t[i], 5);
        timer_set(&all, &t[i], at[i]);
    }
    for (size_t i = 0; i < TIMERS; i += 3)
        timer_set(&all, &t[i], UINT64_MAX);
    timers_run(&all, 500);
    size_t early = n_fired;
    timers_run(&all, 2000);
    assert_int_equal(n_fired, TIMERS - (TIMERS + 2) / 3);
    for (size_t i = 0; i < n_fired; i++)
        assert_true((fired[i] <= 500) == (i < early) && (i == 0 || fired[i] >= fired[i - 1]));
    for (size_t i = 0; i < TIMERS; i++)
        timer_close(&all, &t[i]);
    timers_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_submit),    cmocka_unit_test(test_prove_merges),
        cmocka_unit_test(test_malformed), cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_text),      cmocka_unit_test(test_timers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
