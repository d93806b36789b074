/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Circuits of a caller's own through the public interface: small ones, odd ones, wrong ones. */
#include "scratch.h"

#include <cuzk/cuzk.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

static char dir[SCRATCH_LEN], params[64], vk_path[64];
static cuzk_context *ctx;

/* Of every call below: a phase has a name, and is never more than done. */
static void watch(void *c, const char *phase, uint64_t done, uint64_t total)
{
    atomic_int *calls = c;

    if (!phase || !*phase || (total > 0 && done > total))
        abort();
    atomic_fetch_add(calls, 1);
}

static atomic_int progress_calls;

static int set_up(void **state)
{
    cuzk_options o = {
        .size = sizeof o, .threads = 2, .progress = watch, .progress_ctx = &progress_calls
    };

    (void)state;
    if (scratch_make(dir) != 0)
        return 1;
    snprintf(params, sizeof params, "%s/x.params", dir);
    snprintf(vk_path, sizeof vk_path, "%s/x.vk", dir);
    o.cache_dir = dir;
    return (int)cuzk_context_new(&ctx, &o, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    cuzk_context_free(ctx);
    return scratch_remove(dir) || !atomic_load(&progress_calls);
}

/* n squarings from x on; the last value is the public input, if there is to be one. A witness may
 * get one value wrong. */
typedef struct chain {
    int64_t x;
    size_t n;
    bool no_input;
    size_t wrong_at; /* 1-based; 0: right */
} chain;

static cuzk_term one(cuzk_variable v)
{
    return (cuzk_term) { v, cuzk_scalar_from_int(1) };
}

static void squares(void *c, cuzk_builder *b)
{
    const chain *w = c;
    cuzk_scalar value = cuzk_scalar_from_int(w->x);
    cuzk_variable v = cuzk_builder_alloc(b, value);

    for (size_t i = 0; i < w->n; i++) {
        const bool last = i + 1 == w->n && !w->no_input;
        value = cuzk_scalar_mul(value, value);
        if (i + 1 == w->wrong_at)
            value = cuzk_scalar_add(value, cuzk_scalar_from_int(1));
        const cuzk_variable next =
            last ? cuzk_builder_input(b, value) : cuzk_builder_alloc(b, value);
        const cuzk_term t = one(v), square = one(next);
        cuzk_builder_enforce(b, &t, 1, &t, 1, &square, 1);
        v = next;
    }
}

static cuzk_scalar power(int64_t x, size_t n)
{
    cuzk_scalar v = cuzk_scalar_from_int(x);

    for (size_t i = 0; i < n; i++)
        v = cuzk_scalar_mul(v, v);
    return v;
}

static const cuzk_circuit squares_circuit = { sizeof squares_circuit, squares };

static cuzk_status verify(const uint8_t proof[192], const cuzk_scalar *input)
{
    const cuzk_bytes bytes = { proof, 192, "proof" };
    cuzk_bytes vk;
    cuzk_status s;

    assert_int_equal(cuzk_file_read(&vk, vk_path, 1 << 20, NULL), CUZK_OK);
    s = cuzk_raw_verify(ctx, &vk, input ? input->le : NULL, input != NULL, 1, &bytes, NULL);
    cuzk_file_free(&vk);
    return s;
}

/* Rows of the circuit and of its inputs together: at, and on both sides of, powers of two. */
static void test_sizes(void **state)
{
    static const size_t sizes[] = { 1, 2, 5, 6, 7, 13, 14, 15, 29, 30, 31, 62 };

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        chain c = { .x = 3, .n = sizes[i] };
        cuzk_scalar y = power(3, c.n), other = power(5, c.n);
        uint8_t proof[192];
        assert_int_equal(cuzk_circuit_setup(ctx, &squares_circuit, &c, params, vk_path, NULL),
                         CUZK_OK);
        assert_int_equal(cuzk_circuit_prove(ctx, &squares_circuit, &c, params, proof, NULL),
                         CUZK_OK);
        assert_int_equal(verify(proof, &y), CUZK_OK);
        assert_int_equal(verify(proof, &other), CUZK_NO);
        assert_int_equal(verify(proof, NULL), CUZK_BAD_INPUT);
    }
}

static void test_no_inputs(void **state)
{
    chain c = { .x = 3, .n = 4, .no_input = true };
    uint8_t proof[192];

    (void)state;
    assert_int_equal(cuzk_circuit_setup(ctx, &squares_circuit, &c, params, vk_path, NULL), CUZK_OK);
    assert_int_equal(cuzk_circuit_prove(ctx, &squares_circuit, &c, params, proof, NULL), CUZK_OK);
    assert_int_equal(verify(proof, NULL), CUZK_OK);
}

/* No row and no variable but ONE: the domain has one element, the quotient none. */
static void nothing(void *c, cuzk_builder *b)
{
    (void)c;
    (void)b;
}

static void test_no_rows(void **state)
{
    const cuzk_circuit circuit = { sizeof circuit, nothing };
    uint8_t proof[192];

    (void)state;
    assert_int_equal(cuzk_circuit_setup(ctx, &circuit, NULL, params, vk_path, NULL), CUZK_OK);
    assert_int_equal(cuzk_circuit_prove(ctx, &circuit, NULL, params, proof, NULL), CUZK_OK);
    assert_int_equal(verify(proof, NULL), CUZK_OK);
    proof[191] ^= 1;
    assert_int_not_equal(verify(proof, NULL), CUZK_OK);
}

static void test_wrong_witness(void **state)
{
    chain good = { .x = 3, .n = 9 }, bad = { .x = 3, .n = 9, .wrong_at = 5 };
    uint8_t proof[192];
    cuzk_error err;

    (void)state;
    memset(proof, 0xee, sizeof proof);
    assert_int_equal(cuzk_circuit_setup(ctx, &squares_circuit, &good, params, vk_path, NULL),
                     CUZK_OK);
    assert_int_equal(cuzk_circuit_prove(ctx, &squares_circuit, &bad, params, proof, &err), CUZK_NO);
    assert_string_equal(err.code, "unsatisfied");
    assert_int_equal(err.index, 4);
    for (size_t i = 0; i < sizeof proof; i++)
        assert_int_equal(proof[i], 0xee);
}

/* The parameters of one circuit, the witness of another. */
static void test_other_circuit(void **state)
{
    chain small = { .x = 3, .n = 9 }, large = { .x = 3, .n = 10 },
          shape = { .x = 3, .n = 9, .no_input = true };
    uint8_t proof[192];

    (void)state;
    assert_int_equal(cuzk_circuit_setup(ctx, &squares_circuit, &small, params, vk_path, NULL),
                     CUZK_OK);
    assert_int_equal(cuzk_circuit_prove(ctx, &squares_circuit, &large, params, proof, NULL),
                     CUZK_BAD_INPUT);
    assert_int_equal(cuzk_circuit_prove(ctx, &squares_circuit, &shape, params, proof, NULL),
                     CUZK_BAD_INPUT);
}

/* x (k x) = y: for every k the same counts and densities. */
static void scaled(void *c, cuzk_builder *b)
{
    const cuzk_scalar k = cuzk_scalar_from_int(*(int64_t *)c), x = cuzk_scalar_from_int(3);
    const cuzk_variable v = cuzk_builder_alloc(b, x);
    const cuzk_variable y = cuzk_builder_input(b, cuzk_scalar_mul(k, cuzk_scalar_mul(x, x)));
    const cuzk_term t = one(v), kt = { v, k }, out = one(y);

    cuzk_builder_enforce(b, &t, 1, &kt, 1, &out, 1);
}

/* Where counts cannot tell the circuits apart, the proof does not verify and is not given out. */
static void test_other_circuit_of_equal_counts(void **state)
{
    const cuzk_circuit circuit = { sizeof circuit, scaled };
    int64_t mine = 1, other = 2;
    uint8_t proof[192], before[192];
    cuzk_error err;

    (void)state;
    memset(proof, 0xee, sizeof proof);
    memset(before, 0xee, sizeof before);
    assert_int_equal(cuzk_circuit_setup(ctx, &circuit, &mine, params, vk_path, NULL), CUZK_OK);
    assert_int_equal(cuzk_circuit_prove(ctx, &circuit, &other, params, proof, &err), CUZK_FAULT);
    assert_string_equal(err.code, "self-check");
    assert_memory_equal(proof, before, sizeof proof);
    assert_int_equal(cuzk_circuit_prove(ctx, &circuit, &mine, params, proof, &err), CUZK_OK);
}

static void bad_scalar(void *c, cuzk_builder *b)
{
    cuzk_scalar v;

    (void)c;
    memset(v.le, 0xff, sizeof v.le);
    cuzk_builder_alloc(b, v);
}

static void bad_variable(void *c, cuzk_builder *b)
{
    const cuzk_term t = one(*(cuzk_variable *)c);

    cuzk_builder_enforce(b, &t, 1, &t, 1, &t, 1);
}

static void test_malformed_circuits(void **state)
{
    cuzk_variable variables[] = { 1, UINT32_C(0x7fffffff), UINT32_C(0x80000000), UINT32_MAX };
    cuzk_circuit circuit = { sizeof circuit, bad_scalar };
    cuzk_error err;

    (void)state;
    assert_int_equal(cuzk_circuit_setup(ctx, &circuit, NULL, params, vk_path, &err),
                     CUZK_BAD_INPUT);
    assert_string_equal(err.code, "not-canonical");
    circuit.synthesize = bad_variable;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        assert_int_equal(cuzk_circuit_setup(ctx, &circuit, &variables[i], params, vk_path, &err),
                         CUZK_BAD_INPUT);
        assert_string_equal(err.code, "unknown-variable");
    }
    circuit.synthesize = NULL;
    assert_int_equal(cuzk_circuit_setup(ctx, &circuit, NULL, params, vk_path, &err),
                     CUZK_BAD_INPUT);
    circuit.size = 1;
    assert_int_equal(cuzk_circuit_setup(ctx, &circuit, NULL, params, vk_path, &err),
                     CUZK_BAD_INPUT);
}

static void test_scalars(void **state)
{
    const cuzk_scalar minus = cuzk_scalar_from_int(-1), three = cuzk_scalar_from_int(3);
    const cuzk_scalar least = cuzk_scalar_from_int(INT64_MIN);
    cuzk_scalar parsed, sum;
    cuzk_error err;

    (void)state;
    sum = cuzk_scalar_add(cuzk_scalar_mul(minus, three), three);
    for (size_t i = 0; i < 32; i++)
        assert_int_equal(sum.le[i], 0);
    assert_int_equal(cuzk_scalar_parse(&parsed, "9223372036854775808", &err), CUZK_OK);
    sum = cuzk_scalar_add(parsed, least);
    for (size_t i = 0; i < 32; i++)
        assert_int_equal(sum.le[i], 0);
    assert_int_equal(cuzk_scalar_parse(&parsed, "0x", &err), CUZK_BAD_INPUT);
    assert_int_equal(cuzk_scalar_parse(&parsed, "-1", &err), CUZK_BAD_INPUT);
    /* The order of the field, and one below it. */
    assert_int_equal(
        cuzk_scalar_parse(
            &parsed, "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001", &err),
        CUZK_BAD_INPUT);
    assert_int_equal(
        cuzk_scalar_parse(
            &parsed, "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000", &err),
        CUZK_OK);
    assert_memory_equal(&parsed, &minus, sizeof parsed);
}

static void test_cancelled(void **state)
{
    cuzk_options o = { .size = sizeof o, .threads = 2, .cache_dir = dir };
    chain c = { .x = 3, .n = 9 };
    cuzk_context *own;
    uint8_t proof[192];

    (void)state;
    assert_int_equal(cuzk_circuit_setup(ctx, &squares_circuit, &c, params, vk_path, NULL), CUZK_OK);
    assert_int_equal(cuzk_context_new(&own, &o, NULL), CUZK_OK);
    cuzk_context_cancel(own);
    assert_int_equal(cuzk_circuit_prove(own, &squares_circuit, &c, params, proof, NULL),
                     CUZK_INTERRUPTED);
    assert_int_equal(cuzk_circuit_setup(own, &squares_circuit, &c, params, vk_path, NULL),
                     CUZK_INTERRUPTED);
    cuzk_context_free(own);
}

static long resident_kib(void)
{
    struct rusage u;

    getrusage(RUSAGE_SELF, &u);
    return u.ru_maxrss;
}

/* A thousand proofs in one process: all verify, and the peak of memory stays where it was. A
 * sanitizer keeps what was freed for a while: of leaks it says so itself. */
static void test_a_thousand(void **state)
{
    const int n = TEST_SANITIZED ? 150 : 1000;
    chain c = { .x = 3, .n = 5 };
    cuzk_scalar y = power(3, 5);
    uint8_t first[192], proof[192];
    long before = 0;

    (void)state;
    assert_int_equal(cuzk_circuit_setup(ctx, &squares_circuit, &c, params, vk_path, NULL), CUZK_OK);
    for (int i = 0; i < n; i++) {
        assert_int_equal(cuzk_circuit_prove(ctx, &squares_circuit, &c, params, proof, NULL),
                         CUZK_OK);
        if (i % 100 == 0)
            assert_int_equal(verify(proof, &y), CUZK_OK);
        if (i == 0)
            memcpy(first, proof, sizeof first);
        if (i == 1)
            assert_memory_not_equal(first, proof, sizeof first); /* fresh randomness */
        if (i == 100)
            before = resident_kib();
    }
    assert_true(TEST_SANITIZED || resident_kib() - before < 1024);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_no_inputs),
        cmocka_unit_test(test_no_rows),
        cmocka_unit_test(test_wrong_witness),
        cmocka_unit_test(test_other_circuit),
        cmocka_unit_test(test_other_circuit_of_equal_counts),
        cmocka_unit_test(test_malformed_circuits),
        cmocka_unit_test(test_scalars),
        cmocka_unit_test(test_cancelled),
        cmocka_unit_test(test_a_thousand),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
