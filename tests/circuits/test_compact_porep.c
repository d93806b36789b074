/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* PoRep through the compact witness: the generic one's rows, the official digests. */
#include "circuits/porep_case.h"
#include "filecoin/c1_fabricate.h"
#include "golden.h"
#include "hash/sha256.h"
#include "r1cs/compact.h"
#include "r1cs/density_make.h"
#include "r1cs/digest.h"
#include "r1cs/same_witness.h"

static void expect_hex(const json_t *report, const char *key, const uint8_t found[32])
{
    uint8_t expected[32];
    golden_bytes(json_object_get(report, key), expected, 32);
    assert_memory_equal(expected, found, 32);
}

static void expect_values(const json_t *report, const char *key, const fr_view *v)
{
    static fr x[4096];
    uint8_t bytes[32];
    sha256_state h;
    sha256_init(&h);
    for (size_t i = 0; i < v->n; i += 4096) {
        size_t n = v->n - i < 4096 ? v->n - i : 4096;
        fr_view_expand(v, i, n, x);
        for (size_t k = 0; k < n; k++) {
            fr_to_bytes_le(bytes, &x[k]);
            sha256_update(&h, bytes, sizeof bytes);
        }
    }
    sha256_final(&h, bytes);
    expect_hex(report, key, bytes);
}

static void expect_density(const json_t *report, const char *key, const bitmap *b)
{
    uint8_t sha256[32];
    const json_t *part = json_object_get(report, key);
    assert_int_equal(json_integer_value(json_object_get(part, "count")), bitmap_count(b));
    digest_bitmap(sha256, b);
    expect_hex(part, "sha256", sha256);
}

static void expect_densities(const json_t *report, const density_set *d)
{
    expect_density(report, "a_aux_density", &d->a_aux);
    expect_density(report, "b_input_density", &d->b_input);
    expect_density(report, "b_aux_density", &d->b_aux);
}

static void golden_witness(const char *seal, const char *report)
{
    porep_case k;
    work wk;
    compact w;
    density_set d;
    assignment a;
    porep_case_golden(&k, seal);
    circuit_parts parts = porep_circuit_parts(&k.porep);
    assert_int_equal(work_init(&wk, 2, 0, NULL), CUZK_OK);
    assert_int_equal(compact_make(&w, &wk, &k.circuit, &parts, NULL, NULL), CUZK_OK);
    assert_int_equal(density_make(&d, &wk, &k.circuit, &parts, NULL), CUZK_OK);
    compact_assignment(&w, &d, &a);
    json_t *root = golden_load(report);
    const json_t *p = json_array_get(json_object_get(root, "partitions"), 0);
    const json_t *digest = json_object_get(p, "digest");
    expect_values(digest, "aux_assignment_sha256", &a.aux);
    expect_values(digest, "input_assignment_sha256", &a.inputs);
    expect_densities(digest, &d);
    json_decref(root);
    density_free(&d);
    compact_free(&w);
    work_free(&wk);
    porep_case_free(&k);
}

static void golden_2k(void **unused)
{
    (void)unused;
    golden_witness("seal-2k", "digests/porep-2KiB.json");
}

static void golden_8m(void **unused)
{
    (void)unused;
    golden_witness("seal-8m", "digests/porep-8MiB.json");
}

/* In parts on two threads, and whole. */
static uint64_t compare(const porep_case *k)
{
    work wk;
    circuit_parts parts = porep_circuit_parts(&k->porep);
    assert_int_equal(work_init(&wk, 2, 0, NULL), CUZK_OK);
    uint64_t bad = same_as_generic(&wk, &k->circuit, &parts);
    work_free(&wk);
    return bad;
}

static void rows_2k(void **unused)
{
    porep_case k;
    (void)unused;
    porep_case_golden(&k, "seal-2k");
    uint64_t n_rows = porep_circuit_counts(k.c1.shape).n_rows;
    assert_int_equal(compare(&k), n_rows);
    k.c1.proofs[0].c_x.rows[0].b[3] ^= 1; /* not what is proved: the labels are computed */
    k.c1.proofs[1].comm_r_last.root.b[3] ^= 1;
    assert_int_equal(compare(&k), n_rows);
    k.c1.proofs[1].drg_parents[2].rows[1].b[3] ^= 1; /* a column that is not in the tree */
    assert_true(compare(&k) < n_rows);
    porep_case_free(&k);
}

static void fabricated_8m(void **unused)
{
    static const uint8_t ticket[32] = { 5 }, seed[32] = { 6 };
    porep_case k;
    work wk;
    compact w;
    (void)unused;
    const sector_shape *shape = sector_shape_find("8MiB");
    assert_int_equal(
        c1_fabricate(&k.c1, registered_seal_default(shape), 0, 1000, 7, ticket, seed, NULL),
        CUZK_OK);
    porep_case_update(&k);
    circuit_parts parts = porep_circuit_parts(&k.porep);
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    assert_int_equal(compact_make(&w, &wk, &k.circuit, &parts, NULL, NULL), CUZK_OK);
    assert_int_equal(compact_first_unsatisfied(&w), porep_circuit_counts(shape).n_rows);
    compact_free(&w);
    work_free(&wk);
    porep_case_free(&k);
}

/* The densities of every size from one challenge of a blank circuit. */
static void densities(const char *size, const char *report)
{
    porep_circuit p;
    work wk;
    density_set d;
    porep_circuit_blank(&p, sector_shape_find(size));
    circuit c = porep_circuit_of(&p);
    circuit_parts parts = porep_circuit_parts(&p);
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    assert_int_equal(density_make(&d, &wk, &c, &parts, NULL), CUZK_OK);
    json_t *root = golden_load(report);
    expect_densities(json_object_get(root, "blank"), &d);
    json_decref(root);
    density_free(&d);
    work_free(&wk);
}

static void blank_densities(void **unused)
{
    (void)unused;
    densities("512MiB", "digests/porep-512MiB-blank.json");
    densities("32GiB", "digests/porep-32GiB-blank.json");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_2k),       cmocka_unit_test(golden_8m),
        cmocka_unit_test(rows_2k),         cmocka_unit_test(fabricated_8m),
        cmocka_unit_test(blank_densities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
