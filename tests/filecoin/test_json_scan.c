/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The JSON reader on its own, whole and in pieces of every size. */
#include "filecoin/fixture.h"
#include "filecoin/json_scan.h"
#include "test.h"

/* Hands out a document `step` bytes at a time. */
typedef struct dripping {
    const uint8_t *p, *end;
    size_t step;
} dripping;

static cuzk_status drip(void *ctx, const uint8_t **piece, size_t *len)
{
    dripping *d = ctx;
    size_t left = (size_t)(d->end - d->p);

    *piece = d->p;
    *len = left < d->step ? left : d->step;
    d->p += *len;
    return CUZK_OK;
}

static cuzk_status skip_document(const char *text, size_t len, size_t step, cuzk_error *err)
{
    bytes b = fixture_copy(text, len);
    dripping d = { b.data, b.data + len, step };
    cuzk_status status;
    jscan j;

    if (step)
        jscan_open_pieces(&j, drip, &d, NULL, "test", err);
    else
        jscan_open(&j, b.data, len, "test", err);
    status = jscan_skip(&j);
    if (status == CUZK_OK)
        status = jscan_end(&j);
    free(b.data);
    return status;
}

static const char *const valid[] = {
    "0",
    "-0",
    "12",
    "-1.5e+10",
    "1E-2",
    "0.25",
    "true",
    " false ",
    "\r\n\tnull",
    "\"\"",
    "\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\uD834\\uDd1e\"",
    "\"\xc3\xa9 \xe2\x82\xac \xf0\x9d\x84\x9e \x7f\"",
    "[]",
    "{}",
    "[ ]",
    "[[],[{}],{\"a\":[1,2,{\"b\":null}]}]",
    "{\"a\":1,\"a\":2, \"b\" : { \"c\" : [ ] } }",
};

static const struct {
    const char *text;
    const char *code;
} invalid[] = {
    { "", "truncated" },
    { " ", "truncated" },
    { "01", "json-type" }, /* a number, then another */
    { "-", "truncated" },
    { "+1", "json-syntax" },
    { "1.", "truncated" },
    { ".5", "json-syntax" },
    { "1e", "truncated" },
    { "1e+", "truncated" },
    { "--1", "json-type" },
    { "1 2", "json-type" },
    { "tru", "truncated" },
    { "nul1", "json-type" },
    { "True", "json-syntax" },
    { "'a'", "json-syntax" },
    { "\"", "truncated" },
    { "\"a", "truncated" },
    { "\"\\", "truncated" },
    { "\"\\x\"", "json-string" },
    { "\"\\u12g4\"", "json-string" },
    { "\"\\ud800\"", "json-string" },
    { "\"\\ud800\\u0041\"", "json-string" },
    { "\"\\udc00\"", "json-string" },
    { "\"a\nb\"", "json-string" },
    { "\"\x80\"", "json-string" },
    { "\"\xc0\xaf\"", "json-string" },         /* overlong */
    { "\"\xe0\x80\xaf\"", "json-string" },     /* overlong */
    { "\"\xf0\x80\x80\xaf\"", "json-string" }, /* overlong */
    { "\"\xed\xa0\x80\"", "json-string" },     /* a surrogate */
    { "\"\xf4\x90\x80\x80\"", "json-string" }, /* beyond 10ffff */
    { "\"\xff\"", "json-string" },
    { "\"\xc3(\"", "json-string" },
    { "[", "truncated" },
    { "[1", "truncated" },
    { "[1,", "truncated" },
    { "[1,]", "json-syntax" },
    { "[,1]", "json-syntax" },
    { "[1 2]", "json-type" },
    { "]", "json-syntax" },
    { "[1}", "json-syntax" },
    { "{", "truncated" },
    { "{\"a\"", "truncated" },
    { "{\"a\":", "truncated" },
    { "{\"a\":1", "truncated" },
    { "{\"a\":1,", "truncated" },
    { "{\"a\":1,}", "json-syntax" },
    { "{\"a\" 1}", "json-type" },
    { "{a:1}", "json-syntax" },
    { "{1:2}", "json-type" },
    { "{\"a\":1]", "json-syntax" },
    { "{\"a\":}", "json-syntax" },
    { "\xef\xbb\xbf{}", "json-syntax" }, /* a byte-order mark */
    { "{}{}", "json-type" },
    { "{}x", "json-syntax" },
    { "// c\n1", "json-syntax" },
};

static void documents(void **state)
{
    (void)state;
    for (size_t step = 0; step < 5; step++) {
        for (size_t i = 0; i < sizeof valid / sizeof *valid; i++) {
            cuzk_error err = { 0 };
            if (skip_document(valid[i], strlen(valid[i]), step, &err) != CUZK_OK)
                fail_msg("%s: %s", valid[i], err.message);
        }
        for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
            cuzk_error err = { 0 };
            cuzk_status status =
                skip_document(invalid[i].text, strlen(invalid[i].text), step, &err);
            if (status != CUZK_BAD_INPUT || strcmp(err.code, invalid[i].code))
                fail_msg("%s: %s %s", invalid[i].text, err.code, err.message);
        }
    }
    assert_int_equal(skip_document("1\0", 2, 0, NULL), CUZK_BAD_INPUT);
    assert_int_equal(skip_document("\"a\0\"", 4, 0, NULL), CUZK_BAD_INPUT);
}

static void nesting_is_bounded(void **state)
{
    enum { MANY = 1 << 20 };
    char *deep = malloc(MANY);
    cuzk_error err = { 0 };

    (void)state;
    memset(deep, '[', MANY);
    memset(deep + JSCAN_MAX_DEPTH, ']', JSCAN_MAX_DEPTH);
    assert_int_equal(skip_document(deep, 2 * JSCAN_MAX_DEPTH, 0, NULL), CUZK_OK);
    memset(deep, '[', MANY);
    assert_int_equal(skip_document(deep, MANY, 0, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "too-deep");
    for (size_t i = 0; i + 5 <= MANY; i += 5)
        memcpy(deep + i, "{\"a\":", 5);
    assert_int_equal(skip_document(deep, MANY, 0, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "too-deep");
    free(deep);
}

static void integers(void **state)
{
    static const struct {
        const char *text, *code; /* NULL: good */
        uint64_t max, value;
    } cases[] = {
        { "0", NULL, 0, 0 },
        { "255", NULL, 255, 255 },
        { "18446744073709551615", NULL, UINT64_MAX, UINT64_MAX },
        { "18446744073709551616", "out-of-range", UINT64_MAX, 0 },
        { "99999999999999999999999999999999999999", "out-of-range", UINT64_MAX, 0 },
        { "256", "out-of-range", 255, 0 },
        { "1", "out-of-range", 0, 0 },
        { "9", "out-of-range", 7, 0 },
        { "-1", "not-an-integer", 255, 0 },
        { "-0", "not-an-integer", 255, 0 },
        { "1e3", "not-an-integer", 255, 0 },
        { "1.0", "not-an-integer", 255, 0 },
        { "00", "json-syntax", 255, 0 },
        { "07", "json-syntax", 255, 0 },
        { "\"7\"", "json-type", 255, 0 },
        { "null", "json-type", 255, 0 },
        { "[7]", "json-type", 255, 0 },
        { "{}", "json-type", 255, 0 },
        { "", "truncated", 255, 0 },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cuzk_error err = { 0 };
        uint64_t v = 77;
        jscan j;

        jscan_open(&j, (const uint8_t *)cases[i].text, strlen(cases[i].text), "test", &err);
        cuzk_status status = jscan_u64(&j, cases[i].max, &v);
        if (cases[i].code) {
            assert_int_equal(status, CUZK_BAD_INPUT);
            assert_string_equal(err.code, cases[i].code);
            assert_int_equal(v, 77);
        } else {
            assert_int_equal(status, CUZK_OK);
            assert_int_equal(v, cases[i].value);
        }
    }
}

/* Every array of three that can be written in few characters: fast and slow agree, on the bytes
 * and on what is left. */
static void fast_bytes_as_slow(void **state)
{
    static const char *const items[] = { "0",  "7",   "10",  "99", "255", "256", "00",   "01", "-1",
                                         "1e", "300", "999", " 5", "5 ",  "",    "1000", "12" };
    enum { N = sizeof items / sizeof *items };
    unsigned good = 0;

    (void)state;
    for (int a = 0; a < N * N * N; a++) {
        uint8_t fast[3] = { 0 }, slow[3] = { 0 };
        char text[64];
        int len = snprintf(text, sizeof text, "[%s,%s,%s]            ", items[a % N],
                           items[a / N % N], items[a / N / N]);
        bytes b = fixture_copy(text, (size_t)len);
        jscan j, k;

        jscan_open(&j, b.data, b.len, NULL, NULL);
        jscan_open(&k, b.data, b.len, NULL, NULL);
        cuzk_status status = jscan_bytes(&j, fast, 3);
        assert_int_equal(status, jscan_bytes_slow(&k, slow, 3));
        if (status == CUZK_OK) {
            good++;
            assert_memory_equal(fast, slow, 3);
            assert_ptr_equal(j.p, k.p);
        }
        free(b.data);
    }
    assert_int_equal(good, 8 * 8 * 8);
}

static void bytes_at_the_end_of_a_piece(void **state)
{
    static const char text[] = "[1,22,255]";
    uint8_t out[3];

    (void)state;
    for (size_t step = 1; step <= sizeof text; step++) {
        dripping d = { (const uint8_t *)text, (const uint8_t *)text + sizeof text - 1, step };
        jscan j;

        jscan_open_pieces(&j, drip, &d, NULL, NULL, NULL);
        assert_int_equal(jscan_bytes(&j, out, 3), CUZK_OK);
        assert_true(out[0] == 1 && out[1] == 22 && out[2] == 255);
        assert_int_equal(jscan_end(&j), CUZK_OK);
    }
}

static cuzk_status broken_pipe(void *ctx, const uint8_t **piece, size_t *len)
{
    (void)piece;
    (void)len;
    return err_set(ctx, CUZK_FAULT, "pipe", "the pipe broke");
}

/* What the source says is what comes out, not a made-up "truncated". */
static void a_failing_source(void **state)
{
    cuzk_error err = { 0 };
    jscan j;

    (void)state;
    jscan_open_pieces(&j, broken_pipe, &err, NULL, NULL, &err);
    assert_int_equal(jscan_skip(&j), CUZK_FAULT);
    assert_string_equal(err.code, "pipe");
    assert_int_equal(jscan_end(&j), CUZK_FAULT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(documents),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(integers),
        cmocka_unit_test(fast_bytes_as_slow),
        cmocka_unit_test(bytes_at_the_end_of_a_piece),
        cmocka_unit_test(a_failing_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
