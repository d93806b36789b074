/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Linear combinations against a dense twin: an array of coefficients, one a variable. */
#include "r1cs/coeff.h"
#include "r1cs/lc.h"
#include "test.h"
#include <stdlib.h>
#include <string.h>

#define N_VARS 40

typedef struct dense {
    fr coeff[2][N_VARS]; /* inputs, aux */
    bool present[2][N_VARS];
} dense;

static uint64_t state = 88172645463325252; /* xorshift64, the seed of Marsaglia's paper */

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void dense_add(dense *d, const fr *k, cs_var v)
{
    bool aux = cs_var_is_aux(v);
    fr_add(&d->coeff[aux][cs_var_index(v)], &d->coeff[aux][cs_var_index(v)], k);
    d->present[aux][cs_var_index(v)] = true;
}

static void compare_terms(const lc_terms *t, const fr *coeff, const bool *present)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < N_VARS; i++) {
        if (!present[i])
            continue;
        assert_true(n < t->n);
        assert_int_equal(lc_terms_data(t)[n].index, i);
        assert_true(fr_eq(&lc_terms_data(t)[n].coeff, &coeff[i]));
        n++;
    }
    assert_int_equal(n, t->n);
}

static void compare(const lc *l, const dense *d)
{
    assert_false(l->failed);
    compare_terms(&l->inputs, d->coeff[0], d->present[0]);
    compare_terms(&l->aux, d->coeff[1], d->present[1]);
}

static fr small(uint64_t x)
{
    fr a = fr_from_u64(x / 2 % 4);
    if (x & 1)
        fr_neg(&a, &a);
    return a;
}

static void fill(lc *l, dense *d, unsigned n)
{
    lc_clear(l);
    memset(d, 0, sizeof *d);
    for (unsigned i = 0; i < n; i++) {
        uint32_t at = (uint32_t)(next() % N_VARS);
        cs_var v = next() & 1 ? cs_aux(at) : cs_input(at);
        fr k = small(next());
        assert_true(lc_add(l, &k, v));
        dense_add(d, &k, v);
    }
}

static void adds_and_merges(void **unused)
{
    lc a, b;
    dense da, db;
    (void)unused;
    lc_init(&a);
    lc_init(&b);
    for (unsigned round = 0; round < 3000; round++) {
        fill(&a, &da, (unsigned)(next() % 60));
        compare(&a, &da);
        fill(&b, &db, (unsigned)(next() % 60));
        fr k = round % 5 ? small(next()) : FR_ONE;
        assert_true(lc_add_lc(&a, &k, &b));
        for (unsigned aux = 0; aux < 2; aux++)
            for (uint32_t i = 0; i < N_VARS; i++) {
                fr t;
                fr_mul(&t, &k, &db.coeff[aux][i]);
                if (db.present[aux][i])
                    dense_add(&da, &t, aux ? cs_aux(i) : cs_input(i));
            }
        compare(&a, &da);
        compare(&b, &db);
        fr k2 = small(next()); /* behind a merge the next insertion must find its place too */
        assert_true(lc_add(&a, &k2, cs_aux(7)));
        dense_add(&da, &k2, cs_aux(7));
        compare(&a, &da);
    }
    lc_free(&a);
    lc_free(&b);
}

static void adds_to_itself(void **unused)
{
    lc a, copy;
    dense d;
    fr two = fr_from_u64(2), three = fr_from_u64(3);
    (void)unused;
    lc_init(&a);
    lc_init(&copy);
    fill(&a, &d, 30);
    assert_true(lc_add_lc(&a, &two, &a));
    for (unsigned i = 0; i < N_VARS; i++) {
        fr_mul(&d.coeff[0][i], &d.coeff[0][i], &three);
        fr_mul(&d.coeff[1][i], &d.coeff[1][i], &three);
    }
    compare(&a, &d);
    assert_true(lc_copy(&copy, &a));
    compare(&copy, &d);
    assert_true(lc_copy(&a, &a));
    compare(&a, &d);
    lc_free(&a);
    lc_free(&copy);
}

static void keeps_cancelled_terms(void **unused)
{
    lc a;
    (void)unused;
    lc_init(&a);
    lc_add_var(&a, cs_aux(3));
    lc_sub_var(&a, cs_aux(3));
    assert_int_equal(lc_n_terms(&a), 1);
    assert_true(fr_is_zero(&lc_terms_data(&a.aux)[0].coeff));
    lc_clear(&a);
    assert_int_equal(lc_n_terms(&a), 0);
    lc_free(&a);
}

static void failure_sticks(void **unused)
{
    lc a, b;
    (void)unused;
    lc_init(&a);
    lc_init(&b);
    a.failed = true;
    assert_false(lc_add_lc(&b, &FR_ONE, &a));
    assert_true(b.failed);
    lc_clear(&b);
    assert_true(lc_add_var(&b, CS_ONE) && !b.failed);
    lc_free(&a);
    lc_free(&b);
}

/* The shortcuts for 0 and 1 against plain multiplication. */
static void evaluates(void **unused)
{
    lc a;
    dense d;
    fr inputs[N_VARS], aux[N_VARS];
    (void)unused;
    lc_init(&a);
    for (unsigned round = 0; round < 500; round++) {
        fill(&a, &d, 40);
        fr sum = FR_ZERO, t, value;
        for (unsigned i = 0; i < N_VARS; i++) {
            inputs[i] = small(next());
            aux[i] = fr_from_u64(next() % 3);
            fr_mul(&t, &inputs[i], &d.coeff[0][i]);
            fr_add(&sum, &sum, &t);
            fr_mul(&t, &aux[i], &d.coeff[1][i]);
            fr_add(&sum, &sum, &t);
        }
        lc_eval(&value, &a, inputs, aux);
        assert_true(fr_eq(&value, &sum));
    }
    lc_free(&a);
}

static void powers_of_two(void **unused)
{
    fr p = FR_ONE;
    (void)unused;
    for (unsigned i = 0; i < FR_BITS; i++) {
        assert_true(fr_eq(fr_pow2(i), &p));
        fr_add(&p, &p, &p);
    }
}

static void numbers_coefficients(void **unused)
{
    coeff_table t;
    uint32_t number;
    fr minus_one;
    (void)unused;
    fr_neg(&minus_one, &FR_ONE);
    assert_true(coeff_init(&t));
    assert_true(coeff_number(&t, &minus_one, &number));
    assert_int_equal(number, COEFF_MINUS_ONE);
    assert_true(coeff_number(&t, &FR_ONE, &number));
    assert_int_equal(number, COEFF_ONE);
    for (unsigned pass = 0; pass < 2; pass++) /* new, then known; past several resizings */
        for (uint32_t i = 2; i < 5000; i++) {
            fr x = fr_from_u64(i);
            assert_true(coeff_number(&t, &x, &number));
            assert_int_equal(number, i);
            assert_true(fr_eq(&t.value[i], &x));
        }
    assert_int_equal(t.n, 5000);
    coeff_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adds_and_merges),
        cmocka_unit_test(adds_to_itself),
        cmocka_unit_test(keeps_cancelled_terms),
        cmocka_unit_test(failure_sticks),
        cmocka_unit_test(evaluates),
        cmocka_unit_test(powers_of_two),
        cmocka_unit_test(numbers_coefficients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
