/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The big sectors: a blank partition, streamed through the digest. */
#include "circuits/porep_case.h"
#include "gadgets/golden.h"
#include "r1cs/digest.h"
#include "test.h"

static void equals_golden(const char *size, const char *report)
{
    porep_circuit p;
    porep_circuit_blank(&p, sector_shape_find(size));
    circuit c = porep_circuit_of(&p);
    golden_compare_blank(report, &c);
}

static void blank_512m(void **unused)
{
    (void)unused;
    equals_golden("512MiB", "digests/porep-512MiB-blank.json");
}

static void blank_32g(void **unused)
{
    (void)unused;
    equals_golden("32GiB", "digests/porep-32GiB-blank.json");
}

/* No official digest is at hand: the counts of docs/spec/porep.md §9. */
static void counts_64g(void **unused)
{
    porep_circuit p;
    circuit_digest d;
    (void)unused;
    porep_circuit_blank(&p, sector_shape_find("64GiB"));
    circuit c = porep_circuit_of(&p);
    assert_int_equal(digest_make(&d, &c, DIGEST_NO_CHECKPOINTS, NULL), CUZK_OK);
    assert_int_equal(d.n_circuit_rows, 131185849);
    assert_int_equal(d.counts.n_rows, 131186177);
    assert_int_equal(d.counts.n_inputs, 328);
    assert_int_equal(d.counts.n_aux, 131076643);
    assert_int_equal(bitmap_count(&d.density.a_aux), 130637542);
    assert_int_equal(bitmap_count(&d.density.b_input), 1);
    assert_int_equal(bitmap_count(&d.density.b_aux), 33386943);
    digest_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blank_512m),
        cmocka_unit_test(blank_32g),
        cmocka_unit_test(counts_64g),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
