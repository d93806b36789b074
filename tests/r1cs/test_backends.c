/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The back ends on one small circuit: x^3 + x + 5 = y, with a row whose terms cancel. */
#include "r1cs/check.h"
#include "r1cs/digest.h"
#include "r1cs/shape.h"
#include "r1cs/witness.h"
#include "test.h"
#include <string.h>

typedef struct cubic {
    uint64_t x, y;
    unsigned repeat; /* the whole, for more rows */
} cubic;

static void cubic_once(cs *s, const cubic *k)
{
    fr x = fr_from_u64(k->x), y = fr_from_u64(k->y), xx, xxx, five = fr_from_u64(5);
    fr_sqr(&xx, &x);
    fr_mul(&xxx, &xx, &x);
    cs_var out = cs_alloc_input(s, &y);
    cs_var vx = cs_alloc(s, &x), vxx = cs_alloc(s, &xx), vxxx = cs_alloc(s, &xxx);
    cs_push(s, "square", -1);
    cs_row r = cs_row_begin(s); /* x * x = xx */
    lc_add_var(r.a, vx);
    lc_add_var(r.b, vx);
    lc_add_var(r.c, vxx);
    cs_row_end(s);
    cs_pop(s);
    cs_push(s, "cube", 1);
    r = cs_row_begin(s); /* xx * x = xxx */
    lc_add_var(r.a, vxx);
    lc_add_var(r.b, vx);
    lc_add_var(r.c, vxxx);
    cs_row_end(s);
    cs_pop(s);
    cs_push(s, "sum", -1);
    r = cs_row_begin(s); /* (xxx + x + 5 + y - y) * 1 = y; the y on the left cancels */
    lc_add_var(r.a, vxxx);
    lc_add_var(r.a, vx);
    lc_add(r.a, &five, CS_ONE);
    lc_add_var(r.a, out);
    lc_sub_var(r.a, out);
    lc_add_var(r.b, CS_ONE);
    lc_add_var(r.c, out);
    cs_row_end(s);
    cs_pop(s);
}

static void cubic_rows(const void *ctx, cs *s)
{
    const cubic *k = ctx;
    for (unsigned i = 0; i < k->repeat; i++) {
        cs_push(s, "cubic", i);
        cubic_once(s, k);
        cs_pop(s);
    }
}

static const cubic good = { 3, 35, 1 }, bad = { 3, 36, 1 }, many = { 3, 35, 3000 };

static circuit of(const cubic *k)
{
    return (circuit) { "cubic", cubic_rows, k };
}

static void shape_records(void **unused)
{
    shape s;
    circuit c = of(&good);
    uint32_t n;
    (void)unused;
    assert_int_equal(shape_make(&s, &c, 0, NULL), CUZK_OK);
    cs_counts counts = shape_counts(&s);
    assert_int_equal(counts.n_rows, 3 + 2);
    assert_int_equal(counts.n_inputs, 2);
    assert_int_equal(counts.n_aux, 3);
    const shape_term *t = shape_row(&s.a, 2, &n);
    assert_int_equal(n, 4); /* 5 ONE + 0 y + x + xxx */
    fr five = fr_from_u64(5);
    assert_int_equal(t[0].var, CS_ONE);
    assert_true(fr_eq(shape_coeff(&s, t[0]), &five));
    assert_int_equal(t[1].var, cs_input(1));
    assert_true(fr_is_zero(shape_coeff(&s, t[1])));
    assert_int_equal(t[3].var, cs_aux(2));
    assert_int_equal(t[3].coeff, COEFF_ONE);
    t = shape_row(&s.a, 4, &n); /* y * 0 = 0 */
    assert_int_equal(n, 1);
    assert_int_equal(t[0].var, cs_input(1));
    shape_row(&s.b, 4, &n);
    assert_int_equal(n, 0);
    assert_int_equal(bitmap_count(&s.density.a_aux), 3);
    assert_int_equal(bitmap_count(&s.density.b_aux), 1);
    assert_true(bitmap_get(&s.density.b_input, 0) && !bitmap_get(&s.density.b_input, 1));
    shape_free(&s);
}

static void shape_is_bounded(void **unused)
{
    shape s;
    cuzk_error err;
    circuit c = of(&many);
    (void)unused;
    assert_int_equal(shape_make(&s, &c, 1000, &err), CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "over-memory-limit");
}

static fr value_of(const shape *s, const shape_matrix *m, uint64_t row, const assignment *a)
{
    uint32_t n;
    const shape_term *t = shape_row(m, row, &n);
    fr sum = FR_ZERO, x;
    for (uint32_t i = 0; i < n; i++) {
        const fr_view *v = cs_var_is_aux(t[i].var) ? &a->aux : &a->inputs;
        fr_mul(&x, &v->plain[cs_var_index(t[i].var)], shape_coeff(s, t[i]));
        fr_add(&sum, &sum, &x);
    }
    return sum;
}

static void compare_with_shape(const assignment *a, const shape *s)
{
    assert_int_equal(a->a.n, s->cs.n_rows);
    assert_int_equal(a->aux.n, s->cs.n_aux);
    assert_int_equal(a->inputs.n, s->cs.n_inputs);
    for (uint64_t i = 0; i < s->cs.n_rows; i++) {
        fr x = value_of(s, &s->a, i, a), y = value_of(s, &s->b, i, a), z = value_of(s, &s->c, i, a);
        assert_true(fr_eq(&x, &a->a.plain[i]));
        assert_true(fr_eq(&y, &a->b.plain[i]));
        assert_true(fr_eq(&z, &a->c.plain[i]));
    }
    assert_memory_equal(a->a_aux.words, s->density.a_aux.words, (a->aux.n + 63) / 64 * 8);
    assert_memory_equal(a->b_aux.words, s->density.b_aux.words, (a->aux.n + 63) / 64 * 8);
    assert_memory_equal(a->b_input.words, s->density.b_input.words, (a->inputs.n + 63) / 64 * 8);
}

static void no_rows(const void *ctx, cs *s)
{
    (void)ctx;
    (void)s;
}

/* A circuit without anything still has ONE and its row. */
static void empty_circuit(void **unused)
{
    const circuit c = { "empty", no_rows, NULL };
    shape s;
    witness w;
    work wk;
    assignment a;
    circuit_digest d;
    (void)unused;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    assert_int_equal(shape_make(&s, &c, 0, NULL), CUZK_OK);
    assert_int_equal(witness_make(&w, &wk, &c, NULL, NULL), CUZK_OK);
    assert_int_equal(digest_make(&d, &c, 0, NULL), CUZK_OK);
    witness_assignment(&w, &a);
    compare_with_shape(&a, &s);
    assert_int_equal(a.a.n, 1);
    assert_int_equal(a.aux.n, 0);
    assert_int_equal(d.n_circuit_rows, 0);
    assert_int_equal(d.n_checkpoints, 0);
    assert_int_equal(check_circuit(&c, NULL), CUZK_OK);
    witness_free(&w);
    shape_free(&s);
    digest_free(&d);
    work_free(&wk);
}

/* Sizes unknown, exact, and too small: the same result. */
static void witness_equals_shape(void **unused)
{
    work wk;
    shape s;
    (void)unused;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    for (unsigned i = 0; i < 4; i++) {
        circuit c = of(i == 3 ? &many : &good);
        witness w;
        assignment a;
        assert_int_equal(shape_make(&s, &c, 0, NULL), CUZK_OK);
        cs_counts exact = shape_counts(&s), small = { 1, 1, 1 };
        const cs_counts *expected[] = { NULL, &exact, &small, NULL };
        assert_int_equal(witness_make(&w, &wk, &c, expected[i], NULL), CUZK_OK);
        witness_assignment(&w, &a);
        compare_with_shape(&a, &s);
        witness_free(&w);
        shape_free(&s);
    }
    assert_int_equal(wk.mem_used, 0);
    work_free(&wk);
}

static void witness_obeys_the_budget(void **unused)
{
    work wk;
    witness w;
    cuzk_error err;
    circuit c = of(&many);
    (void)unused;
    assert_int_equal(work_init(&wk, 1, 1 << 20, NULL), CUZK_OK);
    assert_int_equal(witness_make(&w, &wk, &c, NULL, &err), CUZK_NO_RESOURCES);
    assert_int_equal(wk.mem_used, 0);
    work_free(&wk);
}

static void cancel_rows(const void *ctx, cs *s)
{
    work *wk = (work *)(uintptr_t)ctx;
    const cubic k = { 3, 35, 1 };
    for (uint64_t i = 0; i < 100000; i++) {
        if (i == 10)
            atomic_store(&wk->cancelled, true);
        cubic_once(s, &k);
    }
}

static void witness_can_be_cancelled(void **unused)
{
    work wk;
    witness w;
    cuzk_error err;
    const circuit c = { "cancel", cancel_rows, &wk };
    (void)unused;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    assert_int_equal(witness_make(&w, &wk, &c, NULL, &err), CUZK_INTERRUPTED);
    assert_true(w.cs.n_rows < 70000); /* of 300,000 */
    assert_int_equal(wk.mem_used, 0);
    work_free(&wk);
}

static void check_names_the_row(void **unused)
{
    check_result r;
    cuzk_error err;
    circuit c = of(&good), wrong = of(&bad);
    (void)unused;
    assert_int_equal(check_circuit(&c, &err), CUZK_OK);
    assert_int_equal(check_circuit(&wrong, &err), CUZK_NO);
    assert_string_equal(err.code, "unsatisfied");
    assert_string_equal(err.section, "cubic 0/sum");
    assert_int_equal(err.index, 2);
    check_options o = { .mutate = true, .wire = cs_aux(1), .value = fr_from_u64(10) };
    assert_int_equal(check_make(&r, &c, &o, NULL), CUZK_OK);
    assert_int_equal(r.n_unsatisfied, 2);
    assert_string_equal(r.first_path, "cubic 0/square");
    assert_string_equal(r.wire_path, "cubic 0");
    fr y = fr_from_u64(35);
    assert_true(fr_eq(&r.inputs[1], &y));
    check_free(&r);
    o.value = fr_from_u64(9); /* the value it had */
    assert_int_equal(check_make(&r, &c, &o, NULL), CUZK_OK);
    assert_int_equal(r.n_unsatisfied, 0);
    check_free(&r);
    o.wire = cs_aux(3); /* there is none */
    assert_int_equal(check_make(&r, &c, &o, NULL), CUZK_OK);
    assert_string_equal(r.wire_path, "");
    check_free(&r);
}

static void failures_stick(void **unused)
{
    witness w;
    work wk;
    (void)unused;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    circuit c = of(&good);
    assert_int_equal(witness_make(&w, &wk, &c, NULL, NULL), CUZK_OK);
    uint64_t n_rows = w.cs.n_rows;
    cs_fail(&w.cs, CUZK_FAULT, "first", "the first");
    cs_fail(&w.cs, CUZK_NO, "second", "the second");
    cubic_once(&w.cs, &good);
    cuzk_error err;
    assert_int_equal(cs_status(&w.cs, &err), CUZK_FAULT);
    assert_string_equal(err.code, "first");
    assert_int_equal(w.cs.n_rows, n_rows);
    witness_free(&w);
    work_free(&wk);
}

/* SHA-256 of the records written out by hand: y is input 1, x, xx, xxx are aux 0, 1, 2. */
static size_t put_lc(uint8_t *p, unsigned n, const unsigned (*term)[3])
{
    size_t len = 4;
    memset(p, 0, 4 + 41 * (size_t)n);
    p[0] = (uint8_t)n;
    for (unsigned i = 0; i < n; i++, len += 41) {
        p[len] = (uint8_t)term[i][0];
        p[len + 1] = (uint8_t)term[i][1];
        p[len + 9] = (uint8_t)term[i][2];
    }
    return len;
}

static void digest_is_as_defined(void **unused)
{
    static const unsigned x[][3] = { { 1, 0, 1 } }, xx[][3] = { { 1, 1, 1 } },
                          xxx[][3] = { { 1, 2, 1 } }, one[][3] = { { 0, 0, 1 } },
                          y[][3] = { { 0, 1, 1 } },
                          sum[][3] = { { 0, 0, 5 }, { 0, 1, 0 }, { 1, 0, 1 }, { 1, 2, 1 } };
    uint8_t records[1024], expected[32];
    size_t n = 0, first_row;
    circuit_digest d;
    circuit c = of(&good);
    (void)unused;
    n += put_lc(records + n, 1, x);
    n += put_lc(records + n, 1, x);
    n += put_lc(records + n, 1, xx);
    first_row = n;
    n += put_lc(records + n, 1, xx);
    n += put_lc(records + n, 1, x);
    n += put_lc(records + n, 1, xxx);
    n += put_lc(records + n, 4, sum);
    n += put_lc(records + n, 1, one);
    n += put_lc(records + n, 1, y);
    assert_int_equal(digest_make(&d, &c, 0, NULL), CUZK_OK);
    sha256(expected, records, n);
    assert_memory_equal(d.circuit_sha256, expected, 32);
    sha256(expected, records, first_row);
    assert_int_equal(d.n_checkpoints, 3);
    assert_memory_equal(d.checkpoints[0].sha256, expected, 32);
    assert_memory_equal(d.checkpoints[2].sha256, d.circuit_sha256, 32);
    assert_string_equal(d.checkpoints[1].path, "cubic 0/cube 1");
    for (unsigned i = 0; i < 2; i++) { /* input_i * 0 = 0 */
        n += put_lc(records + n, 1, i ? y : one);
        n += put_lc(records + n, 0, NULL);
        n += put_lc(records + n, 0, NULL);
    }
    sha256(expected, records, n);
    assert_memory_equal(d.sha256, expected, 32);
    assert_int_equal(d.a.zeros, 1);
    digest_free(&d);
}

static void digest_sees_any_change(void **unused)
{
    circuit_digest d, e;
    circuit c = of(&good), other = of(&bad), more = of(&many);
    (void)unused;
    assert_int_equal(digest_make(&d, &c, DIGEST_NO_CHECKPOINTS, NULL), CUZK_OK);
    assert_int_equal(digest_make(&e, &other, DIGEST_NO_CHECKPOINTS, NULL), CUZK_OK);
    assert_memory_equal(d.sha256, e.sha256, 32); /* another value is the same circuit */
    assert_memory_not_equal(d.input_sha256, e.input_sha256, 32);
    assert_memory_equal(d.aux_sha256, e.aux_sha256, 32);
    digest_free(&e);
    assert_int_equal(digest_make(&e, &more, DIGEST_NO_CHECKPOINTS, NULL), CUZK_OK);
    assert_memory_not_equal(d.sha256, e.sha256, 32);
    assert_int_equal(e.n_circuit_rows, 9000); /* 4 MB of records: more than one block */
    digest_free(&d);
    digest_free(&e);
}

static void domain_sizes(void **unused)
{
    (void)unused;
    assert_int_equal(digest_domain_size(0), 1);
    assert_int_equal(digest_domain_size(1), 1);
    assert_int_equal(digest_domain_size(1023), 1024);
    assert_int_equal(digest_domain_size(1024), 1024);
    assert_int_equal(digest_domain_size(1025), 2048);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shape_records),
        cmocka_unit_test(shape_is_bounded),
        cmocka_unit_test(witness_equals_shape),
        cmocka_unit_test(witness_obeys_the_budget),
        cmocka_unit_test(check_names_the_row),
        cmocka_unit_test(failures_stick),
        cmocka_unit_test(digest_is_as_defined),
        cmocka_unit_test(digest_sees_any_change),
        cmocka_unit_test(domain_sizes),
        cmocka_unit_test(empty_circuit),
        cmocka_unit_test(witness_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
