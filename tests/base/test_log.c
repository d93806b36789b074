/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/log_text.h"
#include "test.h"

#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

/* A sink that keeps what it is given. */
typedef struct kept {
    atomic_uint events;
    _Atomic uint64_t unsaid;
    char last[LOG_LINE_MAX], line[LOG_LINE_MAX];
} kept;

static void keep_event(void *ctx, const log_record *r)
{
    kept *k = ctx;
    atomic_fetch_add(&k->events, 1);
    atomic_fetch_add(&k->unsaid, r->unsaid);
}

static void keep_text(void *ctx, const log_record *r)
{
    kept *k = ctx;
    keep_event(ctx, r);
    log_render(k->last, r, LOG_JOURNAL);
}

static void keep_line(void *ctx, const char *line)
{
    kept *k = ctx;
    snprintf(k->line, sizeof k->line, "%s", line);
}

static void fields_of_every_type(void **state)
{
    (void)state;
    kept k = { 0 };
    const log_sink sink = { keep_text, keep_line, &k };
    char word[] = "changeable";
    cuzk_error err = { .code = "no-job", .message = "job not found: a b" };

    log_set(&sink, LEVEL_DEBUG);
    LOG(LEVEL_INFO, "all", F("t", "x"), F("w", word), F("e", ""), F("i", -3), F("l", -4L),
        F("u", 5u), F("z", (size_t)6), F("r", 0.25), F("b", (bool)true), F_ERROR(&err));
    assert_string_equal(k.last, "<6>all t=x w=changeable e=\"\" i=-3 l=-4 u=5 z=6 r=0.25 b=true "
                                "error=no-job message=\"job not found: a b\"\n");
    LOG(LEVEL_WARN, "none");
    assert_string_equal(k.last, "<4>none\n");
    log_set(NULL, LEVEL_TRACE);
}

static void levels(void **state)
{
    (void)state;
    kept k = { 0 };
    const log_sink sink = { keep_event, NULL, &k };
    log_level level = LEVEL_OFF;
    unsigned evaluated = 0;

    LOG(LEVEL_ERROR, "nobody-listens", F("n", ++evaluated));
    log_set(&sink, LEVEL_WARN);
    LOG(LEVEL_INFO, "too-fine", F("n", ++evaluated));
    assert_int_equal(evaluated, 0);
    LOG(LEVEL_WARN, "warn", F("n", ++evaluated));
    LOG(LEVEL_ERROR, "error", F("n", ++evaluated));
    assert_int_equal(k.events, 2);
    log_timeline("no-line-in-the-sink", "id", "x");
    log_set(NULL, LEVEL_TRACE);
    assert_false(log_enabled(LEVEL_ERROR));

    assert_true(log_level_parse(&level, "Warning"));
    assert_int_equal(level, LEVEL_WARN);
    for (log_level i = LEVEL_OFF; i <= LEVEL_TRACE; i++) {
        assert_true(log_level_parse(&level, log_level_name(i)));
        assert_int_equal(level, i);
    }
    assert_false(log_level_parse(&level, "info,cuzk=debug"));
    assert_false(log_level_parse(&level, ""));
    assert_int_equal(level, LEVEL_TRACE);
}

static log_site often = { "often", LEVEL_INFO, 0, 0, 0 };

static void *speak(void *ctx)
{
    const log_field f[] = { F("i", 1), { 0 } };

    for (unsigned i = 0; i < *(unsigned *)ctx; i++)
        log_emit(&often, f);
    return NULL;
}

/* What is not said is counted, and said with the next one: none is lost. */
static void a_site_that_speaks_too_often(void **state)
{
    (void)state;
    kept k = { 0 };
    const log_sink sink = { keep_event, NULL, &k };
    unsigned times = 500, once = 1;
    pthread_t t[4];

    log_set(&sink, LEVEL_INFO);
    speak(&times);
    assert_in_range(k.events, LOG_BURST, 2 * LOG_BURST + 1); /* a second may have turned */
    often.second = 0;                                        /* as after a while */
    speak(&once);
    assert_int_equal(k.events + k.unsaid, times + 1);
    assert_true(k.unsaid > 0);

    often.second = 0;
    k.events = 0;
    k.unsaid = 0;
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&t[i], NULL, speak, &times), 0);
    for (unsigned i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    assert_in_range(k.events, LOG_BURST, 5 * LOG_BURST);
    often.second = 0;
    speak(&once);
    assert_int_equal(k.events + k.unsaid, 4 * times + 1);
    log_set(NULL, LEVEL_OFF);
}

static const char *render(log_format format, const log_field *fields, uint64_t unsaid)
{
    static char out[LOG_LINE_MAX];
    const log_record r = { LEVEL_INFO, "ev", fields, unsaid, 1769903999, 42 };
    size_t len = log_render(out, &r, format);
    assert_int_equal(len, strlen(out));
    return out;
}

static void formats(void **state)
{
    (void)state;
    const log_field f[] = { F("id", "porep-1-2"), F("why", "a \"b\"\\\n\x01\xff \xc3\xa9"), { 0 } };

    assert_string_equal(render(LOG_PLAIN, f, 0),
                        "2026-01-31T23:59:59.000042Z INFO  ev id=porep-1-2 "
                        "why=\"a \\\"b\\\"\\\\\\n\\x01\\xff \xc3\xa9\"\n");
    assert_string_equal(
        render(LOG_JOURNAL, f, 7),
        "<6>ev unsaid=7 id=porep-1-2 why=\"a \\\"b\\\"\\\\\\n\\x01\\xff \xc3\xa9\"\n");
    assert_string_equal(render(LOG_JSON, f, 7),
                        "{\"time\":\"2026-01-31T23:59:59.000042Z\",\"level\":\"info\","
                        "\"event\":\"ev\",\"unsaid\":7,\"id\":\"porep-1-2\","
                        "\"why\":\"a \\\"b\\\"\\\\\\n\\u0001\\ufffd \xc3\xa9\"}\n");
    const log_field odd[] = {
        F("nan", (double)NAN), log_text("null", NULL), F("f", (bool)false), { 0 }
    };
    assert_string_equal(render(LOG_JOURNAL, odd, 0), "<6>ev nan=nan null=\"\" f=false\n");
    assert_non_null(strstr(render(LOG_JSON, odd, 0), ",\"nan\":null,\"null\":\"\",\"f\":false}\n"));
}

/* Only well-formed UTF-8 stays as it is (RFC 3629 §4). */
static void utf8(void **state)
{
    (void)state;
    static const struct {
        const char *in, *out;
    } cases[] = {
        { "\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80" },
        { "\xed\x9f\xbf", "\xed\x9f\xbf" },
        { "\xc0\x80", "\\ufffd\\ufffd" },
        { "\xed\xa0\x80", "\\ufffd\\ufffd\\ufffd" },
        { "\xf4\x90\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd" },
        { "\xe2\x82", "\\ufffd\\ufffd" },
        { "\xc3", "\\ufffd" },
        { "\x7f", "\\u007f" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const log_field f[] = { F("x", cases[i].in), { 0 } };
        char want[128];
        snprintf(want, sizeof want, "\"x\":\"%s\"}\n", cases[i].out);
        assert_non_null(strstr(render(LOG_JSON, f, 0), want));
    }
}

static void long_lines(void **state)
{
    (void)state;
    static char text[10000];
    log_field f[9] = { 0 };

    memset(text, '\x01', sizeof text - 1);
    for (unsigned i = 0; i < 8; i++)
        f[i] = log_text("k", text);
    for (log_format format = LOG_PLAIN; format <= LOG_JSON; format++) {
        const char *out = render(format, f, 0);
        assert_true(strlen(out) < LOG_LINE_MAX);
        assert_non_null(strstr(out, format == LOG_JSON ? ",\"cut\":true}\n" : " cut=true\n"));
    }
    memset(text, 'x', LOG_TEXT_MAX);
    text[LOG_TEXT_MAX] = '\0';
    f[1].key = NULL;
    assert_null(strstr(render(LOG_PLAIN, f, 0), "..."));
    text[LOG_TEXT_MAX] = 'x';
    text[LOG_TEXT_MAX + 1] = '\0';
    assert_non_null(strstr(render(LOG_PLAIN, f, 0), "x...\"\n"));
    assert_null(strstr(render(LOG_PLAIN, f, 0), "cut"));
}

static void timeline(void **state)
{
    (void)state;
    kept k = { 0 };
    const log_sink sink = { keep_event, keep_line, &k };
    unsigned long long ms;
    char rest[200];

    log_set(&sink, LEVEL_OFF);
    log_timeline("SYNTH_START", "id", "partition=%u", 3u);
    assert_string_equal(k.line, "");
    log_timeline_enable(true);
    log_timeline("SYNTH_END", "a,b\n", "partition=%u,synth_ms=%u", 3u, 12u);
    assert_int_equal(sscanf(k.line, "TIMELINE,%llu,%199s", &ms, rest), 2);
    assert_string_equal(rest, "SYNTH_END,a?b?,partition=3,synth_ms=12");
    assert_true(ms < 60000);
    log_timeline_enable(false);
    log_set(NULL, LEVEL_OFF);
}

static void descriptor(void **state)
{
    (void)state;
    int fd[2];
    char got[2 * LOG_LINE_MAX] = { 0 }, where[64];
    struct stat st;
    log_fd to;

    assert_int_equal(pipe2(fd, O_NONBLOCK), 0);
    log_fd_init(&to, fd[1], LOG_JOURNAL);
    log_set(&to.sink, LEVEL_INFO);
    LOG(LEVEL_ERROR, "first", F("n", 1));
    to.sink.line(to.sink.ctx, "second");
    assert_true(read(fd[0], got, sizeof got) > 0);
    assert_string_equal(got, "<3>first n=1\nsecond\n");
    for (unsigned i = 0; i < 100; i++) /* the pipe fills up and nobody waits */
        to.sink.line(to.sink.ctx, got + (memset(got, 'x', LOG_LINE_MAX) == NULL));
    log_set(NULL, LEVEL_OFF);

    assert_int_equal(fstat(fd[1], &st), 0);
    snprintf(where, sizeof where, "%llu:%llu", (unsigned long long)st.st_dev,
             (unsigned long long)st.st_ino);
    unsetenv("JOURNAL_STREAM");
    assert_false(log_is_journal(fd[1]));
    setenv("JOURNAL_STREAM", where, 1);
    assert_true(log_is_journal(fd[1]));
    assert_false(log_is_journal(STDIN_FILENO));
    setenv("JOURNAL_STREAM", strcat(where, "x"), 1);
    assert_false(log_is_journal(fd[1]));
    close(fd[0]);
    close(fd[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_of_every_type),
        cmocka_unit_test(levels),
        cmocka_unit_test(a_site_that_speaks_too_often),
        cmocka_unit_test(formats),
        cmocka_unit_test(utf8),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(timeline),
        cmocka_unit_test(descriptor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
