/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "r1cs/same_witness.h"
#include "r1cs/check.h"
#include "r1cs/compact.h"
#include "r1cs/compare.h"
#include "r1cs/density_make.h"
#include "r1cs/witness.h"
#include "test.h"

#define WINDOW 700

static void same_window(const char *name, const fr_view *v, const fr_view *expected, size_t i,
                        size_t n)
{
    static fr a[WINDOW + 1], b[WINDOW];
    a[n] = FR_R; /* must survive */
    if (n == 0)
        return;
    fr_view_expand(v, i, n, a);
    fr_view_expand(expected, i, n, b);
    for (size_t k = 0; k < n; k++)
        if (!fr_eq(&a[k], &b[k]))
            fail_msg("%s differs at %zu of %zu, read from %zu", name, i + k, v->n, i);
    assert_true(fr_eq(&a[n], &FR_R));
}

void same_view(const char *name, const fr_view *v, const fr_view *expected)
{
    static const size_t lengths[] = { WINDOW, 64, 63, 1, 65, 512, 17 };
    assert_int_equal(v->n, expected->n);
    for (size_t i = 0, k = 0; i < v->n; k++) {
        size_t n = k % 4 ? lengths[k / 4 % 7] : WINDOW;
        n = n < v->n - i ? n : v->n - i;
        same_window(name, v, expected, i, n);
        i += n;
    }
    for (size_t i = v->n < 64 ? 0 : v->n - 64; i < v->n; i++)
        same_window(name, v, expected, i, v->n - i);
}

static void same_bitmap(const bitmap *a, const bitmap *b)
{
    assert_int_equal(a->n, b->n);
    for (size_t i = 0; i < (a->n + 63) / 64; i++)
        assert_true(a->words[i] == b->words[i]);
}

void same_assignment(const assignment *a, const assignment *expected)
{
    same_view("a", &a->a, &expected->a);
    same_view("b", &a->b, &expected->b);
    same_view("c", &a->c, &expected->c);
    same_view("inputs", &a->inputs, &expected->inputs);
    same_view("aux", &a->aux, &expected->aux);
    same_bitmap(&a->a_aux, &expected->a_aux);
    same_bitmap(&a->b_input, &expected->b_input);
    same_bitmap(&a->b_aux, &expected->b_aux);
}

uint64_t same_as_generic(work *wk, const circuit *c, const circuit_parts *parts)
{
    compact w;
    witness g;
    density_set d;
    assignment a, expected;
    check_result check;
    cuzk_error err;
    if (compact_make(&w, wk, c, parts, NULL, &err) != CUZK_OK ||
        density_make(&d, wk, c, parts, &err) != CUZK_OK ||
        witness_make(&g, wk, c, NULL, &err) != CUZK_OK)
        fail_msg("%s: %s", c->id, err.message);
    compact_assignment(&w, &d, &a);
    witness_assignment(&g, &expected);
    same_assignment(&a, &expected);
    if (compare_make(wk, c, &a, &err) != CUZK_OK)
        fail_msg("%s: %s", c->id, err.message);
    assert_int_equal(check_make(&check, c, NULL, NULL), CUZK_OK);
    uint64_t bad = compact_first_unsatisfied(&w);
    assert_int_equal(bad, check.n_unsatisfied ? check.first_row : a.a.n);
    check_free(&check);
    witness_free(&g);
    density_free(&d);
    compact_free(&w);
    return bad;
}
