/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The start-up self-tests pass in every variant this CPU has, and name what is broken: a copy of
 * the field's self-test is linked here against a table with one wrong operation at a time. */
#include "curve/selftest.h"
#include "field/kernels.h"
#include "field/selftest.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void test_all_variants(void **state)
{
    (void)state;
    for (int v = 0; v < CPU_VARIANTS; v++) {
        if (!cpu_variant_available((cpu_variant)v))
            continue;
        const char *what = "";
        if (!field_selftest((cpu_variant)v, &what) || !curve_selftest((cpu_variant)v, &what))
            fail_msg("%s: %s", cpu_variant_name((cpu_variant)v), what);
    }
}

/* The copy, asking a table of ours. */
static field_kernels broken;
static const field_kernels *broken_kernels(cpu_variant v)
{
    (void)v;
    return &broken;
}
bool selftest_of_broken(cpu_variant v, const char **what);
#define field_kernels_of broken_kernels
#define field_selftest   selftest_of_broken
#include "field/selftest.c"
#undef field_kernels_of
#undef field_selftest

static void wrong_fr(fr *o, const fr *a, const fr *b)
{
    fr_add(o, a, b);
    o->l[0] ^= fr_is_zero(a); /* right but for a = 0 */
}
static void wrong_fp(fp *o, const fp *a, const fp *b)
{
    fp_mul(o, a, b);
    fp_add(o, o, &FP_ONE);
}
static void wrong_fp2(fp2 *o, const fp2 *a)
{
    fp2_sqr(o, a);
    fp2_conj(o, o);
}
static void wrong_batch(fr *a, size_t n, fr *scratch)
{
    fr_inv_batch(a, n - 1, scratch);
}

static void expect_named(const char *name)
{
    const char *what = "";
    assert_false(selftest_of_broken(CPU_PORTABLE, &what));
    assert_string_equal(what, name);
    broken = *field_kernels_of(CPU_PORTABLE);
}

static void test_faults_are_named(void **state)
{
    (void)state;
    const char *what;
    broken = *field_kernels_of(CPU_PORTABLE);
    assert_true(selftest_of_broken(CPU_PORTABLE, &what));
    broken.fr_add = wrong_fr;
    expect_named("fr_add");
    broken.fp_mul = wrong_fp;
    expect_named("fp_mul");
    broken.fp2_sqr = wrong_fp2;
    expect_named("fp2_sqr");
    broken.fr_inv_batch = wrong_batch;
    expect_named("fr_inv");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_variants),
        cmocka_unit_test(test_faults_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
