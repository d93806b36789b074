/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The small files of our own: sidecars and stamps; requests of other versions. */
#include "scratch.h"

#include "prover/context.h"
#include "prover/facts.h"
#include "prover/params_judge.h"
#include "prover/sidecar.h"
#include "prover/stamp.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[SCRATCH_LEN];

static int set_up(void **state)
{
    (void)state;
    return scratch_make(dir);
}

static int tear_down(void **state)
{
    (void)state;
    return scratch_remove(dir);
}

static sidecar sample(void)
{
    sidecar s = { .circuit = "porep-2k",
                  .inputs = 40,
                  .aux = 2685673,
                  .constraints = UINT64_MAX,
                  .params_bytes = 1114707768,
                  .vk_bytes = 4708,
                  .insecure_toxic = true };

    for (size_t i = 0; i < GROTH16_PARTS; i++) {
        snprintf(s.part[i].name, sizeof s.part[i].name, "part-%zu", i);
        s.part[i].offset = 1000 * i;
        s.part[i].points = i + 7;
        s.part[i].bytes = 96 * (i + 7);
        memset(s.part[i].sha256, (int)(i + 1), 32);
    }
    memset(s.circuit_sha256, 0xc1, 32);
    memset(s.params_sha256, 0xaa, 32);
    memset(s.vk_sha256, 0xbb, 32);
    return s;
}

static char *written_sidecar(size_t *len)
{
    const sidecar s = sample();
    char path[64], *text;
    FILE *f;

    snprintf(path, sizeof path, "%s/x.dev.json", dir);
    assert_int_equal(sidecar_write(path, &s, NULL), CUZK_OK);
    f = fopen(path, "rb");
    assert_non_null(f);
    text = calloc(1, 65536);
    *len = fread(text, 1, 65535, f);
    fclose(f);
    return text;
}

static void test_sidecar_round_trip(void **state)
{
    const sidecar want = sample();
    sidecar got;
    size_t len;
    char *text = written_sidecar(&len);

    (void)state;
    assert_int_equal(sidecar_parse(&got, (uint8_t *)text, len, "x", NULL), CUZK_OK);
    assert_string_equal(got.circuit, want.circuit);
    assert_memory_equal(got.circuit_sha256, want.circuit_sha256, 32);
    assert_memory_equal(got.params_sha256, want.params_sha256, 32);
    assert_memory_equal(got.vk_sha256, want.vk_sha256, 32);
    assert_true(got.inputs == want.inputs && got.aux == want.aux);
    assert_true(got.constraints == want.constraints && got.insecure_toxic);
    assert_true(got.params_bytes == want.params_bytes && got.vk_bytes == want.vk_bytes);
    for (size_t i = 0; i < GROTH16_PARTS; i++) {
        assert_string_equal(got.part[i].name, want.part[i].name);
        assert_true(got.part[i].offset == want.part[i].offset);
        assert_true(got.part[i].points == want.part[i].points);
        assert_memory_equal(got.part[i].sha256, want.part[i].sha256, 32);
    }
    free(text);
}

/* Cut anywhere it is refused: the end of the text is the end of its last bracket. */
static void test_sidecar_cut(void **state)
{
    size_t len;
    char *text = written_sidecar(&len);

    (void)state;
    for (size_t n = 0; n + 1 < len; n++) {
        sidecar s;
        cuzk_error err;
        assert_int_equal(sidecar_parse(&s, (uint8_t *)text, n, "x", &err), CUZK_BAD_INPUT);
        assert_string_equal(err.file, "x");
    }
    free(text);
}

/* One text replaced by another. */
static void test_sidecar_wrong(void **state)
{
    static const struct {
        const char *from, *to;
    } cases[] = {
        { "cuzk.dev-params.v1", "cuzk.dev-params.v2" },
        { "\"insecure_toxic\": true", "\"insecure_toxic\": 1" },
        { "\"inputs\": 40", "\"inputs\": -1" },
        { "\"inputs\": 40", "\"inputs\": \"40\"" },
        { "\"inputs\": 40", "\"inputz\": 40" },
        { "\"inputs\": 40", "\"aux\": 40" },
        { "aaaa", "aaa" },
        { "bbbb", "bb_b" },
        { "\"name\": \"part-3\"", "\"name\": 3" },
        { "\"constraints\": 18446744073709551615", "\"constraints\": 18446744073709551616" },
    };
    size_t len;
    char *text = written_sidecar(&len);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *at = strstr(text, cases[i].from), *changed = calloc(1, len + 64);
        sidecar s;
        assert_non_null(at);
        snprintf(changed, len + 64, "%.*s%s%s", (int)(at - text), text, cases[i].to,
                 at + strlen(cases[i].from));
        assert_int_equal(sidecar_parse(&s, (uint8_t *)changed, strlen(changed), "x", NULL),
                         CUZK_BAD_INPUT);
        free(changed);
    }
    free(text);
}

static void test_sidecar_path(void **state)
{
    char out[4096];

    (void)state;
    assert_true(sidecar_path(out, "/a.b/c.params"));
    assert_string_equal(out, "/a.b/c.dev.json");
    assert_true(sidecar_path(out, "/a.b/c"));
    assert_string_equal(out, "/a.b/c.dev.json");
}

static void test_stamp(void **state)
{
    const file_id id = { 1, 2, 3, 4, 5 };
    char cache[64];

    (void)state;
    snprintf(cache, sizeof cache, "%s/cache", dir);
    assert_int_equal(stamp_find(cache, &id, "x.params"), CUZK_VERDICT_UNKNOWN);
    assert_int_equal(stamp_write(cache, &id, "x.params", CUZK_VERDICT_DEVELOPMENT, NULL), CUZK_OK);
    assert_int_equal(stamp_find(cache, &id, "x.params"), CUZK_VERDICT_DEVELOPMENT);
    assert_int_equal(stamp_find(NULL, &id, "x.params"), CUZK_VERDICT_UNKNOWN);
    assert_int_equal(stamp_find(cache, &id, "y.params"), CUZK_VERDICT_UNKNOWN);
    /* Every part of who the file is counts. */
    for (int i = 0; i < 5; i++) {
        file_id other = id;
        other.device += i == 0;
        other.inode += i == 1;
        other.size += i == 2;
        other.mtime_ns += i == 3;
        other.ctime_ns += i == 4;
        assert_int_equal(stamp_find(cache, &other, "x.params"), CUZK_VERDICT_UNKNOWN);
    }
    assert_int_equal(stamp_write(cache, &id, "x.params", CUZK_VERDICT_OFFICIAL, NULL), CUZK_OK);
    assert_int_equal(stamp_find(cache, &id, "x.params"), CUZK_VERDICT_OFFICIAL);
}

/* What another may write, or has been changed in any byte, is not believed. */
static void test_stamp_not_believed(void **state)
{
    const file_id id = { 10, 20, 30, 40, 50 };
    char path[128], text[512];
    struct stat st;
    ssize_t n;
    int fd;

    (void)state;
    assert_int_equal(stamp_write(dir, &id, "x", CUZK_VERDICT_OFFICIAL, NULL), CUZK_OK);
    snprintf(path, sizeof path, "%s/checked/a-14.stamp", dir);
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    chmod(path, 0620);
    assert_int_equal(stamp_find(dir, &id, "x"), CUZK_VERDICT_UNKNOWN);
    chmod(path, 0600);
    assert_int_equal(stamp_find(dir, &id, "x"), CUZK_VERDICT_OFFICIAL);
    fd = open(path, O_RDWR);
    n = pread(fd, text, sizeof text, 0);
    assert_true(n > 0);
    for (ssize_t i = 0; i < n; i++) {
        char changed = (char)(text[i] ^ 1);
        assert_int_equal(pwrite(fd, &changed, 1, i), 1);
        assert_int_equal(stamp_find(dir, &id, "x"), CUZK_VERDICT_UNKNOWN);
        assert_int_equal(pwrite(fd, &text[i], 1, i), 1);
    }
    assert_int_equal(stamp_find(dir, &id, "x"), CUZK_VERDICT_OFFICIAL);
    while (n-- > 0) {
        assert_int_equal(ftruncate(fd, n), 0);
        assert_int_equal(stamp_find(dir, &id, "x"), CUZK_VERDICT_UNKNOWN);
    }
    close(fd);
}

static void test_requests(void **state)
{
    struct {
        size_t size;
        uint64_t a, b, c;
    } newer = { sizeof newer, 1, 2, 0 }, out;
    const size_t older = 2 * sizeof(uint64_t);

    (void)state;
    /* A caller with a member this library does not have: fine while it is zero. */
    assert_int_equal(request_copy(&out, sizeof out - 8, &newer, "x", NULL), CUZK_OK);
    newer.c = 1;
    assert_int_equal(request_copy(&out, sizeof out - 8, &newer, "x", NULL), CUZK_BAD_INPUT);
    /* An older caller: what it does not have is zero. */
    newer.size = older;
    memset(&out, 0xff, sizeof out);
    assert_int_equal(request_copy(&out, sizeof out, &newer, "x", NULL), CUZK_OK);
    assert_true(out.a == 1 && out.b == 0 && out.c == 0);
    newer.size = 0;
    assert_int_equal(request_copy(&out, sizeof out, &newer, "x", NULL), CUZK_BAD_INPUT);
    assert_int_equal(request_copy(&out, sizeof out, NULL, "x", NULL), CUZK_BAD_INPUT);
}

static void test_cache_dir(void **state)
{
    cuzk_options o = { .size = sizeof o, .threads = 1 };
    cuzk_context *c;

    (void)state;
    setenv("CUZK_CACHE_DIR", "/somewhere", 1);
    assert_int_equal(cuzk_context_new(&c, &o, NULL), CUZK_OK);
    assert_string_equal(cuzk_context_cache_dir(c), "/somewhere");
    cuzk_context_free(c);
    o.cache_dir = "/else";
    assert_int_equal(cuzk_context_new(&c, &o, NULL), CUZK_OK);
    assert_string_equal(cuzk_context_cache_dir(c), "/else");
    cuzk_context_free(c);
    o.cache_dir = "";
    assert_int_equal(cuzk_context_new(&c, &o, NULL), CUZK_OK);
    assert_null(cuzk_context_cache_dir(c));
    cuzk_context_free(c);
    unsetenv("CUZK_CACHE_DIR");
    setenv("XDG_CACHE_HOME", "/xdg", 1);
    o.cache_dir = NULL;
    assert_int_equal(cuzk_context_new(&c, &o, NULL), CUZK_OK);
    assert_string_equal(cuzk_context_cache_dir(c), "/xdg/cuzk");
    cuzk_context_free(c);
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "/home/me", 1);
    assert_int_equal(cuzk_context_new(&c, &o, NULL), CUZK_OK);
    assert_string_equal(cuzk_context_cache_dir(c), "/home/me/.cache/cuzk");
    cuzk_context_free(c);
}

static void test_facts(void **state)
{
    cuzk_facts *list = NULL;
    facts f;

    (void)state;
    facts_begin(&f);
    for (int i = 0; i < 100; i++)
        facts_text(&f, "text", "%d", i);
    facts_integer(&f, "integer", UINT64_MAX);
    facts_hex(&f, "hex", "\x01\xff", 2);
    assert_int_equal(facts_end(&f, &list, NULL), CUZK_OK);
    assert_int_equal(list->n, 102);
    assert_string_equal(list->fact[99].text, "99");
    assert_true(list->fact[100].integer == INT64_MAX);
    assert_string_equal(list->fact[101].text, "01ff");
    cuzk_facts_free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sidecar_round_trip),
        cmocka_unit_test(test_sidecar_cut),
        cmocka_unit_test(test_sidecar_wrong),
        cmocka_unit_test(test_sidecar_path),
        cmocka_unit_test(test_stamp),
        cmocka_unit_test(test_stamp_not_believed),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_cache_dir),
        cmocka_unit_test(test_facts),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
