/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a C1 output may look like: three layouts, any order, white space, unknown fields, escapes.
 */
#include "base/arena.h"
#include "filecoin/fixture.h"
#include "test.h"

/* Parses a text that must mean the same as the given C1. */
static void expect_same(const c1 *want, const void *text, size_t len)
{
    bytes b = fixture_copy(text, len);
    cuzk_error err = { 0 };
    c1 got;

    if (c1_parse(&got, b.data, len, NULL, "test", &err) != CUZK_OK)
        fail_msg("%s: %s", err.section, err.message);
    fixture_same_c1(want, &got);
    c1_free(&got);
    free(b.data);
}

static void three_layouts(void **state)
{
    static const char *const dirs[] = { "golden/seal-2k", "golden/seal-8m" };
    char name[64];

    (void)state;
    for (int d = 0; d < 2; d++) {
        c1 bare, api, curio;

        snprintf(name, sizeof name, "%s/c1.json", dirs[d]);
        fixture_c1(&bare, name);
        snprintf(name, sizeof name, "%s/c1-api.json", dirs[d]);
        fixture_c1(&api, name);
        snprintf(name, sizeof name, "%s/c1-curio.json", dirs[d]);
        fixture_c1(&curio, name);
        assert_true(bare.layout == C1_BARE && api.layout == C1_API && curio.layout == C1_CURIO);
        assert_true(!bare.has_sector && !api.has_sector && curio.has_sector);
        assert_int_equal(curio.sector_number, 1);
        fixture_same_c1(&bare, &api);
        fixture_same_c1(&bare, &curio);
        c1_free(&bare);
        c1_free(&api);
        c1_free(&curio);
    }
}

static void against_the_metadata(void **state)
{
    json_t *meta = fixture_json("golden/seal-2k/meta.json");
    uint8_t want[32];
    c1 c;

    (void)state;
    fixture_c1(&c, "golden/seal-2k/c1-api.json");
    assert_string_equal(c.seal->name, json_string_value(json_object_get(meta, "registered_proof")));
    fixture_hex32(want, meta, "comm_r");
    assert_memory_equal(c.comm_r.b, want, 32);
    fixture_hex32(want, meta, "comm_d");
    assert_memory_equal(c.comm_d.b, want, 32);
    assert_memory_equal(c.proofs[0].comm_d.root.b, want, 32);
    fixture_hex32(want, meta, "replica_id");
    assert_memory_equal(c.replica_id.b, want, 32);
    fixture_hex32(want, meta, "seed");
    assert_memory_equal(c.seed, want, 32);
    fixture_hex32(want, meta, "ticket");
    assert_memory_equal(c.ticket, want, 32);
    assert_int_equal(merkle_proof_leaf_index(&c.proofs[0].comm_d), 6);
    assert_int_equal(merkle_proof_leaf_index(&c.proofs[0].comm_r_last), 6);
    assert_int_equal(merkle_proof_leaf_index(&c.proofs[0].exp_parents[0].inclusion), 0x32);
    c1_free(&c);
    json_decref(meta);
}

/* Every element again through a general JSON parser. */
static void against_jansson(void **state)
{
    json_t *doc = fixture_json("golden/seal-2k/c1.json");
    const json_t *proof, *parents;
    size_t k, i, b;
    c1 c;

    (void)state;
    fixture_c1(&c, "golden/seal-2k/c1.json");
    json_array_foreach(json_array_get(json_object_get(doc, "vanilla_proofs"), 0), k, proof)
    {
        const json_t *label = json_array_get(json_object_get(proof, "labeling_proofs"), 1);
        json_array_foreach(json_object_get(label, "parents"), i, parents)
        {
            for (b = 0; b < 32; b++)
                assert_int_equal(c.proofs[k].labels[1].parents[i].b[b],
                                 json_integer_value(json_array_get(parents, b)));
        }
        assert_int_equal(c.proofs[k].labels[1].node,
                         json_integer_value(json_object_get(label, "node")));
    }
    assert_int_equal(k, 2);
    c1_free(&c);
    json_decref(doc);
}

/* As jansson would write it: keys sorted, indented, with fields nobody knows. */
static void other_spellings(void **state)
{
    static const size_t flags[] = { JSON_SORT_KEYS, JSON_INDENT(3), JSON_SORT_KEYS | JSON_INDENT(1),
                                    JSON_COMPACT };
    static const char *const files[] = { "golden/seal-2k/c1.json", "golden/seal-2k/c1-api.json",
                                         "golden/seal-2k/c1-curio.json" };
    c1 want;

    (void)state;
    fixture_c1(&want, files[0]);
    for (int f = 0; f < 3; f++) {
        json_t *doc = fixture_json(files[f]);
        for (int extra = 0; extra < 2; extra++) {
            for (int i = 0; i < 4; i++) {
                char *text = json_dumps(doc, flags[i]);
                expect_same(&want, text, strlen(text));
                free(text);
            }
            json_object_set_new(doc, "Aa", json_loads("[{\"comm_r\":[1,{}]},-1.5e3]", 0, NULL));
            json_object_set_new(doc, "zz", json_string("\xc3\xa9 \" \\ \x01"));
        }
        json_decref(doc);
    }
    c1_free(&want);
}

/* Base64 with its characters escaped, and around the size of a decoded piece. */
static void escaped_base64(void **state)
{
    bytes curio = fixture_read("golden/seal-2k/c1-curio.json");
    char *text = malloc(6 * curio.len);
    c1 want;

    (void)state;
    fixture_c1(&want, "golden/seal-2k/c1.json");
    for (unsigned every = 1; every < 40000; every = every * 3 + 1) {
        size_t n = 0, in = 0;
        for (size_t i = 0; i < curio.len; i++) {
            in += curio.data[i] == '"'; /* the base64 is between quotes 5 and 6 */
            bool escape = in == 5 && curio.data[i] != '"' && curio.data[i] != ':' && i % every == 0;
            if (escape)
                n += (size_t)sprintf(text + n, "\\u%04x", curio.data[i]);
            else
                text[n++] = (char)curio.data[i];
        }
        expect_same(&want, text, n);
    }
    c1_free(&want);
    free(text);
    free(curio.data);
}

static void registered_proof_of_a_bare_c1(void **state)
{
    bytes b = fixture_read("golden/seal-2k/c1.json");
    cuzk_error err = { 0 };
    c1 c;

    (void)state;
    assert_int_equal(c1_parse(&c, b.data, b.len, &registered_seals[0], "test", &err), CUZK_OK);
    assert_ptr_equal(c.seal, &registered_seals[0]);
    c1_free(&c);
    /* thirteen partitions of a non-interactive proof */
    assert_int_equal(c1_parse(&c, b.data, b.len, &registered_seals[15], "test", &err),
                     CUZK_BAD_INPUT);
    assert_string_equal(err.section, "vanilla_proofs");
    assert_string_equal(err.code, "wrong-length");
    /* another size */
    assert_int_equal(c1_parse(&c, b.data, b.len, &registered_seals[6], "test", &err),
                     CUZK_BAD_INPUT);
    assert_string_equal(err.section, "vanilla_proofs[0][0].comm_d_proofs.data.Single.path.path");
    assert_null(c.proofs);
    free(b.data);
}

static void memory_is_bounded_by_the_input(void **state)
{
    static const char *const files[] = { "golden/seal-2k/c1.json", "golden/seal-8m/c1.json",
                                         "golden/seal-8m/c1-curio.json" };
    (void)state;
    for (int i = 0; i < 3; i++) {
        bytes b = fixture_read(files[i]);
        c1 c;
        fixture_c1(&c, files[i]);
        assert_in_range(arena_used(c.arena), 1, b.len);
        c1_free(&c);
        free(b.data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_layouts),
        cmocka_unit_test(against_the_metadata),
        cmocka_unit_test(against_jansson),
        cmocka_unit_test(other_spellings),
        cmocka_unit_test(escaped_base64),
        cmocka_unit_test(registered_proof_of_a_bare_c1),
        cmocka_unit_test(memory_is_bounded_by_the_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
