/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/cpu.h"
#include "chain.h"
#include "gadgets/harness.h"
#include "golden_setup.h"
#include "groth16/qap.h"
#include "hash/sha256.h"
#include "keys.h"
#include <unistd.h>

static work w;

static int start(void **state)
{
    (void)state;
    return work_init(&w, 2, 0, NULL) == CUZK_OK ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    work_free(&w);
    return 0;
}

static void file_hashes_to(const char *path, const uint8_t expected[32])
{
    size_t len;
    uint8_t found[32], *data = load_file(path, &len);
    sha256(found, data, len);
    assert_memory_equal(found, expected, 32);
    free(data);
}

static const char *const GADGET[] = { "num-ops", "poseidon-2", "por-oct", "sha256-1block" };

static void golden_keys(void **state)
{
    (void)state;
    groth16_toxic toxic = golden_toxic();
    /* The large ones go through the threads as the small do. */
    const size_t n = TEST_THREAD_SANITIZED ? 2 : sizeof GADGET / sizeof GADGET[0];
    for (size_t i = 0; i < n; i++) {
        keys k;
        const circuit *c = harness_find(GADGET[i]);
        assert_non_null(c);
        keys_make(&k, &w, c, &toxic);
        same_as_golden_setup(&k.digests, c->id);
        file_hashes_to(k.params_path, k.digests.params_sha256);
        file_hashes_to(k.vk_path, k.digests.vk_sha256);
        keys_free(&k);
    }
    assert_int_equal(atomic_load(&w.mem_used), 0);
}

static void every_variant_and_thread_count(void **state)
{
    (void)state;
    groth16_toxic toxic = golden_toxic();
    const circuit *c = harness_find("num-ops");
    cpu_variant before = cpu_variant_get();
    /* To the threads all variants are one. */
    for (cpu_variant v = TEST_THREAD_SANITIZED ? before : CPU_PORTABLE; v < CPU_VARIANTS; v++)
        for (unsigned threads = 1; cpu_variant_force(v) && threads <= 4;
             threads += TEST_SANITIZED ? 2 : 1) {
            keys k;
            work t;
            assert_int_equal(work_init(&t, threads, 0, NULL), CUZK_OK);
            keys_make(&k, &t, c, &toxic);
            same_as_golden_setup(&k.digests, c->id);
            keys_free(&k);
            work_free(&t);
        }
    assert_true(cpu_variant_force(before));
}

static cuzk_status setup_chain(const chain *c, const groth16_toxic *toxic, cuzk_error *err)
{
    keys k;
    shape s;
    circuit statement = CHAIN_CIRCUIT(c);
    keys_dir(&k);
    assert_int_equal(shape_make(&s, &statement, 0, NULL), CUZK_OK);
    cuzk_status status = groth16_setup(&k.digests, &w, &s, toxic, k.params_path, k.vk_path, err);
    shape_free(&s);
    if (status != CUZK_OK) {
        assert_int_not_equal(access(k.params_path, F_OK), 0);
        assert_int_not_equal(access(k.vk_path, F_OK), 0);
        assert_int_equal(atomic_load(&w.mem_used), 0);
    }
    keys_free(&k);
    return status;
}

static void bad_toxic_values(void **state)
{
    (void)state;
    cuzk_error err;
    const chain c = { .squarings = 5, .x = 3, .public = true }; /* 8 rows */
    groth16_toxic good = golden_toxic();
    assert_int_equal(setup_chain(&c, &good, &err), CUZK_OK);
    for (int i = 0; i < 5; i++) {
        groth16_toxic t = good;
        (&t.alpha)[i] = fr_from_u64(0);
        assert_int_equal(setup_chain(&c, &t, &err), CUZK_BAD_INPUT);
        assert_string_equal(err.code, "bad-toxic");
    }
    for (unsigned lg = 0; lg <= 3; lg++) {
        groth16_toxic t = good;
        fr_root_of_unity(&t.tau, lg);
        assert_int_equal(setup_chain(&c, &t, &err), CUZK_BAD_INPUT);
        assert_string_equal(err.code, "bad-toxic");
    }
}

static void an_unconstrained_variable_is_named(void **state)
{
    (void)state;
    cuzk_error err;
    const chain c = { .squarings = 5, .x = 3, .public = true, .loose = true };
    groth16_toxic t = golden_toxic();
    assert_int_equal(setup_chain(&c, &t, &err), CUZK_BAD_INPUT);
    assert_string_equal(err.code, "unconstrained-variable");
    assert_string_equal(err.section, "aux");
    assert_int_equal(err.index, 6);
}

static void cancelling_leaves_nothing(void **state)
{
    (void)state;
    cuzk_error err;
    const chain c = { .squarings = 1000, .x = 3, .public = true };
    groth16_toxic t = golden_toxic();
    atomic_store(&w.cancelled, true);
    assert_int_equal(setup_chain(&c, &t, &err), CUZK_INTERRUPTED);
    atomic_store(&w.cancelled, false);
}

static void a_folder_that_is_not_there(void **state)
{
    (void)state;
    cuzk_error err;
    shape s;
    groth16_digests d;
    const chain c = { .squarings = 2, .x = 3 };
    circuit statement = CHAIN_CIRCUIT(&c);
    groth16_toxic t = golden_toxic();
    assert_int_equal(shape_make(&s, &statement, 0, NULL), CUZK_OK);
    assert_int_not_equal(groth16_setup(&d, &w, &s, &t, "/nonexistent/p", "/nonexistent/v", &err),
                         CUZK_OK);
    assert_string_equal(err.file, "/nonexistent/p");
    shape_free(&s);
}

static void lagrange_coefficients(void **state)
{
    (void)state;
    fr tau = fr_from_u64(1000081);
    for (unsigned squarings = 0; squarings < 40; squarings++) {
        const chain c = { .squarings = squarings, .x = 3 };
        circuit statement = CHAIN_CIRCUIT(&c);
        shape s;
        qap q;
        assert_int_equal(shape_make(&s, &statement, 0, NULL), CUZK_OK);
        assert_int_equal(qap_at(&q, &w, &s, &tau, NULL), CUZK_OK);
        size_t n = squarings + 1, m = (size_t)1 << q.lg_m;
        assert_true(m >= n && (m == 1 || m / 2 < n));
        fr *l = malloc(m * sizeof *l), sum = fr_from_u64(0);
        qap_lagrange_ref(l, m, q.lg_m, &tau);
        for (size_t i = 0; i < m; i++)
            fr_add(&sum, &sum, &l[i]);
        assert_true(fr_is_one(&sum));               /* sum of L_k is 1 everywhere */
        assert_true(fr_eq(&q.u[0], &l[squarings])); /* ONE stands in the input row only */
        for (size_t i = 0; i < squarings; i++) {
            assert_true(fr_eq(&q.u[1 + i], &l[i]));
            assert_true(fr_eq(&q.v[1 + i], &l[i]));
            assert_true(fr_eq(&q.w[2 + i], &l[i]));
        }
        free(l);
        qap_free(&q, &w);
        shape_free(&s);
    }
}

static void random_toxic_values(void **state)
{
    (void)state;
    groth16_toxic a, b;
    static const groth16_toxic zero;
    assert_int_equal(groth16_toxic_random(&a, NULL), CUZK_OK);
    assert_int_equal(groth16_toxic_random(&b, NULL), CUZK_OK);
    for (int i = 0; i < 5; i++) {
        assert_false(fr_is_zero(&(&a.alpha)[i]));
        assert_false(fr_eq(&(&a.alpha)[i], &(&b.alpha)[i]));
        assert_false(fr_eq(&(&a.alpha)[i], &(&a.alpha)[(i + 1) % 5]));
    }
    groth16_toxic_wipe(&a);
    assert_memory_equal(&a, &zero, sizeof a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_keys),
        cmocka_unit_test(every_variant_and_thread_count),
        cmocka_unit_test(bad_toxic_values),
        cmocka_unit_test(an_unconstrained_variable_is_named),
        cmocka_unit_test(cancelling_leaves_nothing),
        cmocka_unit_test(a_folder_that_is_not_there),
        cmocka_unit_test(lagrange_coefficients),
        cmocka_unit_test(random_toxic_values),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
