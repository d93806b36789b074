/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The PoSt circuits are the official ones, real vanilla proofs satisfy them, and false ones do not.
 */
#include "circuits/post.h"
#include "filecoin/vanilla_case.h"
#include "gadgets/golden.h"
#include "r1cs/check.h"
#include "r1cs/same_witness.h"
#include "test.h"

static const registered_post *post_of(proof_kind kind, const char *size)
{
    return registered_post_default(kind, sector_shape_find(size));
}

static void equals_golden(proof_kind kind, const char *size, const char *report)
{
    post_circuit p;
    post_circuit_blank(&p, post_of(kind, size));
    circuit c = post_circuit_of(&p);
    golden_compare_blank(report, &c);
}

static void blank(void **unused)
{
    (void)unused;
    equals_golden(KIND_WINNING, "2KiB", "digests/winning-2KiB.json");
    equals_golden(KIND_WINDOW, "2KiB", "digests/window-2KiB.json");
    equals_golden(KIND_WINNING, "8MiB", "digests/winning-8MiB-blank.json");
    equals_golden(KIND_WINDOW, "8MiB", "digests/window-8MiB-blank.json");
    equals_golden(KIND_WINNING, "512MiB", "digests/winning-512MiB-blank.json");
    equals_golden(KIND_WINDOW, "512MiB", "digests/window-512MiB-blank.json");
    equals_golden(KIND_WINNING, "32GiB", "digests/winning-32GiB-blank.json");
}

/* docs/spec/post-and-update.md §5 */
static void counts(void **unused)
{
    static const struct {
        const char *size;
        cs_counts winning, window;
    } table[SECTOR_SHAPES] = {
        { "2KiB", { 90883, 133, 91674 }, { 21889, 23, 22128 } },
        { "8MiB", { 230803, 133, 233442 }, { 64289, 23, 65088 } },
        { "512MiB", { 300763, 133, 304326 }, { 85489, 23, 86568 } },
        { "32GiB", { 370723, 133, 375210 }, { 125305057, 25840, 126902376 } },
        { "64GiB", { 391447, 133, 396000 }, { 129913201, 25301, 131500200 } },
    };
    (void)unused;
    for (size_t i = 0; i < 2 * SECTOR_SHAPES; i++) {
        const bool winning = i < SECTOR_SHAPES;
        const size_t k = i % SECTOR_SHAPES;
        const cs_counts want = winning ? table[k].winning : table[k].window;
        const cs_counts n =
            post_circuit_counts(post_of(winning ? KIND_WINNING : KIND_WINDOW, table[k].size));
        assert_int_equal(n.n_rows, want.n_rows);
        assert_int_equal(n.n_inputs, want.n_inputs);
        assert_int_equal(n.n_aux, want.n_aux);
    }
}

static void init(post_circuit *p, const post_case *k, size_t n)
{
    cuzk_error err;
    if (post_circuit_init(p, k->s.post, k->v.sectors, n, &err) != CUZK_OK)
        fail_msg("%s", err.message);
}

/* Every row holds, and the public inputs are the verifier's. */
static void satisfied(const circuit *c, const post_statement *statement)
{
    check_result r;
    const size_t n = post_public_inputs_n(statement->post);
    fr *inputs = calloc(n, sizeof *inputs);
    assert_true(post_public_inputs(inputs, statement));
    assert_int_equal(check_make(&r, c, NULL, NULL), CUZK_OK);
    if (r.n_unsatisfied)
        fail_msg("row %llu: %s", (unsigned long long)r.first_row, r.first_path);
    assert_int_equal(r.counts.n_inputs, n + 1);
    for (size_t i = 0; i < n; i++)
        assert_true(fr_eq(&r.inputs[i + 1], &inputs[i]));
    check_free(&r);
    free(inputs);
}

static void witnessed(proof_kind kind, const char *report)
{
    post_case k;
    post_circuit p;
    post_case_open(&k, kind);
    init(&p, &k, k.v.n_sectors);
    circuit c = post_circuit_of(&p);
    golden_compare_witnessed(report, 0, &c);
    satisfied(&c, &k.s);
    post_case_close(&k);
}

static void witnessed_winning(void **unused)
{
    (void)unused;
    witnessed(KIND_WINNING, "digests/winning-2KiB.json");
}

static void witnessed_window(void **unused)
{
    (void)unused;
    witnessed(KIND_WINDOW, "digests/window-2KiB.json");
}

/* The last sector stands for those that are missing, here and in the public inputs. */
static void missing_sector(void **unused)
{
    post_case k;
    post_circuit p;
    (void)unused;
    post_case_open(&k, KIND_WINDOW);
    init(&p, &k, 1);
    k.s.n_sectors = 1;
    circuit c = post_circuit_of(&p);
    satisfied(&c, &k.s);
    post_case_close(&k);
}

static uint64_t first_bad_row(const post_circuit *p)
{
    work wk;
    const circuit c = post_circuit_of(p);
    const circuit_parts parts = post_circuit_parts(p);
    assert_int_equal(work_init(&wk, 2, 0, NULL), CUZK_OK);
    uint64_t row = same_as_generic(&wk, &c, &parts);
    work_free(&wk);
    return row;
}

/* The compact witness is the generic one's, whether or not the proof is true; what is changed is
 * found in the slot it is in. */
static void changed(void **unused)
{
    post_case k;
    post_circuit p;
    (void)unused;
    post_case_open(&k, KIND_WINDOW);
    init(&p, &k, 2);
    const uint64_t n_rows = post_circuit_counts(k.s.post).n_rows, slot = (n_rows - 23) / 2;
    assert_int_equal(first_bad_row(&p), n_rows);
    k.v.sectors[1].paths[3].leaf.b[0] ^= 1;
    assert_in_range(first_bad_row(&p), slot + 1, 2 * slot - 1);
    k.v.sectors[1].paths[3].leaf.b[0] ^= 1;
    k.v.sectors[0].comm_c.b[0] ^= 1;
    assert_in_range(first_bad_row(&p), 0, 312);
    k.v.sectors[0].comm_c.b[0] ^= 1;
    k.v.sectors[0].paths[9].level[1].index ^= 1;
    assert_in_range(first_bad_row(&p), 313, slot - 1);
    post_case_close(&k);
}

static void wrong_shape(void **unused)
{
    post_case k;
    post_circuit p;
    cuzk_error err;
    (void)unused;
    post_case_open(&k, KIND_WINDOW);
    const registered_post *post = k.s.post;
    const size_t numbers[] = { 0, 3 };
    for (int i = 0; i < 2; i++) {
        assert_int_equal(post_circuit_init(&p, post, k.v.sectors, numbers[i], &err),
                         CUZK_BAD_INPUT);
        assert_string_equal(err.code, "wrong-shape");
        assert_string_equal(err.expected, "1 to 2");
    }
    k.v.sectors[1].paths[4].depth = 1;
    assert_int_equal(post_circuit_init(&p, post, k.v.sectors, 2, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.section, "sectors[1].inclusion_proofs[4]");
    k.v.sectors[1].paths[4].depth = 2;
    k.v.sectors[0].paths[2].level[1].arity = 2;
    assert_int_equal(post_circuit_init(&p, post, k.v.sectors, 2, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.section, "sectors[0].inclusion_proofs[2]");
    assert_int_equal(err.index, 1);
    k.v.sectors[0].paths[2].level[1].arity = 8;
    memset(k.v.sectors[0].comm_r.b, 0xff, 32);
    init(&p, &k, 2);
    check_result r;
    circuit c = post_circuit_of(&p);
    assert_int_equal(check_make(&r, &c, NULL, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "not-canonical");
    post_case_close(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts),           cmocka_unit_test(blank),
        cmocka_unit_test(witnessed_window), cmocka_unit_test(witnessed_winning),
        cmocka_unit_test(missing_sector),   cmocka_unit_test(changed),
        cmocka_unit_test(wrong_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
