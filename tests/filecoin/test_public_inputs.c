/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Public inputs of the golden seals, and of another project's, against what is known of them. */
#include "base/bytes.h"
#include "filecoin/fixture.h"
#include "filecoin/public_inputs.h"
#include "test.h"

static void check_partition(const porep_statement *s, const json_t *list, bool big_endian)
{
    size_t n = porep_public_inputs_n(s->seal->shape);
    fr inputs[327];

    assert_int_equal(json_array_size(list), n);
    assert_true(porep_public_inputs(inputs, s, 0));
    for (size_t i = 0; i < n; i++) {
        const char *hex = json_string_value(json_array_get(list, i));
        uint8_t want[32], got[32];

        assert_true(hex_decode(want, 32, hex, strlen(hex)));
        fr_to_bytes_le(got, &inputs[i]);
        for (int k = 0; k < 32; k++)
            assert_int_equal(got[k], want[big_endian ? 31 - k : k]);
    }
}

static void golden(const char *dir)
{
    static const char *const files[] = { "c1.json", "c1-api.json", "c1-curio.json" };
    char name[128];

    snprintf(name, sizeof name, "%s/meta.json", dir);
    json_t *meta = fixture_json(name);
    for (int layout = C1_BARE; layout <= C1_CURIO; layout++) {
        porep_statement s;
        c1 c;

        snprintf(name, sizeof name, "%s/%s", dir, files[layout]);
        fixture_c1(&c, name);
        assert_int_equal(c.layout, layout);
        porep_statement_from_c1(&s, &c);
        check_partition(&s, json_array_get(json_object_get(meta, "public_inputs"), 0), false);
        c1_free(&c);
    }
    json_decref(meta);
}

static void golden_2k(void **state)
{
    (void)state;
    golden("golden/seal-2k");
}

static void golden_8m(void **state)
{
    (void)state;
    golden("golden/seal-8m");
}

static void another_project(void **state)
{
    bytes b = fixture_read_vector("c1-8mib/c1.curio.derived.json");
    bytes known = fixture_read_vector("c1-8mib/expected_public_inputs.json");
    cuzk_error err = { 0 };
    porep_statement s;
    c1 c;

    (void)state;
    if (!b.data)
        skip();
    json_t *want = json_loadb((const char *)known.data, known.len, 0, NULL);
    assert_non_null(want);
    assert_int_equal(c1_parse(&c, b.data, b.len, NULL, "derived", &err), CUZK_OK);
    assert_true(c.has_sector && c.sector_number == 1498);
    porep_statement_from_c1(&s, &c);
    check_partition(&s, json_object_get(want, "inputs_be"), true);
    c1_free(&c);
    json_decref(want);
    free(b.data);
    free(known.data);
}

static void what_is_no_element_is_refused(void **state)
{
    porep_statement s;
    fr inputs[39];
    c1 c;

    (void)state;
    fixture_c1(&c, "golden/seal-2k/c1.json");
    porep_statement_from_c1(&s, &c);
    assert_true(porep_public_inputs(inputs, &s, 0));
    node32 *const elements[] = { &s.replica_id, &s.comm_d, &s.comm_r };
    for (int i = 0; i < 3; i++) {
        node32 kept = *elements[i];
        elements[i]->b[31] = 0x74; /* the modulus begins with 0x73 */
        assert_false(porep_public_inputs(inputs, &s, 0));
        *elements[i] = kept;
    }
    c1_free(&c);
}

static void large_sectors_have_327(void **state)
{
    porep_statement s = { .seal = &registered_seals[9] };
    fr inputs[327], want;

    (void)state;
    registered_seal_porep_id(s.seal, s.porep_id);
    assert_int_equal(porep_public_inputs_n(s.seal->shape), 327);
    assert_true(porep_public_inputs(inputs, &s, 9));
    want = inputs[3 + 17 * 18]; /* the last challenge stands four times in its block */
    for (int i = 15; i < 18; i++)
        assert_true(fr_eq(&inputs[3 + 17 * 18 + i], &want));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_2k),
        cmocka_unit_test(golden_8m),
        cmocka_unit_test(another_project),
        cmocka_unit_test(what_is_no_element_is_refused),
        cmocka_unit_test(large_sectors_have_327),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
