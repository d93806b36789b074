/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* H by six transforms, and by the seven of the back end that is its control, against the textbook's
 * written down plainly: every bit, on systems that are satisfied and on such as are not. */
#include "accel/accel.h"
#include "base/cpu.h"
#include "golden.h"
#include "test.h"
#include "textbook_h.h"

#define LG_MAX 13
#define N_MAX  ((size_t)1 << LG_MAX)

typedef enum kind { SATISFIED, ANY, ZEROS, MINUS_ONES, ONLY_C, BITS, LAST_ROW, KINDS } kind;

static fr row_a[N_MAX], row_b[N_MAX], row_c[N_MAX], got[N_MAX];

/* c = a b but where the kind says otherwise. */
static void make_rows(kind k, size_t n)
{
    golden_fixed_frs((uint8_t)(10 + k), row_a, n);
    golden_fixed_frs((uint8_t)(60 + k), row_b, n);
    for (size_t i = 0; i < n; i++) {
        const uint64_t bits = row_a[i].l[0];
        if (k == ZEROS || k == ONLY_C || (k == LAST_ROW && i + 1 < n))
            row_a[i] = row_b[i] = FR_ZERO;
        if (k == MINUS_ONES) {
            fr_neg(&row_a[i], &FR_ONE);
            row_b[i] = row_a[i];
        }
        if (k == BITS) {
            row_a[i] = fr_from_u64(bits & 1);
            row_b[i] = fr_from_u64(bits >> 1 & 1);
        }
        fr_mul(&row_c[i], &row_a[i], &row_b[i]);
    }
    if (k == ANY || k == ONLY_C)
        golden_fixed_frs((uint8_t)(110 + k), row_c, n);
}

/* By both back ends what the textbook says. */
static void compare(work *w, unsigned lg_n, size_t n, const textbook_h *want)
{
    const accel *const back_end[] = { &accel_cpu, &accel_cpu_textbook };
    const fr_view a = fr_view_plain(row_a, n), b = fr_view_plain(row_b, n),
                  c = fr_view_plain(row_c, n);
    for (int i = 0; i < 2; i++) {
        memset(got, 0xff, sizeof *got << lg_n);
        assert_int_equal(back_end[i]->h(back_end[i], w, lg_n, &a, &b, &c, got, NULL), CUZK_OK);
        assert_memory_equal(got, want->h, sizeof *got << lg_n);
    }
    assert_int_equal(w->mem_used, 0);
}

/* In every variant, on one to three threads. */
static void compare_everywhere(unsigned lg_n, size_t n)
{
    const fr_view a = fr_view_plain(row_a, n), b = fr_view_plain(row_b, n),
                  c = fr_view_plain(row_c, n);
    const cpu_variant before = cpu_variant_get();
    textbook_h want;
    textbook_h_make(&want, lg_n, &a, &b, &c);
    for (unsigned threads = 1; threads <= 3; threads++) {
        work w;
        assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
        for (cpu_variant v = 0; v < CPU_VARIANTS; v++)
            if (cpu_variant_force(v))
                compare(&w, lg_n, n, &want);
        work_free(&w);
    }
    assert_true(cpu_variant_force(before));
    textbook_h_free(&want);
}

/* The smallest domain that holds n rows, and twice that. */
static void test_sizes(void **state)
{
    (void)state;
    static const size_t sizes[] = { 0,  1,  2,  3,   4,   5,   7,   8,    9,    15,   16,  17,
                                    31, 33, 63, 127, 128, 129, 511, 1023, 1024, 1025, 4097 };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned lg_n = 0;
        while ((size_t)1 << lg_n < sizes[i])
            lg_n++;
        for (kind k = 0; k < KINDS; k++) {
            if (sizes[i] > 200 && k % 3 != i % 3)
                continue;
            make_rows(k, sizes[i]);
            compare_everywhere(lg_n, sizes[i]);
            if (sizes[i] < 200)
                compare_everywhere(lg_n + 1, sizes[i]);
        }
    }
}

/* The comparison tells one changed element of a, b or c from none; the top coefficient tells that
 * the system is no longer satisfied. */
static void test_changed_row(void **state)
{
    (void)state;
    const unsigned lg_n = 7;
    const size_t n = 100;
    fr *const row[3] = { row_a, row_b, row_c };
    for (size_t i = 0; i < 3; i++) {
        const size_t at = 33 * i + 1;
        textbook_h right, wrong;
        make_rows(SATISFIED, n);
        const fr_view a = fr_view_plain(row_a, n), b = fr_view_plain(row_b, n),
                      c = fr_view_plain(row_c, n);
        textbook_h_make(&right, lg_n, &a, &b, &c);
        assert_true(fr_is_zero(&right.h[right.m - 1]));
        fr_add(&row[i][at], &row[i][at], &FR_ONE);
        textbook_h_make(&wrong, lg_n, &a, &b, &c);
        assert_false(fr_is_zero(&wrong.h[wrong.m - 1]));
        assert_memory_not_equal(wrong.h, right.h, right.m * sizeof(fr));
        compare_everywhere(lg_n, n);
        textbook_h_free(&right);
        textbook_h_free(&wrong);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_changed_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
