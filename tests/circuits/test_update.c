/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The update circuit is the official one, a real vanilla proof satisfies it, and a false one does
 * not. */
#include "circuits/update.h"
#include "filecoin/vanilla_case.h"
#include "gadgets/golden.h"
#include "r1cs/check.h"
#include "r1cs/same_witness.h"
#include "test.h"

static void equals_golden(const char *size, const char *report)
{
    update_circuit u;
    update_circuit_blank(&u, update_shape_of(sector_shape_find(size)));
    circuit c = update_circuit_of(&u);
    golden_compare_blank(report, &c);
}

static void blank_2k(void **unused)
{
    (void)unused;
    equals_golden("2KiB", "digests/update-2KiB.json");
}

static void blank_8m(void **unused)
{
    (void)unused;
    equals_golden("8MiB", "digests/update-8MiB-blank.json");
}

/* docs/spec/post-and-update.md §9 */
static void counts(void **unused)
{
    static const struct {
        const char *size;
        uint64_t rows;
        uint32_t aux;
    } table[SECTOR_SHAPES] = {
        { "2KiB", 1705044, 1703569 },     { "8MiB", 10007508, 9998039 },
        { "512MiB", 57450484, 57401314 }, { "32GiB", 81049504, 80978488 },
        { "64GiB", 85006106, 84931220 },
    };
    (void)unused;
    for (size_t i = 0; i < SECTOR_SHAPES; i++) {
        cs_counts n = update_circuit_counts(update_shape_of(sector_shape_find(table[i].size)));
        assert_int_equal(n.n_rows, table[i].rows);
        assert_int_equal(n.n_inputs, 5);
        assert_int_equal(n.n_aux, table[i].aux);
    }
}

static void init(update_circuit *u, const update_case *k)
{
    cuzk_error err;
    if (update_circuit_init(u, &k->s, 0, &k->v.partitions[0], &err) != CUZK_OK)
        fail_msg("%s", err.message);
}

static void witnessed_2k(void **unused)
{
    update_case k;
    update_circuit u;
    check_result r;
    fr inputs[UPDATE_PUBLIC_INPUTS];
    (void)unused;
    update_case_open(&k);
    init(&u, &k);
    circuit c = update_circuit_of(&u);
    golden_compare_witnessed("digests/update-2KiB.json", 0, &c);
    assert_true(update_public_inputs(inputs, &k.s, 0));
    assert_int_equal(check_make(&r, &c, NULL, NULL), CUZK_OK);
    if (r.n_unsatisfied)
        fail_msg("row %llu: %s", (unsigned long long)r.first_row, r.first_path);
    assert_int_equal(r.counts.n_inputs, UPDATE_PUBLIC_INPUTS + 1);
    for (size_t i = 0; i < UPDATE_PUBLIC_INPUTS; i++)
        assert_true(fr_eq(&r.inputs[i + 1], &inputs[i]));
    check_free(&r);
    update_case_close(&k);
}

static uint64_t first_bad_row(const update_circuit *u)
{
    work wk;
    const circuit c = update_circuit_of(u);
    const circuit_parts parts = update_circuit_parts(u);
    assert_int_equal(work_init(&wk, 2, 0, NULL), CUZK_OK);
    uint64_t row = same_as_generic(&wk, &c, &parts);
    work_free(&wk);
    return row;
}

/* The compact witness is the generic one's, whether or not the proof is true; what is changed is
 * found where it is: each change makes an earlier row fail. */
static void changed(void **unused)
{
    update_case k;
    update_circuit u;
    (void)unused;
    update_case_open(&k);
    init(&u, &k);
    const circuit_parts parts = update_circuit_parts(&u);
    const uint64_t head = parts.head_counts.n_rows, each = parts.part_counts.n_rows;
    assert_int_equal(first_bad_row(&u), update_circuit_counts(u.shape).n_rows);
    update_challenge *v = k.v.partitions[0].challenges;
    v[7].d_new.leaf.b[0] ^= 1;
    assert_in_range(first_bad_row(&u), head + 7 * each, head + 8 * each - 1);
    v[2].r_old.leaf.b[0] ^= 1;
    assert_in_range(first_bad_row(&u), head + 2 * each, head + 3 * each - 1);
    v[0].r_new.root.b[0] ^= 1; /* the head takes the roots from the first challenge */
    assert_in_range(first_bad_row(&u), 0, head - 1);
    update_case_close(&k);
}

static void wrong_shape(void **unused)
{
    update_case k;
    update_circuit u;
    cuzk_error err;
    (void)unused;
    update_case_open(&k);
    const update_partition *p = &k.v.partitions[0];
    assert_int_equal(update_circuit_init(&u, &k.s, 1, p, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "no-partition");
    p->challenges[4].d_new.depth = 5;
    assert_int_equal(update_circuit_init(&u, &k.s, 0, p, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.section, "challenge_proofs[4].proof_d_new");
    p->challenges[4].d_new.depth = 6;
    p->challenges[9].r_new.level[0].arity = 4;
    assert_int_equal(update_circuit_init(&u, &k.s, 0, p, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.section, "challenge_proofs[9].proof_r_new");
    update_case_close(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),       cmocka_unit_test(blank_2k), cmocka_unit_test(blank_8m),
        cmocka_unit_test(witnessed_2k), cmocka_unit_test(changed),  cmocka_unit_test(wrong_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
