/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* No wire can be lied about: in every harness circuit, giving any one variable another value breaks
 * a row. The exceptions are counted: numbers a circuit takes in and then has no use for. */
#include "gadgets/harness.h"
#include "r1cs/check.h"
#include "r1cs/shape.h"
#include "r1cs/witness.h"
#include "test.h"

/* A variable in a row: with which coefficient in A (0), B (1) or C (2). */
typedef struct place {
    uint32_t row, matrix, coeff;
} place;

/* A circuit's rows, its witness, the values of A, B and C in each row, and where each variable
 * stands. Variables are numbered inputs first. */
typedef struct system_t {
    shape shape;
    cs_counts n;
    size_t n_vars;
    fr *value;
    fr (*sum)[3];  /* by row */
    size_t *start; /* of variable v's places, in the order of rows; one more at the end */
    place *places;
} system_t;

static size_t number(const system_t *y, cs_var v)
{
    return cs_var_index(v) + (cs_var_is_aux(v) ? y->n.n_inputs : 0);
}

static void load_values(system_t *y, const circuit *c)
{
    work wk;
    witness w;
    assignment a;
    assert_int_equal(work_init(&wk, 1, 0, NULL), CUZK_OK);
    assert_int_equal(witness_make(&w, &wk, c, NULL, NULL), CUZK_OK);
    witness_assignment(&w, &a);
    y->value = malloc((a.inputs.n + a.aux.n) * sizeof *y->value);
    assert_non_null(y->value);
    fr_view_expand(&a.inputs, 0, a.inputs.n, y->value);
    fr_view_expand(&a.aux, 0, a.aux.n, y->value + a.inputs.n);
    witness_free(&w);
    work_free(&wk);
}

/* sum += coefficient * x */
static void add_term(fr *sum, const system_t *y, uint32_t coeff, const fr *x)
{
    fr product;
    fr_mul(&product, x, &y->shape.coeffs.value[coeff]);
    fr_add(sum, sum, &product);
}

/* Every term, row by row: counts the places of each variable (places NULL) or lists them and sums
 * up the rows. */
static void visit_terms(system_t *y, size_t *at, place *places)
{
    const shape_matrix *m[] = { &y->shape.a, &y->shape.b, &y->shape.c };
    for (uint32_t i = 0; i < y->n.n_rows; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t n;
            const shape_term *t = shape_row(m[k], i, &n);
            for (; n--; t++) {
                const size_t v = number(y, t->var), slot = at[v]++;
                if (!places)
                    continue;
                places[slot] = (place) { i, k, t->coeff };
                add_term(&y->sum[i][k], y, t->coeff, &y->value[v]);
            }
        }
    }
}

static void system_make(system_t *y, const circuit *c)
{
    assert_int_equal(shape_make(&y->shape, c, 0, NULL), CUZK_OK);
    y->n = shape_counts(&y->shape);
    y->n_vars = (size_t)y->n.n_inputs + y->n.n_aux;
    load_values(y, c);
    size_t *at = calloc(y->n_vars + 1, sizeof *at), sum = 0;
    y->start = malloc((y->n_vars + 1) * sizeof *y->start);
    y->sum = calloc(y->n.n_rows, sizeof *y->sum);
    assert_true(at && y->start && y->sum);
    visit_terms(y, at, NULL);
    for (size_t v = 0; v <= y->n_vars; v++) {
        y->start[v] = sum;
        sum += at[v];
    }
    y->places = malloc(sum * sizeof *y->places);
    assert_non_null(y->places);
    memcpy(at, y->start, (y->n_vars + 1) * sizeof *at);
    visit_terms(y, at, y->places);
    free(at);
}

static void system_free(system_t *y)
{
    shape_free(&y->shape);
    free(y->value);
    free(y->sum);
    free(y->start);
    free(y->places);
}

static bool holds(const fr sum[3])
{
    fr ab;
    fr_mul(&ab, &sum[0], &sum[1]);
    return fr_eq(&ab, &sum[2]);
}

/* Whether variable v, and no other, may have this value. */
static bool may_be(const system_t *y, size_t v, const fr *value)
{
    fr delta;
    fr_sub(&delta, value, &y->value[v]);
    for (size_t i = y->start[v]; i < y->start[v + 1];) {
        const uint32_t row = y->places[i].row;
        fr sum[3];
        memcpy(sum, y->sum[row], sizeof sum);
        for (; i < y->start[v + 1] && y->places[i].row == row; i++)
            add_term(&sum[y->places[i].matrix], y, y->places[i].coeff, &delta);
        if (!holds(sum))
            return false;
    }
    return true;
}

/* Variables other than ONE that may have another value: the other bit, 0, or one more. */
static size_t count_free(const system_t *y)
{
    size_t found = 0;
    for (size_t v = 1; v < y->n_vars; v++) {
        fr more;
        fr_add(&more, &y->value[v], &FR_ONE);
        const fr *other = fr_is_zero(&y->value[v]) ? &FR_ONE : &FR_ZERO;
        found += may_be(y, v, &more) || may_be(y, v, other);
    }
    return found;
}

/* What is free in the circuits that leave something free. */
static const struct {
    const char *id;
    size_t n;
} EXPECTED_FREE[] = {
    { "gadget-boolean-ops", 2 }, /* b5, equal to itself; b4 in (not b0) and (not b4), b0 being 1 */
    { "gadget-pack-inputs-300", 2 }, /* two bits, constants being packed in their place */
    { "gadget-select-8", 4 },        /* of each pair the first bit chooses from, the other one */
};

static size_t expected_free(const char *id)
{
    for (size_t i = 0; i < sizeof EXPECTED_FREE / sizeof *EXPECTED_FREE; i++)
        if (strcmp(EXPECTED_FREE[i].id, id) == 0)
            return EXPECTED_FREE[i].n;
    return 0;
}

static void test_every_wire(void **state)
{
    (void)state;
    const circuit *c;
    size_t i;
    for (i = 0; (c = harness_at(i)); i++) {
        system_t y;
        system_make(&y, c);
        for (uint64_t row = 0; row < y.n.n_rows; row++)
            assert_true(holds(y.sum[row]));
        const size_t found = count_free(&y);
        if (found != expected_free(c->id))
            fail_msg("%s: %zu wires are free, expected %zu", c->id, found, expected_free(c->id));
        system_free(&y);
    }
    assert_true(i >= 31);
}

/* The same question to the check back end, wire by wire: it names the row. */
static void test_check_back_end(void **state)
{
    (void)state;
    static const char *const names[] = { "num-ops", "encode", "insert-8", "poseidon-2" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const circuit *c = harness_find(names[i]);
        check_result r;
        assert_int_equal(check_make(&r, c, NULL, NULL), CUZK_OK);
        assert_int_equal(r.n_unsatisfied, 0);
        const uint32_t n_aux = r.counts.n_aux;
        check_free(&r);
        for (uint32_t v = 0; v < n_aux; v++) {
            const check_options lie = { .mutate = true, .wire = cs_aux(v), .value = FR_TWO_INV };
            assert_int_equal(check_make(&r, c, &lie, NULL), CUZK_OK);
            assert_true(r.n_unsatisfied > 0);
            assert_true(r.first_row < r.counts.n_rows);
            check_free(&r);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_wire),
        cmocka_unit_test(test_check_back_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
