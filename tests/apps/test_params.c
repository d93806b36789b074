/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `cuzk params check` on small parameters made by the official crates, marked as development ones,
 * and damaged in every way there is. */
#include "apps/run.h"

#include "test.h"

#include <unistd.h>

#define GOLDEN CUZK_TEST_DATA "/golden/setup/gadget-num-ops"
#define PARTS  12

static char dir[64];
static unsigned char *params;
static size_t params_len;
static struct {
    const char *name;
    size_t offset, points, bytes;
} part[PARTS];
static json_t *setup;

/* What cuzk setup writes beside parameters, from what the official crates say of theirs. */
static json_t *make_sidecar(void)
{
    json_t *list = json_array();

    for (size_t i = 0; i < PARTS; i++) {
        const json_t *s = json_array_get(json_object_get(setup, "sections"), i);
        const json_t *count = json_object_get(s, "count");
        part[i].name = json_string_value(json_object_get(s, "name"));
        part[i].offset = (size_t)json_integer_value(json_object_get(s, "offset"));
        part[i].bytes = (size_t)json_integer_value(json_object_get(s, "bytes"));
        part[i].points = count ? (size_t)json_integer_value(count) : 1;
        json_array_append_new(list, json_pack("{s:s, s:I, s:I, s:I, s:O}", "name", part[i].name,
                                              "offset", (json_int_t)part[i].offset, "points",
                                              (json_int_t)part[i].points, "bytes",
                                              (json_int_t)part[i].bytes, "sha256",
                                              json_object_get(s, "sha256")));
    }
    return json_pack("{s:s, s:s, s:s, s:i, s:i, s:i, s:b, s:I, s:O, s:I, s:O, s:o}", "schema",
                     "cuzk.dev-params.v1", "circuit", "gadget-num-ops", "circuit_sha256",
                     "0000000000000000000000000000000000000000000000000000000000000000", "inputs",
                     3, "aux", 11, "constraints", 15, "insecure_toxic", 1, "params_bytes",
                     (json_int_t)params_len, "params_sha256",
                     json_object_get(setup, "params_sha256"), "vk_bytes", (json_int_t)1156,
                     "vk_sha256", json_object_get(setup, "vk_sha256"), "sections", list);
}

static int set_up(void **state)
{
    char path[128], cache[128];
    json_t *sidecar;
    char *text;

    (void)state;
    run_make_dir(dir);
    snprintf(cache, sizeof cache, "%s-cache", dir);
    setenv("CUZK_CACHE_DIR", cache, 1);
    params = run_read_file(GOLDEN ".params", &params_len);
    setup = json_load_file(GOLDEN ".setup.json", 0, NULL);
    sidecar = make_sidecar();
    text = json_dumps(sidecar, 0);
    run_make_file(path, dir, "x.dev.json", text, strlen(text));
    free(text);
    json_decref(sidecar);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    run_remove_dir(getenv("CUZK_CACHE_DIR"));
    run_remove_dir(dir);
    json_decref(setup);
    free(params);
    return 0;
}

static run check(const void *data, size_t len)
{
    char path[128];

    run_make_file(path, dir, "x.params", data, len);
    return run_program(CUZK_PROGRAM, "params", "check", "--json", dir, NULL);
}

static const char *verdict(const run *r, size_t i)
{
    const json_t *files = json_object_get(r->json, "files");
    return json_string_value(json_object_get(json_array_get(files, i), "verdict"));
}

/* Damaged, in this section, at this index if it is not negative, for this reason if it is given. */
static void expect_damaged(const void *data, size_t len, const char *section, long long index,
                           const char *code)
{
    run r = check(data, len);
    const char *found = r.status == 1 ? run_error_text(&r, "section") : NULL;

    if (r.status != 1 || (section && (!found || strcmp(found, section) != 0)))
        print_error("not damaged in %s:\n%s%s\n", section ? section : "?", r.out, r.err);
    assert_int_equal(r.status, 1);
    assert_string_equal(verdict(&r, 0), "damaged");
    if (section)
        assert_string_equal(found, section);
    if (index >= 0)
        assert_int_equal(
            json_integer_value(json_object_get(json_object_get(r.json, "error"), "index")), index);
    if (code)
        assert_string_equal(run_error_text(&r, "code"), code);
    assert_true(r.seconds < RUN_SOON);
    run_free(&r);
}

static void test_development(void **state)
{
    run r = check(params, params_len);
    char path[128];
    size_t len;
    unsigned char *vk = run_read_file(GOLDEN ".vk", &len);

    (void)state;
    assert_int_equal(r.status, 0);
    assert_string_equal(verdict(&r, 0), "development");
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "params", "check", "--json", dir, NULL);
    assert_int_equal(r.status, 0);
    json_t *file = json_array_get(json_object_get(r.json, "files"), 0);
    assert_true(json_is_true(json_object_get(file, "remembered")));
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "params", "check", "--again", "--json", dir, NULL);
    file = json_array_get(json_object_get(r.json, "files"), 0);
    assert_true(json_is_false(json_object_get(file, "remembered")));
    run_free(&r);
    /* The key beside it: as described, and not so. */
    run_make_file(path, dir, "x.vk", vk, len);
    r = run_program(CUZK_PROGRAM, "params", "check", "--json", dir, NULL);
    assert_int_equal(r.status, 0);
    assert_string_equal(verdict(&r, 1), "development");
    run_free(&r);
    memcpy(vk + 96, vk, 96); /* another valid point */
    run_make_file(path, dir, "x.vk", vk, len);
    r = run_program(CUZK_PROGRAM, "params", "check", "--json", dir, NULL);
    assert_int_equal(r.status, 1);
    assert_string_equal(verdict(&r, 1), "damaged");
    run_free(&r);
    unlink(path);
    free(vk);
}

/* One bit of the last point of each part. */
static void test_one_bit(void **state)
{
    unsigned char *bad = malloc(params_len);

    (void)state;
    for (size_t i = 0; i < PARTS; i++) {
        size_t point_len = part[i].bytes / part[i].points;
        memcpy(bad, params, params_len);
        bad[part[i].offset + part[i].bytes - 1] ^= 1;
        expect_damaged(bad, params_len, part[i].name,
                       part[i].points > 1 ? (long long)part[i].points - 1 : -1, "not-on-curve");
        memcpy(bad, params, params_len);
        bad[part[i].offset + part[i].bytes - point_len] ^=
            0x20; /* a flag that means nothing here */
        expect_damaged(bad, params_len, part[i].name, -1, "bad-flags");
    }
    free(bad);
}

/* (0, 2) is on the curve and has order 3; and infinity has no place in parameters. */
static void test_other_points(void **state)
{
    unsigned char *bad = malloc(params_len);

    (void)state;
    for (size_t i = 6; i < PARTS; i++) {
        if (part[i].bytes / part[i].points != 96)
            continue;
        memcpy(bad, params, params_len);
        memset(bad + part[i].offset, 0, 96);
        bad[part[i].offset + 95] = 2;
        expect_damaged(bad, params_len, part[i].name, 0, "not-in-subgroup");
        bad[part[i].offset + 95] = 0;
        bad[part[i].offset] = 0x40;
        expect_damaged(bad, params_len, part[i].name, 0, "infinity");
    }
    free(bad);
}

/* Valid points, but not these: only the digest tells. */
static void test_exchanged(void **state)
{
    unsigned char *bad = malloc(params_len);

    (void)state;
    for (size_t i = 7; i < PARTS; i++) {
        size_t n = part[i].bytes / part[i].points;
        memcpy(bad, params, params_len);
        memcpy(bad + part[i].offset, params + part[i].offset + n, n);
        memcpy(bad + part[i].offset + n, params + part[i].offset, n);
        expect_damaged(bad, params_len, part[i].name, -1, "digest-mismatch");
    }
    free(bad);
}

static void test_counts(void **state)
{
    static const uint32_t counts[] = { 0, 1, UINT32_C(0x7fffffff), UINT32_MAX - 1, UINT32_MAX };
    unsigned char *bad = malloc(params_len);

    (void)state;
    for (size_t i = 6; i < PARTS; i++) {
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
            memcpy(bad, params, params_len);
            for (int b = 0; b < 4; b++)
                bad[part[i].offset - 4 + b] = (unsigned char)(counts[k] >> (24 - 8 * b));
            expect_damaged(bad, params_len, NULL, -1, NULL);
        }
    }
    free(bad);
}

static void test_cut(void **state)
{
    size_t cuts[2 * PARTS + 4] = { 0, 1, params_len / 2, params_len - 1 }, n = 4;

    (void)state;
    for (size_t i = 0; i < PARTS; i++) {
        cuts[n++] = part[i].offset;
        cuts[n++] = part[i].offset + part[i].bytes;
    }
    for (size_t i = 0; i < n; i++) {
        if (cuts[i] < params_len)
            expect_damaged(params, cuts[i], NULL, -1, NULL);
    }
}

static void test_trailer(void **state)
{
    unsigned char *longer = calloc(1, params_len + 10);
    char path[128];
    run r;

    (void)state;
    memcpy(longer, params, params_len);
    expect_damaged(longer, params_len + 10, "trailer", -1, "trailer");
    run_make_file(path, dir, "x.params", longer, params_len + 10);
    r = run_program(CUZK_PROGRAM, "params", "check", "--allow-trailer", "--json", dir, NULL);
    assert_int_equal(r.status, 0);
    run_free(&r);
    free(longer);
}

/* Good points alone are not enough: something has to say what they are. */
static void test_unmarked(void **state)
{
    char other[64], path[128];
    run r;

    (void)state;
    run_make_dir(other);
    run_make_file(path, other, "x.params", params, params_len);
    r = run_program(CUZK_PROGRAM, "params", "check", "--json", other, NULL);
    assert_int_equal(r.status, 1);
    assert_string_equal(run_error_text(&r, "code"), "unmarked");
    run_free(&r);
    run_remove_dir(other);
}

/* A file may not pass for another circuit's by its name, whatever it is marked as; nor for marked
 * when its mark is gone, though its points were checked. */
static void test_marks_and_names(void **state)
{
    static const char stem[] = "v28-stacked-proof-of-replication-merkletree-poseidon_hasher-8-0-0-"
                               "sha256_hasher-032d3138d22506ec0082ed72b2dcba18df18477904e35bafee82b"
                               "3793b06832f";
    char other[64], name[192], from[128], to[256], sidecar[512];
    static const char *const circuits[] = { "porep-2k", "porep-8m", "gadget-num-ops" };

    (void)state;
    run_make_dir(other);
    snprintf(name, sizeof name, "%s/x.dev.json", dir);
    json_t *marks = json_load_file(name, 0, NULL);
    assert_non_null(marks);
    run_make_file(from, other, "x", params, params_len);
    snprintf(to, sizeof to, "%s/%s.params", other, stem);
    assert_int_equal(rename(from, to), 0);
    snprintf(sidecar, sizeof sidecar, "%s/%s.dev.json", other, stem);
    for (size_t i = 0; i < 3; i++) {
        json_object_set_new(marks, "circuit", json_string(circuits[i]));
        assert_int_equal(json_dump_file(marks, sidecar, 0), 0);
        run r = run_program(CUZK_PROGRAM, "params", "check", "--again", "--json", other, NULL);
        assert_int_equal(r.status, i == 0 ? 0 : 1);
        if (i > 0)
            assert_string_equal(run_error_text(&r, "code"), "wrong-circuit");
        run_free(&r);
    }
    unlink(sidecar);
    run r = run_program(CUZK_PROGRAM, "params", "check", "--json", other, NULL);
    assert_int_equal(r.status, 1);
    assert_string_equal(run_error_text(&r, "code"), "unmarked");
    run_free(&r);
    json_decref(marks);
    run_remove_dir(other);
}

static void test_directories(void **state)
{
    char other[64];
    run r = run_program(CUZK_PROGRAM, "params", "check", "--json", "/nonexistent/dir", NULL);

    (void)state;
    assert_int_equal(r.status, 2);
    assert_string_equal(run_error_text(&r, "file"), "/nonexistent/dir");
    run_free(&r);
    run_make_dir(other);
    r = run_program(CUZK_PROGRAM, "params", "check", "--json", other, NULL);
    assert_int_equal(r.status, 2);
    assert_string_equal(run_error_text(&r, "code"), "no-params");
    assert_string_equal(run_error_text(&r, "file"), other);
    run_free(&r);
    r = run_program(CUZK_PROGRAM, "params", "list", "--json", other, NULL);
    assert_int_equal(r.status, 0);
    assert_int_equal(json_array_size(json_object_get(r.json, "files")), 44);
    run_free(&r);
    run_remove_dir(other);
}

/* A directory may be given with its slash. */
static void test_slash_at_the_end(void **state)
{
    char path[80];
    run r;

    (void)state;
    snprintf(path, sizeof path, "%s/", dir);
    r = run_program(CUZK_PROGRAM, "params", "list", "--json", path, NULL);
    assert_int_equal(r.status, 0);
    assert_null(strstr(r.out, "//"));
    run_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_development),      cmocka_unit_test(test_one_bit),
        cmocka_unit_test(test_other_points),     cmocka_unit_test(test_exchanged),
        cmocka_unit_test(test_counts),           cmocka_unit_test(test_cut),
        cmocka_unit_test(test_trailer),          cmocka_unit_test(test_unmarked),
        cmocka_unit_test(test_marks_and_names),  cmocka_unit_test(test_directories),
        cmocka_unit_test(test_slash_at_the_end),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
