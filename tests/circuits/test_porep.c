/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The PoRep circuit is the official one, and real C1 outputs satisfy it. */
#include "base/bytes.h"
#include "circuits/porep_case.h"
#include "filecoin/fixture.h"
#include "gadgets/golden.h"
#include "r1cs/check.h"
#include "r1cs/witness.h"
#include "test.h"

static void equals_golden(const char *size, const char *report)
{
    porep_circuit p;
    porep_circuit_blank(&p, sector_shape_find(size));
    circuit c = porep_circuit_of(&p);
    golden_compare_blank(report, &c);
}

static void blank_2k(void **unused)
{
    (void)unused;
    equals_golden("2KiB", "digests/porep-2KiB.json");
}

static void blank_8m(void **unused)
{
    (void)unused;
    equals_golden("8MiB", "digests/porep-8MiB.json");
}

static void witnessed(const char *seal, const char *report)
{
    porep_case k;
    porep_case_golden(&k, seal);
    golden_compare_witnessed(report, 0, &k.circuit);
    porep_case_satisfied(&k);
    porep_case_free(&k);
}

static void witnessed_2k(void **unused)
{
    (void)unused;
    witnessed("seal-2k", "digests/porep-2KiB.json");
}

static void witnessed_8m(void **unused)
{
    (void)unused;
    witnessed("seal-8m", "digests/porep-8MiB.json");
}

/* A sector somebody else sealed, and its 39 inputs as somebody else derived them. */
static void foreign_8m(void **unused)
{
    porep_case k;
    check_result r;
    (void)unused;
    bytes data = fixture_read_vector("c1-8mib/c1.curio.derived.json");
    bytes expected = fixture_read_vector("c1-8mib/expected_public_inputs.json");
    if (!data.data)
        skip();
    porep_case_init(&k, data.data, data.len);
    porep_case_satisfied(&k);
    json_t *root = json_loadb((const char *)expected.data, expected.len, 0, NULL);
    const json_t *list = json_object_get(root, "inputs_be"), *input;
    assert_int_equal(json_array_size(list), 39);
    assert_int_equal(check_make(&r, &k.circuit, NULL, NULL), CUZK_OK);
    size_t i;
    json_array_foreach(list, i, input)
    {
        fr x;
        char hex[67];
        snprintf(hex, sizeof hex, "0x%s", json_string_value(input));
        assert_true(fr_from_string(&x, hex));
        assert_true(fr_eq(&x, &r.inputs[i + 1]));
    }
    check_free(&r);
    json_decref(root);
    porep_case_free(&k);
    free(data.data);
    free(expected.data);
}

/* The numbers of docs/spec/porep.md §9, from the parts' sizes alone. */
static void counts(void **unused)
{
    static const struct {
        const char *size;
        cs_counts counts;
    } table[SECTOR_SHAPES] = {
        { "2KiB", { 2687961, 40, 2685673 } },       { "8MiB", { 3844969, 40, 3842449 } },
        { "512MiB", { 4423473, 40, 4420837 } },     { "32GiB", { 130278869, 328, 130169893 } },
        { "64GiB", { 131186177, 328, 131076643 } },
    };
    (void)unused;
    for (size_t i = 0; i < SECTOR_SHAPES; i++) {
        cs_counts n = porep_circuit_counts(sector_shape_find(table[i].size));
        assert_int_equal(n.n_rows, table[i].counts.n_rows);
        assert_int_equal(n.n_inputs, table[i].counts.n_inputs);
        assert_int_equal(n.n_aux, table[i].counts.n_aux);
    }
}

/* Sized from the counts, the witness needs not grow, and satisfies A * B = C. */
static void generic_witness(void **unused)
{
    porep_case k;
    work wk;
    witness w;
    (void)unused;
    porep_case_golden(&k, "seal-2k");
    cs_counts n = porep_circuit_counts(k.c1.shape);
    size_t exact = 32 * (3 * n.n_rows + n.n_aux + 4096); /* inputs have room for 4096 at once */
    assert_int_equal(work_init(&wk, 1, exact + 4096, NULL), CUZK_OK);
    assert_int_equal(witness_make(&w, &wk, &k.circuit, &n, NULL), CUZK_OK);
    assignment a;
    witness_assignment(&w, &a);
    assert_int_equal(a.a.n, n.n_rows);
    assert_int_equal(bitmap_count(&a.a_aux), 2674908);
    assert_int_equal(bitmap_count(&a.b_aux), 685521);
    for (size_t i = 0; i < n.n_rows; i++) {
        fr ab;
        fr_mul(&ab, &a.a.plain[i], &a.b.plain[i]);
        if (!fr_eq(&ab, &a.c.plain[i]))
            fail_msg("row %zu", i);
    }
    witness_free(&w);
    work_free(&wk);
    porep_case_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),          cmocka_unit_test(blank_2k),
        cmocka_unit_test(blank_8m),        cmocka_unit_test(witnessed_2k),
        cmocka_unit_test(witnessed_8m),    cmocka_unit_test(foreign_8m),
        cmocka_unit_test(generic_witness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
