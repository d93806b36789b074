/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* `compare` finds every kind of difference, and names where it is. */
#include "r1cs/compare.h"
#include "r1cs/witness.h"
#include "test.h"

#define N 3000

/* x_i * x_i = x_(i + 1) */
static void squares(const void *ctx, cs *s)
{
    (void)ctx;
    fr x = fr_from_u64(3);
    cs_alloc_input(s, &x);
    cs_var v = cs_alloc(s, &x);
    for (unsigned i = 0; i < N; i++) {
        fr_sqr(&x, &x);
        cs_push(s, "square", i);
        cs_var next = cs_alloc(s, &x);
        cs_row r = cs_row_begin(s);
        lc_add_var(r.a, v);
        lc_add_var(r.b, v);
        lc_add_var(r.c, next);
        cs_row_end(s);
        cs_pop(s);
        v = next;
    }
}

static const circuit c = { "squares", squares, NULL };

typedef struct fixture {
    work wk;
    witness w;
    assignment a;
} fixture;

static void setup(fixture *f)
{
    assert_int_equal(work_init(&f->wk, 1, 0, NULL), CUZK_OK);
    assert_int_equal(witness_make(&f->w, &f->wk, &c, NULL, NULL), CUZK_OK);
    witness_assignment(&f->w, &f->a);
}

static void teardown(fixture *f)
{
    witness_free(&f->w);
    work_free(&f->wk);
}

static void same(void **unused)
{
    fixture f;
    (void)unused;
    setup(&f);
    assert_int_equal(compare_make(&f.wk, &c, &f.a, NULL), CUZK_OK);
    teardown(&f);
}

static void expect_fault(fixture *f, const char *code, int64_t index)
{
    cuzk_error err;
    assert_int_equal(compare_make(&f->wk, &c, &f->a, &err), CUZK_FAULT);
    assert_string_equal(err.code, code);
    assert_int_equal(err.index, index);
}

static void one_value(void **unused)
{
    static const size_t places[] = { 0, 1, 1023, 1024, 1025, N - 1 };
    fixture f;
    (void)unused;
    setup(&f);
    fr *column[] = { f.w.a.v, f.w.b.v, f.w.c.v };
    for (size_t p = 0; p < sizeof places / sizeof *places; p++)
        for (int k = 0; k < 3; k++) {
            fr *x = &column[k][places[p]], kept = *x;
            fr_add(x, x, &FR_ONE);
            expect_fault(&f, "wrong-row", (int64_t)places[p]);
            *x = kept;
        }
    fr kept = f.w.a.v[N];
    f.w.a.v[N] = FR_ZERO; /* ONE * 0 = 0, a row of cs_finish */
    expect_fault(&f, "wrong-row", N);
    f.w.a.v[N] = kept;
    f.w.aux.v[17] = FR_ONE;
    expect_fault(&f, "wrong-variable", 17);
    teardown(&f);
}

static void an_input(void **unused)
{
    fixture f;
    cuzk_error err;
    (void)unused;
    setup(&f);
    f.w.inputs.v[1] = FR_ZERO;
    expect_fault(&f, "wrong-variable", 1);
    f.w.inputs.v[1] = fr_from_u64(3);
    f.w.aux.v[5] = FR_ZERO;
    assert_int_equal(compare_make(&f.wk, &c, &f.a, &err), CUZK_FAULT);
    assert_non_null(strstr(err.message, "square 4"));
    teardown(&f);
}

static void lengths_and_densities(void **unused)
{
    fixture f;
    (void)unused;
    setup(&f);
    assignment kept = f.a;
    fr_view *view[] = { &f.a.a, &f.a.b, &f.a.c };
    for (int i = 0; i < 3; i++) {
        *view[i] = fr_view_plain(view[i]->plain, view[i]->n + 1);
        expect_fault(&f, "wrong-length", -1);
        f.a = kept;
    }
    f.a.aux.n++;
    expect_fault(&f, "wrong-length", -1);
    f.a = kept;
    f.a.inputs.n++;
    expect_fault(&f, "wrong-length", -1);
    f.a = kept;
    f.a.a.n = N - 1;
    expect_fault(&f, "wrong-row", N - 1);
    f.a = kept;
    bitmap *bits[] = { &f.a.a_aux, &f.a.b_aux, &f.a.b_input };
    for (int i = 0; i < 3; i++) {
        bits[i]->words[0] ^= 2;
        expect_fault(&f, "wrong-density", -1);
        bits[i]->words[0] ^= 2;
    }
    assert_int_equal(compare_make(&f.wk, &c, &f.a, NULL), CUZK_OK);
    teardown(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same),
        cmocka_unit_test(one_value),
        cmocka_unit_test(an_input),
        cmocka_unit_test(lengths_and_densities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
