/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "textbook_h.h"
#include "test.h"

static fr *elements(size_t m)
{
    fr *v = calloc(m, sizeof *v);
    assert_non_null(v);
    return v;
}

/* a_i -> sum a_i root^(ij), root of order n: those of even and of odd i, put together. */
static void transform(fr *a, size_t n, const fr *root)
{
    if (n == 1)
        return;
    fr *half = elements(n), root2, x = FR_ONE;
    for (size_t i = 0; i < n; i++)
        half[i % 2 * (n / 2) + i / 2] = a[i];
    fr_sqr(&root2, root);
    transform(half, n / 2, &root2);
    transform(half + n / 2, n / 2, &root2);
    for (size_t j = 0; j < n / 2; j++) {
        fr t;
        fr_mul(&t, &half[n / 2 + j], &x);
        fr_add(&a[j], &half[j], &t);
        fr_sub(&a[n / 2 + j], &half[j], &t);
        fr_mul(&x, &x, root);
    }
    free(half);
}

static void evaluate(fr *a, unsigned lg_n)
{
    fr root;
    fr_root_of_unity(&root, lg_n);
    transform(a, (size_t)1 << lg_n, &root);
}

static void interpolate(fr *a, unsigned lg_n)
{
    fr root, n_inv = fr_from_u64(UINT64_C(1) << lg_n);
    fr_root_of_unity(&root, lg_n);
    fr_inv(&root, &root);
    transform(a, (size_t)1 << lg_n, &root);
    fr_inv(&n_inv, &n_inv);
    for (size_t i = 0; i < (size_t)1 << lg_n; i++)
        fr_mul(&a[i], &a[i], &n_inv);
}

/* a_i g^i */
static void scale_by_powers(fr *a, size_t n, const fr *g)
{
    fr power = FR_ONE;
    for (size_t i = 0; i < n; i++) {
        fr_mul(&a[i], &a[i], &power);
        fr_mul(&power, &power, g);
    }
}

void textbook_h_make(textbook_h *t, unsigned lg_m, const fr_view *a, const fr_view *b,
                     const fr_view *c)
{
    const fr_view *view[3] = { a, b, c };
    const fr g = fr_from_u64(7);
    fr z_inv, g_inv;
    t->m = (size_t)1 << lg_m;
    for (int i = 0; i < 3; i++) {
        assert_true(view[i]->n <= t->m);
        t->coeffs[i] = elements(t->m);
        t->coset[i] = elements(t->m);
        fr_view_expand(view[i], 0, view[i]->n, t->coeffs[i]);
        interpolate(t->coeffs[i], lg_m);
        memcpy(t->coset[i], t->coeffs[i], t->m * sizeof(fr));
        scale_by_powers(t->coset[i], t->m, &g);
        evaluate(t->coset[i], lg_m);
    }
    t->h_coset = elements(t->m);
    t->h = elements(t->m);
    fr_pow_u64(&z_inv, &g, t->m);
    fr_sub(&z_inv, &z_inv, &FR_ONE);
    fr_inv(&z_inv, &z_inv);
    for (size_t i = 0; i < t->m; i++) { /* (a b - c) / (g^m - 1) */
        fr_mul(&t->h_coset[i], &t->coset[0][i], &t->coset[1][i]);
        fr_sub(&t->h_coset[i], &t->h_coset[i], &t->coset[2][i]);
        fr_mul(&t->h_coset[i], &t->h_coset[i], &z_inv);
    }
    memcpy(t->h, t->h_coset, t->m * sizeof(fr));
    interpolate(t->h, lg_m);
    fr_inv(&g_inv, &g);
    scale_by_powers(t->h, t->m, &g_inv);
}

void textbook_h_free(textbook_h *t)
{
    for (int i = 0; i < 3; i++) {
        free(t->coeffs[i]);
        free(t->coset[i]);
    }
    free(t->h_coset);
    free(t->h);
}
