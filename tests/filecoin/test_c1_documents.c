/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Documents that are no C1 output as a whole: a wrong wrapper, base64 that is none, cut short,
 * garbage around and inside. */
#include "filecoin/fixture.h"
#include "filecoin/json_scan.h"
#include "filecoin/mutate.h"
#include "test.h"

static json_t *api, *curio;

static int load(void **state)
{
    (void)state;
    api = fixture_json("golden/seal-2k/c1-api.json");
    curio = fixture_json("golden/seal-2k/c1-curio.json");
    return 0;
}

static int unload(void **state)
{
    (void)state;
    json_decref(api);
    json_decref(curio);
    return 0;
}

#define PROOF "vanilla_proofs.StackedDrg2KiBV1[0][1]"

static void curio_wrapper(void **state)
{
    (void)state;
    expect_mutant_refused(curio, "SectorSize", MUTATE_REPLACE, "8388608", "SectorSize", "mismatch");
    expect_mutant_refused(curio, "SectorSize", MUTATE_REPLACE, "\"2048\"", "SectorSize",
                          "json-type");
    expect_mutant_refused(curio, "SectorSize", MUTATE_REMOVE, NULL, "SectorSize", "missing-field");
    expect_mutant_refused(curio, "SectorNum", MUTATE_REMOVE, NULL, "SectorNum", "missing-field");
    expect_mutant_refused(curio, "SectorNum", MUTATE_DOUBLE, NULL, "SectorNum", "doubled-field");
    expect_mutant_refused(curio, "SectorNum", MUTATE_REPLACE, "-1", "SectorNum", "not-an-integer");
    expect_mutant_refused(curio, "Phase1Out", MUTATE_DOUBLE, NULL, "Phase1Out", "doubled-field");
    expect_mutant_refused(curio, "Phase1Out", MUTATE_REMOVE, NULL, "", "missing-field");
    expect_mutant_refused(curio, "Phase1Out", MUTATE_REPLACE, "7", "Phase1Out", "json-type");
    expect_mutant_refused(curio, "Phase1Out", MUTATE_REPLACE, "null", "Phase1Out", "json-type");
}

static void bad_base64(void **state)
{
    static const struct {
        const char *raw, *section, *code;
    } cases[] = {
        { "\"\"", "Phase1Out", "truncated" },
        { "\"e\"", "Phase1Out", "bad-base64" },
        { "\"e3\"", "Phase1Out", "bad-base64" },
        { "\"e30\"", "Phase1Out", "bad-base64" },                       /* no padding */
        { "\"e30=\"", "Phase1Out: registered_proof", "missing-field" }, /* {} */
        { "\"e31=\"", "Phase1Out", "bad-base64" }, /* bits beyond the last byte */
        { "\"e30=e30=\"", "Phase1Out", "bad-base64" },
        { "\"=e30\"", "Phase1Out", "bad-base64" },
        { "\"e===\"", "Phase1Out", "bad-base64" },
        { "\"e=30\"", "Phase1Out", "bad-base64" },
        { "\"e3-_\"", "Phase1Out", "bad-base64" },
        { "\"e3 0=\"", "Phase1Out", "bad-base64" },
        { "\"\\ne30=\"", "Phase1Out", "bad-base64" },
        { "\"\xc3\xa9 0=\"", "Phase1Out", "bad-base64" },
        { "\"\\ud83d\\ude00AA\"", "Phase1Out", "bad-base64" },
        { "\"e3\xff=\"", "Phase1Out", "json-string" },
        { "\"bnVsbA==\"", "Phase1Out", "json-type" }, /* null */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_mutant_refused(curio, "Phase1Out", MUTATE_REPLACE, cases[i].raw, cases[i].section,
                              cases[i].code);
}

/* Errors inside the base64 carry the field it came in and the path there. */
static void errors_inside_the_wrapper(void **state)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *inner = mutate(api, PROOF ".labeling_proofs[1].parents[3][17]", MUTATE_REPLACE, "256");
    size_t len = strlen(inner), n = 0;
    char *text = malloc(len / 3 * 4 + 128);

    (void)state;
    n += (size_t)sprintf(text, "{\"SectorNum\":1,\"SectorSize\":2048,\"Phase1Out\":\"");
    for (size_t i = 0; i + 3 <= len - len % 3; i += 3) {
        unsigned v = (unsigned)(uint8_t)inner[i] << 16 | (unsigned)(uint8_t)inner[i + 1] << 8 |
                     (uint8_t)inner[i + 2];
        for (int k = 18; k >= 0; k -= 6)
            text[n++] = digits[v >> k & 63];
    }
    memcpy(text + n, "\"}", 2);
    expect_refused(text, n + 2, "Phase1Out: " PROOF ".labeling_proofs[1].parents[3][17]",
                   "out-of-range");
    free(text);
    free(inner);
}

static void truncated(const char *name, size_t step)
{
    bytes b = fixture_read(name);

    for (size_t len = 0; len < b.len; len += len < 1500 || len + 100 > b.len ? 1 : step)
        expect_refused(b.data, len, NULL, strstr(name, "curio") ? NULL : "truncated");
    free(b.data);
}

static void truncated_anywhere(void **state)
{
    (void)state;
    truncated("golden/seal-2k/c1.json", 211);
    truncated("golden/seal-2k/c1-api.json", 197);
    truncated("golden/seal-2k/c1-curio.json", 223);
}

static void garbage_around(void **state)
{
    static const struct {
        const char *before, *after;
        size_t after_len;
    } cases[] = {
        { "", "x", 1 },    { "", "{}", 2 },           { "", ",", 1 },
        { "", "\0", 1 },   { "\xef\xbb\xbf", "", 0 }, { "[", "]", 1 },
        { "\xff", "", 0 }, { "\x1f", "", 0 },
    };
    bytes b = fixture_read("golden/seal-2k/c1-api.json");
    char *text = malloc(b.len + 16);
    cuzk_error err = { 0 };
    c1 c;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = strlen(cases[i].before);
        memcpy(text, cases[i].before, n);
        memcpy(text + n, b.data, b.len);
        memcpy(text + n + b.len, cases[i].after, cases[i].after_len);
        expect_refused(text, n + b.len + cases[i].after_len, "", NULL);
    }
    memcpy(text, b.data, b.len);
    memcpy(text + b.len, " \r\n\t", 4);
    assert_int_equal(c1_parse(&c, (uint8_t *)text, b.len + 4, NULL, "test", &err), CUZK_OK);
    c1_free(&c);
    free(text);
    free(b.data);
}

static void unknown_fields_are_still_checked(void **state)
{
    static const struct {
        const char *raw, *code;
    } cases[] = {
        { "{\"a\":\"\xff\"}", "json-string" }, { "{\"a\":\"\\q\"}", "json-string" },
        { "{\"a\":01}", "json-type" },         { "{\"a\":[1,]}", "json-syntax" },
        { "{\"a\":\"\x01\"}", "json-string" },
    };
    char deep[2 * JSCAN_MAX_DEPTH];
    char *text;

    (void)state;
    json_object_set_new(api, "unknown", json_null());
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect_mutant_refused(api, "unknown", MUTATE_REPLACE, cases[i].raw, "unknown",
                              cases[i].code);
    memset(deep, '[', sizeof deep);
    deep[sizeof deep - 1] = 0;
    text = mutate(api, "unknown", MUTATE_REPLACE, deep);
    expect_refused(text, strlen(text), "unknown", "too-deep");
    free(text);
    json_object_del(api, "unknown");
}

/* A few bytes that promise a large sector get no large memory: the arena's limit is the file's
 * length and little more, so this must come to its end quickly. */
static void small_files_with_large_promises(void **state)
{
    static const char *const texts[] = {
        "{\"registered_proof\":\"StackedDrg64GiBV1_2_Feat_NonInteractivePoRep\",\"vanilla_proofs\":"
        "{\"StackedDrg64GiBV1\":[[{",
        "{\"registered_proof\":\"StackedDrg32GiBV1_1\",\"vanilla_proofs\":{\"StackedDrg32GiBV1\":"
        "[[{\"comm_d_proofs\":{\"data\":{\"Single\":{\"path\":{\"path\":[{\"hashes\":[",
        "{\"vanilla_proofs\":[[{\"comm_d_proofs\":{\"data\":{\"Single\":{\"path\":{\"path\":"
        "[0,0,0,0,0,0]",
    };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_refused(texts[i], strlen(texts[i]), NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curio_wrapper),
        cmocka_unit_test(bad_base64),
        cmocka_unit_test(errors_inside_the_wrapper),
        cmocka_unit_test(truncated_anywhere),
        cmocka_unit_test(garbage_around),
        cmocka_unit_test(unknown_fields_are_still_checked),
        cmocka_unit_test(small_files_with_large_promises),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
