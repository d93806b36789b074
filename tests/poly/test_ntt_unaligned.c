/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Vectors may begin anywhere an fr may: large ones, whose stores would rather be of whole lines. */
#include "test.h"

#include "poly/ntt.h"

#define LG_N 19
#define N    ((size_t)1 << LG_N)

typedef void (*ntt_fn)(const ntt_domain *d, work *w, fr *a, fr *tmp);
static const ntt_fn transforms[] = { ntt_forward, ntt_inverse, ntt_coset_forward,
                                     ntt_coset_inverse };

static void anywhere(void **state)
{
    (void)state;
    work w;
    ntt_domain *d;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    assert_int_equal(ntt_domain_new(&d, &w, LG_N, NULL), CUZK_OK);
    fr *a = aligned_alloc(64, N * sizeof *a), *tmp = aligned_alloc(64, N * sizeof *tmp);
    uint64_t *b = aligned_alloc(64, N * sizeof *a + 64),
             *more = aligned_alloc(64, N * sizeof *a + 64);
    assert_true(a && tmp && b && more);
    for (size_t at = 1; at < 8; at += 3) {
        fr *shifted = (fr *)(b + at), *room = (fr *)(more + 8 - at);
        for (size_t i = 0; i < N; i++)
            a[i] = shifted[i] = fr_from_u64(i * i + at);
        for (size_t t = 0; t < sizeof transforms / sizeof transforms[0]; t++) {
            transforms[t](d, &w, a, tmp);
            transforms[t](d, &w, shifted, room);
            assert_memory_equal(a, shifted, N * sizeof *a);
        }
    }
    free(a);
    free(tmp);
    free(b);
    free(more);
    ntt_domain_free(d, &w);
    work_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(anywhere) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
