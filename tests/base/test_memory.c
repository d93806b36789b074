/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/resident.h"
#include "base/work.h"
#include "base/work_gate.h"
#include "test.h"

#include <sys/mman.h>

static void memory_is_zeroed_aligned_counted(void **state)
{
    (void)state;
    static const size_t sizes[] = {
        0,      1, 63, 64, 65, 4096, (2 << 20) - 1, 2 << 20, (2 << 20) + 1, 5 << 20, (6 << 20) - 1,
        6 << 20
    };
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            unsigned char *p = work_alloc(&w, sizes[i], "test", NULL);
            assert_non_null(p);
            assert_int_equal((uintptr_t)p % 64, 0);
            assert_int_equal(w.mem_used, sizes[i]);
            for (size_t k = 0; k < sizes[i]; k++)
                if (p[k] != 0)
                    fail();
            memset(p, 0xdd, sizes[i]);
            work_dealloc(&w, p, sizes[i]);
            assert_int_equal(w.mem_used, 0);
        }
    assert_int_equal(w.mem_peak, 6 << 20);
    work_dealloc(&w, NULL, 5);
    assert_int_equal(w.mem_used, 0);
    work_free(&w);
}

static void budget_holds(void **state)
{
    (void)state;
    work w;
    cuzk_error err;
    assert_int_equal(work_init(&w, 1, 1000, NULL), CUZK_OK);
    void *a = work_alloc(&w, 600, "a", &err), *b = work_alloc(&w, 400, "b", &err);
    assert_non_null(a);
    assert_non_null(b);
    assert_null(work_alloc(&w, 1, "c", &err));
    assert_int_equal(err.status, CUZK_NO_RESOURCES);
    assert_string_equal(err.code, "over-memory-limit");
    assert_int_equal(w.mem_used, 1000);
    work_dealloc(&w, b, 400);
    assert_null(work_alloc(&w, 401, "c", &err));
    assert_null(work_alloc(&w, SIZE_MAX, "c", &err));
    assert_null(work_alloc(&w, SIZE_MAX / 2, "c", &err));
    assert_int_equal(w.mem_used, 600);
    assert_int_equal(w.mem_peak, 1000);
    work_dealloc(&w, a, 600);
    work_free(&w);
}

static void impossible_sizes_are_errors(void **state)
{
    (void)state;
    work w;
    cuzk_error err;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    static const size_t sizes[] = { SIZE_MAX, SIZE_MAX - 63, (size_t)PTRDIFF_MAX,
                                    (size_t)PTRDIFF_MAX - (4 << 20), (size_t)1 << 62 };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        err.status = CUZK_OK;
        assert_null(work_alloc(&w, sizes[i], "everything", &err));
        assert_int_equal(err.status, CUZK_NO_RESOURCES);
        assert_int_equal(w.mem_used, 0);
    }
    work_free(&w);
}

static void memory_comes_back_to_the_system(void **state)
{
    (void)state;
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    /* 400 GiB in turns: only possible when each is given back. */
    for (int i = 0; i < 400; i++) {
        size_t len = (size_t)1 << 30;
        unsigned char *p = work_alloc(&w, len, "test", NULL);
        assert_non_null(p);
        p[len - 1] = 1;
        work_dealloc(&w, p, len);
    }
    work_free(&w);
}

static void take_and_give(void *ctx, size_t begin, size_t end, unsigned thread)
{
    (void)begin, (void)end, (void)thread;
    void *p = work_alloc(ctx, 600, "mine", NULL);
    work_dealloc(ctx, p, 600);
}

/* Of many threads that want more than half each, no two have it at once. */
static void budget_holds_among_threads(void **state)
{
    (void)state;
    work w;
    assert_int_equal(work_init(&w, 4, 1000, NULL), CUZK_OK);
    work_for(&w, 20000, 1, take_and_give, &w);
    assert_int_equal(w.mem_used, 0);
    assert_int_equal(w.mem_peak, 600);
    work_free(&w);
}

/* What is given back is there again, as large as asked for, and counted once. */
static void kept_blocks_come_back(void **state)
{
    (void)state;
    const size_t mib = 1 << 20;
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    w.keep_memory = true;
    unsigned char *p = work_alloc(&w, 9 * mib, "test", NULL);
    memset(p, 0xdd, 9 * mib);
    work_dealloc(&w, p, 9 * mib);
    assert_int_equal(w.mem_used, 9 * mib);
    /* Of its order, and cut to its size. */
    unsigned char *q = work_alloc_dirty(&w, 5 * mib + 1, "test", NULL);
    assert_ptr_equal(p, q);
    assert_int_equal(q[5 * mib], 0xdd);
    assert_int_equal(w.mem_used, 5 * mib + 1);
    work_dealloc(&w, q, 5 * mib + 1);
    /* Of another order; too small; to be zero-filled. */
    static const size_t other[] = { 2 << 20, 64 << 20 };
    for (size_t i = 0; i < 2; i++) {
        q = work_alloc_dirty(&w, other[i], "test", NULL);
        assert_ptr_not_equal(p, q);
        assert_int_equal(q[other[i] - 1], 0);
        work_dealloc(&w, q, other[i]);
    }
    q = work_alloc(&w, 5 * mib, "test", NULL);
    assert_int_equal(q[0], 0);
    assert_int_equal(q[5 * mib - 1], 0);
    work_dealloc(&w, q, 5 * mib);
    work_drop_kept(&w);
    assert_int_equal(w.mem_used, 0);
    /* The best of several; more than are kept are given back. */
    unsigned char *many[40];
    for (size_t i = 0; i < 40; i++)
        assert_non_null(many[i] = work_alloc(&w, (2 + 2 * i) * mib, "test", NULL));
    for (size_t i = 0; i < 40; i++)
        work_dealloc(&w, many[i], (2 + 2 * i) * mib);
    assert_true(w.mem_used < 40 * 82 * mib / 2);
    q = work_alloc_dirty(&w, 8 * mib, "test", NULL);
    assert_ptr_equal(q, many[3]);
    work_dealloc(&w, q, 8 * mib);
    work_free(&w);
}

/* What is kept never stands in the way of what is needed. */
static void kept_blocks_make_room(void **state)
{
    (void)state;
    const size_t mib = 1 << 20;
    work w;
    cuzk_error err;
    assert_int_equal(work_init(&w, 1, 40 * mib, NULL), CUZK_OK);
    w.keep_memory = true;
    void *p = work_alloc(&w, 30 * mib, "test", NULL);
    assert_int_equal(work_memory_left(&w), 10 * mib);
    work_dealloc(&w, p, 30 * mib);
    assert_int_equal(w.mem_used, 30 * mib);
    assert_int_equal(work_memory_left(&w), 40 * mib);
    p = work_alloc(&w, 12 * mib, "test", &err);
    assert_non_null(p);
    assert_int_equal(w.mem_used, 12 * mib);
    assert_null(work_alloc_dirty(&w, 29 * mib, "test", &err));
    assert_string_equal(err.code, "over-memory-limit");
    assert_int_equal(w.mem_peak, 30 * mib);
    work_dealloc(&w, p, 12 * mib);
    /* Also when a larger one is at hand: its tail does not count. */
    p = work_alloc_dirty(&w, 40 * mib, "test", &err);
    assert_non_null(p);
    work_dealloc(&w, p, 40 * mib);
    assert_int_equal(w.mem_peak, 40 * mib);
    work_free(&w);
}

/* Kept or not, the pages a process asks not to be huge are not. */
static void small_pages_on_demand(void **state)
{
    (void)state;
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    for (int small = 0; small < 2; small++) {
        const size_t len = (size_t)64 << 20;
        w.small_pages = small;
        unsigned char *p = work_alloc(&w, len, "test", NULL);
        char line[256], *end;
        unsigned long begin = 0;
        bool found = false, huge = false;
        memset(p, 1, len);
        FILE *f = fopen("/proc/self/smaps", "r");
        assert_non_null(f);
        while (fgets(line, sizeof line, f)) {
            unsigned long at = strtoul(line, &end, 16);
            if (*end == '-' && end != line)
                begin = at;
            bool ours = begin == (uintptr_t)p;
            found |= ours;
            if (ours && strncmp(line, "AnonHugePages:", 14) == 0)
                huge = strtoul(line + 14, NULL, 10) > 0;
        }
        fclose(f);
        assert_true(found);
        if (small)
            assert_false(huge);
        else
            print_message("huge pages: %s\n", huge ? "yes" : "the system gave none");
        work_dealloc(&w, p, len);
    }
    work_free(&w);
}

/* The system's count follows what is touched, and its peak what was. */
static void resident_memory_is_watched(void **state)
{
    (void)state;
    const size_t len = (size_t)64 << 20;
    work w;
    assert_int_equal(work_init(&w, 1, 0, NULL), CUZK_OK);
    const size_t before = resident_now();
    if (before == 0)
        skip();
    for (int watch = 0; watch < 2; watch++) {
        resident_reset();
        w.watch_resident = watch;
        unsigned char *p = work_alloc(&w, len, "test", NULL);
        assert_true(resident_now() < before + len / 2);
        memset(p, 1, len);
        assert_true(resident_now() > before + len * 3 / 4);
        work_dealloc(&w, p, len);
        assert_true(resident_now() < before + len / 2);
        assert_int_equal(resident_peak() > before + len * 3 / 4, watch);
    }
    work_free(&w);
}

static size_t pages_there(void *p, size_t len)
{
    static unsigned char there[(16 << 20) / 4096];
    size_t n = 0;
    assert_int_equal(mincore(p, len, there), 0);
    for (size_t i = 0; i < len / 4096; i++)
        n += there[i] & 1;
    return n;
}

static void touched_pages_are_there(void **state)
{
    (void)state;
    const size_t len = 16 << 20;
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        work w;
        work_gate gate;
        assert_int_equal(work_init(&w, threads, 0, NULL), CUZK_OK);
        work_gate_init(&gate);
        work_gate_watch(&gate);
        w.gate = &gate;
        w.small_pages = true;
        void *p = work_alloc_dirty(&w, len, "test", NULL);
        assert_non_null(p);
        assert_int_equal(pages_there(p, len), 0);
        work_touch(&w, p, len - 4096);
        assert_int_equal(pages_there(p, len), len / 4096 - 1);
        assert_true(atomic_load(&gate.passed) >= 4);
        work_touch(&w, p, 0);
        work_dealloc(&w, p, len);
        work_free(&w);
        work_gate_free(&gate);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_zeroed_aligned_counted),
        cmocka_unit_test(budget_holds),
        cmocka_unit_test(impossible_sizes_are_errors),
        cmocka_unit_test(memory_comes_back_to_the_system),
        cmocka_unit_test(budget_holds_among_threads),
        cmocka_unit_test(kept_blocks_come_back),
        cmocka_unit_test(kept_blocks_make_room),
        cmocka_unit_test(small_pages_on_demand),
        cmocka_unit_test(touched_pages_are_there),
        cmocka_unit_test(resident_memory_is_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
