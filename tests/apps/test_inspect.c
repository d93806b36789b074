/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk inspect` on every kind of file, whatever its name, and on what is none of them. */
#include "apps/run.h"

#include "test.h"

#define GOLDEN CUZK_TEST_DATA "/golden"

static char dir[64];

static int set_up(void **state)
{
    (void)state;
    run_make_dir(dir);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    run_remove_dir(dir);
    return 0;
}

static run inspect(const char *path)
{
    return run_program(CUZK_PROGRAM, "inspect", "--json", path, NULL);
}

static run inspect_bytes(const void *data, size_t len)
{
    char path[128];

    run_make_file(path, dir, "file", data, len);
    return inspect(path);
}

static run inspect_text(const char *text)
{
    return inspect_bytes(text, strlen(text));
}

static void test_c1(void **state)
{
    static const struct {
        const char *file, *layout, *size;
    } cases[] = {
        { "/seal-2k/c1.json", "bare", "2KiB" },
        { "/seal-2k/c1-api.json", "api", "2KiB" },
        { "/seal-2k/c1-curio.json", "curio", "2KiB" },
        { "/seal-8m/c1.json", "bare", "8MiB" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char path[256];
        snprintf(path, sizeof path, GOLDEN "%s", cases[i].file);
        run r = inspect(path);
        assert_int_equal(r.status, 0);
        assert_string_equal(run_text(&r, "type"), "c1");
        assert_string_equal(run_text(&r, "layout"), cases[i].layout);
        assert_string_equal(run_text(&r, "sector_size"), cases[i].size);
        assert_int_equal(run_integer(&r, "partitions"), 1);
        if (strcmp(cases[i].layout, "curio") == 0)
            assert_int_equal(run_integer(&r, "sector_number"), 1);
        run_free(&r);
    }
}

static const struct {
    const char *dir, *kind;
    unsigned items, challenges;
} vanilla[] = {
    { "winning-2k", "winning", 1, 66 },
    { "window-2k", "window", 2, 10 },
    { "update-2k", "update", 1, 10 },
};

static unsigned char *read_vanilla(const char *name, const char *file, size_t *len)
{
    char path[256];

    snprintf(path, sizeof path, GOLDEN "/%s/%s", name, file);
    return run_read_file(path, len);
}

static void expect_sectors(const run *r, unsigned n)
{
    static const char *const sectors[] = {
        "1=d3f69b478cce07df6fc2a0cfed1afd70e149b2c3aaed2843513b9155b8ba260f",
        "2=42b2c018fa07eed76af96e6db3cb2adc8f40cb94c033bff64c0e6fc613447d48",
    };
    const json_t *list = json_object_get(r->json, "sector");

    assert_int_equal(run_integer(r, "sectors"), n);
    assert_int_equal(json_array_size(list), n);
    for (unsigned i = 0; i < n; i++)
        assert_string_equal(json_string_value(json_array_get(list, i)), sectors[i]);
}

static void test_vanilla(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vanilla / sizeof *vanilla; i++) {
        for (unsigned k = 0; k < 2; k++) {
            char path[256];
            snprintf(path, sizeof path, GOLDEN "/%s/vanilla%s", vanilla[i].dir,
                     k ? ".json" : "-0.bin");
            run r = inspect(path);
            assert_int_equal(r.status, 0);
            assert_string_equal(run_text(&r, "type"), "vanilla");
            assert_string_equal(run_text(&r, "kind"), vanilla[i].kind);
            assert_string_equal(run_text(&r, "layout"), k ? "json" : "bincode");
            assert_string_equal(run_text(&r, "sector_size"), "2KiB");
            assert_int_equal(run_integer(&r, "vanilla_proofs"), k ? vanilla[i].items : 1);
            assert_int_equal(run_integer(&r, "challenges"), vanilla[i].challenges);
            if (i < 2)
                expect_sectors(&r, k ? vanilla[i].items : 1);
            else
                assert_string_equal(
                    run_text(&r, "comm_d_new"),
                    "5b995f231d5f693296fb019d6a3213aed81e1cbb5da68a40d39b660b4ec48008");
            run_free(&r);
        }
    }
}

/* A sector's number may begin with any byte: those of a proof, of JSON, of spaces. */
static void test_sector_numbers(void **state)
{
    static const unsigned char first[] = { 0x80, 0xff, '{', '[', ' ' };
    size_t len;
    unsigned char *data = read_vanilla("window-2k", "vanilla-0.bin", &len);

    (void)state;
    for (size_t i = 0; i < sizeof first; i++) {
        data[0] = first[i];
        run r = inspect_bytes(data, len);
        assert_int_equal(r.status, 0);
        assert_string_equal(run_text(&r, "kind"), "window");
        run_free(&r);
    }
    free(data);
}

static void refuse_vanilla(const void *data, size_t len, const char *code)
{
    run r = inspect_bytes(data, len);

    assert_int_equal(r.status, 2);
    if (code)
        assert_string_equal(run_error_text(&r, "code"), code);
    assert_non_null(run_error_text(&r, "file"));
    run_free(&r);
}

static void test_bad_vanilla(void **state)
{
    static const char foreign[] = "[\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                                  "AAAAAAAAAAAAAAAAAAAAAAAAAAA\"]";

    (void)state;
    for (size_t i = 0; i < sizeof vanilla / sizeof *vanilla; i++) {
        size_t len, json_len;
        unsigned char *data = read_vanilla(vanilla[i].dir, "vanilla-0.bin", &len);
        unsigned char *json = read_vanilla(vanilla[i].dir, "vanilla.json", &json_len);
        refuse_vanilla(data, len - 1, "truncated");
        refuse_vanilla(data, 2000, "truncated");
        refuse_vanilla(data, 63, NULL); /* of the update: like a proof cut short */
        data = realloc(data, len + 1);
        assert_non_null(data);
        data[len] = 0;
        refuse_vanilla(data, len + 1, "trailing");
        memset(data + len - 32, 0xff, 32);
        refuse_vanilla(data, len, "not-canonical");
        refuse_vanilla(json, json_len - 1, "truncated");
        json[json_len / 3] = '*';
        refuse_vanilla(json, json_len, "bad-base64");
        free(data);
        free(json);
    }
    refuse_vanilla(foreign, sizeof foreign - 1, "unknown-file");
}

static void test_keys_and_proofs(void **state)
{
    run r = inspect(GOLDEN "/setup/gadget-num-ops.params");

    (void)state;
    assert_int_equal(r.status, 0);
    assert_string_equal(run_text(&r, "type"), "params");
    assert_int_equal(run_integer(&r, "points_h"), 15);
    assert_int_equal(run_integer(&r, "domain_size"), 16);
    run_free(&r);
    r = inspect(GOLDEN "/setup/porep-2KiB.vk");
    assert_int_equal(r.status, 0);
    assert_string_equal(run_text(&r, "type"), "vk");
    assert_int_equal(run_integer(&r, "inputs"), 40);
    run_free(&r);
    r = inspect(GOLDEN "/proofs/porep-2KiB.proof");
    assert_int_equal(r.status, 0);
    assert_string_equal(run_text(&r, "type"), "proof");
    assert_int_equal(run_integer(&r, "proofs"), 1);
    run_free(&r);
}

static void test_small_json(void **state)
{
    run r = inspect_text("{\"sector_size\":2048}");

    (void)state;
    assert_int_equal(r.status, 0);
    assert_string_equal(run_text(&r, "type"), "params-meta");
    assert_int_equal(run_integer(&r, "sector_bytes"), 2048);
    run_free(&r);
    r = inspect_text(" [\"0100000000000000000000000000000000000000000000000000000000000000\"]\n");
    assert_int_equal(r.status, 0);
    assert_string_equal(run_text(&r, "type"), "inputs");
    assert_int_equal(run_integer(&r, "inputs"), 1);
    run_free(&r);
}

/* Cut anywhere they are no file of ours. */
static void test_small_json_cut(void **state)
{
    static const char *const texts[] = {
        "{\"sector_size\":2048}",
        "[\"0100000000000000000000000000000000000000000000000000000000000000\"]",
    };

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const size_t len = strlen(texts[i]);
        for (size_t n = 0; n <= len; n += n < 2 || n + 3 > len ? 1 : 5) {
            run r = inspect_bytes(texts[i], n);
            assert_int_equal(r.status, n == len ? 0 : 2);
            run_free(&r);
        }
    }
}

static void test_unknown(void **state)
{
    static const char *const texts[] = {
        "",
        "   \n",
        "{}",
        "{\"a\":1}",
        "[1]",
        "[\"01\"]",
        "{\"sector_size\":\"2KiB\"}",
        "hello",
        "{\"schema\":\"cuzk.dev-params.v1\",\"insecure_toxic\":true}",
    };
    unsigned char bytes[193];

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        run r = inspect_text(texts[i]);
        assert_int_equal(r.status, 2);
        assert_non_null(strstr(run_error_text(&r, "file"), "/file"));
        run_free(&r);
    }
    for (int fill = 0; fill < 256; fill += 51) {
        memset(bytes, fill, sizeof bytes);
        for (size_t len = 191; len <= 193; len++) {
            run r = inspect_bytes(bytes, len);
            assert_int_equal(r.status, 2);
            run_free(&r);
        }
    }
    run r = inspect("/nonexistent");
    assert_int_equal(r.status, 2);
    run_free(&r);
    r = inspect("/tmp");
    assert_int_equal(r.status, 2);
    run_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_c1),
        cmocka_unit_test(test_vanilla),
        cmocka_unit_test(test_sector_numbers),
        cmocka_unit_test(test_bad_vanilla),
        cmocka_unit_test(test_keys_and_proofs),
        cmocka_unit_test(test_small_json),
        cmocka_unit_test(test_small_json_cut),
        cmocka_unit_test(test_unknown),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
