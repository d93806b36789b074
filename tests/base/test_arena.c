/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "base/arena.h"
#include "test.h"

static void objects_stay_apart_and_zeroed(void **state)
{
    (void)state;
    arena *a = arena_new(0);
    enum { N = 2000 };
    static unsigned char *p[N];
    for (size_t i = 0; i < N; i++) {
        size_t len = i % 7 == 0 ? i * 3 : i % 50;
        p[i] = arena_alloc(a, len, 1);
        assert_non_null(p[i]);
        assert_int_equal((uintptr_t)p[i] % 16, 0);
        for (size_t k = 0; k < len; k++)
            assert_int_equal(p[i][k], 0);
        memset(p[i], (int)(i & 0xff), len);
    }
    for (size_t i = 0; i < N; i++) {
        size_t len = i % 7 == 0 ? i * 3 : i % 50;
        for (size_t k = 0; k < len; k++)
            assert_int_equal(p[i][k], i & 0xff);
    }
    arena_free(a);
}

static void sizes_at_chunk_edges(void **state)
{
    (void)state;
    static const size_t edge[] = { 0,    1,    15,   16,   17,      4095,         4096,
                                   4097, 8191, 8192, 8193, 1 << 20, (1 << 20) + 1 };
    arena *a = arena_new(0);
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++) {
        unsigned char *p = arena_alloc(a, 1, edge[i]);
        assert_non_null(p);
        memset(p, 0xee, edge[i]);
        unsigned char *q = arena_alloc(a, 1, 16);
        assert_int_equal(q[0], 0);
    }
    arena_free(a);
}

static void small_objects_waste_little(void **state)
{
    (void)state;
    arena *a = arena_new(0);
    for (size_t i = 0; i < 100000; i++)
        assert_non_null(arena_alloc(a, 7, 32));
    assert_int_equal(arena_used(a), 100000 * 224);
    assert_true(arena_held(a) < arena_used(a) + (2 << 20));
    arena_free(a);
}

static void a_large_object_leaves_the_chunk_in_use(void **state)
{
    (void)state;
    arena *a = arena_new(0);
    assert_non_null(arena_alloc(a, 1, 16));
    assert_non_null(arena_alloc(a, 1, 1 << 20));
    size_t held = arena_held(a);
    assert_non_null(arena_alloc(a, 1, 1024));
    assert_int_equal(arena_held(a), held);
    arena_free(a);
}

static void limit_holds(void **state)
{
    (void)state;
    arena *a = arena_new(64);
    assert_non_null(arena_alloc(a, 3, 16));
    assert_null(arena_alloc(a, 2, 16));
    assert_non_null(arena_alloc(a, 1, 16));
    assert_null(arena_alloc(a, 1, 1));
    assert_int_equal(arena_used(a), 64);
    arena_free(a);
}

static void absurd_sizes_are_refused(void **state)
{
    (void)state;
    arena *a = arena_new(0);
    assert_null(arena_alloc(a, SIZE_MAX, 2));
    assert_null(arena_alloc(a, SIZE_MAX, 1));
    assert_null(arena_alloc(a, SIZE_MAX / 2, 1));
    assert_null(arena_alloc(a, (size_t)1 << 33, (size_t)1 << 31));
    assert_int_equal(arena_used(a), 0);
    assert_non_null(arena_alloc(a, 1, 1));
    arena_free(a);
    arena_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_stay_apart_and_zeroed),
        cmocka_unit_test(sizes_at_chunk_edges),
        cmocka_unit_test(small_objects_waste_little),
        cmocka_unit_test(a_large_object_leaves_the_chunk_in_use),
        cmocka_unit_test(limit_holds),
        cmocka_unit_test(absurd_sizes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
